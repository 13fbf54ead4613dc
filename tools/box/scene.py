"""The game's own art, put together for what is printed: street, table, tokens, bands, screens."""

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PIL import Image

from tools.art.art import scaled
from tools.art.artcheck import CannotShow, Dots, palette_indices, read_png
from tools.art.glyphs import MULTI_DOTS, read_blocks
from tools.art.perspective import BANDS, wood
from tools.box.canvas import ART, CELL, CLEAR, ROOT, glyph, inked, lettering, put

(BLACK, WHITE, RED, CYAN, PURPLE, GREEN, BLUE, YELLOW,
 ORANGE, BROWN, PINK, DARK, MID, LIME, SKY, LIGHT) = range(16)  # fmt: skip

PICTURES = ROOT / "asm" / "game" / "pictures"
SCREENS = ROOT / "docs" / "pictures" / "screens"
PLAYED = SCREENS / "perspective.png"  # the table as the program shows it, dice and all
WIDE = 320  # dots of the game's pictures
TOKEN_ROWS = 14
LOGO = (slice(0, 68), slice(36, 292))  # rows and columns of the street's letters GO 64
SKY_ROW, STREET_END, TABLE_END = 74, 184, 128  # rows of the pictures
SPECK = 40  # dots of a star, or of the moon's tip; a letter has more
LINE_HIGH = 30  # rows that are put in for a line below the letters
STARS = ((11, 5), (40, 17), (73, 3), (118, 14), (150, 6), (187, 19), (221, 4), (263, 11), (309, 18))
BAYER = np.array([[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]]) / 16
TOKENS = (("pawn", RED), ("car", YELLOW), ("ship", SKY), ("crown", LIME))


@cache
def picture(name: str) -> Dots:
    """Return one of the game's full pictures, uint8[200, 320]."""
    return read_png(PICTURES / f"{name}.png")


def screen(path: Path) -> Dots:
    """Return a picture of the screen, with its border; CannotShow if a colour is not the C64's."""
    with Image.open(path) as image:
        pixels, strange = palette_indices(np.array(image.convert("RGB")))
    if strange:
        raise CannotShow(f"{path.name}: the dot at {strange} is not one of the 16 colours")
    return pixels


def logo() -> Dots:
    """Return the letters GO 64 of the street, without sky, stars and moon."""
    rows, columns = LOGO
    letters = picture("street")[rows, columns]
    drawn = ~np.isin(letters, (BLUE, PURPLE))
    keep = np.zeros(letters.shape, dtype=bool)
    for piece in pieces(drawn):
        if len(piece) > SPECK:
            keep[tuple(np.array(piece).T)] = True
    return np.where(keep, letters, CLEAR).astype(np.uint8)


def pieces(drawn: npt.NDArray[np.bool_]) -> Iterator[list[tuple[int, int]]]:
    """Yield what hangs together, corner to corner as well: lists of (row, column)."""
    left = {(int(y), int(x)) for y, x in np.argwhere(drawn)}
    while left:
        found, open_ends = [], [left.pop()]
        while open_ends:
            y, x = open_ends.pop()
            found.append((y, x))
            for near in [(y + v, x + u) for v in (-1, 0, 1) for u in (-1, 0, 1)]:
                if near in left:
                    left.remove(near)
                    open_ends.append(near)
        yield found


def dusk(width: int, height: int) -> Dots:
    """Return a sky from blue to purple, in an ordered dither."""
    level = np.linspace(0, 1, height)[:, None]
    threshold = np.tile(BAYER, (-(-height // 4), -(-width // 4)))[:height, :width]
    return np.where(level + threshold >= 1, PURPLE, BLUE).astype(np.uint8)


def token(name: str, ink: int, factor: int = 1) -> Dots:
    """Return a token in a colour: 24 x 14 dots, each ``factor`` large."""
    blocks = read_blocks(ART / "tokens.txt", MULTI_DOTS, TOKEN_ROWS)
    inks = np.array([CLEAR, BLACK, ink, WHITE], dtype=np.uint8)
    return scaled(np.repeat(inks[blocks[name]], 2, axis=1), factor)


def bands(width: int, factor: int = 1) -> Dots:
    """Return the patterns of the eight groups side by side, 8 rows high, ``width`` dots long."""
    inks = list(BANDS.values())[:8]
    each = -(-width // (CELL * factor * len(inks)))
    pieces = []
    for number, ink in enumerate(inks):
        piece = np.where(glyph(f"band{number}") > 0, BLACK, ink).astype(np.uint8)
        pieces.append(np.tile(piece, (1, each)))
    return scaled(np.concatenate(pieces, axis=1), factor)[:, :width]


def line(text: str, width: int, factor: int, ink: int = YELLOW, shadow: int = BLACK) -> Dots:
    """Return a line of lettering with a shadow, in the middle of ``width`` dots."""
    dots = inked(lettering(text, factor), ink, shadow, factor)
    out = np.full((dots.shape[0], width), CLEAR, dtype=np.uint8)
    put(out, dots, (width - dots.shape[1]) // 2, 0)
    return out


def town(width: int, above: int, text: str, factor: int = 2) -> Dots:
    """Return the street at dusk, with a line of text between the letters and the roofs.

    width  dots, up to 320;  above  more rows of sky over it
    """
    left = (WIDE - width) // 2
    street = picture("street")[:STREET_END]
    sky = np.full((above, WIDE), BLUE, dtype=np.uint8)
    for x, y in STARS:
        if y < above:
            sky[y, x] = WHITE
    free = np.repeat(street[SKY_ROW : SKY_ROW + 1], LINE_HIGH, axis=0)
    whole = np.concatenate([sky, street[:SKY_ROW], free, street[SKY_ROW:]])[:, left : left + width]
    words = line(text, width, factor)
    put(whole, words, 0, above + SKY_ROW + (LINE_HIGH - words.shape[0]) // 2)
    return whole


def table(width: int, height: int) -> Dots:
    """Return the board on the table; more of the table in front of it, with four tokens on that."""
    left = (WIDE - width) // 2
    top, side = (int(n) for n in (np.array(screen(PLAYED).shape) - (200, WIDE)) // 2)
    board = screen(PLAYED)[top : top + TABLE_END, side : side + WIDE]
    rows = [[wood(x / 2, y) for x in range(WIDE)] for y in range(TABLE_END, height)]
    whole = np.concatenate([board, np.array(rows, dtype=np.uint8)])[:, left : left + width]
    whole[:2] = BLACK
    factor = 3
    step = width // len(TOKENS)
    for place, (name, ink) in enumerate(TOKENS):
        piece = token(name, ink, factor)
        put(whole, piece, place * step + (step - piece.shape[1]) // 2, height - piece.shape[0] - 8)
    return whole


def stacked(pieces: Sequence[Dots]) -> Dots:
    """Return pictures of one width, one below the other."""
    return np.concatenate(list(pieces), axis=0)
