; weights.s -- the skills: a table of weights each
; Test tests/asm/game/brain/test_skills.py

.include "brain.inc"

.segment "BRAIN_CODE"           ; variables of the rules have no room left
weights:        .res WEIGHTS    ; of the computer that decides

.segment "BRAIN_DATA"

; By SKILL_*, which is 0 in games saved before there were skills.
brain_weights:
.macro WEIGHT name, normal, hard, easy
        .byte normal
.endmacro
.include "weights.inc"
.delmacro WEIGHT
.macro WEIGHT name, normal, hard, easy
        .byte hard
.endmacro
.include "weights.inc"
.delmacro WEIGHT
.macro WEIGHT name, normal, hard, easy
        .byte easy
.endmacro
.include "weights.inc"
.delmacro WEIGHT
        .assert * - brain_weights = SKILLS * WEIGHTS, error, "a table for each skill"
table_ends:     .byte WEIGHTS - 1, 2 * WEIGHTS - 1, 3 * WEIGHTS - 1
        .assert SKILLS = 3 .and 3 * WEIGHTS <= 256, error, "tables are found by a byte"

.segment "BRAIN_CODE"

; weights_take -- weights = those of br_me's skill
; In     br_me     Out    -
; Keeps  -         Uses   A, X, Y, N Z; weights
; Time   600 cycles
.proc weights_take
        ldx br_me
        ldy settings + OPT_SKILLS,x
        ldx table_ends,y
        ldy #WEIGHTS - 1
@copy:
        lda brain_weights,x
        sta weights,y
        dex
        dey
        bpl @copy
        rts
.endproc

; brain_fourfold -- money of a weight
; In     A     Out    A low, Y high: four times that;  C=0
; Keeps  X     Uses   N Z; br_temp
.proc brain_fourfold
        ldy #0
        sty br_temp
        asl a
        rol br_temp
        asl a
        rol br_temp
        ldy br_temp
        rts
.endproc
