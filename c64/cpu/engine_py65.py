"""py65's MPU in the place of the exact core: ``--cpu py65``.

py65 runs an instruction in one call.  The board therefore lets the cycles pass in which the
6510 would fetch, the opcode in the first of them; all other accesses happen in the last
cycle (without those that depend on the operand: an index across a page, a branch taken),
where most instructions have the access that matters.  Exact to the instruction, not to the
cycle, and a check on the exact core from an independent hand.

The registers stay in ``board.cpu`` between instructions, so that snapshots, traps and the
monitor need not know which engine runs.  Interrupts are recognised between instructions
from the levels that the board samples into ``board.cpu``; CLI, SEI and PLP poll by the I
flag from before them, and the first instruction of a handler always runs.

What differs from py65 itself: undocumented opcodes, which it does not have, are NOPs of the
right length and time, and JAM stops; $CE (DEC abs) takes its 6 cycles, not 3; decimal mode
sets the flags as the NMOS 6502 does for operands that are no decimal numbers, too; and
read-modify-write instructions write the old value first, which ``INC $D019`` needs.

Not emulated: dummy reads, an address that is read or written before the last cycle,
interrupts that depend on a cycle within an instruction, undocumented opcodes.

Source: py65 1.2 (Mike Naberezny); decimal mode: Bruce Clark, "Decimal Mode", 6502.org.
"""

from py65.devices.mpu6502 import MPU

from c64.cpu.opcodes import OPCODES
from c64.cpu.py65_access import Py65Access

_STORES = ("STA", "STX", "STY", "PHA", "PHP")
_MODIFIERS = ("ASL", "ROL", "LSR", "ROR", "DEC", "INC")
_POLLS_BEFORE = {0x58: "CLI", 0x78: "SEI", 0x28: "PLP"}
_BRK, _JMP_INDIRECT = 0x00, 0x6C
_LEAVES = {0x4C: 0, 0x20: 0, 0x60: 1, 0x40: 2}  # JMP, JSR, RTS, RTI: as of Bus.note_crossing
_SPECIAL = frozenset([*_POLLS_BEFORE, *_LEAVES, _BRK, _JMP_INDIRECT])

# What the last access of an instruction is, bits: 1 = waits for BA, 2 = writes twice.
LAST_ACCESS = tuple(
    2 if o.mnemonic in _MODIFIERS and o.mode != "acc" else int(o.mnemonic not in _STORES)
    for o in OPCODES
)
_CYCLES = tuple(o.cycles for o in OPCODES)


def _skip(opcode):
    """py65's method for an undocumented opcode: step over its operand, or stop."""

    def skip(mpu):
        mpu.pc += opcode.length - 1

    def jam(mpu):
        mpu.pc -= 1
        mpu.jammed = 1

    return jam if opcode.mnemonic == "JAM" else skip


class Mpu6510(MPU):
    """py65's MPU with what it lacks.

    jammed  1 after a JAM opcode
    """

    jammed = 0

    instruct = [f if o.documented else _skip(o)
                for f, o in zip(MPU.instruct, OPCODES, strict=True)]  # fmt: skip

    def reset(self):
        """Nothing: the registers come from the board's CPU."""
        self.processorCycles = 0

    def run_one(self, opcode):
        """Run the instruction at pc, whose ``opcode`` was fetched; returns extra cycles."""
        self.pc = (self.pc + 1) & 0xFFFF
        self.excycles = 0
        self.addcycles = self.extracycles[opcode]
        self.instruct[opcode](self)
        self.pc &= 0xFFFF
        return self.excycles

    def opADC(self, x):
        """ADC; in decimal mode Z is that of the binary sum, N and V those before the fix."""
        value = self.ByteAt(x())
        if self.p & self.DECIMAL:
            self._add_decimal(value)
        else:
            self._add(value)

    def opSBC(self, x):
        """SBC; decimal mode changes the result, not the flags."""
        value = self.ByteAt(x())
        before, borrow = self.a, 1 - (self.p & self.CARRY)
        self._add(value ^ 0xFF)
        if self.p & self.DECIMAL:
            low = (before & 15) - (value & 15) - borrow
            high = (before >> 4) - (value >> 4) - (low < 0)
            low -= 6 * (low < 0)
            high -= 6 * (high < 0)
            self.a = (high & 15) << 4 | low & 15

    def _add(self, value):
        total = self.a + value + (self.p & self.CARRY)
        overflow = ~(self.a ^ value) & (self.a ^ total) & 0x80
        self._set_flags(total & 0x80, overflow, total & 0xFF, total > 0xFF)
        self.a = total & 0xFF

    def _add_decimal(self, value):
        carry = self.p & self.CARRY
        low = (self.a & 15) + (value & 15) + carry
        high = (self.a >> 4) + (value >> 4) + (low > 9)
        low += 6 * (low > 9)
        unfixed = high << 4 & 0xFF
        overflow = ~(self.a ^ value) & (self.a ^ unfixed) & 0x80
        binary = (self.a + value + carry) & 0xFF
        self._set_flags(unfixed & 0x80, overflow, binary, high > 9)
        high += 6 * (high > 9)
        self.a = (high & 15) << 4 | low & 15

    def _set_flags(self, negative, overflow, nonzero, carry):
        self.p &= ~(self.NEGATIVE | self.OVERFLOW | self.ZERO | self.CARRY)
        self.p |= negative | overflow >> 1 | (0 if nonzero else self.ZERO) | int(carry)


