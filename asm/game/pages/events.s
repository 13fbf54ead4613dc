; events.s -- what the rules report, shown one after the other
;
; Each event has a message (or none), a sound, a time to be read, and perhaps
; a routine of its own that runs first: the rows of play/events.inc.
;
; Test tests/asm/game/ui/test_screens.py, test_options.py, test_computer.py

.include "pages.inc"
.include "../brain/brain.inc"
.include "../sys/sys.inc"
.include "../ui/ui.inc"
.include "../ui/lines.inc"
.include "../video/video.inc"
.include "../zp.inc"
.include "../zp_ui.inc"
.include "glyphs.inc"

SHORT           = 25            ; fiftieths of a second
LONG            = 55
CARD_TIME       = 200
HOP_STEPS       = 8
EVENT_LONG      = $80           ; event_manner
EVENT_SHORT     = $40
EVENT_SOUND     = $1F           ; and EVENT_SPOKEN (pages.inc)
NO_EFFECT       = EVENT_SOUND

.segment "UI_BSS"

walk_left:      .res 1
walk_step:      .res 1          ; 1 or $FF
.segment "UI_LOW"

hop_at:         .res 2          ; sprite_x, sprite_y of the token on the ground, 256ths
hop_part:       .res 2
hop_step:       .res 2          ; an eighth of the way, signed, 256ths
hop_step_part:  .res 2

.segment "UI_BSS"

ruin_lo:        .res 1          ; what a loser owes
ruin_hi:        .res 1
card_told:      .res 1          ; nonzero: what all pay by this card has been told

.segment "UI_RODATA"

.include "words_events.inc"
.include "words_told_russian.inc"
.include "words_clock.inc"
.include "words_told_rules1989.inc"

; A table of each column of the rows, by EV_* number.

message_words:                  ; of BOOK_MORE, of BOOK_VARIANT from EV_ORDER on; messages besides
                                ; the events, by LINE_* and of BOOK_MORE again, follows
.macro EVENT name, message, routine, time, effect
        .byte <(message)
.endmacro
.include "../play/events.inc"
.delmacro EVENT
        .byte <m_roll, <m_double, <m_triple, <m_agree, <m_refuse, <m_agreed
        .byte <m_declined, <m_paid, <m_fee, <m_card_pay, <m_everyone
        .byte <m_from_all, <m_group, <m_utilities, <m_early, <m_cash, <m_enough
        .assert * - message_words = LINES, error, "words for each line"

routine_lo:
.macro EVENT name, message, routine, time, effect
        .byte <(routine - 1)
.endmacro
.include "../play/events.inc"
.delmacro EVENT

routine_hi:
.macro EVENT name, message, routine, time, effect
        .byte >(routine - 1)
.endmacro
.include "../play/events.inc"
.delmacro EVENT

; The sound; how long the message is read: EVENT_LONG, EVENT_SHORT or neither; do characters talk
; about it (talk.s)?
event_manner:
.macro EVENT name, message, routine, time, effect
        .assert time = 0 .or time = SHORT .or time = LONG, error, "a time that event_delay knows"
        .assert effect <= EVENT_SOUND, error, "a sound in five bits"
number          .set .ident(.concat("EV_", .string(name)))
spoken          .set number = EV_BOUGHT .or number = EV_WON .or number = EV_RENT .or number = EV_TRADE_OFF
spoken          .set spoken .or number = EV_GROUP .or number = EV_ELIMINATED .or number = EV_GAME_OVER
        .byte (EVENT_LONG * (time = LONG)) | (EVENT_SHORT * (time = SHORT)) | (effect & EVENT_SOUND) | (EVENT_SPOKEN * spoken)
.endmacro
.include "../play/events.inc"
.delmacro EVENT

; Height of a hopping token, in dots, by the steps to come.
hop_height:     .byte 0, 4, 8, 10, 11, 10, 8, 4
        .assert * - hop_height = HOP_STEPS, error, "a height for each step"

.segment "UI_CODE"

