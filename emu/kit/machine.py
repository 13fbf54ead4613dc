"""What a test works with: the fixture ``kit``.

A machine that has booted, with calls of single routines, runs to an address, logs, mocks and
watches.  Nothing here writes to the machine's memory to observe it: the board has a side table
of traps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, overload

import numpy as np
import numpy.typing as npt

from c64.cpu.cpu import CPU
from emu.kit.budget import BUDGET
from emu.kit.errors import KitError, KitUsageError
from emu.kit.input_script import InputEvent, InputRecorder, InputScript
from emu.kit.listing import flags_text, recent_steps, trace_lines
from emu.kit.logs import (
    BusLog,
    InterruptLog,
    RegisterLog,
    StepLog,
    Taps,
    Watch,
    WatchFunction,
    beam_position,
)
from emu.kit.observer import Observing
from emu.kit.symbols import Symbols
from emu.kit.types import AnyPath, Board, Place, Value, Where, Words

if TYPE_CHECKING:
    from emu.kit.machine_pool import BootedMachine

CALL_RETURN = 0x00FF  # no program runs across the end of the zero page
KEY_BUFFER, KEY_COUNT = 0x0277, 0xC6
DEFAULT_LIMIT = 5_000_000
TWO_FRAMES = 2 * 312 * 65
LAST_STEPS = 32


class Flags(int):
    """The status register; ``n v d i z c`` are its flags as bool."""

    @property
    def n(self) -> bool:
        return bool(self & 0x80)

    @property
    def v(self) -> bool:
        return bool(self & 0x40)

    @property
    def d(self) -> bool:
        return bool(self & 0x08)

    @property
    def i(self) -> bool:
        return bool(self & 0x04)

    @property
    def z(self) -> bool:
        return bool(self & 0x02)

    @property
    def c(self) -> bool:
        return bool(self & 0x01)

    def __str__(self) -> str:
        return flags_text(self)

    __repr__ = __str__


class Result(NamedTuple):
    """The registers after a call, and what it cost.

    cycles        from the routine's first cycle to the last of its RTS
    stolen        the cycles among them that the VIC took
    instructions  executed, including those of interrupts
    stack_depth   largest number of stack bytes used, without the return address
    """

    a: int
    x: int
    y: int
    flags: Flags
    cycles: int
    stolen: int
    instructions: int
    stack_depth: int

    @property
    def carry(self) -> bool:
        return self.flags.c

    @property
    def zero(self) -> bool:
        return self.flags.z

    @property
    def negative(self) -> bool:
        return self.flags.n

    @property
    def overflow(self) -> bool:
        return self.flags.v


@dataclass(frozen=True)
class Passage:
    """A run from one address to another: ``cycles``, and those ``stolen`` by the VIC."""

    cycles: int
    stolen: int
    begin: int
    end: int


MockFunction = Callable[["Kit"], object]


class Mock:
    """A Python stand-in for a routine; ``calls`` has the registers of each call, as dicts."""

    def __init__(self, function: MockFunction | None) -> None:
        self.function = function
        self.calls: list[dict[str, Any]] = []

    @property
    def called(self) -> bool:
        return bool(self.calls)


class MemoryBytes(bytes):
    """Bytes that know their address, for the message of a failed comparison."""

    start = 0


Key = Place | slice | tuple[Place, int]


class Bytes(Protocol):
    """64 KiB of memory: c64.api.Memory, or a memoryview."""

    @overload
    def __getitem__(self, key: int, /) -> int: ...
    @overload
    def __getitem__(self, key: slice, /) -> bytes | memoryview: ...
    def __setitem__(self, key: Any, value: Any, /) -> None: ...


class KitMemory:
    """The address space as the CPU sees it; addresses may be labels.

    ``memory["score"]`` is the byte there, ``memory["score", 4]`` four of them,
    ``memory[a:b]`` those of a to b - 1.
    """

    def __init__(self, plain: Bytes, symbols: Symbols) -> None:
        self._plain, self._symbols = plain, symbols

    def _key(self, key: Key) -> int | slice:
        if isinstance(key, slice):
            first, last = (None if k is None else self._symbols.address(k)
                           for k in (key.start, key.stop))  # fmt: skip
            return slice(first, last)
        if isinstance(key, tuple):
            first = self._symbols.address(key[0])
            return slice(first, first + key[1])
        return self._symbols.address(key)

    @overload
    def __getitem__(self, key: Place) -> int: ...
    @overload
    def __getitem__(self, key: slice | tuple[Place, int]) -> MemoryBytes: ...
    def __getitem__(self, key: Key) -> int | MemoryBytes:
        at = self._key(key)
        if isinstance(at, slice):
            value = MemoryBytes(self._plain[at])
            value.start = at.start or 0
            return value
        return self._plain[at]

    def __setitem__(self, key: Key, value: int | bytes) -> None:
        self._plain[self._key(key)] = value

    def word(self, place: Place) -> int:
        """Return the word at an address, low byte first."""
        low, high = self[place, 2]
        return low | high << 8

    def put(self, place: Place, value: Value) -> None:
        """Write an int as a byte, bytes, or str as ASCII, to an address.

        Raises KitUsageError for an int that is no byte.
        """
        at = self._symbols.address(place)
        if isinstance(value, int):
            if not 0 <= value <= 0xFF:
                raise KitUsageError(
                    f"{place}: {value} is no byte, 0 to 255; "
                    f"a word is given as ({value}).to_bytes(2, 'little')"
                )
            self._plain[at] = value
        else:
            data = value.encode("ascii") if isinstance(value, str) else bytes(value)
            self._plain[at : at + len(data)] = data


class HasCPU(Protocol):
    """An object with a ``cpu``, for ``register``."""

    cpu: CPU


def register(name: str, mask: int = 0xFF) -> Any:
    """Return a property for the register of that name of the object's ``cpu``."""

    def get(self: HasCPU) -> int:
        value: int = getattr(self.cpu, name)
        return value

    def put(self: HasCPU, value: int) -> None:
        if name == "pc":
            self.cpu.go_to(value & mask)
        else:
            setattr(self.cpu, name, value & mask)

    return property(get, put)


