"""Continue backwards: to the last place in the past at which a breakpoint would have stopped.

The history is replayed from one of its states to the next, the newest piece first.  Each piece
takes a fraction of a second, so a window stays alive in between.  Counts of hits, ``ignore``
and raster lines have no meaning backwards and do not stop it.
"""

from collections.abc import Callable
from typing import NamedTuple

from emu.monitor.breakpoint import Breakpoint
from emu.monitor.debugger import Debugger
from emu.monitor.history import INSTRUCTION_CYCLES


class PastHit(NamedTuple):
    """A breakpoint that was passed; of an access, ``cycle`` is within its instruction."""

    cycle: int
    point: Breakpoint


class ReverseSearch:
    """Goes back to the last hit of a breakpoint before now.

    wanted  function(Breakpoint) -> bool: those that count; None: all that stop the machine

    ``advance()`` searches one piece of the history, until ``reached``.  The machine then stands
    before the instruction that hit ``point``, or at the beginning of the history if ``point`` is
    None.
    """

    def __init__(
        self, debugger: Debugger, wanted: Callable[[Breakpoint], bool] | None = None
    ) -> None:
        self._debugger, self._history = debugger, debugger.history
        self._wanted = wanted or (lambda point: point.stops and not point.hidden)
        self._start = self._until = debugger.board.cycle
        self._last: PastHit | None = None
        self.point: Breakpoint | None = None
        self.reached = False

    def advance(self) -> None:
        """Search the piece of the history before the one searched last."""
        marks = self._history.marks
        before = [at for at, mark in enumerate(marks) if mark.cycle < self._until]
        if not before:
            self._finish(self._history.first)
            return
        self._last = None
        self._debugger.on_past_hit = self._note
        try:
            self._history.replay_from(before[-1], self._until)
        finally:
            self._debugger.on_past_hit = None
        self._until = marks[before[-1]].cycle
        if self._last is not None:
            self.point = self._last.point
            self._finish(self._begin_of(self._last))

    def cancel(self) -> None:
        """Return to where the search began."""
        if not self.reached:
            self._finish(self._start)

    def run(self) -> None:
        """Search until it is reached."""
        while not self.reached:
            self.advance()

    def _note(self, point: Breakpoint) -> None:
        if self._wanted(point):
            self._last = PastHit(self._debugger.board.cycle, point)

    def _begin_of(self, hit: PastHit) -> int:
        """Return the cycle in which the instruction of a hit began."""
        if hit.point.kind == "exec":
            return hit.cycle
        since = max(hit.cycle - INSTRUCTION_CYCLES, self._history.first)
        return self._history.boundaries(since, hit.cycle)[-1]

    def _finish(self, cycle: int) -> None:
        self._debugger.back_to(cycle)
        self._debugger.hold()
        self.reached = True
