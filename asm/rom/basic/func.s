; Functions of numbers.  The polynomials are Chebyshev fits of our own; the relative error
; each adds is below 2^-33, less than half a unit of the mantissa.
;
; Each function reduces its argument to a small range by steps that lose nothing or little
; (exponents, symmetry), so that a few terms are enough: nearly all of the time goes into
; multiplications. The reduced argument and what has to be undone wait on the stack and in two
; places: `kept`, and `factor` or `side`.
.include "basic.inc"
.include "lowmem.inc"
.include "cia.inc"

square  = TEMPF2                ; poly: the variable
factor  = TEMPF1                ; poly_odd: the argument, where programs find it after SIN
kept    = $4E                   ; 5 bytes ($4E-$52): DEFPNT and DSCPNT, free within a function
side    = FBUFFR + 32           ; 5 bytes, below the part of the stack in use (eval.s keeps it free)

; call a routine that takes the address of a number in A, Y
.macro with routine, number
        lda #<(number)
        ldy #>(number)
        jsr routine
.endmacro

.macro store number
        ldx #<(number)
        ldy #>(number)
        jsr num_store
.endmacro

.segment "LOG_POLY"

; Degree, then the coefficients from the highest power down.
log_poly:                       ; 2 artanh(z) / z in z^2, z up to 0.1716
        .byte 4
        .byte $7E, $71, $D5, $3F, $B2   ; 0.236165042
        .byte $7F, $12, $19, $73, $CB   ; 0.285350436
        .byte $7F, $4C, $CD, $4D, $EA   ; 0.400003848
        .byte $80, $2A, $AA, $AA, $6E   ; 0.666666652
        .byte $82, $00, $00, $00, $00   ; 2

.segment "EXP_POLY"

exp_poly:                       ; 2^x, x from -1/2 to 1/2
        .byte 7
        .byte $71, $00, $6E, $25, $31   ; 1.53100795E-05
        .byte $74, $22, $36, $3E, $D9   ; 1.54697320E-04
        .byte $77, $2E, $C3, $A2, $D3   ; 1.33334506E-03
        .byte $7A, $1D, $94, $EC, $5B   ; 9.61802560E-03
        .byte $7C, $63, $58, $46, $EB   ; 0.0555041094
        .byte $7E, $75, $FD, $F0, $55   ; 0.240226512
        .byte $80, $31, $72, $17, $F8   ; 0.693147181
        .byte $81, $00, $00, $00, $00   ; 1

.segment "SIN_POLY"

sin_poly:                       ; sin(2 pi x) / x in x^2, x up to 1/4
        .byte 5
        .byte $84, $E6, $4D, $AF, $6C   ; -14.3939661
        .byte $86, $28, $0A, $03, $94   ; 42.0097793
        .byte $87, $99, $68, $97, $5F   ; -76.7042799
        .byte $87, $23, $35, $E0, $34   ; 81.6052262
        .byte $86, $A5, $5D, $E7, $29   ; -41.3417021
two_pi: .byte $83, $49, $0F, $DA, $A2   ; 6.28318531

.segment "ATN_POLY"

atn_poly:                       ; arctan(x) / x in x^2, x up to tan 15 degrees
        .byte 5
        .byte $7D, $9B, $D9, $68, $8A   ; -0.0760982673
        .byte $7D, $61, $31, $E1, $C1   ; 0.109958423
        .byte $7E, $92, $3E, $15, $FB   ; -0.142814964
        .byte $7E, $4C, $CC, $9D, $96   ; 0.199999296
        .byte $7F, $AA, $AA, $AA, $86   ; -0.333333329
        .byte $81, $00, $00, $00, $00   ; 1

; constants, where machine code takes them from
        entry $AEA8
num_pi:  .byte $82, $49, $0F, $DA, $A1  ; 3.14159265, V2's: a unit too low
        entry $B9D6
root_half: .byte $80, $35, $04, $F3, $34
        entry $B9DB
        .byte $81, $35, $04, $F3, $34   ; the root of 2
        entry $B9E0
        .byte $80, $80, $00, $00, $00   ; -1/2
        entry $B9E5
ln_2:    .byte $80, $31, $72, $17, $F8
        entry $BFBF
log2_e:  .byte $81, $38, $AA, $3B, $29  ; 1 / ln 2
        entry $E2E0
