"""A background thread for slow jobs such as writing files, run in order.

A file is safe when the disk says so (fsync), which takes it some hundredths of a second while
others write to it as well: several frames.
"""

import contextlib
import queue
import sys
import threading
import traceback
from collections.abc import Callable
from typing import Protocol


class Works(Protocol):
    """Worker and AtOnce."""

    def do(self, work: Callable[[], object]) -> None: ...
    def wait(self) -> None: ...


class Worker:
    """Work in the order in which it was given."""

    def __init__(self) -> None:
        self._waiting: queue.Queue[Callable[[], object]] = queue.Queue()
        self._thread: threading.Thread | None = None

    def do(self, work: Callable[[], object]) -> None:
        """Call ``work()`` soon, from a thread; it tells its own errors."""
        self._waiting.put(work)
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="worker", daemon=True)
            self._thread.start()

    def wait(self) -> None:
        """Return when all is done that was given."""
        self._waiting.join()

    def _run(self) -> None:
        while True:
            work = self._waiting.get()
            try:
                work()
            except Exception:  # the work behind it is to be done nevertheless
                with contextlib.suppress(OSError):
                    traceback.print_exc(file=sys.stderr)
            finally:
                self._waiting.task_done()


class AtOnce:
    """The same without a thread: what is given has been done."""

    def do(self, work: Callable[[], object]) -> None:
        """Call ``work()``."""
        work()

    def wait(self) -> None:
        """There is nothing to wait for."""
