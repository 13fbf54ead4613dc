; Screen editor: next line, scrolling, making room for a second row

.include "lowmem.inc"
.include "entry.inc"
.include "cia.inc"
.include "screen.inc"

ONLY_CTRL = %11111011           ; keyboard column 7 with CTRL down

.segment "ENTRY_E87C"

; screen_next_line -- cursor to the next logical line, scrolling at the bottom
; In     PNTR column the cursor shall have, 0-39
; Out    TBLX, PNT, USER, LNMX
; Uses   A, X, Y, flags     Keeps  -
; Time   120 cycles, with scrolling 30,000 a row
; Test   tests/asm/rom/test_kernal_screen.py
.proc screen_next_line
        ; A new line has no prompt: bit 7 of LSXP says that input begins at its first column. SEC
        ; and ROR set the bit without a register.
        sec
        ror LSXP
        jmp find_next_line
.endproc

.segment "ENTRY_E891"

; screen_return -- carriage return: end quote, insert and reverse mode, next line
; In     TBLX     Out    -
; Uses   A, X, Y, flags     Keeps  -
; Time   137 cycles, with scrolling 30,000 a row
; Test   tests/asm/rom/test_kernal_screen.py
.proc screen_return
        ; Quotes, open inserts and reverse last to the end of a line, so RETURN ends them. A
        ; column of 0 goes with the cursor into the next line.
        lda #0
        sta QTSW
        sta INSRT
        sta RVS
        sta PNTR
        jmp screen_next_line
.endproc

.segment "ENTRY_E8EA"

; screen_scroll_keep -- scroll up one logical line, the cursor's row number stays
; Out    screen moved; with CTRL held a pause of half a second
; Uses   A, X, Y, flags; PNT and USER point elsewhere afterwards
; Time   30,000 cycles a row
; Test   tests/asm/rom/test_kernal_screen.py
.proc screen_scroll_keep
        ; screen_scroll counts the cursor's row down with the text; this undoes one step, as V2's
        ; routine here does at its end.
        jsr screen_scroll
        inc TBLX
        inc LINTMP
        rts
.endproc

        entry $E958

; restore_pointers -- the end of a routine that has put SAL and EAL on the stack
; In     on the stack: SAL, EAL, low byte before high byte, below them a return address
; Out    SAL, EAL; returns there
; Keeps  X, Y     Uses  A, N Z
; Time   34 cycles
; Test   tests/asm/rom/test_kernal_entries.py
.proc restore_pointers
        ; Two routines end here, after they have used SAL and EAL for rows. LOAD and SAVE have
        ; their addresses there, and their messages may scroll.
        pla
        sta EAL + 1
        pla
        sta EAL
        pla
        sta SAL + 1
        pla
        sta SAL
        rts
.endproc
        entry_within $E965

; screen_insert_row -- insert a blank row behind the line of row TBLX, as part of that line
; In     TBLX; at $E967: X the row
; Out    TBLX less the rows scrolled; the bottom row is lost, or the top line if there is no room
; Uses   A, X, Y, flags; LINTMP     Keeps  -
; Time   1,225 cycles for each row below, and 1,200
; Test   tests/asm/rom/test_kernal_screen.py
.proc screen_insert_row
        ; The row goes behind the line, in front of the next one that begins. If that is below the
        ; screen there is no room, so the text moves up instead, and the free row at the bottom is
        ; it.
        ldx TBLX
        entry_within $E967
below:  inx
        lda LDTB1,x
        bpl below               ; the guard ends the search behind the last row
        stx LINTMP
        cpx #ROWS
        bcs no_room
        jmp screen_open_at
no_room:
        jsr screen_scroll       ; LINTMP and TBLX move up with the text
        ldx LINTMP
        jmp screen_link_row
.endproc

        entry $E981

