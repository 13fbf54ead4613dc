; overview.s -- the whole board on one page, with all tokens, and the bank's stock
;
; A ring of 35 x 24 cells: squares are 3 x 3 along bottom and top, 4 x 2 at the
; sides, corners 4 x 3.  The owner's colour is at the outer edge, the group's
; pattern with the houses towards the middle.
;
; Test tests/asm/game/ui/test_pages.py

.include "pages.inc"
.include "../data/text/text.inc"
.include "../play/play.inc"
.include "../sys/sys.inc"
.include "../ui/ui.inc"
.include "../video/video.inc"
.include "../zp.inc"
.include "../zp_ui.inc"
.include "glyphs.inc"

RING_LEFT       = 2
RING_RIGHT      = RING_LEFT + 31        ; column of the right side's squares
RING_BOTTOM     = 21            ; row of the bottom's squares
INNER           = RING_LEFT + 7 ; column of the words in the middle
PLAYER_ROW      = 6
STOCK_ROW       = 15
PAPER           = LIGHT

.segment "UI_BSS"

ring_square:    .res 1
ring_row:       .res 1

.segment "UI_RODATA"

; Column and row of each square.
ring_x:
.repeat 10, i
        .byte RING_RIGHT - 3 * i
.endrepeat
.repeat 10
        .byte RING_LEFT
.endrepeat
        .byte RING_LEFT
.repeat 9, i
        .byte RING_LEFT + 4 + 3 * i
.endrepeat
.repeat 10
        .byte RING_RIGHT
.endrepeat
ring_y:
.repeat 10
        .byte RING_BOTTOM
.endrepeat
.repeat 10, i
        .byte RING_BOTTOM - 2 * i
.endrepeat
.repeat 10
        .byte 0
.endrepeat
        .byte 0
.repeat 9, i
        .byte 3 + 2 * i
.endrepeat
        .assert ring_y - ring_x = SQUARES .and * - ring_y = SQUARES, error, "40 squares"

; Houses in the band by level; 0 = the group's pattern.
flat_1:         .byte 0, GLYPH_HOUSE, GLYPH_HOUSE, GLYPH_HOUSE, GLYPH_HOUSES, GLYPH_HOTELL
flat_2:         .byte 0, 0, GLYPH_HOUSE, GLYPH_HOUSE, GLYPH_HOUSES, GLYPH_HOTELR
flat_3:         .byte 0, 0, 0, GLYPH_HOUSE, 0, 0
side_1:         .byte 0, GLYPH_HOUSE, GLYPH_HOUSE, GLYPH_HOUSES, GLYPH_HOUSES, GLYPH_HOTEL
side_2:         .byte 0, 0, GLYPH_HOUSE, GLYPH_HOUSE, GLYPH_HOUSES, 0

corner_top:     .byte "        Free to "
corner_word:    .byte " GO     Park    "

; Where the first, second, ... token stands on a square, in dots (signed).
rank_x:         .byte <0, <4, <(-4), <6, <(-6), <2, <(-2), <0
rank_y:         .byte <5, <(-2), <9, <1, <4, <7, <(-5), <2
corner_x:       .byte <(-4), <14, <(-4), <14, <5, <5, <(-10), <20
corner_y:       .byte <(-1), <(-1), <10, <10, <4, <(-6), <5, <5

text_title:     .byte "THE WHOLE BOARD", 0
text_houses:    .byte " houses", 0
text_hotels:    .byte " hotels", 0
text_pool:      .byte "Parking $", 0
text_mortgaged: .byte " mortgaged", 0
text_back:      .byte " Any key: back to the game ", 0

labels:
        LABEL INNER + 4, 4, ON(WHITE, BLACK), text_title
        LABEL 6, ROWS - 1, ON(BLACK, YELLOW), text_back
        .byte $FF

.segment "UI_CODE"

; overview_page -- the whole board until a key is pressed
; In     -     Out    -     Uses   everything     Keeps  -
.proc overview_page
        jsr aside_open
        ldx #SQUARES - 1
@square:
        stx ring_square
        jsr ring_draw
        ldx ring_square
        dex
        bpl @square
        lda #<labels
        ldy #>labels
        jsr labels_draw
        jsr players_draw
        jsr stock_draw
        ldx #MAX_PLAYERS - 1
@token:
        jsr ring_token
        dex
        bpl @token
        jsr video_show
        jsr key_flush
        jsr key_wait
        jmp aside_close
.endproc

; ring_goto -- cursor to column X, row Y of the square
; Uses   A, X, Y
.proc ring_goto
        sty ring_row
        ldy ring_square
        txa
        clc
        adc ring_x,y
        tax
        lda ring_row
        clc
        adc ring_y,y
        tay
        jmp video_goto
.endproc

; ring_draw -- the square ring_square
; Uses   A, X, Y, ui_a-ui_d, ink, tmp*
.proc ring_draw
        ldx ring_square
        lda square_mortgaged,x
        sta ui_d
        lda #PAPER
        ldy ui_d
        beq @paper
        lda #MID
@paper:
        sta ui_c                ; black on the paper
        txa
        ldx #0
