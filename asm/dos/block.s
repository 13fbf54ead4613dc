; Direct access: "#" channels, B- and U commands, memory commands, utility loader
;
; Source: Commodore, "1541 User's Guide", chapter 6; Immers and Neufeld, "Inside Commodore DOS".

.include "fs.inc"

UTILITY_TYPE = TYPE_USR
USER_DEFAULT = $FFEA

.segment "FS_BLOCK"

; Open "#" or "#n"
; In     BUS_SA;  CMD     Out    -     Keeps  -
; Uses   A, X, Y, flags; bam_dirty, bam_valid, fs_tmp, numbers, what a job uses
; Error  70
.proc open_buffer
        attempt disk_ready      ; whatever is in the drive
        jsr status_ok
        ldx BUS_SA
        lda #KIND_BUFFER
        jsr chan_take           ; some buffer
        ldx #1
@blank: cpx cmd_end
        bcs @any
        lda CMD,x
        inx
        cmp #' '
        beq @blank
        cmp #CR
        beq @any
        dex                     ; back to the digit
        jsr numbers_from
        ldx cur_chan
        ldy ch_buf,x
        jsr buffer_give         ; first, as it may be the very buffer that is wanted
        ldy numbers
        jsr buffer_check
        bcs @taken
        tya
        ldx cur_chan
        sta ch_buf,x
@any:   ldx cur_chan
        lda #FLAG_FRESH
        sta ch_flags,x
        jsr chan_index
        inc BUFFER_PTR,x        ; offset 1
        rts
@taken: ldx cur_chan
        lda #KIND_NONE          ; its buffer is given back already
        sta ch_kind,x
        ldx BUS_SA
        lda #NO_CHANNEL
        sta SA_CHANNEL,x
        fail ERR_NO_CHANNEL
.endproc

; The next byte of a buffer; just opened: its number
; In     X channel = cur_chan, A its ch_flags     Out    BUS_BYTE, bus_last     Keeps  Y
; Uses   A, X, flags; BUS_BYTE, bus_last
buffer_channel_peek:
        and #FLAG_FRESH
        bne @fresh
        jmp peek_byte
@fresh: lda ch_buf,x
        sta BUS_BYTE
        rts

; Take the byte that was shown (KIND_BUFFER)
; In     cur_chan     Out    -     Keeps  Y     Uses   A, X, flags; BUFFER_PTR
.proc buffer_channel_advance
        ldx cur_chan
        lda ch_flags,x
        and #FLAG_FRESH
        bne stale
        jsr chan_index
        inc BUFFER_PTR,x
        rts
.endproc

.proc stale
        lda #FLAG_FINAL         ; no other buffer follows
        sta ch_flags,x
        rts
.endproc

; Store BUS_BYTE in the buffer (KIND_BUFFER)
; In     cur_chan, BUS_BYTE     Out    -     Keeps  Y     Uses   A, X, flags; BUFFER_PTR
.proc buffer_channel_put
        ldx cur_chan
        jsr stale
        jsr chan_index
        lda BUS_BYTE
        sta (BUFFER_PTR,x)
        inc BUFFER_PTR,x
        rts
.endproc

; Channel, drive, track and sector of a command
; In     X offset in CMD
; Out    cur_chan; X buffer; A track, Y sector
; Error  30, 66, 70, 74
.proc direct_place
        jsr numbers_block
        jsr numbers_buffer
        lda numbers + 2
        ldy numbers + 3
        jsr place_check
        bcs illegal
        pha
        lda numbers + 1
        lsr a                   ; C: drive 1
        bcs @none
        ldx cur_chan
        jsr stale
        pla
        jmp chan_buffer
@none:  tya                     ; there is one drive, and the message names the block
        pha
        ldx numbers             ; the buffer is of the other one now
        jsr chan_drop
        pla
        tay
        pla
        ldx #ERR_NOT_READY
        .byte $2C               ; BIT abs: skips the next two bytes
.endproc

illegal:
        ldx #ERR_ILLEGAL
at_block:
        sta CUR_TRACK
        sty CUR_SECTOR
        txa
        jmp dos_error

