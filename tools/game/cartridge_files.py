"""The files of go64.crt in the banks of its low chip (called by cartridge.py).

Bank 0 begins with three tables by the number of a file (asm/game/cartridge/cartridge.inc), those
of the pages' files too, which lie in the high chip (cartridge_pages.py).  What
a bank has of a file is a piece: code from the beginning of a page on, then bytes from the beginning
of another, those of each block of memory from a page of their own.  The code copies them and
returns in Y the page of the next piece, at the beginning of the next bank, or 0.

Pages are copied side by side at 9 cycles a byte, and 11 for each turn of the loop.  What a block
has behind its last whole page goes with them as far as it reaches.
"""

from collections.abc import Collection
from dataclasses import dataclass

from tools.game import build_game, pack

LOW = 0x8000
BANK, PAGE = 8192, 256
BANK_PAGES = BANK // PAGE
BANKS_MOST = 32  # what follows keeps saved games
FILES_MOST = 128
FAST_CLOCKED = 0x20  # asm/game/sys/drive_fast.inc
TABLES = 3
TABLE_PAGES = -(-TABLES * FILES_MOST // PAGE)
SIDE_BY_SIDE = 18  # pages; a branch reaches no further
INTERRUPTS_WAIT = 1340  # cycles, at most, without those that the VIC takes
BYTE_CYCLES, TURN_CYCLES = 9, 11
KEPT_TOGETHER = 3  # pages that flash.s fetches from a file begin in one bank
UNUSED = b"\xff"

LDX, LDY, INX, DEY, CPX, BEQ, BNE = 0xA2, 0xA0, 0xE8, 0x88, 0xE0, 0xF0, 0xD0
LDA_X, STA_X, JSR, JMP, RTS = 0xBD, 0x9D, 0x20, 0x4C, 0x60


@dataclass(frozen=True)
class Copy:
    """Bytes that are copied: from a page of the bank to an address."""

    page: int
    address: int
    size: int


def word(value: int) -> bytes:
    """Return the two bytes of an address."""
    return value.to_bytes(2, "little")


def loop(copy: Copy, pages: int, end: int, at: int, pause: int) -> bytes:
    """Return code at an address: bytes X to ``end`` - 1 of so many pages, side by side.

    It pauses whenever so many ``turns`` are over, and behind the last.
    """
    moves = b"".join(
        bytes((LDA_X, 0, copy.page + page)) + bytes((STA_X,)) + word(copy.address + page * PAGE)
        for page in range(pages)
    )
    turns = min(INTERRUPTS_WAIT // (pages * BYTE_CYCLES + TURN_CYCLES), PAGE - 1)
    test = bytes((INX, CPX, end % PAGE, BEQ, 9, DEY, BNE))
    back = -(len(moves) + len(test) + 1) % PAGE
    call = bytes((JSR,)) + word(pause)
    begin = bytes((LDY, turns))
    return begin + moves + test + bytes((back,)) + call + bytes((JMP,)) + word(at) + call


def copy_code(copy: Copy, at: int, pause: int) -> bytes:
    """Return code that copies at most SIDE_BY_SIDE pages; X is 0 before and behind it."""
    whole, rest = divmod(copy.size, PAGE)
    out = loop(copy, whole + 1, rest, at, pause) if rest else b""
    if whole:
        out += loop(copy, whole, PAGE, at + len(out), pause)
    return out if whole else out + bytes((LDX, 0))


def piece_code(copies: list[Copy], at: int, pause: int, more: bool) -> bytes:
    """Return the code of a piece, at an address; ``more``: the next bank goes on with the file."""
    out = bytes((LDX, 0))
    for copy in copies:
        for first in range(0, -(-copy.size // PAGE), SIDE_BY_SIDE):
            left = min(copy.size - first * PAGE, SIDE_BY_SIDE * PAGE)
            part = Copy(copy.page + first, copy.address + first * PAGE, left)
            out += copy_code(part, at + len(out), pause)
    return out + bytes((LDY, LOW // PAGE if more else 0, RTS))


def begin_pages(blocks: list[pack.Block], room: int) -> tuple[list[pack.Block], list[pack.Block]]:
    """Return (what fits into so many pages, what is left) of blocks of memory."""
    fits: list[pack.Block] = []
    for place, (address, data) in enumerate(blocks):
        part = data[: room * PAGE]
        if part:
            fits.append((address, part))
        room -= -(-len(part) // PAGE)
        if len(part) < len(data):
            return fits, [(address + len(part), data[len(part) :]), *blocks[place + 1 :]]
    return fits, []


def piece(blocks: list[pack.Block], first: int, pause: int) -> tuple[bytes, int, list[pack.Block]]:
    """Return (a piece from a page of a bank on, pages of its code, the blocks behind it)."""
    for code_pages in range(1, BANK_PAGES - first):
        fits, left = begin_pages(blocks, BANK_PAGES - first - code_pages)
        copies, content = [], b""
        for address, data in fits:
            page = LOW // PAGE + first + code_pages + len(content) // PAGE
            copies.append(Copy(page, address, len(data)))
            content += data + UNUSED * (-len(data) % PAGE)
        code = piece_code(copies, LOW + first * PAGE, pause, bool(left))
        if len(code) <= code_pages * PAGE:
            return code.ljust(code_pages * PAGE, UNUSED) + content, code_pages, left
    raise build_game.GameError(f"no room for a file's code from page {first} of a bank on")


def empty_tables() -> list[bytearray]:
    """Return the tables of a cartridge without files: banks, pages of code, pages of bytes."""
    return [bytearray(FILES_MOST) for _ in range(TABLES)]


def low_chip(
    found: dict[int, list[pack.Block]],
    pause: int,
    tables: list[bytearray],
    prefetched: Collection[int],
) -> bytes:
    """Return the banks of the low chip with the files and the tables, into which these go.

    pause       the address of rom_pause (asm/game/cartridge/reader.s)
    prefetched  numbers of files that the game asks for with FAST_CLOCKED, too
    """
    out = bytearray(TABLE_PAGES * PAGE)
    for number, left in sorted(found.items()):
        if BANK_PAGES - len(out) // PAGE % BANK_PAGES < KEPT_TOGETHER + 2:
            out += UNUSED * (-len(out) % BANK)
        bank, place = divmod(len(out), BANK)
        code, code_pages, left = piece(left, place // PAGE, pause)
        page = LOW // PAGE + place // PAGE
        for table, value in zip(tables, (bank, page, page + code_pages), strict=True):
            table[number] = value
        out += code
        while left:
            code, _, left = piece(left, 0, pause)
            out += code
    for table in tables:
        for number in prefetched:
            table[number | FAST_CLOCKED] = table[number]
    out[: TABLES * FILES_MOST] = b"".join(tables)
    if len(out) > BANKS_MOST * BANK:
        raise build_game.GameError(
            f"the cartridge's files need {len(out)} bytes, there is room for {BANKS_MOST * BANK}"
        )
    return bytes(out + UNUSED * (-len(out) % BANK))
