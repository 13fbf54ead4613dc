; build.s -- houses and hotels (R-10)
; Test tests/asm/game/test_buildings.py

.include "rules.inc"

.segment "PLAY_CODE"

; street_check -- is arg0 a street of the active player?
; In     arg0
; Out    C=0 yes: play_player, play_square, play_group, play_min, play_max set;
;        X = player, Y = square;   C=1 no: A = reason
; Keeps  -     Uses   A, X, Y, flags; tmp0, play_*
.proc street_check
        jsr deed_check          ; X: the player, Y: the square
        bcs @refuse             ; A: deed_check's reason
        lda square_kind,y       ; deeds without streets: stations and utilities
        cmp #KIND_STREET        ; only these have levels
        bne @no_street
        jsr group_levels        ; for building evenly
        ldx play_player
        ldy play_square
        clc
        rts
@no_street:
        lda #REASON_NOT_STREET
        sec
@refuse:
        rts
.endproc

; site_check -- street_check, then complete_check
; In     arg0     Out    C=0 X = play_player;  C=1 A = reason
; Uses   A, X, Y, flags; play_*, tmp0
.proc site_check
        jsr street_check
        bcs site_refused
        ; falls through
.endproc

; complete_check -- whole group in hand and none of it mortgaged (R-10.1)
; The group must be his to the last deed, and none of it mortgaged, not only the street in question.
; In     X = play_player;  play_group, play_square
; Out    C=0 yes: X as it was;  C=1 no: A = reason
; Keeps  -     Uses   A, X, Y, flags; play_scan, play_end, tmp0
.proc complete_check
        jsr group_owned         ; Z=1: all of it is his
        bne @incomplete
        jsr group_here          ; Y, play_end: its squares
@square:
        ldx group_squares,y
        lda square_mortgaged,x  ; one is enough to stop all building
        bne @mortgaged
        iny
        cpy play_end
        bne @square
        ldx play_player
        clc
        rts
@incomplete:
        lda #REASON_GROUP
        .byte $2C               ; bit abs: skips the next lda
@mortgaged:
        lda #REASON_GROUP_MORTGAGED
        sec
        ; falls through
.endproc

.proc site_refused
        rts
.endproc

; check_build -- one level more on arg0
; In     arg0     Out    C=0 may be done;  C=1 A = reason     Keeps  -
; Uses   A, X, Y, flags; play_*, tmp0
.proc check_build
        jsr site_check
        bcs @refuse             ; the reason of whoever refused stays in A
        ldy play_square
        lda square_level,y
        cmp #LEVEL_HOTEL
        beq @full
        cmp play_min            ; only the lowest of the group may rise (R-10.1)
        bne @uneven
        lda switches + SW_BUILD ; nonzero: a preset limits who builds, and how often
        beq @stock
        tya
        jsr on_marked           ; C=1: A is its reason
        bcs @refuse
@stock:
        jmp stock_check
@full:
        lda #REASON_FULL
        .byte $2C               ; bit abs: skips the next lda
@uneven:
        lda #REASON_EVEN
        sec
@refuse:
        rts
.endproc

; do_build -- play_player, play_square, play_group from the check
; Stock first, then the event, equity and payment. A hotel takes one from the stock of hotels and
; gives four houses back.
; In     play_group, play_player, play_square
; Out    X = play_player
; Keeps  -     Uses   A, X, Y, flags; event_*, money_*, play_amount, play_rest
.proc do_build
        ldy play_group
        lda group_house_cost,y
        jsr amount_byte         ; the cost of a step, house or hotel
        ldx play_square
        lda switches + SW_CLOCK
        beq @rises
        jsr on_raise            ; a short game goes from three houses to the hotel
@rises:
        inc square_level,x
        lda square_level,x
        sta event_other         ; the new level, for the screen
        cmp #LEVEL_HOTEL
        beq @hotel
        dec bank_houses
        jmp @book
@hotel:
        dec bank_hotels
        lda bank_houses
        clc
        adc #LEVEL_HOTEL - 1    ; the four houses a hotel replaces go back to the bank
        sta bank_houses
@book:
        ldx play_player
        lda #EV_BUILT
        jsr event_square
        lda play_amount
        lsr a                   ; equity counts what selling it would bring: half
        jsr equity_add
        lda #CREDIT_BANK        ; X is the player still: equity_add keeps it
        jsr money_charge
        lda switches + SW_BUILD
        beq @built
        jsr on_built
@built:
        ldx play_player
        rts
.endproc

; check_sell -- one level less on arg0 (R-10.3, R-10.4)
; In     arg0     Out    C=0 may be done;  C=1 A = reason     Keeps  -
; Uses   A, X, Y, flags; play_*, tmp0
.proc check_sell
        jsr street_check
        bcs @refuse
        lda square_level,y      ; nothing stands there
        beq @bare
        cmp play_max            ; the highest first: the group stays even
        bne @uneven
        lda switches + SW_HOTEL ; nonzero: hotels are sold by a preset's rules
        beq @sell
        jsr on_sell
        bcs @refuse
