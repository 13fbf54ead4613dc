; loans.s -- who owes what to whom, new money; asking for a loan, paying one back early
;
; A list of items from above: the asker's own loans, which are paid back, lender, amount, term, the
; banker's new money of that amount, ask, back.  What the bank has stands in the heading.  Cursor up and down choose one, left and right change it, RETURN, fire or a click does it;
; U I O J K L change the amount as in an auction.
;
; Test tests/asm/game/ui/test_russian.py

.include "pages.inc"
.include "../play/play.inc"
.include "../data/text/text.inc"
.include "../sys/sys.inc"
.include "../ui/ui.inc"
.include "../video/video.inc"
.include "../zp.inc"
.include "../zp_ui.inc"

LOAN_ROW        = 4
LOG_ROW         = 13            ; four rows, two columns, below its heading
FORM_ROW        = 18
LEFT            = 2
VALUE_X         = 12
RIGHT           = 38
ITEM_LENDER     = LOANS         ; behind the loans
ITEM_AMOUNT     = LOANS + 1
ITEM_TERM       = LOANS + 2
ITEM_ISSUE      = LOANS + 3
ITEM_ASK        = LOANS + 4
ITEM_BACK       = LOANS + 5
ITEMS           = LOANS + 6
ACCOUNT_X       = 20

.segment "UI_BSS"

loans_item:     .res 1
loans_term:     .res 1          ; 0.. turns, then laps
loans_line:     .res 1

.segment "HELP_DATA"

.include "words_loans.inc"

loans_labels:
        LABEL 17, 1, ON(WHITE, PAGE_COLOR), text_loans
        LABEL LEFT, LOG_ROW - 1, ON(LIME, PAGE_COLOR), text_issued
        .byte $FF
amount_keys:    .byte "UIOJKL"
AMOUNTS         = * - amount_keys
amount_lo:      .byte <100, <10, <1, <(-100), <(-10), <(-1)
amount_hi:      .byte >100, >10, >1, >(-100 & $FFFF), >(-10 & $FFFF), >(-1 & $FFFF)
item_row:       .byte LOAN_ROW, LOAN_ROW + 1, LOAN_ROW + 2, LOAN_ROW + 3, LOAN_ROW + 4, LOAN_ROW + 5
        .byte LOAN_ROW + 6, LOAN_ROW + 7, FORM_ROW, FORM_ROW + 1, FORM_ROW + 2, FORM_ROW + 3
        .byte FORM_ROW + 4, FORM_ROW + 5
        .assert * - item_row = ITEMS, error, "a row for each item"
item_words:     .byte <text_lender, <text_amount, <text_term, <text_issue, <text_ask, <text_leave
TERMS           = LOAN_TURNS_MOST + LOAN_LAPS_MOST

.segment "HELP_CODE"

; loans_page -- until a player asks for something or leaves the page
; In     display off, all cells black     Out A = REQ_* that is wanted, 0 none; LOAN_ASK_*; arg0 in
;        offer_want_hi     Uses everything     Keeps  -
.proc loans_page
        jsr page_dress
        lda #<loans_labels
        ldy #>loans_labels
        jsr labels_draw
        jsr account_draw
        lda #CREDIT_BANK
        sta LOAN_ASK_LENDER
        lda #100
        sta LOAN_ASK_LO
        lda #0
        sta LOAN_ASK_HI
        lda #5 - 1
        sta loans_term
        lda #ITEM_LENDER
        sta loans_item
        lda #$FF                ; a trade that was begun is none any more: the block is ours
        sta offer_author
        jsr loans_draw
        jsr video_show
        jsr key_flush
@key:
        jsr loans_wait
        jsr loans_key
        bcs @out
        jsr loans_draw
        jmp @key
@out:
        rts
.endproc

; loans_wait -- heartbeat until a key; the pointer chooses an item meanwhile
; Out    A key
.proc loans_wait
        jsr key_get
        bcc @key
        jsr ui_frame
        jsr pointer_cell
        bcs loans_wait
        jsr item_at
        bcs loans_wait
        cpx loans_item
        beq loans_wait
        stx loans_item
        jsr sound_move
        jsr loans_draw
        jmp loans_wait
@key:
        rts
.endproc

; item_at -- In Y row     Out C=0 X = an item that can be chosen     Uses A
.proc item_at
        ldx #ITEMS - 1
@item:
        tya
        cmp item_row,x
        beq item_allowed
        dex
        bpl @item
        sec
        rts
