; kind_clocked.s -- two bits at a time, DATA and CLK, at every edge of ATN
;
; ATN is the computer's clock.  The drive follows it with ATNA, so that the gate leaves DATA alone,
; and has put a pair 20 us after an edge, the first of a byte 200 us after the byte before.
; Nothing has a longest time: interrupts, bad lines and sprites may come when they like.
; Between blocks the drive keeps CLK low while it is at work.

.include "loader.inc"
.include "cia.inc"
.include "via1541.inc"

.segment "CODE"

.proc get_setup
        bit CIA2_PRA
        bvs get_setup
        rts
.endproc

.proc get_open
        bit CIA2_PRA
        bvc get_open
        rts
.endproc

.proc get_byte
        ldx #40                 ; the drive makes pairs of the byte
        jsr wait
        ldy #4
@pair:
        jsr edge
        lda CIA2_PRA
        asl a
        rol part
        asl a
        rol part
        dey
        bne @pair
        lda part
        rts
.endproc

.proc get_close
        ldx #40
        jsr wait
        jsr edge
@busy:
        bit CIA2_PRA
        bvs @busy
        ; falls through
.endproc

; The other level of ATN, and time for the drive     Uses A, X
.proc edge
        lda level
        eor #ATN_LOW
        sta level
        sta CIA2_PRA
        ldx #4
.endproc

.proc wait
        dex
        bne wait
        rts
.endproc

.segment "UPLOAD"

put_setup:
        lda #BUS_CLK_OUT
        sta VIA1_PRB
        rts

put_open:
        lda #0
        sta VIA1_PRB
        rts

.proc put_byte
        jsr encode
        lda pairs
        jsr low
        lda pairs + 1
        jsr high
        lda pairs + 2
        jsr low
        lda pairs + 3
        jmp high
.endproc

.proc put_close
        lda #BUS_ATNA | BUS_CLK_OUT
        jsr low
        lda #BUS_ATNA | BUS_CLK_OUT
        ; falls through
.endproc

; Put A without ATNA when ATN has gone high
.proc high
        eor #BUS_ATNA
@wait:
        bit VIA1_PRB
        bmi @wait
        sta VIA1_PRB
        rts
.endproc

; Put A when ATN has gone low
.proc low
        bit VIA1_PRB
        bpl low
        sta VIA1_PRB
        rts
.endproc
