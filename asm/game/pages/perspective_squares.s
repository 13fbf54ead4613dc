; perspective_squares.s -- below the table of the perspective view: the four squares ahead
;
; Their cards have letters narrower than a cell, so they are put together in memory and
; copied.  They move by a column from the line on in which the beam has left them, the upper rows
; first: on PAL all is done before it comes back.  On NTSC, where it comes back sooner, the lower
; rows follow a picture later.
;
; Time   ahead_scroll 13,300 cycles
; Test   tests/asm/game/pictures/test_perspective.py

.include "pages.inc"
.include "perspective.inc"
.include "../play/play.inc"
.include "../sys/sys.inc"
.include "../ui/ui.inc"
.include "../video/video.inc"
.include "../zp.inc"
.include "../zp_ui.inc"
.include "../../inc/cpu.inc"
.include "glyphs.inc"

AHEAD_PAPER     = ON(BLACK, WHITE)
TABLE           = ON(BLACK, ORANGE)
PICTURE_ROW     = 4             ; of a card ahead
FOOT_ROW        = 6
NAME_LINE       = 9             ; dots from its upper edge
STATE_LINE      = 25
PRICE_LINE      = 49
LETTER_H        = 5
LETTERS         = 30            ; and the German ones
DIGITS          = 10

.include "words_perspective.inc"

.segment "PERSPECTIVE_DATA"

card_column:
.repeat CARD_STEP, i
        .byte i * CARDS_H * 8
.endrepeat
card_bit:
.repeat CARD_STEP, i
        .byte i * CARDS_H
.endrepeat

; By kind: a glyph, or the first of four.
kind_picture:   .byte GLYPH_ARROWL, 0, 0, 0, GLYPH_CHEST0, GLYPH_CHANCE0, GLYPH_TAX0
        .byte GLYPH_GAOL, GLYPH_TOKEN_CAR, GLYPH_GAOL

ahead_first:
.repeat CARDS, i
        .byte CARDS_X + i * CARD_STEP
.endrepeat

.segment "PERSPECTIVE_CODE"

; ahead_draw -- four cards, from perspective_square on
; In     perspective_square     Out    -     Keeps  -
; Uses   A, X, Y, ui_a, num_*, text_ptr, tmp*, vid_*, mark_*
.proc ahead_draw
        lda #0
        sta mark_at
@card:
        lda perspective_square
        clc
        adc mark_at
        cmp #SQUARES
        bcc @inside
        sbc #SQUARES
@inside:
        tax
        jsr ahead_make
        ldx mark_at
        lda ahead_first,x
        sta mark_x
        lda #0
@column:
        sta mark_n
        jsr column_show
        inc mark_x
        lda mark_n
        clc
        adc #1
        cmp #CARD_STEP
        bne @column
        inc mark_at
        lda mark_at
        cmp #CARDS
        bne @card
        rts
.endproc

; column_show -- column mark_n of the card in memory at column mark_x of the screen
; Uses   A, X, Y, vid_*, tmp0, tmp1
.proc column_show
        ldy mark_n
        lda card_column,y
        clc
        adc #<CARD_DOTS
        sta vid_src
        lda #>CARD_DOTS
        adc #0
        sta vid_src+1
        lda card_bit,y
        sta tmp0                ; its first colour
        ldx #CARDS_ROW
@cell:
        txa
        tay
        lda mark_x
        jsr cell_at
        ldy #7                  ; a cell is eight bytes in both places
@line:
        lda (vid_src),y
        sta (vid_dst),y
        dey
        bpl @line
        lda vid_src
        clc
        adc #8
        sta vid_src
        bcc @same
        inc vid_src+1
@same:
        lda row_lo,x
        sta vid_dst
        lda row_hi,x
        eor #>MATRIX ^ >CELLS
        sta vid_dst+1
        ldy tmp0
        inc tmp0
        lda CARD_INKS,y
        ldy mark_x
        sta (vid_dst),y
        pha
        lda vid_dst+1
        clc
        adc #>(COLORS - MATRIX) ; the buffer of colours is kept in step
        sta vid_dst+1
        pla
        sta (vid_dst),y
        inx
        cpx #CARDS_ROW + CARDS_H
        bne @cell
        rts
.endproc
        .assert <COLORS = 0 .and <MATRIX = 0 .and <CELLS = 0, lderror, "one low byte"

; Rows of the cards from `first` on: all one column to the left, the new one behind them.
.macro SCROLL_ROWS first, count
        .local dots, colours, column
        ldx #0
