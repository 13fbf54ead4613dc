; ring_lines.s -- the lines of the board's ring: one dot wide, between the squares and round the stage
;
; They belong to places, not to glyphs: draw_glyphs (commit.s) draws a cell, draw_lines adds them.
;
; Test tests/asm/game/ui/test_board.py

.include "video.inc"
.include "../zp_ui.inc"
.include "../../inc/cpu.inc"

LINE_LEFT       = %11000000     ; lines of the ring, in ring_columns and ring_rows
LINE_RIGHT      = %00100000
LINE_TOP        = %00011000
LINE_BOTTOM     = %00000100

.segment "UI_BSS"

ring_lines:     .res 1          ; nonzero: the board is in view, with the lines of its ring

.segment "UI_RODATA"

; Lines of one dot between the squares and round the stage.  A cell has those that both its
; column and its row have: bit 7 left of the squares along bottom and top, 6 left of the
; stage, 5 right of it, 4 above the squares at the sides, 3 above the stage, 2 below it.
ring_columns:
        .byte $10, $10, $10, $CC
.repeat 8
        .byte $0C, $8C
.endrepeat
        .byte $2C, $90, $10, $10
        .assert * - ring_columns = RING_SIZE, error, "a column each"
ring_rows:
        .byte $80, $80, $80, $78
.repeat 8
        .byte $60, $70
.endrepeat
        .byte $64, $90, $80, $80
        .assert * - ring_rows = RING_SIZE, error, "a row each"

.segment "UI_CODE"

; draw_lines -- the lines of a cell of the ring's columns into the bitmap, over its glyph
; In     Y column = vid_keep, vid_row, vid_dst the row     Out    Y = vid_keep     Keeps  -
; Uses   A, X, vid_src
.proc draw_lines
        ldx vid_row
        cpx #RING_SIZE
        bcs @plain
        lda ring_columns,y
        ; A line stands where both the column and the row have it: one table for each instead of
        ; 576 cells.
        and ring_rows,x
        beq @plain
        tax
        tya
        asl a
        asl a
        asl a
        tay                     ; C is clear: there are fewer than 32 columns
        txa
        and #LINE_TOP           ; above a side's square, or above the stage
        beq @right
        lda #$FF
        sta (vid_dst),y         ; the upper line of dots
@right:
        txa
        and #LINE_RIGHT | LINE_LEFT ; a cell has one of them at most
        beq @bottom
        and #LINE_LEFT
        beq @down
        lda #$80 - 1            ; the left dot; bit 0 is the right one
@down:
        adc #1
        sta vid_src
@dot:
        lda (vid_dst),y         ; into the glyph's own dots
        ora vid_src
        sta (vid_dst),y
        iny
        tya
        and #7
        bne @dot
        tya
        sbc #7                  ; C is clear: eight less
        tay
@bottom:
        txa
        and #LINE_BOTTOM        ; below the stage only
        beq @done
        tya
        ora #7
        tay
        lda #$FF
        sta (vid_dst),y
@done:
        ldy vid_keep
@plain:
        rts
.endproc

; ring_open, ring_close -- from now on there are lines in the ring, or not
; In     -     Out    -     Uses   A, X     Keeps  Y
.proc ring_open
        lda #1
        bne ring_set            ; always
.endproc

.proc ring_close
        lda #0
        ; falls through
.endproc

; ring_set -- In A as ring_lines; if that is new, all cells are to be drawn again
.proc ring_set
        cmp ring_lines          ; nothing new: nothing to draw again
        beq ring_done
        sta ring_lines
        ; falls through
.endproc

; shown_clear -- the record says that another glyph is shown everywhere, so that all is drawn again
; In     -     Out    -     Uses   A, X     Keeps  Y
.proc shown_clear
        lda #BANK_ALL_RAM       ; the record lies below the I/O area
        sta PORT
        lda #0                  ; no glyph that is ever shown
        ldx #CELLS_QUARTER
@cell:
.repeat 4, i
        sta SHOWN - 1 + i * CELLS_QUARTER,x
.endrepeat
        dex
        bne @cell
        jmp bank_io
.endproc
ring_done:
        rts
