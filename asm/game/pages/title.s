; title.s -- the title
;
; Test tests/asm/game/ui/test_title.py, test_screens.py

.include "pages.inc"
.include "../play/play.inc"
.include "../sys/random.inc"
.include "../sys/sys.inc"
.include "../ui/ui.inc"
.include "../video/video.inc"
.include "../sys/disk.inc"
.include "../zp.inc"
.include "../zp_ui.inc"
.include "../pictures/show.inc"
.include "../sys/drive.inc"
.include "../sys/drive_fast.inc"
.include "pictures.inc"
.include "../../inc/vic.inc"

LOGO_X          = 10
LOGO_Y          = 3
GAME_ROW        = 9             ; free sky between logo and houses
MENU_ROW        = 22
KEYS_X          = 2
NAMES_X         = 16
OFFER_X         = 31            ; beside the start
GUIDE_X         = 30
TOKEN_TOP       = 8 * MENU_ROW - 14     ; their feet stand on the pavement
SQUARE_DOTS     = 40
IDLE            = 75            ; squares they go before the machine plays by itself: a minute

.segment "UI_BSS"

parade:         .res 1          ; fiftieths since the last hop began
parade_first:   .res 1          ; squares they have gone
parade_tick:    .res 1
street_lit:     .res 1          ; nonzero: the street is there, with its windows
street_light:   .res 1          ; window that was switched last
title_idle:     .res 1          ; squares they have gone since the last key

.segment "TITLE_DATA"

.include "words_title.inc"
        .assert text_quiet = text_music + 1, error, "words by PREF_TUNE"

.segment "TITLE_TUNE"            ; there as long as the title is

offer:                          ; besides, if there is an automatic save
        LABEL OFFER_X, MENU_ROW, ON(BLACK, LIME), text_last
labels:
        LABEL 4, GAME_ROW, ON(WHITE, PURPLE), text_game
        LABEL 8, MENU_ROW, ON(BLACK, YELLOW), text_start
        LABEL KEYS_X - 1, MENU_ROW + 1, ON(BLACK, WHITE), key_help
        LABEL KEYS_X + 2, MENU_ROW + 1, ON(WHITE, DARK), text_help
        LABEL NAMES_X, MENU_ROW + 1, ON(BLACK, WHITE), key_saved
        LABEL NAMES_X + 3, MENU_ROW + 1, ON(WHITE, DARK), text_saved
        LABEL GUIDE_X, MENU_ROW + 1, ON(BLACK, WHITE), key_guide
        LABEL GUIDE_X + 2, MENU_ROW + 1, ON(WHITE, DARK), text_guide
        LABEL KEYS_X - 1, MENU_ROW + 2, ON(BLACK, WHITE), key_music
        LABEL NAMES_X, MENU_ROW + 2, ON(BLACK, WHITE), key_names
        .byte $FF
zones:
        ZONE OFFER_X, MENU_ROW, COLUMNS - OFFER_X, 1, KEY_F5
        ZONE 0, MENU_ROW, OFFER_X, 1, KEY_RETURN
        ZONE 0, MENU_ROW + 1, NAMES_X - 1, 1, KEY_HELP
        ZONE NAMES_X, MENU_ROW + 1, GUIDE_X - NAMES_X, 1, KEY_F1
        ZONE GUIDE_X, MENU_ROW + 1, COLUMNS - GUIDE_X, 1, KEY_GUIDE
        ZONE 0, MENU_ROW + 2, NAMES_X - 1, 1, 'M'
        ZONE NAMES_X, MENU_ROW + 2, COLUMNS - NAMES_X, 1, KEY_F3
        .byte $FF
        LIGHT_TABLE
        .assert * - light_at = LIGHTS .and LIGHTS = 32, error, "window_switch"

.segment "TITLE_CODE"

; title_page -- show the title until somebody starts
; In     -     Out    A = KEY_F1: he wants a saved game; KEY_GUIDE: the tutorial; KEY_DEMO: nobody is there; else set-up
; Uses   everything
; Keeps  -
.proc title_page
        lda #0
        sta panel_shown
        sta situation
        sta title_idle
        jsr sprites_off
        jsr sprites_parade
        jsr street_draw
        jsr words_draw
        lda #<zones
        ldy #>zones
        jsr zones_set
        jsr video_show
        jsr music_title
        jsr prefetch_start
        jsr key_flush
