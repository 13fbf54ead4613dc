; rules1989.s -- the 1989 game: taxes, hotels, bankrupts, the short game
;
; docs/play/rules.md has the rules, hooks.inc where they are called.  Rent, auctions and the sale
; of houses are in rules1989_market.s, what computers make of it in rules1989_brain.s.  The overlay RULES1989
; lies where RUSSIAN does: a game has one of them.
; Test tests/asm/game/test_rules1989_*.py


.include "../play/rules.inc"
.include "rules1989.inc"

.define FAMILY "le_"
FAMILY_FIRST    = REQ_TAX

; adc_amount -- play_amount += a byte; C=0 before and after     Uses A
.macro adc_amount byte
        lda play_amount
        adc byte
        sta play_amount
        bcc :+
        inc play_amount+1
        clc
:
.endmacro

.segment "RULES1989_HOOKS"

.macro HOOK name
        .assert * = name, lderror, "RULES1989 has its hooks where RUSSIAN has them"
        jmp .ident(.concat("le_", .string(name)))
.endmacro
.include "hooks.inc"
.delmacro HOOK

.segment "RULES1989_DATA"

; Requests from TAX on: check and action of each
.macro REQUEST name, modes, phases, when, check, act, words
    .if .ident(.concat("REQ_", .string(name))) >= REQ_TAX
        .addr .ident(.concat("le_", .string(check))) - 1, .ident(.concat("le_", .string(act))) - 1
    .endif
.endmacro
le_requests:
.include "../play/requests.inc"
.delmacro REQUEST
le_check_none = check_none

; The switch without which there is no such request, from TAX on
request_switch: .byte SW_TAX, SW_CLOCK, SW_RENT, SW_AUCTION, SW_AUCTION
        .byte SW_SHORT, SW_SHORT, SW_SHORT, SW_SHORT, SW_SHORT, SW_HOTEL
        .assert * - request_switch = REQUESTS - REQ_TAX, error, "a switch for each request"

; Requests of the modes that only this game has: a bit of their phases, by MODE_* from MODE_CLAIM on
mode_bit:       .byte $40, $80
        .assert * - mode_bit = MODES_ALL - MODE_CLAIM, error, "a bit for each mode"

.segment "RULES1989_CODE"

; le_on_gate -- is there such a request in this game, and does a mode of the preset take it?
; In     X  REQ_*;  Y  MODE_*     Out    C=0 yes;  C=1 A = reason     Keeps  X, Y     Uses   A, flags; tmp0
.proc le_on_gate
        cpx #REQ_TAX
        bcc @common
        sty tmp0
        ldy request_switch - REQ_TAX,x
        lda switches,y
        ldy tmp0
        cmp #0
        beq @mode
        cpx #REQ_SELL_ALL
        bne @there
        beq @manages            ; always
@common:
        cpx #REQ_LATE
        bcs @mode               ; RUSSIAN's
        cpx #REQ_BAIL
        beq @bail
@manages:
        cpy #MODE_AUCTION
        bne @there
        lda switches + SW_AUCTION
        bne @mode               ; all cry at once: no one speaks in turn, manages or trades
@there:
        cpx #REQ_OFFER          ; once the time is over nobody deals any more
        beq @deals
        cpx #REQ_BUILD
        beq @deals
        cpx #REQ_BUILD_GROUP
        beq @deals
        cpx #REQ_HOUSES
        bne @time
@deals:
        lda switches + SW_CLOCK
        beq @time
        jsr time_left
        beq @phase
@time:
        cpy #MODE_CLAIM
        bcc @open
        lda request_phases,x
        and mode_bit - MODE_CLAIM,y
        beq @mode
        cpx #REQ_TAX            ; other requests have no such phases
        bcc @mode
@open:
        clc
        rts
@bail:                          ; before the roll of his first two turns in gaol
        lda turn_phase
        bne @manages            ; after the third failure it is due
        lda switches + SW_PRESET
        cmp #PRESET_1989
        bne @manages
        stx tmp0
        ldx mode_active
        lda player_gaol_fails,x
        ldx tmp0
        cmp #GAOL_FAILS - 1
        bcc @manages
