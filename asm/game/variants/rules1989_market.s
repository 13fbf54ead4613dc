; rules1989_market.s -- what is a market in the 1989 game: rent to be claimed, auctions in real time,
; houses that several buy in one session
;
; Nobody's turn counts there: a request names the seat that speaks.  A session (MODE_HOUSES) has two
; parts, which session_seat distinguishes: NO_PLAYER while all say how many houses they want and scarce ones
; are auctioned, then a seat after the other places its own and is the active player of the mode.
; wanted is what a seat has asked for, later what it may still place; houses_won what it got by auction.
; Test tests/asm/game/test_market*.py


.include "../play/rules.inc"
.include "rules1989.inc"

HOUSES_STREET   = 4             ; a street has at most; one less in a short game, where a hotel needs three

.segment "RULES1989_CODE"

; --- rent to be claimed (SW_RENT) -----------------------------------------------------------------

; le_on_rent -- the owner has to ask for it; a computer does so at once
; In     X  payer;  play_square, play_amount     Out    -     Uses   A, X, Y, flags     Keeps  -
.proc le_on_rent
        ldy play_square
        lda square_owner,y
        tax
        lda player_flags,x
        bmi @computer
        lda play_amount
        sta rent_lo
        lda play_amount+1
        sta rent_hi
        lda mode_active
        sta event_other
        lda #EV_CLAIM
        jsr event_square
        lda #MODE_CLAIM
        jmp mode_push           ; Y = play_square
@computer:
        ldx mode_active
        jmp rent_pay
.endproc
        .assert PF_CPU = $80, error, "le_on_rent tells computers by bit 7"

le_check_claim = le_check_tax   ; arg0 = 0 or 1

; le_do_claim -- claimed in time, or lost
; In     arg0     Out    -     Keeps  -     Uses   A, X, Y, flags; event_*, money_*, play_*
.proc le_do_claim
        ldx mode_depth
        lda mode_square,x
        sta play_square
        ldy mode_active,x       ; the owner; mode_pop leaves it alone
        jsr mode_pop
        lda rent_lo
        sta play_amount
        lda rent_hi
        sta play_amount+1
        ldx mode_active
        lda arg0
        beq @missed
        jmp rent_pay
@missed:
        stx event_other
        tya
        tax
        lda #EV_MISSED
        jmp event_square
.endproc

; --- auctions in real time (SW_AUCTION) -------------------------------------------------------------

le_on_won = check_none          ; who has won can pay: nothing but bidding happens meanwhile

; le_check_cry -- seat arg2 bids arg0/arg1: above the standing bid, from money in hand; for a house
; only who wants more than he has got
; In     arg0, arg1, arg2     Out    C=0 may be done;  C=1 A = reason     Keeps  -
; Uses   A, X, Y, flags; play_amount
.proc le_check_cry
        ldx arg2
        jsr seat_alive
        bcs @done
        ldy mode_depth
        lda mode_square,y
        bpl @lot
        lda houses_won,x
        cmp wanted,x
        bcs refuse_range
@lot:
        lda arg0
        sta play_amount
        lda arg1
        bmi refuse_range
        sta play_amount+1
        lda auction_bid_lo
        cmp arg0
        lda auction_bid_hi
        sbc arg1
        lda #REASON_LOW_BID
        bcs @done
        jmp cash_check
@done:
        rts
.endproc
        .assert NO_SQUARE >= $80, error, "le_check_cry tells houses by bit 7"

; seat_alive -- does somebody play on seat X?
; In     X     Out    C=0 yes;  C=1 no: A = REASON_RANGE     Keeps  X, Y     Uses   A, flags
.proc seat_alive
        cpx #MAX_PLAYERS
        bcs refuse_range
        lda player_flags,x
        eor #PF_ALIVE
        lsr a
        bcs refuse_range
        rts
.endproc
        .assert PF_ALIVE = 1, error, "seat_alive tests PF_ALIVE by lsr"

; refuse_range, refuse -- a check's answer: C=1, A = REASON_RANGE, or A as it is
.proc refuse_range
        lda #REASON_RANGE
        ; falls through
.endproc

.proc refuse
        sec
        rts
.endproc

; le_do_cry -- his bid stands
; In     arg0, arg1, arg2     Out    -     Keeps  -     Uses   A, X, Y, flags; event_*
.proc le_do_cry
        ldx arg2
        stx auction_bidder
        lda arg0
        sta auction_bid_lo
        sta event_lo
        lda arg1
        sta auction_bid_hi
        sta event_hi
        lda #EV_BID
        jmp auction_event
.endproc

; le_do_gone -- nobody has bid for so long: the lot is sold, or not
; In     -     Out    -     Keeps  -     Uses   A, X, Y, flags; event_*, money_*, play_*, tmp0
.proc le_do_gone
        ldx mode_depth
        ldy mode_square,x
        bmi @house
        jmp auction_end
@house:
        jsr mode_pop
        ldx auction_bidder
        bmi @unsold
        inc houses_won,x
        lda auction_bid_lo
        sta play_amount
        lda auction_bid_hi
        sta play_amount+1
        lda #EV_HOUSE_LOT
        jsr event_amount
        jsr money_to_bank
        jmp house_lot
