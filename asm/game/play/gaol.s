; gaol.s -- ways out of gaol (R-5)
; Test tests/asm/game/test_gaol.py

.include "rules.inc"

.segment "PLAY_CODE"

; gaol_roll -- a double releases and moves, without an extra roll
; In     X  player with the dice, in gaol     Out    -     Keeps  -
; Uses   A, X, Y, flags; event_*, money_*, play_*, random_range, random_temp, tmp0
.proc gaol_roll
        lda #0
        sta turn_again          ; a double that releases gives no extra roll ...
        sta turn_doubles        ; ... and is not counted toward three in a row
        lda #DICE_GAOL
        jsr turn_roll           ; keeps X
        bne failed              ; Z=0: no double
        lda #RELEASE_DOUBLE
        jsr gaol_release
moves:
        jmp turn_move           ; by the dice that released him
failed:
        inc player_gaol_fails,x ; X: turn_roll keeps it
        lda player_gaol_fails,x
        sta event_param
        lda #EV_STAY
        jsr event_emit
        lda player_gaol_fails,x
        cmp #GAOL_FAILS
        bcc over                ; the turn is, unless this was its third failure
        ldy switches + SW_THIRD
        cpy #2
        bcc due
        cmp #GAOL_FAILS_MOST         ; with SW_THIRD 2 that turn has three rolls
        bcs due
again:
        jmp turn_rolls
over:
        jmp turn_done
due:
        ; After the third failure the turn is not over: he pays and moves by this roll, which is
        ; why PF_BAIL and the dice stay.
        lda #PF_BAIL            ; bail is due, whatever he has
        ldy #PHASE_BAIL
        bne flag_phase          ; always
.endproc
.global turn_move, gaol_roll

; in_gaol -- is player X in gaol?
; In     X     Out    Z=0 he is;  Z=1 A = 0     Keeps  X, Y     Uses   N
.proc in_gaol
        lda player_flags,x
        and #PF_GAOL
        rts
.endproc

; do_bail -- pay 50; after the third failure the token moves, at once or, when
; the bail became a debt, once it is paid (R-5.4)
; In     -     Out    -     Keeps  -     Uses   A, X, Y, flags; event_*, money_*, play_*, tmp0
.proc do_bail
        jsr play_dicer
        lda #BAIL
        jsr amount_byte
        jsr fee_creditor        ; a house rule sends it to Free Parking
        sta event_other
        pha                     ; the creditor, while gaol_release uses A
        lda #EV_BAIL
        jsr event_amount
        lda #RELEASE_BAIL
        ; Free before he is charged: if the bail becomes a debt, he owes as a free player and
        ; his token waits for the money.
        jsr gaol_release
        pla
        jsr money_charge
        jsr cash_flush
        lda turn_phase          ; do_bail serves both moments
        cmp #PHASE_BAIL         ; before the roll he has still to throw, as anybody
        bne card_done
        lda switches + SW_THIRD ; nonzero: a new roll, not the failed one
        bne gaol_roll::again    ; when a debt is paid
        jsr play_dicer
        lda player_money_hi,x   ; did 50 become a debt?
        bpl gaol_roll::moves    ; negative money is debt
        lda #PF_MOVES           ; a saved game has to know that a move is due
        ldy #PHASE_MOVE
        ; falls through
.endproc

; flag_phase -- player X has a flag more, and the turn another phase
; In     A  PF_*;  X;  Y  PHASE_*     Out    -     Keeps  X, Y     Uses   A, N Z
.proc flag_phase
        ora player_flags,x
        sta player_flags,x
        sty turn_phase
        rts
.endproc

; check_bail -- before the roll from money in hand; after the third failure always
; In     -     Out    C=0 may be done;  C=1 A = reason     Keeps  Y
; Uses   A, X, flags; play_amount
.proc check_bail
        jsr play_active
        lda turn_phase          ; at PHASE_BAIL there is no choice left
        cmp #PHASE_BAIL
        beq card_take           ; must be paid now; what he cannot pay becomes a debt
        jsr in_gaol
        beq card_free
        lda #BAIL               ; before the roll it is paid from money in hand, or not at all
        jmp byte_check          ; he may not go into debt for it
.endproc

; check_card -- holds a GO-free card and is in gaol, before the roll (R-5.2)
; Before the roll only, unless the preset lets him use it after the third failure as well
; (SW_THIRD).
; In     -     Out    C=0 may be done;  C=1 A = reason     Keeps  Y     Uses   A, X, flags
.proc check_card
        jsr play_active
        jsr in_gaol
        beq card_free
        lda turn_phase          ; PHASE_ROLL or PHASE_BAIL
        beq @before
        lda switches + SW_THIRD
        beq card_late
@before:
        .assert PHASE_ROLL = 0, error, "before the roll"
        txa                     ; his seat: deck_free holds who has the card of each deck
        cmp deck_free           ; either deck's card will do
        beq card_take
        cmp deck_free+1
        beq card_take
        lda #REASON_NO_CARD
        .byte $2C               ; bit abs: skips the next lda
        ; falls through
.endproc

; card_late, card_free, card_take -- what the two checks above answer
card_late:
        lda #REASON_PHASE
        .byte $2C               ; bit abs: skips the next lda
card_free:
        lda #REASON_NOT_GAOL
        sec
        rts
card_take:
        clc
card_done:
        rts

; do_card -- Community Chest's card first, then Chance's (R-5.5)
; In     -     Out    -     Keeps  -     Uses   A, X, Y, flags; event_*
.proc do_card
        jsr play_dicer
        ldy #0                  ; the chest's deck first
        cpx deck_free           ; Y = 0, the chest's deck, if he has its card
        beq @use
        iny
@use:
        jsr card_put_back       ; keeps X and Y
        ; Under the rules that let a card be used after the third failure he throws again
        ; instead of moving by the failed roll.
        jsr turn_rolls          ; also after the third failure; keeps X and Y
        sty event_param
        lda #EV_CARD_USED
        jsr event_emit
        lda #RELEASE_CARD
        ; falls through
.endproc

; gaol_release -- player X is free
; In     A  RELEASE_*
; Keeps  X      Uses  A, N Z
.proc gaol_release
        sta event_param
        lda player_flags,x
        and #<~(PF_GAOL | PF_SENT | PF_BAIL) ; whatever the way out, all marks of gaol go
        sta player_flags,x
        lda #0
        sta player_gaol_fails,x
        lda #EV_RELEASED
        jmp event_emit
.endproc
