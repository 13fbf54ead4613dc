; Numbers.  This part of the language has whole numbers of up to nine digits, which print as
; V2 prints them; what would need a fraction or an exponent says NOT YET IN THIS ROM instead
; of giving a wrong result.  The value is 32 bits in two's complement at FACHO, most
; significant byte first: where V2 has it too after turning a number into an integer.
        .include "basic.inc"

        .segment "BASIC_TABLES"

LIMIT = 999999999                               ; beyond it V2 prints an exponent

        .segment "BASIC_MATH"

; num_from_word -- FAC = unsigned integer A (high), Y
; Keeps  X
.proc num_from_word
        sta FACHO + 2
        sty FACHO + 3
        lda #0
        sta FACHO
        sta FACHO + 1
        sta VALTYP
        rts
.endproc

; num_from_signed -- FAC = signed integer A (high), Y
.proc num_from_signed
        jsr num_from_word
        bit FACHO + 2
        bpl @done
        dec FACHO
        dec FACHO + 1
@done:
        rts
.endproc

; num_from_truth -- FAC = -1 for A not 0, else 0
; Uses   A
.proc num_from_truth
        cmp #0
        beq @fill
        lda #$FF
@fill:
        sta FACHO
        sta FACHO + 1
        sta FACHO + 2
        sta FACHO + 3
        lda #0
        sta VALTYP
        rts
.endproc

; num_to_word -- LINNUM = FAC, 0-65535, else ILLEGAL QUANTITY
; Out    LINNUM, and A (high), Y
.proc num_to_word
        lda FACHO
        ora FACHO + 1
        bne @bad
        lda FACHO + 2
        ldy FACHO + 3
        sta LINNUM + 1
        sty LINNUM
        rts
@bad:
        jmp err_quantity
.endproc

; num_sign -- A = $FF, 0 or 1 as FAC is below, at or above zero
.proc num_sign
        lda FACHO
        bmi @minus
        ora FACHO + 1
        ora FACHO + 2
        ora FACHO + 3
        beq @done
        lda #1
@done:
        rts
@minus:
        lda #$FF
        rts
.endproc

; num_negate -- FAC = -FAC
; Uses   A, X
.proc num_negate
        ldx #FACHO
.endproc
; falls through

; negate_at -- negate the four bytes at zero page address X
; Uses   A
.proc negate_at
        sec
        lda #0
        sbc 3,x
        sta 3,x
        lda #0
        sbc 2,x
        sta 2,x
        lda #0
        sbc 1,x
        sta 1,x
        lda #0
        sbc 0,x
        sta 0,x
        rts
.endproc

; num_add, num_subtract -- FAC = ARG + FAC, FAC = ARG - FAC
; Uses   A, X
num_subtract:
        jsr num_negate
.proc num_add
        clc
        ldx #3
@next:
        lda ARGHO,x
        adc FACHO,x
        sta FACHO,x
        dex
        bpl @next
.endproc
; falls through: two values within the limit cannot overflow 32 bits

; num_in_range -- insist that FAC can be printed without an exponent
; Uses   A, X
.proc num_in_range
        lda FACHO
        pha
        bpl @positive
        jsr num_negate
@positive:
        ldx #0
@compare:
        lda FACHO,x
        cmp @limit,x
        bne @differs
        inx
        cpx #4
        bne @compare
        beq @fits
@differs:
        bcs @beyond
@fits:
        pla
        bpl @done
        jmp num_negate
@done:
        rts
@beyond:
        jmp err_not_yet
@limit: .byte LIMIT >> 24, LIMIT >> 16 & $FF, LIMIT >> 8 & $FF, LIMIT & $FF
.endproc

; num_compare -- A = $FF, 0 or 1 as ARG is less than, equal to or greater than FAC
; Uses   A, X
.proc num_compare
        jsr num_negate
        clc
        ldx #3
@next:
        lda ARGHO,x
        adc FACHO,x
        sta FACHO,x
        dex
        bpl @next
        jmp num_sign
.endproc

; -- logic: 16 bits signed, as in V2 -------------------------------------------------

; logic_range -- insist on -32768..32767 at zero page address X (else ILLEGAL QUANTITY)
; Uses   A
.proc logic_range
        lda 2,x
        asl
        lda #0
        adc #$FF                                ; 0 with the sign bit set, else $FF
        eor #$FF
        cmp 1,x
        bne @bad
        cmp 0,x
        bne @bad
        rts
@bad:
        jmp err_quantity
.endproc

.proc num_not
        ldx #FACHO
        jsr logic_range
        ldx #3
@next:
        lda FACHO,x
        eor #$FF
        sta FACHO,x
        dex
        bpl @next
        rts
.endproc

.proc logic_operands
        ldx #FACHO
        jsr logic_range
        ldx #ARGHO
        jsr logic_range
        ldx #3
        rts
.endproc

.proc num_and
        jsr logic_operands
@next:
        lda ARGHO,x
        and FACHO,x
        sta FACHO,x
        dex
        bpl @next
        rts
.endproc

.proc num_or
        jsr logic_operands
@next:
        lda ARGHO,x
        ora FACHO,x
        sta FACHO,x
        dex
        bpl @next
        rts
.endproc

; -- multiplication and division -----------------------------------------------------

sign   = INDEX                                  ; bit 7: the result is negative
result = INDEX2                                 ; $24-$27, free within an operation

