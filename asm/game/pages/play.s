; play.s -- the main page: whose turn it is and what he can do
;
; Test tests/asm/game/ui/test_screens.py, test_options.py, test_play.py, test_files.py

.include "pages.inc"
.include "../play/play.inc"
.include "../sys/drive.inc"
.include "../sys/random.inc"
.include "../sys/sys.inc"
.include "../ui/ui.inc"
.include "../video/video.inc"
.include "../zp.inc"
.include "../zp_ui.inc"
.include "glyphs.inc"

PLATE_ROW       = 8             ; whose turn it is; below it what is asked
KEYS_ROW        = 10
RESUMED         = 75            ; fiftieths of a second

.segment "UI_BSS"

prompt_mode:    .res 1          ; MODE_* of the last prompt
prompt_before:  .res 1          ; and of the one before
dice_shown:     .res 1

.segment "UI_RODATA"

.include "words_play.inc"
.include "words_reasons.inc"
.include "words_asked.inc"

menu_first:
        MENU_ITEM "R", REQ_ROLL, l_begin
        MENU_PLAY
        .byte 0
menu_turn:
        MENU_ITEM "R", REQ_ROLL, l_roll
        MENU_ITEM "N", REQ_END_TURN, l_next
        MENU_ITEM "M", LOCAL_MANAGE, l_manage
        MENU_ITEM "T", LOCAL_TRADE, l_trade
        MENU_ITEM "I", LOCAL_INFO, l_info
        MENU_ITEM "V", LOCAL_BOARD, l_board
        MENU_PAGE
        MENU_ITEM "S", LOCAL_STATS, l_stats
        MENU_ITEM "H", LOCAL_LOG, l_log
        MENU_ITEM "G", LOCAL_FILES, l_files
        MENU_ITEM "O", LOCAL_OPTIONS, l_options
        MENU_ITEM "?", LOCAL_HELP, l_help
        MENU_ITEM "Q", REQ_QUIT, l_quit
        .byte 0
menu_gaol:
        MENU_ITEM "R", REQ_ROLL, l_roll
        MENU_ITEM "P", REQ_BAIL, l_bail
        MENU_ITEM "F", REQ_CARD, l_card
        MENU_ITEM "M", LOCAL_MANAGE, l_manage
        MENU_ITEM "T", LOCAL_TRADE, l_trade
        MENU_ITEM "I", LOCAL_INFO, l_info
        MENU_PAGE
        MENU_COMMON
        MENU_ITEM "G", LOCAL_FILES, l_files
        MENU_ITEM "Q", REQ_QUIT, l_quit
        MENU_PAGE
        MENU_ITEM "H", LOCAL_LOG, l_log
        .byte 0
menu_buy:
        MENU_ITEM "B", REQ_BUY, l_buy
        MENU_ITEM "P", REQ_PASS, l_auction
        MENU_ITEM "M", LOCAL_MANAGE, l_manage
        MENU_ITEM "T", LOCAL_TRADE, l_trade
        MENU_ITEM "I", LOCAL_INFO, l_info
        MENU_PAGE
        MENU_PLAY
        .byte 0
menu_post:
        MENU_ITEM "P", REQ_BAIL, l_bail
        MENU_ITEM "M", LOCAL_MANAGE, l_manage
        MENU_ITEM "T", LOCAL_TRADE, l_trade
        MENU_ITEM "I", LOCAL_INFO, l_info
        MENU_PAGE
        MENU_PLAY
        .byte 0
menu_auction:                   ; the bid stands below: five buttons a page
        MENU_ITEM "B", REQ_BID, l_bid
        MENU_ITEM "P", REQ_PASS, l_pass
        MENU_ITEM "F", REQ_FORFEIT, l_forfeit
        MENU_ITEM "M", LOCAL_MANAGE, l_manage
        MENU_PAGE
        MENU_COMMON "X"
        MENU_PAGE
        MENU_ITEM "T", LOCAL_TRADE, l_trade
        MENU_ITEM "D", LOCAL_INFO, l_info
        MENU_ITEM "G", LOCAL_FILES, l_files
        MENU_ITEM "H", LOCAL_LOG, l_log
        .byte 0
