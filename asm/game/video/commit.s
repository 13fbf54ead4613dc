; commit.s -- bring the buffers to the screen without a torn picture
;
; The bitmap lies below the KERNAL, the font and the record of what is shown
; below the I/O area, so drawing runs with all ROM and I/O banked out; the
; interrupt banks I/O in for itself.
;
; Few changed glyphs: drawn from line 250 on, all before the beam reaches the
; first of them (ONCE_*: how many fit).
; Many: in one picture the changed cells become blank paper of their new colour, they are
; drawn unseen, and in one picture the ink comes: a sheet is laid, then printed.
; Each of the two sweeps starts at line 250 and stays ahead of the beam: a row of
; 25 columns takes less time than the beam needs for it, and a row of 40 little
; more, which the lead at the start covers.
;
; Test tests/asm/game/ui/test_video.py

.include "video.inc"
.include "../pictures/show.inc"
.include "../sys/sys.inc"
.include "../zp.inc"
.include "../zp_ui.inc"
.include "../../inc/cia.inc"
.include "../../inc/cpu.inc"
.include "../../inc/vic.inc"

ONCE_PAL        = 23            ; glyphs that fit before the first row is shown
ONCE_NTSC       = 11
ONCE_ROW_COST   = 3             ; a changed row, in glyphs, besides its cells
ONCE_A_ROW      = 2             ; and how many more for every further row
BOARD_ROWS      = 24            ; rows and columns of the board; beside it the panel
BOARD_WIDTH     = 25
LINE_LEFT       = %11000000     ; lines of the ring, in ring_columns and ring_rows
LINE_RIGHT      = %00100000
LINE_TOP        = %00011000
LINE_BOTTOM     = %00000100

.segment "UI_BSS"

parts_changed:  .res 1          ; PARTS_BOARD, PARTS_PANEL
ring_lines:     .res 1          ; nonzero: the board is in view, with the lines of its ring

.segment "UI_RODATA"

shown_row_hi:
.repeat ROWS, i
        .byte >(SHOWN + i * COLUMNS)
.endrepeat
bitmap_lo:
.repeat ROWS, i
        .byte <(BITMAP + i * 320)
.endrepeat
bitmap_hi:
.repeat ROWS, i
        .byte >(BITMAP + i * 320)
.endrepeat
matrix_hi:
.repeat ROWS, i
        .byte >(MATRIX + i * COLUMNS)
.endrepeat
        .assert <SHOWN = 0 .and <MATRIX = 0, lderror, "one low table serves all"

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

.segment "START"

; video_init -- set every register of the VIC; without the loader's picture, which stays, display off
; In     picture_there     Out    -     Uses   A, X, Y; leaves interrupts as they are     Keeps  -
.proc video_init
        lda #$C8
        sta VIC_CONTROL2        ; 40 columns, no multicolour
        ; $D018: bits 4 to 7 are the matrix in steps of 1 KB, bit 3 the half of the bank the
        ; bitmap lies in.
        lda #<(((MATRIX & $3C00) >> 6) | ((BITMAP & $2000) >> 10))
        sta VIC_MEMORY
        lda CIA2_DDRA           ; the other bits belong to the serial bus
        ora #$03                ; both bank bits are outputs
        sta CIA2_DDRA
        lda CIA2_PRA
        ; bits 0 and 1 are the bank, inverted: 0 is $C000-$FFFF
        and #$FC                ; bank 3
        sta CIA2_PRA
        ldx picture_there
        bne @shown
        lda #$0B                ; the bitmap is random
        sta VIC_CONTROL1
        lda #BLACK
        sta VIC_BORDER
@shown:
        lda #BLACK
        ; A hires bitmap has all its colours in the matrix; in multicolour rows %00 is the first
        ; of these.
        sta VIC_BACKGROUND
        sta VIC_BACKGROUND + 1
        sta VIC_BACKGROUND + 2
        sta VIC_BACKGROUND + 3
        ldx #ROWS - 1           ; every row clean
