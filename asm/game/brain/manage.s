; manage.s -- raise money, build, repay (R-17.6 to R-17.8)
; Test tests/asm/game/brain/test_manage.py

.include "brain.inc"

RICH            = 1000
RICH_LEVEL      = 3             ; whoever is rich builds to there first: rents leap there
HOTEL_HIGH      = 12            ; high byte of what exceeds RICH from which it builds hotels first

.segment "PLAY_BSS"
build_limit:    .res 1
build_request:  .res 1          ; what puts a house up: REQ_BUILD; in a session REQ_PLACE, and REQ_WANT counts
build_raise:    .res 1          ; nonzero: deeds may be mortgaged to build
build_highest:  .res 1          ; highest level of the rivals, and of the computer
build_own:      .res 1

.segment "BRAIN_CODE"

; members -- br_index, br_end = places in group_squares of group Y
; In     Y  group     Out    br_index, br_end     Keeps  Y     Uses   A, C N V Z
.proc members
        lda group_first,y
        sta br_index
        clc
        adc group_size,y
        sta br_end
        rts
.endproc

; member_next -- Z=1 br_index was the last place     Uses A, C N Z     Keeps X, Y
.proc member_next
        inc br_index
        lda br_index
        cmp br_end
        rts
.endproc

; manage_raise -- a deed to mortgage, so that br_price can be paid from money in hand
;
; Deeds of incomplete groups only, in auto-pay's order; nothing is begun that cannot be
; brought to its end.
;
; In     br_me
; Out    C=0 A = REQ_MORTGAGE, arg0;  C=1 the price cannot be raised so
; Uses   A, X, Y, flags; br_group, br_index, br_end, br_sum     Keeps  -
.proc manage_raise
        ldx br_me
        lda player_money_lo,x   ; what is in hand, to which mortgages are added
        sta br_sum
        lda player_money_hi,x
        sta br_sum+1
        lda #$FF                ; none found yet: squares are below $80
        sta arg0
        ldx #0                  ; cheapest group first, as auto-pay
@group:
        stx br_group
        ldy group_order,x
        jsr brain_own
        ; A complete group keeps its deeds: its houses are worth more than the mortgage.
        beq @next               ; none, or all
        cmp group_size,y
        beq @next
        jsr members
@square:
        ldy br_index
        ldx group_squares,y
        lda square_owner,x
        cmp br_me
        bne @other
        lda square_mortgaged,x
        bne @other
        lda mortgage_value,x    ; summed up: what all of them together would bring
        clc
        adc br_sum
        sta br_sum
        bcc @first
        inc br_sum+1
@first:
        lda arg0                ; bit 7 set: none so far
        bpl @other              ; the first one found stays: the cheapest group comes first
        stx arg0
@other:
        jsr member_next
        bne @square
@next:
        ldx br_group
        inx
        cpx #GROUPS
        bne @group
        lda arg0                ; nothing can be mortgaged
        bmi @no
        lda br_sum
        ; All of them together must do, else the first mortgage would be for nothing.
        cmp br_price
        lda br_sum+1
        sbc br_price+1
        bcc @no
        lda #REQ_MORTGAGE
        clc
        rts
@no:
        sec
        rts
.endproc

; manage_complete -- repay a deed of a complete group, so that it can be built on
; A mortgaged deed keeps the whole group from being built on: repaying it is weighed as first houses
; are.
; In     br_me
; Out    C=0 A = REQ_REPAY, arg0;  C=1 none
; Keeps  -     Uses   A, X, Y, flags; arg0, br_*, play_*, tmp0-tmp1
.proc manage_complete
        ldx #WEIGHT_KEEP_FIRST
        jsr keep_money
        jsr brain_spare
        lda #1                  ; C and N are of no use: the branch is taken as A is not 0
        bne repay               ; always
.endproc

; manage_repay -- repay any deed, dearest group first, from what exceeds the reserve
; (R-17.8); not while a rival builds higher
; In     br_me
; Out    C=0 A = REQ_REPAY, arg0;  C=1 none
; Keeps  -     Uses   A, X, Y, flags; arg0, br_*, play_*, tmp0-tmp1
.proc manage_repay
        jsr pressure            ; C=1: houses are needed first
        bcs repay_done
        jsr brain_keep
        jsr brain_spare
        lda #0
        ; falls through
.endproc

; repay -- dearest first; In A = 1 complete groups only, br_cash
.proc repay
        sta build_limit         ; a flag here: nonzero, complete groups only
        ldx #GROUPS - 1         ; dearest group first
@group:
        stx br_group
        ldy group_order,x
        jsr brain_own
        beq @next
        ldx build_limit         ; 0: any group will do
        beq @look
        cmp group_size,y
        bne @next
@look:
        jsr members
