; Numbers: moving, adding, multiplying, dividing, comparing, and integers.
;
; The format is V2's, as programs see it in memory and on disk (Programmer's Reference Guide):
; exponent + 128 (0: the number is 0), then 32 bits of mantissa from 0.5 up to 1, most
; significant first, with the sign in place of the leading bit.  In the accumulators FAC and
; ARG the leading bit stands and the sign has a byte of its own; FACOV are eight more bits of
; FAC.
        .include "basic.inc"

argov  = ARGOV                                  ; eight more bits of ARG
factor = $68                                    ; multiplication: bits to go
upper  = $68                                    ; division: bit 32 of the dividend
result = RESHO                                  ; four bytes, a fifth behind them
result4 = FOUR6

EXP_ONE = $81
EXP_WORD = $90
EXP_LONG = $A0

        .segment "BASIC_TABLES"

num_one:   .byte $81, $00, $00, $00, $00
num_half:  .byte $80, $00, $00, $00, $00

        .segment "BASIC_NUM"

; the five bytes at INDEX to FAC or ARG; every number in a program comes this way, so it is
; written out
.macro fetch exponent, sign
        sta INDEX
        sty INDEX + 1
        ldy #4
        lda (INDEX),y
        sta exponent + 4
        dey
        lda (INDEX),y
        sta exponent + 3
        dey
        lda (INDEX),y
        sta exponent + 2
        dey
        lda (INDEX),y
        sta sign
        ora #$80
        sta exponent + 1
        dey
        lda (INDEX),y
        sta exponent
.endmacro

; num_load, num_load_arg -- FAC or ARG = number in memory
; In     A (low), Y  where
; Out    A = FACEXP or ARGEXP, with its flags
; Keeps  X       Uses  A, Y, INDEX
.proc num_load
        fetch FACEXP, FACSGN
        sty FACOV                               ; Y = 0
        rts
.endproc

.proc num_load_arg
        fetch ARGEXP, ARGSGN
        rts
.endproc

; num_store -- number in memory = FAC, rounded
; In     X (low), Y  where
; Uses   A, Y, INDEX
.proc num_store
        stx INDEX
        sty INDEX + 1
        jsr num_round
        ldy #4
        lda FACHO + 3
        sta (INDEX),y
        dey
        lda FACHO + 2
        sta (INDEX),y
        dey
        lda FACHO + 1
        sta (INDEX),y
        dey
        lda FACSGN
        ora #$7F
        and FACHO
        sta (INDEX),y
        dey
        lda FACEXP
        sta (INDEX),y
        rts
.endproc

; num_to_arg -- ARG = FAC, rounded; num_copy_to_arg -- not rounded, but for FACOV
; num_from_arg -- FAC = ARG
; Uses   A, X
num_to_arg:
        jsr num_round
.proc num_copy_to_arg
        ldx #FACSGN - FACEXP
@copy:
        lda FACEXP,x
        sta ARGEXP,x
        dex
        bpl @copy
        rts
.endproc

.proc num_from_arg
        ldx #FACSGN - FACEXP
@copy:
        lda ARGEXP,x
        sta FACEXP,x
        dex
        bpl @copy
        inx
        stx FACOV
        rts
.endproc

; num_round -- FAC to 32 bits
; Uses   A
.proc num_round
        lda FACEXP
        beq @done
        asl FACOV
        lda #0
        sta FACOV
        bcc @done
        inc FACHO + 3
        bne @done
        inc FACHO + 2
        bne @done
        inc FACHO + 1
        bne @done
        inc FACHO
        bne @done
        sec
        jmp num_carry
@done:
        rts
.endproc

; num_add, num_subtract -- FAC = ARG + FAC, FAC = ARG - FAC
; Uses   A, X, Y, ARG
num_subtract:
        jsr num_negate
.proc num_add
        lda ARGEXP
        bne @check
        rts
@check:
        lda FACEXP
        beq num_from_arg
        lda #0
        sta argov
.endproc
; falls through

; num_add_wide -- the same for numbers that are not 0, with eight more bits of ARG in argov
.proc num_add_wide
        lda FACEXP
        sec
        sbc ARGEXP
        bcs @align                              ; FAC is the larger, or made so
        ldx #FACSGN - FACEXP
