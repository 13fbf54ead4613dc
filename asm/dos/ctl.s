; The disk controller: its work at every tick of the timer
;
; ctl_tick runs inside the interrupt, about every 15 ms.  It starts the motor for a job, waits
; until it is fast, moves the head, and then does the job to its end before it returns; the bus
; waits meanwhile.  A routine that fails leaves through job_end with its result in A and takes
; the stack back to where the interrupt entered: routines need not pass errors upwards.
;
; While the motor runs, each byte under the head sets V, at any time: no flag of BIT but N counts.

.include "dos.inc"
.include "via1541.inc"
.include "ctl.inc"

NONE        = $FF
HEADER_BYTE = $08
DATA_BYTE   = $07
SECTOR_STEP = 10
TRIES       = 5
LAST_JOB    = 5                 ; the queue's last entry
SYNC_LATEST = $5000             ; cycles without a sync mark
SYNC_TRIES  = 90                ; two turns of the disk and more
SEEKS_MAX   = 4                 ; moves after which the header is not where it says
HEADER_GCR  = $52               ; first byte of a header, as GCR
HEADER_REST = 7                 ; GCR bytes after it that hold something

.segment "ENTRY_F24B"

; Sectors of a track, where programs look for it
        jmp sectors_of

.segment "ENTRY_F259"

; Variables of the controller: no disk known, motor off, head anywhere
; In     -     Out    -     Uses   A, N Z
; Keeps  X, Y
; Test   tests/asm/dos/test_reset.py
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
        sta HEAD_TRACK          ; 0: not known
        sta HDR_PTR + 1
        sta STEPS
        sta SEEKS
        sta GCR_FLAG
        lda VIA2_PRB
        and #HEAD_WRITABLE      ; the sensor as it is: only a change means another disk
        sta PROTECT_LAST
        lda #1
        sta DISK_CHANGED
        rts
.endproc

.segment "ENTRY_F2B0"

; A tick of the timer
; In     -     Uses   everything; leaves with RTS from ctl_motor, or from the program of a job
; Noreturn  leaves the interrupt by its stack
; Test   tests/asm/dos/test_jobs.py
ctl_tick:
        tsx
        stx SAVE_SP
        bit VIA2_T1CL           ; acknowledges the timer
        lda VIA2_PCR
        ora #PCR_BYTE_READY
        sta VIA2_PCR
; Look for a job, the highest buffer first; without one, the motor
; In     -     Noreturn  leaves the interrupt as ctl_tick
ctl_next:
        ldy #LAST_JOB
@look:  lda JOBS,y
        bpl @none
        sty JOB_BUFFER
        cmp #JOB_JUMP
        beq job_program
        lsr a                   ; C: the number of the drive, and there is only 0
        lda #RESULT_NO_DRIVE
        bcs @end
        lda MOTOR_DRIVE
        beq @runs               ; 0: it is the motor of drive 0 that runs
        lda #0
        sta MOTOR_DRIVE
        jsr motor_on
@wait:  jmp ctl_motor
@end:   jmp job_end
@runs:  lda DRIVE_STATUS
        and #DS_NOT_READY | DS_STEPPING
        bne @wait
        beq job_choose
@none:  dey
        bpl @look               ; all six: the motor may have to stop
        bmi @wait

; A job under the head is done now, another one moves the head
job_choose:
        lda #DS_MOTOR           ; whatever it was: the motor need not stop
        sta DRIVE_STATUS
        lda #LAST_JOB
        sta JOB_BUFFER
@look:  jsr job_pointers
        bpl @next
        lda HEAD_TRACK
        beq job_here            ; 0: nobody knows where it is; any header will tell
        sec
        sbc (HDR_PTR),y
        beq job_here
        eor #$FF                ; negated: how many tracks inwards
        clc
        adc #1
        sta TRACK_DIFF
        lda JOB_BUFFER
        sta NEXT_BUFFER         ; the lowest buffer wins: the loop reaches it last
@next:  dec JOB_BUFFER
        bpl @look
        lda NEXT_BUFFER
        sta JOB_BUFFER
        jsr job_pointers
        lda (HDR_PTR),y
        sta HEAD_TRACK
        lda TRACK_DIFF
        asl a                   ; in half tracks
head_move:
        sta STEPS
        lda #DS_MOTOR | DS_STEPPING
        sta DRIVE_STATUS
        jmp ctl_motor

job_here:
        lda (HDR_PTR),y
        jsr zone_set
        lda JOB_CODE
        cmp #JOB_BUMP & $7F     ; READ to SEEK are below it, programs above
        beq head_bump
        bcs job_program
        jmp header_read

