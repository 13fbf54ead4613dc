; sounds.s -- instruments, effects, jingles (sounds.toml by tools/score.py)
;
; Test tests/asm/game/music/test_scores.py

.include "player.inc"

.segment "UI_RODATA"

.include "sounds_tables.inc"
