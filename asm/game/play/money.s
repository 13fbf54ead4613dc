; money.s -- cash, debts, the bank (R-2.1, R-2.2, R-12, R-16.2, R-16.4)
;
; Every change of money goes through here, and bank_out goes with it: at any
; time it is the sum of all positive money and of the pool.  What goes past
; MONEY_MAX disappears into the bank.
; Test tests/asm/game/test_money.py, test_debts.py

.include "rules.inc"

.segment "PLAY_BSS"
income_lo:      .res MAX_PLAYERS        ; receipts that are still to be booked
income_hi:      .res MAX_PLAYERS

.segment "PLAY_CODE"

; amount_byte -- play_amount = A
; In     A  amount     Out    -
; Keeps  A, X, Y, C
; Uses   N Z; play_amount
.proc amount_byte
        sta play_amount
        pha                     ; A and C come back unchanged
        lda #0                  ; no byte passes 255: the high byte is clear
        sta play_amount+1
        pla
        rts
.endproc

; cash_get -- money in hand: A low, Y high; 0 in debt
; In     X  player
; Out    A low, Y high
; Keeps  X, C
; Uses   A, Y, N Z
.proc cash_get
        lda player_money_lo,x
        ldy player_money_hi,x   ; its sign tells whether there is any
        bpl @done               ; money is signed: bit 7 of the high byte is debt
        lda #0
        tay
@done:
        rts
.endproc

; money_below -- can a player not pay play_amount from money in hand?
; In     X  player;  play_amount  0..32767
; Out    C=0  he cannot;  C=1  he can
; Keeps  X, Y   Uses  A, N V Z
.proc money_below
        lda player_money_hi,x
        bmi @cannot             ; in debt: nothing in hand
        lda player_money_lo,x
        ; A comparison of 16 bits: cmp leaves the borrow of the low bytes in C, and sbc of the
        ; high bytes takes it on. Only C is of use afterwards.
        cmp play_amount
        lda player_money_hi,x
        sbc play_amount+1
        rts
@cannot:
        clc
        rts
.endproc

; byte_check -- can a player pay A from money in hand?
; In     X  player;  A     Out    play_amount = A; as cash_check     Keeps  X, Y     Uses   A, N V Z
.proc byte_check
        jsr amount_byte
        ; falls through
.endproc

; cash_check -- can a player pay play_amount from money in hand?
; In     X  player;  play_amount  0..32767
; Out    C=0  he can;  C=1  he cannot, A = REASON_MONEY
; Keeps  X, Y   Uses  A, N V Z
.proc cash_check
        jsr money_below
        bcc @short
        ; C changes its meaning: checks answer C=0 for yes, comparisons C=1.
        clc
        rts
@short:
        lda #REASON_MONEY
        sec
        rts
.endproc

; fee_creditor -- who receives bail and card fees (R-16.2, R-20.7)
; In     -     Out    A  CREDIT_BANK or CREDIT_TAX
; Keeps  X, Y
; Uses   A, flags
.proc fee_creditor
        lda settings + OPT_PARKING ; 0, 1, or 2: only 2 is C=1 below
        cmp #2                  ; C=1 from the setting that sends fees to Free Parking
        lda #CREDIT_BANK
        adc #0                  ; C=1 if the third setting is on
        rts
.endproc
        .assert CREDIT_TAX = CREDIT_BANK + 1, error, "fee_creditor adds the carry"

; deed_sold -- the bank sells a deed: told, given, charged
; In     A  EV_*;  X  buyer;  play_square;  play_amount     Out    as money_charge
; Uses   A, X, Y, flags; event_*, money_*, play_amount, play_rest, tmp0     Keeps  -
.proc deed_sold
        jsr event_square        ; before the deed changes hands
        jsr deed_give
        ; falls through
.endproc

; money_to_bank -- charge a player what he owes the bank
; In     X  debtor;  play_amount     Out    as money_charge
; Uses   A, X, Y, flags; play_amount, play_rest, money_*     Keeps  -
.proc money_to_bank
        lda #CREDIT_BANK
        ; falls through
.endproc

; money_charge -- charge a player (R-12.1): he pays what he has, the rest is a debt
; What he has is paid at once, the rest becomes a debt to this creditor. The books stay even: his
; money falls by the whole amount, the creditor gets the paid part only.
; In     X  debtor;  A  creditor 0..9;  play_amount  1..32767
; Out    EV_DEBT if anything stays unpaid
; Uses   A, X, Y, flags; play_amount, play_rest, money_*     Keeps  -
.proc money_charge
        stx money_player        ; debt_index wants it there
        sta money_creditor
        jsr money_below
        bcs @all
        jsr cash_get            ; he has less: all of it, or nothing when he is in debt
        sta money_part          ; what he can pay
        sty money_part+1
        jmp @book