@phase:
        lda #REASON_PHASE
        .byte $2C               ; BIT: skips the next LDA
@mode:
        lda #REASON_MODE
        sec
        rts
.endproc
        .assert PHASE_ROLL = 0, error, "le_on_gate"

.include "late.inc"

; --- hooks where this game is as the classic one, or has no such rule ------------------------------------

; le_on_turn and others -- nothing
; In     -     Out    -     Keeps  A, X, Y, flags     Uses   -
.proc le_on_turn
        rts
.endproc
le_on_order   = le_on_turn      ; SW_ORDER
le_on_go      = le_on_turn      ; SW_LOANS
le_on_issue   = le_on_turn      ; SW_BANK
le_on_card_out = le_on_turn     ; SW_CARDS
le_on_card_in = le_on_turn
le_on_built   = le_on_turn
le_on_open    = le_on_turn      ; no auctioneer
le_on_call    = le_on_turn

; le_on_marked and others -- C=0: it may
; In     -     Out    C=0     Keeps  A, X, Y     Uses   C
.proc le_on_marked
        clc
        rts
.endproc
le_on_sell    = le_on_marked
le_on_auto    = le_on_marked
le_on_debtor  = le_on_marked

le_on_auto_pay = auto_pay_once

; --- hotels (SW_HOTEL, SW_CLOCK) ---------------------------------------------------------------------------

; le_on_raise -- in a short game a hotel stands on three houses: the fourth is there at once, unpaid
; In     X = play_square;  play_player, play_amount  price of a house
; Out    -     Keeps  X; play_amount     Uses   A, Y, flags; tmp0
.proc le_on_raise
        lda square_level,x
        cmp #LEVEL_HOTEL - 2
        bne @done
        inc square_level,x
        dec bank_houses
        lda play_amount
        lsr a
        ldx play_player
        jsr equity_add
        ldx play_square
@done:
        rts
.endproc

; le_on_hotel -- the hotel on play_square becomes four houses, in a short game three; with SW_HOTEL the
; group is rearranged if the bank has fewer
; In     play_player, play_square, play_group     Out    X = play_player
; Keeps  play_scan, play_end     Uses   A, X, Y, flags; event_*, money_*, play_*, tmp0
.proc le_on_hotel
        lda switches + SW_HOTEL
        beq @phantom
        lda #LEVEL_HOTEL - 1
        sec
        sbc switches + SW_CLOCK
        sta tmp0
        lda bank_houses
        cmp tmp0
        bcc rebuild
@phantom:
        jsr hotel_sell
        lda switches + SW_CLOCK
        beq @done
        inc bank_houses
        jmp level_book
@done:
        rts
.endproc

; rebuild -- all hotels of the group are broken, and the houses there are stand as evenly as they can,
; odd ones on the dearest streets; the rest is sold.  EV_REBUILT
; In     play_player, play_square, play_group;  bank_houses  fewer than a hotel leaves
; Out    X = play_player     Keeps  play_scan, play_end     Uses   as le_on_hotel
.proc rebuild
        lda play_scan           ; of auto-pay
        pha
        lda play_end
        pha
        ldy play_square
        jsr group_range
        lda #0
        sec
        sbc bank_houses
        sta play_max            ; levels sold: five a hotel, less what the bank gives
        lda bank_houses
        sta play_min            ; houses that will stand: all there are
@street:
        ldx group_squares,y
        lda square_level,x
        cmp #LEVEL_HOTEL
        beq @hotel
        adc play_min            ; C=0
        sta play_min
        bcc @bare               ; always
@hotel:
        inc bank_hotels
        lda play_max
        adc #LEVEL_HOTEL - 1    ; C=1
        sta play_max
@bare:
        lda #0
        sta square_level,x
        iny
        cpy play_end
        bne @street
        sta bank_houses
@round:
        ldy play_end
@stand:
        lda play_min
        beq @stood
        dey
        ldx group_squares,y
        inc square_level,x
        dec play_min
        cpy play_scan
        bne @stand
        beq @round              ; always
