"""The monitor on the terminal: alone, or beside the window.

``go64 FILE --monitor`` runs it in the terminal without a window; ALT+D in the window pauses
the machine and opens it on the terminal.
"""

from __future__ import annotations

import signal
import sys
import threading
from contextlib import suppress
from typing import TYPE_CHECKING

from emu.monitor.debugger import Debugger
from emu.monitor.monitor import GoMonitor
from emu.process.signals import is_ignored
from emu.shared.setup import Feed, make_machine, read_symbols, start_file, wants_monitor

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable
    from types import FrameType
    from typing import TextIO

    from emu.kit.symbols import Symbols

    Handler = Callable[[int, FrameType | None], object] | int | None  # as signal.signal returns it


class WindowMonitor:
    """The monitor on the terminal, in a thread beside the window's loop.

    The window's loop does not run the machine meanwhile.
    """

    def __init__(self, debugger: Debugger, symbols: Symbols, reason: str = "") -> None:
        self._monitor = GoMonitor(debugger, symbols, windowed=True)
        self._reason = reason
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._signal: Handler = None

    def start(self) -> None:
        """Open the monitor; CTRL+C stops a step that lasts."""
        if not is_ignored(signal.SIGINT):
            self._signal = signal.signal(signal.SIGINT, self._interrupt)
        self._thread.start()

    def _interrupt(self, *_: object) -> None:
        self._monitor.debugger.interrupted = True

    def _run(self) -> None:
        print("monitor: 'g' or 'x' goes back to the window, 'help' lists all")
        if self._reason:
            print(self._reason)
        self._monitor.show_state()
        self._monitor.cmdloop()

    def running(self) -> bool:
        """True until the user has left the monitor."""
        return self._thread.is_alive()

    def finish(self) -> None:
        """Give CTRL+C back."""
        if is_ignored(signal.SIGINT):
            return
        # None: what was there did not come from Python, which cannot put it back
        signal.signal(signal.SIGINT, signal.SIG_DFL if self._signal is None else self._signal)


def make_monitor(
    args: Namespace, stdin: TextIO | None = None, stdout: TextIO | None = None
) -> GoMonitor:
    """Return the GoMonitor that the options of ``go64 --monitor`` describe."""
    symbols = read_symbols(args)
    machine = make_machine(args, 0)
    machine.drives[8].notice = lambda text: print(f"go64: {text}", file=sys.stderr)
    start = start_file(args, machine)
    debugger = Debugger(machine, Feed(machine, start, args.keys))
    monitor = GoMonitor(debugger, symbols, stdin, stdout)
    if wants_monitor(args):
        from emu.monitor.vice.targets.terminal import ClientSide

        monitor.client = ClientSide(monitor, args)
    return monitor


def run_monitor(args: Namespace) -> int:
    """Run the monitor in the terminal until the user leaves; returns the exit status."""
    monitor = make_monitor(args)
    print("GO 64 monitor: 'g' runs, CTRL+C stops, 'help' lists all, 'x' leaves")
    monitor.show_state()
    try:
        _ask(monitor)
    except BaseException:
        with suppress(Exception):  # the first error is the one to report
            _close(monitor)
        raise
    _close(monitor)
    return 0


def _close(monitor: GoMonitor) -> None:
    if monitor.client is not None:
        monitor.client.close()
    monitor.machine.flush()


def _ask(monitor: GoMonitor) -> None:
    """Do what the user says until it is enough; CTRL+C at the prompt only takes a line back."""
    while True:
        try:
            monitor.cmdloop()
            break
        except KeyboardInterrupt:
            print()
