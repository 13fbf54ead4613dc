; options.s -- how the game is shown and played with; the house rules to be read
;
; One line an option: letter, name, value.  A letter, or left and right on the
; line, changes it at once; RETURN goes back.  Options are no part of a game's
; state: they stay for all games until the machine is switched off.
;
; Test tests/asm/game/ui/test_options.py

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
RULES_ROW       = 14
BACK_ROW        = 23
LEFT            = 5
VALUE_X         = 20
RIGHT           = 37
KEY_RULES       = 'R'

.segment "UI_LOW"

prefs:          .res PREFS
pick_first:     .res 1          ; row of a list's first line: tells options and rules apart
pick_count:     .res 1          ; its lines
pick_item:      .res 1          ; line that is chosen, $FF none can be
pick_line:      .res 1          ; being drawn

.segment "OPTIONS_DATA"

.include "words_options.inc"
.include "words_values.inc"

; Names and letters: texts of BOOK_MORE from p_tokens on, by PREF_*, and what each begins with.
pref_first:     .byte 0, 2, 6, 9, 9, 9, 9, 9
pref_values:    .byte 2, 4, 3, 2, 2, 2, 2, 2
pref_text:      .byte <v_step, <v_jump, <v_fast, <v_normal, <v_slow, <v_results, <v_low, <v_medium
        .byte <v_high, <v_on, <v_off
        .assert p_speed = p_tokens + 1 .and p_stick = p_tokens + 2 .and p_sound = p_tokens + 3 .and p_tune = p_tokens + 4 .and p_hints = p_tokens + 5 .and p_vamp = p_tokens + 6 .and p_talk = p_tokens + PREFS - 1, error, "names in this order"
        .assert PREF_TOKENS = 0 .and PREF_SPEED = 1 .and PREF_STICK = 2 .and PREF_SOUND = 3 .and PREF_TUNE = 4 .and PREF_HINTS = 5 .and PREF_VAMP = 6 .and PREF_TALK = 7, error, "options in this order"

; The house rules and their values, in set-up and here.

option_label:   .byte <o_money, <o_parking, <o_go, <o_limited, <o_deeds, <o_random, <o_length
option_first:   .byte 0, 3, 6, 8, 10, 16, 20
value_text:     .byte <v_1500, <v_1000, <v_2000, <v_nothing, <v_taxes, <v_fees, <v_200, <v_400
        .byte <v_unlimited, <v_printed, <v_0, <v_1, <v_2, <v_3, <v_4, <v_5
        .byte <v_noise, <v_lfsr, <v_unbiased, <v_seeded, <v_whole, <v_quick
        .assert OPT_MONEY = 0 .and OPT_PARKING = 1 .and OPT_GO = 2 .and OPT_LIMITED = 3 .and OPT_DEEDS = 4 .and OPT_RANDOM = 5 .and OPT_LENGTH = 6, error, "options in this order"

labels:
        LABEL 16, 1, ON(WHITE, PAGE_COLOR), text_options
        LABEL LEFT, RULES_ROW - 2, ON(LIME, PAGE_COLOR), text_rules
        LABEL LEFT - 2, RULES_ROW + OPTIONS - 1, ON(WHITE, PAGE_COLOR), text_preset
        LABEL 1, BACK_ROW - 2, ON(LIME, PAGE_COLOR), text_change
        LABEL 13, BACK_ROW, ON(BLACK, YELLOW), text_back
        .byte $FF
options_zones:
        ZONE LEFT - 2, RULES_ROW + OPTIONS - 1, COLUMNS - LEFT, 1, KEY_RULES
        ZONE 0, BACK_ROW, COLUMNS, 1, KEY_RETURN
        .byte $FF

.segment "START"

pref_default:   .byte 0, 1, 1, 0, 0, 0, 0, 0
        .assert * - pref_default = PREFS, error, "a value for each option"

.segment "UI_RODATA"

; Fiftieths of a second until a held stick repeats.
stick_delay:    .byte 27, 18, 9

.segment "START"

; prefs_init -- the options a machine begins with
; In     -     Out    -     Uses   A, X
; Keeps  Y
.proc prefs_init
        ldx #PREFS - 1
