; Running the program: the statement loop and the statements that steer it.
.include "basic.inc"
.include "kernal.inc"

.segment "RUN_TABLES"

text_break: .byte CR, "BREAK", 0

.segment "RUN_NEXT"

; run_next -- run on behind the statement at TXTPTR
; In     TXTPTR  at the colon or the 0 that ends a statement
; Noreturn  the statement loop
.proc run_next
        jsr STOP                ; before each statement, so that any program can be stopped
        beq @stop
        ldy #0
        ldx TXTPTR + 1
        ; In direct mode the text is the buffer of the line, which CONT could not go back to.
        cpx #>BUF
        beq @direct
        lda TXTPTR              ; for CONT
        sta OLDTXT
        stx OLDTXT + 1
@direct:
        lda (TXTPTR),y
        bne @colon
        ldy #2
        lda (TXTPTR),y
        ; the high byte of the link: 0 behind the last line
        beq @end                ; no next line
        iny
        lda (TXTPTR),y
        sta CURLIN
        iny
        lda (TXTPTR),y
        sta CURLIN + 1
        clc
        lda TXTPTR
        adc #4                  ; over link and line number, to the byte before the text
        sta TXTPTR
        bcc @gone
        inc TXTPTR + 1
        bcs @gone
@colon:
        cmp #':'
        bne @syntax
@gone:
        jmp (IGONE)
@syntax:
        jmp err_syntax
@end:
        jmp main_ready
@stop:
        jsr run_remember
        jmp run_break
.endproc

; run_gone -- run the next statement, by way of the vector IGONE
; In     -     Noreturn  the statement loop
        entry $A7E1
run_gone:
        jmp (IGONE)

        entry_within $A7E4


; run_statement -- run the statement behind TXTPTR, then go on (what IGONE points at)
; run_given -- the same for the token that CHRGET has fetched
; In     TXTPTR     Noreturn  the statement loop
run_statement:
        jsr CHRGET
        entry_within $A7E7
run_given:
        jsr run_dispatch
        jmp run_next

        entry $A7ED

; run_dispatch -- jump to the statement whose token is in A
; In     A, flags  as CHRGET left them
; Out    the statement is entered with CHRGET done for what follows its keyword
; Keeps  -     Uses   A, X, Y, flags; what an expression uses
.proc run_dispatch
        beq @nothing            ; an empty statement: two colons
        cmp #$80
        bcc @assignment         ; no token: a variable's name
        cmp #TOK_GO
        beq @go
        sec
        sbc #$80
        cmp #STATEMENTS         ; functions and operators cannot begin a statement
        bcs @syntax
        tax
        lda statements_lo,x
        sta JUMP
        lda statements_hi,x
        sta JUMP + 1
        jsr CHRGET              ; the statement finds its first character in A, with flags
        jmp (JUMP)
@nothing:
        rts
@go:
        jmp go_to
@assignment:
        jmp st_let
@syntax:
        jmp err_syntax
.endproc

        entry $B113

; is_letter -- Out C=1: A is a letter     Keeps A, X, Y
; In     A     Uses   flags
.proc is_letter
        cmp #'A'
        bcc @no
        cmp #'Z' + 1
        bcc @yes
@no:
        clc
        rts
@yes:
        sec
        rts
.endproc

.segment "GO_TO"

; go_to -- the statement GO TO
; Uses   A, X, Y
.proc go_to
        jsr CHRGET
        lda #TOK_TO
        jsr need_char
        jmp st_goto
.endproc

.segment "RUN_REMEMBER"

; run_remember -- note the place for CONT, unless in direct mode
; In     TXTPTR     Out    -
; Uses   A, X
; Keeps  Y
.proc run_remember
        ldx TXTPTR + 1
        cpx #>BUF               ; a line typed in is overwritten by the next: CONT cannot go there
        beq @direct
        lda CURLIN
        sta OLDLIN
        lda CURLIN + 1
        sta OLDLIN + 1
        lda TXTPTR
        sta OLDTXT
        lda TXTPTR + 1
        sta OLDTXT + 1
@direct:
        rts
.endproc

.segment "RUN_BREAK"

; run_break -- print BREAK and the line; back to READY
; In     -     Noreturn  goes to READY
run_break:
        jsr CLRCHN
        lda #0
        sta CHANNL
        lda #<text_break
        ldy #>text_break
        jsr print_string
        jsr err_in_line
        jmp main_ready

.segment "ST_STOP"

