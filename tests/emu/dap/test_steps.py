"""Steps by lines of C, where a line has many instructions."""

import pytest

from emu.dap.errors import DapError
from emu.dap.sources import SourceMap
from emu.dap.steps import LOOK_BACK, StepBack
from emu.kit.symbols import Symbols
from tests.emu.monitor.session import debugger

C = "/src/main.c"
# LDY #0; LDX #n, DEX, BNE back to it; NOP, NOP; JMP to itself
CODE = bytes([0xA0, 0, 0xA2, 0, 0xCA, 0xD0, 0xFD, 0xEA, 0xEA, 0x4C, 0x09, 0xC0])
BEFORE, LINE, BEHIND = 0xC000, 0xC002, 0xC007
ROWS = ((BEFORE, 2, 4), (LINE, 2, 5), (LINE + 2, 1, 5), (LINE + 3, 2, 5), (BEHIND, 1, 6),
        (BEHIND + 1, 1, 6))  # fmt: skip


def stood(turns, end):
    """A machine at an address, after some turns of the loop in LINE, and its lines."""
    code = bytearray(CODE)
    code[3] = turns
    one = debugger(bytes(code))
    symbols = Symbols()
    for at, size, line in ROWS:
        symbols.code[at], symbols.lines[at] = size, (C, line)
    one.hold()
    point = one.add("exec", end)
    one.run_frame()
    one.remove(point)
    assert one.board.cpu.pc == end
    return one, SourceMap(symbols)


@pytest.mark.parametrize("turns", [1, 16, 31, 32, 33, 200])
def test_a_step_back_goes_to_where_a_line_began_however_long_it_ran(turns):
    one, sources = stood(turns, BEHIND)
    assert 2 * turns < LOOK_BACK[1]
    StepBack(one, sources).run()
    assert one.board.cpu.pc == LINE
    StepBack(one, sources).run()
    assert one.board.cpu.pc == BEFORE
    with pytest.raises(DapError, match="the history begins here"):
        StepBack(one, sources).run()


def test_a_step_back_from_within_a_line_goes_to_its_beginning():
    one, sources = stood(3, BEHIND + 1)
    StepBack(one, sources).run()
    assert one.board.cpu.pc == BEHIND
