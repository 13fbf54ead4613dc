"""Writes save states as files (.go64): the machine, its disks, a small picture and the time.

A state can be loaded into a machine of the same model, cartridge and memory expansions.  It
contains GO 64's own ROMs with which it was made (own_roms.py); the user's ROMs must be the same.
Drives are plugged in and out as they were.  If the file of a disk still exists, it is in the drive
again, with the saved content; the newer content is kept beside it when the disk is next written
(disk/image_file.py).

This applies to the user's own states (seal.py).  A stranger's could name any file, so no name in it
is followed: its disks come back write-protected, without a file.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from c64.api_views import DRIVE_NUMBERS
from c64.errors import Go64Error
from disk.budget import Budget
from disk.host_folder import HostFolder
from disk.plain_file import is_plain
from emu.errors import HostError
from emu.shared.checksummed import read_sealed, write_sealed
from emu.shared.state.header import STATE_MAGIC, STATE_VERSION, facts_of
from emu.shared.state.own_roms import (
    ROM_BLOCKS,
    Images,
    header_of,
    own_roms,
    roms_with,
    take_roms,
)

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from c64.api import C64
    from c64.api_views import FilePath
    from c64.roms import RomSet

    Picture = npt.NDArray[np.uint8]  # palette indices, [row, column]

DriveRow = list[Any]  # of a header: number, kind, path of the disk's file or "", read only

PICTURE_STEP = 2  # of the picture's pixels every second is kept
DRIVE_KINDS = ("quick", "1541")
BLOCKS = ("snapshot", "picture", "cart", *ROM_BLOCKS)  # of a file; others are left alone


@dataclass(frozen=True)
class State:
    """What a file holds.

    header    dict: ``saved`` (seconds since 1970), ``title``, ``roms``, ``drives``; ``auto``: the
              numbers of drives that are virtual until a program needs a 1541 (not in older files)
    snapshot  bytes for ``C64.restore``
    pixels    the picture's palette indices, a byte each, row by row;  size  (height, width)
    own       True: this user has saved it here, so that the files it names are used again
    more      {name: bytes} of what else is in the file
    own_roms  {name of ROM_SIZES: bytes}: GO 64's own ROMs that it was made with
    """

    header: dict[str, Any]
    snapshot: bytes
    pixels: bytes
    size: tuple[int, int]
    own: bool = True
    more: dict[str, bytes] = field(default_factory=dict)
    own_roms: Images = field(default_factory=dict)

    @property
    def picture(self) -> Picture:
        """The picture, uint8 palette indices ``[row, column]``."""
        import numpy as np  # a state is also opened where there is no numpy: in the browser

        return np.frombuffer(self.pixels, dtype=np.uint8).reshape(self.size) & np.uint8(15)

    @property
    def saved(self) -> str:
        """When it was saved, as ``2026-11-22 18:05``."""
        return time.strftime("%Y-%m-%d %H:%M", time.localtime(self.header["saved"]))


def roms_digest(roms: RomSet) -> str:
    """Return what tells machines with different ROMs apart."""
    parts = (roms.kernal, roms.basic, roms.chargen)
    return hashlib.sha1(b"".join(map(bytes, parts))).hexdigest()


def drives_of(machine: C64) -> list[DriveRow]:
    """Return [[number, kind, path of the disk's file or "", read only]] of the drives."""
    found = []
    for number, slot in machine.drives.items():
        if slot.kind is not None:
            path = slot.image.path if slot.image is not None else None
            protected = slot.image is not None and bool(slot.image.read_only)
            found.append([number, slot.kind, str(path.resolve()) if path else "", protected])
    return found


def take_state(machine: C64, title: str = "", picture: Picture | None = None) -> State:
    """Return the State of a machine now."""
    picture = machine.screen.indices if picture is None else picture
    header = {
        "saved": int(time.time()),
        "title": title,
        "roms": roms_digest(machine.roms),
        "drives": drives_of(machine),
        "auto": [number for number, slot in machine.drives.items() if slot.kind and slot.auto],
    }
    small = picture[::PICTURE_STEP, ::PICTURE_STEP]
    height, width = small.shape
    pixels, size = small.tobytes(), (height, width)
    return State(header, machine.snapshot(), pixels, size, own_roms=own_roms(machine))


def put_state(machine: C64, state: State) -> None:
    """Bring a machine into a State; HostError, one line, and no change if it does not fit."""
    present, roms = machine.roms, _roms_for(machine, state)
    before, drives = machine.snapshot(), present_drives(machine)
    cassette = machine.tape.cassette
    try:
        if roms != present:
            machine.change_roms(roms)
        rows, auto = state.header["drives"], state.header.get("auto")
        _plug(machine, rows if state.own else untied(machine, rows), auto)
        if not state.own:
            machine.tape.eject()  # or a tape of that name would become the stranger's
        with Budget():
            machine.restore(state.snapshot)
    except (Go64Error, OSError) as error:
        machine.change_roms(present)
        for number, slot in machine.drives.items():
            slot.unplug()
            if number in drives:
                kind, image = drives[number]
                slot.attach(image, kind=kind)
        if cassette is not None and machine.tape.cassette is not cassette:
            machine.tape.insert(cassette)
        machine.restore(before)
        raise HostError(str(error)) from None


def _roms_for(machine: C64, state: State) -> RomSet:
    """Return the ROMs that a machine needs for a State; HostError if it cannot have them."""
    roms = roms_with(machine, state.own_roms)
    if roms_digest(roms) != state.header["roms"]:
        raise HostError(
            "state: its machine had other ROMs; give them with --kernal, --basic and --chargen, "
            "or use the GO 64 that saved it"
        )
    if roms != machine.roms and machine.watcher is not None:
        raise HostError("state: its machine had other ROMs; end the recording of inputs first")
    return roms


def untied(machine: C64, drives: Iterable[DriveRow]) -> list[DriveRow]:
    """Return rows of the header's drives without the names in them.

    A folder that the user has put into the drive himself stays there: nothing of a folder is in
    a state.
    """
    found = []
    for number, kind, path, _ in drives:
        image = machine.drives[number].image
        present = isinstance(image, HostFolder) and str(image.path) == path
        found.append([number, kind, path if present else "", True])
    return found


def present_drives(machine: C64) -> dict[int, tuple[str, Any]]:
    """Return {number: (kind, image)} of the drives; kind "auto" where that is so."""
    slots = machine.drives.items()
    return {n: ("auto" if s.auto else s.kind, s.image) for n, s in slots if s.kind}


def _plug(machine: C64, drives: Iterable[DriveRow], auto: list[int] | None) -> None:
    """Plug drives in and out, and put the disks' files in that are still there.

    auto  numbers of those that are virtual until a program needs a 1541; None: of an older file
    """
    wanted = {number: (kind, path, protected) for number, kind, path, protected in drives}
    for number, slot in machine.drives.items():
        if number not in wanted:
            slot.unplug()
            continue
        kind, path, protected = wanted[number]
        image = slot.image
        there = str(image.path.resolve()) if image is not None and image.path else ""
        as_then = auto is None or slot.auto == (number in auto)
        if slot.kind == kind and there == path and as_then:
            continue
        media = path if path and is_plain(path) else None
        if auto is not None:
            media = image if there == path and image is not None else media
            slot.attach(media, read_only=protected, kind="auto" if number in auto else kind)
            continue
        slot.attach(media, read_only=protected, kind=None if slot.auto else kind)
        if slot.kind != kind and not slot.auto:  # what it is follows from drive 8's kind
            slot.attach(media, read_only=protected, kind=kind)


def state_writer(
    path: FilePath, machine: C64, title: str = "", picture: Picture | None = None
) -> Callable[[], None]:
    """Take a machine's state; returns a function that writes it to a file, from any thread.

    The function raises HostError if the file cannot be written.
    """
    state = take_state(machine, title, picture)
    facts, more = facts_of(machine)
    header = facts | state.header | header_of(state.own_roms) | {"picture": list(state.size)}
    blocks = {"snapshot": state.snapshot, "picture": state.pixels} | more | state.own_roms
    return lambda: write_sealed(path, STATE_MAGIC, STATE_VERSION, header, blocks)


def save_state_file(
    path: FilePath, machine: C64, title: str = "", picture: Picture | None = None
) -> None:
    """Write a machine's state to a file; HostError if it cannot be written."""
    state_writer(path, machine, title, picture)()


def load_state_file(path: FilePath) -> State:
    """Return the State in a file; HostError, one line, if it is none."""
    header, blocks = read_sealed(path, STATE_MAGIC, STATE_VERSION, "a save state", BLOCKS)
    try:
        _check(header)
        height, width = header["picture"]
        pixels = blocks.pop("picture")
        if len(pixels) != height * width:
            raise ValueError
        snapshot, own = blocks.pop("snapshot"), header.pop("own")
        roms = take_roms(header, blocks, path)
        return State(header, snapshot, pixels, (height, width), own, blocks, roms)
    except (KeyError, TypeError, ValueError, OverflowError):
        raise HostError(f"{path}: damaged, its header is invalid") from None


def _check(header: dict[str, Any]) -> None:
    """Raise KeyError, TypeError or ValueError unless a header can be used."""
    _whole(header["saved"], range(1 << 40))
    for name in ("title", "roms"):
        if not isinstance(header[name], str):
            raise TypeError
    height, width = header["picture"]
    _whole(height, range(1, 401))
    _whole(width, range(1, 601))
    for number, kind, path, protected in header["drives"]:
        _whole(number, DRIVE_NUMBERS)
        if kind not in DRIVE_KINDS:
            raise ValueError
        if not isinstance(path, str) or "\0" in path or not isinstance(protected, bool):
            raise TypeError
    auto = header.get("auto")
    if not isinstance(auto, list | None):
        raise TypeError
    for number in auto or []:
        _whole(number, DRIVE_NUMBERS)


def _whole(value: object, allowed: range) -> None:
    """Raise ValueError unless a value is a whole number in a range; 8.0 and True are none."""
    if type(value) is not int or value not in allowed:
        raise ValueError
