"""The surface of a disk as a drive's head meets it: half tracks of cells.

An image gives and takes single half tracks: ``read_half(half)`` returns (bytearray, cells) or
None where nothing was ever written, ``write_half(half, data, cells)`` returns lines about what
it cannot hold; for a .d64, which has sectors, disk.d64_surface does so.  What the head has
written stays here, too, so that a surface no image format could hold is there as long as the
disk is in the drive.
"""

import json
import re
import struct
import zlib
from typing import Any, NotRequired, TypedDict

from disk.d64 import D64Image
from disk.d64_surface import D64Surface
from disk.errors import MediaDamaged
from disk.g64 import G64Image
from disk.geometry import CELLS_LEAST, CELLS_MOST, DIR_TRACK, Cells
from disk.image_file import IMAGE_LARGEST
from disk.p64 import FIRST_HALF, LAST_HALF, P64Image
from disk.saved import Table, check_table, flag, number, one_of, row, rows, text

DIR_HALF = 2 * DIR_TRACK
_HEAD = struct.Struct("<I")

Image = D64Image | G64Image | P64Image
_KINDS: dict[str, type[Image]] = {kind.__name__: kind for kind in (D64Image, G64Image, P64Image)}
# Cells of a half track that such an image takes; a .g64 has CELLS_MOST as well, and none between.
_CELLS = {"D64Image": 1 << 16, "G64Image": 8 * 0xFFFF, "P64Image": CELLS_MOST}


class SavedHead(TypedDict):
    """What a saved surface begins with; SAVED says what may be in it.

    kind       class of the image, whose content of ``size`` bytes follows
    name       of its host's file, "" without one
    halves     (half track, cells, bytes) of what the head has written; the bytes follow
    changed    the half tracks of these that the image does not have yet
    ids        of a D64Surface: its two IDs in hexadecimal digits
    """

    kind: str
    name: str
    read_only: bool
    version: int
    size: int
    halves: list[tuple[int, int, int]]
    changed: list[int]
    ids: NotRequired[tuple[str, str]]


_MOST_BYTES = (CELLS_MOST + 7) // 8
_HALF = number(FIRST_HALF, LAST_HALF)
_HALVES = LAST_HALF - FIRST_HALF + 1


def _two_bytes(value: Any) -> bool:
    return isinstance(value, str) and re.fullmatch("[0-9a-f]{4}", value) is not None


SAVED: Table = {
    "kind": one_of(_KINDS),
    "name": text(1024),
    "read_only": flag,
    "version": number(0, 1 << 50),
    "size": number(0, IMAGE_LARGEST),
    "halves": rows(row(_HALF, number(CELLS_LEAST, CELLS_MOST), number(1, _MOST_BYTES)), _HALVES),
    "changed": rows(_HALF, _HALVES),
    "ids": row(_two_bytes, _two_bytes),
}


class Surface:
    """The half tracks (2 to 84, twice the track's number) of an image.

    image      disk.d64.D64Image, disk.g64.G64Image or disk.p64.P64Image
    """

    def __init__(self, image: Image) -> None:
        self.image = image
        self._source = D64Surface(image) if isinstance(image, D64Image) else image
        self._halves: dict[int, Cells | None] = {}
        self._written: set[int] = set()
        self._changed: set[int] = set()
        self._regridded = False
        self._writes = 0
        self._packed: tuple[object, bytes] | None = None

    @property
    def read_only(self) -> bool:
        """True: the notch is covered."""
        return self.image.read_only

    def track(self, half: int) -> Cells | None:
        """Return (bytearray of cells, first in bit 7, their count), or None: never written."""
        if half not in self._halves:
            self._halves[half] = self._source.read_half(half)
        return self._halves[half]

    def regrid(self, half: int, cells: int) -> Cells:
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
        self._regridded = True
        self._writes += 1
        return data, cells

    def written(self, half: int) -> None:
        """Take note that the head has written on a half track."""
        self._written.add(half)
        self._changed.add(half)
        self._writes += 1

    @property
    def changed(self) -> bool:
        """True: the head has written since the last flush."""
        return bool(self._changed)

    def flush(self) -> list[str]:
        """Bring the image up to date; returns lines about what it cannot hold."""
        source = self._source
        if isinstance(source, D64Surface):
            lost = self._store_sectors(source)
        else:
            lost = [
                line
                for half in sorted(self._changed)
                for line in source.write_half(half, *self._kept(half))
            ]
        self._changed.clear()
        return lost

    def _kept(self, half: int) -> Cells:
        """Return a half track that the head has written, so that it is there."""
        cells = self._halves[half]
        assert cells is not None
        return cells

    def _store_sectors(self, sectors: D64Surface) -> list[str]:
        if DIR_HALF in self._changed and sectors.renamed(*self._kept(DIR_HALF)):
            # The image may no longer say what the other tracks were: they are kept from now on.
            for half in sectors.halves():
                self.track(half)
            self._changed.update(sectors.halves())
            self._written.update(sectors.halves())
        return sectors.write_halves({half: self._kept(half) for half in self._changed})

    # -- snapshots ---------------------------------------------------------------------

    def save(self) -> bytes:
        """Return image and what the head has written on it as bytes."""
        image = self.image
        content = image.to_bytes()
        halves = [(half, *self._kept(half)) for half in sorted(self._written)]
        head: SavedHead = {
            "kind": type(image).__name__,
            "name": image.path.name if image.path else "",
            "read_only": image.read_only,
            "version": image.version,
            "size": len(content),
            "halves": [(half, cells, len(data)) for half, data, cells in halves],
            "changed": sorted(self._changed),
        }
        if isinstance(self._source, D64Surface):
            head["ids"] = (self._source.made_id.hex(), self._source.disk_id.hex())
        text = json.dumps(head).encode()
        return b"".join([_HEAD.pack(len(text)), text, content, *(d for _, d, _ in halves)])

    def packed(self) -> bytes:
        """Return what ``save`` does, packed; kept as long as no head changes the disk.

        A head tells of its first write after a flush only: until the next one it may change
        the disk at any time.
        """
        image = self.image
        if self._changed:
            return zlib.compress(self.save(), 1)
        now = (image.version, image.read_only, image.path, self._writes)
        if self._packed is None or self._packed[0] != now:
            self._packed = (now, zlib.compress(self.save(), 1))
        return self._packed[1]

    def is_packed_as(self, packed: bytes) -> bool:
        """Return whether the disk is the one that ``packed`` gave, untouched by any head."""
        return not (self._written or self._regridded) and self.packed() == packed


