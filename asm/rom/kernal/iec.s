; Serial bus: the computer as controller, talker and listener
;
; CIA 2 port A drives the lines through inverters: a 1 in an output bit pulls the line low.
; The input bits read the lines themselves.  A line is high only when nobody pulls it.
;
; One byte, seen from the talker: it lets CLK go high, "ready to send".  The listener lets DATA
; go high, "ready for data".  The talker pulls CLK low and sends 8 bits, least significant
; first, each valid while CLK is high.  The listener pulls DATA low within 1 ms, "accepted".
; If the talker waits more than 200 us before it pulls CLK low, the byte is the last one (EOI);
; the listener acknowledges that with a low pulse on DATA.  Under ATN all devices listen.
;
; Most routines have a fixed address, and some have less room than they need before the next
; entry.  Such a routine is a jump to its body, which the linker places wherever it fits.
;
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
ST_WRITE_TIMEOUT = %00000011    ; bits of STATUS; both, as in V2
ST_READ_TIMEOUT  = %00000010
ST_EOI      = %01000000
ST_NO_DEVICE = %10000000

CMD_LISTEN  = $20               ; commands under ATN: the device is in the low five bits
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
        ; TALK and LISTEN differ only in the command, so TALK sets its own bit and skips LISTEN's
        ; ORA. BIT takes the two bytes of that instruction as its operand and reads $2009, which
        ; is RAM: nothing but the flags changes.
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
        ; All devices listen under ATN, whatever they were doing, so a command starts from any
        ; state of the bus. The computer lets go of DATA first, as the devices answer on that
        ; line.
        jsr flush_last          ; a held byte goes out before ATN, which would make it a command
        sei                     ; the bus has time limits that an interrupt would exceed
        sta BSOUR
        jsr iec_data_high
        lda #ATN_OUT | CLK_OUT  ; one store for both: under ATN a high CLK says "ready to send"
        ora CIA2_PRA
        sta CIA2_PRA
        jmp send_command
.endproc

.segment "ENTRY_ED36"

; Send BSOUR as part of a command: ATN has been low for a while
.proc send_command
        ; A device may take 1 ms to notice ATN and to pull DATA low. Before that time is over, a
        ; high DATA does not yet mean that nobody is there.
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
        ; The whole byte is sent with interrupts off: an interrupt of 200 us before CLK goes low
        ; would mark any byte as the last one.
        sei
        jsr lines
        ; Every device that listens holds DATA low from ATN on. If the line is high, nobody is
        ; there.
        bcs no_device           ; C is DATA IN
        jsr iec_clock_high      ; ready to send
        ; The last byte needs three waits: the listener is ready (DATA high), notices the pause
        ; (low) and is ready again (high). The others need only the last of these.
        bit SERIAL_EOI
        bpl ready               ; bit 7 clear: not the last byte
listen: bit CIA2_PRA            ; DATA IN is bit 7, so BIT moves it to N
        bpl listen              ; ready: CLK now stays high on purpose, for more than 200 us
eoi:    bit CIA2_PRA
        bmi eoi                 ; the listener noticed: it pulls DATA low for a moment
ready:  bit CIA2_PRA            ; from here CLK must go low within 200 us
        bpl ready               ; the slowest listener decides: DATA rises only when all let go
        jsr iec_clock_low
        lda #8                  ; bits
        sta SERIAL_COUNT
next:   jsr lines
        bcc timeout             ; DATA was left high, so a listener pulls it: it is out of step
        lsr BSOUR               ; least significant bit first, into C
        bcs one
        jsr iec_data_low
        bne valid               ; always: A is the port, with the bit for DATA set
one:    jsr iec_data_high
valid:  jsr iec_clock_high      ; the bit is valid for as long as CLK is high
        ; The standard wants 20 us at least. From the store that raises CLK to the one that lowers
        ; it 26 cycles pass: RTS 6, the NOPs 8, the four instructions behind them 12.
        nop
        nop
        nop
        nop
        ; CLK low and DATA high in one store: DATA must not change while CLK still says that it is
        ; valid.
        lda CIA2_PRA
        and #<~DATA_OUT
        ora #CLK_OUT
        sta CIA2_PRA
        dec SERIAL_COUNT
        bne next
        lda #4                  ; at least 1,024 cycles: the listener has 1 ms to accept
        jsr start_timer
accept: lda CIA1_CRB            ; the timer stops by itself in one-shot mode
        lsr a                   ; bit 0: the timer runs
        bcc timeout
        jsr lines
        bcs accept              ; DATA still high: not accepted yet
        cli
        rts
