; The disk controller: writing and verifying a block, motor and stepper

.include "dos.inc"
.include "via1541.inc"
.include "ctl.inc"

GAP_WAIT    = 10                ; bytes from the eighth of a header to where writing begins
SYNC_BYTES  = 5
FILL_BYTES  = 2                 ; GCR bytes at a block's end that hold nothing
BUMP_STEPS  = <-92              ; 46 tracks: from anywhere against the stop
SPIN_UP     = $3C               ; ticks: 0.9 s
LINGER      = $FF               ; ticks the motor runs on after a job: 3.8 s
STEP_HIGH   = $2A               ; T1 while stepping: 10.8 ms a half-track
SETTLE      = 2                 ; ticks after the last step

.segment "ENTRY_F575"

; WRITE: the buffer to the data block of the job's sector, then VERIFY
; In     BUF_PTR, GCR_FLAG, HDR_PTR, HEADER_MARK, JOB_BUFFER, JOB_CODE, NEXT_BUFFER, STEPS,
;        TRACK_DIFF
; Out    results 2, 3, 8, and those of VERIFY
; Keeps  -     Uses   A, X, Y, flags; what a job uses
; Test   tests/asm/dos/test_jobs.py
block_write:
        lda VIA2_PRB
        and #HEAD_WRITABLE
        bne @may
        lda #RESULT_PROTECTED
        jmp job_end
@may:   jsr block_sum
        sta CHECKSUM
        jsr block_encode        ; before the header is looked for: it takes 34 ms, two sectors
        jsr header_find
        ldx #GAP_WAIT           ; the rest of the header and its gap pass
@gap:   bvc @gap
        clv
        dex
        bne @gap
        jsr head_write
        ldx #SYNC_BYTES
@sync:  bvc @sync
        clv
        dex
        bne @sync
        ldy #<GCR_OVERFLOW
@head:  lda STACK,y             ; fetched before the wait: 26 cycles a byte at the fastest
@wait1: bvc @wait1
        clv
        sta VIA2_PRA            ; taken at BYTE READY, written during the next 8 bits
        iny
        bne @head
@tail:  lda (BUF_PTR),y
@wait2: bvc @wait2
        clv
        sta VIA2_PRA
        iny
        bne @tail
@last:  bvc @last               ; the last byte goes to the head,
        clv
@out:   bvc @out                ; and is written
        jsr head_read
        jsr block_restore       ; VERIFY encodes it again
        ldy JOB_BUFFER
        lda JOBS,y
        eor #JOB_WRITE ^ JOB_VERIFY ; the job becomes VERIFY, which the controller finds next
        sta JOBS,y
        jmp ctl_next
        .assert * <= $F5E9, lderror, "block_write runs into block_sum"

.segment "ENTRY_F5E9"

; Checksum of the buffer
; In     BUF_PTR
; Out    A all 256 bytes, exclusive or; Y = 0
; Keeps  X     Uses  A, Y, N Z
; Time   2569 cycles
; Test   tests/asm/dos/test_gcr.py
.proc block_sum
        lda #0
        tay
@next:  eor (BUF_PTR),y
        iny
        bne @next
        rts
.endproc
        .assert * <= $F5F2, lderror, "block_sum runs into block_restore"

.segment "CTL_BLOCK"

; End of READ: does the checksum fit
; In     -     Noreturn  ends the job: the controller goes on with the next one
block_check:
        jsr block_sum
        ldx #RESULT_DATA_SUM
        cmp CHECKSUM
        bne @end
        ldx #RESULT_OK
@end:   txa
        jmp job_end

; What job_end leaves to do: the buffer holds bytes again
.proc job_tidy
        lda #0
        sta SEEKS
        lda GCR_FLAG
        beq @done
        jsr block_restore
@done:  rts
.endproc

; Flags of the job whose pointers were set
; In     JOB_BUFFER     Out    Y, N     Keeps  X     Uses   A, Y, flags
.proc job_sign
        ldy JOB_BUFFER
        lda JOBS,y
        php                     ; N of the job, which LDY would change
        ldy #0
        plp
        rts
.endproc

; The header that the job looks for, as GCR
; In     GCR_SOURCE, HDR_PTR, HEADER_MARK     Out    -     Keeps  -
; Uses   A, X, Y, flags; BUF_PTR, GCR_PTR, HEADER, HEADER_*, STAGE, STAGE_GCR
.proc header_wanted
        lda DISK_ID
        sta HEADER
        lda DISK_ID + 1
        sta HEADER + 1
        ldy #0
        lda (HDR_PTR),y
        sta HEADER_TRACK
        iny
        lda (HDR_PTR),y
        sta HEADER_SECTOR
        eor HEADER_TRACK        ; checksum: track, sector and both bytes of the ID
        eor HEADER
        eor HEADER + 1
        sta HEADER_CHECK
        jmp header_encode
