; Numbers: moving, adding, multiplying, dividing, comparing.
;
; The format is V2's, as programs see it in memory and on disk (Programmer's Reference Guide):
; exponent + 128 (0: the number is 0), then 32 bits of mantissa from 0.5 up to 1, most
; significant first, with the sign in place of the leading bit.  In the accumulators FAC and
; ARG the leading bit stands and the sign has a byte of its own; FACOV are eight more bits of
; FAC.
.include "basic.inc"

argov  = ARGOV                  ; eight more bits of ARG
quotient = $68                  ; division: the byte that is being made
result = RESHO                  ; four bytes, a fifth behind them
result4 = FOUR6

        entry $B9BC
num_one:   .byte $81, $00, $00, $00, $00
        entry $BF11
num_half:  .byte $80, $00
nothing:   .byte $00, $00, $00, $00, $00        ; what an unknown variable holds

; the five bytes at INDEX to FAC or ARG; every number in a program comes this way, so it is
; written out
.macro fetch exponent, sign
        sta INDEX
        sty INDEX + 1
        ; From the end: the exponent comes last, with the flags that callers test, and Y is 0 then.
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
        sta sign                ; as it is: of a sign only bit 7 counts
        ora #$80                ; the leading bit, whose place the sign has in memory
        sta exponent + 1
        dey
        lda (INDEX),y
        sta exponent
.endmacro

        entry $BBA2

; num_load, num_load_arg -- FAC or ARG = number in memory
; In     A (low), Y  where
; Out    A = FACEXP or ARGEXP, with its flags
; Keeps  X       Uses  A, Y, INDEX
.proc num_load
        fetch FACEXP, FACSGN
        sty FACOV               ; Y = 0
        rts
.endproc

.segment "NUM_LOAD_ARG"

.proc num_load_arg
        fetch ARGEXP, ARGSGN
        rts
.endproc

        entry $BBC7

; store_temp1, store_temp2, store_forpnt -- TEMPF1, TEMPF2, the variable FORPNT = FAC, rounded
; In     FAC, FORPNT
; Out    A = FACEXP with its flags, Y = 0
; Uses   X, INDEX     Keeps  -
store_temp2:
        ldx #TEMPF2
        .byte $2C               ; BIT abs: skips the next two bytes
        entry_within $BBCA
store_temp1:
        ldx #TEMPF1
        ldy #0                  ; both lie in page 0
        beq num_store           ; always
        entry_within $BBD0
store_forpnt:
        ldx FORPNT
        ldy FORPNT + 1
; num_store -- number in memory = FAC, rounded
; In     X (low), Y  where
; Out    the five bytes there
; Uses   A, Y, INDEX
; Keeps  X
        entry_within $BBD4
.proc num_store
        jsr num_round
        entry_within $BBD7      ; the same for a FAC that is rounded
        stx INDEX
        sty INDEX + 1
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
        ; The sign takes the place of the leading bit, which is always 1 and need not be stored:
        ; all bits but bit 7 pass the AND.
        ora #$7F
        and FACHO
        sta (INDEX),y
        dey
        lda FACEXP
        sta (INDEX),y
        sty FACOV               ; Y = 0: rounded, nothing is below
        rts
.endproc

        entry $BC0C

; num_to_arg -- ARG = FAC, rounded
; num_copy_to_arg -- not rounded: what is below is lost
; In     FAC     Out    ARG
; Uses   A, X
; Keeps  Y
num_to_arg:
        jsr num_round
        entry_within $BC0F
.proc num_copy_to_arg
        ldx #FACSGN - FACEXP + 1 ; six bytes: exponent, mantissa, sign
@copy:
        lda FACEXP - 1,x        ; X ends at 1: BNE does without a comparison
        sta ARGEXP - 1,x
        dex
        bne @copy
        stx FACOV
        rts
.endproc

        entry $BBFC

; num_from_arg -- FAC = ARG; num_from_arg_signed -- with the sign in A
; In     ARG; A     Out    FAC     Uses   A, X, flags     Keeps  Y
num_from_arg:
        lda ARGSGN
        entry_within $BBFE
num_from_arg_signed:
        sta FACSGN
        ldx #FACSGN - FACEXP    ; exponent and mantissa
