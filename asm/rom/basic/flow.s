; LET, loops, subroutines, ON, WAIT, functions of one's own.
;
; FOR and GOSUB keep frames on the CPU's stack, below what the statement loop uses, in V2's order.
; From the lowest address up:
;   FOR    token, address of the variable, step (5), its sign, limit (5), line, text: 18 bytes
;   GOSUB  token, line, text, the statement's return address: 7 bytes
; The token comes first in both, so whoever looks for a frame sees what it is.
.include "basic.inc"
.include "lowmem.inc"

FOR_FRAME = 18
FOR_WORDS = 9                   ; the same in words of two bytes
F_TOKEN = STACK + 1             ; indexed by the stack pointer
F_VARIABLE = STACK + 2
F_STEP = 4                      ; low bytes of addresses in page 1
F_SIGN = STACK + 9              ; of the step, whose mantissa keeps its leading bit
F_LIMIT = 10                    ; as in memory: sign in place of the leading bit
F_LINE = STACK + 15
F_TEXT = STACK + 17             ; high byte first

.segment "ST_LET"

; st_let -- [LET] variable = value
; In     TXTPTR  at the name
; Out    FORPNT  the variable's value
; Keeps  -     Uses   A, X, Y, flags; what an expression uses
; The variable's type waits on the stack: the expression behind the = uses the same flags.
; Its address need not wait: no expression changes FORPNT, and none makes a simple variable, which
; would move the arrays.
.proc st_let
        jsr var_target
        sta FORPNT
        sty FORPNT + 1
        lda INTFLG
        pha                     ; N of this is for assign_number
        lda VALTYP
        pha
        lda #TOK_EQ
        jsr need_char
        jsr eval
        pla
        eor VALTYP              ; both string or both number: 0
        bne @mismatch
        pla
        bit VALTYP
        bmi @string
        tax                     ; N: an integer
        jmp assign_number
@string:
        jmp assign_string
@mismatch:
        jmp err_type
.endproc

        entry $A9C2

; assign_number -- the variable at FORPNT = FAC
; assign_integer -- the integer variable at FORPNT = FAC
; In     N (of assign_number)  1: an integer variable;  FAC, FORPNT     Out    -
; Uses   A, X, Y     Keeps  -
; An integer variable takes two of its five bytes, high byte first. The number is rounded to 32 bits
; and then cut down to the integer not above it.
assign_number:
        bpl assign_float
        entry_within $A9C4
assign_integer:
        jsr num_round
        jsr num_to_short        ; -32768 to 32767, else ILLEGAL QUANTITY
        ldy #0
        lda FACHO + 2
        sta (FORPNT),y
        entry_within $A9D0
        iny
        lda FACHO + 3
        sta (FORPNT),y
        rts
        entry_within $A9D6
assign_float:
        jmp store_forpnt

        entry $A9DA

; assign_string -- the string variable at FORPNT = the value
; In     FACHO + 2, FORPNT     Out    -
; Uses   A, X, Y, flags; FAC, ARG, INDEX, SGNFLG, TIME     Keeps  -
; TI$ has no place in memory: var_target gives the address of a constant in the ROM for it, and no
; other variable can lie in that page. Its value has to be six digits, and sets the clock.
assign_string:
        ldy FORPNT + 1
        cpy #>nothing
        branch BNE_OPCODE, str_assign
        jsr free_value
        cmp #CLOCK_DIGITS
        bne assign_bad
        entry_within $A9E7
        jmp clock_set
assign_bad:
        jmp err_quantity

        entry $AA1D
; add_digit -- FAC = FAC + the digit at INDEX,Y
; In     FAC, INDEX, Y     Out    FAC; ILLEGAL QUANTITY if it is none
; Keeps  -     Uses   A, X, Y, flags; FAC, ARG, VALTYP
; A step of V2's TI$, for programs that call it. Ours adds the places as integers (clock_set in
; numtext.s).
.proc add_digit
        lda (INDEX),y
        eor #'0'                ; 0 to 9, and of all but digits 10 and more
        cmp #10
        bcs @bad
        jmp num_add_digit
@bad:
        jmp err_quantity
.endproc

        entry $A38A

