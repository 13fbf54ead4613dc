; finale.s -- confetti over the page of the winner, through the borders above and below
;
; The borders are opened by 24 rows at the bottom and 25 at the top (RSEL), so the VIC never
; finds the line that would close them.  What it shows there is the byte at $FFFF in black; in
; multicolour mode a 0 there is the colour of the background instead.  So the vector of the
; interrupt leads to page 0, and multicolour is on between the pictures.  It goes on and off in
; lines in which page and border are of one colour, without a dot: nobody sees when.
;
; Seven sprites fall, three times a picture each; sprite 0 is the pointer's.  A use is due where
; line and place are the same modulo FALL, and interrupts never lie so far apart.
;
; On NTSC, where there is less time before line 0, a piece comes in some lines late and is gone
; twelve lines before the end; a television hides both.
;
; Time   line 51: 1,950 cycles, 110: 2,270 while somebody types, 249: 1,300, the others 710
; Test   tests/asm/game/pictures/test_finale.py

.include "pages.inc"
.include "../play/play.inc"
.include "../sys/sys.inc"
.include "../ui/ui.inc"
.include "../video/video.inc"
.include "../zp.inc"
.include "../zp_ui.inc"
.include "../../inc/cpu.inc"
.include "../../inc/vic.inc"

COLUMNS_FALL    = 7             ; sprites 1 to 7
COLUMN_STEP     = 46
LINES_PAL       = 312
LINES_NTSC      = 263
FALL_PAL        = LINES_PAL / 3 ; from one use of a sprite to the next
FALL_NTSC       = LINES_NTSC / 3 + 1
PAST            = 3             ; lines
SCREEN_ON       = $3B           ; bitmap, display on, 25 rows
SCREEN_LOW      = $33           ; 24 rows
BIT_8           = $80           ; of the raster line
PLAIN           = $C8
MULTI           = $D8
SHAPES          = 8             ; four arrangements in two turns
SHAPE_CONFETTI  = <((COVERED - $C000) / 64)
JUMP            = $4C
CONFETTI        = $FE           ; sprites 1 to 7
SWAY            = 32

finale_jump     = br_me         ; three bytes of the computers', who have nothing to decide

; In the space of the rules' events, for which nobody waits any more.
fall_at         = event_space           ; 0 to FALL - 1
fall_part       = fall_at + COLUMNS_FALL ; 256ths
fall_time       = fall_part + COLUMNS_FALL
finale_step     = fall_time + 1         ; place in `steps`
finale_fall     = finale_step + 1       ; FALL of this machine
finale_on       = finale_fall + 1

.segment "FINALE_DATA"

; One row per step of the interrupt: line, controls, whether irq.s has its turn, and from which line
; on how many the sprites' next uses lie in.
.struct STEP
        line            .byte
        control1        .byte
        control2        .byte
        service         .byte
        from            .byte
        many            .byte
        pal             .byte   ; from modulo FALL
        ntsc            .byte
.endstruct
.macro FINALE_STEP line, control1, control2, service, from, many
        .byte <(line), control1, control2, service, from, many, from .mod FALL_PAL
        .byte from .mod FALL_NTSC
.endmacro
steps:
        FINALE_STEP 0, SCREEN_ON, MULTI, 0, 0, 59 ; tail_line
MOVING          = * - steps             ; in this step all fall a little
        FINALE_STEP 51, SCREEN_ON, PLAIN, 0, 51, 67
        FINALE_STEP 110, SCREEN_ON, PLAIN, 1, 110, 78
        FINALE_STEP 180, SCREEN_ON, PLAIN, 0, 180, 86
        FINALE_STEP 210, SCREEN_ON, PLAIN, 1, 210, 0
        FINALE_STEP 249, SCREEN_LOW, MULTI, 1, 249, 62
STEPS_END       = * - steps
tail_line:      .byte <(LINES_PAL - 4), 10 ; NTSC has no time before the last line
tail_bit_8:     .byte BIT_8, 0
fall_lines:     .byte FALL_PAL, FALL_NTSC

