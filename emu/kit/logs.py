"""Logs of a run: bus accesses, register writes, instructions, interrupts, watches.

A log is a ``with`` block; its numpy records are available during the block and after it.
A log costs time only while its block lasts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Self

import numpy as np

from c64.debug.probe import PROBE_CALL_READ, PROBE_CALL_WRITE, PROBE_LOG_READ, PROBE_LOG_WRITE
from emu.kit.errors import KitError, KitUsageError
from emu.kit.listing import line_of
from emu.kit.types import Board, Place, Records, Where, Words

if TYPE_CHECKING:
    from c64.debug.probe import Probe
    from emu.kit.symbols import Symbols

ACCESS = np.dtype([
    ("cycle", "i8"), ("address", "u2"), ("value", "u1"), ("rw", "U1"), ("who", "U4"),
    ("pc", "u2"), ("io", "?"),
])  # fmt: skip
WRITE = np.dtype([
    ("cycle", "i8"), ("address", "u2"), ("value", "u1"), ("line", "i4"), ("column", "i4"),
    ("pc", "u2"),
])  # fmt: skip
STEP = np.dtype([
    ("cycle", "i8"), ("stolen", "i8"), ("pc", "u2"), ("a", "u1"), ("x", "u1"), ("y", "u1"),
    ("sp", "u1"), ("p", "u1"), ("interrupt", "?"),
])  # fmt: skip
WHO = np.array(["cpu", "vic", "wait"])
CHIPS = {
    "vic": (0xD000, 0xD3FF, 63),
    "sid": (0xD400, 0xD7FF, 31),
    "cia1": (0xDC00, 0xDCFF, 15),
    "cia2": (0xDD00, 0xDDFF, 15),
}


class Access(NamedTuple):
    """One access: ``write`` is True or False, ``pc`` the instruction that made it."""

    cycle: int
    address: int
    value: int
    write: bool
    pc: int


WatchFunction = Callable[[Any, Access], object]  # the Kit, what happened


class Watch:
    """The accesses to a watched range, in order."""

    def __init__(self, first: int, last: int, function: WatchFunction | None) -> None:
        self.first, self.last, self.function = first, last, function
        self.accesses: list[Access] = []

    @property
    def reads(self) -> list[Access]:
        return [a for a in self.accesses if not a.write]

    @property
    def writes(self) -> list[Access]:
        return [a for a in self.accesses if a.write]


class Logged(Protocol):
    """What a log needs of a Kit."""

    board: Board
    probe: Probe
    symbols: Symbols
    violation: Exception | None
    taps: Taps

    def address(self, place: Place) -> int: ...

    def position(self, cycle: Any) -> tuple[Any, Any]: ...


def beam_position(board: Board, cycle: Any = None) -> tuple[Any, Any]:
    """Return (raster line, cycle in the line 1..63) of a cycle, by default the last.

    Arrays of cycles give arrays.
    """
    vic, model = board.vic, board.model
    line = 0 if vic.last_line else vic.raster_line
    now = line * model.cycles_per_line + vic.cycle_in_line - 1
    back = 0 if cycle is None else cycle - (board.cycle - 1)
    at = (now + back) % (model.lines * model.cycles_per_line)
    return at // model.cycles_per_line, at % model.cycles_per_line + 1


class _Call(NamedTuple):
    """A function for every access to a range."""

    first: int
    last: int
    read: bool
    write: bool
    seen: Callable[[Access], None]


class Taps:
    """Selects the accesses that the probe records, for all logs and watches of a test."""

    def __init__(self, kit: Logged) -> None:
        self.kit = kit
        self._logs: dict[object, tuple[int, int, bool, bool]] = {}
        self._calls: list[_Call] = []
        self._set()

    def _set(self) -> None:
        if self._logs or self._calls or self.kit.board.probing:
            flags = np.zeros(65536, dtype=np.uint8)
            for first, last, read, write in self._logs.values():
                flags[first : last + 1] |= PROBE_LOG_READ * read | PROBE_LOG_WRITE * write
            for first, last, read, write, _ in self._calls:
                flags[first : last + 1] |= PROBE_CALL_READ * read | PROBE_CALL_WRITE * write
            memoryview(self.kit.probe.flags)[:] = flags.tobytes()
        active = bool(self._logs or self._calls or self.kit.probe.keep_interrupts)
        self.kit.board.attach_probe(self.kit.probe, accesses=active)

    @property
    def active(self) -> bool:
        """True while a log or a watch wants accesses or instructions."""
        probe = self.kit.probe
        return bool(self._logs or self._calls or probe.keep_interrupts or probe.keep_steps)

    def log(self, owner: object, first: int, last: int, read: bool, write: bool) -> None:
        """Begin to record a range for ``owner``."""
        self._logs[owner] = (first, last, bool(read), bool(write))
        self._set()

    def end(self, owner: object) -> None:
        """Stop recording for ``owner``, if Kit.restart has not done so."""
        self._logs.pop(owner, None)
        self._set()

    def refresh(self) -> None:
        """Update the probe to the present logs and watches."""
        self._set()

    def watch(self, where: Where, function: WatchFunction | None, read: bool, write: bool) -> Watch:
        """See Kit.watch."""
        first, last = self.kit.symbols.range(where)
        watch = Watch(first, last, function)

        def seen(access: Access) -> None:
            watch.accesses.append(access)
            if function is not None:
                function(self.kit, access)

        self._call(_Call(first, last, bool(read), bool(write), seen))
        return watch

    def forbid(self, where: Where, read: bool, write: bool) -> None:
        """See Kit.forbid."""
        first, last = self.kit.symbols.range(where)

        def seen(access: Access) -> None:
            raise self._forbidden(access, first, last)

        self._call(_Call(first, last, bool(read), bool(write), seen))

    def _call(self, call: _Call) -> None:
        self._calls.append(call)
        self.kit.probe.hook = self._hook
        self._set()

    def _hook(self, address: int, value: int, write: int, cycle: int) -> None:
        """Called by the probe in the middle of an instruction: errors must wait."""
        kit = self.kit
        access = Access(cycle, address, value, bool(write), kit.probe.pc)
        for first, last, on_read, on_write, seen in self._calls:
            if first <= address <= last and (on_write if write else on_read):
                try:
                    seen(access)
                except Exception as error:
                    kit.violation = kit.violation or error
                    kit.board.stop = 1

    def _forbidden(self, access: Access, first: int, last: int) -> KitError:
        kit = self.kit
        what = f"write of ${access.value:02X} to" if access.write else "read of"
        line, column = kit.position(access.cycle)
        return KitError(
            f"forbidden {what} ${access.address:04X} {kit.symbols.name_at(access.address)} "
            f"(range ${first:04X}-${last:04X}) in cycle {access.cycle}, raster line {line}, "
            f"cycle {column}, by\n{line_of(access.pc, kit.board.peek, kit.symbols)}"
        )


def _accesses(words: Words) -> Records:
    """Return ACCESS records from the probe's int64[n, 2]."""
    records = np.empty(len(words), dtype=ACCESS)
    cycle, word = words[:, 0], words[:, 1]
    records["cycle"] = cycle
    records["address"] = word & 0xFFFF
    records["value"] = word >> 16 & 0xFF
    records["rw"] = np.where(word >> 24 & 1, "w", "r")
    records["who"] = WHO[word >> 25 & 3]
    records["io"] = word >> 27 & 1
    records["pc"] = word >> 32 & 0xFFFF
    return records


