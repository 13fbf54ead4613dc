; help.s -- what the screen is about and what each button does
;
; A page is made from the menu it was called from: its situation in words, then
; all buttons of all its pages with what they do, by code; the one RETURN would
; press first is yellow, those that cannot be pressed now are grey.
; Title and set-up, which have no buttons, have pages of words, as the pages of a trade do.
;
; Test tests/asm/game/ui/test_help.py

.include "pages.inc"
.include "../play/play.inc"
.include "../sys/sys.inc"
.include "../ui/ui.inc"
.include "../video/video.inc"
.include "../zp.inc"
.include "../zp_ui.inc"

TEXT_ROW        = 3
LIST_ROW        = 8
LONG_ROW        = 6             ; of the ten options of 1989 and what the others have
LEFT            = 1
WIDTH           = 38
LABEL_X         = LEFT + 2
WORDS_X         = LEFT + 15     ; 24 characters
ENTRY           = 6             ; of help_menus

.segment "UI_LOW"

help_at:        .res 1          ; byte of the menu's table
help_row:       .res 1
help_first:     .res 1          ; nonzero: the default button has been met
help_own:       .res 2          ; words of the page's own codes

.segment "UI_RODATA"

.include "words_help_head.inc"

.segment "HELP_DATA"

.include "words_help.inc"


; What a code does.  Those of requests stand in the rows of play/requests.inc; the others
; have the same order as LOCAL_* and the codes of browse.s.

words_request:                  ; a trade's requests have none: it has pages of its own
.macro REQUEST name, modes, phases, when, check, act, words
        .addr words
.endmacro
.include "../play/requests.inc"
.delmacro REQUEST
words_local:
        .addr w_info, w_manage, w_which, 0, w_trade, w_board, w_stats, w_options, w_files, w_help
        .addr w_log, w_loans
        .assert * - words_local = 2 * LOCALS, error, "words for each local code"
words_ten:                      ; the tax is not asked there
        .addr 0, 0, w_fast, w_cash, w_owners
words_browse:
        .addr w_done, w_next, w_previous, w_leave, w_fee, w_every, w_take

; Menu, situation, words of its own codes (from MENU_OWN on) or 0.
help_menus:
        .addr menu_first, s_first, 0
        .addr menu_turn, s_turn, 0
        .addr menu_ten, s_turn, words_ten
        .addr menu_gaol, s_gaol, 0
        .addr menu_buy, s_buy, 0
        .addr menu_post, s_post, 0
        .addr menu_auction, s_auction, 0
        .addr menu_debt, s_debt, 0
        .addr menu_transfer, s_transfer, 0
        .addr menu_quit, s_quit, 0
        .addr menu_all, s_all, words_browse
        .addr menu_own, s_own, words_browse
        .addr menu_loser, s_loser, words_browse
        .addr 0, s_other, 0
        .assert * - help_menus < 256, error, "one index"

.segment "UI_CODE"

; help_words -- a page of words; the caller draws his page again
; In     A low, Y high of the paragraphs     Uses everything     Out    -     Keeps  -
.proc help_words
        pha
        tya
        pha
        jsr sprites_off
        jsr screen_clear
        jsr help_frame
        pla
        sta ui_ptr+1
        pla
        sta ui_ptr
        lda #ON(WHITE, PAGE_COLOR)
        sta ink
        lda #TEXT_ROW
        sta cur_y
@paragraph:
        lda ui_ptr
        ldy ui_ptr+1
        jsr text_length         ; the last one is empty
        txa
        beq help_wait
        lda ui_ptr
        ldy ui_ptr+1
        jsr text_wrap
        inc cur_y
        inc cur_y
        inc ui_ptr              ; their numbers follow one another
        bne @paragraph          ; always
.endproc

; help_wait -- show the page until a key
.proc help_wait
        lda #0
        tay
        jsr page_ready
        jmp key_wait
.endproc

; help_frame -- heading, how to press buttons, how to go back
; Uses   A, X, Y, rect_*, text_ptr, tmp*, ink
.proc help_frame
        jsr page_dress
        lda #LEFT
        sta rect_x
        lda #WIDTH
        sta rect_w
        lda #ON(WHITE, PAGE_COLOR)
        sta ink
        lda #1
        sta cur_y
        lda #<text_title
        ldy #>text_title
        jsr text_center
        lda #ON(BLACK, YELLOW)
        sta ink
        lda #ROWS - 1
        sta cur_y
        lda #<text_back
        ldy #>text_back
        jmp text_center