.endproc

; item_allowed -- C=0: item X can be chosen: of the loans only his own, new money if he is the banker
; Uses A     Keeps X, Y
.proc item_allowed
        cpx #ITEM_ISSUE
        beq @banker
        cpx #LOANS
        bcs @yes
        lda loan_borrower,x
@own:
        cmp mode_active
        bne @no
@yes:
        clc
        rts
@banker:
        lda switches + SW_BANK
        beq @no
        lda switches + SW_BANKER
        sbc #1                  ; C is set; none is 0
        jmp @own
@no:
        sec
        rts
.endproc

; loans_key -- In A key     Out C=1 A = what is wanted: the page is left
; A loan and new money are both REQ_LOAN: the unit of what is asked says which.
.proc loans_key
        cmp #KEY_STOP
        beq @back
        cmp #KEY_RETURN
        beq @press
        cmp #KEY_CLICK
        beq @click
        cmp #KEY_UP
        beq @up
        cmp #KEY_DOWN
        beq @down
        cmp #KEY_LEFT
        beq @less
        cmp #KEY_RIGHT
        beq @more
        ldx #AMOUNTS - 1
@amount:
        cmp amount_keys,x
        beq @change
        dex
        bpl @amount
        clc                     ; the page goes on
        rts
@change:
        jmp amount_change
@back:
        lda #0
        sec
        rts
@click:
        ldy click_y
        jsr item_at
        bcs @none
        stx loans_item
@press:
        ldx loans_item
        cpx #ITEM_BACK
        beq @back
        cpx #ITEM_ASK
        beq @ask
        cpx #ITEM_ISSUE
        beq @issue
        cpx #ITEM_LENDER
        bcs @more               ; the other items are values: RETURN changes them
        stx offer_want_hi       ; the first items are the loans themselves: the number is the item
        lda #REQ_PAYBACK
        sec
        rts
@issue:
        lda #LOAN_ISSUE
        sta LOAN_ASK_UNIT
@ask:
        lda #REQ_LOAN
        sec
        rts
@up:
        lda #$FF                ; to the next item that may be chosen, round the ends
        bne @step
@down:
        lda #1
@step:
        sta tmp1
        ldx loans_item
@next:
        txa
        clc
        adc tmp1
        bpl @above
        lda #ITEMS - 1
@above:
        cmp #ITEMS
        bcc @inside
        lda #0
@inside:
        tax
        jsr item_allowed
        bcs @next
        stx loans_item
        jsr sound_move
@none:
        clc
        rts
@less:
        lda #$FF
        bne item_change
@more:
        lda #1
        ; falls through
.endproc

; item_change -- another value of the chosen item
; In     A = 1 or $FF     Out C=0
.proc item_change
        sta tmp1
        ldx loans_item
        cpx #ITEM_LENDER
        beq @lender
        cpx #ITEM_AMOUNT
        beq @amount
        cpx #ITEM_TERM
        bne @done
        lda loans_term
        clc
        adc tmp1
        bpl @low
        lda #TERMS - 1
@low:
        cmp #TERMS
        bcc @term
        lda #0
@term:
        sta loans_term
        jsr sound_move
@done:
        clc
        rts
@amount:
        ldx #1                  ; +10, -10
        lda tmp1
        bpl @by
        ldx #4
@by:
        jmp amount_change
@lender:
        ldx LOAN_ASK_LENDER
@next:
        txa
        clc
        adc tmp1
        bpl @seat
        lda #CREDIT_BANK
@seat:
        cmp #CREDIT_BANK + 1
        bcc @inside
        lda #0
@inside:
        tax
        cpx #CREDIT_BANK
        beq @found
        cpx mode_active
        beq @next
        lda player_flags,x
        lsr a                   ; PF_ALIVE
        bcc @next
@found:
        stx LOAN_ASK_LENDER
        jsr sound_move
        clc
        rts
.endproc

; amount_change -- the amount by step X, within 1 and what can be lent
; Out    C=0
.proc amount_change
        clc
        lda LOAN_ASK_LO
        adc amount_lo,x
        tay
        lda LOAN_ASK_HI
        adc amount_hi,x
        bmi @done               ; below 0
        bne @most
        cpy #0                  ; nothing is no loan
        beq @done
@most:
        cmp #>LOAN_MOST
        bcc @set
        bne @done
        cpy #<(LOAN_MOST + 1)
        bcs @done
@set:
        sta LOAN_ASK_HI
        sty LOAN_ASK_LO
        jsr sound_move
