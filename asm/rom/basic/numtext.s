; Numbers and text: reading and writing decimals, and the clock's TI$.
.include "basic.inc"
.include "kernal.inc"

decimals = TEMPF2               ; digits behind the point, then the exponent
pointed  = TEMPF2 + 1           ; bit 7: there was a point
exponent = TEMPF2 + 2           ; the exponent as written
minus    = TEMPF2 + 3           ; bit 7: the number is negative
full     = TEMPF2 + 4           ; bit 7: FAC is a number; else FACHO an integer of 32 bits
divisor  = SGNFLG
text_place = $71                ; where the text goes on, as V2 has it
amount   = ARGOV                ; of a digit
first    = ARGOV                ; digit to be shown

DIGITS = 9
ROOM_FOR_DIGIT = $19            ; below $19000000, ten times it and a digit fit in 32 bits
BYTE_FOR_DIGIT = 25             ; and below this in 8
PLACES_LEAST = 256 - 1          ; places before the point of 0.01, the least without an exponent

.segment "NINE_LOW"

; Where nine digits begin and end. Both are V2's, three units of the mantissa below a power of ten,
; so that the last digits agree. From 999,999,999.5 on, rounding would give a tenth digit.
nine_low:  .byte $9B, $3E, $BC, $1F, $FD        ; 99,999,999.90625
.segment "NINE_HIGH"
nine_high: .byte $9E, $6E, $6B, $27, $FD        ; 999,999,999.25
.segment "BILLION"
billion:   .byte $9E, $6E, $6B, $28, $00

        entry $BCF3             ; the number at TXTPTR, CHRGOT done

; num_parse -- FAC = the number at TXTPTR, 0 if there is none
; In     CHRGOT done
; Out    CHRGOT done behind it
; Uses   A, X, Y, ARG, TEMPF2     Keeps  -
; Digits are read as one integer, and those behind the point are counted. A power of ten puts the
; point right in the end.
; CHRGET skips blanks, so 1 2 3 is 123; a second point, a sign or any letter but E ends the number.
; Signs are read as characters and as tokens: the cruncher makes tokens of them, INPUT and VAL do
; not.
.proc num_parse
        pha                     ; A and C of CHRGET, while all is cleared
        php
        ldx #FACHO + 3 - decimals ; from FAC's last byte down to `decimals`
        lda #0
@clear:
        sta decimals,x
        dex
        bpl @clear
        .assert full = FACEXP - 1, error, "one loop clears up to FAC"
        plp
        pla
        bcc @digit
        cmp #'-'
        beq @minus
        cmp #TOK_MINUS
        beq @minus
        cmp #'+'
        beq @next
        cmp #TOK_PLUS
        bne @test
        beq @next               ; always: a plus says nothing
@minus:
        dec minus               ; from 0 to $FF: bit 7 is set
@next:
        jsr CHRGET
        bcc @digit              ; mostly
@test:
        cmp #'.'
        beq @point
        cmp #'E'
        beq @exponent
@end:
        jsr digits_float
        sec
        lda exponent
        ; The written exponent less the digits behind the point: by so many powers of ten the
        ; integer has to be moved.
        sbc decimals
        bvc @scale
        lda #$80                ; below -128: smaller than any number, and -128 is enough for that
@scale:
        jsr scale
        bit minus
        bpl @done
        jsr num_negate
@done:
        jmp CHRGOT
@point:
        bit pointed
        bmi @end                ; a second one ends the number
        dec pointed             ; from 0 to $FF
        bmi @next               ; always
@digit:
        jsr take_digit
        jmp @next
@exponent:
        jsr read_exponent
        jmp @end
.endproc

.segment "TAKE_DIGIT"

; take_digit -- one more digit of the number that num_parse reads
; In     A       the character
; Out    FACHO or FAC, decimals
; Uses   A, X, Y, ARG, divisor
; As long as 32 bits hold them, digits are collected as an integer: exact, and much faster than V2's
; floating-point number times ten plus the digit. A byte is enough for most numbers people write.
; Only beyond 32 bits, where digits are rounded anyway, V2's steps follow.
.proc take_digit
        and #$0F
        sta divisor
        bit pointed
        bpl @whole
        inc decimals
