"""One writer for a file: a lock that the system takes back when its process ends, however it ends.

It is on the file itself (flock; on Windows a byte far behind its end), so no lock's file is left
over, and no lock is ever stale.  As a file is replaced when it is written, the lock goes over to
the new one before that has the name.  Within a process everybody shares it: two machines of one
program are told from each other by nobody.

Where the system has no locks (some network shares, a browser) everybody may write, as before.
"""

import os
from collections.abc import Callable
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows, a browser
    fcntl = None  # type: ignore[assignment]
try:
    import msvcrt
except ImportError:  # everywhere else
    msvcrt = None  # type: ignore[assignment]

_FAR = 1 << 40  # the byte that is locked on Windows, where locks keep others from reading
_REPLACED = 5  # tries for a file that somebody replaces meanwhile


class _Lock:
    """A lock of this process; ``file`` is the descriptor that holds it, None: not there yet."""

    def __init__(self) -> None:
        self.users = 0
        self.file: int | None = None


_locks: dict[str, _Lock] = {}


def take(path: Path) -> bool:
    """Lock a file for this process, once more if it has it already; False: another one does."""
    key = os.path.realpath(path)
    lock = _locks.get(key) or _Lock()
    if lock.file is None and not _take(lock, key):
        return False
    lock.users += 1
    _locks[key] = lock
    return True


def drop(path: Path) -> None:
    """Give back what one ``take`` took; the last one lets others write."""
    key = os.path.realpath(path)
    lock = _locks.get(key)
    if lock is None:
        return
    lock.users -= 1
    if lock.users <= 0:
        del _locks[key]
        _close(lock)


def replace(new: int, source: Callable[[], str], path: Path) -> None:
    """Give an open file the name of another that may be locked: the lock goes with it.  OSError.

    new     the descriptor, locked
    source  returns the name it has now; called right before that is replaced
    """
    lock = _locks.get(os.path.realpath(path))
    if fcntl is None:  # an open file cannot be replaced there, nor take the place of another
        name = source()
        os.close(new)
        if lock is not None:
            _close(lock)
        os.replace(name, path)
        if lock is not None:
            _take(lock, str(path))
        return
    os.replace(source(), path)
    if lock is not None:
        kept = os.dup(new)
        _close(lock)
        lock.file = kept


def _close(lock: _Lock) -> None:
    if lock.file is not None:
        os.close(lock.file)
        lock.file = None


def _take(lock: _Lock, path: str) -> bool:
    """Open and lock the file that has the name; False if another process has the lock."""
    for _ in range(_REPLACED):
        try:
            file = os.open(path, os.O_RDONLY)
        except OSError:
            return True  # no file yet, or none that could be written
        try:
            if not try_lock(file):
                os.close(file)
                return False
            if os.path.samestat(os.fstat(file), os.stat(path)):
                lock.file = file
                return True
        except OSError:
            pass
        os.close(file)
    return True


def try_lock(file: int) -> bool:
    """Lock an open file; False if it is locked.  Where there are no locks it counts as locked."""
    try:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        elif msvcrt is not None:
            os.lseek(file, _FAR, os.SEEK_SET)
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
    except (BlockingIOError, PermissionError):
        return False
    except OSError:
        return True
    return True