@side:
        cmp #10
        bcc @found
        sbc #10
        inx
        bne @side
@found:
        cmp #0
        beq @corner
        lda side_hi,x
        pha
        lda side_lo,x
        pha
        rts
@corner:
        jmp corner_draw
.endproc

.proc bottom_draw
        ldy #0
        jsr band_flat
        ldy #1
        jsr icon_flat
        ldy #2
        jmp foot_flat
.endproc

.proc top_draw
        ldy #0
        jsr foot_flat
        ldy #1
        jsr icon_flat
        ldy #2
        jmp band_flat
.endproc

.proc left_draw
        ldx #3
        jsr band_side
        ldx #1
        jsr icon_side
        ldx #0
        jmp foot_side
.endproc

.proc right_draw
        ldx #0
        jsr band_side
        ldx #1
        jsr icon_side
        ldx #3
        jmp foot_side
.endproc

; corner_draw -- X = which corner, 0 GO .. 3 go to gaol
.proc corner_draw
        txa
        asl a
        asl a
        sta ui_a
        stx ui_b
        lda ui_c
        sta ink
        ldx #0
        ldy #0
        jsr ring_goto
        ldx ui_a
@top:
        lda corner_top,x
        jsr video_put
        inx
        txa
        and #3
        bne @top
        ldx #0
        ldy #1
        jsr ring_goto
        lda ui_b
        and #1
        bne @gaol
        ldx ui_a
@word:
        lda corner_word,x
        jsr video_put
        inx
        txa
        and #3
        bne @word
        beq @last
@gaol:
        lda TEXT_BASE + TEXT_HEADER::gaol
        ldy TEXT_BASE + TEXT_HEADER::gaol+1
        jsr text_at
@last:
        ldx #0
        ldy #2
        jsr ring_goto
        ldx #4
        lda #' '
@blank:
        jsr video_put
        lda #' '
        dex
        bne @blank
        rts
.endproc

; street_find -- is the square a street?
; Out    C=0 ui_a its pattern, X its level, ink of its group; C=1 no, ink = paper
; Uses   A, Y
.proc street_find
        lda ui_c
        sta ink
        ldx ring_square
        ldy square_group,x
        cpy #GROUP_STATIONS
        bcs @no
        lda group_color,y
        sta ink
        tya
        adc #GLYPH_BAND0        ; C is clear
        sta ui_a
        lda square_level,x
        tax
        clc
@no:
        rts
.endproc

; band_flat -- three cells across, row Y
.proc band_flat
        ldx #0
        jsr ring_goto
        jsr street_find
        bcs blank_flat
        lda flat_1,x
        jsr @put
        lda flat_2,x
        jsr @put
        lda flat_3,x
@put:
        bne @house
        lda ui_a
@house:
        jmp video_put
.endproc

.proc blank_flat
        lda #GLYPH_LINEL
        jsr video_put
        lda #' '
        jsr video_put
        lda #' '
        jmp video_put
.endproc

; band_side -- two cells down, column X
.proc band_side
        stx ui_b
        ldy #0
        jsr ring_goto
        jsr street_find
        bcs blank_side
        lda side_1,x
        jsr @put
        ldx ui_b
        ldy #1
        jsr ring_goto
        jsr street_find
        lda side_2,x
@put:
        bne @house
        lda ui_a
@house:
        jmp video_put
.endproc

.proc blank_side
        lda #GLYPH_LINET
        jsr video_put
        ldx ui_b
        ldy #1
        jsr ring_goto
        lda #' '
        jmp video_put
.endproc

; icon_flat -- what kind of square it is, row Y
.proc icon_flat
        ldx #0
        jsr ring_goto
        lda ui_c
        sta ink
        lda #GLYPH_LINEL
        jsr video_put
        ; falls through
.endproc

; icon_put -- two cells at the cursor
; Uses   A, X, Y, ink
.proc icon_put
        ldy ring_square
        ldx square_kind,y
        lda icon_ink,x
        jsr ink_letters
        lda ink
        ora ui_c
        sta ink
        lda icon_left,x
        cpy #28                 ; the second utility has a tap
        bne @left
        lda #GLYPH_TAP
@left:
        jsr video_put
        lda icon_right,x
        jmp video_put
.endproc

; icon_side -- two by two cells from column X
.proc icon_side
        stx ui_b
        ldy #0
        jsr ring_goto
        lda ui_c
        sta ink
        lda #GLYPH_LINET
        jsr video_put
        lda #GLYPH_LINET
        jsr video_put
        ldx ui_b
        ldy #1
        jsr ring_goto
        jmp icon_put
.endproc

; owner_find -- C=0: ink is the owner's colour, A his number; C=1 nobody's
; Uses   X, Y
.proc owner_find
        lda ui_c
        sta ink
        ldy ring_square
        ldx square_owner,y
        cpx #MAX_PLAYERS
        bcs @nobody
        jsr player_paper
        sta ink
        txa
        clc
        adc #'1'
@nobody:
        rts
.endproc

