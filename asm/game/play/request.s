; request.s -- the one way into the rules
;
; Every request has a check that changes nothing but scratch bytes, and an
; action that cannot fail; play_request runs the one and then the other.  So a
; refused request has changed nothing by construction.
; Test tests/asm/game/test_interface.py

.include "rules.inc"

; when a request may come at all
WHEN_DEBT    = $01              ; also with negative money
WHEN_PHANTOM = $02              ; also while phantom houses are out
WHEN_ANY     = WHEN_DEBT | WHEN_PHANTOM
WHEN_SQUARE  = $40              ; arg0 is a square: play_actions tries the own ones
WHEN_UNTRIED = $80              ; has parameters that play_actions does not try

.segment "PLAY_BSS"
actions:        .res ACTION_BYTES
actions_keep:   .res 2
actions_player: .res 1
before_depth:   .res 1          ; who had to act before the request
before_active:  .res 1
before_kind:    .res 1

.segment "PLAY_DATA"

.define MODE_BIT(m) (1 << (m))
IN_SETUP  = MODE_BIT(MODE_SETUP)
IN_FIRST  = MODE_BIT(MODE_FIRST)
IN_NORMAL = MODE_BIT(MODE_NORMAL)
IN_AUCTION = MODE_BIT(MODE_AUCTION)
IN_TRADE  = MODE_BIT(MODE_TRADE)
IN_PAY    = MODE_BIT(MODE_MUST_PAY)
IN_TRANSFER = MODE_BIT(MODE_TRANSFER)
IN_QUIT   = MODE_BIT(MODE_QUIT)
IN_BUILD  = IN_NORMAL | IN_AUCTION | IN_PAY
IN_MANAGE = IN_BUILD | IN_TRADE | IN_TRANSFER

.define PHASE_BIT(p) (1 << (p))
AT_ROLL  = PHASE_BIT(PHASE_ROLL)
AT_BUY   = PHASE_BIT(PHASE_BUY)
AT_BAIL  = PHASE_BIT(PHASE_BAIL)
AT_MOVE  = PHASE_BIT(PHASE_MOVE)
AT_DONE  = PHASE_BIT(PHASE_DONE)
AT_TAX   = PHASE_BIT(PHASE_TAX)
AT_CARD  = AT_ROLL | AT_BAIL    ; the latter with SW_THIRD
AT_RENT  = PHASE_BIT(6)         ; no phases: modes for which request_modes has no bit, which are
AT_LOAN  = PHASE_BIT(7)         ; RUSSIAN's
AT_CLAIM = PHASE_BIT(6)         ; and RULES1989's
AT_HOUSES = PHASE_BIT(7)
        .assert MODE_RENT = MODE_OVER + 1, error, "gate"
AT_ANY   = AT_ROLL | AT_BUY | AT_BAIL | AT_MOVE | AT_DONE

; A table of each column of the rows, by REQ_* number.

request_modes:                  ; MODE_OVER takes nothing, so a byte is enough
.macro REQUEST name, modes, phases, when, check, act, words
        .byte modes
.endmacro
.include "requests.inc"
.delmacro REQUEST

request_phases:
.macro REQUEST name, modes, phases, when, check, act, words
        .byte phases
.endmacro
.include "requests.inc"
.delmacro REQUEST

request_when:
.macro REQUEST name, modes, phases, when, check, act, words
        .byte when
.endmacro
.include "requests.inc"
.delmacro REQUEST

check_lo:
.macro REQUEST name, modes, phases, when, check, act, words
    .if .ident(.concat("REQ_", .string(name))) < REQ_LATE
        .byte <(check - 1)
    .endif
.endmacro
.include "requests.inc"
.delmacro REQUEST

check_hi:
.macro REQUEST name, modes, phases, when, check, act, words
    .if .ident(.concat("REQ_", .string(name))) < REQ_LATE
        .byte >(check - 1)
    .endif
.endmacro
.include "requests.inc"
.delmacro REQUEST

act_lo:
.macro REQUEST name, modes, phases, when, check, act, words
    .if .ident(.concat("REQ_", .string(name))) < REQ_LATE
        .byte <(act - 1)
    .endif
.endmacro
.include "requests.inc"
.delmacro REQUEST

act_hi:
.macro REQUEST name, modes, phases, when, check, act, words
    .if .ident(.concat("REQ_", .string(name))) < REQ_LATE
        .byte >(act - 1)
    .endif
.endmacro
.include "requests.inc"
.delmacro REQUEST

