"""What a cartridge does to the memory map beyond EXROM and GAME, in all modes of the PLA.

The kinds are those of c64/cartridge/port.py, each told in words of the windows that are otherwise
(c64/bus/pla.py, ``watched_tables``); which cartridge does what, and by whom that was measured, is
said in its own file.
"""

import pytest

from c64.cartridge.port import (
    CART_DMA_ARMED,
    CART_DMA_NONE,
    CART_DMA_WANTED,
    CART_KERNAL,
    CART_SHADOWED,
    CART_ULTIMAX_ROMS,
    CART_ULTIMAX_WRITES,
    CART_VECTORS,
)
from tests.c64.bus.boards import KERNAL, KnownCartridge, known_board, romh, roml
from tests.c64.bus.test_memory_map import ULTIMAX, addresses, choose, expected
from tests.c64.bus.test_pla import PAGES, READS

EVERY = range(32)
PLAIN = [mode for mode in EVERY if mode not in ULTIMAX]
VALUE = 0x77


@pytest.fixture(scope="module")
def board():
    """A machine in whose expansion port known bytes are."""
    return known_board(KnownCartridge())


def shadow(board, kind, mode):
    """Have the cartridge do one of the kinds, in a mode of the PLA."""
    board.cart.shadow = kind
    board.cart.keeps = 0
    choose(board, mode)


def write(board, addr):
    """Write, and return what came of it: True if RAM took it, and what the cartridge was told."""
    board.cart.seen.clear()
    before = board.ram[addr]
    board.ram[addr] = VALUE ^ 0xFF
    board.access_write(addr, VALUE)
    took = board.ram[addr] == VALUE
    board.ram[addr] = before
    return took, [what[:3] for what in board.cart.seen]


@pytest.mark.parametrize("mode", PLAIN)
def test_a_shadowed_cartridge_is_told_of_writes_below_8000_to_bfff_and_may_keep_them(board, mode):
    shadow(board, CART_SHADOWED, mode)
    for letter, addr in addresses(mode):
        assert board.access_read(addr) == expected(board, letter, addr)
        told = [("below", addr, VALUE)] if 0x8000 <= addr < 0xC000 else []
        assert write(board, addr) == (True, told), hex(addr)
        board.cart.keeps = 1
        assert write(board, addr) == (not told, told), hex(addr)
        board.cart.keeps = 0


@pytest.mark.parametrize("mode", EVERY)
def test_writes_as_in_ultimax_mode_reach_the_windows_and_nothing_else_past_8000(board, mode):
    shadow(board, CART_ULTIMAX_WRITES, mode)
    windows = {8: "roml", 9: "roml", 0xE: "romh", 0xF: "romh"}
    for letter, addr in addresses(mode):
        assert board.access_read(addr) == expected(board, letter, addr)
        if addr < 0x8000 and mode not in ULTIMAX:
            assert write(board, addr) == (True, [])
        elif addr >= 0x8000 and addr >> 12 != 0xD:
            window = windows.get(addr >> 12)
            told = [(window, addr & 0x1FFF, VALUE)] if window else []
            assert write(board, addr) == (False, told), hex(addr)


@pytest.mark.parametrize("mode", EVERY)
def test_romh_takes_the_place_of_the_kernal_alone(board, mode):
    shadow(board, CART_KERNAL, mode)
    for letter, addr in addresses(mode):
        there = romh(addr & 0x1FFF) if letter == "k" else expected(board, letter, addr)
        assert board.access_read(addr) == board.peek(addr) == there, hex(addr)
    assert not board.sees_kernal()


@pytest.mark.parametrize("mode", EVERY)
def test_ultimax_roms_are_seen_in_every_mode_and_the_memory_between_them_is_open(board, mode):
    shadow(board, CART_ULTIMAX_ROMS, mode)
    for letter, addr in addresses(mode):
        page = addr >> 12
        if page in (8, 9):
            there = roml(addr & 0x1FFF)
        elif page in (0xE, 0xF):
            there = romh(addr & 0x1FFF)
        elif page in (0xA, 0xB):
            there = board.vic.phi1_data
        else:
            there = expected(board, letter, addr)
        assert board.access_read(addr) == there, hex(addr)
        if mode not in ULTIMAX:
            outside = page not in (8, 9, 0xA, 0xB, 0xE, 0xF)
            assert write(board, addr)[0] == outside, hex(addr)


@pytest.mark.parametrize("always", [0, 1])
@pytest.mark.parametrize("mode", range(24, 32))
def test_a_cartridge_may_answer_for_the_vectors_alone(mode, always):
    """GMod3 does at times (CART_VECTORS); one that always may is told of writes past $F000, too."""
    cart = KnownCartridge()
    cart.vectors = always
    board = known_board(cart)
    shadow(board, 0 if always else CART_VECTORS, mode)
    kernal = READS[mode][5] == "k"
    for addr in (0xEFFF, 0xF000, 0xFABC, 0xFFF7):
        there = KERNAL[addr & 0x1FFF] if kernal else board.ram[addr]
        assert board.access_read(addr) == board.peek(addr) == there, hex(addr)
    for addr in range(0xFFF8, 0x10000):
        assert board.access_read(addr) == board.peek(addr) == romh(addr & 0x1FFF)
    assert write(board, 0xEFFF) == (True, [])
    for addr in (0xF000, 0xFFFA):
        told = [("below", addr, VALUE)] if always else []
        assert write(board, addr) == (True, told)
        cart.keeps = 1
        assert write(board, addr) == (not always, told)
        cart.keeps = 0


@pytest.mark.parametrize("kind", [0, CART_SHADOWED, CART_ULTIMAX_WRITES, CART_KERNAL])
def test_an_armed_transfer_waits_for_a_write_to_ff00_and_changes_no_access(board, kind):
    """As the REU does with bit 4 of its command: 1764/1750 manual."""
    for mode in (31, 29, 28, 7):
        for addr in (0xFEFF, 0xFF01, 0xF000, 0x1F00, 0xFF00):
            board.cart.dma = CART_DMA_NONE
            shadow(board, kind, mode)
            read = [board.access_read(page << 12 | 0xF00) for page in PAGES if page != 0xD]
            plain = write(board, addr)
            board.cart.dma = CART_DMA_ARMED
            board.poke(0x0400, 0)  # the board looks at the cartridge anew
            armed = [board.access_read(page << 12 | 0xF00) for page in PAGES if page != 0xD]
            assert armed == read
            assert write(board, addr) == plain
            wanted = CART_DMA_WANTED if addr == 0xFF00 else CART_DMA_ARMED
            assert board.cart.dma == wanted, (mode, hex(addr))
    board.cart.dma = CART_DMA_NONE
    board.poke(0x0400, 0)
