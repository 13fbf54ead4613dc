; trade.s -- trades between two players (R-14)
; Test tests/asm/game/test_trades.py, test_eliminations.py

.include "rules.inc"

.segment "PLAY_BSS"
terms:                          ; of the trade under examination
terms_cards:    .res 1
terms_give_lo:  .res 1
terms_give_hi:  .res 1
terms_want_lo:  .res 1
terms_want_hi:  .res 1
TERMS = * - terms

.segment "PLAY_CODE"

        .assert offer_want_hi - offer_cards = TERMS - 1, lderror, "offer and terms differ"
        .assert trade_want_hi - trade_cards = TERMS - 1, lderror, "trade and terms differ"

; terms_of_offer -- examine the block at offer_begin
.proc terms_of_offer
        ; An offer that is being made and a trade that is being decided have the same layout.
        ; Both are copied to one place, so the checks below exist once.
        ldx #TERMS - 1
@copy:
        lda offer_cards,x
        sta terms,x
        dex
        bpl @copy
        lda #<offer_marks       ; the marks are not copied: a pointer to them does
        sta trade_marks
        lda #>offer_marks
        sta trade_marks+1
        lda offer_partner
        sta terms_partner
        jsr play_active         ; the initiator is on move while he offers
        stx terms_from
        rts
.endproc

; terms_of_trade -- examine the trade that is being decided, or the transfer
; Whoever is asked now is the partner: in a transfer the creditor, and trade_from the loser.
.proc terms_of_trade
        ldx #TERMS - 1          ; copied as an offer is, so the sums are the same
@copy:
        lda trade_cards,x
        sta terms,x
        dex
        bpl @copy
        lda #<square_mark       ; the marks wait on the squares
        sta trade_marks
        lda #>square_mark
        sta trade_marks+1
        lda trade_from
        sta terms_from
        jsr play_active         ; whoever decides
        stx terms_partner
        rts
.endproc

; trade_charges -- what the deeds player X receives will cost him
; In     X  party of the trade or transfer that is being decided
; Out    A low, Y high
; Keeps  -     Uses   A, X, Y, flags; play_amount, trade_marks, trade_party
.proc trade_charges
        jsr trade_cost
        lda play_amount
        ldy play_amount+1
        rts
.endproc

; trade_cost -- the same into play_amount
; In     X  party     Out    -
; Uses   A, X, Y, flags; trade_marks, trade_party     Keeps  -
.proc trade_cost
        stx trade_party
        jsr terms_of_trade
        ; falls through
.endproc

; cost_sum -- play_amount = fees and repayments on what trade_party receives (R-14.4)
; Marks say which deeds move, owners in which direction: what is not his own comes to him.
; Uses   A, X, Y, flags
.proc cost_sum
        lda #0
        sta play_amount
        sta play_amount+1
        ldy #SQUARES - 1
@square:
        lda (trade_marks),y     ; marks of the offer, or on the squares
        beq @next
        lda square_owner,y
        cmp trade_party         ; his own: he gives it and pays nothing for it
        beq @next
        jsr deed_cost
        clc                     ; below 256 each, so one carry does
        adc play_amount
        sta play_amount
        bcc @next
        inc play_amount+1
@next:
        dey
        bpl @square
        rts
.endproc

; deed_cost -- A = what receiving deed Y costs: 0, fee, or mortgage and fee
; Keeps  X, Y
.proc deed_cost
        lda square_mortgaged,y  ; free: it costs nothing to take
        beq @done
        lda (trade_marks),y
        and #MARK_REPAY         ; A is 0 without it: only the fee is added
        beq @fee
        lda mortgage_value,y
@fee:
        clc
        adc fee_value,y
@done:
        rts
.endproc

; offer_check_deeds -- are the marks of the offer right?
; Out    C=0 yes: X = number of deeds;  C=1 no: A = reason
.proc offer_check_deeds
        ldx #0
        stx play_index          ; deeds
        ldy #SQUARES - 1
