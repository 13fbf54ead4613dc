"""The host's file behind a disk image: written in one step, foreign changes kept."""

import errno
import hashlib
import itertools
import os
import weakref
from abc import ABC, abstractmethod
from pathlib import Path
from typing import ClassVar, Literal, Self

from disk import lock
from disk.budget import IMAGE_MOST
from disk.durable import rename, replace_file, sweep_once
from disk.errors import MediaDamaged, MediaNotFound, MediaWriteError
from disk.plain_file import is_plain, read_plain

Content = bytes | bytearray  # of a file or a snapshot
IN_USE = "is written to by another GO 64, so it is write-protected here"
BACKUPS = (".bak", ".bak1", ".bak2")  # endings beside an image, newest first
IMAGE_LARGEST = IMAGE_MOST  # bytes; no image has more


def check_size(content: Content, most: int, where: str, kind: str) -> None:
    """Refuse a content of more bytes than its kind has, before anything is made of it.

    kind  with its article, as ``a .g64``

    What has been read of the file may end right behind the limit, so its size is not told.
    """
    if len(content) > most:
        raise MediaDamaged(f"{where}: oversized: {kind} has {most} bytes at most")


class ImageFile(ABC):
    """An image that came from a file of the host, or lives in memory only.

    name       where it came from, for messages
    path       Path of the host's file, or None
    read_only  True: the write-protect notch is covered
    protection why, for the user: "is read-only"
    dirty      True: written to since the last flush
    version    counts the writes
    held       True: ``flush`` leaves the host's file alone for now, the disk stays dirty;
               while the past is shown, in which programs write again what they wrote
    """

    kind: ClassVar[Literal["disk"]] = "disk"
    aside = False  # its content is in memory: a drive waits for nothing (disk.host_folder)
    first_program: bytes | None = None  # what autostart is to load, None: the first there is

    def __init__(self, data: Content, path: Path | None, read_only: bool, where: str) -> None:
        self.name = where
        self.path = path
        self.read_only = read_only
        self.protection = "is read-only"
        self.dirty = False
        self.version = 0
        self.held = False
        self._claim: weakref.finalize[..., ImageFile] | None = None
        self._host_digest = digest(data)

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> Self:
        """Return the image in the file ``path``.

        Raises MediaNotFound or MediaDamaged.
        """
        path = Path(path)
        try:
            data = read_plain(path, IMAGE_LARGEST)
        except OSError as error:
            if error.errno == errno.EFBIG:
                raise MediaDamaged(f"{path}: oversized: {error.strerror}") from None
            raise MediaNotFound(f"{path}: cannot be read: {error.strerror}") from None
        return cls.of_content(data, str(path), path)

    @classmethod
    def of_content(
        cls, data: Content, where: str, path: Path | None, _name: Path | None = None
    ) -> Self:
        """Return the image whose content has been read from ``path`` (None: no file's).

        It is also ``read`` of a row of the registry (disk/format.py), which gives a name, too.
        """
        return cls(data, path, path is not None and not _writable(path), where=where)

    @property
    def unsaved(self) -> bool:
        """True while the host's file lacks something that was written here."""
        return self.dirty and self.path is not None and not self.held

    @abstractmethod
    def to_bytes(self) -> bytes:
        """Return the image as a file's content."""

    @abstractmethod
    def restore(self, data: Content, version: int) -> None:
        """Put back the content of a snapshot; the host's file stays as it is for now."""

    def mark_restored(self, data: Content, version: int) -> None:
        """Take note that the content is that of a snapshot now.

        If the host's file differs, the next flush keeps it as a backup before it replaces it.
        """
        self.version = version
        self.dirty = digest(data) != self._host_digest
        if self.dirty:
            self._host_digest = b""

    def claim(self) -> bool:
        """Keep other processes from writing the file, until ``release`` or this image's end.

        What a killed process has left of the file is taken away.

        If another one has it, this image is write-protected from now on; returns False.
        """
        if self.path is None or self.read_only or self._claim is not None:
            return True
        if not lock.take(self.path):
            self.read_only, self.protection = True, IN_USE
            return False
        self._claim = weakref.finalize(self, lock.drop, self.path)
        sweep_once(self.path.resolve().parent)
        return True

    def release(self) -> None:
        """Let other processes write the file."""
        if self._claim is not None:
            self._claim()
            self._claim = None

    def flush(self) -> None:
        """Bring the host's file up to date, all or nothing.

        What somebody else wrote meanwhile, or what a restored snapshot is older than, is
        kept beside it (``.bak``).  Who has not claimed the file does it now.
        Raises MediaWriteError; the disk in memory then still has everything.
        """
        if not self.dirty or self.held:
            return
        if self.path is not None:
            if self._claim is None and not lock.take(self.path):
                raise MediaWriteError(f"{self.path}: another GO 64 is writing to it; not changed")
            if self._claim is None:
                self._claim = weakref.finalize(self, lock.drop, self.path)
            content = self.to_bytes()
            self._keep_foreign_changes(self.path)
            write_atomically(self.path, content)
            self._host_digest = digest(content)
        self.dirty = False

    def _keep_foreign_changes(self, path: Path) -> None:
        try:
            present = read_plain(path, IMAGE_LARGEST)
        except OSError:
            return  # taken away: there is nothing to keep
        if digest(present) != self._host_digest and present != self.to_bytes():
            keep_backup(path, present)


def digest(data: Content) -> bytes:
    """Return what tells two contents apart."""
    return hashlib.sha256(data).digest()


def _writable(path: Path) -> bool:
    """Tell whether file and folder may be written; root may, but not a file marked so."""
    return may_write(path) and may_write(path.resolve().parent)


def may_write(path: Path) -> bool:
    """Tell whether a folder or file may be written, and is not marked as one that must not."""
    return bool(path.stat().st_mode & 0o222) and os.access(path, os.W_OK)


def write_atomically(path: str | os.PathLike[str], content: Content) -> None:
    """Replace a file in one step, so that it is whole at any moment.

    Raises MediaWriteError naming the file and the host's reason.
    """
    try:
        replace_file(Path(path).resolve(), content)  # a link stays a link
    except OSError as error:
        raise MediaWriteError(f"{path}: cannot be written: {error.strerror}") from None


def _holds(path: Path, content: Content) -> bool:
    """Tell whether a file has this content."""
    return is_plain(path) and read_plain(path, IMAGE_LARGEST) == content


def keep_backup(path: str | os.PathLike[str], content: Content) -> None:
    """Write ``content`` to PATH.bak; what was there becomes .bak1, that .bak2, and no more.

    What one of them holds already is not kept twice.  Raises MediaWriteError.
    """
    names = [Path(f"{path}{ending}") for ending in BACKUPS]
    try:
        if any(_holds(name, content) for name in names):
            return
        for newer, older in reversed([*itertools.pairwise(names)]):
            if newer.exists():
                rename(newer, older)  # on the medium before the next: none is lost
    except OSError as error:
        raise MediaWriteError(f"{names[0]}: cannot be written: {error.strerror}") from None
    write_atomically(names[0], content)
