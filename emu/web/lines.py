"""Lines for the host's terminal, which no stranger can fill.

Each kind of line is printed at most once per minute; the next one says how many were left out.
"""

import logging
import threading
import time
from collections.abc import Callable

EVERY = 60.0  # seconds between two lines of the same kind
LONGEST = 160  # characters


def clean(text: str) -> str:
    """Return text without control characters, outer blanks and repeated blanks."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


class Lines:
    """Prints lines, at most one of each kind in EVERY seconds.

    show   function of a line;  clock  function giving seconds
    """

    def __init__(
        self, show: Callable[[str], None] = print, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._show, self._clock = show, clock
        self._lock = threading.Lock()
        self._next: dict[str, float] = {}
        self._left_out: dict[str, int] = {}

    def say(self, kind: str, text: str) -> None:
        """Print a line unless one of its kind was printed just now; from any thread."""
        with self._lock:
            now = self._clock()
            if now < self._next.get(kind, now):
                self._left_out[kind] = self._left_out.get(kind, 0) + 1
                return
            self._next[kind] = now + EVERY
            more = self._left_out.pop(kind, 0)
        since = f" ({more} more like it since the last such line)" if more else ""
        self._show(f"go64: {clean(text)[:LONGEST]}{since}")


class _Handler(logging.Handler):
    """Turns a library's log records into lines, without tracebacks."""

    def __init__(self, lines: Lines) -> None:
        super().__init__(logging.WARNING)
        self._lines = lines

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        cause = "" if error is None else f" ({type(error).__name__}: {error})"
        self._lines.say(f"log {type(error).__name__}", record.getMessage() + cause)


def logger_of(lines: Lines) -> logging.Logger:
    """Return a logger for aiohttp: a malformed request gives one line at most."""
    logger = logging.Logger("go64.web")
    logger.addHandler(_Handler(lines))
    return logger