@square:
        lda offer_marks,y
        beq @next
        cmp #MARK_IN            ; any other byte may come from outside: refuse it
        beq @marked
        cmp #MARK_IN | MARK_REPAY
        bne @range
@marked:
        sty play_square
        lda square_group,y      ; from outside any square can be marked
        bmi @no_deed            ; a square without a group is no deed
        lda square_owner,y      ; whose it is decides what may be marked
        cmp terms_from
        beq @given
        cmp terms_partner
        bne @owner              ; of a third player, or of the bank
        lda offer_marks,y       ; wanted: he may repay what is mortgaged
        cmp #MARK_IN            ; a plain mark says nothing of repaying
        beq @plain
        lda square_mortgaged,y
        bne @group
        beq @free               ; always
@given:
        lda offer_marks,y       ; the partner chooses for those he receives
        cmp #MARK_IN
        bne @range
@plain:
        lda switches + SW_REPAY
        cmp #2                  ; no deed is sold but a mortgaged one
        bne @group
        lda square_mortgaged,y
        beq @free
@group:
        jsr group_levels
        bne @improved           ; nothing may stand in the group of a deed that moves
        inc play_index
        ldy play_square         ; group_levels has used it
@next:
        dey                     ; all squares, as any of them may be marked
        bpl @square
        ldx play_index
        clc
        rts
@free:
        lda #REASON_NOT_MORTGAGED
        .byte $2C               ; bit abs: skips the next lda
@range:
        lda #REASON_RANGE
        .byte $2C               ; bit abs: skips the next lda
@no_deed:
        lda #REASON_NOT_DEED
        .byte $2C               ; bit abs: skips the next lda
@owner:
        lda #REASON_NOT_OWNER
        .byte $2C               ; bit abs: skips the next lda
@improved:
        lda #REASON_IMPROVED
        sec
        rts
.endproc

; cards_check -- are the GO-free cards of the terms held by the two parties?
; Two bits, one for each deck; a card in the trade must be held by one of the two.
; Out    C=0 yes;  C=1 no: A = reason
.proc cards_check
        lda terms_cards         ; the cards named may be nobody's
        and #<~3                ; two decks, two bits; others are refused
        bne @refuse
        ldx #1
@card:
        lda terms_cards
        and bits,x              ; is the deck's card in the trade?
        beq @next
        lda deck_free,x
        cmp terms_from
        beq @next
        cmp terms_partner
        bne @refuse             ; neither of the two has it
@next:
        dex
        bpl @card
        clc
        rts
@refuse:
        lda #REASON_NO_CARD
        sec
        rts
.endproc

; money_check -- are the amounts within the givers' money in hand? (R-14.2)
; Each giver's amount against his money now: charges and what he gets are not counted here.
; Out    C=0 yes;  C=1 no: A = reason
.proc money_check
        lda terms_give_lo
        ldy terms_give_hi
        ldx terms_from          ; each has to have what he gives
        jsr amount_check
        bcs @you                ; the initiator has not got it
        lda terms_want_lo
        ldy terms_want_hi
        ldx terms_partner
        jsr amount_check
        bcc @done
        lda #REASON_TRADE_THEM
        .byte $2C               ; bit abs: skips the next lda
@you:
        lda #REASON_TRADE_YOU
@done:
        rts                     ; C from amount_check
.endproc

; amount_check -- C=0: an amount, A low, Y high, is nothing, or X has it in hand
.proc amount_check
        sta play_amount
        sty play_amount+1
        ora play_amount+1       ; nothing is always possible, even in debt
        beq @good
        tya
        bmi @bad                ; negative amounts would be a way to take money
        jmp cash_check
@good:
        clc
        rts
@bad:
        sec
        rts
.endproc