half_pi: .byte $81, $49, $0F, $DA, $A2
        entry $E2E5
        .byte $83, $49, $0F, $DA, $A2   ; 2 pi
        entry $E2EA
quarter: .byte $7F, $00, $00, $00, $00

.segment "FUNC_CONST"

three_quarters: .byte $80, $40, $00, $00, $00
.segment "RND_FACTOR"

rnd_factor: .byte $98, $35, $44, $7A, $00       ; 11879546
.segment "RND_ADDEND"

rnd_addend: .byte $68, $28, $B1, $46, $00       ; 3.92767774E-08
.segment "ROOT_3"

root_3:  .byte $81, $5D, $B3, $D7, $43
.segment "PI_6"

pi_6:    .byte $80, $06, $0A, $91, $C1
.segment "TAN_15"

tan_15:  .byte $7F, $09, $30, $BE, $0E  ; 0.26795

        entry $E043             ; degree and coefficients at A (low), Y

; poly_odd -- FAC = FAC * polynomial(FAC^2); poly -- FAC = polynomial(FAC)
; In     A (low), Y  degree and coefficients
; Out    FAC
; Uses   A, X, Y, ARG, FBUFPT, TEMPF1, poly_odd TEMPF2, SGNFLG     Keeps  -
; Horner's scheme: each step multiplies by the variable and adds the next coefficient.
; An odd function is x times a polynomial of x^2: half the terms, and the sign comes out by itself.
; A degree of n stands before n + 1 coefficients, of which the first is only loaded.
.proc poly_odd
        sta FBUFPT
        sty FBUFPT + 1
        jsr store_temp1         ; factor
        jsr fac_squared
        jsr poly_of_square
        lda #<factor
        ldy #>factor
        jmp num_multiply_at
.endproc

        entry $E059

poly:
        sta FBUFPT
        sty FBUFPT + 1
.proc poly_of_square
        entry_within $E05D
        jsr store_temp2         ; square
        ldy #0
        lda (FBUFPT),y
        sta SGNFLG              ; steps to go
        inc FBUFPT              ; behind the degree: the first coefficient
        bne @first
        inc FBUFPT + 1
@first:
        lda FBUFPT
        ldy FBUFPT + 1
        jsr num_load
@next:
        jsr num_round           ; a fifth byte would make the product a quarter slower
        with num_multiply_at, square
        clc
        lda FBUFPT
        adc #5
        sta FBUFPT
        ldy FBUFPT + 1          ; A and Y: the coefficient to be added
        bcc @page
        iny
        sty FBUFPT + 1
@page:
        jsr num_add_at
        dec SGNFLG
        bne @next
        rts
.endproc

.segment "KEEP"

; keep -- number at `kept` = FAC
; Uses   A, X, Y
; Neither arithmetic nor polynomials use that place, so it holds a number across both.
.proc keep
        ldx #<kept
        ldy #>kept
        jmp num_store
.endproc

.segment "FN_EXP"

; fn_exp -- e^FAC
; In     FAC     Out    FAC     Keeps  -
; Uses   A, X, Y, flags; FAC, ARG, FBUFPT, FOUR6, INDEX, RESHO, SGNFLG, VALTYP
; e^x = 2^(x log2 e), split into a whole power, which is only added to the exponent, and a rest from
; -1/2 to 1/2 for the polynomial. The whole power is the nearest one, floor(x + 1/2), so that the
; rest is as small as can be.
.proc fn_exp
        with num_multiply_at, log2_e
binary: lda FACEXP              ; $E000: 2^FAC
        cmp #$88                ; 128 and more: beyond what an exponent holds
        bcs @huge
        jsr keep
        jsr num_add_half
        jsr num_floor
        lda FACHO + 3           ; the power of two, as a signed byte
        cmp #$80                ; 128 or -128
        beq @huge
        pha
        jsr num_from_signed_byte
        jsr subtract_from_kept    ; the fraction
        jmp exp_fraction
@huge:
        lda FACSGN
        bmi @zero
        jmp num_overflow
@zero:
        jmp num_zero
.endproc
power_of_two = fn_exp::binary

.segment "EXP_FRACTION"

