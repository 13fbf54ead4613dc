; PRINT, PRINT#, CMD, and printing texts and numbers.
.include "basic.inc"
.include "lowmem.inc"
.include "kernal.inc"

ZONE = 10                       ; columns from one comma to the next

.segment "PRINT_STRING"

; print_string -- print the text at A (low), Y, ended by 0
; In     A (low), Y  text     Out    -
; Keeps  X     Uses   A, Y, flags, INDEX
; It prints straight from memory. V2 makes a temporary string of the text first, which can collect
; garbage and ends at a quote; neither happens here, and a text may be longer than a page.
.proc print_string
        sta INDEX
        sty INDEX + 1
        ldy #0
@next:
        lda (INDEX),y
        beq @done
        jsr CHROUT
        iny
        bne @next
        inc INDEX + 1
        bne @next               ; always: no text ends the memory
@done:
        rts
.endproc

        entry $BDCD
; print_word -- print an unsigned integer without a blank
; In     A (high), X     Out    -
; Uses   A, X, Y, FAC, ARG, INDEX, TEMPF2 but its last two bytes     Keeps  -
; Line numbers go through FAC like any number; for the last two bytes of TEMPF2 are LOWTR, by which
; LIST finds its line, that may not be touched.
print_word:
        jsr num_from_high
        ldy #0                  ; the blank comes before FBUFFR, and is not shown
        jsr num_text_at
        jmp print_string
        entry $BDDA
        jmp print_string

.segment "NUM_FROM_HIGH"

; num_from_high -- FAC = integer A (high), X
; In     A, X     Out    FAC     Keeps  -     Uses   A, X, Y, flags; FAC, VALTYP
; V2 takes the low byte in X here, and in Y everywhere else. The exchange has a segment of its own,
; as there is no room for it between print_word and the next entry.
num_from_high:
        pha
        txa
        tay
        pla
        jmp num_from_word

        entry $AA80

; st_print_file -- PRINT# file, values
; In     TXTPTR     Out    -     Keeps  -     Uses   A, X, Y, flags; what an expression uses
; A CMD that is switched off again at once. That is why PRINT# also ends an earlier CMD, and sends
; the device the end of its turn.
st_print_file:
        jsr st_cmd
        jmp channel_end

        entry_within $AA86
; st_cmd -- CMD file [, values]: output goes there from now on
; In     TXTPTR     Out    -     Keeps  -     Uses   A, X, Y, flags; what an expression uses
; The rest is PRINT's, which has no idea where the KERNAL sends its characters. Without values an
; end of line goes to the file.
st_cmd:
        jsr channel_open
        jsr CHRGOT
        beq @print              ; nothing to print ends a line
        jsr need_comma
@print:
        jmp st_print

        place $AA9A
print_value:
        jsr print_string_value
        entry_within $AA9D
print_next:
        jsr CHRGOT
        entry_within $AAA0
