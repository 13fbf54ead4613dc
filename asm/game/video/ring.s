; ring.s -- the whole board: a ring of 24 x 24 cells at the upper left, inside it the stage
;
; Squares are 2 x 3 cells along bottom and top, 3 x 2 at the sides, corners 3 x 3.  A deed has
; three parts of two cells: the band towards the stage, the body with what it costs to land
; there or what is built, the foot with the owner, towards the edge.  The lines between
; squares, and round the stage, belong to places: draw_lines (ring_lines.s) adds them.
;
; Test tests/asm/game/ui/test_board.py

.include "video.inc"
.include "../play/play.inc"
.include "../sys/sys.inc"
.include "../ui/ui.inc"
.include "../zp.inc"
.include "../zp_ui.inc"
.include "glyphs.inc"
.include "../../inc/vic.inc"

PART_BAND       = 0
PART_BODY       = 1
PART_FOOT       = 2
PARTS           = 3
CORNER_CELLS    = 9
EVENING         = 8             ; houses on the board from which it is evening, and night
NIGHT           = 20

.segment "UI_BSS"

board_paper:    .res 1
board_slot:     .res 1          ; part of a square, by how it lies
board_mood:     .res 1          ; 0 morning, 1 noon, 2 evening, 3 night
baize:          .res 1          ; the stage

.segment "UI_RODATA"

token_glyphs:   .byte GLYPH_TOKEN, GLYPH_TOKEN_HAT, GLYPH_TOKEN_CAR, GLYPH_TOKEN_SHIP
        .byte GLYPH_TOKEN_CAT, GLYPH_TOKEN_BOOT, GLYPH_TOKEN_CROWN, GLYPH_TOKEN_ROCKET
        .assert * - token_glyphs = TOKENS_TO_CHOOSE, error, "a picture for each token"

; Column and row of a square: the column of one is the row of the one ten squares on.
ring_y:
.repeat 10
        .byte 21
.endrepeat
ring_x: .byte 21
.repeat 9, i
        .byte 19 - 2 * i
.endrepeat
.repeat 11
        .byte 0
.endrepeat
.repeat 9, i
        .byte 3 + 2 * i
.endrepeat
.repeat 10
        .byte 21
.endrepeat
        .assert * - ring_x = SQUARES, error, "40 squares"

; Where the parts of a square begin, by how it lies.
part_x:         .byte 0, 0, 0,  2, 0, 0,  0, 0, 0,  0, 1, 1
part_y:         .byte 0, 1, 2,  0, 0, 1,  2, 1, 0,  0, 0, 1
lie_parts:      .byte 0, PARTS, 2 * PARTS, 3 * PARTS

; Group: ink and paper of letters, of the band.
group_color:
        .byte ON(YELLOW, BROWN), ON(BLACK, CYAN), ON(WHITE, PURPLE), ON(WHITE, ORANGE)
        .byte ON(WHITE, RED), ON(BLACK, YELLOW), ON(WHITE, GREEN), ON(WHITE, BLUE)
        .byte ON(WHITE, DARK), ON(BLACK, LIGHT)
band_color:
        .byte ON(BROWN, YELLOW), ON(BLACK, CYAN), ON(WHITE, PURPLE), ON(WHITE, ORANGE)
        .byte ON(WHITE, RED), ON(BLACK, YELLOW), ON(WHITE, GREEN), ON(WHITE, BLUE)
        .byte ON(WHITE, DARK), ON(BLACK, LIGHT)
band_glyph:
        .byte GLYPH_BAND0, GLYPH_BAND1, GLYPH_BAND2, GLYPH_BAND3, GLYPH_BAND4, GLYPH_BAND5
        .byte GLYPH_BAND6, GLYPH_BAND7, GLYPH_RAILS, GLYPH_WIRES

; R-1.4: ten player colours, those of tools/art/contrast.py that black or white can be read on.
colour_ink:
        .byte CYAN, YELLOW, LIME, PINK, WHITE, SKY, GREEN, ORANGE, PURPLE, RED

plain_inks:     .byte ON(WHITE, BLUE), ON(WHITE, PINK), ON(BLACK, LIGHT) ; Chest, Chance, tax
corner_inks:    .byte RED, BLACK, RED, BLUE
.include "corners.inc"

