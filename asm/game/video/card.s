; card.s -- title deeds, Chance and Chest cards on the stage
;
; Test tests/asm/game/ui/test_screens.py

.include "video.inc"
.include "stage.inc"
.include "../data/text/text.inc"
.include "../play/play.inc"
.include "../sys/sys.inc"
.include "../ui/ui.inc"
.include "../zp.inc"
.include "../zp_ui.inc"
.include "glyphs.inc"

.global station_rents, utility_rents

NUMBER_X        = 11            ; column of the numbers, four places
HEAD_H          = 3
PAPER           = ON(BLACK, WHITE)
BUILT_ON        = ON(WHITE, BLUE) ; the rent of a street with houses or a hotel

.segment "UI_BOOT"

deed_rent:      .res 2          ; what would be charged

.segment "UI_BSS"

card_number:    .res 1

.segment "UI_SPARE"

.include "words_card.inc"

; Texts of BOOK_MORE
rent_label:
        .byte <text_rent, <text_house_1, <text_house_2, <text_house_3, <text_house_4
        .byte <text_hotel
held_label:
        .byte <text_held_1, <text_held_2, <text_held_3, <text_held_4
; What a square without a deed says, by kind.
kind_text:
        .byte <text_go, 0, 0, 0, <text_draw, <text_draw, <text_tax, <text_visit
        .byte <text_parking, <text_constable
kind_ink:
        .byte ON(WHITE, RED), 0, 0, 0, ON(WHITE, BLUE), ON(WHITE, PINK), ON(WHITE, PURPLE)
        .byte ON(BLACK, LIGHT), ON(WHITE, RED), ON(WHITE, BLUE)

.segment "UI_CODE"

; deed_top -- a sheet with the head of a deed
; In     X square     Out    rect_*     Uses A, X, Y, tmp*, ink, text_ptr     Keeps  -
.proc deed_top
        stx shown_deed
        jsr sheet_fresh         ; rect_* is the head
        ; falls through
.endproc

; deed_head -- the band, and below it the name on the colour of the group
; In     shown_deed, rect_*     Out    -     Keeps  -
; Uses   A, X, Y, flags; ink, rect_h, text_ptr, tmp0-tmp2, cursor
.proc deed_head
        inc rect_x              ; the paper's edge stays white
        dec rect_w              ; one column less at either side
        dec rect_w
        ldx shown_deed
        ldy square_group,x
        bmi @other              ; NO_GROUP: no deed, its colours go by kind
        lda group_color,y
        jsr rect_paper
        lda #1                  ; the band is the first of the head's lines
        sta rect_h
        ldx shown_deed          ; rect_paper has used X and Y
        ldy square_group,x
        lda band_color,y
        sta ink
        lda band_glyph,y
        jsr rect_fill           ; the band has a pattern of its own
        ldx shown_deed
        ldy square_group,x
        lda group_color,y       ; the name lies on the plain colour
        sta ink
        bne @name               ; always
@other:
        ldy square_kind,x
        lda kind_ink,y
        jsr rect_paper
@name:
        ldy shown_deed          ; square_name wants it in Y
        jsr square_name
        ldx rect_y
        inx
        stx cur_y
        jsr text_wrap           ; the two lines below the band
        dec rect_x              ; the whole sheet again, for the caller
        inc rect_w
        inc rect_w
        rts
.endproc

; line_goto -- the same, of level shown_line     Uses A, X, Y
.proc line_goto
        ldx shown_line
        ; falls through
.endproc

; deed_goto -- cursor to the next line of the deed; what counts is yellow, and white once built on
; In     X = level of this line     Uses A, X, Y
.proc deed_goto
        lda #PAPER
        cpx deed_lit          ; the line whose rent is due now stands out
        bne @plain
        lda #ON(BLACK, YELLOW)
        ldy shown_deed
        ldx square_level,y
        beq @plain              ; bare: yellow is enough
        lda #BUILT_ON
@plain:
        sta ink
        ldx #SHEET_X
        ldy deed_row
        inc deed_row            ; every line moves on by one
        jsr video_goto
        jmp space_put           ; a margin of one column
