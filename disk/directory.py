"""The directory of a disk: 32 bytes a file, eight files a block.

Sources: Immers and Neufeld, "Inside Commodore DOS"; Commodore, "1581 User's Guide", for
partitions.
"""

from collections.abc import Callable, Iterator

from disk.blocks import Blocks, Region
from disk.errors import DosError
from disk.geometry import SECTOR_SIZE, Link, end_of_block
from disk.petscii import matches, padded, stripped

ENTRY_SIZE = 32
DATA_SIZE = SECTOR_SIZE - 2  # bytes of a file in one block

DEL, SEQ, PRG, USR, REL, CBM = range(6)
TYPE_NAMES = (b"DEL", b"SEQ", b"PRG", b"USR", b"REL", b"CBM")  # CBM: a partition of a 1581
_LEAST_PARTITION = 120  # blocks of one that can have a directory
CLOSED = 0x80
LOCKED = 0x40


class Entry:
    """One file of the directory.

    track, sector, slot   where the entry is: the slot counts 0..7 in its sector
    raw                   bytearray of 32, as on the disk; bytes 0-1 belong to the sector
    """

    def __init__(self, track: int, sector: int, slot: int, raw: bytes) -> None:
        self.track = track
        self.sector = sector
        self.slot = slot
        self.raw = bytearray(raw)

    @property
    def place(self) -> tuple[object, ...]:
        """What tells it from other files: where it is in the directory."""
        return self.track, self.sector, self.slot

    @property
    def type(self) -> int:
        """Kind of file, 0..7: DEL SEQ PRG USR REL CBM, others are unknown."""
        return self.raw[2] & 7

    @property
    def closed(self) -> bool:
        """False: the file was never closed (a splat file)."""
        return bool(self.raw[2] & CLOSED)

    @property
    def locked(self) -> bool:
        """True: scratching leaves it alone."""
        return bool(self.raw[2] & LOCKED)

    @property
    def name(self) -> bytes:
        """Name in PETSCII, without the filling."""
        return stripped(self.raw[5:21])

    @property
    def start(self) -> Link:
        """(track, sector) of the first block."""
        return self.raw[3], self.raw[4]

    @start.setter
    def start(self, link: Link) -> None:
        self.raw[3], self.raw[4] = link

    @property
    def sides(self) -> Link:
        """(track, sector) of a relative file's first side sector; (0, 0): none."""
        return self.raw[21], self.raw[22]

    @property
    def record_size(self) -> int:
        """Bytes in a record of a relative file."""
        return self.raw[23]

    @property
    def size(self) -> int:
        """Length in blocks, as the directory says."""
        return self.raw[30] | self.raw[31] << 8

    @size.setter
    def size(self, blocks: int) -> None:
        self.raw[30], self.raw[31] = blocks & 0xFF, blocks >> 8 & 0xFF


