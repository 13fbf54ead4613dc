; Functions of strings: STR$, CHR$, ASC, LEN, VAL, LEFT$, RIGHT$ and MID$.
; What a string is: strings.s.
.include "basic.inc"

.segment "FN_STR"

; fn_str -- STR$
; In     FAC, ARG     Out    the value, a string     Keeps  -
; Uses   A, X, Y, flags; what an expression uses
.proc fn_str
        jsr must_be_number
        jsr num_text
        ldy #0
@length:
        lda FBUFFR,y
        beq @make
        iny
        bne @length
@make:
        tya
        jmp str_from_buffer
.endproc

.segment "FN_CHR"

; fn_chr -- CHR$
; In     FAC     Out    the value, a string     Keeps  -
; Uses   A, X, Y, flags; FAC, COUNT, DEFPNT, DSCPNT, FORPNT, FRETOP, INDEX, LASTPT, LOWTR,
;        TEMPPT, VALTYP
.proc fn_chr
        jsr must_be_number
        jsr num_to_byte
        txa
        pha                     ; str_room uses A and X
        lda #1
        jsr str_room
        pla
        ldy #0
        sta (new_address),y
        jmp str_push
.endproc

        entry $B78B

; fn_asc, fn_len -- ASC, LEN
; In     the value, a string     Out    FAC     Keeps  -
; Uses   A, X, Y, flags; FAC, ARG, FRETOP, INDEX, LASTPT, TEMPPT, VALTYP
.proc fn_asc
        jsr string_free
        beq fn_asc_empty        ; an empty string has no first character
        ldy #0
        lda (INDEX),y
        tay
        jmp num_from_byte
.endproc
; fn_asc_empty -- ILLEGAL QUANTITY, in the reach of branches
; In     -     Noreturn  as err_quantity
fn_asc_empty:
        jmp err_quantity

        entry $B77C

.proc fn_len
        jsr string_length
        jmp num_from_byte
.endproc

.segment "STRING_FREE"

; string_free -- str_free, for a string only
.proc string_free
        jsr must_be_string
        jmp str_free
.endproc

        entry $B7AD

; fn_val -- VAL: the number a string begins with; val_text -- that of A characters at INDEX
; In     FAC, ARG, LOWTR, TXTPTR     Out    FAC     Keeps  -
; Uses   A, X, Y, flags; what an expression uses
.proc fn_val
        jsr string_free
        bne text
        jmp num_zero
        entry_within $B7B5
text:
        tay
        lda TXTPTR              ; read it like the program's text, ended by 0
        pha
        lda TXTPTR + 1
        pha
        lda (INDEX),y
        pha
        lda #0
        sta (INDEX),y
        tya
        clc
        adc INDEX
        sta DSCPNT
        lda #0
        adc INDEX + 1
        sta DSCPNT + 1
        lda INDEX
        sta TXTPTR
        lda INDEX + 1
        sta TXTPTR + 1
        jsr CHRGOT
        jsr num_parse
        pla
        ldy #0
        sta (DSCPNT),y
        pla
        sta TXTPTR + 1
        pla
        sta TXTPTR
        rts
.endproc

val_text = fn_val::text

part_length = $68               ; characters asked for
part_start  = $6F               ; and those before them

.segment "FN_LEFT"

; fn_left, fn_right, fn_mid -- part of a string
; In     the string is the value; TXTPTR at the comma
; Out    value; closing bracket skipped
; Keeps  -     Uses   A, X, Y, flags; what an expression uses
fn_left:
        lda #0
        beq one_argument        ; always
fn_right:
        lda #$80
.proc one_argument
        pha
        lda FACHO + 3           ; the string, while the number is evaluated
        pha
        lda FACHO + 2
        pha
        jsr eval_comma_byte
        jsr need_close
        stx part_length
        pla
        sta FACHO + 2
        pla
        sta FACHO + 3
        pla
        ; 0: LEFT$, which begins at the first character
        bpl part                ; LEFT$: A = 0
        ldy #0
        lda (FACHO + 2),y
        sec
        sbc part_length
        bcs part                ; RIGHT$: so many are left out before it
        lda #0
        beq part
.endproc

.proc fn_mid
        lda FACHO + 3
        pha
        lda FACHO + 2
        pha
        jsr eval_comma_byte
        dex                     ; BASIC counts from 1
        cpx #$FF
        beq part_bad            ; the first character is 1
        txa
        pha
        jsr CHRGOT
        cmp #')'
        beq @length
        jsr eval_comma_byte
        .byte $2C               ; BIT abs: skips the next two bytes
@length:
        ; more than any string has
        ldx #$FF                ; without a length: the rest
        jsr need_close
        stx part_length
        pla
        tay
        pla
        sta FACHO + 2
        pla
        sta FACHO + 3
        tya
        ; falls through
.endproc

; part -- value = part_length characters of the value behind the first A
.proc part
        sta part_start
        ldy #0
        lda (FACHO + 2),y
        sec
        sbc part_start
        bcs @there
        ; It begins behind the end: 0 characters are left, as Y is 0.
        tya
@there:
        cmp part_length
        bcc @room               ; fewer are there than are asked for
        lda part_length
@room:
        jsr str_room            ; leaves FACHO + 2 alone
        lda new_length
        pha
        jsr str_free
        pla
        sta new_length
        clc
        lda INDEX
        adc part_start
        sta INDEX
        bcc @copy
        inc INDEX + 1
@copy:
        jsr body_copy
        jmp str_push
.endproc

part_bad:
        jmp err_quantity
