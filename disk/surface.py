"""The surface of a disk as a drive's head meets it: half tracks of cells.

An image gives and takes single half tracks: ``read_half(half)`` returns (bytearray, cells) or
None where nothing was ever written, ``write_half(half, data, cells)`` returns lines about what
it cannot hold; for a .d64, which has sectors, disk.d64_surface does so.  What the head has
written stays here, too, so that a surface no image format could hold is there as long as the
disk is in the drive.
"""

import json
import struct

from disk.d64 import D64Image
from disk.d64_surface import D64Surface
from disk.errors import MediaDamaged
from disk.g64 import G64Image
from disk.geometry import DIR_TRACK
from disk.p64 import P64Image

DIR_HALF = 2 * DIR_TRACK
_HEAD = struct.Struct("<I")
_KINDS = {kind.__name__: kind for kind in (D64Image, G64Image, P64Image)}


class Surface:
    """The half tracks (2 to 84, twice the track's number) of an image.

    image      disk.d64.D64Image, disk.g64.G64Image or disk.p64.P64Image
    """

    def __init__(self, image):
        self.image = image
        self._sectors = D64Surface(image) if isinstance(image, D64Image) else None
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
            self._halves[half] = (self._sectors or self.image).read_half(half)
        return self._halves[half]

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
        if self._sectors is None:
            lost = [
                line
                for half in sorted(self._changed)
                for line in self.image.write_half(half, *self._halves[half])
            ]
        else:
            lost = self._store_sectors()
        self._changed.clear()
        return lost

    def _store_sectors(self):
        sectors = self._sectors
        if DIR_HALF in self._changed and sectors.renamed(*self._halves[DIR_HALF]):
            # The image may no longer say what the other tracks were: they are kept from now on.
            for half in sectors.halves():
                self.track(half)
            self._changed.update(sectors.halves())
            self._written.update(sectors.halves())
        return sectors.write_halves({half: self._halves[half] for half in self._changed})

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
        if self._sectors is not None:
            head["ids"] = [self._sectors.made_id.hex(), self._sectors.disk_id.hex()]
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
        made_id, disk_id = (bytes.fromhex(f"{text:.4}") for text in head.get("ids", ("", "")))
    except (ValueError, KeyError, TypeError, struct.error):
        raise MediaDamaged("saved disk: cannot be read") from None
    surface = Surface(_restored_image(head, content, present))
    surface._halves.update(halves)
    surface._written.update(halves)
    surface._changed.update(head["changed"])
    if surface._sectors is not None and len(made_id) == len(disk_id) == 2:
        surface._sectors.made_id, surface._sectors.disk_id = made_id, disk_id
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
