; contract.s -- a trade in words: a sheet of paper for each side, with a list of what it gives
;
; Test tests/asm/game/ui/test_trade.py

.include "trade.inc"

SHEET_ROWS      = 3             ; what a sheet has besides its list
COST_WIDTH      = 5

.segment "UI_BSS"

item_counts:    .res 2          ; how many each side gives
item_scan:      .res 1
item_count:     .res 1

.segment "DEAL_DATA"

.include "words_contract.inc"
side_offset:    .byte 0, 2      ; of the amounts

.segment "DEAL_CODE"

; items_first, items_next -- walk over what side ui_d gives: money, cards, deeds
; In     ui_d     Out C=0 A = X = item; C=1 no more
; Uses   Y, item_scan     Keeps  -
.proc items_first
        lda #0
        sta item_scan
        ; falls through
.endproc

.proc items_next
@next:
        ldx item_scan
        inc item_scan
        cpx #1
        bcs @cards
        ldy ui_d                ; money
        lda side_offset,y
        tay
        lda trade_give_lo,y
        ora trade_give_hi,y
        beq @next
        lda #ITEM_MONEY
        bne @found
@cards:
        cpx #1 + CARDS
        bcs @deeds
        lda trade_cards
        and card_mask-1,x
        beq @next
        ldy ui_d
        lda table_seat,y
        cmp deck_free-1,x
        bne @next
        txa
        clc
        adc #ITEM_CARD - 1
        bne @found
@deeds:
        cpx #1 + CARDS + PLACE_CARD
        bcs @done
        ldy group_squares - 1 - CARDS,x
        lda square_mark,y
        beq @next
        ldx ui_d
        lda square_owner,y
        cmp table_seat,x
        bne @next
        tya
@found:
        tax
        clc
@done:
        rts
.endproc

; items_draw -- the list of side ui_d
; The list is walked twice: the first time only to know how long the sheet has to be.
; In     ui_d     Out    -     Keeps  ui_d
; Uses   A, X, Y, ui_a-ui_c, num_*, rect_*, tmp*, ink, cursor
.proc items_draw
        lda #0
        sta item_count
        jsr items_first
@count:
        bcs @counted
        inc item_count
        jsr items_next
        jmp @count
@counted:
        ldy ui_d
        lda item_count
        sta item_counts,y
        jsr sheet_fill
        lda item_count
        beq @nothing
        lda #0
        sta item_count
        jsr items_first
@item:
        bcs @done
        stx ui_c
        jsr item_goto
        jsr item_draw
        inc item_count
        jsr items_next
        jmp @item
@nothing:
        lda #ON(MID, WHITE)
        sta ink
        ldx #0
        ldy #ITEM_TOP
        jsr side_goto
        lda #BRIEF(text_nothing)
        jmp label_at
@done:
        rts
.endproc

; sheet_fill -- white paper below the name on side ui_d, as long as its list, with a shadow
; In     A = items     Uses A, X, Y, rect_*, ink, tmp*
.proc sheet_fill
        cmp #0
        bne @some
        lda #1                  ; an empty list says so in one line
@some:
        cmp #ITEM_ROWS          ; more go into a second column
        bcc @short
        lda #ITEM_ROWS - 1
@short:
        clc
        adc #SHEET_ROWS
        sta rect_h
        ldx ui_d
        lda bar_left,x
        sta rect_x
        lda #SIDE_WIDTH
        sta rect_w
        lda #1
        sta rect_y
        lda #SHEET
        jsr rect_paper
        lda #ON(BLACK, BLACK)   ; the shadow: a strip at the right, then one below
        sta ink
        inc rect_y
        lda rect_x
        pha
        clc
        adc #SIDE_WIDTH
        sta rect_x
        lda #1
        sta rect_w
        jsr rect_clear
        pla
        sta rect_x
        inc rect_x
        lda #SIDE_WIDTH
        sta rect_w
        lda rect_h
        sta rect_y
        inc rect_y
        lda #1
        sta rect_h
        jmp rect_clear
.endproc

; item_goto -- cursor to item item_count of side ui_d; ui_a = column behind it
; Uses   A, X, Y, tmp0
.proc item_goto
        ldx #0
        ldy #ITEM_WIDTH
        lda item_count
        jsr items_wide
        bcs @column
        ldy #HALF_WIDTH
        cmp #ITEM_ROWS
        bcc @column
        sbc #ITEM_ROWS          ; C is set
        ldx #HALF_WIDTH
