; berlin.s -- the set of Berlin: names of squares in full and in short, groups, cards

.include "text.inc"

.segment "TEXT"

        .addr names
        .byte SET_BERLIN
        ; DM
        .byte %11001001, %10101111, %10101111, %10101001, %10101001, %10101001, %11001001, 0
names:
.include "book_berlin_names.inc" ; by tools/game/words.py
