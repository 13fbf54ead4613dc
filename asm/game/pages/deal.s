; deal.s -- a trade is offered: the contract, read and decided by the partner
;
; Both sides are listed in words.  For every mortgaged deed he receives the
; partner chooses between the fee and repaying.  Other terms he can send back (counter.s).
;
; Test tests/asm/game/ui/test_trade.py

.include "trade.inc"

; cells: what the left side gives, in its order, then the buttons
CELL_ACCEPT     = 2 * ITEM_ROWS
DEAL_BUTTONS    = 9
DEAL_CELLS      = CELL_ACCEPT + DEAL_BUTTONS
DEAL_ACCEPT     = 0
DEAL_DECLINE    = 1
DEAL_MANAGE     = 2
DEAL_BOARD      = 3
DEAL_STATS      = 4
DEAL_FILES      = 5
DEAL_HELP       = 6
DEAL_CHANGE     = 7             ; send it back with other terms
DEAL_STOP       = 8             ; decline a computer's offer, and be left alone
STOP_WAIT       = $FF           ; for so many of its turns, or until it gets a deed of that group

.segment "UI_BSS"

deal_at:        .res 1          ; cell selected last
deal_sure:      .res 1          ; nonzero: asked whether he is sure

.segment "DEAL_DATA"

.include "words_deal.inc"
deal_label_lo:  .byte <l_accept, <l_decline, <b_manage, <b_board, <b_stats, <b_files, <b_help
        .byte <l_change, <l_stop, <l_sure, <l_unsure
deal_label_hi:  .byte >l_accept, >l_decline, >b_manage, >b_board, >b_stats, >b_files, >b_help
        .byte >l_change, >l_stop, >l_sure, >l_unsure
        .assert deal_label_hi - deal_label_lo = DEAL_BUTTONS + 2, error, "words for each button"


.segment "DEAL_DATA"

deal_cells:
        GRID deal_allowed, DEAL_CELLS, ITEM_ROWS, HALF_WIDTH
.repeat ITEM_ROWS, i
        GRID_CELL LEFT_X, ITEM_TOP + i, HALF_WIDTH, 1
.endrepeat
        GRID_CELL 0, BUTTON_ROW, 18, 1
        GRID_CELL 19, BUTTON_ROW, 12, 1
        GRID_CELL 0, MORE_ROW, 8, 1
        GRID_CELL 9, MORE_ROW, 7, 1
        GRID_CELL 17, MORE_ROW, 8, 1
        GRID_CELL 26, MORE_ROW, 7, 1
        GRID_CELL 34, MORE_ROW, 6, 1
        GRID_CELL 32, BUTTON_ROW, 8, 1
        GRID_CELL 20, TABLE_ROWS, 19, 1
        .assert * - deal_cells = 5 + 4 * (DEAL_CELLS - ITEM_ROWS), error, "a place for each cell"

.segment "DEAL_CODE"

; deal_page -- let the partner decide; returns when he has, or after managing, saving, loading
; In     display off, all cells black, the board left (aside_open)     Out    -
; Uses   everything     Keeps  -
.proc deal_page
        lda trade_from
        sta table_seat
        jsr play_active
        stx table_seat+1
        inx
        stx table_decided       ; not 0
        lda #CELL_ACCEPT + DEAL_DECLINE
        sta deal_at
        ; falls through
.endproc

; deal_resume -- go on with it after another overlay was loaded
; In     aside_open     Out    as deal_page     Uses everything     Keeps  -
.proc deal_resume
        jsr arm_begin
        ; falls through
.endproc

; deal_show -- the page, until it is left
.proc deal_show
        lda #<deal_cells
        ldy #>deal_cells
        jsr grid_open
        jsr deal_draw
        jsr video_show
@key:
        jsr grid_key
        jsr deal_key
        bcc @key
        cmp #DEAL_BOARD
        beq @board
        cmp #DEAL_STATS
        beq @stats
        cmp #DEAL_HELP
        beq @help
        pha
        jsr aside_close
        pla
        cmp #DEAL_MANAGE
        beq @manage
        cmp #DEAL_FILES
        beq @files
        cmp #DEAL_ACCEPT
        beq @accept
        cmp #DEAL_CHANGE
        beq @change
        cmp #DEAL_STOP
        bne @decline
        ldx trade_from
        lda #STOP_WAIT
        sta brain_wait,x
