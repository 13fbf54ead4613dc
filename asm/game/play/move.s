; move.s -- tokens on the board and the salary (R-4.2, R-5.1)
; Test tests/asm/game/test_turn.py, test_cards.py

.include "rules.inc"

.segment "PLAY_CODE"

; move_steps -- the player with the dice moves forward
; In     A  steps, 1..39
; Out    -     Keeps  -     Uses   A, X, Y, flags; event_*, money_*, play_*, tmp0
.proc move_steps
        jsr play_target
        ; falls through
.endproc

; move_to -- the player with the dice moves forward to a square (R-7.3)
; Taking the difference modulo 40 gives the steps; that the square is lower than the old one
; is the sign that GO was reached.
; In     A  square
; Out    X  player; salary paid if GO was passed or reached
; Uses   A, Y, flags; play_amount, play_rest, money_*, tmp0     Keeps  -
.proc move_to
        sta tmp0                ; the target, which play_dicer leaves alone
        jsr play_dicer
        lda player_square,x
        sta event_param
        lda tmp0
        sta event_other
        sec
        sbc player_square,x     ; C=0: the target lies behind him, past GO
        bcs @steps
        adc #SQUARES            ; C=0: past GO
@steps:
        sta event_hi            ; how many steps the token is shown to take
        lda tmp0
        ; The comparison is made before the square is replaced. C keeps what it found until the
        ; branch below: sta, lda and event_emit do not change C.
        cmp player_square,x     ; C=0: past GO or on it
        sta player_square,x
        lda #EV_MOVE
        jsr event_emit
        bcs @done               ; forward without passing GO
        lda #SALARY
        jsr amount_byte
        lda player_square,x     ; 0: he has landed on GO
        ; GO is square 0: only who lands on it may get it twice
        bne @pay                ; passed
        lda settings + OPT_GO
        beq @pay
        asl play_amount         ; landed on it, house rule R-16.3
        rol play_amount+1
@pay:
        stx play_player
        jsr money_from_bank     ; play_amount: what the bank had
        ldx play_player
        lda #EV_SALARY
        jsr event_amount
        jsr cash_flush
        lda switches + SW_LOANS ; presets with loans: some fall due at GO
        beq @lent
        jsr on_go
@lent:
        ldx play_player
@done:
        rts
.endproc

; play_target -- A = the square A steps ahead of the player with the dice
; Out    X = he
; Keeps  Y
.proc play_target
        sta tmp0                ; steps, as play_dicer uses A
        jsr play_dicer
        lda player_square,x
        clc
        adc tmp0
        cmp #SQUARES
        bcc @done
        sbc #SQUARES            ; C is set by the compare
@done:
        rts
.endproc

; move_back -- the player with the dice moves backward; never pays
; In     A  squares
; Out    X  he
; Uses   A, flags
; Keeps  Y
.proc move_back
        sta event_hi            ; how many, for the screen
        jsr play_dicer
        lda #MOVE_BACK          ; tells the screen that the token walks backward
        sta event_lo
        lda player_square,x
        sta event_param
        sec
        sbc event_hi
        bcs @on
        adc #SQUARES            ; C is clear: below GO, which pays nothing this way
@on:
        sta player_square,x
        sta event_other
        lda #EV_MOVE
        jmp event_emit
.endproc
.global move_back
