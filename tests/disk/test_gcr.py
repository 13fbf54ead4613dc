"""GCR: sectors to surfaces and back, with the errors an image may ask for."""

import functools
import operator

import pytest

from disk import gcr
from disk.d64 import D64Image, blocks_on, sectors_of
from disk.errors import DosError
from disk.gcr import GCR_CODES, decode, decode_track, encode, encode_track, store_track
from disk.surface import Surface, restored_surface


def filled(tracks=35, errors=None):
    """Return a disk of sectors that all differ; ``errors``: {(track, sector): error byte}."""
    image = D64Image.blank(b"GCR", b"GC", tracks)
    for track in range(1, tracks + 1):
        if track != 18:
            for sector in range(sectors_of(track)):
                image.write(
                    track, sector, bytes((track * 3 + sector + n) & 0xFF for n in range(256))
                )
    if errors:
        image.errors = bytearray(b"\x01" * blocks_on(tracks))
        for place, error in errors.items():
            image.errors[image.index(*place)] = error
    image.dirty = False
    return image


def test_codes_have_neither_three_zeros_nor_nine_ones_in_a_row():
    words = [f"{a:05b}{b:05b}" for a in GCR_CODES for b in GCR_CODES]
    assert len(set(words)) == 256
    assert not any("000" in word or "1" * 9 in word for word in words)


def test_bytes_come_back():
    data = bytes(range(256))
    bits = f"{int.from_bytes(encode(data), 'big'):0{320 * 8}b}"
    assert decode(bits) == (data, True)
    assert decode("0" * 10) == (b"\0", False)


@pytest.mark.slow
@pytest.mark.parametrize("tracks", [35, 40, 42])
def test_all_sectors_of_all_tracks_come_back(tracks):
    image = filled(tracks)
    for track in range(1, tracks + 1):
        surface = encode_track(image, track)
        found = decode_track(surface, len(surface) * 8, track, b"GC")
        assert len(found) == sectors_of(track)
        for sector, (data, error) in found.items():
            assert error == 1
            assert data == image.read(track, sector)


@pytest.mark.parametrize("error", [6, 7, 8, 10, 15])
def test_errors_that_are_no_matter_of_the_surface_stay_until_the_sector_is_written(error):
    image, other = filled(errors={(20, 7): error}), filled()
    surface = encode_track(image, 20)
    assert surface == encode_track(other, 20)
    other.write(20, 7, b"\x12" * 256)
    assert store_track(image, 20, surface, len(surface) * 8, b"GC") == (0, 0)
    assert image.errors[image.index(20, 7)] == error
    surface = encode_track(other, 20)
    store_track(image, 20, surface, len(surface) * 8, b"GC")
    assert image.errors[image.index(20, 7)] == 1


@pytest.mark.parametrize("error", [2, 3, 4, 5, 9, 11])
def test_an_error_byte_shows_on_the_surface_and_comes_back(error):
    image = filled(errors={(20, 7): error})
    surface = encode_track(image, 20)
    found = decode_track(surface, len(surface) * 8, 20, b"GC")
    # Without syncs a sector is not found, as without a header mark.
    assert found[7][1] == (2 if error == 3 else error)
    assert [s for s, (_, e) in found.items() if e != 1] == [7]