@sell:
        clc                     ; the highest of its group may go
        rts
@bare:
        lda #REASON_BARE
        .byte $2C               ; bit abs: skips the next lda
@uneven:
        lda #REASON_EVEN
        sec
@refuse:
        rts
.endproc

; do_sell -- half the cost; a hotel takes four houses, which may be phantoms (R-10.6)
; In     play_player, play_square, play_group
; Out    X = play_player
; Keeps  -     Uses   A, X, Y, flags; event_*, money_*, play_amount, play_rest, tmp0
.proc do_sell
        ldx play_square
        lda square_level,x
        cmp #LEVEL_HOTEL
        beq @hotel
        inc bank_houses
        jmp level_book
@hotel:
        lda switches + SW_PRESET
        beq hotel_sell
        jmp on_hotel            ; other rules for what a hotel becomes
.endproc

; hotel_sell -- the hotel on play_square becomes four houses
; In     play_player, play_square, play_group     Out    X = play_player
; Keeps  -     Uses   as do_sell
.proc hotel_sell
        inc bank_hotels
        lda bank_houses
        sec
        ; Four houses, whether the bank has them or not: a negative stock are the phantoms of
        ; R-10.6.
        sbc #LEVEL_HOTEL - 1
        sta bank_houses
        ; falls through
.endproc

; level_book -- a level less on play_square, what half the cost is to play_player
; In     play_player, play_square, play_group     Out    X = play_player
; Keeps  -     Uses   as do_sell
.proc level_book
        ldx play_square
        dec square_level,x      ; a hotel becomes level 4, four houses
        lda square_level,x
        sta event_other
        ldy play_group
        lda group_house_cost,y
        lsr a                   ; the bank pays half of what it cost
        jsr amount_byte         ; keeps A for equity_sub
        ldx play_player
        jsr equity_sub          ; half the cost, which do_build added
        lda #EV_SOLD
        jmp bank_pays
.endproc

; check_build_group -- bring an uneven group level (R-10.8): at least one
; street of it is below the highest and can be built on
; In     arg0     Out    C=0 may be done;  C=1 A = reason     Keeps  -
; Uses   A, X, Y, flags; play_*, tmp0
.proc check_build_group
        jsr site_check
        bcs @refuse
        jsr group_lower         ; where the first house would go
        lda #REASON_LEVEL       ; C=1: all are level
        bcc stock_check
@refuse:
        rts
.endproc

; stock_check -- money and stock for one more level on play_square (R-10.1)
; In     X = play_player;  play_group
; Out    C=0 yes;  C=1 no: A = reason
.proc stock_check
        ldy play_group          ; all streets of a group cost the same
        lda group_house_cost,y
        jsr byte_check
        bcs @refuse             ; A: REASON_MONEY
        ldy play_square
        lda square_level,y      ; 0 to 4: check_build has refused a hotel
        ; C=0 from byte_check.  Three houses do in a short game.
        ; SW_CLOCK is 0 or 1: in a short game a hotel follows three houses, so level 3 counts as
        ; 4.
        adc switches + SW_CLOCK
        cmp #LEVEL_HOTEL - 1
        beq @hotel
        lda bank_houses
        beq @no_houses
        ; Negative: houses of sold hotels that do not exist (R-10.6, phantoms) have to come back
        ; first.
        bmi @no_houses
        lda switches + SW_SHORT ; nonzero: others may want the house as well
        beq @plenty
        jmp on_short
@plenty:
        clc                     ; money and a house: nothing more is asked
        rts
@hotel:
        lda bank_hotels
        beq @no_hotels          ; hotels can run out, too
        bpl @plenty
@no_houses:
        lda #REASON_NO_HOUSES
        .byte $2C               ; bit abs: skips the next lda
@no_hotels:
        lda #REASON_NO_HOTELS
        sec
@refuse:
        rts
.endproc

; group_lower -- the first street of the group that is below play_max
; In     play_square in the group
; Out    C=0 play_square is that street;  C=1 all are level
; Uses   A, X, Y
.proc group_lower
        jsr group_here
@square:
        ldx group_squares,y
        lda square_level,x      ; X: a street of the group
        cmp play_max            ; C=0: below the highest
        bcs @next
        lda switches + SW_BUILD
        beq @found
        txa
        jsr on_marked           ; C=1: nobody may build here, look on
        bcc @found
@next:
        iny
        cpy play_end
        bne @square
        rts                     ; C=1 from the compare
@found:
        stx play_square
        ldx play_player         ; for stock_check
        rts                     ; C=0
.endproc

; do_build_group -- as far as money and stock allow
; In     play_group, play_player, play_square     Out    -     Keeps  -
; Uses   A, X, Y, flags; event_*, money_*, play_*
.proc do_build_group
        jsr do_build
        jsr group_lower
        bcs @done
        jsr stock_check         ; money and stock as they are now
        ; The check was made by check_build_group or by the last round, so do_build may act at
        ; once.
        bcc do_build_group
@done:
        rts
.endproc
