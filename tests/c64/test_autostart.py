"""Autostart with KERNALs that are not ours: when does BASIC wait, and when not."""

import pytest

import c64
from c64.autostart import Autostart, AutostartError
from c64.prompt import at_prompt
from disk.d64 import D64Image
from disk.volume import PRG, SEQ, Volume
from tests.c64.machine_with_roms import foreign_machine
from tests.c64.slow_kernal import slow_roms
from tests.disk.test_crt import crt
from tests.disk.test_g64 import make as g64

pytestmark = pytest.mark.skipif(c64.PURE, reason="boots machines; minutes uncompiled")

# 10 SYS2061; INC $D020; RTS
PROGRAM = bytes.fromhex("0108 0b08 0a00 9e32303631 00 0000 ee20d0 60")


@pytest.fixture
def program(tmp_path):
    """The path of a program that changes the border's colour and ends."""
    path = tmp_path / "border.prg"
    path.write_bytes(PROGRAM)
    return path


def frames_to_prompt(machine):
    """Run to the first frame with BASIC at its prompt; returns how many that took."""
    for frame in range(400):
        if at_prompt(machine.board):
            return frame
        machine.tick()
    raise AssertionError(f"no prompt in 400 frames:\n{machine.screen.text()}")


@pytest.mark.parametrize("other_editor", [False, True])
@pytest.mark.parametrize("model", ["c64", "ntsc"])
def test_a_program_starts_with_a_kernal_that_tests_memory_for_two_seconds(
    tmp_path, program, model, other_editor
):
    machine = c64.C64(model, roms=slow_roms(tmp_path, other_editor), sample_rate=0)
    machine.tick(60)
    assert machine.memory[0xCC] == machine.memory[0xC6] == 0  # what the bug took for the prompt
    machine.power_cycle()
    machine.autostart(program)
    assert 2.0 < machine.cycle / machine.model.clock_hz < 6
    machine.tick(30)
    assert machine.memory[0xD020] & 15 == 15
    assert machine.screen.text().count("READY.") == 2


# The 0 that BASIC wants before its first line is in some files, too.
FROM_0800 = bytes.fromhex("0008 00") + PROGRAM[2:]


@pytest.mark.parametrize("lead", [b"", bytes(16)], ids=["$0800", "$07F0"])
def test_a_basic_program_that_begins_before_0801_is_run(tmp_path, lead):
    path = tmp_path / "early.prg"
    start = 0x0800 - len(lead)
    path.write_bytes(start.to_bytes(2, "little") + lead + FROM_0800[2:])
    machine = c64.C64(sample_rate=0)
    machine.autostart(path)
    machine.tick(30)
    assert machine.memory[0xD020] & 15 == 15
    end = 0x0800 + len(FROM_0800) - 2
    assert bytes(machine.ram[0x2D:0x2F]) == end.to_bytes(2, "little")


# INC $D020; RTS, where a line of BASIC would have its 0, or a link that leads nowhere.
@pytest.mark.parametrize("content", ["eeee20d0 60", "00ff20 20 60", "ea"])
def test_code_that_begins_before_0801_is_started_by_sys(tmp_path, content):
    path = tmp_path / "code.prg"
    path.write_bytes(bytes.fromhex("fc07 ee20d0 60" + content))
    machine = c64.C64(sample_rate=0)
    machine.autostart(path)
    machine.tick(30)
    assert machine.memory[0xD020] & 15 == 15
    assert "SYS2044" in machine.screen.text()


def test_a_disk_starts_with_a_kernal_that_tests_memory_for_two_seconds(tmp_path):
    image = D64Image.blank(b"DISK", b"01")
    Volume(image).write_file(b"BORDER", PRG, PROGRAM)
    (tmp_path / "x.d64").write_bytes(image.to_bytes())
    machine = c64.C64(roms=slow_roms(tmp_path), sample_rate=0)
    machine.autostart(tmp_path / "x.d64", settle=True)
    machine.tick(30)
    assert machine.memory[0xD020] & 15 == 15


