; board.s -- one quadrant of the board, columns 15-39, rows 0-19
;
; A quadrant is a corner with five squares on either side: places 0-4 before
; it, 5 the corner, 6-10 after it.  Squares are 4 x 5 cells along the bottom
; and top, 5 x 3 at the sides; the band is on the side of the middle.
;
; Test tests/asm/game/ui/test_screens.py

.include "video.inc"
.include "../data/text/text.inc"
.include "../play/play.inc"
.include "../sys/sys.inc"
.include "../ui/ui.inc"
.include "../zp.inc"
.include "../zp_ui.inc"
.include "glyphs.inc"

PLACES          = 11
PLACE_CORNER    = 5
PAPER           = LIGHT         ; of a square
PAPER_SELECTED  = WHITE
PAPER_MORTGAGED = MID
STAGE_W         = 20
STAGE_H         = 15
NAME_BYTES      = 40

.segment "UI_BSS"

board_quadrant: .res 1          ; 0-3
board_selected: .res 1          ; square shown white, or $FF
board_paper:    .res 1
board_lie:      .res 1
board_glyphs:   .res 64         ; eight glyphs of a name

.segment "UI_RODATA"

token_glyphs:   .byte GLYPH_TOKEN, GLYPH_TOKEN_HAT, GLYPH_TOKEN_CAR, GLYPH_TOKEN_SHIP
        .byte GLYPH_TOKEN_CAT, GLYPH_TOKEN_BOOT, GLYPH_TOKEN_CROWN, GLYPH_TOKEN_ROCKET
        .assert * - token_glyphs = TOKENS_TO_CHOOSE, error, "a picture for each token"

; Column and row of each place, quadrant by quadrant.
place_x:
        .byte 35, 35, 35, 35, 35,  35,  31, 27, 23, 19, 15
        .byte 36, 32, 28, 24, 20,  15,  15, 15, 15, 15, 15
        .byte 15, 15, 15, 15, 15,  15,  20, 24, 28, 32, 36
        .byte 15, 19, 23, 27, 31,  35,  35, 35, 35, 35, 35
place_y:
        .byte  0,  3,  6,  9, 12,  15,  15, 15, 15, 15, 15
        .byte 15, 15, 15, 15, 15,  15,  12,  9,  6,  3,  0
        .byte 17, 14, 11,  8,  5,   0,   0,  0,  0,  0,  0
        .byte  0,  0,  0,  0,  0,   0,   5,  8, 11, 14, 17
lie_before:     .byte LIE_RIGHT, LIE_BOTTOM, LIE_LEFT, LIE_TOP
lie_after:      .byte LIE_BOTTOM, LIE_LEFT, LIE_TOP, LIE_RIGHT
stage_left:     .byte 15, 20, 20, 15
stage_top:      .byte 0, 0, 5, 5
quadrant_place: .byte 0, PLACES, 2 * PLACES, 3 * PLACES
quadrant_first: .byte 35, 5, 15, 25

; Group: ink of the pattern and the houses on the group's colour.
group_color:
        .byte ON(YELLOW, BROWN), ON(BLUE, CYAN), ON(WHITE, PURPLE), ON(WHITE, ORANGE)
        .byte ON(WHITE, RED), ON(BLACK, YELLOW), ON(WHITE, GREEN), ON(WHITE, BLUE)
        .byte ON(WHITE, BLACK), ON(WHITE, MID)

; R-1.4: ten player colours, light enough for black letters and dark ground.
colour_ink:
        .byte CYAN, YELLOW, LIME, PINK, WHITE, SKY, GREEN, ORANGE, PURPLE, RED

corner_inks:
        .byte ON(RED, PAPER), ON(BLACK, PAPER), ON(RED, PAPER), ON(BLUE, PAPER)

; Picture on a square of each kind, two cells, and its ink.
icon_left:
        .byte ' ', ' ', GLYPH_TRAINL, GLYPH_BULB, GLYPH_CHESTL, '?', GLYPH_RING, ' ', ' ', ' '
icon_right:
        .byte ' ', ' ', GLYPH_TRAINR, ' ', GLYPH_CHESTR, '?', ' ', ' ', ' ', ' '
icon_ink:
        .byte BLACK, BLACK, BLACK, BLACK, BLUE, RED, PURPLE, BLACK, BLACK, BLACK

