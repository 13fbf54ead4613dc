"""The harness itself: VICE's list of tests, the judging of pictures, what leaves py65 out."""

import json
import subprocess
import sys

import numpy as np
import pytest
from PIL import Image

import c64
from tests.conformance import __main__ as conformance
from tests.conformance import report
from tests.conformance.checkout import ListError, read_list
from tests.conformance.columns import TIMING, UNDOCUMENTED, Result, run_column
from tests.conformance.corpus import Case, corpus_folder, has_suite, load_cases
from tests.conformance.pictures import PEPTO, ROM_SIZE, equal_under_some_rom
from tests.conformance.runner import Outcome, Setup, run_case

needs_speed = pytest.mark.skipif(c64.PURE, reason="boots machines; minutes uncompiled")

LIST = """\
# a comment
./selftest/,c64-pass.prg,exitcode,3000000
./selftest/,c64-fail.prg,exitcode,3000000,expect:error
../VICII/border/,blue.prg,screenshot,3000000,vicii-pal
../VICII/border/,blue_ntsc.prg,screenshot,3000000,vicii-ntsc
../VICII/border/,old.prg,screenshot,3000000,vicii-ntscold
../CIA/tod/,hang.prg,exitcode,300000,cia-old,comment:never ends
../CPU/asm/,slo.prg,exitcode,300000
../CPU/asm/,middle.prg,exitcode,300000
../CPU/asm/,look.prg,interactive,0
"""
STUB = bytes.fromhex("0108 0b08 0a00 9e 32303631 00 0000")  # 10 SYS2061, at $0801


def program(code):
    """Return a .prg with a SYS line and the code, given in hexadecimal."""
    return STUB + bytes.fromhex(code)


PASS, FAIL = "a900 8dffd7 4c1208", "a9ff 8dffd7 4c1208"
PASS_IF_EQUAL = "f005 a9ff 8dffd7 a900 8dffd7"
FRAME = "cd12d0 d0fb cd12d0 f0fb"  # waits until $D012 is A, then until it is not
BLUE = f"78 a906 8d20d0 8d21d0 a90b 8d11d0 a9fb {FRAME} {FRAME} {FRAME} a900 8dffd7"
# SLO $02 shifts 1 to 2: LDA #1, STA 2, SLO 2, LDA 2, CMP #2.
SLO = f"a901 8502 0702 a502 c902 {PASS_IF_EQUAL}"
# INC $DC06 reads the running timer in its fourth cycle, four after LDA $DC06 did, and writes
# that + 1 to the latch; the timer is stopped and loaded from there.
MIDDLE = (
    "78 a9ff 8d06dc 8d07dc a911 8d0fdc eaea ad06dc ee06dc "
    f"a200 8e0fdc a210 8e0fdc eaea 38 e903 cd06dc {PASS_IF_EQUAL}"
)


@pytest.fixture
def checkout(tmp_path):
    """A small tree in the format of VICE's test programs, all of it our own."""
    files = {
        "testbench/selftest/c64-pass.prg": program(PASS),
        "testbench/selftest/c64-fail.prg": program(FAIL),
        "VICII/border/blue.prg": program(BLUE),
        "VICII/border/blue_ntsc.prg": program(BLUE),
        "VICII/border/old.prg": program(BLUE),
        "CIA/tod/hang.prg": program("4c0d08"),
        "CPU/asm/slo.prg": program(SLO),
        "CPU/asm/middle.prg": program(MIDDLE),
    }
    for name, data in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    (tmp_path / "testbench" / "c64-testlist.in").write_text(LIST)
    blue = bytes.fromhex(PEPTO.split()[6])
    for name, height in (("blue.prg.png", 272), ("blue_ntsc.prg-ntsc.png", 247)):
        path = tmp_path / "VICII" / "border" / "references" / name
        path.parent.mkdir(exist_ok=True)
        Image.new("RGB", (384, height), tuple(blue)).save(path)
    return tmp_path


