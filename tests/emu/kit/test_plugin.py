"""The plugin as a user sees it: pytest runs in a folder with a program and tests."""

import shutil

import pytest

from tests.emu.kit.conftest import PLUGIN, PYTHONPATH, assemble

pytest_plugins = ["pytester"]

HEAD = """
import pytest
pytestmark = pytest.mark.c64(prg="program.prg", dbg="program.dbg", limit=20000)
"""


@pytest.fixture
def project(pytester, program, monkeypatch):
    """A folder with the program, and a function that runs tests written there."""
    monkeypatch.setenv("PYTHONPATH", PYTHONPATH)
    for name in ("program.prg", "program.dbg", "program.lbl", "program.s"):
        shutil.copy(program / name, pytester.path)

    def run(text, *options, head=HEAD, apart=False):
        """Run pytest here, or in a process of its own where counts or imports matter."""
        pytester.makepyfile(test_it=head + text)
        runner = pytester.runpytest_subprocess if apart else pytester.runpytest_inprocess
        plugin = ("-p", PLUGIN) if PLUGIN else ()
        return runner(*plugin, "-p", "no:cacheprovider", *options)

    return run


def test_marker_puts_the_program_into_memory(project):
    result = project(
        """
def test_call(c64):
    assert c64.call("add", a=1, zp={"count": 1}).a == 2

@pytest.mark.c64(standard="ntsc")
def test_nearest_marker_adds_to_the_module_s(c64):
    assert c64.machine.model.lines == 263
    assert c64.call("add", a=1, zp={"count": 1}).a == 2
"""
    )
    result.assert_outcomes(passed=2)


def test_kit_and_c64_are_one_machine_by_two_names(project):
    result = project(
        """
import c64

def test_both(kit, request):
    assert kit is request.getfixturevalue("c64")
    assert isinstance(kit.machine, c64.C64)
"""
    )
    result.assert_outcomes(passed=1)


def test_a_kit_of_the_project_leaves_c64_alone(project):
    result = project(
        """
@pytest.fixture
def kit():
    return "mine"

def test_both(kit, c64):
    assert kit == "mine"
    assert c64.call("add", a=1, zp={"count": 1}).a == 2
"""
    )
    result.assert_outcomes(passed=1)


def test_a_basic_program_that_brings_the_0_before_it_can_be_run(project, pytester):
    line = bytes.fromhex("00 0808 0a00 99 34 00 0000")  # 10 PRINT4, from $0800
    (pytester.path / "early.prg").write_bytes(b"\0\x08" + line)
    result = project(
        """
import pytest

@pytest.mark.c64(prg="early.prg")
def test_it(c64):
    assert c64.memory.word(0x2D) == 0x080A
""",
        head="",
    )
    result.assert_outcomes(passed=1)


BAD_MARKERS = {
    "prg='none.prg'": "prg */none.prg: no such file",
    "program='x'": "marker c64: unknown argument 'program' (near it: *); use prg, d64",
    "prg='program.s'": "prg */program.s: ",
    "dbg='program.lbl'": "dbg */program.lbl: not a debug file of version 2",
    "labels='program.s'": "labels */program.s: has no line such as 'al C:0810 .NAME'",
    "standard='secam'": "standard 'secam' does not exist; choose from pal, ntsc",
    "roms='.'": "roms *: 0 files 'kernal[*]'; expected one",
}


def test_bad_markers_are_one_clear_line_each(project):
    text = "".join(
        f"@pytest.mark.c64({marker})\ndef test_{i}(c64):\n    pass\n"
        for i, marker in enumerate(BAD_MARKERS)
    )
    result = project(text, head="import pytest\n")
    result.assert_outcomes(errors=len(BAD_MARKERS))
    for message in BAD_MARKERS.values():
        result.stdout.fnmatch_lines([f"{message}*"])


@pytest.mark.parametrize(
    ("now", "message"),
    [
        ("        php\n", "is 'PHP' in program.s:13, but PHA in the program; assemble both again"),
        ("        nop\n        pha\n", "segment TABLE ends at byte 65, the program has 64"),
    ],
)
def test_debug_file_of_another_build_is_told(project, pytester, now, message):
    text = (pytester.path / "program.s").read_text().replace("        pha\n", now, 1)
    shutil.copy(pytester.path / "program.prg", pytester.path / "old.prg")
    assemble(pytester.path, "program", text)
    shutil.copy(pytester.path / "old.prg", pytester.path / "program.prg")
    result = project("def test_nothing(c64):\n    pass\n")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(
        [f"dbg */program.dbg: from another build than */program.prg: *{message}"]
    )
    assert "another exception" not in result.stdout.str()


