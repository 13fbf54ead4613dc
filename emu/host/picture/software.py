"""Drawing by the processor: scaling, and scanlines and mask laid over it.

Sharp pixels of any width: repeated to a whole multiple first, then shrunk by the area that each
covers, so that no pixel is wider than its neighbour and edges are soft by less than a pixel.
Only rows that changed are drawn, except where lines have no whole height.
"""

import math

import numpy as np
import numpy.typing as npt
import pygame

from emu.host.picture.colours import Colours
from emu.host.picture.geometry import Look, Target
from emu.host.types import Size

DEPTH = 0.5  # what is missing of the light between two lines
FINE = 8  # samples a pixel of the lines' profile
SHADED = 0.75  # what a stripe of the mask lets through of the two other colours
MASK_REPEATS = (6, 4)  # columns and rows after which the mask is the same again
GAIN = 1.3  # brighter colours make up for some of what lines and mask take


def profile(height: int, lines: int) -> npt.NDArray[np.float64]:
    """Return float[height]: the brightness of each row of the host's pixels, for so many lines."""
    if height == 2 * lines:
        return np.tile((1.0, 1 - DEPTH), lines)
    at = (np.arange(height * FINE) + 0.5) / FINE * lines / height % 1
    light = 1 - DEPTH * (1 + np.cos(2 * np.pi * at)) / 2
    mean: npt.NDArray[np.float64] = light.reshape(height, FINE).mean(axis=1)
    return mean


def stripes(mask: str, width: int, height: int) -> npt.NDArray[np.float64]:
    """Return float[height, width, 3]: what a tube's mask lets through.

    grille  red, green and blue stripes;  slot  these with short bars, every other triad lower
    """
    light = np.ones((height, width, 3))
    if mask == "none":
        return light
    column = np.arange(width)
    light[:, np.arange(3)[None, :] != (column % 3)[:, None]] = SHADED
    if mask == "slot":
        lower = column // 3 % 2 == 1
        light[0::4, ~lower] *= SHADED
        light[2::4, lower] *= SHADED
    return light


def light_of(target: Target, lines: int, mask: str) -> pygame.Surface:
    """Return a Surface to multiply a picture by that lies at a Target."""
    height, width = target.height, target.width
    light = stripes(mask, *MASK_REPEATS)[np.arange(height) % MASK_REPEATS[1]]
    light *= profile(height, lines)[:, None, None]
    pixels = np.tile(np.rint(255 * light).astype(np.uint8), (1, -(-width // MASK_REPEATS[0]), 1))
    data = np.ascontiguousarray(pixels[:, :width])
    return pygame.image.frombuffer(data.data, (width, height), "RGB").convert()


class Painter:
    """Draws a picture into a window.

    colours  emu.host.picture.colours.Colours;  size  (width, height) of the picture
    target   emu.host.picture.geometry.Target;  have  (width, height) of the window
    """

    def __init__(
        self,
        colours: Colours,
        size: Size,
        target: Target,
        have: Size,
        look: Look,
    ) -> None:
        self._colours, self._size, self._target = colours, size, target
        self._fits = target.width <= have[0] and target.height <= have[1]
        width, height = size
        self._coloured = pygame.Surface(size).convert()
        self._repeat = math.ceil(target.width / width)
        self._whole = target.height % height == 0
        self._even = target.width == width * self._repeat
        self._lines = self._coloured
        if not self._even:
            self._lines = pygame.Surface((target.width, height)).convert()
        self._light = None
        if look.look != "plain" and target.scale >= 2:
            self._light = light_of(target, height, look.mask)

    def draw(self, surface: pygame.Surface, first: int, last: int) -> tuple[int, int]:
        """Draw rows of the picture; returns (top, height) of what was drawn of the window."""
        target, (width, height) = self._target, self._size
        rows = (0, first, width, last - first)
        if not self._fits or (self._even and target.height == height):
            self._colours.blit(surface, (target.left, target.top + first), rows)
            return target.top + first, last - first
        self._colours.blit(self._coloured, (0, first), rows)
        if not self._even:
            self._widen(rows)
        if not self._whole:
            first, last = 0, height
        top = first * target.height // height
        tall = last * target.height // height - top
        place = (target.left, target.top + top, target.width, tall)
        self._heighten(surface.subsurface(place), first, last)
        if self._light is not None:
            area = (0, top, target.width, tall)
            surface.blit(self._light, place[:2], area, pygame.BLEND_RGB_MULT)
        return place[1], tall

    def _widen(self, rows: tuple[int, int, int, int]) -> None:
        """Bring rows to the target's width."""
        _, first, width, height = rows
        repeated = pygame.transform.scale(
            self._coloured.subsurface(rows), (width * self._repeat, height)
        )
        size = (self._target.width, height)
        part = self._lines.subsurface((0, first, *size))
        pygame.transform.smoothscale(repeated, size, part)

    def _heighten(self, place: pygame.Surface, first: int, last: int) -> None:
        """Bring rows to the target's height."""
        lines = self._lines.subsurface((0, first, self._lines.get_width(), last - first))
        if self._whole:
            pygame.transform.scale(lines, place.get_size(), place)
            return
        wide, tall = place.get_size()
        repeat = math.ceil(tall / (last - first))
        repeated = pygame.transform.scale(lines, (wide, (last - first) * repeat))
        pygame.transform.smoothscale(repeated, (wide, tall), place)
