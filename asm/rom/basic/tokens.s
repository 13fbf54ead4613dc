; The keywords of BASIC V2 in the order of their tokens $80-$CB, and what they do.
; Every BASIC program on disk consists of these numbers, so neither they nor their order can change.
.include "basic.inc"

; one keyword: all letters but the last as they are, the last with bit 7
.macro keyword text
        .repeat .strlen(text) - 1, i
        .byte .strat(text, i)
        .endrepeat
        .byte .strat(text, .strlen(text) - 1) | $80
.endmacro

; What each statement, function and operator does. Extensions copy these tables, call what they find
; there and change it, so each address in them is V2's; what lies there may jump on.
; A statement's address is one less: RTS goes there from the stack and adds one (run_dispatch), so
; that dispatching needs no pointer in page 0.
        entry $A00C

statements:
        .word $A831 - 1, $A742 - 1, $AD1E - 1, $A8F8 - 1        ; END FOR NEXT DATA
        .word $ABA5 - 1, $ABBF - 1, $B081 - 1, $AC06 - 1        ; INPUT# INPUT DIM READ
        .word $A9A5 - 1, $A8A0 - 1, $A871 - 1, $A928 - 1        ; LET GOTO RUN IF
        .word $A81D - 1, $A883 - 1, $A8D2 - 1, $A93B - 1        ; RESTORE GOSUB RETURN REM
        .word $A82F - 1, $A94B - 1, $B82D - 1, $E168 - 1        ; STOP ON WAIT LOAD
        .word $E156 - 1, $E165 - 1, $B3B3 - 1, $B824 - 1        ; SAVE VERIFY DEF POKE
        .word $AA80 - 1, $AAA0 - 1, $A857 - 1, $A69C - 1        ; PRINT# PRINT CONT LIST
        .word $A65E - 1, $AA86 - 1, $E12A - 1, $E1BE - 1        ; CLR CMD SYS OPEN
        .word $E1C7 - 1, $AB7B - 1, $A642 - 1                   ; CLOSE GET NEW
        .assert * - statements = 2 * STATEMENTS, error, "one entry a statement"

        entry_within $A052
functions:                      ; called by JSR, with the argument evaluated
        .word $BC39, $BCCC, $BC58, USRPOK, $B37D, $B39E         ; SGN INT ABS USR FRE POS
        .word $BF71, $E097, $B9EA, $BFED, $E264, $E26B          ; SQR RND LOG EXP COS SIN
        .word $E2B4, $E30E, $B80D, $B77C, $B465, $B7AD          ; TAN ATN PEEK LEN STR$ VAL
        .word $B78B, $B6EC, $B700, $B72C, $B737                 ; ASC CHR$ LEFT$ RIGHT$ MID$
        .assert * - functions = 2 * (TOK_GO - TOK_FIRST_FN), error, "one entry a function"

        entry_within $A080
; Priority, then the address less one, for RTS as above. Of the priorities only the order matters,
; but they are V2's: -2^2 is -(2^2), as the power binds more strongly than the sign; NOT A=B is
; NOT (A=B), as NOT binds more weakly than comparisons. 0 is below all: the whole expression.
; The first seven follow their tokens, + to OR; the last three have no token here (eval.s).
operators:
        .byte $79
        .word $B86A - 1         ; +
        .byte $79
        .word $B853 - 1         ; -
        .byte $7B
        .word $BA2B - 1         ; *
        .byte $7B
        .word $BB12 - 1         ; /
        .byte $7F
        .word $BF7B - 1         ; power
        .byte $50
        .word $AFE9 - 1         ; AND
        .byte $46
        .word $AFE6 - 1         ; OR
        .byte $7D
        .word $BFB4 - 1         ; - before an operand
        .byte $5A
        .word $AED4 - 1         ; NOT
        .byte $64
        .word $B016 - 1         ; comparisons

        entry $A09E

; The cruncher takes the first keyword that fits: longer words stand before their beginnings, INPUT#
; before INPUT and PRINT# before PRINT, and an abbreviation means the first that begins so.
keywords:
        keyword "END"
        keyword "FOR"
        keyword "NEXT"
        keyword "DATA"
        keyword "INPUT#"
        keyword "INPUT"
        keyword "DIM"
        keyword "READ"
        keyword "LET"
        keyword "GOTO"
        keyword "RUN"
        keyword "IF"
        keyword "RESTORE"
        keyword "GOSUB"
        keyword "RETURN"
        keyword "REM"
        keyword "STOP"
        keyword "ON"
        keyword "WAIT"
        keyword "LOAD"
        keyword "SAVE"
        keyword "VERIFY"
        keyword "DEF"
        keyword "POKE"
        keyword "PRINT#"
        keyword "PRINT"
        keyword "CONT"
        keyword "LIST"
        keyword "CLR"
        keyword "CMD"
        keyword "SYS"
        keyword "OPEN"
        keyword "CLOSE"
        keyword "GET"
        keyword "NEW"
        keyword "TAB("
        keyword "TO"
        keyword "FN"
        keyword "SPC("
        keyword "THEN"
        keyword "NOT"
        keyword "STEP"
        keyword "+"
        keyword "-"
        keyword "*"
        keyword "/"
        .byte $5E | $80         ; the arrow up
        keyword "AND"
        keyword "OR"
        keyword ">"
        keyword "="
        keyword "<"
        keyword "SGN"
        keyword "INT"
        keyword "ABS"
        keyword "USR"
        keyword "FRE"
        keyword "POS"
        keyword "SQR"
        keyword "RND"
        keyword "LOG"
        keyword "EXP"
        keyword "COS"
        keyword "SIN"
        keyword "TAN"
        keyword "ATN"
        keyword "PEEK"
        keyword "LEN"
        keyword "STR$"
        keyword "VAL"
        keyword "ASC"
        keyword "CHR$"
        keyword "LEFT$"
        keyword "RIGHT$"
        keyword "MID$"
        keyword "GO"
        .byte 0
        ; One page with its 0, so that an 8-bit index reaches all of it. LIST depends on the exact
        ; size (list.s).
        .assert * - keywords = 256, error, "LIST wraps round behind the 0"
