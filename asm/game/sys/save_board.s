; save_board.s -- the second half of the check of a loaded state: squares and cards
;
; Equity, deeds of each group and the bank's stock are worked out again from the squares.
;
; Test tests/asm/game/ui/test_save_valid.py

.include "sys.inc"
.include "save.inc"
.include "../play/rules.inc"
.include "../video/video.inc"
.include "save_valid.inc"


; sums, for the time of the check, behind the names of the list (saved_list.s)
equity_sum      = event_space + SAVED_MAX * SAVE_NAME_SIZE ; as player_equity_lo, _hi
groups_sum      = equity_sum + 2 * MAX_PLAYERS ; as player_groups
SUMS            = 2 * MAX_PLAYERS + GROUPS * MAX_PLAYERS
        .assert SAVED_MAX * SAVE_NAME_SIZE + SUMS <= EVENT_SPACE, error, "both fit into the queue of events"
        .assert SUMS < 128, error, "a loop ends by bpl"

.segment "DISK_CODE"

; board_valid -- owners, buildings, mortgages, marks; equity, groups and the bank's stock
; from them (R-2.4, R-10)
; In     the buffer; bottom, top_seat, giver, taker
; Out    -, or it does not come back: invalid
; Keeps  -     Uses   A, X, Y, flags; money_loop, play_*
.proc board_valid
        ldx #SUMS - 1
        lda #0
@clear:
        sta equity_sum,x
        dex
        bpl @clear
        lda #HOUSES
        sta houses
        lda #HOTELS
        sta hotels
        lda IN(bank_houses)
        sta phantom
        ldy #SQUARES - 1
@square:
        ldx IN(square_owner),y
        bmi @nobody
        jsr deed_valid
        jmp @next
@nobody:
        lda IN(square_level),y
        ora IN(square_mortgaged),y
        ora IN(square_mark),y
        bne @wrong
        lda IN(square_pending),y
        bmi @next
        cmp IN(player_count)
        bcs @wrong
        lda square_group,y
        bmi @wrong
        lda bottom              ; nothing is left over before the first turn
        lsr a
        bcs @wrong
        lda IN(turn_phase)      ; nor while a deed is offered
        cmp #PHASE_BUY
        beq @wrong
        lda top                 ; the next request would begin its auction; only debts and
        cmp #MODE_NORMAL        ; phantom houses come first
        bne @next
        ldx top_seat
        lda IN(player_money_hi),x
        ora IN(bank_houses)
        bpl @wrong
@next:
        dey
        bpl @square
        ldx #2 * MAX_PLAYERS - 1
@equity:
        lda equity_sum,x
        cmp IN(player_equity_lo),x
        bne @wrong
        dex
        bpl @equity
        ldx #GROUPS * MAX_PLAYERS - 1
@group:
        lda groups_sum,x
        cmp IN(player_groups),x
        bne @wrong
        dex
        bpl @group
        lda houses
        cmp IN(bank_houses)
        bne @wrong
        lda hotels
        bmi @wrong
        cmp IN(bank_hotels)
        bne @wrong
        lda phantom             ; he can sell what the bank lacks
        bmi @wrong
        rts
@wrong:
        jmp invalid
.endproc
        .assert player_equity_hi - player_equity_lo = MAX_PLAYERS, lderror, "one loop compares both"

; deed_valid -- square Y, which seat X owns
; Keeps  Y     Uses   A, X; play_amount, play_ptr, play_rest
deed_square     = play_ptr
deed_owner      = play_ptr+1
deed_group      = play_rest             ; then how many of them are left
deed_level      = play_amount
deed_half       = play_amount+1         ; of what a house costs
.proc deed_valid
        sty deed_square
        stx deed_owner
        lda square_group,y
        bmi @wrong
        sta deed_group
        lda IN(square_pending),y
        bpl @wrong              ; it cannot be sold twice
        lda bottom
        lsr a
        bcs @wrong              ; nor has anything been sold before the first turn
        jsr seat_lives
        bcs @lives
        cpx giver               ; it lies before his creditor
        beq @laid
        lda bottom              ; or the game ended with him (R-13.5)
        cmp #MODE_OVER
        bne @wrong
@laid:
        lda IN(square_mortgaged),y
        beq @wrong
@lives:
        lda deed_group
        asl a
        asl a
        asl a
        ora deed_owner
        tax
        inc groups_sum,x
        ldx deed_owner
        lda IN(square_mortgaged),y
        bne @mark
        lda mortgage_value,y
        jsr equity_more
