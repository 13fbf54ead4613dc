; drive_prefetch.s -- a file from a 1541 while people read: clocked transfer, which nothing disturbs
;
; Sprites, interrupts and bad lines may take any time, so title and set-up go on meanwhile.  It lies
; in their place, and is gone with them: nothing is prefetched in play.
;
; Test tests/asm/game/ui/test_fast.py

.include "drive_fast.inc"
.include "../zp.inc"
.include "../../inc/cia.inc"

.export prefetch_byte           ; drive_fast.s

.segment "TITLE_TUNE"

; prefetch_byte -- the next byte of the file
; In     -     Out    C=0 A;  C=1 no answer     Uses   A, X, Y     Keeps  -
; Time   about 370 cycles
.proc prefetch_byte
        jsr fast_ready
        bcs @none
        lda #LET_GO | CLK_LOW
        sta CIA2_PRA
        ldy #8 + 1
        bne @wait               ; always
@bit:
        pha                     ; the drive takes up to 18 us after an edge,
        pla                     ; and 59 us for two bits: a shorter loop would outrun it
        nop
        lda CIA2_PRA
        cmp #$80
        eor #CLK_LOW
        sta CIA2_PRA            ; after the last bit it begins the handshake
        rol fast_byte
@wait:
        dey
        bne @bit
        jsr fast_answer
        lda fast_byte           ; keeps C
@none:
        rts
.endproc
