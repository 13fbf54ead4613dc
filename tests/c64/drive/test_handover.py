"""A true 1541 takes the place of a virtual drive when a program needs its processor."""

import pytest

import c64
from c64.drive.attach import DRIVE_KINDS, attach_drive
from c64.drive.drive1541 import Drive1541
from c64.drive.virtual_drive import Drive
from c64.snapshot import Checkpoint
from disk.d64 import D64Image
from disk.volume import PRG, SEQ, Volume
from tests.c64.drive.iec_master import Master
from tests.c64.drive.loaders import Loading, disk_with_file
from tests.volume import seldom

pytestmark = pytest.mark.skipif(c64.PURE, reason="runs drives for seconds: compiled only")

OK = b"00, OK,00,00\r"
# LDA #$AA STA $0780 RTS
CODE = bytes.fromhex("a9aa 8d8007 60")
TEXT = bytes(range(1, 251)) * 2


def image():
    made = D64Image.blank(b"DISK", b"ID")
    volume = Volume(made)
    volume.write_file(b"PROG", PRG, b"\x01\x08" + bytes(600))
    volume.write_file(b"TEXT", SEQ, TEXT)
    return D64Image(made.to_bytes())


class Bench:
    """A machine's drive 8, and somebody who talks to it over the lines."""

    def __init__(self, kind="auto"):
        self.machine = c64.C64(sample_rate=0, drive=kind)
        self.told = []
        self.machine.drives[8].attach(image())
        self.machine.drives[8].notice = self.told.append
        self.master = Master(self.machine.board.iec)

    @property
    def drive(self):
        return self.machine.board.iec.devices[8]


def uploaded(bench):
    return bench.drive.unit.ram[0x0780]


@pytest.mark.parametrize(
    "command", [b"M-W\0\5\x06" + CODE, b"M-E\0\5", b"B-E:2,0,1,0", b"U3", b"&PROG", b"M-R\x18\0\2"]
)
def test_a_command_for_the_processor_brings_a_true_1541_and_one_line(command):
    bench = Bench()
    bench.master.open(15, command)
    assert isinstance(bench.drive, Drive1541)
    assert bench.told == ["drive 8 is now a true 1541: the program talks to it directly"]


@pytest.mark.parametrize(
    "command",
    [
        b"I0", b"M-W\x6a\0\1\x05", b"M-W\x77\0\2\x29\x49", b"M-R\x12\0\2", b"M-R\0\xc0\2", b"UI",
        b"U1:2,0,18,0", b"B-P:2,0", b"S:NONE",
    ],
)  # fmt: skip
def test_any_other_command_leaves_the_drive_virtual(command):
    bench = Bench()
    bench.master.open(15, command)
    assert isinstance(bench.drive, Drive)
    assert bench.told == []


def test_a_drive_that_shall_stay_virtual_does():
    bench = Bench("quick")
    bench.master.open(15, b"M-E\0\5")
    assert isinstance(bench.drive, Drive)
    assert bench.master.error() == b"31,SYNTAX ERROR,00,00\r"


def test_code_that_is_uploaded_runs_in_the_1541():
    bench = Bench()
    bench.master.open(15, b"M-W\0\5\x06" + CODE)
    bench.master.print(15, b"M-E\0\5")
    bench.master.run(30000)
    assert uploaded(bench) == 0xAA
    assert bench.master.error() == OK


@pytest.mark.slow
@pytest.mark.parametrize("taken", [1, 254, 255, *(seldom(n) for n in (2, 253, 300, 499))])
def test_a_file_goes_on_where_it_was_read_to(taken):
    bench = Bench()
    bench.master.open(2, b"TEXT,S,R")
    assert bench.master.read(2, taken) == TEXT[:taken]
    bench.master.open(15, b"M-W\x80\x07\1\0")
    assert isinstance(bench.drive, Drive1541)
    assert bench.master.read(2) == TEXT[taken:]


@pytest.mark.slow
def test_a_buffer_keeps_its_bytes_and_its_pointer():
    bench = Bench()
    bench.master.open(2, b"#2")
    bench.master.open(15, b"U1:2,0,18,0")
    block = bytes(bench.drive.image.read(18, 0))
    bench.master.print(15, b"B-P:2,144")
    bench.master.print(15, b"M-W\x80\x07\1\0")
    assert isinstance(bench.drive, Drive1541)
    assert bytes(bench.drive.unit.ram[0x0500:0x0600]) == block
    assert bench.master.read(2, 4) == b"DISK"


