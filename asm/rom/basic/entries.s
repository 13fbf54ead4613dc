; Addresses of the original's routines that books document and programs call, jump to or read:
; see docs/roms.md, which counts programs and gives the contracts.  `entry` is in basic.inc; what
; lies between the entries is placed by tools/romlayout.py.
.include "basic.inc"
.include "lowmem.inc"
.include "kernal.inc"
.import err_show, list_keyword, eval_operand, main_wait, basic_init, basic_banner
.export entry_error, entry_main, entry_crunch, entry_list, entry_statement, entry_operand
.export entry_quantity, entry_to_integer, entry_from_integer

        entry $A000
        .word basic_cold
        .word basic_warm

; -- the program and its lines -------------------------------------------------------

        entry $A3B8             ; room up to A (low), Y, which ends what is used;
        jsr mem_check           ; then a block to its end
        sta STREND
        sty STREND + 1
        entry $A3BF, block_move ; from LOWTR up to $5A, to end at $58
        entry $A3FB, stack_room ; twice A bytes free on the stack?
        entry $A408, mem_check  ; is memory free up to A (low), Y?
        entry $A435             ; OUT OF MEMORY
        ldx #ERR_MEMORY
        jmp err_raise           ; $A437: error number in X
        entry $A474, main_ready ; print READY, wait for a line
        entry $A480, main_loop  ; wait for a line
        entry $A483             ; $0302-$030A point at these, as in V2
; entry_main -- where IMAIN points
; In     -     Noreturn  as main_wait
entry_main:
        jmp main_wait
        entry $A533, lines_relink       ; link the lines again
        entry $A560, line_input ; a line to BUF; X, Y to the byte before it
        entry $A579, crunch_vector      ; the line at TXTPTR to tokens
        entry $A57C
; entry_crunch -- where ICRNCH points, as crunch
; In     TXTPTR     Out    -     Keeps  -
; Uses   A, X, Y, flags; COUNT, DORES, ENDCHR, INDEX, TXTPTR
entry_crunch:
        jmp crunch
        entry $A613, line_find  ; find the line LINNUM
        entry $A617, line_find_from     ; the same from A (low), X
        entry $A642             ; NEW
        nop
        nop
        jmp run_new             ; $A644
        entry $A659, run_clear  ; to the start of the program, and CLR
        entry $A65E             ; CLR
        nop
        nop
        jmp run_clear_only      ; $A660
        entry $A67A, stack_clear        ; an empty stack but for the return address
        entry $A68E, text_start ; to the start of the program
        entry $A69C, st_list
        entry $A71A
; entry_list -- where IQPLOP points, as list_keyword
; In     A  character of the line     Out    -     Keeps  -     Uses   A, X, Y, flags
entry_list:
        jmp list_keyword

; -- statements, with CHRGET done ----------------------------------------------------

        entry $A742, st_for
        entry $A7AE, run_next   ; run the next statement
        entry $A7E1, run_gone   ; run the statement after TXTPTR
        entry $A7E4             ; the same past the vector
; entry_statement -- where IGONE points
; In     -     Noreturn  as run_statement
entry_statement:
        jmp run_statement
        entry $A7E7, run_given  ; its token is in A
        entry $A7ED, run_dispatch       ; run it and return
        entry $A81D, st_restore
        entry $A82C, stop_check ; BREAK if STOP is down
        entry $A82F             ; STOP: C=1, as CHRGET leaves it at the end
        bcs :+
        clc                     ; $A831: END
:       jmp stop_or_end
        entry $A857, st_cont
        entry $A871, st_run
        entry $A883, st_gosub
        entry $A8A0, st_goto
        entry $A8D2, st_return
        entry $A8F8, st_data
        entry $A8FB, text_add   ; TXTPTR + Y
        entry $A906, statement_length   ; Y = bytes to the end of the statement
        entry $A909, line_length        ; to the end of the line
        entry $A928, st_if
        entry $A93B, st_rem
        entry $A94B, st_on
        entry $A96B, line_number        ; the number at TXTPTR to LINNUM
        entry $A9A5, st_let
        entry $A9C4, assign_integer     ; the variable at FORPNT = FAC
        entry $A9D6, store_forpnt
        entry $AA2C, str_assign
        entry $AA80, st_print_file
        entry $AA86, st_cmd
        entry $AAA0, st_print
        entry $AABC, st_print_number    ; PRINT goes on with the number in FAC
        entry $AAD7, print_cr
        entry $AB1E, print_string       ; print the text at A (low), Y
        entry $AB21, print_string_value ; print the string that is the value
        entry $AB24, print_characters   ; print A characters at INDEX
        entry $AB3B, print_gap  ; cursor right, in a file a blank
        entry $AB3F             ; a blank
        lda #' '
        .byte $2C               ; BIT abs: skips the next two bytes
        lda #CURSOR_RIGHT       ; $AB42
        .byte $2C
        lda #'?'                ; $AB45
        jmp CHROUT              ; $AB47: the character in A
        entry $AB7B, st_get
        entry $ABA5, st_input_file
        entry $ABBF, st_input
        entry $ABF9, ask        ; "? ", but not to a file, and a line
        entry $AC06, st_read
        entry $AD1E, st_next
        entry $B081, st_dim
        entry $B3B3, st_def
        entry $B824, st_poke
        entry $B82D, st_wait

