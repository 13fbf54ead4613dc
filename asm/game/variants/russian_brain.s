; russian_brain.s -- what a computer decides that the classic game does not ask for
;
; Test tests/asm/game/brain/test_mind_variants.py, tests/asm/game/test_variants_brain.py


.include "../brain/brain.inc"
.include "russian.inc"

CALL_LEAST      = 10            ; AUCTION_MINIMUM of the rules
KEEP_LENT       = 500           ; a computer keeps that when it lends or pays back early
LOAN_TERM       = 10            ; turns for which it asks

.segment "VARIANT_CODE"

; ru_brain_variant -- a decision of the Russian rules, if there is one
; In     br_me     Out    C=0 A = REQ_*, arg0, arg1, which will be taken;  C=1 there is none
; Uses   A, X, Y, flags; br_*, play_*, tmp*, trade_sum     Keeps  -
.proc ru_brain_variant
        jsr play_mode
        cmp #MODE_RENT
        beq rent_all
        cmp #MODE_LOAN
        beq lend
        cmp #MODE_AUCTION
        beq @auction
        cmp #MODE_NORMAL
        bne @none
        lda turn_phase
        cmp #PHASE_TAX
        beq @tax
        cmp #PHASE_BAIL
        beq card_first
        cmp #PHASE_DONE
        bne @loans
        ldx switches + SW_REPAY ; what it would offer is not mortgaged: it proposes no trade
        cpx #2
        bne @loans
        dex
        stx brain_traded
@loans:
        ldx switches + SW_LOANS
        beq @none
        ldx br_me
        ldy player_money_hi,x
        bmi @none
        cmp #PHASE_BUY
        bne @done
        jmp borrow
@done:
        cmp #PHASE_DONE
        bne @none
        jmp pay_back
@none:
        sec
        rts
@tax:
        jmp ru_tax_choose
@auction:
        jsr calls
        bcc call_price
        jsr bid_asked
        bcc @none
        jmp call_again
.endproc

; rent_all -- all of it (the rules ask no computer; a person's seat may have become one)
.proc rent_all
        lda rent_lo
        sta arg0
        lda rent_hi
        sta arg1
        lda #REQ_LESS
        clc
        rts
.endproc

; card_first -- a card rather than 50
.proc card_first
        lda #REQ_CARD
        ; falls through
.endproc

; if_taken -- request A if the rules take it
; Out    C=0 A = REQ_*;  C=1 they do not
.proc if_taken
        pha
        jsr play_check
        pla
        rts
.endproc

; lend -- for the bank by the machine's rule; own money only what it does not need
.proc lend
        jsr loan_asked
        jsr loan_amount
        lda loan_lender,x
        cmp #CREDIT_BANK
        beq @bank
        jsr rich
        bcc @refuse
@bank:
        jsr loan_credit
        bcc @refuse
        lda #REQ_GRANT
        jsr if_taken
        bcc @done
@refuse:
        lda #REQ_REFUSE_LOAN
        clc
@done:
        rts
.endproc

; call_price -- as auctioneer it begins with half the price, with 10 if it has not that much itself
.proc call_price
        ldy mode_depth
        ldx mode_square,y
        lda mortgage_value,x
        sta arg0
        lda #0
        sta arg1
        lda #REQ_BID
        jsr if_taken
        bcs @least
        rts
@least:
        lda #CALL_LEAST
        sta arg0
        lda #REQ_BID
        bne if_taken            ; always
.endproc

; rich -- has it KEEP_LENT left after play_amount?
; Out    C=1 yes     Keeps  play_amount     Uses   A, X, Y
.proc rich
        ldx br_me
        lda player_money_hi,x
        bmi @no
        lda player_money_lo,x
        sec
        sbc play_amount
        tay
        lda player_money_hi,x
        sbc play_amount+1
        bcc @done
        cpy #<KEEP_LENT
        sbc #>KEEP_LENT
@done:
        rts
@no:
        clc
        rts
.endproc

; borrow -- what is lacking for a deed it wants: a loan costs nothing, mortgages do.  A banker is asked
; for what the machine would lend, once a turn, and nobody is offered a trade besides
.proc borrow
        ldx br_me
        lda player_square,x
        jsr choose_wants
        bcs @none
        ldx br_me
        lda br_price
        sec
        sbc player_money_lo,x
        sta LOAN_ASK_LO
        lda br_price+1
        sbc player_money_hi,x
        sta LOAN_ASK_HI
        bcc @none               ; it has more
        lda #CREDIT_BANK
        sta LOAN_ASK_LENDER
        lda #LOAN_TURNS
        sta LOAN_ASK_UNIT
        lda #LOAN_TERM
        sta LOAN_ASK_TERM
        lda #REQ_LOAN           ; nothing lacking: 0 is refused
        jsr if_taken
        bcs @none
        ldx switches + SW_BANKER
        beq @ask
        lda brain_traded
        bne @none
        jsr loan_credit         ; play_amount is from the check
        bcc @none
        inc brain_traded
        lda #REQ_LOAN
@ask:
        clc
        rts
@none:
        sec
        rts
.endproc

; pay_back -- the first of its loans that leaves it enough
.proc pay_back
        ldx #LOANS - 1
@loan:
        stx arg0
        lda loan_borrower,x
        cmp br_me
        bne @next
        jsr loan_amount
        jsr rich
        bcs @pay
        ldx arg0
@next:
        dex
        bpl @loan
        sec
        rts
@pay:
        lda #REQ_PAYBACK
        jmp if_taken
.endproc

; call_again -- the deed it has bid for before, at that bid
.proc call_again
        lda auction_bid_lo
        clc
        adc #1
        sta arg0
        lda auction_bid_hi
        adc #0
        sta arg1
        lda #REQ_BID
        jmp if_taken
.endproc
