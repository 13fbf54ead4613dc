"""1571 and 1581 disks, partitions and relative files through the lines and in a whole machine."""

import random

import pytest

import c64
from c64.drive.dos import DriveDos
from c64.drive.drive1541 import Drive1541
from c64.drive.fastload import install
from c64.drive.virtual_drive import Drive
from c64.errors import MediaUnknown
from disk.d64 import D64Image
from disk.d71_d81 import D71Image, D81Image
from disk.errors import DOS_TEXTS
from disk.relative import RelativeFile
from disk.volume import PRG, SEQ, Volume
from tests.c64.drive.iec_master import Master, bench
from tests.c64.drive.test_state import twin_of
from tests.volume import seldom

pytestmark = pytest.mark.compiled_only(
    "the DOS is the same Python in both; test_files goes over the lines in both"
)
OK = b"00, OK,00,00\r"
KINDS = {"1571": D71Image, "1581": D81Image}
BOTH = pytest.mark.parametrize("drive_name", KINDS)
ALL = pytest.mark.parametrize("kind", [D64Image, D71Image, D81Image])


def disk(drive_name):
    return bench(KINDS[drive_name].blank(b"BIG DISK", b"BD"))


@BOTH
def test_the_drive_announces_itself_as_the_one_its_disk_is_of(drive_name):
    master, _ = disk(drive_name)
    assert master.command_line(b"UI") == b"73,GO64 DOS %s,00,00\r" % drive_name.encode()
    assert master.error() == OK


@pytest.mark.slow
@BOTH
def test_programs_and_sequential_files_come_back(drive_name):
    master, _ = disk(drive_name)
    content = random.Random(1).randbytes(3000)
    master.save(b"PROG", content)
    assert master.load(b"PROG") == content
    for kind in (b"S", b"U"):
        master.open(2, b"F" + kind + b"," + kind + b",W")
        master.print(2, b"one\r")
        master.close(2)
        master.open(2, b"F" + kind + b"," + kind + b",A")
        master.print(2, b"two\r")
        master.close(2)
        master.open(2, b"F" + kind + b"," + kind + b",R")
        assert master.read(2) == b"one\rtwo\r"
        master.close(2)
    listing = master.load(b"$")
    version = {"1571": b"2A", "1581": b"3D"}[drive_name]
    assert b'"BIG DISK        " BD ' + version in listing
    assert b'"PROG"             PRG' in listing and b"USR" in listing
    assert listing.count(b"BLOCKS FREE.") == 1


@BOTH
def test_the_commands_do_their_work(drive_name):
    master, drive = disk(drive_name)
    free = drive.dos.volume.free_blocks()
    master.save(b"A", b"\x01\x08a")
    assert master.command_line(b"C:B=A") == OK
    assert master.command_line(b"R:C=B") == OK
    assert master.command_line(b"V") == OK
    assert [e.name for e in drive.dos.volume.entries()] == [b"A", b"C"]
    assert master.command_line(b"S:*") == b"01, FILES SCRATCHED,02,00\r"
    assert drive.dos.volume.free_blocks() == free
    master.save(b"A", b"x")
    assert master.command_line(b"N:NEW NAME,NN") == OK
    assert (drive.dos.volume.name(), drive.dos.volume.disk_id()) == (b"NEW NAME", b"NN")
    assert drive.dos.volume.free_blocks() == free
    assert master.command_line(b"I") == OK


