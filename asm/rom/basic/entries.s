; The original's addresses that books document and programs call, jump to or read.  The page
; docs/program/roms.md counts those programs and gives the contracts.
;
; `entry` (entry.inc) pins code to its address; tools/rom/romlayout.py places everything else in the
; gaps between.  A routine that fits in front of the next entry lies at its own address, in another
; file.  Here are jumps to the routines that do not, and short pieces that only outside callers use.
.include "basic.inc"
.include "lowmem.inc"
.include "kernal.inc"
.import err_show, basic_init, basic_banner
.export entry_error
.export entry_to_integer, entry_from_integer, entry_from_byte

; The KERNAL jumps through these: the first after a reset, the second after STOP and RESTORE. The
; numbers are V2's, which programs jump to directly, too; what lies there may jump on.
        entry $A000
        .word $E394             ; basic_cold
        .word $E37B             ; to basic_warm

; -- the program and its lines -------------------------------------------------------

; A block moves up, and A (low), Y becomes the end of what is used. These seven bytes fill the place
; up to $A3BF, where block_move (calls.s) lies: the code runs on into it.
        entry $A3B8
        jsr mem_check           ; OUT OF MEMORY if A, Y reaches the strings; keeps both
        sta STREND
        sty STREND + 1
        entry $A3FB, stack_room ; twice A bytes free on the stack?
        entry $A533, lines_relink       ; link the lines again

; -- statements, with CHRGET done ----------------------------------------------------

        entry $A928, st_if
        entry $A94B, st_on
        entry $A9A5, st_let
        entry $AB1E, print_string       ; print the text at A (low), Y
        entry $B081, st_dim

; -- values --------------------------------------------------------------------------

        entry $AFE6, num_or     ; FAC = ARG OR FAC
        entry $B0E7             ; the variable with the name in VARNAM; it is made if it is missing
        lda #VAR_CREATE
        sta DIMFLG
        jmp var_simple
        entry $B1AA             ; FAC to an integer in A (high), Y
; entry_to_integer -- ADRAY1 points here, as num_to_short
; In     FAC     Out    A (high), Y     Keeps  -     Uses   A, X, Y, flags; FAC
; Routines for USR jump through the two vectors in page 0 to get their argument as an integer and to
; return their result. Both vectors hold V2's addresses, so each needs a jump of its own here.
entry_to_integer:
        jmp num_to_short
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

; -- arithmetic: FAC = ... -----------------------------------------------------------

        entry $B9EA, fn_log
        entry $BAE2, num_times_ten
        entry $BC1B, num_round
        entry $BC39, fn_sgn
        entry $BC3C, num_from_signed_byte       ; A
        entry $BC44, float_signed       ; integers in FAC's mantissa
        entry $BC49, float_word
        entry $BC4F, float_long
        entry $BC9B, num_floor  ; mantissa = integer, 32 bits
        entry $BF71, fn_sqr
        entry $BF78             ; ARG ^ the number at A (low), Y
        jsr num_load
        jmp num_power           ; $BF7B: ARG ^ FAC
        entry $BFED, fn_exp
        entry $E000, power_of_two       ; FAC = 2 ^ FAC

; -- input and output ----------------------------------------------------------------

        entry $E0F9             ; the KERNAL's error A
        sec                     ; io_check looks at A only if C=1
        jmp io_check
; The KERNAL's input and output for programs: what fails ends in BASIC's error message, and STOP in
; BREAK. JSR and JMP are six bytes, just as far as one of V2's entries is from the next.
        entry $E10C
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
        entry $E1D4, disk_parameters    ; ["name" [, device [, secondary]]]
        entry $E1E6, disk_parameters_device     ; [, device [, secondary]]
        entry $E200             ; comma, byte into X; LINNUM is used
        jsr need_comma
        jmp eval_byte
        entry $E206             ; no more text: ends the routine that calls this
        jsr CHRGOT
        bne :+
        pla                     ; without this return address RTS goes to the caller's caller
        pla
:       rts
        entry $E219, open_parameters    ; file [, device [, secondary [, "name"]]]
        entry $E37B, basic_warm
        entry $E386             ; READY, by way of IERROR
        ldx #$80                ; bit 7: err_show goes to READY without a message
        jmp err_raise
        entry $E38B             ; $0300 points here: error number in X
; entry_error -- where IERROR points
; In     X  error number     Noreturn  as err_show
entry_error:
        jmp err_show
