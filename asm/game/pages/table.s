; table.s -- the trading table: both parties' deeds as small cards, cash, buttons
;
; Every deed has its place, group by group, once on the initiator's side (left)
; and once on the partner's (right); where a party does not own it the table is
; bare.  So what is missing from a group is seen at the same place opposite.
;
; Test tests/asm/game/ui/test_trade.py

.include "trade.inc"

HOLE            = ON(GREEN, LIME)
TABLE           = ON(WHITE, GREEN)
ON_TABLE        = ON(WHITE, GREEN)

.segment "UI_BSS"

table_seat:     .res 2          ; initiator, partner
table_owner:    .res 1
table_square:   .res 1
worth_ink:      .res 1          ; colours of the line about wealth
table_decided:  .res 1          ; 0 an offer is being made, else a trade is being decided

.segment "TRADE_DATA"

.include "words_table.inc"

money_label_lo: .byte <l_plus_100, <l_plus_10, <l_plus_1, <l_minus_100, <l_minus_10, <l_minus_1
money_label_hi: .byte >l_plus_100, >l_plus_10, >l_plus_1, >l_minus_100, >l_minus_10, >l_minus_1

side_left:      .byte LEFT_X, RIGHT_X
bar_left:       .byte LEFT_X - 1, RIGHT_X - 1
card_mask:      .byte 1, 2

button_inks:                    ; enabled, disabled; the same selected
        .byte ON(BLACK, LIGHT), ON(WHITE, DARK), ON(BLACK, YELLOW), ON(DARK, YELLOW)
        .byte ON(WHITE, PAGE_COLOR), ON(WHITE, DARK), ON(BLACK, YELLOW), ON(DARK, YELLOW)

.macro DEEDS left, row, count
.repeat count, i
        GRID_CELL left + 3 * i, row, 2, 2
.endrepeat
.endmacro
.macro STEPS left, row
        GRID_CELL left + 7, row, 4, 1
        GRID_CELL left + 12, row, 3, 1
        GRID_CELL left + 16, row, 2, 1
.endmacro
.macro SIDE left
        DEEDS left, 2, 2        ; in the order of group_squares
        DEEDS left + 10, 2, 3
        DEEDS left, 5, 3
        DEEDS left + 10, 5, 3
        DEEDS left, 8, 3
        DEEDS left + 10, 8, 3
        DEEDS left, 11, 3
        DEEDS left + 10, 11, 2
        DEEDS left, 14, 4
        DEEDS left + 13, 14, 2
        DEEDS left, 17, CARDS
        STEPS left, MONEY_ROW
        STEPS left, MONEY_ROW + 1
.endmacro

table_cells:
        GRID table_allowed, TABLE_CELLS, SIDE_CELLS, RIGHT_X - LEFT_X
        SIDE LEFT_X
.repeat TABLE_BUTTONS, i
        GRID_CELL 10 * (i .mod 4), BUTTON_ROW + i / 4, 9, 1
.endrepeat
        .assert * - table_cells = 5 + 4 * (TABLE_CELLS - SIDE_CELLS), error, "a place for each cell"

.segment "TRADE_CODE"

; cell_split -- In X cell     Out C=0 A place on its side, Y side; C=1 A button     Keeps X
; Uses   A, Y, flags
.proc cell_split
        txa
        cmp #CELL_BUTTONS
        bcs @button
        ldy #0
        cmp #SIDE_CELLS
        bcc @side
        sbc #SIDE_CELLS
        iny
@side:
        clc
        rts
@button:
        sbc #CELL_BUTTONS
        rts
.endproc

; table_allowed -- may cell X be selected? (ui/grid.s)
; Out    C=0 yes     Keeps X, tmp*, rect_*, ui_ptr     Uses A, Y
.proc table_allowed
        jsr cell_split
        bcs button_allowed
        ; falls through
.endproc

; place_held -- Y side, A place: does the side have what lies there?
; Out    C=0 yes     Keeps X     Uses A, Y, table_owner
.proc place_held
        cmp #PLACE_MONEY
        bcs @yes
        pha
        lda table_seat,y
        sta table_owner
        pla
        sec
        sbc #PLACE_CARD
        bcs @card
        adc #PLACE_CARD
        tay
        lda group_squares,y
        tay
        lda square_owner,y
        jmp @compare
@card:
        tay
        lda deck_free,y
@compare:
        cmp table_owner
        bne @no
