"""What a content is: a program, a tape, a disk's image, a cartridge or a tune.

The content decides where it has a mark (P00, T64, G64, P64), the name's ending otherwise.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Literal

from disk.crt import CRT_LARGEST, CRT_MAGIC, Crt, parse_crt
from disk.d64 import D64_SIZES, D64Image
from disk.d71_d81 import D71Image, D81Image
from disk.errors import MediaUnknown
from disk.g64 import G64_LARGEST, G64_MAGIC, G64Image
from disk.p00 import P00_MAGIC, parse_p00
from disk.p64 import P64_LARGEST, P64_MAGIC, P64Image
from disk.prg import Program, name_from_path, parse_prg
from disk.sid import PSID_MAGIC, RSID_MAGIC, SidTune, parse_sid
from disk.t64 import parse_t64
from disk.tap import TAP_LARGEST, TAP_MAGIC, Cassette

KINDS = ".prg, .p00, .d64, .d71, .d81, .g64, .p64, .t64, .tap, .crt, .sid"
_SECTOR_FILES: dict[str, type[D64Image | D71Image | D81Image]] = {
    ".d64": D64Image,
    ".d71": D71Image,
    ".d81": D81Image,
}
LARGEST = max(*D64_SIZES, *D81Image.sizes(), CRT_LARGEST, G64_LARGEST, P64_LARGEST, TAP_LARGEST)
_STATE_MAGIC = b"GO64STAT"
_TAPE_MARKS = (b"C64S tape", b"C64 tape")

# What people have besides: known by name, so that the refusal can say what it is.
_OTHER_KINDS = {
    ".nib": "a NIB (raw tracks)",
    ".reu": "the contents of a REU: --reu-image",
    ".x64": "an X64 (disk image with a header)",
    ".7z": "an archive of a kind that is not unpacked here",
    ".rar": "an archive of a kind that is not unpacked here",
    ".lha": "an archive of a kind that is not unpacked here",
    ".lnx": "a Lynx archive",
}


@dataclass(frozen=True)
class Tape:
    """The programs of a tape image, at least one.

    name      where it came from, for messages
    programs  tuple of disk.prg.Program
    """

    name: str
    programs: tuple[Program, ...]
    kind: ClassVar[Literal["tape"]] = "tape"

    def program(self) -> Program:
        """Return the program to start: the tape's first."""
        return self.programs[0]


@dataclass(frozen=True)
class SavedMachine:
    """A state file (.go64): who starts it reads it anew, as no drive and no program is in it.

    name   where it is
    """

    name: str
    kind: ClassVar[Literal["state"]] = "state"


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
    extension = name.suffix.lower()
    if content.startswith(P00_MAGIC):
        return parse_p00(content, where)
    if content.startswith(CRT_MAGIC) or extension == ".crt":
        return parse_crt(content, where)
    if content.startswith(_TAPE_MARKS) or extension == ".t64":
        return Tape(where, tuple(parse_t64(content, where)))
    if content.startswith(TAP_MAGIC) or extension == ".tap":
        return Cassette.of_content(content, where, path)
    if content.startswith((PSID_MAGIC, RSID_MAGIC)) or extension == ".sid":
        return parse_sid(content, where)
    if content.startswith(_STATE_MAGIC) or extension == ".go64":
        return SavedMachine(where)
    image = _image_class(content, extension)
    if image is not None:
        return image.of_content(content, where, path)
    if extension == ".prg":
        return parse_prg(content, where, name_from_path(name))
    if extension == ".p00":
        return parse_p00(content, where)
    what = _OTHER_KINDS.get(extension, f"of a kind unknown to GO 64 ('{extension}')")
    raise MediaUnknown(f"{where}: is {what}; these can be opened: {KINDS}")


def _image_class(content: bytes, extension: str) -> type[DiskImage] | None:
    """Return the class of a disk image, by its mark, its name's ending or its size."""
    if content.startswith(G64_MAGIC) or extension == ".g64":
        return G64Image
    if content.startswith(P64_MAGIC) or extension == ".p64":
        return P64Image
    if extension in _SECTOR_FILES:
        return _SECTOR_FILES[extension]
    return None if extension in _OTHER_KINDS else image_kind_of(len(content))