; FAC = 2^FAC, from -1/2 to 1/2, times two to the power on the stack
; The polynomial gives 0.7 to 1.42, whose exponent the signed power is added to. In 8 bits that
; carries for a negative power if the sum stays above 0, and for a positive one if it leaves the
; range.
.proc exp_fraction
        with poly, exp_poly
        pla
        clc
        bmi @down
        adc FACEXP
        bcc @scaled
        jmp num_overflow
@down:
        adc FACEXP
        bcs @scaled
        jmp num_zero            ; smaller than any number
@scaled:
        sta FACEXP
        rts
.endproc

.segment "FN_LOG"

; fn_log -- natural logarithm of FAC
; In     FAC     Out    FAC     Keeps  -
; Uses   A, X, Y, flags; FAC, ARG, FBUFPT, FOUR6, INDEX, RESHO, SGNFLG, VALTYP
; x = m * 2^n, so log x = log m + n log 2. With z = (m - 1) / (m + 1), log m is 2 artanh z, an odd
; series that converges fast, as m is near 1: z is at most (root 2 - 1) / (root 2 + 1) = 0.1716.
.proc fn_log
        jsr num_sign
        beq @bad
        bmi @bad
        jsr num_round           ; before the exponent is taken off, which rounding may change
        lda FACEXP
        sec
        sbc #$80                ; n, without the offset
        pha
        lda #$80                ; m, from 1/2 up to 1
        sta FACEXP
        with num_compare_at, root_half
        bpl @range              ; not below the root of 1/2
        inc FACEXP              ; m doubled, so n, on top of the stack, is one less: m is from
        tsx                     ; root 1/2 up to root 2 now
        dec STACK + 1,x
@range:
        jsr keep
        jsr add_one
        jsr store_temp1         ; factor
        ldy #1
        jsr num_from_byte
        jsr subtract_from_kept
        jsr num_to_arg
        jsr load_factor
        jsr num_divide          ; (m - 1) / (m + 1)
        with poly_odd, log_poly
        jsr keep
        pla
        jsr num_from_signed_byte
        with num_multiply_at, ln_2
        lda #<kept
        ldy #>kept
        jmp num_add_at
@bad:
        jmp err_quantity
.endproc

.segment "FN_SQR"

; fn_sqr -- square root of FAC: Heron's steps from a guess by the exponent
; In     FAC     Out    FAC     Keeps  -
; Uses   A, X, Y, flags; FAC, ARG, FOUR6, INDEX, RESHO, SGNFLG, VALTYP
; V2 takes the power 1/2 by logarithm and exponential, which is slower and misses exact squares. A
; step here replaces the guess g by the mean of g and x / g: about the square of its relative error,
; halved, is left.
.proc fn_sqr
        jsr num_sign
        beq @done
        bpl @possible
        jmp err_quantity
@possible:
        jsr keep
        lda FACEXP
        sec
        sbc #$80
        cmp #$80                ; half of the exponent, rounded down: C is the sign, ROR keeps it
        ror a
        clc
        adc #$80
        sta FACEXP
        ; With the mantissa as it is, the guess is between half the root and all of it. From an
        ; error of a half the steps lead to 1/4, 1/40, 3E-4, 5E-8 and 1E-15, and 2^-33 is 1E-10:
        ; so four are one too few.
        lda #5
        sta SGNFLG
@step:
        jsr store_temp1         ; factor
        with num_divide_into, kept
        with num_add_at, factor
        dec FACEXP              ; half of the sum
        dec SGNFLG
        bne @step
@done:
        rts
.endproc

.segment "LOAD_KEPT"

; load_kept, load_factor -- FAC = the number kept there
; In     -     Out    FAC     Keeps  -     Uses   A, Y, flags; INDEX
; Several functions take these steps, and one copy of each makes the room that entries need.
load_kept:
        lda #<kept
        .byte $2C               ; BIT abs: skips the next two bytes
load_factor:
        lda #<factor
        ldy #0                  ; both lie in page 0
        jmp num_load

.segment "SUBTRACT_KEPT"

; subtract_from_kept -- FAC = kept - FAC
; In     FAC     Out    FAC     Keeps  -     Uses   as num_subtract_from
subtract_from_kept:
        lda #<kept
        ldy #>kept
        jmp num_subtract_from

.segment "ADD_ONE"

