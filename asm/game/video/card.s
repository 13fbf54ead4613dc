; card.s -- what lies on the stage: title deeds, Chance and Chest cards, dice
;
; Test tests/asm/game/ui/test_screens.py

.include "video.inc"
.include "../data/text/text.inc"
.include "../play/play.inc"
.include "../sys/sys.inc"
.include "../ui/ui.inc"
.include "../zp.inc"
.include "../zp_ui.inc"
.include "glyphs.inc"

.global station_rents, utility_rents

DEED_X          = 1             ; on the stage
DEED_Y          = 1
DEED_W          = 14
DEED_H          = 13
NUMBER_X        = 10            ; column of the numbers, four places
CARD_X          = 1
CARD_Y          = 2
CARD_W          = 17
CARD_H          = 10
DICE_X          = 16
DIE_1_Y         = 2
DIE_2_Y         = 6
TUMBLES         = 12
PAPER           = ON(BLACK, WHITE)

.segment "UI_BSS"

deed_square:    .res 1
deed_row:       .res 1          ; next line
deed_level:     .res 1          ; level or number held that counts now, $FF none
deed_line:      .res 1
deed_rent:      .res 2          ; what would be charged
card_number:    .res 1
die_1:          .res 1
die_2:          .res 1
tumble:         .res 1
tumble_seed:    .res 1

.segment "UI_SPARE"

text_rent:      .byte "Rent", 0
text_full_set:  .byte "Full set", 0
text_house_1:   .byte "1 house", 0
text_house_2:   .byte "2 houses", 0
text_house_3:   .byte "3 houses", 0
text_house_4:   .byte "4 houses", 0
text_hotel:     .byte "Hotel", 0
text_held_1:    .byte "1 held", 0
text_held_2:    .byte "2 held", 0
text_held_3:    .byte "3 held", 0
text_held_4:    .byte "4 held", 0
text_price:     .byte "Price", 0
text_house:     .byte "Build for", 0
text_mortgage:  .byte "Mortgage", 0
text_repay:     .byte "Repay", 0
text_mortgaged: .byte "Mortgaged", 0
text_times:     .byte "x dice", 0
text_go:        .byte "Collect your salary each time you pass or land here.", 0
text_draw:      .byte "Take the top card and do as it says.", 0
text_tax:       .byte "Pay the tax office", 0
text_visit:     .byte "Just visiting, or waiting for a double.", 0
text_parking:   .byte "Have a rest.", 0
text_constable: .byte "Straight to the cells. No salary on the way.", 0
text_head_chest: .byte "COMMUNITY CHEST", 0
text_head_chance: .byte "CHANCE", 0

rent_label_lo:
        .byte <text_rent, <text_house_1, <text_house_2, <text_house_3, <text_house_4
        .byte <text_hotel
held_label_lo:
        .byte <text_held_1, <text_held_2, <text_held_3, <text_held_4
rent_label_hi:
        .byte >text_rent, >text_house_1, >text_house_2, >text_house_3, >text_house_4
        .byte >text_hotel
held_label_hi:
        .byte >text_held_1, >text_held_2, >text_held_3, >text_held_4

; What a square without a deed says, by kind.
kind_text_lo:
        .byte <text_go, 0, 0, 0, <text_draw, <text_draw, <text_tax, <text_visit
        .byte <text_parking, <text_constable
kind_text_hi:
        .byte >text_go, 0, 0, 0, >text_draw, >text_draw, >text_tax, >text_visit
        .byte >text_parking, >text_constable
kind_ink:
        .byte ON(WHITE, RED), 0, 0, 0, ON(BLACK, CYAN), ON(WHITE, ORANGE), ON(WHITE, PURPLE)
        .byte ON(BLACK, LIGHT), ON(WHITE, RED), ON(WHITE, BLUE)

