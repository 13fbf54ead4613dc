; partner.s -- with whom to trade: everybody with his money and deeds
;
; Test tests/asm/game/ui/test_trade.py

.include "trade.inc"
.include "../zp_ui.inc"

FIRST_ROW       = 4
FEW             = 6             ; so many seats have three rows each, more have two
DEEDS_LEFT      = 4
PARTNER_LEAVE   = MAX_PLAYERS   ; the cell below the seats
NAME_WIDTH      = 30

.segment "TRADE_DATA"

.include "words_partner.inc"

labels:
        LABEL 12, 1, ON(WHITE, PAGE_COLOR), text_who
        LABEL 4, BUTTON_ROW - 1, ON(LIME, PAGE_COLOR), text_how
        .byte $FF

.macro SEATS rows
        GRID partner_allowed, MAX_PLAYERS + 1, 0, 0
.repeat MAX_PLAYERS, i
        GRID_CELL 2, FIRST_ROW + rows * i, NAME_WIDTH, 1
.endrepeat
        GRID_CELL 4, BUTTON_ROW, 9, 1   ; below the words
.endmacro
few_cells:      SEATS 3
many_cells:     SEATS 2

.segment "TRADE_CODE"

; partner_allowed -- cells: other living players, and the way out (ui/grid.s)
; In     X cell     Out C=0 yes     Keeps X, tmp*, rect_*, ui_ptr     Uses A
.proc partner_allowed
        cpx #PARTNER_LEAVE
        beq @yes
        cpx table_seat
        beq @no
        cpx player_count
        bcs @no
        lda player_flags,x
        lsr a                   ; PF_ALIVE
        bcs @yes
@no:
        sec
        rts
@yes:
        clc
        rts
.endproc

; partner_choice -- is there more than one possible partner?
; In     -     Out    C=0 yes     Keeps X, Y, tmp*, rect_*, ui_ptr     Uses A
.proc partner_choice
        txa
        pha
        tya
        pha
        ldy #0
        jsr play_mode
        cmp #MODE_TRADE         ; a counter-offer goes back to whoever has offered
        beq @counted
        ldx #MAX_PLAYERS - 1
@seat:
        jsr partner_allowed
        bcs @next
        iny
@next:
        dex
        bpl @seat
@counted:
        cpy #2
        pla
        tay
        pla
        tax
        bcs @more
        sec
        rts
@more:
        clc
        rts
.endproc

; partner_pick -- choose offer_partner
; In     -     Out    C=1 left without choosing
; Uses   everything ui/ and video/ use     Keeps  -
.proc partner_pick
        lda #<few_cells
        ldy #>few_cells
        ldx player_count
        cpx #FEW + 1
        bcc @few
        lda #<many_cells
        ldy #>many_cells
@few:
        jsr grid_open
        ldx offer_partner
        cpx #MAX_PLAYERS
        bcs @next
        jsr partner_allowed     ; it may be from another player's turn
        bcc @known
@next:
        ldx table_seat
        jsr play_next
@known:
        stx grid_at
        jsr screen_clear
        jsr page_dress
        lda #<labels
        ldy #>labels
        jsr labels_draw
        ldx #MAX_PLAYERS
@seat:
        txa
        pha
        jsr seat_draw
        pla
        tax
        dex
        bpl @seat
        jsr video_show
        jsr key_flush
@key:
        jsr grid_key
        cmp #0
        beq @moved
        cmp #KEY_RETURN
        beq @press
        cmp #KEY_STOP
        beq @left
        cmp #'X'
        beq @left
        cmp #'?'
        beq @help
        cmp #KEY_HELP
        beq @help
        cmp #KEY_RIGHT + 1
        bcc @step
        sec
        sbc #'1'
        tax
        cpx #MAX_PLAYERS
        bcs @key
        jsr partner_allowed
        bcs @key
        stx grid_at
@press:
        jsr sound_press
        ldx grid_at
        cpx #PARTNER_LEAVE
        bcs @left
        stx offer_partner
        rts
@left:
        sec
        rts
@help:
        lda #<help_partner
        ldy #>help_partner
        jsr help_words
        jmp partner_pick
@step:
        jsr grid_step
        bcs @key
@moved:
        jsr sound_move
        ldx grid_old
        jsr seat_line
        ldx grid_at
        jsr seat_line
        jmp @key
.endproc

; seat_draw -- both rows of seat X
; In     X  seat     Out    -
; Uses   A, X, Y, ui_*, rect_*, num_*, tmp*, ink     Keeps  -
.proc seat_draw
        txa
        pha
        jsr seat_line
        pla
        cmp player_count
        bcs @none
        sta ui_a
        tax
        lda player_flags,x
        lsr a
        bcc @none
        jsr grid_rect
        ldx #DEEDS_LEFT
        ldy rect_y
        iny
        jsr video_goto
        lda #NO_GROUP
        sta ui_b
        ldy #0
@deed:
        ldx group_squares,y
        lda square_owner,x
        cmp ui_a
        bne @next
        jsr pip_put
@next:
        iny
        cpy #PLACE_CARD
        bne @deed
@none:
        rts
.endproc

; pip_put -- one cell for deed X: its group's pattern, hatched when mortgaged
; Keeps  X, Y     Uses A, ui_b, tmp0, ink
.proc pip_put
        tya
        pha
        ldy square_group,x
        cpy ui_b
        beq @same
        sty ui_b                ; groups stand apart
        lda #ON(WHITE, PAGE_COLOR)
        sta ink
        jsr space_put
@same:
        ldy square_group,x
        lda group_color,y
        sta ink
        lda #GLYPH_TRAINL
        cpy #GROUP_STATIONS
        beq @put
        lda #GLYPH_BULB
        bcs @put
        tya
        adc #GLYPH_BAND0        ; C is clear
@put:
        ldy square_mortgaged,x
        beq @free
        lda #ON(BLACK, MID)
        sta ink
        lda #GLYPH_MORT
@free:
        jsr video_put
        pla
        tay
        rts
.endproc

; seat_line -- token, name and money of seat X; the way out
; Uses   A, X, Y, ui_a, rect_*, ui_ptr, num_*, tmp*, ink
.proc seat_line
        cpx #PARTNER_LEAVE
        beq @leave
        cpx player_count
        bcs @none
        stx ui_a
        jsr grid_rect
        ldx rect_x
        ldy rect_y
        jsr video_goto
        ldx ui_a
        jsr seat_ink
        jsr space_put
        ldx ui_a
        jsr token_put
        lda ui_a
        clc
        adc #'1'
        jsr spaced_put
        ldx ui_a
        jsr name_put
        ldx #NAME_WIDTH - 7
        jsr text_pad
        ldx ui_a
        lda player_money_lo,x
        sta num_lo
        lda player_money_hi,x
        sta num_hi
        lda #7
        jsr print_number
        ldx #NAME_WIDTH + 2
        jmp text_pad
@leave:
        lda #<l_back
        ldy #>l_back
        clc
        jmp button_put
@none:
        rts
.endproc

; seat_ink -- colours of the line of seat X
; Keeps  X     Uses A, Y, ink
.proc seat_ink
        lda #ON(BLACK, YELLOW)
        cpx grid_at
        beq @set
        lda ground
@set:
        sta ink
        rts
.endproc
