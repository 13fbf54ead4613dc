"""The binary monitor in the window, without one and in the terminal, as an editor uses it."""

import os
import re
import select
import struct
import subprocess
import sys
import threading
import time
from contextlib import contextmanager

import pytest

from c64.debug.labels import read_labels
from emu.cli import parse_arguments
from emu.errors import UsageError
from emu.monitor.vice.targets.terminal import ClientSide
from tests.emu.monitor.session import Session
from tests.emu.monitor.vice.client import TIMEOUT, Client, checkpoint, registers

REGISTERS, STOPPED, RESUMED, CHECKPOINT = 0x31, 0x62, 0x63, 0x11
EXIT, QUIT, PING = 0xAA, 0xBB, 0x81
A, PC = 0, 3

# 10 SYS 2061; main: LDX #0; loop: JSR paint; JMP loop; paint: INX; STX $D020; RTS
PROGRAM = bytes.fromhex("0108 0b08 0a00 9e32303631 00 0000 a200 201508 4c0f08 e8 8e20d0 60")
LABELS = "al 00080D .main\nal 00080F .loop\nal 000815 .paint\nal 000819 .painted\n"


@pytest.fixture
def program(tmp_path):
    """A program and its labels; returns their paths."""
    (tmp_path / "paint.prg").write_bytes(PROGRAM)
    (tmp_path / "paint.lbl").write_text(LABELS)
    return tmp_path / "paint.prg", tmp_path / "paint.lbl"


@contextmanager
def go64(*words):
    """A go64 in a process of its own; gives the process and its binary monitor's port."""
    command = [sys.executable, "-m", "emu", *map(str, words)]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        line = process.stderr.readline()
        match = re.fullmatch(r"go64: binary monitor at ip4://127\.0\.0\.1:(\d+)\n", line)
        assert match, line
        yield process, int(match[1])
    finally:
        process.kill()
        process.communicate()


def edit_session(client, labels):
    """What an editor does: break at a label, look, step, go on."""
    at = client.checkpoint(labels["paint"])
    client.good(EXIT)
    client.await_event(STOPPED)
    assert [e.kind for e in client.events][-2:] == [CHECKPOINT, REGISTERS]
    assert registers(client.events[-1].body)[PC] == labels["paint"]
    assert client.memory(labels["main"], labels["main"] + 1) == b"\xa2\x00"
    client.good(0x71, b"\0\1\0")
    assert struct.unpack("<H", client.await_event(STOPPED).body)[0] == labels["paint"] + 1
    client.good(0x73)
    assert struct.unpack("<H", client.await_event(STOPPED).body)[0] == labels["loop"] + 3
    assert client.memory(0xD020, 0xD020)[0] & 15 == client.registers()[1] & 15
    assert checkpoint(client.good(0x11, struct.pack("<I", at)))["hits"] == 1
    client.good(0x13, struct.pack("<I", at))
    client.good(EXIT)
    assert client.read().kind == RESUMED


def test_a_session_of_an_editor_without_a_window(program):
    prg, lbl = program
    with go64(prg, "--headless", "--binary-monitor", "0", "--labels", lbl) as (process, port):
        with Client(port) as client:
            edit_session(client, read_labels(lbl))
            number = client.checkpoint(0x0819)
            condition = b"(X == $80) && (@cpu:painted == $60)"
            client.good(0x22, struct.pack("<IB", number, len(condition)) + condition)
            client.good(EXIT)
            client.await_event(STOPPED)
            assert client.registers()[1] == 0x80
            assert client.good(QUIT) == b""
        assert process.wait(TIMEOUT) == 0


def test_vices_own_options_are_taken_and_autostart_restarts(program):
    prg, lbl = program
    words = ["-binarymonitor", "-binarymonitoraddress", "ip4://127.0.0.1:0", "--basic-prompt"]
    with go64("--headless", *words) as (process, port):
        with Client(port) as client:
            client.checkpoint(0x0815)
            name = str(prg).encode()
            client.good(0xDD, struct.pack("<BHB", 1, 0, len(name)) + name)
            client.await_event(STOPPED)
            assert client.registers()[PC] == read_labels(lbl)["paint"]
            client.good(QUIT)
        assert process.wait(TIMEOUT) == 0


def test_an_editor_that_sends_exit_after_autostart_stops_at_its_first_checkpoint(program):
    """VS64's order: it hears of no stop before its EXIT."""
    prg, lbl = program
    with go64("--headless", "--basic-prompt", "--binary-monitor", "0") as (process, port):
        with Client(port) as client:
            number = client.checkpoint(0x0815)
            client.good(EXIT)
            client.good(0xCC, b"\0")
            name = str(prg).encode()
            client.good(0xDD, struct.pack("<BHB", 1, 0, len(name)) + name)
            client.good(EXIT)
            client.await_event(CHECKPOINT)
            client.await_event(STOPPED)
            assert client.registers()[PC] == read_labels(lbl)["paint"]
            point = checkpoint(client.good(0x11, struct.pack("<I", number)))
            assert point["hits"] == 1
            client.good(QUIT)
        assert process.wait(TIMEOUT) == 0


