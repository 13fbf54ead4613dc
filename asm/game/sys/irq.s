; irq.s -- the raster interrupt, waiting for pictures, which of four machines it is
;
; Three interrupts a picture, the same lines on all machines:
;   line 250  the visible part is over: place sprites, count the picture
;   line 110  sound, mouse, keyboard, joysticks
;   line 210  mouse
; Both vectors lie in RAM below the KERNAL.  RESTORE cannot interrupt at all: an
; NMI of CIA 2 that nobody acknowledges keeps the line low (nmi_hold).
;
; Time   250: measured 840 cycles, asserted 950; 210: 371, asserted 500;
;        110: 1466 while somebody types and sounds are heard, asserted 1800; with any of 64 keys
;        pressed in one picture 5103, asserted 8000, which is line 237 (210 then comes late once)
; Test   tests/asm/game/ui/test_irq.py

.include "sys.inc"
.include "../ui/ui.inc"
.include "../video/video.inc"
.include "../zp_ui.inc"
.include "../../inc/cia.inc"
.include "../../inc/cpu.inc"
.include "../../inc/vic.inc"

TOKENS          = 8
POINTER_SHAPE   = 8
POINTER_COLOR   = WHITE
POINTER_X       = 24            ; sprite coordinates of dot (0, 0) at its tip
POINTER_Y       = 50
; 256ths of the frames that are no fiftieth of a second.  Frames per second: PAL 50.12, which are
; all counted, PAL-N 50.46, NTSC 59.83, old NTSC 60.99.  So a second has 50.12, 50.07, 50.01, 50.03.
SKIP_PAL_N      = 2
SKIP_NTSC       = 42
SKIP_OLD_NTSC   = 46
MEASURED        = 239           ; lines whose time tells PAL from PAL-N, and the timer's high byte

.segment "UI_BSS"

irq_skip:       .res 1          ; 256ths of a picture until one gives no tick
machine_ntsc:   .res 1
machine_skip:   .res 1
sound_tick:     .res 1          ; irq_tick of the last step of sound

.segment "START"

; machine_detect -- which machine: by the highest raster line, and by the time that lines take
; In     I set (no interrupt may take the time), no sprites, timer A of CIA 2 stopped
; Out    machine_ntsc, machine_skip     Uses A, X     Time: at most two pictures
; Keeps  Y
.proc machine_detect
@line:
        lda VIC_RASTER
@same:
        ; Only the low eight bits are read. As long as they rise the picture goes on; when they
        ; fall the last line was in A.
        cmp VIC_RASTER
        beq @same
        bmi @line               ; still rising, $FF -> $100 included
        cmp #$20                ; last line: PAL and PAL-N 311 = $137, NTSC 262 = $106, old 261
        bcc @sixty
        ; The timer's low byte may be anything. Its high byte is $B4 or $B5 if lines have 63
        ; cycles, $B2 or $B3 if they have 65: bit 1 tells, whatever the speed of the processor.
        ldx #%00010001          ; load, start
        lda #MEASURED
        sta CIA2_TAHI
        stx CIA2_CRA
@wait:
        cmp VIC_RASTER
        bne @wait
        lda CIA2_TAHI
        and #SKIP_PAL_N
        bcs @set                ; always: CMP has found its line
@sixty:
        inc machine_ntsc        ; it was 0
        and #1
        asl a
        asl a
        ora #SKIP_NTSC
        .assert SKIP_OLD_NTSC = (SKIP_NTSC | 4), error, "made of bit 0 of the last line"
        .assert ((256 - 63) * MEASURED) / 1024 > ((256 - 65) * MEASURED + 255) / 1024, error
        .assert ((256 - 63) * MEASURED + 255) .mod 1024 < 512, error, "bit 1"
        .assert SKIP_PAL_N = 2, error, "bit 1 of the timer's high byte"
@set:
        sta machine_skip
        rts
.endproc

.segment "UI_CODE"

