"""The program of a launch: its debug files, what is wrong with them, and where it begins."""

import shutil

import pytest

from c64.debug.labels import LabelError
from disk.d64 import D64Image
from emu.dap.errors import DapError
from emu.dap.launch import RAM_MOST, Launch, ProgramSymbols, entry_range, program_block
from emu.kit.symbols import Symbols


@pytest.fixture
def copied(program, tmp_path):
    """The program in a folder of its own, with its debug file and source."""
    for ending in (".prg", ".dbg", ".s"):
        shutil.copy(program.with_suffix(ending), tmp_path)
    return tmp_path / program.name


def test_the_debug_file_beside_a_program_is_read_and_one_is_enough(copied):
    dbg = copied.with_suffix(".dbg")
    shutil.copy(dbg, copied.with_name("paint.prg.dbg"))
    copied.with_name("paint.prg.elf").write_bytes(b"none")
    known = ProgramSymbols(Launch(str(copied)))
    assert (known.dbg, known.warnings) == (str(dbg), [])
    assert known.symbols.address("main") == 0xC000
    alone = ProgramSymbols(Launch(dbg=[str(dbg)]))
    assert (alone.dbg, alone.symbols.address("main")) == (str(dbg), 0xC000)
    nothing = ProgramSymbols(Launch())
    assert (nothing.dbg, nothing.warnings, nothing.symbols.names) == ("", [], {})


def test_labels_are_read_from_the_first_file_beside_or_from_all_that_are_named(tmp_path):
    program = tmp_path / "game.prg"
    program.write_bytes(b"\x00\xc0\xea")
    for ending, name in ((".lbl", "one"), (".vs", "two")):
        program.with_suffix(ending).write_text(f"al C:c000 .{name}\n")
    assert [*ProgramSymbols(Launch(str(program))).symbols.names] == ["one"]
    both = [str(program.with_suffix(ending)) for ending in (".lbl", ".vs")]
    assert [*ProgramSymbols(Launch(str(program), labels=both)).symbols.names] == ["one", "two"]


def test_a_debug_file_that_is_none_is_refused_if_it_was_named(copied):
    dbg = copied.with_suffix(".dbg")
    dbg.write_text("none")
    known = ProgramSymbols(Launch(str(copied)))
    assert known.dbg == "" and known.symbols.names == {}
    (warning,) = known.warnings
    assert warning.endswith("; this file is not used")
    with pytest.raises(Exception, match="not a debug file"):
        ProgramSymbols(Launch(str(copied), dbg=[str(dbg)]))
    with pytest.raises(LabelError, match=r"none\.lbl"):
        ProgramSymbols(Launch(labels=["none.lbl"]))
    for path in ("/", "x" * 5000):
        with pytest.raises(DapError, match="debug file: "):
            ProgramSymbols(Launch(path))


def test_a_debug_file_of_another_build_or_source_is_told(copied):
    dbg = copied.with_suffix(".dbg")
    dbg.write_text(dbg.read_text().replace("paint.bin", copied.name))
    assert ProgramSymbols(Launch(str(copied))).warnings == []
    data = copied.read_bytes()
    for changed in (b"\xea" + data[3:], data[2:-1] + b"\xea"):
        copied.write_bytes(data[:2] + changed)
        (warning,) = ProgramSymbols(Launch(str(copied))).warnings
        assert "from another build than" in warning
    copied.write_bytes(data)
    copied.with_suffix(".s").write_text("; changed\n")
    (warning,) = ProgramSymbols(Launch(str(copied))).warnings
    assert warning.endswith("paint.s: has changed since it was built; its lines may be wrong")


def test_only_a_program_has_bytes_at_an_address(copied, tmp_path):
    data = copied.read_bytes()
    assert program_block(str(copied)) == (0xC000, data[2:])
    image, other = tmp_path / "a.d64", tmp_path / "a.crt"
    image.write_bytes(D64Image.blank(b"A", b"64").to_bytes())
    other.write_bytes(b"no cartridge")
    for path in (image, other, tmp_path / "none.prg", tmp_path):
        assert program_block(str(path)) is None


def test_a_program_begins_where_its_bytes_are_or_its_code(tmp_path):
    program = tmp_path / "game.prg"
    symbols = Symbols()
    assert entry_range(Launch(), symbols) is None
    symbols.code |= {0x1003: 2, 0x1000: 3}
    assert entry_range(Launch(), symbols) == (0x1000, 0x1004)
    for start, size, wanted in (
        (0x0801, 1, (0x0801, 0x0801)), (0xC000, 0x1000, (0xC000, 0xCFFF)),
        (RAM_MOST - 9, 20, (RAM_MOST - 9, RAM_MOST)), (RAM_MOST, 1, (RAM_MOST, RAM_MOST)),
        (RAM_MOST + 1, 2, (RAM_MOST + 1, RAM_MOST + 2)),
    ):  # fmt: skip
        program.write_bytes(start.to_bytes(2, "little") + bytes(size))
        assert entry_range(Launch(str(program)), symbols) == wanted
