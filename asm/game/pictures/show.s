; show.s -- a full picture of the disk in the place of a page
;
; It is unpacked to where it is shown, so it takes no memory.  The cell buffers have its colours and
; a glyph that is never drawn: what is written afterwards is drawn over it, cell by cell.  The
; next page begins with screen_clear, and sets the border's colour.
;
; Test tests/asm/game/pictures/test_show.py

.include "show.inc"
.include "../video/video.inc"
.include "../sys/disk.inc"
.include "../sys/drive_fast.inc"
.include "../sys/sys.inc"
.include "../zp_ui.inc"
.include "../../inc/cpu.inc"
.include "../../inc/vic.inc"

.import bar_end
BORDER_AT       = MATRIX + ROWS * COLUMNS ; a file brings it behind its matrix
UNKNOWN         = 0             ; a glyph that is never written
QUARTERS        = 4

.segment "UI_CODE"

; picture_show -- load a picture and show it, if it can be had
; In     X  PICTURE_*
; Out    C=0 it is shown;  C=1 it is not: the display is off, the bitmap is not what the buffers say
; Uses   everything but the state     Keeps  -
.proc picture_show
        jsr prefetch_end
        txa
        pha
        jsr video_blank
        lda #0
        sta bar_end             ; no bar
        pla
        tax
        jsr file_unpack
        php
        jsr picture_take
        plp
        bcs @none
        lda BORDER_AT
        sta VIC_BORDER
        jsr video_show
        clc
@none:
        rts
.endproc

; picture_take -- the buffers have the colours of what matrix and bitmap show, and no glyph
; In     -     Out    -     Uses   A, X     Keeps  Y
.proc picture_take
        ldx #CELLS_QUARTER
@cell:                          ; the buffers have no glyphs, and the picture's colours
.repeat ::QUARTERS, i
        lda MATRIX - 1 + i * CELLS_QUARTER,x
        sta COLORS - 1 + i * CELLS_QUARTER,x
.endrepeat
        lda #UNKNOWN
.repeat ::QUARTERS, i
        sta CELLS - 1 + i * CELLS_QUARTER,x
.endrepeat
        dex
        bne @cell
        jsr shown_clear
        jmp rows_clean
.endproc
