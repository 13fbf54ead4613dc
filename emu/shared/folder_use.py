"""What becomes of a folder that a user names as the file: started, or a list to choose from.

One file that can be used is what the user means.  Of several nobody knows which: the window lists
them.  A program's folder is its disk, so that it finds what belongs to it.
"""

from __future__ import annotations

import os
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

from disk.errors import MediaError
from disk.formats import endings, format_named
from disk.loader import disks_in_folder
from emu.shared.disks import check_folder
from emu.shared.folder_walk import walk

if TYPE_CHECKING:
    from argparse import Namespace

LISTED = tuple(ending for ending in endings() if ending not in endings("memory"))
LOOKED_MOST = 20_000  # files and folders that are counted


class FolderUse(Enum):
    """What becomes of a path.

    PLAIN  no folder, or one without anything to choose: started as it is
    ONE    a folder with one file, no program of the folder itself: that file is meant
    LIST   a folder with several files
    """

    PLAIN = "plain"
    ONE = "one"
    LIST = "list"


def starts_as_disk(folder: Path) -> bool:
    """Tell whether a folder has a program, or is a list of disks: something starts from it."""
    try:
        check_folder(folder)
    except (MediaError, OSError):
        return False
    return True


def has_program(folder: Path) -> bool:
    """Tell whether a folder has a program that starts from it as a disk."""
    return starts_as_disk(folder) and not disks_in_folder(folder)


def use_of(path: Path) -> tuple[FolderUse, Path]:
    """Return what becomes of a path, and which path that is about: of ONE the file's."""
    if not os.path.isdir(path):
        return FolderUse.PLAIN, path
    files = walk([path], LISTED, entries_most=LOOKED_MOST)
    first = next(files, None)
    if first is None:
        return FolderUse.PLAIN, path
    named = format_named(first)
    kind = None if named is None else named.kind
    if next(files, None) is not None or kind == "recording":
        return FolderUse.LIST, path
    own = first.parent == path and kind in ("program", "disk") and starts_as_disk(path)
    return (FolderUse.PLAIN, path) if own else (FolderUse.ONE, first)


def settle_folder(args: Namespace) -> None:
    """See to a folder as FILE in a window: ``folder`` among the options is the one to list.

    Behind the list waits what the folder starts as a disk, or else BASIC, with it in drive 8.
    """
    use, path = use_of(Path(args.file))
    if use is FolderUse.ONE:
        args.file = str(path)
    elif use is FolderUse.LIST:
        args.folder = path
        if not starts_as_disk(path):
            args.drive8 = args.drive8 or str(path)
            args.file, args.basic_prompt = None, True
