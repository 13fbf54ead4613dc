; brain.s -- a computer's turn to decide: one request
;
; Every wish is put to play_check first.  A wish the rules refuse, or none at all, leads
; to brain_fallback, which knows a way on from everywhere; so no fault of judgement
; can stop a game.
; Test tests/asm/game/brain/test_brain.py

.include "brain.inc"

STEPS_MAX = 250                 ; in one turn; then only the fallback decides
STOP_TURNS      = 512           ; it never asks to stop before so many turns
STOP_ANYHOW     = 3 * STOP_TURNS ; nor, before so many, while a rival has the higher score
STOP_OFTEN      = 8             ; of 256 turns, in so many it asks

.global brain_variant

.segment "PLAY_BSS"
brain_fallbacks: .res 1         ; how often there was no idea, modulo 256: for measurements

.segment "BRAIN_CODE"

; brain_step -- decide and send
; In     -     Out    C=0  A = REQ_* that was taken;  C=1  nothing to decide
; Keeps  -     Uses   A, X, Y, flags; arg0-arg1, br_*, event_*, money_*, play_*, tmp0
; Time   as brain_decide, and the request
.proc brain_step
        jsr brain_decide
        bcs @none
        pha                     ; the request is its answer, too
        jsr play_request
        pla
@none:
        rts
.endproc

; brain_decide -- see brain.inc
; A decision is one request. What should follow is worked out again at the next decision, from the
; state alone, so a plan cannot outlive what it was made for.
; In     -     Out    C=0 A = REQ_*, its parameters;  C=1 nothing to decide     Keeps  -
; Uses   A, X, Y, flags; arg0-arg1, br_*, play_request_code
; Time   up to 371,000 cycles in 1,260 whole games (an offer weighed in many ways)
.proc brain_decide
        jsr play_active         ; X: whose requests count
        stx br_me
        lda player_flags,x
        bpl @none               ; PF_CPU is bit 7
        jsr play_mode
        cmp #MODE_OVER
        beq @none
        tax
        beq @none               ; MODE_SETUP
        lda event_count
        bne @none               ; events wait to be shown: the rules would refuse anything
        jsr turn_begun          ; a new turn: brain_steps counts from the start
        jsr weights_take
        lda brain_steps         ; requests of this turn so far
        ; Too many requests in one turn: something goes round in circles, and the fallback ends
        ; it.
        cmp #STEPS_MAX
        bcs brain_fallback
        lda switches + SW_PRESET ; nonzero: the preset's own modes come first
        beq @classic
        jsr brain_variant       ; always an answer in the modes that think does not know
        bcc @decided
@classic:
        jsr think
        bcs brain_fallback
        pha                     ; A = REQ_*; pla leaves C of the check
        jsr play_check          ; would the rules take it?
        pla                     ; keeps C
        bcs brain_fallback
@decided:
        rts
@none:
        sec
        rts
.endproc
        .assert MODE_SETUP = 0, error, "brain_decide tells set-up by zero"
        .assert PF_CPU = $80, error, "brain_decide tells computers by bit 7"

; brain_fallback -- the first request of a list that the rules take
; In     -     Out    C=0 A = REQ_*, arg0, arg1;  C=1 there is none (no mode is like that)
; Uses   as play_check; br_square, br_index, brain_fallbacks     Keeps  -
.proc brain_fallback
        inc brain_fallbacks
        ldx #0
        stx arg1
@request:
        stx br_index
        ; Requests about a square need one: from the dearest down, until the rules take one.
        lda #SQUARES - 1
        sta br_square
@square:                        ; those without a square are tried 40 times at worst
        lda br_square
        sta arg0
        ldx br_index
        lda fallbacks,x         ; the next of the list, with this square
        jsr play_check
        bcc @found
        dec br_square           ; every square, for requests that need one
        bpl @square
        ldx br_index
        inx
        cpx #FALLBACKS
        bne @request
        rts                     ; C=1
@found:
        ldx br_index            ; play_check answers in A
        lda fallbacks,x
        clc
        rts
.endproc

.segment "BRAIN_DATA"
; Each of them brings the game nearer to the next decision; review comes last, as it can be
; taken again and again, but confirm is possible after it.  CHOOSE leaves a deed, and is
; refused for none, so it is not here: nothing is chosen but what can be paid.
fallbacks:
        .byte REQ_AUTO_PAY, REQ_CONTINUE, REQ_ROLL, REQ_END_TURN, REQ_FORFEIT, REQ_PASS
        .byte REQ_BAIL, REQ_DECLINE, REQ_AGREE, REQ_CONFIRM, REQ_SELL, REQ_MORTGAGE, REQ_REVIEW
        .byte REQ_TAX, REQ_LESS, REQ_REFUSE_LOAN
        .byte REQ_CLAIM, REQ_GONE, REQ_WANTED, REQ_PLACED
FALLBACKS = * - fallbacks
.segment "BRAIN_CODE"

