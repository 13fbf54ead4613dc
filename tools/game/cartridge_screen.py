"""Code in the high chip of go64.crt that empties a page or lays a table (called by cartridge.py).

Either is asked for as a file, and is in pieces as one (cartridge_files.py).  Values are stored as
those of pages are (cartridge_pages.py).  For an empty page these are the buffers of cells and the
record of what is shown, between them and behind them what shows the ground above the picture
(asm/game/cartridge/quick.s), then the matrix, which is seen.  The history's lines cover most cells,
so only what is beside them is emptied for it.  For the trading table
(asm/game/cartridge/table.s) they are rows that are drawn already: their cells, colours, dots and
what the record says of them.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from tools.art.artcheck import COLUMNS, ROWS
from tools.game import pack
from tools.game.cartridge_draw import IO_HIDDEN, IO_SEEN, LDA_ZP, LINES, STA_ZP, banked
from tools.game.cartridge_files import BANK, BNE, JMP, JSR, LDY, PAGE, RTS, UNUSED, word
from tools.game.cartridge_pages import HIGH, LDA, places, steps

HIDDEN_INK = 0x88  # asm/game/video/video.inc
CELLS_COUNT = COLUMNS * ROWS
LOG_CELLS = {  # that lines of the history cover (asm/game/pages/log.s)
    row * COLUMNS + column for row in range(3, 23) for column in range(1, 39)
}
PARTS, RECORD_PARTS = 4, 2  # of the buffers, the record: the beam is looked at before each


class Screen(NamedTuple):
    """What the code is made of.

    places  {name: address} of the areas of the buffers and of labels: dirty_left, dirty_right,
            vid_count, vid_keep;  of the cartridge: rom_pause, screen_near, screen_show
    tail    what either bank ends with: asm/game/cartridge/quick.s, SCREEN
    """

    places: Mapping[str, int]
    tail: bytes


def call(address: int) -> bytes:
    """Return a JSR."""
    return bytes((JSR,)) + word(address)


def stores(blocks: Sequence[pack.Block], pause: bytes) -> bytes:
    """Return code that stores bytes; ``pause`` lets interrupts in, and loses A."""
    return b"".join(steps(places(list(blocks)), BANK, pause))


def filled(start: int, value: int, cells: Collection[int]) -> list[pack.Block]:
    """Return cells of a buffer, each with the same value."""
    return [(start + cell, bytes((value,))) for cell in cells]


def buffers(screen: Screen, cells: Sequence[int]) -> bytes:
    """Return code that empties cells."""
    at, size = screen.places, -(-len(cells) // PARTS)
    pause = call(at["rom_pause"])
    out = bytes((LDA, 0, STA_ZP, at["vid_count"]))
    for first in range(0, len(cells), size):
        some = cells[first : first + size]
        blocks = filled(at["CELLS"], ord(" "), some) + filled(at["COLORS"], HIDDEN_INK, some)
        out += call(at["screen_near"]) + stores(blocks, pause) + pause
    return out


def record(screen: Screen) -> bytes:
    """Return code that empties the record of what is shown; nobody sees that."""
    at, size = screen.places, CELLS_COUNT // RECORD_PARTS
    pause = call(at["rom_pause"])
    hidden = banked(IO_SEEN) + pause + banked(IO_HIDDEN)
    out = b""
    for first in range(0, CELLS_COUNT, size):
        part = stores([(at["SHOWN"] + first, bytes(size))], hidden)
        out += call(at["screen_near"]) + banked(IO_HIDDEN) + part + banked(IO_SEEN) + pause
    return out


def shown(screen: Screen, start: int, cells: Collection[int]) -> bytes:
    """Return code, at an address, that empties the record if it is to be, then the matrix."""
    at = screen.places
    pause = call(at["rom_pause"])
    begin, part = bytes((LDA_ZP, at["vid_keep"], BNE, 3, JMP)), record(screen)
    begin += word(start + len(begin) + 2 + len(part))
    blocks = [
        *filled(at["MATRIX"], HIDDEN_INK, cells),
        (at["dirty_left"], bytes((COLUMNS,)) * ROWS),
        (at["dirty_right"], bytes(ROWS)),
    ]
    return begin + part + call(at["screen_show"]) + stores(blocks, pause) + bytes((LDY, 0, RTS))


def screen_banks(screen: Screen) -> list[bytes]:
    """Return the banks, two that empty a page, one that does it for the history.

    The code begins in each at its first page.
    """
    end, every = bytes((LDY, HIGH // PAGE, RTS)), range(CELLS_COUNT)
    beside = [cell for cell in every if cell not in LOG_CELLS]
    log = buffers(screen, beside)
    log += shown(screen, HIGH + len(log), beside)
    banks = [buffers(screen, every) + end, shown(screen, HIGH, every), log]
    room = BANK - len(screen.tail)
    assert max(map(len, banks)) <= room
    return [content.ljust(room, UNUSED) + screen.tail for content in banks]


class Table(NamedTuple):
    """What lies on the trading table before anything of anybody does.

    cells   [(column, row, width, height)] of both sides: of deeds and cards, then of steps
    steps   the texts of the latter, of one side
    ground, hole, step  the colours of the table, of a place where nothing lies, of a step
    rows    how many of them have the table's colour, from the second on
    """

    cells: Sequence[Sequence[int]]
    steps: Sequence[bytes]
    ground: int
    hole: int
    step: int
    rows: int


def laid(table: Table) -> tuple[dict[int, int], dict[int, int]]:
    """Return ({cell: glyph}, {cell: colours}) of a table; blanks have their paper as ink too."""
    glyphs: dict[int, int] = {}
    first = COLUMNS
    colors = dict.fromkeys(range(first, first + table.rows * COLUMNS), (table.ground & 15) * 17)
    side = len(table.cells) // 2
    for number, (left, top, width, height) in enumerate(table.cells):
        step = number % side - (side - len(table.steps))
        if step < 0:
            for row in range(top, top + height):
                for column in range(left, left + width):
                    colors[row * COLUMNS + column] = (table.hole & 15) * 17
        else:
            for column, glyph in enumerate(table.steps[step], left):
                glyphs[top * COLUMNS + column] = glyph
                colors[top * COLUMNS + column] = table.step
    return glyphs, colors


def table_bank(screen: Screen, table: Table, font: bytes) -> bytes:
    """Return the bank that begins to lay a table; ``font``: a page for each line of dots."""
    at, pause = screen.places, call(screen.places["rom_pause"])
    glyphs, colors = laid(table)
    blocks = [(at["CELLS"] + cell, bytes((glyph,))) for cell, glyph in glyphs.items()]
    for name in ("COLORS", "MATRIX"):
        blocks += [(at[name] + cell, bytes((color,))) for cell, color in colors.items()]
    for cell, glyph in glyphs.items():
        blocks.append((at["BITMAP"] + cell * LINES, font[glyph::PAGE]))
    record = [(at["SHOWN"] + cell, bytes((glyph,))) for cell, glyph in glyphs.items()]
    out = stores(blocks, pause) + pause + banked(IO_HIDDEN)
    out += stores(record, banked(IO_SEEN) + pause + banked(IO_HIDDEN)) + banked(IO_SEEN)
    out += bytes((LDY, HIGH // PAGE, RTS))
    assert len(out) <= BANK
    return out.ljust(BANK, UNUSED)
