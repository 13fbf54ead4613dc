"""Files through the lines: LOAD, SAVE, sequential files, directory, protected disks."""

import random

import pytest

from disk.d64 import D64Image
from disk.volume import LOCKED, PRG, REL, SEQ, USR, Volume
from tests.c64.builds import few_uncompiled, long_uncompiled, some_uncompiled
from tests.c64.drive.iec_master import NO_DEVICE, TIMEOUT, bench

PROGRAM = b"\x01\x08" + bytes(range(200)) * 4


def stocked():
    master, drive = bench()
    volume = drive.dos.volume
    volume.write_file(b"NOTES", SEQ, b"some notes")
    volume.write_file(b"FIRST", PRG, PROGRAM)
    volume.write_file(b"SECOND", PRG, b"\x00\xc0" + b"two")
    volume.write_file(b"USERS", USR, b"user data")
    master.error()
    return master, drive


def test_the_drive_announces_itself_once():
    master, _ = bench()
    assert master.error() == b"73,GO64 DOS 1541,00,00\r"
    assert master.error() == b"00, OK,00,00\r"


@few_uncompiled(2)
@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "found"),
    [
        (b"FIRST", PROGRAM), (b"0:FIRST", PROGRAM), (b":FIRST", PROGRAM), (b"F*", PROGRAM),
        (b"?IRST", PROGRAM), (b"*", PROGRAM), (b"*,P", PROGRAM), (b"S*", b"\x00\xc0two"),
        (b"NOTES,S", b"some notes"), (b"FIRST,P", PROGRAM),
    ],
)  # fmt: skip
def test_load_finds_a_program_by_name_or_pattern(name, found):
    master, _ = stocked()
    assert master.load(name) == found
    assert master.error() == b"00, OK,00,00\r"


def test_a_relative_file_is_not_replaced_by_another():
    master, drive = stocked()
    master.open(2, b"RECS,L,\x14")
    master.close(2)
    before = drive.dos.volume.image.to_bytes()
    master.open(2, b"@0:RECS,W")
    assert master.error() == b"64, FILE TYPE MISMATCH,00,00\r"
    assert drive.dos.volume.image.to_bytes() == before


@pytest.mark.slow
def test_load_star_takes_the_program_loaded_last_until_a_drive_is_named():
    master, _ = stocked()
    master.load(b"SECOND")
    assert master.load(b"*") == b"\x00\xc0two"
    assert master.load(b"0:F*") == PROGRAM


@pytest.mark.parametrize("name", [b"NOTES", b"0:*", b"N*", b"*,S"])
def test_load_of_another_kind_of_file_is_error_64(name):
    """The first file that a pattern fits, whatever it is; ``*`` alone is the first program."""
    master, _ = stocked()
    assert master.load(name) == b""
    assert master.error() == b"64, FILE TYPE MISMATCH,00,00\r"


