"""Which ink is legible on which paper, by the luminance of the 16 colours.

    python tools/art/contrast.py            the table, as docs/inside/design.md has it

The figures are those of the PAL colours that tools/art/artcheck.py draws with: luminance as a
television weighs it (ITU-R BT.601: 0.299 R + 0.587 G + 0.114 B), 0 to 255.  They fall into
the nine levels of the 6569 R3, so colours of one level (brown and blue, red and dark grey,
purple and orange, grey and light blue, green and pink, cyan and light grey, yellow and light
green) look alike on a black-and-white set, and are never used as ink and paper.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tools.art.artcheck import PALETTE
from tools.usage import answer_help

NAMES = (
    "black", "white", "red", "cyan", "purple", "green", "blue", "yellow",
    "orange", "brown", "pink", "dark grey", "grey", "light green", "light blue", "light grey",
)  # fmt: skip
GREYS = frozenset((0, 1, 11, 12, 15))
# What text needs at least: black on purple (84) is below it, white on cyan (105) above.
READABLE = 100


def luminance(colour: int) -> int:
    """Luminance of a palette index, 0 to 255."""
    red, green, blue = PALETTE[colour].to_bytes(3, "big")
    return round(0.299 * red + 0.587 * green + 0.114 * blue)


def contrast(ink: int, paper: int) -> int:
    """Difference of luminance, 0 to 255."""
    return abs(luminance(ink) - luminance(paper))


def readable_inks(paper: int) -> list[int]:
    """Every colour that can be read on ``paper``, best first."""
    inks = [c for c in range(16) if contrast(c, paper) >= READABLE]
    return sorted(inks, key=lambda c: -contrast(c, paper))


def best_ink(paper: int) -> int:
    """Black or white, whichever differs more from ``paper``."""
    return max((0, 1), key=lambda ink: contrast(ink, paper))


def table() -> list[str]:
    """The lines of a Markdown table, darkest paper first."""
    lines = [
        "| paper | luminance | best ink | difference | can be read as well |",
        "|--|--|--|--|--|",
    ]
    for paper in sorted(range(16), key=luminance):
        best = best_ink(paper)
        others = [NAMES[c] for c in readable_inks(paper) if c not in (0, 1)]
        others += [NAMES[c] for c in (0, 1) if c != best and contrast(c, paper) >= READABLE]
        lines.append(
            f"| {NAMES[paper]} | {luminance(paper)} | {NAMES[best]} | {contrast(best, paper)} "
            f"| {', '.join(others) or '-'} |"
        )
    return lines


if __name__ == "__main__":
    answer_help(__doc__)
    print("\n".join(table()))
