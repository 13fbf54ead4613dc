"""Writing to the host: killed at any moment, two at a time, no room, no permission."""

import os
import random
import signal
import stat
import subprocess
import sys
import time

import pytest

import c64
from disk.d64 import D64Image
from disk.errors import MediaWriteError
from disk.image_file import IN_USE, write_atomically
from emu.kit.machine_pool import BootedMachine, MachineSpec
from tests.disk.writing import PROGRAM, files_of
from tests.volume import seldom

resource = pytest.importorskip("resource", reason="limits and signals of Unix")
pytestmark = pytest.mark.skipif(c64.PURE, reason="the host's files: the same for both builds")


def start(what, path, **options):
    """Start a process that writes to an image."""
    command = [sys.executable, "-m", "tests.disk.writing", what, str(path)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, **options)


def killed(what, path, delay):
    """Let a process write, and kill it so many seconds after the first write; what it has told."""
    process = start(what, path)
    told = [process.stdout.readline()]
    assert told[0], "it has ended by itself"
    time.sleep(delay)
    process.send_signal(signal.SIGKILL)
    told += process.stdout.readlines()
    assert process.wait() == -signal.SIGKILL
    return [int(line) for line in told if line.endswith("\n")]


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "disk.d64"
    path.write_bytes(D64Image.blank(b"WHOLE", b"WH").to_bytes())
    return path


def kill_flushes(path, times, dice):
    for _ in range(times):
        last = killed("flush", path, dice.uniform(0, 0.05))[-1]
        content = set(D64Image.open(path).to_bytes())
        assert content in ({last & 0xFF}, {last + 1 & 0xFF})
        left = [name for name in os.listdir(path.parent) if name != path.name]
        assert len(left) <= 1  # of this kill: the next process takes it away
    image = D64Image.open(path)
    image.write(1, 0, bytes(256))
    image.flush()
    assert os.listdir(path.parent) == [path.name]


def kill_saves(what, path, times, dice, longest):
    empty = path.read_bytes()
    for _ in range(times):
        path.write_bytes(empty)
        told = killed(what, path, dice.uniform(0, longest))
        files = files_of(path)
        for number in told:
            content = files.pop(f"FILE{number}".encode())
            assert content.startswith(PROGRAM) and b"SAVE ME" in content
        assert len(files) <= 1  # one more may be done that nobody has told of


@pytest.mark.slow
def test_a_kill_while_images_are_written_leaves_the_old_or_the_new_one(path):
    kill_flushes(path, 12, random.Random(17))


@pytest.mark.slow
@pytest.mark.parametrize("times", [3, seldom(8)])
def test_a_kill_during_save_loses_no_file_that_was_whole(path, times):
    kill_saves("save", path, times, random.Random(18), 0.3)


@pytest.mark.long
@pytest.mark.parametrize(("what", "times", "longest"), [("save", 150, 0.5), ("save1541", 50, 3.0)])
def test_two_hundred_kills_during_save_lose_no_file_that_was_whole(path, what, times, longest):
    kill_saves(what, path, times, random.Random(19), longest)


@pytest.mark.long
def test_two_hundred_kills_while_images_are_written_leave_the_old_or_the_new_one(path):
    kill_flushes(path, 200, random.Random(20))


# -- two at a time ------------------------------------------------------------------------------


def test_an_image_that_another_process_writes_is_write_protected_until_that_ends(path):
    process = start("flush", path)
    process.stdout.readline()
    machine = c64.C64()
    machine.drives[8].attach(path)
    image = machine.drives[8].image
    assert image.read_only and image.protection == IN_USE
    machine.drives[8].eject()
    process.kill()  # no word of farewell: the lock ends with it
    process.communicate()
    machine.drives[8].attach(path)
    assert not machine.drives[8].image.read_only


def test_who_has_opened_an_image_before_somebody_else_wrote_to_it_is_refused_in_a_line(path):
    mine = D64Image.open(path)
    process = start("flush", path)
    process.stdout.readline()
    mine.write(1, 0, b"\x99" * 256)
    with pytest.raises(
        MediaWriteError, match=r"disk\.d64: another GO 64 is writing to it"
    ) as error:
        mine.flush()
    assert "\n" not in str(error.value)
    assert mine.dirty and mine.read(1, 0) == b"\x99" * 256  # nothing is lost here either
    process.kill()
    process.communicate()
    mine.flush()
    assert D64Image.open(path).read(1, 0) == b"\x99" * 256
    assert (path.parent / "disk.d64.bak").exists()  # what the other one has written


def test_the_test_kit_keeps_nothing_so_nobody_s_lock_matters_to_it(path):
    process = start("flush", path)
    process.stdout.readline()
    station = BootedMachine(MachineSpec(d64=path))
    process.kill()
    process.communicate()
    image = station.machine.drives[8].image
    assert not image.read_only and image.path is None
    assert D64Image.open(path).claim()


@pytest.mark.slow
def test_a_process_refuses_nothing_to_itself_and_lets_go_of_what_it_takes_out(path):
    machines = [c64.C64(), c64.C64()]
    for machine in machines:
        machine.drives[8].attach(path)
        assert not machine.drives[8].image.read_only
    other = [sys.executable, "-c", TRIES, str(path)]
    assert subprocess.check_output(other, text=True) == "False\n"
    machines[0].drives[8].eject()
    assert subprocess.check_output(other, text=True) == "False\n"
    machines[1].drives[8].unplug()
    assert subprocess.check_output(other, text=True) == "True\n"


