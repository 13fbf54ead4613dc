"""An image that holds the sectors of a disk in order, with or without an error byte for each.

Source: Peter Schepers, "D64 (Electronic form of a physical 1541 disk)" for the error bytes.
"""

from abc import abstractmethod
from pathlib import Path
from typing import ClassVar, Self

from disk.errors import DosError
from disk.geometry import SECTOR_SIZE, Layout
from disk.image_file import Content, ImageFile
from disk.volume import Region, Volume

# Error byte of the image -> number in the status channel; 0 and 1 mean "no error".
_ERROR_NUMBERS = {
    2: 20, 3: 21, 4: 22, 5: 23, 6: 24, 7: 25, 8: 26, 9: 27, 10: 28, 11: 29, 15: 74,
}  # fmt: skip


class SectorFile(ImageFile):
    """The sectors of one disk, and the host's file they came from (disk.image_file).

    layout     disk.geometry.Layout of its drive
    drives     the kinds of drives that take it
    data       bytearray, sector after sector
    errors     bytearray, one byte a sector, or None
    tracks     how many
    """

    layout: ClassVar[Layout]
    drives: ClassVar[tuple[str, ...]]

    def __init__(
        self,
        data: Content,
        path: Path | None = None,
        read_only: bool = False,
        where: str = "disk image",
    ) -> None:
        super().__init__(data, path, read_only, where)
        self.tracks, with_errors = self.check_size(len(data), where)
        size = self.layout.blocks_on(self.tracks) * SECTOR_SIZE
        self.data = bytearray(data[:size])
        self.errors = bytearray(data[size:]) if with_errors else None

    @classmethod
    @abstractmethod
    def check_size(cls, size: int, where: str) -> tuple[int, bool]:
        """Return (tracks, has error bytes) of an image of ``size`` bytes.

        Raises MediaDamaged with the sizes that would be right.
        """

    @classmethod
    def formatted(cls, name: bytes, disk_id: bytes, tracks: int) -> Self:
        """Return a formatted disk in memory; name and id in PETSCII."""
        image = cls(bytes(cls.layout.blocks_on(tracks) * SECTOR_SIZE))
        Volume(image).format(name, disk_id)
        image.dirty = False
        return image

    def volume(self, region: Region | None = None) -> Volume:
        """Return the disk, or a partition of it, as its drive sees it."""
        return Volume(self, region)

    def to_bytes(self) -> bytes:
        """Return the image as a file's content."""
        return bytes(self.data) + (bytes(self.errors) if self.errors is not None else b"")

    # -- sectors -----------------------------------------------------------------------

    def index(self, track: int, sector: int) -> int:
        """Return the number of the sector on the disk; DosError 66 if there is none."""
        if not (1 <= track <= self.tracks and 0 <= sector < self.layout.sectors_of(track)):
            raise DosError(66, track, sector)
        return self.layout.starts[track] + sector

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
        fresh = type(self)(data)
        self.tracks, self.data, self.errors = fresh.tracks, fresh.data, fresh.errors
        self.mark_restored(data, version)
