; Commands of channel 15: N V I S R C, and the way to all others
;
; Source: Commodore, "1541 User's Guide", chapter 4.

.include "fs.inc"
.include "via1541.inc"

SA_OPEN     = $F0
FIRST_DIR_LINK = $FF

.segment "FS_COMMAND"

; Execute what has come: a command, or a name to open
; In     CMD, cmd_end, cmd_sa     Out    -
; Uses   A, X, Y     Keeps  -
; Test   tests/asm/dos/test_like_virtual_drive.py, test_programs.py
.proc cmd_run
        lda #0
        sta cmd_wait
        sta as_read
        ldx cmd_end
        cpx #CMD_MAX + 1
        bcs @sized
        sta CMD,x               ; what stood there before is not part of it
@sized: jsr drive_busy
        lda cmd_sa
        and #$0F
        cmp #COMMAND_SA
        beq @command
        pha
        jsr without_return
        pla
        jsr chan_open
        jmp @done
@command:
        lda cmd_end
        beq @done
        attempt execute
        bcc @done
        jsr drop_internal       ; a copy that has failed leaves its two channels
@done:  jsr work_give
        lda #0
        sta cmd_end
        jmp drive_indicate
.endproc

.proc drop_internal
        ldx #INTERNAL_WRITE
        jsr chan_drop
        ldx #INTERNAL_READ
        jmp chan_drop
.endproc

; Find the command by its letter
; Error  31, 32
.proc execute
        ldx cmd_end
        lda CMD
        cmp #'M'                ; its bytes may be anything
        beq @sized
        cmp #'P'
        beq @sized
        jsr without_return
@sized: ldx cmd_end
        cpx #CMD_MAX + 1
        bcc @fits
        fail ERR_LONG
@fits:  jsr status_ok
        lda CMD
        sta CMD_LETTER
        ldx #COMMAND_COUNT - 1
@find:  cmp command_letters,x
        beq @found
        dex
        bpl @find
        fail ERR_COMMAND
@found: lda command_high,x
        pha                     ; RTS goes there: the table has addresses less 1
        lda command_low,x
        pha
        rts
.endproc

; A command ends before a return that is its last character or the one before
; In     CMD, cmd_end     Uses   A, X
.proc without_return
        ldx cmd_end
        cpx #CMD_MAX + 1
        bcs @done
        dex
        bmi @done
        beq @done
        lda CMD,x
        cmp #CR
        beq @cut
        dex
        beq @done
        lda CMD,x
        cmp #CR
        bne @done
@cut:   stx cmd_end
@done:  rts
.endproc

command_letters:
        .byte "NVISRCBUMP&"
COMMAND_COUNT = * - command_letters
.define COMMANDS cmd_new - 1, cmd_validate - 1, cmd_initialise - 1, cmd_scratch - 1, cmd_rename - 1, cmd_copy - 1, cmd_block - 1, cmd_user - 1, cmd_memory - 1, cmd_position - 1, cmd_utility - 1
command_low:  .lobytes COMMANDS
command_high: .hibytes COMMANDS

; I: forget what is open, read the BAM again
.proc cmd_initialise
        jsr one_drive
        jsr chan_drop_all
        jmp disk_initialise
.endproc

; Drive 1 before the colon or, unless a 0 is there, at the command's end: there is none
; In     CMD, cmd_end     Out    -     Keeps  -     Uses   A, X, Y, flags
; Error  74
.proc one_drive
        ldx #0
@colon: inx
        cpx cmd_end
        bcs @last
        lda CMD,x
        cmp #':'
        bne @colon
        lda CMD - 1,x
        cmp #'0'
        beq @this
        cmp #'1'
        beq @other
@last:  ldx cmd_end
        lda CMD - 1,x
        cmp #'1'
        bne @this
@other: jmp no_drive
@this:  rts
.endproc

; N:NAME,ID formats the disk; without ID map and directory become empty
; The ID has two bytes, whatever stands there, as the name has one (name_new)
; Error  21, 26, 34, 74 and those of sectors
.proc cmd_new
        jsr names_take
        lda list_equal
        ora list_wild
        beq @plain
        fail ERR_SYNTAX
@plain: jsr name_new
        lda #0
        rol a                   ; drive 1: there is none
        tay
        ldx list_at + 1
        lda list_last
        bne @id
        ldx cmd_end
@id:    dey
        bne @this
        cpx cmd_end             ; formatting fails, and so does its directory
        bcc @format
        jmp no_drive
@format:
        fail ERR_NO_SYNC
