; Relative files: records of one length, found through side sectors
;
; A side sector holds: 0-1 link, 1 of the last one the offset of its last byte, 2 its number
; (0-5), 3 length of a record, 4-15 track and sector of all six side sectors, 16-255 track and
; sector of up to 120 data blocks.  A record that was never written is $FF and zeros.
; Source: Immers and Neufeld, "Inside Commodore DOS".

.include "fs.inc"

DATA_SIZE   = 254
DATA_START  = 2
SIDE_MAX    = 6
SIDE_BLOCKS = 120
SIDE_NUMBER = 2
SIDE_RECORD = 3
SIDE_LIST   = 4
SIDE_DATA   = 16
RECORD_MAX  = 254
UNUSED      = $FF               ; first byte of a record never written
FLAG_SIDE   = FLAG_FRESH        ; the side sector differs from the disk

.segment "FS_REL"

; Open NAME,L,length: a file that is there, or a new one
; In     name as parsed; cur_chan     Out    -     Keeps  -
; Uses   A, X, Y, flags; bam_*, dir_*, entry_type, rel_*, what a job uses
; Error  26, 33, 50, 51, 62, 64, 70, 72
.proc rel_open
        lda #TYPE_ANY
        jsr find_again
        bcc rel_found
        lda rec_wanted
        bne @create
        fail ERR_NOT_FOUND
@create:
        cmp #RECORD_MAX + 1
        bcc @length
        fail ERR_OVERFLOW
@length:
        lda name_wild
        beq @plain
        fail ERR_NAME
@plain: jsr write_check
        jsr buffer_second       ; before anything is written: it may be error 70
        lda #TYPE_REL | TYPE_CLOSED
        jsr dir_add
        jsr entry_first         ; the data block; then the side sector
        ldx cur_chan
        ldy ch_sector,x
        lda ch_track,x
        jsr bam_next
        sta rel_num
        sty rel_num + 1
        ldy #ENT_SIDE_TRACK
        lda rel_num
        sta (dir_ptr),y
        iny
        lda rel_num + 1
        sta (dir_ptr),y
        iny
        lda rec_wanted
        sta (dir_ptr),y
        ldy #ENT_BLOCKS
        lda #2
        sta (dir_ptr),y
        jsr dir_write
        jsr take_entry
        lda #0
        jsr side_new
        jsr side_link_first
        jmp create_block
.endproc

; Open the relative file whose entry has been found
; In     cur_chan, dir_ptr, dir_sector, dir_slot, dir_track, entry_type, rec_wanted     Out    -
; Keeps  -     Uses   A, X, Y, flags; rel_*, what a job uses
; Error  50 another length, 64 not relative, 70
.proc rel_found
        lda entry_type
        eor #TYPE_REL
        and #TYPE_MASK
        bne @type
        ldy #ENT_RECORD
        lda (dir_ptr),y
        beq @type               ; a file whose type has been changed by hand
        ldx rec_wanted
        beq @length             ; none was named: any fits
        cmp rec_wanted
        beq @length
        fail ERR_NO_RECORD
@type:  fail ERR_TYPE
@length:
        jsr buffer_second
        jsr take_entry
        lda rel_num
        ldy rel_num + 1
        jsr side_read
        ; falls through
.endproc

; To the first record
; In     cur_chan     Out    -     Keeps  -     Uses   A, X, Y, flags; rel_*, what a job uses
.proc rel_rewind
        ldx cur_chan
        lda #0
        sta ch_rec_lo,x
        sta ch_rec_hi,x
        sta ch_pos,x
        jmp rel_seek
.endproc

; Copy what the entry at dir_ptr says to the channel
; Out    rel_num: track and sector of the first side sector;  X
.proc take_entry
        ldx cur_chan
        jsr file_record_place
        lda #KIND_REL
        sta ch_kind,x
        ldy #ENT_RECORD
        lda (dir_ptr),y
        sta ch_record,x
        dey
        lda (dir_ptr),y
        sta rel_num + 1
        dey
        lda (dir_ptr),y
        sta rel_num
        jsr chan_start
        pha
        ldx cur_chan
        tya
        sta ch_sector,x
        pla
        sta ch_track,x
        lda #0
        sta ch_flags,x
        rts
.endproc

; Pages of the two buffers
; In     cur_chan
; Out    X   channel;  Y = 0
; Keeps  -     Uses   A, X, Y, flags; rel_data, rel_sides
.proc rel_pages
        ldx cur_chan
        lda ch_buf,x
        clc
        adc #>BUFFERS
        sta rel_data + 1
        lda ch_buf2,x
        clc
        adc #>BUFFERS
        sta rel_sides + 1
        ldy #0
        sty rel_data
        sty rel_sides
        rts
