; rules1989_tax.s -- the taxes of the 1989 game
; Test tests/asm/game/test_rules1989_property.py


.include "../play/rules.inc"
.include "rules1989.inc"

.define FAMILY "le_"
.define FAMILY_LENDS 0

.segment "RULES1989_CODE"

.include "taxes.inc"
