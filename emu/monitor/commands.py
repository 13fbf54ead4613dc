"""The monitor's commands by topic; emu.monitor.monitor combines them.

Every ``do_NAME`` has its entry in emu.monitor.help, which is also what ``help`` shows.
"""

import shlex
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from c64.debug.labels import read_labels
from c64.input.typist import parse_keys
from disk.plain_file import read_plain
from emu.kit.symbols import is_linkers
from emu.monitor.assemble import assemble
from emu.monitor.breakpoint import ACCESSES, VECTORS, Breakpoint, Stop
from emu.monitor.chips import CHIPS, chip_lines, raw_lines
from emu.monitor.command_base import CommandBase
from emu.monitor.errors import MonitorError
from emu.monitor.help import HELP
from emu.monitor.stack import STACK, Frame, call_stack
from emu.monitor.stepping import JSR, RTI, RTS
from emu.monitor.trace import TraceFile, disassemble

UNITS = ("instructions", "cycles", "lines", "frames", "seconds")
LISTING = 16  # instructions of a disassembly without an end
MEM_LINES = 8  # lines of memory without an end


def words(args: str, least: int, most: int, usage: str) -> list[str]:
    """Split a command's arguments; MonitorError if there are too few or too many."""
    try:
        parts = shlex.split(args)
    except ValueError as error:
        raise MonitorError(f"{usage}: {error}") from None
    if not least <= len(parts) <= most:
        raise MonitorError(f"expected: {usage}")
    return parts


class RunCommands(CommandBase):
    """Commands that run the machine."""

    def do_goto(self, args: str) -> bool:
        """Run on."""
        if args:
            (text,) = words(args, 1, 1, "goto [ADDRESS]")
            self.board.cpu.go_to(self.number(text))
            self.debugger.changed()
        if self.windowed:
            return True
        if self.client is not None:
            return self.client.run()
        with self.interruptible():
            stop = self.debugger.run()
        self.after(stop)
        return False

    def _run(self, stopcodes: Iterable[int] = ()) -> None:
        """Replaces py65's loop, which would not run the chips."""
        raise NotImplementedError

    def _stepped(self, run: Callable[[int], Stop | None], args: str) -> None:
        """Run a step of ``count`` and show the new state."""
        count = self.count(args)
        with self.interruptible():
            stop = run(count)
        self.after(stop)

    def do_step(self, args: str) -> None:
        """Run instructions."""
        self._stepped(self.debugger.step, args)

    def do_next(self, args: str) -> None:
        """Run instructions, subroutines as one."""

        def run(count: int) -> Stop | None:
            stop = None
            while count and stop is None:
                stop = self.debugger.step_over()
                count -= 1
            return stop

        self._stepped(run, args)

    def do_cycle(self, args: str) -> None:
        """Run cycles."""
        self._stepped(self.debugger.step_cycles, args)

    def do_line(self, args: str) -> None:
        """Run raster lines."""
        self._stepped(self.debugger.step_lines, args)

    def do_frame(self, args: str) -> None:
        """Run frames."""
        self._stepped(self.debugger.step_frames, args)

    def do_finish(self, _: str) -> None:
        """Run to the end of the subroutine."""
        with self.interruptible():
            self.after(self.debugger.step_out())

    def do_return(self, _: str) -> None:
        """Run to the next RTS or RTI."""
        board = self.board

        def at_return() -> bool:
            return board.peek(board.cpu.pc) in (RTS, RTI)

        with self.interruptible():
            self.after(self.debugger.run(until=at_return))

    def do_until(self, args: str) -> None:
        """Run to an address."""
        (text,) = words(args, 1, 1, "until ADDRESS")
        pc = self.number(text)
        with self.interruptible():
            self.after(self.debugger.run_to(pc))

    def do_raster(self, args: str) -> None:
        """Run to a raster line."""
        line, *cycle = (self.count_or_zero(w) for w in words(args, 1, 2, "raster LINE [CYCLE]"))
        point = self.debugger.add("raster", line, (cycle or [1])[0], temporary=True)
        with self.interruptible():
            stop = self.debugger.run()
        self.debugger.remove(point)
        self.after(stop if stop is None or stop.breakpoint is not point else None)

    def do_back(self, args: str) -> None:
        """Go back."""
        parts = words(args, 0, 2, "back [N] [UNIT]")
        unit = "instructions"
        if parts and not parts[-1].isdecimal():
            matches = [u for u in UNITS if u.startswith(parts[-1].lower())]
            if len(matches) != 1:
                raise MonitorError(f"back: unit '{parts[-1]}' is not one of {', '.join(UNITS)}")
            unit = matches[0]
            parts.pop()
        self.debugger.back(self.count(parts[0] if parts else ""), unit)
        self.after(None)

    def do_reset(self, args: str) -> None:
        """Reset the machine."""
        if args not in ("", "hard"):
            raise MonitorError("expected: reset [hard]")
        if args:
            self.machine.power_cycle()
        else:
            self.machine.reset()
        self.debugger.changed()
        self.after(None)

    def do_keys(self, args: str) -> None:
        """Type."""
        text = args.replace("\\n", "\n").replace("{RETURN}", "\n").replace("{return}", "\n")
        parse_keys(text)
        self.machine.type(text, wait=False)

    def do_trace(self, args: str) -> None:
        """Trace to a file."""
        parts = words(args, 1, 2, "trace FILE [N] | off")
        debugger = self.debugger
        if debugger.trace is not None:
            debugger.trace.close()
            self._output(f"{debugger.trace.count} lines in {debugger.trace.path}")
            debugger.trace = None
        elif parts[0] == "off":
            self._output("no trace is running")
        if parts[0] == "off":
            return
        count = self.count(parts[1]) if len(parts) > 1 else 0
        debugger.trace = TraceFile(parts[0])
        if count:
            try:
                self._stepped(debugger.step, parts[1])
            finally:
                self.do_trace("off")


