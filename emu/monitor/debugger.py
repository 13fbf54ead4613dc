"""The debugger: breakpoints, steps and rewind, without any user interface.

The text monitor and the binary one drive the same ``Debugger``.  An execution breakpoint is a
trap of the board, so a machine with breakpoints runs at full speed.  Raster lines are reached by
counting cycles.  Accesses and interrupts are reported by a probe (c64.debug.probe), which is
attached only while such a breakpoint is enabled.  The machine always stops between two
instructions: after a watched access, or before the first instruction of an interrupt handler.
"""

import itertools
import time
from dataclasses import dataclass

import numpy as np

from c64.api import CYCLES_A_FRAME_AT_MOST
from c64.bus.board import BOARD_JAMMED
from c64.cpu.opcodes import OPCODES
from c64.debug.probe import PROBE_CALL_READ, PROBE_CALL_WRITE, Probe
from emu.monitor.condition import Condition, Context
from emu.monitor.errors import MonitorError
from emu.monitor.history import History
from emu.monitor.stepping import ReturnGoal, StepGoal

NEVER = 1 << 62
BRK = 0x00
LOAD, STORE, EXEC = 1, 2, 4  # VICE's numbers of the operations
OPERATIONS = {"read": LOAD, "write": STORE, "access": LOAD | STORE, "exec": EXEC}
OPERATIONS |= {f"exec/{n}": EXEC | op for n, op in OPERATIONS.items() if op != EXEC}
ACCESSES = ("read", "write", "access")
PROBE_CALLS = {LOAD: PROBE_CALL_READ, STORE: PROBE_CALL_WRITE}
SLICE = 2000  # cycles between looks at the clock while breakpoints cost time
VECTORS = {"irq": 0xFFFE, "nmi": 0xFFFA}


@dataclass
class Breakpoint:
    """A breakpoint or watchpoint.

    kind    "exec"; "read", "write", "access": every cycle of the CPU counts, opcode
            fetches and dummy accesses too; "exec/read" ...; "irq", "nmi"; "raster"
    first, last   addresses; of "raster" the line and the cycle in it
    ignore  times it is passed before it stops
    stops   False: it is only counted and reported
    client  made by the client of the binary monitor: instruction fetches are no reads
    hidden  made by a step, not by the user
    """

    number: int
    kind: str
    first: int
    last: int
    condition: Condition | None = None
    temporary: bool = False
    enabled: bool = True
    ignore: int = 0
    hits: int = 0
    stops: bool = True
    client: bool = False
    hidden: bool = False

    @property
    def operations(self):
        """The accesses (LOAD, STORE, EXEC) it waits for, 0 for an interrupt or a raster line."""
        return OPERATIONS.get(self.kind, 0)

    def place(self):
        """Return a description of what it waits for."""
        if self.kind == "raster":
            return f"raster line {self.first}" + (f" cycle {self.last}" if self.last > 1 else "")
        if self.kind in VECTORS:
            return self.kind.upper()
        span = f"${self.first:04X}" + (f"-${self.last:04X}" if self.last != self.first else "")
        return f"{self.kind} {span}"


@dataclass
class Stop:
    """Why the machine stopped: a message, and the breakpoint if there was one.

    kind  "breakpoint", "interrupted", "jam" or "debugcart"
    """

    text: str
    kind: str
    breakpoint: Breakpoint | None = None


