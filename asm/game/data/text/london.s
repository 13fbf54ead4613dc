; london.s -- the london set: names of squares and groups, cards, drawn names

.include "text.inc"

.segment "TEXT"

        .addr text_square_lo, text_square_hi, text_group_lo, text_group_hi
        .addr text_card_lo, text_card_hi, drawn_names, corners, word_gaol
        .byte 0
        .byte %00011100, %00110110, %00110000, %01111100, %00110000, %00110000, %01111110, 0

word_gaol:
        .byte "gaol", 0
corners:
        .addr corner_0, corner_1, corner_2, corner_3
drawn_names:
        .incbin "names_london.bin"
corner_0:
        .incbin "corner_london_0.bin"
corner_1:
        .incbin "corner_london_1.bin"
corner_2:
        .incbin "corner_london_2.bin"
corner_3:
        .incbin "corner_london_3.bin"

.include "text_london_packed.inc" ; of tools/gamedata.py, packed by tools/textpack.py