; party_money -- trade_sum = money of party X after amounts and charges (R-14.5)
; Out    A  its high byte, N from it
; Uses   A, X, Y, flags; trade_party, play_amount
.proc party_money
        stx trade_party
        jsr cost_sum            ; play_amount: what its new deeds cost X
        ldx trade_party
        ldy #0
        lda player_money_hi,x
        bpl @positive
        ; 24 bits: an amount that he gets may lift 32767 over 16 bits, and a debtor's money is
        ; negative.
        dey
@positive:
        sta trade_sum+1
        sty trade_sum+2
        lda player_money_lo,x   ; less the charges, which have to be paid to the bank
        sec
        sbc play_amount
        sta trade_sum
        lda trade_sum+1
        sbc play_amount+1
        sta trade_sum+1
        bcs @charged
        dec trade_sum+2
@charged:
        cpx terms_from
        bne @partner            ; the same amounts, seen from the other side
        lda terms_give_lo       ; away
        ldy terms_give_hi
        jsr sum_sub
        lda terms_want_lo       ; and back
        ldy terms_want_hi       ; he gives one amount and gets the other
        jmp sum_add
@partner:
        lda terms_want_lo       ; the partner gives that
        ldy terms_want_hi
        jsr sum_sub
        lda terms_give_lo       ; and gets this
        ldy terms_give_hi
        ; falls through
.endproc

; sum_add, sum_sub -- trade_sum += or -= an amount
; In     A low, Y high     Out    A = trade_sum+2, N from it
; Keeps  X, Y     Uses   C, V; tmp0, tmp1
.proc sum_add
        clc
        adc trade_sum
        sta trade_sum
        tya
        adc trade_sum+1
        sta trade_sum+1
        bcc @done               ; the third byte changes by a carry alone
        inc trade_sum+2
@done:
        lda trade_sum+2
        rts
.endproc

.proc sum_sub
        sta tmp0                ; sbc takes from A, so the amount goes to memory
        sty tmp1
        lda trade_sum
        sec
        sbc tmp0
        sta trade_sum
        lda trade_sum+1
        sbc tmp1
        sta trade_sum+1
        bcs @done
        dec trade_sum+2
@done:
        lda trade_sum+2
        rts
.endproc

; offer_result, trade_result -- what the offer at offer_begin, or the trade that is being
; decided, comes to for one of its parties
; In     X  party
; Out    play_amount  fees and repayments he pays to the bank
;        play_sum     his money afterwards, signed 24 bit; below 0: he has to raise it
;        trade_sum    his wealth afterwards, signed 24 bit
; Uses   A, X, Y, flags; tmp0, tmp1, play_index, trade_marks, trade_party     Keeps  -
; Time   2,600 to 4,500 cycles     Test tests/asm/game/test_trades.py
.proc offer_result
        stx trade_party
        jsr terms_of_offer
        jmp party_result
.endproc

.proc trade_result
        stx trade_party
        jsr terms_of_trade
        ; falls through
.endproc

.proc party_result
        ldx trade_party         ; terms_of_* have used X
        jsr party_money
        ldx #2                  ; money alone, before wealth is added to it
@copy:
        lda trade_sum,x
        sta play_sum,x
        dex
        bpl @copy
        ; falls through
.endproc

; party_wealth -- trade_sum += equity of trade_party after the trade
; A deed that stays mortgaged counts with neither; one repaid in the trade with its receiver only.
; Out    A  high byte, N from it
; Uses   A, X, Y, flags
.proc party_wealth
        ldx trade_party
        lda player_equity_lo,x
        ldy player_equity_hi,x
        jsr sum_add             ; all it had, then the changes
        ldy #SQUARES - 1
@square:
        lda (trade_marks),y
        beq @next
        sty play_index          ; sum_add and sum_sub keep Y, but the high byte is passed in it
        ldx square_mortgaged,y
        beq @free
        and #MARK_REPAY
        ; Only equity that changes hands counts: a mortgaged deed has none, unless it is repaid
        ; in the trade.
        beq @next               ; stays mortgaged: worth nothing
