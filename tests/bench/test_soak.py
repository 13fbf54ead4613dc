"""The bench of the window's memory sees what grows, and does what it says."""

import mmap
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

import c64
from emu.shared.pacing import Pacer
from tests.bench.soak import BOUND_MB, SAMPLES, Lateness, User, growth, memory_mb
from tests.bench.stalls import Stalls

MAPPED = 32  # MB
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


OTHER = """
import mmap, sys
with open(sys.argv[1], "rb") as file:
    there = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    print(sum(there[::4096]), flush=True)
    sys.stdin.read()
"""


def test_memory_is_what_was_written_to_whoever_else_has_the_same_files(tmp_path):
    with open(tmp_path / "library", "wb") as file:
        file.write(b"\1" * (MAPPED << 20))
        file.flush()
        os.fdatasync(file.fileno())  # fsync does nothing in tests (tests/conftest.py)
    before = memory_mb()
    with open(tmp_path / "library", "rb") as file:
        there = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        assert sum(there[::4096]) == MAPPED * 256
        alone = memory_mb()
        with subprocess.Popen(
            [sys.executable, "-c", OTHER, tmp_path / "library"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        ) as other:  # fmt: skip
            other.stdout.readline()
            shared = memory_mb()
            other.stdin.close()
        there.close()
    assert max(abs(alone - before), abs(shared - before)) < MAPPED / 4
    before = memory_mb()
    with mmap.mmap(-1, MAPPED << 20) as taken:  # nothing that glibc may have kept
        for at in range(0, len(taken), 4096):
            taken[at] = 1
        assert memory_mb() - before > MAPPED * 3 / 4


def test_late_frames_are_told_by_what_the_user_is_at():
    now = SimpleNamespace(pacer=SimpleNamespace(period=0.02, due=0.0, late=0.0), habit="menu")
    now.sound = SimpleNamespace(ran_dry=0)
    now._run_frame = lambda: None
    lateness = Lateness(now, lambda: now.habit)
    for habit, late in (("menu", 0.005), ("menu", 0.012), ("type", 0.030), ("type", 0.001)):
        now.habit, now.pacer.due = habit, time.perf_counter() - late
        now._run_frame()
    assert {habit: len(found) for habit, found in lateness.late.items()} == {"menu": 1, "type": 1}
    lines = "\n".join(lateness.lines())
    assert "4 frames at their pace, 2 more than half a frame late" in lines
    assert "type: 1, worst 30 (30) ms" in lines
    assert lateness.beyond() == (0, 0)


@pytest.mark.parametrize("stalls", ["in the frame", "before it"])
def test_a_frame_that_is_later_than_the_pace_makes_up_is_beyond_the_bound(stalls):
    app = SimpleNamespace(sound=SimpleNamespace(ran_dry=0))
    app._run_frame = (lambda: time.sleep(0.1)) if stalls == "in the frame" else lambda: None
    app.pacer = Pacer(50.0)
    lateness = Lateness(app, lambda: "type")
    for _ in range(3):
        app.pacer.wait()
        app._run_frame()
        app.pacer.restart()
    on_time, _ = lateness.beyond()
    time.sleep(0.1)
    app.pacer.wait()
    app._run_frame()
    count, own = lateness.beyond()
    assert (on_time, count, own) == ((3, 4, 4) if stalls == "in the frame" else (0, 1, 1))
    assert f"later than 40 ms: {count}; by the window alone: {own}, at most 0" in lateness.lines()


@pytest.mark.parametrize(
    ("stalls", "own"),
    [
        ([(8.0, 9.0), (11.0, 12.0)], 1),  # before and behind it
        ([(9.92, 9.98)], 0),  # due at 9.93
        ([(9.92, 9.94), (9.97, 9.99)], 0),  # 30 ms are left
        ([(9.97, 9.99)], 1),  # 50 are
    ],
)
def test_what_the_computer_stood_still_is_taken_off(stalls, own):
    app = SimpleNamespace(pacer=SimpleNamespace(period=0.02), _run_frame=None)
    lateness = Lateness(app, None)
    lateness.late["menu"] = [(0.070, 10.0)]
    lateness.stalls = stalls
    assert lateness.beyond() == (1, own)


def said_by(watched):
    """The stalls, [(begin, end)], on the whole lines that the process has printed so far."""
    number = watched._file.fileno()
    lines = os.pread(number, os.fstat(number).st_size, 0).decode().splitlines(keepends=True)
    return [tuple(map(float, line.split())) for line in lines[1:] if line.endswith("\n")]


def test_a_computer_that_stands_still_is_noticed():
    stops = []

    def is_one(stall):
        return any(stall[0] < begun + 0.1 and stall[1] > begun + 0.2 for begun in stops)

    with Stalls() as watched:
        for _ in range(20):  # on a busy computer one may be cut in two, or be printed late
            assert watched.process.poll() is None
            os.kill(watched.process.pid, signal.SIGSTOP)
            stops.append(time.perf_counter())
            time.sleep(0.2)
            os.kill(watched.process.pid, signal.SIGCONT)
            time.sleep(0.05)
            if any(map(is_one, said_by(watched))):
                break
    assert any(map(is_one, watched.found))
    assert watched.process.returncode is not None


@pytest.mark.long
def test_without_real_time_nobody_waits_for_a_frame():
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench.soak", "1", "--only", "type"],
        cwd=ROOT, text=True, capture_output=True, check=True, timeout=600,
        env=os.environ | {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy",
                          "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert int(done.stdout.split(" s of the clock")[0].split()[-1]) < 45


@pytest.mark.long
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
