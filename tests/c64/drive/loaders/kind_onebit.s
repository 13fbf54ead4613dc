; kind_onebit.s -- one bit at a time: CLK is the computer's clock, DATA the drive's answer
;
; Nothing has to be in time but this: the drive has put a bit 41 us after an edge.

.include "loader.inc"
.include "cia.inc"
.include "via1541.inc"

.segment "CODE"

.proc get_byte
        bit CIA2_PRA
        bpl get_byte            ; the drive is at work
        ldy #8
@bit:
        jsr edge
        ldx #8
@wait:
        dex
        bne @wait
        lda CIA2_PRA
        asl a
        rol part
        dey
        bne @bit
        jsr edge
@taken:
        bit CIA2_PRA
        bmi @taken
        jsr edge
        lda part
        rts
.endproc

; The other level of CLK     Uses A
.proc edge
        lda level
        eor #CLK_LOW
        sta level
        sta CIA2_PRA
        rts
.endproc

.segment "UPLOAD"

.proc put_byte
        sta value
        lda #0
        sta VIA1_PRB
        ldx #4
@two:
        jsr wait_low
        jsr put_bit
        jsr wait_high
        jsr put_bit
        dex
        bne @two
        jsr wait_low
        lda #BUS_DATA_OUT
        sta VIA1_PRB
        jmp wait_high
.endproc

.proc put_bit
        lda #0
        asl value
        bcs @put
        lda #BUS_DATA_OUT
@put:
        sta VIA1_PRB
        rts
.endproc

.proc wait_low
        lda VIA1_PRB
        and #BUS_CLK_IN
        beq wait_low
        rts
.endproc

.proc wait_high
        lda VIA1_PRB
        and #BUS_CLK_IN
        bne wait_high
        rts
.endproc

value:  .byte 0
