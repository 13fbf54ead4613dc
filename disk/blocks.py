"""The blocks of a disk: which are in use, and how they are chained.

Sources: Immers and Neufeld, "Inside Commodore DOS" (allocation order of the 1541); Commodore,
"1571 User's Guide" and "1581 User's Guide".

A 1571 and a 1581 take the nearest track with a free block here, too.  Their own order was not
at hand; where a file lies matters to nobody but the head.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from disk.block_map import BlockMap
from disk.errors import DosError
from disk.geometry import Link, SectorImage

INTERLEAVE = 10  # sectors from one block of a file to the next, on a 1541's disk


class Region(NamedTuple):
    """The tracks of a partition, directory and map on the first of them."""

    first: int
    last: int


class Blocks:
    """The block availability map and the chains of one image, or of a partition on it.

    image   the sectors (disk.geometry.SectorImage)
    region  the partition's tracks; None: the whole disk
    pace    None: files are laid out as a 1541 does it; or (sectors from one block of a file
            to the next, as many more where the head moves), counted round the track
    directory_pace  None: so is the directory; or sectors from one block of it to the next
    """

    pace: tuple[int, int] | None = None
    directory_pace: int | None = None

    def __init__(self, image: SectorImage, region: Region | None = None) -> None:
        self.image = image
        self.layout = image.layout
        self.region = region

    @property
    def dir_track(self) -> int:
        """The track of header, map and directory."""
        return self.layout.dir_track if self.region is None else self.region.first

    @property
    def first_track(self) -> int:
        """The first track that files can be on."""
        return 1 if self.region is None else self.region.first

    @property
    def blocks(self) -> int:
        """The number of sectors of the whole image."""
        return self.layout.blocks_on(self.image.tracks)

    # -- block availability map --------------------------------------------------------

    def map(self) -> BlockMap:
        """Return the map as it is on the disk now."""
        return BlockMap(self.image, self.dir_track)

    def header(self) -> bytearray:
        """Return the first block of the directory's track as a bytearray."""
        return bytearray(self.image.read(self.dir_track, 0))

    def put_header(self, header: bytearray) -> None:
        """Write the first block of the directory's track."""
        self.image.write(self.dir_track, 0, header)

    def last_track(self) -> int:
        """Return the last track whose blocks the map manages: 35 or 40 on a 1541's disk."""
        return self._last_of(self.map())

    def _last_of(self, block_map: BlockMap) -> int:
        last = min(block_map.last_track, self.image.tracks)
        return last if self.region is None else self.region.last

    def _for_files(self, track: int) -> bool:
        """Tell whether files may have blocks of a track."""
        return track != self.dir_track and track not in self.layout.whole

    def free_blocks(self) -> int:
        """Return the number of free blocks as the drive counts: the directory's left out."""
        block_map = self.map()
        tracks = range(self.first_track, self._last_of(block_map) + 1)
        return sum(block_map.count(track) for track in tracks if self._for_files(track))

    def is_free(self, track: int, sector: int) -> bool:
        """Tell whether the map has the block as free (False where it is not managed)."""
        self.image.index(track, sector)
        return bool(self.map().bits(track) >> sector & 1)

    def set_free(self, track: int, sector: int, free: bool) -> None:
        """Mark a block free or used; a track outside the map is left alone."""
        self.image.index(track, sector)
        block_map = self.map()
        block_map.mark(track, sector, free)
        block_map.store()

    def next_free(self, track: int, sector: int) -> Link:
        """Return the first free (track, sector) from there upwards, (0, 0) if none is.

        The directory's track is passed over.
        """
        block_map = self.map()
        while track <= self._last_of(block_map):
            for candidate in range(sector, self.layout.sectors_of(track)):
                if self._for_files(track) and block_map.bits(track) >> candidate & 1:
                    return track, candidate
            track, sector = track + 1, 0
        return 0, 0

    def _free_on(self, track: int, block_map: BlockMap, first: int) -> int:
        """Return the first free sector from ``first`` on, round the track; -1: none."""
        bits = block_map.bits(track)
        if not bits:
            return -1
        count = self.layout.sectors_of(track)
        for step in range(count):
            sector = (first + step) % count
            if bits >> sector & 1:
                return sector
        return -1

    def _take(self, block_map: BlockMap, track: int, sector: int) -> Link:
        block_map.mark(track, sector, False)
        block_map.store()
        return track, sector

    def allocate_first(self) -> Link:
        """Take the block a new file begins with: nearest to the directory.

        Returns (track, sector); DosError 72 when the disk is full.
        """
        block_map = self.map()
        first, last = self.first_track, self._last_of(block_map)
        for distance in range(1, last):
            for track in (self.dir_track - distance, self.dir_track + distance):
                if first <= track <= last and self._for_files(track):
                    sector = self._free_on(track, block_map, 0)
                    if sector >= 0:
                        return self._take(block_map, track, sector)
        raise DosError(72)

    def allocate_next(self, track: int, sector: int) -> Link:
        """Take the block that follows (track, sector) in a file.

        The drive goes on by its interleave, then track by track away from the
        directory, then on the other side.  DosError 72 when the disk is full.
        """
        block_map = self.map()
        middle, first, last = self.dir_track, self.first_track, self._last_of(block_map)
        down, up = range(middle - 1, first - 1, -1), range(middle + 1, last + 1)
        if track < middle:
            order = [*range(track, first - 1, -1), *up, *down]
        else:
            order = [*range(max(track, middle + 1), last + 1), *down, *up]
        for candidate in filter(self._for_files, order):
            free = self._free_on(candidate, block_map, self._follower(track, sector, candidate))
            if free >= 0:
                return self._take(block_map, candidate, free)
        raise DosError(72)

    def _follower(self, track: int, sector: int, candidate: int) -> int:
        """Return where on track ``candidate`` to look for the block after (track, sector)."""
        if self.pace is None:
            return self._skip(track, sector, self.layout.interleave) if candidate == track else 0
        step, skew = self.pace
        move = skew if candidate != track else 0
        return (sector + step + move) % self.layout.sectors_of(candidate)

    def _skip(self, track: int, sector: int, interleave: int) -> int:
        """Return the sector an interleave further, as the drive counts round a track."""
        sector += interleave
        count = self.layout.sectors_of(track)
        if sector >= count:
            sector -= count
            if sector > 0:
                sector -= 1
        return sector

    def allocate_in_directory(self, sector: int) -> Link:
        """Take the block that follows ``sector`` in the directory; DosError 72: it is full."""
        block_map = self.map()
        track = self.dir_track
        if self.directory_pace is None:
            first = self._skip(track, sector, self.layout.dir_interleave)
        else:
            first = (sector + self.directory_pace) % self.layout.sectors_of(track)
        free = self._free_on(track, block_map, first)
        if free < 0:
            raise DosError(72)
        return self._take(block_map, track, free)

    def rebuild_map(self, used: Iterable[Link]) -> None:
        """Make a map in which nothing but ``used``, pairs (track, sector), is taken.

        So are, on a 1571's disk, track 53, and in a partition what is not of it.
        """
        block_map = self.map()
        first, last = self.first_track, self._last_of(block_map)
        for track in range(1, block_map.last_track + 1):
            ours = first <= track <= last and track not in self.layout.whole
            block_map.put(track, (1 << self.layout.sectors_of(track)) - 1 if ours else 0)
        for track, sector in used:
            block_map.mark(track, sector, False)
        block_map.store()

    # -- chains ------------------------------------------------------------------------

    def chain(self, track: int, sector: int) -> Iterator[tuple[int, int, bytes]]:
        """Yield (track, sector, 256 bytes) along a chain of blocks.

        DosError 67 where a link leads off the disk, 71 where the chain bites its tail.
        """
        for _ in range(self.blocks):
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
        self.free_all(blocks)

    def free_all(self, blocks: Iterable[Link]) -> None:
        """Mark blocks, pairs (track, sector), free."""
        block_map = self.map()
        for track, sector in blocks:
            block_map.mark(track, sector, True)
        block_map.store()