def test_source_that_has_changed_since_is_warned_of(project, pytester):
    assemble(pytester.path, "program", (pytester.path / "program.s").read_text())
    with open(pytester.path / "program.s", "a") as file:
        file.write("; a word more\n")
    result = project("def test_nothing(c64):\n    pass\n")
    assert result.parseoutcomes()["passed"] == 1
    result.stdout.fnmatch_lines(["*program.s: has changed since *program.dbg was made"])


def test_labels_alone_serve_calls(project):
    result = project(
        """
@pytest.mark.c64(prg="program.prg", labels="program.lbl")
def test_call(c64):
    assert c64.call("add", a=1, zp={"count": 1}).a == 2
""",
        head="import pytest\n",
    )
    result.assert_outcomes(passed=1)


def test_failed_comparisons_stand_side_by_side(project):
    result = project(
        """
def test_result(c64):
    result = c64.call("add", a=1, zp={"count": 1})
    assert result == result._replace(a=3)

def test_memory(c64):
    c64.memory.put(0x0400, bytes(range(16)))
    assert c64.memory[0x0400, 16] == bytes(range(8)) + b"12345678"

def test_registers(c64):
    assert c64.registers == {"pc": 0x1234, "flags": 0x24}
"""
    )
    result.assert_outcomes(failed=3)
    result.stdout.fnmatch_lines(["*> a * $02 (2) * $03 (3)*"])
    result.stdout.fnmatch_lines(["*> $0408  08 09 0a 0b 0c 0d 0e 0f *31 32 33 34 35 36 37 38*"])
    result.stdout.fnmatch_lines(["*> pc * $1234*"])
    assert "$0400  00" not in result.stdout.str()


@pytest.mark.slow
def test_lcov_has_lines_branches_and_routines(project, pytester):
    text = """
def test_one_way(c64):
    c64.call("choose", carry=1)
    c64.call("nest")
"""
    result = project(text, "--c64-lcov", "out.info", "--c64-profile", apart=True)
    result.assert_outcomes(passed=1)
    lines = (pytester.path / "out.info").read_text().splitlines()
    source = (pytester.path / "program.s").read_text().splitlines()
    branch = source.index("        bcc @no") + 1
    assert f"SF:{pytester.path}/program.s" in lines
    assert f"DA:{branch},1" in lines
    assert f"BRDA:{branch},0,0,0" in lines and f"BRDA:{branch},0,1,1" in lines
    assert f"DA:{source.index('        bne @next') + 1},0" in lines
    assert "FNDA:1,choose" in lines and "FNDA:0,slow" in lines
    assert lines[-1] == "end_of_record"
    assert not any(line.startswith(f"DA:{len(source)},") for line in lines)  # data
    result.stdout.fnmatch_lines(["routine *calls*cycles*stolen*", "nest *1 *19 *0"])


@pytest.mark.slow
def test_lcov_has_no_sources_that_a_test_wrote(project, pytester):
    text = """
import shutil

def test_both(c64, c64_factory, tmp_path):
    for name in ("program.prg", "program.dbg", "program.s"):
        shutil.copy(name, tmp_path)
    prg, dbg = tmp_path / "program.prg", tmp_path / "program.dbg"
    c64_factory("copy", prg=prg, dbg=dbg).call("choose", carry=1)
    c64.call("nest")
"""
    result = project(text, "--c64-lcov", "out.info", apart=True)
    result.assert_outcomes(passed=1)
    lines = (pytester.path / "out.info").read_text().splitlines()
    sources = [line for line in lines if line.startswith("SF:")]
    assert sources == [f"SF:{pytester.path}/program.s"]
    assert "FNDA:1,nest" in lines and "FNDA:0,choose" in lines


@pytest.mark.slow
def test_xdist_workers_hand_their_coverage_over(project, pytester):
    text = """
@pytest.mark.parametrize("carry", [0, 1])
def test_both_ways(c64, carry):
    c64.call("choose", carry=carry)
"""
    result = project(text, "--c64-lcov", "out.info", "-n", "2", apart=True)
    result.assert_outcomes(passed=2)
    source = (pytester.path / "program.s").read_text().splitlines()
    branch = source.index("        bcc @no") + 1
    text = (pytester.path / "out.info").read_text()
    assert f"BRDA:{branch},0,0,1\nBRDA:{branch},0,1,1" in text
    assert f"DA:{branch},2" in text