class BreakpointCommands(CommandBase):
    """Commands for breakpoints."""

    def do_add_breakpoint(self, args: str) -> None:
        """Add a breakpoint."""
        place, given, condition = f" {args} ".partition(" if ")
        if given and not condition.strip():
            raise MonitorError("expected: a condition after 'if'")
        usage = f"add_breakpoint {HELP['add_breakpoint'][0]}"
        kind, *where = words(place, 1, 3, usage)
        if kind in VECTORS and not where:
            first, last = VECTORS[kind], VECTORS[kind]
        elif kind == "raster" and where:
            numbers = [self.count_or_zero(w) for w in where]
            first, last = numbers[0], (numbers[1:] or [1])[0]
        elif kind in ("exec", *ACCESSES) and len(where) == 1:
            first, last = self.range(where[0])
        elif not where:
            first, last = self.range(kind)
            kind = "exec"
        else:
            raise MonitorError(f"expected: {usage}")
        point = self.debugger.add(kind, first, last, condition.strip() or None, self.number)
        self._output(self._described(point))

    def _described(self, point: Breakpoint) -> str:
        name = self.name_at(point.first) if point.kind in ("exec", *ACCESSES) else ""
        text = f"{point.number}: {point.place()}" + (f" {name}" if name else "")
        if point.condition is not None:
            text += f" if {point.condition.text}"
        if point.ignore:
            text += f", still to ignore: {point.ignore}"
        return (
            text
            + (f", hits: {point.hits}" if point.hits else "")
            + ("" if point.enabled else ", off")
        )

    def _point(self, text: str) -> int:
        if not text.isdecimal():
            raise MonitorError(f"'{text}' is not a breakpoint; show_breakpoints lists them")
        return int(text)

    def do_delete_breakpoint(self, args: str) -> None:
        """Delete a breakpoint."""
        (text,) = words(args, 1, 1, "delete_breakpoint NUMBER | all")
        numbers = (
            [p.number for p in self.debugger.listed()] if text == "all" else [self._point(text)]
        )
        for number in numbers:
            self.debugger.delete(number)

    def do_enable(self, args: str) -> None:
        """Switch on."""
        self.debugger.enable(self._point(args), True)

    def do_disable(self, args: str) -> None:
        """Switch off."""
        self.debugger.enable(self._point(args), False)

    def do_condition(self, args: str) -> None:
        """Set a condition."""
        number, _, text = args.partition(" ")
        text = text.strip().removeprefix("if ")
        self.debugger.set_condition(self._point(number), text, self.number)
        self._output(self._described(self.debugger.find(int(number))))

    def do_ignore(self, args: str) -> None:
        """Ignore a breakpoint a number of times."""
        number, times = words(args, 2, 2, "ignore NUMBER N")
        point = self.debugger.find(self._point(number))
        point.ignore = self.count_or_zero(times)
        self._output(self._described(point))

    def do_show_breakpoints(self, _: str) -> None:
        """List breakpoints."""
        for point in self.debugger.listed():
            self._output(self._described(point))
        if not self.debugger.listed():
            self._output("no breakpoints")


