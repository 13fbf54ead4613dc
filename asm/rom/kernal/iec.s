; Serial bus: the computer as controller, talker and listener
;
; CIA 2 port A drives the lines through inverters: a 1 in an output bit pulls the line low.
; The input bits read the lines themselves.  A line is high only when nobody pulls it.
;
; A byte, talker's side: CLK high "ready to send"; the listener lets DATA go high "ready for
; data"; CLK low; 8 bits, least significant first, each valid while CLK is high; the
; listener pulls DATA low within 1 ms "accepted".  If the talker waits more than 200 us
; before CLK low, the byte is the last one (EOI), and the listener acknowledges with a
; low pulse on DATA.  Under ATN every device listens for commands.
; Source: Commodore 64 Programmer's Reference Guide, chapter 6, "The serial bus" (timing).

.include "lowmem.inc"
.include "entry.inc"
.include "cia.inc"
.include "iec.inc"
.include "memory.inc"
.include "rs232.inc"

ATN_OUT     = %00001000
CLK_OUT     = %00010000
DATA_OUT    = %00100000
; shifted left once, CLK IN is the sign and DATA IN the carry
ST_WRITE_TIMEOUT = %00000011
ST_READ_TIMEOUT  = %00000010
ST_EOI      = %01000000
ST_NO_DEVICE = %10000000

CMD_LISTEN  = $20
CMD_TALK    = $40
UNLISTEN    = $3F
UNTALK      = $5F
STOPPED     = %00001000         ; timer B: one shot, not running
ONE_SHOT    = %00011001         ; timer B: load, one shot, start

.segment "ENTRY_ED09"

; TALK -- make a device talk
; In     A device 4-30
; Out    ST bit 7 if no device answers
; Keeps  X, Y     Uses  A, flags
; Time   2.2 ms
; Test   tests/asm/rom/test_kernal_iec.py
.proc iec_talk
        ora #CMD_TALK
        .byte $2C               ; BIT: skips the ORA
        ; falls through
.endproc
        .assert * = $ED0C, lderror, "LISTEN moved"

; LISTEN -- make a device listen
; In     A device 4-30
; Out    ST bit 7 if no device answers
; Keeps  X, Y     Uses  A, flags
; Time   2.2 ms
; Test   tests/asm/rom/test_kernal_iec.py
.proc iec_listen
        ora #CMD_LISTEN
        jsr rs232_idle          ; its NMIs would come between the bits
        ; falls through
.endproc
        entry_within $ED11

; Send command A under ATN
.proc command
        jsr flush_last          ; a held byte goes out before ATN, which would make it a command
        sei
        sta BSOUR
        jsr iec_data_high
        lda #ATN_OUT | CLK_OUT  ; both at once: soon after ATN, CLK high means "a byte"
        ora CIA2_PRA
        sta CIA2_PRA
        jmp send_command
.endproc

.segment "ENTRY_ED36"

; Send BSOUR as part of a command: ATN has been low for a while
.proc send_command
        sei
        jsr iec_data_high
        jsr iec_clock_low
        jsr delay_ms
        ; falls through
.endproc
        .assert * = $ED40, lderror, "send_byte moved"

; Send BSOUR; SERIAL_EOI bit 7 marks it as the last byte.  Interrupts are on afterwards.
; As talker the computer leaves DATA high after every byte
.proc send_byte
        sei
        jsr lines
        ; Every device that listens holds DATA low from ATN on: a line that is high means that
        ; nobody is there.
        bcs no_device           ; nobody holds DATA
        jsr iec_clock_high      ; ready to send
        ; SEI stands above for what follows: an interrupt of 200 us before CLK goes low would
        ; make any byte the last one.
        bit SERIAL_EOI
        bpl ready
listen: bit CIA2_PRA
        bpl listen              ; DATA IN is bit 7, so bit tells it by N
eoi:    bit CIA2_PRA
        bmi eoi                 ; the listener noticed: DATA goes low for a moment
