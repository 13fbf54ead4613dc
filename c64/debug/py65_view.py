"""The exact CPU with the attributes of py65's MPU, for py65's Monitor and tools.

    view = py65_class(board)
    monitor = Monitor(argv=["go64"], mpu_type=view, memory=view.whole_memory)

py65's Monitor makes its MPU itself, from a class and a memory, and makes it anew on its
``reset`` command; hence a class bound to one board instead of an object.  Memory is read
as the CPU sees it, without side effects; a write does what a CPU's write does.

Not emulated: py65's ``excycles``/``addcycles`` (how it counts internally), and its getc
and putc at $F004 and $F001 for the running program: the program's accesses go to the
board, which has a keyboard and a screen of its own.
"""

from py65.devices.mpu6502 import MPU

from c64.cpu.opcodes import OPCODES


class InstructionTable(list):
    """(mnemonic, mode) by opcode; ``index`` prefers documented opcodes."""

    def __init__(self):
        super().__init__((o.mnemonic, o.mode) for o in OPCODES)
        self._codes = {}
        for documented in (False, True):
            for o in reversed(OPCODES):
                if o.documented is documented:
                    self._codes[o.mnemonic, o.mode] = o.code

    def index(self, instruction, *_):
        """Return the opcode to assemble ``(mnemonic, mode)`` to; ValueError if none."""
        if instruction not in self._codes:
            raise ValueError(f"no opcode for {instruction[0]} with mode {instruction[1]}")
        return self._codes[instruction]


class BoardMemory:
    """64 KiB as the CPU of ``board`` sees them (``board.peek`` and ``board.poke``)."""

    def __init__(self, board):
        self._board = board

    def __len__(self):
        return 0x10000

    def __getitem__(self, key):
        if isinstance(key, slice):
            return [self._board.peek(a) for a in range(*key.indices(0x10000))]
        return self._board.peek(key & 0xFFFF)

    def __setitem__(self, key, value):
        if isinstance(key, slice):
            for address, byte in zip(range(*key.indices(0x10000)), value, strict=True):
                self._board.poke(address, byte)
        else:
            self._board.poke(key & 0xFFFF, value & 0xFF)


def _register(name, mask):
    """A property that is the core's register of the same name."""

    def read(self):
        return getattr(self.board.cpu, name)

    def write(self, value):
        setattr(self.board.cpu, name, value & mask)

    return property(read, write)


class Py65View(MPU):
    """See the module; ``board`` is set by ``py65_class``."""

    board = None
    whole_memory = None
    disassemble = InstructionTable()
    cycletime = [o.cycles for o in OPCODES]
    extracycles = [2 if o.mode == "rel" else int(o.page_cycle) for o in OPCODES]

    def __init__(self, memory=None, pc=None):
        self.name = "6510"
        self.byteMask = 0xFF
        self.addrMask = 0xFFFF
        self.addrHighMask = 0xFF00
        self.spBase = 0x100
        self.start_pc = pc
        self._since = self.board.cycle
        self.memory = self.whole_memory if memory is None else memory
        if pc is not None:
            self.pc = pc

    pc = _register("pc", 0xFFFF)
    a = _register("a", 0xFF)
    x = _register("x", 0xFF)
    y = _register("y", 0xFF)
    sp = _register("sp", 0xFF)

    @property
    def p(self):
        """Status as py65 keeps it: B and the unused bit are 1."""
        return self.board.cpu.p | 0x30

    @p.setter
    def p(self, value):
        self.board.cpu.p = value & 0xEF | 0x20

    @property
    def processorCycles(self):
        """Cycles of phi2 since this view was made or its counter was set."""
        return self.board.cycle - self._since

    @processorCycles.setter
    def processorCycles(self, value):
        self._since = self.board.cycle - value

    def step(self):
        """Run one instruction or interrupt sequence on the board; returns self."""
        self.board.cpu.step()
        return self

    def reset(self):
        """Run the CPU's reset sequence; the other chips stay as they are."""
        self.board.cpu.reset()
        self.board.cpu.step()
        if self.start_pc is not None:
            self.pc = self.start_pc
        self.processorCycles = 0

    def irq(self):
        """Run the interrupt sequence of an IRQ, unless I is set."""
        if not self.board.cpu.p & 0x04:
            self.board.cpu.int_prev |= 1
            self.board.cpu.step()

    def nmi(self):
        """Run the interrupt sequence of an NMI."""
        self.board.cpu.nmi_latch = 2
        self.board.cpu.int_prev |= 2
        self.board.cpu.step()


def py65_class(board):
    """Return a ``Py65View`` class bound to ``board`` (anything with ``cpu``, ``cycle``,
    ``peek`` and ``poke``), to be given to py65's Monitor as ``mpu_type``."""
    names = {"board": board, "whole_memory": BoardMemory(board)}
    return type("Py65View", (Py65View,), names)