dots:
.repeat count, i
        lda BITMAP + (CARDS_ROW + first + i) * 320 + (CARDS_X + 1) * 8,x
        sta BITMAP + (CARDS_ROW + first + i) * 320 + CARDS_X * 8,x
.endrepeat
        inx
        cpx #(COLUMNS - 1 - CARDS_X) * 8
        bne dots
        ldx #0
colours:
.repeat count, i
        lda MATRIX + (CARDS_ROW + first + i) * COLUMNS + CARDS_X + 1,x
        sta MATRIX + (CARDS_ROW + first + i) * COLUMNS + CARDS_X,x
.endrepeat
        inx
        cpx #COLUMNS - 1 - CARDS_X
        bne colours
        ldy mark_n
        ldx card_bit,y
.repeat count, i
        lda CARD_INKS + first + i,x
        sta MATRIX + (CARDS_ROW + first + i) * COLUMNS + COLUMNS - 1
.endrepeat
        ldx card_column,y
        ldy #0
column:
.repeat count, i
        lda CARD_DOTS + (first + i) * 8,x
        sta BITMAP + (CARDS_ROW + first + i) * 320 + (COLUMNS - 1) * 8,y
.endrepeat
        inx
        iny
        cpy #8
        bne column
.endmacro
UPPER           = 4             ; rows: the beam comes to the lower ones later

; ahead_scroll -- all cards one column to the left, and a column of the card in memory comes in;
; the buffer of colours is left behind until ahead_draw
; In     A  column of it     Out    -     Keeps  -     Uses   A, X, Y, mark_n
.proc ahead_scroll
        sta mark_n
        SCROLL_ROWS 0, ::UPPER
        SCROLL_ROWS ::UPPER, ::CARDS_H - ::UPPER
        rts
.endproc

; ahead_make -- the card of a square ahead, in memory
; In     X  square     Out    CARD_DOTS, CARD_INKS     Keeps  -
; Uses   A, X, Y, num_*, text_ptr, tmp*, vid_*, card_*
.proc ahead_make
        stx card_square
        ldx #0
        txa
@clear:
        sta CARD_DOTS,x
        inx
        bne @clear
@rest:
        sta CARD_DOTS + 256,x
        inx
        cpx #CARD_STEP * CARDS_H * 8 - 256
        bne @rest
        lda #AHEAD_PAPER
        ldx #CARD_W * CARDS_H - 1
@paper:
        sta CARD_INKS,x
        dex
        bpl @paper
        ldx #CARDS_H - 1
        lda #TABLE
@table:
        sta CARD_INKS + CARD_W * CARDS_H,x
        dex
        bpl @table
        ldx #CARDS_H * 8 - 5    ; its shade on the table
        lda #$C0
@shade:
        sta CARD_DOTS + CARD_W * CARDS_H * 8 + 4,x
        dex
        bpl @shade
        jsr ahead_name
        jsr ahead_state
        ldx card_square
        ldy square_group,x
        bmi @plain
        lda band_color,y
        pha
        lda band_glyph,y
        tax
        pla
        jmp @band
@plain:
        jsr head_ink
        ldx #' '
@band:
        ldy #0
        jsr row_put
        jmp ahead_picture
.endproc

; row_put -- X glyph, A colours: row Y of the card
; Uses   A, X, Y, tmp0-tmp3, vid_*
.proc row_put
        sta tmp2
        stx tmp3
        lda #0
@cell:
        pha
        tax
        lda tmp3
        jsr cell_put
        pla
        clc
        adc #1
        cmp #CARD_W
        bne @cell
        rts
.endproc

; cell_put -- a glyph into a cell of the card     In A glyph, X column, Y row, tmp2 colours
; Uses   A, X, tmp0, vid_*     Keeps Y
.proc cell_put
        pha
        sty tmp0
        tya
        clc
        adc card_bit,x
        tay
        lda tmp2
        sta CARD_INKS,y
        lda tmp0
        asl a
        asl a
        asl a
        adc card_column,x       ; C is clear
        sta vid_dst
        lda #>CARD_DOTS
        adc #0
        sta vid_dst+1
        pla
        sta vid_src
        lda #>FONT
        sta vid_src+1
        lda #BANK_ALL_RAM       ; the font is below the I/O area
        sta PORT
        ldx #8
        ldy #0
