; card.s -- the two decks and what the cards do (R-7)
; Test tests/asm/game/test_cards.py

.include "rules.inc"

.segment "PLAY_BSS"
card_deck:      .res 1

.segment "PLAY_CODE"

; decks_start -- all cards in, both decks shuffled (R-3.3)
; In     -     Out    -     Keeps  -
; Uses   A, X, Y, flags; random_range, random_temp, tmp0-tmp1
.proc decks_start
        lda #NO_PLAYER
        sta deck_free
        sta deck_free+1
        sta card_last           ; no card has been drawn
        jsr random_deck_first
        ldx #1                  ; the NES generator deals Chance first
        jsr deck_shuffle
        ldx #0
        ; falls through
.endproc

; deck_shuffle -- a new order of deck X; a used GO-free card comes back, a held
; one stays out (R-7.7)
; In     X  deck     Out    -
; Uses   A, X, Y, flags; tmp0-tmp3, random_*     Keeps  -
.proc deck_shuffle
        stx card_deck
        ldy deck_free,x         ; holder of the deck's GO-free card, or NO_PLAYER, FREE_USED
        cpy #FREE_USED          ; played since the last shuffle: it is in again
        bne @order
        lda #NO_PLAYER
        sta deck_free,x
@order:
        lda settings + OPT_RANDOM
        cmp #RANDOM_LFSR
        bne @uniform
        jsr random_deck         ; its loop ends below 0
        bmi @fill               ; always
@uniform:
        jsr random_cards
@fill:                          ; the order is in random_order
        ldx card_deck           ; the shuffle has used X
        lda deck_free_card,x
        sta tmp0
        lda deck_free,x         ; held: its card is not dealt
        bpl @held
        ; The number of the card that is left out. No card has this number, so none is.
        sta tmp0                ; NO_PLAYER
@held:
        txa
        asl a                   ; 16 cards a deck: deck 0 at 0, deck 1 at 16
        asl a
        asl a
        asl a
        tax                     ; first place of the deck
        stx tmp1
        ldy #0
@copy:
        lda random_order,y      ; 0 to 15, shuffled
        cmp tmp0
        beq @skip
        sta deck_cards,x
        inx
@skip:
        iny
        cpy #16
        bne @copy
        txa
        sec
        sbc tmp1                ; how many were copied: 16, or 15 without the held card
        ldx card_deck
        sta deck_size,x
        cmp #16
        beq @full
        ldy tmp1                ; nothing in the last place
        lda #NO_PLAYER
        sta deck_cards+15,y
@full:
        ; falls through
.endproc

; deck_top -- the deck is drawn from its first card on
; In     X  deck     Out    -     Uses   A     Keeps  X, Y
.proc deck_top
        lda #0
        sta deck_next,x
        rts
.endproc

; random_deck_first -- with the NES generator one step precedes each shuffling
.proc random_deck_first
        lda settings + OPT_RANDOM
        cmp #RANDOM_LFSR
        bne @done
        jmp random_f1
@done:
        rts
.endproc

.global random_order

; land_chest, land_chance -- a card of either deck
; In     -     Out    turn_phase set     Keeps  -     Uses   as card_draw
land_chest:
        lda #0
        .byte $2C               ; bit abs: skips the next lda
land_chance:
        lda #1
        ; falls through

; card_draw -- the player with the dice draws and follows a card
; In     A  deck
; Out    turn_phase set     Keeps  -
; Uses   A, X, Y, flags; event_*, play_amount, play_player, tmp0, what it jumps to uses
.proc card_draw
        sta card_deck           ; for card_return
        tax                     ; deck 0 chest, 1 Chance
        asl a
        asl a
        asl a
        asl a
        sta tmp0                ; deck * 16: where its cards begin
        clc
        adc deck_next,x
        inc deck_next,x         ; next time the one below it
        tay
        lda deck_cards,y
        ; The decks differ in bit 4 of the card's number, so one table serves both.
        ora tmp0
        sta card_last
        sta event_param
        jsr play_dicer
        stx play_player
        lda #EV_CARD
        jsr event_emit
        ldy card_last
        lda card_value,y
        jsr amount_byte
        ldx card_effect,y       ; Y: the card of both decks' tables
        ; A jump by table: rts takes the address less one from the stack. X and Y are loaded
        ; afterwards.
        lda effect_hi,x
        pha
        lda effect_lo,x
        pha
        ldx play_player
        rts                     ; to card_*: X player, Y card, play_amount its value
