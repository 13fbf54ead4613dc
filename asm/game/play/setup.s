; setup.s -- seats, options, the roll for first, starting deeds (R-3, R-16)
;
; What is requested before a game begins lies in the overlay of the page that asks for it.
; Test tests/asm/game/test_setup.py

.include "rules.inc"

.segment "TITLE_PLAY"

STATE_KEEP = rng_v              ; play_init wipes what lies before it

; play_init -- wipe the state and enter set-up: four seats without colour or
; name, no house rules.  The random generator goes on; it is seeded if it never was.
; In     -     Out    -     Uses   A, X, Y, flags; play_ptr     Keeps  -
.proc play_init
        lda #<state_begin       ; a pointer, as the state has more than 256 bytes
        sta play_ptr
        lda #>state_begin
        sta play_ptr+1
        ldy #0
@wipe:
        lda play_ptr
        ; The random generator lies behind what is wiped: a new game must not repeat the last
        ; one.
        cmp #<STATE_KEEP
        bne @byte
        lda play_ptr+1          ; both bytes, as the end need not be at a page's begin
        cmp #>STATE_KEEP
        beq @wiped
@byte:
        tya                     ; 0: Y does not move, the pointer does
        sta (play_ptr),y
        inc play_ptr
        bne @wipe
        inc play_ptr+1
        bne @wipe               ; always
@wiped:
        jsr variant_wipe
        lda #STATE_VERSION
        sta state_version
        lda #4
        sta player_count
        lda #HOUSES             ; the bank's stock of houses
        sta bank_houses
        lda #HOTELS
        sta bank_hotels
        ldx #SQUARES - 1        ; nobody's, and none waits for an auction
        lda #NO_PLAYER
@square:
        sta square_owner,x
        sta square_pending,x
        dex
        bpl @square
        ldx #MAX_PLAYERS - 1
@seat:
        sta player_colour,x
        dex
        bpl @seat               ; A is NO_PLAYER still: no seat has a colour
        ldx #MAX_PLAYERS - 1    ; each seat a token of its own from the first
@token:
        txa
        sta player_token,x
        dex
        bpl @token
        inx                     ; X is $FF after the loop: 0
        stx winners             ; 0
        dex
        txa                     ; NO_PLAYER
        sta deck_free
        sta deck_free+1
        sta card_last
        sta auction_bidder
        lda rng_v
        and #$3F                ; the generator has 22 bits; all 0 is no state of it
        ora rng_v+1
        ora rng_v+2
        bne @seeded
        jsr random_own
@seeded:
        jmp play_resume
.endproc

; check_seats -- arg0 = 2..8
; In     arg0     Out    C=0 may be done;  C=1 A = reason     Keeps  X, Y     Uses   A, flags
.proc check_seats
        lda arg0
        cmp #2                  ; C=0: fewer than two
        bcc range
        cmp #MAX_PLAYERS + 1
        bcs range
        rts                     ; C=0
.endproc

; range -- refuse: parameter out of range
.proc range
        lda #REASON_RANGE
        sec
        rts
.endproc

; do_seats -- so many play
; In     arg0  seats     Out    -     Keeps  X, Y     Uses   A, flags
.proc do_seats
        lda arg0
        sta player_count
        rts
.endproc

; check_colour -- arg0 = seat, arg1 = 0..9, not another's; NO_COLOUR gives it back
; Only seats that play keep a colour from others, so the number of players can change at any time.
; In     arg0, arg1     Out    C=0 may be done;  C=1 A = reason     Keeps  -
; Uses   A, X, Y, flags
.proc check_colour
        ldx arg0
        cpx #MAX_PLAYERS
        bcs range
        lda arg1
        cmp #NO_COLOUR          ; giving a colour back is always possible
        beq @free
        cmp #COLOURS
        bcs range
        ldy #MAX_PLAYERS - 1
@seat:
        cpy arg0
        beq @next
        cpy player_count
        bcs @next               ; a seat that does not play keeps no colour from others
        cmp player_colour,y     ; another seat has it
        beq @taken
@next:
        dey
        bpl @seat
@free:
        clc
        rts
@taken:
        lda #REASON_TAKEN
        sec
        rts
.endproc

; do_colour -- a seat's colour
; In     arg0  seat;  arg1  colour     Out    -     Keeps  Y     Uses   A, X, flags
.proc do_colour
        ldx arg0
        lda arg1
        sta player_colour,x
        rts
.endproc

; check_cpu -- arg0 = seat, arg1 = 0 person, 1 + SKILL_* or CHARACTER_* computer
; In     arg0, arg1     Out    C=0 may be done;  C=1 A = reason     Keeps  X, Y
; Uses   A, flags
.proc check_cpu
        lda arg1                ; 0, then the skills, then the characters
        cmp #KINDS + 1
        bcs range
        ; falls through
.endproc

; check_name -- arg0 = seat
; In     arg0     Out    C=0 may be done;  C=1 A = reason     Keeps  X, Y     Uses   A, flags
.proc check_name
        lda arg0
        cmp #MAX_PLAYERS
        bcs range
        rts                     ; C=0