; events_play -- show everything that has happened
; Events wait in a queue until a request is done; shown one by one, the picture follows the rules with some
; delay.  Where only results are wanted, ui_skip ends each step of the way at once.
; In     -     Out    -     Uses   everything ui/ and video/ use     Keeps  -
.proc events_play
        lda #0
        sta ui_skip
@next:
        jsr event_get
        bcs @done
        jsr results_only
        bne @show
        lda #1
        sta ui_skip
@show:
        jsr event_show
        jmp @next
@done:
        lda #0
        sta ui_skip
        jmp stock_draw
.endproc

; event_show -- one event, in ev_*
; The event's own routine comes first, as it brings the picture to where the message makes sense.  It may tell
; a line of its own, which then gets its time before the event's message takes the place.
.proc event_show
        lda #0
        sta line_fresh
        jsr @routine
        ldy ev_type             ; a line of its own has been told, and there is another one
        lda message_words,y
        beq @one
        lda line_fresh
        beq @one
        jsr event_delay
        jsr told_wait
@one:
        ldy ev_type
        lda event_manner,y
        and #EVENT_SOUND
        tax
        cpx #NO_EFFECT
        beq @silent
        jsr effect_play
@silent:
        ldy ev_type
        lda message_words,y
        beq @quiet
        tya
        jsr line_tell
@quiet:
        jsr talk_now
        jsr event_delay
        beq @out                ; neither read nor paid
        jsr money_parties
        jsr event_delay         ; keeps C
        bcs told_wait
        sbc #NOTE_TIME - 1      ; C is clear
        jsr told_wait
        jsr money_parties       ; again: the waiting has used what it found
        bcs @out
        jmp money_fly
@routine:
        ldy ev_type
        lda routine_hi,y        ; the rts below goes to the routine, and that returns to the top
        pha
        lda routine_lo,y
        pha
@out:
        rts
.endproc

; event_delay -- how long the event is read
; In     ev_type     Out    A fiftieths, Z from it     Uses   Y, N     Keeps  X, C
.proc event_delay
        ldy ev_type
        lda event_manner,y
        bmi @long
        and #EVENT_SHORT
        beq @done
        lda #SHORT
        rts
@long:
        lda #LONG
@done:
        rts
.endproc

; told_wait -- time to read, as the option says: half, whole, twice; in computers' turns half of
; that, or none if only results are wanted
; In     A fiftieths     Uses A, X, Y, tmp0 and what ui_wait uses     Out    -     Keeps  -
.proc told_wait
        ldx #0
        stx line_fresh          ; read
        sta tmp0
        jsr results_only
        beq results_done
        ldy player_flags,x
        bpl @person
        lsr tmp0                ; a computer: nobody has to think
@person:
        lda tmp0
        ldx prefs + PREF_SPEED
        bne @not_fast
        lsr a
@not_fast:
        cpx #2                  ; slow
        bne @wait
        asl a
        bcc @wait
        lda #$FF                ; the most there is
@wait:
        jmp ui_wait
.endproc

; show_order -- seats have been rearranged: everything about them is drawn again
.proc show_order
        jsr screen_fresh
        jmp play_screen
.endproc

; results_only -- has a computer the dice, and are only the results of its turn wanted?
; In     -     Out    Z=1 yes;  X  who has the dice     Uses   A     Keeps  Y
.proc results_only
        jsr play_dicer
        lda player_flags,x
        and #PF_CPU             ; one comparison for both: the option has other bits
        ora prefs + PREF_SPEED
        cmp #PF_CPU | SPEED_RESULTS
        rts
.endproc
results_done:
.proc show_none
        rts
.endproc

; show_house_lot -- tell who has got a house; that one is put up is on the page of the auction
.proc show_house_lot
        lda ev_player
        bpl show_none
        lda #EV_ACTIVE          ; neither words nor time
        sta ev_type
        rts
.endproc
        .assert NO_PLAYER >= $80, error, "show_house_lot tells nobody by bit 7"

