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
