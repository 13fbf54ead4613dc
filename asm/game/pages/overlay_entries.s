; overlay_entries.s -- the ways into pages that are not always in memory, and out of the game
;
; Overlays are called from here and from main.s only, and from there after
; overlay_need.  Nothing in an overlay calls one of these and goes on afterwards, unless
; they lead to the overlay it belongs to itself (docs/inside/game-engine.md, "Rules for overlay code").
;
; Test tests/asm/game/ui/test_load.py, test_files.py

.include "pages.inc"
.include "../play/play.inc"
.include "../sys/sys.inc"
.include "../ui/ui.inc"
.include "../video/video.inc"
.include "../sys/disk.inc"
.include "../sys/drive_fast.inc"
.include "../zp.inc"
.include "../zp_ui.inc"

.segment "UI_BSS"

ask_menu:       .res 2
files_kind:     .res 1          ; FILES_*

.segment "UI_PAGE2"              ; the cartridge's ROM hides UI_BSS

auto_offer:     .res 1
auto_made:      .res 1
auto_turn:      .res 1
auto_round:     .res 1          ; ROUND_*

.segment "UI_RODATA"

.include "words_ways.inc"
menu_no_yes:
        MENU_ITEM "N", LOCAL_NO, l_no
        MENU_ITEM "Y", LOCAL_YES, l_yes
        .byte 0
menu_play_end:
        MENU_ITEM "P", LOCAL_NO, l_play_on
        MENU_ITEM "E", LOCAL_YES, l_end
        .byte 0

.segment "UI_CODE"

; trade_manage -- from the page of a trade to managing, and back to it
; In     -     Out    as trade_open     Uses everything     Keeps  -
.proc trade_manage
        jsr aside_close
        lda #BROWSE_OWN
        jsr browse_page
        ; falls through
.endproc

; trade_open -- propose a trade, if the rules allow one now; else say why not
; In     -     Out    the offer has been sent, or nothing has happened     Uses everything
; Keeps  -
.proc trade_open
        lda #REQ_OFFER          ; without an offer yet: the gate is all that can be asked
        sta play_request_code
        jsr gate
        lda #REQ_OFFER
        bcc @open
        jsr play_check
        cmp #REASON_MODE
        beq @turn
        lda #REQ_OFFER
        jmp request_send
@open:
        lda #0                  ; his own wish: nothing to wait for
        sta arm_state
        ldx #FILE_TRADE
        jsr aside_need
        bcs trade_back
        jmp trade_page
@turn:
        lda #<w_turn
        ldy #>w_turn
        ; falls through
.endproc

; say_refused -- why something is not done, in words and by a sound
; In     A low, Y high     Out    -     Uses   as say     Keeps  -
.proc say_refused
        ldx #NOTE_INK
        stx say_ink
        jsr say
        jmp sound_refuse
.endproc

; trade_stats -- from the page of a trade to the figures, and back to it
; In     the trade's page is open     Out    as trade_open     Uses everything     Keeps  -
.proc trade_stats
        jsr stats_open
        ldx #FILE_TRADE
        jsr overlay_need
        bcs trade_back
        jmp trade_resume
.endproc
.proc trade_back
        jmp aside_close
.endproc

; deal_open -- let the partner decide a trade; without the page he can decline it
; In     -     Out    -     Uses   everything     Keeps  -
.proc deal_open
        ldx #FILE_DEAL
        jsr aside_need
        bcs @without
        jmp deal_page
@without:
        ; falls through
.endproc

; deal_without -- the page cannot be had: shall the offer be declined?
.proc deal_without
        jsr aside_close
        lda #<w_decline
        ldy #>w_decline
        jsr ask_plain
        bcc files_left
        lda #REQ_DECLINE
        jmp request_send
.endproc

; deal_stats -- from the page of a trade that is to be decided to the figures, and back to it
; In     that page is open     Out    as deal_open     Uses everything     Keeps  -
.proc deal_stats
        jsr stats_open
        ldx #FILE_DEAL
        jsr overlay_need
        bcs deal_without
        jmp deal_resume
.endproc

.segment "UI_MORE"

; help_open -- about the menu it was called from, and back to it
; In     -     Out    -     Uses   everything     Keeps  -
.proc help_open
        jsr help_need
        jsr help_page
        ; falls through
.endproc
.proc help_closed
        jmp aside_close
.endproc

; stats_open -- a player's figures, from the board or from a trade, and back to it
; In     -     Out    -     Uses   everything     Keeps  -
.proc stats_open
        lda #DESK_STATS
        ; falls through
.endproc

; desk_open -- the same, or the deeds of one player, or of all
; In     A  DESK_STATS, seat, DESK_ALL     Out    -     Uses   everything     Keeps  -
.proc desk_open
        sta desk_what
        ldx #FILE_DESK
        jsr beside_need
        jsr desk_page
        jmp aside_close
.endproc

; options_open -- the options, from the board and back to it
; In     -     Out    -     Uses   everything     Keeps  -
.proc options_open
        jsr help_need
        jsr options_list
        jmp aside_close
.endproc

; log_open -- the last eighty events, from the board and back to it
; In     -     Out    -     Uses   everything     Keeps  -
.proc log_open
        ldx #FILE_FINALE
        jsr beside_need
        jsr log_page
        jmp aside_close
.endproc

; help_need -- leave the board for help or options     Out, Uses as beside_need
.proc help_need
        ldx #FILE_HELP
        ; falls through
.endproc

; beside_need -- leave the board for a page of overlay X; without it to the board, and to the caller's caller
; In     X = FILE_*     Out    it is there     Uses   as aside_need
.proc beside_need
        jsr aside_need
        bcc beside_there
        pla
        pla
        bcs help_closed         ; always
