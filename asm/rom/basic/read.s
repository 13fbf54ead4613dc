; INPUT, INPUT#, GET, GET#, READ, RESTORE.
.include "basic.inc"
.include "lowmem.inc"
.include "kernal.inc"

FROM_INPUT = $00                ; INPFLG
FROM_GET   = $40
FROM_READ  = $98
ST_TIMEOUT = $02                ; STATUS: the device did not send

        entry $A81D

; st_restore -- RESTORE: DATA from the start of the program
; In     -     Out    -     Keeps  X     Uses   A, Y, flags; DATPTR
; DATPTR always stands at an end, of a datum, statement or line. The byte before the program is 0,
; as if a line ended there, so READ finds its first DATA like any other.
st_restore:
        lda TXTTAB              ; one byte before the program
        ldy TXTTAB + 1
        sec
        sbc #1
        bcs data_at
        dey
        entry_within $A827
data_at:                        ; what remains of READ: DATPTR = A (low), Y
        sta DATPTR
        sty DATPTR + 1
        rts

        entry $AB7B

; st_get -- GET variables, GET# file, variables
; In     A; TXTPTR     Out    -     Keeps  -     Uses   A, X, Y, flags; what an expression uses
; It begins with data that are used up, so each variable asks for more, a character each time. The
; character goes to BUF, in front of a 0 that stays, so that it is a text of one character.
.proc st_get
        jsr not_direct
        cmp #'#'
        bne @keyboard
        jsr CHRGET
        jsr channel_in
        jsr @keyboard
        jmp channel_end
@keyboard:
        ldx #<(BUF + 1)         ; at this 0: nothing is left over
        ldy #>(BUF + 1)
        lda #0
        sta BUF + 1
        lda #FROM_GET
        jmp read_list
.endproc

        entry $ABA5

; st_input_file -- INPUT# file, variables
; In     TXTPTR     Out    -     Keeps  -     Uses   A, X, Y, flags; what an expression uses
; INPUT with another source: CHANNL takes away the question, the messages and the second try.
st_input_file:
        jsr channel_in
        jsr input_list
        jmp channel_end

        entry $ABB5
; channel_end -- input and output back to keyboard and screen
; In     -     Out    CHANNL 0, X 0     Keeps  Y     Uses   A, flags
; GET#, INPUT# and PRINT# end here, and errors as well. On the serial bus that sends the device
; UNTALK or UNLISTEN, so that the next one can have its turn.
channel_end:
        jsr CLRCHN
        ldx #0
        stx CHANNL
        rts

.segment "CHANNEL_IN"

; channel_in -- read a file number and a comma, and take input from there
; Out    CHANNL
; The comma is read before CHKIN, whose error and C go straight on to channel_check. CHANNL holds
; the number meanwhile, as need_comma does not promise to keep X.
.proc channel_in
        jsr not_direct
        jsr eval_byte
        stx CHANNL
        jsr need_comma
        ldx CHANNL
        jsr CHKIN
        jmp channel_check
.endproc

        entry $ABBF

; st_input -- INPUT ["text";] variables
; input_list -- the variables
; In     A; TXTPTR     Out    -     Keeps  -     Uses   A, X, Y, flags; what an expression uses
; A line is read before the first variable gets its value. Data are separated by commas, and each is
; found behind one: so a comma is put in front of the line, at $01FF above the stack.
st_input:
        cmp #'"'
        branch BNE_OPCODE, input_list
        jsr input_prompt
        jmp input_list
        entry $ABCE
input_list:
        jsr not_direct
        lda #','
        sta BUF - 1
        jmp input_line

        entry $ABF9
; ask -- "? " and a line into BUF
; In     -     Out    -     Keeps  -     Uses   A, X, Y, flags
; From a file the line comes without a question: the screen stays as it is, and a file of CMD does
; not get one either.
ask:
        lda CHANNL
        bne @read
        jsr print_question
        jsr print_gap
@read:
        jmp line_input

.segment "INPUT_PROMPT"

; input_prompt -- print the text in quotes at TXTPTR, and skip the semicolon
; In     TXTPTR     Out    -     Keeps  -     Uses   A, X, Y, flags; what an expression uses
; The text becomes a string value, which is printed and freed. The semicolon is checked before: an
; error comes without half a question on the screen.
.proc input_prompt
        jsr str_quoted
        lda #';'
        jsr need_char
        jmp print_string_value
.endproc

.segment "INPUT_LINE"

