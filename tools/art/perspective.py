"""The table of the perspective view: its picture, and where everything on it is.

    tools/art/perspective.py         draw asm/game/pictures/table.png

The board lies on a wooden table, seen from one side.  A point of the board has the
coordinates of the ring (24 x 24 cells, far left to near right); ``spot`` says in which double
dot it is seen.  Rows 0 to 15 are a multicolour bitmap (black and three colours a cell), the
rows below it a bitmap in single dots, where the game lays its cards.

The picture is prepared for the game's changes, so that little has to be drawn:

feet     the outer strip of every deed has cells whose third colour is used for nothing else:
         one byte of colour memory per cell shows the owner
houses   in cells with a band white is always the first colour
coins    on the wood at the upper right yellow is the first colour
dice     blank, in the middle of the baize; the spots are black
"""

import math
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tools.art.artcheck import CannotShow, Dots, Picture, Zone, save_png  # noqa: E402  (the path must be set first)
from tools.art.contrast import luminance  # noqa: E402
from tools.art.glyphs import read_blocks  # noqa: E402
from tools.game.gamedata import load  # noqa: E402
from tools.usage import answer_help  # noqa: E402

(BLACK, WHITE, RED, CYAN, PURPLE, GREEN, BLUE, YELLOW,
 ORANGE, BROWN, PINK, DARK, MID, LIME, SKY, LIGHT) = range(16)  # fmt: skip

FINE_ROWS, ROWS, COLUMNS = 16, 25, 40
WIDE, HIGH = 160, 8 * FINE_ROWS  # double dots
SIDE = 24  # cells of the ring
BAR = 16  # lines at the top, for the options by the rules of 1989; bare wood in other games
FAR, NEAR = 18, 120  # lines of the board's far and near edge
FAR_HALF, NEAR_HALF = 43, 70  # half its width there, in double dots
DEPTH = NEAR_HALF / FAR_HALF
RIM = 5  # lines of the board's front
BAND, FOOT = 1.0, 0.75  # of the 3 cells of a deed, from the inside and from the outside
Point = tuple[float, float]
SAMPLES = 4  # samples per double dot in each direction
BANDS = {
    "brown": BROWN, "light_blue": CYAN, "purple": PURPLE, "orange": ORANGE, "red": RED,
    "yellow": YELLOW, "green": GREEN, "blue": BLUE, "stations": DARK, "utilities": LIGHT,
}  # fmt: skip
KINDS = {"chance": PINK, "chest": SKY, "tax": LIGHT}
# On the baize: left, top, width, height in cells of the ring, colour; what comes first lies on top.
CARD_W, CARD_H, CARD_TOP = 2.9, 4.6, 6.4
CARDS = [(5.3 + 3.5 * k, CARD_TOP, CARD_W, CARD_H, WHITE) for k in range(4)]
DECK_CHEST, DECK_CHANCE = (4.6, 14.0), (15.9, 14.0)
DICE, DIE_W, DIE_H = ((67, 66), (83, 70)), 10, 17
DICE_AREAS = [(x, y, DIE_W, DIE_H, WHITE) for x, y in DICE]
# Places of four houses from the first on, and the size of a hotel, by side.
FORMS = (
    ((0, 0), (2, 0), (5, 0), (7, 0)), ((0, 0), (2, 0), (0, 3), (2, 3)),
    ((0, 0), (3, 0), (0, 3), (3, 3)), ((0, 0), (2, 0), (0, 3), (2, 3)),
)  # fmt: skip
HOTEL = ((9, 5), (4, 5), (5, 5), (4, 5))
HOUSE_HIGH = (4, 2, 2, 2)
# Stacks of coins at the upper right, the far ones first: left, lowest line.
STACKS = ((136, 42), (144, 40), (152, 43), (140, 55), (149, 57))
COIN_AREA = (135, BAR, 24, 43, YELLOW)
FAR_TOKEN = (6, 10)  # size of the tokens beyond FAR_LINE
FAR_LINE = 66
TOKENS = 8
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^0123456789&."  # German ones by DIN 66003
# A card of the fan, four double dots a line: edge, band, paper; $80: here a dot may stand.
FAN_LINES = (0x00, *5 * [0x3F], 0x00, 0x15, *3 * [0x80, 0x15, 0x15], 0x80, *3 * [0x15], 0x00)
THINGS: list[tuple[float, float, float, float, int]] = []
for _k, _ink in enumerate((RED, BLUE, YELLOW, PURPLE)):
    _u = CARDS[_k][0]
    THINGS += [(_u, CARD_TOP, CARD_W, 1.1, _ink), CARDS[_k]]
    THINGS += [(_u + 0.4, CARD_TOP + 0.5, CARD_W, CARD_H, BLACK)]
