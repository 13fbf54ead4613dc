; rules1989_questions.s -- what the rules of 1989 ask on the board: the tax, as the Russian ones, and in a turn
; their ten options, each by its initial
;
; Test tests/asm/game/ui/test_presets.py

.include "pages.inc"
.include "../play/play.inc"
.include "../data/text/text.inc"
.include "../ui/ui.inc"
.include "../sys/sys.inc"
.include "../zp.inc"
.include "../zp_ui.inc"

.segment "RULES1989_ASKED"

.scope rules1989
ASKED_TEN       = 1
.include "asked.inc"
.endscope
        .assert rules1989::menu_tax = menu_tax, lderror, "the program finds either"
        .assert rules1989::preset_press = preset_press, lderror, "the program finds either"

.segment "RULES1989_DATA"

.include "words_asked.inc"
.include "words_told_rules1989.inc"

menu_ten:                       ; menu_turn: D H M T O R S F C Q, and what the others have
        MENU_ITEM "D", REQ_ROLL, l_roll
        MENU_ITEM "N", REQ_END_TURN, l_next
        MENU_ITEM "H", REQ_HOUSES, l_houses
        MENU_ITEM "M", LOCAL_MANAGE, l_manage
        MENU_ITEM "T", LOCAL_TRADE, l_trade
        MENU_ITEM "O", OWN_OWNERS, l_owners
        MENU_PAGE
        MENU_ITEM "R", REQ_CLAIM, l_rent
        MENU_ITEM "S", LOCAL_FILES, l_files
        MENU_ITEM "F", OWN_FAST, l_fast
        MENU_ITEM "C", OWN_CASH, l_cash
        MENU_ITEM "Q", REQ_QUIT, l_quit
        MENU_ITEM "V", LOCAL_BOARD, l_board
        MENU_PAGE
        MENU_ITEM "I", LOCAL_INFO, l_info
        MENU_ITEM "L", LOCAL_LOG, l_log
        MENU_ITEM "A", LOCAL_STATS, l_stats
        MENU_ITEM "X", LOCAL_OPTIONS, l_options
        MENU_ITEM "?", LOCAL_HELP, l_help
        .byte 0

; Letters of codes that other menus have, too: the ten are nobody else's.
ten_codes:      .byte REQ_ROLL, LOCAL_FILES, LOCAL_STATS, LOCAL_OPTIONS, LOCAL_LOG
        .byte REQ_CARD, REQ_AUTO_PAY, LOCAL_CHOOSE, REQ_PASS, REQ_CONTINUE, REQ_CONFIRM
TEN_CODES       = * - ten_codes
ten_letters:    .byte 'D', 'S', 'A', 'X', 'L', 'U', 'U', 'U', 'P', 'P', 'P'
        .assert * - ten_letters = TEN_CODES, error, "a letter for each code"

.segment "RULES1989_CODE"

; ten_press -- an option that is no request: Fastmove, Cash, Owners
; In     A = OWN_*     Out A, N: there is nothing to send     Uses everything     Keeps  -
.proc ten_press
        cmp #OWN_CASH
        beq @cash
        bcs @owners
        lda prefs + PREF_TOKENS
        eor #1
        sta prefs + PREF_TOKENS
        clc
        adc #<text_walk         ; its two texts have numbers one after the other
        ldy #>text_walk
        jsr say_white
        jmp @done
@cash:
        lda cash_hidden
        eor #1
        sta cash_hidden
        jsr panel_draw
        beq @done               ; always: behind the last line
@owners:
        lda #DESK_ALL
        jsr desk_open
@done:
        lda #$FF
        rts
.endproc

; ten_elsewhere -- a letter of the ten where the menu of the board has no button for it
; In     menu_key     Out    C=0 A = its code;  C=1 none     Keeps  -     Uses   X, Y, ui_ptr, tmp0, tmp1
.proc ten_elsewhere
        lda menu_depth          ; not on a page that has a menu of its own
        ora computer_stop       ; nor at a computer's turn
        sec
        bne @none
        lda menu_table
        pha
        lda menu_table+1
        pha
        lda #<menu_ten
        sta menu_table
        lda #>menu_ten
        sta menu_table+1
        jsr letter_elsewhere
        tax
        pla
        sta menu_table+1
        pla
        sta menu_table
        txa
@none:
        rts
.endproc

        .assert text_jump = text_walk + 1, error, "ten_press"

.segment "UI_CODE"                ; the area of these rules is full

; code_letter -- the letter of a code that has the same one in all menus
; In     A code     Out    C=1 tmp0 = it, in all languages;  C=0 tmp0 = it unless a language has another
; Uses   A, X, flags     Keeps  Y
.proc code_letter
        ldx #TEN_CODES - 1
@find:
        cmp ten_codes,x
        beq @found
        dex
        bpl @find
        clc                     ; none of these
        rts
@found:
        lda ten_letters,x
        sta tmp0
        cpx #1                  ; languages have letters of their own for a roll
        rts
.endproc
