; Cold and warm start, the prompt, and the program's lines.
.include "basic.inc"
.include "lowmem.inc"
.include "kernal.inc"
.import entry_error, list_keyword, eval_operand
.import entry_to_integer, entry_from_integer
.export main_wait, text_start_done

; Extensions print these texts, or the end of the second behind one of their own.
        entry $E460
banner_2: .byte " BASIC BYTES FREE", CR, 0
        entry_within $E473
banner_1: .byte $93, CR, "        **** GO 64 FREE BASIC **** "
        entry_within $E498
        .byte CR, CR, "    64K RAM   ", 0

.segment "VECTOR_TABLE"

vector_table:                   ; V2's addresses; entries.s jumps on from there
        .word entry_error, main_wait, crunch, list_keyword, run_statement, eval_operand
VECTOR_BYTES = * - vector_table

.segment "CHRGET_CODE"

; CHRGET, to be copied to $73: the character of the program after the last one.
; Out    A     the character, blanks skipped
;        Z=1   end of statement (0 or colon)
;        C=0   a digit
;        X, Y  kept
; Digits are recognised by turning $30-$39 into 0-9; a colon ends before that.
chrget_code:
        inc TXTPTR
        bne :+
        inc TXTPTR + 1
:       lda $FFFF               ; CHRGOT; the operand is TXTPTR itself
        cmp #':'
        beq :+
        cmp #' '
        beq chrget_code
        ; Digits become 0 to 9, so one comparison leaves C=0 for them only. The second EOR
        ; restores A and, since a colon never gets here, sets Z for a 0 byte.
        eor #$30
        cmp #10
        eor #$30
:       rts
CHRGET_BYTES = * - chrget_code
        .assert CHRGET_BYTES = RNDX - CHRGET, error, "CHRGET fills $73-$8A"
        .byte $80, $4F, $C7, $52, $58   ; V2's first random number
SEED_BYTES = 5

.segment "CONVERSIONS"

conversions:                    ; a number to an integer and back: V2's addresses
        .word entry_to_integer, entry_from_integer
CONVERSION_BYTES = * - conversions

        entry $E394

; basic_cold -- power-on: vectors, memory, message, prompt
; In     -     Noreturn  goes to READY
.proc basic_cold
        jsr main_vectors
        jsr basic_init
        jsr basic_banner
        entry_within $E39D      ; to the prompt; cartridges have done the rest
        ldx #STACK_START        ; the stack is BASIC's alone from here on
        txs
        jmp main_ready
.endproc

.segment "BASIC_WARM"

; basic_warm -- STOP and RESTORE: channels to keyboard and screen, prompt, program kept
; In     -     Noreturn  goes to READY
.proc basic_warm
        jsr CLRCHN
        lda #0
        sta CHANNL
        ldx #STACK_START
        txs
        cli                     ; the NMI has set I, and no RTI gives it back
        jmp main_ready
.endproc

        entry $E453

; main_vectors -- the six vectors at $0300
; In     -     Out    -     Uses   A, X
; Keeps  Y
.proc main_vectors
        ldx #VECTOR_BYTES - 1
@next:
        lda vector_table,x
        sta IERROR,x
        dex
        bpl @next
        rts
.endproc

        entry $E3BF

; basic_init -- CHRGET, USR, memory bounds as the KERNAL knows them
; In     Y     Out    -
; Uses   A, X, Y     Keeps  -
.export basic_init
.proc basic_init
        ldx #CHRGET_BYTES + SEED_BYTES - 1 ; CHRGET and, right behind it, the first random number
@copy:
        lda chrget_code,x
        sta CHRGET,x
        dex
        bpl @copy
        ldx #CONVERSION_BYTES - 1
@conversion:
        lda conversions,x
        sta ADRAY1,x
        dex
        bpl @conversion
        lda #$4C                ; JMP: USR( calls USRPOK as a routine
        sta USRPOK
        lda #<err_quantity
        sta USRPOK + 1
        lda #>err_quantity
        sta USRPOK + 2
        lda #0
        sta CHANNL
        sta DORES
        sta SUBFLG
        sec                     ; C=1: MEMBOT and MEMTOP are read, not set
        jsr MEMBOT
        stx TXTTAB
        sty TXTTAB + 1
        sec
        jsr MEMTOP
        stx MEMTOP_B
        sty MEMTOP_B + 1
        stx FRETOP
        sty FRETOP + 1
        ldy #0
        tya
        sta (TXTTAB),y          ; the byte before the program is 0
        inc TXTTAB
        bne @done
        inc TXTTAB + 1
@done:
        rts
.endproc

        entry $E422

