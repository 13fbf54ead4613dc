"""P64: reversals out of the range coder, and what is refused."""

import struct
import zlib

import pytest

from c64.drive.board1541 import DriveBus
from disk.d64 import D64Image
from disk.errors import MediaDamaged
from disk.flux import FluxDecoder
from disk.gcr import encode_track
from disk.loader import open_media
from disk.p64 import FIRST_HALF, LAST_HALF, P64_PLACES, P64Image, _parse_chunk
from disk.surface import Surface, restored_surface
from tests.c64.drive.drive_rom import make_rom
from tests.c64.drive.test_head import COPY


class Encoder:
    """The other half of disk.flux.FluxDecoder, for making files."""

    def __init__(self):
        self.low, self.high, self.out = 0, 0xFFFFFFFF, bytearray()
        self.chances, self.last, self.flags = {}, [0] * 8, [0, 0]

    def bit(self, context, value):
        chance = self.chances.get(context, 2048)
        middle = self.low + ((self.high - self.low) >> 12) * chance
        if value:
            self.chances[context] = chance + ((0xFFF - chance) >> 4)
            self.high = middle
        else:
            self.chances[context] = chance - (chance >> 4)
            self.low = middle + 1
        while (self.low ^ self.high) & 0xFF000000 == 0:
            self.out.append(self.high >> 24)
            self.low = self.low << 8 & 0xFFFFFFFF
            self.high = (self.high << 8 | 0xFF) & 0xFFFFFFFF

    def flag(self, which, value):
        self.bit(("flag", which, self.flags[which]), value)
        self.flags[which] = value

    def word(self, place, value):
        for number in range(4):
            at, byte, context = place + number, value >> 8 * number & 0xFF, 1
            for n in range(7, -1, -1):
                self.bit((at, self.last[at], context), byte >> n & 1)
                context = context << 1 | byte >> n & 1
            self.last[at] = byte

    def track(self, pulses):
        """Return a half track's content: [(place, strength)] in order."""
        place = distance = strength = 0
        for at, strong in pulses:
            self.flag(0, int(at - place != distance))
            if at - place != distance:
                distance = at - place
                self.word(0, distance)
            place = at
            self.flag(1, int(strong != strength))
            if strong != strength:
                self.word(4, (strong - strength) & 0xFFFFFFFF)
                strength = strong
        self.flag(0, 1)
        self.word(0, 0)
        self.out += self.low.to_bytes(4, "big")
        return struct.pack("<II", len(pulses), len(self.out)) + bytes(self.out)


def chunk(letters, content):
    return letters + struct.pack("<II", len(content), zlib.crc32(content)) + content


def make(tracks, version=0):
    """Return a P64 of {half track: [(place, strength)]}."""
    body = b"".join(chunk(b"HTP" + bytes((h,)), Encoder().track(p)) for h, p in tracks.items())
    body += chunk(b"DONE", b"")
    return struct.pack("<8sIIII", b"P64-1541", version, 0, len(body), zlib.crc32(body)) + body


