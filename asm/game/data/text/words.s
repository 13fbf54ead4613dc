; words.s -- all words of the screens in one language, in the places where they are needed
;
; Assembled for each language, whose folder of gen/ its include path leads to (tools/game/build_game.py).

.include "text.inc"

.segment "WORDS"
words_begin:
.include "pairs.inc"            ; by tools/game/words.py, as all of these
        .addr book_main, book_more
        .assert * - words_begin = words_keys - __WORDS_START__, lderror, "words_keys"
.include "keys.inc"
book_main:
.include "book_main.inc"
book_more:
.include "book_more.inc"

.export words_variant, words_rules1989, words_title, words_trade, words_deal, words_disk, words_help, words_desk, words_perspective, words_finale, words_brain
.export words_faces, words_talk, words_guide

.segment "TITLE_WORDS"
words_title:
.include "book_title.inc"
.segment "TRADE_WORDS"
words_trade:
.include "book_trade.inc"
.segment "DEAL_WORDS"
words_deal:
.include "book_deal.inc"
.segment "HELP_WORDS"
words_help:
.include "book_help.inc"
.segment "DESK_WORDS"
words_desk:
.include "book_desk.inc"
.segment "PERSPECTIVE_WORDS"
words_perspective:
.include "book_perspective.inc"
.segment "DISK_WORDS"
words_disk:
.include "book_disk.inc"
.segment "FINALE_WORDS"
words_finale:
.include "book_finale.inc"
.segment "VARIANT_WORDS"
words_variant:
.include "book_variant.inc"
.segment "RULES1989_WORDS"
words_rules1989:
.include "book_rules1989.inc"
.segment "BRAIN_WORDS"
words_brain:
.include "book_brain.inc"
.segment "FACES_WORDS"
words_faces:
.include "book_faces.inc"
.segment "TALK_WORDS"
words_talk:
.include "book_talk.inc"
.segment "GUIDE_WORDS"
words_guide:
.include "book_guide.inc"
