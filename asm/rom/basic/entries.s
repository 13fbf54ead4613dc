; Addresses of the original's routines that real programs call or jump to (counted over
; 1,907 programs: see the list in docs/roms.md).  Each is a jump into our own code, placed
; by the segment's start in rom.cfg.
        .include "basic.inc"
        .include "lowmem.inc"
        .import err_show, list_keyword, eval_operand, main_wait
        .export entry_error, entry_main, entry_crunch, entry_list, entry_statement, entry_operand
        .export entry_quantity

        .segment "BASIC_VECTORS"
        .word basic_cold
        .word basic_warm

        .segment "ENTRY_A437"                   ; error number in X
        jmp err_raise
        .segment "ENTRY_A474"                   ; print READY, wait for a line
        jmp main_ready
        .segment "ENTRY_A480"                   ; wait for a line
        jmp main_loop
        .segment "ENTRY_A483"                   ; $0302-$030A point at these, as in V2
entry_main:
        jmp main_wait
        .segment "ENTRY_A533"                   ; link the lines again
        jmp lines_relink
        .segment "ENTRY_A57C"
entry_crunch:
        jmp crunch
        .segment "ENTRY_A613"                   ; find the line LINNUM
        jmp line_find
        .segment "ENTRY_A644"                   ; NEW
        jmp run_new
        .segment "ENTRY_A659"                   ; to the start of the program, and CLR
        jmp run_clear
        .segment "ENTRY_A68E"                   ; to the start of the program
        jmp text_start
        .segment "ENTRY_A71A"
entry_list:
        jmp list_keyword
        .segment "ENTRY_A7AE"                   ; run the next statement
        jmp run_next
        .segment "ENTRY_A7E1"                   ; run the statement after TXTPTR
        jmp run_gone
entry_statement:
        jmp run_statement                       ; $A7E4: the same past the vector
        .segment "ENTRY_AB1E"                   ; print the text at A (low), Y
        jmp print_string
        .segment "ENTRY_AD8A"                   ; evaluate a number
        jmp eval_number
        .segment "ENTRY_AD9E"                   ; evaluate anything
        jmp eval
        .segment "ENTRY_AE86"
entry_operand:
        jmp eval_operand
        .segment "ENTRY_AEF7"                   ; expect )
        jmp need_close
        .segment "ENTRY_AEFA"                   ; expect (
        jmp need_open
        .segment "ENTRY_AEFD"                   ; expect a comma
        lda #','                                ; $AEFF: expect the character in A
        jmp need_char
        .segment "ENTRY_AF08"
        jmp err_syntax
        .segment "ENTRY_B248"
entry_quantity:
        jmp err_quantity
        .segment "ENTRY_B79B"                   ; skip a character, then a byte into X
        jsr CHRGET
        jmp eval_byte                           ; $B79E: a byte into X
        .segment "ENTRY_B7EB"                   ; address, comma, byte
        jmp eval_word_byte
        .segment "ENTRY_B7F7"                   ; number to LINNUM
        jmp num_to_word
        .segment "ENTRY_BDCD"                   ; print the integer A (high), X
        jmp print_word

        .segment "ENTRY_E37B"                   ; warm start
        jmp basic_warm
        .segment "ENTRY_E386"                   ; print READY
        jmp main_ready
        .segment "ENTRY_E38B"                   ; $0300 points here: error number in X
entry_error:
        jmp err_show
        .segment "ENTRY_E394"                   ; cold start
        jmp basic_cold
        .segment "ENTRY_E3BF"                   ; set up BASIC's variables
        jmp basic_init
        .segment "ENTRY_E422"                   ; power-on message and NEW
        jmp basic_banner
        .segment "ENTRY_E453"                   ; vectors at $0300
        jmp main_vectors
        .import basic_init, basic_banner
