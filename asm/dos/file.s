; Sequential files: opening by name, reading, writing, appending, replacing
;
; Source of the layout: a sector begins with track and sector of the next one; track 0 marks
; the last, the second byte is then the offset of its last byte ("Inside Commodore DOS").

.include "fs.inc"

DATA_START  = 2
SA_SAVE     = 1

.segment "FS_FILE"

; Open a file by the name in CMD
; The channel begins as one for reading, whatever becomes of it: the directory is searched in its
; buffer.  The name is found first and its kind checked afterwards, as open_found has to know the entry.
; In     BUS_SA     Out    -     Keeps  -
; Uses   A, X, Y, flags; bam_*, chain_left, chain_link, cmd_at, dir_*, entry_type, file_mode,
;        file_type, name_*, rel_*, what a job uses
; Error  26, 33, 34, 50, 60, 62-64, 70-72, 74 and those of sectors
.proc file_open
        jsr name_parse
        jsr disk_ready
        ldx BUS_SA
        lda #KIND_READ          ; its buffer is needed for the directory first
        jsr chan_take
        jsr name_pattern
        ldx BUS_SA
        cpx #SA_SAVE + 1
        bcs @relative
        lda address_modes,x     ; LOAD reads, and SAVE writes, whatever the name says
        sta file_mode
        lda file_type
        cmp #TYPE_ANY
        bne @relative
        lda #TYPE_PRG           ; without a type LOAD and SAVE mean a program
        sta file_type
@relative:
        lda file_type
        cmp #TYPE_REL
        bne @mode
        lda rec_wanted          ; without a length it must exist, and is found as any other file
        beq @mode
        txa
        beq @mode               ; LOAD makes none
        lda #TYPE_ANY
        jsr find_again
        bcc @mode
        jmp rel_open
@mode:  lda file_mode
        cmp #'W'
        bne @read
        jmp file_create
@read:  lda #TYPE_ANY
        ldx BUS_SA
        bne @find
        ldx name_again          ; LOAD"*"
        beq @find
        jsr load_last
        bcc @done
        lda #TYPE_PRG           ; none yet: the first program of the disk
@find:  jsr find_again
        bcc open_found
        fail ERR_NOT_FOUND
@done:  rts
.endproc

address_modes:
        .byte "RW"

; The name in the directory, from its beginning and in the channel's buffer
; In     A type wanted
; Out    as dir_find
; Keeps  -     Uses   A, X, Y, flags; dir_*, entry_type, what a job uses
.proc find_again
        ldx cur_chan
        ldy ch_buf,x
        jmp dir_find
.endproc

; LOAD"*": the program loaded last, if there was one
; Out    C=0 it is open
.proc load_last
        lda LAST_PROGRAM        ; its track; 0: none
        beq @no
        ldy last_sector
        jsr file_read_first
        jsr ahead_take
        clc
        rts
@no:    sec
        rts
.endproc

; Open the file whose entry dir_find found
; A file without its closed bit is broken or still being written: only M opens it, to save what can
; be saved.  Then the type has to match, if the name gives one, and A has to make sense.
.proc open_found
        lda file_mode
        cmp #'M'                ; reads on past a file that was never closed
        beq @closed
        lda entry_type
        bpl @open               ; not closed
        jsr chan_is_open
        bcs @open
@closed:
        lda entry_type
        and #TYPE_MASK
        ldx file_type
        inx                     ; TYPE_ANY is $FF
        beq @any
        cmp file_type
        bne @type
@any:   ldx file_mode
        cmp #TYPE_REL
        bne @sequential
        cpx #'A'                ; records cannot be appended
        beq @type
        jmp rel_found
@sequential:
        cpx #'A'
        bne @read
        jsr write_check
        jmp append
@type:  fail ERR_TYPE
@open:  fail ERR_WRITE_OPEN
@read:  jsr chan_start
        ldx BUS_SA
        bne file_read_first
        sta LAST_PROGRAM        ; LOAD: what the next LOAD"*" means
        sty last_sector
        jsr file_read_first
        ; falls through
.endproc

; LOAD gets a second buffer, if there is one, to read ahead
.proc ahead_take
        jsr buffer_try
        bcs @none
        ldx cur_chan
        tya
        sta ch_buf2,x
        lda #AHEAD_FIRST        ; file_ahead is called when this byte of the first buffer is sent
        sta ch_pos,x
