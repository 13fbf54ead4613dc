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
echo:   jsr screen_put
wait:   lda NDX
        ; One value for two flags: with no key waiting both are 0, and once there is one neither
        ; is. So the cursor is off and a row may be inserted while a key is handled.
        sta BLNSW               ; no key waiting: the cursor blinks
        sta AUTODN              ; typing past the edge inserts a row
        beq wait
        ; the interrupt must not reverse the character again meanwhile
        sei
        jsr cursor_off
        jsr keyboard_get
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
        lda BLNON
        beq done
        ldx #0
        stx BLNON               ; first: an interrupt from here on finds nothing reversed
        lda GDBLN
        ; the colour that stood there, as the cursor shows in the text colour
        ldx GDCOL
        jmp screen_store
done:   rts
.endproc

; RETURN was pressed in the logical line PNT: find the columns to be read
.proc take_line
        ; From here on the line is read off the screen, not out of a buffer: what the user sees
        ; is what the program gets.
        ldy LNMX
trim:   lda (PNT),y             ; blanks at the end are not part of the line
        cmp #' '
        bne found
        dey
        ; An empty line ends the loop with Y = $FF, so INDX becomes 0: nothing to read.
        bpl trim
found:  iny
        sty INDX
        ldy #1
        sty CRSW                ; reading has begun
        dey                     ; Y = 0
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
; Time   200 cycles within a line
; Test   tests/asm/rom/test_kernal_screen.py
.proc screen_get
        ; A line is read in two steps: the first call lets the user edit it, later calls take
        ; one character each until INDX.
        txa
        pha
        tya
        pha
        lda CRSW
        bne :+
        ; Not at its beginning, which would print A: in quotes CHR$(0) shows as a sign.
        jsr screen_read_line::wait
:       ldy PNTR
        cpy INDX
        bcs end                 ; behind the last column: the line ends with RETURN
        lda (PNT),y
        inc PNTR
        jsr petscii
        jsr screen_quote        ; petscii needs to know what lies inside quotes
        cmp #$DE                ; pi is shown by $5E, whose code would be $DE; BASIC wants $FF
        bne leave
        lda #CODE_PI
leave:  sta SCHAR
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
        cpx #3
        beq echo                ; reading the screen goes on in the next line
        ldx DFLTO
        cpx #3
        beq leave               ; the caller prints its own
echo:   jsr screen_put
        jmp leave
.endproc

.segment "PETSCII"

; Screen code in A to PETSCII in A: in quotes reversed signs are control codes
.proc petscii
        ; Bits 7-5 choose the block, bits 4-0 pass through. Bit 7 is "reversed", which has no
        ; code outside quotes; inside, it stands for a control code.
        pha
        asl a
        rol a
        rol a
        rol a                   ; bits 7-5 to 2-0
        and #7
        cmp #4                  ; C=0: not reversed
        bcc :+
        ldx QTSW
        beq :+
        eor #4 ^ 8              ; the end of the table: in quotes only reversed blocks are looked up
:       tax
        pla
        and #$1F
        ora code_block,x
        rts
.endproc

.segment "CODE_BLOCK"

code_block:
        .byte $40, $20, $C0, $A0, $40, $20, $C0, $A0
        .byte $00, $20, $80, $A0

.segment "START_COLUMN"

; Text before the place where input began (a prompt) is not part of it, if the cursor is
; still in that line
.proc start_column
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
        cpx SCHAR
        bne :+
        ldy LSTP
:       sty PNTR
done:   rts
.endproc

.segment "TYPE_LOAD_AND_RUN"

; SHIFT + RUN/STOP: there is no datasette, so the first file on disk is meant.  The command
; does not fit into the keyboard buffer: it is printed, and RETURN and RUN are "typed".
.proc type_load_and_run
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