TRIES = "import sys; from disk.d64 import D64Image; print(D64Image.open(sys.argv[1]).claim())"


@pytest.mark.slow
def test_the_lock_stays_on_a_file_that_is_replaced_and_leaves_nothing_beside_it(path):
    image = D64Image.open(path)
    assert image.claim()
    for number in range(3):
        image.write(1, number, bytes([number]) * 256)
        image.flush()
        other = [sys.executable, "-c", TRIES, str(path)]
        assert subprocess.check_output(other, text=True) == "False\n"
    assert os.listdir(path.parent) == [path.name]
    image.release()
    assert subprocess.check_output(other, text=True) == "True\n"


@pytest.mark.slow
def test_the_window_and_the_command_line_say_that_a_disk_is_in_use(path):
    process = start("flush", path)
    process.stdout.readline()
    words = ["--headless", "--frames", "5", "--drive8", str(path), "--basic-prompt"]
    other = subprocess.run(
        [sys.executable, "-m", "emu", *words], capture_output=True, text=True, check=True
    )
    process.kill()
    process.communicate()
    assert other.stderr.splitlines() == [f"go64: {path} {IN_USE}"]


@pytest.mark.slow
def test_a_disk_put_into_a_running_window_says_so_too(path, tmp_path, monkeypatch, capsys):
    from emu.cli import parse_arguments
    from emu.host.app import App

    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    process = start("flush", path)
    process.stdout.readline()
    app = App(parse_arguments(["--basic-prompt"]))
    try:
        app.insert(path)
        assert app.overlay.message == "drive 8, read-only: disk.d64"
        process.kill()
        process.communicate()
        assert capsys.readouterr().err.splitlines() == [f"go64: {path} {IN_USE}"]
        app.insert(path)
        assert app.overlay.message == "drive 8: disk.d64"
    finally:
        app.close()


# -- no room, no permission -----------------------------------------------------------------------

SAVES = ['10 PRINT "HELLO"\\n', 'SAVE"NEW",8\\n']


def save_by_command_line(path, before=None):
    """Type a program and SAVE it to an image; what the emulator said, in lines."""
    words = ["--headless", "--frames", "400", "--drive8", str(path), "--basic-prompt"]
    keys = ["--keys", "".join(SAVES)]
    command = [sys.executable, "-m", "emu", *words, *keys]
    run = subprocess.run(command, capture_output=True, text=True, check=False, preexec_fn=before)
    return [line for line in run.stderr.splitlines() if line]


@pytest.mark.slow
def test_a_limit_of_file_sizes_is_told_in_a_line_and_the_image_stays_whole(path):
    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))

    before = path.read_bytes()
    lines = save_by_command_line(path, limit)
    assert lines and all("disk.d64: cannot be written: File too large" in line for line in lines)
    assert path.read_bytes() == before
    assert os.listdir(path.parent) == [path.name]


@pytest.mark.slow
def test_a_full_disk_is_told_in_a_line_and_the_image_stays_whole(tmp_path):
    folder = tmp_path / "small"
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=200k", "tmpfs", str(folder)]
    if os.getuid() or subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("a small tmpfs can only be mounted by root")
    try:
        path = folder / "disk.d64"
        path.write_bytes(D64Image.blank(b"WHOLE", b"WH").to_bytes())
        before = path.read_bytes()
        lines = save_by_command_line(path)
        assert lines and all("No space left on device" in line for line in lines)
        assert path.read_bytes() == before and os.listdir(folder) == ["disk.d64"]
    finally:
        subprocess.run(["umount", str(folder)], check=True)


@pytest.mark.slow
@pytest.mark.parametrize("what", ["file", "folder"])
def test_what_may_not_be_written_is_a_write_protected_disk_with_a_line(path, what):
    before = path.read_bytes()
    marked = path if what == "file" else path.parent
    marked.chmod(0o444 if what == "file" else 0o555)
    try:
        lines = save_by_command_line(path)
        assert len(lines) == 1 and "disk.d64 is read-only" in lines[0]
        assert path.read_bytes() == before
    finally:
        marked.chmod(0o755)


def test_three_backups_are_kept_the_newest_first_and_none_twice(path):
    image = D64Image.open(path)
    for number in range(6):
        path.write_bytes(D64Image.blank(b"FOREIGN %d" % number, b"FO").to_bytes())
        image.write(1, 0, bytes([number]) * 256)
        image.flush()
    kept = sorted(name for name in os.listdir(path.parent))
    assert kept == ["disk.d64", "disk.d64.bak", "disk.d64.bak1", "disk.d64.bak2"]
    names = [D64Image.open(path.parent / name).volume().name()[:9] for name in kept[1:]]
    assert names == [b"FOREIGN 5", b"FOREIGN 4", b"FOREIGN 3"]
    path.write_bytes((path.parent / "disk.d64.bak1").read_bytes())
    image.write(1, 0, b"\x77" * 256)
    image.flush()
    assert sorted(os.listdir(path.parent)) == kept


def test_a_pipe_is_not_replaced_by_a_file(tmp_path):
    """Nor is a device, which root could replace for everybody."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("pipe")
    for name in ("pipe", "link"):
        with pytest.raises(MediaWriteError, match="cannot be written: is not a plain file"):
            write_atomically(tmp_path / name, b"x")
    assert stat.S_ISFIFO(os.stat(tmp_path / "pipe").st_mode)
    assert sorted(os.listdir(tmp_path)) == ["link", "pipe"]
