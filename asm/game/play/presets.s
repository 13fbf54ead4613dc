; presets.s -- which rules are played (switches.inc)
;
; What is requested before a game begins lies in the slot with the page that asks for it.
; Test tests/asm/game/test_variants_setup.py


.include "rules.inc"

.segment "TITLE_PLAY"

; variant_wipe -- the classic game: all switches 0, no loans
; In     -     Out    -     Keeps  -     Uses   A, X, N Z
.proc variant_wipe
        ldx #<(variant_end - variant_begin - 1)
        lda #0
@variant:
        sta variant_begin,x
        dex
        bpl @variant
        ldx #LOANS - 1
        lda #NO_PLAYER
@loan:
        sta loan_borrower,x
        dex
        bpl @loan
        rts
.endproc
        .assert variant_end - variant_begin <= 128, lderror, "wiped by one index"

; What a switch can be, and what the Russian preset makes it, by SW_*
switch_highest:
.macro SWITCH name, highest, missing, russian
        .byte highest
.endmacro
.include "switches.inc"
.delmacro SWITCH

switch_missing:
.macro SWITCH name, highest, missing, russian
        .byte missing
.endmacro
.include "switches.inc"
.delmacro SWITCH

switch_russian:
.macro SWITCH name, highest, missing, russian
        .byte russian
.endmacro
.include "switches.inc"
.delmacro SWITCH

; check_preset -- arg0 = PRESET_*, one there is
; In     arg0     Out    C=0 may be done;  C=1 A = reason     Keeps  Y     Uses   A, X, flags
.proc check_preset
        ldx #SW_PRESET
        lda arg0
        ; falls through
.endproc

; switch_value -- A a value that switch X can have?
.proc switch_value
        beq @good
        cmp switch_missing,x
        beq @range
        cmp switch_highest,x
        beq @good
        bcs @range
@good:
        clc
        rts
@range:
        lda #REASON_RANGE
        sec
        rts
.endproc

; check_switch -- arg0 = SW_*, arg1 = a value it can have; the preset is no switch of its own
; In     arg0, arg1     Out    C=0 may be done;  C=1 A = reason     Keeps  Y     Uses   A, X, flags
.proc check_switch
        ldx arg0
        beq @range
        cpx #SWITCHES
        bcs @range
        lda arg1
        jmp switch_value
@range:
        lda #REASON_RANGE
        sec
        rts
.endproc
        .assert SW_PRESET = 0, error, "check_switch tells the preset by zero"

; do_preset -- all switches as the preset has them
; In     arg0  PRESET_*     Out    -     Keeps  -     Uses   A, X, Y, flags
.proc do_preset
        lda arg0
        cmp #PRESET_OWN
        beq @set
        ldx #SWITCHES - 1
@switch:
        lda arg0
        beq @value
        lda switch_russian,x
@value:
        sta switches,x
        dex
        bpl @switch
        lda arg0
@set:
        sta switches + SW_PRESET
        jmp fees_set
.endproc

; do_switch -- one of them, and the set is the players' own
; In     arg0  SW_*;  arg1  value     Out    -     Keeps  -     Uses   A, X, Y, flags
.proc do_switch
        ldx arg0
        lda arg1
        sta switches,x
        lda #PRESET_OWN
        sta switches + SW_PRESET
        jmp fees_set
.endproc

