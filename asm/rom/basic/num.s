; Numbers: moving, adding, signs and rounding.  Multiplying and dividing: nummul.s.
;
; The format is V2's, as programs see it in memory and on disk (Programmer's Reference Guide):
; exponent + 128 (0: the number is 0), then 32 bits of mantissa from 0.5 up to 1, most
; significant first.  The leading bit is always 1, so the sign takes its place.  In the accumulators
; FAC and ARG that bit is there, and the sign has a byte of its own, of which bit 7 counts.
;
; FACOV holds eight more bits of FAC, the guard bits: results are computed with 40 bits and rounded
; when they are stored, pushed or moved to ARG, whose own guard bits exist within an addition alone.
.include "basic.inc"

argov  = ARGOV                  ; guard bits of ARG

        entry $B9BC
num_one:   .byte $81, $00, $00, $00, $00
        entry $BF11
num_half:  .byte $80, $00
nothing:   .byte $00, $00, $00, $00, $00        ; what an unknown variable holds

; The five bytes at A (low), Y to FAC or ARG. Every number in a program comes this way, so the steps
; are written out: a loop would take half as long again.
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
; Z of the exponent says whether the number is 0, which whoever adds or multiplies has to know
; first.
.proc num_load
        fetch FACEXP, FACSGN
        sty FACOV               ; Y = 0: a number in memory has no guard bits
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
; Each loads an address and runs on into num_store; a BIT hides one load from the other. The
; temporary places are those of V2's functions, where programs find intermediate values.
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
; Rounding comes first, as it can carry into the exponent. FAC itself stays rounded, so that it
; equals what a program loads back.
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
        ; The AND puts the sign in place of the leading bit, which is 1: with $7F in the sign's
        ; other bits all others pass.
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
; ARG begins eight bytes behind FAC in the same order, so one index moves exponent, mantissa and
; sign.
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
        stx FACOV               ; X = 0: FAC is as long as its copy
        rts
.endproc

        entry $BBFC

; num_from_arg -- FAC = ARG; num_from_arg_signed -- with the sign in A
; In     ARG; A     Out    FAC     Uses   A, X, flags     Keeps  Y
; The sign goes first and on its own: V2 has an entry for another sign than ARG's.
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
; The guard bits say which way: half a unit and more goes up, in amount, whatever the sign. That may
; carry through all bytes: the mantissa is 0 then, and becomes 0.5 with an exponent one more.
.proc num_round
        lda FACOV
        beq @done               ; most numbers have nothing below
        asl a                   ; bit 7 of the guard bits is half a unit: C
        lda #0
        sta FACOV
        bcc @done
        lda FACEXP
        beq @done               ; a 0 stays 0, whatever the guard bits are
        inc FACHO + 3           ; mostly this byte alone changes
        beq @more
@done:
        rts
@more:
        jsr mantissa_more
        bne @done
        jmp num_carry           ; C is still 1 from ASL: the leading bit of 0.5
.endproc

        place $BC22
rounded:
        rts
        entry_within $BC23
; num_up -- FAC's mantissa and one unit
; In     FAC, not 0     Out    FAC     Uses   flags     Keeps  A, X, Y
; V2's last step of rounding, for programs that have tested the guard bits themselves. A carry out
; of the mantissa becomes its leading bit again, for which they come with C=1.
num_up:
        jsr mantissa_up
        bne rounded
        jmp num_carry           ; C=1

.segment "NUM_SUM"

; num_add, num_subtract -- FAC = ARG + FAC, FAC = ARG - FAC
; In     FAC, ARG     Out    FAC
; Uses   A, X, Y, ARG, ARISGN     Keeps  -
; A 0 has no mantissa that could be shifted and added, so it goes its own way. The rest of the work
; is num_add_wide's, which num_times_ten enters directly, as neither number is 0 there.
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

; num_add_wide -- the same for numbers that are not 0, with ARG's guard bits in argov
; In     FAC, ARG     Out    FAC     Keeps  -     Uses   A, X, Y, flags; FAC, ARG, ARISGN, VALTYP
; The number with the smaller exponent is shifted to the right until both exponents are the same.
; Then mantissas are added, or, with different signs, subtracted and normalised. What is shifted out
; goes to the guard bits, so that rounding is right but for what left those. The shift works on FAC
; or ARG in place: X says on which, as an address in page 0.
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
        eor #$FF                ; negative: its two's complement is how far FAC must go
        adc #1                  ; C=0
        ldx ARGEXP              ; ARG is the larger one: the sum begins with its exponent and sign
        stx FACEXP
        ldx ARGSGN
        stx FACSGN
        ldx FACOV               ; guard bits change places: mantissa_right shifts argov along
        ldy argov
        sty FACOV
        stx argov
        ldx #FACEXP             ; FAC is the one to be shifted
@align:
        ; 32 bits and 8 guard bits: of a number 40 places smaller nothing is left.
        cmp #40
        bcs @far
        jsr mantissa_right
