"""Which line an address belongs to, and where a line begins, by made-up symbols."""

import pytest

from c64.debug.labels import LabelError
from emu.dap.launch import label_address
from emu.dap.sources import NEAR, SourceMap, Spot
from emu.kit.symbols import Routine, Symbol, Symbols

ASM, C = "/src/game.s", "/src/main.c"


def symbols_of(*rows, routines=()):
    """Symbols of instructions, each (address, size, path, line)."""
    symbols = Symbols()
    for address, size, path, line in rows:
        symbols.code[address] = size
        symbols.lines[address] = path, line
    symbols.routines = [Routine(*routine) for routine in routines]
    return symbols


def test_a_line_in_assembler_begins_at_each_of_its_instructions():
    found = SourceMap(symbols_of((0x1000, 2, ASM, 5), (0x1002, 3, ASM, 5), (0x1005, 1, ASM, 6)))
    assert [at for at in range(0x1000, 0x1008) if found.begins(at)] == [0x1000, 0x1002, 0x1005]
    assert found.addresses(ASM, 5) == (5, [0x1000, 0x1002])


def test_a_line_in_c_begins_once_for_instructions_that_follow_each_other():
    found = SourceMap(symbols_of(
        (0x1000, 2, C, 5), (0x1002, 3, C, 5), (0x1005, 1, C, 6), (0x1006, 2, C, 5),
        (0x1009, 2, C, 5), (0x100B, 1, C, 5),
        routines=[("one", 0x1000, 0x1009), ("two", 0x1009, 0x1010)],
    ))  # fmt: skip
    begins = [at for at in range(0x0FFF, 0x1010) if found.begins(at)]
    assert begins == [0x1000, 0x1005, 0x1006, 0x1009]
    assert found.addresses(C, 5) == (5, [0x1000, 0x1009])  # the first in each routine


def test_a_line_outside_of_all_routines_begins_once_too():
    rows = (0x1000, 2, C, 5), (0x1002, 2, C, 6), (0x1004, 2, C, 5)
    assert SourceMap(symbols_of(*rows)).addresses(C, 5) == (5, [0x1000])


def test_an_address_within_an_instruction_belongs_to_its_line():
    found = SourceMap(symbols_of((0x1000, 3, ASM, 5), (0x1010, 1, ASM, 6)))
    lines = {at: found.at(at) for at in (0x0FFF, 0x1000, 0x1002, 0x1003, 0x1010, 0x1011)}
    assert lines == {
        0x0FFF: None, 0x1000: Spot(ASM, 5), 0x1002: Spot(ASM, 5), 0x1003: None,
        0x1010: Spot(ASM, 6), 0x1011: None,
    }  # fmt: skip


def test_a_line_without_code_means_the_next_that_is_near():
    found = SourceMap(symbols_of((0x1000, 1, ASM, 100)))
    assert found.addresses(ASM, 101 - NEAR) == (100, [0x1000])
    assert found.addresses(ASM, 100 - NEAR) == (100 - NEAR, [])
    assert found.addresses(ASM, 101) == (101, [])


def test_a_source_is_found_by_most_of_the_end_of_its_path():
    found = SourceMap(symbols_of(
        (0x1000, 1, "/a/one/main.s", 1), (0x1001, 1, "/a/two/main.s", 1), (0x1002, 1, ASM, 1)
    ))  # fmt: skip
    for path, known in (
        (ASM, ASM), ("/else/where/GAME.S", ASM), ("/b/two/main.s", "/a/two/main.s"),
        ("/b/main.s", None), ("/src/none.s", None), ("\0", None), ("", None),
    ):  # fmt: skip
        assert found.find_file(path) == known, path
    assert SourceMap(Symbols()).find_file(ASM) is None


def test_a_source_is_found_by_a_link_to_it(tmp_path):
    (tmp_path / "real.s").touch()
    (tmp_path / "link.s").symlink_to(tmp_path / "real.s")
    real = str(tmp_path / "real.s")
    found = SourceMap(symbols_of((0x1000, 1, real, 1), (0x1001, 1, "/else/link.s", 1)))
    assert found.find_file(str(tmp_path / "link.s")) == real


def test_code_is_named_by_its_routine_or_by_the_label_before():
    symbols = symbols_of((0x1000, 1, ASM, 1), routines=[("paint", 0x1000, 0x1003)])
    symbols.add(Symbol("loop", 0x1001, True), "loop")
    found = SourceMap(symbols)
    assert [found.name(at) for at in (0x0FFF, 0x1002, 0x1003)] == ["", "paint", "loop+2"]


def test_a_function_in_c_is_found_without_its_underscore():
    symbols = Symbols()
    symbols.add(Symbol("_main", 0x0900, True), "_main")
    assert label_address(symbols, "main") == label_address(symbols, "_main") == 0x0900
    with pytest.raises(LabelError, match="label 'paint' does not exist"):
        label_address(symbols, "paint")