ready:  bit CIA2_PRA            ; 200 us from here to CLK low would mark the last byte
        bpl ready               ; the slowest listener decides: DATA rises only when all let go
        jsr iec_clock_low
        lda #8
        sta SERIAL_COUNT
next:   jsr lines
        bcc timeout             ; a listener pulls DATA: it is out of step
        lsr BSOUR               ; least significant bit first, into C
        bcs one
        jsr iec_data_low
        bne valid               ; always
one:    jsr iec_data_high
valid:  jsr iec_clock_high      ; valid for 20 us and more
        ; From the store that raises CLK to the one that lowers it 26 cycles pass: RTS 6, the
        ; NOPs 8, the four instructions behind them 12.
        nop
        nop
        nop
        nop
        ; CLK low and DATA high in one store: DATA must not change while CLK still says that it
        ; is valid.
        lda CIA2_PRA
        and #<~DATA_OUT
        ora #CLK_OUT
        sta CIA2_PRA
        dec SERIAL_COUNT
        bne next
        lda #4                  ; 1 ms
        jsr start_timer
accept: lda CIA1_CRB            ; the timer stops by itself in one-shot mode
        lsr a                   ; bit 0: the timer runs
        bcc timeout
        jsr lines
        bcs accept
        cli
        rts
no_device:
        lda #ST_NO_DEVICE
        .byte $2C               ; BIT: skips the next LDA
timeout:
        lda #ST_WRITE_TIMEOUT
        jmp give_up
.endproc

        entry $EDB2

; Give the bus up with bits A in ST; C=0
.proc give_up
        jsr status_set
        jmp free_bus
.endproc

.segment "FREE_BUS"

.proc free_bus
        jsr finish              ; ATN, CLK and DATA are free: the bus is not left hanging
        cli
        clc
        rts
.endproc

.segment "ENTRY_EDB9"

; SECOND -- send a secondary address after LISTEN, end ATN
; In     A secondary address, with $60, $E0 or $F0     Out    -
; Keeps  X, Y     Uses  A, flags
; Time   2.2 ms
; Test   tests/asm/rom/test_kernal_iec.py
.proc iec_second
        ; ATN ends after the secondary address: what follows is data for the listener.
        sta BSOUR
        jsr send_command
        ; falls through
.endproc

        .assert * = $EDBE, lderror, "ATN high moved"

; iec_attention_off -- end ATN
; In     -     Out    -     Keeps  X, Y     Uses  A, N Z
; Time   16 cycles
; Test   tests/asm/rom/test_kernal_iec.py
.proc iec_attention_off
        lda #<~ATN_OUT
        and CIA2_PRA
        sta CIA2_PRA
        rts
.endproc

.segment "ENTRY_EDC7"

; TKSA -- send a secondary address after TALK, end ATN, become listener
; In     A secondary address, with $60     Out    -
; Keeps  X, Y     Uses  A, flags
; Time   2.3 ms
; Test   tests/asm/rom/test_kernal_iec.py
.proc iec_tksa
        sta BSOUR
        jsr send_command
        ; falls through
.endproc
        .assert * = $EDCC, lderror, "turning round moved"

; iec_turn_round -- end ATN; the device becomes talker when it takes over CLK
; In     -     Out    -     Keeps  X, Y     Uses  A, flags; interrupts on
; Time   80 us, 65 ms at most
; Test   tests/asm/rom/test_kernal_iec.py
.proc iec_turn_round
        jmp turn_round
.endproc

.segment "ENTRY_EDDD"

; CIOUT -- send a byte to the listening devices
; In     A byte; it goes out with the next call, so that the last can be marked
; Out    C=0
; Keeps  A, X, Y     Uses  flags
; Time   1.2 ms and what the device needs
; Test   tests/asm/rom/test_kernal_iec.py
.proc iec_send
        ; The byte before goes out now. One byte is always held back, as only UNLSN knows that
        ; it was the last and has to be marked.
        jsr flush
        sta BSOUR
        sec
        ; SEC and ROR set bit 7 without a register: A, X, Y are kept
        ror C3PO                ; bit 7: a byte is waiting
        clc
        rts
