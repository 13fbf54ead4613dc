; help_words.s -- help at the title and in set-up: pages of words
;
; Test tests/asm/game/ui/test_help.py

.include "pages.inc"
.include "../ui/ui.inc"
.include "../video/video.inc"
.include "../zp.inc"
.include "../zp_ui.inc"

.segment "TITLE_DATA"

; Pages of words: paragraphs, each ended by 0, an empty one ends the page.
help_title:
        .byte "Buy what you land on. Who lands on your deeds pays you rent: more for a whole"
        .byte " group, and with houses on it.", 0
        .byte "Who cannot pay is out. The last one left wins, or the richest when all agree to"
        .byte " end the game.", 0
        .byte "Everything is a button: its letter, or cursor and RETURN, or joystick and fire, or"
        .byte " a click.", 0
        .byte 0
help_setup:
        .byte "A player's line: letters type the name, left and right choose the colour, 1 to 8"
        .byte " the token, or RETURN, fire, a click the next one.", 0
        .byte "Below are the house rules; F7 starts.", 0
        .byte 0

.segment "TITLE_CODE"

; help_words -- a page of words; the caller draws his page again
; In     A low, Y high of the paragraphs     Uses everything
.proc help_words
        pha
        tya
        pha
        jsr sprites_off
        jsr video_blank
        jsr screen_clear
        jsr help_frame
        pla
        sta ui_ptr+1
        pla
        sta ui_ptr
        lda #ON(LIGHT, BLACK)
        sta ink
        lda #HELP_TEXT_ROW
        sta cur_y
@paragraph:
        ldy #0
        lda (ui_ptr),y
        beq @shown
        lda ui_ptr
        ldy ui_ptr+1
        jsr text_wrap
        inc cur_y
        inc cur_y
@skip:
        ldy #0
        lda (ui_ptr),y
        php
        inc ui_ptr
        bne @low
        inc ui_ptr+1
@low:
        plp
        bne @skip
        beq @paragraph
@shown:
        jmp help_wait
.endproc
