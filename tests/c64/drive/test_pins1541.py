"""What each pin of a 1541's VIAs is wired to, in all combinations; what a reset leaves.

Source: 1541 service manual, schematic of the long board.
"""

import itertools
import random

import pytest

from c64.base.fields import dump_fields
from c64.drive.board1541 import DriveBus
from disk.d64 import D64Image
from disk.surface import Surface
from tests.c64.drive.drive_rom import make_rom

IDLE = "loop:\n jmp @loop"
PB1, DDR1, PB2, DDR2 = 0x1800, 0x1802, 0x1C00, 0x1C02
OUT = 200_000, 400_000, 600_000  # the old disk is out, the new one begins to come, it is in


@pytest.fixture
def unit():
    """Return a drive's board whose ROM does nothing."""
    return DriveBus(make_rom(IDLE))


def protected():
    image = D64Image.blank(b"DISK", b"ID")
    return Surface(image)


@pytest.mark.parametrize("outputs", [0x1A, 0x00, 0x02, 0x08, 0x10])
@pytest.mark.parametrize("port", [0x00, 0x02, 0x08, 0x10, 0x0A, 0x12, 0x18, 0x1A])
def test_a_line_is_low_when_anybody_pulls_it_and_reads_1_then(unit, port, outputs):
    """PB1 pulls DATA, PB3 CLK; where PB4 is not as ATN is, DATA is pulled.  Inputs are high."""
    unit.access_write(DDR1, outputs)
    unit.access_write(PB1, port)
    pins = port | ~outputs
    for atn, clk, data in itertools.product((0, 1), repeat=3):
        unit.post(atn | clk << 1 | data << 2, unit.cycle)
        unit.idle(1)
        assert (unit.atn, unit.clk, unit.data) == (atn, clk, data)
        data_low = data or pins >> 1 & 1 or atn != pins >> 4 & 1
        clk_low = clk or pins >> 3 & 1
        seen = data_low | clk_low << 2 | atn << 7
        assert unit.access_read(PB1) & 0x85 & ~outputs == seen & ~outputs
        assert unit.peek(PB1) == unit.access_read(PB1)
        assert unit.port == (pins >> 1 & 1 | (pins >> 3 & 1) << 1 | (pins >> 4 & 1) << 2)


@pytest.mark.parametrize("number", [8, 9, 10, 11])
def test_inputs_of_port_b_of_via_1_are_lines_jumpers_and_what_is_pulled_up(number):
    unit = DriveBus(make_rom(IDLE), number)
    unit.access_write(DDR1, 0x1A)
    for atn, clk, data in itertools.product((0, 1), repeat=3):
        unit.access_write(PB1, 0x10 * atn)
        unit.post(atn | clk << 1 | data << 2, unit.cycle)
        unit.idle(1)
        low = data | clk << 2 | (number - 8) << 5 | atn << 7
        assert unit.access_read(PB1) == low | 0x10 * atn
    unit.access_write(DDR1, 0x00)
    assert unit.access_read(PB1) & 0x1A == 0x1A


def test_changes_of_the_lines_come_in_their_cycles_and_in_their_order(unit):
    for number, cycle in enumerate((10, 11, 11, 15, 40), 1):
        unit.post(number & 7, cycle)
    seen = []
    for _ in range(45):
        unit.idle(1)
        seen.append(unit.atn | unit.clk << 1 | unit.data << 2)
    assert [seen[at] for at in (9, 10, 11, 14, 15, 39, 40, 44)] == [0, 1, 3, 3, 4, 4, 5, 5]


def test_more_changes_than_there_is_room_for_lose_none_of_the_last(unit):
    for number in range(40):
        unit.post(number & 7, 1000 + number)
    unit.idle(1100)
    assert unit.atn | unit.clk << 1 | unit.data << 2 == 39 & 7


def test_port_b_of_via_2_moves_the_mechanics(unit):
    unit.access_write(DDR2, 0x6F)
    for value in range(256):
        unit.access_write(PB2, value)
        head = unit.head
        assert (head.phase, head.motor, head.density) == (value & 3, value >> 2 & 1, value >> 5 & 3)
        assert unit.led() == value >> 3 & 1
    unit.access_write(0x1C03, 0xFF)
    for value in (0x00, 0x55, 0xFF, 0x12):
        unit.access_write(0x1C01, value)
        assert unit.head.data_out == value
    unit.access_write(0x1C0C, 0xCE)  # CB2 low
    assert unit.head.writing == 1
    unit.access_write(0x1C0C, 0xEE)
    assert unit.head.writing == 0


@pytest.mark.parametrize("old", [None, 0, 1])
@pytest.mark.parametrize("new", [None, 0, 1])
def test_the_notchs_sensor_sees_the_old_disk_go_and_the_new_one_come(unit, old, new):
    """A disk covers the sensor on its way out and in; then light comes through an open notch."""
    if old is not None:
        unit.insert(protected(), old)
    unit.cycle = 1_000_000
    unit.insert(None if new is None else protected(), new or 0)

    def light(since):
        unit.cycle = 1_000_000 + since
        assert unit.peek(PB2) >> 4 & 1 == unit.access_read(PB2) >> 4 & 1
        return unit.peek(PB2) >> 4 & 1

    out, empty, there = OUT
    assert [light(0), light(out - 1)] == [1 if old is None else 0] * 2
    assert [light(out), light(empty - 1)] == [1, 1]
    assert [light(empty), light(there - 1)] == [1 if new is None else 0] * 2
    assert light(there) == light(10**8) == (0 if new else 1)


def test_a_disk_that_is_there_at_power_on_has_come_long_ago(unit):
    unit.insert(protected(), 0)
    assert unit.peek(PB2) & 0x10
    other = DriveBus(make_rom(IDLE))
    other.insert(protected(), 1)
    assert not other.peek(PB2) & 0x10


@pytest.mark.parametrize("seed", range(4))
def test_a_reset_makes_inputs_of_all_pins_and_leaves_ram_disk_and_head(seed):
    """Inputs are pulled up: the motor turns, winding 3 has current, and the head reads."""
    rng = random.Random(seed)
    unit = DriveBus(make_rom(IDLE))
    unit.insert(protected(), 0)
    unit.access_write(DDR2, 0x6F)
    unit.access_write(PB2, 0x06 | rng.randrange(4) << 5)
    for at in range(0, 0x800, 7):
        unit.access_write(at, rng.randrange(256))
    unit.idle(rng.randrange(2000, 9000))
    unit.access_read(PB2)  # the head is brought up to date
    before, ram, cycle = dump_fields(unit.head), bytes(unit.ram), unit.cycle
    unit.reset()
    after = dump_fields(unit.head)
    moved = {name for name in before if before[name] != after[name]}
    pins = {"density", "data_out", "phase", "stopped_at", "ready", "ready_at"}
    assert moved <= pins | {"shift_at", "next", "moving", "swing_at", "place", "speed"}
    assert (after["motor"], after["phase"], after["density"], after["writing"]) == (1, 3, 3, 0)
    assert (bytes(unit.ram), unit.cycle) == (ram, cycle)
    assert (unit.port, unit.via1.peek(2), unit.via2.peek(2)) == (7, 0, 0)
    assert unit.cpu.reset_pending
