; help_trade.s -- what help_words shows on the pages of a trade
;
; Test tests/asm/game/ui/test_trade.py

.include "trade.inc"

.segment "TRADE_DATA"

; Paragraphs, each ended by 0, an empty one ends the page.
help_table:
        .byte "Your deeds are left, your partner's right. RETURN, fire or a click puts a deed or a"
        .byte " card into the trade, and takes it out.", 0
        .byte "U, I, O: more cash from the side you are on; J, K, L: less. Below: what both have then.", 0
        .byte "Mortgaged deeds: % pay the fee, a coin repay all; R changes that on those you get.", 0
        .byte "C offers it, E starts over.", 0
        .byte 0
help_deal:
        .byte "Each list is what a player gives. Y takes the trade, after one more question; N"
        .byte " declines it.", 0
        .byte "On mortgaged deeds you get, RETURN, fire or a click changes between fee and repaying"
        .byte " it all.", 0
        .byte 0
help_partner:
        .byte "Everybody with cash and deeds, hatched when mortgaged. Choose with a number, or"
        .byte " cursor and RETURN, fire, a click.", 0
        .byte 0