for (_u, _v), _ink in ((DECK_CHEST, SKY), (DECK_CHANCE, PINK)):
    THINGS += [(_u + 0.35, _v + 0.35, 2.8, 3.3, _ink), (_u, _v, 3.5, 4.0, WHITE)]
    THINGS += [(_u, _v + 4.0, 3.5, 0.45, LIGHT), (_u + 0.5, _v + 0.5, 3.5, 4.4, BLACK)]
ART = ROOT / "asm" / "game" / "art"
DRAWN = ROOT / "asm" / "game" / "pictures" / "table.txt"
PNG = ROOT / "asm" / "game" / "pictures" / "table.png"

BOARD = load("board.toml")["square"]
for _row in BOARD:  # stations and utilities are groups of their own
    _row.setdefault("group", {"station": "stations", "utility": "utilities"}.get(_row["kind"]))
STREETS = [n for n, row in enumerate(BOARD) if row["kind"] == "street"]
DEEDS = [n for n, row in enumerate(BOARD) if row["group"]]


def spot(u: float, v: float) -> Point:
    """Return where a point of the board is seen: (x in double dots, y in lines), not rounded."""
    share = v / SIDE
    down = share / (DEPTH - share * (DEPTH - 1))
    half = FAR_HALF + (NEAR_HALF - FAR_HALF) * down
    return WIDE / 2 - half + u / SIDE * 2 * half, FAR + down * (NEAR - FAR)


def point(x: float, y: float) -> Point | None:
    """Return the point of the board that is seen at (x, y), or None: the inverse of ``spot``."""
    down = (y - FAR) / (NEAR - FAR)
    if not 0 <= down < 1:
        return None
    half = FAR_HALF + (NEAR_HALF - FAR_HALF) * down
    u = (x - WIDE / 2 + half) / (2 * half)
    share = down * DEPTH / (1 + down * (DEPTH - 1))
    return (u * SIDE, share * SIDE) if 0 <= u < 1 else None


def scale(v: float) -> float:
    """Return how large a cell is seen at depth v, relative to the nearest."""
    share = v / SIDE
    down = share / (DEPTH - share * (DEPTH - 1))
    return (FAR_HALF + (NEAR_HALF - FAR_HALF) * down) / NEAR_HALF


def place(number: int) -> tuple[int, int, int, int, int]:
    """(u, v, wide, high, side) of a square; side 0 bottom, 1 left, 2 top, 3 right."""
    side, step = divmod(number, 10)
    if step == 0:
        return ((21, 21), (0, 21), (0, 0), (21, 0))[side] + (3, 3, side)
    near, far = 21 - 2 * step, 1 + 2 * step
    return ((near, 21, 2, 3), (0, near, 3, 2), (far, 0, 2, 3), (21, far, 3, 2))[side] + (side,)


PLACES = [place(number) for number in range(40)]


def inside(number: int, along: float, out: float) -> Point:
    """The point of a square: along its side (0 to 1, as the board is walked), outward (0 to 3)."""
    u, v, wide, high, side = place(number)
    back = 1 - along
    return (
        (u + wide * back, v + out), (u + 3 - out, v + high * back),
        (u + wide * along, v + 3 - out), (u + out, v + high * along),
    )[side]  # fmt: skip


