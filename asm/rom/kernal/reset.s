; Start of the machine, cartridge check, vectors, memory test

.include "lowmem.inc"
.include "entry.inc"
.include "cia.inc"
.include "vic.inc"
.include "reset.inc"
.include "irq.inc"
.include "channel.inc"
.include "load.inc"
.include "time.inc"

CARTRIDGE       = $8000         ; cold start vector, warm start vector, signature
CARTRIDGE_MARK  = $8004
CODE_BOTTOM     = $0800         ; default bottom of memory
NMI_SOON        = 8             ; cycles until the interrupt that holds NMI low
FIRST_SCREEN    = $0400
VECTORS         = CINV
VECTOR_BYTES    = 32

.segment "ENTRY_FCE2"

; RESET: the CPU starts here; programs jump here to restart the machine
; In     -     Noreturn  the start of the machine
.proc system_reset
        ; A reset sets I but leaves D and S undefined, and a JMP to $FCE2 sets nothing. So all
        ; three come first. Interrupts must wait until there are vectors.
        sei
        cld
        ldx #$FF
        txs
        jsr cartridge_check     ; first: a cartridge sets up by itself what it needs
        bne start
        jmp (CARTRIDGE)
start:  jsr vic_quiet           ; programs without a cartridge's mark start here
        .assert start = $FCEF, lderror, "start without cartridge moved"
        entry_within $FCF2      ; programs with a start of their own go on from here or below
        jsr chips_and_hold
        entry_within $FCF5
        jsr memory_test
        entry_within $FCF8
        jsr vectors_restore
        entry_within $FCFB
        jsr video_and_release
        entry_within $FCFE
        cli
        jmp (BASIC_COLD)
.endproc

.segment "ENTRY_FD02"

; cartridge_check -- is a cartridge there that wants control
; In     -     Out    Z=1 if CBM80 stands at $8004
; Keeps  Y     Uses  A, X, flags
; Time   19 cycles without a cartridge, 82 with one
; Test   tests/asm/rom/test_kernal_memory.py
.proc cartridge_check
        ; From the last character down, so that the loop ends by itself with Z=1, the answer. With
        ; the - 1 in both addresses, X = 0 is the end and not one more character.
        ldx #mark_end - mark
next:   lda CARTRIDGE_MARK - 1,x
        cmp mark - 1,x
        bne done
        dex
        bne next
done:   rts
.endproc

.segment "ENTRY_FD10"
; CBM with bit 7 set in each letter, then 80: what a cartridge has at $8004
mark:   .byte 'C' + $80, 'B' + $80, 'M' + $80, "80"
mark_end:

        entry $FD15

; RESTOR -- the default vectors
; In     -     Out    $0314-$0333 = defaults; Y = $FF
; Uses   A, X, Y, flags; MEMUSS     Keeps  -
; Time   566 cycles
; Test   tests/asm/rom/test_kernal_memory.py
.proc vectors_restore
        ; The default vectors are a table like any other that VECTOR copies in, so this only sets
        ; the registers and falls through.
        ldx #<default_vectors
        ldy #>default_vectors
        entry_within $FD19      ; from another table, at X, Y
        clc
        ; falls through
.endproc
        entry_within $FD1A

; VECTOR -- copy the vectors out or in
; In     C=1 copy $0314-$0333 to the 32 bytes at X (low), Y (high); C=0 copy them from there
; Out    MEMUSS = X, Y; Y = $FF
; Keeps  X, C     Uses  A, Y, N Z
; Time   out 592, in 560 cycles
; Test   tests/asm/rom/test_kernal_memory.py
.proc vectors_exchange
        sty MEMUSS + 1
        stx MEMUSS
        jmp exchange
.endproc

.segment "ENTRY_FD30"
default_vectors:
        .word irq_tick, nmi_break, nmi_service, file_open, file_close, channel_input
        .word channel_output, channels_clear, char_in, char_out, stop_test, char_get
        .word files_close_all, nmi_break, load_body, save_body
        .assert * - default_vectors = VECTOR_BYTES, lderror, "16 vectors"

.segment "ENTRY_FD50"

; RAMTAS -- clear the system variables, find the top of memory
; In     -
; Out    $0002-$00FF, $0200-$03FF zero; TAPE1, MEMSTR, MEMSIZ, HIBASE set.  The stack is kept.
; Uses   A, X, Y, flags; STAL = top of memory     Keeps  -
; Time   15,000 cycles
; Test   tests/asm/rom/test_kernal_memory.py
.proc memory_test
        ; Page 1 is left alone, because the return address lies there; V2 clears its first two
        ; bytes. $00 and $01 are the 6510's port, so page 0 is cleared from 2.
        lda #0
        tax