@swap:
        lda FACEXP,x
        ldy ARGEXP,x
        sta ARGEXP,x
        sty FACEXP,x
        dex
        bpl @swap
        ldx FACOV
        stx argov
        lda #0
        sta FACOV
        sec
        lda FACEXP
        sbc ARGEXP
@align:
        cmp #40
        bcs @done                               ; too small to count
        tay
@bytes:
        cpy #8
        bcc @bits
        ldx ARGHO + 3
        stx argov
        ldx ARGHO + 2
        stx ARGHO + 3
        ldx ARGHO + 1
        stx ARGHO + 2
        ldx ARGHO
        stx ARGHO + 1
        ldx #0
        stx ARGHO
        tya
        sbc #8
        tay
        bcs @bytes                              ; always
@bit:
        lsr ARGHO
        ror ARGHO + 1
        ror ARGHO + 2
        ror ARGHO + 3
        ror argov
        dey
@bits:
        tya
        bne @bit
        ldx #3
        lda FACSGN
        eor ARGSGN
        bmi @differ
        clc
        lda argov
        adc FACOV
        sta FACOV
@add:
        lda FACHO,x
        adc ARGHO,x
        sta FACHO,x
        dex
        bpl @add
        bcs num_carry
@done:
        rts
@differ:
        sec
        lda FACOV
        sbc argov
        sta FACOV
@subtract:
        lda FACHO,x
        sbc ARGHO,x
        sta FACHO,x
        dex
        bpl @subtract
        bcs num_normalise
        jsr mantissa_negate                     ; same exponents, and ARG was the larger
        jsr flip
        jmp num_normalise
.endproc

; num_carry -- shift a 1 into FAC from the left
; Uses   A
.proc num_carry
        inc FACEXP
        beq num_overflow
        ror FACHO
        ror FACHO + 1
        ror FACHO + 2
        ror FACHO + 3
        ror FACOV
        rts
.endproc

num_overflow:
        ldx #ERR_OVERFLOW
        jmp err_raise

; num_normalise -- shift FAC to the left until its leading bit is 1
; Uses   A, X, Y
.proc num_normalise
        ldy #0
@byte:
        lda FACHO
        bmi @done
        bne @bit
        ldx FACHO + 1
        stx FACHO
        ldx FACHO + 2
        stx FACHO + 1
        ldx FACHO + 3
        stx FACHO + 2
        ldx FACOV
        stx FACHO + 3
        sta FACOV
        tya
        clc
        adc #8
        tay
        cpy #40
        bcc @byte
        bcs num_zero
@bit:
        iny
        asl FACOV
        rol FACHO + 3
        rol FACHO + 2
        rol FACHO + 1
        rol FACHO
        bpl @bit
@done:
        sty argov
        sec
        lda FACEXP
        sbc argov
        beq num_zero
        bcc num_zero                            ; smaller than any number: 0
        sta FACEXP
        rts
.endproc

; num_zero -- FAC = 0
; Uses   A
.proc num_zero
        lda #0
        sta FACEXP
        sta FACSGN
        sta FACOV
        sta VALTYP
        rts
.endproc

; num_negate -- FAC = -FAC
; Uses   A
.proc num_negate
        lda FACEXP
        bne flip
        rts
.endproc
.proc flip
        lda FACSGN
        eor #$FF
        sta FACSGN
        rts
.endproc

; mantissa_negate -- two's complement of FACHO and FACOV
; Uses   A, X
.proc mantissa_negate
        sec
        lda #0
        sbc FACOV
        sta FACOV
        ldx #3
@next:
        lda #0
        sbc FACHO,x
        sta FACHO,x
        dex
        bpl @next
        rts
.endproc

; num_sign -- A = $FF, 0 or 1 as FAC is below, at or above zero
; Keeps  X, Y
.proc num_sign
        lda FACEXP
        beq @done
        lda FACSGN
        asl
        lda #$FF
        bcs @done
        lda #1
@done:
        rts
.endproc

        .segment "NUM_COMPARE"

; num_compare -- A = $FF, 0 or 1 as ARG is less than, equal to or greater than FAC
; Uses   A, X
.proc num_compare
        jsr num_round
        lda ARGEXP
        bne @not_zero
        jsr num_sign                            ; 0: the other way round than FAC
        eor #$FE                                ; 1 to $FF, $FF to 1, 0 to $FE
        cmp #$FE
        bne @done
        lda #0
