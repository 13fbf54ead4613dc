"""The commands on channel 15, through the lines."""

import random

import pytest

from disk.d64 import D64_SIZES, D64Image
from disk.errors import DOS_TEXTS
from disk.volume import PRG, SEQ
from tests.c64.drive.iec_master import bench
from tests.volume import seldom

pytestmark = pytest.mark.compiled_only(
    "the DOS is the same Python in both; test_files goes over the lines in both"
)
OK = b"00, OK,00,00\r"
SEEDS = [0, 1, *(seldom(seed) for seed in range(2, 8))]


def stocked():
    master, drive = bench()
    volume = drive.dos.volume
    for name, kind, content in (
        (b"ALPHA", PRG, b"\x01\x08aaa"), (b"BETA", SEQ, b"bbb"), (b"GAMMA", SEQ, b"ccc"),
    ):  # fmt: skip
        volume.write_file(name, kind, content)
    master.error()
    return master, volume


def names(volume):
    return [e.name for e in volume.entries()]


@pytest.mark.parametrize(
    ("command", "left", "count"),
    [
        (b"S:ALPHA", [b"BETA", b"GAMMA"], b"01"),
        (b"S0:BETA\r", [b"ALPHA", b"GAMMA"], b"01"),
        (b"SCRATCH:?A*", [b"ALPHA", b"BETA"], b"01"),
        (b"S:ALPHA,0:BETA", [b"GAMMA"], b"02"),
        (b"S:*", [], b"03"),
        (b"S:NONE", [b"ALPHA", b"BETA", b"GAMMA"], b"00"),
    ],
)
def test_scratch_deletes_and_counts(command, left, count):
    master, volume = stocked()
    assert master.command_line(command) == b"01, FILES SCRATCHED," + count + b",00\r"
    assert names(volume) == left


def test_a_file_open_for_writing_is_not_scratched():
    master, volume = stocked()
    master.open(2, b"OPEN,S,W")
    assert master.command_line(b"S:OPEN") == b"01, FILES SCRATCHED,00,00\r"
    master.print(2, b"text")
    master.close(2)
    assert volume.read_file(volume.find(b"OPEN")) == b"text"


def test_rename_keeps_content_and_place():
    master, volume = stocked()
    assert master.command_line(b"R0:OMEGA=BETA") == OK
    assert names(volume) == [b"ALPHA", b"OMEGA", b"GAMMA"]
    assert volume.read_file(volume.find(b"OMEGA")) == b"bbb"


def test_a_new_name_without_any_byte_is_the_sign_that_follows():
    master, volume = stocked()
    assert master.command_line(b"R:=BETA") == OK
    assert names(volume) == [b"ALPHA", b"=", b"GAMMA"]
    assert master.command_line(b"C0:=ALPHA") == b"63, FILE EXISTS,00,00\r"
    assert master.command_line(b"N:,I") == OK
    assert (names(volume), volume.name(), volume.disk_id()) == ([], b",", b"I\0")


@pytest.mark.parametrize(
    ("command", "status"),
    [
        (b"R:ALPHA=BETA", b"63, FILE EXISTS,00,00\r"),
        (b"R:NEW=NONE", b"62, FILE NOT FOUND,00,00\r"),
        (b"R:N*=BETA", b"30,SYNTAX ERROR,00,00\r"),
        (b"R:NEW", b"30,SYNTAX ERROR,00,00\r"),
        (b"R NEW=BETA", b"34,SYNTAX ERROR,00,00\r"),
        (b"C:ALPHA=BETA", b"63, FILE EXISTS,00,00\r"),
        (b"C:NEW=NONE", b"62, FILE NOT FOUND,00,00\r"),
        (b"S", b"34,SYNTAX ERROR,00,00\r"),
        (b"S:", b"01, FILES SCRATCHED,00,00\r"),
        (b"S1:*", b"74,DRIVE NOT READY,00,00\r"),
        (b"N", b"34,SYNTAX ERROR,00,00\r"),
        (b"N1:X,01", b"21,READ ERROR,00,00\r"),
        (b"N01:X,01", b"21,READ ERROR,00,00\r"),
        (b"X", b"31,SYNTAX ERROR,00,00\r"),
        (b"B-X", b"31,SYNTAX ERROR,00,00\r"),
        (b"B-A X", b"66,ILLEGAL TRACK OR SECTOR,00,00\r"),
        (b"B-A 0 1", b"00, OK,00,00\r"),
        (b"B-P 9 0", b"70,NO CHANNEL,00,00\r"),
        (b"U", b"31,SYNTAX ERROR,00,00\r"),
        (b"U3", b"31,SYNTAX ERROR,00,00\r"),
        (b"U1 2 0 1 0", b"70,NO CHANNEL,00,00\r"),
        (b"M-E\x00\x05", b"31,SYNTAX ERROR,00,00\r"),
        (b"M", b"31,SYNTAX ERROR,00,00\r"),
        (b"P\x62\x01\x00\x01", b"70,NO CHANNEL,00,00\r"),
        (b"P", b"70,NO CHANNEL,00,00\r"),
        (b"/PART", b"31,SYNTAX ERROR,00,00\r"),
        (b"S:" + b"A" * 60, b"32,SYNTAX ERROR,00,00\r"),
        *(  # the number before the colon counts or, unless that is 0, the last character
            (command, b"74,DRIVE NOT READY,18,00\r")
            for command in (
                b"I1",
                b"I1:",
                b"I1:0",
                b"I 1",
                b"INIT1",
                b"I21",
                b"I2:1",
                b"I:X1",
                b"I0X:1",
                b"V1",
                b"V:1",
                b"V1:0",
                b"N1:X",
                b"NEW1:X",
                b"B-A 1 1 1",
                b"B-F 1 1 1",
            )
        ),
        *(
            (command, b"00, OK,00,00\r")
            for command in (b"I12", b"I10", b"I0:1", b"I0:X1", b"I1X:0", b"V0:1", b"V1X")
        ),
    ],
)
def test_commands_that_cannot_be_done_give_the_usual_number(command, status):
    master, volume = stocked()
    assert master.command_line(command) == status
    assert names(volume) == [b"ALPHA", b"BETA", b"GAMMA"]