; add_one -- FAC = FAC + 1
; In     FAC     Out    FAC     Keeps  -     Uses   as num_add_at
add_one:
        lda #<num_one
        ldy #>num_one
        jmp num_add_at

.segment "FAC_SQUARED"

; fac_squared -- FAC = FAC * FAC
; In     FAC     Out    FAC     Keeps  -     Uses   as num_multiply
fac_squared:
        jsr num_to_arg
        jmp num_multiply

.segment "LOAD_SIDE"

; load_side -- FAC = side
; In     -     Out    FAC     Keeps  -     Uses   as num_load
load_side:
        lda #<side
        ldy #>side
        jmp num_load

.segment "NUM_POWER"

; num_power -- FAC = ARG ^ FAC
; A whole y below 256 multiplies, which is exact where the result fits; others go by e^(y log x), as
; in V2. A negative x needs a whole y.
; The type stays, as V2's arithmetic leaves it: that of 2 ^ "A" = B$ is $7F (right_side in eval.s).
; In     FAC, ARG, DEFPNT     Out    FAC     Keeps  -
; Uses   A, X, Y, flags; FAC, ARG, FBUFPT, FOUR6, INDEX, RESHO, SGNFLG, VALTYP
.proc num_power
        lda VALTYP              ; the functions below make it a number
        pha
        jsr power
        pla
        sta VALTYP
        rts
power:
        lda FACEXP
        beq one                ; x ^ 0 is 1, also for 0
        lda ARGEXP
        beq zero
        ; The functions of the logarithm's way use `kept` and `factor`, so y has a third place.
        store side              ; y
        jsr num_from_arg
        jsr keep                ; x
        jsr load_side           ; whole, if INT makes no difference
        jsr num_int
        with num_subtract_from, side
        lda FACEXP
        bne by_logarithm
        jmp power_signed
by_logarithm:
        jsr load_kept
        lda FACSGN
        bmi bad
        jsr fn_log
        with num_multiply_at, side
        jmp fn_exp
bad:
        jmp err_quantity
zero:
        jmp num_zero            ; 0 ^ -1, too, as in V2
one:
        ldy #1
        jmp num_from_byte
.endproc

.segment "POWER_SIGNED"

; power_signed -- kept ^ side, a whole number
; In     kept, side     Out    FAC     Keeps  -     Uses   A, X, Y, flags; what num_power uses
; A negative x has no logarithm, so its amount is raised. The result is negative if x is negative
; and y odd: bit 7 of the byte that waits on the stack.
power_signed:
        jsr load_side
        lsr FACSGN              ; the amount: -y is odd when y is
        jsr num_floor           ; 0, and so even, from 2^32 on
        lda FACHO + 3
        sta SGNFLG
        lsr a                   ; odd?
        ror a                   ; into bit 7
        and kept + 1            ; where the sign of x is
        pha
        asl kept + 1
        lsr kept + 1
        jsr power_whole
; sign_from_stack -- FAC = -FAC if bit 7 of the byte on the stack is set
; In     FAC; the byte     Out    FAC     Keeps  X, Y     Uses   A, flags
sign_from_stack:
        pla
        bpl @done
        jmp num_negate
@done:
        rts

.segment "POWER_WHOLE"

; power_whole -- kept ^ side, a positive number and a whole one
; In     kept, side; SGNFLG  the amount of side, if it is below 256
; Out    FAC     Keeps  -     Uses   A, X, Y, flags; what num_power uses
; By squares: x, x^2, x^4 ... is a factor for every bit of the exponent that is set. Eight bits take
; 8 multiplications and 7 squares at most; the logarithm would lose places, but takes over from 256
; on. x^-n is 1 / x^n. Where x^n is too large that must give 0, not OVERFLOW: such exponents are
; found by an estimate and leave by way of the logarithm.
.proc power_whole
        lda side
        cmp #$89
        bcs @logarithm
        lda side + 1            ; bit 7: the sign
        bpl @multiply
        ldx SGNFLG
        lda #0
        clc
@estimate:
        adc kept                ; n times the exponent of x, less its offset, is not less than
        sec                     ; the exponent of x^n
        sbc #$80
        clc
        bmi @far                ; above 127, or below 0
        dex
        bne @estimate
        beq @multiply
@far:
        lda kept
        bpl @multiply           ; x is below 1/2: x^n is small
