; deed.s -- ownership, equity, groups (R-2.4)
; Test tests/asm/game/test_buildings.py, test_debts.py

.include "rules.inc"

.segment "PLAY_CODE"

; price_amount -- play_amount = price of a square
; In     Y  square     Out    play_amount     Keeps  X, Y     Uses   A, flags
.proc price_amount
        lda price_lo,y
        sta play_amount
        lda price_hi,y
        sta play_amount+1
        rts
.endproc

; square_price, square_mortgage, square_repay, square_house_cost -- figures of a square
; In     X  square
; Out    A low, Y high
; Keeps  X
; Uses   A, Y, flags
.proc square_price
        ldy switches + SW_LUXURY
        beq @printed
        cpx #SQUARE_LUXURY_TAX
        bne @printed
        lda #LUXURY_1989
        ldy #0
        rts
@printed:
        lda price_lo,x
        ldy price_hi,x
        rts
.endproc

.proc square_mortgage
        lda mortgage_value,x
        ldy #0
        rts
.endproc

.proc square_repay
        lda mortgage_value,x
        clc
        adc fee_value,x
        ldy #0                  ; together below 256
        rts
.endproc

.proc square_house_cost
        lda square_group,x
        bmi @none               ; NO_GROUP has bit 7: GO, gaol, taxes, cards
        tay
        lda group_house_cost,y
        .byte $2C               ; bit abs: skips the next lda
@none:
        lda #0
        ldy #0
        rts
.endproc

; equity_add -- equity of player X += A
; In     X  player;  A  amount     Out    -
; Keeps  X, Y   Uses  A, flags
.proc equity_add
        clc
        adc player_equity_lo,x
        sta player_equity_lo,x
        bcc @done
        inc player_equity_hi,x
@done:
        rts
.endproc

; equity_sub -- equity of player X -= A
; In     X  player;  A  amount     Out    -
; Keeps  X, Y   Uses  A, flags; tmp0
.proc equity_sub
        sta tmp0                ; sbc needs it in memory
        lda player_equity_lo,x
        sec
        sbc tmp0
        sta player_equity_lo,x
        bcs @done
        dec player_equity_hi,x
@done:
        rts
.endproc

; group_here -- the squares of the group of play_square
; In     play_square, a deed     Out    as group_range     Keeps  X     Uses   A, flags
.proc group_here
        ldy play_square
        ; falls through
.endproc

; group_range -- the squares of a deed's group
; The squares of a group lie side by side in group_squares, so two indices say all.
; In     Y  square, a deed
; Out    play_group;  Y = play_scan = index of the first in group_squares
;        play_end = one past the last
; Keeps  X      Uses  A, flags
.proc group_range
        lda square_group,y      ; group number, then its place in the list
        ; falls through
.endproc

; group_span -- the same of a group
; In     A  group     Out    as group_range     Keeps  X     Uses   A, flags
.proc group_span
        sta play_group
        tay
        lda group_first,y
        sta play_scan
        clc
        adc group_size,y
        sta play_end
        ldy play_scan
        rts
.endproc

; group_levels -- lowest and highest level in the group of play_square
; Both ends in one walk: building asks for the lowest, selling for the highest, and Z=1 says that
; the group is bare.
; In     play_square
; Out    play_min, play_max;  A = play_max, Z from it;  play_group
; Keeps  X      Uses  Y, flags; play_scan, play_end
.proc group_levels
        stx tmp0                ; X is needed for squares
        ; Begin with the ends the wrong way round: the first street replaces both.
        lda #LEVEL_HOTEL
        sta play_min
        lda #0
        sta play_max
        jsr group_here
@square:
        ldx group_squares,y     ; Y walks the list of the group's squares
        lda square_level,x
        cmp play_min
        bcs @high
        sta play_min
@high:
        cmp play_max
        bcc @next
        sta play_max
@next:
        iny
        cpy play_end
        bne @square
        ldx tmp0
        lda play_max
        rts
.endproc

