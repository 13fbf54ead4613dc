"""From palette indices to colours: adjusted palettes, and what a PAL TV's delay line makes of them.

A PAL TV adds the colour signal of the line before to that of each line, so that errors of phase
cancel out: hue and saturation are a mean of two lines, brightness is not.  16 colours over 16 make
256 mixtures, which fit the palette of an 8-bit surface: the mixing costs SDL nothing, and us an
``|`` of two rows.
"""

import numpy as np
import numpy.typing as npt
import pygame

from emu.host.picture.geometry import Look
from emu.host.types import Palette, Picture, Size

# Rec. 601, as in the colour television of the time.
TO_YUV = np.array([[0.299, 0.587, 0.114], [-0.147, -0.289, 0.436], [0.615, -0.515, -0.1]])
TO_RGB = np.linalg.inv(TO_YUV)
BLUR = (1, 2, 2, 2, 1)  # PAL's colour has a sixth of the VIC's pixel clock


def adjusted(palette: npt.ArrayLike, look: Look) -> Palette:
    """Return uint8[16, 3] of a palette by the look's saturation, brightness, contrast, gamma."""
    yuv = np.asarray(palette, dtype=np.float64) / 255 @ TO_YUV.T
    yuv *= look.contrast / 100
    yuv[:, 1:] *= look.saturation / 100
    yuv[:, 0] += look.brightness / 100 - 1
    rgb: npt.NDArray[np.float64] = np.clip(yuv @ TO_RGB.T, 0, 1) ** (100 / look.gamma)
    return np.rint(255 * rgb).astype(np.uint8)


def mixtures(palette: npt.ArrayLike) -> Palette:
    """Return uint8[256, 3]: at 16 * above + here the colour of ``here`` below ``above``."""
    yuv = np.asarray(palette, dtype=np.float64) / 255 @ TO_YUV.T
    mixed = np.empty((16, 16, 3))
    mixed[:, :, 0] = yuv[:, 0]
    mixed[:, :, 1:] = (yuv[:, None, 1:] + yuv[None, :, 1:]) / 2
    return np.rint(255 * np.clip(mixed @ TO_RGB.T, 0, 1)).astype(np.uint8).reshape(256, 3)


class Blur:
    """The mixtures with colour smeared sideways over five pixels."""

    def __init__(self, palette: npt.ArrayLike) -> None:
        yuv = np.asarray(palette, dtype=np.float64) @ TO_YUV.T
        chroma = (yuv[:, None, 1:] + yuv[None, :, 1:]).reshape(256, 2) / 2
        # In sixteenths; the sum of BLUR takes another factor of eight: all within 16 bits.
        self._luma = np.rint(yuv[:, 0] * 16).astype(np.int16)
        self._u, self._v = np.rint(chroma.T * 16).astype(np.int16)

    def rows(self, mixed: Picture) -> npt.NDArray[np.uint8]:
        """Return uint8[rows, width, 4], RGB and a byte, of 16 * above + here."""
        luma = self._luma.take(mixed & 15)
        u, v = (self._smeared(table.take(mixed)) for table in (self._u, self._v))
        out = np.empty((*mixed.shape, 4), dtype=np.uint8)
        for i, (of_u, of_v) in enumerate(np.rint(TO_RGB[:, 1:] * 64).astype(np.int32).tolist()):
            value = luma + ((u * np.int32(of_u) + v * np.int32(of_v)) >> 6).astype(np.int16)
            out[:, :, i] = np.clip((value + 8) >> 4, 0, 255)
        return out

    @staticmethod
    def _smeared(chroma: npt.NDArray[np.int16]) -> npt.NDArray[np.int32]:
        width = chroma.shape[1]
        edged = np.pad(chroma, ((0, 0), (2, 2)), mode="edge")
        first, *rest = (np.int16(weight) * edged[:, i : i + width] for i, weight in enumerate(BLUR))
        return (sum(rest, first) >> 3).astype(np.int32)


class Colours:
    """Brings rows of a picture of palette indices to a surface, in colour.

    size     (width, height) of the picture
    palette  uint8[16, 3] as the machine has it
    """

    def __init__(self, size: Size, palette: npt.ArrayLike, look: Look) -> None:
        width, height = size
        self._indices = np.zeros((height, width), dtype=np.uint8)
        self._delay = look.delay_line or look.blur
        colours = adjusted(palette, look)
        self._blur = Blur(colours) if look.blur else None
        self._table = mixtures(colours) if self._delay else colours
        self._curves: list[npt.NDArray[np.uint8] | None] = [None]
        self._canvases = [self._canvas(self._table)]

    def _canvas(self, table: npt.NDArray[np.uint8]) -> pygame.Surface:
        """Return a Surface of the indices with a palette uint8[16 or 256, 3]."""
        height, width = self._indices.shape
        canvas = pygame.image.frombuffer(self._indices.data, (width, height), "P")
        canvas.set_palette([tuple(int(v) for v in rgb) for rgb in table])
        return canvas

    def bend(self, *curves: npt.NDArray[np.uint8]) -> None:
        """Have ``blit`` draw by curves, too: uint8[256], what becomes of red, green and blue."""
        self._curves = [None, *curves]
        bent = (self._canvas(curve[np.asarray(self._table)]) for curve in curves)
        self._canvases = [self._canvases[0], *bent]

    def reach(self, first: int, last: int) -> tuple[int, int]:
        """Return (first, last) of the rows that look otherwise when these have changed."""
        return first, min(last + self._delay, len(self._indices))

    def put(self, part: Picture, first: int, last: int) -> None:
        """Take rows of a picture."""
        if not self._delay:
            self._indices[first:last] = part[first:last]
            return
        above = part[max(first - 1, 0) : last - 1]
        np.left_shift(above, 4, out=self._indices[last - len(above) : last])
        if first == 0:
            self._indices[0] = part[0] << 4
        self._indices[first:last] |= part[first:last]

    def blit(
        self,
        surface: pygame.Surface,
        place: tuple[int, int],
        rows: tuple[int, int, int, int],
        curve: int = 0,
    ) -> None:
        """Draw (left, first, width, height) of the picture to a place of a surface.

        curve  0 for the colours as they are, else which one of ``bend``, from 1
        """
        if self._blur is None:
            surface.blit(self._canvases[curve], place, rows)
            return
        _, first, width, height = rows
        data = self._blur.rows(self._indices[first : first + height])
        bent = self._curves[curve]
        if bent is not None:
            data = bent[data]
        surface.blit(pygame.image.frombuffer(data.data, (width, height), "RGBX"), place)