; frame_find -- look for a FOR frame down to the first GOSUB
; In     FORPNT  its variable; FORPNT + 1 = 0: any
;        the frames on the stack above two return addresses, this one and the statement's
; Out    Z=1 found: X, to index F_..., and FORPNT; Z=0 none: X at what is no loop, A its token
; Uses   A     Keeps  Y
; The first byte says what a frame is. A GOSUB ends the search: a loop outside the subroutine
; is not its own.
; Two return addresses are skipped, four bytes; X is then one below the first frame, as S would be
; if that were all there is on the stack.
.proc frame_find
        tsx
        inx
        inx
        inx
        inx
@frame:
        lda F_TOKEN,x
        cmp #TOK_FOR
        bne @done               ; Z=0
        lda FORPNT + 1          ; page 0 has no variables: 0 means any loop, so this one
        bne @named
        lda F_VARIABLE,x
        sta FORPNT
        lda F_VARIABLE + 1,x
        sta FORPNT + 1
@named:
        cmp F_VARIABLE + 1,x
        bne @next
        lda FORPNT
        cmp F_VARIABLE,x
        beq @done               ; Z=1, and C=1, which st_for adds
@next:
        txa
        clc
        adc #FOR_FRAME          ; over this frame to the one before it
        tax
        bne @frame
@done:
        rts
.endproc

        entry $A742

; st_for -- FOR variable = first TO last [STEP step]
; In     TXTPTR
; Noreturn  the statement loop
; A loop with the same variable is given up, with all inside it: jumping out of loops would fill the
; stack otherwise. The return address goes: the frame takes its place, and run_next goes on.
; The values are pushed as they are read, so the frame grows downwards from its last part: text,
; line, limit, sign, step, variable, token.
st_for:
        lda #$80
        sta SUBFLG              ; the loop's variable is neither an array nor an integer
        jsr st_let
        jsr frame_find
        bne @new
        ; X + 18 would drop the old frame and all below it; the two PLAs behind drop two bytes of
        ; it, and C=1 is one more.
        txa
        adc #FOR_FRAME - 3
        tax
        txs
@new:
        pla
        pla
        lda #FOR_WORDS
        jsr stack_room
        jsr statement_length    ; NEXT comes back to the end of this statement
        tya
        clc
        adc TXTPTR
        pha
        lda #0
        adc TXTPTR + 1
        pha
        lda CURLIN + 1
        pha
        lda CURLIN
        pha
        lda #TOK_TO
        jsr need_char
        jsr eval_number         ; leaves FORPNT alone
        jsr num_round           ; push_fac rounds as well; a carry must come before the packing
        lda FACSGN              ; the limit lies there as in memory: its sign for its leading bit
        ora #$7F
        and FACHO
        sta FACHO
        ; A return address would lie on top of the five bytes: push_fac goes on at INDEX instead.
        lda #<for_step
        ldy #>for_step
        sta INDEX
        sty INDEX + 1
        jmp push_fac
for_step:                       ; tools/rom/entries.py knows it
        lda #<num_one
        ldy #>num_one
        jsr num_load
        jsr CHRGOT
        cmp #TOK_STEP
        bne @given
        jsr CHRGET
        jsr eval_number
@given:
        jsr num_sign            ; the frame keeps it beside the step: NEXT compares with it
        jsr push_signed
        lda FORPNT + 1
        pha
        lda FORPNT
        pha
        lda #TOK_FOR
        pha
        .assert * = run_next, lderror, "run_next does not follow"

        entry $AD1E

; st_next -- NEXT [variable, ...]
; next_variable -- the same where a variable is named
; In     Z  from CHRGOT; TXTPTR
; Noreturn  the statement loop
; The loop is over when the sign of the step, 1, 0 or $FF, equals the comparison of variable and
; limit: past it. With STEP 0 only hitting the limit ends it.
; The test comes after the step, so a loop runs once at least, and the variable ends past the limit.
st_next:
        bne next_variable
        ldy #0                  ; no name: any loop
        beq next_find           ; always
        entry_within $AD24
next_variable:
        jsr var_target
next_find:
        sta FORPNT
        sty FORPNT + 1
        jsr frame_find
        beq @found
        ldx #ERR_NEXT
        jmp err_raise
