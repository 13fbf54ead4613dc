"""The monitor on the terminal beside the window."""

import io
import signal
import sys
import threading
from types import SimpleNamespace

import pytest

from c64 import C64
from emu.host import terminal
from emu.host.terminal import WindowMonitor
from emu.kit.symbols import Symbols
from emu.monitor.debugger import Debugger


def test_ctrl_c_ends_the_process_again_where_its_handler_was_not_pythons(monkeypatch):
    before = signal.getsignal(signal.SIGINT)
    monkeypatch.setattr(sys, "stdin", io.StringIO("x\n"))
    monitor = WindowMonitor(Debugger(C64()), Symbols())
    try:
        with monkeypatch.context() as patch:
            patch.setattr(signal, "signal", lambda *_: None)  # what it returns for a handler of C
            monitor.start()
        monitor._thread.join()
        monitor.finish()
        assert signal.getsignal(signal.SIGINT) is signal.SIG_DFL
    finally:
        signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize("fails", [False, True])
def test_what_programs_wrote_is_on_the_disk_and_the_client_told_when_the_monitor_ends(
    monkeypatch, fails
):
    done = []
    monitor = SimpleNamespace(
        show_state=lambda: done.append("shown"),
        machine=SimpleNamespace(flush=lambda: done.append("flushed")),
        client=SimpleNamespace(close=lambda: done.append("client closed")),
        cmdloop=lambda: 1 / 0 if fails else done.append("asked"),
    )
    monkeypatch.setattr(terminal, "make_monitor", lambda args: monitor)
    if fails:
        with pytest.raises(ZeroDivisionError):
            terminal.run_monitor(None)
        assert done == ["shown", "client closed", "flushed"]
    else:
        assert terminal.run_monitor(None) == 0
        assert done == ["shown", "asked", "client closed", "flushed"]


def test_without_a_client_the_disk_is_written_too(monkeypatch):
    done = []
    machine = SimpleNamespace(flush=lambda: done.append("flushed"))
    terminal._close(SimpleNamespace(client=None, machine=machine))
    assert done == ["flushed"]


def test_the_first_error_is_told_when_the_disk_fails_as_well(monkeypatch):
    def full():
        raise OSError("full")

    monitor = SimpleNamespace(
        show_state=lambda: None, client=None, machine=SimpleNamespace(flush=full),
        cmdloop=lambda: 1 / 0,
    )  # fmt: skip
    monkeypatch.setattr(terminal, "make_monitor", lambda args: monitor)
    with pytest.raises(ZeroDivisionError):
        terminal.run_monitor(None)


@pytest.fixture
def monitor_of(monkeypatch):
    """Return a function that makes a WindowMonitor of a monitor that only notes what it is told."""

    def make(reason="", during=lambda: None):
        debugger = SimpleNamespace(interrupted=False)
        made = SimpleNamespace(debugger=debugger, done=[])

        def go_monitor(*words, **more):
            made.given = words, more
            made.show_state = lambda: made.done.append("state")
            made.cmdloop = lambda: during() or made.done.append("asked")
            return made

        monkeypatch.setattr(terminal, "GoMonitor", go_monitor)
        return made, WindowMonitor(debugger, "symbols", reason)

    return make


@pytest.fixture
def ctrl_c():
    """Have the handler of CTRL+C put back after the test."""
    before = signal.getsignal(signal.SIGINT)
    yield before
    signal.signal(signal.SIGINT, before)


def test_ctrl_c_stops_a_step_while_the_monitor_is_open_and_is_given_back(monitor_of, ctrl_c):
    leave = threading.Event()
    made, beside = monitor_of(during=leave.wait)
    assert made.given == ((made.debugger, "symbols"), {"windowed": True})
    assert not beside.running()
    beside.start()
    assert beside.running() and beside._thread.daemon
    signal.raise_signal(signal.SIGINT)
    assert made.debugger.interrupted is True
    leave.set()
    beside._thread.join()
    assert not beside.running()
    beside.finish()
    assert signal.getsignal(signal.SIGINT) is ctrl_c


@pytest.mark.parametrize("reason", ["", "breakpoint 1"])
def test_the_monitor_tells_how_to_leave_and_why_it_was_opened(monitor_of, capsys, ctrl_c, reason):
    made, beside = monitor_of(reason)
    beside.start()
    beside._thread.join()
    first, *others = capsys.readouterr().out.splitlines()
    assert "goes back to the window" in first and others == ([reason] if reason else [])
    assert made.done == ["state", "asked"]


def test_ctrl_c_at_the_prompt_takes_a_line_back(monkeypatch, capsys):
    answers = iter((KeyboardInterrupt, KeyboardInterrupt, None))

    def cmdloop():
        answer = next(answers)
        if answer is not None:
            raise answer

    machine = SimpleNamespace(flush=lambda: None)
    monitor = SimpleNamespace(
        show_state=lambda: None, client=None, machine=machine, cmdloop=cmdloop
    )
    monkeypatch.setattr(terminal, "make_monitor", lambda args: monitor)
    assert terminal.run_monitor(None) == 0
    first, *others = capsys.readouterr().out.splitlines()
    assert first.startswith("GO 64 monitor: ") and others == ["", ""]


@pytest.mark.parametrize("client", [False, True])
def test_the_monitor_of_the_options_has_their_file_symbols_keys_and_client(
    monkeypatch, capsys, client
):
    drive = SimpleNamespace()
    machine, args = SimpleNamespace(drives={8: drive}), SimpleNamespace(keys="abc")
    for name in ("Feed", "Debugger", "GoMonitor"):
        monkeypatch.setattr(
            terminal, name, lambda *words, name=name: SimpleNamespace(made=(name, *words))
        )
    monkeypatch.setattr(terminal, "read_symbols", lambda given: ("symbols", given))
    monkeypatch.setattr(terminal, "make_machine", lambda given, rate: rate == 0 and machine)
    monkeypatch.setattr(terminal, "start_file", lambda given, there: ("start", given, there))
    monkeypatch.setattr(terminal, "wants_monitor", lambda given: client)
    monkeypatch.setattr(
        "emu.monitor.vice.targets.terminal.ClientSide", lambda *words: ("client", *words)
    )
    monitor = terminal.make_monitor(args, "in", "out")
    kind, debugger, *others = monitor.made
    assert (kind, *others) == ("GoMonitor", ("symbols", args), "in", "out")
    kind, there, feed = debugger.made
    assert (kind, there) == ("Debugger", machine)
    assert feed.made == ("Feed", machine, ("start", args, machine), "abc")
    assert getattr(monitor, "client", None) == (("client", monitor, args) if client else None)
    drive.notice("the disk is full")
    assert capsys.readouterr().err == "go64: the disk is full\n"