def push_return(ram: memoryview, cpu: CPU) -> None:
    """Push a return address, so that the RTS goes to CALL_RETURN."""
    ram[0x100 | cpu.sp] = (CALL_RETURN - 1) >> 8
    ram[0x100 | (cpu.sp - 1 & 0xFF)] = (CALL_RETURN - 1) & 0xFF
    cpu.sp = cpu.sp - 2 & 0xFF


def check_balance(place: Place, before: int, after: int) -> None:
    """Raise KitError if a routine has returned with a wrong stack pointer."""
    left = (after - before + 0x80 & 0xFF) - 0x80
    if left:
        word = "too many on the stack" if left < 0 else "too few on the stack"
        raise KitError(f"call {place}: returned with {abs(left)} bytes {word}")


Raster = tuple[int, int]  # line, and cycle in it, 1..63
Predicate = Callable[["Kit"], object]
Goal = Place | Predicate


class Kit(Observing):
    """The machine of one test.

    machine  c64.api.C64: ``cycle``, ``tick``, ``type``, ``joystick``, ``drive`` ...
    memory   KitMemory;  screen  c64.api.Screen: ``text()``, ``codes()``, ``ndarray``
    symbols  emu.kit.symbols.Symbols
    limit    cycles after which a run is abandoned

    The registers are ``a x y sp pc flags``.  Wrong names and numbers raise KitUsageError, what
    the program does wrong KitError.
    """

    def __init__(
        self,
        booted: BootedMachine,
        limit: int | None = None,
        folder: AnyPath | None = None,
        update_golden: bool = False,
        counting: bool = False,
    ) -> None:
        self.machine = booted.machine
        self.board = self.machine.board
        self.cpu = self.board.cpu
        self.limit = limit or DEFAULT_LIMIT
        self.folder = folder
        self.update_golden = update_golden
        self._booted = booted
        self._counting = counting
        self.screen = self.machine.screen
        self._rate = booted.spec.audio
        self.restart()

    def restart(self) -> None:
        """Put the machine back to the moment after the boot, where every test begins.

        Stand-ins, watches, inputs and names that the test has set are gone.
        """
        booted = self._booted
        self.symbols, self.probe = booted.symbols, booted.probe
        self.memory = KitMemory(self.machine.memory, self.symbols)
        self.violation: Exception | None = None
        self._script: InputScript | None = None
        self._recorder: InputRecorder | None = None
        self._samples: list[npt.NDArray[np.int16]] = []
        booted.put_back()
        self.probe.start(self.board.cycle, self.cpu.sp, 0)
        self.probe.counting = self._counting
        booted.counted |= self._counting
        self.board.attach_probe(self.probe, accesses=False)
        self.taps = Taps(self)

    def use_symbols(self, dbg: AnyPath) -> None:
        """Use the names of another debug file: that of a program which the first one has loaded.

        dbg  path of ld65's ``--dbgfile`` output, relative to the test file

        Coverage is counted for that program from now on, until the end of the test.
        """
        if self.taps.active:
            raise KitUsageError("use_symbols: end logs, watches and forbidden ranges first")
        part = self._booted.part(Path(self.folder or ".") / dbg)
        part.counted |= bool(self.probe.counting)
        part.probe.start(self.board.cycle, self.cpu.sp, 0)
        part.probe.counting = self.probe.counting
        self.symbols, self.probe = part.symbols, part.probe
        self.memory = KitMemory(self.machine.memory, self.symbols)
        self.board.attach_probe(self.probe, accesses=False)

    # -- registers and places --------------------------------------------------------

    a, x, y, sp = register("a"), register("x"), register("y"), register("sp")
    pc = register("pc", 0xFFFF)

    @property
    def flags(self) -> Flags:
        """The status register, a Flags."""
        return Flags(self.cpu.p)

    @flags.setter
    def flags(self, value: int) -> None:
        self.cpu.p = value & 0xEF | 0x20

    @property
    def carry(self) -> bool:
        """The carry flag."""
        return bool(self.cpu.p & 1)

    @carry.setter
    def carry(self, value: bool | int) -> None:
        self.cpu.p = self.cpu.p & 0xFE | bool(value)

    @property
    def registers(self) -> dict[str, int]:
        """The registers as a dict: a, x, y, sp, pc, flags."""
        return {n: getattr(self, n) for n in ("a", "x", "y", "sp", "pc", "flags")}

    def address(self, place: Place) -> int:
        """Return the address of a label."""
        return self.symbols.address(place)

    @overload
    def position(self, cycle: int | None = None) -> tuple[int, int]: ...
    @overload
    def position(self, cycle: Words) -> tuple[Words, Words]: ...
    def position(self, cycle: int | Words | None = None) -> tuple[Any, Any]:
        """Return (raster line, cycle in the line 1..63) of a cycle, by default the last.

        Arrays of cycles give arrays.
        """
        return beam_position(self.board, cycle)

    # -- running ---------------------------------------------------------------------

    def call(
        self,
        place: Place,
        *,
        a: int = 0,
        x: int = 0,
        y: int = 0,
        carry: bool | int = 0,
        zp: Mapping[Place, Value] | None = None,
        memory: Mapping[Place, Value] | None = None,
        interrupts: bool = False,
        limit: int | None = None,
    ) -> Result:
        """Call a routine; return its Result.

        zp, memory  {address: byte, bytes or str}, written before the call
        interrupts  False: the I flag is set at the beginning; True: it is clear
        limit       cycles after which KitError shows the last instructions

        Afterwards the machine's registers are restored.
        """
        __tracebackhide__ = True
        board, cpu, probe = self.board, self.cpu, self.probe
        target = self.symbols.address(place)
        for values in (zp, memory):
            for where, value in (values or {}).items():
                self.memory.put(where, value)
        kept = (cpu.pc, cpu.reset_pending, cpu.a, cpu.x, cpu.y, cpu.sp, cpu.p)
        sp = cpu.sp
        push_return(board.ram, cpu)
        cpu.a, cpu.x, cpu.y = a & 0xFF, x & 0xFF, y & 0xFF
        cpu.go_to(target)
        cpu.p = 0x20 | (0 if interrupts else 4) | (1 if carry else 0)
        if not interrupts:
            cpu.int_prev &= 3
        probe.stack_base, probe.deepest = cpu.sp, 0
        begin, stolen, steps = board.cycle, board.stolen, probe.step_count
        board.set_trap(CALL_RETURN, _stop)
        try:
            self._run(begin + (limit or self.limit), f"call {place}")
        finally:
            board.set_trap(CALL_RETURN, None)
        check_balance(place, sp, cpu.sp)
        result = Result(
            cpu.a, cpu.x, cpu.y, Flags(cpu.p), board.cycle - begin, board.stolen - stolen,
            probe.step_count - steps, probe.deepest,
        )  # fmt: skip
        cpu.pc, cpu.reset_pending, cpu.a, cpu.x, cpu.y, cpu.sp, cpu.p = kept
        return result

    def run_until(
        self,
        target: Goal | None = None,
        *,
        pc: Place | None = None,
        raster: Raster | None = None,
        frame: int | None = None,
        limit: int | None = None,
    ) -> int:
        """Run until something is reached; return the cycles it took.

        target  label or address whose instruction is about to begin; or a function of this
                object, called before every instruction until it returns a true value
        pc      the same as an address
        raster  (line, cycle 1..63): the first instruction that begins there or later
        frame   number of frames to run
        limit   cycles after which KitError says where the program is

        If the machine is already at that address, it runs until it gets there again.
        """
        __tracebackhide__ = True
        begin = self.board.cycle
        end = begin + (limit or self.limit)
        given = sum(goal is not None for goal in (target, pc, raster, frame))
        if given != 1:
            raise KitUsageError(f"run_until: exactly one goal is needed, not {given}")
        if raster is not None:
            self._run_to_raster(raster, end)
        elif frame is not None:
            end = end if limit else begin + max(self.limit, frame * TWO_FRAMES)
            for _ in range(frame):
                self._run(end, "run_until frame", frame=True)
        elif pc is not None:
            self._run_to_place(pc, end)
        elif callable(target):
            self._run_to_predicate(target, end)
        elif target is not None:
            self._run_to_place(target, end)
        took: int = self.board.cycle - begin
        return took

    def cycles(self, begin: Goal, end: Goal, limit: int | None = None) -> Passage:
        """Run to ``begin``, then to ``end``; returns the Passage between them."""
        __tracebackhide__ = True
        self.run_until(begin, limit=limit)
        first, stolen = self.board.cycle, self.board.stolen
        self.run_until(end, limit=limit)
        return Passage(self.board.cycle - first, self.board.stolen - stolen, first,
                       self.board.cycle)  # fmt: skip

    def _run_to_place(self, place: Place, end: int) -> None:
        __tracebackhide__ = True
        at = self.symbols.address(place)
        before = self.board.traps.get(at)
        here = [self.board.cycle if self.cpu.pc == at else -1]

        def arrive(board: Board) -> bool:
            if board.cycle == here[0]:
                return before(board) if before else False
            return _stop(board)

        self.board.set_trap(at, arrive)
        try:
            self._run(end, f"run_until {place}")
        finally:
            self.board.set_trap(at, before)

    def _run_to_predicate(self, predicate: Predicate, end: int) -> None:
        __tracebackhide__ = True
        while not predicate(self):
            self._run(self.board.cycle + 1, "run_until", open_end=True)
            if self.board.cycle >= end:
                raise self._failure("run_until: the condition never came true")

    def _run_to_raster(self, raster: Raster, end: int) -> None:
        __tracebackhide__ = True
        line, column = raster
        model = self.board.model
        if not (0 <= line < model.lines and 1 <= column <= model.cycles_per_line):
            raise KitUsageError(
                f"raster {raster}: lines are 0..{model.lines - 1}, "
                f"cycles 1..{model.cycles_per_line} ({model.name})"
            )
        now_line, now_column = self.position(self.board.cycle)
        width = model.cycles_per_line
        ahead = (line - now_line) * width + column - now_column
        goal = self.board.cycle + ahead % (model.lines * width)
        if goal > end:
            raise KitUsageError(f"raster {raster}: is {goal - self.board.cycle} cycles away, "
                            "more than the limit")  # fmt: skip
        self._run(goal, "run_until raster", open_end=True)

    def _run(self, end: int, what: str, frame: bool = False, open_end: bool = False) -> None:
        """Run to a trap, the end of a frame, or cycle ``end``; KitError if something goes wrong.

        open_end  True if reaching ``end`` is no error
        """
        __tracebackhide__ = True
        board = self.board
        board.stop = 0
        self.violation = None
        begin = board.cycle
        reason = self._advance(min(end, begin + BUDGET.left), frame)
        BUDGET.spend(board.cycle - begin)
        if self.violation:
            error, self.violation = self.violation, None
            board.stop = 0
            raise error
        board.stop = 0
        if reason == 2:
            raise self._failure(f"{what}: JAM, the CPU stopped at ${self.cpu.pc:04X}")
        if reason == 0 and not open_end:
            raise self._failure(f"{what}: did not end within its limit")

    def _advance(self, end: int, frame: bool) -> int:
        """Run the board; frame by frame where there are inputs, or sound to collect."""
        board = self.board
        parts = [p for p in (self._script, self._recorder) if p is not None]
        if not parts and not self._rate:
            reason: int = board.run_frame(end) if frame else board.run_until(end)
            return reason
        while True:
            count = board.vic.frame_count
            for part in parts:
                part.tick(count)
            reason = board.run_frame(end)
            if self._rate:
                self._samples.append(self.machine.audio())
            if reason != 3 or frame or board.cycle >= end:
                return reason if reason != 3 or frame else 0

    def _failure(self, text: str) -> KitError:
        lines = [text, f"registers: {self.describe()}"]
        recent = self.history()
        lines.append(f"the last {len(recent)} instructions (cycle, registers before):")
        return KitError("\n".join(lines + recent))

    def describe(self) -> str:
        """Return registers, address and cycle as one line."""
        line, column = self.position()
        where = self.symbols.name_at(self.cpu.pc)
        return (
            f"pc=${self.cpu.pc:04X} {where} a=${self.a:02X} x=${self.x:02X} y=${self.y:02X} "
            f"sp=${self.sp:02X} {self.flags} cycle {self.board.cycle}, raster line {line}, "
            f"cycle {column}"
        )

    def history(self, count: int = LAST_STEPS) -> list[str]:
        """Return the last instructions, disassembled, with source, as lines."""
        return trace_lines(recent_steps(self.probe, count), self.board.peek, self.symbols)

    def hold(self, cycles: int) -> None:
        """Let time pass for all chips but the CPU, which is held before its next access."""
        self.board.idle(cycles)

    # -- stand-ins, watches, logs ----------------------------------------------------

    def mock(self, place: Place, function: MockFunction | None = None, cycles: int = 6) -> Mock:
        """Replace a routine by a Python function; return a Mock.

        function  called with this object; it may set ``a x y carry flags`` and memory
        cycles    duration of a call, by default that of an RTS
        """
        mock = Mock(function)

        def stand_in(board: Board) -> bool:
            mock.calls.append({"a": self.a, "x": self.x, "y": self.y, "carry": self.carry,
                               "cycle": board.cycle})  # fmt: skip
            if function is not None:
                function(self)
            board.idle(cycles)
            low = board.ram[0x100 | (self.sp + 1 & 0xFF)]
            high = board.ram[0x100 | (self.sp + 2 & 0xFF)]
            self.sp += 2
            self.pc = (low | high << 8) + 1
            return True

        self.board.set_trap(self.address(place), stand_in)
        return mock

    def unmock(self, place: Place) -> None:
        """Let the routine run itself again."""
        self.board.set_trap(self.address(place), None)

    def watch(
        self,
        where: Where,
        function: WatchFunction | None = None,
        read: bool = True,
        write: bool = True,
    ) -> Watch:
        """Record every access to a range; return a Watch with ``accesses``.

        where     address, (first, last), or ``"segment:NAME"``
        function  called with (this object, Access) at each
        """
        return self.taps.watch(where, function, read, write)

    def forbid(self, where: Where, read: bool = False, write: bool = True) -> None:
        """Let every access to a range end the run with an error."""
        return self.taps.forbid(where, read, write)

    def bus_log(self, where: Where = (0, 0xFFFF), read: bool = True, write: bool = True) -> BusLog:
        """Record bus accesses while the ``with`` block lasts; see BusLog."""
        return BusLog(self, where, read, write)

    def register_log(self, *chips: str) -> RegisterLog:
        """Record writes to registers of "vic", "sid", "cia1", "cia2"; see RegisterLog."""
        return RegisterLog(self, chips)

    def step_log(self) -> StepLog:
        """Record every instruction while the ``with`` block lasts; see StepLog."""
        return StepLog(self)

    def interrupt_log(self) -> InterruptLog:
        """Record interrupts while the ``with`` block lasts; see InterruptLog."""
        return InterruptLog(self)

    # -- inputs, picture, sound --------------------------------------------------------

    def inputs(self, script: Iterable[tuple[int, str]] | Iterable[InputEvent]) -> None:
        """Press keys, joysticks and mouse by frame, counted from now; see InputScript."""
        self._script = InputScript(self.machine, script, self.board.vic.frame_count)

    def record(self) -> InputRecorder:
        """Record what is pressed and moved, frame by frame; see InputRecorder."""
        self._recorder = InputRecorder(self.machine, self.board.vic.frame_count)
        return self._recorder

    def audio(self) -> npt.NDArray[np.int16]:
        """Return the samples since the last call, int16[n]; needs a rate in ``audio=``."""
        if not self._rate:
            raise KitUsageError("audio: the marker needs audio=RATE, e.g. 44100")
        samples = np.concatenate([*self._samples, self.machine.audio()])
        self._samples = []
        return samples

    def assert_picture(self, path: AnyPath) -> None:
        """Compare the visible picture with a golden PNG; see emu.kit.golden.

        path  a relative one is seen from the test file
        """
        __tracebackhide__ = True
        from emu.kit.golden import check_picture

        check_picture(self.screen, Path(self.folder or ".") / path, self.update_golden)

    def start(self) -> None:
        """Give BASIC the command RUN without the keyboard; the machine has yet to run."""
        self.board.ram[KEY_BUFFER : KEY_BUFFER + 4] = b"RUN\r"
        self.board.ram[KEY_COUNT] = 4


def _stop(board: Board) -> bool:
    board.stop = 1
    return True
