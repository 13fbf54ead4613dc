; answer.s -- answer an offer (R-17.10): approve, decline, and why
; Test tests/asm/game/brain/test_trade.py, test_sense.py

.include "brain.inc"

CASH_MAX        = $0F           ; more than 4095 counts as that: eight times a sum is 16 bit

.segment "PLAY_BSS"
brain_why:      .res 1          ; WHY_* of the last refusal

.segment "BRAIN_CODE"

; trade_answer -- approve, repay first what can be, or decline
; Reasons in this order: too many offers, a group broken up or an unfair share, too early, too
; little money left. brain_why has the first that holds.
; In     br_me
; Out    C=0 A = REQ_*, arg0
; Keeps  -     Uses   A, X, Y, flags; arg0, br_*, play_*, tmp0-tmp5, trade_*
.proc trade_answer
        lda br_me               ; it is the partner
        sta tr_to
        ldx trade_from
        stx tr_from
        lda #WHY_ENOUGH
        sta brain_why
        jsr heard
        ; People may offer as often as they like; it listens so often a turn.
        cmp #OFFERS_HEARD
        bcs decline
        lda #WHY_UNFAIR
        sta brain_why
        jsr breaks_group
        bcs decline
        lda #0
        sta br_cash
        sta br_cash+1
        lda trade_give_lo       ; what the initiator gives ...
        ldy trade_give_hi
        jsr @cash
        ; br_cash counts from the initiator's side: what he gives is negative, what he wants is
        ; added.
        jsr cash_negate
        lda trade_want_lo       ; ... and what he wants
        ldy trade_want_hi
        jsr @cash
        lda #<square_mark       ; a trade's marks lie on the squares
        ldx #>square_mark
        ldy trade_cards
        jsr weigh
        jsr shares              ; tmp0 the initiator's, tmp2 its own
        ldx trade_from
        jsr least_for
        jsr fair_other          ; exchanged: its own gain against the initiator's
        bcs decline
        jsr hasty               ; a fair trade can still come too early
        bcs decline
        jsr broke               ; or leave it without money for rents
        bcs decline
        jsr toggle_find
        bcc @done               ; it repays first and approves when it is asked again
        lda #REQ_APPROVE
        jsr play_check
        bcs decline             ; it cannot pay the fees
        ldx trade_from
        jsr heard_more
        lda #REQ_APPROVE
        clc
@done:
        rts
@cash:                          ; br_cash, which is 0 or less, += so much
        cpy #CASH_MAX + 1       ; more than 4095 counts as that
        bcc @sane
        ldy #CASH_MAX
@sane:
        clc
        adc br_cash
        sta br_cash
        tya
        adc br_cash+1
        sta br_cash+1
        rts
.endproc

; least_for -- eighths of the gain of player X that it must have itself
; In     X  player     Out    A     Keeps  X, Y     Uses   A, N Z C
.proc least_for
        lda player_flags,x
        asl a                   ; C=0: a person
        lda weights + WEIGHT_TRADE_WARY
        bcc @done
        lda weights + WEIGHT_TRADE_LEAST
@done:
        rts
.endproc

; decline -- this offer was listened to
; In     trade_from     Out    C=0 A = REQ_DECLINE     Keeps  -
; Uses   A, X, flags
.proc decline
        ldx trade_from
        jsr heard_more
        lda #REQ_DECLINE
        clc
        rts
.endproc

; heard -- how many offers of player X it has listened to in this turn
; People have no use for brain_wait and brain_tries of their seats: turn and number are there.
; Out    A; 0 for computers, who make one a turn
; Keeps  X      Uses   A, N Z C
.proc heard
        lda player_flags,x
        asl a                   ; PF_CPU into C
        lda #0
        bcs @done
        lda turn_count
        eor brain_wait,x        ; 0 in the same turn
        beq @same
        lda turn_count
        sta brain_wait,x        ; a new turn: it listens again
        lda #0
        sta brain_tries,x
@same:
        lda brain_tries,x
@done:
        rts
.endproc
        .assert PF_CPU = $80, error, "heard tells computers by bit 7"