@rows:
        lda #COLUMNS            ; left beyond right: nothing has changed
        sta dirty_left,x
        lda #0
        sta dirty_right,x
        dex
        bpl @rows
        sta blanked
        ldx picture_there
        bne @done
        ldx #BANK_ALL_RAM
        stx PORT
        lda #<BITMAP            ; a whole page at a time: its low byte is 0
        sta vid_dst
        lda #>BITMAP
        sta vid_dst+1
        ldy #0
        ldx #31                 ; 31 pages here, 64 bytes below: 8000
        tya
@page:
        sta (vid_dst),y
        iny
        bne @page
        inc vid_dst+1
        dex
        bne @page               ; leaves X = 0 for the rest
@last:
        sta BITMAP + 31 * 256,x
        inx
        cpx #<8000              ; behind it lies a sprite's image
        bne @last
        ldx #0
@cells:
.repeat 4, i
        ; 250 * 4 = 1000 cells. An index of one byte reaches only 256, hence four stores in one
        ; loop.
        lda #$20                ; blank, black on black
        sta CELLS + i * 250,x
        sta SHOWN + i * 250,x   ; the record agrees with the cleared bitmap
        lda #0
        sta COLORS + i * 250,x
        sta MATRIX + i * 250,x
.endrepeat
        inx
        cpx #250
        bne @cells
        lda #BANK_IO
        sta PORT
@done:
        rts
.endproc

.segment "UI_CODE"

        .assert SPRITES >> 14 = 3 .and MATRIX >> 14 = 3 .and BITMAP >> 14 = 3, lderror, "bank 3"
        .assert <BITMAP = 0, lderror, "cleared by video_init"

; video_blank -- display off from the next picture: a page is drawn unseen
; In     -     Out    -     Uses   A, X
; Keeps  Y
.proc video_blank
        jsr frame_wait
        ; Bit 4 clear: the display is off. The VIC looks at it in line 48 only, so a picture is
        ; there or not as a whole.
        lda #$2B
        sta VIC_CONTROL1
        lda #1                  ; commits go without waiting from here on
        sta blanked
        rts
.endproc

; video_show -- draw everything that changed, then display on
; In     -     Out    -     Uses   A, X, Y, vid_*     Keeps  -
.proc video_show
        jsr video_commit
        jsr frame_wait          ; on below the picture, so that the next one is whole
        ; falls through
.endproc

; video_on -- display on from the next picture
.proc video_on
        lda #0
        sta blanked
        lda #$3B                ; bitmap mode, display on, 25 rows, scroll 3
        sta VIC_CONTROL1
        rts
.endproc

; row_open -- pointers to row vid_row; C=1 nothing changed there
; Out    C=0: vid_left, vid_right, cell_ptr, color_ptr, old_ptr
; Uses   A, Y
.proc row_open
        ldy vid_row             ; one row of all four buffers
        lda dirty_left,y
        cmp dirty_right,y
        beq @some
        bcs @none               ; left beyond right, and not equal: nothing
@some:
        sta vid_left
        lda dirty_right,y
        sta vid_right
        lda row_lo,y
        sta cell_ptr            ; low bytes are equal in all of them
        sta color_ptr
        sta old_ptr
        lda row_hi,y
        sta cell_ptr+1
        clc
        adc #>(COLORS - CELLS)  ; colours lie so many pages behind the glyphs
        sta color_ptr+1
        lda shown_row_hi,y      ; the record has a table of its own
        sta old_ptr+1
        clc                     ; something changed
@none:
        rts
.endproc

; video_commit -- show what changed
;
; Always waits for the end of a picture, so a loop around it runs once a frame, unless the
; display is off.
; In     -     Out    everything drawn into the buffers is on the screen
; Uses   A, X, Y, vid_*, cursor     Keeps  -
.proc video_commit
        lda cur_x               ; drawing uses the cursor's pointers: it is put back at the end
        pha
        lda cur_y
        pha
        lda #BANK_ALL_RAM
        sta PORT
        jsr count_changes
        ; The carry is kept in bit 7 while A is needed: bit asks for it by N.
        ror vid_keep            ; C = too many
        lda blanked             ; the display is off: no picture to be torn
        bne @unseen
        bit vid_keep            ; too many for one picture: lay paper first
        bmi @many
        lda vid_count           ; no glyph changed: only colours
        beq @colors
        jsr frame_wait          ; line 250: the lead over the beam begins
        jsr draw_glyphs
        jsr show_colors
        jmp @done
