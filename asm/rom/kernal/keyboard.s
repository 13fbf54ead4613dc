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
CODE_STOP   = 3                 ; CHR$(3); would be SHIFT and C= in the table
FIRST_DELAY = 16                ; jiffies until a held key starts to repeat
REPEAT_RATE = 4                 ; jiffies between two repeats
SHIFT_CBM   = 3                 ; SHFLAG with bits 0 and 1

.segment "ENTRY_E5B4"

; keyboard_get -- take the first character out of the keyboard buffer
; In     NDX > 0; interrupts off
; Out    A character, C=0, interrupts on
; Uses   A, X, Y, flags     Keeps  -
; Time   39 cycles and 17 for each character behind
; Test   tests/asm/rom/test_kernal_keyboard.py
.proc keyboard_get
        ; A queue in which the first character always lies at KEYD: programs read and fill it
        ; there. So the others move up by one place.
        ldy KEYD                ; kept in Y while the others move up
        ldx #0
move:   lda KEYD + 1,x
        sta KEYD,x
        inx
        cpx NDX                 ; the byte behind the last one moves, too: harmless
        bne move
        dec NDX                 ; last: programs that fill the buffer wait for a 0 here
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
        ; Nearly always no key is down, so one read with all columns selected comes first. Only
        ; then each column is read by itself. The first table tells which keys are shifts: they go
        ; into SHFLAG, and of the others the last one that is found is the key.
        lda #0
        sta SHFLAG
        sta CIA1_PRA            ; a 0 selects: all columns at once
        ldy #NO_KEY
        sty a:SFDX              ; absolute, one cycle more: 59 without a key, as in V2
        ldx #NO_CODE
        cpx CIA1_PRB            ; all ones: no key
        beq none
        lda #<key_table
        sta KEYTAB
        lda #>key_table
        sta KEYTAB + 1
        ldy #0                  ; key code: counts up over all columns
        lda #%11111110          ; one column at a time, from bit 0
column: sta CIA1_PRA
        pha
settle: lda CIA1_PRB
        cmp CIA1_PRB            ; the lines may be changing: two equal reads are taken
        bne settle
        ldx #8
row:    lsr a                   ; the lowest row into C; 0 is a key that is down
        bcs up
        pha                     ; the rows still to look at
        lda (KEYTAB),y
        ; The shift keys have codes 1, 2 and 4, so STOP with its 3 must go first.
        cmp #CODE_STOP
        beq key
        cmp #5                  ; below 5: SHIFT, C= or CTRL, whose code is their bit
        bcs key
        ora SHFLAG
        sta SHFLAG
        bne next                ; always: a bit is set
key:    sty SFDX
next:   pla
up:     iny
        dex
        bne row
        pla
        sec                     ; the column's 0 moves up, ones follow it
        rol a
        bcs column              ; until the 0 falls out at the top
        jmp (KEYLOG)            ; to keyboard_shift, or to what a program has there
none:   jmp keyboard_note       ; X = $FF, no character: only LSTX and LSTSHF are set
.endproc

.segment "ENTRY_EAE0"

; keyboard_decode -- what to do with key SFDX in table KEYTAB
; Uses   A, X, Y, flags
; Time   56 to 143 cycles
; Test   tests/asm/rom/test_kernal_keyboard.py
.proc keyboard_decode
        ; A key that has just gone down is noted at once. A held one waits DELAY jiffies, then
        ; repeats every KOUNT jiffies: if it may repeat, and if all it has put into the buffer is
        ; read.
        ldy SFDX
        lda (KEYTAB),y
        tax                     ; the character, where keyboard_note looks for it
        cpy LSTX                ; the same key as at the last look?
        beq held
        entry_within $EAE9      ; a new key, its code in X
        lda #FIRST_DELAY
        sta DELAY
        bne keyboard_note       ; always
held:   entry_within $EAF0      ; a key that is held, its code in A and X
        cpx #NO_CODE
        beq keyboard_note
        bit RPTFLG              ; N: all keys repeat; V: none does
        bmi repeat
        bvs keyboard_done
        and #$7F                ; one entry serves a key with and without SHIFT
        ldy #repeat_end - repeat_codes - 1
find:   cmp repeat_codes,y
        beq repeat
        dey
        bpl find
        bmi keyboard_done       ; always: Y is $FF
repeat: ldy DELAY               ; 0: it repeats already
        beq rate
        dec DELAY
        bne keyboard_done
rate:   dec KOUNT
        bne keyboard_done
        ldy #REPEAT_RATE
        sty KOUNT
        ldy NDX                 ; repeats never pile up: the buffer must be empty
        bne keyboard_done
        ; falls through
.endproc

; Remember the key, put its code X into the buffer unless X is $FF or the buffer is full
.proc keyboard_note
        ; LSTX and LSTSHF remember the keys in any case: the next scan tells by them whether a key
        ; is new or held, and whether SHIFT with C= is held.
        lda SFDX
        sta LSTX
        lda SHFLAG
        sta LSTSHF
        cpx #NO_CODE            ; no character in this place of the table
        beq keyboard_done
        txa
        ldx NDX
        cpx XMAX
        bcs keyboard_done       ; a full buffer drops the key: nothing is overwritten
        sta KEYD,x
        inc NDX
        bne keyboard_done       ; always: the count is 1 or more
.endproc
        ; Filled up to $EB42 within the segment, so that the branches above reach keyboard_done.
        .res $EB42 - $EAE0 - (* - keyboard_decode), $AA

; keyboard_done -- leave the matrix with column 7 selected, where STOP is
; In     -     Out    -     Uses   A, N Z
; Keeps  X, Y, C
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
; Time   25 cycles, then keyboard_decode
; Test   tests/asm/rom/test_kernal_keyboard.py
.proc keyboard_shift
        ; The three bits of SHFLAG index eight pointers. Four of them lead to CTRL's table, so
        ; CTRL overrides the others. SHIFT with C= types nothing but swaps the character sets,
        ; with the plain table for other keys.
        ldx SHFLAG              ; 0-7: index of the table
        cpx #SHIFT_CBM
        beq swap
table:  lda tables_low,x
        sta KEYTAB
        lda tables_high,x
        sta KEYTAB + 1
        jmp keyboard_decode
swap:   cpx LSTSHF              ; held since the last scan: once a press is enough
        beq keyboard_done
        bit MODE
        bmi table               ; CHR$(8) has locked the set
        lda #%00000010
        eor VIC_MEMORY          ; bit 1 of $D018: $1000 or $1800, the two sets of the ROM
        sta VIC_MEMORY
        bne table               ; always: bit 0 reads as 1
.endproc

; The end of a routine behind KEYLOG that has set KEYTAB
        entry $EB76, keyboard_decode

.segment "KEY_CHOICE"

; What repeats: space, cursor down and right, DEL; with bit 7, which keyboard_decode takes off, also
; SHIFT and space, cursor up and left, INST
repeat_codes:
        .byte ' ', $11, $1D, $14
repeat_end:

; Index: SHFLAG.  0 none, 1 SHIFT, 2 C=, 3 both, 4-7 CTRL with anything
.define TABLES key_table, key_table_shift, key_table_cbm, key_table, key_table_ctrl, key_table_ctrl, key_table_ctrl, key_table_ctrl
.segment "TABLES_LOW"

tables_low:
        .lobytes TABLES
.segment "TABLES_HIGH"

tables_high:
        .hibytes TABLES