@line:
        lda (vid_src),y
        sta (vid_dst),y
        inc vid_dst
        inc vid_src+1           ; the next line of dots is in the next page
        dex
        bne @line
        lda #BANK_IO
        sta PORT
        ldy tmp0
        rts
.endproc
        .assert <CARD_DOTS = 0, lderror, "cell_put"

; ahead_name -- its short name, a word a line
.proc ahead_name
        lda card_square
        clc
        adc #NAMES_SHORT
        ldy #BOOK_NAMES
        ldx #NAME_LINE
        ; falls through
.endproc

; narrow_put -- words in the narrow face in the middle of the card, as many on a line as fit
; In     A, Y text, X line of the first     Uses A, X, Y, text_ptr, tmp*, vid_*, card_*
.proc narrow_put
        stx card_y
        jsr text_open
        ; falls through
.endproc

; narrow_lines -- the same for what is in text_buffer     In card_y, text_ptr
.proc narrow_lines
        ldy #0
@line:
        sty tmp4                ; place in the text
        lda #CARD_W * 8 + 1     ; half of what is left of it goes before
        sta card_x
@measure:
        lda (text_ptr),y
        jsr letter_find
        bcs @measured
        lda letter_dots,x
        and #$07                ; the width
        eor #$FF
        clc
        adc card_x              ; its width and a dot less
        sta card_x
        bmi @full               ; it does not fit: the line ends at the last blank
        iny
        bne @measure
@measured:
        ldx card_x
        stx tmp5                ; what is left if the line ends here
        sty tmp6
        dec card_x              ; a blank
        dec card_x
        bmi @full
        iny
        tax
        bne @measure            ; 0 ends the text
@full:
        lsr tmp5                ; one half of it goes before
        lda tmp5
        sta card_x
        ldy tmp4
@letter:
        cpy tmp6
        beq @end
        lda (text_ptr),y
        jsr letter_find
        bcs @blank
        sty tmp4
        jsr letter_put
        ldy tmp4
        bcc @next               ; always
@blank:
        inc card_x
        inc card_x
@next:
        iny
        bne @letter
@end:
        lda (text_ptr),y
        beq @done
        iny                     ; behind the blank
        lda card_y
        clc
        adc #LETTER_H + 2
        sta card_y
        bne @line               ; always
@done:
        rts
.endproc

; letter_find -- In A letter     Out C=0 X its place in letter_dots; C=1 A blank or end, as it was
; Keeps  Y
.proc letter_find
        cmp #' ' + 1
        bcc @none
        cmp #'A'
        bcs @letter
        cmp #'0'
        bcs @digit
        lsr a                   ; & and the point differ in bit 3
        lsr a
        lsr a
        lsr a
        lda #LETTERS + DIGITS
        adc #0
        bne @place              ; always
@digit:
        sbc #'0' - LETTERS      ; C is set
        bcs @place              ; always
@letter:
        and #$DF                ; a small one is as large, of those with dots, too
        sbc #'A'
@place:
        sta tmp0
        asl a
        asl a
        adc tmp0                ; five each; C is clear
        tax
        clc
        rts
@none:
        sec
        rts
.endproc
; letter_put -- In X place in letter_dots     Out card_x behind it     Uses A, X, Y, tmp0-tmp3, vid_*
.proc letter_put
        lda letter_dots,x
        and #$07
        sta tmp3                ; width
        lda card_x
        lsr a
        lsr a
        lsr a
        cmp #CARD_STEP - 1
        bcs @wide               ; no room: nothing beyond the card
        tay
        lda card_column,y
        clc
        adc card_y
        sta vid_dst
        lda #>CARD_DOTS
        adc #0
        sta vid_dst+1
        lda #LETTER_H
        sta tmp1
@row:
        lda letter_dots,x
        and #$F8                ; the dots; the width is below them
        sta tmp2
        lda #0
        sta tmp0                ; into the next cell
        lda card_x
        and #7
        tay
        beq @put
@shift:
        lsr tmp2                ; what leaves this cell comes into the next one
        ror tmp0
        dey
        bne @shift
@put:
        lda tmp2                ; Y is 0
        ora (vid_dst),y
        sta (vid_dst),y
        ldy #CARDS_H * 8        ; cells of a card lie column by column
        lda tmp0
        ora (vid_dst),y
        sta (vid_dst),y
        inc vid_dst
        bne @same
        inc vid_dst+1
@same:
        inx
        dec tmp1
        bne @row
@wide:
        lda card_x
        sec
        adc tmp3                ; and a dot between
        sta card_x
        rts
.endproc

