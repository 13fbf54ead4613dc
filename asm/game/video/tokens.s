; tokens.s -- where tokens stand on the squares in view
;
; Several on one square stand in an order of their own, by seat.
;
; Test tests/asm/game/ui/test_screens.py

.include "video.inc"
.include "../play/play.inc"
.include "../zp.inc"
.include "../zp_ui.inc"

.segment "UI_BSS"

shown_square:   .res MAX_PLAYERS        ; where tokens are shown
token_player:   .res 1
token_rank:     .res 1

.segment "UI_RODATA"

; Where the first, second, ... token stands on a square, in dots.
token_x_flat:   .byte 4, 10, 0, 12, 2, 7, 5, 9
token_y_flat:   .byte 18, 16, 17, 14, 12, 10, 15, 13 ; above the price
token_x_side:   .byte 8, 16, 2, 20, 12, 5, 10, 14
token_y_side:   .byte 2, 1, 2, 0, 1, 0, 2, 1
token_x_corner: .byte 8, 18, 0, 14, 4, 20, 10, 2
token_y_corner: .byte 25, 22, 20, 16, 14, 12, 10, 8

.segment "UI_CODE"

; board_tokens -- all tokens
; In     -     Out    -     Uses   A, X, Y, arg0-arg2, tmp*, board_*     Keeps  -
.proc board_tokens
        ldx #MAX_PLAYERS - 1
@player:
        jsr board_token
        ldx token_player
        dex
        bpl @player
        rts
.endproc

; board_token -- place one player's token, or hide it when it is not in view
; In     X player     Uses A, X, Y, arg0-arg2, tmp*, board_*     Out    -     Keeps  -
.proc board_token
        jsr map_token
        jsr token_place
        ldx token_player
        bcs @hide
        jsr player_ink
        jmp sprite_show
@hide:
        jmp sprite_hide
.endproc

; token_place -- where a token stands
; In     X player     Out C=0 arg0-arg2 coordinates; C=1 not in view
; Uses   A, X, Y, tmp*, board_*
.proc token_place
        stx token_player
        cpx player_count
        bcs @absent
        lda player_flags,x
        lsr a
        bcc @none
        lda shown_square,x
        sta board_square
        ldy #0                  ; how many with a lower seat stand there too?
@rank:
        dex
        bmi @ranked
        lda player_flags,x
        lsr a
        bcc @rank
        lda shown_square,x
        cmp board_square
        bne @rank
        iny
        bne @rank
@ranked:
        sty token_rank
        ldx board_square
        jsr place_find
        bcs @absent
        jsr place_open
        lda #0
        sta arg1
        lda board_x
        asl a
        asl a
        asl a
        rol arg1
        sta arg0
        lda board_y
        asl a
        asl a
        asl a
        sta arg2
        ldy token_rank
        ldx board_lie
        lda token_x_flat,y
        cpx #LIE_LEFT
        bcc @add
        lda token_x_side,y
        cpx #LIE_CORNER
        bcc @add
        lda token_x_corner,y
@add:
        clc
        adc arg0
        sta arg0
        bcc :+
        inc arg1
:       lda token_y_flat,y
        cpx #LIE_LEFT
        bcc @add_y
        lda token_y_side,y
        cpx #LIE_CORNER
        bcc @add_y
        lda token_y_corner,y
@add_y:
        clc
        adc arg2
        sta arg2
        clc
@absent:
        rts
@none:
        sec
        rts
.endproc