@pytest.mark.slow
@pytest.mark.parametrize("size", some_uncompiled((1, 2, 253, 254, 255, 256, 1016, 3000), 1))
def test_what_is_saved_loads_again(size):
    master, drive = bench()
    content = random.Random(size).randbytes(size)
    assert master.save(b"PROG", content) == size
    assert master.error() == b"00, OK,00,00\r"
    assert master.load(b"PROG") == content
    entry = drive.dos.volume.find(b"PROG")
    assert (entry.type, entry.closed, entry.size) == (PRG, True, (size + 253) // 254)


@pytest.mark.slow
def test_saving_over_a_file_is_error_63_and_leaves_it_alone():
    master, _ = stocked()
    assert master.save(b"FIRST", b"new") == 0
    assert master.status & NO_DEVICE
    assert master.error() == b"63, FILE EXISTS,00,00\r"
    assert master.load(b"FIRST") == PROGRAM


def test_saving_with_an_at_sign_replaces_the_file():
    master, drive = stocked()
    free = drive.dos.volume.free_blocks()
    assert master.save(b"@0:FIRST", b"new") == 3
    assert master.load(b"FIRST") == b"new"
    assert [e.name for e in drive.dos.volume.entries()][1] == b"FIRST"
    assert drive.dos.volume.free_blocks() == free + 3


def test_the_replaced_file_is_there_until_the_new_one_is_closed():
    master, drive = stocked()
    master.open(1, b"@:FIRST")
    master.print(1, b"new content")
    volume = drive.dos.volume
    assert volume.read_file(volume.find(b"FIRST")) == PROGRAM
    master.close(1)
    assert volume.read_file(volume.find(b"FIRST")) == b"new content"


def test_sequential_files_are_written_read_and_appended():
    master, _ = bench()
    master.open(2, b"LOG,S,W")
    master.print(2, b"one\r")
    master.print(2, b"two\r")
    master.close(2)
    master.open(3, b"0:LOG,S,A")
    master.print(3, b"three\r")
    master.close(3)
    master.open(4, b"LOG,S,R")
    assert master.read(4, count=4) == b"one\r"
    assert master.read(4) == b"two\rthree\r"
    master.close(4)


def test_a_file_is_read_without_its_type_being_named():
    master, _ = stocked()
    master.open(5, b"USERS")
    assert master.read(5) == b"user data"


def test_a_new_file_without_a_type_is_sequential():
    master, drive = bench()
    master.open(2, b"X,W")
    master.print(2, b"x")
    master.close(2)
    assert drive.dos.volume.find(b"X").type == SEQ


def test_a_file_being_written_shows_a_star_and_cannot_be_read():
    master, _ = bench()
    master.open(2, b"OPEN,S,W")
    master.print(2, b"half")
    assert b'"OPEN"            *SEQ' in master.load(b"$")
    master.open(3, b"OPEN,S,R")
    assert master.error() == b"60, WRITE FILE OPEN,00,00\r"


def test_a_file_never_closed_is_readable_with_m():
    master, drive = bench()
    master.open(2, b"OPEN,S,W")
    master.print(2, b"x" * 300)
    drive.reset()
    master.open(3, b"OPEN,S,R")
    assert master.error().startswith(b"60,")
    master.open(3, b"OPEN,S,M")
    assert master.read(3, count=254) == b"x" * 254


@long_uncompiled
@pytest.mark.slow
def test_several_files_are_open_at_once_and_do_not_mix():
    master, _ = bench()
    for channel in (2, 3, 4):
        master.open(channel, b"F%d,S,W" % channel)
    for turn in range(20):
        for channel in (2, 3, 4):
            master.print(channel, bytes([channel, turn]) * 10)
    for channel in (2, 3, 4):
        master.close(channel)
    for channel in (2, 3, 4):
        master.open(channel, b"F%d,S,R" % channel)
        assert master.read(channel) == b"".join(bytes([channel, t]) * 10 for t in range(20))


def test_more_open_files_than_the_drive_has_channels_is_error_70():
    master, _ = bench()
    for channel in range(2, 7):
        master.open(channel, b"F%d,S,W" % channel)
    assert master.error().startswith(b"00")
    master.open(8, b"F8,S,W")
    assert master.error() == b"70,NO CHANNEL,00,00\r"


def test_closing_the_command_channel_closes_every_file():
    master, drive = bench()
    master.open(2, b"A,S,W")
    master.print(2, b"text")
    master.close(15)
    assert drive.dos.channels == {}
    assert drive.dos.volume.find(b"A").closed


@pytest.mark.parametrize(
    ("name", "status"),
    [
        (b"NONE", b"62, FILE NOT FOUND,00,00\r"),
        (b"NONE,S,A", b"62, FILE NOT FOUND,00,00\r"),
        (b"1:FIRST", b"74,DRIVE NOT READY,00,00\r"),
        (b"NEW*,S,W", b"33,SYNTAX ERROR,00,00\r"),
        (b"0:", b"62, FILE NOT FOUND,00,00\r"),
        (b"FIRST,S,R", b"64, FILE TYPE MISMATCH,00,00\r"),
        (b"@:FIRST,S,W", b"64, FILE TYPE MISMATCH,00,00\r"),
        (b"FIRST,P,W", b"63, FILE EXISTS,00,00\r"),
        (b"RELFILE,L", b"62, FILE NOT FOUND,00,00\r"),
        (b"RELFILE,L,\xff", b"50, RECORD NOT PRESENT,00,00\r"),
        (b"R*,L,\x20", b"33,SYNTAX ERROR,00,00\r"),
        (b"#9", b"70,NO CHANNEL,00,00\r"),
    ],
)
def test_opening_what_cannot_be_opened_gives_the_usual_number(name, status):
    master, _ = stocked()
    master.open(2, name)
    assert master.error() == status


def test_a_relative_file_without_side_sectors_is_error_71():
    master, drive = stocked()
    drive.dos.volume.write_file(b"REC", REL, b"x")
    master.open(2, b"REC")
    assert master.error().startswith(b"71,DIR ERROR,")


def test_a_channel_that_is_not_open_takes_and_gives_nothing():
    master, _ = bench()
    master.error()
    assert master.print(6, b"abc") == 0
    assert master.error() == b"00, OK,00,00\r"
    assert master.read(6) == b""
    assert master.error() == b"00, OK,00,00\r"


def test_a_full_disk_is_error_72_and_the_program_stays_marked_incomplete():
    master, drive = bench()
    volume = drive.dos.volume
    volume.write_file(b"BIG", PRG, bytes(662 * 254))
    assert master.save(b"MORE", bytes(1000)) == 2 * 254 + 1
    assert master.status & (NO_DEVICE | TIMEOUT)
    assert master.error() == b"72, DISK FULL,00,00\r"
    assert b'"MORE"            *PRG' in master.load(b"$")
    assert master.command_line(b"V") == b"00, OK,00,00\r"
    assert volume.free_blocks() == 2


def test_a_full_directory_is_error_72():
    master, drive = bench()
    for number in range(144):
        drive.dos.volume.write_file(b"%d" % number, SEQ, b"x")
    assert master.save(b"ONE MORE", b"x") == 0
    assert master.error() == b"72, DISK FULL,00,00\r"


def test_a_drive_without_a_disk_is_not_ready():
    master, drive = bench()
    drive.mount(None)
    assert master.load(b"$") == b""
    assert master.error() == b"74,DRIVE NOT READY,00,00\r"
    assert master.save(b"A", b"x") == 0
    assert master.error() == b"74,DRIVE NOT READY,00,00\r"


def test_a_bad_sector_ends_the_file_and_names_its_place():
    image = D64Image(D64Image.blank(b"E", b"01").to_bytes() + b"\x01" * 683)
    Volume(image).write_file(b"BAD", PRG, b"\x01\x08" + bytes(600))
    image.errors[image.index(17, 10)] = 5
    master, _ = bench(image)
    assert len(master.load(b"BAD")) == 254
    assert master.error() == b"23,READ ERROR,17,10\r"


# -- the directory -----------------------------------------------------------------------


def names(listing):
    return [part.split(b'"')[1] for part in listing.split(b"\0") if b'"' in part][1:]


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        (b"$", [b"NOTES", b"FIRST", b"SECOND", b"USERS"]),
        (b"$0", [b"NOTES", b"FIRST", b"SECOND", b"USERS"]),
        (b"$:F*", [b"FIRST"]),
        (b"$0:*S", [b"NOTES", b"FIRST", b"SECOND", b"USERS"]),
        (b"$0:?I*", [b"FIRST"]),
        (b"$:F*,U*", [b"FIRST", b"USERS"]),
        (b"$:*=S", [b"NOTES"]),
        (b"$0:*=P", [b"FIRST", b"SECOND"]),
        (b"$S*", [b"SECOND"]),
        (b"$:NONE", []),
    ],
)
def test_the_directory_shows_what_fits_the_pattern(pattern, found):
    master, _ = stocked()
    listing = master.load(pattern)
    assert names(listing) == found
    assert listing.startswith(b'\x01\x04\x01\x01\x00\x00\x12"TEST DISK       " T1 2A\0')
    assert b"BLOCKS FREE." in listing


