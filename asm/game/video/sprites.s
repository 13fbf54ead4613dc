; sprites.s -- tokens: one multicolour sprite a player
;
; Positions are prepared here, none half written when the interrupt at line 250
; takes them over.
;
; Test tests/asm/game/ui/test_screens.py

.include "video.inc"
.include "../state.inc"
.include "../zp.inc"
.include "../zp_ui.inc"
.include "../../inc/vic.inc"

FIRST_X         = 24            ; sprite coordinates of the top left dot
FIRST_Y         = 50

.segment "UI_BSS"

sprite_x:       .res 8
sprite_x_hi:    .res 8
sprite_y:       .res 8
sprite_color:   .res 8
sprite_shape:   .res 8
sprite_on:      .res 1          ; bit = sprite

.segment "UI_RODATA"

sprite_bit:
        .byte $01, $02, $04, $08, $10, $20, $40, $80

.segment "START"

; sprites_init -- all off, multicolour, black outline and white light
; In     -     Out    -     Uses   A, X
; Keeps  Y
.proc sprites_init
        ldx #7
@sprite:
        lda #0
        sta sprite_x,x
        sta sprite_x_hi,x
        sta sprite_y,x
        sta sprite_color,x
        dex
        bpl @sprite
        jsr sprites_parade
        lda #0
        sta sprite_on
        sta VIC_SPRITE_EXPY
        sta VIC_SPRITE_PRIO     ; in front of the picture
        sta VIC_SPRITE_EXPX
        lda #$FF
        sta VIC_SPRITE_MCM
        lda #BLACK
        sta VIC_SPRITE_MC0
        lda #WHITE
        sta VIC_SPRITE_MC1
        rts
.endproc

.segment "UI_CODE"

; sprites_parade -- sprite and token have the same number     Uses A, X
; In     -     Out    -     Keeps  Y
.proc sprites_parade
        ldx #7
@sprite:
        txa
        sta sprite_shape,x
        dex
        bpl @sprite
        rts
.endproc

; sprites_dress -- each seat's sprite is the token he has chosen     Uses A, X
; In     -     Out    -     Keeps  Y
.proc sprites_dress
        ldx #7
@sprite:
        lda player_token,x
        sta sprite_shape,x
        dex
        bpl @sprite
        rts
.endproc

; sprite_show -- place a sprite
; In     X sprite, A colour, arg0/arg1 x in dots of the window, arg2 y     Out    -
; Keeps  X     Uses A, Y
.proc sprite_show
        php
        sei
        sta sprite_color,x
        clc
        lda arg0
        adc #FIRST_X
        sta sprite_x,x
        lda arg1
        adc #0
        sta sprite_x_hi,x
        clc
        lda arg2
        adc #FIRST_Y
        sta sprite_y,x
        lda sprite_on
        ora sprite_bit,x
        sta sprite_on
        plp
        rts
.endproc

; sprite_hide -- In X sprite     Keeps X     Uses A
; Out    -
.proc sprite_hide
        lda sprite_bit,x
        eor #$FF
        and sprite_on
        sta sprite_on
        rts
.endproc

; sprites_off -- none
; In     -     Out    -     Keeps  X, Y     Uses   A, flags
.proc sprites_off
        lda #0
        sta sprite_on
        rts
.endproc
