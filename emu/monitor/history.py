"""Rewind: states of the running machine, and replay from the nearest of them.

A state is taken every four seconds (with a large REU every eight), and whenever something other
than the program changed the machine (the monitor, autostart).  In between only the user's inputs
are recorded, at the beginning of the frame in which the machine saw them.  The machine is
deterministic, so replay from a state with the same inputs leads to the same state in every cycle.

The last two minutes are kept, as far as they fit into HISTORY_BYTES: of each state but the newest
only the difference to the next (emu/monitor/deltas.py), 1 to 30 KiB.

Disks are restored with the machine, and so is the image in each drive.  During replay no host
file is written (``ImageFile.held``).  If the restored disk differs from its host file, the next
write keeps the newer file as a backup (disk/image_file.py).

Not emulated: text still to be typed (``keys``) is not restored.
"""

import threading
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from operator import attrgetter
from typing import Any, NamedTuple

import numpy as np

from c64.api import C64
from c64.base.fields import load_all, save_all
from c64.bus.board import BOARD_JAMMED, BOARD_STOPPED
from c64.debug.probe import PROBE_LOG_READ, PROBE_LOG_WRITE, Probe
from c64.snapshot import Checkpoint, SnapshotError, load_pieces, save_pieces
from disk.host_folder import HostFolder
from disk.media import DiskImage
from disk.tap import Cassette
from emu.kit.types import Board, Words
from emu.monitor.deltas import Deltas
from emu.monitor.drive_cpu import unwatched
from emu.monitor.errors import MonitorError

HISTORY_SECONDS = 120
HISTORY_BYTES = 64 << 20  # of all states together; the oldest are dropped first
HISTORY_EVERY = 4.0  # seconds between states
HISTORY_LARGE = 2 << 20  # bytes; of a larger state the more rarely it is taken: to compare the
HISTORY_EVERY_AT_MOST = 8.0  # 16 MiB of a REU takes the time of many frames
HISTORY_CHANGES = 40  # at most as many states after changes by the monitor
CYCLES_A_FRAME_AT_MOST = 40_000  # more than a frame of any model has
INSTRUCTION_CYCLES = 64  # more than any instruction takes, bad lines and sprites included


Disks = dict[int, DiskImage | HostFolder | None]


class Past(NamedTuple):
    """An instruction that ran: its first cycle, the registers before it, its bytes."""

    cycle: int
    pc: int
    a: int
    x: int
    y: int
    sp: int
    p: int
    code: bytes


class Mark(NamedTuple):
    """When a state was taken; ``changed``: because the machine was changed from outside.

    disks  by device number what is in the drive
    plans  by device number what kinds of drive it may be: c64.drive.attach.DrivePlan
    tape   what is in the datasette
    """

    cycle: int
    changed: bool
    disks: Disks
    plans: dict[int, Any]
    tape: Cassette | None

    def same_media(self, other: "Mark") -> bool:
        """Tell whether no drive, disk or tape has been changed since another mark."""
        return self.tape is other.tape and (self.disks, self.plans) == (other.disks, other.plans)


class Input(NamedTuple):
    """What came from outside at a cycle.

    state  keyboard and control ports from then on, b"" for the same as before
    pokes  (address, value) of bytes that were put into RAM
    """

    cycle: int
    state: bytes
    pokes: tuple[tuple[int, int], ...] = ()


def _by_cycle(entry: Mark | Input) -> int:
    return entry.cycle


class _Watch:
    """Detects cheaply, every frame, whether fields of chips and their parts have changed."""

    def __init__(self, *chips: Any) -> None:  # chips' types are in their .pxd
        self._getters: list[tuple[Callable[[Any], Any], Any]] = []  # of numbers, and whose
        self._arrays: list[Any] = []  # bytearrays, array.arrays
        self._last: list[Any] | None = None
        units = [*chips, *(getattr(chip, p) for chip in chips for p in getattr(chip, "parts", ()))]
        for unit in units:
            numbers = [field.name for field in unit.fields if isinstance(field.reset, int)]
            if numbers:
                self._getters.append((attrgetter(*numbers), unit))
            self._arrays += [
                getattr(unit, field.name) for field in unit.fields if field.name not in numbers
            ]

    def changed(self) -> bool:
        """Return whether anything has changed since the last call."""
        now = [get(unit) for get, unit in self._getters] + [bytes(a) for a in self._arrays]
        before, self._last = self._last, now
        return now != before


