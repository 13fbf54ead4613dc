; Datasette: what loaders with a format of their own call
;
; Reading and writing of blocks by pulses is not here: the emulator serves LOAD and SAVE of tapes
; itself.  Loaders bring that code along, and call these parts for the rest.
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

BUFFER_SIZE = 192               ; a block of the tape's own format
MOTOR_OFF   = %00100000
SCREEN_ON   = %00010000
ALL_SOURCES = %01111111
SENSE       = %00010000         ; 0: a key is down
TAPE_LINE   = %00001000         ; of PORT: the line to the write head
START_ONCE  = %00011001         ; timer: its latch, once
; Cycles of the timer for half a pulse.  The interrupt itself takes some 80 more, which makes the
; halves about 176 and 256 cycles: the short and the medium pulse of the format
SHORT_HALF  = 96
LONG_HALF   = 176

        entry $E4E0

; tape_found -- wait, behind FOUND, for two steps of TIME + 1, 4.3 to 8.5 s, or a key of column 7
; In     A  TIME + 1, C=0     Out    -     Keeps  X     Uses  A, Y, flags
; Test   tests/asm/rom/test_kernal_entries.py
.proc tape_found
        ; The user may look at the name and press a key to go on at once. A step of the middle
        ; byte is 256 jiffies, 4.3 s, and the first one has begun already.
        adc #2                  ; C=0
wait:   cmp TIME + 1
        beq done
        ldy STKEY
        iny                     ; $FF, no key, becomes 0
        beq wait
done:   rts
.endproc

        entry $F7D0

; tape_buffer -- where the buffer is
; In     TAPE1     Out    X (low), Y; C=0: below $0200, which is no place for it
; Keeps  A     Uses  X, Y, flags
.proc tape_buffer
        ; Pages below 2 are page 0 and the stack, so there C=0 means that there is no buffer.
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
        ; The blocks of header and data go through one routine, from STAL to EAL, so the buffer is
        ; given to it as any other range.
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
        ; The place is counted from the buffer's start, so that one comparison tells that it is
        ; full.
        jsr tape_buffer
        inc BUFPNT
        ldy BUFPNT
        cpy #BUFFER_SIZE
        rts
.endproc

        entry_within $F817

; tape_play, tape_record -- wait until the keys of the datasette are down; ask for them if not
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
        jsr tape_stop           ; if STOP is down, it returns to the caller of this routine
        jsr tape_key            ; the one bit that all keys share
        bne @wait
        ldy #MESSAGE_OK
        jmp message_print

        entry_within $F82E

; tape_key -- is a key of the datasette down
; In     -     Out    Z=1: yes; A = $10, C=0
; Keeps  X, Y     Uses  A, flags
; Test   tests/asm/rom/test_kernal_entries.py
tape_key:
        lda #SENSE              ; Z=1 if the bit is 0
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
        ; The interrupts that read a block change CINV and put the old one back when they end: so
        ; the block is done when the vector is that in IRQTMP again. The high bytes are enough.
        lda IRQTMP + 1
        eor CINV + 1            ; 0: the same page again
        clc
        branch BEQ_OPCODE, tape_goes_on
        jsr tape_stop           ; if STOP is down, it returns to the caller of tape_wait
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
        pla                     ; the return address: the routine that called this is left
        pla
        lda #0                  ; 0: no vector is saved any more
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
; In     -     Out    A = 0     Keeps  X, Y
; Uses   N Z; SERIAL_EOI (bits), SERIAL_BYTE, BITCI, RIDATA
; Test   tests/asm/rom/test_kernal_entries.py
.proc tape_byte
        ; Serial bus and tape never run at once, so they share variables: SERIAL_EOI counts the
        ; bits of a tape's byte, and SERIAL_BYTE is the byte.
        lda #8
        sta SERIAL_EOI
        lda #0
        sta RIDATA
        sta BITCI
        sta SERIAL_BYTE
        sta TAPE_PARITY
        rts
.endproc

        entry_within $FBA6

; tape_half -- half a pulse: timer B starts, the line to the tape changes
; In     TAPE_BYTE  bit 0 tells a long one from a short one; at $FBAD a long one, at $FBAF of
;        length A, at $FBB1 of A (low) and X cycles
; Out    A, Z    the line     Keeps  Y     Uses  X, flags
; Test   tests/asm/rom/test_kernal_entries.py
; The timer starts before the line changes, at a fixed distance: so halves are as long as the timer
; says, whichever way leads here
tape_half:
        lda TAPE_BYTE
        lsr a                   ; the bit to be sent, into C
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
        ldx #START_ONCE         ; loads the latch, both bytes at once
        lda CIA1_ICR            ; reading clears the flag of the half before
        stx CIA1_CRB
        lda #TAPE_LINE
        eor PORT                ; each half turns the line round
        sta PORT
        and #TAPE_LINE
        rts

        entry $FC93

; tape_end -- screen on, motor off, the 60 Hz interrupt again
; In     IRQTMP     Out    CINV = IRQTMP, if its high byte is not 0
; Keeps  X, Y, flags     Uses  A
; Test   tests/asm/rom/test_kernal_entries.py
.proc tape_end
        ; Back to the normal state, with flags and I as they were. The vector changes in two
        ; stores, between which no interrupt may come.
        php
        sei
        lda VIC_CONTROL1
        ora #SCREEN_ON          ; loaders blank the screen: bad lines would steal cycles
        sta VIC_CONTROL1
        jsr tape_motor_off
        lda #ALL_SOURCES        ; bit 7 clear: no interrupts of the tape's timers any more
        sta CIA1_ICR            ; no interrupts of the tape's timers any more
        jsr timer_start         ; but 60 a second again, from timer A
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
        ; 16 bits by a comparison and a subtraction: the borrow of the high bytes is the answer.
        lda SAL
        cmp EAL
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
