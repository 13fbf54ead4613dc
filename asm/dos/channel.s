; Channels: what is open under a secondary address, byte by byte
;
; A channel has a kind (KIND_*) and one buffer or two.  peek shows the next byte without taking
; it, advance takes it, put stores one: the bus needs to know a byte, and whether it is the last,
; before it can tell whether the computer took it.

.include "fs.inc"

.segment "FS_CHANNEL"

; Forget everything that is open, as after power-on
; In     -     Out    -     Uses   A, X, Y, flags     Keeps  -
.proc file_reset
        lda #<USER_JUMPS
        sta USER_TABLE
        lda #>USER_JUMPS
        sta USER_TABLE + 1
        lda #BUS_READS
        sta bus_mask
        lda #0
        sta LAST_PROGRAM
        sta FS_DRIVE
        sta BUS_LISTENS
        sta BUS_TALKS
        sta ATN_PENDING
        sta ATN_MODE
        sta cmd_wait
        sta bam_valid
        sta bam_dirty
        sta BAM_PTR
        lda #>BAM
        sta BAM_PTR + 1
        ; falls through
.endproc

; Forget what is open without writing it
; In     -     Out    -     Uses   A, X, Y, flags     Keeps  -
.proc chan_drop_all
        ldx #SA_COUNT - 1
        lda #NO_CHANNEL
@sa:    sta SA_CHANNEL,x
        dex
        bpl @sa
        sta cur_chan
        sta work_buf
        ldy #FREE_BUFFERS - 1
@give:  jsr buffer_give
        dey
        bpl @give
        ldx #CHANNELS - 1
        lda #KIND_NONE
@kind:  sta ch_kind,x
        dex
        bpl @kind
        rts
.endproc

BUS_READS = %00000001
USER_JUMPS = $FFEA

; The channel of a secondary address
; In     X    0-17
; Out    C=0  X, cur_chan;  C=1  not open
; Keeps  Y
; Uses   A, X, flags; cur_chan
.proc chan_of_sa
        lda SA_CHANNEL,x
        cmp #CHANNELS
        bcs @none
        tax
        stx cur_chan
@none:  rts
.endproc

; A channel and a buffer for a secondary address; error 70 without
; In     X    secondary address;  A  kind
; Out    cur_chan, X;  Y  buffer
; Keeps  -     Uses   A, X, Y, flags; buffers_used, cur_chan
.proc chan_take
        sta fs_tmp
        stx fs_tmp + 1
        ldx #CHANNELS - 1
@find:  lda ch_kind,x
        beq @found
        dex
        bpl @find
        fail ERR_NO_CHANNEL
@found: stx cur_chan
        lda fs_tmp
        pha                     ; buffer_take uses fs_tmp
        lda fs_tmp + 1
        pha
        jsr buffer_take
        ldx cur_chan
        tya
        sta ch_buf,x
        lda #NO_CHANNEL
        sta ch_buf2,x
        lda #0
        sta ch_flags,x
        sta ch_blocks,x
        sta ch_blocks_hi,x
        sta ch_state,x
        sta ch_pos,x
        lda #$FF
        sta ch_last,x
        pla
        sta fs_tmp
        pla
        sta ch_kind,x
        txa
        ldx fs_tmp
        sta SA_CHANNEL,x
        tax
        rts
.endproc

; The channel's buffers, and the channel, become free; nothing is written
; In     X    channel     Out    -
; Keeps  X
; Uses   A, Y, flags; buffers_used
.proc chan_give
        lda #KIND_NONE
        sta ch_kind,x
        ldy ch_buf,x
        jsr buffer_give
        ldy ch_buf2,x
        bmi @one                ; NO_CHANNEL: it has one buffer
        jsr buffer_give
@one:   txa
        ldy #SA_COUNT - 1
@sa:    cmp SA_CHANNEL,y
        bne @other
        lda #NO_CHANNEL
        sta SA_CHANNEL,y
        txa
@other: dey
        bpl @sa
        rts
.endproc

; Forget a secondary address without writing
; In     X    secondary address
; Out    -     Keeps  -     Uses   A, X, Y, flags; buffers_used, cur_chan
.proc chan_drop
        jsr chan_of_sa
        bcs @none
        jsr chan_give
@none:  rts
.endproc

; A free buffer; error 70 without
; Out    Y    its number;  its pointer is at offset 0
; Keeps  X
.proc buffer_take
        jsr buffer_try
        bcs @none
        rts
@none:  fail ERR_NO_CHANNEL
.endproc

; A free buffer, if there is one
; In     -     Out    C=0  Y as buffer_take;  C=1  none
; Keeps  X
; Uses   A, Y, flags; buffers_used
.proc buffer_try
        ldy #FREE_BUFFERS - 1
