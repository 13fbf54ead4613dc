; Chips to their start values: CIA 1 and 2, SID volume, 6510 port, VIC, the 60 Hz interrupt

.include "lowmem.inc"
.include "entry.inc"
.include "cia.inc"
.include "sid.inc"
.include "vic.inc"
.include "reset.inc"
.include "screen.inc"
.include "iec.inc"

; 60 interrupts a second: clock / 60, less one because a timer counts through zero
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
        ldx #3                  ; the screen
        stx DFLTO
        ldx #0                  ; the keyboard
        stx DFLTN
        entry_within $E5A8      ; the VIC alone
        ldx #video_values_end - video_values
        entry_within $E5AA      ; the first X registers
copy:   lda video_values - 1,x
        sta VIC - 1,x
        dex
        bne copy
        rts
.endproc

.segment "ENTRY_ECB9"
video_values:
        .res 17, 0              ; sprite positions
        .byte $9B               ; 25 rows, screen on, YSCROLL 3; raster bit 8
        .byte $37               ; raster 311, which only PAL reaches
        .byte 0, 0, 0           ; light pen, sprites off
        .byte $08               ; 40 columns
        .byte 0
        .byte $14               ; screen $0400, characters $1000
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
; Time   152 cycles
; Test   tests/asm/rom/test_kernal_memory.py
.proc chips_init
        ; Interrupts off before the ports and timers change: nothing may come in half-way.
        lda #$7F                ; bit 7 clear: all sources named by a 1 are masked
        sta CIA2_ICR
        sta CIA1_ICR
        sta CIA1_PRA            ; column 7 selected: STOP can be read at once
        lda CIA1_ICR            ; reading acknowledges what is pending
        lda CIA2_ICR
        lda #%00001000          ; timers stopped, one shot
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
        lda #%00111111
        sta CIA2_DDRA
        lda #%11100111          ; all ROMs and I/O, motor off
        sta PORT
        lda #%00101111
        sta PORT_DIR
        ; falls through
.endproc
        entry_within $FDDD

; timer_start -- 60 interrupts a second from timer A of CIA 1
; In     PALNTS     Out    timer A runs, its interrupt is on
; Uses   A, X, flags     Keeps  Y
; Time   64 cycles
; Test   tests/asm/rom/test_kernal_memory.py
.proc timer_start
        lda PALNTS
        and #1                  ; 1 on PAL: the clock is another, so is the count for 60 Hz
        tax
        lda ticks_low,x
        sta CIA1_TALO
        lda ticks_high,x
        branch BNE_OPCODE, timer_high   ; always
.endproc

        entry $FDF3

; The end of timer_start, with the high byte of the count in A
.proc timer_high
        sta CIA1_TAHI
        jmp timer_rate
.endproc

.segment "ENTRY_FF5B"

; CINT -- screen editor and VIC, PAL or NTSC, 60 Hz interrupt
; In     -     Out    screen clear; PALNTS
; Uses   A, X, Y, flags     Keeps  -
; Time   up to two frames
; Test   tests/asm/rom/test_kernal_screen.py
.proc video_init
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
        lda #%10000000          ; TOD frequency stays
        and CIA1_CRA
        ora #%00010001          ; load, start
        sta CIA1_CRA
        lda #%10000001
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
        ldx #0
        stx CIA1_DDRB           ; keyboard rows in
        stx CIA2_DDRB
        stx SID_VOLUME
        dex
        stx CIA1_DDRA           ; keyboard columns out
        lda #%00000111          ; serial lines free, VIC bank 0, RS-232 idle
        ; The value comes before the directions, here and for the 6510's port: no line is driven
        ; wrongly in between.
        sta CIA2_PRA
        jmp port_directions
.endproc

.segment "VIDEO_STANDARD"

; PALNTS = 1 if the raster goes past line 287, where NTSC's 263 lines end long before
.proc video_standard
top:    lda VIC_CONTROL1
        ; Bit 7 is bit 8 of the raster line. From the bottom of one picture to the top of the
        ; next: so it begins at a known place.
        bmi top                 ; lines 256 and up
middle: lda VIC_CONTROL1
        bpl middle
        ; X before A: if bit 8 is still set behind it, both belong to the same part of the
        ; picture.
        clc
bottom: ldx VIC_RASTER
        lda VIC_CONTROL1
        bpl known               ; back at the top without passing 287: C=0
        cpx #287 - 256
        bcc bottom
known:  lda #0
        rol a
        sta PALNTS
        rts
.endproc