@square:
        ldy br_index
        ldx group_squares,y
        lda square_owner,x      ; of an incomplete group others hold some
        cmp br_me
        bne @other
        lda square_mortgaged,x
        beq @other
        stx arg0                ; the answer, if it can be paid
        jsr square_repay
        jsr brain_afford        ; from br_cash: the reserve is off already
        lda #REQ_REPAY
        bcs @found              ; LDA leaves C: it can afford that
@other:
        jsr member_next
        bne @square
@next:
        ldx br_group
        dex
        bpl @group
        sec
        rts
@found:
        clc
::repay_done:
        rts
.endproc

; manage_build -- one more house, dearest group first (R-17.7)
; All groups come to LEVEL_FIRST before one goes higher, with KEEP_FIRST left; then up to LEVEL_TOP,
; with the reserve left, or KEEP_PRESSURE while a rival has built higher.
; In     br_me
; Out    C=0 A = REQ_BUILD, arg0;  C=1 none
; Keeps  -     Uses   A, X, Y, flags; arg0, br_*, play_*, tmp0-tmp1
; Time   up to 25,000 cycles
.proc manage_build
        lda #REQ_BUILD
        ; falls through
.endproc

; manage_by -- the same in a session of houses: to place one, or how many it wants
; In     A  REQ_BUILD, REQ_PLACE, REQ_WANT;  br_me     Out    C=0 A = REQ_*, arg0, arg1;  C=1 none
; Keeps  -     Uses   A, X, Y, flags; arg0, arg1, br_*, play_*, tmp0-tmp1
.proc manage_by
        sta build_request
        ldx #WEIGHT_KEEP_FIRST
        jsr keep_money
        jsr keep_ahead          ; what the next throw may cost stays in hand
        lda #0
        ldx build_request
        cpx #REQ_BUILD
        bne @cash               ; in a session deeds are not mortgaged
        lda weights + WEIGHT_RAISE
@cash:
        sta build_raise
        jsr rich                ; C=1: money for houses at once
        bcs @first              ; A is the level rich computers build to first
        lda weights + WEIGHT_LEVEL_FIRST
@first:
        jsr build
        bcc repay_done          ; there is one: to an RTS
        lda #0
        sta build_raise         ; for higher houses nothing is mortgaged
        jsr pressure            ; rents of rivals call for houses of its own
        bcs @pressed            ; a rival builds higher: less is kept back
        jsr brain_keep
        jmp @hotels
@pressed:
        ldx #WEIGHT_KEEP_PRESSURE
        jsr keep_money
@hotels:
        lda weights + WEIGHT_LEVEL_TOP ; A: build's limit
        ; falls through
.endproc

; build -- a house on a street below level A, leaving br_keep
.proc build
        sta build_limit
        jsr brain_spare         ; br_cash: what houses may cost
        lda build_request
        cmp #REQ_WANT           ; a session asks how many, not where
        bne @groups
        jmp le_count
@groups:
        ldy #GROUP_STATIONS - 1 ; streets only, dearest first
@group:
        sty br_group
        jsr brain_own
        cmp group_size,y
        ; Only complete groups can be built on.
        bne @next
        lda build_raise
        bne @look               ; what is short may be raised
        lda group_house_cost,y  ; one house within br_cash?
        jsr brain_afford_byte
        bcc @next
        ldy br_group
@look:
        jsr members
@square:
        ldy br_index            ; each street of the group
        ldx group_squares,y
        lda square_level,x
        cmp build_limit
        bcs @other              ; as high as it is to be for now
        stx arg0
        lda build_request
        jsr play_check
        bcc @can
        cmp #REASON_MONEY       ; it could be raised
        beq @can
        cmp #REASON_SESSION     ; houses are short: others are asked, too
        bne @other
        jsr ask_session
        bcs @other
        rts
@can:
        ldx build_raise         ; 0: what it has is enough, as build has looked
        bne @raise
@build:
        lda build_request
        clc
        rts
@raise:                         ; REASON_MONEY comes here only, as the other way there is enough
        ldy br_group
        lda group_house_cost,y
        jsr brain_afford_byte
        bcs @build
        lda tmp0                ; what brain_afford_byte was asked for
        ; the price with what should be left
        adc br_keep             ; C is clear
        sta br_price
        lda #0
        adc br_keep+1
        sta br_price+1
        jsr manage_raise        ; C=0: a deed to mortgage
        bcc manage_done
        bcs build_none          ; always: for no other group either
@other:
        jsr member_next
        bne @square
@next:
        ldy br_group
        dey
        bpl @group
.endproc
build_none:
        sec
manage_done:
        rts

