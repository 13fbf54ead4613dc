; turn.s -- a turn from its begin to its end; landings (R-4, R-6)
; Test tests/asm/game/test_turn.py

.include "rules.inc"

.segment "PLAY_CODE"

; do_end_turn -- the dice go to the next living player; after the last turn of a quick game to nobody
; In     -     Out    -     Keeps  -     Uses   A, X, Y, flags; event_*, play_*, tmp0-tmp1
.proc do_end_turn
        jsr play_dicer
        lda player_flags,x
        and #<~PF_SENT          ; whoever was sent to gaol in this turn may roll in his next
        sta player_flags,x
        lda settings + OPT_LENGTH ; 0: a game without a limit of turns
        beq @next
        lda turn_count          ; its low byte is enough: a quick game has at most 84
        ldy player_count
        cmp quick_turns - 2,y   ; two players are the first entry
        bcc @next
        jmp vote_over           ; the limit is reached: nobody gets the dice
@next:
        jsr play_next           ; X is still the one whose turn ends
        ; falls through
.endproc

; turn_begin -- player X has the dice now, or the time of a short game is over
; In     X  player     Out    -
; Uses   A, X, Y, flags; in a preset money_*, play_*     Keeps  -
.proc turn_begin
        lda switches + SW_CLOCK
        beq @begin
        jsr on_end              ; a short game may end here: between turns nothing is half done
        bcs @done
@begin:
        lda #0
        ; The mode stack is empty at a turn's begin: only its bottom, the normal mode, is left,
        ; and mode_active there is whose dice they are.
        sta mode_depth
        sta turn_doubles
        sta turn_again
        sta mode_square
        stx mode_active         ; [0], as mode_depth is 0
        lda #MODE_NORMAL
        sta mode_kind
        lda #PHASE_ROLL
        sta turn_phase
        lda player_flags,x      ; X is he still
        and #<~PF_SENT          ; he was sent to gaol in his turn before, not in this one
        sta player_flags,x
        inc turn_count          ; 16 bits: long games pass 255
        bne @tell
        inc turn_count+1
@tell:
        lda #EV_TURN
        jsr event_emit
        lda switches + SW_PRESET
        beq @done
        jmp on_turn             ; a preset's own work at a turn's begin
@done:
        rts
.endproc

.segment "PLAY_DATA"
; A quick game's turns, by how many have begun it: the same number for each.
quick_turns:    .byte 80, 81, 80, 80, 84, 84, 80
        .assert * - quick_turns = MAX_PLAYERS - 1, error, "two to eight"
.segment "PLAY_CODE"

; do_buy -- play_amount from check_buy
; In     play_amount, play_square, play_player  from check_buy     Out    -     Keeps  -
; Uses   A, X, Y, flags; event_*, money_*, play_*, tmp0
.proc do_buy
        jsr play_active         ; the check's X is gone by now
        lda player_square,x
        sta play_square
        lda #EV_BOUGHT
        jsr deed_sold           ; play_amount is the price still
        ; falls through: a double rolls again
.endproc

; turn_rest -- the landing is resolved: a further roll, or done
; In     -     Out    -     Keeps  X     Uses   A, Y, flags
.proc turn_rest
        ldy turn_again          ; nonzero: he has thrown a double and rolls again
        beq turn_done
        ; falls through
.endproc

; turn_rolls -- a roll is due
; In     -     Out    -     Keeps  X, Y     Uses   A, flags
.proc turn_rolls
        lda #PHASE_ROLL
        beq phase_set           ; always
.endproc
        .assert PHASE_ROLL = 0, error, "branches always"

; land_gaol -- the square that sends to gaol
; In     -     Out    -     Uses   as gaol_send     Keeps  Y
.proc land_gaol
        lda #GAOL_SQUARE
        ; falls through
.endproc

; gaol_send -- the player with the dice goes to gaol; his turn is over (R-4.3, R-5.1)
; Straight there: nothing is paid on the way, the square is not resolved, and the turn ends.
; In     A  GAOL_*     Out    -
; Uses   A, X, flags
; Keeps  Y
.proc gaol_send
        sta event_param
        jsr play_dicer
        lda #EV_GAOL
        jsr event_emit          ; why he goes, before it is shown that he goes
        lda player_square,x     ; from where
        sta event_param
        lda #SQUARE_GAOL        ; where the token is shown to go
        sta event_other
        sta player_square,x
        lda #MOVE_GAOL
        sta event_lo
        lda #EV_MOVE
        jsr event_emit
        lda player_flags,x
        ora #PF_GAOL | PF_SENT  ; PF_SENT: he came in this turn and does not roll in it
        sta player_flags,x
        lda #0
        sta player_gaol_fails,x ; A is 0: his count starts again
        sta turn_again          ; a double does not roll again from gaol
        sta turn_doubles
        ; falls through
