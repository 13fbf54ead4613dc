"""The tool that changes code and looks whether the tests notice."""

import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

from emu.errors import HostError
from emu.kit.flat import flat_program
from tools.quality import mutant, mutant_python, mutate

SOURCE = """
        .segment "CODE"
count:  lda #3
        beq count
        bne count               ; always
        jsr count
        nop
        rts
value:  .byte $F0, $A9
"""
CONFIG = """
MEMORY { RAM: start = $1000, size = $1000, file = "%O"; }
SEGMENTS { CODE: load = RAM, type = rw; }
"""


@pytest.fixture
def program(tmp_path):
    source, config = tmp_path / "count.s", tmp_path / "count.cfg"
    source.write_text(SOURCE)
    config.write_text(CONFIG)
    subprocess.run(["ca65", "-g", "-o", "count.o", "count.s"], cwd=tmp_path, check=True)
    command = ["ld65", "-C", "count.cfg", "--dbgfile", "count.dbg", "-o", "count.bin", "count.o"]
    subprocess.run(command, cwd=tmp_path, check=True)
    return flat_program(tmp_path / "count.dbg", tmp_path), Path(source)


def test_each_instruction_has_its_changes_and_data_has_none(program):
    linked, source = program
    found = mutate.changes(linked.symbols, linked.peek, {source})
    assert [(c.address, c.old, c.new) for c in found] == [
        (0x1001, 3, 4),
        (0x1002, 0xF0, 0xD0),
        (0x1006, 0x20, 0x2C),
    ]
    assert [c.what for c in found] == [
        "count:  lda #3: one more",
        "beq count: turned round",
        "jsr count: left out",
    ]
    assert mutate.changes(linked.symbols, linked.peek, {Path("other.s")}) == []


def test_a_change_turned_round_twice_is_none():
    assert all(mutate.PAIRS[new] == old for old, new in mutate.PAIRS.items())


def test_the_tests_of_a_source_stand_in_its_head():
    game = mutate.ROOT / "asm" / "game"
    assert mutate.tests_of(game / "play" / "build.s") == ["tests/asm/game/test_buildings.py"]
    assert mutate.tests_of(game / "ui" / "menu.s") == [
        "tests/asm/game/ui/test_menu.py",
        "tests/asm/game/ui/test_mouse.py",
    ]


def test_a_source_without_tests_is_told(tmp_path):
    path = tmp_path / "none.s"
    path.write_text("; none.s -- nothing\n")
    with pytest.raises(HostError, match="no line '; Test tests"):
        mutate.tests_of(path)


@pytest.mark.parametrize("area", mutate.RULES + mutate.SCREENS)
def test_every_source_of_the_areas_names_tests_that_exist(area):
    for source in sorted((mutate.ROOT / "asm" / "game" / area).glob("*.s")):
        assert mutate.tests_of(source)


@pytest.fixture(scope="module")
def rules():
    """The rules as the tool links them; their tests of this process stay as they are."""
    from tests.asm.game import engine

    build = engine.build
    yield mutate.Rules("play")
    vars(engine)["build"] = build


def test_changes_known_as_equivalent_are_there_to_be_left_out():
    """A row of the table that fits no line any more would leave out nothing."""
    folder = mutate.ROOT / "asm" / "game"
    for (name, what, nth), reason in mutate.EQUIVALENT.items():
        code = what.partition(": ")[0] if what.count(": ") == 1 else what.rpartition(": ")[0]
        lines = [line.partition(";")[0].strip() for line in (folder / name).open()]
        assert lines.count(code) > nth, (name, what)
        assert reason


def test_the_line_that_python_has_instead_is_read_from_the_difference():
    diff = "--- a/x.py\n+++ b/x.py\n@@ -1 +1 @@\n-    return 1\n+    return 2\n other\n"
    assert mutate.new_line(diff) == "return 2"
    assert mutate.new_line(None) == ""
    for (module, line), reason in mutate.EQUIVALENT_PYTHON.items():
        assert line not in (mutate.ROOT / module).read_text() and reason


