; stage.s -- the stage: paper with a shadow, large letters, the decks, the bank's stock
;
; Test tests/asm/game/ui/test_screens.py, test_board.py

.include "video.inc"
.include "stage.inc"
.include "../play/play.inc"
.include "../sys/sys.inc"
.include "../ui/ui.inc"
.include "../zp.inc"
.include "../zp_ui.inc"
.include "glyphs.inc"
.include "../../inc/cpu.inc"

LOGO_Y          = 4
DECK_Y          = 11
DECK_W          = 6
LETTER_W        = 4
LENGTH_Y        = DICE_Y + 2    ; the pot stands there if the length is not shown
PAPER           = ON(BLACK, WHITE)

.segment "UI_SPARE"

.include "words_stage.inc"

.segment "UI_MORE"

; sheet_draw -- white paper with a shadow
; The shadow lies one cell to the lower right: a row below, then a column beside. The paper
; comes last, as rect_* is its place.
; In     rect_x, rect_y, rect_w, rect_h     Out    -
; Uses   A, X, Y, tmp*, ink     Keeps  rect_*
.proc sheet_draw
        lda baize               ; the shadow's glyphs leave the rest of the cell to it
        sta ink
        lda rect_w              ; the shadow below
        sta tmp5
        ldx rect_x
        inx                     ; one column to the right
        lda rect_y              ; the row below the paper
        clc
        adc rect_h
        tay
        jsr video_goto
@below:
        lda #GLYPH_SHADEB       ; w cells, from the second column on
        dec tmp5
        bne @put
        lda #GLYPH_SHADEC       ; the corner of the shadow is its last cell
@put:
        jsr video_put
        lda tmp5
        bne @below
        lda rect_h              ; and beside
        sta tmp5
        ldx rect_y
        stx tmp6
@beside:
        inc tmp6                ; the shadow begins one row lower
        dec tmp5
        beq @paper              ; a row less: the corner is drawn already
        lda rect_x              ; the column right of the paper
        clc
        adc rect_w
        tax
        ldy tmp6
        jsr video_goto
        lda #GLYPH_SHADER       ; h - 1 cells, from the second row on
        jsr video_put
        jmp @beside
@paper:
        lda #PAPER
        sta ink
        lda #' '
        jmp rect_fill
.endproc

; empty_draw -- the name of the game and both decks, while nothing else lies on the stage
; Over each of the four large letters lies a band in the colours of a group, as on the board.
; In     -     Out    -     Uses   A, X, Y, tmp*, rect_*, ink, ui_a     Keeps  -
.proc empty_draw
        lda #LETTER_W
        sta rect_w
        lda #1
        sta rect_h
        lda #LOGO_Y
        sta rect_y
        lda #3                  ; letters 3 to 0
        sta ui_a
@letter:
        lda ui_a
        asl a                   ; four columns a letter
        asl a
        adc #SHEET_X            ; C is clear
        sta rect_x
        ldy ui_a
        ldx logo_groups,y       ; a letter's group
        lda band_color,x
        sta ink
        lda band_glyph,x
        jsr rect_fill
        dec ui_a
        bpl @letter
        lda #PAPER
        sta ink
        ldx #SHEET_X            ; the four letters fill the width of the sheet
        ldy #LOGO_Y + 1
        jsr video_goto
        lda #<text_logo
        ldy #>text_logo
        jsr big_put
        lda #SHEET_X
        ldx #KIND_CHEST
        jsr @deck               ; the other deck by falling into it
        lda #SHEET_X + SHEET_W - DECK_W
        ldx #KIND_CHANCE
@deck:
        stx ui_a                ; the deck, by its square's kind
        sta rect_x
        lda #DECK_Y             ; both decks beside each other
        sta rect_y
        lda #DECK_W
        sta rect_w
        lda #4
        sta rect_h
        jsr sheet_draw
        ldx ui_a
        lda kind_ink,x
        sta ink
        lda #' '
        jsr rect_fill
        ldx rect_x              ; two columns and a row in: the middle of 6 x 4
        inx
        inx
        ldy rect_y
        iny
        jsr video_goto
        lda ui_a
        asl a                   ; a deck's picture is four glyphs, 2 x 2
        asl a
        adc #GLYPH_CHEST0 - 4 * KIND_CHEST ; C is clear
        sta ui_a                ; the next glyph of the picture
        jsr @two                ; the upper two; the lower two by falling into it
        ldx rect_x              ; the row below
        inx
        inx
        ldy rect_y
        iny
        iny
        jsr video_goto
@two:
        lda ui_a
        inc ui_a
        jsr video_put
        lda ui_a
        inc ui_a
        jmp video_put
.endproc

; big_put -- a text in letters four times as large, 4 x 4 cells each
; In     A low, Y high, cursor, ink     Uses A, X, Y, text_ptr, tmp0-tmp6, vid_src; ui_b-ui_d
; Out    cursor as it was     Keeps  -
.proc big_put
        ; big_letter takes column and row from ui_b and ui_c; ui_d keeps the index over the call.
        jsr text_open           ; the text unpacked, at text_ptr
        ldx cur_x               ; big_letter moves the cursor
        stx ui_b
        ldx cur_y
        stx ui_c
        ldy #0