def test_a_checkout_is_read_by_its_own_list(checkout):
    cases = {c.id: c for c in load_cases(checkout)}
    assert list(cases) == [
        "testbench/selftest/c64-pass.prg|exitcode",
        "testbench/selftest/c64-fail.prg|exitcode",
        "VICII/border/blue.prg|screenshot|vicii-pal",
        "VICII/border/blue_ntsc.prg|screenshot|vicii-ntsc",
        "VICII/border/old.prg|screenshot|vicii-ntscold",
        "CIA/tod/hang.prg|exitcode|cia-old",
        "CPU/asm/slo.prg|exitcode",
        "CPU/asm/middle.prg|exitcode",
    ]
    blue = cases["VICII/border/blue.prg|screenshot|vicii-pal"]
    assert (blue.area, blue.start, blue.model()) == ("vicii", 2061, ("c64c", {}))
    old = cases["VICII/border/old.prg|screenshot|vicii-ntscold"]
    assert old.model()[1] == {"vic": "6567R56A"}
    hang = cases["CIA/tod/hang.prg|exitcode|cia-old"]
    assert (hang.area, hang.model()[1]) == ("cia", {"cia": "6526"})


@needs_speed
def test_a_checkout_runs_from_the_command_line(checkout, capsys):
    assert conformance.main(["--corpus", str(checkout), "--jobs", "1"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[:4] == [
        "self-tests: 2 of 2 (x64sc ?, not applicable 0)",
        "cia: 0 of 1 (x64sc ?, not applicable 0)",
        "cpu: 2 of 2 (x64sc ?, not applicable 0)",
        "vicii: 2 of 3 (x64sc ?, not applicable 1)",
    ]
    assert lines[4:] == [
        "  FAIL CIA/tod/hang.prg|exitcode|cia-old: timeout",
        "new failure: CIA/tod/hang.prg|exitcode|cia-old",
    ]


@needs_speed
def test_make_conformance_runs_in_several_processes(checkout):
    """As make runs it: workers of another interpreter than pytest's cannot see its __main__."""
    command = [sys.executable, "-m", "tests.conformance", "--jobs", "2", "--area", "vicii"]
    command += ["--corpus", str(checkout)]
    done = subprocess.run(command, capture_output=True, check=False, text=True, timeout=300)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("vicii: 2 of 3 (x64sc ?, not applicable 1)")


@needs_speed
def test_failing_self_tests_are_an_error_of_the_harness(checkout, capsys):
    (checkout / "testbench" / "selftest" / "c64-pass.prg").write_bytes(program(FAIL))
    assert conformance.main(["--corpus", str(checkout), "--jobs", "1", "--area", "self-tests"]) == 1
    assert "the self-tests fail, so nothing above counts" in capsys.readouterr().out


@needs_speed
def test_undocumented_opcodes_leave_a_program_out_with_py65(checkout):
    cases = {c.prg.name: c for c in load_cases(checkout)}
    assert run_column(cases["slo.prg"], Setup("own")).passed
    assert run_column(cases["slo.prg"], Setup("own", "py65")).out == UNDOCUMENTED
    assert run_column(cases["c64-pass.prg"], Setup("own", "py65")).passed


@needs_speed
def test_timing_inside_an_instruction_leaves_a_program_out_with_py65(checkout):
    cases = {c.prg.name: c for c in load_cases(checkout)}
    assert run_column(cases["middle.prg"], Setup("own")).passed
    assert run_column(cases["middle.prg"], Setup("own", "py65")).out == TIMING


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("../CIA/,a.prg,exitcode", "line 1: 3 fields, path,program,type,cycles are needed"),
        ("../CIA/,a.prg,sound,100", "line 1: type 'sound' does not exist; choose from exitcode,"),
        ("../CIA/,a.prg,exitcode,soon", "line 1: 'soon' is no number of cycles"),
    ],
)
def test_a_bad_line_of_the_list_is_refused(checkout, line, message):
    (checkout / "testbench" / "c64-testlist.in").write_text(line + "\n")
    with pytest.raises(ListError, match=message):
        read_list(checkout)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--corpus", "nowhere"], "nowhere: no suites there"),
        (["--area", "sound"], "no test has that AREA and ID"),
        (["--roms", "nowhere"], "nowhere: no kernal* in it"),
    ],
)
def test_a_bad_argument_is_one_line(checkout, capsys, arguments, message):
    given = arguments if "--corpus" in arguments else ["--corpus", str(checkout), *arguments]
    assert conformance.main(given) == 2
    printed = capsys.readouterr()
    assert message in printed.err and len(printed.err.splitlines()) == 1


