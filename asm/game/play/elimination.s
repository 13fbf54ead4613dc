; elimination.s -- must-pay interrupts, elimination and its deeds (R-12.6, R-13)
; Test tests/asm/game/test_debts.py, test_eliminations.py

.include "rules.inc"

.segment "PLAY_CODE"

; debt_settle -- after each request: serve debtors and losers, then put the
; deeds of the eliminated up for auction, then pass the dice on if need be
;
; Works by looking at the state, not by remembering, so there is nothing to
; nest: it stops wherever somebody has to decide and goes on from there after
; the next request.  Deeds are auctioned when nobody is in debt any more.
; In     -     Out    -     Keeps  -     Uses   A, X, Y, flags; event_*, money_*, play_*, tmp0
.proc debt_settle
        jsr flags_refresh       ; who is in debt, who is losing, by his money now
        jsr cash_flush
        jsr play_mode
        cmp #MODE_NORMAL
        beq @look               ; the normal mode: nothing else is going on
        cmp #MODE_MUST_PAY
        bne @done               ; an auction or a trade is finished first
        jsr play_active         ; with limited money a sale may not suffice
        lda player_flags,x
        and #PF_LOSING
        beq @done
        jsr mode_pop            ; what he can sell is not enough any more: look again
@look:
        jsr seats_alive         ; X: the last one, if A is 1
        cmp #1                  ; one left: he has won
        beq @last
        jsr debtor_next         ; C=0: X is in debt or losing
        bcs @solvent
        lda player_flags,x      ; losing: even all he has would not do
        and #PF_LOSING
        beq @must_pay
        jsr eliminate
        ; Each pass takes a player out of the game, or the dice on: the loop ends.
        jmp debt_settle
@must_pay:
        cpx mode_active         ; the player with the dice settles in his own
        beq @done               ; turn: there is nobody after him to serve
        lda #MODE_MUST_PAY
        ldy player_square,x     ; where the mode stands, for what the screen shows
        jmp mode_push
@solvent:
        lda bank_houses
        ; Somebody sold a hotel that needs more houses than the bank has. He has to sell on
        ; before anything else.
        bmi @done               ; phantom houses first
        jsr pending_start       ; C=0: an auction has begun
        bcc @done
        ldx mode_active         ; [0]: the player with the dice
        lda player_flags,x
        lsr a
        bcs @done               ; he is alive: the turn goes on
        jsr play_next           ; the loser held the dice (R-13.6)
        jsr turn_begin          ; a loan may have fallen due
        jmp debt_settle
@done:
        rts
@last:
        lda #OVER_LAST
        ; falls through
.endproc
        .assert PF_ALIVE = 1, error, "debt_settle tests PF_ALIVE by lsr"

; game_over -- player X has won
; The winners are bits by seat, so one winner is a single bit shifted up to his.
; In     A  OVER_*, X player
; Out    -     Keeps  Y     Uses   A, X, flags; tmp0, tmp1, event_*
.proc game_over
        pha
        lda #0
        sec
@bit:
        ; C is set once: it goes to bit 0 and then up, one place for each seat.
        rol a
        dex
        bpl @bit
        sta winners
        pla
        jmp winners_tell
.endproc

; debtor_next -- the first in play order after the player with the dice who is
; losing or in debt; he himself comes last
; Out    C=0 X = he;  C=1 nobody
; Uses   A, Y, N Z
.proc debtor_next
        ; The walk begins behind the player with the dice and counts all eight seats, so that he
        ; is the last.
        ldx mode_active         ; [0]: the player with the dice
        ldy #MAX_PLAYERS
@seat:
        inx
        cpx #MAX_PLAYERS
        bne @look
        ldx #0
@look:
        lda player_flags,x
        and #PF_DEBT | PF_LOSING ; X: anybody who cannot pay
        bne @found
        dey
        bne @seat
        sec
        rts
@found:
        clc
        rts
.endproc