@copy:
        lda ARGEXP - 1,x
        sta FACEXP - 1,x
        dex
        bne @copy
        stx FACOV               ; ARG has no bits below
        rts

.segment "NUM_ROUND"

; num_round -- FAC to 32 bits
; In     FAC     Out    FAC
; Uses   A
; Keeps  X, Y
; The byte below says which way: half a unit and more goes up.
.proc num_round
        lda FACOV
        beq @done               ; most numbers have nothing below
        asl a                   ; bit 7 of the extra byte is half a unit: C
        lda #0
        sta FACOV
        bcc @done
        lda FACEXP
        beq @done               ; a 0 stays 0, whatever is below
        inc FACHO + 3           ; mostly this byte alone changes
        beq @more
@done:
        rts
@more:
        jsr mantissa_more
        bne @done
        jmp num_carry           ; C=1
.endproc

        place $BC22
rounded:
        rts
        entry_within $BC23
; num_up -- FAC's mantissa and one unit
; In     FAC, not 0     Out    FAC     Uses   flags     Keeps  A, X, Y
num_up:
        jsr mantissa_up
        bne rounded
        jmp num_carry           ; C=1

.segment "NUM_SUM"

; num_add, num_subtract -- FAC = ARG + FAC, FAC = ARG - FAC
; In     FAC, ARG     Out    FAC
; Uses   A, X, Y, ARG, ARISGN     Keeps  -
.proc num_sum
        lda ARGEXP
        bne @check              ; ARG is 0: FAC is the sum already
        rts
@check:
        lda FACEXP
        bne @both
        jmp num_from_arg
@both:
        lda #0
        sta argov
        ; falls through
.endproc

; num_add_wide -- the same for numbers that are not 0, with eight more bits of ARG in argov
; In     FAC, ARG     Out    FAC     Keeps  -     Uses   A, X, Y, flags; FAC, ARG, ARISGN, VALTYP
; The number with the smaller exponent is shifted to the right until both exponents are the same.
; Then mantissas are added, or, with different signs, subtracted and normalised.
.proc num_add_wide
        lda FACSGN
        eor ARGSGN
        sta ARISGN
        ldx #ARGEXP             ; X: the number with the smaller exponent
        sec
        lda FACEXP
        sbc ARGEXP
        beq @aligned
        bcs @align
        eor #$FF                ; C=0: turn the difference round
        adc #1                  ; C is clear: the two's complement of the difference
        ldx ARGEXP              ; ARG is the larger one: the sum begins with its exponent and sign
        stx FACEXP
        ldx ARGSGN
        stx FACSGN
        ldx FACOV               ; the bits below change places: argov is the smaller number's
        ldy argov
        sty FACOV
        stx argov
        ldx #FACEXP             ; FAC is the one to be shifted
@align:
        ; 32 bits and 8 below: a number that is 40 places smaller leaves nothing.
        cmp #40
        bcs @far
        jsr mantissa_right
@aligned:
        bit ARISGN              ; bit 7: different signs, so subtract
        bmi @differ
        clc
        lda FACOV
        adc argov
        sta FACOV
        .repeat 4, byte
        lda FACHO + 3 - byte
        adc ARGHO + 3 - byte
        sta FACHO + 3 - byte
        .endrepeat
        bcc @done
        jmp num_carry           ; C=1: the sum has a bit more
@done:
        rts
@far:
        cpx #ARGEXP             ; too small to count
        beq @done
        jmp num_from_arg        ; FAC was the small one
@differ:
        txa
        eor #FACEXP ^ ARGEXP    ; X is one of two addresses: EOR with both gives the other
        tay                     ; the larger
        sec
        lda FACOV
        sbc argov
        sta FACOV
        .repeat 4, byte
        lda 4 - byte,y
        sbc 4 - byte,x
        sta FACHO + 3 - byte
        .endrepeat
        bcs @normalise
        jsr mantissa_negate     ; same exponents, and ARG was the larger
        jsr num_negate
@normalise:
        jmp num_normalise
.endproc

.segment "NUM_NORMALISE"

; num_normalise -- shift FAC to the left until its leading bit is 1
; In     FAC     Out    FAC
; Uses   A, X, Y     Keeps  -
.proc num_normalise
        ldy #0