; input_line -- a line for the variables at TXTPTR
; In     TXTPTR     Out    -     Keeps  -     Uses   A, X, Y, flags; what an expression uses
; An empty line leaves the variables as they are: RETURN alone keeps what INPUT had before. In a
; file an empty line is skipped, but not at its end, where they would never stop coming.
.proc input_line
        jsr ask
        lda CHANNL
        beq @keyboard
        lda STATUS
        and #ST_TIMEOUT
        bne @nothing            ; read past the end of the file
        lda BUF
        bne @typed
        lda STATUS              ; 0: more is to come
        beq input_line
        bne @nothing            ; always
@keyboard:
        lda BUF
        bne @typed
@nothing:
        jmp st_data
@typed:
        ldx #<(BUF - 1)
        ldy #>(BUF - 1)
        jmp input_data
.endproc

        entry $AC06

; st_read -- READ variables
; input_data -- INPUT: data from the text at X (low), Y to the variables at TXTPTR
; read_list -- the same for INPFLG in A
; read_variable -- the same with INPFLG and INPPTR set
; In     TXTPTR; X, Y  the data: at the comma before the next datum, or at an end
; Out    -     Keeps  -     Uses   A, X, Y, flags; what an expression uses
; Two texts are read in turn, the program and the data: INPPTR and TXTPTR change places, so that
; CHRGET and all that is built on it reads either. INPFLG says where data come from. Its numbers are
; V2's, which programs set, and made for BIT: N is READ, V is GET.
st_read:
        ldx DATPTR
        ldy DATPTR + 1
        lda #FROM_READ
        .byte $2C               ; BIT abs: skips the next two bytes
        entry_within $AC0D
input_data:
        lda #FROM_INPUT
        entry_within $AC0F
read_list:
        sta INPFLG
        stx INPPTR
        sty INPPTR + 1
        entry_within $AC15
read_variable:
        jsr var_target
        sta FORPNT
        sty FORPNT + 1
        jsr text_and_data       ; TXTPTR is in the data now, INPPTR in the program
        jsr CHRGOT
        branch BNE_OPCODE, read_datum
        jmp more_data           ; the line or DATA statement is used up

        entry $AC51
; read_datum -- the datum behind TXTPTR to the variable FORPNT
; In     TXTPTR, INPPTR, INPFLG, FORPNT, VALTYP, INTFLG     Out    -     Keeps  -
; Uses   A, X, Y, flags; what an expression uses
; The variable's type decides how the text is read: as a number by the same routine as in a program,
; or as a string up to the next comma. The assignment is LET's.
read_datum:
        bit INPFLG
        bvs @type               ; GET: the very character, without a comma in front
        jsr CHRGET
@type:
        bit VALTYP
        bpl @number
        jsr read_string
        jsr assign_string
        jmp read_taken
@number:
        jsr CHRGOT
        jsr num_parse
        lda INTFLG              ; N: an integer
        jsr assign_number
        jmp read_taken

        entry $AC91
; Behind a datum: the next variable, or the end. The place in the data goes back to INPPTR.
read_taken:
        jsr CHRGOT
        beq @taken
        cmp #','                ; a datum ends at a comma or at the end, else it was no number
        beq @taken
        jmp bad_datum
@taken:
        jsr text_and_data
        jsr CHRGOT
        beq @end
        jsr need_comma
        jmp read_variable
@end:
        ; falls through

; read_end -- keep the place in DATA; say so if there were more data than variables
; In     INPPTR, INPFLG     Out    -     Keeps  -     Uses   A, X, Y, flags; INDEX
; READ goes on later where it stopped. What is left of an INPUT line is lost, which only a person
; has to know of: it is a message, not an error.
.proc read_end
        lda INPPTR
        ldy INPPTR + 1
        ldx INPFLG
        bpl @input              ; FROM_READ alone has bit 7
        jmp data_at
@input:
        ldy #0
        lda (INPPTR),y
        beq @done
        lda CHANNL
        bne @done               ; in a file nobody would see it
        jmp extra_ignored
@done:
        rts
.endproc

        entry $ACF4
; extra_ignored -- there were more data than variables
; In     -     Out    -     Keeps  X     Uses   A, Y, flags; INDEX
; Message and texts lie where V2 has them: extensions print or translate them.
extra_ignored:
        lda #<text_extra
        ldy #>text_extra
        jmp print_string

        entry_within $ACFB
read_done:
        rts
        entry_within $ACFC
text_extra: .byte "?EXTRA IGNORED", CR, 0
        entry_within $AD0C