def test_the_directory_of_drive_1_is_not_there():
    master, _ = stocked()
    assert master.load(b"$1") == b""
    assert master.error() == b"74,DRIVE NOT READY,00,00\r"


def test_the_directory_opened_on_another_channel_gives_its_blocks():
    master, drive = stocked()
    master.open(2, b"$")
    raw = master.read(2)
    volume = drive.dos.volume
    assert raw[:254] == bytes(volume.header())[2:]
    assert raw[254:] == volume.image.read(18, 1)[2:]


# -- the host's file ---------------------------------------------------------------------


def test_closing_a_file_brings_it_into_the_hosts_image(tmp_path):
    path = tmp_path / "a.d64"
    path.write_bytes(D64Image.blank(b"A", b"01").to_bytes())
    master, _ = bench(D64Image.open(path))
    master.open(1, b"PROG")
    master.print(1, b"content")
    assert Volume(D64Image.open(path)).find(b"PROG") is None
    master.close(1)
    volume = Volume(D64Image.open(path))
    assert volume.read_file(volume.find(b"PROG")) == b"content"


def test_a_read_only_image_is_write_protected_and_the_host_hears_why(tmp_path):
    path = tmp_path / "a.d64"
    path.write_bytes(D64Image.blank(b"A", b"01").to_bytes())
    path.chmod(0o444)
    before = path.read_bytes()
    master, drive = bench(D64Image.open(path))
    heard = []
    drive.dos.notice = heard.append
    assert master.save(b"PROG", b"content") == 0
    assert master.status & NO_DEVICE
    assert master.error() == b"26, WRITE PROTECT ON,00,00\r"
    assert heard == [f"drive 8: 26, WRITE PROTECT ON,00,00: {path} is read-only"]
    for command in (b"N:NEW,01", b"S:*", b"R:A=B", b"C:A=B", b"V", b"B-A 0 1 0", b"B-F 0 1 0"):
        assert master.command_line(command) == b"26, WRITE PROTECT ON,00,00\r"
    assert path.read_bytes() == before