; turn_begun -- once a turn: nothing proposed yet, waits are a turn shorter
.proc turn_begun
        inc brain_steps         ; each call is a request
        bne @counted
        dec brain_steps         ; it stays at 255 instead of wrapping to 0
@counted:
        jsr play_mode
        cmp #MODE_NORMAL        ; only there a turn can be new
        bne @same
        lda turn_count          ; its low byte: turns follow one another
        cmp brain_turn
        beq @same
        sta brain_turn
        lda #0                  ; a new turn
        sta brain_traded
        sta brain_steps
        jmp trade_turn
@same:
        rts
.endproc

; think -- what the mode asks for
; Out    C=0 A = REQ_*, args;  C=1 no idea
.proc think
        ldx br_me
        lda player_money_hi,x
        ; Bit 7 of either: money below zero, or houses that the bank has not got.
        ora bank_houses
        bmi debt
        jsr play_mode
::think_of:
        asl a                   ; two bytes a mode
        tax
        lda thoughts+1,x        ; RTS goes to the routine: its address less one is pushed
        pha
        lda thoughts,x
        pha
        rts
debt:
        jsr play_mode
        cmp #MODE_TRADE
        bne pay
        jmp decline             ; a debtor agrees to no trade
pay:
        lda #REQ_AUTO_PAY       ; refused in a transfer: the fallback finds what to sell
        .byte $2C               ; bit abs: skips the next lda
        ; falls through
.endproc

think_continue:
        lda #REQ_CONTINUE
        .byte $2C
think_bail:
        lda #REQ_BAIL
        clc
        rts

.segment "BRAIN_DATA"
thoughts:
        .addr think_nothing-1, think_roll-1, think_turn-1, auction_speak-1, trade_answer-1
        .addr think_continue-1, choose_deeds-1, think_nothing-1
PHASES = (* - thoughts) / 2
        .assert PHASES = 8, error, "think_turn sets the bit of 8"
phases:
        .addr choose_gaol-1, choose_buy-1, think_bail-1, think_continue-1, think_done-1
        .assert * - phases = 10, error, "a thought for each phase"
.segment "BRAIN_CODE"

; think_turn -- what the phase of its turn asks for: phases follow the modes
; Out    C=0 A = REQ_*, args;  C=1 no idea
.proc think_turn
        lda turn_phase
        ora #PHASES
        bne think_of            ; always
.endproc

; think_done -- the end of the turn: trade, so that a group completed now gets its first
; houses now; free complete groups; build; repay the rest; pass the dice on
.proc think_done
        jsr trade_propose       ; C=0: there is a wish; each next one only without
        bcc @done
        jsr manage_complete     ; a group freed can be built on at once
        bcc @done
        jsr manage_build        ; houses before mortgages: they earn
        bcc @done
        jsr manage_shift
        bcc @done
        jsr manage_repay
        bcc @done
        jsr stop_asked
        bcc @done
        lda #REQ_END_TURN
        clc
@done:
        rts
.endproc

; stop_asked -- the game has lasted long and it is ahead: ask to stop and count, now and then
; Against somebody who never trades a game can come to a state in which nobody has a group worth
; building on: then everybody gets richer forever.  Much later it asks even if it is behind.
; In     br_me     Out    C=0 A = REQ_QUIT;  C=1 not now
; Uses   X, Y, flags; br_cash, tmp0-tmp1, random_*; as score_get
.proc stop_asked
        lda turn_count+1
        cmp #>STOP_TURNS
        bcc @no
        cmp #>STOP_ANYHOW
        bcs @ask
        ldx br_me
        jsr score_get
        sta br_cash             ; its own score
        sty br_cash+1
        ldx #MAX_PLAYERS - 1
@seat:
        jsr score_get           ; keeps X; empty seats have none
        jsr brain_afford        ; keeps X
        bcc @no                 ; a rival has the higher one
        dex
        bpl @seat
@ask:
        jsr random_byte
        cmp #STOP_OFTEN         ; C=1: not in this turn
        lda #REQ_QUIT
        rts
@no:
::think_nothing:
        sec
        rts
.endproc

.segment "TITLE_PLAY"           ; needed before BRAIN is there

; brain_setup -- see brain.inc
; In     X  seat     Out    -
; Uses   A, X, Y, flags, arg0, arg1, random_*     Keeps  -
.proc brain_setup
        stx arg0
        lda #COLOURS            ; a colour by chance, then the next free one
        jsr random_below
        sta arg1
        lda #COLOURS            ; how many are left to try
        sta br_index
@try:
        lda #REQ_COLOUR
        jsr play_request        ; taken: try the next colour, at most once round
        bcc @done
        ldx arg1                ; taken: the next, round the ten
        inx
        cpx #COLOURS
        bne @next
        ldx #0
@next:
        stx arg1
        dec br_index
        bne @try
@done:
        rts
.endproc
