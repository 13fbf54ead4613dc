; Screen editor: cursor position, logical lines, clearing
;
; The screen has 25 rows of 40 columns.  One or two rows form a logical line of 40 or 80
; columns.  Bit 7 of LDTB1[row] is set where a logical line starts.  TBLX is the cursor's
; row; PNTR its column in the logical line (40-79 on the second row); PNT and USER point to
; the line's first character and colour; LNMX is the line's last column.

.include "lowmem.inc"
.include "entry.inc"
.include "vic.inc"
.include "screen.inc"

.segment "ENTRY_E505"

; SCREEN -- size of the screen
; In     -     Out    X = 40 columns, Y = 25 rows
; Keeps  A     Uses  X, Y, N Z
; Time   10 cycles
; Test   tests/asm/rom/test_kernal_screen.py
.proc screen_size
        ldy #ROWS
        ldx #COLUMNS
        rts
.endproc

; PLOT -- read or set the cursor
; In     C=1   read
;        C=0   set: X row 0-24, Y column (unchecked)
; Out    X row, Y column (0-79: 40 and up on the second row of a logical line)
; Uses   A, X, Y, flags     Keeps  -
; Time   read 15, set about 115 cycles
; Test   tests/asm/rom/test_kernal_screen.py
.proc screen_plot
        ; C=0 sets, then falls into the reading. So the caller gets the column as the editor
        ; counts it, 40 more on the second row of a line.
        bcs read
        entry_within $E50C
        stx TBLX
        sty PNTR                ; a column of the row: screen_set_line makes it one of the line
apply:                          ; programs call it as SYS 58640
        jsr screen_set_line
read:   ldy PNTR
        ldx TBLX
        rts
.endproc
        .assert screen_plot::apply = $E510, lderror, "PLOT: entry at $E510 moved"

.segment "ENTRY_E518"

; screen_reset -- editor, VIC and I/O channels to their defaults, screen clear
; In     -     Out    -     Uses   A, X, Y, flags     Keeps  -
; Time   about 28,000 cycles
; Test   tests/asm/rom/test_kernal_screen.py
.proc screen_reset
        ; Clearing comes last, because it fills the colour RAM with the text colour that the
        ; variables hold.
        jsr video_registers
        entry_within $E51B      ; all but the VIC
        jsr screen_variables
        jmp screen_clear
.endproc

.segment "ENTRY_E536"
        sta COLOR               ; cartridges start the editor here with their colour
        jsr cursor_timing
        jmp screen_clear

.segment "ENTRY_E544"

; screen_clear -- clear the screen, unlink all rows, cursor home
; In     -     Out    PNT, USER, LNMX valid
; Uses   A, X, Y, flags     Keeps  -
; Time   27,000 cycles
; Test   tests/asm/rom/test_kernal_screen.py
.proc screen_clear
        ; Each row becomes a line of its own. Bottom up, as DEX and BPL count without a
        ; comparison.
        ldx #ROWS - 1
row:    jsr screen_row_pointer
        ora #$80                ; A is the row's page; bit 7: a line begins here
        sta LDTB1,x
        jsr screen_clear_row
        dex
        bpl row
        lda LDTB1 + ROWS - 1
        sta LDTB1 + ROWS        ; guard: nothing continues the last row
        jmp screen_home
.endproc

.segment "ENTRY_E566"

; screen_home -- cursor to the top left corner
; In     -     Out    PNT, USER, LNMX valid
; Uses   A, X, Y, flags     Keeps  -
; Time   90 cycles
; Test   tests/asm/rom/test_kernal_screen.py
.proc screen_home
        ldy #0
        sty TBLX
        sty PNTR
        ; falls through
.endproc
        .assert * = $E56C, lderror, "screen_set_line moved"

; screen_set_line -- find the logical line of row TBLX
; In     TBLX row, PNTR column (of the row, or of the logical line)
; Out    PNT, USER line; LNMX 39 or 79; PNTR + 40 on a second row; X = first row of the line
; Uses   A, X, Y, flags     Keeps  -
; Time   102 cycles at most
; Test   tests/asm/rom/test_kernal_screen.py
.proc screen_set_line
        ; A row whose bit 7 is clear continues the row above. A logical line has two rows at most,
        ; so one step up finds its start.
        ldx TBLX
        beq first               ; the top row has nothing above
        lda LDTB1,x
        bmi first
        lda PNTR
        cmp #COLUMNS
        bcs second              ; PNTR counts from the line's start already
        adc #COLUMNS            ; C=0 from CMP
        sta PNTR
second: dex
first:  jsr screen_row_pointer
        jsr screen_colours
        ldy #COLUMNS - 1
        ; The line has 80 columns exactly if the row below its first one continues it.
        lda LDTB1 + 1,x         ; behind the last row stands a guard
        bmi narrow
        ldy #2 * COLUMNS - 1
narrow: sty LNMX
        rts
.endproc

.segment "ENTRY_E9F0"

