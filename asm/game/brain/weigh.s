; weigh.s -- what a trade is worth to both parties
;
; Deeds count their price (mortgaged ones mortgage less fee), cards 40, money itself; what one
; party gets of these the other one loses.  What both can gain is the worth of groups: a complete
; one its weight, one that lacks a deed a quarter of that.  Proposals and answers weigh alike.
; Test tests/asm/game/brain/test_values.py, test_trade.py

.include "brain.inc"

CARD_WORTH      = 40

.segment "PLAY_BSS"
tr_from:        .res 1          ; initiator
tr_to:          .res 1          ; partner
tr_cards:       .res 1
tr_party:       .res 1
tr_purse:       .res 1          ; his money after the trade, in sixteenths
tr_delta:       .res GROUPS     ; deeds of each group that come to the initiator, signed
tr_gain:        .res 4          ; gain in groups: initiator, partner

.segment "BRAIN_CODE"

; weigh -- what marked deeds and cards mean for both
; Reckoned from the initiator's side: what comes to him counts up, what he gives down. What the
; partner gains in groups is weighed with all signs turned.
; In     A/X  the marks;  Y  cards;  br_cash  money that comes to the initiator;  tr_from, tr_to
; Out    br_sum  deeds and cards that come to the initiator, less those that go
;        tr_gain  change in the worth of groups: initiator, partner
; Keeps  -     Uses   A, X, Y, flags; br_temp, tmp0-tmp5, tr_cards, tr_delta, tr_party, trade_marks
; Time   4,000 cycles
.proc weigh
        sta trade_marks         ; an offer's marks, or those on the squares
        stx trade_marks+1
        sty tr_cards
        ldx #GROUPS - 1         ; deeds that move, group by group
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
        ldx square_group,y      ; X: the group whose count changes
        lda #0
        sta tmp1
        lda square_mortgaged,y
        bne @mortgaged
        lda price_hi,y          ; unmortgaged: its price
        sta tmp1
        lda price_lo,y
        bne @value              ; always: no price is 256
@mortgaged:
        lda mortgage_value,y
        sec
        sbc fee_value,y         ; who gets it will have to pay the fee at least
@value:
        sta tmp0
        lda square_owner,y      ; each marked deed goes to the other party
        cmp tr_from
        beq @given
        inc tr_delta,x          ; counted from the initiator's side
        jsr sum_more
        jmp @next
@given:
        dec tr_delta,x
        jsr sum_less
@next:
        dey
        bpl @square
        sty tmp1                ; $FF: now the cards
        ; The loop over the squares ends with Y = $FF: one more is 0, the high byte of a card's
        ; worth.
        inc tmp1
        lda #CARD_WORTH
        sta tmp0
        ldx #0
@card:
        lsr tr_cards            ; bit 0: Community Chest, bit 1: Chance
        bcc @next_card          ; not part of the trade
        lda deck_free,x
        cmp tr_from             ; whoever of the two has it gives it
        beq @card_given
        jsr sum_more
        jmp @next_card
@card_given:
        jsr sum_less
@next_card:
        inx
        cpx #2
        bne @card
        ldx tr_from             ; br_cash and tr_delta are his
        jsr groups_gain
        sta tr_gain
        sty tr_gain+1
        ; For the partner all is the other way round: money and deeds change sign, then the same
        ; routine asks what he gains.
        jsr cash_negate
        ldx #GROUPS - 1         ; tr_delta from the partner's side
@negate:
        lda #0                  ; 0 - n, signed bytes
        sec
        sbc tr_delta,x
        sta tr_delta,x
        dex
        bpl @negate
        ldx tr_to
        jsr groups_gain
        sta tr_gain+2
        sty tr_gain+3
        ; falls through
.endproc

; cash_negate -- br_cash = -br_cash
; In     br_cash     Out    br_cash     Keeps  X, Y     Uses   A, flags
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
; Only groups of which deeds move can change. What a complete one is worth depends on the money he
; has after the trade, as without houses it brings little.
; In     br_cash  money that comes to him
; Out    A low, Y high, signed
; Uses   X, flags; tmp2-tmp4, tr_party, tr_purse
.proc groups_gain
        stx tr_party
        lda player_money_lo,x   ; tr_purse = sixteenths of his money then, 0..255
        clc
        adc br_cash
        sta tmp2
        lda player_money_hi,x
        adc br_cash+1
        bvs @much               ; more than 32767 after the trade
        bmi @nothing            ; in debt: he can build nothing
        cmp #$10                ; 4096 and more: 255 sixteenths are enough to know
        bcs @much
        ldy #4
@sixteenth:
        ; Four bits out of the low byte: A becomes the money divided by 16.
        asl tmp2
        rol a
        dey
        bne @sixteenth
        .byte $2C               ; bit abs: skips the next lda
@much:
        lda #$FF
        .byte $2C
