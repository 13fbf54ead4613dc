"""Steps by source lines, forwards and back.

Interrupts are passed unseen.  A subroutine counts as one when it is stepped over, and when it has
no source.  In code without source a line is an instruction.
"""

from emu.dap.errors import DapError
from emu.dap.sources import SourceMap, Spot
from emu.kit.types import Board
from emu.monitor.condition import Function
from emu.monitor.debugger import Debugger
from emu.monitor.history import Past
from emu.monitor.reverse import ReverseSearch
from emu.monitor.stepping import RTI, RTS, StepGoal

LOOK_BACK = (64, 1024, 8192)  # instructions that are checked, more if necessary


class LineGoal(StepGoal):
    """Run to the next line, or until the current one begins again.

    over  True: a subroutine counts as one
    """

    def __init__(self, debugger: Debugger, sources: SourceMap, over: bool) -> None:
        super().__init__(debugger, 1, over=True)
        self._sources, self._passes = sources, over
        self._start: int = self._board.cpu.pc
        self._spot = sources.at(self._start)
        self._in_handler = False

    def advance(self) -> None:
        """Run on a little."""
        if self._point is None and self._interrupted():
            self._in_handler = True
            self._run_to_return(self._board.cpu.pc)
        else:
            super().advance()

    def _interrupted(self) -> bool:
        cpu = self._board.cpu
        return bool(self._board.attends()) and not (cpu.jammed or cpu.reset_pending)

    def _at_jsr(self) -> bool:
        if not super()._at_jsr():
            return False
        peek, pc = self._board.peek, self._board.cpu.pc
        target = peek((pc + 1) & 0xFFFF) | peek((pc + 2) & 0xFFFF) << 8
        return self._passes or self._sources.at(target) is None

    def _count(self) -> None:
        if self._in_handler:
            self._in_handler = False  # nothing of the program has run
            return
        pc = self._board.cpu.pc
        spot = self._sources.at(pc)
        self.reached = pc == self._start or spot is None or spot != self._spot


class StepBack:
    """Goes back to the beginning of the line before, or of the present one from within it."""

    def __init__(self, debugger: Debugger, sources: SourceMap) -> None:
        self._debugger, self._sources = debugger, sources
        self._board: Board = debugger.board
        self._line: Spot | None = None
        self._found: int | None = None  # the earliest cycle of that line
        self._floor: int | None = None  # stack pointer above which a subroutine is left again
        self._next: int = self._board.cpu.pc  # address of the instruction after

    def run(self) -> None:
        """Go back; MonitorError, DapError if the history does not reach as far."""
        seen = 0
        for count in LOOK_BACK:
            past = self._debugger.history.recent(count)
            for step in reversed(past[: len(past) - seen]):
                if self._look(step):
                    self._go()
                    return
            seen = len(past)
            if seen < count:
                break
        if self._floor is not None and self._found is None:
            self._back_over_call()
        elif self._found is None:
            raise DapError("step back: the history begins here")
        self._go()

    def _look(self, step: Past) -> bool:
        """Look at the instruction before those seen; returns True at the line's beginning."""
        if self._floor is not None:
            if step.sp < self._floor:
                return False
            self._floor = None
        elif step.code[0] in (RTS, RTI):
            self._floor = step.sp + (2 if step.code[0] == RTS else 3)
            return False
        spot = self._sources.at(step.pc)
        if self._found is not None and spot != self._line:
            return True
        self._line, self._found, self._next = spot, step.cycle, step.pc
        return spot is None or self._sources.begins(step.pc)

    def _go(self) -> None:
        if self._found is not None:
            self._debugger.back_to(self._found)
            self._debugger.hold()

    def _back_over_call(self) -> None:
        """Go back over a subroutine of very many instructions, to the line that calls it."""
        cpu, now = self._board.cpu, self._board.cycle
        call, depth = (self._next - 3) & 0xFFFF, self._floor
        point = self._debugger.add("exec", call, hidden=True)
        point.condition = Function(lambda: cpu.sp == depth)
        try:
            search = ReverseSearch(self._debugger, lambda found: found is point)
            search.run()
        finally:
            self._debugger.remove(point)
        if search.point is None:
            self._debugger.back_to(now)
            raise DapError("step back: where the subroutine was called is not in the history")
        self._floor, self._next = None, call
        self._line, self._found = self._sources.at(call), self._board.cycle
        if self._line is not None and not self._sources.begins(call):
            self.run()
