; RS-232: the parts of V2's driver that programs with a driver of their own call
;
; The bits themselves are not sent here: nothing is at the user port, so what is sent goes nowhere
; and nothing comes.  Drivers for modems take over the NMI.  They share the KERNAL's variables,
; buffers and set-up, which "Mapping the Commodore 64" describes, and call these parts.

.include "lowmem.inc"
.include "entry.inc"
.include "cia.inc"
.include "memory.inc"
.include "rs232.inc"

SENDING     = %00000011         ; NMI sources in ENABL: timer A sends, timer B receives
TIMER_B     = %00000010
FLAG_LINE   = %00010000         ; a start bit comes: received data also goes to FLAG
EMPTY       = %00001000         ; of RSSTAT: nothing in the receive buffer
NO_DSR      = %01000000         ; of RSSTAT: the other end is not ready
ALL_SOURCES = %01111111
RTS_AND_DTR = %00000110         ; port B: DTR and RTS
TXD_HIGH    = %00000100         ; port A
PAL_CLOCK   = 985248

; Half a bit's time less 100 cycles (Programmer's Reference Guide).  The rates are in 1/100 baud, as
; one of them is 134.58; + hundredths / 2 rounds
.macro baud_word clock, hundredths
        .word (clock * 50 + hundredths / 2) / hundredths - 100
.endmacro

        entry $E4D3

; The start of a byte: RIDATA = A, the start bit, which is 0; parity begins at 1
        sta RIDATA
        lda #1
        sta PRTY
        rts

        entry $E4EC             ; the baud rate's number, 1 to 10, doubled indexes $E4EA, $E4EB
        baud_word PAL_CLOCK, 5000
        baud_word PAL_CLOCK, 7500
        baud_word PAL_CLOCK, 11000
        baud_word PAL_CLOCK, 13458
        baud_word PAL_CLOCK, 15000
        baud_word PAL_CLOCK, 30000
        baud_word PAL_CLOCK, 60000
        baud_word PAL_CLOCK, 120000
        baud_word PAL_CLOCK, 180000
        baud_word PAL_CLOCK, 240000

        entry $EF3B

; rs232_sources -- turn NMI sources of CIA 2 on (bit 7 of A set) or off
; In     A  as for the interrupt control register     Out    ENABL
; Keeps  X, Y     Uses  A, flags
; Test   tests/asm/rom/test_kernal_entries.py
.proc rs232_sources
        ; ENABL has to remember what CIA 2 cannot be asked for: its mask is write-only. EOR
        ; toggles the bits of A, as in V2. So a source must be off before it goes on, and on
        ; before it goes off.
        sta CIA2_ICR
        eor ENABL
        ora #$80                ; the record is ready to be written: bit 7 turns sources on
        sta ENABL
        sta CIA2_ICR
        rts
.endproc

        entry $EF4A

; rs232_bits -- length of a word
; In     M51CTR  bits 5 and 6: 0 for 8 bits, 1 for 7, 2 for 6, 3 for 5
; Out    X  bits and one more
; Keeps  Y     Uses  A, flags
; Test   tests/asm/rom/test_kernal_entries.py
.proc rs232_bits
        ; Four shifts bring bits 6 and 5 to 1 and 0: ASL moves bit 7 into C, and each ROL takes C
        ; in on the right. The result is 9 less that number: 9, 8, 7 or 6.
        lda M51CTR
        asl a
        rol a
        rol a
        rol a                   ; bits 6 and 5 are now 1 and 0
        and #3                  ; without bit 7, which is bit 2 now
        eor #3                  ; 3 less the number
        clc
        adc #6
        tax
        rts
.endproc

        entry $EF7E

; rs232_receive -- wait for a start bit: FLAG interrupts, timer B does not
; In     ENABL     Out    ENABL, RIDATA not 0
; Keeps  X, Y     Uses  A, flags
; Test   tests/asm/rom/test_kernal_entries.py
.proc rs232_receive
        ; Until a start bit comes there is nothing to sample, so timer B rests and FLAG waits for
        ; the edge. RIDATA not 0 says that no start bit has come.
        lda #$80 | FLAG_LINE
        sta CIA2_ICR
        ora ENABL
        sta ENABL
        sta RIDATA              ; any value but 0
        lda #TIMER_B            ; bit 7 clear: off; bit 1 of ENABL is toggled, as in V2
        branch BNE_OPCODE, rs232_sources ; always