def square_at(u: float, v: float) -> tuple[int, float] | None:
    """(number, distance from its inner edge) of a point, or None within the ring."""
    if 3 <= u < 21 and 3 <= v < 21:
        return None
    for number, (x, y, wide, high, side) in enumerate(PLACES):
        if x <= u < x + wide and y <= v < y + high:
            a, b = u - x, v - y
            return number, (b, 3 - a, 3 - b, a)[side]
    return None


# --- what lies on the table -----------------------------------------------------------


def noise(*numbers: float) -> int:
    """0 to 255, the same for the same numbers."""
    value = 2166136261
    for number in numbers:
        value = (value ^ (int(number) & 0xFFFF)) * 16777619 & 0xFFFFFFFF
        value ^= value >> 15
    return value >> 11 & 0xFF


PLANK = 5.6  # cells of the ring


def wood(x: float, y: float) -> int:
    """Return the colour of the table: planks that lead away from the viewer."""
    rate = (NEAR_HALF - FAR_HALF) / (NEAR - FAR)
    half = FAR_HALF + rate * (y - FAR)
    u = (x - WIDE / 2) / half * 12 + 2.5
    away = 1200 / half
    plank = math.floor(u / PLANK)
    across = u / PLANK - plank
    dot = PLANK * half / 12  # double dots of a plank
    if across * dot < 1:
        return BLACK
    end = noise(plank) / 255 * 14 + 8
    if abs(away - end) < 0.6 * rate * away / half:
        return BLACK
    side = plank * 2 + (away > end)
    sway = 0.05 * math.sin(away * 0.9 + noise(side, 9)) + 0.03 * math.sin(away * 2.3 + side)
    ring = (across + sway) * 5.3 + noise(side, 1) / 50
    vein = math.floor(ring)
    run = math.floor(away * 0.9 + noise(side, vein) / 40)
    if (ring - vein) * dot / 5.3 < 1 and noise(side, vein, run) < 150:
        return BROWN
    return ORANGE


def base(number: int, out: float, lit: bool = True) -> int:
    """The colour of a square's paper, by the distance from its inner edge."""
    row = BOARD[number]
    if row["group"] in (None,):
        return KINDS.get(row["kind"], WHITE)
    return BANDS[row["group"]] if out < BAND else WHITE


def lying(u: float, v: float) -> int | None:
    """Return the colour of what lies on the baize at a point of the board, or None."""
    for left, top, wide, high, ink in THINGS:
        if left <= u < left + wide and top <= v < top + high:
            return ink
    return None


def colour(x: float, y: float) -> int | None:
    """Return the colour of the table and what lies on it, at a point of the picture."""
    seen = point(x, y)
    if seen is None:
        front = point(x, y - RIM)
        if front and y >= NEAR:
            return LIGHT if y < NEAR + 1 else MID if y < NEAR + RIM - 1 else BLACK
        if point(x - 3, y - RIM - 1) or point(x - 3, y - RIM - 3):
            return BLACK
        return None
    u, v = seen
    found = square_at(u, v)
    if found:
        return base(*found)
    thing = lying(u, v)
    if thing is not None:
        return thing
    rim = min(u - 3, v - 3, 21 - u, 21 - v)
    if 0.5 < min(rim, v - 3.75) < 0.8:
        return LIME
    return GREEN


def sampled() -> Dots:
    """Return uint8[HIGH, WIDE]: each double dot gets the colour that covers most of it."""
    out = np.zeros((HIGH, WIDE), dtype=np.uint8)
    steps = [(k + 0.5) / SAMPLES for k in range(SAMPLES)]
    for y in range(HIGH):
        for x in range(WIDE):
            counts: dict[int | None, int] = {}
            for dy in steps:
                for dx in steps:
                    found = colour(x + dx, y + dy)
                    counts[found] = counts.get(found, 0) + 1
            best = max(counts, key=lambda c: counts[c])
            out[y, x] = wood(x, y) if best is None else best
    return out


