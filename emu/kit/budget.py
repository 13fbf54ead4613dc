"""How many cycles a test may run, over all its machines: ``pytest --c64-mutate`` limits them.

A changed program can run forever, and a test may wait for it in its own loop.
"""

NO_LIMIT = 1 << 62


class BudgetSpent(BaseException):
    """A test has run its cycles.  No error that a test expects: it ends the test."""


class Budget:
    """The cycles of the test that runs: ``spent`` so far, and ``left``."""

    def __init__(self) -> None:
        self.start()

    def start(self, cycles: int = NO_LIMIT) -> None:
        """Begin a test that may run that many cycles."""
        self.most, self.spent = cycles, 0

    @property
    def limited(self) -> bool:
        """True while a changed program is tested: what then fails is to leave nothing behind."""
        return self.most != NO_LIMIT

    @property
    def left(self) -> int:
        return self.most - self.spent

    def spend(self, cycles: int) -> None:
        """Count cycles that have been run; BudgetSpent if there were no more."""
        self.spent += cycles
        if self.spent >= self.most:
            raise BudgetSpent(f"more than {self.most} cycles: the program runs on and on")


BUDGET = Budget()