def test_an_area_without_instructions_in_the_debug_file_is_told(monkeypatch, capsys):
    class Empty:
        tables = ({},)

        def __init__(self, *_):
            pass

    monkeypatch.setattr(mutate, "Bed", Empty)
    monkeypatch.setattr(mutate, "Screens", Empty)
    assert mutate.main(["ui"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("mutate: ui: the program's debug file has no instruction")


def test_the_equivalent_is_found_by_its_place_among_its_like():
    source = mutate.ROOT / "asm" / "game" / "play" / "card.s"
    what = "sta card_last: left out"
    table = {(source, line, what, 0): None for line in (118, 18)}
    assert mutate.equivalent(table) == {(source, 18, what, 0)}


@pytest.mark.parametrize(
    ("caught", "made", "low", "high"),
    [(50, 100, 40.4, 59.6), (98, 100, 93.0, 99.4), (9, 9, 70, 100)],
)
def test_a_share_is_given_with_its_interval(caught, made, low, high):
    """Wilson's, as tables have it."""
    assert mutate.interval(caught, made) == pytest.approx((low, high), abs=0.1)


@pytest.mark.long
@pytest.mark.slow
def test_what_breaks_a_rule_is_caught_and_what_does_not_lives(rules):
    source = mutate.ROOT / "asm" / "game" / "play" / "rent.s"
    tests = ["tests/asm/game/test_rent.py"]
    bed = mutate.Bed(rules, {source})
    key, change = next(pair for pair in bed.tables[0].items() if "turned round" in pair[1].what)
    bed.survey(tests)
    chosen = bed.choose(change.address, tests)
    assert 0 < len(chosen) < sum(len(rows) for rows in bed.seen.values())
    assert not bed.passes(key, chosen)
    bed.tables[0][key] = change._replace(new=change.old)
    assert bed.passes(key, chosen)


@pytest.mark.slow
def test_a_change_reaches_the_content_it_is_in_and_no_other(rules):
    """What shares its addresses with other overlays is told apart by its file."""
    linked, program = rules.linked[0], rules.program
    rules1989, russian = program.overlays[1], program.overlays[2]
    folder = mutate.ROOT / "asm" / "game" / "variants"
    change = mutate.changes(linked.symbols, linked.peek, {folder / "rules1989.s"})[0]
    at = (change.address & 0xFFFF) - rules1989[0]
    assert rules1989[1][at] == change.old
    rules.put(change, linked)
    try:
        assert program.overlays[1][1][at] == change.new
        assert program.overlays[2] == russian
        assert program.blocks[-1] == russian
    finally:
        program.overlays[1] = rules1989


def test_what_a_test_module_keeps_of_the_program_is_forgotten(monkeypatch):
    """Else a change would meet what was played before it was made."""
    module = ModuleType("tests.some.test_it")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    exec("from functools import cache\n@cache\ndef kept():\n    return object()\n", vars(module))
    module.helper = cache(object)
    before = module.kept(), module.helper()
    mutant.forget()
    assert module.kept() is not before[0]
    assert module.helper() is before[1]


PYTHON = """\
LIMIT = 3


def many(count):
    \"\"\"Say so.\"\"\"
    if count > LIMIT:
        return True
    elif count == LIMIT:
        return None
    return False
"""


@pytest.mark.parametrize(
    ("line", "block"),
    [(1, None), (4, None), (6, (5, 10)), (7, (7, 7)), (8, (8, 9)), (9, (9, 9)), (10, (5, 10))],
)
def test_a_line_of_python_is_in_its_innermost_block(line, block):
    number = mutant_python.block_at(PYTHON, line)
    assert (None if number is None else mutant_python.spans(PYTHON)[number]) == block


@pytest.mark.parametrize(
    ("module", "stays"),
    [("drive/commands.py", True), ("tape/datafiles.py", True),
     ("vic/vic.py", False),  # compiled
     ("vic/cycles.py", False)],  # its numbers are
)  # fmt: skip
def test_what_no_compiled_module_takes_anything_of_is_changed_beside_them(module, stays):
    assert mutant_python.stays_python(f"c64/{module}") == stays


def test_tests_that_run_a_block_are_chosen_a_modules_own_first_then_the_quickest():
    copy = object.__new__(mutant_python.Copy)
    copy.always = {("c64/clock.py", 9)}
    copy.rows = {
        "one.py": [(3.0, "one.py::slow", {("c64/clock.py", 1)}), (1.0, "one.py::other", set())],
        "two.py": [(2.0, "two.py::quick", {("c64/clock.py", 1)})],
        "test_clock_too.py": [(9.0, "test_clock_too.py::own", {("c64/clock.py", 1)})],
        "process.py": [(5.0, "process.py::starts_one", {mutant_python.ANYTHING})],
    }
    names = {test: (spent, test) for rows in copy.rows.values() for spent, test, _ in rows}
    slow, other, quick, own, process = (
        names[name] for name in ("one.py::slow", "one.py::other", "two.py::quick",
                                 "test_clock_too.py::own", "process.py::starts_one")
    )  # fmt: skip
    assert copy.choose("c64/clock.py", 1, copy.rows) == [own, quick, slow, process]
    assert copy.choose("c64/clock.py", 1, ["one.py"]) == [slow]
    for everywhere in (None, 9):  # of the module itself, or while it is imported
        found = copy.choose("c64/clock.py", everywhere, copy.rows)
        assert found == [own, quick, slow, other, process]


@pytest.mark.long
@pytest.mark.slow
def test_a_change_of_python_is_caught_by_a_test_that_runs_it_and_lives_with_others():
    copy = mutant_python.Copy()
    module, file = "c64/cia/icr.py", "tests/c64/cia/test_icr.py"
    text = (mutant_python.ROOT / module).read_text()
    assert copy.survey([file]) == ""
    line = next(n for n, code in enumerate(text.splitlines(), 1) if "self.pipe |= " in code)
    tests = copy.choose(module, mutant_python.block_at(text, line), [file])
    assert tests == sorted(tests) and 0 < len(tests) <= sum(map(len, copy.rows.values()))
    assert copy.passes(module, text, tests)
    assert not copy.passes(module, text.replace("self.pipe |= ", "self.pipe &= "), tests)
    assert (copy.root / module).read_text() == text


@pytest.mark.parametrize(
    ("work", "status"), [(lambda: 0, 0), (lambda: 1, 1), (lambda: os.kill(os.getpid(), 9), 3)]
)
def test_a_fork_returns_its_status_and_a_crash_is_one(work, status):
    assert mutate.forked(work) == status


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["plays"], "mutate: area 'plays': must be one of play, variants, brain"),
        (["play", "--count", "0"], "mutate: --count 0: must be 1 or more"),
        (["play", "--module", "rents"], "mutate: asm/game/play: there is no module rents"),
        (["c64/none"], "mutate: c64/none: there is no folder"),
    ],
)
def test_what_cannot_be_measured_is_said_in_a_line(args, said, capsys):
    assert mutate.main(args) == 2
    err = capsys.readouterr().err
    assert err.startswith(said) and err.count("\n") == 1


def test_a_place_in_a_type_annotation_is_known():
    source = "def f(a: int | None, b=1 | 2) -> str | None:\n    c: int | str = a | b\n"
    inside = [(1, 9), (1, 13), (1, 33), (2, 7)]
    outside = [(1, 23), (1, 25), (2, 19), (2, 21)]
    assert all(mutate.is_annotation(source, place) for place in inside)
    assert not any(mutate.is_annotation(source, place) for place in outside)
