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

        entry $BC5B
        sta INDEX2
        entry_within $BC5D      ; as num_compare_at, but the low byte is in INDEX2
        jmp num_compare_high

        place $FB3F             ; within one page: each NEXT compares

; num_compare_at -- A = $FF, 0 or 1 as FAC, rounded, is less than, equal to or greater than the
; number in memory
; In     A (low), Y  where
; Out    A with its flags
; Keeps  X, FAC, ARG       Uses  Y, INDEX2
num_compare_at:
        sta INDEX2
.proc num_compare_high
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
        bne @differ             ; C says which one is larger, as after each of them
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
        jmp num_sign_of
@zero:
        lda (INDEX2),y
        eor #$80
        jmp num_sign_of
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
        asl a                   ; C=1: positive
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
        jsr block_up
        ldx INDEX2              ; V2 leaves where the block begins now, a page lower
        stx TEMPF1 + 1
        ldx INDEX2 + 1
        dex
        stx TEMPF1 + 2
        ldx #0
        rts
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
; In     X  logical number; A     Out    C=0: A as it was; C=1: A = error
; Keeps  -     Uses  A, X, Y, flags
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
