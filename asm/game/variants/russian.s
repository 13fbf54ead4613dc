; russian.s -- the Russian rules: order of play, taxes, rent, buildings, auctions, cards, the bank
;
; docs/play/rules.md has the rules, hooks.inc where they are called.  Loans are in loans.s, the
; auctioneer in russian_caller.s, what computers make of it in russian_brain.s.
; Test tests/asm/game/test_variants_*.py


.include "../play/rules.inc"
.include "russian.inc"

.define FAMILY "ru_"
FAMILY_FIRST    = REQ_LATE

.segment "VARIANT_HOOKS"

.macro HOOK name
name:   jmp .ident(.concat("ru_", .string(name)))
.endmacro
.include "hooks.inc"
.delmacro HOOK

.segment "VARIANT_DATA"

; Requests LESS to TAX: check and action of each, by REQ_* number from REQ_LATE on
.macro REQUEST name, modes, phases, when, check, act, words
    .if .ident(.concat("REQ_", .string(name))) >= REQ_LATE .and .ident(.concat("REQ_", .string(name))) <= REQ_TAX
        .addr .ident(.concat("ru_", .string(check))) - 1, .ident(.concat("ru_", .string(act))) - 1
    .endif
.endmacro
ru_requests:
.include "../play/requests.inc"
.delmacro REQUEST
ru_check_none = check_none

bit_of:         .byte 1, 2, 4, 8, 16, 32, 64, 128

; What belongs to a person and not to a seat before the first turn, besides his name.
.define OF_PERSONS loan_lo, player_flags, player_money_lo, player_money_hi, player_colour, player_token, settings + OPT_SKILLS
persons_lo:     .lobytes OF_PERSONS
persons_hi:     .hibytes OF_PERSONS
PERSONS = * - persons_hi

.segment "VARIANT_CODE"

; --- requests -------------------------------------------------------------------------------------

; ru_on_gate -- is there such a request in this game, and does a mode of the preset take it?
; In     X  REQ_*;  Y  MODE_*     Out    C=0 yes;  C=1 A = reason     Keeps  X, Y     Uses   A, flags
.proc ru_on_gate
        cpx #REQ_TAX + 1        ; RULES1989's
        bcs @mode
        cpy #MODE_RENT
        beq @rent
        cpy #MODE_LOAN
        beq @loan
        cpx #REQ_PASS
        beq @silent
        cpx #REQ_FORFEIT
        beq @silent
        cpx #REQ_LOAN
        bcc @open
        lda switches + SW_LOANS
        bne @open
        cpx #REQ_TAX
        bcs @open
@mode:
        lda #REASON_MODE
        sec
        rts
@silent:
        cpy #MODE_AUCTION
        bne @open
        jsr calls
        bcs @open
        bcc @mode               ; always: a price has to be named
@loan:
        cpx #REQ_GRANT
        beq @open
        cpx #REQ_REFUSE_LOAN
        bne @mode
@open:
        clc
        rts
@rent:
        cpx #REQ_LESS
        bne @mode
        clc
        rts
.endproc

.include "late.inc"

ru_on_hotel = hotel_sell        ; as in a classic game
ru_on_value = votes_count
ru_on_end = votes_count         ; these three are not called: SW_CLOCK, SW_BANKRUPT = 1
ru_on_raise = votes_count
ru_on_heir = votes_count
ru_on_short = check_none        ; SW_SHORT

; --- order of play (SW_ORDER) ---------------------------------------------------------------------

; ru_on_order -- seats are rearranged by descending sums (loan_lo), who have the same stay in order
; In     loan_lo     Out    turn_first = 0, loan_lo all 0, EV_ORDER
; Uses   A, X, Y, flags; play_ptr, play_scan, play_end     Keeps  -
.proc ru_on_order
@pass:
        lda #0
        sta play_end            ; nonzero: some have changed places
        sta turn_first
        tax
@pair:
        lda loan_lo,x
        cmp loan_lo+1,x         ; seats that do not play have 0
        bcs @next
        stx play_scan
        jsr seats_swap
        inc play_end
        ldx play_scan