def text_picture(rom):
    """A picture of 16 x 8 pixels: glyph 1, then glyph 1 in other colours; byte 8 on."""
    rows = [np.unpackbits(np.frombuffer(rom[8 + y : 9 + y], np.uint8)) for y in range(8)]
    left = np.array([[1 if bit else 6 for bit in row] for row in rows])
    right = np.array([[2 if bit else 0 for bit in row] for row in rows])
    return np.hstack([left, right]).astype(np.uint8)


def test_a_picture_drawn_with_another_character_rom_is_equal():
    glyph = bytes(range(0x20, 0x28))
    want = text_picture(bytes(8) + glyph + bytes(ROM_SIZE - 16))
    assert equal_under_some_rom(want, text_picture) is None


def test_a_pixel_that_no_character_rom_explains_differs():
    want = text_picture(bytes(ROM_SIZE))
    want[3, 5] = 7
    assert "1 pixels differ whatever" in equal_under_some_rom(want, text_picture)


def test_two_pixels_from_one_bit_must_agree():
    want = text_picture(bytes(ROM_SIZE))
    want[3, 5] = 1  # set in the left glyph, clear in the right one, which is the same
    assert "want two values of the same bits" in equal_under_some_rom(want, text_picture)


def test_an_unexpected_pass_and_a_new_failure_are_both_errors(monkeypatch, capsys, tmp_path):
    known = tmp_path / "known.toml"
    known.write_text('[[failure]]\nid = "a"\nseen = ""\nreason = "x"\n')
    monkeypatch.setattr(report, "KNOWN", known)
    good = conformance.Result(conformance.Outcome(True, "exit code 0"))
    bad = conformance.Result(conformance.Outcome(False, "timeout"))
    assert not report.compare_with_known({"a": bad}, "exact")
    assert report.compare_with_known({"a": good}, "exact")
    assert "unexpected pass: a" in capsys.readouterr().out
    assert report.compare_with_known({"a": bad, "b": bad}, "exact")
    assert "new failure: b" in capsys.readouterr().out


def test_what_compares_commodores_roms_is_left_out_only_where_it_fails_without_them(
    monkeypatch, capsys, tmp_path
):
    known = tmp_path / "known.toml"
    known.write_text('[[commodore]]\nid = "a"\nseen = ""\nneeds = "needs a byte at $A004"\n')
    monkeypatch.setattr(report, "KNOWN", known)
    good = conformance.Result(conformance.Outcome(True, "exit code 0"))
    bad = conformance.Result(conformance.Outcome(False, "exit code 255"))
    left = report.leave_out_commodore({"a": bad, "b": bad}, own_roms=True)
    assert (left["a"].out, left["b"].out) == ("needs a byte at $A004", None)
    assert not report.compare_with_known({"a": left["a"]}, "exact")
    assert report.leave_out_commodore({"a": bad}, own_roms=False)["a"].out is None
    assert report.leave_out_commodore({"a": good}, own_roms=True)["a"].passed
    assert report.compare_with_known({"a": good}, "exact")
    assert "unexpected pass: a" in capsys.readouterr().out
    assert not report.compare_with_known({"a": good}, "exact", own_roms=False)


def test_a_pass_by_the_chance_of_a_byte_in_another_rom_is_no_error(monkeypatch, tmp_path):
    known = tmp_path / "known.toml"
    known.write_text('[[commodore]]\nid = "a"\nseen = ""\nneeds = "a byte"\nby_chance = true\n')
    monkeypatch.setattr(report, "KNOWN", known)
    good = conformance.Result(conformance.Outcome(True, "exit code 0"))
    bad = conformance.Result(conformance.Outcome(False, "exit code 255"))
    assert not report.compare_with_known({"a": good}, "exact")
    left = report.leave_out_commodore({"a": bad}, own_roms=True)
    assert left["a"].out == "a byte" and not report.compare_with_known(left, "exact")


