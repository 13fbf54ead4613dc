"""What tells this user's own state files from a stranger's: a seal made with a key of his.

A state of his own may tie disks to their files again, put folders into drives and read the ROMs
that it names; a stranger's may name any file of the host, so none of its names is followed.  The
key is 32 random bytes in the user's data folder, made with the first state.  Without one (a
folder that cannot be written) states have no seal, and are a stranger's.
"""

import contextlib
import hashlib
import hmac
import os
import secrets
from pathlib import Path

from disk.durable import make_folder, sync_folder
from disk.plain_file import read_plain

KEY_SIZE = 32


def key_path() -> Path:
    """Return the file of the key; ImportError in a browser, where a user has no such folder."""
    import platformdirs

    return Path(platformdirs.user_data_dir("go64", appauthor=False)) / "state.key"


def _read_key(path: Path) -> bytes:
    with contextlib.suppress(OSError):
        key = read_plain(path, KEY_SIZE)
        return key if len(key) == KEY_SIZE else b""
    return b""


def _make_key(path: Path) -> bytes:
    """Make a key unless another process just did; returns the one that is there, b"" for none."""
    new = path.with_name(f".{path.name}-{secrets.token_hex(8)}")
    try:
        make_folder(path.parent)
        with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(secrets.token_bytes(KEY_SIZE))
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(FileExistsError):
            os.link(new, path)  # unlike a rename it replaces nothing
        sync_folder(path.parent)
    except OSError:
        return b""
    finally:
        with contextlib.suppress(OSError):
            os.unlink(new)
    return _read_key(path)


def seal_of(parts: list[bytes], make: bool = False) -> str:
    """Return the seal of a file's parts as hexadecimal digits, "" without a key.

    make  True: a key is made if there is none
    """
    try:
        path = key_path()
    except ImportError:
        return ""
    key = _read_key(path) or (_make_key(path) if make else b"")
    if not key:
        return ""
    seal = hmac.new(key, digestmod=hashlib.sha256)
    for part in parts:
        seal.update(hashlib.sha256(part).digest())
    return seal.hexdigest()


def is_own(seal: object, parts: list[bytes]) -> bool:
    """Tell whether a seal is this user's, of these parts."""
    wanted = seal_of(parts)
    return (
        bool(wanted)
        and isinstance(seal, str)
        and hmac.compare_digest(seal.encode("utf-8", "replace"), wanted.encode())
    )
