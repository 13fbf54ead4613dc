; File parameters, status, message mode, memory limits: small routines at fixed places

.include "lowmem.inc"
.include "entry.inc"
.include "memory.inc"

.segment "ENTRY_FDF9"

; SETNAM -- name of the file for OPEN, LOAD, SAVE
; In     A length, X low, Y high byte of its address     Out    -
; Keeps  A, X, Y, flags
; Uses   FNADR, FNLEN
; Time   15 cycles
; Test   tests/asm/rom/test_kernal_memory.py
.proc file_name
        ; Only stores, which leave the flags alone: callers may keep a flag over the call.
        sty FNADR + 1
        stx FNADR
        sta FNLEN
        rts
.endproc
        .assert * = $FE00, lderror, "SETLFS moved"

; SETLFS -- logical number, device, secondary address
; In     A logical number, X device, Y secondary address ($FF none)     Out    -
; Keeps  A, X, Y, flags
; Uses   FA, LA, SA
; Time   15 cycles
; Test   tests/asm/rom/test_kernal_memory.py
.proc file_parameters
        sty SA
        stx FA
        sta LA
        rts
.endproc
        .assert * = $FE07, lderror, "READST moved"

; READST -- status of the last device access
; In     -     Out    A = ST: 1 write timeout, 2 read timeout, 16 verify, 64 end, 128 no device
; Keeps  X, Y     Uses  A, N Z
; Time   9 cycles
; Test   tests/asm/rom/test_kernal_memory.py
.proc status_read
        ; V2 gives the status of RS-232 for device 2. Nothing is at the user port here, so there
        ; is only one status.
        lda STATUS
        rts
.endproc

.segment "ENTRY_FE18"

; SETMSG -- which messages the KERNAL prints
; In     A bit 7 control messages, bit 6 error messages
; Out    A = ST
; Keeps  X, Y     Uses  A, N Z
; Time   17 cycles
; Test   tests/asm/rom/test_kernal_memory.py
.proc message_mode
        ; Falls into status_set for its end: V2 does so, and returns ST.
        sta MSGFLG
        lda #0                  ; no bit to add: ST stays as it is
        ; falls through
.endproc
        .assert * = $FE1C, lderror, "status_set moved"

; status_set -- add bits to ST
; In     A bits
; Out    A = ST
; Keeps  X, Y     Uses  A, N Z
; Time   12 cycles
; Test   tests/asm/rom/test_kernal_memory.py
.proc status_set
        ora STATUS
        sta STATUS
        rts
.endproc
        .assert * = $FE21, lderror, "SETTMO moved"

; SETTMO -- timeout flag of an IEEE card
; In     A bit 7: timeouts off     Out    -
; Keeps  A, X, Y, flags     Uses   -
; Test   tests/asm/rom/test_kernal_memory.py
.proc timeout_set
        ; Only IEEE cards look at this flag. The serial bus has timeouts of its own.
        sta TIMOUT
        rts
.endproc
        .assert * = $FE25, lderror, "MEMTOP moved"

; MEMTOP -- top of memory
; In     C=1 read; C=0 set to X low, Y high
; Out    X low, Y high
; Keeps  A, C     Uses  X, Y, N Z
; Time   read 24, set 17 cycles
; Test   tests/asm/rom/test_kernal_memory.py
.proc memory_top
        ; One routine for both ways: reading falls into setting and stores back what it has just
        ; read, which changes nothing and saves an RTS.
        bcc set
        entry_within $FE27      ; read, whatever C says
        ldy MEMSIZ + 1
        ldx MEMSIZ
set:    entry_within $FE2D      ; set, whatever C says
        sty MEMSIZ + 1
        stx MEMSIZ
        rts
.endproc
memory_top_set = memory_top::set
        .assert * = $FE34, lderror, "MEMBOT moved"

; MEMBOT -- bottom of memory
; In     C=1 read; C=0 set to X low, Y high
; Out    X low, Y high
; Keeps  A, C     Uses  X, Y, N Z
; Time   read 24, set 17 cycles
; Test   tests/asm/rom/test_kernal_memory.py
.proc memory_bottom
        ; As memory_top: reading stores back what it has just read.
        bcc set
        ldy MEMSTR + 1
        ldx MEMSTR
set:    sty MEMSTR + 1
        stx MEMSTR
        rts
.endproc
        .assert * = $FE43, lderror, "NMI entry moved"
