; Block availability map: track 18, sector 0, four bytes a track: free blocks, then a bit a sector
;
; Source: Immers and Neufeld, "Inside Commodore DOS": the map, the order in which files grow.

.include "fs.inc"

DIR_INTERLEAVE = 3

.segment "FS_BAM"

; In     A track 1-35
; Out    bam_index;  C=1  the map does not manage that track.  Keeps X, Y
.proc bam_locate
        sta bam_ptr_track
        cmp #1
        bcc @no
        cmp #LAST_TRACK + 1
        bcs @out
        asl a
        asl a
        sta bam_index
        rts                     ; C=0: 140 at most
@no:    sec
@out:   rts
.endproc

; In     bam_index, Y sector
; Out    X offset in the BAM, A the sector's bit
; Uses   Y
.proc bam_bit
        tya
        lsr a
        lsr a
        lsr a
        sec                     ; one more: the entry begins with the count
        adc bam_index
        tax
        tya
        and #7
        tay
        lda bits,y
        rts
.endproc

bits:   .byte 1, 2, 4, 8, 16, 32, 64, 128

; Is a block free?
; In     A track, Y sector
; Out    Z=0 free
; Keeps  -     Uses   A, X, Y, flags; bam_index, bam_ptr_track
.proc bam_test
        jsr bam_locate
        bcs @no
        jsr bam_bit
        and BAM,x
        rts
@no:    lda #0
        rts
.endproc

; Mark a block used; C=1: it was already, or is not managed
; In     A track, Y sector
; Out    C     Keeps  -     Uses   A, X, Y, flags; bam_*
.proc bam_use
        jsr bam_locate
        bcs @out
        jsr bam_bit
        sta fs_tmp
        and BAM,x
        sec                     ; for the case that it is used
        beq @out
        lda BAM,x
        eor fs_tmp
        sta BAM,x
        ldx bam_index
        dec BAM,x
        lda #1
        sta bam_dirty
        clc
@out:   rts
.endproc

; Mark a block free
; In     A track, Y sector
; Out    -     Keeps  -     Uses   A, X, Y, flags; bam_*
.proc bam_free
        jsr bam_locate
        bcs @out
        jsr bam_bit
        sta fs_tmp
        and BAM,x
        bne @out
        lda BAM,x
        ora fs_tmp
        sta BAM,x
        ldx bam_index
        inc BAM,x
        lda #1
        sta bam_dirty
@out:   rts
.endproc

; A free sector of a track, from bam_sector on, round the track
; In     bam_ptr_track, bam_index, bam_sector
; Out    C=0  bam_sector;  C=1  none
.proc bam_search
        lda bam_ptr_track
        jsr sectors_of
        sta fs_tmp + 1
        sta fs_tmp + 2
@next:  ldy bam_sector
        jsr bam_bit
        and BAM,x
        bne @found
        inc bam_sector
        lda bam_sector
        cmp fs_tmp + 1
        bcc @more
        lda #0
        sta bam_sector
@more:  dec fs_tmp + 2          ; once round the track
        bne @next
        sec
        rts
@found: clc
        rts
.endproc

; Go on by A sectors on a track, as the drive counts round it
; In     A step, Y sector, bam_ptr_track
; Out    bam_sector
.proc sector_wrap
        sty bam_sector
        clc
        adc bam_sector
        sta bam_sector
        lda bam_ptr_track
        jsr sectors_of
        sta fs_tmp
        lda bam_sector
        sec
        sbc fs_tmp
        bcc @fits
        beq @set                ; sector 0 stays; any other is one less, as in Commodore's DOS
        sbc #1                  ; C=1
@set:   sta bam_sector
@fits:  rts
.endproc

; Take the block a new file begins with: nearest to the directory
; In     bam_index, bam_sector
; Out    A track, Y sector
; Keeps  -     Uses   A, X, Y, flags; bam_*
; Error  72
.proc bam_first
        lda #1
        sta bam_step
@next:  lda #DIR_TRACK
        sec
        sbc bam_step
        jsr try_track
        bcc bam_take
        lda #DIR_TRACK
        clc
        adc bam_step
        jsr try_track
        bcc bam_take
        inc bam_step
        lda bam_step
        cmp #DIR_TRACK
        bcc @next
        fail ERR_FULL
