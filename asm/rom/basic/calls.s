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
; V2's arithmetic expects ARISGN and the flags of A behind this, and programs call it before one of
; V2's entries. Ours computes the sign itself, so num_load_arg alone is enough in BASIC.
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

; Each NEXT compares. At this place no branch of the routine crosses a page, which would take a
; cycle more each time.
        place $FB3F

; num_compare_at -- A = $FF, 0 or 1 as FAC, rounded, is less than, equal to or greater than the
; number in memory
; In     A (low), Y  where
; Out    A with its flags
; Keeps  X, FAC, ARG       Uses  Y, INDEX2
; Nothing is subtracted. Signs are compared first; where they are the same, exponents and bytes of
; the mantissa from the top, of which mostly the first decides. That says which amount is larger,
; and the sign what it means.
num_compare_at:
        sta INDEX2
.proc num_compare_high
        sty INDEX2 + 1
        ldy #0
        lda (INDEX2),y
        beq @sign               ; compared with 0, FAC's own sign is the answer
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
        bne @differ             ; here as above, C says which one is larger
        iny
        lda (INDEX2),y
        cmp FACHO + 2
        bne @differ
        iny
        lda #$7F                ; FAC counts as rounded: from $80 on CMP borrows, and SBC takes
        cmp FACOV               ; one unit more
        lda (INDEX2),y
        sbc FACHO + 3
        beq @done
@differ:
        ror a                   ; C=1, memory is farther from 0: to bit 7
        eor FACSGN
        jmp num_sign_of
@zero:                          ; 0 compared with a number: the opposite of that number's sign
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
; An integer is a mantissa that has not been normalised: with the exponent of its highest place it
; only has to be shifted. V2 passes the sign with C=1 for positive, num_from_int takes the opposite.
float_signed:
        lda FACHO
        eor #$FF
        asl a                   ; C=1: positive
float_word:
        lda #0
        sta FACHO + 2
        sta FACHO + 3
.proc float_long
        lda #0                  ; C through bit 0 of A, turned round there
        rol a
        eor #1
        lsr a
        jmp num_from_int
.endproc

.segment "IO_CHECK"

; io_check -- the KERNAL's error A if C=1; 0 is STOP
; In     A, C  as the KERNAL gave them     Out    -
; Keeps  A, X, Y where there is none     Uses   flags
; The KERNAL's numbers 1 to 9 are BASIC's first nine messages, so A needs no conversion. After STOP
; no error message follows, only BREAK, and nothing else would empty the stack.
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
; V2's interface to a move: start in $5F, end in $5A, new end in $58, both ends excluded. BASIC's
; own moves call block_up, which has the ends in INDEX and INDEX2.
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
        ldx INDEX2              ; V2 leaves X = 0, and in $58 where the block begins now, but a
        stx TEMPF1 + 1          ; page lower; programs take the new place from there
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
; S itself is the number of bytes below it, so it is compared with what is wanted and a margin.
; Beyond 255 there can be no room.
.proc stack_room
        asl a                   ; A counts words
        bcs @none
        adc #STACK_MARGIN       ; C=0
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
; A list of parameters may end behind any of them, but not behind a comma: that promises another.
; Programs that read such lists call it, and so does the entry of a file's name.
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
; The caller is about to print A. Where CHKOUT fails, A has to be the error instead, for io_check.
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
