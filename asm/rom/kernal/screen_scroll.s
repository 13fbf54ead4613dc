; Screen editor: next line, scrolling, making room for a second row

.include "lowmem.inc"
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
        sta PNTR
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
        inc TBLX
        rts
.endproc

.segment "ENTRY_E965"
        jmp screen_insert_row

.segment "KERNAL_CODE1"

.proc find_next_line
        ldx TBLX
down:   inx
        cpx #ROWS
        bcc :+
        jsr screen_scroll
        ldx TBLX
        inx
:       lda LDTB1,x
        bpl down                ; bit 7 clear: the second row of a line is passed over
        stx TBLX
        jmp screen_set_line
.endproc

; screen_scroll -- scroll up one logical line (one or two rows)
; Out    TBLX, LSXP less the rows moved
; Uses   A, X, Y, flags; PNT and USER point elsewhere afterwards
; Time   33,000 cycles a row
; Test   tests/asm/rom/test_kernal_screen.py
.proc screen_scroll
        jsr save_pointers
row_up: dec TBLX
        lda LSXP
        bmi :+
        dec LSXP
:       ldx #0
copy:   jsr link_from_below
        inx
        jsr screen_copy_row     ; from row X to row X - 1
        cpx #ROWS - 1
        bcc copy
        jsr screen_clear_row
        lda LDTB1,x
        ora #$80
        sta LDTB1,x
        lda LDTB1
        ; A logical line of two rows scrolls away as a whole: else its second half would be a
        ; line without a beginning.
        bpl row_up              ; the line's second row follows
        jsr restore_pointers
        jmp slow_down
.endproc

; Row X takes over the start-of-line mark of row X + 1
.proc link_from_below
        lda LDTB1 + 1,x
        ; falls through
.endproc

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

; Copy 40 characters and colours from SAL, EAL to the row in PNT
.proc copy_cells
        jsr screen_colours
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

; SAL, EAL = characters and colours of row X
.proc source_row
        jsr screen_row_pointer
        sta SAL + 1
        jsr screen_colours      ; A = low byte of both
        sta SAL
        sta EAL
        lda USER + 1
        sta EAL + 1
        rts
.endproc

; SAL and EAL serve LOAD and SAVE too, whose messages may scroll: they go to the stack,
; below the return address of the routine that calls this one
.proc save_pointers
        ; The return address is on top: it is taken off, and pushed again above what is saved.
        pla
        tax
        pla
        tay
        lda SAL
        pha
        lda SAL + 1
        pha
        lda EAL
        pha
        lda EAL + 1
        pha
        tya
        pha
        txa
        pha
        rts
.endproc

.proc restore_pointers
        pla
        tax
        pla
        tay
        pla
        sta EAL + 1
        pla
        sta EAL
        pla
        sta SAL + 1
        pla
        sta SAL
        tya
        pha
        txa
        pha
        rts
.endproc

; With CTRL held, wait about half a second so that a listing can be read
.proc slow_down
        lda #%01111111
        sta CIA1_PRA
        lda CIA1_PRB
        cmp #ONLY_CTRL          ; column 7 is selected: CTRL and nothing else
        bne done
        ldx #0
        ldy #0
wait:   nop
        dex
        bne wait
        dey
        bne wait
        sty NDX                 ; CTRL plus a letter would pile up as input
done:   rts
.endproc

; screen_open_row -- give the line of row TBLX (one row) a second row
; In     TBLX, AUTODN: 0 the row below is claimed as it is, else a row is inserted
; Out    TBLX less the rows scrolled; row TBLX + 1 is part of the line
; Uses   A, X, Y, flags     Keeps  -
; Time   60 cycles to claim a row, 1,250 for each row below to insert one
; Test   tests/asm/rom/test_kernal_screen.py
.proc screen_open_row
        lda AUTODN
        bne screen_insert_row
        jsr room_below
        jmp claim
.endproc

; screen_insert_row -- insert a blank row below row TBLX as the second row of its line
; In     TBLX
; Out    TBLX less the rows scrolled; the bottom row is lost, or the top line if TBLX is 24
; Uses   A, X, Y, flags     Keeps  -
; Time   1,250 cycles for each row below
; Test   tests/asm/rom/test_kernal_screen.py
.proc screen_insert_row
        jsr room_below
        jsr save_pointers
        ldx #ROWS - 1
copy:   dex
        cpx TBLX
        beq clear
        lda LDTB1,x
        inx
        jsr link_as
        dex
        jsr source_row
        inx
        jsr screen_row_pointer
        dex
        jsr copy_cells
        bmi copy                ; always: Y is $FF
clear:  inx
        jsr screen_clear_row
        jsr restore_pointers
        ; falls through
.endproc

; Row TBLX + 1 becomes the second row of the line; what follows is a line of its own
.proc claim
        ldx TBLX
        asl LDTB1 + 1,x
        lsr LDTB1 + 1,x         ; bit 7 clear
        cpx #ROWS - 2
        bcs done
        lda LDTB1 + 2,x
        ora #$80
        sta LDTB1 + 2,x
done:   rts
.endproc

; Make sure that there is a row below TBLX
.proc room_below
        lda TBLX
        cmp #ROWS - 1
        bcc :+
        jmp screen_scroll
:       rts
.endproc