@letter:
        sty ui_d
        lda (text_ptr),y
        beq @end                ; a 0 ends the text
        jsr big_letter
        lda ui_b                ; the next letter
        clc
        adc #4                  ; a letter is four cells wide
        sta ui_b
        ldy ui_d
        iny
        bne @letter
@end:
        rts
.endproc

; big_letter -- character A at column ui_b, row ui_c     Uses A, X, Y, tmp0-tmp3, tmp5, tmp6, vid_src
.proc big_letter
        sta vid_src
        lda #>FONT              ; a page for each line of dots
        sta vid_src+1
@row:
        ; The font lies below the I/O area: it can be read only while I/O is banked out. The
        ; interrupt banks I/O in for itself, so it may come.
        lda #BANK_ALL_RAM       ; two rows of dots are a row of cells
        sta PORT                ; both reads in one go: banking costs more than reading
        ldy #0
        lda (vid_src),y
        sta tmp5
        inc vid_src+1
        lda (vid_src),y
        sta tmp6
        inc vid_src+1
        lda #BANK_IO
        sta PORT
        lda vid_src+1
        lsr a                   ; two lines of dots a row of cells
        sbc #>FONT / 2          ; C is clear: one more, as this pair is behind it already
        clc
        adc ui_c
        tay
        ldx ui_b
        jsr video_goto
        ldx #4                  ; two dots a cell
@cell:
        lda #0
        ; Two dots of the upper and two of the lower line are four bits: which of the sixteen
        ; quarters of a cell are filled.
        asl tmp5
        rol a
        asl tmp5
        rol a
        asl tmp6
        rol a
        asl tmp6
        rol a
        tay                     ; 0 to 15
        lda quads,y
        jsr video_put
        dex
        bne @cell
        lda vid_src+1
        cmp #>FONT + 8
        bne @row
        rts
.endproc

.segment "UI_MORE"
logo_groups:    .byte 4, 7, 6, 2 ; [letter]
quads:          .byte ' '       ; bits 3 to 0: upper left, upper right, lower left, lower right
.repeat 14, i
        .byte GLYPH_QUAD1 + i
.endrepeat
        .byte GLYPH_SOLID
.segment "UI_MORE"

; stock_draw -- what the bank has in stock, and the pool
; The pot moves one row down where the length of the game is shown, so that both have a place.
; In     -     Out    -     Uses   A, X, Y, tmp*, num_*, ink     Keeps  -
.proc stock_draw
        lda baize
        sta ink
        ldx #STOCK_X
        ldy #DICE_Y + 1
        jsr video_goto
        lda #GLYPH_HOUSE
        jsr video_put
        lda bank_houses         ; negative: phantoms
        jsr @count
        lda #GLYPH_HOTEL
        jsr video_put
        lda bank_hotels
        jsr @count
        lda settings + OPT_PARKING
        beq @done               ; without that house rule there is no pool
        ldx #STOCK_X
        jsr length_there        ; A: the row
        tay
        jsr video_goto
        lda #<text_pool         ; the pot: what lies on Free Parking
        ldy #>text_pool
        jsr text_at
        lda pool_lo
        sta num_lo
        lda pool_hi
        sta num_hi
        lda #1
        jsr print_number
        ldx #STAGE_X + STAGE_SIZE ; up to the edge: the last sum may have been longer
        jsr text_pad
        jmp length_draw
@count:
        sta num_lo
        ldx #0
        cmp #$80
        bcc @positive
        ; The number is printed with its sign: houses that are missing are a negative stock.
        dex                     ; phantom houses: what must be sold
@positive:
        stx num_hi
        lda #3                  ; places
        jmp print_number
@done:
        jmp length_draw
.endproc

; sheet_place -- rect_* = what a card covers
; The same place for deeds, cards and lots: each covers the last one wholly.
; In     -     Out    rect_*     Uses A     Keeps  X, Y
.proc sheet_place
        lda #SHEET_X
        sta rect_x
        lda #SHEET_Y
        sta rect_y
        lda #SHEET_W
        sta rect_w
        lda #SHEET_H
        sta rect_h
        rts
.endproc

.segment "UI_CODE"

; length_there -- is it told how long the game will take?
; In     -     Out    A = row below it, or where it would stand     Uses   flags     Keeps  X, Y
.proc length_there
        lda settings + OPT_LENGTH ; either a limit of turns
        ora switches + SW_CLOCK ; or a clock
        cmp #1                  ; C=1: yes
        lda #LENGTH_Y
        adc #0                  ; C=1: one row lower
        rts
.endproc

; length_draw -- the clock of a short game, or which turn of a quick game this is
; In     -     Out    -     Uses   A, X, Y, tmp*, num_*, ink     Keeps  -
.proc length_draw
        lda switches + SW_CLOCK
        beq @turns
        jmp clock_draw
@turns:
        lda settings + OPT_LENGTH ; 0: no limit of turns to show
        beq @none
        lda baize
        sta ink
        ldx #STOCK_X - 1
        ldy #LENGTH_Y
        jsr video_goto
        lda #BRIEF(text_nth)
        jsr label_at
        lda turn_count          ; below 256 in a quick game
        ldy #0
        jsr word_plain
        lda #'/'
        jsr video_put
        ldx player_count
        lda quick_turns - 2,x   ; the table begins with two players
        ldy #0
        jmp word_plain
@none:
        rts
.endproc
