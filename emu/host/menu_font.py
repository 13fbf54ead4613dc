"""The machine's characters as a font of pygame_gui: every letter a square of 8 x 8 fat pixels."""

import numpy as np
import pygame
from pygame_gui.core.interfaces.gui_font_interface import IGUIFontInterface

CELL = 8
BRIGHT = "\ue000"  # what comes after it in a text has the second colour
# pygame_gui looks words with these up in a dictionary (in files, at a dot) before it draws them.
DISGUISES = str.maketrans({".": "\ue001", "%": "\ue002"})
PLAIN = str.maketrans({"\ue001": ".", "\ue002": "%"})

# what the character ROM has under other codes than ASCII, or not at all
SCREEN_CODES = {"@": 0, "[": 27, "£": 28, "]": 29, "↑": 30, "^": 30, "←": 31, "_": 100, "\\": 77}
SCREEN_CODES |= {"█": 160, "…": 256, "•": 257, "\u2013": 64, "\u2014": 64, "│": 93}
OWN_GLYPHS = (  # eight rows each, from code 256 on
    (0, 0, 0, 0, 0, 0, 0xDB, 0xDB),
    (0, 0, 0x18, 0x3C, 0x3C, 0x18, 0, 0),
)
UMLAUTS = str.maketrans({"ä": "a", "ö": "o", "ü": "u", "Ä": "A", "Ö": "O", "Ü": "U", "ß": "s"})


def safe(text):
    """Return a text as pygame_gui can be given it."""
    return text.translate(DISGUISES)


def screen_code(char):
    """Return where the glyph of a character is."""
    if char in SCREEN_CODES:
        return SCREEN_CODES[char]
    code = ord(char)
    if 0x61 <= code <= 0x7A:
        return code - 0x60
    return code if 0x20 <= code <= 0x5A else ord("?")


def glyphs_of(chargen):
    """Return bool[258, 8, 8] of a character ROM's lower-case half and a few of our own."""
    rows = np.frombuffer(bytes(chargen[2048:4096]), dtype=np.uint8).reshape(256, 8)
    rows = np.concatenate((rows, np.array(OWN_GLYPHS, dtype=np.uint8)))
    return np.unpackbits(rows, axis=1).reshape(-1, 8, 8).astype(bool)


class Letters:
    """Draws lines of text.

    glyphs  as ``glyphs_of`` returns them
    """

    def __init__(self, glyphs):
        self._glyphs = glyphs

    def draw(self, text, scale, colour, bright=None):
        """Return a Surface with transparent paper; ``bright`` is for what comes after BRIGHT."""
        text = text.translate(PLAIN)
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


class MenuFont(IGUIFontInterface):
    """Letters at a scale.

    bright  colour of what comes after BRIGHT
    """

    underline = False
    underline_adjustment = 0.0

    def __init__(self, letters, scale, bright):
        self._letters, self._scale, self._bright = letters, scale, bright

    def _length(self, text):
        return len(text.replace(BRIGHT, ""))

    def size(self, text):
        """Return (width, height) in pixels."""
        return (self._length(text) * CELL * self._scale, CELL * self._scale if text else 0)

    def get_rect(self, text):
        """Return the Rect of a text; y is how far the line is below its top."""
        return (
            pygame.Rect((0, CELL * self._scale), self.size(text))
            if text
            else pygame.Rect(0, 0, 0, 0)
        )

    def get_metrics(self, text):
        """Return (left, right, bottom, top, advance) of each character."""
        side = CELL * self._scale
        return [(0, 0, 0, 0, 0) if char == BRIGHT else (0, side, 0, side, side) for char in text]

    def render_premul(self, text, text_color):
        """Return the drawn text, for blending with premultiplied alpha."""
        return self._letters.draw(text, self._scale, text_color, self._bright)

    def render_premul_to(self, text, text_colour, surf_size, surf_position):
        """Return a Surface of a size with the drawn text in it."""
        surface = pygame.Surface(surf_size, pygame.SRCALPHA)
        drawn = self.render_premul(text, text_colour)
        surface.blit(drawn, (surf_position[0], surf_position[1] - CELL * self._scale))
        return surface

    def get_point_size(self):
        """Return the height of a line."""
        return CELL * self._scale

    def get_padding_height(self):
        """Return what is added above small letters: nothing."""
        return 0

    def get_direction(self):
        """Return that text goes to the right."""
        return pygame.DIRECTION_LTR
