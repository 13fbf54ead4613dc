; LET, loops, subroutines, ON, WAIT, functions of one's own.
;
; FOR and GOSUB keep frames on the CPU's stack, below what the statement loop uses:
;   FOR    token, address of the variable, text, line, step (5), limit (5)
;   GOSUB  token, text, line
.include "basic.inc"
.include "lowmem.inc"

FOR_FRAME = 17
F_TOKEN = STACK + 1             ; indexed by the stack pointer
F_VARIABLE = STACK + 2
F_TEXT = STACK + 4
F_LINE = STACK + 6
F_STEP = 8                      ; low bytes of addresses in page 1
F_LIMIT = 13
FRAMES_LEAST = $58              ; room for a frame, and to evaluate

.segment "ST_LET"

; st_let -- [LET] variable = value
; In     TXTPTR  at the name
; Out    FORPNT  the variable's value
; Keeps  -     Uses   A, X, Y, flags; what an expression uses
.proc st_let
        lda #VAR_CREATE
        jsr var_find
        bcs @reserved
        sta FORPNT
        sty FORPNT + 1
        lda INTFLG
        ; The variable's type is kept on the stack: the expression behind the = uses the same
        ; flags.
        pha
        lda VALTYP
        pha
        lda #TOK_EQ
        jsr need_char
        jsr eval
        pla
        sta COUNT               ; the type; A is needed for the other flag
        pla
        sta INTFLG
        lda COUNT
        jmp var_assign
@reserved:
        lda VALTYP              ; TI$ sets the clock
        beq @syntax
        lda #TOK_EQ
        jsr need_char
        jsr eval_string
        jsr str_free
        jmp clock_set
@syntax:
        jmp err_syntax
.endproc

.segment "VAR_ASSIGN"

; var_assign -- give the value to the variable at FORPNT
; In     A       type of the variable as VALTYP, INTFLG     Out    -
; Uses   A, X, Y, INDEX, INDEX2     Keeps  -
.proc var_assign
        eor VALTYP              ; both string or both number: 0
        bne @mismatch
        bit VALTYP
        bmi @string
        bit INTFLG
        bmi @integer
        jmp store_forpnt
@integer:
        jmp assign_integer
@string:
        jmp str_assign
@mismatch:
        jmp err_type
.endproc

        entry $A9C4

; assign_integer -- the integer variable at FORPNT = FAC
; In     FAC, FORPNT     Out    -
; Uses   A, X, Y     Keeps  -
.proc assign_integer
        jsr num_round
        jsr num_to_short        ; -32768 to 32767, else ILLEGAL QUANTITY
        ldy #0
        lda FACHO + 2
        sta (FORPNT),y
        iny
        lda FACHO + 3
        sta (FORPNT),y
        rts
.endproc

.segment "FRAME_FIND"

; frame_find -- look for a FOR frame down to the first GOSUB
; In     FORPNT  its variable; FORPNT + 1 = 0: any
;        the frames on the stack above one return address
; Out    C=1 found: X, to index F_...; C=0 none
; Uses   A
.proc frame_find
        tsx
        inx
        inx
@frame:
        cpx #STACK_START
        bcs @none               ; the bottom of the stack
        lda F_TOKEN,x
        ; Frames are told apart by their first byte. A GOSUB ends the search: a loop outside the
        ; subroutine is not its own.
        cmp #TOK_FOR
        bne @none
        lda FORPNT + 1          ; page 0 has no variables: 0 means any loop
        beq @found
        cmp F_VARIABLE + 1,x
        bne @next
        lda FORPNT
        cmp F_VARIABLE,x
        beq @found
@next:
        txa
        clc
        adc #FOR_FRAME          ; C is clear: over this frame to the one before it
        tax
        bne @frame
@found:
        sec
        rts
@none:
        clc
        rts
.endproc

.segment "STACK_CHECK"

; stack_check -- is there room for another frame?
; Uses   X
.proc stack_check
        tsx
        cpx #FRAMES_LEAST
        bcs @done
        ldx #ERR_MEMORY
        jmp err_raise
@done:
        rts
.endproc

; push_number -- five bytes of FAC to the stack; Uses A, X, Y, TEMPF1
.macro push_number
        .local @byte
        ldx #<TEMPF1
        ldy #>TEMPF1
        jsr num_store
        ldx #4
@byte:
        lda TEMPF1,x
        pha
        dex
        bpl @byte
