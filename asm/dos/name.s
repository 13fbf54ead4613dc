; Names, lists of names and numbers in what the computer sends
;
; Source: Commodore, "1541 User's Guide", chapters 4 and 5.

.include "fs.inc"

.segment "FS_NAME"

; Take [@][0:]NAME[,type][,mode] or NAME,L,length apart
; In     CMD, cmd_end
; Out    name_at, name_len (1-16), name_wild, name_bare, name_replace, file_type, file_mode,
;        rec_wanted
; Keeps  -     Uses   A, X, Y, flags; cmd_at, file_mode, file_type, name_*, rec_wanted
; Error  34 no name, 74 drive 1
.proc name_parse
        ldx #0
        stx name_replace
        stx name_bare
        stx file_mode
        stx rec_wanted
        dex
        stx file_type
        inx
        lda CMD
        cmp #'@'
        bne @first
        sta name_replace
        inx
@first: stx cmd_at
        jsr name_next
        lda name_replace
        bne @options
        lda name_colon
        bne @options
        inc name_bare
@options:
        ldx cmd_at
@option:
        cpx cmd_end
        bcs @done
        inx                     ; behind the comma
@blank: cpx cmd_end
        bcs @done
        lda CMD,x
        cmp #' '
        bne @letter
        inx
        bne @blank
@letter:
        ldy #MODES + TYPES - 1
@which: cmp option_letters,y
        beq @known
        dey
        bpl @which
        bmi @skip
@known: cpy #TYPES
        bcs @mode
        sty file_type
        cpy #TYPE_REL
        bne @skip
        lda CMD + 1,x           ; L,length: any byte, so it is not looked for
        cmp #','
        bne @skip
        lda CMD + 2,x
        sta rec_wanted
        rts
@mode:  sta file_mode
@skip:  inx
        cpx cmd_end
        bcs @done
        lda CMD,x
        cmp #','
        bne @skip
        beq @option
@done:  rts
.endproc

TYPES = 5
MODES = 4
option_letters:
        .byte "DSPULRWAM"       ; in the order of TYPE_*

; The next name of a list
; In     cmd_at
; Out    name_at, name_len (1-16), name_wild, name_colon; cmd_at at the comma, = or end
; Keeps  Y     Uses   A, X, flags; cmd_at, name_*
; Error  34 no name, 74 drive 1
.proc name_next
        ldx #0
        stx name_wild
        stx name_colon
        ldx cmd_at
        stx name_at
@next:  cpx cmd_end
        bcs @end
        lda CMD,x
        cmp #','
        beq @end
        cmp #'='
        beq @end
        cmp #':'
        bne @other
        lda name_colon
        bne @in
        inc name_colon
        jsr drive_check
        inx
        stx name_at
        bne @next               ; always
@other: cmp #'*'
        beq @wild
        cmp #'?'
        bne @in
@wild:  inc name_wild
@in:    inx
        bne @next               ; always
@end:   stx cmd_at
        txa
        sec
        sbc name_at
        bne @some
        fail ERR_NO_NAME
@some:  cmp #NAME_MAX + 1
        bcc @fits
        lda #NAME_MAX
@fits:  sta name_len
        rts
.endproc

; Drive 1 before a colon is not there
; In     X offset of the colon
; Out    A
; Keeps  X
; Uses   A, flags
.proc drive_check
        lda CMD - 1,x
        cmp #'1'
        bne @this
        txa
        beq @this
        fail ERR_NOT_READY
@this:  rts
.endproc

; Go behind a command's colon
; In     cmd_end
; Out    cmd_at
; Keeps  Y     Uses   A, X, flags; cmd_at
; Error  34 none, 74
.proc after_colon
        jsr find_colon
        jmp drive_check
.endproc

; The same, whatever the drive
; In     cmd_end
; Out    cmd_at; X offset of the colon
; Keeps  Y     Uses   A, flags
; Error  34 none
.proc find_colon
        ldx #1
@next:  cpx cmd_end
        bcc @look
        fail ERR_NO_NAME
@look:  lda CMD,x
        inx
        cmp #':'
        bne @next
        stx cmd_at
        dex
        rts
.endproc

; The name as a pattern for dir_match
; In     name_at, name_len     Out    -     Keeps  X, Y     Uses   A, flags; pat_len, pat_ptr
.proc name_pattern
        lda name_at
        sta pat_ptr
        lda #>CMD
        sta pat_ptr + 1
        lda name_len
        sta pat_len
        rts
.endproc

; The four numbers of a block command, 0 where one is missing: behind its colon, or from its fourth
; character on.  Codes $30-$3F are digits up to 15, of which the last three count, and of the sum
; its low byte; another character is a 0 itself.  One character behind a number is passed over.
; In     CMD, cmd_end
; Out    numbers
; Keeps  -     Uses   A, X, Y, flags; fs_tmp
; Error  30 a fifth number
.proc numbers_block
        ldx #0
@colon: cpx cmd_end
        bcs @fourth
        lda CMD,x
        inx
        cmp #':'
        bne @colon
        beq numbers_from        ; always
@fourth:
        ldx #3
        ; falls through
.endproc

; The same from an offset of the command on
; In     X offset; CMD, cmd_end
; Out    numbers
; Keeps  -     Uses   A, X, Y, flags; fs_tmp
; Error  30 a fifth number
.proc numbers_from
        ldy #0
        sty numbers
        sty numbers + 1
        sty numbers + 2
        sty numbers + 3
@next:  cpx cmd_end
        bcs @done
        lda CMD,x
        cmp #' '
        beq @skip
        cmp #','
        beq @skip
        cmp #$1D
        bne @number
@skip:  inx
        bne @next               ; always
@number:
        cpy #4
        bcs @bad
        lda #0
        sta fs_tmp              ; ones
        sta fs_tmp + 1          ; tens
        sta fs_tmp + 2          ; hundreds
@digit: cpx cmd_end
        bcs @value
        lda CMD,x
        cmp #'0'
        bcc @value
        cmp #'?' + 1
        bcs @value
        inx
        and #$0F
        pha
        lda fs_tmp + 1
        sta fs_tmp + 2
        lda fs_tmp
        sta fs_tmp + 1
        pla
        sta fs_tmp
        bpl @digit              ; always
@value: inx
        lda fs_tmp
@tens:  dec fs_tmp + 1
        bmi @hundreds
        clc
        adc #10
        jmp @tens
@hundreds:
        dec fs_tmp + 2
        bmi @store
        clc
        adc #100
        jmp @hundreds
@store: sta numbers,y
        iny
        bne @next               ; always
@done:  rts
@bad:   fail ERR_SYNTAX
.endproc
