; london.s -- the london set: names of squares in full and in short, groups, cards

.include "text.inc"

.segment "TEXT"

        .addr names
        .byte 0
        .byte %00011100, %00110110, %00110000, %01111100, %00110000, %00110000, %01111110, 0
names:
.include "book_london_names.inc" ; by tools/game/words.py