class _AccessLog:
    """A ``with`` block that records accesses to a range."""

    def __init__(self, kit: Logged, first: int, last: int, read: bool, write: bool) -> None:
        self.kit, self.first, self.last = kit, first, last
        self._read, self._write = read, write
        self._begin = 0
        self._end: int | None = None

    def __enter__(self) -> Self:
        self._begin = self._position()
        self._end = None
        self.kit.taps.log(self, self.first, self.last, self._read, self._write)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._end = self._position()
        self.kit.taps.end(self)

    def _position(self) -> int:
        probe = self.kit.probe
        position: int = len(probe.chunks) * 65536 + probe.access_count
        return position

    def words(self) -> Words:
        """Return the recorded int64[n, 2] of this range, in order of cycles."""
        probe = self.kit.probe
        parts = [np.frombuffer(chunk, dtype=np.int64) for chunk in probe.chunks]
        parts.append(np.asarray(probe.access)[: probe.access_count * 2])
        words = np.concatenate(parts).reshape(-1, 2)[self._begin : self._end]
        word = words[:, 1]
        address, write = word & 0xFFFF, (word >> 24 & 1).astype(bool)
        mine = (address >= self.first) & (address <= self.last)
        mine &= np.where(write, bool(self._write), bool(self._read))
        return words[mine]


