"""Sectors, error bytes and the host's file of a D64."""

import os

import pytest

from disk.d64 import D64_SIZES, D64Image, blocks_on, sectors_of
from disk.errors import DosError, MediaDamaged, MediaError, MediaNotFound, MediaWriteError
from disk.volume import PRG, Volume


def test_a_disk_of_35_tracks_has_683_sectors_in_four_zones():
    assert blocks_on(35) == 683
    assert [sectors_of(t) for t in (1, 17, 18, 24, 25, 30, 31, 40)] == [
        21, 21, 19, 19, 18, 18, 17, 17,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("size", "tracks", "errors"),
    [(174848, 35, False), (175531, 35, True), (196608, 40, False), (197376, 40, True)],
)
def test_the_size_tells_tracks_and_error_bytes(size, tracks, errors):
    image = D64Image(bytes(size))
    assert image.tracks == tracks
    assert (image.errors is not None) == errors
    assert len(image.to_bytes()) == size


@pytest.mark.parametrize("size", [1, 174847, 174849, 175530, 300000])
def test_a_wrong_size_is_refused_with_the_right_ones(size):
    with pytest.raises(MediaDamaged, match=r"game\.d64: .*174848 \(35 tracks\) or 196608"):
        D64Image(bytes(size), where="game.d64")


def test_every_sector_has_its_own_place_in_the_file():
    image = D64Image(bytes(174848))
    places = [image.index(t, s) for t in range(1, 36) for s in range(sectors_of(t))]
    assert places == list(range(683))


@pytest.mark.parametrize(("track", "sector"), [(0, 0), (36, 0), (1, 21), (18, 19), (35, 17)])
def test_a_sector_that_does_not_exist_is_error_66(track, sector):
    with pytest.raises(DosError) as error:
        D64Image(bytes(174848)).read(track, sector)
    assert (error.value.number, error.value.track, error.value.sector) == (66, track, sector)


def test_error_bytes_become_the_drives_numbers_until_the_sector_is_written():
    data = bytearray(175531)
    codes = {2: 20, 3: 21, 4: 22, 5: 23, 6: 24, 9: 27, 11: 29, 15: 74}
    for sector, code in enumerate(codes):
        data[174848 + sector] = code
    image = D64Image(data)
    for sector, number in enumerate(codes.values()):
        with pytest.raises(DosError) as error:
            image.read(1, sector)
        assert error.value.number == number
    image.write(1, 0, bytes(256))
    assert image.read(1, 0) == bytes(256)


def test_a_write_reaches_the_file_at_the_flush_and_nothing_else_is_left_there(tmp_path):
    path = tmp_path / "a.d64"
    path.write_bytes(D64Image.blank(b"A", b"01").to_bytes())
    image = D64Image.open(path)
    image.write(1, 0, b"\x55" * 256)
    assert path.read_bytes()[:256] == bytes(256)
    image.flush()
    assert path.read_bytes()[:256] == b"\x55" * 256
    assert os.listdir(tmp_path) == ["a.d64"]


def test_a_file_marked_read_only_is_a_protected_disk(tmp_path):
    path = tmp_path / "a.d64"
    path.write_bytes(D64Image.blank(b"A", b"01").to_bytes())
    path.chmod(0o444)
    image = D64Image.open(path)
    with pytest.raises(DosError) as error:
        image.write(1, 0, bytes(256))
    assert error.value.number == 26


def test_what_another_program_wrote_meanwhile_is_kept_beside_the_file(tmp_path):
    path = tmp_path / "a.d64"
    path.write_bytes(D64Image.blank(b"A", b"01").to_bytes())
    image = D64Image.open(path)
    foreign = D64Image.blank(b"FOREIGN", b"02").to_bytes()
    path.write_bytes(foreign)
    image.write(1, 0, b"\x55" * 256)
    image.flush()
    assert (tmp_path / "a.d64.bak").read_bytes() == foreign
    assert path.read_bytes() == image.to_bytes()


def test_a_failed_flush_names_the_file_and_loses_nothing(tmp_path):
    folder = tmp_path / "gone"
    folder.mkdir()
    path = folder / "a.d64"
    path.write_bytes(D64Image.blank(b"A", b"01").to_bytes())
    image = D64Image.open(path)
    image.write(1, 0, b"\x55" * 256)
    path.unlink()
    folder.rmdir()
    with pytest.raises(MediaWriteError, match=r"a\.d64: cannot be written"):
        image.flush()
    assert image.dirty
    folder.mkdir()
    image.flush()
    assert path.read_bytes()[:256] == b"\x55" * 256


def test_a_link_to_an_image_stays_a_link(tmp_path):
    real, link = tmp_path / "real.d64", tmp_path / "link.d64"
    real.write_bytes(D64Image.blank(b"A", b"01").to_bytes())
    link.symlink_to(real)
    image = D64Image.open(link)
    Volume(image).write_file(b"F", PRG, b"abc")
    image.flush()
    assert link.is_symlink()
    assert real.read_bytes() == image.to_bytes()


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(MediaNotFound, match=r"none\.d64: cannot be read: No such file"):
        D64Image.open(tmp_path / "none.d64")


def test_all_sizes_are_told_apart():
    assert len(D64_SIZES) == 16  # 35 to 42 tracks, with and without error bytes
    assert issubclass(DosError, MediaError)


@pytest.mark.parametrize(
    ("track", "sectors"),
    [(1, 21), (17, 21), (18, 19), (24, 19), (25, 18), (30, 18), (31, 17), (35, 17), (42, 17)],
)
def test_a_zone_has_its_sectors_from_its_first_track_to_its_last(track, sectors):
    assert sectors_of(track) == sectors


@pytest.mark.parametrize("dirty", [False, True])
@pytest.mark.parametrize("held", [False, True])
@pytest.mark.parametrize("has_file", [False, True])
def test_a_disk_is_unsaved_while_its_file_lacks_what_may_be_written(
    tmp_path, dirty, held, has_file
):
    image = D64Image.blank(b"TEST", b"T1")
    image.path = tmp_path / "a.d64" if has_file else None
    image.dirty, image.held = dirty, held
    assert image.unsaved is (dirty and has_file and not held)
