"""The ROM on the hardware of a 1541: bits, bytes and commands on the lines."""

from disk.d64 import D64Image
from disk.volume import PRG, SEQ, Volume
from tests.asm.dos.real_drive import bench, volume_of
from tests.c64.drive.iec_master import EOF, NO_DEVICE, TIMEOUT

PROGRAM = b"\x01\x08" + bytes(range(256)) * 2


def stocked(name=b"FIRST"):
    image = D64Image.blank(b"TEST DISK", b"T1")
    Volume(image).write_file(name, PRG, PROGRAM)
    return image


def test_the_drive_tells_its_message_once():
    master, _ = bench()
    assert master.error() == b"73,GO64 DOS 1541,00,00\r"
    assert master.error() == b"00, OK,00,00\r"
    assert master.status == EOF


def test_what_is_saved_is_on_the_disk_and_loads_again():
    master, drive = bench()
    assert master.save(b"PROG", PROGRAM) == len(PROGRAM)
    assert master.error() == b"00, OK,00,00\r"
    volume = volume_of(drive)
    assert volume.read_file(volume.find(b"PROG")) == PROGRAM
    assert volume.free_blocks() == 664 - 3
    assert master.load(b"PROG") == PROGRAM


def test_a_file_that_is_not_there_ends_the_talk_in_silence():
    master, _ = bench()
    master.error()
    assert master.load(b"NONE") == b""
    assert master.status & TIMEOUT
    assert master.error() == b"62, FILE NOT FOUND,00,00\r"


def test_a_channel_that_is_not_open_takes_no_bytes():
    master, _ = bench()
    master.error()
    master.status = 0
    assert master.print(2, b"lost") == 0
    assert master.status & (NO_DEVICE | TIMEOUT)
    assert master.error() == b"00, OK,00,00\r"


def test_two_drives_answer_to_their_own_numbers():
    master, _, second = bench(stocked(b"ONE"), stocked(b"TWO"))
    assert master.load(b"ONE", unit=8) == PROGRAM
    assert master.load(b"ONE", unit=9) == b""
    assert master.error(unit=9).startswith(b"62,")
    master.open(2, b"COPY,S,W", unit=9)
    master.print(2, b"text", unit=9)
    master.close(2, unit=9)
    volume = volume_of(second)
    assert volume.find(b"COPY").type == SEQ
    assert volume.read_file(volume.find(b"COPY")) == b"text"


def test_a_missing_device_is_noticed_beside_a_drive():
    master, _ = bench()
    assert not master.command(0x20 | 10, 0x60)
    assert master.status & NO_DEVICE


def test_the_number_is_changed_through_memory_until_the_drive_starts_anew():
    master, _ = bench()
    master.error()
    master.print(15, b"M-W\x77\x00\x02\x29\x49")
    assert master.error(unit=9) == b"00, OK,00,00\r"
    master.print(15, b"UI", unit=9)
    assert master.error() == b"73,GO64 DOS 1541,00,00\r"


def test_bytes_come_in_pieces_and_bits_may_be_cut_by_attention():
    master, _ = bench(stocked())
    master.error()
    master.open(2, b"FIRST,P,R")
    got = b"".join(master.read(2, count=5) for _ in range(4))
    assert got == PROGRAM[:20]
    master.listen(0x62)
    master.set(clk=1)  # a byte that never ends: the computer gave up
    master.run(3000)
    master.idle()
    master.run(3000)
    assert master.read(2, count=4) == PROGRAM[20:24]


def test_bits_are_shorter_for_a_vic_20():
    master, _ = bench(stocked())
    master.error()
    master.open(2, b"FIRST,P,R")
    took = {}
    for sign, at in ((b"-", 0), (b"+", 100)):
        master.print(15, b"UI" + sign)
        begin = master.cycle
        assert master.read(2, count=100) == PROGRAM[at : at + 100]
        took[sign] = master.cycle - begin
    assert took[b"+"] - took[b"-"] > 100 * 8 * 60


def test_a_listener_that_lets_go_of_data_is_asked_by_waiting():
    """As KERNALs do after a byte while ST still has EOI: the next byte must not be lost."""
    master, _ = bench(stocked())
    master.error()
    master.open(2, b"FIRST,P,R")
    master.talk(0x62)
    got = []
    for _ in range(6):
        master.status = 0
        got.append(master.receive())
        master.run(60)  # KERNALs wait as long
        master.set(data=0)
        master.run(500)
    master.untalk()
    assert bytes(got) == PROGRAM[:6]
    assert master.status == EOF


def test_the_light_is_on_while_a_file_is_open_and_blinks_after_an_error():
    master, drive = bench()
    master.error()

    def seen(times=20):
        lit = []
        for _ in range(times):
            master.run(60_000)
            lit.append(bool(drive.unit.led()))
        return lit

    assert not any(seen())
    master.open(2, b"LOG,S,W")
    assert all(seen())
    master.close(2)
    assert not any(seen())
    master.open(2, b"NONE,S,R")
    assert set(seen()) == {True, False}
    assert master.error().startswith(b"62")
    assert not any(seen())