; The program in the job's buffer.  It ends through job_end, or with RTS and is then called
; again at the next tick unless it took its job out of the queue.
job_program:
        ldy JOB_BUFFER
        tya
        clc
        adc #>BUFFERS
        sta BUF_PTR + 1
        lda #0
        sta BUF_PTR
        jmp (BUF_PTR)

; The head goes outwards until it cannot; the job has its result before
head_bump:
        jsr bump_start          ; the ticks to come move it, without a job
        jmp job_ok

.segment "ENTRY_F393"

; Pointers to the buffer and to track and sector of the job of JOB_BUFFER
; In     JOB_BUFFER
; Out    A, N job as in the queue; BUF_PTR, HDR_PTR; JOB_CODE; Y = 0
; Keeps  X     Uses  A, Y, flags
; Test   tests/asm/dos/test_jobs.py
.proc job_pointers
        lda JOB_BUFFER
        tay
        clc
        adc #>BUFFERS
        sta BUF_PTR + 1
        tya
        asl a
        adc #JOB_TRACK
        sta HDR_PTR
        lda JOBS,y
        ldy #0
        sty BUF_PTR
        and #$78
        sta JOB_CODE
        jmp job_sign
.endproc
        .assert * <= $F3B1, lderror, "job_pointers runs into header_read"

.segment "ENTRY_F3B1"

; Any header of the track: where the head is and which disk this is; then the job
; Out    HEADER, HEAD_TRACK; results 2, 3, 9, B
; Test   tests/asm/dos/test_jobs.py
header_read:
        lda #SYNC_TRIES
        sta TEMP
        lda #HEADER_GCR
        sta GCR_HEADER
@try:   jsr sync_wait
        ldx #0
@first: bvc @first
        clv
        lda VIA2_PRA
        cmp GCR_HEADER          ; most data blocks end here
        bne @other
@byte:  bvc @byte
        clv
        lda VIA2_PRA
        sta GCR_HEADER + 1,x
        inx
        cpx #HEADER_REST
        bne @byte
        jsr header_decode
        lda WORK                ; a block may begin with the same byte of GCR
        cmp HEADER_MARK
        bne @other
        ldx #HEADER_CHECK - HEADER - 1 ; both bytes of the ID, track, sector
        lda HEADER_CHECK
@sum:   eor HEADER,x
        dex
        bpl @sum
        tax                     ; 0 if the checksum is their exclusive or
        bne @bad
        lda HEADER_TRACK
        sta HEAD_TRACK
        lda JOB_CODE
        cmp #JOB_SEEK & $7F
        beq @seek
        lda HEADER
        cmp DISK_ID
        bne @swapped
        lda HEADER + 1
        cmp DISK_ID + 1
        bne @swapped
        jmp job_best
@other: dec TEMP
        bne @try
        lda #RESULT_NO_HEADER
        .byte $2C               ; BIT: skips the next LDA
@bad:   lda #RESULT_HEADER_SUM
        .byte $2C
@swapped:
        lda #RESULT_ID
        jmp job_end
@seek:  jmp id_take
        .assert * <= $F418, lderror, "header_read runs into job_ok"

.segment "ENTRY_F418"

; End of a job without error
; In     -     Noreturn  ends the job: the controller goes on with the next one
job_ok: lda #RESULT_OK
        jmp job_end

; SEEK makes the ID of the header the one that other jobs ask for
id_take:
        lda HEADER
        sta DISK_ID
        lda HEADER + 1
        sta DISK_ID + 1
        jmp job_ok

; Of the jobs on this track the one whose sector comes first after HEADER_SECTOR
job_best:
        lda #NONE
        sta NEXT_SECTOR         ; sectors to go, of the best so far
        ldx JOB_BUFFER          ; to blame if there is none
        stx NEXT_BUFFER
        ldx #LAST_JOB
        stx JOB_BUFFER
@look:  jsr job_pointers
        bpl @next
        lda JOB_CODE
        cmp #JOB_SEEK & $7F
        bcs @next               ; a head move is no job for this sector
        lda (HDR_PTR),y
        cmp HEAD_TRACK
        bne @next
        iny
        lda (HDR_PTR),y
        clc                     ; its header is over: -1
        sbc HEADER_SECTOR
        bcs @ahead
        adc SECTORS             ; behind it by now: it comes round (C=0)
@ahead: cmp NEXT_SECTOR
        bcs @next               ; not sooner than the best so far
        sta NEXT_SECTOR
        lda JOB_BUFFER
        sta NEXT_BUFFER
@next:  dec JOB_BUFFER
        bpl @look
        lda NEXT_BUFFER
        sta JOB_BUFFER
        lda NEXT_SECTOR
        cmp #NONE
        beq @elsewhere
        jsr job_pointers
        lda JOB_CODE
        beq @read
        cmp #JOB_WRITE & $7F
        bne @verify
        jmp block_write
