"""Text in the machine's own characters, for what lies over the picture."""

import unicodedata
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pygame

Colour = pygame.Color | Sequence[int]  # red, green, blue: 0..255
CELL = 8
BRIGHT = "\ue000"  # what comes after it in a text has the second colour

# what the character ROM has under other codes than ASCII, or not at all
SCREEN_CODES = {"@": 0, "[": 27, "£": 28, "]": 29, "↑": 30, "^": 30, "←": 31, "_": 100}
SCREEN_CODES |= {"→": 258, "↓": 259}
SCREEN_CODES |= {"█": 160, "…": 256, "•": 257, "\u2013": 64, "\u2014": 64, "│": 93, "|": 93}
SCREEN_CODES |= {"{": 261, "}": 262, "~": 263, "`": 264, "\\": 265}
SCREEN_CODES |= {"ß": 260, "„": 34, "“": 34, "”": 34, "\u2019": 39}
OWN_GLYPHS = (  # eight rows each, from code 256 on
    (0, 0, 0, 0, 0, 0, 0xDB, 0xDB),
    (0, 0, 0x18, 0x3C, 0x3C, 0x18, 0, 0),
    (0, 0x08, 0x0C, 0xFE, 0xFE, 0x0C, 0x08, 0),
    (0x18, 0x18, 0x18, 0x18, 0x7E, 0x3C, 0x18, 0),
    (0, 0x3C, 0x66, 0x6C, 0x66, 0x66, 0x6C, 0x60),
    (0x1C, 0x30, 0x30, 0x60, 0x30, 0x30, 0x1C, 0),
    (0x38, 0x0C, 0x0C, 0x06, 0x0C, 0x0C, 0x38, 0),
    (0, 0, 0x32, 0x5A, 0x4C, 0, 0, 0),
    (0x60, 0x30, 0x18, 0, 0, 0, 0, 0),
    (0, 0x60, 0x30, 0x18, 0x0C, 0x06, 0x03, 0),
)

# accents: the two rows above a small letter; what is below a letter
ABOVE = {
    "\u0300": (0x30, 0x18), "\u0301": (0x0C, 0x18), "\u0302": (0x18, 0x24), "\u0303": (0x32, 0x4C),
    "\u0308": (0x66, 0), "\u030a": (0x18, 0x18), "\u030c": (0x24, 0x18), "\u0304": (0x3C, 0),
    "\u0306": (0x24, 0x18), "\u0307": (0x18, 0), "\u030b": (0x36, 0x6C),
}  # fmt: skip
BELOW = {"\u0327": 0x18, "\u0328": 0x0C}
# Two dots beside a capital's top need no free row below them: it stays on the line.
UMLAUTS, DIAERESIS, WIDE_DOTS, BETWEEN_DOTS = "AOU", "\u0308", 0xC3, 0x3C


def _has_accent(char: str) -> bool:
    parts = unicodedata.normalize("NFD", char)
    known = len(parts) == 2 and parts[1] in {*ABOVE, *BELOW}
    return known and parts[0].isascii() and parts[0].isalpha()


# letters of Latin-1 and Latin Extended-A -> code, behind our own
_LATIN = [chr(code) for code in range(0xC0, 0x180) if _has_accent(chr(code))]
ACCENTED_CODES = {char: 256 + len(OWN_GLYPHS) + at for at, char in enumerate(_LATIN)}


def screen_code(char: str) -> int:
    """Return where the glyph of a character is."""
    if char in SCREEN_CODES:
        return SCREEN_CODES[char]
    if char in ACCENTED_CODES:
        return ACCENTED_CODES[char]
    code = ord(char)
    if 0x61 <= code <= 0x7A:
        return code - 0x60
    return code if 0x20 <= code <= 0x5A else ord("?")


def is_missing(char: str) -> bool:
    """Return whether a character has no glyph here: it would be a question mark."""
    return char != "?" and screen_code(char) == ord("?")


def glyphs_of(chargen: bytes) -> npt.NDArray[np.bool_]:
    """Return bool[count, 8, 8] of a character ROM's lower-case half and of our own characters."""
    rows = np.frombuffer(bytes(chargen[2048:4096]), dtype=np.uint8).reshape(256, 8)
    own = [*OWN_GLYPHS, *(_accented(rows, char) for char in ACCENTED_CODES)]
    rows = np.concatenate((rows, np.array(own, dtype=np.uint8)))
    return np.unpackbits(rows, axis=1).reshape(-1, 8, 8).astype(bool)


def _accented(rows: npt.NDArray[np.uint8], char: str) -> tuple[int, ...]:
    """Return the eight rows of a letter with an accent, made of the ROM's letter."""
    letter, mark = tuple(unicodedata.normalize("NFD", char))
    plain = [int(row) for row in rows[screen_code(letter)]]
    if mark in BELOW:
        return (*plain[:7], BELOW[mark])
    if letter in "ij":  # the mark takes the place of the dot
        plain[:2] = [0, 0]
    if letter.islower():
        return (*(a | b for a, b in zip(ABOVE[mark], plain, strict=False)), *plain[2:])
    if letter in UMLAUTS and mark == DIAERESIS:
        return (WIDE_DOTS, plain[0] & BETWEEN_DOTS, *plain[1:3], *plain[4:7], 0)
    # A capital fills its seven rows: it gives one up and moves down.
    return (ABOVE[mark][0] or ABOVE[mark][1], 0, *plain[:3], *plain[4:7])


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
        bits = self._glyphs[codes].swapaxes(0, 1).reshape(CELL, -1)
        pixels = np.zeros((*bits.shape, 4), dtype=np.uint8)
        pixels[bits] = (*tuple(colour)[2::-1], 255)
        if rest:
            half = pixels[:, len(plain) * CELL :]
            half[bits[:, len(plain) * CELL :]] = (*tuple(bright or colour)[2::-1], 255)
        colours = [colour] * len(plain) + [bright or colour] * len(rest)
        unknown = ord("?") in codes
        others = _other_glyphs(plain + rest, scale, colours) if unknown else {}
        for at in others:
            pixels[:, at * CELL : (at + 1) * CELL] = 0
        # Surfaces have their bytes in this order: others are blended by slower code.
        small = pygame.image.frombuffer(pixels.tobytes(), bits.shape[::-1], "BGRA")
        large = pygame.transform.scale(small, surface.get_size())
        for at, drawn in others.items():
            large.blit(drawn, (at * CELL * scale, 0))
        return large


def _other_glyphs(text: str, scale: int, colours: Sequence[Colour]) -> dict[int, pygame.Surface]:
    """Return {place in a text: Surface} of what only a font of the system has."""
    places = [at for at, char in enumerate(text) if is_missing(char)]
    if not places:
        return {}
    from emu.host.picture.system_font import glyph

    found = {}
    for at in places:
        red, green, blue = tuple(colours[at])[:3]
        drawn = glyph(text[at], CELL * scale, (red, green, blue))
        if drawn is not None:
            found[at] = drawn
    return found
