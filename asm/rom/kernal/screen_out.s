; Screen editor: printing a character
;
; PETSCII comes in eight blocks of 32.  Blocks 0 and 4 are control codes, the others are
; shown; block_base turns any of them into a screen code, control codes into the reversed
; signs that stand for them inside quotes.

.include "lowmem.inc"
.include "entry.inc"
.include "vic.inc"
.include "screen.inc"

CODE_RETURN = $0D
CODE_DELETE = $14
CODE_INSERT = $94
CODE_PI     = $FF
SCREEN_PI   = $5E
SPACE       = ' '

        entry $E684

; screen_quote -- a quotation mark toggles quote mode
; In     A character     Out    -
; Keeps  A, X, Y     Uses  flags
; Time   25 cycles at most
; Test   tests/asm/rom/test_kernal_screen.py
.proc screen_quote
        ; Each quotation mark toggles the mode. A holds the character that the caller still has to
        ; print, so it waits on the stack.
        cmp #'"'
        bne done
        pha
        lda QTSW
        eor #1                  ; on becomes off, off becomes on
        sta QTSW
        pla
done:   rts
.endproc

        entry_within $E691

; screen_reverse -- put a screen code on the screen and end the printing of a character
; In     A  screen code: at $E691 without bit 6, at $E693 reversed if RVS says so, at $E697 always
;        on the stack: Y, X, A of who prints, a return address
; Out    as screen_leave
; Uses   flags     Keeps  -
; Test   tests/asm/rom/test_kernal_entries.py
        ora #$40
.proc screen_reverse
        ; Bit 7 of a screen code shows it reversed. $E693 sets the bit if RVS says so, $E697
        ; always.
        entry_within $E693
        ldx RVS
        beq :+
        entry_within $E697
        ora #$80
:       jmp show_sign
.endproc

        entry $E6A8

; screen_leave -- the end of printing a character: registers back
; In     on the stack: Y, X, A, a return address
; Out    A, X, Y; C=0; interrupts enabled (programs count on it)
; Uses   flags     Keeps  -
; Time   32 cycles, 36 within inserts
; Test   tests/asm/rom/test_kernal_entries.py
.proc screen_leave
        ; screen_put pushes A, X and Y, so they come back in the order Y, X, A. INSRT is read
        ; between Y and X, while A is free: within open inserts a quotation mark does not count.
        pla                     ; Y comes back first
        tay
        lda INSRT
        beq :+
        lsr QTSW                ; 1 becomes 0: off
:       pla
        tax
        pla
        clc
        cli
        rts
.endproc

        entry_within $E6B6

; screen_advance -- cursor to the next column; a full row of 40 grows to a line of 80
; In     PNTR, LNMX, AUTODN     Out    PNTR, TBLX, PNT, LNMX
; Uses   A, X, Y, flags     Keeps  -
; Time   24 cycles; 144 when a line begins, 229 when it grows; with scrolling 30,000 a row
; Test   tests/asm/rom/test_kernal_screen.py
.proc screen_advance
        ; Within the line only the column goes up, and the row with it at column 40. Behind column
        ; 39 of a line of one row the line grows; behind column 79 the next line begins.
        ldy PNTR
        cpy LNMX
        bcs end
step:   iny                     ; Y is PNTR, not at the end of the line
        sty PNTR
        cpy #COLUMNS            ; just crossed into the second row
        bne :+
        inc TBLX
:       rts
end:    cpy #2 * COLUMNS - 1    ; 80 columns are the most
        bcc grow
        jmp next_line_start
grow:   jsr screen_open_row     ; may scroll, and then changes TBLX
        inc TBLX
        ldy #COLUMNS
        sty PNTR
        jmp screen_set_line     ; LNMX is 79 now
.endproc

        entry $E6DA

; screen_link_row -- row X continues the line above it; the row below begins a line
; In     X  row
; Out    LNMX + 40; X = first row of the line; PNT
; Keeps  Y     Uses  A, flags
; Time   75 cycles
; Test   tests/asm/rom/test_kernal_entries.py
.proc screen_link_row
        ; Bit 7 of LDTB1 says that a line begins. The row below must begin one now, as it may have
        ; been the second row of a line that was cut in two.
        lda LDTB1,x
        and #$7F
        sta LDTB1,x
        lda LDTB1 + 1,x         ; below the last row: the guard, where bit 7 is always set
        ora #$80
        sta LDTB1 + 1,x
        lda LNMX
        clc
        adc #COLUMNS
        sta LNMX
        entry_within $E6ED      ; PNT = the line that row X belongs to
