; save_preset.s -- the third part of the check of a loaded state: what presets have
;
; Test tests/asm/game/ui/test_save_valid.py

.include "sys.inc"
.include "save.inc"
.include "../play/rules.inc"
.include "../ui/ui.inc"
.include "../video/video.inc"
.include "save_valid.inc"

.segment "DISK_DATA"

; By SW_*: the last value there is.
.macro SWITCH name, highest, family, own
        .byte highest
.endmacro
valid_highest:
.include "../play/switches.inc"
.delmacro SWITCH

; By PRESET_*: all its switches, the preset itself as well; where they begin.
valid_sets:
        PRESET_WHOLE
        .assert * - valid_sets <= 256, error, "one index"
valid_begins:
    .repeat PRESETS, number
        .byte number * SWITCHES
    .endrepeat

.segment "DISK_CHECK"

; preset_valid -- switches that there are, as their preset has them; a classic game has nothing else
; In     the buffer     Out    -, or it does not come back: invalid
; Keeps  -     Uses   A, X, Y, flags; play_rest, play_scan
.proc preset_valid
        ldy IN(switches) + SW_PRESET
        cpy #PRESETS
        bcs @wrong
        lda valid_begins,y
        sta play_scan
        lda #0
        sta play_rest           ; whose switches there are, a bit each
        ldx #SWITCHES - 1
@switch:
        lda IN(switches),x
        beq @there
        cmp valid_highest,x
        beq @family
        bcs @wrong
@family:
        cpx #SW_PRESET
        beq @there
        cmp #2
        lda #FAMILY_RUSSIAN
        bcs @whose
        lda switch_families,x
@whose:
        ora play_rest
        sta play_rest
@there:
        ldy IN(switches) + SW_PRESET
        cpy #PRESET_OWN
        beq @next
        cpy #PRESET_1989
        bne @set
        cpx #SW_CLOCK           ; with a short game or without
        beq @next
@set:
        txa
        clc
        adc play_scan
        tay
        lda valid_sets,y
        cmp IN(switches),x
        beq @next
@wrong:
        jmp invalid
@next:
        dex
        bpl @switch
        jsr told_valid
        lda play_rest
        jsr clock_valid
        jsr more_family
        bcs @nothing
        jmp loans_valid
@nothing:
        ldx #<(auction_last_lo - variant_begin - 1) ; as variant_wipe leaves it; bids are noted
        ldy IN(switches) + SW_PRESET
        beq @byte
        ldx #<(street_built - variant_begin - 1)    ; which code of its own may use
@byte:
        txa
        sec
        sbc #<(loan_borrower - variant_begin)
        cmp #LOANS
        lda IN(variant_begin),x
        bcs @empty
        eor #NO_PLAYER
@empty:
        tay
        bne @wrong
        dex
        cpx #SWITCHES - 1       ; the switches are as they must be
        bne @byte
        lda IN(turn_phase)
        cmp #PHASE_TAX
        beq @wrong
        lda top
        cmp #MODE_RENT
        bcs @wrong
        rts
.endproc

; more_family -- is it a classic game, or one by a preset with code of its own (presets/code.inc)?
; In     the buffer     Out    C=1 it is;  C=0 one by the rules of 1989 or the Russian ones     Uses   A, Y
.proc more_family
        ldy IN(switches) + SW_PRESET
        lda preset_family,y
        beq @yes                ; C=1 below
        cmp #PRESET_BY_SWITCHES
        beq @no
        cmp #FAMILY_MORE
        rts
@no:
        clc
        rts
@yes:
        sec
        rts
.endproc

; told_valid -- what only presets tell has its words in their file (BOOK_VARIANT): the history of a game
; has nothing of another one
; In     the buffer, play_rest = whose switches there are     Uses   A, X, Y
.proc told_valid
        jsr more_family
        lda #0
        rol a
        tax                     ; 1 = the event says nothing of it
        ldy #LOG_SAVED - 1
@line:
        lda SAVE_LOG,y
        cmp #EV_ORDER
        bcc @next
        cmp #EVENTS
        bcs @next
        cpx #1
        beq @wrong
        cmp #EV_MISSED
        lda #0
        rol a                   ; 1 = RULES1989 tells it
        eor play_rest
        lsr a
        bcs @wrong
@next:
        dey
        bpl @line
        rts
@wrong:
        jmp invalid
.endproc
        .assert EV_MISSED = EV_ISSUED + 1 .and FAMILY_RULES1989 = 1 .and FAMILY_RUSSIAN = 2, error, "told_valid"

