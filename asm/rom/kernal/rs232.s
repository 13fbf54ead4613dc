; RS-232: the parts of V2's driver that programs with a driver of their own call
;
; The bits themselves are not here: nothing is at the user port, so what is sent goes nowhere and
; nothing comes.  Drivers for modems take over the NMI and share the KERNAL's variables, buffers and
; set-up, which "Mapping the Commodore 64" describes.

.include "lowmem.inc"
.include "entry.inc"
.include "cia.inc"
.include "memory.inc"
.include "rs232.inc"

SENDING     = %00000011         ; NMI sources in ENABL: timers A and B
TIMER_B     = %00000010
FLAG_LINE   = %00010000
EMPTY       = %00001000         ; status: nothing in the receive buffer
NO_DSR      = %01000000
ALL_SOURCES = %01111111
SEND_AND_RTS = %00000110        ; port B
TXD_HIGH    = %00000100         ; port A
PAL_CLOCK   = 985248

; Half a bit's time less 100 cycles (Programmer's Reference Guide); rates in 1/100 baud
.macro baud_word clock, hundredths
        .word (clock * 50 + hundredths / 2) / hundredths - 100
.endmacro

        entry $E4D3

; The start of a byte: A is the start bit, parity begins at 1
        sta RIDATA
        lda #1
        sta PRTY
        rts

        entry $E4EC             ; read from $E4EA and $E4EB on, with X = 2 to 20
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
        sta CIA2_ICR
        eor ENABL               ; each source that goes on or off changes its bit
        ora #$80
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
        lda M51CTR
        asl a
        rol a
        rol a
        rol a                   ; bits 6 and 5 to 1 and 0
        and #3
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
        lda #$80 | FLAG_LINE
        sta CIA2_ICR
        ora ENABL
        sta ENABL
        sta RIDATA
        lda #TIMER_B
        branch BNE_OPCODE, rs232_sources        ; always
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
        ldy RIDBS
        lda RSSTAT
        ora #EMPTY              ; taken for empty, until the indices say otherwise
        cpy RIDBE
        beq none
        eor #EMPTY
        sta RSSTAT
        lda (RIBUF),y
        inc RIDBS               ; a ring of 256 bytes: the index wraps by itself
        rts
none:   sta RSSTAT
        lda #0
        rts
.endproc

        entry $F0A4

; rs232_idle -- wait until nothing is sent, then receive no more: the serial bus needs the time
; In     ENABL     Out    ENABL = 0
; Keeps  A, X, Y     Uses  flags
; Time   17 cycles without RS-232
; Test   tests/asm/rom/test_kernal_entries.py
.proc rs232_idle
        pha                     ; the device or byte that the bus is to send
wait:   lda ENABL
        beq done
        and #SENDING
        bne wait
        lda #FLAG_LINE          ; no start bit is noticed from now on
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
        sty XSAV
        jsr rs232_get
        ldy XSAV
end:    clc
        rts
.endproc
rs232_getin_end = rs232_getin::end

        entry $F47D

; The end of OPEN: the top of memory is below the buffers, at X, Y.  A = $F0, C=1
        sec
        lda #$F0
        jmp memory_top_set
        entry_within $F483

; rs232_ports -- CIA 2 without interrupts, its ports for RS-232
; In     -     Out    ENABL = 0, Y = 0
; Keeps  X     Uses  A, Y, N Z
; Test   tests/asm/rom/test_kernal_entries.py
.proc rs232_ports
        lda #ALL_SOURCES
        sta CIA2_ICR
        lda #SEND_AND_RTS
        sta CIA2_DDRB
        sta CIA2_PRB
        lda #TXD_HIGH
        ora CIA2_PRA            ; the port has the serial bus and the VIC's bank, too
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
        tax
        lda M51AJB + 1
        rol a
        tay
        txa
        adc #200                ; C=0: a time has 15 bits
        sta BAUDOF
        bcc :+
        iny
:       sty BAUDOF + 1
        rts
.endproc
