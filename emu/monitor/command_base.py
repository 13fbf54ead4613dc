"""What the commands of the monitor share: its machine, numbers, labels, and output by py65."""

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Protocol

from py65.monitor import Monitor

from c64.api import C64
from c64.debug.py65_view import py65_class
from emu.kit.symbols import Symbols, is_linkers, labels_of
from emu.kit.types import Board
from emu.monitor.breakpoint import Stop
from emu.monitor.condition import plain
from emu.monitor.debugger import Debugger
from emu.monitor.errors import MonitorError
from emu.monitor.trace import state_line
from emu.process.signals import is_ignored


class Client(Protocol):
    """Who attaches an editor to the monitor's machine: vice.targets.terminal.ClientSide."""

    def ask(self) -> str:
        """Return a line of the user's; EOFError at the end of the input."""

    def run(self) -> bool:
        """Let the machine run until something stops it; True: leave the monitor."""

    def moved(self) -> None:
        """The user has let the machine run and stopped it again."""

    def close(self) -> None:
        """Send the client away."""


class CommandBase(Monitor):
    """py65's Monitor on a machine; classes of commands derive from it.

    debugger  Debugger of the machine
    symbols   labels, and source lines from a .dbg file
    windowed  True: commands that run the machine return it to the window
    client    Client, who then has a say, too, or None
    """

    def __init__(
        self,
        debugger: Debugger,
        symbols: Symbols | None = None,
        stdin: IO[str] | None = None,
        stdout: IO[str] | None = None,
        windowed: bool = False,
    ) -> None:
        self.debugger = debugger
        self.board: Board = debugger.board
        self.machine: C64 = debugger.machine
        self.windowed = windowed
        view = py65_class(self.board)
        super().__init__(
            argv=["go64"],
            stdin=stdin or sys.stdin,
            stdout=stdout or sys.stdout,
            mpu_type=view,
            memory=view.whole_memory,
        )
        self.stdin = stdin or sys.stdin  # py65 reopens it unbuffered, for its own getc
        self.symbols = symbols or Symbols()
        self._address_parser.labels.update(labels_of(self.symbols))
        self._named: dict[int, str] | None = None  # by address; None: not known yet
        self._named_of = 0  # labels
        self._at: int = self.board.cpu.pc  # where the next disassembly begins
        self.client: Client | None = None
        self.use_rawinput = stdin is None and sys.stdin.isatty()
        if self.use_rawinput:
            import readline  # noqa: F401  (line editing and history for input())

    def number(self, text: str) -> int:
        """Return the value of an address, number or label; KeyError, OverflowError as py65."""
        return self._address_parser.number(plain(text, self._address_parser.labels))

    def range(self, text: str) -> tuple[int, int]:
        """Return (first, last) of ``first:last`` or one address."""
        for part in text.split(":"):
            plain(part.strip(), self._address_parser.labels)
        return self._address_parser.range(text)

    def count(self, text: str, default: int = 1) -> int:
        """Return a decimal count above zero."""
        if not text:
            return default
        if not text.isdecimal() or int(text) == 0:
            raise MonitorError(f"'{text}' is not a count; expected a decimal number above zero")
        return int(text)

    def count_or_zero(self, text: str) -> int:
        """Return a decimal number, 0 included."""
        return 0 if text == "0" else self.count(text)

    def labels(self) -> dict[str, int]:
        """Return {name: address}."""
        return self._address_parser.labels

    def name_at(self, address: int) -> str:
        """Return the label at an address, or ""."""
        labels = self._address_parser.labels
        if self._named is None or self._named_of != len(labels):
            self._named = {a: n for n, a in reversed(labels.items()) if not is_linkers(n)}
            self._named_of = len(labels)
        return self._named.get(address, "")

    def source_at(self, address: int) -> str:
        """Return ``file:line  text`` of the source at an address, or ""."""
        source = self.symbols.source(address)
        return f"{Path(source[0]).name}:{source[1]}  {source[2].strip()}" if source else ""

    def show_state(self) -> None:
        """Print source, label and instruction at the program counter, with registers."""
        source = self.source_at(self.board.cpu.pc)
        if source:
            self._output(source)
        label = self.name_at(self.board.cpu.pc)
        if label:
            self._output(f"{label}:")
        vic = self.board.vic
        place = f"  line {vic.raster_line} cycle {vic.cycle_in_line}"
        self._output(state_line(self.board, self.name_at) + place)
        self._at = self.board.cpu.pc

    def after(self, stop: Stop | None) -> None:
        """Report the end of a run; ``stop`` comes from the Debugger."""
        if stop is not None:
            self._output(stop.text)
        self.show_state()

    @contextmanager
    def interruptible(self) -> Iterator[None]:
        """CTRL+C stops the machine instead of the monitor."""

        def stop(*_: object) -> None:
            self.debugger.interrupted = True

        ignored = is_ignored(signal.SIGINT)
        if ignored or threading.current_thread() is not threading.main_thread():
            yield
            return
        before = signal.signal(signal.SIGINT, stop)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)
