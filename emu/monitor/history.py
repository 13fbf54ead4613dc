"""The way back: snapshots while the machine runs, and replay from the nearest of them.

A snapshot is taken every half second, and whenever somebody but the program changed the
machine (the monitor, autostart).  In between only what the user does is noted, at the
beginning of the frame in which the machine saw it.  The machine being deterministic, replay
from a snapshot with the same inputs leads to the same state in every cycle.

Not emulated: what is still to be typed (``keys``) is not taken back.
"""

import threading
from bisect import bisect_left, bisect_right
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from c64.base.component import load_fields, save_fields
from c64.bus.board import BOARD_STOPPED
from c64.debug.probe import PROBE_LOG_READ, PROBE_LOG_WRITE, Probe
from c64.snapshot import SnapshotError, load_snapshot, save_snapshot
from emu.errors import HostError

HISTORY_SECONDS = 15
HISTORY_EVERY = 0.5  # seconds between snapshots
HISTORY_LARGE = 2 << 20  # bytes of a snapshot from which on they are taken more rarely
HISTORY_EVERY_LARGE = 2.5  # so that the 16 MiB of a REU 30 times over do not fill the host
HISTORY_CHANGES = 40  # at most as many snapshots after changes by the monitor
INSTRUCTION_CYCLES = 64  # more than any instruction takes, bad lines and sprites included


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
    """A snapshot: ``changed`` if it was taken because the machine was altered from outside."""

    cycle: int
    state: bytes
    changed: bool


def _by_cycle(entry):
    return entry[0]


