; save_preset.s -- the third part of the check of a loaded state: what presets have
;
; Test tests/asm/game/ui/test_save_valid.py

.include "sys.inc"
.include "save.inc"
.include "../play/rules.inc"
.include "../video/video.inc"
.include "save_valid.inc"

.segment "DISK_DATA"

; By SW_*: the last value there is, one that is not there (0 none), what the Russian preset sets.
.macro SWITCH name, highest, missing, russian
        .byte highest
.endmacro
valid_highest:
.include "../play/switches.inc"
.delmacro SWITCH
.macro SWITCH name, highest, missing, russian
        .byte missing
.endmacro
valid_missing:
.include "../play/switches.inc"
.delmacro SWITCH
.macro SWITCH name, highest, missing, russian
        .byte russian
.endmacro
valid_russian:
.include "../play/switches.inc"
.delmacro SWITCH

.segment "DISK_CHECK"

; preset_valid -- switches that there are, as their preset has them; a classic game has nothing else
; In     the buffer     Out    -, or it does not come back: invalid
; Keeps  -     Uses   A, X, flags
.proc preset_valid
        ldx #SWITCHES - 1
@switch:
        lda IN(switches),x
        beq @there
        cmp valid_missing,x
        beq @wrong
        cmp valid_highest,x
        beq @there
        bcs @wrong
@there:
        ldy IN(switches) + SW_PRESET
        beq @classic
        cpy #PRESET_RUSSIAN
        bne @next
        cmp valid_russian,x
        beq @next
@wrong:
        jmp invalid
@classic:
        cmp #0
        bne @wrong
@next:
        dex
        bpl @switch
        tya                     ; SW_PRESET
        bne @done
        ldx #<(VARIANT_BYTES - 1) ; variant_wipe
@byte:
        txa
        sec
        sbc #<(loan_borrower - variant_begin)
        cmp #LOANS
        lda IN(variant_begin),x
        bcs @empty
        eor #NO_PLAYER
@empty:
        tay
        bne @wrong
        dex
        bpl @byte
@done:
        rts
.endproc
VARIANT_BYTES   = variant_end - variant_begin
        .assert SW_PRESET = 0 .and PRESET_CLASSIC = 0, error, "preset_valid"
