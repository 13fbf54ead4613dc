"""Errors of Python code that a chip calls in the middle of a cycle.

Compiled, a chip never raises: C code that counts cycles has no place to go with an error of a
drive, a cartridge or a hook.  Python then calls ``sys.unraisablehook``, prints the error and goes
on, and the next cycle may do the same; CTRL+C is lost that way, too.  While a board is watched,
the first such error stops it, and whoever has it run gets the error as an exception.

Uncompiled the error takes that way by itself.
"""

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any


class MachineFault(RuntimeError):
    """Something in the machine has failed in the middle of a frame, by a fault of a program's.

    That is a drive's, a cartridge's or a hook's Python code; the message is one line, the cause
    is the error itself.  It is no Go64Error: there is nothing that the user has done wrong.
    """


_lock = threading.Lock()
_innermost: dict[int, "Watch"] = {}  # of each thread that has a board run
_watches = 0
_before: Callable[[Any], object] = sys.unraisablehook


class Watch:
    """A board that is watched.

    error  the first exception that the board's C code could not pass on, or None
    where  the function that was left, as Cython names it
    """

    __slots__ = ("_outer", "_stop", "_thread", "board", "error", "where")

    def __init__(self, board: Any) -> None:
        global _watches, _before
        self.board = board
        self.error: BaseException | None = None
        self.where = ""
        self._stop = 0
        self._thread = threading.get_ident()
        self._outer = _innermost.get(self._thread)
        with _lock:
            if sys.unraisablehook is not _caught:
                _before, sys.unraisablehook = sys.unraisablehook, _caught
            _watches += 1
        _innermost[self._thread] = self

    def catch(self, error: BaseException, where: str) -> None:
        """Keep the first error, and have the board stop after this instruction."""
        if self.error is None:
            self.error, self.where = error, where
            self._stop, self.board.stop = self.board.stop, 1

    def end(self) -> None:
        """Look no longer; raises MachineFault, or what ends a program, if something was caught."""
        global _watches
        if self._outer is None:
            del _innermost[self._thread]
        else:
            _innermost[self._thread] = self._outer
        with _lock:
            _watches -= 1
            if _watches == 0 and sys.unraisablehook is _caught:
                sys.unraisablehook = _before
        error = self.error
        if error is None:
            return
        self.board.stop = self._stop
        if not isinstance(error, Exception):
            raise error  # CTRL+C, SystemExit
        raise MachineFault(_told(self.board, self.where, error)) from error


@contextmanager
def watched(board: Any) -> Iterator[None]:
    """Raise behind the block what C code within it could not pass on."""
    watch = Watch(board)
    try:
        yield
    finally:
        watch.end()


def _caught(unraisable: Any) -> None:
    """Stand for ``sys.unraisablehook``: what is a watched board's goes to its watch."""
    watch = _innermost.get(threading.get_ident())
    error = unraisable.exc_value
    if error is None:
        error = unraisable.exc_type()
    what = unraisable.object
    compiled = isinstance(what, str)  # Cython gives a name, Python an object
    if watch is not None and (compiled or not isinstance(error, Exception)):
        watch.catch(error, what if compiled else "")
    else:
        _before(unraisable)


def _told(board: Any, where: str, error: BaseException) -> str:
    name = ".".join(where.split(".")[-2:])
    text = " ".join(f"{type(error).__name__}: {error}".split())
    place = place_of(error.__traceback__)
    return f"the machine stopped at cycle {board.cycle}, in {name}: {text}{place}"


def place_of(traceback: TracebackType | None) -> str:
    """Return " (file:line)" of where an exception came up, "" if it does not say."""
    while traceback is not None and traceback.tb_next is not None:
        traceback = traceback.tb_next
    if traceback is None:
        return ""
    return f" ({Path(traceback.tb_frame.f_code.co_filename).name}:{traceback.tb_lineno})"