bits:           .byte 1, 2, 4, 8, 16, 32, 64, 128

.segment "PLAY_CODE"

; play_request -- take a request, or refuse it and change nothing
; In     A  REQ_*;  arg0-arg3, offer_* as play.inc says
; Out    C=0, A = 0  done: state and events tell the consequences
;        C=1, A = REASON_*  refused
; Keeps  arg*   Uses  A, X, Y, flags; tmp*, play_*
.proc play_request
        jsr play_check
        bcs @refused            ; refused: nothing has changed, not even an event
        ldx mode_depth
        ; Who is to act and in which mode is noted before the action: only a difference is reported,
        ; by one EV_ACTIVE.
        stx before_depth
        lda mode_kind,x
        sta before_kind
        lda mode_active,x
        sta before_active
        jsr act                 ; cannot fail any more
        jsr debt_settle         ; what the action has done to anybody's debts
        ldx mode_depth          ; somebody else to act, or in another mode?
        cpx before_depth        ; a mode more or less is a change whoever is active
        bne @changed
        lda mode_kind,x
        cmp before_kind
        bne @changed
        lda mode_active,x
        cmp before_active
        beq @same
@changed:
        lda mode_kind,x         ; X is mode_depth
        sta event_param
        lda mode_active,x
        tax
        lda #EV_ACTIVE
        jsr event_emit
@same:
        jsr cash_flush
        lda #0                  ; A = 0 as well as C=0: callers look at either
        clc
@refused:
        rts
.endproc

; act -- jump to the action of play_request_code
.proc act
        ldx play_request_code   ; actions get no parameter in registers
        cpx #REQ_LATE
        bcs @late
        lda act_hi,x
        pha                     ; RTS goes to the address on the stack, plus one
        lda act_lo,x
        pha
        rts
@late:
        jmp do_late
.endproc

; play_check -- would the request be taken?
; In     as play_request
; Out    C=0 yes;  C=1 no, A = REASON_*
; Keeps  arg*   Uses  A, X, Y, flags; tmp*, play_*, trade_*
.proc play_check
        sta play_request_code
        cmp #REQUESTS
        bcs @unknown            ; a request is a byte from outside: the tables end here
        jsr event_waiting       ; the screen has not shown yet what happened before
        bne @busy
        jsr gate
        bcc own_check           ; C=0: mode, phase and debts allow it
        rts
@unknown:
        lda #REASON_UNKNOWN
        rts
@busy:
        lda #REASON_BUSY
        sec
        rts
.endproc

; own_check -- the check of play_request_code itself, past the gate
; The check is entered by rts: its address less one is pushed, and its own rts returns to the caller
; here.
; Out    C, A as play_check
.proc own_check
        ldx play_request_code
        cpx #REQ_LATE           ; the later ones are in the code of a preset
        bcs @late
        lda check_hi,x          ; RTS goes there: the table holds addresses less one
        pha
        lda check_lo,x
        pha
        rts
@late:
        jmp check_late
.endproc

; check_none -- for requests without conditions of their own
; In     -     Out    C=0 it may be taken
; Keeps  A, X, Y, N V Z     Uses   C
.proc check_none
        clc
        rts
.endproc

; gate -- mode, phase, debts and phantom houses: may the request come at all?
; In     play_request_code
; Out    C=0 yes;  C=1 no, A = REASON_*
; Keeps  arg*   Uses  A, X, Y, flags; tmp0
.proc gate
        jsr play_mode
        cmp #MODE_OVER
        beq @mode
        ldx play_request_code
        tay                     ; the mode chooses the bit of request_modes
        beq @early              ; MODE_SETUP: no preset is in memory yet
        lda switches + SW_PRESET ; classic: no request of a preset is known
        bne @preset
        cpx #REQ_LATE
        bcc @early
        bcs @mode               ; always
@preset:
        jsr on_gate
        bcs @out                ; on_gate refuses: A is its reason
        cpy #MODE_RENT          ; whoever is asked may answer, whatever he owes
        bcs @open
@early:
        lda request_modes,x     ; X: the request, Y: the mode
        and bits,y              ; is it a request of this mode at all?
        beq @mode
        cpy #MODE_SETUP
        beq @open
        cpy #MODE_FIRST
        beq @open
        cpy #MODE_NORMAL
        bne @money              ; only the normal mode has phases
        ldy turn_phase
        lda request_phases,x
        and bits,y              ; of this phase?
        beq @phase