@yes:
        clc
        rts
@no:
        sec
        rts
.endproc

; button_allowed -- A button: only "partner" may be out of place, with two players left
; Out    C=0 yes     Keeps X     Uses A, Y
.proc button_allowed
        cmp #BUTTON_PARTNER
        bne @yes
        jmp partner_choice
@yes:
        clc
        rts
.endproc

; table_draw -- the whole page, drawn unseen
; In     -     Out    -
; Uses   everything ui/ and video/ use     Keeps  -
.proc table_draw
        jsr sprites_off
        jsr video_blank
        jsr screen_clear
        lda #<table_cells
        ldy #>table_cells
        jsr grid_open
        jsr ground_draw
        lda #ON_TABLE
        sta worth_ink
        jsr headers_draw
        ldx #CELL_BUTTONS - 1
@cell:
        txa
        pha
        jsr cell_draw
        pla
        tax
        dex
        bpl @cell
        jmp trade_refresh
.endproc

; ground_draw -- the table's colour behind rows 1..18
; In     -     Out    -     Uses   A, X, Y, rect_*, ink, tmp*     Keeps  -
.proc ground_draw
        lda #0
        sta rect_x
        lda #1
        sta rect_y
        lda #COLUMNS
        sta rect_w
        lda #TABLE_ROWS
        sta rect_h
        lda #TABLE
        jmp rect_paper
.endproc

; headers_draw -- token, name and "gives" of both parties, black on their colours
; In     -     Out    -     Uses   A, X, Y, tmp*, ink     Keeps  -
.proc headers_draw
        ldy #1
@side:
        sty ui_d
        ldx table_seat,y
        jsr player_paper
        sta ink
        ldy ui_d
        ldx bar_left,y
        ldy #0
        jsr video_goto
        jsr space_put
        ldy ui_d
        ldx table_seat,y
        jsr token_put
        txa
        clc
        adc #'1'
        jsr spaced_put
        ldy ui_d
        ldx table_seat,y
        jsr name_put
        lda #BRIEF(text_gives)
        jsr label_at
        ldy ui_d
        lda bar_left,y
        clc
        adc #SIDE_WIDTH
        tax
        jsr text_pad
        ldy ui_d
        dey
        bpl @side
        rts
.endproc

; cell_draw -- cell X of a side as it is now
; In     X  cell     Out    -
; Uses   A, X, Y, ui_a-ui_d, ui_ptr, rect_*, text_ptr, tmp*, ink     Keeps  -
.proc cell_draw
        stx ui_c
        jsr grid_rect
        ldx ui_c
        jsr cell_split
        sta ui_a                ; place
        sty ui_d                ; side
        cmp #PLACE_MONEY
        bcs @money
        jsr place_held
        bcs hole_draw
        ldx rect_x
        ldy rect_y
        jsr video_goto
        lda ui_a
        cmp #PLACE_CARD
        bcs free_draw
        tay
        lda group_squares,y
        sta table_square
        tax
        jsr deed_head
        jsr second_row
        jmp deed_body
@money:
        lda #ON(BLACK, LIGHT)
        ldx grid_at
        cpx ui_c
        bne @plain
        lda #ON(BLACK, YELLOW)
@plain:
        sta ink
        ldx rect_x
        ldy rect_y
        jsr video_goto
        ldx ui_a
        lda money_label_lo - PLACE_MONEY,x
        ldy money_label_hi - PLACE_MONEY,x
        jmp text_at
.endproc

; hole_draw -- nothing lies in rect_*
.proc hole_draw
        lda #HOLE
        jmp rect_paper
.endproc

.proc second_row
        ldx rect_x
        ldy rect_y
        iny
        jmp video_goto
.endproc

; free_draw -- In A place of a GO-free card     Uses A, X, Y, ink
.proc free_draw
        sec
        sbc #PLACE_CARD
        sta ui_a
        jsr free_head
        jsr second_row
        ldx ui_a
        lda offer_cards
        and card_mask,x
        bne taken_put
        lda #ON(BLACK, WHITE)
        sta ink
        lda #GLYPH_PASS
        jmp spaced_put
.endproc

; free_head -- two cells: A 0 Community Chest, 1 Chance
; In     A  0 Community Chest, 1 Chance; the cursor     Out    -
; Uses   A, Y, ink
; Keeps  X
.proc free_head
        tay
        bne @chance
        lda #ON(BLACK, CYAN)
        sta ink
        lda #GLYPH_CHESTL
        jsr video_put
        lda #GLYPH_CHESTR
        jmp video_put
