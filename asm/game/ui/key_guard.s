; key_guard.s -- a key meant for hurrying decides nothing
;
; While something is shown nobody decides: SPACE, the right button of the mouse and a
; second fire button shorten it.  When it is somebody's turn to decide, what was typed
; before is forgotten, and for half a second what decides is refused; a key pressed in
; that time restarts it, so hammering decides nothing.
;
; Test tests/asm/game/ui/test_hurry.py

.include "ui.inc"
.include "../sys/sys.inc"
.include "../zp_ui.inc"

HALF_A_SECOND   = 25            ; fiftieths

.segment "UI_BSS"

arm_from:       .res 1          ; irq_tick when it began

.segment "UI_CODE"

; arm_showing -- nobody decides from now on
; In     -     Out    -     Uses   A     Keeps  X, Y, C
.proc arm_showing
        lda #ARM_SHOWING
        sta arm_state
        rts
.endproc

; arm_open -- somebody is to decide; if something was shown before, half a second from now
; In     -     Out    -     Uses   A     Keeps  X, Y
.proc arm_open
        lda arm_state
        bpl arm_done
        ; falls through
.endproc

; arm_begin -- half a second from now what decides is taken
; In     -     Out    -     Uses   A     Keeps  X, Y
.proc arm_begin
        jsr key_flush
        lda #ARM_NOT_YET
        sta arm_state
        ; falls through
.endproc

; arm_again -- the half second starts again
.proc arm_again
        lda irq_tick
        sta arm_from
        ; falls through
.endproc
.proc arm_done
        rts
.endproc

; arm_tick -- has it just passed?
; In     -     Out    C=1 yes, now     Uses   A     Keeps  X, Y
.proc arm_tick
        lda arm_state
        lsr a                   ; ARM_NOT_YET into C
        bcc @no
        lda irq_tick
        sbc arm_from            ; C is set
        cmp #HALF_A_SECOND
        bcc @no
        lda #0
        sta arm_state
@no:
        rts
.endproc
        .assert ARM_NOT_YET = 1 .and ARM_SHOWING = $80, error, "arm_state is told by bits"

; arm_refuses -- what decides has been pressed: too early?
; In     -     Out    Z=0 yes, and the half second starts again     Uses   A     Keeps  X, Y
.proc arm_refuses
        lda arm_state
        beq @armed
        jsr arm_again
        lda #1
@armed:
        rts
.endproc