fall_color:     .byte PINK, CYAN, ORANGE, LIME, RED, SKY, WHITE
fall_speed:     .byte 150, 205, 120, 180, 230, 135, 165 ; 256ths of two lines
fall_begin:     .byte 10, 70, 35, 84, 20, 55, 4
sway:
.repeat SWAY / 2, i
        .byte i * (16 - i) / 6
.endrepeat
.repeat SWAY / 2, i
        .byte <(-i * (16 - i) / 6)
.endrepeat
confetti:
        .incbin "confetti.bin"
        .assert * - confetti = 64 * SHAPES, error, "a shape each"

.segment "FINALE_CODE"

; finale_begin -- the page is shown: open the borders, throw the confetti, if it may move
; In     -     Out    -     Uses   A, X, Y     Keeps  -
.proc finale_begin
        lda #0
        sta finale_on
        lda prefs + PREF_TOKENS
        beq @moves
        rts
@moves:
        php
        sei
        lda #BANK_ALL_RAM
        sta PORT
        ldx #0
@shape:                         ; nothing is covered while the page stands
        lda confetti,x
        sta COVERED,x
        lda confetti + 256,x
        sta COVERED + 256,x
        inx
        bne @shape
        lda #BANK_IO
        sta PORT
        plp
        ldy machine_ntsc
        lda fall_lines,y
        sta finale_fall
        ldx #COLUMNS_FALL - 1
@column:
        lda fall_begin,x
        sta fall_at,x
        sta sprite_y + 1,x
        lda fall_color,x
        sta sprite_color + 1,x
        dex
        bpl @column
        stx finale_on
        jsr columns_place
        lda #CONFETTI
        sta sprite_on
        jsr frame_wait          ; the next interrupt is that of line 110
        sei
        lda #CONFETTI
        sta VIC_SPRITE_PRIO     ; letters stay in front
        sta VIC_SPRITE_EXPX
        lda #LIME
        sta VIC_SPRITE_MC0
        lda #YELLOW
        sta VIC_SPRITE_MC1
        lda VIC_BORDER          ; of the picture, or of the page without one
        sta VIC_BACKGROUND
        lda #JUMP
        sta finale_jump
        lda #<finale_irq
        sta finale_jump + 1
        lda #>finale_irq
        sta finale_jump + 2
        lda #<finale_jump
        sta IRQ_VECTOR
        lda #0
        sta IRQ_VECTOR + 1
        sta finale_step
        jsr step_await
        cli
        rts
.endproc
        .assert br_group = br_me + 2 .and br_square = br_me + 1, lderror, "a jump"
        .assert COVERED .mod 64 = 0, lderror, "sprites"

; finale_end -- borders, interrupt and sprites as they were
; In     -     Out    -     Uses   A, X     Keeps  Y
.proc finale_end
        lda finale_on
        beq @done
        jsr sprites_off
        jsr frame_wait
        sei
        lda #PLAIN
        sta VIC_CONTROL2
        lda #SCREEN_ON
        sta VIC_CONTROL1
        ldx #0
        stx finale_on
        stx VIC_SPRITE_ON
        stx VIC_SPRITE_PRIO
        stx VIC_SPRITE_EXPX
        stx VIC_BACKGROUND
        stx VIC_SPRITE_MC0      ; BLACK
        inx
        stx VIC_SPRITE_MC1      ; WHITE
        ldx irq_frame           ; pictures go on being counted
        jsr irq_start
        stx irq_frame
@done:
        rts
.endproc
        .assert BLACK = 0 .and WHITE = 1, error, "sprites as sprites_init has them"

; finale_irq -- in the place of irq_entry
.proc finale_irq
        pha
        txa
        pha
        tya
        pha
        lda PORT
        pha
        lda #BANK_IO
        sta PORT
@begin:
        ldy finale_step
        lda steps + STEP::control1,y
        sta VIC_CONTROL1
        lda steps + STEP::control2,y
        sta VIC_CONTROL2
        lda VIC_IRQ_FLAGS
        sta VIC_IRQ_FLAGS
        jsr columns_due
        ldy finale_step
        cpy #MOVING
        bne @still
        jsr columns_fall
        ldy finale_step
@still:
        lda steps + STEP::service,y
        beq @next
        lda #>@served           ; irq_entry returns as if it had interrupted this
        pha
        lda #<@served
        pha
        php
        jmp irq_entry
