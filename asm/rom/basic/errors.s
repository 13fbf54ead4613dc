; Error messages and what happens after one.
.include "basic.inc"
.include "kernal.inc"

.define MESSAGES_1 e_files, e_open, e_notopen, e_notfound, e_absent, e_notin, e_notout, e_name
.define MESSAGES_2 e_device, e_next, e_syntax, e_return, e_data, e_quantity, e_overflow, e_memory
.define MESSAGES_3 e_undefd, e_subscript, e_redim, e_division, e_direct, e_type, e_long, e_file
.define MESSAGES_4 e_complex, e_continue, e_function, e_verify, e_load, e_break

.segment "ERRORS_TABLES"

messages_lo:
        .lobytes MESSAGES_1
        .lobytes MESSAGES_2
        .lobytes MESSAGES_3
        .lobytes MESSAGES_4
messages_hi:
        .hibytes MESSAGES_1
        .hibytes MESSAGES_2
        .hibytes MESSAGES_3
        .hibytes MESSAGES_4

e_files:     .byte "TOO MANY FILES", 0
e_open:      .byte "FILE OPEN", 0
e_notopen:   .byte "FILE NOT OPEN", 0
e_notfound:  .byte "FILE NOT FOUND", 0
e_absent:    .byte "DEVICE NOT PRESENT", 0
e_notin:     .byte "NOT INPUT FILE", 0
e_notout:    .byte "NOT OUTPUT FILE", 0
e_name:      .byte "MISSING FILE NAME", 0
e_device:    .byte "ILLEGAL DEVICE NUMBER", 0
e_next:      .byte "NEXT WITHOUT FOR", 0
e_syntax:    .byte "SYNTAX", 0
e_return:    .byte "RETURN WITHOUT GOSUB", 0
e_data:      .byte "OUT OF DATA", 0
e_quantity:  .byte "ILLEGAL QUANTITY", 0
e_overflow:  .byte "OVERFLOW", 0
e_memory:    .byte "OUT OF MEMORY", 0
e_undefd:    .byte "UNDEF'D STATEMENT", 0
e_subscript: .byte "BAD SUBSCRIPT", 0
e_redim:     .byte "REDIM'D ARRAY", 0
e_division:  .byte "DIVISION BY ZERO", 0
e_direct:    .byte "ILLEGAL DIRECT", 0
e_type:      .byte "TYPE MISMATCH", 0
e_long:      .byte "STRING TOO LONG", 0
e_file:      .byte "FILE DATA", 0
e_complex:   .byte "FORMULA TOO COMPLEX", 0
e_continue:  .byte "CAN'T CONTINUE", 0
e_function:  .byte "UNDEF'D FUNCTION", 0
e_verify:    .byte "VERIFY", 0
e_load:      .byte "LOAD", 0
e_break:     .byte "BREAK", 0
text_error:  .byte "  ERROR", 0
text_in:     .byte " IN ", 0

        entry $AF08

; err_syntax, err_quantity, err_type, err_complex -- end the program with that message
; In     -     Noreturn  as err_raise
err_syntax:
        ldx #ERR_SYNTAX
        .byte $2C               ; BIT abs: skips the next two bytes
err_quantity:
        ldx #ERR_QUANTITY
        .byte $2C
err_type:
        ldx #ERR_TYPE
        .byte $2C
err_complex:
        ldx #ERR_COMPLEX
; err_raise -- end the program with an error message
; In     X     error number, 1-30; bit 7: none, just READY
; Noreturn  goes to READY by way of the vector IERROR
err_raise:
        jmp (IERROR)

.segment "ERR_SHOW"

; err_show -- what IERROR points at
; In     X  error number     Noreturn  goes to READY
.export err_show
.proc err_show
        ; Channels go back to the screen before anything is printed: the message must not land
        ; in a file.
        txa
        bpl @message            ; bit 7 set: no message, only READY
        ldx #STACK_START
        txs
        jmp main_ready
@message:
        pha
        jsr CLRCHN
        lda #0
        sta CHANNL              ; CMD is over, too
        jsr print_cr
        lda #'?'
        jsr CHROUT
        pla
        tax
        pha
        lda messages_lo - 1,x   ; numbers begin at 1
        ldy messages_hi - 1,x
        jsr print_string
        pla
        lda #<text_error
        ldy #>text_error
        jsr print_string
        jsr err_in_line
        ldx #STACK_START        ; loops and subroutines are forgotten
        txs
        lda #TEMPST
        sta TEMPPT
        lda #0
        sta OLDTXT + 1          ; CONT cannot go on
        sta SUBFLG              ; array names are allowed again if the error came within FOR or DEF
        jmp main_ready
.endproc

.segment "ERR_IN_LINE"

; err_in_line -- print " IN " and the line number, unless in direct mode
; In     CURLIN     Out    -
; Uses   A, X, Y     Keeps  -
.proc err_in_line
        ; Direct mode has the line number $FFxx, which no line can have: INY makes it 0.
        ldy CURLIN + 1
        iny
        beq @done
        jmp err_show_line
@done:
        rts
.endproc

        entry $BDC2
; err_show_line -- the same in direct mode, too
; In     CURLIN     Out    -     Uses   A, X, Y     Keeps  -
err_show_line:
        lda #<text_in
        ldy #>text_in
        jsr print_string
        lda CURLIN + 1
        ldx CURLIN
; falls through: print_word (print.s) lies there
        .assert * = print_word, lderror, "print_word does not follow"