@all:
        lda play_amount         ; he has it: nothing becomes a debt
        sta money_part
        lda play_amount+1
        sta money_part+1
@book:
        ; The whole amount is taken, also what he has not got: negative money is what he owes in
        ; sum, the table debt_* what to whom.
        lda player_money_lo,x   ; X is the debtor still
        sec
        sbc play_amount
        sta player_money_lo,x
        lda player_money_hi,x
        sbc play_amount+1
        sta player_money_hi,x
        lda play_amount         ; unpaid part
        sec
        sbc money_part
        sta event_lo
        lda play_amount+1
        sbc money_part+1
        sta event_hi
        ora event_lo            ; both bytes 0: nothing stays unpaid
        beq paid
        ; A debt to the same creditor may be there already: the new one is added to it.
        jsr debt_index
        lda debt_lo,y           ; Y: the pair of creditor and debtor
        clc
        adc event_lo
        sta debt_lo,y
        lda debt_hi,y
        adc event_hi
        sta debt_hi,y
        lda money_creditor      ; for the screen: to whom
        sta event_other
        lda #EV_DEBT
        jsr event_emit
paid:                           ; keeps X up to the creditors that are no players
        lda money_part          ; only what was paid arrives at the creditor
        sta play_amount
        lda money_part+1
        sta play_amount+1
        lda money_creditor
        cmp #CREDIT_BANK        ; below it a player, above it the tax account
        beq out_sub             ; to the bank
        bcs tax_take            ; C=1: the tax account
        tax
        ; The creditor may be in debt himself, so his receipt takes the same way as all receipts.
        jmp money_credit
.endproc

; debt_index -- Y = place of the debt of money_player to money_creditor
; Keeps  X      Uses  A, N Z C
.proc debt_index
        lda money_creditor
        asl a                   ; eight debtors a creditor: creditor * 8 + debtor
        asl a
        asl a
        ora money_player
        tay
        rts
.endproc

; tax_take -- play_amount arrives at the tax account: bank or pool (R-16.2)
; Keeps  X, Y   Uses  A, N V Z C
.proc tax_take
        lda settings + OPT_PARKING ; 0: no pool
        beq out_sub             ; no house rule: taxes go to the bank
        lda pool_lo             ; house rule: taxes lie on Free Parking
        clc
        adc play_amount
        sta pool_lo
        lda pool_hi
        adc play_amount+1
        sta pool_hi
        bpl out_done            ; bit 15 clear: not above 32767
        ; The sum is 32768 + n. What is above the cap is n + 1: add 1, then drop bit 15.
        lda pool_lo             ; above the cap by pool - 32767
        clc
        adc #1
        sta play_amount
        lda pool_hi
        adc #0
        and #$7F                ; bit 15 of 32768 + n
        sta play_amount+1
        lda #<MONEY_MAX
        sta pool_lo
        lda #>MONEY_MAX
        sta pool_hi
        ; falls through: what the pool cannot hold is the bank's
.endproc

; out_sub -- play_amount leaves circulation
; Keeps  X, Y   Uses  A, N V Z C
.proc out_sub
        lda bank_out            ; bank_out counts what is about; the bank has no purse of its own
        sec
        sbc play_amount
        sta bank_out
        lda bank_out+1
        sbc play_amount+1
        sta bank_out+1
        bcs out_done
        ; Three bytes: eight players and the pool, each up to 32767, together pass 65535.
        dec bank_out+2
        ; falls through
.endproc

.proc out_done
        rts
.endproc

; money_from_bank -- the bank pays a player, with limited money no more than is left
; In     X  player;  play_amount  0..32767
; Out    play_amount  what was paid
; Uses   A, X, Y, flags; play_rest, money_*     Keeps  -
.proc money_from_bank
        lda switches + SW_BANK  ; nonzero: by the code of a preset
        beq @printed
        jsr on_issue            ; a bank that lends and issues by its own rules
        jmp @pay
@printed:
        lda settings + OPT_LIMITED ; 0: the bank never runs out
        beq @pay
        lda #<PRINTED_MONEY     ; left = printed - in circulation
        sec                     ; printed less circulating, 24 bits
        sbc bank_out
        sta play_rest
        lda #>PRINTED_MONEY
        sbc bank_out+1
        sta play_rest+1
        lda #0
        sbc bank_out+2          ; the borrow of 24 bits
        bcs @left               ; C=0: more is about than was printed; nothing is left
        lda #0
        sta play_rest
        sta play_rest+1
