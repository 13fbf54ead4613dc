; Evaluating expressions.
;
; Operators bind by priority; eval_level takes all that bind more strongly than asked and calls
; itself for right-hand sides, with the left-hand value on the CPU's stack.
;
; A right-hand side has on the stack, from the top: the priority of its level, the return address to
; right_side, the mask of the comparison (1 byte), the left-hand value (6), the operator's address
; less one, and the return address of apply_operator.
.include "basic.inc"
.include "lowmem.inc"
.include "kernal.inc"
.export fac_from_clock, clock_fac, clock_store

OPERATORS = 7                   ; + - * / ^ AND OR, in the order of their tokens
NEGATE  = 3 * 7                 ; behind them in the table, three bytes each: the sign, NOT,
NOT     = 3 * 8                 ; and all comparisons
COMPARE = 3 * 9
STACK_LEAST = $40               ; what a level leaves free: for the deepest routine below it, for
                                ; interrupts, and for numbers and lists at the bottom of page 1

        entry $AD8A

; eval_number -- evaluate a number
; must_be_number, must_be_string, check_type -- insist on the type of the value: string if C=1
; In     TXTPTR; of the others the value     Out    the value; TYPE MISMATCH if it is another
; Keeps  -     Uses   A, X, Y, flags; what an expression uses; of the others flags alone
; Bit 7 of VALTYP against C: either both or none. Bit 7 alone counts, so a $7F of right_side is a
; number.
eval_number:
        jsr eval
        entry_within $AD8D
must_be_number:
        clc
        .byte $24               ; BIT zp: skips the next byte
        entry_within $AD8F
must_be_string:
        sec
        entry_within $AD90
check_type:
        bit VALTYP
        bmi @string
        bcs err_type
@right:
        rts
@string:
        bcs @right
        entry_within $AD99
; err_type -- end the program with TYPE MISMATCH
; In     -     Noreturn  as err_raise
err_type:
        ldx #ERR_TYPE
        jmp err_raise

        entry_within $AD9E
; eval -- evaluate the expression at TXTPTR
; In     TXTPTR  its first character
; Out    VALTYP  $FF string (FACHO + 2 its descriptor, see strings.s), 0 number (see num.s)
;        TXTPTR  behind it;  A = FACEXP
; Uses   A, X, Y, ARG, INDEX, INDEX2, OPMASK     Keeps  -
; It is called with the first character fetched, while operands begin with CHRGET: so TXTPTR goes
; back by one.
eval:
        ldx TXTPTR
        bne @low
        dec TXTPTR + 1
@low:
        dec TXTPTR
        jmp eval_all
        entry_within $ADA9      ; V2 comes here with the mask in A, the priority in X
        jmp right_masked
eval_all:
        ldx #0                  ; below every priority: the whole expression
; eval_level -- the same behind TXTPTR, as far as operators bind more strongly than X says
; In     X       priority; the stack has it while the level lasts
;        TXTPTR  before it
; Out    as eval     Uses   as eval     Keeps  -
; Each level takes stack: brackets and priorities nest without a limit of their own, so the stack
; is the limit. A level too deep is OUT OF MEMORY, as in V2.
eval_level:
        txa
        pha
        tsx
        cpx #STACK_LEAST
        branch BCC_OPCODE, eval_deep
        jsr eval_vector
        entry_within $ADB8
; eval_operator -- the level goes on behind a value
; In     TXTPTR; the level's priority on the stack     Out    as eval
; Keeps  -     Uses   as eval
; The tokens of the operators follow each other from + to <: one subtraction tells what stands
; there, and gives the place in the table. Anything else ends the expression and is left to the
; caller.
eval_operator:
        jsr CHRGOT
        entry_within $ADBB
        sec
        sbc #TOK_PLUS
        bcc eval_done
        cmp #OPERATORS
        bcs @comparison
        sta COUNT
        asl a                   ; three bytes an operator; C=0
        adc COUNT
        tay
        bne @weigh
        bit VALTYP              ; strings have +, the first one, alone; it binds most strongly
        bpl @weigh
        jmp str_join
@weigh:
        pla                     ; the level's own priority
        pha
        ; Only a stronger operator goes on in this level. An equal one ends it, so that the level
        ; outside takes it up: 8-4-2 is (8-4)-2.
        cmp operators,y
        bcs eval_done
        bit VALTYP
        bmi err_type
        branch BPL_OPCODE, eval_take    ; always
