; perspective_lay.s -- what lays the table of the perspective view, once, before it is shown
;
; It comes with the picture, in the lower rows of its bitmap, which are empty and cleared
; behind it (table_load): so the overlay area need not hold it.
;
; Test tests/asm/game/pictures/test_perspective.py, tests/asm/game/ui/test_option_bar.py

.include "pages.inc"
.include "perspective.inc"
.include "../play/play.inc"
.include "../sys/sys.inc"
.include "../ui/ui.inc"
.include "../video/video.inc"
.include "../zp.inc"
.include "../zp_ui.inc"
.include "../../inc/cpu.inc"
.include "../../inc/vic.inc"
.include "build.inc"

COLOR_MEMORY    = $D800
BORDER_AT       = MATRIX + ROWS * COLUMNS
QUARTER         = FINE_CELLS / 4
LOWER           = ROWS * COLUMNS - FINE_CELLS   ; cells below
TEN_DOTS        = 8 * COLUMNS * TEN_ROWS

.segment "PERSPECTIVE_LAY_DATA"

laying_build:   .dword BUILD_ID

        PERSPECTIVE_TABLES

.include "words_perspective.inc"

; Where the word of an option begins: behind a blank.
.macro TEN_PLACES half
.repeat TEN, i
        .byte half (BITMAP + 8 + 8 * TEN_W * i)
.endrepeat
.endmacro
ten_lo:         TEN_PLACES <
ten_hi:         TEN_PLACES >

.segment "PERSPECTIVE_LAY_CODE"

; table_lay -- colours, what stands on the board, the options; nothing in the buffers
; In     the picture, display off     Out    -     Keeps  -     Uses   A, X, Y, tmp0-tmp2, vid_*, mark_*, dot_*
.proc table_lay
        ldx #QUARTER
@fine:
        dex
.repeat 4, i
        lda COLORS + i * QUARTER,x
        sta COLOR_MEMORY + i * QUARTER,x
.endrepeat
        txa                     ; Z of the count: the loads changed it
        bne @fine
@table:
.repeat 2, i
        lda COLORS + FINE_CELLS + i * TABLES_MOVED / 2,x
        sta TABLES_AT + i * TABLES_MOVED / 2,x
.endrepeat
        inx                     ; X is 0 after the first loop
        cpx #TABLES_MOVED / 2
        bne @table
        lda #BANK_ALL_RAM       ; the interrupt has the I/O area for itself
        sta PORT
        ldx #250
@shown:
        dex
        lda #0
.repeat 4, i
        sta SHOWN + i * 250,x
.endrepeat
        txa
        bne @shown
        ldx #LOWER / 2
@lower:
        dex
.repeat 2, i
        lda MATRIX + FINE_CELLS + i * LOWER / 2,x
        sta COLORS + FINE_CELLS + i * LOWER / 2,x
        lda #0
        sta CELLS + FINE_CELLS + i * LOWER / 2,x
.endrepeat
        txa
        bne @lower
        lda #BANK_IO
        sta PORT
        ldx #ROWS - 1           ; nothing waits to be drawn
@row:
        lda #0
        sta dirty_right,x
        lda #COLUMNS
        sta dirty_left,x
        dex
        bpl @row
        lda BORDER_AT
        sta VIC_BORDER
        jsr board_marks
        jmp ten_lay
.endproc
        .assert FINE_CELLS .mod 4 = 0 .and QUARTER < 256 .and LOWER .mod 2 = 0 .and TABLES_MOVED .mod 2 = 0, error, "loops"

; ten_lay -- the ten options of 1989 in the upper rows, if they can be chosen now
; In     menu_square     Out    perspective_ten, ten_letter     Keeps  -     Uses   A, X, Y, tmp0, vid_*
.proc ten_lay
        ldx #0
        stx perspective_ten
        lda menu_square         ; not from a page that shows squares
        cmp #SQUARES
        bcc @none
        jsr menu_find
        cmp #<menu_ten
        bne @none
        cpy #>menu_ten
        bne @none
        inc perspective_ten
        lda #<text_ten
        ldy #>text_ten
        jsr text_open
        ldx #TEN_DOTS / 4
        lda #0
@blank:
.repeat 4, i
        sta BITMAP + i * TEN_DOTS / 4 - 1,x
.endrepeat
        dex
        bne @blank
        lda #BANK_ALL_RAM       ; the font lies below the I/O area
        sta PORT
        ldy #0                  ; X option, Y place in the text
@word:
        lda ten_lo,x
        sta vid_dst
        lda ten_hi,x
        sta vid_dst+1
        lda text_buffer,y
        sta ten_letter,x
