; drive.s -- the drive's half of a test loader: reads by the DOS's job queue

.include "loader.inc"
.include "via1541.inc"

JOBS            = $00           ; of buffer 0
JOB_TRACK       = $06
JOB_SECTOR      = $07
JOB_READ        = $80

.segment "UPLOAD"

; Read and send the file that begins at file_track, file_sector
; In     interrupts on     Out    to the DOS     Uses   A, X, Y
.proc drive_run
        sei
        jsr put_setup
@block:
        lda file_track
        sta JOB_TRACK
        lda file_sector
        sta JOB_SECTOR
        lda VIA1_PRA            ; ATN was a clock: nobody calls
        lda #JOB_READ
        sta JOBS
        cli
@job:
        lda JOBS
        bmi @job
        sei
        cmp #1
        beq @good
        lda #LENGTH_ERROR
        jsr send_length
        jmp @end
@good:
        jsr send_block
        bne @block
@end:
        jsr put_end
        lda VIA1_PRA
        cli
        rts
.endproc
