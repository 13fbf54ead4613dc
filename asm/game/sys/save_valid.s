; save_valid.s -- does a state in the buffer hang together as the rules keep it?
;
; save.s has found every byte in its range (SAVE_RANGES); here is what binds the
; fields to each other.  A checksum can be made for any bytes: what passes here is
; played by code that looks at no relation again, so money without a ledger, a deed sold
; twice or a seat that is not there would sooner or later write where it should not.
; The state is checked where it lies in the buffer, below the I/O area; the game in
; memory is not touched.  The same rules from the other side: tests/asm/game/model/legal.py.
;
; Test tests/asm/game/ui/test_save_valid.py

.include "sys.inc"
.include "save.inc"
.include "../play/rules.inc"
.include "../ui/ui.inc"
.include "../video/video.inc"
.include "../ui/lines.inc"

.include "save_valid.inc"

.segment "DISK_CHECK"

; state_valid -- hold the state in the buffer against the rules; all RAM is banked in
; In     the buffer, SAVE_RANGES kept
; Out    C=0 it can be played;  C=1 it cannot
; Keeps  -     Uses   A, X, Y, flags; money_loop, play_*; equity_sum, groups_sum
; Time   up to 29,000 cycles
    .if ::PATCHED
.proc state_valid
        ldy #0
        ldx IN(switches) + SW_PRESET
        cpx #PATCHED_PRESET
        bne @own
        iny                     ; by the figures of its game
@own:
        jsr patches_write
        jsr state_check
        php
        ldy #0                  ; the code that has them is not in memory now
        jsr patches_write
        plp
        rts
.endproc
.include "../presets/patches.inc"

; state_check -- the same by the figures that are in the board's tables
; In     the buffer, SAVE_RANGES kept     Out    as state_valid     Keeps  -     Uses   as state_valid
.proc state_check
    .else
.proc state_valid
    .endif
        tsx
        stx valid_stack         ; `invalid` comes back to the caller from any depth
        ldx IN(mode_depth)
        lda IN(mode_kind),x
        sta top
        lda IN(mode_active),x
        sta top_seat
        lda IN(mode_kind)
        sta bottom
        jsr settings_valid
        jsr modes_valid
        jsr turn_valid
        jsr seats_valid
        jsr names_valid
        jsr board_valid
        jsr decks_valid
        jsr preset_valid
        jsr log_valid
        clc
        rts
.endproc

; invalid -- state_valid answers no, from whatever depth
; In     valid_stack     Noreturn   state_valid's caller goes on, with C=1
.proc invalid
        ldx valid_stack
        txs
        sec
        rts
.endproc

; settings_valid -- version, players, generator, deeds to deal, colours, tokens
; Uses   A, X, Y
.proc settings_valid
        lda IN(state_version)
        cmp #STATE_VERSION
        bne invalid
        ldx IN(player_count)
        cpx #2
        bcc invalid
        cpx IN(turn_first)
        beq invalid
        bcc invalid
        lda IN(rng_v)           ; the register never leaves zero
        and #$3F
        ora IN(rng_v)+1
        ora IN(rng_v)+2
        beq invalid
        lda #28                 ; a deed that is dealt is looked for until one is free
        ldy IN(settings) + OPT_DEEDS
@deal:
        dey
        bmi @dealt
        sec
        sbc IN(player_count)
        bcs @deal
        bcc invalid             ; always
@dealt:
        lda #<(IN(player_colour))
        ldy #>(IN(player_colour))
        jsr all_differ
        lda #<(IN(player_token))
        ldy #>(IN(player_token))
        ldx #MAX_PLAYERS
        ; falls through
.endproc

; all_differ -- no two of X bytes are the same
; In     A low, Y high of the first; X 2..16
; Out    play_ptr, or it does not come back: invalid
; Keeps  -     Uses   A, X, Y, flags
.proc all_differ
        sta play_ptr
        sty play_ptr+1
@one:
        dex
        txa
        beq @done
        tay
        lda (play_ptr),y
@other:
        dey
        bmi @one
        cmp (play_ptr),y
        bne @other
        beq invalid             ; always
@done:
        rts
.endproc

