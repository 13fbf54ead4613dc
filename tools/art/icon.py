"""Draw the icon: GO over 64 on a blue screen, in the letters of our own character ROM.

``python -m tools.art.icon`` writes emu/host/go64.png, which the window and the desktop use.
"""

from pathlib import Path

import numpy as np
import numpy.typing as npt
from PIL import Image

from c64.roms import load_roms

ROOT = Path(__file__).resolve().parents[2]
ICON = ROOT / "emu" / "host" / "go64.png"
SIDE, SCALE = 32, 8  # fat pixels, and pixels of the file for one
FRAME, SCREEN, LETTER = (108, 94, 181, 255), (53, 40, 121, 255), (255, 255, 255, 255)
STRIPES = ("b8412f", "c9873c", "e4d96f", "6fb04f", "5b6fd8")
CORNERS = 3  # fat pixels that are cut off the corners


def letters(chargen: bytes, text: str) -> npt.NDArray[np.bool_]:
    """Return bool[8, 8 n] of a text of capitals and digits."""
    codes = [ord(c) - 0x40 if c.isalpha() else ord(c) for c in text]
    bits = np.unpackbits(np.frombuffer(bytes(chargen[:2048]), dtype=np.uint8)).reshape(256, 8, 8)
    return np.concatenate([bits[code] for code in codes], axis=1).astype(bool)


def draw() -> npt.NDArray[np.uint8]:
    """Return the icon as uint8[256, 256, 4]."""
    chargen = load_roms().chargen
    picture = np.empty((SIDE, SIDE, 4), dtype=np.uint8)
    picture[:] = FRAME
    picture[3:-3, 3:-3] = SCREEN
    for row, text in ((5, "GO"), (14, "64")):
        picture[row : row + 8, 8:24][letters(chargen, text)] = LETTER
    for i, colour in enumerate(STRIPES):
        picture[23 + i, 3:-3, :3] = tuple(bytes.fromhex(colour))
    away = np.add.outer(np.arange(SIDE), np.arange(SIDE)) < CORNERS
    for corner in (away, away[::-1], away[:, ::-1], away[::-1, ::-1]):
        picture[corner] = 0
    return picture.repeat(SCALE, axis=0).repeat(SCALE, axis=1)


if __name__ == "__main__":
    from tools.usage import answer_help

    answer_help(__doc__)
    Image.fromarray(draw()).save(ICON, optimize=True)
