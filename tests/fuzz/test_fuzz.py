"""A short run of every target, and that the runner notices what is a fault."""

import os
import time
from pathlib import Path

import pytest
import yaml

import c64
from disk.errors import Go64Error
from tests.fuzz import __main__ as command
from tests.fuzz import games, runner, targets
from tests.fuzz.targets import TARGETS, Target
from tests.volume import seldom

pytestmark = pytest.mark.skipif(c64.PURE, reason="thousands of cases: compiled machine only")
LONG = 600  # seconds of each target in ``make test-long``


@pytest.mark.slow
@pytest.mark.parametrize("part", [4, seldom(1)], ids=["quarter", "whole"])
@pytest.mark.parametrize("name", TARGETS)
def test_what_somebody_made_up_is_refused_in_a_line_or_harmless(name, part):
    for number in range(TARGETS[name].count // part):
        runner.try_case(name, number)


@pytest.mark.slow
def test_the_saved_games_that_are_changed_are_games_of_every_kind():
    """A seed that is refused would make all cases of it useless."""
    presets = set()
    for seed in games.seeds():
        games.use_saved(seed.file, runner.Random(1))
        presets.add(seed.preset[0])
    assert len(presets) == 4
    games.use_disk(games.seeds()[0].file, runner.Random(1))


@pytest.mark.long
@pytest.mark.parametrize("name", TARGETS)
def test_ten_minutes_of_what_somebody_made_up_find_nothing(name):
    found = runner.fuzz(name, command.ENDLESS, LONG, int(time.time()) * 1000)
    print(found)
    assert not found.faults, "\n".join(found.faults)


def test_a_case_is_the_same_whenever_it_is_made():
    for name in ("p64", "dos"):
        cases = [TARGETS[name].make(runner.Random(f"{name} 7")) for _ in range(2)]
        assert cases[0] == cases[1] != TARGETS[name].make(runner.Random(f"{name} 8"))


def refuse(case, dice):
    raise Go64Error("case: cannot be read")


def babble(case, dice):
    raise Go64Error("two\nlines")


def fail(case, dice):
    raise IndexError("beyond the end")


def shrug(case, dice):
    class Noisy:
        def __del__(self):
            raise ValueError("nobody catches this")

    Noisy()


@pytest.mark.parametrize(
    ("use", "row"),
    [
        (refuse, ["end", 3, True, ""]),
        (lambda case, dice: None, ["end", 3, False, ""]),
        (babble, "AssertionError: not a line"),
        (fail, "IndexError: beyond the end (test_fuzz.py:"),
        (shrug, "ValueError('nobody catches this')"),
    ],
)
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_line_is_a_refusal_and_everything_else_is_a_fault(use, row, tmp_path, monkeypatch):
    monkeypatch.setitem(targets.TARGETS, "one", Target(lambda dice: b"", use))
    monkeypatch.setattr(runner.sys, "unraisablehook", None)
    status = tmp_path / "status"
    runner.work("one", 3, 1, 60, status, 0)
    found = [runner.json.loads(line) for line in status.read_text().splitlines()]
    assert found[0] == ["begin", 3]
    assert found[1] == row if isinstance(row, list) else row in found[1][3]


def test_memory_beyond_the_limit_is_a_fault(tmp_path):
    status = tmp_path / "status"
    runner.work("tap", 0, 1, 60, status, 1)
    assert "MiB of memory" in status.read_text()


class Dead:
    """A process that has ended with a signal in its second case, or hangs there."""

    def __init__(self, command, ends=True, **options):
        Path(command[-2]).write_text('["begin", 0]\n["end", 0, true, ""]\n["begin", 1]\n')
        self.returncode, self.pid = -11 if ends else None, os.getpid()

    def poll(self):
        return self.returncode

    def kill(self):
        self.returncode = -9

    def wait(self):
        return self.returncode


def test_a_signal_and_a_case_without_end_are_faults_with_the_number_of_the_case(monkeypatch):
    monkeypatch.setattr(runner.subprocess, "Popen", Dead)
    died = runner.fuzz("tap", 2, 60)
    assert died.faults == ["tap 1: ended with -11"]
    assert (died.cases, died.refused) == (2, 1)
    monkeypatch.setattr(runner.subprocess, "Popen", lambda *a, **o: Dead(*a, ends=False, **o))
    hung = runner.fuzz("tap", 2, 60, build=runner.Build(slow=0.02))
    assert hung.faults == ["tap 1: takes more than 0.02 s"]


def test_what_a_busy_computer_makes_slow_is_no_fault(monkeypatch):
    """A case that waits for the processor is given time; one that has had it is a fault."""
    spent = iter([0.0, 0.0, 0.0, 0.0, 0.5])
    monkeypatch.setattr(runner, "_CROWD", 1 << 20)
    monkeypatch.setattr(runner, "processor_time", lambda pid: next(spent))
    monkeypatch.setattr(runner.subprocess, "Popen", lambda *a, **o: Dead(*a, ends=False, **o))
    hung = runner.fuzz("tap", 2, 60, build=runner.Build(slow=0.02))
    assert hung.faults == ["tap 1: takes more than 0.02 s"] and not list(spent)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="read from /proc")
def test_the_processors_time_of_a_process_is_known():
    before = time.process_time()
    found = runner.processor_time(os.getpid())
    assert before - 0.1 < found < time.process_time() + 0.1


def test_a_target_that_does_not_exist_is_named(capsys):
    assert command.main(["p65"]) == 2
    assert "p65: no such target; there are state, " in capsys.readouterr().out


def test_every_target_is_tried_on_every_build_once_a_week():
    path = Path(__file__).resolve().parents[2] / ".github/workflows/fuzz.yml"
    matrix = yaml.safe_load(path.read_text())["jobs"]["fuzz"]["strategy"]["matrix"]
    named = [name for row in matrix["targets"] for name in row.split()]
    assert sorted(named) == sorted(TARGETS)
    assert sorted(matrix["build"]) == ["bounds", "sanitizer", "usual"]