; seat_lives -- does seat X live?
; In     X  0..255     Out    C=1 yes     Keeps  X, Y     Uses   A, C
.proc seat_lives
        cpx #MAX_PLAYERS
        bcs @nobody
        lda IN(player_flags),x
        lsr a
        rts
@nobody:
        clc
        rts
.endproc
        .assert PF_ALIVE = 1, error, "seat_lives tests PF_ALIVE by lsr"

; modes_valid -- which mode lies on which, who is active, what each of them is about
; Out    giver, taker     Uses   A, X, Y
.proc modes_valid
        ldx #NO_PLAYER - 1      ; nobody's deeds are marked
        stx giver
        stx taker
        ldy IN(mode_depth)
        ldx bottom
        cpx #MODE_NORMAL
        beq @game
        tya
        bne @none
        cpx #MODE_FIRST
        beq @game
        cpx #MODE_OVER
        bne @none
        jmp winners_valid
@none:
        jmp invalid
@game:
        lda IN(winners)
        bne @wrong
@active:
        ldx IN(mode_active),y
        jsr seat_lives
        bcs @lives
        tya                     ; only the one with the dice may be out, until what
        bne @wrong              ; he left is settled (R-13.6)
        cpx #MAX_PLAYERS
        bcs @wrong
        ldx IN(mode_depth)
        beq @wrong
        ldx IN(mode_kind)+1
        cpx #MODE_TRADE
        beq @wrong
        cpx #MODE_QUIT          ; nor below what presets ask
        bcs @wrong
@lives:
        dey
        bpl @active
        ldy IN(mode_depth)
        beq @done
        ldx IN(mode_kind)+1
        cpx #MODE_AUCTION
        bcc @wrong
        cpx #MODE_OVER          ; those of presets, behind it: save_preset.s
        beq @wrong
        dey
        beq @second
        cpx #MODE_HOUSES
        bne @third
        jmp session_valid
@third:
        cpx #MODE_AUCTION
        bne @wrong
        lda top
        cmp #MODE_TRADE
        bne @wrong
@second:
        cpx #MODE_AUCTION
        bne @who
        jsr auction_valid
@who:
        ldy IN(mode_depth)
        ldx top_seat
        lda top
        cmp #MODE_HOUSES        ; save_preset.s
        beq @done
        cmp #MODE_AUCTION
        beq @done
        cmp #MODE_TRANSFER
        beq transfer_valid
        cmp #MODE_TRADE
        beq trade_valid
        cpx IN(mode_active)     ; must pay, vote: not the one with the dice
        beq @wrong
        cmp #MODE_QUIT
        bne @done
        lda IN(quit_asker)
        cmp IN(mode_active)
        bne @wrong
@done:
        rts
@wrong:
        jmp invalid
.endproc

; winners_valid -- the game is over: who won lives, the first of them is active
; In     bottom = MODE_OVER     Uses   A, X, Y
.proc winners_valid
        ldy #NO_PLAYER
        ldx #MAX_PLAYERS - 1
        lda IN(winners)
@seat:
        asl a
        bcc @next
        pha
        txa
        tay
        jsr seat_lives
        pla
        bcc wrong
@next:
        dex
        bpl @seat
        tya
        bmi wrong               ; nobody won
        cpy IN(mode_active)
        bne wrong
        rts
.endproc

; wrong -- invalid, near enough
.proc wrong
        jmp invalid
.endproc

; trade_valid -- two parties, who have the cards that are in it (R-14.1, R-14.2)
; Whoever was to act before it made the first offer; each counter-offer makes them change places.
; In     X = top_seat, Y = mode_depth     Out    giver, taker     Uses   A, X, Y
.proc trade_valid
        stx taker
        ldx IN(trade_from)
        stx giver
        cpx taker
        beq wrong
        jsr seat_lives
        bcc wrong
        lda IN(transfer_seen)
        lsr a                   ; how often it was sent back
        txa
        bcc @first
        lda taker
@first:
        cmp IN(mode_active)-1,y
        bne wrong
        ldx #1
        ldy #$02
@card:
        tya
        and IN(trade_cards)
        beq @next
        lda IN(deck_free),x
        cmp giver
        beq @next
        cmp taker
        bne wrong