@none:  rts
.endproc

; Have the next sector read ahead, at the right moment: a sector that waits for the disk holds up
; the bus.  Files are laid out ten sectors apart, and a buffer takes 2.6 turns to send.  The
; sector after this one therefore comes by 2.5 turns from now, 41 bytes before this place in the
; next buffer with some time to spare, or a turn later.  Whoever is slower waits as ever.
AHEAD_FIRST = DATA_START + 32
AHEAD_EARLIER = 42              ; bytes: 86 ms
AHEAD_LATER = 56                ; 115 ms
; In     cur_chan, X     Out    -
; Uses   A, X, Y     Keeps  -
.proc file_ahead
        ldx cur_chan
        lda ch_buf2,x
        bmi @none
        lda ch_state,x          ; the place was meant for the next buffer
        bne @none
        lda ch_flags,x
        and #FLAG_FINAL
        bne @none
        jsr chan_link
        ldx cur_chan
        jsr place_check
        bcs @none               ; a link off the disk: the error comes when the bus gets there
        pha
        lda #1
        sta ch_state,x          ; one is on its way
        ; 42 bytes earlier in the next buffer; if that is before its first byte, a turn (98 bytes) after that
        lda ch_pos,x
        sec
        sbc #AHEAD_EARLIER
        bcc @later
        cmp #DATA_START + 1
        bcs @set
@later: lda ch_pos,x
        clc
        adc #AHEAD_LATER
@set:   sta ch_pos,x
        lda ch_buf2,x
        tax
        pla
        jsr job_header
        lda #JOB_READ
        jmp job_start
@none:  rts
.endproc

; Begin to read a chain on the channel
; In     A track, Y sector
; Out    -     Keeps  -     Uses   A, X, Y, flags; chain_link, what a job uses
.proc file_read_first
        jsr chan_buffer
        jsr buffer_read
        ; falls through
.endproc

; A sector has been read: where it ends
; In     cur_chan
; Uses   A, X, Y
.proc sector_loaded
        jsr chan_link
        pha
        lda #DATA_START
        jsr chan_place
        ldx cur_chan
        lda ch_flags,x
        and #<~(FLAG_NEXT | FLAG_END | FLAG_FINAL)
        sta ch_flags,x
        pla
        beq @final
        ldy #$FF                ; another follows: this one is full
        bne @last
@final: lda ch_flags,x
        ora #FLAG_FINAL
        cpy #DATA_START
        bcs @some
        ora #FLAG_END           ; its last byte lies before the first: nothing in it
@some:  sta ch_flags,x
@last:  tya
        sta ch_last,x
        rts
.endproc

; First block of the entry at dir_ptr
; In     dir_ptr
; Out    A track, Y sector
; Keeps  X     Uses   A, Y, flags
.proc chan_start
        ldy #ENT_SECTOR
        bne place_at            ; always
.endproc
; Its first side sector
; In     dir_ptr
; Out    A track, Y sector
; Keeps  X     Uses   A, Y, flags
.proc side_start
        ldy #ENT_SIDE_SECTOR
        ; falls through
.endproc
; In     Y where the entry has a sector, its track before it
; Out    A track, Y sector;  Z = 1 track 0
.proc place_at
        lda (dir_ptr),y
        pha
        dey
        lda (dir_ptr),y
        sta fs_tmp
        pla
        tay
        lda fs_tmp              ; comes last, for Z
        rts
.endproc

; Go on to the sector that the one in the buffer links to
; In     cur_chan
.proc file_next_sector
        ldx cur_chan
        lda ch_state,x
        beq @read
        lda #0
        sta ch_state,x
        lda ch_buf2,x           ; it has been read ahead
        tax
        jsr job_wait
        bcs @read               ; badly: try everything
        txa
        tay
        ldx cur_chan
        lda ch_buf,x            ; the two buffers change places
        sta ch_buf2,x
        tya
        sta ch_buf,x
        jmp sector_loaded
@read:  jsr chan_link
        jmp file_read_first
.endproc

; The next byte to send (KIND_READ)
; In     X channel = cur_chan, A its ch_flags     Out    BUS_BYTE, bus_last     Keeps  -
; Uses   A, X, Y, flags; BUS_BYTE, bus_empty, bus_last, chain_link, what a job uses
file_peek:
        and #FLAG_NEXT
        beq peek_byte
        jsr file_next_sector
        ldx cur_chan
        lda ch_flags,x
        bpl peek_byte
        jmp chan_end

