; Formatting, a track at a time
;
; A track is wiped, a mark is written on it, and the bytes from one passing of the mark to the
; next are counted: what the sectors leave of them is shared out as gaps.  All sectors are
; written in one turn and compared in the next.
;
; A sector: sync, header, gap of 9 bytes, sync, data block, gap.  Data are zeros.

.include "dos.inc"
.include "via1541.inc"
.include "ctl.inc"

SYNC_LENGTH = 5
HEADER_LENGTH = 10
HEADER_GAP  = 9
BLOCK_LENGTH = 325
SECTOR_LENGTH = SYNC_LENGTH + HEADER_LENGTH + HEADER_GAP + SYNC_LENGTH + BLOCK_LENGTH
MARK_LENGTH = 12
OVERFLOW    = $0200 - GCR_OVERFLOW      ; bytes there
SLACK       = 24                ; bytes of the track left over: nothing turns quite evenly
GAP_MIN     = 4
GAP_BYTE    = $55
TRIES       = 4                 ; of a track
SEARCHES    = 100               ; sync marks of a turn and a half, and more
TRACK_LAST  = 35
PROGRAM     = 3                 ; buffer of the job; 0 and 1 hold headers and data
TURN_PAGES  = 32                ; 8192 bytes: a turn has at most 7692
JMP_ABS     = $4C
headers     = BUFFERS
block       = BUFFERS + $100
gap         = $5E
tries       = $5F
sector      = $61
left        = SAVE_PTR

.segment "ENTRY_FAC7"

; Job program: format the disk; a buffer that jumps here is started with JOB_EXECUTE
; It is called at every tick until it takes its job out of the queue.
; In     FORMAT_TRACK $FF to begin, DISK_ID; buffer 2 or higher
; Out    results 1, 3, 6 (what was written does not come back, or the track is too short), 8
; Keeps  -     Uses   A, X, Y, flags; what a job uses
; Time   42 s for 35 tracks
; Test   tests/asm/dos/test_format.py
format_job:
        lda VIA2_PRB
        and #HEAD_WRITABLE
        beq @protected
        ldx FORMAT_TRACK
        bpl format_track
        ldx #1
        jsr next_track
        jmp bump_start          ; the head to track 1; the next tick formats it
@protected:
        lda #RESULT_PROTECTED
        jmp job_end

; In     X track: the job's from now on
next_track:
        stx FORMAT_TRACK
        txa
        ldy #0
        sta (HDR_PTR),y
        lda #TRIES
        sta tries
        rts

format_track:
        jsr track_measure       ; again at each try: the motor may have sped up
        jsr gap_share
        bcs @failed
        jsr headers_make
        jsr block_make
        jsr track_write
        jsr track_compare
        bcs @failed
        ldx FORMAT_TRACK
        inx
        cpx #TRACK_LAST + 1
        bne next_track          ; the next tick moves the head
        lda #$FF
        sta FORMAT_TRACK
        jmp job_ok
@failed:
        dec tries
        bne format_track
        lda #RESULT_GCR
        jmp job_end

; Bytes on the track
; Out    left; result 3
.proc track_measure
        jsr track_clear
        ldx #MARK_LENGTH
        lda #$FF
        jsr bytes_write
        jsr bytes_end           ; the mark is the only sync on a wiped track
        jsr mark_wait
on_mark:  lda VIA2_PRB          ; to the end of the mark: bit 7 is 0 on it
        bpl on_mark
        ldx #<MARK_LENGTH       ; the mark itself counts, too
        ldy #>MARK_LENGTH
        clv
byte:  lda VIA2_PRB             ; not BIT: the head's bytes set V
        bpl done                ; the mark comes round again
        bvc byte
        clv
        inx
        bne byte
        iny
        bpl byte                ; 32,768 bytes without it: nothing comes
none:   lda #RESULT_NO_SYNC
        jmp job_end
done:  stx left
        sty left + 1
        rts

; Sync mark, within 0.8 s
mark_wait:
        ldx #0
        ldy #0
wait:  lda VIA2_PRB
        bpl found
        inx
        bne wait
        iny
        bne wait
        beq none
found: rts
.endproc

