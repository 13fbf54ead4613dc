"""The labels of the disk and the cartridge."""

from collections.abc import Mapping

import numpy as np

from tools.art.artcheck import Dots
from tools.box import scene
from tools.box.canvas import CELL, Sheet, inked, put, typed
from tools.box.scene import BLACK, LIGHT, WHITE, YELLOW

# mm: a label of a 5.25-inch disk (4 x 1 1/2 inches, as labels for printers are sold), and one that
# fits a short and a long cartridge case; dots of them.
DISK, DISK_DOT = (101.6, 38.1), 0.2
CARTRIDGE, CARTRIDGE_DOT = (60.0, 48.0), 0.2
HOUSES = slice(scene.SKY_ROW, scene.STREET_END)  # rows of the street, with the sky behind them
STRIP = 2 * CELL  # below the street, for words


def disk(words: Mapping[str, str]) -> Sheet:
    """Return the label of the disk: the street at dusk, what it is and what to type."""
    sheet = Sheet(*DISK, "GO 64: " + words["disk"])
    wide, high = (round(side / DISK_DOT) for side in DISK)
    dots = _street(wide, high, words["disk"])
    logo = scene.logo()
    put(dots, logo, 12, 4)
    right, y = 12 + logo.shape[1] + 12, 12
    for text, ink in zip(words["type"].split("|"), (YELLOW, WHITE, WHITE), strict=False):
        put(dots, inked(typed(text), ink, BLACK), right, y)
        y += CELL + 6
    sheet.dots(dots, 0, 0, DISK_DOT)
    return sheet


def cartridge(words: Mapping[str, str]) -> Sheet:
    """Return the label of the cartridge: letters over the street, what it is below."""
    sheet = Sheet(*CARTRIDGE, "GO 64: " + words["cartridge"])
    wide, high = (round(side / CARTRIDGE_DOT) for side in CARTRIDGE)
    dots = _street(wide, high, words["cartridge"])
    logo = scene.logo()
    put(dots, logo, (wide - logo.shape[1]) // 2, 12)
    put(dots, scene.line(words["game"], wide, 1, YELLOW), 0, 88)
    sheet.dots(dots, 0, 0, CARTRIDGE_DOT)
    return sheet


def _street(wide: int, high: int, text: str) -> Dots:
    """Return dusk, the houses, the bands of the groups and a line of text below them."""
    dots = np.full((high, wide), BLACK, dtype=np.uint8)
    houses = scene.picture("street")[HOUSES]
    top = high - len(houses) - CELL - STRIP
    put(dots, scene.dusk(wide, top), 0, 0)
    row = np.concatenate([houses] * (-(-wide // scene.WIDE)), axis=1)
    left = (row.shape[1] - wide) // 2 if wide < scene.WIDE else 0
    put(dots, row[:, left : left + wide], 0, top)
    put(dots, scene.bands(wide), 0, high - CELL - STRIP)
    words = inked(typed(text), LIGHT)
    put(dots, words, (wide - words.shape[1]) // 2, high - STRIP + CELL // 2)
    return dots
