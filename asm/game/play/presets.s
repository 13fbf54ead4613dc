; presets.s -- which rules are played (switches.inc)
;
; What each preset sets comes from presets/*.toml (presets.inc).  What is requested before a game begins
; lies in the overlay of the page that asks for it.
; Test tests/asm/game/test_variants_setup.py, test_rules1989_setup.py


.include "rules.inc"

.segment "PLAY_DATA"

; Whose value 1 of a switch is, by SW_*
switch_families:
.macro SWITCH name, highest, family, own
        .byte family
.endmacro
.include "switches.inc"
.delmacro SWITCH

; Whose code a preset needs, by PRESET_*
preset_family:
        PRESET_FAMILIES

.segment "PLAY_CODE"

; switch_family -- whose code does the game need?  No set of switches mixes two (check_switch)
; In     -     Out    A  FAMILY_*, 0 in a classic game;  Z from it     Keeps  -     Uses   X, Y, N C
.proc switch_family
        ldy switches + SW_PRESET
        lda preset_family,y
        bpl @done               ; bit 7: the switches decide, not the preset
        ldx #SWITCHES - 1
@switch:                        ; from the last to the first; 0 is the preset itself
        lda switches,x
        cmp #1
        bne @next               ; 0 is classic, every value above 1 is RUSSIAN's
        lda switch_families,x
        cmp #FAMILY_RULES1989
        beq @done
@next:
        dex
        bne @switch
        lda #FAMILY_RUSSIAN     ; none is RULES1989's, so the code needed is RUSSIAN's
@done:
        tax
        rts
.endproc
        .assert SW_PRESET = 0 .and PRESET_BY_SWITCHES >= $80, error, "switch_family"

.segment "TITLE_PLAY"

; variant_wipe -- the classic game: all switches 0, no loans
; Two loops, as switches and loans have different values for nothing: 0 and NO_PLAYER.
; In     -     Out    -     Keeps  -     Uses   A, X, N Z
.proc variant_wipe
        ldx #<(variant_end - variant_begin)
        lda #0
@variant:
        sta variant_begin-1,x   ; - 1: X ends at 1, and 0 ends the loop
        dex
        bne @variant
        ldx #LOANS
        lda #NO_PLAYER
@loan:
        sta loan_borrower-1,x   ; a loan without a borrower is a free place
        dex
        bne @loan
        rts
.endproc
        .assert variant_end - variant_begin <= 255, lderror, "wiped by one index"

; What a switch can be, by SW_*
switch_highest:
.macro SWITCH name, highest, family, own
        .byte highest
.endmacro
.include "switches.inc"
.delmacro SWITCH

; What presets set: where that of PRESET_* begins; a byte a switch, SW_* << 3 | value, 0 behind the last
preset_begins:
        PRESET_BEGINS
preset_sets:
        PRESET_SETS
        .assert * - preset_sets <= 256, error, "one index"
        .assert SWITCHES <= 32, error, "a switch is five bits"

; check_preset -- arg0 = PRESET_*
; In     arg0     Out    C=0 may be done;  C=1 A = reason     Keeps  Y     Uses   A, X, flags
.proc check_preset
        ldx #SW_PRESET
        lda arg0
        ; falls through
.endproc

; switch_value -- A a value that switch X can have?
.proc switch_value
        cmp switch_highest,x
        beq switch_good         ; the highest value itself is allowed
        lda #REASON_RANGE
        rts                     ; C from the compare
.endproc

; check_switch -- arg0 = SW_*, arg1 = a value it can have, with the others of one family; the preset
; is no switch of its own, and a short game has its minutes (check_clock)
; In     arg0, arg1     Out    C=0 may be done;  C=1 A = reason     Keeps  -     Uses   A, X, Y, flags; tmp0, tmp1
.proc check_switch
        ldx arg0
        beq @range
        cpx #SW_CLOCK
        bcs @range
        lda arg1
        jsr switch_value
        bcs @out
        lda arg1
        bcc family_check        ; always
@range:
        lda #REASON_RANGE
        sec
@out:
        rts
.endproc
        .assert SW_PRESET = 0 .and SW_CLOCK = SWITCHES - 1, error, "check_switch tells both by their places"

; family_check -- may switch X be A, as the others are?
; In     A, X     Out    C=0 yes;  C=1 A = REASON_FAMILY     Uses   A, X, Y, flags; tmp0, tmp1
.proc family_check
        stx tmp1                ; the switch to be changed: its old value does not count
        jsr family_of           ; whose the new value is
        beq switch_good
        eor #FAMILY_RULES1989 | FAMILY_RUSSIAN ; 1 and 2 exchanged: the other family
        sta tmp0                ; whose others must not be there
        ldx #SWITCHES - 1
@switch:
        cpx tmp1
        beq @next
        lda switches,x          ; every other one, as it is
        jsr family_of
        cmp tmp0
        beq @mixed
@next:
        dex
        bne @switch             ; the preset is no switch
        .assert SW_PRESET = 0, error, "family_check"
        clc
        rts
@mixed:
        lda #REASON_FAMILY
        rts                     ; C=1 from the compare
.endproc

switch_good:
        clc
        rts

; family_of -- A = whose value A of switch X is, 0 of both     Keeps  X     Uses   Y, N Z
.proc family_of
        tay
        beq @done               ; 0: the classic rule fits everywhere
        dey
        bne @russian            ; 2 and more are RUSSIAN's whatever the switch
        lda switch_families,x
        rts
@russian:
        lda #FAMILY_RUSSIAN
@done:
        rts
.endproc

; check_clock -- arg0, arg1 = minutes; a short game needs RULES1989
; In     arg0, arg1     Out    C=0 may be done;  C=1 A = reason     Keeps  -     Uses   A, X, Y, flags; tmp0, tmp1
.proc check_clock
        lda #<MINUTES_MOST      ; most - minutes in 16 bits: C=0 if there are too many
        cmp arg0                ; only the borrow is of use
        lda #>MINUTES_MOST
        sbc arg1
        lda #REASON_RANGE       ; LDA leaves C for the branch
        bcc @range
        lda arg0
        ora arg1
        beq switch_good         ; 0 minutes: no clock, which every game allows
        ldx #SW_CLOCK
        lda #1
        bne family_check        ; always
@range:
        sec
        rts
.endproc

; do_clock -- so many minutes, in seconds; with them a set of the players' own, but in the game of 1989
; In     arg0, arg1     Out    -     Keeps  -     Uses   A, X, Y, flags
.proc do_clock
        ldx arg0                ; kept as minutes for the screens
        stx clock_minutes_lo
        ldy arg1
        sty clock_minutes_hi
        lda #0
        sta clock_lo
        sta clock_hi
        sta switches + SW_CLOCK ; 0 minutes: no clock
@minute:
        cpx #0                  ; Y and X count the minutes down, 16 bits
        bne @count
        dey
        bmi @done               ; below zero: all counted; MINUTES_MOST is below 32768
@count:
        dex
        lda #60                 ; minutes to seconds by adding: it is done once a game
        clc
        adc clock_lo            ; seconds
        sta clock_lo
        bcc @short
        inc clock_hi
@short:
        lda #1
        sta switches + SW_CLOCK
        bne @minute             ; always
@done:
        lda switches + SW_CLOCK
        beq @out
        lda switches + SW_PRESET ; in the game of 1989 a clock leaves the preset as it is
        cmp #PRESET_1989
        beq @out
        lda #PRESET_OWN
        sta switches + SW_PRESET
@out:
        rts
.endproc
        .assert MINUTES_MOST * 60 < 65536, error, "seconds are a word"

; do_preset -- all switches as the preset has them, no short game
; In     arg0  PRESET_*     Out    -     Keeps  -     Uses   A, X, Y, flags
.proc do_preset
        ldy arg0
        cpy #PRESET_OWN
        beq @set                ; the players' own set: the switches stay
        ldx #SWITCHES - 1
        lda #0
@wipe:                          ; a preset begins from the classic game
        sta switches,x
        dex
        bpl @wipe
        sta settings + OPT_CALLER ; A is 0: the presets' own option and the clock, too
        sta clock_minutes_lo
        sta clock_minutes_hi
        sta clock_lo
        sta clock_hi
        ldx preset_begins,y
@switch:
        lda preset_sets,x
        beq @set                ; 0 ends a row: no preset sets SW_PRESET
        pha
        lsr a                   ; the number of the switch: five bits above the value's three
        lsr a
        lsr a
        tay
        pla
        and #7                  ; the value
        sta switches,y
        inx
        bne @switch             ; always
@set:
        lda arg0
        sta switches + SW_PRESET
        jmp fees_set
.endproc

; do_switch -- one of them, and the set is the players' own
; In     arg0  SW_*;  arg1  value     Out    -     Keeps  -     Uses   A, X, Y, flags
.proc do_switch
        ldx arg0
        lda arg1
        sta switches,x
        ldy #PRESET_OWN
        sty switches + SW_PRESET
        jmp fees_set
.endproc
