"""SIGTERM, SIGHUP and CTRL+C end every kind of run in order, whatever it is doing."""

import _thread
import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

import c64
from emu.__main__ import main
from emu.host.terminal import WindowMonitor
from emu.kit.symbols import Symbols
from emu.monitor.debugger import Debugger
from emu.monitor.monitor import GoMonitor
from emu.process import signals
from emu.process.signals import TERMINATED, Terminated, signals_heeded, unbroken
from emu.replay.fingerprint import Sums
from emu.replay.recorder import Recorder
from tests.c64.base.test_faults import Failing
from tests.volume import seldom

pytestmark = [
    pytest.mark.skipif(c64.PURE, reason="the host's signals: the same for both builds"),
    pytest.mark.skipif(os.name == "nt", reason="signals of Unix"),
]
STATUS = {signal.SIGTERM: TERMINATED, signal.SIGINT: 130}
if os.name != "nt":
    STATUS[signal.SIGHUP] = 128 + signal.SIGHUP
NAMES = [number.name for number in STATUS]
ENDLESS = ["--basic-prompt", "--frames", "1000000", "--headless"]
# A child that says when its machine runs: how soon that is, is the host's business.
CHILD = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from c64.api import C64
from emu.__main__ import main
begin, frames = C64.begin_frame, []
def begin_frame(self):
    frames.append(None)
    if len(frames) == 5:
        print("running", flush=True)
    begin(self)
