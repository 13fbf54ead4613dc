; setup.s -- seats, names, colours, house rules
;
; One list: cursor up and down choose a line, left and right change it, letters
; type the name of the seat the line is about, 1 to 8 choose its token, fire or
; RETURN takes the next one that is free (after a name RETURN goes on to the next
; line), F3 makes it a computer and a person again.  F7 starts from anywhere.  The
; pointer chooses a line, a click on its arrows, its token or the last column changes it.
; Below the lines stands what the chosen one is about.
;
; Test tests/asm/game/ui/test_screens.py, test_options.py

.include "pages.inc"
.include "setup.inc"
.include "../brain/brain.inc"
.include "../sys/sys.inc"
.include "../ui/ui.inc"
.include "../video/video.inc"
.include "../zp.inc"
.include "../zp_ui.inc"
.include "../data/text/text.inc"
.include "glyphs.inc"

OPTION_ROW      = 13
START_ROW       = 20
NOTE_ROW        = 21            ; two rows
KEYS_ROW        = 23
ABOUT_INK        = ON(YELLOW, PAGE_COLOR)
ITEM_SEATS      = 0             ; then the eight seats, the preset, the options, start
ITEM_RULES      = ITEM_SEAT + MAX_PLAYERS
ITEM_OPTION     = ITEM_RULES + 1
ITEM_RANDOM     = ITEM_OPTION + OPT_RANDOM
ITEM_START      = ITEM_OPTION + OPTIONS
ITEMS           = ITEM_START + 1
KEY_RULES       = 1             ; no key: the page of all rules is wanted

.segment "UI_BOOT"

setup_last:     .res 1
setup_step:     .res 1
setup_tries:    .res 1

.segment "UI_BSS"

setup_item:     .res 1

.segment "TITLE_DATA"

.include "words_setup.inc"
.include "words_values.inc"
.include "words_reasons.inc"

; What a line is about: from NOTE_PRESET on by preset, from NOTE_OPTION on by house rule.
NOTE_COMPUTER   = 2
NOTE_PRESET     = 3
NOTE_OPTION     = NOTE_PRESET + PRESETS
NOTE_QUICK      = NOTE_OPTION + OPTIONS
NOTE_START      = NOTE_QUICK + 1
NOTE_NOISE      = NOTE_START + 1        ; there is none
.segment "TITLE_TUNE"            ; there as long as the title is
note_text:      .byte <n_seats, <n_person, <n_computer
        PRESET_ABOUTS
        .byte <n_money, <n_parking, <n_go, <n_limited, <n_deeds, <n_random, <n_whole, <n_quick, <n_start, <n_noise
        .assert * - note_text = NOTE_NOISE + 1, error, "words for each line"
.segment "TITLE_DATA"
        .assert OPT_LENGTH = OPTIONS - 1, error, "NOTE_QUICK follows"

        .assert o_parking = o_money + OPT_PARKING .and o_go = o_money + OPT_GO .and o_limited = o_money + OPT_LIMITED .and o_deeds = o_money + OPT_DEEDS .and o_random = o_money + OPT_RANDOM .and o_length = o_money + OPT_LENGTH, error, "names in this order"
quick_deeds:    .byte 0, 3
zones:
        ZONE 0, START_ROW, COLUMNS, 1, KEY_F7
        ZONE 0, KEYS_ROW, 17, 1, KEY_F1
        ZONE 17, KEYS_ROW, 13, 1, KEY_F5
        ZONE 30, KEYS_ROW, 10, 1, KEY_HELP
        .byte $FF

.segment "TITLE_CODE"

; setup_begin -- a new game with default names and colours
; In     -     Out    -     Uses   everything play_init uses, ui_a, ui_b     Keeps  -
.proc setup_begin
        jsr play_init
        jsr voice3_give
        jsr names_default
        jsr colours_default
        lda #ITEM_SEATS
        ldx noise_bad
        beq @item
        lda #ITEM_RANDOM        ; what has been found out about the noise is read first
@item:
        sta setup_item
        rts
.endproc

; setup_page -- until the game can start, or something else is wanted
; In     -     Out    A = KEY_F7 start, KEY_F1 saved games, KEY_STOP back to the title
; Uses   everything     Keeps  -
.proc setup_page
@show:
        jsr setup_screen
        jsr music_wanted
@key:
        jsr setup_wait
        cmp #KEY_F5
        beq @options
        cmp #KEY_HELP
        beq @help
        jsr setup_key
        cmp #0
        beq @key
        cmp #KEY_RULES
        beq @rules
        cmp #KEY_F7
        bne @out
        jsr names_bad
        bcs @name
        lda #REQ_START
        jsr play_check
        bcs @refuse
        lda settings + OPT_RANDOM
        cmp #RANDOM_SEEDED
        bne @begin
        jsr random_own
