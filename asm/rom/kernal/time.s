; Jiffy clock and STOP key

.include "lowmem.inc"
.include "entry.inc"
.include "kernal.inc"
.include "cia.inc"
.include "time.inc"

DAY         = 24 * 60 * 60 * 60 ; jiffies
STOP_DOWN   = %01111111         ; keyboard column 7 with STOP and nothing else

.segment "ENTRY_F69B"

; UDTIM -- advance the jiffy clock, look at the STOP key
; In     -     Out    TIME, STKEY
; Uses   A, X, N Z C
; Keeps  Y
; Time   51 cycles, 80 at most
; Test   tests/asm/rom/test_kernal_time.py
.proc time_update
        inc TIME + 2            ; the high byte comes first in memory: a jiffy is the last one
        bne check
        inc TIME + 1
        bne check
        inc TIME
check:  jmp wrap_day
.endproc

.segment "ENTRY_F6BC"

; stop_scan -- STKEY = keyboard column 7
; In     -     Out    -     Uses   A, X, flags
; Keeps  Y
; Time   19 cycles
; Test   tests/asm/rom/test_kernal_time.py
.proc stop_scan
        lda CIA1_PRB
        cmp CIA1_PRB
        bne stop_scan           ; until it stands still
        sta STKEY
        rts
.endproc

.segment "ENTRY_F6DD"

; RDTIM -- read the jiffy clock
; In     -     Out    A low, X middle, Y high byte
; Uses   A, X, Y, N Z     Keeps  -
; Time   27 cycles
; Test   tests/asm/rom/test_kernal_time.py
.proc time_read
        ; The caller's I flag comes back. An interrupt between the bytes would mix two times.
        php
        jmp read
.endproc

.segment "ENTRY_F6E4"

; SETTIM -- set the jiffy clock
; In     A low, X middle, Y high byte     Out    -
; Keeps  A, X, Y     Uses  -
; Time   27 cycles
; Test   tests/asm/rom/test_kernal_time.py
.proc time_set
        php
        sei                     ; an interrupt between the stores would carry into a half-set clock
        sta TIME + 2
        jmp set
.endproc

.segment "ENTRY_F6ED"

; STOP -- is the STOP key down
; In     -
; Out    Z=1 if it is: then channels are default, keyboard buffer empty.  A = column 7
; Keeps  Y; X unless down     Uses  A, X, flags
; Time   16 cycles; down 60
; Test   tests/asm/rom/test_kernal_time.py
.proc stop_test
        lda STKEY
        cmp #STOP_DOWN          ; only STOP: with another key of the column it is none
        bne done
        entry_within $F6F3
        jmp stopped
done:   rts
.endproc

.segment "WRAP_DAY"

; At midnight the clock starts again; also when somebody set it to more than a day
.proc wrap_day
        lda TIME + 2
        cmp #<DAY               ; 24 bits compared by subtraction: C=1 from a day on
        lda TIME + 1
        sbc #>DAY
        lda TIME
        sbc #^DAY
        bcc done
        lda #0
        sta TIME
        sta TIME + 1
        sta TIME + 2
done:   jmp stop_scan
.endproc

.segment "TIME_READ"

.proc read
        sei
        lda TIME + 2
        ldx TIME + 1
        ldy TIME
        plp
        rts
.endproc

.segment "TIME_SET"

.proc set
        stx TIME + 1
        sty TIME
        plp
        rts
.endproc

.segment "STOPPED"

.proc stopped
        php                     ; Z=1, which CLRCHN and the loads would destroy
        jsr CLRCHN
        lda #0
        sta NDX                 ; what was typed before STOP does not count
        lda #STOP_DOWN
        plp
        rts
.endproc