@decline:
        lda #REQ_DECLINE
        jmp request_send
@accept:
        lda #REQ_APPROVE
        jmp request_send
@change:
        jmp counter_person
@manage:
        lda #LOCAL_MANAGE
        jmp local_do
@files:
        lda #LOCAL_FILES        ; files_loaded tells whether this is another game now;
        jmp local_do            ; this page is not in memory any more
@board:
        jsr overview_page
        jmp deal_show
@help:
        lda #<help_deal
        ldy #>help_deal
        jsr help_words
        jmp deal_show
@stats:
        jmp deal_stats          ; this page is not in memory any more when he comes back
.endproc

; deal_draw -- the whole contract
.proc deal_draw
        lda #0
        sta deal_sure
        lda deal_at
        sta grid_at
        lda blanked             ; as it comes from the disk all cells are empty
        bne @empty
        jsr screen_clear
@empty:
        jsr ground_draw
        lda #ON(DARK, WHITE)
        sta worth_ink
        jsr headers_draw
        ldy #1
@side:
        sty ui_d
        jsr items_draw
        ldy ui_d
        dey
        bpl @side
        lda item_counts         ; below the longer list
        cmp item_counts+1
        bcs @longer
        lda item_counts+1
@longer:
        adc #ITEM_TOP + 3       ; one more or not: no matter
        sta ui_b
        jsr gains_lines
        jmp deal_refresh
.endproc

; deal_refresh -- statement, buttons, words
.proc deal_refresh
        jsr statement_draw
        jsr deal_buttons
        jmp deal_words
.endproc

; --- deciding -------------------------------------------------------------------------

; deal_allowed -- buttons, and mortgaged deeds the partner receives (ui/grid.s)
; In     X cell     Out C=0 yes     Keeps X, tmp*, rect_*, ui_ptr     Uses A, Y, ui_d, item_scan
.proc deal_allowed
        cpx #CELL_ACCEPT
        bcs @button
        lda deal_sure
        bne @no
        txa
        pha
        jsr cell_item
        bcs @none
        cpx #SQUARES
        bcs @none
        lda square_mortgaged,x
        cmp #1
        pla
        tax
        bcc @no
@yes:
        clc
        rts
@button:
        cpx #CELL_ACCEPT + DEAL_MANAGE
        bcc @yes
        lda deal_sure           ; he is to answer first
        bne @no
        cpx #CELL_ACCEPT + DEAL_STOP
        bne @yes
        jmp asker_computer
@none:
        pla
        tax
@no:
        sec
        rts
.endproc

; cell_item -- In X cell of the list     Out C=0 X = its item; C=1 none
; Uses   A, Y, ui_d, item_scan, item_count
.proc cell_item
        lda #0
        sta ui_d
        stx item_count
        jsr items_first
@next:
        bcs @none
        dec item_count
        bmi @none
        jsr items_next
        jmp @next
@none:
        rts
.endproc

; deal_key -- what a key does
; In     A key     Out C=1 A = DEAL_* that leaves the page
.proc deal_key
        cmp #0
        beq @moved
        cmp #KEY_ARMED
        beq @armed
        cmp #KEY_RETURN
        beq @press
        cmp #KEY_HELP
        beq @help
        cmp #KEY_RIGHT + 1
        bcc @step
        sta tmp4
        ldx #DEAL_BUTTONS - 1
@button:
        lda deal_label_lo,x     ; its words begin with its key
        ldy deal_label_hi,x
        jsr text_open
        lda text_buffer
        cmp tmp4
        beq @pressed
        dex
        bpl @button
        lda tmp4
        cmp #'R'
        bne @none
@press:
        lda grid_at
        sec
        sbc #CELL_ACCEPT
        bcs @deal
        jmp deal_toggle
@armed:
        jsr deal_buttons
        clc
        rts
@help:
        ldx #DEAL_HELP
@pressed:
        txa
