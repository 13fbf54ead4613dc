"""Concept F: the board as it lies on a table, in perspective, in a multicolour bitmap.

Rows 0-16 are a multicolour bitmap (black, the background, and three more colours a cell, in
double dots), rows 17-24 bitmap cells for everything that has to be read; a raster split
parts them.  Tokens are sprites, nearer ones lower.
"""

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools.artcheck import Zone
from tools.concepts import (
    BLACK,
    BLUE,
    BROWN,
    GREEN,
    LIGHT,
    ORANGE,
    PINK,
    RED,
    WHITE,
    YELLOW,
)  # fmt: skip
from tools.concepts_whole import (
    BANDS,
    BOARD,
    BUTTONS,
    NAMES,
    TOKEN_GLYPHS,
    Whole,
    place,
    six,
)  # fmt: skip
from tools.ink import best_ink

ROWS = 17
FAR, NEAR = 10, 132  # dots from the top at which the board begins and ends
FAR_HALF, NEAR_HALF = 46, 78  # half its width there, in double dots
DEPTH = NEAR_HALF / FAR_HALF


def on_board(x, y):
    """Where a double dot lies on the board, 0..24 across and down, or None."""
    down = (y - FAR) / (NEAR - FAR)
    if not 0 <= down < 1:
        return None
    half = FAR_HALF + (NEAR_HALF - FAR_HALF) * down
    u = (x - 80 + half) / (2 * half)
    v = down * DEPTH / (1 + down * (DEPTH - 1))
    v = 1 - (1 - down) / (1 + down * (DEPTH - 1)) if v > 1 else v
    return (u * 24, v * 24) if 0 <= u < 1 else None


def at(u, v):
    """The dot of a point of the board: on_board backwards (x in single dots)."""
    share = v / 24
    down = share / (DEPTH - share * (DEPTH - 1))
    half = FAR_HALF + (NEAR_HALF - FAR_HALF) * down
    return round(2 * (80 - half + u / 24 * 2 * half)), round(FAR + down * (NEAR - FAR))


def colour_on_board(game, u, v):
    """The colour of the board at a point."""
    for number in range(40):
        x, y, wide, high, side = place(number)
        if not (x <= u < x + wide and y <= v < y + high):
            continue
        a, b = u - x, v - y
        if a < 0.18 or b < 0.18:
            return BLACK
        if number % 10 == 0:
            return (WHITE, ORANGE, WHITE, LIGHT)[side] if min(a, b) > 0.8 else WHITE
        row = BOARD[number]
        inner = (b, 3 - a, 3 - b, a)[side]
        if row["group"] in (None, "stations", "utilities"):
            kinds = {"chance": PINK, "chest": BLUE, "tax": LIGHT}
            return kinds.get(row["kind"], LIGHT if inner > 2 else WHITE)
        if inner < 1:
            _, paper = BANDS[row["group"]]
            return paper if row["group"] != "brown" else BROWN
        seat = game.owner.get(number)
        return game.players[seat].colour if seat is not None and inner > 2 else WHITE
    rim = min(u - 3, v - 3, 21 - u, 21 - v)
    return BLACK if rim < 0.15 else YELLOW if 0.5 < rim < 0.7 else GREEN


def picture(game):
    """uint8[136, 160]: the table with the board on it."""
    out = np.zeros((8 * ROWS, 160), dtype=np.uint8)
    for y in range(8 * ROWS):
        for x in range(160):
            point = on_board(x, y)
            edge = on_board(x, y - 4)
            if point:
                out[y, x] = colour_on_board(game, *point)
            elif edge:
                out[y, x] = BROWN
            else:
                out[y, x] = ORANGE if (x + 3 * (y // 3)) % 23 else BROWN
    return out


def fitted(dots):
    """Give every cell black and its three commonest colours; the rest take the nearest kept."""
    from tools.ink import luminance

    out = dots.copy()
    for y in range(0, dots.shape[0], 8):
        for x in range(0, 160, 4):
            cell = out[y : y + 8, x : x + 4]
            counts = {c: int((cell == c).sum()) for c in np.unique(cell) if c != BLACK}
            kept = sorted(counts, key=lambda c: -counts[c])[:3]
            for c in counts:
                if c not in kept:
                    near = min(kept, key=lambda k: abs(luminance(k) - luminance(c)))
                    cell[cell == c] = near
    return out


def die(dots, x, y, value):
    """A die of 12 x 20 double dots with a shaded side."""
    dots[y : y + 20, x : x + 12] = WHITE
    dots[y + 20 : y + 24, x + 1 : x + 12] = LIGHT
    spots = {5: (0, 2, 4, 6, 8), 3: (0, 4, 8)}[value]
    for k in spots:
        py, px = y + 2 + 7 * (k // 3), x + 1 + 4 * (k % 3)
        dots[py : py + 3, px : px + 2] = BLACK


def lit_still():
    """The same moment: BABBAGE on ADA's Whitechapel Road."""
    game = six()
    s = Whole(game)
    s.picture.zones[:] = [Zone(0, ROWS - 1, "fine", BLACK), Zone(ROWS, 24)]
    dots = picture(game)
    die(dots, 60, 50, 5)
    die(dots, 84, 58, 3)
    s.picture.pixels[: 8 * ROWS] = np.repeat(fitted(dots), 2, axis=1)
    s.fill(0, ROWS, 40, 8, BLUE)
    for seat, player in enumerate(game.players):
        x, y = 20 * (seat % 2), ROWS + seat // 2
        paper = player.colour if seat == game.active else BLUE
        s.fill(x, y, 20, 1, paper)
        s.put(x, y, TOKEN_GLYPHS[player.token], best_ink(player.colour), player.colour)
        s.text(x + 2, y, f"{player.name:<10}{player.cash:>5}", best_ink(paper), paper)
    s.fill(0, 20, 40, 2, BROWN)
    s.text(1, 20, f"BABBAGE lands on {NAMES[3]}.", WHITE, BROWN)
    s.text(1, 21, "Two houses: the rent is £60, to ADA.", YELLOW, BROWN)
    for i, (key, label, _) in enumerate(BUTTONS):
        x, y = 13 * (i % 3) + 1, 22 + i // 3
        face = LIGHT if i else YELLOW
        s.fill(x, y, 12, 1, face)
        s.text(x, y, f"{key} {label}".replace("Information", "Details"), BLACK, face)
    s.fill(0, 24, 40, 1, RED)
    s.text(1, 24, "RETURN pays.  F1 F3 F5 F7: close up", WHITE, RED)
    for player in game.players:
        cx, cy, wide, high, _ = place(player.square)
        px, py = at(cx + wide / 2, cy + high / 2)
        s.figure(px - 8, py - 12, player.token, player.colour)
    s.surround = BROWN
    return s