; Surround and baize by mood, with what can be read on them.
mood_ground:    .byte ON(BLACK, CYAN), ON(WHITE, SKY), ON(WHITE, ORANGE), ON(WHITE, BLUE)
mood_baize:     .byte ON(BLACK, LIME), ON(BLACK, GREEN), ON(BLACK, GREEN), ON(BLACK, GREEN)

.segment "UI_CODE"

; token_put -- the token of a player as one cell, a chip of his colour
; In     X player, cursor     Keeps X     Uses A, Y; tmp0     Out    ink as it was
.proc token_put
        lda ink                 ; the caller's ink comes back at the end
        sta tmp0
        jsr player_paper
        sta ink
        ldy player_token,x      ; which of the eight he has chosen
        lda token_glyphs,y
        jsr video_put
        lda tmp0
        sta ink
        rts
.endproc

; player_ink -- In X player     Out A = his colour 0-15     Keeps X     Uses Y
.proc player_ink
        ldy player_colour,x     ; 0 to 9
        cpy #COLOURS            ; a seat without a colour yet, in set-up
        bcs @none
        lda colour_ink,y
        rts
@none:
        lda #MID
        rts
.endproc

; player_paper -- letters on the colour of a player: black, white on what is dark
; In     X player     Out A = colours     Keeps X     Uses Y
.proc player_paper
        jsr player_ink
        cmp #PURPLE             ; the three on which black cannot be read
        beq @dark
        cmp #ORANGE
        beq @dark
        cmp #RED
        bne @light
@dark:
        ora #ON(WHITE, 0)       ; ink in the high four bits; black is 0 and needs nothing
@light:
        rts
.endproc

; mood_find -- what time of day it is in a town like this
; The more houses, the later; a hotel makes it evening at least, and no house at all morning.
; In     -     Out    A = mood 0-3; C=1 it is another than the one shown     Uses X     Keeps  Y
.proc mood_find
        ldx #0
        sec
        lda #HOUSES
        sbc bank_houses         ; phantom houses count
        beq @hotels             ; none built: morning, X = 0
        inx
        cmp #EVENING            ; A: houses on the board
        bcc @hotels
        inx
        cmp #NIGHT
        bcc @hotels
        inx
@hotels:
        lda bank_hotels
        cmp #HOTELS             ; all in stock: no hotel stands
        beq @found
        cpx #2                  ; a hotel stands: it is evening at least
        bcs @found
        ldx #2
@found:
        txa
        eor board_mood          ; 0: the same
        ; C=1 if the difference is not 0, and txa leaves C for the caller.
        cmp #1
        txa
        rts
.endproc

; mood_dress -- border, surround and baize as the town is; the display is off
; In     -     Out    ground, baize, board_mood     Uses A, X     Keeps  Y
.proc mood_dress
        jsr mood_find           ; A: the mood; C is of no use here
        sta board_mood
        tax
        lda mood_baize,x
        sta baize
        lda mood_ground,x
        ; falls through
.endproc

; ground_set -- border and ground of a page; another border begins where no screen shows it
; In     A ink and paper     Out    ground     Uses A     Keeps  X, Y
.proc ground_set
        sta ground              ; noted even if nothing has to change
        eor VIC_BORDER
        and #$0F                ; the border has four bits; the others read as 1
        beq @done               ; that colour already: no need to wait
        jmp ground_show
@done:
        rts
.endproc

; board_draw -- all squares and their tokens
; In     -     Out    -     Uses   A, X, Y, tmp*, ink, num_*, arg0-arg2, board_*     Keeps  -
.proc board_draw
        ldx #SQUARES - 1        ; any order: squares do not overlap
@square:
        jsr board_square_draw
        ldx board_square        ; X was used; the square says where the loop is
        dex
        bpl @square
        jmp board_tokens
.endproc

; stage_clear -- the baize in the middle
; The stage is one colour under everything that is laid on it; its lines belong to the ring.
; In     -     Out    -
; Uses   A, X, Y, tmp*, rect_*, ink     Keeps  -
.proc stage_clear
        lda #STAGE_X
        sta rect_x
        lda #STAGE_Y
        sta rect_y
        lda #STAGE_SIZE         ; as wide as high
        sta rect_w
        sta rect_h
        lda baize
        jmp rect_paper          ; spaces in the paper of the baize
