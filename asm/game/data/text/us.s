; us.s -- the us set: names of squares in full and in short, groups, cards

.include "text.inc"

.segment "TEXT"

        .addr names
        .byte 1
        .incbin "font.bin", 8 * '$', 8
names:
.include "book_us_names.inc"    ; by tools/game/words.py
