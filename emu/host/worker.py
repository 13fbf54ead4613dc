"""A background thread for slow jobs such as writing files, run in order.

A file is safe when the disk says so (fsync), which takes it some hundredths of a second while
others write to it as well: several frames.
"""

import contextlib
import queue
import sys
import threading
import traceback


class Worker:
    """Work in the order in which it was given."""

    def __init__(self):
        self._waiting = queue.Queue()
        self._thread = None

    def do(self, work):
        """Call ``work()`` soon, from a thread; it tells its own errors."""
        self._waiting.put(work)
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="worker", daemon=True)
            self._thread.start()

    def wait(self):
        """Return when all is done that was given."""
        self._waiting.join()

    def _run(self):
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

    def do(self, work):
        """Call ``work()``."""
        work()

    def wait(self):
        """There is nothing to wait for."""
