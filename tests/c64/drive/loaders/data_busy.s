; data_busy.s -- what the kinds of a loader share that need no more than DATA to say "at work"
;
; The drive keeps DATA low until it has a byte; between blocks there is nothing to do.

.include "loader.inc"
.include "cia.inc"
.include "via1541.inc"

.segment "CODE"

.proc get_setup
        bit CIA2_PRA
        bmi get_setup
        rts
.endproc

get_open:
get_close:
        rts

.segment "UPLOAD"

put_setup:
        lda #BUS_DATA_OUT
        sta VIA1_PRB
put_open:
put_close:
        rts
