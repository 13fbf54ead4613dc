; session.s -- what the cartridge has in the place of the bootstrap of a drive's program
;
; Test tests/asm/game/ui/test_flash.py

.include "cartridge.inc"
.include "cartridge_zp.inc"     ; the game's
.include "../../inc/cpu.inc"

.import at_fast_boot            ; of the game
.import saves
.export ram_get, ram_put

OP_BMI          = $30
BANK_KERNAL     = $36

.segment "SESSION_HEAD"

; ram_get -- byte Y behind `unpack_offset`, of the RAM below ROM and I/O     Out A, Z     Uses X
; In     I set     Keeps  Y, C
.proc ram_get
        ldx #BANK_ALL_RAM
        stx PORT
        lda (unpack_offset),y
        ldx #BANK_KERNAL_IO
        stx PORT
        tax
        rts
.endproc

; ram_put -- A to that place     Uses X     Keeps A, Y, C
; In     I set     Out    -
.proc ram_put
        ldx #BANK_ALL_RAM
        stx PORT
        sta (unpack_offset),y
        ldx #BANK_KERNAL_IO
        stx PORT
        rts
.endproc

; call_aside -- cartridge_call as the game plays     Keeps A, C
.proc call_aside
        sei
        inc PORT
        jsr call_inside
        dec PORT
        cli
        rts
.endproc

.segment "SESSION_TAIL"

; cartridge_call -- what is asked of saved games (saves.s), between drive_begin and drive_leave; of
; the automatic one (auto.s) outside of them
; In     A  CARTRIDGE_*     Out    C=1 A = DRIVE_*     Uses everything but the state
; Keeps  -
cartridge_call:
        .assert * = at_fast_boot, lderror, "where the game calls it"
        tax
        .byte OP_BMI, <(call_aside - call_inside) ; the assembler has no branch to another segment
        .assert call_inside - call_aside <= 128, lderror, "too far"
        ; falls through

; call_inside -- the same, interrupts off, PORT = BANK_KERNAL
.proc call_inside
        inc PORT
        ldx #0
        stx EF_BANK
        ldx #EF_16K
        stx EF_CONTROL
        jsr saves
        ldx #EF_OFF
        stx EF_CONTROL
        dec PORT
        rts
.endproc
        .assert BANK_KERNAL + 1 = BANK_KERNAL_IO .and BANK_IO + 1 = BANK_KERNAL, error, "one more, one less"
