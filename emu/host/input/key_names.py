"""Names of the host's keys, as they are printed on a keyboard of the user's language."""

from __future__ import annotations

import re

from emu.language.translation import translated

# Those that other languages call otherwise, by pygame's names; the brackets tell them from words
# of the menu.  RETURN, ESC, TAB, ALT and what is on keys of the C64 are the same everywhere.
KEYS = (
    "[backspace]", "[caps lock]", "[ctrl]", "[delete]", "[down]", "[end]", "[enter]", "[home]",
    "[insert]", "[keypad]", "[left]", "[left alt]", "[left ctrl]", "[left shift]", "[num pad]",
    "[page down]", "[page up]", "[print screen]", "[right]", "[right alt]", "[right ctrl]",
    "[right shift]", "[shift]", "[space]", "[up]",
)  # fmt: skip
# The longer ones first: LEFT SHIFT is not LEFT and SHIFT.
_KNOWN = re.compile("|".join(rf"\b{name[1:-1].upper()}\b" for name in sorted(KEYS, key=len)[::-1]))


def key_text(keys: str) -> str:
    """Return names of keys, in capitals, in the user's language: ``HOME / SHIFT+HOME``."""
    return _KNOWN.sub(lambda found: translated(f"[{found[0].lower()}]")[1:-1].upper(), keys)