@next:
        inx
        cpx #MAX_PLAYERS - 1
        bne @pair
        lda play_end
        bne @pass
@clear:
        sta loan_lo,x           ; A = 0, X = the last
        dex
        bpl @clear
        lda #EV_ORDER
        jmp event_emit          ; X = NO_PLAYER
.endproc

; seats_swap -- the persons on seats play_scan and the next change places
; Uses   A, X, Y, flags; play_ptr
.proc seats_swap
        ldx #PERSONS - 1
@field:
        lda persons_lo,x
        sta play_ptr
        lda persons_hi,x
        sta play_ptr+1
        ldy play_scan
        lda (play_ptr),y
        pha
        iny
        lda (play_ptr),y
        dey
        sta (play_ptr),y
        iny
        pla
        sta (play_ptr),y
        dex
        bpl @field
        lda play_scan
        asl a
        asl a
        asl a
        tax
        ldy #NAME_SIZE
@letter:
        lda player_names,x
        pha
        lda player_names + NAME_SIZE,x
        sta player_names,x
        pla
        sta player_names + NAME_SIZE,x
        inx
        dey
        bne @letter
        lda switches + SW_BANKER        ; banker and auctioneer stay who they are
        jsr role_follow
        sta switches + SW_BANKER
        lda settings + OPT_CALLER
        jsr role_follow
        sta settings + OPT_CALLER
        rts
.endproc

; role_follow -- In A 0 or 1 + seat, play_scan     Out A the same person's     Uses Y
.proc role_follow
        tay
        dey
        cpy play_scan
        beq @up
        dey
        cpy play_scan
        bne @done
        sec
        sbc #1
        rts
@up:
        clc
        adc #1
@done:
        rts
.endproc
        .assert NAME_SIZE = 8, error, "seats_swap multiplies by eight"

; --- a turn begins ----------------------------------------------------------------------------------

; ru_on_turn -- streets may rise again, loans that are counted in turns have one less
; In     mode_active     Out    -     Uses   A, X, Y, flags; money_*, play_*     Keeps  -
.proc ru_on_turn
        ldx #SQUARES / 8 - 1
        lda #0
@street:
        sta street_built,x
        dex
        bpl @street
        lda switches + SW_LOANS
        beq @done
        lda #LOAN_TURNS
        jmp loans_count
@done:
        rts
.endproc

; --- rent (SW_RENT) -----------------------------------------------------------------------------------

; ru_on_rent -- the owner says how much he takes; a computer takes all
; In     X  payer;  play_square, play_amount     Out    -     Uses   A, X, Y, flags     Keeps  -
.proc ru_on_rent
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
        lda #EV_RENT_DUE
        jsr event_square
        lda #MODE_RENT
        jmp mode_push           ; Y = play_square
@computer:
        ldx mode_active
        jmp rent_pay
.endproc
        .assert PF_CPU = $80, error, "ru_on_rent tells computers by bit 7"

; ru_check_less -- arg0, arg1 = no more than the rent
; In     arg0, arg1     Out    C=0 may be done;  C=1 A = reason     Keeps  X, Y     Uses   A, flags
.proc ru_check_less
        lda rent_lo
        cmp arg0
        lda rent_hi
        sbc arg1
        bcc @range
        clc
        rts
@range:
        lda #REASON_RANGE
        sec
        rts
.endproc

; ru_do_less -- the owner takes so much
; In     arg0, arg1     Out    -     Keeps  -     Uses   A, X, Y, flags; event_*, money_*, play_*
.proc ru_do_less
        ldx mode_depth
        lda mode_square,x
        sta play_square
        jsr mode_pop
        lda arg0
        sta play_amount
        lda arg1
        sta play_amount+1
        ldx mode_active
        jmp rent_pay
.endproc

; --- buildings (SW_BUILD, SW_HOTEL) ---------------------------------------------------------------------

; street_bit -- where street A is marked
; In     A  square     Out    X  byte of street_built;  A  bit     Uses   Y, flags
.proc street_bit
        pha
        and #7
        tay
        pla
        lsr a
        lsr a
        lsr a
        tax
        lda bit_of,y
        rts
.endproc

