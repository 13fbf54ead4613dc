; Datasette: what loaders with a format of their own call to give the machine back
;
; Reading and writing by pulses is not here: the emulator serves LOAD and SAVE of tapes itself.
; Source of what each leaves: "Mapping the Commodore 64".

.include "lowmem.inc"
.include "entry.inc"
.include "cia.inc"
.include "vic.inc"
.include "reset.inc"

MOTOR_OFF   = %00100000
SCREEN_ON   = %00010000
ALL_SOURCES = %01111111

        entry $FC93

; tape_end -- screen on, motor off, the 60 Hz interrupt again
; In     IRQTMP     Out    CINV = IRQTMP, if its high byte is not 0
; Keeps  X, Y, flags     Uses  A
; Test   tests/asm/rom/test_kernal_entries.py
.proc tape_end
        php
        sei
        lda VIC_CONTROL1
        ora #SCREEN_ON
        sta VIC_CONTROL1
        jsr tape_motor_off
        lda #ALL_SOURCES
        sta CIA1_ICR
        jsr timer_start
        lda IRQTMP + 1
        beq done
        sta CINV + 1
        lda IRQTMP
        sta CINV
done:   plp
        rts
.endproc

        entry $FCCA

; tape_motor_off -- Keeps  X, Y     Uses  A, N Z
.proc tape_motor_off
        lda #MOTOR_OFF
        ora PORT
        sta PORT
        rts
.endproc
