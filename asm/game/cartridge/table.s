; table.s -- the trading table: what lies on it is stored from ROM
;
; In the place of table_whole (PATCHES in tools/game/cartridge.py), of ground_draw and cell_draw.
; What the table always has comes first (tools/game/cartridge_screen.py), then what either party has
; on it, and the selected step of cash (tools/game/cartridge_deeds.py).
;
; Test tests/asm/game/ui/test_cartridge_quick.py

.include "../pages/trade.inc"

.import grid_at                 ; of the game
.import reader_file
.export deed_kind, seen_begin, seen_cards, seen_seat, seen_at, seen_end ; tools/game/cartridge_deeds.py

FILE_TABLE      = 59            ; no file, but asked for as one

; Variables that lie below ROM are copied to the last two rows of cells, which are emptied behind it.
seen_begin      = CELLS + (ROWS - 2) * COLUMNS
seen_cards      = seen_begin + 1
seen_marks      = seen_begin + (offer_marks - offer_begin)
seen_seat       = seen_begin + (offer_end - offer_begin)
seen_at         = seen_seat + 2
seen_end        = seen_at + 1
        .assert offer_cards = offer_begin + 1, lderror, "copied as a whole"
        .assert seen_end <= CELLS + ROWS * COLUMNS, lderror, "within two rows"

.segment "TABLE"

; table_quick -- in the place of table_whole: all that is on the page
; In     it is empty, the display is off     Out    -     Uses   everything ui/ and video/ use     Keeps  -
.proc table_quick
        lda #<table_cells
        ldy #>table_cells
        jsr grid_open
        ldx #<(offer_end - offer_begin - 1) ; ROM would hide them: copied while RAM is in view
@offer:
        lda offer_begin,x
        sta seen_begin,x
        dex
        bpl @offer
        lda grid_at
        sta seen_at
        jmp table_rest
.endproc
        .assert offer_end - offer_begin <= $80, lderror, "counted by its sign"

.segment "TABLE_REST"

; table_rest -- from ROM, then what follows
; In     the copies but that of table_seat     Out    -     Uses   everything ui/ and video/ use     Keeps  -
.proc table_rest
        lda table_seat
        sta seen_seat
        lda table_seat+1
        sta seen_seat+1
        lda #FILE_TABLE
        jsr reader_file
        lda #ON_TABLE
        sta worth_ink
        jsr headers_draw
        jmp trade_refresh
.endproc

.segment "DEEDS"                ; the end of each bank with deeds

; How the lower half of a deed or card looks: blank; then a glyph and a blank; then two glyphs
LOWER_BARE       = 0
LOWER_LIGHT      = 1             ; its neighbours are built on
LOWER_TAKEN      = 2
LOWER_PASS       = 3
LOWER_HOTEL      = 4
LOWER_MORT       = 5
LOWER_REPAY      = 6
LOWER_FEE        = 7
LOWER_HOUSES     = 7             ; and as many houses
LOWERS           = LOWER_HOUSES + LEVEL_HOTEL

; deed_kind -- how a deed looks
; In     X square, A nonzero: its neighbours are built on     Out    X = LOWER_*     Uses   A, Y
; Keeps  -
.proc deed_kind
        tay                     ; kept for the last question
        lda seen_marks,x
        beq @free
        ldy square_mortgaged,x
        beq @taken
        and #MARK_REPAY
        beq @fee
        ldx #LOWER_REPAY
        rts
@taken:
        ldx #LOWER_TAKEN
        rts
@fee:
        ldx #LOWER_FEE
        rts
@free:
        lda square_mortgaged,x
        bne @mortgaged
        lda square_level,x
        beq @bare
        cmp #LEVEL_HOTEL
        bcs @hotel
        adc #LOWER_HOUSES        ; C is clear
        tax
        rts
@mortgaged:
        ldx #LOWER_MORT
        rts
@hotel:
        ldx #LOWER_HOTEL
        rts
@bare:
        ldx #LOWER_BARE
        tya
        beq @out
        inx
@out:
        rts
.endproc
        .assert LOWER_LIGHT = LOWER_BARE + 1, error, "the next one"

.segment "TABLE_LOOK"           ; for the tool
; colours, deeds and cards on a side, steps, rows, cards, kinds
        .byte TABLE, ON(GREEN, LIME), ON(BLACK, LIGHT), ON(BLACK, YELLOW)
        .byte PLACE_MONEY, MONEY_STEPS, TABLE_ROWS, CARDS, LOWERS
        .byte LOWER_TAKEN, LOWER_PASS, LOWER_MORT ; the first with a glyph, a card's, the first with two
; each kind: its glyphs, their colours
        .byte ' ', ' ', ON(BLACK, WHITE)
        .byte ' ', ' ', ON(BLACK, LIGHT)
        .byte GLYPH_TICK, ' ', ON(BLACK, LIME)
        .byte GLYPH_PASS, ' ', ON(BLACK, WHITE)
        .byte GLYPH_HOTEL, ' ', ON(BLACK, WHITE)
        .byte GLYPH_MORT, GLYPH_MORT, ON(BLACK, MID)
        .byte GLYPH_TICK, GLYPH_COIN, ON(BLACK, LIME)
        .byte GLYPH_TICK, '%', ON(BLACK, LIME)
.repeat LEVEL_HOTEL - 1, i
        .byte GLYPH_HOUSE, '1' + i, ON(BLUE, WHITE)
.endrepeat
; what is above it: of each group both glyphs; of the square with the tap; of cards, with their colours
.repeat GROUP_STATIONS, i
        .byte GLYPH_BAND0 + i, GLYPH_BAND0 + i
.endrepeat
        .byte GLYPH_TRAINL, GLYPH_TRAINR
        .byte GLYPH_BULB, ' '
        .byte SQUARE_WATER, GLYPH_TAP, ' '
        .byte GLYPH_CHESTL, GLYPH_CHESTR, ON(BLACK, CYAN)
        .byte '?', '?', ON(WHITE, ORANGE)
