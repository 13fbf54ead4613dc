; Jiffy clock and STOP key

.include "lowmem.inc"
.include "entry.inc"
.include "kernal.inc"
.include "cia.inc"
.include "time.inc"
.include "keyboard.inc"

DAY         = 24 * 60 * 60 * 60 ; jiffies: 5,184,000, or $4F1A00
STOP_DOWN   = %01111111         ; keyboard column 7 with STOP and nothing else

.segment "ENTRY_F69B"

; UDTIM -- advance the jiffy clock, look at the STOP key
; In     -     Out    TIME, STKEY
; Uses   A, X, N Z C
; Keeps  Y
; Time   51 cycles, 72 at most
; Test   tests/asm/rom/test_kernal_time.py
.proc time_update
        ; TIME has its high byte first, so the last byte counts jiffies. Only an INC that gives 0
        ; carries into the byte before: 255 times out of 256 the first INC is all.
        inc TIME + 2
        bne check
        inc TIME + 1
        bne check
        inc TIME
check:  jmp wrap_day
.endproc

.segment "ENTRY_F6BC"

SHIFT_COLUMNS = %10111101       ; 1 and 6, in which the two SHIFT keys are: a 0 selects

; stop_scan -- STKEY = keyboard column 7, unless STOP is down together with SHIFT
; In     -     Out    A, X = column 7 unless STOP is down     Uses   flags
; Keeps  Y
; Time   18 cycles; STOP down 49
; Test   tests/asm/rom/test_kernal_time.py
; SHIFT and STOP load and run a program, and people hold them longer than that takes: the program
; must not be stopped by the keys that started it.  V2 looks at whole columns: STOP does not count
; with any other key of these two, either.
.proc stop_scan
        ; Column 7, which holds STOP, is still selected from the last scan. One read does: contacts
        ; that bounce are those of a key that is being pressed or let go.
        lda CIA1_PRB
        tax                     ; V2 leaves the column in A and X
        bmi store               ; bit 7: STOP is up
        lda #SHIFT_COLUMNS
        sta CIA1_PRA
        lda CIA1_PRB
        cmp #$FF                ; C=1: all of their keys are up, which keyboard_done keeps
        jsr keyboard_done       ; column 7 again
        bcc done
store:  stx STKEY
done:   rts
.endproc

.segment "ENTRY_F6DD"

; RDTIM -- read the jiffy clock
; In     -     Out    A low, X middle, Y high byte
; Uses   A, X, Y, N Z     Keeps  -
; Time   27 cycles
; Test   tests/asm/rom/test_kernal_time.py
.proc time_read
        ; An interrupt between the bytes would mix two times. V2 turns interrupts on at the end;
        ; here the caller's I flag comes back.
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
        ; As time_read: an interrupt between the stores would carry into a clock that is half set.
        php
        sei
        sta TIME + 2
        jmp set
.endproc

.segment "ENTRY_F6ED"

; STOP -- is the STOP key down
; In     -
; Out    Z=1 if it is: then channels are default, keyboard buffer empty.  A = column 7
; Keeps  Y; X unless down     Uses  A, X, flags
; Time   14 cycles; down 76
; Test   tests/asm/rom/test_kernal_time.py
.proc stop_test
        ; Programs ask in every loop, so the answer is short when STOP is up. It comes from what
        ; the last interrupt has seen, not from the keyboard.
        lda STKEY
        cmp #STOP_DOWN          ; STOP alone: with another key of its column it does not count
        bne done
        entry_within $F6F3
        jmp stopped
done:   rts
.endproc

.segment "WRAP_DAY"

; At midnight the clock starts again
.proc wrap_day
        ; 24 bits are compared by subtraction: C=1 from a whole day on. So a clock that somebody
        ; has set beyond midnight starts again as well. V2 starts again one jiffy later.
        lda TIME + 2
        cmp #<DAY
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
        ; Z=1 is the answer, which CLRCHN would destroy, so the flags wait on the stack. A is
        ; column 7, as it is when STOP is up.
        php
        jsr CLRCHN
        lda #0
        sta NDX                 ; what was typed before STOP does not count
        lda #STOP_DOWN          ; as on the other way
        plp
        rts
.endproc
