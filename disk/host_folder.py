"""A folder of the host as a disk: its plain files, and nothing else.

What is not shown cannot be reached either: hidden files, folders, links, whatever lies
elsewhere.  A name that a program gives is only ever compared with those of the files shown;
a new file's name is made here (disk.host_names).  A file is written when it is closed, whole.

Not there: blocks (66 for each), relative files (64), formatting (31).
"""

from __future__ import annotations

import errno
import os
import stat
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import ClassVar, Literal, NoReturn, TypedDict

from disk.directory import CLOSED, ENTRY_SIZE, LOCKED, REL, TYPE_NAMES, Entry
from disk.durable import rename, replace_file
from disk.errors import DosError, MediaNotFound
from disk.host_names import (
    p00_header,
    p00_name,
    p00_names,
    plain_name,
    read_host_name,
    unique,
)
from disk.image_file import may_write
from disk.p00 import P00_HEADER_SIZE
from disk.petscii import matches, padded, to_petscii

MOST_FILES = 4096
LARGEST_FILE = 16 << 20
_BLOCK = 254
_BREATH, _PAUSE = 16, 0.0002  # files between two pauses; seconds
_MOST_BLOCKS = 65535
_ID = b"FS 2A"
_DOS_NUMBERS = {
    errno.ENOSPC: 72, errno.EDQUOT: 72, errno.EFBIG: 72,
    errno.EROFS: 26, errno.EACCES: 26, errno.EPERM: 26,
}  # fmt: skip
_NO_RECORDS = "relative files need a disk image"


class HostFolder:
    """A folder that is in a drive; it has what a drive asks of a disk's image.

    path       of the folder, links resolved
    name       for messages
    aside      True: a drive does what waits for the folder beside the machine (c64.drive.aside)
    held       True: nothing is written for now, while a machine's past runs once more; the
               folder itself does not go back
    """

    kind: ClassVar[Literal["disk"]] = "disk"
    drives: ClassVar[tuple[str, ...]] = ("quick",)
    dirty = False
    unsaved = False
    held = False
    aside = False
    first_program: bytes | None = None
    version = 0

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """Raises MediaNotFound if the folder cannot be read."""
        try:
            self.path = Path(path).resolve(strict=True)
            os.scandir(self.path).close()
            self.read_only = not may_write(self.path)
        except OSError as error:
            raise MediaNotFound(f"{path}: cannot be read: {error.strerror}") from None
        self.name = str(path)
        self.protection = "is read-only"

    def volume(self) -> FolderVolume:
        """Return the folder as its drive sees it."""
        return FolderVolume(self)

    def flush(self) -> None:
        """Nothing is kept back."""

    def claim(self) -> bool:
        """A folder is not locked: each of its files is written whole."""
        return True

    def release(self) -> None:
        """Nothing is locked."""

    def index(self, track: int, sector: int) -> NoReturn:
        """Raise DosError 66: a folder has no blocks."""
        raise DosError(66, track, sector)

    def read(self, track: int, sector: int) -> NoReturn:
        """Raise DosError 66."""
        self.index(track, sector)

    def write(self, track: int, sector: int, content: bytes) -> NoReturn:
        """Raise DosError 66."""
        self.index(track, sector)