@logarithm:
        jmp num_power::by_logarithm
@multiply:
        ldy #1
        jsr num_from_byte
@bit:
        lsr SGNFLG              ; x, x^2, x^4 ... is at `kept`, the product in FAC
        bcc @square
        with num_multiply_at, kept
@square:
        lda SGNFLG
        beq @sign               ; no bit left: one square less to compute
        jsr store_temp1         ; factor
        jsr load_kept
        jsr fac_squared
        jsr keep
        jsr load_factor
        jmp @bit
@sign:
        lda side + 1
        bpl @done
        lda #<num_one
        ldy #>num_one
        jmp num_divide_into
@done:
        rts
.endproc

        entry $E097

; fn_rnd -- positive: the next random number; 0: from the timers; negative: a new seed
; The numbers are V2's, as programs rely on them after RND of a negative number: the last one, at
; RNDX, times a factor, plus an addend that mostly is too small to count, with the four bytes of its
; mantissa the other way round.  Factor, addend, the first number and the registers for 0:
; commentaries on the ROM, "Mapping the Commodore 64".
; In     FAC     Out    FAC     Keeps  -
; Uses   A, X, Y, flags; FAC, ARG, FOUR6, INDEX, RESHO, RNDX, VALTYP
.proc fn_rnd
        jsr num_sign
        beq @timers
        bmi @reverse
        with num_load, RNDX     ; the number before, times factor plus addend
        with num_multiply_at, rnd_factor
        with num_add_at, rnd_addend
@reverse:
        ldx FACHO               ; first and last byte change places, then the two between
        lda FACHO + 3
        stx FACHO + 3
        sta FACHO
        ldx FACHO + 1
        lda FACHO + 2
        stx FACHO + 2
        sta FACHO + 1
        jmp rnd_keep
@timers:
        ; Two bytes of a timer that counts cycles, two of the time of day: taken as they are, not
        ; the other way round.
        lda CIA1_TALO
        sta FACHO
        lda CIA1_TAHI
        sta FACHO + 2
        lda CIA1_TOD10
        sta FACHO + 1
        lda CIA1_TODSEC
        sta FACHO + 3
        jmp rnd_keep
.endproc

        entry $E0E3

; rnd_keep -- FAC's bits as the next random number, from 0 up to 1
; In     FAC     Out    FAC, RNDX     Keeps  -     Uses   A, X, Y, flags
; The bits become a mantissa below 1 with the exponent of 1/2, whatever their first bit is, and
; normalising makes a number of that.
.proc rnd_keep
        lda #0
        sta FACSGN
        lda FACEXP              ; the exponent is eight more random bits below
        sta FACOV
        lda #$80
        sta FACEXP
        jsr num_normalise
        ldx #<RNDX
        ldy #>RNDX
        entry_within $E0F6      ; store FAC at X (low), Y
        jmp num_store
.endproc

        entry $E264

; fn_cos, fn_sin -- of an angle in radians
; In     FAC, ARG     Out    FAC     Keeps  -
; Uses   A, X, Y, flags; FAC, ARG, FBUFPT, FOUR6, INDEX, RESHO, SGNFLG, VALTYP
; The cosine is the sine a quarter of a turn on. These seven bytes run on into the entry of the
; sine, a jump.
fn_cos:
        with num_add_at, half_pi
        entry $E26B, fn_sin

.segment "FN_SIN"

; The angle in turns needs its fraction alone. Symmetry brings that between -1/4 and 1/4, where the
; polynomial is good: sin x is sin(1/2 - x) in the middle half of a turn, and sin(x - 1) in the last
; quarter. TANSGN changes where the cosine is negative, which nobody but TAN asks for.
.proc fn_sin
        jsr num_to_arg
        with num_load, two_pi
        jsr num_divide          ; in turns
        jsr keep
        jsr num_int
        jsr subtract_from_kept    ; 0 up to 1
        with num_compare_at, quarter
        bmi range               ; the polynomial reaches so far
        with num_compare_at, three_quarters
        bmi half
        with num_subtract_from, num_one ; from three quarters on: sin(x - 1)
        jsr num_negate
        jmp range
half:
        with num_subtract_from, num_half        ; 1/4 down to -1/4
        lda TANSGN
        eor #$FF
        sta TANSGN
