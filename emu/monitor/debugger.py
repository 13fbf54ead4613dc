"""The debugger: breakpoints, steps and rewind, without any user interface.

The text monitor and the binary one drive the same ``Debugger``.  An execution breakpoint is a
trap of the board, so a machine with breakpoints runs at full speed.  Raster lines are reached by
counting cycles.  Accesses and interrupts are reported by a probe (c64.debug.probe), which is
attached only while such a breakpoint is enabled.  The machine always stops between two
instructions: after a watched access, or before the first instruction of an interrupt handler.
"""

import itertools
import time
from collections.abc import Callable
from functools import partial
from typing import Unpack

import numpy as np

from c64.api import C64, CYCLES_A_FRAME_AT_MOST
from c64.bus.board import BOARD_JAMMED
from c64.cpu.opcodes import OPCODES
from c64.debug.probe import PROBE_CALL_READ, PROBE_CALL_WRITE, Probe
from emu.kit.types import Board
from emu.monitor.breakpoint import (
    EXEC,
    LOAD,
    OPERATIONS,
    STORE,
    VECTORS,
    Breakpoint,
    BreakpointOptions,
    Hit,
    Stop,
)
from emu.monitor.breakpoint_map import BreakpointMap
from emu.monitor.condition import Condition, Context, ReadNumber, read_number
from emu.monitor.drive_cpu import DriveContext, DriveStops, unit_of
from emu.monitor.errors import MonitorError
from emu.monitor.history import History
from emu.monitor.stepping import ReturnGoal, StepGoal
from emu.monitor.trace import TraceFile

Trap = Callable[[Board], bool]  # what the board calls at an address; True: stay before it
NEVER = 1 << 62
BRK = 0x00
PROBE_CALLS = {LOAD: PROBE_CALL_READ, STORE: PROBE_CALL_WRITE}
NUMBERS_NAMED = 10  # of the breakpoints there are
SLICE = 2000  # cycles between looks at the clock while breakpoints cost time