@begin:
        lda #KEY_F7
        bne @out                ; always
@name:
        inx                     ; to its line, and why
        stx setup_item
        jsr items_draw
        jsr note_area
        lda #<r_name
        ldy #>r_name
        jsr text_wrap
@refuse:
        jsr sound_refuse
        jmp @key
@help:
        lda #<help_setup
        ldy #>help_setup
        jsr help_words
        jmp @show
@options:
        jsr @empty
        jsr options_list
        jmp @show
@rules:
        jsr @empty
        jsr rules_page
        jmp @show
@empty:
        jsr sprites_off
        jsr video_blank
        jmp screen_clear
@out:
        cmp #KEY_STOP
        beq @title              ; where the tune goes on
        pha
        jsr music_stop
        pla
@title:
        rts
.endproc

; setup_screen -- the whole page, drawn with the display off
; In     -     Out    -     Uses   everything ui/ and video/ use     Keeps  -
.proc setup_screen
        jsr screen_clear
        jsr frame_draw
        jsr items_draw
        jsr note_draw
        lda #<zones
        ldy #>zones
        jmp page_ready
.endproc

; setup_wait -- heartbeat until a key; the pointer chooses a line meanwhile
; Out    A key     Uses A, X, Y and what ui_frame and item_draw use
.proc setup_wait
        ldx setup_item
        ldy #FRAME_SETUP
        dex
        cpx #MAX_PLAYERS
        bcs @situation
        ldy #FRAME_NAME
@situation:
        sty situation
@frame:
        jsr key_get
        bcc @key
        jsr ui_frame
        jsr pointer_cell
        bcs @frame
        jsr item_at
        bcs @frame
        cpx setup_item
        beq @frame
        lda setup_item
        sta setup_last
        stx setup_item
        jsr lines_draw
        sta name_typed          ; 0
        jsr sound_move
        jmp setup_wait
@key:
        rts
.endproc

; item_at -- the item of a row
; In     Y row     Out C=0 X = item; C=1 none     Uses A
.proc item_at
        ldx #ITEM_START
        cpy #START_ROW
        beq @found
        tya
        sec
        sbc #SEATS_ROW
        bcc @none
        tax                     ; the seats follow their number
        cpx #ITEM_SEAT + MAX_PLAYERS
        bcs @option
        cpx #ITEM_SEAT
        bcc @found
        dex
        cpx player_count
        inx                     ; Keeps C
        rts
@option:
        tya
        sec
        sbc #OPTION_ROW - 1     ; the preset stands above the options
        bcc @none
        cmp #OPTIONS + 1
        bcs @none_set
        adc #ITEM_RULES         ; C is clear
        tax
@found:
        clc
        rts
@none:
        sec
@none_set:
        rts
.endproc
        .assert SEAT_ROW = SEATS_ROW + 1, error, "item_at"

; setup_click -- a click on a line is a key for it
; Out    A = key, 0 none     Uses X, Y, setup_item
.proc setup_click
        ldy click_y
        jsr item_at
        lda #0
        bcs @none
        stx setup_item
        ldy click_x
        cpy #LEFT + 1
        bcc @token
        cpy #CPU_X
        bcc @value
        cpx #ITEM_SEAT
        bcc @value
        cpx #ITEM_RULES
        bcs @value
        lda #KEY_F3
        rts
@value:
        cpy #VALUE_X
        lda #0
        bcc @none               ; chooses the line only
        lda #KEY_LEFT
        cpy #VALUE_X + 2
        bcc @none
        lda #KEY_RIGHT
@none:
        rts
@token:
        dex
        cpx player_count
        bcs @none
        sta name_typed          ; 0
        lda #KEY_RETURN
        rts
.endproc

.proc frame_draw
        lda #ROWS - 1
        jsr stripe_draw
        jsr page_dress          ; ends in row 0
        lda #ON(WHITE, PAGE_COLOR)
        sta ink
        inc cur_y
        lda #<text_who
        ldy #>text_who
        jsr text_center
        lda #ON(LIME, PAGE_COLOR)
        sta ink
        lda #KEYS_ROW
        sta cur_y
        lda #<text_keys
        ldy #>text_keys
        jmp text_center
.endproc

; items_draw -- all lines
; In     -     Out    -     Keeps  -
; Uses   A, X, Y, flags; ink, text_ptr, tmp0-tmp1, ui_*, cursor
.proc items_draw
        ldx #0
@item:
        stx ui_b
        jsr item_draw
        ldx ui_b
        inx
        cpx #ITEMS
        bne @item
        rts
.endproc