@pref:
        lda pref_default,x
        sta prefs,x
        dex
        bpl @pref
        jmp prefs_apply
.endproc

.segment "UI_MORE"

; prefs_apply -- options that others keep a value of their own for
; In     -     Out    -     Uses   A, X
; Keeps  Y
.proc prefs_apply
        ldx prefs + PREF_STICK
        lda stick_delay,x
        sta input_delay
        lda prefs + PREF_SOUND
        sta sound_off
        lda prefs + PREF_TUNE
        sta music_off
        lda prefs + PREF_VAMP
        sta vamp_off
        rts
.endproc

.segment "OPTIONS_CODE"

; options_list -- the page itself, display off on entry; until RETURN
; In     -     Out    -     Uses   everything     Keeps  -
.proc options_list
        ldx #FIRST_ROW
        lda #PREFS
        ldy #0
        jsr pick_begin
        jsr page_dress
        lda #<labels
        ldy #>labels
        jsr labels_draw
        ldx #PREFS - 1
@pref:
        jsr pref_put
        ldx pick_line
        dex
        bpl @pref
        jsr rules_draw
        lda #<options_zones
        ldy #>options_zones
        jsr page_ready
@key:
        jsr pick_wait
        cmp #KEY_RETURN
        beq @out
        cmp #KEY_STOP
        beq @out
        cmp #KEY_RULES
        beq @rules
        jsr options_key
        jmp @key
@rules:
        jsr @empty
        jsr rules_page          ; it comes back to a page that has to be drawn again
        jsr @empty
        jmp options_list
@empty:
        jsr video_blank
        jmp screen_clear
@out:
        rts
.endproc

; pick_begin -- a list of lines is shown
; In     X row of the first, A how many, Y the one chosen, $FF none can be     Out    -     Uses   -     Keeps  A, X, Y
.proc pick_begin
        stx pick_first
        sta pick_count
        sty pick_item
        rts
.endproc

; pick_wait -- heartbeat until a key; the pointer chooses a line meanwhile
; In     -     Out    A key     Uses   everything ui_frame and effects use     Keeps  -
.proc pick_wait
        jsr key_get
        bcc @key
        jsr ui_frame
        lda pick_item
        bmi pick_wait
        jsr pointer_cell
        bcs pick_wait
        jsr pick_at
        bcs pick_wait
        jsr pick_choose
        jmp pick_wait
@key:
        rts
.endproc

; pick_at -- In Y row     Out C=0 X = line; C=1 none     Uses A
.proc pick_at
        tya
        sec
        sbc pick_first
        tax
        cpx pick_count
        rts
.endproc

; pick_choose -- line X is the chosen one
; Uses   A, X, Y, ink, tmp*
.proc pick_choose
        cpx pick_item
        beq @done
        lda pick_item
        stx pick_item
        tax
        jsr @put
        ldx pick_item
        jsr @put
        ldx #EFFECT_MOVE
        jmp effect_play
@put:
        jsr pick_is
        beq @pref
        jmp rule_put
@pref:
        jmp pref_put
@done:
        rts
.endproc

; pick_is -- Z=1 the options are shown, Z=0 the rules     Uses Y     Keeps  A, X
.proc pick_is
        ldy pick_first
        cpy #FIRST_ROW
        rts
.endproc

; options_key -- In A key     Uses A, X, Y, ink, tmp*
.proc options_key
        sta tmp4
        ldx #PREFS - 1
@letter:
        jsr pref_letter
        cmp tmp4
        beq @found
        dex
        bpl @letter
        lda tmp4
        bne pick_key            ; always
@found:
        jsr pick_choose
        lda #1
        bne pref_change         ; always
.endproc

; pick_key -- a key for the chosen line, or for another one
; In     A key     Out    -     Uses   A, X, Y, ink, tmp*, arg0, arg1     Keeps  -
.proc pick_key
        ldx pick_item
        cmp #KEY_CLICK
        beq @click
        cmp #KEY_UP
        beq @up
        cmp #KEY_DOWN
        beq @down
        cmp #KEY_LEFT
        beq @left
        cmp #KEY_RIGHT
        bne @done
        lda #1
        bne @change
@left:
        lda #$FF
@change:
        jsr pick_is             ; Z=1: a page of options, else one of rules
        beq pref_change
        tay
        jmp rule_change
