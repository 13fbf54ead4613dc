; tokens.s -- where tokens stand: on the band of their square, towards the stage
;
; So they hide neither what it costs to land there nor whose it is.  Several on one square
; stand in an order of their own, by seat; on a corner round its middle, and who is in gaol
; in the cell.
;
; Test tests/asm/game/ui/test_board.py

.include "video.inc"
.include "../play/play.inc"
.include "../zp.inc"
.include "../zp_ui.inc"

.segment "UI_BSS"

shown_square:   .res MAX_PLAYERS        ; where tokens are shown
token_player:   .res 1
token_rank:     .res 1

.segment "UI_RODATA"

; Where the first, second ... token stands on a square, in dots: along the side, towards the
; middle of the board; on a corner from its middle, down from the edge of the board's bottom and
; up from that of its top.  Lower seats are in front.  Of each two fifths can be seen at least, of
; the first four over half; none reaches into the border or onto what its square tells.
token_along:    .byte 0, 10, <-10, <-2, 9, <-11, 0, 11
token_depth:    .byte 0, 5, 2, 11, 14, 14, 20, 22
corner_x:       .byte <-4, 12, <-4, 12, 4, 12, <-4, 4
corner_y:       .byte 3, 4, <-9, <-7, <-14, <-18, <-18, <-25
; Where the first one stands, from the upper left of the square, by how it lies.  Bottom and
; right are a dot further out: depth is turned round by its complement.
token_x:        .byte 0, 16, 0, <-7, 4
token_y:        .byte <-5, 1, 16, 1, 5
CELL            = 8             ; the gaol's cell lies so much to the upper right

.segment "UI_CODE"

; board_tokens -- all tokens
; In     -     Out    -     Uses   A, X, Y, arg0-arg2, tmp*, board_*     Keeps  -
.proc board_tokens
        ldx #MAX_PLAYERS - 1    ; empty seats as well: their sprites are hidden
@player:
        jsr board_token
        ldx token_player
        dex
        bpl @player
        rts
.endproc

; board_token -- place one player's token, or hide it when he is out of the game
; In     X player     Uses A, X, Y, arg0-arg2, tmp*, board_*     Out    -     Keeps  -
.proc board_token
        jsr token_place
        ldx token_player        ; lda and ldx leave C of token_place
        bcs @hide
        jsr player_ink
        jmp sprite_show
@hide:
        jmp sprite_hide
.endproc

; token_place -- where a token stands
; The square's place in dots comes first, then where the first token stands on such a side,
; last the step aside for its rank among those who stand there.
; In     X player     Out C=0 arg0-arg2 coordinates; C=1 nowhere
; Uses   A, X, Y, tmp0, tmp1, board_*
.proc token_place
        stx token_player
        cpx player_count        ; C=1: the seat does not play
        bcs @none
        lda player_flags,x
        lsr a                   ; PF_ALIVE is bit 0
        bcs @there
        sec                     ; out of the game is nowhere, too
@none:
        rts
@there:
        lda shown_square,x
        sta board_square
        ldy #0                  ; how many with a lower seat stand there too?
@rank:
        dex                     ; lower seats only: so every rank is there once
        bmi @ranked
        lda player_flags,x      ; who is out leaves no gap in the row
        lsr a
        bcc @rank
        lda shown_square,x
        cmp board_square
        bne @rank
        iny
        bne @rank               ; always: Y is not 0
@ranked:
        sty token_rank          ; square_open uses Y
        ldx board_square
        jsr square_open
        lda #0
        sta arg1                ; a corner's tokens reach left of column 0: then $FF
        lda board_x
        asl a                   ; eight dots a cell
        asl a
        asl a
        sta arg0                ; columns 0-21
        ldx board_lie           ; the tables go by side, the corner last
        lda token_x,x           ; signed: some begin left of their square
        jsr add_x
        lda board_y
        asl a
        asl a
        asl a
        clc
        adc token_y,x           ; signed, 8 bits: the board is 192 dots high
        sta arg2
        ldy token_rank
        cpx #LIE_CORNER
        beq @corner
        lda token_depth,y
        cpx #LIE_BOTTOM         ; A keeps the depth through the comparisons
        beq @back
        cpx #LIE_RIGHT
        bne @depth
@back:
        ; Depth goes towards the middle of the board: up from the bottom, left from the right
        ; side, which is the other sign.
        eor #$FF
@depth:
        sta tmp1
        txa
        ; Bit 0 of LIE_*: sides where "along" is vertical. Then along and depth change places.
        lsr a
        lda token_along,y
        bcc @flat
        ldy tmp1                ; left and right: along is down
        sta tmp1
        tya                     ; A: depth; tmp1: along
@flat:
        jsr add_x
        lda tmp1
        jmp @down
@corner:
        lda corner_x,y
        jsr add_x
        ldx token_player        ; add_x keeps X and Y: Y is the rank still
        jsr in_gaol
        beq @free               ; Z=1: he only visits
        lda #CELL               ; right, and below up
        jsr add_x
        lda arg2
        sec                     ; y grows downward: up is less
        sbc #CELL
        sta arg2
@free:
        lda corner_y,y
        ldx board_y             ; 0: the top's two, where the edge is above
        bne @down
        eor #$FF
@down:
        clc
        adc arg2
        sta arg2
        clc                     ; he stands somewhere
        rts
.endproc

; add_x -- arg0/arg1 = it + A, signed     Keeps X, Y
.proc add_x
        cmp #$80
        bcc @right
        ; A is negative: its high byte would be $FF, which is one less. clc as the sum needs no
        ; carry.
        dec arg1
        clc
@right:
        adc arg0
        sta arg0
        bcc @done
        inc arg1
@done:
        rts
.endproc
