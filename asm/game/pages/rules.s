; rules.s -- every rule that can be chosen by itself: the switches of a preset
;
; One line per switch: name and value.  In set-up left and right change it, which makes the preset
; the players' own; in a game the page tells what is played.  A value that goes not with the others is
; passed over, and told why.  Two lines are the clock of a short game: hours, minutes.
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

FIRST_ROW       = 3
WHY_ROW         = 21
BACK_ROW        = 23
LEFT            = 3
HEAD_X          = 12
VALUE_X         = 19
RIGHT           = 38

.segment "UI_BSS"

rule_step:      .res 1          ; while a value is changed
rule_why:       .res 1          ; nonzero: a value would mix two families of rules

.segment "OPTIONS_DATA"

.include "words_options.inc"
.include "words_rules.inc"
.include "words_presets.inc"
.include "words_reasons.inc"

; A line each, in the order of SW_*: name, words of the classic value, which those of the others
; follow.  The banker, a seat or nobody, has a line like that; the clock's two are the last.
.macro RULE number, name, classic, other, another
        .assert (* - rules) / RULE_BYTES = number - 1, error, "lines in the order of SW_*"
        .byte <name, <classic
        .assert other = classic + 1, error, "its words follow"
    .ifnblank another
        .assert another = classic + 2, error, "its words follow"
    .endif
.endmacro
RULE_BYTES      = 2
rules:
        RULE SW_ORDER, r_order, v_seats, v_rolls
        RULE SW_RENT, r_rent, v_full, v_claim, v_less
        RULE SW_TAX, r_tax, v_200, v_choice
        RULE SW_LUXURY, r_luxury, v_100, v_75
        RULE SW_AUCTION, r_auction, v_turns, v_cry, v_fallback
        RULE SW_SHORT, r_short, v_first, v_sold
        RULE SW_HOTEL, r_hotel, v_always, v_rebuilt, v_four
        RULE SW_BUILD, r_build, v_any, v_time, v_once
        RULE SW_REPAY, r_repay, v_tenth, v_none, v_pledged
        RULE SW_LOANS, r_loans, v_no, v_lend
        RULE SW_BANKRUPT, r_bankrupt, v_choose, v_creditor, v_bank
        RULE SW_THIRD, r_third, v_moves, v_again, v_thrice
        RULE SW_CARDS, r_cards, v_shuffled, v_cycle
        .byte <r_banker, <v_machine
        RULE SW_BANK, r_bank, v_house, v_issues
        .byte <r_hours, 0, <r_minutes, 0
        .byte <r_caller, <v_machine
RULES           = (* - rules) / RULE_BYTES
LINE_BANKER     = SW_BANKER - 1
LINE_HOURS      = SW_CLOCK - 1
LINE_MINUTES    = LINE_HOURS + 1
LINE_OWN        = LINE_HOURS + 2        ; the auctioneer; in the 1989 family seconds to claim rent
SWITCH_MOST     = 8             ; no switch has a higher value
CLICK_MINUTES   = 5             ; a click is worth more than a key
        .assert LINE_OWN = RULES - 1, error, "the lines of no switch are the last"
        .assert FIRST_ROW + RULES < WHY_ROW + 1, error, "the lines fit"
        PRESET_NAMES

rules_labels:
        LABEL 13, BACK_ROW, ON(BLACK, YELLOW), text_back
        .byte $FF
change_labels:
        LABEL 1, BACK_ROW - 1, ON(LIME, PAGE_COLOR), text_change
        .byte $FF

.segment "OPTIONS_CODE"

; rules_page -- all switches until RETURN; the caller draws his page again
; In     display off, all cells black     Out    -     Uses   everything     Keeps  -
.proc rules_page
        jsr page_dress
        lda #<rules_labels
        ldy #>rules_labels
        jsr labels_draw
        ldy #$FF
        lda mode_kind
        bne @told               ; MODE_SETUP
        lda #<change_labels
        ldy #>change_labels
        jsr labels_draw
        ldy #0