; group_owned -- does the player hold the whole group?
; The counts are kept as deeds change hands, so nothing has to be searched.
; In     X  player;  play_group
; Out    Z=1 yes, C the same
; Keeps  X      Uses  A, Y, N; tmp0
.proc group_owned
        lda play_group
        jsr count_of
        lda player_groups,y     ; the size of the group, if he has all of it
        ldy play_group
        cmp group_size,y
        rts
.endproc

; deed_give -- make player X the owner of play_square, which nobody owns
; In     X  player;  play_square
; Out    EV_GROUP if that completes the group
; Keeps  X      Uses  A, Y, flags; tmp0, play_group
.proc deed_give
        ldy play_square
        txa                     ; Y is the square, X the new owner
        sta square_owner,y
        lda square_mortgaged,y
        bne @count              ; a mortgaged deed has no equity: the bank has paid it
        lda mortgage_value,y    ; equity of a deed: what the bank would pay for it
        jsr equity_add
@count:
        jsr deed_count          ; Y: his count for the group
        lda player_groups,y
        clc
        adc #1
        sta player_groups,y
        jsr group_owned         ; play_group is deed_count's
        bne @done
        lda play_group
        sta event_param
        lda #EV_GROUP
        jsr event_emit          ; X is the owner: group_owned keeps it
@done:
        rts
.endproc

; deed_take -- take play_square from its owner X; nobody owns it then
; The reverse of deed_give, step by step; an incomplete group is no news.
; In     X  player;  play_square     Out    -
; Keeps  X      Uses  A, Y, flags; tmp0, play_group
.proc deed_take
        ldy play_square
        lda #NO_PLAYER
        sta square_owner,y
        lda square_mortgaged,y
        bne @count              ; it gave its owner no equity
        lda mortgage_value,y
        jsr equity_sub
@count:
        jsr deed_count          ; X is the old owner still
        lda player_groups,y
        sec
        sbc #1
        sta player_groups,y
        rts
.endproc

; deed_count -- Y = place of X's count for the group of play_square; play_group
; Keeps  X      Uses  A, flags; tmp0
.proc deed_count
        ldy play_square
        lda square_group,y
        sta play_group
        ; falls through
.endproc

; count_of -- place of a player's count for a group
; The counts lie by group, eight seats each: group * 8 + seat.
; In     A  group;  X  player     Out    A = Y  place in player_groups     Keeps  X     Uses   flags; tmp0
.proc count_of
        stx tmp0
        asl a
        asl a
        asl a
        ora tmp0
        tay
        rts
.endproc

; deed_check -- is arg0 a deed of the active player?
; In     arg0
; Out    C=0 yes: play_square = Y = arg0, play_player = X = he
;        C=1 no: A = reason
; Keeps  -     Uses   A, X, Y, flags; play_player, play_square
.proc deed_check
        ldy arg0
        cpy #SQUARES            ; a request can come with any byte: the tables end here
        bcs @range
        lda square_group,y      ; GO, gaol, taxes and cards have none
        bmi @no_deed
        jsr play_active
        stx play_player
        sty play_square
        txa
        cmp square_owner,y      ; his own?
        bne @other
        clc
        rts
@range:
        lda #REASON_RANGE
        rts                     ; C=1 from cpy
@no_deed:
        lda #REASON_NOT_DEED
        .byte $2C               ; bit abs: skips the next lda
@other:
        lda #REASON_NOT_OWNER
        sec
        rts
.endproc
        .assert NO_GROUP >= $80, error, "squares without a group are told by bit 7"

; check_buy -- the deed the player with the dice stands on, from money in hand (R-6.1)
; No offer is remembered: PHASE_BUY stands for it, and the deed is where the token stands.
; In     -     Out    C=0 may be done;  C=1 A = reason     Keeps  -
; Uses   A, X, Y, flags; play_amount
.proc check_buy
        jsr play_active         ; X: the buyer
        ldy player_square,x
        jsr price_amount
        jmp cash_check
.endproc