; The byte at the channel's place is the next to send; the last one is marked
; In     cur_chan     Out    -     Keeps  Y     Uses   A, X, flags; BUS_BYTE, bus_last
peek_byte:
        jsr chan_byte
        sta BUS_BYTE
        lda BUFFER_PTR,x
        ldx cur_chan
        cmp ch_last,x
        bne @more
        lda ch_flags,x          ; the last of this sector: of the file, too?
        and #FLAG_FINAL
        beq @more
        lda #$80
        sta bus_last
@more:  rts

; The computer has it
; In     cur_chan     Out    -     Keeps  Y     Uses   A, X, flags; BUFFER_PTR
.proc file_advance
        jsr chan_index
        lda BUFFER_PTR,x
        inc BUFFER_PTR,x
        ldx cur_chan
        cmp ch_last,x
        bne @more
        lda ch_flags,x
        and #FLAG_FINAL
        beq @next
        lda #FLAG_END
        bne @set
@next:  lda #FLAG_NEXT
@set:   ora ch_flags,x
        sta ch_flags,x
@more:  rts
.endproc

; Begin a new file, or replace one
; In     name as parsed, file_type; cur_chan
; Out    -     Keeps  -     Uses   A, X, Y, flags; bam_*, dir_*, entry_type, what a job uses
; Error  26, 33, 60, 63, 64, 72
.proc file_create
        lda #TYPE_ANY
        jsr find_again
        bcs @new
        jsr chan_is_open
        bcs @open
        lda name_wild           ; a pattern may only name a file that is replaced
        beq @plain
        lda name_replace
        beq @wild
@plain: jsr write_check
        lda entry_type
        bmi @closed
        lda name_wild
        bne @closed
        ldy #ENT_TYPE           ; never closed: its entry goes, its blocks stay as they are
        lda #0
        sta (dir_ptr),y
        jsr dir_write
@rest:  jsr dir_next            ; on from there, so that its slot is not the first unused one
        bcc @rest
        bcs @new                ; always
@closed:
        lda name_replace
        bne @replace
        fail ERR_EXISTS
@wild:  fail ERR_NAME
@type:  fail ERR_TYPE
@open:  fail ERR_WRITE_OPEN
@replace:
        lda entry_type
        and #TYPE_MASK
        cmp #TYPE_REL
        beq @type
        ldx file_type
        inx
        beq @same
        cmp file_type
        bne @type
@same:  sta file_type
        lda #0                  ; its place on the disk changes
        sta LAST_PROGRAM
        jsr bam_first
        ldx cur_chan
        sta ch_track,x
        tya
        sta ch_sector,x
        lda #FLAG_REPLACE
        sta ch_flags,x          ; the old chain stays until this file is closed
        bne write_begin         ; always
@new:   lda name_wild
        beq @named
        lda name_replace
        beq @wild
        bne @type               ; always
@named: jsr write_check
        lda file_type
        cmp #TYPE_REL           ; without the length of its records
        bne @typed
        fail ERR_NOT_FOUND
@typed: cmp #TYPE_ANY
        bne @add
        lda #TYPE_SEQ
        sta file_type
@add:
        jsr dir_add
        jsr entry_first
        jsr dir_write
        ; falls through
.endproc

; The channel writes from the block ch_track, ch_sector on; entry: dir_track...
.proc write_begin
        ldx cur_chan
        lda #1                  ; the block that begins now
        sta ch_blocks,x
        lda #KIND_WRITE
        sta ch_kind,x
        jsr file_record_place
        jmp write_block
.endproc

; Take the first block of the new entry
; In     bam_index, bam_sector, cur_chan, dir_ptr
; Out    ch_track, ch_sector, also in the entry
; Keeps  -     Uses   A, X, Y, flags; bam_*
.proc entry_first
        jsr bam_first
        ldx cur_chan
        sta ch_track,x
        sta fs_tmp
        tya
        sta ch_sector,x
        ldy #ENT_SECTOR
        sta (dir_ptr),y
        dey
        lda fs_tmp
        sta (dir_ptr),y
        rts
.endproc

; Where the entry is
; In     X channel
; Out    -     Keeps  X, Y     Uses   A, flags
.proc file_record_place
        lda dir_track
        sta ch_dtrack,x
        lda dir_sector
        sta ch_dsector,x
        lda dir_slot
        sta ch_dslot,x
        rts
