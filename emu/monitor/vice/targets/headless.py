"""A machine without a window whose runs and stops are in the hands of a binary monitor."""

import sys
from argparse import Namespace

from c64.api import C64
from c64.autostart import Autostart
from c64.errors import AutostartError
from emu.kit.symbols import labels_of
from emu.monitor.debugger import Debugger
from emu.monitor.vice.host import Host
from emu.shared.setup import Feed, open_binary_monitor, read_symbols, restart

WAIT = 0.05  # seconds, while the client has stopped the machine


class RemoteRun(Host):
    """The machine of a headless run and its binary monitor.

    start     of a file, or None
    quitting  True when the client wants an end
    stopped   True when the debug cartridge has ended the run
    """

    def __init__(self, args: Namespace, machine: C64, start: Autostart | None) -> None:
        self._args, self._machine = args, machine
        self._feed = Feed(machine, start, args.keys)
        self.quitting = self.stopped = False
        debugger = Debugger(machine, self._feed_frame)
        self._remote = open_binary_monitor(args, debugger, self, labels_of(read_symbols(args)))

    def _feed_frame(self) -> bool:
        try:
            return self._feed()
        except AutostartError as error:
            self._feed.start = None
            print(f"go64: {error}", file=sys.stderr)
            return False

    @property
    def ended(self) -> bool:
        """True when the client or the debug cartridge has ended the run."""
        return self.quitting or self.stopped

    def advance(self, limit: int) -> int:
        """Run a frame, at most to cycle ``limit``, if the client lets it; returns 1 if it did."""
        if self._remote.poll():
            self._remote.wait(WAIT)
            return 0
        frame = self._machine.frames
        stop = None if self.quitting else self._remote.run_frame(limit)
        if stop is not None and stop.kind == "debugcart":
            self.stopped = True
        elif stop is not None:
            self._machine.tick(limit=limit)
            self.stopped = self._machine.stopped
            return 1
        return int(self._machine.frames != frame)

    def close(self) -> None:
        """Send the client away."""
        self._remote.poll()
        self._remote.close()

    def quit(self) -> None:
        """End the run."""
        self.quitting = True

    def autostart(self, path: str, run: bool) -> None:
        """Reset, load a file and start it if ``run``."""
        self._feed.start = restart(self._args, self._machine, path, run)