C64.begin_frame = begin_frame
sys.exit(main())
"""
WINDOW = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}


@pytest.fixture
def home(tmp_path):
    """Have everything of the user's in a folder of the test's."""
    names = ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")
    return os.environ | WINDOW | {name: str(tmp_path) for name in names}


def ended_by(number, words, env, cwd, says="running"):
    """Run go64, send it a signal when it has said a line, and return (status, standard error)."""
    process = subprocess.Popen(
        [sys.executable, "-c", CHILD, *map(str, words)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True, env=env, cwd=cwd,
    )  # fmt: skip
    try:
        while says not in process.stdout.readline():
            assert process.poll() is None, process.communicate()
        process.send_signal(number)
        process.wait(20)
        return process.returncode, process.stderr.read()
    finally:
        process.kill()
        process.communicate()


WAYS = {"headless": ENDLESS, "window": ["--basic-prompt"], "warp": ["--basic-prompt", "--warp"]}
# make test sends each signal to one of them.
RUNS = [
    pytest.param(
        number, words, id=f"{way}-{number.name}",
        marks=() if at == place else pytest.mark.long,
    )
    for at, number in enumerate(STATUS)
    for place, (way, words) in enumerate(WAYS.items())
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("number", "words"), RUNS)
def test_a_run_ends_with_its_status_and_without_a_word(number, words, home, tmp_path):
    assert ended_by(number, words, home, tmp_path) == (STATUS[number], "")


@pytest.mark.slow
def test_a_recording_is_kept_when_a_run_is_ended(home, tmp_path):
    path = tmp_path / "a.go64rec"
    status, _ = ended_by(signal.SIGTERM, [*ENDLESS, "--record", path], home, tmp_path)
    assert status == TERMINATED
    assert main(["--headless", "--replay", str(path)]) == 0


@pytest.mark.parametrize("number", STATUS, ids=NAMES)
@pytest.mark.parametrize("place", ["before", "within", "after"])
def test_a_recording_is_whole_wherever_in_a_frame_the_signal_comes(
    number, place, tmp_path, monkeypatch, capsys
):
    """The 5th frame is hit as its sum is made; the last is the one that a replay must reach."""
    quick, calls = Sums.quick, []  # each call is noted, not its 64 KiB of arguments

    def hit(*args):
        calls.append(None)
        if len(calls) == 5 and place == "before":
            os.kill(os.getpid(), number)
        found = quick(*args)
        if len(calls) == 5 and place == "within":
            os.kill(os.getpid(), number)
            time.sleep(0.01)
        return found

    def frame(self):
        if len(calls) == 5 and place == "after":
            os.kill(os.getpid(), number)
        whole(self)

    whole = Recorder.frame
    monkeypatch.setattr(Sums, "quick", hit)
    monkeypatch.setattr(Recorder, "frame", frame)
    monkeypatch.setattr("emu.__main__._leave", lambda status: status)
    path = tmp_path / "a.go64rec"
    words = ["--headless", "--basic-prompt", "--frames", "500", "--record", str(path)]
    assert main(words) == STATUS[number]
    monkeypatch.undo()
    assert main(["--headless", "--replay", str(path)]) == 0
    frames = 6 if place == "after" else 5
    assert f"{frames} frames" in capsys.readouterr().err


@pytest.mark.parametrize("number", STATUS, ids=NAMES)
def test_a_frame_that_hangs_is_broken_off_after_all(number, monkeypatch):
    monkeypatch.setattr(signals, "LONGEST", 0.05)
    with pytest.raises((Terminated, KeyboardInterrupt)), signals_heeded(), unbroken:
        os.kill(os.getpid(), number)
        while True:
            time.sleep(0.001)


def test_of_two_signals_in_a_frame_the_second_comes_at_once():
    with pytest.raises(Terminated), signals_heeded(), unbroken:
        os.kill(os.getpid(), signal.SIGTERM)
        reached = True
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(20)
    assert reached


def test_a_signal_that_was_kept_back_comes_once_at_the_end_of_all(monkeypatch):
    monkeypatch.setattr(signals, "LONGEST", 600.0)
    reached = []
    with signals_heeded():
        with pytest.raises(Terminated) as ended, unbroken:
            with unbroken:
                os.kill(os.getpid(), signal.SIGTERM)
                reached.append("inner")
            reached.append("outer")
        assert reached == ["inner", "outer"] and ended.value.status == TERMINATED
        with unbroken:
            reached.append("again")
    assert reached[-1] == "again"


def test_an_error_in_a_frame_is_not_hidden_by_a_signal():
    with pytest.raises(ZeroDivisionError), signals_heeded(), unbroken:
        os.kill(os.getpid(), signal.SIGTERM)
        raise ZeroDivisionError
    with signals_heeded(), unbroken, unbroken:
        pass  # nothing is left of it


@pytest.mark.parametrize("number", STATUS, ids=NAMES)
def test_a_file_that_never_comes_is_waited_for_no_longer(number, tmp_path, monkeypatch):
    def read(args):
        with open(tmp_path / "pipe", "rb") as file:
            file.read()

    os.mkfifo(tmp_path / "pipe")
    monkeypatch.setattr("emu.host.headless.run_headless", read)
    timer = threading.Timer(0.05, os.kill, (os.getpid(), number))
    timer.start()
    monkeypatch.setattr("emu.__main__._leave", lambda status: status)
    assert main(ENDLESS) == STATUS[number]


@pytest.mark.slow
def test_the_monitors_prompt_ends_with_sigterm_and_stays_with_ctrl_c(home, tmp_path):
    words = ["--monitor", "--basic-prompt"]
    assert ended_by(signal.SIGTERM, words, home, tmp_path, "GO 64 monitor") == (
        TERMINATED, "",
    )  # fmt: skip
    command = [sys.executable, "-m", "emu", *words]
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=home, cwd=tmp_path
    )
    try:
        process.stdin.write("first\n")
        process.stdin.flush()
        while "'first' does not exist" not in process.stdout.readline():
            assert process.poll() is None
        process.send_signal(signal.SIGINT)  # it is at its prompt now, or about to be
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(1)
    finally:
        process.kill()
        process.communicate()


# Prints before it writes, as a drive does that has something to say.
WRITING = CHILD.replace(
    "sys.exit(",
    """from pathlib import Path
flush = C64.flush
def write(self):
    print("writing", file=sys.stderr, flush=True)
    flush(self)
    Path("written").touch()
