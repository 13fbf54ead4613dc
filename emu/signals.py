"""The end that a signal asks for: SIGTERM leaves in order, as CTRL+C does, and neither is lost.

SIGTERM becomes an exception in the main thread, so that disks are written back and recordings
finished; a second one ends the process at once.  Where Python cannot pass an exception on, in a
destructor or a callback of C, it would print it and go on: there the signal is sent once more.
"""

from __future__ import annotations

import _thread
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from sys import UnraisableHookArgs


SOON = 0.005  # seconds
TERMINATED = 128 + signal.SIGTERM  # the exit status, as a shell gives it


class Terminated(SystemExit):
    """SIGTERM has come."""


def _terminate(*_: object) -> NoReturn:
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    raise Terminated(TERMINATED)


def _send_soon(number: int) -> None:
    """Have a signal handled when the destructor or callback that it came in is over."""
    timer = threading.Timer(SOON, _thread.interrupt_main, (number,))
    timer.daemon = True
    timer.start()


class _Unraisable:
    """What stands for ``sys.unraisablehook``: a line for an error, and each but once."""

    def __init__(self) -> None:
        self._told: set[str] = set()

    def __call__(self, unraisable: UnraisableHookArgs) -> None:
        error, kind = unraisable.exc_value, unraisable.exc_type
        if issubclass(kind, KeyboardInterrupt):
            _send_soon(signal.SIGINT)
        elif issubclass(kind, Terminated):
            signal.signal(signal.SIGTERM, _terminate)
            _send_soon(signal.SIGTERM)
        else:
            line = " ".join(f"{kind.__name__}: {error}, in {unraisable.object!r}".split())
            if line not in self._told and len(self._told) < 100:
                self._told.add(line)
                print(f"go64: {line}", file=sys.stderr)


@contextmanager
def signals_heeded() -> Iterator[None]:
    """Within it SIGTERM raises Terminated in the main thread."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before, hook = signal.signal(signal.SIGTERM, _terminate), sys.unraisablehook
    sys.unraisablehook = _Unraisable()
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
        sys.unraisablehook = hook
