; state.s -- the whole state of a game, one block that is saved and compared
;
; Arrays run over seats (index 0..7) or squares (index 0..39).  Whatever a
; running game depends on lies between state_begin and state_end, and nothing
; else does: saving a game writes these bytes, tests compare them.

.include "state.inc"

.segment "STATE"

state_begin:
state_version:      .res 1      ; STATE_VERSION

; --- settings (R-16, R-20.12), indexed by OPT_* ---------------------------
settings:           .res SETTINGS_MAX
player_count:       .res 1      ; seats in this game, 2..8

; --- players (R-2.3) ---------------------------------------------------------
player_flags:       .res MAX_PLAYERS    ; PF_*
player_square:      .res MAX_PLAYERS    ; 0..39
player_money_lo:    .res MAX_PLAYERS    ; signed 16 bit; negative = debts
player_money_hi:    .res MAX_PLAYERS
player_equity_lo:   .res MAX_PLAYERS    ; unsigned 16 bit, R-2.4
player_equity_hi:   .res MAX_PLAYERS
player_colour:      .res MAX_PLAYERS    ; 0..9, NO_COLOUR in set-up
player_token:       .res MAX_PLAYERS    ; 0..7, no two seats the same
player_gaol_fails:  .res MAX_PLAYERS    ; failed gaol rolls, 0..2, with SW_THIRD 2 0..4
player_groups:      .res GROUPS * MAX_PLAYERS   ; deeds held, [group * 8 + player]
player_names:       .res MAX_PLAYERS * NAME_SIZE ; filled with 0 at the end
debt_lo:            .res CREDITORS * MAX_PLAYERS ; owed, [creditor * 8 + debtor]
debt_hi:            .res CREDITORS * MAX_PLAYERS

; --- board (R-2.4) -------------------------------------------------------------
square_owner:       .res SQUARES        ; seat or NO_PLAYER
square_level:       .res SQUARES        ; 0..4 houses, 5 hotel
square_mortgaged:   .res SQUARES        ; 0 or 1
square_mark:        .res SQUARES        ; MARK_*: in the trade or transfer
square_pending:     .res SQUARES        ; auction after an elimination: seat
                                        ; after which speaking starts, or NO_PLAYER

; --- bank ------------------------------------------------------------------------
bank_houses:        .res 1      ; signed: negative = phantom houses (R-10.6)
bank_hotels:        .res 1
pool_lo:            .res 1      ; Free Parking (R-16.2)
pool_hi:            .res 1
bank_out:           .res 3      ; money in circulation: sum of all money in
                                ; hand and of the pool

; --- decks (R-7), deck 0 Community Chest, deck 1 Chance -----------------------------
deck_cards:         .res 2 * 16 ; [deck * 16 + place] = card 0..15
deck_next:          .res 2      ; place of the next card
deck_size:          .res 2      ; 16, or 15 while the GO-free card is out
deck_free:          .res 2      ; GO-free card: holder, NO_PLAYER = in the deck,
                                ; FREE_USED = comes back with the next shuffle

; --- turn ----------------------------------------------------------------------------
turn_phase:         .res 1      ; PHASE_* of the player with the dice
turn_again:         .res 1      ; 1 = a further roll is due after the landing
turn_doubles:       .res 1      ; doubles in this turn, 0..2
turn_first:         .res 1      ; seat that began the game
turn_best:          .res 1      ; highest total so far in the roll for first
turn_count:         .res 2      ; turns begun
dice:               .res 2      ; faces of the last roll
card_last:          .res 1      ; last card drawn, deck * 16 + card, or $FF
winners:            .res 1      ; a bit for each seat, once MODE_OVER: a tie shares it

; --- modes (R-2.5), index 0 is the bottom ---------------------------------------------
mode_depth:         .res 1      ; index of the current mode
mode_kind:          .res MODE_DEPTH     ; MODE_*
mode_active:        .res MODE_DEPTH     ; whose requests are taken
mode_square:        .res MODE_DEPTH     ; square the mode is about