; ru_on_marked -- has street A risen in this turn?
; In     A  square     Out    C=1 yes: A = reason;  C=0 no     Keeps  X, Y     Uses   A, flags; tmp0
.proc ru_on_marked
        stx tmp0
        sty play_sum
        jsr street_bit
        and street_built,x
        ldx tmp0
        ldy play_sum
        cmp #1                  ; C = the bit is set
        lda #REASON_ONCE
        rts
.endproc

; ru_on_built -- street play_square has risen
; In     play_square     Out    -     Uses   A, X, Y, flags     Keeps  -
.proc ru_on_built
        lda play_square
        jsr street_bit
        ora street_built,x
        sta street_built,x
        rts
.endproc

; ru_on_sell -- a hotel is sold only if the bank has the four houses
; In     play_square, whose level is its group's highest
; Out    C=0 may be done;  C=1 A = reason     Keeps  X     Uses   A, Y, flags
.proc ru_on_sell
        ldy play_square
        lda square_level,y
        cmp #LEVEL_HOTEL
        bcc @sell
        lda bank_houses
        cmp #LEVEL_HOTEL - 1
        bcs @four
        lda #REASON_NO_HOUSES
        sec
        rts
@four:
        clc
@sell:
        rts
.endproc

; ru_on_auto -- may auto-pay sell a level of play_square?  Hotels that stay make groups uneven
; In     play_square, play_scan, play_end
; Out    C=0 yes;  C=1 no     Keeps  -     Uses   A, X, Y, flags; tmp0, play_group, play_min, play_max
.proc ru_on_auto
        lda play_scan
        pha
        jsr group_levels
        pla
        sta play_scan
        ldy play_square
        lda square_level,y
        cmp play_max
        beq ru_on_sell
        sec
        rts
.endproc

; ru_on_auto_pay -- walk again as long as that raises something: houses sold make room for hotels
; In     -     Out    -     Keeps  -     Uses   as auto_pay_once
.proc ru_on_auto_pay
@again:
        jsr play_active
        lda player_equity_lo,x
        pha                     ; his equity before
        lda player_equity_hi,x
        pha
        jsr auto_pay_once
        bcs @enough
        jsr play_active
        pla
        eor player_equity_hi,x
        sta tmp0
        pla
        eor player_equity_lo,x
        ora tmp0                ; it has changed: something was sold, so try again
        bne @again
        rts
@enough:
        pla
        pla
        rts
.endproc

; ru_on_debtor -- has a debtor nothing left that he could sell or mortgage?
; In     X  player     Out    C=1 nothing     Keeps  X
; Uses   A, Y, flags; tmp0, play_square, play_player, play_group, play_scan, play_end, play_min, play_max
.proc ru_on_debtor
        stx play_player
        ldy #SQUARES - 1
@square:
        lda square_owner,y
        cmp play_player
        bne @next
        sty play_square
        jsr group_levels        ; keeps X
        ldy play_square
        lda square_level,y
        beq @bare
        cmp play_max
        bne @next
        jsr ru_on_sell
        bcc @done
        ldy play_square
        bne @next               ; always: GO is nobody's
@bare:
        ora square_mortgaged,y
        ora play_max
        clc
        beq @done
@next:
        dey
        bpl @square
        sec
@done:
        rts
.endproc

; --- bankrupts (SW_BANKRUPT) ----------------------------------------------------------------------------

; ru_on_ruin -- with SW_BANKRUPT nothing is sold for the creditors; hotels that nobody could sell bring
; no more than what is owed
; In     X  player;  play_amount  his equity     Out    play_amount     Keeps  X     Uses   A, flags; tmp0
.proc ru_on_ruin
        lda switches + SW_BANKRUPT
        bne @nothing
        lda #0                  ; owed - equity
        sec
        sbc player_money_lo,x
        sta tmp0
        lda #0
        sbc player_money_hi,x
        pha
        lda tmp0
        cmp play_amount
        pla
        pha
        sbc play_amount+1
        pla
        bcs @done
        sta play_amount+1
        lda tmp0
        sta play_amount
@done:
        rts
@nothing:
        lda #0
        jmp amount_byte