@found:
        txs                     ; loops inside it and the return address are given up
        txa
        clc
        adc #F_STEP             ; the step is a number in memory, in page 1
        ldy #>STACK
        jsr num_load            ; keeps X
        lda F_SIGN,x
        sta FACSGN              ; num_load took it from the leading bit, which is 1 here
        lda FORPNT
        ldy FORPNT + 1
        jsr num_add_at
        jsr store_forpnt
        tsx                     ; num_add_at has used X; S is where the frame is
        txa
        clc
        adc #F_LIMIT
        ldy #>STACK
        jsr num_compare_at
        tsx
        sec                     ; A is still the comparison
        sbc F_SIGN,x
        beq @end
        lda F_LINE,x            ; on behind the FOR
        sta CURLIN
        lda F_LINE + 1,x
        sta CURLIN + 1
        lda F_TEXT + 1,x
        sta TXTPTR
        lda F_TEXT,x
        sta TXTPTR + 1
@go:
        jmp run_next
@end:
        txa
        adc #FOR_FRAME - 1      ; C=1: the loop's frame goes
        tax
        txs
        jsr CHRGOT
        cmp #','
        bne @go
        jsr CHRGET
        ; It does not return: JSR only pushes two bytes in place of the statement's return address,
        ; over which frame_find passes.
        jsr next_variable

.segment "ST_ON"

; st_on -- ON number GOTO or GOSUB line, line, ...
; In     TXTPTR     Out    -     Keeps  -     Uses   A, X, Y, flags; what an expression uses
; The numbers before the chosen one are read and dropped. Then the token is dispatched as if it
; stood right in front of its number: the dispatcher's CHRGET fetches that. 0 counts as 256.
.proc st_on
        jsr eval_byte
        stx COUNT
        jsr CHRGOT
        pha                     ; GOTO or GOSUB, for when the line number is there
        cmp #TOK_GOTO
        beq @choose
        cmp #TOK_GOSUB
        beq @choose
        jmp err_syntax
@choose:
        dec COUNT
        bne @skip
        pla                     ; Z=0, which run_dispatch asks for
        jmp run_dispatch
@skip:
        jsr CHRGET
        jsr line_number
        cmp #','
        beq @choose
        pla                     ; so many are not there: go on behind
        rts
.endproc

        entry $B82D

; st_wait -- WAIT address, mask [, inverted]: until a masked bit is 1
; In     TXTPTR     Out    -     Keeps  -     Uses   A, X, Y, flags; what an expression uses
; The loop looks at nothing else, as in V2: the STOP key alone does not end it, only STOP with
; RESTORE does.
.proc st_wait
        jsr eval_word_byte
        stx FORPNT              ; the mask; no expression changes FORPNT
        ldx #0                  ; without a third value no bit is inverted
        jsr CHRGOT
        beq @wait
        jsr eval_comma_byte
@wait:
        stx FORPNT + 1
        ldy #0
@look:
        lda (LINNUM),y
        eor FORPNT + 1          ; bits that are 1 there are waited for as 0
        and FORPNT              ; only the masked bits
        beq @look
        rts
.endproc

; -- DEF FN ----------------------------------------------------------------------------
; A function is a variable whose value is the address of its text (2 bytes), the address of its
; parameter's value (2), and the first character of the text (1). Its name has bit 7 in the first
; letter alone, so FN A, A, A% and A$ are four variables.

.segment "FN_NAME"

; fn_name -- the function's name at TXTPTR, which stands at FN
; Out    VARNAM; SUBFLG=$80
; The name is read like a variable's. SUBFLG makes var_name reject a %; FN A$ passes, and fails at
; must_be_number in fn_variable.
.proc fn_name
        lda #TOK_FN
        jsr need_char
        lda #$80
        sta SUBFLG
        jsr var_name
        lda VARNAM
        ora #$80                ; bit 7 of the first letter alone: a function
        sta VARNAM
        rts
.endproc

        place $B3A5
in_program:
        rts
        entry_within $B3A6
; not_direct -- ILLEGAL DIRECT outside a program
; In     CURLIN     Out    -     Keeps  A, Y, C, V     Uses   X, N Z
; INPUT and GET would read into the buffer from which the line itself is run, and DEF would note an
; address in it, which the next line overwrites.
not_direct:
        ldx CURLIN + 1
        inx
        bne in_program
        ldx #ERR_DIRECT
        .byte $2C               ; BIT abs: skips the next two bytes
        entry_within $B3AE      ; UNDEF'D FUNCTION
