; Evaluating expressions.
;
; Operators bind by priority; eval_level takes all that bind at least as strongly as asked
; and calls itself for right-hand sides, with the left-hand value on the CPU's stack.
.include "basic.inc"
.include "lowmem.inc"
.include "kernal.inc"
.import entry_from_integer, entry_from_byte

P_OR = 1
P_AND = 2
P_NOT = 3                       ; weaker than a comparison: NOT A=B
P_COMPARE = 3
P_ADD = 4
P_MULTIPLY = 5
P_NEGATE = 6                    ; weaker than a power: -2^2
P_POWER = 7
STACK_LEAST = $40               ; room a level of brackets may need

.segment "EVAL_TABLES"

; + - * / ^ AND OR, in the order of their tokens
priorities: .byte P_ADD, P_ADD, P_MULTIPLY, P_MULTIPLY, P_POWER, P_AND, P_OR
COMPARISON = 7                  ; the operator's number after those
.define OPERATORS do_add, do_subtract, do_multiply, do_divide, do_power, do_and, do_or, do_compare
operators_lo: .lobytes OPERATORS
operators_hi: .hibytes OPERATORS

        entry $AD9E

; eval -- evaluate the expression at TXTPTR
; In     TXTPTR  its first character
; Out    VALTYP  $FF string (FACHO + 2 its descriptor, see strings.s), 0 number (see num.s)
;        TXTPTR  behind it
; Uses   A, X, Y, ARG, INDEX, INDEX2, OPMASK     Keeps  -
.proc eval
        lda TXTPTR
        bne @low
        dec TXTPTR + 1
@low:
        dec TXTPTR
        lda #0
        ; falls through
.endproc

; eval_level -- the same behind TXTPTR, as far as operators of priority A and more reach
.proc eval_level
        pha
        tsx
        ; Each level takes stack: brackets and priorities nest without a limit of their own, so
        ; the stack is the limit.
        cpx #STACK_LEAST
        bcs @room
        jmp err_complex
@room:
        jsr eval_vector
@operator:
        jsr CHRGOT
        sec
        ; The operators' tokens follow each other from + to <: one subtraction numbers them.
        sbc #TOK_PLUS
        bcc @done
        cmp #COMPARISON
        bcs @compare
        tax
        pla
        pha
        ; The level's own priority is on the stack, and only a weaker operator ends the level.
        ; The right-hand side is evaluated one level higher, so 8-4-2 goes from left to right.
        cmp priorities,x
        beq @take
        bcs @done
@take:
        lda #0
        sta OPMASK
        lda priorities,x
        bne @binary
@compare:
        jsr CHRGOT
        sbc #TOK_GT             ; CHRGOT leaves C=1 but for digits
        cmp #3
        bcs @done
        pla
        pha
        cmp #P_COMPARE + 1
        bcs @done
        jsr comparison
        ldx #COMPARISON
        lda #P_COMPARE
@binary:
        sta COUNT
        txa
        pha
        lda OPMASK
        pha
        lda VALTYP
        pha
        bmi @whole
        bit FACOV
        bpl @whole              ; no half unit below: nothing to round
        jsr num_round
@whole:
        .repeat 6, byte
        lda FACSGN - byte
        pha
        .endrepeat
        ldx COUNT
        ; The right-hand side takes only what binds more strongly.
        inx
        txa
        jsr eval_level
        .repeat 6, byte
        pla
        sta ARGEXP + byte
        .endrepeat
        pla
        sta INDEX               ; type of the left-hand side
        pla
        sta OPMASK
        pla
        tax
        jsr operate
        jmp @operator
@done:
        pla
        rts
.endproc

.segment "OPERATE"

; operate -- FAC = ARG op FAC
; In     X       operator
;        INDEX   type of ARG
;        OPMASK  relations asked for
.proc operate
        lda operators_lo,x
        sta JUMP
        lda operators_hi,x
        sta JUMP + 1
        lda INDEX
        cmp VALTYP
        bne @mixed              ; a number and a string
        cmp #0
        beq @numbers            ; VALTYP 0: both are numbers
        cpx #COMPARISON         ; strings can be joined and compared
        beq @strings
        cpx #0
        bne @mixed
        jmp str_join
@strings:
        jsr str_compare
        jmp relation
@numbers:
        jmp (JUMP)
@mixed:
        jmp err_type
.endproc

do_add = num_add
do_subtract = num_subtract
do_multiply = num_multiply
do_divide = num_divide
do_power = num_power
do_and = num_and
do_or = num_or

.segment "DO_COMPARE"

do_compare:
        lda ARGSGN              ; ARG as it would lie in memory
        ora #$7F
        and ARGHO
        sta ARGHO
        lda #<ARGEXP
        ldy #>ARGEXP
        jsr num_compare_at
