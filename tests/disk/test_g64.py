"""G64: half tracks, zones, writing back, and what is refused."""

import itertools
import struct

import pytest

from disk.d64 import D64Image, sectors_of
from disk.errors import MediaDamaged, MediaWarning
from disk.g64 import FINE_CELLS, G64Image
from disk.gcr import decode_track, encode_track, zone_of
from disk.surface import Surface, restored_surface


def make(halves, count=84):
    """Return the bytes of a G64 with {half track: (bytes, speed: 0..3 or bytes, a zone each)}."""
    at = 12 + 8 * count
    offsets, speeds, body = [0] * count, [0] * count, b""
    for half, (data, speed) in halves.items():
        offsets[half - 2] = at + len(body)
        body += struct.pack("<H", len(data)) + data
        if isinstance(speed, bytes):
            speeds[half - 2] = at + len(body)
            for n in range(0, len(speed), 4):
                a, b, c, d = speed[n : n + 4]
                body += bytes((a << 6 | b << 4 | c << 2 | d,))
        else:
            speeds[half - 2] = speed
    return struct.pack(f"<8sBBH{2 * count}I", b"GCR-1541", 0, count, 7928, *offsets, *speeds) + body


def sample():
    """Return the bytes of a G64 that holds a formatted disk."""
    image = D64Image.blank(b"G64", b"GG")
    return make({t * 2: (bytes(encode_track(image, t)), zone_of(t)[0]) for t in range(1, 36)})


def test_tracks_come_as_they_are():
    image = G64Image(sample())
    for track in range(1, 36):
        data, cells = image.read_half(track * 2)
        found = decode_track(data, cells, track, b"GG")
        assert [e for _, e in found.values()] == [1] * sectors_of(track)
        assert image.read_half(track * 2 + 1) is None


def test_half_tracks_and_odd_lengths_are_kept():
    content = make({2: (b"\x55" * 7000, 3), 3: (b"\xa5" * 6001, 2), 84: (b"\x5a" * 6000, 0)})
    image = G64Image(content)
    assert sorted(image.halves) == [2, 3, 84]
    assert image.read_half(3) == (bytearray(b"\xa5" * 6001), 48008)
    assert G64Image(image.to_bytes()).halves == image.halves


@pytest.mark.slow
def test_a_map_of_zones_makes_cells_of_unequal_length():
    zones = bytes(3500) + b"\x03" * 3500
    image = G64Image(make({2: (b"\xff" * 7000, zones)}))
    data, cells = image.read_half(2)
    assert cells == FINE_CELLS
    ones = [n * 8 + b for n, byte in enumerate(data) for b in range(8) if byte & (0x80 >> b)]
    assert len(ones) == 56000
    gaps = [b - a for a, b in itertools.pairwise(ones)]
    slow, fast = gaps[1000], gaps[-1000]
    assert slow / fast == pytest.approx(16 / 13, abs=0.05)
    assert G64Image(image.to_bytes()).halves == image.halves


def test_what_the_head_wrote_is_in_the_file(tmp_path):
    path = tmp_path / "disk.g64"
    path.write_bytes(sample())
    image = G64Image.open(path)
    surface = Surface(image)
    data, _ = surface.track(20)
    data[100] ^= 0xFF
    surface.written(20)
    data, _cells = surface.regrid(5, 50000)
    data[7] = 0x5A
    surface.written(5)
    assert surface.flush() == []
    image.flush()
    again = G64Image.open(path)
    assert again.read_half(20)[0] == surface.track(20)[0]
    assert again.read_half(5) == surface.track(5)
    assert again.halves[5][1] == 0
    assert restored_surface(surface.save(), None).track(5) == surface.track(5)