@byte:
        lda FACHO
        bmi @done               ; the leading bit is 1
        bne @bit
        ; A whole byte of zeros: moving bytes takes 8 shifts' place. A is 0 here, and fills the
        ; end.
        ldx FACHO + 1
        stx FACHO
        ldx FACHO + 2
        stx FACHO + 1
        ldx FACHO + 3
        stx FACHO + 2
        ldx FACOV
        stx FACHO + 3
        sta FACOV
        tya                     ; so many places, eight more
        clc
        adc #8
        tay
        cpy #40                 ; five bytes of zeros: the number is 0
        bcc @byte
        bcs fac_zero
@bit:
        iny                     ; places shifted
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
        beq fac_zero
        bcc fac_zero            ; smaller than any number: 0
        sta FACEXP
        rts
.endproc

; num_zero -- FAC = 0, a number
; In     -     Out    A = 0
; Uses   A
; Keeps  X, Y
num_zero:
        lda #0
        sta VALTYP
; fac_zero -- the same; what type the value has stays (see right_side in eval.s)
; In     -     Out    A = 0
; Uses   A
; Keeps  X, Y
fac_zero:
        lda #0
        sta FACOV
        jmp num_exponent

        entry $B8F7
; num_exponent -- FACEXP = FACSGN = A, which is 0 at $B8F7; $B8FB stores the sign alone
; In     A     Out    -     Keeps  A, X, Y     Uses   flags
        lda #0
        entry_within $B8F9
num_exponent:
        sta FACEXP
        entry_within $B8FB
        sta FACSGN
        rts

        entry $B8D2
; what was subtracted the wrong way round (C=0) is negated, then normalised
; In     FAC, C     Out    FAC     Keeps  -     Uses   A, X, Y, flags
        bcs :+
        jsr num_complement
        entry_within $B8D7
:       jmp num_normalise

        entry $B936
; num_carry_if, num_carry -- shift a 1 into FAC from the left, if C=1; always, with C=1
; In     C     Out    FAC     Uses   flags     Keeps  A, X, Y
num_carry_if:
        bcc carried
        entry_within $B938
num_carry:
        inc FACEXP
        branch BEQ_OPCODE, num_overflow ; the exponent went from 255 to 0
        ror FACHO               ; C is the 1 that comes in
        ror FACHO + 1
        ror FACHO + 2
        ror FACHO + 3
        ror FACOV
carried:
        rts
        entry_within $B947
; num_complement -- FAC with the other sign, as its mantissa is of the other sign, too
; mantissa_negate -- two's complement of FACHO and FACOV
; In     FAC     Out    FAC
; Uses   A, X
; Keeps  Y
num_complement:
        lda FACSGN
        eor #$FF
        sta FACSGN
        entry_within $B94D
mantissa_negate:
        sec
        lda #0
        sbc FACOV
        sta FACOV
        ldx #3
@next:
        lda #0                  ; LDA, STA, DEX and BPL leave the borrow alone
        sbc FACHO,x
        sta FACHO,x
        dex
        bpl @next
        rts

        entry $B96F
; mantissa_up -- one unit more
; In     FAC     Out    Z=1: it has become 0     Uses   flags     Keeps  A, X, Y
mantissa_up:
        inc FACHO + 3
        bne mantissa_done
mantissa_more:
        inc FACHO + 2
        bne mantissa_done
        inc FACHO + 1
        bne mantissa_done
        inc FACHO
mantissa_done:
        rts
        entry_within $B97E
; num_overflow -- end the program with OVERFLOW
; In     -     Noreturn  as err_raise
num_overflow:
        ldx #ERR_OVERFLOW
        jmp err_raise

.segment "MANTISSA_RIGHT"

; mantissa_right -- shift a mantissa to the right
; In     A       places, 0-40
;        X       FACEXP or ARGEXP: which;  argov  eight bits below it
; Out    the mantissa, argov
; Uses   A, Y
; Keeps  X
; Whole bytes are moved; where nothing gets lost by it, instead of 5 to 7 places, too, and then up
; to three places back to the left.
.proc mantissa_right
        cmp #5
        bcc @right
        cmp #8
        bcs @byte
        ldy argov
        bne @right              ; bits below would get lost: one place at a time
        sec