.endproc

.segment "PLAY_DATA"
.define EFFECTS card_receive-1, card_pay-1, card_repair-1, card_collect-1, card_pay_each-1, card_advance-1, card_station-1, card_utility-1, card_back-1, card_gaol-1, card_free-1
effect_lo:      .lobytes EFFECTS
effect_hi:      .hibytes EFFECTS
.segment "PLAY_CODE"

.proc card_receive
        jsr money_from_bank     ; play_amount: what the bank had
        lda card_last
        sta event_param
        lda #CREDIT_BANK
        sta event_other
        ldx play_player
        lda #EV_CARD_GET
        jsr event_amount
        ; falls through
.endproc

; card_return -- the card is executed and goes to the used pile; the last one
; returned has the deck shuffled (R-7.7)
; Uses   A, X, Y, flags; tmp*, random_*
.proc card_return
        ldx card_deck
        lda deck_next,x
        cmp deck_size,x         ; 15 if the GO-free card was out at the shuffle
        bcc @done               ; cards are left: shuffle only behind the last one
        lda switches + SW_CARDS ; nonzero: never shuffled again
        bne deck_top            ; from the top again
        stx event_param         ; the order is new: told to all
        ldx #NO_PLAYER
        lda #EV_SHUFFLED
        jsr event_emit
        jsr random_deck_first
        ldx card_deck
        jmp deck_shuffle
@done:
        rts
.endproc

; card_pay -- play_amount to the bank, or to the pool (R-16.2)
.proc card_pay
        sty event_param
        jsr fee_creditor        ; keeps X: the payer
        ldy #EV_CARD_PAY
        jsr charge_told
        jmp card_return
.endproc

; card_repair -- so much for each house and for each hotel (R-7.5)
.proc card_repair
        lda #0
        sta play_sum
        sta play_sum+1
        ldx #SQUARES - 1
@square:
        lda square_owner,x      ; only what is his
        cmp play_player
        bne @next
        lda square_level,x
        beq @next
        cmp #LEVEL_HOTEL
        beq @hotel
        sta tmp0
@house:
        lda card_value,y        ; so often as there are houses
        jsr score_add_byte
        dec tmp0
        bne @house
        beq @next               ; always: tmp0 is 0
@hotel:
        lda card_value2,y       ; a hotel has a price of its own
        jsr score_add_byte
@next:
        dex
        bpl @square
        lda play_sum
        sta play_amount
        lda play_sum+1
        sta play_amount+1
        ora play_sum            ; nothing built: a charge of 0 would be no event
        beq card_return
        ldx play_player
        ; Y is the card's number still: score_add_byte has kept it, and card_pay tells it.
        bpl card_pay            ; always: X is a seat
.endproc

; card_collect -- every other player in play order is charged toward the drawer (R-12.7)
.proc card_collect
        stx play_other
        lda play_amount
        ; play_amount is spoiled by each payment: the value of the card waits on the stack.
        pha
@payer:
        jsr play_next           ; the first behind the drawer, then the one behind him
        cpx play_other          ; round to the drawer
        beq each_done
        stx play_player
        pla                     ; a copy stays for the next payer
        pha
        jsr card_person
        ldx play_player         ; money_charge has used X
        bpl @payer              ; always: a seat
.endproc

; each_done -- everybody has paid or was paid     In A on the stack
.proc each_done
        pla
        jmp card_return
.endproc

; card_pay_each -- the drawer is charged toward each in play order (R-12.8)
; In     X = play_player, the drawer
.proc card_pay_each
        lda play_amount
        pha                     ; the amount, kept over all charges
@payee:
        jsr play_next
        cpx play_player         ; round the table and back at the drawer
        beq each_done
        stx play_other
        pla                     ; a copy stays for the next payee
        pha
        jsr card_person
        ldx play_other
        bpl @payee              ; always: a seat
.endproc