@pytest.mark.parametrize(
    ("drive_name", "last", "beyond"),
    [("1571", b"70 16", (b"70 17", b"71 0", b"0 0")), ("1581", b"80 39", (b"80 40", b"81 0"))],
)
def test_blocks_are_read_and_written_up_to_the_last(drive_name, last, beyond):
    master, drive = disk(drive_name)
    master.open(2, b"#")
    content = bytes(range(256))
    master.command_line(b"B-P 2 0")
    master.print(2, content)
    assert master.command_line(b"U2 2 0 " + last) == OK
    track, sector = map(int, last.split())
    assert drive.image.read(track, sector) == content
    assert master.command_line(b"U1 2 0 " + last) == OK
    assert master.read(2, count=256) == content
    for place in beyond:
        track, sector = map(int, place.split())
        wanted = b"66,ILLEGAL TRACK OR SECTOR,%02d,%02d\r" % (track, sector)
        assert master.command_line(b"U1 2 0 " + place) == wanted
        assert master.command_line(b"B-A 0 " + place) == wanted
    assert master.command_line(b"B-A 0 " + last) == OK
    assert master.command_line(b"B-A 0 " + last).startswith(b"65,NO BLOCK,")
    assert master.command_line(b"B-F 0 " + last) == OK


def test_b_a_names_the_next_free_block_on_the_second_side():
    master, _ = disk("1571")
    master.command_line(b"B-A 0 36 0")
    assert master.command_line(b"B-A 0 36 0") == b"65,NO BLOCK,36,01\r"
    assert master.command_line(b"B-A 0 53 5") == b"65,NO BLOCK,54,00\r"


# -- partitions ----------------------------------------------------------------------------


def partitioned():
    """A 1581 with a formatted partition, made by the drive's own commands."""
    master, drive = disk("1581")
    master.save(b"OUTSIDE", b"\x01\x08out")
    assert master.command_line(b"/0:PART,\x0a\x00\xa0\x00,C") == OK
    assert master.command_line(b"/0:PART") == b"02, SELECTED PARTITION,10,13\r"
    assert master.command_line(b"N0:INNER,IN") == OK
    master.save(b"INSIDE", b"\x01\x08in")
    return master, drive


def test_a_partition_is_a_disk_of_its_own():
    master, drive = partitioned()
    assert master.load(b"OUTSIDE") == b""
    assert master.load(b"INSIDE") == b"\x01\x08in"
    assert b'"INNER           " IN 3D' in master.load(b"$")
    assert drive.dos.volume.free_blocks() == 119
    assert master.command_line(b"/") == b"02, SELECTED PARTITION,01,80\r"
    assert master.load(b"OUTSIDE") == b"\x01\x08out"
    assert b'"PART"             CBM' in master.load(b"$")
    assert drive.dos.volume.free_blocks() == 3160 - 160 - 1
    assert master.command_line(b"/PART").startswith(b"02,")
    assert master.load(b"INSIDE") == b"\x01\x08in"
    assert master.command_line(b"V") == OK
    master.command_line(b"UJ")
    assert master.load(b"OUTSIDE") == b"\x01\x08out"
    assert master.command_line(b"V") == OK


@pytest.mark.parametrize(
    ("command", "status"),
    [
        (b"/NONE", b"62, FILE NOT FOUND,00,00\r"),
        (b"/0:OUTSIDE", b"62, FILE NOT FOUND,00,00\r"),
        (b"/1:PART", b"74,DRIVE NOT READY,00,00\r"),
        (b"/PART,\x20\x00\x78\x00,C", b"63, FILE EXISTS,00,00\r"),
        (b"/TWO,\x0b\x00\x78\x00,C", b"77, SELECTED PARTITION ILLEGAL,11,00\r"),
        (b"/TWO,\x0b\x00\x78\x00", b"30,SYNTAX ERROR,00,00\r"),
        (b"/T*,\x20\x00\x78\x00,C", b"33,SYNTAX ERROR,00,00\r"),
    ],
)
def test_a_partition_that_cannot_be_gives_the_usual_number(command, status):
    master, _ = partitioned()
    master.command_line(b"/")
    assert master.command_line(command) == status


def test_a_file_open_in_a_partition_comes_back_with_a_snapshot():
    master, drive = partitioned()
    master.open(2, b"LOG,S,W")
    master.print(2, b"first ")
    bus, twin = twin_of(master, drive)
    other = Master(bus)
    other.cycle = master.cycle
    for each in (master, other):
        each.print(2, b"second")
        each.close(2)
        each.open(3, b"LOG,S,R")
        assert each.read(3) == b"first second"
    assert twin.image.data == drive.image.data
    assert type(twin.image) is D81Image


