; autopay.s -- raise just the shortage (R-12.5, R-17.6)
;
; Groups by ascending value: deeds of incomplete groups are mortgaged first;
; then complete groups sell their hotels, then their houses level by level;
; then they are mortgaged.  It stops as soon as nothing is owed and no phantom
; house is out.
; Test tests/asm/game/test_debts.py

.include "rules.inc"

MORTGAGE        = 0             ; auto_level: nothing is to be sold

.segment "PLAY_BSS"

auto_level:     .res 1          ; level being sold
auto_order:     .res 1          ; place in the order of groups

.segment "PLAY_CODE"

; check_auto_pay -- is there anything to be raised?
; In     -     Out    C=0 may be done;  C=1 A = reason     Keeps  Y     Uses   A, X, flags
.proc check_auto_pay
        jsr play_active
        jsr enough
        bcs @nothing            ; nothing owed, no phantom house: there is no reason to sell
        rts
@nothing:
        lda #REASON_NO_DEBT
        rts
.endproc

; enough -- nothing owed and no phantom house?
; In     X  player
; Out    C=1 yes
; Keeps  X, Y
.proc enough
        clc                     ; C=0 until both are known to be good; lda and bmi leave it
        lda player_money_hi,x   ; below zero: something is owed
        bmi @no
        lda bank_houses
        bmi @no                 ; phantom houses have to be sold on
        sec
@no:
        rts
.endproc

; do_auto_pay -- for the active player
; In     -     Out    -     Keeps  -
; Uses   A, X, Y, flags; auto_level, auto_order, event_*, money_*, play_*, tmp0
.proc do_auto_pay
        lda switches + SW_HOTEL ; nonzero: by the code of a preset
        beq auto_pay_once
        jmp on_auto_pay
.endproc

; auto_pay_once -- one walk through all there is
; In     -     Out    C=1 enough     Keeps  -
; Uses   A, X, Y, flags; auto_level, auto_order, event_*, money_*, play_*, tmp0
.proc auto_pay_once
        jsr play_active
        stx play_player
        lda #MORTGAGE
        sta auto_level          ; the first walk sells nothing
        ; A = 0: incomplete groups
        jsr auto_walk
        bcs @done               ; enough: nothing more is touched
        ; Level by level over all groups, not group by group: what is sold lies evenly, and the
        ; dearest houses stay longest.
        lda #LEVEL_HOTEL        ; from the top down
        sta auto_level
@level:
        lda #1                  ; only complete groups have improvements
        jsr auto_walk
        bcs @done
        dec auto_level          ; 5 to 1: a hotel sold in one walk is four houses in the next
        bne @level
        ; at level 0 the same walk mortgages what is bare now
        lda #1                  ; now auto_level = MORTGAGE
        jsr auto_walk
@done:
        rts
.endproc
        .assert MORTGAGE = 0, error, "the level below the first house"

; group_begin -- look at group auto_order of the order
; Sets up the walk over one group's squares, and says whether he holds all of them: the passes
; differ by that.
; Out    play_group, play_scan, play_end;  A = 1 complete, A = 0 not
; Uses   X, Y, flags
.proc group_begin
        ldx auto_order          ; 0: the cheapest group
        lda group_order,x
        jsr group_span
        ldx play_player
        jsr group_owned         ; C=1: complete
        lda #0
        rol a
        rts
.endproc

; auto_walk -- over the deeds of incomplete or complete groups: mortgage them, or sell one
; improvement of each that has auto_level
; The groups go by rising value (group_order), the squares of each in board order.
; In     A  0 incomplete, 1 complete;  auto_level  MORTGAGE or the level
; Out    C=1 enough
.proc auto_walk
        sta play_index          ; which kind of group this walk is about
        lda #0
        sta auto_order
@group:
        jsr group_begin
        cmp play_index          ; complete, or not, as asked
        bne @next_group
@square:
        ldx play_scan
        lda group_squares,x
        sta play_square
        tay
        lda auto_level
        beq @mortgage           ; MORTGAGE is 0
        ; Only streets of exactly this level: all others are lower, as the walk began at hotels,
        ; so selling here keeps groups even.
        cmp square_level,y
        bne @next
        lda switches + SW_HOTEL
        beq @sell
        jsr on_auto
        bcs @next               ; the preset does not let this one be sold
@sell:
        jsr do_sell             ; X is a seat
        bpl @raised             ; always
@mortgage:
        lda square_owner,y      ; of an incomplete group others hold some
        cmp play_player
        bne @next
        lda square_mortgaged,y  ; brings nothing more
        bne @next
        jsr group_range_levels  ; nothing may stand in the group
        bne @next_group         ; the group has houses: none of it can be mortgaged
        jsr do_mortgage
@raised:
        jsr enough              ; after each: never raise more than is needed
        bcs @done
@next:
        inc play_scan           ; do_sell and do_mortgage keep it
        lda play_scan
        cmp play_end            ; the group's squares
        bne @square
@next_group:
        inc auto_order
        lda auto_order
        cmp #GROUPS
        bne @group
        clc                     ; all looked at, and it does not do
@done:
        rts
.endproc

; group_range_levels -- group_levels, but keeps play_scan and play_end
; Out    A = play_max, Z from it
.proc group_range_levels
        lda play_scan
        pha                     ; group_levels walks with play_scan itself; play_end is the same
        jsr group_levels
        pla
        sta play_scan
        lda play_max
        rts
.endproc

.segment "PLAY_DATA"
.global group_order
group_order:                    ; ascending value: R-17.6
        .byte GROUP_UTILITIES, 0, 1, 2, 3, 4, 5, 6, GROUP_STATIONS, 7
