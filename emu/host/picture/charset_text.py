"""Text in the machine's own characters, for what lies over the picture."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pygame

Colour = pygame.Color | Sequence[int]  # red, green, blue: 0..255
CELL = 8
BRIGHT = "\ue000"  # what comes after it in a text has the second colour

# what the character ROM has under other codes than ASCII, or not at all
SCREEN_CODES = {"@": 0, "[": 27, "£": 28, "]": 29, "↑": 30, "^": 30, "←": 31, "_": 100, "\\": 77}
SCREEN_CODES |= {"→": 258, "↓": 259}
SCREEN_CODES |= {"█": 160, "…": 256, "•": 257, "\u2013": 64, "\u2014": 64, "│": 93}
OWN_GLYPHS = (  # eight rows each, from code 256 on
    (0, 0, 0, 0, 0, 0, 0xDB, 0xDB),
    (0, 0, 0x18, 0x3C, 0x3C, 0x18, 0, 0),
    (0, 0x08, 0x0C, 0xFE, 0xFE, 0x0C, 0x08, 0),
    (0x18, 0x18, 0x18, 0x18, 0x7E, 0x3C, 0x18, 0),
)


def screen_code(char: str) -> int:
    """Return where the glyph of a character is."""
    if char in SCREEN_CODES:
        return SCREEN_CODES[char]
    code = ord(char)
    if 0x61 <= code <= 0x7A:
        return code - 0x60
    return code if 0x20 <= code <= 0x5A else ord("?")


def glyphs_of(chargen: bytes) -> npt.NDArray[np.bool_]:
    """Return bool[260, 8, 8] of a character ROM's lower-case half and a few of our own."""
    rows = np.frombuffer(bytes(chargen[2048:4096]), dtype=np.uint8).reshape(256, 8)
    rows = np.concatenate((rows, np.array(OWN_GLYPHS, dtype=np.uint8)))
    return np.unpackbits(rows, axis=1).reshape(-1, 8, 8).astype(bool)


class Letters:
    """Draws lines of text.

    glyphs  as ``glyphs_of`` returns them
    """

    def __init__(self, glyphs: npt.NDArray[np.bool_]) -> None:
        self._glyphs = glyphs

    def draw(
        self, text: str, scale: int, colour: Colour, bright: Colour | None = None
    ) -> pygame.Surface:
        """Return a Surface with transparent paper; ``bright`` is for what comes after BRIGHT."""
        plain, _, rest = text.partition(BRIGHT)
        codes = [screen_code(char) for char in plain + rest]
        surface = pygame.Surface((max(1, len(codes)) * CELL * scale, CELL * scale), pygame.SRCALPHA)
        if not codes:
            return surface
        bits = np.concatenate([self._glyphs[code] for code in codes], axis=1)
        pixels = np.zeros((*bits.shape, 4), dtype=np.uint8)
        pixels[bits] = (*tuple(colour)[:3], 255)
        if rest:
            half = pixels[:, len(plain) * CELL :]
            half[bits[:, len(plain) * CELL :]] = (*tuple(bright or colour)[:3], 255)
        small = pygame.image.frombuffer(pixels.tobytes(), bits.shape[::-1], "RGBA")
        return pygame.transform.scale(small, surface.get_size())
