; trade.s -- propose a trade, answer one (R-17.9, R-17.10)
;
; One way to weigh serves both.  Deeds count their price (mortgaged ones mortgage less
; fee), cards 40, money itself; what one party gets of these the other one loses.  What
; both can gain is the worth of groups: a complete one its weight, one that lacks a deed a
; quarter of that.  A computer asks for TRADE_SHARE of this gain, and agrees when it gets more
; than nothing and at least TRADE_LEAST of what the other gets.  Every trade it agrees to
; raises the sum of these worths, so computers of one skill cannot trade in circles.
; Test tests/asm/game/brain/test_trade.py

.include "brain.inc"

CARD_WORTH      = 40
SPICES          = 3             ; deeds it adds when money does not do
TRIES_MAX       = 6
WAIT_MAX        = 10
TRIES_SKIP      = 2             ; so often refused, it sometimes asks for another group first
CASH_MAX        = $0F           ; more than 4095 counts as that: eight times a sum is 16 bit

.segment "PLAY_BSS"
tr_from:        .res 1          ; initiator
tr_to:          .res 1          ; partner
tr_cards:       .res 1
tr_want:        .res 1          ; group it asks for
tr_order:       .res 1
tr_party:       .res 1
tr_spice:       .res 1
tr_delta:       .res GROUPS     ; deeds of each group that come to the initiator, signed
tr_gain:        .res 4          ; gain in groups: initiator, partner
tr_least:       .res 1          ; eighths of the other's gain that are enough
brain_why:      .res 1          ; WHY_* of the last refusal

.segment "BRAIN_CODE"

; trade_turn -- a new turn of br_me: has the last wish been granted?  One turn less to wait
; In     br_me     Out    -
; Uses   A, X, Y, flags     Keeps  -
.proc trade_turn
        ldx br_me
        lda brain_wait,x
        beq @asked
        dec brain_wait,x
@asked:
        lda brain_asked,x
        beq @done
        pha
        and #$0F
        tay
        dey
        jsr brain_count
        sta br_sum
        pla
        lsr a
        lsr a
        lsr a
        lsr a
        cmp br_sum
        bcs @done
        lda #0                  ; it holds more of them now
        sta brain_asked,x
        sta brain_tries,x
        sta brain_wait,x
@done:
        rts
.endproc

; trade_propose -- once a turn: what would serve both
;
; From the dearest group down: of a rival all his deeds of a group in which that leaves it
; one short at most; in return its own deeds of a group they share alone, or else
; money, or else money and its cheapest deeds.
;
; In     br_me
; Out    C=0 A = REQ_OFFER, the block at offer_begin;  C=1 nothing     Keeps  -
; Uses   A, X, Y, flags; br_*, play_request_code, random_range, random_temp, tmp0-tmp5,
;        trade_marks
; Time   4,000 to 9,000 cycles for each rival and group that come into question
.proc trade_propose
        lda brain_traded
        bne @no
        inc brain_traded
        jsr random_byte
        cmp weights + WEIGHT_TRADE_OFTEN
        bcs @no
        jsr brain_owned
        cmp weights + WEIGHT_TRADE_FROM
        bcc @no
        lda br_me
        sta tr_from
        lda #GROUPS - 1
        sta tr_order
@want:
        ldx tr_order
        ldy want_order,x
        sty tr_want
        ldx br_me
        jsr brain_count
        beq @next
        cmp group_size,y
        beq @next
        sta br_mine
        ldx #MAX_PLAYERS - 1
@rival:
        stx tr_to
        cpx br_me
        beq @next_rival
        ldy br_me
        lda player_flags,x
        bmi @computer
        ldx brain_wait,y
        bne @next_rival
@computer:
        jsr asked_before
        bcs @next_rival
        ldx tr_to
        ldy tr_want
        jsr brain_count
        beq @next_rival
        sec
        adc br_mine
        cmp group_size,y
        bcc @next_rival
        jsr terms_find
        bcc @found
@next_rival:
        ldx tr_to
        dex
        bpl @rival
@next:
        dec tr_order
        bpl @want
@no:
        sec
        rts
@found:
        jsr remember
        lda #REQ_OFFER
        clc
        rts
