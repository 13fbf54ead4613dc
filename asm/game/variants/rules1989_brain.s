; rules1989_brain.s -- what a computer decides that the classic game does not ask for
;
; In a real-time auction nobody's turn comes: le_cry says for any computer whether it bids now, le_want
; how many houses it wants in a session.  The screen asks them for each computer beside the people;
; where computers are among themselves le_brain_variant does.
; Test tests/asm/game/brain/test_mind_variants.py, test_rules1989*.py


.include "../brain/brain.inc"
.include "rules1989.inc"

.segment "RULES1989_CODE"

; le_brain_variant -- a decision of the 1989 rules, if there is one
; In     br_me     Out    C=0 A = REQ_*, arg0-arg2, which will be taken;  C=1 there is none
; Uses   A, X, Y, flags; br_*, play_*, tmp*, trade_sum     Keeps  -
.proc le_brain_variant
        jsr play_mode
        cmp #MODE_CLAIM
        beq claim_all
        cmp #MODE_HOUSES
        bne @auction
        jmp houses
@auction:
        cmp #MODE_AUCTION
        bne @turn
        lda switches + SW_AUCTION
        bne auction_cry
@none:
        sec
        rts
@turn:
        cmp #MODE_NORMAL
        bne @none
        ldy turn_phase
        cpy #PHASE_TAX
        bne @clock
        jmp le_tax_choose
@clock:                         ; when time is up there is nothing to be dealt in
        lda switches + SW_CLOCK
        beq @none
        jsr time_left
        bne @none
        ldx br_me
        lda player_money_hi,x
        ora bank_houses
        bmi @none
        cpy #PHASE_DONE
        bne @none
        lda #REQ_END_TURN
        clc
        rts
.endproc

; claim_all -- always
.proc claim_all
        lda #1
        sta arg0
        lda #REQ_CLAIM
        clc
        rts
.endproc

; auction_cry -- the first computer that bids; if there is none, the lot goes
.proc auction_cry
        dec brain_steps         ; a turn has as many bids as it has
        ldx #MAX_PLAYERS - 1
@seat:
        lda player_flags,x
        bpl @next
        jsr le_cry
        bcc @done
        ldx arg2
@next:
        dex
        bpl @seat
        lda #REQ_GONE
        clc
@done:
        rts
.endproc
        .assert PF_CPU = $80, error, "auction_cry tells computers by bit 7"

; le_cry -- does computer X bid now?  What the deed is worth to it, as far as money in hand goes; for
; the right to a house half of what the house costs
; In     X  seat     Out    C=0 A = REQ_CRY, arg0-arg2, which will be taken;  C=1 it does not
; Uses   A, X, Y, flags; arg0-arg2, br_*, play_*, random_*, tmp0-tmp1     Keeps  -
.proc le_cry
        stx arg2
        stx br_me
        cpx auction_bidder
        beq @no
        ldy mode_depth
        lda mode_square,y
        bmi @house
        pha
        jsr weights_take
        pla
        jsr auction_worth
        jmp @worth
@house:
        jsr le_want             ; as many as it can pay now
        ldx arg2
        lda houses_won,x
        cmp arg1
        bcs @no
        lda br_price
        lsr a
        sta worth
        lda #0
        sta worth+1
@worth:
        lda #0
        tay
        jsr brain_below
        jsr worth_most          ; of money in hand
        jsr bid_higher
        bcs @no
        jsr bid_say
        lda #REQ_CRY
        jsr play_check
        lda #REQ_CRY
        rts
@no:
        sec
        rts
.endproc
        .assert NO_SQUARE >= $80, error, "le_cry tells houses by bit 7"

; houses -- a session: each computer says how many it wants, then all have said; then each places
; One request at a time: the first computer whose wish differs from what it has said speaks, until none does.
.proc houses
        lda session_seat
        bpl @place              ; NO_PLAYER while all say how many they want
        ldx #MAX_PLAYERS - 1
@seat:
        lda player_flags,x
        bpl @next
        jsr le_want
        ldx arg0
        lda arg1
        cmp wanted,x
        beq @next
        lda #REQ_WANT
        clc
        rts
@next:
        dex
        bpl @seat
        lda #REQ_WANTED
        clc
        rts
@place:
        lda #REQ_PLACE
        jsr manage_by
        bcc @done               ; a place it wants to build on
        lda #REQ_PLACED
        clc
@done:
        rts
.endproc
        .assert NO_PLAYER >= $80, error, "houses tells by bit 7 whether somebody places"

; le_want -- how many houses would computer X build?
; In     X  seat     Out    C=0 A = REQ_WANT, arg0 = seat, arg1  how many;  br_price  what the dearest costs
; Uses   A, X, Y, flags; br_*, build_*, play_*, tmp0-tmp1     Keeps  -
.proc le_want
        stx arg0
        stx br_me
        lda #0
        sta arg1
        jsr weights_take
        lda #REQ_WANT
        jsr manage_by
        lda #REQ_WANT
        clc
        rts
.endproc

; le_count -- how many houses it would build on its groups, the dearest first, leaving br_keep
; In     br_me;  build_limit  to that level;  br_cash  what it may spend;  arg1 = 0
; Out    C=0 arg1  how many, br_price;  C=1 none
; Uses   A, X, Y, flags; br_group, br_index, br_end, br_cash, br_sum, br_temp, tmp0-tmp1     Keeps  -
.proc le_count
        jsr house_limit
        cmp build_limit
        bcs @limit
        sta build_limit
@limit:
        ldy #GROUP_STATIONS - 1
@group:
        sty br_group
        ldx br_me
        jsr brain_count
        cmp group_size,y
        bne @next
        jsr members
        lda #0
        sta br_sum              ; houses until the group has build_limit everywhere
@square:
        ldy br_index
        ldx group_squares,y
        lda square_mortgaged,x
        bne @next
        lda build_limit
        sec
        sbc square_level,x
        bcc @full
        clc
        adc br_sum
        sta br_sum
@full:
        inc br_index
        lda br_index
        cmp br_end
        bne @square
@house:
        dec br_sum
        bmi @next
        lda arg1
        cmp #::HOUSES           ; nobody can want more
        bcs @next
        ldy br_group
        lda group_house_cost,y
        jsr brain_afford_byte   ; tmp0 = the cost
        bcc @next
        lda arg1
        bne @count
        lda tmp0
        sta br_price
@count:
        inc arg1
        lda br_cash
        sec
        sbc tmp0
        sta br_cash
        bcs @house
        dec br_cash+1
        bpl @house              ; always
@next:
        ldy br_group
        dey
        bpl @group
        lda #0
        cmp arg1                ; C=1: none
        rts
.endproc
