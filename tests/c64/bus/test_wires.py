"""What hangs on CIA 2's port A: the serial bus and the VIC's bank; and what moves a pin at all.

Source: C64 Programmer's Reference Guide, CIA 2.  PA0 and PA1, inverted, are the VIC's address
lines 14 and 15; PA3, PA4 and PA5 pull ATN, CLK and DATA through inverters; PA6 and PA7 read CLK
and DATA as they are.  A pin that is an input is pulled up.
"""

import itertools

import pytest

from c64.drive.iec import SerialDevice
from tests.c64.bus.boards import known_board

PRA, DDRA = 0xDD00, 0xDD02
PINS, OUTPUTS = 0x07, 0x3F  # the KERNAL's: bank 0, RS232 high, nothing pulled
CIA1_PRA, CIA1_PRB, CIA1_DDRA, CIA1_DDRB = 0xDC00, 0xDC01, 0xDC02, 0xDC03


class Puller(SerialDevice):
    """A device that pulls what it is told and notes when it is told of changes."""

    def __init__(self):
        self.clk = self.data = self.lazy = 0
        self.wakeup = 1 << 62
        self.told = []

    def lines_changed(self, bus, cycle):
        self.told.append((bus.atn_low, bus.clk_low, bus.data_low, cycle))


@pytest.fixture
def board():
    board = known_board()
    board.access_write(DDRA, OUTPUTS)
    board.access_write(PRA, PINS)
    return board


@pytest.mark.parametrize("pulled", range(8))
def test_pa3_to_pa5_pull_atn_clk_and_data_and_pa6_and_pa7_read_them(board, pulled):
    atn, clk, data = pulled & 1, pulled >> 1 & 1, pulled >> 2
    board.access_write(PRA, PINS | pulled << 3)
    assert (board.iec.atn_low, board.iec.clk_low, board.iec.data_low) == (atn, clk, data)
    read = PINS | pulled << 3 | (not clk) << 6 | (not data) << 7
    assert board.access_read(PRA) == board.peek(PRA) == read


@pytest.mark.parametrize(("clk", "data"), [(0, 0), (1, 0), (0, 1), (1, 1)])
def test_what_a_device_pulls_is_read_at_pa6_and_pa7(board, clk, data):
    device = Puller()
    device.clk, device.data = clk, data
    board.iec.attach(8, device)
    read = PINS | (not clk) << 6 | (not data) << 7
    assert board.access_read(PRA) == board.peek(PRA) == read
    board.access_write(PRA, PINS | 0x30)
    assert board.access_read(PRA) == PINS | 0x30
    board.iec.detach(8)
    board.access_write(PRA, PINS)
    assert board.access_read(PRA) == PINS | 0xC0


def test_a_device_is_told_of_a_change_in_its_cycle_and_of_no_write_that_changes_nothing(board):
    device = Puller()
    board.iec.attach(8, device)
    board.idle(11)
    board.access_write(PRA, PINS | 0x08)
    assert device.told[0] == (1, 0, 0, board.cycle)
    device.told.clear()
    for value in (PINS | 0x08, 0x08, 0x0C):  # the bank and RS232 are no lines of the bus
        board.access_write(PRA, value)
    assert device.told == []
    board.access_write(DDRA, OUTPUTS & ~0x08)  # an input is high: it pulls as before
    assert device.told == []
    board.access_write(PRA, PINS)
    assert device.told == []
    board.access_write(DDRA, OUTPUTS)
    assert device.told[0] == (0, 0, 0, board.cycle)


@pytest.mark.parametrize("value", range(4))
def test_pa0_and_pa1_choose_the_vics_bank_inverted(board, value):
    board.access_write(PRA, value | 4)
    assert board.vic.bank == (3 - value) << 14
    board.access_write(DDRA, 0x3E)  # PA0 is pulled up
    assert board.vic.bank == (3 - (value | 1)) << 14
    board.access_write(DDRA, 0x3C)
    assert board.vic.bank == 0
    board.access_write(DDRA, OUTPUTS)
    assert board.vic.bank == (3 - value) << 14


