"""What a client of ``go64 --mcp`` works with: one machine, and what is noted about it.

Every number that a client gives has a bound, and no run lasts longer than RUN_SECONDS.  The
docstring of each method in TOOLS is what the client reads of it.
"""

import io
import time
from argparse import Namespace
from threading import Lock

from c64.autostart import Autostart
from disk.base.numbers import whole
from emu.errors import UsageError
from emu.kit.listing import line_of
from emu.kit.symbols import Symbols
from emu.mcp.assembling import assemble
from emu.mcp.files import NamedFiles
from emu.monitor.breakpoint import Stop
from emu.monitor.debugger import Debugger
from emu.monitor.stepping import StepGoal
from emu.shared.setup import Feed, make_machine, read_symbols, start_file

FRAMES_MOST = 3000  # a minute
CYCLES_MOST = 100_000_000
RUN_SECONDS = 20.0
TEXT_MOST = 2000  # characters to type
BYTES_MOST = 4096  # of memory in one answer
LINES_MOST = 200  # of a disassembly
LABELS_MOST = 200
BREAKPOINTS_MOST = 100
STATES_MOST, STATES_BYTES = 16, 64 << 20
BOOT_FRAMES = 400
KINDS = ("exec", "read", "write", "access")
FLAGS = ("n", "v", "d", "i", "z", "c")


def _within(what: str, value: int, least: int, most: int) -> int:
    if not least <= value <= most:
        raise UsageError(f"{what} {value}: must be {least} to {most}")
    return value