; edge_put -- the owner's colour, hatched when mortgaged
.proc edge_put
        lda #' '
        ldy ui_d
        beq @put
        lda #GLYPH_MORT
@put:
        jmp video_put
.endproc

; foot_flat -- owner, three cells across, row Y
.proc foot_flat
        ldx #0
        jsr ring_goto
        jsr owner_find
        bcs @free
        pha
        jsr edge_put
        pla
        jsr video_put
        jmp edge_put
@free:
        jmp blank_flat
.endproc

; foot_side -- owner, two cells down, column X
.proc foot_side
        stx ui_b
        ldy #0
        jsr ring_goto
        jsr owner_find
        bcs @free
        jsr video_put
        ldx ui_b
        ldy #1
        jsr ring_goto
        jmp edge_put
@free:
        jmp blank_side
.endproc

; players_draw -- everybody with his money, the one to decide lit
; Uses   A, X, Y, ui_a, num_*, tmp*, ink
.proc players_draw
        lda #0
        sta ui_a
@player:
        lda ui_a
        cmp player_count
        bcs @done
        adc #PLAYER_ROW         ; C is clear
        tay
        ldx #INNER
        jsr video_goto
        ldx ui_a
        jsr token_line
        ldx #INNER + 13
        jsr text_pad
        ldx ui_a
        lda player_flags,x
        lsr a
        bcc @next
        lda player_money_lo,x
        sta num_lo
        lda player_money_hi,x
        sta num_hi
        lda #7
        jsr print_number
@next:
        inc ui_a
        bne @player
@done:
        rts
.endproc

; stock_draw -- houses, hotels, pool, and what the hatching means
; Uses   A, X, Y, num_*, tmp*, ink
.proc stock_draw
        ldx #INNER
        ldy #STOCK_ROW
        jsr video_goto
        lda #ON(LIME, BLACK)
        sta ink
        lda #GLYPH_HOUSE
        jsr video_put
        lda bank_houses
        jsr @count
        lda #<text_houses
        ldy #>text_houses
        jsr text_at
        ldx #INNER
        ldy #STOCK_ROW + 1
        jsr video_goto
        lda #ON(PINK, BLACK)
        sta ink
        lda #GLYPH_HOTEL
        jsr video_put
        lda bank_hotels
        jsr @count
        lda #<text_hotels
        ldy #>text_hotels
        jsr text_at
        ldx #INNER
        ldy #STOCK_ROW + 2
        jsr video_goto
        lda #ON(BLACK, MID)
        sta ink
        lda #GLYPH_MORT
        jsr video_put
        lda #ON(LIGHT, BLACK)
        sta ink
        lda #<text_mortgaged
        ldy #>text_mortgaged
        jsr text_at
        lda settings + OPT_PARKING
        beq @done
        ldx #INNER
        ldy #STOCK_ROW + 3
        jsr video_goto
        lda #<text_pool
        ldy #>text_pool
        jsr text_at
        lda pool_lo
        sta num_lo
        lda pool_hi
        sta num_hi
        lda #1
        jmp print_number
@count:
        sta num_lo
        ldx #0
        cmp #$80
        bcc @positive
        dex                     ; phantom houses: what must be sold
@positive:
        stx num_hi
        lda #ON(LIGHT, BLACK)
        sta ink
        lda #3
        jmp print_number
@done:
        rts
.endproc

; ring_token -- place a living player's token on his square
; In     X player     Keeps X     Uses A, Y, arg0-arg2, tmp0-tmp2
.proc ring_token
        cpx player_count
        bcs @absent
        lda player_flags,x
        lsr a
        bcc @absent
        stx tmp0
        lda player_square,x
        sta tmp1
        ldy #0                  ; how many with a lower seat stand there too?
@rank:
        dex
        bmi @ranked
        lda player_flags,x
        lsr a
        bcc @rank
        lda player_square,x
        cmp tmp1
        bne @rank
        iny
        bne @rank
@ranked:
        lda rank_x,y
        sta arg0
        lda rank_y,y
        sta arg2
        lda tmp1
@ten:
        beq @corner
        sec
        sbc #10
        bcs @ten
        bcc @place
@corner:
        lda corner_x,y
        sta arg0
        lda corner_y,y
        sta arg2
@place:
        ldy tmp1
        lda ring_y,y
        asl a
        asl a
        asl a
        clc
        adc arg2
        sta arg2
        lda #0
        sta arg1
        sta tmp2                ; sign of the offset
        lda arg0
        bpl @right
        dec tmp2
@right:
        lda ring_x,y
        asl a
        asl a
        asl a                   ; columns above 31: into arg1
        rol arg1
        clc
        adc arg0
        sta arg0
        lda arg1
        adc tmp2
        sta arg1
        ldx tmp0
        jsr player_ink
        jmp sprite_show
@absent:
        rts
.endproc

.segment "UI_RODATA"
side_lo:
        .byte <(bottom_draw - 1), <(left_draw - 1), <(top_draw - 1), <(right_draw - 1)
side_hi:
        .byte >(bottom_draw - 1), >(left_draw - 1), >(top_draw - 1), >(right_draw - 1)
