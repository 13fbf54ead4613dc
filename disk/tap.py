"""TAP: the pulses of a tape, as the computer hears them.

After a header of 20 bytes a byte is the time from one falling edge on the read wire to the next, in
units of 8 cycles.  0 stands for a longer one: in version 1 the next three bytes are its cycles; in
version 0 nobody knows how long it is, and it counts as 20,000 cycles, as in VICE.  Version 2, made
for the C16, counts half waves; two make a pulse.

Source: Peter Schepers, "TAP (Raw tape image)", after Per Hakan Sundell and Markus Brenner.
"""

import array
import struct
from pathlib import Path
from typing import ClassVar, Literal, Self

from disk.errors import MediaDamaged, warn_media
from disk.format import Format
from disk.image_file import Content, ImageFile

TAP_MAGIC = b"C64-TAPE-RAW"
TAP_OTHER_MAGIC = b"C16-TAPE-RAW"
TAP_LARGEST = 16 << 20  # bytes; an hour of shortest pulses has 20 million, and no tape has those
TAP_UNKNOWN = 20_000  # cycles
TAP_UNIT = 8  # cycles
TAP_LONGEST = (1 << 24) - 1  # cycles of one pulse
_HEADER = struct.Struct("<12sBBBxI")
_HALF_WAVES = 2  # the version that counts them


class Cassette(ImageFile):
    """A tape, and the host's file it came from (disk.image_file).

    pulses  array("i"): cycles of each pulse
    """

    kind: ClassVar[Literal["cassette"]] = "cassette"  # type: ignore[assignment]

    def __init__(
        self,
        data: Content,
        path: Path | None = None,
        read_only: bool = False,
        where: str = "tape",
    ) -> None:
        super().__init__(data, path, read_only, where)
        self.pulses = parse_tap(bytes(data), where)

    @classmethod
    def blank(cls, path: Path | None = None) -> Self:
        """Return an empty tape; what is recorded on it goes to ``path`` with the next flush."""
        where = "tape" if path is None else str(path)
        return cls(make_tap(array.array("i")), path, where=where)

    def to_bytes(self) -> bytes:
        """Return the tape as a .tap of version 1."""
        return make_tap(self.pulses)

    def record(self, pulses: "array.array[int]") -> None:
        """Take what is on the tape now; a tape without its tabs is left as it is in the file."""
        self.pulses = pulses
        self.version += 1
        self.dirty = self.dirty or not self.read_only

    def restore(self, data: Content, version: int) -> None:
        """Put back the content of a snapshot; the host's file stays as it is for now."""
        self.pulses = parse_tap(bytes(data), self.name)
        self.mark_restored(data, version)


def parse_tap(data: bytes, where: str) -> "array.array[int]":
    """Return the cycles of each pulse of a .tap; MediaDamaged if it is none."""
    if len(data) < _HEADER.size:
        raise MediaDamaged(f"{where}: truncated: {len(data)} bytes; a .tap begins with 20")
    if len(data) > TAP_LARGEST:
        raise MediaDamaged(f"{where}: oversized: a .tap has {TAP_LARGEST} bytes at most")
    magic, version, _, _, size = _HEADER.unpack_from(data)
    if magic not in (TAP_MAGIC, TAP_OTHER_MAGIC):
        raise MediaDamaged(f"{where}: does not begin with C64-TAPE-RAW, as a .tap does")
    if version > _HALF_WAVES:
        raise MediaDamaged(f"{where}: version {version}; a .tap is of version 0, 1 or 2")
    body = data[_HEADER.size :]
    if size != len(body):  # converters leave it wrong: what is there counts
        body = body[:size] if 0 < size < len(body) else body
    pulses = _pulses(body, version, where)
    if version == _HALF_WAVES:
        halves = iter(pulses)
        pulses = array.array("i", (first + next(halves, 0) for first in halves))
    return pulses


def _pulses(body: bytes, version: int, where: str) -> "array.array[int]":
    pulses, at, size = array.array("i"), 0, len(body)
    while at < size:
        zero = body.find(0, at)
        zero = size if zero < 0 else zero
        pulses.extend(value * TAP_UNIT for value in body[at:zero])
        at = zero + 1
        if zero == size:
            break
        if version == 0:
            pulses.append(TAP_UNKNOWN)
            continue
        if size - at < 3:
            warn_media(f"{where}: ends within a long pulse, which is left out")
            break
        pulses.append(max(1, int.from_bytes(body[at : at + 3], "little")))
        at += 3
    return pulses


def make_tap(pulses: "array.array[int]") -> bytes:
    """Return the content of a .tap of version 1 with these pulses."""
    body = bytearray()
    for cycles in pulses:
        short = (cycles + TAP_UNIT // 2) // TAP_UNIT
        if 0 < short < 256:
            body.append(short)
            continue
        while cycles > TAP_LONGEST:
            body += b"\0" + TAP_LONGEST.to_bytes(3, "little")
            cycles -= TAP_LONGEST
        body += b"\0" + max(1, cycles).to_bytes(3, "little")
    return _HEADER.pack(TAP_MAGIC, 1, 0, 0, len(body)) + bytes(body)


FORMATS = (
    Format(
        (".tap",), "cassette", "the pulses of a tape", "`LOAD`", Cassette.of_content, (TAP_MAGIC,),
        most=TAP_LARGEST, write=Cassette.to_bytes, rank=3,
    ),
)  # fmt: skip
