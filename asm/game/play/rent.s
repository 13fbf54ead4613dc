; rent.s -- what landing on somebody's deed costs (R-8)
; Test tests/asm/game/test_rent.py

.include "rules.inc"

.segment "PLAY_CODE"

; rent_get -- rent due on a square without dice
; In     X  square
; Out    A low, Y high: street and station rent, multiplier of a utility;
;        0 if nobody owns it or it is mortgaged
; Uses   X, flags; tmp0, play_group, play_square, play_amount     Keeps  -
.proc rent_get
        ; A deed that brings nothing is sorted out before rent_amount, which takes an owner for granted.
        stx play_square
        lda square_owner,x
        bmi @nothing
        lda square_mortgaged,x
        bne @nothing            ; no rent for a mortgaged deed
        jsr rent_amount
        lda play_amount
        ldy play_amount+1
        rts
@nothing:
        lda #0
        tay
        rts
.endproc
        .assert NO_PLAYER >= $80, error, "unowned is told by bit 7"

; rent_amount -- rent of play_square, which has an owner
; In     play_square
; Out    play_amount  (utilities: the multiplier)
; Uses   A, X, Y, flags; tmp0, play_group     Keeps  -
.proc rent_amount
        ldy play_square
        ldx square_owner,y      ; X for group_owned and the count below
        lda square_group,y
        sta play_group
        cmp #GROUP_STATIONS
        bcs @by_number          ; the two last groups: stations, utilities
        ; street_rents has six rents a street, by level 0 to 5: its index is where a street's
        ; rents begin.
        lda street_index,y
        adc square_level,y      ; six rents in a row, by level; C is clear
        tay
        lda street_rents_lo,y
        sta play_amount
        lda street_rents_hi,y
        sta play_amount+1
        ldy play_square
        lda square_level,y      ; 0: bare
        bne @done               ; with houses the rents of the table hold
        jsr group_owned         ; bare and all in one hand: double
        bne @done
        asl play_amount
        rol play_amount+1
@done:
        rts
@by_number:
        ; Stations and utilities go by how many of the group the owner has: player_groups is
        ; group * 8 + seat. He owns this one, so the number is at least 1 and the tables begin
        ; at 1.
        jsr count_of
        ldx player_groups,y
        lda play_group
        cmp #GROUP_UTILITIES    ; A is the group, X how many
        beq @utility
        lda station_rents-1,x
        jmp amount_byte
@utility:
        lda utility_rents-1,x
        jmp amount_byte
.endproc

; rent_charge -- charge play_amount as rent of play_square
; In     X  payer     Out    -
; Uses   A, X, Y, flags     Keeps  -
.proc rent_charge
        lda switches + SW_RENT  ; nonzero: the owner claims it, or lowers it
        beq rent_pay
        jmp on_rent
.endproc

; rent_pay -- the same, and nobody is asked
; In     X  payer;  play_square, play_amount     Out    -     Uses   A, X, Y, flags     Keeps  -
.proc rent_pay
        ldy play_square
        sty event_param
        lda square_owner,y
        ldy #EV_RENT
        ; falls through
.endproc

; charge_told -- what a player is to pay: told, then charged
; In     A  creditor 0..9;  X  debtor;  Y  EV_*;  play_amount, event_param     Out    as money_charge
; Uses   A, X, Y, flags; event_*, money_*, play_amount, play_rest     Keeps  -
.proc charge_told
        sta event_other
        pha                     ; the creditor, kept over the event
        tya
        jsr event_amount
        pla
        jmp money_charge
.endproc