.endproc
.proc beside_there
        rts
.endproc

; loans_open -- loans and new money, from the board and back to it, and the request made there
; In     -     Out    -     Uses   everything     Keeps  -
.proc loans_open
        jsr help_need
        jsr loans_page
        pha
        jsr aside_close
        lda offer_want_hi
        sta arg0
        pla
        beq beside_there
        jmp request_send
.endproc

; cartridge_aside -- ask something of a cartridge while the picture stays; a 1541 starts its motor
; In     A  CARTRIDGE_AUTO, CARTRIDGE_ASK, CARTRIDGE_OVER, CARTRIDGE_LOOK, CARTRIDGE_TALK
; Out    C=1 the game is from a disk, or ASK, LOOK, TALK: there is none
; Uses   A, X, Y     Keeps  -
.proc cartridge_aside
        bit fast_able
        bpl @disk
        jmp fast_boot
@disk:
        jsr motor_soon
        sec
        rts
.endproc

.segment "UI_CODE"

; market_open -- what is decided on a page of the market: a live auction, a claim, houses
; In     -     Out    C=1 such a page has sent a request     Uses everything     Keeps  -
.proc market_open
        jsr play_mode
        cmp #MODE_AUCTION
        beq @auction
        cmp #MODE_CLAIM
        bcc @no
        beq @yes
        ldx session_seat        ; MODE_HOUSES: all are asked
        bmi @yes
        lda player_flags,x
        bmi @no                 ; a computer places as it plays
@yes:
        jsr focus_return
        ldx #FILE_DESK
        jsr overlay_holds
        beq @there
        jsr aside_open
@again:
        ldx #FILE_DESK
        jsr overlay_need
        bcs @again              ; there is no way on without it
        jsr aside_close
@there:
        jsr market_page
        sec
        rts
@auction:
        lda switches + SW_AUCTION
        lsr a                   ; 1: in real time
        bcs @yes
@no:
        clc
        rts
.endproc
        .assert NO_PLAYER >= $80 .and PF_CPU = $80, error, "told by bit 7"
        .assert MODE_HOUSES = MODE_CLAIM + 1, error, "told by one comparison"

; files_open -- the page of saved games, until Back or until a game is loaded
; In     A = FILES_*; files_loaded = 0     Out files_loaded     Uses everything
.proc files_open
        sta files_kind
        ldx #FILE_DISK
        jsr aside_need
        bcs @done
@page:
        jsr files_page
        bcc @page               ; now the whole of it is there
@done:
        rts
.endproc

; files_beside -- the page beside the game, and back to the board
; In     -     Out    -     Uses   everything     Keeps  -
.proc files_beside
        jsr clock_flush         ; what is left is saved
        lda #FILES_GAME
        jsr files_open
        lda files_loaded
        bne files_left
        jsr rules_back          ; that page has taken their place
        jmp aside_close
.endproc
files_left:
        rts

; files_title -- the page from title or set-up
; In     -     Out    Z, A = files_loaded     Uses everything     Keeps  -
.proc files_title
        lda #FILES_TITLE
        jsr files_open
        lda #0
        sta aside_depth         ; there is no board to come back to
        lda files_loaded
        rts
.endproc

; files_quit -- before a game is ended: save first? play on?
; In     -     Out    C=1 end it; C=0 play on (files_loaded: another game)     Uses everything
; Keeps  -
.proc files_quit
        lda #<w_save_first
        ldy #>w_save_first
        jsr ask_plain
        bcc @asked
        lda #LOCAL_FILES
        jsr local_do
        clc
        lda files_loaded
        bne files_left
@asked:
        lda #<w_play_on
        ldy #>w_play_on
        jsr say_white
        lda #<menu_play_end
        ldy #>menu_play_end
        bne ask_with            ; always
.endproc

; say_white -- words that are no event, in their usual colour
; In     A low, Y high     Out    -     Keeps  -
; Uses   as say
.proc say_white
        ldx #LINE_INK
        stx say_ink
        jmp say
.endproc

; ask_plain -- a question below the board
; In     A low, Y high     Out C=1 yes     Uses everything
.proc ask_plain
        jsr say_white
        ; falls through
.endproc

; ask_yes -- the same when the question has been told
; In     -     Out    as ask_with     Keeps  -
; Uses   A, X, Y, flags; arg0, ink, rect_*, tmp0-tmp4, ui_index, ui_ptr, cursor,
;        what ui_frame uses
.proc ask_yes
        lda #<menu_no_yes
        ldy #>menu_no_yes
        ; falls through
.endproc

; ask_with -- wait for one of two buttons
; In     A low, Y high of a menu with LOCAL_NO and LOCAL_YES, the careful one first
; Out    C=1 LOCAL_YES     Uses everything menu_choose uses     Keeps  -
.proc ask_with
        sta ask_menu
        sty ask_menu+1
        jsr menu_push
        jsr menu_fresh
        lda ask_menu
        ldy ask_menu+1
        jsr menu_open
@choose:
        jsr menu_choose
        bcs @key
        cmp #LOCAL_YES          ; the higher code: C=1
        bcs @out
        cmp #LOCAL_NO
        beq @no
        bne @choose
@key:
        lda menu_key
        cmp #KEY_STOP
        bne @choose
@no:
        clc
@out:
        php
        jsr menu_clear
        jsr menu_pop
        jsr say_end
        plp
        rts
.endproc
        .assert LOCAL_YES = LOCAL_NO + 1, error, "the carry tells them apart"