def as_text(data: bytes) -> str:
    """Return PETSCII bytes as text, a dot for anything but letters, digits and signs."""
    return "".join(chr(c & 0x7F) if 0x20 <= c & 0x7F < 0x60 else "." for c in data)


class MemoryCommands(CommandBase):
    """Commands that show and change memory."""

    def do_mem(self, args: str) -> None:
        """Show memory."""
        (text,) = words(args, 1, 1, "mem RANGE")
        first, last = self.range(text)
        if ":" not in text:
            last = min(first + MEM_LINES * self._columns() - 1, 0xFFFF)
        for at in range(first, last + 1, self._columns()):
            line = range(at, min(at + self._columns(), last + 1))
            data = bytes(self.board.peek(a) for a in line)
            shown = data.hex(" ").ljust(3 * self._columns())
            self._output(f">C:{at:04x}  {shown} {as_text(data)}")

    def _columns(self) -> int:
        """Return the bytes in a line of mem: a power of two that fits, 64 at most."""
        fits = (self._width - 9) // 4
        return max(1 << max(fits, 1).bit_length() - 1, 1) if fits < 64 else 64

    def do_disassemble(self, args: str) -> None:
        """Show instructions."""
        if args:
            (text,) = words(args, 1, 1, "disassemble [RANGE]")
            first, last = self.range(text)
            self._at = first
        else:
            last = None
        shown = 0
        source = None
        while shown < LISTING if last is None else self._at <= last:
            if self.source_at(self._at) not in (source, ""):
                source = self.source_at(self._at)
                self._output(source)
            label = self.name_at(self._at)
            if label:
                self._output(f"{label}:")
            length, line = disassemble(self.board, self._at, self.name_at)
            self._output(line)
            shown += 1
            self._at += length
            if self._at > 0xFFFF:
                break
        self._at &= 0xFFFF

    def _interactive_assemble(self, args: str) -> None:
        at = self.number(args) if args else self.board.cpu.pc
        while True:
            line = self._ask(f".a {at:04x}  ").strip()
            if not line:
                return
            at = self._assemble(at, line)

    def _ask(self, prompt: str) -> str:
        """Return a line of input, "" at its end."""
        if self.use_rawinput:
            try:
                return input(prompt)
            except EOFError:
                return ""
        self.stdout.write(prompt)
        return self.stdin.readline()

    def _assemble(self, at: int, statement: str) -> int:
        """Assemble a statement; return the address behind it."""
        try:
            code = assemble(self._assembler, statement, at)
        except SyntaxError:
            raise MonitorError(f"'{statement}' is not a 6502 statement") from None
        except OverflowError as error:
            if error.args:  # a number is too large
                raise
            raise MonitorError(f"${at:04X}: '{statement}' does not fit below $10000") from None
        self._write(at, code)
        self._output(disassemble(self.board, at, self.name_at)[1])
        return (at + len(code)) & 0xFFFF

    def do_assemble(self, args: str) -> None:
        """Assemble."""
        address, _, statement = args.partition(" ")
        if statement.strip():
            self._assemble(self.number(address), statement.strip())
        else:
            self._interactive_assemble(address)

    def _write(self, at: int, data: Iterable[int]) -> None:
        """Write bytes as the CPU would; rewind restarts from here."""
        for offset, byte in enumerate(data):
            self.board.poke(at + offset, byte)
        self.debugger.changed()

    def _bytes(self, parts: Iterable[str]) -> list[int]:
        data = []
        for part in parts:
            value = self.number(part)
            if value > 0xFF:
                raise MonitorError(f"'{part}' is ${value:X}, not a byte")
            data.append(value)
        return data

    def do_fill(self, args: str) -> None:
        """Fill memory."""
        span, *parts = words(args, 2, 1000, "fill RANGE BYTE ...")
        first, last = self.range(span)
        data = self._bytes(parts)
        size = len(data) if first == last else last - first + 1
        size = min(size, 0x10000 - first)
        self._write(first, [data[n % len(data)] for n in range(size)])
        self._output(f"wrote {size} bytes, ${first:04X}-${first + size - 1:04X}")

    def do_hunt(self, args: str) -> None:
        """Search memory."""
        quoted = args.rstrip().endswith('"')
        span, *parts = words(args, 2, 1000, 'hunt RANGE BYTE ... | "TEXT"')
        first, last = self.range(span)
        if quoted:
            wanted: list[int | None] = list(" ".join(parts).encode("latin-1", "replace"))
        else:
            wanted = [None if p.lower() == "xx" else self._bytes([p])[0] for p in parts]
        memory = [self.board.peek(a) for a in range(first, last + 1)]
        found = 0
        for at in range(len(memory) - len(wanted) + 1):
            if all(w is None or memory[at + n] == w for n, w in enumerate(wanted)):
                name = self.name_at(first + at)
                self._output(f"${first + at:04X}" + (f" {name}" if name else ""))
                found += 1
        self._output(f"found {found}")

    def do_compare(self, args: str) -> None:
        """Compare memory."""
        span, other = words(args, 2, 2, "compare RANGE ADDRESS")
        (first, last), base = self.range(span), self.number(other)
        peek, differ = self.board.peek, 0
        for at in range(first, last + 1):
            there = (base + at - first) & 0xFFFF
            if peek(at) != peek(there):
                self._output(f"${at:04X} {peek(at):02X}   ${there:04X} {peek(there):02X}")
                differ += 1
        self._output(f"{differ} of {last - first + 1} bytes differ")

    def do_move(self, args: str) -> None:
        """Copy memory."""
        span, other = words(args, 2, 2, "move RANGE ADDRESS")
        (first, last), base = self.range(span), self.number(other)
        self._write_checked(base, [self.board.peek(a) for a in range(first, last + 1)])

    def _write_checked(self, at: int, data: Sequence[int]) -> None:
        if at + len(data) > 0x10000:
            raise MonitorError(f"{len(data)} bytes at ${at:04X} end past $FFFF")
        self._write(at, data)
        self._output(f"wrote {len(data)} bytes, ${at:04X}-${at + len(data) - 1:04X}")

    def do_load(self, args: str) -> None:
        """Load bytes."""
        path, *where = words(args, 1, 2, "load FILE [ADDRESS | top]")
        data = _read(path)
        if where == ["top"]:
            at = 0x10000 - len(data)
        else:
            at = self.number(where[0]) if where else self.board.cpu.pc
        self._write_checked(at, data)

    def do_load_prg(self, args: str) -> None:
        """Load a program."""
        path, *where = words(args, 1, 2, "load_prg FILE [ADDRESS]")
        data = _read(path)
        if len(data) < 3:
            raise MonitorError(f"{path}: {len(data)} bytes are not a program with its address")
        at = self.number(where[0]) if where else data[0] | data[1] << 8
        self._write_checked(at, data[2:])

    def _save(self, args: str, usage: str, header: bool) -> None:
        path, *ends = words(args, 3, 3, usage)
        first, last = map(self.number, ends)
        if last < first:
            raise MonitorError(f"range ${first:04X}-${last:04X} ends before it begins")
        data = bytes(self.board.peek(a) for a in range(first, last + 1))
        head = first.to_bytes(2, "little") if header else b""
        try:
            Path(path).write_bytes(head + data)
        except OSError as error:
            raise MonitorError(f"{path}: cannot be written ({error.strerror})") from None
        self._output(f"saved {len(data)} bytes to {path}")

    def do_save(self, args: str) -> None:
        """Save bytes."""
        self._save(args, "save FILE FIRST LAST", header=False)

    def do_save_prg(self, args: str) -> None:
        """Save a program."""
        self._save(args, "save_prg FILE FIRST LAST", header=True)

    def do_screen(self, _: str) -> None:
        """Show the text screen."""
        self._output(self.machine.screen.text())

    def do_screenshot(self, args: str) -> None:
        """Save the picture."""
        (path,) = words(args, 1, 1, "screenshot FILE.png")
        try:
            self.machine.screen.image.save(path)
        except OSError as error:
            raise MonitorError(f"{path}: cannot be written ({error.strerror or error})") from None


