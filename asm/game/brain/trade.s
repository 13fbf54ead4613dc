; trade.s -- propose a trade (R-17.9)
;
; weigh.s says what both gain.  A computer asks for TRADE_SHARE of that, and agrees when it gets
; more than nothing and at least TRADE_LEAST of what the other gets.  Every trade it agrees to
; raises the sum of these worths, so computers of one skill cannot trade in circles.
; Test tests/asm/game/brain/test_trade.py

.include "brain.inc"

SPICES          = 3             ; deeds it adds when money does not do
TRIES_MAX       = 6
WAIT_MAX        = 10
TRIES_SKIP      = 2             ; so often refused, it sometimes asks for another group first

.segment "PLAY_BSS"
tr_want:        .res 1          ; group it asks for
tr_order:       .res 1
tr_spice:       .res 1

.segment "BRAIN_CODE"

; trade_turn -- a new turn of br_me: has the last wish been granted?  One turn less to wait
; A wish that has been granted clears the record of refusals, so the next one begins modestly again.
; In     br_me     Out    -
; Uses   A, X, Y, flags     Keeps  -
.proc trade_turn
        ldx br_me
        lda brain_wait,x        ; turns in which people are left alone
        beq @asked
        dec brain_wait,x
@asked:
        lda brain_asked,x
        beq @done
        pha
        ; brain_asked packs two numbers: low four bits the group asked for plus 1 (0: none),
        ; high four how many of it were held then.
        and #$0F
        tay
        dey                     ; group + 1 to group
        jsr brain_count
        sta br_sum
        pla                     ; the record again, for its high four bits
        lsr a
        lsr a
        lsr a
        lsr a
        cmp br_sum
        bcs @done               ; it holds no more than then: the wish is open
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
        lda brain_traded        ; nonzero: it has tried in this turn
        bne @no
        inc brain_traded        ; once a turn, whatever comes of it
        jsr random_byte
        cmp weights + WEIGHT_TRADE_OFTEN ; of 256 turns, in so many it thinks of trading
        bcs @no
        jsr brain_owned
        cmp weights + WEIGHT_TRADE_FROM
        bcc @no                 ; too few deeds are sold: the bank is cheaper
        lda br_me               ; it is the initiator
        sta tr_from
        lda #GROUPS - 1
        sta tr_order
@want:
        ldx tr_order            ; dearest group first
        ldy want_order,x
        sty tr_want
        jsr brain_own
        beq @next               ; it holds none: the group is too far away
        cmp group_size,y
        beq @next
        sta br_mine             ; how many, for the sum below and for remember
        ldx #MAX_PLAYERS - 1    ; any rival who has something of it
@rival:
        stx tr_to
        cpx br_me
        beq @next_rival
        ldy br_me
        lda player_flags,x
        bmi @computer
        ldx brain_wait,y
        bne @next_rival         ; people are left alone for a while after a refusal
@computer:
        jsr asked_before
        bcs @next_rival
        ldx tr_to               ; asked_before has used X and Y
        ldy tr_want
        jsr brain_count
        beq @next_rival         ; he has nothing of it to give
        sec
        ; C is set: together with his deeds and one more it would have the whole group.
        adc br_mine
        cmp group_size,y
        bcc @next_rival
        jsr terms_find          ; C=0: terms that suit both
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
        lda brain_asked,y       ; C from asl: lda, and, tax, dex keep it
        and #$0F
        tax
        dex
        bcc @no                 ; asl has put PF_CPU into C; and, tax, dex leave it
        cpx tr_want
        bne @no                 ; another group was asked for last
        lda brain_tries,y       ; how often in vain
        cmp #TRIES_SKIP
        bcc @no
        jsr random_byte
        asl a                   ; bit 7 of a random byte: every second time
        rts
@no:
        clc
        rts
.endproc

; remember -- an offer for tr_want goes out: how often, and how long people are left alone
; after a refusal of theirs
.proc remember
        ldx br_me
        ldy tr_want
        iny
        sty br_temp
        lda br_mine
        asl a                   ; its deeds of the group go to the high four bits
        asl a
        asl a
        asl a
        ora br_temp
        cmp brain_asked,x       ; the same wish, and no deed more since
        beq @again
        sta brain_asked,x
        lda #0                  ; a new wish: no refusal yet
        sta brain_tries,x
@again:
        ldy brain_tries,x
        cpy #TRIES_MAX
        bcs @wait               ; it counts no further
        iny
        tya
        sta brain_tries,x
@wait:
        tya
        asl a                   ; two turns of peace for each refusal, at most WAIT_MAX
        cmp #WAIT_MAX
        bcc @set
        lda #WAIT_MAX
@set:
        pha
        ldy tr_to
        lda player_flags,y
        asl a                   ; PF_CPU
        pla
        bcs @computer           ; computers do not mind being asked
        sta brain_wait,x
@computer:
        rts
.endproc

; terms_find -- terms for tr_want between br_me and tr_to that both can agree to
; Out    C=0 the block at offer_begin holds them;  C=1 there are none
.proc terms_find
        jsr terms_begin
        ; A swap of two groups they share serves both best; money alone comes next, then money
        ; and deeds.
        jsr swap_find
        bcs @plain
        jsr settle
        bcc @done
        jsr terms_begin         ; the swap is taken back
@plain:
        lda #SPICES
        sta tr_spice
@try:
        jsr settle
        bcc @done
        jsr spice_add           ; one of its own deeds on top
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
        sta offer_begin,x       ; the block is below 128 bytes: bpl ends the loop
        dex
        bpl @clear
        lda tr_to
        sta offer_partner
        ldy tr_want
        ; falls through