@aligned:
        bit ARISGN              ; bit 7: different signs, so subtract
        bmi @differ
        clc
        lda FACOV               ; five bytes from the lowest up, in one chain of carries
        adc argov
        sta FACOV
        .repeat 4, byte
        lda FACHO + 3 - byte
        adc ARGHO + 3 - byte
        sta FACHO + 3 - byte
        .endrepeat
        bcc @done
        jmp num_carry           ; C=1: the sum has a 33rd bit, below 2 as both were below 1
@done:
        rts
@far:
        cpx #ARGEXP             ; too small to count
        beq @done
        jmp num_from_arg        ; FAC was the small one
@differ:
        txa                     ; smaller from larger, which mostly leaves a positive amount
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
        jsr mantissa_negate     ; with equal exponents X is ARG's, but ARG may be the larger: then
        jsr num_negate          ; amount and sign of the difference are both wrong
@normalise:
        jmp num_normalise
.endproc

.segment "NUM_NORMALISE"

; num_normalise -- shift FAC to the left until its leading bit is 1
; In     FAC     Out    FAC
; Uses   A, X, Y     Keeps  -
; Y counts the places, which leave the exponent in the end. The guard bits move up into the
; mantissa, so a difference of numbers that nearly are the same keeps all it can.
.proc num_normalise
        ldy #0
@byte:
        lda FACHO
        bmi @done               ; the leading bit is 1
        bne @bit
        ; A whole byte of zeros: the bytes move instead of 8 shifts. A is 0 here, and fills the
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
        cpy #40                 ; five bytes of zeros: the difference is 0
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
        beq fac_zero            ; an exponent of 0 is no number but 0,
        bcc fac_zero            ; and below are numbers too small: 0, not an error
        sta FACEXP
        rts
.endproc

; num_zero -- FAC = 0, a number
; For functions: a result too small is 0, and VALTYP says that it is a number.
; In     -     Out    A = 0
; Uses   A
; Keeps  X, Y
num_zero:
        lda #0
        sta VALTYP
; fac_zero -- the same; the value's type stays (see right_side in eval.s)
; In     -     Out    A = 0
; Uses   A
; Keeps  X, Y
; The mantissa of 0 may be anything: the exponent alone says that it is 0. The sign is made
; positive, as there is no -0.
fac_zero:
        lda #0
        sta FACOV
        jmp num_exponent

        entry $B8F7
; num_exponent -- FACEXP = FACSGN = A, which is 0 at $B8F7; $B8FB stores the sign alone
; In     A     Out    -     Keeps  A, X, Y     Uses   flags
; V2's way to a FAC of 0, entered with a byte already in A. None of the three changes FACOV.
        lda #0
        entry_within $B8F9
num_exponent:
        sta FACEXP
        entry_within $B8FB
        sta FACSGN
        rts

        entry $B8D2
; What was subtracted the wrong way round (C=0) is negated, then normalised: the end of V2's
; addition, which programs enter after a subtraction of their own.
; In     FAC, C     Out    FAC     Keeps  -     Uses   A, X, Y, flags
        bcs :+
        jsr num_complement
        entry_within $B8D7
:       jmp num_normalise

        entry $B936
; num_carry_if, num_carry -- shift a 1 into FAC from the left, if C=1; always, with C=1
; In     C     Out    FAC     Uses   flags     Keeps  A, X, Y
; What leaves the mantissa at the top comes back in as its leading bit, with an exponent one more.
; The bit that leaves at the bottom goes to the guard bits.
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
; 40 bits are subtracted from 0, the guard bits first: a complement of the mantissa alone would be a
; unit off.
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
; mantissa_more -- 256 units more
; In     FAC     Out    Z=1: it has become 0     Uses   flags     Keeps  A, X, Y
; INC sets Z when a byte overflows and leaves C alone, which the callers hold at 1 for num_carry.
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
; Too large is an error, too small is not (num_normalise): V2's rule.
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
; Whole bytes are moved. 5 to 7 places are a byte to the right and one to three places back to the
; left, which takes fewer shifts, if the guard bits are 0: what leaves them on the right would not
; come back. The rest goes place by place, the lowest byte in A.
.proc mantissa_right
        cmp #5
        bcc @right
        cmp #8
        bcs @byte
        ldy argov
        bne @right              ; guard bits would get lost
        sec                     ; as CMP leaves it for 8 and more
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
        ; It was 5 to 7 places, and 8 have been shifted: A is -3 to -1, and so many places go
        ; back to the left.
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
; The sign has a byte of its own, so the mantissa stays as it is.
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
; Callers branch on N and Z of it. Comparisons end here as well, at $BC31, with their answer in bit
; 7.
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

        entry $B849

; num_add_half -- FAC = FAC + 0.5
; In     FAC     Out    FAC     Keeps  -     Uses   A, X, Y, flags; FAC, ARG, INDEX, VALTYP
; Before a floor that rounds to the nearest integer.
num_add_half:
        lda #<num_half
        ldy #>num_half
        jmp num_add_at

        entry_within $B850
; num_add_at, num_subtract_from -- FAC = memory + FAC, memory - FAC
; In     A (low), Y  where
; Out    FAC     Keeps  -     Uses   A, X, Y, flags; FAC, ARG, INDEX, VALTYP
; Memory is the left-hand operand, FAC the right-hand one: num_load_arg brings it where expressions
; have it, and the operator follows at its own entry, ready for both.
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
