"""The DOS called directly: its limits, each at its last value and one beyond."""

import threading

import pytest

from c64.drive.dos import DOS_BUFFERS, DOS_CHANNELS, DriveDos
from disk.d64 import D64Image
from disk.d71_d81 import D71Image, D81Image
from disk.host_folder import FolderVolume, HostFolder
from disk.volume import PRG, SEQ, Volume

pytestmark = pytest.mark.compiled_only("the DOS is the same Python in both")
OK = "00, OK,00,00"


def drive(image=None, unit=8):
    dos = DriveDos(unit)
    dos.exchange(image or D64Image.blank(b"TEST", b"T1"))
    dos.set_status(0)
    return dos


def status(dos):
    return dos.message.decode("latin-1").rstrip("\r")


def told(dos, command):
    """The status after a command."""
    dos.execute(command)
    return status(dos)


def read(dos, channel):
    """All bytes that a channel sends up to its last one."""
    found = bytearray()
    while True:
        byte = dos.peek(channel)
        if byte < 0:
            return bytes(found)
        dos.advance(channel)
        found.append(byte & 0xFF)
        if byte > 0xFF:
            return bytes(found)


def memory(dos):
    """The bytes that M-R sends, without the CR behind them."""
    found = read(dos, 15)
    assert found[-1:] == b"\r"
    return found[:-1]


def write(dos, channel, content):
    dos.begin(channel, False)
    done = [dos.put(byte) for byte in content]
    dos.end()
    return done


@pytest.mark.parametrize(
    ("size", "ending", "taken"),
    [(42, b"", True), (43, b"", False), (42, b"\r", True), (43, b"\r", False)],
)
def test_a_command_has_42_bytes_and_a_return_at_most(size, ending, taken):
    dos = drive()
    command = b"S:" + b"A" * (size - 2) + ending
    assert told(dos, command) == ("01, FILES SCRATCHED,00,00" if taken else "32,SYNTAX ERROR,00,00")


def test_the_return_behind_a_memory_command_is_data():
    dos = drive()
    dos.execute(b"M-W\x00\x03\x01\r")
    assert dos.ram[0x300] == 0x0D
    dos.execute(b"M-R\x00\x03\r")  # of which this is one
    assert memory(dos) == b"\r"


@pytest.mark.parametrize(("count", "said"), [(1, 1), (98, 98), (99, 99), (100, 99), (144, 99)])
def test_scratched_files_are_counted_up_to_99(count, said):
    image = D64Image.blank(b"TEST", b"T1")
    volume = Volume(image)
    for n in range(count):
        volume.write_file(b"F%d" % n, SEQ, b"x")
    assert told(drive(image), b"S:F*") == f"01, FILES SCRATCHED,{said:02},00"
    assert not list(Volume(image).entries())


@pytest.mark.parametrize("count", [1, 2, 255, 0])
@pytest.mark.parametrize("address", [0, 0x0300, 0x07FF, 0x07F0, 0x0800, 0xC000])
def test_memory_is_read_as_it_was_written_up_to_its_end(address, count):
    dos = drive()
    dos.ram[0x300:0x800] = bytes(n * 7 & 0xFF for n in range(0x500))
    ram = bytes(dos.ram)
    dos.execute(b"M-R" + address.to_bytes(2, "little") + bytes((count,)))
    found = memory(dos)
    assert len(found) == (count or 256)
    own = {0x12: ord("T"), 0x13: ord("1"), 0x77: 0x28, 0x78: 0x48}
    for at, byte in enumerate(found, address):
        assert byte == (own.get(at, ram[at]) if at < 0x800 else 0), hex(at)
    assert status(dos) == OK


def test_memory_is_read_by_a_byte_where_no_count_is_given():
    dos = drive()
    for command in (b"M-R\x77\x00", b"M-R\x77\x00\r", b"M-R\x77\x00\x01"):
        dos.execute(command)
        assert memory(dos) == b"\x28"
    dos.execute(b"M-R\x77\x00\r\r")
    assert len(memory(dos)) == 13


@pytest.mark.parametrize("unit", [8, 9, 10, 11])
def test_the_addresses_of_the_drive_are_in_its_memory(unit):
    dos = drive(unit=unit)
    dos.execute(b"M-R\x76\x00\x04")
    assert memory(dos) == bytes((0, unit | 0x20, unit | 0x40, 0))