def formatted(track=18):
    """Return the reversals of a formatted track as a 1541 would have written it."""
    data = encode_track(D64Image.blank(b"FLUX", b"FL"), track)
    bits = f"{int.from_bytes(data, 'big'):0{len(data) * 8}b}"
    return [(n * P64_PLACES // len(bits), 0xFFFFFFFF) for n, b in enumerate(bits) if b == "1"]


def test_reversals_come_back_to_the_place():
    pulses = [(5, 0xFFFFFFFF), (69, 0xFFFFFFFF), (133, 0x90000000), (140, 5), (3199999, 0xFFFFFFFF)]
    image = P64Image(make({2: pulses, 84: [(1, 0xFFFFFFFF)]}))
    cells, count = image.read_half(2)
    assert count == P64_PLACES
    found = [
        n * 8 + b for n, byte in enumerate(cells) if byte for b in range(8) if byte & 0x80 >> b
    ]
    assert found == [place for place, strength in pulses if strength >= 0x80000000]
    assert image.read_half(3) is None
    assert image.read_half(84)[0][0] == 0x40


@pytest.mark.slow
def test_a_drive_reads_it():
    image = P64Image(make({36: formatted()}))
    unit = DriveBus(make_rom(COPY.replace("%DENSITY%", "$46")))
    unit.insert(Surface(image), 1)
    unit.run_to(300_000)
    seen = bytes(unit.ram)[0x300:0x400]
    end = seen.index(b"\xff")
    track = bytes(encode_track(D64Image.blank(b"FLUX", b"FL"), 18)) * 2
    assert end >= 19
    assert seen[:end] in track
    assert seen[end + 1 : end + 200] in track


def test_it_is_write_protected_and_a_snapshot_holds_it(tmp_path):
    path = tmp_path / "disk.p64"
    path.write_bytes(make({36: [(7, 0xFFFFFFFF)]}))
    image = open_media(path)
    assert isinstance(image, P64Image)
    assert image.read_only
    saved = Surface(image).save()
    assert restored_surface(saved, None).track(36) == image.read_half(36)


@pytest.mark.parametrize(
    "content, word",
    [
        (b"P64-15", "does not begin"),
        (b"P64-1541" + bytes(8), "truncated: 16 bytes"),
        (make({}, version=3), "version 3"),
        (make({2: [(1, 1)]})[:-1], "truncated"),
        (make({2: [(1, 1)]})[:-1] + b"\1", "checksum"),
        (struct.pack("<8sIIII", b"P64-1541", 0, 0, 3, zlib.crc32(b"HTP")) + b"HTP", "cut off"),
    ],
)
def test_a_damaged_file_is_refused_by_one_line(content, word):
    with pytest.raises(MediaDamaged) as caught:
        P64Image(content, where="some.p64")
    assert word in str(caught.value)
    assert str(caught.value).startswith("some.p64: ")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("place", [P64_PLACES, (1 << 31) + 3, 0xFFFFFFFF, 0x80FFFFFF])
def test_a_distance_of_any_32_bits_stays_within_the_turn(place):
    cells, count = P64Image(make({36: [(place, 0xFFFFFFFF)]})).read_half(36)
    at = place % P64_PLACES
    assert count == P64_PLACES and len(cells) * 8 == count
    assert sum(cells) == cells[at >> 3] == 0x80 >> (at & 7)


def test_reversals_end_where_nothing_more_is_coded():
    coded = b"\x12\x34\x56\x78"
    cells = bytearray(P64_PLACES // 8)
    done = FluxDecoder(coded).fill(cells, P64_PLACES)
    assert done < 2000 and len(cells) == P64_PLACES // 8


def htp_chunk(count, coded, size=None, number=36, letters=b"HTP"):
    """A chunk of a half track, by itself: ``coded`` bytes, of which ``size`` are told."""
    content = struct.pack("<II", count, len(coded) if size is None else size) + coded
    return struct.pack("<3sBII", letters, number, len(content), zlib.crc32(content)) + content


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (htp_chunk(P64_PLACES, b"code"), None),
        (htp_chunk(P64_PLACES + 1, b"code"), "3200001 reversals in 4 bytes are impossible"),
        (htp_chunk(1, b"code", 3), "1 reversals in 3 bytes are impossible"),
        (htp_chunk(1, b"code", 5), "1 reversals in 5 bytes are impossible"),
        (htp_chunk(1, b"code")[:-1], "ends after the end of the file"),
        (htp_chunk(1, b"code")[:11], "is cut off"),
        (struct.pack("<3sBII", b"HTP", 36, 7, zlib.crc32(b"7 bytes")) + b"7 bytes", "8 are needed"),
        (htp_chunk(1, b"code")[:-1] + b"x", "track 18: checksum does not match"),
    ],
)
def test_a_chunk_is_held_against_its_sizes(content, says):
    halves = {}
    if says is None:
        assert _parse_chunk(content, 0, halves, "a.p64") == len(content)
        assert halves == {36: (P64_PLACES, b"code")}
    else:
        with pytest.raises(MediaDamaged, match=says):
            _parse_chunk(content, 0, halves, "a.p64")


@pytest.mark.parametrize(
    ("number", "letters", "count", "taken"),
    [(FIRST_HALF, b"HTP", 1, True), (LAST_HALF, b"HTP", 1, True),
     (FIRST_HALF - 1, b"HTP", 1, False), (LAST_HALF + 1, b"HTP", 1, False),
     (36, b"XYZ", 1, False), (36, b"HTP", 0, False)],
)  # fmt: skip
def test_a_chunk_of_something_else_is_passed_over(number, letters, count, taken):
    halves, content = {}, b"before" + htp_chunk(count, b"code", None, number, letters) + b"behind"
    assert _parse_chunk(content, 6, halves, "a.p64") == len(content) - 6
    assert list(halves) == ([number] if taken else [])


def test_a_file_of_nothing_but_the_header_is_an_empty_disk():
    assert not P64Image(struct.pack("<8sIIII", b"P64-1541", 0, 0, 0, 0)).halves


def test_a_turn_has_the_sixteenths_of_a_microsecond_of_300_turns_a_minute():
    assert P64_PLACES == 16_000_000 * 60 // 300
