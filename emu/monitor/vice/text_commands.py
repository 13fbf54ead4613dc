"""The commands of VICE's text monitor, done on a Debugger.

``TextCommands.run`` takes a line as ``-remotemonitor`` and ``-moncommands`` have it, and returns
what VICE would print.  Numbers are hexadecimal; ``$`` ``+`` ``%`` ``&`` give the radix, a dot
begins a label.  ``after`` then says how the machine continues: None, "exit" or a goal of
emu.monitor.stepping.

Not as in VICE: there are no memory spaces of drives, ``radix`` stays hexadecimal, conditions are
those of emu.monitor.condition.

Source: VICE manual, chapter "Monitor"; output of VICE 3.10's monitor over a socket.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

from py65.assembler import Assembler
from py65.utils.addressing import AddressParser

from c64.debug.labels import read_labels
from c64.debug.py65_view import py65_class
from c64.errors import Go64Error
from disk.base.numbers import whole
from disk.plain_file import read_plain, read_text
from emu.kit import listing
from emu.kit.symbols import Symbols
from emu.monitor.assemble import BranchTooFar, assemble
from emu.monitor.breakpoint import EXEC, LOAD, OPERATIONS, STORE, Breakpoint, Hit
from emu.monitor.condition import Condition
from emu.monitor.debugger import Debugger
from emu.monitor.errors import MonitorError
from emu.monitor.memory_banks import BANKS, peek_bank, write_bank
from emu.monitor.stack import call_stack
from emu.monitor.stepping import ReturnGoal, StepGoal
from emu.monitor.trace import disassemble, flags_text, state_line
from emu.monitor.vice.host import Host
from emu.monitor.vice.keys import KeyQueue, QueueFull

KINDS = {number: kind for kind, number in OPERATIONS.items()}
RADIX = {"$": 16, "+": 10, "%": 2, "&": 8}
MEMORY_LINES, LISTING = 9, 24
FILE_LARGEST = 1 << 20
OUTPUT_LARGEST = 8 << 20  # characters that a line of a client may print, with the files it names
DEPTH_MOST = 16  # of files of commands that name one another
ALIASES = {
    "r": "registers", "m": "mem", "d": "disass", "g": "goto", "x": "exit", "q": "quit",
    "z": "step", "n": "next", "ret": "return", "un": "until", "bk": "break", "w": "watch",
    "tr": "trace", "del": "delete", "dis": "disable", "en": "enable", "cond": "condition",
    "l": "load", "bl": "bload", "s": "save", "bs": "bsave", "al": "add_label",
    "ll": "load_labels", "dl": "delete_label", "shl": "show_labels", "cl": "clear_labels",
    "f": "fill", "h": "hunt", "c": "compare", "t": "move", "sc": "screen", "sw": "stopwatch",
    "chis": "cpuhistory", "bt": "backtrace", "pb": "playback", "scrsh": "screenshot", "a": "asm",
    "rad": "radix", "p": "print", "~": "print", ">": "write", "?": "help", "dev": "device",
    "sfx": "sidefx", "autoload": "autostart",
}  # fmt: skip


class Wrong(Exception):
    """A line that VICE would refuse, with its message."""


class TextCommands:
    """The commands on one machine.

    labels   addresses by name, which conditions and addresses may use; ``add_label`` adds to them
    ``at``   where the next ``m``, ``d`` goes on
    """

    def __init__(
        self, debugger: Debugger, host: Host, keys: KeyQueue, labels: dict[str, int]
    ) -> None:
        self.debugger, self.board, self.machine = debugger, debugger.board, debugger.machine
        self.host, self.labels = host, labels
        self.after: StepGoal | Literal["exit"] | None = None
        self.at: int = self.board.cpu.pc
        self.assembling: int | None = None
        self.points: dict[int, str] = {}  # number -> commands
        self._keys = keys
        self._bank = BANKS["cpu"]
        self._out: list[str] = []
        self._printed = self._depth = 0
        view = py65_class(self.board)
        parser = AddressParser(labels=self.labels)
        self._assembler = Assembler(view(memory=view.whole_memory), parser)

    @property
    def prompt(self) -> str:
        """What VICE prints before it reads a line."""
        at = self.assembling
        return f"(C:${self.at:04x}) " if at is None else f".{at:04x}  "

    def stopped(self) -> None:
        """To be called where the machine has stopped."""
        self.at = self.board.cpu.pc

    def state(self, pc: int | None = None) -> str:
        """Return VICE's line of the instruction at an address (None: the next one)."""
        return state_line(self.board, self.name_at, pc) + "\n"

    def run(self, line: str) -> str:
        """Run a line and return what it prints."""
        self.after = None
        self._out, self._printed = [], 0
        self._line(line)
        return "".join(self._out)

    def run_file(self, path: str) -> Iterator[str]:
        """Run the commands of a file; yields what each prints. OSError if it is unreadable."""
        for line in read_text(path, FILE_LARGEST * 16, "replace").splitlines():
            yield self.run(line)

    def _line(self, line: str) -> None:
        text = line.strip()
        if self.assembling is not None:
            self._assembled(text)
            return
        if not text or text[0] in ";#":
            return
        name, rest = self._split(text)
        do: Callable[[str], None] | None = getattr(self, f"do_{ALIASES.get(name, name)}", None)
        try:
            if do is None:
                raise Wrong("Wrong syntax")
            do(rest)
        except Wrong as error:
            self._say(f"ERROR -- {error}:\n  {text}\n  ^")
        except (Go64Error, OSError, ValueError, QueueFull) as error:
            self._say(f"ERROR -- {' '.join(str(error).split()) or 'too much text'}")

    def _split(self, text: str) -> tuple[str, str]:
        if text[0] in ">~?":
            return text[0], text[1:].strip()
        if re.match(r"\.[A-Za-z_]", text) is None and text[0] == ".":
            return "a", text[1:].strip()
        name, _, rest = text.partition(" ")
        return name.lower(), rest.strip()

    def _say(self, text: str) -> None:
        self._printed += len(text) + 1
        if self._printed > OUTPUT_LARGEST and not text.startswith("ERROR"):
            raise MonitorError(f"prints more than {OUTPUT_LARGEST >> 20} MiB")
        self._out.append(text + "\n")

    # -- numbers and addresses -----------------------------------------------------------

    def number(self, text: str) -> int:
        """Return the value of a number or a label; KeyError if it is neither."""
        text = re.sub(r"^[cC]:", "", text)
        name = text[1:] if text.startswith(".") else text
        if text.startswith(".") or name in self.labels:
            if name in self.labels:
                return self.labels[name]
            if f".{name}" in self.labels:
                return self.labels[f".{name}"]
            raise KeyError(text)
        radix = RADIX.get(text[:1])
        try:
            return whole(text[1:], radix) if radix else whole(text, 16)
        except ValueError:
            raise KeyError(text) from None

    def _value(self, text: str, most: int = 0xFFFF) -> int:
        try:
            value = self.number(text)
        except KeyError:
            what = "Found an undefined label" if text.startswith(".") else "Unexpected token"
            raise Wrong(what) from None
        if not 0 <= value <= most:
            raise Wrong("Address too large" if most == 0xFFFF else "Value too large")
        return value

    def _words(self, text: str) -> list[str]:
        try:
            return shlex.split(text.replace(",", " "))
        except ValueError:
            raise Wrong("Wrong syntax") from None

    def _span(self, words: list[str]) -> tuple[int, int]:
        """Take one or two addresses off the words; the last is at least the first."""
        if not words:
            raise Wrong("Wrong syntax")
        first = self._value(words.pop(0))
        last = self._value(words.pop(0)) if words else first
        if last < first:
            raise Wrong("Invalid range")
        return first, last

    def name_at(self, address: int) -> str:
        """Return the label at an address, or ""."""
        return next((f".{n.lstrip('.')}" for n, a in self.labels.items() if a == address), "")

    def _peek(self, address: int) -> int:
        return peek_bank(self.board, self._bank, address & 0xFFFF)

    def _write(self, at: int, data: bytes) -> None:
        for offset, byte in enumerate(data):
            write_bank(self.board, self._bank, (at + offset) & 0xFFFF, byte)
        self.debugger.changed()

    # -- registers and memory ------------------------------------------------------------

    def do_registers(self, args: str) -> None:
        """Show the registers, or set some: ``r a=12, pc=c000``."""
        cpu, board = self.board.cpu, self.board
        if args:
            for name, text in re.findall(r"(\w+)\s*=\s*(\S+?)(?=,|\s|$)", args):
                self._set_register(name.lower(), text)
            self.debugger.changed()
            return
        flags = f"{cpu.p & 0xCF | 0x20:08b}"
        self._say("  ADDR A  X  Y  SP 00 01 NV-BDIZC LIN CYC  STOPWATCH")
        self._say(
            f".;{cpu.pc:04x} {cpu.a:02x} {cpu.x:02x} {cpu.y:02x} {cpu.sp:02x} "
            f"{board.port.peek(0, board.cycle):02x} {board.port.peek(1, board.cycle):02x} {flags} "
            f"{board.vic.raster_line:03d} {board.vic.cycle_in_line - 1:03d} {board.cycle:10d}"
        )

    def _set_register(self, name: str, text: str) -> None:
        cpu = self.board.cpu
        if name == "pc":
            cpu.go_to(self._value(text))
        elif name in ("fl", "p"):
            cpu.p = self._value(text, 0xFF) & 0xCF | cpu.p & 0x30
        elif name in ("a", "x", "y", "sp"):
            setattr(cpu, name, self._value(text, 0xFF))
        elif name in ("00", "01"):
            self.board.poke(int(name), self._value(text, 0xFF))
        else:
            raise Wrong("Wrong register")

    def do_mem(self, args: str) -> None:
        """Show memory, 16 bytes a line."""
        words = self._words(args)
        ended = len(words) > 1
        first, last = self._span(words) if words else (self.at, self.at)
        last = last if ended else min(first + 16 * MEMORY_LINES - 1, 0xFFFF)
        for at in range(first, last + 1, 16):
            data = [self._peek(a) for a in range(at, min(at + 16, last + 1))]
            groups = [data[n : n + 4] for n in range(0, 16, 4)]
            shown = "  ".join(" ".join(f"{b:02x}" for b in part).ljust(11) for part in groups)
            text = "".join(_letter(byte) for byte in data)
            self._say(f">C:{at:04x}  {shown}   {text}")
        self.at = (last + 1) & 0xFFFF

    def do_write(self, args: str) -> None:
        """Write bytes: ``> d020 00 01``; text in quotes is PETSCII."""
        words = self._words(args)
        if len(words) < 2:
            raise Wrong("Wrong syntax")
        at = self._value(words.pop(0))
        self._write(at, bytes(self._value(word, 0xFF) for word in words))

    def do_i(self, args: str) -> None:
        """Show memory as text, 40 bytes a line."""
        words = self._words(args)
        ended = len(words) > 1
        first, last = self._span(words) if words else (self.at, self.at)
        for at in range(first, (last if ended else first) + 1, 40):
            self._say(f">C:{at:04x}  " + "".join(_letter(self._peek(at + n)) for n in range(40)))
            self.at = (at + 40) & 0xFFFF

    def do_ii(self, args: str) -> None:
        """Show memory as screen codes."""
        self.do_i(args)

    def do_disass(self, args: str) -> None:
        """Disassemble."""
        words = self._words(args)
        ended = len(words) > 1
        at, last = self._span(words) if words else (self.at, self.at)
        shown = 0
        while at <= last if ended else shown < LISTING:
            name = self.name_at(at)
            if name:
                self._say(f"{name}:")
            length, line = disassemble(self.board, at, self.name_at)
            self._say(line)
            shown, at = shown + 1, at + length
            if at > 0xFFFF:
                break
        self.at = at & 0xFFFF

    def do_asm(self, args: str) -> None:
        """Assemble an instruction, and go on with the next line until an empty one."""
        place, _, statement = args.partition(" ")
        self.assembling = self._value(place)
        if statement.strip():
            self._assembled(statement.strip())

    def _assembled(self, statement: str) -> None:
        at = self.assembling
        if at is None or not statement:
            self.at = self.at if at is None else at
            self.assembling = None
            return
        try:
            code = assemble(self._assembler, statement, at)
        except BranchTooFar:
            self._say("Branch offset too large.")
            return
        except (SyntaxError, KeyError, OverflowError):
            self._say("Instruction not valid.")
            self.assembling, self.at = None, at
            return
        self._write(at, code)
        self.assembling = (at + len(code)) & 0xFFFF

    def do_fill(self, args: str) -> None:
        """Fill memory."""
        words = self._words(args)
        first, last = self._span(words)
        data = bytes(self._value(word, 0xFF) for word in words)
        if not data:
            raise Wrong("Wrong syntax")
        size = last - first + 1
        self._write(first, (data * (size // len(data) + 1))[:size])

    def do_hunt(self, args: str) -> None:
        """Search memory; xx is any byte."""
        words = self._words(args)
        first, last = self._span(words)
        wanted = [None if word == "xx" else self._value(word, 0xFF) for word in words]
        memory = [self._peek(at) for at in range(first, last + 1)]
        for at in range(len(memory) - len(wanted) + 1):
            if all(w is None or memory[at + n] == w for n, w in enumerate(wanted)):
                self._say(f"{first + at:04x}")

    def do_compare(self, args: str) -> None:
        """Compare memory."""
        for here, there in self._pairs(args):
            if self._peek(here) != self._peek(there):
                self._say(
                    f"${here:04x} ${there:04x}: {self._peek(here):02x} {self._peek(there):02x}"
                )

    def do_move(self, args: str) -> None:
        """Copy memory."""
        pairs = list(self._pairs(args))
        data = bytes(self._peek(here) for here, _ in pairs)
        self._write(pairs[0][1], data)

    def _pairs(self, args: str) -> Iterator[tuple[int, int]]:
        words = self._words(args)
        if len(words) != 3:
            raise Wrong("Wrong syntax")
        (first, last), base = self._span(words), self._value(words[0])
        return ((at, (base + at - first) & 0xFFFF) for at in range(first, last + 1))

    def do_bank(self, args: str) -> None:
        """Choose what memory commands see, or list the banks."""
        if not args:
            names = "".join(
                f"{'*' if number == self._bank else ''}{name} \t" for name, number in BANKS.items()
            )
            self._say(f"Available banks (some may be equivalent to others):\n{names}")
        elif args.lower() in BANKS:
            self._bank = BANKS[args.lower()]
        else:
            raise Wrong("Unknown bank name")

    def do_screen(self, _: str) -> None:
        """Show the text screen."""
        lines = self.machine.screen.text().split("\n")
        self._say("Displaying 40x25 screen at $0400:")
        for row in range(25):
            text = lines[row] if row < len(lines) else ""
            self._say(f"*C:{0x0400 + 40 * row:04x}  {text.lower():<40}")

    # -- running -------------------------------------------------------------------------

    def do_goto(self, args: str) -> None:
        """Run on, from an address."""
        if args:
            self.board.cpu.go_to(self._value(args))
            self.debugger.changed()
        self.after = "exit"

    def do_exit(self, _: str) -> None:
        """Run on."""
        self.after = "exit"

    def do_quit(self, _: str) -> None:
        """End the emulator."""
        self.host.quit()
        self.after = "exit"

    def _count(self, args: str) -> int:
        return self._value(args, 0xFFFFFF) if args else 1

    def do_step(self, args: str) -> None:
        """Run instructions."""
        self.after = StepGoal(self.debugger, max(self._count(args), 1))

    def do_next(self, args: str) -> None:
        """Run instructions, subroutines as one."""
        self.after = StepGoal(self.debugger, max(self._count(args), 1), over=True)

    def do_return(self, _: str) -> None:
        """Run to the end of the routine."""
        self.after = ReturnGoal(self.debugger)

    def do_until(self, args: str) -> None:
        """Run to an address."""
        if not args:
            self._list(lambda point: point.temporary)
            return
        point = self.debugger.add("exec", self._value(args), temporary=True)
        self._say(_described(point))
        self.after = "exit"

    def do_reset(self, args: str) -> None:
        """Reset the machine (0), or switch it off and on (1)."""
        self._keys.clear()
        if args.strip() in ("", "0"):
            self.machine.reset()
        elif args.strip() == "1":
            self.machine.power_cycle()
        else:
            raise Wrong("Wrong syntax")
        self.debugger.changed()
        self.after = "exit"

    # -- checkpoints ---------------------------------------------------------------------

    def do_break(self, args: str) -> None:
        """Add a breakpoint: ``break [load|store|exec] [FIRST [LAST]] [if CONDITION]``."""
        self._add(args, EXEC, stops=True)

    def do_watch(self, args: str) -> None:
        """Add a watchpoint."""
        self._add(args, LOAD | STORE, stops=True)

    def do_trace(self, args: str) -> None:
        """Add a checkpoint that is reported and does not stop."""
        self._add(args, EXEC, stops=False)

    def _add(self, args: str, usual: int, stops: bool) -> None:
        place, given, condition = f"{args} ".partition(" if ")
        words = self._words(place)
        if not words:
            self._list(lambda point: True)
            return
        operation = 0
        while words and words[0].lower() in ("load", "store", "exec"):
            operation |= {"load": LOAD, "store": STORE, "exec": EXEC}[words.pop(0).lower()]
        if not words or len(words) > 2:
            raise Wrong("Wrong syntax")
        first, last = self._span(words)
        parsed = self._condition(condition) if given else None
        point = self.debugger.add(KINDS[operation or usual], first, last, stops=stops, client=True)
        point.condition = parsed
        self._say(_described(point))
        if parsed is not None:
            self._say(f"Setting checkpoint {point.number} condition to: {parsed.text}")

    def _condition(self, text: str) -> Condition:
        if not text.strip():
            raise Wrong("Wrong syntax")
        return Condition(text.strip(), self.debugger.context, self.number)

    def _list(self, wanted: Callable[[Breakpoint], bool]) -> None:
        points = [p for p in self.debugger.listed() if p.operations and wanted(p)]
        for point in points:
            self._say(_described(point))
            if point.condition is not None:
                self._say(f"\tCondition: {point.condition.text}")
            if point.number in self.points:
                self._say(f"\tCommand: {self.points[point.number]}")
        if not points:
            self._say("No breakpoints are set")

    def _point(self, text: str) -> Breakpoint:
        try:
            return self.debugger.find(whole(text.lstrip("#")))
        except (ValueError, MonitorError):
            raise Wrong("Invalid checkpoint number") from None

    def _chosen(self, args: str) -> list[Breakpoint]:
        words = self._words(args)
        return [self._point(word) for word in words] if words else self.debugger.listed()

    def do_delete(self, args: str) -> None:
        """Delete checkpoints, all without a number."""
        for point in self._chosen(args):
            self.debugger.delete(point.number)
            self.points.pop(point.number, None)

    def do_enable(self, args: str) -> None:
        """Switch checkpoints on."""
        for point in self._chosen(args):
            self.debugger.enable(point.number, True)

    def do_disable(self, args: str) -> None:
        """Switch checkpoints off."""
        for point in self._chosen(args):
            self.debugger.enable(point.number, False)

    def do_condition(self, args: str) -> None:
        """Give a checkpoint a condition: ``cond 1 if a == $01``."""
        number, _, text = args.partition(" ")
        point = self._point(number)
        point.condition = self._condition(text.strip().removeprefix("if "))
        self._say(f"Setting checkpoint {point.number} condition to: {point.condition.text}")

    def do_ignore(self, args: str) -> None:
        """Let the next hits of a checkpoint pass."""
        number, *count = self._words(args) or [""]
        point = self._point(number)
        point.ignore = self._count(count[0] if count else "")
        self._say(f"Will ignore the next {point.ignore} hits of checkpoint #{point.number}")

    def do_command(self, args: str) -> None:
        """Give a checkpoint commands, which run when it is hit."""
        number, *text = self._words_quoted(args)
        point = self._point(number)
        if len(text) != 1:
            raise Wrong("Wrong syntax")
        self.points[point.number] = text[0]
        self._say(f"Setting checkpoint {point.number} command to: {text[0]}")

    def _words_quoted(self, args: str) -> list[str]:
        """Split at spaces only: what is in quotes may hold commas."""
        try:
            words = shlex.split(args)
        except ValueError:
            words = []
        if not words or not words[0]:
            raise Wrong("Wrong syntax")
        return words

    def hit_text(self, hit: Hit) -> str:
        """Return VICE's two lines of a checkpoint that was hit: what, and the instruction."""
        point, vic = hit.point, self.board.vic
        what = "Stop on" if point.stops else "Trace"
        kind = "exec" if point.operations & EXEC else _words_of(point.operations)
        line, cycle = vic.raster_line, vic.cycle_in_line - 1
        return (
            f"#{point.number} ({what:<7} {kind:>5} {hit.address:04x})  {line:3d}/${line:03x},"
            f" {cycle:3d}/${cycle:02x}\n{self.state(hit.pc)}"
        )

    # -- labels --------------------------------------------------------------------------

    def do_add_label(self, args: str) -> None:
        """Add a label: ``al C:0819 .name``."""
        words = args.split()
        if len(words) != 2:
            raise Wrong("Wrong syntax")
        self.labels[words[1].lstrip(".")] = self._value(words[0], 0xFFFFFF) & 0xFFFF

    def do_load_labels(self, args: str) -> None:
        """Read a file of labels."""
        words = [word for word in self._words_quoted(args) if word.lower() != "c:"]
        for name, value in read_labels(words[0]).items():
            self.labels[name.lstrip(".")] = value & 0xFFFF

    def do_delete_label(self, args: str) -> None:
        """Delete a label."""
        if self.labels.pop(args.strip().lstrip("."), None) is None:
            raise Wrong("Found an undefined label")

    def do_clear_labels(self, _: str) -> None:
        """Delete all labels."""
        self.labels.clear()

    def do_show_labels(self, _: str) -> None:
        """List the labels."""
        for name, value in sorted(self.labels.items(), key=lambda item: item[1]):
            self._say(f"${value:04x} .{name}")

    # -- files ---------------------------------------------------------------------------

    def do_load(self, args: str) -> None:
        """Load a program to its address, or to another: ``load "FILE" 0 c000``."""
        self._load(args, header=True)

    def do_bload(self, args: str) -> None:
        """Load bytes: ``bload "FILE" 0 c000``."""
        self._load(args, header=False)

    def _load(self, args: str, header: bool) -> None:
        path, device, *where = [*self._words_quoted(args), "0"][:3]
        if device not in ("0", "00") and where == ["0"]:
            raise Wrong("Wrong device")
        words = self._words_quoted(args)
        data = read_plain(path, 0x10002)
        at = self._value(words[2]) if len(words) > 2 else None
        if header:
            if len(data) < 3:
                raise MonitorError(f"{path}: is no program with its address")
            at, data = (data[0] | data[1] << 8 if at is None else at), data[2:]
        if at is None:
            raise Wrong("Wrong syntax")
        data = data[: 0x10000 - at]
        self._write(at, data)
        self._say(
            f"Loading '{path}' from {at:04X} to {at + len(data) - 1:04X} ({len(data):04X} bytes)"
        )

    def do_save(self, args: str) -> None:
        """Save memory with its address: ``save "FILE" 0 FIRST LAST``."""
        self._save(args, header=True)

    def do_bsave(self, args: str) -> None:
        """Save memory."""
        self._save(args, header=False)

    def _save(self, args: str, header: bool) -> None:
        words = self._words_quoted(args)
        if len(words) != 4:
            raise Wrong("Wrong syntax")
        first, last = self._span(words[2:])
        head = first.to_bytes(2, "little") if header else b""
        Path(words[0]).write_bytes(head + bytes(self._peek(a) for a in range(first, last + 1)))
        self._say(f"Saving file '{words[0]}' from ${first:04x} to ${last:04x}")

    def do_screenshot(self, args: str) -> None:
        """Save the picture as a PNG file."""
        path = Path(self._words_quoted(args)[0])
        self.machine.screen.image.save(path if path.suffix else path.with_suffix(".png"))

    def do_autostart(self, args: str) -> None:
        """Reset the machine and start a file."""
        self.host.autostart(self._words_quoted(args)[0], True)
        self.after = "exit"

    def do_attach(self, args: str) -> None:
        """Put a disk into drive 8 or 9: ``attach "FILE" 8``."""
        path, *device = self._words_quoted(args)
        if device not in (["8"], ["9"]):
            raise Wrong("Wrong device")
        self.machine.drives[int(device[0])].attach(path)

    def do_playback(self, args: str) -> None:
        """Run the commands of a file."""
        if self._depth >= DEPTH_MOST:
            raise MonitorError(f"more than {DEPTH_MOST} files in one another")
        self._depth += 1
        try:
            for line in read_text(
                self._words_quoted(args)[0], FILE_LARGEST, "replace"
            ).splitlines():
                self._line(line)
        finally:
            self._depth -= 1

    # -- the rest ------------------------------------------------------------------------

    def do_keybuf(self, args: str) -> None:
        """Type text into the keyboard buffer."""
        text = args.strip()
        text = text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text
        self._keys.put(text.encode("latin-1", "replace"))

    def do_stopwatch(self, _: str) -> None:
        """Show the cycle."""
        self._say(f"Stopwatch: {self.board.cycle:10d}")

    def do_cpuhistory(self, args: str) -> None:
        """Show the last instructions."""
        for past in self.debugger.history.recent(min(self._count(args or "a"), 8192)):
            code = bytes(past.code).ljust(3, b"\0")

            def byte(at: int, base: int = past.pc, data: bytes = code) -> int:
                return data[at - base & 0xFFFF] if (at - base) & 0xFFFF < 3 else 0

            text, length = listing.disassemble(past.pc, byte, Symbols())
            dump = " ".join(f"{b:02X}" for b in code[:length])
            self._say(
                f".C:{past.pc:04x}  {dump:<12}{text.upper():<15}A:{past.a:02x} X:{past.x:02x} "
                f"Y:{past.y:02x} SP:{past.sp:02x} {flags_text(past.p)} {past.cycle:12d}"
            )

    def do_backtrace(self, _: str) -> None:
        """Show the call stack."""
        pc = self.board.cpu.pc
        self._say(f"             PC        {disassemble(self.board, pc, self.name_at)[1]}")
        for frame in call_stack(self.board, self.debugger.history):
            if frame.kind.startswith("data"):
                continue
            target = self._peek(frame.pc + 1) | self._peek(frame.pc + 2) << 8
            depth = (frame.place - self.board.cpu.sp) & 0xFF
            code = disassemble(self.board, frame.pc, self.name_at)[1]
            to = f"{target:04x}" if frame.kind.startswith("JSR") else frame.kind[:4]
            self._say(f"{frame.pc:04x} -> {to:<4} [SP +{depth:3d}] {code}")

    def do_print(self, args: str) -> None:
        """Show a number in every radix."""
        value = self._value(args.strip(), 0xFFFFFFFF)
        self._say(f"+{value}\n${value:02x}\n0{value:o}\n%{value:b}")

    def do_radix(self, args: str) -> None:
        """Tell the radix of numbers."""
        if args and args.strip().lower() != "h":
            raise MonitorError("numbers are hexadecimal here; write + for a decimal one")
        self._say("Default radix is Hexadecimal")

    def do_device(self, args: str) -> None:
        """Choose the computer, whose memory this is."""
        if args.strip().lower() not in ("", "c:", "c"):
            raise MonitorError("drives have no memory space here")

    def do_sidefx(self, _: str) -> None:
        """Nothing: looking at memory has no effect."""

    def do_warp(self, args: str) -> None:
        """Switch warp on or off, or tell."""
        warp = self.host.resources.get("warpmode")
        if warp is None:
            self._say("Warp mode is on.")
        elif args.strip() in ("on", "off"):
            if warp.put is not None:
                warp.put(int(args.strip() == "on"))
        else:
            self._say(f"Warp mode is {'on' if warp.get() else 'off'}.")

    def do_help(self, _: str) -> None:
        """List the commands."""
        names = sorted(name[3:] for name in dir(self) if name.startswith("do_"))
        short = {name: alias for alias, name in ALIASES.items()}
        shown = [f"{name} ({short[name]})" if name in short else name for name in names]
        self._say("Available commands are:\n")
        for row in range(0, len(shown), 3):
            self._say("".join(f"{word:<25}" for word in shown[row : row + 3]).rstrip())


def _letter(byte: int) -> str:
    """Return what VICE shows of a byte: a letter of PETSCII or of a screen code, else a dot."""
    if 1 <= byte <= 26:
        return chr(byte + 0x60)
    if 0x41 <= byte <= 0x5A:
        return chr(byte + 0x20)
    return chr(byte) if 0x20 <= byte < 0x41 else "."


def _words_of(operations: int) -> str:
    names = [name for bit, name in ((LOAD, "load"), (STORE, "store"), (EXEC, "exec"))
             if operations & bit]  # fmt: skip
    return " ".join(names)


def _described(point: Breakpoint) -> str:
    """Return VICE's line of a checkpoint."""
    what = "BREAK" if point.operations == EXEC else "WATCH"
    what = "UNTIL" if point.temporary else what if point.stops else "TRACE"
    span = f"${point.first:04x}" + (f"-${point.last:04x}" if point.last != point.first else "")
    verb = "Stop on" if point.stops else "Trace"
    state = "" if point.enabled else " disabled"
    return f"{what}: {point.number}  C:{span}  ({verb} {_words_of(point.operations)}){state}"