; Houses in the band by level; level 5 is a hotel.
house_1:        .byte 0, GLYPH_HOUSE, GLYPH_HOUSE, GLYPH_HOUSE, GLYPH_HOUSE, 0
house_2:        .byte 0, 0, GLYPH_HOUSE, GLYPH_HOUSE, GLYPH_HOUSE, GLYPH_HOTELL
house_3:        .byte 0, 0, 0, GLYPH_HOUSE, GLYPH_HOUSE, GLYPH_HOTELR
house_4:        .byte 0, 0, 0, 0, GLYPH_HOUSE, 0
side_1:         .byte 0, GLYPH_HOUSE, GLYPH_HOUSE, GLYPH_HOUSE, GLYPH_HOUSES, 0
side_2:         .byte 0, 0, GLYPH_HOUSE, GLYPH_HOUSE, 0, GLYPH_HOTEL
side_3:         .byte 0, 0, 0, GLYPH_HOUSE, GLYPH_HOUSES, 0

.segment "UI_CODE"

; token_put -- the token of a player as one cell, in `ink`
; In     X player, cursor     Keeps X     Uses A, Y     Out    -
.proc token_put
        ldy player_token,x
        lda token_glyphs,y
        jmp video_put
.endproc

; player_ink -- In X player     Out A = his colour 0-15     Keeps X     Uses Y
.proc player_ink
        ldy player_colour,x
        cpy #COLOURS
        bcs @none
        lda colour_ink,y
        rts
@none:
        lda #MID
        rts
.endproc

; player_paper -- letters on the colour of a player: black, white on what is dark
; In     X player     Out A = colours     Keeps X     Uses Y
.proc player_paper
        jsr player_ink
        cmp #PURPLE
        beq @dark
        cmp #ORANGE
        beq @dark
        cmp #RED
        bne @light
@dark:
        ora #ON(WHITE, 0)
@light:
        rts
.endproc

; board_turn_to -- show the quadrant a square is in, unless it is in view
; In     X square     Out C=1 the board was drawn anew
; Uses   everything board_draw uses     Keeps  -
.proc board_turn_to
        stx board_square
        jsr place_find
        bcc @seen
        lda board_square
        clc
        adc #5
        ldx #0
@ten:
        cmp #10
        bcc @quadrant
        sbc #10
        inx
        bne @ten
@quadrant:
        txa
        and #3
        sta board_quadrant
        jsr board_draw
        sec
        rts
@seen:
        clc
        rts
.endproc

; place_find -- place of a square in the quadrant shown
; In     X square     Out C=0 A = board_slot 0..10; C=1 not in view     Uses Y
; Keeps  X
.proc place_find
        ldy board_quadrant
        txa
        sec
        sbc quadrant_first,y
        bcs @forward
        adc #SQUARES            ; C is clear
@forward:
        sta board_slot
        cmp #PLACES
        rts
.endproc

; place_open -- board_x, board_y, board_lie of place board_slot
; In     board_slot     Out    -
; Uses   A, X, Y     Keeps  -
.proc place_open
        ldy board_quadrant
        lda quadrant_place,y
        clc
        adc board_slot
        tax
        lda place_x,x
        sta board_x
        lda place_y,x
        sta board_y
        lda #LIE_CORNER
        ldx board_slot
        cpx #PLACE_CORNER
        beq @lie
        lda lie_after,y
        bcs @lie
        lda lie_before,y
@lie:
        sta board_lie
        rts
.endproc

; board_draw -- the whole quadrant with its stage empty
;
; The table is swept first, so that a key is answered at once; drawing the
; squares takes some pictures more.
; In     -     Out    -     Uses   A, X, Y, tmp*, rect_*, ink, board_*, vid_*     Keeps  -
.proc board_draw
        jsr sprites_off
        jsr stage_clear
        jsr video_commit
        lda #0
        sta board_slot
@name:
        jsr name_load
        inc board_slot
        lda board_slot
        cmp #PLACES
        bne @name
        lda #GLYPH_SOFT
        jsr soft_forget
        jsr stage_clear         ; the middle lies elsewhere now
        lda #0
        sta board_slot
@place:
        jsr place_square
        jsr square_draw
        inc board_slot
        lda board_slot
        cmp #PLACES
        bne @place
        jsr map_draw
        jmp board_tokens
.endproc