.endproc

; ru_on_creditor -- his loans lapse, the bank has his claims; with SW_BANKRUPT he is lost to the bank
; In     A  creditor;  play_player     Out    A  creditor     Keeps  -     Uses   X, Y, flags
.proc ru_on_creditor
        pha
        ldx #LOANS - 1
@loan:
        lda loan_lender,x
        cmp play_player
        bne @borrowed
        ldy loan_borrower,x
        bmi @borrowed           ; a free place
        lda #CREDIT_BANK
        sta loan_lender,x
@borrowed:
        lda loan_borrower,x
        cmp play_player
        bne @next
        jsr loan_free
@next:
        dex
        bpl @loan
        pla
        ldx switches + SW_BANKRUPT
        beq @done
        lda #CREDIT_BANK
@done:
        rts
.endproc

; --- auctions (SW_AUCTION) --------------------------------------------------------------------------------

; ru_on_won -- if the winner cannot pay, the bidder before him may buy at his own last bid, and so on back
;
; He is asked in the same auction: all others have dropped out, and what stands is his bid less one, with
; nobody as its bidder.  If he refuses, the one before him is asked.  Who has not that much is passed over.
; In     X  winner, or NO_PLAYER: nobody has bid, or who was asked has refused;  play_amount  the bid;
;        play_square;  the mode of the auction just left
; Out    X buys for play_amount, NO_PLAYER nobody; or it comes back where auction_end was called
; Uses   A, Y, flags; event_*, play_index, play_player     Keeps  -
.proc ru_on_won
        txa
        bpl @winner
        ldy mode_depth
        ldx mode_active+1,y     ; who spoke last
        bpl @gone               ; always
@winner:
        jsr money_below
        bcs @done
@short:
        lda #EV_FALLBACK
        jsr event_square
@gone:
        lda #0
        sta auction_last_lo,x
        sta auction_last_hi,x
        sta play_amount
        sta play_amount+1
        ldx #NO_PLAYER
        ldy #MAX_PLAYERS - 1
@seat:
        lda play_amount
        cmp auction_last_lo,y
        lda play_amount+1
        sbc auction_last_hi,y
        bcs @next               ; no higher
        lda auction_last_lo,y
        sta play_amount
        lda auction_last_hi,y
        sta play_amount+1
        tya
        tax
@next:
        dey
        bpl @seat
        txa
        bmi @done
        jsr money_below
        bcc @short
        pla                     ; the auction is not over
        pla
        lda #MODE_AUCTION
        ldy play_square
        jsr mode_push
        ldy #MAX_PLAYERS - 1
        lda #AUCTION_FORFEIT
@out:
        sta auction_passed,y
        dey
        bpl @out
        sty auction_bidder      ; NO_PLAYER
        iny
        tya
        sta auction_passed,x
        lda play_amount
        sbc #1                  ; C is set: he has that much
        sta auction_bid_lo
        lda play_amount+1
        sbc #0
        sta auction_bid_hi
        lda #EV_OFFERED
        jmp event_square
@done:
        rts
.endproc
        .assert NO_PLAYER = $FF, error, "ru_on_won counts down to it"

; bid_asked -- is the active player asked whether he buys at his last bid?
; In     -     Out    C=1 yes     Keeps  X, Y     Uses   A, N Z
.proc bid_asked
        lda auction_bidder
        cmp #NO_PLAYER
        bne @no
        txa
        pha
        ldx mode_depth
        lda mode_active,x
        tax
        lda #0
        cmp auction_last_lo,x
        sbc auction_last_hi,x   ; C=0: it is more than nothing
        pla
        tax
        bcs @no
        sec
        rts
@no:
        clc
        rts
.endproc

; --- the bank's money (SW_BANK) ------------------------------------------------------------------------------