@told:
        ldx #FIRST_ROW
        lda #RULES
        jsr pick_begin
        lda #0
        sta rule_why
        jsr rules_all
        lda #<options_zones
        ldy #>options_zones
        jsr page_ready
@key:
        jsr pick_wait
        cmp #KEY_RETURN
        beq @out
        cmp #KEY_STOP
        beq @out
        ldx pick_item
        bmi @out                ; only told: any key
        jsr pick_key
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
        ldx #HEAD_X
        ldy #1
        jsr video_goto
        lda #BRIEF(text_rules_head)
        jsr label_at
        jsr preset_put
        ldx #RIGHT
        jsr text_pad
        ldx #RULES - 1
@rule:
        jsr rule_put
        ldx pick_line
        dex
        bpl @rule
        lda #ON(YELLOW, PAGE_COLOR)
        sta ink
        ldx #LEFT
        ldy #WHY_ROW
        jsr video_goto
        lda rule_why
        beq @good
        lda #<r_family
        ldy #BOOK_MORE
        jsr text_at
@good:
        ldx #RIGHT
        jmp text_pad
.endproc

; preset_put -- the name of the preset at the cursor
; In     ink, the cursor     Out    -     Uses A, X, Y, text_ptr, tmp0     Keeps  -
.proc preset_put
        lda #BRIEF(p_classic)
        clc
        adc switches + SW_PRESET
        jmp label_at
.endproc

; own_change -- another auctioneer, another time to claim rent; a classic game has neither
; In     rule_step     Uses A, X, Y, ink, tmp*, arg0, arg1
.proc own_change
        jsr switch_family
        beq @foreign
        ldy #CLAIMS - 1         ; both rules share one byte; this is the highest value of the claim ...
        cmp #FAMILY_RULES1989
        beq @most
    .if ::MORE_FAMILIES
        cmp #FAMILY_MORE
        bcs @foreign
    .endif
        ldy player_count        ; ... and of the auctioneer: 0 the machine, else 1 + seat
@most:
        sty tmp0
        lda settings + OPT_CALLER
        clc
        adc rule_step
        bpl @up                 ; below 0: from the other end
        lda tmp0
@up:
        cmp tmp0
        beq @set
        bcc @set
        lda #0
@set:
        sta arg1
        lda #OPT_CALLER
        sta arg0
        lda #REQ_OPTION
        jsr play_request
        jmp rule_done
@foreign:
        ldx #EFFECT_REFUSE
        jmp effect_play
.endproc
        .assert OPT_CALLER = OPT_CLAIM, error, "own_change"

; rule_click -- a click on the chosen line
; In     X line     Out    -     Uses   A, X, Y, ink, tmp*, arg0, arg1     Keeps  -
.proc rule_click
        ldy #$FF                ; on its name: the value before
        lda click_x
        cmp #VALUE_X
        bcc rule_change
        ldy #1
        cpx #LINE_MINUTES
        bne rule_change
        ldy #CLICK_MINUTES
        ; falls through
.endproc

; rule_change -- another value of the chosen line, the next one that goes with the others
; In     X line, Y = step, signed     Out    -     Uses A, X, Y, ink, tmp*, arg0, arg1     Keeps  -
.proc rule_change
        sty rule_step
        lda #0
        sta rule_why
        cpx #LINE_OWN
        beq own_change
        cpx #LINE_HOURS
        bcs clock_change
        inx
        stx arg0                ; SW_*
        lda switches,x
        sta arg1
@next:
        lda arg1
        clc
        adc rule_step
        bpl @below
        lda #SWITCH_MOST
@below:
        cmp #SWITCH_MOST + 1
        bcc @try
        lda #0
@try:
        sta arg1
        ldx arg0
        cmp switches,x
        beq rule_done           ; there is no other one
        cpx #SW_BANKER
        bne @ask
        cmp player_count
        beq @ask
        bcs @next
