; The drive's two interrupts: ATN of the serial bus, and the timer of the disk controller

        .include "dos.inc"
        .include "via1541.inc"
        .include "ctl.inc"

IFR_CA1     = %00000010         ; VIA 1: ATN fell

        .segment "ENTRY_FE67"

; Interrupt: notes that the computer wants attention, lets the controller work
; The registers are pushed in the order A, X, Y: programs leave through the same pulls.
; Keeps  everything
; Time   69 cycles, and the controller's when its timer ran out
; Test   tests/dos/test_reset.py
.proc dos_irq
        pha
        txa
        pha
        tya
        pha
        lda #IFR_CA1
        bit VIA1_IFR
        beq @timer
        jsr atn_note
@timer: lda VIA2_IFR
        asl                     ; not BIT and V: the head's bytes set V
        bpl @done
        jsr ctl_tick
@done:  pla
        tay
        pla
        tax
        pla
        rti
.endproc
        .assert * <= $FE85, lderror, "interrupt runs into the tables"

; A note for the main loop: this call may come in the middle of anything
.proc atn_note
        bit VIA1_PRA            ; acknowledges CA1
        lda #1
        sta ATN_PENDING
        rts
.endproc

        .segment "CTL_VECTORS"
        .word dos_reset
        .word dos_irq