; Nine cells of each face; corners without a pip stand on the table's colour.
faces:
        .byte GLYPH_DIETL, GLYPH_SOLID, GLYPH_DIETR
        .byte GLYPH_SOLID, GLYPH_PIP, GLYPH_SOLID
        .byte GLYPH_DIEBL, GLYPH_SOLID, GLYPH_DIEBR

        .byte GLYPH_PIPTL, GLYPH_SOLID, GLYPH_DIETR
        .byte GLYPH_SOLID, GLYPH_SOLID, GLYPH_SOLID
        .byte GLYPH_DIEBL, GLYPH_SOLID, GLYPH_PIPBR

        .byte GLYPH_PIPTL, GLYPH_SOLID, GLYPH_DIETR
        .byte GLYPH_SOLID, GLYPH_PIP, GLYPH_SOLID
        .byte GLYPH_DIEBL, GLYPH_SOLID, GLYPH_PIPBR

        .byte GLYPH_PIPTL, GLYPH_SOLID, GLYPH_PIPTR
        .byte GLYPH_SOLID, GLYPH_SOLID, GLYPH_SOLID
        .byte GLYPH_PIPBL, GLYPH_SOLID, GLYPH_PIPBR

        .byte GLYPH_PIPTL, GLYPH_SOLID, GLYPH_PIPTR
        .byte GLYPH_SOLID, GLYPH_PIP, GLYPH_SOLID
        .byte GLYPH_PIPBL, GLYPH_SOLID, GLYPH_PIPBR

        .byte GLYPH_PIPTL, GLYPH_SOLID, GLYPH_PIPTR
        .byte GLYPH_PIPL, GLYPH_SOLID, GLYPH_PIPR
        .byte GLYPH_PIPBL, GLYPH_SOLID, GLYPH_PIPBR
face_at:
        .byte 0, 0, 9, 18, 27, 36, 45

.segment "UI_CODE"

; sheet_draw -- white paper with a shadow, on the stage
; In     rect_x, rect_y on the stage, rect_w, rect_h     Out rect_* on the screen
; Uses   A, X, Y, tmp*, ink
.proc sheet_draw
        lda rect_x
        jsr stage_x
        sta rect_x
        lda rect_y
        jsr stage_y
        sta rect_y
        inc rect_x
        inc rect_y
        lda #ON(BLACK, BLACK)
        sta ink
        lda #' '
        jsr rect_fill
        dec rect_x
        dec rect_y
        lda #PAPER
        sta ink
        lda #' '
        jmp rect_fill
.endproc

; decks_draw -- the two decks, while nothing else lies on the stage
; In     -     Out    -     Uses   A, X, Y, tmp*, rect_*, ink     Keeps  -
.proc decks_draw
        lda #2
        sta rect_x
        lda #3
        sta rect_y
        lda #ON(BLACK, CYAN)
        ldx #GLYPH_CHESTL
        ldy #GLYPH_CHESTR
        jsr @deck
        lda #8
        sta rect_x
        lda #8
        sta rect_y
        lda #ON(WHITE, ORANGE)
        ldx #'?'
        ldy #'?'
@deck:
        sta card_ink
        stx card_number
        sty deed_line
        lda #6
        sta rect_w
        lda #3
        sta rect_h
        jsr sheet_draw
        lda card_ink
        sta ink
        lda #' '
        jsr rect_fill
        ldx rect_x
        inx
        inx
        ldy rect_y
        iny
        jsr video_goto
        lda card_number
        jsr video_put
        lda deed_line
        jmp video_put
.endproc

; deed_draw -- the card of a square on the stage
; In     X square     Uses A, X, Y, tmp*, rect_*, ink, num_*, text_ptr     Out    -     Keeps  -
.proc deed_draw
        stx deed_square
        lda #DEED_X
        sta rect_x
        lda #DEED_Y
        sta rect_y
        lda #DEED_W
        sta rect_w
        lda #DEED_H
        sta rect_h
        jsr sheet_draw
        jsr deed_head
        lda rect_y
        clc
        adc #3
        sta deed_row
        ldx deed_square
        lda square_kind,x
        cmp #KIND_STREET
        beq @street
        cmp #KIND_STATION
        beq @station
        cmp #KIND_UTILITY
        beq @utility
        jmp other_body
@street:
        jmp street_body
@station:
        jmp station_body
@utility:
        jmp utility_body
.endproc

