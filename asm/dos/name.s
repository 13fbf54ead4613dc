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
        jmp drive_check
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

; Numbers 0-255 of a command, set apart by blanks, commas, colons or cursor-right
; In     X offset, A how many (1-4)
; Out    numbers
; Keeps  -     Uses   A, X, Y, flags; num_count, num_index
; Error  30
.proc numbers_read
        sta num_count
        ldy #0
@next:  sty num_index
        lda #0
        sta fs_tmp              ; value
        sta fs_tmp + 1          ; digits
@char:  cpx cmd_end
        bcs @stop
        lda CMD,x
        inx
        cmp #' '
        beq @gap
        cmp #','
        beq @gap
        cmp #':'
        beq @gap
        cmp #';'
        beq @gap
        cmp #$1D
        beq @gap
        cmp #CR
        beq @gap
        sec
        sbc #'0'
        bcc @bad
        cmp #10
        bcs @bad
        sta fs_tmp + 2
        inc fs_tmp + 1
        lda fs_tmp
        cmp #26
        bcs @bad                ; past 255
        asl a
        asl a
        adc fs_tmp
        asl a
        adc fs_tmp + 2
        bcs @bad
        sta fs_tmp
        jmp @char
@gap:   lda fs_tmp + 1
        beq @char
        bne @number
@stop:  lda fs_tmp + 1
        beq @bad
@number:
        ldy num_index
        lda fs_tmp
        sta numbers,y
        iny
        cpy num_count
        bcc @next
        rts
@bad:   fail ERR_SYNTAX
.endproc