; st_stop -- STOP
; In     Z  from CHRGOT     Noreturn  goes to READY with BREAK
st_stop:
        bne stop_no_end         ; text behind it: run_next finds no colon and says SYNTAX
        jsr run_remember
        pla
        pla
        jmp run_break

; st_end -- END
; In     Z  from CHRGOT     Noreturn  goes to READY
st_end:
        bne stop_no_end
        jsr run_remember
        pla
        pla
        jmp main_ready
stop_no_end:
        rts

        entry $A857

; st_cont -- CONT
; In     Z  from CHRGOT     Out    -     Keeps  -     Uses   A, X, Y, flags; CURLIN, TXTPTR
.proc st_cont
        bne @done
        ldx #ERR_CONTINUE
        ldy OLDTXT + 1          ; 0: there was no stop, or the program has changed
        bne @known
        jmp err_raise
@known:
        lda OLDTXT
        sta TXTPTR
        sty TXTPTR + 1
        lda OLDLIN
        sta CURLIN
        lda OLDLIN + 1
        sta CURLIN + 1
@done:
        rts
.endproc

.segment "ST_RUN"

; st_run -- RUN [line]
; In     Z  from CHRGOT, TXTPTR     Out    -     Keeps  -
; Uses   A, X, Y, flags; what an expression uses
.proc st_run
        php                     ; Z is needed behind SETMSG
        lda #0                  ; a running program loads without messages
        jsr SETMSG
        plp
        bne @line
        jmp run_clear
@line:
        jsr run_clear_only      ; empties the stack: no way back but
        jsr CHRGOT              ; the statement loop
        jsr st_goto
        jmp run_next
.endproc

.segment "ST_GOTO"

; st_goto -- GOTO line
; In     A, C  as CHRGET left them, TXTPTR     Out    -
; Uses   A, X, Y, LINNUM, LOWTR     Keeps  -
.proc st_goto
        jsr line_number
        ldx CURLIN + 1
        inx                     ; CURLIN + 1 = $FF is direct mode
        beq @start              ; direct mode
        lda CURLIN
        cmp LINNUM
        lda CURLIN + 1
        ; Lines are sorted: only for an earlier line the search begins at the start.
        sbc LINNUM + 1
        bcs @start
        jsr line_length         ; a later line: from the next one on
        tya
        ldx TXTPTR + 1
        sec
        adc TXTPTR
        bcc @page
        inx
@page:
        jsr line_find_from
        bcs @found
        bcc @undefined
@start:
        jsr line_find
        bcc @undefined
@found:
        lda LOWTR               ; the byte before the line ends the one before
        sbc #1                  ; C=1
        sta TXTPTR
        lda LOWTR + 1
        sbc #0
        sta TXTPTR + 1
        rts
@undefined:
        ldx #ERR_UNDEFD
        jmp err_raise
.endproc

.segment "ST_IF"

; st_if -- IF value THEN statement, IF value THEN line, IF value GOTO line
; In     CHRGOT done
; Out    a value of 0 (or an empty string) goes on with the next line
; Keeps  -     Uses   A, X, Y, flags; what an expression uses
.proc st_if
        jsr eval
        jsr CHRGOT
        cmp #TOK_GOTO
        beq @test
        lda #TOK_THEN
        jsr need_char
@test:
        lda FACEXP
        bit VALTYP
        bpl @decide
        jsr str_free            ; a string is true unless it is empty
@decide:
        tax                     ; sets Z: 0 is false, everything else true
        bne @true
        jmp st_rem              ; to the end of the line
@true:
        jsr CHRGOT
        bcs @statement          ; C=0: a digit, so a line number
        jmp st_goto
@statement:
        jmp run_dispatch
.endproc

        entry $A93B
; st_rem, st_data -- on to the end of the line, or of the statement
; In     TXTPTR     Out    -     Keeps  -     Uses   A, X, Y, flags; ENDCHR, TXTPTR
st_rem:
        jsr line_length
        jmp text_add

        entry $A8F8
st_data:
        jsr statement_length
        entry_within $A8FB
; text_add -- TXTPTR = TXTPTR + Y
; In     Y     Out    TXTPTR
; Uses   A
; Keeps  X, Y
.proc text_add
        tya
        clc
        adc TXTPTR
        sta TXTPTR
        bcc @done
        inc TXTPTR + 1
@done:
        rts
.endproc

        entry_within $A906