@free:
        lda square_owner,y      ; every marked deed leaves one and reaches the other
        cmp trade_party
        bne @receives
        lda square_mortgaged,y
        bne @next               ; counted nothing for the giver
        lda mortgage_value,y    ; the equity of a deed: what the bank lends on it
        ldy #0
        jsr sum_sub
        jmp @index
@receives:
        lda mortgage_value,y    ; he gets it unmortgaged, or repays it on the way
        ldy #0
        jsr sum_add
@index:
        ldy play_index
@next:
        dey
        bpl @square
        lda trade_sum+2
        rts
.endproc
.global offer_result, trade_result

; check_offer -- may this be offered? (R-14.1-5)
;
; Whoever decides a trade may send it back with other terms, COUNTERS times in all.
; The partner must come out with wealth >= 0; his money is tested when he
; approves, since he may raise some before (R-10.5).
; In     -     Out    C=0 may be done;  C=1 A = reason     Keeps  -
; Uses   A, X, Y, flags; play_*, tmp0-tmp1, trade_*
.proc check_offer
        jsr terms_of_offer
        ldx terms_partner
        cpx #MAX_PLAYERS        ; offer_partner is a byte from outside
        bcs @partner
        cpx terms_from
        beq @partner
        lda player_flags,x      ; out of the game: nothing to trade with
        and #PF_ALIVE
        beq @partner
        txa                     ; play_mode uses X
        tay
        jsr play_mode
        cmp #MODE_TRADE
        bne @deeds
        cpy trade_from          ; a counter-offer goes back to where the trade came from
        bne @partner
        lda transfer_seen
        cmp #COUNTERS
        bcs @often
@deeds:
        jsr offer_check_deeds
        bcs @refuse
        txa                     ; is there anything in it?
        ; Any bit in any of these is something: one test for all.
        ora terms_cards
        ora terms_give_lo
        ora terms_give_hi
        ora terms_want_lo
        ora terms_want_hi
        beq @empty
        jsr cards_check
        bcs @refuse             ; A: its reason
        jsr money_check
        bcs @refuse
        ldx terms_from          ; the one who offers is held to more
        jsr party_money
        bmi @you                ; the initiator pays at once: the money must be there
        jsr party_wealth
        bmi @you                ; and his wealth, else the trade would ruin him
        ldx terms_partner
        jsr party_money
        jsr party_wealth
        bmi @them               ; the partner may raise money before he approves
        clc
        rts
@often:
        lda #REASON_MODE
        .byte $2C               ; bit abs: skips the next lda
@partner:
        lda #REASON_PARTNER
        .byte $2C               ; bit abs: skips the next lda
@empty:
        lda #REASON_EMPTY
        .byte $2C               ; bit abs: skips the next lda
@you:
        lda #REASON_TRADE_YOU
        .byte $2C               ; bit abs: skips the next lda
@them:
        lda #REASON_TRADE_THEM
        sec
@refuse:
        rts
.endproc

; do_offer -- the partner decides
; In     -     Out    -     Keeps  -     Uses   A, X, Y, flags; event_*, play_player
.proc do_offer
        ldx #TERMS - 1          ; frozen: the offer's block may be used again
@copy:
        lda offer_cards,x
        sta trade_cards,x
        dex
        bpl @copy
        ldx #SQUARES - 1
@marks:
        lda offer_marks,x
        sta square_mark,x       ; the marks lie on the squares while the partner decides
        dex
        bpl @marks
        jsr play_active         ; X: the initiator
        stx trade_from
        lda offer_partner
        sta event_other
        lda #EV_TRADE
        jsr event_emit
        jsr play_mode           ; X is mode_depth
        cmp #MODE_TRADE
        bne @first
        inc transfer_seen
        lda offer_partner       ; the parties change places, the mode stays
        sta mode_active,x
        rts