; What the sectors leave of the track
; In     left bytes on the track
; Out    gap; C=1 there is not enough
.proc gap_share
        ldx SECTORS
        lda left
        sec
        sbc #SLACK
        sta left
        bcs @sector
        dec left + 1
@sector:
        lda left
        sec
        sbc #<SECTOR_LENGTH
        sta left
        lda left + 1
        sbc #>SECTOR_LENGTH
        sta left + 1
        bcc @short
        dex                     ; less one sector, SECTORS times: without a division
        bne @sector
        lda left                ; a disk that turns far too slowly: some gap
        ldy left + 1
        beq @share
        lda #$FF
@share: cmp SECTORS             ; X is 0: what is left, divided by SECTORS, counts in it
        bcc @done
        sbc SECTORS
        inx
        bne @share
@done:  stx gap
        cpx #GAP_MIN
        bcc @short
        clc
        rts
@short: sec
        rts
.endproc

; Headers of all sectors as GCR to buffer 0
.proc headers_make
        ldx #0
        stx sector
        stx WORK                ; index in the buffer of headers: 21 times 10 bytes fit
@sector:
        lda DISK_ID
        sta HEADER
        eor DISK_ID + 1
        eor FORMAT_TRACK
        eor sector
        sta HEADER_CHECK
        lda DISK_ID + 1
        sta HEADER + 1
        lda FORMAT_TRACK
        sta HEADER_TRACK
        lda sector
        sta HEADER_SECTOR
        jsr header_encode
        ldx #0
        ldy WORK
@byte:  lda GCR_HEADER,x
        sta headers,y
        iny
        inx
        cpx #HEADER_LENGTH
        bne @byte
        sty WORK
        inc sector
        lda sector
        cmp SECTORS
        bne @sector
        rts
.endproc

; Data block of zeros as GCR to GCR_OVERFLOW and buffer 1
.proc block_make
        lda #>block
        sta BUF_PTR + 1
        lda #0
        tay
        sta BUF_PTR
        sta CHECKSUM
@clear: sta block,y
        iny
        bne @clear
        jsr block_encode        ; all sectors get the same block
        lda #0
        sta GCR_FLAG            ; not for the job's own buffer
        rts
.endproc

; All sectors, the first one here
.proc track_write
        jsr head_write
        ldy #0                  ; goes on through all headers
        lda SECTORS
        sta sector
@sector:
        jsr sync_write
        ldx #HEADER_LENGTH
@header:
        lda headers,y
@wait1: bvc @wait1
        clv
        sta VIA2_PRA
        iny
        dex
        bne @header
        ldx #HEADER_GAP
        lda #GAP_BYTE
        jsr bytes_write
        jsr sync_write
        ldx #<GCR_OVERFLOW
@head:  lda STACK,x
@wait2: bvc @wait2
        clv
        sta VIA2_PRA
        inx
        bne @head
@tail:  lda block,x             ; X is 0 after GCR_OVERFLOW
@wait3: bvc @wait3
        clv
        sta VIA2_PRA
        inx
        bne @tail
        ldx gap
        lda #GAP_BYTE
        jsr bytes_write
        dec sector
        bne @sector
        ; falls through
.endproc

; The last byte goes out, then the head reads
bytes_end:
        bvc bytes_end
        clv
@out:   bvc @out
        jmp head_read

sync_write:
        ldx #SYNC_LENGTH
        lda #$FF
        ; falls through

; In     A byte, X how many
; Out    X = 0
bytes_write:
        bvc bytes_write
        clv
        sta VIA2_PRA
        dex
        bne bytes_write
        rts

; The sectors as they are on the disk against what was written
; Each byte is compared as it passes, 26 cycles apart at best.  The headers lie in the order in which they
; were written, and WORK points at the next one: so all sectors are seen in one turn.
; Out    C=1 a difference; result 3
.proc track_compare
        lda #0
        sta WORK
        lda SECTORS
        sta sector
        lda #SEARCHES           ; it must find the first sector among all that pass
        sta TEMP
@sector:
        jsr sync_wait
        ldx WORK                ; the next header in the order in which they were written
@header:
        lda headers,x
@wait1: bvc @wait1              ; BYTE READY sets V
        clv
        eor VIA2_PRA
        bne @other
        inx
        iny
        cpy #HEADER_LENGTH
        bne @header
        stx WORK
        jsr sync_wait
        ldx #<GCR_OVERFLOW      ; the first 69 bytes of GCR lie in page 1, the other 256 behind