@stood:
        sta play_amount
        sta play_amount+1
        ldy play_group
        lda group_house_cost,y
        lsr a
        sta play_min
        ldx play_player
@sold:
        lda play_min
        jsr equity_sub
        clc
        adc_amount play_min
        dec play_max
        bne @sold
        pla
        sta play_end
        pla
        sta play_scan
        lda #EV_REBUILT
        jmp bank_pays
.endproc

; le_check_sell_all -- arg0 = a street of a group with hotels
; In     arg0     Out    C=0 may be done;  C=1 A = reason     Keeps  -     Uses   A, X, Y, flags; play_*, tmp0
.proc le_check_sell_all
        jsr street_check
        bcs @refuse
        lda #LEVEL_HOTEL - 1
        cmp play_max            ; C=0: there is one
        lda #REASON_BARE
@refuse:
        rts
.endproc

; le_do_sell_all -- one hotel of the group after the other
; In     play_player, play_square, play_group     Out    -     Keeps  -     Uses   as le_on_hotel
.proc le_do_sell_all
        ldy play_square
        jsr group_range
@street:
        ldy play_scan
        ldx group_squares,y
        lda square_level,x
        cmp #LEVEL_HOTEL
        bne @next
        stx play_square
        jsr le_on_hotel
@next:
        inc play_scan
        lda play_scan
        cmp play_end
        bne @street
        rts
.endproc

; --- bankrupts (SW_BANKRUPT) -------------------------------------------------------------------------------

; le_on_ruin -- only buildings are sold for the creditors; which deeds are mortgaged is kept in their marks
; His equity becomes what his buildings bring, half of what they cost.
; In     X  player;  play_amount  his equity     Out    play_amount     Keeps  X     Uses   A, Y, flags; play_min
.proc le_on_ruin
        lda switches + SW_BANKRUPT
        beq @done
        stx play_player
        lda #0
        jsr amount_byte
        ldx #SQUARES - 1
@square:
        lda square_owner,x
        cmp play_player
        bne @next
        lda square_mortgaged,x
        sta square_mark,x
        ldy square_group,x
        lda group_house_cost,y
        lsr a                   ; a building sells for half its price
        sta play_min
        ldy square_level,x
        beq @next
@level:
        clc
        adc_amount play_min
        dey
        bne @level
@next:
        dex
        bpl @square
        ldx play_player
@done:
        rts
.endproc

; le_on_creditor -- deeds that a player gets are as they were, not mortgaged
; In     A  creditor;  play_player     Out    A  creditor     Keeps  -     Uses   X, Y, flags; play_index
.proc le_on_creditor
        ldx switches + SW_BANKRUPT
        beq @done
        pha
        cmp #CREDIT_BANK
        bcs @clear
        jsr seats_alive
        cmp #3                  ; with the loser: if one is left the game is over
        bcc @clear
        ldx #SQUARES - 1
@square:
        lda square_owner,x
        cmp play_player
        bne @next
        lda square_mark,x
        sta square_mortgaged,x
@next:
        dex
        bpl @square
@clear:
        jsr marks_clear
        pla
@done:
        rts
.endproc

; le_on_heir -- the creditor gets all deeds and owes the bank the fee of each mortgaged one at once
;
; No more than 28 deeds change hands in a request: who gets some owes but the bank then.
; In     play_player  loser;  play_other  creditor     Out    -     Keeps  -
; Uses   A, X, Y, flags; event_*, money_*, play_*, tmp0
.proc le_on_heir
        ldy #0
        sty play_rest
        sty play_rest+1
@square:
        lda square_owner,y
        cmp play_player
        bne @next
        sty play_square
        lda square_mortgaged,y
        beq @free
        lda fee_value,y
@free:
        jsr amount_byte
        clc
        adc play_rest
        sta play_rest
        bcc @fees
        inc play_rest+1
@fees:
        ldx play_player
        stx event_other
        jsr deed_take
        jsr deed_hand
@next:
        iny
        cpy #SQUARES
        bne @square
        ldx play_player         ; deed_take has counted what loser_strip had set to 0
        lda #0
        sta player_equity_lo,x
        sta player_equity_hi,x
        jmp rest_pay