@done:
        rts
@not_zero:
        lda FACEXP
        beq @arg_sign
        lda FACSGN
        eor ARGSGN
        bmi @arg_sign
        ldx #0
@byte:
        lda ARGEXP,x
        cmp FACEXP,x
        bne @differ
        inx
        cpx #5
        bne @byte
        lda #0
        rts
@differ:
        ror                                     ; C=1, ARG is larger: to bit 7
        eor #$80                                ; and turned: its sign, if both are positive
        eor ARGSGN
        jmp @sign
@arg_sign:
        lda ARGSGN
@sign:
        asl
        lda #$FF
        bcs @minus
        lda #1
@minus:
        rts
.endproc

        .segment "BASIC_NUM"

; num_multiply -- FAC = ARG * FAC
; Uses   A, X, Y, result
.proc num_multiply
        lda FACEXP
        beq @done
        lda ARGEXP
        beq num_zero
        clc
        adc FACEXP                              ; 9 bits, twice the offset
        bcs @large
        bpl num_zero
        bmi @exponent
@large:
        bmi @overflow
@exponent:
        eor #$80
        beq num_zero
        sta FACEXP
        jsr signs
        lda FACOV
        beq @whole                              ; mostly
        jsr @byte
@whole:
        lda FACHO + 3
        jsr @byte
        lda FACHO + 2
        jsr @byte
        lda FACHO + 1
        jsr @byte
        lda FACHO
        jsr @byte
        jmp from_result
@overflow:
        jmp num_overflow
@done:
        rts
@byte:
        sta factor
        ldy #8
@bit:
        lsr factor
        bcc @shift
        clc
        lda result + 3
        adc ARGHO + 3
        sta result + 3
        lda result + 2
        adc ARGHO + 2
        sta result + 2
        lda result + 1
        adc ARGHO + 1
        sta result + 1
        lda result
        adc ARGHO
        sta result
@shift:
        ror result
        ror result + 1
        ror result + 2
        ror result + 3
        ror result4
        dey
        bne @bit
        rts
.endproc

; signs -- sign of a product or quotient; result = 0
; Uses   A
.proc signs
        lda FACSGN
        eor ARGSGN
        sta FACSGN
        lda #0
        sta result
        sta result + 1
        sta result + 2
        sta result + 3
        sta result4
        rts
.endproc

; from_result -- FAC's mantissa = result
.proc from_result
        ldx #3
@copy:
        lda result,x
        sta FACHO,x
        dex
        bpl @copy
        lda result4
        sta FACOV
        jmp num_normalise
.endproc

; num_divide -- FAC = ARG / FAC
; Uses   A, X, Y, ARG, result
.proc num_divide
        jsr num_round
        lda FACEXP
        bne @possible
        ldx #ERR_DIVISION
        jmp err_raise
@possible:
        lda ARGEXP
        beq @zero
        sec
        sbc FACEXP                              ; the offsets cancel
        bcs @larger
        bpl @zero
        adc #129                                ; C=0; 129 less the difference
        bcs @exponent                           ; always
@larger:
        adc #128                                ; C=1: 129 in all
        bcs @overflow
@exponent:
        sta FACEXP
        jsr signs
        sta upper
        ldy #40
@bit:
        lda upper
        bne @fits
        ldx #0
@compare:
        lda ARGHO,x
        cmp FACHO,x
        bne @compared
        inx
        cpx #4
        bne @compare
@compared:
        bcc @next
@fits:
        ldx #3
        sec
@subtract:
        lda ARGHO,x
        sbc FACHO,x
        sta ARGHO,x
        dex
        bpl @subtract
        sec
@next:
        rol result4
        rol result + 3
        rol result + 2
        rol result + 1
        rol result
        asl ARGHO + 3
        rol ARGHO + 2
        rol ARGHO + 1
        rol ARGHO
        lda #0
        rol
        sta upper
        dey
        bne @bit
        beq from_result
@zero:
        jmp num_zero
@overflow:
        jmp num_overflow
.endproc

; num_add_at, num_multiply_at -- FAC = memory + FAC, memory * FAC
; num_subtract_from, num_divide_into -- FAC = memory - FAC, memory / FAC
; In     A (low), Y  where
num_add_at:
        jsr num_load_arg
        jmp num_add
num_multiply_at:
        jsr num_load_arg
        jmp num_multiply
