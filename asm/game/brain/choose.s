; choose.s -- buy or not, ways out of gaol, a loser's deeds (R-17.2, R-17.5, R-17.11)
; Test tests/asm/game/brain/test_choose.py

.include "brain.inc"

KEEP_DEEDS      = 300           ; left when a loser's deeds are repaid
KEEP_TAKEN      = 50            ; left when they are taken for the fee

.segment "BRAIN_CODE"

; choose_buy -- the deed it stands on: buy, raise money for it, or pass (R-17.2)
; What it wants is paid from money in hand, else deeds are mortgaged for it first; otherwise it
; passes, which puts the deed up for auction.  It passes as well when no rival has what it would bid
; for any deed, BID_PLAIN: then it pays less there.  A second street of three it leaves to auctions,
; of which the rival has the first only if it is dear: it costs 256 or more.
; In     br_me
; Out    C=0 A = REQ_*, arg0
; Keeps  -     Uses   A, X, Y, flags; arg0, br_*, play_sum, tmp0-tmp1
.proc choose_buy
        ldx br_me               ; it stands on what is offered
        lda player_square,x
        jsr choose_wants
        bcs @no
        lda br_second
        bne @no                 ; the rival may pay for it, and needs the third himself then
        jsr auction_beyond      ; as little as that would do, if nobody raises money for a bid
        ldx weights + WEIGHT_BID_PLAIN
        jsr eighths
        jsr brain_afford
        bcc @no                 ; less than it would bid
        lda br_price            ; br_price of choose_wants
        ldy br_price+1
        jsr brain_below
        bpl @buy
        jsr manage_raise        ; not enough in hand
        bcc @done               ; a deed is mortgaged now, the purchase decided again
@no:
        lda #REQ_PASS           ; it goes to auction, where it may still bid
        .byte $2C               ; bit abs: skips the next lda
@buy:
        lda #REQ_BUY
        clc
@done:
        rts
.endproc

; choose_wants -- does it want to have deed A at its price?
; Yes if BUY_KEEP is left. With less only if its wealth covers the price: then a fancied group
; always, others if BUY_MORE is not 0: a deed left to a rival who never trades is lost for good.
; In     A  square, which nobody owns
; Out    C=0 yes;  C=1 no;  br_price;  br_mine, br_rivals, br_most of its group;  br_second, 1
;        if BUY_MORE is 1, that is a group of three streets, and it holds one of them or its rival
;        holds one and this one is dear, else 0
; Uses   A, X, Y, flags; br_square, br_cash, br_keep, br_temp, play_sum     Keeps  -
.proc choose_wants
        sta br_square
        tax
        lda price_lo,x
        sta br_price
        lda price_hi,x          ; the dearest streets cost more than 255
        sta br_price+1
        ldy square_group,x
        jsr brain_look          ; keeps Y; br_square keeps the square
        ; Bit 0 tells: three is odd, and so are one deed, the high byte of a dear price, and
        ; BUY_MORE = 1.
        lda br_price+1
        and br_most
        ora br_mine
        and group_size,y
        and weights + WEIGHT_BUY_MORE
        sta br_second
        ldx #WEIGHT_BUY_KEEP    ; that left afterwards
        jsr keep_money
        lda br_price
        ldy br_price+1
        jsr keep_add
        jsr brain_spare
        bpl @yes                ; at least BUY_KEEP is left
        ldx br_me               ; it would fall below BUY_KEEP
        ; Too little cash. Wealth can be made cash, which is worth it for groups the computer
        ; fancies.
        jsr wealth_get          ; or wealth enough, and
        lda play_sum            ; wealth against the price, 16 bits
        cmp br_price
        lda play_sum+1
        sbc br_price+1
        bcc @no
        ldx br_square           ; how much it fancies the group
        ldy square_group,x
        lda weights + WEIGHT_BROWN,y
        cmp #FANCIED            ; this group it buys whenever its wealth allows
        bcs @yes
        lda weights + WEIGHT_BUY_MORE
        beq @no
@yes:
        clc
        rts
@no:
        sec
        rts
.endproc

