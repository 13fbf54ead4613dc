"""From the keyboard to the host's file: BASIC, KERNAL, lines, drive; also past the lines."""

import random

import pytest
from py65.assembler import Assembler
from py65.devices.mpu6502 import MPU

import c64
from c64.drive.fastload import install
from disk.d64 import D64Image
from disk.prg import Program
from disk.volume import PRG, SEQ, Volume
from tests.c64.machine_with_roms import foreign_machine, our_machine, say

pytestmark = pytest.mark.skipif(c64.PURE, reason="hundreds of frames take minutes uncompiled")

MACHINES = {"ours": our_machine, "open roms": foreign_machine}


@pytest.fixture(params=[(name, fast) for name in MACHINES for fast in (False, True)],
                ids=lambda p: f"{p[0]}, {'at once' if p[1] else 'by the lines'}")  # fmt: skip
def machine(request):
    name, fast = request.param
    machine = MACHINES[name]()
    machine.drives[8].attach(stocked())
    install(machine.board, fast)
    return machine


def stocked():
    image = D64Image.blank(b"TEST DISK", b"T1")
    volume = Volume(image)
    volume.write_file(b"DATA", PRG, b"\x00\xc0" + data())
    volume.write_file(b"TWO", PRG, b"\x01\x08" + bytes(10))
    return image


def data(size=700):
    return random.Random(1).randbytes(size)


def test_the_directory_loads_and_lists(machine):
    say(machine, 'LOAD"$",8')
    shown = [line for line in say(machine, "LIST") if line[0].isdigit()]
    assert shown == [
        '0 "TEST DISK       " T1 2A',
        '3    "DATA"             PRG',
        '1    "TWO"              PRG',
        "660 BLOCKS FREE.",
    ]


def test_a_program_loads_to_its_own_address_and_the_end_is_told(machine):
    say(machine, 'LOAD"DATA",8,1')
    assert machine.memory[0xC000 : 0xC000 + 700] == data()
    assert machine.memory[0xAE] | machine.memory[0xAF] << 8 == 0xC000 + 700


def test_a_program_loads_to_basic_when_the_address_is_not_wanted(machine):
    machine.memory[0xC000] = 0x55
    say(machine, 'LOAD"DA*",8')
    assert machine.memory[0x0801 + 4 : 0x0801 + 700] == data()[4:]
    assert machine.memory[0xC000] == 0x55


def test_a_missing_file_and_a_missing_drive_are_told_apart(machine):
    assert any("FILE NOT FOUND" in line for line in say(machine, 'LOAD"NONE",8'))
    assert any("DEVICE NOT PRESENT" in line for line in say(machine, 'LOAD"DATA",9'))


def test_what_is_saved_is_on_the_disk_and_verifies(machine):
    machine.type("{CLR}10 REM SAVED BY HAND\n")
    say(machine, 'SAVE"MINE",8')
    volume = machine.board.iec.devices[8].dos.volume
    content = volume.read_file(volume.find(b"MINE"))
    assert content[:2] == b"\x01\x08"
    assert b"SAVED BY HAND\0\0\0" in content
    assert content[2:] == machine.memory[0x0801 : 0x0801 + len(content) - 2]
    assert not any("ERROR" in line for line in say(machine, 'VERIFY"MINE",8'))
    machine.memory[0x0805] ^= 1
    assert any("VERIFY" in line and "ERROR" in line for line in say(machine, 'VERIFY"MINE",8'))


def test_saving_to_a_protected_disk_changes_nothing_and_the_host_hears_of_it(tmp_path):
    # BASIC V2 says nothing: what a drive refuses stands in its error channel
    path = tmp_path / "a.d64"
    path.write_bytes(stocked().to_bytes())
    path.chmod(0o444)
    before = path.read_bytes()
    for fast in (False, True):
        machine = our_machine()
        machine.drives[8].attach(path)
        heard = []
        machine.board.iec.devices[8].dos.notice = heard.append
        install(machine.board, fast)
        machine.type("{CLR}10 REM\n")
        assert not any("ERROR" in line for line in say(machine, 'SAVE"MINE",8'))
        assert machine.memory[0x90] & 0x80
        assert heard == [f"drive 8: 26, WRITE PROTECT ON,00,00: {path} is read-only"]
    assert path.read_bytes() == before


@pytest.mark.parametrize("fast", [False, True])
def test_saving_to_a_full_disk_is_told_by_the_drive_which_goes_on(fast):
    image = stocked()
    Volume(image).write_file(b"BIG", PRG, bytes(659 * 254))
    machine = our_machine()
    machine.drives[8].attach(image)
    heard = []
    machine.drives[8].notice = heard.append
    install(machine.board, fast)
    machine.type("{CLR}POKE 45,0:POKE 46,32:CLR\n10 REM\n")
    assert not any("ERROR" in line for line in say(machine, 'SAVE"MINE",8'))
    assert heard == ["drive 8: 72, DISK FULL,00,00: disk image is full"]
    assert not machine.board.iec.devices[8].dos.active
    say(machine, 'LOAD"$",8')
    assert "0 BLOCKS FREE." in say(machine, "LIST")
    assert machine.board.iec.devices[8].dos.volume.find(b"MINE").closed is False