; relation -- the truth of a comparison
; In     A       $FF if the right side is less, 0 equal, 1 greater
;        OPMASK  1 >, 2 =, 4 <
; Out    FAC     -1 or 0
.proc relation
        clc
        ; $FF, 0, 1 become 0, 2, 4: 2 and 4 are the bits of = and <; 0 becomes 1, that of >
        adc #1
        asl a                   ; equal 2, greater 4
        bne @test
        lda #1
@test:
        and OPMASK
        jmp num_from_truth
.endproc

.segment "COMPARISON"

; comparison -- read a comparison such as >= or <>
; Out    OPMASK; TXTPTR at its last character
.proc comparison
        lda #0
        sta OPMASK
        jsr CHRGOT
@next:
        sec
        sbc #TOK_GT
        bcc @end
        cmp #3
        bcs @end
        tax
        lda @bits,x
        bit OPMASK
        bne @twice              ; == or >>: each relation once
        ora OPMASK
        sta OPMASK
        jsr CHRGET
        jmp @next
@end:
        jmp text_back
@twice:
        jmp err_syntax
@bits:  .byte 1, 2, 4
.endproc

.segment "TEXT_BACK"

; text_back -- TXTPTR one back
; Uses   A
.proc text_back
        lda TXTPTR
        bne @low
        dec TXTPTR + 1
@low:
        dec TXTPTR
        rts
.endproc

        entry $AE83

; eval_vector -- an operand, by way of the vector IEVAL
; In     TXTPTR     Out    the value: FAC or a string, VALTYP     Keeps  -
; Uses   A, X, Y, flags; what an expression uses
eval_vector:
        jmp (IEVAL)

.segment "EVAL_OPERAND"

; eval_operand -- one operand (what IEVAL points at)
; In     TXTPTR  before it
; Out    VALTYP, FAC; CHRGOT behind it
; Keeps  -     Uses   A, X, Y, flags; what an expression uses
.export eval_operand
.proc eval_operand
        lda #0
        sta VALTYP
        jsr CHRGET
        bcc @number
        cmp #'A'
        bcc @sign
        cmp #'Z' + 1
        bcs @token
        jmp variable
@sign:
        cmp #'"'
        beq @literal
        cmp #'('
        beq @bracket
        cmp #'.'
        beq @number             ; C=1: no digit
        bne @syntax
@token:
        cmp #TOK_MINUS
        beq @negate
        cmp #TOK_PLUS           ; a plus before an operand says nothing: the next one
        beq eval_operand
        cmp #TOK_NOT
        beq @not
        cmp #TOK_FN
        beq @function
        cmp #TOK_FIRST_FN
        bcc @syntax
        cmp #TOK_GO
        bcc eval_function
        cmp #TOK_PI
        beq @pi
@syntax:
        jmp err_syntax
@number:
        jmp num_parse
@literal:
        jmp str_quoted
@bracket:
        jmp eval_bracket
@negate:
        ; Only what binds more strongly, powers, belongs to the operand: -2^2 is -4.
        lda #P_NEGATE + 1
        jsr eval_level
        jsr must_be_number
        jmp num_negate
@not:
        lda #P_NOT
        jsr eval_level
        jsr must_be_number
        jmp num_not
@pi:
        lda #<num_pi
        ldy #>num_pi
        jsr num_load
        jmp CHRGET
@function:
        jmp fn_call
.endproc

; eval_function -- a function
; In     A       its token
.proc eval_function
        pha                     ; the function's token, while its argument is read
        jsr CHRGET
        jsr need_open
        jsr eval
        pla
        cmp #TOK_LEFT
        bcs @several            ; the others follow: LEFT$ RIGHT$ MID$
        pha
        jsr need_close
        pla
        cmp #TOK_USR
        bcc @number             ; SGN, INT, ABS: only numbers
        cmp #TOK_SQR            ; USR, FRE and POS take anything
        bcc @call
        cmp #TOK_LEN            ; the rest see for themselves
        bcs @call
@number:
        jsr must_be_number
@call:
        tax
        lda functions_lo - TOK_FIRST_FN,x
        sta JUMP
        lda functions_hi - TOK_FIRST_FN,x
        sta JUMP + 1
        jmp (JUMP)
@several:
        bit VALTYP
        bmi @call
        jmp err_type
.endproc

        entry $AF28

; variable -- the value of the variable or element at TXTPTR
; In     TXTPTR     Out    the value     Keeps  -
; Uses   A, X, Y, flags; what an expression uses
.proc variable
        lda #0                  ; it is not made
        jsr var_find
        bcs @reserved
        bit VALTYP
        bmi @string
        bit INTFLG
        bmi @integer
        jmp num_load
