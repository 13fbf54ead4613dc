; LOAD, VERIFY and SAVE on the datasette
;
; A wave on tape is short, medium or long.  A byte is long, medium, then eight bits from the lowest on
; (0: short, medium; 1: medium, short), then a bit that makes the number of ones odd.  A block is
; short waves, a countdown from 9 to 1 (with bit 7 in the first copy), the bytes, all of them
; exclusive-ored, then long, short; and all of it again.  A file is a block of 192 bytes with kind,
; start, end and name, and a block of what is in it.
; Source: the format as published, for one in "Mapping the Commodore 64", at $033C and $F92C.
;
; Commodore's ROM does this by interrupts and follows the tape's speed; here it is polled, with limits
; that leave 13 % each way.  A second copy is read when the first has an error, whole.

.include "lowmem.inc"
.include "kernal.inc"
.include "cia.inc"
.include "vic.inc"
.include "memory.inc"
.include "message.inc"
.include "file.inc"
.include "reset.inc"
.include "tape.inc"

SENSE       = %00010000         ; PORT: 0 while a key is down
MOTOR_OFF   = %00100000
WRITE_LINE  = %00001000
SCREEN_ON   = %00010000         ; VIC_CONTROL1
FLAG_EDGE   = %00010000         ; CIA1_ICR
TIMER_B     = %00000010
COUNT_A     = %01010001         ; CIA1_CRB: load, start, count timer A, which counts 8 cycles

; Half waves in 8 cycles, less one because a timer counts through zero
HALF_SHORT  = 176 / 8 - 1
HALF_MEDIUM = 256 / 8 - 1
HALF_LONG   = 336 / 8 - 1
; What timer B, from $FF down, has not gone below when a wave is short, or medium
SHORT_ABOVE = $FF - 432 / 8
MEDIUM_ABOVE = $FF - 592 / 8
SHORT_WAVE  = 0
MEDIUM_WAVE = 1
LONG_WAVE   = 2

HEADER_SIZE = 192
TAPE_ENDS   = 5                 ; kind of header; 1 is a program, 3 one that loads where it was
NAME        = 5                 ; where the name begins
NAME_SHOWN  = 16
FIRST_COPY  = $80
HEADER_LEADER = $6A             ; pages of waves
DATA_LEADER = $1A
BETWEEN     = 79                ; waves between the copies
ST_READ_ERROR = %00010000

TAPE_PARITY = $9B
TAPE_VERIFY = $9C               ; not 0: compare instead of store
TAPE_ERRORS = $9E
TAPE_STACK  = $9F               ; stack pointer to go back to when STOP is pressed
TAPE_COPY   = $A7
TAPE_SUM    = $AB
TAPE_BYTE   = $BD
TAPE_NEXT   = $BE               ; what comes next in a countdown

.segment "TAPE_LOAD"

; tape_load -- LOAD and VERIFY from tape, behind load_body
; In     VERCK; SA, FNADR, FNLEN; MEMUSS
; Out    C=0 X, Y, EAL end, ST bit 4 read or verify error;  C=1 A = 4, or 0 when stopped
; Uses   A, X, Y, flags; SAL, STAL, MOTOR, TAPE_*     Keeps  -
; Time   10 ms a byte, and the leaders: 12 s
; Test   tests/asm/rom/test_kernal_tape.py
.proc tape_load
        tsx
        stx TAPE_STACK
        clc
        jsr keys_wanted
        jsr message_searching
next:   jsr header_bounds
        lda #0
        sta TAPE_VERIFY
        jsr block_read
        bne next
        tay
        lda (TAPE1),y
        cmp #TAPE_ENDS
        bne :+
        jmp error_not_found
:       lsr a
        bcc next                ; data, or what is no header
        pha                     ; 0: may go to the caller's address
        jsr header_shown
        pla
        bcs next
        ora SA
        pha
        jsr program_bounds
        pla
        bne :+
        jsr to_caller