@many:
        jsr cover_prepare       ; before the beam is waited for: it takes its time
        jsr frame_wait
        jsr cover               ; changed cells are blank paper now
@unseen:
        jsr draw_glyphs         ; unseen: on blank paper, or the display is off
        lda blanked
        bne @now                ; no beam to stay ahead of
@colors:
        jsr frame_wait
@now:
        jsr uncover             ; the ink comes
@done:
        jsr rows_clean
        pla
        tay
        pla
        tax
        ; falls through
.endproc

; video_goto_clean -- restore the cursor without marking the row as changed
; A marked row is compared and copied by the next commit, though nothing in it changed: this leaves
; the row unmarked.
; In     X column, Y row     Out    -     Keeps  X, Y     Uses   A
.proc video_goto_clean
        stx cur_x               ; the cursor for video_put
        sty cur_y
        lda row_lo,y
        sta cell_ptr
        sta color_ptr
        lda row_hi,y
        sta cell_ptr+1
        clc
        adc #>(COLORS - CELLS)
        sta color_ptr+1
        rts
.endproc

; rows_clean -- nothing waits to be drawn; BANK_IO
; In     -     Out    -     Uses   A, X     Keeps  Y
.proc rows_clean
        ldx #ROWS - 1           ; A and X only: Y is a caller's
@row:
        lda #COLUMNS            ; left beyond right marks a row as clean
        sta dirty_left,x
        lda #0
        sta dirty_right,x
        dex
        bpl @row
        ; falls through
.endproc

; bank_io -- the I/O area is back
; In     -     Out    A = BANK_IO     Uses   flags     Keeps  X, Y
.proc bank_io
        lda #BANK_IO
        sta PORT
        rts
.endproc

; count_changes -- vid_count = changed glyphs; C=1: too much to draw at once
;
; vid_limit is what can be done until the beam comes to the first changed row,
; in units of a drawn glyph: every row costs some, and every eight cells.
; Uses   A, X, Y, vid_*
.proc count_changes
        ; The time until the beam reaches the first row: on NTSC less than half, as a picture
        ; has 49 lines fewer.
        lda #ONCE_PAL           ; glyphs that can be drawn in the lead
        ldx machine_ntsc
        beq :+
        lda #ONCE_NTSC
:       sta vid_limit
        lda #0
        sta vid_count
        sta vid_row
        sta parts_changed
        sta vid_keep            ; nonzero: a changed row has been met
@row:
        jsr row_open            ; C=1: a clean row
        bcs @clean
        inc vid_keep
        jsr part_note
        lda vid_right           ; the row's width: cells to compare
        sec
        sbc vid_left
        lsr a                   ; a cell that is only compared is an eighth of a glyph's cost
        lsr a
        lsr a
        clc
        adc #ONCE_ROW_COST
        sta vid_src             ; free here: nothing is drawn while it counts
        lda vid_limit
        sec
        sbc vid_src
        sta vid_limit
        bmi @enough             ; too many: how many is not needed any more
        ldy vid_right           ; from right to left, as it is drawn
@cell:
        lda (cell_ptr),y
        cmp (old_ptr),y
        beq @same
        inc vid_count           ; 0 in the end: colours only
        dec vid_limit
        bmi @enough
@same:
        cpy vid_left
        beq @next
        dey
        bpl @cell
@clean:
        lda vid_keep            ; once a row has changed there is no more time to gain
        bne @next
        lda vid_limit
        clc
        ; Nothing changed up to here: the beam needs a row's time more to come to the first
        ; change, so there is time for more.
        adc #ONCE_A_ROW
        sta vid_limit
