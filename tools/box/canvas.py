"""Pictures of dots as SVG: each colour of a picture is one path, and letters are dots as well.

No font, picture file or date is in such a file, so it looks the same everywhere and comes out the
same each time.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from xml.sax.saxutils import escape

import numpy as np

from tools.art.art import build_font, scaled, trim
from tools.art.artcheck import PALETTE, Dots
from tools.game.words import LETTERS

ROOT = Path(__file__).resolve().parents[2]
ART = ROOT / "asm" / "game" / "art"
CLEAR = 255  # a dot that is not drawn
CELL = 8
# Neighbours overlap by this part of a dot, or a viewer's smoothing shows the seam.
OVERLAP = 0.08


def colour(index: int) -> str:
    """Return a palette index as SVG has it."""
    return f"#{PALETTE[index]:06x}"


def rectangles(dots: Dots) -> Iterator[tuple[int, int, int, int, int]]:
    """Yield (colour, x, y, width, height): runs of a row, with equal ones below joined to them.

    dots  uint8[height, width] of palette indices; CLEAR: none
    """
    growing: dict[tuple[int, int, int], int] = {}  # (colour, x, width): its first row
    for y in range(dots.shape[0] + 1):
        runs = set(_runs(dots[y])) if y < dots.shape[0] else set()
        for run in sorted(set(growing) - runs):
            ink, x, width = run
            first = growing.pop(run)
            yield ink, x, first, width, y - first
        for run in runs - set(growing):
            growing[run] = y


def _runs(row: Dots) -> Iterator[tuple[int, int, int]]:
    if not len(row):
        return
    edges = np.flatnonzero(np.diff(row)) + 1
    starts = [0, *edges.tolist()]
    for start, end in zip(starts, [*edges.tolist(), len(row)], strict=True):
        if row[start] != CLEAR:
            yield int(row[start]), start, end - start


@cache
def font() -> tuple[tuple[Dots, ...], dict[str, int]]:
    """Return (256 glyphs, uint8[8, 8] each; {name: code} of the drawn pieces)."""
    packed, codes, _ = build_font(ART)
    bits = np.unpackbits(np.frombuffer(bytes(packed), np.uint8)).reshape(256, CELL, CELL)
    return tuple(bits), codes


def glyph(name: str) -> Dots:
    """Return a drawn piece of the game's font, uint8[8, 8] of 0 and 1."""
    glyphs, codes = font()
    return glyphs[codes[name]]


def typed(text: str) -> Dots:
    """Return a text in the game's letters, uint8[8, 8 n] of 0 and 1, all as wide."""
    plain = text.translate(LETTERS)
    if not plain.isascii():
        raise ValueError(f"{text!r} has a letter that the font has not")
    if not plain:
        return np.zeros((CELL, 0), np.uint8)
    return np.concatenate([font()[0][ord(letter)] for letter in plain], axis=1)


def lettering(text: str, factor: int = 1, gap: int = 1) -> Dots:
    """Return a text whose letters are as wide as they are drawn, each dot ``factor`` large."""
    pieces: list[Dots] = []
    for letter in text:
        piece = trim(typed(letter)) if letter != " " else np.zeros((CELL, 3), np.uint8)
        pieces += [piece, np.zeros((CELL, gap), np.uint8)]
    return scaled(np.concatenate(pieces[:-1], axis=1), factor)


def inked(dots: Dots, ink: int, shadow: int | None = None, depth: int = 1) -> Dots:
    """Return set dots in a colour, the others clear; with a shadow to the lower right."""
    height, width = dots.shape
    out = np.full((height + depth, width + depth) if shadow is not None else dots.shape, CLEAR)
    if shadow is not None:
        for step in range(1, depth + 1):
            out[step : step + height, step : step + width][dots > 0] = shadow
    out[:height, :width][dots > 0] = ink
    return out.astype(np.uint8)


def put(under: Dots, over: Dots, x: int, y: int) -> None:
    """Draw a picture on another one, at a place where it has room; clear dots change nothing."""
    height, width = over.shape
    place = under[y : y + height, x : x + width]
    if place.shape != over.shape:
        raise ValueError(f"{width} x {height} dots do not fit at ({x}, {y})")
    place[over != CLEAR] = over[over != CLEAR]


class Sheet:
    """A drawing in millimetres.

    width, height  mm;  title  what it is, for who reads the file or hears it
    """

    def __init__(self, width: float, height: float, title: str) -> None:
        self.width, self.height, self.title = width, height, title
        self._parts: list[str] = []

    def box(self, x: float, y: float, width: float, height: float, fill: int) -> None:
        """Draw a filled rectangle; mm."""
        self._parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"'
            f' fill="{colour(fill)}"/>'
        )

    def dots(self, dots: Dots, x: float, y: float, size: float, turned: bool = False) -> None:
        """Draw a picture whose dots are ``size`` mm; turned: it reads from top to bottom."""
        turn = " rotate(90)" if turned else ""
        paths: dict[int, list[str]] = {}
        for ink, left, top, width, height in rectangles(dots):
            paths.setdefault(ink, []).append(f"M{left} {top}h{width}v{height}h-{width}z")
        self._parts.append(f'<g transform="translate({x:g} {y:g}){turn} scale({size:g})">')
        self._parts += [
            f'<path fill="{colour(ink)}" stroke="{colour(ink)}" stroke-width="{OVERLAP}"'
            f' d="{"".join(found)}"/>'
            for ink, found in sorted(paths.items(), key=lambda pair: pair[0])
        ]
        self._parts.append("</g>")

    def lines(
        self, name: str, points: Sequence[Sequence[tuple[float, float]]], ink: str, dash: str = ""
    ) -> None:
        """Draw lines for the printer, hair-thin, in a group of that name; mm."""
        style = f' stroke-dasharray="{dash}"' if dash else ""
        ways = " ".join("M" + "L".join(f"{x:g} {y:g}" for x, y in line) for line in points)
        self._parts.append(
            f'<path id="{name}" fill="none" stroke="{ink}" stroke-width="0.25"{style} d="{ways}"/>'
        )

    def svg(self) -> str:
        """Return the file."""
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width:g}mm"'
                f' height="{self.height:g}mm" viewBox="0 0 {self.width:g} {self.height:g}">',
                f"<title>{escape(self.title)}</title>",
                *self._parts,
                "</svg>\n",
            ]
        )
