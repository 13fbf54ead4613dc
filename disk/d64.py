"""D64: the sectors of a 1541 disk in one file.

A D64 holds the 256-byte sectors of 35 to 42 tracks in order, track 1 sector 0
first, optionally followed by one error byte a sector.  Sectors, error bytes and the host's
file are ``disk.sector_file``'s; blocks, directory and files ``disk.volume``'s.

Source: Peter Schepers, "D64 (Electronic form of a physical 1541 disk)" for the layout.

Not emulated: GCR, headers, gaps; the sectors between the tracks of a real disk.
"""

from typing import ClassVar, Self

from disk.errors import MediaDamaged
from disk.format import Format
from disk.geometry import DIR_TRACK, LAYOUT_1541, SECTOR_SIZE, blocks_on, sectors_of
from disk.sector_file import SectorFile

__all__ = ["D64_SIZES", "DIR_TRACK", "SECTOR_SIZE", "D64Image", "blocks_on", "sectors_of"]

TRACKS_LEAST, TRACKS_MOST = 35, 42  # 40 and 42 are usual beside 35; what a head reaches is taken
# Size in bytes -> (tracks, has error bytes)
D64_SIZES = {
    blocks_on(tracks) * (SECTOR_SIZE + extra): (tracks, bool(extra))
    for tracks in range(TRACKS_LEAST, TRACKS_MOST + 1)
    for extra in (0, 1)
}


def check_size(size: int, where: str) -> tuple[int, bool]:
    """Return (tracks, has error bytes) of a D64 of ``size`` bytes.

    Raises MediaDamaged with the sizes that would be right.
    """
    if size in D64_SIZES:
        return D64_SIZES[size]
    if size == 0:
        raise MediaDamaged(f"{where}: the file is empty; a .d64 of 35 tracks has 174848 bytes")
    least = blocks_on(35) * SECTOR_SIZE
    problem = "truncated" if size < least else "oversized"
    if least < size < max(D64_SIZES):
        problem = "wrong size"
    raise MediaDamaged(
        f"{where}: {problem}: {size} bytes; a .d64 has 174848 (35 tracks) or 196608 (40), "
        "with error bytes 175531 or 197376"
    )


class D64Image(SectorFile):
    """The sectors of one 1541 disk; ``tracks`` is 35 to 42."""

    layout = LAYOUT_1541
    drives: ClassVar[tuple[str, ...]] = ("quick", "1541")

    @classmethod
    def check_size(cls, size: int, where: str) -> tuple[int, bool]:
        """See the function of this name."""
        return check_size(size, where)

    @classmethod
    def blank(cls, name: bytes = b"", disk_id: bytes = b"00", tracks: int = 35) -> Self:
        """Return a formatted disk in memory; name and id in PETSCII."""
        return cls.formatted(name, disk_id, tracks)


FORMATS = (
    Format(
        (".d64",), "disk", "a disk of a 1541", '`LOAD"*",8,1` and RUN', D64Image.of_content,
        most=max(D64_SIZES), sizes=D64_SIZES, write=D64Image.to_bytes, rank=0,
    ),
)  # fmt: skip
