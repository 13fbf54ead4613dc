"""D71 and D81: the sectors of a 1571's and of a 1581's disk in one file.

A D71 holds the 683 sectors of the first side, then those of the second as tracks 36-70; a D81
the 40 logical sectors of 256 bytes of each of 80 tracks.  Both may be followed by one error
byte a sector.

Source: Peter Schepers, "D71 (Electronic form of a double-sided 1571 disk)" and "D81
(Electronic form of a physical 1581 disk)".

Not emulated: the drives' processors, burst mode; the 1581's physical sectors of 512 bytes.
"""

from typing import ClassVar, Self

from disk.errors import MediaDamaged
from disk.format import Format
from disk.geometry import LAYOUT_1571, LAYOUT_1581, SECTOR_SIZE
from disk.sector_file import SectorFile

_TRACKS_1571, _TRACKS_1581 = 70, 80


class _FixedSize(SectorFile):
    """Sectors of a disk that has always the same number of tracks."""

    extension: ClassVar[str]
    usual_tracks: ClassVar[int]
    drives: ClassVar[tuple[str, ...]] = ("quick",)

    @classmethod
    def sizes(cls) -> tuple[int, int]:
        """Return the size of a file without and with error bytes."""
        count = cls.layout.blocks_on(cls.usual_tracks)
        return count * SECTOR_SIZE, count * (SECTOR_SIZE + 1)

    @classmethod
    def check_size(cls, size: int, where: str) -> tuple[int, bool]:
        """Return (tracks, has error bytes); MediaDamaged for a size that none has."""
        plain, with_errors = cls.sizes()
        if size not in (plain, with_errors):
            problem = "truncated" if size < plain else "wrong size"
            problem = "the file is empty" if not size else f"{problem}: {size} bytes"
            raise MediaDamaged(
                f"{where}: {problem}; a {cls.extension} has {plain} bytes, "
                f"with error bytes {with_errors}"
            )
        return cls.usual_tracks, size == with_errors

    @classmethod
    def blank(cls, name: bytes = b"", disk_id: bytes = b"00") -> Self:
        """Return a formatted disk in memory; name and id in PETSCII."""
        return cls.formatted(name, disk_id, cls.usual_tracks)


class D71Image(_FixedSize):
    """The sectors of one 1571 disk of two sides."""

    layout = LAYOUT_1571
    extension = ".d71"
    usual_tracks = _TRACKS_1571


class D81Image(_FixedSize):
    """The sectors of one 1581 disk."""

    layout = LAYOUT_1581
    extension = ".d81"
    usual_tracks = _TRACKS_1581


_STARTS = '`LOAD"*",8,1` and RUN'
FORMATS = (
    Format(
        (".d71",), "disk", "a disk of a 1571", _STARTS,
        D71Image.of_content, most=max(D71Image.sizes()), sizes=D71Image.sizes(),
        write=D71Image.to_bytes, rank=0,
    ),
    Format(
        (".d81",), "disk", "a disk of a 1581", _STARTS,
        D81Image.of_content, most=max(D81Image.sizes()), sizes=D81Image.sizes(),
        write=D81Image.to_bytes, rank=0,
    ),
)  # fmt: skip
