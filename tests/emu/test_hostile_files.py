"""Whatever a file holds, opening it is one line or a machine that runs, in bounded memory.

The files come from tests/emu/hostile.py.  Each is opened by a process of its own, forked from a
small one that has imported all, since only its own peak of memory counts.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from disk.budget import PROCESS_MOST
from disk.d64 import D64Image
from tests.disk.test_tap import tap
from tests.emu import hostile, hostile_kinds
from tests.fuzz import states
from tests.volume import seldom

pytestmark = [
    pytest.mark.skipif(
        not Path("/proc/self/status").exists() or not hasattr(os, "fork"),
        reason="the peak of a process's memory is read from /proc",
    ),
    pytest.mark.compiled_only("files are read alike, and the uncompiled machine is slow"),
]
EVERY, THIRD = 7, 3  # of so many files of hostile_kinds and of hostile, make test opens one
SECONDS_MOST = 20  # of processor time; the slowest takes two


@pytest.fixture(scope="module", autouse=True)
def opener():
    """A small process in which go64 is imported; it forks for each file (hostile_opener.py)."""
    words = [sys.executable, "-m", "tests.emu.hostile_opener"]
    process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    _opener.append(process)
    yield
    _opener.remove(process)
    process.stdin.close()
    process.wait()


_opener = []


def opened(arguments, folder):
    """Run go64 in a child; returns (status, lines of stderr, bytes more than at its start, s)."""
    (process,) = _opener
    process.stdin.write(json.dumps([list(map(str, arguments)), str(folder)]) + "\n")
    process.stdin.flush()
    return json.loads(process.stdout.readline())


@pytest.fixture(scope="module")
def base():
    """Bytes of a go64 that has opened nothing; the children have pytest instead."""
    return 48 << 20


def check(arguments, folder, base):
    """Open a file, and hold what was promised; returns the lines."""
    status, lines, more, seconds = opened(arguments, folder)
    shown = (arguments[-1][-80:], status, more >> 20, seconds, lines[:3])
    said = [line for line in lines if line.startswith("go64: ")]
    rest = [line for line in lines if line and not line.startswith("go64: ")]
    assert not rest, shown
    assert status in (0, 1, 2), shown
    assert all(len(line) < 1000 for line in lines), shown
    assert status != 2 or len(said) >= 1, shown
    assert base + more < PROCESS_MOST, shown
    assert seconds < SECONDS_MOST, shown
    return said


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seed", "every"),
    [(64, THIRD), *(seldom(n, 1) for n in (64, 1, 2))],
)
def test_no_hostile_file_does_more_than_say_a_line_or_run(tmp_path, base, seed, every):
    os.mkfifo(tmp_path / "fifo")
    opened_files = 0
    for number, path in enumerate(hostile.files(tmp_path, seed)):
        if number % every == 0:
            check(["--headless", "--frames", "2", str(path)], tmp_path, base)
            opened_files += 1
        path.unlink()
    assert opened_files > 80 // every


def check_cases(chosen, frames, folder, base):
    """Open files of hostile_kinds; returns how many were refused."""
    refused = 0
    for case in chosen:
        path = folder / case.name
        path.write_bytes(case.make(folder))
        words = [str(path) if word == hostile_kinds.FILE else word for word in case.words]
        refused += bool(check(["--headless", "--frames", frames, *words], folder, base))
        path.unlink()
    return refused


@pytest.mark.slow
def test_some_files_of_every_kind_do_no_more_than_say_a_line_or_run(tmp_path, base):
    chosen = hostile_kinds.cases(64)[::EVERY]
    assert 0 < check_cases(chosen, 2, tmp_path, base) < len(chosen)


@pytest.mark.long
@pytest.mark.parametrize("seed", [64, 1])
def test_no_file_of_any_kind_does_more_than_say_a_line_or_run(tmp_path, base, seed):
    every = hostile_kinds.cases(seed)
    assert len(every) > 300
    assert 100 < check_cases(every, 900, tmp_path, base) < len(every) - 50


def test_all_tables_of_a_machine_and_all_fields_of_a_header_are_tried(tmp_path):
    for kind in ("quick", "1541"):
        header, blocks = hostile.sound_state(kind, tmp_path)
        found = states.split(blocks["snapshot"])[1]
        assert {name for name, block in found.items() if block} == set(hostile_kinds.BLOCKS)
        assert header.keys() - {"seal"} == set(hostile_kinds.HEADER)


HALF = "\udcff"  # how Python shows a byte that is no UTF-8 in a name


@pytest.mark.parametrize("words", [("--drive8",), ("--true-drive", "--drive8"), ("--tape",)])
def test_a_name_that_is_no_text_is_as_good_as_any(tmp_path, base, words):
    """The recording holds the disk or tape with its name, and replays."""
    tape = words == ("--tape",)
    path = tmp_path / f"{HALF}.{'tap' if tape else 'd64'}"
    path.write_bytes(tap(bytes([0x30]) * 99) if tape else D64Image.blank(b"A", b"00").to_bytes())
    record = tmp_path / f"{HALF}.go64rec"
    words = ["--headless", "--frames", "5", "--basic-prompt", "--record", str(record), *words]
    assert check([*words, str(path)], tmp_path, base) == []
    said = check(["--headless", str(record)], tmp_path, base)
    assert said == ["go64: replay: 5 frames, the same machine"]


NAMES = {
    "long": "x" * 5000,
    "long part": "y" * 300 + "/z",
    "pipe": "fifo",
    "device": "/dev/zero",
    "folder": ".",
    "half a character": "\udcff",
    "missing": "nosuch",
}
READ = (
    "FILE", "--kernal", "--basic", "--chargen", "--dos", "--cart", "--reu-image", "--drive8",
    "--drive9", "--tape", "--replay", "--palette", "--labels", "--dbg",
)  # fmt: skip
WRITTEN = ("--cart-save", "--reu-save", "--capture", "--record", "--exit-screenshot", "--wav")


def arguments_for(option, name):
    """Return a command line that has the name as this option."""
    if option == "FILE":
        return ["--headless", "--frames", "1", name]
    words = ["--headless", "--frames", "1", option, name]
    words += ["--binary-monitor", "0"] if option in ("--labels", "--dbg") else []
    words += ["--reu", "128k"] if option == "--reu-save" else []
    return words + ([] if option == "--replay" else ["--basic-prompt"])


@pytest.mark.slow
@pytest.mark.parametrize(("option", "every"), [*((o, THIRD) for o in READ), seldom("FILE", 1)])
def test_no_name_of_a_file_to_read_hangs_or_prints_a_traceback(tmp_path, base, option, every):
    """Of FILE's endings, make test tries each with two or three of the names."""
    endings = ("", ".go64", ".go64rec", ".m3u", ".reu", ".crt", ".sid", ".zip", ".d64", ".tap")
    for number, (what, name) in enumerate(NAMES.items()):
        tried = endings[number % every :: every]
        for ending in tried if option == "FILE" else (("", ".go64rec")[option == "--replay"],):
            name_now = name if what in ("device", "folder") else name + ending
            if what == "pipe" and not (tmp_path / name_now).exists():
                os.mkfifo(tmp_path / name_now)
            said = check(arguments_for(option, name_now), tmp_path, base)
            usable = what == "folder" and option in ("--drive8", "--drive9")
            assert said or usable, (option, what)


@pytest.mark.slow
@pytest.mark.parametrize("option", WRITTEN)
def test_no_name_of_a_file_to_write_prints_a_traceback_or_replaces_a_device(tmp_path, base, option):
    endings = {"--capture": ".wav", "--record": ".go64rec", "--exit-screenshot": ".png"}
    for what in ("long", "long part", "folder", "half a character"):
        name = NAMES[what] + ("" if what == "folder" else endings.get(option, ""))
        check(arguments_for(option, name), tmp_path, base)
