"""Pages that list folders and the files in them that can be used."""

from __future__ import annotations

import contextlib
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from disk.formats import endings
from emu.host.media.file_page import file_page, size_text
from emu.host.media.scan import Scan
from emu.host.menu.names import order
from emu.host.menu.page import Page, Row
from emu.shared.folder_use import LISTED, has_program

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from emu.host.feature import AppProtocol

DISKS = endings("disk", "archive", "list")
CARTRIDGES = endings("cartridge", "archive")
RECORDINGS = endings("recording")
TAPES = endings("cassette")
STARTABLE = LISTED
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
    by_name = [sorted(found, key=lambda path: order(path.name)) for found in (folders, files)]
    return by_name[0], by_name[1]


def file_row(
    app: AppProtocol, path: Path, take: Callable[[Path], object], here: bool = False
) -> Row:
    """Return the Row of a file: its name, its size, and what is in it.

    take  function that is called with the path if it is chosen;  here  the page begins with it
    """
    return Row(
        f"  {path.name}", partial(take, path), partial(size_text, path),
        more=partial(file_page, app, path), name=True, here=here or path == app.started,
    )  # fmt: skip


def browse(
    app: AppProtocol,
    title: str,
    suffixes: Sequence[str],
    take: Callable[[Path], object],
    folder: Path | None = None,
    folders: bool = False,
    left: Path | None = None,
) -> Page:
    """Return a Page that lists a folder; ``take(path)`` is called with the chosen file.

    folders  True: the folder itself can be taken, too, as a disk
    left     the folder within, from which the user comes
    """
    here = folder or app.library.folder()
    as_disk = folders and (not suffixes or suffixes != STARTABLE or has_program(here))

    def enter(path: Path, left: Path | None = None) -> Callable[[], Page]:
        return lambda: browse(app, title, suffixes, take, path, folders, left)

    def rows() -> list[Row]:
        try:
            inner, files = listing(here, suffixes)
        except OSError as error:
            return [
                Row(f"{here}: {error.strerror}", heading=True),
                Row("> ..", enter(here.parent, here)),
            ]
        found = [Row(str(here), heading=True, name=True)]
        if here.parent != here:
            found.append(Row("> ..", enter(here.parent, here)))
        if as_disk:
            text = "this folder as a disk"
            found.append(Row(FOLDER_WORDS.get(title, text), lambda: take(here)))
        if inner and suffixes == STARTABLE:
            found.append(Row("all files within ...", lambda: all_files(app, [here], take)))
        found += [
            Row(f"> {path.name}", enter(path), name=True, here=path == left) for path in inner
        ]
        found += [file_row(app, path, take) for path in files]
        if not files and suffixes:
            kinds = " ".join(suffixes)
            few = len(suffixes) <= NAMED_KINDS
            found.append(Row(f"no {kinds} here" if few else "no files to use here", heading=True))
        return found

    return Page(title, rows, wide=True)


def all_files(app: AppProtocol, folders: Sequence[Path], take: Callable[[Path], object]) -> Page:
    """Return a Page with all files in folders and those within as one list."""
    scan = Scan(folders, STARTABLE)
    return Page("All files", lambda: found_rows(app, scan, take), wide=True, news=scan.news)


def found_rows(app: AppProtocol, scan: Scan, take: Callable[[Path], object]) -> list[Row]:
    """Return a heading with the number of files that a Scan has found, and their rows."""
    found = scan.found()
    count = len(found)
    text = f"{count} file{'' if count == 1 else 's'}: type a name"
    if scan.done and not found:
        text = "no files to use here"
    elif not scan.done:
        text = f"{count} file{'' if count == 1 else 's'} so far"
    runs = app.started in found
    return [
        Row(text, heading=True),
        *(file_row(app, path, take, at == 0 and not runs) for at, path in enumerate(found)),
    ]
