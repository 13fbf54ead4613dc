; russian_questions.s -- what the Russian rules ask on the board: the tax, less rent, a loan
;
; It lies with the code of the preset, as a classic game never asks any of it.
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

OWN_ALL         = MENU_OWN + 2  ; the rent, behind what asked.inc has
OWN_NONE        = MENU_OWN + 3

.segment "VARIANT_ASKED"

ASKED_RENT      = 1
.include "asked.inc"

; rent_press -- a button of the menu of the rent
; In     A = OWN_ALL, OWN_NONE     Out A = REQ_LESS, bid_lo/hi     Uses X
.proc rent_press
        cmp #OWN_NONE
        beq @none
        lda rent_lo
        ldx rent_hi
        jmp @rent
@none:
        lda #0
        tax
@rent:
        sta bid_lo
        stx bid_hi
        lda #REQ_LESS
        rts
.endproc

.segment "VARIANT_DATA"

.include "words_preset.inc"

menu_rent:                      ; the amount stands below: five buttons a page
        MENU_ITEM "A", OWN_ALL, l_all
        MENU_ITEM "T", REQ_LESS, l_part
        MENU_ITEM "N", OWN_NONE, l_nothing
        MENU_PAGE
        MENU_COMMON "X"
        MENU_PAGE
        MENU_ITEM "G", LOCAL_FILES, l_files
        MENU_ITEM "H", LOCAL_LOG, l_log
        .byte 0
menu_loan:
        MENU_ITEM "N", REQ_REFUSE_LOAN, l_deny
        MENU_ITEM "Y", REQ_GRANT, l_grant
        MENU_COMMON
        MENU_PAGE
        MENU_ITEM "G", LOCAL_FILES, l_files
        MENU_ITEM "H", LOCAL_LOG, l_log
        .byte 0
menu_lend:                      ; menu_turn where there are loans
        MENU_ITEM "R", REQ_ROLL, l_roll
        MENU_ITEM "N", REQ_END_TURN, l_next
        MENU_ITEM "M", LOCAL_MANAGE, l_manage
        MENU_ITEM "T", LOCAL_TRADE, l_trade
        MENU_ITEM "L", LOCAL_LOANS, l_loans
        MENU_ITEM "V", LOCAL_BOARD, l_board
        MENU_PAGE
        MENU_ITEM "S", LOCAL_STATS, l_stats
        MENU_ITEM "I", LOCAL_INFO, l_info
        MENU_ITEM "H", LOCAL_LOG, l_log
        MENU_ITEM "G", LOCAL_FILES, l_files
        MENU_ITEM "O", LOCAL_OPTIONS, l_options
        MENU_ITEM "?", LOCAL_HELP, l_help
        MENU_PAGE
        MENU_ITEM "Q", REQ_QUIT, l_quit
        .byte 0

.segment "VARIANT_CODE"

; preset_question -- below a name what is asked: the rent, a loan and its term
; In     ink, the cursor     Out    -     Uses A, X, Y, ui_b, text_ptr, num_*, tmp*     Keeps  -
.proc preset_question
        jsr play_mode
        cmp #MODE_LOAN
        beq @loan
        lda #<q_rent
        ldy #>q_rent
        jsr text_at
        lda rent_lo
        ldy rent_hi
        jmp word_plain
@loan:
        ldy mode_depth
        ldx mode_square,y
        stx ui_b
        lda loan_lo,x
        ldy loan_hi,x
        jsr sum_put
        jsr space_put
        ldx ui_b
        ; falls through
.endproc

; term_put -- how long loan X runs, at the cursor
; In     X  loan     Out    -     Uses A, X, Y, ui_b, text_ptr, num_*, tmp*     Keeps  -
.proc term_put
        lda loan_left,x
        ldy loan_unit,x
        ; falls through
.endproc

; span_put -- so many turns or laps, at the cursor
; In     A  number, Y = LOAN_TURNS, LOAN_LAPS     Out    -
; Uses   A, X, Y, ui_b, text_ptr, num_*, tmp*     Keeps  -
.proc span_put
        sty ui_b
        ldy #0
        jsr word_plain
        ldx ui_b
        lda term_words,x
        ldy #BOOK_VARIANT
        jmp text_at
.endproc

; sum_put -- a sum of money at the cursor
; In     A low, Y high     Out    -     Uses A, X, Y, num_*, tmp*     Keeps  -
.proc sum_put
        pha
        tya
        tax
        lda #'$'
        jsr video_put           ; keeps X
        txa
        tay
        pla
        jmp word_plain
.endproc

; show_rent_due -- the amount begins with the whole rent
; In     ev_*     Out    -     Uses A     Keeps  X, Y
.proc show_rent_due
        lda ev_lo
        sta bid_lo
        lda ev_hi
        sta bid_hi
        rts
.endproc

.segment "VARIANT_DATA"
term_words:     .byte <q_turns, <q_laps
        .assert LOAN_TURNS = 0 .and LOAN_LAPS = 1, error, "term_words"