@pytest.mark.parametrize("make", [D64Image, D71Image, D81Image])
@pytest.mark.parametrize("blocks", [0, 1, 255, 256, 300])
def test_the_free_blocks_and_the_disks_id_are_in_the_memory(make, blocks):
    image = make.blank(b"TEST", b"XY")
    if blocks:
        Volume(image).write_file(b"FILE", PRG, bytes(254 * blocks))
    free = Volume(image).free_blocks()
    dos = drive(image)
    dos.execute(b"M-R\xf9\x02\x05")
    assert memory(dos) == bytes((0, free & 0xFF, 0, free >> 8, 0))
    dos.execute(b"M-R\x11\x00\x04")
    assert memory(dos) == b"\0XY\0"


@pytest.mark.parametrize("address", [0x76, 0x77, 0x78, 0x79])
@pytest.mark.parametrize("byte", [7, 8, 11, 12, 0x29, 0x4A, 0x27])
def test_a_drive_can_be_given_the_numbers_8_to_11_at_its_two_addresses(address, byte):
    dos = drive(unit=9)
    dos.execute(b"M-W" + bytes((address, 0, 1, byte)))
    number = byte & 0x1F
    changed = address in (0x77, 0x78) and number in (8, 9, 10, 11)
    assert dos.number == (number if changed else 9)
    assert dos.ram[address] == byte


@pytest.mark.parametrize(("address", "kept"), [(0x07FD, 3), (0x07FF, 1), (0x0800, 0), (0xFFFF, 0)])
def test_memory_is_written_up_to_its_end_and_only_what_was_counted(address, kept):
    dos = drive()
    dos.execute(b"M-W" + address.to_bytes(2, "little") + b"\x03abcd")
    expected = bytearray(0x800)
    expected[address : address + kept] = b"abc"[:kept]
    assert bytes(dos.ram) == bytes(expected)[:0x800]
    assert len(dos.ram) == 0x800


@pytest.mark.parametrize("command", [b"M-W\x00\x03", b"M-W\x00\x03\x05"])
def test_a_memory_write_without_bytes_changes_nothing(command):
    dos = drive()
    assert told(dos, command) == OK
    assert not any(dos.ram)


@pytest.mark.parametrize("command", [b"M", b"M-", b"M-E\0\3", b"MXR\0\3"])
def test_other_memory_commands_are_error_31(command):
    assert told(drive(), command) == "31,SYNTAX ERROR,00,00"


@pytest.mark.parametrize(
    ("command", "function"),
    [
        (b"U1 2 0 17 0", "blocks"), (b"UA 2 0 17 0", "blocks"), (b"U2 2 0 17 0", "blocks"),
        (b"UB:2,0,17,0", "blocks"), (b"B-R 2 0 17 0", "blocks"),
        (b"BLOCK-WRITE:2,0,17,0", "blocks"),
        (b"U9", "reset"), (b"UI", "reset"), (b"U:", "reset"), (b"UJ", "reset"),
        (b"U9+", "speed"), (b"UI-", "speed"), (b"U0", "speed"),
        (b"U", "none"), (b"U3", "none"), (b"U8", "none"), (b"U;", "none"),
        (b"B", "none"), (b"B-", "none"), (b"-R 2 0 17 0", "none"), (b"B-X 2 0 17 0", "none"),
    ],
)  # fmt: skip
def test_commands_of_blocks_and_users_are_known_by_their_letters(command, function):
    says = {
        "blocks": "70,NO CHANNEL,00,00", "reset": "73,GO64 DOS 1541,00,00", "speed": OK,
        "none": "31,SYNTAX ERROR,00,00",
    }  # fmt: skip
    assert told(drive(), command) == says[function]


@pytest.mark.parametrize(
    ("command", "track"),
    [(b"U1 2 1 17 0", 17), (b"U2 2 1 17 0", 17), (b"B-A 1 17 0", 18), (b"B-F 1 17 0", 18)],
)
def test_the_blocks_of_drive_1_are_not_there(command, track):
    dos = drive()
    dos.open(2, b"#")
    free = dos.volume.free_blocks()
    assert told(dos, command) == f"74,DRIVE NOT READY,{track},00"
    assert dos.volume.free_blocks() == free


