"""Lists of disks: a file names others, one a line, relative to its own folder.

A line is the name of a file, with small and capital letters as one likes, maybe in quotes; or

    disks.zip#two.d64     a file in an archive
    two.d64:newcomer      a program on a disk, which LOAD is to take
    two.d64|Side B        with a label

Lines that are empty or begin with # are left out, so those of other emulators (#LABEL:,
#AUTOSTART:, #EXTM3U) do no harm, and so is ``UNIT 8`` of VICE's fliplists (.vfl).  The text is
UTF-8, Latin-1, or UTF-16 with its mark.

No list leads out of its own folder: of a path that does, as fliplists have them, the last part is
looked for beside the list.
"""

import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from disk.budget import MEMBERS_MOST, TEXT_MOST
from disk.errors import MediaDamaged, warn_media
from disk.format import Format

ENDINGS = (".m3u", ".m3u8", ".vfl", ".lst")
MOST_LINES = 1000
PROGRAM_NAME = 16
_MARKS_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_UNIT = re.compile(r"unit\s+\d+", re.IGNORECASE)


@dataclass(frozen=True)
class Entry:
    """What a line names.

    name     of the file, as it is called where the list is
    member   what stands behind ``#``, None: nothing
    program  what stands behind ``:``, in PETSCII; None: nothing
    """

    name: str
    member: str | None = None
    program: bytes | None = None


def is_list(name: str | Path) -> bool:
    """Tell by its name whether a file is a list."""
    return PurePosixPath(name).suffix.lower() in ENDINGS


def entries(content: bytes, where: str, find: Callable[[str], str | None]) -> list[Entry]:
    """Return what a list names, in its order.

    where  the list, for messages
    find   function of a name that returns what the file is called, or None: there is none

    Raises MediaDamaged: it is no text, names nothing that is there, names itself or another list.
    What is not there is left out with a warning.
    """
    found: list[Entry] = []
    missing: list[str] = []
    for number, line in enumerate(_text(content, where).splitlines(), 1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        if len(found) == MOST_LINES:
            raise MediaDamaged(f"{where}: names more than {MOST_LINES} files")
        entry = _entry(line, find)
        if entry is None:
            if not _UNIT.fullmatch(line):
                missing.append(f"{where}, line {number}: {line[:80]}: no such file")
            continue
        if is_list(entry.name):
            raise MediaDamaged(
                f"{where}, line {number}: {line[:80]}: a list in a list is not followed"
            )
        found.append(entry)
    if not found:
        usual = f"{where}: names no file; a list of disks has one file a line"
        raise MediaDamaged(missing[0] if missing else usual)
    if missing:
        warn_media(f"{missing[0]}; {len(missing)} left out, the others are used")
    return found


def _text(content: bytes, where: str) -> str:
    wide = content.startswith(_MARKS_UTF16)
    if len(content) > TEXT_MOST or (b"\0" in content and not wide):
        raise MediaDamaged(
            f"{where}: is not a list of disks, which is a text with one file name per line"
        )
    try:
        return content.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("latin-1")


def _entry(line: str, find: Callable[[str], str | None]) -> Entry | None:
    """Return what a line names: the whole of it, or the part before a |, # or : that it has."""
    for text in (line, line.partition("|")[0].strip()):
        for plain in (text, text.strip('"')):
            if name := _found(plain, find):
                return Entry(name)
    for text in (line.partition("|")[0].strip(), line):
        text = text.strip('"')
        for mark in "#:":
            before, _, behind = text.rpartition(mark)
            if before and behind and (name := _found(before.strip('"'), find)):
                behind = behind.strip().strip('"')
                if mark == "#":
                    return Entry(name, member=behind)
                return Entry(name, program=petscii_name(behind))
    return None


def _found(text: str, find: Callable[[str], str | None]) -> str | None:
    for name in dict.fromkeys((text, text.replace("\\", "/"))):
        if found := find(name):
            return found
    return None


def petscii_name(text: str) -> bytes:
    """Return the name of a program as LOAD takes it between quotes, 16 characters at most."""
    codes = text.upper().encode("latin-1", "replace")[:PROGRAM_NAME]
    return bytes(code if 0x20 <= code < 0x60 and code != 0x22 else ord("?") for code in codes)


# -- where a list is -------------------------------------------------------------------------------


def finder_in_folder(folder: Path) -> Callable[[str], str | None]:
    """Return ``find`` for a list in a folder of the host, outside of which it finds nothing."""
    listings: dict[Path, dict[str, str]] = {}

    def find(name: str) -> str | None:
        parts = _parts_within(name)
        if parts is None:
            return None
        here = folder
        for part in parts:
            if not os.path.lexists(here / part):
                found = _listing(here, listings).get(part.casefold())
                if found is None:
                    return None
                part = found
            here /= part
        return str(here.relative_to(folder)) if os.path.exists(here) else None

    return find


def finder_among(names: list[str], folder: str) -> Callable[[str], str | None]:
    """Return ``find`` for a list that is itself in an archive.

    names   of the files in it;  folder  of the list there, "" or with a / at its end
    """
    known = {name.casefold(): name for name in reversed(names)}

    def find(name: str) -> str | None:
        parts = _parts_within(name)
        return None if parts is None else known.get((folder + "/".join(parts)).casefold())

    return find


def _parts_within(name: str) -> list[str] | None:
    """Return the parts of a path that stays in its folder; of another only the last; None: none."""
    if not name or "\0" in name:
        return None
    parts = [part for part in name.split("/") if part not in ("", ".")]
    outside = name.startswith("/") or ".." in parts or re.match(r"[a-zA-Z]:/", name)
    parts = parts[-1:] if outside else parts
    return parts if parts and parts[-1] != ".." else None


def _listing(folder: Path, listings: dict[Path, dict[str, str]]) -> dict[str, str]:
    """Return {name in small letters: name} of a folder's files, of which there may be many."""
    if folder not in listings:
        found: dict[str, str] = {}
        listings[folder] = found
        try:
            with os.scandir(folder) as files:
                for _, file in zip(range(MEMBERS_MOST), files, strict=False):
                    found.setdefault(file.name.casefold(), file.name)
        except OSError:
            pass
    return listings[folder]


FORMATS = (Format(ENDINGS, "list", "a list of disks", "the first", most=TEXT_MOST),)
