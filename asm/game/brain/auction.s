; auction.s -- what a deed is worth to it, and bids up to there (R-17.3)
; Test tests/asm/game/brain/test_auction.py

.include "brain.inc"

.segment "PLAY_BSS"
worth:          .res 2          ; the ceiling
eighth:         .res 1          ; of the price
wish:           .res 1          ; $00 it would buy the deed, $80 not

AUCTION_LEAST   = 10            ; the least bid: AUCTION_MINIMUM of the rules
SPLIT_MARGIN    = 24            ; a bid of 10 and two taps: so far below what wins nobody else is stopped

.segment "BRAIN_CODE"

; auction_beyond -- br_cash = the least bid above what the richest rival has in hand
; In     br_me     Out    br_cash     Keeps  -     Uses   A, X, Y, flags
.proc auction_beyond
        lda br_me               ; Y: the richest so far; empty seats have nothing
        eor #1
        tay
        ldx #MAX_PLAYERS - 1
@rival:
        cpx br_me
        beq @next
        lda player_money_lo,y   ; signed: a rival may have debts
        cmp player_money_lo,x
        lda player_money_hi,y
        sbc player_money_hi,x
        bpl @next
        txa                     ; this one has more
        tay
@next:
        dex
        bpl @rival
        lda player_money_lo,y
        clc
        adc #AUCTION_LEAST
        sta br_cash
        lda player_money_hi,y
        adc #0
        sta br_cash+1
        rts
.endproc

; auction_speak -- bid, raise money for a bid, or drop out
; It works out a new ceiling each time it speaks, with new taps, so nobody can tell where it stops.
; It is never more than the least bid above what the richest rival has: that wins already.
; In     br_me
; Out    C=0 A = REQ_*, arg0, arg1
; Keeps  -     Uses   A, X, Y, flags; arg0-arg1, br_*, play_*, random_range, random_temp, tmp0-tmp1
.proc auction_speak
        ldx mode_depth
        lda mode_square,x       ; the deed that is sold
        jsr auction_worth
        jsr auction_beyond
        jsr worth_most
        ; 256 and more is above the minimum in any case
        lda worth+1             ; below 10, or below the standing bid?
        bne @bids
        lda worth
        cmp #AUCTION_LEAST
        bcc @out
@bids:
        jsr bid_higher          ; bid: what it would say now
        bcs @out
        lda br_price            ; more than it has in hand: raise it
        ldy br_price+1
        jsr brain_below
        bpl @bid
        bit wish                ; N: it would not buy the deed at its price
        bmi @out                ; it would not buy the deed: nothing is mortgaged for it
        jsr manage_raise        ; it mortgages now and bids when it is asked again
        bcc @done
@out:
        lda #REQ_FORFEIT
        clc
@done:
        rts
@bid:
        ; falls through
.endproc

; bid_say -- its bid as parameters
; In     br_price     Out    arg0, arg1, A = REQ_BID, C=0     Keeps  X, Y     Uses   N Z
.proc bid_say
        lda br_price
        sta arg0
        lda br_price+1
        sta arg1
        lda #REQ_BID
        clc
        rts
.endproc

; eighths -- A low, Y high = X eighths of the price
; In     X;  br_price, below 512     Out    A, Y     Keeps  -     Uses   X, flags; eighth
.proc eighths
        lda br_price+1
        lsr a
        lda br_price
        ror a
        ; Price / 8: the price is below 512, so after one shift of 16 bits a byte holds it.
        lsr a
        lsr a
        sta eighth
        lda #0
        tay
@more:
        dex                     ; X times an eighth
        bmi @done
        clc
        adc eighth
        bcc @more
        iny
        ; always: Y is not 0 behind iny
        bne @more               ; always
@done:
        rts
.endproc

; worth_tap -- worth += 1 to 7
; In     worth     Out    worth     Keeps  -     Uses   A, flags; random_range, random_temp
.proc worth_tap
        lda #7
        jsr random_below
        sec                     ; 1 to 7
        adc worth
        sta worth
        bcc @done
        inc worth+1
@done:
        rts
.endproc

; auction_worth -- worth = the most it would bid for deed A
;
; Eighths of the price by weights: BID_PLAIN; BID_PART if it owns part of the group or one
; rival owns one; BID_BLOCK if a single rival would complete it; BID_FULL if it would itself, or fancies the group.
; One or two taps more.  What it would not buy at the price is worth at most what exceeds
; the reserve, or BID_LEAST: for less than a mortgage brings nobody else should have it.
; A deed of a split group is worth at most what its rival can nearly pay, or BID_LEAST: he shall
; spend his money there, and it does not.
; In     A  square;  br_me     Out    worth     Keeps  -
; Uses   A, X, Y, flags; br_*, random_range, random_temp, tmp0-tmp1
.proc auction_worth
        jsr choose_wants        ; br_price, br_mine, br_rivals, br_most and br_second, too
        ; C=1 of choose_wants, it would not buy, becomes bit 7, which bit tells by N.
        ror wish
        ldx br_square
        ldy square_group,x
        ldx weights + WEIGHT_BID_FULL ; X: eighths of the strongest reason first
        lda weights + WEIGHT_BROWN,y ; Y: the group
        cmp #FANCIED
        bcs @times
        lda br_mine
        adc #1                  ; C is clear
        cmp group_size,y        ; with this one the group is its own
        beq @times
        lda br_rivals           ; who else has a deed of it?
        cmp #1
        bne @part               ; several rivals share it: nobody is near
        ldx weights + WEIGHT_BID_BLOCK
        lda br_most             ; his, as there is only one
        ; C is 1 from cmp #1: his deeds and this one
        adc #0                  ; C=1
        cmp group_size,y
        beq @times
        cmp #2
        beq @begun              ; he owns one: he has begun the group
@part:
        ldx weights + WEIGHT_BID_PLAIN
        lda br_mine             ; has it one itself?
        beq @times
@begun:
        ldx weights + WEIGHT_BID_PART
@times:
        jsr eighths             ; A low, Y high
        sta worth
        sty worth+1
        jsr random_byte
        lsr a                   ; one tap or two, by chance
        bcc @one
        jsr worth_tap
@one:
        jsr worth_tap
        lda br_second           ; split: either has one of the three
        and br_rivals
        and br_mine
        beq @whole
        jsr auction_beyond      ; C=0, if that is not less than nothing
        lda br_cash
        sbc #SPLIT_MARGIN - 1
        sta br_cash
        bcs @least
        dec br_cash+1
        bcc @least              ; always
@whole:
        bit wish                ; N=0: it would buy it, and the ceiling stands
        bpl worth_kept
        jsr brain_keep          ; not wanted: from what is spare
        jsr brain_spare         ; money that exceeds its reserve
@least:
        ldx weights + WEIGHT_BID_LEAST
        jsr eighths
        jsr brain_afford        ; the greater of br_cash and BID_LEAST
        bcs worth_most
        lda tmp0                ; br_cash is less than BID_LEAST; brain_afford has left that there
        sta br_cash
        lda tmp1
        sta br_cash+1
        ; falls through
.endproc

; worth_most -- worth is at most br_cash
; In     br_cash, worth     Out    worth     Keeps  X, Y     Uses   A, flags
.proc worth_most
        lda br_cash
        cmp worth
        lda br_cash+1
        sbc worth+1             ; C=1: it has as much
        bcs worth_kept
        lda br_cash
        sta worth
        lda br_cash+1
        sta worth+1
        ; falls through
.endproc
worth_kept:
        rts


; bid_higher -- what to bid, if worth is above the standing bid
; In     worth     Out    C=0 br_price and worth, the bid;  C=1 it is not     Keeps  -
; Uses   A, X, Y, flags; br_cash, br_sum, random_range, random_temp
.proc bid_higher
        lda worth               ; how far the ceiling is above the standing bid
        sec
        sbc auction_bid_lo
        sta br_sum
        lda worth+1
        sbc auction_bid_hi
        sta br_sum+1
        bmi @out                ; below the standing bid
        ora br_sum              ; or equal to it
        bne bid_size
@out:
        sec
        rts
.endproc

; bid_size -- br_price = the standing bid and a quarter of what is between it and the ceiling and
; a tap, at least 10, at most the ceiling
; In     br_sum  the distance, more than 0;  worth     Out    br_price and worth, the bid;  C=0
; Keeps  -     Uses   A, X, Y, flags; br_cash, random_range, random_temp
.proc bid_size
        lda br_sum+1
        ; A quarter of the distance, 16 bits: large steps when far below the ceiling, small ones
        ; near it, as people bid.
        lsr a
        sta br_cash+1
        lda br_sum
        ror a
        lsr br_cash+1
        ror a
        sta br_cash
        lda #7
        jsr random_below
        sec                     ; and one more: a bid must be higher
        adc br_cash
        bcc @low
        inc br_cash+1
        clc                     ; the carry went into the high byte: not into the sum below
@low:
        adc auction_bid_lo      ; on top of the standing bid
        sta br_cash
        lda br_cash+1
        adc auction_bid_hi
        sta br_cash+1
        bne @most
        lda br_cash             ; below 256: is it less than the minimum?
        cmp #AUCTION_LEAST
        bcs @most
        lda #AUCTION_LEAST
        sta br_cash
@most:
        jsr worth_most          ; a step may be longer than what is left: the ceiling then
        lda worth
        sta br_price
        lda worth+1
        sta br_price+1
        clc
        rts
.endproc
