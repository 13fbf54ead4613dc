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
; Time   120 cycles, with scrolling 33,000 a row
; Test   tests/asm/rom/test_kernal_screen.py
.proc screen_next_line
        sec
        ; SEC and ROR: bit 7 set, A is not needed
        ror LSXP                ; input no longer starts behind a prompt
        jmp find_next_line
.endproc

.segment "ENTRY_E891"

; screen_return -- carriage return: end quote, insert and reverse mode, next line
; In     TBLX     Out    -
; Uses   A, X, Y, flags     Keeps  -
; Time   137 cycles, with scrolling 33,000 a row
; Test   tests/asm/rom/test_kernal_screen.py
.proc screen_return
        lda #0
        sta QTSW
        sta INSRT
        sta RVS
        sta PNTR                ; column 0
        jmp screen_next_line
.endproc

.segment "ENTRY_E8EA"

; screen_scroll_keep -- scroll up one logical line, the cursor's row number stays
; Out    screen moved; with CTRL held a pause of half a second
; Uses   A, X, Y, flags; PNT and USER point elsewhere afterwards
; Time   33,000 cycles a row
; Test   tests/asm/rom/test_kernal_screen.py
.proc screen_scroll_keep
        jsr screen_scroll
        ; screen_scroll counts the row down with the text; this undoes one step
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
; Time   1,250 cycles for each row below
; Test   tests/asm/rom/test_kernal_screen.py
.proc screen_insert_row
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
        jsr screen_scroll       ; the text moves up, and LINTMP and TBLX with it
        ldx LINTMP
        jmp screen_link_row
.endproc

        entry $E981

; screen_open_at -- move the rows from LINTMP on down, leave a blank row that continues its line
; In     LINTMP  row
; Out    as screen_link_row; the bottom row is lost
; Uses   A, X, Y, flags     Keeps  -
; Time   1,250 cycles for each row below
; Test   tests/asm/rom/test_kernal_entries.py
.proc screen_open_at
        ; SAL and EAL serve LOAD and SAVE too, whose messages may come here.
        lda SAL
        pha
        lda SAL + 1
        pha
        lda EAL
        pha
        lda EAL + 1
        pha
        ; Bottom up, so that no row is overwritten before it is copied. The link marks move down
        ; with the rows.
        ldx #ROWS - 1
copy:   cpx LINTMP
        beq clear
        bcc clear               ; only if LINTMP lies below the screen
        dex
        jsr source_row          ; the row above
        lda LDTB1,x
        inx
        jsr link_as
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
; Time   1,250 cycles
; Test   tests/asm/rom/test_kernal_entries.py
.proc row_move
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
        jsr screen_colours
        lda SAL + 1
        and #>(ROWS * COLUMNS)  ; the colour RAM has the same offsets as the screen
        ora #>COLOR_RAM
        sta EAL + 1
        lda SAL
        sta EAL
        rts
.endproc

.segment "FIND_NEXT_LINE"

.proc find_next_line
        ; If the bottom is reached, the screen moves up and TBLX with it: the search goes on
        ; from the row where the cursor's text is now.
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
; Time   33,000 cycles a row
; Test   tests/asm/rom/test_kernal_screen.py
.proc screen_scroll
        lda SAL                 ; LOAD and SAVE use them, and their messages may scroll
        pha
        lda SAL + 1
        pha
        lda EAL
        pha
        lda EAL + 1
        pha
row_up: dec TBLX                ; the cursor stays at its text
        dec LINTMP
        lda LSXP
        bmi :+
        dec LSXP                ; so does the start of the input; past row 0 bit 7 says "none"
:       ldx #0                  ; top down: each row is copied before it is overwritten
copy:   lda LDTB1 + 1,x         ; as link_as does, here 24 times
        eor LDTB1,x
        and #$80
        eor LDTB1,x
        sta LDTB1,x
        inx
        jsr screen_copy_row     ; from row X to row X - 1
        cpx #ROWS - 1           ; X = 24 after the last copy: the row to clear
        bcc copy
        jsr screen_clear_row
        lda LDTB1,x
        ora #$80                ; the new row is a line of its own
        sta LDTB1,x
        lda LDTB1
        ; A logical line of two rows scrolls away as a whole: else its second half would be a
        ; line without a beginning.
        bpl row_up              ; the line's second row follows
        jsr slow_down
        jmp restore_pointers
.endproc

.segment "LINK_AS"

; Row X is a line's first row if bit 7 of A says so
.proc link_as
        ; Bits 0 to 6 out of the one, bit 7 out of the other: EOR, mask, EOR takes the masked
        ; bits from A.
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
; Time   1,273 cycles
; Test   tests/asm/rom/test_kernal_screen.py
.proc screen_copy_row
        jsr source_row
        dex
        jsr screen_row_pointer
        inx
        ; falls through
.endproc

; Copy 40 characters and colours of the row in SAL to the row in PNT
.proc copy_cells
        ; Two cells a round: half the branches. 40 is even, so BPL still ends at the right cell.
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
        jsr screen_row_pointer
        sta SAL + 1             ; A is the page that screen_row_pointer leaves
        lda PNT
        sta SAL
        rts
.endproc

.segment "SLOW_DOWN"

; With CTRL held, wait about half a second so that a listing can be read
.proc slow_down
        lda #%01111111          ; selects column 7: STOP, Q, C=, space, 2, CTRL, left arrow, 1
        sta CIA1_PRA
        lda CIA1_PRB
        cmp #ONLY_CTRL          ; column 7 is selected: CTRL and nothing else
        bne done
        ldx #0
        ldy #0
        ; 256 * 256 rounds of 7 cycles are about 460,000 cycles: half a second.
wait:   nop
        dex
        bne wait
        dey
        bne wait
        sty NDX                 ; CTRL plus a letter would pile up as input
done:   rts
.endproc

.segment "SCREEN_OPEN_ROW"

; screen_open_row -- give the line of row TBLX (one row) a second row
; In     TBLX, AUTODN: 0 the row below is claimed as it is, else a row is inserted
; Out    TBLX less the rows scrolled; row TBLX + 1 is part of the line
; Uses   A, X, Y, flags     Keeps  -
; Time   60 cycles to claim a row, 1,250 for each row below to insert one
; Test   tests/asm/rom/test_kernal_screen.py
.proc screen_open_row
        lda AUTODN
        beq claim
        jmp screen_insert_row
claim:  lda TBLX
        cmp #ROWS - 1
        bcc :+
        jsr screen_scroll       ; the text moves up and TBLX with it
:       ldx TBLX
        inx
        jmp screen_link_row
.endproc
