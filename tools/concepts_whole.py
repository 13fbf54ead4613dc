"""Concept D: the whole board always in view, 24 x 24 cells beside a panel of 16 columns.

Bitmap cells, any two colours each.  Corners are 3 x 3 cells, squares 2 x 3, lying the way
they lie on a table; what stands inside the ring is the stage, 18 x 18 cells.  Every square
that can be owned has three parts of two cells:

band   the group's colour and pattern, towards the stage
body   what it costs to land there: the price of a free deed (black), the rent of an owned
       one (red), or its houses (green) or hotel (red)
foot   the owner's colour with the owner's token, towards the edge

A town is dressed in one of the MOODS, from noon to night.
"""

import sys
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools.artcheck import Sprite, Zone
from tools.concepts import (
    ART,
    BLACK,
    BLUE,
    BROWN,
    CYAN,
    DARK,
    GREEN,
    LIGHT,
    LIME,
    MID,
    ORANGE,
    PINK,
    PURPLE,
    RED,
    SKY,
    WHITE,
    YELLOW,
    Sheet,
)  # fmt: skip
from tools.gamedata import load
from tools.glyphs import MULTI_DOTS, narrow_cells, read_blocks
from tools.ink import best_ink

SIDE = 24
# Where the first, second ... token on a square stands, in dots from its middle.
CROWD = ((0, 0), (-6, 0), (6, 0), (-3, -6), (3, -6), (0, 5), (-6, 5), (6, 5))
STAGE = (3, 3, 18, 18)
PANEL = (25, 15)  # column 24 stays free, a gap beside the ring
MESSAGE_ROW = 24

# (border and panel, baize, inlay on the baize): the town from its first day to its last night
MOODS = {
    "morning": (CYAN, LIME, GREEN),
    "noon": (SKY, GREEN, LIME),
    "evening": (ORANGE, GREEN, LIME),
    "night": (BLUE, GREEN, LIME),
}
BANDS = {
    "brown": (BROWN, YELLOW), "light_blue": (BLACK, CYAN), "purple": (WHITE, PURPLE),
    "orange": (WHITE, ORANGE), "red": (WHITE, RED), "yellow": (BLACK, YELLOW),
    "green": (WHITE, GREEN), "blue": (WHITE, BLUE), "stations": (WHITE, DARK),
    "utilities": (BLACK, LIGHT),
}  # fmt: skip
HEADS = {"brown": BROWN}  # where the head of a deed is not the band's paper
PATTERNS = {name: f"band{i}" for i, name in enumerate(list(BANDS)[:8])}
PATTERNS |= {"stations": "rails", "utilities": "wires"}
# kind -> (picture, ink, paper) of squares that nobody can own
KINDS = {
    "chance": ("chance", WHITE, PINK), "chest": ("chest", WHITE, BLUE),
    "tax": ("tax", BLACK, LIGHT),
}  # fmt: skip
_data = load("board.toml")
BOARD = _data["square"]
for _row in BOARD:  # stations and utilities are groups of their own
    _row.setdefault("group", {"station": "stations", "utility": "utilities"}.get(_row["kind"]))
HOUSE = {name: row["house"] for name, row in _data["groups"].items()}
NAMES = load("text/london.toml")["squares"]
TOKENS = ("pawn", "hat", "car", "ship", "cat", "boot", "crown", "rocket")
TOKEN_GLYPHS = {name: f"token_{name}" for name in TOKENS} | {"pawn": "token"}


@dataclass
class Player:
    """A seat: its line in the panel, its token on the board."""

    name: str
    cash: int
    colour: int
    token: str
    square: int = 0
    gaol: bool = False
    out: bool = False


@dataclass
class Game:
    """What a still shows."""

    players: list
    active: int = 0
    owner: dict = field(default_factory=dict)  # square -> seat
    houses: dict = field(default_factory=dict)  # square -> 1..5
    mortgaged: tuple = ()
    lit: tuple = ()  # squares on yellow paper
    mood: str = "night"