.endproc

; Read a side sector
; In     A track, Y sector
.proc side_read
        pha
        ldx cur_chan
        lda ch_buf2,x
        tax
        pla
        jsr buffer_read
        jsr rel_pages
        ldy #SIDE_NUMBER
        lda (rel_sides),y
        sta ch_side,x
        rts
.endproc

; See to it that side sector A is in the buffer
; In     A   0-5
; Out    C=1 the file has none of that number
; Keeps  -     Uses   A, X, Y, flags; rel_*, what a job uses
.proc side_load
        pha
        jsr rel_pages
        pla
        cmp ch_side,x
        beq @have
        asl a
        tay
        tya
        clc
        adc #SIDE_LIST
        tay
        lda (rel_sides),y
        beq @none               ; track 0: no such side sector
        sta rel_num             ; kept: another one comes into the buffer
        iny
        lda (rel_sides),y
        sta rel_num + 1
        jsr side_flush
        lda rel_num
        ldy rel_num + 1
        jsr side_read
@have:  clc
        rts
@none:  sec
        rts
.endproc

; side_flush, data_flush, rel_flush, rel_close -- write the side sector, the data block, both,
; both and the BAM, if they were changed
; In     cur_chan     Out    -     Keeps  -     Uses   A, X, Y, flags; bam_dirty, what a job uses
.proc side_flush
        ldx cur_chan
        lda ch_flags,x
        and #FLAG_SIDE
        beq @same
        lda ch_flags,x
        and #<~FLAG_SIDE
        sta ch_flags,x
        lda ch_buf2,x
        tax
        jmp buffer_write
@same:  rts
.endproc
.proc data_flush
        ldx cur_chan
        lda ch_flags,x
        and #FLAG_DIRTY
        beq @same
        lda ch_flags,x
        and #<~FLAG_DIRTY
        sta ch_flags,x
        jmp chan_write
@same:  rts
.endproc
.proc rel_flush
        jsr data_flush
        jmp side_flush
.endproc

.proc rel_close
        jsr rel_flush
        jmp bam_write
.endproc

; See to it that a data block is in the buffer
; In     A track, Y sector
; Out    -     Keeps  -     Uses   A, X, Y, flags; what a job uses
.proc data_load
        pha
        jsr chan_index
        pla
        cmp JOB_TRACK,x         ; the job's header tells which block the buffer holds
        bne @other
        pha
        tya
        cmp JOB_SECTOR,x
        beq @have
        pla
@other: pha
        tya
        pha
        jsr data_flush
        pla
        tay
        pla
        jsr chan_buffer
        jmp buffer_read
@have:  pla
        rts
.endproc

; Where the byte ch_pos of record ch_rec lies in the file
; In     cur_chan
; Out    rel_block, rel_at, rel_side, rel_entry;  C=1  past the largest file
; Keeps  -     Uses   A, X, Y, flags; rel_*
.proc rel_place
        ldx cur_chan
        lda ch_rec_lo,x
        sta rel_num
        lda ch_rec_hi,x
        sta rel_num + 1
        lda #0
        sta rel_prod
        sta rel_prod + 1
        sta rel_prod + 2
        ldy #16
@times: asl rel_prod            ; number of the record * length
        rol rel_prod + 1
        rol rel_prod + 2
        asl rel_num
        rol rel_num + 1
        bcc @zero
        lda ch_record,x
        jsr add
@zero:  dey
        bne @times
        lda ch_pos,x
        jsr add
        lda #0
        ldy #24
@divide:
        asl rel_prod            ; by 254: quotient comes into rel_prod
        rol rel_prod + 1
        rol rel_prod + 2
        rol a
        bcs @take               ; 254 or more, by the ninth bit
        cmp #DATA_SIZE
        bcc @next
@take:  sbc #DATA_SIZE          ; C=1
        inc rel_prod
@next:  dey
        bne @divide
        clc
        adc #DATA_START
        sta rel_at
        lda rel_prod + 2        ; block 65,536 or later
        bne @large
        lda rel_prod
        sta rel_block
        sta rel_num
        lda rel_prod + 1
        sta rel_block + 1
        sta rel_num + 1
        jsr side_split
        bcs @in
        sty rel_side
        lda rel_num
        asl a
        adc #SIDE_DATA          ; C=0: 119 at most
        sta rel_entry
@in:    rts
@large: sec
        rts
add:    clc
        adc rel_prod
        sta rel_prod
        bcc @done
        inc rel_prod + 1
        bne @done
        inc rel_prod + 2
@done:  rts
.endproc