# -- relative files ------------------------------------------------------------------------


def position(master, channel, record, at=1):
    command = b"P" + bytes((0x60 | channel, record & 0xFF, record >> 8, at))
    return master.command_line(command)


@ALL
def test_records_are_written_and_read_in_any_order(kind):
    master, drive = bench(kind.blank(b"RECORDS", b"RE"))
    master.open(2, b"FILE,L," + bytes([30]))
    assert master.error().startswith((b"73", b"00"))
    for record in (5, 1, 13, 300):
        status = position(master, 2, record)
        assert status == (OK if record < 9 else b"50, RECORD NOT PRESENT,00,00\r")
        master.print(2, b"RECORD %d\r" % record)
    for record in (300, 13, 5, 1):
        assert position(master, 2, record) == OK
        assert master.read(2) == b"RECORD %d\r" % record
    assert position(master, 2, 2) == OK
    assert master.read(2) == b"\xff"
    assert master.read(2) == b"\xff"
    position(master, 2, 5, 8)
    assert master.read(2) == b"5\r"
    master.close(2)
    master.open(3, b"FILE")
    assert position(master, 3, 300) == OK
    assert master.read(3) == b"RECORD 300\r"
    master.close(3)
    entry = drive.dos.volume.find(b"FILE")
    blocks = -(-300 * 30 // 254)
    assert entry.size == blocks + 1 + (kind is D81Image)
    assert b'"FILE"             REL' in master.load(b"$")


def test_a_record_goes_on_from_the_byte_that_p_names():
    master, _ = bench()
    master.open(2, b"FILE,L," + bytes([20]))
    position(master, 2, 1)
    master.print(2, b"abcdefghij")
    position(master, 2, 1, 4)
    master.print(2, b"XY")
    position(master, 2, 1)
    assert master.read(2) == b"abcXY"


def test_too_many_bytes_are_error_51_and_the_rest_is_dropped():
    master, _ = bench()
    master.open(2, b"FILE,L," + bytes([5]))
    position(master, 2, 1)
    master.print(2, b"1234567")
    assert master.error() == b"51,OVERFLOW IN RECORD,00,00\r"
    position(master, 2, 1)
    assert master.read(2) == b"12345"
    assert master.read(2) == b"\xff"
    assert position(master, 2, 1, 6) == b"51,OVERFLOW IN RECORD,00,00\r"


def test_p_needs_a_relative_file_on_its_channel():
    master, _ = bench()
    assert position(master, 2, 1) == b"70,NO CHANNEL,00,00\r"
    master.open(2, b"SEQ,S,W")
    assert position(master, 2, 1) == b"64, FILE TYPE MISMATCH,00,00\r"


def test_p_without_its_last_numbers_takes_the_first_record_and_byte():
    master, _ = bench()
    master.open(2, b"FILE,L," + bytes([20]))
    for record in (1, 2, 3):
        position(master, 2, record)
        master.print(2, b"RECORD %d" % record)
    for short, read in ((b"b", b"RECORD 1"), (b"b\x03", b"RECORD 3"), (b"b\x02\x00", b"RECORD 2")):
        assert master.command_line(b"P" + short) == OK
        assert master.read(2) == read


def test_a_record_size_of_0_opens_a_file_of_any_size():
    master, _ = bench()
    master.open(2, b"FILE,L," + bytes([20]))
    position(master, 2, 1)
    master.print(2, b"text")
    master.close(2)
    master.open(2, b"FILE,L," + bytes([0]))
    assert master.error() == OK
    assert master.read(2) == b"text"


def test_a_file_of_another_record_size_is_error_50_and_one_in_use_60():
    master, _ = bench()
    master.open(2, b"FILE,L," + bytes([20]))
    master.open(3, b"FILE,L," + bytes([20]))
    assert master.error() == b"60, WRITE FILE OPEN,00,00\r"
    assert master.command_line(b"S:FILE") == b"01, FILES SCRATCHED,00,00\r"
    master.close(2)
    master.open(2, b"FILE,L," + bytes([21]))
    assert master.error() == b"50, RECORD NOT PRESENT,00,00\r"
    master.open(2, b"FILE,L," + bytes([44]))  # a comma
    assert master.error() == b"50, RECORD NOT PRESENT,00,00\r"


def test_a_protected_disk_takes_no_record():
    master, drive = bench()
    master.open(2, b"FILE,L," + bytes([20]))
    master.print(2, b"text")
    master.close(2)
    drive.image.read_only = True
    master.open(2, b"FILE")
    assert master.read(2) == b"text"
    master.print(2, b"more")
    assert master.error() == b"26, WRITE PROTECT ON,00,00\r"
    master.open(3, b"NEW,L," + bytes([20]))
    assert master.error() == b"26, WRITE PROTECT ON,00,00\r"


@ALL
def test_a_relative_file_comes_back_with_a_snapshot_in_the_middle_of_a_record(kind):
    master, drive = bench(kind.blank(b"RECORDS", b"RE"))
    master.open(2, b"FILE,L," + bytes([20]))
    position(master, 2, 40)
    master.listen(0x62)
    for byte in b"half":
        master.send(byte)
    bus, twin = twin_of(master, drive)
    other = Master(bus)
    other.cycle, other.atn, other.clk, other.data = (
        master.cycle,
        master.atn,
        master.clk,
        master.data,
    )
    for each in (master, other):
        each.send(0x21, True)
        each.unlisten()
        position(each, 2, 40)
        assert each.read(2) == b"half!"
    assert twin.image.data == drive.image.data


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, *(seldom(n) for n in (1, 2))])
def test_any_commands_on_a_1581_leave_a_drive_that_works(seed):
    chance = random.Random(seed)
    master, drive = partitioned()
    words = [b"/", b"/PART", b"N:X,YZ", b"S:*", b"V", b"I", b"P", b"U1 2 0", b"B-A 0", b"C:N=A",
             b",", b"\x0a", b"\x28", b"\x00", b":", b"80", b"39", b",C", b"R:A=B"]  # fmt: skip
    for _ in range(60):
        master.open(2, chance.choice((b"#", b"R,L,\x10", b"S,S,W", b"$")))
        command = b"".join(chance.choices(words, k=chance.randrange(1, 6)))
        assert master.command_line(command).count(b",") == 3
    master.command_line(b"/")
    assert master.command_line(b"N:AGAIN,AG") == OK
    assert drive.dos.volume.free_blocks() == 3160


