"""Open what a user names: a program, a disk, a folder, an archive with some in it, a list."""

import os
import re
from dataclasses import dataclass
from pathlib import Path

from disk import archive, playlist
from disk.errors import MediaDamaged, MediaError, MediaNotFound, MediaUnknown
from disk.host_folder import HostFolder
from disk.image_file import ImageFile
from disk.media import KINDS, LARGEST, Media, media_from

# What is looked for in an archive, what is started first before what comes after it.
_IN_ARCHIVES = (
    (".d64", ".g64", ".d71", ".d81", ".p64"), (".crt",), (".t64",), (".tap",),
    (".prg", ".p00"), (".sid",),
)  # fmt: skip
DISK_ENDINGS = _IN_ARCHIVES[0]
PROTECTED_IN_ARCHIVE = "is write-protected in its archive: unpack it to keep what is written"


@dataclass(frozen=True)
class Source:
    """Where a program or a disk is: in a host's file, or in an archive.

    path    the host's file
    member  the name within the archive, None if it is none
    """

    path: Path
    member: str | None = None

    @property
    def name(self) -> str:
        """The name of the file itself, without folders."""
        return Path(archive.shown(self.member)).name if self.member else self.path.name

    def open(self) -> Media | HostFolder:
        """Return what is there; raises a MediaError of one line.

        A disk in an archive is write-protected: its changes would have to go elsewhere.
        """
        if os.path.isdir(self.path):  # not Path.is_dir, which raises for a name too long
            return HostFolder(self.path)
        if self.member is None:
            return media_from(read_file(self.path), str(self.path), self.path)
        content = archive.unpack(read_file(self.path), str(self.path), self.member, LARGEST)
        where = f"{self.path}, {archive.shown(self.member)}"
        media = media_from(content, where, file_name=self.name)
        if isinstance(media, ImageFile):
            media.read_only, media.protection = True, PROTECTED_IN_ARCHIVE
        return media


def read_file(path: str | os.PathLike[str]) -> bytes:
    """Return the content of a plain file; MediaNotFound says why there is none."""
    path = Path(path)
    try:
        if path.is_dir():
            raise MediaNotFound(f"{path}: is a directory; name a file ({KINDS})")
        if not path.exists():
            raise MediaNotFound(f"{path}: no such file; name a file ({KINDS})")
        if not path.is_file():
            raise MediaNotFound(f"{path}: is not a plain file; name one ({KINDS})")
        with path.open("rb") as file:
            return file.read(LARGEST + 1)
    except OSError as error:
        raise MediaNotFound(f"{path}: cannot be read: {error.strerror}") from None
    except ValueError:
        raise MediaNotFound(f"{str(path)!r}: is not a file name; name a file ({KINDS})") from None


def sources_in(path: str | os.PathLike[str]) -> list[Source]:
    """Return what a file has to offer, at least one; the first is the one to start.

    A list (.m3u) offers what its files do, an archive (.zip, .gz) the images and programs in
    it: disks before cartridges, tapes, programs and tunes, each in the order of their names.
    Raises MediaError.
    """
    path = Path(path)
    if path.suffix.lower() != playlist.ENDING or os.path.isdir(path):
        return _sources_of_file(path)
    found = []
    for entry in playlist.entries(read_file(path), path):
        found += _sources_of_file(entry)
    return found


def _sources_of_file(path: Path) -> list[Source]:
    if os.path.isdir(path):
        return [Source(path)]
    content = read_file(path)
    if not archive.is_archive(content, path.suffix.lower()):
        return [Source(path)]
    if len(content) > LARGEST:
        raise MediaDamaged(f"{path}: is larger than {LARGEST} bytes, the most an archive may have")
    names = archive.members(content, str(path))
    if content.startswith(archive.GZIP_MAGIC) and not names[0].lower().endswith(".gz"):
        return [Source(path, names[0])]
    known = [name for name in dict.fromkeys(names) if _rank(name) < len(_IN_ARCHIVES)]
    if not known:
        packed = any(name.lower().endswith(archive.ENDINGS) for name in names)
        what = "an archive in an archive" if packed else f"none of {KINDS}"
        raise MediaUnknown(f"{path}: holds {what}; unpack it yourself")
    return [Source(path, name) for name in sorted(known, key=_order)]


def _rank(name: str) -> int:
    ending = Path(name).suffix.lower()
    return next((n for n, kinds in enumerate(_IN_ARCHIVES) if ending in kinds), len(_IN_ARCHIVES))


def _order(name: str) -> tuple[int, list[tuple[int, str]]]:
    """Return what sorts names as people do: disk 2 before disk 10."""
    parts = re.split(r"([0-9]+)", name.lower())
    return _rank(name), [(int(part), "") if part.isdecimal() else (-1, part) for part in parts]


def open_media(path: str | os.PathLike[str]) -> Media | HostFolder:
    """Return what is in a file: Program, Tape, a disk's image or Crt; see ``media_from``.

    A folder is a disk of its own kind (disk.host_folder.HostFolder).  Of an archive it is the
    first that can be used, of a list the first.

    Raises MediaNotFound, MediaUnknown or MediaDamaged, each with one clear line.
    """
    first: MediaError | None = None
    sources = sources_in(path)
    for source in [s for s in sources if s.path == sources[0].path]:
        try:
            return source.open()
        except MediaError as error:
            first = first or error
    assert first is not None  # there is at least one source
    raise first
