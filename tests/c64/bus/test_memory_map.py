"""What the CPU finds at an address in each of the PLA's 32 modes, by every way there is.

Where reads go is the table of test_pla.py, from the C64 Programmer's Reference Guide; here is
tested that the board goes there: with the right byte of the right chip, by an access, a look
without side effects and an instruction, which may take a way of its own (``Bus.reads``).
"""

import pytest

from tests.c64.bus.boards import BASIC, CHARGEN, KERNAL, KnownCartridge, known_board, romh, roml
from tests.c64.bus.test_pla import PAGES, READS

PLACES = (0x123, 0x7FF, 0xA5A, 0xFFF)  # in a page of 4 KiB
LDA, STA, STA_ZP, LDA_NUMBER, JMP, NOP = 0xAD, 0x8D, 0x85, 0xA9, 0x4C, 0xEA
CODE = 0x0300  # RAM in every mode
ULTIMAX = range(16, 24)


@pytest.fixture(scope="module")
def board():
    """A machine in whose expansion port known bytes are."""
    board = known_board(KnownCartridge())
    board.access_write(0xD011, 0)  # the VIC takes no cycles
    return board


def choose(board, mode):
    """Set the five lines of the PLA."""
    board.cart.game, board.cart.exrom = mode >> 3 & 1, mode >> 4 & 1
    board.cart.seen.clear()
    board.access_write(0, 0x2F)
    board.access_write(1, 0x30 | mode & 7)


def expected(board, letter, addr):
    """The byte at ``addr`` of what a letter of the table stands for."""
    if letter == "r":
        return board.ram[addr]
    if letter == "-":
        return board.vic.phi1_data
    known = {
        "b": lambda at: BASIC[at & 0x1FFF],
        "k": lambda at: KERNAL[at & 0x1FFF],
        "c": lambda at: CHARGEN[at & 0xFFF],
        "L": lambda at: roml(at & 0x1FFF),
        "H": lambda at: romh(at & 0x1FFF),
    }
    return known[letter](addr)


def addresses(mode):
    """Yield (letter, address) of what is in the table but I/O: 4 places in every page."""
    for page, letter in zip(PAGES, READS[mode], strict=True):
        pages = (page, page + 1) if page in (8, 0xA, 0xE) else (page,)
        for number in pages:
            yield from ((letter, number << 12 | place) for place in PLACES if letter != "i")


def run(board, *code):
    """Run instructions that lie in RAM, behind so many others that accesses are quick by then."""
    end = CODE + 8 + len(code)
    code = bytes([NOP] * 8 + [*code] + [JMP, end & 0xFF, end >> 8])
    board.ram[CODE : CODE + len(code)] = code
    cpu = board.cpu
    cpu.pc, cpu.p, cpu.int_prev, cpu.int_now, cpu.reset_pending = CODE, 0x24, 0, 0, 0
    board.run_until(board.cycle + 30)
    assert cpu.pc == end


@pytest.mark.parametrize("mode", range(32))
def test_a_read_finds_the_byte_of_the_chip_that_the_table_names(board, mode):
    choose(board, mode)
    for letter, addr in addresses(mode):
        wanted = expected(board, letter, addr)
        assert (board.access_read(addr), board.peek(addr)) == (wanted, wanted), hex(addr)


@pytest.mark.parametrize("mode", range(32))
def test_an_instruction_reads_the_same(board, mode):
    choose(board, mode)
    for letter, addr in addresses(mode):
        if letter == "-":
            continue  # what the VIC fetched last: see test_io_area.py
        run(board, LDA, addr & 0xFF, addr >> 8, STA_ZP, 0x40)
        assert board.ram[0x40] == expected(board, letter, addr), hex(addr)


@pytest.mark.parametrize("mode", [mode for mode in range(32) if mode not in ULTIMAX])
def test_a_write_reaches_the_ram_below_every_rom(board, mode):
    choose(board, mode)
    for letter, addr in addresses(mode):
        before = board.ram[addr]
        board.access_write(addr, before ^ 0x55)
        assert board.ram[addr] == before ^ 0x55, hex(addr)
        board.poke(addr, before ^ 0xFF)
        assert board.ram[addr] == before ^ 0xFF, hex(addr)
        run(board, LDA_NUMBER, before ^ 0xAA, STA, addr & 0xFF, addr >> 8)
        assert board.ram[addr] == before ^ 0xAA, (letter, hex(addr))
        board.ram[addr] = before
    assert board.cart.seen == []


def test_in_ultimax_mode_a_write_reaches_the_cartridge_or_nothing(board):
    choose(board, 16)
    for letter, addr in addresses(16):
        board.cart.seen.clear()
        before = bytes(board.ram)
        board.access_write(addr, 0x77)
        assert bytes(board.ram) == before
        window = {"L": "roml", "H": "romh"}.get(letter)
        told = [(window, addr & 0x1FFF, 0x77, board.cycle)] if window else []
        assert board.cart.seen == told, hex(addr)


def test_the_kernal_is_seen_where_the_table_has_it(board):
    for mode in range(32):
        choose(board, mode)
        assert board.sees_kernal() == (READS[mode][5] == "k"), mode


def test_a_write_to_the_port_leaves_in_ram_what_the_vic_fetched(board):
    """The 6510 does not put the byte on the bus, where what the VIC read last is still."""
    choose(board, 31)
    for addr in (0, 1):
        board.ram[addr] = board.vic.phi1_data ^ 0xFF
        board.access_write(addr, 0x2F if addr == 0 else 0x37)
        assert board.ram[addr] == board.vic.phi1_data


def test_the_vic_sees_romh_at_3000_in_ultimax_mode_alone(board):
    for mode in range(32):
        choose(board, mode)
        assert board.vic.ultimax == (mode in ULTIMAX)
