; The directory as a BASIC program: LOAD"$",8 with patterns
;
; Made a line at a time in the channel's first buffer; the second one holds a sector of the
; directory.  Upper half of the first buffer: the patterns, as the command buffer may change.
; Source of the lines' form: Immers and Neufeld, "Inside Commodore DOS".

.include "fs.inc"

LOAD_LOW    = $01
LOAD_HIGH   = $04
PATTERNS    = $80               ; offset of the patterns' length, then the patterns
LINE_WIDTH  = 27
REVERSE     = $12
NAME_WIDTH  = 17
BAM_NAME    = BAM + $90
BAM_ID      = BAM + $A2
ID_SIZE     = 5

STATE_HEAD  = 0

.segment "FS_LIST"

; Open "$...": LOAD gets a program, other addresses the directory's sectors
; In     BUS_SA     Out    -     Keeps  -
; Uses   A, X, Y, flags; bam_dirty, bam_valid, chain_link, cmd_at, dir_*, entry_type,
;        list_line, name_at, name_save, num_count, what a job uses
.proc list_open
        lda BUS_SA
        beq @load               ; secondary address 0
        sta as_read
        jsr one_drive
        jsr disk_ready
        ldx BUS_SA
        lda #KIND_READ
        jsr chan_take
        lda #DIR_TRACK
        ldy #0
        jmp file_read_first
@load:  jsr list_names
        jsr disk_ready
        ldx BUS_SA
        lda #KIND_DIR
        jsr chan_take
        jsr buffer_second
        jsr list_page
        jsr copy_patterns
        ldy ch_buf2,x
        jsr dir_first
        jsr list_keep
        lda #STATE_HEAD
        sta ch_state,x
        jmp make_line
.endproc

; The channel's line buffer
; Out    list_line, X channel
.proc list_page
        ldx cur_chan
        lda #0
        sta list_line
        lda ch_buf,x
        clc
        adc #>BUFFERS
        sta list_line + 1
        rts
.endproc

; Keep the place in the directory / go on there
; Out    X   channel
.proc list_keep
        ldx cur_chan
        jsr file_record_place
        lda dir_left
        sta ch_track,x
        rts
.endproc
.proc list_resume
        ldx cur_chan
        lda ch_buf2,x
        sta dir_buf
        jsr file_recall_place
        lda ch_track,x
        sta dir_left
        lda #1
        sta dir_free_track      ; not 0: no place for a new file is looked for
        lda #0
        sta dir_ptr
        jmp dir_page
.endproc

.segment "FS_PARSE"

; The names behind "$", "$0", "$:" or "$0:"; $ and one digit is all of a drive
; Out    list_*;  list_targets 0: every file
; Error  30 more than a type behind =, 74 only names on drive 1
.proc list_names
        lda #0
        sta list_targets
        sta list_equal
        ldx cmd_end
        dex                     ; $ alone
        beq @all
        dex
        bne @names
        lda CMD + 1
        cmp #'0'
        beq @all
        cmp #'1'
        bne @names
        fail ERR_NOT_READY
@names: jsr colon_look
        dex
        bcc @list
        ldx #1                  ; no colon: the names begin behind the $
        ldy #0
@list:  lda #0
        jsr names_list
        lda list_equal
        beq @one
        cmp list_last           ; behind the = one type and nothing else
        bcc @syntax
@one:   lda list_targets
        jmp names_here
@syntax:
        fail ERR_SYNTAX
@all:   rts
.endproc

.segment "FS_LIST"

; Keep type and names in the channel's buffer: each name ends with a comma
; In     list_*     Keeps  X
.proc copy_patterns
        txa
        pha
        ldy #PATTERNS + 1
        lda #TYPE_ANY
        sta (list_line),y
        sty name_save
        ldy list_equal
        beq @names
        ldx list_at,y
        cpx cmd_end
        bcs @names
        lda CMD,x
        ldx #TYPE_REL           ; the highest type of the four, counted down
@letter:
        cmp type_letters - 1,x
        beq @type
        dex
        bne @letter
        beq @names