@next:
        dey                     ; bit 1, then bit 0
        dex
        bpl @card
        rts
.endproc

; transfer_valid -- the loser is one who was in the game (R-13.2)
; Out    giver     Uses   A, X
.proc transfer_valid
        ldx IN(trade_from)
        cpx IN(player_count)
        bcs wrong
        stx giver
        jsr seat_lives
        bcs wrong
        rts
.endproc

; auction_valid -- an unowned deed, a bid of somebody who lives, a speaker who may speak (R-9)
; Uses   A, X, Y
.proc auction_valid
        ldy IN(mode_square)+1
        jsr deed_free
        lda IN(switches) + SW_AUCTION
        lsr a
        bcs cry_valid
        ldx IN(mode_active)+1
        lda IN(auction_passed),x
        bne wrong
        cpx IN(auction_bidder)
        beq wrong
        lda IN(auction_bid_lo)
        cmp #AUCTION_MINIMUM
        lda IN(auction_bid_hi)
        sbc #0
        ldx IN(auction_bidder)
        bmi @none
        bcc wrong               ; a bid, and less than the least
        jsr seat_lives
        bcc wrong
        lda IN(auction_passed),x
        bne wrong
        rts
@none:
        lda IN(auction_bid_lo)
        ora IN(auction_bid_hi)
        beq @good
        lda IN(switches) + SW_AUCTION   ; one less than a price that an auctioneer has named (V-3.2), or
        beq @wrong                      ; than the bid at which somebody is asked again (V-3.3)
        lda IN(auction_bid_lo)
        cmp #AUCTION_MINIMUM - 1
        lda IN(auction_bid_hi)
        sbc #0
        bcc @wrong
@good:
        rts
@wrong:
        jmp wrong
.endproc

; session_valid -- above a session somebody must pay, or a house is auctioned
; Uses   A, X
.proc session_valid
        lda IN(switches) + SW_SHORT
        beq not_cried
        lda top
        cmp #MODE_MUST_PAY      ; whoever has placed, also the player with the dice
        beq @done
        cmp #MODE_AUCTION
        beq @house
        bne not_cried           ; always
@done:
        rts
@house:
        ldx IN(mode_square)+2
        inx
        bne not_cried
        lda IN(session_seat)
        bpl not_cried
        ; falls through
.endproc
        .assert NO_SQUARE = $FF .and NO_PLAYER >= $80, error, "session_valid"

; cry_valid -- a live auction: a bid of somebody who is still in the game, or none
; Uses   A, X
.proc cry_valid
        lda IN(auction_bid_lo)
        ora IN(auction_bid_hi)
        ldx IN(auction_bidder)
        bmi @none
        tay
        beq not_cried
        jsr seat_lives
        bcc not_cried
        rts
@none:
        tay
        bne not_cried
        rts
.endproc

; not_cried -- invalid, near enough to both
.proc not_cried
        jmp invalid
.endproc

; deed_free -- square Y is a deed that nobody owns and that waits for no auction
; Uses   A, Y
.proc deed_free
        cpy #SQUARES
        bcs @wrong
        lda square_group,y
        bmi @wrong
        lda IN(square_owner),y
        and IN(square_pending),y
        bpl @wrong
        rts
@wrong:
        jmp invalid
.endproc

; turn_valid -- doubles, dice, and what is offered to the player with the dice
; Uses   A, X, Y
.proc turn_valid
        lda bottom
        cmp #MODE_NORMAL
        bne @done
        lda IN(dice)
        beq @wrong
        lda IN(dice)+1
        beq @wrong
        ldx IN(mode_active)
        lda IN(turn_doubles)
        bne @doubles
        lda IN(turn_again)
        bne @wrong               ; a further roll is for a double
        beq @phase              ; always
@doubles:
        lda IN(player_flags),x
        and #PF_GAOL
        bne @wrong
