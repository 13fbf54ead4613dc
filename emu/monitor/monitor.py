"""The machine-language monitor: py65's, on the exact core, with additions for the C64.

emu.host.terminal opens it (``go64 FILE --monitor``, ALT+D in the window).  Commands of py65's
Monitor (Mike Naberezny) keep their names, number formats and shortcuts; those that run the
machine run all of it.

Not emulated: py65's ``mpu`` (there is one CPU), loading from a URL.
"""

import cmd
import signal
import sys
import threading
from contextlib import contextmanager
from pathlib import Path

from py65.monitor import Monitor

from c64.debug.labels import find_label
from c64.debug.py65_view import py65_class
from disk.base.errors import Go64Error
from emu.kit.symbols import Symbols, is_linkers, labels_of
from emu.monitor.commands import BreakpointCommands, ChipCommands, MemoryCommands, RunCommands
from emu.monitor.errors import MonitorError
from emu.monitor.help import HELP, TOPICS
from emu.monitor.trace import state_line

SHORTCUTS = {
    "break": "add_breakpoint", "b": "add_breakpoint", "del": "delete_breakpoint",
    "z": "step", "n": "next", "bk": "back", "bt": "stack", "c": "compare", "t": "move",
    "sc": "screen", "tr": "trace", "u": "until", "en": "enable", "dis": "disable",
    "chip": "chips", "io": "chips", "fin": "finish", "ra": "raster",
}  # fmt: skip


class GoMonitor(RunCommands, BreakpointCommands, MemoryCommands, ChipCommands, Monitor):
    """py65's Monitor bound to a Debugger.

    debugger  emu.monitor.debugger.Debugger
    symbols   emu.kit.symbols.Symbols: labels, and source lines from a .dbg file
    windowed  True: commands that run the machine return it to the window

    ``client`` may be a vice.targets.terminal.ClientSide, who then has a say, too.
    """

    def __init__(self, debugger, symbols=None, stdin=None, stdout=None, windowed=False):
        self.debugger = debugger
        self.board = debugger.board
        self.machine = debugger.machine
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
        self._by_address = None
        self._at = self.board.cpu.pc
        self.client = None
        self.use_rawinput = stdin is None and sys.stdin.isatty()
        if self.use_rawinput:
            import readline  # noqa: F401  (line editing and history for input())

    # -- py65's machinery ------------------------------------------------------------

    def _add_shortcuts(self):
        super()._add_shortcuts()
        self._shortcuts.update(SHORTCUTS)

    def _install_mpu_observers(self, getc_addr, putc_addr):
        """Do nothing: the program's accesses do not go through py65."""

    def _output_mpu_status(self):
        """Do nothing: only commands that run the machine print the registers."""

    @property
    def prompt(self):
        """VICE's prompt: the CPU's address space and the program counter."""
        return f"(C:${self.board.cpu.pc:04x}) "

    @prompt.setter
    def prompt(self, _):
        pass

    def onecmd(self, line):
        """Run one command; an error is a one-line message, never a traceback."""
        line = self._preprocess_line(line)
        before = self.board.cycle
        try:
            return cmd.Cmd.onecmd(self, line)
        except (Go64Error, ValueError, OSError) as error:
            self._output(f"?{' '.join(str(error).split())}")
        except KeyError as error:
            self._output(f"?{self._unknown(error.args[0])}")
        except OverflowError as error:
            self._output(f"?{error.args[0]} is outside $0000-$FFFF")
        finally:
            if self.client is not None and self.board.cycle != before:
                self.client.moved()
        return None

    def cmdloop(self, intro=None):
        """Run commands until the user quits; at the prompt the client is served, too."""
        if self.client is None or not self.use_rawinput:
            super().cmdloop(intro)
            return
        left = False
        while not left:
            try:
                line = self.client.ask()
            except EOFError:
                line = "EOF"
            left = self.onecmd(line)

    def _unknown(self, message):
        """Return py65's message about an unknown label, with the nearest labels."""
        name = str(message).removeprefix("Label not found: ").strip("'")
        try:
            find_label(self._address_parser.labels, name)
        except Go64Error as error:
            return f"{error}; numbers are hexadecimal, +10 is decimal, %10 binary"
        return message

    def emptyline(self):
        """Do nothing: an empty line must not repeat the last command."""

    def default(self, line):
        """Report an unknown command."""
        self._output(f"?command '{line.split()[0]}' does not exist; 'help' lists all")

    def completenames(self, text, *_):
        """Complete the names of commands."""
        return [name for name in HELP if name.startswith(text)]

    # -- what commands share -----------------------------------------------------------

    def number(self, text):
        """Return the value of an address, number or label; KeyError, OverflowError as py65."""
        return self._address_parser.number(text)

    def range(self, text):
        """Return (first, last) of ``first:last`` or one address."""
        return self._address_parser.range(text)

    def count(self, text, default=1):
        """Return a decimal count above zero."""
        if not text:
            return default
        if not text.isdigit() or int(text) == 0:
            raise MonitorError(f"'{text}' is not a count; expected a decimal number above zero")
        return int(text)

    def labels(self):
        """Return {name: address}."""
        return self._address_parser.labels

    def name_at(self, address):
        """Return the label at an address, or ""."""
        labels = self._address_parser.labels
        if self._by_address is None or self._by_address[0] != len(labels):
            named = {a: n for n, a in reversed(labels.items()) if not is_linkers(n)}
            self._by_address = len(labels), named
        return self._by_address[1].get(address, "")

    def source_at(self, address):
        """Return ``file:line  text`` of the source at an address, or ""."""
        source = self.symbols.source(address)
        return f"{Path(source[0]).name}:{source[1]}  {source[2].strip()}" if source else ""

    def show_state(self):
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

    def after(self, stop):
        """Report the end of a run; ``stop`` comes from the Debugger."""
        if stop is not None:
            self._output(stop.text)
        self.show_state()

    @contextmanager
    def interruptible(self):
        """CTRL+C stops the machine instead of the monitor."""

        def stop(*_):
            self.debugger.interrupted = True

        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = signal.signal(signal.SIGINT, stop)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    # -- help --------------------------------------------------------------------------

    def do_help(self, args):
        """Print all commands, or what one of them does."""
        word = args.strip()
        if not word:
            for topic, names in TOPICS.items():
                self._output(f"{topic}")
                for name in names:
                    short = ", ".join(s for s, n in self._shortcuts.items() if n == name)
                    usage, what = HELP[name][0], HELP[name][1]
                    left = f"{name} {usage}".rstrip()
                    if len(left) > 36:
                        self._output(f"  {left}")
                        left = ""
                    self._output(f"  {left:<38}{what}" + (f" ({short})" if short else ""))
            self._output("Numbers: hexadecimal, or $hex +decimal %binary label label+1; "
                         "ranges first:last.  'help COMMAND' tells more.")  # fmt: skip
            return
        name = self._shortcuts.get(word, word)
        if name not in HELP:
            raise MonitorError(f"help: command '{word}' does not exist; 'help' lists all")
        usage, what, *more = HELP[name]
        self._output(f"{name} {usage}".rstrip())
        self._output(f"  {what}")
        for line in more:
            self._output(f"  {line}")

    def do_quit(self, _):
        """Leave the monitor."""
        if self.debugger.trace is not None:
            self.do_trace("off")
        return True

    def do_version(self, _):
        """Print versions."""
        import c64

        self._output(f"go64 {c64.__version__}, py65's Monitor")

    def do_cycles(self, _):
        """Print the machine's cycle."""
        self._output(f"{self.board.cycle}, {self.board.stolen} of them taken by the VIC")