class History:
    """The last seconds of one machine.

    marks   [Mark] by cycle;  states  Deltas, as many
    inputs  [Input] by cycle
    clock   cycles of a second
    lock    held while the machine runs; other threads must take it to read the machine
    """

    def __init__(self, machine: C64) -> None:
        self._machine = machine
        self._board: Board = machine.board
        self.clock = round(machine.model.clock_hz)
        self.lock = threading.RLock()
        self.replaying = False
        self._last_input = b""
        self._shape: list[int] = []
        controls = machine.board.controls
        self._inputs = (machine.board.keyboard, controls, controls.devices)
        self._watch = _Watch(*self._inputs)
        self.forget()

    @property
    def every(self) -> float:
        """Seconds from one state to the next, for a machine of this size."""
        return min(max(HISTORY_EVERY, self._state_size / HISTORY_LARGE), HISTORY_EVERY_AT_MOST)

    def _note_input(self) -> None:
        self._last_input = save_all(self._inputs)
        self._watch.changed()

    def _put_input(self, entry: Input) -> None:
        for address, value in entry.pokes:
            self._board.ram[address] = value
        if entry.state:
            load_all(self._inputs, entry.state)

    def mark(self, changed: bool = False) -> None:
        """Keep the present state; later ones (after going back) are dropped."""
        self.cut()
        pieces = save_pieces(self._board)
        if [len(p) for p in pieces[:1]] != self._shape[:1] or len(pieces) != len(self._shape):
            self._clear()  # other drives or another cartridge
        self._shape = [len(piece) for piece in pieces]
        self.states.append(pieces)
        self.marks.append(self._now(changed))
        self._state_size = sum(map(len, pieces))
        self._note_input()
        self._drop_old()

    def _now(self, changed: bool = False) -> Mark:
        """Return a Mark of the present."""
        plans = dict(self._board.iec.plans)
        return Mark(self._board.cycle, changed, self._disks(), plans, self._tape())

    def _disks(self) -> Disks:
        return {number: drive.image for number, drive in self._board.iec.devices.items()}

    def _tape(self) -> Cassette | None:
        cassette: Cassette | None = self._board.tape.cassette
        return cassette

    def _clear(self) -> None:
        self.marks: list[Mark] = []
        self.inputs: list[Input] = []
        self.states = Deltas()

    def forget(self) -> None:
        """Restart the history here: there are other disks in the drives."""
        self._clear()
        self.mark()

    def cut(self) -> None:
        """Drop everything later than the present."""
        now = self._board.cycle
        kept = bisect_right(self.marks, now, key=_by_cycle)
        if kept < len(self.marks):
            del self.marks[kept:]
            self.states.cut(kept)
        del self.inputs[bisect_right(self.inputs, now, key=_by_cycle) :]

    def _drop_old(self) -> None:
        oldest = self._board.cycle - HISTORY_SECONDS * self.clock
        drop = 0
        while len(self.marks) - drop > 1 and self.marks[drop + 1].cycle <= oldest:
            drop += 1
        changes = [at for at, mark in enumerate(self.marks) if mark.changed]
        if len(changes) > HISTORY_CHANGES:
            # Replay does not know of a change whose mark is gone: the way ends behind it.
            drop = max(drop, changes[0] + 1)
        for _ in range(drop):
            self.states.drop_oldest()
        while self.states.size > HISTORY_BYTES and len(self.states) > 1:
            self.states.drop_oldest()
        if len(self.states) == len(self.marks):
            return
        del self.marks[: len(self.marks) - len(self.states)]
        first = bisect_right(self.inputs, self.marks[0].cycle, key=_by_cycle)
        del self.inputs[:first]

    def frame(self) -> None:
        """Record the inputs of a frame; call this before every frame."""
        self.cut()
        if self._watch.changed():
            data = save_all(self._inputs)
            if data != self._last_input:
                self._come(Input(self._board.cycle, data))
                self._last_input = data
        last = self.marks[-1]
        if not last.same_media(self._now()):
            self.mark(changed=True)  # another drive, disk or tape: replay could not know of it
        elif self._board.cycle - last.cycle >= self.every * self.clock:
            self.mark()

    def poke(self, address: int, value: int) -> None:
        """Put a byte into RAM between two frames; replay does it again."""
        self.cut()
        self._board.ram[address] = value
        self._come(Input(self._board.cycle, b"", ((address, value),)))

    def _come(self, entry: Input) -> None:
        """Note what came; there is one entry a cycle."""
        if self.inputs and self.inputs[-1].cycle == entry.cycle:
            last = self.inputs.pop()
            entry = Input(entry.cycle, entry.state or last.state, last.pokes + entry.pokes)
        self.inputs.append(entry)

    @contextmanager
    def aside(self) -> Iterator[Callable[[], bool]]:
        """Run on for a look at what is to come; in the end the machine is where it was.

        The function runs a frame with the current inputs, and returns False if the CPU is jammed.
        The picture and the sound of those frames stay to be taken.
        """
        board = self._board
        with self.past():
            before = Checkpoint(board)

            def frame() -> bool:
                reason = board.run_frame(board.cycle + CYCLES_A_FRAME_AT_MOST)
                if reason == BOARD_STOPPED:
                    board.stop = 0
                return bool(reason != BOARD_JAMMED)

            try:
                yield frame
            finally:
                before.restore()

    def ram_at(self, cycle: int) -> bytes:
        """Return the 65536 bytes of RAM as they were; MonitorError before the history begins.

        The machine goes there and comes back, which can take as long as some seconds of it.
        """
        now = self._board.cycle
        self.go_to(cycle)
        ram = bytes(self._board.ram)
        self.go_to(now)
        return ram

    @property
    def first(self) -> int:
        """The earliest cycle that can be restored."""
        return self.marks[0].cycle

    def _restore(self, target: int) -> None:
        """Restore a snapshot at or before ``target``, a frame earlier if nothing changed since.

        The picture is not part of a snapshot: a frame of replay draws it.
        """
        at = bisect_right(self.marks, target, key=_by_cycle) - 1
        if at < 0:
            seconds = (self._board.cycle - self.first) / self.clock
            raise MonitorError(f"back: the history begins {seconds:.1f} seconds ago")
        frame = self._machine.model.lines * self._machine.model.cycles_per_line
        while at and target - self.marks[at].cycle < 2 * frame and not self.marks[at].changed:
            at -= 1
        self.load(at)

    @contextmanager
    def past(self) -> Iterator[None]:
        """During replay: breakpoints are off, no host file is written."""
        places: list[tuple[Disks, Cassette | None]] = [(self._disks(), self._tape())]
        places += [(mark.disks, mark.tape) for mark in self.marks]
        images = {id(image): image for disks, tape in places for image in (*disks.values(), tape)}
        held = [i for i in images.values() if i is not None and not i.held]
        before, self.replaying = self.replaying, True
        for image in held:
            image.held = True
        try:
            with unwatched(self._board):
                yield
        finally:
            self.replaying = before
            for image in held:
                image.held = False

    def load(self, at: int) -> None:
        """Go to a mark by its number."""
        self._put(self.marks[at], self.states.state(at))

    def _put(self, mark: Mark, pieces: Sequence[bytes | memoryview]) -> None:
        """Go to a mark whose state is given, with the drives, disks and tape of that moment."""
        bus = self._board.iec
        for number, plan in mark.plans.items():
            if number in bus.devices:
                bus.plans[number] = plan
        for number, image in mark.disks.items():
            if number in bus.devices and bus.devices[number].image is not image:
                bus.devices[number].mount(image)
        if mark.tape is not None and self._tape() is not mark.tape:
            self._board.deck.insert(mark.tape)
        try:
            load_pieces(self._board, pieces)
        except SnapshotError as error:
            raise MonitorError(f"back: {error}") from None

    def replay_from(self, at: int, end: int) -> None:
        """Go to a mark by its number, and run from there to cycle ``end``."""
        with self.past():
            self.load(at)
            self._replay(end)

    def _replay(self, target: int) -> None:
        """Run to ``target`` with the recorded inputs."""
        board = self._board
        coming = [entry for entry in self.inputs if entry.cycle > board.cycle]
        while board.cycle < target:
            self._run(min(target, coming[0].cycle) if coming else target)
            if coming and coming[0].cycle <= board.cycle:
                self._put_input(coming.pop(0))

    def _run(self, target: int) -> None:
        board = self._board
        while board.cycle < target:
            with self.lock:
                reason = board.run_until(target)
                if reason == BOARD_JAMMED:
                    self._run_jammed(target)
            if reason == BOARD_STOPPED:
                board.stop = 0

    def _run_jammed(self, target: int) -> None:
        """Advance a jammed CPU, which only reads $FFFF, as C64.tick does."""
        board = self._board
        while board.cycle < target:
            board.read(0xFFFF)
        board.sync_sid()

    def replay_frame(self, end: int) -> None:
        """Run to the end of the frame, or to cycle ``end``, with the recorded inputs."""
        board, frame = self._board, self._board.vic.frame_count
        first = bisect_right(self.inputs, board.cycle, key=_by_cycle)
        due = self.inputs[first].cycle if first < len(self.inputs) else end
        while board.cycle < end and board.vic.frame_count == frame:
            limit = min(end, due)
            with self.lock:
                reason = board.run_frame(limit)
                while reason == BOARD_JAMMED and board.cycle < limit:
                    if board.vic.frame_count != frame:
                        break
                    board.read(0xFFFF)
            if reason == BOARD_STOPPED:
                board.stop = 0
            if board.cycle >= due < end:
                self._put_input(self.inputs[first])
                first += 1
                due = self.inputs[first].cycle if first < len(self.inputs) else end
        board.sync_sid()

    def go_to(self, target: int) -> None:
        """Restore the machine to the instruction boundary at or after cycle ``target``."""
        with self.past():
            self._restore(target)
            self._replay(target)
            self._board.settle()
            self._note_input()
            self._machine.audio()

    def boundaries(self, since: int, until: int) -> list[int]:
        """Return the cycles in [since, until) at which instructions began."""
        self.go_to(since)
        found: list[int] = []
        with self.past():
            while self._board.cycle < until:
                found.append(self._board.cycle)
                self._replay(self._board.cycle + 1)
        return found

    def back_instructions(self, count: int) -> None:
        """Go back by ``count`` instructions (interrupt sequences count)."""
        now = self._board.cycle
        span = count * INSTRUCTION_CYCLES
        while True:
            since = max(now - span, self.first)
            found = self.boundaries(since, now)
            if len(found) >= count:
                self.go_to(found[-count])
                return
            if since == self.first:
                self.go_to(now)
                raise MonitorError(f"back: the history begins {len(found)} instructions ago")
            span *= 4

    @contextmanager
    def _visit(self) -> Iterator[None]:
        """Move about in the past; at the end restore the present machine and its picture."""
        board = self._board
        now, state = self._now(), [bytes(piece) for piece in save_pieces(board)]
        picture = bytes(board.vic.frame)
        with self.past():
            try:
                yield
            finally:
                self._put(now, state)
                memoryview(board.vic.frame)[:] = picture

    def accesses(self, reads: Iterable[int], writes: Iterable[int], seconds: float) -> Words:
        """Return the CPU's accesses of the last seconds: int64[n, 2], as of c64.debug.probe.

        reads, writes  addresses

        The machine is unchanged afterwards.  A shorter history gives fewer accesses.
        """
        board, probe = self._board, Probe()
        for addr in reads:
            probe.flags[addr] |= PROBE_LOG_READ
        for addr in writes:
            probe.flags[addr] |= PROBE_LOG_WRITE
        until = board.cycle
        before = board.probe, board.probing, board.traps_on & 2
        past = [mark.cycle for mark in self.marks if mark.cycle <= until]
        begin = max(bisect_right(past, until - seconds * self.clock) - 1, 0)
        try:
            with self._visit():
                board.attach_probe(probe)
                for at, end in enumerate([*past[begin + 1 :], until], begin):
                    self.load(at)
                    self._replay(end)
        finally:
            board.attach_probe(*before)
        records = b"".join(probe.chunks) + bytes(probe.access)[: 16 * probe.access_count]
        return np.frombuffer(records, dtype=np.int64).reshape(-1, 2)

    def recent(self, count: int) -> list[Past]:
        """Return the last instructions that ran, [Past], oldest first; ``count`` at most.

        A shorter history gives fewer.  Interrupt sequences are left out.
        """
        found: list[Past] = []
        until = self._board.cycle
        with self._visit():
            while len(found) < count and until > self.first:
                begin = self.marks[bisect_left(self.marks, until, key=_by_cycle) - 1].cycle
                since = max(begin, until - count * INSTRUCTION_CYCLES // 8)
                found = self._instructions(since, until) + found
                until = since
        return found[-count:]

    def _instructions(self, since: int, until: int) -> list[Past]:
        """Return [Past] of the instructions that began in [since, until)."""
        board, cpu = self._board, self._board.cpu
        found: list[Past] = []
        self.go_to(since)
        with self.past():
            while board.cycle < until:
                if not board.attends():
                    pc = cpu.pc
                    code = bytes(board.peek((pc + n) & 0xFFFF) for n in range(3))
                    found.append(Past(board.cycle, pc, cpu.a, cpu.x, cpu.y, cpu.sp, cpu.p, code))
                self._replay(board.cycle + 1)
        return found