; statement_length, line_length -- Y = bytes from TXTPTR to the end of statement or line
; In     TXTPTR     Out    Y
; Keeps  TXTPTR       Uses  A, X, ENDCHR
statement_length:
        ldx #':'
        .byte $2C               ; BIT abs: skips the next two bytes
        entry_within $A909
line_length:
        ldx #0
.proc measure
        stx ENDCHR
        ldy #$FF
@next:
        iny
        lda (TXTPTR),y
        beq @done
        cmp #'"'                ; a colon in quotes ends nothing
        bne @plain
@quoted:
        iny
        lda (TXTPTR),y
        beq @done
        cmp #'"'
        bne @quoted
        beq @next               ; always
@plain:
        cmp ENDCHR              ; 0 for a line: found above already, so only the end counts
        bne @next
@done:
        rts
.endproc

        entry $A642

; st_new -- NEW: no program
; In     -     Out    -     Keeps  -
; Uses   A, X, Y, flags; ARYTAB, DATPTR, FRETOP, STREND, SUBFLG, TEMPPT, TXTPTR, VARTAB
st_new:
        bne no_end
        entry_within $A644
; run_new -- the same without looking at the text
; In     -     Out    -     Keeps  -
; Uses   A, X, Y, flags; ARYTAB, DATPTR, FRETOP, STREND, SUBFLG, TEMPPT, TXTPTR, VARTAB
.proc run_new
        ldy #0
        tya
        sta (TXTTAB),y
        iny
        sta (TXTTAB),y
        clc
        lda TXTTAB
        adc #2
        sta VARTAB
        lda TXTTAB + 1
        adc #0
        sta VARTAB + 1
        ; falls through
.endproc

        entry_within $A659
; run_clear -- to the start of the program, and CLR
; In     -     Out    the stack is empty but for the return address
; Keeps  -     Uses   A, X, Y, flags; ARYTAB, DATPTR, FRETOP, STREND, SUBFLG, TEMPPT, TXTPTR
run_clear:
        jsr text_start
        lda #0                  ; Z=1
; falls through

        entry_within $A65E
; st_clr -- CLR
; In     Z  from CHRGOT     Out    -     Keeps  -
; Uses   A, X, Y, flags; ARYTAB, DATPTR, FRETOP, STREND, SUBFLG, TEMPPT
st_clr:
        bne no_end
        entry_within $A660
; run_clear_only -- CLR: forget variables, strings, open files, CONT
; In     -     Out    -     Uses   A, X, Y     Keeps  -
.proc run_clear_only
        jsr CLALL
        lda MEMTOP_B
        sta FRETOP
        lda MEMTOP_B + 1
        sta FRETOP + 1
        lda VARTAB
        ldy VARTAB + 1
        sta ARYTAB
        sty ARYTAB + 1
        sta STREND
        sty STREND + 1
        jsr st_restore
        ; falls through
.endproc

        entry_within $A67A
; stack_clear -- empty the CPU's stack but for the return address, and the temporary strings
; In     -     Out    S  one return address
; Uses   A, X, Y     Keeps  -
stack_clear:
        ldx #TEMPST
        stx TEMPPT
        pla                     ; the return address is all that is kept
        tay
        pla
        ldx #STACK_START
        txs
        pha
        tya
        pha
        lda #0
        sta SUBFLG
        sta OLDTXT + 1
no_end:                         ; more text behind it: a SYNTAX error in run_next
        rts

        entry $B824

; st_poke -- POKE address, byte
; In     TXTPTR     Out    -     Keeps  -     Uses   A, X, Y, flags; what an expression uses
.proc st_poke
        jsr eval_word_byte
        txa
        ldy #0
        sta (LINNUM),y
        rts
.endproc

.segment "ST_SYS"

; st_sys -- SYS address, registers from and to SAREG-SPREG
; In     TXTPTR     Out    -     Keeps  -     Uses   A, X, Y, flags; what an expression uses
st_sys:
        jsr eval_word
; run_sys -- the same for the address in LINNUM
; In     LINNUM     Out    -     Keeps  -     Uses   A, X, Y, flags; what it jumps to uses
.proc run_sys
        ; The routine's RTS comes to @back; JMP (LINNUM) has no way back of its own.
        lda #>(@back - 1)
        pha
        lda #<(@back - 1)
        pha
        lda SPREG
        pha
        lda SAREG
        ldx SXREG
        ldy SYREG
        plp                     ; the flags SPREG names, just before the jump
        jmp (LINNUM)
@back:
        php
        sta SAREG
        stx SXREG
        sty SYREG
        pla
        sta SPREG
        rts
.endproc