# -- in a machine --------------------------------------------------------------------------


@BOTH
def test_such_a_disk_goes_into_a_virtual_drive(drive_name, tmp_path):
    path = tmp_path / {"1571": "a.d71", "1581": "a.d81"}[drive_name]
    image = KINDS[drive_name].blank(b"BIG", b"BI")
    Volume(image).write_file(b"PROG", PRG, b"\x01\x08\x0b\x08\x0a\0\x9e2061\0\0\0")
    path.write_bytes(image.to_bytes())
    machine = c64.C64(sample_rate=0, drive="1541")
    assert isinstance(machine.board.iec.devices[8], Drive1541)
    machine.drives[8].attach(path)
    assert isinstance(machine.board.iec.devices[8], Drive)
    assert isinstance(machine.drives[8].image, KINDS[drive_name])
    with pytest.raises(MediaUnknown, match="does not fit a 1541; use a virtual drive"):
        machine.drives[8].attach(path, kind="1541")


def test_what_is_written_to_a_d81_is_in_its_file(tmp_path):
    path = tmp_path / "a.d81"
    path.write_bytes(D81Image.blank(b"BIG", b"BI").to_bytes())
    master, _ = bench(D81Image.open(path))
    master.save(b"SAVED", b"content")
    volume = Volume(D81Image.open(path))
    assert volume.read_file(volume.find(b"SAVED")) == b"content"
    volume.write_file(b"S", SEQ, b"x")


