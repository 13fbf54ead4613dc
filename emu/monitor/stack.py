"""The call stack, found by replaying the last seconds.

Every byte of the stack page has a last writer.  Writes in consecutive cycles belong
together: two are a JSR, three an interrupt or BRK, one is pushed data.  Nothing is recorded
while the machine runs.  Bytes older than the history are guessed: a return address must
follow a JSR.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from emu.kit.types import Board
from emu.monitor.history import History
from emu.monitor.stepping import JSR

STACK = 0x0100
NMI_VECTOR, IRQ_VECTOR = 0xFFFA, 0xFFFE
HORIZONS = (0.5, 3, 16)  # seconds; the last only if what is older looks like no call
BREAK = 0x10


class Frame(NamedTuple):
    """Bytes that were pushed together; the newest have the lowest ``place``.

    kind   "JSR", "IRQ", "NMI", "BRK", "data", or "JSR?": older than the history
    pc     start of the JSR, or the instruction before which the interrupt came; of data 0
    place  address of the lowest byte, $00-$FF
    size   bytes
    """

    kind: str
    pc: int
    place: int
    size: int


class _Push(NamedTuple):
    """Pushes of one instruction: places and values in order."""

    kind: str
    pc: int
    places: tuple[int, ...]
    values: tuple[int, ...]


Owners = dict[int, _Push]  # by place: the last push that wrote the byte


def _pushes(records: Sequence[tuple[int, int]]) -> Owners:
    """Return the last push that wrote each byte of the stack page.

    records  cycle and word of each access, as of c64.debug.probe
    """
    owners: Owners = {}
    group: list[int] = []
    for at in range(len(records)):
        cycle, word = records[at]
        if not word >> 24 & 1:
            continue  # a vector's read
        group.append(word)
        last = at + 1 == len(records) or not (
            records[at + 1][1] >> 24 & 1 and records[at + 1][0] == cycle + 1
        )
        if last:
            vector = records[at + 1][1] & 0xFFFF if at + 1 < len(records) else 0
            push = _as_push(group, vector)
            owners.update((place, push) for place in push.places)
            group = []
    return owners


def _as_push(words: Sequence[int], vector: int) -> _Push:
    places = tuple(w & 0xFF for w in words)
    values = tuple(w >> 16 & 0xFF for w in words)
    descends = all((a - b) & 0xFF == 1 for a, b in pairwise(places))
    kind = {2: "JSR", 3: "IRQ"}.get(len(words), "data") if descends else "data"
    if kind == "IRQ" and values[2] & BREAK:
        kind = "BRK"
    elif kind == "IRQ" and vector == NMI_VECTOR:
        kind = "NMI"
    return _Push(kind, words[0] >> 32 & 0xFFFF, places, values)


def _owners(board: Board, history: History, seconds: float) -> Owners:
    """Return the pushes of the last seconds whose bytes are now on the stack."""
    vectors, stack = [NMI_VECTOR, IRQ_VECTOR], range(STACK, STACK + 0x100)
    owners = _pushes(history.accesses(vectors, stack, seconds).tolist())
    return {
        place: owners[place]
        for place in range(board.cpu.sp + 1, 0x100)
        if place in owners and _is_there(board, owners[place], place)
    }


def _is_there(board: Board, push: _Push, place: int) -> bool:
    """True if the byte still has the value that was pushed."""
    return int(board.ram_low[STACK + place]) == push.values[push.places.index(place)]


def call_stack(board: Board, history: History) -> list[Frame]:
    """Return [Frame], the newest first, of all bytes between the stack pointer and $01FF.

    history  emu.monitor.history.History of the board
    """
    frames: list[Frame] = []
    for seconds in HORIZONS:
        owners = _owners(board, history, seconds)
        frames = _frames(board, owners)
        older = [f for f in frames if f.place not in owners]
        doubtful = [f for f in older if f.kind == "data" or seconds < HORIZONS[1]]
        if not doubtful or board.cycle - history.first < seconds * history.clock:
            break
    return frames


def _frames(board: Board, owners: Owners) -> list[Frame]:
    frames: list[Frame] = []
    place = int(board.cpu.sp) + 1
    while place <= 0xFF:
        frame = _frame(board, owners, place)
        if frame.kind == "data" and frames and frames[-1].kind == "data":
            frame = Frame("data", 0, frames[-1].place, frames.pop().size + frame.size)
        frames.append(frame)
        place = frame.place + frame.size
    return frames


def _frame(board: Board, owners: Owners, place: int) -> Frame:
    push = owners.get(place)
    if push is None:
        return _guess(board, owners, place)
    size = len(push.places)
    whole = push.places[-1] == place and all(
        owners.get((place + n) & 0xFF) is push for n in range(size)
    )
    if push.kind == "data" or not whole:
        return Frame("data", 0, place, 1)
    return Frame(push.kind, push.pc, place, size)


def _guess(board: Board, owners: Owners, place: int) -> Frame:
    """Guess the return address of a JSR in bytes whose push is unknown."""
    if place < 0xFF and place + 1 not in owners:
        back = (board.ram_low[STACK + place] | board.ram_low[STACK + place + 1] << 8) - 2
        if back >= 0 and board.peek(back) == JSR:
            return Frame("JSR?", back, place, 2)
    return Frame("data", 0, place, 1)
