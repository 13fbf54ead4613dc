#!/usr/bin/env python3
"""Full pictures (asm/game/pictures): PNG files that you can edit, packed for the disk.

    tools/art/pictures.py            check all pictures; print the packed size of each

``pictures.toml`` names them.  A picture is a PNG of 320 x 200 dots in the 16 colours of
tools/art/artcheck.py, which also checks the VIC-II's rule of two colours per cell.

Packed (tools/game/pack.py), a picture is two blocks: the video matrix with the colour of the
border behind its 1,000 bytes, then the bitmap.  So it builds up while it is loaded: first the
colours, then the dots.

The table of the perspective view (tools/art/perspective.py) begins with rows of multicolour
bitmap.  Between its two blocks come the colour memory of these rows, in the place of the cell
buffer's colours, and small tokens, in the place of its glyphs, each with tables behind it:
that part of the buffers is unused while a picture is shown.
"""

import sys
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tools.art import perspective  # noqa: E402  (the path must be set first)
from tools.art.art import build_sprites  # noqa: E402
from tools.art.artcheck import COLUMNS, ROWS, CannotShow, Dots, Picture, Zone, read_png  # noqa: E402
from tools.game import memorymap, pack  # noqa: E402  (the path must be set first)
from tools.usage import answer_help  # noqa: E402

FOLDER = ROOT / "asm" / "game" / "pictures"
TABLE = "pictures.toml"
TOKENS_FAR = ROOT / "asm" / "game" / "art" / "tokens_far.txt"
NAME_SIZE = 8  # a name in the drive's program
KEYS = {"png", "about", "by", "border", "words", "lights", "fine"}
BLACK, DARK, YELLOW = 0, 11, 7
LIGHT_ROWS = 2  # cells of a light


class BadPicture(Exception):
    """A picture cannot be used; the message says which, where and why."""


@dataclass
class Painting:
    """One picture of the table.

    name     of the file on the disk; also its place in the table counts
    pixels   uint8[200, 320], palette indices
    border   colour
    lights   [(column, row)]: upper cells of what lights up while the game loads
    fine     rows of multicolour bitmap at the top
    """

    name: str
    pixels: Dots
    border: int
    lights: list[tuple[int, int]] = field(default_factory=list)
    fine: int = 0


def read_table(folder: str | Path = FOLDER) -> list[Painting]:
    """Return the checked pictures of a folder, in the order of its table."""
    path = Path(folder) / TABLE
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BadPicture(f"{path}: file is missing") from None
    except tomllib.TOMLDecodeError as error:
        raise BadPicture(f"{TABLE}: {error}") from None
    return [_read(Path(folder), name, row) for name, row in table.items()]


def _read(folder: Path, name: str, row: Any) -> Painting:
    where = f"{TABLE}, [{name}]"
    if not isinstance(row, dict) or set(row) - KEYS or not {"png", "about", "by"} <= set(row):
        raise BadPicture(f"{where}: must have png, about, by; may have border, words, lights, fine")
    if len(name) > NAME_SIZE:
        raise BadPicture(f"{where}: a name on the disk has at most {NAME_SIZE} letters")
    border = row.get("border", BLACK)
    if type(border) is not int or not 0 <= border < 16:
        raise BadPicture(f"{where}: border = {border!r}; must be a colour, 0 to 15")
    fine = row.get("fine", 0)
    if fine not in (0, perspective.FINE_ROWS):
        raise BadPicture(f"{where}: fine = {fine!r}; must be {perspective.FINE_ROWS} rows")
    try:
        pixels = read_png(folder / row["png"])
        Picture([Zone(0, fine - 1, "fine", BLACK), Zone(fine, ROWS - 1)], pixels).check()
    except CannotShow as error:
        raise BadPicture(f"{row['png']}: {error}") from None
    if "words" in row:
        _check_words(pixels, row["words"], row["png"])
    lights = [tuple(place) for place in row.get("lights", [])]
    for column, line in lights:
        _check_light(pixels, column, line, row["png"])
    return Painting(name, pixels, border, lights, fine)


def _check_words(pixels: Dots, words: Sequence[int], name: str) -> None:
    """Cells for words are of one colour each."""
    column, first, width, height = words
    if not (0 <= column < column + width <= COLUMNS and 0 <= first < first + height <= ROWS):
        raise BadPicture(f"{name}: words = {words}; must be cells of {COLUMNS} x {ROWS}")
    for row in range(first, first + height):
        for cell in range(column, column + width):
            found = np.unique(cell_of(pixels, cell, row))
            if len(found) > 1:
                what = f"{len(found)} colours; it is for words"
                raise BadPicture(f"{name}: cell ({cell}, {row}): {what}")


def _check_light(pixels: Dots, column: int, row: int, name: str) -> None:
    """A light is a cell upon a cell, both black and dark grey."""
    for line in range(row, row + LIGHT_ROWS):
        inside = 0 <= column < COLUMNS and 0 <= line < ROWS
        found = set(np.unique(cell_of(pixels, column, line)).tolist()) if inside else set()
        if found != {BLACK, DARK}:
            raise BadPicture(
                f"{name}: cell ({column}, {line}): colours {sorted(found)}; "
                f"a light is black ({BLACK}) and dark grey ({DARK})"
            )