; place_square -- board_square of place board_slot
; In     board_slot
; Out    A     Uses   A, X, flags; board_square
; Keeps  Y
.proc place_square
        ldx board_quadrant
        lda quadrant_first,x
        clc
        adc board_slot
        cmp #SQUARES
        bcc @inside
        sbc #SQUARES
@inside:
        sta board_square
        rts
.endproc

; stage_clear -- the table in the middle
; In     -     Out    -
; Uses   A, X, Y, tmp*, rect_*, ink     Keeps  -
.proc stage_clear
        ldx board_quadrant
        lda stage_left,x
        sta rect_x
        lda stage_top,x
        sta rect_y
        lda #STAGE_W
        sta rect_w
        lda #STAGE_H
        sta rect_h
        lda #ON(DARK, DARK)
        sta ink
        lda #' '
        jmp rect_fill
.endproc

; stage_x, stage_y -- A = column or row of the stage plus A
; In     A  column, row of the stage     Out    A     Keeps  Y     Uses   A, X, flags
.proc stage_x
        ldx board_quadrant
        clc
        adc stage_left,x
        rts
.endproc

.proc stage_y
        ldx board_quadrant
        clc
        adc stage_top,x
        rts
.endproc

; name_load -- the drawn name of place board_slot into the soft glyphs
; Uses   A, X, Y, vid_src, board_*, tmp*
.proc name_load
        jsr place_square
        jsr place_open
        lda board_lie
        cmp #LIE_CORNER
        bne @name
        jmp corner_load
@name:
        ldy board_square
        jsr name_address
        ldx #63
        lda #0
@clear:
        sta board_glyphs,x
        dex
        bpl @clear
        ldy #0                  ; byte of the name
        ldx #2                  ; byte of the glyphs
@byte:
        lda (board_ptr),y
        sta board_glyphs,x
        inx
        iny
        txa
        and #7
        cmp #7
        bne @more
        inx
        inx
        inx
@more:
        cpy #NAME_BYTES
        bne @byte
        jsr name_lines
        lda #<board_glyphs
        sta vid_src
        lda #>board_glyphs
        sta vid_src+1
        jsr name_code
        tax
        lda #8
        jmp soft_load
.endproc

; name_address -- board_ptr = drawn name of square Y; Uses A, tmp0
.proc name_address
        sty tmp0
        lda #0
        sta board_ptr+1
        tya                     ; square * 40 = (square * 4 + square) * 8
        asl a
        asl a
        clc
        adc tmp0
        sta board_ptr
        ldy #3
@eight:
        asl board_ptr
        rol board_ptr+1
        dey
        bne @eight
        clc
        lda board_ptr
        adc TEXT_BASE + TEXT_HEADER::names
        sta board_ptr
        lda board_ptr+1
        adc TEXT_BASE + TEXT_HEADER::names+1
        sta board_ptr+1
        rts
.endproc

; name_lines -- the line that parts a square from the one before it
; Uses   A, X
.proc name_lines
        lda board_lie
        cmp #LIE_LEFT
        bcs @side
        ldx #7
@left:
        lda board_glyphs,x
        ora #$80
        sta board_glyphs,x
        lda board_glyphs+32,x
        ora #$80
        sta board_glyphs+32,x
        dex
        bpl @left
        rts
@side:
        lda #$FF
        sta board_glyphs
        sta board_glyphs+8
        sta board_glyphs+16
        sta board_glyphs+24
        rts
.endproc

; name_code -- A = first soft code of place board_slot; Keeps X, Y
.proc name_code
        lda board_slot
        cmp #PLACE_CORNER
        bcc @before
        sbc #1
@before:
        asl a
        asl a
        asl a
        adc #GLYPH_SOFT         ; C is clear
        rts
.endproc

; corner_load -- glyphs of the quadrant's corner; its cell codes stay in the text
; Uses   A, X, Y, vid_src
.proc corner_load
        jsr corner_address
        ldy #0
        lda (board_ptr),y
        pha
        clc
        lda board_ptr
        adc #1
        sta vid_src
        lda board_ptr+1
        adc #0
        sta vid_src+1
        pla
        ldx #GLYPH_CORNER
        jmp soft_load
.endproc

