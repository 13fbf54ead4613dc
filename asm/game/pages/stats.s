; stats.s -- a player's figures: what he has, what it counts
;
; Left and right turn to the other players, any other key goes back.
;
; An overlay; overlay_entries.s enters it (stats_open), from the board and from a trade.
;
; Test tests/asm/game/ui/test_pages.py

.include "pages.inc"
.include "../play/play.inc"
.include "../sys/sys.inc"
.include "../ui/ui.inc"
.include "../video/video.inc"
.include "../zp.inc"
.include "../zp_ui.inc"
.include "glyphs.inc"

NAME_ROW        = 5
FIRST_ROW       = 9
LABEL_LEFT      = 3
VALUE_LEFT      = 14
DEEDS_LEFT      = 23
DEEDS_ROW       = 9

.segment "UI_BSS"

stats_player:   .res 1
stats_deeds:    .res 1          ; counted over the groups
stats_full:     .res 1
stats_houses:   .res 1
stats_hotels:   .res 1

.segment "DESK_DATA"

.include "words_stats.inc"

labels:
        LABEL 15, 1, ON(WHITE, PAGE_COLOR), text_stats
        LABEL LABEL_LEFT, FIRST_ROW + 0, ON(WHITE, PAGE_COLOR), text_money
        LABEL LABEL_LEFT, FIRST_ROW + 1, ON(WHITE, PAGE_COLOR), text_equity
        LABEL LABEL_LEFT, FIRST_ROW + 2, ON(WHITE, PAGE_COLOR), text_free
        LABEL LABEL_LEFT, FIRST_ROW + 3, ON(WHITE, PAGE_COLOR), text_houses
        LABEL LABEL_LEFT, FIRST_ROW + 4, ON(WHITE, PAGE_COLOR), text_hotels
        LABEL LABEL_LEFT, FIRST_ROW + 5, ON(WHITE, PAGE_COLOR), text_deeds
        LABEL LABEL_LEFT, FIRST_ROW + 6, ON(WHITE, PAGE_COLOR), text_stations
        LABEL LABEL_LEFT, FIRST_ROW + 7, ON(WHITE, PAGE_COLOR), text_utilities
        LABEL LABEL_LEFT, FIRST_ROW + 8, ON(WHITE, PAGE_COLOR), text_groups
        LABEL LABEL_LEFT, FIRST_ROW + 10, ON(WHITE, PAGE_COLOR), text_score
        LABEL DEEDS_LEFT, DEEDS_ROW - 1, ON(LIME, PAGE_COLOR), text_owned
        LABEL DEEDS_LEFT + 1, DEEDS_ROW + 11, ON(LIME, PAGE_COLOR), text_legend
        LABEL 1, ROWS - 2, ON(WHITE, PAGE_COLOR), text_keys
        LABEL 1, ROWS - 1, ON(BLACK, YELLOW), text_back
        .byte $FF

zones:
        ZONE 0, ROWS - 2, 16, 1, KEY_LEFT
        ZONE 16, ROWS - 2, COLUMNS - 16, 1, KEY_RIGHT
        .byte $FF

.segment "DESK_CODE"

; stats_page -- the active player's figures, then whose the cursor turns to
; In     display off, all cells black, the board left (aside_open)     Out    -
; Uses   everything     Keeps  -
.proc stats_page
        jsr play_active
        stx stats_player
        jsr page_dress
        lda #<labels
        ldy #>labels
        jsr labels_draw
        lda #ON(BLACK, MID)
        sta ink
        ldx #DEEDS_LEFT         ; what the hatching means
        ldy #DEEDS_ROW + 11
        jsr video_goto
        lda #GLYPH_MORT
        jsr video_put
        jsr stats_draw
        lda #<zones
        ldy #>zones
        jsr page_ready
@key:
        jsr key_wait
        ldx stats_player
        cmp #KEY_RIGHT
        beq @next
        cmp #KEY_LEFT
        beq @previous
        rts
@next:
        inx
        cpx player_count
        bcc @show
        ldx #0
        beq @show
@previous:
        dex
        bpl @show
        ldx player_count
        dex
@show:
        stx stats_player
        jsr sound_move
        jsr stats_draw
        jmp @key
.endproc

; stats_draw -- figures and deeds of stats_player
; Uses   A, X, Y, ui_*, num_*, rect_*, ink, tmp*
.proc stats_draw
        ldx stats_player
        jsr player_paper
        sta ink                 ; a bar in his colour
        lda #0
        sta rect_x
        lda #NAME_ROW
        sta rect_y
        lda #COLUMNS
        sta rect_w
        lda #1
        sta rect_h
        jsr rect_clear
        ldx #LABEL_LEFT
        ldy #NAME_ROW
        jsr video_goto
        ldx stats_player
        jsr token_put
        lda stats_player
        clc
        adc #'1'
        jsr spaced_put
        ldx stats_player
        jsr name_put
        jsr deeds_draw
        jsr improvements_count
        lda #ON(WHITE, PAGE_COLOR)
        sta ink
        ldx stats_player
        lda player_money_lo,x
        ldy player_money_hi,x
        ldx #0
        jsr figure_put
        ldx stats_player
        lda player_equity_lo,x
        ldy player_equity_hi,x
        ldx #1
        jsr figure_put
        ldx stats_player
        lda #0
        cpx deck_free
        bne @chance
        lda #1
