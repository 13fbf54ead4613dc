"""The blocks of a 1541 disk: which are in use, and how they are chained.

Sources: Immers and Neufeld, "Inside Commodore DOS" (block availability map, allocation
order); the layouts of tracks 36-40 in the map as SpeedDOS ($C0) and Dolphin DOS ($AC) of
track 18, sector 0, keep them.
"""

from collections.abc import Iterable, Iterator

from disk.errors import DosError
from disk.geometry import DIR_TRACK, Link, SectorImage, blocks_on, sectors_of

INTERLEAVE = 10  # sectors from one block of a file to the next
DIR_INTERLEAVE = 3

_DOLPHIN_MAP = 0xAC
_SPEED_MAP = 0xC0


class Blocks:
    """The block availability map and the chains of one image.

    image   the sectors (disk.geometry.SectorImage)
    pace    None: files are laid out as a 1541 does it; or (sectors from one block of a file
            to the next, as many more where the head moves), counted round the track
    """

    pace: tuple[int, int] | None = None

    def __init__(self, image: SectorImage) -> None:
        self.image = image

    # -- block availability map --------------------------------------------------------

    def _map_offset(self, track: int, header: bytearray) -> int:
        """Return where in ``header`` the map of a track is, or -1: not managed."""
        if 1 <= track <= 35:
            return 4 * track
        if track > min(self.image.tracks, 40):
            return -1
        for base in (_DOLPHIN_MAP, _SPEED_MAP):
            if _is_map(header[base : base + 20]):
                return base + 4 * (track - 36)
        return -1

    def header(self) -> bytearray:
        """Return track 18 sector 0 as a bytearray."""
        return bytearray(self.image.read(DIR_TRACK, 0))

    def put_header(self, header: bytearray) -> None:
        """Write track 18 sector 0."""
        self.image.write(DIR_TRACK, 0, header)

    def last_track(self) -> int:
        """Return the last track whose blocks the map manages: 35 or 40."""
        return 40 if self._map_offset(36, self.header()) >= 0 else 35

    def free_blocks(self) -> int:
        """Return the number of free blocks as the drive counts: track 18 left out."""
        header = self.header()
        total = 0
        for track in range(1, self.image.tracks + 1):
            at = self._map_offset(track, header)
            if at >= 0 and track != DIR_TRACK:
                total += header[at]
        return total

    def is_free(self, track: int, sector: int) -> bool:
        """Tell whether the map has the block as free (False where it is not managed)."""
        self.image.index(track, sector)
        header = self.header()
        at = self._map_offset(track, header)
        return at >= 0 and bool(header[at + 1 + (sector >> 3)] >> (sector & 7) & 1)

    def set_free(self, track: int, sector: int, free: bool) -> None:
        """Mark a block free or used; a track outside the map is left alone."""
        self.image.index(track, sector)
        header = self.header()
        if _mark(header, self._map_offset(track, header), sector, free):
            self.put_header(header)

    def next_free(self, track: int, sector: int) -> Link:
        """Return the first free (track, sector) from there upwards, (0, 0) if none is.

        The directory's track is passed over.
        """
        header = self.header()
        while track <= self.last_track():
            at = self._map_offset(track, header)
            for candidate in range(sector, sectors_of(track)):
                if track != DIR_TRACK and _bits(header, at) >> candidate & 1:
                    return track, candidate
            track, sector = track + 1, 0
        return 0, 0

    def _free_on(self, track: int, header: bytearray, first: int) -> int:
        """Return the first free sector from ``first`` on, round the track; -1: none."""
        at = self._map_offset(track, header)
        if at < 0:
            return -1
        count = sectors_of(track)
        for step in range(count):
            sector = (first + step) % count
            if header[at + 1 + (sector >> 3)] >> (sector & 7) & 1:
                return sector
        return -1

    def _take(self, header: bytearray, track: int, sector: int) -> Link:
        _mark(header, self._map_offset(track, header), sector, False)
        self.put_header(header)
        return track, sector

    def allocate_first(self) -> Link:
        """Take the block a new file begins with: nearest to the directory.

        Returns (track, sector); DosError 72 when the disk is full.
        """
        header = self.header()
        last = self.last_track()
        for distance in range(1, last):
            for track in (DIR_TRACK - distance, DIR_TRACK + distance):
                if 1 <= track <= last:
                    sector = self._free_on(track, header, 0)
                    if sector >= 0:
                        return self._take(header, track, sector)
        raise DosError(72)

    def allocate_next(self, track: int, sector: int) -> Link:
        """Take the block that follows (track, sector) in a file.

        The drive goes on by its interleave, then track by track away from the
        directory, then on the other side.  DosError 72 when the disk is full.
        """
        header = self.header()
        last = self.last_track()
        down, up = range(DIR_TRACK - 1, 0, -1), range(DIR_TRACK + 1, last + 1)
        if track < DIR_TRACK:
            order = [*range(track, 0, -1), *up, *down]
        else:
            order = [*range(max(track, DIR_TRACK + 1), last + 1), *down, *up]
        for candidate in order:
            free = self._free_on(candidate, header, self._follower(track, sector, candidate))
            if free >= 0:
                return self._take(header, candidate, free)
        raise DosError(72)

    def _follower(self, track: int, sector: int, candidate: int) -> int:
        """Return where on track ``candidate`` to look for the block after (track, sector)."""
        if self.pace is None:
            return _skip(track, sector, INTERLEAVE) if candidate == track else 0
        step, skew = self.pace
        return (sector + step + (skew if candidate != track else 0)) % sectors_of(candidate)

    def allocate_in_directory(self, sector: int) -> Link:
        """Take the block that follows ``sector`` in the directory; DosError 72: it is full."""
        header = self.header()
        free = self._free_on(DIR_TRACK, header, _skip(DIR_TRACK, sector, DIR_INTERLEAVE))
        if free < 0:
            raise DosError(72)
        return self._take(header, DIR_TRACK, free)

    def rebuild_map(self, used: Iterable[Link]) -> None:
        """Make a map in which nothing but ``used``, pairs (track, sector), is taken."""
        header = with_empty_map(self.header(), self.last_track())
        for track, sector in used:
            _mark(header, self._map_offset(track, header), sector, False)
        self.put_header(header)

    # -- chains ------------------------------------------------------------------------

    def chain(self, track: int, sector: int) -> Iterator[tuple[int, int, bytes]]:
        """Yield (track, sector, 256 bytes) along a chain of blocks.

        DosError 67 where a link leads off the disk, 71 where the chain bites its tail.
        """
        for _ in range(blocks_on(self.image.tracks)):
            try:
                block = self.image.read(track, sector)
            except DosError as error:
                raise DosError(67 if error.number == 66 else error.number, track, sector) from None
            yield track, sector, block
            track, sector = block[0], block[1]
            if track == 0:
                return
        raise DosError(71, track, sector)

    def free_chain(self, track: int, sector: int) -> None:
        """Mark the blocks of a chain free; a broken chain is freed up to the break."""
        blocks = []
        try:
            for at_track, at_sector, _ in self.chain(track, sector):
                blocks.append((at_track, at_sector))
        except DosError as error:
            if error.number not in (67, 71):
                raise
        header = self.header()
        for at_track, at_sector in blocks:
            _mark(header, self._map_offset(at_track, header), at_sector, True)
        self.put_header(header)