def test_a_picture_that_the_collection_does_not_have_cannot_be_compared(checkout):
    name = "VICII/border/blue.prg|screenshot|vicii-pal"
    cases = {c.id: c for c in load_cases(checkout)}
    assert cases[name].not_applicable() is None
    (checkout / "VICII" / "border" / "references" / "blue.prg.png").unlink()
    cases = {c.id: c for c in load_cases(checkout)}
    assert cases[name].not_applicable() == "the collection has no picture to hold it against"


@needs_speed
def test_the_suites_self_tests_prove_the_harness():
    if not has_suite(corpus_folder()):
        pytest.skip("no suites: set GO64_CORPUS")
    cases = load_cases(corpus_folder(), "self-tests")
    assert cases
    assert {c.id: run_case(c).passed for c in cases} == {c.id: True for c in cases}


def test_a_run_of_one_area_leaves_the_other_rows_of_the_page(monkeypatch, tmp_path):
    monkeypatch.setattr(report, "MEASURED", tmp_path / "measured.json")
    monkeypatch.setattr(report, "PAGE", tmp_path / "page.md")
    row = {"passed": 2, "of": 4, "x64sc": 4, "out": {"reason": 1}, "needs_no_rom": [1, 2]}
    report.keep("exact", {"cpu": row, "cia": row})
    report.keep("py65", {"cpu": {**row, "passed": 3}})
    report.keep("exact", {"cia": {**row, "passed": 4, "out": {}}})
    page = (tmp_path / "page.md").read_text()
    assert "| cpu | 2 | 4 | 4 | 1 | 3 of 3 | - |" in page
    assert "| cia | 4 | 4 | 4 | 0 | - | - |" in page
    assert "Of the 4 runs that need no Commodore ROM, 2 pass." in page
    assert "| reason | 1 |" in page


def test_the_page_names_the_runs_that_not_both_pass(monkeypatch, tmp_path):
    monkeypatch.setattr(report, "MEASURED", tmp_path / "measured.json")
    monkeypatch.setattr(report, "PAGE", tmp_path / "page.md")
    seen = [  # id, x64sc, this machine, left out
        ("both", True, True, None), ("ours", False, True, None), ("theirs", True, False, None),
        ("none", False, False, None), ("rom", True, False, "needs a ROM"),
        ("rom too", False, False, "needs a ROM"), ("a|b", None, True, None),
    ]  # fmt: skip
    cases, results = [], {}
    for ident, theirs, passed, out in seen:
        entry = {"id": ident, "area": "cpu", "anchor_pass": theirs}
        entry["runs_without_commodore_roms"] = None
        cases.append(Case(entry, tmp_path, tmp_path))
        results[ident] = Result(Outcome(passed, ""), out)
    table = report.tally(cases, results)
    assert table["cpu"]["against_x64sc"] == {
        "only_here": ["ours"], "only_x64sc": ["theirs"], "neither": ["none"],
        "left_out": ["rom"], "unknown": ["a|b"],
    }  # fmt: skip
    report.keep("exact", table)
    page = (tmp_path / "page.md").read_text()
    assert "| x64sc fails, GO 64 passes | 1 |" in page
    assert "x64sc passes, GO 64 fails:\n\n- `theirs`\n" in page
    assert "- `a b`" in page and "`rom too`" not in page


def test_the_page_is_what_was_measured_and_the_lists_fit_the_figures():
    measured = json.loads(report.MEASURED.read_text())
    assert report.PAGE.read_text() == report.page(measured)
    for area, row in measured["exact"].items():
        against = {word: len(ids) for word, ids in row["against_x64sc"].items()}
        ours, theirs = against.get("only_here", 0), against.get("only_x64sc", 0)
        left = against.get("left_out", 0)
        unknown = against.get("unknown", 0)
        if area != report.SELF_TESTS:
            assert row["passed"] - ours == row["x64sc"] - theirs - left, area
        assert unknown <= row["of"], area
