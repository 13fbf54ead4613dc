; Functions of strings: STR$, CHR$, ASC, LEN, VAL, LEFT$, RIGHT$ and MID$.
; What a string is: strings.s.
.include "basic.inc"

        entry $B465

; fn_str -- STR$
; In     FAC, ARG     Out    the value, a string; leaves the routine that calls this
; Keeps  -     Uses   A, X, Y, flags; what an expression uses
; The number is written as PRINT writes it, with its blank or sign, and runs on into the routine
; that copies it into a string. call_function's return address goes, as it insists on a number.
fn_str:
        pla
        pla
        jsr must_be_number
        ldy #0                  ; one before FBUFFR, where string_buffer takes it
        jsr num_text_at
; falls through: string_buffer (strings.s) lies there
        .assert * = string_buffer, lderror, "string_buffer does not follow"

        entry $B700
; fn_left, fn_right, fn_mid -- part of a string
; In     below the return address: the byte, the string's descriptor; TXTPTR behind the arguments
; Out    value; closing bracket skipped; leave the routine that calls them
; Keeps  -     Uses   A, X, Y, flags; what an expression uses
; All three come down to X characters behind the first A of them, and `part` cuts both numbers to
; what is there. LEFT$ leaves out none, RIGHT$ the length less X, MID$ X - 1.
fn_left:
        jsr part_arguments
        cmp (DSCPNT),y          ; C as part_right wants it, though with A = 0 both ways agree:
        tya                     ; it begins at the first character
        entry_within $B706
        jmp part_right

        entry $B72C
fn_right:
        jsr part_arguments
        clc                     ; byte - length - 1, whose complement is length - byte: so many
        sbc (DSCPNT),y          ; are left out. C=1: more are wanted than are there
        eor #$FF
        jmp part_right

        entry $B737
fn_mid:
        lda #$FF                ; without a length: the rest, as none has more characters
        sta FACHO + 3
        jsr CHRGOT
        cmp #')'
        beq @from
        jsr eval_comma_byte     ; leaves the byte in FACHO + 3
@from:
        jsr part_arguments
        branch BEQ_OPCODE, fn_asc_empty ; the first character is 1
        dex                     ; MID$ counts from 1: X - 1 characters stand before it
        txa
        ldx FACHO + 3
        jmp part

        entry $B761
; part_arguments -- the closing bracket, and the arguments that LEFT$ and its like find on the stack
; In     the stack: return address, the caller's, the byte, the descriptor; TXTPTR
; Out    A, X  the byte, with its flags; DSCPNT  the descriptor; Y = 0
; Noreturn  without those on the stack
; Keeps  -     Uses   A, X, Y, flags; DSCPNT, JUMP
; The stack has, from the top: this return address, that of call_function's JSR, the byte, the
; descriptor. The second goes, as the result is a string; the first has to be put back.
part_arguments:
        jsr need_close
        pla                     ; the return address waits in Y and JUMP
        tay
        pla
        sta JUMP
        pla                     ; call_function's
        pla
        pla
        tax
        pla
        sta DSCPNT
        pla
        sta DSCPNT + 1
        lda JUMP
        pha                     ; the function's own return address goes back
        tya
        pha
        ldy #0
        txa
        rts

        entry $B77C
; fn_len, fn_asc -- LEN, ASC
; string_length -- the string's length; it is freed
; In     the value, a string     Out    FAC; string_length: A, Y with their flags; VALTYP number
; Keeps  -     Uses   A, X, Y, flags; FAC, ARG, FRETOP, INDEX, LASTPT, TEMPPT, VALTYP
; The string is freed first and looked at then: its body stays until the next one is made. LEN, ASC
; and VAL need the same three things of it: length, body in INDEX, and that the value is a number.
fn_len:
        jsr string_length
        jmp num_from_byte
        entry_within $B782
string_length:
        jsr free_string
        ldx #0
        stx VALTYP
        tay                     ; for LEN; Z for the others
        rts
        entry_within $B78B
fn_asc:
        jsr string_length
        beq fn_asc_empty        ; an empty string has no first character
        ldy #0
        lda (INDEX),y
        tay
        jmp num_from_byte
        entry_within $B798
; fn_asc_empty -- ILLEGAL QUANTITY, in the reach of branches
; In     -     Noreturn  as err_quantity
fn_asc_empty:
        jmp err_quantity

        entry $B7AD

; fn_val -- VAL: the number a string begins with; val_text -- that of A characters at INDEX
; text_behind -- TXTPTR = FBUFPT
; In     FAC, ARG, LOWTR, TXTPTR     Out    FAC     Keeps  -
; Uses   A, X, Y, flags; what an expression uses
; The string is read as if it were the program's text. Behind its last character a 0 is put for as
; long, in place of another string's first byte. At the top of memory that is BASIC's first byte,
; where the 0 goes into the RAM below; the ROM's $94 ends a number as well.
fn_val:
        jsr string_length
        bne val_text
        jmp num_zero
        entry_within $B7B5
val_text:
        ldx TXTPTR
        ldy TXTPTR + 1
        stx FBUFPT              ; the program's place, which text_behind gives back
        sty FBUFPT + 1
        ldx INDEX
        stx TXTPTR
        clc
        adc INDEX
        sta DSCPNT
        ldx INDEX + 1
        stx TXTPTR + 1
        bcc @page
        inx
@page:
        stx DSCPNT + 1
        ldy #0
        lda (DSCPNT),y
        pha
        tya                     ; Y = 0
        sta (DSCPNT),y
        jsr CHRGOT
        jsr num_parse
        pla
        ldy #0
        sta (DSCPNT),y
        entry_within $B7E2
text_behind:
        ldx FBUFPT
        ldy FBUFPT + 1
        stx TXTPTR
        sty TXTPTR + 1
        rts

part_length = $68               ; characters asked for
part_start  = $6F               ; and those before them

.segment "PART"

; part_right -- as part; with C=1 from the first character
; part -- value = X characters of the string at DSCPNT behind the first A
; In     A, X, Y = 0; DSCPNT     Out    the value     Keeps  -
; Uses   A, X, Y, flags; what str_alloc uses
; Room is made first, while the descriptor is still in use and a collection moves the old body. Only
; then is the string freed and its body's address taken; nothing moves it before it is copied.
part_right:
        bcc part
        tya
.proc part
        sta part_start
        stx part_length
        lda (DSCPNT),y
        sec
        sbc part_start
        bcs @there
        ; It begins behind the end: 0 characters are left, as Y is 0.
        tya
@there:
        cmp part_length
        bcc @room               ; fewer are there than wanted
        txa
@room:
        jsr str_alloc
        lda DSCPNT
        ldy DSCPNT + 1
        jsr free_at
        clc
        lda INDEX
        adc part_start
        sta INDEX
        bcc @copy
        inc INDEX + 1
@copy:
        lda new_length
        jsr string_copy_index
        jmp str_push
.endproc