@phase:
        lda IN(turn_phase)
        cmp #PHASE_BUY
        bne @done
        ldy IN(player_square),x
        jsr deed_free
        ldy IN(mode_depth)
        beq @done
        lda IN(mode_kind)+1     ; before he has decided nothing else is auctioned or settled
        cmp #MODE_TRADE
        beq @done
        cmp #MODE_LOAN
        beq @done
        cmp #MODE_QUIT
        beq @done
        ldx IN(switches) + SW_SHORT
        beq @wrong
        cmp #MODE_HOUSES        ; he asks for houses first, and who overspent there must pay
        beq @done
        cmp #MODE_MUST_PAY
        bne @wrong
@done:
        rts
@wrong:
        jmp invalid
.endproc

; seats_valid -- who lives, gaol, money against debts, the sum of all money (R-2.1 to R-2.3)
; Uses   A, X, Y
.proc seats_valid
        lda IN(pool_lo)
        sta play_sum
        lda IN(pool_hi)
        sta play_sum+1
        lda #0
        sta play_sum+2
        sta living
        ldx #MAX_PLAYERS - 1
@seat:
        cpx IN(player_count)
        bcs @flags
        lda IN(player_colour),x
        bmi seats_wrong
@flags:
        lda IN(player_flags),x
        lsr a
        bcs @lives
        and #(PF_CPU - 1) / 2
        ora IN(player_money_lo),x
        ora IN(player_money_hi),x
        ora IN(player_gaol_fails),x
        bne seats_wrong
        beq @debts              ; always
@lives:
        inc living
        cpx IN(player_count)
        bcs seats_wrong
        jsr gaol_valid
        jsr money_valid
@debts:
        jsr debts_valid
        lda IN(brain_asked),x   ; deeds held * 16 + group + 1, or nothing
        beq @next
        and #$0F
        clc
        sbc #0
        cmp #GROUPS
        bcs seats_wrong
@next:
        dex
        bpl @seat
        ldx #2
@byte:
        lda play_sum,x
        cmp IN(bank_out),x
        bne seats_wrong
        dex
        bpl @byte
        lda living
        ldx bottom
        dex
        bne @game
        cmp IN(player_count)    ; all roll for the first turn
        bne seats_wrong
@game:
        cmp #2
        bcs @done
        cpx #MODE_OVER - 1      ; with one left the game is over
        bne seats_wrong
@done:
        rts
.endproc
        .assert MODE_FIRST = 1, error, "seats_valid finds MODE_FIRST by dex"

seats_wrong:
        jmp invalid

; gaol_valid -- the flags of a turn that seat X has
; Keeps  X     Uses   A, Y
.proc gaol_valid
        lda #GAOL_FAILS
        ldy IN(switches) + SW_THIRD
        cpy #2
        bcc @most
        lda #GAOL_FAILS_MOST
@most:
        sec
        sbc IN(player_gaol_fails),x
        bcc seats_wrong
        cmp #1                  ; C=0: as many as there can be, and PF_BAIL goes with that
        lda IN(player_flags),x
        bcs @fewer
        eor #PF_BAIL
@fewer:
        and #PF_BAIL
        bne seats_wrong
        lda IN(player_flags),x
        and #PF_GAOL
        beq @free
        lda IN(player_square),x
        eor #SQUARE_GAOL
        bpl @both               ; always
@free:
        lda IN(player_flags),x
        and #PF_SENT
        ora IN(player_gaol_fails),x
@both:
        bne seats_wrong
        ldy bottom
        cpy #MODE_OVER
        beq @done
        ldy #PHASE_ROLL
        cpx IN(mode_active)
        bne @flags              ; a seat without the dice has none of these
        ldy IN(turn_phase)
@flags:
        lda IN(player_flags),x
        and phase_mask,y
        cmp phase_flags,y
        bne seats_wrong
@done:
        rts
.endproc

; money_valid -- PF_DEBT and PF_LOSING of seat X, who may be in debt now, his part of the sum
; Keeps  X     Uses   A, Y
.proc money_valid
        ldy #0
        lda IN(player_money_hi),x
        bmi @debt
        lda IN(player_money_lo),x
        clc
        adc play_sum
        sta play_sum
        lda IN(player_money_hi),x
        adc play_sum+1
        sta play_sum+1
        bcc @flags
        inc play_sum+2
        bcs @flags              ; always