.endproc

; mark -- into the offer: the deeds player A holds of group Y
; All deeds of the group that the player has, as a part of them would not help the other one.
; Uses   A, X, Y, flags
.proc mark
        ; br_group serves as the counter of deeds here, because X is needed as the square's
        ; index.
        sta br_temp
        ldx group_size,y        ; deeds to look at
        lda group_first,y
        tay
@deed:
        stx br_group
        ldx group_squares,y
        lda square_owner,x
        cmp br_temp             ; his, not another's
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
; Where only the two of them have deeds of a group, giving all of its own completes it for the
; other: the best price it has.
; Out    C=0 done;  C=1 there is none
.proc swap_find
        ldy #GROUPS - 1         ; dearest first
@group:
        cpy tr_want
        beq @next
        jsr brain_own
        beq @next
        sta br_sum              ; its own deeds of that group
        ldx tr_to
        jsr brain_count
        beq @next
        clc
        adc br_sum
        cmp group_size,y        ; their deeds together are the whole group
        beq @found              ; nobody else has one: with its deeds he completes it
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
        ldx #0                  ; from GO up, as the board rises in price
@square:
        lda offer_marks,x       ; in the offer already
        bne @next
        lda square_owner,x
        cmp br_me
        bne @next
        stx br_square
        ldy square_group,x
        cpy tr_want
        beq @next               ; what it asks for it does not give
        jsr brain_own
        ldx br_square
        cmp group_size,y        ; a complete group stays together
        bne @found
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
; Its share of what both gain, less what groups and deeds give it already, is the money that has to
; come to it; negative, it pays.
; Out    C=0 both can agree, and the rules allow it;  C=1 not
.proc settle
        ; Weigh without money first: what both gain then decides how much money shares it.
        lda #0                  ; br_cash = share * (its gain + his) - its gain - deeds
        sta br_cash
        sta br_cash+1
        jsr weigh_offer         ; br_sum, tr_gain
        ldx weights + WEIGHT_TRADE_SHARE
@eighth:
        ldy #0                  ; its own gain, then his
        jsr cash_more
        ldy #2
        jsr cash_more
        dex
        bne @eighth
        ldx #3                  ; / 8, as shares are eighths
@divide:
        lda br_cash+1
        ; An arithmetic shift: C becomes the sign, and ror moves it in at the top.
        cmp #$80
        ror br_cash+1
        ror br_cash
        dex
        bne @divide
        sec
        lda br_cash
        sbc tr_gain             ; the groups give it that already
        tay
        lda br_cash+1
        sbc tr_gain+1
        tax
        tya
        sec                     ; and the deeds this
        sbc br_sum
        sta br_cash
        txa
        sbc br_sum+1
        sta br_cash+1
        jsr escalate            ; refused before: a little more for the other one
        lda #0                  ; both amounts, as an earlier try may have left some
        ldx #3
@clear:
        sta offer_give_lo,x
        dex
        bpl @clear
        bit br_cash+1           ; N is the sign: negative means that it pays
        bmi @give
        ldx tr_to               ; he keeps that, too: fees may come
        jsr at_most
        lda br_cash
        sta offer_want_lo
        lda br_cash+1
        sta offer_want_hi
        jmp @shares
@give:
        jsr cash_negate         ; an amount is positive
        ldx br_me
        jsr at_most
        lda br_cash
        sta offer_give_lo
        lda br_cash+1
        sta offer_give_hi
        jsr cash_negate         ; and its sign for weigh
@shares:
        jsr weigh_offer         ; again: after paying, a side may be too poor to build
        jsr shares
        ldx tr_to
        jsr least_for
        jsr fair                ; to itself, and
        bcs @bad
        lda weights + WEIGHT_TRADE_LEAVE
        jsr fair_other          ; to him
        bcs @bad
        lda #REQ_OFFER
        jsr play_check          ; the rules have the last word
        bcs @bad
        ldx tr_to               ; the rules look at his wealth only: he must be able to pay
        jsr offer_result
        lda play_sum+2
        asl a                   ; C=1, negative: he could not pay, so it is no offer
@bad:
        rts
.endproc

; weigh_offer -- weigh what lies in the block, with money br_cash
.proc weigh_offer
        lda #<offer_marks
        ldx #>offer_marks
        ldy #0                  ; the offers it makes have no cards
        jmp weigh
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

; at_most -- br_cash, which is positive, = what player X has beyond TRADE_KEEP at most, at
; least 0
; Each side keeps TRADE_KEEP: one with less pays nothing.
.proc at_most
        lda weights + WEIGHT_TRADE_KEEP
        jsr brain_fourfold
        ; Y, A = what he has beyond it. Compare with br_cash: cpy leaves the borrow that sbc
        ; needs.
        sta br_temp
        sty tmp0
        lda player_money_lo,x
        sec
        sbc br_temp
        tay
        lda player_money_hi,x
        sbc tmp0
        bpl @have               ; else less than TRADE_KEEP is there: he can pay nothing
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
        bne @done               ; another group: no refusal yet
        ldy brain_tries,x       ; a nudge for each refusal
@nudge:
        dey
        bmi @done
        lda #15
        jsr random_below
        sta br_temp
        lda br_cash             ; less for itself: it pays more, or gets less
        clc                     ; and one more
        sbc br_temp
        sta br_cash
        bcs @nudge
        dec br_cash+1
        bcc @nudge              ; always
@done:
        rts
.endproc
