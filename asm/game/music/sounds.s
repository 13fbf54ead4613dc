; sounds.s -- instruments, effects, jingles (sounds.toml by tools/music/music.py)
;
; Test tests/tools/music/test_music.py

.include "player.inc"

.segment "UI_RODATA"

.include "sounds_tables.inc"