.endproc

; square_open -- where a square lies
; In     X square     Out board_square, board_x, board_y, board_lie     Uses A, Y     Keeps  X
.proc square_open
        stx board_square
        lda ring_x,x            ; cells of its upper left corner
        sta board_x
        lda ring_y,x
        sta board_y
        txa                     ; the square's number counts down by sides
        ldy #<(LIE_BOTTOM - 1)
        sec
@side:
        iny
        sbc #10                 ; ten squares a side
        bcs @side
        adc #10                 ; what is left of ten: 0 is a corner
        bne @lie
        ldy #LIE_CORNER
@lie:
        sty board_lie
        rts
.endproc

; board_square_draw -- one square
; A corner is recognised by how it lies, before its group is read: corners have none.
; In     X square     Uses A, X, Y, tmp*, num_*, ink, board_*     Out    board_square     Keeps  -
.proc board_square_draw
        jsr square_open         ; keeps X
        lda #WHITE              ; paper of deeds; the selected one is yellow
        cpx board_selected
        bne @paper
        lda #YELLOW
@paper:
        sta board_paper
        lda board_lie
        cmp #LIE_CORNER
        beq @corner
        ldy square_group,x
        bpl deed_square         ; 0 to 9: a deed. NO_GROUP has bit 7
        jmp plain_square
@corner:
        ; falls through
.endproc

; corner_draw -- nine cells; the cell itself lies in the upper right of the gaol's corner
; Uses   A, X, Y, tmp4-tmp6, ink
.proc corner_draw
        lda board_square        ; 0, 10, 20 or 30
        ldx #$FF
        sec
@which:
        inx                     ; corner 0 to 3: the square divided by ten
        sbc #10
        bcs @which
        stx tmp6
        lda corner_inks,x       ; the ink, to the high four bits
        asl a
        asl a
        asl a
        asl a
        ora board_paper
        sta ink
        sta tmp5
        txa
        asl a                   ; 8 times, and once more: nine cells a corner
        asl a
        asl a
        adc tmp6                ; * 9; C is clear
        sta tmp4
        ldy board_y             ; three rows
        jsr @row                ; Y: the row
        ldy board_y
        iny
        jsr @row
        ldy board_y
        iny
        iny
@row:
        ldx board_x
        jsr video_goto
        ldx #3
@cell:
        ldy tmp4
        inc tmp4
        lda corner_cells,y      ; nine glyphs a corner
        pha
        lda tmp5
        ; Cells 1, 2, 4 and 5 of the corner's nine are orange; cell 3, at the left edge, lies
        ; between them in the table and is not.
        cpy #CORNER_CELLS + 1   ; the gaol's cell: 1, 2, 4, 5 of the second corner
        bcc @ink
        cpy #CORNER_CELLS + 6
        bcs @ink
        cpy #CORNER_CELLS + 3
        beq @ink
        lda #ON(BLACK, ORANGE)  ; whoever sits there is inside the coloured part
@ink:
        sta ink
        pla
        jsr video_put
        dex
        bne @cell
        rts
.endproc

; deed_square -- band, body and foot; Y = its group
.proc deed_square
        lda band_color,y        ; both cells of the band have one glyph
        sta ink
        lda band_glyph,y
        sta tmp4
        sta tmp5
        ldx #PART_BAND          ; the part nearest to the stage
        jsr part_put
        jsr body_find           ; A: the ink
        ; The ink goes to the high four bits, the paper stays in the low ones: so the matrix has
        ; them in the bitmap mode.
        asl a
        asl a
        asl a
        asl a
        ora board_paper
        sta ink
        ldx #PART_BODY          ; price, rent or what is built
        jsr part_put
        lda board_paper         ; the foot: empty, or the owner's
        sta ink
        ldx board_square        ; part_put has used it
        lda square_owner,x
        tax
        cpx #MAX_PLAYERS        ; nobody's: the foot stays empty
        bcs blank_foot
        jsr player_paper
        sta ink
        lda player_token,x      ; player_paper keeps X
        clc
        adc #GLYPH_TOKL_TOKEN
        sta tmp4
        adc #GLYPH_TOKR_TOKEN - GLYPH_TOKL_TOKEN ; C is clear: glyphs end below 256
        sta tmp5
        ldx #PART_FOOT
        bne part_put            ; always