.endproc

; do_cpu -- a computer plays a seat, or nobody
; In     arg0  seat;  arg1  0 = person, 1 + SKILL_* or CHARACTER_*     Out    -     Keeps  Y
; Uses   A, X, flags
.proc do_cpu
        ldx arg0
        lda arg1
        beq @skill
        sbc #0                  ; C is clear: the checks have seen to it
@skill:
        sta settings + OPT_SKILLS,x
        lda arg1                ; 0: a person, no flag; else a computer
        beq @set
        lda #PF_CPU
@set:
        sta player_flags,x
        rts
.endproc

; do_name -- arg0 = seat, arg2/arg3 = 8 bytes, filled up with 0
; All eight bytes are copied, the zeros behind a short name as well: nothing of an older one stays.
; In     arg0, arg2, arg3     Out    -     Keeps  -     Uses   A, X, Y, flags; play_ptr
.proc do_name
        lda arg2
        sta play_ptr
        lda arg3
        sta play_ptr+1
        lda arg0
        asl a                   ; seat * 8: a name has 8 bytes
        asl a
        asl a
        tax
        ldy #0
@byte:
        lda (play_ptr),y
        sta player_names,x
        inx
        iny
        cpy #NAME_SIZE
        bne @byte
        rts
.endproc
        .assert NAME_SIZE = 8, error, "do_name multiplies by eight"

; check_option -- arg0 = OPT_*, arg1 = a value it has
; In     arg0, arg1     Out    C=0 may be done;  C=1 A = reason     Keeps  Y
; Uses   A, X, flags
.proc check_option
        ldx arg0
        cpx #OPT_CALLER + 1
        bcs @range
        lda arg1
        cmp option_values,x
        bcs @range
        rts                     ; C=0
@range:
        jmp range
.endproc

; How many values a house rule has, the Russian auctioneer behind them
option_values:  .byte 3, 3, 2, 2, 6, 4, 2, MAX_PLAYERS + 1
        .assert * - option_values = OPT_CALLER + 1, error, "one entry an option"

.segment "PLAY_DATA"
start_lo:       .byte <1500, <1000, <2000
start_hi:       .byte >1500, >1000, >2000
deeds_by_money: .byte 4, 2, 5   ; R-16.5
.segment "TITLE_PLAY"

; do_option -- a house rule
; In     arg0  OPT_*;  arg1  setting     Out    -     Keeps  Y     Uses   A, X, flags
.proc do_option
        ldx arg0
        lda arg1
        sta settings,x
        rts
.endproc

; check_token -- arg0 = seat, arg1 = 0..7, not that of another seat that plays
; Tokens are exchanged, so a seat that does not play never keeps one from another.
; In     arg0, arg1     Out    C=0 may be done;  C=1 A = reason     Keeps  Y
; Uses   A, X, flags
.proc check_token
        ldx arg0
        cpx #MAX_PLAYERS
        bcs @range
        lda arg1
        cmp #TOKENS_TO_CHOOSE
        bcs @range
        jsr token_holder
        cpx arg0
        beq @free               ; a seat may choose its own token again
        cpx player_count
        bcs @free               ; the holder is a seat that does not play
        lda #REASON_TAKEN
        sec
        rts
@free:
        clc
        rts
@range:
        jmp range
.endproc

; do_token -- a seat that does not play and has it takes the old one
; In     arg0, arg1     Out    -     Keeps  -     Uses   A, X, Y, flags
.proc do_token
        jsr token_holder        ; X: its holder
        ldy arg0
        lda player_token,y
        ; Tokens are exchanged, so each is chosen once at any time.
        sta player_token,x
        lda arg1
        sta player_token,y
        rts
.endproc

; token_holder -- Out X = the seat with token arg1     Uses A
.proc token_holder
        lda arg1
        ldx #MAX_PLAYERS - 1
@seat:
        cmp player_token,x
        beq @found
        dex
        bne @seat               ; seat 0 needs no check: somebody has the token
@found:
        rts
.endproc

.segment "PLAY_CODE"

; fees_set -- a tenth of each mortgage, rounded up (R-1.6), or with SW_REPAY nothing; scarce houses are
; auctioned in real time, so all auctions are
; In     -     Out    fee_value     Uses   A, X, Y, flags     Keeps  -
.proc fees_set
        lda switches + SW_SHORT ; scarce houses need auctions in real time
        beq @fees
        sta switches + SW_AUCTION
@fees:
        ldy #SQUARES - 1
@square:
        ldx #0
        lda switches + SW_REPAY ; nonzero: no fee at all, X = 0
        bne @have
        lda mortgage_value,y
        beq @have               ; no deed: X = 0
        sec
@ten:
        ; Divide by ten, rounding up: count how often ten can be taken before nothing is left.
        inx
        sbc #10
        beq @have
        bcs @ten                ; C=1 for the next sbc
@have:
        txa
        sta fee_value,y
        dey
        bpl @square
        rts
.endproc

