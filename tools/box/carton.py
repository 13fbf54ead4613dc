"""The box, unfolded: back, spine, front, spine, with flaps, and lines for cutting and folding.

    +------+----------+----+----------+----+
           | tuck     |dust| tuck     |dust|
      glue | back     |side| front    |side|
           | tuck     |dust| tuck     |dust|
    +------+----------+----+----------+----+

It holds the guide (B5, 176 x 250 mm) and the disk in its sleeve.
"""

import textwrap
from collections.abc import Mapping
from typing import Any

import numpy as np

from tools.art.artcheck import Dots
from tools.box import scene
from tools.box.canvas import CELL, Sheet, inked, lettering, put, typed
from tools.box.scene import BLACK, BLUE, LIME, WHITE, YELLOW

FRONT, HIGH, DEEP = 180.0, 255.0, 30.0  # mm
GLUE, TUCK, EDGE = 12.0, 15.0, 8.0  # the flap for the glue; what is tucked in; paper around it
DOT = 0.6  # mm
WIDE_DOTS, HIGH_DOTS, DEEP_DOTS = (round(side / DOT) for side in (FRONT, HIGH, DEEP))
HEAD_DOT, TEXT_DOT, SCREEN_DOT = 0.5, 0.34, 0.205  # mm: headline, print, pictures of the screen
ABOVE = 10  # rows of sky over the street
STRIP = 16  # rows at the foot
MARGIN, LINE = 10.0, 3.8  # mm