class History:
    """The last seconds of one machine.

    marks   [Mark] by cycle;  inputs  [(cycle, bytes)]: keyboard and control ports from then
    clock   cycles of a second
    lock    held while the machine runs: who looks at it from another thread takes it, too
    """

    def __init__(self, machine):
        self._machine = machine
        self._board = machine.board
        self.clock = round(machine.model.clock_hz)
        self.lock = threading.RLock()
        self.replaying = False
        self._last_input = b""
        self.forget()

    def _input(self):
        return save_fields(self._board.keyboard) + save_fields(self._board.controls)

    def _put_input(self, data):
        size = len(save_fields(self._board.keyboard))
        load_fields(self._board.keyboard, data[:size])
        load_fields(self._board.controls, data[size:])

    def mark(self, changed=False):
        """Take a snapshot now; what was ahead (after going back) is forgotten."""
        self.cut()
        self.marks.append(Mark(self._board.cycle, save_snapshot(self._board), changed))
        self._last_input = self._input()
        self._drop_old()

    def forget(self):
        """Let the way back begin here: other disks are in the drives than before."""
        self.marks, self.inputs = [], []
        self.mark(changed=True)

    def cut(self):
        """Forget everything later than now."""
        now = self._board.cycle
        del self.marks[bisect_right(self.marks, now, key=_by_cycle) :]
        del self.inputs[bisect_right(self.inputs, now, key=_by_cycle) :]

    def _drop_old(self):
        oldest = self._board.cycle - HISTORY_SECONDS * self.clock
        while len(self.marks) > 1 and self.marks[1].cycle <= oldest:
            self.marks.pop(0)
        changes = [at for at, mark in enumerate(self.marks) if mark.changed]
        if len(changes) > HISTORY_CHANGES:
            # Replay does not know of a change whose mark is gone: the way ends behind it.
            del self.marks[: changes[0] + 1]
        first = bisect_right(self.inputs, self.marks[0].cycle, key=_by_cycle)
        del self.inputs[:first]

    def frame(self):
        """Note what a frame begins with; to be called before every frame."""
        self.cut()
        data = self._input()
        if data != self._last_input:
            self.inputs.append((self._board.cycle, data))
            self._last_input = data
        last = self.marks[-1]
        every = HISTORY_EVERY if len(last.state) < HISTORY_LARGE else HISTORY_EVERY_LARGE
        if self._board.cycle - last.cycle >= every * self.clock:
            self.mark()

    @property
    def first(self):
        """The earliest cycle there is a way back to."""
        return self.marks[0].cycle

    def _restore(self, target):
        """Go to a snapshot at or before ``target``, a frame earlier if nothing changed since.

        The picture is no part of a snapshot: a frame of replay makes it.
        """
        at = bisect_right(self.marks, target, key=_by_cycle) - 1
        if at < 0:
            seconds = (self._board.cycle - self.first) / self.clock
            raise HostError(f"back: the history begins {seconds:.1f} seconds ago")
        frame = self._machine.model.lines * self._machine.model.cycles_per_line
        while at and target - self.marks[at].cycle < 2 * frame and not self.marks[at].changed:
            at -= 1
        self._load(self.marks[at])

    def _load(self, mark):
        try:
            load_snapshot(self._board, mark.state)
        except SnapshotError as error:
            raise HostError(f"back: {error}") from None

    def _replay(self, target):
        """Run to ``target`` and give the machine the inputs it had on the way."""
        board = self._board
        coming = [entry for entry in self.inputs if entry[0] > board.cycle]
        while board.cycle < target:
            self._run(min(target, coming[0][0]) if coming else target)
            if coming and coming[0][0] <= board.cycle:
                self._put_input(coming.pop(0)[1])

    def _run(self, target):
        board = self._board
        while board.cycle < target:
            with self.lock:
                reason = board.run_until(target)
            if reason == BOARD_STOPPED:
                board.stop = 0

    def go_to(self, target):
        """Put the machine to the instruction boundary at or after cycle ``target``."""
        self.replaying = True
        try:
            self._restore(target)
            self._replay(target)
            self._board.settle()
            self._last_input = self._input()
            self._machine.audio()
        finally:
            self.replaying = False

    def boundaries(self, since, until):
        """Return the cycles in [since, until) at which instructions began."""
        self.go_to(since)
        self.replaying = True
        found = []
        try:
            while self._board.cycle < until:
                found.append(self._board.cycle)
                self._replay(self._board.cycle + 1)
        finally:
            self.replaying = False
        return found

    def back_instructions(self, count):
        """Go back by ``count`` instructions (interrupt sequences count)."""
        now = self._board.cycle
        span = count * INSTRUCTION_CYCLES
        while True:
            since = max(now - span, self.first)
            found = self.boundaries(since, now)
            if len(found) >= count:
                return self.go_to(found[-count])
            if since == self.first:
                self.go_to(now)
                raise HostError(f"back: the history begins {len(found)} instructions ago")
            span *= 4

    def accesses(self, reads, writes, seconds):
        """Return what the CPU accessed in the last seconds: int64[n, 2], as c64.debug.probe has it.

        reads, writes  addresses

        The machine is as before afterwards.  Less far back if the way back is shorter.
        """
        board, probe = self._board, Probe()
        for addr in reads:
            probe.flags[addr] |= PROBE_LOG_READ
        for addr in writes:
            probe.flags[addr] |= PROBE_LOG_WRITE
        now, picture, until = save_snapshot(board), bytes(board.vic.frame), board.cycle
        before = board.probe, board.probing, board.traps_on & 2
        past = [mark for mark in self.marks if mark.cycle <= until]
        begin = bisect_right(past, until - seconds * self.clock, key=_by_cycle) - 1
        past = past[max(begin, 0) :]
        self.replaying = True
        try:
            board.attach_probe(probe)
            for mark, end in pairwise([*past, Mark(until, now, False)]):
                self._load(mark)
                self._replay(end.cycle)
        finally:
            self.replaying = False
            load_snapshot(board, now)
            memoryview(board.vic.frame)[:] = picture
            board.attach_probe(*before)
        records = b"".join(probe.chunks) + bytes(probe.access)[: 16 * probe.access_count]
        return np.frombuffer(records, dtype=np.int64).reshape(-1, 2)

    def recent(self, count):
        """Return the last instructions that ran, [Past], oldest first; ``count`` at most.

        Fewer if the way back is shorter.  Interrupt sequences are left out.
        """
        board, found = self._board, []
        now, picture = save_snapshot(board), bytes(board.vic.frame)
        until = board.cycle
        try:
            while len(found) < count and until > self.first:
                begin = self.marks[bisect_left(self.marks, until, key=_by_cycle) - 1].cycle
                since = max(begin, until - count * INSTRUCTION_CYCLES // 8)
                found = self._instructions(since, until) + found
                until = since
        finally:
            load_snapshot(board, now)
            memoryview(board.vic.frame)[:] = picture
        return found[-count:]

    def _instructions(self, since, until):
        """Return [Past] of the instructions that began in [since, until)."""
        board, cpu, found = self._board, self._board.cpu, []
        self.go_to(since)
        self.replaying = True
        try:
            while board.cycle < until:
                if not board.attends():
                    pc = cpu.pc
                    code = bytes(board.peek((pc + n) & 0xFFFF) for n in range(3))
                    found.append(Past(board.cycle, pc, cpu.a, cpu.x, cpu.y, cpu.sp, cpu.p, code))
                self._replay(board.cycle + 1)
        finally:
            self.replaying = False
        return found