.endproc

        entry $F00D

; The device does not say that it is ready.  Out C=0
        lda #NO_DSR
        sta RSSTAT
        clc
        rts

        entry $F086

; rs232_get -- take a byte out of the receive buffer
; In     RIBUF, RIDBS, RIDBE
; Out    A  byte; or 0, and bit 3 of RSSTAT
; Keeps  X     Uses  A, Y, flags
; Test   tests/asm/rom/test_kernal_entries.py
.proc rs232_get
        ; The buffer is a ring of one page: what is written goes to RIDBE, what is read comes from
        ; RIDBS. Equal indices mean that it is empty, so it holds 255 bytes at most.
        ldy RIDBS
        lda RSSTAT
        ora #EMPTY              ; taken for empty, until the indices say otherwise
        cpy RIDBE
        beq none
        eor #EMPTY              ; it is not: the bit goes off again
        sta RSSTAT
        lda (RIBUF),y
        inc RIDBS               ; a page has 256 bytes: the index wraps by itself
        rts
none:   sta RSSTAT
        lda #0
        rts
.endproc

        entry $F0A4

; rs232_idle -- wait until no byte is under way, then receive no more: the serial bus needs the time
; In     ENABL     Out    ENABL = 0
; Keeps  A, X, Y     Uses  flags
; Time   20 cycles without RS-232
; Test   tests/asm/rom/test_kernal_entries.py
.proc rs232_idle
        ; An NMI in the middle of a byte on the bus would stretch a bit beyond its limit, and SEI
        ; does not stop an NMI. A byte that is on its way is waited for, then FLAG goes off.
        pha                     ; the device or byte that the bus is to send
wait:   lda ENABL               ; 0: RS-232 is not in use
        beq done
        and #SENDING            ; the driver's NMI clears these bits
        bne wait
        lda #FLAG_LINE          ; bit 7 clear: no start bit is noticed any more
        sta CIA2_ICR
        lda #0
        sta ENABL
done:   pla
        rts
.endproc

        entry $F14E

; rs232_getin -- GETIN from RS-232
; In     RIBUF, RIDBS, RIDBE
; Out    A  byte; or 0, and bit 3 of RSSTAT; C=0
; Keeps  X, Y     Uses  A, flags; XSAV
; Test   tests/asm/rom/test_kernal_channel.py
.proc rs232_getin
        ; GETIN keeps Y for its caller here, since the index of the buffer needs Y.
        sty XSAV
        jsr rs232_get
        ldy XSAV
end:    clc
        rts
.endproc
rs232_getin_end = rs232_getin::end

        entry $F47D

; The end of OPEN: the top of memory is below the buffers, at X, Y.  A = $F0 and C=1 tell V2's BASIC
; that memory has moved, so that it clears its variables
        sec
        lda #$F0
        jmp memory_top_set
        entry_within $F483

; rs232_ports -- CIA 2 without interrupts, its ports for RS-232
; In     -     Out    ENABL = 0, Y = 0
; Keeps  X     Uses  A, Y, N Z
; Test   tests/asm/rom/test_kernal_entries.py
.proc rs232_ports
        ; Everything off, then the lines of an idle port: RTS and DTR are outputs, and a TXD that
        ; is high sends nothing. The other bits of port A are the serial bus and the VIC's bank.
        lda #ALL_SOURCES        ; bit 7 clear: all off
        sta CIA2_ICR
        lda #RTS_AND_DTR
        sta CIA2_DDRB           ; the same bits: outputs, and high
        sta CIA2_PRB
        lda #TXD_HIGH
        ora CIA2_PRA
        sta CIA2_PRA
        ldy #0
        sty ENABL
        rts
.endproc

        entry $FF2E

; rs232_time -- BAUDOF = the time of a bit in cycles: twice M51AJB and 200
; In     A, C  twice the low byte of M51AJB     Out    BAUDOF, A (low), Y
; Keeps  -     Uses  A, X, Y, flags
; Test   tests/asm/rom/test_kernal_entries.py
.proc rs232_time
        ; M51AJB is half a bit's time less 100, so twice that and 200 more is the time. The low
        ; byte comes doubled; its C, the bit that fell out, goes into the high byte.
        tax
        lda M51AJB + 1
        rol a
        tay
        txa
        adc #200                ; C=0 from ROL: the table's times have 15 bits
        sta BAUDOF
        bcc :+
        iny
:       sty BAUDOF + 1
        rts
.endproc
