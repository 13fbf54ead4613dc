"""``pytest --c64-mutate``: which changes of a program its tests notice."""

import shutil
import subprocess
from types import SimpleNamespace

import numpy as np
import pytest

from disk.crt import Crt, CrtChip, write_crt
from emu.kit import machine_pool
from emu.kit.mutate import Place, Watched, read_target
from tests.emu.kit.conftest import PLUGIN, PYTHONPATH
from tests.volume import seldom

pytest_plugins = ["pytester"]
pytestmark = pytest.mark.slow  # each runs pytest several times; make test has two of them

HEAD = """
import pytest
pytestmark = pytest.mark.c64(prg="program.prg", dbg="program.dbg", limit=20000)
"""
NO_FORK = "import os\ndel os.fork\n"
LIVES, USAGE = 1, 4  # pytest's exit statuses


@pytest.fixture
def mutate(pytester, program, monkeypatch):
    """Return a function: run pytest with --c64-mutate for the program; returns (status, lines)."""
    monkeypatch.setenv("PYTHONPATH", PYTHONPATH)
    for name in ("program.prg", "program.dbg", "program.s"):
        shutil.copy(program / name, pytester.path)

    def run(tests, *options, source="program.s", conftest=""):
        pytester.makepyfile(test_it=HEAD + tests)
        pytester.makeconftest(conftest)
        plugin = ("-p", PLUGIN) if PLUGIN else ()
        result = pytester.runpytest_subprocess(
            *plugin, "-v", "-p", "no:cacheprovider", f"--c64-mutate={source}", *options
        )
        return result.ret, result.outlines + result.errlines

    return run


def lines_of(lines, routine, program):
    """Return the report of the lines in a routine of the program, without their places."""
    source = (program / "program.s").read_text().splitlines()
    first = next(n for n, text in enumerate(source, 1) if text.startswith(f".proc {routine}"))
    last = next(n for n in range(first, len(source)) if source[n - 1] == ".endproc")
    found = [line.split(": ", 1) for line in lines if line.startswith("program.s:")]
    return [text for where, text in found if first < int(where.split(":")[1]) < last]


TESTS = """
def test_add(kit):
    assert kit.call("add", a=1, zp={"count": 1}).a == 2

def test_choose_runs_only(kit):
    kit.call("choose", carry=1)

def test_store_is_awaited(kit):
    kit.pc = kit.address("caller")
    while kit.memory[0x0400] != 9:
        kit.run_until("store", limit=10_000_000)
        kit.run_until(lambda kit: kit.pc != kit.address("store"))

def test_slow(kit):
    assert kit.call("slow", limit=10_000_000).cycles > 1000
"""


@pytest.mark.parametrize("way", ["forks", seldom("no fork")])
def test_changes_are_noticed_or_listed_by_line(mutate, program, way):
    if way == "forks":
        status, lines = mutate(TESTS, "-n", "2")
    else:
        status, lines = mutate(TESTS, conftest=NO_FORK)
    assert status == LIVES
    add = lines_of(lines, "add", program)
    assert add == [
        "clc -> sec: noticed by test_it.py::test_add",
        "adc count -> sbc count: noticed by test_it.py::test_add",
        "sta count left out: lives (1 tests run it)",
    ]
    assert "ldx #$01 -> ldx #$02: lives (1 tests run it)" in lines_of(lines, "choose", program)
    assert lines_of(lines, "colour", program) == ["no test runs it", "no test runs it"]
    caller = lines_of(lines, "caller", program)
    assert "lda #$09 -> lda #$0A: noticed by test_it.py::test_store_is_awaited" in caller
    assert "jsr store left out: noticed by test_it.py::test_store_is_awaited" in caller
    noticed = sum("noticed by" in line for line in lines)
    every = sum(line.startswith("program.s:") for line in lines)
    assert f"{noticed} of {every} changes noticed, {100 * noticed / every:.1f}%" in lines


SHARED = """
from emu.kit.flat import FlatKit, flat_program

@pytest.fixture(scope="session")
def total(c64_factory):
    kit = c64_factory("one", prg="program.prg", dbg="program.dbg")
    return kit.call("add", a=3, zp={"count": 4}).a

@pytest.fixture(scope="module")
def chosen():
    return FLAT.call("choose", x=9, carry=1).x

FLAT = FlatKit(flat_program("program.dbg", "."))

def test_without_the_sum(total):
    pass

def test_the_sum(total):
    assert total == 7

def test_the_choice(chosen):
    assert chosen == 1
"""