; choose_gaol -- a roll is due, in gaol perhaps not yet: card, bail, or roll (R-17.5)
; Rivals' houses decide first, as in gaol no rent is due to anybody. A card comes before bail, which
; only the rich pay.
; In     br_me
; Out    C=0 A = REQ_*
; Keeps  -     Uses   A, X, Y, flags; br_*, play_request_code, random_range, random_temp
.proc choose_gaol
        ldx br_me
        lda player_flags,x
        and #PF_GAOL            ; in gaol there are other ways than rolling
        beq think_roll
        jsr pressure            ; build_highest
        lda build_highest       ; the rivals', from pressure
        cmp weights + WEIGHT_GAOL_STAY
        ; With houses of that level about, every throw outside may cost rent; inside it costs
        ; nothing.
        bcs think_roll          ; it is safer in there
        lda #REQ_CARD           ; free of charge, if it has one
        jsr play_check
        lda #REQ_CARD
        bcc asked               ; it may use a card: that is free
        ; Where it pays the bail is moved by chance, so that people cannot count on it.
        jsr brain_nudges
        pha                     ; the nudges, over the weight
        lda weights + WEIGHT_GAOL_RICH
        jsr brain_fourfold
        sta br_temp
        pla
        adc br_temp             ; C is clear
        bcc @threshold
        iny
@threshold:
        jsr brain_below
        bmi think_roll
        ora br_cash             ; exactly the threshold: it stays
        beq think_roll          ; more than that
        lda #REQ_BAIL           ; it can move, buy and pass GO
        jsr play_check          ; by the rules of 1989 it may be too late for that
        lda #REQ_BAIL
        bcc asked
::think_roll:
        lda #REQ_ROLL
        clc
asked:
        rts
.endproc

; choose_deeds -- a loser's deeds lie before it: repay the dearest it can, then take what the
; fee allows, leave the rest (R-17.11)
; In     br_me
; Out    C=0 A = REQ_*, arg0, arg1     Keeps  -
; Uses   A, X, Y, flags; arg0-arg1, br_*, play_amount, random_range, random_temp, tmp0-tmp1,
;        trade_marks, trade_party
.proc choose_deeds
        jsr brain_nudges        ; what it keeps is moved by chance, as in choose_gaol
        clc
        adc #<KEEP_DEEDS
        ldy #>KEEP_DEEDS
        bcc @keep
        iny
@keep:
        ldx #MARK_IN | MARK_REPAY ; the mark that is put: first the dear one
        jsr deeds
        bcc @choose
        lda #KEEP_TAKEN         ; less: the fee has to be paid anyway, or the deed is lost
        ldy #0
        ldx #MARK_IN
        jsr deeds
        bcc @choose
        lda #REQ_CONFIRM        ; nothing more it can pay: the rest is left
        ldx transfer_seen       ; the rules ask for a look at the whole before it is confirmed
        bne @done
        lda #REQ_REVIEW
@done:
        clc
        rts
@choose:
        lda #REQ_CHOOSE
        rts
.endproc

; deeds -- the dearest of the loser's deeds that is not marked yet and can be marked X,
; leaving A low, Y high
; Out    C=0 arg0, arg1;  C=1 none
.proc deeds
        stx arg1                ; how to mark it, for REQ_CHOOSE
        jsr brain_below         ; br_cash: what it may spend, X = br_me
        ; Every mark already set will cost something: what is left for the next one is less by
        ; that.
        jsr trade_charges       ; X = br_me; what the others cost already
        sta tmp0
        sty tmp1
        lda br_cash
        sec
        sbc tmp0
        sta br_cash
        lda br_cash+1
        sbc tmp1
        sta br_cash+1
        ldx #SQUARES - 1        ; from the end of the board: the dearest first
@square:
        lda square_owner,x
        bmi @next               ; nobody's: not the loser's
        cmp trade_from          ; the loser
        bne @next
        lda square_mark,x
        bne @next               ; chosen already
        lda arg1                ; the dear mark costs mortgage and fee, the other the fee
        cmp #MARK_IN
        beq @fee
        jsr square_repay
        jmp @cost
@fee:
        lda fee_value,x         ; what taking it costs
        ldy #0
@cost:
        jsr brain_afford        ; keeps X, the square
        bcs @found
@next:
        dex
        bpl @square
        sec
        rts
@found:
        stx arg0
        clc
        rts
.endproc
