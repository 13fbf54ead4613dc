"""A 1541 disk as blocks in use, directory and files.

Source: Immers and Neufeld, "Inside Commodore DOS".

Not emulated: GEOS info blocks (kept as they are, not followed by ``validate``).
"""

from disk.blocks import INTERLEAVE, with_empty_map
from disk.directory import DATA_SIZE, DEL, LOCKED, PRG, REL, SEQ, USR, Directory
from disk.errors import DosError
from disk.geometry import DIR_TRACK, SECTOR_SIZE, Link, sectors_of
from disk.petscii import padded, stripped
from disk.streams import FileWriter

# With Volume, what its callers need: they see no more of a disk than this module.
__all__ = ["DEL", "DIR_TRACK", "INTERLEAVE", "LOCKED", "PRG", "REL", "SEQ", "USR", "Volume"]

_HEADER_NAME = 0x90
_HEADER_ID = 0xA2


class Volume(Directory):
    """Blocks, directory and files of one image.

    Methods raise DosError with the drive's numbers: 26 write protected, 62 not found,
    63 exists, 66/67 bad track or sector, 71 damaged directory or chain, 72 full.
    """

    def write_file(self, name: bytes, file_type: int, content: bytes) -> None:
        """Write a whole file; DosError 63 if the name is taken, 72 if it does not fit."""
        writer = FileWriter.create(self, name, file_type)
        for byte in content:
            writer.put(byte)
        writer.close()

    # -- whole disk --------------------------------------------------------------------

    def name(self) -> bytes:
        """Return the disk's name (PETSCII, unfilled)."""
        return stripped(self.header()[_HEADER_NAME : _HEADER_NAME + 16])

    def disk_id(self) -> bytes:
        """Return the two bytes of the disk's identification."""
        return bytes(self.header()[_HEADER_ID : _HEADER_ID + 2])

    def format(self, name: bytes, disk_id: bytes | None = None) -> None:
        """Empty the disk.  Without an id only map and directory, and the id stays.

        DosError 26 on a protected disk.
        """
        if disk_id is None:
            disk_id = self.disk_id()
        else:
            for track in range(1, self.image.tracks + 1):
                for sector in range(sectors_of(track)):
                    self.image.write(track, sector, bytes(SECTOR_SIZE))
        header = bytearray(SECTOR_SIZE)
        header[0:3] = bytes((DIR_TRACK, 1, 0x41))
        header[_HEADER_NAME : _HEADER_NAME + 27] = padded(b"", 27)
        header[_HEADER_NAME : _HEADER_NAME + 16] = padded(name)
        header[_HEADER_ID : _HEADER_ID + 2] = padded(disk_id, 2)
        header[0xA5:0xA7] = b"2A"
        self.put_header(with_empty_map(header, self.image.tracks))
        self.image.write(DIR_TRACK, 1, bytes((0, 0xFF)) + bytes(DATA_SIZE))

    def validate(self) -> None:
        """Rebuild the map from the directory; files never closed are deleted.

        Where a chain is broken or a block belongs to two files the drive's error is
        raised and the disk is as it was.
        """
        used = {(DIR_TRACK, 0)}
        for track, sector, _ in self.chain(DIR_TRACK, 1):
            used.add((track, sector))
        unclosed = []
        for entry in self.entries():
            if not entry.closed:
                unclosed.append(entry)
                continue
            for start in (entry.start, (entry.raw[21], entry.raw[22])):
                if start[0]:
                    self._claim(start, used)
        self.rebuild_map(used)
        for entry in unclosed:
            entry.raw[2] = 0
            self.put_entry(entry)

    def _claim(self, start: Link, used: set[Link]) -> None:
        for track, sector, _ in self.chain(*start):
            if (track, sector) in used:
                raise DosError(71, track, sector)
            used.add((track, sector))
