"""How much a client may send."""

from collections.abc import Callable


class RateLimit:
    """Limits the messages of a client: so many per second, so many at once.

    clock  function giving seconds
    """

    def __init__(self, a_second: float, at_once: float, clock: Callable[[], float]) -> None:
        self._rate, self._most, self._clock = a_second, at_once, clock
        self._left, self._then = float(at_once), clock()

    def spend(self) -> bool:
        """Return False if there have been too many."""
        now = self._clock()
        self._left = min(self._most, self._left + (now - self._then) * self._rate)
        self._then = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