.endproc

; Where it was
; In     X channel     Out    -
; Keeps  X, Y
; Uses   A, N Z; dir_*
.proc file_recall_place
        lda ch_dtrack,x
        sta dir_track
        lda ch_dsector,x
        sta dir_sector
        lda ch_dslot,x
        sta dir_slot
        rts
.endproc

; Read the entry of the channel's file again, into the channel's buffer
; In     X channel
; Out    dir_ptr, dir_name
; Keeps  -     Uses   A, X, Y, flags; dir_*, what a job uses
.proc file_entry_again
        lda ch_buf,x
        sta dir_buf
        jsr file_recall_place
        jmp dir_again
.endproc

; The buffer is that of the block ch_track, ch_sector, and empty
.proc write_block
        ldx cur_chan
        ldy ch_sector,x
        lda ch_track,x
        jsr chan_buffer
        jsr job_header          ; where chan_write will put it
        lda #DATA_START
        jmp chan_place
.endproc

.segment "FS_APPEND"

; Go on behind the end of a file
; The chain is read to its end, to count its blocks and to find the last: that one is written again, full
; or not.  A chain that bites its tail ends with error 71 (chain_step).
.proc append
        ldx cur_chan
        jsr file_record_place
        jsr chan_start
        ldx cur_chan
        sta ch_track,x
        tya
        sta ch_sector,x
        lda ch_track,x
        jsr file_read_first
        jsr chain_limit
@next:  ldx cur_chan
        inc ch_blocks,x
        bne @count
        inc ch_blocks_hi,x
@count: lda ch_flags,x
        and #FLAG_FINAL
        bne @last
        jsr chain_step
        jsr file_next_sector
        jmp @next
@last:  lda ch_blocks,x
        eor #1                  ; exactly one?
        ora ch_blocks_hi,x
        bne @more
        inc ch_blocks,x         ; a file of one block counts one more from now on
@more:  lda #0
        sta ch_flags,x
        lda #KIND_WRITE
        sta ch_kind,x
        ldy ch_last,x
        iny
        bne @behind
        sty fs_tmp              ; full: offset 0 means so
        beq @set
@behind:
        cpy #DATA_START
        bcs @at
        ldy #DATA_START         ; an empty file: its last byte lies before the first
@at:    sty fs_tmp
@set:   jsr chan_index
        lda fs_tmp
        sta BUFFER_PTR,x
        rts
.endproc

.segment "FS_FILE"

; Store BUS_BYTE (KIND_WRITE); the buffer is full when the pointer has come round to 0
; In     X; BUS_BYTE, bam_index, bam_sector, cur_chan     Out    -     Keeps  -
; Uses   A, X, Y, flags; bam_*, what a job uses
file_put:
        lda ch_flags,x
        and #FLAG_FAILED
        beq @well
        fail ERR_FULL
@well:  jsr chan_index
        lda BUFFER_PTR,x
        bne @room
        jsr write_link
@room:  jsr chan_index
        lda BUS_BYTE
        sta (BUFFER_PTR,x)
        inc BUFFER_PTR,x
        rts

; Write the full buffer and go on in another block
; The next block is taken first: its place is the link of this one.  FLAG_FAILED stands meanwhile, so an
; error in between leaves the channel closed to more bytes.
.proc write_link
        ldx cur_chan
        lda ch_flags,x
        ora #FLAG_FAILED        ; unless all goes well
        sta ch_flags,x
        jsr chan_next_block
        pha
        tya
        pha
        lda #1                  ; the link is written backwards: its sector to offset 1 ...
        jsr chan_place
        pla
        pha
        sta (BUFFER_PTR,x)
        dec BUFFER_PTR,x
        tsx
        lda $0102,x             ; ... and its track, below the sector on the stack, to offset 0
        pha
        jsr chan_index
        pla
        sta (BUFFER_PTR,x)
        jsr chan_write
        pla
        tay
        pla
        jsr job_header
        lda #DATA_START
        jsr chan_place
        jsr blocks_more
        lda ch_flags,x
        and #<~FLAG_FAILED
        sta ch_flags,x
        rts
.endproc

