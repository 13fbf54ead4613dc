; Running the program: the statement loop and the statements that steer it.
.include "basic.inc"
.include "kernal.inc"

        entry $A7AE

; run_next -- run on behind the statement at TXTPTR
; run_gone -- run the next statement, by way of the vector IGONE
; In     TXTPTR  at the colon or the 0 that ends a statement
; Noreturn  the statement loop
; Statements return here with TXTPTR where they stopped reading. A colon is another statement in the
; line, a 0 the end of the line, and anything else text that no statement wanted: SYNTAX.
run_next:
        jsr STOP                ; before each statement, so that any program can be stopped
        beq run_stopped
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
        bne run_colon
        ldy #2                  ; behind the 0: the high byte of the next line's link
        lda (TXTPTR),y
        beq run_ended           ; which is 0 behind the last line
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
        bcc run_gone
        inc TXTPTR + 1
        nop                     ; seldom run: the next entry has its place
        entry_within $A7E1
run_gone:
        jmp (IGONE)

        entry_within $A7E4
; run_statement -- run the statement behind TXTPTR, then go on (what IGONE points at)
; run_given -- the same for the token that CHRGET has fetched
; In     TXTPTR     Noreturn  the statement loop
; Statements are subroutines of run_given, so a plain RTS ends them. The return address also is what
; GOSUB and FOR count on: their frames lie on top of it or take its place (flow.s).
run_statement:
        jsr CHRGET
        entry_within $A7E7
run_given:
        jsr run_dispatch
        jmp run_next

        entry_within $A7ED
; run_dispatch -- jump to the statement whose token is in A
; run_token -- the same when there is one
; In     A, flags  as CHRGET left them
; Out    the statement is entered with CHRGET done for what follows its keyword
; Keeps  -     Uses   A, X, Y, flags; what an expression uses
; The statement's address goes onto the stack, and CHRGET is jumped to: its RTS enters the statement
; with A, C and Z of the next character, which most statements look at first.
run_dispatch:
        beq run_nothing         ; an empty statement: two colons
        entry_within $A7EF
run_token:
        asl a                   ; a token's bit 7 goes to C; what is left indexes addresses
        bcc @assignment         ; no token: a variable's name
        cmp #2 * STATEMENTS     ; functions and operators cannot begin a statement
        bcs @other
        tax
        lda statements + 1,x    ; high byte first, as JSR leaves it
        pha
        lda statements,x
        pha
        jmp CHRGET
@assignment:
        jmp st_let
@other:                         ; of all other tokens GO alone begins a statement
        cmp #<(2 * TOK_GO)
        bne run_syntax
        jmp go_to
run_colon:
        cmp #':'
        beq run_gone
run_syntax:
        jmp err_syntax
run_nothing:
        rts
run_stopped:
        pha                     ; two bytes for the return address that stop_here takes off:
        pha                     ; no statement has been called
        sec                     ; C=1: BREAK is printed
        jmp stop_here
run_ended:
        jmp main_ready

        entry $B113

; is_letter -- Out C=1: A is a letter     Keeps A, X, Y
; In     A     Uses   flags
; Names have unshifted letters alone: shifted ones are dropped or end a keyword (crunch.s).
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
; GO has a token at the end of the table, behind the functions. The keyword TO has to follow;
; between the two any number of blanks may stand.
.proc go_to
        jsr CHRGET
        lda #TOK_TO
        jsr need_char
        jmp st_goto
.endproc

.segment "RUN_BREAK"

; run_break -- print BREAK and the line; back to READY
; In     -     Noreturn  goes to READY
; Not an error: err_raise would empty the stack and forbid CONT. The channels go back first, or the
; message would land in a file.
run_break:
        jsr channel_end
        lda #<text_break
        ldy #>text_break
        jmp err_text

        entry $A82C

; stop_check -- STOP, if its key is down
; st_stop, st_end -- STOP, END
; In     Z  from CHRGOT; of stop_check TXTPTR
; Out    -     Keeps  -     Uses   A, X, Y, flags; FAC, INDEX, SGNFLG
; Noreturn  unless something follows the statement (run_next says SYNTAX then), or no key is down
; One piece of code for all three: C=1 stands for STOP, and the KERNAL's STOP leaves Z as CHRGOT
; does where no text follows. With its key down it leaves C=1, too.
; END comes here so that CONT can go on behind it.
stop_check:
        jsr STOP
        entry_within $A82F
st_stop:
        bcs :+
        entry_within $A831
st_end:
        clc
:       bne stop_no_end
stop_here:
        ; C says until the end which of the two it was: nothing in between changes it.
        ldx CURLIN + 1          ; $FF in direct mode, which CONT cannot go back to
        inx
        beq @direct
        lda CURLIN
        ldy CURLIN + 1
        sta OLDLIN
        sty OLDLIN + 1
        lda TXTPTR
        ldy TXTPTR + 1
        sta OLDTXT
        sty OLDTXT + 1
@direct:
        pla                     ; the statement's return address
        pla
        entry_within $A84B
        bcc @ready              ; END
        jmp run_break