def _read_saved(saved: bytes) -> tuple[SavedHead, bytes, dict[int, Cells]]:
    """Return (head, content of the image, {half track: what is on it}) of a saved surface.

    ValueError says what is wrong, in words that can follow a colon.  Each half track has the
    bytes that its cells need, no more and no less: the drive's head does not look where a
    track ends, only after which cell it begins anew.
    """
    (size,) = _HEAD.unpack_from(saved)
    head: SavedHead = json.loads(saved[_HEAD.size : _HEAD.size + size])
    check_table("its header", head, SAVED, optional=("ids",))
    at = _HEAD.size + size + head["size"]
    content = bytes(saved[_HEAD.size + size : at])
    halves: dict[int, Cells] = {}
    for half, cells, length in head["halves"]:
        if length != (cells + 7) // 8:
            raise ValueError(f"track {half / 2:g} has {cells} cells in {length} bytes")
        if half in halves:
            raise ValueError(f"track {half / 2:g} is in it twice")
        if cells > _CELLS[head["kind"]] and (head["kind"] == "D64Image" or cells != CELLS_MOST):
            raise ValueError(f"track {half / 2:g} has {cells} cells, more than its image can")
        halves[half] = (bytearray(saved[at : at + length]), cells)
        at += length
    if at != len(saved):
        raise ValueError(f"{len(saved)} bytes instead of {at}")
    unknown = sorted(set(head["changed"]) - set(halves))
    if unknown:
        raise ValueError(f"track {unknown[0] / 2:g} was changed and is not in it")
    return head, content, halves


def restored_surface(saved: bytes, present: Image | None) -> Surface:
    """Return the Surface that ``save`` gave.

    present  the image in the drive: it is used again, and so its host's file, if it has the
             name of the saved one; otherwise the disk comes back write protected, so that
             nothing is written that nobody keeps

    Raises MediaDamaged.
    """
    try:
        head, content, halves = _read_saved(saved)
    except (ValueError, RecursionError, struct.error) as error:
        what = str(error) if type(error) is ValueError else "its header is damaged"
        raise MediaDamaged(f"saved disk: {what}") from None
    surface = Surface(_restored_image(head, content, present))
    surface._halves.update(halves)
    surface._written.update(halves)
    surface._changed.update(head["changed"])
    if isinstance(surface._source, D64Surface) and "ids" in head:
        made_id, disk_id = map(bytes.fromhex, head["ids"])
        surface._source.made_id, surface._source.disk_id = made_id, disk_id
    return surface


def _restored_image(head: SavedHead, content: bytes, present: Image | None) -> Image:
    kind = _KINDS[head["kind"]]
    name = head["name"]
    image: Image
    if isinstance(present, kind) and present.path is not None and present.path.name == name:
        image = present
    else:
        image = kind(content, where=name or "disk in memory")
        image.read_only = head["read_only"] or bool(name)
    image.restore(content, head["version"])
    return image
