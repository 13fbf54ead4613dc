"""Memory by bank: RAM, ROM, I/O, cartridge, or as the CPU sees it.

Names and numbers are those of VICE's monitor for the C64 (``bank``; binary monitor, command
0x82).  Where a bank has nothing at an address, it shows RAM, as in VICE: the RAM bank that the CPU
sees, if an expansion has several.
"""

from collections.abc import Callable
from typing import TypeVar

from emu.kit.types import Board

T = TypeVar("T")
BANKS = {"default": 0, "cpu": 0, "ram": 1, "rom": 2, "io": 3, "cart": 4}
BANK_CPU, BANK_RAM, BANK_ROM, BANK_IO, BANK_CART = range(5)


def _rom(board: Board, addr: int) -> int | None:
    """Return the C64's ROM byte at an address, None where it has none."""
    block = addr >> 12
    if block in (0xA, 0xB):
        return int(board.basic[addr & 0x1FFF])
    if block == 0xD:
        return int(board.chargen[addr & 0xFFF])
    return int(board.kernal[addr & 0x1FFF]) if block >= 0xE else None


def _cartridge(board: Board, addr: int) -> int | None:
    """Return the cartridge's ROM byte at an address, None where it has none."""
    cart, block = board.cart, addr >> 13
    if cart.exrom and cart.game:
        return None
    romh = 7 if cart.exrom else 5  # $E000 in Ultimax mode, else $A000
    value = -1
    cart.quiet = 1
    if block == 4:  # $8000
        value = cart.read_roml(addr & 0x1FFF)
    elif block == romh and not cart.game:
        value = cart.read_romh(addr & 0x1FFF)
    cart.quiet = 0
    return None if value < 0 else value


def _own(board: Board, bank: int, addr: int) -> int | None:
    """Return the byte of the bank's own chips at an address, None where it shows RAM."""
    if bank == BANK_IO and addr >> 12 == 0xD:
        return int(board.peek_io(addr))
    if bank == BANK_ROM:
        return _rom(board, addr)
    return _cartridge(board, addr) if bank in (BANK_CART, BANK_IO) else None


def peek_bank(board: Board, bank: int, addr: int) -> int:
    """Return the byte at ``addr`` in a bank (a number of BANKS), without side effects."""
    value = board.peek(addr) if bank == BANK_CPU else _own(board, bank, addr)
    return int(board.peek_ram(addr) if value is None else value)


def _with_io(board: Board, access: Callable[..., T], *args: int) -> T:
    """Make an access to $D000-$DFFF while I/O is banked in there."""
    board.mode16 = (7 | board.cart.game << 3 | board.cart.exrom << 4) * 16
    try:
        return access(*args)
    finally:
        board.update_mode()


def read_bank(board: Board, bank: int, addr: int) -> int:
    """Return the byte at ``addr`` in a bank, with the side effects of a read."""
    if bank == BANK_CPU:
        return int(board.access_read(addr))
    if bank == BANK_IO and addr >> 12 == 0xD:
        return int(_with_io(board, board.access_read, addr))
    return peek_bank(board, bank, addr)


def write_bank(board: Board, bank: int, addr: int, value: int) -> None:
    """Write a byte to a bank; ROM is left unchanged."""
    if bank == BANK_CPU:
        board.poke(addr, value)
    elif bank == BANK_IO and addr >> 12 == 0xD:
        _with_io(board, board.poke, addr, value)
    elif _own(board, bank, addr) is None:
        board.poke_ram(addr, value)