@comparison:
        sbc #OPERATORS          ; C=1
        cmp #3                  ; > = <
        bcs eval_done
        pla
        pha
        cmp operators + COMPARE
        bcs @compared
        jsr comparison
        ldy #COMPARE
        branch BNE_OPCODE, eval_take    ; always
@compared:
        lsr VALTYP              ; a string that was compared to: $7F, see right_side
eval_done:
        pla
        lda FACEXP
        rts

        entry $ADFA
; eval_take -- the operator at Y of the table, its right-hand side, and what follows
; In     Y; the level's priority on the stack     Noreturn  goes on in the level
; The operator's own RTS comes back here, with the result in FAC as the new left-hand value, and the
; level looks for the next operator. Signs and NOT come here from the operand (operand_leave).
eval_take:
        jsr apply_operator
        jmp eval_operator
eval_deep:
        jmp mem_full

        entry $AE20
; apply_operator -- FAC = FAC operator right-hand side; of a comparison OPMASK says which
; In     Y  the operator's place in the table; TXTPTR     Out    as eval     Keeps  -
; Uses   A, X, Y, flags; what an expression uses
; The operator's address goes onto the stack first: RTS goes there when both sides are known, and
; returns from there. No pointer in page 0 could hold it, as the right-hand side has operators, too.
apply_operator:
        lda operators + 2,y
        pha
        lda operators + 1,y
        pha
        jmp right_side

        entry $AE33
; push_left -- FAC and its sign to the stack; X = priority of the operator at Y
; push_signed -- FAC to the stack on top of A
; push_fac -- FAC to the stack, then on at INDEX
; In     FAC, A, INDEX     Out    five bytes, the exponent on top, not as in memory
; Uses   A, X, Y, INDEX     Keeps  -
; The first byte stays as FAC has it, with its leading bit, and the sign apart: V2's frames of loops
; look so, and our own use needs no packing. A JMP through INDEX is the RTS, for the return address
; cannot stay on top.
push_left:
        lda FACSGN
        ldx operators,y
        entry_within $AE38
push_signed:
        tay
        pla                     ; the bytes belong where the return address is
        sta INDEX
        pla
        sta INDEX + 1
        inc INDEX               ; RTS would add that: no call of this lies at the end of a page
        tya
        pha
        entry_within $AE43
push_fac:
        jsr num_round           ; only five bytes go there, none of FACOV
        lda FACHO + 3
        pha
        lda FACHO + 2
        pha
        lda FACHO + 1
        pha
        lda FACHO
        pha
        lda FACEXP
        pha
        jmp (INDEX)

.segment "RIGHT_SIDE"

; right_side -- ARG = FAC, FAC = what stands behind TXTPTR as far as it binds more strongly than
; the operator at Y; then to the operator, whose address is on the stack
; right_masked -- the same with the left-hand side on the stack: A = OPMASK, with the type in bit 0,
; and X = priority
; In     Y, FAC, VALTYP, OPMASK     Out    ARG, ARISGN, DOMASK, C  the left-hand side is a string
; Keeps  -     Uses   A, X, Y, flags; what an expression uses
; DOMASK is 0 but for comparisons, and only those take strings. Both sides being known to be of one
; type is theirs to check. As in V2 a string that another comparison follows has type $7F: it is a
; number to the comparison before it, whose result is a string to the one behind it. So A$=B$>0 is a
; TYPE MISMATCH.
.proc right_side
        bit VALTYP
        bmi @whole
        bit FACOV
        bpl @whole              ; less than half a unit below: rounding would only drop it
        jsr num_round
@whole:
        ; Sign, mantissa and exponent wait on the stack: the right-hand side may have any depth.
        .repeat 6, byte
        lda FACSGN - byte
        pha
        .endrepeat
        lda #0
        cpy #COMPARE
        bne @mask
        lda VALTYP              ; bit 0 tells a string, also in $7F: to C
        lsr a
        lda OPMASK
        rol a                   ; OPMASK, and the type in bit 0 behind it
@mask:
        ldx operators,y
masked:
        pha
        jsr eval_level
        pla
        lsr a                   ; C = the left-hand side is a string
        sta DOMASK
        bne typed               ; comparisons check their types themselves
        bit VALTYP
        bmi mixed
typed:
        .repeat 6, byte         ; keeps C
        pla
        sta ARGEXP + byte
        .endrepeat
        eor FACSGN              ; A is ARGSGN, which came last
        sta ARISGN
        lda FACEXP
        rts
