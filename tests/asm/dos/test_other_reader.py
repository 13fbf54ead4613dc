"""What the ROM writes, read and checked by the d64 package; and the other way round."""

import random

import pytest
from d64 import DiskImage
from d64.scripts import d64_fsck

from disk.d64 import D64Image
from tests.asm.dos.flat_drive import bench
from tests.c64.drive.iec_master import bench as quick_bench

OK = b"00, OK,00,00\r"


def written(master):
    """Have a drive write files of all kinds, replace, append, scratch and rename."""
    chance = random.Random(64)
    contents = {}
    for n in range(12):
        name = b"FILE %d" % n
        contents[name] = chance.randbytes(chance.choice((1, 253, 254, 255, 2000, 9000)))
        assert master.save(name, contents[name]) == len(contents[name])
    for n in (1, 4, 8):
        assert master.command_line(b"S:FILE %d" % n).startswith(b"01, FILES SCRATCHED,01")
        del contents[b"FILE %d" % n]
    contents[b"FILE 2"] = chance.randbytes(4000)
    master.save(b"@:FILE 2", contents[b"FILE 2"])
    master.open(2, b"FILE 5,P,A")
    master.print(2, b"more")
    master.close(2)
    contents[b"FILE 5"] += b"more"
    assert master.command_line(b"R:NEW NAME=FILE 7") == OK
    contents[b"NEW NAME"] = contents.pop(b"FILE 7")
    master.open(3, b"TEXT,S,W")
    master.print(3, b"one\r")
    master.print(3, b"two\r")
    master.close(3)
    contents[b"TEXT"] = b"one\rtwo\r"
    assert master.error() == OK
    return contents


@pytest.fixture(scope="module")
def ours():
    """(master, drive, contents of the files, bytes of the disk) when our DOS has written them."""
    master, drive = bench()
    contents = written(master)
    return master, drive, contents, bytes(drive.image.data)


def test_both_drives_leave_the_same_disk(ours):
    _, _, contents, data = ours
    master, quick = quick_bench()
    assert contents == written(master)
    assert data == bytes(quick.dos.volume.image.data)


def test_another_reader_finds_the_disk_in_order(ours, tmp_path, capsys):
    master, drive, contents, _ = ours
    master.open(2, b"RECORDS,L," + bytes((50,)))
    master.command_line(b"P\x62\x20\x00\x01")
    master.print(2, b"LAST\r")
    master.close(2)
    path = tmp_path / "a.d64"
    path.write_bytes(drive.image.to_bytes())
    with DiskImage(path) as other:
        found = {bytes(p.name): p for p in other.iterdir()}
        assert set(found) == {*contents, b"RECORDS"}
        for name, content in contents.items():
            with found[name].open("r") as file:
                assert file.read() == content
    d64_fsck.USED_BLOCKS.clear()
    d64_fsck.FIX = d64_fsck.YES = False
    errors = d64_fsck.check_image(path)
    assert not errors, capsys.readouterr().out


def test_the_rom_reads_what_another_writer_wrote(tmp_path):
    path = tmp_path / "a.d64"
    DiskImage.create("d64", path, b"OTHER", b"OT")
    content = random.Random(1).randbytes(9000)
    with DiskImage(path, mode="w") as other, other.path(b"FILE").open("w", "PRG") as file:
        file.write(content)
    master, _ = bench(D64Image.open(path))
    assert master.load(b"FILE") == content
    assert b'"OTHER           " OT' in master.load(b"$")
    assert master.command_line(b"V") == OK