@ready:
        jmp main_ready
stop_no_end:
        rts

        entry $A857

; st_cont -- CONT
; In     Z  from CHRGOT     Out    -     Keeps  -     Uses   A, X, Y, flags; CURLIN, TXTPTR
; Only text and line have to come back: variables, and loops on the stack, are still there. It
; returns to run_next, which runs on behind the statement where the program stopped.
.proc st_cont
        bne @done               ; text behind it: run_next says SYNTAX
        ldx #ERR_CONTINUE
        ldy OLDTXT + 1          ; 0, where no program lies: an error, CLR or a change of the
                                ; program has forbidden it (stack_clear)
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

        entry $A871

; st_run -- RUN [line]
; In     Z  from CHRGOT, TXTPTR     Out    -     Keeps  -
; Uses   A, X, Y, flags; what an expression uses
; Without a number run_clear sets TXTPTR before the first line, and RTS goes to the statement loop,
; which goes on there. With one, only CLR and a GOTO are left to do.
st_run:
        php                     ; Z is needed behind SETMSG
        lda #0                  ; a running program loads without messages
        jsr SETMSG
        plp
        bne @line
        jmp run_clear
@line:
        jsr run_clear_only      ; the stack is empty now, this statement's return address gone,
        jmp goto_next           ; so it goes on by a jump to the statement loop

        entry_within $A883
; st_gosub -- GOSUB line
; goto_next -- go on at the line whose number stands at TXTPTR
; In     TXTPTR     Noreturn  the statement loop
; The frame of five bytes lies on top of the statement's return address, to which RETURN goes in the
; end. With that address it is seven bytes, which stack_room counts as three words and its margin.
st_gosub:
        lda #GOSUB_WORDS
        jsr stack_room
        lda TXTPTR + 1          ; at the line number: RETURN skips it as DATA skips its text
        pha
        lda TXTPTR
        pha
        lda CURLIN + 1
        pha
        lda CURLIN
        pha
        lda #TOK_GOSUB
        pha
        entry_within $A897
goto_next:
        jsr CHRGOT
        jsr st_goto
        jmp run_next

        entry_within $A8A0
; st_goto -- GOTO line
; goto_start -- to the line LINNUM, looked for from the start of the program
; In     A, C  as CHRGET left them, TXTPTR     Out    -
; Uses   A, X, Y, LINNUM, LOWTR     Keeps  -
; Lines are sorted, so the search begins at the start of the program only for this line or an
; earlier one, else at the next line. In direct mode CURLIN is higher than any line: from the start.
st_goto:
        jsr line_number
        lda CURLIN              ; 16 bits: CMP sets the borrow for SBC
        cmp LINNUM
        lda CURLIN + 1
        sbc LINNUM + 1
        bcs goto_start          ; not behind this line
        jsr line_length         ; a later line: from the next one on
        tya
        sec
        adc TXTPTR              ; C=1: over the 0 at the end of the line
        ldx TXTPTR + 1
        bcc goto_from
        inx
        bcs goto_from           ; always
        nop                     ; never run: the next entry has its place
        entry_within $A8BC
goto_start:
        lda TXTTAB
        ldx TXTTAB + 1
goto_from:
        jsr line_find_from
        bcc undefined_line
        lda LOWTR               ; the byte before the line ends the one before
        sbc #1                  ; C=1
        sta TXTPTR
        lda LOWTR + 1
        sbc #0
        sta TXTPTR + 1
goto_done:
        rts

        entry_within $A8D2
; st_return -- RETURN: behind the last GOSUB; loops begun since are given up
; In     Z  from CHRGOT     Out    -     Keeps  -     Uses   A, X, Y, flags; CURLIN, FORPNT, TXTPTR
; frame_find looks for the loop of a variable in page $FF. There is none, so it passes over all
; loops and stops at what is no loop: a GOSUB's frame, or else there was no GOSUB.
st_return:
        bne goto_done           ; text behind it: run_next says SYNTAX
        lda #$FF
        sta FORPNT + 1
        jsr frame_find
        txs                     ; loops and this statement's return address are dropped
        cmp #TOK_GOSUB
        branch BEQ_OPCODE, return_frame
        entry_within $A8E0
        ldx #ERR_RETURN
        .byte $2C               ; BIT abs: skips the next two bytes
        entry_within $A8E3
undefined_line:
        ldx #ERR_UNDEFD
        jmp err_raise

        place $A8EB
return_frame:                   ; in the order opposite to st_gosub's
        pla                     ; the token
        pla
        sta CURLIN
        pla
        sta CURLIN + 1
        pla
        sta TXTPTR
        pla
        sta TXTPTR + 1          ; at the line number. st_data passes over it, and its RTS goes to
                                ; the return address of GOSUB, which lay below
        entry_within $A8F8