; Refuse a drive that there is not, with the directory's track
; In     -     Out    -     Keeps  -
; Uses   A, X, Y, flags; CUR_SECTOR, CUR_TRACK
; Error  74
no_drive:
        lda #DIR_TRACK
        ldy #0
        ldx #ERR_NOT_READY
        bne at_block            ; always

; The channel numbers[0], open to a buffer
; Out    cur_chan
; Error  70
.proc numbers_buffer
        ldx numbers
        cpx #COMMAND_SA
        bcs @no
        jsr chan_of_sa
        bcs @no
        lda ch_kind,x
        cmp #KIND_BUFFER
        bne @no
        rts
@no:    fail ERR_NO_CHANNEL
.endproc

; B-x, BLOCK-x
; In     cmd_end     Out    -     Keeps  -
; Uses   A, X, Y, flags; CUR_SECTOR, CUR_TRACK, mem_answer, status_*, what it jumps to uses
; Error  30, 31 and those of the command
.proc cmd_block
        ldx #1
        ldy #0                  ; commas
@dash:  cpx cmd_end
        bcs @bad
        lda CMD,x
        inx
        cmp #'-'
        beq @sub
        cmp #','
        bne @dash
        iny
        cpy #NAMES_MAX - 1
        bcc @dash
        bcs @bad
@sub:   tya
        beq @which
        fail ERR_SYNTAX
@which: lda CMD,x
        ldy #DIRECT_COUNT - 1
@find:  cmp direct_letters,y
        beq @found
        dey
        bpl @find
@bad:   fail ERR_COMMAND
@found: lda direct_high,y       ; the RTS below goes there: the table has addresses less 1
        pha
        lda direct_low,y
        pha
        dex
@word:  inx                     ; the rest of the word
        cpx cmd_end
        bcs @go
        lda CMD,x
        cmp #'A'
        bcc @go
        cmp #'Z' + 1
        bcc @word
@go:    rts
.endproc

direct_letters:
        .byte "RWPAFE"
DIRECT_COUNT = 6
.define DIRECTS direct_read - 1, direct_write - 1, direct_pointer - 1, direct_allocate - 1, direct_free - 1, direct_execute - 1
direct_low:  .lobytes DIRECTS
direct_high: .hibytes DIRECTS

; B-R: the sector's first byte says which one is the last
.proc direct_read
        jsr read_block
        jsr chan_byte           ; at offset 0
        inc BUFFER_PTR,x
        ldx cur_chan
        sta ch_last,x
        rts
.endproc

; U1: all 256 bytes
; In     cmd_end, cur_chan, numbers     Out    -     Keeps  -
; Uses   A, X, Y, flags; fs_tmp, what a job uses
.proc user_read
        ldx #2
        jsr read_block
        ldx cur_chan
        lda #$FF
        sta ch_last,x
        rts
.endproc

; Read the sector a command names into its channel's buffer, pointer at 0
.proc read_block
        jsr direct_place
        jsr job_header
        lda #JOB_READ
        jsr buffer_job
        lda #0
        jmp chan_place
.endproc

; B-W: the pointer goes into the sector's first byte
.proc direct_write
        jsr direct_place
        jsr job_header
        jsr may_write
        jsr chan_index
        lda BUFFER_PTR,x
        beq @set                ; full
        cmp #2                  ; not a byte is there: one counts nevertheless
        bcs @set
        lda #2
@set:   sec
        sbc #1                  ; the pointer is behind the last byte
        pha
        lda #0
        sta BUFFER_PTR,x
        pla
        sta (BUFFER_PTR,x)
        inc BUFFER_PTR,x
        jmp chan_write
.endproc

; U2: all 256 bytes
; In     cmd_end, cur_chan, numbers     Out    -     Keeps  -
; Uses   A, X, Y, flags; fs_tmp, what a job uses
.proc user_write
        ldx #2
        jsr direct_place
        jsr job_header
        jsr may_write
        jmp buffer_write
.endproc

; Error 26, and no other, on a protected disk; keeps X
.proc may_write
        txa
        pha
        lda BAM + 2
        pha
        lda #'A'                ; a foreign version is no obstacle here: write_check sees ours
        sta BAM + 2
        jsr write_check
        pla
        sta BAM + 2
        pla
        tax
        rts