@mark:
        lda IN(square_mark),y
        beq @level
        lsr a
        bcc @wrong              ; MARK_REPAY goes with MARK_IN
        beq @in
        lda IN(square_mortgaged),y
        beq @wrong
@in:
        cpx giver
        beq @level
        cpx taker
        bne @wrong
@level:
        lda IN(square_level),y
        beq @done
        sta deed_level
        jsr group_valid
@done:
        ldy deed_square
        rts
@wrong:
        jmp invalid
.endproc
        .assert MODE_FIRST & 1 = 1 .and MODE_NORMAL & 1 = 0 .and MODE_OVER & 1 = 0, error, "lsr"
        .assert MARK_IN = 1 .and MARK_REPAY = 2, error, "deed_valid takes marks apart by lsr"

; group_valid -- what stands on deed_square, and that its group may be built on (R-10.1, R-10.2)
; In     A deed_level, X deed_owner     Uses   A, X, Y; deed_level
.proc group_valid
        cmp #LEVEL_HOTEL
        bne @houses
        dec hotels
        bpl @worth
        bmi @wrong
@houses:
        eor #$FF                ; houses - level
        sec
        adc houses
        sta houses
        cpx top_seat
        bne @worth
        lda phantom
        clc
        adc deed_level
        sta phantom
@worth:
        ldy deed_group
        lda group_house_cost,y
        beq @wrong
        lsr a
        sta deed_half
        lda group_size,y
        sta deed_group
        lda group_first,y
        pha
        ldy deed_level
@add:
        lda deed_half
        jsr equity_more
        dey
        bne @add
        lda IN(switches) + SW_CLOCK
        beq @even
        lda deed_level          ; a hotel follows on three houses
        cmp #LEVEL_HOTEL - 1
        beq @wrong
        bcc @even
        dec deed_level
@even:
        pla
        tax
@member:
        ldy group_squares,x
        lda IN(square_owner),y
        cmp deed_owner
        bne @wrong
        lda IN(square_mortgaged),y
        ora IN(square_mark),y   ; nor is it traded (R-14.3)
        bne @wrong
        lda IN(square_level),y
        adc #0                  ; C=1: at most one lower
        cmp deed_level
        bcc @wrong
        inx
        dec deed_group
        bne @member
        rts
@wrong:
        jmp invalid
.endproc

; equity_more -- A more for seat X     Keeps  X, Y     Uses   A
.proc equity_more
        clc
        adc equity_sum,x
        sta equity_sum,x
        bcc @done
        inc equity_sum + MAX_PLAYERS,x
@done:
        rts
.endproc

; decks_valid -- each card once, and the GO-free card where deck_free says (R-7.6, R-7.7)
; In     the buffer     Out    -, or it does not come back: invalid
; Keeps  -     Uses   A, X, Y, flags; play_ptr, play_rest
.proc decks_valid
        ldy #1
@deck:
        sty play_rest
        tya
        asl a
        asl a
        asl a
        asl a
        adc #<(IN(deck_cards))  ; C=0
        pha
        lda #>(IN(deck_cards))
        adc #0
        tay
        pla
        ldx #16
        jsr all_differ
        ldx play_rest
        lda IN(deck_next),x
        cmp IN(deck_size),x
        bcs @wrong
        ldy #15
        lda (play_ptr),y
        cmp #$80                ; 16 cards, or 15 and $FF
        tya
        bcs @size
        adc #1
@size:
        cmp IN(deck_size),x
        bne @wrong
        lda IN(deck_free),x
        tax
        cmp #FREE_USED
        bcs @find
        jsr seat_lives
        bcc @wrong
@find:
        lda (play_ptr),y        ; Y = 15
        cmp #GO_FREE_CARD
        beq @in
        dey
        bpl @find
        inx                     ; out: somebody must have it
        beq @wrong
@next:
        ldy play_rest
        dey
        bpl @deck
        rts
@in:
        inx
        beq @full
        tya                     ; held: it has been drawn
        ldx play_rest
        cmp IN(deck_next),x
        bcs @wrong
@full:
        ldx play_rest
        lda IN(deck_size),x
        cmp #16
        beq @next
@wrong:
        jmp invalid
.endproc
GO_FREE_CARD    = 15            ; in either deck: deck_free_card
