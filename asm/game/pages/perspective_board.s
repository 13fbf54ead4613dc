; perspective_board.s -- what the game puts on the table of the perspective view; an overlay
;
; The picture is made for it: in the cells of a deed's foot the third colour is nothing else, so
; its owner is a byte of colour memory; where houses, spots and coins are drawn the first
; colour is white, or yellow (tools/art/perspective.py).
;
; Test tests/asm/game/pictures/test_perspective.py

.include "pages.inc"
.include "perspective.inc"
.include "../play/play.inc"
.include "../sys/sys.inc"
.include "../ui/ui.inc"
.include "../video/video.inc"
.include "../zp.inc"
.include "../zp_ui.inc"

COLOR_MEMORY    = $D800
COIN_W          = 6
COIN_WORTH      = 50
COINS           = 12 * STACKS
FAN_ROW         = 6             ; cards side by side; the others lie below them
FAN_H           = 4             ; rows of cells
WOOD            = SECOND
GAOL_STAND      = SQUARES       ; behind the squares
BIG_W           = 8             ; tokens as on the board, in double dots
BIG_H           = 14

.segment "PERSPECTIVE_DATA"

dot_mask:       .byte $C0, $30, $0C, $03

; Spots of a die: upper left, upper right, left, middle, right, lower left, lower right.
spot_x:         .byte 1, 7, 1, 4, 7, 1, 7
spot_y:         .byte 2, 2, 6, 6, 6, 10, 10
SPOTS           = 7
spots:          .byte %0001000, %1000001, %1001001, %1100011, %1101011, %1110111
die_x:          .byte DIE_0_X, DIE_1_X
die_y:          .byte DIE_0_Y, DIE_1_Y

fan_top:        .byte 4, 2, 1, 1, 2, 4, 3, 1, 1, 3 ; an arch each row

; Tokens that share a square, from where one stands alone, in double dots and lines.
crowd_x:        .byte 0, <-4, 4, <-2, 2, 0, <-5, 5
crowd_y:        .byte 0, 1, 1, <-3, <-3, 4, 4, 4

.segment "PERSPECTIVE_CODE"

; block_put -- a rectangle of double dots
; In     dot_x, dot_y, dot_w, dot_h, dot_code
; Out    dot_* as they were     Keeps  -     Uses   A, X, Y, tmp0-tmp2, vid_src, vid_dst
.proc block_put
        lda dot_y
        sta tmp0
        clc
        adc dot_h
        sta tmp1                ; behind the last line
@line:
        ldx dot_x
        lda dot_w
        sta tmp2
@dot:
        lda tmp0
        lsr a                   ; row of cells
        lsr a
        lsr a
        tay
        txa
        lsr a                   ; column: a cell has four double dots
        lsr a
        jsr cell_at
        txa
        and #3
        tay
        lda dot_mask,y
        ldy tmp0
        pha
        tya
        and #7                  ; line within the cell
        tay
        pla
        pha
        and dot_code            ; of the code, four times the same two bits, those of the dot
        sta vid_src
        pla
        eor #$FF
        and (vid_dst),y         ; the other dots stay
        ora vid_src
        sta (vid_dst),y
        inx
        dec tmp2
        bne @dot
        inc tmp0
        lda tmp0
        cmp tmp1
        bne @line
        rts
.endproc

; cell_at -- where the dots of a cell begin
; In     A  column, Y  row     Out    vid_dst     Keeps  X, Y     Uses   A
.proc cell_at
        pha
        txa
        pha
        tya
        tax
        jsr bitmap_row
        pla
        tax
        pla
        asl a
        asl a
        asl a
        bcc @left
        inc vid_dst+1           ; columns from 32 on
        clc
@left:
        adc vid_dst
        sta vid_dst
        bcc @page
        inc vid_dst+1
@page:
        rts
.endproc

; block_of -- block_put in A's code
; In     A code, dot_*     Out    -     Uses   as block_put     Keeps  -
.proc block_of
        sta dot_code
        jmp block_put
.endproc

; spots_draw -- both dice show die_face
; In     -     Out    -     Keeps  -     Uses   A, X, Y, tmp0-tmp2, vid_*, mark_*, dot_*
.proc spots_draw
        lda #1
        sta mark_at
