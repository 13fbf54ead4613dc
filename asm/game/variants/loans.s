; loans.s -- what bank and players lend (SW_LOANS)
;
; Eight places.  While the lender decides (MODE_LOAN, whose square is the place) the terms lie in a
; place that is still free, without a borrower.  A loan that falls due is charged like anything else:
; what is not in hand becomes a debt, then R-12 has it.
; Test tests/asm/game/test_variants_loans.py


.include "../play/rules.inc"
.include "russian.inc"

.segment "VARIANT_DATA"
terms_end:      .byte LOAN_TURNS_MOST + 1, LOAN_LAPS_MOST + 1

.segment "VARIANT_CODE"

; ru_on_go -- a lap less on the loans of the player with the dice
; In     mode_active     Out    -     Uses   A, X, Y, flags; money_*, play_*, but not play_player     Keeps  -
.proc ru_on_go
        lda #LOAN_LAPS
        ; falls through
.endproc

; loans_count -- one less on all loans of the player with the dice that are counted so; at 0 he pays
; In     A  LOAN_*     Out    -     Uses   A, X, Y, flags; money_*, play_*, but not play_player     Keeps  -
.proc loans_count
        sta play_min
        ldx #0
@loan:
        lda loan_borrower,x
        cmp mode_active
        bne @next
        lda loan_unit,x
        cmp play_min
        bne @next
        dec loan_left,x
        bne @next
        stx play_scan
        lda #EV_LOAN_DUE
        jsr loan_pay
        ldx play_scan
@next:
        inx
        cpx #LOANS
        bne @loan
        rts
.endproc

; loan_pay -- the player with the dice owes loan X now, and the place is free
; In     A  EV_*;  X  loan     Out    -     Uses   A, X, Y, flags; money_*, play_amount, play_rest
.proc loan_pay
        pha
        jsr loan_amount
        pla
        jsr loan_event
        lda loan_lender,x
        jsr loan_free
        ldx mode_active
        jmp money_charge
.endproc

; loan_amount -- how much loan X is
; In     X  loan     Out    play_amount;  X, Y as they were     Keeps  -     Uses   A, N Z
.proc loan_amount
        lda loan_lo,x
        sta play_amount
        lda loan_hi,x
        sta play_amount+1
        rts
.endproc

; loan_event -- event A about the player with the dice, loan X and its lender     Keeps  X, Y
.proc loan_event
        stx event_param
        pha
        lda loan_lender,x
        sta event_other
        lda loan_lo,x
        sta event_lo
        lda loan_hi,x
        sta event_hi
        pla
        stx tmp0
        ldx mode_active
        jsr event_emit
        ldx tmp0
        rts
.endproc

; loan_free -- place X is free
; In     X  loan     Out    A, X, Y as they were     Keeps  -     Uses   N Z
.proc loan_free
        pha
        lda #0
        sta loan_lender,x
        sta loan_lo,x
        sta loan_hi,x
        sta loan_unit,x
        sta loan_left,x
        lda #NO_PLAYER
        sta loan_borrower,x
        pla
        rts
.endproc

; loan_place -- the first free place
; Out    C=0 X;  C=1 there is none     Uses   A
.proc loan_place
        ldx #0
@look:
        lda loan_borrower,x
        bmi @free
        inx
        cpx #LOANS
        bne @look
        rts                     ; C=1
@free:
        clc
        rts
.endproc

; loans_sum -- play_rest = all that player X has borrowed
; In     X  player     Out    play_rest;  X as it was     Keeps  -     Uses   A, Y, flags
.proc loans_sum
        lda #0
        sta play_rest
        sta play_rest+1
        ldy #LOANS - 1
@loan:
        txa
        cmp loan_borrower,y
        bne @next
        lda loan_lo,y
        clc
        adc play_rest
        sta play_rest
        lda loan_hi,y
        adc play_rest+1
        sta play_rest+1
@next:
        dey
        bpl @loan
        rts
.endproc

