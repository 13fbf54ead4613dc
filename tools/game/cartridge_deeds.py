"""Code in the high chip of go64.crt that lays deeds on the trading table (called by cartridge.py).

It follows what lays the table without them (cartridge_screen.py), in banks of its own.  Each deed
and each card has code for either side, which stores its four cells: glyphs, colours, dots, and the
record of what is shown.  The upper half is always the same.  How the lower one looks is a kind;
tables by kind and the code that finds it (asm/game/cartridge/table.s) are the end of each bank.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tools.art.artcheck import COLUMNS
from tools.game import pack
from tools.game.cartridge_draw import (
    BCC,
    IO_HIDDEN,
    IO_SEEN,
    LDA_ABS,
    LDX_ABS,
    LINES,
    banked,
)
from tools.game.cartridge_files import (
    BANK,
    BEQ,
    BNE,
    CPX,
    JMP,
    LDA_X,
    LDX,
    LDY,
    PAGE,
    RTS,
    UNUSED,
    word,
)
from tools.game.cartridge_pages import HIGH, LDA, STA
from tools.game.cartridge_screen import Screen, Table, call, stores

BLANK = ord(" ")
PLACES_TOGETHER = 3  # without a pause, each of which takes 390 cycles at most
ORA_ABS, CMP_ABS, AND = 0x0D, 0xCD, 0x29
SEEN = ("deed_kind", "seen_begin", "seen_cards", "seen_seat", "seen_at", "seen_end")
GROUPS, HEAD = 10, 12  # of TABLE_LOOK
JUMP_SIZE, OWNER_SIZE, BANK_ENDS = 3, 19, 16
TABLES = HIGH + BANK - 2 * PAGE  # by kind, and behind them the code that finds it


class Kind(NamedTuple):
    """How the lower half of a deed or card looks: its glyphs, their colours."""

    left: int
    right: int
    color: int


class Place(NamedTuple):
    """A deed or card and where it lies.

    upper   its upper half;  owner  the address of who has it;  sides  (column, row) on both sides
    square  of a deed;  others  addresses of the levels of its group's other squares
    mask    of a card, its bit in the offer; 0: a deed
    """

    upper: Kind
    owner: int
    sides: Sequence[tuple[int, int]]
    square: int
    others: Sequence[int]
    mask: int


class Look(NamedTuple):
    """What the program says of the table (asm/game/cartridge/table.s, TABLE_LOOK).

    ground, hole, step, selected  the colours of the table, of a place where nothing lies, of a
        step of cash, of the selected one
    deeds, steps, rows  how many there are; rows of the table's colour, from the second on
    kinds   by number;  taken, both  the first kind with a glyph, the first with two;  card  that
            of a card
    groups, tap, cards  the upper halves: [both glyphs] of a group, {square: both glyphs} instead
        of its group's, those of cards
    """

    ground: int
    hole: int
    step: int
    selected: int
    deeds: int
    steps: int
    rows: int
    kinds: Sequence[Kind]
    taken: int
    both: int
    card: int
    groups: Sequence[tuple[int, int]]
    tap: Mapping[int, tuple[int, int]]
    cards: Sequence[Kind]


class Deeds(NamedTuple):
    """What the code is made of.

    places  all that may lie on the table;  look  how
    steps   [cells of a step of cash], by its cell of the grid
    font    a page for each line of dots
    at      {name: address} of SEEN, labels of the cartridge
    tail    what each bank ends with: asm/game/cartridge/table.s, DEEDS
    """

    places: Sequence[Place]
    look: Look
    steps: Mapping[int, Sequence[int]]
    font: bytes
    at: Mapping[str, int]
    tail: bytes


class Owned(NamedTuple):
    """The deeds of the game: squares by group, sizes and colours of groups, the game's labels."""

    squares: bytes
    sizes: bytes
    colors: bytes
    labels: Mapping[str, int]


