"""What a drive's state may hold beside the ranges of its fields (c64/base/ranges.py).

The state of a virtual drive's DOS comes as text that anybody can write.

Each check is a function of a value; a state with other names, or with a value that its check
does not take, is refused.  That channels stand within their blocks is seen by ``peek`` later.
"""

from c64.base.ranges import NEVER
from disk.errors import DosError

MESSAGE, COMMAND, RAM = 1024, 4096, 2048  # bytes at most


def _number(low, high):
    return lambda value: type(value) is int and low <= value <= high


def _bytes(most, least=0):
    return lambda value: isinstance(value, bytes) and least <= len(value) <= most


def _flag(value):
    return type(value) is bool or value in (0, 1)


def _none_or(check):
    return lambda value: value is None or check(value)


def _numbers(low, high, *counts):
    one = _number(low, high)
    return lambda value: (
        isinstance(value, list | tuple) and len(value) in counts and all(map(one, value))
    )


def _anything_plain(value):
    """Numbers, bytes and short lists of them, as a folder's channels keep."""
    if isinstance(value, list):
        return len(value) < 64 and all(map(_anything_plain, value))
    return value is None or isinstance(value, bytes | bool | str) or _number(0, 1 << 24)(value)


_PLACE = _numbers(0, 255, 2, 3)
_BIG = _number(0, 1 << 24)
CHANNELS = {
    "read": {
        "track": _number(0, 255),
        "sector": _number(0, 255),
        "at": _number(0, 1 << 24),
        "left": _BIG,
        "block": _none_or(_bytes(256, 256)),
    },
    "write": {
        "first": _PLACE,
        "here": _PLACE,
        "blocks": _BIG,
        "replacing": _none_or(_PLACE),
        "failed": _flag,
    },
    "bytes": {"content": _bytes(1 << 24), "at": _BIG},
    "buffer": {
        "number": _number(0, 255),
        "data": _bytes(256, 256),
        "at": _number(0, 255),
        "last": _number(0, 255),
        "fresh": _flag,
    },
    "relative": {"record": _number(0, 65535), "at": _number(0, 254), "taken": _bytes(255)},
}
STATE = {
    "number": _number(0, 31),
    "status": _numbers(0, 255, 3),
    "message": _bytes(MESSAGE),
    "message_at": _number(0, MESSAGE),
    "pending": _bytes(COMMAND),
    "pending_to": _number(-1, 15),
    "opening": _flag,
    "last_program": _none_or(_bytes(16)),
    "ram": _bytes(RAM),
    "region": _none_or(_numbers(0, 255, 2, 3, 4, 5)),
}


def check_dos_state(state):
    """Raise ValueError unless a DOS can have this state, a dictionary out of JSON."""
    if not isinstance(state, dict) or set(state) != {*STATE, "channels"}:
        raise ValueError("its DOS has other fields")
    for name, check in STATE.items():
        if not check(state[name]):
            raise ValueError(f"DOS state: {name} has an impossible value")
    if not isinstance(state["channels"], list) or len(state["channels"]) > 16:
        raise ValueError("its DOS has more channels than there are")
    for row in state["channels"]:
        _check_channel(row)


def _check_channel(row):
    if not isinstance(row, list) or len(row) != 3:
        raise ValueError("a channel of its DOS cannot be read")
    at, kind, part = row
    if not _number(0, 15)(at) or kind not in CHANNELS or not isinstance(part, dict):
        raise ValueError("DOS state: a channel has an unknown type")
    for name, value in part.items():
        check = CHANNELS[kind].get(name, _anything_plain)
        if not check(value):
            raise ValueError(f"DOS state: {name} of a channel has an impossible value")


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
AHEAD = 4096 + 8  # cells that are searched for a reversal at a time, and a byte


def check_drive(drive, board):
    """Raise ValueError, or what a channel raises, if a drive cannot go on as it was loaded."""
    unit = getattr(drive, "unit", None)
    if unit is None:
        drive.dos.check_now()
        return
    due = board.cycle * drive.ratio_up // drive.ratio_down - drive.base
    if abs(due - unit.cycle) > FAR:
        raise ValueError("its time is not the computer's")
    check_head(unit.head, 16 * unit.cycle)


def check_head(head, now):
    """Raise ValueError if what comes next under a 1541's head is not near period ``now``.

    It does one thing after the other until it has caught up, for hours if the first of them is
    that far back: now, or, if the disk stands, when the motor has started it again.
    """
    from c64.drive.head import HEAD_TURN  # which is compiled with what imports this

    cells, far = head.cells or CELLS_OF_NOTHING, 16 * FAR
    if head.cell >= cells or (head.cell_rest >= cells and not head.writing):
        raise ValueError("drive head is beyond the last track")
    for name in ("cell_at",) if head.motor else ("cell_at", "stopped_at"):
        if not 0 <= getattr(head, name) <= now + far:
            raise ValueError(f"the {name} of its head is not a time before now")
    late = (now if head.motor else head.stopped_at) - far
    going = [name for name, on in (("next", head.motor), ("swing_at", head.moving)) if on]
    for name in (*TIMES, *going):
        if getattr(head, name) < late:
            raise ValueError(f"the {name} of its head has long passed")
    if not head.motor and head.next != NEVER:
        raise ValueError("drive head moves on over a disk that does not turn")
    reach = head.cell_at + (head.cell_rest + head.ahead * HEAD_TURN) // cells
    if head.ahead > AHEAD or head.raw_at not in (NEVER, reach):
        raise ValueError("the next reversal is not where its head looked")