; magnitudes -- make both operands positive
; Out    sign
; Uses   A, X
.proc magnitudes
        lda FACHO
        eor ARGHO
        sta sign
        bit FACHO
        bpl @other
        jsr num_negate
@other:
        bit ARGHO
        bpl @clear
        ldx #ARGHO
        jsr negate_at
@clear:
        lda #0
        sta result
        sta result + 1
        sta result + 2
        sta result + 3
        rts
.endproc

; finish -- FAC = result with its sign, within the limit
.proc finish
        ldx #3
@copy:
        lda result,x
        sta FACHO,x
        dex
        bpl @copy
        bit sign
        bpl @done
        jsr num_negate
@done:
        jmp num_in_range
.endproc

; num_multiply -- FAC = ARG * FAC
; Uses   A, X, Y, INDEX, INDEX2-INDEX2+3
.proc num_multiply
        jsr magnitudes
        ldy #32
@bit:
        asl result + 3
        rol result + 2
        rol result + 1
        rol result
        bmi @beyond                             ; it can only grow
        asl ARGHO + 3
        rol ARGHO + 2
        rol ARGHO + 1
        rol ARGHO
        bcc @next
        clc
        ldx #3
@add:
        lda result,x
        adc FACHO,x
        sta result,x
        dex
        bpl @add
        lda result
        bmi @beyond
@next:
        dey
        bne @bit
        jmp finish
@beyond:
        jmp err_not_yet
.endproc

; num_divide -- FAC = ARG / FAC; NOT YET unless it comes out even
; Uses   A, X, Y, INDEX, INDEX2-INDEX2+3
.proc num_divide
        jsr num_sign
        bne @not_zero
        ldx #ERR_DIVISION
        jmp err_raise
@not_zero:
        jsr magnitudes                          ; result is the remainder while dividing
        ldy #32
@bit:
        asl ARGHO + 3                           ; quotient bits follow from below
        rol ARGHO + 2
        rol ARGHO + 1
        rol ARGHO
        rol result + 3
        rol result + 2
        rol result + 1
        rol result
        sec
        ldx #3
@try:
        lda result,x
        sbc FACHO,x
        pha
        dex
        bpl @try
        bcc @restore
        inc ARGHO + 3
        ldx #0
@keep:
        pla
        sta result,x
        inx
        cpx #4
        bne @keep
        beq @next
@restore:
        pla
        pla
        pla
        pla
@next:
        dey
        bne @bit
        lda result
        ora result + 1
        ora result + 2
        ora result + 3
        bne @fraction
        ldx #3
@copy:
        lda ARGHO,x
        sta result,x
        dex
        bpl @copy
        jmp finish
@fraction:
        jmp err_not_yet
.endproc

; -- text ----------------------------------------------------------------------------

; times_ten -- FAC = FAC * 10 + A
; In     A       0-9
; Uses   A, X, INDEX2-INDEX2+3
.proc times_ten
        pha
        ldx #3
@copy:
        lda FACHO,x
        sta result,x
        dex
        bpl @copy
        jsr @double
        jsr @double
        clc
        ldx #3
@add:
        lda FACHO,x
        adc result,x
        sta FACHO,x
        dex
        bpl @add
        jsr @double
        pla
        clc
        adc FACHO + 3
        sta FACHO + 3
        bcc @done
        inc FACHO + 2
        bne @done
        inc FACHO + 1
        bne @done
        inc FACHO
@done:
        rts
@double:
        asl FACHO + 3
        rol FACHO + 2
        rol FACHO + 1
        rol FACHO
        rts
.endproc

; num_parse -- FAC = the number at TXTPTR
; In     A       its first digit, CHRGOT done
; Out    CHRGOT done behind it
; Uses   A, X, INDEX2-INDEX2+3
.proc num_parse
        pha
        lda #0
        sta FACHO
        sta FACHO + 1
        sta FACHO + 2
        sta FACHO + 3
        sta VALTYP
        pla
@digit:
        and #$0F
        jsr times_ten
        jsr num_in_range
        jsr CHRGET
        bcc @digit
        cmp #'.'
        beq @fraction
        cmp #'E'
        beq @fraction
        rts
@fraction:
        jmp err_not_yet
.endproc

; num_text -- FAC as text: blank or minus, digits, 0
; Out    A (low), Y  where it is (FBUFFR)
; Uses   A, X, Y, FAC
.proc num_text
        lda #' '
        bit FACHO
        bpl @positive
        jsr num_negate
        lda #'-'
@positive:
        sta FBUFFR
        lda #0                                  ; digits to the stack, the last one first
        pha
@digit:
        jsr divide_ten
        ora #'0'
        pha
        jsr num_sign
        bne @digit
        ldx #0
@copy:
        inx
        pla
        sta FBUFFR,x
        bne @copy
        lda #<FBUFFR
        ldy #>FBUFFR
        rts
.endproc

; divide_ten -- FAC = FAC / 10
; Out    A       remainder
; Uses   X, Y
.proc divide_ten
        lda #0
        ldx #32
@bit:
        asl FACHO + 3
        rol FACHO + 2
        rol FACHO + 1
        rol FACHO
        rol
        cmp #10
        bcc @next
        sbc #10
        inc FACHO + 3
@next:
        dex
        bne @bit
        rts
.endproc
