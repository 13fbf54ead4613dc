"""A background thread for slow jobs such as writing files, run in order.

A file is safe when the disk says so (fsync).  On a busy disk that takes some hundredths of a
second, which is several frames.
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
    """Does jobs in the order in which they were given."""

    def __init__(self) -> None:
        self._waiting: queue.Queue[Callable[[], object]] = queue.Queue()
        self._thread: threading.Thread | None = None

    def do(self, work: Callable[[], object]) -> None:
        """Call ``work()`` soon, in a thread; it reports its own errors."""
        self._waiting.put(work)
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="worker", daemon=True)
            self._thread.start()

    def wait(self) -> None:
        """Return when all jobs are done."""
        self._waiting.join()

    def _run(self) -> None:
        while True:
            work = self._waiting.get()
            try:
                work()
            except Exception:  # the following jobs must be done nevertheless
                with contextlib.suppress(OSError):
                    traceback.print_exc(file=sys.stderr)
            finally:
                self._waiting.task_done()


class AtOnce:
    """The same without a thread: each job is done at once."""

    def do(self, work: Callable[[], object]) -> None:
        """Call ``work()``."""
        work()

    def wait(self) -> None:
        """Do nothing: there is nothing to wait for."""