.endmacro

        entry $A742

; st_for -- FOR variable = first TO last [STEP step]
; In     TXTPTR
; Noreturn  the statement loop
.proc st_for
        lda #$80
        sta SUBFLG              ; the loop's variable is neither an array nor an integer
        jsr st_let
        ; the return address goes: the frame takes its place, and run_next goes on
        pla
        pla
        jsr frame_find
        bcc @new
        ; A loop with the same variable is given up: jumping out of loops would fill the stack
        ; otherwise.
        txa                     ; it and what is inside it go
        adc #FOR_FRAME - 1      ; C=1
        tax
        txs
@new:
        jsr stack_check         ; room for a frame, and to evaluate what follows
        lda #TOK_TO
        jsr need_char
        jsr eval_number         ; leaves FORPNT alone
        push_number
        lda #<num_one
        ldy #>num_one
        jsr num_load
        jsr CHRGOT
        cmp #TOK_STEP
        bne @step
        jsr CHRGET
        jsr eval_number
@step:
        push_number
        lda CURLIN + 1
        pha
        lda CURLIN
        pha
        lda TXTPTR + 1
        pha
        lda TXTPTR
        pha
        lda FORPNT + 1
        pha
        lda FORPNT
        pha
        lda #TOK_FOR
        pha
        jmp run_next
.endproc

.segment "ST_NEXT"

; st_next -- NEXT [variable, ...]
; In     TXTPTR
; Noreturn  the statement loop
.proc st_next
        bne @named              ; CHRGOT's Z: something stands behind NEXT
        pla
        pla
        lda #0
        sta FORPNT + 1
        jsr frame_find
        bcc @none
        lda F_VARIABLE,x
        sta FORPNT
        lda F_VARIABLE + 1,x
        sta FORPNT + 1
        bcs @found              ; always
@none:
        ldx #ERR_NEXT
        jmp err_raise
@named:
        pla
        pla
@variable:
        jsr var_target
        sta FORPNT
        sty FORPNT + 1
        jsr frame_find
        bcc @none
@found:
        txs                     ; loops inside it are given up
        txa
        clc
        adc #F_STEP             ; the step lies in page 1, as a number in memory
        ldy #>STACK
        jsr num_load
        jsr num_sign            ; the sign of the step: 1, 0 or $FF ...
        pha
        lda FORPNT
        ldy FORPNT + 1
        jsr num_add_at
        ldx FORPNT
        ldy FORPNT + 1
        jsr num_store
        tsx
        txa
        sec
        adc #F_LIMIT            ; one byte lies on top of the frame
        ldy #>STACK
        jsr num_compare_at      ; the variable with the limit
        sta COUNT               ; 1 beyond the limit, 0 at it, $FF before it
        pla
        ; ... against the comparison of variable and limit: equal means past it. With STEP 0
        ; only hitting the limit ends the loop.
        cmp COUNT               ; past it, as the step goes
        beq @end
        tsx
        lda F_LINE,x
        sta CURLIN
        lda F_LINE + 1,x
        sta CURLIN + 1
        lda F_TEXT,x
        sta TXTPTR
        lda F_TEXT + 1,x
        sta TXTPTR + 1
@go:
        jmp run_next
@end:
        tsx
        txa
        clc
        adc #FOR_FRAME          ; the loop is over: its frame goes
        tax
        txs
        jsr CHRGOT
        cmp #','
        bne @go
        jsr CHRGET
        jmp @variable
.endproc

        entry $A883

; st_gosub -- GOSUB line
; In     -     Noreturn  the statement loop
.proc st_gosub
        pla
        pla
        jsr stack_check
        lda CURLIN + 1
        pha
        lda CURLIN
        pha
        lda TXTPTR + 1          ; where the line number stands: RETURN skips it
        pha
        lda TXTPTR
        pha
        lda #TOK_GOSUB
        pha
        jsr CHRGOT
        jsr st_goto             ; reads the line number and looks for the line
        jmp run_next
.endproc

.segment "ST_RETURN"

; st_return -- RETURN: behind the last GOSUB; loops begun since are given up
; In     FORPNT
; Noreturn  the statement loop
.proc st_return
        beq @alone
        jmp err_syntax