:       jsr message_loading
        lda VERCK
        sta TAPE_VERIFY
        jsr block_read
        beq :+
        lda #ST_READ_ERROR
        jsr status_set
:       ldx EAL
        ldy EAL + 1
        clc
        rts
.endproc

; Move STAL and EAL to where the caller of LOAD wants the program
.proc to_caller
        sec
        lda EAL
        sbc STAL
        tax
        lda EAL + 1
        sbc STAL + 1
        tay
        lda MEMUSS
        sta STAL
        lda MEMUSS + 1
        sta STAL + 1
        txa
        clc
        adc STAL
        sta EAL
        tya
        adc STAL + 1
        sta EAL + 1
        rts
.endproc

.segment "TAPE_HEADER"

; STAL, EAL = the header's own place
.proc header_bounds
        lda TAPE1
        sta STAL
        clc
        adc #HEADER_SIZE
        sta EAL
        lda TAPE1 + 1
        sta STAL + 1
        adc #0
        sta EAL + 1
        rts
.endproc

; STAL, EAL = the program's place, as the header has it
.proc program_bounds
        ldy #1
        lda (TAPE1),y
        sta STAL
        iny
        lda (TAPE1),y
        sta STAL + 1
        iny
        lda (TAPE1),y
        sta EAL
        iny
        lda (TAPE1),y
        sta EAL + 1
        rts
.endproc

; SAL = the name in the header; Y = FNLEN, no more than a header holds
.proc name_at
        clc
        lda TAPE1
        adc #NAME
        sta SAL
        lda TAPE1 + 1
        adc #0
        sta SAL + 1
        ldy FNLEN
        cpy #HEADER_SIZE - NAME
        bcc :+
        ldy #HEADER_SIZE - NAME
:       rts
.endproc

.segment "TAPE_FOUND"

; Say what was found, and compare the names: C=0 it is the one that is wanted.  Then SPACE, or
; some seconds, bring the program
.proc header_shown
        bit MSGFLG
        bpl compare
        ldx #<(text_found - texts)
        jsr message_text
        ldy #NAME
name:   lda (TAPE1),y
        jsr CHROUT
        iny
        cpy #NAME + NAME_SHOWN
        bne name
compare:
        jsr name_at
next:   dey
        cpy #$FF
        beq same
        lda (FNADR),y
        cmp (SAL),y
        beq next
        sec
        rts
same:   lda TIME + 1
        bit MSGFLG
        bpl go
        adc #1                  ; and C=1: two units of 4.3 s, of which one has begun
wait:   ldy STKEY
        iny
        bne go
        cmp TIME + 1
        bne wait
go:     clc
        rts
.endproc

.segment "TAPE_KEYS"

; Ask for PLAY, with C=1 for RECORD and PLAY, and wait for a key of the datasette
.proc keys_wanted
        lda PORT
        and #SENSE
        beq down
        php
        ldx #<(text_press - texts)
        jsr message_text
        plp
        bcc :+
        ldx #<(text_record - texts)
        jsr message_text
:       ldx #<(text_play - texts)
        jsr message_text
wait:   jsr STOP
        beq halt
        lda PORT
        and #SENSE
        bne wait
        ldx #<(text_ok - texts)
        jmp message_text
halt:   jmp stopped
down:   rts
.endproc

.segment "TAPE_DECK"

; Screen and interrupts off, motor on, timer B counts down from $FF in units of 8 cycles.  Keeps Y
.proc tape_on
        sei
        lda VIC_CONTROL1
        and #<~SCREEN_ON
        sta VIC_CONTROL1
        lda #$7F
        sta CIA1_ICR
        ldx #0
        stx CIA1_TAHI
        stx CIA1_TBHI
        dex
        stx CIA1_TBLO
        stx MOTOR               ; irq_tick leaves the motor alone
        lda #8 - 1
        sta CIA1_TALO
        lda #%00010001          ; load, start
        sta CIA1_CRA
        lda #COUNT_A
        sta CIA1_CRB
        lda PORT
        and #<~(MOTOR_OFF | WRITE_LINE)
        sta PORT
        rts
