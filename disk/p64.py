"""P64: the flux reversals of a 1541 disk, to a sixteenth of a microsecond.

A P64 begins with ``P64-1541``, then 32-bit words: version (0), flags (bit 0: write protected,
bit 1: two sides), size and CRC-32 of the rest.  The rest is chunks: four letters, size, CRC-32,
content; ``HTP`` and the half track's number (2 is track 1) for a half track, ``DONE`` at the
end.  A half track is the number of its reversals, the number of its coded bytes, and these
(disk.flux); a turn has 3,200,000 places.

The image is read only: what the head would write is no matter of the file.

Source: the format as P64's reference implementation and VICE's p64.c read it.

Not emulated: reversals of less than full strength come every turn or never; writing; the
second side.
"""

import struct
import zlib
from pathlib import Path

from disk.errors import MediaDamaged
from disk.format import Format
from disk.geometry import CELLS_MOST, Cells
from disk.image_file import IMAGE_LARGEST, Content, ImageFile, check_size

P64_MAGIC = b"P64-1541"
P64_LARGEST = IMAGE_LARGEST
P64_PLACES = CELLS_MOST
FIRST_HALF, LAST_HALF = 2, 84
_HEADER = struct.Struct("<8sIIII")
_CHUNK = struct.Struct("<3sBII")
_TRACK = struct.Struct("<II")


Coded = tuple[int, bytes]  # number of reversals, and their bytes


class P64Image(ImageFile):
    """A P64 of the host; always write protected.

    halves  {half track 2..84: (number of reversals, coded bytes)}
    """

    def __init__(
        self,
        data: Content,
        path: Path | None = None,
        read_only: bool = True,
        where: str = "disk image",
    ) -> None:
        super().__init__(data, path, True, where)
        self._content = bytes(data)
        self.halves = _parse(self._content, where)

    def read_half(self, half: int) -> Cells | None:
        """Return (bytearray of cells, their count) of a half track, None if there is none."""
        if half not in self.halves:
            return None
        from disk.flux import FluxDecoder  # compiled: a track is a million and a half bits

        count, coded = self.halves[half]
        cells = bytearray(P64_PLACES // 8)
        FluxDecoder(coded).fill(cells, count)
        return cells, P64_PLACES

    def write_half(self, half: int, data: bytearray, cells: int) -> list[str]:
        """Return the line that says so: nothing is kept."""
        return [f"{self.name}: track {half / 2:g} was written; a .p64 is never changed"]

    def restore(self, data: Content, version: int) -> None:
        """Put back the content of a snapshot."""
        self.halves = _parse(data, self.name)
        self._content = bytes(data)
        self.mark_restored(data, version)

    def to_bytes(self) -> bytes:
        """Return the image as a file's content."""
        return self._content


def _parse(data: Content, where: str) -> dict[int, Coded]:
    """Return ``halves`` of a file's content; MediaDamaged says what is wrong where."""
    if not data.startswith(P64_MAGIC):
        raise MediaDamaged(f"{where}: does not begin with P64-1541, so it is not a .p64")
    check_size(data, P64_LARGEST, where, "a .p64")
    if len(data) < _HEADER.size:
        raise MediaDamaged(f"{where}: truncated: {len(data)} bytes; its header alone has 24")
    _, version, _, size, crc = _HEADER.unpack_from(data)
    if version:
        raise MediaDamaged(f"{where}: version {version}; only version 0 of a .p64 can be used")
    body = bytes(data[_HEADER.size : _HEADER.size + size])
    if len(body) != size:
        raise MediaDamaged(f"{where}: truncated: {len(body)} of {size} bytes are there")
    if zlib.crc32(body) != crc:
        raise MediaDamaged(f"{where}: checksum does not match, the file is damaged")
    halves: dict[int, Coded] = {}
    at = 0
    while at < size:
        at = _parse_chunk(body, at, halves, where)
    return halves


def _parse_chunk(body: bytes, at: int, halves: dict[int, Coded], where: str) -> int:
    """Take note of a half track; returns where the next chunk begins."""
    if at + _CHUNK.size > len(body):
        raise MediaDamaged(f"{where}: the chunk at byte {at} is cut off")
    letters, number, size, crc = _CHUNK.unpack_from(body, at)
    behind: int = at + _CHUNK.size + size
    content = body[at + _CHUNK.size : behind]
    if len(content) != size:
        raise MediaDamaged(f"{where}: the chunk at byte {at} ends after the end of the file")
    if letters == b"HTP" and FIRST_HALF <= number <= LAST_HALF and size:
        if zlib.crc32(content) != crc:
            raise MediaDamaged(f"{where}: track {number / 2:g}: checksum does not match")
        if size < _TRACK.size:
            raise MediaDamaged(f"{where}: track {number / 2:g}: {size} bytes, 8 are needed")
        count, coded = _TRACK.unpack_from(content)
        if coded != size - _TRACK.size or count > P64_PLACES:
            raise MediaDamaged(
                f"{where}: track {number / 2:g}: {count} reversals in {coded} bytes are impossible"
            )
        if count:
            halves[number] = (count, content[_TRACK.size :])
    return behind


FORMATS = (
    Format(
        (".p64",), "disk", "the flux of a 1541's disk", "the same, in a true 1541",
        P64Image.of_content, (P64_MAGIC,), most=P64_LARGEST, write=P64Image.to_bytes, rank=0,
    ),
)  # fmt: skip