range:  lda #<sin_poly
        ldy #>sin_poly
        jmp poly_odd
.endproc

        entry $E2B4

; fn_tan -- sine by cosine
; In     FAC, ARG     Out    FAC     Keeps  -
; Uses   A, X, Y, flags; FAC, ARG, FBUFPT, FOUR6, INDEX, RESHO, SGNFLG, TANSGN, VALTYP, $4E-$52
; The sine has brought the angle between -1/4 and 1/4 of a turn and leaves it in `factor`: the
; cosine is a second polynomial of it, and only its sign has to be known. That saves reducing it
; again.
.proc fn_tan
        lda #0
        sta TANSGN
        jsr fn_sin
        jsr keep
        jsr load_factor
        lda #0                  ; the cosine of -x is that of x
        sta FACSGN
        jmp tan_ratio
.endproc

        entry $E29D

; sin_quarter -- sine of a quarter of a turn less FAC, with the sign on the stack
; In     FAC  in turns, 0 to 1/4; on the stack a byte, bit 7: the other sign
; Out    FAC     Keeps  -     Uses  as poly_odd
; That is the cosine of FAC, and the polynomial of the sine does for both.
.proc sin_quarter
        jsr num_negate
        with num_add_at, quarter
        pla
        bpl :+
        jsr num_negate
:       jmp fn_sin::range
.endproc

        entry $E2D0

; tan_ratio -- end of TAN: the sine by the cosine
; In     $4E-$52  sine;  FAC  angle in turns, 0 to 1/4;  TANSGN  bit 7: the cosine is negative
; Out    FAC     Keeps  -     Uses  as poly_odd
; V2's entry, with the sine where V2 has it. At 90 degrees the cosine may be 0: DIVISION BY ZERO.
.proc tan_ratio
        lda TANSGN
        jsr tan_cosine
        lda #<kept
        ldy #>kept
        jmp num_divide_into
.endproc

        entry_within $E2DC
tan_cosine:                     ; cosine of FAC, 0 to 1/4 turns, with the sign in A
        pha
        jmp sin_quarter

        entry $E30E

; fn_atn -- arctangent, in radians
; In     FAC, ARG     Out    FAC     Keeps  -
; Uses   A, X, Y, flags; FAC, ARG, FBUFPT, FOUR6, INDEX, RESHO, SGNFLG, VALTYP
; The polynomial reaches up to tan 15 degrees. From 1 on the reciprocal is taken, which leaves up to
; 45 degrees. An angle that still is above 15 degrees is turned back by 30: -15 to 15 are left.
; What has to be undone is pushed on the way: sign, reciprocal, 30 degrees.
.proc fn_atn
        lda FACSGN
        pha
        lda #0
        sta FACSGN
        lda #0
        pha                     ; bit 7: it is the reciprocal's
        lda FACEXP
        cmp #$81                ; 1 and more: arctan x = 90 degrees - arctan 1/x
        bcc @small
        pla
        lda #$80
        pha
        with num_divide_into, num_one
@small:
        with num_compare_at, tan_15
        php                     ; N=1: small enough for the polynomial
        bpl @large
        jmp atn_series
@large:
        ; tan(a - 30 degrees) = (x w - 1) / (x + w) with w = root 3, as tan 30 degrees is 1 / w
        jsr keep
        with num_add_at, root_3
        jsr store_temp1         ; factor
        jsr load_kept
        with num_multiply_at, root_3
        jsr num_negate          ; x w - 1, as the negative of 1 - x w
        jsr add_one
        jsr num_negate
        jsr num_to_arg
        jsr load_factor
        jsr num_divide
        jmp atn_series
.endproc

.segment "ATN_SERIES"

; atn_series -- the arctangent of a small FAC, turned round as the flags on the stack say
; In     FAC; the stack as fn_atn has it     Out    FAC     Keeps  -
; Uses   A, X, Y, flags; what fn_atn uses
; The last step of the reduction is the first to be undone: 30 degrees, then the reciprocal, by a
; right angle less the result, then the sign.
.proc atn_series
        with poly_odd, atn_poly
        plp
        bmi @reciprocal         ; no 30 degrees were taken off
        with num_add_at, pi_6
@reciprocal:
        pla
        bpl @sign
        with num_subtract_from, half_pi
@sign:
        jmp sign_from_stack
.endproc