.endproc

; blank_foot, blank_part -- an empty foot; an empty part X
.proc blank_foot
        ldx #PART_FOOT
        ; falls through
.endproc

.proc blank_part
        lda #' '
        sta tmp4
        sta tmp5
        ; falls through
.endproc

; part_put -- the two cells of a part
; Where a part lies depends on the side: the tables give its first cell, and only the band of a side
; square goes on downward.
; In     X = PART_*, tmp4, tmp5 their glyphs, ink; square_open     Uses A, X, Y, board_slot
.proc part_put
        txa
        ldy board_lie
        clc
        adc lie_parts,y         ; three parts for each way a square lies
        tax
        stx board_slot
        jsr @goto               ; X: the row of the part tables
        lda tmp4
        jsr video_put
        ldx board_slot
        ; At the sides the band is a column of two cells, one above the other; all other parts
        ; lie side by side, where video_put has moved the cursor to.
        cpx #PARTS * LIE_LEFT + PART_BAND ; X: side and part in one
        beq @down
        cpx #PARTS * LIE_RIGHT + PART_BAND
        bne @second
@down:
        inc board_y
        jsr @goto
        dec board_y
@second:
        lda tmp5
        jmp video_put
@goto:
        lda board_y             ; the square's corner and the part's place in it
        clc
        adc part_y,x
        tay
        lda board_x
        clc
        adc part_x,x
        tax
        jmp video_goto
.endproc

; body_find -- what the body of a deed shows
; Out    A = ink, tmp4, tmp5 glyphs     Uses X, Y, num_*, tmp2, tmp3
.proc body_find
        ldx board_square
        ldy #GLYPH_MORT
        sty tmp4                ; two cells: both the mark of a mortgage
        sty tmp5
        lda square_mortgaged,x
        beq @free
        lda #MID                ; no rent is due: it is faint
        rts
@free:
        ldy square_level,x      ; level of a street; 0 for all others
        bne @built
        lda square_kind,x
        cmp #KIND_STATION
        beq @station
        cmp #KIND_UTILITY
        beq @utility
        lda square_owner,x      ; streets: price or rent
        cmp #MAX_PLAYERS        ; C=1: nobody's. LDA leaves C for the branch
        lda #BLACK
        bcs @price
        jsr rent_get            ; what landing there costs
        jsr number_cells
        lda #RED                ; rent is red, a price black
        rts
@price:
        jsr square_price        ; X is the square
        jsr number_cells
        lda #BLACK
        rts
@built:
        cpy #LEVEL_HOTEL        ; Y: the level, 1 to 5
        beq @hotel
        lda #GLYPH_HOUSE        ; a house and a figure
        sta tmp4
        tya
        ora #'0'                ; how many houses: a figure
        sta tmp5
        lda #BLUE               ; no owner's colour
        rts
@hotel:
        lda #GLYPH_HOTELL       ; one hotel over both cells
        sta tmp4
        lda #GLYPH_HOTELR
        bne @black              ; always
@station:
        lda #GLYPH_TRAINL       ; the engine takes both cells
        sta tmp4
        lda #GLYPH_TRAINR
        bne @black              ; always
@utility:
        lda #GLYPH_BULB
        cpx #28                 ; the second utility has a tap
        bne @lamp
        lda #GLYPH_TAP
@lamp:
        sta tmp4
        lda #' '                ; the lamp or tap is one cell
@black:
        sta tmp5
        lda #BLACK
        rts
.endproc

; number_cells -- a number below 1000 in the middle of two cells; of three digits the last is 0
; In     A low, Y high     Out tmp4, tmp5     Uses A, X, Y, num_*, tmp2, tmp3
.proc number_cells
        sta num_lo
        sty num_hi
        jsr number_digits
        lda #' '                ; a single figure leaves the left cell empty
        sta tmp4
        ldy num_text
        dex                     ; X = how many figures there are
        beq @one
        tya
        clc
        ; Figures are half a cell wide: R stands at the right of its cell, L at the left, T has
        ; a 0 beside it. C is clear from there on.
        adc #GLYPH_NUM_R0 - '0'
        sta tmp4
        ldy num_text+1
        dex
        beq @one
        tya                     ; three figures: the middle one, with a 0 beside it
        clc
        adc #GLYPH_NUM_T0 - '0'
        sta tmp5
        rts