@pytest.mark.slow
def test_a_file_that_is_written_goes_on_where_it_was():
    bench = Bench()
    bench.master.open(2, b"NEW,S,W")
    bench.master.print(2, TEXT)
    bench.master.open(15, b"M-W\x80\x07\1\0")
    assert isinstance(bench.drive, Drive1541)
    bench.master.print(2, b"AND MORE")
    bench.master.close(2)
    bench.drive.flush()
    volume = Volume(bench.drive.image)
    assert volume.read_file(volume.find(b"NEW")) == TEXT + b"AND MORE"


def test_a_relative_file_stays_at_its_record():
    bench = Bench()
    bench.master.open(2, b"REL,L," + bytes([10]))
    for record in (b"ONE", b"TWO", b"THREE"):
        bench.master.print(2, record)
    bench.master.open(15, b"P\x62\2\0\1")
    bench.master.print(15, b"M-W\x80\x07\1\0")
    assert isinstance(bench.drive, Drive1541)
    assert bench.master.read(2, 3) == b"TWO"


def test_the_number_and_the_interleave_that_a_program_has_set_stay():
    bench = Bench()
    bench.master.open(15, b"M-W\x69\0\1\x07")
    bench.master.print(15, b"M-W\x80\x07\1\0")
    assert bench.drive.unit.ram[0x69] == 7
    assert bench.machine.drives[8].kind == "1541"


@pytest.mark.slow
def test_two_runs_with_the_same_inputs_are_the_same_machine():
    states = []
    for _ in range(2):
        bench = Bench()
        bench.master.open(15, b"M-W\0\5\x06" + CODE)
        bench.master.print(15, b"M-E\0\5")
        states.append(bench.drive.save_state())
    assert states[0] == states[1]


def test_states_of_before_and_after_go_into_the_same_machine():
    bench = Bench()
    machine = bench.machine
    before, first = machine.snapshot(), Checkpoint(machine.board)
    bench.master.open(15, b"M-E\0\5")
    after, second = machine.snapshot(), Checkpoint(machine.board)
    for state, kind in ((before, "quick"), (after, "1541"), (before, "quick")):
        machine.restore(state)
        assert machine.drives[8].kind == kind
        assert machine.snapshot() == state
    for checkpoint, kind in ((second, "1541"), (first, "quick")):
        checkpoint.restore()
        assert machine.drives[8].kind == kind
    other = c64.C64(sample_rate=0, drive="auto")
    other.restore(after)
    assert other.drives[8].kind == "1541"


def test_a_state_that_is_refused_leaves_the_drive_of_before():
    bench = Bench()
    machine = bench.machine
    bench.master.open(15, b"M-E\0\5")
    after = bench.drive.save_state()
    machine.reset()
    before = bench.drive
    assert isinstance(before, Drive)
    broken = {8: after}
    with pytest.raises(ValueError), c64.drive.attach.fitting(machine.board, broken):
        assert isinstance(bench.drive, Drive1541)
        raise ValueError
    assert bench.drive is before


def test_a_reset_makes_it_a_virtual_drive_again_with_its_disk():
    bench = Bench()
    bench.master.open(15, b"M-E\0\5")
    held = bench.drive.image
    bench.machine.reset()
    assert isinstance(bench.drive, Drive)
    assert bench.drive.image is held
    assert bench.machine.drives[8].notice == bench.told.append


def test_a_1541_that_was_asked_for_stays_one_at_a_reset():
    machine = c64.C64(sample_rate=0, drive="1541")
    machine.reset()
    assert machine.drives[8].kind == "1541"


@pytest.mark.parametrize("kind", list(DRIVE_KINDS))
def test_a_drive_that_is_plugged_in_later_is_as_drive_8(kind):
    machine = c64.C64(sample_rate=0, drive=kind)
    attach_drive(machine.board, None, 9)
    assert machine.drives[9].kind == "quick"
    assert machine.drives[9].auto == (kind != "quick")


@pytest.mark.slow
def test_a_fast_loader_runs_in_a_drive_that_was_virtual():
    loading = Loading("onebit", screen=1, kind_of_drive="auto")
    assert loading.machine.config.drive == "auto"
    assert loading.run(1500) == disk_with_file()[1]
    assert loading.machine.drives[8].kind == "1541"
