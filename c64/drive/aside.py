"""Work of a drive's DOS that waits for the host's disk, done beside the machine.

The machine goes on meanwhile, and to its programs the drive is busy: it lets go of no line, as a
drive of that time while its head moves.  How long that lasts depends on the host, so only a window
or a host of players asks for it (``HostFolder.aside``): a run without a window waits.
"""

import threading
from collections.abc import Callable


class Aside:
    """A function that a thread runs; one at a time works on a DOS."""

    def __init__(self, work: Callable[[], object]) -> None:
        self._work = work
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="host folder", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def _run(self) -> None:
        try:
            self._work()
        except BaseException as error:
            self._error = error

    @property
    def done(self) -> bool:
        """True when it has ended."""
        return not self._thread.is_alive()

    def is_mine(self) -> bool:
        """Tell whether it is this thread that does it."""
        return threading.current_thread() is self._thread

    def wait(self) -> None:
        """Wait for its end; raises what it has raised."""
        self._thread.join()
        if self._error is not None:
            raise self._error
