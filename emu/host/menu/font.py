"""The machine's characters as a font of pygame_gui: every letter a square of 8 x 8 fat pixels."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame
from pygame_gui.core.interfaces.gui_font_interface import IGUIFontInterface

from emu.host.picture.charset_text import BRIGHT, CELL

if TYPE_CHECKING:
    from emu.host.picture.charset_text import Letters

# pygame_gui looks words with these up in a dictionary (in files, at a dot) before it draws them.
DISGUISES = str.maketrans({".": "\ue001", "%": "\ue002"})
PLAIN = str.maketrans({"\ue001": ".", "\ue002": "%"})


def safe(text: str) -> str:
    """Return a text as pygame_gui can be given it."""
    return text.translate(DISGUISES)


class MenuFont(IGUIFontInterface):
    """Letters at a scale.

    bright  colour of what comes after BRIGHT
    """

    underline = False
    underline_adjustment = 0.0

    def __init__(self, letters: Letters, scale: int, bright: tuple[int, int, int]) -> None:
        self._letters, self._scale, self._bright = letters, scale, bright

    def _length(self, text: str) -> int:
        return len(text.replace(BRIGHT, ""))

    def size(self, text: str) -> tuple[int, int]:
        """Return (width, height) in pixels."""
        return (self._length(text) * CELL * self._scale, CELL * self._scale if text else 0)

    def get_rect(self, text: str) -> pygame.Rect:
        """Return the Rect of a text; y is how far the line is below its top."""
        return (
            pygame.Rect((0, CELL * self._scale), self.size(text))
            if text
            else pygame.Rect(0, 0, 0, 0)
        )

    def get_metrics(self, text: str) -> list[tuple[int, int, int, int, int]]:
        """Return (left, right, bottom, top, advance) of each character."""
        side = CELL * self._scale
        return [(0, 0, 0, 0, 0) if char == BRIGHT else (0, side, 0, side, side) for char in text]

    def render_premul(self, text: str, text_color: pygame.Color) -> pygame.Surface:
        """Return the drawn text, for blending with premultiplied alpha."""
        return self._letters.draw(text.translate(PLAIN), self._scale, text_color, self._bright)

    def render_premul_to(
        self,
        text: str,
        text_colour: pygame.Color,
        surf_size: tuple[int, int],
        surf_position: tuple[int, int],
    ) -> pygame.Surface:
        """Return a Surface of a size with the drawn text in it."""
        surface = pygame.Surface(surf_size, pygame.SRCALPHA)
        drawn = self.render_premul(text, text_colour)
        surface.blit(drawn, (surf_position[0], surf_position[1] - CELL * self._scale))
        return surface

    def get_point_size(self) -> int:
        """Return the height of a line."""
        return CELL * self._scale

    def get_padding_height(self) -> int:
        """Return what is added above small letters: nothing."""
        return 0

    def get_direction(self) -> int:
        """Return that text goes to the right."""
        return pygame.DIRECTION_LTR