@this:  txa
        pha
        jsr chan_drop_all       ; whatever is open belongs to the old disk
        pla
        tax
        cpx cmd_end
        bcs @short              ; no ID: only map and directory
        lda VIA2_PRB
        and #HEAD_WRITABLE
        bne @may
        fail ERR_PROTECTED
@may:   lda CMD,x
        sta new_id
        lda CMD + 1,x
        sta new_id + 1
        jsr disk_forget
        lda new_id
        sta DISK_ID             ; the controller checks headers by it: the new one from now on
        lda new_id + 1
        sta DISK_ID + 1
        jsr disk_format
        bcc @made
        tay
        jmp format_failed
@made:  ldx #0
        txa
@clear: sta BAM,x
        inx
        bne @clear
        jmp @fill
@short: inc as_read             ; an unreadable disk is error 21 here, as for a read
        jsr disk_ready
        jsr write_check
        lda BAM + $A2           ; the ID stays: the headers on the disk have it
        sta new_id
        lda BAM + $A3
        sta new_id + 1
        ldx #0
        txa
@wipe:  sta BAM,x
        inx
        bne @wipe
@fill:  jsr header_fill
        lda #1
        sta bam_valid
        sta bam_dirty
        ldy #1
        lda #DIR_TRACK
        jsr bam_use             ; the first sector of the directory
        jsr bam_write
        jsr work_take
        tya
        tax
        lda #DIR_TRACK
        ldy #1
        ; that sector, empty: its link says that it is the last
        jsr job_header
        txa
        clc
        adc #>BUFFERS
        sta dir_ptr + 1
        lda #0
        sta dir_ptr
        tay
@zero:  sta (dir_ptr),y
        iny
        bne @zero
        iny
        lda #FIRST_DIR_LINK
        sta (dir_ptr),y
        jsr buffer_write
        lda #0
        sta DISK_CHANGED        ; by the new ID: nothing has to be read again
        jmp bam_count
.endproc

; In     Y RESULT_* of formatting
.proc format_failed
        lda #0
        sta CUR_TRACK
        sta CUR_SECTOR
        sta bam_valid
        lda job_errors,y
        jmp dos_error
.endproc

; The header of an empty disk: map, name, id, version
; In     name_at, name_len, new_id
.proc header_fill
        lda #DIR_TRACK
        sta BAM
        lda #1                  ; the first sector of the directory
        sta BAM + 1
        lda #'A'                ; the format that the 1541 writes
        sta BAM + 2
        ldx #HEADER_PADS - 1    ; name, id and version lie among shifted blanks
        lda #PAD
@pad:   sta BAM + $90,x
        dex
        bpl @pad
        ldx name_at
        ldy #0
@name:  lda CMD,x
        sta BAM + $90,y
        inx
        iny
        cpy name_len
        bne @name
        lda new_id
        sta BAM + $A2
        lda new_id + 1
        sta BAM + $A3
        lda #'2'
        sta BAM + $A5
        lda #'A'
        sta BAM + $A6
        jmp bam_empty
.endproc

HEADER_PADS = 27

; S:NAME,NAME...: delete files; locked and open ones stay.  01 tells how many
; In     bam_index, cmd_end, dir_name, work_buf     Out    -     Keeps  -
; Uses   A, X, Y, flags; bam_*, chain_*, cmd_at, dir_*, entry_type, name_*, what a job uses
; Error  26, 34, 74
.proc cmd_scratch
        jsr names_take
        lda list_wild_2
        bne @syntax
        lda list_equal
        beq @targets
        cmp list_last
        bcs @targets
@syntax:
        fail ERR_SYNTAX
@targets:
        lda list_targets
        jsr names_here
        jsr work_begin
        lda #0
        sta scratched
        sta LAST_PROGRAM
@list:  ldy list_index
        cpy list_targets
        bcs @done
        inc list_index
        jsr name_pick
        bcs @list
        lda name_len
        beq @list               ; an empty name deletes nothing
        jsr name_pattern
        ldy work_buf
        jsr dir_first
@next:  jsr dir_next
        bcs @list
        sta entry_type
        jsr dir_match
        bcs @next
        lda entry_type
        and #TYPE_LOCKED
        bne @next
        jsr chan_is_open
        bcs @next
        jsr scratch_entry
        inc scratched
        jmp @next
@done:  jsr bam_write
        lda scratched
        cmp #100                ; the message has two digits
        bcc @tell
        lda #99
@tell:  sta CUR_TRACK
        lda #0
        sta CUR_SECTOR
        lda #ERR_SCRATCHED
        jmp status_set
.endproc

; The disk may be written, and there is a buffer to work with
; Error  26, 70, 74
.proc work_begin
        jsr disk_ready
        jsr write_check
        jmp work_take
