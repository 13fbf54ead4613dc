; encode.s -- a byte as four pairs of bits, for both programs of the drive

.include "loader.inc"
.include "via1541.inc"

pairs           = $1B           ; to $1E: no DOS uses them while a program runs

.segment "UPLOAD"

; Two bits each of A as what the drive does to DATA and CLK
; In     A     Out    pairs     Uses   A, X
.proc encode
        ldx #3
@pair:
        pha
        and #%11
        stx where
        tax
        lda outputs,x
        ldx where
        sta pairs,x
        pla
        lsr a
        lsr a
        dex
        bpl @pair
        rts
where:  .byte 0
; A 1 lets a line go: bit 1 DATA, bit 0 CLK
outputs:
        .byte BUS_ATNA | BUS_DATA_OUT | BUS_CLK_OUT, BUS_ATNA | BUS_DATA_OUT
        .byte BUS_ATNA | BUS_CLK_OUT, BUS_ATNA
.endproc