@pytest.mark.long
@pytest.mark.parametrize("way", ["forks", "no fork"])
def test_fixtures_of_many_tests_meet_the_change_and_so_does_flat_memory(mutate, program, way):
    _, lines = mutate(SHARED, conftest=NO_FORK if way == "no fork" else "")
    add, choose = lines_of(lines, "add", program), lines_of(lines, "choose", program)
    assert "adc count -> sbc count: noticed by test_it.py::test_the_sum" in add
    assert "bcc @no -> bcs @no: noticed by test_it.py::test_the_choice" in [
        line.replace("bcc no", "bcc @no").replace("bcs no", "bcs @no") for line in choose
    ]
    assert "ldx #$01 -> ldx #$00: noticed by test_it.py::test_the_choice" in choose


@pytest.mark.long
def test_code_that_the_program_loads_is_changed_as_it_begins_to_run(mutate, program):
    tests = """
@pytest.mark.c64(prg=())
def test_add(kit):
    data = open("program.prg", "rb").read()[2:]
    kit.board.ram[0xC000:0xC000 + len(data)] = data
    assert kit.call("add", a=1, zp={"count": 1}).a == 2
"""
    _, lines = mutate(tests)
    add = lines_of(lines, "add", program)
    assert "clc -> sec: noticed by test_it.py::test_add" in add
    assert "sta count left out: lives (1 tests run it)" in add


@pytest.mark.long
def test_lines_count_and_floor_select(mutate, program):
    source = (program / "program.s").read_text().splitlines()
    line = source.index("        adc count") + 1
    status, lines = mutate(TESTS, source=f"program.s:{line}")
    assert status == 0
    assert "1 of 1 changes noticed, 100.0%" in lines
    status, lines = mutate(TESTS, "--c64-mutate-count=2", "--c64-mutate-floor=0")
    assert status == 0
    assert "2 changes of the program" in lines


@pytest.mark.parametrize(
    ("tests", "options", "status", "words"),
    [
        ("def test_bad(kit):\n    assert 0", (), 1, "the tests must pass without a change first"),
        (TESTS, ("--c64-mutate=other.s",), USAGE, "no program of the tests has instructions from"),
        *(
            seldom(TESTS, (option,), USAGE, words)
            for option, words in (
                ("--c64-mutate=program.s:9-3", "expected SOURCE, SOURCE:LINE or"),
                ("--c64-update-golden", "contradict each other"),
                ("--c64-mutate-floor=101", "is a percentage"),
            )
        ),
    ],
)
def test_what_cannot_be_done_is_said(mutate, tests, options, status, words):
    found, lines = mutate(tests, *options)
    assert found == status
    assert any(words in line for line in lines)


@pytest.mark.long
def test_a_test_of_hypothesis_meets_the_same_examples_and_leaves_none(mutate, program, pytester):
    pytest.importorskip("hypothesis")
    tests = """
from hypothesis import given, strategies as st

@given(a=st.integers(0, 255))
def test_add(kit, a):
    assert kit.call("add", a=a, zp={"count": 1}).a == (a + 1) % 256
"""
    source = (program / "program.s").read_text().splitlines()
    line = source.index("        adc count") + 1
    status, _ = mutate(tests, source=f"program.s:{line}")
    assert status == 0
    assert not any(pytester.path.rglob(".hypothesis/examples/*/*"))


@pytest.mark.long
def test_a_picture_that_a_change_spoils_leaves_no_file(mutate, program, pytester):
    (pytester.path / "golden.png").unlink(missing_ok=True)
    tests = """
def test_picture(kit):
    kit.call("colour")
    kit.run_until(frame=2)
    kit.assert_picture("golden.png")
"""
    pytester.makepyfile(test_it=HEAD + tests)
    plugin = ("-p", PLUGIN) if PLUGIN else ()
    pytester.runpytest_subprocess(*plugin, "--c64-update-golden")
    _, lines = mutate(tests)
    colour = lines_of(lines, "colour", program)
    assert colour[0] == "inc $D020 -> dec $D020: noticed by test_it.py::test_picture"
    assert not list(pytester.path.glob("golden.*.png"))