@die:
        ldx mark_at
        ldy die_face,x
        beq @next               ; nobody has rolled
        lda spots - 1,y
        sta mark_n
        ldy die_x,x
        sty mark_x
        iny                     ; within the edge of the die
        sty dot_x
        ldy die_y,x
        sty mark_y
        iny
        sty dot_y
        lda #8
        sta dot_w
        lda #13
        sta dot_h
        lda #FIRST
        jsr block_of
        ldx #SPOTS - 1
@spot:
        lsr mark_n              ; bit 0 is the last spot
        bcc @none
        lda spot_x,x
        clc
        adc mark_x
        sta dot_x
        lda spot_y,x
        clc
        adc mark_y
        sta dot_y
        lda #2
        sta dot_w
        lda #3
        sta dot_h
        txa
        pha
        lda #NONE
        jsr block_of
        pla
        tax
@none:
        dex
        bpl @spot
@next:
        dec mark_at
        bpl @die
        rts
.endproc

; wealth_draw -- his cash as coins, his deeds as a fan
; In     perspective_player     Out    -     Keeps  -     Uses   A, X, Y, tmp0-tmp2, vid_*, mark_*, dot_*
.proc wealth_draw
        jsr coins_draw
        ; falls through
.endproc

; fan_draw -- a card for each group he has deeds of, with a dot for each
.proc fan_draw
        ldx #0
        stx mark_n              ; cards
        stx mark_at             ; group
@group:
        lda mark_at
        asl a
        asl a
        asl a
        adc perspective_player  ; C is clear
        tax
        lda player_groups,x
        beq @none
        sta tmp2
        jsr fan_card
        inc mark_n
@none:
        inc mark_at
        lda mark_at
        cmp #GROUPS
        bne @group
        rts
.endproc

; fan_card -- card mark_n: group mark_at, tmp2 deeds
.proc fan_card
        ldx #TEN_ROWS           ; row
        lda mark_n
        cmp #FAN_ROW
        bcc @upper
        sbc #FAN_ROW
        ldx #TEN_ROWS + FAN_H
@upper:
        sta mark_x              ; column
        ldy mark_n
        lda fan_top,y
        eor #$FF
        sta tmp0                ; line of the card, 0 its upper edge
        inc tmp0                ; so it is negative above the card,
        stx mark_y
        lda #FAN_H
        sta tmp1
@row:
        ldy mark_y
        lda mark_x
        jsr cell_at
        ldy #0
@line:
        ldx tmp0
        lda #WOOD
        cpx #FAN_LINES          ; which, unsigned, is behind its end as well
        bcs @put
        lda fan_lines,x
        bpl @put                ; bit 7: a line in which deeds are counted
        lda #%00010101          ; a dot for a deed
        dec tmp2
        bmi @put
        lda #%00010001
@put:
        sta (vid_dst),y
        inc tmp0
        iny
        cpy #8
        bne @line
        jsr fan_colours
        inc mark_y
        dec tmp1
        bne @row
        rts
.endproc

; fan_colours -- of the cell at row mark_y, column mark_x
.proc fan_colours
        ldx mark_y
        ldy mark_x
        lda row_lo,x
        sta vid_dst
        lda row_hi,x
        eor #>MATRIX ^ >CELLS   ; the matrix has the same rows in other pages
        sta vid_dst+1
        lda #ON(WHITE, ORANGE)
        sta (vid_dst),y
        lda vid_dst+1
        eor #>COLOR_MEMORY ^ >MATRIX
        sta vid_dst+1
        ldx mark_at
        lda group_color,x       ; its paper
        sta (vid_dst),y
        rts
.endproc
        .assert <MATRIX = 0 .and <CELLS = 0, lderror, "one low byte"
        .assert >MATRIX .mod 4 = 0 .and >COLOR_MEMORY .mod 4 = 0, lderror, "pages by eor"

; coins_draw -- a coin for each fifty, on five stacks
.proc coins_draw
        ldx perspective_player
        lda shown_lo,x
        sta num_lo
        lda shown_hi,x
        sta num_hi
        bmi @done               ; debts: no coins
        lda #0
        sta mark_at             ; coins
        sta mark_n              ; stack
        sta mark_y              ; how high
