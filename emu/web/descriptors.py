"""File descriptors: each connection takes one, and a process gets only a limited number.

They are divided before the first connection: some for holders of a link, some for strangers, the
rest for files.  A snapshot has its own, opened in advance.
"""

import os
import threading
from types import TracebackType

from emu.errors import HostError

try:
    import resource
except ImportError:  # Windows: the limit is on sockets, far above ours
    resource = None  # type: ignore[assignment]

WANTED = 4096
FILES = 96  # the program, its disks, the listening sockets, connections that are being closed
FEWEST, MOST = 16, 128  # strangers
SPARE = 4  # a snapshot: its file, its folder, the image of a disk, and one more


def limit() -> int:
    """Return how many descriptors this process may have; raises its limit as far as allowed."""
    if resource is None:
        return WANTED
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = WANTED if hard == resource.RLIM_INFINITY else min(WANTED, hard)
    if soft == resource.RLIM_INFINITY or soft >= most:
        return most
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    except (OSError, ValueError):
        return soft
    return most


def share(descriptors: int, holders: int, fewest: int) -> tuple[int, int]:
    """Return places for (holders of a link, strangers).

    descriptors  how many there are;  holders  how many are wanted;  fewest  how many suffice
    raises       HostError, one line, if there are too few
    """
    left = descriptors - FILES
    if left < fewest + FEWEST:
        raise HostError(
            f"--host: this process may open {descriptors} files, {FILES + fewest + FEWEST} are "
            "needed; raise the limit (ulimit -n 1024)"
        )
    kept = min(holders, left - FEWEST)
    return kept, min(MOST, left - kept)


class Spare:
    """Descriptors kept for a moment in which there are no others: ``with spare:``."""

    def __init__(self, count: int = SPARE) -> None:
        self._count, self._held = count, list[int]()
        self._lock = threading.RLock()
        self._fill()

    def _fill(self) -> None:
        try:
            while len(self._held) < self._count:
                self._held.append(os.open(os.devnull, os.O_RDONLY))
        except OSError:
            pass  # as many as there are; tried again after the next use

    def _empty(self) -> None:
        while self._held:
            os.close(self._held.pop())

    def __enter__(self) -> None:
        self._lock.acquire()
        self._empty()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._fill()
        self._lock.release()

    def close(self) -> None:
        """Give all of them back."""
        with self._lock:
            self._empty()
