; Chips to their start values: CIA 1 and 2, SID volume, 6510 port, VIC, the 60 Hz interrupt

.include "lowmem.inc"
.include "entry.inc"
.include "cia.inc"
.include "sid.inc"
.include "vic.inc"
.include "reset.inc"
.include "screen.inc"
.include "iec.inc"

; 60 interrupts a second: clock / 60, rounded, which gives V2's values, $4025 and $4295.  A timer
; also counts through zero, so each period is one cycle longer: 59.996 Hz on PAL
PAL_CLOCK   = 985248
NTSC_CLOCK  = 1022727
PAL_TICKS   = (PAL_CLOCK + 30) / 60
NTSC_TICKS  = (NTSC_CLOCK + 30) / 60

.segment "ENTRY_E500"

; IOBASE -- address of the I/O chips
; In     -     Out    X low, Y high = $DC00 (CIA 1)
; Keeps  A     Uses  X, Y, N Z
; Time   10 cycles
; Test   tests/asm/rom/test_kernal_memory.py
.proc io_base
        ldy #>CIA1_PRA
        ldx #<CIA1_PRA
        rts
.endproc

        entry $E5A0

; video_registers -- keyboard and screen as channels, all VIC registers to their start values
; In     -     Out    DFLTN, DFLTO     Uses   A, X, N Z
; Keeps  Y
; Time   675 cycles
; Test   tests/asm/rom/test_kernal_memory.py
.proc video_registers
        ; The table is copied from its end down, which has an order: the mask at $D01A is 0 before
        ; $D019 acknowledges, and the raster line comes after both.
        ldx #3                  ; the screen
        stx DFLTO
        ldx #0                  ; the keyboard
        stx DFLTN
        entry_within $E5A8      ; the VIC alone
        ldx #video_values_end - video_values
        entry_within $E5AA      ; the first X registers
copy:   lda video_values - 1,x  ; - 1: X counts from the length down to 1
        sta VIC - 1,x
        dex
        bne copy
        rts
.endproc

