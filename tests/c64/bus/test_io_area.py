"""Who answers in $D000-$DFFF: decoding, mirrors, what nobody drives, looks without side effects.

Source: C64 Programmer's Reference Guide, memory map and schematics.  The 74LS139 divides the area
into pages: four for the VIC, four for the SID, four for the colour RAM, one for each CIA, one each
for I/O 1 and I/O 2 of the expansion port.  A chip has no more address lines than it has registers:
the VIC's appear every 64 bytes, the SID's every 32, a CIA's every 16.  The colour RAM has four
bits; the others are those that the VIC has left on the bus in phi1.
"""

import dataclasses

import pytest

from c64.bus.models import choose_model
from c64.bus.ram_expansion import Plus60K, Plus256K
from c64.bus.sid_places import SidPlace
from tests.c64.bus.boards import KnownCartridge, known_board, roml

SCREEN, BACKGROUND = 0xD020, 0xD021
SID_SILENT_REGISTER = 0x1D  # nothing is there: a read shows what is still on the SID's bus


@pytest.fixture
def board():
    """A machine with a cartridge that notes what it is asked."""
    return known_board(KnownCartridge())


def sids(at, **options):
    """A machine with a second SID at an address."""
    model = dataclasses.replace(choose_model(), sids=(SidPlace(at),))
    return known_board(KnownCartridge(), model=model, **options)


def test_the_vics_registers_appear_every_64_bytes(board):
    for number, base in enumerate(range(0xD000, 0xD400, 64)):
        board.access_write(base + 0x20, number)
        assert board.access_read(SCREEN) == 0xF0 | number
        board.access_write(BACKGROUND, 15 - number)
        assert board.access_read(base + 0x21) == board.peek(base + 0x21) == 0xFF - number


def test_the_sids_registers_appear_every_32_bytes(board):
    for number, base in enumerate(range(0xD400, 0xD800, 32)):
        board.access_write(base, 0x40 + number)
        assert board.peek(0xD400 + SID_SILENT_REGISTER) == 0x40 + number
        board.access_write(0xD400, 0x80 + number)
        assert board.access_read(base + SID_SILENT_REGISTER) == 0x80 + number
        board.access_write(0xD400, 0xC0 + number)
        assert board.peek(base + SID_SILENT_REGISTER) == 0xC0 + number


@pytest.mark.parametrize("first", [0xDC00, 0xDD00])
def test_a_cias_registers_appear_every_16_bytes(board, first):
    other = first ^ 0x100
    board.access_write(other + 3, 0x5A)
    for number, base in enumerate(range(first, first + 0x100, 16)):
        board.access_write(base + 3, 0xA0 + number)
        assert board.access_read(first + 3) == 0xA0 + number
        board.access_write(first + 3, 0x60 + number)
        assert board.access_read(base + 3) == board.peek(base + 3) == 0x60 + number
    assert board.access_read(other + 3) == 0x5A


def test_the_colour_ram_has_four_bits_and_the_rest_is_what_the_vic_fetched(board):
    for addr in (0xD800, 0xD801, 0xD9C3, 0xDA3C, 0xDBFE, 0xDBFF):
        board.idle(7)
        board.access_write(addr, 0xA0 | addr & 15)
        assert board.color_ram[addr & 0x3FF] == addr & 15
        for phi1 in (0x00, 0x5F, 0xFF):
            board.vic.phi1_data = phi1
            shown = phi1 & 0xF0 | addr & 15
            assert (board.access_read(addr), board.peek(addr)) == (shown, shown)


def test_the_expansion_port_is_asked_at_de00_to_dfff(board):
    for addr in (0xDE00, 0xDE5A, 0xDEFF, 0xDF00, 0xDFA5, 0xDFFF):
        board.idle(3)
        board.cart.seen.clear()
        board.vic.phi1_data = 0x37
        board.cart.io = 0x91
        assert board.access_read(addr) == board.peek(addr) == 0x91
        board.cart.io = -1  # nobody drives the bus
        assert board.access_read(addr) == board.peek(addr) == 0x37
        board.access_write(addr, 0x12)
        read, write = ("read", addr & 0x1FF, 0x37, board.cycle), ("write", addr & 0x1FF, 0x12)
        assert board.cart.seen == [read, read, (*write, board.cycle)]


@pytest.mark.parametrize("does", ["reads", "writes"])
def test_lines_that_a_cartridge_pulls_in_an_access_hold_from_the_next_on(board, does):
    board.cart.pulls = 0, 1
    assert board.vic.ultimax == 0
    if does == "reads":
        board.access_read(0xDE00)
    else:
        board.access_write(0xDE00, 1)
    assert board.vic.ultimax == 1
    assert board.access_read(0x8123) == roml(0x0123)


def test_a_look_at_the_expansion_port_changes_no_line(board):
    board.cart.pulls = 0, 1
    board.peek(0xDE00)
    assert (board.cart.seen, board.vic.ultimax) == ([], 0)