; ru_on_score -- what is borrowed counts as money that one has not
; In     X  player;  play_sum     Out    play_sum;  X as it was     Keeps  -     Uses   A, Y, flags; play_rest
.proc ru_on_score
        jsr loans_sum
        lda play_sum
        sec
        sbc play_rest
        sta play_sum
        lda play_sum+1
        sbc play_rest+1
        sta play_sum+1
        rts
.endproc

; loan_credit -- the machine's rule: would the player with the dice owe no more than half his equity?
; In     play_amount  what he asks for     Out    C=1 yes     Keeps  -     Uses   A, X, Y, flags; tmp0, play_rest
.proc loan_credit
        ldx mode_active
        jsr loans_sum
        lda play_rest
        clc
        adc play_amount
        sta play_rest
        lda play_rest+1
        adc play_amount+1
        sta play_rest+1
        lda player_equity_hi,x
        lsr a
        sta tmp0
        lda player_equity_lo,x
        ror a
        cmp play_rest
        lda tmp0
        sbc play_rest+1
        rts
.endproc

; loan_banker -- who decides for the bank?
; In     -     Out    C=0 seat X;  C=1 the machine: there is none, he is out or asks himself
; Keeps  Y     Uses   A, X
.proc loan_banker
        ldx switches + SW_BANKER
        beq @machine
        dex
        cpx mode_active
        beq @machine
        lda player_flags,x
        lsr a
        bcc @machine
        clc
        rts
@machine:
        sec
        rts
.endproc
        .assert PF_ALIVE = 1, error, "loan_banker tests PF_ALIVE by lsr"

; ru_check_loan -- the terms at LOAN_ASK_*; LOAN_ISSUE is the banker's at his turn, where the bank's money
; is limited; an event can name 65535 at most
; In     -     Out    C=0 may be done;  C=1 A = reason     Keeps  -
; Uses   A, X, Y, flags; play_amount, play_rest, tmp0
.proc ru_check_loan
        ldy LOAN_ASK_UNIT
        cpy #LOAN_ISSUE
        beq @amount
        bcs @range
        jsr loan_place
        bcs @none
        lda LOAN_ASK_TERM
        beq @range
        cmp terms_end,y
        bcs @range
@amount:
        lda LOAN_ASK_HI
        sta play_amount+1
        lda LOAN_ASK_LO
        sta play_amount
        ora play_amount+1
        beq @range
        lda #<LOAN_MOST
        cmp play_amount
        lda #>LOAN_MOST
        sbc play_amount+1
        bcc @range
        cpy #LOAN_ISSUE
        beq @issue
        ldx LOAN_ASK_LENDER
        cpx #CREDIT_BANK
        beq @bank
        bcs @partner
        cpx mode_active
        beq @partner
        lda player_flags,x
        lsr a
        bcs lender_has
@partner:
        lda #REASON_PARTNER
        sec
        rts
@bank:
        jsr loan_banker
        bcc @done
        jsr loan_credit
        lda #REASON_CREDIT
        bcc @refuse
@may:
        clc
@done:
        rts
@issue:
        ldx switches + SW_BANKER
        dex
        cpx mode_active
        bne @range
        lda switches + SW_BANK
        beq @range
        lda issue_total+2
        beq @may
@range:
        lda #REASON_RANGE
@refuse:
        sec
        rts
@none:
        lda #REASON_NO_LOAN
        rts
.endproc

; lender_has -- has player X play_amount in hand?
; Out    C=0 yes;  C=1 A = reason
.proc lender_has
        jsr money_below
        lda #REASON_TRADE_THEM
        bcc @short
        clc
        rts
@short:
        sec
        rts
.endproc

; ru_do_loan -- the lender decides; the machine has decided
; New money is issued at once.  A loan is noted first and then decided: by the bank at once, by a player as a mode
; of its own, in which he is asked.
; In     -     Out    -     Keeps  -     Uses   A, X, Y, flags; event_*, money_*, play_*, tmp0
.proc ru_do_loan
        lda LOAN_ASK_UNIT
        lsr a
        beq @loan
        .assert LOAN_ISSUE = 2 .and LOAN_LAPS = 1 .and LOAN_TURNS = 0, error, "told by bit 1"
        lda LOAN_ASK_LO
        sta money_part
        lda LOAN_ASK_HI
        sta money_part+1
        jmp issue