.segment "ENTRY_ECB9"
video_values:
        .res 17, 0              ; sprite positions
        .byte $9B               ; 25 rows, screen on, YSCROLL 3; raster bit 8
        .byte $37               ; raster $137 = 311, which only PAL reaches
        .byte 0, 0, 0           ; light pen, sprites off
        .byte $08               ; 40 columns
        .byte 0
        .byte $14               ; screen $0400, characters $1000 (the ROM's first half)
        .byte $0F               ; acknowledge interrupts
        .byte 0, 0, 0, 0, 0, 0
        .byte 14, 6, 1, 2, 3    ; border, backgrounds
        .byte 4, 0              ; sprite multicolours
        .byte 1, 2, 3, 4, 5, 6, 7, 12
video_values_end:

.segment "ENTRY_FDA3"

; IOINIT -- CIAs, SID volume, 6510 port; starts the 60 Hz interrupt
; In     -     Out    all interrupt sources of both CIAs off and acknowledged but timer A of CIA 1
; Uses   A, X, flags
; Keeps  Y
; Time   155 cycles
; Test   tests/asm/rom/test_kernal_memory.py
.proc chips_init
        ; Interrupts go off before ports and timers change, so that nothing comes in half-way. The
        ; masks come first, so that no interrupt can follow the reads that acknowledge.
        lda #$7F                ; bit 7 clear: all sources named by a 1 are masked
        sta CIA2_ICR
        sta CIA1_ICR
        sta CIA1_PRA            ; $7F selects column 7, too: STOP can be read at once
        lda CIA1_ICR            ; reading acknowledges what is pending
        lda CIA2_ICR
        lda #%00001000          ; timers stopped, one shot; no bit to load the latch
        sta CIA1_CRA
        sta CIA1_CRB
        sta CIA2_CRA
        sta CIA2_CRB
        jmp ports_init
.endproc

        entry $FDD0

; port_directions -- the end of IOINIT: CIA 2 drives its lines, the 6510's port, the timer
; In     PALNTS     Uses  A, X, flags     Keeps  Y
; Test   tests/asm/rom/test_kernal_entries.py
.proc port_directions
        ; V2's end of IOINIT begins here. The port's value comes before its direction, so no line
        ; is driven wrongly in between.
        lda #%00111111          ; outputs: VIC bank, TXD, ATN, CLK, DATA; inputs: CLK and DATA
        sta CIA2_DDRA
        lda #%11100111          ; all ROMs and I/O (bits 0-2), motor off (bit 5)
        sta PORT
        lda #%00101111          ; bit 4, the key of the datasette, is an input
        sta PORT_DIR
        ; falls through
.endproc
        entry_within $FDDD

; timer_start -- 60 interrupts a second from timer A of CIA 1
; In     PALNTS     Out    timer A runs, its interrupt is on
; Uses   A, X, flags     Keeps  Y
; Time   67 cycles
; Test   tests/asm/rom/test_kernal_memory.py
.proc timer_start
        ; The clock of PAL differs from that of NTSC, and so does the count for 60 Hz. The
        ; screen's rate plays no part: 60 a second on both, or the jiffy clock would be wrong.
        lda PALNTS
        and #1                  ; 0 NTSC, 1 PAL
        tax
        lda ticks_low,x
        sta CIA1_TALO
        lda ticks_high,x
        branch BNE_OPCODE, timer_high ; always: neither high byte is 0
.endproc

        entry $FDF3

; The end of timer_start, with the high byte of the count in A: V2 has it there, and programs enter
; it with a count of their own
.proc timer_high
        sta CIA1_TAHI
        jmp timer_rate
.endproc

.segment "ENTRY_FF5B"

; CINT -- screen editor and VIC, PAL or NTSC, 60 Hz interrupt
; In     -     Out    screen clear; PALNTS
; Uses   A, X, Y, flags     Keeps  -
; Time   30,000 to 50,000 cycles: it waits for the raster
; Test   tests/asm/rom/test_kernal_screen.py
.proc video_init
        ; The order is V2's: the screen first, then the standard. The timer comes last, as its
        ; count depends on PALNTS.
        jsr screen_reset
        jsr video_standard
        jmp timer_start
.endproc

.segment "ENTRY_FF6E"

; timer_rate -- let timer A of CIA 1 run and interrupt
; Uses   A, N Z
; Time   37 cycles
; Test   tests/asm/rom/test_kernal_memory.py
.proc timer_rate
        ; Bit 7 of the control register, the frequency for the time of day, is the user's: it
        ; stays. CLK goes low at the end, as in V2: a low CLK offers no byte.
        lda #%10000000
        and CIA1_CRA
        ora #%00010001          ; load the latch, start, continuous
        sta CIA1_CRA
        lda #%10000001          ; bit 7 set: timer A's source goes on
        sta CIA1_ICR
        jmp iec_clock_low
.endproc

.segment "ENTRY_FF80"
        .byte $03               ; the KERNAL revision whose behaviour this one has

.segment "TICKS"

ticks_low:
        .byte <NTSC_TICKS, <PAL_TICKS
.segment "TICKS_HIGH"

ticks_high:
        .byte >NTSC_TICKS, >PAL_TICKS

.segment "PORTS_INIT"

.proc ports_init
        ; The value comes before the direction here as well: CIA 2's lines become outputs only in
        ; port_directions, when the port holds what they shall show.
        ldx #0
        stx CIA1_DDRB           ; keyboard rows are inputs
        stx CIA2_DDRB           ; so is the user port
        stx SID_VOLUME          ; a voice that still sounds is silent
        dex                     ; $FF
        stx CIA1_DDRA           ; keyboard columns are outputs
        lda #%00000111          ; VIC bank 0 (both bits inverted), TXD high, serial lines free
        sta CIA2_PRA
        jmp port_directions
.endproc

.segment "VIDEO_STANDARD"

; PALNTS = 1 if the raster goes past line 287, where NTSC's 263 lines end long before
.proc video_standard
        ; V2 lets the VIC compare the raster with line 311 and looks at the flag. Here the line is
        ; read itself, from the bottom of one picture to the top of the next: so it begins at a
        ; known place. The longest wait begins at line 256 and lasts 343 lines on PAL.
top:    lda VIC_CONTROL1        ; bit 7 is bit 8 of the raster line
        bmi top                 ; lines 256 and up
middle: lda VIC_CONTROL1
        bpl middle              ; until line 256
        ; The low byte is read before bit 8. If bit 8 is still set then, the low byte belongs to
        ; the same part of the picture, and did not wrap in between.
        clc                     ; CPX below leaves C=0 as well, whenever the loop goes on
bottom: ldx VIC_RASTER
        lda VIC_CONTROL1
        bpl known               ; back at the top without passing 287: C=0
        cpx #287 - 256          ; halfway between the last lines of NTSC and PAL, 262 and 311
        bcc bottom
known:  lda #0
        rol a                   ; C becomes the flag
        sta PALNTS
        rts
.endproc
