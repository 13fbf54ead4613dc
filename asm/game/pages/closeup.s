; closeup.s -- a side of the board close up: its eleven squares with names and prices
;
; It lies on the board, beside the panel; F1 F3 F5 F7 go from side to side.
;
; Test tests/asm/game/ui/test_board.py

.include "pages.inc"
.include "../data/text/text.inc"
.include "../play/play.inc"
.include "../sys/sys.inc"
.include "../ui/ui.inc"
.include "../video/video.inc"
.include "../zp.inc"
.include "../zp_ui.inc"
.include "glyphs.inc"

SIDE_SQUARES    = 11
NAME_X          = 3
PRICE_X         = 19            ; four places
OWNER_X         = 1
LEVEL_X         = 12
RENT_X          = 15
GUESTS_X        = 20            ; tokens on the square
KEYS            = ON(WHITE, DARK)
PLAIN           = ON(BLACK, WHITE)

.segment "UI_BSS"

board_side:     .res 1          ; 0 bottom, 1 left, 2 top, 3 right

.segment "UI_MORE"

side_keys:      .byte KEY_F1, KEY_F3, KEY_F5, KEY_F7
side_first:     .byte 0, 10, 20, 30
.include "words_closeup.inc"

zones_side:
        ZONE 0, 0, 5, 1, KEY_F1
        ZONE 5, 0, 5, 1, KEY_F3
        ZONE 10, 0, 5, 1, KEY_F5
        ZONE 15, 0, 5, 1, KEY_F7
        .byte $FF

.segment "UI_MORE"

; side_key -- F1 F3 F5 F7 show a side close up, until another key; 1-8 a player's deeds
; In     A key     Out C=0 it was one of them     Keeps  -
; Uses   everything
.proc side_key
        jsr side_find
        bcc @side
        jmp owners_key
@side:
        jsr sprites_off
        jsr ring_close
        lda #<zones_side
        ldy #>zones_side
        jsr zones_set
@show:
        jsr side_draw
        jsr key_wait
        jsr side_find           ; another of these keys: another side
        bcc @show
        jsr ring_open
        jsr play_zones
        jsr board_draw
        jsr play_stage
        clc
        rts
.endproc

; side_find -- In A key     Out C=0 board_side is its side; C=1 no such key     Uses X
.proc side_find
        ldx #3
@key:
        cmp side_keys,x
        beq @found
        dex
        bpl @key
        sec
        rts
@found:
        stx board_side
        clc
        rts
.endproc

; side_draw -- board_side
; Uses   A, X, Y, ui_b-ui_d, num_*, rect_*, ink, tmp*, text_ptr
.proc side_draw
        ldy #0
        ldx #<text_sides
        lda #>text_sides
        jsr @bar
        lda board_side          ; its key is lit
        asl a
        asl a
        adc board_side          ; * 5; C is clear
        sta rect_x
        lda #0
        sta rect_y
        lda #4
        sta rect_w
        lda #1
        sta rect_h
        lda #ON(BLACK, YELLOW)
        sta ink
        jsr rect_color
        ldy #RING_SIZE - 1
        ldx #<text_leave
        lda #>text_leave
        jsr @bar
        lda #0
        sta ui_b
@square:
        ldy board_side
        lda side_first,y
        clc
        adc ui_b
        cmp #SQUARES
        bcc @inside
        lda #0                  ; behind the last square: GO, which the first side begins with
@inside:
        sta ui_c
        jsr name_line
        jsr owner_line
        inc ui_b
        lda ui_b
        cmp #SIDE_SQUARES
        bne @square
        rts
@bar:
        pha
        txa
        pha
        ldx #0
        jsr video_goto
        lda #KEYS
        sta ink
        pla
        tax
        pla
        tay
        txa
        jsr text_at
        ldx #RING_SIZE
        jmp text_pad
.endproc

; line_open -- cursor to line A of square ui_b, 0 or 1     Uses A, X, Y
.proc line_open
        sec                     ; two lines a square, below the bar
        adc ui_b
        adc ui_b                ; C is clear
        tay
        ldx #0
        jmp video_goto
