; Screen editor: printing a character
;
; PETSCII comes in eight blocks of 32.  Blocks 0 and 4 are control codes, the others are
; shown; block_base turns any of them into a screen code, control codes into the reversed
; signs that stand for them inside quotes.

.include "lowmem.inc"
.include "vic.inc"
.include "screen.inc"

CODE_RETURN = $0D
CODE_DELETE = $14
CODE_INSERT = $94
CODE_PI     = $FF
SCREEN_PI   = $5E
SPACE       = ' '

.segment "ENTRY_E716"

; screen_put -- print a PETSCII character on the screen
; In     A character
; Out    C=0; interrupts enabled (programs count on it)
; Keeps  A, X, Y     Uses  flags
; Time   265 cycles for a character, 295 for a control code; scrolling 33,000 a row
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
        lda SCHAR
        ; Bits 5 and 6 are 0 only in the blocks 0 and 4: the control codes.
        and #$60
        beq control
        jsr show
        jmp leave
control:
        jsr command
leave:  pla
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

; Print the visible character SCHAR
.proc show
        lda SCHAR
        jsr screen_quote
        cmp #CODE_PI            ; $FF would become another sign by the rule
        bne :+
        lda #SCREEN_PI
        bne reverse             ; always
:       jsr screen_code
reverse:
        ldx RVS
        beq store
        ora #$80
store:  ldx INSRT
        beq :+
        dec INSRT
:       ldx COLOR
        jsr screen_store
        jmp screen_advance
.endproc

; Carry out the control code SCHAR, or show its sign within quotes and inserts
.proc command
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
        ldx #15                 ; sixteen colours, whose number is their place in the table
colour: cmp colour_codes,x
        beq set_colour
        dex
        bpl colour
        ldx #command_low - command_codes - 1
find:   cmp command_codes,x
        beq call
        dex
        bpl find
        rts                     ; not a control code: ignored
sign:   jsr screen_code
        bne show::store         ; always: a sign is reversed
set_colour:
        stx COLOR
        rts
call:   lda command_high,x      ; RTS jumps to what is pushed, plus one
        pha
        lda command_low,x
        pha
        rts
.endproc

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

block_base:
        .byte $80, $20, $00, $40, $C0, $60, $40, $60

.define COMMANDS cursor_down-1, reverse_on-1, screen_home-1, delete-1, cursor_right-1, cursor_up-1, reverse_off-1, screen_clear-1, insert-1, cursor_left-1, lock_charset-1, free_charset-1, lower_case-1, upper_case-1
command_codes:
        .byte $11, $12, $13, CODE_DELETE, $1D, $91, $92, $93, CODE_INSERT, $9D, $08, $09, $0E, $8E
command_low:
        .lobytes COMMANDS
command_high:
        .hibytes COMMANDS

; screen_quote -- a quotation mark toggles quote mode
; In     A character     Out    -
; Keeps  A, Y     Uses  X, flags
; Time   25 cycles at most
; Test   tests/asm/rom/test_kernal_screen.py
.proc screen_quote
        cmp #'"'
        bne done
        pha
        lda QTSW
        eor #1
        sta QTSW
        pla
done:   rts
.endproc

.proc reverse_on
        lda #$12
        sta RVS
        rts
.endproc

.proc reverse_off
        lda #0
        sta RVS
        rts
.endproc

.proc free_charset
        lda #$7F
        and MODE
store:  sta MODE
        rts
.endproc

.proc lock_charset
        lda #$80
        ora MODE
        bne free_charset::store ; always
.endproc

.proc upper_case
        lda VIC_MEMORY
        and #%11111101
store:  sta VIC_MEMORY
        rts
.endproc

.proc lower_case
        lda VIC_MEMORY
        ora #%00000010
        bne upper_case::store   ; always
.endproc

.segment "KERNAL_CODE2"

.proc cursor_right
        ldy PNTR
        cpy LNMX
        bcs next_line_start
        ; falls through
.endproc

; Cursor to the next column of the same logical line; Y = PNTR
.proc step_right
        iny
        sty PNTR
        cpy #COLUMNS
        bne :+
        inc TBLX
:       rts
.endproc

; screen_advance -- cursor to the next column; a full row of 40 grows to a line of 80
; Uses   A, X, Y, flags
; Time   25 cycles; 120 when a line begins or grows; with scrolling 33,000 a row
; Test   tests/asm/rom/test_kernal_screen.py
.proc screen_advance
        ldy PNTR
        cpy LNMX
        bcc step_right
        cpy #2 * COLUMNS - 1
        bcs next_line_start
        jsr screen_open_row
        inc TBLX
        ldy #COLUMNS
        sty PNTR
        jmp screen_set_line
.endproc

.proc next_line_start
        ldy #0
        sty PNTR
        jmp screen_next_line
.endproc

.proc cursor_down
        ldy PNTR
        cpy #COLUMNS
        bcs lower               ; on a line's second row: down is the next line
        lda LNMX
        cmp #COLUMNS
        bcc next
        inc TBLX
        tya
        adc #COLUMNS - 1        ; C=1
        sta PNTR
        rts
lower:  tya
        sbc #COLUMNS            ; C=1
        sta PNTR
next:   jmp screen_next_line
.endproc

.proc cursor_up
        ldx TBLX
        beq done
        dec TBLX
        lda PNTR
        sec
        sbc #COLUMNS
        bcc line_above
        sta PNTR
done:   rts
line_above:
        jmp screen_set_line
.endproc

.proc cursor_left
        ldy PNTR
        beq end_of_line_above
        ; falls through
.endproc

; Cursor one column left in the same logical line; Y = PNTR, not 0
.proc step_left
        dey
        sty PNTR
        cpy #COLUMNS - 1
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
        sty PNTR
        sec
done:   rts
.endproc

; DEL: remove the character left of the cursor, close the gap
.proc delete
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
        lda #SPACE
        sta (PNT),y
        lda COLOR
        sta (USER),y
        rts
.endproc

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
gap:    lda #SPACE
        sta (PNT),y
        lda COLOR
        sta (USER),y
        inc INSRT
done:   rts
.endproc

.segment "ENTRY_E8DA"

colour_codes:                   ; index = colour
        .byte $90, $05, $1C, $9F, $9C, $1E, $1F, $9E
        .byte $81, $95, $96, $97, $98, $99, $9A, $9B