def test_after_a_reset_all_pins_are_inputs_and_pull_the_bus_and_choose_bank_0():
    board = known_board()
    assert board.vic.bank == 0
    assert (board.iec.atn_low, board.iec.clk_low, board.iec.data_low) == (1, 1, 1)


def test_a_write_to_port_b_of_cia_2_moves_nothing_of_port_a(board):
    board.access_write(PRA, 0x04)
    for reg in (1, 3):
        board.access_write(0xDD00 + reg, 0x38)
        board.access_write(0xDD00 + reg, 0xC7)
    assert board.vic.bank == 0xC000
    assert (board.iec.atn_low, board.iec.clk_low, board.iec.data_low) == (0, 0, 0)


@pytest.mark.parametrize("register", [CIA1_PRA, CIA1_DDRA])
def test_either_register_of_port_a_switches_the_paddles(register):
    board = known_board()
    board.controls.paddles(1).turn(30, 40)
    board.controls.paddles(2).turn(50, 60)
    board.access_write(CIA1_DDRA, 0xFF)
    board.access_write(CIA1_PRA, 0x40 if register == CIA1_PRA else 0x00)
    if register == CIA1_DDRA:
        board.access_write(CIA1_DDRA, 0xBF)  # PA6 is pulled up
    assert (board.sid.pot_x, board.sid.pot_y) == (30, 40)
    board.access_write(register, 0x80 if register == CIA1_PRA else 0x7F)
    assert (board.sid.pot_x, board.sid.pot_y) == (50, 60)
    board.access_write(CIA1_DDRA, 0xFF)
    board.access_write(CIA1_PRA, 0x00)
    assert (board.sid.pot_x, board.sid.pot_y) == (255, 255)


@pytest.mark.parametrize("register", [CIA1_PRB, CIA1_DDRB])
def test_either_register_of_port_b_moves_the_light_pens_line(register):
    board = known_board()
    board.access_write(CIA1_PRB, 0xFF if register == CIA1_PRB else 0xEF)
    board.access_write(CIA1_DDRB, 0x10 if register == CIA1_PRB else 0x00)
    assert board.vic.lp_level == 1
    board.access_write(register, 0xEF if register == CIA1_PRB else 0x10)
    assert board.vic.lp_level == 0
    board.access_write(register, 0xFF if register == CIA1_PRB else 0x00)
    assert board.vic.lp_level == 1


def test_nmi_falls_once_however_many_pull_it():
    """CIA 2, RESTORE and the expansion port are on one wire: only its falling edge counts."""
    board = known_board()

    def fallen():
        board.idle(3)
        latch, board.cpu.nmi_latch = board.cpu.nmi_latch, 0  # taken
        return bool(latch)

    def restore(level):
        (board.keyboard.press if level else board.keyboard.release)("RESTORE")

    def expansion(level):
        board.cart.nmi = level

    def timer(level):
        if level:
            for reg, value in ((13, 0x81), (4, 1), (5, 0), (14, 0x19)):  # one shot
                board.access_write(0xDD00 + reg, value)
            board.idle(6)
        else:
            board.access_read(0xDD0D)

    assert not fallen()
    for first, second, third in itertools.permutations((restore, expansion, timer)):
        first(1)
        assert fallen()
        second(1)
        assert not fallen()
        third(1)
        assert not fallen()
        first(0)
        assert not fallen()
        second(0)
        assert not fallen()
        third(0)
        assert not fallen()


@pytest.mark.parametrize("pulling", range(1, 8))
def test_irq_is_low_while_anybody_pulls_it(pulling):
    board = known_board()
    board.access_write(0xD01A, 1)
    for reg, value in ((13, 0x81), (4, 1), (5, 0)):
        board.access_write(0xDC00 + reg, value)
    board.idle(3)
    assert not board.cpu.int_now & 1
    board.cart.irq = pulling & 1
    if pulling & 2:
        board.access_write(0xDC0E, 0x19)
    if pulling & 4:
        board.access_write(0xD011, 0)
        board.access_write(0xD012, board.vic.raster_line + 1)
        board.idle(70)
    board.idle(6)
    assert board.cpu.int_now & 1
    board.cart.irq = 0
    board.access_read(0xDC0D)
    board.access_write(0xD019, 0xFF)
    board.idle(4)
    assert not board.cpu.int_now & 1
