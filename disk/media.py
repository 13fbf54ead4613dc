"""What a content is: a program, a tape, a disk's image, a cartridge or a tune (formats.py)."""

from pathlib import Path

from disk.crt import Crt
from disk.d64 import D64_SIZES, D64Image
from disk.d71_d81 import D71Image, D81Image
from disk.errors import MediaUnknown
from disk.formats import KINDS, OTHER_KINDS, format_of
from disk.g64 import G64Image
from disk.other_files import SavedMachine
from disk.p64 import P64Image
from disk.prg import Program
from disk.sid import SidTune
from disk.t64 import Tape
from disk.tap import Cassette

DiskImage = D64Image | D71Image | D81Image | G64Image | P64Image
Media = Program | Tape | DiskImage | Cassette | Crt | SidTune | SavedMachine


def image_kind_of(size: int) -> type[D64Image | D71Image | D81Image] | None:
    """Return the class of an image of sectors that has ``size`` bytes, or None."""
    if size in D64_SIZES:
        return D64Image
    return next((kind for kind in (D71Image, D81Image) if size in kind.sizes()), None)


def media_from(
    content: bytes, where: str, path: Path | None = None, file_name: str | None = None
) -> Media:
    """Return what ``content`` is: Program, Tape, a disk's image, Cassette, Crt ...

    All have ``kind`` ("program", "tape", "disk", "cassette", "cartridge", "tune", "state") and
    ``name``; the first two have ``program()``.  Raises MediaUnknown or MediaDamaged, each with
    one clear line.

    where      where it is, for messages
    path       the host's file that an image is written back to; None: it lives in memory only
    file_name  of which the ending counts; None: as in ``where``
    """
    name = Path(file_name or where)
    found = format_of(name, content)
    if found is None or found.read is None:
        ending = name.suffix.lower()
        unknown = OTHER_KINDS.get(ending, f"of a kind unknown to GO 64 ('{ending}')")
        what = unknown if found is None else f"{found.what}, and cannot be used here"
        raise MediaUnknown(f"{where}: is {what}; these can be opened: {KINDS}")
    media: Media = found.read(content, where, path, name)
    return media