class Debugger:
    """One machine under control.

    machine  c64.api.C64 with the exact CPU
    feed     function() -> bool, called before every frame (autostart): True if it changed
             the machine's memory

    ``on_hit`` may be set to a function(Breakpoint) -> bool. It is called for every breakpoint
    hit, and returns whether the machine stops there.  ``on_past_hit`` may be set to a
    function(Breakpoint) for a replay: it is called for every breakpoint that is passed.
    """

    def __init__(self, machine: C64, feed: Callable[[], bool] | None = None) -> None:
        if machine.board.engine is not None:
            raise MonitorError("monitor: needs the exact CPU, not --cpu py65")
        self.machine = machine
        self.board: Board = machine.board
        self.feed: Callable[[], bool] = feed or (lambda: False)
        self.context = Context(self.board)
        self.breakpoints: dict[int, Breakpoint] = {}
        self._maps = {operation: BreakpointMap() for operation in (LOAD, STORE, EXEC)}  # enabled
        self._events: dict[int, Breakpoint] = {}  # enabled: interrupts, raster lines
        self._drives = DriveStops(self.board)
        self.history = History(machine)
        self.lock = self.history.lock
        self.interrupted = False
        self._numbers, self._hidden_numbers = itertools.count(1), itertools.count(-1, -1)
        self._fed = -1
        self._stop: Stop | None = None
        self._limit = NEVER
        self._leaving = -1
        self._held = -1
        self._chained: dict[int, Trap | None] = {}
        self._armed = np.zeros(65536, dtype=np.bool_)
        self._stale = False  # True: a breakpoint has gone, and its traps are still set
        self._probe: Probe | None = None
        self.on_hit: Callable[[Breakpoint], bool] | None = None
        self.on_past_hit: Callable[[Breakpoint], None] | None = None
        self.trace: TraceFile | None = None

    # -- breakpoints -----------------------------------------------------------------

    def add(
        self,
        kind: str,
        first: int,
        last: int | None = None,
        condition: str | None = None,
        number: ReadNumber = read_number,
        **options: Unpack[BreakpointOptions],
    ) -> Breakpoint:
        """Add a breakpoint and return it.

        condition  text of emu.monitor.condition, ``number`` reads its numbers and labels
        options    further fields of Breakpoint
        """
        last = first if last is None else last
        if kind == "raster" and not first < self.machine.model.lines:
            raise MonitorError(f"raster line {first}: the last is {self.machine.model.lines - 1}")
        if kind != "raster" and last < first:
            raise MonitorError(f"range ${first:04X}-${last:04X} ends before it begins")
        context = self.context_of(options.get("drive", 0))
        parsed = Condition(condition, context, number) if condition else None
        numbers = self._hidden_numbers if options.get("hidden") else self._numbers
        point = Breakpoint(next(numbers), kind, first, last, parsed, **options)
        self.breakpoints[point.number] = point
        if point.enabled:
            self._index(point)
            self._arm_for(point)
        return point

    def _index(self, point: Breakpoint) -> None:
        """Let a breakpoint be found by what it waits for."""
        if not point.operations:
            self._events[point.number] = point
        if point.drive:
            self._set_drives()
        for operation, points in self._maps.items():
            if point.operations & operation:
                points.add(point)

    def _unindex(self, point: Breakpoint) -> None:
        """Let an enabled breakpoint no longer be found."""
        self._events.pop(point.number, None)
        if point.drive:
            self._set_drives()
        for operation, points in self._maps.items():
            if point.operations & operation:
                points.remove(point)

    def _forget(self, point: Breakpoint) -> None:
        """Delete a breakpoint that may already be deleted; its traps stay until ``_arm``."""
        if self.breakpoints.pop(point.number, None) is not None and point.enabled:
            self._unindex(point)

    def set_condition(self, number: int, text: str, names: ReadNumber) -> None:
        """Set a breakpoint's condition; an empty text removes it."""
        point = self.find(number)
        point.condition = Condition(text, self.context_of(point.drive), names) if text else None

    def context_of(self, drive: int) -> Context:
        """Return what conditions can read: of a drive's CPU, 0: of the 6510."""
        return DriveContext(unit_of(self.board, drive)) if drive else self.context

    def listed(self) -> list[Breakpoint]:
        """Return the user's breakpoints, by number."""
        return [p for p in self.breakpoints.values() if not p.hidden]

    def most_at(self, kind: str, first: int, last: int) -> int:
        """Return how many enabled breakpoints wait at the address of a range with the most.

        Only those count that wait for an operation of this kind.
        """
        maps = [held for op, held in self._maps.items() if OPERATIONS[kind] & op]
        return max(int(held.count[first : last + 1].max()) for held in maps)

    def find(self, number: int) -> Breakpoint:
        """Return the breakpoint with this number; MonitorError if there is none."""
        if number not in self.breakpoints:
            numbers = [str(p.number) for p in self.listed()]
            more = " ..." if len(numbers) > NUMBERS_NAMED else ""
            there = (", ".join(numbers[:NUMBERS_NAMED]) or "none") + more
            raise MonitorError(f"breakpoint {number} does not exist; there are: {there}")
        return self.breakpoints[number]

    def delete(self, number: int) -> None:
        """Delete a breakpoint."""
        self.remove(self.find(number))

    def enable(self, number: int, enabled: bool) -> None:
        """Enable or disable a breakpoint."""
        point = self.find(number)
        if point.enabled != enabled:
            point.enabled = enabled
            (self._index if enabled else self._unindex)(point)
            self._arm_for(point)

    def _set_drives(self) -> None:
        """Have the drives stop at the enabled breakpoints of theirs."""
        self._drives.set_points(p for p in self._events.values() if p.drive)

    def _active(self, *kinds: str) -> list[Breakpoint]:
        return [p for p in self._events.values() if p.kind in kinds]

    def _arm(self) -> None:
        """Set the board's traps and probe for the enabled breakpoints."""
        self._stale = False
        self._arm_traps(0, 0xFFFF)
        self._arm_probe()

    def _arm_for(self, point: Breakpoint) -> None:
        """Set the board's traps and probe where a breakpoint has come or gone."""
        if point.operations & EXEC:
            self._arm_traps(point.first, point.last)
        if point.operations != EXEC:
            self._arm_probe()

    def _arm_traps(self, first: int, last: int) -> None:
        wanted = self._maps[EXEC].count[first : last + 1] > 0
        board = self.board
        for at in map(int, np.flatnonzero(wanted != self._armed[first : last + 1])):
            pc = first + at
            if wanted[at]:
                self._chained[pc] = board.traps.get(pc)
                board.set_trap(pc, self._trap)
            else:
                board.set_trap(pc, self._chained.pop(pc))
        self._armed[first : last + 1] = wanted

    def _arm_probe(self) -> None:
        flags = np.zeros(65536, dtype=np.uint8)
        for operation, call in PROBE_CALLS.items():
            flags[self._maps[operation].count > 0] |= call
        for point in self._active(*VECTORS):
            flags[VECTORS[point.kind]] |= PROBE_CALL_READ
        if not flags.any():
            if self._probe is not None:
                self.board.attach_probe(None)
            return
        probe = self._probe
        if probe is None:
            self._probe = probe = Probe()
            probe.hook = partial(self._access, probe)
        probe.flags[:] = flags.tobytes()
        self.board.attach_probe(probe)

    def _access(self, probe: Probe, addr: int, value: int, write: int, _: int) -> None:
        """Handle a watched access of the CPU."""
        if self.history.replaying and self.on_past_hit is None:
            return
        context = self.context
        context.addr, context.value, context.pc = addr, value, probe.pc
        operation = STORE if write else LOAD
        fetch = not write and self._is_fetch(probe, addr)
        for point in self._maps[operation].at(addr):
            if not (fetch and point.client):
                self._hit(point, f": {'wrote' if write else 'read'} ${value:02X} at ${addr:04X}")
        if not write:
            for point in self._active(*VECTORS):
                if addr == VECTORS[point.kind] and self._is_vector(probe, addr):
                    self._hit(point)
        context.pc = -1
        if self._stop is not None and not self.history.replaying:
            self.board.stop = 1

    def _is_fetch(self, probe: Probe, addr: int) -> bool:
        """True if a read of this address fetches the instruction under way.

        This includes the dummy read of the next byte, and every read of a branch.
        """
        pc: int = probe.pc
        if pc < 0 or probe.in_sequence:
            return False
        opcode = OPCODES[self.board.peek(pc)]
        length: int = opcode.length
        return opcode.mode == "rel" or (addr - pc) & 0xFFFF <= length

    def _is_vector(self, probe: Probe, addr: int) -> bool:
        """True if the read is an interrupt sequence's (NMI: one that took over a BRK, too)."""
        if probe.in_sequence:
            return True
        opcode: int = self.board.peek(probe.pc & 0xFFFF)
        return addr == VECTORS["nmi"] and opcode == BRK

    def _trap(self, board: Board) -> bool:
        """The board is about to run the instruction at the program counter."""
        pc = board.cpu.pc
        if self.history.replaying:
            if self.on_past_hit is not None:
                for point in self._maps[EXEC].at(pc):
                    self._hit(point)
        else:
            if board.cycle != self._leaving:
                for point in self._maps[EXEC].at(pc):
                    self._hit(point)
            if self._stop is not None:
                board.stop = 1
                return True
        chained = self._chained.get(pc)
        return chained is not None and chained(board)

    def hit_of(self, point: Breakpoint) -> Hit:
        """Return where a breakpoint was hit; for the handler ``on_hit``."""
        context = self.context
        if point.drive:  # the computer is elsewhere
            return Hit(point, point.first, None)
        if context.pc < 0:
            return Hit(point, self.board.cpu.pc, None)
        return Hit(point, context.addr, context.pc & 0xFFFF)

    def _hit(self, point: Breakpoint, detail: str = "") -> None:
        """Count a breakpoint that was hit; request a stop if it is due."""
        if point.condition is not None and not point.condition.holds():
            return
        if self.history.replaying:
            if self.on_past_hit is not None:
                self.on_past_hit(point)
            return
        point.hits += 1
        if point.ignore:
            point.ignore -= 1
            return
        if self.on_hit is not None and not point.hidden and not self.on_hit(point):
            return
        if point.temporary:
            self._forget(point)
            self._stale = True
        if self._stop is None and point.stops:
            text = f"breakpoint {point.number}: {point.place()}{detail}"
            self._stop = Stop(text, "breakpoint", point)

    # -- running ---------------------------------------------------------------------

    def run(self, limit: int = NEVER, until: Callable[[], bool] | None = None) -> Stop | None:
        """Run to a breakpoint, at most to cycle ``limit``; return a Stop, or None at the limit.

        until  function() -> bool, called after every instruction: True ends the run
        """
        self.interrupted = False
        self._stop = None
        self._leaving = self.board.cycle
        while self.board.cycle < limit and self._stop is None:
            if self.interrupted:
                return Stop("interrupted", "interrupted")
            if until is None and self.trace is None:
                self._advance(limit)
            elif self._advance_one(limit) and until is not None and until():
                return None
        return self._finish_stop()

    def hold(self) -> None:
        """Hold the machine here; the next run passes a breakpoint at this address."""
        self._held = self.board.cycle

    def run_frame(
        self, goal: StepGoal | None = None, seconds: float | None = None, limit: int = NEVER
    ) -> Stop | None:
        """Run the rest of the frame; return a Stop or None.

        goal     of emu.monitor.stepping; its end ends the run
        seconds  if breakpoints make the machine slow, return after this time
        limit    cycle at which to end in the middle of a frame
        """
        self._stop, self._limit = None, limit
        self._leaving = self.board.cycle if self._held == self.board.cycle else -1
        frame = self.board.vic.frame_count
        late = NEVER if seconds is None else time.monotonic() + seconds
        board = self.board
        while self._stop is None and board.vic.frame_count == frame and board.cycle < limit:
            if goal is not None:
                goal.advance()
                if goal.reached:
                    break
            else:
                self.advance()
            if time.monotonic() > late:
                break
        return self._finish_stop()

    def advance(self) -> None:
        """Run a little further, at most to the end of the frame; for goals."""
        if self.trace is not None:
            self._advance_one(self._limit)
            return
        slow = len(self._chained) > 0 or self.board.probing
        self._advance(min(self._limit, self.board.cycle + SLICE) if slow else self._limit)

    def advance_one(self) -> bool:
        """Run one instruction or interrupt sequence; return False if it was stopped."""
        return self._advance_one(self._limit)

    @property
    def stopped(self) -> bool:
        """True once something has stopped the run under way."""
        return self._stop is not None

    def take_stop(self, point: Breakpoint) -> bool:
        """Cancel the stop if ``point`` caused it; return True if so."""
        if self._stop is None or self._stop.breakpoint is not point:
            return False
        self._stop = None
        self._leaving = self.board.cycle
        return True

    def remove(self, point: Breakpoint) -> None:
        """Delete a breakpoint that may already be deleted."""
        self._forget(point)
        self._arm_for(point)

    def _finish_stop(self) -> Stop | None:
        if self._stop is not None:
            self._arm()
            self.board.settle()
            self.hold()
        return self._stop

    def _advance(self, limit: int) -> None:
        """Run on, at most to ``limit``, the end of the frame or a watched event."""
        board = self.board
        self._drives.go_on()
        if self._drives.catch_up():
            self._look_at_drives()
            return
        if board.vic.frame_count != self._fed:
            self._fed = board.vic.frame_count
            self._begin_frame()
        rasters = self._active("raster")
        lines = [(self._cycles_to(p.first, p.last) + board.cycle, p) for p in rasters]
        target = min([limit, board.cycle + CYCLES_A_FRAME_AT_MOST, *(at for at, _ in lines)])
        with self.lock:
            reason = board.run_frame(target)
        for at, point in lines:
            if board.cycle >= at and self._stop is None:
                self._hit(point)
        self._look_at_drives()
        if self._stale:
            self._arm()
        cause, board.stop = board.stop, 0
        if self._stop is not None:
            return
        if cause & 1:
            text = f"debug cartridge: ${board.debug_value:02X} was written to $D7FF"
            self._stop = Stop(text, "debugcart")
        elif reason == BOARD_JAMMED:
            self._stop = Stop(f"CPU jammed at ${board.cpu.pc:04X}: only 'reset' helps", "jam")

    def _look_at_drives(self) -> None:
        """Handle the breakpoints of drives whose CPUs have stopped."""
        for number, unit, points in self._drives.stopped():
            passed = f": drive {number} went on to ${unit.cpu.pc:04X}" if unit.passed else ""
            for point in points:
                self._hit(point, passed)

    def _advance_one(self, limit: int) -> bool:
        """Run one instruction and trace it; return True if it ran and nothing stopped it."""
        board, trace = self.board, self.trace
        before = board.cycle
        line = trace.line(board) if trace is not None else ""
        self._advance(min(limit, before + 1))
        if trace is not None and board.cycle != before:
            trace.write(line)
        return self._stop is None

    def _begin_frame(self) -> None:
        fed = self.feed()
        self.machine.begin_frame()  # after what is fed: a recorder of inputs looks then
        if fed:
            self.history.mark(changed=True)
        self.history.frame()

    def _cycles_to(self, line: int, cycle: int = 1) -> int:
        """Return the cycles until the VIC is in a line (and cycle), 1 at least."""
        vic, model = self.board.vic, self.machine.model
        if line == 0 and cycle < 2:
            cycle = 2  # line 0 begins a cycle late
        width: int = model.cycles_per_line
        frame: int = model.lines * width
        lines: int = (line - vic.raster_line) % model.lines
        here: int = vic.cycle_in_line
        if vic.last_line and here == 1:
            lines = line  # cycle 1 of line 0 still shows the last line
        return (lines * width + cycle - here - 1) % frame + 1

    # -- steps -----------------------------------------------------------------------

    def step(self, count: int = 1) -> Stop | None:
        """Run instructions (an interrupt sequence counts as one); returns a Stop or None."""
        left = [count]

        def done() -> bool:
            left[0] -= 1
            return left[0] == 0

        return self.run(until=done)

    def reach(self, goal: StepGoal) -> Stop | None:
        """Run until a goal of emu.monitor.stepping is reached; returns a Stop or None."""
        self.interrupted = False
        self._stop, self._limit = None, NEVER
        self._leaving = self.board.cycle
        while self._stop is None and not goal.reached and not self.interrupted:
            goal.advance()
        goal.finish()
        if self.interrupted and self._stop is None:
            return Stop("interrupted", "interrupted")
        return self._finish_stop()

    def step_over(self) -> Stop | None:
        """Run one instruction, a subroutine as one; returns a Stop or None."""
        return self.reach(StepGoal(self, 1, over=True))

    def run_to(self, pc: int) -> Stop | None:
        """Run until an instruction is about to start at ``pc``; returns a Stop or None."""
        point = self.add("exec", pc, temporary=True, hidden=True)
        try:
            stop = self.run()
        finally:
            self.remove(point)
        return None if stop is not None and stop.breakpoint is point else stop

    def step_out(self) -> Stop | None:
        """Run until the subroutine or handler has returned; returns a Stop or None."""
        return self.reach(ReturnGoal(self))

    def step_lines(self, count: int = 1) -> Stop | None:
        """Run to the beginning of the raster line ``count`` lines from here."""
        model = self.machine.model
        line = (self.board.vic.raster_line + 1) % model.lines
        cycles = self._cycles_to(line) + (count - 1) * model.cycles_per_line
        return self.run(self.board.cycle + cycles)

    def step_frames(self, count: int = 1) -> Stop | None:
        """Run ``count`` frames on, to the same place in the frame."""
        model = self.machine.model
        return self.run(self.board.cycle + count * model.lines * model.cycles_per_line)

    def step_cycles(self, count: int) -> Stop | None:
        """Run to the first instruction boundary ``count`` cycles from here or later."""
        return self.run(self.board.cycle + count)

    # -- changes and the history -------------------------------------------------------

    def changed(self) -> None:
        """Call this after the user changed the machine, so that replay starts from here."""
        self.history.mark(changed=True)

    def poke(self, address: int, value: int) -> None:
        """Put a byte into RAM between two frames, and note that in the history."""
        self.history.poke(address, value)

    def restarted(self) -> None:
        """Call this after another file was loaded into the machine: rewind starts from here."""
        self.history.forget()

    def back_to(self, cycle: int) -> None:
        """Go back to the first instruction boundary at or after ``cycle``."""
        self.history.go_to(cycle)
        self._fed = self.board.vic.frame_count

    def back(self, count: int, unit: str = "instructions") -> None:
        """Go back by ``count`` instructions, cycles, lines, frames or seconds."""
        model, now = self.machine.model, self.board.cycle
        line = model.cycles_per_line
        size = {
            "cycles": 1,
            "lines": line,
            "frames": line * model.lines,
            "seconds": round(model.clock_hz),
        }
        if unit == "instructions":
            self.history.back_instructions(count)
            self._fed = self.board.vic.frame_count
        else:
            self.back_to(max(now - count * size[unit], 0))