; screen_open_at -- move the rows from LINTMP on down, leave a blank row that continues its line
; In     LINTMP  row
; Out    as screen_link_row; the bottom row is lost
; Uses   A, X, Y, flags     Keeps  -
; Time   1,225 cycles for each row below, and 1,200
; Test   tests/asm/rom/test_kernal_entries.py
.proc screen_open_at
        ; Bottom up, so that no row is overwritten before it is copied; the link marks move down
        ; with the rows. SAL and EAL serve LOAD and SAVE, too, whose messages may come here.
        lda SAL
        pha
        lda SAL + 1
        pha
        lda EAL
        pha
        lda EAL + 1
        pha
        ldx #ROWS - 1
copy:   cpx LINTMP
        beq clear
        bcc clear               ; only if LINTMP lies below the screen
        dex
        jsr source_row          ; the row above, into SAL
        lda LDTB1,x
        inx
        jsr link_as             ; A is the entry of the row above, X the row itself again
        jsr screen_row_pointer
        jsr copy_cells
        dex
        bpl copy                ; always: X = LINTMP ends it
clear:  jsr screen_clear_row
        jsr screen_link_row
        jmp restore_pointers
.endproc

        entry $E9C8

; row_move -- copy a row and its colours
; In     A page, only bits 0 and 1 count, SAL low byte of the row; PNT where to
; Keeps  X     Uses  A, Y, flags; SAL, EAL, USER
; Time   1,095 cycles
; Test   tests/asm/rom/test_kernal_entries.py
.proc row_move
        ; Only bits 0 and 1 of the page count, as in V2: LDTB1 has the page with bit 7, and
        ; programs give it as it is.
        and #>(ROWS * COLUMNS)
        ora HIBASE
        sta SAL + 1
        jmp copy_cells
.endproc

        entry $E9E0

; row_colours -- EAL = colours of the row in SAL, USER = those of the row in PNT
; In     PNT, SAL     Out    EAL, USER
; Keeps  X, Y     Uses  A, N Z
; Time   50 cycles
; Test   tests/asm/rom/test_kernal_entries.py
.proc row_colours
        ; Both rows need two pointers, and colours have the same offsets as characters: only the
        ; page differs.
        jsr screen_colours
        lda SAL + 1
        and #>(ROWS * COLUMNS)  ; 3: the page's offset, 0 to 3
        ora #>COLOR_RAM
        sta EAL + 1
        lda SAL
        sta EAL
        rts
.endproc

.segment "FIND_NEXT_LINE"

.proc find_next_line
        ; Down to the next row that begins a line. At the bottom the screen moves up and TBLX with
        ; it: the search goes on from the row where the cursor's text is now.
        ldx TBLX
down:   inx
        cpx #ROWS
        bcc :+                  ; still on the screen
        jsr screen_scroll
        ldx TBLX
        inx
:       lda LDTB1,x
        bpl down                ; bit 7 clear: the second row of a line is passed over
        stx TBLX
        jmp screen_set_line
.endproc

.segment "SCREEN_SCROLL"

; screen_scroll -- scroll up one logical line (one or two rows)
; Out    TBLX, LSXP, LINTMP less the rows moved
; Uses   A, X, Y, flags; PNT and USER point elsewhere afterwards
; Time   30,000 cycles a row
; Test   tests/asm/rom/test_kernal_screen.py
.proc screen_scroll
        ; Top down, so that each row is copied before it is overwritten. A line of two rows
        ; scrolls away as a whole: else its second row would be left without a beginning. The
        ; cursor, an input that has begun and a row to be inserted all move with the text.
        lda SAL                 ; LOAD and SAVE use them, and their messages may scroll
        pha
        lda SAL + 1
        pha
        lda EAL
        pha
        lda EAL + 1
        pha
row_up: dec TBLX
        dec LINTMP
        lda LSXP
        bmi :+                  ; no input has begun
        dec LSXP                ; past row 0 bit 7 is set, which says just that