@wait:
        jsr tokens_walk
        jsr ui_frame
        lda #KEY_DEMO
        ldx title_idle
        cpx #IDLE
        bcs @out
        jsr key_get
        bcs @wait
        ldx #0
        stx title_idle
        cmp #KEY_F3
        beq @names
        cmp #KEY_HELP
        beq @help
        cmp #'?'
        beq @help
        cmp #KEY_F5
        beq @last
        cmp #KEY_UP
        beq @last
        cmp #KEY_F1
        beq @load
        cmp #'M'
        beq @music
        cmp #KEY_DOWN           ; a stick has no letters
        beq @guide
        cmp #KEY_GUIDE
        beq @guide
        cmp #KEY_RETURN
        bne @wait
@start:
        pha
        jsr voice3_give
        jsr seed
        jsr sound_press
        jsr sprites_off
        pla
@out:
        rts
@guide:
        lda #ROUND_OFF          ; what is saved is a game of one's own
        sta auto_round
        lda #KEY_GUIDE
        bne @start              ; always
@last:
        asl auto_offer          ; 1 becomes 2; none stays none
        beq @wait
@load:
        jsr music_stop
        lda #KEY_F1
        rts
@music:
        lda prefs + PREF_TUNE
        eor #1
        sta prefs + PREF_TUNE
        jsr prefs_apply
        jsr music_title
@changed:
        jsr choices_draw
        jsr sound_press
        jmp @wait
@help:
        lda #<help_title
        ldy #>help_title
        jsr help_words
@again:
        jmp title_page
@names:
        jsr names_next          ; they are loaded when a game begins
        bcs @again
        bcc @changed            ; always
.endproc

; seed -- start the shift registers, once, from noise and the time of the key
; Uses   A, X, Y, random_temp
.proc seed
        lda rng_v               ; never 0 all three once seeded
        ora rng_v+1
        ora rng_v+2
        bne @done
        jsr random_byte         ; voice 3: no other source has been chosen yet
        eor irq_frame
        pha
        jsr random_byte
        tax
        jsr random_byte
        eor VIC_RASTER
        tay
        pla
        jmp random_seed
@done:
        rts
.endproc

; street_draw -- the street in the evening, else the name alone
;
; The loader's picture is there when the game begins.  Later it comes from the disk again; from a
; slow one nobody waits for it.
; Uses   everything but the state
.proc street_draw
        jsr ring_close
        lda picture_there
        bne @take
        sta street_lit
        bit bus_slow
        bmi @plain
        ldx #PICTURE_STREET
        jsr picture_show
        bcs @plain
        ldy #LIGHTS - 1
@light:
        tya
        tax
        jsr window_switch
        dey
        bpl @light
        bmi @lit                ; always
@take:
        lda #0
        sta picture_there
        jsr picture_take
@lit:
        inc street_lit
        rts
@plain:
        jsr screen_clear
        lda #ON(YELLOW, PAGE_COLOR)
        sta ink
        ldx #LOGO_X
        ldy #LOGO_Y
        jsr video_goto
        lda #<text_name
        ldy #>text_name
        jmp big_put
.endproc

; window_next -- the next window is switched: all in turn, in no order that meets the eye
; Uses   A, X
.proc window_next
        lda street_lit
        beq window_none
        lda street_light
        asl a
        asl a
        adc street_light        ; * 5 + 7; C is clear, and clear again
        adc #7
        and #LIGHTS - 1
        sta street_light
        tax
        ; falls through
.endproc

; window_switch -- a window of the street becomes lit, or dark
; In     X  window     Uses A, X     Keeps Y
window_switch:
        lda light_at,x
        tax
        lda LIGHT_BASE,x
        eor #LIGHT_ON ^ LIGHT_OFF
        sta LIGHT_BASE,x
        sta LIGHT_BASE + COLUMNS,x
window_none:
        rts