@chance:
        cpx deck_free+1
        bne @cards
        clc
        adc #1
@cards:
        ldx #2
        jsr figure_byte
        lda stats_houses
        ldx #3
        jsr figure_byte
        lda stats_hotels
        ldx #4
        jsr figure_byte
        lda stats_deeds
        ldx #5
        jsr figure_byte
        ldx stats_player
        lda player_groups + GROUP_STATIONS * MAX_PLAYERS,x
        ldx #6
        jsr figure_byte
        ldx stats_player
        lda player_groups + GROUP_UTILITIES * MAX_PLAYERS,x
        ldx #7
        jsr figure_byte
        lda stats_full
        ldx #8
        jsr figure_byte
        ldx stats_player
        jsr score_get
        ldx #10
        jsr figure_at
        jmp print_score
.endproc

; figure_put -- the number A low, Y high in line X
; Uses   A, X, Y, num_*, tmp2, tmp3
.proc figure_put
        jsr figure_at
        jmp print_number
.endproc

; figure_at -- num_* = A low, Y high; the cursor before its place in line X; A = places
.proc figure_at
        sta num_lo
        sty num_hi
        txa
        clc
        adc #FIRST_ROW
        tay
        ldx #VALUE_LEFT
        jsr video_goto
        lda #6
        rts
.endproc

.proc figure_byte
        ldy #0
        beq figure_put
.endproc

; improvements_count -- stats_houses, stats_hotels
; Uses   A, X
.proc improvements_count
        lda #0
        sta stats_houses
        sta stats_hotels
        ldx #SQUARES - 1
@square:
        lda square_owner,x
        cmp stats_player
        bne @next
        lda square_level,x
        cmp #LEVEL_HOTEL
        bcs @hotel
        adc stats_houses        ; C is clear
        sta stats_houses
        bcc @next
@hotel:
        inc stats_hotels
@next:
        dex
        bpl @square
        rts
.endproc

; deeds_draw -- a line for each group: what he has of it; counts deeds, full groups
; Uses   A, X, Y, ui_*, ink
.proc deeds_draw
        lda #0
        sta stats_deeds
        sta stats_full
        sta ui_a                ; group
@group:
        lda ui_a
        clc
        adc #DEEDS_ROW
        tay
        ldx #DEEDS_LEFT
        jsr video_goto
        ldy ui_a
        lda group_size,y
        sta ui_b                ; deeds of the group still to show
        sta ui_d                ; deeds of the group he does not have
        lda group_first,y
        sta ui_c
@deed:
        ldy ui_c
        ldx group_squares,y
        lda square_owner,x
        cmp stats_player
        bne @other
        inc stats_deeds
        dec ui_d
        jsr swatch_put
        jmp @next
@other:
        lda ground              ; missing: dashes
        sta ink
        lda #'-'
        jsr video_put
        lda #'-'
        jsr spaced_put
@next:
        lda #ON(WHITE, PAGE_COLOR)
        sta ink
        jsr space_put
        inc ui_c
        dec ui_b
        bne @deed
        lda ui_d
        bne @part
        inc stats_full
@part:
        inc ui_a
        lda ui_a
        cmp #GROUPS
        bne @group
        rts
.endproc

; swatch_put -- a deed: its group's pattern, level or hatching; three cells
; In     X square, ui_a group     Uses A, Y, tmp0, ink     Keeps X
.proc swatch_put
        ldy ui_a
        lda group_color,y
        sta ink
        lda #' '
        cpy #GROUP_STATIONS
        bcs @plain
        tya
        adc #GLYPH_BAND0        ; C is clear
@plain:
        sta tmp0
        cpy #GROUP_STATIONS
        bcc @pattern
        lda #GLYPH_TRAINL
        bne @first
@pattern:
        lda tmp0
@first:
        cpy #GROUP_UTILITIES
        bne @left
        lda #GLYPH_BULB
@left:
        jsr video_put
        lda tmp0
        ldy ui_a
        cpy #GROUP_STATIONS
        bne @middle
        lda #GLYPH_TRAINR
@middle:
        ldy square_level,x
        beq @bare
        cpy #LEVEL_HOTEL
        lda #GLYPH_HOTEL
        bcs @bare
        tya
        ora #'0'
@bare:
        jsr video_put
        lda tmp0
        ldy square_mortgaged,x
        beq @last
        lda #ON(BLACK, MID)
        sta ink
        lda #GLYPH_MORT
@last:
        jmp video_put
.endproc
