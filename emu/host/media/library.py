"""What was started before: names, dates, and a picture of each as its cover.

The list is a JSON file in the user's data folder, the covers are PNGs beside it.  What is damaged
or gone is left out; the oldest entries go when there are too many.  A thread writes them.
"""

from __future__ import annotations

import contextlib
import io
import os
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs
import pygame

from disk.budget import TEXT_MOST, OverBudget, parse_json
from disk.plain_file import ODD_NAMES, can_be_name, read_plain
from emu.host.media.by_content import content_key
from emu.host.worker import AtOnce
from emu.shared.disks import is_bundled
from emu.shared.whole_file import write_whole

if TYPE_CHECKING:
    from c64.api_views import FilePath
    from emu.host.types import Palette, Picture
    from emu.host.worker import Works

ENTRIES_AT_MOST = 60
FOLDERS = "folders.json"
COVER_LIMIT = 1_000_000  # bytes; a picture of ours has some thousands
COVERS_KEPT, COVER_PIXELS = ENTRIES_AT_MOST, 1 << 18  # in memory; a byte each, of ours


@dataclass(frozen=True)
class Entry:
    """One program: where it is, when it was started last (ISO date and time), if it is liked.

    key   identifies its content, so that a moved file is found again; "" for a folder
    size  bytes of the file with that content, 0: not known
    """

    path: str
    when: str
    favourite: bool = False
    key: str = ""
    size: int = 0

    def sound(self) -> bool:
        """Tell whether the entry makes sense: the file may hold anything."""
        texts = all(isinstance(text, str) for text in (self.when, self.path, self.key))
        named = texts and can_be_name(self.path)
        return named and isinstance(self.favourite, bool) and isinstance(self.size, int)

    @property
    def title(self) -> str:
        """Its name for the user."""
        path = Path(self.path)
        return "Property game" if is_bundled(path) else path.stem

    @property
    def date(self) -> str:
        """The day it was started last."""
        return self.when[:10]

    @property
    def cover_name(self) -> str:
        """The name of its picture's file."""
        import hashlib

        return hashlib.sha256(self.path.encode("utf-8", ODD_NAMES)).hexdigest()[:20] + ".png"


def library_folder() -> Path:
    """Return the folder of the list and the covers."""
    return Path(platformdirs.user_data_dir("go64", appauthor=False)) / "library"


def _known(entry: Entry) -> Entry:
    """Return an Entry with the key and size of its file now."""
    key, size = content_key(Path(entry.path)) or "", 0
    with contextlib.suppress(OSError):
        size = os.path.getsize(entry.path) if key else 0
    return replace(entry, key=key, size=size)


def _moved_to(old: Entry, new: Entry) -> bool:
    """Tell whether a file that is gone is the one now started from another place."""
    return old.key == new.key != "" and not os.path.exists(old.path)


