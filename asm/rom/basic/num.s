; Numbers: moving, adding, multiplying, dividing, comparing.
;
; The format is V2's, as programs see it in memory and on disk (Programmer's Reference Guide):
; exponent + 128 (0: the number is 0), then 32 bits of mantissa from 0.5 up to 1, most
; significant first, with the sign in place of the leading bit.  In the accumulators FAC and
; ARG the leading bit stands and the sign has a byte of its own; FACOV are eight more bits of
; FAC.
.include "basic.inc"

argov  = ARGOV                  ; eight more bits of ARG
factor = $68                    ; multiplication: bits to go
upper  = $68                    ; division: bit 32 of the dividend
result = RESHO                  ; four bytes, a fifth behind them
result4 = FOUR6

        entry $B9BC
num_one:   .byte $81, $00, $00, $00, $00
        entry $BF11
num_half:  .byte $80, $00, $00, $00, $00

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

.segment "NUM_LOAD"

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

.segment "NUM_STORE"

; num_store -- number in memory = FAC, rounded
; In     X (low), Y  where
; Out    the five bytes there
; Uses   A, Y, INDEX
; Keeps  X
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

.segment "NUM_TO_ARG"

; num_to_arg -- ARG = FAC, rounded
; num_copy_to_arg -- not rounded, but for FACOV
; num_from_arg -- FAC = ARG
; In     FAC     Out    ARG; of num_from_arg FAC
; Uses   A, X
; Keeps  Y
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

.segment "NUM_FROM_ARG"

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
; In     FAC     Out    FAC
; Uses   A
; Keeps  X, Y
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
; In     FAC, ARG     Out    FAC
; Uses   A, X, Y, ARG     Keeps  -
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
        ; falls through
.endproc

; num_add_wide -- the same for numbers that are not 0, with eight more bits of ARG in argov
; In     FAC, ARG     Out    FAC     Keeps  -     Uses   A, X, Y, flags; FAC, ARG, VALTYP
.proc num_add_wide
        lda FACEXP
        sec
        sbc ARGEXP
        bcs @align              ; FAC is the larger, or made so
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
        bcs @done               ; too small to count
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
        bcs @bytes              ; always
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
        jsr mantissa_negate     ; same exponents, and ARG was the larger
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

; num_overflow -- end the program with OVERFLOW
; In     -     Noreturn  as err_raise
num_overflow:
        ldx #ERR_OVERFLOW
        jmp err_raise

; num_normalise -- shift FAC to the left until its leading bit is 1
; In     FAC     Out    FAC
; Uses   A, X, Y     Keeps  -
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
        bcc num_zero            ; smaller than any number: 0
        sta FACEXP
        rts
.endproc

; num_zero -- FAC = 0
; In     -     Out    A = 0
; Uses   A
; Keeps  X, Y
.proc num_zero
        lda #0
        sta FACEXP
        sta FACSGN
        sta FACOV
        sta VALTYP
        rts
.endproc

.segment "NUM_NEGATE"

; num_negate -- FAC = -FAC
; In     FAC     Out    -
; Uses   A
; Keeps  X, Y
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

.segment "MANTISSA_NEGATE"

; mantissa_negate -- two's complement of FACHO and FACOV
; In     FAC     Out    FAC
; Uses   A, X
; Keeps  Y
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

.segment "NUM_SIGN"

; num_sign -- A = $FF, 0 or 1 as FAC is below, at or above zero
; In     FAC     Out    A
; Keeps  X, Y
; Uses   A, flags
.proc num_sign
        lda FACEXP
        beq @done
        lda FACSGN
        asl a
        lda #$FF
        bcs @done
        lda #1
@done:
        rts
.endproc

.segment "NUM_COMPARE"

; num_compare -- A = $FF, 0 or 1 as ARG is less than, equal to or greater than FAC
; In     FAC, ARG     Out    A
; Uses   A, X
; Keeps  Y
.proc num_compare
        jsr num_round
        lda ARGEXP
        bne @not_zero
        jsr num_sign            ; 0: the other way round than FAC
        eor #$FE                ; 1 to $FF, $FF to 1, 0 to $FE
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
        ror a                   ; C=1, ARG is larger: to bit 7
        eor #$80                ; and turned: its sign, if both are positive
        eor ARGSGN
        jmp @sign
@arg_sign:
        lda ARGSGN
@sign:
        asl a
        lda #$FF
        bcs @minus
        lda #1
@minus:
        rts
.endproc

.segment "NUM_MULTIPLY"

; num_multiply -- FAC = ARG * FAC
; In     FAC, ARG     Out    FAC
; Uses   A, X, Y, result     Keeps  -
.proc num_multiply
        lda FACEXP
        beq @done
        lda ARGEXP
        beq @zero
        clc
        adc FACEXP              ; 9 bits, twice the offset
        bcs @large
        bpl @zero
        bmi @exponent
@large:
        bmi @overflow
@exponent:
        eor #$80
        beq @zero
        sta FACEXP
        jsr signs
        lda FACOV
        beq @whole              ; mostly
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
@zero:
        jmp num_zero
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

.segment "FROM_RESULT"

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
; In     FAC, ARG     Out    FAC
; Uses   A, X, Y, ARG, result     Keeps  -
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
        rol a
        sta upper
        dey
        bne @bit
        beq from_result
@zero:
        jmp num_zero
@overflow:
        jmp num_overflow
.endproc

.segment "NUM_ADD_AT"

; num_add_half -- FAC = FAC + 0.5
; In     FAC     Out    FAC     Keeps  -     Uses   A, X, Y, flags; FAC, ARG, INDEX, VALTYP
num_add_half:
        lda #<num_half
        ldy #>num_half
; num_add_at, num_multiply_at -- FAC = memory + FAC, memory * FAC
; num_subtract_from, num_divide_into -- FAC = memory - FAC, memory / FAC
; In     A (low), Y  where
; Out    FAC     Keeps  -     Uses   A, X, Y, flags; FAC, ARG, FOUR6, INDEX, RESHO, VALTYP
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