text_redo:  .byte "?REDO FROM START", CR, 0

.segment "TEXT_AND_DATA"

; text_and_data -- exchange TXTPTR and INPPTR
; Uses   A, X
; CHRGET reads at TXTPTR alone, so whichever text is to be read has to be there. Called twice, the
; exchange leaves all as it was but for how far each text has been read.
.proc text_and_data
        ldx #1                  ; two bytes each
@byte:
        lda TXTPTR,x
        ldy INPPTR,x
        sty TXTPTR,x
        sta INPPTR,x
        dex
        bpl @byte
        rts
.endproc

.segment "READ_STRING"

; read_string -- the string at TXTPTR, quoted or up to a comma or colon
; In     CHRGET done but for GET; INPFLG     Out    the value; TXTPTR behind it
; Keeps  -     Uses   A, X, Y, flags; what an expression uses
; Two characters end a string without quotes, besides a 0: a comma and a colon. For GET both are 0,
; so that any character is a string, even a comma or a quote.
.proc read_string
        bit INPFLG
        bvs @all                ; CHRGOT would pass over a blank
        jsr CHRGOT
        cmp #'"'
        beq @quoted             ; C=1
        ldx #':'
        stx CHARAC
        lda #','
        bne @literal            ; always
@all:
        lda #0
        sta CHARAC
@literal:
        sta ENDCHR
        lda TXTPTR
        ldy TXTPTR + 1
        jsr string_ended
        jmp text_behind
@quoted:
        jmp str_quoted
.endproc

        entry $AB4D

; bad_datum -- what was typed or read is not what the variable wants
; In     INPFLG     Out    of INPUT: the statement again     Keeps  -
; Uses   A, X, Y, flags; CURLIN, INDEX, TXTPTR
; Three sources, three answers. A person may try again: the statement is run once more from where
; run_next noted it for CONT. A file says FILE DATA. READ names the line of the DATA, not its own.
bad_datum:
        bit INPFLG
        bvs @syntax             ; GET: a number was wanted
        bpl @input              ; FROM_READ has bit 7, FROM_GET bit 6
        lda DATLIN
        ldy DATLIN + 1
        sta CURLIN
        sty CURLIN + 1
@syntax:
        jmp err_syntax
@input:
        lda CHANNL
        bne @file
        lda #<text_redo
        ldy #>text_redo
        jsr print_string
        lda OLDTXT
        ldy OLDTXT + 1
        sta TXTPTR
        sty TXTPTR + 1
        rts
@file:
        ldx #ERR_FILE
        jmp err_raise

.segment "MORE_DATA"

; more_data -- there is nothing at TXTPTR any more: get more, and go on with it
; In     INPFLG; TXTPTR     Noreturn  goes to read_datum with TXTPTR before the next datum
; READ looks for another DATA statement, INPUT reads another line, GET one character. The new data
; are found as the first were, so the variable waits in FORPNT.
.proc more_data
        bit INPFLG
        bvs @get
        bmi next_data           ; READ
        lda CHANNL
        bne @ask
        jsr print_question      ; two of them: the line was not enough
@ask:
        jsr ask                 ; X, Y: before the line
@at:
        stx TXTPTR
        sty TXTPTR + 1
        jmp read_datum
@get:
        jsr GETIN
        sta BUF
        ldy #>BUF               ; at the character itself: GET does without CHRGET
        ldx #<BUF               ; which is 0
        beq @at                 ; always
.endproc

; next_data -- on to the next DATA statement, and its datum
; In     TXTPTR     Noreturn  goes to read_datum with TXTPTR at its token, and DATLIN
; From statement to statement, as the program would run without jumps; each is skipped like DATA
; itself, which knows quotes. DATLIN is noted line by line, for an error.
.proc next_data
        ldy #0
        lda (TXTPTR),y
        bne @statement          ; a colon
        ldy #2                  ; the high byte of the next link, 0 if no line follows
        lda (TXTPTR),y
        bne @line
        ldx #ERR_DATA
        jmp err_raise
@line:
        iny
        lda (TXTPTR),y
        sta DATLIN
        iny
        lda (TXTPTR),y
        sta DATLIN + 1
        clc
        lda TXTPTR
        adc #4                  ; over link and number
        sta TXTPTR
        bcc @statement
        inc TXTPTR + 1
@statement:
        jsr CHRGET
        cmp #TOK_DATA
        bne @other
        jmp read_datum          ; whose CHRGET passes over the token
@other:
        jsr st_data
        jmp next_data
.endproc
