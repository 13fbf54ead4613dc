"""SID: a piece of music for the C64 with its routines, PSID (versions 1-4) and RSID.

Source: Michael Schwendt, Simon White, Dag Lem, Wilfred Bos and LaLa, "SID file format
description" of the High Voltage SID Collection.

Not played: RSID that needs BASIC, Compute!'s Sidplayer data (MUS).
"""

import hashlib
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Literal, NamedTuple

from disk.errors import MediaDamaged, MediaError, MediaUnknown
from disk.format import Format
from disk.prg import MEMORY_END

PSID_MAGIC, RSID_MAGIC = b"PSID", b"RSID"
MOST_SONGS = 256
SID_LARGEST = 0x7C + 2 + MEMORY_END  # bytes
_HEADER = struct.Struct(">4s7HI32s32s32s")
_MORE = struct.Struct(">H4B")  # version 2 and up
_SIZES = {1: _HEADER.size, 2: 0x7C, 3: 0x7C, 4: 0x7C}
_MUS, _BASIC = 0x01, 0x02
_CLOCKS = (None, "PAL", "NTSC", None)
_MODELS = (None, "6581", "8580", None)
_NO_PAGES = 0xFF
_RSID_LOWEST = 0x07E8
_ROM_AREAS = ((0xA000, 0xC000), (0xD000, 0x10000))


@dataclass(frozen=True)
class SidTune:
    """A tune with its songs.

    name     where it came from, for messages
    title, author, released   as the file has them
    start    load address;  data  what goes there
    init     called with the song's number, from 0, in A
    play     called once a frame or once a run of the timer; 0: init sets up interrupts
    songs    1..256;  first  the song to begin with, from 0
    speed    a bit for each song: 1 the timer's;  real  True: RSID
    clock    "PAL", "NTSC", None: either;  model  "6581", "8580", None
    pages    free pages as the file says: range, None: whatever the data leaves
    chips    how many SIDs it is for
    more_sids  (address, "6581", "8580" or None: as the first) of each further one that can be
    md5      of the file, in hexadecimal digits: the High Voltage SID Collection knows it by that
    """

    name: str
    title: str
    author: str
    released: str
    start: int
    data: bytes
    init: int
    play: int
    songs: int
    first: int
    speed: int
    real: bool
    clock: str | None
    model: str | None
    pages: range | None
    chips: int
    more_sids: tuple[tuple[int, str | None], ...]
    md5: str = ""
    kind: ClassVar[Literal["tune"]] = "tune"

    @property
    def end(self) -> int:
        """First address behind the data, up to $10000."""
        return self.start + len(self.data)


class _Header(NamedTuple):
    """The fields of version 1, in the file's order."""

    magic: bytes
    version: int
    offset: int
    load: int
    init: int
    play: int
    songs: int
    first: int
    speed: int
    title: bytes
    author: bytes
    released: bytes


class _More(NamedTuple):
    """The fields that version 2 has besides; those of the other SIDs count from 3 and 4 on."""

    flags: int = 0
    page: int = 0
    pages: int = 0
    second: int = 0
    third: int = 0


def parse_sid(content: bytes, where: str) -> SidTune:
    """Return the SidTune in a file; MediaDamaged or MediaUnknown says why there is none."""
    head = _header(content, where)
    real, version = head.magic == RSID_MAGIC, head.version
    more = _More(*_MORE.unpack_from(content, _HEADER.size)) if version > 1 else _More()
    if more.flags & _BASIC and real:
        raise MediaUnknown(f"{where}: this RSID is a BASIC program; only machine code is played")
    if more.flags & _MUS:
        raise MediaUnknown(f"{where}: holds data for Compute!'s Sidplayer, and no player")
    start, data = _data(content[head.offset :], head.load, where)
    init = head.init or start
    _check_addresses(real, start, start + len(data), init, head.play, where)
    if not 1 <= head.songs <= MOST_SONGS:
        raise MediaDamaged(f"{where}: has {head.songs} songs; a tune has 1 to {MOST_SONGS}")
    return SidTune(
        name=where,
        title=_text(head.title),
        author=_text(head.author),
        released=_text(head.released),
        start=start,
        data=data,
        init=init,
        play=0 if real else head.play,
        songs=head.songs,
        first=head.first - 1 if 1 <= head.first <= head.songs else 0,
        speed=0 if real else head.speed,
        real=real,
        clock=_CLOCKS[more.flags >> 2 & 3],
        model=_MODELS[more.flags >> 4 & 3],
        pages=_pages(more.page, more.pages, where),
        chips=1 + (version > 2 and more.second > 0) + (version > 3 and more.third > 0),
        more_sids=_more_sids(version, more),
        md5=hashlib.md5(content, usedforsecurity=False).hexdigest(),
    )


