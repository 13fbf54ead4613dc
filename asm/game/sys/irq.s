; irq.s -- the raster interrupt, waiting for pictures, PAL or NTSC
;
; Two interrupts a picture, the same lines on PAL and NTSC:
;   line 250  the visible part is over: place sprites, count the picture
;   line 110  sound, keyboard, joysticks
; Both vectors lie in RAM below the KERNAL; RESTORE meets an RTI.
;
; Time   250: measured 590 cycles, asserted 700; 110: measured 392, asserted 2200
; Test   tests/asm/game/ui/test_irq.py

.include "sys.inc"
.include "../video/video.inc"
.include "../zp_ui.inc"

LINE_END        = 250
LINE_SERVICE    = 110
SPRITES_A_TIME  = 8

.segment "UI_BSS"

machine_ntsc:   .res 1

.segment "UI_CODE"

; machine_detect -- PAL or NTSC by the highest raster line
; In     I set (no interrupt may take the time)
; Out    machine_ntsc     Uses A, Y     Time: at most one picture
.proc machine_detect
@line:
        lda $D012
@same:
        cmp $D012
        beq @same
        bmi @line               ; still rising, $FF -> $100 included
        ldy #0
        cmp #$20                ; last line: PAL 311 = $137, NTSC 262 = $106
        bcs :+
        iny
:       sty machine_ntsc
        rts
.endproc

; irq_start -- vectors, first interrupt, go
; Out    I clear     Uses A
.proc irq_start
        sei
        lda #$7F
        sta $DC0D               ; both CIAs silent and acknowledged
        sta $DD0D
        lda $DC0D
        lda $DD0D
        jsr vectors_set
        lda #0
        sta irq_phase
        sta irq_frame
        sta irq_tick
        lda #6
        sta irq_skip
        lda #LINE_END
        sta $D012
        lda $D011
        and #$7F
        sta $D011
        lda #$FF
        sta $D019
        lda #1
        sta $D01A
        lda #BANK_IO
        sta $01
        cli
        rts
.endproc

; vectors_set -- interrupt vectors in the RAM below the KERNAL, and the KERNAL's
; Uses   A
.proc vectors_set
        lda #<irq_entry
        sta $FFFE
        lda #>irq_entry
        sta $FFFF
        lda #<nmi_entry
        sta $FFFA
        sta $0318               ; the KERNAL's way, while it is banked in
        lda #>nmi_entry
        sta $FFFB
        sta $0319
        lda #<restart
        sta $FFFC
        lda #>restart
        sta $FFFD
        rts
.endproc

; restart -- RAM's reset vector: never taken, the ROM is in at a reset
.proc restart
        jmp restart
.endproc

; irq_stop -- no more interrupts
; Out    I set     Uses A
.proc irq_stop
        sei
        lda #0
        sta $D01A
        lda #$FF
        sta $D019
        rts
.endproc

.proc nmi_entry
        rti
.endproc

.proc irq_entry
        pha
        txa
        pha
        tya
        pha
        lda $01
        pha
        lda #BANK_IO
        sta $01
        lda $D019
        sta $D019
        lda irq_phase
        bne @service
        lda #LINE_SERVICE
        sta $D012
        inc irq_phase
        jsr place_sprites
        inc irq_frame
        lda machine_ntsc
        beq @tick
        dec irq_skip
        bne @tick
        lda #6
        sta irq_skip
        bne @out
@tick:
        inc irq_tick
@out:
        pla
        sta $01
        pla
        tay
        pla
        tax
        pla
        rti
@service:
        lda #LINE_END
        sta $D012
        lda #0
        sta irq_phase
        jsr effect_tick
        jsr input_scan
        jmp @out
.endproc

; place_sprites -- the prepared positions into the VIC, all or none
; Uses   A, X, Y
.proc place_sprites
        lda sprite_lock
        bne @later
        ldx #SPRITES_A_TIME - 1
        ldy #2 * (SPRITES_A_TIME - 1)
        lda #0
        sta irq_temp
@sprite:
        lda sprite_x,x
        sta $D000,y
        lda sprite_y,x
        sta $D001,y
        lda sprite_color,x
        sta $D027,x
        lda sprite_shape,x
        sta MATRIX + $3F8,x
        lda sprite_x_hi,x
        lsr a
        rol irq_temp            ; sprite 7 goes in first, so it ends in bit 7
        dey
        dey
        dex
        bpl @sprite
        lda irq_temp
        sta $D010
        lda sprite_on
        sta $D015
@later:
        rts
.endproc

; frame_wait -- return when the visible part of this picture is over
; Uses   A
.proc frame_wait
        lda irq_frame
@same:
        cmp irq_frame
        beq @same
        rts
.endproc
