; NMI: RESTORE key, CIA 2; warm start by STOP + RESTORE and by BRK

.include "lowmem.inc"
.include "entry.inc"
.include "kernal.inc"
.include "cia.inc"
.include "irq.inc"
.include "reset.inc"
.include "screen.inc"
.include "time.inc"

CARTRIDGE_WARM = $8002

.segment "ENTRY_FE43"

; nmi_entry -- the hardware vector: to NMINV
; In     -     Noreturn  an interrupt
.proc nmi_entry
        sei                     ; an IRQ in the service would scan the keyboard in the middle of it
        jmp (NMINV)
.endproc
        .assert * = $FE47, lderror, "NMI service moved"

; nmi_service -- default of NMINV
; In     -     Noreturn  an interrupt
.proc nmi_service
        pha
        txa
        pha
        tya
        pha
        jsr nmi_source
        ; CIA 2 was the source: without RS-232 nobody waits for it. Else it was RESTORE, which
        ; has no register of its own.
        branch BPL_OPCODE, nmi_restore
irrelevant:
        jmp nmi_ignore
.endproc

        entry $FE56             ; drivers of programs go there if CIA 2 was not the source

; nmi_restore -- RESTORE was pressed
; In     A, X, Y on the stack     Noreturn  an interrupt
.proc nmi_restore
        jsr cartridge_check
        bne no_cartridge        ; without the mark CBM80
        jmp (CARTRIDGE_WARM)
no_cartridge:
        jsr stop_scan           ; the interrupt of the keyboard may be off: look now
        jsr STOP
        branch BNE_OPCODE, nmi_service::irrelevant
        .assert * = $FE66, lderror, "the warm start moved"
.endproc

; nmi_break -- warm start: vectors, chips and screen to their defaults, then BASIC
; In     -     Noreturn  goes to BASIC by its warm start
.proc nmi_break
        jsr vectors_restore
        jsr chips_init
        jsr screen_reset
        jmp (BASIC_WARM)
.endproc

        entry $FE72, nmi_ignore

; An RS-232 driver of a program has sent its bit
        entry $FE9D, nmi_ignore

.segment "NMI_SOURCE"

; Mask CIA 2, so that no further NMI comes; N=1 if it was the source (else it was RESTORE)
; In     -     Out    N     Keeps  X, Y     Uses   A, flags
.proc nmi_source
        lda #$7F                ; bit 7 clear: all sources off
        sta CIA2_ICR
        lda CIA2_ICR            ; bit 7 is set if CIA 2 interrupted; reading acknowledges
        rts
.endproc

        entry $FEB6

; Nothing to do: let CIA 2 interrupt again with the sources it had
.proc nmi_ignore
        ; nmi_source masked everything so that no second NMI could come. ENABL is the record of
        ; what was on.
        lda ENABL
        sta CIA2_ICR
        ; falls through
.endproc
        entry_within $FEBC
.proc nmi_leave
        pla
        tay
        pla
        tax
        pla
nothing:
        .assert * = $FEC1, lderror, "NMI exit moved"
        rti
.endproc
nmi_nothing = nmi_leave::nothing