@pytest.mark.slow
@pytest.mark.parametrize("cpu", ["exact", "py65"])
def test_with_our_roms_the_prompt_is_seen_in_the_frame_it_comes(program, cpu):
    machine = c64.C64(sample_rate=0, cpu=cpu)
    frame = frames_to_prompt(machine)
    assert frame <= 8
    assert machine.screen.text().count("READY.") == 1
    machine.power_cycle()
    start = machine.board.vic.frame_count
    machine.autostart(program)
    # three frames at the prompt, a frame for the program, one for RUN
    assert machine.board.vic.frame_count - start == frame + 5
    machine.tick(30)
    assert machine.memory[0xD020] & 15 == 15


def test_with_the_open_roms_the_prompt_is_seen_and_a_program_starts(program):
    machine = foreign_machine()
    assert at_prompt(machine.board)
    border = machine.memory[0xD020] & 15
    machine.power_cycle()
    machine.autostart(program)
    machine.tick(60)
    assert machine.memory[0xD020] & 15 == (border + 1) & 15


def test_to_look_for_the_prompt_changes_nothing(tmp_path):
    machine = c64.C64(roms=slow_roms(tmp_path), sample_rate=0)
    other = c64.C64(roms=machine.roms, sample_rate=0)
    for _ in range(130):
        at_prompt(machine.board)
        machine.tick()
        other.tick()
    assert at_prompt(machine.board)
    assert machine.snapshot() == other.snapshot()


@pytest.mark.slow
def test_the_prompt_is_seen_from_within_the_interrupt_handler():
    machine = c64.C64(sample_rate=0)
    machine.tick(30)
    seen = 0
    for _ in range(2000):
        machine.run_cycles(37)
        inside = bool(machine.board.cpu.p & 4)
        seen += inside
        assert at_prompt(machine.board), hex(machine.board.cpu.pc)
    assert 20 < seen < 1900


def test_a_program_that_waits_in_input_is_at_a_prompt_and_one_that_runs_is_not():
    machine = c64.C64(sample_rate=0)
    machine.tick(30)
    machine.type("10 INPUT A\n20 GOTO 20\nRUN\n")
    machine.tick(10)
    assert at_prompt(machine.board)
    machine.type("1\n")
    machine.tick(10)
    assert not at_prompt(machine.board)
    machine.memory[0xCC] = 0
    assert not at_prompt(machine.board)


def test_a_program_in_ram_that_looks_for_a_key_is_not_at_the_prompt():
    machine = c64.C64(sample_rate=0)
    machine.tick(30)
    machine.memory[0xC000:0xC006] = bytes.fromhex("A5C6 85CC F0FA")
    machine.type("SYS49152\n")
    machine.tick(10)
    assert machine.memory[0xCC] == machine.memory[0xC6] == 0
    assert not at_prompt(machine.board)


@pytest.mark.slow
@pytest.mark.parametrize("interrupts", ["58", "78"])
def test_a_cartridge_that_keeps_the_machine_is_given_up_in_one_line(tmp_path, program, interrupts):
    """It goes round a small loop with the zero page cleared, but asks for no key."""
    code = bytes.fromhex("0980 0980 C3C2CD3830") + bytes.fromhex(
        f"{interrupts} A900 85CC 85C6 A5C7 F0FC"  # CLI or SEI; LDA $C7; BEQ back
    )
    path = tmp_path / "keeps.crt"
    path.write_bytes(crt(((0, 0, 0x8000, code.ljust(8192, b"\xea")),)))
    machine = c64.C64(cart=path, sample_rate=0)
    machine.tick(20)
    assert machine.memory[0xCC] == machine.memory[0xC6] == 0
    machine.power_cycle()
    with pytest.raises(AutostartError, match="did not show its prompt") as error:
        machine.autostart(program)
    assert "\n" not in str(error.value)


def test_fastload_is_off_until_something_is_started_and_can_be_switched(program):
    machine = c64.C64(sample_rate=0)
    assert not machine.fastload
    machine.fastload = True
    assert machine.fastload
    machine.fastload = False
    assert not machine.fastload
    machine.autostart(program)
    assert machine.fastload