mixed:
        jmp err_type
.endproc
right_masked = right_side::masked

        entry $B016

; do_compare -- FAC = -1 if the relation DOMASK holds between ARG and FAC, else 0
; In     ARG, FAC or strings' descriptors in both; C  ARG is a string; DOMASK     Out    FAC
; Keeps  -     Uses   A, X, Y, flags; FAC, ARG, INDEX, INDEX2, COUNT, FRETOP, LASTPT, TEMPPT, VALTYP
; Both kinds of comparison leave $FF, 0 or 1, and one routine weighs that against the mask. Numbers
; are compared as FAC with a number in memory: ARG is packed where it is, in page 0.
do_compare:
        jsr check_type          ; the right side's type against C; it keeps C
        bcs @strings
        lda ARGSGN              ; ARG as it would lie in memory: sign for leading bit
        ora #$7F
        and ARGHO
        sta ARGHO
        lda #<ARGEXP
        ldy #>ARGEXP
        jsr num_compare_at
        tax
        lda VALTYP
        beq @relation
        pha                     ; $7F stays: what follows is compared as with a string
        jsr relation
        pla
        sta VALTYP
        rts
@strings:
        jsr str_compare
        tax
@relation:
        jmp relation

        entry $B061
; relation -- the truth of a comparison
; In     X       $FF if the right side is less, 0 equal, 1 greater
;        DOMASK  1 >, 2 =, 4 <
; Out    FAC     -1 or 0     Keeps  -     Uses   A, X, Y, flags; FAC, VALTYP
; Exactly one of the three relations holds. Its bit is made of X and looked for in the mask, so that
; <> and <= cost no more than =. The right side being less means that the left one is greater.
.proc relation
        inx                     ; $FF, 0, 1 become 0, 2, 4: 2 and 4 are the bits of = and <
        txa
        asl a
        bne @test
        lda #1                  ; and 1 is that of >, in place of 0
@test:
        and DOMASK
        ; falls through
.endproc

; num_from_truth -- FAC = -1 for A not 0, else 0
; In     A     Out    FAC     Keeps  -     Uses   A, X, Y, flags; FAC, ARG, INDEX, SGNFLG, VALTYP
; True is -1 because all 16 bits of it are 1: AND, OR and NOT work on bits, and NOT of true has to
; be 0.
num_from_truth:
        tay
        beq @fill
        ldy #1                  ; -1: a 1 with the other sign
@fill:
        jsr num_from_byte
        jmp num_negate          ; which leaves a 0 as it is

.segment "COMPARISON"

; comparison -- read a comparison such as >= or <>
; Out    OPMASK; TXTPTR at its last character
; Each sign adds a bit, so their order does not matter: =< is <=, and <=> is always true. A sign
; that comes twice is a SYNTAX error.
.proc comparison
        lda #0
        sta OPMASK
        jsr CHRGOT
@next:
        sec
        sbc #TOK_GT             ; the tokens of > = < follow each other: 0, 1, 2
        bcc @end
        cmp #3
        bcs @end
        tax
        lda relation_bits,x
        bit OPMASK
        bne @twice
        ora OPMASK
        sta OPMASK
        jsr CHRGET
        jmp @next
@end:
        jmp text_back           ; CHRGET went one too far
@twice:
        jmp err_syntax
.endproc

.segment "RELATION_BITS"

relation_bits:                  ; of > = <
        .byte 1, 2, 4

.segment "TEXT_BACK"

; text_back -- TXTPTR one back
; Uses   A
; The high byte goes down only if the low one is 0 before: DEC sets no carry that could tell.
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
; Extensions with functions or forms of numbers of their own ($ for hexadecimal, say) put themselves
; there, look at the next character and otherwise go on with eval_operand.
; In     TXTPTR     Out    the value: FAC or a string, VALTYP     Keeps  -
; Uses   A, X, Y, flags; what an expression uses
eval_vector:
        jmp (IEVAL)

        entry_within $AE86
; eval_operand -- one operand (what IEVAL points at)
; In     TXTPTR  before it
; Out    VALTYP, FAC; CHRGOT behind it
; Keeps  -     Uses   A, X, Y, flags; what an expression uses
; A chain of questions, in V2's order and at its places: extensions come back into it ($AE8D) with
; a character that is not theirs. A sign and NOT leave the operand: they are operators of the level
; that has called, so the return address goes.
.export eval_operand
eval_operand:
        lda #0
        sta VALTYP
        entry_within $AE8A