@first:
        lda #0
        sta transfer_seen
        ldx offer_partner       ; he is to act now
        ldy #NO_PLAYER
        lda #MODE_TRADE
        jmp mode_push
.endproc

; check_toggle -- arg0: a mortgaged deed the partner receives
; Only deeds that come to the partner, and only mortgaged ones, leave a choice.
; In     arg0     Out    C=0 may be done;  C=1 A = reason     Keeps  X     Uses   A, Y, flags
.proc check_toggle
        ldy arg0
        cpy #SQUARES
        bcs @range
        lda square_mark,y
        beq @owner
        lda square_owner,y      ; only what the initiator gives: the partner decides about that
        cmp trade_from
        bne @owner
        lda square_mortgaged,y
        beq @free               ; what is free cannot be repaid
        clc
        rts
@range:
        lda #REASON_RANGE
        .byte $2C               ; bit abs: skips the next lda
@owner:
        lda #REASON_NOT_OWNER
        .byte $2C               ; bit abs: skips the next lda
@free:
        lda #REASON_NOT_MORTGAGED
        sec
        rts
.endproc

; do_toggle -- a mortgaged deed that is received is repaid, or its fee paid
; In     arg0  square     Out    -     Keeps  X     Uses   A, Y, flags
.proc do_toggle
        ldy arg0
        lda square_mark,y
        eor #MARK_REPAY         ; each press turns it round
        sta square_mark,y
        rts
.endproc

; check_approve -- both parties have the money, and wealth afterwards (R-14.5)
; In     -     Out    C=0 may be done;  C=1 A = reason     Keeps  -
; Uses   A, X, Y, flags; play_amount, play_index, tmp0-tmp1, trade_*
.proc check_approve
        jsr terms_of_trade
        ; Anything may have changed since the offer: the partner may have sold and mortgaged to
        ; raise money.
        jsr money_check         ; the amounts against money in hand
        bcs @refuse
        ldx terms_from
        jsr party_money
        bmi @you
        jsr party_wealth
        bmi @you
        ldx terms_partner
        jsr party_money         ; now he, too, must have it
        bmi @them
        jsr party_wealth
        bmi @them
        clc
        rts
@you:                           ; seen from the partner, who is active
        lda #REASON_TRADE_THEM
        .byte $2C               ; bit abs: skips the next lda
@them:
        lda #REASON_TRADE_YOU
        sec
        rts
@refuse:
        ; money_check means the initiator by "you"; now the partner reads it. One eor exchanges
        ; the two reasons.
        eor #REASON_TRADE_YOU ^ REASON_TRADE_THEM
        rts
.endproc

; do_approve -- one transaction: money, cards, offered deeds, wanted deeds (R-14.7)
; The marks of deeds that have moved are cleared on the way, so the second call finds only the other
; side's.
; In     -     Out    -     Keeps  -
; Uses   A, X, Y, flags; event_*, money_*, play_*, tmp0, trade_marks, trade_party
.proc do_approve
        jsr terms_of_trade
        ; The trade is over before money flows: a debt that comes of it opens a mode of its own.
        jsr mode_pop
        lda terms_partner       ; A is paid, X pays
        ldx terms_from
        ldy #terms_give_lo - terms
        jsr pay_over
        lda terms_from
        ldx terms_partner
        ldy #terms_want_lo - terms
        jsr pay_over
        jsr cards_swap          ; before the deeds, as R-14.7 has it
        lda terms_from          ; what was offered
        ldx terms_partner
        jsr deeds_over
        lda terms_partner       ; what was wanted
        ldx terms_from
        jsr deeds_over
        jsr marks_clear         ; marks belong to one trade
        ldx terms_from
        lda terms_partner
        sta event_other
        lda #EV_TRADE_DONE
        jmp event_emit
.endproc
.global marks_clear

