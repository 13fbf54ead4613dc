"""What ran, as LCOV, as a summary and as a profile: every number of a small collection."""

import copy
from pathlib import Path

import pytest

from emu.kit.coverage import (
    SUMMARY_FILES,
    below_floors,
    lcov_text,
    merge,
    nothing,
    profile,
    summary,
)

ROOT = Path("/project")
ONE, TWO = "/project/src/one.s", "/project/src/deep/two.s"
# path: {line: [times, cycles, stolen, [[branch taken, not taken]]]}
FOUND = {
    "lines": {
        ONE: {1: [3, 12, 2, []], 2: [3, 9, 0, [[2, 1]]], 5: [0, 0, 0, [[0, 0]]]},
        TWO: {7: [1, 4, 0, []], 9: [4, 40, 5, [[4, 0]]]},
    },
    "routines": {
        "late": [ONE, 5, 0, 0, 0], "early": [ONE, 1, 3, 21, 2], "deep": [TWO, 7, 1, 44, 5],
    },
}  # fmt: skip


def test_a_tracefile_has_lines_branches_and_routines():
    assert lcov_text(FOUND).splitlines() == [
        "TN:", f"SF:{TWO}", "FN:7,deep", "FNDA:1,deep", "FNF:1", "FNH:1",
        "BRDA:9,0,0,4", "BRDA:9,0,1,0", "BRF:2", "BRH:1", "DA:7,1", "DA:9,4", "LF:2", "LH:2",
        "end_of_record",
        "TN:", f"SF:{ONE}", "FN:1,early", "FN:5,late", "FNDA:0,late", "FNDA:3,early", "FNF:2",
        "FNH:1", "BRDA:2,0,0,2", "BRDA:2,0,1,1", "BRDA:5,0,0,-", "BRDA:5,0,1,-", "BRF:4", "BRH:2",
        "DA:1,3", "DA:2,3", "DA:5,0", "LF:3", "LH:2", "end_of_record",
    ]  # fmt: skip


def test_a_summary_has_a_row_for_each_file_and_for_all():
    assert summary(FOUND, ROOT) == [
        f"{'src/deep/two.s':<40} lines     2/2     100.0%   branches     1/2      50.0%",
        f"{'src/one.s':<40} lines     2/3      66.7%   branches     2/4      50.0%",
        f"{'all':<40} lines     4/5      80.0%   branches     3/6      50.0%",
    ]
    assert summary(nothing(), ROOT) == []
    outside = summary({"lines": {"/else/a.s": {1: [1, 1, 0, []]}}}, ROOT)
    assert outside[0] == f"{'/else/a.s':<40} lines     1/1     100.0%   branches     0/0          -"


@pytest.mark.parametrize(("more", "by_folder"), [(0, False), (1, True)])
def test_many_files_are_summed_by_their_folders(more, by_folder):
    lines = {f"/project/src/{n}.s": {1: [1, 1, 0, []]} for n in range(SUMMARY_FILES + more)}
    rows = summary({"lines": lines}, ROOT)
    assert len(rows) == (2 if by_folder else SUMMARY_FILES + 1)
    assert rows[-1].startswith(f"{'all':<40} lines {len(lines):>5}/{len(lines):<5}")


def test_two_collections_are_added_number_by_number():
    both = merge(copy.deepcopy(FOUND), FOUND)
    for path, lines in FOUND["lines"].items():
        for number, (times, cycles, stolen, branches) in lines.items():
            twice = [[2 * a, 2 * b] for a, b in branches]
            assert both["lines"][path][number] == [2 * times, 2 * cycles, 2 * stolen, twice]
    for name, (path, line, calls, cycles, stolen) in FOUND["routines"].items():
        assert both["routines"][name] == [path, line, 2 * calls, 2 * cycles, 2 * stolen]
    assert merge(nothing(), FOUND) == FOUND
    assert FOUND["lines"][ONE][2] == [3, 9, 0, [[2, 1]]]  # what is added stays


@pytest.mark.parametrize(
    ("folder", "percent", "says"),
    [
        ("src", 80.0, None), ("src", 80.1, "4 of 5 lines ran, 80.0%; at least 80.1% must"),
        ("src/deep", 100.0, None), ("none", 1.0, "no source below this folder was counted"),
        ("sr", 1.0, "no source below this folder was counted"),
    ],
)  # fmt: skip
def test_a_floor_is_reached_at_its_own_number(folder, percent, says):
    expected = [] if says is None else [f"--c64-floor {folder}: {says}"]
    assert below_floors(FOUND, [(folder, percent)], ROOT) == expected


def row(name, times, cycles, stolen):
    return f"{name:<32}{times:>10}{cycles:>14}{stolen:>12}"


def test_a_profile_has_the_dearest_first_and_stolen_cycles_apart():
    assert profile(FOUND) == [
        row("routine", "calls", "cycles", "stolen"), row("deep", 1, 39, 5), row("early", 3, 19, 2),
        row("line", "times", "cycles", "stolen"), row("two.s:9", 4, 35, 5),
        row("one.s:1", 3, 10, 2),
        row("one.s:2", 3, 9, 0), row("two.s:7", 1, 4, 0),
    ]  # fmt: skip
    assert profile(FOUND, 1) == [
        row("routine", "calls", "cycles", "stolen"), row("deep", 1, 39, 5),
        row("line", "times", "cycles", "stolen"), row("two.s:9", 4, 35, 5),
    ]  # fmt: skip
