; trade.s -- proposing a trade: choose what changes hands, see what it comes to, offer it
;
; Test tests/asm/game/ui/test_trade.py

.include "trade.inc"

.segment "UI_BSS"

trade_reason:   .res 1          ; why it cannot be offered, 0 = it can
trade_limit:    .res 1          ; bit 7: there is no more cash than that
trade_old:      .res 1          ; cell that was selected before

.segment "TRADE_DATA"

.include "words_trade.inc"
label_lo:       .byte <b_confirm, <b_partner, <b_empty, <b_leave
        .byte <b_manage, <b_board, <b_stats, <b_help
label_hi:       .byte >b_confirm, >b_partner, >b_empty, >b_leave
        .byte >b_manage, >b_board, >b_stats, >b_help
        .assert label_hi - label_lo = TABLE_BUTTONS, error, "words for each button"

leave_lo:       .byte <(leave_send-1), <(leave_partner-1), 0, <(leave_close-1)
        .byte <(leave_manage-1), <(leave_board-1), <(leave_stats-1), <(leave_help-1)
leave_hi:       .byte >(leave_send-1), >(leave_partner-1), 0, >(leave_close-1)
        .byte >(leave_manage-1), >(leave_board-1), >(leave_stats-1), >(leave_help-1)

money_keys:     .byte "UIOJKL"
        .assert * - money_keys = MONEY_STEPS, error, "a key for each step"

.segment "TRADE_CODE"

; trade_page -- propose a trade, which the rules allow now
; In     display off, all cells black, the board left (aside_open)
; Out    the offer has been sent, or nothing has happened
; Uses   everything     Keeps  -
.proc trade_page
        jsr offer_resume
        jsr partner_only
        bcc @chosen
        jsr partner_pick
        bcs @close
@chosen:
        jsr offer_clean
        jsr cell_first
        jsr key_flush
        jmp trade_show
@close:
        jmp aside_close
.endproc

; trade_resume -- go on with it after another overlay was loaded; nothing has changed
; In     aside_open     Out    as trade_page     Uses everything     Keeps  -
.proc trade_resume
        jsr key_flush
        ; falls through
.endproc

; trade_again -- the table after a page that took its place
.proc trade_again
        jsr offer_clean
        jsr cell_again
        ; falls through
.endproc

; trade_show -- the table, until it is left
.proc trade_show
        jsr table_draw
        jsr video_show
@key:
        jsr grid_key
        jsr trade_key
        bcc @key
        pha
        jsr grid_frame_off
        pla
        tax
        jsr @leave
        bcc trade_again
        rts
@leave:
        lda leave_hi,x
        pha
        lda leave_lo,x
        pha
        rts
.endproc

; What the buttons do that leave the table: C=0 it is shown again, C=1 the page is left
.proc leave_send
        jsr aside_close
        lda #REQ_OFFER
        jsr request_send
        sec
        rts
.endproc

.proc leave_partner
        jsr partner_pick
        clc
        rts
.endproc

.proc leave_close
        jsr aside_close
        sec
        rts
.endproc

.proc leave_manage
        pla                     ; this page may not be in memory any more when he comes back
        pla
        jmp trade_manage
.endproc

.proc leave_board
        jsr overview_page
        clc
        rts
.endproc

.proc leave_help
        lda #<help_table
        ldy #>help_table
        jsr help_words
        clc
        rts
.endproc

.proc leave_stats
        pla                     ; as leave_manage
        pla
        jmp trade_stats
.endproc

; cell_first -- select the initiator's first deed, or else the first cell there is
; cell_again -- select the cell that was selected, if it still can be
; Uses   A, X, Y, ui_ptr
.proc cell_first
        ldx #0
        stx trade_old
        ; falls through
.endproc

.proc cell_again
        lda #<table_cells
        ldy #>table_cells
        jsr grid_open
        ldx trade_old
@cell:
        jsr grid_allowed
        bcc @found
        inx                     ; there are buttons at the end
        bne @cell
@found:
        stx grid_at
        stx trade_old
        rts
.endproc

; trade_key -- what a key does
; In     A key     Out C=1 A = button that leaves the table
; Uses   everything ui/ and video/ use
.proc trade_key
        cmp #0
        beq @moved
        cmp #KEY_RETURN
        bne @other
        jmp trade_press
@other:
        cmp #KEY_STOP
        beq @stop
        cmp #KEY_HELP
        beq @help
        cmp #'R'
        beq @repay
        cmp #KEY_RIGHT + 1
        bcc @step
        ldx #MONEY_STEPS - 1
@money:
        cmp money_keys,x
        beq @amount
        dex
        bpl @money
        sta tmp4
        ldx #TABLE_BUTTONS - 1
