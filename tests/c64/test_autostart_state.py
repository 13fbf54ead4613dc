"""What a program finds in memory after it was started from a file, and after LOAD: the same."""

import pytest

import c64
from disk.d64 import D64Image
from disk.p00 import P00_MAGIC
from disk.volume import PRG, Volume
from tests.disk.test_programs import t64
from tests.original_roms import original_paths

pytestmark = pytest.mark.skipif(c64.PURE, reason="boots machines; minutes uncompiled")

NAME = b"BORDER"
# BASIC's pointers $2B-$32, ST, VERIFY's flag, the end of LOAD, the file and its name, LOAD's start
LEFT = ((0x2B, 8), (0x90, 1), (0x93, 1), (0x98, 3), (0xAE, 2), (0xB7, 6), (0xC3, 2))
BASIC_PROGRAM = bytes.fromhex("0108 0b08 0a00 9e32303631 00 0000 ee20d0 60")
CODE = bytes.fromhex("00c0 ee20d0 60")


def state(machine):
    """Return what LOAD leaves, and the file name that $BB points at."""
    ram = machine.ram
    name = ram[0xBB] | ram[0xBC] << 8
    return [bytes(ram[at : at + size]) for at, size in LEFT], bytes(ram[name : name + ram[0xB7]])


def loaded(content, folder, **roms):
    """Return the state after LOAD"NAME",8,1 from a disk."""
    image = D64Image.blank(b"DISK", b"01")
    Volume(image).write_file(NAME, PRG, content)
    (folder / "x.d64").write_bytes(image.to_bytes())
    machine = c64.C64(sample_rate=0, **roms)
    machine.tick(200 if roms else 20)
    machine.drives[8].attach(folder / "x.d64")
    machine.type(f'LOAD"{NAME.decode()}",8,1\n')
    machine.tick(400)
    assert machine.screen.text().count("READY.") == 2
    return state(machine)


def files(content):
    """Return {file name: bytes} of a program in the formats that hold one."""
    start, data = int.from_bytes(content[:2], "little"), content[2:]
    return {
        "border.prg": content,
        "border.p00": P00_MAGIC + NAME.ljust(17, b"\0") + b"\0" + content,
        "tape.t64": t64([(start, start + len(data), 96, NAME)], data),
    }


def started(path, **roms):
    """Return the state after the start of a file, before RUN."""
    machine = c64.C64(sample_rate=0, **roms)
    machine.autostart(path, run=False)
    return state(machine)


@pytest.mark.parametrize("content", [BASIC_PROGRAM, CODE], ids=["BASIC", "code"])
def test_a_started_file_leaves_what_load_leaves(tmp_path, content):
    wanted = loaded(content, tmp_path)
    assert wanted[0][5][3] == 8 and wanted[1] == NAME
    for name, file in files(content).items():
        (tmp_path / name).write_bytes(file)
        assert started(tmp_path / name) == wanted, name


@pytest.mark.parametrize("content", [BASIC_PROGRAM, CODE], ids=["BASIC", "code"])
def test_a_started_file_leaves_what_load_leaves_with_original_roms(tmp_path, content):
    roms = original_paths()
    (tmp_path / "border.prg").write_bytes(content)
    assert started(tmp_path / "border.prg", **roms) == loaded(content, tmp_path, **roms)


def test_a_program_finds_its_next_part_on_the_drive_it_asks_for(tmp_path):
    # LDA $BA, STA $0400, RTS
    path = tmp_path / "where.prg"
    path.write_bytes(b"\x00\xc0" + bytes.fromhex("a5ba 8d0004 60"))
    machine = c64.C64(sample_rate=0)
    machine.autostart(path)
    machine.tick(30)
    assert machine.ram[0x0400] == 8


def test_a_program_over_the_variables_keeps_its_bytes(tmp_path):
    path = tmp_path / "low.prg"
    path.write_bytes(b"\xb7\x00" + b"\x55" * 6 + bytes(40))
    machine = c64.C64(sample_rate=0)
    machine.autostart(path, run=False)
    assert bytes(machine.ram[0xB7:0xBD]) == b"\x55" * 6