@left:
        lda play_rest
        ; 16 bits again: is enough left? If not, he gets what there is, and play_amount tells
        ; it.
        cmp play_amount
        lda play_rest+1
        sbc play_amount+1
        bcs @pay
        lda play_rest           ; the rest of what was printed
        sta play_amount
        lda play_rest+1
        sta play_amount+1
@pay:
        lda bank_out            ; what is paid comes into circulation
        clc
        adc play_amount
        sta bank_out
        lda bank_out+1
        adc play_amount+1
        sta bank_out+1
        bcc money_credit
        inc bank_out+2
        ; falls through
.endproc

; money_credit -- a player receives money that is in circulation already
;
; A debtor's receipts pay his debts at once (R-12.4), and his creditors may be
; debtors themselves; receipts wait in income_* until all of them are booked.
;
; In     X  player;  play_amount  0..32767
; Out    play_amount unchanged
; Uses   A, X, Y, flags; play_rest, money_*     Keeps  -
.proc money_credit
        ldy #MAX_PLAYERS - 1
        lda #0
@clear:
        ; Receipts are a list to be worked off, not a recursion: A pays B who owes C who owes A
        ; would otherwise need a stack as deep as the chain. Each round takes somebody's
        ; receipt, pays his debts by it, and may put receipts of others on the list. It ends as
        ; each round makes debts smaller.
        sta income_lo,y
        sta income_hi,y
        dey
        bpl @clear
        lda play_amount         ; the list begins with the one receipt there is
        sta income_lo,x
        pha                     ; play_amount has to come back unchanged
        lda play_amount+1
        sta income_hi,x
        pha
@again:
        ldx #MAX_PLAYERS - 1
@find:
        lda income_lo,x
        ora income_hi,x         ; anything to be booked for this seat?
        bne @book
        dex
        bpl @find
        pla                     ; nothing waits any more
        sta play_amount+1
        pla
        sta play_amount
        rts
@book:
        lda income_lo,x
        sta play_rest
        lda income_hi,x
        sta play_rest+1
        lda #0
        sta income_lo,x
        sta income_hi,x
        stx money_player        ; whose debts are paid from it
        lda player_money_hi,x
        bpl @cash               ; without debts all of it is cash
        jsr debts_pay
@cash:
        jsr cash_add            ; what his debts have left of it
        jmp @again
.endproc

; debts_pay -- share play_rest among the creditors of money_player (R-12.4):
; players in play order after him, then bank, then tax account
; A creditor who is owed nothing is passed over; what stays in play_rest is his own money.
; Out    play_rest  what is left;  X = money_player
; Uses   A, Y, flags; money_*, play_amount
.proc debts_pay
        lda #0                  ; 0 to 6 the players after him, 7 the bank, 8 the tax account
        sta money_loop
@creditor:                      ; A = money_loop
        cmp #MAX_PLAYERS - 1    ; 0 to 6: the seven seats behind him; then bank, tax
        bcs @account
        ; A = loop + 1 + his seat, modulo 8. The sum is below 16, so adc leaves C clear, and the
        ; branch is always taken.
        sec
        adc money_player
        and #MAX_PLAYERS - 1
        bcc @have               ; always
@account:
        adc #0                  ; C=1: 7, 8 become 8, 9
@have:
        sta money_creditor
        jsr debt_index
        lda debt_lo,y
        ora debt_hi,y           ; both bytes 0: nothing is owed there
        beq @next
        jsr debt_part
@next:
        inc money_loop
        lda money_loop
        cmp #CREDITORS - 1      ; everybody but himself
        bne @creditor
        ldx money_player
        rts
.endproc
        .assert CREDIT_BANK = MAX_PLAYERS, error, "debts_pay numbers bank and tax after the seats"

; debt_part -- pay as much of debt Y as play_rest allows
; Uses   A, X, flags
.proc debt_part
        lda play_rest
        cmp debt_lo,y           ; C=1: the receipt covers this debt
        lda play_rest+1
        sbc debt_hi,y
        bcs @full
        lda play_rest           ; not all of the debt: what there is of the receipt
        sta money_part
        lda play_rest+1
        bcc @have               ; always; A: the high byte
@full:
        lda debt_lo,y
        sta money_part
        lda debt_hi,y