; Write what is left and complete the entry (KIND_WRITE)
; After a full disk a new file stays unclosed, and a file to be replaced keeps its contents
; In     bam_index, bam_sector, cur_chan     Out    -     Keeps  -
; Uses   A, X, Y, flags; BUS_BYTE, bam_*, chain_*, dir_*, what a job uses
.proc file_close
        jsr chan_index
        lda BUFFER_PTR,x
        cmp #DATA_START
        bne @some
        lda #CR                 ; the drive has no empty files
        sta BUS_BYTE
        jsr file_put
@some:  jsr write_last
        ldx cur_chan
        lda ch_flags,x
        and #FLAG_FAILED | FLAG_REPLACE
        cmp #FLAG_FAILED | FLAG_REPLACE
        bne @entry
        lda ch_track,x          ; its own blocks go; the old file has never been touched
        ldy ch_sector,x
        jsr free_here
        jmp bam_write
@entry: jsr file_entry_again    ; the channel has had other sectors in its buffer since
        jsr chan_start          ; the old chain
        pha
        tya
        pha
        jsr entry_complete
        jsr dir_write
        pla
        tay
        pla
        beq @new
        pha
        ldx cur_chan
        lda ch_flags,x
        and #FLAG_REPLACE
        tax                     ; the flag to X: A and Y are the old chain
        pla
        cpx #0
        beq @new
        jsr free_here
@new:   jmp bam_write
.endproc

; Start, length and type of the entry at dir_ptr as the channel has them
.proc entry_complete
        ldx cur_chan
        ldy #ENT_TRACK
        lda ch_track,x
        sta (dir_ptr),y
        iny
        lda ch_sector,x
        sta (dir_ptr),y
        ldy #ENT_BLOCKS
        lda ch_blocks,x
        sta (dir_ptr),y
        iny
        lda ch_blocks_hi,x
        sta (dir_ptr),y
        lda ch_flags,x
        and #FLAG_FAILED
        bne @open               ; it stays unclosed: the directory shows a star
        ldy #ENT_TYPE
        lda (dir_ptr),y
        ora #TYPE_CLOSED
        sta (dir_ptr),y
@open:  rts
.endproc

; The last block of a file: its length, zeros behind it
.proc write_last
        jsr chan_index
        lda BUFFER_PTR,x
        pha
        beq @full               ; the pointer has come round: all 254 bytes are used
@zero:  lda #0
        sta (BUFFER_PTR,x)
        inc BUFFER_PTR,x
        bne @zero
@full:  lda #0                  ; track 0: no block follows
        sta (BUFFER_PTR,x)
        inc BUFFER_PTR,x
        pla
        sec                     ; offset of the last byte, $FF if it is full
        sbc #1
        sta (BUFFER_PTR,x)
        jmp chan_write
.endproc

; Free a chain, reading it in the channel's buffer
; In     A track, Y sector
.proc free_here
        pha
        ldx cur_chan
        lda ch_buf,x
        sta chain_buf
        pla
        ; falls through
.endproc

; Free the blocks of a chain, up to where it ends or breaks
; In     A track, Y sector;  chain_buf
; Out    -     Keeps  -     Uses   A, X, Y, flags; bam_*, chain_left, chain_link, what a job uses
; Error  20-29
.proc chain_free
        pha
        jsr chain_limit
        pla
@next:  jsr place_check
        bcs @broken
        pha
        tya
        pha
        tsx
        lda $0102,x             ; the track again; Y still has the sector
        jsr bam_free
        pla
        tay
        pla
        ldx chain_buf
        jsr buffer_read
        jsr link_read
        beq @broken
        pha
        sec
        lda chain_left
        sbc #1
        sta chain_left
        lda chain_left + 1
        sbc #0
        sta chain_left + 1
        pla
        bcs @next               ; else it has more blocks than a disk: it bites its tail
@broken:
        rts
.endproc

BLOCKS_MAX = 683                ; a chain is not longer than the disk

; chain_left = what a chain can have at most
; In     -     Out    -     Keeps  X, Y     Uses   A, flags; chain_left
.proc chain_limit
        lda #<BLOCKS_MAX
        sta chain_left
        lda #>BLOCKS_MAX
        sta chain_left + 1
        rts
.endproc

; One more block of it; error 71 when it bites its tail
.proc chain_step
        lda chain_left
        bne @low
        dec chain_left + 1      ; below 0: more blocks than a disk has
        bmi @endless
@low:   dec chain_left
        rts
@endless:
        fail ERR_DIRECTORY
.endproc