def test_a_run_without_a_client_ends_as_without_a_monitor(program):
    with go64(program[0], "--headless", "--binary-monitor", "0", "--frames", "20") as (process, _):
        assert process.wait(TIMEOUT) == 0
    words = ["--basic-prompt", "--headless", "--binary-monitor", "0", "--limit-cycles", "99999"]
    with go64(*words) as (process, _):
        assert process.wait(TIMEOUT) == 1
        assert re.search(r"reached at cycle (99999|10000\d)\b", process.stderr.read())


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["--binary-monitor", "0.0.0.0:6502"], "only this machine may attach"),
        (["--binary-monitor", "ip4://192.168.1.2:6502"], "only this machine may attach"),
        (["--binary-monitor", "ip6://[::]:6502"], "only this machine may attach"),
        (["--binary-monitor", "example.org:6502"], "only this machine may attach"),
        (["--binary-monitor", "70000"], "no port 70000"),
        (["--binary-monitor", "9" * 5000], "there is no port 999"),
        (["--binary-monitor", f"127.0.0.1:{'9' * 5000}"], "there is no port 999"),
        (["--binary-monitor", "ip4://"], "not an address"),
        (["x.prg", "--binary-monitor", "y.prg"], "not an address"),
        (["--binary-monitor", "--cpu", "py65"], "--cpu exact"),
        (["-binarymonitor", "-binarymonitoraddress", "nonsense:1"], "only this machine"),
    ],
)
def test_an_address_that_is_not_this_machine_is_refused_in_one_line(words, part):
    with pytest.raises(UsageError) as error:
        parse_arguments(words)
    assert part in str(error.value) and "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("words", "address", "file"),
    [
        (["x.prg"], None, "x.prg"),
        (["x.prg", "--binary-monitor"], ("127.0.0.1", 6502), "x.prg"),
        (["--binary-monitor", "x.prg"], ("127.0.0.1", 6502), "x.prg"),
        (["--binary-monitor", "6510", "x.prg"], ("127.0.0.1", 6510), "x.prg"),
        (["--binary-monitor", "games/6510"], ("127.0.0.1", 6502), "games/6510"),
        (["--binary-monitor", "localhost:7"], ("127.0.0.1", 7), None),
        (["--binary-monitor=ip6://[::1]:7"], ("::1", 7), None),
        (["-binarymonitoraddress", "ip4://127.0.0.1:8"], None, None),
        (["-binarymonitoraddress", "ip4://127.0.0.1:8", "-binarymonitor"], ("127.0.0.1", 8), None),
    ],
)
def test_off_by_default_and_the_address_may_be_left_out(words, address, file):
    args = parse_arguments(words)
    assert (args.binary_monitor, args.file) == (address, file)


def test_a_client_of_the_terminal_needs_what_starts_files():
    args = parse_arguments(["--monitor", "--binary-monitor", "0"])
    with pytest.raises(TypeError, match="expected a Feed"):
        ClientSide(Session().monitor, args)


def test_the_command_line_with_which_an_editor_starts_vice_starts_go64():
    words = "+remotemonitor -binarymonitor -binarymonitoraddress ip4://127.0.0.1:6510 "
    words += "-autostartprgmode 1 -ntsc -warp +sound -autostart build/game.prg"
    args = parse_arguments(words.split())
    assert args.binary_monitor == ("127.0.0.1", 6510) and args.file == "build/game.prg"
    assert args.warp and args.mute and args.model == "ntsc"


