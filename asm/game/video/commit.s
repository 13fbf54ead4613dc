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
.include "../sys/drive_fast.inc"
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
HIDDEN_LINE     = 14            ; in the vertical blank of PAL and NTSC; even
NO_GLYPH        = $60           ; blank in the font, and in no text; 0 stands where a picture lies

.segment "UI_BSS"

parts_changed:  .res 1          ; PARTS_BOARD, PARTS_PANEL

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
        .assert <BITMAP = 0, lderror, "cleared by video_init, and bitmap_row"
        ; All buffers of cells begin at a multiple of 1 KB, so row_lo and row_hi serve them all: eor
        ; with the difference of their pages goes from one to another.
        .assert (CELLS | COLORS | MATRIX | SHOWN | COVERED) & $3FF = 0, lderror, "eor of pages"

; video_blank -- display off: a page is drawn unseen
; In     ground     Out    the picture that was shown is over     Uses   A     Keeps  X, Y
.proc video_blank
        lda blanked
        bne line_done
        ; Bit 4 clear: the display is off. The VIC looks at it in line 48 only, so a picture is
        ; there or not as a whole.
        lda #DISPLAY_OFF
        sta VIC_CONTROL1
        inc blanked             ; commits go without waiting from here on
        ; falls through
.endproc

; ground_show -- the border as the ground, from a line that nobody sees
;
; A border that changed while it is drawn would show two colours in one picture.
; In     ground     Out    as line_hidden     Uses   A     Keeps  X, Y
.proc ground_show
        jsr line_hidden
        lda ground
        sta VIC_BORDER
        rts
.endproc

; line_hidden -- wait for a line that nobody sees, above the picture
; In     -     Out    line 14 or 15     Uses   A     Keeps  X, Y
.proc line_hidden
        ; The raster register has eight bits only: bit 7 of the control register tells line 256 + 14
        ; from line 14.
        lda VIC_RASTER
        and #%11111110
        cmp #HIDDEN_LINE
        bne line_hidden
        bit VIC_CONTROL1        ; N: bit 8 of the line
        bmi line_hidden
.endproc
line_done:
        rts

; video_show -- draw everything that changed, then display on
; In     -     Out    -     Uses   A, X, Y, vid_*     Keeps  -
.proc video_show
        jsr video_commit
        jsr line_hidden         ; on above the picture, so that it is whole
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
        eor #>COLORS ^ >CELLS
        sta color_ptr+1
        eor #>SHOWN ^ >COLORS
        sta old_ptr+1
        clc                     ; something changed
@none:
        rts
.endproc

; bitmap_row -- where a row begins in the bitmap
; In     X row     Out    vid_dst, C=0     Uses   A     Keeps  X, Y
.proc bitmap_row
        lda #0
        sta vid_dst
        txa                     ; 320 bytes: a page and a quarter
        lsr a
        ror vid_dst
        lsr a
        ror vid_dst             ; C is clear from here on
        stx vid_dst+1
        adc vid_dst+1
        adc #>BITMAP
        sta vid_dst+1
        rts
.endproc

; row_next -- the next row     Out Z=1 there is none     Uses A
.proc row_next
        inc vid_row
        lda vid_row
        cmp #ROWS
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
        lda blanked             ; the display is off: no picture to be torn
        bne @unseen
        jsr count_changes
        bcs @many               ; too many for one picture: lay paper first
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
        beq @rest               ; always
@unseen:
        bit fast_able
        bpl @rest
        lda #FILE_DRAW          ; a cartridge draws most of it
        jsr fast_command
        bcc @done               ; nothing is left
@rest:
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
        eor #>COLORS ^ >CELLS
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
        jsr row_next
        bne @row
        clc                     ; few enough
        rts
@enough:
@rest:
        jsr row_next            ; too many: the parts are still to be found
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
        lda row_hi,x
        eor #>MATRIX ^ >CELLS
        sta vid_src+1
        eor #>COVERED ^ >MATRIX
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
        jsr paper_ink           ; so the cell is blank
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
        jsr row_next
        bne @row
        rts
.endproc

; paper_ink -- In A colours     Out A = the paper, as ink as well     Uses vid_count     Keeps X, Y
.proc paper_ink
        and #$0F
        sta vid_count
        asl a
        asl a
        asl a
        asl a
        ora vid_count
        rts
.endproc