@BOTH
def test_a_snapshot_brings_the_disk_back_tied_to_its_file(drive_name, tmp_path):
    path = tmp_path / "disk"
    path.write_bytes(KINDS[drive_name].blank(b"A", b"01").to_bytes())
    master, drive = bench(KINDS[drive_name].open(path))
    before = drive.save_state()
    master.save(b"LATER", b"x")
    drive.load_state(before)
    assert drive.dos.volume.find(b"LATER") is None
    assert drive.image.path == path and not drive.image.read_only


@pytest.mark.slow
@pytest.mark.compiled_only("hundreds of frames take minutes uncompiled")
@pytest.mark.parametrize("fast", [False, True])
def test_basic_writes_and_reads_records(fast):
    machine = c64.C64(sample_rate=0)
    machine.drives[8].attach(D81Image.blank(b"RECORDS", b"RE"))
    install(machine.board, fast)
    machine.tick(150)
    machine.type(
        '10 open1,8,15:open2,8,2,"rel,l,"+chr$(20)\n'
        '20 fori=1to12:print#1,"p"chr$(98)chr$(i)chr$(0)chr$(1)\n'
        '30 print#2,"rec"i:next\n'
        '40 print#1,"p"chr$(98)chr$(7)chr$(0)chr$(1)\n'
        "50 input#2,a$:printa$\n"
        '60 print#1,"p"chr$(98)chr$(200)chr$(0)chr$(1)\n'
        "70 input#1,e,e$,t,s:printe;e$\n"
        "80 close2:close1\n"
        "run\n"
    )
    for _ in range(1500):
        machine.tick()
        if "RECORD NOT PRESENT" in machine.screen.text():
            break
    text = machine.screen.text()
    assert "REC 7" in text and " 50 RECORD NOT PRESENT" in text


@ALL
@pytest.mark.parametrize("seed", range(8))
def test_a_damaged_disk_never_stops_the_drive(kind, seed):
    """Bytes of header, map, directory and side sectors are changed at random."""
    chance = random.Random(seed)
    image = kind.blank(b"DAMAGED", b"DA")
    volume = Volume(image)
    for number in range(10):
        volume.write_file(b"F%d" % number, chance.choice((PRG, SEQ)), chance.randbytes(900))
    RelativeFile.create(volume, b"REC", 60).write(50, b"record")
    if kind is D81Image:
        volume.create_partition(b"PART", (60, 0), 120)
    places = [(t, s) for t in (volume.dir_track, 53) for s in range(6) if t <= image.tracks]
    places += [volume.find(b"REC").sides, volume.find(b"F3").start]
    for _ in range(60):
        at = image.index(*chance.choice(places)) * 256 + chance.randrange(256)
        image.data[at] = chance.choice((0, 255, chance.randrange(256), chance.randrange(90)))
    dos = DriveDos(8)
    dos.mount(image)
    commands = [b"V", b"S:F1,F2", b"R:NEW=F4", b"C:BOTH=F5,F6", b"/PART", b"/", b"I", b"S:*",
                b"B-A 0 1 0", b"B-F 0 1 0", b"N:AGAIN", b"S:R*"]  # fmt: skip
    for _ in range(60):
        name = chance.choice((b"$", b"F3", b"REC", b"F7,S,A", b"NEW,P,W", b"@:F8,S,W", b"F9,M"))
        secondary = chance.choice((0, 2, 3))
        dos.open(secondary, name)
        for _ in range(300):
            if dos.peek(secondary) < 0:
                break
            dos.advance(secondary)
        dos.begin(secondary, False)
        for byte in b"some bytes":
            dos.put(byte)
        dos.end()
        if chance.random() < 0.5:
            dos.close(secondary)
        dos.execute(chance.choice(commands))
        assert dos.status[0] in DOS_TEXTS
    dos.execute(b"/")
    dos.execute(b"N:SOUND,SD")
    assert dos.status[0] == 0
    assert dos.volume.free_blocks() == kind.blank().volume().free_blocks()
