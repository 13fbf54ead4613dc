"""What a state may say of a 1541's head: times that are near, or the drive catches up for hours."""

import pytest

import c64
from c64.drive.dos_state import FAR, check_head
from c64.drive.head import HEAD_NEVER, HEAD_TURN
from disk.d64 import D64Image
from disk.volume import PRG, Volume

pytestmark = pytest.mark.skipif(c64.PURE, reason="compiled only: seconds of a 1541 at work")
NOW = 1 << 30
FIELDS = ("cell", "cells", "cell_at", "cell_rest", "ahead", "raw_at", "pulse_at", "shift_at",
          "noise_at", "next", "swing_at", "stopped_at", "motor", "moving", "writing")  # fmt: skip


def turning(**fields):
    """A head that reads, with these fields otherwise."""
    found = dict(
        cell=7, cells=50000, cell_at=NOW - 100, cell_rest=9, ahead=2, raw_at=NOW - 100 + 128,
        pulse_at=HEAD_NEVER, shift_at=NOW + 10, noise_at=NOW + 300, next=NOW + 10, swing_at=0,
        stopped_at=0, motor=1, moving=0, writing=0,
    )  # fmt: skip
    return found | fields


WORK = (('LOAD"LONG",8', 1200), ('SAVE"AGAIN",8', 1600), ('OPEN1,8,15,"N:NEW,02"', 1500))
STANDS = {"motor": 0, "stopped_at": NOW - 50, "next": HEAD_NEVER}


def test_a_head_that_reads_and_one_over_a_disk_that_stands_are_taken():
    check_head(turning(), NOW)
    check_head(turning(**STANDS), NOW)
    check_head(turning(**STANDS), NOW * 100)  # for minutes


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"cell": 50000}, "drive head is beyond the last track"),
        ({"cell": 50000, "cells": 0}, "drive head is beyond the last track"),
        ({"cell_rest": 50000}, "drive head is beyond the last track"),
        ({"cell_at": -1}, "the cell_at of its head is not a time before now"),
        ({"cell_at": 1 << 61}, "the cell_at of its head is not a time before now"),
        ({"shift_at": NOW - 17 * FAR}, "the shift_at of its head has long passed"),
        ({"noise_at": NOW - 17 * FAR}, "the noise_at of its head has long passed"),
        ({"pulse_at": 0}, "the pulse_at of its head has long passed"),
        ({"raw_at": -(1 << 61)}, "the raw_at of its head has long passed"),
        ({"next": NOW - 17 * FAR}, "the next of its head has long passed"),
        ({"moving": 1}, "the swing_at of its head has long passed"),
        ({"raw_at": NOW}, "the next reversal is not where its head looked"),
        ({"cell_at": NOW - 228}, "the next reversal is not where its head looked"),
        ({"ahead": 5000, "raw_at": HEAD_NEVER}, "the next reversal is not where its head looked"),
        (STANDS | {"stopped_at": 1 << 61}, "the stopped_at of its head is not a time before now"),
        (STANDS | {"stopped_at": -1}, "the stopped_at of its head is not a time before now"),
        (STANDS | {"noise_at": NOW - 17 * FAR}, "the noise_at of its head has long passed"),
        (STANDS | {"next": NOW}, "drive head moves on over a disk that does not turn"),
    ],
)
def test_what_would_never_end_is_refused_by_its_name(fields, words):
    with pytest.raises(ValueError, match=f"^{words}$"):
        check_head(turning(**fields), NOW)


def test_every_moment_of_a_head_at_work_is_taken():
    """Motor on and off, stepping, reading and writing, on tracks of all densities."""
    machine = c64.C64()
    image = D64Image.blank(b"WORK", b"01")
    Volume(image).write_file(b"LONG", PRG, bytes(range(1, 255)) * 20)
    machine.drives[8].attach(image, kind="1541")
    machine.tick(140)
    head, seen = machine.board.iec.devices[8].unit.head, set()
    for words, frames in WORK:
        machine.type(words + "\n")
        for _ in range(frames):
            machine.tick(1)
            now = 16 * machine.board.iec.devices[8].unit.cycle
            check_head({name: getattr(head, name) for name in FIELDS}, now)
            seen.add((head.motor, head.moving, head.writing))
            assert head.raw_at == HEAD_NEVER or head.raw_at - head.cell_at < HEAD_TURN
    assert {(0, 0, 0), (1, 0, 0), (1, 1, 0), (1, 0, 1)} <= seen