.endproc

; --- the final value, and the clock of a short game (SW_CLOCK) ---------------------------------------------

; by_value -- does the final value count, in the preset and in every short game?
; In     -     Out    Z=0 yes     Keeps  X, Y     Uses   A, N C
.proc by_value
        lda switches + SW_PRESET
        cmp #PRESET_1989
        beq @preset
        lda switches + SW_CLOCK
        rts
@preset:
        asl a                   ; not 0
        rts
.endproc

; le_on_score -- the score of the preset and of a short game is the final value: money, deeds at their price,
; mortgaged ones at the mortgage value, buildings at cost
; In     X  player;  play_sum     Out    comes back where score_get was called, with play_sum, A, Y as it promises
; Keeps  X     Uses   A, Y, flags; play_min, play_max, play_player, play_rest, tmp0-tmp1, trade_sum
.proc le_on_score
        jsr by_value
        beq @score
        pla                     ; score_get is done
        pla
        lda #1                  ; mortgages count
        sta play_rest
        stx play_player
        jsr le_tax_worth
        ldx play_player
        lda trade_sum
        sta play_sum
        ldy trade_sum+1
        sty play_sum+1
@score:
        rts
.endproc

; le_on_value -- asked before its end, a game is won by score or by final value
; In     -     Out    -     Keeps  -     Uses   A, X, Y, flags; event_*, play_*, tmp0-tmp1, trade_sum
.proc le_on_value
        jsr by_value
        bne @value
        jmp votes_count
@value:
        lda #OVER_VOTE
        ; falls through
.endproc

; value_wins -- the highest final value wins; equal values share the victory
; In     A  OVER_*     Out    -     Keeps  -     Uses   as le_on_value
.proc value_wins
        pha
        lda #0
        sta winners
        ldx #MAX_PLAYERS - 1
@seat:
        asl winners             ; ends with seat 0 in bit 0
        lda player_flags,x
        lsr a                   ; PF_ALIVE
        bcc @next
        jsr score_get           ; 0..65535: nobody who is not losing has less than nothing
        cpy value_best+1
        bne @higher
        cmp value_best
@higher:
        beq @same
        ldy winners
        beq @first
        bcc @next
@first:
        lda #0
        sta winners
        lda play_sum
        sta value_best
        lda play_sum+1
        sta value_best+1
@same:
        inc winners
@next:
        dex
        bpl @seat
        pla
        jmp winners_tell
.endproc
value_best      = play_amount
        .assert PF_ALIVE = 1, error, "value_wins tests PF_ALIVE by lsr"

; le_check_time -- arg0, arg1 = seconds left, no more than there were
; In     arg0, arg1     Out    C=0 may be done;  C=1 A = reason     Keeps  X, Y     Uses   A, flags
.proc le_check_time
        lda clock_lo
        cmp arg0
        lda clock_hi
        sbc arg1
        bcc @range
        clc
        rts
@range:
        lda #REASON_RANGE
        sec
        rts
.endproc

; le_do_time -- so many seconds are left; with none this is the last move: EV_TIME_UP
; In     arg0, arg1     Out    -     Keeps  Y     Uses   A, X, flags; event_*
.proc le_do_time
        jsr time_left
        beq @done
        lda arg0
        sta clock_lo
        lda arg1
        sta clock_hi
        jsr time_left
        bne @done
        ldx mode_active
        lda #EV_TIME_UP
        jmp event_emit
@done:
        rts
.endproc

; time_left -- is there time left to a short game?
; In     clock_lo, clock_hi     Out    Z=0 there is     Keeps  X, Y     Uses   A, N
.proc time_left
        lda clock_lo
        ora clock_hi
        rts
.endproc

; le_on_end -- another turn begins only if there is time
; In     X     Out    C=0 yes;  C=1 the game is over     Keeps  X if C=0     Uses   as le_on_value
.proc le_on_end
        jsr time_left
        clc
        bne @done
        lda #OVER_CLOCK
        jsr value_wins
        sec
@done:
        rts
.endproc
