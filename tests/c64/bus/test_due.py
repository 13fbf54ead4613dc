"""In which cycle the board serves who asked for one, however far VIC and CIAs lag behind then."""

import pytest

from c64.drive.iec import IEC_NEVER, SerialDevice
from tests.c64.bus.boards import known_board

JMP_SELF = bytes((0x4C, 0x00, 0x10))


class Sleeper(SerialDevice):
    """A device that wants to run every ``period`` cycles and notes when it did."""

    def __init__(self, first, period):
        self.clk = self.data = self.lazy = 0
        self.wakeup, self.period = first, period
        self.ran = []

    def run(self, bus, cycle):
        self.ran.append(cycle)
        self.wakeup = self.wakeup + self.period if len(self.ran) < 40 else IEC_NEVER


def looping():
    """A machine that waits in a loop, without interrupts."""
    board = known_board()
    board.cpu.step()  # the reset sequence
    board.ram[0x1000:0x1003] = JMP_SELF
    board.cpu.pc, board.cpu.sp, board.cpu.p = 0x1000, 0xFF, 0x24
    return board


@pytest.mark.parametrize("lag", [0, 1])
@pytest.mark.parametrize("display", [0x00, 0x1B])
@pytest.mark.parametrize("period", [1, 2, 7, 64, 101])
def test_a_device_runs_in_the_cycle_it_asked_for(period, display, lag):
    board = looping()
    board.access_write(0xD011, display)
    board.may_lag = lag
    first = board.cycle + 50
    device = Sleeper(first, period)
    board.iec.attach(8, device)
    board.run_until(first + 40 * period)
    assert device.ran == [first + number * period for number in range(40)]


@pytest.mark.parametrize("latch", [3, 4, 5, 20, 21, 22, 300])
def test_a_timers_interrupt_comes_in_the_same_cycle_when_chips_lag(latch):
    """Three INX and a JMP: how often X was counted up says when."""
    seen = {}
    for lag in (0, 1):
        board = looping()
        board.may_lag = lag
        board.access_write(0xD011, 0)
        board.access_write(1, 0x35)
        board.ram[0x1000:0x1006] = b"\xe8\xe8\xe8" + JMP_SELF
        board.ram[0xFFFE:0x10000] = bytes((0x00, 0x20))
        board.ram[0x2000:0x2003] = bytes((0x4C, 0x00, 0x20))
        for reg, value in ((13, 0x7F), (13, 0x81), (4, latch & 0xFF), (5, latch >> 8), (14, 0x11)):
            board.access_write(0xDC00 + reg, value)
        board.cpu.p = 0x20
        board.run_until(board.cycle + latch + 40)
        assert board.cpu.pc == 0x2000
        seen[lag] = board.cpu.x, board.ram[0x01FE], board.ram[0x01FF], board.cycle
    assert seen[0] == seen[1]
