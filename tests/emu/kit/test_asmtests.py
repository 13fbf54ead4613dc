"""Tests written in assembly: what a source asks for, and what each assertion of test.inc says."""

import subprocess
import sys
from types import SimpleNamespace

import pytest

from emu.kit import asmtests
from emu.kit.asmtests import (
    TEST_TRAP,
    Checker,
    _differs,
    assemble,
    include_folder,
    marker_arguments,
    read_tests,
)
from emu.kit.errors import KitError, KitUsageError

SOURCE = """\
; c64: prg one.prg two.prg
; c64: prg three.prg
; c64: d64   disk.d64
; c64: limit 1000
; c64:nothing
.proc helper
.endproc
  .proc test_first
.endproc
.PROC test_second_2   ; twice
; .proc test_commented
.proc testing
"""


def test_tests_and_directives_are_read_with_their_lines(tmp_path):
    path = tmp_path / "a.s"
    path.write_text(SOURCE)
    tests, directives = read_tests(path)
    assert tests == [("test_first", 8), ("test_second_2", 10)]
    assert directives == {"prg": ["one.prg", "two.prg", "three.prg"], "d64": ["disk.d64"],
                          "limit": ["1000"]}  # fmt: skip
    path.write_text(";\n; c64: colour red\n")
    with pytest.raises(KitUsageError) as error:
        read_tests(path)
    assert str(error.value) == (
        "a.s:2: unknown directive 'colour'; choose from link, config, prg, d64, dbg, labels, "
        "standard, seed, limit"
    )


def test_directives_are_the_markers_arguments():
    assert marker_arguments({}) == {}
    given = {"prg": ["a", "b"], "dbg": ["c"], "labels": ["d", "e"], "d64": ["x", "y"],
             "standard": ["ntsc"], "seed": ["7", "8"], "limit": ["-1"],
             "link": ["z.s"]}  # fmt: skip
    assert marker_arguments(given) == {
        "prg": ["a", "b"], "dbg": ["c"], "labels": ["d", "e"], "d64": "x", "standard": "ntsc",
        "seed": 7, "limit": -1,
    }  # fmt: skip
    for name in ("seed", "limit"):
        with pytest.raises(KitUsageError, match=f"^directive '{name}': '1k' is not a number$"):
            marker_arguments({name: ["1k"]})


def test_the_include_file_is_there():
    assert (include_folder() / "test.inc").is_file()


HIGH = """\
MEMORY { RAM: start = $6000, size = $100, file = %O; }
SEGMENTS { CODE: load = RAM, type = rw; }
"""


@pytest.mark.parametrize(
    ("directives", "start"), [({}, 0x2000), ({"config": ["high.cfg"]}, 0x6000)]
)
def test_a_source_is_linked_by_its_own_configuration_or_by_that_of_the_kit(
    tmp_path, directives, start
):
    (tmp_path / "high.cfg").write_text(HIGH)
    (tmp_path / "test_a.s").write_text(".import seven\n.proc test_a\n jsr seven\n rts\n.endproc\n")
    (tmp_path / "seven.s").write_text(".export seven\nseven: lda #7\n rts\n")
    found = assemble(tmp_path / "test_a.s", {**directives, "link": ["seven.s"]})
    code = bytes((0x20, 4, start >> 8, 0x60, 0xA9, 7, 0x60))
    assert [(at, bytes(data)) for at, data in found.blocks] == [(start, code)]
    assert found.symbols.address("test_a") == start
    assert sorted(p.name for p in tmp_path.iterdir()) == ["high.cfg", "seven.s", "test_a.s"]


def test_an_object_is_linked_as_it_is(tmp_path):
    (tmp_path / "seven.s").write_text(".export seven\nseven: lda #7\n rts\n")
    subprocess.run(["ca65", "-g", "seven.s"], cwd=tmp_path, check=True)
    (tmp_path / "seven.s").write_text("this is no source any more\n")
    (tmp_path / "test_a.s").write_text(".import seven\n.proc test_a\n jmp seven\n.endproc\n")
    found = assemble(tmp_path / "test_a.s", {"link": ["seven.o"]})
    assert [bytes(data) for _, data in found.blocks] == [b"\x4c\x03\x20\xa9\x07\x60"]


def test_an_assembler_that_is_not_installed_is_told(tmp_path, monkeypatch):
    (tmp_path / "test_a.s").write_text(".proc test_a\n rts\n.endproc\n")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(KitUsageError, match=r"^ca65 not found: install cc65 \("):
        assemble(tmp_path / "test_a.s", {})


def test_what_the_linker_refuses_is_said_in_its_own_words(tmp_path):
    (tmp_path / "test_a.s").write_text(".import seven\n.proc test_a\n jmp seven\n.endproc\n")
    with pytest.raises(KitUsageError, match="seven"):
        assemble(tmp_path / "test_a.s", {})


def test_the_include_file_of_an_installation_is_found(tmp_path, monkeypatch):
    folder = tmp_path / "share" / "go64" / "inc"
    monkeypatch.setattr(asmtests, "__file__", str(tmp_path / "lib" / "emu" / "kit" / "asmtests.py"))
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    with pytest.raises(KitUsageError, match=r"^test\.inc of GO 64 is not installed"):
        include_folder()
    folder.mkdir(parents=True)
    (folder / "test.inc").write_text("")
    assert include_folder() == folder