; ahead_state -- for sale, sold, mortgaged; the price, or the owner's token
.proc ahead_state
        ldx card_square
        lda square_group,x
        bmi @none               ; nobody can own it
        lda square_owner,x
        cmp #MAX_PLAYERS
        bcs @free
        pha                     ; the owner waits
        lda #<text_pledged
        ldy square_mortgaged,x
        bne @state
        lda #<text_sold
@state:
        ldy #>text_sold
        ldx #STATE_LINE
        jsr narrow_put
        ldx card_square
        lda square_mortgaged,x
        beq @owner
        lda #ON(WHITE, RED)
        sta tmp2
        lda #STATE_LINE / 8
        jsr row_ink
@owner:
        pla
        tax
        jsr player_paper
        pha
        lda player_token,x
        tax
        pla
        sta tmp2
        lda token_face,x
        tax
        lda tmp2
        ldy #FOOT_ROW
        jmp foot_put
@free:
        lda #<text_free
        ldy #>text_free
        ldx #STATE_LINE
        jsr narrow_put
        ldx card_square
        jsr square_price
        sta num_lo
        sty num_hi
        jsr number_digits
        lda #PRICE_LINE
        sta card_y
        txa                     ; X digits, copied from the last to the first
        tay
@digit:
        dey
        lda num_text,y
        sta text_buffer,y
        tya
        bne @digit
        jsr text_close
        jmp narrow_lines
@none:
        rts
.endproc
        .assert >text_sold = >text_pledged, error, "a book"

; row_ink -- row A of the card in tmp2's colours     Uses A, X, Y
.proc row_ink
        ldx #CARD_W
@column:
        tay
        lda tmp2
        sta CARD_INKS,y
        tya
        clc
        adc #CARDS_H
        dex
        bne @column
        rts
.endproc

; foot_put -- a strip of the owner's colour with his token     In X glyph, A colours, Y row
.proc foot_put
        sta tmp2
        txa
        pha
        lda #FOOT_ROW
        jsr row_ink
        pla
        ldx #1
        ldy #FOOT_ROW
        jmp cell_put
.endproc

; ahead_picture -- houses, a hotel, an engine, a lamp, what it is about
.proc ahead_picture
        lda #AHEAD_PAPER
        sta tmp2
        ldx card_square
        lda square_kind,x
        cmp #KIND_STREET
        beq @street
        ldy #GLYPH_TRAINL
        cmp #KIND_STATION
        beq @two
        cmp #KIND_UTILITY
        beq @utility
        jsr head_ink            ; X is kept, Y its kind
        asl a
        asl a
        asl a
        asl a
        ora #WHITE
        sta tmp2
        lda kind_picture,y
        cpy #KIND_GAOL
        bcs @one
        cpy #KIND_GO
        beq @one
        tay
        jsr @two
        iny
        inc tmp3
        bne @pair               ; always
@utility:
        lda #GLYPH_BULB
        cpx #28                 ; the second one has a tap
        bne @one
        lda #GLYPH_TAP
@one:
        ldx #1
        ldy #PICTURE_ROW
        jmp cell_put
@street:
        lda square_level,x
        beq @none
        cmp #LEVEL_HOTEL
        beq @hotel
        pha
        lda #ON(BLUE, WHITE)
        sta tmp2
        lda #GLYPH_HOUSE
        ldx #1
        ldy #PICTURE_ROW
        jsr cell_put
        pla
        ora #'0'
        ldx #2
        jmp cell_put
@hotel:
        lda #ON(BLACK, WHITE)
        sta tmp2
        ldy #GLYPH_HOTELL
@two:
        sty tmp3
        ldy #PICTURE_ROW
@pair:                          ; glyph tmp3 and the next one
        lda tmp3
        ldx #1
        jsr cell_put
        inc tmp3
        lda tmp3
        ldx #2
        jmp cell_put
@none:
        rts
.endproc
        .assert GLYPH_TRAINR = GLYPH_TRAINL + 1 .and GLYPH_HOTELR = GLYPH_HOTELL + 1, error, "pairs"

.segment "PERSPECTIVE_DATA"
token_face:     .byte GLYPH_TOKEN, GLYPH_TOKEN_HAT, GLYPH_TOKEN_CAR, GLYPH_TOKEN_SHIP
        .byte GLYPH_TOKEN_CAT, GLYPH_TOKEN_BOOT, GLYPH_TOKEN_CROWN, GLYPH_TOKEN_ROCKET
