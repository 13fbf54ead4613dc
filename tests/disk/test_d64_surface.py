"""The surface of a .d64: formats with another ID, and what the file keeps of them."""

import pytest

from disk.d64 import D64Image, blocks_on, sectors_of
from disk.gcr import encode_track, skew_of, zone_of
from disk.surface import Surface, restored_surface
from tests.disk.test_gcr import filled

OLD, NEW = b"GC", b"Q7"
OTHER_ID, NO_HEADER = 11, 2
SECTOR = 354  # bytes, without the gap behind it


def old_disk(with_errors):
    """Return a disk full of data, its ID ``OLD``."""
    return filled(errors={(1, 0): 1} if with_errors else None)


def turned(data, track):
    """Return a track as it lies beside the others of a formatted disk."""
    end = len(data) - int(skew_of(track) * len(data))
    return data[end:] + data[:end]


def place_of(surface, track, sector):
    """Return where a sector's first SYNC begins, 0..1 turns."""
    plain = encode_track(surface.image, track, OLD)
    at = sector * (SECTOR + zone_of(track)[2])
    data, _ = surface.track(2 * track)
    return bytes(data * 2).index(plain[at : at + 24]) / len(data)


def test_a_track_begins_where_the_head_is_after_the_one_before():
    """Between the end of a track's last sector and the next track's first lie 100/270 of a turn."""
    surface = Surface(filled(42))
    for track in range(1, 42):
        last = sectors_of(track) - 1
        end = place_of(surface, track, last) + SECTOR / zone_of(track)[1]
        step = (place_of(surface, track + 1, 0) - end) % 1
        assert step == pytest.approx(100 / 270, abs=2 / 6250)


def format_track(surface, track, disk_id=NEW):
    """Write a track of empty sectors as formatting does."""
    empty = D64Image(bytes(blocks_on(35) * 256))
    data, _ = surface.track(2 * track)
    data[:] = encode_track(empty, track, disk_id)
    surface.written(2 * track)


def write_sectors(surface, track, sectors, disk_id):
    """Write data blocks behind the headers a track has: ``sectors`` {number: 256 bytes}."""
    source = D64Image(bytes(surface.image.data))
    for sector, content in sectors.items():
        source.write(track, sector, content)
    surface.track(2 * track)[0][:] = encode_track(source, track, disk_id)
    surface.written(2 * track)


def sectors_with(image, error):
    """Return the tracks all of whose sectors have this error byte."""
    found = []
    for track in range(1, 36):
        at = image.index(track, 0)
        if set(image.errors[at : at + sectors_of(track)]) == {error}:
            found.append(track)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("with_errors", [False, True], ids=["plain", "error bytes"])
@pytest.mark.parametrize("flush_at", [(), (18,), (19, 30), (1, 2, 17, 18, 20, 35)], ids=str)
def test_a_format_is_kept_whole_whenever_the_image_is_brought_up_to_date(flush_at, with_errors):
    image = old_disk(with_errors)
    surface = Surface(image)
    for track in range(1, 36):
        format_track(surface, track)
        if track in flush_at:
            surface.flush()
    blank = D64Image.blank(b"NEW", NEW)
    content = {sector: blank.read(18, sector) for sector in (0, 1)}
    surface.flush()
    write_sectors(surface, 18, content, NEW)
    assert surface.flush() == []
    assert image.data == blank.data
    assert not with_errors or sectors_with(image, 1) == list(range(1, 36))


def test_a_format_that_ends_before_the_directory_is_kept_with_one_line():
    image = old_disk(False)
    before = bytes(image.data)
    surface = Surface(image)
    for track in range(1, 11):
        format_track(surface, track)
    surface.track(22)[0][:] = b"\x55" * 7692
    surface.written(22)
    lines = surface.flush()
    assert lines == [
        "disk image: tracks 1-11: without error bytes it cannot hold sectors with another disk ID "
        "(210, their data is kept), unreadable sectors (21)"
    ]
    assert image.data == bytes(210 * 256) + before[210 * 256 :]


def test_a_format_that_ends_behind_the_directory_leaves_the_rest_with_another_id():
    image = old_disk(False)
    before = bytes(image.data)
    surface = Surface(image)
    for track in range(1, 20):
        format_track(surface, track)
    (line,) = surface.flush()
    left = blocks_on(35) - blocks_on(19)
    assert line == (
        "disk image: tracks 20-35: without error bytes it cannot hold "
        f"sectors with another disk ID ({left}, their data is kept)"
    )
    done = blocks_on(19) * 256
    assert image.data == bytes(done) + before[done:]


@pytest.mark.slow
@pytest.mark.parametrize("last, other", [(10, range(1, 11)), (19, range(20, 36))])
def test_error_bytes_say_which_tracks_of_a_half_formatted_disk_have_another_id(last, other):
    image = old_disk(True)
    surface = Surface(image)
    for track in range(1, last + 1):
        format_track(surface, track)
        surface.flush()
    again = restored_surface(surface.save(), None)
    assert surface.flush() == []
    assert sectors_with(image, OTHER_ID) == list(other)
    assert sectors_with(image, 1) == [t for t in range(1, 36) if t not in other]
    for track in range(1, 36):
        assert again.track(2 * track) == surface.track(2 * track)
    # The drive that has the disk goes on with it.
    for disk in (surface, again):
        for track in range(last + 1, 36):
            format_track(disk, track)
        disk.flush()
        assert sectors_with(disk.image, 1) == list(range(1, 36))


def test_an_id_that_only_the_map_has_does_not_lose_what_is_written_later():
    image = filled()
    surface = Surface(image)
    block_map = bytearray(image.read(18, 0))
    block_map[0xA2:0xA4] = NEW
    write_sectors(surface, 18, {0: block_map}, OLD)
    assert surface.flush() == []
    headers = turned(encode_track(image, 20, OLD), 20)
    assert surface.track(40)[0] == restored_surface(surface.save(), None).track(40)[0] == headers
    write_sectors(surface, 20, {3: b"\x5a" * 256}, OLD)
    assert surface.flush() == []
    assert image.read(20, 3) == b"\x5a" * 256
    assert Surface(image).track(40)[0] == turned(encode_track(image, 20, NEW), 20)


def test_of_two_headers_of_a_sector_the_one_with_the_disk_s_id_counts():
    image = filled()
    surface = Surface(image)
    data, _ = surface.track(2)
    other = D64Image(bytes(image.data))
    other.write(1, 0, b"\x99" * 256)
    # Sector 1's place gets a sector 0 of another ID, before it or behind it on the ring.
    alien = encode_track(other, 1, NEW)[:354]
    for at in (362, 20 * 362):
        data[:] = encode_track(image, 1, OLD)
        data[at : at + 354] = alien
        surface.written(2)
        (line,) = surface.flush()
        assert "unreadable sectors (1)" in line
        assert image.read(1, 0) == filled().read(1, 0)


def test_what_a_d64_has_no_place_for_comes_in_one_line_a_kind():
    surface = Surface(filled())
    for half in (5, 8, 9, 72, 74, 76, 80):
        surface.regrid(half, 61536)[0][:] = b"\x55" * 7692
        surface.written(half)
    assert surface.flush() == [
        "disk image: track 4: without error bytes it cannot hold unreadable sectors (21)",
        "disk image: tracks 36-38, 40: this .d64 has only 35 tracks",
        "disk image: tracks 2.5, 4.5: a .d64 cannot hold half tracks",
    ]