num_subtract_from:
        jsr num_load_arg
        jmp num_subtract
num_divide_into:
        jsr num_load_arg
        jmp num_divide

; -- integers ------------------------------------------------------------------------

; num_from_word, num_from_signed -- FAC = integer A (high), Y: unsigned, signed
; num_from_byte                  -- FAC = Y, 0-255
; Uses   A, X, Y
num_from_byte:
        lda #0
num_from_word:
        clc
        bcc word
num_from_signed:
        cmp #$80
word:
        sta FACHO
        sty FACHO + 1
        lda #0
        sta FACHO + 2
        sta FACHO + 3
        ldx #EXP_WORD
; num_from_int -- FAC = integer FACHO, two's complement if C=1
; In     X       exponent: of the place of the highest bit
.proc num_from_int
        lda #0
        sta FACOV
        sta VALTYP
        sta FACSGN
        stx FACEXP
        bcc @positive
        dec FACSGN
        jsr mantissa_negate
@positive:
        jmp num_normalise
.endproc

; num_from_truth -- FAC = -1 for A not 0, else 0
num_from_truth:
        tay
        beq @fill
        lda #$FF
        tay
@fill:
        bne num_from_signed
        beq num_from_word

; num_floor -- FACHO = the greatest integer not above FAC, 32 bits, two's complement
; In     FAC     less than 2^31 and not less than -2^31
; Uses   A, X
.proc num_floor
        lda FACEXP
        beq @zero
        bit FACSGN
        bpl @count
        jsr mantissa_negate
@count:
        sec
        lda #EXP_LONG
        sbc FACEXP
        cmp #40
        bcc @shift
        lda #40
@shift:
        tax
        beq @done
@next:
        lda FACSGN
        asl
        ror FACHO
        ror FACHO + 1
        ror FACHO + 2
        ror FACHO + 3
        ror FACOV
        dex
        bne @next
@done:
        rts
@zero:
        sta FACHO
        sta FACHO + 1
        sta FACHO + 2
        sta FACHO + 3
        rts
.endproc

; num_int -- FAC = the greatest integer not above FAC
; Uses   A, X, Y
.proc num_int
        lda FACEXP
        cmp #EXP_LONG
        bcs @whole
        jsr num_floor
        lda FACHO
        asl
        ldx #EXP_LONG
        jmp num_from_int
@whole:
        rts
.endproc

; num_to_word -- LINNUM = FAC, 0-65535, else ILLEGAL QUANTITY
; Out    LINNUM, and A (high), Y
.proc num_to_word
        lda FACSGN
        bmi @sign
@positive:
        lda FACEXP
        cmp #EXP_WORD + 1
        bcs num_bad
        jsr num_floor
        lda FACHO + 2
        ldy FACHO + 3
        sta LINNUM + 1
        sty LINNUM
        rts
@sign:
        lda FACEXP
        beq @positive
.endproc
num_bad:
        jmp err_quantity

; num_to_short -- FACHO + 2 = FAC as an integer -32768..32767, else ILLEGAL QUANTITY
; Out    A (high), Y
; Uses   X
.proc num_to_short
        lda FACEXP
        cmp #EXP_WORD + 1
        bcs num_bad
        jsr num_floor
        lda FACHO + 2
        asl
        lda #0
        adc #$FF                                ; 0 with the sign bit set, else $FF
        eor #$FF
        cmp FACHO + 1
        bne num_bad
        lda FACHO + 2
        ldy FACHO + 3
        rts
.endproc

; -- logic: 16 bits signed -----------------------------------------------------------

.proc num_not
        jsr num_to_short
        eor #$FF
        pha
        tya
        eor #$FF
        tay
        pla
        jmp num_from_signed
.endproc

; logic_operands -- INDEX = ARG, A (high) and Y = FAC, as integers
.proc logic_operands
        jsr num_to_short
        sty INDEX2
        sta INDEX2 + 1
        jsr num_from_arg
        jmp num_to_short
.endproc

.proc num_and
        jsr logic_operands
        and INDEX2 + 1
        pha
        tya
        and INDEX2
        tay
        pla
        jmp num_from_signed
.endproc

.proc num_or
        jsr logic_operands
        ora INDEX2 + 1
        pha
        tya
        ora INDEX2
        tay
        pla
        jmp num_from_signed
.endproc
