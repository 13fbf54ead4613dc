"""GCR: the surface of a 1541 disk's tracks, out of sectors and back.

A sector is SYNC (40 ones), a header ($08, checksum, sector, track, id 2, id 1, $0F, $0F), a gap
of 9 bytes, SYNC, a data block ($07, 256 bytes, checksum, $00, $00) and a gap.  All but syncs and
gaps is written as five bits for every four.  Sectors follow each other in order; the 1541 spreads
them over the track, what is left over being behind the last.

Error bytes of an image show as they would on a real surface:

    20  no header mark           22  no data mark             27  checksum of the header
    21  no syncs                 23  checksum of the data     29  another id in the header

The others (24, 25, 26, 28, 74) are no matter of the surface: a 1541 finds nothing wrong there.

Sources: Immers and Neufeld, "Inside Commodore DOS" (layout, code table); Peter Schepers, "G64"
and "D64" (error bytes); gaps between sectors as 1541s format, by zone; VICE's fsimage-dxx.c (how
far a formatted track begins behind the one before).
"""

import re
from collections import Counter
from fractions import Fraction
from functools import cache, lru_cache

from disk.d64 import D64Image
from disk.geometry import DIR_TRACK, SECTOR_SIZE, sectors_of

GCR_CODES = (10, 11, 18, 19, 14, 15, 22, 23, 9, 25, 26, 27, 13, 29, 30, 21)
GCR_NIBBLES = {f"{code:05b}": nibble for nibble, code in enumerate(GCR_CODES)}
# Zones from the outside in: density, bytes of a track, gap after a sector.
GCR_ZONES = {21: (3, 7692, 8), 19: (2, 7142, 17), 18: (1, 6666, 12), 17: (0, 6250, 9)}
HEADER_MARK, DATA_MARK = 0x08, 0x07
SYNC = b"\xff" * 5
HEADER_GAP = b"\x55" * 9
GAP = b"\x55"

# Error bytes of images (disk.d64), and what they are on the surface.
NO_HEADER, NO_SYNC, NO_DATA, BAD_DATA, BAD_CODE, BAD_HEADER, OTHER_ID = 2, 3, 4, 5, 6, 9, 11
_TRACELESS = (6, 7, 8, 10, 15)

# What a 1541 finds of a sector: its 256 bytes or None, and the error byte.
Found = tuple[bytes | None, int]

_WORDS = [GCR_CODES[byte >> 4] << 5 | GCR_CODES[byte & 15] for byte in range(256)]
_SYNC_END = re.compile("1111111111(?=0)")
_DATA_BITS = 10 * (SECTOR_SIZE + 2)
_STEP = Fraction(100, 270)
_SECTOR_BYTES = 2 * len(SYNC) + 10 + len(HEADER_GAP) + 325  # of the surface, without the gap


def encode(data: bytes) -> bytes:
    """Return bytes as GCR, five for every four; ``len(data)`` is a multiple of four."""
    words, parts = _WORDS, []
    for at in range(0, len(data), 4):
        a, b, c, d = data[at : at + 4]
        parts.append(
            (words[a] << 30 | words[b] << 20 | words[c] << 10 | words[d]).to_bytes(5, "big")
        )
    return b"".join(parts)


def decode(bits: str) -> tuple[bytes, bool]:
    """Return (bytes of a string of GCR bits, whether every code was a possible one)."""
    result, good = bytearray(), True
    for at in range(0, len(bits) - 9, 10):
        high, low = GCR_NIBBLES.get(bits[at : at + 5]), GCR_NIBBLES.get(bits[at + 5 : at + 10])
        good = good and high is not None and low is not None
        result.append((high or 0) << 4 | (low or 0))
    return bytes(result), good


def zone_of(track: int) -> tuple[int, int, int]:
    """Return (density 0-3, bytes of the track, gap after a sector) as a 1541 formats it."""
    return GCR_ZONES[sectors_of(track)]


@cache
def skew_of(track: int) -> Fraction:
    """Return how far a formatted track's sectors begin behind those of track 1, 0..1 turns.

    A drive that has written a track steps to the next and begins there at once: _STEP of a turn
    behind the end of its last sector.
    """
    if track == 1:
        return Fraction(0)
    sectors = sectors_of(track - 1)
    _, size, gap = zone_of(track - 1)
    written = sectors * (_SECTOR_BYTES + gap) - gap
    return (skew_of(track - 1) + Fraction(written, size) + _STEP) % 1


def _checksum(data: bytes) -> int:
    value = 0
    for byte in data:
        value ^= byte
    return value


def _sector(track: int, sector: int, data: bytes, disk_id: bytes, error: int) -> bytes:
    """Return a sector's surface without the gap after it."""
    first, second = disk_id
    if error == OTHER_ID:
        first, second = first ^ 0xFF, second ^ 0xFF
    header = bytes((sector, track, second, first))
    check = _checksum(header) ^ (0xFF if error == BAD_HEADER else 0)
    mark = HEADER_MARK if error != NO_HEADER else 0x00
    header = encode(bytes((mark, check)) + header + b"\x0f\x0f")
    block = _data_block(data, error if error in (BAD_DATA, NO_DATA) else 1)
    sync = SYNC if error != NO_SYNC else GAP * len(SYNC)
    return sync + header + HEADER_GAP + sync + block


@lru_cache(maxsize=1024)  # a disk's: the head comes to a track again, and most sectors are empty
def _data_block(data: bytes, error: int) -> bytes:
    """Return the surface of a sector's 256 bytes: NO_DATA and BAD_DATA are the errors of it."""
    check = _checksum(data) ^ (0xFF if error == BAD_DATA else 0)
    mark = DATA_MARK if error != NO_DATA else 0x00
    return encode(bytes((mark,)) + data + bytes((check, 0, 0)))