menu_debt:
        MENU_ITEM "C", REQ_CONTINUE, l_continue
        MENU_ITEM "A", REQ_AUTO_PAY, l_raise
        MENU_ITEM "M", LOCAL_MANAGE, l_manage
        MENU_ITEM "T", LOCAL_TRADE, l_trade
        MENU_ITEM "I", LOCAL_INFO, l_info
        MENU_PAGE
        MENU_PLAY
        .byte 0
menu_transfer:
        MENU_ITEM "O", LOCAL_CHOOSE, l_choose
        MENU_ITEM "C", REQ_CONFIRM, l_confirm
        MENU_ITEM "M", LOCAL_MANAGE, l_manage
        MENU_PAGE
        MENU_PLAY "X"
        .byte 0
menu_quit:
        MENU_ITEM "N", REQ_REFUSE, l_refuse
        MENU_ITEM "Y", REQ_AGREE, l_agree
        MENU_COMMON
        MENU_PAGE
        MENU_ITEM "G", LOCAL_FILES, l_files
        MENU_ITEM "H", LOCAL_LOG, l_log
        .byte 0

; What clicks stand for, besides buttons and squares; in an auction the amount, too.
zones_auction:
        ZONE PANEL_X, BID_ROW + 1, 5, 1, 'U'
        ZONE PANEL_X + 6, BID_ROW + 1, 4, 1, 'I'
        ZONE PANEL_X + 11, BID_ROW + 1, 4, 1, 'O'
        ZONE PANEL_X, BID_ROW + 2, 5, 1, 'J'
        ZONE PANEL_X + 6, BID_ROW + 2, 4, 1, 'K'
        ZONE PANEL_X + 11, BID_ROW + 2, 4, 1, 'L'
zones_play:
        ZONE PANEL_X, KEYS_ROW, 3, 1, KEY_F1
        ZONE PANEL_X + 3, KEYS_ROW, 2, 1, KEY_F3
        ZONE PANEL_X + 5, KEYS_ROW, 2, 1, KEY_F5
        ZONE PANEL_X + 7, KEYS_ROW, 2, 1, KEY_F7
        ZONE PANEL_X + 9, KEYS_ROW, 6, 1, '?'
        .byte $FF

phase_menu:     .addr menu_turn, menu_buy, menu_post, menu_debt, menu_turn, menu_tax
mode_menu:      .addr 0, menu_first, 0, menu_auction, 0, menu_debt ; a trade has its page
        .addr menu_transfer, menu_quit, 0, menu_rent, menu_loan, 0, 0
        .assert * - mode_menu = 2 * MODES_ALL, error, "a menu for each mode"



reason_words:                   ; by REASON_*
        .byte <r_mode, <r_mode, <r_mode, <r_mode, <r_mode, <r_debt
        .byte <r_phantom, <r_range, <r_range, <r_money, <r_not_deed
        .byte <r_not_owner, <r_not_street, <r_group, <r_group_mort
        .byte <r_even, <r_full, <r_no_houses, <r_no_hotels, <r_bare
        .byte <r_mortgaged, <r_not_mort, <r_improved, <r_in_trade
        .byte <r_low_bid, <r_no_card, <r_mode, <r_no_debt
        .byte <r_partner, <r_empty, <r_trade_you, <r_trade_them
        .byte <r_not_seen, <r_construction, <r_range, <r_once, <r_no_loan, <r_credit, <r_family, <r_session, <r_level
REASON_WORDS    = * - reason_words
        .assert REASON_WORDS = REASON_LEVEL + 1, error, "words for each reason"

.segment "UI_CODE"

; play_page -- play from the first roll until there is a winner
; In     -     Out    -     Uses   everything     Keeps  -
.proc play_page
        jsr stage_bare
        sta computer_stop
        sta board_side
        jsr bid_reset
        jsr log_clear
        jsr screen_fresh
        jsr play_screen
        ; falls through
.endproc

; play_turns -- the loop of a game, from whatever is to be decided now
.proc play_turns
        lda #1
        sta vamp_on
@turn:
        lda event_count
        beq @shown
        jsr arm_showing
@shown:
        jsr events_play
        jsr mood_find
        bcc @dressed
        jsr play_screen         ; the town has grown: another time of day
@dressed:
        jsr play_mode
        cmp #MODE_OVER
        bne @prompt
        lda #0
        sta panel_shown
        sta vamp_on
        jmp sprites_off
@prompt:
        jsr market_open
        bcs @turn
        jsr computer_now
        bcs @computer
        jsr play_mode
        cmp #MODE_TRADE
        bne @board
        lda computer_stop
        beq @deal