@done:
        clc
        rts
.endproc

; loans_draw -- everything that changes; LOAN_ASK_UNIT, _TERM from loans_term
; Uses   A, X, Y, text_ptr, num_*, tmp*, ink, ui_*
.proc loans_draw
        ldy #LOAN_TURNS
        ldx loans_term
        inx
        cpx #LOAN_TURNS_MOST + 1
        bcc @turns
        txa
        sbc #LOAN_TURNS_MOST    ; C is set
        tax
        iny
@turns:
        sty LOAN_ASK_UNIT
        stx LOAN_ASK_TERM
        ldx #ITEMS - 1
@item:
        stx loans_line
        jsr item_draw
        ldx loans_line
        dex
        bpl @item
        jmp log_draw
.endproc

; item_draw -- item X
.proc item_draw
        cpx loans_item
        jsr line_ink
        ldy item_row,x
        ldx #LEFT
        jsr video_goto
        ldx loans_line
        cpx #LOANS
        bcc @loan
        cpx #ITEM_ISSUE
        bne @words
        jsr item_allowed
        bcs @button             ; C stays set
@words:
        lda item_words - LOANS,x
        ldy #BOOK_OVERLAY
        jsr text_at
        ldx loans_line
        cpx #ITEM_ISSUE
@button:
        bcs @rest
        ldx #VALUE_X
        jsr text_pad
        ldx loans_line
        cpx #ITEM_AMOUNT
        bcc @lender
        beq @amount
        lda LOAN_ASK_TERM
        ldy LOAN_ASK_UNIT
        jsr span_put
        jmp @rest
@amount:
        lda LOAN_ASK_LO
        ldy LOAN_ASK_HI
        jsr sum_put
        jmp @rest
@lender:
        ldx LOAN_ASK_LENDER
        jsr lender_put
        jmp @rest
@loan:
        lda loan_borrower,x
        bmi @none
        tax
        jsr name_put
        lda #BRIEF(text_owes)
        jsr label_at
        ldx loans_line
        lda loan_lender,x
        tax
        jsr lender_put
        jsr space_put
        ldx loans_line
        lda loan_lo,x
        ldy loan_hi,x
        jsr sum_put
        jsr space_put
        ldx loans_line
        jsr term_put
        jmp @rest
@none:
        lda loans_line
        bne @rest
        lda loan_borrower       ; nothing is lent at all?
        bpl @rest
        lda #BRIEF(text_free)
        jsr label_at
@rest:
        ldx #RIGHT
        jmp text_pad
.endproc

; lender_put -- a player's name, or the bank, X at the cursor
.proc lender_put
        cpx #CREDIT_BANK
        bcc @seat
        lda #BRIEF(text_bank)
        jmp label_at
@seat:
        jmp name_put
.endproc

; account_draw -- what the bank has: what was printed and issued, less what is in circulation
; In     -     Out    -     Uses   A, X, Y, num_*, tmp*, ink     Keeps  -
.proc account_draw
        lda switches + SW_BANK
        beq @done
        lda #ON(WHITE, PAGE_COLOR)
        sta ink
        ldx #ACCOUNT_X
        ldy #2
        jsr video_goto
        lda #BRIEF(text_has)
        jsr label_at
        lda #<PRINTED_MONEY
        clc
        adc issue_total
        tax
        lda #>PRINTED_MONEY
        adc issue_total+1
        tay
        txa
        sec
        sbc bank_out
        tax
        tya
        sbc bank_out+1
        tay
        txa
        jmp sum_put
@done:
        rts
.endproc

; log_draw -- when how much new money was issued
.proc log_draw
        lda #ON(WHITE, PAGE_COLOR)
        sta ink
        ldx #0
@entry:
        cpx issue_count
        bcs @done
        stx loans_line
        txa
        and #3                  ; eight entries, four in each of two columns
        clc
        adc #LOG_ROW
        tay
        txa
        ldx #LEFT
        and #4
        beq @column
        ldx #LEFT + 18
@column:
        jsr video_goto
        lda #BRIEF(text_turn)
        jsr label_at
        ldx loans_line
        lda issue_turn_lo,x
        ldy issue_turn_hi,x
        jsr word_plain
        jsr space_put
        ldx loans_line
        lda issue_lo,x
        ldy issue_hi,x
        jsr sum_put
        ldx loans_line
        inx
        bne @entry              ; always
@done:
        rts
.endproc
