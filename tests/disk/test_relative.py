"""Relative files: records by number, on the disks of all drives, against the ``d64`` package."""

import random

import pytest
from d64 import DiskImage

from disk.d64 import D64Image
from disk.d71_d81 import D71Image, D81Image
from disk.errors import DosError
from disk.relative import RelativeFile
from disk.volume import PRG, Volume

KINDS = {"d64": D64Image, "d71": D71Image, "d81": D81Image}
ALL = pytest.mark.parametrize("kind", KINDS)


def blank(kind):
    return Volume(KINDS[kind].blank(b"TEST DISK", b"T1"))


def again(file):
    """The same file, opened anew."""
    return RelativeFile(file.volume, file.volume.entry_at(*file.entry))


@ALL
@pytest.mark.parametrize("size", [1, 2, 100, 127, 253, 254])
def test_a_new_file_has_as_many_empty_records_as_a_block_takes(kind, size):
    volume = blank(kind)
    file = RelativeFile.create(volume, b"REC", size)
    assert file.count == again(file).count == 254 // size
    assert file.read(0) == b"\xff" + bytes(size - 1)
    entry = volume.find(b"REC")
    assert (entry.record_size, entry.closed) == (size, True)
    assert entry.size == 0  # as a 1541 leaves it until the first record is written
    file.write(0, b"A")
    assert volume.find(b"REC").size == (3 if kind == "d81" else 2)
    with pytest.raises(DosError, match="50, RECORD NOT PRESENT"):
        file.read(file.count)


@ALL
@pytest.mark.parametrize("seed", range(4))
def test_records_come_back_as_they_were_written(kind, seed):
    chance = random.Random(seed)
    volume, size = blank(kind), chance.randrange(1, 255)
    file, model = RelativeFile.create(volume, b"REC", size), {}
    for _ in range(60):
        record = chance.randrange(600)
        content = chance.randbytes(chance.randrange(1, size + 1))
        file.write(record, content)
        model[record] = content.ljust(size, b"\0")
    for opened in (file, again(file)):
        assert opened.count > max(model)
        for record in range(opened.count):
            assert opened.read(record) == model.get(record, b"\xff" + bytes(size - 1))
    before = volume.image.to_bytes()
    volume.validate()
    assert volume.image.to_bytes() == before
    free = volume.free_blocks()
    entry = volume.find(b"REC")
    blocks = entry.size
    volume.scratch(entry)
    assert volume.free_blocks() == free + blocks == blank(kind).free_blocks()


@ALL
def test_the_other_implementation_reads_our_records(kind, tmp_path):
    volume = blank(kind)
    file = RelativeFile.create(volume, b"REC", 90)
    for record in range(500):
        file.write(record, b"record %d" % record)
    path = tmp_path / f"a.{kind}"
    path.write_bytes(volume.image.to_bytes())
    with DiskImage(path) as other, other.path(b"REC").open("r") as theirs:
        for record in range(500):
            assert theirs.read_record() == (b"record %d" % record).ljust(90, b"\0")


@ALL
def test_we_read_the_other_implementations_records(kind, tmp_path):
    path = tmp_path / f"a.{kind}"
    if kind == "d71":  # which version 1.10 of the other implementation cannot format
        path.write_bytes(D71Image.blank(b"OTHER", b"OT").to_bytes())
    else:
        DiskImage.create(kind, path, b"OTHER", b"OT")
    with DiskImage(path, mode="w") as other, other.path(b"REC").open("w", "REL", 33) as theirs:
        for record in range(1500):
            theirs.write(b"%d" % record)
    volume = Volume(KINDS[kind].open(path))
    file = RelativeFile(volume, volume.find(b"REC"))
    assert file.count >= 1500
    for record in range(1500):
        assert file.read(record) == (b"%d" % record).ljust(33, b"\0")
    file.write(1600, b"more")
    assert again(file).read(1600).rstrip(b"\0") == b"more"
    assert again(file).read(1499).rstrip(b"\0") == b"1499"


@pytest.mark.parametrize(("record", "pointers"), [(0, 1), (119, 120), (120, 1), (250, 11)])
def test_the_last_side_sector_says_where_its_pointers_end(record, pointers):
    """By the number of its last byte in use, as in the last block of every chain."""
    volume = blank("d64")
    file = RelativeFile.create(volume, b"REC", 254)
    if record:
        file.write(record, b"x")
    chain = [block for _, _, block in volume.chain(*volume.find(b"REC").sides)]
    assert [block[2] for block in chain] == list(range(record // 120 + 1))
    assert (chain[-1][0], chain[-1][1]) == (0, 16 + 2 * pointers - 1)
    assert all(any(block[at : at + 2]) for block in chain[:-1] for at in range(16, 256, 2))


@pytest.mark.slow
def test_a_1581_knows_several_groups_of_side_sectors():
    volume = blank("d81")
    file = RelativeFile.create(volume, b"BIG", 254)
    file.write(1999, b"last")
    assert again(file).read(1999).rstrip(b"\0") == b"last"
    assert volume.find(b"BIG").size == 2000 + 17 + 1
    above = volume.image.read(*volume.find(b"BIG").sides)
    assert above[2] == 0xFE and sum(1 for at in range(3, 255, 2) if above[at]) == 3


@pytest.mark.parametrize(("kind", "record"), [("d64", 700), ("d71", 720), ("d81", 3160)])
def test_a_record_beyond_the_disk_is_error_52_and_changes_nothing(kind, record):
    volume = blank(kind)
    file = RelativeFile.create(volume, b"REC", 254)
    before = volume.image.to_bytes()
    with pytest.raises(DosError, match="52, FILE TOO LARGE"):
        file.write(record, b"x")
    assert volume.image.to_bytes() == before


def test_what_cannot_be_made_gives_the_usual_number():
    volume = blank("d64")
    volume.write_file(b"TAKEN", PRG, b"x")
    for name, size, number in ((b"REC", 0, 50), (b"REC", 255, 50), (b"TAKEN", 10, 63)):
        with pytest.raises(DosError) as caught:
            RelativeFile.create(volume, name, size)
        assert caught.value.number == number
    volume.write_file(b"FULL", PRG, bytes(volume.free_blocks() * 254))
    with pytest.raises(DosError, match="72"):
        RelativeFile.create(volume, b"REC", 10)


def test_a_full_directory_has_no_room_for_a_relative_file_and_loses_no_block():
    volume = blank("d64")
    for number in range(144):
        volume.write_file(b"%d" % number, PRG, b"")
    before = volume.image.to_bytes()
    with pytest.raises(DosError, match="72, DISK FULL"):
        RelativeFile.create(volume, b"REC", 10)
    assert volume.image.to_bytes() == before


@ALL
@pytest.mark.parametrize("seed", range(10))
def test_damaged_side_sectors_raise_nothing_but_dos_errors(kind, seed):
    chance = random.Random(seed)
    volume = blank(kind)
    file = RelativeFile.create(volume, b"REC", 100)
    file.write(400, b"x")
    places = [link for link, _ in file._sides] + [volume.find(b"REC").sides]
    for _ in range(20):
        track, sector = chance.choice(places)
        block = bytearray(volume.image.read(track, sector))
        block[chance.randrange(40)] = chance.randrange(256)
        volume.image.write(track, sector, block)
    try:
        opened = again(file)
        opened.read(chance.randrange(300))
        opened.write(chance.randrange(500), b"y")
    except DosError as error:
        assert error.number in (50, 52, 66, 67, 71, 72)