C64.flush = write
sys.exit(""",
)


def close_terminal(words, says, env, cwd):
    """Run go64 in a terminal of its own, close that, and return the exit status."""
    import pty  # not on Windows

    number, ours = pty.fork()
    if number == 0:
        os.chdir(cwd)
        os.execve(sys.executable, [sys.executable, "-c", WRITING, *words], env)
    told = b""
    try:
        while says.encode() not in told:
            told += os.read(ours, 4096)
        os.close(ours)
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline:
            done, status = os.waitpid(number, os.WNOHANG)
            if done:
                number = 0
                return os.waitstatus_to_exitcode(status)
            time.sleep(0.01)
        return None
    finally:
        if number:
            os.kill(number, signal.SIGKILL)
            os.waitpid(number, 0)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "says", "expected"),
    [
        seldom(ENDLESS, "running", 128 + 1),
        (["--basic-prompt"], "running", 128 + 1),
        (["--host", "--host-port", "0", "--basic-prompt"], "hosting; CTRL+C stops", 0),
    ],
    ids=["headless", "window", "host"],
)
def test_disks_are_written_when_the_terminal_closes(words, says, expected, home, tmp_path):
    assert close_terminal(words, says, home, tmp_path) == expected
    assert (tmp_path / "written").exists()


@pytest.mark.parametrize("first", [signal.SIGTERM, signal.SIGHUP], ids=["term", "hup"])
def test_a_hangup_after_the_first_signal_does_not_break_the_end(first):
    with pytest.raises(Terminated) as end, signals_heeded():
        try:
            os.kill(os.getpid(), first)
            time.sleep(0.01)
        finally:
            os.kill(os.getpid(), signal.SIGHUP)
            time.sleep(0.01)
    assert end.value.status == 128 + first


def test_a_second_hangup_in_a_frame_does_not_break_it():
    reached = False
    with pytest.raises(Terminated), signals_heeded(), unbroken:
        os.kill(os.getpid(), signal.SIGHUP)
        os.kill(os.getpid(), signal.SIGHUP)
        reached = True
    assert reached


@contextmanager
def ignored(number):
    """Within it a signal is ignored, as ``nohup`` or ``trap '' TERM`` has it."""
    before = signal.signal(number, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(number, before)


@pytest.mark.parametrize("number", STATUS, ids=NAMES)
def test_a_signal_that_is_ignored_for_us_stays_ignored(number):
    with ignored(number):
        with signals_heeded():
            assert signals.is_ignored(number)
        assert signals.is_ignored(number)


def test_an_ignored_sigterm_stays_ignored_while_a_hangup_ends_the_run():
    with ignored(signal.SIGTERM), pytest.raises(Terminated) as end, signals_heeded():
        try:
            os.kill(os.getpid(), signal.SIGHUP)
            linger()
        finally:
            assert signals.is_ignored(signal.SIGTERM)
    assert end.value.status == 128 + signal.SIGHUP


# A child that leaves its signals as a shell passes them on.
IGNORING = CHILD.replace("signal.signal(signal.SIGINT, signal.default_int_handler)", "")
HOST = ["--host", "--host-port", "0", "--basic-prompt"]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize(
    ("words", "says"),
    [
        seldom(ENDLESS, "running"),
        seldom(["--basic-prompt"], "running"),
        (HOST, "hosting; CTRL+C stops"),
    ],
    ids=["headless", "window", "host"],
)
def test_signals_that_a_script_has_ignored_for_us_stay_ignored(words, says, home, tmp_path):
    traps = "trap '' INT TERM HUP; exec \"$@\""
    process = subprocess.Popen(
        ["sh", "-c", traps, "sh", sys.executable, "-c", IGNORING, *words],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, env=home, cwd=tmp_path,
    )  # fmt: skip
    try:
        while says not in process.stdout.readline():
            assert process.poll() is None
        status = Path(f"/proc/{process.pid}/status").read_text()
        mask = int(status.partition("SigIgn:")[2].split()[0], 16)
        assert all(mask >> (number - 1) & 1 for number in STATUS)
    finally:
        process.kill()
        process.communicate()


def test_the_monitors_leave_ctrl_c_ignored():
    seen = []
    monitor = GoMonitor(Debugger(c64.C64(sample_rate=0)), Symbols())
    beside = WindowMonitor(monitor.debugger, Symbols())
    beside._thread = threading.Thread(target=lambda: None)
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with monitor.interruptible():
            seen.append(signal.getsignal(signal.SIGINT))
        beside.start()
        seen.append(signal.getsignal(signal.SIGINT))
        beside.finish()
        seen.append(signal.getsignal(signal.SIGINT))
    finally:
        signal.signal(signal.SIGINT, before)
    assert seen == [signal.SIG_IGN] * 3


def test_the_tests_have_pythons_ctrl_c_whoever_started_them():
    """conftest.py sees to it."""
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.slow
@pytest.mark.parametrize(
    "number", [signal.SIGTERM, *(seldom(n) for n in [*STATUS][1:])],
    ids=NAMES,
)  # fmt: skip
def test_a_hosted_machine_ends(number, home, tmp_path):
    words = ["--host", "--host-port", "0", "--basic-prompt"]
    status, _ = ended_by(number, words, home, tmp_path, "hosting; CTRL+C stops")
    assert status == 0


def linger():
    """Wait for an exception, however late a busy computer lets it come."""
    for _ in range(20_000):
        time.sleep(0.001)


def test_a_signal_within_a_destructor_is_not_lost():
    class Last:
        def __del__(self):
            os.kill(os.getpid(), signal.SIGTERM)
            time.sleep(0.01)

    def run():
        Last()
        linger()

    with pytest.raises(Terminated), signals_heeded():
        run()


def test_ctrl_c_within_a_destructor_is_not_lost():
    class Last:
        def __del__(self):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), signals_heeded():
        Last()
        linger()


def test_errors_of_destructors_are_told_once_each_in_a_line(capsys):
    class Bad:
        def __del__(self):
            raise ValueError("two\nlines")

    with signals_heeded():
        for _ in range(50):
            Bad()
    told = capsys.readouterr().err
    assert told.startswith("go64: ValueError: two lines, in ") and told.count("\n") == 1


def test_a_hundred_errors_of_destructors_are_told_and_no_more(capsys):
    class Bad:
        def __init__(self, number):
            self.number = number

        def __del__(self):
            raise ValueError(f"<{self.number}>")

    with signals_heeded():
        for number in range(120):
            Bad(number)
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 100 and "<0>" in lines[0] and "<99>" in lines[-1]


def test_a_second_sigterm_ends_at_once():
    with pytest.raises(Terminated), signals_heeded():
        try:
            _thread.interrupt_main(signal.SIGTERM)
            time.sleep(0.01)
        finally:
            assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    assert signal.getsignal(signal.SIGTERM) is not signals._handle


@pytest.mark.parametrize("error", [ZeroDivisionError("no\nline"), MemoryError()])
def test_an_error_of_our_own_is_one_line_and_a_status(error, monkeypatch, capsys):
    def run(args):
        raise error

    monkeypatch.setattr("emu.host.headless.run_headless", run)
    assert main(ENDLESS) == 1
    told = capsys.readouterr().err
    assert told.count("\n") == 1 and type(error).__name__ in told


def test_a_fault_of_the_machine_ends_a_headless_run_in_one_line(monkeypatch, capsys):
    from emu.host import headless

    def make(*args):
        machine = made(*args)
        machine.board.iec.attach(10, Failing())
        return machine

    made = headless.make_machine
    monkeypatch.setattr(headless, "make_machine", make)
    assert main(ENDLESS) == 1
    told = capsys.readouterr().err
    assert told.startswith("go64: the machine stopped at cycle ") and told.count("\n") == 1
