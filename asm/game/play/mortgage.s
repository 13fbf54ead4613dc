; mortgage.s -- mortgages (R-11)
; Test tests/asm/game/test_mortgages.py

.include "rules.inc"

.segment "PLAY_CODE"

; in_trade -- is play_square part of the trade that is being decided? (R-10.5)
; Out    C=0 no;  C=1 yes: A = reason
; Keeps  Y
.proc in_trade
        jsr play_mode
        cmp #MODE_TRADE         ; only there are the marks those of a trade
        bne @no
        ldy play_square         ; the deed that is asked about
        lda square_mark,y
        lsr a                   ; MARK_IN into C
        lda #REASON_IN_TRADE    ; lda leaves C as lsr has set it
        rts
@no:
        clc
        rts
.endproc
        .assert MARK_IN = 1, error, "in_trade tests MARK_IN by lsr"

; check_mortgage -- arg0: own, not mortgaged, no improvements in its group
; In     arg0     Out    C=0 may be done;  C=1 A = reason     Keeps  -
; Uses   A, X, Y, flags; play_*, tmp0
.proc check_mortgage
        jsr deed_check
        bcs @refuse
        lda square_mortgaged,y  ; Y is the square, from deed_check
        bne @mortgaged
        jsr group_levels        ; A and Z: the highest level
        bne @improved           ; Z=0: something stands in the group
        beq in_trade
@mortgaged:
        lda #REASON_MORTGAGED
        .byte $2C               ; bit abs: skips the next lda
@improved:
        lda #REASON_IMPROVED
        sec
@refuse:
        rts
.endproc

; do_mortgage -- play_player, play_square from the check
; In     play_player, play_square
; Out    X = play_player
; Keeps  -     Uses   A, X, Y, flags; event_*, money_*, play_amount, play_rest, tmp0
.proc do_mortgage
        ldx play_player
        ldy play_square
        lda #1                  ; from here on the deed brings no rent
        sta square_mortgaged,y
        lda mortgage_value,y
        jsr amount_byte
        ; What the bank pays for a deed is its equity, so money and equity change by the same
        ; and his wealth stays.
        jsr equity_sub
        lda #EV_MORTGAGED
        ; falls through
.endproc

; bank_pays -- tell of play_square, then play_amount comes from the bank
; In     A  EV_*;  play_player, play_square, play_amount, event_other
; Out    X = play_player     Keeps  -     Uses   as do_mortgage
.proc bank_pays
        jsr event_square
        jsr money_from_bank
        ldx play_player
        rts
.endproc

; check_repay -- arg0: own, mortgaged, mortgage and fee in hand (R-11.2)
; In     arg0     Out    C=0 may be done;  C=1 A = reason     Keeps  -
; Uses   A, X, Y, flags; play_*
.proc check_repay
        jsr deed_check
        bcs @refuse
        lda square_mortgaged,y
        beq @free
        lda mortgage_value,y    ; fee and mortgage must both be in hand; C=0 from deed_check
        adc fee_value,y         ; together below 256: no carry
        jsr byte_check          ; leaves play_amount for do_repay
        bcs @refuse
        bcc in_trade
@free:
        lda #REASON_NOT_MORTGAGED
        sec
@refuse:
        rts
.endproc

; do_repay -- play_player, play_square, play_amount from the check
; Equity comes back with the deed; the fee is lost to the bank.
; In     play_amount, play_player, play_square     Out    -     Keeps  -
; Uses   A, X, Y, flags; event_*, money_*, play_amount, play_rest
.proc do_repay
        ldx play_player
        ldy play_square
        lda #0
        sta square_mortgaged,y
        lda mortgage_value,y
        jsr equity_add          ; only the mortgage: the fee is lost
        lda #EV_REPAID
        jsr event_square
        jmp money_to_bank
.endproc
