; Relative files: new records, data blocks and side sectors

.include "fs.inc"

DATA_START  = 2
SIDE_MAX    = 6
SIDE_NUMBER = 2
SIDE_RECORD = 3
SIDE_LIST   = 4
SIDE_DATA   = 16
UNUSED      = $FF
FLAG_SIDE   = FLAG_FRESH

.segment "FS_GROW"

; Make an empty side sector in the buffer, without entries
; In     A   its number;  rel_num: its track and sector
; Out    its list of side sectors, bytes 4-15, stays unless it is number 0     Keeps  -
; Uses   A, X, Y, flags; JOB_SECTOR, JOB_TRACK, rel_data, rel_sides
.proc side_new
        pha
        ldx cur_chan
        lda ch_buf2,x
        tax
        lda rel_num
        ldy rel_num + 1
        jsr job_header
        jsr rel_pages
        pla
        sta ch_side,x
        ldy #SIDE_NUMBER
        sta (rel_sides),y
        cmp #0                  ; number 0 begins the list: all six are 0
        bne @listed
        ldy #SIDE_LIST + 2 * SIDE_MAX - 1
@list:  sta (rel_sides),y
        dey
        cpy #SIDE_LIST - 1
        bne @list
@listed:
        lda #0
        ldy #SIDE_DATA
@zero:  sta (rel_sides),y
        iny
        bne @zero
        sta (rel_sides),y       ; Y is 0: no other follows
        iny
        lda #SIDE_DATA - 1      ; as its last byte: no entry yet
        sta (rel_sides),y
        lda ch_record,x
        ldy #SIDE_RECORD
        sta (rel_sides),y
        lda ch_side,x
        asl a
        adc #SIDE_LIST
        tay
        lda rel_num
        sta (rel_sides),y
        iny
        lda rel_num + 1
        sta (rel_sides),y
        ; falls through
.endproc
.proc side_dirty
        ldx cur_chan
        lda ch_flags,x
        ora #FLAG_SIDE
        sta ch_flags,x
        rts
.endproc

; The channel's first data block into the side sector
; In     cur_chan     Out    -     Keeps  -
; Uses   A, X, Y, flags; NO_CHANNEL, rel_data, rel_sides
.proc side_link_first
        ldx cur_chan
        ldy ch_sector,x
        lda ch_track,x
        jmp side_enter
.endproc

; Enter a data block behind the others; the last side sector is in the buffer and has room
; In     A track, Y sector
.proc side_enter
        pha
        tya
        pha
        jsr rel_pages
        iny                     ; 1: rel_pages leaves 0
        lda (rel_sides),y
        tay
        iny
        pla
        sta rel_byte
        pla
        sta (rel_sides),y
        iny
        lda rel_byte
        sta (rel_sides),y
        tya
        ldy #1
        sta (rel_sides),y
        jmp side_dirty
.endproc

; The first data block of a new file, with the records that fit into it
; In     bam_index, bam_sector, cur_chan, rel_here     Out    -     Keeps  -
; Uses   A, X, Y, flags; bam_*, rel_*, what a job uses
.proc create_block
        ldx cur_chan
        ldy ch_sector,x
        lda ch_track,x
        jsr block_begin
        jsr emit_record
        jsr emit_fitting
        jsr tail_end
        jsr rel_flush
        jsr bam_write
        jmp rel_rewind
.endproc

; The data buffer becomes an empty block
; In     A track, Y sector
.proc block_begin
        jsr chan_buffer
        jsr job_header
        jsr rel_pages
        tya                     ; 0, from rel_pages
@zero:  sta (rel_data),y
        iny
        bne @zero
        lda #DATA_START
        jmp chan_place
.endproc

; The data block in the buffer is the last: its end
.proc tail_end
        jsr chan_index
        lda BUFFER_PTR,x
        sec
        sbc #1                  ; a full block has pointer 0: $FF
        pha
        jsr rel_pages
        tya                     ; 0: no block follows
        sta (rel_data),y
        iny
        pla
        sta (rel_data),y
        ; falls through
.endproc
; The data block in the buffer differs from the disk
; In     cur_chan     Out    -     Keeps  Y     Uses   A, X, flags
.proc data_dirty
        ldx cur_chan
        lda ch_flags,x
        ora #FLAG_DIRTY
        sta ch_flags,x
        rts