clear:  sta $0200,x
        sta $0300,x
        inx
        bne clear               ; X has come round: both pages are done
        ldx #2
page_0: sta $00,x
        inx
        bne page_0
        ldx #<TAPE_BUFFER       ; $033C, V2's buffer for the datasette
        ldy #>TAPE_BUFFER
        stx TAPE1
        sty TAPE1 + 1
        jmp find_top
.endproc

.segment "VIC_QUIET"

; Mask and acknowledge the VIC's interrupts; until there are vectors, RESTORE does nothing
.proc vic_quiet
        ; After a JMP to the start the VIC may still be set up to interrupt. RESTORE can come at
        ; any time, and its vector is about to be cleared: so it leads to an RTI meanwhile.
        lda #<nmi_nothing
        sta NMINV
        lda #>nmi_nothing
        sta NMINV + 1
        lda #0
        sta VIC_IRQ_MASK
        lda #$0F                ; writing a 1 acknowledges that source
        sta VIC_IRQ_FLAGS
        rts
.endproc

.segment "NMI_HOLD"

; The chips; then keep NMI low by an interrupt of CIA 2 that nobody acknowledges.  Only an edge of
; NMI interrupts, so RESTORE can do nothing while the memory test clears its vector
.proc chips_and_hold
        ; Timer A of CIA 2 runs out 8 cycles after its start. That interrupt goes to nmi_nothing,
        ; which does not read the register of CIA 2, so the line stays low until
        ; video_and_release.
        jsr chips_init
        ldx #NMI_SOON
        ldy #0
        jsr nmi_timer
        lda #%10000001          ; bit 7 set: timer A's source goes on
        sta CIA2_ICR
        lda #%00011001          ; load, one shot, start
        sta CIA2_CRA
        rts
.endproc

.segment "NMI_TIMER"

.proc nmi_timer
        stx CIA2_TALO
        sty CIA2_TAHI
        rts
.endproc

.segment "VIDEO_RELEASE"

.proc video_and_release
        ; The screen is up and the vectors are set: from here on RESTORE may interrupt. The
        ; timer's latch goes back to what a reset leaves, as programs may look.
        jsr video_init
        ldx #$FF
        ldy #$FF
        jsr nmi_timer
        jmp nmi_source          ; mask and acknowledge: NMI goes high again
.endproc

.segment "EXCHANGE"

.proc exchange
        ; 32 bytes from the last to the first; only C tells the direction. Y counts, as programs
        ; rely on the $FF it has at the end. V2 stores each byte to both places, and so changes
        ; the RAM below its own table. Here there are two loops, and only the target changes.
        ldy #VECTOR_BYTES - 1
next:   bcs out                 ; C does not change within the loop
        lda (MEMUSS),y
        sta VECTORS,y
        dey
        bpl next
        rts
out:    lda VECTORS,y
        sta (MEMUSS),y
        dey
        bpl next
        rts
.endproc

.segment "FIND_TOP"

; MEMSIZ = first page from $0400 that is not RAM, MEMSTR = $0800.  Each page's first byte is
; tried and put back.
.proc find_top
        ; From page 4 up, the first byte of each page is tried with two patterns. $55 and $AA have
        ; each bit once 0 and once 1. V2 tries every byte, which takes two seconds; here a start
        ; takes 0.12 s.
        ldy #0
        sty STAL
        lda #>FIRST_SCREEN
page:   sta STAL + 1
        lda (STAL),y
        tax                     ; the old byte, until it is put back
        lda #%01010101
        sta (STAL),y
        cmp (STAL),y
        bne top
        asl a                   ; $55 becomes $AA
        sta (STAL),y
        cmp (STAL),y
        bne top
        txa
        sta (STAL),y
        lda STAL + 1
        adc #0                  ; C=1, as the last comparison was equal: the next page
        bne page                ; always: a ROM ends the search
top:    txa                     ; under a ROM this leaves the ROM's byte in the RAM
        sta (STAL),y
        ldx #0
        ldy STAL + 1
        jmp set_limits
.endproc

        entry $FD8C

; Last part of RAMTAS, which cartridges call that have found the top of memory themselves
; In     X low, Y high byte of the top
; Out    MEMSIZ, MEMSTR's high byte, HIBASE; A = 4
.proc set_limits
        ; The end of RAMTAS: where BASIC may put its program, and where the screen is.
        clc                     ; V2 has a CLC here: C=0 for those who enter at $FD8C
        entry_within $FD8D
        jsr memory_top_set      ; the entry that sets whatever C says
        entry_within $FD90
        lda #>CODE_BOTTOM       ; the low byte is 0 since RAMTAS cleared page 2
        sta MEMSTR + 1
        lda #>FIRST_SCREEN
        sta HIBASE
        rts
.endproc