.endproc

; B-P: where to read or write next
.proc direct_pointer
        jsr numbers_block
        jsr numbers_buffer
        jsr stale
        jsr chan_index
        lda numbers + 1
        sta BUFFER_PTR,x
        rts
.endproc

; Drive, track and sector of B-A and B-F
; Out    A track, Y sector
.proc allocate_place
        jsr numbers_block
        jsr @place
        jsr place_check
        bcc @there
        jmp illegal
@there: lda numbers
        lsr a
        bcc @drive
        jmp no_drive
@drive: inc as_read
        jsr disk_ready
        jsr write_check
@place: lda numbers + 1
        ldy numbers + 2
        rts
.endproc

; B-A: take a block; error 65 names the next free one if it is taken
; The search goes up from the block that was wanted, and over the tracks behind it, but not over track 18; 0, 0
; says that none is left.
.proc direct_allocate
        jsr allocate_place
        jsr bam_use
        bcs @taken
        jmp bam_write
@taken: ldy numbers + 2
@next:  iny
@here:  sty numbers + 2
        lda numbers + 1
        cmp #LAST_TRACK + 1
        bcs @none
        jsr place_check
        bcs @track              ; no such sector: the next track
        cmp #DIR_TRACK
        beq @track
        jsr bam_test
        bne @free
        ldy numbers + 2
        jmp @next
@track: inc numbers + 1
        ldy #0
        beq @here
@none:  lda #0
        sta numbers + 1
        sta numbers + 2
@free:  lda numbers + 1
        sta CUR_TRACK
        lda numbers + 2
        sta CUR_SECTOR
        lda #ERR_NO_BLOCK
        jmp dos_error
.endproc

; B-F: give a block back
.proc direct_free
        jsr allocate_place
        jsr bam_free
        jmp bam_write
.endproc

; B-E: read a sector and run it
.proc direct_execute
        jsr read_block
        lda BUFFER_PTR,x
        sta MEM_PTR
        lda BUFFER_PTR + 1,x
        sta MEM_PTR + 1
        jmp (MEM_PTR)
.endproc

; U1-U9, U: and their letters: through the table at USER_TABLE; U0 puts ours back
; In     cmd_end     Out    -     Keeps  -
; Uses   A, X, Y, flags; USER_TABLE, what it jumps to uses
; Error  31
.proc cmd_user
        ldx cmd_end
        cpx #2
        bcc @bad
        lda CMD + 1
        and #$0F                ; U1 to U9, or UA to UJ: the low half is the number
        beq @default
        cmp #11
        bcs @bad
        asl a
        tay
        dey                     ; entry n lies at 2 * n - 2; its high byte is read first
        lda (USER_TABLE),y
        sta MEM_PTR + 1
        dey
        lda (USER_TABLE),y
        sta MEM_PTR
        jmp (MEM_PTR)
@default:
        lda #<USER_DEFAULT
        sta USER_TABLE
        lda #>USER_DEFAULT
        sta USER_TABLE + 1
        rts
@bad:   fail ERR_COMMAND
.endproc

; UI restarts the drive; UI- is for a VIC-20, UI+ for a C64
.proc user_speed
        ldx #0
        lda CMD + 2
        ldy cmd_end
        cpy #3
        bcc @start
        cmp #'+'
        beq @set
        inx
        cmp #'-'
        beq @set
@start: jmp (WARM_START)
@set:   stx BUS_SLOW
        rts
.endproc

; M-R, M-W, M-E
; In     cmd_end     Out    -     Keeps  -
; Uses   A, X, Y, flags; MEM_PTR, mem_answer, mem_left, num_count, what it jumps to uses
; Error  31
.proc cmd_memory
        lda cmd_end
        cmp #5
        bcc @bad
        lda CMD + 3
        sta MEM_PTR
        lda CMD + 4
        sta MEM_PTR + 1
        lda CMD + 1
        cmp #'-'
        bne @bad
        lda CMD + 2
        cmp #'R'
        beq memory_read
        cmp #'W'
        beq memory_write
        cmp #'E'
        bne @bad
        jmp (MEM_PTR)
@bad:   fail ERR_COMMAND
.endproc

