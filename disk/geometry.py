"""Tracks and sectors of a 1541 disk: what the drive's zones make of its surface.

Source: Immers and Neufeld, "Inside Commodore DOS", for the zones.
"""

from typing import Protocol

from disk.errors import DosError

SECTOR_SIZE = 256
DIR_TRACK = 18
MAX_TRACKS = 42

# Zones of the 1541: up to this track so many sectors a track.
_ZONES = ((17, 21), (24, 19), (30, 18), (MAX_TRACKS, 17))

Link = tuple[int, int]  # (track, sector)
Cells = tuple[bytearray, int]  # of a half track, the first in bit 7, and how many


class SectorImage(Protocol):
    """What has the sectors of one disk, as a D64Image has.

    tracks   35, 40 or 42
    """

    tracks: int

    def index(self, track: int, sector: int) -> int:
        """Return the number of the sector on the disk; DosError 66 if there is none."""

    def read(self, track: int, sector: int) -> bytes:
        """Return the 256 bytes of a sector; DosError says what is wrong with it."""

    def write(self, track: int, sector: int, content: bytes | bytearray) -> None:
        """Replace the 256 bytes of a sector; DosError 66, or 26 on a protected disk."""


def sectors_of(track: int) -> int:
    """Return the number of sectors of ``track`` (1..42)."""
    for last, sectors in _ZONES:
        if track <= last:
            return sectors
    raise DosError(66, track, 0)


def _starts() -> tuple[int, ...]:
    """Return the index of the first sector of every track; item 0 is unused."""
    starts = [0, 0]
    for track in range(1, MAX_TRACKS + 1):
        starts.append(starts[track] + sectors_of(track))
    return tuple(starts)


_TRACK_START = _starts()


def blocks_before(track: int) -> int:
    """Return the number of the first sector of ``track`` (1..43) on the disk."""
    return _TRACK_START[track]


def blocks_on(tracks: int) -> int:
    """Return the number of sectors on a disk of ``tracks`` tracks."""
    return _TRACK_START[tracks + 1]