@whole:
        bit full
        bmi @wide
        lda FACHO
        cmp #ROOM_FOR_DIGIT
        bcs @wide
        ora FACHO + 1
        ora FACHO + 2
        bne @long
        lda FACHO + 3
        cmp #BYTE_FOR_DIGIT
        bcs @long
        asl a                   ; (n * 4 + n) * 2 = n * 10: 240 at most, so C stays 0
        asl a
        adc FACHO + 3
        asl a
        sta FACHO + 3
        bcc @unit               ; always
@long:
        jsr twice               ; n * 10 = n * 2 + n * 8
        ldx #3
@copy:
        lda FACHO,x
        sta ARGHO,x
        dex
        bpl @copy
        jsr twice
        jsr twice
        ldx #3
        clc
@add:
        lda FACHO,x
        adc ARGHO,x
        sta FACHO,x
        dex
        bpl @add
@unit:
        lda divisor
        clc
        adc FACHO + 3
        sta FACHO + 3
        bcc @done
        jmp mantissa_more       ; the carry, once in 26 digits
@done:
        rts
@wide:
        jsr digits_float        ; too many for 32 bits: from here on as a number
        jsr num_times_ten
        lda divisor
        jmp num_add_digit
.endproc

.segment "DIGITS_FLOAT"

; digits_float -- the integer that num_parse collects becomes a number, if it is not one
; In     full, FACHO     Out    FAC, full
; Uses   A, X, Y
; A number of up to 65535 takes the short way for words. All others are normalised as 32 bits.
.proc digits_float
        bit full
        bmi @done
        dec full                ; from 0 to $FF
        lda FACHO
        ora FACHO + 1
        bne @long
        lda FACHO + 2           ; mostly
        ldy FACHO + 3
        jmp num_from_word
@long:
        ldx #EXP_LONG
        clc                     ; positive: the sign waits in `minus`
        jmp num_from_int
@done:
        rts
.endproc

.segment "TWICE"

; twice -- FACHO = 2 * FACHO, 32 bits
; Keeps  A, X, Y
; A step of times ten in take_digit, which is only for numbers with room for it.
.proc twice
        asl FACHO + 3
        rol FACHO + 2
        rol FACHO + 1
        rol FACHO
        rts
.endproc

.segment "READ_EXPONENT"

; read_exponent -- the signed digits behind an E
; Out    exponent, -100..100
; Uses   A, X, Y
; An E alone is an exponent of 0. Three digits and more count as 100, which is enough for OVERFLOW,
; or for 0 behind a minus. CHRGET keeps Y, which holds the sign meanwhile.
.proc read_exponent
        ldy #0
        jsr CHRGET
        bcc @digits
        cmp #'+'
        beq @sign
        cmp #TOK_PLUS
        beq @sign
        cmp #'-'
        beq @negative
        cmp #TOK_MINUS
        bne @end
@negative:
        dey                     ; $FF: INY makes it 0 at the end
@sign:
        jsr CHRGET
        bcs @end
@digits:
        and #$0F
        sta divisor             ; the digit
        lda exponent
        cmp #10                 ; there are two digits already
        bcs @huge
        asl a                   ; times ten as above; C=0 all along
        asl a
        adc exponent
        asl a
        adc divisor
        bcc @store              ; always
@huge:
        lda #100                ; out of every range
@store:
        sta exponent
        jsr CHRGET
        bcc @digits
@end:
        iny                     ; 0 behind a minus
        bne @done
        lda #0                  ; C=1: CHRGET has met something other than a digit
        sbc exponent
        sta exponent
@done:
        rts
.endproc

.segment "SCALE"

; scale -- FAC = FAC * 10 ^ A, A signed; a step for each power, each rounded, as V2's
; Uses   A, X, Y, ARG, decimals
; A table of powers would be faster and more exact, but numbers would then differ from V2's in the
; last place, and with them what programs print and compare.
.proc scale
        sta decimals            ; counts to 0 from either side
        tax
        beq @done
        bpl @up
@down:
        jsr num_over_ten
        inc decimals
        bne @down
        rts
@up:
        jsr num_times_ten
        dec decimals
        bne @up
@done:
        rts
.endproc

.segment "NUM_TIMES_TEN"

; num_times_ten -- FAC = FAC * 10
; In     FAC, ARG     Out    FAC
; Uses   A, X, Y, ARG     Keeps  -
; x * 4 + x by one addition, as a factor of 4 is 2 more in the exponent; and twice that is 1 more.
; Both x are the same: num_to_arg rounds FAC before it copies it.
.proc num_times_ten
        lda FACEXP
        beq @done
        jsr num_to_arg
        lda #0
        sta ARGOV
        clc
        lda FACEXP
        adc #2
        bcs @overflow
        sta FACEXP
        jsr num_add_wide
        inc FACEXP              ; twice that
        beq @overflow