; pay_over -- player X pays player A the amount at terms + Y
; Paid as any charge, so a receiver who is in debt pays his creditors with it.
.proc pay_over
        pha
        lda terms,y
        sta play_amount
        lda terms+1,y
        sta play_amount+1
        ora play_amount         ; no event for nothing
        beq @nothing
        pla
        jmp money_charge        ; A: to whom
@nothing:
        pla
        rts
.endproc

; cards_swap -- the GO-free cards of the terms change holders
.proc cards_swap
        ldy #1
@card:
        lda terms_cards
        and bits,y
        beq @next
        ldx terms_partner       ; to the partner, if the initiator holds it; else the other way
        lda deck_free,y         ; the holder gives, the other gets
        cmp terms_from
        beq @give
        ldx terms_from
@give:
        txa
        jsr card_keep
@next:
        dey
        bpl @card
        rts
.endproc

; deeds_over -- marked deeds of player A go to player X, who pays the charges
; Marks of deeds that have moved are cleared, so that they do not move back.
.proc deeds_over
        stx play_other
        sta play_player
        stx trade_party
        ; The charges are summed while the deeds are still the giver's; afterwards they cannot
        ; be distinguished from his own.
        jsr cost_of_giver
        ldy #0                  ; in board order, like the events
@square:
        lda square_mark,y
        beq @next
        lda square_owner,y
        cmp play_player         ; marked, but the other side's
        bne @next
        sty play_square
        jsr deed_move
        lda #0
        sta square_mark,y       ; else the second call would take it for the other's
@next:
        iny
        cpy #SQUARES
        bne @square
        ; falls through
.endproc

; rest_pay -- play_rest, if anything, from play_other to the bank
; All charges of a party are one payment: a debt that comes of it is one event.
; In     play_rest, play_other     Out    -     Keeps  -     Uses   as money_to_bank
.proc rest_pay
        lda play_rest
        sta play_amount
        lda play_rest+1
        sta play_amount+1
        ora play_amount
        beq @done
        ldx play_other
        jmp money_to_bank       ; the bank takes fees and repayments
@done:
        rts
.endproc

; cost_of_giver -- play_rest = charges on the marked deeds that come to trade_party
.proc cost_of_giver
        jsr cost_sum
        ; falls through
.endproc

; rest_of_amount -- play_rest = play_amount
; In     play_amount     Out    play_rest     Keeps  X, Y     Uses   A, N Z
.proc rest_of_amount
        lda play_amount
        sta play_rest
        lda play_amount+1
        sta play_rest+1
        rts
.endproc

; deed_move -- deed Y = play_square goes from its owner to play_other, who has it
; repaid if it is marked so; EV_DEED with the charge, which the caller collects
; In     play_square, play_other, trade_marks
; Out    Y = play_square
; Uses   A, X, flags; tmp0, play_group, play_amount     Keeps  -
.proc deed_move
        jsr deed_cost
        jsr amount_byte
        ldx square_owner,y
        stx event_other         ; who has given it
        jsr deed_take           ; equity leaves him before a repayment changes what it is
        ldy play_square
        lda square_mark,y
        and #MARK_REPAY
        beq @keep
        lda #0
        sta square_mortgaged,y
@keep:
        ; falls through
.endproc

; deed_hand -- play_square is play_other's from now on: EV_DEED
; In     play_square, play_other     Out    Y = play_square     Keeps  -     Uses   as deed_give
.proc deed_hand
        ldx play_other
        lda #EV_DEED
        jsr event_square
        jsr deed_give
        ldy play_square
        rts
.endproc
.global deed_move

; do_decline -- nothing changes
; In     -     Out    -     Keeps  -     Uses   A, X, Y, flags; event_*
.proc do_decline
        jsr play_active
        stx event_other
        ldx trade_from          ; the event is for him, as it was his offer
        lda #EV_TRADE_OFF
        jsr event_emit
        jsr marks_clear
        jmp mode_pop
.endproc
