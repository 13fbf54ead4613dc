"""G64: the surface of a 1541 disk, half track by half track.

A G64 begins with ``GCR-1541``, a version (0), the number of half tracks (up to 84, the first is
track 1), and the most bytes a track has.  Two tables of 32-bit words follow: where each half
track is (0: there is none), and its speed zone 0 to 3, or where a map of zones is (two bits a
byte of the track, the first byte's in the highest).  A half track is its length in 16 bits and
its bytes; it fills a turn of the disk, whatever its length.

With a map of zones, cells are of unequal length: such a half track comes as cells of a
sixteenth of a microsecond, of which most are empty.

Source: Peter Schepers, "G64 (raw GCR binary representation of a 1541 diskette)".

Not emulated: versions other than 0, and the 1571's second side.
"""

import struct
from pathlib import Path

from disk.errors import MediaDamaged, warn_media
from disk.format import Format
from disk.geometry import CELLS_MOST, DIR_TRACK, Cells
from disk.image_file import Content, ImageFile, check_size

G64_MAGIC = b"GCR-1541"
_GAP = b"\x55"
G64_LARGEST = 4 * 1024 * 1024
G64_USUAL_MOST = 7928
HALF_TRACKS = 84
FINE_CELLS = CELLS_MOST
_HEADER = struct.Struct("<8sBBH")
_USUAL_SIZES = (6250, 6666, 7142, 7692)  # bytes of a track by zone


# The bytes of a half track, and its zone 0..3 or a zone for each of them.
Half = tuple[bytes, int | bytes]


class G64Image(ImageFile):
    """A G64, and the host's file it came from (disk.image_file).

    halves  {half track 2..84: (bytes, zone 0..3 or bytes: a zone for each byte)}
    """

    def __init__(
        self,
        data: Content,
        path: Path | None = None,
        read_only: bool = False,
        where: str = "disk image",
    ) -> None:
        super().__init__(data, path, read_only, where)
        self.halves = _parse(data, where)

    def read_half(self, half: int) -> Cells | None:
        """Return (bytearray of cells, their count) of a half track, None if there is none."""
        if half not in self.halves:
            return None
        data, zones = self.halves[half]
        if isinstance(zones, int):
            return bytearray(data), len(data) * 8
        return _fine_cells(data, zones), FINE_CELLS

    def write_half(self, half: int, data: bytearray, cells: int) -> list[str]:
        """Take a half track that the head has written; returns lines about what is lost."""
        if cells == FINE_CELLS:
            return [f"{self.name}: track {half / 2:g}: the lengths of its cells are not saved"]
        zone = min(range(4), key=lambda zone: abs(_USUAL_SIZES[zone] * 8 - cells))
        self.halves[half] = (bytes(data), zone)
        self.dirty = True
        self.version += 1
        return []

    def restore(self, data: Content, version: int) -> None:
        """Put back the content of a snapshot; the host's file stays as it is for now."""
        self.halves = _parse(data, self.name)
        self.mark_restored(data, version)

    def to_bytes(self) -> bytes:
        """Return the image as a file's content."""
        most = max([G64_USUAL_MOST, *(len(data) for data, _ in self.halves.values())])
        count = HALF_TRACKS
        at = _HEADER.size + 8 * count
        offsets, speeds, body = [0] * count, [0] * count, []
        for half, (data, zones) in sorted(self.halves.items()):
            offsets[half - 2] = at
            block = struct.pack("<H", len(data)) + data.ljust(most, b"\xff")
            body.append(block)
            at += len(block)
            if isinstance(zones, int):
                speeds[half - 2] = zones
                continue
            speeds[half - 2] = at
            block = _pack_zones(zones, most)
            body.append(block)
            at += len(block)
        head = _HEADER.pack(G64_MAGIC, 0, count, most)
        return head + struct.pack(f"<{2 * count}I", *offsets, *speeds) + b"".join(body)


def _parse(data: Content, where: str) -> dict[int, Half]:
    """Return ``halves`` of a file's content; MediaDamaged says what is wrong where."""
    if not data.startswith(G64_MAGIC):
        raise MediaDamaged(f"{where}: does not begin with GCR-1541, so it is not a .g64")
    check_size(data, G64_LARGEST, where, "a .g64")
    if len(data) < _HEADER.size:
        raise MediaDamaged(
            f"{where}: truncated: {len(data)} bytes; a .g64 begins with 12 and tables"
        )
    _, version, count, _ = _HEADER.unpack_from(data)
    if version:
        raise MediaDamaged(f"{where}: version {version}; only version 0 of a .g64 can be used")
    tables = _HEADER.size + 8 * count
    if len(data) < tables:
        raise MediaDamaged(f"{where}: truncated: {len(data)} bytes; its tables alone need {tables}")
    words = struct.unpack_from(f"<{2 * count}I", data, _HEADER.size)
    halves: dict[int, Half] = {}
    problems: list[str] = []
    for index in range(min(count, HALF_TRACKS - 1)):
        if words[index]:
            name = f"{where}: track {index / 2 + 1:g}"
            found, problem = _parse_half(data, words[index], words[count + index], name)
            if found is not None:
                halves[index + 2] = found
            if problem and index <= 2 * (DIR_TRACK - 1):  # a disk without its directory is none
                raise MediaDamaged(problem)
            problems += [problem] if problem else []
    if problems:
        warn_media(f"{problems[0]}; {len(problems)} cut in all, which are used as far as they go")
    return halves


def _parse_half(data: Content, at: int, speed: int, where: str) -> tuple[Half | None, str]:
    """Return (the half track, "" or what is wrong); what a file that was cut lacks is a gap."""
    if at + 2 >= len(data):
        return None, f"{where} begins at byte {at}, the file has {len(data)}"
    (size,) = struct.unpack_from("<H", data, at)
    if size == 0:
        return None, ""
    problem = ""
    if at + 2 + size > len(data):
        problem = f"{where} ends at byte {at + 2 + size}, the file has {len(data)}"
    content = bytes(data[at + 2 : at + 2 + size]).ljust(size, _GAP)
    if speed < 4:
        return (content, speed), problem
    packed = (size + 3) // 4
    if speed + packed > len(data):
        return None, f"{where}: zones end at byte {speed + packed}, the file has {len(data)}"
    zones = bytes(data[speed + n // 4] >> (6 - n % 4 * 2) & 3 for n in range(size))
    return (content, zones[0] if len(set(zones)) == 1 else zones), problem


def _pack_zones(zones: bytes, most: int) -> bytes:
    packed = bytearray((most + 3) // 4)
    for n, zone in enumerate(zones):
        packed[n // 4] |= zone << (6 - n % 4 * 2)
    return bytes(packed)


def _fine_cells(data: bytes, zones: bytes) -> bytearray:
    """Return cells of 16 MHz of bytes that were written at different rates.

    A bit of zone z takes 4 * (16 - z) periods; all of them together are made to fill a turn.
    """
    total = sum(8 * 4 * (16 - zone) for zone in zones)
    fine = bytearray(FINE_CELLS // 8)
    time = 0
    for byte, zone in zip(data, zones, strict=True):
        for bit in range(8):
            if byte & (0x80 >> bit):
                at = time * FINE_CELLS // total
                fine[at >> 3] |= 0x80 >> (at & 7)
            time += 4 * (16 - zone)
    return fine


FORMATS = (
    Format(
        (".g64",), "disk", "the surface of a 1541's disk", "the same, in a true 1541",
        G64Image.of_content, (G64_MAGIC,), most=G64_LARGEST, write=G64Image.to_bytes, rank=0,
    ),
)  # fmt: skip
