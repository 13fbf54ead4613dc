; zp.s -- every zero-page byte of the game, by owner
;
; The rules keep to $02-$8F, which the KERNAL leaves alone, so that the ROMs
; can be banked in for disk access without saving anything.  The screens have
; more (UI_ZP in zp_ui.s).
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
play_ptr:       .res 2          ; dispatch of requests, a name to copy
play_request_code: .res 1       ; the request being looked at
play_player:    .res 1          ; player the operation is about
play_other:     .res 1          ; second player or creditor
play_square:    .res 1          ; square the operation is about
play_group:     .res 1          ; its group
play_index:     .res 1          ; loops over seats and squares
play_scan:      .res 1          ; loop of a group's squares
play_end:       .res 1          ; where it ends
play_min:       .res 1          ; lowest and highest level of a group
play_max:       .res 1
money_player:   .res 1          ; money.s: whose cash is being changed
money_creditor: .res 1          ; to whom it goes
money_part:     .res 2          ; what can be paid at once
money_loop:     .res 1
event_param:    .res 1          ; event.s: fields of the event to come
event_other:    .res 1
event_lo:       .res 1
event_hi:       .res 1
event_count:    .res 1          ; events put in since the queue was empty
trade_marks:    .res 2          ; trade.s: marks under examination
trade_party:    .res 1          ; whose side
trade_sum:      .res 3          ; his money and wealth afterwards
terms_from:     .res 1          ; trade.s: who offers, and to whom
terms_partner:  .res 1

; --- computer players (brain/): they keep through the rules' checks -----------
br_me:          .res 1          ; the computer that decides
br_square:      .res 1          ; loops
br_group:       .res 1
br_index:       .res 1
br_end:         .res 1
br_cash:        .res 2          ; what may be spent, signed
br_sum:         .res 2          ; signed sums
br_keep:        .res 2          ; what should stay in hand
br_price:       .res 2          ; what is to be paid, or bid
br_temp:        .res 1          ; dies at any JSR

; --- random numbers (sys/random.s) ------------------------------------------
random_range:   .res 1
random_temp:    .res 2
ahead_at:       .res 1          ; disk.s: of what came, the next byte, and the end
ahead_end:      .res 1
fast_level:     .res 1          ; drive_fast.s
fast_time:      .res 1
fast_byte:      .res 1          ; a command's bits; what is left of a block, between files 0
noise_bad:      .res 1          ; nonzero: voice 3 makes no fair noise, see noise_try