; basic_banner -- the power-on message with the bytes free, and NEW
; In     -     Uses   A, X, Y
; Noreturn  goes to READY
.export basic_banner
.proc basic_banner
        lda #<banner_1
        ldy #>banner_1
        branch BNE_OPCODE, banner_at    ; always
.endproc

        entry $E42D

; The message at A (low), Y, then the bytes free, and NEW
.proc banner_at
        jsr print_string
        entry_within $E430      ; the bytes free, and NEW
        lda MEMTOP_B
        sec
        sbc TXTTAB
        tax
        lda MEMTOP_B + 1
        sbc TXTTAB + 1
        jsr print_word
        lda #<banner_2
        ldy #>banner_2
        jsr print_string
        jmp run_new
.endproc

        entry $A474

; main_ready -- print READY. and wait for lines
; In     -     Noreturn  the loop of the direct mode
main_ready:
        lda #<text_ready
        ldy #>text_ready
        jsr print_string
        lda #$80                ; the KERNAL's control messages
        jsr SETMSG
; main_loop -- read and execute lines, by way of the vector IMAIN
; In     -     Noreturn  the loop of the direct mode
        entry_within $A480
main_loop:
        jmp (IMAIN)

; main_wait -- what IMAIN points at: read a line; run it, or put it into the program
; In     -     Noreturn  the loop of the direct mode
        entry_within $A483
main_wait:
        jsr line_input
        stx TXTPTR
        sty TXTPTR + 1
        jsr CHRGET
        tax
        beq main_loop           ; an empty line
        ldx #$FF
        stx CURLIN + 1
        bcc @numbered
        entry_within $A496
        jsr crunch_vector       ; no number in front: it is run
        jmp run_gone
@numbered:
        jsr line_number
        ; falls through

        entry_within $A49F
; line_enter -- put the line LINNUM, its text at TXTPTR, into the program, or take it out
; In     LINNUM; TXTPTR
; Noreturn  the loop of the direct mode
; The old line goes first, by moving all behind it down. Then what follows moves up by the new
; line's length, and link, number and tokens are copied there as one block.
.proc line_enter
        jsr crunch_vector
        sty COUNT
        lda LINNUM              ; link (filled in later) and number before the
        sta BUF - 2             ; tokens, so that the line is one block
        lda LINNUM + 1
        sta BUF - 1
        jsr line_find
        bcc @gone
        ldy #1
        lda (LOWTR),y
        sta INDEX + 1           ; from: the next line
        dey
        lda (LOWTR),y
        sta INDEX
        lda LOWTR               ; to: this line
        sta INDEX2
        lda LOWTR + 1
        sta INDEX2 + 1
@copy:
        lda INDEX
        cmp VARTAB
        lda INDEX + 1
        sbc VARTAB + 1
        bcs @end                ; VARTAB is the end of the program
        lda (INDEX),y
        sta (INDEX2),y
        inc INDEX
        bne :+
        inc INDEX + 1
:       inc INDEX2              ; both pointers are moved: any distance may lie between them
        bne @copy
        inc INDEX2 + 1
        bne @copy
@end:
        lda INDEX2
        sta VARTAB
        lda INDEX2 + 1
        sta VARTAB + 1
@gone:
        lda BUF                 ; nothing behind the number: the line was only to be removed
        branch BEQ_OPCODE, line_entered
        jsr run_clear           ; no variable is left that the check below could move
        clc
        lda VARTAB
        adc COUNT
        ldy VARTAB + 1
        bcc @room
        iny
@room:
        jsr mem_check           ; keeps A, Y, the new end
        ldx VARTAB
        stx INDEX
        ldx VARTAB + 1
        stx INDEX + 1
        sta INDEX2
        sty INDEX2 + 1
        sta VARTAB
        sty VARTAB + 1
        jsr block_up            ; all from this line on moves up by COUNT
        lda #1                  ; any link but 0 until they are made again
        sta BUF - 3
        ldy COUNT
@line:
        dey                     ; from the end: the last byte is COUNT - 1
        lda BUF - 4,y
        sta (LOWTR),y
        tya
        bne @line
        jmp line_entered
.endproc

        entry $A52A
; line_entered -- the program has changed: CLR, new links, next line
; In     -     Noreturn  the loop of the direct mode
; Variables lie behind the program and would be overwritten: every change ends them.
line_entered:
        jsr run_clear
        jsr lines_relink
        jmp main_loop

        entry $A579

; crunch_vector -- the line at TXTPTR to tokens, see crunch
; In     as crunch     Out    as crunch     Keeps  -     Uses   as crunch
crunch_vector:
        jmp (ICRNCH)

        entry $A560