@verify:
        jmp block_verify
@read:  jmp block_read

; The head is not where it was thought: the next tick moves it, but not forever
@elsewhere:
        inc SEEKS
        lda SEEKS
        cmp #SEEKS_MAX
        bcs @lost
        jmp ctl_motor
@lost:  lda #RESULT_NO_HEADER
        jmp job_end
        .assert * <= $F497, lderror, "job_best runs into header_decode"

.segment "ENTRY_F497"

; Header as GCR to bytes
; In     GCR_HEADER 10 bytes, of which the last two do not matter
; Out    HEADER, WORK its mark
; Keeps  BUF_PTR     Uses  A, X, Y, flags; GCR_PTR, STAGE, STAGE_GCR
; Test   tests/asm/dos/test_gcr.py
.proc header_decode
        lda BUF_PTR + 1
        pha
        jsr header_pointer
        jsr gcr_decode
        lda STAGE               ; its order on the disk: mark, checksum, sector, track,
        sta WORK
        lda STAGE + 1
        sta HEADER_CHECK
        lda STAGE + 2
        sta HEADER_SECTOR
        lda STAGE + 3
        sta HEADER_TRACK
        jsr gcr_decode
        lda STAGE               ; second byte of the ID, first byte
        sta HEADER + 1
        lda STAGE + 1
        sta HEADER
        jmp header_pointer_back
.endproc
        .assert * <= $F4D1, lderror, "header_decode runs into block_read"

.segment "ENTRY_F4D1"

; READ: the block of the job's track and sector to its buffer
; In     -     Out    results 1-5
; Noreturn  ends the job: the controller goes on with the next one
; Test   tests/asm/dos/test_jobs.py
block_read:
        jsr block_wait
@head:  bvc @head               ; a byte comes every 26 cycles at least: the loop takes 19
        clv
        lda VIA2_PRA
        sta (BUF_PTR),y
        iny
        bne @head
        ldy #<GCR_OVERFLOW
@tail:  bvc @tail
        clv
        lda VIA2_PRA
        sta STACK,y             ; GCR_OVERFLOW lies on the stack's page, below it
        iny
        bne @tail
        jsr block_decode
        ldx #RESULT_NO_DATA
        lda DATA_MARK
        cmp BLOCK_MARK
        bne @end
        jmp block_check
@end:   txa
        jmp job_end
        .assert * <= $F50A, lderror, "block_read runs into block_wait"

.segment "ENTRY_F50A"

; Wait until the data block of the job's sector begins
; In     HDR_PTR, DISK_ID
; Out    the sync mark is under the head; Y = 0, V = 0; results 2, 3
; Keeps  -     Uses   A, X, Y, flags; HEADER, GCR_HEADER, TEMP, GCR_PTR, STAGE, STAGE_GCR
; Test   tests/asm/dos/test_jobs.py
block_wait:
        jsr header_find
        jmp sync_wait
        .assert * = $F510, lderror, "header_find moved"

.segment "ENTRY_F510"

; Wait until the header of the job's sector is over, but for its last two bytes
; In     HDR_PTR, DISK_ID
; Out    results 2, 3
; Uses   A, X, Y, flags; as block_wait     Keeps  -
header_find:
        jsr header_wanted
        lda #SYNC_TRIES
        sta TEMP
@try:   jsr sync_wait
@byte:  bvc @byte
        clv
        lda VIA2_PRA
        cmp GCR_HEADER,y
        bne @other
        iny
        cpy #HEADER_REST + 1
        bne @byte
        rts
@other: dec TEMP
        bne @try
        lda #RESULT_NO_HEADER
        jmp job_end
        .assert * <= $F556, lderror, "header_find runs into sync_wait"

.segment "ENTRY_F556"

; Wait for a sync mark
; In     BUF_PTR, GCR_FLAG, JOB_BUFFER
; Out    Y = 0, V = 0: V is set when the first byte after the mark is there; result 3 after 21 ms
; Keeps  X     Uses  A, Y, flags; T1 of VIA 1
.proc sync_wait
        lda #>(SYNC_LATEST + $8000) ; counts down: bit 15 goes after SYNC_LATEST cycles
        sta VIA1_T1CH
@wait:  bit VIA2_PRB            ; N alone counts: 0 on a sync mark
        bpl @sync
        bit VIA1_T1CH
        bmi @wait
        lda #RESULT_NO_SYNC
        jmp job_end
@sync:  lda VIA2_PRA            ; empties the latch of the byte before the mark
        ldy #0
        clv
        rts
.endproc
        .assert * <= $F575, lderror, "sync_wait runs into block_write"
