; help_words.s -- what help_words shows at the title and in set-up
;
; Test tests/asm/game/ui/test_help.py

.include "pages.inc"

.segment "TITLE_DATA"

; Pages of words: paragraphs, each ended by 0, an empty one ends the page.
help_title:
        .byte "Buy what you land on. Anyone landing on your property pays you rent: more for a whole"
        .byte " group, and with houses on it.", 0
        .byte "If you cannot pay, you are out. The last one left wins, or the richest when all agree"
        .byte " to stop.", 0
        .byte "Press a button by its letter, by cursor and RETURN, by joystick and fire, or by"
        .byte " a click.", 0
        .byte "Two to eight play, people or computers. An independent fan game, free under the GPL.", 0
        .byte 0
help_setup:
        .byte "RETURN, fire or a click on a player's line takes the next token, past the last one"
        .byte " a computer. F3: person or computer.", 0
        .byte "While computers play, SPACE is faster, RUN/STOP opens a menu.", 0
        .byte 0