; show_dice -- roll them for all to see
.proc show_dice
        jsr course_dice
        lda #1
        sta dice_shown
        ldx ev_player
        jsr active_show
        lda #FRAME_ROLLING
        sta situation
        ldx ev_param
        ldy ev_other
        jsr dice_tumble
        lda #FRAME_THROWN
        sta situation
        ldy #LINE_ROLL
        lda ev_param
        cmp ev_other
        bne @single
        lda ev_hi               ; who begins is being rolled for: a double means nothing there
        cmp #DICE_FIRST
        beq @single
        ldy #LINE_DOUBLE
@single:
        lda ev_param
        clc
        adc ev_other
        sta ev_lo               ; the message tells the sum
        lda #0
        sta ev_hi
        tya
        jmp line_tell
.endproc

; show_turn -- light the player's line; by the rules of 1989 tell what he has, computers as well
.proc show_turn
        jsr course_turn
        jsr stage_bare          ; nothing of the last turn lies there
        jsr square_mark_shown
        ldx ev_player
        jsr active_show
        jsr rules1989_there
        bne @stage
        jsr prompt_head
        jsr question_put
@stage:
        jmp play_stage
.endproc

.proc show_active
        ldx ev_player
        ; falls through
.endproc

; active_show -- light the line of player X
; In     X     Out    panel_active     Uses   as panel_row     Keeps  -
.proc active_show
        cpx panel_active
        beq @none
        lda panel_active
        stx panel_active
        tax
        jsr line_draw
@none:
        ldx panel_active
        ; falls through
.endproc

; line_draw -- the line of player X, if there is one
; In     X     Out    -     Uses   as panel_row     Keeps  -
.proc line_draw
        cpx #MAX_PLAYERS
        bcs @done
        jmp panel_row
@done:
        rts
.endproc

.proc show_player
        ldx ev_player
        jmp panel_row
.endproc

; show_gaol -- a third double has its own words
.proc show_gaol
        jsr gaol_show
        ldx ev_player
        jsr panel_row
        lda ev_param
        cmp #GAOL_DOUBLES
        bne @done
        lda #LINE_TRIPLE
        jmp line_tell
@done:
        rts
.endproc

.proc show_vote
        lda #LINE_AGREE
        ldx ev_param
        bne @tell
        lda #LINE_REFUSE
@tell:
        jmp line_tell
.endproc

; show_deed -- mark the square and lay its card on the stage
.proc show_deed
        lda ev_param
        ; falls through
.endproc

; stage_show -- the same of another square
; In     A  square     Out    -     Uses   everything board_draw uses     Keeps  -
.proc stage_show
        sta stage_square
        jsr square_mark_shown
        jmp play_stage
.endproc

; square_mark_shown -- the stage's square is yellow on the board, the last one not
; In     -     Out    -     Keeps  -     Uses   A, X, Y, flags; board_*
.proc square_mark_shown
        ldx board_selected
        lda stage_square
        sta board_selected
        jsr @draw
        ldx stage_square
@draw:
        cpx #SQUARES
        bcs @done
        jmp board_square_draw
@done:
        rts
.endproc

; show_built -- a house drops in, then it stands there
.proc show_built
        jsr house_drop
        ; falls through
.endproc

; show_square -- a square looks different now: it is shown, and its card
.proc show_square
        jsr show_deed
        ldx ev_player
        jmp line_draw
.endproc

; show_rent -- the highest there was is kept for the end
.proc show_rent
        lda course_rent + 3
        cmp ev_lo
        lda course_rent + 4
        sbc ev_hi
        bcs show_lot            ; one as high has been paid before
        ldx #4
@field:
        lda ev_player,x
        sta course_rent,x
        dex
        bpl @field
        ; falls through
.endproc
        .assert ev_player + 1 = ev_param .and ev_param + 1 = ev_other .and ev_other + 1 = ev_lo .and ev_lo + 1 = ev_hi, lderror, "in the order of course_rent"

; show_lot -- the card of the square it is about, unless it lies there
.proc show_lot
        ldx ev_param
        cpx stage_square
        bne show_deed
        rts
.endproc

