"""Pages that list folders and the files in them that can be used."""

import contextlib
from pathlib import Path

from disk.formats import endings
from emu.host.menu.page import Page, Row

DISKS = endings("disk", "archive", "list")
CARTRIDGES = endings("cartridge", "archive")
RECORDINGS = endings("recording")
TAPES = endings("cassette")
STARTABLE = tuple(ending for ending in endings() if ending not in endings("memory"))
NAMED_KINDS = 3  # so many endings fit into a line
FILES_AT_MOST = 5000  # of one folder; a menu is no file manager


def listing(folder, suffixes):
    """Return (folders, files) in a folder, by name; files of other kinds are left out.

    Raises OSError.
    """
    folders, files = [], []
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


def _by_name(path):
    return path.name.lower()


def size_text(path):
    """Return the size of a file in a few letters."""
    try:
        size = path.stat().st_size
    except OSError:
        return "?"
    return f"{size} B" if size < 1000 else f"{(size + 512) // 1024} K"


def browse(app, title, suffixes, take, folder=None, folders=False):
    """Return a Page that lists a folder; ``take(path)`` is called with the chosen file.

    folders  True: the folder itself can be taken, too, as a disk
    """
    folder = Path(folder or app.library.folder())

    def enter(path):
        return lambda: browse(app, title, suffixes, take, path, folders)

    def rows():
        try:
            inner, files = listing(folder, suffixes)
        except OSError as error:
            return [
                Row(f"{folder}: {error.strerror}", heading=True),
                Row("> ..", enter(folder.parent)),
            ]
        found = [Row(str(folder), heading=True)]
        if folder.parent != folder:
            found.append(Row("> ..", enter(folder.parent)))
        if folders:
            found.append(Row("this folder as a disk", lambda: take(folder)))
        found += [Row(f"> {path.name}", enter(path)) for path in inner]
        found += [
            Row(f"  {path.name}", lambda p=path: take(p), lambda p=path: size_text(p))
            for path in files
        ]
        if not files:
            kinds = " ".join(suffixes) if len(suffixes) <= NAMED_KINDS else "files to use"
            found.append(Row(f"no {kinds} here", heading=True))
        return found

    return Page(title, rows)
