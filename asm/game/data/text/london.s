; london.s -- the london set: names of squares in full and in short, groups, cards

.include "text.inc"

.segment "TEXT"

        .addr text_square_lo, text_square_hi, text_group_lo, text_group_hi
        .addr text_card_lo, text_card_hi, text_short_lo, text_short_hi, text_hint_lo
        .addr text_hint_hi, word_gaol
        .byte 0
        .byte %00011100, %00110110, %00110000, %01111100, %00110000, %00110000, %01111110, 0

word_gaol:
        .byte "gaol", 0
.include "text_london_packed.inc" ; of tools/gamedata.py, packed by tools/textpack.py