; item_draw -- line X
; In     X  line     Out    -
; Uses   A, X, Y, tmp*, num_*, ink     Keeps  -
.proc item_draw
        stx ui_c
        cpx setup_item
        jsr line_ink
        cpx #ITEM_SEAT
        bcc @seats
        cpx #ITEM_RULES
        bcc @seat
        beq @rules
        cpx #ITEM_START
        bcc @option
        cpx setup_item
        beq @chosen
        lda #ON(BLACK, LIME)    ; it stands out anyway
        sta ink
@chosen:
        ldx #10
        ldy #START_ROW
        jsr video_goto
        lda #<text_start
        ldy #>text_start
        jmp text_at
@seats:
        ldx #LEFT
        ldy #SEATS_ROW
        jsr video_goto
        lda #<text_seats
        ldy #>text_seats
        jsr text_at
        ldx #VALUE_X
        jsr text_pad
        jsr arrow_left
        lda player_count
        clc
        adc #'0'
        jsr video_put
        jmp arrow_right
@seat:
        jmp seat_draw
@rules:
        ldx #LEFT
        ldy #OPTION_ROW - 1
        jsr video_goto
        lda #BRIEF(text_rules)
        jsr label_at
        ldx #VALUE_X
        jsr text_pad
        jsr arrow_left
        jsr preset_put
        jmp arrow_right
@option:
        txa
        sec
        sbc #ITEM_OPTION
        sta ui_d
        clc
        adc #OPTION_ROW
        tay
        ldx #LEFT
        jsr video_goto
        jsr option_name
        ldx #VALUE_X
        jsr text_pad
        jsr arrow_left
        jsr option_value
        ; falls through
.endproc

; arrow_right -- what follows a value: an arrow if its line is chosen
; In     ui_c item     Uses A, X, Y, tmp0
.proc arrow_right
        jsr space_put
        lda #GLYPH_ARROWR
        jsr arrow_or_blank
        jsr video_put
        ldx #RIGHT
        jmp text_pad
.endproc

; arrow_left -- what stands before a value
; In     ink, ui_c, the cursor     Out    -     Keeps  -     Uses   A, X, Y, flags; cursor
.proc arrow_left
        lda #GLYPH_ARROWL
        jsr arrow_or_blank
        jmp spaced_put
.endproc

; arrow_or_blank -- In A an arrow, ui_c item     Out A = a blank unless its line is chosen     Uses X     Keeps  Y
.proc arrow_or_blank
        ldx ui_c
        cpx setup_item
        beq @chosen
        lda #' '
@chosen:
        rts
.endproc

; setup_key -- one key
; Lines of players come first: on them letters belong to the name, and RETURN takes the next token while no
; name has been typed.  Elsewhere letters choose an option, and RETURN goes down a line.
; In     A     Out A = 0 go on; KEY_STOP back; else start
.proc setup_key
        ldx setup_item
        stx setup_last          ; its line is drawn again, too
        cmp #KEY_CLICK
        bne @key
        jsr setup_click
        ldx setup_item
@key:
        cmp #KEY_F7
        beq @start
        cmp #KEY_F1
        beq @out
        cmp #KEY_STOP
        beq @out
        cmp #KEY_UP
        beq @up
        cmp #KEY_DOWN
        beq @down
        cmp #KEY_LEFT
        beq @left
        cmp #KEY_RIGHT
        beq @right
        cmp #KEY_F3
        beq @computer
        cmp #KEY_RETURN
        beq @return
        dex                     ; seats are numbered from 0, and their lines from 1
        cpx player_count
        bcs @letter
        jsr seat_key
        jmp @draw
@letter:
        jsr option_letter
        jmp @draw
@return:
        cpx #ITEM_START
        beq @start
        cpx #ITEM_RULES
        beq @rules
        dex
        cpx player_count
        bcs @down
        lda name_typed          ; RETURN ends a name first
        bne @down
        jsr token_next
        jmp @draw
@computer:
        jsr setup_computer
        jmp @draw
@rules:
        lda #KEY_RULES
        rts
@start:
        lda #KEY_F7
@out:
        rts
@up:
        lda #$FF
        bne @move
@down:
        lda #1
@move:
        jsr item_move
        jmp @draw
@left:
        lda #$FF
        bne @change
@right:
        lda #1
@change:
        jsr setup_change
@draw:
        ; falls through
.endproc

; lines_draw -- the line that was chosen, the one that is, what it is about
; In     setup_last, setup_item     Out A = 0     Uses A, X, Y and what item_draw, note_draw use
.proc lines_draw
        ldx setup_last
        jsr item_draw
        ldx setup_item
        jsr item_draw
        ; falls through
.endproc