def _more_sids(version: int, more: _More) -> tuple[tuple[int, str | None], ...]:
    """Return address and model of each SID beside the first.

    A file has the middle byte of $Dxx0, and two bits of the flags for the model.  One that is
    where no other SID can be, or is already, is left out.
    """
    found: dict[int, str | None] = {}
    for number, middle in enumerate((more.second, more.third)[: max(0, version - 2)]):
        if middle % 2 == 0 and (0x42 <= middle <= 0x7E or 0xE0 <= middle <= 0xFE):
            found.setdefault(0xD000 | middle << 4, _MODELS[more.flags >> 6 + 2 * number & 3])
    return tuple(found.items())


def _header(content: bytes, where: str) -> _Header:
    """Return the header; MediaDamaged if it is none, or of no known version."""
    if not content.startswith((PSID_MAGIC, RSID_MAGIC)):
        raise MediaDamaged(f"{where}: does not begin with PSID or RSID, as a .sid does")
    if len(content) < _HEADER.size:
        raise MediaDamaged(f"{where}: truncated: {len(content)} bytes; its header has 118")
    head = _Header(*_HEADER.unpack_from(content))
    if head.version not in _SIZES or (head.magic == RSID_MAGIC and head.version == 1):
        known = "2-4" if head.magic == RSID_MAGIC else "1-4"
        name = head.magic.decode()
        raise MediaDamaged(f"{where}: version {head.version} of {name}; it can be {known}")
    least = _SIZES[head.version]
    if not least <= head.offset <= len(content):
        raise MediaDamaged(
            f"{where}: the data begins at byte {head.offset}; it must be at {least} or later "
            f"and within the file of {len(content)} bytes"
        )
    return head


def _text(field: bytes) -> str:
    return field.split(b"\0")[0].decode("cp1252", "replace").strip()


def _data(data: bytes, load: int, where: str) -> tuple[int, bytes]:
    """Return load address and data; without one in the header it stands before the data."""
    if not load:
        if len(data) < 2:
            raise MediaDamaged(f"{where}: truncated: no load address before the data")
        load, data = data[0] | data[1] << 8, data[2:]
    if not data:
        raise MediaDamaged(f"{where}: truncated: no data behind the header")
    if load + len(data) > MEMORY_END:
        raise MediaDamaged(
            f"{where}: {len(data)} bytes from ${load:04X} run past $FFFF; "
            f"at that address {MEMORY_END - load} bytes fit"
        )
    return load, data


def _check_addresses(real: bool, start: int, end: int, init: int, play: int, where: str) -> None:
    if start < 0x0002:
        raise MediaDamaged(f"{where}: loads at ${start:04X}, over the processor's port")
    if not start <= init < end:
        raise MediaDamaged(
            f"{where}: init at ${init:04X} is outside of the data, ${start:04X}-${end - 1:04X}"
        )
    if not real and 0 < play < 0x0100:
        raise MediaDamaged(f"{where}: play at ${play:04X} is in the zero page")
    if real and (
        start < _RSID_LOWEST or any(first <= init < last for first, last in _ROM_AREAS)
    ):  # fmt: skip
        raise MediaDamaged(
            f"{where}: an RSID loads from ${_RSID_LOWEST:04X} on and begins in RAM; "
            f"this one loads at ${start:04X} and begins at ${init:04X}"
        )


def _pages(page: int, count: int, where: str) -> range | None:
    if page == 0:
        return None
    if page == _NO_PAGES or count == 0:
        return range(0)
    if page + count > 0x100:
        raise MediaDamaged(f"{where}: its free pages ${page:02X} and {count} more run past $FFFF")
    return range(page, page + count)


def _read(content: bytes, where: str, _: Path | None, name: Path) -> SidTune:
    return parse_sid(content, where)


def _is_sid(content: bytes) -> bool:
    try:
        parse_sid(content, "")
    except MediaError:
        return False
    return True


FORMATS = (
    Format(
        (".sid",), "tune", "a tune", "a player of ours", _read, (PSID_MAGIC, RSID_MAGIC),
        most=SID_LARGEST, rank=5, verify=_is_sid,
    ),
)  # fmt: skip
