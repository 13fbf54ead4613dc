; value.s -- counting, the reserve, dice of the mind
; Test tests/asm/game/brain/test_values.py

.include "brain.inc"

.segment "PLAY_BSS"
br_mine:        .res 1          ; brain_look: deeds of the group the computer holds
br_rivals:      .res 1          ;   rivals that hold some
br_most:        .res 1          ;   most that one of them holds
br_second:      .res 1          ; choose_wants: 1, the second of three streets is left to auctions
worst_lo:       .res 3          ; brain_reserve: highest rents of three stretches
worst_hi:       .res 3

.segment "BRAIN_CODE"

; brain_own -- how many deeds of group Y does the computer hold?
; In     Y  group;  br_me
; Out    A, Z from it;  X = br_me
; Keeps  Y
; Uses   A, X, flags; br_temp
.proc brain_own
        ldx br_me
        ; falls through
.endproc

; brain_count -- how many deeds of group Y does player X hold?
; In     X  player;  Y  group
; Out    A, Z from it
; Keeps  X, Y
; Uses   A, flags; br_temp
.proc brain_count
        stx br_temp
        tya
        asl a                   ; player_groups: group * 8 + seat
        asl a
        asl a
        ora br_temp
        tax
        lda player_groups,x     ; X is the place now
        ldx br_temp
        cmp #0                  ; Z of the count again: ldx has changed it
        rts
.endproc

; brain_look -- who holds what of group Y
; In     Y  group;  br_me
; Out    br_mine, br_rivals, br_most
; Keeps  Y      Uses  A, X, flags
.proc brain_look
        lda #0
        sta br_mine
        sta br_rivals
        sta br_most
        ldx #MAX_PLAYERS - 1    ; empty seats hold nothing
@seat:
        jsr brain_count
        beq @next               ; nothing of the group: no rival in it
        cpx br_me
        beq @mine
        inc br_rivals
        cmp br_most
        bcc @next               ; another rival holds more
        sta br_most
        bcs @next               ; always
@mine:
        sta br_mine
@next:
        dex
        bpl @seat
        rts
.endproc

; brain_spare -- br_cash = money in hand - br_keep
; In     br_keep, br_me     Out    N     Keeps  -     Uses   A, X, Y, flags; br_cash
.proc brain_spare
        lda br_keep
        ldy br_keep+1
        ; falls through
.endproc

; brain_below -- br_cash = money in hand - (A low, Y high), signed
; Signed, so one call answers two questions: is it enough (N), and by how much.
; In     A low, Y high;  br_me
; Out    A its high byte, N from it;  X = br_me
; Keeps  Y     Uses   A, X, flags; br_cash
.proc brain_below
        sta br_cash             ; first what is taken off
        sty br_cash+1
        ldx br_me
        lda player_money_lo,x
        sec                     ; money may be negative: the difference is signed
        sbc br_cash
        sta br_cash
        lda player_money_hi,x
        sbc br_cash+1
        sta br_cash+1
        rts
.endproc

; brain_afford_byte, brain_afford -- C=1: A, or A low, Y high, is at most br_cash
; In     A, Y; br_cash     Out    C
; Keeps  X      Uses  A, Y, flags; tmp0, tmp1
.proc brain_afford_byte
        ldy #0
        ; falls through
.endproc

.proc brain_afford
        sta tmp0
        sty tmp1
        lda br_cash+1
        bmi @no                 ; less than nothing is spare
        lda br_cash             ; 16 bits: C=1 if it does
        cmp tmp0
        lda br_cash+1
        sbc tmp1
        rts
@no:
        clc
        rts
.endproc

; brain_keep -- br_keep = what should stay in hand: the reserve, at most KEEP_MOST
; In     br_me     Out    -     Keeps  -     Uses   A, X, Y, flags; br_*, play_*, tmp0
; Time   up to 8,000 cycles
.proc brain_keep
        jsr brain_reserve
        lda weights + WEIGHT_KEEP_MOST ; the reserve has a limit
        jsr brain_fourfold
        cmp br_keep             ; 16 bits: C=1, the limit is not reached
        tax                     ; A and Y: the most it keeps
        tya
        sbc br_keep+1
        bcs @done               ; the reserve is less: it stands
        stx br_keep
        sty br_keep+1
@done:
        rts
.endproc

; keep_money -- br_keep = money of weight X
; In     X  WEIGHT_*     Out    -     Keeps  X     Uses   A, Y, flags; br_keep, br_temp
.proc keep_money
        lda weights,x
        jsr brain_fourfold      ; a weight is a byte; money is four times that
        sta br_keep
        sty br_keep+1
        rts
.endproc

; keep_ahead -- br_keep += so many eighths of each rent within the next throw as the weight says
; Each of the eleven squares a throw can reach counts alike, however likely it is.
; In     br_keep, br_me     Out    -     Keeps  -
; Uses   A, X, Y, flags; br_index, br_keep, br_square, br_sum; as rent_get
; Time   up to 2,500 cycles
.proc keep_ahead
        lda weights + WEIGHT_KEEP_AHEAD ; 0: it does not look ahead
        beq @done
        ldx br_me
        lda player_square,x
        clc
        adc #2                  ; no throw is less
        ldx #11                 ; sums of two dice: 2 to 12
@square:
        stx br_index
        cmp #SQUARES
        bcc @there
        sbc #SQUARES            ; C is set by the compare
@there:
        sta br_square
        tax
        lda square_owner,x      ; for sale, its own or no deed: no rent there
        bmi @next
        cmp br_me
        beq @next
        lda square_group,x
        cmp #GROUP_UTILITIES
        beq @next               ; their rent is known when the dice are
        jsr rent_get            ; 0 for mortgaged deeds
        sta br_sum
        tya
        ; An eighth of 16 bits: three shifts to the right, high byte first, its lowest bit going
        ; into the low byte.
        lsr a
        ror br_sum
        lsr a
        ror br_sum
        lsr a
        ror br_sum
        sta br_sum+1
        ldx weights + WEIGHT_KEEP_AHEAD ; so many eighths, one by one