.endproc

.segment "BRAIN_DATA"
want_order:     .byte GROUP_UTILITIES, GROUP_STATIONS, 0, 1, 2, 3, 4, 5, 6, 7
.segment "BRAIN_CODE"

; asked_before -- has it asked for tr_want so often in vain that another group is better now?
; In     A  flags of whom it would ask: people are asked again and again;  Y = br_me
; Out    C=1 yes (at random)
; Uses   A, X, Y, flags; random_*
.proc asked_before
        asl a                   ; C=1: a computer
        lda brain_asked,y
        and #$0F
        tax
        dex
        bcc @no
        cpx tr_want
        bne @no
        lda brain_tries,y
        cmp #TRIES_SKIP
        bcc @no
        jsr random_byte
        asl a
        rts
@no:
        clc
        rts
.endproc

; remember -- somebody is asked for tr_want: how often, and how long people are left alone
; after a refusal of theirs
.proc remember
        ldx br_me
        ldy tr_want
        iny
        sty br_temp
        lda br_mine
        asl a
        asl a
        asl a
        asl a
        ora br_temp
        cmp brain_asked,x
        beq @again
        sta brain_asked,x
        lda #0
        sta brain_tries,x
@again:
        ldy brain_tries,x
        cpy #TRIES_MAX
        bcs @wait
        iny
        tya
        sta brain_tries,x
@wait:
        tya
        asl a
        cmp #WAIT_MAX
        bcc @set
        lda #WAIT_MAX
@set:
        ldy tr_to
        sta tmp0
        lda player_flags,y
        bmi @computer
        lda tmp0
        sta brain_wait,x
@computer:
        rts
.endproc

; terms_find -- terms for tr_want between br_me and tr_to that both can agree to
; Out    C=0 the block at offer_begin holds them;  C=1 there are none
.proc terms_find
        jsr terms_begin
        jsr swap_find
        bcs @plain
        jsr settle
        bcc @done
        jsr terms_begin
@plain:
        lda #SPICES
        sta tr_spice
@try:
        jsr settle
        bcc @done
        jsr spice_add
        bcs @done
        dec tr_spice
        bpl @try
        sec
@done:
        rts
.endproc

; terms_begin -- the block: his deeds of tr_want, and nothing else
.proc terms_begin
        lda #0
        ldx #<(offer_end - offer_begin - 1)
@clear:
        sta offer_begin,x
        dex
        bpl @clear
        lda tr_to
        sta offer_partner
        ldy tr_want
        ; falls through
.endproc

; mark -- into the offer: the deeds player A holds of group Y
; Uses   A, X, Y, flags
.proc mark
        sta br_temp
        ldx group_size,y
        lda group_first,y
        tay
@deed:
        stx br_group
        ldx group_squares,y
        lda square_owner,x
        cmp br_temp
        bne @next
        lda #MARK_IN
        sta offer_marks,x
@next:
        iny
        ldx br_group
        dex
        bne @deed
        rts
.endproc

; swap_find -- a group that the two share alone, besides tr_want: mark its own deeds
; Out    C=0 done;  C=1 there is none
.proc swap_find
        ldy #GROUPS - 1
@group:
        cpy tr_want
        beq @next
        ldx br_me
        jsr brain_count
        beq @next
        sta br_sum
        ldx tr_to
        jsr brain_count
        beq @next
        clc
        adc br_sum
        cmp group_size,y
        beq @found
@next:
        dey
        bpl @group
        sec
        rts
@found:
        lda br_me
        jsr mark
        clc
        rts
.endproc

; spice_add -- its cheapest deed that may go: of a group it does not hold completely
; Out    C=0 marked;  C=1 there is none
.proc spice_add
        ldx #0
@square:
        lda offer_marks,x
        bne @next
        lda square_owner,x
        cmp br_me
        bne @next
        stx br_square
        ldy square_group,x
        cpy tr_want
        beq @keep
        ldx br_me
        jsr brain_count
        ldx br_square
        cmp group_size,y
        bne @found
@keep:
        ldx br_square
@next:
        inx
        cpx #SQUARES
        bne @square
        rts                     ; C=1