.endproc

; Records as long as they fit into the block
.proc emit_fitting
@next:  jsr chan_index
        lda BUFFER_PTR,x
        beq @done               ; full
        ldx cur_chan
        clc
        adc ch_record,x
        bcc @one
        bne @done               ; the sum of 256 fits, too
@one:   jsr emit_record
        jmp @next
@done:  rts
.endproc

; A record behind the last byte
.proc emit_record
        lda #UNUSED
        jsr emit
        ldx cur_chan
        lda ch_record,x
        sta rel_left
@next:  dec rel_left
        beq @done
        lda #0
        jsr emit
        jmp @next
@done:  rts
.endproc

; A byte behind the last one; the pointer is 0 when the block is full
; In     A
; Error  72 and those of sectors
.proc emit
        pha
        jsr chan_index
        lda BUFFER_PTR,x
        bne @room
        jsr block_append
@room:  jsr chan_index
        pla
        sta (BUFFER_PTR,x)
        inc BUFFER_PTR,x
        jmp data_dirty
.endproc

; Another data block behind the full one in the buffer
.proc block_append
        jsr chan_next_block
        pha
        tya
        pha
        jsr rel_pages
        iny
        pla
        pha
        sta (rel_data),y
        dey
        tsx
        lda $0102,x             ; the track, below the sector
        sta (rel_data),y
        jsr data_dirty
        jsr data_flush
        jsr side_room
        pla
        tay
        pla
        pha
        sta rel_byte
        tya
        pha
        lda rel_byte
        jsr side_enter
        inc rel_here
        bne @low
        inc rel_here + 1
@low:   jsr blocks_more
        pla
        tay
        pla
        jmp block_begin
.endproc

; One block more in the entry, later
; In     cur_chan     Out    X     Keeps  A, Y     Uses   X, flags
.proc blocks_more
        ldx cur_chan
        inc ch_blocks,x
        bne @low
        inc ch_blocks_hi,x
@low:   rts
.endproc

; See to it that the last side sector has room for another entry
.proc side_room
        jsr rel_pages
        iny
        lda (rel_sides),y
        cmp #$FF                ; 120 entries end at byte 255
        bne @room
        lda ch_side,x
        clc
        adc #1
        cmp #SIDE_MAX
        bcc @another
        fail ERR_TOO_LARGE
@another:
        pha
        jsr chan_next_block
        sta rel_num
        sty rel_num + 1
        pla
        pha                     ; its number
        jsr side_announce
        pla
        jsr side_new
        jsr blocks_more
@room:  rts
.endproc

; Enter a new side sector in the lists of all others; the last one links to it
; In     A   its number, 1-5; rel_num its place
; Out    the last old one in the buffer, written
.proc side_announce
        sta rel_new
        lda rel_num
        pha
        lda rel_num + 1
        pha
        ldx #0
@next:  txa
        pha
        jsr side_load           ; uses rel_num
        tsx
        lda $0102,x             ; the new one's sector, below this one's number
        sta rel_byte
        lda rel_new
        asl a
        adc #SIDE_LIST + 1
        tay
        lda rel_byte
        sta (rel_sides),y
        dey
        lda $0103,x             ; its track
        sta (rel_sides),y
        lda $0101,x             ; the number
        clc
        adc #1
        cmp rel_new
        bne @inner              ; the last old one links to it, too
        ldy #0
        lda $0103,x
        sta (rel_sides),y
        iny
        lda $0102,x
        sta (rel_sides),y
@inner: jsr side_dirty
        jsr side_flush
        pla
        clc
        adc #1
        tax
        cpx rel_new
        bne @next
        pla
        sta rel_num + 1
        pla
        sta rel_num
        rts
.endproc

; Make all records up to the channel's present one; the pointer is at its byte ch_pos then
; In     cur_chan; FLAG_BEYOND
; Out    -     Keeps  -     Uses   A, X, Y, flags; bam_*, dir_*, rel_*, what a job uses
; Error  26, 52
.proc rel_grow
        jsr write_check
        ldx cur_chan
        lda ch_pos,x
        pha
        ldy ch_record,x
        dey
        tya
        sta ch_pos,x
        jsr rel_place           ; of the record's last byte
        ldx cur_chan
        pla
        sta ch_pos,x
        bcs too_large
        lda rel_block
        sta rel_goal
        lda rel_block + 1
        sta rel_goal + 1
        lda rel_at
        sta rel_goal_at
        jsr rel_grow_to
        jmp rel_seek
