"""Files of the host that somebody has named: only plain ones are read, and none without a limit.

Whoever names a file may name a device, a pipe that nobody writes to, a folder, or nothing that
can be a name.  Each of them is an OSError with a ``strerror`` for a line, and nothing waits.
"""

from __future__ import annotations

import errno
import os
import stat
from typing import BinaryIO

FilePath = str | os.PathLike[str]
ODD_NAMES = "surrogatepass"  # for encode and decode: a name on the host may be no Unicode text


def open_plain(path: FilePath, most: int) -> BinaryIO:
    """Return a plain file, open for reading, that has ``most`` bytes at most.

    Raises OSError, whose ``strerror`` says why there is none: also for a name that cannot be
    one (a NUL in it), a folder, a device, a pipe, and for a file that is larger.
    """
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)
    flags |= getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):  # a device may do something when opened
            raise _refusal(path, os.stat(path).st_mode)
        handle = os.open(path, flags)
    except ValueError:  # a NUL, or half a character
        raise OSError(errno.EINVAL, "is not a file name") from None
    try:
        info = os.fstat(handle)
        if not stat.S_ISREG(info.st_mode):  # another one has taken its place
            raise _refusal(path, info.st_mode)
        if info.st_size > most:
            raise OSError(errno.EFBIG, f"has {info.st_size} bytes; at most {most} are allowed")
        return os.fdopen(handle, "rb")
    except OSError:
        os.close(handle)
        raise


def _refusal(path: FilePath, mode: int) -> OSError:
    if stat.S_ISDIR(mode):
        return IsADirectoryError(errno.EISDIR, "Is a directory", os.fspath(path))
    return OSError(errno.EINVAL, "is not a plain file")


def read_plain(path: FilePath, most: int) -> bytes:
    """Return the content of a plain file of ``most`` bytes at most; OSError as ``open_plain``."""
    with open_plain(path, most) as file:
        content = file.read(most + 1)
    if len(content) > most:  # it has grown meanwhile
        raise OSError(errno.EFBIG, f"has more than {most} bytes, the most")
    return content


def read_text(path: FilePath, most: int, errors: str = "strict") -> str:
    """Return the text of a plain file in UTF-8; OSError, UnicodeDecodeError."""
    text = read_plain(path, most).decode("utf-8", errors)
    return text.replace("\r\n", "\n").replace("\r", "\n")


def can_be_name(text: str) -> bool:
    """Tell whether a text can be the name of a file here; the others raise ValueError."""
    try:
        return bool(text) and b"\0" not in os.fsencode(text)
    except ValueError:  # half a character
        return False


def is_plain(path: FilePath) -> bool:
    """Tell whether there is a plain file; a name that cannot be one is none."""
    try:
        return stat.S_ISREG(os.stat(path).st_mode)
    except (OSError, ValueError):
        return False
