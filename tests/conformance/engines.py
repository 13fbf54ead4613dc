"""What drives the board in a conformance run, and what a program asks of the CPU.

py65 passes what depends neither on undocumented opcodes nor on the timing inside an
instruction.  Which programs depend on these is measured, not listed:

- undocumented opcodes: the exact machine executes one while it runs the program;
- timing inside an instruction: our own core fails, too, when it has to do all accesses of an
  instruction in the cycle in which py65 does them (``CoarseEngine``).
"""

from c64.base.bus import Bus
from c64.cpu.engine_py65 import LAST_ACCESS, Py65Engine
from c64.cpu.opcodes import OPCODES
from c64.debug.probe import Probe

ENGINES = ("exact", "py65", "coarse", "watching")
UNDOCUMENTED = bytes(not o.documented for o in OPCODES)
POLLS_BY_ITS_OWN = ("CLI", "SEI", "PLP")  # these correct the poll after the last cycle
CYCLES = tuple(o.cycles for o in OPCODES)
AFTER_ALL = bytes(o.mnemonic in POLLS_BY_ITS_OWN for o in OPCODES)


def attach_engine(board, engine):
    """Let ``engine`` (one of ENGINES) drive the board from now on."""
    if engine == "py65":
        board.engine = Py65Engine(board)
    elif engine == "coarse":
        board.engine = CoarseEngine(board)
    elif engine == "watching":
        board.engine = WatchingEngine(board)


class _Timeless(Bus):
    """A bus on which accesses take no time; they are counted."""

    def __init__(self, board):
        super().__init__()
        self.board = board
        self.count = 0

    def read(self, addr):
        """Read without spending a cycle."""
        self.count += 1
        return self.board.access_read(addr)

    def write(self, addr, value):
        """Write without spending a cycle."""
        self.count += 1
        self.board.access_write(addr, value)


class CoarseEngine:
    """Our own core with py65's idea of time: all accesses in one cycle.

    That is the last cycle of the instruction, without those that depend on the operand.
    Dummy accesses, double writes and undocumented opcodes are there.
    """

    def __init__(self, board):
        self.board = board
        self.bus = _Timeless(board)
        board.cpu.bus = self.bus

    def step(self):
        """Run one instruction or one interrupt sequence."""
        board, cpu, bus = self.board, self.board.cpu, self.bus
        bus.count = 0
        if cpu.reset_pending or cpu.jammed:
            cpu.step()
            board.idle(bus.count)
            return
        opcode = board.peek(cpu.pc)
        sequence = interrupt_is_due(cpu)
        cycles = 7 if sequence else CYCLES[opcode]
        if AFTER_ALL[opcode] and not sequence:
            board.idle(cycles)
            cpu.step()
            return
        board.idle(cycles - 1)
        board.open_cycle(1 if sequence else LAST_ACCESS[opcode] & 1)
        cpu.step()
        board.close_cycle()
        board.idle(bus.count - cycles)


def interrupt_is_due(cpu):
    """Return whether the next step is the interrupt sequence."""
    return bool(cpu.int_prev & 6 or (cpu.int_prev & 1 and not cpu.p & 4))


class WatchingEngine:
    """The exact core; ``seen`` is True once it has executed an undocumented opcode."""

    def __init__(self, board):
        self.board = board
        self.seen = False

    def step(self):
        """Run one instruction or one interrupt sequence."""
        cpu = self.board.cpu
        if UNDOCUMENTED[self.board.peek(cpu.pc)] and not (
            cpu.reset_pending or interrupt_is_due(cpu)
        ):
            self.seen = True
            self.board.stop = 1
        cpu.step()


class OpcodeCount:
    """Looks after a run of the exact machine at the opcodes where something was executed.

    Cheap, and blind to what a program that changes its own code has written over.
    """

    def __init__(self):
        self.board = None
        self.probe = Probe()
        self.probe.counting = 1

    def __call__(self, board):
        self.board = board
        board.attach_probe(self.probe, accesses=False)

    def found(self):
        """Return whether there is an undocumented one among them, and take the probe off."""
        self.board.attach_probe(None)
        executed = (a for a, times in enumerate(self.probe.count) if times)
        return any(UNDOCUMENTED[self.board.peek(a)] for a in executed)