.endproc

; The opposite
.proc tape_off
        lda PORT
        ora #MOTOR_OFF
        sta PORT
        lda VIC_CONTROL1
        ora #SCREEN_ON
        sta VIC_CONTROL1
        jsr timer_start
        cli
        rts
.endproc

; Wait for one of the interrupt sources A of CIA 1, or for STOP.  Keeps A, X, Y
.proc icr_wait
        bit CIA1_PRB
        bpl stopped
        bit CIA1_ICR
        beq icr_wait
        rts
.endproc

; End LOAD or SAVE from wherever they are: STOP was pressed
.proc stopped
        ldx TAPE_STACK
        txs
        jsr tape_off
        lda #0
        sec
        rts
.endproc

; SAL = STAL, TAPE_SUM = A = 0
.proc data_begin
        lda STAL
        sta SAL
        lda STAL + 1
        sta SAL + 1
        lda #0
        sta TAPE_SUM
        rts
.endproc

; Z=1: SAL, which moves on by one, is EAL.  Keeps X, Y
.proc data_advance
        inc SAL
        bne :+
        inc SAL + 1
:       lda SAL
        cmp EAL
        bne :+
        lda SAL + 1
        cmp EAL + 1
:       rts
.endproc

.segment "TAPE_READ"

; Read a block to STAL, or compare it; the second copy if the first has an error.
; Out A = 0 and Z=1, or not 0 when both had one
.proc block_read
        jsr tape_on
        lda #FIRST_COPY
        jsr copy_read
        beq :+
        lda #0
        jsr copy_read
:       pha
        jsr tape_off
        pla
        rts
.endproc

.segment "TAPE_COPY"

; Read the copy whose countdown has bit 7 as A has it.  Out A = 0 and Z=1 without an error
.proc copy_read
        sta TAPE_COPY
again:  lda TAPE_COPY
        ora #9
        sta TAPE_NEXT
count:  jsr byte_read
        bcc again
        cmp TAPE_NEXT
        bne again
        dec TAPE_NEXT
        asl a
        cmp #2                  ; it was 1
        bne count
        jsr data_begin
        sta TAPE_ERRORS
data:   jsr byte_read
        tax
        bcc bad
good:   eor TAPE_SUM
        sta TAPE_SUM
        txa
        ldy TAPE_VERIFY
        bne compare
        sta (SAL),y
        beq advance             ; always
bad:    sta TAPE_ERRORS
        inc TAPE_ERRORS         ; not 0 with A = 0 either
        jmp good
compare:
        ldy #0
        cmp (SAL),y
        beq advance
        inc TAPE_ERRORS
advance:
        jsr data_advance
        bne data
        jsr byte_read
        eor TAPE_SUM
        ora TAPE_ERRORS
        rts
.endproc

.segment "TAPE_BYTE"

; Read a byte to A.  C=0: its parity is wrong, or it is the mark at a block's end
.proc byte_read
long:   jsr wave_read
        lsr a
        beq long                ; short or medium: a byte is still going on
        jsr wave_read
        lsr a
        bcc mark
        ldx #8
        stx TAPE_PARITY
next:   jsr wave_read
        lsr a
        ror TAPE_BYTE
        bpl :+
        inc TAPE_PARITY
:       jsr wave_read
        dex
        bne next
        jsr wave_read           ; its second wave is passed over with those before a long one
        eor TAPE_PARITY
        lsr a
mark:   lda TAPE_BYTE
        rts
.endproc

; A = 0 short, 1 medium, 2 long wave.  Keeps X
.proc wave_read
        lda #FLAG_EDGE
        jsr icr_wait
        ldy CIA1_TBLO
        lda #COUNT_A
        sta CIA1_CRB
        lda #SHORT_WAVE
        cpy #SHORT_ABOVE
        bcs done
        lda #MEDIUM_WAVE
        cpy #MEDIUM_ABOVE
        bcs done
        lda #LONG_WAVE
done:   rts
.endproc

