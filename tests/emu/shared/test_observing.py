"""Pictures of time by options: what is refused, and what is written at the end of a run."""

from argparse import Namespace

import pytest

from c64 import C64
from emu.errors import HostError, UsageError
from emu.kit.observer import FRAMES_MOST
from emu.shared.observing import check_observing, observed

PLAIN = {
    "profile": None, "events": None, "memory_map": None, "headless": True, "frames": 3,
    "replay": None, "cpu": "exact", "monitor_commands": None, "labels": None, "dbg": None,
}  # fmt: skip


def given(**options):
    return Namespace(**PLAIN | options)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"events": "a.txt"}, r"--events a\.txt: must end in one of \.png \.html \.npy$"),
        ({"memory_map": "a.html"}, r"--memory-map a\.html: must end in one of"),
        ({"events": "none/a.png"}, "folder none does not exist"),
        ({"events": "a.png", "headless": False}, "--events needs --headless and --frames 1 to"),
        ({"events": "a.png", "frames": None}, "--events needs --headless"),
        ({"events": "a.png", "frames": FRAMES_MOST + 1}, "--events needs --headless"),
        ({"events": "a.png", "replay": "a.go64rec"}, "--events does not work with --replay"),
        ({"events": "a.png", "cpu": "py65"}, "--events does not work with"),
        ({"events": "a.png", "monitor_commands": "a"}, "--events does not work with"),
    ],
)
def test_what_makes_no_sense_is_refused(options, words):
    with pytest.raises(UsageError, match=words):
        check_observing(given(**options))


def test_options_that_make_sense_are_taken():
    assert check_observing(given()) is False
    assert check_observing(given(headless=False, frames=None, cpu="py65")) is False
    for frames in (1, FRAMES_MOST):
        assert check_observing(given(events="a.html", frames=frames)) is True


def test_the_files_are_written_when_the_run_is_over(tmp_path):
    machine = C64(sample_rate=0)
    paths = {"events": tmp_path / "a.npy", "profile": tmp_path / "a.txt"}
    with observed(given(**{name: str(path) for name, path in paths.items()}), machine):
        machine.tick(3)
        assert not any(path.exists() for path in paths.values())
    assert all(path.stat().st_size > 100 for path in paths.values())
    with observed(given(), machine):
        machine.tick()


def test_two_that_need_the_same_are_refused_and_a_file_that_cannot_be_written_is_told(tmp_path):
    machine = C64(sample_rate=0)
    both = given(profile=str(tmp_path / "a.txt"), memory_map=str(tmp_path / "a.png"))
    with pytest.raises(UsageError, match="use one at a time"), observed(both, machine):
        pass
    (tmp_path / "a.npy").mkdir()
    with (
        pytest.raises(
            HostError, match=r"^--events .*a\.npy: cannot be written \(Is a directory\)$"
        ),
        observed(given(events=str(tmp_path / "a.npy")), machine),
    ):
        machine.tick()
