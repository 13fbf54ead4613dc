"""``make bench``: every row is there, and two checkouts are compared row by row."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import c64
from tests.bench import __main__ as program
from tests.bench.__main__ import main, medians, ratios, report
from tests.bench.loads import busy_program, ready
from tests.bench.x64sc import wrapped

ROOT = Path(__file__).resolve().parents[2]
ROWS = {
    "machine_over_py65_loop", "game_over_py65_loop", "busy_over_py65_loop",
    "cpu_alone_over_py65_loop", "game_over_real_time", "py65_cycles_per_second_loop",
    "true_drive_cost", "rewind_cost", "two_threads", "snapshot_us", "restore_us",
    "memory_16_machines_mb", "import_package_ms", "import_ms", "first_picture_s",
}  # fmt: skip
KLAUS = {f"{name}_over_py65" for name in ("machine", "game", "busy", "cpu_alone")}
NMIS = 0x0C  # of busy.s
BENCH = [sys.executable, "-m", "tests.bench", "--quick", "--rounds", "1"]


def printed(*arguments):
    """Return {name: text} of the lines of a short run."""
    result = subprocess.run(
        [*BENCH, *arguments],
        cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, check=True,
        capture_output=True, text=True,
    )  # fmt: skip
    return dict(line.split(": ", 1) for line in result.stdout.splitlines())


@pytest.mark.long
@pytest.mark.skipif(c64.PURE, reason="thousands of frames take minutes uncompiled")
def test_a_short_run_prints_each_row():
    lines = printed()
    corpus = os.environ.get("GO64_CORPUS")
    rows = ROWS | KLAUS if corpus and (Path(corpus) / "klaus").is_dir() else ROWS
    assert set(lines) - {"no row by Klaus' test"} == {*rows, "compiled"}
    assert all(float(lines[name]) > 0 for name in rows)


class Known:
    """A side whose figures are known: those of round n are n times ``unit``."""

    made = []

    def __init__(self, folder, *_):
        self.folder, self.unit, self.rounds = folder, len(Known.made) + 1, 0
        Known.made.append(self)

    def round(self):
        self.rounds += 1
        return {"busy_over_py65": self.rounds / self.unit, "compiled": True}

    def close(self):
        pass


def test_another_checkout_is_measured_by_turns_and_compared(monkeypatch, capsys):
    monkeypatch.setattr(program, "Side", Known)
    monkeypatch.setattr(Known, "made", [])
    assert main(["--against", str(ROOT / "tests" / ".."), "--rounds", "3"]) == 0
    assert [(side.folder, side.rounds) for side in Known.made] == [(ROOT, 3), (ROOT, 3)]
    assert capsys.readouterr().out.splitlines()[:2] == [
        "busy_over_py65: 2.000 (2.00, 1.00)",
        "compiled: True, True",
    ]


def test_a_side_that_cannot_run_is_told(tmp_path, capsys):
    (tmp_path / "c64").mkdir()
    (tmp_path / "c64" / "__init__.py").write_text("raise ImportError('not built')")
    side = program.Side(tmp_path, None, True)
    with pytest.raises(SystemExit, match="cannot be measured"):
        side.round()
    side.close()


def test_rows_are_medians_and_ratios_are_taken_round_by_round():
    mine = [{"a": 4, "b": 1}, {"a": 10, "b": 1}, {"a": 6, "b": 1}]
    theirs = [{"a": 2}, {"a": 20}, {"a": 2}]
    assert medians(mine) == {"a": 6, "b": 1}
    assert ratios(mine, theirs) == {"a": 2}


def test_one_side_is_printed_without_ratios():
    rounds = [{"game_over_py65": 5.5, "snapshot_us": 310.4, "compiled": True}]
    lines = ["game_over_py65: 5.50", "snapshot_us: 310", "compiled: True"]
    assert list(report([rounds])) == lines


def test_a_folder_that_is_no_checkout_is_refused_in_one_line(tmp_path, capsys):
    with pytest.raises(SystemExit) as refused:
        main(["--against", str(tmp_path)])
    assert refused.value.code == 2
    assert f"--against {tmp_path}: no checkout" in capsys.readouterr().err.splitlines()[-1]


@pytest.mark.skipif(c64.PURE, reason="hundreds of frames take minutes uncompiled")
def test_the_busy_program_uses_every_chip_in_each_picture():
    from tests.bench.loads import busy

    machine = busy()
    writes = []
    with machine.on_write(range(0xD000, 0xDE00), lambda m, write: writes.append(write)):
        machine.tick(12)
    places = {write.address for write in writes}
    lines = {write.value for write in writes if write.address == 0xD012}
    heights = {write.value for write in writes if write.address == 0xD001}
    assert len(lines) == len(heights) == 6  # splits, each with its own eight sprites
    assert {write.value & 7 for write in writes if write.address == 0xD011} > {3, 4, 5}
    assert {0xD401, 0xD404, 0xD408, 0xD40F, 0xD416} <= places
    nmis = machine.memory[NMIS]
    machine.run_cycles(100_000)
    assert 95 <= (machine.memory[NMIS] - nmis) % 256 <= 101  # every 1000 cycles
    assert loudness(machine) > 500


def loudness(machine):
    """Return how loud the last pictures were."""
    return abs(machine.audio().astype(int)).max()


def test_the_program_for_x64sc_is_moved_to_where_it_runs():
    prg = wrapped(busy_program())
    machine = ready()
    start = int.from_bytes(prg[:2], "little")
    machine.memory[start : start + len(prg) - 2] = prg[2:]
    machine.registers.pc = 2061
    machine.tick(3)
    assert 0xC000 <= machine.registers.pc < 0xC200
    with pytest.raises(ValueError, match="has 513 bytes"):
        wrapped(bytes(513))