; cover -- the prepared colours into the matrix
; uncover -- the new colours into the matrix
;
; The lead is too short for 40 columns in every row on NTSC, and on the board's page, where
; tokens take cycles: there the board goes first, the panel and the row below one
; picture later.
; Time   14 cycles a cell and 130 a row, in step with the beam
.proc cover
        lda #>COVERED ^ >MATRIX
        bne sweep               ; always: the buffers lie pages apart
.endproc

.proc uncover
        lda #>COLORS ^ >MATRIX
        ; falls through
.endproc

.proc sweep
        sta vid_keep
        lda blanked             ; 1: nobody sees it
        ; Blanked is 0 or 1, and A is 0 now if the display is off: then no beam has to be kept
        ; ahead of.
        eor #1
        beq copy_colors         ; PART_ALL
        lda panel_shown         ; the page with the board: tokens take cycles
        ora machine_ntsc        ; neither: one sweep is fast enough
        beq copy_colors
        lda parts_changed
        eor #PARTS_BOARD | PARTS_PANEL ; both parts changed: two pictures
        bne all_parts
        lda #PART_BOARD
        jsr copy_colors
        jsr frame_wait          ; the second picture
        lda #PART_PANEL
        bne copy_colors         ; always
.endproc

; show_colors -- colours of few changed cells into the matrix
.proc show_colors
        lda #>COLORS ^ >MATRIX  ; the new colours, as in uncover
        sta vid_keep
        ; falls through
.endproc

all_parts:
        lda #PART_ALL
        ; falls through

; copy_colors -- changed parts of changed rows into the matrix
; In     A = PART_*, vid_keep = page of the buffer, eor that of the matrix
; Uses   A, X, Y, vid_*
.proc copy_colors
        sta vid_limit
        lda #0
        sta vid_row
@row:
        ldx vid_row             ; as row_open does, in line and without what is not needed here:
        lda dirty_left,x        ; the beam is near
        cmp dirty_right,x
        beq @some
        bcs @next               ; nothing changed in this row
@some:
        sta vid_left
        lda dirty_right,x
        sta vid_right
        lda row_lo,x            ; from the buffer into the matrix
        sta vid_src
        sta vid_dst
        lda row_hi,x
        eor #>MATRIX ^ >CELLS
        sta vid_dst+1
        eor vid_keep            ; the buffer in question
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

        .assert BOARD_WIDTH .mod 5 = 0, error, "parts are copied by fives"

; draw_glyphs -- changed glyphs into the bitmap
; A cell is drawn if its glyph is not the one on record. Colours are no concern here: they are
; copied row by row.  While the display is off, a blank becomes ink on its own colour, which hides what
; is there: it will be drawn when its cell changes again.
; Time   about 150 cycles a changed glyph, 260 at most with lines, 17 an unchanged cell
.proc draw_glyphs
        lda #' '
        ldx ring_lines
        cpx blanked
        bcc @hidden
        lda #NO_GLYPH           ; there are lines, or the display is on: no glyph is hidden
@hidden:
        sta vid_limit
        lda #0
        sta vid_row
@row:
        jsr row_open
        bcs @next
        ldx vid_row
        jsr bitmap_row
        ldy vid_right           ; from right to left
@cell:
        lda (cell_ptr),y
        cmp (old_ptr),y
        beq @same
        cmp vid_limit
        beq @blank
        sta (old_ptr),y         ; the record of what is shown, kept as it is drawn
        sty vid_keep
        tax
        tya
        asl a                   ; a column is eight bytes of the bitmap
        asl a
        asl a
        tay
        bcc @left
        inc vid_dst+1           ; columns 32 to 39
@left:
.repeat 7, i
        ; Eight lines of dots in line: no test, no branch.
        lda FONT + i * 256,x
        sta (vid_dst),y
        iny
.endrepeat
        lda FONT + 7 * 256,x
        sta (vid_dst),y
        ldy vid_keep
        cpy #32
        bcs @right
        lda ring_lines          ; off the board there are no lines
        beq @same
        cpy #RING_SIZE          ; right of the ring
        bcs @same
        jsr draw_lines
@same:
        cpy vid_left
        beq @next
        dey
        bpl @cell
@next:
        inc vid_row             ; in line, as the beam may be near
        lda vid_row
        cmp #ROWS
        bne @row
        rts
@right:
        dec vid_dst+1
        bne @same               ; always
@blank:
        lda (color_ptr),y
        cmp #HIDDEN_INK         ; as most are already
        beq @same
        jsr paper_ink
        sta (color_ptr),y
        jmp @same
.endproc
        .assert FONT & $FF = 0, lderror, "a page for each line of dots"
