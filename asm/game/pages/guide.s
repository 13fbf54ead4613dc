; guide.s -- the tutorial: a friendly computer explains what a person meets for the first time
;
; It lies where TALK does and is loaded instead (talk_need), while guide_left is not 0.  Each
; explanation is given once, in a bubble over the panel, and waits for a key; RUN/STOP ends the
; tutorial.  Behind the last turn the game goes on as a usual one.
;
; Test tests/asm/game/ui/test_guide.py

.include "pages.inc"
.include "../play/play.inc"
.include "../sys/sys.inc"
.include "../ui/ui.inc"
.include "../video/video.inc"
.include "../zp.inc"
.include "../zp_ui.inc"
.include "../../inc/cpu.inc"
.include "glyphs.inc"

BUBBLE_X        = PANEL_X
BUBBLE_Y        = 3             ; below the lines of two players
BUBBLE_ROWS     = 12            ; a blank one, the words, what goes on in the last but one
BUBBLE_KEY      = BUBBLE_Y + BUBBLE_ROWS - 2
FACE_Y          = BUBBLE_Y + BUBBLE_ROWS + 1
NAME_Y          = FACE_Y + FACE_SIZE
SHORT_CASH      = 200           ; who has less hears of mortgages

.segment "GUIDE_CODE"

.include "words_guide.inc"
; What is explained, in the order of the words.
G_FIRST         = 0             ; the rolls for the first turn
G_ROLL          = 1
G_BUY           = 2
G_AUCTION       = 3
G_RENT          = 4             ; pays it
G_INCOME        = 5             ; gets it
G_DEED          = 6             ; has bought one: colour sets
G_BUILD         = 7
G_GAOL          = 8
G_MORTGAGE      = 9
G_TRADE         = 10
G_CARD          = 11
G_TAX           = 12
G_SALARY        = 13
G_DEBT          = 14
G_RUIN          = 15
G_DONE          = 16            ; the turn may be ended
G_BYE           = 17
MOMENTS         = 18
        .assert GUIDE_SAID * 8 >= MOMENTS, error, "a bit each"

; Events of a person that are explained; rent and bankruptcy have rules of their own.
event_types:    .byte EV_BOUGHT, EV_WON, EV_GROUP, EV_CARD, EV_TAX, EV_SALARY, EV_GAOL
EVENT_TYPES     = * - event_types
event_moments:  .byte G_DEED, G_DEED, G_BUILD, G_CARD, G_TAX, G_SALARY, G_GAOL
        .assert * - event_moments = EVENT_TYPES, error, "a moment each"
; A topic that has not come up by itself comes at the turn at which so many are left: guide_left.
tips:           .byte $FF, $FF, G_RUIN, G_BUILD, G_MORTGAGE, G_GAOL, $FF, G_TRADE
TIPS            = * - tips

ONE_FACE        = 1
.include "portrait.inc"
.include "bubble.inc"

; guide_event -- a person's first moment of a kind is explained; a computer at its turn shows its face
; In     ev_type 0: somebody is to decide; else ev_* as they are shown     Out    ev_*
; Uses   everything ui/ and video/ use     Keeps  -
.proc guide_event
        lda guide_left
        beq @out
        lda panel_shown
        beq @out
        lda computer_stop
        bne @out
        ldy ev_type
        beq guide_prompt
        cpy #EV_ELIMINATED
        beq @ruin
        cpy #EV_RENT
        beq @rent
        ldx ev_player
        cpx #MAX_PLAYERS
        bcs @out
        lda player_flags,x
        bmi @out
        cpy #EV_TURN
        beq @turn
        cpy #EV_FIRST
        beq @turn
        cpy #EV_GROUP
        bne @find
        lda ev_param
        cmp #GROUP_STATIONS
        bcs @out                ; nothing is built there
@find:
        tya
        ldx #EVENT_TYPES - 1
@type:
        cmp event_types,x
        beq @found
        dex
        bpl @type
@out:
        rts
@found:
        lda event_moments,x
        jmp explain
@ruin:
        lda #G_RUIN
        jmp explain
@rent:
        ldx ev_player
        lda player_flags,x
        asl a                   ; PF_CPU
        lda #G_RENT
        bcc @explain
        ldx ev_other
        cpx #MAX_PLAYERS
        bcs @out
        lda player_flags,x
        bmi @out
        lda #G_INCOME
@explain:
        jmp explain
