"""The CPUs of 1541s under control: breakpoints at addresses of a drive, and steps of its CPU.

A drive lives behind the computer and catches up (c64.drive.drive1541).  While it is watched it
does so in every cycle.  Its CPU stops before the instruction; the 6510 ends the one it is at.  If
that one looks at the serial bus late, the drive must go on by an instruction or two: it has
``passed``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from emu.monitor.condition import Context, Function, Value
from emu.monitor.errors import MonitorError
from emu.monitor.stepping import JSR, RTI, RTS, StepGoal, Stepper

if TYPE_CHECKING:
    from emu.kit.types import Board
    from emu.monitor.breakpoint import Breakpoint

FROZEN = 2  # a value of ``held``: nothing makes the drive go on
MEMORY_SIZE = 0x10000
_NOWHERE = bytearray(MEMORY_SIZE)  # of a drive without breakpoints that has stopped at one


def units(board: Board) -> dict[int, Any]:
    """Return {device number: c64.drive.board1541.DriveBus} of the 1541s with a CPU."""
    found = {number: getattr(device, "unit", None) for number, device in board.iec.devices.items()}
    return {number: unit for number, unit in found.items() if unit is not None}


def present_units(board: Board) -> dict[int, Any]:
    """Return ``units``, caught up with the machine; one that has stopped stays where it is."""
    board.iec.sync(board.cycle)
    return units(board)


def unit_of(board: Board, number: int) -> Any:
    """Return the board of a drive, caught up with the machine; MonitorError if it has none."""
    found = present_units(board)
    if number not in found:
        others = f"; drive {', '.join(map(str, found))} is" if found else ""
        raise MonitorError(f"drive {number}: is not a 1541 with its own CPU{others} (--true-drive)")
    return found[number]


@contextmanager
def unwatched(board: Board) -> Iterator[None]:
    """Let the drives run without stops, in a replay; one that is back where it was stays there."""
    watched = [
        (unit, unit.held, unit.cycle, unit.cpu.pc)
        for unit in units(board).values()
        if unit.watching
    ]
    for unit, *_ in watched:
        unit.watching = unit.held = 0
    try:
        yield
    finally:
        for unit, held, cycle, pc in watched:
            unit.watching = 1
            unit.held = held if (unit.cycle, unit.cpu.pc) == (cycle, pc) else 0


class DriveContext(Context):
    """What a condition of a drive's breakpoint can read: its registers, cycle and memory."""

    def names(self) -> dict[str, Value]:
        """Return {name: function() -> int} of everything that has a name."""
        seen = super().names()
        return {name: seen[name] for name in ("a", "x", "y", "sp", "pc", "p", "fl", "cycle")}


class DriveStops:
    """The breakpoints of all drives, and which of their CPUs have stopped."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._points: dict[int, Breakpoint] = {}  # enabled, by number
        self._flags: dict[int, bytearray] = {}
        self._armed: dict[int, tuple[Any, bytearray]] = {}

    def set_points(self, points: Iterable[Breakpoint]) -> None:
        """Wait for these breakpoints, and no others."""
        self._points = {point.number: point for point in points}
        self._flags = {}
        for point in self._points.values():
            flags = self._flags.setdefault(point.drive, bytearray(MEMORY_SIZE))
            size = point.last + 1 - point.first
            flags[point.first : point.last + 1] = b"\1" * size
        self.arm()

    def arm(self) -> None:
        """Tell the current drives where to stop; a drive may have become another kind."""
        if not self._flags and not self._armed:
            return
        board = self._board
        there = units(board)
        for number, (unit, _) in [*self._armed.items()]:
            if there.get(number) is not unit:
                self._disarm(number)
            elif number not in self._flags:
                self._watch(number, unit, _NOWHERE)
        for number, flags in self._flags.items():
            if number in there:
                self._watch(number, there[number], flags)

    def _watch(self, number: int, unit: Any, flags: bytearray) -> None:
        """Have a drive stop where ``flags`` say; one that has stopped stays where it is."""
        if number in self._armed and self._armed[number][1] is flags:
            return
        held, at = unit.held, unit.held_at
        unit.watch(flags)
        unit.held, unit.held_at = held, at
        self._armed[number] = unit, flags

    def _disarm(self, number: int) -> None:
        unit, _ = self._armed.pop(number)
        unit.watch(None)

    def go_on(self) -> None:
        """Let those that have stopped go on, past the instruction where they are."""
        for number, (unit, flags) in [*self._armed.items()]:
            if flags is _NOWHERE:
                self._disarm(number)
            elif unit.held:
                unit.held, unit.leaving, unit.passed = 0, 1, 0

    def catch_up(self) -> bool:
        """Let the drives come up to the machine; returns whether one has stopped on the way.

        A drive may have been switched off since the last time, or another one on.
        """
        self.arm()
        if not self._armed:
            return False
        board = self._board
        for number in self._armed:
            board.iec.devices[number].wakeup = board.cycle
        board.iec.run(board.cycle)
        return any(unit.held for unit, _ in self._armed.values())

    def stopped(self) -> list[tuple[int, Any, list[Breakpoint]]]:
        """Return (number, unit, breakpoints there) of the drives that have stopped.

        They stay where they are until ``go_on``.
        """
        found = []
        for number, (unit, _) in self._armed.items():
            if unit.held:
                unit.held = FROZEN
                points = [
                    point
                    for point in self._points.values()
                    if point.drive == number and point.first <= unit.held_at <= point.last
                ]
                found.append((number, unit, points))
        return found


class DriveStepGoal(StepGoal):
    """Run until the CPU of a drive has done ``count`` instructions.

    over  True: a subroutine counts as one;  out  True: until its subroutine has returned
    """

    def __init__(
        self, debugger: Stepper, number: int, count: int = 1, over: bool = False, out: bool = False
    ) -> None:
        super().__init__(debugger, count, over)
        self._unit, self.drive, self._out = unit_of(debugger.board, number), number, out

    def advance(self) -> None:
        """Run on a little."""
        point = self._point or self._begin()
        self._debugger.advance()
        if self._debugger.take_stop(point):
            self.finish()
            self._count()

    def _begin(self) -> Breakpoint:
        """Add the breakpoint at which this step ends, and return it."""
        cpu, depth = self._unit.cpu, self._unit.cpu.sp
        first, last, condition = 0, MEMORY_SIZE - 1, None
        if self._out:
            ran = [self._unit.peek(cpu.pc)]

            def returned() -> bool:
                before, ran[0] = ran[0], self._unit.peek(cpu.pc)
                return before in (RTS, RTI) and cpu.sp > depth

            condition = Function(returned)
        elif self._over and self._unit.peek(cpu.pc) == JSR:
            first = last = (cpu.pc + 3) & 0xFFFF
            condition = Function(lambda: cpu.sp >= depth)
        self._point = self._debugger.add("exec", first, last=last, hidden=True, drive=self.drive)
        self._point.condition = condition
        self._unit.leaving = 1
        return self._point