READ_A_FILE = (  # at $C100: SETNAM, SETLFS, OPEN, CHKIN; CHRIN to $C200 until ST; CLRCHN, CLOSE
    "LDA #$06", "LDX #$80", "LDY #$C1", "JSR $FFBD",
    "LDA #$02", "LDX #$08", "LDY #$02", "JSR $FFBA", "JSR $FFC0", "LDX #$02", "JSR $FFC6",
    "JSR $FFCF", "STA $C200", "INC $C11E", "LDA $90", "BEQ $C11A",
    "STA $C1F0", "JSR $FFCC", "LDA #$02", "JMP $FFC3",
)  # fmt: skip


def assemble(lines, start):
    assembler = Assembler(MPU())
    code = []
    for line in lines:
        code += assembler.assemble(line, start + len(code))
    return bytes(code)


def test_a_file_is_read_byte_by_byte_until_its_end(machine):
    volume = machine.board.iec.devices[8].dos.volume
    volume.write_file(b"BYTES", SEQ, bytes(range(200)))
    code = assemble(READ_A_FILE, 0xC100)
    machine.memory[0xC100 : 0xC100 + len(code)] = code
    machine.memory[0xC180:0xC186] = b"BYTES*"
    say(machine, "SYS49408")
    assert machine.memory[0xC200 : 0xC200 + 200] == bytes(range(200))
    assert machine.memory[0xC1F0] == 0x40
    assert not machine.drives[8].busy


def test_a_program_is_offered_as_a_disk():
    machine = our_machine()
    machine.drives[8].attach(Program("x.prg", b"X", 0xC000, b"content"))
    say(machine, 'LOAD"*",8,1')
    assert machine.memory[0xC000:0xC007] == b"content"


def test_a_loader_in_the_vector_is_left_in_charge():
    machine = our_machine()
    machine.drives[8].attach(stocked())
    install(machine.board)
    machine.memory[0xC100:0xC106] = b"\xee\x20\xd0\x18\x60\x00"  # INC $D020, CLC, RTS
    border = machine.memory[0xD020]
    machine.memory[0x0330:0x0332] = b"\x00\xc1"
    say(machine, 'LOAD"DATA",8,1')
    assert machine.memory[0xD020] & 15 == (border + 1) & 15
    assert machine.memory[0xC000 : 0xC000 + 700] != data()


def test_a_jump_into_ram_below_the_kernal_is_not_trapped():
    machine = our_machine()
    machine.drives[8].attach(stocked())
    install(machine.board)
    machine.board.ram[0xFFD5:0xFFDA] = b"\xee\x00\xc2\x60\x60"  # INC $C200, RTS
    code = b"\x78\xa9\x35\x85\x01\x20\xd5\xff\xa9\x37\x85\x01\x58\x60"
    machine.memory[0xC100 : 0xC100 + len(code)] = code
    machine.memory[0xC200] = 7
    say(machine, "SYS49408")
    assert machine.memory[0xC200] == 8


@pytest.mark.slow
def test_a_machine_restored_in_the_middle_of_a_load_ends_as_the_other():
    machine = our_machine()
    machine.drives[8].attach(stocked())
    machine.type('LOAD"DATA",8,1\n')
    chance = random.Random(5)
    twin = our_machine()
    for _ in range(12):
        machine.run_cycles(chance.randrange(20000, 120000))
        twin.restore(machine.snapshot())
        machine.run_cycles(10000)
        twin.run_cycles(10000)
        assert twin.snapshot() == machine.snapshot()
    machine.tick(200)
    twin.tick(200)
    assert twin.memory[0xC000 : 0xC000 + 700] == data()
    assert twin.snapshot() == machine.snapshot()


@pytest.mark.parametrize("model", ["ntsc", "c64c"])
def test_the_lines_work_on_every_model(model):
    machine = our_machine(model=model)
    machine.drives[8].attach(stocked())
    say(machine, 'LOAD"DATA",8,1')
    assert machine.memory[0xC000 : 0xC000 + 700] == data()


def test_a_drive_is_reached_by_its_number():
    machine = our_machine()
    assert machine.drives[8].image is None
    image = stocked()
    machine.drives[9].attach(image)
    assert machine.drives[9].image is image
    assert machine.drives[10].kind is None and machine.drives[10].image is None
    with pytest.raises(KeyError, match="7 is not a drive number; use 8, 9, 10 or 11"):
        machine.drives[7].attach(image)
