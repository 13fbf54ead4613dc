; Calling a function, and the short ones: PEEK, ABS, SGN, FRE and POS.
; Of numbers: func.s. Of strings: strfunc.s.
.include "basic.inc"
.include "lowmem.inc"
.include "kernal.inc"
.import entry_from_integer, entry_from_byte

        entry $AFA7
; eval_function -- a function
; In     A       its token     Out    the value     Keeps  -
; Uses   A, X, Y, flags; what an expression uses
; LEFT$, RIGHT$ and MID$ find their first two arguments on the stack, below the return address:
; the byte, then the string's descriptor. All that return a string drop call_function's return
; address, too: behind the call it insists on a number.
; The token, doubled, waits on the stack: arguments call functions of their own.
eval_function:
        asl a                   ; two bytes per address; bit 7 is lost, hence all the < below
        pha
        jsr CHRGET
        jsr need_open
        jsr eval
        pla
        pha
        cmp #<(2 * TOK_LEFT)    ; the last three functions have several arguments
        bcc @one
        jmp function_several
@one:
        jsr need_close
        pla
        tay
        jsr function_type
        jmp call_function

        entry $AFD6
; call_function -- the function whose token is Y / 2; SGN has $68
; In     Y; FAC     Out    the value     Keeps  -     Uses   A, X, Y, flags; what an expression uses
; The 6502 has no indirect JSR, so a JMP through JUMP is called. V2 has the address there, too,
; behind a JMP opcode at $54; here that byte belongs to the collector.
call_function:
        lda functions - <(2 * TOK_FIRST_FN),y
        sta JUMP
        lda functions - <(2 * TOK_FIRST_FN) + 1,y
        sta JUMP + 1
        jsr function_jump
        jmp must_be_number

.segment "FUNCTION_JUMP"

function_jump:
        jmp (JUMP)

.segment "FUNCTION_TYPE"

; function_type -- TYPE MISMATCH if the function needs a number and has none
; In     A  2 * token; VALTYP     Out    -     Keeps  X, Y     Uses   A, flags
; USR, FRE, POS and, as in V2, PEEK take anything; LEN, STR$, VAL and ASC see for themselves.
; Tokens are in the order of the table, so three limits part them: SGN INT ABS; USR FRE POS; SQR to
; ATN; PEEK to ASC; and CHR$, which is a number's.
.proc function_type
        cmp #<(2 * TOK_USR)
        bcc @number
        cmp #<(2 * TOK_SQR)
        bcc @any
        cmp #<(2 * TOK_PEEK)
        bcc @number
        cmp #<(2 * TOK_CHR)
        bne @any
@number:
        jmp must_be_number
@any:
        rts
.endproc

.segment "FUNCTION_SEVERAL"

; function_several -- the arguments of LEFT$, RIGHT$ and MID$ to the stack, then the function
; In     the value, TXTPTR; 2 * token on the stack     Noreturn  goes to call_function
; The string is evaluated; the byte behind the comma is still to be read. Until then the address of
; the descriptor waits below the token. Its body may move meanwhile: the collector keeps descriptors
; of temporary strings and variables right, and moves none of them.
.proc function_several
        jsr need_comma
        bit VALTYP              ; as must_be_string, which takes longer
        bpl @mixed
        pla
        cmp #<(2 * TOK_LAST_FN) + 1
        bcs @none               ; no function has that token
        tax
        lda FACHO + 3
        pha
        lda FACHO + 2
        pha
        txa
        pha
        jsr eval_byte
        pla
        tay                     ; 2 * token, where call_function wants it
        txa
        pha                     ; the byte on top of the descriptor
        jmp call_function
@none:
        jmp err_syntax
@mixed:
        jmp err_type
.endproc

; -- functions: argument in FAC ------------------------------------------------------

        entry $B80D

; fn_peek -- PEEK
; In     FAC  address     Out    FAC     Keeps  -     Uses   A, X, Y, flags; FAC, ARG, VALTYP
; LINNUM is saved, for it may hold the address of a POKE or WAIT of whose argument this is a part:
; POKE A,PEEK(B).
.proc fn_peek
        lda LINNUM + 1
        pha
        lda LINNUM
        pha
        jsr num_to_word
        ldy #0
        lda (LINNUM),y
        tay
        pla
        sta LINNUM
        pla
        sta LINNUM + 1
        jmp num_from_byte
.endproc

        entry $BC58

; fn_abs -- ABS
; In     FAC     Out    FAC     Keeps  A, X, Y     Uses   flags; FAC
.proc fn_abs
        lsr FACSGN              ; of the sign only bit 7 counts, and a 0 comes in there
        rts
.endproc

.segment "FN_SGN"

; fn_sgn -- SGN
; In     FAC     Out    FAC     Keeps  -     Uses   A, X, Y, flags; FAC, ARG, VALTYP
.proc fn_sgn
        jsr num_sign
        ; falls through
.endproc

; num_from_signed_byte -- FAC = A, -128..127
; In     A     Out    FAC     Keeps  -     Uses   A, X, Y, flags; FAC, ARG, VALTYP
; SGN runs into it: num_sign's $FF, 0 and 1 are -1, 0 and 1 as a signed byte. A word has the sign of
; the byte in all bits of its high byte.
.proc num_from_signed_byte
        tay
        asl a                   ; the sign to C
        lda #0
        bcc @positive
        lda #$FF
@positive:
        jmp num_from_signed
.endproc

        entry $B37D

; fn_fre -- FRE
; In     the value, freed if it is a string     Out    FAC     Keeps  -
; Uses   A, X, Y, flags; FAC, ARG, COUNT, DEFPNT, DSCPNT, FORPNT, FRETOP, INDEX, LASTPT, LOWTR,
;        TEMPPT, VALTYP
; What is free lies between the arrays' end and the lowest string, after a collection. A string as
; argument is given up first, or its body would count as used.
.proc fn_fre
        bit VALTYP
        bpl @collect
        jsr free_value
@collect:
        jsr str_collect
        sec
        lda FRETOP
        sbc STREND
        tay
        lda FRETOP + 1
        sbc STREND + 1
        ; falls through: the entry takes A, Y as signed, so 32768 and more free bytes are
        ; negative, as in V2
.endproc
        .assert * = entry_from_integer, lderror, "entry_from_integer does not follow"

        entry $B39E

; fn_pos -- POS
; In     -     Out    FAC     Keeps  -
; Uses   A, X, Y, flags; FAC, ARG, LNMX, PNT, PNTR, TBLX, USER, VALTYP
; PLOT gives the column in Y, where the routine behind takes a byte from: these four bytes fill the
; place up to it.
.proc fn_pos
        sec                     ; C=1: PLOT reads the cursor's place
        jsr PLOT
        ; falls through
.endproc
        .assert * = entry_from_byte, lderror, "entry_from_byte does not follow"
