"""Shares of black and of colour in a picture with its border, as a television shows it.

    python tools/art/picturestats.py PICTURE.png ...    a line each; status 1 beyond the limits

Black is palette index 0; coloured is everything but black, white and the three greys.  A page
of play may have at most a quarter of its 384 x 272 dots black, and must have at least a quarter
coloured (the original in play has 18 and 25 %).  For bitmap pictures ``glyphs`` counts the
different patterns of cells: two that differ only in which colour is ink count once.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tools.art.artcheck import COLUMNS, HEIGHT, PALETTE, ROWS, WIDTH, Dots
from tools.art.contrast import GREYS

if TYPE_CHECKING:
    from PIL.Image import Image

BLACK_MOST, COLOURED_LEAST = 25.0, 25.0
FRAMED = (272, 384)
TOP, LEFT = 35, 32


class NotAPicture(ValueError):
    """A file that cannot be measured; the message says why."""


def framed(pixels: Dots, border: int) -> Dots:
    """The 320 x 200 dots with their border: 384 x 272."""
    out = np.full(FRAMED, border, dtype=np.uint8)
    out[TOP : TOP + HEIGHT, LEFT : LEFT + WIDTH] = pixels
    return out


def shares(pixels: Dots) -> tuple[float, float]:
    """(black, coloured) in per cent of an array of palette indices."""
    counts = np.bincount(pixels.ravel(), minlength=16)
    grey = sum(int(counts[c]) for c in GREYS)
    return 100 * int(counts[0]) / pixels.size, 100 * (pixels.size - grey) / pixels.size


def within(black: float, coloured: float) -> bool:
    """Whether a page of play keeps both limits."""
    return black <= BLACK_MOST and coloured >= COLOURED_LEAST


def glyphs(pixels: Dots) -> int:
    """Number of different cell patterns in a 320 x 200 picture of two colours per cell."""
    seen = set()
    for row in range(ROWS):
        for column in range(COLUMNS):
            cell = pixels[8 * row : 8 * row + 8, 8 * column : 8 * column + 8]
            seen.add((cell != cell[0, 0]).tobytes())
    return len(seen)


def nearest(image: "Image") -> Dots:
    """Palette indices of a PNG, whatever its own palette: the nearest of the 16 colours."""
    rgb = np.array(image.convert("RGB")).astype(np.int32)
    palette = np.array([list(c.to_bytes(3, "big")) for c in PALETTE], dtype=np.int32)
    found: Dots = ((rgb[:, :, None] - palette) ** 2).sum(axis=3).argmin(axis=2).astype(np.uint8)
    return found


def read(path: str | Path) -> Dots:
    """Palette indices of a PNG of 384 x 272, or that times a whole number."""
    from PIL import Image, UnidentifiedImageError

    try:
        image = Image.open(path)
    except (OSError, UnidentifiedImageError) as error:
        raise NotAPicture(f"{path}: cannot be read ({error})") from None
    wide, high = image.size
    if wide % FRAMED[1] or high % FRAMED[0] or wide // FRAMED[1] != high // FRAMED[0]:
        raise NotAPicture(f"{path}: {wide} x {high}; wanted 384 x 272 with the border")
    return nearest(image)


def main(argv: Sequence[str] | None = None) -> int:
    """Print one line per picture; exit status 1 if one is beyond the limits or unreadable."""
    parser = argparse.ArgumentParser(
        description="Print how black and how coloured pictures are; status 1 beyond the limits."
    )
    parser.add_argument("picture", type=Path, nargs="+")
    status = 0
    for path in parser.parse_args(argv).picture:
        try:
            black, coloured = shares(read(path))
        except NotAPicture as error:
            print(error)
            status = 1
            continue
        good = within(black, coloured)
        verdict = "" if good else f"  beyond {BLACK_MOST:.0f} / {COLOURED_LEAST:.0f}"
        print(f"{path.stem:<20} black {black:5.1f} %  coloured {coloured:5.1f} %{verdict}")
        status = status if good else 1
    return status


if __name__ == "__main__":
    sys.exit(main())
