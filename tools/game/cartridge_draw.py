"""Code that draws a page's cells, in banks of the high chip of go64.crt (called by cartridge.py).

While the display is off, what changed is drawn from here before draw_glyphs and uncover see to it
(asm/game/video/commit.s).  Each cell has code of its own, so a glyph takes 87 cycles instead of 172
and a blank 31.  A row that is drawn whole is clean behind it.  The sign for money is that of the
names in memory; its dots lie where the font has glyphs that change while the game runs.
These, and what nobody writes, are left to the game: the row has changed from the first to the last.

Each bank begins with what its code needs: the font, the kind of each glyph, each colour's paper.
It writes to RAM below the I/O area, which is therefore hidden except in pauses.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from tools.art.artcheck import COLUMNS, ROWS
from tools.game.cartridge_files import (
    BANK,
    BEQ,
    BNE,
    INTERRUPTS_WAIT,
    JMP,
    JSR,
    LDA_X,
    LDY,
    PAGE,
    RTS,
    UNUSED,
    word,
)
from tools.game.cartridge_pages import HIGH, LDA, STA

LINES = 8  # of dots in a cell
CELL_CYCLES = 87
PORT, IO_HIDDEN, IO_SEEN = 1, 0x33, 0x37  # the processor's port, with ROM
BLANK, LEFT, DRAWN = 0, 1, 0x80  # kinds of glyphs, LEFT to the game; told by Z and N
BARS = 7  # glyphs from CHEST0 on that pages/curves.s exchanges
LDA_ZP, STA_ZP, CMP, SEC = 0xA5, 0x85, 0xC9, 0x38
LDX_ZP, INC_ZP = 0xA6, 0xE6
LDX_ABS, LDA_ABS, STX_ABS = 0xAE, 0xAD, 0x8E
NOTE_SIZE = 38
NOTE = HIGH + BANK - NOTE_SIZE  # where the end of each bank notes what is left
BMI, BCS, BCC = 0x30, 0xB0, 0x90
CPX, STA_IY, ADC, PLA, PHA = 0xE0, 0x91, 0x69, 0x68, 0x48
TAX, TAY, TXA, TYA = 0xAA, 0xA8, 0x8A, 0x98
AND_ABS, EOR, ROL = 0x2D, 0x49, 0x2A
MONEY = ord("$")
SKIPPED = 5  # bytes of a cell's code behind the call of ``note``: BCS, STX


class Draw(NamedTuple):
    """What the code is made of.

    font    2,048 bytes, a page for each line of dots;  bars  code of the first of BARS
    signs   for each set of names (SET_*) the eight bytes of its sign for money
    places  {name: address} of the areas of the buffers and of the game's labels
    pause   the address of rom_pause (asm/game/cartridge/reader.s)
    """

    font: bytes
    bars: int
    signs: Sequence[bytes]
    places: Mapping[str, int]
    pause: int


def kinds(bars: int) -> bytes:
    """Return the kind of each glyph; of those LEFT, the routine ``note`` draws MONEY."""
    out = bytearray((DRAWN,)) * PAGE
    for code in (0, MONEY, *range(bars, bars + BARS)):
        out[code] = LEFT
    out[ord(" ")] = BLANK
    return bytes(out)


def papers() -> bytes:
    """Return for each colour of a cell its paper, as ink as well."""
    return bytes((colors & 15) * 17 for colors in range(PAGE))


def tables(draw: Draw) -> bytes:
    """Return what a bank begins with; the signs for money lie at the first of BARS."""
    assert len(draw.font) == LINES * PAGE and len(draw.signs) <= BARS
    font = bytearray(draw.font)
    for number, sign in enumerate(draw.signs):
        font[draw.bars + number :: PAGE] = sign
    return bytes(font) + kinds(draw.bars) + papers()


def banked(value: int) -> bytes:
    """Return code that shows or hides the I/O area."""
    return bytes((LDA, value, STA_ZP, PORT))


def note(draw: Draw) -> bytes:
    """Return the routine for a glyph X that is LEFT, in column A; C=1 before and behind it.

    It notes the column as one that is left.  MONEY is shown: X is where its dots lie, and the code
    of the cell goes on behind the branch and the store of X that follow the call.
    """
    first = bytes((STA_ZP, draw.places["vid_left"]))
    left = bytes((LDX_ZP, draw.places["vid_limit"], BNE, len(first))) + first
    left += bytes((STA_ZP, draw.places["vid_right"], INC_ZP, draw.places["vid_limit"], RTS))
    money = bytes((TAY, TXA, STA_IY, draw.places["old_ptr"], LDA_ZP, draw.places["names_wanted"]))
    money += bytes((ADC, draw.bars - 1, TAX, PLA, ADC, SKIPPED))  # C=1 at first
    carry = bytes((TAY, PLA, ADC, 0, PHA, TYA))
    money += bytes((BCC, len(carry))) + carry + bytes((PHA, SEC, RTS))
    return bytes((CPX, MONEY, BEQ, len(left))) + left + money


def cell(draw: Draw, number: int) -> bytes:
    """Return the code of a cell; C=1 before and behind it."""
    dots = draw.places["BITMAP"] + number * LINES
    color = word(draw.places["COLORS"] + number)
    matrix = bytes((STA,)) + word(draw.places["MATRIX"] + number)
    kind, paper = HIGH + LINES * PAGE, HIGH + (LINES + 1) * PAGE
    glyph = b"".join(
        bytes((LDA_X,)) + word(HIGH + line * PAGE) + bytes((STA,)) + word(dots + line)
        for line in range(LINES)
    )
    glyph = bytes((STX_ABS,)) + word(draw.places["SHOWN"] + number) + glyph
    ink = bytes((LDA_ABS,)) + color
    left = bytes((LDA, number % COLUMNS, JSR)) + word(NOTE) + bytes((BCS, 0))
    hide = bytes((LDX_ABS,)) + color + bytes((LDA_X,)) + word(paper) + bytes((STA,)) + color
    hide += bytes((BCS, len(left) + len(glyph) + len(ink)))
    left = left[:-1] + bytes((len(glyph),))
    begin = bytes((LDX_ABS,)) + word(draw.places["CELLS"] + number)
    begin += bytes((LDA_X,)) + word(kind)
    begin += bytes((BMI, 2 + len(hide) + len(left), BNE, len(hide)))
    return begin + hide + left + glyph + ink + matrix


def row_end(draw: Draw, row: int) -> bytes:
    """Return the code behind a row, C=1: it is clean if nothing of it was left."""
    left, right = (draw.places[f"dirty_{side}"] + row for side in ("left", "right"))
    part = bytes((LDA_ZP, draw.places["vid_right"], STA)) + word(right)
    part += bytes((LDA_ZP, draw.places["vid_left"]))
    begin = bytes((LDA, COLUMNS, LDX_ZP, draw.places["vid_limit"], BEQ, len(part)))
    return begin + part + bytes((STA,)) + word(left)


def rows_left(draw: Draw) -> bytes:
    """Return the code behind the last row: vid_limit is 1 if any row is not clean, else 0."""
    left = draw.places["dirty_left"]
    code = bytes((LDA_ABS,)) + word(left)
    for row in range(1, ROWS):
        code += bytes((AND_ABS,)) + word(left + row)
    # COLUMNS alone has all its bits, of what dirty_left can be
    code += bytes((EOR, COLUMNS, CMP, 1, LDA, 0, ROL))
    return code + bytes((STA_ZP, draw.places["vid_limit"]))


def part(draw: Draw, first: int, count: int, at: int) -> bytes:
    """Return the code of cells of one row, at an address; nothing is done if the row is clean."""
    row, column = divmod(first, COLUMNS)
    code = bytes((SEC,))
    for place, byte in enumerate(word(draw.places["SHOWN"] + row * COLUMNS)):
        code += bytes((LDA, byte, STA_ZP, draw.places["old_ptr"] + place))
    if column == 0:
        code += bytes((LDA, 0, STA_ZP, draw.places["vid_limit"]))
    most = INTERRUPTS_WAIT // CELL_CYCLES
    pause = banked(IO_SEEN) + bytes((JSR,)) + word(draw.pause) + banked(IO_HIDDEN)
    for number in range(first, first + count):
        code += cell(draw, number)
        if (number - first) % most == most - 1 or number == first + count - 1:
            code += pause
    if column + count == COLUMNS:
        code += row_end(draw, row)
    begin = bytes((LDA_ABS,)) + word(draw.places["dirty_left"] + row)
    begin += bytes((CMP, COLUMNS, BCC, 3, JMP))
    return begin + word(at + len(begin) + 2 + len(code)) + code


def parts(draw: Draw, first: int) -> Iterator[tuple[bytes, int]]:
    """Yield (code, the cell behind it) of what a bank has room for, from a cell on."""
    begin = tables(draw) + banked(IO_HIDDEN)
    end = rows_left(draw) + banked(IO_SEEN) + bytes((LDY, 0, RTS))
    yield begin, first
    room, at = BANK - len(begin) - len(end) - NOTE_SIZE, HIGH + len(begin)
    while first < COLUMNS * ROWS:
        for count in range(COLUMNS - first % COLUMNS, 0, -1):
            code = part(draw, first, count, at)
            if len(code) <= room:
                break
        else:
            return
        first, room, at = first + count, room - len(code), at + len(code)
        yield code, first


def draw_banks(draw: Draw) -> list[bytes]:
    """Return the banks; the code begins in each behind its tables, at CODE_PAGE."""
    banks, first, last = [], 0, rows_left(draw)
    while first < COLUMNS * ROWS:
        pieces = list(parts(draw, first))
        first = pieces[-1][1]
        following = CODE_PAGE if first < COLUMNS * ROWS else 0
        end = (b"" if following else last) + banked(IO_SEEN) + bytes((LDY, following, RTS))
        code = b"".join(piece for piece, _ in pieces) + end
        banks.append(code.ljust(BANK - NOTE_SIZE, UNUSED) + note(draw))
        assert len(banks[-1]) == BANK
    return banks


CODE_PAGE = HIGH // PAGE + LINES + 2
