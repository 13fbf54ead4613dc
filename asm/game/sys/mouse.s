; mouse.s -- the 1351 in port 1: pointer, buttons, clicks
;
; The mouse shows two counters of six bits in bits 1-6 of POTX and POTY (bit 0
; is noise).  They are read twice a picture; the shorter way round is the way it
; went, so up to 31 counts between two readings are followed.  A count is a dot,
; on PAL and NTSC alike.
;
; Nobody is asked what is plugged in: some movement brings the pointer, a stick
; pushed in port 1 takes it away.  Until then the button is that stick's fire.
; The pointer rests out of sight after a while.
;
; Test tests/asm/game/ui/test_mouse.py

.include "sys.inc"
.include "../ui/ui.inc"
.include "../video/video.inc"
.include "../zp_ui.inc"
.include "../../inc/sid.inc"

LAST_X          = 319
LAST_Y          = 199
START_X         = 60            ; on the buttons
START_Y         = 100
WAKE            = 6             ; readings with movement that prove a mouse
RESTS           = 60            ; four fiftieths each: at rest until out of sight
LEFT_BUTTON     = $10           ; fire
RIGHT_BUTTON    = $01           ; up
FIRE_2          = $10           ; POTX below that: a second fire button is held
PUSHED          = $0E           ; what no button of a mouse pulls

.segment "UI_LOW"

mouse_moved:    .res 1          ; nonzero: since the main program last looked
mouse_known:    .res 1          ; nonzero: pot_old holds a reading
mouse_old:      .res 2          ; counters at the last reading
mouse_rest:     .res 1
mouse_buttons:  .res 1          ; held, 1 = down
fire_2_held:    .res 1

.segment "UI_CODE"

; mouse_init -- no mouse known
; In     -     Out    -     Uses   A
; Keeps  X, Y
.proc mouse_init
        lda #0
        sta mouse_on
        sta mouse_seen
        sta mouse_x_hi
        sta click_waits
        sta mouse_warm
        sta mouse_buttons
        lda #START_X
        sta mouse_x
        lda #START_Y
        sta mouse_y
        ; falls through
.endproc

; mouse_forget -- the counters may have run while nobody looked (disk access)
; In     -     Out    -     Uses   A
; Keeps  X, Y
.proc mouse_forget
        lda #0
        sta mouse_known
        rts
.endproc

; mouse_read -- follow the counters (interrupt; $DC00 has selected port 1's)
; In     -     Out    -     Uses   A, X, Y, irq_temp     Time: at most 210 cycles     Keeps  -
.proc mouse_read
        ldx #0
        lda SID_POTX
        ldy mouse_on
        bne @mouse
        jsr fire_2
@mouse:
        jsr counter
        sta irq_temp
        inx
        lda SID_POTY
        jsr counter
        ldx mouse_known
        beq @first
        tay
        ora irq_temp
        bne @moved
        rts
@first:
        inc mouse_known
        rts
@moved:
        lda mouse_on
        beq @wake
        lda #RESTS
        sta mouse_rest
        sta mouse_moved
        sta mouse_seen
        tya
        beq @across
        eor #$FF                ; the counter grows away from the user
        sec
        adc mouse_y
        cmp #LAST_Y + 1
        bcc @row
        tya                     ; past an edge: which one?
        bmi @bottom
        lda #0
        beq @row
@bottom:
        lda #LAST_Y
@row:
        sta mouse_y
@across:
        lda irq_temp
        beq @done
        bmi @left
        clc
        adc mouse_x
        sta mouse_x
        bcc @inside
        inc mouse_x_hi
@inside:
        lda mouse_x_hi
        beq @done
        lda mouse_x
        cmp #<(LAST_X + 1)
        bcc @done
        lda #<LAST_X
        sta mouse_x
        lda #>LAST_X
        sta mouse_x_hi
@done:
        rts
@left:
        clc
        adc mouse_x
        sta mouse_x
        bcs @done
        dec mouse_x_hi
        bpl @done
        lda #0
        sta mouse_x
        sta mouse_x_hi
        rts
@wake:
        inc mouse_warm
        lda mouse_warm
        cmp #WAKE
        bcc @done
        sta mouse_on
        rts
.endproc

; fire_2 -- a second fire button of a stick in port 1 takes POTX down: faster
; In     A reading     Keeps A, X     Uses Y, irq_temp+3
.proc fire_2
        tay
        cmp #FIRE_2
        lda #0
        bcs @up
        lda fire_2_held
        bne @same
        lda #KEY_FASTER
        jsr key_put
        lda #1
@up:
        sta fire_2_held
@same:
        tya
        rts
.endproc

; counter -- how far a counter went
; In     A reading, X axis     Out A = -32..31     Keeps X     Uses Y
.proc counter
        lsr a
        and #63                 ; without bit 7, which says nothing
        tay
        sec
        sbc mouse_old,x
        pha
        tya
        sta mouse_old,x
        pla
        and #63
        cmp #32
        bcc @forward
        ora #$C0
@forward:
        rts
.endproc

; mouse_tick -- rest out of sight; forget movement too slow for a mouse
; In     -     Out    -
; Called once a fiftieth of a second (interrupt)     Uses A
; Keeps  X, Y
.proc mouse_tick
        lda irq_tick
        and #3
        bne @done
        lda mouse_warm
        beq @rest
        dec mouse_warm
@rest:
        lda mouse_rest
        beq @done
        dec mouse_rest
        bne @done
        lda #0
        sta mouse_seen
@done:
        rts
.endproc

; mouse_lines -- port 1 read as a mouse, if there is one
; In     A = lines of port 1, 1 = pulled     Out A = those that are a stick's
; Uses   X, Y     Time: at most 90 cycles     Keeps  -
.proc mouse_lines
        ldx mouse_on
        beq @stick
        tax
        and #PUSHED
        bne @unplugged
        txa
        eor mouse_buttons
        stx mouse_buttons
        beq @nothing
        tay                     ; changes
        lda #RESTS
        sta mouse_rest
        sta mouse_seen
        txa
        eor #$FF
        sta irq_temp
        tya
        and irq_temp            ; released
        tay
        and #LEFT_BUTTON
        beq @right
        jsr click_put
@right:
        tya
        and #RIGHT_BUTTON
        beq @nothing
        lda #KEY_STOP           ; leaves a page; while something is shown: faster
        ldx arm_state
        bpl @put
        lda #KEY_FASTER
@put:
        jsr key_put
@nothing:
        lda #0
        rts
@unplugged:
        lda #0
        sta mouse_on
        sta mouse_seen
        sta mouse_warm
        sta mouse_buttons
        txa
@stick:
        rts
.endproc

; click_put -- a click where the pointer is, unless one waits
; Keeps  Y     Uses A
.proc click_put
        lda click_waits         ; one place for it is enough: the queue has its key
        bne @done
        inc click_waits
        lda mouse_x_hi
        lsr a
        lda mouse_x
        ror a                   ; nine bits by eight, as a column has eight pixels
        lsr a
        lsr a
        sta click_x
        lda mouse_y
        lsr a
        lsr a
        lsr a
        sta click_y
        lda #KEY_CLICK
        jmp key_put
@done:
        rts
.endproc