@done:
        rts
@overflow:
        jmp num_overflow
.endproc

        entry $BAF9
num_ten: .byte $84, $20, $00, $00, $00

        entry $BAFE

; num_over_ten -- FAC = FAC / 10, without the sign: books say so of the entry $BAFE
; In     FAC, ARG     Out    FAC
; Uses   A, X, Y, ARG     Keeps  -
; A division, as 0.1 has no exact mantissa: ten times the result would not always be the number
; again.
num_over_ten:
        lsr FACSGN              ; bit 7 becomes 0: positive
        jsr num_to_arg
        jmp divide_by_ten

.segment "DIVIDE_BY_TEN"

divide_by_ten:
        lda #<num_ten
        ldy #>num_ten
        jsr num_load
        jmp num_divide

        entry $BD7E

; num_add_digit -- FAC = FAC + A
; In     A       -128..127
; Out    FAC
; Uses   A, X, Y, ARG     Keeps  -
; V2's LOG adds a number's exponent by it as well: hence the negative numbers.
.proc num_add_digit
        pha
        jsr num_to_arg
        pla
        jsr num_from_signed_byte
        jmp num_add
.endproc

        entry $BDDD

; num_text -- FAC as text: blank or minus, number, 0
; num_text_at -- the same at FBUFFR - 1 + Y
; In     FAC, ARG; Y
; Out    A (low), Y  FBUFFR
; Uses   A, X, Y, FAC, ARG, TEMPF2     Keeps  -
; First nine digits and the place of the point, then the text with as few of them as say the same.
; The text lies at the bottom of the stack's page, STR$ puts it one byte lower, at $FF: so the
; stores are absolute, as a zero-page address with an index would stay in page 0.
num_text:
        ldy #1
        entry_within $BDDF
.proc num_text_at
        tya
        tax
        lda #' '
        bit FACSGN
        bpl @positive
        lda #'-'
@positive:
        sta a:FBUFFR - 1,x
        inx
        lda #0
        sta FACSGN
        lda FACEXP
        bne @number
        lda #' '                ; 0 has no sign, whatever FACSGN holds
        sta a:FBUFFR - 2,x
        lda #'0'
        sta a:FBUFFR - 1,x
        inx
        bne text_end            ; always
@number:
        stx text_place
        jsr nine_digits
        jmp place_point
.endproc

; text_end -- end the text at FBUFFR - 1,x
; In     X     Out    A (low), Y  FBUFFR     Uses   flags     Keeps  X
; The 0 that ends it is the address's low byte, too.
text_end:
        lda #0
        sta a:FBUFFR - 1,x
        tay
        iny                     ; A and Y: $0100, which is FBUFFR
        rts

.segment "NINE_DIGITS"

; nine_digits -- FAC as nine digits
; In     FAC       positive
; Out    digits    as numbers, with zeros before an integer; first: past those
;        exponent  places before the point
; Uses   A, X, Y, ARG, FAC
digits = FBUFFR + 16
; The number is multiplied or divided by ten until its whole part has nine digits. That part is an
; integer, from which the digits are counted off. `exponent` begins with nine places before the
; point and follows each step the other way.
; Most numbers are whole and below a billion: they need no step at all and are not rounded.
.proc nine_digits
        lda #DIGITS
        sta exponent
        lda FACEXP
        cmp #$81                ; below 1: small numbers begin with nine places at once
        bcc @fraction
        lda #<billion
        ldy #>billion
        jsr num_compare_at
        bpl @large
        jsr num_to_arg          ; num_truncate spoils FAC
        jsr num_truncate
        beq @integer            ; whole
        jsr num_from_arg
        jmp @small
@fraction:
        lda #<billion
        ldy #>billion
        jsr num_multiply_at
        lda #0                  ; nine places were gained, so none is before the point
        sta exponent
@large:
        lda #<nine_high         ; more than nine digits: down by tens
        ldy #>nine_high
        jsr num_compare_at
        beq @integer            ; the bound itself is not rounded, as in V2
        bmi @small
        jsr num_over_ten
        inc exponent
        jmp @large
@small:
        lda #<nine_low          ; fewer: up by tens
        ldy #>nine_low
        jsr num_compare_at
        beq @times_ten
        bpl @sized
