"""Letters that the machine's characters lack, as in CJK names, from a font of the system.

A glyph takes one cell, 8 x 8 units: at two pixels a unit that is the 16 pixels that CJK needs.
pygame knows where fonts are: by fontconfig's fc-list on Linux, by the registry on Windows.  It is
asked when the first such letter is drawn.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from functools import cache, lru_cache

import pygame
import pygame.freetype

# Those that have thousands of glyphs, the ones that are drawn for small sizes first.
FONTS = (
    "unifont", "wenquanyibitmapsong", "msgothic", "simsun", "gulim", "wenquanyimicrohei",
    "wenquanyizenhei", "vlgothic", "notosanscjkjp", "notosanscjksc", "notosanscjktc",
    "notosanscjkkr", "droidsansfallback", "hiraginosans", "hiraginokakugothicpro", "pingfang",
    "nanumgothiccoding", "nanumgothic", "undotum", "baekmukgulim",  # of Hangul
    "applesdgothicneo", "yugothic", "meiryo", "microsoftyahei", "microsoftjhenghei", "malgungothic",
    "arialunicodems", "dejavusansmono", "notosansmono", "liberationmono", "couriernew", "menlo",
    # Of Hebrew, Arabic and Greek: of the ones above, few have Hebrew.
    "dejavusans", "dejavusanscondensed", "liberationsans", "notosanshebrew", "notosansarabic",
    "notosans", "freesans",
)  # fmt: skip
KEPT = 1000  # drawn letters
LINE = 7 / 8  # of a cell, from its top: where small letters stand


@cache
def font_files() -> tuple[str, ...]:
    """Return the files of the fonts that are installed, in the order of FONTS."""
    with warnings.catch_warnings():  # without fc-list there are none: no more is to be said
        warnings.simplefilter("ignore")
        found = [pygame.font.match_font(name) for name in FONTS]
    return tuple(path for path in found if path)


@cache
def _font(path: str) -> pygame.freetype.Font | None:
    pygame.freetype.init()
    pygame.register_quit(_font.cache_clear)  # a font does not outlive it
    try:
        return pygame.freetype.Font(path)
    except (pygame.error, OSError, RuntimeError):  # of a kind that it does not read, or gone
        return None


def _fonts_with(char: str, side: int) -> Iterator[pygame.freetype.Font]:
    for path in font_files():
        font = _font(path)
        if font is not None and font.get_metrics(char, size=side)[0] is not None:
            yield font


@lru_cache(KEPT)
def glyph(char: str, side: int, colour: tuple[int, int, int]) -> pygame.Surface | None:
    """Return a letter in a square of so many pixels, None if no font of the system has it."""
    font = next(_fonts_with(char, side), None) if char.isprintable() else None
    if font is None:
        return None
    drawn, place = font.render(char, colour, size=side)
    cell = pygame.Surface((side, side), pygame.SRCALPHA)
    # All of the letter is to be seen, wherever its line is.
    top = max(0, min(round(side * LINE) - place.y, side - drawn.get_height()))
    cell.blit(drawn, (max(0, (side - drawn.get_width()) // 2), top))
    return cell
