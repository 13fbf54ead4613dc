"""Concept E: one side of the board as a street, under a skyline, names and prices on it.

Bitmap cells.  Rows 0-9 are the side in view: sky, houses standing on their squares, bands,
names, prices, owners.  Below it players and buttons, the deed, and a map of the whole board,
a cell a square.
"""

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools.concepts import (
    BLACK,
    BLUE,
    BROWN,
    DARK,
    GREEN,
    ORANGE,
    PINK,
    PURPLE,
    RED,
    SKY,
    WHITE,
    YELLOW,
)  # fmt: skip
from tools.concepts_whole import (
    BANDS,
    BOARD,
    BUTTONS,
    KINDS,
    PATTERNS,
    TOKEN_GLYPHS,
    Whole,
    die_dots,
    six,
)  # fmt: skip
from tools.glyphs import narrow_cells
from tools.ink import best_ink

SHORT = {1: ("OLD KENT", "ROAD"), 2: ("COMMTY", "CHEST"), 3: ("WHITE", "CHAPEL")}
SHORT |= {4: ("INCOME", "TAX"), 5: ("KINGS X", "STATION"), 6: ("ANGEL", "ISLGTON")}
SHORT |= {7: ("CHANCE", ""), 8: ("EUSTON", "ROAD"), 9: ("PENTON", "VILLE")}
SKYLINE = (9, 9, 14, 14, 6, 17, 17, 20, 11, 11, 5, 13, 22, 22, 8, 15, 15, 10, 18, 7)


def skyline(s):
    """Four rows of sky; behind the street the town's roofs with lit windows."""
    dots = np.zeros((32, 320), dtype=np.uint8)
    for i in range(20):
        high = SKYLINE[i % len(SKYLINE)]
        dots[32 - high :, 16 * i : 16 * i + 15] = 1
        for y in range(34 - high, 30, 4):
            for x in range(16 * i + 2, 16 * i + 12, 4):
                if (x * 7 + y * 3) % 5 < 2:
                    dots[y : y + 2, x : x + 2] = 0
    s.blit(0, 0, dots, PURPLE, YELLOW)
    for row, paper in ((0, BLUE), (1, PURPLE), (2, PINK), (3, YELLOW)):
        for x in range(40):
            cell = s.picture.pixels[8 * row : 8 * row + 8, 8 * x : 8 * x + 8]
            s.put(x, row, (cell == PURPLE).astype(np.uint8), BLUE if row else BLACK, paper)


def square(s, number, x):
    """One square of the street, 4 x 6 cells from row 4."""
    game, row = s.game, BOARD[number]
    s.fill(x, 4, 4, 1, GREEN)
    houses = game.houses.get(number, 0)
    for k in range(houses if houses < 5 else 0):
        s.put(x + k, 4, "house", WHITE, GREEN)
    s.fill(x, 5, 4, 5, WHITE)
    group = row["group"]
    for k in range(4):
        if group:
            s.put(x + k, 5, PATTERNS[group], *BANDS[group])
        else:
            s.put(x + k, 5, "lineT", BLACK, WHITE)
    ground = YELLOW if number in game.lit else WHITE
    for j, words in enumerate(SHORT[number]):
        s.name(x, 6 + j, words, BLACK, ground, True)
    if row.get("price"):
        dots = narrow_cells(f"{row['price']}", s.narrow, 4, 18 if row["price"] > 99 else 22)
    else:
        dots = np.zeros((16, 32), dtype=np.uint8)
        dots[:, 8:24] = s.small[KINDS[row["kind"]][0]]
    dots[:, 0] = 1
    s.blit(x, 8, dots, BLACK, ground)
    if not row.get("price"):
        return
    seat = game.owner.get(number)
    colour = game.players[seat].colour if seat is not None else WHITE
    s.fill(x, 9, 4, 1, colour)
    s.put(x, 9, "lineL", BLACK, colour)
    if seat is not None:
        s.put(x + 2, 9, TOKEN_GLYPHS[game.players[seat].token], best_ink(colour), colour)


def corners(s):
    """What is seen of the two corners, two columns each."""
    s.fill(0, 4, 2, 6, ORANGE)
    s.fill(38, 4, 2, 6, WHITE)
    for j, letter in enumerate("GAOL"):
        s.text(0, 5 + j, letter, WHITE, ORANGE)
    s.text(38, 6, "GO", RED, WHITE)
    s.put(38, 7, "arrowL", RED, WHITE)
    s.fill(39, 7, 1, 1, RED, WHITE, "rule")


def town_map(s, x, y):
    """The whole board, 11 x 11 cells, a square a cell."""
    for number, row in enumerate(BOARD):
        side, step = divmod(number, 10)
        cx, cy = ((10 - step, 10), (0, 10 - step), (step, 0), (10, step))[side]
        group = row["group"]
        if group:
            s.put(x + cx, y + cy, PATTERNS[group], *BANDS[group])
        else:
            s.put(x + cx, y + cy, "coin2", BLACK, WHITE)
    for player in s.game.players:
        side, step = divmod(player.square, 10)
        cx, cy = ((10 - step, 10), (0, 10 - step), (step, 0), (10, step))[side]
        s.put(x + cx, y + cy, TOKEN_GLYPHS[player.token], best_ink(player.colour), player.colour)


def street_still():
    """The same moment: BABBAGE on ADA's Whitechapel Road."""
    s = Whole(six())
    s.surround, s.baize = BROWN, GREEN
    s.fill(0, 0, 40, 25, BROWN)
    skyline(s)
    for k in range(9):
        square(s, 9 - k, 2 + 4 * k)
    corners(s)
    s.fill(0, 10, 40, 14, GREEN)
    for seat, player in enumerate(s.game.players):
        paper = player.colour if seat == 1 else DARK
        s.fill(0, 11 + seat, 12, 1, paper)
        token = TOKEN_GLYPHS[player.token]
        s.put(0, 11 + seat, token, best_ink(player.colour), player.colour)
        s.text(1, 11 + seat, player.name, best_ink(paper), paper)
        s.text(8, 11 + seat, f"{player.cash:>4}", best_ink(paper), paper)
    for i, (key, label, _) in enumerate(BUTTONS[:3]):
        s.fill(0, 18 + 2 * i, 12, 1, WHITE if i else YELLOW)
        s.text(0, 18 + 2 * i, f"{key} {label}", BLACK, WHITE if i else YELLOW)
    s.title_deed(13, 10, 3, 3, 14)
    town_map(s, 28, 11)
    for k, value in enumerate((5, 3)):
        s.blit(30 + 4 * k, 15, die_dots(value), BLACK, WHITE)
    s.message("BABBAGE lands on Whitechapel Road.", 1)
    s.figure(2 * 8 + 4 * 8 * 6 + 10, 58, "hat", YELLOW)
    s.figure(0, 60, "pawn", PINK)
    s.surround = SKY
    return s
