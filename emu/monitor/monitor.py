"""The machine-language monitor: py65's, on the exact core, with additions for the C64.

emu.host.terminal opens it (``go64 FILE --monitor``, ALT+D in the window).  Commands of py65's
Monitor (Mike Naberezny) keep their names, number formats and shortcuts; those that run the
machine run all of it.

Not emulated: py65's ``mpu`` (there is one CPU), loading from a URL.
"""

import cmd

from c64.debug.labels import find_label
from disk.base.errors import Go64Error
from emu.monitor.commands import BreakpointCommands, ChipCommands, MemoryCommands, RunCommands
from emu.monitor.drive_commands import DriveCommands
from emu.monitor.errors import MonitorError
from emu.monitor.help import HELP, TOPICS
from emu.monitor.time_commands import TimeCommands

SHORTCUTS = {
    "break": "add_breakpoint", "b": "add_breakpoint", "del": "delete_breakpoint",
    "z": "step", "n": "next", "bk": "back", "bt": "stack", "c": "compare", "t": "move",
    "sc": "screen", "tr": "trace", "u": "until", "en": "enable", "dis": "disable",
    "chip": "chips", "io": "chips", "fin": "finish", "ra": "raster",
}  # fmt: skip


class GoMonitor(
    RunCommands, BreakpointCommands, MemoryCommands, ChipCommands, DriveCommands, TimeCommands
):
    """py65's Monitor bound to a Debugger, with all commands; see CommandBase."""

    # -- py65's machinery ------------------------------------------------------------

    def _add_shortcuts(self) -> None:
        super()._add_shortcuts()
        self._shortcuts.update(SHORTCUTS)

    def full_name(self, word: str) -> str:
        """Return the command for a shortcut, or the word itself."""
        name: str = self._shortcuts.get(word, word)
        return name

    def _install_mpu_observers(self, getc_addr: int, putc_addr: int) -> None:
        """Do nothing: the program's accesses do not go through py65."""

    def _output_mpu_status(self) -> None:
        """Do nothing: only commands that run the machine print the registers."""

    @property
    def prompt(self) -> str:
        """VICE's prompt: the CPU's address space and the program counter."""
        return f"(C:${self.board.cpu.pc:04x}) "

    @prompt.setter
    def prompt(self, _: str) -> None:
        pass

    def onecmd(self, line: str) -> bool:
        """Run one command; an error is a one-line message, never a traceback."""
        line = self._preprocess_line(line)
        before = self.board.cycle
        try:
            return bool(cmd.Cmd.onecmd(self, line))
        except (Go64Error, ValueError, OSError) as error:
            self._output(f"?{' '.join(str(error).split())}")
        except KeyError as error:
            self._output(f"?{self._unknown(error.args[0])}")
        except OverflowError as error:
            self._output(f"?{error.args[0]} is outside $0000-$FFFF")
        finally:
            if self.client is not None and self.board.cycle != before:
                self.client.moved()
        return False

    def cmdloop(self, intro: object = None) -> None:
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

    def _unknown(self, message: object) -> str:
        """Return py65's message about an unknown label, with the nearest labels."""
        name = str(message).removeprefix("Label not found: ").strip("'")
        try:
            find_label(self._address_parser.labels, name)
        except Go64Error as error:
            return f"{error}; numbers are hexadecimal, +10 is decimal, %10 binary"
        return str(message)

    def emptyline(self) -> bool:
        """Do nothing: an empty line must not repeat the last command."""
        return False

    def default(self, line: str) -> None:
        """Report an unknown command."""
        self._output(f"?command '{line.split(maxsplit=1)[0]}' does not exist; 'help' lists all")

    def completenames(self, text: str, *_: object) -> list[str]:
        """Complete the names of commands."""
        return [name for name in HELP if name.startswith(text)]

    # -- help --------------------------------------------------------------------------

    def do_help(self, args: str) -> None:
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

    def do_quit(self, _: str) -> bool:
        """Leave the monitor."""
        if self.debugger.trace is not None:
            self.do_trace("off")
        return True

    def do_version(self, _: str) -> None:
        """Print versions."""
        import c64

        self._output(f"go64 {c64.__version__}, py65's Monitor")

    def do_cycles(self, _: str) -> None:
        """Print the machine's cycle."""
        self._output(f"{self.board.cycle}, {self.board.stolen} of them taken by the VIC")
