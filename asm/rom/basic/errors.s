; Error messages and what happens after one.
.include "basic.inc"
.include "kernal.inc"

; one message: all letters but the last as they are, the last with bit 7
.macro message text
        .repeat .strlen(text) - 1, i
        .byte .strat(text, i)
        .endrepeat
        .byte .strat(text, .strlen(text) - 1) | $80
.endmacro

; Messages, their addresses and the words printed around them lie where V2 has them: translations
; and extensions change them in a copy of BASIC in the RAM below. Bit 7 of its last letter ends a
; message, which saves a 0 behind each of the 29.
        entry $A19E

e_files:     message "TOO MANY FILES"
e_open:      message "FILE OPEN"
e_notopen:   message "FILE NOT OPEN"
e_notfound:  message "FILE NOT FOUND"
e_absent:    message "DEVICE NOT PRESENT"
e_notin:     message "NOT INPUT FILE"
e_notout:    message "NOT OUTPUT FILE"
e_name:      message "MISSING FILE NAME"
e_device:    message "ILLEGAL DEVICE NUMBER"
e_next:      message "NEXT WITHOUT FOR"
e_syntax:    message "SYNTAX"
e_return:    message "RETURN WITHOUT GOSUB"
e_data:      message "OUT OF DATA"
e_quantity:  message "ILLEGAL QUANTITY"
e_overflow:  message "OVERFLOW"
e_memory:    message "OUT OF MEMORY"
e_undefd:    message "UNDEF'D STATEMENT"
e_subscript: message "BAD SUBSCRIPT"
e_redim:     message "REDIM'D ARRAY"
e_division:  message "DIVISION BY ZERO"
e_direct:    message "ILLEGAL DIRECT"
e_type:      message "TYPE MISMATCH"
e_long:      message "STRING TOO LONG"
e_file:      message "FILE DATA"
e_complex:   message "FORMULA TOO COMPLEX"
e_continue:  message "CAN'T CONTINUE"
e_function:  message "UNDEF'D FUNCTION"
e_verify:    message "VERIFY"
e_load:      message "LOAD"

        entry_within $A328
messages:                       ; numbers begin at 1
        .word e_files, e_open, e_notopen, e_notfound, e_absent, e_notin, e_notout, e_name
        .word e_device, e_next, e_syntax, e_return, e_data, e_quantity, e_overflow, e_memory
        .word e_undefd, e_subscript, e_redim, e_division, e_direct, e_type, e_long, e_file
        .word e_complex, e_continue, e_function, e_verify, e_load, e_break

        entry_within $A364
text_ok:    .byte CR, "OK", CR, 0
text_error: .byte "  ERROR", 0
text_in:    .byte " IN ", 0
        entry_within $A376
text_ready: .byte CR, LF, "READY.", CR, LF, 0
        entry_within $A381
text_break: .byte CR, LF
e_break:    .byte "BREAK", 0    ; also the message of error 30. None of its letters has bit 7, so
            .byte $A0           ; that is printed up to this blank with it; a 0 shows nothing
        .assert * = $A38A, lderror, "the texts end at $A38A"

        entry $A435

; mem_full -- OUT OF MEMORY, where books have it
; err_raise -- end the program with an error message
; In     X     error number, 1-30; bit 7: none, just READY
; Noreturn  goes to READY by way of the vector IERROR
; Extensions trap errors there: X alone says what happened, and the stack is still as it was, so
; that they may go on in the program.
mem_full:
        ldx #ERR_MEMORY
        entry_within $A437
err_raise:
        jmp (IERROR)

        entry_within $A43A
; err_show -- what IERROR points at
; In     X  error number     Noreturn  goes to READY
; The message is printed letter by letter, as its end is bit 7 of the last one. Channels go back to
; the screen before that: no message must land in a file.
.export err_show
.proc err_show
        txa
        branch BMI_OPCODE, main_ready   ; bit 7 set: no message, only READY
        asl a                   ; two bytes an address
        tax
        lda messages - 2,x      ; numbers begin at 1
        sta INDEX
        lda messages - 1,x
        sta INDEX + 1
        jsr channel_end         ; CMD is over, too
        jsr print_cr
        jsr print_question
        ldy #0
@letter:
        lda (INDEX),y
        pha                     ; with bit 7, which tells the last letter
        and #$7F
        jsr print_character
        iny
        pla
        bpl @letter
        jsr stack_clear         ; loops and subroutines are forgotten, and CONT cannot go on
        lda #<text_error
        ldy #>text_error
        nop                     ; two bytes up to V2's address of err_text, which follows
        nop
.endproc
        .assert * = err_text, lderror, "err_text does not follow"

; err_text -- print a text and the line, then READY
; In     A (low), Y  text     Noreturn  goes to READY
; Errors and BREAK end alike, with the line where it happened. Behind the letters of the message,
; the text of an error is the word ERROR alone.
        entry $A469
err_text:
        jsr print_string
        jsr err_in_line
        jmp main_ready

.segment "ERR_IN_LINE"

; err_in_line -- print " IN " and the line number, unless in direct mode
; In     CURLIN     Out    -
; Uses   A, X, Y     Keeps  -
; CURLIN has a high byte of $FF in direct mode, where the line is on the screen anyway. No line of a
; program has that, so INY makes 0 of it alone.
.proc err_in_line
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
; It lies right in front of print_word and runs on into it with the number in A and X: the order and
; the registers are V2's.
err_show_line:
        lda #<text_in
        ldy #>text_in
        jsr print_string
        lda CURLIN + 1
        ldx CURLIN
; falls through: print_word (print.s) lies there
        .assert * = print_word, lderror, "print_word does not follow"