@pytest.mark.parametrize(
    "content, word",
    [
        (b"", "GCR-1541"),
        (b"GCR-1571" + bytes(2000), "GCR-1541"),
        (b"GCR-1541", "truncated"),
        (b"GCR-1541\x01" + bytes(2000), "version 1"),
        (b"GCR-1541\x00\x54\xf8\x1e" + bytes(100), "truncated"),
        (sample()[:40000], "track 6 ends at byte"),
        (make({2: (b"\x55" * 100, 4000000)}), "track 1: zones end"),
        (sample().replace(struct.pack("<I", 684), struct.pack("<I", 1 << 31), 1), "track 1 begins"),
    ],
)
def test_a_damaged_file_is_refused_by_one_line(content, word):
    with pytest.raises(MediaDamaged) as caught:
        G64Image(content, where="some.g64")
    assert word in str(caught.value)
    assert str(caught.value).startswith("some.g64")
    assert "\n" not in str(caught.value)


def test_a_disk_that_is_cut_behind_its_directory_has_what_is_left_with_a_warning():
    whole = sample()
    halves = G64Image(whole).halves
    last = max(halves)
    content, _ = halves[last]
    with pytest.warns(MediaWarning, match=rf"track {last / 2:g} ends at byte .*1 cut in all"):
        cut = G64Image(whole[: len(whole) - 100], where="some.g64").halves
    assert {half: cut[half] for half in halves if half != last} == {
        half: found for half, found in halves.items() if half != last
    }
    assert len(cut[last][0]) == len(content)
    with pytest.warns(MediaWarning, match="2 cut in all|begins at byte"):
        gone = G64Image(whole[: len(whole) - len(content) - 200], where="some.g64").halves
    assert last not in gone or len(gone[last][0]) == len(content)


def test_a_file_of_tables_alone_is_whole_and_one_byte_less_is_truncated():
    content = make({})
    assert G64Image(content).halves == {}
    with pytest.raises(MediaDamaged, match="truncated"):
        G64Image(content[:-1])


# -- the file byte by byte, and its limits ---------------------------------------------------------


