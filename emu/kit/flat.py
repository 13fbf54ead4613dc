"""Routines on a CPU with 64 KiB of RAM and nothing else, many times faster than on the machine.

For code that touches no chip: rules, arithmetic, data.  There is no ROM, no I/O, no interrupt and
no stolen cycle.  Any number of machines can share one linked program:

    program = flat_program("rules.dbg", "build")
    flat = FlatKit(program)
    assert flat.call("money_pay", x=1, a=50).carry
"""

from collections.abc import Mapping
from weakref import WeakSet

from c64.debug.flat_bus import FlatBus
from c64.debug.probe import Probe
from emu.kit.budget import BUDGET
from emu.kit.errors import KitError, KitUsageError
from emu.kit.listing import recent_steps, trace_lines
from emu.kit.machine import (
    CALL_RETURN,
    DEFAULT_LIMIT,
    LAST_STEPS,
    Flags,
    KitMemory,
    Result,
    check_balance,
    register,
)
from emu.kit.machine_pool import keep_counts
from emu.kit.mutations import Change, change_code
from emu.kit.symbols import Symbols, linked_blocks, symbols_from_dbg, symbols_from_labels
from emu.kit.types import AnyPath, Block, Place, Value

COUNT_ALL = False  # True: every FlatProgram counts from its first call (--c64-mutate)


class FlatProgram:
    """A linked program.

    symbols  emu.kit.symbols.Symbols
    blocks   [(address, bytes)];  labels  {name: address}
    probe    c64.debug.probe.Probe shared by all its machines, which run one after another
    """

    def __init__(self, symbols: Symbols, blocks: list[Block]) -> None:
        self.symbols, self.blocks = symbols, blocks
        self.labels = symbols.labels()
        self.probe = Probe()
        self.counted = self.timed = False
        self.changes: list[Change] = []
        self.machines: WeakSet[FlatKit] = WeakSet()
        if COUNT_ALL:
            self.count(id(self))

    def count(self, key: object, cycles: bool = True) -> None:
        """Count coverage and cycles from now on, for ``--c64-lcov`` and ``--c64-profile``.

        cycles  False: coverage alone, on machines made from now on, which costs far less
        """
        self.probe.counting = 1
        self.counted = True
        self.timed = self.timed or cycles
        keep_counts(key, self)

    def remove_changes(self) -> None:
        """Let the program be in all its machines what it was when it was linked."""
        for flat in self.machines:
            for address, old, new, _ in self.changes:
                change_code(flat.ram, Change(address, new, old))
        self.changes.clear()

    def peek(self, address: int) -> int:
        """Return the byte of the program at an address, 0 outside of it."""
        for start, data in self.blocks:
            if start <= address < start + len(data):
                return data[address - start]
        return 0


def flat_program(dbg: AnyPath, folder: AnyPath, labels: AnyPath | None = None) -> FlatProgram:
    """Return the FlatProgram of ld65's ``--dbgfile`` output.

    folder  where ld65 ran; the program's files are relative to it
    labels  ``-Ln`` output as well, for names defined by the linker
    """
    symbols = symbols_from_dbg(dbg, folder)
    if labels is not None:
        symbols += symbols_from_labels(labels)
    try:
        return FlatProgram(symbols, linked_blocks(symbols, folder))
    except OSError as error:
        raise KitUsageError(f"dbg {dbg}: its program cannot be read ({error})") from None


class FlatKit:
    """A machine of its own with a program in memory.

    memory   KitMemory;  ram  memoryview of the 65536 bytes
    symbols  emu.kit.symbols.Symbols
    limit    cycles after which a call is abandoned
    trace    True: a failing call shows its last instructions; False: faster
    a x y sp pc flags carry   registers; after a call, those the routine left
    """

    a, x, y, sp = register("a"), register("x"), register("y"), register("sp")
    pc = register("pc", 0xFFFF)

    def __init__(
        self, program: FlatProgram, limit: int = DEFAULT_LIMIT, trace: bool = True
    ) -> None:
        self.program, self.limit = program, limit
        program.machines.add(self)
        self.symbols = program.symbols
        self.bus = FlatBus()
        self.bus.probe = program.probe if trace or program.counted else None
        self.bus.only_counts = int(not trace and not program.timed)
        self.cpu = self.bus.cpu
        self.ram = memoryview(self.bus.ram)
        for start, data in program.blocks:
            self.ram[start : start + len(data)] = data
        self.memory = KitMemory(self.ram, self.symbols)
        self.cpu.sp = 0xFF

    @property
    def flags(self) -> Flags:
        return Flags(self.cpu.p)

    @property
    def carry(self) -> int:
        carry: int = self.cpu.p & 1
        return carry

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
        limit: int | None = None,
    ) -> Result:
        """Call a routine; return its Result.

        The arguments are those of ``emu.kit.machine.Kit.call``.
        """
        __tracebackhide__ = True
        for values in (zp, memory):
            if values:
                for where, value in values.items():
                    self.memory.put(where, value)
        for change in self.program.changes:
            change_code(self.ram, change)
        cpu, bus = self.cpu, self.bus
        cpu.a, cpu.x, cpu.y, cpu.p = a & 0xFF, x & 0xFF, y & 0xFF, 0x25 if carry else 0x24
        cpu.jammed = 0
        sp, begin = cpu.sp, bus.cycle
        most = min(limit or self.limit, BUDGET.left)
        reason = bus.call(self.symbols.address(place), CALL_RETURN, most)
        BUDGET.spend(bus.cycle - begin)
        if reason != 1:
            raise self._failure(place, reason)
        if cpu.sp != sp:
            check_balance(place, sp, cpu.sp)
        return Result(cpu.a, cpu.x, cpu.y, Flags(cpu.p), bus.cycle - begin, 0, bus.steps,
                      bus.deepest)  # fmt: skip

    def _failure(self, place: Place, reason: int) -> KitError:
        """Return the KitError of a call that did not return."""
        probe, cpu = self.program.probe, self.cpu
        what = "did not end within its limit" if reason == 0 else "JAM, the CPU stopped"
        lines = [f"call {place}: {what} at ${cpu.pc:04X} {self.symbols.name_at(cpu.pc)}".rstrip()]
        if self.bus.probe is not None and not self.bus.only_counts:
            steps = recent_steps(probe, LAST_STEPS)
            lines.append(f"the last {len(steps)} instructions (cycle, registers before):")
            lines += trace_lines(steps, self.bus.peek, self.symbols)
        return KitError("\n".join(lines))