@button:
        lda label_lo,x          ; its words begin with its key
        ldy label_hi,x
        jsr text_open
        lda text_buffer
        cmp tmp4
        beq @pressed
        dex
        bpl @button
        clc
        rts
@stop:
        lda #BUTTON_LEAVE
        sec
        rts
@help:
        ldx #BUTTON_HELP
@pressed:
        txa
        jmp button_press
@amount:
        txa
        jmp amount_step
@repay:
        ldx grid_at
        jmp repay_press
@step:
        jsr grid_step
        bcs @none
@moved:
        jsr sound_move
        jsr selection_show
@none:
        clc
        rts
.endproc

; trade_press -- fire on the selected cell
; Out    C=1 A = button that leaves the table
.proc trade_press
        ldx grid_at
        jsr cell_split
        bcc @place
        jmp button_press
@place:
        cmp #PLACE_MONEY
        bcs @money
        cmp #PLACE_CARD
        bcc deed_press
        sbc #PLACE_CARD         ; C is set
        tax
        lda offer_cards
        eor card_mask,x
        sta offer_cards
        jmp cell_changed
@money:
        sbc #PLACE_MONEY
        jmp amount_step
.endproc

; deed_press -- leave, take, take and repay, in turn
; In     A place, Y side
.proc deed_press
        tax
        lda group_squares,x
        tax
        jsr group_built_refuse
        bcc @free
        jmp trade_refused
@free:
        lda offer_marks,x
        beq @take
        cpy #0
        beq @leave              ; what he gives is the partner's to repay
        cmp #MARK_IN
        bne @leave
        lda square_mortgaged,x
        beq @leave
        lda #MARK_IN | MARK_REPAY
        bne @set
@take:
        lda #MARK_IN
        bne @set
@leave:
        lda #0
@set:
        sta offer_marks,x
        ; falls through
.endproc

; cell_changed -- the selected cell looks different, and what follows from it
; Out    C=0
.proc cell_changed
        jsr sound_press
        ldx grid_at
        jsr cell_draw
        jsr video_commit        ; what follows takes time
        jsr trade_refresh
        clc
        rts
.endproc

; group_built_refuse -- C=1 A = REASON_IMPROVED: deed X cannot be traded     Keeps X, Y
.proc group_built_refuse
        tya
        pha
        jsr group_built
        pla
        tay
        lda #REASON_IMPROVED
        rts
.endproc

; trade_refused -- say why not, with a buzz
; In     A = REASON_*     Out C=0
.proc trade_refused
        pha
        jsr sound_refuse
        pla
        jsr words_reason
        clc
        rts
.endproc

; repay_press -- R: fee or repayment of the selected wanted deed
.proc repay_press
        jsr cell_split
        bcs @none
        cmp #PLACE_CARD
        bcs @none
        tax
        lda group_squares,x
        tax
        cpy #1                  ; side 0 gives: the receiver decides, and that is the other one
        lda #REASON_NOT_OWNER
        bcc trade_refused
        lda square_mortgaged,x
        beq @whole
        jsr group_built_refuse
        bcs trade_refused
        lda offer_marks,x
        ora #MARK_IN            ; it belongs to the trade from now on, repaid or not
        eor #MARK_REPAY
        sta offer_marks,x
        jmp cell_changed
@whole:
        lda #REASON_NOT_MORTGAGED
        jmp trade_refused
@none:
        clc
        rts
.endproc

; amount_step -- more or less cash on the side that is selected
; In     A step     Out C=0
.proc amount_step
        jsr amount_add
        ror trade_limit
        ldx #EFFECT_MOVE
        bit trade_limit
        bpl @effect
        ldx #EFFECT_REFUSE
@effect:
        jsr effect_play
        lda trade_side
        sta ui_d
        jsr amount_draw
        jsr video_commit        ; what follows takes time
        jsr trade_refresh
        bit trade_limit
        bpl @done
        lda #ON(YELLOW, PAGE_COLOR)
        sta ink
        lda #<w_limit
        ldy #>w_limit
        jsr words_put
@done:
        clc
        rts
.endproc

; button_press -- In A button     Out C=1 A = it leaves the table
.proc button_press
        cmp #BUTTON_EMPTY
        beq @empty
        cmp #BUTTON_PARTNER
        beq @partner
        cmp #BUTTON_CONFIRM
        bne @leave
        lda trade_reason        ; 0: the rules would take it
        beq @confirm
        jmp trade_refused
@confirm:
        lda #BUTTON_CONFIRM
@leave:
        pha
        jsr sound_press
        pla
        sec
        rts
@partner:
        jsr partner_choice
        lda #BUTTON_PARTNER
        bcc @leave              ; more than one to choose from
        lda #REASON_PARTNER
        jmp trade_refused
@empty:
        jsr offer_empty
        ldx #CELL_BUTTONS - 1