; pending_start -- auction the first deed that waits for it (R-9.8)
; One at a time: the next one is found when this auction is over and debt_settle comes by again.
; Out    C=0 an auction has begun;  C=1 none waits
.proc pending_start
        ldy #0
@square:
        ldx square_pending,y
        bpl @start              ; whose it was; NO_PLAYER is negative: none waits
        iny
        cpy #SQUARES
        bne @square
        sec
        rts
@start:
        lda #NO_PLAYER
        sta square_pending,y    ; out of the queue
        sty play_square
        jsr play_next           ; bidding begins behind the loser
        jsr auction_start
        clc
        rts
.endproc

; eliminate -- player X is out of the game (R-13)
; All is turned into money first, which pays his creditors; then debts and flags go, then cards,
; and last the deeds, to whom he owed or to auction.
; In     X  player     Out    -
; Uses   everything of play_* and money_*     Keeps  -
.proc eliminate
        stx play_player         ; X is used by everything below
        sec                     ; his debt is his negative money: told as a positive sum
        lda #0
        sbc player_money_lo,x
        sta event_lo
        lda #0
        sbc player_money_hi,x
        sta event_hi
        lda #EV_RUIN
        jsr event_emit
        lda player_equity_lo,x  ; what he had besides money
        sta play_amount
        ; The event at the end names his equity, and loser_strip clears it before.
        pha
        lda player_equity_hi,x
        sta play_amount+1
        pha
        lda switches + SW_PRESET
        beq @sold
        jsr on_ruin
@sold:
        jsr loser_strip
        ldx play_player
        jsr money_from_bank     ; pays the creditors in order
        jsr loser_creditor      ; before loser_forget clears the debts it looks at
        ldx switches + SW_PRESET
        beq @lost               ; classic: A is the creditor of loser_creditor
        jsr on_creditor
@lost:
        sta play_other
        jsr loser_forget
        lda play_other          ; who gets his deeds, for the screen
        sta event_other
        ldx play_player
        pla
        sta event_hi            ; the equity that was pushed
        pla
        sta event_lo
        lda #EV_ELIMINATED
        jsr event_emit
        jsr cash_flush
        jsr loser_cards
        jsr seats_alive         ; A: how many are left
        cmp #1
        beq @done               ; the game is over: no transfer (R-13.5)
        jmp loser_deeds
@done:
        rts
.endproc

; loser_strip -- all improvements back to the bank, all deeds mortgaged (R-13.1)
; In     play_player
.proc loser_strip
        ldy #SQUARES - 1
@square:
        lda square_owner,y      ; only what is his
        cmp play_player
        bne @next
        lda #1                  ; mortgaged, whatever a deed was: the bank pays nobody for it
        sta square_mortgaged,y
        lda square_level,y      ; a level of 0 adds no house
        cmp #LEVEL_HOTEL
        beq @hotel
        clc                     ; phantom houses shrink by it, too
        adc bank_houses         ; level 1 to 4: so many houses
        sta bank_houses
        jmp @bare
@hotel:
        inc bank_hotels         ; a hotel comes back whole: its houses were returned before
@bare:
        lda #0
        sta square_level,y
@next:
        dey
        bpl @square
        ldx play_player
        lda #0
        sta player_equity_lo,x
        sta player_equity_hi,x
        rts
.endproc

; loser_creditor -- to whom play_player lost: the first in play order who is
; still owed, then bank, then tax account (R-12.9)
; Out    A  creditor
.proc loser_creditor
        lda play_player         ; the round begins behind him
        sta play_index
@seat:
        ldx play_index
        inx                     ; the seats behind him, round the table
        txa
        and #MAX_PLAYERS - 1    ; play order is a circle of eight
        sta play_index
        cmp play_player
        beq @account            ; round to himself: no player is owed
        jsr debt_of
        beq @seat               ; nothing owed to this one: on round the table
@found:
        lda play_index
        rts
@account:
        lda #CREDIT_BANK
        sta play_index
        jsr debt_of             ; Z=1: only the tax account is left
        bne @found              ; the bank
        inc play_index
        bne @found              ; always: somebody is owed