# -- what starts itself ----------------------------------------------------------------------------

VECTOR = 0x0302  # of BASIC's main loop
SELF_AT = 0x02A7


def self_starter(code):
    """A disk whose first program lies over the vector of BASIC's main loop, and is that then."""
    content = code.ljust(VECTOR - SELF_AT, b"\xea") + SELF_AT.to_bytes(2, "little")
    image = D64Image.blank(b"SELF", b"SS")
    Volume(image).write_file(b"SELF", PRG, SELF_AT.to_bytes(2, "little") + content)
    return image


SHOWS = "20 e4ff f0 fb 8d 00 04 4c a7 02"  # shows the keys it gets by GETIN
ASKS = "20 cf ff c9 0d f0 f9 8d 00 04 4c a7 02"  # the same with CHRIN, whose cursor is on


@pytest.mark.parametrize("code", [SHOWS, ASKS], ids=["GETIN", "CHRIN"])
def test_no_run_is_typed_into_a_program_that_started_itself(tmp_path, code):
    machine = c64.C64(sample_rate=0)
    path = tmp_path / "self.d64"
    path.write_bytes(self_starter(bytes.fromhex(code)).to_bytes())
    machine.autostart(path)
    machine.tick(120)
    assert machine.memory[0xC6] == 0
    assert "RUN" not in machine.screen.text()
    assert chr(machine.memory[0x0400]) not in "RUN"
    assert machine.frames < 400  # nor is it waited for


SYNC_WITHOUT_HEADERS = (b"\xff" * 5 + b"\x55" * 300) * 20


def refused(path, kind="quick", program=None):
    """Return the line with which an autostart ends."""
    start = Autostart(c64.C64(sample_rate=0), path, kind=kind, program=program)
    with pytest.raises(AutostartError) as error:
        start.finish()
    return str(error.value)


@pytest.mark.parametrize("kind", ["quick", "1541"])
@pytest.mark.parametrize("program", [None, b"GAME"])
def test_a_disk_without_the_program_is_refused_with_the_drives_word_and_advice(
    tmp_path, kind, program
):
    image = D64Image.blank(b"DISK", b"01")
    Volume(image).write_file(b"OTHER", SEQ if program is None else PRG, b"0123")
    path = tmp_path / "x.d64"
    path.write_bytes(image.to_bytes())
    line = refused(path, kind, program)
    head = f"autostart: {path}: file not found: "
    if program is None:
        assert line.startswith(head)
        assert line.endswith(",00,00: no program is on the disk; give a disk that has one")
    else:
        assert line == (
            f"{head}62, FILE NOT FOUND,00,00: "
            'no program "GAME" is on the disk; name one of its directory'
        )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("content", "status"),
    [(bytes(64), "74,DRIVE NOT READY,00,00"), (SYNC_WITHOUT_HEADERS, "20,READ ERROR,18,")],
    ids=["no flux", "no headers"],
)
def test_a_disk_that_cannot_be_read_is_refused_as_such(tmp_path, content, status):
    path = tmp_path / "x.g64"
    path.write_bytes(g64({half: (content, 3) for half in range(2, 72, 2)}))
    line = refused(path, "1541")
    assert line.startswith(f"autostart: {path}: file not found: {status}")
    assert line.endswith(": the disk is damaged or not formatted; give another image")


def test_what_a_program_wrote_over_a_drives_status_is_not_repeated():
    machine = c64.C64(drive="1541", sample_rate=0)
    machine.tick(100)
    slot = machine.drives[8]
    assert slot.status.startswith("73,")
    slot._device.unit.ram[0x02D5] = 0x1B
    assert slot.status == ""
    assert machine.drives[9].status == ""


def test_a_virtual_drive_says_its_status():
    machine = c64.C64(sample_rate=0)
    machine.drives[8].attach(D64Image.blank(b"DISK", b"01"))
    machine.tick(100)
    machine.type('LOAD"NONE",8\n')
    machine.tick(60)
    assert machine.drives[8].status == "62, FILE NOT FOUND,00,00"
