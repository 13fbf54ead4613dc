"""The disks of one title, which take turns in a drive."""

from pathlib import Path

from disk.loader import DISK_ENDINGS, open_media, sources_in


class FlipList:
    """Disks in a circle, one of which is in the drive.

    sources  disk.loader.Source of each; opened when it is put in, so that what was written
             to a disk is there when its turn comes again
    at       number of the one in the drive, from 0
    device   the drive's number
    """

    def __init__(self, sources=(), device=8):
        self.sources = list(sources)
        self.at = 0
        self.device = device

    @classmethod
    def of_file(cls, path, device=8):
        """Return the disks that a file holds: an .m3u, a .zip with several, a single image.

        Raises MediaError if the file cannot be read; a file without disks gives an empty list.
        """
        sources = sources_in(path)
        return cls([source for source in sources if _is_disk(source, len(sources))], device)

    def __len__(self):
        return len(self.sources)

    @property
    def labels(self):
        """The disks by their names, for a menu."""
        return [Path(source.name).stem for source in self.sources]

    def add(self, path):
        """Put the disks of a file behind the last one; MediaError if it cannot be read."""
        self.sources += type(self).of_file(path).sources

    def remove(self, number):
        """Take a disk off the list; the one in the drive stays there."""
        del self.sources[number]
        self.at = min(self.at - (number < self.at), max(len(self) - 1, 0))

    def next(self, machine, read_only=False):
        """Put in the disk after the present one; see ``attach``."""
        return self.attach(machine, self.at + 1, read_only)

    def previous(self, machine, read_only=False):
        """Put in the disk before the present one; see ``attach``."""
        return self.attach(machine, self.at - 1, read_only)

    def attach(self, machine, number, read_only=False):
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


def _is_disk(source, count):
    """Tell whether a source is a disk's image: by its name, or, if it is alone, by its content."""
    if Path(source.name).suffix.lower() in DISK_ENDINGS:
        return True
    return count == 1 and source.member is None and open_media(source.path).kind == "disk"
