; help_words.s -- what help_words shows at the title and in set-up
;
; Test tests/asm/game/ui/test_help.py

.include "pages.inc"

.segment "TITLE_DATA"

; Pages of words: paragraphs, each ended by 0, an empty one ends the page.
.include "words_help_words.inc"
