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
and "D64" (error bytes); gaps between sectors as 1541s format, by zone.
"""

import re

from disk.d64 import DIR_TRACK, SECTOR_SIZE, sectors_of

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

_WORDS = [GCR_CODES[byte >> 4] << 5 | GCR_CODES[byte & 15] for byte in range(256)]
_SYNC_END = re.compile("1111111111(?=0)")
_DATA_BITS = 10 * (SECTOR_SIZE + 2)


def encode(data):
    """Return bytes as GCR, five for every four; ``len(data)`` is a multiple of four."""
    words, parts = _WORDS, []
    for at in range(0, len(data), 4):
        a, b, c, d = data[at : at + 4]
        parts.append(
            (words[a] << 30 | words[b] << 20 | words[c] << 10 | words[d]).to_bytes(5, "big")
        )
    return b"".join(parts)


def decode(bits):
    """Return (bytes of a string of GCR bits, whether every code was a possible one)."""
    result, good = bytearray(), True
    for at in range(0, len(bits) - 9, 10):
        high, low = GCR_NIBBLES.get(bits[at : at + 5]), GCR_NIBBLES.get(bits[at + 5 : at + 10])
        good = good and high is not None and low is not None
        result.append((high or 0) << 4 | (low or 0))
    return bytes(result), good


def zone_of(track):
    """Return (density 0-3, bytes of the track, gap after a sector) as a 1541 formats it."""
    return GCR_ZONES[sectors_of(track)]


def _checksum(data):
    value = 0
    for byte in data:
        value ^= byte
    return value


def _sector(track, sector, data, disk_id, error):
    """Return a sector's surface without the gap after it."""
    first, second = disk_id
    if error == OTHER_ID:
        first, second = first ^ 0xFF, second ^ 0xFF
    header = bytes((sector, track, second, first))
    check = _checksum(header) ^ (0xFF if error == BAD_HEADER else 0)
    mark = HEADER_MARK if error != NO_HEADER else 0x00
    header = encode(bytes((mark, check)) + header + b"\x0f\x0f")
    check = _checksum(data) ^ (0xFF if error == BAD_DATA else 0)
    mark = DATA_MARK if error != NO_DATA else 0x00
    block = encode(bytes((mark,)) + data + bytes((check, 0, 0)))
    sync = SYNC if error != NO_SYNC else GAP * len(SYNC)
    return sync + header + HEADER_GAP + sync + block


def disk_id_of(image):
    """Return the two bytes of id in a D64Image's block map."""
    at = image.index(DIR_TRACK, 0) * SECTOR_SIZE
    return bytes(image.data[at + 0xA2 : at + 0xA4])


def encode_track(image, track):
    """Return the surface of a D64Image's track as a bytearray."""
    _, size, gap = zone_of(track)
    disk_id = disk_id_of(image)
    parts = []
    for sector in range(sectors_of(track)):
        at = image.index(track, sector)
        data = bytes(image.data[at * SECTOR_SIZE : (at + 1) * SECTOR_SIZE])
        error = image.errors[at] if image.errors is not None else 1
        parts.append(_sector(track, sector, data, disk_id, error) + GAP * gap)
    return bytearray(b"".join(parts)[:size].ljust(size, GAP))


def decode_track(surface, cells, track, disk_id):
    """Read the sectors that a 1541 would find on a surface.

    surface  bytes, first cell in bit 7; ``cells`` of it count
    disk_id  the two bytes that headers should have

    returns  {sector: (256 bytes or None, error byte)} of all the track's sectors
    """
    bits = f"{int.from_bytes(surface, 'big'):0{len(surface) * 8}b}"[:cells]
    bits += bits[: _DATA_BITS + 2000]  # a ring: go on at the beginning
    found = {}
    sector = None
    for sync in _SYNC_END.finditer(bits):
        start = sync.end()
        mark = decode(bits[start : start + 10])[0][:1]
        if mark == bytes((HEADER_MARK,)):
            sector = _read_header(bits[start : start + 80], track, disk_id, found)
        elif sector is not None and start + _DATA_BITS <= len(bits):
            if mark == bytes((DATA_MARK,)):
                data = _read_data(bits[start : start + _DATA_BITS])
                if found[sector][0] is None and found[sector][1] in (1, NO_DATA):
                    found[sector] = data
            sector = None
    return {s: found.get(s, (None, NO_HEADER)) for s in range(sectors_of(track))}


def _read_header(bits, track, disk_id, found):
    """Note a header in ``found``; returns its sector if its data block is to be read."""
    header, _ = decode(bits)
    if len(header) < 8:
        return None
    check, sector, its_track, second, first = header[1:6]
    if its_track != track or sector >= sectors_of(track):
        return None
    if check != _checksum(header[2:6]):
        found.setdefault(sector, (None, BAD_HEADER))
        return None
    if bytes((first, second)) != disk_id:
        found.setdefault(sector, (None, OTHER_ID))
        return None
    if found.get(sector, (None, 0))[0] is None:
        found[sector] = (None, NO_DATA)
    return sector


def _read_data(bits):
    block, good = decode(bits)
    data = block[1 : SECTOR_SIZE + 1]
    if not good:
        return data, BAD_CODE
    return data, 1 if block[SECTOR_SIZE + 1] == _checksum(data) else BAD_DATA


def store_track(image, track, surface, cells):
    """Take what a 1541 would read on a surface into a D64Image.

    returns  lines about what the image cannot hold
    """
    if track > image.tracks:
        return [f"{image.name}: track {track} was written; a .d64 of {image.tracks} ends before it"]
    lost = 0
    sectors = decode_track(surface, cells, track, _id_on(image, track, surface, cells))
    for sector, (data, error) in sectors.items():
        at = image.index(track, sector)
        if data is not None and data != image.data[at * SECTOR_SIZE : (at + 1) * SECTOR_SIZE]:
            image.write(track, sector, data)
        if image.errors is not None:
            unwritten = error == 1 and image.errors[at] in _TRACELESS
            if max(image.errors[at], 1) != error and not unwritten:
                image.dirty = True
                image.errors[at] = error
        elif error != 1:
            lost += 1
    if not lost:
        return []
    what = "error bytes" if lost > 1 else "an error byte"
    return [f"{image.name}: track {track}: {lost} sectors that do not read would need {what}"]


def _id_on(image, track, surface, cells):
    """Return the id that headers should have: on track 18 its own block map's."""
    if track != DIR_TRACK:
        return disk_id_of(image)
    bits = f"{int.from_bytes(surface, 'big'):0{len(surface) * 8}b}"[:cells]
    for sync in _SYNC_END.finditer(bits + bits[:2000]):
        header, _ = decode((bits + bits[:2000])[sync.end() : sync.end() + 80])
        if header[:1] == bytes((HEADER_MARK,)) and len(header) == 8:
            return bytes((header[5], header[4]))
    return disk_id_of(image)
