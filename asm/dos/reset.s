; Start of the drive: self-test, device number, VIAs, variables
;
; The self-test needs no RAM until RAM has been tested.  A fault stops the drive, LED
; blinking: once, pause: zero page; twice: ROM; three times and more: RAM, page number + 1.

.include "dos.inc"
.include "via1541.inc"
.include "ctl.inc"

RAM_END     = $08               ; page after the last
ROM_START   = $C0
FAULT_ZERO_PAGE = 1
FAULT_ROM   = 2
PATTERN     = $55
STACK_TOP   = $45               ; $0146-$01BA are free for programs, $01BB-$01FF hold GCR
HALF_TIMES  = 4                 ; LED on, LED off: 262 ms each
PAUSE_HALVES = 6                ; after the last blink: 1.6 s
LISTEN      = $20
TALK        = $40
DEVICE_BASE = 8
VIA1_OUT    = BUS_DATA_OUT | BUS_CLK_OUT | BUS_ATNA
VIA2_OUT    = HEAD_PHASE | HEAD_MOTOR | HEAD_LED | HEAD_DENSITY
ATN_RISES   = %00000001         ; CA1 is the inverted line: ATN low is a rising edge
CA1_ENABLE  = %10000010
TIMER_ENABLE = %11000000
ALL_DISABLE = %01111111
TIMER_FREE_LATCH = %01000001    ; ACR: T1 runs freely, port A keeps the byte of BYTE READY
ptr         = TEMP              ; and the next: reset's pointer

        .assert LAST_SECTOR = TEMP + 1, error, "pointer of the self-test"

.segment "CTL_FAULT"

; Stop forever; the LED blinks the number of the part that failed
; In     X number of blinks, 1-11
; Uses   no RAM: that may be what failed
fault:  txs                     ; the stack pointer keeps the number
        lda #HEAD_LED | HEAD_MOTOR
        sta VIA2_DDRB
@again: tsx
        txa
        asl a
        adc #PAUSE_HALVES       ; no carry: X is small
        tax
@half:  txa
        lsr a                   ; C: the LED's turn
        lda #0
        bcc @set
        cpx #PAUSE_HALVES
        bcc @set
        lda #HEAD_LED
@set:   sta VIA2_PRB
        ldy #HALF_TIMES
@time:  lda #$FF
        sta VIA1_T1CH           ; starts 65 ms
@wait:  lda VIA1_IFR            ; not BIT: the head's bytes set V
        asl a
        bpl @wait
        dey
        bne @time
        dex
        bne @half
        beq @again
        .assert * <= $EAA0, lderror, "fault runs into reset"

.segment "ENTRY_EAA0"

; Power-on and UJ: tests zero page, ROM, RAM; clears RAM; starts the drive
; In     -     Noreturn  goes to main_start
; Time   0.28 s
; Test   tests/asm/dos/test_reset.py
dos_reset:
        sei
        cld
        ldx #0
@fill:  txa
        sta JOBS,x
        inx
        bne @fill
@cell:  txa
        cmp JOBS,x              ; fails when two cells are one
        bne @zero_page
        eor #$FF
        sta JOBS,x
        eor JOBS,x
        bne @zero_page
        lda #PATTERN
        sta JOBS,x
        cmp JOBS,x
        bne @zero_page
        lda #0
        sta JOBS,x
        inx
        bne @cell
        beq rom_test
@zero_page:
        ldx #FAULT_ZERO_PAGE
@fault: jmp fault

; The sum of all bytes, carry added in, is $FF: rom_check is set so when the ROM is built
rom_test:
        lda #ROM_START
        sta ptr + 1
        ldy #0
        tya
        clc
@page:  adc (ptr),y
        iny
        bne @page
        inc ptr + 1
        bne @page
        adc #0
        cmp #$FF
        beq ram_test
        ldx #FAULT_ROM
        bne to_fault

; Each cell gets a number that no other with a common address line has, then its complement
ram_test:
        ldy #0
        ldx #1
@fill:  stx ptr + 1
@write: tya
        clc
        adc ptr + 1
        sta (ptr),y
        iny
        bne @write
        inx
        cpx #RAM_END
        bne @fill
        ldx #1
@check: stx ptr + 1
@read:  tya
        clc
        adc ptr + 1
        cmp (ptr),y
        bne @ram
        eor #$FF
        sta (ptr),y
        eor (ptr),y
        bne @ram
        sta (ptr),y             ; leaves it clear
        iny
        bne @read
        inx
        cpx #RAM_END
        bne @check
        sty ptr + 1
        jmp dos_warm
@ram:   inx
        inx                     ; page 1: three times
to_fault:
        jmp fault

rom_check:
        .byte 0

; UI: as after power-on, without self-test and without losing what is in RAM
; The file system's state, the message and the LED are set by main_start.
; In     -     Noreturn  goes to main_start
; Test   tests/asm/dos/test_reset.py
.proc dos_warm
        sei
        cld
        ldx #STACK_TOP
        txs
        jsr vias_init
        jsr address_init
        jsr ctl_init
        jmp main_start
.endproc

; Serial bus released, ATN and the controller's timer interrupt, head reading, motor off
.proc vias_init
        ldx #VIA_COUNT - 1
@next:  ldy via_registers,x
        lda via_values,x
        cpx #VIA1_VALUES
        bcs @second
        sta VIA1_PRB,y
        bcc @done
@second:
        sta VIA2_PRB,y
@done:  dex
        bpl @next
        rts
.endproc

; Device number from the jumpers
.proc address_init
        lda VIA1_PRB
        and #BUS_DEVICE
        lsr a
        lsr a
        lsr a
        lsr a
        lsr a
        ora #DEVICE_BASE | LISTEN
        sta LISTEN_ADDR
        eor #LISTEN ^ TALK
        sta TALK_ADDR
        rts
.endproc

; From the last to the first: outputs have their values before they become outputs, and the
; timer starts last.
via_registers:
        .byte <VIA1_IER, <VIA1_IER, <VIA1_IFR, <VIA1_PCR, <VIA1_DDRB, <VIA1_PRB
VIA1_VALUES = * - via_registers
        .byte <VIA2_T1CH, <VIA2_IER, <VIA2_IER, <VIA2_IFR, <VIA2_T1LH, <VIA2_ACR
        .byte <VIA2_PCR, <VIA2_DDRA, <VIA2_DDRB, <VIA2_PRB
VIA_COUNT = * - via_registers
via_values:
        .byte CA1_ENABLE, ALL_DISABLE, ALL_DISABLE, ATN_RISES, VIA1_OUT, 0
        .byte TICK_HIGH, TIMER_ENABLE, ALL_DISABLE, ALL_DISABLE, TICK_HIGH, TIMER_FREE_LATCH
        .byte PCR_READ, 0, VIA2_OUT, HEAD_DENSITY
        .assert * - via_values = VIA_COUNT, error, "a register without a value"

; led_on, led_off -- the LED
; In     -     Out    -     Keeps  X, Y     Uses  A, N Z
; Time   16 cycles
; Test   tests/asm/dos/test_reset.py
.proc led_on
        lda VIA2_PRB
        ora #HEAD_LED
        sta VIA2_PRB
        rts
.endproc

.proc led_off
        lda VIA2_PRB
        and #<~HEAD_LED
        sta VIA2_PRB
        rts
.endproc

        .assert * <= $EBE7, lderror, "start runs into the main loop"
