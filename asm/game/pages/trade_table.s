; trade_table.s -- the trading table: both parties' deeds as small cards, cash, buttons
;
; Every deed has its place, group by group, once on the initiator's side (left)
; and once on the partner's (right); where a party does not own it the table is
; bare.  So what is missing from a group is seen at the same place opposite.
;
; Test tests/asm/game/ui/test_trade.py

.include "trade.inc"

HOLE            = ON(GREEN, LIME)

.segment "UI_BSS"

table_owner:    .res 1
table_square:   .res 1

.segment "TRADE_DATA"

.include "words_table.inc"

money_label_lo: .byte <l_plus_100, <l_plus_10, <l_plus_1, <l_minus_100, <l_minus_10, <l_minus_1
money_label_hi: .byte >l_plus_100, >l_plus_10, >l_plus_1, >l_minus_100, >l_minus_10, >l_minus_1

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
        sbc #PLACE_CARD         ; cards that free from gaol come behind the deeds
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
        lda blanked             ; as it comes from the disk all cells are empty
        bne table_whole
        jsr screen_clear
        ; falls through
.endproc

; table_whole -- the same on a page that is empty; the cartridge has another (cartridge/table.s)
; In     the display is off     Out    -
; Uses   everything ui/ and video/ use     Keeps  -
.proc table_whole
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
        lda #ON(BLUE, WHITE)
        sta ink
        lda #GLYPH_HOUSE
        jsr video_put
        pla
        ora #'0'
        jmp video_put
@hotel:
        lda #ON(BLACK, WHITE)
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
        cmp #1                  ; C=1: a building, kept over the next two
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

