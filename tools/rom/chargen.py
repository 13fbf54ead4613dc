#!/usr/bin/env python3
"""Turn the drawn glyphs into the character ROM.

    tools/rom/chargen.py OUT.bin [SHEET.png]

Reads asm/rom/chargen/glyphs.txt (its head describes the format) and writes 4096 bytes: the
set of capitals and graphics, its reverse, the set of small and capital letters, its
reverse; 8 bytes a glyph, top row first, bit 7 left.  With a second name also a picture of
both sets.
"""

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

GLYPHS = Path(__file__).resolve().parents[2] / "asm" / "rom" / "chargen" / "glyphs.txt"
SETS = {"upper": ("upper",), "lower": ("lower",), "both": ("upper", "lower")}
CODES = 128

Sets = dict[str, dict[int, bytes]]  # of a set's name, of a code: eight bytes


class GlyphError(Exception):
    """The drawing has a fault; the message says where."""


def parse(text: str, name: str = "glyphs.txt") -> Sets:
    """Return {"upper": {code: 8 bytes}, "lower": ...} from the text of the drawing."""
    sets: Sets = {"upper": {}, "lower": {}}
    lines = [(n, s) for n, s in enumerate(text.splitlines(), 1) if s.strip() and s[0] != ";"]
    for start in range(0, len(lines), 9):
        block = lines[start : start + 9]
        number, head = block[0]
        kind, _, code = head.partition(" $")
        if kind not in SETS or len(block) != 9:
            raise GlyphError(f"{name}:{number}: want 'both|upper|lower $CODE' and eight rows")
        for offset, glyph in enumerate(read_block(block[1:], name)):
            for wanted in SETS[kind]:
                sets[wanted][int(code, 16) + offset] = glyph
    for wanted, glyphs in sets.items():
        missing = [f"${c:02X}" for c in range(CODES) if c not in glyphs]
        if missing:
            raise GlyphError(f"{name}: set {wanted} lacks {' '.join(missing)}")
    return sets


def read_block(rows: Iterable[tuple[int, str]], name: str) -> list[bytes]:
    """Return the glyphs of eight (line number, row) pairs, 8 bytes each."""
    cells: list[list[int]] = []
    for number, row in rows:
        parts = row.split()
        if any(len(p) != 8 or set(p) - set(".#") for p in parts):
            raise GlyphError(f"{name}:{number}: want groups of eight '.' or '#'")
        cells.append([int(p.replace(".", "0").replace("#", "1"), 2) for p in parts])
        if len(parts) != len(cells[0]):
            raise GlyphError(f"{name}:{number}: want {len(cells[0])} groups as above")
    return [bytes(column) for column in zip(*cells, strict=True)]


def rom_image(sets: Sets) -> bytes:
    """Return the 4096 bytes of the ROM."""
    image = bytearray()
    for wanted in ("upper", "lower"):
        half = b"".join(sets[wanted][code] for code in range(CODES))
        image += half + bytes(b ^ 0xFF for b in half)
    return bytes(image)


def sheet(image: bytes, path: str | Path, scale: int = 4) -> None:
    """Write a picture of a ROM image: both sets side by side, 16 x 16 glyphs each."""
    from PIL import Image

    picture = Image.new("L", (2 * 136, 136), 96)
    for glyph in range(512):
        left = glyph // 256 * 136 + glyph % 16 * 8 + 4
        top = glyph % 256 // 16 * 8 + 4
        for row in range(8):
            for column in range(8):
                bit = image[glyph * 8 + row] >> (7 - column) & 1
                picture.putpixel((left + column, top + row), 255 if bit else 0)
    picture.resize((272 * scale, 136 * scale), Image.Resampling.NEAREST).save(path)


def main(argv: Sequence[str] | None = None) -> int:
    """Build the ROM; returns the exit status."""
    args = sys.argv[1:] if argv is None else argv
    if len(args) not in (1, 2):
        print("usage: tools/rom/chargen.py OUT.bin [SHEET.png]", file=sys.stderr)
        return 2
    try:
        image = rom_image(parse(GLYPHS.read_text(), GLYPHS.name))
    except (GlyphError, ValueError) as error:
        print(f"chargen: {error}", file=sys.stderr)
        return 1
    Path(args[0]).write_bytes(image)
    if len(args) == 2:
        sheet(image, args[1])
    return 0


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
    from tools.usage import answer_help

    answer_help(__doc__, "OUT.bin [SHEET.png]")
    sys.exit(main())