@type:  txa
        ldy #PATTERNS + 1
        sta (list_line),y
@names: lda #0
        sta list_index
@name:  ldy list_index
        cpy list_targets
        bcs @end
        inc list_index
        jsr name_pick
        bcs @name               ; on a drive that there is not
        ldx name_at
        ldy name_save
@next:  dec name_len
        bmi @comma
        lda CMD,x
        inx
        iny
        sta (list_line),y
        bne @next               ; always: no offset of 0
@comma: iny
        lda #','
        sta (list_line),y
        sty name_save
        bne @name               ; always
@end:   lda name_save
        ldy #PATTERNS
        sta (list_line),y       ; offset of the last character
        pla
        tax
        rts
.endproc

type_letters:
        .byte "SPUR"            ; in the order of TYPE_*

; The next byte (KIND_DIR)
; In     X channel = cur_chan, A its ch_flags     Out    -     Keeps  -
; Uses   A, X, Y, flags; BUS_BYTE, bus_last, cmd_at, dir_*, entry_type, list_line, name_at,
;        name_save, num_count, what a job uses
list_peek:
        and #FLAG_NEXT
        beq @here
        jsr make_line
@here:  jmp peek_byte

list_advance = file_advance

; Make the next line in the channel's first buffer
; Error  those of sectors
.proc make_line
        jsr list_page
        lda ch_flags,x
        and #<~FLAG_NEXT
        sta ch_flags,x
        lda ch_state,x
        bne @files
        inc ch_state,x
        jsr head_line
        jmp @ready
@files: jsr list_resume
@next:  jsr dir_next
        bcs @end
        sta entry_type
        jsr wanted
        bcs @next
        jsr list_keep
        jsr file_line
        jmp @ready
@end:   jsr end_line
@ready: ldx cur_chan            ; Y: offset of the line's last byte
        tya                     ; the bus sends up to here, then asks for another line
        sta ch_last,x
        lda #0
        jmp chan_place
.endproc

; Begin a line: link, number
; In     Y offset, list_num
; Out    Y
.proc line_begin
        lda #1
        jsr put                 ; BASIC makes the links itself
        lda #1
        jsr put
        lda list_num
        jsr put
        lda list_num + 1
        ; falls through
.endproc
.proc put
        sta (list_line),y
        iny
        rts
.endproc

; The disk's name and id
; It is a line of a BASIC program, number 0, as LOAD"$" wants it.
; Out    Y offset of the last byte
.proc head_line
        ldy #0
        lda #LOAD_LOW
        jsr put
        lda #LOAD_HIGH
        jsr put
        lda #0
        sta list_num
        sta list_num + 1
        jsr line_begin
        lda #REVERSE
        jsr put
        lda #'"'
        jsr put
        ldx #0
@name:  lda BAM_NAME,x
        jsr put_filled
        inx
        cpx #NAME_MAX
        bne @name
        lda #'"'
        jsr put
        lda #' '
        jsr put
        ldx #0
@id:    lda BAM_ID,x
        jsr put_filled
        inx
        cpx #ID_SIZE
        bne @id
        lda #0                  ; the end of the line
        sta (list_line),y
        rts
.endproc

; In     A character of a field filled with shifted blanks
.proc put_filled
        cmp #PAD
        bne put
        lda #' '
        bne put
.endproc

; A file: blocks, name, type
; In     dir_ptr, dir_name, entry_type
; Out    Y offset of the last byte
.proc file_line
        ldy #ENT_BLOCKS
        lda (dir_ptr),y
        sta list_num
        iny
        lda (dir_ptr),y
        sta list_num + 1
        ldy #0
        jsr line_begin
        jsr indent
        lda #'"'
        jsr put
        jsr put_name
        lda entry_type
        and #TYPE_CLOSED
        php                     ; Z, which LDA would change
        lda #' '
        plp
        bne @closed
        lda #'*'
@closed:
        jsr put
        lda entry_type
        and #TYPE_MASK
        cmp #TYPE_REL + 1
        bcc @known
        lda #TYPE_REL + 1
