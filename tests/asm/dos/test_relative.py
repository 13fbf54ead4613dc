"""Relative files on the 6502 code: records, side sectors, growing."""

import pytest

from disk.d64 import D64Image
from disk.volume import REL
from tests.asm.dos.flat_drive import bench

OK = b"00, OK,00,00\r"
MISSING = b"50, RECORD NOT PRESENT,00,00\r"


def position(channel, record, at=1):
    return bytes((0x50, 0x60 | channel, record & 0xFF, record >> 8, at))


def created(length=30):
    master, drive = bench()
    master.error()
    master.open(2, b"REC,L," + bytes((length,)))
    assert master.error() == OK
    return master, drive


def write(master, record, content, at=1):
    status = master.command_line(position(2, record, at))
    master.print(2, content)
    return status


def record(master, number, at=1):
    master.command_line(position(2, number, at))
    return master.read(2)


def check_side_sectors(volume, length):
    """Return the data blocks of REC; fails unless chains and side sectors tell the same."""
    entry = volume.find(b"REC")
    assert (entry.type, entry.closed, entry.raw[23]) == (REL, True, length)
    data = [(t, s) for t, s, _ in volume.chain(*entry.start)]
    sides = list(volume.chain(entry.raw[21], entry.raw[22]))
    listed = []
    places = [place for t, s, _ in sides for place in (t, s)]
    for number, (_, _, block) in enumerate(sides):
        assert (block[2], block[3]) == (number, length)
        assert list(block[4:16]) == (places + [0] * 12)[:12]
        last = 255 if block[0] else block[1]
        listed += [(block[at], block[at + 1]) for at in range(16, last, 2)]
    assert listed == data
    assert entry.size == len(data) + len(sides)
    for track, sector in data + [(t, s) for t, s, _ in sides]:
        assert not volume.is_free(track, sector)
    assert volume.free_blocks() == 664 - entry.size
    return data


def test_a_new_file_has_a_block_of_records_never_written():
    master, drive = created(length=100)
    master.close(2)
    data = check_side_sectors(drive.volume, 100)
    block = drive.image.read(*data[0])
    assert len(data) == 1
    assert block[:2] == bytes((0, 201))
    assert block[2:202] == (b"\xff" + bytes(99)) * 2


@pytest.mark.parametrize("length", [1, 2, 30, 100, 127, 128, 200, 253, 254])
def test_records_come_back_whatever_their_length(length):
    master, drive = created(length)
    texts = {n: bytes(((n + i) % 90 + 33) for i in range(min(length, n + 1))) for n in range(1, 12)}
    for n, text in texts.items():
        assert write(master, n, text) in (OK, MISSING)
    for n in reversed(texts):
        assert record(master, n) == texts[n]
    master.close(2)
    check_side_sectors(drive.volume, length)
    master.open(2, b"REC")
    assert [record(master, n) for n in texts] == list(texts.values())


def test_records_are_read_one_after_the_other():
    master, _ = created()
    for n in range(1, 25):
        write(master, n, b"RECORD %d\r" % n)
    master.command_line(position(2, 1))
    assert [master.read(2) for _ in range(24)] == [b"RECORD %d\r" % n for n in range(1, 25)]