@found:
        lda #MARK_IN
        sta offer_marks,x
        clc
        rts
.endproc

; settle -- add the money that shares the gain as TRADE_SHARE says, as far as there is money
; Out    C=0 both can agree, and the rules allow it;  C=1 not
.proc settle
        lda #<offer_marks
        ldx #>offer_marks
        ldy #0
        jsr weigh
        lda #0                  ; br_cash = share * (its gain + his) - its gain - deeds
        sta br_cash
        sta br_cash+1
        ldx weights + WEIGHT_TRADE_SHARE
@eighth:
        ldy #0
        jsr cash_more
        ldy #2
        jsr cash_more
        dex
        bne @eighth
        ldx #3
@divide:
        lda br_cash+1
        cmp #$80
        ror br_cash+1
        ror br_cash
        dex
        bne @divide
        sec
        lda br_cash
        sbc tr_gain
        tay
        lda br_cash+1
        sbc tr_gain+1
        tax
        tya
        sec
        sbc br_sum
        sta br_cash
        txa
        sbc br_sum+1
        sta br_cash+1
        jsr escalate
        lda #0
        sta offer_give_lo
        sta offer_give_hi
        sta offer_want_lo
        sta offer_want_hi
        bit br_cash+1
        bmi @give
        ldx tr_to               ; he keeps that, too: fees may come
        jsr at_most
        lda br_cash
        sta offer_want_lo
        lda br_cash+1
        sta offer_want_hi
        jmp @shares
@give:
        jsr cash_negate
        ldx br_me
        jsr at_most
        lda br_cash
        sta offer_give_lo
        lda br_cash+1
        sta offer_give_hi
        jsr cash_negate
@shares:
        lda br_cash
        clc
        adc br_sum
        sta br_sum
        lda br_cash+1
        adc br_sum+1
        sta br_sum+1
        jsr shares
        lda weights + WEIGHT_TRADE_LEAST
        jsr fair                ; to itself, and
        bcs @bad
        lda weights + WEIGHT_TRADE_LEAVE
        jsr fair_other          ; to him
        bcs @bad
        lda #REQ_OFFER
        jsr play_check
        bcs @bad
        ldx tr_to               ; the rules look at his wealth only: he must be able to pay
        jsr offer_result
        lda play_sum+2
        asl a
@bad:
        rts
.endproc

; cash_more -- br_cash += the gain of a party: Y = 0 initiator, 2 partner
; Keeps  X, Y
.proc cash_more
        lda br_cash
        clc
        adc tr_gain,y
        sta br_cash
        lda br_cash+1
        adc tr_gain+1,y
        sta br_cash+1
        rts
.endproc

; cash_negate -- br_cash = -br_cash
.proc cash_negate
        lda #0
        sec
        sbc br_cash
        sta br_cash
        lda #0
        sbc br_cash+1
        sta br_cash+1
        rts
.endproc

; at_most -- br_cash, which is positive, = what player X has beyond TRADE_KEEP at most, at
; least 0
.proc at_most
        lda weights + WEIGHT_TRADE_KEEP
        jsr brain_fourfold
        sta br_temp
        sty tmp0
        lda player_money_lo,x
        sec
        sbc br_temp
        tay
        lda player_money_hi,x
        sbc tmp0
        bpl @have
        lda #0
        tay
@have:
        sta br_temp
        cpy br_cash
        sbc br_cash+1
        bcs @done
        sty br_cash
        lda br_temp
        sta br_cash+1
@done:
        rts
.endproc

; escalate -- when this has been refused before there is a nudge more for each time
; Uses   A, X, Y, flags; br_temp, br_cash, random_*
.proc escalate
        ldx br_me
        lda brain_asked,x
        and #$0F
        clc
        sbc tr_want             ; group + 1 - 1
        bne @done
        ldy brain_tries,x
@nudge:
        dey
        bmi @done
        lda #15
        jsr random_below
        sta br_temp
        lda br_cash
        clc                     ; and one more
        sbc br_temp
        sta br_cash
        bcs @nudge
        dec br_cash+1
        jmp @nudge
@done:
        rts
.endproc

