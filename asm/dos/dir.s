; Directory: a chain of sectors from track 18, sector 1, with eight entries of 32 bytes each
;
; Source of the layout: Immers and Neufeld, "Inside Commodore DOS".

.include "fs.inc"

BEFORE_FIRST = $FF
CHAIN_MAX   = 200               ; sectors: a longer directory bites its tail

.segment "FS_DIR"

; Begin at the first entry
; In     Y buffer to read the directory in
; Out    -     Keeps  -     Uses   A, X, Y, flags; dir_*, what a job uses
; Error  20-29, 67
.proc dir_first
        sty dir_buf
        lda #0
        sta dir_free_track
        lda #CHAIN_MAX
        sta dir_left
        lda #DIR_TRACK
        ldy #1
        jsr dir_read_at
        lda #BEFORE_FIRST
        sta dir_slot
        rts
.endproc

; Read a sector of the directory
; In     A track, Y sector
.proc dir_read_at
        sta dir_track
        sty dir_sector
        ldx dir_buf
        jsr buffer_read
        ; falls through
.endproc

; The page of dir_buf into the pointers
; In     -     Out    -     Keeps  X, Y     Uses   A, flags; dir_name, dir_ptr
.proc dir_page
        lda dir_buf
        clc
        adc #>BUFFERS
        sta dir_ptr + 1
        sta dir_name + 1
        rts
.endproc

; Read the present sector again: the buffer has been used for something else
; In     dir_sector, dir_slot, dir_track
; Out    dir_ptr, dir_name at the entry dir_slot
; Keeps  -     Uses   A, X, Y, flags; dir_*, what a job uses
.proc dir_again
        lda dir_track
        ldy dir_sector
        jsr dir_read_at
        lda dir_slot
        ; falls through
.endproc
.proc dir_point
        sta dir_slot
        sta dir_ptr
        clc
        adc #ENT_NAME
        sta dir_name
        rts
.endproc

; Write the present sector
; In     dir_sector, dir_track     Out    -     Keeps  -
; Uses   A, X, Y, flags; what a job uses
.proc dir_write
        ldx dir_buf
        lda dir_track
        ldy dir_sector
        jsr job_header
        jmp buffer_write
.endproc

; The next entry in use
; In     dir_free_track, dir_left, dir_ptr, dir_sector, dir_slot, dir_track
; Out    C=0  dir_ptr, dir_name, dir_slot, dir_track, dir_sector; A = Y's byte: the type
;        C=1  there is none; the last sector is in dir_buf.  dir_free_*: first unused entry
; Keeps  -     Uses   A, X, Y, flags; dir_*, what a job uses
; Error  20-29, 67, 71
.proc dir_next
        lda dir_slot
        cmp #BEFORE_FIRST
        bne @on
        lda #0
        beq @entry
@on:    clc
        adc #ENTRY_SIZE
        bcc @entry              ; C: that was the last of eight
        lda #0
        sta dir_ptr
        tay
        lda (dir_ptr),y
        beq @end                ; track 0: no sector follows
        dec dir_left
        beq @endless
        pha
        iny
        lda (dir_ptr),y
        tay
        pla
        jsr dir_read_at
        lda #0
@entry: jsr dir_point
        ldy #ENT_TYPE
        lda (dir_ptr),y
        bne @used
        lda dir_free_track
        bne dir_next            ; the first unused one is remembered
        lda dir_track
        sta dir_free_track
        lda dir_sector
        sta dir_free_sector
        lda dir_slot
        sta dir_free_slot
        jmp dir_next
@endless:
        fail ERR_DIRECTORY
@end:   sec
        rts
@used:  clc
        rts
.endproc

; Does the entry's name fit the pattern?  ? is any character, * any rest
; In     pat_ptr, pat_len;  dir_name
; Out    C=0  yes
; Keeps  X     Uses   A, Y, flags
.proc dir_match
        ldy #0
@next:  cpy pat_len
        beq @end
        lda (pat_ptr),y
        cmp #'*'
        beq @yes
        cpy #NAME_MAX
        beq @no
        sta fs_tmp
        lda (dir_name),y
        cmp #PAD
        beq @no                 ; the name is shorter
        cmp fs_tmp
        beq @same
        lda fs_tmp
        cmp #'?'
        bne @no
@same:  iny
        bne @next               ; always
@end:   cpy #NAME_MAX           ; the pattern is over: the name must be, too
        beq @yes
        lda (dir_name),y
        cmp #PAD
        bne @no
@yes:   clc
        rts
@no:    sec
        rts
.endproc

; The first entry that fits the pattern
; In     Y buffer, pat_ptr, pat_len; A  TYPE_* wanted, TYPE_ANY
; Out    C=0  dir_ptr; A its type byte;  C=1  there is none
; Keeps  -     Uses   A, X, Y, flags; dir_*, entry_type, what a job uses
.proc dir_find
        sta dir_filter
        jsr dir_first
@next:  jsr dir_next
        bcs @none
        sta entry_type
        jsr dir_match
        bcs @next
        lda dir_filter
        cmp #TYPE_ANY
        beq @found
        eor entry_type
        and #TYPE_MASK
        bne @next
@found: lda entry_type
        clc
@none:  rts
.endproc

; Make the entry of a new file, in memory: dir_write brings it to the disk
; In     A type byte; name_at, name_len; after dir_find found nothing
; Out    dir_ptr; links of the entry 0
; Keeps  -     Uses   A, X, Y, flags; bam_*, dir_*, what a job uses
; Error  72
.proc dir_add
        pha
        lda dir_free_track
        bne @there
        jsr extend
        jmp @clear
@there: ldy dir_free_slot
        sty dir_slot
        cmp dir_track
        bne @read
        ldy dir_free_sector
        cpy dir_sector
        beq @have               ; its sector is in the buffer
@read:  sta dir_track
        ldy dir_free_sector
        sty dir_sector
        jsr dir_again
@have:  lda dir_slot
        jsr dir_point
@clear: ldy #ENTRY_SIZE - 1
        lda #0
@zero:  sta (dir_ptr),y
        dey
        cpy #1                  ; bytes 0 and 1 of a sector are its link
        bne @zero
        iny                     ; 2: the type
        pla
        sta (dir_ptr),y
        ; falls through
.endproc

; The name into the entry
; In     dir_name, name_at, name_len     Out    -     Keeps  -     Uses   A, X, Y, flags
.proc name_store
        ldx name_at
        ldy #0
@next:  lda #PAD
        cpy name_len
        bcs @fill
        lda CMD,x
        inx
@fill:  sta (dir_name),y
        iny
        cpy #NAME_MAX
        bne @next
        rts
.endproc

; Link another sector to the directory; it is in dir_buf and empty
; First the sector that was the last gets its link and is written; then the same buffer becomes the new
; sector.
.proc extend
        ldy dir_sector
        jsr bam_next_dir
        pha
        tya
        ldy #1
        pha
        lda #0
        sta dir_ptr
        pla                     ; the link: sector to byte 1 ...
        sta (dir_ptr),y
        tax
        dey                     ; ... and track to byte 0
        pla
        sta (dir_ptr),y
        pha
        txa
        pha
        jsr dir_write
        pla
        sta dir_sector
        pla
        sta dir_track
        lda #0
        tay
@clear: sta (dir_ptr),y
        iny
        bne @clear
        iny                     ; link 0, $FF: the last sector
        lda #$FF
        sta (dir_ptr),y
        lda #0
        jmp dir_point
.endproc