; offer_ask -- is there an automatic save? On a disk that would take seconds to know: F5 looks for it
; In     -     Out    C=1 auto_offer = 1: it is offered; C=0 auto_offer = 0     A = low byte of labels
; Uses   A, X, Y     Keeps  -
.segment "TITLE_TUNE"
.proc offer_ask
        lda #1
        sta auto_offer
        lda #CARTRIDGE_ASK
        jsr cartridge_aside     ; says so in auto_offer
        lda auto_offer
        lsr a
        lda #<labels
        rts
.endproc

.segment "TITLE_CODE"

; words_draw -- the menu below the street; an automatic save is offered
; Out    auto_offer     Uses   A, X, Y, rect_*, ui_ptr, text_ptr, ink, tmp0
.proc words_draw
        lda #0
        sta rect_x
        lda #MENU_ROW + 1
        sta rect_y
        lda #COLUMNS
        sta rect_w
        lda #2
        sta rect_h
        lda #ON(WHITE, DARK)
        sta ink
        lda #' '
        jsr rect_fill
        jsr offer_ask
        ldy #>labels
        bcc @labels
        lda #<offer
        .assert >offer = >labels, lderror, "one page"
@labels:
        jsr labels_draw
        ; falls through
.endproc

; choices_draw -- what is chosen: music, names
; Uses   A, X, Y, text_ptr, ink, tmp0
.proc choices_draw
        lda #ON(WHITE, DARK)
        sta ink
        ldx #KEYS_X + 2
        ldy #MENU_ROW + 2
        jsr video_goto
        lda prefs + PREF_TUNE
        clc
        adc #<text_music
        ldy #>text_music
        jsr text_at
        ldx #NAMES_X - 1
        jsr text_pad
        ldx #NAMES_X + 3
        ldy #MENU_ROW + 2
        jsr video_goto
        lda #<text_london
        ldy #>text_london
        ldx names_wanted
        dex                     ; SET_US?
        bne @names
        lda #<text_us
@names:
        jmp text_at
.endproc
        .assert >text_us = >text_london, error, "one book"

; tokens_walk -- the eight tokens hop from square to square
; Uses   A, X, Y, arg0-arg2, tmp0, tmp1
.proc tokens_walk
        lda irq_tick
        cmp parade_tick
        beq @done
        sta parade_tick
        inc parade
        lda parade
        cmp #SQUARE_DOTS
        bcc @inside
        lda #0
        sta parade
        dec parade_first        ; everybody is one square further on
        inc title_idle
        jsr window_next
@inside:
        ldx #7
@token:
        stx tmp0
        lda #0
        sta arg1
        txa
        clc
        adc parade_first
        and #7
        sta tmp1
        asl a
        asl a
        sec
        adc tmp1                ; square * 5 + 1
        asl a
        asl a
        asl a
        rol arg1                ; * 8: dots, the first square's middle at 8
        sta arg0
        lda parade              ; wait, then hop to the left square
        sec
        sbc #SQUARE_DOTS - HOP_DOTS
        bcs @hop
        lda #0
@hop:
        tay
        lda arg0
        sec
        sbc hop_left,y
        sta arg0
        bcs :+
        dec arg1
:       lda hop_top,y
        sta arg2
        lda colour_ink,x
        jsr sprite_show
        ldx tmp0
        dex
        bpl @token
@done:
        rts
.endproc

; A hop over the 40 dots of a square in HOP_DOTS fiftieths of a second.
.segment "UI_RODATA"             ; the title's places are full
hop_left:       .byte 0, 3, 6, 9, 13, 17, 20, 24, 28, 31, 35, 38
HOP_DOTS        = * - hop_left
.segment "TITLE_CODE"
hop_top:        .byte TOKEN_TOP, TOKEN_TOP - 3, TOKEN_TOP - 5, TOKEN_TOP - 7, TOKEN_TOP - 9, TOKEN_TOP - 10
                .byte TOKEN_TOP - 10, TOKEN_TOP - 9, TOKEN_TOP - 7, TOKEN_TOP - 5, TOKEN_TOP - 3, TOKEN_TOP - 1
        .assert * - hop_top = HOP_DOTS, error, "both for each of them"
