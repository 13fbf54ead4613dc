"""Much work at once, in several processes where the system has what that needs."""

import multiprocessing
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from emu.errors import HostError


def in_processes(
    work: Callable[[Any], Any], given: Iterable[Any], jobs: int, chunk: int = 1
) -> list[Any]:
    """Apply ``work`` to each argument in ``jobs`` processes; results are in the same order.

    The processes are spawned: a fork would inherit locks that other threads (sound, a window,
    a server) hold at that moment, and could deadlock.  Some containers have no /dev/shm for the
    semaphores of a pool: there this process does all, and a line on stderr gives the reason.

    Raises HostError when one of the processes was killed.
    """
    context = multiprocessing.get_context("spawn")
    try:
        pool = ProcessPoolExecutor(jobs, mp_context=context)
    except (OSError, ImportError, NotImplementedError) as error:
        print(f"go64: one process instead of {jobs}: no semaphores ({error})", file=sys.stderr)
        return [work(each) for each in given]
    try:
        with pool:
            return list(pool.map(work, given, chunksize=chunk))
    except BrokenProcessPool:
        raise HostError("a process of several has ended: out of memory, or killed") from None