def test_a_record_behind_the_end_is_error_50_until_it_is_written():
    master, drive = created()
    assert master.command_line(position(2, 40)) == MISSING
    master.print(2, b"HERE\r")
    assert master.error() == OK
    assert record(master, 40) == b"HERE\r"
    assert record(master, 39) == b"\xff"
    master.close(2)
    assert len(check_side_sectors(drive.volume, 30)) == -(-40 * 30 // 254)


def test_a_file_grows_over_several_side_sectors():
    master, drive = created(254)
    assert write(master, 300, b"LAST\r") == MISSING
    assert write(master, 121, b"MIDDLE\r") == OK
    assert record(master, 300) == b"LAST\r"
    assert record(master, 121) == b"MIDDLE\r"
    master.close(2)
    assert len(check_side_sectors(drive.volume, 254)) == 300


def test_a_file_that_would_not_fit_is_error_52_and_stays_as_it_was():
    master, drive = created(254)
    write(master, 700, b"TOO FAR\r")
    assert master.error() == b"52, FILE TOO LARGE,00,00\r"
    master.close(2)
    assert len(check_side_sectors(drive.volume, 254)) == 1


def test_too_long_a_record_is_error_51_and_is_cut():
    master, _ = created(10)
    master.print(2, b"0123456789ABC")
    assert master.error() == b"51,OVERFLOW IN RECORD,00,00\r"
    assert record(master, 1) == b"0123456789"
    assert record(master, 2) == b"\xff"
    assert master.command_line(position(2, 1, 11)) == b"51,OVERFLOW IN RECORD,00,00\r"


def test_bytes_within_a_record_are_reached_and_changed():
    master, _ = created(20)
    write(master, 3, b"ABCDEFGH")
    assert record(master, 3, at=4) == b"DEFGH"
    write(master, 3, b"xy", at=3)
    assert record(master, 3) == b"ABxy"  # what follows becomes zeros


def test_another_length_than_the_files_is_refused():
    master, _ = created(20)
    master.close(2)
    master.open(2, b"REC,L," + bytes((21,)))
    assert master.error() == MISSING
    master.open(2, b"REC,L," + bytes((20,)))
    assert master.error() == OK


def test_scratch_and_validate_know_side_sectors():
    master, drive = created(100)
    write(master, 50, b"X")
    master.close(2)
    free = drive.volume.free_blocks()
    assert master.command_line(b"V") == OK
    assert drive.volume.free_blocks() == free
    check_side_sectors(drive.volume, 100)
    assert master.command_line(b"S:REC") == b"01, FILES SCRATCHED,01,00\r"
    assert drive.volume.free_blocks() == 664


@pytest.mark.parametrize("at", [3, 4, 20, 30])
def test_a_read_behind_the_last_byte_goes_on_to_its_place_in_the_next_block(at):
    master, _ = created()
    write(master, 20, b"X")
    write(master, 1, b"ABC")
    file = b"ABC".ljust(30, b"\0") + 18 * b"\xff".ljust(30, b"\0")
    assert record(master, 1, at) == (b"C" if at == 3 else file[at - 1 : 2 + 254 + 1])


def test_the_return_behind_a_position_is_a_byte_of_it():
    master, _ = created()
    write(master, 1, b"ABCDEFGHIJKLMNOP")
    assert master.command_line(b"P\x62\x01\x00\r") == OK
    assert master.read(2) == b"MNOP"
    assert master.command_line(b"P\x62\x01\r") == MISSING  # of record 1 + 13 * 256


def test_position_needs_an_open_relative_file():
    master, _ = bench()
    assert master.command_line(position(3, 1)) == b"70,NO CHANNEL,00,00\r"
    master.open(3, b"#")
    assert master.command_line(position(3, 1)) == b"64, FILE TYPE MISMATCH,00,00\r"


@pytest.mark.parametrize(("length", "records"), [(254, 1), (254, 130), (30, 25), (100, 3)])
def test_a_relative_file_is_copied_with_its_side_sectors(length, records):
    master, drive = created(length)
    for n in (1, records):
        write(master, n, b"RECORD %d" % n)
    master.close(2)
    assert master.command_line(b"C:COPY=REC") == OK
    volume = drive.volume
    old, new = volume.find(b"REC"), volume.find(b"COPY")
    assert volume.read_file(new) == volume.read_file(old)
    assert (new.size, new.raw[23], new.raw[2]) == (old.size, length, old.raw[2])
    assert volume.free_blocks() == 664 - 2 * old.size
    assert master.command_line(b"V") == OK
    assert drive.volume.free_blocks() == 664 - 2 * old.size
    master.open(2, b"COPY")
    assert record(master, records) == b"RECORD %d" % records
    master.close(2)
    assert master.command_line(b"C:BOTH=REC,COPY") == b"64, FILE TYPE MISMATCH,00,00\r"


def test_a_load_needs_one_buffer_only_and_40_tracks_keep_their_map():
    image = D64Image.blank(b"FORTY", b"40", 40)
    master, drive = bench(image)
    extended = bytes(drive.image.read(18, 0)[0xC0:0xD4])
    for channel in (2, 3, 4):
        master.open(channel, b"#")
    content = bytes(range(256)) * 4
    master.save(b"PROG", content)
    assert master.error() == OK
    assert master.load(b"PROG") == content
    assert master.command_line(b"V") == OK
    assert bytes(drive.image.read(18, 0)[0xC0:0xD4]) == extended
    assert master.command_line(b"B-A 0 36 0") == b"66,ILLEGAL TRACK OR SECTOR,36,00\r"
