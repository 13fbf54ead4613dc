; table.s -- the trading table: what it always has is stored from ROM
;
; In the place of table_whole (PATCHES in tools/game/cartridge.py), of ground_draw, of what
; cell_draw makes of places where nothing lies, and of the steps of cash
; (tools/game/cartridge_screen.py).  What somebody has is drawn on it.
;
; Test tests/asm/game/ui/test_cartridge_quick.py

.include "../pages/trade.inc"

.import grid_at                 ; of the game
.import reader_file

FILE_TABLE      = 61            ; no file, but asked for as one

.segment "TABLE"

; table_quick -- in the place of table_whole: all that is on the page
; In     it is empty, the display is off     Out    -     Uses   everything ui/ and video/ use     Keeps  -
.proc table_quick
        lda #<table_cells
        ldy #>table_cells
        jsr grid_open
        lda #FILE_TABLE
        jsr reader_file
        lda #ON_TABLE
        sta worth_ink
        jsr headers_draw
        jmp table_held
.endproc

.segment "TABLE_HELD"

; table_held -- what either party has, the selected cell, and what follows
; In     -     Out    -     Uses   everything ui/ and video/ use     Keeps  -
.proc table_held
        ldx #PLACE_MONEY - 1
@place:
        cpx #PLACE_CARD
        bcs @card
        ldy group_squares,x
        lda square_owner,y
        bcc @owner              ; always
@card:
        lda deck_free - PLACE_CARD,x
@owner:
        cmp table_seat
        beq @left
        cmp table_seat+1
        bne @next
        txa
        clc
        adc #SIDE_CELLS
        bne @draw               ; always
@left:
        txa
@draw:
        tay
        txa
        pha
        tya
        tax
        jsr cell_draw
        pla
        tax
@next:
        dex
        bpl @place
        ldx grid_at             ; a step of cash, if it is one
        cpx #CELL_BUTTONS
        bcs @done
        jsr cell_draw
@done:
        jmp trade_refresh
.endproc

.segment "TABLE_LOOK"           ; for the tool: colours, places on a side, rows
        .byte TABLE, ON(GREEN, LIME), ON(BLACK, LIGHT), PLACE_MONEY, MONEY_STEPS, TABLE_ROWS