.segment "TAPE_SAVE"

; tape_save -- SAVE on tape, behind save_body
; In     STAL start; EAL end + 1; SA bit 0: it is to load where it was, bit 1: no more comes behind
; Out    C=0;  C=1 A = 0: stopped
; Uses   A, X, Y, flags; SAL, MOTOR, TAPE_*     Keeps  -
; Time   20 ms a byte, and the leaders: 14 s
; Test   tests/asm/rom/test_kernal_tape.py
.proc tape_save
        tsx
        stx TAPE_STACK
        sec
        jsr keys_wanted
        jsr message_saving
        lda SA
        lsr a
        lda #0
        rol a
        sec
        rol a                   ; 1 or 3
        jsr header_write
        jsr program_bounds
        ldy #DATA_LEADER
        jsr block_write
        lda SA
        and #2
        beq :+
        lda #TAPE_ENDS
        jsr header_write
:       clc
        rts
.endproc

.segment "TAPE_WRITE"

; Write a header of kind A
.proc header_write
        pha
        ldy #HEADER_SIZE - 1
        lda #' '
blank:  sta (TAPE1),y
        dey
        bne blank
        pla
        sta (TAPE1),y
        jsr name_at
name:   dey
        cpy #$FF
        beq :+
        lda (FNADR),y
        sta (SAL),y
        bcc name                ; always, C of name_at and cpy
:       ldy #1
        lda STAL
        sta (TAPE1),y
        iny
        lda STAL + 1
        sta (TAPE1),y
        iny
        lda EAL
        sta (TAPE1),y
        iny
        lda EAL + 1
        sta (TAPE1),y
        jsr header_bounds
        ldy #HEADER_LEADER
        ; falls through
.endproc

; Write STAL to EAL - 1 as a block after a leader of Y pages of waves
.proc block_write
        jsr tape_on
        lda #FIRST_COPY | 9
        sta TAPE_NEXT
copy:   jsr leader_write
count:  lda TAPE_NEXT
        jsr byte_write
        dec TAPE_NEXT
        lda TAPE_NEXT
        asl a
        bne count
        jsr data_begin
data:   ldy #0
        lda (SAL),y
        jsr byte_write
        jsr data_advance
        bne data
        lda TAPE_SUM
        jsr byte_write
        lda #HALF_LONG
        jsr wave_write
        lda #HALF_SHORT
        jsr wave_write
        ldx #BETWEEN
        ldy #1
        lda TAPE_NEXT
        beq :+
        lda #9
        sta TAPE_NEXT
        bne copy                ; always
:       jsr leader_write
        jmp tape_off
.endproc

.segment "TAPE_WAVES"

; Write Y pages of short waves, the first of X
.proc leader_write
        lda #HALF_SHORT
        jsr wave_write
        dex
        bne leader_write
        dey
        bne leader_write
        rts
.endproc

; Write the byte A
.proc byte_write
        sta TAPE_BYTE
        eor TAPE_SUM
        sta TAPE_SUM
        lda #HALF_LONG
        jsr wave_write
        lda #HALF_MEDIUM
        jsr wave_write
        ldx #8
        stx TAPE_PARITY
next:   lsr TAPE_BYTE
        bcc :+
        inc TAPE_PARITY
:       jsr bit_write
        dex
        bne next
        lda TAPE_PARITY
        eor #1
        lsr a
        ; falls through
.endproc

; Write the bit C
.proc bit_write
        bcs one
        lda #HALF_SHORT
        jsr wave_write
        lda #HALF_MEDIUM
        bne wave_write          ; always
one:    lda #HALF_MEDIUM
        jsr wave_write
        lda #HALF_SHORT
        ; falls through
.endproc

; Write a wave of halves of A, counted by timer B.  Keeps X, Y
.proc wave_write
        sta CIA1_TBLO           ; from the underflow on that this waits for
        jsr half
half:   lda #TIMER_B
        jsr icr_wait
        lda PORT
        eor #WRITE_LINE
        sta PORT
        rts
.endproc