class BusLog(_AccessLog):
    """Accesses in phi2: by the CPU ("cpu"), by the VIC while it stops the CPU ("vic"), and the
    reads that the CPU repeats in the three cycles before that ("wait", value 0).

    ``records`` are ACCESS: cycle, address, value, rw "r"/"w", who, pc (first byte of the
    instruction), io (the CPU sees the I/O area there).
    """

    def __init__(self, kit: Logged, where: Where, read: bool, write: bool) -> None:
        super().__init__(kit, *kit.symbols.range(where), read, write)

    @property
    def records(self) -> Records:
        return _accesses(self.words())

    def __len__(self) -> int:
        return len(self.words())


class RegisterLog(_AccessLog):
    """Writes to the registers of chips.

    ``records`` are WRITE: cycle, address (of the register, mirrors folded), value, raster
    line, column (cycle in the line, 1..63), pc.
    """

    def __init__(self, kit: Logged, chips: tuple[str, ...]) -> None:
        super().__init__(kit, 0xD000, 0xDDFF, False, True)
        for chip in chips:
            if chip not in CHIPS:
                raise KitUsageError(f"chip '{chip}' does not exist; choose from {', '.join(CHIPS)}")
        self.chips = chips or tuple(CHIPS)

    @property
    def records(self) -> Records:
        words = self.words()
        words = words[(words[:, 1] >> 27 & 1) == 1]
        address = words[:, 1] & 0xFFFF
        mine = np.zeros(len(words), dtype=bool)
        folded = address.copy()
        for chip in self.chips:
            first, last, mask = CHIPS[chip]
            inside = (address >= first) & (address <= last)
            mine |= inside
            folded = np.where(inside, first | (address & mask), folded)
        words, folded = words[mine], folded[mine]
        records = np.empty(len(words), dtype=WRITE)
        records["cycle"] = words[:, 0]
        records["address"] = folded
        records["value"] = words[:, 1] >> 16 & 0xFF
        records["line"], records["column"] = self.kit.position(words[:, 0])
        records["pc"] = words[:, 1] >> 32 & 0xFFFF
        return records

    def to(self, register: Place) -> Records:
        """Return the records of one register (address or label)."""
        records = self.records
        written: Records = records[records["address"] == self.kit.address(register)]
        return written


@dataclass(frozen=True)
class RoutineCall:
    """One run of a routine by the program: first cycle, cycles to its RTS, stolen, depth."""

    begin: int
    cycles: int
    stolen: int
    stack_depth: int