; line_input -- read a line into BUF, ended by 0
; In     -     Out    BUF, X (low) and Y the byte before it
; Uses   A     Keeps  -
; A line longer than the buffer is STRING TOO LONG, as in V2.
.proc line_input
        ldx #0
@next:
        jsr CHRIN
        cmp #CR
        beq @end
        sta BUF,x
        inx
        cpx #BUF_SIZE
        bcc @next               ; the buffer has room still
        ldx #ERR_LONG
        jmp err_raise
@end:
        jmp input_end
.endproc

        place $A967
line_bad:
        jmp err_syntax
line_done:
        rts
        entry_within $A96B
; line_number -- read a line number at TXTPTR (CHRGOT done)
; line_digits -- the same, behind the digits that LINNUM holds
; In     A, C  as CHRGET left them
; Out    LINNUM; TXTPTR behind it, and A and C as CHRGOT leaves them
; Uses   A, X, Y, INDEX     Keeps  -
; 64000 and more is a SYNTAX error, as in V2.
line_number:
        ldx #0
        stx LINNUM
        stx LINNUM + 1
        entry_within $A971
line_digits:
        bcs line_done
        and #$0F                ; the digit's value: its code is $30 to $39
        sta INDEX + 1
        lda LINNUM + 1
        cmp #25                 ; 25 * 256 * 10 = 64000
        bcs line_bad
        sta INDEX
        lda LINNUM              ; LINNUM * 10 = (LINNUM * 4 + LINNUM) * 2
        asl a
        rol INDEX
        asl a
        rol INDEX
        adc LINNUM
        sta LINNUM
        lda INDEX
        adc LINNUM + 1
        asl LINNUM
        rol a                   ; the second byte is doubled in A, to be stored once
        sta LINNUM + 1
        lda INDEX + 1
        adc LINNUM
        sta LINNUM
        bcc @carried
        inc LINNUM + 1
@carried:
        jsr CHRGET
        jmp line_digits

        entry $A613

; line_find -- look for the line LINNUM from the start of the program
; line_find_from -- the same from the line at A (low), X
; In     LINNUM
; Out    C=1   found, LOWTR points at it
;        C=0   not there, LOWTR points at the next higher line, or at the end
; Uses   A, X, Y     Keeps  -
.proc line_find
        lda TXTTAB
        ldx TXTTAB + 1
        entry_within $A617
from:
        sta LOWTR
        stx LOWTR + 1
        ldy #1
        lda (LOWTR),y
        ; the high byte of a link is 0 only at the end
        beq @missing            ; end of the program
        tax                     ; the link's high byte, for the next round
        ldy #3
        lda (LOWTR),y
        cmp LINNUM + 1
        bne @compared
        dey                     ; high bytes were equal: the low ones decide
        lda (LOWTR),y
        cmp LINNUM
        beq @done               ; found, C=1
@compared:
        ; The lines are sorted: the first higher number ends the search.
        bcs @missing            ; a higher line
        ldy #0
        lda (LOWTR),y
        bcc from                ; always
@missing:
        clc
@done:
        rts
.endproc
line_find_from = line_find::from

.segment "LINES_RELINK"

; lines_relink -- make every line's link point at the next line
; In     -     Out    -     Uses   A, X, Y, INDEX     Keeps  -
.proc lines_relink
        lda TXTTAB
        sta INDEX
        lda TXTTAB + 1
        sta INDEX + 1
@line:
        ldy #1
        lda (INDEX),y
        beq @done               ; link 0: the program ends
        ldy #3                  ; past link and number
@search:
        iny
        beq @done               ; no end within 256 bytes: not a program
        lda (INDEX),y
        bne @search
        iny                     ; behind the 0: where the next line begins
        tya
        clc
        adc INDEX
        pha
        lda #0
        tay                     ; TAY leaves the carry alone
        adc INDEX + 1
        tax
        pla
        sta (INDEX),y
        sta INDEX2
        txa
        iny
        sta (INDEX),y
        sta INDEX + 1
        lda INDEX2              ; INDEX must not change before both bytes are stored through it
        sta INDEX
        jmp @line
@done:
        rts
.endproc

        entry $A68E

; text_start -- TXTPTR to the byte before the program
; In     -     Out    TXTPTR
; Uses   A
; Keeps  X, Y
.proc text_start
        clc
        lda TXTTAB
        ; C is clear: 16 bits less one, by adding $FFFF.
        adc #$FF
        sta TXTPTR
        lda TXTTAB + 1
        adc #$FF
        sta TXTPTR + 1
        ; falls through
.endproc
; text_start_done -- an RTS in the reach of LIST, for what it cannot read
; In     -     Out    -     Keeps  A, X, Y, flags     Uses   -
text_start_done:
        rts