def read_look(content: bytes) -> Look:
    """Return what the linker has written of it."""
    ground, hole, step, selected, places, steps, rows, *others = content[:HEAD]
    count, kinds, taken, card, both = others
    at = HEAD + 3 * kinds
    found = [Kind(*content[first : first + 3]) for first in range(HEAD, at, 3)]
    groups = [(content[first], content[first + 1]) for first in range(at, at + 2 * GROUPS, 2)]
    square, left, right = content[at + 2 * GROUPS : at + 2 * GROUPS + 3]
    at += 2 * GROUPS + 3
    cards = [Kind(*content[first : first + 3]) for first in range(at, at + 3 * count, 3)]
    assert len(content) == at + 3 * count
    return Look(
        ground, hole, step, selected, places - count, steps, rows,
        found, taken, both, card, groups, {square: (left, right)}, cards,
    )  # fmt: skip


def lying(table: Table, look: Look, owned: Owned) -> list[Place]:
    """Return the deeds and cards of a table."""
    side, at, first = len(table.cells) // 2, owned.labels, 0
    corners = [(left, top) for left, top, *_ in table.cells]
    sides = list(zip(corners[:side], corners[side:], strict=True))
    places = []
    for group, size in enumerate(owned.sizes):
        squares = owned.squares[first : first + size]
        for number, square in enumerate(squares, first):
            glyphs = look.tap.get(square, look.groups[group])
            levels = [at["square_level"] + other for other in squares if other != square]
            head = Kind(*glyphs, owned.colors[group])
            owner = at["square_owner"] + square
            places.append(Place(head, owner, sides[number], square, levels, 0))
        first += size
    assert first == look.deeds
    for number, card in enumerate(look.cards):
        owner = at["deck_free"] + number
        places.append(Place(card, owner, sides[first + number], 0, (), 1 << number))
    return places


def step_cells(table: Table) -> dict[int, list[int]]:
    """Return the cells of each step of cash, by its cell of the grid."""
    side, count = len(table.cells) // 2, len(table.steps)
    found = {}
    for number, (left, top, *_) in enumerate(table.cells):
        step = number % side - (side - count)
        if step >= 0:
            assert BLANK not in table.steps[step]
            first = top * COLUMNS + left
            found[number] = list(range(first, first + len(table.steps[step])))
    return found


def shade(glyph: int, color: int) -> int:
    """Return the colours of a cell; a blank has its paper as ink, too."""
    return (color & 15) * 17 if glyph == BLANK else color


def tables(deeds: Deeds) -> bytes:
    """Return the tables by kind: of the left cell, then of the right, its dots, glyph, colours."""
    out = b""
    for side in (0, 1):
        glyphs = bytes(kind[side] for kind in deeds.look.kinds)
        for line in range(LINES):
            out += bytes(deeds.font[line * PAGE + glyph] for glyph in glyphs)
        out += glyphs + bytes(shade(kind[side], kind.color) for kind in deeds.look.kinds)
    assert len(out) <= PAGE
    return out.ljust(PAGE, UNUSED)


def found(deeds: Deeds, side: int, part: int) -> bytes:
    """Return code that loads a byte of kind X; ``part``: a line, or LINES glyph, then colours."""
    row = side * (LINES + 2) + part
    return bytes((LDA_X,)) + word(TABLES + row * len(deeds.look.kinds))


def stored(*addresses: int) -> bytes:
    """Return code that stores A."""
    return b"".join(bytes((STA,)) + word(address) for address in addresses)


def glyph(deeds: Deeds, screen: Screen, side: int, cell: int) -> bytes:
    """Return code that draws a glyph of kind X."""
    at = screen.places
    dots = b"".join(
        found(deeds, side, line) + stored(at["BITMAP"] + cell * LINES + line)
        for line in range(LINES)
    )
    return dots + found(deeds, side, LINES) + stored(at["CELLS"] + cell, at["SHOWN"] + cell)


def lower(deeds: Deeds, screen: Screen, cell: int) -> bytes:
    """Return code that draws the lower half of kind X; cells are blank before it."""
    at, out = screen.places, b""
    for side in (0, 1):
        out += found(deeds, side, LINES + 1)
        out += stored(at["COLORS"] + cell + side, at["MATRIX"] + cell + side)
    right = glyph(deeds, screen, 1, cell + 1)
    left = glyph(deeds, screen, 0, cell)
    left += bytes((CPX, deeds.look.both, BCC, len(right)))
    return out + bytes((CPX, deeds.look.taken, BCC, len(left) + len(right))) + left + right