.endproc

; turn_done -- all is done that had to be
; In     -     Out    -     Keeps  X, Y     Uses   A, flags
.proc turn_done
        lda #PHASE_DONE
        ; falls through
.endproc

; phase_set -- turn_phase = A
; In     A     Out    turn_phase     Uses   -     Keeps  A, X, Y
.proc phase_set
        sta turn_phase
        rts
.endproc

; turn_roll -- throw the dice
; In     A  DICE_*;  X  player
; Out    Z=1 a double;  EV_DICE
; Keeps  X      Uses  A, Y, C; random_*
.proc turn_roll
        sta event_hi            ; which roll it is; the event tells it as it is
        stx play_player
        jsr random_dice         ; event_hi survives: random keeps off events
        ldx play_player
        ; The dice go into the event, and the event's own fields hold them for the comparison:
        ; no other memory is needed.
        lda dice
        sta event_param
        ldy dice+1
        sty event_other
        cpy event_param         ; Z=1: a double
        bne @tell               ; no double
        lda event_hi
        bne @tell               ; doubles count in the turn's own rolls only
        inc turn_doubles
        lda turn_doubles        ; 1 to 3; the third leads to gaol
        sta event_lo            ; the how-manieth double in a row; 0 of all other rolls
@tell:
        lda #EV_DICE
        jsr event_emit
        lda dice
        cmp dice+1              ; Z for the caller: event_emit has spoiled it
        rts
.endproc
        .assert DICE_TURN = 0, error, "turn_roll tells the turn's own rolls by zero"

; do_roll -- REQ_ROLL: for the first turn, in gaol, or to move
; In     -     Out    -     Keeps  -
; Uses   A, X, Y, flags; event_*, money_*, play_*, random_range, random_temp, tmp0
.proc do_roll
        jsr play_mode
        cmp #MODE_FIRST
        bne @turn
        jmp first_roll
@turn:
        jsr play_dicer
        jsr in_gaol             ; Z=1: he is free
        beq @free
        jmp gaol_roll
@free:                          ; A = 0
        sta turn_again          ; the last double's extra roll is this one
        ; A = DICE_TURN: doubles of this roll count
        jsr turn_roll
        bne turn_move           ; no double
        lda turn_doubles
        cmp #3                  ; a third double in a row leads to gaol instead of on
        beq @third
        inc turn_again          ; to 1, as do_roll has cleared it
        bne turn_move           ; always
@third:
        lda #GAOL_DOUBLES
        jmp gaol_send
.endproc
.global first_roll, gaol_roll, turn_move

; do_continue -- after must-pay: back to the mode below; after bail: move
; In     -     Out    -     Keeps  -     Uses   A, X, Y, flags; event_*, money_*, play_*, tmp0
.proc do_continue
        jsr play_mode           ; the request ends a must-pay, or a bail that was a debt
        cmp #MODE_MUST_PAY
        bne @move
        jmp mode_pop            ; what was interrupted by the debt goes on
@move:
        jsr play_dicer
        lda player_flags,x      ; the move that was due is made now
        and #<~PF_MOVES
        sta player_flags,x
        ; falls through
.endproc

; turn_move -- move by the dice and resolve the landing
; In     -     Out    -     Keeps  -     Uses   A, X, Y, flags; event_*, money_*, play_*, tmp0
.proc turn_move
        jsr dice_sum            ; A: the steps
        jsr move_steps
        ; falls through
.endproc

