; Datasette: what loaders with a format of their own call
;
; Reading and writing by pulses is not here: the emulator serves LOAD and SAVE of tapes itself.
; Source of what each leaves: "Mapping the Commodore 64".

.include "lowmem.inc"
.include "entry.inc"
.include "kernal.inc"
.include "cia.inc"
.include "vic.inc"
.include "reset.inc"

MOTOR_OFF   = %00100000
SCREEN_ON   = %00010000
ALL_SOURCES = %01111111
SENSE       = %00010000         ; 0: a key is down

        entry $F7D0

; tape_buffer -- where the buffer is
; In     TAPE1     Out    X (low), Y; C=0: below $0200, which is no place for it
; Keeps  A     Uses  X, Y, flags
.proc tape_buffer
        ldx TAPE1
        ldy TAPE1 + 1
        cpy #>$0200
        rts
.endproc

        entry $F82E

; tape_key -- is a key of the datasette down
; In     -     Out    Z=1: yes; A = $10, C=0
; Keeps  X, Y     Uses  A, flags
; Test   tests/asm/rom/test_kernal_entries.py
.proc tape_key
        lda #SENSE
        bit PORT
        clc
        rts
.endproc

        entry $F8D0

; tape_stop -- give up if STOP is down
; In     -     Out    C=0; or C=1, and the return is to who called the caller
; Keeps  Y     Uses  A, X, flags; IRQTMP
; Test   tests/asm/rom/test_kernal_entries.py
.proc tape_stop
        jsr STOP
        clc
        bne done
        jsr tape_end
        sec
        pla                     ; the routine that calls this is left
        pla
        lda #0
        sta IRQTMP + 1
done:   rts
.endproc

        entry $FB8E

; tape_first -- SAL = first address
; In     STAL     Out    SAL, A
; Keeps  X, Y     Uses  A, N Z
.proc tape_first
        lda STAL + 1
        sta SAL + 1
        lda STAL
        sta SAL
        rts
.endproc

        entry $FC93

; tape_end -- screen on, motor off, the 60 Hz interrupt again
; In     IRQTMP     Out    CINV = IRQTMP, if its high byte is not 0
; Keeps  X, Y, flags     Uses  A
; Test   tests/asm/rom/test_kernal_entries.py
.proc tape_end
        php
        sei                     ; an interrupt between the two stores would go astray
        lda VIC_CONTROL1
        ora #SCREEN_ON
        sta VIC_CONTROL1
        jsr tape_motor_off
        lda #ALL_SOURCES
        sta CIA1_ICR            ; no interrupts of the tape's timers any more
        jsr timer_start         ; but 60 a second again
        lda IRQTMP + 1
        beq done                ; nothing was saved: CINV stays
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

        entry $FCD1

; tape_last -- is the end reached
; In     SAL, EAL     Out    C=1: SAL is EAL or beyond
; Keeps  X, Y     Uses  A, flags
.proc tape_last
        lda SAL
        cmp EAL                 ; 16 bits: the borrow of the high bytes is the answer
        lda SAL + 1
        sbc EAL + 1
        rts
.endproc

        entry $FCDB

; tape_step -- SAL one up
; In     SAL     Out    SAL     Keeps  A, X, Y     Uses  N Z
.proc tape_step
        inc SAL
        bne :+
        inc SAL + 1
:       rts
.endproc