@next:
        inc vid_row
        lda vid_row
        cmp #ROWS
        bne @row
        clc                     ; few enough
        rts
@enough:
@rest:
        inc vid_row             ; too many: the parts are still to be found
        lda vid_row
        cmp #ROWS
        bcs @done               ; C is set
        jsr row_open
        bcs @rest
        jsr part_note
        jmp @rest
@done:
        rts
.endproc

; part_note -- row vid_row has changed: parts_changed     Uses A, X
.proc part_note
        ldx parts_changed       ; kept in X while A is compared
        lda vid_row
        cmp #BOARD_ROWS         ; the row below goes with the panel
        bcs @panel
        lda vid_left
        cmp #BOARD_WIDTH        ; it begins right of the board: only the panel
        bcs @panel
        txa
        ora #PARTS_BOARD
        tax
        lda vid_right           ; does it reach the panel as well?
        cmp #BOARD_WIDTH
        bcc @set
@panel:
        txa
        ora #PARTS_PANEL
        tax
@set:
        stx parts_changed
        rts
.endproc

; part_open -- which columns of row vid_row have to be copied: board, panel, both
; In     vid_left, vid_right     Out Y = last column, X = groups of five
.proc part_open
        ldy #COLUMNS - 1        ; the whole row, until the ends say less
        ldx #COLUMNS / 5
        lda vid_right
        cmp #BOARD_WIDTH
        bcs @panel
        ldy #BOARD_WIDTH - 1    ; the change ends on the board
        ldx #BOARD_WIDTH / 5
        rts
@panel:
        lda vid_left
        cmp #BOARD_WIDTH
        bcc @both
        ldx #(COLUMNS - BOARD_WIDTH) / 5 ; it begins beside it: Y is the last column already
@both:
        rts
.endproc

; cover_prepare -- COVERED = the colours now; of changed glyphs the new paper, blank
; Uses   A, X, Y, vid_*     Time: about 30 cycles a cell, not bound to the beam
.proc cover_prepare
        lda #0
        sta vid_row
@row:
        jsr row_open
        bcs @next
        ldx vid_row             ; source and goal are the same row of two buffers
        lda row_lo,x
        sta vid_src
        sta vid_dst
        lda matrix_hi,x
        sta vid_src+1
        clc
        adc #>(COVERED - MATRIX) ; the same place in another buffer: low bytes are equal
        sta vid_dst+1
        jsr part_open
        lda #0                  ; first column of the part
        cpx #(COLUMNS - BOARD_WIDTH) / 5 ; the panel's part only begins at its first column
        bne @part
        lda #BOARD_WIDTH
@part:
        sta vid_limit
@cell:
        lda (cell_ptr),y        ; only changed glyphs go blank
        cmp (old_ptr),y
        beq @same
        lda (color_ptr),y       ; of the new colours
        and #$0F                ; the paper; its ink is the same, so the cell is blank
        tax
        lda blank_inks,x
        jmp @put
@same:
        lda (vid_src),y         ; unchanged: the colours it has
@put:
        sta (vid_dst),y
        cpy vid_limit
        beq @next
        dey
        bpl @cell
@next:
        inc vid_row
        lda vid_row
        cmp #ROWS
        bne @row
        rts
.endproc

.segment "UI_RODATA"
blank_inks:
.repeat 16, i
        .byte ON(i, i)
.endrepeat
.segment "UI_CODE"

; cover -- the prepared colours into the matrix
; uncover -- the new colours into the matrix
;
; The lead is too short for 40 columns in every row on NTSC, and on the board's page, where
; tokens take cycles: there the board goes first, the panel and the row below one
; picture later.
; Time   14 cycles a cell and 150 a row, in step with the beam
.proc cover
        lda #>(COVERED - MATRIX)
        bne sweep               ; always: the buffers lie pages apart
.endproc

.proc uncover
        lda #>(COLORS - MATRIX)
        ; falls through
.endproc

