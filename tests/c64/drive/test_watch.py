"""A 1541's CPU that is watched stops before an instruction, for a debugger."""

import pytest

from c64.drive.board1541 import DriveBus

LOOP = bytes.fromhex("EA E8 4C0003")  # $0300: NOP, INX, JMP $0300


@pytest.fixture
def unit():
    """A drive's board that runs LOOP."""
    unit = DriveBus(bytes(16384))
    memoryview(unit.ram)[0x300 : 0x300 + len(LOOP)] = LOOP
    unit.cpu.go_to(0x300)
    unit.cpu.x, unit.cpu.p = 0, 0x24
    return unit


def stops(*addresses):
    """Return what ``watch`` takes."""
    flags = bytearray(65536)
    for address in addresses:
        flags[address] = 1
    return flags


def test_it_stops_before_the_instruction_and_waits(unit):
    begin = unit.cycle
    unit.watch(stops(0x302))
    unit.run_to(begin + 1000)
    assert (unit.held, unit.held_at, unit.cpu.pc, unit.cpu.x) == (1, 0x302, 0x302, 1)
    assert unit.cycle == begin + 4
    unit.run_to(begin + 2000)
    assert unit.cycle == begin + 4


def test_it_goes_on_past_the_instruction_where_it_stands(unit):
    begin = unit.cycle
    unit.watch(stops(0x302))
    for turn in range(1, 5):
        unit.run_to(begin + 1000)
        assert (unit.held, unit.cpu.x) == (1, turn)
        unit.held, unit.leaving = 0, 1
    unit.watch(None)
    unit.run_to(begin + 1000)
    assert not unit.held and begin + 993 < unit.cycle <= begin + 1000


def test_one_that_stops_nowhere_is_where_an_unwatched_one_is(unit):
    other = DriveBus(bytes(16384))
    memoryview(other.ram)[0x300 : 0x300 + len(LOOP)] = LOOP
    other.cpu.go_to(0x300)
    other.cpu.x, other.cpu.p = 0, 0x24
    unit.watch(stops())
    for due in (7, 8, 9, 500, 501, 4000):
        for one in (unit, other):
            one.run_to(one.cycle + due)
        assert (unit.cycle, unit.cpu.pc, unit.cpu.x) == (other.cycle, other.cpu.pc, other.cpu.x)