class FolderEntry(Entry):
    """A file of the folder.

    host    its name there
    packed  True: a P00
    """

    def __init__(self, host: str, name: bytes, kind: int, size: int, locked: bool, packed: bool):
        super().__init__(0, 0, 0, bytes(ENTRY_SIZE))
        self.host, self.packed = host, packed
        self.raw[2] = kind | CLOSED | (LOCKED if locked else 0)
        self.raw[5:21] = padded(name)
        self.size = min(-(-size // _BLOCK), _MOST_BLOCKS)

    @property
    def place(self) -> tuple[str, ...]:
        """What tells it from other files."""
        return (self.host,)


class ContentState(TypedDict):
    """A ContentReader in a snapshot."""

    content: bytes
    at: int


class WrittenState(TypedDict):
    """A ContentWriter in a snapshot."""

    name: bytes
    type: int
    host: str | None
    content: bytes
    failed: bool


class FolderVolume:
    """The files of a folder, as ``disk.volume.Volume`` has those of a disk.

    image   the HostFolder
    """

    region = None
    drive = "FOLDER"
    partitions = False
    type_names = TYPE_NAMES[: REL + 1]

    def __init__(self, folder: HostFolder) -> None:
        self.image = folder

    # -- the directory -----------------------------------------------------------------

    def title(self) -> tuple[bytes, bytes]:
        """Return name (16 bytes) and id as the directory's first line shows them."""
        name = to_petscii(self.image.path.name)[:16].replace(b'"', b"'")
        return name.ljust(16), _ID

    def disk_id(self) -> bytes:
        """Return the two bytes of a disk's identification."""
        return _ID[:2]

    def free_blocks(self) -> int:
        """Return how many blocks the host has room for, as far as the directory can tell."""
        import shutil  # late, like tempfile: see disk.image_file

        try:
            return min(shutil.disk_usage(self.image.path).free // _BLOCK, _MOST_BLOCKS)
        except OSError:
            return 0

    def entries(self) -> Iterator[FolderEntry]:
        """Yield the files in the order of their names; DosError 74 if the folder is gone."""
        try:
            with os.scandir(self.image.path) as found:
                files = [item for item in found if _is_shown(item)]
        except OSError:
            raise DosError(74) from None
        taken: set[bytes] = set()
        files.sort(key=lambda item: (item.name.lower(), item.name))
        for number, item in enumerate(files[:MOST_FILES]):
            if self.image.aside and number % _BREATH == 0:
                time.sleep(_PAUSE)  # else the machine's thread waits for the interpreter
            entry = self._entry(item, taken)
            if entry is not None:
                taken.add(entry.name)
                yield entry

    def _entry(self, item: os.DirEntry[str], taken: set[bytes]) -> FolderEntry | None:
        said = read_host_name(item.name)
        name, packed = said.name, False
        try:
            info = item.stat(follow_symlinks=False)
            if said.packed:
                inner = p00_name(self._read(item.name, P00_HEADER_SIZE))
                name, packed = inner or name, inner is not None
        except (OSError, DosError):
            return None  # taken away or forbidden meanwhile
        size = max(info.st_size - (P00_HEADER_SIZE if packed else 0), 0)
        locked = not info.st_mode & 0o222
        return FolderEntry(item.name, unique(name, taken), said.type, size, locked, packed)

    def find(
        self, pattern: bytes, accept: Callable[[Entry], bool] | None = None
    ) -> FolderEntry | None:
        """Return the first file whose name fits ``pattern``, or None."""
        for entry in self.entries():
            if matches(entry.name, pattern) and (accept is None or accept(entry)):
                return entry
        return None

    # -- files -------------------------------------------------------------------------

    def read_file(self, entry: FolderEntry) -> bytes:
        """Return the bytes of a file; DosError 52 if it is too large for a drive."""
        content = self._read(entry.host, LARGEST_FILE + P00_HEADER_SIZE + 1)
        content = content[P00_HEADER_SIZE:] if entry.packed else content
        if len(content) > LARGEST_FILE:
            raise DosError(52)
        return content

    def _read(self, host: str, most: int) -> bytes:
        """Return the first bytes of a plain file; a link put in its place is not followed."""
        flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
        try:
            handle = os.open(self.image.path / host, flags | getattr(os, "O_BINARY", 0))
            with os.fdopen(handle, "rb") as file:
                if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                    raise DosError(62)
                return file.read(most)
        except FileNotFoundError:
            raise DosError(62) from None
        except OSError:
            raise DosError(23) from None

    def reader(self, entry: FolderEntry) -> ContentReader:
        """Begin to read a file."""
        return ContentReader(self.read_file(entry))

    def raw_directory(self) -> NoReturn:
        """Raise DosError 64: there are no blocks of a directory to be read."""
        raise DosError(64)

    def create_file(
        self, name: bytes, file_type: int, unclosed: FolderEntry | None = None
    ) -> ContentWriter:
        """Begin a new file; DosError 63 if the name is taken.  No file here is unclosed."""
        self._check_writable()
        if self.find(name) is not None:
            raise DosError(63)
        return ContentWriter(self, name, file_type)

    def replace_file(self, entry: FolderEntry) -> ContentWriter:
        """Begin to replace a file, which stays whole until ``close``."""
        self._check_writable(entry)
        return ContentWriter(self, entry.name, entry.type, entry.host)

    def append_to(self, entry: FolderEntry) -> ContentWriter:
        """Go on behind the end of a file."""
        self._check_writable(entry)
        return ContentWriter(self, entry.name, entry.type, entry.host, self.read_file(entry))

    def create_relative(self, name: bytes, size: int) -> NoReturn:
        """Raise DosError 64 and say what would do."""
        raise DosError(64, hint=_NO_RECORDS)

    def open_relative(self, entry: FolderEntry) -> NoReturn:
        """Raise DosError 64 and say what would do."""
        raise DosError(64, hint=_NO_RECORDS)

    def _check_writable(self, entry: FolderEntry | None = None) -> None:
        if self.image.read_only or (entry is not None and entry.locked):
            raise DosError(26)

    def scratch(self, entry: FolderEntry) -> None:
        """Delete a file."""
        self._check_writable(entry)
        if self.image.held:
            return
        try:
            os.unlink(self.image.path / entry.host)
        except OSError as error:
            raise _dos_error(error) from None

    def rename(self, entry: FolderEntry, name: bytes) -> None:
        """Give a file another C64 name, and the host's name that belongs to it."""
        self._check_writable(entry)
        if self.image.held:
            return
        host = self._free_name(name, entry.type)
        packed = read_host_name(host).packed
        try:
            if packed or entry.packed:
                self.store(host, name, self.read_file(entry))
                os.unlink(self.image.path / entry.host)
            else:
                rename(self.image.path / entry.host, self.image.path / host)
        except OSError as error:
            raise _dos_error(error) from None

    def validate(self) -> None:
        """There is nothing to do."""

    def format(self, name: bytes, disk_id: bytes | None = None) -> NoReturn:
        """Raise DosError 31: the files of a folder are not all thrown away at once."""
        raise DosError(31, hint="a folder is not formatted")

    def _no_block(self, track: int, sector: int, free: bool = False) -> NoReturn:
        raise DosError(66, track, sector)

    is_free = set_free = next_free = _no_block

    def _free_name(self, name: bytes, kind: int) -> str:
        """Return a host's name for a new file; DosError 72 if all are taken."""
        plain = plain_name(name, kind)
        for host in [*([plain] if plain else []), *p00_names(name, kind)]:
            if not os.path.lexists(self.image.path / host):
                return host
        raise DosError(72)

    def write_new(self, name: bytes, kind: int, content: bytes) -> None:
        """Write a new file under a name that no other has."""
        self.store(self._free_name(name, kind), name, content)

    def store(self, host: str, name: bytes, content: bytes) -> None:
        """Write a file, all or nothing; DosError says why the host does not take it."""
        if self.image.held:
            return
        header = p00_header(name) if read_host_name(host).packed else b""
        try:
            replace_file(self.image.path / host, header + content)
        except OSError as error:
            raise _dos_error(error) from None

    def reader_from_state(self, state: ContentState) -> ContentReader:
        """Return the reader that gave ``state``."""
        reader = ContentReader(state["content"])
        reader.at = state["at"]
        return reader

    def writer_from_state(self, state: WrittenState) -> ContentWriter:
        """Return the writer that gave ``state``."""
        writer = ContentWriter(self, state["name"], state["type"], state["host"], state["content"])
        writer.failed = state["failed"]
        return writer


class ContentReader:
    """Reads a file that was taken into memory when it was opened."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        self.at = 0

    def peek(self) -> tuple[int, bool] | None:
        """Return (byte, is the last one), or None at the end."""
        if self.at >= len(self.content):
            return None
        return self.content[self.at], self.at == len(self.content) - 1

    def advance(self) -> None:
        """Take the byte that ``peek`` showed."""
        self.at += 1

    def state(self) -> ContentState:
        """Return the stream's state as plain values."""
        return {"content": self.content, "at": self.at}


class ContentWriter:
    """Collects a file, which is written when it is closed.

    host    the file that it replaces, None: a new one
    failed  True: it was too large, and is not written
    """

    def __init__(
        self,
        volume: FolderVolume,
        name: bytes,
        kind: int,
        host: str | None = None,
        content: bytes = b"",
    ) -> None:
        self.volume, self.name, self.type, self.host = volume, name, kind, host
        self.content = bytearray(content)
        self.failed = False

    @property
    def entry(self) -> tuple[str, ...]:
        """The place of the file's entry; a new file has none yet."""
        return () if self.host is None else (self.host,)

    def put(self, byte: int) -> None:
        """Take one byte; DosError 72 if the file gets too large."""
        if self.failed:
            return
        if len(self.content) >= LARGEST_FILE:
            self.failed = True
            raise DosError(72)
        self.content.append(byte)

    def put_all(self, content: bytes | bytearray) -> None:
        """Take many bytes; DosError 72 if the file gets too large."""
        if self.failed:
            return
        if len(self.content) + len(content) > LARGEST_FILE:
            self.failed = True
            raise DosError(72)
        self.content += content

    def close(self) -> None:
        """Write the file; DosError says why the host does not take it."""
        if self.failed:
            return
        content = bytes(self.content)
        if self.host is not None:
            self.volume.store(self.host, self.name, content)
        elif self.volume.find(self.name) is not None:
            raise DosError(63)  # somebody else was quicker
        else:
            self.volume.write_new(self.name, self.type, content)

    def state(self) -> WrittenState:
        """Return the stream's state as plain values."""
        return {
            "name": self.name,
            "type": self.type,
            "host": self.host,
            "content": bytes(self.content),
            "failed": self.failed,
        }


def _is_shown(item: os.DirEntry[str]) -> bool:
    """Tell whether an item of the folder is a file that the drive shows."""
    try:
        return not item.name.startswith(".") and item.is_file(follow_symlinks=False)
    except OSError:
        return False


def _dos_error(error: OSError) -> DosError:
    """Return what a drive would say to the host's refusal."""
    return DosError(_DOS_NUMBERS.get(error.errno or 0, 25))
