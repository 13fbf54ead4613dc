; Entry points that programs in the drive's RAM call, at the addresses books document
;
; Source: Englisch and Szczepanowski, "The Anatomy of the 1541 Disk Drive"; Immers and Neufeld,
; "Inside Commodore DOS": what is where and what it does.  The lines' entries are in serial.s,
; the controller's in ctl.s and its neighbours.

.include "fs.inc"

.segment "ENTRY_C100"
; LED on
        jmp led_on

.segment "ENTRY_C118"
        jmp led_on

.segment "ENTRY_C123"
; Forget the error: the LED does not blink
        lda #0
        sta LED_FLASH
        rts

.segment "ENTRY_C194"
; End of a command without error: message 00
        jmp status_ok

.segment "ENTRY_C1C8"
; Error A (BCD) without track and sector; ends in the main loop
.proc entry_error_0
        ldy #0
        sty CUR_TRACK
        sty CUR_SECTOR
        jmp entry_error
.endproc

.segment "ENTRY_C63D"
; Know the disk
        jmp disk_ready

.segment "ENTRY_C823"
; Commands with CMD as it came: S
        jmp cmd_scratch

.segment "ENTRY_C8F0"
; C
        jmp cmd_copy

.segment "ENTRY_CD5F"
; U1
        jmp user_read

.segment "ENTRY_CD97"
; U2
        jmp user_write

.segment "ENTRY_D005"
; I: message 00
.proc entry_initialise
        jsr disk_initialise
        jmp status_ok
.endproc

.segment "ENTRY_D042"
; Read id and BAM
        jmp disk_initialise

.segment "ENTRY_D075"
; Count free blocks
        jmp bam_count

.segment "ENTRY_D586"
; Read, or write, the buffer CURRENT_BUFFER by its track and sector; an error ends in the
; main loop
        lda #JOB_READ
        bne entry_job           ; always
        .assert * = $D58A, lderror, "write of a buffer moved"
        lda #JOB_WRITE
entry_job:
        ldx CURRENT_BUFFER
        jsr job_run
        bcc @done
        jmp entry_job_error
@done:  rts
        .assert * <= $D599, lderror, "write of a buffer runs into the wait"

.segment "ENTRY_D599"
; Wait for the job of buffer X
entry_wait:
        jsr job_wait
        bcc @done
        jmp entry_job_error
@done:  rts

.segment "ENTRY_E60A"
; The job of buffer X has ended with result A: its message, and to the main loop
entry_job_error:
        tay
        jsr job_place
        tya
        and #$0F
        tay
        lda job_errors,y
        jmp entry_error

.segment "ENTRY_E645"
; Error A (BCD), track and sector in CUR_TRACK, CUR_SECTOR; ends in the main loop
entry_error:
        jsr status_set
        .assert * = $E648, lderror, "end of a message moved"
; The message is made: to the main loop
        jmp entry_finish

.segment "ENTRY_EF5C"
; Free the block CUR_TRACK, CUR_SECTOR
.proc entry_free
        lda CUR_TRACK
        ldy CUR_SECTOR
        jmp bam_free
.endproc

.segment "ENTRY_EF90"
; Take it
.proc entry_use
        lda CUR_TRACK
        ldy CUR_SECTOR
        jmp bam_use
.endproc

.segment "FS_MAIN"

; Give back what a command took; the stack is empty again
.proc entry_finish
        lda #0
        sta cmd_end
        sta status_at
        sta mem_answer
        jsr work_give
        jmp main_loop
.endproc