; deed_head -- three rows in the colour of the group, with the name
; In     deed_square, rect_x, rect_y, rect_w     Out    -     Keeps  -
; Uses   A, X, Y, flags; ink, rect_h, text_ptr, tmp0-tmp2, cursor
.proc deed_head
        lda #3
        sta rect_h
        ldx deed_square
        ldy square_group,x
        bmi @other
        lda group_color,y
        sta ink
        lda #' '
        jsr rect_fill
        ldx deed_square
        lda square_group,x
        cmp #GROUP_STATIONS
        bcs @name
        adc #GLYPH_BAND0        ; C is clear
        pha
        ldx rect_x
        ldy rect_y
        jsr video_goto
        ldx #DEED_W
@pattern:
        pla
        pha
        jsr video_put
        dex
        bne @pattern
        pla
        jmp @name
@other:
        ldy square_kind,x
        lda kind_ink,y
        sta ink
        lda #' '
        jsr rect_fill
@name:
        ldy deed_square
        jsr square_name
        sta text_ptr
        sty text_ptr+1
        ldx rect_y
        inx
        stx cur_y
        lda text_ptr
        jmp text_wrap
.endproc

; deed_goto -- cursor to the next line of the deed, ink by whether it counts
; In     X = level of this line     Uses A, X, Y
.proc deed_goto
        lda #PAPER
        cpx deed_level
        bne @plain
        lda #ON(RED, WHITE)
@plain:
        sta ink
        ldx rect_x
        inx
        ldy deed_row
        inc deed_row
        jmp video_goto
.endproc

; deed_number -- num_* in the number column
.proc deed_number
        lda rect_x
        clc
        adc #NUMBER_X
        tax
        jsr text_pad
        lda #4
        jmp print_number
.endproc

; deed_value -- a line: label A/Y, number num_*
.proc deed_value
        jsr text_at
        jmp deed_number
.endproc

; street_body -- rents by level, cost of a house, mortgage, owner
.proc street_body
        ldx deed_square
        jsr rent_get            ; what would be charged
        sta deed_rent
        sty deed_rent+1
        ora deed_rent+1
        beq @level
        ldx deed_square
        lda square_level,x
        clc
        adc #1
@level:
        sec
        sbc #1                  ; $FF: nothing
        sta deed_level
        lda #0
        sta deed_line
@line:
        ldx deed_line
        jsr deed_goto
        ldx deed_square
        lda street_index,x
        clc
        adc deed_line
        tay
        lda street_rents_lo,y
        sta num_lo
        lda street_rents_hi,y
        sta num_hi
        ldx deed_line
        bne @label
        cpx deed_level
        bne @label
        lda deed_rent           ; a bare street may cost double
        cmp num_lo
        beq @label
        sta num_lo
        lda deed_rent+1
        sta num_hi
        lda #<text_full_set
        ldy #>text_full_set
        bne @value
@label:
        lda rent_label_lo,x
        ldy rent_label_hi,x
@value:
        jsr deed_value
        inc deed_line
        lda deed_line
        cmp #LEVEL_HOTEL + 1
        bne @line
        lda #$FE
        sta deed_level
        tax
        inx
        jsr deed_goto
        ldx deed_square
        jsr square_house_cost
        sta num_lo
        lda #0
        sta num_hi
        lda #<text_house
        ldy #>text_house
        jsr deed_value
        ; falls through
.endproc

; deed_tail -- mortgage, what repaying costs, owner or price
.proc deed_tail
        ldx #$FF
        stx deed_level
        ldx #0
        jsr deed_goto
        ldx deed_square
        jsr square_mortgage
        sta num_lo
        sty num_hi
        ldx deed_square
        lda square_mortgaged,x
        beq @free
        lda #ON(RED, WHITE)
        sta ink
        lda #<text_mortgaged
        ldy #>text_mortgaged
        bne @value
@free:
        lda #<text_mortgage
        ldy #>text_mortgage
@value:
        jsr deed_value
        ldx #0
        jsr deed_goto
        ldx deed_square
        jsr square_repay
        sta num_lo
        sty num_hi
        lda #<text_repay
        ldy #>text_repay
        jsr deed_value
        ldx #0
        jsr deed_goto
        ldx deed_square
        ldy square_owner,x
        cpy #MAX_PLAYERS
        bcc @owner
        jsr square_price
        sta num_lo
        sty num_hi
        lda #<text_price
        ldy #>text_price
        jmp deed_value
