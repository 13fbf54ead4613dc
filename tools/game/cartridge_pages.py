"""The pages of go64.crt in the banks of its high chip (called by cartridge.py).

A page is what somebody waits for with his finger on a key, so its file is stored, not copied: code
holds each byte as what it loads, and stores it wherever it belongs.  Each value is loaded once for
all its places, so a byte takes 4 cycles and 3 bytes.  As with other files, a piece of this code
lies in a bank, and returns in Y the page of the next one's, or 0 (cartridge_files.py).
"""

from collections.abc import Iterator

from tools.game import pack
from tools.game.cartridge_files import (
    BANK,
    FILES_MOST,
    INTERRUPTS_WAIT,
    JSR,
    LDY,
    PAGE,
    RTS,
    TABLES,
    UNUSED,
    word,
)

HIGH = 0xA000
LAST_BANK = 63  # saved games are in the low chip alone
LDA, STA = 0xA9, 0x8D
LDA_CYCLES, STA_CYCLES = 2, 4
END_SIZE = 3  # the way back
LEAST_ROOM = 4 * PAGE  # a piece is not begun in less


def places(blocks: list[pack.Block]) -> list[tuple[int, int]]:
    """Return [(value, address)] of all bytes of blocks of memory, by value."""
    return sorted(
        (value, start + place) for start, data in blocks for place, value in enumerate(data)
    )


def steps(stores: list[tuple[int, int]], room: int, call: bytes) -> Iterator[bytes]:
    """Yield the code of each store as far as there is room, with what comes last.

    call    code that lets interrupts in before INTERRUPTS_WAIT cycles are over, and loses A
    """
    held, waited = -1, 0
    for value, address in stores:
        code = b""
        if waited + LDA_CYCLES + STA_CYCLES > INTERRUPTS_WAIT:
            code, held, waited = call, -1, 0
        if value != held:
            code += bytes((LDA, value))
            held, waited = value, waited + LDA_CYCLES
        code += bytes((STA,)) + word(address)
        waited += STA_CYCLES
        room -= len(code)
        if room < END_SIZE:
            return
        yield code


def piece(
    stores: list[tuple[int, int]], room: int, pause: int
) -> tuple[bytes, list[tuple[int, int]]]:
    """Return (code that makes as many stores as it has room for, the stores behind it)."""
    made = list(steps(stores, room, bytes((JSR,)) + word(pause)))
    left, out = stores[len(made) :], b"".join(made)
    end = bytes((LDY, HIGH // PAGE if left else 0, RTS))
    return out + end, left


def high_banks(
    found: dict[int, list[pack.Block]], pause: int, tables: list[bytearray], first: int
) -> dict[int, bytes]:
    """Return {bank: its bytes} with these files; their banks and pages go into the tables.

    tables  banks, pages of the code, pages of the bytes, by number of a file; there are no bytes
    first   the bank that they begin with
    """
    assert len(tables) == TABLES
    out = b""
    for number, blocks in sorted(found.items()):
        assert number < FILES_MOST
        if BANK - len(out) % BANK < LEAST_ROOM:
            out += UNUSED * (-len(out) % BANK)
        bank, place = divmod(len(out), BANK)
        tables[0][number] = first + bank
        tables[1][number] = (HIGH + place) // PAGE
        left = places(blocks)
        while left:
            code, left = piece(left, BANK - len(out) % BANK, pause)
            out += code
            out += UNUSED * (-len(out) % (BANK if left else PAGE))
    out += UNUSED * (-len(out) % BANK)
    return {first + at // BANK: out[at : at + BANK] for at in range(0, len(out), BANK)}
