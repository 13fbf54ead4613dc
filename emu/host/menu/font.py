"""The machine's characters as a font of pygame_gui: every letter a square of 8 x 8 fat pixels."""

import pygame
from pygame_gui.core.interfaces.gui_font_interface import IGUIFontInterface

from emu.host.picture.charset_text import BRIGHT, CELL

# pygame_gui looks words with these up in a dictionary (in files, at a dot) before it draws them.
DISGUISES = str.maketrans({".": "\ue001", "%": "\ue002"})
PLAIN = str.maketrans({"\ue001": ".", "\ue002": "%"})


def safe(text):
    """Return a text as pygame_gui can be given it."""
    return text.translate(DISGUISES)


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
        return self._letters.draw(text.translate(PLAIN), self._scale, text_color, self._bright)

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