def upper(deeds: Deeds, screen: Screen, kind: Kind, cell: int) -> bytes:
    """Return code that draws an upper half."""
    at = screen.places
    blocks: list[pack.Block] = []
    for side, code in enumerate(kind[:2]):
        color = bytes((shade(code, kind.color),))
        blocks += [(at[name] + cell + side, color) for name in ("COLORS", "MATRIX")]
        if code != BLANK:
            blocks += [(at[name] + cell + side, bytes((code,))) for name in ("CELLS", "SHOWN")]
            blocks.append((at["BITMAP"] + (cell + side) * LINES, deeds.font[code::PAGE]))
    return stores(blocks, b"")


def kind_code(deeds: Deeds, place: Place) -> bytes:
    """Return code that finds the kind, X."""
    if place.mask:
        seen = bytes((LDA_ABS,)) + word(deeds.at["seen_cards"]) + bytes((AND, place.mask))
        return bytes((LDX, deeds.look.card)) + seen + bytes((BEQ, 2, LDX, deeds.look.taken))
    first, *others = place.others
    built = bytes((LDA_ABS,)) + word(first)
    built += b"".join(bytes((ORA_ABS,)) + word(other) for other in others)
    return bytes((LDX, place.square)) + built + call(deeds.at["deed_kind"])


def place_code(deeds: Deeds, screen: Screen, place: Place, at: int) -> bytes:
    """Return the code of a deed or card, at an address."""
    left, right = (
        kind_code(deeds, place)
        + lower(deeds, screen, (row + 1) * COLUMNS + column)
        + upper(deeds, screen, place.upper, row * COLUMNS + column)
        for column, row in place.sides
    )
    seat = deeds.at["seen_seat"]
    begins = at + OWNER_SIZE, at + OWNER_SIZE + len(right) + JUMP_SIZE  # of right and left
    behind = bytes((JMP,)) + word(begins[1] + len(left))
    owner = bytes((LDA_ABS,)) + word(place.owner) + bytes((CMP_ABS,)) + word(seat)
    owner += bytes((BNE, JUMP_SIZE, JMP)) + word(begins[1])
    owner += bytes((CMP_ABS,)) + word(seat + 1) + bytes((BEQ, JUMP_SIZE)) + behind
    assert len(owner) == OWNER_SIZE
    return owner + right + behind + left


def step_code(deeds: Deeds, screen: Screen) -> bytes:
    """Return code that shows which step of cash is selected, and empties the copies."""
    at = screen.places
    out = bytes((LDX_ABS,)) + word(deeds.at["seen_at"])
    for number, cells in sorted(deeds.steps.items()):
        places = [at[name] + cell for cell in cells for name in ("COLORS", "MATRIX")]
        shown = bytes((LDA, deeds.look.selected)) + stored(*places)
        out += bytes((CPX, number, BNE, len(shown))) + shown
    copies = range(deeds.at["seen_begin"], deeds.at["seen_end"])
    return out + bytes((LDA, BLANK)) + stored(*copies)


def bank(deeds: Deeds, code: bytes, more: bool) -> bytes:
    """Return a bank with code; ``more``: the next one goes on."""
    out = banked(IO_HIDDEN) + code + banked(IO_SEEN)
    out += bytes((LDY, HIGH // PAGE if more else 0, RTS))
    assert len(out) <= TABLES - HIGH and len(deeds.tail) == PAGE
    return out.ljust(TABLES - HIGH, UNUSED) + tables(deeds) + deeds.tail


def deed_banks(deeds: Deeds, screen: Screen) -> list[bytes]:
    """Return the banks; the code begins in each at its first page."""
    pause = banked(IO_SEEN) + call(screen.places["rom_pause"]) + banked(IO_HIDDEN)
    banks: list[bytes] = []
    room = TABLES - HIGH - BANK_ENDS
    out = b""
    for first in range(0, len(deeds.places), PLACES_TOGETHER):
        together = deeds.places[first : first + PLACES_TOGETHER]
        for start in (out, b""):
            code = start
            for place in together:
                code += place_code(deeds, screen, place, HIGH + len(banked(IO_HIDDEN)) + len(code))
            if len(code) + len(pause) <= room:
                break
            banks.append(bank(deeds, start, True))
        out = code + pause
    last = step_code(deeds, screen)
    if len(out) + len(last) > room:
        banks.append(bank(deeds, out, True))
        out = b""
    return [*banks, bank(deeds, out + last, False)]
