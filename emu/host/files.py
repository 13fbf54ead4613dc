"""Pages that list folders and the files in them that can be used."""

import contextlib
from pathlib import Path

from emu.host.pages import Page, Row

DISKS = (".d64", ".g64", ".p64", ".d71", ".d81", ".x64")
CARTRIDGES = (".crt",)
PROGRAMS = (".prg", ".p00", ".t64", ".tap", ".sid")
PACKED = (".zip", ".gz", ".m3u", ".lst")
STARTABLE = (*PROGRAMS, *DISKS, *CARTRIDGES, *PACKED, ".go64")
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


def browse(app, title, suffixes, take, folder=None):
    """Return a Page that lists a folder; ``take(path)`` is called with the chosen file."""
    folder = Path(folder or app.library.folder())

    def enter(path):
        return lambda: browse(app, title, suffixes, take, path)

    def rows():
        try:
            folders, files = listing(folder, suffixes)
        except OSError as error:
            return [
                Row(f"{folder}: {error.strerror}", heading=True),
                Row("> ..", enter(folder.parent)),
            ]
        found = [Row(str(folder), heading=True)]
        if folder.parent != folder:
            found.append(Row("> ..", enter(folder.parent)))
        found += [Row(f"> {path.name}", enter(path)) for path in folders]
        found += [
            Row(f"  {path.name}", lambda p=path: take(p), lambda p=path: size_text(p))
            for path in files
        ]
        if not files:
            found.append(Row(f"no {' '.join(suffixes[:6])} here", heading=True))
        return found

    return Page(title, rows)
