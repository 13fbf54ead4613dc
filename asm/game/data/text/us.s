; us.s -- the us set: names of squares and groups, cards, drawn names

.include "text.inc"

.segment "TEXT"

        .addr text_square_lo, text_square_hi, text_group_lo, text_group_hi
        .addr text_card_lo, text_card_hi, drawn_names, corners, word_gaol
        .byte 1
        .incbin "font.bin", 8 * '$', 8

word_gaol:
        .byte "jail", 0
corners:
        .addr corner_0, corner_1, corner_2, corner_3
drawn_names:
        .incbin "names_us.bin"
corner_0:
        .incbin "corner_us_0.bin"
corner_1:
        .incbin "corner_us_1.bin"
corner_2:
        .incbin "corner_us_2.bin"
corner_3:
        .incbin "corner_us_3.bin"

.include "text_us_packed.inc" ; of tools/gamedata.py, packed by tools/textpack.py
