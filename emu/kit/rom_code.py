"""Where an instruction in ROM is kept: in the KERNAL, in BASIC, or in a bank of a cartridge.

Cartridges keep their ROM in arrays of their own (c64.cartridge), so the place is found by trying:
it is where the instruction is, and a change of it is what the CPU reads.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from emu.kit.types import Board

BANK = 0x2000
_ROMS = ("kernal", "basic")
_DEPTH = 3  # a REU, the cartridge behind it, its flash chip


class Home(NamedTuple):
    """A place in an array of bytes."""

    array: memoryview
    offset: int

    def put(self, code: bytes) -> None:
        """Have other bytes there."""
        self.array[self.offset : self.offset + len(code)] = code


def find_home(board: Board, address: int, code: bytes) -> Home | None:
    """Return where the instruction is that the CPU reads at an address now; None: not in ROM.

    code  its bytes
    """
    inside = address % BANK
    if inside + len(code) > BANK:
        return None
    for array in _arrays(board):
        for offset in range(inside, len(array), BANK):
            if array[offset : offset + len(code)] == code and _is_read(
                board, address, array, offset
            ):
                return Home(array, offset)
    return None


def _is_read(board: Board, address: int, array: memoryview, offset: int) -> bool:
    """Return True if the CPU reads this byte at an address."""
    before = array[offset]
    if board.peek(address) != before:
        return False
    array[offset] = before ^ 0xFF
    try:
        return bool(board.peek(address) != before)
    finally:
        array[offset] = before


def _arrays(board: Board) -> Iterator[memoryview]:
    for name in _ROMS:
        yield memoryview(getattr(board, name))
    yield from _arrays_of(board.cart, _DEPTH)


def _arrays_of(chip: Any, depth: int) -> Iterator[memoryview]:
    """Yield the arrays of bytes in a chip and its parts that a program could run from."""
    names = {*(field.name for field in chip.fields), *getattr(chip, "derived", ()), "romh", "roml"}
    for name in sorted(names):
        try:
            array = memoryview(getattr(chip, name, None))  # type: ignore[arg-type]
        except TypeError:
            continue
        if array.format in ("B", "c") and not array.readonly and len(array) >= BANK:
            yield array.cast("B") if array.format == "c" else array
    parts = [getattr(chip, name, None) for name in getattr(chip, "parts", ())]
    for part in parts if depth else ():
        if part is not None:
            yield from _arrays_of(part, depth - 1)
