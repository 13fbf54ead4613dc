; offer.s -- the block at offer_begin as the proposing page edits it
;
; The block is the page's memory: it stays until somebody else begins an offer,
; so that one that was declined can be bettered.
;
; Test tests/asm/game/ui/test_trade.py

.include "trade.inc"

.segment "UI_BSS"

offer_author:   .res 1          ; whose offer is in the block
trade_side:     .res 1          ; side the money keys act on

.segment "TRADE_DATA"

step_lo:        .byte <100, <10, <1, <(-100), <(-10), <(-1)
step_hi:        .byte >100, >10, >1, >(-100 & $FFFF), >(-10 & $FFFF), >(-1 & $FFFF)
        .assert * - step_lo = 2 * MONEY_STEPS, error, "six steps"

.segment "TRADE_CODE"

; offer_resume -- take up the initiator's last offer, or begin with an empty one
; In     -     Out    -     Uses   A, X
; Keeps  Y
.proc offer_resume
        lda #0
        sta table_decided
        sta trade_side
        jsr play_active
        stx table_seat
        cpx offer_author
        beq @same
        stx offer_author
        lda #NO_PLAYER
        sta offer_partner
        jmp offer_empty
@same:
        rts
.endproc

; offer_empty -- nothing changes hands
; In     -     Out    -     Uses   A, X
; Keeps  Y
.proc offer_empty
        lda #0
        ldx #<(offer_end - offer_cards - 1)
@byte:
        sta offer_cards,x
        dex
        bpl @byte
        rts
.endproc

; partner_only -- C=0: offer_partner is set, the only one there is
; In     -     Out    C
; Uses   A, X, Y     Keeps  -
.proc partner_only
        jsr partner_choice
        bcc @choice
        jsr play_mode
        cmp #MODE_TRADE         ; a counter-offer: it is set
        beq @set
        ldx table_seat
        jsr play_next
        stx offer_partner
@set:
        clc
        rts
@choice:
        sec
        rts
.endproc

; offer_clean -- take out of the offer what cannot be in it (any more)
; In     -     Out    -     Uses   A, X, Y, tmp0     Keeps  -
.proc offer_clean
        ldx offer_partner
        cpx table_seat+1
        stx table_seat+1
        beq @deeds
        lda #0                  ; another partner owes nothing yet
        sta offer_want_lo
        sta offer_want_hi
@deeds:
        ldx #SQUARES - 1
@square:
        lda offer_marks,x
        beq @next
        lda square_owner,x
        cmp table_seat
        beq @given
        cmp table_seat+1
        bne @out
        lda square_mortgaged,x
        bne @built
@given:
        lda #MARK_IN            ; nothing for the initiator to repay
        sta offer_marks,x
@built:
        jsr group_built
        bcc @next
@out:
        lda #0
        sta offer_marks,x
@next:
        dex
        bpl @square
        ldx #CARDS - 1
@card:
        lda deck_free,x
        cmp table_seat
        beq @held
        cmp table_seat+1
        beq @held
        lda card_mask,x
        eor #$FF
        and offer_cards
        sta offer_cards
@held:
        dex
        bpl @card
        ldx #2                  ; nobody gives more than he has now
@money:
        lda offer_give_lo,x
        sta tmp0
        lda offer_give_hi,x
        sta tmp1
        jsr amount_set
        dex
        dex
        bpl @money
        rts
.endproc

; amount_add -- change the cash of trade_side, within 0 and what he has
; In     A step (one of the six)     Out C=1 it is all he has
; Uses   A, X, Y, tmp0, tmp1     Keeps  -
.proc amount_add
        tay
        lda trade_side
        asl a
        tax
        clc
        lda offer_give_lo,x
        adc step_lo,y
        sta tmp0
        lda offer_give_hi,x
        adc step_hi,y
        sta tmp1
        bpl amount_set
        lda step_hi,y           ; past 32767, or below 0?
        bpl amount_all
        ; falls through
.endproc

; amount_none -- In X = 2 * side     Out C=0
.proc amount_none
        lda #0
        sta offer_give_lo,x
        sta offer_give_hi,x
        clc
        rts
.endproc

; amount_set -- cash of a side
; In     X = 2 * side, tmp0/tmp1 amount     Out C=1 it is more than he has: he gives all
; Uses   A, Y
.proc amount_set
        jsr amount_giver
        bmi amount_none
        lda player_money_lo,y
        cmp tmp0
        lda player_money_hi,y
        sbc tmp1
        bcc amount_all
        lda tmp0
        sta offer_give_lo,x
        lda tmp1
        sta offer_give_hi,x
        clc
        rts
.endproc

.proc amount_all
        jsr amount_giver
        bmi amount_none
        lda player_money_lo,y
        sta offer_give_lo,x
        lda player_money_hi,y
        sta offer_give_hi,x
        sec
        rts
.endproc

; amount_giver -- In X = 2 * side     Out Y = who gives, N=1 he has nothing     Keeps X
.proc amount_giver
        txa
        lsr a
        tay
        lda table_seat,y
        tay
        lda player_money_hi,y
        rts
.endproc
