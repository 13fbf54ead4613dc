"""The binary monitor beside the monitor in the terminal: both have the same machine.

At the prompt the client is served, too; when it lets the machine run, the terminal waits, as
after ``g``, until something stops the machine: a breakpoint, the client, CTRL+C.
"""

import contextlib
import importlib.util
import sys
import time

from c64.errors import AutostartError
from emu.monitor.vice.server import Host
from emu.shared.setup import make_binary_monitor, restart

TERMINAL = importlib.util.find_spec("termios") is not None  # else it waits at the prompt
WAIT = 0.5
QUIET = 0.3  # seconds of running after which it is said that the machine runs


def _terminal_mode():
    """Return the terminal's settings as the shell left them, None if there are none."""
    if not (TERMINAL and sys.stdin.isatty()):
        return None
    import termios

    return termios.tcgetattr(sys.stdin.fileno())


@contextlib.contextmanager
def _keys_at_once(usual):
    """Let the terminal give every key as it is pressed, without showing it.

    usual  what ``_terminal_mode()`` was at the start: a CTRL+C may come at any time, also
           between the two changes made here
    """
    import termios

    file = sys.stdin.fileno()
    wanted = [*usual]
    wanted[3] &= ~(termios.ICANON | termios.ECHO)
    try:
        termios.tcsetattr(file, termios.TCSADRAIN, wanted)
        yield
    finally:
        termios.tcsetattr(file, termios.TCSADRAIN, usual)


class ClientSide(Host):
    """The client of a GoMonitor in the terminal.

    monitor  emu.monitor.monitor.GoMonitor
    args     the options
    """

    def __init__(self, monitor, args):
        self._monitor, self._args = monitor, args
        self._debugger = monitor.debugger
        self._feed, self._debugger.feed = self._debugger.feed, self._feed_frame
        self._quit = False
        self._mode = _terminal_mode()
        labels = dict(monitor.labels())
        self._remote = make_binary_monitor(args, self._debugger, self, labels)

    def _feed_frame(self):
        try:
            return self._feed()
        except AutostartError as error:
            self._feed.start = None
            print(error)
            return False

    # -- what the client wants of the emulator -----------------------------------------

    def quit(self):
        """Leave the monitor."""
        self._quit = True

    def autostart(self, path, run):
        """Reset, load a file and start it if ``run``."""
        self._feed.start = restart(self._args, self._monitor.machine, path, run)

    # -- what the monitor wants ----------------------------------------------------------

    def ask(self):
        """Return a line of the user's; EOFError at the end of the input."""
        if self._mode is None:
            return input(self._monitor.prompt)
        while not self._quit:
            print(self._monitor.prompt, end="", flush=True)
            with _keys_at_once(self._mode):
                pressed = self._await_key()
            if pressed:
                print(end="\r", flush=True)
                return input(self._monitor.prompt)
            print()
            if not self._quit:
                self._run()
        return "quit"

    def _await_key(self):
        """Serve the client until a key is pressed (True) or it lets the machine run."""
        runs = self._remote.resumes
        while not self._quit:
            if sys.stdin in self._remote.wait(WAIT, sys.stdin):
                return True
            self._remote.poll()
            if self._remote.resumes != runs:
                return False
        return False

    def run(self):
        """Run as ``g`` does; returns True if the client wants an end."""
        self._remote.release()
        self._run()
        return self._quit or None

    def _run(self):
        """Run until something stops the machine, and show where."""
        debugger, stop, begin, told = self._debugger, None, time.monotonic(), False
        debugger.interrupted = False
        debugger.hold()
        with self._monitor.interruptible():
            while stop is None and not (self._quit or self._remote.poll()):
                stop = self._remote.run_frame()
                if debugger.interrupted:
                    self._remote.halt()
                    break
                if self._remote.attached and not told and time.monotonic() - begin > QUIET:
                    print("the machine runs; CTRL+C stops it", flush=True)
                    told = True
        if not self._quit:
            self._monitor.after(stop)

    def moved(self):
        """The user has let the machine run and stopped it again."""
        self._remote.moved()

    def close(self):
        """Send the client away."""
        self._remote.close()