.endproc

.segment "HELP_CODE"

; help_page -- about the menu it was called from, and back to it
; In     display off, all cells black, the board left (aside_open)     Out    -
; Uses   everything     Keeps  -
.proc help_page
        jsr help_frame
        jsr help_find
        jsr help_list
        jmp help_wait
.endproc

; help_find -- write the situation; help_own for the menu remembered last
; Uses   A, X, Y, ui_ptr, rect_*, text_ptr, tmp*, ink
.proc help_find
        jsr menu_pushed         ; ui_ptr = its table
        ldx #0
@menu:
        lda help_menus+1,x
        beq @found              ; the end: any other menu
        cmp ui_ptr+1
        bne @next
        lda help_menus,x
        cmp ui_ptr
        beq @found
@next:
        txa
        clc
        adc #ENTRY
        tax
        bne @menu
@found:
        lda help_menus+4,x
        sta help_own
        lda help_menus+5,x
        sta help_own+1
        lda #ON(WHITE, PAGE_COLOR)
        sta ink
        lda #TEXT_ROW
        sta cur_y
        lda help_menus+2,x
        ldy help_menus+3,x
        jmp text_wrap
.endproc

; help_list -- all buttons of the menu remembered last
; In     actions: of that menu (menu_read)
; Uses   A, X, Y, ui_ptr, text_ptr, tmp*, ink, arg*
.proc help_list
        ldx #LIST_ROW
        lda help_own
        cmp #<words_ten         ; the long list of 1989 begins higher up
        bne @row
        ldx #LONG_ROW
@row:
        stx help_row
        lda #0
        sta help_at
        sta help_first
@entry:
        jsr menu_pushed         ; ui_ptr again: drawing a line has changed it
        ldy help_at
        lda (ui_ptr),y
        beq @end
        cmp #MENU_NEXT
        beq @next
        jsr button_line
        inc help_row
        lda #2                  ; an entry has three bytes: two here, one below
        clc
        adc help_at
        sta help_at
@next:
        inc help_at
        bne @entry
@end:
        lda help_row
        cmp #ROWS - 2           ; how it works stands below, if there is room
        bcs @full
        lda #ON(LIME, PAGE_COLOR)
        sta ink
        ldx #LEFT
        ldy #ROWS - 3
        jsr video_goto
        lda #<text_how_1
        ldy #>text_how_1
        jsr text_at
        ldx #LEFT
        ldy #ROWS - 2
        jsr video_goto
        lda #<text_how_2
        ldy #>text_how_2
        jmp text_at
@full:
        rts
.endproc
        .assert <words_ten <> 0 .and <words_ten <> <words_browse, lderror, "the long list is told by its words"

; button_line -- key, label, words of the entry at help_at
; In     ui_ptr table, Y = help_at
.proc button_line
        iny
        lda (ui_ptr),y
        sta ui_a                ; code
        jsr code_enabled
        cmp #0
        beq @grey
        lda help_first
        bne @plain
        inc help_first
        lda #ON(YELLOW, PAGE_COLOR)
        bne @ink
@grey:
        lda #ON(LIME, PAGE_COLOR)
        bne @ink
@plain:
        lda #ON(WHITE, PAGE_COLOR)
@ink:
        sta ink
        ldx #LEFT
        ldy help_row
        jsr video_goto
        ldy help_at
        jsr entry_letter
        jsr video_put
        ldx #LABEL_X
        ldy help_row
        jsr video_goto
        ldy help_at
        iny
        iny
        lda (ui_ptr),y
        jsr label_at
        ldx #WORDS_X
        ldy help_row
        jsr video_goto
        jsr code_words
        cpy #0
        beq @none
        jmp text_at
@none:
        rts
.endproc

; code_words -- In ui_a code     Out A low, Y high of its words, Y = 0 none
; Uses   X, text_ptr
.proc code_words
        ldx #<words_request
        ldy #>words_request
        lda ui_a
        cmp #MENU_LOCAL
        bcc @look
        ldx #<words_local
        ldy #>words_local
        sbc #MENU_LOCAL         ; C is set
        cmp #MENU_OWN - MENU_LOCAL
        bcc @look
        sbc #MENU_OWN - MENU_LOCAL
        ldx help_own
        ldy help_own+1
        beq @none
@look:
        stx text_ptr
        sty text_ptr+1
        asl a
        tay
        lda (text_ptr),y
        pha
        iny
        lda (text_ptr),y
        tay
        pla
@none:
        rts
.endproc
