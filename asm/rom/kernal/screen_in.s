; Screen editor: reading a line from the screen, with the keyboard echoed until RETURN

.include "lowmem.inc"
.include "entry.inc"
.include "screen.inc"
.include "keyboard.inc"

CODE_RETURN = $0D
CODE_RUN    = $83               ; SHIFT + RUN/STOP
CODE_PI     = $FF

.segment "ENTRY_E5CA"

; screen_read_line -- let the user edit until RETURN, then find the line to read
; Out    CRSW not 0; PNTR first, INDX one past the last column to read
; Uses   A, X, Y, flags
; Time   until RETURN is pressed
; Test   tests/asm/rom/test_kernal_screen.py
.proc screen_read_line
        ; The editor: whatever is typed is printed, and only RETURN ends it. One value serves two
        ; flags, since with no key waiting both have to be 0 and otherwise neither. So the cursor
        ; blinks only while nobody types, and a row can be inserted while a key is handled.
echo:   jsr screen_put
wait:   lda NDX                 ; keys that wait
        sta BLNSW               ; 0: the cursor blinks
        sta AUTODN              ; not 0: typing past the edge inserts a row
        beq wait
        sei                     ; the interrupt must not reverse the character again meanwhile
        jsr cursor_off
        jsr keyboard_get        ; turns interrupts on again
        cmp #CODE_RUN
        beq run
        cmp #CODE_RETURN
        bne echo
        jmp take_line
run:    jsr type_load_and_run
        jmp wait
.endproc
        .assert screen_read_line::wait = $E5CD, lderror, "input loop moved from $E5CD"

; Take the cursor's reversed shape off the screen
.proc cursor_off
        ; The cursor is the reversed character itself, so the one below it comes back from GDBLN
        ; and its colour from GDCOL.
        lda BLNON
        beq done
        ldx #0
        stx BLNON               ; first: an interrupt from here on finds nothing reversed
        lda GDBLN
        ldx GDCOL               ; the cursor itself shows in the text colour
        jmp screen_store
done:   rts
.endproc

; RETURN was pressed in the logical line PNT: find the columns to be read
.proc take_line
        ; From here on the line is read off the screen, not out of a buffer: what the user sees is
        ; what the program gets. Blanks at its end are no part of it.
        ldy LNMX
trim:   lda (PNT),y
        cmp #' '
        bne found
        dey
        bpl trim                ; an empty line ends with Y = $FF, so INDX is 0: nothing to read
found:  iny                     ; one behind the last column to read
        sty INDX
        ldy #1
        sty CRSW                ; reading has begun
        dey                     ; 0
        sty AUTODN
        sty PNTR
        sty QTSW                ; quotes are counted again from the first character read
        jmp start_column
.endproc

.segment "ENTRY_E632"

; screen_get -- read the next character of the line, a new line if none is being read
; In     PNT, PNTR, TBLX
; Out    A PETSCII, $0D at the end of the line; C=0
; Keeps  X, Y     Uses  A, flags
; Time   124 cycles within a line
; Test   tests/asm/rom/test_kernal_screen.py
.proc screen_get
        ; A line is read in two steps. The first call lets the user edit it; this and the next
        ; calls take one character each, until INDX.
        txa
        pha
        tya
        pha
        lda CRSW
        bne :+
        ; Not at its beginning, which would print A: inside quotes even CHR$(0) shows as a sign.
        jsr screen_read_line::wait
:       ldy PNTR
        cpy INDX
        bcs end                 ; behind the last column: the line ends with RETURN
        lda (PNT),y
        inc PNTR
        jsr petscii
        jsr screen_quote        ; after petscii: the quote itself is converted in the old mode
        cmp #$DE                ; pi is screen code $5E, by rule $DE; BASIC wants $FF
        bne leave
        lda #CODE_PI
leave:  sta SCHAR               ; A waits there while the registers come back
        pla
        tay
        pla
        tax
        lda SCHAR
        clc
        rts
end:    lda #0
        sta CRSW                ; the next call begins a new line
        lda #CODE_RETURN
        ldx DFLTN
        cpx #3                  ; from the screen: the cursor goes on to the next line
        beq echo
        ldx DFLTO
        cpx #3                  ; to the screen: the caller prints its own RETURN
        beq leave
echo:   jsr screen_put
        jmp leave
.endproc

.segment "PETSCII"

; Screen code in A to PETSCII in A: in quotes reversed signs are control codes
.proc petscii
        ; The code has three bits for its block and five that pass through. Bit 7 is "reversed",
        ; for which there is no code outside quotes; inside, it stands for a control code.
        pha
        asl a
        rol a
        rol a
        rol a                   ; ASL and three ROLs: a rotation by four, through C
        and #7                  ; bits 7-5 are now 2-0
        cmp #4                  ; bit 7 of the code: reversed
        bcc :+
        ldx QTSW
        beq :+
        eor #4 ^ 8              ; 4-7 become 8-11, the end of the table: reversed in quotes
:       tax
        pla
        and #$1F
        ora code_block,x
        rts
.endproc

.segment "CODE_BLOCK"

; By bits 7-5 of the screen code: plain, reversed outside quotes (as plain), reversed inside quotes
code_block:
        .byte $40, $20, $C0, $A0, $40, $20, $C0, $A0
        .byte $00, $20, $80, $A0

.segment "START_COLUMN"

; Text before the place where input began (a prompt) is not part of it, if the cursor is
; still in that line
.proc start_column
        ; The place where input began is LSXP, LSTP. Row LSXP may be the second one of its line,
        ; so its first row is found to compare it with that of the cursor's line.
        ldx LSXP
        bmi done                ; bit 7: the start has scrolled away or was left behind
        beq compare             ; row 0 is always a line's first
        lda LDTB1,x
        bmi compare             ; this row starts a line
        dex                     ; input began in the line's second row
compare:
        stx SCHAR
        jsr screen_set_line     ; X = first row of the cursor's line
        ldy #0                  ; another line: it is read from its beginning
        cpx SCHAR               ; the first rows of both lines
        bne :+
        ldy LSTP                ; the same line: it is read from behind the prompt
:       sty PNTR
done:   rts
.endproc

.segment "TYPE_LOAD_AND_RUN"

; SHIFT + RUN/STOP: there is no datasette, so the first file on disk is meant.  The command
; does not fit into the keyboard buffer: it is printed, and RETURN and RUN are "typed".
.proc type_load_and_run
        ; V2 types LOAD and RUN for the datasette, which just fit into the buffer. Printing the
        ; command puts it on the screen as if typed; RETURN, RUN and RETURN in the buffer carry it
        ; out.
        ldx #0
print:  lda load_command,x
        beq type
        jsr screen_put
        inx
        bne print               ; always
type:   ldx #run_end - run_command
        stx NDX
copy:   lda run_command - 1,x   ; X counts from the length down to 1
        sta KEYD - 1,x
        dex
        bne copy
        rts
.endproc

.segment "RUN_COMMAND"

run_command:
        .byte CODE_RETURN, "RUN", CODE_RETURN
run_end:
.segment "LOAD_COMMAND"

load_command:
        .byte "LOAD", '"', "*", '"', ",8,1", 0
