; LIST: from tokens to text.
.include "basic.inc"
.include "lowmem.inc"
.import text_start_done

        entry $A69C

; st_list -- LIST [first] [- [last]]
; In     CHRGOT done
; Noreturn  goes to READY, as in V2;  returns to a SYNTAX error where other text follows
; A line is a loop over its bytes, each of which goes through IQPLOP. What that vector points at
; jumps back into the loop, as extensions do: to $A6EF with the last character of a keyword, and Y
; in FORPNT, or to $A6F3 with any character, and Y.
st_list:
        bcc @first              ; a digit
        beq @first              ; nothing
        cmp #TOK_MINUS
        branch BNE_OPCODE, text_start_done
@first:
        jsr line_number         ; 0 when there is none
        jsr line_find
        jsr CHRGOT
        beq @single
        cmp #TOK_MINUS
        branch BNE_OPCODE, text_start_done
        jsr CHRGET
        jsr line_number
        branch BNE_OPCODE, text_start_done
@single:
        pla                     ; LIST does not go back to the program: it ends in READY
        pla
        lda LINNUM              ; a lone number lists that line; none, all
        ora LINNUM + 1
        bne list_lines
        lda #$FF
        sta LINNUM
        sta LINNUM + 1
        entry_within $A6C9
list_lines:
        ldy #1
        sty DORES               ; each line begins outside quotes: bit 7 is clear
        lda (LOWTR),y
        beq list_end
        jsr stop_check
        jsr print_cr            ; keeps Y
        entry_within $A6D7
        iny
        lda (LOWTR),y
        tax
        iny
        lda (LOWTR),y
        cmp LINNUM + 1          ; X and A, the line's number, go on to print_word
        bne @compared
        cpx LINNUM
        beq @print              ; the last line is listed, too
@compared:
        bcs list_end
@print:
        sty FORPNT              ; the place in the line, while Y is in use
        jsr print_word
        lda #' '                ; printed like a character, and Y comes from FORPNT
        entry_within $A6EF
list_last:
        ldy FORPNT
        and #$7F                ; the last letter of a keyword, without its mark
        entry_within $A6F3
list_character:
        jsr print_character
        cmp #'"'
        bne @next
        lda DORES
        eor #$FF                ; each quote turns bit 7 round
        sta DORES
@next:
        iny
        beq list_end            ; no end within 256 bytes: not a program
        lda (LOWTR),y
        bne list_vector
        tay                     ; 0: at the link
        lda (LOWTR),y
        tax
        iny
        lda (LOWTR),y
        stx LOWTR
        sta LOWTR + 1
        bne list_lines          ; always: no line lies in page 0
list_end:
        jmp main_ready
list_vector:
        jmp (IQPLOP)

        entry_within $A71A
; list_keyword -- print one character or keyword (what IQPLOP points at)
; In     A, N  the byte of the program; Y its place; DORES bit 7: inside quotes
; Noreturn  goes back into the loop
; Keywords have no table of addresses: they are counted off by their last letters, which have bit 7.
; For codes that are no token of V2 the count goes on past the end, and Y wraps round, as it does in
; V2.
.export list_keyword
list_keyword:
        bpl list_character
        cmp #TOK_PI
        beq list_character
        bit DORES
        bmi list_character
        entry_within $A724
        and #$7F                ; the keyword's number
        tax
        sty FORPNT
        ldy #0
@search:
        dex                     ; pass over so many keywords
        bmi @found
@skip:
        lda keywords,y
        iny
        asl a                   ; bit 7 ends a keyword: C
        bcc @skip
        bcs @search             ; always
@found:
        lda keywords,y
        bmi list_last
        jsr print_character
        iny
        bne @found
; SHIFT and L in a REM gives $CC, the code behind the last token, which is the 0 at the end of the
; table. It lies at 255, so INY makes Y 0, the loop ends without a last letter, and the code runs on
; into FOR. That says SYNTAX, as V2 does: programs were protected from LIST that way.
        .assert * = st_for, lderror, "st_for does not follow"