def test_copy_makes_a_second_file_or_joins_several():
    master, volume = stocked()
    assert master.command_line(b"C:COPY=ALPHA") == OK
    assert master.command_line(b"C0:BOTH=0:BETA,0:GAMMA") == OK
    copy, both = volume.find(b"COPY"), volume.find(b"BOTH")
    assert (copy.type, volume.read_file(copy)) == (PRG, b"\x01\x08aaa")
    assert (both.type, volume.read_file(both)) == (SEQ, b"bbbccc")


def test_new_formats_with_name_and_id():
    master, volume = stocked()
    assert master.command_line(b"N:FRESH DISK,XY") == OK
    assert (volume.name(), volume.disk_id(), names(volume)) == (b"FRESH DISK", b"XY", [])
    assert volume.free_blocks() == 664


def test_new_without_an_id_empties_the_directory_only():
    master, volume = stocked()
    assert master.command_line(b"N0:EMPTY") == OK
    assert (volume.name(), volume.disk_id(), names(volume)) == (b"EMPTY", b"T1", [])


def test_validate_gives_lost_blocks_back():
    master, volume = stocked()
    volume.set_free(1, 1, False)
    assert volume.free_blocks() == 660
    assert master.command_line(b"V0") == OK
    assert volume.free_blocks() == 661


def test_initialise_forgets_open_files():
    master, _ = stocked()
    master.open(2, b"BETA,S")
    assert master.command_line(b"I0") == OK
    assert master.read(2) == b""


@pytest.mark.parametrize("command", [b"UI", b"UJ", b"U9", b"U:"])
def test_the_reset_commands_announce_the_drive_again(command):
    master, _ = stocked()
    assert master.command_line(command) == b"73,GO64 DOS 1541,00,00\r"


@pytest.mark.parametrize("command", [b"UI+", b"UI-"])
def test_the_speed_commands_of_the_vic_20_are_taken(command):
    assert stocked()[0].command_line(command) == OK


def test_open_on_channel_15_executes_its_name():
    master, volume = stocked()
    master.open(15, b"S:ALPHA")
    assert master.error() == b"01, FILES SCRATCHED,01,00\r"
    assert names(volume) == [b"BETA", b"GAMMA"]


def test_an_error_stays_until_it_is_read_or_something_succeeds():
    master, _ = stocked()
    master.print(15, b"X")
    assert master.read(15, count=3) == b"31,"
    assert master.read(15) == b"SYNTAX ERROR,00,00\r"
    master.print(15, b"X")
    assert master.command_line(b"I") == OK


# -- blocks ------------------------------------------------------------------------------


def test_blocks_are_written_and_read_whole():
    master, drive = bench()
    content = random.Random(3).randbytes(256)
    master.open(2, b"#")
    master.command_line(b"B-P 2 0")
    assert master.print(2, content) == 256
    assert master.command_line(b"U2:2,0,10,5") == OK
    assert drive.image.read(10, 5) == content
    master.open(3, b"#2")
    assert master.command_line(b"U1 3 0 10 5") == OK
    assert master.read(3) == content
    assert master.command_line(b"UA:3,0,10,5") == OK
    master.command_line(b"B-P:3,250")
    assert master.read(3) == content[250:]


def test_block_read_and_write_keep_a_length_in_the_first_byte():
    master, drive = bench()
    master.open(2, b"#")
    master.print(2, b"hello")
    assert master.command_line(b"B-W 2 0 1 0") == OK
    assert drive.image.read(1, 0)[:6] == b"\x05hello"
    assert master.command_line(b"B-R\x1d2 0 1 0") == OK
    assert master.read(2) == b"hello"


