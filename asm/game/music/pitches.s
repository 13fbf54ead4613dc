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
; In     machine_skip; no interrupt yet     Uses A, X, Y, irq_temp     Out    -     Keeps  -
.proc sound_init
        ldx #OCTAVE - 1         ; octave_lo, octave_hi: PAL, then 1.02 MHz
        ldy machine_skip
        beq @table
        ldx #2 * OCTAVE - 1
@table:
        lda #NOTES - 1
@note:
        tay
        lda octave_lo,x
        sta irq_temp
        lda octave_hi,x
        sta irq_temp+1
@octave:
        lda irq_temp
        sta frequency_lo,y
        lda irq_temp+1
        sta frequency_hi,y
        lsr irq_temp+1          ; an octave down
        ror irq_temp
        tya
        sec
        sbc #OCTAVE
        tay
        bcs @octave
        adc #NOTES - 1          ; C=0: one note below the one of b6, b5 ...
        dex
        cmp #NOTES - OCTAVE - 1 ; c1 was the last
        bne @note
        jmp effect_init
.endproc