def six():
    """The moment of all concepts: BABBAGE lands on ADA's Whitechapel Road."""
    names = ("ADA", "BABBAGE", "GRACE", "TURING", "HEDY", "KONRAD")
    cash = (1240, 860, 1500, 75, 2210, 640)
    colours = (CYAN, YELLOW, LIME, PINK, PURPLE, SKY)
    squares = (24, 3, 31, 10, 39, 16)
    tokens = ("cat", "hat", "ship", "pawn", "rocket", "car")
    seats = zip(names, cash, colours, tokens, squares, strict=True)
    players = [Player(*seat) for seat in seats]
    players[3].gaol = True
    owner = {1: 0, 3: 0, 5: 1, 6: 4, 8: 4, 9: 4, 12: 3, 15: 5, 16: 2, 18: 2, 19: 2}
    owner |= {21: 0, 24: 1, 26: 5, 27: 5, 31: 4, 34: 1, 35: 2, 37: 3}
    houses = {1: 1, 3: 2, 6: 4, 8: 3, 9: 4, 16: 5, 18: 5, 19: 4}
    return Game(players, 1, owner, houses, (37, 12), (3,))


def place(square):
    """(x, y, wide, high, side) of a square's cells; side 0 bottom, 1 left, 2 top, 3 right."""
    side, step = divmod(square, 10)
    if step == 0:
        corner = ((21, 21), (0, 21), (0, 0), (21, 0))[side]
        return (*corner, 3, 3, side)
    if side == 0:
        return 21 - 2 * step, 21, 2, 3, side
    if side == 1:
        return 0, 21 - 2 * step, 3, 2, side
    if side == 2:
        return 1 + 2 * step, 0, 2, 3, side
    return 21, 1 + 2 * step, 3, 2, side


def parts(square):
    """Cells of (band, body, foot), two each, in reading order."""
    x, y, _, _, side = place(square)
    if side in (0, 2):
        rows = (y, y + 1, y + 2) if side == 0 else (y + 2, y + 1, y)
        return tuple(((x, row), (x + 1, row)) for row in rows)
    band, first = (x + 2, x) if side == 1 else (x, x + 1)
    return tuple(
        ((a, row), (b, row)) if a != b else ((a, y), (a, y + 1))
        for a, b, row in ((band, band, y), (first, first + 1, y), (first, first + 1, y + 1))
    )


def two_lines(words, wide):
    """A name on two lines: broken at the blank nearest the middle, the first line may be empty."""
    if len(words) <= wide:
        return ["", words]
    blanks = [i for i, c in enumerate(words) if c == " " and max(i, len(words) - i - 1) <= wide]
    at = min(blanks, key=lambda i: abs(2 * i - len(words)))
    return [words[:at], words[at + 1 :]]


