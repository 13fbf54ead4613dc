"""The binary monitor beside the monitor in the terminal: both have the same machine.

At the prompt the client is served, too; when it lets the machine run, the terminal waits, as
after ``g``, until something stops the machine: a breakpoint, the client, CTRL+C.
"""

import contextlib
import importlib.util
import sys
import time
from argparse import Namespace
from collections.abc import Iterator
from typing import Any

from c64.errors import AutostartError
from emu.monitor.breakpoint import Stop
from emu.monitor.command_base import CommandBase
from emu.monitor.vice.host import Host
from emu.shared.setup import Feed, open_binary_monitor, restart

TERMINAL = importlib.util.find_spec("termios") is not None  # else it waits at the prompt
WAIT = 0.5
QUIET = 0.3  # seconds of running after which it is said that the machine runs
Mode = list[Any]  # the terminal's settings: four numbers, two speeds, and its characters


def _terminal_mode() -> Mode | None:
    """Return the terminal's settings as the shell left them, None if there are none."""
    if not (TERMINAL and sys.stdin.isatty()):
        return None
    import termios

    return termios.tcgetattr(sys.stdin.fileno())


@contextlib.contextmanager
def _keys_at_once(usual: Mode) -> Iterator[None]:
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
    """The client of a monitor in the terminal.

    Raises TypeError if a Feed is not what the machine is fed by: no file could be started.
    """

    def __init__(self, monitor: CommandBase, args: Namespace) -> None:
        self._monitor, self._args = monitor, args
        self._debugger = monitor.debugger
        feed = self._debugger.feed
        if not isinstance(feed, Feed):
            raise TypeError(f"the debugger's feed is {feed!r}; expected a Feed")
        self._feed = feed
        self._debugger.feed = self._feed_frame
        self._quit = False
        self._mode = _terminal_mode()
        labels = dict(monitor.labels())
        self._remote = open_binary_monitor(args, self._debugger, self, labels)

    def _feed_frame(self) -> bool:
        try:
            return self._feed()
        except AutostartError as error:
            self._feed.start = None
            print(error)
            return False

    # -- what the client wants of the emulator -----------------------------------------

    def quit(self) -> None:
        """Leave the monitor."""
        self._quit = True

    def autostart(self, path: str, run: bool) -> None:
        """Reset, load a file and start it if ``run``."""
        self._feed.start = restart(self._args, self._monitor.machine, path, run)

    # -- what the monitor wants ----------------------------------------------------------

    def ask(self) -> str:
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

    def _await_key(self) -> bool:
        """Serve the client until a key is pressed (True) or it lets the machine run."""
        runs = self._remote.resumes
        while not self._quit:
            if sys.stdin in self._remote.wait(WAIT, sys.stdin):
                return True
            self._remote.poll()
            if self._remote.resumes != runs:
                return False
        return False

    def run(self) -> bool:
        """Run as ``g`` does; returns True if the client wants an end."""
        self._remote.release()
        self._run()
        return self._quit

    def _run(self) -> None:
        """Run until something stops the machine, and show where."""
        debugger, begin, told = self._debugger, time.monotonic(), False
        stop: Stop | None = None
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

    def moved(self) -> None:
        """The user has let the machine run and stopped it again."""
        self._remote.moved()

    def close(self) -> None:
        """Send the client away."""
        self._remote.close()
