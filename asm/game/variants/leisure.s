; leisure.s -- the 1989 game: taxes, hotels, bankrupts, the short game
;
; docs/rules.md tells the rules, hooks.inc where they are called.  Rent, auctions and the sale of
; houses are in leisure_market.s, what computers make of it in leisure_brain.s.  The content LEISURE
; lies where RUSSIAN does: a game has one of them.
; Test tests/asm/game/test_leisure_*.py


.include "../play/rules.inc"
.include "leisure.inc"

.segment "LEISURE_HOOKS"

.macro HOOK name
        .assert * = name, lderror, "LEISURE has its hooks where RUSSIAN has them"
        jmp .ident(.concat("le_", .string(name)))
.endmacro
.include "hooks.inc"
.delmacro HOOK

.segment "LEISURE_DATA"

; Requests from TAX on: check and action of each
.macro REQUEST name, modes, phases, when, check, act, words
    .if .ident(.concat("REQ_", .string(name))) >= REQ_TAX
        .addr .ident(.concat("le_", .string(check))) - 1, .ident(.concat("le_", .string(act))) - 1
    .endif
.endmacro
le_requests:
.include "../play/requests.inc"
.delmacro REQUEST
le_check_none = check_none

; The switch without which there is no such request, from TAX on
request_switch: .byte SW_TAX, SW_CLOCK, SW_RENT, SW_AUCTION, SW_AUCTION
        .byte SW_SHORT, SW_SHORT, SW_SHORT, SW_SHORT, SW_SHORT, SW_HOTEL
        .assert * - request_switch = REQUESTS - REQ_TAX, error, "a switch for each request"

; Requests of the modes that only this game has: a bit of their phases, by MODE_* from MODE_CLAIM on
mode_bit:       .byte $40, $80
        .assert * - mode_bit = MODES_ALL - MODE_CLAIM, error, "a bit for each mode"

.segment "LEISURE_CODE"

; le_on_gate -- is there such a request in this game, and does a mode of the preset take it?
; In     X  REQ_*;  Y  MODE_*     Out    C=0 yes;  C=1 A = reason     Keeps  X, Y     Uses   A, flags; tmp0
.proc le_on_gate
        cpx #REQ_TAX
        bcc @common
        sty tmp0
        ldy request_switch - REQ_TAX,x
        lda switches,y
        ldy tmp0
        cmp #0
        beq @mode
        bne @there              ; always
@common:
        cpx #REQ_LATE
        bcs @mode               ; RUSSIAN's
        cpy #MODE_AUCTION
        bne @there
        lda switches + SW_AUCTION
        bne @mode               ; all cry at once: no one speaks in turn, manages or trades
@there:
        cpy #MODE_CLAIM
        bcc @open
        lda request_phases,x
        and mode_bit - MODE_CLAIM,y
        beq @mode
        cpx #REQ_TAX            ; other requests have no such phases
        bcc @mode
@open:
        clc
        rts
@mode:
        lda #REASON_MODE
        sec
        rts
.endproc

; le_check_late -- the check of request X
; In     X  REQ_*     Out    as play_check     Keeps  -     Uses   A, flags, as play_check
.proc le_check_late
        ldy #0
        .byte $2C               ; BIT: skips the next LDY
        ; falls through
.endproc

; le_do_late -- the action of request X
; In     X  REQ_*     Out    -     Keeps  -     Uses   everything a request does
.proc le_do_late
        ldy #2
        sty tmp0
        txa
        sbc #REQ_TAX            ; C is set: the caller has compared
        asl a
        asl a
        ora tmp0
        tay
        lda le_requests+1,y
        pha
        lda le_requests,y
        pha
        rts
.endproc

; --- hooks where this game is as the classic one, or has no such rule ------------------------------------

; le_on_turn and others -- nothing
; In     -     Out    -     Keeps  A, X, Y, flags     Uses   -
.proc le_on_turn
        rts
.endproc
le_on_order   = le_on_turn      ; SW_ORDER
le_on_go      = le_on_turn      ; SW_LOANS
le_on_score   = le_on_turn
le_on_issue   = le_on_turn      ; SW_BANK
le_on_card_out = le_on_turn     ; SW_CARDS
le_on_card_in = le_on_turn
le_on_built   = le_on_turn
le_on_ruin    = le_on_turn
le_on_creditor = le_on_turn

; le_on_marked and others -- C=0: it may
; In     -     Out    C=0     Keeps  A, X, Y     Uses   C
.proc le_on_marked
        clc
        rts
.endproc
le_on_sell    = le_on_marked
le_on_auto    = le_on_marked
le_on_debtor  = le_on_marked

le_on_auto_pay = auto_pay_once
le_on_hotel   = hotel_sell
le_on_value   = votes_count

; --- not built yet -----------------------------------------------------------------------------------------

; le_check_time and others -- refused
; In     -     Out    C=1 A = reason     Keeps  X, Y     Uses   A, C
.proc le_check_time
        lda #REASON_MODE
        sec
        rts
.endproc
le_do_time    = le_check_time
le_check_sell_all = le_check_time
le_do_sell_all = le_check_time