; --- auction (R-9); square and speaker are in the mode --------------------------------
auction_bid_lo:     .res 1      ; standing bid
auction_bid_hi:     .res 1
auction_bidder:     .res 1      ; seat or NO_PLAYER
auction_passed:     .res MAX_PLAYERS    ; 0, AUCTION_PASS, AUCTION_FORFEIT

; --- trade (R-14) and transfer (R-13); deeds are in square_mark -------------------------
trade_from:         .res 1      ; initiator; in a transfer the loser
trade_cards:        .res 1      ; bit 0 Chest's, bit 1 Chance's GO-free card
trade_give_lo:      .res 1      ; money from initiator to partner
trade_give_hi:      .res 1
trade_want_lo:      .res 1      ; money from partner to initiator
trade_want_hi:      .res 1
transfer_seen:      .res 1      ; 1 = the selection has been opened (R-13.2); of a trade: COUNTERS sent

; --- vote to quit (R-15.1) -----------------------------------------------------------------
quit_asker:         .res 1

; --- computer players (brain/), which alone write here ----------------------------------------
brain_turn:         .res 1      ; low byte of the turn they thought about last
brain_traded:       .res 1      ; nonzero: have proposed a trade in this turn
brain_steps:        .res 1      ; requests in this turn
brain_wait:         .res MAX_PLAYERS    ; own turns until a person is asked again
brain_asked:        .res MAX_PLAYERS    ; group a person was asked for and the deeds held then
                                        ; (count * 16 + group + 1), 0 none
brain_tries:        .res MAX_PLAYERS    ; how often in a row

; --- software random numbers (sys/random.s) ---------------------------------------------------
rng_v:              .res 3      ; shift register, high byte first
rng_w:              .res 1
rng_n:              .res 1
state_end:

.segment "VARIANT_STATE"

; --- presets: what the classic game has no need of ---------------------------------------------
variant_begin:
switches:           .res SWITCHES       ; SW_*
loan_lender:        .res LOANS  ; seat or CREDIT_BANK
loan_borrower:      .res LOANS  ; seat, NO_PLAYER = the place is free
loan_lo:            .res LOANS  ; amount; before the first turn sums of the opening rolls
loan_hi:            .res LOANS
loan_unit:          .res LOANS  ; LOAN_TURNS or LOAN_LAPS
loan_left:          .res LOANS  ; how many of them are left
issue_count:        .res 1      ; entries of the log of new money, 0..ISSUES
issue_turn_lo:      .res ISSUES ; turn_count then, the oldest first
issue_turn_hi:      .res ISSUES
issue_lo:           .res ISSUES ; how much
issue_hi:           .res ISSUES
issue_total:        .res 3      ; all there ever was
rent_lo:            .res 1      ; MODE_RENT, MODE_CLAIM: the full rent
rent_hi:            .res 1
street_built:       .res SQUARES / 8    ; a bit for each square that has risen in this turn
auction_last_lo:    .res MAX_PLAYERS    ; each seat's last bid, 0 none
auction_last_hi:    .res MAX_PLAYERS
clock_minutes_lo:   .res 1      ; SW_CLOCK: agreed upon, 1..MINUTES_MOST
clock_minutes_hi:   .res 1
clock_lo:           .res 1      ; seconds left
clock_hi:           .res 1
wanted:             .res MAX_PLAYERS    ; MODE_HOUSES: houses each seat wants, then may place
session_seat:       .res 1      ; who places, NO_PLAYER while they are asked
variant_end:
        .assert LOANS >= MAX_PLAYERS, error, "sums of the opening rolls lie in loan_lo"
        .assert SQUARES .mod 8 = 0, error, "whole bytes"

.segment "PLAY_BSS"

; A proposal for REQ_OFFER, written by whoever proposes.  Not part of the
; state: the rules copy it when they take the offer.
offer_begin:
offer_partner:      .res 1
offer_cards:        .res 1      ; bit 0 Chest's, bit 1 Chance's GO-free card
offer_give_lo:      .res 1
offer_give_hi:      .res 1
offer_want_lo:      .res 1
offer_want_hi:      .res 1
offer_marks:        .res SQUARES        ; MARK_IN, with MARK_REPAY on wanted deeds
offer_end:
