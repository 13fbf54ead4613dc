; russian_caller.s -- the auctioneer of the Russian rules: he names the price that bids begin with
;
; Nothing of it is kept: whose word it is follows from the setting, who speaks, and that no price
; stands yet.  His price less one is the standing bid, with nobody as its bidder.
; Test tests/asm/game/test_variants_caller.py

.include "../play/rules.inc"
.include "russian.inc"

AUCTIONEER_FROM = 5             ; players

.segment "VARIANT_CODE"

; calls -- is the active player the auctioneer, and no price named yet, and has he that much?
; In     -     Out    C=0 yes;  C=1 no     Keeps  X, Y     Uses   A, flags
.proc calls
        lda auction_bid_lo
        ora auction_bid_hi
        bne @no
        lda switches + SW_AUCTION
        beq @no
        lda player_count
        cmp #AUCTIONEER_FROM
        bcc @no
        tya
        pha
        ldy mode_depth
        lda mode_active,y
        tay
        iny
        cpy settings + OPT_CALLER
        bne @other
        lda player_flags-1,y
        lsr a                   ; PF_ALIVE
        bcc @other
        lda player_money_lo-1,y
        cmp #AUCTION_MINIMUM
        lda player_money_hi-1,y
        sbc #0
        bmi @other
        bcc @other
        pla
        tay
        clc
        rts
@other:
        pla
        tay
@no:
        sec
        rts
.endproc

; ru_on_open -- the auctioneer speaks first, if there is one
; In     X  who would     Out    X  who does, active     Uses   A, Y, flags     Keeps  -
.proc ru_on_open
        txa
        pha
        ldx settings + OPT_CALLER
        beq @first
        dex
        jsr @active
        jsr calls
        bcs @first
        pla
        rts
@first:
        pla
        tax
@active:
        ldy mode_depth
        txa
        sta mode_active,y
        rts
.endproc

; ru_on_call -- the auctioneer's first word is no bid: from that price on all may bid
; In     arg0, arg1     Out    C=1 it was;  C=0 a bid     Uses   A, X, Y, flags; event_*     Keeps  -
.proc ru_on_call
        jsr calls
        bcc @calls
        clc
        rts
@calls:
        lda arg0
        sta event_lo
        sbc #0                  ; C is clear: one less, which a bid must be above
        sta auction_bid_lo
        lda arg1
        sta event_hi
        sbc #0
        sta auction_bid_hi
        ldy mode_depth
        lda mode_square,y
        sta event_param
        jsr play_active
        lda #EV_LOAN_ASKED
        jsr event_emit
        sec
        rts
.endproc