@nothing:
        lda #0
        sta tr_purse
        lda #0                  ; the sum over the groups, in units of 4
        sta tmp2
        sta tmp3
        ldy #GROUPS - 1
@group:
        lda tr_delta,y
        beq @next               ; nothing of it moves: its worth stays
        ldx tr_party
        jsr brain_count         ; deeds of the group he has now
        pha
        jsr bonus
        sta tmp4                ; the worth before
        pla
        clc
        adc tr_delta,y          ; and would have then
        jsr bonus
        sec
        sbc tmp4                ; worth with the deeds less worth without
        bcs @more               ; C=0: less than nothing, and its high byte is $FF
        dec tmp3
@more:
        clc
        adc tmp2
        sta tmp2
        bcc @next
        inc tmp3
@next:
        dey
        bpl @group
        asl tmp2                ; bonus counts in units of 4
        rol tmp3
        asl tmp2
        rol tmp3
        lda tmp2
        ldy tmp3
        rts
.endproc

; bonus -- the worth of holding A deeds of group Y
; A complete group counts whole, one short of a deed a quarter, with less nothing. A street group
; counts half if its holder could not pay TRADE_POOR houses.
; In     A, Z from it;  Y     Out    A  units of 4
; Keeps  Y
.proc bonus
        beq @none
        cmp group_size,y
        beq @full
        adc #1                  ; C is clear; one deed short?
        cmp group_size,y
        bne @nothing
        lda weights + WEIGHT_BROWN,y ; the weights of groups follow one another
        lsr a                   ; a quarter of the whole
        lsr a
@none:
        rts
@nothing:
        lda #0
        rts
@full:
        cpy #GROUP_STATIONS
        bcs @whole              ; stations and utilities need no houses
        ldx weights + WEIGHT_TRADE_POOR ; 0: it does not ask whether he can build
        beq @whole
        lda group_house_cost,y  ; can he build? his money / 16 against so many sixteenths
        lsr a
        lsr a
        lsr a
        lsr a
        sta br_temp
        lda #0
@house:
        clc
        adc br_temp
        bcs @poor               ; more than a byte of sixteenths: he has not got that
        dex
        bne @house
        cmp tr_purse            ; enough for so many houses?
        bcc @whole
        beq @whole
@poor:                          ; half
        lda weights + WEIGHT_BROWN,y
        lsr a
        rts
@whole:
        lda weights + WEIGHT_BROWN,y
        rts
.endproc

; shares -- what each party gains, all in all
; In     br_sum, tr_gain  of weigh;  br_cash
; Out    br_sum  with br_cash;  tmp0, tmp1  initiator;  tmp2, tmp3  partner;  signed
; Keeps  X, Y     Uses   A, flags
.proc shares
        lda br_cash
        sta tmp0
        lda br_cash+1
        sta tmp1
        jsr sum_more            ; br_sum becomes all that changes hands, money included
        lda tr_gain             ; all that comes, and what it does to his groups
        clc
        adc br_sum
        sta tmp0
        lda tr_gain+1
        adc br_sum+1
        sta tmp1
        lda tr_gain+2           ; the partner's groups
        sec
        sbc br_sum              ; what the initiator gets the partner loses
        sta tmp2
        lda tr_gain+3
        sbc br_sum+1
        sta tmp3
        rts
.endproc

; fair_other -- exchanges tmp0, tmp1 and tmp2, tmp3, and asks as fair
; One test for both parties: the gains change places, and the question stays the same.
; In     A  eighths     Out    C=0 yes;  C=1 no
; Keeps  -     Uses   A, X, Y, flags; tmp0-tmp5
.proc fair_other
        pha                     ; the eighths
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
; In     A  eighths     Out    C=0 yes;  C=1 no
; Keeps  -     Uses   A, X, Y, flags; tmp4, tmp5
.proc fair
        tax                     ; X: the eighths
        lda tmp1                ; its own gain, signed
        bmi @no                 ; a loss is never fair
        ora tmp0
        beq @no
        lda tmp3                ; the other one's
        bmi @yes                ; the other one loses: any gain is fair
        lda tmp0                ; tmp4, tmp5 = eight times its gain less so often his
        sta tmp4
        lda tmp1
        ; Beyond 8191 eight times the gain would not fit 16 bits.
        cmp #$20
        bcs @yes                ; 8192: more than anybody can gain as well
        ldy #3
@eight:
        asl tmp4
        rol a
        dey
        bne @eight
        sta tmp5
        txa                     ; subtract the other's gain so often
        beq @yes                ; 0 eighths: any gain of its own will do
@part:
        lda tmp4
        sec
        sbc tmp2                ; 16 bits, the gain once each round
        sta tmp4
        lda tmp5
        sbc tmp3
        sta tmp5
        bcc @no                 ; below zero: the other one gains too much
        dex
        bne @part
@yes:
        clc
        rts
@no:
        sec
        rts
.endproc