def disk_id_of(image: D64Image) -> bytes:
    """Return the two bytes of id in a D64Image's block map."""
    at = image.index(DIR_TRACK, 0) * SECTOR_SIZE
    return bytes(image.data[at + 0xA2 : at + 0xA4])


def encode_track(image: D64Image, track: int, disk_id: bytes | None = None) -> bytearray:
    """Return the surface of a D64Image's track as a bytearray.

    disk_id  the two bytes of id in its headers; None: those of the block map
    """
    _, size, gap = zone_of(track)
    disk_id = disk_id or disk_id_of(image)
    parts = []
    for sector in range(sectors_of(track)):
        at = image.index(track, sector)
        data = bytes(image.data[at * SECTOR_SIZE : (at + 1) * SECTOR_SIZE])
        error = image.errors[at] if image.errors is not None else 1
        parts.append(_sector(track, sector, data, disk_id, error) + GAP * gap)
    return bytearray(b"".join(parts)[:size].ljust(size, GAP))


def _ring(surface: bytes | bytearray, cells: int) -> str:
    """Return a track's cells as text, with enough of its beginning behind its end."""
    bits = f"{int.from_bytes(surface, 'big'):0{len(surface) * 8}b}"[:cells]
    return bits + bits[: _DATA_BITS + 2000]


def decode_track(
    surface: bytes | bytearray, cells: int, track: int, disk_id: bytes
) -> dict[int, Found]:
    """Read the sectors that a 1541 would find on a surface.

    surface  bytes, first cell in bit 7; ``cells`` of it count
    disk_id  the two bytes that headers should have

    returns  {sector: (256 bytes or None, error byte)} of all the track's sectors; one whose
             header has another id comes with its data, unless there is one with the right id
    """
    bits = _ring(surface, cells)
    found: dict[int, Found] = {}
    open_header: tuple[int, int] | None = None
    for sync in _SYNC_END.finditer(bits):
        start = sync.end()
        mark = decode(bits[start : start + 10])[0][:1]
        if mark == bytes((HEADER_MARK,)):
            open_header = _note_header(bits[start : start + 80], track, disk_id, found)
        elif open_header is not None and start + _DATA_BITS <= len(bits):
            sector, error = open_header
            if mark == bytes((DATA_MARK,)) and found[sector] == (None, error):
                data, error_of_data = _read_data(bits[start : start + _DATA_BITS])
                found[sector] = (data, error if error == OTHER_ID else error_of_data)
            open_header = None
    return {s: found.get(s, (None, NO_HEADER)) for s in range(sectors_of(track))}


def _read_header(bits: str, track: int) -> tuple[int, bytes, bool] | None:
    """Return (sector, two bytes of id, whether the checksum is right); None: no header."""
    header, _ = decode(bits)
    if len(header) < 8 or header[0] != HEADER_MARK:
        return None
    check, sector, its_track, second, first = header[1:6]
    if its_track != track or sector >= sectors_of(track):
        return None
    return sector, bytes((first, second)), check == _checksum(header[2:6])


def _note_header(
    bits: str, track: int, disk_id: bytes, found: dict[int, Found]
) -> tuple[int, int] | None:
    """Note a header in ``found``; returns (its sector, what it is without data), or None."""
    header = _read_header(bits, track)
    if header is None:
        return None
    sector, its_id, good = header
    before = found.get(sector, (None, BAD_HEADER))
    if not good:
        found[sector] = before
        return None
    error = NO_DATA if its_id == disk_id else OTHER_ID
    if before == (None, BAD_HEADER) or (before[1] == OTHER_ID and error == NO_DATA):
        found[sector] = (None, error)
    return sector, error


def id_on_track(surface: bytes | bytearray, cells: int, track: int) -> bytes | None:
    """Return the two bytes of id that most of a surface's good headers have, None without any."""
    bits = _ring(surface, cells)
    ids: Counter[bytes] = Counter()
    for sync in _SYNC_END.finditer(bits):
        header = _read_header(bits[sync.end() : sync.end() + 80], track)
        if header is not None and header[2]:
            ids[header[1]] += 1
    return ids.most_common(1)[0][0] if ids else None


def _read_data(bits: str) -> tuple[bytes, int]:
    block, good = decode(bits)
    data = block[1 : SECTOR_SIZE + 1]
    if not good:
        return data, BAD_CODE
    return data, 1 if block[SECTOR_SIZE + 1] == _checksum(data) else BAD_DATA


def store_track(
    image: D64Image, track: int, surface: bytes | bytearray, cells: int, disk_id: bytes
) -> tuple[int, int]:
    """Take what a 1541 would read on a surface into a D64Image.

    disk_id  the two bytes that headers should have

    returns  (sectors with another id, whose data the image has; sectors that do not read):
             how many of them it would need error bytes for
    """
    other = unread = 0
    for sector, (data, error) in decode_track(surface, cells, track, disk_id).items():
        at = image.index(track, sector)
        if data is not None and data != image.data[at * SECTOR_SIZE : (at + 1) * SECTOR_SIZE]:
            image.write(track, sector, data)
        if image.errors is not None:
            unwritten = error == 1 and image.errors[at] in _TRACELESS
            if max(image.errors[at], 1) != error and not unwritten:
                image.dirty = True
                image.errors[at] = error
        elif error == OTHER_ID:
            other += 1
        elif error != 1:
            unread += 1
    return other, unread