; show_bid -- somebody has spoken in an auction, perhaps the last word
.proc show_bid
        jsr show_lot
        ldx auction_bidder
        bpl lot_again
        jmp play_stage
.endproc

; lot_again -- the auction on the stage, also when it is over
.proc lot_again
        jsr stage_clear
        ldx ev_param
        jmp stage_lot
.endproc

; show_won -- going once, going twice, sold: unless the next auction has begun
.proc show_won
        ldx ev_player
        cpx auction_bidder
        bne @sold
        jsr lot_again
        lda switches + SW_AUCTION
        lsr a                   ; 1, in real time: it has been counted
        bcs @sold
        jsr gavel_count
@sold:
        ldx #EFFECT_GAVEL
        jsr effect_play
        jmp show_square
.endproc

; show_ruin -- what the loser owes, for what follows
.proc show_ruin
        lda ev_lo
        sta ruin_lo
        lda ev_hi
        sta ruin_hi
        rts
.endproc

; show_eliminated -- a person reads why it is over for him until he presses RETURN
.proc show_eliminated
        ldx ev_player
        lda player_flags,x
        bmi show_board          ; a computer reads nothing
        jsr ruin_show
        ; falls through
.endproc

; show_board -- all of it as it is now
.proc show_board
        jsr board_draw
        jsr play_stage
        jmp panel_draw
.endproc

; show_moved -- a deed has a new owner, who may have paid the bank for its mortgage
.proc show_moved
        jsr show_square
        lda ev_lo
        ora ev_hi
        beq @free
        lda #LINE_FEE
        jmp line_tell
@free:
        rts
.endproc

; show_off -- a computer says why it does not want to
.proc show_off
        lda brain_why
        clc
        adc #LINE_EARLY - WHY_EARLY
        cmp #LINE_EARLY         ; smaller ones are no reasons that have words
        bcs answer_tell
        lda #LINE_DECLINED
        ; falls through
.endproc

; answer_tell -- what ev_other, if it is a computer, says: A = LINE_*
.proc answer_tell
        ldx ev_other
        ldy player_flags,x
        bpl @person
        pha
        jsr parties_swap        ; a line begins with ev_player, and here the other one speaks
        pla
        jsr line_tell
        jsr parties_swap
@person:
        rts
.endproc
        .assert PF_CPU = $80, error, "answer_tell tells computers by bit 7"

; show_traded -- cash that has changed hands, then the board as it is now
.proc show_traded
        lda #LINE_AGREED
        jsr answer_tell
        lda line_fresh
        beq @silent
        lda #LONG
        jsr told_wait
@silent:
        lda trade_give_lo
        ldy trade_give_hi
        jsr paid_say
        jsr parties_swap
        lda trade_want_lo
        ldy trade_want_hi
        jsr paid_say
        jsr parties_swap
        jmp show_board
.endproc

.proc parties_swap
        ldx ev_player
        ldy ev_other
        stx ev_other
        sty ev_player
        rts
.endproc

; paid_say -- ev_player has paid ev_other A low, Y high, if anything
.proc paid_say
        sta ev_lo
        sty ev_hi
        ora ev_hi
        beq @nothing
        lda #LINE_PAID
        jsr line_tell
        lda #LONG - NOTE_TIME   ; the flight of the note is the rest
        jsr told_wait
        lda #EV_RENT            ; from hand to hand
        jsr money_of
        bcs @nothing
        jmp money_fly
@nothing:
        rts
.endproc

; show_card_pay -- a card's charge; what all pay or get is one message
.proc show_card_pay
        lda #LINE_CARD_PAY
        ldx ev_other
        cpx #MAX_PLAYERS
        bcs @tell
        lda card_told           ; each of the others pays by an event of its own
        bne @again
        inc card_told
        jsr play_dicer          ; whose card it is
        cpx ev_player
        beq @everyone
        jsr parties_swap
        lda #LINE_FROM_ALL
        jsr line_tell
        jmp parties_swap        ; who pays comes first again
@everyone:
        lda #LINE_EVERYONE
