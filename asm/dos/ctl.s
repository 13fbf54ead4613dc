; The disk controller: variables at the start, and its work at every tick of the timer

        .include "dos.inc"
        .include "via1541.inc"
        .include "ctl.inc"

NONE        = $FF
HEADER_BYTE = $08
DATA_BYTE   = $07
SECTOR_STEP = 10
TRIES       = 5

        .segment "ENTRY_F259"

; Variables of the controller: no disk known, motor off, head anywhere
; Uses   A, N Z
; Test   tests/dos/test_reset.py
.proc ctl_init
        lda #HEADER_BYTE
        sta HEADER_MARK
        lda #DATA_BYTE
        sta BLOCK_MARK
        lda #SECTOR_STEP
        sta INTERLEAVE
        lda #TRIES
        sta RETRIES
        lda #NONE
        sta MOTOR_DRIVE
        sta FORMAT_TRACK
        lda #<dos_warm
        sta WARM_START
        lda #>dos_warm
        sta WARM_START + 1
        lda #0
        sta DRIVE_STATUS
        sta JOB_DRIVE
        sta HEAD_TRACK
        sta STEPS
        lda VIA2_PRB
        and #HEAD_WRITABLE
        sta PROTECT_LAST
        lda #1
        sta DISK_CHANGED
        rts
.endproc

        .segment "ENTRY_F2B0"
.proc ctl_tick
        bit VIA2_T1CL
        rts
.endproc
