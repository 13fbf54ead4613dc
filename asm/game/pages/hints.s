; hints.s -- what the first game is about, told when it matters
;
; A player who has to decide gets one hint, if there is one that suits and has not been given
; yet: each hint once.  They end with the first game that is played to its end, or by the options.
;
; Test tests/asm/game/ui/test_hints.py

.include "pages.inc"
.include "../play/play.inc"
.include "../ui/ui.inc"
.include "../video/video.inc"
.include "../zp_ui.inc"

HINT_FIRST      = 0             ; rolls for the first turn
HINT_AUCTION    = 1
HINT_DEBT       = 2
HINT_GAOL       = 3
HINT_BUY        = 4
HINT_WHOLE      = 5             ; he has a whole group
HINT_RENT       = 6             ; he stands on somebody's deed
HINT_MORE       = 7             ; he has all of a group but one, which another player has
STREETS         = 8             ; groups of them

.include "words_hints.inc"

.segment "UI_BSS"

hints_told:     .res 1          ; a bit for each

.segment "UI_CODE"

; hint_show -- below the board: what the decision is about
; In     -     Out    -     Uses   A, X, Y, ui_a, ui_b and what say uses     Keeps  -
.proc hint_show
        lda prefs + PREF_HINTS
        ora computer_stop
        bne @none
        jsr hint_find
        bcs @none
        ldx ui_a
        lda sprite_bit,x
        and hints_told
        bne @none
        lda sprite_bit,x
        ora hints_told
        sta hints_told
        lda #ON(YELLOW, BROWN)
        sta say_ink
        txa
        clc
        adc #<hints             ; their numbers follow one another
        ldy #>hints
        jmp say
@none:
        rts
.endproc

.segment "UI_CODE"

; hint_find -- what the decision is about
; In     -     Out    C=0 ui_a = HINT_*;  C=1 nothing     Uses A, X, Y, ui_a, ui_b
.proc hint_find
        jsr play_mode
        ldy #HINT_FIRST
        cmp #MODE_FIRST
        beq @found
        iny
        cmp #MODE_AUCTION
        beq @found
        iny
        cmp #MODE_MUST_PAY
        beq @found
        cmp #MODE_NORMAL
        bne @none
        jsr play_active
        lda player_money_hi,x
        bmi @found
        iny                     ; HINT_GAOL
        jsr in_gaol
        bne @found
        iny
        lda turn_phase
        cmp #PHASE_BUY
        beq @found
        cmp #PHASE_DONE
        bne @none
        stx ui_b
        sty ui_a                ; not yet one of them
        ldx #STREETS - 1
@group:
        txa
        asl a
        asl a
        asl a
        ora ui_b
        tay
        lda player_groups,y
        ldy #HINT_WHOLE
        cmp group_size,x
        beq @found
        adc #1                  ; C is clear: less
        cmp group_size,x
        bne @next
        ldy #SQUARES - 1        ; the last one is somebody's: the bank does not trade
@square:
        txa
        cmp square_group,y
        bne @other
        lda square_owner,y
        bmi @next
@other:
        dey
        bpl @square
        lda #HINT_MORE
        sta ui_a
@next:
        dex
        bpl @group
        ldx ui_b
        ldy player_square,x
        lda square_owner,y
        ldy #HINT_RENT
        cmp #MAX_PLAYERS
        bcs @more               ; nobody's
        cmp ui_b
        bne @found
@more:
        lda ui_a
        cmp #HINT_MORE          ; C=1: it is
        bcs @set
@none:
        sec
        rts
@found:
        sty ui_a
@set:
        clc
        rts
.endproc
        .assert NO_PLAYER >= $80, error, "the bank's deeds are told by bit 7"
