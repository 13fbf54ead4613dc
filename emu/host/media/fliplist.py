"""The disks of one title, which take turns in a drive."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Self

from disk.loader import DISK_ENDINGS, Source, open_media, sources_in

if TYPE_CHECKING:
    from c64.api import C64
    from c64.api_views import FilePath


class FlipList:
    """Disks in a circle, one of which is in the drive.

    sources  disk.loader.Source of each; opened when it is inserted, so that changes to a disk are
             there when it is inserted again
    at       number of the one in the drive, from 0
    device   the drive's number
    """

    def __init__(self, sources: Iterable[Source] = (), device: int = 8) -> None:
        self.sources = list(sources)
        self.at = 0
        self.device = device

    @classmethod
    def of_file(cls, path: FilePath, device: int = 8) -> Self:
        """Return the disks that a file holds: an .m3u, a .zip with several, a single image.

        Raises MediaError if the file cannot be read; a file without disks gives an empty list.
        """
        sources = sources_in(path)
        return cls([source for source in sources if _is_disk(source, len(sources))], device)

    def __len__(self) -> int:
        return len(self.sources)

    @property
    def labels(self) -> list[str]:
        """The disks by their names, for a menu."""
        return [Path(source.name).stem for source in self.sources]

    def add(self, path: FilePath) -> None:
        """Put the disks of a file behind the last one; MediaError if it cannot be read."""
        self.sources += type(self).of_file(path).sources

    def remove(self, number: int) -> None:
        """Take a disk off the list; the one in the drive stays there."""
        del self.sources[number]
        self.at = min(self.at - (number < self.at), max(len(self) - 1, 0))

    def next(self, machine: C64, read_only: bool = False) -> str:
        """Put in the disk after the present one; see ``attach``."""
        return self.attach(machine, self.at + 1, read_only)

    def previous(self, machine: C64, read_only: bool = False) -> str:
        """Put in the disk before the present one; see ``attach``."""
        return self.attach(machine, self.at - 1, read_only)

    def attach(self, machine: C64, number: int, read_only: bool = False) -> str:
        """Put disk ``number`` into the drive, counted round the list.

        machine  c64.C64

        Returns a line for the user, "disk 2 of 3: side b".  Raises MediaError, and leaves the
        disk in the drive, if the file cannot be used; IndexError on an empty list.
        """
        if not self.sources:
            raise IndexError("the list of disks is empty")
        number %= len(self)
        source = self.sources[number]
        machine.drives[self.device].attach(source.open(), read_only=read_only)
        self.at = number
        return f"disk {number + 1} of {len(self)}: {self.labels[number]}"


def _is_disk(source: Source, count: int) -> bool:
    """Tell whether a source is a disk's image: by its name, or, if it is alone, by its content."""
    if Path(source.name).suffix.lower() in DISK_ENDINGS:
        return True
    return count == 1 and source.member is None and open_media(source.path).kind == "disk"