; st_print -- PRINT values, with ; , TAB( and SPC(
; In     CHRGOT done
; Out    -     Keeps  -     Uses   A, X, Y, flags; what an expression uses
; A loop over items with two ways back. Behind a value it is print_next: there the end of the
; statement also ends the line. Behind a separator, TAB( and SPC( it is print_item, where it does
; not.
st_print:
        branch BEQ_OPCODE, print_cr
        entry_within $AAA2
print_item:
        branch BEQ_OPCODE, print_done   ; the statement ends behind a separator
        entry_within $AAA4
        cmp #';'
        branch BEQ_OPCODE, print_separator
        cmp #','
        branch BEQ_OPCODE, print_comma
        cmp #TOK_TAB
        branch BEQ_OPCODE, print_tab
        cmp #TOK_SPC
        branch BEQ_OPCODE, print_spaces
        jsr eval
        bit VALTYP
        bmi print_value
        nop                     ; the next entry has its place
        entry_within $AABC
        jsr num_text            ; the number in FAC
        jsr print_string
        jsr print_gap           ; in front of it is a sign or blank, behind it a gap
        jmp print_next

        entry $AACA
; input_end -- the line of X characters in BUF is complete
; print_cr -- end the line; to a file above 127 a line feed goes after it
; In     X (of input_end)
; Out    input_end: X (low), Y  the byte before the line; else A is not 0, Z=0
; Keeps  -     Uses   A, flags; X, Y of input_end alone
; A typed line leaves the cursor in it, so print_cr follows. With a file in use nothing was typed,
; and nothing is printed.
input_end:
        lda #0                  ; a 0 ends the line, as it ends a program's lines
        sta BUF,x
        ldx #<(BUF - 1)
        ldy #>(BUF - 1)
        lda CHANNL
        bne print_done
        entry_within $AAD7
print_cr:
        lda #CR
        jsr print_character
        bit CHANNL              ; bit 7: a file number of 128 and more wants CR and LF
        bpl print_ended
        lda #LF
        jsr print_character
        entry_within $AAE5
print_ended:
        eor #$FF                ; A was CR or LF, so it is not 0: callers branch on it
print_done:
        rts
print_comma:
        jsr column
@zone:
        sec
        sbc #ZONE
        bcs @zone
        eor #$FF                ; it is -10 to -1 now: its amount is missing to the next zone
        adc #1                  ; C=0 from the last SBC
        tax
        jsr print_right
print_separator:
        jsr CHRGET
        jmp print_item
print_tab:
        jsr argument
        jsr column              ; keeps X
        sta COUNT
        txa
        sec
        sbc COUNT               ; so many columns are missing
        bcc print_moved         ; already behind that column
        tax
        bcs print_columns       ; always
print_spaces:
        jsr argument
print_columns:
        jsr print_right
print_moved:
        jsr CHRGOT
        jmp print_item

.segment "CHANNEL_OPEN"

; channel_open -- read a file number and send output there
; In     TXTPTR     Out    CHANNL     Keeps  -     Uses   A, X, Y, flags; what an expression uses
; CHANNL tells the rest of PRINT that it is not on the screen: blanks instead of cursor movements,
; and perhaps line feeds.
channel_open:
        jsr eval_byte
        stx CHANNL
        jsr CHKOUT
; falls through

; channel_check -- was the channel CHANNL opened? Else the KERNAL's error
; In     C, A    as CHKIN and CHKOUT leave them
; Out    -     Keeps  A, X, Y, flags     Uses   -
; The number is noted before the KERNAL has agreed to it. So where it refuses, CHANNL goes back to 0
; first, and the error message to the screen.
.proc channel_check
        bcc @done
        ldx #0
        stx CHANNL
        tax                     ; the KERNAL's error numbers are BASIC's
        jmp err_raise
@done:
        rts
.endproc

.segment "ARGUMENT"

; argument -- the byte of TAB( or SPC( and the closing bracket
; Out    X
; The opening bracket is part of the token, so the value follows at once. It waits on the stack, as
; need_close does not promise to keep X.
.proc argument
        jsr CHRGET
        jsr eval_byte
        txa
        pha
        jsr need_close
        pla
        tax
        rts
.endproc

.segment "COLUMN"

; column -- where the cursor is
; Out    A     column, 0-79
; Keeps  X     Uses  Y
; It is the column in the logical line of up to two rows, and always of the screen: output to a file
; does not move the cursor, so commas and TAB( count from where that stands.
.proc column
        txa
        pha
        sec
        jsr PLOT
        pla
        tax
        tya
        rts
.endproc

.segment "PRINT_RIGHT"

; print_right -- move X columns to the right: cursor right on the screen, blanks in a file
; In     X
; Uses   A, X
; 0 columns are none: INX and the DEX in front of the test make up for each other.
.proc print_right
        inx
@next:
        dex
        beq @done
        jsr print_gap
        jmp @next
@done:
        rts
.endproc

        entry $AB3B

; print_gap -- cursor right on the screen, a blank in a file
; In     -     Out    -
; Keeps  X, Y
; Uses   A, flags
; Moving the cursor leaves what is on the screen, as V2 does. Each load falls into the next entry,
; past the loads there: a BIT swallows them.
.proc print_gap
        lda CHANNL
        beq @screen
        entry_within $AB3F      ; a blank
        lda #' '
        .byte $2C               ; BIT abs: skips the next two bytes
        entry_within $AB42
@screen:
        lda #CURSOR_RIGHT
        .byte $2C
        entry_within $AB45
::print_question:
        lda #'?'
        entry_within $AB47
; print_character -- the character in A
; In     A     Out    N, Z as A     Keeps  A, X, Y     Uses   flags
; Whoever prints in a loop branches on what it has printed.
::print_character:
        jsr CHROUT
        and #$FF                ; N and Z are A's again
        rts
.endproc

        entry $AB21

; print_string_value -- print the string eval left
; print_characters -- print A characters at INDEX; at $AB25 X says how many
; In     A, X; FAC, INDEX     Out    -
; Uses   A, X, Y, INDEX     Keeps  -
; The string is freed before it is printed: its body stays as it is until another string is made,
; and none is made here.
print_string_value:
        jsr free_value
        entry_within $AB24
print_characters:
        tax
        entry_within $AB25
        ldy #0
        inx                     ; DEX comes first
        entry_within $AB28
@next:
        dex
        beq print_printed
        lda (INDEX),y
        jsr print_character
        iny
        bne @next               ; always: a string has 255 characters at most
print_printed:
        rts