def _read(path: str) -> bytes:
    try:
        data = read_plain(path, 0x10002)
    except OSError as error:
        raise MonitorError(f"{path}: cannot be read ({error.strerror})") from None
    if not 0 < len(data) <= 0x10002:
        raise MonitorError(f"{path}: {len(data)} bytes do not fit in memory")
    return data


class ChipCommands(CommandBase):
    """Commands that show CPU and chips."""

    def do_registers(self, args: str) -> None:
        """Show or change registers."""
        if args:
            super().do_registers(args)
            if "pc=" in args:
                self.board.cpu.go_to(self.board.cpu.pc)  # also before the machine's first cycle
            self.debugger.changed()
        self.after(None)

    def do_chips(self, args: str) -> None:
        """Show chips."""
        parts = words(args, 0, 2, "chips [CHIP | raw CHIP]")
        if parts[:1] == ["raw"] and len(parts) == 2:
            if parts[1] not in CHIPS:
                raise MonitorError(
                    f"chip '{parts[1]}' does not exist; choose from {', '.join(CHIPS)}"
                )
            lines = raw_lines(self.board, parts[1])
        elif len(parts) == 2:
            raise MonitorError("expected: chips [CHIP | raw CHIP]")
        else:
            lines = [t for name in parts or CHIPS for t in chip_lines(self.board, name)]
        for line in lines:
            self._output(line)

    def do_stack(self, _: str) -> None:
        """Show the call stack."""
        board = self.board
        self._output(f"  ${board.cpu.pc:04X} {self._routine(board.cpu.pc)}")
        for frame in call_stack(board, self.debugger.history):
            self._output(self._frame_line(frame))

    def _frame_line(self, frame: Frame) -> str:
        peek, place = self.board.peek, f"   (stack ${frame.place:02X})"
        kind = frame.kind.rstrip("?")
        if frame.kind == "data":
            data = self.board.ram_low[STACK + frame.place : STACK + frame.place + frame.size]
            return f"    pushed: {bytes(data).hex(' ')}{place}"
        if kind == "JSR" and peek(frame.pc) != JSR:
            return f"  ${frame.pc:04X} in memory that is switched out: JSR{place}"
        text = f"  ${frame.pc:04X} {self._routine(frame.pc)}: {kind}"
        if kind == "JSR":
            target = peek((frame.pc + 1) & 0xFFFF) | peek((frame.pc + 2) & 0xFFFF) << 8
            text += f" {self.name_at(target) or f'${target:04X}'}"
        return text + place + ("  ?, older than the history" if frame.kind == "JSR?" else "")

    def _routine(self, address: int) -> str:
        """Return the nearest label below an address as ``label+n``, or ""."""
        labels = self._address_parser.labels
        below = [(a, n) for n, a in labels.items() if a <= address and address - a < 0x400]
        if not below:
            return ""
        base, name = max(below)
        return name if base == address else f"{name}+{address - base}"

    def do_show_labels(self, args: str) -> None:
        """List labels."""
        part = args.strip().lower()
        labels = self._address_parser.labels
        for address, name in sorted((address, name) for name, address in labels.items()):
            file, _, plain = name.partition(":")
            double = "." in file and not plain.startswith(":") and labels.get(plain) == address
            if part in name.lower() and not (double or is_linkers(name)):
                self._output(f"{address:04x}: {name}")

    def do_labels(self, args: str) -> None:
        """Read labels."""
        (path,) = words(args, 1, 1, "labels FILE")
        labels = read_labels(path)
        self._address_parser.labels.update(labels)
        self._output(f"{len(labels)} labels")
