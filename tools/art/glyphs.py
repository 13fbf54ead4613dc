"""Read the game's drawn art (asm/game/art/*.txt): glyphs, narrow letters, sprites.

Format: a line ``= name name ...`` starts a block; then come rows with one
group of dots per name.  ``#`` set, ``.`` clear; multicolour sprites use
``.`` clear, ``o`` ($D025), ``#`` own colour, ``+`` ($D026).  ``;`` comments.
A name ``$hex`` means that character code.
"""

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from tools.art.artcheck import Dots

DOTS = {".": 0, "#": 1}
MULTI_DOTS = {".": 0, "o": 1, "#": 2, "+": 3}


class BadArt(ValueError):
    """An art file breaks its format; the message names file and line."""


def read_blocks(path: Path, dots: Mapping[str, int] = DOTS, height: int = 8) -> dict[str, Dots]:
    """dict name -> uint8[height, width], in file order."""
    glyphs: dict[str, Dots] = {}
    names: list[str] = []
    rows: list[list[str]] = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        line = line.rstrip()
        if not line or line.startswith(";"):
            continue
        if line.startswith("= "):
            names, rows = line[2:].split(), []
            continue
        groups = line.split()
        if len(groups) != len(names):
            raise BadArt(f"{path.name}:{number}: {len(groups)} groups for {len(names)} names")
        if any(c not in dots for group in groups for c in group):
            raise BadArt(f"{path.name}:{number}: dots must be of {''.join(dots)}")
        rows.append(groups)
        if len(rows) == height:
            for i, name in enumerate(names):
                glyphs[name] = np.array([[dots[c] for c in row[i]] for row in rows], dtype=np.uint8)
    return glyphs


def code_of(name: str) -> int:
    """Character code of a font name: one character or ``$hex``."""
    return int(name[1:], 16) if name.startswith("$") and len(name) > 1 else ord(name)
