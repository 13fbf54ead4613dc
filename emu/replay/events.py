"""What was done to a machine, as bytes: the events of a recording.

Each is a row (step, kind, data).  A step is a stretch that the machine ran: a frame, unless a
``cut`` says that it ended after so many cycles.  Events of a step come before it runs.

inputs  keyboard and control ports, all fields    ram      runs of bytes written past the CPU
press   "reset", "freeze" or "off and on"         served   1: LOAD is served at once from now on
state   the whole machine: disks were changed, a state was loaded, a monitor wrote to a chip
cut     cycles after which this step ended
"""

import json
import struct
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from disk.budget import EVENTS_MOST, OverBudget, parse_json
from emu.errors import HostError

if TYPE_CHECKING:
    from c64.api import C64

DrivesJson = list[list[Any]]  # [[number, kind, write-protected]]
KINDS = ("inputs", "ram", "press", "served", "state", "cut")
PRESSES = ("reset", "freeze", "off and on")
STEPS_AT_MOST = 1 << 22  # a day
EVENTS_AT_MOST = 40 << 20  # bytes of all events: what a block of a file may have
CUT_AT_MOST = 1 << 16  # cycles: more than any frame has
WHOLE_EVERY = 50  # steps between sums with the memory of a REU
_ROW = struct.Struct("<IBI")  # step, kind, bytes of data
_RUN = struct.Struct("<HH")  # address, bytes less one
_CUT = struct.Struct("<I")
_META = struct.Struct("<I")  # bytes of JSON in a state


class Event(NamedTuple):
    """Something that was done before a step."""

    step: int
    kind: str
    data: bytes


def pack(events: Iterable[Event]) -> bytes:
    """Return events as bytes."""
    rows = (_ROW.pack(e.step, KINDS.index(e.kind), len(e.data)) + e.data for e in events)
    return b"".join(rows)


def unpack(data: bytes, steps: int) -> list[Event]:
    """Return [Event] of bytes; ValueError if they make no sense in a recording of ``steps``."""
    try:
        return _unpack(data, steps)
    except (struct.error, LookupError, TypeError, RecursionError) as error:
        raise ValueError(str(error)) from None


def _unpack(data: bytes, steps: int) -> list[Event]:
    found: list[Event] = []
    at, last = 0, 0
    while at < len(data):
        step, kind, size = _ROW.unpack_from(data, at)
        at += _ROW.size
        if not last <= step <= steps or kind >= len(KINDS) or at + size > len(data):
            raise ValueError
        event = Event(step, KINDS[kind], bytes(data[at : at + size]))
        _CHECKS[event.kind](event.data)
        found.append(event)
        if len(found) > EVENTS_MOST:
            raise OverBudget(f"holds more than {EVENTS_MOST} events, the most")
        at, last = at + size, step
    if not found or found[0].kind != "state" or found[0].step:
        raise ValueError
    return found


# -- RAM -----------------------------------------------------------------------------------


def ram_changes(before: bytes, now: bytes) -> bytes:
    """Return what was written: runs of bytes."""
    import numpy as np  # a recording is also replayed where there is no numpy: in the browser

    a, b = np.frombuffer(before, dtype=np.uint8), np.frombuffer(now, dtype=np.uint8)
    where = np.flatnonzero(a != b)
    rows = []
    for run in np.split(where, np.flatnonzero(np.diff(where) > _RUN.size) + 1):
        first, last = int(run[0]), int(run[-1])
        rows.append(_RUN.pack(first, last - first) + now[first : last + 1])
    return b"".join(rows)


def ram_runs(data: bytes) -> list[tuple[int, bytes]]:
    """Return [(address, bytes)]; ValueError if they are outside of the RAM."""
    found: list[tuple[int, bytes]] = []
    at = 0
    while at < len(data):
        first, size = _RUN.unpack_from(data, at)
        at += _RUN.size
        content = data[at : at + size + 1]
        if len(content) != size + 1 or first + size > 0xFFFF:
            raise ValueError
        found.append((first, content))
        at += size + 1
    return found


# -- the whole machine ---------------------------------------------------------------------


def pack_state(snapshot: bytes, drives: DrivesJson, tape: bool | None) -> bytes:
    """Return a state as bytes.

    drives  [[number, kind, write-protected]];  tape  write-protected, None: no cassette
    """
    text = json.dumps({"drives": drives, "tape": tape}).encode()
    return _META.pack(len(text)) + text + snapshot


def unpack_state(data: bytes) -> tuple[bytes, DrivesJson, bool | None]:
    """Return (snapshot, drives, tape) of bytes; ValueError if they make no sense."""
    (size,) = _META.unpack_from(data)
    meta = parse_json(bytes(data[_META.size : _META.size + size]))
    drives, tape = meta["drives"], meta["tape"]
    for number, kind, protected in drives:
        fits = type(number) is int and number in range(8, 12) and kind in ("quick", "1541")
        if not fits or not isinstance(protected, bool):
            raise ValueError
    if not isinstance(tape, bool | None) or len(drives) > 4:
        raise ValueError
    return bytes(data[_META.size + size :]), drives, tape


def cut_of(data: bytes) -> int:
    """Return the cycles of a cut; ValueError if no step is so long."""
    cycles: int = _CUT.unpack(data)[0]
    if not 0 < cycles <= CUT_AT_MOST:
        raise ValueError
    return cycles


def pack_cut(cycles: int) -> bytes:
    """Return the data of a cut."""
    return _CUT.pack(cycles)


def press_of(data: bytes) -> str:
    """Return which switch it was; ValueError if there is no such switch."""
    word = data.decode()
    if word not in PRESSES:
        raise ValueError
    return word


def served_of(data: bytes) -> bool:
    """Return whether LOAD is served; ValueError if the data do not say."""
    if data not in (b"\0", b"\1"):
        raise ValueError
    return data == b"\1"


_CHECKS: dict[str, Callable[[bytes], object]] = {
    "inputs": len, "ram": ram_runs, "press": press_of, "served": served_of,
    "state": unpack_state, "cut": cut_of,
}  # fmt: skip


class Recording(NamedTuple):
    """What was done, and what came of it.

    events  [Event]; the first is the state it begins with
    sums    of ``steps`` numbers: CRC-32 of the machine after each step
    final   SHA-256 of the machine at the end, hexadecimal
    """

    events: list[Event]
    sums: Sequence[int]
    final: str


def refuse_folders(machine: "C64") -> None:
    """HostError if there is something in a drive that a recording cannot hold."""
    for number, device in machine.board.iec.devices.items():
        image = device.image
        if image is not None and not hasattr(image, "to_bytes"):
            raise HostError(
                f"drive {number}: a recording cannot hold a folder; put a disk image in"
            )
