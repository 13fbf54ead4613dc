"""Symbols of ld65's debug files: names, segments, routines, lines, macros."""

import pytest

from c64.debug.labels import LabelError
from emu.kit import symbols as symbols_module
from emu.kit.errors import KitUsageError
from emu.kit.symbols import (
    Routine,
    Segment,
    Symbol,
    Symbols,
    check_build,
    labels_of,
    linked_blocks,
    statement,
    symbols_from_dbg,
    symbols_from_labels,
)
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


# --- names, ranges, routines of a small program -------------------------------------------------


def small():
    """Two routines, one in the other, a segment, and names of all kinds."""
    symbols = Symbols()
    for name, value, label, scoped in (
        ("outer", 0x1000, True, False), ("inner", 0x1004, True, True), ("@x", 0x1008, True, True),
        ("x", 0x1008, True, True), ("WIDTH", 40, False, False), ("twice", 1, False, True),
        ("twice", 2, False, True), ("both", 3, True, True), ("both", 0x10004, True, False),
    ):  # fmt: skip
        symbols.add(Symbol(name, value, label, f"a.s:{value}", scoped), name)
    symbols.routines = [Routine("outer", 0x1000, 0x1010), Routine("inner", 0x1004, 0x1008)]
    symbols.segments = {
        "CODE": Segment("CODE", 0x1000, 0x20), "EMPTY": Segment("EMPTY", 0x2000, 0),
        "outer": Segment("outer", 0x3000, 2),
    }  # fmt: skip
    return symbols


def test_a_name_means_its_value_and_one_outside_of_scopes_before_those_inside():
    symbols = small()
    assert (symbols.address("outer"), symbols.address("WIDTH")) == (0x1000, 40)
    assert symbols.address("both") == 4  # 16 bits
    assert [symbols.address(n) for n in (0, 0xFFFF)] == [0, 0xFFFF]
    for number in (-1, 0x10000):
        words = rf"^address {number:#x} is outside \$0000-\$FFFF$"
        with pytest.raises(KitUsageError, match=words):
            symbols.address(number)
    with pytest.raises(LabelError) as error:
        symbols.address("twice")
    assert str(error.value) == ("label 'twice' exists more than once: a.s:1 ($0001), a.s:2 ($0002)")
    for name, words in (
        ("oute", "label 'oute' does not exist; near it: outer"),
        ("zzz", "label 'zzz' does not exist"),
    ):
        with pytest.raises(LabelError) as error:
            symbols.address(name)
        assert str(error.value) == words
    with pytest.raises(LabelError, match=r"exist: the test names neither dbg nor labels$"):
        Symbols().address("x")


def test_a_name_is_known_anew_when_symbols_come():
    symbols = small()
    assert symbols.address("outer") == 0x1000
    assert symbols.name_at(0x2100) == ""
    symbols.add(Symbol("outer", 5, True, "b.s:1"), "outer")
    symbols.add(Symbol("late", 0x2100, True), "late")
    assert symbols.name_at(0x2100) == "late"
    with pytest.raises(LabelError, match="more than once"):
        symbols.address("outer")


@pytest.mark.parametrize(
    ("what", "found"),
    [(0x1234, (0x1234, 0x1234)), ("outer", (0x1000, 0x100F)), ("inner", (0x1004, 0x1007)),
     ("@x", (0x1008, 0x1008)), ("CODE", (0x1000, 0x101F)), ("segment:CODE", (0x1000, 0x101F)),
     ("segment:outer", (0x3000, 0x3001)), ("EMPTY", (0x2000, 0x2000)),
     (("outer", "@x"), (0x1000, 0x1008)), ((7, 7), (7, 7))],
)  # fmt: skip
def test_a_range_is_an_address_a_routine_a_segment_or_a_pair(what, found):
    assert small().range(what) == found


def test_a_range_that_ends_before_it_begins_is_refused():
    with pytest.raises(KitUsageError, match=r"^range \$0008-\$0007 ends before it begins$"):
        small().range((8, 7))


def test_an_address_is_named_by_the_label_below_it_within_a_page():
    symbols = small()
    found = {0xFFF: "", 0x1000: "outer", 0x1003: "outer+3", 0x1004: "inner", 0x1008: "x",
             0x1009: "x+1", 0x1107: "x+255", 0x1108: "", 2: "", 3: "both"}  # fmt: skip
    assert {at: symbols.name_at(at) for at in found} == found


def test_the_innermost_routine_contains_an_address():
    symbols = small()
    found = {at: getattr(symbols.routine_at(at), "name", None)
             for at in (0xFFF, 0x1000, 0x1003, 0x1004, 0x1007, 0x1008, 0x100F, 0x1010)}  # fmt: skip
    assert list(found.values()) == [
        None,
        "outer",
        "outer",
        "inner",
        "inner",
        "outer",
        "outer",
        None,
    ]


def test_two_programs_are_joined_in_the_order_of_their_routines():
    other = Symbols()
    other.add(Symbol("new", 9, True), "new")
    other.routines = [Routine("first", 1, 2)]
    assert (other.routines[0].path, other.routines[0].line) == (None, 0)  # its source is not known
    other.lines, other.code = {9: ("b.s", 1)}, {9: 2}
    other.sources, other.uses = {"b.s": 5}, {9: ("b.s", 3)}
    both = small() + other
    assert [r.name for r in both.routines] == ["first", "outer", "inner"]
    assert (both.address("new"), both.address("outer")) == (9, 0x1000)
    assert (both.lines, both.code, both.sources, both.uses) == (
        other.lines, other.code, other.sources, other.uses,
    )  # fmt: skip
    assert set(both.segments) == set(small().segments)
    labels = both.labels()
    assert labels["outer"] == 0x1000 and "twice" not in labels
    with pytest.raises(LabelError, match="'twice' exists more than once"):
        labels["twice"]
    assert labels_of(both) == {"outer": 0x1000, "inner": 0x1004, "@x": 0x1008, "x": 0x1008,
                               "new": 9}  # fmt: skip