class Debugger:
    """One machine under control.

    machine  c64.api.C64 with the exact CPU
    feed     function() -> bool, called before every frame (autostart): True if it changed
             the machine's memory

    ``on_hit`` may be set to a function(Breakpoint) -> bool. It is called for every breakpoint
    hit, and returns whether the machine stops there.
    """

    def __init__(self, machine, feed=None):
        if machine.board.engine is not None:
            raise MonitorError("monitor: needs the exact CPU, not --cpu py65")
        self.machine = machine
        self.board = machine.board
        self.feed = feed or (lambda: False)
        self.context = Context(self.board)
        self.breakpoints = {}
        self.history = History(machine)
        self.lock = self.history.lock
        self.interrupted = False
        self._numbers, self._hidden_numbers = itertools.count(1), itertools.count(-1, -1)
        self._fed = -1
        self._stop = None
        self._limit = NEVER
        self._leaving = -1
        self._held = -1
        self._chained = {}
        self._armed = np.zeros(65536, dtype=np.uint8)
        self._probe = None
        self.on_hit = None
        self.trace = None  # emu.monitor.trace.TraceFile

    # -- breakpoints -----------------------------------------------------------------

    def add(self, kind, first, last=None, condition=None, number=None, **options):
        """Add a breakpoint and return it.

        condition  text of emu.monitor.condition, ``number`` reads its numbers and labels
        options    further fields of Breakpoint
        """
        last = first if last is None else last
        if kind == "raster" and not first < self.machine.model.lines:
            raise MonitorError(f"raster line {first}: the last is {self.machine.model.lines - 1}")
        if kind != "raster" and last < first:
            raise MonitorError(f"range ${first:04X}-${last:04X} ends before it begins")
        parsed = Condition(condition, self.context, number) if condition else None
        numbers = self._hidden_numbers if options.get("hidden") else self._numbers
        point = Breakpoint(next(numbers), kind, first, last, parsed, **options)
        self.breakpoints[point.number] = point
        self._arm()
        return point

    def set_condition(self, number, text, names):
        """Set a breakpoint's condition; an empty text removes it."""
        point = self.find(number)
        point.condition = Condition(text, self.context, names) if text else None

    def listed(self):
        """Return the user's breakpoints, by number."""
        return [p for p in self.breakpoints.values() if not p.hidden]

    def find(self, number):
        """Return the breakpoint with this number; MonitorError if there is none."""
        if number not in self.breakpoints:
            there = ", ".join(str(p.number) for p in self.listed()) or "none"
            raise MonitorError(f"breakpoint {number} does not exist; there are: {there}")
        return self.breakpoints[number]

    def delete(self, number):
        """Delete a breakpoint."""
        self.find(number)
        del self.breakpoints[number]
        self._arm()

    def enable(self, number, enabled):
        """Enable or disable a breakpoint."""
        self.find(number).enabled = enabled
        self._arm()

    def _active(self, *kinds):
        return [p for p in self.breakpoints.values() if p.enabled and p.kind in kinds]

    def _waiting(self, operations):
        return [p for p in self.breakpoints.values() if p.enabled and p.operations & operations]

    def _arm(self):
        """Set the board's traps and probe for the enabled breakpoints."""
        wanted = np.zeros(65536, dtype=np.uint8)
        for point in self._waiting(EXEC):
            wanted[point.first : point.last + 1] = 1
        board = self.board
        for pc in map(int, np.flatnonzero(wanted != self._armed)):
            if wanted[pc]:
                self._chained[pc] = board.traps.get(pc)
                board.set_trap(pc, self._trap)
            else:
                board.set_trap(pc, self._chained.pop(pc))
        self._armed = wanted
        self._arm_probe()

    def _arm_probe(self):
        watches = self._waiting(LOAD | STORE)
        vectors = self._active(*VECTORS)
        if not watches and not vectors:
            if self._probe is not None:
                self.board.attach_probe(None)
            return
        if self._probe is None:
            self._probe = Probe()
            self._probe.hook = self._access
        flags = np.zeros(65536, dtype=np.uint8)
        for point in watches:
            for operation, call in PROBE_CALLS.items():
                if point.operations & operation:
                    flags[point.first : point.last + 1] |= call
        for point in vectors:
            flags[VECTORS[point.kind]] |= PROBE_CALL_READ
        self._probe.flags[:] = flags.tobytes()
        self.board.attach_probe(self._probe)

    def _access(self, addr, value, write, _):
        """Handle a watched access of the CPU."""
        if self.history.replaying:
            return
        context = self.context
        context.addr, context.value, context.pc = addr, value, self._probe.pc
        operation = STORE if write else LOAD
        fetch = not write and self._is_fetch(addr)
        for point in self._waiting(operation):
            if point.first <= addr <= point.last and not (fetch and point.client):
                self._hit(point, f": {'wrote' if write else 'read'} ${value:02X} at ${addr:04X}")
        if not write:
            for point in self._active(*VECTORS):
                if addr == VECTORS[point.kind] and self._is_vector(addr):
                    self._hit(point)
        context.pc = -1
        if self._stop is not None:
            self.board.stop = 1

    def _is_fetch(self, addr):
        """True if a read of this address fetches the instruction under way.

        This includes the dummy read of the next byte, and every read of a branch.
        """
        pc = self._probe.pc
        if pc < 0 or self._probe.in_sequence:
            return False
        opcode = OPCODES[self.board.peek(pc)]
        return opcode.mode == "rel" or (addr - pc) & 0xFFFF <= opcode.length

    def _is_vector(self, addr):
        """True if the read is an interrupt sequence's (NMI: one that took over a BRK, too)."""
        if self._probe.in_sequence:
            return True
        return addr == VECTORS["nmi"] and self.board.peek(self._probe.pc & 0xFFFF) == BRK

    def _trap(self, board):
        """The board is about to run the instruction at the program counter."""
        pc = board.cpu.pc
        if not self.history.replaying:
            if board.cycle != self._leaving:
                for point in self._waiting(EXEC):
                    if point.first <= pc <= point.last:
                        self._hit(point)
            if self._stop is not None:
                board.stop = 1
                return True
        chained = self._chained.get(pc)
        return chained is not None and chained(board)

    def _hit(self, point, detail=""):
        """Count a breakpoint that was hit; request a stop if it is due."""
        if point.condition is not None and not point.condition.holds():
            return
        point.hits += 1
        if point.ignore:
            point.ignore -= 1
            return
        if self.on_hit is not None and not point.hidden and not self.on_hit(point):
            return
        if point.temporary:
            self.breakpoints.pop(point.number, None)
        if self._stop is None and point.stops:
            text = f"breakpoint {point.number}: {point.place()}{detail}"
            self._stop = Stop(text, "breakpoint", point)

    # -- running ---------------------------------------------------------------------

    def run(self, limit=NEVER, until=None):
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

    def hold(self):
        """Hold the machine here; the next run passes a breakpoint at this address."""
        self._held = self.board.cycle

    def run_frame(self, goal=None, seconds=None, limit=NEVER):
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

    def advance(self):
        """Run a little further, at most to the end of the frame; for goals."""
        if self.trace is not None:
            self._advance_one(self._limit)
            return
        slow = len(self._chained) > 0 or self.board.probing
        self._advance(min(self._limit, self.board.cycle + SLICE) if slow else self._limit)

    def advance_one(self):
        """Run one instruction or interrupt sequence; return False if it was stopped."""
        return self._advance_one(self._limit)

    @property
    def stopped(self):
        """True once something has stopped the run under way."""
        return self._stop is not None

    def take_stop(self, point):
        """Cancel the stop if ``point`` caused it; return True if so."""
        if self._stop is None or self._stop.breakpoint is not point:
            return False
        self._stop = None
        self._leaving = self.board.cycle
        return True

    def remove(self, point):
        """Delete a breakpoint that may already be deleted."""
        self.breakpoints.pop(point.number, None)
        self._arm()

    def _finish_stop(self):
        if self._stop is not None:
            self._arm()
            self.board.settle()
            self.hold()
        return self._stop

    def _advance(self, limit):
        """Run on, at most to ``limit``, the end of the frame or a watched event."""
        board = self.board
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
        if self._stop is not None:
            board.stop = 0
        elif board.stop:
            board.stop = 0
            text = f"debug cartridge: ${board.debug_value:02X} was written to $D7FF"
            self._stop = Stop(text, "debugcart")
        elif reason == BOARD_JAMMED:
            self._stop = Stop(f"CPU jammed at ${board.cpu.pc:04X}: only 'reset' helps", "jam")

    def _advance_one(self, limit):
        """Run one instruction and trace it; return True if it ran and nothing stopped it."""
        board, trace = self.board, self.trace
        before = board.cycle
        line = trace.line(board) if trace is not None else ""
        self._advance(min(limit, before + 1))
        if trace is not None and board.cycle != before:
            trace.write(line)
        return self._stop is None

    def _begin_frame(self):
        fed = self.feed()
        self.machine.begin_frame()  # after what is fed: a recorder of inputs looks then
        if fed:
            self.history.mark(changed=True)
        self.history.frame()

    def _cycles_to(self, line, cycle=1):
        """Return the cycles until the VIC is in a line (and cycle), 1 at least."""
        vic, model = self.board.vic, self.machine.model
        if line == 0 and cycle < 2:
            cycle = 2  # line 0 begins a cycle late
        frame = model.lines * model.cycles_per_line
        lines = (line - vic.raster_line) % model.lines
        here = vic.cycle_in_line
        if vic.last_line and here == 1:
            lines = line  # cycle 1 of line 0 still shows the last line
        return (lines * model.cycles_per_line + cycle - here - 1) % frame + 1

    # -- steps -----------------------------------------------------------------------

    def step(self, count=1):
        """Run instructions (an interrupt sequence counts as one); returns a Stop or None."""
        left = [count]

        def done():
            left[0] -= 1
            return left[0] == 0

        return self.run(until=done)

    def reach(self, goal):
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

    def step_over(self):
        """Run one instruction, a subroutine as one; returns a Stop or None."""
        return self.reach(StepGoal(self, 1, over=True))

    def run_to(self, pc):
        """Run until an instruction is about to start at ``pc``; returns a Stop or None."""
        point = self.add("exec", pc, temporary=True, hidden=True)
        try:
            stop = self.run()
        finally:
            self.remove(point)
        return None if stop is not None and stop.breakpoint is point else stop

    def step_out(self):
        """Run until the subroutine or handler has returned; returns a Stop or None."""
        return self.reach(ReturnGoal(self))

    def step_lines(self, count=1):
        """Run to the beginning of the raster line ``count`` lines from here."""
        model = self.machine.model
        line = (self.board.vic.raster_line + 1) % model.lines
        cycles = self._cycles_to(line) + (count - 1) * model.cycles_per_line
        return self.run(self.board.cycle + cycles)

    def step_frames(self, count=1):
        """Run ``count`` frames on, to the same place in the frame."""
        model = self.machine.model
        return self.run(self.board.cycle + count * model.lines * model.cycles_per_line)

    def step_cycles(self, count):
        """Run to the first instruction boundary ``count`` cycles from here or later."""
        return self.run(self.board.cycle + count)

    # -- changes and the way back ------------------------------------------------------

    def changed(self):
        """Call this after the user changed the machine, so that replay starts from here."""
        self.history.mark(changed=True)

    def restarted(self):
        """Call this after another file was loaded into the machine: rewind starts from here."""
        self.history.forget()

    def back_to(self, cycle):
        """Go back to the first instruction boundary at or after ``cycle``."""
        self.history.go_to(cycle)
        self._fed = self.board.vic.frame_count

    def back(self, count, unit="instructions"):
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