@pytest.fixture
def app(monkeypatch, tmp_path, program):
    """An App without a screen or a sound device that runs PROGRAM."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    from emu.host.app import App

    words = [str(program[0]), "--mute", "--warp", "--binary-monitor", "0"]
    app = App(parse_arguments(words))
    yield app
    if not app.quit:
        app.close()


def test_the_window_stays_alive_while_a_client_holds_the_machine(app, program):
    problems = []

    def editor():
        try:
            with Client(app.remote.port) as client:
                edit_session(client, read_labels(program[1]))
                assert client.good(0x51, b"\x08WarpMode") == b"\1\4\1\0\0\0"
                client.good(0x52, b"\1\x08WarpMode\1\0")
                shown, cycle = app.shown, app.machine.cycle
                end = time.monotonic() + TIMEOUT
                while app.shown < shown + 45:
                    assert time.monotonic() < end, "the window is dead"
                    time.sleep(0.001)
                assert app.machine.cycle == cycle and not app.warp
                assert "stopped by a debugger" in app._title()
                assert app.overlay.surface() is not None
                client.good(QUIT)
        except BaseException as error:
            problems.append(error)
            app.quit = True

    app.shown = 0
    show = app.window.show

    def counting(*args):
        app.shown += 1
        show(*args)

    app.window.show = counting
    thread = threading.Thread(target=editor)
    thread.start()
    assert app.run() == 0
    thread.join()
    assert not problems, problems


def test_a_breakpoint_of_the_text_monitor_stops_for_the_client(app):
    answers = []

    def editor():
        with Client(app.remote.port) as client:
            client.good(PING)
            app.debugger.add("exec", 0x0815)
            client.good(EXIT)
            client.await_event(STOPPED)
            answers.append(client.registers()[PC])
            client.good(QUIT)

    thread = threading.Thread(target=editor)
    thread.start()
    assert app.run() == 0
    thread.join()
    assert answers == [0x0815]


# Makes standard input the terminal that CTRL+C comes from, as a shell does. The signal may be
# ignored here, which would be inherited: jobs in the background are started so.
TAKE_TERMINAL = (
    "import fcntl, os, signal, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); "
    "signal.signal(signal.SIGINT, signal.SIG_DFL); "
    "os.execv(sys.executable, [sys.executable, *sys.argv[1:]])"
)


class Terminal:
    """go64 on a pseudo terminal."""

    def __init__(self, *words):
        import pty

        try:
            self.master, slave = pty.openpty()
        except OSError as error:  # a chroot without /dev/pts
            pytest.skip(f"no pseudo terminal here: {error}")
        self.process = subprocess.Popen(
            [sys.executable, "-c", TAKE_TERMINAL, "-m", "emu", *map(str, words)],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=dict(os.environ, TERM="dumb"),
            start_new_session=True,
        )
        os.close(slave)
        self.said = ""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        os.close(self.master)

    def until(self, pattern):
        """Read until the pattern has been said since the last call; returns the match."""
        end = time.monotonic() + TIMEOUT
        while (match := re.search(pattern, self.said)) is None:
            ready = select.select([self.master], [], [], max(end - time.monotonic(), 0))[0]
            assert ready, f"{pattern!r} was not said: {self.said!r}"
            self.said += os.read(self.master, 4096).decode(errors="replace")
        self.before = self.said[: match.start()]
        self.said = self.said[match.end() :]
        return match

    def type(self, text):
        """Type on the terminal's keyboard."""
        os.write(self.master, text.encode())


PROMPT = r"\(C:\$([0-9a-f]{4})\) "


def run_and_stop(terminal):
    """Type g and, a little later, CTRL+C; returns what was said up to the prompt."""
    terminal.type("g\n")
    terminal.until(r"g\r?\n")
    time.sleep(0.3)  # a user who waits
    terminal.type("\x03")
    terminal.until(PROMPT)
    return terminal.before


def test_ctrl_c_in_the_terminal_stops_the_machine_and_comes_back_to_the_prompt():
    with Terminal("--basic-prompt", "--monitor") as terminal:
        terminal.until(PROMPT)
        said = [run_and_stop(terminal) for _ in range(4)]
        # On a busy host CTRL+C may come before g has begun; it is no end then, either.
        assert any("interrupted" in text for text in said)
        terminal.type("x\n")
        assert terminal.process.wait(TIMEOUT) == 0


def test_at_the_prompt_with_a_monitor_for_editors_keys_are_edited_and_ctrl_c_is_harmless():
    with Terminal("--basic-prompt", "--monitor", "--binary-monitor", "0") as terminal:
        terminal.until(PROMPT)
        terminal.type("\x03")
        terminal.until(PROMPT)
        terminal.type("cyclesX\x7f\n")
        terminal.until(r"0, 0 of them taken by the VIC")
        terminal.until(PROMPT)
        run_and_stop(terminal)
        terminal.type("x\n")
        assert terminal.process.wait(TIMEOUT) == 0


def test_a_client_and_the_terminal_share_the_machine(program):
    with Terminal(program[0], "--monitor", "--binary-monitor", "0") as terminal:
        port = int(terminal.until(r"ip4://127\.0\.0\.1:(\d+)")[1])
        terminal.until(PROMPT)
        with Client(port) as client:
            client.good(PING)
            assert [e.kind for e in client.events] == [REGISTERS, STOPPED]
            client.checkpoint(0x0815)
            client.good(EXIT)
            client.await_event(STOPPED)
            assert terminal.until(PROMPT)[1] == "0815"
            terminal.type("z 2\n")
            client.await_event(STOPPED)
            assert [e.kind for e in client.events] == [RESUMED, REGISTERS]
            assert client.registers()[PC] == 0x0819
            terminal.until(PROMPT)
            client.good(0x14)
            client.read()
            terminal.type("del all\n")
            terminal.until(PROMPT)
            terminal.type("g\n")
            assert client.read().kind == RESUMED
            terminal.type("\x03")
            client.await_event(STOPPED)
            terminal.until(PROMPT)
            assert client.good(QUIT) == b""
        assert terminal.process.wait(TIMEOUT) == 0