@loan:
        jsr loan_place
        stx play_scan
        lda LOAN_ASK_LENDER
        sta loan_lender,x
        lda LOAN_ASK_LO
        sta loan_lo,x
        lda LOAN_ASK_HI
        sta loan_hi,x
        lda LOAN_ASK_UNIT
        sta loan_unit,x
        lda LOAN_ASK_TERM
        sta loan_left,x
        lda #EV_LOAN_ASKED
        jsr loan_event
        lda loan_lender,x
        tax
        cmp #CREDIT_BANK
        bne @seat
        jsr loan_banker
        bcs loan_grant
@seat:
        ldy play_scan
        lda #MODE_LOAN
        jmp mode_push
.endproc

; loan_asked -- X = play_scan = the place of the loan that is being decided
; In     -     Out    X, play_scan     Keeps  -     Uses   A, N Z
.proc loan_asked
        ldx mode_depth
        lda mode_square,x
        tax
        stx play_scan
        rts
.endproc

; ru_check_grant -- the lender has the money; the bank always
; In     -     Out    C=0 may be done;  C=1 A = reason     Keeps  -     Uses   A, X, Y, flags; play_amount, play_scan
.proc ru_check_grant
        jsr loan_asked
        jsr loan_amount
        lda loan_lender,x
        tax
        eor #CREDIT_BANK
        bne lender_has
        clc
        rts
.endproc

; ru_do_grant -- the loan is paid out
; In     -     Out    -     Keeps  -     Uses   A, X, Y, flags; event_*, money_*, play_*, tmp0
.proc ru_do_grant
        jsr loan_asked
        jsr mode_pop
        ; falls through
.endproc

; loan_grant -- loan play_scan is paid out; with limited money the bank lends what it has
.proc loan_grant
        ldx play_scan
        jsr loan_amount
        lda loan_lender,x
        tax
        cmp #CREDIT_BANK
        beq @bank
        lda mode_active
        jsr money_charge
        jmp @paid
@bank:
        ldx mode_active
        jsr money_from_bank
        ldx play_scan
        lda play_amount
        sta loan_lo,x
        lda play_amount+1
        sta loan_hi,x
        ora play_amount         ; it has nothing: there is no loan
        beq loan_off
@paid:
        ldx play_scan
        lda mode_active
        sta loan_borrower,x
        lda #EV_LOAN
        jmp loan_event
.endproc

; ru_do_refuse_loan -- there is none
; In     -     Out    -     Keeps  -     Uses   A, X, Y, flags; event_*, play_scan, tmp0
.proc ru_do_refuse_loan
        jsr loan_asked
        jsr mode_pop
        ; falls through
.endproc

; loan_off -- loan X is not granted
.proc loan_off
        lda #EV_LOAN_REFUSED
        jsr loan_event
        jmp loan_free
.endproc

; ru_check_payback -- arg0 = place of an own loan, the whole amount in hand
; In     arg0     Out    C=0 may be done;  C=1 A = reason     Keeps  -     Uses   A, X, Y, flags; play_amount
.proc ru_check_payback
        ldx arg0
        cpx #LOANS
        bcs @range
        lda loan_borrower,x
        cmp mode_active
        bne @owner
        jsr loan_amount
        ldx mode_active
        jmp cash_check
@range:
        lda #REASON_RANGE
        rts
@owner:
        lda #REASON_NOT_OWNER
@refuse:
        sec
        rts
.endproc

; ru_do_payback -- paid before it is due
; In     arg0     Out    -     Keeps  -     Uses   A, X, Y, flags; event_*, money_*, play_amount, play_rest, tmp0
.proc ru_do_payback
        ldx arg0
        lda #EV_LOAN_BACK
        jmp loan_pay
.endproc