def line(dots: Dots, start: Point, end: Point, colour: int) -> None:
    """Draw a line, one double dot thick, between two points of the board."""
    (x0, y0), (x1, y1) = spot(*start), spot(*end)
    steps = int(max(abs(x1 - x0), abs(y1 - y0)) * 2) + 1
    for k in range(steps + 1):
        x = min(int(x0 + (x1 - x0) * k / steps), WIDE - 1)
        y = min(int(y0 + (y1 - y0) * k / steps), HIGH - 1)
        dots[y, x] = colour


def lines(dots: Dots) -> None:
    """Draw the lines between the squares and around the ring."""
    for number in range(40):
        u, v, wide, high, side = place(number)
        if side in (0, 2):
            line(dots, (u, v), (u, v + high), BLACK)
            line(dots, (u + wide, v), (u + wide, v + high), BLACK)
        else:
            line(dots, (u, v), (u + wide, v), BLACK)
            line(dots, (u, v + high), (u + wide, v + high), BLACK)
        if number % 10 == 0:
            line(dots, (u, v), (u + wide, v), BLACK)
            line(dots, (u, v + high), (u + wide, v + high), BLACK)
    for edge in (0, 3, 21, 24):
        for a, b in (((edge, 0), (edge, 24)), ((0, edge), (24, edge))):
            if edge in (3, 21):
                a, b = ((min(max(c, 3), 21), min(max(d, 3), 21)) for c, d in (a, b))
            start, end = ((min(c, 23.99), min(d, 23.99)) for c, d in (a, b))
            line(dots, start, end, BLACK)


def stamp(dots: Dots, x: float, y: float, art: Sequence[str], inks: Mapping[str, int]) -> None:
    """Draw art (rows of letters, "." clear) with its middle at (x, y)."""
    top, left = round(y - len(art) / 2), round(x - len(art[0]) / 2)
    for j, row in enumerate(art):
        for i, letter in enumerate(row):
            if letter != "." and 0 <= top + j < HIGH and 0 <= left + i < WIDE:
                dots[top + j, left + i] = inks[letter]


def middle(number: int, out: float, along: float = 0.5) -> Point:
    """Return where the middle of a square is seen, at a distance from its inner edge."""
    return spot(*inside(number, along, out))


INKS = {
    "o": BLACK,
    "w": WHITE,
    "r": RED,
    "b": BLUE,
    "p": PINK,
    "y": YELLOW,
    "g": GREEN,
    "m": MID,
    "l": LIGHT,
    "s": SKY,
    "d": DARK,
    "n": ORANGE,
    "c": CYAN,
    "k": BROWN,
    "u": PURPLE,
}


def read_art() -> dict[str, list[str]]:
    """Return {name: rows of letters} of what is drawn by hand."""
    art: dict[str, list[str]] = {}
    rows: list[str] = []
    for text in DRAWN.read_text().splitlines():
        if text.startswith("= "):
            rows = art[text[2:]] = []
        elif text and not text.startswith(";"):
            rows.append(text)
    return art


def icons(dots: Dots) -> None:
    art = read_art()

    def put(name: str, x: float, y: float) -> None:
        stamp(dots, x, y, art[name], INKS)

    for number, row in enumerate(BOARD):
        side = number // 10
        kind = row["kind"]
        if number % 10 == 0:
            continue
        if kind in ("chance", "chest", "tax"):
            x, y = middle(number, 1.5)
        elif kind in ("station", "utility"):
            x, y = middle(number, 1.65)
            kind = kind if kind == "station" else ("bulb" if number == 12 else "tap")
        else:
            continue
        size = ("near", "side", "far", "side")[side]
        put(f"{kind}_{size}", x, y)
    for name, number in (("go", 0), ("gaol", 10), ("parking", 20), ("police", 30)):
        u, v, wide, high, _ = place(number)
        x, y = spot(u + wide / 2, v + high / 2)
        put(name, x, y)
    for letter, (left, top, across, deep, _) in zip("GO64", CARDS, strict=True):
        x, y = spot(left + across / 2, top + deep * 0.63)
        put(letter, x + 0.5, y)
    put("deck_chest", *spot(DECK_CHEST[0] + 1.75, DECK_CHEST[1] + 2.0))
    put("deck_chance", *spot(DECK_CHANCE[0] + 1.75, DECK_CHANCE[1] + 2.0))


