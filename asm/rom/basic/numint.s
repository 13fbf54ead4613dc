; Numbers and integers, and the logic of 16 bits.
.include "basic.inc"

lost = ARGOV                    ; bits that were not 0

; -- integers ------------------------------------------------------------------------

.segment "NUM_FROM_BYTE"

; num_from_word, num_from_signed -- FAC = integer A (high), Y: unsigned, signed
; num_from_byte                  -- FAC = Y, 0-255
; In     A (high), Y;  of num_from_byte Y alone     Out    FAC
; Uses   A, X, Y     Keeps  -
num_from_byte:
        lda #0
num_from_word:
        ldx #0
        beq word                ; always
num_from_signed:
        ldx #0
        cmp #$80
        bcc word
        eor #$FF                ; its amount
        tax
        tya
        eor #$FF
        tay
        txa
        iny                     ; complement plus one; Y = 0 has to be carried
        bne @negative
        adc #0                  ; C=1
@negative:
        ldx #$FF
.proc word
        stx FACSGN
        sty FACHO + 1
        ldx #0
        stx FACHO + 2
        stx FACHO + 3
        stx FACOV
        stx VALTYP
        cmp #0                  ; a high byte?
        bne @word
        tya
        beq @done               ; A and X are 0
        stx FACHO + 1           ; a byte alone: it moves to the first place
        ; The highest bit of a byte or word, shifted up to bit 7 of the first byte: each place
        ; takes one off the exponent.
        ldx #EXP_BYTE
        cmp #$80
        bcs @done
@short:
        dex
        asl a
        bpl @short
        bmi @done               ; always
@word:
        ldx #EXP_WORD           ; as above, with two bytes
        cmp #$80
        bcs @done
@bit:
        dex
        asl FACHO + 1
        rol a
        bpl @bit
@done:
        sta FACHO
        stx FACEXP
        rts
.endproc

.segment "NUM_FROM_INT"

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

.segment "NUM_FLOOR"

; num_floor -- FACHO = the greatest integer not above FAC, 32 bits, two's complement
; In     FAC     less than 2^31 and not less than -2^31
; Out    FAC
; Uses   A, X
; Keeps  Y
.proc num_floor
        lda FACEXP
        bne @some
        sta FACHO               ; A is 0: so is all of the integer
        sta FACHO + 1
        sta FACHO + 2
        sta FACHO + 3
        rts
@some:
        bit FACSGN
        bpl @right
        ; Of a negative number -m, ~((m - 1) >> n) is the floor of -m / 2^n.  The bits that are
        ; shifted are not negative then, so zeros come in at the top as with any other number.
        jsr mantissa_negate     ; downwards, too: shift the bits' complement
        jsr @complement
        jsr @right              ; and on into the same routine: turned back
@complement:
        ldx #3
@byte:
        lda FACHO,x
        eor #$FF
        sta FACHO,x
        dex
        bpl @byte
        lda FACOV
        eor #$FF
        sta FACOV
        rts
@right:
        lda FACOV
        sta ARGOV
        sec
        lda #EXP_LONG
        sbc FACEXP
        cmp #40                 ; 40 places leave nothing, and more would not either
        bcc @shift
        lda #40
@shift:
        ldx #FACEXP             ; which mantissa: see mantissa_right
        jmp mantissa_right
.endproc

        entry $BCCC

; num_int -- FAC = the greatest integer not above FAC
; In     FAC     Out    FAC
; Uses   A, X, Y     Keeps  -
.proc num_int
        jsr num_truncate
        beq @whole              ; nothing behind the point: it stays
        lda FACSGN
        bpl @whole              ; cutting off rounds positive numbers down already
        lda #<num_one           ; one less
        ldy #>num_one
        jsr num_subtract_from
        jmp num_negate
@whole:
        rts
.endproc

.segment "NUM_TRUNCATE"

; num_truncate -- FAC = FAC without what is behind the point
; In     FAC     Out    FAC; Z=1  it was whole
; Uses   A, X, Y     Keeps  -
.proc num_truncate
        lda FACEXP
        beq @done
        cmp #EXP_LONG
        bcs @whole              ; 32 bits and more before the point
        eor #$FF                ; C=0: bits behind the point are EXP_LONG less the exponent
        adc #EXP_LONG + 1
        cmp #32                 ; no bit before the point
        bcs @small
        tay
        ldx FACOV
        stx lost
        ldx #0
        stx FACOV
        ldx #3                  ; bytes from the lowest up