undefined_function:
        ldx #ERR_FUNCTION
        jmp err_raise


        entry $B3E1
; fn_variable -- the variable of the function whose FN stands at TXTPTR; it is made
; In     TXTPTR     Out    DEFPNT  its value     Keeps  -
; Uses   A, X, Y, flags; what var_simple uses
; DEF and a call go through here alike. So a call makes a function that does not exist, as in V2:
; its value stays 0, by which fn_call knows it.
fn_variable:
        jsr fn_name
        lda #VAR_CREATE
        sta DIMFLG
        jsr var_simple
        sta DEFPNT
        sty DEFPNT + 1
        jmp must_be_number

        entry $B3F4
; fn_call -- the value of FN name(number)
; In     TXTPTR  at FN
; Out    FAC     Keeps  -     Uses   A, X, Y, flags; what an expression uses
; The parameter is a variable like any other: its value waits on the stack while the expression is
; evaluated. So functions can call functions with the same parameter. The stack holds, from the top:
; where the call goes on (2 bytes), the variable's address (2), its value (5). Addresses of simple
; variables may wait there: new ones are made behind them, so none ever moves.
fn_call:
        jsr fn_variable
        ; The argument is computed first: it may call functions itself, so the address waits.
        pha
        tya
        pha
        jsr eval_bracket
        jsr must_be_number
        pla
        sta DEFPNT + 1
        pla
        sta DEFPNT
        ; DEF has left two addresses: of the expression, and of the value of its parameter.
        ldy #2
        lda (DEFPNT),y
        sta VARPNT
        iny
        lda (DEFPNT),y
        branch BEQ_OPCODE, undefined_function   ; made by this very call: all of it is 0
        sta VARPNT + 1
        iny
@keep:                          ; the parameter's own value
        lda (VARPNT),y
        pha
        dey
        bpl @keep               ; all five bytes, the last one first
        ldx VARPNT              ; X and Y are for num_store, too
        ldy VARPNT + 1
        tya
        pha
        txa
        pha
        ; The text of the call waits on the stack while the definition is read.
        lda TXTPTR + 1
        pha
        lda TXTPTR
        pha
        jsr num_store           ; the argument becomes the parameter's value
        ldy #1
        lda (DEFPNT),y
        sta TXTPTR + 1
        dey
        lda (DEFPNT),y
        sta TXTPTR
        jsr eval_number
        jsr CHRGOT              ; the expression has to end the statement
        beq @end
        jmp err_syntax
@end:
        pla
        sta TXTPTR
        pla
        sta TXTPTR + 1
        pla
        sta DEFPNT
        pla
        sta DEFPNT + 1
        nop                     ; two bytes up to the address of the next routine
        nop
        entry_within $B44F
; fn_store -- five bytes from the stack to the variable at DEFPNT
; In     DEFPNT; the bytes below no return address     Out    Y = 5     Uses   A, flags     Keeps  X
; Noreturn  but to what lies below them
; fn_call runs on into it: its own return address lies below the five bytes.
fn_store:
        ldy #0
@byte:
        pla
        sta (DEFPNT),y
        iny
        cpy #5
        bne @byte
        rts

        entry $B3B3, st_def

.segment "ST_DEF"

; st_def -- DEF FN name(variable) = expression
; In     TXTPTR     Out    -     Keeps  -     Uses   A, X, Y, flags; what an expression uses
; Only addresses are noted: the text is evaluated where it stands in the program. It is skipped here
; unread, so an error in it shows at the first call.
.proc st_def
        jsr fn_variable
        jsr not_direct
        jsr need_open
        lda #$80
        sta SUBFLG
        jsr var_target
        jsr must_be_number      ; a parameter is a number
        jsr need_close
        lda #TOK_EQ
        jsr need_char
        ldy #4                  ; as V2 leaves it: A is the expression's first character
        sta (DEFPNT),y
        dey                     ; making the parameter has moved no simple variable
        lda VARPNT + 1
        sta (DEFPNT),y
        dey
        lda VARPNT
        sta (DEFPNT),y
        dey
        lda TXTPTR + 1          ; the text begins behind the =
        sta (DEFPNT),y
        dey
        lda TXTPTR
        sta (DEFPNT),y
        jmp st_data             ; over the expression: it is evaluated when it is called
.endproc