.endproc

; Delete the entry at dir_ptr and free its blocks; the directory is read again
.proc scratch_entry
        jsr side_start
        pha
        tya
        pha
        jsr chan_start
        pha
        tya
        pha
        ldy #ENT_TYPE
        lda #0
        sta (dir_ptr),y
        jsr dir_write
        lda dir_buf
        sta chain_buf
        pla
        tay
        pla
        beq @side
        jsr chain_free
@side:  lda entry_type
        and #TYPE_MASK
        eor #TYPE_REL           ; 0: it has side sectors
        tax
        pla
        tay
        pla
        beq @done
        cpx #0
        bne @done
        jsr chain_free
@done:  jmp dir_again
.endproc

; R:NEW=OLD
; Error  26, 30, 33, 34, 62, 63, 74
.proc cmd_rename
        jsr names_take
        jsr names_one
        lda list_last
        cmp #1
        bne @syntax
        lda #2
        jsr names_here
        jsr work_begin
        ldy #1
        jsr old_name
        lda dir_track           ; where it is: to look for it again would take a second
        pha
        lda dir_sector
        pha
        lda dir_slot
        pha
        jsr must_be_new
        pla
        sta dir_slot
        pla
        sta dir_sector
        pla
        sta dir_track
        jsr dir_again
        jsr name_new
        jsr name_store
        jmp dir_write
@syntax:
        fail ERR_SYNTAX
.endproc

; Error 63 if the new name is taken
.proc must_be_new
        jsr name_new
        jsr name_pattern
        lda #TYPE_ANY
        ldy work_buf
        jsr dir_find
        bcs @free
        fail ERR_EXISTS
@free:  rts
.endproc

; The entry of a name of the list
; In     Y index
; Out    as dir_find
; Error  62
.proc old_name
        jsr name_pick
        bcs @missing            ; on a drive that there is not
        lda name_len
        beq @missing
        jsr name_pattern
        lda #TYPE_ANY
        ldy work_buf
        jsr dir_find
        bcs @missing
        rts
@missing:
        fail ERR_NOT_FOUND
.endproc

; C:NEW=OLD,OLD...: the new file is the old ones one behind the other
; In     bam_index, bam_sector, cmd_end, dir_free_sector, dir_free_slot, dir_name, entry_type,
;        rel_here, work_buf
; Out    -     Keeps  -
; Uses   A, X, Y, flags; BUS_BYTE, bam_*, bus_empty, bus_last, chain_left, chain_link, cmd_at,
;        dir_*, entry_type, file_type, name_*, rel_*, what a job uses
; Error  26, 30, 33, 34, 60, 62-64, 70, 72, 74
.proc cmd_copy
        jsr colon_look
        bcc @names
        fail ERR_COMMAND
@names: jsr names_take
        jsr names_one
        ldy list_last
        iny
        tya
        jsr names_here
        jsr chan_drop_all
        jsr work_begin
        jsr @first
@find:  ldy list_index
        jsr old_name
        jsr @next
        bcc @find
        ldy #0
        jsr name_pick
        bcs @other
        jsr must_be_new
        ldx #0
        stx file_type
        jsr @first
@check: ldy list_index
        jsr old_name
        and #TYPE_MASK
        beq @type
        cmp #TYPE_REL
        beq @relative
        ldx file_type
        bne @closed
        sta file_type           ; of the first one
@closed:
        lda entry_type
        bpl @open
        jsr @next
        bcc @check
        jsr work_give
        jsr copy_create
        jsr @first
@file:  ldy list_index
        jsr name_pick
        jsr copy_file
        jsr @next
        bcc @file
        ldx #INTERNAL_WRITE
        jmp chan_close
@first: lda #1
        sta list_index
        rts
@next:  inc list_index
        lda list_last
        cmp list_index
        bcc @last
        clc
        rts
@last:  sec
        rts
@other: jmp work_give           ; to a drive 1: that is all, as by 901229-05
@type:  fail ERR_TYPE
@open:  fail ERR_WRITE_OPEN
@relative:
        ldx file_type           ; alone, not joined
        bne @type
        ldx list_last
        dex
        bne @type
        jmp copy_relative
.endproc

; Create the new file on an internal channel
.proc copy_create
        jsr copy_target
        jmp file_create
.endproc

; A channel for the new file, its name as parsed
.proc copy_target
        ldx #INTERNAL_WRITE
        lda #KIND_READ
        jsr chan_take
        jsr name_new
        lda #0
        sta name_wild
        sta name_replace
        jmp name_pattern
.endproc

