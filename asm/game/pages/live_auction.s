; live_auction.s -- the auction of the 1989 game: a key bids, the last bid stands after five seconds
;
; The lot and the standing bid lie on the stage, below them a bar that runs down from the last
; bid; beside the board every player has a plate.  A player's number bids 10 more for him (1 at
; first), with SHIFT 1 more; a click on his plate bids 10, so does fire on the plate a stick or
; the cursor keys have chosen.  Cursor or fire choose a plate before the first fire bids: whoever
; hurries buys nothing.  SPACE shows how it goes, and time stands still meanwhile.
;
; Bids are neither messages below the board nor in its log; only the winner is.
;
; Test tests/asm/game/ui/test_live_auction.py

.include "pages.inc"
.include "../play/play.inc"
.include "../data/text/text.inc"
.include "../sys/sys.inc"
.include "../ui/ui.inc"
.include "../video/video.inc"
.include "../video/stage.inc"
.include "../zp.inc"
.include "../zp_ui.inc"
.include "market_widgets.inc"
.include "glyphs.inc"

.global le_cry                  ; variants/rules1989_brain.s: X a computer: C=0 it bids, A = REQ_CRY, arg0-2

BID_SECONDS     = 5
BID_STEP        = 10
BID_FIRST       = 1
COMPUTER_WAIT   = 17            ; fiftieths: a third of a second, and up to 31 more
GONE_WAIT       = 25
GAVEL_DOWN      = 14            ; pictures
PLATE_W         = 7
PLATE_STEP      = 3             ; rows
NOBODY          = $FF
SHIFTED         = '!'           ; 1 with SHIFT; the others follow

.segment "UI_BSS"

gavel_at:       .res 1          ; the chosen plate, NOBODY
gavel_help:     .res 1          ; nonzero: how it goes is shown
gavel_fresh:    .res 1          ; nonzero: a bid has been made since the lot was drawn
gavel_from:     .res 1          ; irq_tick of the last bid
gavel_due:      .res 1          ; fiftieths from it until computers may bid
gavel_down:     .res 1          ; pictures until the hammer is up again
gavel_left:     .res 1          ; computers that have not been asked since
gavel_seat:     .res 1          ; which one was asked last

.segment "DESK_DATA"

.include "words_gavel.inc"

plate_x:        .byte PANEL_X, PANEL_X + 8, PANEL_X, PANEL_X + 8
        .byte PANEL_X, PANEL_X + 8, PANEL_X, PANEL_X + 8
plate_y:        .byte KEYS_Y, KEYS_Y, KEYS_Y + PLATE_STEP, KEYS_Y + PLATE_STEP
        .byte KEYS_Y + 2 * PLATE_STEP, KEYS_Y + 2 * PLATE_STEP
        .byte KEYS_Y + 3 * PLATE_STEP, KEYS_Y + 3 * PLATE_STEP
        .assert * - plate_y = MAX_PLAYERS, error, "a plate each"
gavel_zones:
.repeat MAX_PLAYERS, seat
        ZONE PANEL_X + 8 * (seat .mod 2), KEYS_Y + PLATE_STEP * (seat / 2), PLATE_W, 2, '1' + seat
.endrepeat
        ZONE PANEL_X, PLATE_Y, COLUMNS - PANEL_X, 2, KEY_FASTER
        .byte $FF
call_words:     .byte <g_more, <g_going, <g_going_2

.segment "DESK_CODE"

; market_page -- an auction, a claim, houses: until somebody has decided
; In     mode     Out    a request has been sent     Uses   everything     Keeps  -
.proc market_page
        jsr arm_open
        jsr play_mode
        cmp #MODE_AUCTION
        beq gavel_page
        cmp #MODE_CLAIM
        beq @claim
        jmp houses_page
@claim:
        jmp claim_page
.endproc

; gavel_page -- bids until five seconds have passed without one
; In     MODE_AUCTION     Out    REQ_GONE has been sent     Uses   everything
.proc gavel_page
        lda #0
        sta gavel_help
        sta bar_call            ; of the lot before
        lda #NOBODY
        sta gavel_at
        jsr desk_clear
        lda #<gavel_zones
        ldy #>gavel_zones
        jsr zones_set
        ldx #ON(BLACK, WHITE)
        lda #BRIEF(g_title)
        ldy #BRIEF(g_how)
        jsr desk_head
        jsr lot_lay
        jsr bidding
        jsr bar_late
@frame:
        jsr ui_frame
        dec gavel_down
        bne @key
        jsr gavel_raise
@key:
        jsr key_get
        bcs @keys
        jsr gavel_key
        jmp @key
@keys:
        jsr arm_tick
        bcc @armed
        jsr plates_draw
@armed:
        lda gavel_fresh
        beq @same
        jsr bid_shown
@same:
        lda gavel_help
        beq @running
        jsr bar_hold
        jmp @frame
