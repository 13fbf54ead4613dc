; Functions of strings: STR$, CHR$, ASC, LEN, VAL, LEFT$, RIGHT$ and MID$.
; What a string is: strings.s.
.include "basic.inc"

        entry $B465

; fn_str -- STR$
; In     FAC, ARG     Out    the value, a string; leaves the routine that calls this
; Keeps  -     Uses   A, X, Y, flags; what an expression uses
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
; In     below the return address: the byte, the string's descriptor; TXTPTR at the end of the arguments
; Out    value; closing bracket skipped; leave the routine that calls them
; Keeps  -     Uses   A, X, Y, flags; what an expression uses
fn_left:
        jsr part_arguments
        cmp (DSCPNT),y          ; C=1: no more are there
        tya                     ; 0: it begins at the first character
        entry_within $B706
        jmp part_right

        entry $B72C
fn_right:
        jsr part_arguments
        clc
        sbc (DSCPNT),y
        eor #$FF                ; length less byte: so many are left out before it
        jmp part_right

        entry $B737
fn_mid:
        lda #$FF                ; without a length: the rest
        sta FACHO + 3
        jsr CHRGOT
        cmp #')'
        beq @from
        jsr eval_comma_byte     ; leaves the byte in FACHO + 3
@from:
        jsr part_arguments
        branch BEQ_OPCODE, fn_asc_empty ; the first character is 1
        dex                     ; so many characters stand before it
        txa
        ldx FACHO + 3
        jmp part

        entry $B761
; part_arguments -- the closing bracket, and the arguments that LEFT$ and its like find on the stack
; In     the stack: return address, the caller's, the byte, the descriptor; TXTPTR
; Out    A, X  the byte, with its flags; DSCPNT  the descriptor; Y = 0
; Noreturn  without those on the stack
; Keeps  -     Uses   A, X, Y, flags; DSCPNT, JUMP
part_arguments:
        jsr need_close
        pla                     ; the return address waits in Y and JUMP
        tay
        pla
        sta JUMP
        pla                     ; the function leaves the routine that calls it
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
fn_len:
        jsr string_length
        jmp num_from_byte
        entry_within $B782
string_length:
        jsr free_string
        ldx #0
        stx VALTYP
        tay
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
; It is read like the program's text, ended by a 0 that stands behind it for as long.
fn_val:
        jsr string_length
        bne val_text
        jmp num_zero
        entry_within $B7B5
val_text:
        ldx TXTPTR
        ldy TXTPTR + 1
        stx FBUFPT              ; text_behind takes TXTPTR back from there
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
        pha                     ; the byte behind the string waits, a 0 ends the number
        tya
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
; In     A, X, Y = 0; DSCPNT     Out    the value     Keeps  -     Uses   A, X, Y, flags; what str_alloc uses
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
        adc part_start          ; freed, but still there: see free_at
        sta INDEX
        bcc @copy
        inc INDEX + 1
@copy:
        lda new_length
        jsr string_copy_index
        jmp str_push
.endproc
