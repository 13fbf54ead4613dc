"""The disk in a drive: opened for it, fit for its kind, and packed for snapshots."""

import struct
import zlib

from disk.build import program_disk
from disk.d64 import D64Image
from disk.errors import MediaError, MediaUnknown
from disk.image_file import ImageFile
from disk.loader import image_kind_of, open_media

_HEAD = struct.Struct("<?qH")  # write protected, version, length of the file's name


def open_disk(media):
    """Return the image to put into a drive for a path or an opened medium (None: None)."""
    if media is None or isinstance(media, ImageFile):
        return media
    if not hasattr(media, "kind"):
        media = open_media(media)
    if media.kind == "disk":
        return media
    if media.kind == "cartridge":
        raise MediaUnknown(f"{media.name}: is a cartridge, no disk: use --cart")
    return program_disk(media.programs if media.kind == "tape" else (media,))


def drives_for(image):
    """Return the kinds of drives that take an image (None: no disk), the usual one first."""
    return ("quick", "1541") if image is None else getattr(image, "drives", ("1541",))


def check_drive_kind(image, kind):
    """Raise MediaUnknown if a drive of this kind cannot take the image (None: no disk)."""
    if image is None or kind in drives_for(image):
        return
    if kind == "quick":
        raise MediaUnknown(f"{image.name}: needs a 1541 with its own processor: --true-drive")
    raise MediaUnknown(f"{image.name}: does not go into a 1541, but into a quick drive")


def pack_disk(image):
    """Return image, name and state of its file as bytes."""
    name = image.path.name.encode() if image.path else b""
    head = _HEAD.pack(image.read_only, image.version, len(name)) + name
    return zlib.compress(head + image.to_bytes(), 1)


class PackedDisk:
    """A disk out of a snapshot.

    content  of its image;  name  of its host's file, "" without one
    """

    def __init__(self, packed):
        """Raises ValueError if it cannot be read."""
        try:
            content = zlib.decompress(packed)
            self.read_only, self.version, length = _HEAD.unpack_from(content)
            self.name = content[_HEAD.size : _HEAD.size + length].decode()
            self.content = content[_HEAD.size + length :]
            self._fresh = self._image()
        except (zlib.error, struct.error, MediaError, UnicodeDecodeError):
            raise ValueError("drive state: the disk in it cannot be read") from None

    def _image(self):
        where = self.name or "disk in memory"
        return (image_kind_of(len(self.content)) or D64Image)(self.content, where=where)

    def restored(self, present):
        """Return the image as it was.

        present  the one in the drive, which is used again if it is of a file of that name;
                 otherwise the disk comes back write protected, so that nothing is written
                 that nobody keeps
        """
        image = self._fresh
        named = present is not None and present.path is not None and present.path.name == self.name
        if named and type(present) is type(image):
            image = present
        else:
            image.read_only = self.read_only or bool(self.name)
        image.restore(self.content, self.version)
        return image
