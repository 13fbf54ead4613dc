"""D64: the sectors of a 1541 disk in one file.

A D64 holds the 256-byte sectors of 35, 40 or 42 tracks in order, track 1 sector 0
first, optionally followed by one error byte a sector.  This module knows sectors, the
error bytes and the host's file; blocks, directory and files are ``disk.volume``'s.

Source: Peter Schepers, "D64 (Electronic form of a physical 1541 disk)" for the layout
and the error bytes.

Not emulated: GCR, headers, gaps; the sectors between the tracks of a real disk.
"""

from pathlib import Path
from typing import Self

from disk.errors import DosError, MediaDamaged
from disk.geometry import DIR_TRACK, SECTOR_SIZE, blocks_before, blocks_on, sectors_of
from disk.image_file import Content, ImageFile
from disk.volume import Volume

__all__ = ["D64_SIZES", "DIR_TRACK", "SECTOR_SIZE", "D64Image", "blocks_on", "sectors_of"]

# Error byte of the image -> number in the status channel; 0 and 1 mean "no error".
_ERROR_NUMBERS = {
    2: 20, 3: 21, 4: 22, 5: 23, 6: 24, 7: 25, 8: 26, 9: 27, 10: 28, 11: 29, 15: 74,
}  # fmt: skip


# Size in bytes -> (tracks, has error bytes)
D64_SIZES = {
    blocks_on(tracks) * (SECTOR_SIZE + extra): (tracks, bool(extra))
    for tracks in (35, 40, 42)
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
    kind = "truncated" if size < least else "oversized"
    if least < size < max(D64_SIZES):
        kind = "wrong size"
    raise MediaDamaged(
        f"{where}: {kind}: {size} bytes; a .d64 has 174848 (35 tracks) or 196608 (40), "
        "with error bytes 175531 or 197376"
    )


class D64Image(ImageFile):
    """The sectors of one disk, and the host's file they came from (disk.image_file).

    data       bytearray, sector after sector
    errors     bytearray, one byte a sector, or None
    tracks     35, 40 or 42
    """

    def __init__(
        self,
        data: Content,
        path: Path | None = None,
        read_only: bool = False,
        where: str = "disk image",
    ) -> None:
        super().__init__(data, path, read_only, where)
        self.tracks, with_errors = check_size(len(data), where)
        size = blocks_on(self.tracks) * SECTOR_SIZE
        self.data = bytearray(data[:size])
        self.errors = bytearray(data[size:]) if with_errors else None

    @classmethod
    def blank(cls, name: bytes = b"", disk_id: bytes = b"00", tracks: int = 35) -> Self:
        """Return a formatted disk in memory; name and id in PETSCII."""
        image = cls(bytes(blocks_on(tracks) * SECTOR_SIZE))
        Volume(image).format(name, disk_id)
        image.dirty = False
        return image

    def to_bytes(self) -> bytes:
        """Return the image as a file's content."""
        return bytes(self.data) + (bytes(self.errors) if self.errors is not None else b"")

    # -- sectors -----------------------------------------------------------------------

    def index(self, track: int, sector: int) -> int:
        """Return the number of the sector on the disk; DosError 66 if there is none."""
        if not (1 <= track <= self.tracks and 0 <= sector < sectors_of(track)):
            raise DosError(66, track, sector)
        return blocks_before(track) + sector

    def read(self, track: int, sector: int) -> bytes:
        """Return the 256 bytes of a sector; DosError 66, or what the error byte says."""
        at = self.index(track, sector)
        if self.errors is not None:
            number = _ERROR_NUMBERS.get(self.errors[at], 0)
            if number:
                raise DosError(number, track, sector)
        return bytes(self.data[at * SECTOR_SIZE : (at + 1) * SECTOR_SIZE])

    def write(self, track: int, sector: int, content: Content) -> None:
        """Replace the 256 bytes of a sector; DosError 66, or 26 on a protected disk."""
        at = self.index(track, sector)
        if self.read_only:
            raise DosError(26, track, sector)
        self.data[at * SECTOR_SIZE : (at + 1) * SECTOR_SIZE] = content
        if self.errors is not None:
            self.errors[at] = 1
        self.dirty = True
        self.version += 1

    def restore(self, data: Content, version: int) -> None:
        """Put back the content of a snapshot; the host's file stays as it is for now."""
        fresh = D64Image(data)
        self.tracks, self.data, self.errors = fresh.tracks, fresh.data, fresh.errors
        self.mark_restored(data, version)