@owner:
        dec deed_row            ; from the edge of the sheet
        tya
        tax
        pha
        jsr player_paper
        sta ink
        ldx rect_x
        ldy deed_row
        jsr video_goto
        lda #' '
        jsr video_put
        pla
        tax
        jsr token_put
        lda #' '
        jsr video_put
        jsr name_put
        lda rect_x
        clc
        adc #DEED_W
        tax
        jmp text_pad
.endproc

; station_body -- rents by number held
.proc station_body
        lda #0
        sta deed_line
        jsr held_level
@line:
        ldx deed_line
        jsr deed_goto
        ldx deed_line
        lda station_rents,x
        sta num_lo
        lda #0
        sta num_hi
        jsr held_value
        inc deed_line
        lda deed_line
        cmp #4
        bne @line
        beq deed_space
.endproc

; utility_body -- multipliers by number held
.proc utility_body
        lda #0
        sta deed_line
        jsr held_level
@line:
        ldx deed_line
        jsr deed_goto
        ldx deed_line
        lda utility_rents,x
        sta num_lo
        lda #0
        sta num_hi
        jsr held_value
        ldx deed_line
        jsr deed_goto
        lda rect_x
        clc
        adc #NUMBER_X - 2
        tax
        jsr text_pad
        lda #<text_times
        ldy #>text_times
        jsr text_at
        inc deed_line
        lda deed_line
        cmp #2
        bne @line
        ; falls through
.endproc

; deed_space -- leave the lines free that a street would have, then the tail
.proc deed_space
        lda rect_y
        clc
        adc #10
        sta deed_row
        jmp deed_tail
.endproc

; held_level -- deed_level = number of the group its owner holds, less 1
.proc held_level
        lda #$FF
        ldx deed_square
        ldy square_owner,x
        cpy #MAX_PLAYERS
        bcs @none
        lda square_mortgaged,x
        bne @mortgaged
        lda square_group,x
        asl a
        asl a
        asl a
        sty tmp0
        adc tmp0                ; group * 8 + owner
        tay
        ldx player_groups,y
        dex
        txa
@none:
        sta deed_level
        rts
@mortgaged:
        lda #$FF
        bne @none
.endproc

.proc held_value
        ldx deed_line
        lda held_label_lo,x
        ldy held_label_hi,x
        jmp deed_value
.endproc

; other_body -- what a square without a deed does
.proc other_body
        lda #PAPER
        sta ink
        inc deed_row
        lda deed_row
        sta cur_y
        inc rect_x
        lda #DEED_W - 2
        sta rect_w
        ldx deed_square
        ldy square_kind,x
        lda kind_text_lo,y
        pha
        lda kind_text_hi,y
        tay
        pla
        jsr text_wrap
        ldx deed_square
        lda square_kind,x
        cmp #KIND_TAX
        bne @done
        ldx rect_x
        ldy cur_y
        iny
        jsr video_goto
        lda #'$'
        jsr video_put
        ldx deed_square
        jsr square_price
        sta num_lo
        sty num_hi
        lda #1
        jmp print_number
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
        lda #CARD_X + CARD_W / 2 - 1
        ldx #3
        jsr card_back           ; edge on, then half turned
        lda #CARD_X + CARD_W / 2 - 4
        ldx #9
        jsr card_back
        jsr stage_clear
        jsr card_blank
        jsr card_head
        lda card_ink
        sta ink
        lda #' '
        jsr rect_fill
        ldx rect_y
        stx cur_y
        lda card_number
        and #$10
        beq @chest
        lda #<text_head_chance
        ldy #>text_head_chance
        bne @title
@chest:
        lda #<text_head_chest
        ldy #>text_head_chest
@title:
        jsr text_center
        jsr card_body
        lda card_number
        ldy #TEXT_HEADER::card_lo
        jsr text_of
        jmp text_wrap
.endproc

; card_body -- ink and rectangle for the words of a card
; In     rect_x, rect_y of the card     Out ink, rect_x, rect_w, cur_y     Uses A     Keeps X, Y
.proc card_body
        lda #PAPER
        sta ink
        inc rect_x
        lda #CARD_W - 2
        sta rect_w
        lda rect_y
        clc
        adc #3
        sta cur_y
        rts
