"""Block map, directory and files, held against the ``d64`` package and its checker."""

import contextlib
import random

import pytest
from d64 import DiskImage
from d64.scripts import d64_fsck

from disk.d64 import D64Image, sectors_of
from disk.errors import DosError, MediaError
from disk.listing import directory_listing
from disk.streams import FileReader, FileWriter
from disk.volume import INTERLEAVE, LOCKED, PRG, SEQ, USR, Volume


def blank(tracks=35):
    return Volume(D64Image.blank(b"TEST DISK", b"T1", tracks))


def check(volume, tmp_path, capsys):
    """Let the other implementation's checker look at the image."""
    path = tmp_path / "check.d64"
    path.write_bytes(volume.image.to_bytes())
    d64_fsck.USED_BLOCKS.clear()
    d64_fsck.FIX = d64_fsck.YES = False
    errors = d64_fsck.check_image(path)
    said = capsys.readouterr().out
    assert "ERROR" not in said, said
    assert not errors


def error_of(function, *args):
    with pytest.raises(DosError) as caught:
        function(*args)
    return caught.value.number


@pytest.mark.parametrize("tracks", [35, 40])
def test_a_new_disk_is_sound_and_has_its_blocks_free(tracks, tmp_path, capsys):
    volume = blank(tracks)
    assert volume.free_blocks() == {35: 664, 40: 749}[tracks]
    assert (volume.name(), volume.disk_id()) == (b"TEST DISK", b"T1")
    check(volume, tmp_path, capsys)


@pytest.mark.parametrize("size", [1, 253, 254, 255, 508, 509, 5000, 40000])
def test_a_file_reads_back_as_it_was_written(size, tmp_path, capsys):
    volume = blank()
    content = random.Random(size).randbytes(size)
    volume.write_file(b"DATA", PRG, content)
    entry = volume.find(b"DATA")
    assert volume.read_file(entry) == content
    assert entry.size == (size + 253) // 254
    assert volume.free_blocks() == 664 - entry.size
    check(volume, tmp_path, capsys)


def test_the_other_implementation_reads_what_we_write(tmp_path):
    volume = blank()
    volume.write_file(b"ONE", PRG, b"\x01\x08" + bytes(range(256)) * 3)
    volume.write_file(b"TWO", SEQ, b"text")
    path = tmp_path / "a.d64"
    path.write_bytes(volume.image.to_bytes())
    with DiskImage(path) as other:
        assert [p.name for p in other.iterdir()] == [b"ONE", b"TWO"]
        assert [p.entry.file_type for p in other.iterdir()] == ["PRG", "SEQ"]
        with other.path(b"ONE").open("r") as file:
            assert file.read() == b"\x01\x08" + bytes(range(256)) * 3


def test_we_read_what_the_other_implementation_writes(tmp_path):
    path = tmp_path / "a.d64"
    DiskImage.create("d64", path, b"OTHER", b"OT")
    content = random.Random(1).randbytes(9000)
    with DiskImage(path, mode="w") as other, other.path(b"FILE").open("w", "PRG") as file:
        file.write(content)
    volume = Volume(D64Image.open(path))
    assert volume.name() == b"OTHER"
    assert volume.read_file(volume.find(b"FILE")) == content


def test_files_begin_next_to_the_directory_and_go_on_by_the_interleave():
    volume = blank()
    volume.write_file(b"A", PRG, bytes(254 * 3))
    places = [(t, s) for t, s, _ in volume.chain(*volume.find(b"A").start)]
    assert places == [(17, 0), (17, INTERLEAVE), (17, 2 * INTERLEAVE)]


def test_the_disk_takes_664_blocks_and_not_one_more():
    volume = blank()
    volume.write_file(b"FULL", PRG, bytes(664 * 254))
    assert volume.free_blocks() == 0
    assert error_of(volume.write_file, b"MORE", PRG, b"x") == 72
    assert volume.find(b"MORE") is None


def test_the_directory_takes_144_files(tmp_path, capsys):
    volume = blank()
    for number in range(144):
        volume.write_file(b"F%d" % number, SEQ, b"x")
    free = volume.free_blocks()
    assert error_of(volume.write_file, b"LAST", SEQ, b"x") == 72
    assert volume.free_blocks() == free
    check(volume, tmp_path, capsys)


