"""What a drive's state may hold beside the ranges of its fields (c64/base/ranges.py).

The state of a virtual drive's DOS comes as text that anybody can write: STATE and CHANNELS say what
may be in it.  A 1541's disk is in disk.surface.SAVED, and ``check_1541`` holds the two together.
That the channels of a DOS stand within their blocks is seen by ``peek`` later.
"""

from c64.base.ranges import NEVER
from disk.errors import DosError
from disk.saved import check_table, flag, none_or, number, raw, row, rows, text

MESSAGE, COMMAND, RAM = 1024, 4096, 2048  # bytes at most
BLOCK, DATA = 256, 254  # bytes of a block, and of a file's in it
FILE = 1 << 24  # bytes of a file in a folder at most
CHANNELS_MOST = 16


def _file_name(value):
    """Take the name of a file in a folder: it leads to no other folder."""
    return text(255)(value) and not any(c in value for c in "/\\:") and not value.startswith(".")


_BYTE = number(0, 255)
_LINK = row(_BYTE, _BYTE)
_SLOT = row(_BYTE, _BYTE, number(0, 7))
_PLACE = number(0, FILE)
# By the kind of channel: what those on a disk keep, then what those in a folder do.
CHANNELS = {
    "read": (
        {"track": _BYTE, "sector": _BYTE, "at": number(0, BLOCK), "left": number(0, FILE),
         "block": none_or(raw(BLOCK, BLOCK))},
        {"content": raw(FILE), "at": _PLACE},
    ),
    "write": (
        {"entry": _SLOT, "first": _LINK, "here": _LINK, "blocks": number(0, 0xFFFF),
         "replacing": none_or(_LINK), "failed": flag, "buffer": raw(DATA)},
        {"name": raw(16), "type": number(0, 7), "host": none_or(_file_name),
         "content": raw(FILE), "failed": flag},
    ),
    "bytes": ({"content": raw(FILE), "at": _PLACE},),
    "buffer": (
        {"number": number(0, 15), "data": raw(BLOCK, BLOCK), "at": _BYTE, "last": _BYTE,
         "fresh": flag},
    ),
    "relative": (
        {"entry": _SLOT, "record": number(0, 0xFFFF), "at": number(0, 2 * DATA),
         "taken": raw(DATA)},
    ),
}  # fmt: skip


def _kind(value):
    return isinstance(value, str) and value in CHANNELS


def _table(value):
    return isinstance(value, dict)


STATE = {
    "number": number(0, 31),
    "status": row(_BYTE, _BYTE, _BYTE),
    "message": raw(MESSAGE),
    "message_at": number(0, MESSAGE),
    "pending": raw(COMMAND),
    "pending_to": number(-1, 15),
    "opening": flag,
    "last_program": none_or(raw(16)),
    "ram": raw(RAM),
    "written": rows(number(0, RAM - 1), RAM),
    "names": rows(row(number(0, 15), raw(MESSAGE)), CHANNELS_MOST),
    "region": none_or(_LINK),
    "channels": rows(row(number(0, 15), _kind, _table), CHANNELS_MOST),
}

ADDED = ("written", "names")  # since November 27, 2026; states of before have none


def check_dos_state(state):
    """Raise ValueError unless a DOS can have this state, a dictionary out of JSON."""
    check_table("DOS", state, STATE, optional=ADDED)
    if state["message_at"] > len(state["message"]):
        raise ValueError("DOS: message_at is past the end of the message")
    for at, kind, part in state["channels"]:
        tables = CHANNELS[kind]
        table = next((t for t in tables if t.keys() == part.keys()), tables[0])
        check_table(f"channel {at} of the DOS", part, table)


def check_region(region, volume):
    """Raise ValueError unless a disk can have a partition, (first track, last track) or None."""
    if region is None or volume is None:
        return
    if not volume.partitions or not 1 <= region[0] <= region[1] <= volume.image.tracks:
        raise ValueError("DOS: its region is not a partition of the disk")


def check_channels(channels):
    """Raise what a channel's next byte raises, but for what a drive reports itself."""
    for channel in channels:
        try:
            channel.peek()
        except DosError:
            continue


# -- a drive that has been loaded ------------------------------------------------------------------

FAR = 1 << 20  # cycles, a second, by which a 1541 can be behind the computer
CELLS_OF_NOTHING = 50000  # that the head counts where no track is
TIMES = ("raw_at", "pulse_at", "noise_at", "shift_at")  # when something happens under the head
HEAD = (*TIMES, "half", "cell", "cell_at", "cell_rest", "stopped_at", "motor", "writing", "moving",
        "next", "swing_at", "ahead")  # fmt: skip
AHEAD = 4096 + 8  # cells that are searched for a reversal at a time, and a byte


def check_1541(numbers, surface, cycle, drive):
    """Raise ValueError unless a 1541 could go on from a state of which nothing is loaded yet.

    numbers  {name of a field, with the units above it: value}, each in its range
    surface  disk.surface.Surface that the state has, or None
    cycle    of the computer in that state
    drive    c64.drive.drive1541.Drive1541, for how its clock goes
    """
    due = cycle * drive.ratio_up // drive.ratio_down - numbers["base"]
    if abs(due - numbers["unit.cycle"]) > FAR:
        raise ValueError("drive clock: more than a second away from the computer's")
    head = {name: numbers[f"unit.head.{name}"] for name in HEAD}
    track = None if surface is None else surface.track(head["half"])
    check_head(head | {"cells": 0 if track is None else track[1]}, 16 * numbers["unit.cycle"])


def check_head(head, now):
    """Raise ValueError if what comes next under a 1541's head is not near period ``now``.

    head  {name: value} of its fields, and ``cells`` of the track under it, 0 for none

    It does one thing after the other until it has caught up, for hours if the first of them is
    that far back: now, or, if the disk stands, when the motor has started it again.
    """
    from c64.drive.head import HEAD_TURN  # which is compiled with what imports this

    cells, far, motor = head["cells"] or CELLS_OF_NOTHING, 16 * FAR, head["motor"]
    if head["cell"] >= cells or (head["cell_rest"] >= cells and not head["writing"]):
        raise ValueError("drive head: it is past the end of the track")
    for name in ("cell_at",) if motor else ("cell_at", "stopped_at"):
        if not 0 <= head[name] <= now + far:
            raise ValueError(f"drive head: {name} is before power-on or in the future")
    late = (now if motor else head["stopped_at"]) - far
    going = [name for name, on in (("next", motor), ("swing_at", head["moving"])) if on]
    for name in (*TIMES, *going):
        if head[name] < late:
            raise ValueError(f"drive head: {name} is more than a second ago")
    if not motor and head["next"] != NEVER:
        raise ValueError("drive head: next is a time, but the disk does not turn")
    reach = head["cell_at"] + (head["cell_rest"] + head["ahead"] * HEAD_TURN) // cells
    if head["ahead"] > AHEAD or head["raw_at"] not in (NEVER, reach):
        raise ValueError("drive head: raw_at is not its next reversal")
