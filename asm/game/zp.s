; zp.s -- every zero-page byte of the game, by owner
;
; The game keeps to $02-$8F, which the KERNAL leaves alone, so that the ROMs
; can be banked in for disk access without saving anything.
;
; tmp*   dies at any JSR that does not promise to keep it
; arg*   passes parameters between modules
; play_* belongs to the rules, dies between two calls of play_request
; irq_*  belongs to the interrupt; nobody else writes it

.include "zp.inc"

.segment "ZEROPAGE": zeropage

; --- parameters and scratch ---------------------------------------------
arg0:           .res 1          ; parameters of requests and routines
arg1:           .res 1
arg2:           .res 1
arg3:           .res 1
tmp0:           .res 1          ; scratch, dies at any JSR
tmp1:           .res 1
tmp2:           .res 1
tmp3:           .res 1
tmp4:           .res 1
tmp5:           .res 1
tmp6:           .res 1
tmp7:           .res 1

; --- event_get: the event just taken from the queue ----------------------
ev_type:        .res 1          ; EV_*
ev_player:      .res 1          ; whom it happens to
ev_param:       .res 1          ; square, card, die, ...
ev_other:       .res 1          ; second party or second parameter
ev_lo:          .res 1          ; amount, 16 bit
ev_hi:          .res 1

; --- rules (play/) --------------------------------------------------------
play_amount:    .res 2          ; amount being charged or paid
play_rest:      .res 2          ; what is left of it while it is shared out
play_sum:       .res 3          ; 24-bit sums: wealth, score
play_ptr:       .res 2          ; table pointer, request dispatch
play_player:    .res 1          ; player the operation is about
play_other:     .res 1          ; second player, creditor code
play_square:    .res 1          ; square the operation is about
play_group:     .res 1          ; its group
play_index:     .res 1          ; loop counters
play_loop:      .res 1
play_count:     .res 1
play_flag:      .res 1
play_step:      .res 1
play_level:     .res 1
play_save:      .res 2          ; saved operands across calls

; --- random numbers (sys/random.s) ------------------------------------------
random_range:   .res 1
random_temp:    .res 2