; Which side sector a block of the file is in
; In     rel_num block, from 0
; Out    Y side sector; rel_num block in it, 0-119;  C=1  there is none
; Keeps  -     Uses   A, X, Y, flags; rel_num
.proc side_split
        ldy #0
@side:  lda rel_num
        sec
        sbc #SIDE_BLOCKS
        tax
        lda rel_num + 1
        sbc #0
        bcc @in
        sta rel_num + 1
        stx rel_num
        iny
        cpy #SIDE_MAX           ; C=1: behind the last of six
        bcc @side
@in:    rts
.endproc

; Bring the byte ch_pos of record ch_rec under the pointer
; In     cur_chan
; Out    C=1  the file does not reach there; FLAG_BEYOND too
; Keeps  -     Uses   A, X, Y, flags; rel_*, what a job uses
; Error  those of sectors
.proc rel_seek
        ldx cur_chan
        lda #0
        sta ch_size,x
        jsr rel_place
        bcs @beyond
        lda rel_side
        jsr side_load
        bcs @beyond
        jsr rel_pages
        ldy rel_entry
        dey
        sty rel_byte
        ldy #0
        lda (rel_sides),y
        bne @full               ; not the last side sector: it is full
        iny
        lda (rel_sides),y
        cmp rel_byte            ; offset of its last byte
        beq @beyond
        bcc @beyond
@full:  ldy rel_entry
        lda (rel_sides),y
        beq @beyond
        pha
        iny
        lda (rel_sides),y
        tay
        pla
        jsr data_load
        jsr rel_pages
        lda (rel_data),y
        bne @inside             ; not the last block: it is full
        iny
        lda (rel_data),y
        cmp rel_at
        bcc @beyond             ; the offset of its last byte is lower
@inside:
        lda ch_flags,x
        and #<~FLAG_BEYOND
        sta ch_flags,x
        jsr chan_index
        lda rel_at
        sta BUFFER_PTR,x
        clc
        rts
@beyond:
        ldx cur_chan
        lda ch_flags,x
        ora #FLAG_BEYOND
        sta ch_flags,x
        sec
        rts
.endproc

; One byte further; into the next block at the end of this one
; In     cur_chan     Out    C     Keeps  -     Uses   A, X, Y, flags; rel_*, what a job uses
; Error  those of sectors
.proc rel_step
        jsr chan_index
        inc BUFFER_PTR,x
        bne @here
        jsr rel_pages
        lda (rel_data),y
        beq @end                ; track 0: no block follows
        pha
        iny
        lda (rel_data),y
        tay
        pla
        jsr data_load
        lda #DATA_START
        jsr chan_place
        lda #1
        sta rel_spanned
@here:  clc
        rts
@end:   sec
        rts
.endproc

; How far the record goes: up to its last byte that is not 0, the first at least.  From a place behind
; that, reading goes on to where that byte would be in the next block, as in other DOSes
; Out    ch_size;  ch_pos 0 from such a place
.proc rel_measure
        ldx cur_chan
        lda ch_pos,x
        pha
        beq @start
        lda #0
        sta ch_pos,x
        jsr rel_seek
@start: ldx cur_chan
        lda #1
        sta ch_size,x
        lda #0
        sta rel_left            ; offset in the record
        sta rel_spanned
@next:  jsr chan_byte
        tay
        ldx cur_chan
        inc rel_left
        lda rel_left
        cpy #0
        beq @zero
        sta ch_size,x           ; so far the last byte that is not 0
@zero:  cmp ch_record,x
        bcs @over
        jsr rel_step
        bcc @next
@over:  ldx cur_chan
        pla
        sta ch_pos,x
        lda ch_size,x
        pha
        lda rel_spanned         ; another block has come into the buffer
        beq @still
        jsr rel_seek
        jmp @back
@still: jsr rel_place
        jsr chan_index
        lda rel_at
        sta BUFFER_PTR,x
@back:  ldx cur_chan
        pla
        sta ch_size,x
        sec
        sbc ch_pos,x
        beq @behind
        bcs @done
@behind:
        clc
        adc #DATA_SIZE
        sta ch_size,x
        lda #0
        sta ch_pos,x
@done:  rts
.endproc

; The next byte of the record (KIND_REL)
; In     X channel = cur_chan, A its ch_flags     Out    -     Keeps  -
; Uses   A, X, Y, flags; BUS_BYTE, bus_last, rel_*, what a job uses
rel_peek:
        and #FLAG_BEYOND
        bne @beyond
        lda ch_size,x
        bne @measured
        jsr rel_measure
@measured:
        jsr chan_byte
        sta BUS_BYTE
        ldx cur_chan
        ldy ch_pos,x
        iny
        tya
        cmp ch_size,x
        bcc @more
