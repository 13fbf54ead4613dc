; LIST: from tokens to text.
.include "basic.inc"
.include "lowmem.inc"
.include "kernal.inc"

        entry $A69C

; st_list -- LIST [first] [- [last]]
; In     CHRGOT done
; Noreturn  goes to READY, as in V2
.proc st_list
        bcc @first              ; a digit
        beq @first              ; nothing
        cmp #TOK_MINUS
        beq @first
        jmp err_syntax
@first:
        jsr line_number         ; 0 when there is none
        jsr line_find
        jsr CHRGOT
        beq @single
        cmp #TOK_MINUS
        bne @syntax
        jsr CHRGET
        beq @to_end
        bcs @syntax
        jsr line_number
        beq @go
@syntax:
        jmp err_syntax
@single:
        lda LINNUM              ; a lone number lists that line; none, all
        ora LINNUM + 1
        bne @go
@to_end:
        lda #$FF
        sta LINNUM
        sta LINNUM + 1
@go:
        pla                     ; LIST does not go back to the program
        pla
@line:
        ldy #1
        lda (LOWTR),y
        beq @end
        jsr STOP
        beq @break
        jsr print_cr
        ldy #2
        lda (LOWTR),y
        tax
        iny
        lda (LOWTR),y
        cmp LINNUM + 1
        bne @compared
        cpx LINNUM
        beq @print
@compared:
        bcs @end
@print:
        jsr list_one
        ldy #0
        lda (LOWTR),y
        tax
        iny
        lda (LOWTR),y
        stx LOWTR
        sta LOWTR + 1
        jmp @line
@break:
        jmp run_break
@end:
        jmp main_ready
.endproc

.segment "LIST_ONE"

; list_one -- print the line at LOWTR
; In     A (high), X  its number
; Uses   A, X, Y, DORES, COUNT
.proc list_one
        jsr print_word
        lda #' '
        jsr CHROUT
        lda #0
        sta DORES
        ldy #4
@next:
        lda (LOWTR),y
        beq @done
        sty COUNT
        cmp #'"'
        bne @no_quote
        pha
        lda DORES
        eor #$80                ; each quote turns the mode round
        sta DORES
        pla
@no_quote:
        jsr @vector
        ldy COUNT
        iny
        bne @next
@done:
        rts
@vector:
        jmp (IQPLOP)
.endproc

.segment "LIST_KEYWORD"

; list_keyword -- print one character or keyword (what IQPLOP points at)
; In     A     the byte of the program; DORES bit 7: inside quotes     Out    -
; Uses   A, X, Y     Keeps  -
.export list_keyword
.proc list_keyword
        tax
        bpl @plain              ; bit 7 clear: a character
        cmp #TOK_PI
        beq @plain
        bit DORES
        bmi @plain
        and #$7F                ; what is no token of V2 wraps round the keywords, as there
        tax
        ldy #0
@search:
        dex                     ; pass over so many keywords
        bmi @found
@skip:
        lda keywords,y
        iny
        asl a                   ; bit 7 ends a keyword: C
        bcc @skip
        bcs @search
@found:
        lda keywords,y
        bmi @last
        beq @none               ; SHIFT and L in a REM
        jsr CHROUT
        iny
        bne @found
@last:
        and #$7F                ; the last letter without its mark
@plain:
        jmp CHROUT
@none:
        jmp err_syntax
.endproc
