; dice.s -- the two dice on the stage
;
; Test tests/asm/game/ui/test_play.py

.include "video.inc"
.include "stage.inc"
.include "../pages/pages.inc"
.include "../play/play.inc"
.include "../sys/sys.inc"
.include "../ui/ui.inc"
.include "../zp.inc"
.include "../zp_ui.inc"
.include "glyphs.inc"

.segment "UI_BSS"

die_1:          .res 1
die_2:          .res 1
tumble_seed:    .res 1

.segment "UI_MORE"

; Nine cells of each face; corners without a pip stand on the table's colour.
faces:
        .byte GLYPH_DIETL, GLYPH_SOLID, GLYPH_DIETR
        .byte GLYPH_SOLID, GLYPH_PIP, GLYPH_SOLID
        .byte GLYPH_DIEBL, GLYPH_SOLID, GLYPH_DIEBR

        .byte GLYPH_PIPTL, GLYPH_SOLID, GLYPH_DIETR
        .byte GLYPH_SOLID, GLYPH_SOLID, GLYPH_SOLID
        .byte GLYPH_DIEBL, GLYPH_SOLID, GLYPH_PIPBR

        .byte GLYPH_PIPTL, GLYPH_SOLID, GLYPH_DIETR
        .byte GLYPH_SOLID, GLYPH_PIP, GLYPH_SOLID
        .byte GLYPH_DIEBL, GLYPH_SOLID, GLYPH_PIPBR

        .byte GLYPH_PIPTL, GLYPH_SOLID, GLYPH_PIPTR
        .byte GLYPH_SOLID, GLYPH_SOLID, GLYPH_SOLID
        .byte GLYPH_PIPBL, GLYPH_SOLID, GLYPH_PIPBR

        .byte GLYPH_PIPTL, GLYPH_SOLID, GLYPH_PIPTR
        .byte GLYPH_SOLID, GLYPH_PIP, GLYPH_SOLID
        .byte GLYPH_PIPBL, GLYPH_SOLID, GLYPH_PIPBR

        .byte GLYPH_PIPTL, GLYPH_SOLID, GLYPH_PIPTR
        .byte GLYPH_PIPL, GLYPH_SOLID, GLYPH_PIPR
        .byte GLYPH_PIPBL, GLYPH_SOLID, GLYPH_PIPBR
face_at:
        .byte 0, 0, 9, 18, 27, 36, 45 ; [face] its first cell; there is no face 0

.segment "UI_MORE"

; dice_draw -- both dice on the stage
; In     X, Y faces 1-6     Uses A, X, Y, tmp*, ink     Out    -     Keeps  -
.proc dice_draw
        stx die_1
        sty die_2
        jsr die_1_draw
        ; falls through
.endproc

; die_2_draw, die_1_draw -- one of them where it comes to rest
; In     -     Uses A, X, Y, tmp*, ink     Out    -     Keeps  -
.proc die_2_draw
        ldx die_2
        lda #DICE_X + DIE_STEP
        bne die_draw            ; always
.endproc

.proc die_1_draw
        ldx die_1
        lda #DICE_X
        ; falls through
.endproc

; die_draw -- In X face, A column
.proc die_draw
        sta tmp2                ; the column, where each line begins
        lda #DICE_Y
        sta tmp3
        lda face_at,x
        sta tmp4
        lda #3                  ; three lines of three cells
        sta tmp5
@line:
        ldx tmp2
        ldy tmp3
        jsr video_goto
        lda #3
        sta tmp6
@cell:
        ldx tmp4
        inc tmp4                ; a face's nine cells follow one another
        ldy faces,x
        lda #ON(WHITE, BLACK)   ; pips are black
        ; Below and above this range are dots of the die; the range are its round corners, which
        ; need the paper of the table.
        cpy #GLYPH_DIETL
        bcc @ink
        cpy #GLYPH_DIEBR + 1
        bcs @ink
        lda baize               ; bare corners show the table
        and #$0F                ; the baize's paper
        ora #ON(WHITE, 0)
@ink:
        sta ink
        tya                     ; Y kept the glyph while A made the colour
        jsr video_put
        dec tmp6
        bne @cell
        inc tmp3
        dec tmp5
        bne @line
        rts
.endproc
        .assert GLYPH_DIEBR = GLYPH_DIETL + 3, error, "bare corners are one range"

; dice_tumble -- throw them, then show the faces
; In     X, Y faces 1-6     Uses A, X, Y, tmp*, rect_*, ink, arg0-arg2, board_*, what ui_wait uses
; Out    -     Keeps  -
.proc dice_tumble
        lda prefs + PREF_TOKENS
        bne dice_draw           ; nothing moves
        txa                     ; the faces, over the flight
        pha
        tya
        pha
        jsr dice_fly
        pla
        tay
        pla
        tax
        jsr dice_draw
        ; First the cells, then the sprites: the other way round the dice would be away for a
        ; picture.
        jsr video_commit        ; they lie there before the sprites go
        jmp sprites_return
.endproc

; dice_clear -- no dice on the stage
; In     -     Out    -     Uses   A, X, Y, rect_*, ink, tmp*     Keeps  -
.proc dice_clear
        lda baize               ; spaces in the paper of the stage
        sta ink
        lda #DICE_Y
        sta rect_y
        lda #3                  ; three by three cells a die
        sta rect_w
        sta rect_h
        lda #DICE_X
        jsr @one                ; the first; the second by falling into it
        lda #DICE_X + DIE_STEP
@one:
        sta rect_x
        lda #' '
        jmp rect_fill
.endproc

; face_other -- some face that die X does not show; only for the eye
; In     X  0, 1     Out    A 1-6     Uses   A     Keeps  X
.proc face_other
        lda tumble_seed
        asl a
        bcc @no
        ; A shift register of eight bits. It is not the game's generator, so watching does not
        ; change what is thrown.
        eor #$1D
@no:
        eor irq_tick            ; the time of asking: two throws do not look alike
        sta tumble_seed
        and #3                  ; 0 to 3, and C makes it one more
        sec
        adc die_1,x             ; one to four further on
        cmp #7                  ; 2 to 10 before
        bcc @face
        sbc #6                  ; C is set: faces count round from 1 to 6
@face:
        rts
.endproc
        .assert die_2 = die_1 + 1, lderror, "indexed"
