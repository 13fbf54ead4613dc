; title.s -- the title
;
; Test tests/asm/game/ui/test_screens.py

.include "pages.inc"
.include "../data/text/text.inc"
.include "../play/play.inc"
.include "../sys/random.inc"
.include "../sys/sys.inc"
.include "../ui/ui.inc"
.include "../video/video.inc"
.include "../sys/disk.inc"
.include "../zp.inc"
.include "../zp_ui.inc"
.include "glyphs.inc"
.include "../../inc/vic.inc"

LOGO_X          = 10
LOGO_Y          = 3
STREET_ROW      = 19
SQUARE_DOTS     = 40

.segment "UI_BSS"

parade:         .res 1          ; fiftieths since the last hop began
parade_first:   .res 1          ; squares they have gone
parade_tick:    .res 1

.segment "TITLE_DATA"

.include "words_title.inc"

zones:
        ZONE 0, 11, COLUMNS, 3, KEY_RETURN
        ZONE 0, 14, COLUMNS, 2, KEY_F3
        ZONE 0, 16, 26, 2, KEY_F1
        ZONE 26, 16, 14, 2, 'M'
        .byte $FF

.segment "TITLE_CODE"

; title_page -- show the title until somebody starts
; In     -     Out    A = KEY_F1: he wants a saved game; else set-up     Uses everything
; Keeps  -
.proc title_page
        lda #0
        sta panel_shown
        sta situation
        jsr sprites_off
        jsr sprites_parade
        jsr video_blank
        jsr screen_clear
        jsr logo_draw
        jsr stripes_draw
        jsr sign_set
        jsr words_draw
        lda #<zones
        ldy #>zones
        jsr zones_set
        jsr video_show
        jsr music_title
        jsr key_flush
@wait:
        jsr tokens_walk
        jsr ui_frame
        jsr key_get
        bcs @wait
        cmp #KEY_F3
        beq @names
        cmp #KEY_HELP
        beq @help
        cmp #'?'
        beq @help
        cmp #KEY_F1
        beq @load
        cmp #'M'
        beq @music
        cmp #KEY_RETURN
        bne @wait
        lda TEXT_BASE + TEXT_HEADER::id
        bmi @names              ; no names in memory: a load has failed
        jsr voice3_give
        jsr seed
        ldx #EFFECT_PRESS
        jsr effect_play
        jsr sprites_off
        lda #0
        rts
@load:
        lda TEXT_BASE + TEXT_HEADER::id
        bmi @names
        jsr music_stop
        lda #KEY_F1
        rts
@music:
        lda prefs + PREF_TUNE
        eor #1
        sta prefs + PREF_TUNE
        jsr prefs_apply
        jsr music_title
        jmp @wait
@help:
        lda #<help_title
        ldy #>help_title
        jsr help_words
        jmp title_page
@names:
        ldx #FILE_US
        lda TEXT_BASE + TEXT_HEADER::id
        beq @other
        ldx #FILE_LONDON
@other:
        jsr file_load
        jmp title_page
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

; logo_draw -- the big letters
; Uses   A, X, Y, ink and what big_put uses
.proc logo_draw
        lda #ON(YELLOW, PAGE_COLOR)
        sta ink
        ldx #LOGO_X
        ldy #LOGO_Y
        jsr video_goto
        lda #<text_name
        ldy #>text_name
        jmp big_put
.endproc

; stripes_draw -- the eight groups, above and below
; Uses   A, X, Y, ink
.proc stripes_draw
        lda #1
        jsr stripe_draw
        lda #0                  ; eight squares of a board for the tokens
        sta rect_x
        lda #STREET_ROW + 1
        sta rect_y
        lda #COLUMNS
        sta rect_w
        lda #3
        sta rect_h
        lda #ON(BLACK, LIGHT)
        sta ink
        lda #' '
        jsr rect_fill
        lda #1
        sta rect_w
@line:
        lda #GLYPH_LINEL
        jsr rect_fill
        lda rect_x
        clc
        adc #5
        sta rect_x
        cmp #COLUMNS
        bcc @line
        lda #STREET_ROW
        jmp stripe_draw
.endproc

.proc words_draw
        lda #0
        sta rect_x
        lda #COLUMNS
        sta rect_w
        lda #ON(WHITE, PAGE_COLOR)
        sta ink
        lda #9
        sta cur_y
        lda #<text_1
        ldy #>text_1
        jsr text_center
        lda #ON(WHITE, PAGE_COLOR)
        sta ink
        lda #10
        sta cur_y
        lda #<text_2
        ldy #>text_2
        jsr text_center
        lda #ON(BLACK, YELLOW)
        sta ink
        lda #12
        sta cur_y
        lda #<text_start
        ldy #>text_start
        jsr text_center
        lda #ON(WHITE, PAGE_COLOR)
        sta ink
        lda #14
        sta cur_y
        lda #<text_missing
        ldy #>text_missing
        ldx TEXT_BASE + TEXT_HEADER::id
        bmi @set
        bne @us
        lda #<text_london
        ldy #>text_london
        bne @set
@us:
        lda #<text_us
        ldy #>text_us
@set:
        jsr text_center
        lda #ON(LIME, PAGE_COLOR)
        sta ink
        lda #15
        sta cur_y
        lda #<text_names
        ldy #>text_names
        jsr text_center
        lda #17
        sta cur_y
        lda #<text_saved
        ldy #>text_saved
        jsr text_center
        lda #24
        sta cur_y
        lda #<text_note
        ldy #>text_note
        jmp text_center
.endproc

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
@inside:
        ldx #7
@token:
        stx tmp0
        txa
        clc
        adc parade_first
        and #7
        sta tmp1
        asl a
        asl a
        adc tmp1                ; square * 5; C is clear
        sta tmp1
        lda #0
        sta arg1
        lda tmp1
        asl a
        asl a
        asl a
        rol arg1                ; * 8: dots
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
:       clc
        lda arg0
        adc #8
        sta arg0
        bcc :+
        inc arg1
:       lda #(STREET_ROW + 1) * 8 + 6
        sec
        sbc hop_up,y
        sta arg2
        lda colour_ink,x
        jsr sprite_show
        ldx tmp0
        dex
        bpl @token
@done:
        rts
.endproc

.segment "TITLE_DATA"
; A hop over the 40 dots of a square in HOP_DOTS fiftieths of a second.
hop_left:       .byte 0, 3, 6, 9, 13, 17, 20, 24, 28, 31, 35, 38
hop_up:         .byte 0, 3, 5, 7, 9, 10, 10, 9, 7, 5, 3, 1
HOP_DOTS        = * - hop_up
