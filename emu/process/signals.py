"""The end that a signal asks for: in order, as with CTRL+C, and no signal is lost.

SIGTERM and SIGHUP (the terminal closes) become an exception in the main thread, so that disks are
written back and recordings finished; a second SIGTERM ends the process at once.  SIGHUP comes
more than once as a rule, from the system, the shell and the session's manager, and also right
after SIGTERM: after the first signal it is ignored.  Where Python cannot pass an exception on, in a
destructor or a callback of C, it would print it and go on: there the signal is sent once more.

Between the beginning of a frame and the recorder's note of its end no exception may come: the
recording would lack what the machine has done.  ``unbroken`` keeps a signal back for so long.
"""

from __future__ import annotations

import _thread
import os
import signal
import stat
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import TracebackType
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from sys import UnraisableHookArgs


SOON = 0.005  # seconds
LONGEST = 1.0  # seconds that a signal is kept back: a frame that hangs is broken off after all
TERMINATED = 128 + signal.SIGTERM  # the exit status, as a shell gives it
# Windows has no SIGHUP
HANGUP: signal.Signals | None = getattr(signal, "SIGHUP", None)
END_SIGNALS = (signal.SIGINT, signal.SIGTERM, *([] if HANGUP is None else [HANGUP]))


class Terminated(SystemExit):
    """SIGTERM or SIGHUP has come; ``status`` is the exit status, as a shell gives it."""

    def __init__(self, number: int) -> None:
        self.number, self.status = number, 128 + number
        super().__init__(self.status)


class _Unbroken:
    """Keeps signals back while it is entered; it may be entered within itself."""

    def __init__(self) -> None:
        self._depth = 0
        self._came: int | None = None
        self._late: threading.Timer | None = None
        self._until = 0.0

    def __enter__(self) -> None:
        self._depth += 1

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        self._depth = max(0, self._depth - 1)
        number = self._came
        if self._depth == 0 and number is not None:
            self.clear()
            if error is None:  # an error ends the run by itself
                _raise(number)

    def clear(self) -> None:
        """Forget all."""
        if self._late is not None:
            self._late.cancel()
        self._depth, self._came, self._late = 0, None, None

    def keeps(self, number: int) -> bool:
        """Keep a signal back if it may not come now; returns whether it is kept."""
        if self._came is not None and number == HANGUP and time.monotonic() < self._until:
            return True  # the end is on its way already; later it is our own timer's
        if self._depth == 0 or self._came is not None:
            self.clear()
            return False
        self._came = number
        self._until = time.monotonic() + LONGEST
        self._late = _send_later(number, LONGEST)
        return True


unbroken = _Unbroken()  # there is one main thread


def _raise(number: int) -> NoReturn:
    if number == signal.SIGINT:
        raise KeyboardInterrupt
    if not is_ignored(signal.SIGTERM):
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if HANGUP is not None:
        signal.signal(HANGUP, signal.SIG_IGN)
    raise Terminated(number)


def leave_terminal() -> None:
    """Print no more to a terminal that closes: an error there would stop the writing of disks.

    Files and pipes still get what is printed.
    """
    null = os.open(os.devnull, os.O_RDWR)
    for descriptor in (1, 2):
        with suppress(OSError):  # closed
            if stat.S_ISCHR(os.fstat(descriptor).st_mode):
                os.dup2(null, descriptor)
    os.close(null)


def _handle(number: int, _: object) -> None:
    if number == HANGUP:
        leave_terminal()
    if not unbroken.keeps(number):
        _raise(number)


def _send_later(number: int, seconds: float) -> threading.Timer:
    """Have a signal handled after a time, unless the timer is cancelled."""
    timer = threading.Timer(seconds, _thread.interrupt_main, (number,))
    timer.daemon = True
    timer.start()
    return timer


def _send_soon(number: int) -> None:
    """Have a signal handled when the destructor or callback that it came in is over.

    A Timer would wait for its thread to run: on a busy host the signal came within that.
    """

    def send() -> None:
        time.sleep(SOON)
        _thread.interrupt_main(signal.Signals(number))

    _thread.start_new_thread(send, ())


class _Unraisable:
    """Replaces ``sys.unraisablehook``: prints one line per error, each only once."""

    def __init__(self) -> None:
        self._told: set[str] = set()

    def __call__(self, unraisable: UnraisableHookArgs) -> None:
        error, kind = unraisable.exc_value, unraisable.exc_type
        if issubclass(kind, KeyboardInterrupt):
            _send_soon(signal.SIGINT)
        elif isinstance(error, Terminated):
            signal.signal(error.number, _handle)
            _send_soon(error.number)
        else:
            line = " ".join(f"{kind.__name__}: {error}, in {unraisable.object!r}".split())
            if line not in self._told and len(self._told) < 100:
                self._told.add(line)
                print(f"go64: {line}", file=sys.stderr)


def is_ignored(number: int) -> bool:
    """Tell whether a signal stays ignored, as the parent process wanted.

    A shell without job control, such as a script, starts what it leaves in the background with
    SIGINT ignored: CTRL+C is meant for others then (POSIX, "Asynchronous Lists").  ``nohup``
    ignores SIGHUP and ``trap '' TERM`` SIGTERM for what they start.  A program that catches one of
    the three leaves it ignored (glibc manual, "Sigaction Function Example"; so does ``sort``).
    """
    return signal.getsignal(number) is signal.SIG_IGN


@contextmanager
def signals_heeded() -> Iterator[None]:
    """Within it SIGTERM and SIGHUP raise Terminated in the main thread, CTRL+C KeyboardInterrupt.

    One that is ignored stays so (``is_ignored``).
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    unbroken.clear()
    before: dict[int, Any] = {}
    for end in (signal.SIGTERM, HANGUP):
        if end is not None and not is_ignored(end):
            before[end] = signal.signal(end, _handle)
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        before[signal.SIGINT] = signal.signal(signal.SIGINT, _handle)
    hook = sys.unraisablehook
    sys.unraisablehook = _Unraisable()
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        unbroken.clear()
        sys.unraisablehook = hook