; weigh -- what marked deeds and cards mean for both
; In     A/X  the marks;  Y  cards;  tr_from, tr_to
; Out    br_sum  deeds and cards that come to the initiator, less those that go
;        tr_gain  change in the worth of groups: initiator, partner
; Time   4,000 cycles
.proc weigh
        sta trade_marks
        stx trade_marks+1
        sty tr_cards
        ldx #GROUPS - 1
        lda #0
@clear:
        sta tr_delta,x
        dex
        bpl @clear
        sta br_sum
        sta br_sum+1
        ldy #SQUARES - 1
@square:
        lda (trade_marks),y
        beq @next
        ldx square_group,y
        lda #0
        sta tmp1
        lda square_mortgaged,y
        bne @mortgaged
        lda price_hi,y
        sta tmp1
        lda price_lo,y
        jmp @value
@mortgaged:
        lda mortgage_value,y
        sec
        sbc fee_value,y
@value:
        sta tmp0
        lda square_owner,y
        cmp tr_from
        beq @given
        inc tr_delta,x
        jsr sum_more
        jmp @next
@given:
        dec tr_delta,x
        jsr sum_less
@next:
        dey
        bpl @square
        sty tmp1                ; $FF: now the cards
        inc tmp1
        lda #CARD_WORTH
        sta tmp0
        ldx #0
@card:
        lsr tr_cards
        bcc @next_card
        lda deck_free,x
        cmp tr_from
        beq @card_given
        jsr sum_more
        jmp @next_card
@card_given:
        jsr sum_less
@next_card:
        inx
        cpx #2
        bne @card
        ldx tr_from
        jsr groups_gain
        sta tr_gain
        sty tr_gain+1
        ldx #GROUPS - 1
@negate:
        lda #0
        sec
        sbc tr_delta,x
        sta tr_delta,x
        dex
        bpl @negate
        ldx tr_to
        jsr groups_gain
        sta tr_gain+2
        sty tr_gain+3
        rts
.endproc

; sum_more, sum_less -- br_sum += or -= tmp0, tmp1
; Keeps  X, Y
.proc sum_more
        lda br_sum
        clc
        adc tmp0
        sta br_sum
        lda br_sum+1
        adc tmp1
        sta br_sum+1
        rts
.endproc

.proc sum_less
        lda br_sum
        sec
        sbc tmp0
        sta br_sum
        lda br_sum+1
        sbc tmp1
        sta br_sum+1
        rts
.endproc

; groups_gain -- by how much the worth of the groups of player X changes with tr_delta
; Out    A low, Y high, signed
; Uses   X, flags; tmp2-tmp4, tr_party
.proc groups_gain
        stx tr_party
        lda #0
        sta tmp2
        sta tmp3
        ldy #GROUPS - 1
@group:
        lda tr_delta,y
        beq @next
        ldx tr_party
        jsr brain_count
        pha
        jsr bonus
        sta tmp4
        pla
        clc
        adc tr_delta,y
        jsr bonus
        sec
        sbc tmp4
        tax
        lda #0
        sbc #0
        sta tmp4                ; the sign
        txa
        clc
        adc tmp2
        sta tmp2
        lda tmp4
        adc tmp3
        sta tmp3
@next:
        dey
        bpl @group
        asl tmp2
        rol tmp3
        asl tmp2
        rol tmp3
        lda tmp2
        ldy tmp3
        rts
.endproc

; bonus -- the worth of holding A deeds of group Y
; Out    A  units of 4
; Keeps  X, Y
.proc bonus
        cmp #0
        beq @none
        cmp group_size,y
        beq @full
        clc
        adc #1
        cmp group_size,y
        bne @nothing
        lda weights + WEIGHT_BROWN,y
        lsr a
        lsr a
@none:
        rts
@nothing:
        lda #0
        rts
@full:
        cpy #GROUP_STATIONS
        bcs @whole
        lda weights + WEIGHT_TRADE_POOR
        beq @whole
        txa
        pha
        lda group_house_cost,y  ; can he build? his money / 16 against so many sixteenths
        lsr a
        lsr a
        lsr a
        lsr a
        sta br_temp
        lda #0
        ldx weights + WEIGHT_TRADE_POOR