first:  lda LDTB1,x
        bmi :+
        dex
        bne first               ; row 0 begins a line, whatever its bit says
:       jmp screen_row_pointer
.endproc

        entry $E701

; line_above -- cursor to the end of the line above, for DEL
; In     TBLX; on the stack what screen_leave takes, then a return address
; Out    TBLX, PNTR, PNT; on the top row column 0, and the printing ends
; Uses   A, X, Y, flags     Keeps  -
; Test   tests/asm/rom/test_kernal_entries.py
.proc line_above
        ; At the top left corner there is nothing to delete. Then this routine does not come back:
        ; its return address goes, and the printing of DEL ends.
        jsr end_of_line_above
        bcs done
        sta PNTR                ; A is the row, 0
        pla                     ; the return address
        pla
        jmp screen_leave
done:   rts
.endproc

        entry $E716

; screen_put -- print a PETSCII character on the screen
; In     A character
; Out    C=0; interrupts enabled (programs count on it)
; Keeps  A, X, Y     Uses  flags
; Time   233 cycles for a character, 220 to 610 for a control code; scrolling 30,000 a row
; Test   tests/asm/rom/test_kernal_screen.py
.proc screen_put
        ; Characters are printed far more often than control codes, so their way is the short one:
        ; two bits tell them apart, and a table turns PETSCII into a screen code.
        pha
        sta SCHAR
        txa
        pha
        tya
        pha
        ldx #0
        stx CRSW                ; printing ends the reading of a line
again:  lda SCHAR
        and #$60                ; bits 5 and 6 are 0 only in blocks 0 and 4: control codes
        beq control
        lda SCHAR
        cmp #'"'                ; here as well, to save the call for all others
        bne :+
        jsr screen_quote
:       cmp #CODE_PI            ; $FF would become $7F, another sign, by the rule
        beq pi
        jsr screen_code
shown:  jmp screen_reverse
pi:     lda #SCREEN_PI
        bne shown               ; always: SCREEN_PI is not 0
control:
        jsr command
        jmp screen_leave
.endproc

; Put sign A under the cursor, move on, end the printing
.proc show_sign
        ; An open insert is a place that INST has made. Each sign fills one, whatever it is, and
        ; with the last of them control codes act again.
        ldx INSRT
        beq :+                  ; no insert is open
        dec INSRT
:       ldx COLOR
        jsr screen_store
        jsr screen_advance
        jmp screen_leave
.endproc

        entry $E773

; The end of DEL: a blank in column Y
        jsr blank_here
        jmp screen_leave

; The second half of the characters, in A, which V2 treats on its own; registers are on the stack
        entry $E7D4
        sta SCHAR
        jmp screen_put::again

        entry $E8A1

; screen_row_left, screen_row_right -- the cursor is about to go left, right: TBLX of its new place
; A row ends at columns 39 and 79 of its line, and begins at 0 and 40.
; In     PNTR, TBLX     Out    TBLX: one less where a row begins, one more where it ends
; Keeps  Y     Uses   A, X, flags
; Test   tests/asm/rom/test_kernal_entries.py
.proc screen_row_left
        lda PNTR
        beq up
        cmp #COLUMNS
        bne done
up:     dec TBLX
done:   rts
.endproc

        entry $E8B3

.proc screen_row_right
        lda PNTR
        cmp #COLUMNS - 1
        beq down
        cmp #2 * COLUMNS - 1
        bne done
down:   ldx TBLX                ; below the screen there is no row to count
        cpx #ROWS
        beq done
        inc TBLX
done:   rts
.endproc

        entry $E8CB

; colour_code -- carry out a colour code
; In     A  character
; Out    N=0: COLOR, X = the colour; N=1 it is none, X = $FF
; Keeps  A, Y     Uses  X, flags
; Test   tests/asm/rom/test_kernal_entries.py
.proc colour_code
        ; From the last colour down, so the index in the table is the colour's number. The last
        ; DEX makes X = $FF and N=1, which tells the caller that A is none.
        ldx #16
next:   dex
        bmi done
        cmp colour_codes,x
        bne next
        stx COLOR               ; N=0 from CMP, which found it equal
done:   rts
.endproc

        entry $E8DA

colour_codes:                   ; index = colour, so the codes are in no order
        .byte $90, $05, $1C, $9F, $9C, $1E, $1F, $9E
        .byte $81, $95, $96, $97, $98, $99, $9A, $9B

.segment "COMMAND"