@pytest.mark.parametrize("at", [0xD420, 0xD5E0, 0xD7E0, 0xDE00, 0xDE40, 0xDFE0])
def test_a_second_sid_answers_at_its_own_32_addresses_alone(at):
    board = sids(at)
    board.access_write(0xD400, 0x11)
    board.access_write(at, 0x22)
    board.access_write(at + 31, 0x33)
    assert board.peek(0xD400 + SID_SILENT_REGISTER) == 0x11
    assert board.peek(at + SID_SILENT_REGISTER) == 0x33
    assert board.access_read(at + SID_SILENT_REGISTER) == 0x33
    assert board.cart.seen == []
    for beside in (at - 32, at + 32):
        if 0xD400 <= beside < 0xD800:
            board.access_write(beside, 0x44)
            assert board.peek(0xD400 + SID_SILENT_REGISTER) == 0x44
        elif 0xDE00 <= beside < 0xE000:
            board.access_write(beside, 0x44)
            assert board.cart.seen.pop() == ("write", beside & 0x1FF, 0x44, board.cycle)
        assert board.peek(at + SID_SILENT_REGISTER) == 0x33


@pytest.mark.parametrize("at", [0xD420, 0xDE00])
def test_both_sids_run_with_the_machine(at):
    """Voice 3's sawtooth is read at +$1B: 8 bits of a counter, by frequency * cycles."""
    board = sids(at)
    for base, frequency in ((0xD400, 0x40), (at, 0x80)):
        board.access_write(base + 0x12, 0x08)  # TEST holds the counter at 0
        board.access_write(base + 0x0F, frequency)
        board.access_write(base + 0x12, 0x20)
    board.idle(400)
    first, second = board.access_read(0xD41B), board.access_read(at + 0x1B)
    assert abs(first - (0x4000 * 400 >> 16)) <= 1
    assert abs(second - (0x8000 * 400 >> 16)) <= 1
    board.idle(100)
    assert abs(board.peek(0xD41B) - (0x4000 * 500 >> 16)) <= 1
    assert abs(board.peek(at + 0x1B) - (0x8000 * 500 >> 16)) <= 1


def test_a_debug_cartridge_at_d7ff_stops_the_machine_with_its_value(board):
    """As VICE's -debugcart has it; without one it is a mirror of the SID."""
    board.access_write(0xD7FF, 0x5A)
    assert (board.stop, board.debug_value) == (0, 0)
    board.debugcart = 1
    board.access_write(0xD7DF, 0x11)
    assert (board.stop, board.debug_value) == (0, 0)
    board.access_write(0xD7FF, 0xA5)
    assert (board.stop, board.debug_value) == (1, 0xA5)


def test_a_look_clears_no_interrupt_flags_as_a_read_does(board):
    for base in (0xDC00, 0xDD00):
        board.access_write(base + 13, 0x7F)
        board.access_write(base + 4, 2)
        board.access_write(base + 5, 0)
        board.access_write(base + 14, 0x11)
    board.idle(20)
    for addr in (0xDC0D, 0xDD0D):
        assert [board.peek(addr) & 1, board.peek(addr) & 1] == [1, 1]
        assert board.access_read(addr) & 1
    board.access_write(0xDC0E, 0)
    board.access_write(0xDD0E, 0)
    board.idle(4)
    for addr in (0xDC0D, 0xDD0D):
        board.access_read(addr)
        assert board.peek(addr) & 1 == 0


def test_a_poke_reaches_registers_and_ram_below_roms(board):
    board.poke(SCREEN, 0x05)
    assert board.access_read(SCREEN) == 0xF5
    board.poke(0xA000, 0x177)  # a byte of it
    assert board.ram[0xA000] == 0x77
    board.poke(1, 0x34)
    assert board.peek(0xA000) == 0x77


EXPANSIONS = {  # first address of the register and of what nobody drives, past it
    "+60K": ({"base": 0xD100}, 0xD100, 0xD200),
    "+60K at $D040": ({"base": 0xD040}, 0xD040, 0xD100),
    "+256K": (None, 0xD100, 0xD200),
}


@pytest.mark.parametrize("name", EXPANSIONS)
def test_a_ram_expansion_leaves_the_vic_the_addresses_below_its_register(name):
    options, register, nothing = EXPANSIONS[name]
    board = known_board(expansion=Plus256K() if options is None else Plus60K(**options))
    assert board.vic_blocks == 0
    board.access_write(SCREEN, 3)
    for addr in range(0xD020, 0xD400, 64):
        board.vic.phi1_data = 0x6B
        there = 0xF3 if addr < register else 0xFF if addr < nothing else 0x6B
        assert (board.access_read(addr), board.peek(addr)) == (there, there), hex(addr)
        board.access_write(addr, 7)
        assert board.peek(SCREEN) == (0xF7 if addr < register else 0xF3)
        board.access_write(SCREEN, 3)
    assert (board.expansion.high, board.expansion.low) == ((0, 3) if options is None else (0, 0))
