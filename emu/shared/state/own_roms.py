"""GO 64's own ROMs within save states and recordings, so that a later version can open them.

A program that is stopped in the middle goes on in the ROM that it was stopped in: in another
version's its return addresses would point anywhere.  So a file of ours holds the ROMs that it was
made with, as blocks by the names of ROM_SIZES; the header's ``own_roms`` has the SHA-1 of each.
Only ours: of a ROM that a user has brought, the file has the digest alone.

What is read is data that the emulated machine sees, and nothing else.  It must have the size of
its chip and the digest that the header gives, and be no ROM known to be somebody else's.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from c64.roms import ROM_OPTIONS, ROM_SIZES, RomSet, known_rom, rom_sha1
from emu.errors import HostError

if TYPE_CHECKING:
    from c64.api import C64
    from c64.api_views import FilePath

ROM_BLOCKS = tuple(ROM_SIZES)
HEADER = "own_roms"
Images = dict[str, bytes]  # {name of ROM_SIZES: bytes}


def own_roms(machine: C64, drives: tuple[str, ...] = ("1541",)) -> Images:
    """Return the ROMs of a machine that a file of ours may hold; no byte is copied.

    drives  kinds of drives for which a 1541's ROM is needed
    """
    found = {
        kind: machine.roms.dos() if kind == "dos1541" else getattr(machine.roms, kind)
        for kind in ROM_BLOCKS
        if not _is_named(machine, kind)
    }
    if not any(slot.kind in drives for slot in machine.drives.values()):
        found.pop("dos1541", None)
    return {kind: image for kind, image in found.items() if machine.roms.is_free(kind, image)}


def _is_named(machine: C64, kind: str) -> bool:
    """Tell whether a user has named the ROM of a kind himself."""
    option = ROM_OPTIONS.get(kind, kind)
    return machine.config.roms is not None or getattr(machine.config, option) is not None


def header_of(roms: Images) -> dict[str, dict[str, str]]:
    """Return the part of a header that goes with the blocks ``roms``."""
    return {HEADER: {kind: rom_sha1(image) for kind, image in roms.items()}}


def take_roms(header: Mapping[str, Any], blocks: dict[str, bytes], path: FilePath) -> Images:
    """Return the ROMs that a file holds, and take them out of its blocks; none in older files.

    Raises HostError, one line, for any that is not what the header says.
    """
    digests = header.get(HEADER, {})
    images = {kind: blocks.pop(kind) for kind in ROM_BLOCKS if kind in blocks}
    if not isinstance(digests, dict) or set(digests) != set(images):
        raise HostError(f"{path}: damaged, its header does not name the ROMs that it holds")
    for kind, image in images.items():
        if len(image) != ROM_SIZES[kind]:
            wanted = ROM_SIZES[kind]
            raise HostError(f"{path}: its {kind} ROM has {len(image)} bytes instead of {wanted}")
        if rom_sha1(image) != digests[kind]:
            raise HostError(f"{path}: damaged, its {kind} ROM is not the one that its header names")
        known = known_rom(image)
        if known:
            raise HostError(f"{path}: holds {known[1]}; only ROMs of GO 64 may be in such a file")
    return images


def roms_with(machine: C64, images: Images) -> RomSet:
    """Return the RomSet of a machine with the images of a file, where no user has named a ROM."""
    wanted = {kind: image for kind, image in images.items() if not _is_named(machine, kind)}
    roms: RomSet = machine.roms.exchanged(wanted)
    return roms
