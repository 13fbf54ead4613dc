"""Relative files: records of one size, found by their number through side sectors.

A side sector has the places of 120 blocks of the file, and those of the up to six side sectors
of its group.  A 1541 and a 1571 know one group; on a 1581's disk a block above them has the
first side sector of up to 126 groups.  A file always ends with a whole record; records that
nobody has written are $FF and zeros.

Sources: Immers and Neufeld, "Inside Commodore DOS"; Commodore, "1581 User's Guide"; the mark of
the block above, which that gives as $FF and all disks seen have as $FE, from Peter Schepers, "D81".
"""

from collections.abc import Iterator
from typing import Self

from disk.directory import CLOSED, DATA_SIZE, REL, Directory, Entry
from disk.errors import DosError
from disk.geometry import SECTOR_SIZE, Link

LONGEST_RECORD = 254
_POINTERS = 120  # places of blocks in a side sector
_GROUP = 6  # side sectors in a group
_MOST_GROUPS = 126
_SUPER_MARK = 0xFE
_POINTERS_AT = 16

Slot = tuple[int, int, int]


class RelativeFile:
    """The records of one file.

    entry   where its directory entry is: (track, sector, slot)
    size    bytes a record has, 1..254
    count   how many records there are
    """

    def __init__(self, volume: Directory, entry: Entry) -> None:
        """Raises DosError: 67 or 71 if the side sectors cannot be followed."""
        self.volume = volume
        self.entry: Slot = (entry.track, entry.sector, entry.slot)
        self.size = entry.record_size
        if not 1 <= self.size <= LONGEST_RECORD:
            raise DosError(71, *entry.start)
        self._sides = list(self._read_sides(entry))
        self._blocks = [link for _, links in self._sides for link in links]
        if not self._blocks:
            raise DosError(71, *entry.start)
        self._spare = None if not volume.layout.super_sides else entry.sides
        last = self._read(self._blocks[-1])
        used = (len(self._blocks) - 1) * DATA_SIZE + max(last[1] - 1, 0)
        self.count = used // self.size

    @classmethod
    def create(cls, volume: Directory, name: bytes, size: int) -> Self:
        """Begin a new file with as many records as one block has, one at least.

        DosError 50 for a size that no record has, 63 if the name is taken, 72 without room.
        """
        if not 1 <= size <= LONGEST_RECORD:
            raise DosError(50)
        if volume.find(name) is not None:
            raise DosError(63)
        own = 3 if volume.layout.super_sides else 2
        if volume.free_blocks() < own:
            raise DosError(72)
        links = [volume.allocate_first()]
        while len(links) < own:
            links.append(volume.allocate_next(*links[-1]))
        first, side = links[:2]
        try:
            entry = volume.create(name, REL | CLOSED, first)
        except DosError:
            volume.free_all(links)
            raise
        entry.raw[21:23] = bytes(links[-1])
        entry.raw[23] = size
        volume.put_entry(entry)  # 0 blocks: a drive counts them when the first record is written
        volume.image.write(*first, bytes((0, 1)) + bytes(DATA_SIZE))
        self = cls.__new__(cls)
        self.volume, self.size, self.count = volume, size, 0
        self.entry = (entry.track, entry.sector, entry.slot)
        self._blocks, self._sides = [first], [(side, [first])]
        self._spare = links[2] if volume.layout.super_sides else None
        self._write_sides()
        self._grow(1)
        return self

    # -- records -----------------------------------------------------------------------

    def read(self, record: int) -> bytes:
        """Return the bytes of a record, counted from 0; DosError 50 if there is none."""
        if record >= self.count:
            raise DosError(50)
        start, out = record * self.size, b""
        while len(out) < self.size:
            block, at = divmod(start + len(out), DATA_SIZE)
            out += self._read(self._blocks[block])[2 + at : 2 + at + self.size - len(out)]
        return out

    def write(self, record: int, content: bytes) -> None:
        """Replace a record, filled up with zeros; the file grows if it does not reach so far.

        DosError 52 if the disk has no room for that.
        """
        if record >= self.count:
            self._grow(record + 1)
        self._put(record * self.size, content[: self.size].ljust(self.size, b"\0"))
        entry = self.volume.entry_at(*self.entry)
        blocks = len(self._blocks) + len(self._sides) + (self._spare is not None)
        if entry.size != blocks:
            entry.size = blocks
            self.volume.put_entry(entry)

    def _grow(self, count: int) -> None:
        """Make the file ``count`` records long, and more as long as the last block has room."""
        needed = -(-count * self.size // DATA_SIZE)
        self._allocate(needed)
        before, self.count = self.count, needed * DATA_SIZE // self.size
        end = self.count * self.size - (needed - 1) * DATA_SIZE + 1
        last = self._blocks[-1]
        self.volume.image.write(*last, bytes((0, end)) + self._read(last)[2:])
        empty = b"\xff" + bytes(self.size - 1)
        self._put(before * self.size, empty * (self.count - before))

    def _allocate(self, needed: int) -> None:
        """Chain new blocks to the file until it has ``needed``; DosError 52 without room."""
        volume, more = self.volume, needed - len(self._blocks)
        if more <= 0:
            return
        sides = -(-needed // _POINTERS)
        most = _GROUP * (_MOST_GROUPS if volume.layout.super_sides else 1)
        if sides > most or more + sides - len(self._sides) > volume.free_blocks():
            raise DosError(52)
        for _ in range(more):
            before = self._blocks[-1]
            link = volume.allocate_next(*before)
            volume.image.write(*before, bytes(link) + self._read(before)[2:])
            volume.image.write(*link, bytes((0, 0xFF)) + bytes(DATA_SIZE))
            self._blocks.append(link)
            if len(self._sides[-1][1]) == _POINTERS:
                self._sides.append((volume.allocate_next(*link), []))
            self._sides[-1][1].append(link)
        self._write_sides()

    def _read(self, link: Link) -> bytes:
        return self.volume.image.read(*link)

    def _put(self, start: int, content: bytes) -> None:
        """Write bytes at a place of the file, counted from its first record."""
        while content:
            number, at = divmod(start, DATA_SIZE)
            block = bytearray(self._read(self._blocks[number]))
            part = content[: DATA_SIZE - at]
            block[2 + at : 2 + at + len(part)] = part
            self.volume.image.write(*self._blocks[number], block)
            start, content = start + len(part), content[len(part) :]

    # -- side sectors ------------------------------------------------------------------

    def _read_sides(self, entry: Entry) -> Iterator[tuple[Link, list[Link]]]:
        """Yield every side sector as its place and those of its blocks."""
        chains, seen = self.volume.side_chains(entry), set()
        for start in chains:
            for track, sector, block in self.volume.chain(*start):
                if (track, sector) in seen:
                    break
                seen.add((track, sector))
                if block[2] >= _GROUP:  # no side sector, but the block above them
                    continue
                pairs = range(_POINTERS_AT, SECTOR_SIZE, 2)
                yield (track, sector), [(block[at], block[at + 1]) for at in pairs if block[at]]

    def _write_sides(self) -> None:
        """Write all side sectors, and the block above them."""
        write = self.volume.image.write
        links = [link for link, _ in self._sides]
        for number, (link, pointers) in enumerate(self._sides):
            group = links[number - number % _GROUP :][:_GROUP]
            end = _POINTERS_AT + 2 * len(pointers) - 1
            follower = links[number + 1] if link != group[-1] else (0, end)
            block = bytes((*follower, number % _GROUP, self.size))
            block += b"".join(map(bytes, group)).ljust(2 * _GROUP, b"\0")
            block += b"".join(map(bytes, pointers))
            write(*link, block.ljust(SECTOR_SIZE, b"\0"))
        if self._spare is not None:
            groups = b"".join(map(bytes, links[::_GROUP]))
            block = bytes((*links[0], _SUPER_MARK)) + groups
            write(*self._spare, block.ljust(SECTOR_SIZE, b"\0"))