; ru_on_issue -- the bank is to pay play_amount: what it has not it issues, and writes down when and how much
; In     play_amount     Out    -     Keeps  X     Uses   A, Y, flags; money_part, money_loop
.proc ru_on_issue
        lda #<PRINTED_MONEY
        clc
        adc issue_total
        sta money_part
        lda #>PRINTED_MONEY
        adc issue_total+1
        sta money_part+1
        lda #0
        adc issue_total+2
        sta money_loop
        lda money_part          ; less what is in circulation: what it has
        sec
        sbc bank_out
        sta money_part
        lda money_part+1
        sbc bank_out+1
        sta money_part+1
        lda money_loop
        sbc bank_out+2
        sta money_loop
        lda play_amount         ; what it lacks
        sec
        sbc money_part
        sta money_part
        lda play_amount+1
        sbc money_part+1
        sta money_part+1
        lda #0
        sbc money_loop
        bmi @enough
        lda money_part
        ora money_part+1
        bne issue
@enough:
        rts
.endproc

; issue -- money_part more: into the total and the log
; In     money_part     Out    -     Keeps  X     Uses   A, Y, flags
.proc issue
        lda issue_total
        clc
        adc money_part
        sta issue_total
        lda issue_total+1
        adc money_part+1
        sta issue_total+1
        bcc @total
        inc issue_total+2
@total:
        ldy issue_count
        beq @new
        lda issue_turn_lo-1,y
        cmp turn_count
        bne @new
        lda issue_turn_hi-1,y
        cmp turn_count+1
        beq @more
@new:
        cpy #ISSUES
        bne @place
        ldy #0                  ; the oldest goes
@older:
        lda issue_turn_lo+1,y
        sta issue_turn_lo,y
        lda issue_turn_hi+1,y
        sta issue_turn_hi,y
        lda issue_lo+1,y
        sta issue_lo,y
        lda issue_hi+1,y
        sta issue_hi,y
        iny
        cpy #ISSUES - 1
        bne @older
        dec issue_count
@place:
        lda turn_count
        sta issue_turn_lo,y
        lda turn_count+1
        sta issue_turn_hi,y
        lda #0
        sta issue_lo,y
        sta issue_hi,y
        inc issue_count
        lda money_part
        sta event_lo
        lda money_part+1
        sta event_hi
        txa
        pha
        ldx #NO_PLAYER
        lda #EV_ISSUED
        jsr event_emit
        pla
        tax
        iny
@more:
        lda issue_lo-1,y
        clc
        adc money_part
        sta issue_lo-1,y
        lda issue_hi-1,y
        adc money_part+1
        bcc @fits
        lda #$FF
        sta issue_lo-1,y
@fits:
        sta issue_hi-1,y
        rts
.endproc

; --- decks (SW_CARDS) -----------------------------------------------------------------------------------------

; deck_place -- X = the place of deck Y's next card in deck_cards;  tmp0 = its last place
; Keeps  Y     Uses   A, C
.proc deck_place
        tya
        asl a
        asl a
        asl a
        asl a
        pha
        adc deck_next,y         ; C=0
        tax
        pla
        ora #15
        sta tmp0
        rts
.endproc

; ru_on_card_out -- the card just drawn leaves deck Y
; In     Y  deck     Out    -     Keeps  Y     Uses   A, X, flags; tmp0
.proc ru_on_card_out
        tya
        tax
        dec deck_next,x
        dec deck_size,x
        jsr deck_place
@up:
        cpx tmp0
        beq @last
        lda deck_cards+1,x
        sta deck_cards,x
        inx
        bne @up                 ; always
@last:
        lda #NO_PLAYER
        sta deck_cards,x
        rts
.endproc

; ru_on_card_in -- the card comes back to the bottom of deck Y: before its next card
; In     Y  deck     Out    -     Keeps  X, Y     Uses   A, flags; tmp0
.proc ru_on_card_in
        txa
        pha
        tya
        pha
        jsr deck_place
        txa
        pha                     ; where it goes
        ldx tmp0
        tay
@down:
        cpy tmp0
        beq @place
        lda deck_cards-1,x
        sta deck_cards,x
        dex
        iny
        bne @down               ; always
@place:
        pla
        tax
        pla
        tay
        lda deck_free_card,y
        sta deck_cards,x
        tya
        tax
        inc deck_next,x
        inc deck_size,x
        lda #NO_PLAYER
        sta deck_free,x
        pla
        tax
        rts
.endproc