@click:
        ldy click_y
        jsr pick_at
        bcs @done
        jsr pick_choose
        lda #1                  ; a click steps on, like cursor right
        ldx pick_item
        jsr pick_is
        beq pref_change
        jmp rule_click
@up:
        dex
        bpl @move
        ldx pick_count
        dex
        bpl @move               ; always
@down:
        inx
        cpx pick_count
        bcc @move
        ldx #0
@move:
        jmp pick_choose
@done:
        rts
.endproc

; pref_change -- another value of the chosen line
; In     A = 1 or $FF     Uses A, X, Y, ink, tmp*
.proc pref_change
        ldx pick_item
        clc
        adc prefs,x
        bpl @above
        lda pref_values,x
        sec
        sbc #1
@above:
        cmp pref_values,x
        bcc @set
        lda #0
@set:
        sta prefs,x
        jsr pref_put
        jsr prefs_apply
        ldx #EFFECT_PRESS
        jmp effect_play
.endproc

; pref_letter -- what the name of option X begins with     Out A     Uses Y     Keeps  X
.proc pref_letter
        txa
        clc
        adc #<p_tokens
        ldy #BOOK_MORE
        jsr text_open
        lda text_buffer
        rts
.endproc

; pref_put -- line X: letter, name, value between arrows when it is chosen
; Uses   A, X, Y, text_ptr, tmp0, ink
.proc pref_put
        stx pick_line
        cpx pick_item
        jsr line_ink
        txa
        clc
        adc #FIRST_ROW
        tay
        ldx #LEFT - 2
        jsr video_goto
        ldx pick_line
        jsr pref_letter
        jsr video_put
        jsr space_put
        lda pick_line
        clc
        adc #<p_tokens
        jsr more_at
        ldx #VALUE_X
        jsr text_pad
        lda #GLYPH_ARROWL
        jsr arrow
        ldx pick_line
        lda pref_first,x        ; the texts of its values follow one another
        clc
        adc prefs,x
        tax
        lda pref_text,x
        jsr more_at
        lda #' '
        jsr video_put
        lda #GLYPH_ARROWR
        jsr arrow
        ldx #RIGHT
        jmp text_pad
.endproc

; line_ink -- a line of a list: black on yellow where it is the chosen one
; In     Z=1 it is     Out ink     Uses A     Keeps  X, Y
.proc line_ink
        beq @chosen
        lda #ON(WHITE, PAGE_COLOR)
        bne @set                ; always
@chosen:
        lda #ON(BLACK, YELLOW)
@set:
        sta ink
        rts
.endproc
        .assert ON(WHITE, PAGE_COLOR) <> 0, error, "line_ink"

; arrow -- arrow A and a blank, or two blanks if the line is not chosen
.proc arrow
        ldx pick_line
        cpx pick_item
        beq @put
        lda #' '
@put:
        jsr video_put
        lda #' '
        jmp video_put
.endproc

; rules_draw -- the house rules as they were set
; Uses   A, X, Y, ui_d, text_ptr, tmp0, ink
.proc rules_draw
        lda #ON(WHITE, PAGE_COLOR)
        sta ink
        lda #OPTIONS - 1
        sta ui_d
@rule:
        lda ui_d
        clc
        adc #RULES_ROW - 1
        tay
        ldx #LEFT
        jsr video_goto
        jsr option_name
        ldx #VALUE_X + 2
        jsr text_pad
        jsr option_value
        dec ui_d
        bpl @rule
        ldx #VALUE_X + 2
        ldy #RULES_ROW + OPTIONS - 1
        jsr video_goto
        jmp preset_put
.endproc

; option_name, option_value -- words of house rule ui_d at the cursor
; In     ink, ui_d, the cursor     Out    -
; Uses   A, X, Y, text_ptr, tmp0     Keeps  -
.proc option_name
        ldx ui_d
        lda option_label,x
        ; falls through
.endproc

; more_at -- text A of the second book at the cursor
.proc more_at
        ldy #BOOK_MORE
        jmp text_at
.endproc

.proc option_value
        ldx ui_d
        lda option_first,x
        clc
        adc settings,x
        tax
        lda value_text,x
        jmp more_at
.endproc
