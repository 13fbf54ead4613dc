; leisure_market.s -- the 1989 game: rent that is claimed, auctions in real time, the sale of houses
;
; docs/rules.md tells the rules, requests.inc what is asked.
; Test tests/asm/game/test_market_*.py


.include "../play/rules.inc"
.include "leisure.inc"

.segment "LEISURE_CODE"

le_on_rent = rent_pay

; le_on_won -- can who won an auction pay?  Nobody can spend anything while it lasts
; In     X  winner     Out    C=0     Keeps  A, X, Y     Uses   C
.proc le_on_won
        clc
        rts
.endproc

; le_check_claim and others -- refused
; In     -     Out    C=1 A = reason     Keeps  X, Y     Uses   A, C
.proc le_check_claim
        lda #REASON_MODE
        sec
        rts
.endproc
le_do_claim     = le_check_claim
le_check_cry    = le_check_claim
le_do_cry       = le_check_claim
le_do_gone      = le_check_claim
le_check_houses = le_check_claim
le_do_houses    = le_check_claim
le_check_want   = le_check_claim
le_do_want      = le_check_claim
le_check_wanted = le_check_claim
le_do_wanted    = le_check_claim
le_check_place  = le_check_claim
le_do_place     = le_check_claim
le_check_placed = le_check_claim
le_do_placed    = le_check_claim