@ask:
        lda #REQ_SWITCH
        jsr play_request
        bcc rule_done
        jsr family_note
        jmp @next
.endproc

; clock_change -- more or less time for a short game, 0 = none
; In     X line, rule_step     Uses A, X, Y, ink, tmp*, arg0, arg1
.proc clock_change
        ldy #0
        lda rule_step
        bpl @more
        dey                     ; the high byte
@more:
        cpx #LINE_HOURS
        bne @add
        lda #60
        cpy #0
        beq @add
        lda #<-60
@add:
        clc
        adc clock_minutes_lo
        sta arg0
        tya
        adc clock_minutes_hi
        bpl @above
        lda #0
        sta arg0
@above:
        sta arg1
        lda #REQ_CLOCK
        jsr play_request
        bcc rule_done
        jsr family_note
        ; falls through
.endproc

; rule_done -- the page as it is now
.proc rule_done
        jsr rules_all
        ldx #EFFECT_PRESS
        lda rule_why
        beq @effect
        ldx #EFFECT_REFUSE
@effect:
        jmp effect_play
.endproc

; family_note -- In A = REASON_*: remember it if the value belongs to other rules
.proc family_note
        cmp #REASON_FAMILY
        bne @range
        sta rule_why
@range:
        rts
.endproc

; rule_put -- line X: name, value
; In     X     Out    -     Uses   A, X, Y, text_ptr, num_*, tmp*, ink     Keeps  -
.proc rule_put
        stx pick_line
        cpx pick_item
        jsr line_ink
        txa
        clc
        adc #FIRST_ROW
        tay
        ldx #LEFT
        jsr video_goto
        lda pick_line
        asl a
        tax
        lda rules,x
        cpx #2 * LINE_OWN
        bne @name
        pha
        jsr switch_family
        lsr a                   ; C=1 RULES1989
        pla
        bcc @name
        lda #<r_claim
@name:
        jsr rule_words
        ldx #VALUE_X
        jsr text_pad
        lda pick_line
        cmp #LINE_OWN
        beq @own
        cmp #LINE_HOURS
        bcs @clock
        tax
        asl a
        tay
        lda switches+1,x
        cpx #LINE_BANKER
        bne @words
@seat:
        tax
        beq @words
        dex
        jsr name_put
        jmp @rest
@words:
        clc
        adc rules+1,y
        jsr rule_words
@rest:
        ldx #RIGHT
        jmp text_pad
@clock:
        jsr clock_put_minutes
        jmp @rest
@own:
        jsr switch_family
        lsr a
        lda settings + OPT_CALLER
        ldy #2 * LINE_OWN
        bcc @seat
        CLAIM_SECONDS
        ldy #0
        jsr word_plain
        jmp @rest
.endproc
        .assert (FAMILY_RULES1989 & 1) = 1 .and ((FAMILY_RUSSIAN | FAMILY_MORE) & 1) = 0, error, "told apart by bit 0"

; clock_put_minutes -- hours or minutes of a short game, as the line says, or none
; Hours by subtracting 60 as often as it goes; what is left before it would go below 0 are the minutes.
; In     pick_line     Uses A, X, Y, num_*, tmp0, tmp2, tmp3
.proc clock_put_minutes
        ldy #0
        ldx clock_minutes_lo
        lda clock_minutes_hi
        sta tmp0
        bne @hour
        txa
        beq @none
@hour:
        txa
        sec
        sbc #60
        pha
        lda tmp0
        sbc #0
        bcc @left
        sta tmp0
        pla
        tax
        iny                     ; another whole hour
        bne @hour               ; always
@left:
        pla
        lda pick_line
        cmp #LINE_HOURS
        bne @minutes
        tya
        tax
@minutes:
        txa
        ldy #0
        jmp word_plain
@none:
        lda #<v_no
        ; falls through
.endproc

; rule_words -- text A of this page at the cursor
.proc rule_words
        ldy #BOOK_OVERLAY
        jmp text_at
.endproc