@running:
        jsr computers_bid
        ldx bar_call
        stx ui_a
        jsr bar_pass
        bcc @gone
        lda bar_call
        cmp ui_a
        beq @frame
        jsr call_now
        jsr gavel_strike
        jmp @frame
@gone:
        lda #<g_gone
        jsr desk_call
        jsr gavel_strike
        lda #GONE_WAIT
        jsr told_wait
        jsr gavel_away
        jsr desk_leave
        lda #REQ_GONE
        jmp request_send
.endproc

; gavel_strike -- the hammer falls
; gavel_raise -- and is up again
; Uses   A, X, Y
.proc gavel_strike
        ldx #EFFECT_GAVEL
        jsr effect_play
        lda #GAVEL_DOWN
        sta gavel_down
        ldx #PROP_DOWN
        .assert PROP_DOWN <> 0, error, "branches always"
        bne gavel_image         ; always
.endproc

.proc gavel_raise
        ldx #PROP_UP
        ; falls through
.endproc

.proc gavel_image
        jmp prop_draw
.endproc

; gavel_key -- In A key     Uses everything
.proc gavel_key
        cmp #KEY_FASTER
        beq gavel_turn
        jsr key_step
        bcc plate_choose
        cmp #KEY_RETURN
        beq @fire
        ldy #1
        sec
        sbc #SHIFTED
        cmp #MAX_PLAYERS
        bcc @number
        ldy #BID_STEP
        sbc #'1' - SHIFTED      ; C is set
        cmp #MAX_PLAYERS
        bcs @none
@number:
        ldx arm_state
        bne @none               ; too early, but these hurry nothing: the half second goes on
        tax
        jmp bid_cry
@fire:
        lda #1
        ldx gavel_at
        bmi plate_choose        ; first it is shown for whom
        jsr arm_refuses
        bne @none
        ldy #BID_STEP
        jmp bid_cry
@none:
        rts
.endproc

; gavel_turn -- from the lot to how it goes, and back
.proc gavel_turn
        lda gavel_help
        eor #1
        sta gavel_help
        jsr sound_move
        jmp lot_lay
.endproc

; plate_choose -- the next plate of a person; In A = 1 or $FF     Uses A, X, Y, tmp*, ink, num_*
.proc plate_choose
        sta ui_b
        ldy #MAX_PLAYERS
        lda gavel_at
@next:
        clc
        adc ui_b
        and #MAX_PLAYERS - 1
        tax
        lda player_flags,x
        bmi @other              ; a computer
        lsr a                   ; PF_ALIVE
        bcs @found
@other:
        txa
        dey
        bne @next
        rts
@found:
        stx gavel_at
        jsr sound_move
        jmp plates_draw
.endproc
        .assert MAX_PLAYERS = 8, error, "seats go round by a mask"

; bid_cry -- In X seat, Y how much more than the standing bid     Uses everything
.proc bid_cry
        lda player_flags,x
        bmi bid_refused         ; a computer speaks for itself
        stx arg2
        lda #0
        sta arg1
        lda #BID_FIRST
        sta arg0
        lda auction_bidder
        bmi bid_send
        tya
        clc
        adc auction_bid_lo
        sta arg0
        lda auction_bid_hi
        adc #0
        sta arg1
        ; falls through
.endproc

; bid_send -- In arg0-arg2     Uses everything
.proc bid_send
        lda #REQ_CRY
        jsr play_request
        bcs bid_refused
@told:
        jsr event_get           ; the lot tells it
        bcc @told
        inc gavel_fresh
        jsr gavel_raise
        jsr bidding
        ldx #EFFECT_BID
        jmp effect_play
.endproc

.proc bid_refused
        jmp sound_refuse
.endproc

; bidding -- five seconds from now; when computers may speak
.proc bidding
        lda irq_tick
        sta gavel_from
        eor auction_bid_lo      ; not in a rhythm
        and #31
        clc
        adc #COMPUTER_WAIT
        sta gavel_due
        lda #MAX_PLAYERS
        sta gavel_left
        lda #BID_SECONDS
        jmp bar_begin
.endproc

; computers_bid -- when it is time, one of them a picture is asked, until one bids or all have been
; One per frame, as deciding takes time, and in turn, so that no seat is always the first.
; Uses   everything
.proc computers_bid
        lda gavel_left
        beq @none
        lda irq_tick
        sec
        sbc gavel_from
        cmp gavel_due           ; they wait a little, so that people can bid, too
        bcc @none
        dec gavel_left
        ldx gavel_seat
        inx
        txa
        and #MAX_PLAYERS - 1    ; round
        sta gavel_seat
        tax
        lda player_flags,x
        bpl @none
        jsr le_cry
        bcc bid_send
@none:
        rts
.endproc
        .assert PF_CPU = $80, error, "computers are told by bit 7"