.proc sweep
        sta vid_keep
        lda blanked             ; 1: nobody sees it
        ; Blanked is 0 or 1, and A is 0 now if the display is off: then no beam has to be kept
        ; ahead of.
        eor #1
        beq @all                ; PART_ALL
        lda panel_shown         ; the page with the board: tokens take cycles
        ora machine_ntsc        ; neither: one sweep is fast enough
        beq @all
        lda parts_changed
        eor #PARTS_BOARD | PARTS_PANEL ; both parts changed: two pictures
        beq @both
        lda #PART_ALL
        beq @all                ; always: PART_ALL is 0
@both:
        lda #PART_BOARD
        jsr copy_colors
        jsr frame_wait          ; the second picture
        lda #PART_PANEL
@all:                           ; 0 = PART_ALL
        jmp copy_colors
.endproc

; show_colors -- colours of few changed cells into the matrix
.proc show_colors
        lda #>(COLORS - MATRIX) ; the new colours, as in uncover
        sta vid_keep
        lda #PART_ALL
        ; falls through
.endproc

; copy_colors -- changed parts of changed rows into the matrix
; In     A = PART_*, vid_keep = distance of the buffer from the matrix, in pages
; Uses   A, X, Y, vid_*
.proc copy_colors
        sta vid_limit
        lda #0
        sta vid_row
@row:
        jsr row_open
        bcs @next
        ldx vid_row             ; from the buffer into the matrix
        lda row_lo,x
        sta vid_src
        sta vid_dst
        lda matrix_hi,x
        sta vid_dst+1
        clc                     ; as many pages away as vid_keep says
        adc vid_keep
        sta vid_src+1
        jsr part_open
        lda vid_row
        cmp #BOARD_ROWS         ; C=1: the row below the board. lda leaves C
        lda vid_limit
        bcs @below
        beq @five               ; PART_ALL
        bmi @panel              ; PART_PANEL has bit 7
        cpy #BOARD_WIDTH        ; the board's part only
        bcc @five
        lda vid_left            ; both parts, or the panel alone?
        cmp #BOARD_WIDTH
        bcs @next               ; nothing of it on the board
        ldy #BOARD_WIDTH - 1
        ldx #BOARD_WIDTH / 5
        bne @five               ; always
@below:
        ; bit 0 of PART_BOARD: not in the board's turn
        lsr a                   ; the row below the board goes with the panel
        bcs @next
        bcc @five               ; always
@panel:
        cpy #BOARD_WIDTH        ; the panel's part only
        bcc @next               ; nothing of it beside the board
        ldx #(COLUMNS - BOARD_WIDTH) / 5
@five:
.repeat 5
        ; Five cells in line: a loop's dey, dex and bne for each would cost more than the beam
        ; leaves.
        lda (vid_src),y
        sta (vid_dst),y
        dey
.endrepeat
        dex                     ; 65 cycles for five cells and 5 for the loop: 14 a cell
        bne @five
@next:
        inc vid_row
        lda vid_row
        cmp #ROWS
        bne @row
        rts
.endproc
PARTS_BOARD     = 1
PARTS_PANEL     = 2
PART_ALL        = 0
PART_BOARD      = 1
PART_PANEL      = $80

        .assert <COVERED = 0, lderror, "one row table serves all buffers"
        .assert BOARD_WIDTH .mod 5 = 0, error, "parts are copied by fives"

; draw_glyphs -- changed glyphs into the bitmap
; A cell is drawn if its glyph is not the one on record. Colours are no concern here: they are
; copied row by row.
; Time   about 175 cycles a changed glyph, 290 at most with lines, 17 an unchanged cell
.proc draw_glyphs
        lda #0
        sta vid_row
@row:
        jsr row_open
        bcs @next
        ldy vid_right           ; from right to left
@cell:
        lda (cell_ptr),y
        cmp (old_ptr),y
        beq @same
        sta (old_ptr),y         ; the record of what is shown, kept as it is drawn
        jsr draw_cell
@same:
        cpy vid_left
        beq @next
        dey
        bpl @cell
@next:
        inc vid_row
        lda vid_row
        cmp #ROWS
        bne @row
        rts
