"""py65's MPU in the place of the exact core: ``--cpu py65``.

py65 runs an instruction in one call.  All its accesses therefore happen in the
instruction's first cycle; then the board lets its cycles pass.  Exact to the instruction,
not to the cycle, and a check on the exact core from an independent hand.

The registers stay in ``board.cpu`` between instructions, so that snapshots, traps and the
monitor need not know which engine runs.  Interrupts are recognised between instructions
from the levels that the board samples into ``board.cpu``.

Undocumented opcodes, which py65 does not have, are NOPs of the right length and time;
JAM stops.  py65 counts $CE (DEC abs) as 3 cycles; here it takes its 6.

Not emulated: dummy accesses, double writes, interrupts in the penultimate cycle,
undocumented opcodes.
"""

from py65.devices.mpu6502 import MPU

from c64.opcodes import OPCODES


class BoardAccess:
    """The board's address space for py65: side effects, but no time."""

    __slots__ = ("_read", "_write")

    def __init__(self, board):
        self._read = board.access_read
        self._write = board.access_write

    def __getitem__(self, addr):
        return self._read(addr & 0xFFFF)

    def __setitem__(self, addr, value):
        self._write(addr & 0xFFFF, value & 0xFF)


def _skip(opcode):
    """py65's method for an undocumented opcode: step over its operand, or stop."""

    def skip(mpu):
        mpu.pc += opcode.length - 1

    def jam(mpu):
        mpu.pc -= 1
        mpu.jammed = 1

    return jam if opcode.mnemonic == "JAM" else skip


class Mpu6510(MPU):
    """py65's MPU with the times and lengths it lacks.

    jammed  1 after a JAM opcode
    """

    jammed = 0

    cycletime = [c if o.documented and o.code != 0xCE else o.cycles
                 for c, o in zip(MPU.cycletime, OPCODES, strict=True)]  # fmt: skip
    instruct = [f if o.documented else _skip(o)
                for f, o in zip(MPU.instruct, OPCODES, strict=True)]  # fmt: skip

    def reset(self):
        """Nothing: the registers come from the board's CPU."""
        self.processorCycles = 0


class Py65Engine:
    """Drives ``board`` by py65's MPU; has the CPU's interface to the board.

    board  has cpu, access_read, access_write, idle
    """

    def __init__(self, board):
        self.board = board
        self.cpu = board.cpu
        self.mpu = Mpu6510(memory=BoardAccess(board), pc=0)

    def step(self):
        """Run one instruction, one interrupt sequence, or one jammed cycle."""
        cpu, mpu = self.cpu, self.mpu
        if cpu.reset_pending:
            self._reset()
            return
        if cpu.jammed:
            self.board.idle(1)
            return
        before = mpu.processorCycles
        mpu.pc, mpu.a, mpu.x, mpu.y, mpu.sp = cpu.pc, cpu.a, cpu.x, cpu.y, cpu.sp
        mpu.p = cpu.p | 0x30
        if cpu.int_prev & 2:
            cpu.nmi_latch = 0
            cpu.int_now &= 1
            mpu.nmi()
        elif cpu.int_prev & 1 and not cpu.p & 0x04:
            mpu.irq()
        else:
            mpu.step()
            cpu.jammed = mpu.jammed
            mpu.jammed = 0
        cpu.pc, cpu.a, cpu.x, cpu.y, cpu.sp = mpu.pc, mpu.a, mpu.x, mpu.y, mpu.sp
        cpu.p = mpu.p & 0xEF | 0x20
        self.board.idle(mpu.processorCycles - before)

    def sample(self, irq, nmi):
        """Take the levels of the interrupt lines at the end of a cycle."""
        self.cpu.sample(irq, nmi)

    def reset(self):
        """Make the next ``step`` the reset sequence."""
        self.cpu.reset()

    def _reset(self):
        cpu, board = self.cpu, self.board
        cpu.reset_pending = 0
        cpu.sp = (cpu.sp - 3) & 0xFF
        cpu.p |= 0x24
        cpu.nmi_latch = cpu.int_now = 0
        cpu.pc = board.access_read(0xFFFC) | board.access_read(0xFFFD) << 8
        board.idle(7)
        cpu.int_prev = 0
