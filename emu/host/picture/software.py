"""Drawing by the processor: scaling, and scanlines and mask laid over it.

Lines and mask do not darken the picture: lines are as much brighter as the gaps are darker, as far
as each colour can be.  White cannot be brighter, so it has no lines, as on a CRT whose beam is
broad there.

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

DEPTH = 0.5  # share of the light that is missing between two lines
FINE = 8  # samples per pixel of the lines' profile
SHADED = 0.75  # share of the other two colours that a stripe of the mask lets through
MASK_REPEATS = (6, 4)  # columns and rows after which the mask is the same again
GAMMA = 2.2  # light of a value


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


def light_of(height: int, lines: int, mask: str) -> npt.NDArray[np.float64]:
    """Return float[height, 6, 3]: what each pixel has of the light, for so many lines."""
    light = stripes(mask, *MASK_REPEATS)[np.arange(height) % MASK_REPEATS[1]]
    return light * profile(height, lines)[:, None, None]


def curves_of(
    light: npt.NDArray[np.float64],
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """Return (darkest, what the brightest has more), uint8[256] each, of each value of a colour.

    Between them the light of all pixels together is that of the value itself.
    """
    value = np.arange(256) / 255
    share, counts = np.unique(_share(light), return_counts=True)
    brightest = np.minimum(1.0, value * light.max() / light.mean())
    low, high = np.zeros(256), value.copy()
    for _ in range(12):  # to less than half of 1/255
        darkest = (low + high) / 2
        seen = darkest + share[:, None] * (brightest - darkest)
        too_much = counts @ seen**GAMMA / counts.sum() > value**GAMMA
        low, high = np.where(too_much, low, darkest), np.where(too_much, darkest, high)
    dark = np.rint(255 * high).astype(np.uint8)
    return dark, (np.rint(255 * brightest) - dark).astype(np.uint8)


def _share(light: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return where a light lies between the least, 0, and the most, 1; in steps of 1/255."""
    least, most = light.min(), light.max()
    share: npt.NDArray[np.float64] = np.rint(255 * (light - least) / max(most - least, 1e-9)) / 255
    return share


def share_surface(light: npt.NDArray[np.float64], width: int) -> pygame.Surface:
    """Return a Surface of a width to multiply the light by that is not everywhere."""
    pixels = (255 * _share(light)).astype(np.uint8)
    tiled = np.tile(pixels, (1, -(-width // MASK_REPEATS[0]), 1))
    data = np.ascontiguousarray(tiled[:, :width])
    return pygame.image.frombuffer(data.data, (width, len(data)), "RGB").convert()


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
            light = light_of(target.height, height, look.mask)
            colours.bend(*curves_of(light))
            self._light = share_surface(light, target.width)
            self._more = pygame.Surface((target.width, target.height)).convert()

    def draw(self, surface: pygame.Surface, first: int, last: int) -> tuple[int, int]:
        """Draw rows of the picture; returns (top, height) of what was drawn of the window."""
        target, (width, height) = self._target, self._size
        rows = (0, first, width, last - first)
        if not self._fits or (self._even and target.height == height):
            self._colours.blit(surface, (target.left, target.top + first), rows)
            return target.top + first, last - first
        if not self._whole:
            first, last = 0, height
        top = first * target.height // height
        tall = last * target.height // height - top
        place = (target.left, target.top + top, target.width, tall)
        curve = 0 if self._light is None else 1
        self._enlarge(surface.subsurface(place), rows, first, last, curve)
        if self._light is not None:
            area = (0, top, target.width, tall)
            self._enlarge(self._more.subsurface(area), rows, first, last, 2)
            self._more.blit(self._light, area[:2], area, pygame.BLEND_RGB_MULT)
            surface.blit(self._more, place[:2], area, pygame.BLEND_RGB_ADD)
        return place[1], tall

    def _enlarge(
        self,
        place: pygame.Surface,
        rows: tuple[int, int, int, int],
        first: int,
        last: int,
        curve: int,
    ) -> None:
        """Bring rows of the picture to the size of the target, in colours by a curve."""
        if not self._whole:  # a row reaches into its neighbour
            rows = (0, first, rows[2], last - first)
        self._colours.blit(self._coloured, (0, rows[1]), rows, curve)
        if not self._even:
            self._widen(rows)
        self._heighten(place, first, last)

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