@deal:
        jmp deal_press
@step:
        jsr grid_step
        bcs @none
@moved:
        jsr sound_move
        ldx grid_old
        jsr deal_part
        ldx grid_at
        stx deal_at
        jsr deal_part
        jsr deal_words
@none:
        clc
        rts
.endproc

; deal_toggle -- fee or repayment of the selected deed
; Out    C=0
.proc deal_toggle
        ldx grid_at
        jsr cell_item
        stx arg0
        lda #REQ_TOGGLE
        jsr play_request        ; has no events
        jsr sound_press
        ldx grid_at
        jsr deal_part
        jsr video_commit        ; what follows takes time
        jsr deal_refresh
        clc
        rts
.endproc

; deal_press -- In A = DEAL_*     Out C=1 A = it leaves the page
; To accept takes two presses: the first only asks whether he is sure (deal_sure), and the second leaves.  A
; button that decides is not taken within half a second of the page (arm_refuses).
.proc deal_press
        cmp #DEAL_STOP
        beq @stop
        cmp #DEAL_MANAGE
        bcs @any
        bcc @timed              ; always
@stop:
        jsr asker_computer      ; only computers stop asking on request
        bcs @stay
@timed:
        pha
        jsr arm_refuses
        beq @in_time
        pla
        clc
        rts
@in_time:
        pla
@any:
        ldx deal_sure
        bne @sure
        cmp #DEAL_CHANGE
        bne @decides
        jsr changes_left        ; an offer can go back and forth three times in all
        bcc @leave
        jsr sound_refuse
        jmp often_words
@decides:
        cmp #DEAL_ACCEPT
        bne @leave
        lda #REQ_APPROVE
        jsr play_check          ; it may have become impossible since it was made
        bcs @refused
        lda #1
        jsr sure_set
        jsr sure_words
        clc
        rts
@sure:
        cmp #DEAL_ACCEPT
        beq @leave
        cmp #DEAL_DECLINE
        bne @stay
        lda #0
        jsr sure_set
        jsr deal_words
@stay:
        clc
        rts
@leave:
        pha
        jsr sound_press
        pla
        sec
        rts
@refused:
        pha
        jsr sound_refuse
        pla
        jsr words_reason
        clc
        rts
.endproc

; changes_left -- C=0: this trade may be sent back once more     Keeps A, X, Y
.proc changes_left
        pha
        lda transfer_seen
        cmp #COUNTERS
        pla
        rts
.endproc

; asker_computer -- C=0: a computer has offered it     Keeps A, X, Y
.proc asker_computer
        pha
        txa
        pha
        ldx trade_from
        lda player_flags,x
        eor #PF_CPU
        asl a                   ; PF_CPU into C
        pla
        tax
        pla
        rts
.endproc
        .assert PF_CPU = $80, error, "asker_computer tells computers by bit 7"

; often_words -- why it cannot be sent back     Out C=0
.proc often_words
        lda #ON(YELLOW, PAGE_COLOR)
        sta ink
        lda #<w_often
        ldy #>w_often
        jsr words_put
        clc
        rts
.endproc

; sure_set -- In A nonzero: the second question is open
.proc sure_set
        sta deal_sure
        jsr arm_begin
        ldx grid_at
        lda #CELL_ACCEPT + DEAL_DECLINE
        sta grid_at
        sta deal_at
        jsr deal_part
        jsr sound_press
        jmp deal_buttons
.endproc

; sure_words -- the second question, with the bank's share (R-14.6)
.proc sure_words
        ldx table_seat+1
        jsr trade_charges
        sta num_lo
        sty num_hi
        lda #ON(WHITE, PAGE_COLOR)
        sta ink
        lda num_lo
        ora num_hi
        beq @free
        ldx #0
        ldy #INFO_ROW
        jsr video_goto
        lda #BRIEF(w_fees)
        jsr label_at
        jsr number_plain
        lda #BRIEF(w_fees_2)
        jsr label_at
        jmp words_end
@free:
        lda #<w_sure
        ldy #>w_sure
        jmp words_put
.endproc

