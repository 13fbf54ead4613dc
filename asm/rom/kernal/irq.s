; IRQ: entry, the 60 Hz service (clock, cursor, keyboard), exit

.include "lowmem.inc"
.include "entry.inc"
.include "kernal.inc"
.include "cia.inc"
.include "screen.inc"
.include "irq.inc"
.include "keyboard.inc"

BLINK_RATE  = 20                ; jiffies
BREAK_FLAG  = %00010000         ; of the flags on the stack
TAPE_SENSE  = %00010000         ; of the 6510's port: 0 while a key of the datasette is down
MOTOR_OFF   = %00100000         ; of the 6510's port

.segment "ENTRY_FF43"

; irq_fake -- enter the IRQ service as if by an interrupt (PHP after the return address)
.proc irq_fake
        ; PHP stands in for the flags that an interrupt pushes. It sets bit 4 as BRK does, so the
        ; bit is cleared here: the service must take this for an interrupt.
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
        ; 36 cycles: 7 for the interrupt, 13 to push the registers, 11 to find out that it was no
        ; BRK, 5 for the jump. The read from STACK + 4 crosses no page, as S is $F9 at most.
        pha
        txa
        pha
        tya
        pha
        ; Three registers and the flags lie on the stack, so the flags are at S + 4. Bit 4 exists
        ; only there: BRK sets it, an interrupt clears it.
        tsx
        lda STACK + 4,x         ; the flags as pushed
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
        ; The clock comes first, because it also reads the STOP key: the last scan has left column
        ; 7 selected for that. The scan comes last, as it changes the column.
        jsr UDTIM
        entry_within $EA34
        jsr cursor_blink
        jsr tape_motor
        jmp irq_keyboard        ; its place is $EA7B, between entries that programs use
.endproc

; Blink the cursor if it is on
.proc cursor_blink
        ; The character on the screen is reversed in place every 20 jiffies. Back to normal it is
        ; reversed once more as it is found, not taken from GDBLN: what a program has POKEd there
        ; in between stays.
        lda BLNSW               ; 0 only while the editor waits for a key
        bne done
        dec BLNCT               ; jiffies to the next change
        bne done
        lda #BLINK_RATE
        sta BLNCT
        jsr screen_colours      ; USER is not always that of PNT
        ldy PNTR
        lda (PNT),y
        ldx GDCOL               ; the colour to put back, if the cursor shows now
        lsr BLNON               ; C = it shows; the flag becomes 0, right if it did
        bcs show
        inc BLNON               ; it did not: from now on it does
        sta GDBLN               ; the character to restore when the cursor moves on
        pha
        lda (USER),y
        sta GDCOL               ; and its colour
        pla
        ldx COLOR               ; the cursor has the text colour
show:   eor #$80                ; bit 7 of a screen code shows it reversed
        jmp screen_poke
done:   rts
.endproc

.segment "ENTRY_EA7B"
; The end of the service.  V2 has SCNKEY, the acknowledgement and the registers at these three
; places, and services of programs leave by them
irq_keyboard:
        jsr SCNKEY
        .assert * = $EA7E, lderror, "IRQ exit moved"
        lda CIA1_ICR            ; reading clears the register and lets the IRQ line go
        .assert * = $EA81, lderror, "IRQ exit moved"
irq_leave:
        pla
        tay
        pla
        tax
        pla
        rti

.segment "TAPE_MOTOR"

; Datasette: the motor stops when no key is down.  With one down it runs until a program takes
; over by setting MOTOR
.proc tape_motor
        ; The keys of the datasette are mechanical, and the port only tells whether one is down.
        ; MOTOR is the interlock: not 0, and the program switches the motor by itself.
        lda PORT
        and #TAPE_SENSE
        beq key_down
        lda #0                  ; no key: the next one starts the motor again
        sta MOTOR
        lda PORT
        ora #MOTOR_OFF
        bne set                 ; always: the bit of the motor is 1
key_down:
        lda MOTOR               ; not 0: a program has the motor in hand
        bne done
        lda PORT
        and #<~MOTOR_OFF
set:    sta PORT
done:   rts
.endproc