.endproc

; debt_of -- Y = place of play_player's debt to creditor A; Z=1 nothing is owed
; Uses   A
.proc debt_of
        asl a                   ; debt_*: creditor * 8 + debtor
        asl a
        asl a
        ora play_player
        tay
        lda debt_lo,y
        ora debt_hi,y
        rts
.endproc

; loser_forget -- no money, no debts, no flags; what others owe play_player
; they owe the bank from now on
.proc loser_forget
        lda #CREDITORS - 1      ; all ten: nobody is owed anything any more
        sta play_index
@creditor:
        lda play_index
        jsr debt_of
        lda #0
        sta debt_lo,y
        sta debt_hi,y
        ; A is 0 behind the store, and dec leaves it: money and failures are cleared by it
        ; below.
        dec play_index
        bpl @creditor
        ldx play_player         ; out, with nothing
        sta player_money_lo,x
        sta player_money_hi,x
        sta player_gaol_fails,x
        lda player_flags,x
        ; Whether a computer plays is known after the end, too; not being alive is what takes
        ; him out.
        and #PF_CPU
        sta player_flags,x
        txa                     ; the loser's row of debt_*: eight debtors
        asl a
        asl a
        asl a
        tax                     ; debts to the loser
        ldy #0
@debtor:
        lda debt_lo + CREDIT_BANK * MAX_PLAYERS,y ; Y: the debtor, X: his place in the loser's row
        clc
        ; As a table of creditor rows: the loser's row is added to the bank's, debtor by debtor.
        adc debt_lo,x
        sta debt_lo + CREDIT_BANK * MAX_PLAYERS,y
        lda debt_hi + CREDIT_BANK * MAX_PLAYERS,y
        adc debt_hi,x
        sta debt_hi + CREDIT_BANK * MAX_PLAYERS,y
        lda #0
        sta debt_lo,x           ; and nobody owes the loser any more
        sta debt_hi,x
        inx
        iny
        cpy #MAX_PLAYERS
        bne @debtor
        rts
.endproc

; loser_cards -- GO-free cards go to the creditor, or back with the next
; shuffle if that is not a living player (R-13.2, R-13.4)
; In     play_player, play_other
.proc loser_cards
        ldy #1
@deck:                          ; deck 1, then 0
        lda deck_free,y
        cmp play_player
        bne @next
        ldx play_other          ; the creditor
        cpx #CREDIT_BANK
        bcs @bank               ; bank or tax account: nobody can hold it
        txa
        jsr card_keep           ; keeps X and Y, Z=1 from event_emit
        beq @next               ; always
@bank:
        jsr card_put_back
@next:
        dey
        bpl @deck
        rts
.endproc

; loser_deeds -- laid before the creditor, or up for auction
; In     play_player  loser;  play_other  creditor
.proc loser_deeds
        ldx play_player
        ldy #SQUARES - 1
@look:
        txa                     ; is there any deed at all?
        cmp square_owner,y
        beq @some
        dey
        bpl @look
        rts                     ; none: no transfer (R-13.5)
@some:
        lda play_other
        cmp #CREDIT_BANK        ; C=1: no player
        bcs pending_all         ; bank or tax account: they go to auction
        lda switches + SW_BANKRUPT ; 0: the creditor chooses, deed by deed
        beq @choose
        jmp on_heir             ; 1: he has all of it
@choose:
        stx trade_from
        jsr marks_clear
        sta transfer_seen       ; A = 0
        ldx play_other
        lda play_player         ; the loser, for the screen
        sta event_other
        lda #EV_TRANSFER
        jsr event_emit
        ldy #NO_PLAYER
        lda #MODE_TRANSFER
        jmp mode_push
.endproc

; marks_clear -- no deed is marked
; In     -     Out    A = 0
; Keeps  X
; Uses   A, Y, N Z
.proc marks_clear
        ldy #SQUARES - 1
        lda #0
@square:
        sta square_mark,y
        dey
        bpl @square
        rts
.endproc

