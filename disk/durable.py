"""One writer for all files of the host: whole at any moment, and there once it says so.

A new content goes into a file without a name (Linux: O_TMPFILE) or with a hidden one, is brought
onto the medium (fsync), takes the place of the old one in one step, and then the folder is brought
onto the medium as well: without that the old file may be back after a power cut.

A process that is killed leaves nothing but the hidden name.  On Linux it has one only where it
replaces a file, from ``link`` to ``rename``, which follow each other at once: the system has no
call that links over a name.  Elsewhere it has one while it writes.  There is one such name for each
file, locked while somebody writes.  One that nobody has is taken away by the next writer of the
file, and by any process that opens or writes a file of the folder (``sweep_once``).

Source of the order: Pillai et al., "All File Systems Are Not Created Equal" (OSDI 2014).
"""

import contextlib
import errno
import os
import stat
import threading
import time
from pathlib import Path

from disk import lock

Content = bytes | bytearray | memoryview
NEW = ".go64-new"  # ending of the hidden name
_NAMES = 200  # bytes of a file's name that the hidden name has
_TRIES = 5000  # for the hidden name, while others write to the same file
_PAUSE = 0.001  # seconds between them
_NO_FOLDER_SYNC = {errno.EINVAL, errno.ENOTSUP, errno.EBADF, errno.EACCES, errno.EPERM}
_TMPFILE = getattr(os, "O_TMPFILE", 0)
_swept: set[str] = set()  # folders, by this process
_sweeping = threading.Lock()
_BINARY = getattr(os, "O_BINARY", 0) | getattr(os, "O_NOINHERIT", 0) | getattr(os, "O_CLOEXEC", 0)


def replace_file(path: Path, content: Content) -> None:
    """Replace a file in one step; it is on the medium when this returns.  OSError if it cannot be.

    A link is replaced, not followed.  The file has the permissions of the one before.
    """
    _check_replaceable(path)
    sweep_once(path.parent)
    hidden = hidden_name(path)
    file, named = _open(path.parent, hidden)

    def claimed() -> str:
        nonlocal named
        if not named:
            _claim(file, hidden)
            named = True
        return str(hidden)

    try:
        try:
            _write(file, content)
            if hasattr(os, "fchmod"):
                os.fchmod(file, _mode_for(path))
            os.fsync(file)
            if named or os.path.lexists(path) or not _name(file, path):
                lock.replace(file, claimed, path)
        except BaseException:
            if named:
                with contextlib.suppress(OSError):
                    os.unlink(hidden)
            raise
    finally:
        with contextlib.suppress(OSError):  # closed, where an open file cannot be replaced
            os.close(file)
    sync_folder(path.parent)


def _check_replaceable(path: Path) -> None:
    """Raise OSError for a device, a pipe or a folder: root could put a file in its place."""
    try:
        mode = os.lstat(path).st_mode
    except OSError:
        return  # nothing is there, or the host says why when it is written
    if not stat.S_ISREG(mode) and not stat.S_ISLNK(mode):
        raise OSError(errno.EINVAL, "is not a plain file")


def hidden_name(path: Path) -> Path:
    """Return the name that a file's new content may have before it takes its place."""
    name = os.fsencode(path.name)
    if len(name) > _NAMES:  # a file system has 255 bytes
        import zlib

        name = name[:_NAMES] + b"-%08x" % zlib.crc32(name)
    return path.parent / f".{os.fsdecode(name)}{NEW}"


def _open(folder: Path, hidden: Path) -> tuple[int, bool]:
    """Return a new empty file, locked, and whether it has the hidden name."""
    if _TMPFILE:
        with contextlib.suppress(OSError):  # the file system has none of that
            file = os.open(folder, os.O_WRONLY | _TMPFILE | _BINARY, 0o600)
            lock.try_lock(file)
            return file, False
    for _ in range(_TRIES):
        with contextlib.suppress(FileExistsError):
            file = os.open(hidden, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, 0o600)
            if lock.try_lock(file) and _has_name(file, hidden):
                return file, True
            os.close(file)  # somebody took it for one that was left before it was locked
        _free(hidden)
    raise OSError(errno.EBUSY, "is being written by another program")