@unsold:
        jmp wants_won           ; nobody gets another one
.endproc

; --- houses (SW_SHORT) -----------------------------------------------------------------------------------

; house_places -- how many more houses could stand on whole groups without a mortgage?
; In     play_other  a seat
; Out    play_sum  on all of them;  play_sum+1  on those of play_other, A the same
; Uses   X, Y, flags; play_player, play_square, play_group, play_scan, play_end, play_index, tmp0
; Time   4,000 cycles at most     Keeps  -
.proc house_places
        lda #0
        sta play_sum
        sta play_sum+1
        ldy #SQUARES - 1
@square:
        ldx square_owner,y
        bmi @next
        lda square_group,y
        cmp #GROUP_STATIONS
        bcs @next
        sta play_group
        jsr house_limit         ; C=1
        sbc square_level,y
        beq @next
        bcc @next
        sta play_index
        stx play_player
        sty play_square
        jsr complete_check      ; keeps X where it says yes
        ldy play_square
        bcs @next
        lda play_index
        adc play_sum            ; C=0
        sta play_sum
        cpx play_other
        bne @next
        lda play_index
        clc
        adc play_sum+1
        sta play_sum+1
@next:
        dey
        bpl @square
        lda play_sum+1
        rts
.endproc
        .assert NO_PLAYER >= $80, error, "house_places tells owners by bit 7"

; house_limit -- how many houses can a street have?
; In     -     Out    A, C=1     Keeps  X, Y     Uses   N V Z
.proc house_limit
        lda #HOUSES_STREET
        sec
        sbc switches + SW_CLOCK
        rts
.endproc

; le_on_short -- a house is to be built without a session: might two owners want more than there are?
; In     play_player, play_square, play_group
; Out    C=0 there are enough;  C=1 A = reason
; Keeps  play_player, play_square, play_group     Uses   A, X, Y, flags; play_*, tmp0
.proc le_on_short
        lda play_square
        pha
        lda play_group
        pha
        lda play_player
        sta play_other
        jsr house_places
        tax
        pla                     ; flags of the compare come last
        sta play_group
        pla
        sta play_square
        lda play_other
        sta play_player
        cpx play_sum
        beq @enough             ; nobody else has a place
        lda bank_houses
        cmp play_sum
        lda #REASON_SESSION
        bcs @enough
        sec
        rts
@enough:
        clc
        rts
.endproc

; le_check_houses -- there are houses, and somebody can use them
; In     -     Out    C=0 may be done;  C=1 A = reason     Keeps  -     Uses   A, X, Y, flags; play_*, tmp0
.proc le_check_houses
        lda bank_houses
        beq @none
        jsr house_places
        lda play_sum
        cmp #1
        lda #REASON_GROUP
        bcc @refuse
        clc
        rts
@none:
        lda #REASON_NO_HOUSES
@refuse:
        sec
        rts
.endproc

; le_do_houses -- everybody may say how many he wants
; In     -     Out    -     Keeps  -     Uses   A, X, Y, flags; event_*, play_player
.proc le_do_houses
        jsr session_clear
        ldx mode_active
        lda #EV_HOUSES
        jsr event_emit
        lda #MODE_HOUSES
        ldy #NO_SQUARE
        jmp mode_push
.endproc

; session_clear -- nobody wants a house, has got one or places one
; In     -     Out    -     Keeps  Y     Uses   A, X, flags
.proc session_clear
        lda #0
        ldx #MAX_PLAYERS - 1
@seat:
        sta wanted,x
        sta houses_won,x
        dex
        bpl @seat
        stx session_seat        ; NO_PLAYER
        rts
.endproc
        .assert NO_PLAYER = $FF, error, "session_clear counts down to it"

; le_check_want -- seat arg0 wants arg1 houses: while all are asked, no more than find a place
; In     arg0, arg1     Out    C=0 may be done;  C=1 A = reason     Keeps  -
; Uses   A, X, Y, flags; play_*, tmp0
.proc le_check_want
        jsr le_check_wanted
        bcs @done
        ldx arg0
        jsr seat_alive
        bcs @done
        stx play_other
        jsr house_places
        cmp arg1
        lda #REASON_RANGE
        bcc @refuse
        ldx arg1
        cpx #HOUSES + 1         ; no more than there are in all
@done:
        rts
@refuse:
        sec
        rts
.endproc

; le_do_want -- it counts when all have said
; In     arg0, arg1     Out    -     Keeps  -     Uses   A, X, flags; event_*
.proc le_do_want
        ldx arg0
        lda arg1
        sta wanted,x
        sta event_param
        lda #EV_WANTED
        jmp event_emit
.endproc

; le_check_wanted -- are all being asked?
; In     -     Out    C=0 yes;  C=1 A = REASON_PHASE     Keeps  X, Y     Uses   A, flags
.proc le_check_wanted
        lda session_seat
        eor #NO_PLAYER
        cmp #1
        lda #REASON_PHASE
        rts
.endproc

