; From a typed line to tokens.
.include "basic.inc"

crunch_in  = INDEX              ; where a word begins in the line
crunch_out = INDEX + 1          ; where the tokens go on

        entry $A57C

; crunch -- turn the keywords of a line into tokens, in place (what ICRNCH points at)
; In     TXTPTR  first character, in BUF
; Out    BUF     tokens, ended by 0
;        Y       their number with the 0, and 4 for link and number
;        TXTPTR  before them
; Uses   A, X, Y, DORES, ENDCHR, INDEX     Keeps  -
;
; Text in quotes, after REM and after DATA (to the colon) stays as it is.  A keyword may be
; shortened: a shifted letter ends it.  Codes above $7F that are no keyword are dropped,
; except pi.
;
; Two indices go through the same buffer: X reads, Y writes.  A token is never longer than its word,
; so Y cannot overtake X, and no second buffer is needed.
.proc crunch
        ldx TXTPTR              ; BUF is at the start of a page
        ldy #0
        sty DORES
@next:
        lda BUF,x
        ; bit 7: a shifted letter or a graphic sign, which is dropped; pi stays
        bpl @plain
        cmp #TOK_PI
        beq @store
        inx
        bne @next               ; always: a line is much shorter than a page
@plain:
        cmp #' '
        beq @store
        sta ENDCHR              ; if it is a quote, this is what ends the text
        cmp #'"'
        beq @literal
        bit DORES
        ; bit 6 of DORES: within DATA nothing is a keyword
        bvs @store
        cmp #'?'                ; no beginning of a word, but PRINT for short
        bne @word
        lda #TOK_PRINT
        bne @store              ; always
@word:
        cmp #'0'
        bcc @search
        cmp #'<'                ; digits, colon and semicolon begin no keyword; < is one
        bcc @store
@search:
        stx crunch_in
        sty crunch_out
        jsr crunch_word
        ldy crunch_out
        ; A is the token or the character, X its last place
@store:
        inx
        sta BUF,y
        iny
        cmp #0                  ; the end of the line has been copied as well
        beq @end
        cmp #':'
        beq @statement
        cmp #TOK_DATA
        bne @not_data
        lda #$40
        sta DORES
        bne @next               ; always
@statement:
        lda #0
        sta DORES
        beq @next               ; always
@not_data:
        cmp #TOK_REM
        bne @next
        lda #0                  ; the copy below ends at this: only the end of the line has it
        sta ENDCHR
@copy:
        lda BUF,x
        beq @store
        cmp ENDCHR
        beq @store
@literal:
        sta BUF,y
        iny
        inx
        bne @copy
@end:
        ; The statement loop looks for the next link behind the 0 of a line. A link of zeros there
        ; ends what is run in direct mode, as it ends a program.
        sta BUF,y
        sta BUF + 1,y
        lda #<(BUF - 1)
        sta TXTPTR
        lda #>(BUF - 1)
        sta TXTPTR + 1
        tya                     ; line_enter wants link and number counted, too
        clc
        adc #4
        tay
        rts
.endproc

.segment "CRUNCH_WORD"

; crunch_word -- is there a keyword at this place?
; In     crunch_in  place in BUF
; Out    A          its token, X the place of its last character;
;                   none: the character, X = crunch_in
; Uses   A, X, Y, COUNT
; The keywords are compared one after the other, and counted. A letter matches if the difference is
; 0, and ends the word if it is $80: exactly one of the two has bit 7 then, the last letter in the
; table or a shifted one in the text. Both ends of a word cost one comparison.
.proc crunch_word
        ldy #0
        sty COUNT
@keyword:
        ldx crunch_in
@compare:
        lda BUF,x
        beq @differs            ; the line ends within the word
        sec
        sbc keywords,y
        beq @same
        cmp #$80
        beq @found
@differs:
        lda keywords,y          ; on to the next keyword
        bmi @skipped            ; bit 7 marks the last letter of a keyword
        iny
        bne @differs
@skipped:
        iny
        inc COUNT               ; which keyword: its token less $80
        lda keywords,y
        bne @keyword            ; a 0 ends the table
        ldx crunch_in           ; no keyword: the character stays as it is
        lda BUF,x
        rts
@same:
        lda keywords,y
        bmi @found              ; bit 7 in both: the last letter, typed with SHIFT
        iny
        inx
        bne @compare            ; always
@found:
        lda COUNT
        ora #$80                ; tokens begin at $80, in the table's order
        rts
.endproc