.endproc

; card_blank -- an empty card on the stage; rect_* its first row
; In     -     Out    rect_*     Uses   A, X, Y, tmp*, ink     Keeps  -
.proc card_blank
        jsr stage_clear
        lda #CARD_X
        ldx #CARD_W
        jsr card_sheet
        lda #1
        sta rect_h
        rts
.endproc

; card_sheet -- paper A columns from the stage's left, X wide
.proc card_sheet
        sta rect_x
        stx rect_w
        lda #CARD_Y
        sta rect_y
        lda #CARD_H
        sta rect_h
        jmp sheet_draw
.endproc

; card_head -- rect_* = the card's first row, card_ink by deck
.proc card_head
        lda #1
        sta rect_h
        lda #ON(BLACK, CYAN)
        ldx card_number
        cpx #$10
        bcc @deck
        lda #ON(WHITE, ORANGE)
@deck:
        sta card_ink
        rts
.endproc

; card_back -- a step of turning: the coloured back, A from the left, X wide
.proc card_back
        pha
        txa
        pha
        jsr stage_clear
        pla
        tax
        pla
        jsr card_sheet
        jsr card_head
        lda #CARD_H
        sta rect_h
        lda card_ink
        and #$0F
        sta ink
        lda #' '
        jsr rect_fill
        lda #2
        jmp ui_wait
.endproc

.segment "UI_BSS"
card_ink:       .res 1
.segment "UI_CODE"

; dice_draw -- both dice on the stage
; In     X, Y faces 1-6     Uses A, X, Y, tmp*, ink     Out    -     Keeps  -
.proc dice_draw
        stx die_1
        sty die_2
        jsr die_1_draw
        ; falls through
.endproc

.proc die_2_draw
        ldx die_2
        lda #DIE_2_Y
        bne die_draw
.endproc

.proc die_1_draw
        ldx die_1
        lda #DIE_1_Y
        ; falls through
.endproc

; die_draw -- In X face, A row on the stage
.proc die_draw
        jsr @row
        sta tmp3
        lda face_at,x
        sta tmp4
        lda #3
        sta tmp5
@line:
        lda #DICE_X
        jsr stage_x
        tax
        ldy tmp3
        jsr video_goto
        lda #3
        sta tmp6
@cell:
        ldx tmp4
        inc tmp4
        ldy faces,x
        lda #ON(WHITE, BLACK)   ; pips are black
        cpy #GLYPH_DIETL
        bcc @ink
        cpy #GLYPH_DIEBR + 1
        bcs @ink
        lda #ON(WHITE, DARK)    ; bare corners show the table
@ink:
        sta ink
        tya
        jsr video_put
        dec tmp6
        bne @cell
        inc tmp3
        dec tmp5
        bne @line
        rts
@row:
        stx tmp4
        jsr stage_y
        ldx tmp4
        rts
.endproc
        .assert GLYPH_DIEBR = GLYPH_DIETL + 3, error, "bare corners are one range"

; dice_tumble -- tumble, one die at a time, then show the faces
; In     X, Y faces 1-6     Uses A, X, Y, tmp*, ink, ui_frame's     Out    -     Keeps  -
.proc dice_tumble
        txa
        pha
        tya
        pha
        lda #TUMBLES
        sta tumble
@tumble:
        ldx #EFFECT_DICE
        jsr effect_play
        lda tumble
        and #1
        tax
        jsr face_other
        sta die_1,x
        txa
        bne @second
        jsr die_1_draw
        jmp @wait
@second:
        jsr die_2_draw
@wait:
        lda #3
        jsr ui_wait
        dec tumble
        bne @tumble
        pla
        tay
        pla
        tax
        jmp dice_draw
.endproc
        .assert die_2 = die_1 + 1, lderror, "indexed"

; face_other -- some face that die X does not show; only for the eye
; Keeps  X     Out A 1-6
.proc face_other
        lda tumble_seed
        asl a
        bcc @no
        eor #$1D
@no:
        eor irq_tick
        sta tumble_seed
        and #3
        sec
        adc die_1,x             ; one to four further on
        cmp #7
        bcc @face
        sbc #6
@face:
        rts
.endproc