no_device:
        lda #ST_NO_DEVICE
        .byte $2C               ; BIT: skips the next LDA, and reads $03A9
timeout:
        lda #ST_WRITE_TIMEOUT
        jmp give_up
.endproc

        entry $EDB2

; Record an error in ST (bits A) and give up the bus; C=0
.proc give_up
        ; C=0 as after a success: callers look at ST, and loops over bytes rely on C.
        jsr status_set
        jmp free_bus
.endproc

.segment "FREE_BUS"

.proc free_bus
        ; After an error nobody will end the command, so all lines are released here. Otherwise
        ; the devices would wait under ATN forever.
        jsr finish
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
        ; The secondary address is the last byte under ATN. What follows is data for the listener,
        ; so ATN ends right behind it.
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
        ; As SECOND, but the talker is the device: once ATN ends, it takes over CLK and the
        ; computer has to listen.
        sta BSOUR
        jsr send_command
        ; falls through
.endproc
        .assert * = $EDCC, lderror, "turning round moved"

; iec_turn_round -- end ATN and listen; the device talks as soon as it takes over CLK
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
        ; One byte is always held back, because only UNLSN knows which byte was the last, and the
        ; last one is sent with a mark. So each call sends the byte of the call before.
        jsr flush
        sta BSOUR
        sec                     ; SEC and ROR set bit 7 without a register: A, X and Y are kept
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
        ; ATN goes low before anything else: `command` lets DATA go, and without ATN the talker
        ; would take a high DATA for "ready for data" and send another byte.
        sei
        jsr iec_clock_low
        ora #ATN_OUT            ; A is the port, as iec_clock_low leaves it
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
        ; ATN first: while it is low, devices take each change of CLK for the clock of a command.
        ; Only then may CLK and DATA go.
        jsr iec_attention_off
        ; falls through
.endproc
        entry_within $EE06

; Give up CLK and DATA, a moment after ATN
.proc let_go
        ; The devices need time to see the end of ATN before CLK and DATA change: 65 cycles of
        ; waiting, 87 from store to store. X is kept in A, which is cheaper than the stack.
        txa
        ldx #12                 ; 12 rounds of 5 cycles
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
        ; The listener's side. The talker says "ready to send" by a high CLK; then the time until
        ; it pulls CLK low tells whether this byte is the last one.
        sei
        lda #0
        sta SERIAL_COUNT        ; bit 7 notes an EOI; the bits are counted only afterwards
        jsr iec_clock_high
ready:  jsr lines
        bpl ready               ; N is CLK IN: until the talker is ready to send
        ; A talker that does not pull CLK low within 200 us announces its last byte. The timer
        ; runs for 256 to 511 cycles, which is certainly longer.
again:  lda #1
        jsr start_timer
        jsr iec_data_high       ; ready for data
        ; CLK may stay low for only some 60 us, so the loop is short: 15 cycles.
wait:   bit CIA2_PRA            ; CLK IN is bit 6, so BIT moves it to V
        bvc start               ; low: the bits come
        lda CIA1_CRB
        lsr a                   ; bit 0: the timer runs
        bcs wait
        bit SERIAL_COUNT        ; a second time: this is no EOI, the talker is gone
        bmi timeout
        jsr acknowledge_eoi
        bne again               ; always
start:  jmp receive_bits        ; the next entry is too near for the loop
timeout:
        lda #ST_READ_TIMEOUT
        jmp give_up
.endproc

.segment "ENTRY_EE85"

; CLK high.  Each of the four: Out A = port; Keeps X, Y; Uses A, N Z; 22 cycles with JSR
; Test   tests/asm/rom/test_kernal_iec.py
.proc iec_clock_high
        ; A 0 releases a line and a 1 pulls it low, because of the inverters. The other bits of
        ; the port are the VIC's bank, RS-232 and the inputs: they are stored back as they were.
        lda #<~CLK_OUT
        and CIA2_PRA
        sta CIA2_PRA
        rts
.endproc
        .assert * = $EE8E, lderror, "CLK low moved"

; iec_clock_low -- CLK low
; In     -     Out    A = port     Keeps  X, Y     Uses   A, flags
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
        ; Another computer drives the lines, so they may change during a read. Two equal reads in
        ; a row are taken for stable.
        lda CIA2_PRA
        cmp CIA2_PRA
        bne lines
        asl a                   ; CLK IN from bit 6 to N, DATA IN from bit 7 to C
        rts
.endproc
        .assert * = $EEB3, lderror, "delay moved"

