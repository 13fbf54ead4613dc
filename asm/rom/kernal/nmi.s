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
        ; An NMI sets the I flag by itself. SEI is for programs that jump here, and it keeps V2's
        ; time: 14 cycles from the interrupt to the service behind NMINV.
        sei
        jmp (NMINV)
.endproc
        .assert * = $FE47, lderror, "NMI service moved"

; nmi_service -- default of NMINV
; In     -     Noreturn  an interrupt
.proc nmi_service
        ; NMI has two sources. CIA 2 tells in its register; RESTORE has none, so it is what
        ; remains. Without RS-232 nobody waits for CIA 2: its interrupt is only acknowledged.
        pha
        txa
        pha
        tya
        pha
        jsr nmi_source
        branch BPL_OPCODE, nmi_restore ; N=0: not CIA 2
irrelevant:
        jmp nmi_ignore
.endproc

        entry $FE56             ; drivers of programs go there if CIA 2 was not the source

; nmi_restore -- RESTORE was pressed
; In     A, X, Y on the stack     Noreturn  an interrupt
.proc nmi_restore
        ; A cartridge gets RESTORE for itself. Otherwise only STOP with RESTORE starts BASIC
        ; again, and RESTORE alone does nothing.
        jsr cartridge_check
        bne no_cartridge
        jmp (CARTRIDGE_WARM)
no_cartridge:
        jsr stop_scan           ; the keyboard's interrupt may be off: look now
        jsr STOP
        branch BNE_OPCODE, nmi_service::irrelevant
        .assert * = $FE66, lderror, "the warm start moved"
.endproc

; nmi_break -- warm start: vectors, chips and screen to their defaults, then BASIC
; In     -     Noreturn  goes to BASIC by its warm start
.proc nmi_break
        ; Vectors first, then chips: from then on no routine of the program is called any more.
        ; Memory is not cleared, so the BASIC program survives.
        jsr vectors_restore
        jsr chips_init
        jsr screen_reset
        jmp (BASIC_WARM)
.endproc

        entry $FE72, nmi_ignore

; An RS-232 driver of a program has sent its bit: V2 prepares the next one here
        entry $FE9D, nmi_ignore

.segment "NMI_SOURCE"

; Mask CIA 2, so that no further NMI comes; N=1 if it was the source (else it was RESTORE)
; In     -     Out    N     Keeps  X, Y     Uses   A, flags
.proc nmi_source
        ; All sources go off, whatever they were. Otherwise CIA 2 could pull NMI low again while
        ; the service runs, and the service would interrupt itself.
        lda #$7F                ; bit 7 clear: all sources off
        sta CIA2_ICR
        lda CIA2_ICR            ; bit 7: CIA 2 was it; reading acknowledges and lets NMI go
        rts
.endproc

        entry $FEB6

; Nothing to do: let CIA 2 interrupt again with the sources it had
.proc nmi_ignore
        ; nmi_source has masked everything. ENABL records what was on, with bit 7 set; a 0 changes
        ; nothing.
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
