"""Steps: instructions, subroutines as one, out of a subroutine.

A goal advances the machine a little at a time, so that its caller stays responsive: the text
monitor checks for CTRL+C, the window for events, the binary monitor for its client.
Subroutines run at full speed to a hidden breakpoint behind their JSR.
"""

JSR, RTI, RTS = 0x20, 0x40, 0x60


class StepGoal:
    """Run ``count`` instructions; an interrupt sequence counts as one.

    over  True: a subroutine counts as one
    ``reached`` is True at the end.
    """

    def __init__(self, debugger, count, over=False):
        self._debugger, self._board = debugger, debugger.board
        self._left, self._over = count, over
        self._point = None
        self.reached = False

    def advance(self):
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

    def finish(self):
        """Remove its breakpoint; call this when it is reached or abandoned."""
        if self._point is not None:
            self._debugger.remove(self._point)
            self._point = None

    def _at_jsr(self):
        return self._board.peek(self._board.cpu.pc) == JSR and not self._board.attends()

    def _enter(self):
        """Call the subroutine; the stack pointer tells whether this very call has returned."""
        cpu, depth = self._board.cpu, self._board.cpu.sp
        back = (cpu.pc + 3) & 0xFFFF
        self._point = self._debugger.add("exec", back, hidden=True)
        self._point.condition = Function(lambda: cpu.sp >= depth)
        self._debugger.advance_one()

    def _count(self):
        self._left -= 1
        self.reached = self._left <= 0


class ReturnGoal(StepGoal):
    """Run until the subroutine or handler has returned, to the instruction after."""

    def __init__(self, debugger):
        super().__init__(debugger, 1, over=True)
        self._depth = self._board.cpu.sp
        self._last = 0

    def advance(self):
        """Run on a little."""
        self._last = self._board.peek(self._board.cpu.pc)
        super().advance()

    def _count(self):
        self.reached = self._last in (RTS, RTI) and self._board.cpu.sp > self._depth


class Function:
    """A condition that is a Python function."""

    text = ""

    def __init__(self, holds):
        self.holds = holds
