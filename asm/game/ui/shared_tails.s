; shared_tails.s -- what many routines do in the same few instructions
;
; Test tests/asm/game/ui/test_modules.py

.include "ui.inc"
.include "../play/play.inc"
.include "../sys/sys.inc"
.include "../video/video.inc"
.include "../zp.inc"
.include "../zp_ui.inc"

.segment "UI_CODE"

; spaced_put -- a glyph and a blank at the cursor
; In     A glyph, `ink`     Out    -     Uses   A, Y     Keeps  X
.proc spaced_put
        jsr video_put
        ; falls through
.endproc

; space_put -- a blank at the cursor
; In     `ink`     Out    -     Uses   A, Y     Keeps  X
.proc space_put
        lda #' '
        jmp video_put
.endproc

; token_spaced -- a player's token and a blank
; In     X player, `ink`     Out    -     Uses   A, Y     Keeps  X
.proc token_spaced
        jsr token_put
        jmp space_put
.endproc

; page_ready -- a page is whole: what clicks stand for, the display on, and no key of before
; In     A low, Y high of a table of ZONE     Out    -     Uses   as video_show     Keeps  -
.proc page_ready
        jsr zones_set
        jsr video_show
        jmp key_flush
.endproc

; rect_paper -- a rectangle of one colour
; In     A colours, rect_*     Out    ink     Uses   A, X, Y, cursor, tmp0-tmp2
; Keeps  rect_*
.proc rect_paper
        sta ink
        ; falls through
.endproc

; rect_clear -- a rectangle of blanks
; In     `ink`, rect_*     Out    -     Uses   A, X, Y, cursor, tmp0-tmp2
; Keeps  rect_*
.proc rect_clear
        lda #' '
        jmp rect_fill
.endproc

; sound_press, sound_move, sound_refuse -- what a key is answered with
; In     -     Out    -     Uses   A, X     Keeps  -
.proc sound_press
        ldx #EFFECT_PRESS
        bne sound               ; always
.endproc

.proc sound_refuse
        ldx #EFFECT_REFUSE
        bne sound               ; always
.endproc

.proc sound_move
        ldx #EFFECT_MOVE
        ; falls through
.endproc

.proc sound
        jmp effect_play
.endproc
        .assert EFFECT_PRESS <> 0 .and EFFECT_REFUSE <> 0, error, "branches always"

; word_plain -- a number as it is
; In     A low, Y high     Out    -     Uses   A, X, Y, tmp2, tmp3, num_*     Keeps  -
.proc word_plain
        sta num_lo
        sty num_hi
        ; falls through
.endproc

; number_plain -- the same in num_lo, num_hi
; In     num_lo, num_hi     Out    -     Uses   A, X, Y, tmp2, tmp3, num_*     Keeps  -
.proc number_plain
        lda #1
        jmp print_number
.endproc

; square_round -- a step beyond either end of the board leads to the other end
; In     A  square, after a step forward or back;  N from it     Out    A     Keeps  X, Y     Uses   N C Z
.proc square_round
        bpl @above
        lda #SQUARES - 1
@above:
        cmp #SQUARES
        bcc @inside
        lda #0
@inside:
        rts
.endproc