; st_data -- on to the end of the statement
; In     TXTPTR     Out    -     Keeps  -     Uses   A, X, Y, flags; ENDCHR, TXTPTR
; DATA as a statement does nothing; others use it to skip text, RETURN above and DEF its expression.
; It ends at the colon or 0 itself, where the statement loop wants TXTPTR.
st_data:
        jsr statement_length
        entry_within $A8FB
; text_add -- TXTPTR = TXTPTR + Y
; In     Y     Out    TXTPTR
; Uses   A
; Keeps  X, Y
; Behind statement_length or line_length: Y is what they have counted.
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
; A colon within quotes does not end a statement, so quoted text is passed over as a whole. A line
; goes through the same loop, with 0 for its colon.
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
        cmp #'"'
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

.segment "ST_IF"

; st_if -- IF value THEN statement, IF value THEN line, IF value GOTO line
; In     CHRGOT done
; Out    a value of 0 (or an empty string) goes on with the next line
; Keeps  -     Uses   A, X, Y, flags; what an expression uses
; False skips the line, as REM does; true runs what follows, within the line. Only the exponent has
; to be looked at, for it is 0 in the number 0 alone.
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
        jsr str_free            ; A is its length, so it is true unless it is empty. A temporary
@decide:                        ; string is freed, or three of them would fill their stack
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
; st_rem -- on to the end of the line
; In     TXTPTR     Out    -     Keeps  -     Uses   A, X, Y, flags; ENDCHR, TXTPTR
; Like st_data, but a colon is part of the text. An IF whose value is 0 ends here as well, so it
; skips all statements behind it in the line.
st_rem:
        jsr line_length
        jmp text_add
        entry $A642

; st_new -- NEW: no program
; In     -     Out    -     Keeps  -
; Uses   A, X, Y, flags; ARYTAB, DATPTR, FRETOP, STREND, SUBFLG, TEMPPT, TXTPTR, VARTAB
; Only two bytes of the program change, its first link. The rest stays in memory, which is how
; programs that undo NEW bring it back.
st_new:
        bne no_end
        entry_within $A644
; run_new -- the same without looking at the text
; In     -     Out    -     Keeps  -
; Uses   A, X, Y, flags; ARYTAB, DATPTR, FRETOP, STREND, SUBFLG, TEMPPT, TXTPTR, VARTAB
; The shortest program is a link of 0. Variables begin behind it; CLR, which follows, leaves none.
.proc run_new
        ldy #0
        tya
        sta (TXTTAB),y          ; a link of 0: there is no line
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
; What RUN, NEW and a change of the program have in common. Z=1 stands for no text behind it, as
; CLR's own test comes next.
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
; Files are dropped from the KERNAL's table, not closed: the drive is not told, as in V2.
run_clear_only:
        jsr CLALL
        entry_within $A663
; clear_memory -- the same, but files stay open
; In     -     Out    -     Uses   A, X, Y     Keeps  -
; Nothing is erased: strings begin at the top again, and variables and arrays end where they begin,
; behind the program.
clear_memory:
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
        entry_within $A677
        jsr st_restore
        ; falls through

        entry_within $A67A
; stack_clear -- empty the CPU's stack but for the return address, and the temporary strings
; In     -     Out    S  one return address
; Uses   A, X, Y     Keeps  -
; With the stack go all loops and subroutines, so CONT could not go on in them: it is forbidden by a
; page 0 in OLDTXT.
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
        sta SUBFLG              ; an error may have left FOR, DEF or FN in the middle
        sta OLDTXT + 1
no_end:                         ; more text behind it: a SYNTAX error in run_next
        rts

        entry $B824

; st_poke -- POKE address, byte
; In     TXTPTR     Out    -     Keeps  -     Uses   A, X, Y, flags; what an expression uses
; It writes to what lies at the address: RAM also below the ROMs.
.proc st_poke
        jsr eval_word_byte
        entry_within $B827      ; X to the address in LINNUM
        txa
        ldy #0
        sta (LINNUM),y
        rts
.endproc

        place $E12D

; st_sys -- SYS address, registers from and to SAREG-SPREG
; In     TXTPTR     Out    -     Keeps  -     Uses   A, X, Y, flags; what an expression uses
; Only the number is read: TXTPTR stays behind it, so the routine can read parameters of its own.
st_sys:
        jsr eval_word
        entry_within $E130
; run_sys -- the same for the address in LINNUM
; In     LINNUM     Out    -     Keeps  -     Uses   A, X, Y, flags; what it jumps to uses
; A subroutine call with a computed address: sys_back, less one, is pushed as a JSR would push it,
; and the routine entered by a jump. Registers and flags come from SAREG-SPREG and go back there.
.proc run_sys
        lda #>(sys_back - 1)
        pha
        lda #<(sys_back - 1)
        pha
        lda SPREG
        pha
        lda SAREG
        ldx SXREG
        ldy SYREG
        plp                     ; last, as LDA, LDX and LDY would change the flags
        jmp (LINNUM)
sys_back:                       ; tools/rom/entries.py knows it
        php                     ; first, before anything changes them
        sta SAREG
        stx SXREG
        sty SYREG
        pla
        sta SPREG
        rts
.endproc