@have:
        sta money_part+1
        lda debt_lo,y           ; debt less
        sec
        sbc money_part
        sta debt_lo,y
        lda debt_hi,y
        sbc money_part+1
        sta debt_hi,y
        lda play_rest           ; receipt less
        sec
        sbc money_part
        sta play_rest
        lda play_rest+1
        sbc money_part+1
        sta play_rest+1
        ldx money_player        ; money nearer to zero
        ; His money is the sum of his debts, negative: it rises by what is paid here. play_rest
        ; has shrunk by the same, so nothing counts twice.
        lda player_money_lo,x
        clc
        adc money_part
        sta player_money_lo,x
        lda player_money_hi,x
        adc money_part+1
        sta player_money_hi,x
        ldx money_creditor
        cpx #CREDIT_BANK
        bcs @account            ; the bank or the tax account: nobody's receipt
        lda income_lo,x         ; he may owe somebody himself
        clc
        adc money_part          ; a player: it waits with what else he is to get
        sta income_lo,x
        lda income_hi,x
        adc money_part+1
        sta income_hi,x
        rts
@account:
        jmp money_charge::paid  ; money_part arrives at money_creditor
.endproc

; cash_add -- play_rest to the cash of player X; past the cap it disappears (R-2.1)
; The sum is made first and cut afterwards: V shows that it went past the cap.
; Keeps  X, Y   Uses  A, flags; play_amount
.proc cash_add
        lda player_money_lo,x
        clc
        adc play_rest
        sta player_money_lo,x
        lda player_money_hi,x
        adc play_rest+1
        sta player_money_hi,x
        ; V is the carry into the sign: 32767 was passed. It cannot be passed downward, as
        ; play_rest is never negative.
        bvc @done
        lda player_money_lo,x   ; excess = sum - 32767
        clc
        adc #1
        sta play_amount
        lda player_money_hi,x
        adc #0
        and #$7F
        sta play_amount+1
        lda #<MONEY_MAX         ; he keeps what a player can have
        sta player_money_lo,x
        lda #>MONEY_MAX
        sta player_money_hi,x
        jmp out_sub
@done:
        rts
.endproc

; wealth_get -- money + equity (R-2.2)
; In     X  player
; Out    play_sum  signed 24 bit;  A its high byte, N from it
; Keeps  X      Uses  Y, flags
.proc wealth_get
        ldy #0
        lda player_money_hi,x
        bpl @positive
        ; Y is the sign extended: money has 16 bits, the sum 24. Equity is never negative, its
        ; third byte is 0.
        dey                     ; Y = $FF
@positive:
        lda player_money_lo,x   ; 24 bits: the sum may pass 32767
        clc
        adc player_equity_lo,x
        sta play_sum
        lda player_money_hi,x
        adc player_equity_hi,x
        sta play_sum+1
        tya
        adc #0                  ; the carry of the middle byte
        sta play_sum+2
        rts
.endproc

; flags_refresh -- PF_DEBT and PF_LOSING of every seat; EV_SOLVENT when a debt is gone
; In     -     Out    -     Uses   A, X, Y, flags; play_sum; in a preset play_*, tmp0     Keeps  -
.proc flags_refresh
        ldx #MAX_PLAYERS - 1    ; all seats: one payment may have moved several
@seat:
        lda player_flags,x
        lsr a                   ; PF_ALIVE is bit 0: C=0 if the seat is empty or out
        bcc @next               ; no seat, or out of the game: no flags to keep
        lda player_money_hi,x
        bmi @debtor
        lda player_flags,x
        and #PF_DEBT | PF_LOSING ; had he debts before? only then is EV_SOLVENT news
        beq @next
        lda player_flags,x      ; the debt is gone: told once
        and #<~(PF_DEBT | PF_LOSING)
        sta player_flags,x
        lda #EV_SOLVENT
        jsr event_emit
        beq @next               ; always
@debtor:
        ; Who cannot pay even by selling all he has is losing; who can is in debt and must raise
        ; money.
        jsr wealth_get
        bmi @losing             ; below zero: even selling all would not pay
        lda switches + SW_HOTEL
        beq @debt
        jsr on_debtor           ; a preset where not all can be sold
        bcs @losing
@debt:
        lda #PF_DEBT
        .byte $2C               ; bit abs: skips the next lda
@losing:
        lda #PF_LOSING
        sta play_sum            ; the new flag, while the old ones are masked out
        lda player_flags,x      ; the two exclude each other
        and #<~(PF_DEBT | PF_LOSING)
        ora play_sum
        sta player_flags,x
@next:
        dex
        bpl @seat
        rts
.endproc