; bid_shown -- the lot with the bid that has just been made
.proc bid_shown
        lda #0
        sta gavel_fresh
        lda gavel_help
        bne @whole
        jsr sheet_place
        lda #BID_Y
        sta rect_y
        lda #SHEET_Y + SHEET_H - BID_Y
        sta rect_h
        lda #ON(BLACK, WHITE)
        jsr rect_paper
        jsr lot_bid
        jmp lot_words
@whole:
        lda #0
        sta gavel_help
        ; falls through
.endproc

; lot_lay -- the lot, or how it goes; plates and words with it
.proc lot_lay
        lda gavel_help
        bne @help
        ldy mode_depth
        ldx mode_square,y
        cpx #SQUARES
        bcs @house
        jsr lot_draw
        jmp @hammer
@house:
        lda #<g_house
        ldx #ON(WHITE, GREEN)
        ldy #GLYPH_HOUSE
        jsr desk_sheet
        jsr lot_bid
@hammer:
        lda prefs + PREF_TOKENS
        bne lot_words           ; nothing is to move
        jsr gavel_take
        jsr gavel_raise
        jmp lot_words
@help:
        jsr gavel_away          ; it would lie on the words
        lda #<g_title
        ldx #ON(WHITE, RED)
        ldy #GLYPH_RULE
        jsr desk_sheet
        inc cur_y
        inc cur_y
        lda #<g_how_1
        ldy #BOOK_OVERLAY
        jsr text_wrap
        inc cur_y
        lda #<g_how_2
        ldy #BOOK_OVERLAY
        jsr text_wrap
        ; falls through
.endproc

; lot_words -- plates, and what is called out
.proc lot_words
        jsr plates_draw
        ; falls through
.endproc

; call_now -- what is called out at this time
.proc call_now
        ldx bar_call
        lda call_words,x
        ldx auction_bidder
        bpl @call
        ldx bar_call
        bne @call
        lda #<g_begin
@call:
        jmp desk_call
.endproc

; plates_draw -- everybody's plate
; In     gavel_at     Out    -     Uses A, X, Y, ink, num_*, tmp*, ui_a     Keeps  -
.proc plates_draw
        ldx #0
@plate:
        stx ui_a
        lda player_flags,x
        lsr a                   ; PF_ALIVE
        bcc @next
        jsr plate_draw
@next:
        ldx ui_a
        inx
        cpx #MAX_PLAYERS
        bne @plate
        rts
.endproc

; plate_draw -- the plate of ui_a: number, token, money; his name or his bid; a shadow
.proc plate_draw
        lda #0
        jsr plate_goto
        ldx ui_a
        jsr plate_find
        sta ui_b
        lda player_flags,x
        bmi @key                ; a computer has no key: its colour goes on
        lda #ON(BLACK, WHITE)
        cpx gavel_at
        bne @key_ink
        lda #ON(BLACK, YELLOW)
@key_ink:
        ldy arm_state
        beq @armed
        lda #ON(YELLOW, DARK)
@armed:
        sta ink
        txa
        clc
        adc #'1'
        bne @key_put            ; always
@key:
        lda ui_b
        sta ink
        lda #' '
@key_put:
        jsr video_put
        lda ui_b
        sta ink
        jsr token_put
        lda auction_bid_lo      ; not enough to top the bid: dark
        cmp player_money_lo,x
        lda auction_bid_hi
        sbc player_money_hi,x
        bcc @enough
        lda #ON(WHITE, DARK)
        sta ink
@enough:
        lda player_money_lo,x
        sta num_lo
        lda player_money_hi,x
        sta num_hi
        lda #PLATE_W - 2
        jsr print_number
        lda #1
        jsr plate_goto
        lda ui_b
        sta ink
        lda ui_a
        cmp auction_bidder
        bne @name
        lda #ON(BLACK, YELLOW)
        sta ink
        lda #'>'
        jsr video_put
        lda #'$'
        jsr video_put
        lda auction_bid_lo
        ldy auction_bid_hi
        jsr word_plain
        jmp @pad
@name:
        asl a
        asl a
        asl a
        tax
        lda #PLATE_W
        sta tmp0
@letter:
        ldy tmp0
        dey
        bne @this
        lda player_names+1,x    ; of eight letters the seventh is left out: the last one tells
        bne @put                ; PLAYER 1 from PLAYER 2
@this:
        lda player_names,x
        beq @pad
@put:
        jsr video_put
        inx
        dec tmp0
        bne @letter
@pad:
        ldy ui_a
        lda plate_x,y
        clc
        adc #PLATE_W
        tax
        jsr text_pad
        lda #2
        jsr plate_goto
        ldx #PLATE_W
        jmp desk_shadow
.endproc

; plate_goto -- cursor to row A of the plate of ui_a     Uses A, X, Y
.proc plate_goto
        ldy ui_a
        ldx plate_x,y
        clc
        adc plate_y,y
        tay
        jmp video_goto
.endproc

