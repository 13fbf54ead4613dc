"""The client of a monitor in the terminal: whose turn it is, what runs, what keys wait for."""

import importlib.util
import io
import os
from contextlib import nullcontext
from types import SimpleNamespace

import pytest

from c64.errors import AutostartError
from emu.monitor.vice.targets import terminal
from emu.monitor.vice.targets.terminal import QUIET, WAIT, ClientSide
from emu.shared.setup import Feed


class Remote:
    """Stands for the monitors' server; ``does`` are functions, one a call of ``wait``."""

    def __init__(self, log):
        self.log, self.resumes, self.attached, self.does = log, 0, True, []
        self.polls, self.frames = [], []

    def wait(self, seconds, *files):
        self.log.append(("wait", seconds, files))
        return self.does.pop(0)(self) or []

    def poll(self):
        self.log.append("poll")
        return self.polls.pop(0) if self.polls else False

    def run_frame(self):
        self.log.append("frame")
        return self.frames.pop(0) if self.frames else None

    def __getattr__(self, name):
        return lambda: self.log.append(name)


@pytest.fixture
def side(monkeypatch):
    """A ClientSide whose ``log`` tells what was done; its terminal is a shell's script."""
    log = []
    remote = Remote(log)
    feed = Feed.__new__(Feed)
    debugger = SimpleNamespace(feed=feed, interrupted=True, hold=lambda: log.append("hold"))
    monitor = SimpleNamespace(
        debugger=debugger, prompt="> ", machine="machine", labels=lambda: [("main", 0x0801)],
        interruptible=nullcontext, after=lambda stop: log.append(("after", stop)),
    )  # fmt: skip
    opened = []
    monkeypatch.setattr(terminal, "open_monitors", lambda *words: opened.append(words) or remote)
    monkeypatch.setattr(terminal.sys, "stdin", io.StringIO())
    found = ClientSide(monitor, "options")
    found.log, found.remote, found.debugger, found.feed = log, remote, debugger, feed
    assert opened == [("options", debugger, found, {"main": 0x0801})]
    assert debugger.feed == found._feed_frame
    return found


@pytest.fixture
def typed(monkeypatch, side):
    """What input() is asked; it answers "line"."""
    asked = []
    monkeypatch.setattr("builtins.input", lambda prompt: asked.append(prompt) or "line")
    monkeypatch.setattr(terminal, "_keys_at_once", lambda mode: nullcontext())
    return asked


def test_without_a_terminal_a_line_is_read_as_it_comes(side, typed):
    assert side.ask() == "line"
    assert typed == ["> "] and side.log == []


def test_the_first_key_at_the_prompt_makes_a_line_meanwhile_the_client_is_served(
    side, typed, capsys
):
    side._mode = [0]
    stdin = terminal.sys.stdin
    side.remote.does = [lambda _: [], lambda _: ["other"], lambda _: [stdin]]
    assert side.ask() == "line"
    waits = ("wait", WAIT, (stdin,))
    assert side.log == [waits, "poll", waits, "poll", waits]
    assert capsys.readouterr().out == "> \r" and typed == ["> "]


def test_what_lets_the_machine_run_is_a_run_and_then_it_asks_again(side, typed, capsys):
    def resume(remote):
        remote.resumes += 1

    side._mode = [0]
    side.remote.does = [resume, lambda _: [terminal.sys.stdin]]
    side.remote.frames = ["stop"]
    assert side.ask() == "line"
    assert side.log[1:6] == ["poll", "hold", "poll", "frame", ("after", "stop")]
    assert capsys.readouterr().out == "> \n> \r"


def test_a_client_that_wants_an_end_leaves_without_a_run(side, typed, capsys):
    side._mode = [0]
    side.remote.does = [lambda _: side.quit()]
    assert side.ask() == "quit"
    assert side.log[1:] == ["poll"] and capsys.readouterr().out == "> \n"
    assert side.ask() == "quit" and typed == []


