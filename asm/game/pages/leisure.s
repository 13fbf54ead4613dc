; leisure.s -- what the rules of 1989 ask on the board and the Russian ones too
;
; Test tests/asm/game/ui/test_presets.py

.include "pages.inc"
.include "../play/play.inc"
.include "../data/text/text.inc"
.include "../ui/ui.inc"
.include "../zp.inc"
.include "../zp_ui.inc"

.segment "LEISURE_ASKED"

.scope leisure
.include "asked.inc"
.endscope
        .assert leisure::menu_tax = menu_tax, lderror, "the program finds either"
        .assert leisure::preset_press = preset_press, lderror, "the program finds either"
