; help_trade.s -- what help_words shows on the pages of a trade
;
; Test tests/asm/game/ui/test_trade.py

.include "trade.inc"

.segment "TRADE_DATA"

; Paragraphs, each ended by 0, an empty one ends the page.
.include "words_help_trade.inc"
