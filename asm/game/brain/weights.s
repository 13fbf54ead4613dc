; weights.s -- the skills: a table of weights each; the characters: how they differ from one
; Test tests/asm/game/brain/test_skills.py, test_characters.py

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

; Characters: SKILL_*, then weight and value, until AS_SKILL.
AS_SKILL        = $80
.macro CHARACTER name, skill
        .ident(.concat("row_", .string(name))) = * - characters
        .byte .ident(.concat("SKILL_", .string(skill)))
.endmacro
.macro OTHER name, value
        .byte .ident(.concat("WEIGHT_", .string(name))), value
.endmacro
.define DONE .byte AS_SKILL
characters:
.include "characters.inc"
.delmacro CHARACTER
.delmacro OTHER
; Hard, with one rival left: what the bank still has nobody else may get, and money is kept for it.
; What neither can complete the rival may pay for. Gaol is left at once until he builds.
duel            = * - characters - 1
        .byte WEIGHT_GAOL_RICH, 25, WEIGHT_GAOL_STAY, 1 ; this order packs best
        .byte WEIGHT_BID_PLAIN, 8, WEIGHT_BUY_MORE, 1, WEIGHT_KEEP_FIRST, 200, WEIGHT_KEEP_PRESSURE, 60
        .byte AS_SKILL
        .assert * - characters <= 256 .and WEIGHTS < AS_SKILL, error, "found by a byte"
.macro CHARACTER name, skill
        .byte .ident(.concat("row_", .string(name)))
.endmacro
.macro OTHER name, value
.endmacro
.undefine DONE
.define DONE
character_row:
.include "characters.inc"
.delmacro CHARACTER
.delmacro OTHER
.undefine DONE
        .assert * - character_row = CHARACTERS, error, "a row each"

.segment "BRAIN_CODE"

; weights_take -- weights = those of br_me's skill or character
; A character is its skill's table with some weights put over it, and so is hard with one rival left;
; settings number characters behind the skills.
; In     br_me     Out    -
; Keeps  -         Uses   A, X, Y, N V Z C; weights, play_index
; Time   600 cycles, 800 for a character
.proc weights_take
        ldx br_me               ; skills are kept by seat
        ldy settings + OPT_SKILLS,x ; SKILL_*, or behind them CHARACTER_*
        cpy #SKILLS
        bcc @skill
        ldx character_row - SKILLS,y
        ldy characters,x        ; a row begins with its skill
@skill:
        txa                     ; the row, for the second step; a skill's seat
        pha
        ldx table_ends,y        ; from the last weight to the first, both tables at once
        ldy #WEIGHTS - 1        ; a table is as long as `weights`
@copy:
        lda brain_weights,x
        sta weights,y
        dex
        dey
        bpl @copy
        pla
        tax
        bcs @other              ; a character: nothing of the above changes C
        lda settings + OPT_SKILLS,x
        lsr a                   ; only SKILL_HARD is odd
        bcc @done
        jsr seats_alive
        cmp #2
        bne @done
        ldx #duel
@other:
        ldy characters+1,x      ; which weight, or AS_SKILL
        bmi @done
        lda characters+2,x      ; instead of its skill's
        sta weights,y
        inx                     ; a weight is two bytes
        inx
        bne @other              ; always
@done:
        rts
.endproc
        .assert SKILL_HARD = 1 .and SKILL_NORMAL = 0 .and SKILL_EASY = 2, error, "hard is told by bit 0"
        .assert AS_SKILL = $80, error, "weights_take tells the end by bit 7"

; brain_fourfold -- money of a weight
; Money in weights is in units of four, so a byte reaches 1020.
; In     A     Out    A low, Y high: four times that;  C=0
; Keeps  X     Uses   N Z; br_temp
.proc brain_fourfold
        ldy #0
        sty br_temp
        asl a                   ; A * 4, ten bits
        rol br_temp
        asl a
        rol br_temp
        ldy br_temp
        rts
.endproc
