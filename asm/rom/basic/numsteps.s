; Steps of V2's arithmetic that programs call one at a time: a byte's product, shifts, exponents.
; Our own arithmetic (num.s, nummul.s) takes other steps and has no use for most of them.  So these
; routines follow V2 in what they take and leave, to the flag, rather than in how they do it.
.include "basic.inc"

        entry $B983
; result_right -- the product so far, RESHO, eight places to the right, into FACOV
; In     ARGOV  what comes in     Out    C=0     Uses   A, flags     Keeps  X, Y
; Eight places at once, for a factor's byte of 0. C=0 is what V2's shifts leave.
result_right:
        lda RESHO + 3
        sta FACOV
        lda RESHO + 2
        sta RESHO + 3
        lda RESHO + 1
        sta RESHO + 2
        lda RESHO
        sta RESHO + 1
        lda ARGOV
        sta RESHO
        clc
        rts

        entry_within $B999
; shift_right -- the four bytes behind X to the right, the sign stays: A places, two's complement
; shift_rest -- the same for Y places and the byte A below; C comes into the second byte first
; In     A, X, FACOV; Y, C     Out    A  the byte below; Y = 0, C = 0     Uses   flags     Keeps  X
; Unlike mantissa_right this keeps the sign, for which the 6502 has no instruction: bit 7 goes to C
; through a copy in A, whose own byte waits on the stack, and ROR takes it in again.
shift_right:
        tay
        lda FACOV
        cpy #0
        bne @places
        clc
        rts
        .byte 0, 0, 0, 0, 0, 0, 0 ; never run: shift_rest has its place
@places:
        pha                     ; A is the byte below
        lda 1,x
        asl a
        pla
        ror 1,x
        entry_within $B9B0
        ror 2,x
        ror 3,x
        ror 4,x
        ror a
        iny
        bne @places
        clc
        rts

        entry $B877
; num_add_exponent -- FAC = FAC + ARG, which has the exponent A
; In     A, FAC, ARG     Out    FAC     Keeps  -     Uses   A, X, Y, flags; FAC, ARG, ARISGN, VALTYP
        sta ARGEXP
        jmp num_sum

        entry $BA30
        jmp num_product         ; the same where neither is 0

        entry $BA59
; multiply_byte -- RESHO = (RESHO + A * ARG) / 256, and eight bits below in FACOV
; In     A with its flags (at $BA5E: not 0), RESHO, ARG
; Out    RESHO, FACOV     Uses   A, X, Y, flags; FOUR6     Keeps  -
; As in nummul.s, but by a loop, and with the guard bits in FACOV, where V2's callers look for them.
        bne @byte               ; a byte of 0 adds nothing: eight places at once
        jmp result_right
        entry_within $BA5E
@byte:
        sta FOUR6               ; the factor: its lowest bit is the next one
        ldy #8
@bit:
        lsr FOUR6
        bcc @shift
        clc
        ldx #3
@add:
        lda RESHO,x             ; DEX and BPL leave the carry alone
        adc ARGHO,x
        sta RESHO,x
        dex
        bpl @add
@shift:
        ror RESHO
        ror RESHO + 1
        ror RESHO + 2
        ror RESHO + 3
        ror FACOV
        dey
        bne @bit
        rts
        place $BA8B
        entry_within $BA8B
        rts                     ; where V2's multiplication ends

        entry $BAB7
; exponents_add -- FACEXP = the exponent of the product of FAC and ARG, FACSGN = ARISGN
; In     FACEXP, ARGEXP (at $BAB9 A with its flags), ARISGN
; Out    FACEXP, FACSGN; too small: FAC = 0, and the routine that calls this is left
; Uses   A, flags     Keeps  X, Y
; Exponents have an offset of 128 each: one of them has to go, which turning bit 7 does. C and N
; tell whether the sum was in range (num_product in nummul.s).
        lda ARGEXP
        entry_within $BAB9
        branch BEQ_OPCODE, @zero
        clc
        adc FACEXP
        bcs @large
        branch BPL_OPCODE, @zero
        bmi @range              ; always
@large:
        branch BMI_OPCODE, exponent_overflow
@range:
        eor #$80
        branch BEQ_OPCODE, @zero
        sta FACEXP
        lda ARISGN
        sta FACSGN
        rts
        entry $BAD4
; exponent_out -- FAC is too large: OVERFLOW; if it is negative, an exponent too small: 0, and the
; routine that calls this is left
; In     FACSGN     Out    FAC     Uses   A, flags     Keeps  X, Y
; V2's EXP comes here with x in FAC: e^x is too large for a positive x, and as good as 0 for a
; negative one.
        lda FACSGN
        eor #$FF
        bmi exponent_overflow
@zero:
        pla                     ; the routine that calls this is left
        pla
        jmp fac_zero
exponent_overflow:
        jmp num_overflow

        entry $BAED
; add_twice -- FAC = 2 * (FAC + ARG), which has the exponent A
; In     A, FAC, ARG     Out    FAC     Keeps  -     Uses   A, X, Y, flags; FAC, ARG, ARISGN, VALTYP
; V2's way to ten times a number: 2 * (4 * x + x), with an exponent two higher in A.
        sta ARGEXP
        jsr num_sum
        inc FACEXP              ; twice the sum
        branch BEQ_OPCODE, exponent_overflow
        rts

        entry $BB07             ; its way to a tenth of a number, with the address of ten
        jmp divide_signed

.segment "DIVIDE_SIGNED"

; divide_signed -- FAC = ARG / the number at A (low), Y, with the sign X
; In     A, Y; X; ARG     Out    FAC     Keeps  -     Uses   A, X, Y, flags; FAC, ARG, INDEX, RESHO
; The divisor comes to FAC with the sign that X and ARG ask for: the division makes its sign of
; FAC's and ARG's, so ARG's is in it twice and X is left.
divide_signed:
        stx ARISGN
        jsr num_load
        lda ARISGN
        eor ARGSGN              ; the quotient's sign is made of both
        sta FACSGN
        jmp num_quotient
