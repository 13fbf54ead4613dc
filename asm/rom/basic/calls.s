; What programs in machine code call inside BASIC (entries.s) and BASIC itself has no use for in
; that shape: the same results in the registers and places that the books give.
.include "basic.inc"
.include "lowmem.inc"
.include "kernal.inc"

        entry $BA8C

; call_conupk -- ARG = number in memory, ready to be added, multiplied or divided
; In     A (low), Y  where
; Out    A = FACEXP with its flags, ARISGN
; Keeps  X       Uses  Y, INDEX
.proc call_conupk
        jsr num_load_arg
        lda FACSGN
        eor ARGSGN
        sta ARISGN
        lda FACEXP
        rts
.endproc

.segment "NUM_COMPARE_AT"

; num_compare_at -- A = $FF, 0 or 1 as FAC, rounded, is less than, equal to or greater than the
; number in memory
; In     A (low), Y  where
; Out    A with its flags
; Keeps  X, FAC, ARG       Uses  Y, INDEX2
.proc num_compare_at
        sta INDEX2
        sty INDEX2 + 1
        ldy #0
        lda (INDEX2),y
        beq @sign               ; with 0: FAC's sign
        iny
        lda FACEXP
        beq @zero
        lda (INDEX2),y
        eor FACSGN              ; bit 7: the signs differ, so the sign decides
        bmi @sign
        dey
        lda (INDEX2),y
        cmp FACEXP
        bne @differ
        iny
        lda (INDEX2),y
        ora #$80                ; the leading bit, which memory has replaced by the sign
        cmp FACHO
        bne @differ
        iny
        lda (INDEX2),y
        cmp FACHO + 1
        bne @differ
        iny
        lda (INDEX2),y
        cmp FACHO + 2
        bne @differ
        iny
        lda #$7F                ; borrows where rounding would add
        cmp FACOV
        lda (INDEX2),y
        sbc FACHO + 3
        beq @done
@differ:
        ror a                   ; C=1, memory is farther from 0: to bit 7
        eor FACSGN
        jmp @by_sign
@zero:
        lda (INDEX2),y
        eor #$80
@by_sign:
        asl a
        lda #$FF
        bcs @done
        lda #1
@done:
        rts
@sign:
        jmp num_sign
.endproc

.segment "FLOAT_SIGNED"

; float_signed -- FAC = integer FACHO (high), FACHO + 1, signed
; float_word   -- the same without a sign, or with the sign in C: 1 positive
; float_long   -- FAC = integer FACHO to FACHO + 3, its sign in C: 1 positive, else negative
;                 numbers are two's complements
; In     X       exponent of the highest bit: EXP_WORD, EXP_LONG or what the scale asks for
; Out    FAC     Uses   A, X, Y, flags     Keeps  -
float_signed:
        lda FACHO
        eor #$FF
        asl a
float_word:
        lda #0
        sta FACHO + 2
        sta FACHO + 3
.proc float_long
        lda #0
        rol a
        eor #1
        lsr a                   ; num_from_int has C the other way round
        jmp num_from_int
.endproc

.segment "CHECK_TYPE"

; check_type -- TYPE MISMATCH unless the value is a string (C=1) or a number (C=0)
; In     C     Out    -
; Keeps  A, X, Y     Uses   flags
.proc check_type
        bcs @string
        jmp must_be_number
@string:
        jmp must_be_string
.endproc

        entry $B487

; string_at -- the text at A (low), Y up to a quote or a 0 as the value
; string_ended -- up to CHARAC, ENDCHR or a 0
; In     A, Y; CHARAC, ENDCHR
; Out    VALTYP, FACHO + 2 its descriptor
; Uses   A, X, Y, INDEX, INDEX2, FBUFPT     Keeps  -
string_at:
        ldx #'"'
        stx CHARAC
        stx ENDCHR
        entry_within $B48D
.proc string_ended
        sta INDEX2
        sty INDEX2 + 1
        ldy #0
@next:
        lda (INDEX2),y
        beq @end
        cmp CHARAC
        beq @end
        cmp ENDCHR
        beq @end
        iny
        bne @next
@end:
        tya
        jmp str_of_text
.endproc

.segment "STR_ALLOC"

; str_alloc -- room for the body of a string; str_alloc_like -- FACHO + 2 goes to DSCPNT before
; In     A       length
; Out    A       length, X (low), Y the place; both in FAC to FAC + 2, the place in FRESPC
; Uses   INDEX, INDEX2     Keeps  -
str_alloc_like:
        ldx FACHO + 2
        stx DSCPNT
        ldx FACHO + 3
        stx DSCPNT + 1