; clock_valid -- switches of one family; a short game has its minutes, no other has any; nobody wants
; houses that none sells
; In     A  whose switches there are, a bit each     Uses   A, X
.proc clock_valid
        cmp #FAMILY_RULES1989 | FAMILY_RUSSIAN
        beq @wrong              ; not both
        lda IN(switches) + SW_SHORT
        bne @sale
        ldx #MAX_PLAYERS        ; session_seat behind the eight
@wanted:
        lda IN(wanted),x
        bne @wrong
        dex
        bpl @wanted
        bmi @clock              ; always
@sale:
        ldx IN(switches) + SW_AUCTION   ; in real time
        dex
        bne @wrong
        jsr market_valid
@clock:
        lda IN(clock_minutes_lo)
        ora IN(clock_minutes_hi)
        ldx IN(switches) + SW_CLOCK
        bne @short
        ora IN(clock_lo)
        ora IN(clock_hi)
        bne @wrong
        rts
@short:
        tax
        beq @wrong
        lda #<MINUTES_MOST
        cmp IN(clock_minutes_lo)
        lda #>MINUTES_MOST
        sbc IN(clock_minutes_hi)
        bcc @wrong
        lda #<(60 * MINUTES_MOST)
        cmp IN(clock_lo)
        lda #>(60 * MINUTES_MOST)
        sbc IN(clock_hi)
        bcc @wrong
        rts
@wrong:
        jmp invalid
.endproc

; loans_valid -- a game by a preset: what only its rules ask, and each loan that is open
; Uses   A, X, Y
.proc loans_valid
        lda IN(turn_phase)
        cmp #PHASE_TAX
        bne @mode
        lda IN(switches) + SW_TAX
        beq @wrong
        lda IN(mode_depth)      ; nothing else is asked meanwhile
        bne @wrong
@mode:
        lda IN(mode_depth)
        beq @loans
        ldy IN(mode_active)+1
        lda IN(mode_kind)+1
        cmp #MODE_HOUSES
        beq @houses
        ldx IN(switches) + SW_RENT
        cmp #MODE_CLAIM
        beq @claim
        cmp #MODE_RENT
        bcc @loans
        bne @asked
        dex
@claim:
        dex
        bne @wrong
        ldx IN(mode_square)+1   ; the owner is asked about the square the player with the dice stands on
        cpx #SQUARES
        bcs @wrong
        tya
        cmp IN(square_owner),x
        bne @wrong
        ldy IN(mode_active)
        txa
        cmp IN(player_square),y
        bne @wrong
        beq @loans              ; always
@houses:
        lda IN(switches) + SW_SHORT
        beq @wrong
        cpy IN(session_seat)    ; who places is active; while all are asked, who has the dice
        beq @loans
        cpy IN(mode_active)
        bne @wrong
        lda IN(session_seat)
        bmi @loans
@wrong:
        jmp invalid
@asked:
        ldx IN(mode_square)+1   ; the place where the terms lie
        cpx #LOANS
        bcs @wrong
        lda IN(loan_borrower),x
        bpl @wrong
        jsr terms_valid
@loans:
        ldx #LOANS - 1
@loan:
        ldy IN(loan_borrower),x
        bmi @next
        stx play_rest
        tya
        cmp IN(loan_lender),x
        beq @wrong
        tax
        jsr seat_lives
        bcc @wrong
        ldx play_rest
        jsr terms_valid
@next:
        dex
        bpl @loan
        rts
.endproc

; terms_valid -- lender, amount and term of loan X
; Keeps  X     Uses   A, Y, play_rest
.proc terms_valid
        lda IN(switches) + SW_LOANS ; no loans by these rules
        beq @wrong
        stx play_rest
        lda IN(loan_lender),x
        cmp #CREDIT_BANK
        beq @amount
        tax
        jsr seat_lives
        bcc @wrong
        ldx play_rest
@amount:
        lda IN(loan_lo),x
        ora IN(loan_hi),x
        beq @wrong
        lda #<LOAN_MOST
        cmp IN(loan_lo),x
        lda #>LOAN_MOST
        sbc IN(loan_hi),x
        bcc @wrong
        ldy IN(loan_unit),x
        lda IN(loan_left),x
        beq @wrong
        cmp terms_behind,y      ; longer than a loan of this unit can last
        bcs @wrong
        rts
@wrong:
        jmp invalid
.endproc

        .assert switches = variant_begin .and SW_PRESET = 0 .and PRESET_CLASSIC = 0, lderror, "preset_valid"
        .assert MODE_LOAN = MODE_RENT + 1, error, "loans_valid"

.segment "DISK_DATA"

terms_behind:   .byte LOAN_TURNS_MOST + 1, LOAN_LAPS_MOST + 1