@served:
        ldy finale_step
@next:
        tya
        clc
        adc #.sizeof(STEP)
        cmp #STEPS_END
        bcc @step
        lda #0
@step:
        sta finale_step
        jsr step_await
        cpy #MOVING + .sizeof(STEP)
        bcc @done               ; it belongs to the next picture
        bit VIC_CONTROL1
        bmi @done
        lda VIC_RASTER
        cmp steps + STEP::line,y
        bcs @begin              ; many keys and a mouse took so long that its line has gone by
@done:
        pla
        sta PORT
        pla
        tay
        pla
        tax
        pla
        rti
.endproc

; step_await -- the next interrupt is that of finale_step     Uses A, Y
.proc step_await
        ldy finale_step
        beq @tail
        lda steps + STEP::line,y
        sta VIC_RASTER
        rts
@tail:
        ldy machine_ntsc
        lda tail_line,y
        sta VIC_RASTER
        lda VIC_CONTROL1
        and #<~BIT_8            ; that of the beam
        ora tail_bit_8,y
        sta VIC_CONTROL1
        rts
.endproc

; columns_due -- where each sprite is shown next     In Y = finale_step     Uses A, X, Y, irq_temp
.proc columns_due
        lda steps + STEP::many,y
        beq @done
        sta irq_temp + 1
        lda steps + STEP::from,y
        sta irq_temp + 2
        lda machine_ntsc
        beq @pal
        iny
@pal:
        lda steps + STEP::pal,y
        sta irq_temp
        ldx #COLUMNS_FALL - 1
        ldy #2 * COLUMNS_FALL
@column:
        lda fall_at,x
        sec
        sbc irq_temp
        bcs @later
        adc finale_fall
@later:
        cmp irq_temp + 1
        bcc @due
        lda #<-PAST             ; not now: a line gone by
        clc
@due:
        adc irq_temp + 2        ; behind line 255 it begins at 0 again, as the VIC's comparison
        sta VIC_SPRITE_Y,y
        sta sprite_y + 1,x
        dey
        dey
        dex
        bpl @column
@done:
        rts
.endproc
        .assert STEP::ntsc = STEP::pal + 1, error, "side by side"

; columns_fall -- all a little further     Uses A, X, Y, irq_temp
.proc columns_fall
        inc fall_time
        ldx #COLUMNS_FALL - 1
@column:
        lda fall_part,x
        clc
        adc fall_speed,x
        sta fall_part,x
        lda fall_at,x
        adc #1
        cmp finale_fall
        bcc @place
        lda #0
@place:
        sta fall_at,x
        dex
        bpl @column
        ; falls through
.endproc

; columns_place -- how they sway and turn     Uses A, X, Y, irq_temp
.proc columns_place
        lda #<(COLUMNS_FALL * COLUMN_STEP)
        sta irq_temp
        lda #>(COLUMNS_FALL * COLUMN_STEP)
        sta irq_temp + 1
        ldx #COLUMNS_FALL - 1
@column:
        lda irq_temp
        sec
        sbc #COLUMN_STEP
        sta irq_temp
        bcs @same
        dec irq_temp + 1
@same:
        txa
        asl a
        asl a
        asl a
        adc fall_time           ; C is clear
        lsr a
        pha
        and #SWAY - 1
        tay
        pla
        lsr a
        lsr a
        txa
        rol a                   ; two turns of an arrangement
        and #SHAPES - 1
        ora #SHAPE_CONFETTI
        sta sprite_shape + 1,x
        lda #0
        sta sprite_x_hi + 1,x
        lda sway,y
        bpl @right
        dec sprite_x_hi + 1,x
@right:
        clc
        adc irq_temp
        sta sprite_x + 1,x
        lda sprite_x_hi + 1,x
        adc irq_temp + 1
        sta sprite_x_hi + 1,x
        lda sprite_x + 1,x      ; the left edge of the window
        clc
        adc #24
        sta sprite_x + 1,x
        bcc @next
        inc sprite_x_hi + 1,x
@next:
        dex
        bpl @column
        rts
.endproc
        .assert SHAPE_CONFETTI .mod SHAPES = 0, lderror, "combined by ora"