; card_person -- charge player play_player A toward player play_other
; Told first, then charged: what the payer has not got becomes a debt to this player.
; Uses   A, X, Y, flags; play_amount
.proc card_person
        jsr amount_byte         ; the payment before has left the paid part there
        lda card_last           ; which card it is for
        sta event_param
        lda play_other
        ldx play_player
        ldy #EV_CARD_PAY
        jmp charge_told
.endproc

.proc card_advance
        lda play_amount
        ; The card goes back before the move: the landing may draw from the same deck again.
        pha
        jsr card_return
        pla
        jsr move_to
        jmp turn_land
.endproc

; card_station -- to the next station, double rent (R-7.3, R-8.2)
.proc card_station
        lda #KIND_STATION
        jsr card_travel
        bcs @done
        jsr rent_amount
        asl play_amount         ; double rent (R-8.2)
        rol play_amount+1
        jmp mover_charge
@done:
        rts
.endproc

; card_utility -- to the next utility, ten times a fresh roll (R-7.4, R-20.3)
; The roll is fresh and decides the rent only; the token has moved already.
.proc card_utility
        lda #KIND_UTILITY
        jsr card_travel
        bcs @done
        lda #DICE_CARD
        ; DICE_CARD is not 0, so this roll counts for no double of the turn.
        jsr turn_roll
        lda #10
        jsr amount_byte
        jmp dice_charge
@done:
        rts
.endproc
.global deed_offer, move_back

; card_travel -- return the card, move to the nearest of a kind
; In     A  KIND_*;  X  player
; Out    C=0  rent is due: play_square, X = play_player
;        C=1  offered, own or mortgaged
.proc card_travel
        pha                     ; the kind, kept over the card's return
        jsr card_return
        pla
        jsr play_dicer_nearest
        jsr move_to
        jsr turn_rest           ; the phase if nothing is to be decided there
        ldx mode_active
        stx play_player         ; [0]: the player with the dice
        ldy player_square,x
        sty play_square
        lda square_owner,y
        bmi @offer              ; NO_PLAYER: for sale
        cmp play_player
        beq @nothing
        lda square_mortgaged,y
        bne @nothing
        clc                     ; rent is due, and the caller makes it
        rts
@offer:
        jsr deed_offer
@nothing:
        sec
        rts
.endproc

; play_dicer_nearest -- A = nearest square of kind A ahead of the player with the dice
.proc play_dicer_nearest
        ldx mode_active
        ; falls through
.endproc

; nearest -- square of the next one of a kind ahead of the player
; The search begins one square ahead, so who stands on such a square goes round to the next.
; In     A  KIND_*;  X  player
; Out    A = Y  square
; Keeps  X
.proc nearest
        sta tmp0
        ldy player_square,x
@step:
        iny
        cpy #SQUARES            ; the board is a circle, and both kinds stand on it: it ends
        bne @look
        ldy #0
@look:
        lda square_kind,y
        cmp tmp0                ; the kind asked for
        bne @step
        tya
        rts
.endproc

.proc card_back
        lda play_amount
        pha                     ; how many squares, while the card goes back
        jsr card_return
        pla
        jsr move_back
        jmp turn_land
.endproc

.proc card_gaol
        jsr card_return
        lda #GAOL_CARD
        jmp gaol_send
.endproc

; card_keep -- a card that opens the gaol goes to a player
; In     A, X  player;  Y  deck     Out    deck_free, EV_GO_FREE     Keeps  X, Y     Uses   A, N Z; event_*
.proc card_keep
        sta deck_free,y
        sty event_param
        lda #EV_GO_FREE
        jmp event_emit
.endproc

; card_free -- the holder keeps it; the deck goes on without it
.proc card_free
        txa
        ldy card_deck
        jsr card_keep
        lda switches + SW_CARDS
        beq @used
        jsr on_card_out
@used:
        jmp card_return
.endproc

; card_put_back -- a card that opened the gaol comes back with the next shuffle, or to the bottom
; In     Y  deck     Out    -     Keeps  X, Y     Uses   A, flags; tmp0
.proc card_put_back
        lda switches + SW_CARDS ; nonzero: it goes under the deck at once
        beq @used
        jmp on_card_in
@used:
        lda #FREE_USED          ; the next shuffle takes it in
        sta deck_free,y
        rts
.endproc