; turn_land -- resolve the square the player with the dice stands on (R-6)
;
; Ends with turn_phase set.  Cards that move come back here by a jump, not a
; call: at most three times in one landing (chance, back three, chest, GO).
; In     -     Out    -     Keeps  -
; Uses   A, X, Y, flags; play_player, play_square, what it jumps to uses
.proc turn_land
        ; The phase is set before the landing is worked out: a landing that asks something, or
        ; that ends the turn, overwrites it; most do neither.
        jsr turn_rest
        jsr play_dicer
        stx play_player
        ldy player_square,x     ; where he stands now
        sty play_square
        ldx square_kind,y
        ; A jump by table: the address less one is pushed, high byte first, and rts goes there.
        ; That needs no variable, and X can be loaded again in between.
        lda land_hi,x
        pha
        lda land_lo,x
        pha
        ldx play_player
        rts                     ; to land_*: X player, Y square
.endproc

.segment "PLAY_DATA"
.define LANDINGS land_nothing-1, land_deed-1, land_deed-1, land_deed-1, land_chest-1, land_chance-1, land_tax-1, land_nothing-1, land_parking-1, land_gaol-1
land_lo:        .lobytes LANDINGS
land_hi:        .hibytes LANDINGS
.segment "PLAY_CODE"

.proc land_nothing
        rts
.endproc

; land_deed -- offer it, charge rent, or nothing
.proc land_deed
        lda square_owner,y      ; Y: the square, X: the visitor
        bmi deed_offer          ; NO_PLAYER has bit 7: the bank still has it
        cmp play_player
        beq land_nothing        ; his own
        lda square_mortgaged,y  ; of another player
        bne land_nothing        ; mortgaged: no rent
        jsr rent_amount
        ldy play_square
        lda square_kind,y
        cmp #KIND_UTILITY
        bne mover_charge        ; a utility's rent is a multiplier of the dice instead
        ; falls through
.endproc

; dice_charge -- rent of play_square, play_amount times the dice, is due from play_player
; In     play_amount  4 or 10;  play_player, play_square     Out    -
; Keeps  -     Uses   as rent_charge
.proc dice_charge
        jsr dice_sum
        jsr rent_times
        ; falls through
.endproc

; mover_charge -- play_amount as rent of play_square is due from play_player
; In     play_amount, play_player, play_square     Out    -     Uses   as rent_charge     Keeps  -
.proc mover_charge
        ldx play_player
        jmp rent_charge
.endproc

; dice_sum -- what both dice show together
; In     dice     Out    A, C=0     Keeps  X, Y     Uses   N V Z
.proc dice_sum
        lda dice
        clc
        adc dice+1
        rts
.endproc

; deed_offer -- the deed Y may be bought
; In     X  player;  Y = play_square
; Out    -     Keeps  X, Y     Uses   A, flags; event_*, play_amount
.proc deed_offer
        jsr price_amount        ; the offer tells the price
        lda #PHASE_BUY
        sta turn_phase
        lda #EV_OFFERED
        jmp event_square
.endproc
.global deed_offer

; rent_times -- play_amount (a multiplier, 4 or 10) times the dice
; In     A  sum of the dice     Out    -
; Uses   A, X, flags
; Keeps  Y
.proc rent_times
        ; Multiply by adding: the multiplier is 4 or 10, the dice 12 at most, so the product
        ; stays below 256.
        ldx play_amount         ; the multiplier counts, the dice are added
        sta play_amount
        lda #0
@add:
        clc
        adc play_amount
        dex
        bne @add
        jmp amount_byte
.endproc

; land_tax -- to the bank's tax account (R-6.3)
.proc land_tax
        lda price_lo,y          ; the price of a tax is what it costs
        ldx switches + SW_PRESET
        beq tax_byte
        jmp on_tax
.endproc

; tax_byte, tax_pay -- a tax of A, or of play_amount
; In     A;  play_player, play_square     Out    -     Uses   as money_charge     Keeps  -
.proc tax_byte
        jsr amount_byte
        ; falls through
.endproc

.proc tax_pay
        ldx play_player
        lda play_square
        sta event_param
        lda #CREDIT_TAX
        ldy #EV_TAX
        jmp charge_told
.endproc

; land_parking -- the pool goes to whoever lands there (R-16.2)
.proc land_parking
        lda pool_lo
        sta play_amount
        ora pool_hi             ; an empty pool is no event
        beq @nothing
        lda pool_hi
        sta play_amount+1
        lda #0                  ; empty before it is paid out, as play_amount has it
        sta pool_lo
        sta pool_hi
        lda #EV_PARKING         ; told before EV_CASH of the payment
        jsr event_amount
        jmp money_credit        ; the pool is in circulation already: not from the bank
@nothing:
        rts
.endproc
