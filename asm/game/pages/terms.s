; terms.s -- what proposing a trade and deciding one share: heads, cash, what it comes to, buttons
;
; The two are overlays by themselves; this lies behind both (area GRID).
;
; Test tests/asm/game/ui/test_trade.py

.include "trade.inc"
.include "../zp_ui.inc"

.segment "UI_BSS"

table_seat:     .res 2          ; initiator, partner
worth_ink:      .res 1          ; colours of the line about wealth
table_decided:  .res 1          ; 0 an offer is being made, else a trade is being decided

.segment "GRID_DATA"

.include "words_terms.inc"

side_left:      .byte LEFT_X, RIGHT_X
bar_left:       .byte LEFT_X - 1, RIGHT_X - 1
card_mask:      .byte 1, 2

button_inks:                    ; enabled, disabled; the same selected
        .byte ON(BLACK, LIGHT), ON(WHITE, DARK), ON(BLACK, YELLOW), ON(DARK, YELLOW)
        .byte ON(WHITE, PAGE_COLOR), ON(WHITE, DARK), ON(BLACK, YELLOW), ON(DARK, YELLOW)

.segment "GRID_CODE"

; ground_draw -- the table's colour behind rows 1..18
; In     -     Out    -     Uses   A, X, Y, rect_*, ink, tmp*     Keeps  -
.proc ground_draw
        lda #0
        sta rect_x
        lda #1
        sta rect_y
        lda #COLUMNS
        sta rect_w
        lda #TABLE_ROWS
        sta rect_h
        lda #TABLE
        jmp rect_paper
.endproc

; headers_draw -- token, name and "gives" of both parties, black on their colours
; In     -     Out    -     Uses   A, X, Y, tmp*, ink     Keeps  -
.proc headers_draw
        ldy #1
@side:
        sty ui_d
        ldx table_seat,y
        jsr player_paper
        sta ink
        ldy ui_d
        ldx bar_left,y
        ldy #0
        jsr video_goto
        jsr space_put
        ldy ui_d
        ldx table_seat,y
        jsr token_put
        txa
        clc
        adc #'1'
        jsr spaced_put
        ldy ui_d
        ldx table_seat,y
        jsr name_put
        lda #BRIEF(text_gives)
        jsr label_at
        ldy ui_d
        lda bar_left,y
        clc
        adc #SIDE_WIDTH
        tax
        jsr text_pad
        ldy ui_d
        dey
        bpl @side
        rts
.endproc

; free_head -- two cells: A 0 Community Chest, 1 Chance
; In     A  0 Community Chest, 1 Chance; the cursor     Out    -
; Uses   A, Y, ink
; Keeps  X
.proc free_head
        tay
        bne @chance
        lda #ON(BLACK, CYAN)
        sta ink
        lda #GLYPH_CHESTL
        jsr video_put
        lda #GLYPH_CHESTR
        jmp video_put
@chance:
        lda #ON(WHITE, ORANGE)
        sta ink
        lda #'?'
        jsr video_put
        lda #'?'
        jmp video_put
.endproc

; deed_head -- two cells at the cursor: the group's pattern, a train, a bulb or a tap
; In     X square     Keeps X     Uses A, Y, tmp0, ink     Out    -
.proc deed_head
        ldy square_group,x
        lda group_color,y
        sta ink
        cpy #GROUP_STATIONS
        beq @station
        bcs @utility
        tya
        adc #GLYPH_BAND0        ; C is clear
        sta tmp0
        jsr video_put
        lda tmp0
        jmp video_put
@station:
        lda #GLYPH_TRAINL
        jsr video_put
        lda #GLYPH_TRAINR
        jmp video_put
@utility:
        lda #GLYPH_BULB
        cpx #SQUARE_WATER
        bne @lamp
        lda #GLYPH_TAP
@lamp:
        jmp spaced_put
.endproc

; statement_draw -- what either party completes, then for both sides: cash, bank, money before and
; after, wealth after
; In     -     Out    -     Uses   A, X, Y, ui_d, num_*, tmp*, ink and what the rules use
; Keeps  -
.proc statement_draw
        jsr gains_draw
        ldy #1
@side:
        sty ui_d
        ldx table_seat,y
        lda table_decided
        bne @decided
        jsr offer_result
        jsr amount_draw
        jmp @lines
@decided:
        jsr trade_result
@lines:
        jsr bank_draw
        jsr money_draw
        jsr worth_draw
        ldy ui_d
        dey
        bpl @side
        rts
.endproc

; side_goto -- cursor to the left edge of side ui_d plus X, row Y
; In     X  columns, Y  row;  ui_d  side     Out    the cursor
; Keeps  Y     Uses A, X
.proc side_goto
        stx tmp0
        ldx ui_d
        lda side_left,x
        clc
        adc tmp0
        tax
        jmp video_goto
.endproc

; side_pad -- spaces to the end of side ui_d     Uses A, X, Y, tmp0
.proc side_pad
        ldy ui_d
        lda bar_left,y
        clc
        adc #SIDE_WIDTH
        tax
        jmp text_pad
.endproc

