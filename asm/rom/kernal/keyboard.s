; Keyboard: matrix, shift keys, repeat, buffer
;
; A key's code is 8 * column + row: column = bit of CIA 1 port A that selects it, row = bit
; of port B that reads it.  64 = no key.

.include "lowmem.inc"
.include "entry.inc"
.include "cia.inc"
.include "vic.inc"
.include "keyboard.inc"

NO_KEY      = 64
NO_CODE     = $FF
CODE_STOP   = 3
FIRST_DELAY = 16                ; jiffies until a held key starts to repeat
REPEAT_RATE = 4
SHIFT_CBM   = 3

.segment "ENTRY_E5B4"

; keyboard_get -- take the first character out of the keyboard buffer
; In     NDX > 0; interrupts off
; Out    A character, C=0, interrupts on
; Uses   A, X, Y, flags     Keeps  -
; Time   66 cycles and 40 for each character behind
; Test   tests/asm/rom/test_kernal_keyboard.py
.proc keyboard_get
        ldy KEYD                ; the first character, kept while the others move up
        ldx #0
move:   lda KEYD + 1,x
        sta KEYD,x
        inx
        cpx NDX
        bne move
        dec NDX                 ; last: who fills the buffer from outside waits for a 0 here
        tya
        cli
        clc
        rts
.endproc

.segment "ENTRY_EA87"

; SCNKEY -- look at the keyboard once; called 60 times a second
; In     -     Out    SFDX, SHFLAG; a new or repeating key goes into the keyboard buffer
; Uses   A, X, Y, flags     Keeps  -
; Time   59 cycles without a key, about 1,200 with one
; Test   tests/asm/rom/test_kernal_keyboard.py
.proc keyboard_scan
        lda #0
        sta SHFLAG
        ; 0 selects: one read tells whether any key is down
        sta CIA1_PRA            ; all columns at once
        ldy #NO_KEY
        sty a:SFDX              ; absolute: 59 cycles without a key, as V2's
        ldx #NO_CODE
        cpx CIA1_PRB            ; all ones: no key, which is so nearly always
        beq none
        lda #<key_table
        sta KEYTAB
        lda #>key_table
        sta KEYTAB + 1
        ldy #0
        lda #%11111110          ; one column at a time, from bit 0
column: sta CIA1_PRA
        pha
settle: lda CIA1_PRB
        ; A read may fall into a change of the lines: look until two agree.
        cmp CIA1_PRB
        bne settle
        ldx #8
row:    lsr a                   ; 0 is a key that is down
        bcs up
        pha                     ; the rows still to look at
        lda (KEYTAB),y
        ; STOP has code 3 and would pass for SHIFT with C=, which are 1 and 2.
        cmp #CODE_STOP
        beq key
        cmp #5                  ; 1, 2, 4: SHIFT, C=, CTRL
        bcs key
        ora SHFLAG
        sta SHFLAG
        bne next                ; always
key:    sty SFDX
next:   pla
up:     iny
        dex
        bne row
        pla
        sec                     ; the column's 0 moves up, ones follow it
        rol a
        bcs column              ; until the 0 falls out at the top
        jmp (KEYLOG)
none:   jmp keyboard_note
.endproc

.segment "ENTRY_EAE0"

; keyboard_decode -- what to do with key SFDX in table KEYTAB
; Uses   A, X, Y, flags
; Time   30 to 90 cycles
; Test   tests/asm/rom/test_kernal_keyboard.py
.proc keyboard_decode
        ; A key that has just gone down is noted at once. A held one that repeats
        ; waits DELAY jiffies, then comes every KOUNT jiffies.
        ldy SFDX
        lda (KEYTAB),y
        tax
        cpy LSTX                ; the same key as at the last look?
        beq held
        entry_within $EAE9      ; a new key, its code in X
        lda #FIRST_DELAY
        sta DELAY
        bne keyboard_note       ; always
held:   entry_within $EAF0      ; a key that is held, its code in A and X
        cpx #NO_CODE
        beq keyboard_note
        bit RPTFLG              ; bit 7: all keys repeat; bit 6: none does
        bmi repeat
        bvs keyboard_done
        and #$7F                ; with or without SHIFT
        ldy #repeat_end - repeat_codes - 1
find:   cmp repeat_codes,y
        beq repeat
        dey
        bpl find
        bmi keyboard_done       ; always
repeat: ldy DELAY
        beq rate
        dec DELAY
        bne keyboard_done
rate:   dec KOUNT
        bne keyboard_done
        ldy #REPEAT_RATE
        sty KOUNT
        ldy NDX                 ; what is not read yet
        bne keyboard_done       ; repeats never pile up
        ; falls through
.endproc

; Remember the key, put its code X into the buffer unless X is $FF or the buffer is full
.proc keyboard_note
        lda SFDX
        sta LSTX
        lda SHFLAG
        sta LSTSHF
        cpx #NO_CODE            ; the place of the table holds no character
        beq keyboard_done
        txa
        ldx NDX
        cpx XMAX                ; a full buffer drops the key: nothing is overwritten
        bcs keyboard_done
        sta KEYD,x
        inc NDX
        bne keyboard_done       ; always
.endproc
        .res $EB42 - $EAE0 - (* - keyboard_decode), $AA

; keyboard_done -- leave the matrix with column 7 selected, where STOP is
; Uses   A, N Z
; Time   12 cycles
; Test   tests/asm/rom/test_kernal_keyboard.py
.proc keyboard_done
        lda #%01111111          ; the STOP test of the next jiffy needs no set-up then
        sta CIA1_PRA
        rts
.endproc
        .assert * = $EB48, lderror, "keyboard_shift moved"

; keyboard_shift -- choose the table by the shift keys (default of vector KEYLOG)
; In     -     Out    -     Uses   A, X, Y, flags     Keeps  -
; Time   30 cycles
; Test   tests/asm/rom/test_kernal_keyboard.py
.proc keyboard_shift
        ldx SHFLAG              ; 0-7: index of the table
        cpx #SHIFT_CBM
        beq swap
table:  lda tables_low,x
        sta KEYTAB
        lda tables_high,x
        sta KEYTAB + 1
        jmp keyboard_decode
swap:   cpx LSTSHF
        beq keyboard_done       ; once a press
        bit MODE
        bmi table               ; locked by CHR$(8)
        lda #%00000010
        eor VIC_MEMORY          ; bit 1 of $D018: $1000 or $1800, the two sets of the ROM
        sta VIC_MEMORY
        bne table               ; always: bit 0 reads as 1
.endproc

; The end of a routine behind KEYLOG that has set KEYTAB
        entry $EB76, keyboard_decode

.segment "KEY_CHOICE"

repeat_codes:                   ; space, cursor down and right, delete
        .byte ' ', $11, $1D, $14
repeat_end:

.define TABLES key_table, key_table_shift, key_table_cbm, key_table, key_table_ctrl, key_table_ctrl, key_table_ctrl, key_table_ctrl
.segment "TABLES_LOW"

tables_low:
        .lobytes TABLES
.segment "TABLES_HIGH"

tables_high:
        .hibytes TABLES