@coin:
        lda num_lo
        sec
        sbc #COIN_WORTH
        sta num_lo
        bcs @one
        dec num_hi
        bmi @done
@one:
        lda mark_at
        cmp coins_there         ; drawn already: only what is new is added
        bcc @lies
        ldx mark_n
        lda stack_x,x
        sta dot_x
        lda stack_y,x
        sec
        sbc mark_y
        sta dot_y
        lda #COIN_W
        sta dot_w
        lda #1
        sta dot_h
        lda #NONE               ; what the coin below shows of its dark edge
        jsr block_of
        dec dot_y
        lda #FIRST              ; its rim
        jsr block_of
        inc dot_x
        dec dot_w
        dec dot_w
        dec dot_y
        jsr block_put           ; its face, which is narrower
        inc coins_there
@lies:
        inc mark_n
        lda mark_n
        cmp #STACKS
        bne @same
        lda #0
        sta mark_n
        inc mark_y              ; a coin is two lines high
        inc mark_y
@same:
        inc mark_at
        lda mark_at
        cmp #COINS
        bne @coin
@done:
        rts
.endproc

; stands_place -- every token where it stands
; In     shown_square     Out    -     Keeps  -     Uses   A, X, Y, arg0-arg2, tmp0-tmp2, dot_*
.proc stands_place
        ldx #MAX_PLAYERS - 1
@seat:
        stx mark_at
        cpx player_count
        bcs @hide
        lda player_flags,x
        lsr a                   ; C: PF_ALIVE
        bcc @hide
        jsr stand_find
        jsr crowd_find
        ldx mark_at
        jsr token_show
        jmp @next
@hide:
        jsr sprite_hide
@next:
        ldx mark_at
        dex
        bpl @seat
        rts
.endproc
        .assert PF_ALIVE = 1, error, "the lowest bit"

; stand_find -- where a token stands if it is alone
; In     X  player     Out    dot_x, dot_y  the middle of its foot     Keeps  X     Uses   A, Y
.proc stand_find
        lda shown_square,x
        tay
        lda player_flags,x
        and #PF_GAOL
        beq @free
        cpy #SQUARE_GAOL
        bne @free
        ldy #GAOL_STAND
@free:
        lda stand_x,y
        sta dot_x
        lda stand_y,y
        sta dot_y
        rts
.endproc

; crowd_find -- a place of his own among those on his square     In mark_at player
; Out    dot_x, dot_y     Uses A, X, Y, tmp0
.proc crowd_find
        ldx mark_at
        lda shown_square,x
        sta tmp0
        ldy #0                  ; how many with a lower seat stand there?
@rank:
        dex
        bmi @ranked
        lda player_flags,x
        lsr a
        bcc @rank
        lda shown_square,x
        cmp tmp0
        bne @rank
        iny
        bne @rank
@ranked:
        lda crowd_x,y
        clc
        adc dot_x
        sta dot_x
        lda crowd_y,y
        ldx dot_y
        cpx #FAR_LINE
        bcs @near
        cmp #$80                ; less deep
        ror a
@near:
        clc
        adc dot_y
        sta dot_y
        rts
.endproc

; token_show -- his sprite, small beyond FAR_LINE
; In     X  player, dot_x, dot_y     Out    -     Keeps  X     Uses   A, Y, arg0-arg2
.proc token_show
        ldy dot_y
        cpy #FAR_LINE
        bcc @far
        tya
        sbc #BIG_H - 1          ; C is set
        sta arg2
        lda player_token,x
        sta sprite_shape,x
        lda #BIG_W / 2
        bne @place              ; always
@far:
        tya
        sbc #FAR_HIGH - 2       ; C is clear
        bcs @high
        lda #0
@high:
        sta arg2
        lda player_token,x
        clc
        adc #<((CELLS - $C000) / 64)
        sta sprite_shape,x
        lda #FAR_WIDE / 2
@place:
        eor #$FF
        sec
        adc dot_x
        asl a                   ; in dots; C is bit 8
        sta arg0
        lda #0
        rol a
        sta arg1
        jsr player_ink
        jmp sprite_show
.endproc