def front(words: Mapping[str, Any]) -> Dots:
    """Return the front: letters and street at dusk, the board on the table, tokens, a strip."""
    street = scene.town(WIDE_DOTS, ABOVE, words["title"])
    rest = HIGH_DOTS - len(street) - CELL - STRIP
    strip = np.full((STRIP, WIDE_DOTS), BLACK, dtype=np.uint8)
    put(strip, scene.line(words["strip"], WIDE_DOTS, 1, WHITE), 0, (STRIP - CELL) // 2)
    return scene.stacked([street, scene.table(WIDE_DOTS, rest), scene.bands(WIDE_DOTS), strip])


def spine(words: Mapping[str, Any]) -> Dots:
    """Return a spine lying on its side: HIGH_DOTS wide, DEEP_DOTS high."""
    dots = np.full((DEEP_DOTS, HIGH_DOTS), BLUE, dtype=np.uint8)
    for y in (0, DEEP_DOTS - CELL):
        put(dots, scene.bands(HIGH_DOTS), 0, y)
    name = inked(lettering("GO 64", 3, 1), YELLOW, BLACK, 2)
    put(dots, name, 14, (DEEP_DOTS - name.shape[0]) // 2)
    title = inked(lettering(words["title"], 1), WHITE, BLACK)
    put(dots, title, 14 + name.shape[1] + 16, (DEEP_DOTS - title.shape[0]) // 2)
    x = HIGH_DOTS - 30
    for token, ink in scene.TOKENS:
        put(dots, scene.token(token, ink), x, (DEEP_DOTS - scene.TOKEN_ROWS) // 2)
        x -= 30
    return dots


def back(sheet: Sheet, words: Mapping[str, Any], left: float, top: float) -> None:
    """Draw the back: a headline, four pictures of the screen, what the game is, what it needs."""
    ground = np.full((HIGH_DOTS, WIDE_DOTS), BLUE, dtype=np.uint8)
    for row in (0, HIGH_DOTS - CELL):
        put(ground, scene.bands(WIDE_DOTS), 0, row)
    sheet.dots(ground, left, top, DOT)
    for number, text in enumerate((words["headline"], words["headline_2"])):
        said = inked(lettering(text, 2), YELLOW, BLACK, 2)
        middle = left + (FRONT - said.shape[1] * HEAD_DOT) / 2
        sheet.dots(said, middle, top + 10 + 11 * number, HEAD_DOT)
    y = top + 36.0
    size = 0.0
    for place, (name, caption) in enumerate(zip(words["screens"], words["captions"], strict=True)):
        picture = scene.screen(scene.SCREENS / f"{name}.png")
        high, wide = (side * SCREEN_DOT for side in picture.shape)
        size = high
        x = left + (FRONT / 2 - wide) / 2 * 1.02 + place % 2 * (FRONT / 2 - 1)
        v = y + place // 2 * (high + 8)
        sheet.box(x - 0.6, v - 0.6, wide + 1.2, high + 1.2, BLACK)
        sheet.dots(picture, x, v, SCREEN_DOT)
        label = inked(typed(caption), LIME)
        sheet.dots(label, x + (wide - label.shape[1] * 0.26) / 2, v + high + 2, 0.26)
    y += 2 * (size + 8) + 3
    columns = int((FRONT - 2 * MARGIN) / (CELL * TEXT_DOT))
    needs = paragraphs(words["needs"], columns)
    below = top + HIGH - 10 - LINE * len(needs)
    for start, rows, ink in ((y, paragraphs(words["text"], columns), WHITE), (below, needs, LIME)):
        for place, text in enumerate(rows):
            sheet.dots(inked(typed(text), ink), left + MARGIN, start + LINE * place, TEXT_DOT)


def paragraphs(texts: list[str], columns: int) -> list[str]:
    """Return lines of at most so many letters; a text that begins with * hangs."""
    rows: list[str] = []
    for text in texts:
        hang = "  " if text.startswith("*") else ""
        rows += textwrap.wrap(text, columns, subsequent_indent=hang) or [""]
    return rows


def carton(words: Mapping[str, Any]) -> Sheet:
    """Return the box of a language."""
    flap = DEEP + TUCK
    width = 2 * EDGE + GLUE + 2 * (FRONT + DEEP)
    sheet = Sheet(width, 2 * (EDGE + flap) + HIGH, f"GO 64: {words['game']}")
    top, bottom = EDGE + flap, EDGE + flap + HIGH
    backs = EDGE + GLUE
    sides = backs + FRONT
    fronts = sides + DEEP
    last = fronts + FRONT
    for left in (backs, fronts):  # what is folded in has the blue of the bands
        sheet.box(left, EDGE, FRONT, flap + 0.5, BLUE)
        sheet.box(left, bottom - 0.5, FRONT, flap + 0.5, BLUE)
    for left in (sides, last):
        sheet.box(left, top - DEEP, DEEP, DEEP + 0.5, BLUE)
        sheet.box(left, bottom - 0.5, DEEP, DEEP + 0.5, BLUE)
    back(sheet, words, backs, top)
    side = spine(words)
    for left in (sides, last):
        sheet.dots(side, left + DEEP, top, DOT, turned=True)
    sheet.dots(front(words), fronts, top, DOT)
    lid = inked(lettering("GO 64", 3), YELLOW, BLACK, 2)
    sheet.dots(lid, fronts + (FRONT - lid.shape[1] * DOT) / 2, top - 22, DOT)
    _lines(sheet, (EDGE, backs, sides, fronts, last, last + DEEP), top, bottom)
    return sheet


def _lines(sheet: Sheet, xs: tuple[float, ...], top: float, bottom: float) -> None:
    """Draw where to cut (magenta) and where to fold (cyan, dashed)."""
    glue, backs, sides, fronts, last, end = xs
    flap = DEEP + TUCK
    upper: list[tuple[float, float]] = [(backs, top)]
    for left, right, high in (
        (backs, sides, flap), (sides, fronts, DEEP), (fronts, last, flap), (last, end, DEEP),
    ):  # fmt: skip
        upper += [(left, top - high), (right, top - high), (right, top)]
    lower = [(x, top + bottom - y) for x, y in reversed(upper)]
    outline = [*upper, *lower, (glue, bottom - 6), (glue, top + 6), (backs, top)]
    sheet.lines("cut", [outline], "#ff00ff")
    folds = [[(x, top), (x, bottom)] for x in (backs, sides, fronts, last)]
    folds += [[(backs, y), (end, y)] for y in (top, bottom)]
    for left, right in ((backs, sides), (fronts, last)):
        folds += [[(left, y), (right, y)] for y in (top - DEEP, bottom + DEEP)]
    sheet.lines("fold", folds, "#00c0ff", "2 2")
