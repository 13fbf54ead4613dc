"""Lists of disks: an .m3u names a file a line, relative to its own folder.

Lines that are empty or begin with # are left out, so those of other emulators (#LABEL:,
#AUTOSTART:, #EXTM3U) do no harm; what follows a | behind a name is a label.
"""

import os
from pathlib import Path

from disk.budget import TEXT_MOST
from disk.errors import MediaDamaged
from disk.format import Format

ENDING = ".m3u"
MOST_LINES = 1000


def entries(content: bytes, path: Path) -> list[Path]:
    """Return the paths that a list names, in its order.

    path   of the list

    Raises MediaDamaged: it is no text, names nothing, names itself or another list.
    """
    if len(content) > TEXT_MOST or b"\0" in content:
        raise MediaDamaged(f"{path}: is no list of disks: a text that names one file a line")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("latin-1")
    found: list[Path] = []
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        if len(found) == MOST_LINES:
            raise MediaDamaged(f"{path}: names more than {MOST_LINES} files")
        found.append(_entry(line, path, number))
    if not found:
        raise MediaDamaged(f"{path}: names no file; a list of disks has one file a line")
    return found


def _entry(line: str, path: Path, number: int) -> Path:
    for name in (line, line.replace("\\", "/"), line.partition("|")[0].strip().replace("\\", "/")):
        entry = path.parent / name
        if os.path.exists(entry):  # not Path.exists, which raises for a name too long
            break
    else:
        raise MediaDamaged(f"{path}, line {number}: {line[:80]}: no such file")
    if entry.suffix.lower() == ENDING:
        raise MediaDamaged(f"{path}, line {number}: {line[:80]}: a list in a list is not followed")
    return entry


FORMATS = (Format((ENDING,), "list", "a list of disks", "the first", most=TEXT_MOST),)
