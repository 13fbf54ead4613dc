; IRQ: entry, the 60 Hz service (clock, cursor, keyboard), exit

.include "lowmem.inc"
.include "entry.inc"
.include "kernal.inc"
.include "cia.inc"
.include "screen.inc"
.include "irq.inc"
.include "keyboard.inc"

BLINK_RATE  = 20                ; jiffies
BREAK_FLAG  = %00010000
TAPE_SENSE  = %00010000
MOTOR_OFF   = %00100000

.segment "ENTRY_FF43"

; irq_fake -- enter the IRQ service as if by an interrupt (PHP after the return address)
.proc irq_fake
        ; PHP stands in for the flags that an interrupt pushes. It sets bit 4 as BRK does, so
        ; the bit is cleared: the service must take this for an interrupt.
        php
        pla
        and #<~BREAK_FLAG
        pha
        ; falls through
.endproc
        .assert * = $FF48, lderror, "IRQ entry moved"

; IRQ/BRK: A, X, Y to the stack, then by vector.  36 cycles from the interrupt to the
; service, which raster programs count on.
; In     -     Noreturn  an interrupt
.proc irq_entry
        pha
        txa
        pha
        tya
        pha
        ; Three registers and the flags lie on the stack: the flags are at S + 4. Bit 4, which
        ; exists only there, is set by BRK and clear by an interrupt.
        tsx
        lda STACK + 4,x         ; flags as pushed
        and #BREAK_FLAG
        beq irq
        jmp (CBINV)
irq:    jmp (CINV)
.endproc

.segment "ENTRY_EA31"

; irq_tick -- the 60 Hz service: jiffy clock, cursor, datasette motor, keyboard
; In     registers on the stack as irq_entry leaves them
; Noreturn  an interrupt
.proc irq_tick
        ; The clock comes first: it also reads STOP, for which column 7 is still selected from
        ; the last scan.
        jsr UDTIM
        entry_within $EA34
        jsr cursor_blink
        jsr tape_motor
        jmp irq_keyboard
.endproc

; Blink the cursor if it is on
.proc cursor_blink
        lda BLNSW               ; 0 while a line is read: the cursor shows only then
        bne done
        dec BLNCT               ; jiffies left of this half of the blink
        bne done
        lda #BLINK_RATE
        sta BLNCT
        jsr screen_colours
        ldy PNTR
        lda (PNT),y
        ldx GDCOL               ; if it shows now: back to the old colour
        lsr BLNON               ; C and then 0: was it reversed?
        bcs show
        inc BLNON               ; now it is
        sta GDBLN               ; the character to restore
        pha
        lda (USER),y
        sta GDCOL               ; and its colour
        pla
        ldx COLOR
show:   eor #$80                ; bit 7 of a screen code shows it reversed
        jmp screen_poke
done:   rts
.endproc

.segment "ENTRY_EA7B"
irq_keyboard:
        jsr SCNKEY
        .assert * = $EA7E, lderror, "IRQ exit moved"
        ; reading clears the register and lets IRQ go
        lda CIA1_ICR            ; acknowledge
        .assert * = $EA81, lderror, "IRQ exit moved"
irq_leave:
        pla
        tay
        pla
        tax
        pla
        rti

.segment "TAPE_MOTOR"

; Datasette: the motor stops when no key is down; with one down it runs until a program
; takes over by setting MOTOR
.proc tape_motor
        lda PORT
        and #TAPE_SENSE         ; bit 4 of the 6510's port: 0 while a key of the datasette is down
        beq key_down
        lda #0
        sta MOTOR
        lda PORT
        ora #MOTOR_OFF
        bne set                 ; always
key_down:
        lda MOTOR               ; not 0: a program has the motor in hand
        bne done
        lda PORT
        and #<~MOTOR_OFF
set:    sta PORT
done:   rts
.endproc