@board:
        jsr focus_return
        lda #0
        sta ev_type             ; nothing has happened
        jsr guide_now
        jsr prompt_draw
        lda #CARTRIDGE_AUTO     ; what it draws shows the prompt, too
        jsr cartridge_aside
        lda turn_count          ; on a disk, so C=1: everybody has had a turn since the last save
        sbc auto_turn
        cmp player_count
        bcc @choose
        lsr auto_round          ; ROUND_ON becomes ROUND_DUE, which is the page's; if that cannot be had, none
        beq @choose
        lda #LOCAL_FILES
        bne @local              ; always
@choose:
        jsr menu_choose
        bcs @key
        cmp #REQ_QUIT
        beq @quit
        cmp #LOCAL_YES
        beq @go_on
        cmp #MENU_OWN
        bcs @preset
        cmp #MENU_LOCAL
        bcs @local
@send:
        jsr request_send
        bcs @turn
        jsr menu_fresh          ; keeps C
        bcc @turn               ; always
@quit:
        jsr play_check
        bcs @ends               ; to hear why not
        jsr files_quit
        bcc @loaded
@ends:
        lda #REQ_QUIT
        bne @send               ; always
@computer:
        jsr focus_return
        jsr computer_turn
        jmp @turn
@go_on:
        lda #0
        sta computer_stop
        beq @again              ; always
@preset:
        jsr preset_press
        bpl @send
        bmi @again              ; always
@deal:
        jsr deal_open
        jmp @loaded
@local:
        jsr local_do
@loaded:
        lda files_loaded
        bne play_loaded
@again:
        jmp @turn
@key:
        lda menu_key
        jsr side_key
        bcc @again
        lda menu_key
        cmp #KEY_CLICK
        beq @click
        jsr amount_asked
        bne @choose
        lda computer_stop
        bne @choose
        lda menu_key
        jsr bid_key
        jmp @choose
@click:
        ldx click_x
        ldy click_y
        jsr square_at
        bcs @more
        inx                     ; information about it
        stx browse_first
        lda #LOCAL_INFO
        bne @local
@more:
        jmp @choose
.endproc

; stage_bare -- no card and no dice are to lie on the stage
; In     -     Out    A = 0     Uses   flags     Keeps  X, Y
.proc stage_bare
        lda #$FF
        sta stage_square
        lda #0
        sta dice_shown
        rts
.endproc

; play_loaded -- go on with a loaded game, until there is a winner
; In     -     Out    -     Uses   everything     Keeps  -
.proc play_loaded
        lda #0
        sta guide_left          ; a usual game
        sta files_loaded
        sta computer_stop
        jsr brain_need          ; without it there is no way on
        bcs play_loaded
        jsr rules_back
        jsr voice3_give
        jsr menu_fresh
        jsr log_trim
        jsr screen_fresh
        jsr aside_close
        inc told_note           ; what happened before stays in view
        jsr files_resumed
        jsr play_mode
        cmp #MODE_FIRST
        beq @wait
        cmp #MODE_TRADE
        bne @go_on
@wait:
        lda #RESUMED            ; contract or question will cover what has been said
        jsr ui_wait
@go_on:
        jmp play_turns
.endproc

; screen_fresh -- nobody's line is lit, every token stands where the rules say, nobody's is the offer
; In     -     Out    -     Uses   A, X     Keeps  Y
.proc screen_fresh
        jsr sprites_dress
        lda #NO_PLAYER
        sta offer_author
        sta board_selected
        sta panel_active
        ldx #MAX_PLAYERS - 1
@square:
        lda player_square,x
        sta shown_square,x
        dex
        bpl @square
        rts
.endproc

; play_screen -- the whole page, drawn with the display off
; In     -     Out    -     Uses   everything ui/ and video/ use     Keeps  -
.proc play_screen
        lda #0
        sta panel_shown
        jsr sprites_off
        jsr video_blank
        jsr mood_dress
        jsr ring_open
        lda #RING_SIZE          ; beside the board
        sta rect_x
        lda #COLUMNS - RING_SIZE
        sta rect_w
        lda #0
        sta rect_y
        lda #ROWS - 1
        sta rect_h
        lda ground
        jsr rect_paper
        jsr panel_settle
        jsr board_draw
        jsr play_stage
        jsr keys_put
        jsr told_draw
        lda #1
        sta panel_shown
        jmp video_show