def dice(dots: Dots) -> None:
    """Draw two blank dice, on which the game draws the spots."""
    for x, y in DICE:
        dots[y + 1 : y + DIE_H + 3, x + 1 : x + DIE_W + 1] = BLACK
        dots[y : y + DIE_H, x : x + DIE_W] = WHITE
        dots[y + DIE_H - 2 : y + DIE_H, x : x + DIE_W] = LIGHT
        for corner in (x, x + DIE_W - 1):
            dots[y, corner] = GREEN


def feet() -> dict[int, list[int]]:
    """Return {square: [cells]}: where the third colour of a cell shows the owner of a deed."""
    shares: dict[tuple[int, int], int] = {}  # {(cell, square): double dots}
    for y in range(HIGH):
        for x in range(WIDE):
            number = foot_at(x, y)
            if number is not None:
                key = (y // 8 * COLUMNS + x // 4, number)
                shares[key] = shares.get(key, 0) + 1
    out: dict[int, list[int]] = {number: [] for number in DEEDS}
    best: dict[int, tuple[int, int]] = {}  # {cell: (double dots, square)}
    for (cell, number), count in shares.items():
        if count > best.get(cell, (2, 0))[0]:
            best[cell] = (count, number)
    for cell, (_, number) in sorted(best.items()):
        out[number].append(cell)
    return out


def foot_at(x: int, y: int) -> int | None:
    """Return the deed whose foot is seen in a double dot, or None."""
    seen = point(x + 0.5, y + 0.5)
    found = seen and square_at(*seen)
    if not found or not BOARD[found[0]]["group"] or found[1] < 3 - FOOT:
        return None
    return found[0]


def houses(number: int) -> list[tuple[int, int]]:
    """Return [(x, y)] of the upper left dots of four houses of a street."""
    side = number // 10
    x, y = middle(number, 0.8 if side == 2 else 0.5)
    right, down = ((-4.6, -2), (-1.8, -2.5), (-2.2, -3), (-1.8, -2.5))[side]
    first = round(x + right), round(y + down)
    return [(first[0] + dx, first[1] + dy) for dx, dy in FORMS[side]]


def forced() -> dict[int, int]:
    """Return {cell: colour}: the required first colour of a cell, with which the game draws."""
    out = {}
    for left, top, wide, high, ink in (*DICE_AREAS, COIN_AREA):
        for y in range(top, top + high):
            for x in range(left, left + wide):
                out[y // 8 * COLUMNS + x // 4] = ink
    for number in STREETS:
        wide, high = HOTEL[number // 10]
        x, y = houses(number)[0]
        for cell in {
            (y + j) // 8 * COLUMNS + (x + i) // 4 for j in range(high) for i in range(wide)
        }:
            out[cell] = WHITE
    for cells in feet().values():
        out |= dict.fromkeys(cells, WHITE)
    return out


def reduced(dots: Dots) -> Dots:
    """Return the picture with black and three colours per cell; other colours become the nearest.

    Cells of feet keep one of the three for the owner; cells on which the game draws, their first.
    """
    out, first = dots.copy(), forced()
    taken = {cell for cells in feet().values() for cell in cells}
    for number in range(FINE_ROWS * COLUMNS):
        row, column = divmod(number, COLUMNS)
        cell = out[8 * row : 8 * row + 8, 4 * column : 4 * column + 4]
        counts = {int(c): int((cell == c).sum()) for c in np.unique(cell) if c != BLACK}
        if number in first:
            counts[first[number]] = 100
        kept = sorted(counts, key=lambda c: -counts[c])[: 2 if number in taken else 3]
        for c in set(counts) - set(kept):
            near = min([*kept, BLACK], key=lambda k: abs(luminance(k) - luminance(c)))
            cell[cell == c] = ORANGE if c == BROWN and ORANGE in kept else near
    return out


def front() -> Dots:
    """Return uint8[72, 320]: the near end of the table, which cards cover nearly completely."""
    return np.full((8 * ROWS - HIGH, 2 * WIDE), ORANGE, dtype=np.uint8)


def build() -> Dots:
    """Return uint8[200, 320]: the whole picture."""
    dots = sampled()
    lines(dots)
    icons(dots)
    dice(dots)
    return np.concatenate([np.repeat(reduced(dots), 2, axis=1), front()])


# --- for the game ---------------------------------------------------------------------


@dataclass
class Upper:
    """The upper rows for the VIC-II: bytes of bitmap, matrix and colour memory."""

    bitmap: bytes
    matrix: bytes
    colours: bytes


def encode(pixels: Dots) -> Upper:
    """Return the Upper of a checked picture; what the game changes has the codes it expects."""
    bitmap, matrix, colours = bytearray(), bytearray(), bytearray()
    first, slots = forced(), [WHITE, ORANGE, BROWN]
    owners = {cell: number for number, cells in feet().items() for cell in cells}
    for number in range(FINE_ROWS * COLUMNS):
        row, column = divmod(number, COLUMNS)
        top, left = 8 * row, 4 * column
        cell = pixels[top : top + 8, 2 * left : 2 * left + 8 : 2]
        fixed = {0: first[number]} if number in first else {}
        if number in owners:
            fixed[2] = WHITE
        slots = arranged({int(c) for c in np.unique(cell)} - {BLACK}, slots, fixed)
        code = {BLACK: 0} | {c: k + 1 for k, c in reversed(list(enumerate(slots)))}
        for y in range(8):
            values = [code[int(c)] for c in cell[y]]
            for x in range(4):
                if number in owners and foot_at(left + x, top + y) == owners[number]:
                    values[x] = 3 if cell[y][x] == WHITE else values[x]
            bitmap.append(values[0] << 6 | values[1] << 4 | values[2] << 2 | values[3])
        matrix.append(slots[0] << 4 | slots[1])
        colours.append(slots[2])
    return Upper(bytes(bitmap), bytes(matrix), bytes(colours))


def arranged(found: set[int], before: Sequence[int], fixed: Mapping[int, int]) -> list[int]:
    """Return three colours for a cell: fixed ones, those found, those of the previous cell."""
    slots = [fixed.get(k) for k in range(3)]
    todo = sorted(found - set(fixed.values()))
    for c in list(todo):  # where it was before, it packs best
        for k in range(3):
            if slots[k] is None and before[k] == c and c in todo:
                slots[k] = c
                todo.remove(c)
    for k in range(3):
        if slots[k] is None and todo:
            slots[k] = todo.pop(0)
    if todo:
        raise ValueError(f"{len(found)} colours and {len(fixed)} fixed ones")
    return [before[k] if c is None else c for k, c in enumerate(slots)]


def stands() -> list[tuple[int, int]]:
    """[(x, y)] where the foot of a token stands, by square; the last is the gaol's cell."""
    out = []
    for number in range(40):
        u, v, wide, high, _ = place(number)
        if number % 10 == 0:
            x, y = spot(u + wide / 2, v + high / 2)
        else:
            x, y = spot(*inside(number, 0.5, 1.5))
        out.append((x, y + 4 * scale(v)))
    out[10] = spot(0.7, 23.4)
    out.append(spot(2.0, 22.6))
    return [(round(x), round(y)) for x, y in out]


def letters() -> list[int]:
    """Five bytes a letter of the narrow face: dots from bit 7, in the first the width below."""
    narrow = read_blocks(ART / "narrow.txt", height=5)
    out = []
    for char in LETTERS:
        dots = narrow[char]
        bits = [int("".join(str(d) for d in row).ljust(8, "0"), 2) for row in dots]
        out += [bits[0] | dots.shape[1], *bits[1:]]
    return out


def with_glyphs() -> dict[str, Sequence[int]]:
    """{table: bytes} behind the small tokens, in the place of the buffer of glyphs."""
    spots = stands()
    return {
        "stand_x": [x for x, _ in spots], "stand_y": [y for _, y in spots],
        "stack_x": [x for x, _ in STACKS], "stack_y": [y for _, y in STACKS],
        "fan_lines": FAN_LINES,
    }  # fmt: skip


def with_colours() -> dict[str, Sequence[int]]:
    """{table: bytes} behind the colour memory; the game moves them before it needs the place."""
    return {
        "letter_dots": letters(),
        "house_x": [houses(n)[0][0] for n in STREETS],
        "house_y": [houses(n)[0][1] for n in STREETS],
        "house_right": [x for form in FORMS for x, _ in form],
        "house_down": [y for form in FORMS for _, y in form],
    }


def joined(found: Mapping[str, Iterable[int]]) -> bytes:
    """The bytes of tables, one behind the other."""
    return bytes(v & 0xFF for values in found.values() for v in values)


def places(found: Mapping[str, Sequence[int]], base: str) -> tuple[list[str], int]:
    """Lines of assembler: where each table lies."""
    out, at = [], 0
    for name, values in found.items():
        out.append(f"{name} = {base} + {at}")
        at += len(values)
    return out, at


def byte_rows(name: str, values: Iterable[int]) -> list[str]:
    """A table of bytes."""
    values = list(values)
    lines = [values[k : k + 20] for k in range(0, len(values), 20)]
    out = [f"        .byte {', '.join(str(v & 0xFF) for v in line)}" for line in lines]
    return [f"{name}:", *out]


def tables() -> str:
    """Text of table_view.inc: where everything is, for pages/perspective.s."""
    cells = sorted((cell, number) for number, found in feet().items() for cell in found)
    out = ["; made by tools/art/perspective.py", f"FINE_ROWS = {FINE_ROWS}"]
    out += [f"FAR_LINE = {FAR_LINE}", f"FAR_WIDE = {FAR_TOKEN[0]}", f"FAR_HIGH = {FAR_TOKEN[1]}"]
    out += [f"FEET = {len(cells)}", f"STREETS = {len(STREETS)}", f"STACKS = {len(STACKS)}"]
    out += [f"FEET_{page} = {sum(cell < 256 * page for cell, _ in cells)}" for page in (1, 2)]
    out += [f"FAN_LINES = {len(FAN_LINES)}"]
    out += [f"DIE_{k}_{n} = {v}" for k, d in enumerate(DICE) for n, v in zip("XY", d, strict=True)]
    out += places(with_glyphs(), f"CELLS + {64 * TOKENS}")[0]
    moved, size = places(with_colours(), "TABLES_AT")
    out += [*moved, f"TABLES_MOVED = {size}", ".macro PERSPECTIVE_TABLES"]
    out += byte_rows("foot_lo", (cell & 0xFF for cell, _ in cells))
    out += byte_rows("foot_square", (number for _, number in cells))
    out += byte_rows("street_at", STREETS)
    out += byte_rows("hotel_wide", (HOTEL[k][0] for k in range(4)))
    out += byte_rows("hotel_high", (HOTEL[k][1] for k in range(4)))
    out += byte_rows("house_high", HOUSE_HIGH)
    return "\n".join([*out, ".endmacro"]) + "\n"


def main() -> int:
    """Draw the picture; one that the VIC-II cannot show gives a one-line message."""
    pixels = build()
    picture = Picture([Zone(0, FINE_ROWS - 1, "fine"), Zone(FINE_ROWS, ROWS - 1)], pixels)
    try:
        picture.check()
    except CannotShow as error:
        print(f"perspective: {error}", file=sys.stderr)
        return 1
    save_png(pixels, PNG)
    return 0


if __name__ == "__main__":
    answer_help(__doc__)
    sys.exit(main())
