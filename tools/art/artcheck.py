"""Check that a picture can be shown by the VIC-II, and draw such pictures.

A picture that the chip cannot show is rejected with a one-line message that
names the first place and the rule, e.g. ``cell (12, 3): 3 colours (0, 1, 7);
a bitmap cell shows 2``.

Rules (MOS 6567/6569 data sheet and C. Bauer, "The MOS 6567/6569 video
controller", 1996, sections 3.7 and 3.8):

chars    standard text: a cell shows the background of its zone and one of 16
         colours; at most 256 different patterns a zone
multi    multicolour text: a cell either shows the background and one of
         colours 0-7 (single dots), or background, two shared colours and one
         of colours 0-7 (double dots); at most 256 patterns a zone
bitmap   standard bitmap: any two of 16 colours a cell
fine     multicolour bitmap: the background of its zone and any three of 16
         colours a cell, all in double dots
sprites  24 x 21, at most 8 on a raster line, one colour, or in multicolour
         (double dots) one own and two colours shared by all

A zone is a range of text rows; a raster split between zones may change mode,
background and shared colours.

Use: ``python tools/art/artcheck.py PICTURE.png [--mode bitmap]`` checks a
320 x 200 PNG without sprites.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from PIL.Image import Image

Dots = npt.NDArray[np.uint8]  # [row, column], of palette indices or of 0 and 1

# Philip "Pepto" Timmermann's measured PAL colours, https://www.pepto.de/projects/colorvic/
PALETTE = (
    0x000000, 0xFFFFFF, 0x68372B, 0x70A4B2, 0x6F3D86, 0x588D43, 0x352879, 0xB8C76F,
    0x6F4F25, 0x433900, 0x9A6759, 0x444444, 0x6C6C6C, 0x9AD284, 0x6C5EB5, 0x959595,
)  # fmt: skip
WIDTH, HEIGHT, COLUMNS, ROWS = 320, 200, 40, 25
SPRITE_WIDTH, SPRITE_HEIGHT, SPRITES_A_LINE = 24, 21, 8
PATTERNS_A_ZONE = 256


class CannotShow(ValueError):
    """The VIC-II cannot show this picture; the message says where and why."""


@dataclass
class Zone:
    """Rows first..last (inclusive) shown in one mode with the same shared colours."""

    first: int
    last: int
    mode: str = "bitmap"
    background: int = 0
    shared: tuple[int, int] = (0, 0)


@dataclass
class Sprite:
    """One sprite: ``dots`` uint8[21, 24] (multicolour: [21, 12], values 0-3)."""

    x: int
    y: int
    dots: Dots
    color: int
    multi: bool = False


@dataclass
class Picture:
    """uint8[200, 320] of palette indices, its zones and its sprites."""

    zones: list[Zone]
    pixels: Dots = field(default_factory=lambda: np.zeros((HEIGHT, WIDTH), dtype=np.uint8))
    sprites: list[Sprite] = field(default_factory=list)

    def put(self, column: int, row: int, glyph: Dots, ink: int, paper: int) -> None:
        """Draw one 8 x 8 glyph (uint8[8, 8] of 0/1) into a cell."""
        if not (0 <= column < COLUMNS and 0 <= row < ROWS):
            raise CannotShow(f"cell ({column}, {row}): outside {COLUMNS} x {ROWS} cells")
        cell = np.where(glyph, ink, paper)
        self.pixels[row * 8 : row * 8 + 8, column * 8 : column * 8 + 8] = cell

    def check(self) -> None:
        """Raise CannotShow for what the chip cannot show."""
        for zone in self.zones:
            _check_zone(self.pixels, zone)
        _check_sprites(self.sprites)


def _check_zone(pixels: Dots, zone: Zone) -> None:
    patterns: set[bytes | None] = set()
    for row in range(zone.first, zone.last + 1):
        for column in range(COLUMNS):
            cell = pixels[row * 8 : row * 8 + 8, column * 8 : column * 8 + 8]
            patterns.add(_CELL_CHECKS[zone.mode](cell, zone, column, row))
    if zone.mode not in _BITMAPS and len(patterns) > PATTERNS_A_ZONE:
        raise CannotShow(
            f"rows {zone.first}-{zone.last}: {len(patterns)} different characters; "
            f"a character set has {PATTERNS_A_ZONE}"
        )


def _colours(cell: Dots) -> list[int]:
    return sorted(int(c) for c in np.unique(cell))


def _refuse(column: int, row: int, colours: Sequence[int], what: str) -> NoReturn:
    names = ", ".join(map(str, colours))
    raise CannotShow(f"cell ({column}, {row}): {len(colours)} colours ({names}); {what}")


def _bitmap_cell(cell: Dots, zone: Zone, column: int, row: int) -> None:
    colours = _colours(cell)
    if len(colours) > 2:
        _refuse(column, row, colours, "a bitmap cell shows 2")


def _chars_cell(cell: Dots, zone: Zone, column: int, row: int) -> bytes:
    colours = [c for c in _colours(cell) if c != zone.background]
    if len(colours) > 1:
        _refuse(column, row, colours, f"a character shows background {zone.background} and one")
    return bytes((cell != zone.background).tobytes())


def _multi_cell(cell: Dots, zone: Zone, column: int, row: int) -> bytes:
    colours = [c for c in _colours(cell) if c != zone.background]
    if len(colours) == 0 or (len(colours) == 1 and colours[0] < 8):
        return bytes((cell != zone.background).tobytes())
    own = [c for c in colours if c not in zone.shared]
    if len(own) > 1 or any(c > 7 for c in own):
        _refuse(column, row, own, "a multicolour character has one own colour, 0-7")
    if not np.array_equal(cell[:, 0::2], cell[:, 1::2]):
        raise CannotShow(f"cell ({column}, {row}): single dots in a multicolour character")
    code = np.zeros((8, 4), dtype=np.uint8)
    double = cell[:, 0::2]
    code[double == zone.shared[0]] = 1
    code[double == zone.shared[1]] = 2
    for c in own:
        code[double == c] = 3
    return b"m" + code.tobytes()


def _fine_cell(cell: Dots, zone: Zone, column: int, row: int) -> None:
    colours = [c for c in _colours(cell) if c != zone.background]
    if len(colours) > 3:
        _refuse(column, row, colours, f"a multicolour bitmap cell shows {zone.background} and 3")
    if not np.array_equal(cell[:, 0::2], cell[:, 1::2]):
        raise CannotShow(f"cell ({column}, {row}): single dots in a multicolour bitmap")


_BITMAPS = ("bitmap", "fine")
# By mode: refuses a cell; returns its pattern, None for a bitmap.
_CELL_CHECKS: dict[str, Callable[[Dots, Zone, int, int], bytes | None]] = {
    "bitmap": _bitmap_cell, "fine": _fine_cell, "chars": _chars_cell, "multi": _multi_cell,
}  # fmt: skip


def _check_sprites(sprites: Sequence[Sprite]) -> None:
    for line in range(HEIGHT):
        here = [s for s in sprites if s.y <= line < s.y + SPRITE_HEIGHT]
        if len(here) > SPRITES_A_LINE:
            raise CannotShow(f"line {line}: {len(here)} sprites; a line shows {SPRITES_A_LINE}")
    for sprite in sprites:
        wanted = (SPRITE_HEIGHT, SPRITE_WIDTH // (2 if sprite.multi else 1))
        if sprite.dots.shape != wanted:
            raise CannotShow(
                f"sprite at ({sprite.x}, {sprite.y}): {sprite.dots.shape}, not {wanted}"
            )


def palette_indices(rgb: "npt.ArrayLike | Image") -> tuple[Dots, tuple[int, int] | None]:
    """Return (uint8[height, width] of palette indices, None or (x, y) of the first dot that is none
    of the 16 colours) of uint[height, width, 3]."""
    rgb = np.asarray(rgb, dtype=np.uint32)
    numbers = rgb[:, :, 0] << 16 | rgb[:, :, 1] << 8 | rgb[:, :, 2]
    pixels = np.full(numbers.shape, len(PALETTE), dtype=np.uint8)
    for index, colour in enumerate(PALETTE):
        pixels[numbers == colour] = index
    strange = np.argwhere(pixels == len(PALETTE))
    return pixels, (int(strange[0][1]), int(strange[0][0])) if len(strange) else None


def read_png(path: str | Path) -> Dots:
    """Return uint8[200, 320] of palette indices of a PNG, however it stores its colours.

    Rejects (CannotShow) any other size, and any pixel that is not one of the 16 colours.
    """
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(path) as image:
            rgb = np.array(image.convert("RGB"))
    except FileNotFoundError:
        raise CannotShow("file is missing") from None
    except (OSError, SyntaxError, UnidentifiedImageError) as error:  # Pillow's words for damage
        raise CannotShow(f"is no picture: {error}") from None
    if rgb.shape != (HEIGHT, WIDTH, 3):
        size = f"{rgb.shape[1]} x {rgb.shape[0]}"
        raise CannotShow(f"is {size} dots; must be {WIDTH} x {HEIGHT}")
    pixels, strange = palette_indices(rgb)
    if strange:
        x, y = strange
        red, green, blue = rgb[y, x]
        raise CannotShow(
            f"cell ({x // 8}, {y // 8}): #{red:02X}{green:02X}{blue:02X} at dot ({x}, {y}) "
            "is not one of the 16 colours of tools/art/artcheck.py"
        )
    return pixels


def save_png(pixels: Dots, path: str | Path, border: int | None = None, scale: int = 1) -> None:
    """Write palette indices as a PNG, with an optional 32/36 dot border colour."""
    from PIL import Image

    if border is not None:
        framed = np.full((272, 384), border, dtype=np.uint8)
        framed[35:235, 32:352] = pixels
        pixels = framed
    pixels = np.repeat(np.repeat(pixels, scale, axis=0), scale, axis=1)
    image = Image.fromarray(pixels, "P")
    image.putpalette([b for rgb in PALETTE for b in rgb.to_bytes(3, "big")])
    image.save(path, optimize=True)


def main(argv: Sequence[str] | None = None) -> int:
    """Check one PNG; exit status 1 and one line when the chip cannot show it."""
    parser = argparse.ArgumentParser(description="Check that the VIC-II can show a picture.")
    parser.add_argument("picture", type=Path)
    parser.add_argument("--mode", choices=sorted(_CELL_CHECKS), default="bitmap")
    parser.add_argument("--background", type=int, default=0)
    args = parser.parse_args(argv)
    try:
        pixels = read_png(args.picture)
        Picture([Zone(0, ROWS - 1, args.mode, args.background)], pixels).check()
    except CannotShow as error:
        print(f"{args.picture}: {error}")
        return 1
    print(f"{args.picture}: can be shown")
    return 0


if __name__ == "__main__":
    sys.exit(main())
