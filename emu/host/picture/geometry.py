"""How the window shows the picture: the choices, and the picture's place in the window."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from emu.host.types import Size  # with numpy, which the command line can do without

SCALINGS = ("integer", "aspect", "fit")
BORDERS = ("full", "normal", "none")
LOOKS = ("plain", "scanlines", "crt")
MASKS = ("grille", "slot", "none")
VSYNCS = ("auto", "on", "off")

# Width of a pixel over its height, by the model's standard.  The VIC makes 8 pixels a cycle, a TV
# with square pixels 14.75 (PAL) or 12.27 (NTSC) million a second in two fields, and its lines last
# a little longer than those of any VIC but the 6567 R8: codebase64.org, "Pixel aspect ratio".
# PAL-N and old NTSC are computed alike.
PIXEL_ASPECT = {"PAL": 0.9365, "NTSC": 0.75, "old NTSC": 0.7617, "PAL-N": 0.9077}
# (column, row) of the frame where the usual picture of 384 pixels begins.
ORIGIN = {"PAL": (112, 16), "NTSC": (112, 28), "old NTSC": (112, 28), "PAL-N": (112, 16)}
# What the VIC draws beside it: left, top, right, bottom.  403 x 284 (PAL), 418 (NTSC) and 411 (old
# NTSC) pixels are visible, says Christian Bauer's article (3.4, table of the VIC's dimensions); a
# 6572 has the lines of an NTSC VIC and the frame of a PAL one.
BEYOND = {
    "PAL": (16, 0, 3, 12),
    "NTSC": (16, 0, 18, 0),
    "old NTSC": (16, 0, 11, 0),
    "PAL-N": (16, 0, 18, 12),
}


@dataclass(frozen=True)
class Look:
    """The choices.

    scaling     integer: square pixels, whole; aspect: as wide as on a TV, lines whole;
                fit: as wide as on a TV, as large as the window
    borders     full: all that the VIC draws; normal: what a TV shows; none: 320 x 200
    look        plain; scanlines: by the processor; crt: by the graphics card
    mask        of the tube: grille, slot or none;  curve glow vignette: True or False
    delay_line  colours of two lines mixed, as a PAL TV mixes them;  blur: smeared sideways, too
    saturation brightness contrast gamma   percent, 100 changes nothing
    """

    scaling: str = "integer"
    borders: str = "normal"
    look: str = "plain"
    mask: str = "grille"
    curve: bool = True
    glow: bool = True
    vignette: bool = True
    delay_line: bool = False
    blur: bool = False
    saturation: int = 100
    brightness: int = 100
    contrast: int = 100
    gamma: int = 100


@dataclass(frozen=True)
class Target:
    """Where the picture lies in the window, in pixels of the host; scale is vertical."""

    scale: float
    left: int
    top: int
    width: int
    height: int


def natural_size(size: Size, scale: int, aspect: float, scaling: str) -> Size:
    """Return the (width, height) of a window for a picture at a whole scale."""
    width, height = size
    if scaling == "integer":
        aspect = 1.0
    return round(width * scale * aspect), height * scale


def place(size: Size, have: Size, aspect: float, scaling: str) -> Target:
    """Return the Target of a picture of ``size`` in a window that is ``have`` large.

    The scale is whole except for "fit"; at least 1, even if the picture is larger than the window.
    """
    (width, height), aspect = size, 1.0 if scaling == "integer" else aspect
    scale = min(have[0] / (width * aspect), have[1] / height)
    if scaling != "fit":
        # round(): a window made for a scale may be a fraction of a pixel too narrow for it
        fits = scale + 0.5 / (width * aspect)
        scale = max(1, int(fits))
    wide = min(round(width * scale * aspect), max(have[0], width))
    tall = round(height * scale)
    return Target(scale, (have[0] - wide) // 2, (have[1] - tall) // 2, wide, tall)