@pytest.mark.parametrize("most", [7928, 9000])
def test_the_bytes_of_a_file_are_as_the_format_says(most):
    """Header, offsets and speeds of 84 half tracks, then each track in room for the longest."""
    zones = bytes(n // 9 % 4 for n in range(6000))
    halves = {2: (b"\x55" * 7692, 3), 5: (b"\x5a" * most, 0), 84: (b"\xa5" * 6000, zones)}
    content = G64Image(make(halves)).to_bytes()
    assert content[:12] == b"GCR-1541" + bytes((0, 84)) + most.to_bytes(2, "little")
    offsets, speeds = (struct.unpack_from("<84I", content, at) for at in (12, 12 + 4 * 84))
    room, at = most + 2, 12 + 8 * 84
    assert {n + 2: where for n, where in enumerate(offsets) if where} == {
        2: at, 5: at + room, 84: at + 2 * room,
    }  # fmt: skip
    assert {n + 2: speed for n, speed in enumerate(speeds) if speed} == {2: 3, 84: at + 3 * room}
    for half, (data, _) in halves.items():
        start = offsets[half - 2]
        assert struct.unpack_from("<H", content, start) == (len(data),)
        assert content[start + 2 : start + room] == data.ljust(most, b"\xff")
    packed = content[at + 3 * room :]
    assert len(packed) == (most + 3) // 4
    assert [packed[n // 4] >> (6 - n % 4 * 2) & 3 for n in range(6000)] == list(zones)
    assert G64Image(content).halves == G64Image(make(halves)).halves == halves


def test_half_tracks_beyond_the_heads_reach_are_left_alone():
    content = bytearray(make({2: (b"\x55" * 10, 3), 84: (b"\x5a" * 10, 0)}, count=90))
    for index in (83, 84, 89):  # half tracks 85, 86, 91
        struct.pack_into("<I", content, 12 + 4 * index, 12 + 8 * 90)
    assert sorted(G64Image(bytes(content)).halves) == [2, 84]
    assert sorted(G64Image(make({2: (b"\x55" * 10, 3)}, count=1)).halves) == [2]


def test_a_track_without_bytes_is_none():
    assert G64Image(make({2: (b"", 3), 4: (b"\x55", 2)})).halves == {4: (b"\x55", 2)}


@pytest.mark.parametrize(
    ("table", "back", "word"),
    [(12, 2, " begins at"), (12, 1, " begins at"), (12, -1, " begins at"), (12 + 4 * 84, 3, None),
     (12 + 4 * 84, 2, ": zones end"), (12 + 4 * 84, -9, ": zones end")],
)  # fmt: skip
def test_a_track_and_its_zones_lie_within_the_file(table, back, word):
    """``back`` bytes before the file's end a length of 1, or the zones of ten bytes begin."""
    content = bytearray(make({2: (b"\x55" * 10, 3)}))
    content[-2:] = b"\1\0"
    struct.pack_into("<I", content, table, len(content) - back)
    if word is None:
        assert list(G64Image(bytes(content)).halves) == [2]
    else:
        with pytest.raises(MediaDamaged, match=f"track 1{word}"):
            G64Image(bytes(content))


@pytest.mark.parametrize("speed", [0, 3])
def test_a_speed_below_4_is_a_zone_and_from_4_on_a_place(speed):
    content = make({2: (b"\x55" * 8, speed)})
    assert G64Image(content).halves == {2: (b"\x55" * 8, speed)}
    place = bytearray(content)
    struct.pack_into("<I", place, 12 + 4 * 84, 4)  # where "1541" stands
    zones = bytes(byte >> shift & 3 for byte in b"15" for shift in (6, 4, 2, 0))
    assert G64Image(bytes(place)).halves == {2: (b"\x55" * 8, zones)}


def test_zones_that_are_all_the_same_are_one():
    assert G64Image(make({2: (b"\x55" * 8, bytes((2,) * 8))})).halves == {2: (b"\x55" * 8, 2)}


@pytest.mark.parametrize(
    ("cells", "zone"),
    [(6250 * 8, 0), (6458 * 8 - 1, 0), (6458 * 8 + 1, 1), (6904 * 8 - 1, 1), (6904 * 8 + 1, 2),
     (7417 * 8 - 1, 2), (7417 * 8 + 1, 3), (7692 * 8, 3), (8, 0), (9000 * 8, 3)],
)  # fmt: skip
def test_a_track_that_is_written_has_the_zone_of_the_nearest_length(cells, zone):
    image = G64Image(make({}))
    assert image.write_half(7, bytearray(b"\x55" * 9), cells) == []
    assert (image.halves, image.dirty, image.version) == ({7: (b"\x55" * 9, zone)}, True, 1)


def test_cells_of_all_lengths_are_not_saved_and_that_is_told():
    image = G64Image(make({}), where="a.g64")
    said = image.write_half(7, bytearray(9), FINE_CELLS)
    assert said == ["a.g64: track 3.5: the lengths of its cells are not saved"]
    assert (image.halves, image.dirty, image.version) == ({}, False, 0)


def test_cells_of_several_zones_fill_a_turn_in_proportion():
    """A bit of zone z lasts 4 * (16 - z) periods of 16 MHz."""
    data, zones = bytes((0x80, 0x01, 0xFF, 0x00)), bytes((0, 1, 2, 3))
    fine, cells = G64Image(make({2: (data, zones)})).read_half(2)
    lengths = [4 * (16 - zone) for zone in zones for _ in range(8)]
    begins = [sum(lengths[:n]) * FINE_CELLS // sum(lengths) for n in range(32)]
    bits = [data[n // 8] >> (7 - n % 8) & 1 for n in range(32)]
    ones = {
        at * 8 + n for at, byte in enumerate(fine) if byte for n in range(8) if byte << n & 0x80
    }
    assert (cells, len(fine)) == (FINE_CELLS, FINE_CELLS // 8)
    assert ones == {begin for begin, bit in zip(begins, bits, strict=True) if bit}