.endproc

; deed_next -- cursor to the next line, which is as others; X = shown_deed     Uses A, Y
.proc deed_next
        ldx #0                  ; deed_lit is $FF by now: no line of these counts
        jsr deed_goto
        ldx shown_deed
        rts
.endproc

; deed_word -- a line: label X, number A low, Y high
.proc deed_word
        sta num_lo
        sty num_hi
        txa
        ; falls through
.endproc

; deed_value -- a line: label A, a text of BOOK_MORE, number num_*
.proc deed_value
        ldy #BOOK_MORE          ; where all labels of deeds are
        jsr text_at
        ; falls through
.endproc

; deed_number -- num_* in the number column
.proc deed_number
        ldx #SHEET_X + NUMBER_X
        jsr text_pad            ; the label is as long as it is
        lda #4                  ; places, right-aligned
        jsr print_number
        ; falls through
.endproc

; sheet_pad -- the rest of a line of the sheet
; In     -     Out    -     Keeps  -     Uses   A, X, Y, tmp0
.proc sheet_pad
        ldx #SHEET_X + SHEET_W
        jmp text_pad
.endproc

; street_body -- rents by level, cost of a house, mortgage, owner
.proc street_body
        ldx shown_deed
        jsr rent_get            ; what would be charged
        sta deed_rent
        sty deed_rent+1
        ora deed_rent+1         ; no rent: nothing counts, which becomes $FF below
        beq @level
        ldx shown_deed
        lda square_level,x      ; the line; + 1, as 0 means no rent here
        clc
        adc #1
@level:
        sec
        sbc #1                  ; $FF: nothing
        sta deed_lit
        lda #0
        sta shown_line
@line:
        jsr line_goto
        ldx shown_deed
        lda street_index,x      ; where the six rents of the street begin
        clc                     ; below 256: 22 streets of six rents
        adc shown_line
        tay
        lda street_rents_lo,y
        sta num_lo
        lda street_rents_hi,y
        sta num_hi
        ldx shown_line
        bne @label
        cpx deed_lit          ; the line of a street without houses, when that counts
        bne @label
        ; The rent that would be charged is not that of the table: the whole group is in one
        ; hand.
        lda deed_rent           ; a bare street may cost double
        cmp num_lo              ; bare rents are small: their low bytes tell
        beq @label
        sta num_lo
        lda deed_rent+1
        sta num_hi
        lda #<text_full_set
        bne @value              ; always: no text has the number 0
@label:
        lda rent_label,x
@value:
        jsr deed_value
        inc shown_line
        lda shown_line
        cmp #LEVEL_HOTEL + 1    ; six lines: bare, four of houses, the hotel
        bne @line
        ; No line has this level; X = $FF is another one, so the cost of a house is printed
        ; plain.
        lda #$FE
        sta deed_lit
        tax
        inx
        jsr deed_goto
        ldx shown_deed
        jsr square_house_cost
        ldy #0
        ldx #<text_house
        jsr deed_word
        ; falls through
.endproc

; deed_tail -- mortgage, what repaying costs, owner or price
.proc deed_tail
        ldx #$FF                ; none of the lines below counts
        stx deed_lit
        jsr deed_next
        jsr square_mortgage     ; these keep X, the square
        pha                     ; the amount, while the label is chosen
        lda square_mortgaged,x
        ldx #<text_mortgage
        cmp #1                  ; C=1: mortgaged. lda and sta leave it
        bcc @free
        lda #ON(RED, WHITE)     ; it stands out: no rent is due
        sta ink
        ldx #<text_mortgaged
@free:
        pla
        jsr deed_word
        jsr deed_next
        jsr square_repay        ; told of free deeds as well: what it would cost
        ldx #<text_repay
        jsr deed_word
        jsr deed_next
        ldy square_owner,x      ; deed_next has left the square in X
        cpy #MAX_PLAYERS
        bcc @owner
        jsr square_price        ; nobody's: the price in place of the owner
        sta num_lo
        sty num_hi
        lda #ON(BLACK, LIGHT)   ; a strip as the owner's: the dice lie below
        sta ink
        dec cur_x               ; the strip begins at the sheet's edge
        jsr space_put
        lda #<text_price
        jmp deed_value          ; label and number, as any other line
