; Cold and warm start, the prompt, and the program's lines.
.include "basic.inc"
.include "lowmem.inc"
.include "kernal.inc"
.import entry_error, list_keyword, eval_operand
.import entry_to_integer, entry_from_integer
.export main_wait, text_start_done

; Extensions print these texts, or only the end of the second one behind a name of their own. So
; each part lies at V2's address, and the words fit in V2's room.
        entry $E460
banner_2: .byte " BASIC BYTES FREE", CR, 0
        entry_within $E473
banner_1: .byte $93, CR, "        **** GO 64 FREE BASIC **** "
        entry_within $E498
        .byte CR, CR, "    64K RAM   ", 0

.segment "VECTOR_TABLE"

; Extensions save these vectors, compare them with V2's numbers and put those back: so the table
; holds V2's addresses. At each of them lies the routine itself or a jump to it (entries.s).
vector_table:
        .word entry_error, main_wait, crunch, list_keyword, run_statement, eval_operand
VECTOR_BYTES = * - vector_table

.segment "CHRGET_CODE"

; CHRGET, to be copied to $73: the character of the program after the last one.
; Out    A     the character, blanks skipped
;        Z=1   end of statement (0 or colon)
;        C=0   a digit
;        X, Y  kept
; It modifies itself: TXTPTR is the operand of its own LDA, which saves the indirect access and Y.
; That is why it runs in RAM, where extensions patch in a test for their own characters. Its 24
; bytes fill $73-$8A as V2's do, for programs know CHRGOT ($79) and TXTPTR ($7A) within it.
chrget_code:
        inc TXTPTR
        bne :+
        inc TXTPTR + 1
:       lda $FFFF               ; CHRGOT; the operand is TXTPTR itself
        cmp #':'
        beq :+
        cmp #' '
        beq chrget_code
        ; The codes $30-$39 become 0 to 9, so one comparison leaves C=0 for digits alone. The
        ; second EOR gives A back and sets Z for a 0 byte; no EOR changes C.
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
; The steps are entries of their own: a cartridge that starts BASIC with its own memory or message
; calls some of them and then jumps to the last, at $E39D.
.proc basic_cold
        jsr main_vectors
        jsr basic_init
        jsr basic_banner
        entry_within $E39D      ; to the prompt; cartridges have done the rest
        ; BASIC owns the stack from here on. It begins below $01FC-$01FF, where line_enter puts
        ; link and number in front of the line in BUF.
        ldx #STACK_START
        txs
        jmp main_ready
.endproc

.segment "BASIC_WARM"

; basic_warm -- STOP and RESTORE: channels to keyboard and screen, prompt, program kept
; In     -     Noreturn  goes to READY
; The interrupt came at any place: between two bytes of a string that moves, or with CMD on. So the
; stack is dropped whole, and the channels go back; program and variables stay as they are.
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
; Programs call this, too, to switch an extension off: all six vectors at once, and nothing else of
; BASIC's state.
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
; The bounds come from the KERNAL, not from constants: a cartridge at $8000 has lowered the top, and
; a program may have moved either bound before it starts BASIC again.
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
        lda #$4C                ; JMP, before an address that ends in ILLEGAL QUANTITY until set
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
        ; The program begins behind a 0: RUN and GOTO set TXTPTR to the byte before a line, and the
        ; statement loop takes that for the end of a line. Before the first line there is none else.
        ldy #0
        tya
        sta (TXTTAB),y
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
; V2 goes on at $E42D with the address of any text, and extensions do so with theirs: hence the
; piece below, entered here by a branch, as no high byte of an address is 0.
.export basic_banner
.proc basic_banner
        lda #<banner_1
        ldy #>banner_1
        branch BNE_OPCODE, banner_at    ; always
.endproc

        entry $E42D

; The message at A (low), Y, then the bytes free, and NEW
; All from the program's start to the top is counted, before NEW takes two bytes for the empty
; program: $A000 - $0801 = 38911, the number everybody knows.
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
; The stack is not reset here: CONT needs the loops and subroutines that wait on it. A line put into
; the program goes back to main_loop, behind the message: READY appears only when something has run.
main_ready:
        lda #<text_ready
        ldy #>text_ready
        jsr print_string
        lda #$80                ; the KERNAL's control messages
        jsr SETMSG
; main_loop -- read and execute lines, by way of the vector IMAIN
; In     -     Noreturn  the loop of the direct mode
; Through the vector for each line: editors and tools take lines themselves, and come back here.
        entry_within $A480
main_loop:
        jmp (IMAIN)