; le_do_wanted -- enough for all: they are placed;  else they are auctioned
; In     -     Out    -     Keeps  -     Uses   A, X, Y, flags; event_*, play_*
.proc le_do_wanted
        ldx #MAX_PLAYERS - 1
        lda #0
@seat:
        clc
        adc wanted,x            ; below 256: 20 streets
        dex
        bpl @seat
        cmp bank_houses
        beq place_next
        bcc place_next
        ; falls through
.endproc

; house_lot -- a house is put up as long as two want more than they have got; one alone gets the rest
; In     -     Out    -     Keeps  -     Uses   A, X, Y, flags; event_*, play_*
.proc house_lot
        lda bank_houses
        sta play_sum            ; left
        lda #0
        sta play_min            ; seats that want more
        ldx #MAX_PLAYERS - 1
@seat:
        lda play_sum
        sec
        sbc houses_won,x
        sta play_sum
        lda houses_won,x
        cmp wanted,x
        bcs @next
        stx play_other
        inc play_min
@next:
        dex
        bpl @seat
        lda play_sum
        beq wants_won
        lsr play_min
        beq @few
        sta event_param
        sta event_lo
        lda #0
        sta auction_bid_lo
        sta auction_bid_hi
        ldx #NO_PLAYER
        stx auction_bidder
        lda #EV_HOUSE_LOT
        jsr event_emit
        lda #MODE_AUCTION
        ldx mode_active
        ldy #NO_SQUARE
        jmp mode_push
@few:
        bcc wants_won           ; none
        ldx play_other
        clc
        adc houses_won,x
        cmp wanted,x
        bcc @rest
        lda wanted,x
@rest:
        sta houses_won,x
        ; falls through
.endproc

; wants_won -- nobody places more than he has got
; In     -     Out    -     Keeps  -     Uses   A, X, Y, flags
.proc wants_won
        ldx #MAX_PLAYERS - 1
@seat:
        lda houses_won,x
        sta wanted,x
        dex
        bpl @seat
        ; falls through
.endproc

; place_next -- the player with the dice places first, then the others in play order; then it is over
; In     -     Out    -     Keeps  -     Uses   A, X, Y, flags
.proc place_next
        ldx mode_active
        ldy #MAX_PLAYERS
@seat:
        lda wanted,x            ; houses that he may still place
        bne @places
        inx
        cpx #MAX_PLAYERS
        bne @next
        ldx #0
@next:
        dey
        bne @seat
        jsr session_clear
        jmp mode_pop
@places:
        stx session_seat
        txa
        ldy mode_depth
        sta mode_active,y
        rts
.endproc

; le_check_placed -- is somebody placing?
; In     -     Out    C=0 yes;  C=1 A = REASON_PHASE     Keeps  X, Y     Uses   A, flags
.proc le_check_placed
        lda session_seat
        cmp #NO_PLAYER          ; C=0 for a seat
        lda #REASON_PHASE
        rts
.endproc

; le_check_place -- arg0 a street of his group, evenly; what he has not in hand he must be able to raise
; In     arg0     Out    C=0 may be done;  C=1 A = reason     Keeps  -
; Uses   A, X, Y, flags; play_*, tmp0
.proc le_check_place
        jsr le_check_placed
        bcs @done
        jsr street_check
        bcs @done
        jsr complete_check
        bcs @done
        ldy play_square
        jsr house_limit
        clc
        sbc square_level,y      ; one less: C=0 from there on
        lda #REASON_FULL
        bcc @refuse
        lda play_min
        cmp square_level,y
        bne @uneven
        lda wanted,x
        beq @none
        lda bank_houses         ; who must pay may have sold hotels
        beq @none
        ldy play_group
        lda group_house_cost,y
        jsr amount_byte
        lda settings + OPT_LIMITED
        bne @cash               ; the bank might not pay what he raises
        jsr wealth_get          ; X = play_player
        lda play_sum
        cmp play_amount
        lda play_sum+1
        sbc play_amount+1
        lda play_sum+2
        sbc #0
        bmi @money
        clc
@done:
        rts
@cash:
        jmp cash_check
@uneven:
        lda #REASON_EVEN
        .byte $2C               ; bit abs: skips the next lda
@none:
        lda #REASON_NO_HOUSES
        .byte $2C
@money:
        lda #REASON_MONEY
@refuse:
        sec
        rts
.endproc

; le_do_place -- it rises; what is not in hand becomes a debt to the bank
; In     play_group, play_player, play_square     Out    -     Keeps  -
; Uses   A, X, Y, flags; event_*, money_*, play_amount, play_rest
.proc le_do_place
        jsr do_build
        dec wanted,x
        rts
.endproc

; le_do_placed -- the next one places, once this one owes nothing
; In     -     Out    -     Keeps  -     Uses   A, X, Y, flags; play_other, play_player
.proc le_do_placed
        ldx session_seat
        stx play_other
        lda #0
        sta wanted,x
        jsr place_next
        jsr play_mode
        cmp #MODE_HOUSES
        bne @done               ; the session is over: R-12 has whoever owes
        ldx play_other
        lda player_money_hi,x
        bpl @done
        ldy player_square,x
        lda #MODE_MUST_PAY
        jmp mode_push
@done:
        rts
.endproc