; amount_draw -- the cash side ui_d adds, above its steps
; In     ui_d     Out    -
; Uses   A, X, Y, num_*, tmp0, tmp2, tmp3, ink     Keeps  -
.proc amount_draw
        lda ui_d
        asl a
        tay
        lda offer_give_lo,y
        sta num_lo
        lda offer_give_hi,y
        sta num_hi
        ora num_lo
        beq @none
        lda #TABLE
        bne @ink
@none:
        lda #ON_TABLE
@ink:
        sta ink
        ldx #7
        ldy #MONEY_ROW - 1
        jsr side_goto
        lda #BRIEF(text_cash)
        jsr label_at
        lda #5
        jmp print_number
.endproc

; bank_draw -- fees and repayments, play_amount, if any
.proc bank_draw
        ldx #0
        ldy #STATEMENT_ROW + 1
        jsr side_goto
        lda #ON(YELLOW, PAGE_COLOR)
        sta ink
        lda play_amount
        sta num_lo
        lda play_amount+1
        sta num_hi
        ora num_lo
        beq @none
        lda #BRIEF(text_pays)
        jsr label_at
        jsr number_plain
@none:
        jmp side_pad
.endproc

; money_draw -- money now and, by play_sum, afterwards
.proc money_draw
        ldx #0
        ldy #STATEMENT_ROW
        jsr side_goto
        lda #ON(WHITE, PAGE_COLOR)
        sta ink
        lda #'$'
        jsr video_put
        ldy ui_d
        ldx table_seat,y
        lda player_money_lo,x
        sta num_lo
        lda player_money_hi,x
        sta num_hi
        jsr number_plain
        jsr space_put
        lda #GLYPH_ARROWR
        jsr spaced_put
        ldx #ON(WHITE, PAGE_COLOR)
        lda play_sum+2
        bpl @good
        ldx #ON(YELLOW, PAGE_COLOR)
@good:
        stx ink
        lda #'$'
        jsr video_put
        ldx #0
        jsr sum_print
        jmp side_pad
.endproc

; worth_draw -- wealth afterwards, by trade_sum
.proc worth_draw
        lda worth_ink
        ldx trade_sum+2
        bpl @good
        lda #ON(YELLOW, PAGE_COLOR)
@good:
        sta ink
        ldx #0
        ldy #1
        jsr side_goto
        lda #BRIEF(text_worth)
        jsr label_at
        ldx #trade_sum - play_sum
        jsr sum_print
        jmp side_pad
.endproc

; sum_print -- the 24-bit number at play_sum + X, within 16 bits
; Uses   A, X, Y, num_*, tmp2, tmp3
.proc sum_print
        lda play_sum,x
        sta num_lo
        lda play_sum+1,x
        sta num_hi
        eor play_sum+2,x
        bpl @fits
        lda play_sum+2,x        ; more than the numbers on screen can say
        asl a
        lda #$FF
        ldy #$7F
        bcc @limit
        lda #$01
        ldy #$80
@limit:
        sta num_lo
        sty num_hi
@fits:
        jmp number_plain
.endproc

; button_put -- a button of a grid page, in cell X: a bar, or letters only on MORE_ROW
; In     A low, Y high of the label, C=1 disabled
; Out    -
; Uses   A, X, Y, rect_*, ui_ptr, text_ptr, tmp0, tmp1, ink     Keeps  -
.proc button_put
        sta text_ptr
        sty text_ptr+1
        lda #0
        rol a
        cpx grid_at
        bne @ink
        ora #2
@ink:
        sta tmp0
        jsr grid_rect
        lda rect_y
        cmp #MORE_ROW           ; C=1: no bar
        lda tmp0
        bcc @bar
        ora #4
@bar:
        tay
        lda button_inks,y
        cmp #ON(BLACK, YELLOW)
        bne @set
        ldy arm_state
        beq @set
        lda #ON(YELLOW, DARK)   ; what decides is not taken yet
@set:
        sta ink
        ldx rect_x
        ldy rect_y
        jsr video_goto
        lda text_ptr
        ldy text_ptr+1
        jsr text_at
        lda rect_x
        clc
        adc rect_w
        tax
        jmp text_pad
.endproc

; words_reason -- why not
; In     A = REASON_*     Uses A, X, Y, text_ptr, tmp0, ink
; Out    -     Keeps  -
.proc words_reason
        tax
        lda #ON(YELLOW, PAGE_COLOR)
        sta ink
        lda reason_words,x
        ldy #BOOK_MORE
        ; falls through
.endproc

; words_put -- a text on the row of words
; words_none -- nothing there
; In     A low, Y high, ink     Uses A, X, Y, text_ptr, tmp0
; Out    -     Keeps  -
.proc words_put
        pha
        tya
        pha
        ldx #0
        ldy #INFO_ROW
        jsr video_goto
        pla
        tay
        pla
        jsr text_at
        jmp words_end
.endproc

.proc words_none
        ldx #0
        ldy #INFO_ROW
        jsr video_goto
        ; falls through
.endproc

; words_end -- spaces to the end of the row
; In     ink, the cursor     Out    -     Keeps  -     Uses   A, X, Y, flags; tmp0, cursor
.proc words_end
        ldx #COLUMNS
        jmp text_pad
.endproc