class StepLog:
    """Every instruction: ``records`` are STEP, with the registers before the instruction."""

    def __init__(self, kit: Logged) -> None:
        self.kit = kit
        self._tail: Words | None = None

    def __enter__(self) -> Self:
        probe = self.kit.probe
        if probe.keep_steps:
            raise KitUsageError("step_log: already running")
        probe.step_at, probe.step_count, probe.step_chunks, probe.keep_steps = 0, 0, [], 1
        self._tail = None
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._tail = self.words()
        self.kit.probe.keep_steps = 0
        self.kit.probe.step_at = 0
        self.kit.probe.step_count = 0

    def words(self) -> Words:
        """Return the probe's int64[n, 3]."""
        if self._tail is not None:
            return self._tail
        probe = self.kit.probe
        parts: list[Words]
        parts = [np.frombuffer(chunk, dtype=np.int64) for chunk in probe.step_chunks]
        parts.append(np.array(probe.steps)[: probe.step_at * 3])
        words: Words = np.concatenate(parts).reshape(-1, 3)
        return words

    @property
    def records(self) -> Records:
        words = self.words()
        records = np.empty(len(words), dtype=STEP)
        records["cycle"], records["stolen"] = words[:, 0], words[:, 1]
        word = words[:, 2]
        records["pc"] = word & 0xFFFF
        for name, shift in (("a", 16), ("x", 24), ("y", 32), ("sp", 40), ("p", 48)):
            records[name] = word >> shift & 0xFF
        records["interrupt"] = word >> 56 & 1
        return records

    def routine(self, place: Place) -> list[RoutineCall]:
        """Return a RoutineCall for each run of a routine that ended by RTS."""
        at, records = self.kit.address(place), self.records
        calls = []
        for i in np.flatnonzero((records["pc"] == at) & ~records["interrupt"]):
            depth = (int(records["sp"][i]) - records["sp"][i:].astype(int) + 0x80) % 256 - 0x80
            back = np.flatnonzero(depth <= -2)
            if len(back):
                end = i + back[0]
                calls.append(RoutineCall(
                    int(records["cycle"][i]),
                    int(records["cycle"][end] - records["cycle"][i]),
                    int(records["stolen"][end] - records["stolen"][i]),
                    int(depth[: back[0]].max()),
                ))  # fmt: skip
        return calls


class Interrupt(NamedTuple):
    """One interrupt.

    kind      "irq" or "nmi"
    asserted  cycle in which the line went low; None if it had stayed low
    began     first cycle of the CPU's interrupt sequence;  pc  the instruction interrupted
    entered   first cycle of the handler, seven later if the VIC took none
    latency   cycles from ``asserted`` to ``entered``, None without ``asserted``
    """

    kind: str
    asserted: int | None
    began: int
    entered: int
    pc: int

    @property
    def latency(self) -> int | None:
        return None if self.asserted is None else self.entered - self.asserted


class InterruptLog(StepLog):
    """Interrupts, with the instructions between them: ``interrupts``, ``latencies``,
    ``jitter`` (largest minus smallest latency), for "irq" or "nmi"."""

    def __enter__(self) -> Self:
        super().__enter__()
        probe = self.kit.probe
        self._begin = len(probe.interrupts)
        self._end: int | None = None
        self._kept = probe.keep_interrupts
        probe.keep_interrupts = 1
        self.kit.taps.refresh()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        super().__exit__(kind, error, trace)
        self._end = len(self.kit.probe.interrupts)
        self.kit.probe.keep_interrupts = self._kept
        self.kit.taps.refresh()

    def interrupts(self, kind: str = "irq") -> list[Interrupt]:
        """Return the Interrupts whose handler has begun."""
        cycles = self.words()[:, 0]
        found = []
        for asserted, began, pc, nmi in self.kit.probe.interrupts[self._begin : self._end]:
            at = np.searchsorted(cycles, began, side="right")
            if ("nmi" if nmi else "irq") == kind and at < len(cycles):
                known = None if asserted < 0 else asserted
                found.append(Interrupt(kind, known, began, int(cycles[at]), pc))
        return found

    def latencies(self, kind: str = "irq") -> list[int]:
        """Return the latencies in cycles of those interrupts whose line was seen to fall."""
        return [i.latency for i in self.interrupts(kind) if i.latency is not None]

    def jitter(self, kind: str = "irq") -> int:
        """Return the largest minus the smallest latency; 0 if there are fewer than two."""
        latencies = self.latencies(kind)
        return max(latencies) - min(latencies) if latencies else 0