class Directory(Blocks):
    """The files of one image, or of a partition on it, as its directory has them."""

    @property
    def drive(self) -> str:
        """The drive that this disk is of."""
        return self.layout.drive

    @property
    def partitions(self) -> bool:
        """True: parts of the disk can be disks of their own."""
        return self.layout.partitions

    def title(self) -> tuple[bytes, bytes]:
        """Return name (16 bytes) and id as the directory's first line shows them."""
        header, at, id_at = self.header(), self.layout.name_at, self.layout.id_at
        return bytes(header[at : at + 16]), bytes(header[id_at : id_at + 5])

    @property
    def type_names(self) -> tuple[bytes, ...]:
        """The kinds of files that the drive of this disk knows."""
        return TYPE_NAMES if self.layout.partitions else TYPE_NAMES[:CBM]

    def slots(self) -> Iterator[Entry]:
        """Yield every slot of the directory as an Entry, unused ones too."""
        for track, sector, block in self.chain(self.dir_track, self.layout.dir_sector):
            for slot in range(8):
                at = slot * ENTRY_SIZE
                yield Entry(track, sector, slot, block[at : at + ENTRY_SIZE])

    def entries(self) -> Iterator[Entry]:
        """Yield the files of the directory, in its order."""
        for entry in self.slots():
            if entry.raw[2]:
                yield entry

    def find(self, pattern: bytes, accept: Callable[[Entry], bool] | None = None) -> Entry | None:
        """Return the first file whose name fits ``pattern``, or None.

        accept   function of an Entry that may refuse it
        """
        for entry in self.entries():
            if matches(entry.name, pattern) and (accept is None or accept(entry)):
                return entry
        return None

    def entry_at(self, track: int, sector: int, slot: int) -> Entry:
        """Return the entry of one slot."""
        block = self.image.read(track, sector)
        return Entry(track, sector, slot, block[slot * ENTRY_SIZE : (slot + 1) * ENTRY_SIZE])

    def put_entry(self, entry: Entry) -> None:
        """Write an entry back to its slot."""
        block = bytearray(self.image.read(entry.track, entry.sector))
        at = entry.slot * ENTRY_SIZE
        block[at + 2 : at + ENTRY_SIZE] = entry.raw[2:]
        self.image.write(entry.track, entry.sector, block)

    def create(
        self, name: bytes, file_type: int, start: Link, unclosed: Entry | None = None
    ) -> Entry:
        """Make the directory entry of a new file, not yet closed; returns it.

        unclosed   an entry whose slot is not used again, as drives leave that of an unclosed file
                   which a new one takes the place of (1541, 1571 and 1581 DOS, seen in VICE)

        DosError 72 when the directory has no room (144 files, 296 on a 1581's disk).
        """
        left = None if unclosed is None else unclosed.place
        entry = next((e for e in self.slots() if not e.raw[2] and e.place != left), None)
        if entry is None:
            entry = self._extend_directory()
        entry.raw[2:] = bytes(ENTRY_SIZE - 2)
        entry.raw[2] = file_type
        entry.start = start
        entry.raw[5:21] = padded(name)
        self.put_entry(entry)
        return entry

    def rename(self, entry: Entry, name: bytes) -> None:
        """Give a file another name."""
        entry.raw[5:21] = padded(name)
        self.put_entry(entry)

    def _extend_directory(self) -> Entry:
        *_, (track, sector, block) = self.chain(self.dir_track, self.layout.dir_sector)
        link = self.allocate_in_directory(sector)
        self.image.write(*link, bytes((0, 0xFF)) + bytes(DATA_SIZE))
        self.image.write(track, sector, bytes(link) + block[2:])
        return Entry(*link, 0, bytes(ENTRY_SIZE))

    def scratch(self, entry: Entry) -> None:
        """Delete a file: its blocks become free, its slot unused."""
        if entry.type == CBM and self.layout.partitions:
            self.free_all(self.partition_blocks(entry))
        elif entry.start[0]:
            self.free_chain(*entry.start)
        if entry.type == REL:
            for start in self.side_chains(entry):
                self.free_chain(*start)
        self.forget(entry)

    def forget(self, entry: Entry) -> None:
        """Make the slot of a file unused, not its blocks: which an unclosed one has is unknown."""
        entry.raw[2] = 0
        self.put_entry(entry)

    def side_chains(self, entry: Entry) -> list[Link]:
        """Return where the chains of a relative file's side sectors begin."""
        if not entry.sides[0]:
            return []
        if not self.layout.super_sides or entry.type != REL:
            return [entry.sides]
        try:
            block = self.image.read(*entry.sides)
        except DosError:
            return [entry.sides]
        groups = [(block[at], block[at + 1]) for at in range(3, SECTOR_SIZE - 1, 2) if block[at]]
        return [entry.sides, *groups[1:]]  # the block above leads on to the first group

    def partition_blocks(self, entry: Entry) -> list[Link]:
        """Return the blocks of a 1581's partition, which lie one behind the other.

        DosError 77 if they run off the disk.
        """
        track, sector = entry.start
        found = []
        for _ in range(entry.size):
            try:
                self.image.index(track, sector)
            except DosError:
                raise DosError(77, *entry.start) from None
            found.append((track, sector))
            sector += 1
            if sector == self.layout.sectors_of(track):
                track, sector = track + 1, 0
        return found

    def partition(self, entry: Entry) -> Region:
        """Return the tracks of a partition that can be a disk of its own.

        DosError 64 for another file, 77 if it is too small or not made of whole tracks.
        """
        if not (self.layout.partitions and entry.type == CBM):
            raise DosError(64)
        (track, sector), size = entry.start, entry.size
        count = self.layout.sectors_of(track) if track else 0
        last = track + size // count - 1 if count else 0
        bad = sector or not track or size % count or size < _LEAST_PARTITION
        if bad or last > self.image.tracks or track <= self.layout.dir_track <= last:
            raise DosError(77, track, sector)
        return Region(track, last)

    def read_file(self, entry: Entry) -> bytes:
        """Return the bytes of a file."""
        parts = []
        for _, _, block in self.chain(*entry.start):
            end = end_of_block(block)
            parts.append(block[2:end])
        return b"".join(parts)