; screen_row_pointer -- address of a row
; In     X row 0-24
; Out    PNT; A = its page
; Keeps  X, Y     Uses  A, N Z
; Time   24 cycles
; Test   tests/asm/rom/test_kernal_screen.py
.proc screen_row_pointer
        ; Row * 40 by two tables: the low bytes, and the high bytes relative to the screen's page.
        ; HIBASE is a multiple of 4 and the offset below 4, so ORA adds.
        lda screen_row_low,x
        sta PNT
        lda row_page,x
        ora HIBASE
        sta PNT + 1
        rts
.endproc

.segment "ENTRY_E9FF"

; screen_clear_row -- fill a row with spaces in the text colour
; In     X row 0-24
; Out    PNT, USER = the row
; Keeps  X     Uses  A, Y, N Z
; Time   988 cycles, 39 more where the branch of blank_row crosses a page
; Test   tests/asm/rom/test_kernal_screen.py
.proc screen_clear_row
        ; Both pointers first; the loop itself lies where there is room.
        jsr screen_row_pointer
        jsr screen_colours
        jmp blank_row
.endproc

.segment "ENTRY_EA13"

; screen_store -- put a character under the cursor, let the cursor rest a moment
; In     A screen code, X colour
; Out    char and colour stored at column PNTR of the line PNT
; Keeps  X     Uses  A, Y, N Z
; Time   63 cycles
; Test   tests/asm/rom/test_kernal_screen.py
.proc screen_store
        ; The next blink comes two jiffies from now, whatever was left: while characters come, the
        ; cursor rests and typing does not flicker.
        pha
        lda #2
        sta BLNCT
        jsr screen_colours
        pla
        ; falls through
.endproc
        .assert * = $EA1C, lderror, "screen_poke moved"

; screen_poke -- put a character under the cursor; USER must be right
; In     A screen code, X colour
; Out    A = X, Y = PNTR
; Uses   A, Y, N Z
; Keeps  X
; Time   23 cycles
; Test   tests/asm/rom/test_kernal_screen.py
.proc screen_poke
        ; PNT and USER stay at the line's first row. PNTR may be 40-79, as the second row lies
        ; right behind the first, in both memories.
        ldy PNTR
        sta (PNT),y
        txa
        sta (USER),y
        rts
.endproc
        .assert * = $EA24, lderror, "screen_colours moved"

; screen_colours -- USER = colours of the line in PNT
; In     PNT     Out    -
; Keeps  X, Y     Uses  A, N Z
; Time   22 cycles
; Test   tests/asm/rom/test_kernal_screen.py
.proc screen_colours
        ; The colour RAM has the same offsets as the screen, so the low byte is the same and only
        ; the page differs: its two low bits are those of the screen's page.
        lda #>(ROWS * COLUMNS)  ; 3: offsets are below 1,000, so their pages are 0-3
        and PNT + 1
        ora #>COLOR_RAM
        sta USER + 1
        lda PNT
        sta USER
        rts
.endproc

.segment "ENTRY_ECF0"
; V2's table of low bytes; its high bytes are in LDTB1
screen_row_low:
        .repeat ROWS, row
        .byte <(row * COLUMNS)
        .endrepeat

.segment "BLANK_ROW"

; Fill the row in PNT and USER with spaces in the text colour
.proc blank_row
        ; The colours as well, as in V2's last revision: a character that a program POKEs into the
        ; empty row shows in the text colour.
        ldy #COLUMNS - 1
cell:   lda #' '
        sta (PNT),y
        lda COLOR
        sta (USER),y
        dey
        bpl cell                ; 40 rounds of 23 cycles, or of 24 if this crosses a page
        rts
.endproc

.segment "SCREEN_VARIABLES"

; Variables of editor and keyboard to their defaults
.proc screen_variables
        ; What starts at 0 comes first. The rest are pairs of address and value: 10 bytes of
        ; tables and 14 of a loop, where five times LDA and STA would take 25.
        lda #0
        sta MODE                ; SHIFT + C= may change the character set
        sta BLNON               ; no reversed shape stands on the screen
        sta QTSW
        sta INSRT
        sta RVS
        sta CRSW                ; no line is being read
        ldx #editor_end - editor_addresses - 1
next:   ldy editor_addresses,x
        lda editor_values,x
        sta $0200,y             ; all of them lie in page 2
        dex
        bpl next
        ; falls through
.endproc

.proc cursor_timing
        lda #4                  ; jiffies from one repeat of a key to the next
        sta KOUNT
        lda #12                 ; jiffies to the first blink
        sta BLNCT
        sta BLNSW               ; not 0: no cursor until input
        rts
.endproc

.segment "EDITOR_VALUES"

.import keyboard_shift

editor_addresses:               ; low bytes, page 2
        .byte <XMAX, <DELAY, <COLOR, <KEYLOG, <(KEYLOG + 1)
editor_end:

.segment "EDITOR_DEFAULTS"

editor_values:
        .byte 10, 10, 14, <keyboard_shift, >keyboard_shift ; 10 keys, 10 jiffies, light blue

.segment "ROW_PAGE"

row_page:
        .repeat ROWS, row
        .byte >(row * COLUMNS)
        .endrepeat