.segment "FS_COPY"

; Copy the relative file whose entry old_name found: records of the same length, as many, then
; the bytes.  Takes all four buffers
; Error  52, 70 and those of sectors
.proc copy_relative
        ldy #ENT_RECORD
        lda (dir_ptr),y
        sta rec_wanted
        jsr work_give
        ldx #INTERNAL_READ
        lda #KIND_READ
        jsr chan_take
        lda #TYPE_ANY
        jsr find_again
        jsr rel_found
        jsr copy_target
        jsr rel_open
        jsr source
        jsr rel_tail
        jsr chan_index
        ldy BUFFER_PTR,x
        dey
        sty rel_goal_at
        lda rel_here
        sta rel_goal
        lda rel_here + 1
        sta rel_goal + 1
        jsr rel_rewind
        jsr target
        jsr rel_grow_to
        jsr rel_rewind
@byte:  jsr source
        jsr chan_byte
        sta BUS_BYTE
        jsr rel_step
        lda #0
        rol a
        sta bus_empty           ; 1: that was the last one
        jsr target
        jsr chan_byte
        lda BUS_BYTE
        sta (BUFFER_PTR,x)
        jsr data_dirty
        lda bus_empty
        bne @end
        jsr rel_step
        bcc @byte
@end:   ldx #INTERNAL_READ
        jsr chan_drop
        ldx #INTERNAL_WRITE
        jmp chan_close
.endproc
.proc source
        ldx #INTERNAL_READ
        jmp chan_of_sa
.endproc
.proc target
        ldx #INTERNAL_WRITE
        jmp chan_of_sa
.endproc

.segment "FS_COMMAND"

; Append the file whose name name_next gave to the new one
; Error  those of sectors, 72: what has been written is closed then
.proc copy_file
        ldx #INTERNAL_READ
        lda #KIND_READ
        jsr chan_take
        jsr name_pattern
        lda #TYPE_ANY
        jsr find_again
        jsr chan_start
        jsr file_read_first
        jsr chain_limit
@next:  ldx #INTERNAL_READ
        jsr chan_of_sa
        jsr chan_peek
        lda bus_empty
        bne @end
        jsr chan_advance
        ldx #INTERNAL_WRITE
        jsr chan_of_sa
        attempt chan_put
        bcc @next
        ldx #INTERNAL_WRITE     ; full: the message is set, close what there is
        jsr chan_close
        jmp dos_give_up
@end:   ldx #INTERNAL_READ
        jmp chan_drop
.endproc

; V: make the map from the directory; files never closed are deleted.  With an error the disk
; stays as it was
; Error  26, 67, 71, 74 and those of sectors
.proc cmd_validate
        jsr cmd_initialise
        jsr write_check
        lda #0
        sta bam_valid           ; an error below: the disk's map is read again
        sta LAST_PROGRAM
        jsr work_take
        jsr bam_empty
        lda #1
        sta scratched           ; 0: an entry was never closed
        lda #DIR_TRACK          ; the directory's own chain
        ldy #1
        jsr claim_chain
        ldy work_buf
        jsr dir_first
@next:  jsr dir_next
        bcs @claimed
        sta entry_type
        bpl @open
        jsr claim_entry
        jmp @next
@open:  lda #0
        sta scratched
        beq @next
@claimed:
        lda #1
        sta bam_valid
        sta bam_dirty
        jsr bam_write
        lda scratched
        bne @done
        ldy work_buf
        jsr dir_first
@again: jsr dir_next
        bcs @done
        bmi @again              ; TYPE_CLOSED
        ldy #ENT_TYPE
        lda #0
        sta (dir_ptr),y
        jsr dir_write
        jmp @again
@done:  rts
.endproc

; Claim the chains of the entry at dir_ptr
.proc claim_entry
        jsr side_start
        pha
        tya
        pha
        jsr chan_start
        beq @side
        jsr claim_chain
@side:  pla
        tay
        pla
        beq @done
        jsr claim_chain
@done:  jmp dir_again
.endproc

; Mark the blocks of a chain used
; In     A track, Y sector; work_buf
; Error  67, 71 a block that is another's already
.proc claim_chain
        sta CUR_TRACK
        sty CUR_SECTOR
        jsr place_check
        bcc @there
        lda #ERR_ILLEGAL_LINK
        jmp dos_error
@there: jsr bam_use
        bcc @own
        lda #ERR_DIRECTORY
        jmp dos_error
@own:   ldx work_buf
        lda CUR_TRACK
        ldy CUR_SECTOR
        jsr buffer_read
        jsr link_read
        bne claim_chain
        rts
.endproc
