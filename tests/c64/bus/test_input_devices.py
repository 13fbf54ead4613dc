"""NEOS and Amiga mice, light pens and the adapter for joysticks 3 and 4, as programs read them."""

import pytest

from c64 import C64
from c64.errors import SnapshotError
from tests.c64.builds import few_uncompiled

PRB, DDRA, DDRB, PB2, DDRB2 = 0xDC01, 0xDC02, 0xDC03, 0xDD01, 0xDD03
LPX, LPY, VIC_IRQ = 0xD013, 0xD014, 0xD019


def read_neos(board):
    """Return (X, Y) by the four parts of a reading: strobe low, high, low, high."""
    parts = []
    for level in (0xEF, 0xFF, 0xEF, 0xFF):
        board.access_write(PRB, level)
        board.idle(20)
        parts.append(board.access_read(PRB) & 15)
    x, y = parts[0] << 4 | parts[1], parts[2] << 4 | parts[3]
    return x, y


def test_a_neos_sends_what_it_was_moved_since_the_reading_before(board):
    mouse = board.controls.line_mouse
    mouse.plug("NEOS", 1)
    board.access_write(PRB, 0xFF)
    board.access_write(DDRB, 0x10)
    for dx, dy in ((5, -3), (0, 0), (-100, 90)):
        mouse.move(dx, dy)
        board.idle(5000)
        assert read_neos(board) == (-dx & 0xFF, -dy & 0xFF)


def test_an_amiga_mouse_counts_in_quadrature(board):
    mouse = board.controls.line_mouse
    mouse.plug("Amiga", 1)
    mouse.move(4, 0)
    board.update_inputs()
    seen = []
    for _ in range(5):
        seen.append(board.access_read(PRB) & 15)
        board.idle(512)
    assert seen == [0, 2, 10, 8, 0]  # H leads HQ


@few_uncompiled(2)
@pytest.mark.parametrize("place", [(24, 50), (25, 51), (343, 249), (0, 20), (503, 0)])
def test_a_pen_latches_where_it_points_once_a_frame(board, place):
    board.controls.light_pen.plug("pen, up")
    board.controls.light_pen.point(*place)
    board.update_inputs()
    board.access_write(VIC_IRQ, 0xFF)
    board.idle(2 * 312 * 63)
    latched = board.access_read(LPX), board.access_read(LPY)
    assert latched == (place[0] >> 1, place[1] & 0xFF) and board.access_read(VIC_IRQ) & 8


def test_joysticks_3_and_4_are_read_by_pb7(board):
    board.controls.adapter.plug("protovision")
    board.access_write(DDRB2, 0x80)
    board.controls.joystick(3).press("up", "fire")
    board.controls.joystick(4).press("left")
    board.access_write(PB2, 0x80)
    assert board.access_read(PB2) & 0x3F == 0x2E
    board.access_write(PB2, 0x00)
    assert board.access_read(PB2) & 0x3F == 0x2B


def test_devices_are_in_a_state_only_while_they_are_plugged_in():
    machine = C64(sample_rate=0)
    plain = machine.snapshot()
    assert b'"devices"' not in plain
    machine.light_pen.plug("Inkwell pen")
    machine.light_pen.point(33, 60)
    there = machine.snapshot()
    assert b'"devices"' in there
    machine.restore(plain)
    assert not machine.board.controls.devices.plugged() and machine.snapshot() == plain
    machine.restore(there)
    assert (machine.light_pen.kind, machine.light_pen.x, machine.light_pen.y) == (4, 33, 60)


@pytest.mark.parametrize(
    ("unit", "field", "value"),
    [("light_pen", "kind", 7), ("line_mouse", "x", 128), ("adapter", "kind", 2)],
)
def test_a_state_with_a_device_that_does_not_exist_is_refused(unit, field, value):
    machine = C64(sample_rate=0)
    machine.adapter.plug("protovision")
    setattr(getattr(machine, unit), field, value)
    data = machine.snapshot()
    other = C64(sample_rate=0)
    with pytest.raises(SnapshotError, match=f"block 'devices': {unit}.{field} is {value}"):
        other.restore(data)
    assert not other.board.controls.devices.plugged()