def test_what_differs_is_written_in_both_ways():
    assert _differs("A", 5, 5, 2) is None
    assert _differs("A", 5, 255, 2) == "A is $05 (5), should be $FF (255)"
    assert _differs("word", 0x102, 3, 4) == "word is $0102 (258), should be $0003 (3)"
    assert _differs("cycles", 7, 8, 0) == "cycles is 7, should be 8"


class Memory(dict):
    def word(self, at):
        return self[at] | self[at + 1] << 8


@pytest.fixture
def checker():
    """A Checker of a Kit that has some registers, flags and two bytes."""
    board = SimpleNamespace(cycle=1000, set_trap=lambda at, trap: traps.update({at: trap}))
    traps = {}
    names = {0x20: "count", 0x3000: ""}
    kit = SimpleNamespace(
        a=1, x=2, y=3, flags=0, memory=Memory({0x20: 0x34, 0x21: 0x12, 0x3000: 9, 0x3001: 0}),
        board=board, symbols=SimpleNamespace(name_at=names.get, uses={}, lines={}), violation=None,
    )  # fmt: skip
    found = Checker(kit)
    assert traps == {TEST_TRAP: found.check}
    return found


@pytest.mark.parametrize(
    ("kind", "where", "value", "says"),
    [(1, 0, 1, None), (1, 0, 4, "A is $01 (1), should be $04 (4)"), (2, 0, 2, None),
     (2, 0, 4, "X is $02 (2), should be $04 (4)"), (3, 0, 3, None),
     (3, 0, 4, "Y is $03 (3), should be $04 (4)"), (5, 0x20, 0x34, None),
     (5, 0x20, 5, "count is $34 (52), should be $05 (5)"), (6, 0x20, 0x1234, None),
     (6, 0x20, 0x34, "count is $1234 (4660), should be $0034 (52)"),
     (5, 0x3000, 8, "$3000 is $09 (9), should be $08 (8)"),
     (6, 0x3000, 8, "$3000 is $0009 (9), should be $0008 (8)"),
     (10, 0, 0, "fail: this must not be reached")],
)  # fmt: skip
def test_an_assertion_holds_or_says_what_it_found(checker, kind, where, value, says):
    assert checker._problem(kind, where, value) == says


@pytest.mark.parametrize(
    ("mask", "name"), [(1, "carry"), (2, "zero"), (0x80, "negative"), (0x40, "overflow")]
)
def test_a_flag_is_asserted_to_be_set_or_clear(checker, mask, name):
    for flags, there in ((mask, 1), (0xFF ^ mask, 0)):
        checker.kit.flags = flags
        assert checker._problem(4, mask, there) is None
        assert checker._problem(4, mask, 1 - there) == f"{name} is {there}, should be {1 - there}"


def test_cycles_count_from_the_end_of_one_assertion_to_the_begin_of_the_next(checker):
    for kind in (8, 9):
        assert checker._problem(kind, 0, 5) == "assert_cycles without a begin_cycles"
    assert checker._problem(7, 0, 0) is None
    checker.kit.board.cycle += 56
    assert checker._problem(8, 0, 50) is None
    assert checker._problem(8, 0, 49) == "cycles is 50, should be 49"
    assert checker._problem(9, 0, 50) is None
    assert checker._problem(9, 0, 49) == "cycles: 50, at most 49"


@pytest.mark.parametrize("sp", [0xF0, 0xFE, 0xFF])
def test_the_program_goes_on_behind_the_five_bytes_and_stops_at_the_first_failure(checker, sp):
    kit, ram = checker.kit, bytearray(0x10000)
    jsr = 0x20FE
    ram[jsr + 3 : jsr + 8] = bytes((5, 0x20, 0x00, 0x35, 0x00))
    for place, byte in ((1, (jsr + 2) & 0xFF), (2, (jsr + 2) >> 8)):
        ram[0x100 + ((sp + place) & 0xFF)] = byte
    board = SimpleNamespace(ram=ram, peek=ram.__getitem__, stop=0)
    kit.board, kit.sp = board, sp
    kit.symbols.lines = {jsr: ("/somewhere/a.s", 12)}
    assert checker.check(board) is True
    assert (kit.sp, kit.pc, board.stop) == (sp + 2, jsr + 8, 1)
    assert isinstance(kit.violation, KitError)
    assert str(kit.violation) == "a.s:12: count is $34 (52), should be $35 (53)"
    first = kit.violation
    kit.symbols.uses = {jsr: ("/somewhere/b.s", 7)}
    kit.sp = sp
    checker.check(board)
    assert kit.violation is first
    kit.violation, kit.sp = None, sp
    checker.check(board)
    assert str(kit.violation).startswith("b.s:7: count")
    kit.violation, kit.sp, board.stop = None, sp, 0
    ram[jsr + 6] = 0x34
    checker.check(board)
    assert (kit.violation, board.stop) == (None, 0)
