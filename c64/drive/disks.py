"""The disk in a drive: opened for it, fit for its kind, and packed for snapshots."""

import os
import struct
import zlib

from disk.budget import DISK_MOST, OverBudget, inflate
from disk.build import program_disk
from disk.d64 import D64Image
from disk.errors import MediaError, MediaUnknown
from disk.host_folder import HostFolder
from disk.loader import open_media
from disk.media import image_kind_of
from disk.plain_file import ODD_NAMES

_HEAD = struct.Struct("<?qH")  # write protected, version, length of the file's name
_DISK, _FOLDER = b"D", b"F"
_NO_DISKS = {
    "cartridge": "use --cart",
    "cassette": "it goes into the datasette",
    "tune": "give it as FILE",
    "state": "give it as FILE",
}
_UNREADABLE = "drive state: the disk in it cannot be read"


def open_disk(media):
    """Return the image to put into a drive for a path or an opened medium (None: None)."""
    if media is None:
        return None
    if not hasattr(media, "kind"):
        media = open_media(media)
    if media.kind == "disk":
        return media
    if media.kind in _NO_DISKS:
        raise MediaUnknown(f"{media.name}: is a {media.kind}, not a disk; {_NO_DISKS[media.kind]}")
    return program_disk(media.programs if media.kind == "tape" else (media,))


def drives_for(image):
    """Return the kinds of drives that take an image (None: no disk), the usual one first."""
    return ("quick", "1541") if image is None else getattr(image, "drives", ("1541",))


def check_drive_kind(image, kind):
    """Raise MediaUnknown if a drive of this kind cannot take the image (None: no disk)."""
    if image is None or kind in drives_for(image):
        return
    if kind == "quick":
        raise MediaUnknown(f"{image.name}: needs a 1541 with its own processor; use --true-drive")
    raise MediaUnknown(f"{image.name}: does not fit a 1541; use a virtual drive")


def pack_disk(image):
    """Return image, name and state of its file as bytes; of a folder only where it is."""
    if isinstance(image, HostFolder):
        return zlib.compress(_FOLDER + os.fsencode(image.path), 1)
    name = image.path.name.encode("utf-8", ODD_NAMES) if image.path else b""
    head = _HEAD.pack(image.read_only, image.version, len(name)) + name
    return zlib.compress(_DISK + head + image.to_bytes(), 1)


def unpack_disk(packed, present):
    """Return what ``pack_disk`` gave as a function that returns the image to put in.

    present  the image in the drive now

    Raises ValueError if it cannot be read, and for a folder that is not in the drive: a
    snapshot must not open folders by itself.
    """
    try:
        content = inflate(packed, DISK_MOST)
    except (zlib.error, OverBudget):
        raise ValueError(_UNREADABLE) from None
    kind, content = content[:1], content[1:]
    if kind == _DISK:
        return PackedDisk(content, present).restored
    path = os.fsdecode(content)
    if kind != _FOLDER:
        raise ValueError(_UNREADABLE)
    if not isinstance(present, HostFolder) or str(present.path) != path:
        raise ValueError(
            f"drive state: made with the folder {path} in the drive; put it in first (--drive8)"
        )
    return lambda: present


class PackedDisk:
    """A disk out of a snapshot.

    present  the image in the drive
    """

    def __init__(self, content, present):
        """Raises ValueError if it cannot be read."""
        self._present = present
        try:
            self.read_only, self.version, length = _HEAD.unpack_from(content)
            self.name = content[_HEAD.size : _HEAD.size + length].decode("utf-8", ODD_NAMES)
            self.content = content[_HEAD.size + length :]
            where = self.name or "disk in memory"
            make = image_kind_of(len(self.content)) or D64Image
            self._fresh = make(self.content, where=where)
        except (struct.error, MediaError, UnicodeDecodeError):
            raise ValueError(_UNREADABLE) from None

    def restored(self):
        """Return the image as it was.

        The one in the drive is used again if it is of a file of that name; otherwise the disk
        comes back write protected, so that nothing is written that nobody keeps.
        """
        image, present = self._fresh, self._present
        named = isinstance(present, type(image)) and present.path is not None
        if named and present.path.name == self.name:
            image = present
        else:
            image.read_only = self.read_only or bool(self.name)
        image.restore(self.content, self.version)
        return image
