"""A disk as blocks in use, directory and files.

Sources: Immers and Neufeld, "Inside Commodore DOS"; Commodore, "1571 User's Guide" and "1581
User's Guide".

Not emulated: GEOS info blocks (kept as they are, not followed by ``validate``).
"""

from disk.block_map import DOUBLE_SIDED, with_free_1541
from disk.blocks import INTERLEAVE, Region
from disk.directory import CBM, DATA_SIZE, DEL, LOCKED, PRG, REL, SEQ, USR, Directory, Entry
from disk.errors import DosError
from disk.geometry import DIR_TRACK, SECTOR_SIZE, Link
from disk.petscii import padded, stripped
from disk.relative import RelativeFile
from disk.streams import FileReader, FileWriter, ReaderState, WriterState

# With Volume, what its callers need: they see no more of a disk than this module.
__all__ = [
    "CBM", "DEL", "DIR_TRACK", "INTERLEAVE", "LOCKED", "PRG", "REL", "SEQ", "USR", "Region",
    "Volume",
]  # fmt: skip

_SINGLE_SIDED = 35  # tracks
_VERIFY_AND_CRC = 0xC0  # of the 1581's map: how its DOS reads and writes


class Volume(Directory):
    """Blocks, directory and files of one image, or of a partition on it.

    Methods raise DosError with the drive's numbers: 26 write protected, 62 not found,
    63 exists, 66/67 bad track or sector, 71 damaged directory or chain, 72 full, 77 no
    partition that can be a disk of its own.
    """

    def write_file(self, name: bytes, file_type: int, content: bytes) -> None:
        """Write a whole file; DosError 63 if the name is taken, 72 if it does not fit."""
        writer = FileWriter.create(self, name, file_type)
        for byte in content:
            writer.put(byte)
        writer.close()

    # -- streams: what a drive's channels are open on ----------------------------------

    def reader(self, entry: Entry) -> FileReader:
        """Begin to read a file."""
        return FileReader(self, *entry.start)

    def raw_directory(self) -> FileReader:
        """Begin to read the blocks of header and directory."""
        return FileReader(self, self.dir_track, 0)

    def create_file(self, name: bytes, file_type: int, unclosed: Entry | None = None) -> FileWriter:
        """Begin a new file; DosError 63 if the name is taken, 72 if there is no room.

        unclosed   entry of that name that was just forgotten
        """
        return FileWriter.create(self, name, file_type, unclosed)

    def replace_file(self, entry: Entry) -> FileWriter:
        """Begin to replace a file, which stays whole until ``close``."""
        return FileWriter.replace(self, entry)

    def append_to(self, entry: Entry) -> FileWriter:
        """Go on behind the end of a file."""
        return FileWriter.append(self, entry)

    def create_relative(self, name: bytes, size: int) -> RelativeFile:
        """Begin a new relative file with records of ``size`` bytes."""
        return RelativeFile.create(self, name, size)

    def open_relative(self, entry: Entry) -> RelativeFile:
        """Open a relative file."""
        return RelativeFile(self, entry)

    def reader_from_state(self, state: ReaderState) -> FileReader:
        """Return the reader that gave ``state``."""
        return FileReader.from_state(self, state)

    def writer_from_state(self, state: WriterState) -> FileWriter:
        """Return the writer that gave ``state``."""
        return FileWriter.from_state(self, state)

    # -- whole disk --------------------------------------------------------------------

    def name(self) -> bytes:
        """Return the disk's name (PETSCII, unfilled)."""
        at = self.layout.name_at
        return stripped(self.header()[at : at + 16])

    def disk_id(self) -> bytes:
        """Return the two bytes of the disk's identification."""
        at = self.layout.id_at
        return bytes(self.header()[at : at + 2])

    def format(self, name: bytes, disk_id: bytes | None = None) -> None:
        """Empty the disk.  Without an id only map and directory, and the id stays.

        DosError 26 on a protected disk.
        """
        if disk_id is None:
            disk_id = self.disk_id()
        else:
            for track, sector in self._all_blocks():
                self.image.write(track, sector, bytes(SECTOR_SIZE))
        make = self._make_1581 if self.layout.drive == "1581" else self._make_1541
        make(name, padded(disk_id, 2))
        self.image.write(
            self.dir_track, self.layout.dir_sector, bytes((0, 0xFF)) + bytes(DATA_SIZE)
        )
        self.rebuild_map((*self._own_blocks(), (self.dir_track, self.layout.dir_sector)))

    def _all_blocks(self) -> list[Link]:
        last = self.image.tracks if self.region is None else self.region.last
        tracks = range(self.first_track, last + 1)
        return [(t, s) for t in tracks for s in range(self.layout.sectors_of(t))]

    def _own_blocks(self) -> list[Link]:
        """Return the blocks of header and map."""
        links = [(track or self.dir_track, sector) for track, sector in self.layout.map_links]
        return [(self.dir_track, 0), *links]

    def _named(self, header: bytearray, name: bytes, disk_id: bytes) -> bytearray:
        """Return the header with name, id and the DOS's version, filled with shifted blanks."""
        at, id_at = self.layout.name_at, self.layout.id_at
        header[at : id_at + self.layout.tail] = padded(b"", id_at + self.layout.tail - at)
        header[at : at + 16] = padded(name)
        header[id_at : id_at + 2] = disk_id
        header[id_at + 3 : id_at + 5] = self.layout.version
        return header

    def _make_1541(self, name: bytes, disk_id: bytes) -> None:
        header = self._named(bytearray(SECTOR_SIZE), name, disk_id)
        header[0:3] = bytes((self.dir_track, self.layout.dir_sector, 0x41))
        if self.layout.drive == "1571" and self.image.tracks > _SINGLE_SIDED:
            header[3] = DOUBLE_SIDED
            self.image.write(*self.layout.map_links[1], bytes(SECTOR_SIZE))
        self.put_header(with_free_1541(header, min(self.image.tracks, 40)))

    def _make_1581(self, name: bytes, disk_id: bytes) -> None:
        header = self._named(bytearray(SECTOR_SIZE), name, disk_id)
        header[0:3] = bytes((self.dir_track, self.layout.dir_sector, 0x44))
        self.put_header(header)
        following = ((self.dir_track, 2), (0, 0xFF))
        for (_, sector), link in zip(self.layout.map_links, following, strict=True):
            start = bytes((*link, 0x44, 0xFF - 0x44, *disk_id, _VERIFY_AND_CRC))
            self.image.write(self.dir_track, sector, start.ljust(SECTOR_SIZE, b"\0"))

    def create_partition(self, name: bytes, start: Link, size: int) -> None:
        """Make a partition of ``size`` blocks from ``start`` on.

        DosError 63 if the name is taken, 77 if it runs off the disk or over blocks in use.
        """
        if self.find(name) is not None:
            raise DosError(63)
        entry = self.create(name, CBM, start)
        entry.size = size
        try:
            blocks = self.partition_blocks(entry)
            if not blocks or not all(self.is_free(*block) for block in blocks):
                raise DosError(77, *start)
        except DosError:
            entry.raw[2] = 0
            self.put_entry(entry)
            raise
        entry.raw[2] |= 0x80
        self.put_entry(entry)
        block_map = self.map()
        for track, sector in blocks:
            block_map.mark(track, sector, False)
        block_map.store()

    def validate(self) -> None:
        """Rebuild the map from the directory; files never closed are deleted.

        Where a chain is broken or a block belongs to two files the drive's error is
        raised and the disk is as it was.
        """
        used = set(self._own_blocks())
        for track, sector, _ in self.chain(self.dir_track, self.layout.dir_sector):
            used.add((track, sector))
        unclosed = []
        for entry in self.entries():
            if not entry.closed:
                unclosed.append(entry)
            elif entry.type == CBM and self.layout.partitions:
                self._claim(self.partition_blocks(entry), used)
            else:
                for start in (entry.start, *self.side_chains(entry)):
                    if start[0]:
                        self._claim([(t, s) for t, s, _ in self.chain(*start)], used)
        self.rebuild_map(used)
        for entry in unclosed:
            entry.raw[2] = 0
            self.put_entry(entry)

    @staticmethod
    def _claim(blocks: list[Link], used: set[Link]) -> None:
        for block in blocks:
            if block in used:
                raise DosError(71, *block)
            used.add(block)