@pytest.mark.parametrize(
    ("at", "first"), [(1, 1), (2, 1), (3, 2), (200, 199), (255, 254), (0, 255)]
)
def test_b_w_leaves_the_place_of_the_last_byte_in_the_first(at, first):
    dos = drive()
    dos.open(2, b"#")
    assert told(dos, b"B-P 2 %d" % at) == OK
    assert told(dos, b"B-W 2 0 17 3") == OK
    assert dos.volume.image.read(17, 3) == bytes((first,)) + bytes(255)
    assert dos.channels[2].at == 1


@pytest.mark.parametrize("size", [1, 2, 100, 255])
def test_b_r_sends_as_many_bytes_as_the_first_says_and_u1_all(size):
    dos = drive()
    block = bytes((size,)) + bytes(range(1, 256))
    dos.volume.image.write(17, 4, block)
    dos.open(2, b"#")
    assert told(dos, b"B-R 2 0 17 4") == OK
    assert read(dos, 2) == block[1 : size + 1]
    assert told(dos, b"U1 2 0 17 4") == OK
    assert read(dos, 2) == block


def test_as_many_channels_and_buffers_are_open_as_the_drive_has():
    dos = drive()
    for channel in range(2, 2 + DOS_BUFFERS):
        dos.open(channel, b"#")
        assert status(dos) == OK
        assert dos.peek(channel) == DOS_BUFFERS - 1 - (channel - 2)
    dos.open(8, b"#")
    assert status(dos) == "70,NO CHANNEL,00,00"
    for channel in range(2 + DOS_BUFFERS, 2 + DOS_CHANNELS):
        dos.open(channel, b"$")
        assert status(dos) == OK
    dos.open(9, b"$")
    assert status(dos) == "70,NO CHANNEL,00,00"
    dos.close(3)
    dos.open(9, b"#2")
    assert status(dos) == OK


@pytest.mark.parametrize(
    ("name", "number"),
    [(b"#0", 0), (b"#3", 3), (b"# 2 ", 2), (b"#4", None), (b"#", 3), (b"#x", 0), (b"#255", None),
     (b"#0001", 1), (b"#258", 2)],
)  # fmt: skip
def test_a_buffer_is_chosen_by_its_number(name, number):
    dos = drive()
    dos.open(2, name)
    assert status(dos) == ("70,NO CHANNEL,00,00" if number is None else OK)
    assert dos.peek(2) == (-1 if number is None else number)


@pytest.mark.parametrize("number", [0, 1, 2, 20, 25, 62, 72, 73, 74])
def test_numbers_from_20_on_are_errors_but_for_the_greeting(number):
    dos = drive()
    dos.set_status(number)
    assert dos.failed is (number >= 20 and number != 73)


@pytest.mark.parametrize("status", [0, 1, 2, 20, 62])
def test_a_channel_that_is_not_open_leaves_the_status_as_it_is(status):
    for ask in (DriveDos.accepts, lambda dos: dos.peek(3) >= 0):
        dos = drive()
        dos.set_status(status)
        dos.pending_to = 3
        assert ask(dos) is False
        assert dos.status[0] == status
    assert write(dos, 3, b"x") == [False]


def test_a_name_and_a_command_are_taken_on_any_channel_and_data_where_it_is_written():
    dos = drive()
    dos.begin(2, True)
    assert dos.accepts() is True
    assert [dos.put(byte) for byte in b"NEW,S,W"] == [True] * 7
    dos.end()
    dos.begin(15, False)
    assert dos.accepts() is True
    dos.begin(2, False)
    assert dos.accepts() is True
    assert write(dos, 2, b"abc") == [True] * 3
    dos.close(2)
    dos.open(2, b"NEW,S,R")
    dos.begin(2, False)
    assert dos.accepts() is False
    assert read(dos, 2) == b"abc"


@pytest.mark.parametrize(("size", "kept"), [(254, 254), (255, 255), (256, 255), (400, 255)])
def test_a_drive_keeps_255_bytes_of_what_it_is_sent(size, kept):
    dos = drive()
    assert write(dos, 15, b"X" * size) == [True] * size
    dos.begin(15, False)
    for _ in range(size):
        dos.put(0x58)
    assert dos.pending == b"X" * kept