def die_dots(value):
    """A die of 24 x 24 dots: black edge, round corners, pips of five dots."""
    dots = np.zeros((24, 24), dtype=np.uint8)
    dots[0], dots[23], dots[:, 0], dots[:, 23] = 1, 1, 1, 1
    for y, x in ((1, 1), (1, 22), (22, 1), (22, 22)):
        dots[y, x] = 1
    pip = np.ones((5, 5), dtype=np.uint8)
    pip[0, 0] = pip[0, 4] = pip[4, 0] = pip[4, 4] = 0
    for k, spots in enumerate(("23456", "", "456", "6", "135", "6", "456", "", "23456")):
        if str(value) in spots:
            y, x = 3 + 7 * (k // 3), 3 + 7 * (k % 3)
            dots[y : y + 5, x : x + 5] |= pip
    return dots


class Whole(Sheet):
    """A sheet with the whole board, its stage and its panel."""

    def __init__(self, game):
        super().__init__(Zone(0, 24))
        self.game = game
        self.parts |= read_blocks(ART / "whole.txt")
        self.font[ord("£")] = self.parts["pound"]
        self.written = []  # (words, ink, paper) of all text
        self.small = read_blocks(ART / "pictures_small.txt", height=16)
        self.corners = read_blocks(ART / "corners_small.txt", height=24)
        self.figures = read_blocks(ART / "tokens_small.txt", MULTI_DOTS, 14)
        self.dress(game.mood)

    def dress(self, mood):
        """The colours of surround and baize."""
        self.surround, self.baize, self.inlay = MOODS[mood]

    # -- general ---------------------------------------------------------

    def blit(self, x, y, dots, ink, paper):
        """Dots of whole cells (both sides multiples of 8)."""
        for j in range(dots.shape[0] // 8):
            for i in range(dots.shape[1] // 8):
                cell = dots[8 * j : 8 * j + 8, 8 * i : 8 * i + 8]
                self.put(x + i, y + j, cell, ink, paper)

    def text(self, x, y, words, ink, paper):
        self.written.append((words, ink, paper))
        super().text(x, y, words, ink, paper)

    def small_text(self, x, y, words, wide, ink, paper, left=1):
        """A line in the narrow face, over ``wide`` cells."""
        self.written.append((words, ink, paper))
        self.blit(x, y, narrow_cells(words, self.narrow, wide, left), ink, paper)

    def centred(self, x, y, wide, words, ink, paper):
        self.fill(x, y, wide, 1, paper)
        self.text(x + (wide - len(words)) // 2, y, words, ink, paper)

    def card(self, x, y, wide, high, paper, shadow=True):
        """A sheet of paper lying on the baize, with its shadow."""
        self.fill(x, y, wide, high, paper)
        if not shadow:
            return
        right = self.parts["shadeR"].copy()
        corner = self.parts["shadeC"].copy()
        if x + wide == STAGE[0] + STAGE[2] - 1:  # the stage's edge stays
            right[:, 7] = corner[:, 7] = 1
        for j in range(1, high):
            self.put(x + wide, y + j, right, BLACK, self.baize)
        for i in range(1, wide):
            self.put(x + i, y + high, "shadeB", BLACK, self.baize)
        self.put(x + wide, y + high, corner, BLACK, self.baize)

    # -- the ring --------------------------------------------------------

    def ring(self):
        for square, row in enumerate(BOARD):
            if square % 10 == 0:
                self.corner(square)
            elif row["kind"] in KINDS:
                self.plain(square, *KINDS[row["kind"]])
            else:
                self.deed_square(square, row)

    def edged(self, dots, side, first):
        """Add the line between neighbours to the dots of a cell."""
        out = dots.copy()
        if side in (0, 2) and first:
            out[:, 0] = 1
        if side in (1, 3) and first:
            out[0, :] = 1
        return out

    def plain(self, square, picture, ink, paper):
        """Chance, chest or tax: a picture of 2 x 2 cells and an empty pair."""
        x, y, wide, high, side = place(square)
        dots = np.zeros((8 * high, 8 * wide), dtype=np.uint8)
        down = 4 if side in (0, 2) else 0
        across = 0 if side in (0, 2) else 4
        dots[down : down + 16, across : across + 16] = self.small[picture]
        dots = self.edged(dots, side, True)
        self.blit(x, y, dots, ink, paper)

    def deed_square(self, square, row):
        side = place(square)[4]
        band, body, foot = parts(square)
        group = row["group"]
        ink, paper = BANDS[group]
        for k, (x, y) in enumerate(band):
            first = k == 0
            self.put(x, y, self.edged(self.parts[PATTERNS[group]], side, first), ink, paper)
        seat = self.game.owner.get(square)
        ground = YELLOW if square in self.game.lit else WHITE
        ink, dots = self.body_dots(square, row, seat)
        lines = self.edged(dots, side, True)
        self.blit(*body[0], lines, ink, ground)
        mark, ink, paper = self.foot_dots(square, seat, ground)
        self.blit(*foot[0], self.edged(mark, side, side in (0, 2)), ink, paper)

    def body_dots(self, square, row, seat):
        """(ink, 8 x 16 dots): price, rent, houses, or the picture of a station."""
        houses = self.game.houses.get(square, 0)
        if square in self.game.mortgaged:
            return MID, np.hstack([self.parts["mortg"]] * 2)
        if houses == 5:
            return RED, np.hstack([self.parts["hotelA"], self.parts["hotelB"]])
        if houses:
            digit = self.font[ord(str(houses))]
            return GREEN, np.hstack([self.parts["house"], digit])
        if row["group"] == "stations":
            return BLACK, np.hstack([self.parts["trainL"], self.parts["trainR"]])
        if row["group"] == "utilities":
            icon = "bulb" if square == 12 else "tap"
            dots = np.zeros((8, 16), dtype=np.uint8)
            dots[:, 4:12] = self.parts[icon]
            return BLACK, dots
        value = row["price"] if seat is None else self.rent(square, row, seat)
        words = str(value)
        wide = 4 * len(words) - 1
        return BLACK if seat is None else RED, narrow_cells(
            words, self.narrow, 2, 1 + (15 - wide + 1) // 2
        )

    def rent(self, square, row, seat):
        group = [s for s, r in enumerate(BOARD) if r.get("group") == row["group"]]
        whole = all(self.game.owner.get(s) == seat for s in group)
        return row["rent"][0] * (2 if whole else 1)

    def foot_dots(self, square, seat, ground):
        dots = np.zeros((8, 16), dtype=np.uint8)
        if seat is None:
            return dots, BLACK, ground
        player = self.game.players[seat]
        dots[:, 4:12] = self.parts[TOKEN_GLYPHS[player.token]]
        return dots, best_ink(player.colour), player.colour

    def corner(self, square):
        x, y, *_ = place(square)
        name, ink = (("go", RED), ("gaol", BLACK), ("parking", RED), ("police", BLUE))[square // 10]
        dots = self.corners[name].copy()
        below = ("", "VISIT", "FREE", "GO TO")[square // 10]
        if below:
            cells = narrow_cells(below, self.narrow, 3, 0)
            used = np.flatnonzero(cells.any(axis=0))
            left = (24 - (used[-1] - used[0] + 1)) // 2
            word = cells[2:7, used[0] : used[-1] + 1]
            row = {10: 18, 20: 1, 30: 19}[square]
            dots[row : row + 5, left : left + word.shape[1]] |= word
        if square in (0, 30):
            dots[:, 0] = 1
        if square in (0, 10):
            dots[0, :] = 1
        self.blit(x, y, dots, ink, WHITE)
        if square == 10:
            self.blit(x + 1, y, dots[:16, 8:], BLACK, ORANGE)

    def tokens(self, lifted=()):
        """Every token on its square; those on one square stand side by side."""
        crowd = {}
        for seat, player in enumerate(self.game.players):
            if player.out:
                continue
            nth = crowd.setdefault(player.square, 0)
            crowd[player.square] += 1
            x, y, wide, high, side = place(player.square)
            px, py = 8 * x + 4 * wide - 8, 8 * y + 4 * high - 7
            if side == 0 and player.square:
                py += 2
            px, py = px + CROWD[nth][0], py + CROWD[nth][1]
            if player.square == 10 and player.gaol:
                px, py = px + 4, py - 4
            self.figure(px, py - (6 if seat in lifted else 0), player.token, player.colour)

    def figure(self, x, y, token, colour):
        dots = np.zeros((21, 12), dtype=np.uint8)
        dots[:14, :8] = self.figures[token]
        self.picture.sprites.append(Sprite(x, y, dots, colour, True))

    # -- the stage -------------------------------------------------------

    def cloth(self):
        """Baize with a black edge and an inlaid line."""
        x, y, wide, high = STAGE
        self.fill(x, y, wide, high, self.baize)
        right, bottom = x + wide - 1, y + high - 1
        for i in range(1, wide - 1):
            self.put(x + i, y, "inkT", BLACK, self.baize)
            self.put(x + i, bottom, "inkB", BLACK, self.baize)
        for j in range(1, high - 1):
            self.put(x, y + j, "inkL", BLACK, self.baize)
            self.put(right, y + j, "inkR", BLACK, self.baize)
        for cx, cy, name in (
            (x, y, "inkTL"), (right, y, "inkTR"), (x, bottom, "inkBL"), (right, bottom, "inkBR"),
        ):  # fmt: skip
            self.put(cx, cy, name, BLACK, self.baize)

    def decks(self, x, y, apart=4):
        """The two decks face down, 3 x 3 cells each."""
        for k, kind in enumerate(("chance", "chest")):
            picture, ink, paper = KINDS[kind]
            left = x + k * apart
            self.card(left, y, 3, 3, paper)
            dots = np.zeros((24, 24), dtype=np.uint8)
            dots[1, 1:23] = dots[22, 1:23] = dots[1:23, 1] = dots[1:23, 22] = 1
            dots[4:20, 4:20] = self.small[picture]
            self.blit(left, y, dots, ink, paper)

    def dice(self, x, y, one, two):
        for left, value in ((x, one), (x + 4, two)):
            self.card(left, y, 3, 3, WHITE)
            self.blit(left, y, die_dots(value), BLACK, WHITE)

    def title_deed(self, x, y, square, lit, wide=16):
        """A street's deed, 16 x 12 cells: two lines of name, rents, what a house costs."""
        row = BOARD[square]
        ink, paper = BANDS[row["group"]]
        self.card(x, y, wide, 12, WHITE)
        self.fill(x, y, wide, 1, ink, paper, PATTERNS[row["group"]])
        paper = HEADS.get(row["group"], paper)
        self.fill(x, y + 1, wide, 3, paper)
        for j, words in enumerate(two_lines(NAMES[square], wide - 2)):
            self.centred(x, y + 1 + j, wide, words, best_ink(paper), paper)
        rows = [
            ("Rent", 0),
            ("Full group" if wide >= 16 else "Group", 0),
            *[("", n) for n in range(1, 6)],
        ]
        for j, (label, houses) in enumerate(rows):
            at = y + 5 + j
            ground = YELLOW if j == lit else WHITE
            amount = row["rent"][houses] * (2 if j == 1 else 1)
            self.fill(x, at, wide, 1, ground)
            self.text(x + 1, at, label[: wide - 5], BLACK, ground)
            for k in range(houses if houses < 5 else 0):
                self.put(x + 1 + k, at, "house", BLACK if j == lit else GREEN, ground)
            if houses == 5:
                self.put(x + 1, at, "hotelA", RED, ground)
                self.put(x + 2, at, "hotelB", RED, ground)
            self.text(x + wide - 5, at, f"{amount:>4}", BLACK, ground)
        facts = f"PRICE {row['price']}  HOUSE {HOUSE[row['group']]}  MORTG. {row['price'] // 2}"
        self.small_centred(x, y + 3, wide, facts, best_ink(paper), paper)

    def small_centred(self, x, y, wide, words, ink, paper):
        used = np.flatnonzero(narrow_cells(words, self.narrow, wide, 0).any(axis=0))
        self.small_text(x, y, words, wide, ink, paper, (8 * wide - used[-1] - 1) // 2)

    # -- the panel -------------------------------------------------------

    def panel(self):
        x, wide = PANEL
        self.fill(x - 1, 0, wide + 1, 25, self.surround)
        for seat, player in enumerate(self.game.players):
            self.player_line(seat, player)

    def player_line(self, seat, player):
        x, wide = PANEL
        active = seat == self.game.active
        paper = self.plate(player) if active else self.surround
        ink = best_ink(paper)
        self.fill(x, seat, wide, 1, paper)
        self.put(x, seat, TOKEN_GLYPHS[player.token], best_ink(player.colour), player.colour)
        if active or player.gaol:
            self.put(x + 1, seat, "arrowR" if active else "gaol", ink, paper)
        self.text(x + 2, seat, player.name, ink, paper)
        self.text(x + 10, seat, f"{player.cash:>5}", ink, paper)

    def plate(self, player):
        """Paper of what concerns the active player: the player's colour, if it can be seen."""
        return player.colour if player.colour != self.surround else WHITE

    def heading(self, y, one, two=""):
        """What is asked, two lines on the active player's colour."""
        x, wide = PANEL
        player = self.game.players[self.game.active]
        paper = self.plate(player)
        for j, words in enumerate((one, two)):
            self.fill(x, y + j, wide, 1, paper)
            self.text(x + 1, y + j, words, best_ink(paper), paper)

    def buttons(self, y, rows, picked=0):
        """Keycaps on every second row: (letter, label, enabled)."""
        x, wide = PANEL
        for i, (key, label, enabled) in enumerate(rows):
            at = y + 2 * i
            face = (YELLOW if i == picked else LIGHT) if enabled else self.surround
            ink = BLACK if enabled else best_ink(self.surround)
            cap = WHITE if enabled else self.surround
            self.fill(x, at, wide, 1, face)
            self.text(x, at, key, ink, cap)
            self.text(x + 2, at, label, ink, face)
            if enabled and at < 23:
                for k in range(wide):
                    self.put(x + k, at + 1, "lineT", BLACK, self.surround)

    def message(self, words, seat=None):
        """The last row: what happened, with the token of the player it happened to."""
        self.fill(0, MESSAGE_ROW, 40, 1, BROWN)
        if seat is not None:
            player = self.game.players[seat]
            glyph = TOKEN_GLYPHS[player.token]
            self.put(0, MESSAGE_ROW, glyph, best_ink(player.colour), player.colour)
        self.text(2, MESSAGE_ROW, words, WHITE, BROWN)


def main_still(mood="night"):
    """BABBAGE has thrown eight and stands on ADA's Whitechapel Road: rent is due."""
    s = Whole(six())
    s.dress(mood)
    s.cloth()
    s.ring()
    s.title_deed(4, 4, 3, 3)
    s.dice(4, 17, 5, 3)
    s.decks(12, 17)
    s.panel()
    s.heading(8, "BABBAGE owes", "ADA rent: £60")
    s.buttons(11, BUTTONS)
    s.message("BABBAGE lands on Whitechapel Road.", 1)
    s.tokens(lifted=(1,))
    return s


BUTTONS = (
    ("P", "Pay £60", True), ("M", "Manage", True), ("T", "Trade", True), ("S", "Statistics", True),
    ("I", "Information", True), (".", "More", True),
)  # fmt: skip
