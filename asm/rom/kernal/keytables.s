; Keyboard tables: PETSCII by key code, 65 entries each (code 64 = no key)
;
; Rows below are the matrix columns 0-7 (bit of CIA 1 port A), entries in them the rows
; (bit of port B): the keyboard matrix of the C64.  1, 2, 4 = SHIFT, C=, CTRL; $FF = nothing.
; The scan looks for shift keys in the first table only and never decodes them, so their entries in
; the other tables are not used: they are V2's, for programs that read these tables.
; Source: Programmer's Reference Guide, appendix C (codes) and the schematic (matrix).

.include "keyboard.inc"

NOTHING = $FF
STOP_KEY = $03
CTRL_KEY = $04
CBM_KEY  = $02
SHIFTS   = $01
POUND    = $5C
UP_ARROW = $5E
LEFT_ARROW = $5F

.segment "ENTRY_EB81"
key_table:
        .byte $14, $0D, $1D, $88, $85, $86, $87, $11
        .byte "3WA4ZSE", SHIFTS
        .byte "5RD6CFTX"
        .byte "7YG8BHUV"
        .byte "9IJ0MKON"
        .byte "+PL-.:@,"
        .byte POUND, "*;", $13, SHIFTS, "=", UP_ARROW, "/"
        .byte "1", LEFT_ARROW, CTRL_KEY, "2 ", CBM_KEY, "Q", STOP_KEY
        .byte NOTHING

key_table_shift:
        .byte $94, $8D, $9D, $8C, $89, $8A, $8B, $91
        .byte "#", 'W' + $80, 'A' + $80, "$", 'Z' + $80, 'S' + $80, 'E' + $80, SHIFTS
        .byte "%", 'R' + $80, 'D' + $80, "&", 'C' + $80, 'F' + $80, 'T' + $80, 'X' + $80
        .byte "'", 'Y' + $80, 'G' + $80, "(", 'B' + $80, 'H' + $80, 'U' + $80, 'V' + $80
        .byte ")", 'I' + $80, 'J' + $80, "0", 'M' + $80, 'K' + $80, 'O' + $80, 'N' + $80
        .byte $DB, 'P' + $80, 'L' + $80, $DD, ">[", $BA, "<"
        .byte $A9, $C0, "]", $93, SHIFTS, "=", $DE, "?"
        .byte "!", LEFT_ARROW, CTRL_KEY, '"', $A0, CBM_KEY, 'Q' + $80, $83
        .byte NOTHING

key_table_cbm:
        .byte $94, $8D, $9D, $8C, $89, $8A, $8B, $91
        .byte $96, $B3, $B0, $97, $AD, $AE, $B1, SHIFTS
        .byte $98, $B2, $AC, $99, $BC, $BB, $A3, $BD
        .byte $9A, $B7, $A5, $9B, $BF, $B4, $B8, $BE
        .byte ")", $A2, $B5, "0", $A7, $A1, $B9, $AA
        .byte $A6, $AF, $B6, $DC, ">[", $A4, "<"
        .byte $A8, $DF, "]", $93, SHIFTS, "=", $DE, "?"
        .byte $81, LEFT_ARROW, CTRL_KEY, $95, $A0, CBM_KEY, $AB, $83
        .byte NOTHING
        .assert * = $EC44, lderror, "keyboard tables: three of 65 bytes"

.segment "ENTRY_EC78"

; With CTRL, letters give 1 to 26, their five low bits, and @ gives 0.  The digits give what is on
; their fronts: 1 to 8 colours, 9 and 0 reverse on and off
key_table_ctrl:
        .byte NOTHING, NOTHING, NOTHING, NOTHING, NOTHING, NOTHING, NOTHING, NOTHING
        .byte $1C, $17, $01, $9F, $1A, $13, $05, NOTHING
        .byte $9C, $12, $04, $1E, $03, $06, $14, $18
        .byte $1F, $19, $07, $9E, $02, $08, $15, $16
        .byte $12, $09, $0A, $92, $0D, $0B, $0F, $0E
        .byte NOTHING, $10, $0C, NOTHING, NOTHING, $1B, $00, NOTHING
        .byte $1C, NOTHING, $1D, NOTHING, NOTHING, $1F, $1E, NOTHING
        .byte $90, $06, NOTHING, $05, NOTHING, NOTHING, $11, NOTHING
        .byte NOTHING
        .assert * = $ECB9, lderror, "CTRL table: 65 bytes"
