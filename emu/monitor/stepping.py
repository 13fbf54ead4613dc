"""Steps: instructions, subroutines as one, out of a subroutine.

A goal advances the machine a little at a time, so that its caller stays responsive: the text
monitor checks for CTRL+C, the window for events, the binary monitor for its client.
Subroutines run at full speed to a hidden breakpoint behind their JSR.
"""

from typing import Protocol, Unpack

from emu.kit.types import Board
from emu.monitor.breakpoint import Breakpoint, BreakpointOptions
from emu.monitor.condition import Function

JSR, RTI, RTS = 0x20, 0x40, 0x60


class Stepper(Protocol):
    """What a goal uses of emu.monitor.debugger.Debugger."""

    board: Board

    def add(
        self, kind: str, first: int, last: int | None = None, **options: Unpack[BreakpointOptions]
    ) -> Breakpoint:
        """Add a breakpoint and return it."""

    def remove(self, point: Breakpoint) -> None:
        """Delete a breakpoint that may already be deleted."""

    def advance(self) -> None:
        """Run a little further."""

    def advance_one(self) -> bool:
        """Run one instruction; return False if it was stopped."""

    def take_stop(self, point: Breakpoint) -> bool:
        """Cancel the stop if ``point`` caused it; return True if so."""


class StepGoal:
    """Run ``count`` instructions; an interrupt sequence counts as one.

    over  True: a subroutine counts as one
    ``reached`` is True at the end; ``drive`` is the drive whose CPU it steps, 0: the 6510.
    """

    drive = 0

    def __init__(self, debugger: Stepper, count: int, over: bool = False) -> None:
        self._debugger, self._board = debugger, debugger.board
        self._left, self._over = count, over
        self._point: Breakpoint | None = None
        self.reached = False

    def advance(self) -> None:
        """Run on a little."""
        if self._point is not None:
            self._debugger.advance()
            if self._debugger.take_stop(self._point):
                self.finish()
                self._count()
        elif self._over and self._at_jsr():
            self._enter()
        elif self._debugger.advance_one():
            self._count()

    def finish(self) -> None:
        """Remove its breakpoint; call this when it is reached or abandoned."""
        if self._point is not None:
            self._debugger.remove(self._point)
            self._point = None

    def _at_jsr(self) -> bool:
        return self._board.peek(self._board.cpu.pc) == JSR and not self._board.attends()

    def _enter(self) -> None:
        """Call the subroutine."""
        self._run_to_return((self._board.cpu.pc + 3) & 0xFFFF)

    def _run_to_return(self, back: int) -> None:
        """Begin a call or interrupt that returns to ``back``.

        The stack pointer tells whether this very one has returned.
        """
        cpu, depth = self._board.cpu, self._board.cpu.sp
        self._point = self._debugger.add("exec", back, hidden=True)
        self._point.condition = Function(lambda: cpu.sp >= depth)
        self._debugger.advance_one()

    def _count(self) -> None:
        self._left -= 1
        self.reached = self._left <= 0


class ReturnGoal(StepGoal):
    """Run until the subroutine or handler has returned, to the instruction after."""

    def __init__(self, debugger: Stepper) -> None:
        super().__init__(debugger, 1, over=True)
        self._depth = self._board.cpu.sp
        self._last = 0

    def advance(self) -> None:
        """Run on a little."""
        self._last = self._board.peek(self._board.cpu.pc)
        super().advance()

    def _count(self) -> None:
        self.reached = self._last in (RTS, RTI) and self._board.cpu.sp > self._depth
