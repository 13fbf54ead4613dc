; Multiplying and dividing numbers.  What a number is, and FAC and ARG: num.s.
.include "basic.inc"

quotient = $68                  ; division: the byte that is being made
result = RESHO                  ; four bytes, a fifth behind them
result4 = FOUR6

.segment "NUM_MULTIPLY"

; num_multiply -- FAC = ARG * FAC
; In     FAC, ARG     Out    FAC
; Uses   A, X, Y, result     Keeps  -
; Long multiplication from the lowest bit of FAC up. For each bit the product, so far, moves one
; place to the right; for a bit that is 1 ARG is added before. Of the 64 bits only the upper 40 are
; kept: 32 and the guard bits in result4.
; FAC's guard bits are a factor, too, so up to 40 bits are multiplied by 32.
.proc num_product
        lda FACEXP
        beq @done
        lda ARGEXP
        beq @zero
        clc
        ; Exponents have an offset of 128 each. Their sum, 9 bits with C, has it twice: once has to
        ; go. From 128 to 383 turning bit 7 does that; below and above, the product is out of range.
        adc FACEXP
        bcs @large
        bpl @zero               ; below 128
        bmi @exponent           ; always
@large:
        bmi @overflow           ; 384 and more. Normalising could still bring 384 back to 255, but
@exponent:                      ; V2 does not wait for that, either
        eor #$80
        beq @zero               ; 0 is the number 0's exponent: too small
        sta FACEXP
        jsr signs
        lda FACOV
        beq @whole              ; mostly
        jsr @byte
@whole:
        ; A byte of the factor at a time, the lowest first: each moves the product eight places
        ; down. Z of the load goes into the call.
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
        ; The lowest eight bits of the product are lost in any case, so its fifth byte holds the
        ; factor meanwhile. Each shift takes a bit of the factor out on the right, into C, and
        ; brings one of the product in on the left.
        sta result4
        ldy #8
        lsr result4             ; the first bit; after eight more only the product is in it
@bit:
        bcc @shift
        clc
        .repeat 4, byte
        lda result + 3 - byte
        adc ARGHO + 3 - byte
        sta result + 3 - byte
        .endrepeat
@shift:
        ror result              ; a carry of the addition comes in as the highest bit
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
; Both begin alike: the sign is negative where the factors' differ, and the mantissa is collected in
; five bytes from 0.
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
; A product of two mantissas from 0.5 up to 1 is 0.25 and more, and a quotient has its first bit at
; 1 or at 0.5: at most one place is to be shifted, if at all.
.proc mantissa_result
        ldx #3
@copy:
        lda result,x
        sta FACHO,x
        dex
        bpl @copy
        tax                     ; A is the first byte: N is the leading bit
        bmi @done
        jmp num_normalise
@done:
        rts
.endproc

.segment "FROM_RESULT"

; from_result -- the same with the fifth byte, which becomes the guard bits
; V2 has them in FACOV already and enters at mantissa_result; here they are made in result4.
.proc from_result
        lda result4
        sta FACOV
        jmp mantissa_result
.endproc

.segment "NUM_DIVIDE"

; num_divide -- FAC = ARG / FAC
; In     FAC, ARG     Out    FAC
; Uses   A, X, Y, ARG, result     Keeps  -
; Long division, a bit at a time: subtract if it fits, then shift the dividend. 34 bits are made:
; the first is 0 if ARG's mantissa is the smaller one, and normalising takes it away; the last is
; there to round by.
.proc num_quotient
        jsr num_round           ; the divisor has 32 bits from here on
        lda FACEXP
        bne @possible
        jmp err_division
@possible:
        lda ARGEXP
        beq @zero
        ; The offsets cancel, so one comes back: 128, and 1 more as the quotient's first bit counts
        ; 1 where a mantissa's counts 1/2.
        sec
        sbc FACEXP
        bcs @larger
        bpl @zero               ; C=0: from -255 to -129 bit 7 is 0, and no exponent is so small
        adc #129                ; C=0: from -128 to -1 that gives 1 to 128
        bcs @exponent           ; always
@larger:
        adc #128                ; 129 with C=1
        bcs @overflow
@exponent:
        sta FACEXP
        jsr signs
        tay                     ; signs leaves A = 0: the quotient's first byte
        ; The byte that is being made counts its own bits: a 1 at bit 0 is shifted out at the top
        ; when eight bits have come in.
        lda #1
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
        bcc @bit                ; it does not fit: C=0 is the bit
@subtract:
        tax                     ; the first byte waits in X; C=1 from comparison or shift
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
        bcs @subtract           ; 33 bits are more than the divisor's 32
        bmi @compare
        bpl @bit                ; always; without a leading bit it is less: C=0
@full:
        ldx quotient
        cpy #4
        beq @rounding
        stx result,y
        ldx #1
        iny
        cpy #4
        bne @next
        ldx #$40                ; of the fifth byte two bits will do: out after two shifts
@next:
        stx quotient
        bne @shift              ; always
@rounding:
        txa                     ; bits 1 and 0 go to 7 and 6, where rounding looks
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

        entry $BA28

; num_multiply_at, num_divide_into -- FAC = memory * FAC, memory / FAC
; In     A (low), Y  where
; Out    FAC     Keeps  -     Uses   A, X, Y, flags; FAC, ARG, FOUR6, INDEX, RESHO, VALTYP
; As num_add_at: memory comes to ARG, and what follows is the operator that expressions use.
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
        bit FACEXP              ; only two bytes up to the next entry: the test for 0 comes there
        entry_within $BB14
        jmp num_quotient