def test_any_rotation_of_a_track_reads_the_same():
    image = filled()
    surface = encode_track(image, 3)
    bits = int.from_bytes(surface, "big")
    size = len(surface) * 8
    for turn in (1, 777, 30000, size - 5):
        turned = (bits << turn | bits >> (size - turn)) & ((1 << size) - 1)
        found = decode_track(turned.to_bytes(size // 8, "big"), size, 3, b"GC")
        assert all(found[s] == (image.read(3, s), 1) for s in range(21))


def test_what_changed_on_a_surface_goes_into_the_image_and_nothing_else():
    image, other = filled(), filled()
    other.write(9, 4, b"\x77" * 256)
    surface = encode_track(other, 9)
    assert store_track(image, 9, surface, len(surface) * 8, b"GC") == (0, 0)
    assert image.data == other.data
    assert image.version == filled().version + 1


def test_errors_on_a_surface_become_error_bytes_or_are_counted():
    bad = filled(errors={(9, 4): 5})
    surface = encode_track(bad, 9)
    image = filled(errors={(1, 0): 1})
    assert store_track(image, 9, surface, len(surface) * 8, b"GC") == (0, 0)
    assert image.errors[image.index(9, 4)] == 5
    assert store_track(filled(), 9, surface, len(surface) * 8, b"GC") == (0, 1)
    assert store_track(filled(), 9, surface, len(surface) * 8, b"XY") == (21, 0)


def test_a_surface_keeps_what_no_image_could_hold():
    surface = Surface(filled())
    data, cells = surface.track(10)
    data[:] = b"\xff" * len(data)
    surface.written(10)
    assert surface.changed
    assert len(surface.flush()) == 1
    assert not surface.changed
    again = restored_surface(surface.save(), None)
    assert again.track(10) == (data, cells)
    assert again.track(12) == surface.track(12)
    assert surface.track(11) is None


# After Immers and Neufeld: five bits for each nibble, and a sector's parts.  $55 is a gap.
CODES = (
    *("01010", "01011", "10010", "10011", "01110", "01111", "10110", "10111"),
    *("01001", "11001", "11010", "11011", "01101", "11101", "11110", "10101"),
)


def bits_of(data):
    return "".join(CODES[byte >> 4] + CODES[byte & 15] for byte in data)


def parity(data):
    return functools.reduce(operator.xor, data)


def surface_of_sector(track, sector, data, error):
    """The bits of a sector with what an error byte asks for: one part of it is wrong."""
    ids = [ord("C"), ord("G")] if error != 11 else [0xFF - ord("C"), 0xFF - ord("G")]
    header = [sector, track, *ids]
    header_check = parity(header) if error != 9 else 0xFF - parity(header)
    data_check = parity(data) if error != 5 else 0xFF - parity(data)
    sync = "1" * 40 if error != 3 else "01" * 20
    return (
        sync + bits_of([8 if error != 2 else 0, header_check, *header, 15, 15]) + "01" * 36
        + sync + bits_of([7 if error != 4 else 0, *data, data_check, 0, 0])
    )  # fmt: skip


@pytest.mark.parametrize("error", [1, 2, 3, 4, 5, 9, 11])
@pytest.mark.parametrize(
    ("track", "count", "size", "gap"),
    [(17, 21, 7692, 8), (24, 19, 7142, 17), (30, 18, 6666, 12), (35, 17, 6250, 9)],
)
def test_a_track_is_bit_for_bit_what_the_documents_say(track, count, size, gap, error):
    image = filled(errors={(track, 3): error})
    bits = "".join(
        surface_of_sector(track, sector, image.data[at : at + 256], error if sector == 3 else 1)
        + "01" * 4 * gap
        for sector in range(count)
        for at in [image.index(track, sector) * 256]
    )
    bits += "01" * 4 * (size - len(bits) // 8)
    assert encode_track(image, track) == int(bits, 2).to_bytes(size, "big")


@pytest.mark.parametrize("track", [0, 43])
def test_a_track_that_no_drive_reaches_has_no_surface(track):
    with pytest.raises(DosError, match="66"):
        encode_track(filled(), track)


@pytest.mark.parametrize(
    ("headers", "kept"),
    [
        ([(b"A1", True)], gcr.NO_DATA),
        ([(b"B2", True)], gcr.OTHER_ID),
        ([(b"B2", True), (b"A1", True)], gcr.NO_DATA),  # the one of this disk counts
        ([(b"A1", True), (b"B2", True)], gcr.NO_DATA),
        ([(b"B2", True), (b"C3", True)], gcr.OTHER_ID),
        ([(b"A1", False)], gcr.BAD_HEADER),
        ([(b"A1", False), (b"A1", True)], gcr.NO_DATA),
        ([(b"B2", True), (b"A1", False)], gcr.OTHER_ID),
    ],
)
def test_of_several_headers_of_a_sector_the_one_with_the_disks_id_counts(
    monkeypatch, headers, kept
):
    left = list(headers)

    def read(bits, track):
        disk_id, good = left.pop(0)
        return 5, disk_id, good

    monkeypatch.setattr(gcr, "_read_header", read)
    found = {}
    for disk_id, good in headers:
        what = gcr._note_header("", 1, b"A1", found)
        assert what == ((5, gcr.NO_DATA if disk_id == b"A1" else gcr.OTHER_ID) if good else None)
    assert found == {5: (None, kept)}


def test_a_sector_whose_data_were_found_stays_as_it_is(monkeypatch):
    monkeypatch.setattr(gcr, "_read_header", lambda *_: (5, b"A1", True))
    found = {5: (b"data", 0)}
    gcr._note_header("", 1, b"A1", found)
    assert found == {5: (b"data", 0)}


def test_the_id_of_a_track_is_that_of_most_of_its_good_headers():
    surface = encode_track(D64Image.blank(b"A", b"BC"), 5)
    assert gcr.id_on_track(surface, 8 * len(surface), 5) == b"BC"
    assert gcr.id_on_track(surface, 8 * len(surface), 6) is None, "headers of another track"
    assert gcr.id_on_track(bytes(7000), 56000, 5) is None