@pytest.mark.long
def test_a_test_that_waits_without_the_kit_is_ended_by_the_clock(mutate, program):
    tests = """
def test_add(kit):
    kit.call("add", a=1, zp={"count": 1})
    while kit.memory["count"] != 2:
        kit.machine.tick()
"""
    line = (program / "program.s").read_text().splitlines().index("        sta count") + 1
    quick = "import emu.kit.mutate\nemu.kit.mutate.PATIENCE = 1.0\n"
    status, lines = mutate(tests, source=f"program.s:{line}", conftest=quick)
    assert status == 0
    assert "sta count left out: noticed by time: its tests did not end" in lines_of(
        lines, "add", program
    )


CARTRIDGE = """
.export add, twice
.segment "CODE"
add:    clc
        adc #3
        rts
twice:  asl
        jsr add
        rts
"""
CARTRIDGE_MAP = """
MEMORY { ROM: start = $8000, size = $2000, fill = yes, file = %O; }
SEGMENTS { CODE: load = ROM, type = ro, start = $8010; }
"""
CARTRIDGE_TESTS = """
import pytest
pytestmark = pytest.mark.c64(cart="game.crt", dbg="game.dbg", limit=20000)

def test_twice(kit):
    assert kit.call("twice", a=5).a == 13

def test_add_runs_only(kit):
    kit.call("add", a=1, carry=1)
"""


@pytest.mark.long
@pytest.mark.parametrize("way", ["forks", "no fork"])
def test_code_on_a_cartridge_is_changed_and_put_back(pytester, monkeypatch, way):
    monkeypatch.setenv("PYTHONPATH", PYTHONPATH)
    folder = pytester.path
    (folder / "game.s").write_text(CARTRIDGE)
    (folder / "game.cfg").write_text(CARTRIDGE_MAP)
    subprocess.run(["ca65", "-g", "game.s"], cwd=folder, check=True)
    link = ["ld65", "-C", "game.cfg", "--dbgfile", "game.dbg", "-o", "game.bin", "game.o"]
    subprocess.run(link, cwd=folder, check=True)
    chip = CrtChip(0, 0, 0x8000, (folder / "game.bin").read_bytes())
    (folder / "game.crt").write_bytes(write_crt(Crt("game", 0, 0, 1, "GAME", (chip,), 0)))
    pytester.makepyfile(test_it=CARTRIDGE_TESTS)
    pytester.makeconftest(NO_FORK if way == "no fork" else "")
    plugin = ("-p", PLUGIN) if PLUGIN else ()
    result = pytester.runpytest_subprocess(
        *plugin, "-v", "-p", "no:cacheprovider", "--c64-mutate=game.s"
    )
    assert result.ret == pytest.ExitCode.OK
    found = [line.partition(": ")[2] for line in result.outlines if line.startswith("game.s:")]
    by = "noticed by test_it.py::test_twice"
    assert found == [
        "clc -> sec: " + by, "adc #$03 -> sbc #$03: " + by, "adc #$03 -> adc #$04: " + by,
        "adc #$03 -> adc #$02: " + by, "asl a -> lsr a: " + by, "jsr add left out: " + by,
    ]  # fmt: skip


def test_a_source_that_two_programs_name_in_two_ways_is_one(tmp_path, monkeypatch):
    source = tmp_path / "real" / "a.s"
    source.parent.mkdir()
    source.touch()
    (tmp_path / "link").symlink_to(source.parent)

    def program(path, address):
        symbols = SimpleNamespace(code={address}, lines={address: (str(path), 7)})
        return SimpleNamespace(symbols=symbols, probe=SimpleNamespace(count=np.ones(0x10000)))

    programs = [program(source, 0x1000), program(tmp_path / "link" / "a.s", 0x2000)]
    monkeypatch.setattr(machine_pool, "every_machine", lambda: programs)
    watched = Watched([read_target("a.s")])
    watched.counts()
    sites = watched.sites[Place(str(source.resolve()), 7, 0)]
    assert [site.address for site in sites] == [0x1000, 0x2000] and len(watched.sites) == 1
