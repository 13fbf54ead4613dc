; russian_tax.s -- the taxes of the Russian rules
; Test tests/asm/game/test_variants_turn.py, test_variants_brain.py


.include "../play/rules.inc"
.include "russian.inc"

.define FAMILY "ru_"
.define FAMILY_LENDS 1

.segment "VARIANT_CODE"

.include "taxes.inc"