@string:
        sta FACHO + 2           ; a string's value is the address of its descriptor
        sty FACHO + 3
        rts
@integer:
        ldy #1                  ; an integer: high byte first
        lda (VARPNT),y
        tax
        dey
        lda (VARPNT),y
        pha
        txa
        tay
        pla
        jmp num_from_signed
@reserved:
        lda VALTYP
        bne @time
        lda VARNAM
        cmp #'T'
        bne @status
        jmp clock_number
@time:
        jmp clock_text
@status:
        jsr READST
        jmp num_from_signed_byte
.endproc

        entry $AEF1

; eval_bracket -- a value in brackets
; need_close, need_open, need_comma, need_char -- expect a character and skip it
; In     A       (need_char) the character
; Out    CHRGET done;  SYNTAX error if it is another
; Keeps  -     Uses   A, X, Y, flags
eval_bracket:
        jsr need_open
        jsr eval
        entry_within $AEF7
need_close:
        lda #')'
        .byte $2C               ; BIT abs: skips the next two bytes
        entry_within $AEFA
need_open:
        lda #'('
        .byte $2C
        entry_within $AEFD
need_comma:
        lda #','
        entry_within $AEFF
.proc need_char
        ldy #0
        cmp (TXTPTR),y
        branch BNE_OPCODE, err_syntax
        jmp CHRGET
.endproc
        .assert * = err_syntax, lderror, "err_syntax does not follow"

.segment "EVAL_NUMBER"

; eval_number, eval_string -- evaluate and insist on the type
; must_be_number, must_be_string -- insist on the type of the value
; In     TXTPTR; of must_be_* the value     Out    the value     Keeps  -
; Uses   A, X, Y, flags; what an expression uses
eval_number:
        jsr eval
.proc must_be_number
        bit VALTYP
        bmi @bad
        rts
@bad:
        jmp err_type
.endproc

.segment "EVAL_STRING"

eval_string:
        jsr eval
.proc must_be_string
        bit VALTYP
        bpl @bad
        rts
@bad:
        jmp err_type
.endproc

        entry $B79B

; eval_byte -- evaluate an integer 0-255
; num_to_byte -- that of the value, a number
; In     TXTPTR
; Out    X; CHRGOT done
; Keeps  -     Uses   A, X, Y, flags; what an expression uses
        jsr CHRGET              ; skip a character
        entry_within $B79E
eval_byte:
        jsr eval_number
        entry_within $B7A1
.proc num_to_byte
        jsr num_to_short
        tax
        branch BNE_OPCODE, fn_asc_empty
        ldx FACHO + 3
        jmp CHRGOT
.endproc

.segment "EVAL_WORD"

; eval_word -- evaluate an integer 0-65535
; In     TXTPTR
; Out    LINNUM
; Keeps  -     Uses   A, X, Y, flags; what an expression uses
eval_word:
        jsr eval_number
        jmp num_to_word

        entry $B7EB

; eval_word_byte -- address, comma, byte
; In     TXTPTR
; Out    LINNUM, X
; Keeps  -     Uses   A, X, Y, flags; what an expression uses
eval_word_byte:
        jsr eval_number
        jsr num_to_word
; falls through

        entry_within $B7F1
; eval_comma_byte -- comma, byte; LINNUM stays: no expression changes it
; In     TXTPTR
; Out    X
; Keeps  -     Uses   A, X, Y, flags; what an expression uses
eval_comma_byte:
        jsr need_comma
        jmp eval_byte

; -- functions: argument in FAC ------------------------------------------------------

        entry $B80D

; fn_peek -- PEEK
; In     FAC  address     Out    FAC     Keeps  -     Uses   A, X, Y, flags; FAC, ARG, VALTYP
.proc fn_peek
        lda LINNUM + 1          ; POKE A,PEEK(B)
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
        lsr FACSGN
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
.proc num_from_signed_byte
        tay
        asl a
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
.proc fn_fre
        bit VALTYP
        bpl @collect
        jsr str_free
@collect:
        jsr str_collect
        sec
        lda FRETOP
        sbc STREND
        tay
        lda FRETOP + 1
        sbc STREND + 1
        ; falls through: V2 shows 32768 and more as negative
.endproc
        .assert * = entry_from_integer, lderror, "entry_from_integer does not follow"

        entry $B39E

; fn_pos -- POS
; In     -     Out    FAC     Keeps  -
; Uses   A, X, Y, flags; FAC, ARG, LNMX, PNT, PNTR, TBLX, USER, VALTYP
.proc fn_pos
        sec
        jsr PLOT
        ; falls through
.endproc
        .assert * = entry_from_byte, lderror, "entry_from_byte does not follow"
