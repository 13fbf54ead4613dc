"""What a state may say of a 1541's head: times that are near, or the drive catches up for hours."""

import pytest

import c64
from c64.drive.dos_state import FAR, check_head
from c64.drive.head import HEAD_NEVER, HEAD_TURN
from disk.d64 import D64Image
from disk.volume import PRG, Volume
from tests.volume import seldom

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


# Blocks of the program LONG, and frames that a command is given.
SOME = (5, (('LOAD"LONG",8', 450), ('SAVE"AGAIN",8', 550), ('OPEN1,8,15,"N:NEW,02"', 300)))
WORK = (20, (('LOAD"LONG",8', 1200), ('SAVE"AGAIN",8', 1600), ('OPEN1,8,15,"N:NEW,02"', 1500)))
STANDS = {"motor": 0, "stopped_at": NOW - 50, "next": HEAD_NEVER}


def test_a_head_that_reads_and_one_over_a_disk_that_stands_are_taken():
    check_head(turning(), NOW)
    check_head(turning(**STANDS), NOW)
    check_head(turning(**STANDS), NOW * 100)  # for minutes


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"cell": 50000}, "drive head: it is past the end of the track"),
        ({"cell": 50000, "cells": 0}, "drive head: it is past the end of the track"),
        ({"cell_rest": 50000}, "drive head: it is past the end of the track"),
        ({"cell_at": -1}, "drive head: cell_at is before power-on or in the future"),
        ({"cell_at": 1 << 61}, "drive head: cell_at is before power-on or in the future"),
        ({"shift_at": NOW - 17 * FAR}, "drive head: shift_at is more than a second ago"),
        ({"noise_at": NOW - 17 * FAR}, "drive head: noise_at is more than a second ago"),
        ({"pulse_at": 0}, "drive head: pulse_at is more than a second ago"),
        ({"raw_at": -(1 << 61)}, "drive head: raw_at is more than a second ago"),
        ({"next": NOW - 17 * FAR}, "drive head: next is more than a second ago"),
        ({"moving": 1}, "drive head: swing_at is more than a second ago"),
        ({"raw_at": NOW}, "drive head: raw_at is not its next reversal"),
        ({"cell_at": NOW - 228}, "drive head: raw_at is not its next reversal"),
        ({"ahead": 5000, "raw_at": HEAD_NEVER}, "drive head: raw_at is not its next reversal"),
        (
            STANDS | {"stopped_at": 1 << 61},
            "drive head: stopped_at is before power-on or in the future",
        ),
        (STANDS | {"stopped_at": -1}, "drive head: stopped_at is before power-on or in the future"),
        (STANDS | {"noise_at": NOW - 17 * FAR}, "drive head: noise_at is more than a second ago"),
        (STANDS | {"next": NOW}, "drive head: next is a time, but the disk does not turn"),
    ],
)
def test_what_would_never_end_is_refused_by_its_name(fields, words):
    with pytest.raises(ValueError, match=f"^{words}$"):
        check_head(turning(**fields), NOW)


LATE = NOW - 16 * FAR  # a second of the drive's, in its sixteenths of a cycle
NOWHERE = {"raw_at": HEAD_NEVER}  # no reversal was found
STOPPED = STANDS | NOWHERE | {"stopped_at": NOW - 50}


@pytest.mark.parametrize(
    ("fields", "name", "taken", "beyond"),
    [
        ({}, "cell", 49999, 50000),
        (NOWHERE | {"cells": 7000}, "cell", 6999, 7000),
        ({"cells": 0}, "cell", 49999, 50000),
        (NOWHERE, "cell_rest", 49999, 50000),
        (NOWHERE, "cell_at", 0, -1),
        (NOWHERE, "cell_at", NOW + 16 * FAR, NOW + 16 * FAR + 1),
        ({}, "pulse_at", LATE, LATE - 1),
        ({}, "shift_at", LATE, LATE - 1),
        ({}, "noise_at", LATE, LATE - 1),
        ({}, "next", LATE, LATE - 1),
        ({"moving": 1}, "swing_at", LATE, LATE - 1),
        (STOPPED, "stopped_at", NOW + 16 * FAR - (1 << 24), NOW + 16 * FAR + 1),
        (STOPPED | {"pulse_at": 0, "shift_at": 0, "noise_at": 0}, "stopped_at", 16 * FAR, -1),
        (STOPPED, "noise_at", LATE - 50, LATE - 51),
        (STOPPED, "next", HEAD_NEVER, HEAD_NEVER - 1),
        (NOWHERE, "ahead", 4096 + 8, 4096 + 9),
        ({}, "raw_at", NOW - 100 + 128, NOW - 100 + 127),
        ({}, "raw_at", HEAD_NEVER, NOW - 100 + 129),
    ],
)
def test_a_time_or_place_is_taken_up_to_its_limit_and_not_beyond(fields, name, taken, beyond):
    check_head(turning(**fields) | {name: taken}, NOW)
    with pytest.raises(ValueError, match="head"):
        check_head(turning(**fields) | {name: beyond}, NOW)


def test_what_does_not_go_on_may_be_long_past():
    check_head(turning(**STOPPED, swing_at=0), NOW)
    check_head(turning(writing=1, cell_rest=60000, **NOWHERE), NOW)


@pytest.mark.parametrize("cells", [6250, 50000, 61536])
@pytest.mark.parametrize(("rest", "ahead"), [(0, 0), (0, 1), (5000, 3), (6249, 4104)])
def test_the_next_reversal_is_as_many_cells_ahead_as_were_looked_at(cells, rest, ahead):
    place = NOW - 100 + (rest + ahead * HEAD_TURN) // cells
    fields = turning(cells=cells, cell_rest=rest, ahead=ahead)
    check_head(fields | {"raw_at": place}, NOW)
    for other in (place - 1, place + 1):
        with pytest.raises(ValueError, match="next reversal"):
            check_head(fields | {"raw_at": other}, NOW)


@pytest.mark.slow
@pytest.mark.parametrize(("blocks", "work"), [SOME, seldom(*WORK)], ids=["some", "whole"])
def test_every_moment_of_a_head_at_work_is_taken(blocks, work):
    """Motor on and off, stepping, reading and writing; the whole of it on all densities."""
    machine = c64.C64()
    image = D64Image.blank(b"WORK", b"01")
    Volume(image).write_file(b"LONG", PRG, bytes(range(1, 255)) * blocks)
    machine.drives[8].attach(image, kind="1541")
    machine.tick(140)
    head, seen = machine.board.iec.devices[8].unit.head, set()
    for words, frames in work:
        machine.type(words + "\n")
        for _ in range(frames):
            machine.tick(1)
            now = 16 * machine.board.iec.devices[8].unit.cycle
            check_head({name: getattr(head, name) for name in FIELDS}, now)
            seen.add((head.motor, head.moving, head.writing))
            assert head.raw_at == HEAD_NEVER or head.raw_at - head.cell_at < HEAD_TURN
    assert {(0, 0, 0), (1, 0, 0), (1, 1, 0), (1, 0, 1)} <= seen
