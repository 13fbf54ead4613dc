; auction.s -- auctions of deeds, turn by turn (R-9)
; Test tests/asm/game/test_auctions.py

.include "rules.inc"

.segment "PLAY_CODE"

; do_pass -- REQ_PASS: decline to buy, or pass for the round
; In     -     Out    -     Keeps  -     Uses   A, X, Y, flags; event_*, money_*, play_*, tmp0
.proc do_pass
        jsr play_mode           ; REQ_PASS has two meanings
        cmp #MODE_AUCTION
        bne @decline
        lda #AUCTION_PASS
        ldy #EV_PASS
        bne speak               ; always
@decline:
        jsr play_dicer          ; decline: all may bid, the decliner last (R-9.1)
        lda player_square,x     ; the deed declined is the one he stands on
        sta play_square
        ; The turn's next phase is set now: when the auction is over, the turn goes on from
        ; there by itself.
        jsr turn_rest
        jsr play_next
        ; falls through
.endproc

; auction_start -- put a deed up
; Nobody has bid or passed; auction_bidder stays NO_PLAYER until somebody bids, and without a
; bid the deed stays the bank's.
; In     play_square  the deed;  X  first to speak     Out    -
; Uses   A, X, Y, flags; play_player
; Keeps  -
.proc auction_start
        lda #MODE_AUCTION       ; X: who speaks first
        ldy play_square         ; the deed stays with the mode, for all that follows
        jsr mode_push           ; the auction stands on the mode it interrupts
        lda #0                  ; no standing bid
        sta auction_bid_lo
        sta auction_bid_hi
        ldy #MAX_PLAYERS - 1
@clear:
        sta auction_passed,y    ; everybody may speak again, whatever the last auction left
        sta auction_last_lo,y
        sta auction_last_hi,y
        dey
        bpl @clear
        lda #NO_PLAYER          ; nobody leads
        sta auction_bidder
        lda switches + SW_AUCTION ; nonzero: auctions go by the code of a preset
        beq @told
        jsr on_open
@told:
        ldy #EV_AUCTION
        ; falls through
.endproc

; lot_event -- event Y of player X about play_square     Uses A, N Z
.proc lot_event
        lda play_square
        sta event_param
        tya
        jmp event_emit
.endproc

; do_forfeit -- pass for the rest of the auction
; In     -     Out    -     Keeps  -     Uses   A, X, Y, flags; event_*, money_*, play_*, tmp0
.proc do_forfeit
        lda #AUCTION_FORFEIT
        ldy #EV_FORFEIT
        ; falls through
.endproc

; speak -- the active player says A (AUCTION_*), event Y
.proc speak
        pha                     ; A while the active seat is looked up
        jsr play_active         ; who passes or drops out
        pla
        sta auction_passed,x
        tya
        jsr auction_event
        beq auction_next        ; always
.endproc

; auction_event -- event A of player X about the square of the auction
; In     A  EV_*;  X  player;  event_lo, event_hi     Out    Z=1     Keeps  X     Uses   A, Y, N
.proc auction_event
        ldy mode_depth          ; the auction is on top whenever somebody speaks
        pha
        lda mode_square,y
        sta event_param
        pla
        jmp event_emit
.endproc

; check_bid -- at least 10, above the standing bid, money in hand (R-9.2, R-20.4)
; In     arg0, arg1     Out    C=0 may be done;  C=1 A = reason     Keeps  Y
; Uses   A, X, flags; play_amount
.proc check_bid
        lda arg1                ; the bid comes from outside: any 16 bits
        bmi @range              ; 32768 and more cannot be money
        sta play_amount+1
        lda arg0                ; 16 bits: low byte
        sta play_amount
        cmp #AUCTION_MINIMUM    ; 16 bits: C=0 if the bid is below the minimum
        lda play_amount+1
        sbc #0
        bcc @low
        lda auction_bid_lo      ; C=0 needed: bid > standing
        cmp play_amount
        lda auction_bid_hi      ; cmp's borrow goes on into the high bytes
        sbc play_amount+1
        bcs @low
        jsr play_active         ; X: who bids, for cash_check
        jmp cash_check
@range:
        lda #REASON_RANGE
        .byte $2C               ; bit abs: skips the next lda
@low:
        lda #REASON_LOW_BID
        sec
        rts
.endproc

; do_bid -- the passes of all others are cleared, forfeits stay (R-9.3)
; In     arg0, arg1     Out    -     Keeps  -
; Uses   A, X, Y, flags; event_*, money_*, play_*, tmp0
.proc do_bid
        ldy #MAX_PLAYERS - 1    ; for this bid everybody has his say again
@clear:
        lda auction_passed,y
        and #<~AUCTION_PASS     ; who passed may outbid the new bid; who forfeited is out
        sta auction_passed,y
        dey
        bpl @clear
        lda switches + SW_AUCTION ; nonzero: the first word may be no bid at all
        beq @bid
        jsr on_call             ; the auctioneer names the price to begin with
        bcs auction_next        ; C=1: the price was called, but it is no bid
@bid:
        jsr play_active         ; X: who bids
        stx auction_bidder
        lda arg0
        sta auction_bid_lo
        sta auction_last_lo,x   ; his own last bid: a preset falls back on it (SW_AUCTION 2)
        sta event_lo
        lda arg1
        sta auction_last_hi,x
        sta auction_bid_hi
        sta event_hi
        lda #EV_BID
        jsr auction_event
        ; falls through
.endproc

; auction_next -- whose turn it is to speak, or the end (R-9.4)
; From the speaker round the table: the first who has neither passed nor dropped out is next. The
; bidder is met only when all others are silent, the speaker himself only when nobody has bid.
.proc auction_next
        ldy mode_depth
        lda mode_active,y       ; the last speaker
        tax
        sta play_other          ; he who has just spoken: where a round ends
@seat:
        jsr play_next           ; living seats only: a loser has no voice
        cpx auction_bidder
        beq auction_end         ; round to the bidder: nobody has outbid him
        lda auction_passed,x
        beq @speaks             ; neither passed nor forfeited
        cpx play_other
        bne @seat
        beq auction_end         ; once round, nobody left and no bid
@speaks:
        ldy mode_depth
        txa                     ; his turn to speak
        sta mode_active,y
        rts
.endproc

; auction_end -- the bidder pays the bank; without a bid the deed stays unowned
; (R-9.5); a winner who spent his money since pays through R-12 (R-9.6)
; In     -     Out    -     Keeps  -     Uses   A, X, Y, flags; event_*, money_*, play_*, tmp0
.proc auction_end
        ldy mode_depth          ; read before the mode is gone
        lda mode_square,y
        sta play_square
        jsr mode_pop            ; before the payment, which may open modes of its own
        lda auction_bid_lo      ; the price is the bid, not the printed one
        sta play_amount
        lda auction_bid_hi
        sta play_amount+1
        ldx auction_bidder
        lda switches + SW_AUCTION ; nonzero: the preset looks whether he can pay
        beq @sold
        jsr on_won
@sold:
        txa
        bmi @unsold             ; NO_PLAYER: nobody has bid, or nobody could pay
        lda #EV_WON
        jmp deed_sold
@unsold:
        ldy #EV_UNSOLD
        jmp lot_event           ; play_square is the deed of the mode that has ended
.endproc