@known: sta fs_tmp
        asl a
        adc fs_tmp              ; three letters each (C=0)
        tax
        lda #3
        sta fs_tmp
@type:  lda type_names,x
        jsr put
        inx
        dec fs_tmp
        bne @type
        lda entry_type
        and #TYPE_LOCKED
        beq @fill
        lda #'<'
        jsr put
@fill:  lda #' '
@blank: cpy #4 + LINE_WIDTH
        bcs @end
        jsr put
        bne @blank              ; always: Y is not 0
@end:   lda #0
        sta (list_line),y
        rts
.endproc

type_names:
        .byte "DELSEQPRGUSRREL???"

; Blanks so that the names stand below each other: 4 less one for each digit
; In     list_num, Y
.proc indent
        ldx #3
        lda list_num + 1
        bne @hundreds           ; 256 and more
        lda list_num
        cmp #100
        bcs @hundreds
        cmp #10
        bcs @two
        bcc @put
@two:   ldx #2
        bne @put
@hundreds:
        ldx #1
        lda list_num
        cmp #<1000              ; C=1: four digits, without a blank
        lda list_num + 1
        sbc #>1000
        bcc @put
        rts
@put:   lda #' '
        jsr put
        dex
        bne @put
        rts
.endproc

; The name and its quote, 17 characters; what is behind the name's end shows behind the quote
.proc put_name
        sty fs_tmp
        lda #1
        sta fs_tmp + 1          ; the quote is still to come
        ldx #0
@next:  txa
        tay
        lda (dir_name),y
        cmp #PAD
        bne @put
        lda fs_tmp + 1
        beq @blank
        dec fs_tmp + 1
        lda #'"'
        bne @put
@blank: lda #' '
@put:   ldy fs_tmp
        sta (list_line),y
        inc fs_tmp
        inx
        cpx #NAME_MAX
        bne @next
        ldy fs_tmp
        lda #' '
        ldx fs_tmp + 1
        beq @last
        lda #'"'
@last:  jmp put
.endproc

; Free blocks, and the program's end
; Out    Y offset of the last byte
.proc end_line
        ldx cur_chan
        lda ch_flags,x
        ora #FLAG_FINAL
        sta ch_flags,x
        jsr bam_count
        lda FREE_LOW            ; the number of the line is the count
        sta list_num
        lda FREE_HIGH
        sta list_num + 1
        ldy #0
        jsr line_begin
        ldx #0
@text:  lda free_text,x
        jsr put
        inx
        cpx #FREE_SIZE
        bne @text
        lda #' '
@fill:  cpy #4 + 25             ; link and number, then 25 characters in all
        bcs @zeros
        jsr put
        bne @fill               ; always
@zeros: lda #0                  ; end of the line, and a link of 0: end of the program
        jsr put
        jsr put
        sta (list_line),y
        rts
.endproc

free_text:
        .byte "BLOCKS FREE."
FREE_SIZE = * - free_text

; Is the entry one that was asked for?
; In     dir_name, entry_type; list_line
; Out    C=0  yes
.proc wanted
        ldy #PATTERNS
        lda (list_line),y
        sta cmd_at              ; offset of the last comma
        iny
        lda (list_line),y
        sta dir_filter
        cpy cmd_at
        beq @yes                ; no names: every file
@part:  iny
        sty name_at
@end:   lda (list_line),y
        cmp #','
        beq @ends
        iny
        bne @end                ; always
@ends:  sty name_save
        tya                     ; the pattern: from name_at to here
        sec
        sbc name_at
        sta pat_len
        lda name_at
        sta pat_ptr
        lda list_line + 1
        sta pat_ptr + 1
        jsr dir_match
        bcs @next
        lda dir_filter
        bmi @yes                ; TYPE_ANY
        eor entry_type
        and #TYPE_MASK
        beq @yes
@next:  ldy name_save
        cpy cmd_at
        bcc @part
        sec
        rts
@yes:   clc
        rts
.endproc
