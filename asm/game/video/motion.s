; motion.s -- what moves besides tokens: dice thrown across the stage, a house that drops
;
; They borrow the sprites of the last seats that are not in play at the moment; with the
; option for tokens that jump nothing of this moves.
;
; Test tests/asm/game/ui/test_motion.py

.include "video.inc"
.include "stage.inc"
.include "../play/play.inc"
.include "../pages/pages.inc"
.include "../sys/sys.inc"
.include "../ui/ui.inc"
.include "../zp.inc"
.include "../zp_ui.inc"

STEPS           = 36            ; of a throw, fiftieths of a second
LATER           = 4             ; the second die is so much behind
TURNS           = 4             ; shapes of a die in flight
A_FACE          = 3             ; steps until it shows another side
DROPS           = 14

.segment "UI_BSS"

fly_step:       .res 1
fly_die:        .res 1
fly_sprites:    .res 2

.segment "UI_RODATA"

; A throw from right to left: how far from where the die comes to rest, and how high.
fly_x:
        .byte 118, 112, 107, 101, 96, 91, 86, 81, 76, 71, 67, 62, 58, 54, 50, 46, 42, 38, 35, 31
        .byte 28, 25, 22, 19, 16, 14, 12, 10, 8, 6, 4, 3, 2, 1, 0, 0
        .assert * - fly_x = STEPS, error, "a place for each step"
fly_height:
        .byte 52, 52, 51, 49, 46, 43, 39, 34, 29, 23, 16, 8, 0, 11, 19, 25, 29, 30, 29, 25
        .byte 19, 11, 0, 7, 11, 14, 14, 11, 7, 0, 4, 5, 4, 0, 0, 0
        .assert * - fly_height = STEPS, error, "a height for each step"
fly_end:        .byte 8 * DICE_X, 8 * (DICE_X + DIE_STEP)
drop_height:    .byte 30, 29, 29, 28, 26, 24, 22, 20, 18, 15, 11, 8, 4, 0
        .assert * - drop_height = DROPS, error, "a height for each step"

.segment "UI_CODE"

; dice_fly -- throw both dice across the stage; where they come to rest they are drawn later
; In     die_1, die_2 what they show first     Out    die_1, die_2     Keeps  -
; Uses   A, X, Y, arg0-arg2, tmp*, rect_*, ink, what ui_wait uses
.proc dice_fly
        jsr sprites_borrow
        jsr dice_clear
        lda #0
        sta fly_step
@step:
        ldx #1
@die:
        stx fly_die
        jsr die_place
        ldx fly_die
        dex
        bpl @die
        lda #1
        jsr ui_wait
        bcs @landed             ; cut short
        inc fly_step
        lda fly_step
        ldx #0
@third:
        sec
        sbc #A_FACE
        beq @face
        bcs @third
        bcc @on
@face:
        ldx #1
        jsr face_turn
        ldx #0
        jsr face_turn
        ldx #EFFECT_DICE
        jsr effect_play
@on:
        lda fly_step
        cmp #STEPS + LATER
        bne @step
@landed:
        rts
.endproc

; face_turn -- die X shows another face     Uses A, Y
.proc face_turn
        jsr face_other
        sta die_1,x
        rts
.endproc

; die_place -- the sprite of die X at its place in the throw
; In     X die     Uses A, X, Y, arg0-arg2
.proc die_place
        txa
        beq @first
        lda #LATER
@first:
        eor #$FF
        sec
        adc fly_step
        bpl @begun
        lda #0
@begun:
        cmp #STEPS
        bcc @inside
        lda #STEPS - 1
@inside:
        tay
        lda fly_end,x
        clc
        adc fly_x,y
        sta arg0
        lda #0
        sta arg1
        lda #8 * DICE_Y
        sec
        sbc fly_height,y
        sta arg2
        lda die_1,x
        and #TURNS - 1
        clc
        adc #SHAPE_DICE
        pha
        lda fly_sprites,x
        tax
        pla
        sta sprite_shape,x
        lda #WHITE
        jmp sprite_show
.endproc

; sprites_borrow -- fly_sprites: two that are not the token of the player in play
; Uses   A, X, Y
.proc sprites_borrow
        ldx #MAX_PLAYERS
        ldy #1
@seat:
        dex
        cpx panel_active
        beq @seat
        txa
        sta fly_sprites,y
        dey
        bpl @seat
        rts
.endproc

; sprites_return -- they are tokens again, or not there
; In     -     Out    -     Uses   A, X, Y, arg0-arg2, tmp*, board_*     Keeps  -
.proc sprites_return
        jsr sprites_dress
        jmp board_tokens
.endproc

; house_drop -- a house falls on square ev_param
; In     ev_param     Out    -     Keeps  -
; Uses   A, X, Y, arg0-arg2, tmp*, board_*, what ui_wait uses
.proc house_drop
        lda ui_skip
        ora prefs + PREF_TOKENS
        bne @none
        jsr sprites_borrow
        lda #0
        sta fly_step
@step:
        ldx ev_param
        jsr body_place
        ldx fly_step
        lda arg2
        sec
        sbc drop_height,x
        bcs @above
        lda #0                  ; not over the upper border
@above:
        sta arg2
        ldx fly_sprites+1
        lda #SHAPE_HOUSE
        sta sprite_shape,x
        lda #GREEN
        jsr sprite_show
        lda #1
        jsr ui_wait
        bcs @done
        inc fly_step
        lda fly_step
        cmp #DROPS
        bne @step
@done:
        jmp sprites_return
@none:
        rts
.endproc

.segment "SPRITES"

motion_shapes:                  ; behind the tokens, the pointer and the frame
        .incbin "motion.bin"
        .assert motion_shapes - SPRITES = 64 * SHAPE_DICE, lderror, "sprites in this order"
        .assert * - motion_shapes = 64 * (SHAPE_HOUSE - SHAPE_DICE + 1), error, "a shape for each"