@letter:
        lda text_buffer,y
        beq @done
        iny
        cmp #' '
        beq @next
        jsr ten_glyph
        bne @letter             ; always
@next:
        inx
        bne @word               ; always
@done:
        lda #BANK_IO
        sta PORT
@none:
        rts
.endproc

; ten_glyph -- glyph A at vid_dst, which goes on by a cell     Out Z=0     Uses A, tmp0, vid_src     Keeps X, Y
.proc ten_glyph
        sty tmp0
        sta vid_src
        lda #>FONT
        sta vid_src+1
        ldy #0
@line:
        lda (vid_src),y
        sta (vid_dst),y
        inc vid_src+1           ; a page for each line of dots
        inc vid_dst
        bne @page
        inc vid_dst+1
@page:
        lda vid_dst             ; a cell begins at a multiple of eight
        and #7
        bne @line
        ldy tmp0
        lda #1
        rts
.endproc
        .assert <FONT = 0 .and <BITMAP .mod 8 = 0, lderror, "ten_glyph"

; board_marks -- who owns what, what is mortgaged, what is built
; In     -     Out    -     Keeps  -     Uses   A, X, Y, tmp0-tmp2, vid_*, mark_*, dot_*
.proc board_marks
        lda #FEET - 1
        sta mark_at
@foot:
        ldx mark_at
        ldy foot_square,x
        lda square_owner,y
        cmp #MAX_PLAYERS
        bcs @free
        jsr foot_own
@free:
        dec mark_at
        bpl @foot
        lda #STREETS - 1
        sta mark_at
@street:
        ldx mark_at
        ldy street_at,x
        lda square_level,y
        beq @bare
        jsr street_built_put
@bare:
        dec mark_at
        bpl @street
        rts
.endproc
        .assert FEET <= 128, error, "counted down to 0"

; foot_own -- a cell of a foot in its owner's colour, every other line black if it is mortgaged
; In     X cell of the list, Y square, A owner
.proc foot_own
        pha
        lda square_mortgaged,y
        sta tmp0
        lda foot_lo,x
        sta vid_dst
        sta vid_src
        lda #0                  ; the page it is in
        cpx #FEET_1             ; C counts the pages: cells are listed in their order
        rol a
        cpx #FEET_2
        adc #0
        sta vid_src+1
        ora #>COLOR_MEMORY
        sta vid_dst+1
        pla
        tax
        jsr player_ink
        ldy #0
        sta (vid_dst),y
        lda tmp0
        beq @done
        ldx #3                  ; eight bytes a cell
@eight:
        asl vid_src
        rol vid_src+1
        dex
        bne @eight
        lda vid_src+1
        ora #>BITMAP
        sta vid_src+1
        ldy #6
@line:
        lda (vid_src),y
        lsr a                   ; both bits of a dot meet in the lower one
        and (vid_src),y
        and #FIRST              ; the third colour: both bits
        sta tmp0
        asl a                   ; and go together: 00 is black
        ora tmp0
        eor #$FF
        and (vid_src),y
        sta (vid_src),y
        dey
        dey
        bpl @line
@done:
        rts
.endproc
        .assert <COLOR_MEMORY = 0 .and >COLOR_MEMORY .mod 8 = 0, error, "combined by ora"
        .assert <BITMAP = 0 .and >BITMAP .mod 32 = 0, lderror, "combined by ora"

; street_built_put -- houses or a hotel of a street
; In     X street, A level
.proc street_built_put
        sta mark_n
        lda house_x,x
        sta mark_x
        lda house_y,x
        sta mark_y
        lda street_at,x
        ldx #$FF
@side:
        inx
        sec
        sbc #10                 ; ten squares a side
        bcs @side
        lda mark_n
        cmp #LEVEL_HOTEL
        beq @hotel
@house:
        txa                     ; the last one first
        pha
        asl a                   ; four houses a side
        asl a
        adc mark_n              ; C is clear
        tay
        lda house_right - 1,y
        clc
        adc mark_x
        sta dot_x
        lda house_down - 1,y
        clc
        adc mark_y
        sta dot_y
        lda house_high,x
        sta dot_h
        lda #1
        sta dot_w
        lda #FIRST
        jsr block_of
        inc dot_x               ; in the shade
        lda #NONE
        jsr block_of
        pla
        tax
        dec mark_n
        bne @house
        rts
@hotel:
        lda mark_x
        sta dot_x
        lda mark_y
        sta dot_y
        lda hotel_wide,x
        sta dot_w
        lda hotel_high,x
        sta dot_h
        lda #NONE
        jsr block_of
        dec dot_w
        dec dot_h
        lda #FIRST
        jmp block_of
.endproc