@column:
        sty ui_a
        clc
        adc #ITEM_TOP
        tay
        jsr side_goto
        lda cur_x
        clc
        adc ui_a
        sta ui_a
        rts
.endproc

; items_wide -- C=1: the list of side ui_d has one column     Keeps A, X, Y
; In     ui_d     Out    C     Uses   flags
.proc items_wide
        pha
        txa
        pha
        ldx ui_d
        lda #ITEM_ROWS
        cmp item_counts,x
        pla
        tax
        pla
        rts
.endproc

; item_draw -- item ui_c at the cursor, up to column ui_a
; In     ui_c  item;  the cursor;  ui_a  column where it ends;  ui_d  side     Out    -
; Uses   A, X, Y, ui_b, num_*, text_ptr, tmp*, ink     Keeps  -
.proc item_draw
        ldx ui_c
        cpx #ITEM_MONEY
        beq @money
        cpx #ITEM_CARD
        bcs @card
        jsr deed_head
        lda #SHEET
        sta ink
        ldx ui_c
        lda square_mortgaged,x
        beq @name
        lda #GLYPH_MORT
        jsr video_put
        jmp mortgaged_draw
@name:
        jsr space_put
        lda ui_a
        jmp name_cut
@card:
        txa
        sbc #ITEM_CARD          ; C is set
        jsr free_head
        lda #SHEET
        sta ink
        jsr space_put
        lda #<text_free
        ldy #>text_free
        jmp text_cut
@money:
        lda #SHEET
        sta ink
        lda #GLYPH_COIN
        jsr spaced_put
        lda #'$'
        jsr video_put
        ldy ui_d
        lda side_offset,y
        tay
        lda trade_give_lo,y
        sta num_lo
        lda trade_give_hi,y
        sta num_hi
        jsr number_plain
        lda #<text_in_cash
        ldy #>text_in_cash
        jmp text_cut
.endproc

; mortgaged_draw -- name, and what the mortgage costs him who receives it
.proc mortgaged_draw
        lda item_count
        jsr items_wide
        lda ui_a
        bcc @narrow
        sbc #COST_WIDTH         ; C is set
        jsr name_cut
        lda ui_a
        sec
        sbc #COST_WIDTH
        tax
        jsr text_pad
        jmp cost_draw
@narrow:
        jmp name_cut
.endproc

; cost_draw -- -fee in red, or -repayment
.proc cost_draw
        lda #ON(RED, WHITE)
        sta ink
        ldx ui_c
        lda square_mark,x
        and #MARK_REPAY
        bne @repay
        lda fee_value,x
        ldy #0
        beq @number
@repay:
        jsr square_repay
@number:
        sta tmp0
        tya
        tax
        sec
        lda #0
        sbc tmp0
        sta num_lo
        txa
        eor #$FF
        adc #0
        sta num_hi
        lda #COST_WIDTH
        jmp print_number
.endproc

; name_cut -- name of deed ui_c at the cursor, no further than column A
; Uses   A, X, Y, ui_b, text_ptr, tmp0
.proc name_cut
        sta ui_b
        ldy ui_c
        jsr square_name
        jmp text_limit
.endproc

; text_cut -- text A/Y, no further than column ui_a
.proc text_cut
        ldx ui_a
        stx ui_b
        ; falls through
.endproc

; text_limit -- text A/Y, no further than column ui_b: whole words if there is more than one
; Uses   A, X, Y, text_ptr, tmp0
.proc text_limit
        jsr text_open
        sec
        lda ui_b
        sbc cur_x
        sta ui_b                ; room
        ldy #0
        ldx #0                  ; end of the last word that fits
@scan:
        lda (text_ptr),y
        beq @whole
        cmp #' '
        bne @letter
        tya
        tax
@letter:
        iny
        cpy ui_b
        bcc @scan
        lda (text_ptr),y        ; the next one would be outside
        beq @whole
        cmp #' '
        beq @whole
        cpx #2                  ; a first word of one letter says nothing
        bcc @put
        txa
        tay
@whole:
@put:
        sty ui_b
        ldy #0
@next:
        cpy ui_b
        bcs @done
        lda (text_ptr),y
        cmp #','
        beq @done
        sty tmp0
        jsr video_put
        ldy tmp0
        iny
        bne @next
@done:
        rts
.endproc