; irq_start -- vectors, first interrupt, go
; In     -     Out    I clear     Uses A
; Keeps  X, Y
.proc irq_start
        sei
        lda #$7F
        sta CIA1_ICR            ; CIA 1 silent and acknowledged
        lda CIA1_ICR            ; reading acknowledges what is pending
        jsr vectors_set
        jsr mouse_forget
        jsr nmi_hold
        lda #0
        sta irq_phase
        sta irq_frame           ; irq_tick goes on: time is counted by it
        lda #LINE_END
        sta VIC_RASTER
        lda VIC_CONTROL1
        and #$7F                ; bit 8 of the line to compare with
        sta VIC_CONTROL1
        lda #$FF
        sta VIC_IRQ_FLAGS       ; ones clear the flags they stand for
        lda #1
        sta VIC_IRQ_MASK
        lda #BANK_IO
        sta PORT
        cli
        rts
.endproc

; vectors_set -- interrupt vectors in the RAM below the KERNAL, and the KERNAL's
; In     -     Out    -     Uses   A
; Keeps  X, Y
.proc vectors_set
        lda #<irq_entry
        sta IRQ_VECTOR
        lda #>irq_entry
        sta IRQ_VECTOR + 1
        lda #<nmi_entry
        sta NMI_VECTOR
        sta NMINV               ; the KERNAL's way, while it is banked in
        lda #>nmi_entry
        sta NMI_VECTOR + 1
        sta NMINV + 1
        lda #<restart           ; the RAM below the reset vector: defined, though never read
        sta RESET_VECTOR
        lda #>restart
        sta RESET_VECTOR + 1
        rts
.endproc

; nmi_hold -- keep NMI low, so that RESTORE makes no edge; the vectors must be set
; In     -     Out    -     Uses   A
; Keeps  X, Y
.proc nmi_hold
        lda #$7F
        sta CIA2_ICR
        lda #4                  ; timer A, once, soon; its flag is never read
        sta CIA2_TALO
        lda #0
        sta CIA2_TAHI
        lda #$81
        sta CIA2_ICR
        lda #$19                ; load, one shot, start
        sta CIA2_CRA
        rts
.endproc

; restart -- RAM's reset vector: never taken, the ROM is in at a reset
.proc restart
        jmp restart
.endproc

; irq_stop -- no more interrupts
; In     -     Out    I set     Uses A
; Keeps  X, Y
.proc irq_stop
        sei
        lda #0
        sta VIC_IRQ_MASK
        lda #$FF
        sta VIC_IRQ_FLAGS
        rts
.endproc

.proc nmi_entry
        rti
.endproc

; irq_entry -- the three interrupts in turn, by irq_phase; the vector leads here
; In     irq_phase     Out    VIC_RASTER, irq_phase: the next one; back by RTI
; Uses   irq_*, sound_*     Keeps  -
.proc irq_entry
        pha
        txa
        pha
        tya
        pha
        ; The program may have all RAM banked in, with no I/O: the port is saved, and put back
        ; last.
        lda PORT
        pha
        lda #BANK_IO
        sta PORT
        lda VIC_IRQ_FLAGS
        sta VIC_IRQ_FLAGS       ; writing back what was read acknowledges just that
        lda irq_phase
        bne @later
        lda #LINE_SERVICE
        sta VIC_RASTER
        inc irq_phase
        jsr place_sprites
        inc irq_frame           ; pictures are counted on all machines alike ...
        lda irq_skip
        sec
        sbc machine_skip
        sta irq_skip
        bcc @out
        inc irq_tick            ; ... time in fiftieths of a second: not in each picture
@out:
        pla
        sta PORT
        pla
        tay
        pla
        tax
        pla
        rti
@later:
        jsr sprites_late
        lda irq_phase
        lsr a
        bcs @service            ; the upper line
        lda #LINE_END
        sta VIC_RASTER
        lda #0
        sta irq_phase
        jsr mouse_read
        jmp @out