.endproc

; name_line -- the group's pattern, the short name, the price of square ui_c
; Uses   A, X, Y, num_*, ink, tmp*, text_ptr
.proc name_line
        lda #0
        jsr line_open
        ldx ui_c
        ldy square_group,x
        bmi @plain              ; no group: a corner, a card, a tax
        lda band_color,y
        sta ink
        lda band_glyph,y
        pha
        jsr video_put
        pla
        jsr video_put
        ldx ui_c
        ldy square_group,x
        lda group_color,y
        bne @name               ; always
@plain:
        lda #ON(BLACK, LIGHT)
@name:
        sta ink
        ldx #NAME_X
        jsr text_pad
        lda ui_c
        clc
        adc #NAMES_SHORT
        ldy #BOOK_NAMES
        jsr text_at
        ldx ui_c
        jsr square_price
        sta num_lo
        sty num_hi
        ora num_hi              ; not for sale
        beq @pad
        ldx #PRICE_X
        jsr text_pad
        lda #4
        jsr print_number
@pad:
        ldx #RING_SIZE
        jmp text_pad
.endproc

; owner_line -- whose square ui_c is, what stands there, what it costs, who stands there
; A free square shows its guests only.  Whoever stands there is drawn last, as far as the line has room.
; Uses   A, X, Y, num_*, ink, tmp*, ui_d
.proc owner_line
        lda #1
        jsr line_open
        lda #PLAIN
        sta ink
        ldx #OWNER_X
        jsr text_pad
        ldx ui_c
        ldy square_owner,x
        cpy #MAX_PLAYERS
        bcs @guests
        tya
        tax
        jsr token_spaced
        jsr name_put
        ldx #LEVEL_X
        jsr text_pad
        ldx ui_c
        lda square_mortgaged,x
        bne @mortgaged
        ldy square_level,x
        beq @rent
        cpy #LEVEL_HOTEL
        bcs @hotel
        lda #ON(BLUE, WHITE)
        sta ink
        lda #GLYPH_HOUSE
        jsr video_put
        lda square_level,x
        ora #'0'                ; a house and how many; the branch is always taken
        bne @level
@hotel:
        lda #ON(BLACK, WHITE)
        sta ink
        lda #GLYPH_HOTELL
        jsr video_put
        lda #GLYPH_HOTELR
@level:
        jsr video_put
@rent:
        lda #ON(RED, WHITE)
        sta ink
        ldx #RENT_X
        jsr text_pad
        ldx ui_c
        jsr rent_get
        sta num_lo
        sty num_hi
        lda #4
        jsr print_number
        jmp @guests
@mortgaged:
        lda #ON(MID, WHITE)
        sta ink
        lda #GLYPH_MORT
        jsr video_put
        lda #GLYPH_MORT
        jsr video_put
@guests:
        lda #PLAIN
        sta ink
        ldx #GUESTS_X
        jsr text_pad
        lda #0
        sta ui_d
@guest:
        ldx ui_d
        cpx player_count
        bcs @pad
        lda player_flags,x
        lsr a                   ; PF_ALIVE
        bcc @next
        lda shown_square,x
        cmp ui_c
        bne @next
        lda cur_x               ; no room for another token
        cmp #RING_SIZE
        bcs @pad
        jsr token_put
@next:
        inc ui_d
        bne @guest
@pad:
        ldx #RING_SIZE
        jmp text_pad
.endproc

.segment "UI_CODE"

; owners_key -- 1-8: that player's deeds, until he goes back; KEY_TIME: a short game's clock
; In     A key     Out C=0 it was one of them; C=1 A - '1'     Uses everything     Keeps  -
.proc owners_key
        cmp #KEY_TIME
        beq @time
        sec
        sbc #'1'
        cmp player_count
        bcs @no
        ldy arm_state           ; meant for an auction that has just ended
        dey
        beq @yes
        jsr desk_open
@yes:
        clc
@no:
        rts
@time:
        jsr clock_flush
        jmp @yes
.endproc
        .assert ARM_NOT_YET = 1, error, "owners_key"