def _skip(track: int, sector: int, interleave: int) -> int:
    """Return the sector an interleave further, as the drive counts round a track."""
    sector += interleave
    if sector >= sectors_of(track):
        sector -= sectors_of(track)
        if sector > 0:
            sector -= 1
    return sector


def _bits(header: bytearray, at: int) -> int:
    return header[at + 1] | header[at + 2] << 8 | header[at + 3] << 16


def _is_map(part: bytearray) -> bool:
    """Tell whether 20 bytes are the map of tracks 36-40: counts that fit their bits."""
    if not any(part):
        return False
    return all(
        part[at] == _bits(part, at).bit_count() and _bits(part, at) >> sectors_of(36) == 0
        for at in range(0, 20, 4)
    )


def _mark(header: bytearray, at: int, sector: int, free: bool) -> bool:
    """Change one bit of the map and its count; returns True when it changed."""
    if at < 0:
        return False
    place, bit = at + 1 + (sector >> 3), 1 << (sector & 7)
    if bool(header[place] & bit) == free:
        return False
    header[place] ^= bit
    header[at] = _bits(header, at).bit_count()
    return True


def with_empty_map(header: bytearray, tracks: int) -> bytearray:
    """Return ``header`` with every block free but the header and the first of the directory.

    tracks   more than 35: tracks 36-40 are managed too, where SpeedDOS keeps them
    """
    for track in range(1, min(tracks, 40) + 1):
        base = 4 * track if track <= 35 else _SPEED_MAP + 4 * (track - 36)
        count = sectors_of(track)
        header[base] = count
        header[base + 1 : base + 4] = ((1 << count) - 1).to_bytes(3, "little")
    for sector in (0, 1):
        _mark(header, 4 * DIR_TRACK, sector, False)
    return header