; Wait about 1 ms; keeps X, Y; uses A, N Z
.proc delay_ms
        ; 200 rounds of 5 cycles: 1,011 with the rest and RTS, about 1 ms. X is kept in A, which
        ; is cheaper than the stack.
        txa
        ldx #200
wait:   dex
        bne wait
        tax
        rts
.endproc

.segment "FLUSH_LAST"

; Send the byte that waits, if any, as the last; keeps A
.proc flush_last
        ; Bit 7 of C3PO says that a byte waits, and bit 7 of SERIAL_EOI marks the last one: the
        ; same bit is copied. Without a byte it becomes 0, so that no byte of a command is marked.
        pha
        lda C3PO
        and #$80
        sta SERIAL_EOI
        beq done
send:   sta SERIAL_EOI          ; `flush` comes here with A = 0
        jsr send_byte
        lda #0                  ; sent: nothing waits, and the next byte has no mark
        sta C3PO
        sta SERIAL_EOI
done:   pla
        rts
.endproc

; Send the byte that waits, if any, as one of several; keeps A
.proc flush
        ; BIT tests the flag without a register, so A is pushed only if there is something to
        ; send. The rest is that of flush_last, but for the mark.
        bit C3PO
        bpl done
        pha
        lda #0
        beq flush_last::send    ; always
done:   rts
.endproc

.segment "START_TIMER"

; Start timer B of CIA 1, one shot: A * 256 cycles and up to 255 more, as the low byte of the
; latch stays as it is ($FF after a reset)
.proc start_timer
        ; V2 waits for the timer's flag in the interrupt register. Reading that clears all flags,
        ; so a 60 Hz interrupt may be lost. Here bit 0 of the control register tells: in one-shot
        ; mode the timer stops by itself.
        pha                     ; the count
        lda #STOPPED            ; stop it first: an old underflow would stop the new count
        sta CIA1_CRB
        pla
        sta CIA1_TBHI           ; a stopped timer takes the latch over with its high byte
        lda #ONE_SHOT
        sta CIA1_CRB
        rts
.endproc

.segment "UNTALK"

.proc untalk
        ; After an UNTALK the talker lets CLK and DATA go, and so does the computer: the bus is
        ; free.
        lda #UNTALK
        jsr command
        jmp finish
.endproc

.segment "TURN_ROUND"

.proc turn_round
        ; Talker and listener change places. The order matters: DATA low says "a listener is here"
        ; before ATN goes. With ATN gone the device pulls CLK, so the computer lets it go. V2
        ; waits for that forever. Here it has 65 ms, so a silent device hangs nothing.
        bit STATUS              ; bit 7: no device answered, so none will pull CLK
        bmi gone
        sei
        jsr iec_data_low
        jsr iec_attention_off
        jsr iec_clock_high
        lda #$FF                ; 255 * 256 + 255 cycles: 65 ms
        jsr start_timer
wait:   lda CIA1_CRB
        lsr a
        bcc late                ; C is bit 0: the timer has stopped
        jsr lines
        bmi wait                ; N is CLK IN: until the talker pulls it low
        cli
gone:   rts
late:   lda #ST_READ_TIMEOUT
        jmp give_up
.endproc

.segment "RECEIVE_BITS"

; CLK is low: the talker sends the bits, each valid while CLK (bit 6 of the port) is high.
; A device keeps CLK high for at least 60 us.  A bad line takes up to 43 of them and sprites take
; more, so the loops must be short.
.proc receive_bits
        ; A bit has come when CLK has been high and is low again. One read gives both lines: with
        ; two, the talker might change DATA in between.
        lda #8
        sta SERIAL_COUNT
high:   lda CIA2_PRA
        asl a                   ; N = CLK IN, C = DATA IN, of the same moment
        bpl high
        ror SERIAL_BYTE         ; the first bit is the lowest: after 8 steps it is at the end
low:    bit CIA2_PRA            ; V = CLK IN
        bvs low
        dec SERIAL_COUNT
        bne high
        jsr iec_data_low        ; accepted; low until the next byte is wanted
        bit STATUS              ; V = EOI
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
        ; The talker waits on purpose, to announce its last byte, and goes on after a low pulse of
        ; 60 us or more on DATA. The pulse ends when the caller lets DATA go again.
        jsr iec_data_low
        lda #ST_EOI
        jsr status_set
        sec
        ror SERIAL_COUNT        ; bit 7: EOI has been seen; C=0, the lowest bit of a 0
        lda #16
wait:   sbc #1                  ; 2 at first, as C=0, then 1: 15 rounds of 5 cycles
        bne wait
        lda #$FF                ; Z=0 for the caller's BNE
        rts
.endproc