; The answer is memory: as many bytes as asked for, 0 for 256, one without a count; then a CR
.proc memory_read
        ldx #0
        ldy #1
        lda cmd_end
        cmp #6
        bcc @set
        bne @count
        lda CMD + 5
        cmp #CR                 ; PRINT#15,"M-R"...: a CR behind the address
        beq @set
@count: ldy CMD + 5
        bne @set
        inx                     ; 256
@set:   sty mem_left
        stx mem_left + 1
        lda #1
        sta mem_answer
        rts
.endproc

.proc memory_write
        ldy cmd_end
        cpy #6
        bcc @done
        lda CMD + 5
        sta num_count
        ldy #0
        ldx #6
@next:  cpy num_count
        bcs @done
        cpx cmd_end
        bcs @done
        lda CMD,x
        sta (MEM_PTR),y
        inx
        iny
        bne @next
@done:  rts
.endproc

; &NAME: load a USR file of pieces "address, count, bytes, check sum" and run the first one
; In     BUS_BYTE, cmd_end, dir_name     Out    -     Keeps  -
; Uses   A, X, Y, flags; bam_dirty, bam_valid, bus_empty, bus_last, chain_link, cmd_at, dir_*,
;        entry_type, name_*, what a job uses
; Error  39, 50 check sum, 51 file ends within a piece
.proc cmd_utility
        jsr disk_ready
        ldx #0                  ; the & is part of the name; a drive may stand before it
        stx cmd_at
        lda CMD + 1
        cmp #'0'
        bne @name
        lda CMD + 2
        cmp #':'
        bne @name
        ldx #2
        lda #'&'                ; over the colon, so that the name begins with it again
        sta CMD + 2
        stx cmd_at
@name:  ldx cmd_at
        jsr name_here
        jsr name_pattern
        ldx #INTERNAL_READ
        lda #KIND_READ
        jsr chan_take
        lda #UTILITY_TYPE
        jsr find_again
        bcc @found
        ldx #INTERNAL_READ
        jsr chan_drop
        fail ERR_NO_UTILITY
@found: jsr chan_start
        jsr file_read_first
        lda #1
        sta load_first          ; its address is where to start
@piece: jsr utility_piece
        jsr chan_peek           ; anything behind it?
        lda bus_empty
        beq @piece
        ldx #INTERNAL_READ
        jsr chan_drop
        jmp (load_run)
.endproc

; One piece into memory
; A piece is an address, a count, so many bytes and their checksum.  The address of the first piece is where
; the program will start.
.proc utility_piece
        lda #0
        sta load_sum
        jsr utility_byte
        sta MEM_PTR
        jsr utility_byte
        sta MEM_PTR + 1
        lda load_first          ; the first one tells where to start
        beq @count
        dec load_first
        lda MEM_PTR
        sta load_run
        lda MEM_PTR + 1
        sta load_run + 1
@count: jsr utility_byte
        sta load_left
@next:  jsr utility_byte
        ldy #0
        sta (MEM_PTR),y
        inc MEM_PTR
        bne @low
        inc MEM_PTR + 1
@low:   dec load_left
        bne @next
        lda load_sum            ; the checksum itself is not part of the sum
        pha
        jsr utility_byte
        pla
        cmp BUS_BYTE
        bne @bad
        rts
@bad:   ldx #INTERNAL_READ
        jsr chan_drop
        fail ERR_NO_RECORD
.endproc

; The file's next byte, added to the sum with the carry
; Out    A
; Error  51
.proc utility_byte
        jsr chan_peek
        lda bus_empty
        bne @end
        jsr chan_advance
        lda BUS_BYTE
        clc
        adc load_sum
        adc #0
        sta load_sum
        lda BUS_BYTE
        rts
@end:   ldx #INTERNAL_READ
        jsr chan_drop
        fail ERR_OVERFLOW
.endproc

.segment "FS_USER"
; U1-U8; behind it, U9 and U: are the processor's vectors of NMI and reset
        .assert * = USER_DEFAULT, lderror, "table of user commands moved"
        .word user_read, user_write
        .word $0500, $0503, $0506, $0509, $050C, $050F
        .word user_speed
