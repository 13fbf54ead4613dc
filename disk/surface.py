"""The surface of a disk as a drive's head meets it: half tracks of cells.

An image gives and takes single half tracks: ``read_half(half)`` returns (bytearray, cells) or
None where nothing was ever written, ``write_half(half, data, cells)`` returns lines about what
it cannot hold.  What the head has written stays here, too, so that a surface no image format
could hold is there as long as the disk is in the drive.
"""

import json
import struct

from disk.d64 import D64Image
from disk.errors import MediaDamaged
from disk.g64 import G64Image
from disk.gcr import encode_track, store_track
from disk.p64 import P64Image

_HEAD = struct.Struct("<I")
_KINDS = {kind.__name__: kind for kind in (D64Image, G64Image, P64Image)}


class Surface:
    """The half tracks (2 to 84, twice the track's number) of an image.

    image      disk.d64.D64Image, disk.g64.G64Image or disk.p64.P64Image
    """

    def __init__(self, image):
        self.image = image
        self._halves = {}
        self._written = set()
        self._changed = set()

    @property
    def read_only(self):
        """True: the notch is covered."""
        return self.image.read_only

    def track(self, half):
        """Return (bytearray of cells, first in bit 7, their count), or None: never written."""
        if half not in self._halves:
            self._halves[half] = self._read(half)
        return self._halves[half]

    def _read(self, half):
        if not isinstance(self.image, D64Image):
            return self.image.read_half(half)
        if half & 1 or half >> 1 > self.image.tracks:
            return None
        data = encode_track(self.image, half >> 1)
        return data, len(data) * 8

    def regrid(self, half, cells):
        """Give a half track another number of cells; returns as ``track``."""
        before = self.track(half)
        data = bytearray((cells + 7) // 8)
        if before is not None:
            old, count = before
            for cell in range(count):
                if old[cell >> 3] & (0x80 >> (cell & 7)):
                    at = cell * cells // count
                    data[at >> 3] |= 0x80 >> (at & 7)
        self._halves[half] = (data, cells)
        return self._halves[half]

    def written(self, half):
        """Take note that the head has written on a half track."""
        self._written.add(half)
        self._changed.add(half)

    @property
    def changed(self):
        """True: the head has written since the last flush."""
        return bool(self._changed)

    def flush(self):
        """Bring the image up to date; returns lines about what it cannot hold."""
        lost = []
        # Track 18 first: it says which id the headers of the others should have.
        for half in sorted(self._changed, key=lambda half: (half != 36, half)):
            data, cells = self._halves[half]
            lost += self._store(half, data, cells)
        self._changed.clear()
        return lost

    def _store(self, half, data, cells):
        if not isinstance(self.image, D64Image):
            return self.image.write_half(half, data, cells)
        if half & 1:
            return [f"{self.image.name}: a half track was written, which a .d64 cannot hold"]
        return store_track(self.image, half >> 1, data, cells)

    # -- snapshots ---------------------------------------------------------------------

    def save(self):
        """Return image and what the head has written on it as bytes."""
        image = self.image
        content = image.to_bytes()
        halves = [(half, *self._halves[half]) for half in sorted(self._written)]
        head = {
            "kind": type(image).__name__,
            "name": image.path.name if image.path else "",
            "read_only": image.read_only,
            "version": image.version,
            "size": len(content),
            "halves": [(half, cells, len(data)) for half, data, cells in halves],
            "changed": sorted(self._changed),
        }
        text = json.dumps(head).encode()
        return b"".join([_HEAD.pack(len(text)), text, content, *(d for _, d, _ in halves)])


def check_saved(saved):
    """Raise MediaDamaged unless ``restored_surface`` could use this."""
    restored_surface(saved, None)


def restored_surface(saved, present):
    """Return the Surface that ``save`` gave.

    present  the image in the drive: it is used again, and so its host's file, if it has the
             name of the saved one; otherwise the disk comes back write protected, so that
             nothing is written that nobody keeps

    Raises MediaDamaged.
    """
    try:
        (size,) = _HEAD.unpack_from(saved)
        head = json.loads(saved[4 : 4 + size])
        at = 4 + size + head["size"]
        content = bytes(saved[4 + size : at])
        halves = {}
        for half, cells, length in head["halves"]:
            halves[half] = (bytearray(saved[at : at + length]), cells)
            at += length
    except (ValueError, KeyError, TypeError, struct.error):
        raise MediaDamaged("saved disk: cannot be read") from None
    surface = Surface(_restored_image(head, content, present))
    surface._halves.update(halves)
    surface._written.update(halves)
    surface._changed.update(head["changed"])
    return surface


def _restored_image(head, content, present):
    kind = _KINDS.get(head["kind"], D64Image)
    name = head["name"]
    tied = isinstance(present, kind) and present.path is not None and present.path.name == name
    if tied:
        image = present
    else:
        image = kind(content, where=name or "disk in memory")
        image.read_only = head["read_only"] or bool(name)
    image.restore(content, head["version"])
    return image
