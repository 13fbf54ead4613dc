; counter.s -- a trade is sent back with other terms, by a person or by a computer
;
; It lies with the contract (deal.s).  A person changes the terms at the table; a computer that
; would decline for its price keeps the deeds and names the money it would take.
;
; Test tests/asm/game/ui/test_counter.py

.include "pages.inc"
.include "../ui/ui.inc"
.include "../brain/brain.inc"

.global counter_person          ; called by deal.s
.global table_seat              ; terms.s

STEP            = 10            ; so much more it asks for, until the trade is fair to it
STEPS_MOST      = 150

.segment "UI_BSS"

counter_left:   .res 1          ; steps it may still go

.segment "DEAL_CODE"

; counter_block -- the trade as an offer of who decides it: the sides change places
; In     MODE_TRADE     Out    the block at offer_begin     Keeps  Y     Uses   A, X
.proc counter_block
        ldx #SQUARES - 1
@mark:
        lda square_mark,x
        and #MARK_IN            ; whoever receives a deed chooses again whether to repay it
        sta offer_marks,x
        dex
        bpl @mark
        lda trade_from
        sta offer_partner
        lda trade_cards
        sta offer_cards
        ldx #1
@money:
        lda trade_want_lo,x
        sta offer_give_lo,x
        lda trade_give_lo,x
        sta offer_want_lo,x
        dex
        bpl @money
        rts
.endproc
        .assert trade_want_lo - trade_give_lo = 2, lderror, "a low and a high byte each"
        .assert offer_want_lo - offer_give_lo = 2, lderror, "a low and a high byte each"

; counter_person -- to the table with these terms, and back to the game's loop
; In     the contract has been left (aside_close)     Out    as local_do     Uses   everything
; Keeps  -
.proc counter_person
        jsr counter_block
        jsr play_active
        stx offer_author
        lda trade_from          ; offer_clean: no other partner than before
        sta table_seat+1
        lda #LOCAL_TRADE
        jmp local_do            ; this page is not in memory any more
.endproc

; counter_price -- a computer declines a person's offer for its price: what would it take?
; In     MODE_TRADE, the computer's code and weights in memory; trade_answer has said
;        WHY_UNFAIR
; Out    A = REQ_OFFER, the block at offer_begin;  A = REQ_DECLINE: no money makes it fair
; Uses   everything trade_answer uses     Keeps  -
; Time   8,000 cycles for each STEP
.proc counter_price
        jsr play_active
        stx br_me
        jsr breaks_group        ; it parts with no deed of a complete group, whatever it gets
        bcs @no
        jsr counter_block
        lda #NO_PLAYER          ; nobody's wish at the table any more
        sta offer_author
        lda br_me
        sta tr_from
        lda trade_from
        sta tr_to
        lda trade_give_lo       ; money that comes to it
        sec
        sbc trade_want_lo
        sta br_cash
        lda trade_give_hi
        sbc trade_want_hi
        sta br_cash+1
        lda #STEPS_MOST
        sta counter_left
@more:
        lda br_cash
        clc
        adc #STEP
        sta br_cash
        bcc @weigh
        inc br_cash+1
@weigh:
        lda #<offer_marks
        ldx #>offer_marks
        ldy offer_cards
        jsr weigh
        jsr shares              ; tmp0 its own gain, tmp2 the other's
        ldx trade_from
        jsr least_for
        jsr fair
        bcc @fair
        dec counter_left
        bne @more
@no:
        lda #REQ_DECLINE
        rts
@fair:
        lda tr_gain+3           ; does it help him to a group while most deeds are for sale?
        bmi @late
        beq @late
        jsr brain_owned
        cmp weights + WEIGHT_TRADE_FROM
        bcc @no
@late:
        ldx #3
        lda #0
@clear:
        sta offer_give_lo,x
        dex
        bpl @clear
        lda br_cash+1
        bmi @pays
        sta offer_want_hi
        lda br_cash
        sta offer_want_lo
        jmp @check
@pays:
        jsr cash_negate
        lda br_cash
        sta offer_give_lo
        lda br_cash+1
        sta offer_give_hi
        jsr brain_keep          ; br_keep: what it wants to have left
        ldx br_me
        jsr offer_result
        lda play_sum
        cmp br_keep
        lda play_sum+1
        sbc br_keep+1
        lda play_sum+2
        sbc #0
        bmi @no
@check:
        lda #REQ_OFFER
        jsr play_check          ; the other has the money, and it was not sent back too often
        bcs @no
        lda #REQ_OFFER
        rts
.endproc
        .assert offer_want_hi = offer_give_lo + 3, lderror, "cleared together"