.endproc

; keys_put -- which keys lead to the sides of the board and to help
; In     -     Out    -     Uses   A, X, Y, ink, text_ptr, tmp0     Keeps  -
.proc keys_put
        lda ground
        sta ink
        ldx #PANEL_X
        ldy #KEYS_ROW
        jsr video_goto
        lda #BRIEF(text_keys)
        jmp label_at
.endproc

; play_stage -- the card of stage_square, or its auction, the bank's stock and the dice
; In     -     Out    -     Uses   everything card.s uses     Keeps  -
.proc play_stage
        jsr stage_clear
        ldx stage_square
        cpx #SQUARES
        bcs @empty
        jsr play_mode
        ldx stage_square
        cmp #MODE_AUCTION
        bne @deed
        ldy menu_square         ; somebody looks at squares
        cpy #SQUARES
        bcc @deed
        ldy mode_depth
        txa
        cmp mode_square,y
        beq stage_lot
@deed:
        jsr deed_draw
        jmp stage_rest
@empty:
        jsr empty_draw
        jmp stage_rest
.endproc

; stage_lot -- on the empty stage the auction of square X, and what always lies there
; In     X     Out    -     Uses   as lot_draw, stage_rest     Keeps  -
.proc stage_lot
        jsr lot_draw
        ; falls through
.endproc

; stage_rest -- the bank's stock and the dice
; In     -     Out    -     Uses   A, X, Y, tmp*, num_*, ink     Keeps  -
.proc stage_rest
        jsr stock_draw
        lda dice_shown
        beq @done
        ldx dice
        ldy dice+1
        jmp dice_draw
@done:
        rts
.endproc

; prompt_head -- the line of whoever is to decide lit, and his heading above the menu
; In     -     Out    -     Uses   A, X, Y, tmp*, ink, ui_a and what panel_row uses     Keeps  -
.proc prompt_head
        jsr play_active
        stx ui_a
        jsr active_show
        ldx ui_a
        jsr plate_find
        sta ink
        ldx #PANEL_X
        ldy #PLATE_ROW
        jsr video_goto
        jsr space_put
        ldx ui_a
        jsr name_put
        lda cur_x
        cmp #PANEL_X + 9
        bcs @full
        lda #BRIEF(text_turn)
        jsr label_at
@full:
        jsr row_pad
        ldx #PANEL_X
        ldy #PLATE_ROW + 1
        jsr video_goto
        jmp row_pad
.endproc

; prompt_draw -- heading and menu for whoever is to decide
; Uses   everything ui/ uses
.proc prompt_draw
        jsr prompt_head
        jsr menu_find
        jsr menu_open
        jsr situation_find
        jsr question_put
        jsr hint_show
        jsr amount_asked
        bne play_zones
        lda computer_stop
        bne play_zones
        lda #<zones_auction
        ldy #>zones_auction
        jsr zones_set
        jmp bid_draw
.endproc

; amount_asked -- Z=1: an auction or rent, where an amount stands below the buttons     Uses A, X
.proc amount_asked
        jsr play_mode
        cmp #MODE_AUCTION
        beq @yes
        cmp #MODE_RENT
@yes:
        rts
.endproc

; play_zones -- what clicks on the board's page stand for, outside an auction
; In     -     Out    -     Uses   A, Y
; Keeps  X
.proc play_zones
        lda #<zones_play
        ldy #>zones_play
        jmp zones_set
.endproc

; question_put -- below his name what is asked: a price, the bid to top, how many doubles there were
; In     ui_a player     Out    -     Keeps  -
; Uses   A, X, Y, text_ptr, num_*, tmp*, ink
.proc question_put
        ldx ui_a
        jsr plate_find
        sta ink
        ldx #PANEL_X + 1
        ldy #PLATE_ROW + 1
        jsr video_goto
        jsr play_mode
        cmp #MODE_AUCTION
        beq @auction
        cmp #MODE_RENT
        bcs @preset
        cmp #MODE_NORMAL
        bne @none
        lda turn_doubles
        bne @doubles
        lda turn_phase
        cmp #PHASE_BUY
        beq @buy
@none:
        jsr rules1989_there
        bne @no
        jmp property_put
@no:
        rts
@preset:
        cmp #MODE_CLAIM         ; it has a page of its own
        bcs @none
        jmp preset_question
