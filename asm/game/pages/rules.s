; rules.s -- every rule that can be chosen by itself: the switches of a preset
;
; A line a switch: name and value.  In set-up left and right change it, which makes the preset
; the players' own; in a game the page tells what is played.
;
; Test tests/asm/game/ui/test_presets.py

.include "pages.inc"
.include "../play/play.inc"
.include "../sys/sys.inc"
.include "../ui/ui.inc"
.include "../video/video.inc"
.include "../zp.inc"
.include "../zp_ui.inc"
.include "../data/text/text.inc"
.include "glyphs.inc"

FIRST_ROW       = 4
BACK_ROW        = 23
LEFT            = 3
VALUE_X         = 19
RIGHT           = 38

.segment "UI_BSS"

rule_item:      .res 1          ; line that is chosen, $FF none can be
rule_draw:      .res 1

.segment "OPTIONS_DATA"

.include "words_options.inc"
.include "words_rules.inc"
.include "words_presets.inc"

; A line each: which switch, its other value, name, words of the classic value, which those of
; the other one follow.  The banker, a seat or nobody, is the last.
.macro RULE number, other, name, classic, changed
        .byte number, other, <name, <classic
        .assert changed = classic + 1, error, "its words follow"
.endmacro
RULE_BYTES      = 4
rules:
        RULE SW_ORDER, 1, r_order, v_seats, v_rolls
        RULE SW_RENT, 2, r_rent, v_full, v_less
        RULE SW_TAX, 1, r_tax, v_200, v_choice
        RULE SW_LUXURY, 1, r_luxury, v_100, v_75
        RULE SW_AUCTION, 2, r_auction, v_debt, v_fallback
        RULE SW_HOTEL, 2, r_hotel, v_always, v_four
        RULE SW_BUILD, 2, r_build, v_any, v_once
        RULE SW_REPAY, 1, r_repay, v_tenth, v_none
        RULE SW_LOANS, 1, r_loans, v_none, v_lend
        RULE SW_BANKRUPT, 2, r_bankrupt, v_creditor, v_bank
        RULE SW_THIRD, 1, r_third, v_moves, v_again
        RULE SW_CARDS, 1, r_cards, v_shuffled, v_cycle
        RULE SW_BANK, 1, r_bank, v_house, v_issues
        .byte SW_BANKER, 0, <r_banker, <v_machine
RULES           = (* - rules) / RULE_BYTES
ROW_BANKER      = RULES - 1
        .assert FIRST_ROW + RULES < BACK_ROW - 2, error, "the lines fit"
        .assert p_1989 = p_classic + PRESET_1989 .and p_russian = p_classic + PRESET_RUSSIAN .and p_own = p_classic + PRESET_OWN, error, "presets in this order"

rules_labels:
        LABEL 13, BACK_ROW, ON(BLACK, YELLOW), text_back
        .byte $FF
change_labels:
        LABEL 1, BACK_ROW - 2, ON(LIME, PAGE_COLOR), text_change
        .byte $FF

.segment "OPTIONS_CODE"

; rules_page -- all switches until RETURN; the caller draws his page again
; In     display off, all cells black     Out    -     Uses   everything     Keeps  -
.proc rules_page
        lda #<rules_labels
        ldy #>rules_labels
        jsr labels_draw
        lda #0
        jsr stripe_draw
        ldx #$FF
        lda mode_kind
        bne @told               ; MODE_SETUP
        lda #<change_labels
        ldy #>change_labels
        jsr labels_draw
        ldx #0
@told:
        stx rule_item
        jsr rules_all
        lda #<options_zones
        ldy #>options_zones
        jsr zones_set
        jsr video_show
        jsr key_flush
@key:
        jsr rules_wait
        cmp #KEY_RETURN
        beq @out
        cmp #KEY_STOP
        beq @out
        ldx rule_item
        bmi @out                ; only told: any key
        jsr rules_key
        jmp @key
@out:
        rts
.endproc
        .assert MODE_SETUP = 0, error, "rules_page"

; rules_all -- the heading and all lines
; Uses   A, X, Y, text_ptr, tmp0, ink
.proc rules_all
        lda #ON(WHITE, PAGE_COLOR)
        sta ink
        ldx #LEFT
        ldy #2
        jsr video_goto
        lda #BRIEF(text_rules_head)
        jsr label_at
        jsr preset_put
        ldx #RIGHT
        jsr text_pad
        ldx #RULES - 1
