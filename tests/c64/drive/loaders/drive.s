; drive.s -- the drive's half of a test loader: reads by the DOS's job queue

.include "loader.inc"
.include "via1541.inc"

JOBS            = $00           ; of buffer 0
JOB_TRACK       = $06
JOB_SECTOR      = $07
JOB_READ        = $80
BUFFER          = $0300
LINK_TRACK      = BUFFER
LINK_SECTOR     = BUFFER + 1    ; of the last block: index of its last byte
FULL            = 254

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
        jsr put_open
        lda #LENGTH_ERROR
        jsr put_byte
        jmp @end
@good:
        ldx #FULL
        lda LINK_TRACK
        bne @full
        ldx LINK_SECTOR
        dex
@full:
        stx length
        jsr put_open
        lda length
        jsr put_byte
        ldy #2
@byte:
        lda BUFFER,y
        jsr put_byte
        iny
        dec length
        bne @byte
        jsr put_close
        lda LINK_SECTOR
        sta file_sector
        lda LINK_TRACK
        sta file_track
        bne @block
        jsr put_open
        lda #LENGTH_END
        jsr put_byte
        jsr put_close
@end:
        jsr put_end
        lda VIA1_PRA
        cli
        rts
.endproc

file_track:     .byte 17       ; the first of PLACES
file_sector:    .byte 3
length:         .byte 0
