; leisure_tax.s -- the taxes of the 1989 game
; Test tests/asm/game/test_leisure_property.py


.include "../play/rules.inc"
.include "leisure.inc"

.define FAMILY "le_"
.define FAMILY_LENDS 0

.segment "LEISURE_CODE"

.include "taxes.inc"
