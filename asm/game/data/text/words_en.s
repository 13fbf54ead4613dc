; words_en.s -- all words of the screens in English, in the places where they are needed

.segment "WORDS"
.include "pairs_en.inc"         ; by tools/words.py, as all of these
        .addr book_main, book_more
book_main:
.include "book_en_main.inc"
book_more:
.include "book_en_more.inc"

.export words_variant, words_leisure, words_title, words_trade, words_deal, words_disk, words_help, words_desk, words_view, words_finale, words_brain

.segment "TITLE_WORDS"
words_title:
.include "book_en_title.inc"
.segment "TRADE_WORDS"
words_trade:
.include "book_en_trade.inc"
.segment "DEAL_WORDS"
words_deal:
.include "book_en_deal.inc"
.segment "HELP_WORDS"
words_help:
.include "book_en_help.inc"
.segment "DESK_WORDS"
words_desk:
.include "book_en_desk.inc"
.segment "VIEW_WORDS"
words_view:
.include "book_en_view.inc"
.segment "DISK_WORDS"
words_disk:
.include "book_en_disk.inc"
.segment "FINALE_WORDS"
words_finale:
.include "book_en_finale.inc"
.segment "VARIANT_WORDS"
words_variant:
.include "book_en_variant.inc"
.segment "LEISURE_WORDS"
words_leisure:
.include "book_en_leisure.inc"
.segment "BRAIN_WORDS"
words_brain:
.include "book_en_brain.inc"