@find:  lda buffer_bits,y
        bit buffers_used        ; Z=1: free
        beq @found
        dey
        bpl @find
        sec
        rts
@found: clc
        ; falls through
.endproc
; In     Y    buffer: in use from now on
.proc buffer_claim
        ora buffers_used
        sta buffers_used
        sty fs_tmp
        tya
        asl a
        tay
        lda #0
        sta BUFFER_PTR,y
        lda fs_tmp
        clc
        adc #>BUFFERS           ; C=0
        sta BUFFER_PTR + 1,y
        ldy fs_tmp
        rts
.endproc

; In     Y    buffer number, X kept; C=1: it is in use or not there
; Out    C     Keeps  X, Y     Uses   A, flags; buffers_used
.proc buffer_check
        cpy #FREE_BUFFERS
        bcs @no
        lda buffer_bits,y
        bit buffers_used
        bne @used
        jsr buffer_claim
        clc
@no:    rts
@used:  sec
        rts
.endproc

; The buffer is free, once what the controller does with it is over
; In     Y    buffer;  interrupts on     Out    -
; Keeps  X, Y
; Uses   A, flags; buffers_used
.proc buffer_give
        txa
        pha
        tya
        tax
        jsr job_wait            ; the controller may still write it
        pla
        tax
        lda buffer_bits,y
        eor #$FF
        and buffers_used
        sta buffers_used
        rts
.endproc

buffer_bits:
        .byte 1, 2, 4, 8, 16, 32

; The buffer of a command: taken once, given back by cmd_run
; In     work_buf
; Out    Y, work_buf
; Keeps  X     Uses   A, Y, flags; buffers_used, work_buf
.proc work_take
        ldy work_buf
        bpl @have
        jsr buffer_take
        sty work_buf
@have:  rts
.endproc

; Give the command's buffer back, if there is one
; In     work_buf     Out    -     Keeps  X     Uses   A, Y, flags; buffers_used, work_buf
.proc work_give
        ldy work_buf
        bmi @none
        jsr buffer_give
        lda #NO_CHANNEL
        sta work_buf
@none:  rts
.endproc

; The channel's buffer
; In     cur_chan
; Out    X    buffer;  keeps A, Y
; Keeps  A, Y     Uses   X, flags
.proc chan_buffer
        pha
        ldx cur_chan
        lda ch_buf,x
        tax
        pla
        rts
.endproc

; Write the channel's buffer to where it came from, or where job_header said
; In     cur_chan
; Out    X    buffer
; Keeps  -     Uses   A, X, Y, flags; what a job uses
; Error  20-29
.proc chan_write
        jsr chan_buffer
        jmp buffer_write
.endproc

; Set the channel's pointer
; In     cur_chan, A offset
; Out    X    2 * buffer;  keeps A, Y
; Keeps  A, Y     Uses   X, flags; BUFFER_PTR
.proc chan_place
        jsr chan_index
        sta BUFFER_PTR,x
        rts
.endproc

; Put the pointer of the channel's buffer into X for (BUFFER_PTR,x)
; In     cur_chan
; Out    X    2 * buffer;  keeps A, Y
; Keeps  A, Y     Uses   X, flags
.proc chan_index
        pha
        ldx cur_chan
        lda ch_buf,x
        asl a
        tax
        pla
        rts
.endproc

; The link of the sector in the channel's buffer
; In     cur_chan
; Out    as link_read;  X buffer
; Keeps  -     Uses   A, X, Y, flags; chain_link
.proc chan_link
        jsr chan_buffer
        jmp link_read
.endproc

; Take a block behind the one in the channel's buffer
; In     cur_chan
; Out    as bam_next
; Keeps  -     Uses   A, X, Y, flags; bam_*
.proc chan_next_block
        jsr chan_index
        lda JOB_TRACK,x
        ldy JOB_SECTOR,x
        jmp bam_next
.endproc

; The channel gets a second buffer
; In     cur_chan
; Out    X channel, Y buffer
; Keeps  -     Uses   A, X, Y, flags; buffers_used
; Error  70
.proc buffer_second
        jsr buffer_take
        ldx cur_chan
        tya
        sta ch_buf2,x
        rts
.endproc

; The byte at the channel's pointer
; In     cur_chan
; Out    A;  X   2 * buffer
; Keeps  Y     Uses   A, X, flags
.proc chan_byte
        jsr chan_index
        lda (BUFFER_PTR,x)
        rts
.endproc

; Show the next byte
; In     cur_chan
; Out    BUS_BYTE, bus_last, bus_empty 0;  or bus_empty 1
; Keeps  -     Uses   A, X, Y, flags; bus_empty, bus_last, what it jumps to uses
; Error  what reading the next sector gives
.proc chan_peek
        lda #0
        sta bus_last
        sta bus_empty
        ldx cur_chan
        lda ch_flags,x
        bmi chan_end            ; FLAG_END
        ldy ch_kind,x
        lda peek_high,y         ; RTS goes there: the tables have addresses less 1
        pha
        lda peek_low,y
        pha
        lda ch_flags,x          ; for the routine
        rts