operand_next:
        jsr CHRGET
        entry_within $AE8D
        bcs operand_no_digit
operand_number:
        jmp num_parse           ; C=0: a digit; C=1: a point
        entry_within $AE92
operand_no_digit:
        cmp #'A'
        branch BCC_OPCODE, operand_sign
        cmp #'Z' + 1
        bcs @token
        jmp variable
@token:
        cmp #TOK_PI
        branch BNE_OPCODE, operand_sign
        jmp operand_pi

        entry $AEAD
operand_sign:
        cmp #TOK_PLUS           ; a plus before an operand says nothing: the next one
        branch BEQ_OPCODE, operand_next
        cmp #TOK_MINUS
        branch BEQ_OPCODE, operand_negate
        cmp #'.'
        branch BEQ_OPCODE, operand_number; C=1: no digit
        cmp #'"'
        bne operand_not
        entry_within $AEBD
; str_quoted -- the string in quotes at TXTPTR
; In     TXTPTR; C=1
; Out    value; TXTPTR behind it
; Keeps  -     Uses   A, X, Y, flags; what an expression uses
; A string in the program stays where it is: the value's descriptor points into the text. The end of
; the line closes it as well as a quote.
str_quoted:
        lda TXTPTR
        ldy TXTPTR + 1
        adc #0                  ; C=1: behind the quote
        bcc @at
        iny
@at:
        jsr string_at
        jmp text_behind
        entry_within $AECC
operand_not:
        cmp #TOK_NOT
        branch BNE_OPCODE, operand_function
        entry_within $AED0
        ldy #NOT
        branch BNE_OPCODE, operand_operator; always
        entry_within $AED4
; num_not -- FAC = NOT FAC
; In     FAC     Out    FAC     Keeps  -     Uses   A, X, Y, flags; FAC, ARG, VALTYP
; The complement of both bytes: NOT works on 16 bits, signed, so NOT 0 is -1. Like a sign it has one
; operand: the table knows it as an operator whose left-hand side is ignored.
num_not:
        jsr num_to_short
        eor #$FF
        pha
        tya
        eor #$FF
        tay
        pla
        jmp num_from_signed

        entry $AEE3
operand_function:
        cmp #TOK_FN
        bne @built_in
        jmp fn_call
        entry_within $AEEA
@built_in:
        cmp #TOK_FIRST_FN
        bcc eval_bracket
        jmp eval_function

        entry_within $AEF1
; eval_bracket -- a value in brackets
; need_close, need_open, need_comma, need_char -- expect a character and skip it
; In     A       (need_char) the character
; Out    CHRGET done;  SYNTAX error if it is another
; Keeps  -     Uses   A, X, Y, flags
; Each entry loads its character and falls into the next one, whose load a BIT turns into its own
; operand. That read of $28A9 or $2CA9 has no effect.
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
need_char:
        ldy #0                  ; CHRGOT would need A; blanks before it are skipped already
        cmp (TXTPTR),y
        bne err_syntax
        jmp CHRGET

        entry_within $AF08
; err_syntax -- end the program with that message
; In     -     Noreturn  as err_raise
; Other files jump here as well, so the number is loaded in one place: each saves two bytes.
err_syntax:
        ldx #ERR_SYNTAX
        jmp err_raise
        entry_within $AF0D
operand_negate:
        ldy #NEGATE
        entry_within $AF0F
operand_operator:
        jmp operand_leave

.segment "OPERAND_LEAVE"

; operand_leave -- the operand is an operator of the level that has called: its return address goes
; In     Y  the operator's place in the table; TXTPTR     Noreturn  goes on in the level
; A sign or NOT has no value yet: the level takes it as an operator whose left-hand side is whatever
; FAC holds. eval_level's JSR is dropped, and its priority is on top, as eval_take wants it.
; str_join also asks for an operand, but has a descriptor there instead: a sign behind "A" + is a
; TYPE MISMATCH. Its return address gives it away. V2 takes the descriptor for a priority there.
operand_leave:
        pla
        tax
        pla
        cmp #>(join_operand - 1)
        bne @level
        cpx #<(join_operand - 1)
        beq @mixed
@level:
        jmp eval_take
@mixed:
        jmp err_type

        entry $AF14
