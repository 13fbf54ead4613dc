; Datasette: what loaders with a format of their own call
;
; Reading and writing of blocks by pulses is not here: the emulator serves LOAD and SAVE of tapes
; itself.
; Source of what each leaves: "Mapping the Commodore 64".

.include "lowmem.inc"
.include "entry.inc"
.include "kernal.inc"
.include "cia.inc"
.include "vic.inc"
.include "reset.inc"
.include "message.inc"
.include "file.inc"
.include "time.inc"

BUFFER_SIZE = 192
MOTOR_OFF   = %00100000
SCREEN_ON   = %00010000
ALL_SOURCES = %01111111
SENSE       = %00010000         ; 0: a key is down
TAPE_LINE   = %00001000
START_ONCE  = %00011001         ; timer: its latch, once
SHORT_HALF  = 96                ; cycles
LONG_HALF   = 176

        entry $E4E0

; tape_found -- wait, behind FOUND, for 2 units of TIME + 1, 8.5 s each, or a key of column 7
; In     A  TIME + 1, C=0     Out    -     Keeps  X     Uses  A, Y, flags
; Test   tests/asm/rom/test_kernal_entries.py
.proc tape_found
        adc #2
wait:   cmp TIME + 1
        beq done
        ldy STKEY
        iny                     ; $FF: no key
        beq wait
done:   rts
.endproc

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

        entry_within $F7D7

; tape_range -- STAL and EAL = the buffer's first address and the one behind it
; In     TAPE1     Out    X, Y: as STAL; A as the high byte of EAL; C=0
; Keeps  -     Uses   A, X, Y, flags; STAL, EAL
; Test   tests/asm/rom/test_kernal_entries.py
.proc tape_range
        jsr tape_buffer
        stx STAL
        sty STAL + 1
        txa
        clc
        adc #BUFFER_SIZE
        sta EAL
        tya
        adc #0
        sta EAL + 1
        rts
.endproc

        entry $F80D

; tape_next -- one place further in the buffer
; In     BUFPNT     Out    Y = BUFPNT, Z=1, C=1: that was the last; X  low byte of the buffer
; Keeps  A     Uses  X, Y, flags
; Test   tests/asm/rom/test_kernal_entries.py
.proc tape_next
        jsr tape_buffer
        inc BUFPNT
        ldy BUFPNT
        cpy #BUFFER_SIZE
        rts
.endproc

        entry_within $F817

; tape_play, tape_record -- wait until the keys of the datasette are down; say which, if they are not
; In     -     Out    C=0; or C=1: STOP
; Keeps  -     Uses   A, X, Y, flags
; Test   tests/asm/rom/test_kernal_entries.py
tape_play:
        ldy #MESSAGE_PLAY
tape_press:
        jsr tape_key
        branch BEQ_OPCODE, tape_key_end
        jsr message_print
@wait:
        jsr tape_stop           ; comes back to the caller if STOP is down
        jsr tape_key
        bne @wait
        ldy #MESSAGE_OK
        jmp message_print

        entry_within $F82E

; tape_key -- is a key of the datasette down
; In     -     Out    Z=1: yes; A = $10, C=0
; Keeps  X, Y     Uses  A, flags
; Test   tests/asm/rom/test_kernal_entries.py
tape_key:
        lda #SENSE
        bit PORT
        clc
tape_key_end:
        rts

        entry $F838

tape_record:
        ldy #MESSAGE_RECORD
        branch BNE_OPCODE, tape_press   ; always

        entry $F8BE

; tape_wait -- until the interrupts of a block have put CINV back
; In     IRQTMP     Out    C=0; or C=1: STOP
; Keeps  Y     Uses  A, X, flags; IRQTMP
; Test   tests/asm/rom/test_kernal_entries.py
.proc tape_wait
        lda IRQTMP + 1
        eor CINV + 1
        clc
        branch BEQ_OPCODE, tape_goes_on
        jsr tape_stop           ; comes back to the caller if STOP is down
        jsr stop_scan           ; the interrupt in CINV need not look at the keyboard
        jmp tape_wait
.endproc

        entry $F8D0

; tape_stop -- give up if STOP is down
; In     -     Out    C=0; or C=1, and the return is to who called the caller
; Keeps  Y     Uses  A, X, flags; IRQTMP
; Test   tests/asm/rom/test_kernal_entries.py
tape_stop:
        jsr STOP
        clc
        bne tape_goes_on
        jsr tape_end
        sec
        pla                     ; the routine that calls this is left
        pla
        lda #0
        sta IRQTMP + 1
tape_goes_on:
        rts

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

        entry $FB97

; tape_byte -- eight bits, no error, parity and marks not begun
; In     -     Out    A = 0     Keeps  X, Y     Uses  N Z; SERIAL_EOI (bits), SERIAL_BYTE, BITCI, RIDATA
; Test   tests/asm/rom/test_kernal_entries.py
.proc tape_byte
        lda #8
        sta SERIAL_EOI          ; the bits of a tape's byte are counted there
        lda #0
        sta RIDATA
        sta BITCI
        sta SERIAL_BYTE
        sta TAPE_PARITY
        rts
.endproc

        entry_within $FBA6

; tape_half -- half a pulse: timer B starts, the line to the tape changes
; In     TAPE_BYTE  bit 0 tells a long one from a short one; at $FBAD a long one, at $FBAF of length A,
;        at $FBB1 of A (low) and X cycles
; Out    A, Z    the line     Keeps  Y     Uses  X, flags
; Test   tests/asm/rom/test_kernal_entries.py
tape_half:
        lda TAPE_BYTE
        lsr a
        lda #SHORT_HALF
        bcc tape_half_of
        entry_within $FBAD
        lda #LONG_HALF
        entry_within $FBAF
tape_half_of:
        ldx #0
        entry_within $FBB1
        stx CIA1_TBHI
        sta CIA1_TBLO
        ldx #START_ONCE
        lda CIA1_ICR            ; what has been is forgotten
        stx CIA1_CRB
        lda #TAPE_LINE
        eor PORT
        sta PORT
        and #TAPE_LINE
        rts

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
