; Sectors in buffers, and whether the disk is the one we know
;
; Source of the limits and of the errors' numbers: Commodore, "1541 User's Guide".

.include "fs.inc"
.include "via1541.inc"

.segment "FS_DISK"

; Is there such a sector on a disk of 35 tracks?
; In     A track, Y sector
; Out    C=1  no;  keeps A, X, Y
; Keeps  A, X, Y     Uses   flags
.proc place_check
        cmp #1
        bcc @no
        cmp #LAST_TRACK + 1
        bcs @bad
        pha
        jsr sectors_of
        sta fs_tmp
        pla
        cpy fs_tmp
@bad:   rts
@no:    sec
        rts
.endproc

; Read a sector
; In     X buffer, A track, Y sector
; Out    -
; Keeps  X
; Uses   A, Y, flags; what a job uses
; Error  67 for a link that leads off the disk, 20-29
.proc buffer_read
        jsr place_check
        bcs @illegal
        jsr job_header
        lda #JOB_READ
        bne buffer_job
@illegal:
        sta CUR_TRACK
        sty CUR_SECTOR
        lda #ERR_ILLEGAL_LINK
        jmp dos_error
.endproc

; Write the buffer to where it came from, or where job_header said
; In     X buffer;  keeps X
; Out    -     Keeps  X     Uses   A, Y, flags; what a job uses
.proc buffer_write
        lda #JOB_WRITE
        ; falls through
.endproc

; Do a job
; In     X buffer, A job;  keeps X
; Out    -     Keeps  X     Uses   A, Y, flags; what a job uses
; Error  20-29, 74
.proc buffer_job
        jsr job_run
        bcs job_failed
        rts
.endproc

; In     X buffer, A RESULT_*
.proc job_failed
        tay
        jsr job_place
        cpy #RESULT_ID
        bne @known
        lda #0                  ; another disk: look at it before the next command
        sta bam_valid
@known: lda job_errors,y
        jmp dos_error
.endproc

; The sector of a job is the one of the message
; In     X buffer     Out    -
; Keeps  Y     Uses  A, X, flags
.proc job_place
        txa
        asl a
        tax
        lda JOB_TRACK,x
        sta CUR_TRACK
        lda JOB_SECTOR,x
        sta CUR_SECTOR
        rts
.endproc

; The link of the sector in a buffer
; In     X buffer
; Out    A track, Y sector of the next;  Z = 1 track 0: there is none
; Keeps  X     Uses  flags; chain_link
; Test   tests/asm/dos/test_like_virtual_drive.py
.proc link_read
        txa
        clc
        adc #>BUFFERS
        sta chain_link + 1
        ldy #0
        sty chain_link
        lda (chain_link),y
        pha
        iny
        lda (chain_link),y
        tay
        pla
        rts
.endproc

job_errors:                     ; by RESULT_*
        .byte $74, $74, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29
        .byte $74, $74, $74, $74

; Error 26 unless the disk may be written, 73 if its format is another DOS's
; In     -     Out    -     Keeps  X, Y     Uses   A, flags
.proc write_check
        lda VIA2_PRB
        and #HEAD_WRITABLE
        bne @may
        fail ERR_PROTECTED
@may:   lda BAM + 2
        cmp #'A'
        beq @ours
        fail ERR_VERSION
@ours:  rts
.endproc

; See to it that the BAM in memory is that of the disk
; In     -     Out    -     Keeps  -
; Uses   A, X, Y, flags; bam_dirty, bam_valid, what a job uses
; Error  20-29, 74
.proc disk_ready
        lda DISK_CHANGED
        beq @same
        lda AUTO_INIT
        bne @same
        ldx #CHANNELS - 1
@drop:  lda ch_kind,x           ; files of the other disk
        beq @next
        cmp #KIND_BUFFER
        beq @next
        jsr chan_give
@next:  dex
        bpl @drop
        bmi @learn
@same:  lda bam_valid
        beq @learn
        rts
@learn: jsr disk_seek
        bcc disk_map
        cmp #RESULT_NO_SYNC     ; nothing under the head
        beq @none
        jmp job_failed
@none:  ldy as_read
        beq @file
        jmp job_failed
@file:  fail ERR_NOT_READY
.endproc

; Forget what is known of the disk and read any header of the directory's track
; Out    C, A as job_run; X BAM_BUFFER
.proc disk_seek
        jsr disk_forget
        sta DISK_CHANGED
        ldx #BAM_BUFFER
        lda #DIR_TRACK
        ldy #0
        jsr job_header
        lda #JOB_SEEK
        jmp job_run
.endproc

; Forget the BAM: the disk's is read before the next command
; In     -     Out    -     Keeps  X, Y     Uses   A, flags; LAST_PROGRAM, bam_dirty, bam_valid
.proc disk_forget
        lda #0
        sta bam_valid
        sta bam_dirty
        sta LAST_PROGRAM
        rts
.endproc

; Learn the disk's id and read its BAM
; In     -     Out    -     Keeps  -
; Uses   A, X, Y, flags; bam_dirty, bam_valid, what a job uses
; Error  20-29, 74
.proc disk_initialise
        jsr disk_seek
        bcc disk_map
        jmp job_failed
.endproc
.proc disk_map
        lda #JOB_READ
        jsr buffer_job
        lda #1
        sta bam_valid
        jmp bam_count
.endproc
