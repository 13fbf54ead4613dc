; Numbers and integers, and the logic of 16 bits.
.include "basic.inc"

EXP_WORD = $90                  ; exponents of the highest bit of 16 and of 32
EXP_LONG = $A0

; -- integers ------------------------------------------------------------------------

.segment "NUM_FROM_BYTE"

; num_from_word, num_from_signed -- FAC = integer A (high), Y: unsigned, signed
; num_from_byte                  -- FAC = Y, 0-255
; In     A (high), Y;  of num_from_byte Y alone     Out    FAC
; Uses   A, X, Y     Keeps  -
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
; Out    FAC     Keeps  -     Uses   A, X, Y, flags; FAC, ARG, VALTYP
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
; In     A     Out    FAC     Keeps  -     Uses   A, X, Y, flags; FAC, ARG, INDEX, SGNFLG, VALTYP
num_from_truth:
        tay
        beq @fill
        lda #$FF
        tay
@fill:
        bne num_from_signed
        beq num_from_word

.segment "NUM_FLOOR"

; num_floor -- FACHO = the greatest integer not above FAC, 32 bits, two's complement
; In     FAC     less than 2^31 and not less than -2^31
; Out    FAC
; Uses   A, X
; Keeps  Y
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
        asl a
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

.segment "NUM_INT"

; num_int -- FAC = the greatest integer not above FAC
; In     FAC     Out    FAC
; Uses   A, X, Y     Keeps  -
.proc num_int
        lda FACEXP
        cmp #EXP_LONG
        bcs @whole
        jsr num_floor
        lda FACHO
        asl a
        ldx #EXP_LONG
        jmp num_from_int
@whole:
        rts
.endproc

.segment "NUM_TO_WORD"

; num_to_word -- LINNUM = FAC, 0-65535, else ILLEGAL QUANTITY
; In     FAC
; Out    LINNUM, and A (high), Y
; Keeps  -     Uses   A, X, Y, flags; FAC, LINNUM
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
; In     FAC
; Out    A (high), Y
; Uses   X     Keeps  -
.proc num_to_short
        lda FACEXP
        cmp #EXP_WORD + 1
        bcs num_bad
        jsr num_floor
        lda FACHO + 2
        asl a
        lda #0
        adc #$FF                ; 0 with the sign bit set, else $FF
        eor #$FF
        cmp FACHO + 1
        bne num_bad
        lda FACHO + 2
        ldy FACHO + 3
        rts
.endproc

; -- logic: 16 bits signed -----------------------------------------------------------

.segment "NUM_NOT"

; num_not -- FAC = NOT FAC
; In     FAC     Out    FAC     Keeps  -     Uses   A, X, Y, flags; FAC, ARG, VALTYP
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

.segment "LOGIC_OPERANDS"

; logic_operands -- INDEX = ARG, A (high) and Y = FAC, as integers
.proc logic_operands
        jsr num_to_short
        sty INDEX2
        sta INDEX2 + 1
        jsr num_from_arg
        jmp num_to_short
.endproc

.segment "NUM_AND"

; num_and -- FAC = ARG AND FAC
; In     ARG, FAC     Out    FAC     Keeps  -     Uses   A, X, Y, flags; FAC, ARG, INDEX2, VALTYP
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

.segment "NUM_OR"

; num_or -- FAC = ARG OR FAC
; In     ARG, FAC     Out    FAC     Keeps  -     Uses   A, X, Y, flags; FAC, ARG, INDEX2, VALTYP
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