@byte:
        ldy 4,x                 ; five bytes, the one behind included, move by one
        sty argov
        ldy 3,x
        sty 4,x
        ldy 2,x
        sty 3,x
        ldy 1,x
        sty 2,x
        ldy #0
        sty 1,x
        sbc #8                  ; C is set: eight places are done
        bcs mantissa_right
        ; Fewer than 8 are left, but 8 were shifted: A is negative, and so many places go back
        ; to the left.
        tay
        lda argov
@left:
        asl a
        rol 4,x
        rol 3,x
        rol 2,x
        rol 1,x
        iny
        bne @left
        beq @store              ; always
@right:
        tay
        beq @done
        lda argov
@bit:
        lsr 1,x                 ; zeros come in at the top
        ror 2,x
        ror 3,x
        ror 4,x
        ror a
        dey
        bne @bit
@store:
        sta argov
@done:
        rts
.endproc

        entry $BFB4

; num_negate -- FAC = -FAC
; In     FAC     Out    -
; Uses   A
; Keeps  X, Y
.proc num_negate
        lda FACEXP
        beq @done               ; there is no -0
        lda FACSGN
        eor #$FF
        sta FACSGN
@done:
        rts
.endproc

        entry $BC2B

; num_sign -- A = $FF, 0 or 1 as FAC is below, at or above zero
; In     FAC     Out    A
; Keeps  X, Y
; Uses   A, flags
.proc num_sign
        lda FACEXP
        beq done
        lda FACSGN
of:     entry_within $BC31
        asl a                   ; the sign into C
        lda #$FF
        bcs done
        lda #1
done:
        rts
.endproc
num_sign_of = num_sign::of

.segment "NUM_MULTIPLY"

; num_multiply -- FAC = ARG * FAC
; In     FAC, ARG     Out    FAC
; Uses   A, X, Y, result     Keeps  -
; Long multiplication from the lowest bit up. The product is as long as a factor: what is shifted
; out at the end is lost, but for eight bits.
.proc num_product
        lda FACEXP
        beq @done
        lda ARGEXP
        beq @zero
        clc
        ; Exponents carry an offset of 128 each: one of them has to go, which turning bit 7
        ; does. C and N tell whether the sum was in range.
        adc FACEXP              ; 9 bits, twice the offset
        bcs @large
        bpl @zero               ; less than one offset is left
        bmi @exponent
@large:
        bmi @overflow           ; 384 and more: no exponent is so large
@exponent:
        eor #$80                ; the second offset is gone; 0 would be too small
        beq @zero
        sta FACEXP
        jsr signs
        lda FACOV
        beq @whole              ; mostly
        jsr @byte               ; the bits below are a factor, too
@whole:
        ; A byte of the factor at a time, the lowest first: each moves the product eight places
        ; down.
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
@zero:
        jmp fac_zero
@done:
        rts
@byte:                          ; eight places of the product, for the factor's byte in A
        beq @eight              ; a zero byte of the factor: shift by bytes
        sta result4             ; its bits leave on the right as the product's come in
        ldy #8
        lsr result4
@bit:
        ; The bit of the factor is in C. The product and the factor share a register: each shift
        ; brings one bit in and one out.
        bcc @shift
        clc
        .repeat 4, byte
        lda result + 3 - byte
        adc ARGHO + 3 - byte
        sta result + 3 - byte
        .endrepeat
@shift:
        ror result
        ror result + 1
        ror result + 2
        ror result + 3
        ror result4
        dey
        bne @bit
        rts
@eight:
        ldx result + 3
        stx result4
        ldx result + 2
        stx result + 3
        ldx result + 1
        stx result + 2
        ldx result
        stx result + 1
        sta result              ; A = 0 comes in at the top
        rts
.endproc

.segment "SIGNS"

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

        entry $BB8A
; err_division -- end the program with DIVISION BY ZERO
; In     -     Noreturn  as err_raise
err_division:
        ldx #ERR_DIVISION
        jmp err_raise
        entry_within $BB8F
; mantissa_result -- FAC's mantissa = the product or quotient, normalised
; In     RESHO, FACEXP, FACOV     Out    FAC     Uses   A, X, Y, flags     Keeps  -
.proc mantissa_result
        ldx #3
@copy:
        lda result,x
        sta FACHO,x
        dex
        bpl @copy
        tax                     ; sets N for the leading bit
        bmi @done               ; mostly, or nearly so
        jmp num_normalise