def test_a_name_that_is_taken_is_error_63():
    volume = blank()
    volume.write_file(b"A", PRG, b"x")
    assert error_of(volume.write_file, b"A", SEQ, b"y") == 63


def test_scratching_gives_every_block_back(tmp_path, capsys):
    volume = blank(40)
    before = bytes(volume.header())
    for number in range(8):  # what one block of the directory holds
        volume.write_file(b"F%d" % number, USR, bytes(2540 * number + 1))
    for entry in list(volume.entries()):
        volume.scratch(entry)
    assert volume.header() == before
    check(volume, tmp_path, capsys)


def test_validate_frees_lost_blocks_and_deletes_files_never_closed(tmp_path, capsys):
    volume = blank()
    volume.write_file(b"GOOD", PRG, bytes(3000))
    good = bytes(volume.header())
    volume.set_free(30, 5, False)
    writer = FileWriter.create(volume, b"SPLAT", PRG)
    for _ in range(1000):
        writer.put(0)
    volume.validate()
    assert volume.header() == good
    assert [e.name for e in volume.entries()] == [b"GOOD"]
    check(volume, tmp_path, capsys)


def test_validate_leaves_a_disk_with_shared_blocks_as_it_was():
    volume = blank()
    volume.write_file(b"A", PRG, bytes(3000))
    volume.write_file(b"B", PRG, bytes(3000))
    entry = volume.find(b"B")
    entry.start = volume.find(b"A").start
    volume.put_entry(entry)
    before = bytes(volume.image.data)
    assert error_of(volume.validate) == 71
    assert volume.image.data == before


def test_replacing_keeps_the_old_file_until_the_new_one_is_closed(tmp_path, capsys):
    volume = blank()
    volume.write_file(b"A", PRG, b"old" * 500)
    writer = FileWriter.replace(volume, volume.find(b"A"))
    for byte in b"new" * 300:
        writer.put(byte)
    assert volume.read_file(volume.find(b"A")) == b"old" * 500
    writer.close()
    assert volume.read_file(volume.find(b"A")) == b"new" * 300
    check(volume, tmp_path, capsys)


def test_replacing_on_a_full_disk_keeps_the_old_file(tmp_path, capsys):
    volume = blank()
    volume.write_file(b"A", PRG, b"old" * 500)
    volume.write_file(b"BIG", PRG, bytes((volume.free_blocks() - 2) * 254))
    writer = FileWriter.replace(volume, volume.find(b"A"))
    assert error_of(lambda: [writer.put(0) for _ in range(2000)]) == 72
    writer.close()
    assert volume.read_file(volume.find(b"A")) == b"old" * 500
    assert volume.free_blocks() == 2
    check(volume, tmp_path, capsys)