@one:
        tya                     ; the last or only figure, at the left of the right cell
        clc
        adc #GLYPH_NUM_L0 - '0'
        sta tmp5
        rts
.endproc

; plain_square -- Chance, Chest or tax: a picture of 2 x 2 cells and an empty part
.proc plain_square
        lda square_kind,x       ; Chest, Chance or tax
        sec
        sbc #KIND_CHEST         ; three kinds in a row: 0 to 2
        tay
        lda plain_inks,y
        cpx board_selected      ; X is the square: tay and lda keep it
        bne @ink
        lda #ON(BLACK, YELLOW)
@ink:
        sta ink
        tya
        asl a                   ; four glyphs each: 2 x 2
        asl a
        adc #GLYPH_CHEST0       ; C is clear
        sta tmp4
        adc #1
        sta tmp5
        ldy board_lie           ; which part lies above
        ldx upper_part,y
        jsr part_put
        inc tmp4                ; the lower two of the four
        inc tmp4
        inc tmp5
        inc tmp5
        ldy board_lie
        ldx lower_part,y
        jsr part_put
        ldx #PART_BAND
        jmp blank_part
.endproc
        .assert GLYPH_CHANCE0 = GLYPH_CHEST0 + 4 .and GLYPH_TAX0 = GLYPH_CHANCE0 + 4, error, "in order of kinds"

.segment "UI_RODATA"
; By how a square lies: along the top the edge, and with it the foot, is above.
upper_part:     .byte PART_BODY, PART_BODY, PART_FOOT, PART_BODY
lower_part:     .byte PART_FOOT, PART_FOOT, PART_BODY, PART_FOOT
.segment "UI_CODE"

; body_place -- where the body of a deed lies, for a sprite of ten double dots
; In     X square     Out arg0, arg1, arg2 dots     Uses A, Y, tmp0, board_*     Keeps  X
.proc body_place
        jsr square_open
        ldy board_lie           ; the parts' places by how it lies
        lda lie_parts,y
        tay
        lda board_x
        clc
        adc part_x + PART_BODY,y
        asl a
        asl a
        asl a                   ; columns 0-22
        sbc #1                  ; C is clear: less 2, it is wider than the body
        sta arg0
        lda #0
        sbc #0                  ; the borrow: 0 - 2 is $FFFE, left of the window
        sta arg1
        lda board_y             ; the row never gets above the window
        clc
        adc part_y + PART_BODY,y
        asl a
        asl a
        asl a
        sec
        sbc #2
        sta arg2
        rts
.endproc

; square_at -- the square at a cell
; In     X column, Y row     Out C=0 X = square; C=1 none
; Uses   A, Y     Keeps  -
.proc square_at
        cpx #RING_SIZE
        bcs @none
        cpy #RING_SIZE
        bcs @none
        ; Corners are three rows deep, so the three lower rows are the bottom side as a whole,
        ; the three upper ones the top.
        cpy #RING_SIZE - 3
        bcs @bottom
        cpy #3
        bcc @top
        tya                     ; at a side, rows 3 to 20
        sbc #3                  ; C is set
        ; a square at a side is two rows high
        lsr a                   ; 0-8 from above
        cpx #3
        bcc @left
        cpx #RING_SIZE - 3
        bcc @none
        adc #31 - 1             ; C is set
        tax
        clc
        rts
@left:
        ; The left side counts from below: 19 minus the place, as complement plus 20.
        eor #$FF                ; 19 less it
        adc #20                 ; C is clear
        tax
        clc
        rts
@bottom:
        jsr @along              ; 0-10 from the left
        eor #$FF                ; 10 less it: the bottom runs to the left
        sec
        adc #10
        tax
        clc
        rts
@top:
        jsr @along
        clc
        adc #20                 ; the top begins at square 20
        tax
        clc
        rts
@along:
        txa                     ; corners are three columns wide, other squares two
        ldx #0
        cmp #3
        bcc @corner
        ldx #10
        cmp #RING_SIZE - 3
        bcs @corner
        sbc #2                  ; C is clear: less 3
        lsr a
        tax
        inx                     ; 1 to 9; the corners are 0 and 10
@corner:
        txa
        rts
@none:
        sec
        rts
.endproc