; main_wait -- what IMAIN points at: read a line; run it, or put it into the program
; In     -     Noreturn  the loop of the direct mode
; CHRGET decides: a digit in front makes it a program line. A high byte of $FF in CURLIN marks the
; direct mode for all who ask; a program's lines end at 63999, so none of them has it.
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
        bcc @numbered           ; C is still CHRGET's: TAX, LDX and STX leave it alone
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
        sty COUNT               ; with the four bytes of link and number
        lda LINNUM              ; link (filled in later) and number go in front of the
        sta BUF - 2             ; tokens, at $01FC-$01FF above the stack: the line is one block
        lda LINNUM + 1
        sta BUF - 1
        jsr line_find
        bcc @gone               ; there is no old line
        ldy #1
        lda (LOWTR),y
        sta INDEX + 1           ; from: the next line
        dey                     ; Y stays 0 for the loop
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
        bne @copy               ; always
@end:
        lda INDEX2
        sta VARTAB
        lda INDEX2 + 1
        sta VARTAB + 1
@gone:
        lda BUF                 ; nothing behind the number: the line was only to be removed
        branch BEQ_OPCODE, line_entered
        ; CLR before the check: it may collect strings, and VARTAB no longer says where the old
        ; variables begin. Without arrays, the collector leaves LOWTR alone, too.
        jsr run_clear
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
        lda #1                  ; a high byte of 0 would end the program before lines_relink
        sta BUF - 3             ; has made the link; the low byte is whatever lies at BUF - 4
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
; Variables lie behind the program and would be overwritten: every change ends them. CLR also drops
; loops and CONT, whose frames hold addresses of the old text.
line_entered:
        jsr run_clear
        jsr lines_relink
        jmp main_loop

        entry $A579

; crunch_vector -- the line at TXTPTR to tokens, see crunch
; Extensions with keywords of their own replace what ICRNCH points at. So it has to be called
; through the vector, and the 6502 has no indirect JSR: the JSR comes here.
; In     as crunch     Out    as crunch     Keeps  -     Uses   as crunch
crunch_vector:
        jmp (ICRNCH)

        entry $A560

; line_input -- read a line into BUF, ended by 0
; In     -     Out    BUF, X (low) and Y the byte before it
; Uses   A     Keeps  -
; From the keyboard the screen editor delivers a whole line, 80 characters at most. Only a file can
; have a longer one: its 89th character is one too many, and V2's STRING TOO LONG ends the program.
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
        jmp input_end           ; the 0, and the address that CHRGET starts from
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
; Each digit makes LINNUM ten times as large, plus the digit. 64000 and more is a SYNTAX error, as
; in V2: the test comes before the multiplication, where it needs the high byte alone.
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
        adc LINNUM              ; C=0: INDEX was 24 at most and is 99 now
        sta LINNUM
        lda INDEX
        adc LINNUM + 1
        asl LINNUM
        rol a                   ; the second byte is doubled in A, to be stored once
        sta LINNUM + 1
        lda INDEX + 1
        adc LINNUM              ; C=0: the high byte was below 128 before ROL
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
; Lines are chained by links and sorted by number: the chain is followed up to the number or the
; first one above it. The two bytes are compared from the high one down, which mostly decides.
.proc line_find
        lda TXTTAB
        ldx TXTTAB + 1
        entry_within $A617
from:
        sta LOWTR
        stx LOWTR + 1
        ldy #1
        lda (LOWTR),y
        beq @missing            ; a link with a high byte of 0: the end of the program
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
        lda (LOWTR),y           ; A (low), X: the next line, as `from` wants it
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
; After an edit or a load at another address the links are wrong, but the 0 behind each line is not.
; Old links only tell a line (high byte not 0) from the end; the new ones follow from the lengths.
.proc lines_relink
        lda TXTTAB
        sta INDEX
        lda TXTTAB + 1
        sta INDEX + 1
@line:
        ldy #1
        lda (INDEX),y
        beq @done               ; link 0: the program ends
        ldy #3                  ; past link and number; INY comes first
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
; That byte is 0 (basic_init), so the statement loop finds the end of a line there and goes on with
; the line behind it, the first.
.proc text_start
        clc
        lda TXTTAB
        adc #$FF                ; 16 bits less one, by adding $FFFF: C carries on by itself
        sta TXTPTR
        lda TXTTAB + 1
        adc #$FF
        sta TXTPTR + 1
        ; falls through
.endproc
; text_start_done -- an RTS that LIST's branches can reach, for text it does not know
; In     -     Out    -     Keeps  A, X, Y, flags     Uses   -
text_start_done:
        rts
