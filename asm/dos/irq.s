; The drive's two interrupts: ATN of the serial bus, and the timer of the disk controller

.include "dos.inc"
.include "via1541.inc"
.include "ctl.inc"

IFR_CA1     = %00000010         ; VIA 1: ATN fell

.segment "ENTRY_FE67"

; Interrupt: notes that the computer wants attention, lets the controller work
; The registers are pushed in the order A, X, Y: programs leave through the same pulls.
; In     -     Keeps  everything
; Noreturn  an interrupt
; Time   69 cycles, and the controller's when its timer ran out
; Test   tests/asm/dos/test_reset.py
.proc dos_irq
        pha
        txa
        pha
        tya
        pha
        lda #IFR_CA1
        bit VIA1_IFR
        beq @timer
        jsr bus_note
@timer: lda VIA2_IFR
        asl a                   ; not BIT and V: the head's bytes set V
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

.segment "ENTRY_FE85"

; Numbers of the format, where programs look for them
        .byte 18                ; track of the directory
        .byte 4                 ; place in the block map of track 1's entry,
        .byte 4                 ; its length,
        .byte $90               ; and place of the disk's name

.segment "CTL_VECTORS"
        .word dos_reset
        .word dos_irq