def test_a_host_that_refuses_the_write_is_error_25_and_is_heard(tmp_path):
    folder = tmp_path / "gone"
    folder.mkdir()
    path = folder / "a.d64"
    path.write_bytes(D64Image.blank(b"A", b"01").to_bytes())
    master, drive = bench(D64Image.open(path))
    heard = []
    drive.dos.notice = heard.append
    path.unlink()
    folder.rmdir()
    master.save(b"PROG", b"content")
    assert master.error() == b"25, WRITE ERROR,00,00\r"
    assert len(heard) == 1
    assert f"{path}: cannot be written" in heard[0]
    folder.mkdir()
    drive.flush()
    assert Volume(D64Image.open(path)).find(b"PROG") is not None


def test_changing_the_disk_closes_the_files_of_the_old_one(tmp_path):
    path = tmp_path / "a.d64"
    path.write_bytes(D64Image.blank(b"A", b"01").to_bytes())
    master, drive = bench(D64Image.open(path))
    master.open(2, b"LOG,S,W")
    master.print(2, b"kept")
    drive.mount(D64Image.blank(b"OTHER", b"02"))
    volume = Volume(D64Image.open(path))
    assert volume.read_file(volume.find(b"LOG")) == b"kept"
    assert b"OTHER" in master.load(b"$")


def test_locked_files_survive_a_scratch_and_show_it():
    master, drive = stocked()
    entry = drive.dos.volume.find(b"FIRST")
    entry.raw[2] |= LOCKED
    drive.dos.volume.put_entry(entry)
    assert master.command_line(b"S:*") == b"01, FILES SCRATCHED,03,00\r"
    assert b'"FIRST"            PRG<' in master.load(b"$")