@owner:
        tya                     ; the owner, for three calls
        tax
        pha
        jsr player_paper
        sta ink
        dec cur_x               ; from the edge of the sheet
        jsr space_put
        pla
        tax
        ; falls through
.endproc

; holder_put -- a token and its player's name, to the edge of the sheet
; In     X player, `ink`     Out    -     Uses   A, X, Y, tmp0     Keeps  -
.proc holder_put
        jsr token_spaced        ; keeps X
        jsr name_put
        jmp sheet_pad
.endproc

; deed_draw -- the card of a square on the stage
; All bodies leave the last three lines to the mortgage, its repayment and the owner, so these
; stand in the same place on every card.
; In     X square     Uses A, X, Y, tmp*, rect_*, ink, num_*, text_ptr     Out    -     Keeps  -
.proc deed_draw
        jsr deed_top
        lda #SHEET_Y + HEAD_H
        sta deed_row
        ldx shown_deed          ; video_goto and texts have used X
        lda square_kind,x
        cmp #KIND_STREET        ; three kinds of deeds, each with a table of its own
        bne @plain
        jmp street_body         ; too far for a branch
@plain:
        cmp #KIND_STATION
        beq station_body
        cmp #KIND_UTILITY
        beq utility_body
        bne other_body          ; always
.endproc

; station_body -- rents by number held
.proc station_body
        jsr held_level
@line:
        jsr line_goto
        ldx shown_line
        lda station_rents,x     ; by number held, less 1
        jsr held_value
        inc shown_line
        lda shown_line
        cmp #4
        bne @line
        beq deed_space          ; always
.endproc

; utility_body -- multipliers by number held
; Each multiplier takes two lines, the number held and "times the dice", as both do not fit one.
.proc utility_body
        jsr held_level
@line:
        jsr line_goto
        ldx shown_line
        lda utility_rents,x     ; 4 or 10
        jsr held_value
        jsr line_goto           ; a second line: the number counts times the dice
        ldx #SHEET_X + NUMBER_X - 2
        jsr text_pad
        lda #<text_times
        ldy #>text_times
        jsr text_at
        jsr sheet_pad
        inc shown_line
        lda shown_line
        cmp #2
        bne @line
        ; falls through
.endproc

; deed_space -- leave the lines free that a street would have, then the tail
.proc deed_space
        lda #SHEET_Y + SHEET_H - 3 ; below it deed_tail's three lines
        sta deed_row
        jmp deed_tail
.endproc

; held_level -- shown_line = 0; deed_lit = number of the group its owner holds, less 1
.proc held_level
        lda #0                  ; counting lines starts again
        sta shown_line
        lda #$FF
        ldx shown_deed
        ldy square_mortgaged,x
        bne @none               ; a mortgaged deed brings no rent: no line counts
        ldy square_owner,x
        cpy #MAX_PLAYERS
        bcs @none               ; nobody's
        lda square_group,x      ; Y: the owner
        asl a
        asl a
        asl a
        sty tmp0
        adc tmp0                ; group * 8 + owner
        tay
        ldx player_groups,y
        dex                     ; lines count from 0, deeds from 1
        txa
@none:
        sta deed_lit
        rts
.endproc

; held_value -- a line: how many are held, number A
.proc held_value
        sta num_lo
        lda #0
        sta num_hi
        ldx shown_line
        lda held_label,x
        jmp deed_value
.endproc