class Py65Engine:
    """Drives ``board`` by py65's MPU; has the CPU's interface to the board.

    board  has cpu, access_read, access_write, idle, open_cycle, close_cycle
    """

    def __init__(self, board):
        self.board = board
        self.cpu = board.cpu
        self.access = Py65Access(board, board.cpu)
        self.mpu = Mpu6510(memory=self.access, pc=0)

    def step(self):
        """Run one instruction, one interrupt sequence, or one jammed cycle."""
        cpu, mpu, access = self.cpu, self.mpu, self.access
        if cpu.reset_pending:
            self._reset()
            return
        if cpu.jammed:
            self.board.idle(1)
            return
        if cpu.int_prev and self._interrupt():
            return
        here, before = cpu.pc, cpu.p
        opcode = access.fetch_opcode()
        access.open_last(_CYCLES[opcode] - 2, LAST_ACCESS[opcode])
        access.lend(mpu)
        extra = mpu.run_one(opcode)
        access.take_back(mpu)
        access.close_last(extra)
        if opcode in _SPECIAL:
            self._after(opcode, here, before)
        if mpu.jammed:
            mpu.jammed = 0
            cpu.jammed = 1

    def _after(self, opcode, here, before):
        """Do what is left of an instruction of _SPECIAL at ``here``; before: the status then."""
        if opcode in _POLLS_BEFORE:
            self._poll_by(before)
        elif opcode == _BRK:
            self.cpu.int_prev = 0
        elif opcode == _JMP_INDIRECT:
            pointer = self._word_at(here + 1)
            self.access.cross(pointer, int(pointer & 0xFF00 != 0x300))
        else:
            self.access.cross(here, _LEAVES[opcode])

    def _word_at(self, addr):
        peek = self.board.peek
        return peek(addr & 0xFFFF) | peek((addr + 1) & 0xFFFF) << 8

    def _poll_by(self, before):
        """Let the poll that has happened count by the I flag of the status ``before``."""
        if before & 0x04:
            self.cpu.int_prev &= 6
        elif self.cpu.int_prev & 1:
            self.cpu.int_prev |= 4

    def _interrupt(self):
        """Run the interrupt sequence if one is due; returns whether it was."""
        cpu, mpu, access = self.cpu, self.mpu, self.access
        if not cpu.int_prev & 6 and cpu.p & 0x04:
            return False
        access.fetch_opcode()  # two reads that come to nothing, but a DMA begins at one
        access.fetch_opcode()
        access.open_last(4, 1)
        access.note_interrupted()
        access.lend(mpu)
        vector = mpu.IRQ
        if cpu.int_prev & 2:
            vector = mpu.NMI
            cpu.nmi_latch = 0
            cpu.int_now &= 1
        # py65's own irq() does nothing while I is set, as it is after SEI's late IRQ.
        mpu.stPushWord(mpu.pc)
        mpu.stPush(mpu.p & ~mpu.BREAK | mpu.UNUSED)
        mpu.p |= mpu.INTERRUPT
        mpu.pc = mpu.WordAt(vector)
        access.take_back(mpu)
        access.close_last(0)
        cpu.int_prev = 0
        return True

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