@cell:
        txa
        pha
        jsr cell_draw           ; all deeds are back with their owners
        pla
        tax
        dex
        bpl @cell
        jsr trade_refresh
        clc
        rts
.endproc

; selection_show -- another cell is selected: trade_old is not any more
; Uses   A, X, Y, rect_*, ui_*, ink, tmp*
.proc selection_show
        ldx trade_old
        lda grid_at
        sta trade_old
        jsr part_draw
        ldx grid_at
        jsr part_draw
        ldx grid_at
        jsr cell_split
        bcs @words
        sty trade_side
@words:
        ldx grid_at
        jsr grid_frame_place
        jmp words_draw
.endproc

; part_draw -- cell or button X, if being selected changes its look
.proc part_draw
        jsr cell_split
        bcs @button
        cmp #PLACE_MONEY
        bcc @card
        jmp cell_draw
@button:
        tay
        jmp trade_button
@card:
        rts
.endproc

; trade_refresh -- what follows from a change: statement, buttons, frame, words
; In     -     Out    -
; Uses   everything ui/ and video/ use     Keeps  -
.proc trade_refresh
        lda #REQ_OFFER
        jsr play_check
        bcs @refused
        lda #REASON_NONE
@refused:
        sta trade_reason
        jsr statement_draw
        ldy #TABLE_BUTTONS - 1
@button:
        tya
        pha
        jsr trade_button
        pla
        tay
        dey
        bpl @button
        ldx grid_at
        jsr grid_frame_place
        ; falls through
.endproc

; words_draw -- what the selected cell is
; Uses   A, X, Y, num_*, text_ptr, tmp*, ink
.proc words_draw
        lda #ON(WHITE, PAGE_COLOR)
        sta ink
        ldx grid_at
        jsr cell_split
        bcs @button
        cmp #PLACE_MONEY
        bcs @money
        cmp #PLACE_CARD
        bcs @free
        tax
        lda group_squares,x
        tax
        jmp deed_words
@money:
        lda #<w_money
        ldy #>w_money
        jmp words_put
@button:
        tax
        beq @offered
        jmp words_none
@offered:
        lda trade_reason        ; confirm: or why not
        beq @offer
        cmp #REASON_EMPTY
        beq @begin
        jmp words_reason
@begin:
        lda #<w_begin
        ldy #>w_begin
        jmp words_put
@offer:
        lda #<w_confirm
        ldy #>w_confirm
        jmp words_put
@free:
        ldx #0
        ldy #INFO_ROW
        jsr video_goto
        lda #BRIEF(w_free)
        jsr label_at
        lda #NAMES_GAOL
        ldy #BOOK_NAMES
        jsr text_at
        lda #BRIEF(w_free_2)
        jsr label_at
        jmp words_end
.endproc

; deed_words -- name, price, and what its mortgage means here
; In     X square     Uses A, X, Y, ui_a, num_*, text_ptr, tmp*, ink
.proc deed_words
        stx ui_a
        ldx #0
        ldy #INFO_ROW
        jsr video_goto
        ldy ui_a
        jsr square_name
        jsr text_at
        ldx ui_a
        lda square_mortgaged,x
        beq @price
        ldy offer_marks,x
        beq @mortgaged
        lda square_owner,x
        cmp table_seat+1
        bne @mortgaged          ; the partner will choose
        tya
        and #MARK_REPAY
        bne @repaid
        lda #BRIEF(w_fee)
        jsr label_at
        ldx ui_a
        lda fee_value,x
        ldy #0
        beq @number
@repaid:
        lda #BRIEF(w_repaid)
        jsr label_at
        ldx ui_a
        jsr square_repay
@number:
        jsr word_plain
        jmp words_end
@mortgaged:
        jsr @worth
        lda #BRIEF(w_mortgaged)
        jsr label_at
        jmp words_end
@price:
        jsr @worth
        jmp words_end
@worth:
        jsr space_put
        lda #'$'
        jsr video_put
        ldx ui_a
        jsr square_price
        jmp word_plain
.endproc

; trade_button -- draw button Y
.proc trade_button
        tya
        clc
        adc #CELL_BUTTONS
        tax
        cpy #BUTTON_CONFIRM
        beq @confirm
        cpy #BUTTON_PARTNER
        bne @enabled
        txa
        pha
        tya
        pha
        jsr partner_choice      ; C=1: greyed
        pla
        tay
        pla
        tax
        jmp @label
@confirm:
        lda trade_reason
        cmp #1                  ; C=1, greyed, unless there is no reason against it
        bcs @label
@enabled:
        clc
@label:
        lda label_hi,y
        pha
        lda label_lo,y
        tay
        pla
        sty tmp0
        tay
        lda tmp0
        jmp button_put
.endproc