@pytest.mark.parametrize("size", [1, 253, 254, 255, 600])
def test_appending_goes_on_behind_the_last_byte(size, tmp_path, capsys):
    volume = blank()
    volume.write_file(b"A", SEQ, b"a" * size)
    writer = FileWriter.append(volume, volume.find(b"A"))
    for byte in b"b" * 300:
        writer.put(byte)
    writer.close()
    entry = volume.find(b"A")
    assert volume.read_file(entry) == b"a" * size + b"b" * 300
    blocks = -(-(size + 300) // 254)
    assert entry.size == blocks + (size <= 254)  # one too many behind a single block, as in drives
    entry.size = blocks
    volume.put_entry(entry)
    check(volume, tmp_path, capsys)


def test_formatting_without_an_id_keeps_id_and_sectors():
    volume = blank()
    volume.write_file(b"A", PRG, b"x" * 100)
    start = volume.find(b"A").start
    volume.format(b"NEW NAME")
    assert (volume.name(), volume.disk_id()) == (b"NEW NAME", b"T1")
    assert (list(volume.entries()), volume.free_blocks()) == ([], 664)
    assert volume.image.read(*start)[2:6] == b"xxxx"


def test_dolphin_dos_maps_of_tracks_36_to_40_are_understood():
    volume = blank(40)
    header = volume.header()
    header[0xAC:0xC0] = header[0xC0:0xD4]
    header[0xC0:0xD4] = bytes(20)
    volume.image.write(18, 0, header)
    assert volume.free_blocks() == 749
    volume.set_free(40, 3, False)
    assert volume.free_blocks() == 748
    assert not volume.is_free(40, 3)


def test_tracks_without_a_map_are_never_given_to_files():
    volume = blank(40)
    header = volume.header()
    header[0xC0:0xD4] = bytes(20)
    volume.image.write(18, 0, header)
    assert volume.free_blocks() == 664
    volume.write_file(b"FULL", PRG, bytes(664 * 254))
    assert all(t <= 35 for t, _, _ in volume.chain(*volume.find(b"FULL").start))


def test_the_listing_is_a_basic_program_in_the_drives_form():
    volume = blank()
    volume.write_file(b"HELLO", PRG, bytes(254 * 11))
    volume.write_file(b"A NAME OF 16 CHR", SEQ, b"x")
    FileWriter.create(volume, b"SPLAT", USR)
    entry = volume.find(b"HELLO")
    entry.raw[2] |= LOCKED
    volume.put_entry(entry)
    lines = directory_listing(volume).split(b"\0")
    assert lines[0] == b"\x01\x04\x01\x01"
    assert lines[2] == b'\x12"TEST DISK       " T1 2A'
    assert lines[3:9] == [
        b"\x01\x01\x0b", b'  "HELLO"            PRG<  ',
        b"\x01\x01\x01", b'   "A NAME OF 16 CHR" SEQ  ',
        b"\x01\x01", b"",
    ]  # fmt: skip
    assert lines[9] == b'   "SPLAT"           *USR  '
    assert lines[10] == b"\x01\x01" + bytes([651 & 255, 651 >> 8]) + b"BLOCKS FREE." + b" " * 13
    assert lines[11:] == [b"", b"", b""]


def test_a_chain_that_bites_its_tail_ends_with_error_71():
    volume = blank()
    volume.image.write(1, 0, bytes((1, 0)) + bytes(254))
    reader = FileReader(volume, 1, 0)

    def read_on():
        while reader.peek() is not None:
            reader.advance()

    assert error_of(read_on) == 71
    assert error_of(lambda: list(volume.chain(1, 0))) == 71


def test_a_link_off_the_disk_is_error_67():
    volume = blank()
    volume.image.write(1, 0, bytes((99, 0)) + bytes(254))
    assert error_of(lambda: list(volume.chain(1, 0))) == 67


@pytest.mark.parametrize("seed", range(30))
def test_damaged_disks_only_ever_raise_the_drives_errors(seed):
    chance = random.Random(seed)
    volume = blank(chance.choice((35, 40)))
    for number in range(12):
        volume.write_file(b"F%d" % number, PRG, chance.randbytes(chance.randrange(1, 3000)))
    for _ in range(60):
        at = chance.choice((volume.image.index(18, 0), volume.image.index(18, 1), 0))
        size = volume.image.tracks * 17 * 256 if at == 0 else 512
        volume.image.data[at * 256 + chance.randrange(size)] = chance.randrange(256)
    actions = (
        lambda: directory_listing(volume),
        lambda: [volume.read_file(e) for e in volume.entries()],
        lambda: volume.write_file(b"NEW", PRG, bytes(5000)),
        lambda: [volume.scratch(e) for e in list(volume.entries())[:1]],
        volume.validate,
        volume.free_blocks,
    )
    for _ in range(20):
        with contextlib.suppress(MediaError):
            chance.choice(actions)()


@pytest.mark.slow
def test_random_work_leaves_a_sound_disk(tmp_path, capsys):
    chance = random.Random(7)
    volume = blank()
    kept = {}
    for _ in range(300):
        name = b"F%d" % chance.randrange(40)
        if name in kept:
            assert volume.read_file(volume.find(name)) == kept.pop(name)
            volume.scratch(volume.find(name))
        else:
            kept[name] = chance.randbytes(chance.randrange(1, 5000))
            volume.write_file(name, PRG, kept[name])
    used = sum(e.size for e in volume.entries())
    assert volume.free_blocks() == 664 - used
    assert sum(sectors_of(t) for t in range(1, 36)) == 683
    check(volume, tmp_path, capsys)
