; leisure_brain.s -- what a computer decides that only the 1989 game asks for
;
; Test tests/asm/game/brain/test_leisure_*.py


.include "../brain/brain.inc"
.include "leisure.inc"

.segment "LEISURE_CODE"

; le_brain_variant -- a decision of the 1989 game, if there is one
; In     br_me     Out    C=0 A = REQ_*, arg0, arg1, which will be taken;  C=1 there is none
; Uses   A, X, Y, flags; br_*, play_*, tmp*, trade_sum     Keeps  -
.proc le_brain_variant
        jsr play_mode
        cmp #MODE_NORMAL
        bne @none
        lda turn_phase
        cmp #PHASE_TAX
        bne @none
        jmp le_tax_choose
@none:
        sec
        rts
.endproc
