"""Events of a recording, as bytes: what is packed comes back, and edges are refused."""

import json
import random
import struct

import pytest

from disk.budget import EVENTS_MOST, OverBudget
from emu.replay import events
from emu.replay.events import (
    KINDS,
    PRESSES,
    Event,
    cut_of,
    pack,
    pack_cut,
    pack_state,
    press_of,
    ram_changes,
    ram_runs,
    served_of,
    unpack,
    unpack_state,
)

STATE = Event(0, "state", pack_state(b"snapshot", [[8, "quick", False]], None))


@pytest.mark.parametrize("cycles", [1, 2, 63, 65536])
def test_a_cut_comes_back_as_it_was_packed(cycles):
    assert cut_of(pack_cut(cycles)) == cycles


@pytest.mark.parametrize("cycles", [0, 65537])
def test_a_cut_of_no_cycle_or_of_too_many_is_refused(cycles):
    with pytest.raises(ValueError):
        cut_of(pack_cut(cycles))


def test_a_cut_that_is_cut_short_is_no_cut():
    with pytest.raises(struct.error):
        cut_of(pack_cut(1)[:-1])


def test_the_bytes_of_events_are_as_they_are_described():
    assert KINDS == ("inputs", "ram", "press", "served", "state", "cut")
    for number, kind in enumerate(KINDS):
        row = struct.pack("<IBI", 7, number, 3)
        assert pack([Event(7, kind, b"abc")]) == row + b"abc"


def test_events_come_back_as_they_were_packed():
    rows = [
        STATE, Event(0, "served", b"\1"), Event(3, "inputs", b""), Event(3, "ram", b"\0\4\1\0ab"),
        Event(3, "press", b"freeze"), Event(9, "cut", pack_cut(100)), Event(10, "inputs", b"x"),
    ]  # fmt: skip
    assert unpack(pack(rows), 10) == rows
    with pytest.raises(ValueError):
        unpack(pack(rows), 9)


@pytest.mark.parametrize(
    "rows",
    [
        [],
        [Event(0, "served", b"\1"), STATE],
        [STATE._replace(step=1)],
        [STATE, Event(5, "inputs", b""), Event(4, "inputs", b"")],
        [STATE, Event(11, "inputs", b"")],
        [STATE, Event(1, "served", b"\2")],
        [STATE, Event(1, "press", b"boom")],
        [STATE, Event(1, "ram", b"\0\4\1\0a")],
        [STATE, Event(1, "cut", b"\0\0\0\0")],
        [STATE, Event(1, "state", b"")],
    ],
)
def test_events_that_make_no_sense_are_refused(rows):
    with pytest.raises(ValueError):
        unpack(pack(rows), 10)


def test_rows_that_are_cut_short_or_of_no_kind_are_refused():
    data = pack([STATE, Event(1, "inputs", b"abc")])
    assert unpack(data, 1)
    for end in range(1, 12):
        with pytest.raises(ValueError):
            unpack(data[:-end], 1)
    with pytest.raises(ValueError):
        unpack(pack([STATE]) + struct.pack("<IBI", 1, len(KINDS), 0), 1)


def test_a_recording_has_as_many_events_as_are_taken_and_not_one_more(monkeypatch):
    assert EVENTS_MOST == events.EVENTS_MOST
    monkeypatch.setattr(events, "EVENTS_MOST", 3)
    rows = [STATE, Event(1, "inputs", b""), Event(1, "inputs", b"")]
    assert unpack(pack(rows), 1) == rows
    with pytest.raises(OverBudget, match="more than 3 events"):
        unpack(pack([*rows, rows[-1]]), 1)


def runs_of(before, now):
    """[(first, last)] of what differs: runs that are no more than four bytes apart are one."""
    found = []
    for at in range(len(now)):
        if before[at] != now[at]:
            if found and at - found[-1][1] <= 4:
                found[-1] = found[-1][0], at
            else:
                found.append((at, at))
    return found


@pytest.mark.parametrize("seed", range(8))
def test_what_was_written_is_a_few_runs_that_make_it_again(seed):
    chance = random.Random(seed)
    before = bytearray(chance.randbytes(600))
    now = bytearray(before)
    places = {0, 599} if seed % 2 else set()
    at = 0
    while at < 590:
        places.add(at)
        at += chance.choice((1, 2, 3, 4, 5, 6, 60))
    for at in places:
        now[at] ^= 1 + chance.randrange(255)
    data = ram_changes(bytes(before), bytes(now))
    runs = ram_runs(data)
    assert [(at, at + len(content) - 1) for at, content in runs] == runs_of(before, now)
    for at, content in runs:
        before[at : at + len(content)] = content
    assert before == now


def test_all_of_the_ram_may_have_been_written_and_nothing_beyond_it():
    before, now = bytes(0x10000), bytes(range(1, 256)) * 257 + b"\1"
    assert ram_runs(ram_changes(before, now)) == [(0, now)]
    assert ram_runs(b"") == []
    last = struct.pack("<HH", 0xFFFE, 1) + b"ab"
    assert ram_runs(last) == [(0xFFFE, b"ab")]
    for bad in (struct.pack("<HH", 0xFFFF, 1) + b"ab", last[:-1], last[:3]):
        with pytest.raises((ValueError, struct.error)):
            ram_runs(bad)


DRIVES = [[8, "quick", False], [9, "1541", True], [10, "quick", True], [11, "1541", False]]


@pytest.mark.parametrize("tape", [None, False, True])
@pytest.mark.parametrize("count", range(5))
def test_a_state_comes_back_with_its_drives_and_tape(count, tape):
    data = pack_state(b"snapshot", DRIVES[:count], tape)
    assert unpack_state(data) == (b"snapshot", DRIVES[:count], tape)
    (length,) = struct.unpack_from("<I", data)
    assert json.loads(data[4 : 4 + length]) == {"drives": DRIVES[:count], "tape": tape}
    assert data[4 + length :] == b"snapshot"


@pytest.mark.parametrize(
    ("drives", "tape"),
    [
        ([[7, "quick", False]], None), ([[12, "quick", False]], None),
        ([[8.0, "quick", False]], None), ([[True, "quick", False]], None),
        ([[8, "1571", False]], None), ([[8, "quick", 1]], None), ([[8, "quick", None]], None),
        ([], 1), ([], "yes"), ([*DRIVES, DRIVES[0]], None), ([[8, "quick"]], None),
    ],
)  # fmt: skip
def test_drives_that_no_machine_has_are_refused(drives, tape):
    with pytest.raises(ValueError):
        unpack_state(pack_state(b"", drives, tape))


def test_switches_and_serving_are_known_by_their_words():
    assert [press_of(word.encode()) for word in PRESSES] == ["reset", "freeze", "off and on"]
    assert (served_of(b"\0"), served_of(b"\1")) == (False, True)
    for bad in (b"", b"\2", b"\1\1"):
        with pytest.raises(ValueError):
            served_of(bad)
    with pytest.raises(ValueError):
        press_of(b"Reset")