class Library:
    """The list on disk, read again at each question, as another go64 may have written it.

    worker  what writes (worker.py); questions wait until everything has been written
    """

    def __init__(self, folder: Path | None = None, worker: Works | None = None) -> None:
        self.place = folder or library_folder()
        self._worker: Works = worker or AtOnce()
        self._index = self.place / "library.json"
        # name of a cover's file -> ((when it was written, its size), what it shows)
        self._covers: dict[str, tuple[tuple[int, int], pygame.Surface]] = {}

    def entries(self) -> list[Entry]:
        """Return the Entries whose files are still there, the last started first."""
        return self.both()[0]

    def both(self) -> tuple[list[Entry], list[Entry]]:
        """Return ``entries()`` and ``lost()`` by one look at the list and at each file."""
        self._worker.wait()
        there: list[Entry] = []
        gone: list[Entry] = []
        for entry in self._read():
            (there if os.path.exists(entry.path) else gone).append(entry)
        return there, [entry for entry in gone if entry.key and entry.size]

    def paths(self) -> list[Path]:
        """Return the paths of ``entries()``."""
        return [Path(entry.path) for entry in self.entries()]

    def folder(self) -> Path:
        """Return the folder of the user's last file, the home folder if there is none."""
        own = (path.parent for path in self.paths() if not is_bundled(path))
        return next(own, Path.home())

    def _read(self) -> list[Entry]:
        try:
            found = parse_json(read_plain(self._index, TEXT_MOST))
        except (OSError, ValueError, OverBudget):
            return []
        entries = []
        for item in found if isinstance(found, list) else []:
            with contextlib.suppress(TypeError):
                entry = Entry(**item)
                if entry.sound():
                    entries.append(entry)
        return entries[:ENTRIES_AT_MOST]

    def add(self, path: FilePath, when: str | None = None) -> Entry:
        """Note that a file was started; returns its Entry.  A full disk only loses the note."""
        when = when or datetime.now().isoformat(timespec="seconds")
        entry = Entry(str(Path(path).absolute()), when)
        self._worker.do(lambda: self._put_first(entry))
        return entry

    def _put_first(self, entry: Entry) -> None:
        entry = _known(entry)
        found = self._read()
        same = [e for e in found if e.path == entry.path or _moved_to(e, entry)]
        before = [e for e in found if e not in same]
        liked = any(e.favourite for e in same)
        for old in same:
            self._give_cover(old, entry)
        entries = [replace(entry, favourite=liked), *before]
        # favourites stay, however long ago they were played
        room = ENTRIES_AT_MOST - sum(e.favourite for e in entries)
        kept: list[Entry] = []
        gone: list[Entry] = []
        for each in entries:
            room -= not each.favourite
            (kept if each.favourite or room >= 0 else gone).append(each)
        if self._write(kept):
            self._drop_covers(gone)

    def _write(self, entries: Iterable[Entry]) -> bool:
        """Write the list; a full disk only loses it.  Returns whether it was written."""
        import json

        try:
            text = json.dumps([asdict(entry) for entry in entries], indent=1)
            write_whole(self._index, text + "\n")
        except OSError:
            return False
        return True

    def _drop_covers(self, entries: Iterable[Entry]) -> None:
        with contextlib.suppress(OSError):
            for entry in entries:
                (self.place / entry.cover_name).unlink(missing_ok=True)

    def _give_cover(self, old: Entry, new: Entry) -> None:
        """Let a file that was moved keep its cover."""
        place = self.place / new.cover_name
        if old.path != new.path and not place.exists():
            with contextlib.suppress(OSError):
                os.replace(self.place / old.cover_name, place)

    def know(self, entry: Entry) -> None:
        """Look at the content of an entry again: a program may have written to its disk."""

        def work() -> None:
            now, before = _known(entry), self._read()
            found = [
                replace(e, key=now.key, size=now.size) if e.path == entry.path else e
                for e in before
            ]
            if found != before:
                self._write(found)

        self._worker.do(work)

    def lost(self) -> list[Entry]:
        """Return the Entries whose files are gone, but could be known in another place."""
        return self.both()[1]

    def moved(self, entry: Entry, path: Path) -> None:
        """Note where the file of an entry is now, unless it has been started from there since."""

        def work() -> None:
            found, now = self._read(), str(path)
            if any(e.path == now for e in found):
                return
            new = replace(entry, path=now)
            self._give_cover(entry, new)
            self._write(replace(e, path=now) if e.path == entry.path else e for e in found)

        self._worker.do(work)

    def like(self, entry: Entry, liked: bool) -> None:
        """Make an entry a favourite, or no longer one."""

        def work() -> None:
            self._write(
                replace(e, favourite=liked) if e.path == entry.path else e for e in self._read()
            )

        self._worker.do(work)

    # -- folders -----------------------------------------------------------------------

    def folders(self) -> list[Path]:
        """Return the folders whose files belong to the library."""
        self._worker.wait()
        try:
            found = parse_json(read_plain(self.place / FOLDERS, TEXT_MOST))
        except (OSError, ValueError, OverBudget):
            return []
        names = found if isinstance(found, list) else []
        return [Path(n) for n in names if isinstance(n, str) and can_be_name(n)]

    def put_folders(self, folders: Iterable[Path]) -> None:
        """Replace the folders that belong to the library."""
        import json

        names = list(dict.fromkeys(str(folder) for folder in folders))
        with contextlib.suppress(OSError):
            write_whole(self.place / FOLDERS, json.dumps(names, indent=1) + "\n")

    def forget(self, entry: Entry) -> None:
        """Take an entry out of the list; the file itself stays."""
        self._worker.do(lambda: self._take_out(entry))

    def _take_out(self, entry: Entry) -> None:
        if self._write([e for e in self._read() if e.path != entry.path]):
            self._drop_covers([entry])

    def put_cover(self, entry: Entry, indices: Picture, palette: Palette) -> None:
        """Keep a picture (uint8[height, width] of palette indices) as the cover of an entry."""
        height, width = indices.shape
        surface = pygame.image.frombuffer(indices.tobytes(), (width, height), "P")
        surface.set_palette([(int(red), int(green), int(blue)) for red, green, blue in palette])

        def write() -> None:
            with contextlib.suppress(OSError, pygame.error):
                file = io.BytesIO()
                pygame.image.save(surface, file, entry.cover_name)
                write_whole(self.place / entry.cover_name, file.getvalue())

        self._worker.do(write)

    def cover_of(self, path: FilePath) -> pygame.Surface | None:
        """Return the cover of a file, None if it was never started."""
        return self.cover(Entry(str(Path(path).absolute()), ""))

    def cover(self, entry: Entry) -> pygame.Surface | None:
        """Return the cover as a pygame.Surface, None if there is none that can be shown."""
        self._worker.wait()
        path = self.place / entry.cover_name
        try:
            about = os.stat(path)
            stamp = about.st_mtime_ns, about.st_size
            known = self._covers.pop(path.name, None)
            if known is None or known[0] != stamp:
                picture = io.BytesIO(read_plain(path, COVER_LIMIT))
                known = stamp, pygame.image.load(picture, path.name)
        except (OSError, pygame.error):
            return None
        if known[1].get_width() * known[1].get_height() <= COVER_PIXELS:
            self._covers[path.name] = known  # the last of them is the newest
        while len(self._covers) > COVERS_KEPT:
            del self._covers[next(iter(self._covers))]
        return known[1]
