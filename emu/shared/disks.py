"""Which disks are write-protected, and where saved games go.

The game that comes with GO 64 stays as it is: its disk is write-protected, and drive 9 has
a disk of the user's for saved games (``saves_path()``), made when the first game is saved.
Any other disk that the user names is written through, unless ``--read-only`` is given.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

from disk import FOLDER
from disk.d64 import D64Image
from disk.durable import make_folder
from disk.errors import MediaError, MediaUnknown
from disk.host_folder import HostFolder
from disk.image_file import IN_USE
from disk.loader import PROTECTED_IN_ARCHIVE, disks_in_folder, open_media
from disk.prg import Program
from disk.volume import PRG, Volume

if TYPE_CHECKING:
    from argparse import Namespace

    from c64.api import C64
    from c64.api_views import FilePath
    from disk.media import DiskImage


BUNDLED_GAME = FOLDER.resolve() / "go64.d64"
SAVES_DEVICE = 9
SAVES_NAME, SAVES_ID = b"SAVED GAMES", b"64"


def saves_path() -> Path:
    """Return the file of the disk for saved games."""
    return Path(platformdirs.user_data_dir("go64", appauthor=False)) / "saves.d64"


def open_saves(path: Path | None = None) -> D64Image:
    """Return the disk.d64.D64Image for saved games; a new one is no file until it is written to.

    Raises MediaError if the file is no usable image, OSError if its folder cannot be made.
    """
    path = path or saves_path()
    if path.exists():
        return D64Image.open(path)
    make_folder(path.parent)
    image = D64Image.blank(SAVES_NAME, SAVES_ID)
    image.name, image.path = str(path), path
    return image


def is_bundled(path: FilePath) -> bool:
    """Tell whether a path is the disk of the game that comes with GO 64."""
    try:
        return Path(path).samefile(BUNDLED_GAME)
    except (OSError, ValueError):
        return False


def game_or(path: FilePath, drive8: FilePath | None = None) -> Path:
    """Return what to start for a file: the game's disk for the game's first program, else itself.

    It is known by what it holds, byte for byte: a program of another build would not fit the disk.
    A disk that the user has named for drive 8 stays there.  What cannot be opened is returned.
    """
    path = Path(path)
    if drive8 or os.path.isdir(path) or not BUNDLED_GAME.is_file():
        return path
    try:
        media = open_media(path)
    except (MediaError, OSError, ValueError):
        return path
    if not isinstance(media, Program):
        return path
    volume = Volume(D64Image(BUNDLED_GAME.read_bytes()))
    first = volume.find(b"*", lambda entry: entry.type == PRG)
    own = first is not None and volume.read_file(first) == media.to_bytes()
    return BUNDLED_GAME if own else path


def tell_game(path: FilePath) -> None:
    """Say in a line that a program was found to be the game's."""
    print(
        f"go64: {Path(path).name} is the game's first program: its disk is put into drive 8",
        file=sys.stderr,
    )


def prepare_drives(args: Namespace, machine: C64, path: FilePath) -> None:
    """After a file was put into drive 8: tell of it, give the game its disk for saved games."""
    if not args.read_only:  # the user asked for it and need not be told
        tell_protection(machine.drives[8].image)
    if not (args.headless or args.monitor or args.drive9):
        _plug_saves(args, machine, is_bundled(path))


def check_folder(path: FilePath) -> None:
    """Refuse to start a folder that has no program; MediaUnknown says what would do."""
    # not Path.is_dir, which raises for a name too long
    if os.path.isdir(path) and not disks_in_folder(Path(path)):
        volume = HostFolder(path).volume()
        if volume.find(b"*", lambda entry: entry.type == PRG) is None:
            raise MediaUnknown(
                f"{path}: no program in this folder to start (.prg, .p00), and no disk; "
                "--drive8 only puts it into the drive"
            )


def leave_folders_aside(machine: C64) -> None:
    """Have drives wait for folders of the host beside the machine, so that no frame does."""
    for slot in machine.drives.values():
        if isinstance(slot.image, HostFolder):
            slot.image.aside = True


def tell_protection(image: DiskImage | HostFolder | None) -> bool:
    """Say why a disk that looks writable will keep nothing, if so; returns whether it is so."""
    if image is None or image.protection not in (PROTECTED_IN_ARCHIVE, IN_USE):
        return False
    print(f"go64: {image.name} {image.protection}", file=sys.stderr)
    return True


def _plug_saves(args: Namespace, machine: C64, wanted: bool) -> None:
    """Plug drive 9 in with the saved games, or pull it."""
    if not wanted:
        machine.drives[SAVES_DEVICE].unplug()
        return
    try:
        machine.drives[SAVES_DEVICE].attach(open_saves(), read_only=args.read_only)
    except (MediaError, OSError) as error:
        print(f"go64: no drive 9 for saved games: {error}", file=sys.stderr)
        return
    machine.drives[SAVES_DEVICE].notice = machine.drives[8].notice
