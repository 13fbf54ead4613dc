"""The block availability map: a bit for every sector, and a count for every track.

Sources: Immers and Neufeld, "Inside Commodore DOS"; the layouts of tracks 36-40 in the map as
SpeedDOS ($C0) and Dolphin DOS ($AC) of track 18, sector 0, keep them; Commodore, "1571 User's
Guide" (counts of the second side at $DD of the first's map, bits on track 53) and "1581 User's
Guide" (two blocks of 40 tracks, six bytes each from $10 on).
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from disk.geometry import Link, SectorImage, sectors_of

_DOLPHIN_MAP = 0xAC
_SPEED_MAP = 0xC0
DOUBLE_SIDED = 0x80  # in byte 3 of a 1571's header
_COUNTS_1571 = 0xDD
_FIRST_1581 = 0x10


class _Place(NamedTuple):
    """Where the map of a track is: its count, and its bits in ``size`` bytes."""

    count_block: int
    count_at: int
    bits_block: int
    bits_at: int
    size: int


class BlockMap:
    """The map of a disk, or of a partition, as it is now; ``store`` writes it back.

    root   the track of header and directory
    """

    def __init__(self, image: SectorImage, root: int) -> None:
        self._image = image
        self._links: list[Link] = [(track or root, s) for track, s in image.layout.map_links]
        self._blocks = [bytearray(image.read(*link)) for link in self._links]
        self._places = _PLACES[image.layout.drive](self._blocks, image.tracks)
        self._changed: set[int] = set()

    @property
    def last_track(self) -> int:
        """The last track that the map manages."""
        return len(self._places) - 1

    def manages(self, track: int) -> bool:
        """Tell whether the map has the track."""
        return 1 <= track <= self.last_track

    def count(self, track: int) -> int:
        """Return the number of free blocks that the map tells of a track; 0: not managed."""
        if not self.manages(track):
            return 0
        place = self._places[track]
        return self._blocks[place.count_block][place.count_at]

    def bits(self, track: int) -> int:
        """Return the free blocks of a track, sector 0 in bit 0; 0: not managed."""
        if not self.manages(track):
            return 0
        place = self._places[track]
        block = self._blocks[place.bits_block]
        return int.from_bytes(block[place.bits_at : place.bits_at + place.size], "little")

    def mark(self, track: int, sector: int, free: bool) -> None:
        """Mark a block free or used; a track outside the map is left alone."""
        bits = self.bits(track)
        if self.manages(track) and bool(bits >> sector & 1) != free:
            self.put(track, bits ^ 1 << sector)

    def put(self, track: int, bits: int) -> None:
        """Set the free blocks of a track, and their count."""
        place = self._places[track]
        self._blocks[place.bits_block][place.bits_at : place.bits_at + place.size] = bits.to_bytes(
            place.size, "little"
        )
        self._blocks[place.count_block][place.count_at] = bits.bit_count()
        self._changed |= {place.bits_block, place.count_block}

    def store(self) -> None:
        """Write what has changed to the disk."""
        for at in sorted(self._changed):
            self._image.write(*self._links[at], self._blocks[at])
        self._changed.clear()


def _places_1541(blocks: Sequence[bytearray], tracks: int) -> list[_Place]:
    places = [_Place(0, 4 * track, 0, 4 * track + 1, 3) for track in range(36)]
    for base in (_DOLPHIN_MAP, _SPEED_MAP):
        if tracks > 35 and _is_map(blocks[0][base : base + 20]):
            return places + [_Place(0, at, 0, at + 1, 3) for at in range(base, base + 20, 4)]
    return places


def _places_1571(blocks: Sequence[bytearray], tracks: int) -> list[_Place]:
    places = [_Place(0, 4 * track, 0, 4 * track + 1, 3) for track in range(36)]
    if blocks[0][3] & DOUBLE_SIDED:
        places += [_Place(0, _COUNTS_1571 + n, 1, 3 * n, 3) for n in range(35)]
    return places


def _places_1581(blocks: Sequence[bytearray], tracks: int) -> list[_Place]:
    starts = [(n // 40, _FIRST_1581 + 6 * (n % 40)) for n in range(80)]
    places = [_Place(block, at, block, at + 1, 5) for block, at in starts]
    return [places[0], *places]  # there is no track 0


_Places = Callable[[Sequence[bytearray], int], list[_Place]]
_PLACES: dict[str, _Places] = {"1541": _places_1541, "1571": _places_1571, "1581": _places_1581}


def _is_map(part: bytearray) -> bool:
    """Tell whether 20 bytes are the map of tracks 36-40: counts that fit their bits."""
    if not any(part):
        return False
    for at in range(0, 20, 4):
        bits = int.from_bytes(part[at + 1 : at + 4], "little")
        if part[at] != bits.bit_count() or bits >> sectors_of(36):
            return False
    return True


def with_free_1541(header: bytearray, tracks: int) -> bytearray:
    """Return a 1541's header in which every block of 40 tracks at most is free.

    tracks   more than 35: tracks 36-40 are managed too, where SpeedDOS keeps them
    """
    for track in range(1, min(tracks, 40) + 1):
        base = 4 * track if track <= 35 else _SPEED_MAP + 4 * (track - 36)
        count = sectors_of(track)
        header[base] = count
        header[base + 1 : base + 4] = ((1 << count) - 1).to_bytes(3, "little")
    return header
