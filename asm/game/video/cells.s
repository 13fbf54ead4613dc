; cells.s -- the two buffers of cells that screens are composed in
;
; Test tests/asm/game/ui/test_video.py

.include "video.inc"
.include "../zp.inc"
.include "../zp_ui.inc"

.segment "UI_RODATA"

row_lo:
.repeat ROWS, i
        .byte <(CELLS + i * COLUMNS)
.endrepeat
row_hi:
.repeat ROWS, i
        .byte >(CELLS + i * COLUMNS)
.endrepeat

.segment "UI_LOW"

; Changed part of each row, columns dirty_left..dirty_right; left > right: none.
dirty_left:     .res ROWS
.segment "UI_BSS"
dirty_right:    .res ROWS

.segment "UI_CODE"

; video_goto -- move the cursor
; In     X column 0..39, Y row 0..24     Out    -
; Keeps  X, Y     Uses A
; Time   57 cycles
.proc video_goto
        jsr video_goto_clean
        txa                     ; the column: video_goto_clean keeps X and Y
        ; The cursor marks where a row begins to change, video_put where it ends: only what is
        ; between is compared and drawn.
        cmp dirty_left,y
        bcs @inside             ; the row changes from further left already
        sta dirty_left,y
@inside:
        rts
.endproc
        .assert <CELLS = 0 .and <COLORS = 0, lderror, "one row table serves both buffers"

; video_put -- write one cell and step right; outside 0..39 nothing is written
; In     A glyph, `ink` its colour
; Out    -
; Keeps  X     Uses A, Y
.proc video_put
        ldy cur_x
        ; Text may run over the edge: it is not written, but the cursor still counts it.
        cpy #COLUMNS
        bcs cell_outside
        sta (cell_ptr),y
        lda ink
        sta (color_ptr),y
        ; falls through
.endproc

; video_step -- the cell at the cursor has been written: the row has changed up to there; step right
; In     Y = cur_x     Out    -     Uses   A, Y     Keeps  X
.proc video_step
        tya                     ; the column just written
        ldy cur_y
        cmp dirty_right,y
        bcc cell_outside        ; the row changes further right already
        sta dirty_right,y
        ; falls through
.endproc

cell_outside:
        inc cur_x
        rts

; rect_fill -- fill a rectangle of cells
; Each row is filled from its right end, so Y, the column, counts down with X and needs no compare.
; In     A glyph, `ink`, rect_x rect_y rect_w rect_h
; Out    -
; Keeps  rect_*     Uses A, X, Y, cursor, tmp0-tmp2
.proc rect_fill
        sta tmp0
        jsr rect_open
@row:
        jsr rect_row
@cell:
        lda tmp0                ; the glyph, as A carries the ink as well
        sta (cell_ptr),y
        lda ink
        sta (color_ptr),y
        ; From right to left: X counts the width, Y is the column, and nothing else is needed.
        dey
        dex
        bne @cell
        dec tmp1
        bne @row
        rts
.endproc

; rect_color -- recolour a rectangle, glyphs stay
; In     `ink`, rect_x rect_y rect_w rect_h
; Out    -
; Keeps  rect_*     Uses A, X, Y, cursor, tmp1, tmp2
.proc rect_color
        jsr rect_open           ; counts rows down in tmp1
@row:
        jsr rect_row
        lda ink                 ; once a row: rect_row has used A
@cell:
        sta (color_ptr),y
        dey
        dex
        bne @cell
        dec tmp1
        bne @row
        rts
.endproc

; rect_open -- tmp1 = rows still to do, tmp2 = the next     Uses A
.proc rect_open
        lda rect_h
        sta tmp1
        lda rect_y
        sta tmp2
        rts
.endproc

; rect_row -- the next row of a rectangle: cursor, changed part
; Out    Y its last column, X = rect_w     Uses A
.proc rect_row
        ldx rect_x
        ldy tmp2
        inc tmp2                ; for the next call
        jsr video_goto
        txa
        clc
        adc rect_w              ; one past the last column
        sbc #0                  ; C is clear: less 1
        cmp dirty_right,y
        bcc @inside
        sta dirty_right,y
@inside:
        tay
        ldx rect_w
        rts
.endproc

; rows_scroll -- move a block of rows one up; the last row keeps its content
; In     rect_x rect_y rect_w rect_h: rect_y is the row that is lost     Out    -
; Keeps  rect_*     Uses A, X, Y, cursor, vid_src, vid_dst, tmp1, tmp2
.proc rows_scroll
        jsr rect_open           ; tmp2: the row that is overwritten
        dec tmp1                ; the last row has none below it to take
        beq @done
@row:
        ldy tmp2
        lda row_lo+1,y          ; + 1: the row below
        sta vid_src             ; low byte of both buffers
        sta vid_dst
        lda row_hi+1,y
        sta vid_src+1
        eor #>COLORS ^ >CELLS   ; the two buffers have equal low bytes: one table serves both
        sta vid_dst+1
        jsr rect_row
@cell:
        lda (vid_src),y
        sta (cell_ptr),y
        lda (vid_dst),y         ; vid_dst is a second source here: the row's colours
        sta (color_ptr),y
        dey
        dex
        bne @cell
        dec tmp1
        bne @row
@done:
        rts
.endproc