.proc str_alloc
        jsr str_room
        lda FAC
        ldx FAC + 1
        ldy FAC + 2
        stx FRESPC
        sty FRESPC + 1
        rts
.endproc

        entry $B688

; string_copy -- A bytes from X (low), Y to FRESPC, which moves behind them
; In     A  length;  X (low), Y  where     Out    -
; Uses   A, Y, INDEX
; Keeps  X
.proc string_copy
        stx INDEX
        sty INDEX + 1
        pha
        tay
        beq @moved
@byte:
        dey
        lda (INDEX),y
        sta (FRESPC),y
        tya
        bne @byte
@moved:
        pla
        clc
        adc FRESPC
        sta FRESPC
        bcc @done
        inc FRESPC + 1
@done:
        rts
.endproc

        entry $B782

; string_length -- the string's length; it is freed
; In     FAC
; Out    A, Y with their flags; VALTYP number
; Uses   X, INDEX     Keeps  -
.proc string_length
        jsr free_string
        ldx #0
        stx VALTYP
        tay
        rts
.endproc

        entry $B6A3

; free_string -- the value, a string, is not needed any more
; free_value -- the same, when it is known to be a string
; free_at -- the same for the descriptor at A (low), Y
; In     A, Y; FAC
; Out    A       length
;        X (low), Y  the body, also in INDEX
; Keeps  -     Uses   A, X, Y, flags; FAC, FRETOP, INDEX, LASTPT, TEMPPT
free_string:
        jsr must_be_string
        entry_within $B6A6
free_value:
        lda FACHO + 2
        ldy FACHO + 3
        entry_within $B6AA
.proc free_at
        jsr str_free_at
        ldx INDEX
        ldy INDEX + 1
        rts
.endproc

.segment "STOP_CHECK"

; stop_check -- BREAK if the STOP key is down
; In     TXTPTR     Out    -     Keeps  -     Uses   A, X, Y, flags
.proc stop_check
        jsr STOP
        bne @done
        jsr run_remember
        ldx #STACK_START
        txs
        jmp run_break
@done:
        rts
.endproc

.segment "STOP_OR_END"

; stop_or_end -- the statements STOP (C=1) and END (C=0), flags Z as CHRGET leaves them
; In     C; TXTPTR     Out    -     Keeps  -     Uses   A, X, Y, flags; FAC, INDEX, SGNFLG
.proc stop_or_end
        bcc @end
        jmp st_stop
@end:
        jmp st_end
.endproc

.segment "IO_CHECK"

; io_check -- the KERNAL's error A if C=1; 0 is STOP
; In     A, C  as the KERNAL gave them     Out    -
; Keeps  A, X, Y where there is none     Uses   flags
.proc io_check
        bcc @done
        tax
        beq @break
        jmp err_raise
@break:
        ldx #STACK_START
        txs
        jmp run_break
@done:
        rts
.endproc

        entry $A3BF

; block_move -- move the bytes from LOWTR up to TEMPF2 - 2 (excluded), to end at TEMPF1 + 1
; In     INDEX, INDEX2, LOWTR
; Out    Y = 0
; Uses   A, X, INDEX, INDEX2     Keeps  -
.proc block_move
        ldx #1
@byte:
        lda TEMPF2 - 2,x
        sta INDEX,x
        lda TEMPF1 + 1,x
        sta INDEX2,x
        dex
        bpl @byte
        jmp block_up
.endproc

.segment "STACK_ROOM"

STACK_MARGIN = 62               ; what V2 keeps for itself

; stack_room -- OUT OF MEMORY unless twice A bytes are free on the CPU's stack
; In     A     Out    -
; Uses   A, X, INDEX
; Keeps  Y
.proc stack_room
        asl a                   ; twice A, as the stack is counted in words there
        bcs @none
        adc #STACK_MARGIN
        bcs @none
        sta INDEX
        tsx
        cpx INDEX
        bcc @none
        rts
@none:
        jmp mem_out
.endproc

        entry $E20E

; comma_and_more -- SYNTAX error unless a comma is there, and something behind it
; In     TXTPTR
; Out    CHRGET done
; Keeps  -     Uses   A, X, Y, flags
.proc comma_and_more
        jsr need_comma
        entry_within $E211      ; without the comma
        jsr CHRGOT
        branch BEQ_OPCODE, no_more
        rts
.endproc

.segment "ENTRY_E21C"
no_more:
        jmp err_syntax

        entry $E4AD

; channel_out -- CHKOUT that keeps A
; In     X  logical number     Out    C=1: A = error
; Keeps  A without an error     Uses  X, Y, flags
.proc channel_out
        pha
        jsr CHKOUT
        bcs failed
        pla
        rts
failed: tax                     ; the error number, while PLA drops what A was
        pla
        txa
        rts
.endproc