.endproc

; draw_cell -- one glyph into the bitmap
; In     A glyph, Y column, vid_row     Keeps Y     Uses A, X
.proc draw_cell
        sty vid_keep
        ; Glyph * 8 + FONT: the font lies at a multiple of $800, so its page divided by 8
        ; shifted up by three is the page again, and the glyph's upper bits come in at its end.
        ldx #>FONT >> 3
        stx vid_src+1
        asl a
        rol vid_src+1
        asl a
        rol vid_src+1
        asl a
        rol vid_src+1
        sta vid_src
        lda #0                  ; column * 8 has nine bits
        sta vid_dst+1
        tya
        asl a                   ; a column is eight bytes of the bitmap
        asl a
        asl a
        rol vid_dst+1           ; columns 32..39 carry into the high byte
        ldx vid_row             ; where the row begins in the bitmap
        clc
        adc bitmap_lo,x
        sta vid_dst
        lda vid_dst+1
        adc bitmap_hi,x
        sta vid_dst+1
        ldy #7                  ; eight lines of dots
.repeat 7
        ; Seven lines in line, the eighth without the last dey: no test, no branch.
        lda (vid_src),y
        sta (vid_dst),y
        dey
.endrepeat
        lda (vid_src),y
        sta (vid_dst),y         ; 102 cycles for the eight, of about 175 a glyph
        ldy vid_keep
        lda ring_lines          ; off the board there are no lines
        bne @ring
@plain:
        rts
@ring:
        cpy #RING_SIZE          ; right of the ring
        bcs @plain
        ldx vid_row
        cpx #RING_SIZE
        bcs @plain
        lda ring_columns,y
        ; A line stands where both the column and the row have it: one table for each instead of
        ; 576 cells.
        and ring_rows,x
        beq @plain
        tax
        and #LINE_TOP           ; above a side's square, or above the stage
        beq @bottom
        lda #$FF
        ldy #0
        sta (vid_dst),y         ; the upper line of dots
@bottom:
        txa
        and #LINE_BOTTOM        ; below the stage only
        beq @right
        lda #$FF
        ldy #7
        sta (vid_dst),y
@right:
        txa
        ldx #$01
        and #LINE_RIGHT | LINE_LEFT ; a cell has one of them at most
        beq @done
        and #LINE_LEFT
        beq @down
        ldx #$80                ; the left dot; bit 0 is the right one
@down:
        stx vid_src
        ldy #7
@dot:
        lda (vid_dst),y         ; into the glyph's own dots
        ora vid_src
        sta (vid_dst),y
        dey
        bpl @dot
@done:
        ldy vid_keep
        rts
.endproc
        .assert FONT & $7FF = 0, lderror, "draw_cell shifts the glyph code into the address"

; ring_open, ring_close -- from now on there are lines in the ring, or not
; In     -     Out    -     Uses   A, X, Y, old_ptr, vid_keep     Keeps  -
.proc ring_open
        lda #1
        bne ring_set            ; always
.endproc

.proc ring_close
        lda #0
        ; falls through
.endproc

; ring_set -- In A as ring_lines; if that is new, the cells with lines are to be drawn again
.proc ring_set
        cmp ring_lines          ; nothing new: nothing to draw again
        beq @done
        sta ring_lines
        lda #BANK_ALL_RAM       ; the record lies below the I/O area
        sta PORT
        ldx #RING_SIZE - 1
@row:
        lda row_lo,x
        sta old_ptr
        lda shown_row_hi,x
        sta old_ptr+1
        lda ring_rows,x         ; the row's lines, against each column's
        sta vid_keep
        ldy #RING_SIZE - 1
@cell:
        lda ring_columns,y      ; has this cell a line?
        and vid_keep
        beq @none
        ; The record says that another glyph is shown there, so the next commit draws the cell
        ; anew, with or without lines.
        lda #0                  ; no glyph that is ever shown
        sta (old_ptr),y
@none:
        dey
        bpl @cell
        dex
        bpl @row
        jmp bank_io
@done:
        rts
.endproc