.endproc

; Nothing to send
; In     -     Out    -     Keeps  X, Y     Uses   A, flags; bus_empty
.proc chan_end
        lda #1
        sta bus_empty
        rts
.endproc

; Take the byte that was shown
; In     cur_chan
; Out    -     Keeps  -     Uses   A, X, Y, flags; what it jumps to uses
.proc chan_advance
        ldx cur_chan
        ldy ch_kind,x
        lda advance_high,y
        pha
        lda advance_low,y
        pha
        rts
.endproc

; Store BUS_BYTE
; In     cur_chan, open for writing
; Out    -     Keeps  -     Uses   A, X, Y, flags; what it jumps to uses
; Error  72, and what writing gives
.proc chan_put
        ldx cur_chan
        ldy ch_kind,x
        lda put_high,y
        pha
        lda put_low,y
        pha
        rts
.endproc

.proc chan_nothing
        rts
.endproc

.define PEEKS chan_end - 1, file_peek - 1, chan_end - 1, buffer_channel_peek - 1, list_peek - 1, rel_peek - 1
.define ADVANCES chan_nothing - 1, file_advance - 1, chan_nothing - 1, buffer_channel_advance - 1, list_advance - 1, rel_advance - 1
.define PUTS chan_nothing - 1, chan_nothing - 1, file_put - 1, buffer_channel_put - 1, chan_nothing - 1, rel_put - 1
.define CLOSES chan_nothing - 1, chan_nothing - 1, file_close - 1, chan_nothing - 1, chan_nothing - 1, rel_close - 1
peek_low:     .lobytes PEEKS
peek_high:    .hibytes PEEKS
advance_low:  .lobytes ADVANCES
advance_high: .hibytes ADVANCES
put_low:      .lobytes PUTS
put_high:     .hibytes PUTS
close_low:    .lobytes CLOSES
close_high:   .hibytes CLOSES

; Close a secondary address; 15 closes all.  Errors go to the message
; In     X    0-17
; Out    -     Keeps  -     Uses   A, X, Y, flags; buffers_used, cur_chan, try_ptr
.proc chan_close
        cpx #COMMAND_SA
        beq chan_close_all
        jsr chan_of_sa
        bcs @none
        attempt close_current
        ldx cur_chan
        jsr chan_give
@none:  rts
.endproc

.proc chan_close_all
        ldx #INTERNAL_WRITE
@next:  txa
        pha
        cpx #COMMAND_SA         ; 15 itself, which is no channel
        beq @skip
        jsr chan_close
@skip:  pla
        tax
        dex
        bpl @next
        rts
.endproc

.proc close_current
        ldx cur_chan
        ldy ch_kind,x
        lda close_high,y
        pha
        lda close_low,y
        pha
        rts
.endproc

; Open a name on a secondary address; error: the channel is not open
; In     A    secondary address 0-14;  the name in CMD, cmd_end     Out    -     Keeps  -
; Uses   A, X, Y, flags; BUS_SA, CUR_SECTOR, CUR_TRACK, buffers_used, cur_chan, mem_answer,
;        status_*, try_ptr
.proc chan_open
        sta BUS_SA
        tax
        jsr chan_close          ; whatever was open under this address ends
        jsr status_ok
        lda #NO_CHANNEL
        sta cur_chan
        attempt open_name
        bcc @done
        ldx BUS_SA
        jsr chan_drop
@done:  rts
.endproc

.proc open_name
        lda cmd_end
        bne @name
        fail ERR_NO_NAME
@name:  cmp #CMD_MAX + 1
        bcc @fits
        fail ERR_LONG
@fits:  lda CMD
        cmp #'#'
        bne @not_buffer
        jmp open_buffer
@not_buffer:
        cmp #'$'
        bne @file
        jmp list_open
@file:  jmp file_open
.endproc

; Is the entry at dir_ptr being written on some channel?
; In     dir_sector, dir_slot, dir_track
; Out    C=1  yes.  Keeps Y
; Uses   A, X, flags
.proc chan_is_open
        ldx #CHANNELS - 1
@next:  lda ch_kind,x
        cmp #KIND_WRITE
        bne @other
        lda ch_dslot,x
        cmp dir_slot            ; slot first: it differs most often
        bne @other
        lda dir_track
        cmp ch_dtrack,x
        bne @other
        lda dir_sector
        cmp ch_dsector,x
        beq @yes
@other: dex
        bpl @next
        clc
        rts
@yes:   sec
        rts
.endproc
