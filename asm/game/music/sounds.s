; sounds.s -- instruments, effects, jingles (sounds.toml by tools/score.py)
;
; Test tests/tools/test_score.py

.include "player.inc"

.segment "UI_RODATA"

.include "sounds_tables.inc"