@debt:
        lda IN(turn_phase)      ; all were settled before a deed was offered, but for a loan
        cmp #PHASE_BUY          ; that fell due on the way, and houses bought since
        bne @settled
        lda IN(switches) + SW_LOANS
        ora IN(switches) + SW_SHORT
        beq money_wrong
@settled:
        lda IN(player_money_lo),x
        clc
        adc IN(player_equity_lo),x
        lda IN(player_money_hi),x
        adc IN(player_equity_hi),x
        ldy #PF_DEBT
        bcs @whose
        ldy #PF_LOSING
@whose:
        lda top                 ; in his turn none but the player with the dice is in debt,
        cmp #MODE_NORMAL + 1    ; and losers are not asked any more (R-12.6)
        bcc @alone
        cmp #MODE_MUST_PAY
        bne @flags
        cpx top_seat
        bne @flags
@alone:
        cpx top_seat
        bne money_wrong
        cpy #PF_DEBT
        bne money_wrong
@flags:
        tya
        eor IN(player_flags),x
        and #PF_DEBT | PF_LOSING
        bne money_wrong
        rts
.endproc

money_wrong:
        jmp invalid

; debts_valid -- what seat X owes is what his money is below zero, and owed to others who live
; Keeps  X     Uses   A, Y; play_rest, play_ptr
.proc debts_valid
        ldy #0
        sty play_rest
        sty play_rest+1
        lda IN(player_money_hi),x
        bpl @none
        tya
        sec
        sbc IN(player_money_lo),x
        sta play_rest
        tya
        sbc IN(player_money_hi),x
        sta play_rest+1
@none:
        stx play_ptr            ; debtor
        txa
        ora #CREDIT_TAX * MAX_PLAYERS
        tay
@creditor:
        lda IN(debt_lo),y
        ora IN(debt_hi),y
        beq @next
        tya
        lsr a
        lsr a
        lsr a
        tax
        cpx #CREDIT_BANK
        bcs @owed
        cpx play_ptr
        beq money_wrong
        jsr seat_lives
        bcc money_wrong
@owed:
        lda play_rest
        sec
        sbc IN(debt_lo),y
        sta play_rest
        lda play_rest+1
        sbc IN(debt_hi),y
        sta play_rest+1
        bcc money_wrong
@next:
        tya
        sec
        sbc #MAX_PLAYERS
        tay
        bcs @creditor
        lda play_rest
        ora play_rest+1
        bne money_wrong
        ldx play_ptr
        rts
.endproc

; names_valid -- letters, then zeros
; Uses   A, X
.proc names_valid
        ldx #MAX_PLAYERS * NAME_SIZE - 1
@byte:
        lda IN(player_names),x
        bne @letter
        txa
        and #NAME_SIZE - 1
        eor #NAME_SIZE - 1
        beq @next
        lda IN(player_names)+1,x
        beq @next
        bne names_wrong         ; always
@letter:
        cmp #' '
        bcc names_wrong
@next:
        dex
        bpl @byte
        rts
.endproc

names_wrong:
        jmp invalid

; log_valid -- each line has words, and where these have the name of a group there is one
; Uses   A, X, Y
.proc log_valid
        ldy #LOG_SAVED - 1
@line:
        ldx SAVE_LOG,y
        bmi @next
        lda message_words,x
        beq names_wrong
        cpx #LINE_GROUP
        bcc @next
        cpx #LINE_UTILITIES + 1
        bcs @next
        lda SAVE_LOG + 2 * LOG_SAVED,y
        cmp #GROUPS
        bcs names_wrong
@next:
        dey
        bpl @line
        rts
.endproc
        .assert LINE_UTILITIES = LINE_GROUP + 1, error, "lines with the name of a group"

.segment "DISK_DATA"

; which flags count in a phase for the player with the dice, and which of them are set
PF_PHASE        = PF_BAIL | PF_MOVES
phase_mask:     .byte PF_PHASE | PF_SENT, PF_PHASE | PF_SENT, PF_PHASE | PF_SENT
                .byte PF_PHASE | PF_SENT, PF_PHASE, PF_PHASE | PF_SENT
phase_flags:    .byte 0, 0, PF_BAIL, PF_MOVES, 0, 0
        .assert * - phase_flags = PHASE_TAX + 1, error, "flags for each phase"