:       ldx #0
copy:   lda LDTB1 + 1,x         ; as link_as, here 24 times a row: a JSR would cost 12 cycles
        eor LDTB1,x
        and #$80
        eor LDTB1,x
        sta LDTB1,x
        inx
        jsr screen_copy_row     ; row X to row X - 1
        cpx #ROWS - 1           ; X = 24 after the last copy: the row to clear
        bcc copy
        jsr screen_clear_row
        lda LDTB1,x
        ora #$80                ; the new row is a line of its own
        sta LDTB1,x
        lda LDTB1
        bpl row_up              ; the second row of the line that scrolls away
        jsr slow_down
        jmp restore_pointers
.endproc

.segment "LINK_AS"

; Row X is a line's first row if bit 7 of A says so
.proc link_as
        ; Bits 0 to 6 stay and bit 7 comes from A. EOR, mask and EOR take the masked bits from one
        ; value and the rest from the other, without a variable.
        eor LDTB1,x
        and #$80
        eor LDTB1,x             ; bit 7 of A, the rest of the entry
        sta LDTB1,x
        rts
.endproc

.segment "SCREEN_COPY_ROW"

; screen_copy_row -- copy a row onto the row above it, with colours
; In     X row to copy, 1-24
; Keeps  X     Uses  A, Y, flags; SAL, EAL, PNT, USER
; Time   1,168 cycles
; Test   tests/asm/rom/test_kernal_screen.py
.proc screen_copy_row
        ; Both pointers come from one routine that sets PNT, so the source goes first and moves to
        ; SAL.
        jsr source_row
        dex
        jsr screen_row_pointer
        inx
        ; falls through
.endproc

; Copy 40 characters and colours of the row in SAL to the row in PNT
.proc copy_cells
        ; Two cells a round halve the branches. 40 is even, so BPL, which looks only at every
        ; second cell, still ends behind cell 0.
        jsr row_colours
        ldy #COLUMNS - 1
cell:   .repeat 2
        lda (SAL),y
        sta (PNT),y
        lda (EAL),y
        sta (USER),y
        dey
        .endrepeat
        bpl cell
        rts
.endproc

.segment "SOURCE_ROW"

; SAL = row X; PNT, too, so the target row is set up after the source
.proc source_row
        ; screen_row_pointer leaves the page in A and PNT changed, so the target row has to be set
        ; up afterwards.
        jsr screen_row_pointer
        sta SAL + 1
        lda PNT
        sta SAL
        rts
.endproc

.segment "SLOW_DOWN"

; With CTRL held, wait about half a second so that a listing can be read
.proc slow_down
        ; As in V2, CTRL slows a listing down. 256 * 256 rounds of 7 cycles are 459,000 cycles:
        ; half a second.
        lda #%01111111          ; column 7: STOP, Q, C=, space, 2, CTRL, left arrow, 1
        sta CIA1_PRA
        lda CIA1_PRB
        cmp #ONLY_CTRL          ; CTRL and no other key of that column
        bne done
        ldx #0
        ldy #0
wait:   nop
        dex
        bne wait
        dey
        bne wait
        sty NDX                 ; 0: CTRL with a letter would pile up as input
done:   rts
.endproc

.segment "SCREEN_OPEN_ROW"

; screen_open_row -- give the line of row TBLX (one row) a second row
; In     TBLX, AUTODN: 0 the row below is claimed as it is, else a row is inserted
; Out    TBLX less the rows scrolled; row TBLX + 1 is part of the line
; Uses   A, X, Y, flags     Keeps  -
; Time   98 cycles to claim a row, 1,225 for each row below to insert one
; Test   tests/asm/rom/test_kernal_screen.py
.proc screen_open_row
        ; A program that prints a long line wants the row below, whatever is in it: it will print
        ; there next. A user who types must not lose the lines below, so a row is inserted.
        lda AUTODN              ; not 0 only while a key is handled
        beq claim
        jmp screen_insert_row
claim:  lda TBLX
        cmp #ROWS - 1
        bcc :+
        jsr screen_scroll
:       ldx TBLX
        inx
        jmp screen_link_row
.endproc
