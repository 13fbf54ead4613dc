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
        cmp #'"'
        bne done
        pha
        lda QTSW
        eor #1                  ; on becomes off
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
; Time   39 cycles
; Test   tests/asm/rom/test_kernal_entries.py
.proc screen_leave
        pla                     ; Y comes back first
        tay
        lda INSRT
        beq :+
        lsr QTSW                ; within open inserts a quote does not count
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
; Time   23 cycles; 120 when a line begins or grows; with scrolling 33,000 a row
; Test   tests/asm/rom/test_kernal_screen.py
.proc screen_advance
        ldy PNTR
        cpy LNMX
        bcs end
step:   iny                     ; not at the end of the line; Y = PNTR
        sty PNTR
        cpy #COLUMNS            ; just crossed into the second row
        bne :+
        inc TBLX
:       rts
end:    cpy #2 * COLUMNS - 1    ; 80 columns are the most
        bcc grow
        jmp next_line_start
grow:   jsr screen_open_row     ; column 39 of a single row: the line grows
        inc TBLX
        ldy #COLUMNS
        sty PNTR
        jmp screen_set_line
.endproc

        entry $E6DA

; screen_link_row -- row X continues the line above it; the row below begins a line
; In     X  row
; Out    LNMX + 40; X = first row of the line; PNT
; Keeps  Y     Uses  A, flags
; Time   90 cycles
; Test   tests/asm/rom/test_kernal_entries.py
.proc screen_link_row
        lda LDTB1,x
        and #$7F
        sta LDTB1,x
        lda LDTB1 + 1,x         ; below the last row: the guard, where bit 7 always is set
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
        bne first
:       jmp screen_row_pointer
.endproc

        entry $E701

; line_above -- cursor to the end of the line above, for DEL
; In     TBLX; on the stack what screen_leave takes, then a return address
; Out    TBLX, PNTR, PNT; on the top row column 0, and the printing ends
; Uses   A, X, Y, flags     Keeps  -
; Test   tests/asm/rom/test_kernal_entries.py
.proc line_above
        jsr end_of_line_above
        bcs done
        sta PNTR                ; A is the row, 0
        pla
        pla
        jmp screen_leave
done:   rts
.endproc

        entry $E716

; screen_put -- print a PETSCII character on the screen
; In     A character
; Out    C=0; interrupts enabled (programs count on it)
; Keeps  A, X, Y     Uses  flags
; Time   250 cycles for a character, 295 for a control code; scrolling 33,000 a row
; Test   tests/asm/rom/test_kernal_screen.py
.proc screen_put
        pha
        sta SCHAR
        txa
        pha
        tya
        pha
        ldx #0
        stx CRSW                ; printing ends the reading of a line
again:  lda SCHAR
        ; Bits 5 and 6 are 0 only in the blocks 0 and 4: the control codes.
        and #$60
        beq control
        lda SCHAR
        cmp #'"'
        bne :+
        jsr screen_quote
:       cmp #CODE_PI            ; $FF would become another sign by the rule
        beq pi
        jsr screen_code
shown:  jmp screen_reverse
pi:     lda #SCREEN_PI
        bne shown               ; always
control:
        jsr command
        jmp screen_leave
.endproc

; Put sign A under the cursor, move on, end the printing
.proc show_sign
        ldx INSRT
        beq :+                  ; no insert is open
        dec INSRT               ; one of the open places is filled
:       ldx COLOR
        jsr screen_store
        jsr screen_advance
        jmp screen_leave
.endproc

        entry $E773

; The end of DEL: a blank in column Y
        jsr blank_here
        jmp screen_leave

; The second half of the characters, in A; registers are on the stack
        entry $E7D4
        sta SCHAR
        jmp screen_put::again

        entry $E8A1

; screen_row_left, screen_row_right -- the cursor is about to go left, right: into which row
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
down:   ldx TBLX
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
        ldx #16                 ; sixteen colours, whose number is their place in the table
next:   dex
        bmi done
        cmp colour_codes,x
        bne next
        stx COLOR
done:   rts
.endproc

        entry $E8DA

colour_codes:                   ; index = colour
        .byte $90, $05, $1C, $9F, $9C, $1E, $1F, $9E
        .byte $81, $95, $96, $97, $98, $99, $9A, $9B

.segment "COMMAND"