@last:  lda #$80
        sta bus_last
@more:  rts
@beyond:
        lda #CR
        sta BUS_BYTE
        jsr tell_missing
        jmp @last

; Error 50, which is a message only
.proc tell_missing
        lda #0
        sta CUR_TRACK
        sta CUR_SECTOR
        lda #ERR_NO_RECORD
        jmp status_set
.endproc

; The computer has it
; In     cur_chan     Out    -     Keeps  -     Uses   A, X, Y, flags; rel_*, what a job uses
.proc rel_advance
        ldx cur_chan
        lda ch_flags,x
        and #FLAG_BEYOND
        bne @done
        inc ch_pos,x
        lda ch_pos,x
        cmp ch_size,x
        bcs rel_next_record
        jmp rel_step
@done:  rts
.endproc

; To the next record
.proc rel_next_record
        ldx cur_chan
        lda #0
        sta ch_pos,x
        inc ch_rec_lo,x
        bne @low
        inc ch_rec_hi,x
@low:   jmp rel_seek
.endproc

; Store BUS_BYTE in the record; what is too much is error 51 and lost
; In     X; BUS_BYTE, bam_index, bam_sector, cur_chan     Out    -     Keeps  -
; Uses   A, X, Y, flags; bam_*, dir_*, rel_*, what a job uses
rel_put:
        lda ch_flags,x
        and #FLAG_BEYOND
        beq @there
        jsr rel_grow            ; the record is not there yet: all up to it is made first
        ldx cur_chan
@there: lda ch_pos,x
        cmp ch_record,x
        bcc @room
        lda #0
        sta CUR_TRACK
        sta CUR_SECTOR
        lda #ERR_OVERFLOW
        jmp status_set
@room:  jsr write_check
store:  jsr chan_index
        lda BUS_BYTE
        sta (BUFFER_PTR,x)
        ldx cur_chan
        lda ch_flags,x
        ora #FLAG_DIRTY
        sta ch_flags,x
        inc ch_pos,x
        lda ch_pos,x
        cmp ch_record,x
        bcs @end
        jsr rel_step            ; the record goes on, perhaps in the next block
@end:   rts

; The computer has sent the last byte: zeros up to the record's end, on to the next
; In     cur_chan; nothing happens on other channels
; Out    -     Keeps  -     Uses   A, X, Y, flags; BUS_BYTE, rel_*, what a job uses
.proc rel_eoi
        ldx cur_chan
        lda ch_kind,x
        cmp #KIND_REL
        bne @done
        lda ch_flags,x
        and #FLAG_BEYOND
        bne @done
@zero:  ldx cur_chan
        lda ch_pos,x
        cmp ch_record,x
        bcs @full
        lda #0
        sta BUS_BYTE
        jsr store
        jmp @zero
@full:  jmp rel_next_record
@done:  rts
.endproc

; Pchannel, record low, high, position: go to a record
; In     cmd_end, cur_chan     Out    -     Keeps  -
; Uses   A, X, Y, flags; rel_*, what a job uses
; Error  30, 50 not there yet, 51, 64, 70
.proc cmd_position
        lda #0                  ; what was not sent counts as 0
        ldy cmd_end
@rest:  cpy #3
        bcs @long
        sta CMD,y
        iny
        bne @rest               ; always
@long:  lda CMD + 1
        cmp #INTERNAL_WRITE
        beq @none
        cmp #INTERNAL_WRITE + 1
        beq @none
        and #$0F
        cmp #COMMAND_SA
        beq @type
        tax
        jsr chan_of_sa
        bcc @open
@none:  fail ERR_NO_CHANNEL
@open:  lda ch_kind,x
        cmp #KIND_REL
        beq @relative
@type:  fail ERR_TYPE
@relative:
        lda CMD + 3             ; 0 where it was not sent
        ldy cmd_end
        cpy #4
        bcs @high
        lda #0
@high:  sta rel_num + 1
        lda CMD + 2
        sta rel_num
        ora rel_num + 1
        beq @first              ; record 0 is the first, too
        lda rel_num
        bne @low
        dec rel_num + 1
@low:   dec rel_num
@first: lda #0
        cpy #5
        bcc @set
        lda CMD + 4
        beq @set
        sec
        sbc #1
@set:   cmp ch_record,x
        php                     ; C=1: error 51, but only if the record is there
        bcc @inside
        lda #0
@inside:
        sta ch_pos,x
        lda rel_num
        sta ch_rec_lo,x
        lda rel_num + 1
        sta ch_rec_hi,x
        jsr rel_seek
        bcc @there
        plp
        jmp tell_missing
@there: plp
        bcc @done
        fail ERR_OVERFLOW
@done:  rts
.endproc