@eighth:
        lda br_sum              ; keep_add keeps X
        ldy br_sum+1
        jsr keep_add
        dex
        bne @eighth
@next:
        lda br_square           ; the next square on the way
        clc
        adc #1
        ldx br_index
        dex
        bne @square
@done:
        rts
.endproc

; brain_owned -- how many deeds belong to somebody?
; The fewer deeds are left, the later the game: trades and reserves go by that.
; In     -     Out    A     Keeps  -     Uses   A, X, Y, N Z C
; Time   500 cycles
.proc brain_owned
        ldx #SQUARES - 1
        ldy #0
@square:
        lda square_owner,x      ; a square that is no deed has no owner either
        bmi @next
        iny
@next:
        dex
        bpl @square
        tya
        rts
.endproc

; brain_reserve -- R-17.4: br_keep = highest rent of rivals up to orange, the same of red and
; yellow, of green and blue (a quarter if improved), 250 for all stations in one
; rival's hand, 75 for both utilities, and less the fewer deeds are for sale
; In     br_me     Out    -
; Uses   A, X, Y, flags; br_square, br_sum; as rent_get     Keeps  -
; Time   up to 8,000 cycles
.proc brain_reserve
        ldx #5                  ; three of worst_lo, three of worst_hi
        lda #0
@clear:
        sta worst_lo,x
        dex
        bpl @clear
        sta br_keep
        sta br_keep+1
        ldx #SQUARES - 1        ; the dearest rent a rival can ask, by stretch
@square:
        ldy square_owner,x
        bmi @next
        cpy br_me
        beq @next
        lda square_group,x
        cmp #GROUP_STATIONS     ; groups 0 to 7 are streets
        ; Streets only: stations and utilities have their own sums below.
        bcs @next
        stx br_square
        jsr worse
        ldx br_square
@next:
        dex
        bpl @square
        ldx #2                  ; the three stretches are added up
@stretch:
        lda worst_lo,x
        ldy worst_hi,x
        jsr keep_add
        dex
        bpl @stretch
        ldx #MAX_PLAYERS - 1    ; every rival's stations and utilities
@seat:
        cpx br_me
        beq @next_seat
        lda player_groups + GROUP_STATIONS * MAX_PLAYERS,x
        cmp #4                  ; all four stations
        bne @no_stations
        lda #250
        jsr brain_keep_byte
@no_stations:
        lda player_groups + GROUP_UTILITIES * MAX_PLAYERS,x
        cmp #2                  ; both utilities
        bne @next_seat
        lda #75
        jsr brain_keep_byte
@next_seat:
        dex
        bpl @seat
        jsr brain_owned         ; 0-11, 12-19, 20-27, 28
        ldx #3
@step:
        cmp steps,x
        bcs @found
        dex
        bpl @step               ; always: the first is 0
@found:
        ; Twice the half: the first values need 9 bits, and a byte holds the half of each.
        lda half_reserve,x
        jsr brain_keep_byte
        lda half_reserve,x      ; keep_add has used A
        ; falls through
.endproc

; brain_keep_byte -- br_keep += A
; Keeps  X
.proc brain_keep_byte
        ldy #0
        ; falls through
.endproc

; keep_add -- br_keep += A low, Y high
; In     A, Y     Out    br_keep     Keeps  X, Y     Uses   A, flags
.proc keep_add
        clc
        adc br_keep
        sta br_keep
        tya
        adc br_keep+1
        sta br_keep+1
        rts
.endproc

; worse -- the rent of square X against the highest of its stretch
; Uses   A, X, Y, flags
.proc worse
        jsr rent_get            ; X is spoiled: br_square has it
        sta br_sum
        sty br_sum+1
        ldx br_square
        ldy square_group,x
        lda stretch,y
        tay                     ; Y: which of the three
        cpy #2                  ; the stretch of green and blue: improved rents count a quarter
        bne @whole
        lda square_level,x      ; bare streets there count whole
        beq @whole
        lsr br_sum+1
        ror br_sum
        lsr br_sum+1
        ror br_sum
@whole:
        lda worst_lo,y
        cmp br_sum              ; 16 bits: C=1 if the old one is as high
        lda worst_hi,y
        sbc br_sum+1
        bcs @done
        lda br_sum              ; a new highest
        sta worst_lo,y
        lda br_sum+1
        sta worst_hi,y
@done:
        rts
.endproc

.segment "BRAIN_DATA"
stretch:        .byte 0, 0, 0, 0, 1, 1, 2, 2 ; [group]
steps:          .byte 0, 12, 20, 28 ; deeds sold: the fewer are left to buy, the less is kept
half_reserve:   .byte 350 / 2, 250 / 2, 150 / 2, 100 / 2
.segment "BRAIN_CODE"

; brain_nudges -- the sum of two to five nudges of 1-15
; Several small numbers rather than one: the middle of the range comes up more often than its ends.
; In     -     Out    A  2..75
; Keeps  X, Y   Uses  flags; br_temp, random_*
.proc brain_nudges
        lda #4                  ; 0 to 3, and two more: two to five times
        jsr random_below
        clc
        adc #2
        sta br_temp
        lda #0
@nudge:
        pha                     ; the sum so far
        lda #15
        jsr random_below
        sec
        adc #0                  ; C is set: 1 to 15
        sta br_sum
        pla
        clc
        adc br_sum
        dec br_temp
        bne @nudge
        rts
.endproc
