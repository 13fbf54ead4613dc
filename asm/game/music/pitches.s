; pitches.s -- frequency registers for the clock of this machine
;
; Test tests/asm/game/music/test_tune.py, test_whole.py

.include "player.inc"
.include "../sys/sys.inc"
.include "../zp_ui.inc"

OCTAVE          = 12

.segment "UI_LOW"

frequency_lo:   .res NOTES

.segment "SOUND_TOP"            ; RAM below the end of the KERNAL

frequency_hi:   .res NOTES

.segment "START"

; sound_init -- pitches for the clock of this machine; nothing sounds yet
; In     machine_ntsc; no interrupt yet     Uses A, X, Y, irq_temp     Out    -     Keeps  -
.proc sound_init
        ldx #OCTAVE - 1         ; octave_lo, octave_hi: PAL, then NTSC
        ldy machine_ntsc
        beq @note
        ldx #2 * OCTAVE - 1
@note:
        lda octave_lo,x
        sta irq_temp
        lda octave_hi,x
        sta irq_temp+1
        txa
        cmp #OCTAVE
        bcc @class
        sbc #OCTAVE
@class:
        clc
        adc #NOTES - OCTAVE
@octave:
        tay
        lda irq_temp
        sta frequency_lo,y
        lda irq_temp+1
        sta frequency_hi,y
        lsr irq_temp+1          ; an octave down
        ror irq_temp
        tya
        sec
        sbc #OCTAVE
        bcs @octave
        dex
        cmp #<(0 - OCTAVE)      ; c1 was the last
        bne @note
        jmp effect_init
.endproc