; corner_address -- board_ptr = drawn corner of the quadrant; Uses A, Y
.proc corner_address
        lda TEXT_BASE + TEXT_HEADER::corner
        sta board_ptr
        lda TEXT_BASE + TEXT_HEADER::corner+1
        sta board_ptr+1
        lda board_quadrant
        asl a
        tay
        lda (board_ptr),y
        pha
        iny
        lda (board_ptr),y
        sta board_ptr+1
        pla
        sta board_ptr
        rts
.endproc

; board_square_draw -- one square, if it is in view
; In     X square     Uses A, X, Y, tmp*, rect_*, ink, board_*     Out    -     Keeps  -
.proc board_square_draw
        stx board_square
        jsr place_find
        bcs @hidden
        jmp square_draw
@hidden:
        rts
.endproc

; square_draw -- the square board_square at place board_slot
; Uses   A, X, Y, tmp*, rect_*, ink, board_*
.proc square_draw
        jsr place_open
        ldx board_square
        lda #PAPER_SELECTED
        cpx board_selected
        beq @paper
        lda #PAPER_MORTGAGED
        ldy square_mortgaged,x
        bne @paper
        lda #PAPER
@paper:
        sta board_paper
        ora #ON(BLACK, 0)
        sta board_ink
        ldx board_lie
        lda draw_hi,x
        pha
        lda draw_lo,x
        pha
        rts
.endproc

.segment "UI_RODATA"
draw_lo:
        .byte <(bottom_draw - 1), <(top_draw - 1), <(left_draw - 1), <(right_draw - 1)
        .byte <(corner_draw - 1)
draw_hi:
        .byte >(bottom_draw - 1), >(top_draw - 1), >(left_draw - 1), >(right_draw - 1)
        .byte >(corner_draw - 1)
.segment "UI_CODE"

; board_goto -- cursor to board_x + X, board_y + Y, ink of the square
; Uses   A, X, Y
.proc board_goto
        txa
        clc
        adc board_x
        tax
        tya
        clc
        adc board_y
        tay
        lda board_ink
        sta ink
        jmp video_goto
.endproc

.proc bottom_draw
        ldy #0
        jsr band_flat
        ldy #1
        jsr name_draw
        ldy #3
        jsr icon_draw
        ldy #4
        jmp foot_flat
.endproc

.proc top_draw
        ldy #0
        jsr foot_flat
        ldy #1
        jsr name_draw
        ldy #3
        jsr icon_draw
        ldy #4
        jmp band_flat
.endproc

.proc left_draw
        ldx #4
        jsr band_side
        ldx #0
        beq side_draw
.endproc

.proc right_draw
        ldx #0
        jsr band_side
        ldx #1
        ; falls through
.endproc

; side_draw -- name and foot of a square at the side, from column X
.proc side_draw
        txa
        clc
        adc board_x
        sta board_x
        ldy #0
        jsr name_draw
        ldx #0
        ldy #2
        jsr board_goto
        jmp foot_draw
.endproc

.proc corner_draw
        jsr corner_address
        ldy #0
        lda (board_ptr),y
        sta tmp0
        lda #0                  ; codes follow 1 + 8 * count bytes
        asl tmp0
        rol a
        asl tmp0
        rol a
        asl tmp0
        rol a
        tay
        sec
        lda tmp0
        adc board_ptr
        sta board_ptr
        tya
        adc board_ptr+1
        sta board_ptr+1
        ldx board_quadrant
        lda corner_inks,x
        and #$F0
        ora board_paper
        sta board_ink
        lda #0
        sta tmp4                ; cell
        sta tmp5                ; row
@row:
        ldx #0
        ldy tmp5
        jsr board_goto
        lda #5
        sta tmp6
@cell:
        ldy tmp4
        lda (board_ptr),y
        jsr video_put
        inc tmp4
        dec tmp6
        bne @cell
        inc tmp5
        lda tmp5
        cmp #5
        bne @row
        rts
.endproc

; band_glyphs -- C=1: no band here.  C=0: A = ink, tmp4 = pattern, tmp5 = level
; Uses   A, X, Y
.proc band_glyphs
        ldx board_square
        ldy square_group,x
        cpy #GROUP_STATIONS
        bcs @none
        tya
        adc #GLYPH_BAND0        ; C is clear
        sta tmp4
        lda square_level,x
        sta tmp5
        lda group_color,y
        clc
@none:
        rts
.endproc
        .assert GLYPH_BAND7 = GLYPH_BAND0 + 7, error, "patterns in group order"