@house:
        clc
        adc br_temp
        bcs @poor
        dex
        bne @house
        sta br_temp             ; at most 255: 4080
        ldx tr_party
        lda player_money_hi,x
        cmp #$10
        bcs @rich
        asl a
        asl a
        asl a
        asl a
        sta tmp5
        lda player_money_lo,x
        lsr a
        lsr a
        lsr a
        lsr a
        ora tmp5
        cmp br_temp
        bcs @rich
@poor:
        pla
        tax
        lda weights + WEIGHT_BROWN,y
        lsr a
        rts
@rich:
        pla
        tax
@whole:
        lda weights + WEIGHT_BROWN,y
        rts
.endproc

; shares -- what each party gains, all in all
; In     br_sum  all that comes to the initiator, less what goes;  tr_gain
; Out    tmp0, tmp1  initiator;  tmp2, tmp3  partner;  signed
.proc shares
        lda tr_gain
        clc
        adc br_sum
        sta tmp0
        lda tr_gain+1
        adc br_sum+1
        sta tmp1
        lda tr_gain+2
        sec
        sbc br_sum
        sta tmp2
        lda tr_gain+3
        sbc br_sum+1
        sta tmp3
        rts
.endproc

; fair_other, fair -- is tmp2, tmp3 more than nothing, and at least A eighths of tmp0, tmp1?
; Exchanges the two, and falls through
; Uses   X, Y, and as fair
.proc fair_other
        pha
        ldx #1
@swap:
        lda tmp0,x
        ldy tmp2,x
        sta tmp2,x
        sty tmp0,x
        dex
        bpl @swap
        pla
        ; falls through
.endproc

; fair -- is tmp0, tmp1 more than nothing, and at least A eighths of tmp2, tmp3?
; Out    C=0 yes;  C=1 no
; Uses   A, X, Y; tmp4, tmp5, tr_least
.proc fair
        sta tr_least
        lda tmp1
        bmi @no
        ora tmp0
        beq @no
        ldy tmp3
        bmi @yes
        lda tmp2                ; tmp4, tmp5 = eight times its gain less so often his
        sta br_temp
        lda tmp0
        sta tmp4
        lda tmp1
        cmp #$20
        bcs @yes                ; 8192: more than anybody can gain as well
        ldx #3
@eight:
        asl tmp4
        rol a
        dex
        bne @eight
        sta tmp5
        ldx tr_least
        beq @yes
@part:
        lda tmp4
        sec
        sbc br_temp
        sta tmp4
        tya
        eor #$FF
        adc tmp5                ; tmp5 - Y - 1 + C
        sta tmp5
        bcc @no
        dex
        bne @part
@yes:
        clc
        rts
@no:
        sec
        rts
.endproc

; trade_answer -- approve, repay first what can be, or decline
; In     br_me
; Out    C=0 A = REQ_*, arg0
; Keeps  -     Uses   A, X, Y, flags; arg0, br_*, play_*, tmp0-tmp5, trade_*
.proc trade_answer
        lda br_me
        sta tr_to
        ldx trade_from
        stx tr_from
        lda #WHY_ENOUGH
        sta brain_why
        jsr heard
        cmp #OFFERS_HEARD
        bcs decline
        lda #WHY_UNFAIR
        sta brain_why
        jsr breaks_group
        bcs decline
        lda #<square_mark
        ldx #>square_mark
        ldy trade_cards
        jsr weigh
        lda trade_want_lo
        ldy trade_want_hi
        jsr @cash
        jsr sum_more
        lda trade_give_lo
        ldy trade_give_hi
        jsr @cash
        jsr sum_less
        jsr shares
        ldx trade_from
        lda player_flags,x
        asl a                   ; C=0: a person
        lda weights + WEIGHT_TRADE_WARY
        bcc @least
        lda weights + WEIGHT_TRADE_LEAST
@least:
        jsr fair_other
        bcs decline
        jsr hasty
        bcs decline
        jsr broke
        bcs decline
        jsr toggle_find
        bcc @done
        lda #REQ_APPROVE
        jsr play_check
        bcs decline             ; it cannot pay the fees
        ldx trade_from
        jsr heard_more
        lda #REQ_APPROVE
        clc
@done:
        rts