@times_ten:
        jsr num_times_ten       ; the lower bound itself goes up, too
        dec exponent
        jmp @small
@sized:
        jsr num_add_half        ; rounds, as num_floor cuts off
@integer:
        jsr num_floor
        ldx #0
        jsr write_digits
        ldy #0
@zero:
        lda digits,y
        bne @first
        dec exponent
        iny
        bne @zero               ; always: not all are 0
@first:
        sty first
        rts
.endproc

.segment "WRITE_DIGITS"

; write_digits -- the integer FACHO in places, each as often as it fits
; In     X       0, or TIMES for hours, minutes and seconds
; Out    digits
; Uses   A, X, Y, FACHO, first
; No division: a place's value is subtracted as often as it fits, nine times at most, which gives
; the digit. X goes through the table, Y counts, and `first` holds the digit's place meanwhile.
.proc write_digits
        ldy #0
@digit:
        sty first
        ldy #0
@look:
        lda FACHO               ; from the highest byte: mostly the first one decides
        cmp places,x
        bne @compared
        lda FACHO + 1
        cmp places + 1,x
        bne @compared
        lda FACHO + 2
        cmp places + 2,x
        bne @compared
        lda FACHO + 3
        cmp places + 3,x
@compared:
        bcc @counted            ; the place's value does not fit any more; else C=1 for SBC
        .repeat 4, byte
        lda FACHO + 3 - byte
        sbc places + 3 - byte,x
        sta FACHO + 3 - byte
        .endrepeat
        iny
        bne @look               ; always
@counted:
        tya                     ; how often it fitted: the digit
        ldy first
        sta digits,y
        inx
        inx
        inx
        inx
        iny
        cpx #TIMES
        beq @done
        cpx #TIMES + 4 * CLOCK_DIGITS
        bne @digit
@done:
        rts
.endproc

.segment "PLACES"

; Four bytes per place, high bytes first, for numbers and for the clock: so one routine writes both.
; The clock has 216,000 jiffies to the hour and 3,600 to the minute.
places:                         ; 100,000,000 to 1
        .byte $05, $F5, $E1, $00
        .byte $00, $98, $96, $80
        .byte $00, $0F, $42, $40
        .byte $00, $01, $86, $A0
        .byte $00, $00, $27, $10
        .byte $00, $00, $03, $E8
        .byte $00, $00, $00, $64
        .byte $00, $00, $00, $0A
        .byte $00, $00, $00, $01
TIMES = * - places              ; ten hours to a second, in jiffies
        .byte $00, $20, $F5, $80
        .byte $00, $03, $4B, $C0
        .byte $00, $00, $8C, $A0
        .byte $00, $00, $0E, $10
        .byte $00, $00, $02, $58
        .byte $00, $00, $00, $3C

.segment "PLACE_POINT"

; place_point -- the digits as a decimal, with an exponent where they must
; In     digits, exponent  places before the point, first
; Out    A (low), Y        the text
; Uses   A, X, Y, decimals, pointed
; X writes the text, Y reads the digits, and `decimals` counts to the point. Up to nine places
; before the point, or one zero behind it, do without an exponent, as in V2.
.proc place_point
        ldy #DIGITS             ; leave out the zeros at the end
@zeros:
        lda digits - 1,y
        bne @significant
        dey
        bne @zeros
@significant:
        sty pointed             ; where the digits to be shown end
        lda #0
        sta divisor             ; no exponent
        lda exponent
        cmp #DIGITS + 1
        bcc @plain
        ; Places before the point, as an unsigned number: 255 is -1, for 0.01. Everything from 10
        ; to 254 has an exponent.
        cmp #PLACES_LEAST
        bcs @plain
        sec
        sbc #1                  ; one place stays before the point
        sta divisor
        lda #1
@plain:
        ; `decimals` counts down: digits before the point as long as it is above 0.  Below 0 so
        ; many zeros follow the point.
        sta decimals
        ldx text_place
        ldy first
        lda decimals
        beq @point
        bpl @digit
@point:
        lda #'.'
        sta a:FBUFFR - 1,x
        inx
        bit decimals
        bpl @digits             ; 0: the digits follow at once
@nought:
        lda #'0'
        sta a:FBUFFR - 1,x
        inx
        inc decimals
        bne @nought
@digits:                        ; behind the point: as far as there are any
        cpy pointed
        bcs @end
@digit:
        lda digits,y
        ora #'0'
        sta a:FBUFFR - 1,x
        inx
        iny
        dec decimals
        beq @before_point
        bpl @digit              ; before the point zeros at the end count, too
        bmi @digits             ; always