.endproc

; Bit rate and number of sectors of a track
; In     A track
; Out    SECTORS, density bits
; Keeps  Y     Uses  A, X, flags
; Test   tests/asm/dos/test_jobs.py
.proc zone_set
        jsr zone_of
        lda zone_sectors,x
        sta SECTORS
        lda VIA2_PRB
        and #<~HEAD_DENSITY
        ora zone_density,x
        sta VIA2_PRB
        rts
.endproc

; Zone of a track
; In     A track
; Out    X zone: 3 the outermost and fastest, 0 the innermost
; Keeps  A, Y     Uses  X, flags
.proc zone_of
        ldx #ZONES
@look:  dex
        beq @found              ; the innermost has no end
        cmp zone_end,x          ; C=1: the track is at or behind that end, further in
        bcs @look
@found: rts
.endproc

; Sectors of a track
; In     A track
; Out    A number of sectors
; Keeps  X, Y     Uses  A, flags
; Test   tests/asm/dos/test_gcr.py
.proc sectors_of
        pha
        txa
        tsx                     ; before the push: STACK + 1 is A of the caller
        pha
        lda STACK + 1,x
        jsr zone_of
        lda zone_sectors,x
        tsx                     ; one lower now, so the same place is STACK + 2
        sta STACK + 2,x
        pla
        tax
        pla
        rts
.endproc

zone_density:
        .byte $00, $20, $40, $60

.segment "ENTRY_FED1"

; Zones of the disk from the innermost to the outermost, where programs look for them: sectors
; of a track, letter of the format, number of zones, track after the zone's last
zone_sectors:
        .byte 17, 18, 19, 21
        .byte 'A'
        .byte ZONES
zone_end:
        .byte 36, 31, 25, 18
ZONES = * - zone_end

.segment "ENTRY_F691"

; VERIFY: the data block of the job's sector against the buffer
; In     -     Out    results 1, 2, 3, 7; the buffer is as before (job_end)
; Noreturn  ends the job: the controller goes on with the next one
block_verify:
        jsr block_sum
        sta CHECKSUM
        jsr block_encode
        jsr block_wait
        ldy #<GCR_OVERFLOW
@head:  lda STACK,y
@wait1: bvc @wait1
        clv
        eor VIA2_PRA            ; 0 if it is the same
        bne @differs
        iny
        bne @head
@tail:  lda (BUF_PTR),y
@wait2: bvc @wait2
        clv
        eor VIA2_PRA
        bne @differs
        iny
        cpy #<-FILL_BYTES       ; the last two hold nothing, and may differ
        bne @tail
        jmp job_ok
@differs:
        lda #RESULT_VERIFY
        jmp job_end
        .assert * <= $F6D0, lderror, "block_verify runs into gcr_encode"

.segment "ENTRY_F969"

; End of a job
; In     A result
; Out    in the queue; the buffer holds bytes, not GCR; goes on with the next job
; Noreturn  ends the job: the controller goes on with the next one
; Test   tests/asm/dos/test_jobs.py
job_end:
        pha
        jsr job_tidy
        jsr motor_linger
        pla
        ldy JOB_BUFFER
        sta JOBS,y
        ldx SAVE_SP             ; whatever has been called: as when the interrupt came
        txs
        jmp ctl_next
        .assert * <= $F97E, lderror, "job_end runs into motor_on"

.segment "ENTRY_F97E"

; Motor on; the drive is ready after SPIN_UP ticks
; In     -     Out    -     Keeps  X, Y     Uses  A, N Z
.proc motor_on
        lda #SPIN_UP
        sta MOTOR_TIME
        lda #DS_NOT_READY | DS_MOTOR
        sta DRIVE_STATUS
        lda VIA2_PRB
        ora #HEAD_MOTOR
        sta VIA2_PRB
        rts
.endproc
        .assert * <= $F98F, lderror, "motor_on runs into motor_linger"

.segment "ENTRY_F98F"

; Motor off if no job comes for LINGER ticks
; In     -     Out    -     Keeps  X, Y     Uses  A, N Z
.proc motor_linger
        lda #LINGER
        sta MOTOR_TIME
        lda DRIVE_STATUS
        ora #DS_STOPPING
        sta DRIVE_STATUS
        rts