@tell:
        jmp line_tell
@again:
        jsr money_parties
        bcs @silent
        jsr money_fly
@silent:
        lda #EV_ACTIVE          ; neither sound nor time
        sta ev_type
        rts
.endproc

; show_group -- a group is complete: both utilities
.proc show_group
        lda ev_param
        cmp #GROUP_UTILITIES
        lda #LINE_UTILITIES     ; C stays
        bcs @tell
        lda #LINE_GROUP
@tell:
        jmp line_tell
.endproc

; show_cash -- the panel counts towards the money there is now
.proc show_cash
        ldx ev_player
        lda ev_lo
        sta target_lo,x
        lda ev_hi
        sta target_hi,x
        rts
.endproc

; show_card -- turn a card over and let it be read
.proc show_card
        lda #0
        sta ui_skip             ; whoever skips a walk still reads the card
        sta card_told
        lda ev_param
        jsr card_show
        lda #CARD_TIME
        jsr told_wait
        lda #0
        sta ui_skip
        jmp play_stage
.endproc

; show_move -- walk the token, hopping from square to square
.proc show_move
        ldx ev_player
        ldy #1
        lda ev_lo
        cmp #MOVE_GAOL
        beq @straight
        cmp #MOVE_BACK
        bne @forward
        ldy #$FF
@forward:
        sty walk_step
        lda ev_hi
        sta walk_left
        beq @arrived            ; he is there already
@step:
        jsr motion_off
        bne @straight
        ldx ev_player
        lda shown_square,x
        clc
        adc walk_step
        bpl @not_below
        lda #SQUARES - 1
@not_below:
        cmp #SQUARES
        bcc @inside
        lda #0
@inside:
        jsr token_hop
        dec walk_left
        bne @step
@straight:
        ldx ev_player
        lda ev_other
        sta shown_square,x
@arrived:
        jsr board_tokens
        lda ev_other
        jmp stage_show
.endproc

; token_hop -- one square on, its shadow on the ground below; In A = the square to hop to
; Each axis has two bytes, dots and 256ths, so eight equal steps add up to the whole way.
; The height above the ground comes from hop_height; the shadow stays on the straight line.
.proc token_hop
        pha
        ldx ev_player
        lda sprite_x,x
        sta hop_at
        lda sprite_y,x
        sta hop_at+1
        pla
        sta shown_square,x
        jsr board_token         ; where it goes
        ldx ev_player
        lda sprite_x,x
        sec
        sbc hop_at
        sta hop_step
        lda sprite_y,x
        tay
        sec
        sbc hop_at+1
        sta hop_step+1
        lda hop_at+1
        jsr shadow_take
        ldx #1
@axis:                          ; 256ths of an eighth of the way
        lda #0
        sta hop_part,x
        ldy #3
@half:
        pha
        lda hop_step,x
        cmp #$80                ; C = its sign, for an arithmetic shift; what falls out below goes to A
        ror hop_step,x
        pla
        ror a
        dey
        bne @half
        sta hop_step_part,x
        dex
        bpl @axis
        ldx #EFFECT_STEP
        jsr effect_play
        lda #HOP_STEPS
        sta hop_count
@frame:
        dec hop_count
        ldx #1
@move:
        lda hop_part,x
        clc
        adc hop_step_part,x
        sta hop_part,x
        lda hop_at,x
        adc hop_step,x
        sta hop_at,x
        dex
        bpl @move
        ldx ev_player
        php
        sei                     ; all or nothing
        lda hop_at
        sta sprite_x,x
        lda hop_at+1
        jsr shadow_place
        ldy hop_count
        sec
        sbc hop_height,y
        sta sprite_y,x
        plp
        lda player_flags,x
        bpl @shown
        lda hop_count           ; computers hop in half the time
        lsr a
        bcs @frame
@shown:
        jsr ui_step
        bcs @land
        lda hop_count
        bne @frame
@land:
        jmp sprites_return
.endproc
        .assert HOP_STEPS = 8, error, "token_hop goes by eighths"