@chance:
        lda #ON(WHITE, ORANGE)
        sta ink
        lda #'?'
        jsr video_put
        lda #'?'
        jmp video_put
.endproc

; taken_put -- a tick on green: it changes hands
.proc taken_put
        lda #' '
        ; falls through
.endproc

; tick_put -- the same with A in the second cell
.proc tick_put
        pha
        lda #ON(BLACK, LIME)
        sta ink
        lda #GLYPH_TICK
        jsr video_put
        pla
        jmp video_put
.endproc

; deed_head -- two cells at the cursor: the group's pattern, a train, a bulb or a tap
; In     X square     Keeps X     Uses A, Y, tmp0, ink     Out    -
.proc deed_head
        ldy square_group,x
        lda group_color,y
        sta ink
        cpy #GROUP_STATIONS
        beq @station
        bcs @utility
        tya
        adc #GLYPH_BAND0        ; C is clear
        sta tmp0
        jsr video_put
        lda tmp0
        jmp video_put
@station:
        lda #GLYPH_TRAINL
        jsr video_put
        lda #GLYPH_TRAINR
        jmp video_put
@utility:
        lda #GLYPH_BULB
        cpx #SQUARE_WATER
        bne @lamp
        lda #GLYPH_TAP
@lamp:
        jmp spaced_put
.endproc

; deed_body -- the card's white: taken, mortgaged, built on, or plain
; In     table_square     Uses A, X, Y, ink, tmp0
.proc deed_body
        ldx table_square
        lda offer_marks,x
        beq @free
        ldy square_mortgaged,x
        beq taken_put
        and #MARK_REPAY
        beq @fee
        lda #GLYPH_COIN
        bne tick_put
@fee:
        lda #'%'
        bne tick_put
@free:
        lda square_mortgaged,x
        beq @level
        lda #ON(BLACK, MID)
        sta ink
        lda #GLYPH_MORT
        jsr video_put
        lda #GLYPH_MORT
        jmp video_put
@level:
        lda square_level,x
        beq @bare
        cmp #LEVEL_HOTEL
        bcs @hotel
        pha
        lda #ON(GREEN, WHITE)
        sta ink
        lda #GLYPH_HOUSE
        jsr video_put
        pla
        ora #'0'
        jmp video_put
@hotel:
        lda #ON(RED, WHITE)
        sta ink
        lda #GLYPH_HOTEL
        jmp spaced_put
@bare:
        jsr group_built
        lda #ON(BLACK, WHITE)
        bcc @plain
        lda #ON(BLACK, LIGHT)   ; its neighbours are built on: not to be traded
@plain:
        sta ink
        jsr space_put
        jmp space_put
.endproc

; group_built -- are there buildings in the group of square X?
; In     X  square
; Out    C=1 yes     Keeps X     Uses A, Y, tmp0
.proc group_built
        stx tmp0
        ldy square_group,x
        lda group_size,y
        pha
        lda group_first,y
        tay
        pla
        tax
@square:
        txa
        pha
        ldx group_squares,y
        lda square_level,x
        cmp #1
        pla
        tax
        bcs @built
        iny
        dex
        bne @square
        clc
@built:
        ldx tmp0
        rts
.endproc

; statement_draw -- what either party completes, then for both sides: cash, bank, money before and
; after, wealth after
; In     -     Out    -     Uses   A, X, Y, ui_d, num_*, tmp*, ink and what the rules use
; Keeps  -
.proc statement_draw
        jsr gains_draw
        ldy #1
@side:
        sty ui_d
        ldx table_seat,y
        lda table_decided
        bne @decided
        jsr offer_result
        jsr amount_draw
        jmp @lines
@decided:
        jsr trade_result
@lines:
        jsr bank_draw
        jsr money_draw
        jsr worth_draw
        ldy ui_d
        dey
        bpl @side
        rts
.endproc

; side_goto -- cursor to the left edge of side ui_d plus X, row Y
; In     X  columns, Y  row;  ui_d  side     Out    the cursor
; Keeps  Y     Uses A, X
.proc side_goto
        stx tmp0
        ldx ui_d
        lda side_left,x
        clc
        adc tmp0
        tax
        jmp video_goto
.endproc