@turn:
        dec guide_left
        bne @out
        lda #G_BYE
        jmp bubble
.endproc
        .assert PF_CPU = $80, error, "persons are told by bit 7"

; guide_prompt -- somebody is to decide
; Uses   everything ui/ and video/ use
.proc guide_prompt
        jsr play_active
        lda player_flags,x
        bpl @person
        jmp guide_face
@person:
        jsr play_mode
        ldx #G_FIRST
        cmp #MODE_FIRST
        beq @explain
        ldx #G_AUCTION
        cmp #MODE_AUCTION
        beq @explain
        ldx #G_DEBT
        cmp #MODE_MUST_PAY
        beq @explain
        cmp #MODE_NORMAL
        bne @out
        jsr play_active
        lda player_money_hi,x
        bmi @debt
        ldy turn_phase
        beq @roll
        ldx #G_BUY
        cpy #PHASE_BUY
        beq @explain
        cpy #PHASE_DONE
        bne @out
        lda #G_DONE
        jsr explain
        jsr play_active
        lda player_money_hi,x
        bne @out
        lda player_money_lo,x
        cmp #SHORT_CASH
        bcs @out
        ldx #G_MORTGAGE
@explain:
        txa
        jmp explain
@debt:
        lda #G_DEBT
        bne explain             ; always
@roll:
        jsr in_gaol
        beq @free
        lda #G_GAOL
        .byte $2C               ; bit abs: skips the next lda
@free:
        lda #G_ROLL
        jsr explain
        ldx #TIPS - 1           ; what is due, and what was due in a turn of debt
@due:
        cpx guide_left
        bcc @out
        txa
        pha
        lda tips,x
        bmi @none
        jsr explain
@none:
        pla
        tax
        dex
        bpl @due
@out:
        rts
.endproc
        .assert PHASE_ROLL = 0, error, "tested by beq"

; explain -- G_* A, unless that has been explained or the tutorial is over
; In     A     Out    ev_*     Uses   everything ui/ and video/ use     Keeps  -
.proc explain
        ldx guide_left
        beq @out
        pha
        pha
        and #7                  ; a bit for each topic: eight in a byte
        tax
        pla
        lsr a
        lsr a
        lsr a
        tay
        lda sprite_bit,x
        and guide_said,y
        bne @known
        lda sprite_bit,x
        ora guide_said,y
        sta guide_said,y
        pla
        bpl bubble              ; always
@known:
        pla
@out:
        rts
.endproc

; bubble -- G_* A in a bubble over the panel, until a key; RUN/STOP: that was the last one
; In     A     Out    ev_*     Uses   everything ui/ and video/ use     Keeps  -
.proc bubble
        pha
        jsr menu_clear
        lda #BUBBLE_ROWS
        ldx #ON(BLACK, WHITE)
        jsr bubble_paper
        lda #BUBBLE_Y + 1
        jsr bubble_inside
        pla
        clc
        adc #<explained
        ldy #>explained
        jsr text_wrap
        ldx #BUBBLE_X + 1
        ldy #BUBBLE_KEY
        jsr video_goto
        lda #ON(BLUE, WHITE)
        sta ink
        lda #<text_on
        ldy #>text_on
        jsr text_at
        jsr bubble_tail
        jsr guide_face
        lda #0
        tay
        jsr zones_set           ; a click anywhere goes on, too
        jsr key_flush
        jsr key_wait
        cmp #KEY_STOP
        bne @on
        lda #0
        sta guide_left
@on:
        lda #BUBBLE_ROWS
        ldx ground
        jsr bubble_paper
        jsr menu_clear
        jsr keys_put
        jsr panel_draw
        jmp play_zones
.endproc

; bubble_paper -- A rows of the panel in colours X     Out rect_*     Uses A, X, Y, ink, cursor, tmp0-tmp2
.proc bubble_paper
        sta rect_h
        lda #BUBBLE_X
        sta rect_x
        lda #COLUMNS - BUBBLE_X
        sta rect_w
        lda #BUBBLE_Y
        sta rect_y
        txa
        jmp rect_paper
.endproc

; guide_face -- portrait and name of who explains, below the bubble or on the cleared panel
; Uses   everything ui/ and video/ use
.proc guide_face
        ldx #GUIDE_SEAT
        jsr face_name
        lda #<faces
        sta ui_ptr
        lda #>faces
        sta ui_ptr+1
        jsr face_fresh
        lda #$FF
        jmp face_cells
.endproc
