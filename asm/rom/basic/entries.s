; Addresses of the original's routines that books document and programs call, jump to or read:
; see docs/program/roms.md, which counts programs and gives the contracts.  `entry` is in basic.inc; what
; lies between the entries is placed by tools/rom/romlayout.py.  Routines that fit before the next entry
; lie at theirs in the other files; here are jumps to the rest.
.include "basic.inc"
.include "lowmem.inc"
.include "kernal.inc"
.import err_show, list_keyword, eval_operand, basic_init, basic_banner
.export entry_error, entry_crunch, entry_list, entry_operand
.export entry_quantity, entry_to_integer, entry_from_integer, entry_from_byte

        entry $A000
        .word basic_cold
        .word basic_warm

; -- the program and its lines -------------------------------------------------------

        entry $A3B8             ; room up to A (low), Y, which ends what is used;
        jsr mem_check           ; then a block to its end
        sta STREND
        sty STREND + 1
        entry $A3FB, stack_room ; twice A bytes free on the stack?
        entry $A435             ; OUT OF MEMORY
        ldx #ERR_MEMORY
        jmp err_raise           ; $A437: error number in X
        entry $A533, lines_relink       ; link the lines again
        entry $A560, line_input ; a line to BUF; X, Y to the byte before it
        entry $A57C
; entry_crunch -- where ICRNCH points, as crunch
; In     TXTPTR     Out    -     Keeps  -
; Uses   A, X, Y, flags; COUNT, DORES, ENDCHR, INDEX, TXTPTR
entry_crunch:
        jmp crunch
        entry $A71A
; entry_list -- where IQPLOP points, as list_keyword
; In     A  character of the line     Out    -     Keeps  -     Uses   A, X, Y, flags
entry_list:
        jmp list_keyword

; -- statements, with CHRGET done ----------------------------------------------------

        entry $A7AE, run_next   ; run the next statement
        entry $A82C, stop_check ; BREAK if STOP is down
        entry $A82F             ; STOP: C=1, as CHRGET leaves it at the end
        bcs :+
        clc                     ; $A831: END
:       jmp stop_or_end
        entry $A871, st_run
        entry $A8A0, st_goto
        entry $A8D2, st_return
        entry $A928, st_if
        entry $A94B, st_on
        entry $A96B, line_number        ; the number at TXTPTR to LINNUM
        entry $A9A5, st_let
        entry $A9D6, store_forpnt
        entry $AA80, st_print_file
        entry $AA86, st_cmd
        entry $AAA0, st_print
        entry $AABC, st_print_number    ; PRINT goes on with the number in FAC
        entry $AAD7, print_cr
        entry $AB1E, print_string       ; print the text at A (low), Y
        entry $ABBF, st_input
        entry $ABF9, ask        ; "? ", but not to a file, and a line
        entry $AD1E, st_next
        entry $B081, st_dim

; -- values --------------------------------------------------------------------------

        entry $AD8A, eval_number        ; evaluate a number
        entry $AD8D             ; the value must be a number
        clc
        .byte $24               ; BIT zp: skips the next byte
        sec                     ; $AD8F: a string
        jmp check_type          ; $AD90: as C says
        entry $AD99, err_type
        entry $AE86
; entry_operand -- where IEVAL points, as eval_operand
; In     TXTPTR     Out    -     Keeps  -     Uses   A, X, Y, flags; what an expression uses
entry_operand:
        jmp eval_operand
        entry $AFE6, num_or     ; FAC = ARG OR FAC
        entry $B0E7             ; the same for the name in VARNAM
        lda #VAR_CREATE
        sta DIMFLG
        jmp var_simple
        entry $B1AA             ; FAC to an integer in A (high), Y
; entry_to_integer -- ADRAY1 points here, as num_to_short
; In     FAC     Out    -     Keeps  -     Uses   A, X, Y, flags; FAC
entry_to_integer:
        jmp num_to_short
        entry $B245, err_subscript
        entry $B248
; entry_quantity -- USR points here until it is set
; In     -     Noreturn  as err_quantity
entry_quantity:
        jmp err_quantity
        entry $B391             ; FAC = integer A (high), Y, signed
; entry_from_integer -- where the second vector of ADRAY1 points, as num_from_signed
; In     A (high), Y  integer     Out    -     Keeps  -
; Uses   A, X, Y, flags; FAC, ARG, VALTYP
entry_from_integer:
        jmp num_from_signed
        entry $B395, num_from_signed    ; the same
        entry $B3A2             ; FAC = Y
; entry_from_byte -- as num_from_byte
; In     Y     Out    -     Keeps  -     Uses   A, X, Y, flags; FAC, VALTYP
entry_from_byte:
        jmp num_from_byte

; -- strings -------------------------------------------------------------------------

        entry $B465             ; STR$ and CHR$ end the caller's routine, as in V2
        pla
        pla
        jmp fn_str
        entry $B475, str_alloc_like     ; room for A characters
        entry $B47D, str_alloc
        entry $B4F4, str_alloc
        entry $B6EC
        pla
        pla
        jmp fn_chr

; -- arithmetic: FAC = ... -----------------------------------------------------------

        entry $B8D7, num_normalise
        entry $B8F7, num_zero
        entry $B97E, num_overflow
        entry $B9EA, fn_log
        entry $BAE2, num_times_ten
        entry $BB8A             ; DIVISION BY ZERO
        ldx #ERR_DIVISION
        jmp err_raise
        entry $BBFC, num_from_arg
        entry $BC1B, num_round
        entry $BC39, fn_sgn
        entry $BC3C, num_from_signed_byte       ; A
        entry $BC44, float_signed       ; integers in FAC's mantissa
        entry $BC49, float_word
        entry $BC4F, float_long
        entry $BC5B, num_compare_at     ; A = $FF, 0, 1: FAC and the number at A (low), Y
        entry $BC9B, num_floor  ; mantissa = integer, 32 bits
        entry $BCF3, num_parse  ; the number at TXTPTR, CHRGOT done
        entry $BF71, fn_sqr
        entry $BF78             ; ARG ^ the number at A (low), Y
        jsr num_load
        jmp num_power           ; $BF7B: ARG ^ FAC
        entry $BFED, fn_exp
        entry $E043, poly_odd   ; degree and coefficients at A (low), Y
        entry $E000, power_of_two       ; FAC = 2 ^ FAC
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
        jsr channel_out
        jmp io_check
        entry $E11E
        jsr CHKIN
        jmp io_check
        entry $E124
        jsr GETIN
        jmp io_check
        entry $E12A, st_sys
        entry $E130, run_sys    ; SYS to LINNUM
        entry $E1D4, disk_parameters    ; ["name" [, device [, secondary]]]
        entry $E1E6, disk_parameters_device     ; [, device [, secondary]]
        entry $E200             ; comma, byte into X; LINNUM is used
        jsr need_comma
        jmp eval_byte
        entry $E206             ; no more text: ends the routine that calls this
        jsr CHRGOT
        bne :+
        pla
        pla
:       rts
        entry $E219, open_parameters    ; file [, device [, secondary [, "name"]]]
        entry $E37B, basic_warm
        entry $E386             ; READY, by way of IERROR
        ldx #$80                ; bit 7: no message
        jmp err_raise
        entry $E38B             ; $0300 points here: error number in X
; entry_error -- where IERROR points
; In     X  error number     Noreturn  as err_show
entry_error:
        jmp err_show
