"""Symbols of ld65's debug files: names, segments, routines, lines, macros."""

import pytest

from c64.debug.labels import LabelError
from emu.kit.errors import KitUsageError
from emu.kit.symbols import symbols_from_dbg, symbols_from_labels
from tests.emu.kit.conftest import PROGRAM, assemble

MACROS = """\
.segment "HEADER"
        .word $C000
.zeropage
w:      .res 2
.macro inc16 where
        inc where
        bne :+
        inc where + 1
:
.endmacro
.code
.proc main
        inc16 w
@l:     inc16 w
        rts
        .res 2
table:  .byte 1, 2
.endproc
.segment "TABLE"
"""


@pytest.fixture
def symbols(program):
    return symbols_from_dbg(program / "program.dbg")


def test_names_scopes_segments_and_routines(symbols):
    assert symbols.address("add") == 0xC000
    assert symbols.range("segment:ZEROPAGE") == (0xFB, 0xFB)
    assert symbols.range("add") == (0xC000, 0xC005)
    assert symbols.range(("count", 0xFF)) == (0xFB, 0xFF)
    assert symbols.name_at(0xC003) == "add+3"
    assert symbols.routine_at(0xC003).name == "add"
    assert symbols.address("same::here") + 1 == symbols.address("other::here")


def test_source_line_of_an_address(symbols):
    path, line, text = symbols.source(symbols.address("nest") + 1)
    assert path.endswith("program.s")
    assert (line, text.strip()) == (14, "jsr add")


def test_code_is_told_from_data(symbols):
    table = symbols.address("table")
    assert table in symbols.lines and table not in symbols.code
    assert symbols.code[symbols.address("add") + 1] == 2


def test_macro_has_lines_of_its_own_and_knows_its_uses(tmp_path):
    symbols = symbols_from_dbg(assemble(tmp_path, "macros", MACROS) / "macros.dbg")
    assert symbols.lines[0xC000][1] == 6
    assert symbols.lines[0xC004][1] == 8
    assert symbols.uses[0xC000][1] == 13
    assert symbols.uses[0xC006][1] == 14
    assert 0xC00D not in symbols.code  # .res


def test_label_file_gives_the_same_addresses(program, symbols):
    labels = symbols_from_labels(program / "program.lbl")
    assert labels.address("nest") == symbols.address("nest")


def test_damaged_debug_file_is_refused(tmp_path):
    path = tmp_path / "x.dbg"
    path.write_text(
        "version\tmajor=2,minor=0\nspan\tid=0,seg=5,start=0,size=1\nline\tid=0,span=0\n"
    )
    with pytest.raises(KitUsageError, match=r"dbg .*x.dbg: damaged"):
        symbols_from_dbg(path)
    with pytest.raises(KitUsageError, match="cannot be read"):
        symbols_from_dbg(tmp_path / "none.dbg")


@pytest.mark.parametrize(
    ("what", "error", "message"),
    [
        (0x10000, KitUsageError, r"outside \$0000-\$FFFF"),
        ((5, 4), KitUsageError, "ends before it begins"),
        ("ad", LabelError, "near it: add"),
    ],
)
def test_wrong_places_are_refused(symbols, what, error, message):
    with pytest.raises(error, match=message):
        symbols.range(what)


def test_name_outside_of_scopes_comes_before_those_inside(tmp_path):
    text = PROGRAM.replace("nop\n", "nop\nslow:   .byte 0\n", 1)
    symbols = symbols_from_dbg(assemble(tmp_path, "twice", text) / "twice.dbg")
    assert symbols.routine_at(symbols.address("slow")).name == "slow"
    assert symbols.routine_at(symbols.address("crash::slow")).name == "crash"
    assert symbols.labels()["slow"] == symbols.address("slow")
    with pytest.raises(LabelError, match="exists more than once"):
        symbols.labels()["here"]