def test_a_disk_that_goes_has_its_open_files_closed_and_its_changes_in_its_file(tmp_path):
    path = tmp_path / "a.d64"
    path.write_bytes(D64Image.blank(b"TEST", b"T1").to_bytes())
    dos = drive(D64Image.open(path))
    dos.open(2, b"OPEN,S,W")
    write(dos, 2, b"text")
    dos.mount(None)
    volume = Volume(D64Image.open(path))
    assert volume.read_file(volume.find(b"OPEN")) == b"text"
    dos.mount(D64Image.open(path))
    dos.open(3, b"#")
    write(dos, 3, b"block")
    dos.execute(b"U2 3 0 1 0")  # which is kept back until something is closed
    assert dos.volume.image.dirty
    dos.mount(D64Image.blank(b"NEXT", b"T2"))
    assert D64Image.open(path).read(1, 0)[1:6] == b"block"
    assert dos.volume.name() == b"NEXT" and not dos.channels


def test_a_folder_that_goes_meanwhile_has_its_work_done_first(tmp_path, monkeypatch):
    opened, waits = threading.Event(), threading.Event()
    real = FolderVolume.entries

    def entries(volume):
        waits.set()
        assert opened.wait(20)
        return real(volume)

    image = HostFolder(tmp_path)
    image.aside = True
    dos = drive(image)
    (tmp_path / "old.seq").write_bytes(b"x")
    monkeypatch.setattr(FolderVolume, "entries", entries)
    dos.begin(15, False)
    for byte in b"R:NEW=OLD":
        dos.put(byte)
    dos.end()
    assert waits.wait(20) and dos.busy()
    timer = threading.Timer(0.05, opened.set)
    timer.start()
    dos.mount(None)
    assert opened.is_set() and not dos.busy()
    assert (tmp_path / "new.seq").exists()
    timer.join()


def test_a_protected_disk_refuses_what_writes_and_the_host_hears_it():
    heard = []
    for command in (b"V", b"N:X", b"S:A", b"R:B=A", b"C:B=A", b"B-A 0 1 1", b"B-F 0 1 1"):
        dos = drive()
        dos.notice = heard.append
        dos.volume.image.read_only = True
        assert told(dos, command) == "26, WRITE PROTECT ON,00,00"
    assert len(heard) == 7 and all(line.startswith("drive 8: 26") for line in heard)


@pytest.mark.parametrize(
    ("command", "status_of_it"),
    [
        (b"/PART", "02, SELECTED PARTITION,50,53"),
        (b"/0:PART", "02, SELECTED PARTITION,50,53"),
        (b"/", "02, SELECTED PARTITION,01,80"),
        (b"/0", "02, SELECTED PARTITION,01,80"),
        (b"/1", "74,DRIVE NOT READY,00,00"),
        (b"/1:PART", "74,DRIVE NOT READY,00,00"),
        (b"/NONE", "62, FILE NOT FOUND,00,00"),
        (b"/A NAME OF 16 CHAR", "02, SELECTED PARTITION,60,62"),
        (b"/A NAME OF 16 CHARACTERS", "02, SELECTED PARTITION,60,62"),
        (b"/P*,\x14\x00\x78\x00,C", "33,SYNTAX ERROR,00,00"),
        (b"/,\x14\x00\x78\x00,C", "34,SYNTAX ERROR,00,00"),
        (b"/NEW,\x14\x00\x78\x00", "30,SYNTAX ERROR,00,00"),
        (b"/NEW,\x14\x00\x78\x00,D", "30,SYNTAX ERROR,00,00"),
        (b"/NEW,\x14\x00\x78\x00,C", OK),
    ],
)
def test_partitions_are_selected_and_made(command, status_of_it):
    image = D81Image.blank(b"TEST", b"T1")
    volume = Volume(image)
    volume.create_partition(b"PART", (50, 0), 160)
    volume.create_partition(b"A NAME OF 16 CHA", (60, 0), 120)
    dos = drive(image)
    assert told(dos, command) == status_of_it
    if status_of_it == OK:
        entry = dos.volume.find(b"NEW")
        assert (entry.start, entry.size) == ((20, 0), 120)