def test_a_run_ends_with_a_stop_and_shows_it(side):
    side.remote.frames = [None, None, "stop"]
    assert side.run() is False
    frame = ["poll", "frame"]
    assert side.log == ["release", "hold", *frame * 3, ("after", "stop")]
    assert side.debugger.interrupted is False


def test_a_run_ends_when_the_client_stops_the_machine(side):
    side.remote.polls = [False, True]
    assert side.run() is False
    assert side.log == ["release", "hold", "poll", "frame", "poll", ("after", None)]


def test_a_run_ends_with_ctrl_c_which_tells_the_client(side):
    side.remote.run_frame = lambda: setattr(side.debugger, "interrupted", True)
    side.run()
    assert side.log == ["release", "hold", "poll", "halt", ("after", None)]


def test_a_run_that_ends_the_monitor_shows_nothing(side):
    side.remote.poll = side.quit
    side.remote.polls = []
    side.remote.run_frame = side.quit
    assert side.run() is True
    assert side.log == ["release", "hold"]


@pytest.mark.parametrize("attached", [True, False])
def test_after_a_moment_it_is_said_once_that_the_machine_runs(side, monkeypatch, capsys, attached):
    clock = iter((0.0, QUIET, QUIET + 0.01, QUIET + 0.02, QUIET + 0.03))
    monkeypatch.setattr(terminal, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    side.remote.attached = attached
    said = []
    frames = [None, None, None, "stop"]

    def run_frame():
        said.append(capsys.readouterr().out)
        return frames.pop(0)

    side.remote.run_frame = run_frame
    side.run()
    told = "the machine runs; CTRL+C stops it\n" if attached else ""
    assert said == ["", "", told, ""] and capsys.readouterr().out == ""


def test_a_file_is_started_in_place_of_what_was_fed(side, monkeypatch, capsys):
    monkeypatch.setattr(terminal, "restart", lambda *words: words)
    side.autostart("file.prg", False)
    assert side.feed.start == ("options", "machine", "file.prg", False)
    monkeypatch.setattr(Feed, "__call__", lambda feed: True)
    assert side._feed_frame() is True and side.feed.start is not None

    def fails(feed):
        raise AutostartError("nothing came")

    monkeypatch.setattr(Feed, "__call__", fails)
    assert side._feed_frame() is False
    assert side.feed.start is None and capsys.readouterr().out == "nothing came\n"


def test_what_the_user_did_and_the_end_are_told_to_the_client(side):
    side.moved()
    side.close()
    assert side.log == ["moved", "close"]


def test_a_monitor_that_is_fed_by_another_cannot_start_files():
    monitor = SimpleNamespace(debugger=SimpleNamespace(feed=None))
    with pytest.raises(TypeError, match="expected a Feed"):
        ClientSide(monitor, None)


@pytest.mark.skipif(importlib.util.find_spec("termios") is None, reason="no terminals here")
def test_keys_come_at_once_and_unseen_until_the_line_is_read(monkeypatch):
    import termios

    main, other = os.openpty()
    try:
        with os.fdopen(os.dup(other)) as stdin:
            monkeypatch.setattr(terminal.sys, "stdin", stdin)
            usual = terminal._terminal_mode()
            assert usual == termios.tcgetattr(other)
            flags = termios.ICANON | termios.ECHO
            assert usual[3] & flags == flags
            with pytest.raises(KeyboardInterrupt), terminal._keys_at_once(usual):
                now = termios.tcgetattr(other)
                assert now[3] == usual[3] & ~flags and now[:3] == usual[:3]
                raise KeyboardInterrupt
            assert termios.tcgetattr(other) == usual
            monkeypatch.setattr(terminal, "TERMINAL", False)
            assert terminal._terminal_mode() is None
        with open(os.devnull) as stdin:
            monkeypatch.setattr(terminal, "TERMINAL", True)
            monkeypatch.setattr(terminal.sys, "stdin", stdin)
            assert terminal._terminal_mode() is None
    finally:
        os.close(main)
        os.close(other)