def cell_of(pixels: Dots, column: int, row: int) -> Dots:
    """uint8[8, 8]: a cell."""
    return pixels[8 * row : 8 * row + 8, 8 * column : 8 * column + 8]


def encode(
    pixels: Dots, lights: Iterable[tuple[int, int]] = (), first_row: int = 0
) -> tuple[bytes, bytes]:
    """Return (bitmap, matrix) of a checked picture: 8,000 and 1,000 bytes, or from a row on.

    The colour of most dots is the paper, so that the matrix alone is a coarse picture; in a
    light black is the ink.  A cell of one colour takes over what it can from the cell
    before: that packs better.
    """
    bitmap, matrix, before = bytearray(), bytearray(), (BLACK, BLACK)
    black_ink = {(column, row + i) for column, row in lights for i in range(LIGHT_ROWS)}
    for row in range(first_row, ROWS):
        for column in range(COLUMNS):
            cell = cell_of(pixels, column, row)
            colours, counts = np.unique(cell, return_counts=True)
            if len(colours) == 2:
                first = 0 if (column, row) in black_ink else int(counts.argmin())
                before = (int(colours[first]), int(colours[1 - first]))
                dots = np.packbits(cell == before[0], axis=1).tobytes()
            else:
                before = (before[0], int(colours[0]))
                dots = bytes(8)
            bitmap += dots
            matrix.append(before[0] << 4 | before[1])
    return bytes(bitmap), bytes(matrix)


def pack_painting(painting: Painting, areas: memorymap.Areas, laying: bytes = b"") -> bytes:
    """Return the packed file of a picture.

    areas   the memory map
    laying  code for the empty lower rows of a picture with fine ones (area PERSPECTIVE_LAY)
    """
    bitmap, matrix = encode(painting.pixels, painting.lights, painting.fine)
    between = []
    if painting.fine:
        upper = perspective.encode(painting.pixels)
        bitmap, matrix = upper.bitmap + bitmap, upper.matrix + matrix
        at = areas["PERSPECTIVE_LAY"].start - areas["BITMAP"].start
        bitmap = bitmap[:at] + laying + bitmap[at + len(laying) :]
        tokens = build_sprites(TOKENS_FAR, perspective.FAR_TOKEN[1], perspective.FAR_TOKEN[0])[1]
        colours = upper.colours + perspective.joined(perspective.with_colours())
        tokens += perspective.joined(perspective.with_glyphs())
        between = [(areas["COLORS"].start, colours), (areas["CELLS"].start, tokens)]
    head = (areas["MATRIX"].start, matrix + bytes([painting.border]))
    return pack.pack_blocks([head, *between, (areas["BITMAP"].start, bitmap)])


def table_text(paintings: Sequence[Painting], areas: memorymap.Areas) -> str:
    """Return pictures.inc: what the loader knows of its picture, the first of the table."""
    first = paintings[0]
    places = [row * COLUMNS + column for column, row in first.lights]
    if not places or max(places) - min(places) > 255:
        raise BadPicture(f"{TABLE}, [{first.name}]: lights must be there, within six rows")
    where = areas["MATRIX"].start + min(places)
    lines = ["; made by tools/art/pictures.py", f"LIGHTS = {len(places)}"]
    lines += [f"LIGHT_OFF = ${BLACK << 4 | DARK:02X}", f"LIGHT_ON = ${BLACK << 4 | YELLOW:02X}"]
    lines += [f"LIGHT_BASE = ${where:04X}", f"PICTURE_BORDER = {first.border}"]
    values = ", ".join(str(place - min(places)) for place in places)
    lines += [".macro LIGHT_TABLE", f"light_at: .byte {values}"]
    return "\n".join([*lines, ".endmacro"]) + "\n"


def build_pictures(out: Path, folder: str | Path = FOLDER) -> list[Painting]:
    """Write gen/pictures.inc, gen/table_view.inc; returns the pictures."""
    areas, paintings = memorymap.read_areas(), read_table(folder)
    for name, text in (
        ("pictures.inc", table_text(paintings, areas)),
        ("table_view.inc", perspective.tables()),
    ):
        path = out / "gen" / name
        if not path.exists() or path.read_text() != text:
            path.write_text(text)
    return paintings


def pack_pictures(out: Path, paintings: Iterable[Painting]) -> None:
    """Write NAME.pak of every picture into ``out``, where the linked program is."""
    areas = memorymap.read_areas()
    laying = (out / f"game.{areas['PERSPECTIVE_LAY'].file}").read_bytes()
    for painting in paintings:
        packed = pack_painting(painting, areas, laying)
        (out / f"{painting.name.lower()}.pak").write_bytes(packed)


def main() -> int:
    """Check the pictures; a bad one gives a one-line message."""
    try:
        for painting in read_table():
            size = len(pack_painting(painting, memorymap.read_areas()))
            print(f"{painting.name}: {size} bytes packed")
    except BadPicture as error:
        print(f"pictures: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    answer_help(__doc__)
    sys.exit(main())
