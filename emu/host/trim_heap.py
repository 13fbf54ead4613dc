"""Return freed memory to the operating system.

glibc keeps freed memory for later use: after half a minute of rewind, 40 MB of unused memory stayed
with the process for good, and looked like a leak.
"""

import ctypes
import sys
from collections.abc import Callable


def _trim() -> Callable[[int], int] | None:
    """Return glibc's malloc_trim, None elsewhere: other C libraries give back by themselves."""
    if not sys.platform.startswith("linux"):
        return None
    return getattr(ctypes.CDLL(None), "malloc_trim", None)


_TRIM = _trim()


def trim_heap() -> None:
    """Give free memory back; some milliseconds, so not while frames are due."""
    if _TRIM is not None:
        _TRIM(0)