; ask_session -- when houses may be short, ask for a sale, once a turn, if it can pay for one
; A bit of brain_traded remembers it for the turn, so it does not ask for a session without takers
; again.
; In     br_group, br_cash     Out    C=0 A = REQ_HOUSES;  C=1 not     Uses   A, Y, flags; tmp0-tmp1
.proc ask_session
        ldy br_group
        lda group_house_cost,y
        jsr brain_afford_byte
        lda #SESSION_ASKED      ; LDA leaves C: C=0 means that one house is too dear
        bcc @no
        and brain_traded        ; asked already in this turn
        bne @no
        lda brain_traded        ; noted whether or not a session begins
        ora #SESSION_ASKED
        sta brain_traded
        lda #REQ_HOUSES
        clc
        rts
@no:
        sec
        rts
.endproc
SESSION_ASKED   = $02           ; bit of brain_traded

; manage_shift -- the bank has no houses left, and it is rich: sell one of its cheapest group,
; which the dearest group below three houses gets, below hotels if it is very rich.  To that level
; manage_build comes first of all, dearest first, so the house does not go back where it was.
; Without this, two players with a few houses everywhere play forever.
; In     br_me
; Out    C=0 A = REQ_SELL, arg0;  C=1 none
; Keeps  -     Uses   A, X, Y, flags; arg0, br_*, play_request_code
; Time   up to 30,000 cycles
.proc manage_shift
        lda bank_houses         ; with houses in stock, or phantoms, nothing is shifted
        bne @no
        jsr rich
        bcc @no
        sta build_limit
        ldy #GROUP_STATIONS - 1 ; from the dearest street group down
@target:
        lda #REQ_BUILD
        jsr group_try
        cmp #REASON_NO_HOUSES
        beq @found              ; only the missing house stands in the way
        dey
        bpl @target
@no:
        sec
        rts
@found:
        sty build_own           ; the walk below ends there
        ldy #0                  ; the cheapest that can sell
@source:
        ; Below the target only: a dearer group loses nothing to a cheaper one.
        cpy build_own
        beq @no
        lda #REQ_SELL
        jsr group_try
        beq @sell
        iny
        bne @source             ; always
@sell:
        lda #REQ_SELL
        clc
        rts
.endproc

; rich -- has it money for shifting houses?
; In     br_me, not in debt     Out    C=1 yes, A the level to which it builds first;  C=0 no
; Uses   X, Y, N V Z; br_cash
.proc rich
        lda #<RICH
        ldy #>RICH
        jsr brain_below
        ; SBC has borrowed: less than RICH
        bcc @out                ; borrowed
        cmp #HOTEL_HIGH         ; 3072 beyond RICH
        lda #RICH_LEVEL
        bcc @level
        lda #LEVEL_HOTEL
@level:
        sec
@out:
        rts
.endproc

; group_try -- ask for request A on its streets of group Y: BUILD below build_limit, SELL
; below a hotel
; Out    arg0  the first street where the answer is 0 or REASON_NO_HOUSES, A that answer, Z
;        from it;  another reason if there is none
; Keeps  Y
.proc group_try
        sta build_highest       ; the request, as pressure is not needed here
        sty br_group
        jsr members
@square:
        ldy br_index
        ldx group_squares,y
        lda build_limit         ; levels below it may rise
        ldy build_highest
        cpy #REQ_BUILD
        beq @limit
        lda #5                  ; SELL: levels below a hotel
@limit:
        cmp square_level,x
        bcc @other
        beq @other
        stx arg0
        tya                     ; the request
        jsr play_check
        bcc @taken
        cmp #REASON_NO_HOUSES
        beq @done
@other:
        jsr member_next         ; another street of the group may do
        bne @square
        lda #REASON_GROUP
        .byte $2C               ; bit abs: skips the next lda
@taken:
        lda #0
@done:
        ldy br_group
        tax                     ; Z of it
        rts
.endproc

; pressure -- has a rival built higher than this computer?
; One walk finds both, the rivals' highest level and its own: Y says which byte a square belongs to.
; In     br_me     Out    C=1 yes;  build_highest  highest level of a rival     Keeps  -
; Uses   A, X, Y, flags
.proc pressure
        lda #0
        sta build_highest
        sta build_own
        ldx #SQUARES - 1
@square:
        ldy #1                  ; 1: its own
        lda square_owner,x
        bmi @next
        cmp br_me
        beq @own
        dey                     ; 0: a rival's level, 1: its own
@own:
        lda square_level,x
        cmp build_highest,y     ; a higher one?
        bcc @next
        sta build_highest,y
@next:
        dex
        bpl @square
        lda build_own           ; equal counts as calm
        cmp build_highest       ; C=0: the rival's is higher; carry_turn makes it C=1
        ; falls through
.endproc

; carry_turn -- C = not C     In C     Out C     Uses A, N Z     Keeps X, Y
.proc carry_turn
        lda #0
        rol a                   ; C to bit 0, turned round, and back to C
        eor #1
        lsr a
        rts
.endproc
        .assert build_own = build_highest + 1, lderror, "pressure indexes them"