@alone:
        pla
        pla
        lda #$FF                ; no variable lies there: skip all loops
        sta FORPNT + 1
        jsr frame_find          ; leaves X at the first frame that is no loop
        cpx #STACK_START
        bcs @none
        lda F_TOKEN,x
        cmp #TOK_GOSUB
        bne @none
        txs
        pla
        pla
        sta TXTPTR
        pla
        sta TXTPTR + 1
        pla
        sta CURLIN
        pla
        sta CURLIN + 1
        jsr st_data             ; behind the line number
        jmp run_next
@none:
        ldx #ERR_RETURN
        jmp err_raise
.endproc

.segment "ST_ON"

; st_on -- ON number GOTO or GOSUB line, line, ...
; In     TXTPTR     Out    -     Keeps  -     Uses   A, X, Y, flags; what an expression uses
.proc st_on
        jsr eval_byte
        stx COUNT
        jsr CHRGOT
        pha
        cmp #TOK_GOTO
        beq @choose
        cmp #TOK_GOSUB
        beq @choose
        jmp err_syntax
@choose:
        dec COUNT               ; the n-th number: count down as they are read
        bne @skip
        pla
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
.proc st_wait
        jsr eval_word_byte
        stx FORPNT              ; no expression changes that
        ldx #0
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
; A function is a variable whose value is the address of its text, the address of its
; parameter's value, and a byte that is not used.

.segment "FN_NAME"

; fn_name -- the function's name at TXTPTR, which stands at FN
; Out    VARNAM; SUBFLG=$80
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

        entry $B3A6

; not_direct -- ILLEGAL DIRECT outside a program
; In     CURLIN     Out    -     Keeps  A, Y, C, V     Uses   X, N Z
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

        entry_within $B3B3

; st_def -- DEF FN name(variable) = expression
; In     TXTPTR     Out    -     Keeps  -     Uses   A, X, Y, flags; what an expression uses
.proc st_def
        jsr not_direct
        jsr fn_name
        lda #VAR_CREATE
        sta DIMFLG
        jsr var_simple
        sta DEFPNT
        sty DEFPNT + 1
        jsr need_open
        lda #$80
        sta SUBFLG
        jsr var_target
        jsr must_be_number      ; a parameter is a number
        lda DEFPNT              ; making the parameter moves no variable
        sta INDEX
        lda DEFPNT + 1
        sta INDEX + 1
        ldy #2
        lda VARPNT
        sta (INDEX),y
        iny
        lda VARPNT + 1
        sta (INDEX),y
        jsr need_close
        lda #TOK_EQ
        jsr need_char
        ldy #0
        lda TXTPTR
        sta (INDEX),y
        iny
        lda TXTPTR + 1
        sta (INDEX),y
        jmp st_data             ; over the expression: it is evaluated when it is called
.endproc
in_program:
        rts

.segment "FN_CALL"

; fn_call -- the value of FN name(number)
; In     TXTPTR  at FN
; Out    FAC     Keeps  -     Uses   A, X, Y, flags; what an expression uses
.proc fn_call
        jsr fn_name
        lda #VAR_READ
        sta DIMFLG
        jsr var_simple
        lda VARPNT + 1
        cmp #>nothing           ; var_simple gives the constant 0 if there is none
        bne @known
        jmp undefined_function
@known:
        lda VARPNT + 1
        pha
        lda VARPNT
        pha
        jsr need_open
        jsr eval_number
        jsr need_close
        pla
        sta DEFPNT
        pla
        sta DEFPNT + 1
        ; The text of the call waits on the stack while the definition is read.
        lda TXTPTR + 1
        pha
        lda TXTPTR
        pha
        ldy #0
        lda (DEFPNT),y
        sta TXTPTR
        iny
        lda (DEFPNT),y
        sta TXTPTR + 1
        iny
        lda (DEFPNT),y
        sta VARPNT
        iny
        lda (DEFPNT),y
        sta VARPNT + 1
        ldy #4
@keep:                          ; the parameter's own value
        lda (VARPNT),y
        pha
        dey
        bpl @keep
        lda VARPNT + 1
        pha
        lda VARPNT
        pha
        tax
        ldy VARPNT + 1
        jsr num_store
        jsr eval_number
        jsr CHRGOT
        beq @end
        jmp err_syntax
@end:
        pla
        sta VARPNT
        pla
        sta VARPNT + 1
        ldy #0
@back:
        pla
        sta (VARPNT),y
        iny
        cpy #5
        bne @back
        pla
        sta TXTPTR
        pla
        sta TXTPTR + 1
        lda #0
        sta VALTYP
        rts
.endproc