; check_start -- every seat has a colour, all different
; Each pair of seats is compared once: every seat with those below it.
; In     -     Out    C=0 may be done;  C=1 A = reason     Keeps  -     Uses   A, X, Y, flags
.proc check_start
        ldx player_count
        dex                     ; the last seat that plays
@seat:
        lda player_colour,x     ; first: has the seat any?
        cmp #NO_COLOUR
        beq @none
        txa
        tay
@other:
        dey                     ; only seats below: each pair is compared once
        bmi @next
        lda player_colour,x
        cmp player_colour,y     ; the same colour twice
        bne @other
        lda #REASON_TAKEN
        sec
        rts
@next:
        dex
        bpl @seat
        clc
        rts
@none:
        lda #REASON_COLOUR
        sec
        rts
.endproc

; do_start -- decks shuffled, money paid out, then the roll for first (R-3)
; In     -     Out    -     Keeps  -
; Uses   A, X, Y, flags; money_*, play_*, random_range, random_temp, tmp0-tmp1
.proc do_start
        jsr deeds_limit         ; before deeds are dealt at the first turn
        jsr decks_start
        lda #0
        sta play_index
@seat:
        ldx play_index
        lda player_flags,x      ; PF_CPU stays
        ora #PF_ALIVE
        sta player_flags,x
        ldy settings + OPT_MONEY
        lda start_lo,y
        sta play_amount
        lda start_hi,y
        sta play_amount+1
        jsr money_from_bank     ; with limited money the bank may have less for the last
        inc play_index
        lda play_index
        cmp player_count
        bne @seat
        lda #MODE_FIRST
        sta mode_kind
        rts
.endproc

; deeds_limit -- starting deeds: at most 5; 4 for six players, 4 with normal and
; 2 with low money, the later rule standing (R-16.5); and no more than the 28
; deeds allow with eight players; in a short game two, no more and no fewer
.proc deeds_limit
        lda #2
        ldx switches + SW_CLOCK
        bne @deal               ; a short game: two, whatever the option says
        ldx settings + OPT_MONEY ; low money: few deeds
        lda deeds_by_money,x
        ldy player_count
        cpy #6
        bcc @have               ; fewer than six players: enough deeds for any number
        cmp #4
        bcc @have
        lda #4                  ; six players and more
        cpy #8
        bcc @have
        lda #3                  ; eight players times four would be 32 of 28 deeds
@have:
        cmp settings + OPT_DEEDS
        bcs @done
@deal:
        sta settings + OPT_DEEDS
@done:
        rts
.endproc

; first_roll -- the highest total begins, on a tie the lowest seat (R-3.2)
; In     -     Out    -     Keeps  -
; Uses   A, X, Y, flags; event_*, money_*, play_*, random_range, random_temp, tmp0
.proc first_roll
        jsr play_active         ; X: the seats roll in their order
        lda #DICE_FIRST
        jsr turn_roll
        jsr dice_sum
        ldy switches + SW_ORDER
        beq @highest
        sta loan_lo,x           ; the sum: no loan is open yet, and on_order sorts by it
        bne @lower              ; always
@highest:
        cmp turn_best           ; 0 before the first roll
        bcc @lower
        beq @lower              ; a tie: the lower seat stays, as it has rolled before
        sta turn_best           ; the best sum so far
        stx turn_first
@lower:
        inx
        stx mode_active
        cpx player_count
        bne @done               ; the next one rolls
        lda switches + SW_ORDER
        beq @first
        jsr on_order
@first:
        ldx turn_first          ; the seat, or 0 where seats were rearranged
        stx mode_active         ; [0]: his are the dice
        lda #EV_FIRST
        jsr event_emit
        jsr deeds_deal
        ldx turn_first
        jmp turn_begin
@done:
        rts
.endproc
.global first_roll

; deeds_deal -- starting deeds, one a round in play order, bought at price (R-16.5)
; In     -     Out    -     Keeps  -
; Uses   A, X, Y, flags; event_*, money_*, play_*, random_range, random_temp, tmp0
.proc deeds_deal
        lda settings + OPT_DEEDS
        beq @done
        ; One deed a round for everybody, so that luck is spread evenly.
        sta play_min            ; rounds
@round:
        ldx turn_first          ; each round from the first player on
@seat:
        stx play_other          ; the seat, over the calls
        jsr deed_random
        ldx play_other
        jsr play_next
        cpx turn_first
        bne @seat
        dec play_min            ; one round less
        bne @round
@done:
        rts
.endproc

; deed_random -- player play_other buys a random deed that nobody owns
; Noise that gives nothing but owned ones 256 times is no noise: then the register takes over.
.proc deed_random
        ldx #0
@again:
        lda #28                 ; all deeds; group_squares lists them
        jsr random_below
        tay
        lda group_squares,y
        tay
        dex
        bne @draw
        inc noise_bad
@draw:
        lda square_owner,y      ; bit 7 clear: a seat
        bpl @again              ; somebody's: draw again. There are more deeds than are dealt
        sty play_square
        jsr price_amount
        ldx play_other
        lda #EV_BOUGHT
        jmp deed_sold
.endproc
