"""The monitor on the terminal beside the window."""

import io
import signal
import sys
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