; Carry out the control code SCHAR, or show its sign within quotes and inserts
.proc command
        ; RETURN always acts, DEL acts inside quotes, INST inside inserts. All others show their
        ; sign while a quote or an insert is open.
        lda SCHAR
        and #$7F                ; RETURN and SHIFT RETURN are alike
        cmp #CODE_RETURN
        bne :+
        jmp screen_return
:       lda SCHAR
        cmp #CODE_DELETE
        bne not_delete
        ldx INSRT               ; DEL: only open inserts make it a sign
        bpl check               ; always: INSRT is 80 at most, and N is its bit 7
not_delete:
        ldx QTSW
        bne sign
        cmp #CODE_INSERT
        beq dispatch            ; INST adds to the open inserts
        ldx INSRT
check:  bne sign                ; Z is that of INSRT, on both ways
dispatch:
        jsr colour_code
        bpl done                ; it was a colour
        ldx #command_end - command_codes - 1
find:   cmp command_codes,x
        beq call
        dex
        bpl find
done:   rts                     ; not a control code: ignored
sign:   pla                     ; the return address: a sign ends the printing by itself
        pla
        lda SCHAR
        jsr screen_code
        jmp show_sign           ; block_base has made it a reversed one
call:   lda command_high,x      ; RTS goes to the address on the stack and one more,
        pha
        lda command_low,x       ; so the table has each routine less 1
        pha
        rts
.endproc

; Control codes for the character set, in A; registers are on the stack.  V2 compares with
; CHR$(14) from $EC44 on and with CHR$(142) from $EC4F on; both lead to the whole list here
        entry $EC44
        jmp charset_code
        entry $EC4F
charset_code:
        jsr command::dispatch
        jmp screen_leave

.segment "SCREEN_CODE"

; PETSCII in A to screen code in A; keeps Y
.proc screen_code
        ; PETSCII is eight blocks of 32. The five low bits are the place in the block, which
        ; stays; the three high ones index the block's base.
        pha
        lsr a
        lsr a
        lsr a
        lsr a
        lsr a                   ; the block, 0 to 7
        tax
        pla
        and #$1F
        ora block_base,x
        rts
.endproc

.segment "BLOCK_BASE"

; By block: $00 control, $20 signs, $40 letters, $60 the same as $C0, $80 control, $A0 graphics, $C0
; shifted letters, $E0 the same as $A0
block_base:
        .byte $80, $20, $00, $40, $C0, $60, $40, $60

.segment "COMMANDS"

; In one list, so that codes and addresses cannot get out of step; - 1 as RTS adds 1
.define COMMANDS cursor_down-1, reverse_on-1, screen_home-1, delete-1, cursor_right-1, cursor_up-1, reverse_off-1, screen_clear-1, insert-1, cursor_left-1, lock_charset-1, free_charset-1, lower_case-1, upper_case-1
command_codes:
        .byte $11, $12, $13, CODE_DELETE, $1D, $91, $92, $93, CODE_INSERT, $9D, $08, $09, $0E, $8E
command_end:

.segment "COMMAND_LOW"

command_low:
        .lobytes COMMANDS
.segment "COMMAND_HIGH"

command_high:
        .hibytes COMMANDS

.segment "MODES"

.proc reverse_on
        lda #$12                ; any value but 0; V2 has the code itself there
        sta RVS
        rts
.endproc

.segment "REVERSE_OFF"

.proc reverse_off
        lda #0
        sta RVS
        rts
.endproc

.segment "CHARSET_LOCK"

.proc free_charset
        ; Bit 7 falls out at the top and comes back as 0; the others return to their places. No
        ; register is needed.
        asl MODE
        lsr MODE
        rts
.endproc

.segment "LOCK_CHARSET"

.proc lock_charset
        ; As free_charset, but ROR brings C in at the top.
        asl MODE
        sec                     ; bit 7: keyboard_shift leaves the set alone
        ror MODE
        rts
.endproc

.segment "LETTER_CASE"

.proc upper_case
        lda VIC_MEMORY
        and #%11111101          ; bit 1 of $D018: the ROM's half; 0 upper case, graphics
store:  sta VIC_MEMORY
        rts
.endproc

.segment "LOWER_CASE"

.proc lower_case
        lda VIC_MEMORY
        ora #%00000010
        jmp upper_case::store
.endproc

.segment "CURSOR_RIGHT"

.proc cursor_right
        ; At the end of the line the next line follows. screen_advance would make this one grow,
        ; which a moving cursor must not do.
        ldy PNTR
        cpy LNMX
        bcs next_line_start
        jmp screen_advance::step
.endproc

.proc next_line_start
        ldy #0
        sty PNTR
        jmp screen_next_line