; heard_more -- an offer of player X has been answered
; Uses   A, N Z C
.proc heard_more
        lda player_flags,x      ; a computer needs these bytes of its seat itself
        bmi @done
        jsr heard
        cmp #OFFERS_HEARD       ; enough is enough: the count stops there
        bcs @done
        inc brain_tries,x
@done:
        rts
.endproc

; hasty -- C=1: it would help the initiator to a group while most deeds are for sale
.proc hasty
        lda #WHY_EARLY          ; in case it says no
        sta brain_why
        lda tr_gain+1           ; no group that lacks a deed is worth so much
        bmi not_so              ; it loses by groups: this is no question of haste
        beq not_so
        jsr brain_owned
        cmp weights + WEIGHT_TRADE_FROM
        jmp carry_turn          ; C = fewer
.endproc

; broke -- C=1: it would pay a person, and have less than its reserve, or less than TRADE_KEEP
; for what brings it a group
.proc broke
        lda #WHY_CASH
        sta brain_why
        lda trade_give_lo       ; does it pay more than it gets?
        cmp trade_want_lo
        lda trade_give_hi
        sbc trade_want_hi
        ; C=1: it pays no more than it gets
        bcs not_so              ; a gift, or deeds for deeds
        ldx trade_from
        lda player_flags,x
        bmi not_so              ; computers have left it enough
        lda tr_gain+3
        bmi @reserve
        bne @group              ; 256 and more: the trade completes a group for it
@reserve:
        jsr brain_keep
        jmp @look
@group:
        ldx #WEIGHT_TRADE_KEEP  ; for a group it goes down to this
        jsr keep_money
@look:
        ldx br_me
        jsr trade_result        ; fees and repayments taken off as well
        lda play_sum+2
        bmi so                  ; it would be in debt
        lda play_sum            ; 16 bits: money left against what it keeps
        cmp br_keep
        lda play_sum+1
        sbc br_keep+1
        bcc so
        ; falls through
.endproc

; not_so -- Out C=0     Keeps  A, X, Y
.proc not_so
        clc
        rts
.endproc

; so -- Out C=1     Keeps  A, X, Y
.proc so
        sec
        rts
.endproc

; breaks_group -- C=1: it would give away deeds of a complete group
; Whatever it would get: the rents of a whole group are gone with any deed of it.
; In     br_me, the trade that is marked     Out    C     Uses   A, X, Y, br_square     Keeps  -
.proc breaks_group
        ldx #SQUARES - 1
@square:
        lda square_mark,x
        beq @next
        lda square_owner,x      ; its own deeds are those it gives
        cmp br_me
        bne @next
        stx br_square
        ldy square_group,x
        jsr brain_own
        ldx br_square
        cmp group_size,y        ; it holds all of them now
        beq @yes                ; C=1
@next:
        dex
        bpl @square
        clc
@yes:
        rts
.endproc

; toggle_find -- a mortgaged deed it receives and can repay from what exceeds the reserve
; Out    C=0 A = REQ_TOGGLE, arg0;  C=1 none
.proc toggle_find
        jsr brain_keep
        ldx br_me
        jsr trade_result        ; play_sum = money afterwards, as marked now
        lda play_sum+2
        bne @none               ; negative, or past 65535
        lda play_sum            ; what is left above the reserve
        sec
        sbc br_keep
        sta br_cash
        lda play_sum+1
        sbc br_keep+1
        sta br_cash+1
        ldx #SQUARES - 1
@square:
        lda square_mark,x       ; in the trade, and not to be repaid yet
        cmp #MARK_IN
        bne @next
        lda square_mortgaged,x
        beq @next
        lda square_owner,x      ; what it gives is not repaid by it
        cmp br_me
        beq @next
        ; The fee is paid in any case and is in play_sum already: repaying costs the mortgage
        ; more.
        lda mortgage_value,x    ; within what is above the reserve?
        jsr brain_afford_byte
        bcs @found
@next:
        dex
        bpl @square
@none:
        sec
        rts
@found:
        stx arg0
        lda #REQ_TOGGLE
        clc
        rts
.endproc