class Session:
    """One machine and a client.

    lock  held while a tool works: clients may ask for several at once
    """

    def __init__(self, args: Namespace) -> None:
        self.lock = Lock()
        self.files = NamedFiles(args.file, args.mcp_folder)
        self.symbols: Symbols = read_symbols(args)
        self.machine = make_machine(args, 0)
        self._feed: Feed | None = None
        self.debugger = Debugger(self.machine, self._fed)
        self._states: dict[str, tuple[bytes, Symbols]] = {}
        start = start_file(args, self.machine)
        if start is None:
            self._boot()
        else:
            self._start(start)

    def _fed(self) -> bool:
        return self._feed is not None and self._feed()

    def _boot(self) -> None:
        for _ in range(BOOT_FRAMES):
            self.machine.tick()
            if self.machine.at_prompt:
                return

    def _start(self, start: Autostart) -> str:
        """Run until the program of a file runs; return what came of it."""
        self._feed = Feed(self.machine, start)
        late = time.monotonic() + RUN_SECONDS
        while not start.done:
            stop = self.debugger.run_frame()
            if stop is not None:
                return f"stopped while loading: {stop.text}"
            if time.monotonic() > late:
                return "still loading; run_frames continues"
        return "loaded"

    def _place(self, place: str | int) -> int:
        """Return the address of a label or a number: "score", "$C000", "0xC000", 49152."""
        if isinstance(place, int):
            return self.symbols.address(place)
        text = place.strip()
        digits = text.removeprefix("$").lower().removeprefix("0x")
        base = 16 if digits != text.lower() else 10
        try:
            return self.symbols.address(whole(digits, base))
        except ValueError as error:
            if base == 16 or text.isdecimal():
                raise UsageError(f"'{text[:40]}' is no address: $0000 to $FFFF") from error
        if not self.symbols.names:
            raise UsageError(f"label '{text[:40]}' is unknown: assemble a source, or give --labels")
        return self.symbols.address(text)

    def _run(self, limit: int) -> str:
        """Run to a cycle at most; return why the machine stopped."""
        late = time.monotonic() + RUN_SECONDS
        board, stop = self.machine.board, None
        while board.cycle < limit and stop is None:
            if time.monotonic() > late:
                return f"the time of {RUN_SECONDS:.0f} seconds is over; run again to continue"
            stop = self.debugger.run(min(limit, board.cycle + 1_000_000))
        return _words(stop)

    def _report(self, text: str) -> str:
        return f"{text}\n{self._state()}"

    def _state(self) -> str:
        machine, cpu = self.machine, self.machine.registers
        vic = machine.board.vic
        here = line_of(cpu.pc, machine.board.peek, self.symbols)
        return (
            f"pc=${cpu.pc:04X} a=${cpu.a:02X} x=${cpu.x:02X} y=${cpu.y:02X} sp=${cpu.sp:02X} "
            f"flags {cpu.flags} cycle {machine.cycle} frame {machine.frames} "
            f"raster line {vic.raster_line} cycle {vic.cycle_in_line}\n{here}"
        )

    # -- files and power ------------------------------------------------------------------

    def list_files(self) -> list[str]:
        """List the files that "load" can open: those named when the server was started."""
        return list(self.files.paths())

    def load(self, name: str, run: bool = True) -> str:
        """Switch the machine off and on, load a file of "list_files" and run it.

        Programs, disks, tapes, cartridges' programs and tunes: .prg .p00 .t64 .d64 .g64 .tap .sid
        and more.  Disks are write-protected.  With run=false a program is loaded only.
        """
        path = self.files.find(name)
        self.machine.power_cycle()
        self.debugger.history.forget()
        start = Autostart(self.machine, path, run=run, read_only=True)
        return self._report(f"{name}: {self._start(start)}")

    def reset(self, power: bool = False) -> str:
        """Press the reset button, or switch off and on (power=true), and boot to READY."""
        self._feed = None
        if power:
            self.machine.power_cycle()
        else:
            self.machine.reset()
        self.debugger.history.forget()
        self._boot()
        return self._report("reset")

    # -- running ---------------------------------------------------------------------------

    def run_frames(self, frames: int = 1) -> str:
        """Run frames (50 a second, 60 with NTSC), at most 3000; a breakpoint ends the run."""
        _within("frames", frames, 1, FRAMES_MOST)
        late = time.monotonic() + RUN_SECONDS
        for done in range(frames):
            stop = self.debugger.run_frame()
            if stop is not None:
                return self._report(f"after {done} frames: {_words(stop)}")
            if time.monotonic() > late:
                return self._report(f"after {done + 1} frames: the time is over")
        return self._report(f"ran {frames} frames")

    def run_until(
        self,
        place: str | int | None = None,
        cycle: int | None = None,
        raster_line: int | None = None,
        limit: int = 10_000_000,
    ) -> str:
        """Run until one goal: a place (label or address) is about to be executed, a cycle count
        of the machine, or a raster line.

        A breakpoint, or "limit" cycles (at most 100,000,000), end the run, too.
        """
        given = [goal for goal in (place, cycle, raster_line) if goal is not None]
        if len(given) != 1:
            raise UsageError("run_until: give one of place, cycle and raster_line")
        _within("limit", limit, 1, CYCLES_MOST)
        now: int = self.machine.cycle
        if cycle is not None:
            _within("cycle", cycle, now, now + CYCLES_MOST)
            return self._report(self._run(cycle))
        if place is not None:
            kind, first, last = "exec", self._place(place), None
        else:
            kind, first, last = "raster", raster_line or 0, 1
        point = self.debugger.add(kind, first, last, temporary=True, hidden=True)
        try:
            text = self._run(now + limit)
        finally:
            self.debugger.remove(point)
        return self._report(text.replace(f"breakpoint {point.number}: ", "reached "))

    def step(self, count: int = 1, over: bool = False) -> str:
        """Execute instructions, at most 10,000; with over=true a JSR counts as one."""
        _within("count", count, 1, 10_000)
        goal = StepGoal(self.debugger, count, over)
        limit, late = self.machine.cycle + CYCLES_MOST, time.monotonic() + RUN_SECONDS
        stop = None
        while not goal.reached and stop is None and self.machine.cycle < limit:
            stop = self.debugger.run_frame(goal, limit=limit)
            if time.monotonic() > late:
                break
        goal.finish()
        return self._report("stepped" if goal.reached else _words(stop))

    # -- inputs ------------------------------------------------------------------------------

    def type_text(self, text: str) -> str:
        """Type on the keyboard; \\n is RETURN, special keys are {F1} {CLR} {STOP} {LEFT}.

        The machine runs meanwhile; a breakpoint ends the run, and the rest stays to be typed.
        """
        _within("text: its length", len(text), 1, TEXT_MOST)
        self.machine.type(text, wait=False)
        late = time.monotonic() + RUN_SECONDS
        while self.machine.typing:
            stop = self.debugger.run_frame()
            if stop is not None:
                return self._report(_words(stop))
            if time.monotonic() > late:
                return self._report("the time is over; run_frames types the rest")
        return self._report("typed")

    def press(
        self, keys: list[str] | None = None, joystick: int = 2, directions: list[str] | None = None,
        frames: int = 5,
    ) -> str:  # fmt: skip
        """Hold keys (["LSHIFT", "A"]) or joystick directions (["left", "fire"]) for some frames."""
        _within("frames", frames, 1, FRAMES_MOST)
        if joystick not in (1, 2):  # 3 and 4 want an adapter, which these tools do not plug in
            raise UsageError(f"joystick {joystick}: use 1 or 2")
        stick = self.machine.joystick(joystick)
        names = keys or []
        try:
            if directions:
                stick.press(*directions)
            with self.machine.keyboard.held(*names):
                return self.run_frames(frames)
        finally:
            stick.release()

    # -- screen and memory -----------------------------------------------------------------

    def screen_text(self) -> str:
        """Return the 25 lines of the text screen."""
        return self.machine.screen.text()

    def screen_png(self) -> bytes:
        """Return the visible picture, borders included, as a PNG."""
        out = io.BytesIO()
        self.machine.screen.image.save(out, "PNG", optimize=True)
        return out.getvalue()

    def read_memory(self, place: str | int, length: int = 64) -> str:
        """Return bytes as the CPU sees them, as a hex dump; at most 4096."""
        _within("length", length, 1, BYTES_MOST)
        first = self._place(place)
        _within("its end", first + length, 1, 0x10000)
        data = self.machine.memory[first : first + length]
        rows = range(0, length, 16)
        return "\n".join(f"${first + at:04X}  {data[at : at + 16].hex(' ')}" for at in rows)

    def write_memory(self, place: str | int, data: str) -> str:
        """Write bytes, given as hex digits ("a9 00 60"), as the CPU would; at most 4096."""
        try:
            values = bytes.fromhex(data)
        except ValueError:
            raise UsageError('data: must be pairs of hex digits, such as "a9 00 60"') from None
        _within("data: its length", len(values), 1, BYTES_MOST)
        first = self._place(place)
        _within("its end", first + len(values), 1, 0x10000)
        self.machine.memory[first : first + len(values)] = values
        self.debugger.history.mark(changed=True)
        return f"{len(values)} bytes at ${first:04X}"

    def disassemble(self, place: str | int | None = None, count: int = 16) -> str:
        """Return instructions from a place on (default: the program counter), at most 200."""
        _within("count", count, 1, LINES_MOST)
        at = self.machine.registers.pc if place is None else self._place(place)
        peek, lines = self.machine.board.peek, []
        for _ in range(count):
            lines.append(line_of(at, peek, self.symbols))
            at = at + _length(peek(at)) & 0xFFFF
        return "\n".join(lines)

    def registers(self) -> str:
        """Return the registers, the flags (capitals are set), cycle, frame and beam position."""
        return self._state()

    def set_registers(
        self, a: int | None = None, x: int | None = None, y: int | None = None,
        sp: int | None = None, pc: str | int | None = None, p: int | None = None,
    ) -> str:  # fmt: skip
        """Set registers; pc may be a label."""
        registers = self.machine.registers
        for name, value in (("a", a), ("x", x), ("y", y), ("sp", sp), ("p", p)):
            if value is not None:
                setattr(registers, name, _within(name, value, 0, 255))
        if pc is not None:
            registers.pc = self._place(pc)
        self.debugger.history.mark(changed=True)
        return self._state()

    def labels(self, containing: str = "") -> dict[str, str]:
        """Return labels and their addresses, those whose name contains a text; at most 200."""
        found: dict[str, str] = {}
        for name, address in sorted(self.symbols.labels().items()):
            scoped_only = ":" not in name.replace("::", "")  # others have their file's name before
            if scoped_only and containing.lower() in name.lower() and len(found) < LABELS_MOST:
                found[name] = f"${address:04X}"
        return found

    # -- breakpoints ---------------------------------------------------------------------

    def set_breakpoint(
        self, place: str | int, kind: str = "exec", last: str | int | None = None,
        condition: str | None = None,
    ) -> str:  # fmt: skip
        """Stop when a place is executed (kind "exec"), or read, written, accessed ("read", "write",
        "access"), up to the address "last".

        condition  such as "a == $10 && @score > 3"
        """
        if kind not in KINDS:
            raise UsageError(f"kind '{kind[:20]}': must be one of {', '.join(KINDS)}")
        if len(self.debugger.listed()) >= BREAKPOINTS_MOST:
            raise UsageError(f"there are {BREAKPOINTS_MOST} breakpoints, the most")
        first = self._place(place)
        end = None if last is None else self._place(last)
        point = self.debugger.add(kind, first, end, condition, self._place)
        return f"breakpoint {point.number}: {point.place()}"

    def clear_breakpoint(self, number: int) -> str:
        """Delete a breakpoint."""
        self.debugger.delete(number)
        return f"breakpoint {number} deleted"

    def list_breakpoints(self) -> list[str]:
        """Return the breakpoints, and how often each was hit."""
        return [f"{p.number}: {p.place()}, {p.hits} hits" for p in self.debugger.listed()]

    # -- code and states ------------------------------------------------------------------

    def assemble(
        self, source: str, start: str | int = 0xC000, files: dict[str, str] | None = None,
        run: bool = False,
    ) -> str:  # fmt: skip
        """Assemble a source with ca65 and put it into memory at "start"; its labels are known then.

        Segments are ZEROPAGE, CODE, RODATA, DATA and BSS.  "files" are {name: text} for .include.
        With run=true the program counter is set to "start".
        """
        first = self._place(start)
        blocks, symbols = assemble(source, first, files)
        for at, data in blocks:
            self.machine.ram[at : at + len(data)] = data
        self.symbols += symbols
        if run:
            self.machine.registers.pc = first
        self.debugger.history.mark(changed=True)
        sizes = ", ".join(f"{len(data)} bytes at ${at:04X}" for at, data in blocks if data)
        return self._report(sizes or "no code")

    def save_state(self, name: str) -> str:
        """Keep the whole machine in memory under a name; at most 16 states."""
        _within("name: its length", len(name), 1, 60)
        data = self.machine.snapshot()
        others = [kept for key, (kept, _) in self._states.items() if key != name]
        if len(others) >= STATES_MOST or sum(map(len, others)) + len(data) > STATES_BYTES:
            raise UsageError(f"no room: {STATES_MOST} states of {STATES_BYTES >> 20} MB are kept")
        self._states[name] = (data, self.symbols)
        return f"'{name}' has {len(data)} bytes, cycle {self.machine.cycle}"

    def restore_state(self, name: str) -> str:
        """Go back to a state that was saved."""
        if name not in self._states:
            names = ", ".join(self._states) or "none"
            raise UsageError(f"state '{name[:60]}' does not exist; there are: {names}")
        data, self.symbols = self._states[name]
        self._feed = None
        self.machine.restore(data)
        self.debugger.history.forget()
        return self._report(f"state '{name}'")


TOOLS = (
    "list_files", "load", "reset", "run_frames", "run_until", "step", "type_text", "press",
    "screen_text", "screen_png", "read_memory", "write_memory", "disassemble", "registers",
    "set_registers", "labels", "set_breakpoint", "clear_breakpoint", "list_breakpoints", "assemble",
    "save_state", "restore_state",
)  # fmt: skip


def _words(stop: Stop | None) -> str:
    return "its limit is reached" if stop is None else stop.text


def _length(opcode: int) -> int:
    from c64.cpu.opcodes import OPCODES

    length: int = OPCODES[opcode].length
    return length