@cash:
        cpy #CASH_MAX + 1
        bcc @sane
        ldy #CASH_MAX
@sane:
        sta tmp0
        sty tmp1
        rts
.endproc

; decline -- this offer was listened to
; In     trade_from     Out    C=0 A = REQ_DECLINE     Keeps  -
; Uses   A, X, flags
.proc decline
        ldx trade_from
        jsr heard_more
        lda #REQ_DECLINE
        clc
        rts
.endproc

; heard -- how many offers of player X it has listened to in this turn
; People have no use for brain_wait and brain_tries of their seats: turn and number are there.
; Out    A; 0 for computers, who make one a turn
; Keeps  X      Uses   A, N Z C
.proc heard
        lda player_flags,x
        asl a
        lda #0
        bcs @done
        lda turn_count
        eor brain_wait,x
        beq @same
        lda turn_count
        sta brain_wait,x
        lda #0
        sta brain_tries,x
@same:
        lda brain_tries,x
@done:
        rts
.endproc
        .assert PF_CPU = $80, error, "heard tells computers by bit 7"

; heard_more -- an offer of player X has been answered
; Uses   A, N Z C
.proc heard_more
        lda player_flags,x
        bmi @done
        jsr heard
        cmp #OFFERS_HEARD
        bcs @done
        inc brain_tries,x
@done:
        rts
.endproc

; hasty -- C=1: it would help the initiator to a group while most deeds are for sale
.proc hasty
        lda #WHY_EARLY
        sta brain_why
        lda tr_gain+1           ; no group that lacks a deed is worth so much
        bmi @no
        beq @no
        jsr brain_owned
        cmp weights + WEIGHT_TRADE_FROM
        lda #0
        rol a
        eor #1
        lsr a                   ; C = fewer
        rts
@no:
        clc
        rts
.endproc

; broke -- C=1: it would pay a person, and have less than its reserve, or less than TRADE_KEEP
; for what brings it a group
.proc broke
        lda #WHY_CASH
        sta brain_why
        lda trade_want_lo
        cmp trade_give_lo
        lda trade_want_hi
        sbc trade_give_hi
        bcc @no
        ldx trade_from
        lda player_flags,x
        bmi @no                 ; computers have left it enough
        lda tr_gain+3
        bmi @reserve
        bne @group
@reserve:
        jsr brain_keep
        jmp @look
@group:
        ldx #WEIGHT_TRADE_KEEP
        jsr keep_money
@look:
        ldx br_me
        jsr trade_result
        lda play_sum+2
        bmi @yes
        lda play_sum
        cmp br_keep
        lda play_sum+1
        sbc br_keep+1
        bcc @yes
@no:
        clc
        rts
@yes:
        sec
        rts
.endproc

; breaks_group -- C=1: it would give away deeds of a complete group
.proc breaks_group
        ldx #SQUARES - 1
@square:
        lda square_mark,x
        beq @next
        lda square_owner,x
        cmp br_me
        bne @next
        stx br_square
        ldy square_group,x
        ldx br_me
        jsr brain_count
        ldx br_square
        cmp group_size,y
        beq @yes                ; C=1
@next:
        dex
        bpl @square
        clc
@yes:
        rts
.endproc

; toggle_find -- a mortgaged deed it receives and can repay from what exceeds the reserve
; Out    C=0 A = REQ_TOGGLE, arg0;  C=1 none
.proc toggle_find
        jsr brain_keep
        ldx br_me
        jsr trade_result        ; play_sum = money afterwards, as marked now
        lda play_sum+2
        bne @none
        lda play_sum
        sec
        sbc br_keep
        sta br_cash
        lda play_sum+1
        sbc br_keep+1
        sta br_cash+1
        ldx #SQUARES - 1
@square:
        lda square_mark,x
        cmp #MARK_IN
        bne @next
        lda square_mortgaged,x
        beq @next
        lda square_owner,x
        cmp br_me
        beq @next
        lda mortgage_value,x
        jsr brain_afford_byte
        bcs @found
@next:
        dex
        bpl @square
@none:
        sec
        rts
@found:
        stx arg0
        lda #REQ_TOGGLE
        clc
        rts
.endproc