.endproc

.segment "ENTRY_EDEF"

; UNTLK -- all devices stop talking
; In     -     Out    -     Keeps  X, Y     Uses  A, flags
; Time   2.4 ms
; Test   tests/asm/rom/test_kernal_iec.py
.proc iec_untalk
        sei
        jsr iec_clock_low
        ora #ATN_OUT            ; before DATA says that we are ready for more
        sta CIA2_PRA
        jmp untalk
.endproc

.segment "ENTRY_EDFE"

; UNLSN -- all devices stop listening
; In     -     Out    -     Keeps  X, Y     Uses  A, flags
; Time   2.3 ms, 1.4 more when a byte waits
; Test   tests/asm/rom/test_kernal_iec.py
.proc iec_unlisten
        lda #UNLISTEN
        jsr command
        ; falls through
.endproc
        .assert * = $EE03, lderror, "finish moved"

; End ATN, give up CLK and DATA
.proc finish
        ; ATN first: while it is low, every device takes CLK for the clock of a command.
        jsr iec_attention_off
        ; falls through
.endproc
        entry_within $EE06

; Give up CLK and DATA, a moment after ATN
.proc let_go
        txa
        ldx #12                 ; the devices need time to see ATN go
wait:   dex
        bne wait
        tax
        jsr iec_clock_high
        jmp iec_data_high
.endproc

        entry $EE13

; ACPTR -- receive a byte from the talking device
; In     -     Out    A byte, C=0; ST: 64 this was the last, 2 timeout.  Interrupts on
; Keeps  X, Y     Uses  A, flags
; Time   1.6 ms and what the device needs
; Test   tests/asm/rom/test_kernal_iec.py
.proc iec_receive
        sei
        lda #0
        sta SERIAL_COUNT        ; bit 7 notes EOI until the bits come
        jsr iec_clock_high
ready:  jsr lines
        bpl ready               ; until the talker is ready to send
        ; A talker that does not pull CLK within 200 us announces its last byte; 256 us is
        ; surely more.
again:  lda #1                  ; 256 us
        jsr start_timer
        jsr iec_data_high
        ; V is bit 6, CLK IN
wait:   bit CIA2_PRA            ; CLK may be low for no longer than 60 us
        bvc start
        lda CIA1_CRB
        lsr a                   ; bit 0: the timer runs
        bcs wait
        bit SERIAL_COUNT        ; a second time: not EOI, but a talker that is gone
        bmi timeout
        jsr acknowledge_eoi
        bne again               ; always
start:  jmp receive_bits
timeout:
        lda #ST_READ_TIMEOUT
        jmp give_up
.endproc

.segment "ENTRY_EE85"

; CLK high.  Each of the four: Out A = port; Keeps X, Y; Uses A, N Z; 18 cycles with JSR
; Test   tests/asm/rom/test_kernal_iec.py
.proc iec_clock_high
        lda #<~CLK_OUT
        and CIA2_PRA
        sta CIA2_PRA
        rts
.endproc
        .assert * = $EE8E, lderror, "CLK low moved"

; iec_clock_low -- CLK low
; In     -     Out    -     Keeps  X, Y     Uses   A, flags
.proc iec_clock_low
        lda #CLK_OUT
        ora CIA2_PRA
        sta CIA2_PRA
        rts
.endproc
        .assert * = $EE97, lderror, "DATA high moved"

; DATA high
.proc iec_data_high
        lda #<~DATA_OUT
        and CIA2_PRA
        sta CIA2_PRA
        rts
.endproc
        .assert * = $EEA0, lderror, "DATA low moved"

; DATA low
.proc iec_data_low
        lda #DATA_OUT
        ora CIA2_PRA
        sta CIA2_PRA
        rts
.endproc
        .assert * = $EEA9, lderror, "reading the lines moved"

