"""Open what a user names: a program, a disk, a folder, an archive with some in it, a list."""

import errno
import os
import re
from dataclasses import dataclass, replace
from pathlib import Path

from disk import archive, playlist
from disk.budget import MEMBERS_MOST, TEXT_MOST, TRIED_MOST, Budget
from disk.errors import MediaDamaged, MediaError, MediaNotFound, MediaUnknown
from disk.formats import FORMATS, KINDS, LARGEST, endings, format_named, format_of
from disk.host_folder import HostFolder
from disk.image_file import ImageFile
from disk.media import Media, media_from
from disk.plain_file import read_plain
from disk.volume import PRG

DISK_ENDINGS = endings("disk")
PROTECTED_IN_ARCHIVE = "is write-protected in its archive: unpack it to keep what is written"


@dataclass(frozen=True)
class Source:
    """Where a program or a disk is: in a host's file, or in an archive.

    path    the host's file
    member  the name within the archive, None if it is none
    program the name of the program on the disk that is to be started, None: the first
    """

    path: Path
    member: str | None = None
    program: bytes | None = None

    @property
    def name(self) -> str:
        """The name of the file itself, without folders."""
        return Path(archive.shown(self.member)).name if self.member else self.path.name

    def open(self, content: bytes | None = None) -> Media | HostFolder:
        """Return what is there; raises a MediaError of one line.

        content  of the host's file if somebody has read it

        A disk in an archive is write-protected: its changes would have to go elsewhere.
        """
        media = self._open(content)
        if self.program is not None and isinstance(media, ImageFile | HostFolder):
            media.first_program = self.program
        return media

    def _open(self, content: bytes | None) -> Media | HostFolder:
        if os.path.isdir(self.path):  # not Path.is_dir, which raises for a name too long
            return HostFolder(self.path)
        content = read_file(self.path) if content is None else content
        if self.member is None:
            return media_from(content, str(self.path), self.path)
        with Budget():
            content = archive.unpack(content, str(self.path), self.member, LARGEST)
            where = f"{self.path}, {archive.shown(self.member)}"
            media = media_from(content, where, file_name=self.name)
        if isinstance(media, ImageFile):
            media.read_only, media.protection = True, PROTECTED_IN_ARCHIVE
        return media


def read_file(path: str | os.PathLike[str]) -> bytes:
    """Return the content of a plain file; MediaNotFound says why there is none."""
    try:
        return read_plain(path, LARGEST)
    except FileNotFoundError:
        raise MediaNotFound(f"{path}: no such file; name a file ({KINDS})") from None
    except OSError as error:
        raise refusal_of(path, error) from None


def refusal_of(path: str | os.PathLike[str], error: OSError) -> MediaError:
    """Return what to raise for a file that ``read_plain`` has refused."""
    if error.errno == errno.EFBIG:
        return MediaDamaged(f"{path}: oversized: {error.strerror}, the largest that is opened")
    if error.errno in (errno.EISDIR, errno.EINVAL):
        name = repr(str(path)) if "\0" in str(path) else path
        return MediaNotFound(f"{name}: {str(error.strerror).lower()}; name a file ({KINDS})")
    return MediaNotFound(f"{path}: cannot be read: {error.strerror}")


def sources_in(path: str | os.PathLike[str]) -> list[Source]:
    """Return what a file has to offer, at least one; the first is the one to start.

    A list (.m3u) offers what its files do, an archive (.zip, .gz) the images and programs in
    it: disks before cartridges, tapes, programs and tunes, each in the order of their names, or
    what a list in it names.  A folder without a program offers the disks in it.  Raises MediaError.
    """
    path = Path(path)
    if os.path.isdir(path):
        return disks_in_folder(path) or [Source(path)]
    if not playlist.is_list(path):
        return _sources_of_file(path)
    found: list[Source] = []
    known: dict[Path, list[Source]] = {}  # the same archive may be named a thousand times
    find = playlist.finder_in_folder(path.parent)
    for entry in playlist.entries(read_file(path), str(path), find):
        file = path.parent / entry.name
        if file not in known:
            known[file] = _sources_of_file(file)
        found += _chosen(known[file], entry, str(path))
        if len(found) > MEMBERS_MOST:
            raise MediaDamaged(f"{path}: its archives hold more than {MEMBERS_MOST} files")
    return found