; Carry out the control code SCHAR, or show its sign within quotes and inserts
.proc command
        ; Order: RETURN always acts, DEL acts inside quotes, INST inside inserts. All else shows
        ; its sign while a quote or an insert is open.
        lda SCHAR
        and #$7F                ; RETURN and SHIFT RETURN are alike, even within quotes
        cmp #CODE_RETURN
        bne :+
        jmp screen_return
:       lda SCHAR
        cmp #CODE_DELETE
        bne not_delete
        ldx INSRT               ; DEL works within quotes
        bpl check               ; always: at most 80 inserts
not_delete:
        ldx QTSW
        bne sign
        cmp #CODE_INSERT
        beq dispatch            ; INST works within inserts
        ldx INSRT
check:  bne sign
dispatch:
        jsr colour_code
        bpl done
        ldx #command_end - command_codes - 1
find:   cmp command_codes,x
        beq call
        dex
        bpl find
done:   rts                     ; not a control code: ignored
sign:   pla                     ; a sign ends the printing by itself
        pla
        lda SCHAR
        jsr screen_code
        jmp show_sign           ; a sign is reversed
call:   lda command_high,x      ; RTS jumps to what is pushed, plus one
        pha
        lda command_low,x
        pha
        rts
.endproc

; Control codes for the character set, in A; registers are on the stack
        entry $EC44
        jmp charset_code
        entry $EC4F
charset_code:
        jsr command::dispatch
        jmp screen_leave

.segment "SCREEN_CODE"

; PETSCII in A to screen code in A; keeps Y
.proc screen_code
        pha
        lsr a                   ; five shifts: the block, 0 to 7
        lsr a
        lsr a
        lsr a
        lsr a
        tax
        pla
        and #$1F
        ora block_base,x
        rts
.endproc

.segment "BLOCK_BASE"

block_base:
        .byte $80, $20, $00, $40, $C0, $60, $40, $60

.segment "COMMANDS"

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
        lda #$12
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
        asl MODE
        lsr MODE
        rts
.endproc

.segment "LOCK_CHARSET"

.proc lock_charset
        asl MODE
        sec                     ; bit 7: keyboard_shift leaves the set alone
        ror MODE
        rts
.endproc

.segment "LETTER_CASE"

.proc upper_case
        lda VIC_MEMORY
        ; bit 1 of $D018 chooses the ROM's half: 0 is upper case with graphics
        and #%11111101
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
        ldy PNTR
        cpy LNMX                ; at the line's end the next line follows, without growing this one
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
        ldy PNTR
        cpy #COLUMNS
        bcs lower               ; on a line's second row: down is the next line
        lda LNMX
        cmp #COLUMNS
        bcc next                ; LNMX 39: one row, so down is the next line
        inc TBLX                ; the second row of the same line: PNT stays
        tya
        adc #COLUMNS - 1        ; C=1
        sta PNTR
        rts
lower:  tya
        sbc #COLUMNS            ; C=1
        sta PNTR
next:   jmp screen_next_line
.endproc

.segment "CURSOR_UP"

.proc cursor_up
        ldx TBLX
        beq done
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
        clc
        lda TBLX
        beq done
        dec TBLX
        jsr screen_set_line
        ldy LNMX
        ; LNMX is 79 if that line has two rows. TBLX is its second one then, so both agree.
        sty PNTR
        sec
done:   rts
.endproc

; DEL: remove the character left of the cursor, close the gap
.proc delete
        ; At a line's first column the cursor moves to the end of the line above and blanks that
        ; place: there is no gap to close.
        ldy PNTR
        bne within
        jsr end_of_line_above
        bcc end_of_line_above::done
        bcs blank               ; always
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
        bne shift               ; always
blank:  jsr screen_colours
        ; falls through
.endproc

; A space in the text colour in column Y of the line in PNT and USER
.proc blank_here
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
        ldy LNMX
        cpy PNTR
        beq full
        lda (PNT),y
        cmp #SPACE              ; the last place must be empty, or a character would be lost
        beq room
full:   cpy #2 * COLUMNS - 1    ; 80 columns already: nothing gives way
        bcs done
        jsr screen_insert_row
        jsr screen_set_line
room:   jsr screen_colours
        ldy LNMX
shift:  cpy PNTR
        beq gap
        bcc done                ; the cursor was set past the line's end
        dey
        lda (PNT),y
        iny
        sta (PNT),y
        dey
        lda (USER),y
        iny
        sta (USER),y
        dey
        bpl shift               ; always
gap:    jsr blank_here
        inc INSRT
done:   rts
.endproc