; other_body -- what a square without a deed does
; Squares without a deed have a text by kind in the place of the table, and only a tax a figure
; below it.
.proc other_body
        lda #PAPER
        sta ink
        inc deed_row            ; a free line below the head
        lda deed_row
        sta cur_y
        inc rect_x              ; a margin of one column on each side of the text
        lda #SHEET_W - 2
        sta rect_w
        ldx shown_deed
        ldy square_kind,x
        lda kind_text,y
        ldy #BOOK_MORE
        jsr text_wrap
        ldx shown_deed
        lda square_kind,x       ; only a tax has an amount to show
        cmp #KIND_TAX           ; GO's salary and the rest are in the words
        bne @done
        ldx rect_x              ; below the words, in their column
        ldy cur_y
        iny
        jsr video_goto
        lda #'$'
        jsr video_put
        ldx shown_deed
        jsr square_price
        jsr word_plain
        lda shown_deed
        cmp #SQUARE_INCOME_TAX
        bne @done
        lda switches + SW_TAX   ; the player has the choice
        beq @done
        lda #<text_or_tenth
        ldy #BOOK_MORE
        jmp text_at
@done:
        rts
.endproc

; card_show -- a Chance or Chest card, turned over on the stage
; In     A = deck * 16 + card     Uses A, X, Y, tmp*, rect_*, ink, text_ptr
; Out    -     Keeps  -
.proc card_show
        sta card_number
        ldx #EFFECT_CARD
        jsr effect_play
        ; The turn in three pictures: two columns wide, then eight, then the whole card.
        lda #SHEET_X + SHEET_W / 2 - 1
        ldx #2
        jsr card_back           ; edge on, then half turned
        lda #SHEET_X + SHEET_W / 2 - 4 ; both in the middle of the sheet
        ldx #8
        jsr card_back
        jsr card_blank
        jsr card_head
        lda card_ink
        jsr rect_paper
        ldx rect_y
        inx
        stx cur_y
        lda card_number         ; deck * 16 + card
        and #$10                ; bit 4 of the card's number is its deck
        beq @chest
        lda #<text_head_chance
        ldy #>text_head_chance
        bne @title              ; always
@chest:
        lda #<text_head_chest
        ldy #>text_head_chest
@title:
        jsr text_center
        jsr card_body
        lda card_number         ; the names of both decks follow one another
        clc
        adc #NAMES_CARD
        ldy #BOOK_NAMES
        jmp text_wrap
.endproc

; card_body -- ink and rectangle for the words of a card
; One column of margin at each side, and a free line below the head.
; In     rect_x, rect_y of the card     Out ink, rect_x, rect_w, cur_y     Uses A     Keeps X, Y
.proc card_body
        lda #PAPER
        sta ink
        inc rect_x
        lda #SHEET_W - 2
        sta rect_w
        lda rect_y              ; a free line below the head
        clc
        adc #HEAD_H + 1
        sta cur_y
        rts
.endproc

; card_blank -- an empty card on the stage; rect_* its first row
; In     -     Out    rect_*     Uses   A, X, Y, tmp*, ink     Keeps  -
.proc card_blank
        jsr stage_clear
        ; falls through
.endproc

; sheet_fresh -- an empty sheet; rect_* its head
; In     -     Out    rect_*     Uses   A, X, Y, tmp*, ink     Keeps  -
.proc sheet_fresh
        jsr sheet_place
        jsr sheet_draw
        lda #HEAD_H
        sta rect_h
        rts
.endproc

; card_head -- card_ink by deck
.proc card_head
        lda #ON(WHITE, BLUE)
        ldx card_number         ; bit 4 is the deck, so $10 and more are Chance
        cpx #$10
        bcc @deck
        lda #ON(WHITE, PINK)
@deck:
        sta card_ink
        rts
.endproc

; card_back -- a step of turning: the coloured back from column A, X wide
; A turning card is a sheet that gets wider: each step draws all of it again on the bare stage.
.proc card_back
        pha                     ; column and width wait: the calls below set the rectangle again
        txa
        pha
        jsr stage_clear
        jsr sheet_place
        pla
        sta rect_w
        pla
        sta rect_x
        jsr sheet_draw
        jsr card_head
        lda card_ink
        and #$0F                ; a plain back: paper, no ink
        jsr rect_paper
        lda #2                  ; fiftieths of a second a step
        jmp ui_wait
.endproc

.segment "UI_BSS"
card_ink:       .res 1
.segment "UI_CODE"
