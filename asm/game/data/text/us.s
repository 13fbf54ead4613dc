; us.s -- the us set: names of squares in full and in short, groups, cards

.include "text.inc"

.segment "TEXT"

        .addr text_square_lo, text_square_hi, text_group_lo, text_group_hi
        .addr text_card_lo, text_card_hi, text_short_lo, text_short_hi, text_hint_lo
        .addr text_hint_hi, word_gaol
        .byte 1
        .incbin "font.bin", 8 * '$', 8

word_gaol:
        .byte "jail", 0
.include "text_us_packed.inc" ; of tools/gamedata.py, packed by tools/textpack.py