; deal_part -- draw cell X again: a button, or a deed that is selected or not
; Uses   A, X, Y, ui_*, rect_*, num_*, tmp*, ink
.proc deal_part
        cpx #CELL_ACCEPT
        bcs deal_button
        stx ui_c
        jsr grid_rect
        lda #ON(BLACK, YELLOW)
        ldx ui_c
        cpx grid_at
        beq @color
        lda #SHEET
@color:
        pha
        ldx ui_c
        jsr cell_item
        stx ui_c
        lda #0
        jsr items_wide
        bcc @narrow
        lda #ITEM_WIDTH
        sta rect_w
@narrow:
        ldx rect_x
        ldy rect_y
        jsr video_goto
        lda rect_x
        clc
        adc rect_w
        sta ui_a
        jsr item_draw
        ldx ui_a
        jsr text_pad
        inc rect_x              ; the head keeps its colours
        inc rect_x
        dec rect_w
        dec rect_w
        pla
        cmp #SHEET
        beq @done
        sta ink
        jmp rect_color
@done:
        rts
.endproc

; deal_buttons -- all of them
.proc deal_buttons
        ldx #DEAL_CELLS - 1
@button:
        txa
        pha
        jsr deal_button
        pla
        tax
        dex
        cpx #CELL_ACCEPT
        bcs @button
        rts
.endproc

; deal_button -- button in cell X; "accept" is dark while the rules refuse it
; Uses   A, X, Y, ui_b, rect_*, ui_ptr, text_ptr, tmp*, ink
.proc deal_button
        cpx #CELL_ACCEPT + DEAL_STOP
        bne @there
        jsr asker_computer
        bcs @none
@there:
        stx ui_b
        cpx #CELL_ACCEPT + DEAL_MANAGE
        bcs @other
        cpx #CELL_ACCEPT
        clc
        bne @label
        lda #REQ_APPROVE
        jsr play_check
        jmp @label
@other:
        lda deal_sure
        cmp #1
        bcs @label
        cpx #CELL_ACCEPT + DEAL_CHANGE
        bcc @label              ; C=0: enabled
        jsr changes_left
@label:
        php
        lda ui_b
        sec
        sbc #CELL_ACCEPT
        tay
        cpy #DEAL_MANAGE
        bcs @plain
        lda deal_sure
        beq @plain
        tya
        adc #DEAL_BUTTONS       ; C is clear
        tay
@plain:
        ldx deal_label_lo,y
        lda deal_label_hi,y
        tay
        txa
        ldx ui_b
        plp
        jmp button_put
@none:
        rts
.endproc

; deal_words -- what the selected cell is; who offers it when that is "accept"
; Uses   A, X, Y, text_ptr, tmp0, ink
.proc deal_words
        lda #ON(WHITE, PAGE_COLOR)
        sta ink
        lda grid_at
        sec
        sbc #CELL_ACCEPT
        bcc @item               ; cells of deeds come before the buttons
        beq @offer
        cmp #DEAL_DECLINE
        beq @fine
        cmp #DEAL_CHANGE
        beq @change
        cmp #DEAL_STOP
        beq @stop
        jmp words_none
@stop:
        lda #<w_stop
        bne @put                ; always
@change:
        jsr changes_left
        bcc @left
        jmp often_words
@left:
        lda #<w_change
        bne @put                ; always
@item:
        lda #<w_toggle
@put:
        ldy #BOOK_OVERLAY
        jmp words_put
@offer:
        lda #REQ_APPROVE
        jsr play_check          ; why it cannot be accepted, or who offers it
        bcc @fine
        jmp words_reason
@fine:
        ldx #0
        ldy #INFO_ROW
        jsr video_goto
        ldx table_seat
        jsr name_put
        lda #BRIEF(text_offers)
        ldx transfer_seen
        beq @label
        lda #BRIEF(text_counters)
@label:
        jsr label_at
        jmp words_end
.endproc
        .assert <w_stop <> 0 .and <w_change <> 0, error, "told by Z: always"
        .assert >w_stop = BOOK_OVERLAY .and >w_change = BOOK_OVERLAY .and >w_toggle = BOOK_OVERLAY, error, "one book"