@pytest.mark.slow
def test_golden_picture_is_written_compared_and_diffed(project, pytester, monkeypatch):
    text = """
def test_picture(c64):
    import os
    c64.memory[0xD020] = int(os.environ.get("BORDER", "3"))
    c64.run_until(frame=2)
    c64.assert_picture("golden/blue.png")
"""
    result = project(text)
    result.stdout.fnmatch_lines(["*there is no golden picture*--c64-update-golden*"])
    project(text, "--c64-update-golden").assert_outcomes(passed=1)
    project(text).assert_outcomes(passed=1)
    monkeypatch.setenv("BORDER", "4")
    result = project(text)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*picture blue.png: 40448 pixels differ, in x 0-383*"])
    assert (pytester.path / "golden" / "blue.diff.png").exists()
    assert (pytester.path / "golden" / "blue.actual.png").exists()


def test_assembly_tests_pass_and_fail_with_their_line(project, pytester):
    pytester.path.joinpath("test_sums.s").write_text("""\
; c64: limit 5000
        .include "test.inc"
.zeropage
sum:    .res 2
.code
.proc setup
        lda #7
        sta sum
        rts
.endproc
.proc test_setup_has_run
        lda sum
        assert_a 7
        assert_zero 0
        begin_cycles
        nop
        assert_cycles 2
        assert_cycles_max 20
        rts
.endproc
.proc test_wrong_byte
        assert_byte sum, 8
        rts
.endproc
.proc test_never_returns
@here:  jmp @here
.endproc
.proc helper
        fail
.endproc
""")
    result = project("")
    result.assert_outcomes(passed=1, failed=2)
    result.stdout.fnmatch_lines(["test_sums.s:22: sum is $07 (7), should be $08 (8)"])
    result.stdout.fnmatch_lines(["call test_never_returns: did not end within its limit"])


def test_assembler_s_own_words_are_shown(project, pytester):
    pytester.path.joinpath("test_bad.s").write_text(".proc test_x\n  lda #foo\n  rts\n.endproc\n")
    result = project("")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*test_bad.s*Error: *foo*"])


@pytest.mark.slow
def test_unknown_directive_is_refused(project, pytester):
    pytester.path.joinpath("test_bad.s").write_text("; c64: lnk x.s\n.proc test_x\n.endproc\n")
    result = project("")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*test_bad.s:1: unknown directive 'lnk'; choose from link*"])


@pytest.mark.slow
def test_plugin_costs_no_import_of_the_machine_where_no_test_asks_for_it(project):
    text = """
import atexit, sys
MODULES = {"emu.kit.coverage", "emu.kit.machine", "numpy"}
atexit.register(lambda: print("imported:", MODULES & set(sys.modules)))

def test_nothing():
    assert not MODULES & set(sys.modules)
"""
    result = project(text, head="", apart=True)
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["imported: set()"])


@pytest.mark.slow
def test_coverage_below_a_floor_fails_the_run(project, pytester):
    text = """
def test_one_of_many(c64):
    c64.call("add")
"""
    result = project(text, "--c64-floor", ".=10", apart=True)
    assert result.ret == 0
    result.stdout.fnmatch_lines(["program.s * lines *4/33*"])
    result = project(text, "--c64-floor", ".=50", "--c64-floor", "src=50", apart=True)
    result.assert_outcomes(passed=1)
    assert result.ret == 1
    result.stdout.fnmatch_lines(["--c64-floor .: 4 of 33 lines ran, 12.1%; at least 50% must"])
    result.stdout.fnmatch_lines(["--c64-floor src: no source below this folder was counted"])


@pytest.mark.slow
def test_floor_that_is_none_is_refused(project):
    result = project("", "--c64-floor", "85", apart=True)
    assert result.ret == 4
    result.stderr.fnmatch_lines(["*--c64-floor 85: expected FOLDER=PERCENT, e.g. src=85"])


def test_factory_makes_machines_of_their_own_and_puts_them_back(project):
    text = """
@pytest.fixture(scope="module")
def second(c64_factory):
    return c64_factory("second", prg="program.prg", dbg="program.dbg")

def test_two_machines(c64, second):
    second.call("add", a=1, zp={"count": 1})
    assert (c64.memory["count"], second.memory["count"]) == (0, 2)

def test_power_on(c64_factory):
    kit = c64_factory("third", boot=False)
    assert kit.machine.cycle == 0
    kit.run_until(0xFCE2)
    kit.run_until(frame=1)
    assert c64_factory("third", boot=False).machine.cycle == 0

def test_refused(c64_factory):
    c64_factory("fourth", dbg="none.dbg")
"""
    result = project(text)
    result.assert_outcomes(passed=2, failed=1)
    result.stdout.fnmatch_lines(["dbg */none.dbg: no such file"])