@before_point:
        cpy pointed             ; a point only if a digit comes behind it
        bcc @point
@end:
        lda divisor
        beq @done
        jsr write_exponent
@done:
        jmp text_end
.endproc

.segment "WRITE_EXPONENT"

; write_exponent -- E, sign, two digits
; In     A       exponent
; Out    X       behind it
; Always two digits, as V2 writes them. X points at the E all along; only in the end it moves on.
.proc write_exponent
        tay
        lda #'E'
        sta a:FBUFFR - 1,x
        lda #'+'
        cpy #$80                ; a positive one
        bcc @sign
        tya
        eor #$FF
        tay
        iny                     ; its amount: two's complement
        lda #'-'
@sign:
        sta FBUFFR,x            ; the sign
        tya
        ldy #'0'                ; counted up by tens: the tens' digit
@tens:
        cmp #10
        bcc @units
        sbc #10                 ; C=1 before and after
        iny
        bcs @tens               ; always
@units:
        ora #'0'
        sta FBUFFR + 2,x
        tya
        sta FBUFFR + 1,x
        inx
        inx
        inx
        inx
        rts
.endproc

; -- the clock -----------------------------------------------------------------------

.segment "CLOCK_TEXT"

; clock_text -- TI$ as a string
; In     TIME     Out    the value, a string     Keeps  -
; Uses   A, X, Y, flags; FAC, COUNT, DEFPNT, DSCPNT, FBUFPT, FORPNT, FRETOP, INDEX, INDEX2,
;        LASTPT, LOWTR, SGNFLG, TEMPPT, VALTYP
; Each TI$ is a new string: the text comes to where numbers become text, and is copied as STR$'s is.
clock_text:
        jsr clock_fac
        jsr clock_digits
        jmp string_buffer

        entry $BE68

; clock_digits -- the integer FACHO, jiffies, as hours, minutes and seconds
; In     FACHO     Out    six digits and a 0 at FBUFFR - 1; A (low), Y  FBUFFR
; Keeps  -     Uses   X, flags; FAC, SGNFLG
; Hours, minutes and seconds are places like others, only with values of their own. write_digits
; leaves them as numbers, which become characters on their way to $FF.
.proc clock_digits
        ldx #TIMES
        jsr write_digits
        ldx #CLOCK_DIGITS - 1
@digit:
        lda digits,x
        ora #'0'
        sta a:FBUFFR - 1,x
        dex
        bpl @digit
        ldx #CLOCK_DIGITS
        jmp text_end
.endproc

        entry $BF04

; text_finish -- the character in A and a 0 at FBUFFR - 1 + Y
; In     A, Y     Out    A (low), Y  FBUFFR     Uses   flags     Keeps  X
; The end of V2's conversion to text, for programs that have made the digits themselves.
text_finish:
        sta a:FBUFFR - 1,y
        lda #0
        sta FBUFFR,y
        ldy #>FBUFFR
        rts

.segment "CLOCK_SET"

; clock_set -- TI$ = six digits
; In     INDEX   where they are
; Out    -     Keeps  -     Uses   A, X, Y, flags; FAC, ARG, SGNFLG, TIME
; Each digit adds its place's jiffies so many times, all in integers; that they are six has been
; tested before. The highest byte of a row is always 0, so three are added.
.proc clock_set
        ldy #0
        sty FACHO + 1
        sty FACHO + 2
        sty FACHO + 3
        ldx #TIMES              ; the jiffies of one of each digit, four bytes a row
@digit:
        lda (INDEX),y
        sec
        sbc #'0'
        cmp #10                 ; digits only: what was below '0' is 208 and more
        bcs @bad
        sta divisor             ; so many times the row is added
@add:
        dec divisor
        bmi @next
        clc
        .repeat 3, byte
        lda FACHO + 3 - byte
        adc places + 3 - byte,x
        sta FACHO + 3 - byte
        .endrepeat
        bcc @add                ; C=1 from 78 hours on, where 24 bits end: no time of day
@next:
        inx
        inx
        inx
        inx                     ; the next row
        iny
        cpy #CLOCK_DIGITS
        bne @digit
        ldy FACHO + 1           ; 24 bits, as the KERNAL's clock has them
        ldx FACHO + 2
        lda FACHO + 3
        jmp SETTIM
@bad:
        jmp err_quantity
.endproc
