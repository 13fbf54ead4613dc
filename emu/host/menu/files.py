"""Pages that list folders and the files in them that can be used."""

from __future__ import annotations

import contextlib
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from disk.formats import endings
from emu.host.media.file_page import file_page, size_text
from emu.host.menu.page import Page, Row

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from emu.host.feature import AppProtocol

DISKS = endings("disk", "archive", "list")
CARTRIDGES = endings("cartridge", "archive")
RECORDINGS = endings("recording")
TAPES = endings("cassette")
STARTABLE = tuple(ending for ending in endings() if ending not in endings("memory"))
FOLDER_WORDS = {"Folder": "this folder, and what is in it"}  # title of a page -> its row
NAMED_KINDS = 3  # so many endings fit into a line
FILES_AT_MOST = 5000  # of one folder; a menu is no file manager


def listing(folder: Path, suffixes: Sequence[str]) -> tuple[list[Path], list[Path]]:
    """Return (folders, files) in a folder, by name; files of other kinds are left out.

    Raises OSError.
    """
    folders: list[Path] = []
    files: list[Path] = []
    for entry in folder.iterdir():
        if entry.name.startswith("."):
            continue
        with contextlib.suppress(OSError):
            if entry.is_dir():
                folders.append(entry)
            elif entry.suffix.lower() in suffixes:
                files.append(entry)
        if len(folders) + len(files) >= FILES_AT_MOST:
            break
    return sorted(folders, key=_by_name), sorted(files, key=_by_name)


def _by_name(path: Path) -> str:
    return path.name.lower()


def browse(
    app: AppProtocol,
    title: str,
    suffixes: Sequence[str],
    take: Callable[[Path], object],
    folder: Path | None = None,
    folders: bool = False,
) -> Page:
    """Return a Page that lists a folder; ``take(path)`` is called with the chosen file.

    folders  True: the folder itself can be taken, too, as a disk
    """
    here = folder or app.library.folder()

    def enter(path: Path) -> Callable[[], Page]:
        return lambda: browse(app, title, suffixes, take, path, folders)

    def rows() -> list[Row]:
        try:
            inner, files = listing(here, suffixes)
        except OSError as error:
            return [
                Row(f"{here}: {error.strerror}", heading=True),
                Row("> ..", enter(here.parent)),
            ]
        found = [Row(str(here), heading=True, name=True)]
        if here.parent != here:
            found.append(Row("> ..", enter(here.parent)))
        if folders:
            found.append(Row(FOLDER_WORDS.get(title, "this folder as a disk"), lambda: take(here)))
        found += [Row(f"> {path.name}", enter(path), name=True) for path in inner]
        found += [
            Row(
                f"  {path.name}", partial(take, path), partial(size_text, path),
                more=partial(file_page, app, path), name=True,
            )
            for path in files
        ]  # fmt: skip
        if not files and suffixes:
            kinds = " ".join(suffixes)
            few = len(suffixes) <= NAMED_KINDS
            found.append(Row(f"no {kinds} here" if few else "no files to use here", heading=True))
        return found

    return Page(title, rows)