; band_flat -- four cells across, row Y
; Uses   A, X, Y, tmp4, tmp5, ink
.proc band_flat
        ldx #0
        jsr board_goto
        jsr band_glyphs
        bcs line_row
        sta ink
        ldx tmp5
        lda house_1,x
        jsr house_put
        lda house_2,x
        jsr house_put
        lda house_3,x
        jsr house_put
        lda house_4,x
        ; falls through
.endproc

; house_put -- a house, or the pattern where there is none (A = 0); Keeps X
.proc house_put
        bne @house
        lda tmp4
@house:
        jmp video_put
.endproc

; line_row -- the dividing line and three blanks at the cursor
.proc line_row
        lda #GLYPH_LINEL
        jsr video_put
        lda #' '
        jsr video_put
        lda #' '
        jsr video_put
        lda #' '
        jmp video_put
.endproc

; band_side -- three cells down, column X
; Uses   A, X, Y, tmp4-tmp6, ink
.proc band_side
        stx tmp6
        jsr band_glyphs
        bcs @none
        sta board_ptr           ; the ink, until the three cells are written
        ldy #0
        jsr @goto
        ldx tmp5
        lda side_1,x
        jsr house_put
        ldy #1
        jsr @goto
        ldx tmp5
        lda side_2,x
        jsr house_put
        ldy #2
        jsr @goto
        ldx tmp5
        lda side_3,x
        jmp house_put
@goto:
        ldx tmp6
        jsr board_goto
        lda board_ptr
        sta ink
        rts
@none:
        ldy #0
        ldx tmp6
        jsr board_goto
        lda #GLYPH_LINET
        jsr video_put
        ldy #1
        ldx tmp6
        jsr board_goto
        lda #' '
        jsr video_put
        ldy #2
        ldx tmp6
        jsr board_goto
        lda #' '
        jmp video_put
.endproc

; name_draw -- two lines of four soft glyphs, from row Y
; Uses   A, X, Y, tmp4, tmp5, ink
.proc name_draw
        sty tmp5
        jsr name_code
        sta tmp4
        jsr @line
        inc tmp5
@line:
        ldx #0
        ldy tmp5
        jsr board_goto
        ldx #4
@cell:
        lda tmp4
        jsr video_put
        inc tmp4
        dex
        bne @cell
        rts
.endproc

; icon_draw -- what kind of square it is, row Y
; Uses   A, X, Y, ink
.proc icon_draw
        ldx #0
        jsr board_goto
        lda #GLYPH_LINEL
        jsr video_put
        ldy board_square
        ldx square_kind,y
        lda icon_ink,x
        asl a
        asl a
        asl a
        asl a
        ora board_paper
        sta ink
        lda icon_left,x
        cpy #28                 ; the second utility has a tap
        bne @left
        lda #GLYPH_TAP
@left:
        jsr video_put
        lda icon_right,x
        jsr video_put
        lda #' '
        jmp video_put
.endproc

; foot_flat -- the edge of a square along bottom or top, row Y
.proc foot_flat
        ldx #0
        jsr board_goto
        ; falls through
.endproc

; foot_draw -- owner in his colour with his number, or the price; four cells
; Uses   A, X, Y, tmp*, num_*, ink
.proc foot_draw
        ldx board_square
        ldy square_owner,x
        cpy #MAX_PLAYERS
        bcs @free
        lda square_mortgaged,x
        sta tmp5
        sty tmp4
        ldx tmp4
        jsr player_paper
        sta ink
        jsr @blank
        jsr @blank
        lda tmp4
        clc
        adc #'1'
        jsr video_put
@blank:
        lda #' '
        ldy tmp5
        beq @put
        lda #GLYPH_MORT
@put:
        jmp video_put
@free:
        lda board_lie
        cmp #LIE_LEFT
        lda #GLYPH_LINEL
        bcc @line
        lda #' '
@line:
        jsr video_put
        ldx board_square
        lda square_kind,x
        cmp #KIND_TAX
        beq @price
        lda square_group,x
        bmi @nothing
@price:
        jsr square_price
        sta num_lo
        sty num_hi
        lda #3
        jmp print_number
@nothing:
        lda #' '
        jsr video_put
        lda #' '
        jsr video_put
        lda #' '
        jmp video_put
.endproc
