"""The monitor on the terminal: alone, or beside the window.

``go64 FILE --monitor`` runs it in the terminal without a window; ALT+D in the window pauses
the machine and opens it on the terminal.
"""

import signal
import sys
import threading
from contextlib import suppress

from emu.monitor.debugger import Debugger
from emu.monitor.monitor import GoMonitor
from emu.shared.setup import Feed, make_machine, read_symbols, start_file


class WindowMonitor:
    """The monitor on the terminal, in a thread beside the window's loop.

    The window's loop does not run the machine meanwhile.
    """

    def __init__(self, debugger, symbols, reason=""):
        self._monitor = GoMonitor(debugger, symbols, windowed=True)
        self._reason = reason
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._signal = None

    def start(self):
        """Open the monitor; CTRL+C stops a step that lasts."""
        self._signal = signal.signal(signal.SIGINT, self._interrupt)
        self._thread.start()

    def _interrupt(self, *_):
        self._monitor.debugger.interrupted = True

    def _run(self):
        print("monitor: 'g' or 'x' goes back to the window, 'help' lists all")
        if self._reason:
            print(self._reason)
        self._monitor.show_state()
        self._monitor.cmdloop()

    def running(self):
        """True until the user has left the monitor."""
        return self._thread.is_alive()

    def finish(self):
        """Give CTRL+C back."""
        signal.signal(signal.SIGINT, self._signal)


def make_monitor(args, stdin=None, stdout=None):
    """Return the GoMonitor that the options of ``go64 --monitor`` describe."""
    symbols = read_symbols(args)
    machine = make_machine(args, 0)
    machine.drives[8].notice = lambda text: print(f"go64: {text}", file=sys.stderr)
    start = start_file(args, machine)
    debugger = Debugger(machine, Feed(machine, start, args.keys))
    monitor = GoMonitor(debugger, symbols, stdin, stdout)
    if args.binary_monitor:
        from emu.monitor.vice.targets.terminal import ClientSide

        monitor.client = ClientSide(monitor, args)
    return monitor


def run_monitor(args):
    """Run the monitor in the terminal until the user leaves; returns the exit status."""
    monitor = make_monitor(args)
    print("GO 64 monitor: 'g' runs, CTRL+C stops, 'help' lists all, 'x' leaves")
    monitor.show_state()
    try:
        _ask(monitor)
    except BaseException:
        with suppress(Exception):  # the first error is the one to be told
            _close(monitor)
        raise
    _close(monitor)
    return 0


def _close(monitor):
    if monitor.client is not None:
        monitor.client.close()
    monitor.machine.flush()


def _ask(monitor):
    """Do what the user says until it is enough; CTRL+C at the prompt only takes a line back."""
    while True:
        try:
            monitor.cmdloop()
            break
        except KeyboardInterrupt:
            print()