.endproc

too_large:
        fail ERR_TOO_LARGE

; Make whole records until the file reaches offset rel_goal_at of block rel_goal, and fill that
; In     cur_chan
; Out    -     Keeps  -     Uses   A, X, Y, flags; bam_*, dir_*, rel_*, what a job uses
; Error  52 before anything is written
.proc rel_grow_to
        ldx cur_chan
        lda #0
        sta ch_blocks,x         ; new ones
        sta ch_blocks_hi,x
        jsr tail_load
        jsr reached
        bcs @done
        jsr room_check
@next:  jsr emit_record
        jsr reached
        bcc @next
        jsr emit_fitting
        jsr tail_end
        jsr rel_flush
        jsr entry_update
        jmp bam_write
@done:  rts
.endproc

; The last data block into the buffer, pointer behind its last byte; the last side sector, too
; Out    rel_here: number of that block
rel_tail:
.proc tail_load
        lda #0
        sta rel_here
        sta rel_here + 1
        sta rel_side
@side:  jsr rel_pages           ; the last side sector that is there
        lda rel_side
        asl a
        adc #SIDE_LIST + 2
        cmp #SIDE_LIST + 2 * SIDE_MAX
        bcs @last
        tay
        lda (rel_sides),y
        beq @last
        inc rel_side
        lda rel_here
        clc
        adc #120                ; a full side sector
        sta rel_here
        bcc @side
        inc rel_here + 1
        bne @side               ; always
@last:  lda rel_side
        jsr side_load
        jsr rel_pages
        iny
        lda (rel_sides),y       ; offset of its last byte
        sta rel_entry
        sec
        sbc #SIDE_DATA + 1      ; entry n ends at byte 17 + 2 n
        lsr a
        clc
        adc rel_here
        sta rel_here
        bcc @low
        inc rel_here + 1
@low:   ldy rel_entry
        lda (rel_sides),y
        pha
        dey
        lda (rel_sides),y
        sta rel_byte
        pla
        tay
        lda rel_byte
        jsr data_load
        jsr rel_pages
        iny
        lda (rel_data),y
        pha
        jsr chan_index
        pla
        clc
        adc #1
        sta BUFFER_PTR,x
        rts
.endproc

; Error 52 unless the disk has room for blocks up to rel_goal and their side sectors
; In     rel_side  the last side sector there is
.proc room_check
        lda rel_goal
        sta rel_num
        lda rel_goal + 1
        sta rel_num + 1
        jsr side_split
        bcc @in
        jmp too_large
@in:
        tya                     ; side sector of the goal
        sec
        sbc rel_side
        sta rel_num             ; side sectors to be made
        lda rel_goal
        sec
        sbc rel_here
        pha
        lda rel_goal + 1
        sbc rel_here + 1
        sta rel_num + 1
        pla
        clc
        adc rel_num
        sta rel_num
        bcc @count
        inc rel_num + 1
@count: jsr bam_count
        lda FREE_LOW
        cmp rel_num
        lda FREE_HIGH
        sbc rel_num + 1
        bcs @room
        fail ERR_TOO_LARGE
@room:  rts
.endproc

; Has the file got so far?
; Out    C=1  yes
.proc reached
        jsr chan_index
        ldy BUFFER_PTR,x        ; 0: full
        dey                     ; offset of the last byte
        cpy rel_goal_at         ; 24 bits: the offset, then the block
        lda rel_here
        sbc rel_goal
        lda rel_here + 1
        sbc rel_goal + 1
        rts
.endproc

; The file's length in the directory
.proc entry_update
        ldx cur_chan
        lda ch_blocks,x
        ora ch_blocks_hi,x
        beq @same
        jsr file_entry_again
        ldx cur_chan
        ldy #ENT_BLOCKS
        lda (dir_ptr),y
        clc
        adc ch_blocks,x
        sta (dir_ptr),y
        iny
        lda (dir_ptr),y
        adc ch_blocks_hi,x
        sta (dir_ptr),y
        jmp dir_write
@same:  rts
.endproc