@head:  lda STACK,x
@wait2: bvc @wait2
        clv
        eor VIA2_PRA
        bne @bad
        inx
        bne @head
@tail:  lda block,x
@wait3: bvc @wait3
        clv
        eor VIA2_PRA
        bne @bad
        inx
        bne @tail
        dec sector
        bne @sector
        clc
        rts
@other: dec TEMP
        bne @sector             ; another sector's header, or a data block: the next sync
@bad:   sec
        rts
.endproc

; Format a disk, and wait for it
; In     DISK_ID; interrupts on
; Out    C=0; or C=1, A result 3, 6, 8.  Buffers 0, 1, 3 are destroyed.  DISK_ID is on the disk
; Uses   A, X, Y, flags     Keeps  -
; Time   42 s
; Test   tests/asm/dos/test_format.py
.proc disk_format
        ldx #PROGRAM
        lda #$FF
        sta FORMAT_TRACK
        lda #JMP_ABS
        sta BUFFERS + $100 * PROGRAM
        lda #<format_job
        sta BUFFERS + $100 * PROGRAM + 1
        lda #>format_job
        sta BUFFERS + $100 * PROGRAM + 2
        lda #1
        sta JOB_TRACK + 2 * PROGRAM
        lda #JOB_EXECUTE
        jsr job_start
        jmp job_wait
.endproc

.segment "ENTRY_FE0E"

; Write $55 over the whole track and more; the head goes on writing
; In     -     Out    V = 0
; Uses   A, X, Y, flags     Keeps  -
; Time   0.21 s at the highest bit rate, 0.26 s at the lowest
; Test   tests/asm/dos/test_format.py
track_clear:
        jsr head_write
        lda #GAP_BYTE
        sta VIA2_PRA            ; stays there: the head writes it until it reads
        ldx #TURN_PAGES
        jmp bytes_pass

.segment "ENTRY_FE24"

; Let bytes pass under the head; it goes on reading or writing what port A has
; In     X how many times 256
; Out    X = Y = 0, V = 0
; Test   tests/asm/dos/test_entries.py
bytes_pass:
        ldy #0
@byte:  bvc @byte
        clv
        dey                     ; 256 bytes
        bne @byte
        dex
        bne @byte
        rts
        .assert * <= $FE30, lderror, "bytes_pass runs into page_encode"

.segment "ENTRY_FDA3"

; Write $FF, one long sync mark, over the whole track and more; the head goes on writing
; Uses   A, X, Y, flags
; Time   as track_clear
; Test   tests/asm/dos/test_entries.py
track_sync:
        jsr head_write
        ldx #TURN_PAGES
        jmp bytes_pass

.segment "ENTRY_FDE5"

; Headers in GCR that page_encode left in buffer 0 to where those from GCR_OVERFLOW end
; In     Y the last one's offset
; Out    bytes 0 to Y of buffer 0 are at 69 and behind;  Y = 0
; Uses   A, flags
; Test   tests/asm/dos/test_entries.py
headers_up:
        iny                     ; from the end: the two places overlap
@byte:  dey
        lda BUFFERS,y
        sta BUFFERS + OVERFLOW,y
        cpy #0
        bne @byte
        rts
        .assert * <= $FDF5, lderror, "headers_up runs into overflow_take"

.segment "ENTRY_FDF5"

; GCR_OVERFLOW to the beginning of the buffer
; In     BUF_PTR
; Out    Y = 0
; Uses   A, flags
; Test   tests/asm/dos/test_entries.py
overflow_take:
        ldy #OVERFLOW
@byte:  lda GCR_OVERFLOW - 1,y  ; -1: Y is one more than the index until DEY
        dey
        sta (BUF_PTR),y
        bne @byte
        rts
        .assert * <= $FE00, lderror, "overflow_take runs into head_read"

.segment "CTL_BLOCK"

; Head writes, $FF first
; In     -     Out    V = 0
; Uses   A, N Z, V = 0
; Keeps  X, Y
.proc head_write
        lda #$FF
        sta VIA2_DDRA
        sta VIA2_PRA
        lda #PCR_WRITE
        sta VIA2_PCR
        clv
        rts
.endproc