; Read the lines until they stand still: N = CLK, C = DATA; uses A
.proc lines
        lda CIA2_PRA
        ; The lines may change between two looks, as they are another computer's. Two equal
        ; reads are taken.
        cmp CIA2_PRA
        bne lines
        asl a                   ; CLK IN from bit 6 to N, DATA IN from bit 7 to C
        rts
.endproc
        .assert * = $EEB3, lderror, "delay moved"

; Wait about 1 ms; keeps X, Y; uses A, N Z
.proc delay_ms
        ; X is kept in A: cheaper than the stack.
        txa
        ldx #200                ; 5 cycles a round: 1000 cycles, about 1 ms
wait:   dex
        bne wait
        tax
        rts
.endproc

.segment "FLUSH_LAST"

; Send the byte that waits, if any, as the last; keeps A
.proc flush_last
        pha
        lda C3PO
        and #$80                ; bit 7: a byte waits. It becomes the mark of the last one
        sta SERIAL_EOI          ; off again for the bytes of a command
        beq done
send:   sta SERIAL_EOI
        jsr send_byte
        lda #0
        sta C3PO
        sta SERIAL_EOI
done:   pla
        rts
.endproc

; Send the byte that waits, if any, as one of several; keeps A
.proc flush
        bit C3PO
        bpl done
        pha
        lda #0
        beq flush_last::send    ; always
done:   rts
.endproc

.segment "START_TIMER"

; Start timer B of CIA 1: A * 256 us and up to 255 more (the low byte of the latch stays as
; it is, $FF after a reset), one shot.  Whether it still runs is read in its control
; register: reading the interrupt register would swallow the 60 Hz interrupt
.proc start_timer
        pha                     ; the count waits: the timer is stopped first
        lda #STOPPED            ; an underflow from before would stop the new count
        sta CIA1_CRB
        pla
        sta CIA1_TBHI           ; stopped, the counter takes this at once
        lda #ONE_SHOT
        sta CIA1_CRB
        rts
.endproc

.segment "UNTALK"

.proc untalk
        lda #UNTALK
        jsr command
        jmp finish
.endproc

.segment "TURN_ROUND"

.proc turn_round
        bit STATUS              ; bit 7: no device answered, so none will pull CLK
        bmi gone
        sei
        ; We are the listener now: DATA low says "here", before ATN goes and the device takes
        ; CLK.
        jsr iec_data_low
        jsr iec_attention_off
        jsr iec_clock_high
        lda #$FF                ; 65 ms
        jsr start_timer
wait:   lda CIA1_CRB
        lsr a
        bcc late
        jsr lines
        bmi wait                ; until the talker pulls CLK
        cli
gone:   rts
late:   lda #ST_READ_TIMEOUT
        jmp give_up
.endproc

.segment "RECEIVE_BITS"

; CLK is low: the talker sends the bits, each valid while CLK (bit 6 of the port) is high.
; A talker holds that for at least 60 us, of which a bad line takes 43 and sprites more, so the
; loops must be short.
.proc receive_bits
        lda #8
        sta SERIAL_COUNT
high:   lda CIA2_PRA
        ; One read for both lines: with two the talker might change DATA in between.
        asl a                   ; N = CLK, C = DATA, of the same moment
        bpl high
        ror SERIAL_BYTE         ; ASL put DATA into C: the bits come from the right end
low:    bit CIA2_PRA
        bvs low
        dec SERIAL_COUNT
        bne high
        ; low until the next byte is wanted
        jsr iec_data_low        ; accepted
        bit STATUS
        bvc :+
        jsr let_go              ; it was the last
:       lda SERIAL_BYTE
        cli
        clc
        rts
.endproc

.segment "ACKNOWLEDGE_EOI"

; The talker waits on purpose: it announces its last byte.  Pull DATA for a moment; Z=0
.proc acknowledge_eoi
        jsr iec_data_low
        lda #ST_EOI
        jsr status_set
        sec
        ror SERIAL_COUNT        ; bit 7 set: EOI has been seen
        lda #16
wait:   sbc #1                  ; C=1 throughout: 80 us
        bne wait
        lda #$FF                ; Z=0 for the caller's BNE
        rts
.endproc