.endproc
        .assert * <= $F99C, lderror, "motor_linger runs into ctl_motor"

.segment "ENTRY_F99C"

; What every tick does: disk change, motor, stepper
; In     STEPS
; Out    returns to the interrupt
; Keeps  Y
; Uses   A, X, flags; DISK_CHANGED, DRIVE_STATUS, MOTOR_DRIVE, MOTOR_TIME, PROTECT_LAST, STEPS
; Test   tests/asm/dos/test_jobs.py
ctl_motor:
        lda VIA2_PRB
        and #HEAD_WRITABLE
        cmp PROTECT_LAST        ; a disk that goes in or out covers the sensor
        beq @same
        sta PROTECT_LAST
        lda #1
        sta DISK_CHANGED
@same:  lda DRIVE_STATUS        ; bit by bit: the head's bytes set V
        bmi @spin_up
        asl a                   ; bit 6, DS_STEPPING, becomes N
        bmi head_step
        lda DRIVE_STATUS
        and #DS_STOPPING
        beq @done
        dec MOTOR_TIME
        bne @done
        lda #0
        sta DRIVE_STATUS
        lda #$FF
        sta MOTOR_DRIVE
        lda VIA2_PRB
        and #<~HEAD_MOTOR
        sta VIA2_PRB
@done:  rts
@spin_up:
        dec MOTOR_TIME
        bne @done
        lda DRIVE_STATUS
        and #<~DS_NOT_READY
        sta DRIVE_STATUS
        rts

; One half-track a tick, then time for the head to come to rest
head_step:
        lda STEPS
        beq @rest
        bmi @out
        jsr step_in
        jmp @turned
@out:   inc STEPS               ; outwards they are negative
        ldx VIA2_PRB
        dex
        jsr phase_set
@turned:
        lda #STEP_HIGH
        sta VIA2_T1LH           ; the latch only: it counts from the next tick on
        lda #SETTLE
        sta STEP_REST
        rts
@rest:  lda STEP_REST
        beq @there
        dec STEP_REST
        bne @done
@there: lda DRIVE_STATUS
        and #<~DS_STEPPING
        sta DRIVE_STATUS
        lda #TICK_HIGH
        sta VIA2_T1LH
@done:  rts

; Against the stop: after 92 steps outwards the head is on track 1
; In     -     Out    HEAD_TRACK = 1
; Uses   A, N Z
; Keeps  X, Y
bump_start:
        lda VIA2_PRB
        and #<~HEAD_PHASE
        sta VIA2_PRB            ; phase 0, which 92 steps lead back to: that of track 1
        lda #BUMP_STEPS
        sta STEPS
        lda #1
        sta HEAD_TRACK
        lda #DS_MOTOR | DS_STEPPING
        sta DRIVE_STATUS
        rts

.segment "ENTRY_FA63"

; Half a track inwards, at once: whoever calls it gives the head its time
; In     STEPS
; Out    STEPS one less
; Uses   A, X, N Z
; Time   33 cycles, with RTS, without JSR
; Test   tests/asm/dos/test_entries.py
step_in:
        ldx VIA2_PRB
        inx
        dec STEPS
        ; falls through
        .assert * = $FA69, lderror, "phase_set moved"

; Give a winding of the stepper the current
; In     X winding in bits 0-1
; Keeps  X     Uses  A, N Z
; Time   22 cycles, with RTS, without JSR
; Test   tests/asm/dos/test_entries.py
phase_set:
        txa
        eor VIA2_PRB            ; only the two bits of the phase change: a bit that
        and #HEAD_PHASE         ; differs is turned, all others meet themselves
        eor VIA2_PRB
        sta VIA2_PRB
        rts

.segment "ENTRY_FEF3"

; Wait 40 us
; Keeps  X, Y     Uses  A, N V Z C
; Time   40 cycles with JSR and RTS
; Test   tests/asm/dos/test_entries.py
wait_40:
        lda #5                  ; JSR 6, LDA 2, SEC 2, five rounds 24, RTS 6
        sec
@wait:  sbc #1
        bne @wait
        rts

.segment "ENTRY_FE00"

; Head reads
; In     -     Out    -     Uses   A, N Z
; Keeps  X, Y
.proc head_read
        lda #PCR_READ
        sta VIA2_PCR
        lda #0
        sta VIA2_DDRA
        rts
.endproc
        .assert * <= $FE0E, lderror, "head_read runs into track_clear"