@done:
        rts
.endproc

.segment "FROM_RESULT"

; from_result -- the same with the fifth byte, which is kept for rounding
.proc from_result
        lda result4
        sta FACOV
        jmp mantissa_result
.endproc

.segment "NUM_DIVIDE"

; num_divide -- FAC = ARG / FAC
; In     FAC, ARG     Out    FAC
; Uses   A, X, Y, ARG, result     Keeps  -
; Long division, a bit at a time: subtract if it fits, then shift the dividend. 34 bits are made,
; the last two for rounding.
.proc num_quotient
        jsr num_round           ; the divisor has 32 bits from here on
        lda FACEXP
        bne @possible
        jmp err_division
@possible:
        lda ARGEXP
        beq @zero
        sec
        sbc FACEXP              ; the offsets cancel
        bcs @larger
        bpl @zero
        adc #129                ; C=0; 129 less the difference
        bcs @exponent           ; always
@larger:
        adc #128                ; C=1: 129 in all
        bcs @overflow
@exponent:
        sta FACEXP
        jsr signs
        tay                     ; 0: the quotient's first byte
        ; A one at bit 0 comes out at the top after eight shifts: it is the counter.
        lda #1                  ; leaves it when eight bits have come in
        sta quotient
        lda ARGHO               ; the dividend's first byte stays in A
@compare:
        cmp FACHO               ; byte by byte from the top: mostly the first one decides
        bne @compared
        ldx ARGHO + 1
        cpx FACHO + 1
        bne @compared
        ldx ARGHO + 2
        cpx FACHO + 2
        bne @compared
        ldx ARGHO + 3
        cpx FACHO + 3
@compared:
        bcc @bit
@subtract:
        tax                     ; the first byte waits in X
        .repeat 3, byte
        lda ARGHO + 3 - byte
        sbc FACHO + 3 - byte
        sta ARGHO + 3 - byte
        .endrepeat
        txa
        sbc FACHO
        sec                     ; it fits: a 1 for the quotient
@bit:
        rol quotient
        bcs @full
@shift:
        asl ARGHO + 3
        rol ARGHO + 2
        rol ARGHO + 1
        rol a
        bcs @subtract           ; 33 bits are more than 32
        bmi @compare
        bpl @bit                ; fewer than 32 are less: C=0
@full:
        ldx quotient
        cpy #4
        beq @rounding
        stx result,y
        ldx #1
        iny
        cpy #4
        bne @next
        ldx #$40                ; two bits of the fifth byte will do
@next:
        stx quotient
        bne @shift              ; always
@rounding:
        txa                     ; two bits, 1 and 0: they go to 7 and 6, where rounding looks
        lsr a
        ror a
        ror a
        sta result4
        jmp from_result
@zero:
        jmp fac_zero
@overflow:
        jmp num_overflow
.endproc

        entry $B849

; num_add_half -- FAC = FAC + 0.5
; In     FAC     Out    FAC     Keeps  -     Uses   A, X, Y, flags; FAC, ARG, INDEX, VALTYP
num_add_half:
        lda #<num_half
        ldy #>num_half
        jmp num_add_at

        entry_within $B850
; num_add_at, num_multiply_at -- FAC = memory + FAC, memory * FAC
; num_subtract_from, num_divide_into -- FAC = memory - FAC, memory / FAC
; In     A (low), Y  where
; Out    FAC     Keeps  -     Uses   A, X, Y, flags; FAC, ARG, FOUR6, INDEX, RESHO, VALTYP
num_subtract_from:
        jsr num_load_arg
        entry_within $B853
num_subtract:
        jsr num_negate          ; ARG - FAC = ARG + (-FAC)
        jmp num_add

        entry $B867
num_add_at:
        jsr num_load_arg
        entry_within $B86A
num_add:
        jmp num_sum

        entry $BA28
num_multiply_at:
        jsr num_load_arg
        entry_within $BA2B
num_multiply:
        jmp num_product

        entry $BB0F
num_divide_into:
        jsr num_load_arg
        entry_within $BB12
num_divide:
        bit FACEXP              ; two bytes up to the next entry; the quotient looks for a 0
        entry_within $BB14
        jmp num_quotient