@service:
        lda #LINE_SPLIT
        sta VIC_RASTER
        inc irq_phase
        jsr mouse_read
        lda irq_tick            ; sound goes by time, as fast on NTSC
        cmp sound_tick
        beq @input
        sta sound_tick
        jsr effect_tick
@input:
        jsr input_scan
        jmp @out
.endproc

; place_sprites -- the prepared positions into the VIC
;
; The pointer lies in front: it is sprite 0, and token 0 takes a free one.  With
; eight tokens in view the one of seat 8 gives way (or of seat 7, when it is
; the turn of seat 8).
; Uses   A, X, Y, irq_temp
.proc place_sprites
.repeat ::TOKENS, i             ; sprite 7 goes in first, so it ends in bit 7
        lda sprite_x + TOKENS - 1 - i
        sta VIC_SPRITE_X + 2 * (TOKENS - 1 - i)
        lda sprite_y + TOKENS - 1 - i
        sta VIC_SPRITE_Y + 2 * (TOKENS - 1 - i)
        lda sprite_x_hi + TOKENS - 1 - i
        lsr a
        ; Bit 8 of x of eight sprites is collected in one byte, as $D010 wants it.
        rol irq_temp
.endrepeat
        ldx #TOKENS - 1
@look:
        lda sprite_color,x
        sta VIC_SPRITE_COL,x
        lda sprite_shape,x
        sta MATRIX + $3F8,x     ; the pointers lie behind the matrix's 1000 cells
        dex
        bpl @look
        lda irq_temp
        sta VIC_SPRITE_MSBX
        lda sprite_on
        sta VIC_SPRITE_ON
        lda mouse_seen
        bne @move
        rts
@move:
        lda sprite_on
        lsr a
        bcc pointer_place       ; sprite 0 is off: no token has to move
        ldx #TOKENS - 1         ; token 0 as the highest sprite that is free
        lda sprite_on
@free:
        asl a                   ; bit 7 first: C=0 is a sprite that is off
        bcc @place
        dex
        bne @free
        jsr gives_way
@place:
        txa
        asl a
        tay
        lda sprite_x
        sta VIC_SPRITE_X,y
        lda sprite_y
        sta VIC_SPRITE_Y,y
        lda sprite_color
        sta VIC_SPRITE_COL,x
        lda sprite_shape
        sta MATRIX + $3F8,x
        lda sprite_bit,x
        ora VIC_SPRITE_ON
        sta VIC_SPRITE_ON
        lda sprite_bit,x
        eor #$FF
        and VIC_SPRITE_MSBX
        ldy sprite_x_hi
        beq @left
        ora sprite_bit,x
@left:
        sta VIC_SPRITE_MSBX
        ; falls through
.endproc

; pointer_place -- the pointer as sprite 0
; Uses   A, X
.proc pointer_place
        lda #POINTER_SHAPE
        sta MATRIX + $3F8
        lda #POINTER_COLOR
        sta VIC_SPRITE_COL
        clc
        lda mouse_x
        adc #POINTER_X
        sta VIC_SPRITE_X
        lda VIC_SPRITE_MSBX
        and #$FE                ; bit 0 is the pointer's bit 8 of x
        ldx mouse_x_hi
        bne @right
        bcc @set
@right:
        ora #1
@set:
        sta VIC_SPRITE_MSBX
        lda mouse_y
        clc
        adc #POINTER_Y
        sta VIC_SPRITE_Y
        lda VIC_SPRITE_ON
        ora #1
        sta VIC_SPRITE_ON
        rts
.endproc

; gives_way -- Out X = the sprite that gives way when all eight are in use
.proc gives_way
        ldx #TOKENS - 1
        cpx panel_active
        bne @done
        dex                     ; whose turn it is stays in sight
@done:
        rts
.endproc

; frame_wait -- return when the visible part of this picture is over
; In     -     Out    -     Uses   A
; Keeps  X, Y
.proc frame_wait
        ; The count changes at line 250, so the caller has the rest of the picture and the
        ; border before the first row is shown again.
        lda irq_frame
@same:
        cmp irq_frame
        beq @same
        rts
.endproc