def test_a_partition_is_made_on_the_whole_disk_only_and_of_any_size():
    image = D81Image.blank(b"TEST", b"T1")
    dos = drive(image)
    assert told(dos, b"/BIG,\x01\x00\x58\x02,C") == OK  # 600 blocks
    assert dos.volume.find(b"BIG").size == 600
    dos.execute(b"/BIG")
    assert status(dos).endswith("01,15")
    dos.execute(b"N:BIG,XX")
    assert told(dos, b"/SUB,\x02\x00\x78\x00,C").startswith("77,")


@pytest.mark.parametrize(("size", "name"), [(16, b"N" * 16), (17, b"N" * 16)])
def test_the_names_of_disks_and_files_have_16_characters(size, name):
    dos = drive()
    dos.execute(b"N:" + b"N" * size + b",XYZ")
    assert (dos.volume.name(), dos.volume.disk_id()) == (name, b"XY")
    dos.volume.write_file(b"OLD", SEQ, b"x")
    dos.execute(b"R:" + b"N" * size + b"=OLD")
    assert [entry.name for entry in dos.volume.entries()] == [name]


@pytest.mark.parametrize(
    ("low", "high", "at", "record", "byte"),
    [(1, 0, 1, 0, 0), (0, 0, 0, 0, 0), (2, 0, 5, 1, 4), (0, 1, 1, 255, 0), (255, 1, 10, 510, 9)],
)
def test_p_counts_records_and_bytes_from_1(low, high, at, record, byte):
    dos = drive()
    dos.open(2, b"REC,L," + bytes((20,)))
    dos.execute(b"P\x62" + bytes((low, high, at)))
    channel = dos.channels[2]
    assert (channel.record, channel.at) == (record, byte)
    assert status(dos)[:2] == ("50" if record >= 12 else "00")


@pytest.mark.parametrize("channel", [2, 14])
def test_p_takes_the_lower_half_of_its_channels_number(channel):
    dos = drive()
    dos.open(channel, b"REC,L," + bytes((20,)))
    assert told(dos, bytes((0x50, 0x60 | channel, 1, 0, 3))) == OK
    assert dos.channels[channel].at == 2
    assert told(dos, b"P\x01\x01\x00\x01") == "70,NO CHANNEL,00,00"
    dos.open(3, b"#")
    assert told(dos, b"P\x63\x01\x00\x01") == "64, FILE TYPE MISMATCH,00,00"


def test_a_dos_comes_back_from_its_state_in_the_middle_of_all_it_does():
    image = D81Image.blank(b"TEST", b"T1")
    Volume(image).create_partition(b"PART", (50, 0), 160)
    dos = drive(image)
    dos.execute(b"/PART")
    dos.execute(b"N:INNER,XX")
    dos.volume.write_file(b"FILE", SEQ, bytes(range(256)) * 2)
    dos.execute(b"M-W\x00\x03\x03abc")
    dos.execute(b"M-W\x77\x00\x01\x2a")
    for channel, name in (
        (2, b"FILE,S,R"),
        (3, b"#"),
        (4, b"NEW,S,W"),
        (5, b"REC,L,\x10"),
        (0, b"$"),
    ):
        dos.open(channel, name)
        assert status(dos) == OK
    for channel in (4, 5):
        write(dos, channel, b"text")
    for _ in range(300):
        dos.advance(2)
    dos.open(6, b"NONE")
    dos.advance(15)
    dos.begin(3, True)
    dos.put(0x23)
    other = drive(image)
    other.load_state(dos.save_state())
    assert other.save_state() == dos.save_state()
    for name in ("number", "status", "message", "message_at", "pending", "pending_to", "opening",
                 "last_program", "ram"):  # fmt: skip
        assert getattr(other, name) == getattr(dos, name)
    assert other.volume.region == dos.volume.region == (50, 53)
    assert read(other, 2) == read(dos, 2) == (bytes(range(256)) * 2)[300:]
    assert read(other, 0) == read(dos, 0)
    other.close(4)
    assert other.volume.read_file(other.volume.find(b"NEW")) == b"text"