; -- values --------------------------------------------------------------------------

        entry $AD8A, eval_number        ; evaluate a number
        entry $AD8D             ; the value must be a number
        clc
        .byte $24               ; BIT zp: skips the next byte
        sec                     ; $AD8F: a string
        jmp check_type          ; $AD90: as C says
        entry $AD99, err_type
        entry $AD9E, eval       ; evaluate anything
        entry $AE83, eval_vector        ; an operand
        entry $AE86
; entry_operand -- where IEVAL points, as eval_operand
; In     TXTPTR     Out    -     Keeps  -     Uses   A, X, Y, flags; what an expression uses
entry_operand:
        jmp eval_operand
        entry $AEF1             ; (value)
        jsr need_open
        jsr eval
        jmp need_close          ; $AEF7: expect )
        entry $AEFA, need_open  ; expect (
        entry $AEFD             ; expect a comma
        lda #','
        jmp need_char           ; $AEFF: expect the character in A
        entry $AF08, err_syntax
        entry $AF28, variable   ; the value of the variable at TXTPTR
        entry $AFE6, num_or     ; FAC = ARG OR FAC
        entry $AFE9, num_and
        entry $B08B, var_target ; the variable's address to A (low), Y, VARPNT
        entry $B0E7             ; the same for the name in VARNAM
        lda #VAR_CREATE
        sta DIMFLG
        jmp var_simple
        entry $B113, is_letter  ; C=1: A is a letter
        entry $B1AA             ; FAC to an integer in A (high), Y
; entry_to_integer -- ADRAY1 points here, as num_to_short
; In     FAC     Out    -     Keeps  -     Uses   A, X, Y, flags; FAC
entry_to_integer:
        jmp num_to_short
        entry $B1B2             ; evaluate an integer 0-32767
        jsr CHRGET
        jsr eval_number
        jmp integer_positive    ; $B1B8: that of FAC
        entry $B1BF, num_to_short       ; FAC to an integer in $64 (high), $65
        entry $B245, err_subscript
        entry $B248
; entry_quantity -- USR points here until it is set
; In     -     Noreturn  as err_quantity
entry_quantity:
        jmp err_quantity
        entry $B37D, fn_fre
        entry $B391             ; FAC = integer A (high), Y, signed
; entry_from_integer -- where the second vector of ADRAY1 points, as num_from_signed
; In     A (high), Y  integer     Out    -     Keeps  -
; Uses   A, X, Y, flags; FAC, ARG, VALTYP
entry_from_integer:
        jmp num_from_signed
        entry $B395, num_from_signed    ; the same
        entry $B39E, fn_pos
        entry $B3A2, num_from_byte      ; FAC = Y
        entry $B3A6, not_direct ; ILLEGAL DIRECT outside a program
        entry $B3AE             ; UNDEF'D FUNCTION
        ldx #ERR_FUNCTION
        jmp err_raise
        entry $B79B             ; skip a character, then a byte into X
        jsr CHRGET
        jmp eval_byte           ; $B79E: a byte into X
        entry $B7A1, num_to_byte        ; FAC to X
        entry $B7EB, eval_word_byte     ; address, comma, byte
        entry $B7F1, eval_comma_byte    ; comma, byte into X
        entry $B7F7, num_to_word        ; FAC to LINNUM
        entry $B80D, fn_peek

; -- strings -------------------------------------------------------------------------

        entry $B465             ; STR$ and CHR$ end the caller's routine, as in V2
        pla
        pla
        jmp fn_str
        entry $B475, str_alloc_like     ; room for A characters
        entry $B47D, str_alloc
        entry $B487, string_at  ; the text at A (low), Y as a string
        entry $B48D, string_ended
        entry $B4CA, str_push   ; $61-$63 as a temporary string
        entry $B4F4, str_alloc
        entry $B526, str_collect
        entry $B688, string_copy        ; A bytes from X (low), Y to FRESPC
        entry $B6A3, free_string        ; the string's length to A, place to X, Y
        entry $B6A6, free_value
        entry $B6AA, free_at
        entry $B6EC
        pla
        pla
        jmp fn_chr
        entry $B77C, fn_len
        entry $B782, string_length      ; the string's length to A, Y
        entry $B78B, fn_asc
        entry $B7AD, fn_val
        entry $B7B5, val_text   ; the number in A characters at INDEX

; -- arithmetic: FAC = ... -----------------------------------------------------------

        entry $B849, num_add_half       ; FAC + 0.5
        entry $B850, num_subtract_from  ; number at A (low), Y - FAC
        entry $B853, num_subtract       ; ARG - FAC
        entry $B867, num_add_at
        entry $B86A, num_add
        entry $B8D7, num_normalise
        entry $B8F7, num_zero
        entry $B97E, num_overflow
        entry $B9EA, fn_log
        entry $BA28, num_multiply_at
        entry $BA2B, num_multiply
        entry $BA8C, call_conupk        ; ARG = number at A (low), Y
        entry $BAE2, num_times_ten
        entry $BAFE, num_over_ten
        entry $BB0F, num_divide_into
        entry $BB12, num_divide
        entry $BB8A             ; DIVISION BY ZERO
        ldx #ERR_DIVISION
        jmp err_raise
        entry $BBA2, num_load
        entry $BBC7, store_temp2
        entry $BBCA, store_temp1
        entry $BBD0, store_forpnt
        entry $BBD4, num_store  ; number at X (low), Y = FAC
        entry $BBFC, num_from_arg
        entry $BC0C, num_to_arg ; ARG = FAC, rounded
        entry $BC0F, num_copy_to_arg    ; not rounded
        entry $BC1B, num_round
        entry $BC2B, num_sign   ; A = $FF, 0, 1
        entry $BC39, fn_sgn
        entry $BC3C, num_from_signed_byte       ; A
        entry $BC44, float_signed       ; integers in FAC's mantissa
        entry $BC49, float_word
        entry $BC4F, float_long
        entry $BC58, fn_abs
        entry $BC5B, num_compare_at     ; A = $FF, 0, 1: FAC and the number at A (low), Y
        entry $BC9B, num_floor  ; mantissa = integer, 32 bits
        entry $BCCC, num_int
        entry $BCF3, num_parse  ; the number at TXTPTR, CHRGOT done
        entry $BD7E, num_add_digit      ; FAC + A, signed
        entry $BDC2, err_show_line      ; print IN and the line
        entry $BDCD, print_word ; print the integer A (high), X
        entry $BDDD, num_text   ; FAC as text at A (low), Y
        entry $BF71, fn_sqr
        entry $BF78             ; ARG ^ the number at A (low), Y
        jsr num_load
        jmp num_power           ; $BF7B: ARG ^ FAC
        entry $BFB4, num_negate
        entry $BFED, fn_exp
        entry $E043, poly_odd   ; degree and coefficients at A (low), Y
        entry $E059, poly
        entry $E097, fn_rnd
        entry $E264, fn_cos
        entry $E26B, fn_sin
        entry $E2B4, fn_tan
        entry $E30E, fn_atn

; -- input and output ----------------------------------------------------------------

        entry $E0F9             ; the KERNAL's error A
        sec
        jmp io_check
        entry $E10C             ; the KERNAL's, with BASIC's errors
        jsr CHROUT
        jmp io_check
        entry $E112
        jsr CHRIN
        jmp io_check
        entry $E118
        jsr CHKOUT
        jmp io_check
        entry $E11E
        jsr CHKIN
        jmp io_check
        entry $E124
        jsr GETIN
        jmp io_check
        entry $E12A, st_sys
        entry $E130, run_sys    ; SYS to LINNUM
        entry $E156, st_save
        entry $E165, st_verify
        entry $E168, st_load
        entry $E1BE, st_open
        entry $E1C7, st_close
        entry $E1D4, disk_parameters    ; ["name" [, device [, secondary]]]
        entry $E200             ; comma, byte into X; LINNUM is used
        jsr need_comma
        jmp eval_byte
        entry $E206             ; no more text: ends the routine that calls this
        jsr CHRGOT
        bne :+
        pla
        pla
:       rts
        entry $E20E, comma_and_more     ; a comma with something behind it
        entry $E219, open_parameters    ; file [, device [, secondary [, "name"]]]
        entry $E254             ; comma, "name"
        jsr comma_and_more
        jmp disk_name           ; $E257
        entry $E37B, basic_warm
        entry $E386, main_ready
        entry $E38B             ; $0300 points here: error number in X
; entry_error -- where IERROR points
; In     X  error number     Noreturn  as err_show
entry_error:
        jmp err_show
        entry $E394, basic_cold
        entry $E3BF, basic_init ; set up BASIC's variables
        entry $E422, basic_banner       ; power-on message and NEW
        entry $E453, main_vectors       ; vectors at $0300