.endproc

; In     A track
; Out    C=0  bam_ptr_track, bam_sector: a free block
.proc try_track
        jsr bam_locate
        bcs @out
        lda #0
        sta bam_sector
        jmp bam_search
@out:   rts
.endproc

; Take the block found
; Out    A track, Y sector
.proc bam_take
        lda bam_ptr_track
        ldy bam_sector
        jsr bam_use
        lda bam_ptr_track
        ldy bam_sector
        rts
.endproc

; Take the block that follows one in a file: by the interleave, then track by track away from
; the directory, then on the other side of it, then between
; In     A track, Y sector
; Out    A track, Y sector
; Keeps  -     Uses   A, X, Y, flags; bam_*
; Error  72
.proc bam_next
        ldx #3                  ; turns at an end of the disk: away, other side, between
        stx bam_left
        ldx #$FF
        cmp #DIR_TRACK
        bcc @down
        ldx #1
@down:  stx bam_step
@start: cmp #DIR_TRACK
        beq @on
        jsr bam_locate
        bcs @full
        lda INTERLEAVE
        jsr sector_wrap
        jsr bam_search
        bcc bam_take
        lda bam_ptr_track
@on:    clc
        adc bam_step
        beq @up                 ; below track 1: on behind the directory
        cmp #LAST_TRACK + 1
        bcs @back
@try:   jsr try_track
        bcc bam_take
        lda bam_ptr_track
        jmp @on
@up:    lda #1
        ldx #DIR_TRACK + 1
        bne @turn
@back:  lda #$FF
        ldx #DIR_TRACK - 1
@turn:  sta bam_step
        txa
        dec bam_left
        bne @try
@full:  fail ERR_FULL
.endproc

; Take another block for the directory
; In     Y sector of the one before
; Out    A track, Y sector
; Keeps  -     Uses   A, X, Y, flags; bam_*
; Error  72
.proc bam_next_dir
        lda #DIR_TRACK
        jsr bam_locate
        lda #DIR_INTERLEAVE
        jsr sector_wrap
        jsr bam_search
        bcc bam_take
        fail ERR_FULL
.endproc

; Write the BAM if it has changed
; In     -     Out    -     Keeps  -     Uses   A, X, Y, flags; bam_dirty, what a job uses
.proc bam_write
        lda bam_dirty
        beq @same
        ldx #BAM_BUFFER
        lda #DIR_TRACK
        ldy #0
        jsr job_header
        jsr buffer_write
        lda #0
        sta bam_dirty
@same:                          ; falls through
.endproc

; Count free blocks, the directory's track left out, into FREE_LOW, FREE_HIGH
; In     -     Out    -     Keeps  Y     Uses   A, X, flags
.proc bam_count
        lda #0
        sta FREE_LOW
        sta FREE_HIGH
        ldx #4
@next:  cpx #4 * DIR_TRACK
        beq @skip               ; the directory's track
        lda BAM,x
        clc
        adc FREE_LOW
        sta FREE_LOW
        bcc @skip
        inc FREE_HIGH
@skip:  inx
        inx
        inx
        inx
        cpx #4 * (LAST_TRACK + 1)
        bne @next
        rts
.endproc

; All blocks free but the header
; In     bam_index     Out    -     Keeps  -     Uses   A, X, Y, flags; bam_*
.proc bam_empty
        lda #LAST_TRACK
@track: jsr bam_locate
        ldx bam_index
        jsr sectors_of_track
        sta BAM,x
        sec
        sbc #17                 ; 17, 18, 19, 21: index into last_bits
        tay
        lda #$FF
        sta BAM + 1,x
        sta BAM + 2,x
        lda last_bits,y
        sta BAM + 3,x
        ldx bam_ptr_track
        dex
        txa
        bne @track
        lda #DIR_TRACK
        ldy #0
        jmp bam_use
.endproc

.proc sectors_of_track
        lda bam_ptr_track
        jmp sectors_of
.endproc

last_bits:                      ; sectors 16 and up: of 17, 18, 19, 21 sectors
        .byte %00001, %00011, %00111, %01111, %11111
