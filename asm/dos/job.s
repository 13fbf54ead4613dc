; Jobs from the main program: put into the queue, waited for, tried again
;
; What a head that is a little off its track misreads, it may read half a track to either side;
; what it misreads because it lost its way, it reads after it was against the stop.
; RETRIES says how often, and whether.  Source: Immers and Neufeld, "Inside Commodore DOS".

.include "dos.inc"
.include "via1541.inc"
.include "ctl.inc"

TRY_MASK    = %00111111
HALF_OUT    = <-1
HALF_IN     = 1

.segment "CTL_JOB"

; Track and sector of a job
; In     X buffer, A track, Y sector
; Out    -
; Keeps  A, X, Y     Uses  flags
; Time   40 cycles
; Test   tests/asm/dos/test_jobs.py
.proc job_header
        pha
        txa
        asl a                   ; track and sector: two bytes per buffer
        tax
        pla
        sta JOB_TRACK,x
        sty JOB_SECTOR,x
        pha
        txa
        lsr a                   ; X as it was: bit 7 of a buffer's number is 0
        tax
        pla
        rts
.endproc

; Put a job into the queue
; In     X buffer, A job; JOB_TRACK, JOB_SECTOR     Out    -
; Keeps  A, X, Y, flags
; Uses   JOBS
.proc job_start
        sta LAST_JOBS,x         ; before it begins: the result replaces it in the queue
        sta JOBS,x
        rts
.endproc

; Wait for the end of a job; interrupts must be on
; In     X buffer
; Out    C=0, A = 1 done; C=1, A = RESULT_*
; Keeps  X, Y     Uses  A, flags
.proc job_wait
        lda JOBS,x
        bmi job_wait            ; bit 7: not done yet
        cmp #RESULT_OK + 1      ; C=1 for every result above 1
        rts
.endproc

; Do a job, trying again what may go better: RETRIES times where the head is, half a track to
; either side, and from the stop
; In     X buffer, A job; JOB_TRACK, JOB_SECTOR; interrupts on
; Out    C=0, A = 1 done; C=1, A = RESULT_* of the last try
; Keeps  X     Uses  A, Y, flags; LAST_JOBS
; Test   tests/asm/dos/test_jobs.py
.proc job_run
        jsr job_start
        jsr job_tries
        bcc @done
        lda RETRIES
        asl a                   ; bit 6: not beside the track
        bmi @stop
        jsr @beside
        bcc @done
@stop:  bit RETRIES             ; bit 7: not from the stop.  N alone counts (V: ctl.s)
        bmi @failed
        lda LAST_JOBS,x
        pha
        lda #JOB_BUMP
        sta JOBS,x
        jsr job_wait            ; it moves at the next ticks; the next job waits for that
        pla
        jsr job_start
        jsr job_tries
        bcc @done
        lda RETRIES
        asl a
        bmi @failed
        jsr @beside
@done:  rts
@failed:
        lda JOBS,x
        sec
        rts

; Half a track inwards, then outwards; the head comes back whatever happens.  What counts of
; a failure is what was seen on the track.
@beside:
        lda JOBS,x              ; the result on the track
        pha
        lda #HALF_IN
        jsr head_nudge
        jsr job_tries
        lda #HALF_OUT
        jsr head_nudge
        bcc @end                ; read: back on the track, and done
        jsr head_nudge          ; A is still HALF_OUT: beside it on the other side
        jsr job_tries
        lda #HALF_IN
        jsr head_nudge
@end:   pla
        bcs @worse
        lda #RESULT_OK
@worse: sta JOBS,x
        rts
.endproc

.segment "CTL_TRIES"

; A job as often as RETRIES says
; In     X buffer; LAST_JOBS
; Out    as job_run; a protected disk, another disk and no drive are not tried again
; Keeps  X     Uses  A, Y, flags
.proc job_tries
        lda RETRIES
        and #TRY_MASK
        tay
@again: lda LAST_JOBS,x
        sta JOBS,x
        jsr job_wait
        bcc @done
        cmp #RESULT_PROTECTED   ; protected: another try changes nothing,
        beq @done
        cmp #RESULT_ID          ; nor with another disk or without a drive (the highest)
        bcs @done
        dey
        beq @failed             ; RETRIES 0 or 1 is one try: DEY leaves $FF or 0
        bpl @again
@failed:
        sec
@done:  rts
.endproc

; Move the head by half-tracks; the controller does not know
; In     A half-tracks, inwards positive; interrupts on
; Keeps  A, X, Y, C     Uses  N Z
.proc head_nudge
        pha
        lda MOTOR_DRIVE
        bne @done               ; it stopped meanwhile: nothing to save
        pla
        pha
        sei                     ; the controller changes DRIVE_STATUS in its interrupt
        sta STEPS
        lda DRIVE_STATUS
        ora #DS_STEPPING
        sta DRIVE_STATUS
        cli
@wait:  lda DRIVE_STATUS
        and #DS_STEPPING
        bne @wait
@done:  pla
        rts
.endproc