; side_pad -- spaces to the end of side ui_d     Uses A, X, Y, tmp0
.proc side_pad
        ldy ui_d
        lda bar_left,y
        clc
        adc #SIDE_WIDTH
        tax
        jmp text_pad
.endproc

; amount_draw -- the cash side ui_d adds, above its steps
; In     ui_d     Out    -
; Uses   A, X, Y, num_*, tmp0, tmp2, tmp3, ink     Keeps  -
.proc amount_draw
        lda ui_d
        asl a
        tay
        lda offer_give_lo,y
        sta num_lo
        lda offer_give_hi,y
        sta num_hi
        ora num_lo
        beq @none
        lda #TABLE
        bne @ink
@none:
        lda #ON_TABLE
@ink:
        sta ink
        ldx #7
        ldy #MONEY_ROW - 1
        jsr side_goto
        lda #BRIEF(text_cash)
        jsr label_at
        lda #5
        jmp print_number
.endproc

; bank_draw -- fees and repayments, play_amount, if any
.proc bank_draw
        ldx #0
        ldy #STATEMENT_ROW + 1
        jsr side_goto
        lda #ON(YELLOW, PAGE_COLOR)
        sta ink
        lda play_amount
        sta num_lo
        lda play_amount+1
        sta num_hi
        ora num_lo
        beq @none
        lda #BRIEF(text_pays)
        jsr label_at
        jsr number_plain
@none:
        jmp side_pad
.endproc

; money_draw -- money now and, by play_sum, afterwards
.proc money_draw
        ldx #0
        ldy #STATEMENT_ROW
        jsr side_goto
        lda #ON(WHITE, PAGE_COLOR)
        sta ink
        lda #'$'
        jsr video_put
        ldy ui_d
        ldx table_seat,y
        lda player_money_lo,x
        sta num_lo
        lda player_money_hi,x
        sta num_hi
        jsr number_plain
        jsr space_put
        lda #GLYPH_ARROWR
        jsr spaced_put
        ldx #ON(WHITE, PAGE_COLOR)
        lda play_sum+2
        bpl @good
        ldx #ON(YELLOW, PAGE_COLOR)
@good:
        stx ink
        lda #'$'
        jsr video_put
        ldx #0
        jsr sum_print
        jmp side_pad
.endproc

; worth_draw -- wealth afterwards, by trade_sum
.proc worth_draw
        lda worth_ink
        ldx trade_sum+2
        bpl @good
        lda #ON(YELLOW, PAGE_COLOR)
@good:
        sta ink
        ldx #0
        ldy #1
        jsr side_goto
        lda #BRIEF(text_worth)
        jsr label_at
        ldx #trade_sum - play_sum
        jsr sum_print
        jmp side_pad
.endproc

; sum_print -- the 24-bit number at play_sum + X, within 16 bits
; Uses   A, X, Y, num_*, tmp2, tmp3
.proc sum_print
        lda play_sum,x
        sta num_lo
        lda play_sum+1,x
        sta num_hi
        eor play_sum+2,x
        bpl @fits
        lda play_sum+2,x        ; more than the numbers on screen can say
        asl a
        lda #$FF
        ldy #$7F
        bcc @limit
        lda #$01
        ldy #$80
@limit:
        sta num_lo
        sty num_hi
@fits:
        jmp number_plain
.endproc

; button_put -- a button of a grid page, in cell X: a bar, or letters only on MORE_ROW
; In     A low, Y high of the label, C=1 disabled
; Out    -
; Uses   A, X, Y, rect_*, ui_ptr, text_ptr, tmp0, tmp1, ink     Keeps  -
.proc button_put
        sta text_ptr
        sty text_ptr+1
        lda #0
        rol a
        cpx grid_at
        bne @ink
        ora #2
@ink:
        sta tmp0
        jsr grid_rect
        lda rect_y
        cmp #MORE_ROW           ; C=1: no bar
        lda tmp0
        bcc @bar
        ora #4
@bar:
        tay
        lda button_inks,y
        cmp #ON(BLACK, YELLOW)
        bne @set
        ldy arm_state
        beq @set
        lda #ON(YELLOW, DARK)   ; what decides is not taken yet
@set:
        sta ink
        ldx rect_x
        ldy rect_y
        jsr video_goto
        lda text_ptr
        ldy text_ptr+1
        jsr text_at
        lda rect_x
        clc
        adc rect_w
        tax
        jmp text_pad
.endproc