def test_a_new_buffer_tells_its_number():
    master, _ = bench()
    master.open(2, b"#")
    master.open(3, b"#")
    master.open(4, b"#3")
    assert [master.read(c, count=1) for c in (2, 3)] == [b"\3", b"\2"]  # from the last one down
    assert master.error() == b"70,NO CHANNEL,00,00\r"
    master.open(4, b"#1")
    assert master.read(4, count=1) == b"\1"
    master.open(5, b"#1")
    assert master.error() == b"70,NO CHANNEL,00,00\r"


def test_a_buffer_that_was_written_to_no_longer_tells_its_number():
    master, _ = bench()
    master.open(2, b"#3")
    master.print(2, b"A")
    assert master.read(2, count=2) == b"\0\0"
    assert master.command_line(b"B-P 2 1") == OK
    assert master.read(2, count=2) == b"A\0"


def test_blocks_are_allocated_once_and_the_next_free_one_is_named():
    master, volume = stocked()
    assert master.command_line(b"B-A 0 1 0") == OK
    assert master.command_line(b"B-A:0,1,0") == b"65,NO BLOCK,01,01\r"
    assert volume.free_blocks() == 660
    assert master.command_line(b"BLOCK-FREE:0 1 0") == OK
    assert volume.free_blocks() == 661
    assert master.command_line(b"B-A 0 18 0") == b"65,NO BLOCK,19,00\r"
    assert master.command_line(b"B-A 0 40 0") == b"66,ILLEGAL TRACK OR SECTOR,40,00\r"


def test_blocks_that_do_not_exist_or_cannot_be_read_give_their_place():
    image = D64Image(D64Image.blank(b"E", b"01").to_bytes() + b"\x01" * 683)
    image.errors[image.index(7, 7)] = 11
    master, _ = bench(image)
    master.open(2, b"#")
    assert master.command_line(b"U1 2 0 36 0") == b"66,ILLEGAL TRACK OR SECTOR,36,00\r"
    assert master.command_line(b"U1 2 0 7 7") == b"29, DISK ID MISMATCH,07,07\r"


def test_drive_1_is_refused_with_the_block_that_was_asked_for():
    master, _ = bench()
    master.open(2, b"#")
    assert master.command_line(b"U1 2 1 7 7") == b"74,DRIVE NOT READY,07,07\r"


def test_tracks_up_to_40_are_reached_by_block_commands():
    master, drive = bench(D64Image.blank(b"FORTY", b"40", 40))
    master.open(2, b"#")
    master.command_line(b"B-P 2 0")
    master.print(2, bytes(range(256)))
    assert master.command_line(b"U2 2 0 40 16") == OK
    assert drive.image.read(40, 16) == bytes(range(256))


# -- memory ------------------------------------------------------------------------------


def test_memory_is_written_and_read():
    master, _ = bench()
    master.print(15, b"M-W\x00\x03\x04abcd")
    master.print(15, b"M-R\x00\x03\x04")
    assert master.read(15).removesuffix(b"\r") == b"abcd"
    assert master.error() == OK


def test_a_return_follows_what_memory_read_sends():
    master, _ = bench()
    master.print(15, b"M-R\x00\x03\x02")
    assert master.read(15) == b"\0\0\r"


def test_memory_read_tells_free_blocks_and_id():
    master, _ = bench()
    master.print(15, b"M-R\xfa\x02\x03")
    free = master.read(15)
    assert free[0] | free[2] << 8 == 664
    master.print(15, b"M-R\x12\x00\x02")
    assert master.read(15) == b"T1\r"


def test_the_drives_number_is_changed_through_its_memory_until_reset():
    master, drive = bench()
    master.print(15, b"M-W\x77\x00\x02\x29\x49")
    assert master.error(unit=9).startswith(b"00")
    master.listen(0x6F, unit=8)
    assert master.status & 0x80
    drive.reset()
    assert master.error(unit=8).startswith(b"73")


# -- anything ----------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_random_commands_and_names_always_end_in_a_known_status(seed):
    chance = random.Random(seed)
    master, drive = bench()
    words = [b"S", b"R", b"C", b"N", b"V", b"I", b"U1", b"U2", b"UI", b"B-R", b"B-W", b"B-P"]
    words += [b"B-A", b"B-F", b"M-R", b"M-W", b"P", b":", b"=", b",", b"*", b"0", b"2", b"18"]
    words += [b" ", b"#", b"$", b"@", b"A", b"B", b",S", b",W", b",L", b"\r", b"\xa0", b"\0"]
    for _ in range(60):
        text = b"".join(chance.choice(words) for _ in range(chance.randrange(1, 9)))
        text += chance.randbytes(chance.randrange(3))
        channel = chance.choice((0, 1, 2, 3, 15))
        if chance.random() < 0.5:
            master.print(15, text)
        else:
            master.open(channel, text)
            master.print(channel, b"data")
            master.read(channel, count=3)
        status = master.error()
        if chance.random() < 0.2:
            master.close(channel)
        number = int(status[:2]) if status[:2].isdigit() else -1
        if number in DOS_TEXTS:
            assert status.startswith(b"%02d,%s," % (number, DOS_TEXTS[number].encode()))
        else:
            assert b"M-R" in text or channel == 15
    assert len(drive.image.to_bytes()) in D64_SIZES
