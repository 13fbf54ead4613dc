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
from c64.py65_access import Py65Access


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
        self.access = Py65Access(board, board.cpu)
        self.mpu = Mpu6510(memory=self.access, pc=0)

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
        self.access.lend(mpu)
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
        self.access.take_back(mpu)
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