def _write(file: int, content: Content) -> None:
    view = memoryview(content)
    while view:
        view = view[os.write(file, view) :]


def _name(file: int, path: Path) -> bool:
    """Give a file that has no name one that is free; False if somebody has taken it."""
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.link(f"/proc/self/fd/{file}", path.name, dst_dir_fd=folder, follow_symlinks=True)
    except FileExistsError:
        return False
    finally:
        os.close(folder)
    return True


def _claim(file: int, hidden: Path) -> None:
    """Give a file that has no name the hidden one, once nobody else has it."""
    for _ in range(_TRIES):
        if _name(file, hidden):
            return
        _free(hidden)
    raise OSError(errno.EBUSY, "is being written by another program")


def _free(hidden: Path) -> None:
    """Take a hidden name away that a killed process has left, or give who writes some time."""
    if not sweep_name(hidden):
        time.sleep(_PAUSE)


def sweep_once(folder: Path) -> None:
    """Take away what killed processes left of any file of a folder, once for each process."""
    with contextlib.suppress(OSError):
        key = os.path.realpath(folder)
        with _sweeping:
            known = key in _swept
            _swept.add(key)
        if not known:
            sweep_folder(Path(key))


def sweep_folder(folder: Path) -> None:
    """Take away what processes that were killed left of any file of a folder."""
    with contextlib.suppress(OSError):
        for name in os.listdir(folder):
            if name.startswith(".") and name.endswith(NEW):
                sweep_name(folder / name)


def sweep_name(hidden: Path) -> bool:
    """Take a hidden name away; False if somebody is writing, OSError if it cannot be taken."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    try:
        file = os.open(hidden, flags | _BINARY)
    except FileNotFoundError:
        return True
    try:
        if not lock.try_lock(file):
            return False
        if _has_name(file, hidden):
            if os.name == "nt":  # what is open stays there
                os.close(file)
                file = -1
            os.unlink(hidden)
        return True
    finally:
        if file >= 0:
            os.close(file)


def _has_name(file: int, path: Path) -> bool:
    with contextlib.suppress(FileNotFoundError):
        return os.path.samestat(os.fstat(file), os.lstat(path))
    return False


def rename(source: Path, target: Path) -> None:
    """Rename a file of a folder; it has the name on the medium, too, when this returns."""
    os.replace(source, target)
    sync_folder(target.parent)


def make_folder(folder: Path, mode: int = 0o777) -> None:
    """Make a folder, and those above it, unless they are there; OSError if that cannot be.

    mode  of the last of them
    """
    missing = []
    while not folder.is_dir():
        missing.append(folder)
        if folder == folder.parent:
            break
        folder = folder.parent
    for made in reversed(missing):
        made.mkdir(mode if made == missing[0] else 0o777, exist_ok=True)
        sync_folder(made.parent)


def sync_file(file: int, path: Path) -> None:
    """Bring a file that was written piece by piece, and its name, onto the medium."""
    os.fsync(file)
    sync_folder(path.absolute().parent)


def sync_folder(folder: Path) -> None:
    """Bring the names of a folder onto the medium, where the system can; OSError if it fails."""
    if os.name == "nt":  # a folder cannot be opened there; NTFS keeps a journal of names
        return
    try:
        file = os.open(folder, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0))
    except PermissionError:
        return  # may be written but not read
    try:
        os.fsync(file)
    except OSError as error:
        if error.errno not in _NO_FOLDER_SYNC:
            raise
    finally:
        os.close(file)


def _mode_for(path: Path) -> int:
    """Return the permissions for a file: those it has, or what the user's mask leaves."""
    try:
        return stat.S_IMODE(os.lstat(path).st_mode)
    except OSError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
