; Numbers and integers, and the logic of 16 bits.
.include "basic.inc"

lost = ARGOV                    ; num_truncate: not 0 if a bit that was cut off was 1

; -- integers ------------------------------------------------------------------------

.segment "NUM_FROM_BYTE"

; num_from_word, num_from_signed -- FAC = integer A (high), Y: unsigned, signed
; num_from_byte                  -- FAC = Y, 0-255
; In     A (high), Y;  of num_from_byte Y alone     Out    FAC
; Uses   A, X, Y     Keeps  -
; An integer is a mantissa that only has to be shifted until its highest 1 is the leading bit. Most
; of them are small, so a byte and a word are shifted as such, instead of all 32 bits. X is the
; sign.
num_from_byte:
        lda #0
num_from_word:
        ldx #0
        beq word                ; always
num_from_signed:
        ldx #0
        cmp #$80
        bcc word
        eor #$FF                ; negative: its amount, the complement plus one
        tax
        tya
        eor #$FF
        tay
        txa
        iny
        bne @negative           ; Y = 0 has to be carried
        adc #0                  ; C=1 from CMP
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
        beq @done               ; A and X are 0, and so is the exponent
        stx FACHO + 1           ; a byte alone moves to the first place
        ldx #EXP_BYTE           ; each place of the shift takes one off
        cmp #$80
        bcs @done
@short:
        dex
        asl a
        bpl @short
        bmi @done               ; always
@word:
        ldx #EXP_WORD           ; the same with two bytes
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
; The integer lies where the mantissa is. A negative one becomes its amount first, and normalising
; does the rest, also for 0.
.proc num_from_int
        lda #0
        sta FACOV
        sta VALTYP
        sta FACSGN
        stx FACEXP
        bcc @positive
        dec FACSGN              ; from 0 to $FF: bit 7 is set
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
; The mantissa is shifted to the right until its exponent would be that of an integer of 32 bits.
; What goes out on the right is behind the point, so a positive number is rounded down already.
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
        jsr mantissa_negate     ; -m,
        jsr @complement         ; whose complement is m - 1
        jsr @right
        ; falls through: the complement of the shifted bits
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
        lda #EXP_LONG           ; so many places are missing to the exponent of bit 31
        sbc FACEXP
        cmp #40                 ; 40 leave nothing, and more would not either
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
; num_floor would do for 32 bits, but INT also takes numbers that are larger: those are whole. So
; what is behind the point is cut off in place, and a negative number that was not whole gets one
; less.
.proc num_int
        jsr num_truncate
        beq @whole              ; nothing behind the point: it stays
        lda FACSGN
        bpl @whole              ; cutting off rounds positive numbers down already
        lda #<num_one           ; FAC - 1, as the negative of 1 - FAC
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
; Nothing is shifted, so nothing has to be normalised afterwards: bits behind the point become 0
; where they are, whole bytes first, then those of one byte by a mask.
.proc num_truncate
        lda FACEXP
        beq @done
        cmp #EXP_LONG
        bcs @whole              ; 32 bits and more before the point
        eor #$FF                ; C=0: EXP_LONG less the exponent are behind the point
        adc #EXP_LONG + 1
        cmp #32                 ; no bit before the point
        bcs @small
        tay
        ldx FACOV               ; the guard bits are behind the point as well
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
        lda #$FF                ; Y places are left, 7 at most: a mask with so many zeros below
@mask:
        dey
        bmi @masked
        asl a
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
; Sign and exponent alone say whether the number fits: an exponent of EXP_WORD has its highest bit
; at 2^15. What is behind the point does not matter.
.proc num_to_word
        lda FACSGN
        branch BMI_OPCODE, fn_asc_empty ; the jump to ILLEGAL QUANTITY within reach
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
; For subscripts: they are what num_to_short gives, but for negative numbers, whose sign is all that
; has to be tested before.
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
; The exponent lets 16 bits of amount pass, so the integer has 17 bits with its sign. It fits into
; 16 if the byte above them consists of copies of their highest bit; the byte above that need not be
; looked at.
.proc num_to_short
        lda FACEXP
        cmp #EXP_WORD + 1
        bcs @bad
        jsr num_floor
        lda FACHO + 2
        asl a                   ; the highest bit to C, and from there into all bits of A:
        lda #0
        adc #$FF                ; 0 if it is set, else $FF,
        eor #$FF                ; and turned round
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
; AND and OR differ in two instructions; what comes before is here. The result goes back as a signed
; word, so that -1 AND -1 is -1.
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