; note_draw -- the chosen line's token beside it, and below all lines what it is about
; Out    A = 0     Uses A, X, Y, rect_*, ink, text_ptr, tmp0, tmp1, arg0-arg2
.proc note_draw
        jsr note_area
        ldx setup_item
        cpx #ITEM_SEAT
        bcc @note               ; 0: how many
        cpx #ITEM_RULES
        beq @preset
        bcs @option
        lda player_flags - ITEM_SEAT,x
        ldx #NOTE_COMPUTER
        asl a                   ; PF_CPU
        bcs @note
        dex
        bne @note               ; always
@preset:
        lda #NOTE_PRESET
        clc
        adc switches + SW_PRESET
        tax
        bne @note               ; always
@option:
        txa
        sbc #ITEM_OPTION - NOTE_OPTION ; C is set
        tax
        cpx #NOTE_OPTION + OPT_RANDOM
        bne @other
        lda noise_bad           ; said whatever is chosen, as the choice can change
        beq @note
        ldx #NOTE_NOISE
        bne @note               ; always
@other:
        cpx #NOTE_OPTION + OPT_LENGTH
        bcc @note
        bne @further            ; start
        lda settings + OPT_LENGTH
        beq @note
@further:
        inx
@note:
        lda note_text,x
        ldy #BOOK_OVERLAY
        jsr text_wrap
        lda #0
        rts
.endproc

; note_area -- the chosen line's token, and an empty place for words below all lines
; In     -     Out    ink, rect_*, cur_y     Uses   A, X, Y, arg0-arg2, tmp0, tmp1     Keeps  -
.proc note_area
        jsr seat_sprite
        lda #1
        sta rect_x
        lda #COLUMNS - 2
        sta rect_w
        lda #2
        sta rect_h
        lda #NOTE_ROW
        sta rect_y
        lda #ABOUT_INK
        jsr rect_paper
        lda #NOTE_ROW
        sta cur_y
        rts
.endproc

; item_move -- to the next line; seats that are not taken are passed over
; In     A = 1 or $FF
.proc item_move
        sta setup_step
@next:
        lda setup_item
        ldy #ITEMS
        jsr round_step
        sta setup_item
        ldx #0
        stx name_typed
        cmp #ITEM_RULES
        bcs @found
        sec
        sbc #ITEM_SEAT
        bcc @found
        cmp player_count
        bcs @next
@found:
        jmp sound_move
.endproc

; round_step -- a step on from A; behind the last of Y the first comes, before the first the last
; In     A < Y, setup_step     Out A     Uses tmp0
.proc round_step
        sty tmp0
        clc
        adc setup_step
        bpl @above
        lda tmp0
        sbc #0                  ; C=0 from $FF: one less
@above:
        cmp tmp0
        bcc @inside
        lda #0
@inside:
        rts
.endproc

; setup_change -- another value of the line
; In     A = 1 or $FF
.proc setup_change
        sta setup_step
        ldx setup_item
        cpx #ITEM_SEAT
        bcc @seats
        cpx #ITEM_RULES
        bcc @colour
        beq @preset
        cpx #ITEM_START
        bcc @option
        rts
@preset:
        lda switches + SW_PRESET
        ldy #PRESETS
        jsr round_step
        sta arg0
        lda #REQ_PRESET
        jsr play_request
        jmp @changed
@seats:                         ; C=0
        lda player_count
        adc setup_step
        sta arg0
        lda #REQ_SEATS
        jsr play_request
        bcs @refused
        jsr colours_default
        jsr items_draw
        jmp @changed
@colour:
        jsr seat_colour
        bcc @changed
@refused:
        jmp sound_refuse
@option:
        txa
        sec
        sbc #ITEM_OPTION
        sta arg0
        tax
        ldy option_values,x
        lda settings,x
        jsr round_step
        sta arg1
        lda #REQ_OPTION
        jsr play_request
        bcs @refused
        lda arg0
        cmp #OPT_LENGTH
        bne @changed
        ldx arg1                ; a quick game begins with deeds
        lda #OPT_DEEDS
        sta arg0
        lda quick_deeds,x
        sta arg1
        lda #REQ_OPTION
        jsr play_request
        jsr items_draw
@changed:
        jsr voice3_give
        jmp sound_press
.endproc

; option_letter -- elsewhere a letter chooses and changes the house rule that begins with it
; In     A key
.proc option_letter
        sta tmp4
        ldx #OPTIONS - 1
@key:
        txa
        clc
        adc #<o_money
        ldy #BOOK_MORE
        jsr text_open
        lda text_buffer
        cmp tmp4
        beq @found
        dex
        bpl @key
        rts
@found:
        txa
        clc
        adc #ITEM_OPTION
        sta setup_item
        lda #1
        jmp setup_change
.endproc
