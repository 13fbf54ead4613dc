; effects.s -- short sounds on voices 1 and 2; voice 3 stays the noise of the dice
;
; An effect is a table: attack/decay, sustain/release, then steps of
; (waveform, frequency high byte, pictures), ended by 0.  It takes the free
; voice; with both busy, the one whose effect matters less or as much.
;
; Test tests/asm/game/ui/test_modules.py

.include "../sys/sys.inc"
.include "../zp_ui.inc"

SID             = $D400
VOLUME          = 15
TRIANGLE        = $11
SAW             = $21
PULSE           = $41
NOISE           = $81

.segment "UI_BSS"

voice_lo:       .res 2          ; next step
voice_hi:       .res 2
voice_time:     .res 2          ; pictures left of this step, 0 = silent
voice_weight:   .res 2
effect_request: .res 1          ; taken by the interrupt, $FF none
effect_keep:    .res 1
sound_off:      .res 1          ; nonzero: no new effects

.segment "UI_RODATA"

fx_move:        .byte $02, $00, TRIANGLE, $30, 2, 0
fx_press:       .byte $03, $00, PULSE, $28, 2, PULSE, $3C, 3, 0
fx_refuse:      .byte $04, $F2, SAW, $07, 5, SAW, $05, 8, 0
fx_step:        .byte $02, $00, TRIANGLE, $22, 2, TRIANGLE, $1A, 2, 0
fx_dice:        .byte $01, $00, NOISE, $60, 1, NOISE, $38, 2, 0
fx_cash:        .byte $04, $00, PULSE, $30, 3, PULSE, $3D, 3, PULSE, $49, 8, 0
fx_pay:         .byte $04, $00, PULSE, $30, 3, PULSE, $26, 3, PULSE, $1E, 8, 0
fx_card:        .byte $03, $00, NOISE, $20, 2, NOISE, $40, 3, NOISE, $70, 3, 0
fx_buy:         .byte $05, $00, PULSE, $24, 4, PULSE, $2D, 4, PULSE, $36, 4, PULSE, $48, 10, 0
fx_gaol:        .byte $06, $A4, NOISE, $08, 6, SAW, $06, 8, SAW, $04, 20, 0
fx_turn:        .byte $04, $00, TRIANGLE, $2D, 4, TRIANGLE, $3D, 6, 0
fx_lose:        .byte $06, $84, SAW, $18, 10, SAW, $14, 10, SAW, $10, 10, SAW, $0C, 24, 0
fx_win:         .byte $05, $44, PULSE, $24, 8, PULSE, $2D, 8, PULSE, $36, 8, PULSE, $48, 30, 0

fx_lo:
        .byte <fx_move, <fx_press, <fx_refuse, <fx_step, <fx_dice, <fx_cash, <fx_pay
        .byte <fx_card, <fx_buy, <fx_gaol, <fx_turn, <fx_lose, <fx_win
fx_hi:
        .byte >fx_move, >fx_press, >fx_refuse, >fx_step, >fx_dice, >fx_cash, >fx_pay
        .byte >fx_card, >fx_buy, >fx_gaol, >fx_turn, >fx_lose, >fx_win
fx_weight:
        .byte 1, 2, 5, 1, 2, 4, 4, 3, 4, 6, 3, 7, 8
        .assert * - fx_weight = EFFECTS, error, "a weight for each effect"

voice_base:     .byte 0, 7

.segment "UI_CODE"

; effect_init -- both voices silent, volume up; voice 3 is left alone
; Uses   A, X
.proc effect_init
        lda #0
        ldx #13
@clear:
        sta SID,x
        dex
        bpl @clear
        sta voice_time
        sta voice_time+1
        sta voice_weight
        sta voice_weight+1
        sta SID + $17
        lda #8
        sta SID + 3             ; pulse: half
        sta SID + 10
        lda #$80 | VOLUME       ; the noise of voice 3 is not heard
        sta SID + $18
        lda #$FF
        sta effect_request
        rts
.endproc

; effect_play -- start an effect with the next picture
; In     X EFFECT_*     Keeps X, Y     Uses A
.proc effect_play
        lda sound_off
        bne @silent
        sty effect_keep
        ldy effect_request
        bmi @take               ; nothing waits
        lda fx_weight,x
        cmp fx_weight,y
        bcc @drop               ; what waits matters more
@take:
        stx effect_request
@drop:
        ldy effect_keep
@silent:
        rts
.endproc

; effect_tick -- one picture of sound (interrupt)
; Uses   A, X, Y, sound_ptr     Time: at most 260 cycles
.proc effect_tick
        ldx effect_request
        bmi @run
        ldy #0
        lda voice_time
        beq @start
        iny
        lda voice_time+1
        beq @start
        lda voice_weight+1
        cmp voice_weight
        bcc @weaker
        dey
@weaker:
        lda fx_weight,x
        cmp voice_weight,y
        bcc @drop
@start:
        lda fx_lo,x
        sta voice_lo,y
        lda fx_hi,x
        sta voice_hi,y
        lda fx_weight,x
        sta voice_weight,y
        lda #1
        sta voice_time,y
        jsr envelope
@drop:
        lda #$FF
        sta effect_request
@run:
        ldx #1
@voice:
        lda voice_time,x
        beq @next
        dec voice_time,x
        bne @next
        jsr voice_step
@next:
        dex
        bpl @voice
        rts
.endproc

; envelope -- attack to release of the effect of voice Y; then to its first step
; Uses   A, X, Y, sound_ptr
.proc envelope
        lda voice_lo,y
        sta sound_ptr
        clc
        adc #2
        sta voice_lo,y
        lda voice_hi,y
        sta sound_ptr+1
        adc #0
        sta voice_hi,y
        ldx voice_base,y
        ldy #0
        tya
        sta SID + 4,x           ; gate off, so that the envelope starts anew
        lda (sound_ptr),y
        sta SID + 5,x
        iny
        lda (sound_ptr),y
        sta SID + 6,x
        rts
.endproc

; voice_step -- next step of voice X
; Keeps  X     Uses A, Y, sound_ptr, irq_temp
.proc voice_step
        stx irq_temp
        lda voice_lo,x
        sta sound_ptr
        lda voice_hi,x
        sta sound_ptr+1
        ldy #0
        lda (sound_ptr),y
        bne @play
        ldy voice_base,x
        sta voice_weight,x
        lda #$10                ; gate off: release
        sta SID + 4,y
        rts
@play:
        pha
        iny
        lda (sound_ptr),y
        pha
        iny
        lda (sound_ptr),y
        sta voice_time,x
        clc
        lda sound_ptr
        adc #3
        sta voice_lo,x
        lda sound_ptr+1
        adc #0
        sta voice_hi,x
        ldy voice_base,x
        pla
        sta SID + 1,y
        pla
        sta SID + 4,y
        ldx irq_temp
        rts
.endproc