.endproc

.segment "CURSOR_DOWN"

.proc cursor_down
        ; Down from the first of two rows stays in the line, so only the column changes: 40 more.
        ; From any other row it is the next line, at the same column of its first row.
        ldy PNTR
        cpy #COLUMNS
        bcs lower               ; on the second row
        lda LNMX
        cmp #COLUMNS
        bcc next                ; LNMX is 39: there is one row
        inc TBLX                ; the second row of the same line: PNT stays
        tya
        adc #COLUMNS - 1        ; C=1 from CMP: 40 more
        sta PNTR
        rts
lower:  tya
        sbc #COLUMNS            ; C=1 from CPY
        sta PNTR
next:   jmp screen_next_line
.endproc

.segment "CURSOR_UP"

.proc cursor_up
        ; The row above is either the first row of the same line or a row of the line above. The
        ; column tells which: 40 and more are on a second row.
        ldx TBLX
        beq done                ; the top row
        dec TBLX
        lda PNTR
        sec
        sbc #COLUMNS
        bcc line_above          ; column below 40: it was the first row
        sta PNTR                ; second row to first row of the same line: PNT stays
done:   rts
line_above:
        jmp screen_set_line     ; adds 40 to PNTR if the row above is a second row
.endproc

.segment "CURSOR_LEFT"

.proc cursor_left
        ldy PNTR
        beq end_of_line_above
        ; falls through
.endproc

; Cursor one column left in the same logical line; Y = PNTR, not 0
.proc step_left
        dey
        sty PNTR
        cpy #COLUMNS - 1        ; just crossed back into the first row
        bne :+
        dec TBLX
:       rts
.endproc

; Cursor to the last column of the logical line above; C=0 when there is none
.proc end_of_line_above
        ; C tells DEL whether there was a line above, so it is set on both ways. With two rows
        ; above, TBLX is the second one and LNMX is 79: row and column agree.
        clc
        lda TBLX
        beq done                ; C=0, A = 0: the top row
        dec TBLX
        jsr screen_set_line
        ldy LNMX
        sty PNTR
        sec
done:   rts
.endproc

; DEL: remove the character left of the cursor, close the gap
.proc delete
        ; The characters behind the cursor move one column to the left, then the last place is
        ; blank. At a line's first column the cursor goes to the end of the line above and blanks
        ; that place: there is no gap to close.
        ldy PNTR
        bne within
        jsr end_of_line_above
        bcc end_of_line_above::done
        bcs blank               ; always; Y is the last column
within: jsr step_left
        jsr screen_colours
shift:  cpy LNMX                ; to the end of the logical line, 40 or 80 columns
        bcs blank
        iny
        lda (PNT),y
        dey
        sta (PNT),y
        iny
        lda (USER),y
        dey
        sta (USER),y
        iny
        bne shift               ; always: Y is not 0
blank:  jsr screen_colours
        ; falls through
.endproc

; A space in the text colour in column Y of the line in PNT and USER
.proc blank_here
        ; The colour as well: what is typed or POKEd there later shows in the text colour.
        lda #SPACE
        sta (PNT),y
        jmp colour_here
.endproc

        entry $E4DA

; colour_here -- the text colour in column Y of the line in USER
; In     Y, USER     Out    A = COLOR
; Keeps  X, Y     Uses  A, N Z
.proc colour_here
        lda COLOR
        sta (USER),y
        rts
.endproc

.segment "INSERT"

; INST: open a gap under the cursor, if the line has room or may grow to 80 columns
.proc insert
        ; The characters from the cursor on move one column to the right, from the last one down.
        ; If the last place is taken, the line grows first, or nothing happens.
        ldy LNMX
        cpy PNTR
        beq full                ; the cursor itself is on the last place
        lda (PNT),y
        cmp #SPACE              ; the last place must be empty, or its character would be lost
        beq room
full:   cpy #2 * COLUMNS - 1    ; 80 columns already: nothing gives way
        bcs done
        jsr screen_insert_row
        jsr screen_set_line     ; PNTR stays; LNMX is 79 now
room:   jsr screen_colours
        ldy LNMX
shift:  cpy PNTR
        beq gap
        bcc done                ; a program has set the cursor behind the line's end
        dey
        lda (PNT),y
        iny
        sta (PNT),y
        dey
        lda (USER),y
        iny
        sta (USER),y
        dey
        bpl shift               ; always: Y is PNTR or more
gap:    jsr blank_here
        inc INSRT               ; one place more that shows signs of control codes
done:   rts
.endproc
