"""When the computer itself stood still: a process of its own that does nothing but sleep.

What wakes it late keeps a window waiting just as well, and is none of the window's doing.  It
sleeps a millisecond at a time, at a priority one above that of the process that starts it where
that one has a real-time priority (``chrt -f 50``), so that the window's own work does not hold it
up.  A stall of the one core that the window runs on is not seen: what is told is too little rather
than too much.
"""

import contextlib
import os
import subprocess
import sys
import tempfile
import time
from bisect import bisect_left

NAP = 0.001  # seconds
BEYOND = 0.003  # seconds of a nap that is a stall


class Stalls:
    """Watches from ``with`` on.

    found  [(begin, end)] of each in order, by perf_counter, afterwards
    """

    def __enter__(self):
        self.found = []
        self._file = tempfile.TemporaryFile("w+", encoding="ascii")
        self.process = subprocess.Popen(
            [sys.executable, "-u", __file__, str(os.getpid())], stdout=self._file
        )
        while not os.fstat(self._file.fileno()).st_size and self.process.poll() is None:
            time.sleep(NAP)
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        self._file.seek(0)
        # The first line says that it has begun, the last one may have been cut off.
        rows = [line.split() for line in self._file.readlines()[1:] if line.endswith("\n")]
        self.found = [(float(begin), float(end)) for begin, end in rows]
        self._file.close()


def overlap(found, begin, end):
    """Return how many seconds of ``begin`` to ``end`` lie in the stalls ``found``, in order."""
    first = bisect_left(found, begin, key=lambda stall: stall[1])
    seconds = 0.0
    for stall_begin, stall_end in found[first:]:
        if stall_begin >= end:
            break
        seconds += min(end, stall_end) - max(begin, stall_begin)
    return seconds


def rise():
    """Take a real-time priority one above the one inherited, if there is one."""
    policy = os.sched_getscheduler(0)
    if policy not in (os.SCHED_FIFO, os.SCHED_RR):
        return
    higher = os.sched_getparam(0).sched_priority + 1
    with contextlib.suppress(OSError):
        os.sched_setscheduler(0, policy, os.sched_param(higher))


def watch(parent):
    """Print a line, then each stall, until ``parent`` is gone."""
    print("begin end")
    last = time.perf_counter()
    while os.getppid() == parent:
        time.sleep(NAP)
        now = time.perf_counter()
        if now - last > NAP + BEYOND:
            print(f"{last + NAP:.6f} {now:.6f}")
        last = now


if __name__ == "__main__":
    rise()
    watch(int(sys.argv[1]))