@byte:
        cmp #8
        bcc @bits
        sbc #8
        tay
        lda FACHO,x
        ora lost                ; what is cut off is noted: 0 if it was whole
        sta lost
        lda #0
        sta FACHO,x
        dex
        tya
        bcs @byte               ; always
@bits:
        lda #$FF                ; A places are left: ones above, so many zeros below
@mask:
        dey
        bmi @masked
        asl a                   ; so many zeros at the end of the mask
        bne @mask               ; always
@masked:
        and FACHO,x
        tay
        eor FACHO,x             ; what is cut off
        sty FACHO,x
        ora lost
@done:
        rts
@small:
        ldy FACSGN              ; the sign stays: num_int asks for it
        jsr num_zero
        sty FACSGN
        lda #1                  ; Z=0: it was not whole
        rts
@whole:
        lda #0                  ; Z=1
        rts
.endproc

        entry $B7F7

; num_to_word -- LINNUM = FAC, 0-65535, else ILLEGAL QUANTITY
; In     FAC
; Out    LINNUM, and A (high), Y
; Keeps  -     Uses   A, X, Y, flags; FAC, LINNUM
.proc num_to_word
        lda FACSGN
        branch BMI_OPCODE, fn_asc_empty ; the jump to ILLEGAL QUANTITY in reach
        lda FACEXP
        cmp #EXP_WORD + 1
        branch BCS_OPCODE, fn_asc_empty
        jsr num_floor
        lda FACHO + 2
        ldy FACHO + 3
        sta LINNUM + 1
        sty LINNUM
        rts
.endproc

        entry $B1B2
; eval_positive -- evaluate an integer 0-32767 behind the next character
; integer_positive -- FACHO + 2 = FAC as an integer 0..32767, else ILLEGAL QUANTITY
; In     TXTPTR; of integer_positive FAC
; Out    A (high), Y
; Keeps  -     Uses   A, X, Y, flags; what an expression uses
eval_positive:
        jsr CHRGET
        entry_within $B1B5
        jsr eval_number
        entry_within $B1B8
integer_positive:
        lda FACSGN
        bmi integer_bad
        nop                     ; the next entry has its place
        nop
        nop
        entry_within $B1BF
        jmp num_to_short
integer_bad:
        jmp err_quantity

.segment "NUM_TO_SHORT"

; num_to_short -- FACHO + 2 = FAC as an integer -32768..32767, else ILLEGAL QUANTITY
; In     FAC
; Out    A (high), Y
; Uses   X     Keeps  -
.proc num_to_short
        lda FACEXP
        cmp #EXP_WORD + 1
        bcs @bad
        jsr num_floor
        lda FACHO + 2
        asl a
        lda #0
        ; With the bits above it all equal to the sign, 32 bits are a signed word: the sign is
        ; spread over a byte and compared.
        adc #$FF                ; 0 with the sign bit set, else $FF
        eor #$FF
        cmp FACHO + 1
        bne @bad
        lda FACHO + 2
        ldy FACHO + 3
        rts
@bad:
        jmp err_quantity
.endproc

; -- logic: 16 bits signed -----------------------------------------------------------

.segment "LOGIC_OPERANDS"

; logic_operands -- INDEX2 = FAC, A (high) and Y = ARG, as integers
.proc logic_operands
        jsr num_to_short
        sty INDEX2
        sta INDEX2 + 1
        jsr num_from_arg        ; the other one by the same routine
        jmp num_to_short
.endproc

        entry $AFE9

; num_and -- FAC = ARG AND FAC
; In     ARG, FAC     Out    FAC     Keeps  -     Uses   A, X, Y, flags; FAC, ARG, INDEX2, VALTYP
.proc num_and
        jsr logic_operands
        and INDEX2 + 1
        pha                     ; the high byte, while A serves the low one
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
        pha                     ; the high byte, while A serves the low one
        tya
        ora INDEX2
        tay
        pla
        jmp num_from_signed
.endproc
