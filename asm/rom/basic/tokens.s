; The keywords of BASIC V2 in the order of their tokens $80-$CB, and what they do.
; The order and the numbers are the format of every BASIC program on disk.
.include "basic.inc"

; one keyword: all letters but the last as they are, the last with bit 7
.macro keyword text
        .repeat .strlen(text) - 1, i
        .byte .strat(text, i)
        .endrepeat
        .byte .strat(text, .strlen(text) - 1) | $80
.endmacro

.segment "TOKENS_TABLES"

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
        .assert * - keywords = 256, error, "LIST wraps round behind the 0"

; statements, in order
.define STATEMENT_TABLE_1 st_end, st_for, st_next, st_data, st_input_file, st_input
.define STATEMENT_TABLE_2 st_dim, st_read, st_let, st_goto, st_run, st_if
.define STATEMENT_TABLE_3 st_restore, st_gosub, st_return, st_rem, st_stop, st_on
.define STATEMENT_TABLE_4 st_wait, st_load, st_save, st_verify, st_def, st_poke
.define STATEMENT_TABLE_5 st_print_file, st_print, st_cont, st_list, st_clr, st_cmd, st_sys
.define STATEMENT_TABLE_6 st_open, st_close, st_get, st_new

.segment "TOKENS_TABLES"

statements_lo:
        .lobytes STATEMENT_TABLE_1
        .lobytes STATEMENT_TABLE_2
        .lobytes STATEMENT_TABLE_3
        .lobytes STATEMENT_TABLE_4
        .lobytes STATEMENT_TABLE_5
        .lobytes STATEMENT_TABLE_6
        .assert * - statements_lo = STATEMENTS, error, "one entry a statement"
statements_hi:
        .hibytes STATEMENT_TABLE_1
        .hibytes STATEMENT_TABLE_2
        .hibytes STATEMENT_TABLE_3
        .hibytes STATEMENT_TABLE_4
        .hibytes STATEMENT_TABLE_5
        .hibytes STATEMENT_TABLE_6

; functions SGN-MID$, called with the first argument evaluated
.define FUNCTION_TABLE_1 fn_sgn, num_int, fn_abs, USRPOK, fn_fre, fn_pos, fn_sqr
.define FUNCTION_TABLE_2 fn_rnd, fn_log, fn_exp, fn_cos, fn_sin
.define FUNCTION_TABLE_3 fn_tan, fn_atn, fn_peek, fn_len, fn_str, fn_val
.define FUNCTION_TABLE_4 fn_asc, fn_chr, fn_left, fn_right, fn_mid

.segment "TOKENS_TABLES"

functions_lo:
        .lobytes FUNCTION_TABLE_1
        .lobytes FUNCTION_TABLE_2
        .lobytes FUNCTION_TABLE_3
        .lobytes FUNCTION_TABLE_4
        .assert * - functions_lo = TOK_GO - TOK_FIRST_FN, error, "one entry a function"
functions_hi:
        .hibytes FUNCTION_TABLE_1
        .hibytes FUNCTION_TABLE_2
        .hibytes FUNCTION_TABLE_3
        .hibytes FUNCTION_TABLE_4
