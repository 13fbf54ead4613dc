"""Tracks and sectors: how the disks of a 1541, a 1571 and a 1581 are divided.

Source: Immers and Neufeld, "Inside Commodore DOS", for the 1541's zones; Commodore, "1571
User's Guide" and "1581 User's Guide", for where the DOS of each keeps what.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from disk.errors import DosError

SECTOR_SIZE = 256
FIRST_BYTE = 2  # of a file in a block, behind the link
DIR_TRACK = 18
MAX_TRACKS = 42

# Zones of the 1541: up to this track so many sectors a track.
_ZONES = ((17, 21), (24, 19), (30, 18), (MAX_TRACKS, 17))
# The 1571's second side is the first once more.
_ZONES_1571 = (
    (17, 21), (24, 19), (30, 18), (35, 17), (52, 21), (59, 19), (65, 18), (70, 17),
)  # fmt: skip

Link = tuple[int, int]  # (track, sector)
Cells = tuple[bytearray, int]  # of a half track, the first in bit 7, and how many
CELLS_LEAST, CELLS_MOST = 8, 3_200_000  # a byte of a .g64, or a turn in 1/16 us


Zones = Sequence[tuple[int, int]]  # up to this track so many sectors a track


@dataclass(frozen=True)
class Layout:
    """How a kind of disk is divided, and where its DOS keeps what.

    drive           the drive it belongs to
    zones           pairs: up to this track, so many sectors a track
    dir_track       where header, map and directory are
    dir_sector      of the directory's first block
    name_at         in the header, 16 bytes; id_at: two bytes and, behind one more, version
    version         what the DOS calls its format; tail: bytes from id to the end of the filling
    interleave      sectors from one block of a file to the next; dir_interleave: of the directory
    map_links       the blocks of the map: (track or 0 for the directory's, sector)
    whole           tracks that no file gets any block of
    partitions      True: parts of the disk can be disks of their own
    super_sides     True: a block above the side sectors lets relative files be larger
    """

    drive: str
    zones: Zones
    dir_track: int
    dir_sector: int
    name_at: int
    id_at: int
    version: bytes
    tail: int
    interleave: int
    dir_interleave: int
    map_links: tuple[Link, ...]
    whole: frozenset[int] = frozenset()
    partitions: bool = False
    super_sides: bool = False
    starts: tuple[int, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "starts", _starts(self.zones))

    def sectors_of(self, track: int) -> int:
        """Return the number of sectors of ``track``; DosError 66 if there is none."""
        return _sectors_of(self.zones, track)

    def blocks_on(self, tracks: int) -> int:
        """Return the number of sectors on a disk of ``tracks`` tracks."""
        return self.starts[tracks + 1]


class SectorImage(Protocol):
    """What has the sectors of one disk, as a D64Image has.

    tracks   35 to 42; 70 on a 1571's disk, 80 on a 1581's
    """

    tracks: int

    @property
    def layout(self) -> Layout:
        """How its drive divides it."""

    def index(self, track: int, sector: int) -> int:
        """Return the number of the sector on the disk; DosError 66 if there is none."""

    def read(self, track: int, sector: int) -> bytes:
        """Return the 256 bytes of a sector; DosError says what is wrong with it."""

    def write(self, track: int, sector: int, content: bytes | bytearray) -> None:
        """Replace the 256 bytes of a sector; DosError 66, or 26 on a protected disk."""


def end_of_block(block: bytes | bytearray) -> int:
    """Return behind which byte of a block its file goes on elsewhere, or ends.

    A last block says so itself, by the index of its last byte.  If that is no byte of the file's,
    but of the link, a 1541 sends all of the block (measured).
    """
    if block[0] or block[1] < FIRST_BYTE:
        return SECTOR_SIZE
    return block[1] + 1


def _sectors_of(zones: Zones, track: int) -> int:
    for last, sectors in zones:
        if track <= last:
            return sectors
    raise DosError(66, track, 0)


def _starts(zones: Zones) -> tuple[int, ...]:
    """Return the index of the first sector of every track; item 0 is unused."""
    starts = [0, 0]
    for track in range(1, zones[-1][0] + 1):
        starts.append(starts[track] + _sectors_of(zones, track))
    return tuple(starts)


LAYOUT_1541 = Layout(
    "1541", _ZONES, DIR_TRACK, 1, 0x90, 0xA2, b"2A", 9, 10, 3, ((DIR_TRACK, 0),)
)  # fmt: skip
LAYOUT_1571 = Layout(
    "1571", _ZONES_1571, DIR_TRACK, 1, 0x90, 0xA2, b"2A", 9, 6, 3, ((DIR_TRACK, 0), (53, 0)),
    whole=frozenset((53,)),
)  # fmt: skip
LAYOUT_1581 = Layout(
    "1581", ((80, 40),), 40, 3, 0x04, 0x16, b"3D", 7, 1, 1, ((0, 1), (0, 2)),
    partitions=True, super_sides=True,
)  # fmt: skip


def sectors_of(track: int) -> int:
    """Return the number of sectors of ``track`` (1..42) on a 1541's disk."""
    return _sectors_of(_ZONES, track)


def blocks_on(tracks: int) -> int:
    """Return the number of sectors on a 1541's disk of ``tracks`` tracks."""
    return LAYOUT_1541.blocks_on(tracks)