@money:
        ldy mode_depth
        lda mode_active,y
        tay                     ; who has to act
        lda player_money_hi,y
        bpl @houses             ; no debt
        lda request_when,x
        and #WHEN_DEBT          ; what a debtor may do all the same
        beq @debt               ; money below zero comes first
@houses:
        lda bank_houses
        bpl @open               ; no phantom houses
        lda request_when,x
        and #WHEN_PHANTOM       ; while houses are missing: only what brings them back
        beq @phantom
@open:
        clc
@out:
        rts
@mode:
        ; on_gate and the comparisons have used X
        ldx play_request_code   ; say why not in a trade or transfer (R-10.5)
        cpx #REQ_BUILD          ; these two get a reason of their own
        beq @construction
        cpx #REQ_BUILD_GROUP    ; the two ways of building
        beq @construction
@plain:
        lda #REASON_MODE
        sec
        rts
@construction:
        jsr play_mode
        cmp #MODE_TRADE
        beq @refused
        cmp #MODE_TRANSFER
        bne @plain
@refused:
        lda #REASON_CONSTRUCTION
        .byte $2C               ; bit abs: skips the next lda
@phase:
        lda #REASON_PHASE
        .byte $2C               ; bit abs: skips the next lda
@debt:
        lda #REASON_DEBT
        .byte $2C               ; bit abs: skips the next lda
@phantom:
        lda #REASON_PHANTOM
        sec
        rts
.endproc

; play_actions -- which requests would be taken now, for some parameter?
;
; Requests about a square are tried with every deed of the active player, payback with every loan; a bid
; with the lowest that could be made; the other ones with parameters count as
; possible when mode, phase and money allow them.  Events that still wait do not
; count.
;
; In     -
; Out    actions  bit n of byte n/8 = REQ_* n
; Keeps  arg*   Uses  A, X, Y, flags; tmp*, play_*, trade_*
.proc play_actions
        lda arg0
        ; Requests are tried with parameters of their own; the caller's come back at the end.
        sta actions_keep
        lda arg1
        sta actions_keep+1
        ldx #ACTION_BYTES - 1
        lda #0
@clear:                         ; nothing is possible until it has been tried
        sta actions,x
        dex
        bpl @clear
        sta play_request_code   ; 0
@request:
        jsr action_possible
        bcs @next
        lda play_request_code
        lsr a                   ; which byte, and below which bit of it
        lsr a
        lsr a
        tax
        lda play_request_code
        and #7
        tay
        lda bits,y
        ora actions,x           ; its bit
        sta actions,x
@next:
        inc play_request_code
        lda play_request_code
        cmp #REQUESTS
        bne @request
        lda actions_keep
        sta arg0
        lda actions_keep+1
        sta arg1
        rts
.endproc

; action_possible -- C=0: request play_request_code may be taken
.proc action_possible
        jsr gate                ; most requests end here: the gate is cheap
        bcs @done
        ldx play_request_code
        cpx #REQ_BID            ; a bid is tried with the lowest there is
        beq @bid
        cpx #REQ_PAYBACK
        beq @loans
        lda request_when,x
        ; Two flags at once: bit 6 of request_when comes to N, bit 7 to C.
        asl a
        bmi @squares
        bcs @possible           ; bit 7, WHEN_UNTRIED: the gate is all that can be asked
        jmp own_check
@possible:
        clc
        rts
@bid:
        lda auction_bid_lo      ; one more than the standing bid, or the minimum
        clc
        adc #1
        sta arg0
        lda auction_bid_hi
        adc #0
        sta arg1
        bne @try_bid            ; 256 and more is above the minimum
        lda arg0
        cmp #AUCTION_MINIMUM
        bcs @try_bid            ; the standing bid decides
        lda #AUCTION_MINIMUM
        sta arg0
@try_bid:
        jmp own_check
@loans:
        ldx #LOANS - 1          ; every place of a loan
@loan:
        stx arg0
        jsr own_check
        bcc @done
        dec arg0                ; the check keeps arg0
        ldx arg0
        bpl @loan
        rts                     ; C=1
@squares:
        jsr play_active         ; once: the checks use X
        stx actions_player
        ldy #SQUARES - 1
@square:
        lda actions_player      ; only his own squares are worth a check
@find:
        cmp square_owner,y      ; the next square he owns, downward
        beq @try
        dey
        bpl @find
        sec
        rts
@try:
        sty arg0
        jsr own_check
        bcc @done
        ldy arg0
        dey
        bpl @square             ; C=1 at the end: every own deed was refused
@done:
        rts
.endproc
