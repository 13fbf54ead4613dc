"""The page about one file: kind, size, cover, and of a disk its directory, each program to run."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from disk.errors import DosError, MediaError
from disk.loader import open_media
from disk.petscii import to_text
from disk.volume import PRG
from emu.host.menu.page import CLOSE, Page, Row, only_read

if TYPE_CHECKING:
    from disk.directory import Entry
    from disk.listing import Listed
    from emu.host.feature import AppProtocol

ENTRIES_MOST = 1000  # of a directory; a 1581's has 296
KINDS = {"disk": "disk", "program": "program", "cassette": "cassette", "tune": "tune",
         "cartridge": "cartridge", "state": "save state"}  # fmt: skip


def size_text(path: Path) -> str:
    """Return the size of a file in a few letters."""
    try:
        size = path.stat().st_size
    except OSError:
        return "?"
    return f"{size} B" if size < 1000 else f"{(size + 512) // 1024} K"


def file_page(app: AppProtocol, path: Path) -> Page:
    """Return the Page about a file."""

    def done(function: Callable[[], object]) -> Callable[[], object]:
        def run() -> object:
            function()
            return CLOSE

        return run

    def start(program: bytes | None = None) -> object:
        return CLOSE if app.load(path, program) else None

    def rows() -> list[Row]:
        found = [Row(path.name, heading=True, name=True)]
        try:
            media = open_media(path)
        except (MediaError, OSError, ValueError) as error:
            return [*found, Row(str(error), only_read)]
        kind = KINDS.get(media.kind, media.kind)
        if media.kind == "disk":
            kind = type(media).__name__.removesuffix("Image").lower()
        found += [
            Row("kind", None, lambda: kind),
            Row("size", None, lambda: size_text(path)),
            Row("start it", start),
        ]
        if media.kind == "disk":
            found += [
                Row(f"put it into drive {number}", done(partial(app.insert, path, number)))
                for number in (8, 9)
            ]
            found += _directory(media, lambda name: partial(start, name))
        return found

    return Page(
        path.name,
        rows,
        picture=lambda: app.library.cover_of(path),
        wrap=True,
    )


def _directory(media: object, run: Callable[[bytes], Callable[[], object]]) -> list[Row]:
    """Return the rows of a disk's directory; what is no program cannot be run."""
    volume_of = getattr(media, "volume", None)
    if volume_of is None:
        return [Row("only a drive can read its directory", heading=True)]
    try:
        volume = volume_of()
        name, ident = volume.title()
        entries, whole = _entries(volume)
        free = volume.free_blocks()
    except (DosError, OSError) as error:
        return [Row(f"its directory is damaged: {error}", heading=True)]

    def row(entry: Entry) -> Row:
        kind = to_text(volume.type_names[entry.type]).strip().lower()
        runs = run(entry.name) if entry.type == PRG else None
        return Row(to_text(entry.name), runs, lambda: f"{entry.size} {kind}", name=True)

    title = f'0 "{to_text(name).rstrip()}" {to_text(ident).strip()}'
    blocks = f"{free} block{'' if free == 1 else 's'} free"
    end = blocks if whole else "its directory is damaged: it goes in a circle"
    return [Row(title, heading=True, name=True), *map(row, entries), Row(end, heading=True)]


def _entries(volume: Listed) -> tuple[list[Entry], bool]:
    """Return the entries of a directory, and whether it came to its end."""
    found: dict[object, Entry] = {}
    for entry in volume.entries():
        if entry.place in found or len(found) == ENTRIES_MOST:
            return list(found.values()), False
        found[entry.place] = entry
    return list(found.values()), True