; pending_all -- all deeds of player X: unmortgaged, unowned, to be auctioned,
; speaking starts after X
.proc pending_all
        stx play_other
        stx trade_from
        lda switches + SW_BANKRUPT ; 0 and 1 auction them
        lsr a
        beq pending_rest        ; 2: nobody auctions them
        ldy #NO_PLAYER          ; square_pending becomes NO_PLAYER: nothing waits
        sty play_other
        ; falls through
.endproc

; pending_rest -- all deeds that trade_from still has, likewise, speaking starts
; after play_other (R-13.3, R-13.4)
.proc pending_rest
        ldx trade_from
        ldy #SQUARES - 1
@square:
        txa
        cmp square_owner,y
        bne @next
        sty play_square
        jsr deed_take           ; nobody owns it, and it waits for its auction
        ldy play_square
        lda #0
        sta square_mortgaged,y  ; the bank sells it free
        lda play_other          ; after whom they speak, or NO_PLAYER
        sta square_pending,y
@next:
        dey
        bpl @square
        rts
.endproc

; check_choose -- arg0 a deed of the loser, arg1 what to do with it
; In     arg0, arg1     Out    C=0 may be done;  C=1 A = reason     Keeps  X
; Uses   A, Y, flags
.proc check_choose
        ldy arg0
        cpy #SQUARES
        bcs @range              ; a byte from outside
        lda arg1
        cmp #4
        bcs @range
        cmp #MARK_REPAY         ; repaying a deed he does not take makes no sense
        beq @range
        lda trade_from          ; the loser: nobody else's deeds are laid out
        cmp square_owner,y
        bne @other
        clc
        rts
@range:
        lda #REASON_RANGE
        .byte $2C               ; bit abs: skips the next lda
@other:
        lda #REASON_NOT_OWNER
        sec
        rts
.endproc

; do_choose -- choosing is seeing
; In     arg0, arg1     Out    -     Keeps  X     Uses   A, Y, flags
.proc do_choose
        ldy arg0
        lda arg1
        sta square_mark,y
        ; falls through
.endproc

; do_review -- the creditor has opened the selection (R-13.2)
; In     -     Out    -     Keeps  X, Y     Uses   A, flags
.proc do_review
        lda #1
        sta transfer_seen
        rts
.endproc

; check_confirm -- seen once, and the charges fit his money
; In     -     Out    C=0 may be done;  C=1 A = reason     Keeps  -
; Uses   A, X, Y, flags; play_amount, trade_marks, trade_party
.proc check_confirm
        lda transfer_seen
        ; He has to look at it once: else a hasty key would give deeds away.
        beq @not_seen
        jsr play_active         ; X: who confirms
        jsr trade_cost
        lda play_amount
        ora play_amount+1
        beq @take               ; nothing to pay, even without money
        jsr play_active
        jsr money_below         ; C=0: he cannot
        bcc @short
@take:
        clc
        rts
@not_seen:
        lda #REASON_NOT_SEEN
        .byte $2C               ; bit abs: skips the next lda
@short:
        lda #REASON_MONEY
        sec
        rts
.endproc

; do_confirm -- the marked deeds change hands, the rest goes to auction
; In     play_amount  all charges, from the check
; Out    -     Keeps  -     Uses   A, X, Y, flags; event_*, money_*, play_*, tmp0
.proc do_confirm
        jsr play_active
        stx play_other
        jsr mode_pop            ; before he pays: a debt opens a mode of its own
        jsr rest_of_amount      ; the charges as the check has summed them: deed_move spoils play_amount
        ldy #0
@square:
        lda square_owner,y
        cmp trade_from
        bne @next
        lda square_mark,y       ; 0: not taken, it goes to auction below
        beq @next
        sty play_square
        jsr deed_move
@next:
        iny
        cpy #SQUARES
        bne @square
        jsr marks_clear
        jsr pending_rest        ; speaking starts after play_other, the creditor
        jmp rest_pay            ; the charges, in one sum
.endproc
.global deed_move