def _chosen(sources: list[Source], entry: playlist.Entry, where: str) -> list[Source]:
    """Return those of a file's sources that a line of a list means."""
    if entry.member is not None:
        wanted = entry.member.replace("\\", "/").casefold()
        sources = [s for s in sources if s.member and s.member.casefold() == wanted]
        if not sources:
            member = archive.shown(entry.member)[:80]
            raise MediaDamaged(f"{where}: {entry.name} has no {member} in it")
    if entry.program is not None:
        return [replace(source, program=entry.program) for source in sources[:1]]
    return sources


def disks_in_folder(path: Path) -> list[Source]:
    """Return the disks in a folder, by their names, if it is there for them: without a program."""
    try:
        with os.scandir(path) as files:
            found = [
                file.name
                for _, file in zip(range(MEMBERS_MOST), files, strict=False)
                if Path(file.name).suffix.lower() in DISK_ENDINGS and file.is_file()
            ]
        if not found or HostFolder(path).volume().find(b"*", lambda e: e.type == PRG) is not None:
            return []
    except OSError:
        return []
    return [Source(path / name) for name in sorted(found, key=_order)]


def _sources_of_file(path: Path) -> list[Source]:
    if os.path.isdir(path):
        return [Source(path)]
    return _sources_in_content(read_file(path), path)


def _sources_in_content(content: bytes, path: Path) -> list[Source]:
    found = format_of(path, content)
    if found is None or found.kind != "archive":
        return [Source(path)]
    names = archive.members(content, str(path))
    if content.startswith(archive.GZIP_MAGIC) and not names[0].lower().endswith(".gz"):
        return [Source(path, names[0])]
    known = [name for name in dict.fromkeys(names) if _rank(name) <= _LAST]
    if listed := _listed(content, path, names):
        return listed
    if not known:
        packed = any(name.lower().endswith(endings("archive")) for name in names)
        problem = "an archive in an archive" if packed else f"none of {KINDS}"
        raise MediaUnknown(f"{path}: holds {problem}; unpack it yourself")
    return [Source(path, name) for name in sorted(known, key=_order)]


def _listed(content: bytes, path: Path, names: list[str]) -> list[Source]:
    """Return what the first list in an archive names there; nothing if none can be followed."""
    for name in filter(playlist.is_list, names):
        folder = name[: name.rfind("/") + 1]
        try:
            text = archive.unpack(content, str(path), name, TEXT_MOST)
            where = f"{path}, {archive.shown(name)}"
            found = playlist.entries(text, where, playlist.finder_among(names, folder))
        except MediaError:
            continue
        return [Source(path, entry.name, entry.program) for entry in found]
    return []


_LAST = max(row.rank for row in FORMATS if row.rank is not None)


def _rank(name: str) -> int:
    """Return the place of a file among those of an archive, more than _LAST for one left out."""
    found = format_named(name)
    return _LAST + 1 if found is None or found.rank is None else found.rank


def _order(name: str) -> tuple[int, list[tuple[int, str]]]:
    """Return what sorts names as people do: disk 2 before disk 10.

    A number sorts by its length first, since Python makes no int of thousands of digits.
    """
    parts = re.split(r"0*([0-9]+)", name.lower())
    numbered = [(len(part), part) if at % 2 else (-1, part) for at, part in enumerate(parts)]
    return _rank(name), numbered


def open_to_start(path: str | os.PathLike[str]) -> Media | HostFolder:
    """Return what ``open_media`` does, but of a folder of disks the first one."""
    if os.path.isdir(path):
        return sources_in(path)[0].open()
    return open_media(path)


def open_media(path: str | os.PathLike[str]) -> Media | HostFolder:
    """Return what is in a file: Program, Tape, a disk's image or Crt; see ``media_from``.

    A folder is a disk of its own kind (disk.host_folder.HostFolder).  Of an archive it is the
    first that can be used, of a list the first.

    Raises MediaNotFound, MediaUnknown or MediaDamaged, each with one clear line.
    """
    if os.path.isdir(path):
        return HostFolder(Path(path))
    first: MediaError | None = None
    sources = sources_in(path)
    path = sources[0].path
    if os.path.isdir(path):
        return sources[0].open()
    content = read_file(path)
    for source in [s for s in sources if s.path == path][:TRIED_MOST]:
        try:
            return source.open(content)
        except MediaError as error:
            first = first or error
    assert first is not None  # there is at least one source
    raise first
