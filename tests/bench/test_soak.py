"""The bench of the window's memory sees what grows, and does what it says."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import c64
from tests.bench.soak import BOUND_MB, SAMPLES, User, growth

ROOT = Path(__file__).resolve().parents[2]


def rising(by, first=40.0):
    """Samples of memory: it settles in the first fifth, and then rises by so many MB."""
    settling = SAMPLES // 5
    return [
        (at, first + min(at, settling) * 10 + by * max(at - settling, 0) / (SAMPLES - settling))
        for at in range(SAMPLES + 1)
    ]


@pytest.mark.parametrize(("by", "found"), [(0.0, False), (4.0, False), (40.0, True)])
def test_growth_counts_after_the_first_fifth(by, found):
    assert (growth(rising(by)) > BOUND_MB) == found


def test_there_are_habits_for_every_part_of_the_window():
    names = {name for name in dir(User) if name.startswith("do_")}
    wanted = {"type", "menu", "rewind", "slots", "looks", "record", "play", "disk", "keys"}
    assert {f"do_{name}" for name in wanted} <= names


@pytest.mark.skipif(c64.PURE, reason="runs the window: compiled machine only")
def test_a_short_run_works_the_window_and_prints_its_memory():
    habits = ["type", "menu", "slots", "rewind"]
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench.soak", "0.3", "--only", *habits],
        cwd=ROOT, text=True, capture_output=True, check=False,
        env=os.environ | {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy",
                          "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert "growth after the first fifth" in done.stdout, done.stderr
    assert done.stdout.count(" MB\n") >= SAMPLES
    counts = done.stdout.splitlines()[-2]
    assert all(f"{name} " in counts and f"{name} 0" not in counts for name in habits[:1])