def test_a_branch_is_two_bytes_and_a_branch_in_its_source_or_its_code(tmp_path, monkeypatch):
    symbols = Symbols()
    lines = ["loop: bne loop", "        lda #1", "        macro", "        beq loop"]
    monkeypatch.setattr(symbols_module, "source_lines", lambda path: lines)
    symbols.lines = {n: ("a.s", n) for n in range(1, 6)}
    symbols.code = {1: 2, 2: 2, 3: 2, 4: 3, 5: 2}
    memory = {1: 0xEA, 2: 0xD0, 3: 0xD0, 4: 0xF0, 5: 0xA9}
    assert [symbols.is_branch(at, memory.__getitem__) for at in range(1, 6)] == [
        True, False, True, False, False,
    ]  # fmt: skip
    assert symbols.is_branch(9, memory.__getitem__) is False
    assert symbols.source(1) == ("a.s", 1, "loop: bne loop")
    assert symbols.source(5) == ("a.s", 5, "")
    assert symbols.source(9) is None
    words = [statement("a.s", line) for line in (0, 1, 2, 3, 4, 5)]
    assert words == ["", "BNE", "LDA", "MACRO", "BEQ", ""]
    assert statement("A.C", 1) == ""


def test_a_line_of_a_source_is_its_first_address():
    symbols = Symbols()
    symbols.lines = {0x20: ("/a/main.c", 3), 0x10: ("/a/main.c", 3), 0x30: ("/a/main.c", 5),
                     0x40: ("/b/main.c", 7), 0x50: ("/a/main.c", 7),
                     0x60: ("/a/data.c", 1)}  # fmt: skip
    symbols.code = dict.fromkeys((0x10, 0x20, 0x30, 0x40, 0x50), 1)
    assert symbols.address("main.c:3") == 0x10
    assert symbols.address("a/main.c:7") == 0x50
    for name, words in (
        ("main.c:7", "line 'main.c:7' exists more than once: /a/main.c, /b/main.c"),
        ("main.c:6", "line 'main.c:6' has no code; lines near it that have: 3, 5, 7"),
        ("data.c:1", "label 'data.c:1' does not exist: the test names neither dbg nor labels"),
        ("main.c:12345678", "label 'main.c:12345678' does not exist: the test names neither dbg "
         "nor labels"), (":3", "label ':3' does not exist: the test names neither dbg nor labels"),
    ):  # fmt: skip
        with pytest.raises(LabelError) as error:
            symbols.address(name)
        assert str(error.value) == words


@pytest.mark.parametrize(("size", "reads"), [(1, True), (16 << 20, True), ((16 << 20) + 1, False)])
def test_an_output_has_16_mib_at_most(tmp_path, size, reads):
    symbols = Symbols()
    symbols.segments = {
        "A": Segment("A", 0x1000, 1, "a.prg"), "LOW": Segment("LOW", 1, 1, "none"),
        "NO": Segment("NO", 0x2000, 0, "none"), "B": Segment("B", 0x3000, 1, "a.prg", size - 1),
    }  # fmt: skip
    with (tmp_path / "a.prg").open("wb") as file:
        file.truncate(size)
    if reads:
        assert linked_blocks(symbols, tmp_path) == [(0x1000, b"\0"), (0x3000, b"\0")]
    else:
        with pytest.raises(KitUsageError, match=r"'a\.prg': is no file of a program in"):
            linked_blocks(symbols, tmp_path)


ORIGINS = """\
.segment "HEADER"
        .org $0801
        .word next, 10
        .byte $9E, "2064", 0
next:   .word 0
        .res 3
main:   lda #1
        jsr high
        rts
        .byte "copied to $C000", 0

        .org $C000
high:
        ldx #2
        .byte 1, 2
low:    dex
        rts
"""


def test_org_places_lines_where_its_labels_are(tmp_path):
    """ld65 counts from where the configuration has the segment, $BFFE here."""
    symbols = symbols_from_dbg(assemble(tmp_path, "org", ORIGINS) / "org.dbg")
    found = {at: line for at, (_, line) in symbols.lines.items() if at in symbols.code}
    begin = symbols.address("main")
    high, low = symbols.address("high"), symbols.address("low")
    assert (begin, high, low) == (0x0810, 0xC000, 0xC004)
    assert found == {
        begin: 7, begin + 2: 8, begin + 5: 9, high: 14, low: 16, low + 1: 17,
    }  # fmt: skip


def test_a_program_all_of_which_org_moves_has_its_segment_there(tmp_path):
    """The load address lies below it in the file; a program is often written so."""
    text = '.segment "HEADER"\n .org $0801\n .word $0801\n .org $0801\nmain: lda #1\n rts\n'
    folder = assemble(tmp_path, "org", text)
    symbols = symbols_from_dbg(folder / "org.dbg")
    assert sorted(symbols.code) == [0x0801, 0x0803]
    assert symbols.segments["HEADER"].start == 0x07FF
    prg = (folder / "org.prg").read_bytes()
    memory = dict(enumerate(prg[2:], 0x0801))
    assert check_build(symbols, folder / "org.dbg", folder / "org.prg", memory.get) == set()