; is_nothing -- C=1: FACHO + 2 points into the ROMs, where the value of unknown variables is
; In     FACHO + 2     Out    C     Keeps  X, Y     Uses   A, flags
; For programs alone: V2 tells TI$, TI and ST from other variables by it. Here var_find says so with
; C. Only the page is compared, which no variable can lie in.
is_nothing:
        lda FACHO + 3
        cmp #>nothing + 1
        bcs @other
        cmp #>nothing           ; C=1 in its page
        rts
@other:
        clc
        rts

.segment "OPERAND_PI"

; operand_pi -- FAC = pi
; In     TXTPTR     Out    FAC; CHRGET done     Keeps  -     Uses   A, X, Y, flags; FAC, INDEX
; The sign for pi is no token but the character $FF, above all tokens: no function has that number,
; so it has to be looked for before they are.
operand_pi:
        lda #<num_pi
        ldy #>num_pi
        jsr num_load
        jmp CHRGET

        entry $AF28

; variable -- the value of the variable or element at TXTPTR
; In     TXTPTR     Out    the value     Keeps  -
; Uses   A, X, Y, flags; what an expression uses
; A number is copied to FAC, an integer converted. A string stays where it is: its value is the
; address of the variable's own descriptor, and no body is copied until it is assigned.
.proc variable
        lda #VAR_READ           ; one that is missing reads as 0 and is not made
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
        ldy #1                  ; an integer lies high byte first: to A and Y
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
        lda VALTYP              ; TI$ is the only string among them
        bne @time
        lda VARNAM
        cmp #'T'
        bne @status
        jsr clock_fac
        jmp fac_from_clock
@time:
        jmp clock_text
@status:                        ; ST
        jsr READST
        jmp num_from_signed_byte
.endproc

        entry $AF7E

; fac_from_clock -- FAC = the integer FACHO + 1 to FACHO + 3; FACHO is 0
; clock_fac -- the time of day, in jiffies, there
; clock_store -- the time in A (low), X, Y there
; In     A, X, Y     Out    FACHO to FACHO + 3; Y = 0
; Keeps  -     Uses   A, X, Y, flags; FAC, VALTYP
; TI counts jiffies, 60 in a second, in 24 bits. They become the lower three bytes of an integer of
; 32 bits, which float_long makes a number of.
fac_from_clock:
        ldx #EXP_LONG
        sec                     ; positive
        jmp float_long
        entry_within $AF84
clock_fac:
        jsr RDTIM
        entry_within $AF87
clock_store:
        sta FACHO + 3
        stx FACHO + 2
        sty FACHO + 1
        ldy #0
        sty FACHO
        rts

        entry $B245

; err_subscript, err_quantity, err_complex -- end the program with that message
; In     -     Noreturn  as err_raise
; V2 has the first two here, and so they share a jump; err_complex lies where strings need it.
err_subscript:
        ldx #ERR_SUBSCRIPT
        .byte $2C               ; BIT abs: skips the next two bytes
        entry_within $B248
err_quantity:
        ldx #ERR_QUANTITY
        jmp err_raise

        entry $B79B

; eval_byte -- evaluate an integer 0-255
; num_to_byte -- that of the value, a number
; In     TXTPTR
; Out    X; CHRGOT done
; Keeps  -     Uses   A, X, Y, flags; what an expression uses
; As a signed word its high byte is 0 for 0 to 255 alone, so that one test finds what is too large
; and what is negative.
        jsr CHRGET              ; skip a character
        entry_within $B79E
eval_byte:
        jsr eval_number
        entry_within $B7A1
.proc num_to_byte
        jsr num_to_short
        tay                     ; Y = 0 for the caller, and Z
        branch BNE_OPCODE, fn_asc_empty ; the jump to ILLEGAL QUANTITY in reach
        ldx FACHO + 3
        jmp CHRGOT
.endproc

.segment "EVAL_WORD"

; eval_word -- evaluate an integer 0-65535
; In     TXTPTR
; Out    LINNUM
; Keeps  -     Uses   A, X, Y, flags; what an expression uses
; An address: beyond 32767, too, where a signed word would end. Negative numbers are rejected.
eval_word:
        jsr eval_number
        jmp num_to_word

        entry $B7EB

; eval_word_byte -- address, comma, byte
; In     TXTPTR
; Out    LINNUM, X
; Keeps  -     Uses   A, X, Y, flags; what an expression uses
; The arguments of POKE and WAIT. The address waits in LINNUM while the byte is evaluated; PEEK, the
; one function that uses LINNUM, saves it.
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