@rule:
        jsr rule_put
        ldx rule_draw
        dex
        bpl @rule
        rts
.endproc

; preset_put -- the name of the preset at the cursor
; In     ink, the cursor     Out    -     Uses A, X, Y, text_ptr, tmp0     Keeps  -
.proc preset_put
        lda #BRIEF(p_classic)
        clc
        adc switches + SW_PRESET
        jmp label_at
.endproc

; rules_wait -- heartbeat until a key; the pointer chooses a line meanwhile
; Out    A key
.proc rules_wait
        jsr key_get
        bcc @key
        jsr ui_frame
        ldx rule_item
        bmi rules_wait
        jsr pointer_cell
        bcs rules_wait
        jsr rule_at
        bcs rules_wait
        jsr rule_choose
        jmp rules_wait
@key:
        rts
.endproc

; rule_at -- In Y row     Out C=0 X = line; C=1 none     Uses A
.proc rule_at
        tya
        sec
        sbc #FIRST_ROW
        tax
        cpx #RULES
        rts
.endproc

; rule_choose -- line X is the chosen one
; Uses   A, X, Y, ink, tmp*
.proc rule_choose
        cpx rule_item
        beq @done
        stx rule_item
        jsr rules_all
        ldx #EFFECT_MOVE
        jmp effect_play
@done:
        rts
.endproc

; rules_key -- In A key, X = rule_item     Uses A, X, Y, ink, tmp*, arg0, arg1
.proc rules_key
        cmp #KEY_CLICK
        beq @click
        cmp #KEY_UP
        beq @up
        cmp #KEY_DOWN
        beq @down
        ldy #$FF
        cmp #KEY_LEFT
        beq rule_change
        ldy #1
        cmp #KEY_RIGHT
        beq rule_change
        rts
@click:
        ldy click_y
        jsr rule_at
        bcs @none
        jsr rule_choose
        ldx rule_item
        ldy #1
        bne rule_change         ; always
@up:
        dex
        bpl @move
        ldx #RULES - 1
        bne @move
@down:
        inx
        cpx #RULES
        bcc @move
        ldx #0
@move:
        jmp rule_choose
@none:
        rts
.endproc

; rule_change -- another value of the chosen line
; In     X line, Y = 1 or $FF     Uses A, X, Y, ink, tmp*, arg0, arg1
.proc rule_change
        sty arg1                ; the banker's step
        jsr rule_find
        lda rules,y
        sta arg0
        tax
        cpx #SW_BANKER
        beq @banker
        lda switches,x
        bne @classic
        lda rules+1,y
        bne @set                ; always
@classic:
        lda #0
        beq @set                ; always
@banker:
        lda switches,x
        clc
        adc arg1
        bmi @last
        cmp player_count
        bcc @set
        beq @set
        lda #0
        beq @set
@last:
        lda player_count
@set:
        sta arg1
        lda #REQ_SWITCH
        jsr play_request
        jsr rules_all
        ldx #EFFECT_PRESS
        jmp effect_play
.endproc

; rule_find -- In X line     Out Y = its place in rules     Uses A     Keeps X
.proc rule_find
        txa
        asl a
        asl a
        tay
        rts
.endproc
        .assert RULE_BYTES = 4, error, "rule_find"

; rule_put -- line X: name, value
; Uses   A, X, Y, text_ptr, tmp0, ink
.proc rule_put
        stx rule_draw
        cpx rule_item
        jsr line_ink
        txa
        clc
        adc #FIRST_ROW
        tay
        ldx #LEFT
        jsr video_goto
        ldx rule_draw
        jsr rule_find
        lda rules+2,y
        jsr rule_words
        ldx #VALUE_X
        jsr text_pad
        ldx rule_draw
        jsr rule_find
        cpx #ROW_BANKER
        bne @words
        ldx switches + SW_BANKER
        beq @words
        dex
        jsr name_put
        jmp @rest
@words:
        ldx rules,y
        lda switches,x
        cmp #1                  ; C=1: the other value
        lda rules+3,y
        adc #0
        jsr rule_words
@rest:
        ldx #RIGHT
        jmp text_pad
.endproc

; rule_words -- text A of this page at the cursor
.proc rule_words
        ldy #BOOK_SLOT
        jmp text_at
.endproc
