"""The monitor on the terminal beside the window."""

import io
import signal
import sys

from c64 import C64
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