@doubles:
        lda #BRIEF(text_doubles)
        jsr label_at
        lda turn_doubles
        ora #'0'
        jmp video_put
@buy:
        lda #BRIEF(text_buy)
        jsr label_at
        jsr play_active
        lda shown_square,x
        tax
        jsr square_price
        jmp @number
@auction:
        lda auction_bidder
        bmi @none
        lda #BRIEF(text_stands)
        jsr label_at
        lda auction_bid_lo
        ldy auction_bid_hi
@number:
        jmp word_plain
.endproc

; focus_return -- the card of what is to be decided lies on the stage; once others have had
; to decide, that of the square of the player with the dice
; In     -     Out    -     Uses   everything board_draw uses     Keeps  -
.proc focus_return
        jsr play_mode
        ldx prompt_mode
        stx prompt_before
        sta prompt_mode
        cmp #MODE_AUCTION
        beq @lot
        cmp #MODE_NORMAL
        bne @done
        jsr play_active
        lda shown_square,x
        ldy turn_phase
        cpy #PHASE_BUY
        beq @card
        ldx prompt_before       ; set-up, the rolls for the first turn, the turn itself
        cpx #MODE_AUCTION
        bcs @show
@done:
        rts
@lot:
        ldx mode_depth
        lda mode_square,x
@card:
        cmp stage_square        ; it may have been covered meanwhile
        beq @done
@show:
        jmp stage_show
.endproc

; situation_find -- what the NES game would call this menu
; Uses   A, X
.proc situation_find
        jsr play_mode
        ldx #FRAME_WAIT
        cmp #MODE_FIRST
        beq @wait
        ldx #FRAME_WAIT_AGAIN   ; somebody's menu over the turn
        cmp #MODE_NORMAL
        bne @set
        lda turn_phase
        .assert PHASE_ROLL = 0, error, "tested by beq"
        beq @roll
        ldx #FRAME_PLAIN
        beq @set
@roll:
        lda turn_doubles
        bne @set
        ldx #FRAME_WAIT
@wait:
        cpx situation
        beq @set
        lda #0
        sta rng_n
@set:
        stx situation
        rts
.endproc

; menu_find -- the menu of this mode, phase and player
; In     -     Out    A low, Y high     Uses   X     Keeps  -
.proc menu_find
        lda computer_stop
        bne @watch
        jsr play_mode
        cmp #MODE_NORMAL
        bne @mode
        jsr play_active
        lda player_money_hi,x
        bmi @debt
        jsr in_gaol
        beq @free
        lda turn_phase
        beq @gaol               ; PHASE_ROLL
@free:
        lda turn_phase
        asl a
        tax
        lda phase_menu,x
        ldy phase_menu+1,x
        cmp #<menu_turn
        bne @found
        cpy #>menu_turn
        bne @found
        ldx switches + SW_LOANS
        beq @short
        lda #<menu_lend
        ldy #>menu_lend
@short:
        ldx switches + SW_SHORT
        beq @found
        lda #<menu_ten
        ldy #>menu_ten
@found:
        rts
@watch:
        lda #<menu_watch
        ldy #>menu_watch
        rts
@gaol:
        lda #<menu_gaol
        ldy #>menu_gaol
        rts
@debt:
        lda #<menu_debt
        ldy #>menu_debt
        rts
@mode:
        asl a
        tax
        lda mode_menu,x
        ldy mode_menu+1,x
        rts
.endproc

; request_send -- send a request; when it is refused say why
; In     A = REQ_*, arg0 as it needs (a bid's amount is filled in here)
; Out    C=1 refused
; Uses   everything     Keeps  -
.proc request_send
        jsr clock_flush
        bcs @out
        cmp #REQ_LESS
        beq @amount
        cmp #REQ_BID
        bne @send
@amount:
        ldx bid_lo
        stx arg0
        ldx bid_hi
        stx arg1
@send:
        jsr play_request
        bcs @refused
        jsr stir_skip
        jsr play_mode
        cmp #MODE_AUCTION       ; the amount offered next is the least that would be taken
        bne @done
        jsr bid_next
@done:
        clc
        rts
@refused:
        tax
        cpx #REASON_WORDS       ; a reason that no menu should meet has no words of its own
        bcc @known
        ldx #REASON_MODE
@known:
        lda reason_words,x
        ldy #BOOK_MORE
        jsr say_refused
        sec
@out:
        rts
.endproc
