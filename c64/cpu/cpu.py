"""The 6510's core: all 256 opcodes of the NMOS 6502, exact to the cycle.

Every access, dummy reads and the double write of read-modify-write
instructions included, is one call of ``bus.read`` or ``bus.write`` and so one
phi2 cycle.  The bus itself holds a read back while RDY is low, and counts the
cycles it waited in ``bus.stalled``.  At the end of every cycle, a waiting one
too, the board calls ``sample`` with the levels of the interrupt lines.

How interrupts are recognised: the 6502 decides in an instruction's last cycle
by what the lines were at the end of the cycle before.  ``sample`` therefore
delays by one cycle (``int_now`` -> ``int_prev``), and ``step`` looks at
``int_prev`` before it fetches an opcode.  Instructions that poll otherwise
correct ``int_prev``:

- CLI, SEI and PLP poll by the I flag from before them;
- a taken branch inside a page does not poll in its third cycle;
- BRK and the interrupt sequence do not poll at all, so that the handler's
  first instruction always runs; NMI takes the vector over ("hijacking") if it
  comes before the fifth cycle.

Source: MOS 6500 Programming Manual; "NMOS 6510 Unintended Opcodes -- No More
Secrets" (groepaz, solution); "Visual 6502" for interrupts and hijacking; the
results are held against the single-step tests of Thomas Harte and VICE's
test programs (see ``tests/c64/cpu/test_harte.py``).

ANE and LXA use the constant $EE.  ANE's is a setting, ``ane_constant``, because 6510s in
C64s were measured to show $EF, and $EE when RDY makes the operand's read wait (VICE,
CPU/ane and src/6510dtvcore.c); the machine sets $EF, a bare CPU has $EE.

Which chip, and how sure: the NMOS 6510.  Its documented behaviour and the stable undocumented
opcodes rest on many measurements that agree (Harte's tests, Lorenz' suite, VICE's CPU/).  SHA,
SHX, SHY and SHS follow the chips VICE's CPU/sha*, shx*, shy* programs were made on, where the
AND drops out when RDY makes the cycle before the write wait; 6510s are reported that behave
otherwise across a page, so this is one kind of chip, measured by VICE's authors.

JAM stops the CPU: ``jammed`` is 1, ``pc`` stays on the opcode and every ``step`` is one
cycle reading $FFFF, until reset.

Not emulated: the analogue side of ANE and LXA (the constant varies with the
chip and its temperature).
"""

from c64.base.bus import Bus
from c64.base.fields import Field, create_fields

# Bits of the status register; B is there only in what is pushed.  Masks of several are literals.
FLAG_C, FLAG_Z, FLAG_I, FLAG_D = 0x01, 0x02, 0x04, 0x08
FLAG_B, FLAG_1, FLAG_V, FLAG_N = 0x10, 0x20, 0x40, 0x80

# Bits of int_now and int_prev: $01 IRQ level, $02 NMI latched,
#   $04 (int_prev only) IRQ that is taken although I is set by now.

# Opcodes by mnemonic: OP_ with one addressing mode, OPS_ with several, of which ``_load``,
# ``_address`` and ``_modify`` find the mode in the opcode's low bits.
OP_BNE, OP_BEQ, OP_BPL, OP_BMI = 0xD0, 0xF0, 0x10, 0x30
OP_BCC, OP_BCS, OP_BVC, OP_BVS = 0x90, 0xB0, 0x50, 0x70
OP_JMP, OP_JSR, OP_RTS, OP_CLI = 0x4C, 0x20, 0x60, 0x58
OP_SEI, OP_JMP_INDIRECT, OP_RTI, OP_BRK = 0x78, 0x6C, 0x40, 0x00
OP_PHA, OP_PHP, OP_PLA, OP_NOP = 0x48, 0x08, 0x68, 0xEA
OP_INX, OP_DEX, OP_INY, OP_DEY = 0xE8, 0xCA, 0xC8, 0x88
OP_CLC, OP_SEC, OP_TAX, OP_TAY = 0x18, 0x38, 0xAA, 0xA8
OP_TXA, OP_TYA, OP_TSX, OP_TXS = 0x8A, 0x98, 0xBA, 0x9A
OP_CLD, OP_SED, OP_CLV, OP_SHX = 0xD8, 0xF8, 0xB8, 0x9E
OP_SHY, OP_SHS, OP_LAS, OP_ALR = 0x9C, 0x9B, 0xBB, 0x4B
OP_ARR, OP_ANE, OP_LXA = 0x6B, 0x8B, 0xAB
OPS_LDA = (0xA9, 0xA5, 0xAD, 0xB5, 0xBD, 0xB9, 0xA1, 0xB1)
OPS_STA = (0x85, 0x8D, 0x95, 0x9D, 0x99, 0x81, 0x91)
OPS_LDX = (0xA2, 0xA6, 0xAE, 0xB6, 0xBE)
OPS_LDY = (0xA0, 0xA4, 0xAC, 0xB4, 0xBC)
OPS_STX = (0x86, 0x8E, 0x96)
OPS_STY = (0x84, 0x8C, 0x94)
OPS_CMP = (0xC9, 0xC5, 0xCD, 0xD5, 0xDD, 0xD9, 0xC1, 0xD1)
OPS_ADC = (0x69, 0x65, 0x6D, 0x75, 0x7D, 0x79, 0x61, 0x71)
OPS_SBC = (0xE9, 0xE5, 0xED, 0xF5, 0xFD, 0xF9, 0xE1, 0xF1, 0xEB)
OPS_AND = (0x29, 0x25, 0x2D, 0x35, 0x3D, 0x39, 0x21, 0x31)
OPS_ORA = (0x09, 0x05, 0x0D, 0x15, 0x1D, 0x19, 0x01, 0x11)
OPS_EOR = (0x49, 0x45, 0x4D, 0x55, 0x5D, 0x59, 0x41, 0x51)
OPS_CPX = (0xE0, 0xE4, 0xEC)
OPS_CPY = (0xC0, 0xC4, 0xCC)
OPS_BIT = (0x24, 0x2C)
OPS_LAX = (0xA7, 0xAF, 0xB7, 0xBF, 0xA3, 0xB3)
OPS_SAX = (0x87, 0x8F, 0x97, 0x83)
OPS_SHA = (0x9F, 0x93)
OPS_ANC = (0x0B, 0x2B)
OPS_STACK = (0x08, 0x28, 0x48, 0x68)  # PHP PLP PHA PLA
OPS_SHIFT_A = (0x0A, 0x2A, 0x4A, 0x6A)  # ASL ROL LSR ROR of A
# fmt: off
OPS_MODIFY = (
    0x06, 0x0E, 0x16, 0x1E,  # ASL
    0x26, 0x2E, 0x36, 0x3E,  # ROL
    0x46, 0x4E, 0x56, 0x5E,  # LSR
    0x66, 0x6E, 0x76, 0x7E,  # ROR
    0xC6, 0xCE, 0xD6, 0xDE,  # DEC
    0xE6, 0xEE, 0xF6, 0xFE,  # INC
    0x03, 0x07, 0x0F, 0x13, 0x17, 0x1B, 0x1F,  # SLO
    0x23, 0x27, 0x2F, 0x33, 0x37, 0x3B, 0x3F,  # RLA
    0x43, 0x47, 0x4F, 0x53, 0x57, 0x5B, 0x5F,  # SRE
    0x63, 0x67, 0x6F, 0x73, 0x77, 0x7B, 0x7F,  # RRA
    0xC3, 0xC7, 0xCF, 0xD3, 0xD7, 0xDB, 0xDF,  # DCP
    0xE3, 0xE7, 0xEF, 0xF3, 0xF7, 0xFB, 0xFF,  # ISC
)
OPS_IMPLIED = (
    0xAA, 0xA8, 0x8A, 0x98, 0xBA, 0x9A,  # TAX TAY TXA TYA TSX TXS
    0xE8, 0xC8, 0xCA, 0x88,  # INX INY DEX DEY
    0x0A, 0x2A, 0x4A, 0x6A,  # ASL ROL LSR ROR
    0x18, 0x38, 0xD8, 0xF8, 0xB8,  # CLC SEC CLD SED CLV
    0xEA, 0x1A, 0x3A, 0x5A, 0x7A, 0xDA, 0xFA,  # NOP
)
OPS_NOP = (  # with an operand
    0x80, 0x82, 0x89, 0xC2, 0xE2, 0x04, 0x44, 0x64, 0x0C,
    0x14, 0x34, 0x54, 0x74, 0xD4, 0xF4, 0x1C, 0x3C, 0x5C, 0x7C, 0xDC, 0xFC,
)
OPS_JAM = (0x02, 0x12, 0x22, 0x32, 0x42, 0x52, 0x62, 0x72, 0x92, 0xB2, 0xD2, 0xF2)
# fmt: on
ROW_ASL, ROW_ROL, ROW_LSR, ROW_ROR, ROW_DEC = 0, 1, 2, 3, 6  # op >> 5


class CPU:
    """A 6510 core on a ``Bus``; ``fields`` explains its registers and lines, a line each."""

    fields = (
        Field("pc"),  # program counter, 0..$FFFF
        Field("a"),  # accumulator, 0..255
        Field("x"),  # index register X, 0..255
        Field("y"),  # index register Y, 0..255
        Field("sp"),  # stack pointer, 0..255, in page 1
        Field("p", 0x24),  # status; bit 5 always 1, bit 4 (B) always 0
        Field("jammed"),  # 1: a JAM opcode has stopped the CPU until a reset
        Field("reset_pending"),  # 1: the reset sequence comes before the next opcode
        Field("int_now"),  # interrupts seen in this cycle: $01 IRQ, $02 NMI
        Field("int_prev"),  # those of the cycle before, which an opcode fetch looks at
        Field("nmi_line"),  # 1: NMI is asserted; kept to see its edges
        Field("nmi_latch"),  # 2: an edge of NMI waits to be served
        Field("ane_constant", 0xEE, keep=True),  # what ANE ORs into A if its read needs no wait
    )
    derived = ("bus", "irq_line")  # wiring; the level that was sampled last

    def __init__(self, bus: Bus):
        create_fields(self)
        self.bus = bus
        self.irq_line = 0

    def reset(self):
        """Make the next ``step`` the seven cycles of the reset sequence."""
        self.reset_pending = 1
        self.jammed = 0

    def go_to(self, pc):
        """Make the instruction at ``pc`` the next one, as a debugger does.

        A reset that is due, as before the machine's first cycle, is over then: its sequence would
        load another PC.
        """
        self.pc = pc
        self.reset_pending = 0

    def sample(self, irq, nmi):
        """Take the levels of the interrupt lines at the end of a cycle.

        irq, nmi  0 or 1, 1 = asserted (the pin is low)
        changes   int_prev, int_now (delayed by one cycle), nmi_latch on an edge
        order     last in every cycle, cycles waiting for RDY included
        """
        self.irq_line = irq
        self.int_prev = self.int_now
        if nmi != self.nmi_line:
            self.nmi_line = nmi
            if nmi:
                self.nmi_latch = 2
        self.int_now = irq | self.nmi_latch

    def sample_again(self):
        """Do what ``sample`` does while no line changes."""
        self.int_prev = self.int_now
        self.int_now = self.irq_line | self.nmi_latch

    def run_quickly(self, limit):
        """Run instructions up to the first cycle that is not quick (see ``Bus``), or ``limit``.

        It ends with an instruction that made the bus plan anew, or jammed, and before one at
        an address with a trap.
        """
        quick = self.bus.quick
        end = min(quick, limit)
        if self.jammed and self.bus.reads[self.bus.mode16 + 15] >= 0:
            self.bus.cycle = max(self.bus.cycle, end)  # each of them reads $FFFF
        while (
            self.bus.cycle < end
            and self.bus.quick == quick
            and not (self.jammed | self.bus.trap_flags[self.pc])
        ):
            self.step()

    def step(self):
        """Run one instruction, one interrupt sequence, or one jammed cycle."""
        if self.int_prev | self.reset_pending | self.jammed and self._attend():
            return
        op = self._fetch()
        # The order is by frequency, which matters to the uncompiled machine
        # only: compiled, this is one jump table.
        if op in OPS_LDA:
            self.a = self._load(op)
            self._nz(self.a)
        elif op in OPS_STA:
            self._write(self._address(op), self.a)
        elif op == OP_BNE:
            self._branch(self.p & FLAG_Z == 0)
        elif op == OP_BEQ:
            self._branch(self.p & FLAG_Z)
        elif op == OP_BPL:
            self._branch(self.p & FLAG_N == 0)
        elif op == OP_BMI:
            self._branch(self.p & FLAG_N)
        elif op == OP_BCC:
            self._branch(self.p & FLAG_C == 0)
        elif op == OP_BCS:
            self._branch(self.p & FLAG_C)
        elif op == OP_BVC:
            self._branch(self.p & FLAG_V == 0)
        elif op == OP_BVS:
            self._branch(self.p & FLAG_V)
        elif op in OPS_LDX:
            self.x = self._load(op)
            self._nz(self.x)
        elif op in OPS_LDY:
            self.y = self._load(op)
            self._nz(self.y)
        elif op in OPS_STX:
            self._write(self._address(op), self.x)
        elif op in OPS_STY:
            self._write(self._address(op), self.y)
        elif op in OPS_CMP:
            self._compare(self.a, self._load(op))
        elif op in OPS_ADC:
            self._adc(self._load(op))
        elif op in OPS_SBC:
            self._sbc(self._load(op))
        elif op in OPS_AND:
            self.a &= self._load(op)
            self._nz(self.a)
        elif op in OPS_ORA:
            self.a |= self._load(op)
            self._nz(self.a)
        elif op in OPS_EOR:
            self.a ^= self._load(op)
            self._nz(self.a)
        elif op in OPS_CPX:
            self._compare(self.x, self._load(op))
        elif op in OPS_CPY:
            self._compare(self.y, self._load(op))
        elif op in OPS_BIT:
            self._bit(self._load(op))
        elif op in OPS_MODIFY:
            self._modify(op)
        elif op == OP_JMP:
            self._jmp()
        elif op == OP_JSR:
            self._jsr()
        elif op == OP_RTS:
            self._rts()
        elif op in OPS_STACK:
            self._stack(op)
        elif op in OPS_IMPLIED:
            self._read(self.pc)
            self._implied(op)
        elif op == OP_CLI:
            self._cli()
        elif op == OP_SEI:
            self._sei()
        elif op == OP_JMP_INDIRECT:
            self._jmp_indirect()
        elif op == OP_RTI:
            self._rti()
        elif op == OP_BRK:
            self._fetch()
            self._enter_handler(self.p | FLAG_1 | FLAG_B)
        else:
            self._undocumented(op)

    # --- interrupts, reset, jam ------------------------------------------

    def _attend(self):
        """Do what comes before the next instruction; 1 if it took its place."""
        if self.reset_pending:
            self._reset_sequence()
            return 1
        if self.jammed:
            self._read(0xFFFF)
            return 1
        # IRQ (bit 0) waits while I is set; NMI and SEI's late IRQ do not.
        if self.int_prev & 6 == 0 and self.p & FLAG_I:
            return 0
        self._read(self.pc)
        self._read(self.pc)
        self.bus.note_interrupted(self.pc)
        self._enter_handler(self.p | FLAG_1)
        return 1

    def _reset_sequence(self):
        """Seven cycles like an interrupt's, the three pushes turned to reads."""
        self.reset_pending = 0
        self._read(self.pc)
        self._read(self.pc)
        for _ in range(3):
            self._read(0x100 | self.sp)
            self.sp = (self.sp - 1) & 0xFF
        self.p |= FLAG_1 | FLAG_I
        self.nmi_latch = 0
        self._jump_through(0xFFFC)

    def _enter_handler(self, pushed):
        """Push pc and ``pushed`` (status), go through the vector: 5 cycles."""
        self._push(self.pc >> 8)
        self._push(self.pc & 0xFF)
        self._push(pushed)
        vector = 0xFFFE
        if self.int_prev & 2:
            vector = 0xFFFA
            self.nmi_latch = 0
            self.int_now &= 1
        self.p |= FLAG_I
        self._jump_through(vector)

    def _jump_through(self, vector):
        """Load pc from ``vector``; nothing is polled at the end."""
        low = self._read(vector)
        self.pc = low | self._read(vector + 1) << 8
        self._poll_as(0)

    def _poll_as(self, value):
        """Have the instruction polled as if ``int_prev`` were ``value``.

        In the next cycles it is sampled anew, which quick cycles leave out.
        """
        if value != self.int_prev:
            self.int_prev = value
            self.bus.quick = self.bus.end_due = 0

    def _cli(self):
        """IRQ is taken one instruction later, unless RDY repeats the poll."""
        self.bus.stalled = 0
        self._read(self.pc)
        if self.p & FLAG_I and self.bus.stalled == 0:
            self._poll_as(self.int_prev & 6)
        self.p &= 0xFB

    def _sei(self):
        """IRQ of the first cycle is still taken, later ones of a wait not."""
        first = self.int_now
        self._read(self.pc)
        if self.p & FLAG_I == 0 and first & 1:
            self._poll_as(self.int_prev | 4)
        self.p |= FLAG_I

    def _set_status(self, value):
        """Set p from the stack, polled with the I flag from before (PLP)."""
        if self.p & FLAG_I:
            self._poll_as(self.int_prev & 6)
        elif self.int_prev & 1:
            self._poll_as(self.int_prev | 4)
        self.p = value & 0xEF | 0x20

    # --- bus and addressing modes ----------------------------------------

    def _read(self, addr):
        """Spend a cycle reading ``addr``; without the bus where that is all there is to it."""
        if self.bus.cycle < self.bus.quick and addr > 1:
            at = self.bus.reads[self.bus.mode16 + (addr >> 12)]
            if at >= 0:
                self.bus.cycle += 1
                return self.bus.space[at + addr]
        return self.bus.read(addr)

    def _write(self, addr, value):
        """Spend a cycle writing ``value`` to ``addr``; see ``_read``."""
        if (
            self.bus.cycle < self.bus.quick
            and addr > 1
            and not self.bus.watched[addr >> 8]
            and self.bus.writes[self.bus.mode16 + (addr >> 12)] == 0
        ):
            self.bus.cycle += 1
            self.bus.space[addr] = value
        else:
            self.bus.write(addr, value)

    def _fetch(self):
        """Read the byte at pc, advance pc."""
        at = self.pc
        self.pc = (at + 1) & 0xFFFF
        return self._read(at)

    def _fetch_word(self):
        low = self._fetch()
        return low | self._fetch() << 8

    def _push(self, value):
        self._write(0x100 | self.sp, value)
        self.sp = (self.sp - 1) & 0xFF

    def _pull(self):
        self.sp = (self.sp + 1) & 0xFF
        return self._read(0x100 | self.sp)

    def _load(self, op):
        """Read an instruction's operand; the mode is in op's low five bits.

        Indexed modes spend a dummy read only where a page is crossed.
        """
        column = op & 0x1F
        if column in (0x00, 0x02, 0x09, 0x0B):  # immediate
            return self._fetch()
        if column in (0x04, 0x05, 0x06, 0x07):  # zp
            return self._read(self._fetch())
        if column in (0x0C, 0x0D, 0x0E, 0x0F):  # abs
            return self._read(self._fetch_word())
        if column in (0x14, 0x15):  # zp,X
            return self._read(self._zero_page_indexed(self.x))
        if column in (0x16, 0x17):  # zp,Y: only LDX and LAX read here
            return self._read(self._zero_page_indexed(self.y))
        if column in (0x1C, 0x1D):  # abs,X
            return self._load_indexed(self._fetch_word(), self.x)
        if column in (0x19, 0x1B, 0x1E, 0x1F):  # abs,Y
            return self._load_indexed(self._fetch_word(), self.y)
        if column in (0x11, 0x13):  # (zp),Y
            return self._load_indexed(self._pointer(self._fetch()), self.y)
        return self._read(self._pointer(self._zero_page_indexed(self.x)))  # (zp,X)

    def _address(self, op):
        """The address a store or read-modify-write instruction works on.

        Indexed modes always spend a dummy read at the address without carry.
        """
        column = op & 0x1F
        if column in (0x04, 0x05, 0x06, 0x07):  # zp
            return self._fetch()
        if column in (0x0C, 0x0D, 0x0E, 0x0F):  # abs
            return self._fetch_word()
        if column in (0x14, 0x15):  # zp,X
            return self._zero_page_indexed(self.x)
        if column in (0x16, 0x17):  # zp,X; STX and SAX: zp,Y
            return self._zero_page_indexed(self.y if op & 0xFE == 0x96 else self.x)
        if column in (0x1C, 0x1D, 0x1E, 0x1F):  # abs,X
            return self._indexed(self._fetch_word(), self.x)
        if column in (0x19, 0x1B):  # abs,Y
            return self._indexed(self._fetch_word(), self.y)
        if column in (0x11, 0x13):  # (zp),Y
            return self._indexed(self._pointer(self._fetch()), self.y)
        return self._pointer(self._zero_page_indexed(self.x))  # (zp,X)

    def _zero_page_indexed(self, index):
        base = self._fetch()
        self._read(base)
        return (base + index) & 0xFF

    def _pointer(self, at):
        """The word at zero page ``at``, whose high byte wraps in the page."""
        low = self._read(at)
        return low | self._read((at + 1) & 0xFF) << 8

    def _load_indexed(self, base, index):
        address = (base + index) & 0xFFFF
        if (base ^ address) & 0xFF00:
            self._read(base & 0xFF00 | address & 0xFF)
        return self._read(address)

    def _indexed(self, base, index):
        address = (base + index) & 0xFFFF
        self._read(base & 0xFF00 | address & 0xFF)
        return address

    # --- control flow and stack ------------------------------------------

    def _branch(self, taken):
        """2 cycles, taken 3, across a page 4."""
        offset = self._fetch()
        if not taken:
            return
        polled = self.int_prev
        here = self.pc
        self._read(here)
        there = (here + (offset ^ 0x80) - 0x80) & 0xFFFF
        self.pc = there
        if (here ^ there) & 0xFF00:
            self._read(here & 0xFF00 | there & 0xFF)
        else:
            self._poll_as(polled)

    def _cross(self, here, returns):
        """Tell the bus of a way into another block that may be a ROM, where an entry matters.

        here     where it begins, or the pointer that was followed
        returns  as of ``Bus.note_crossing``
        """
        if (here ^ self.pc) & 0xE000 and self.pc & 0xA000 == 0xA000:
            self.bus.note_crossing(here, self.pc, returns)

    def _jmp(self):
        here = self.pc
        self.pc = self._fetch_word()
        self._cross(here, 0)

    def _jsr(self):
        """Push the address of JSR's last byte, which is fetched after that."""
        low = self._fetch()
        here = self.pc
        self._read(0x100 | self.sp)
        self._push(here >> 8)
        self._push(here & 0xFF)
        self.pc = low | self._read(here) << 8
        self._cross(here, 0)

    def _rts(self):
        here = self.pc
        self._read(here)
        self._read(0x100 | self.sp)
        low = self._pull()
        self.pc = low | self._pull() << 8
        self._fetch()
        self._cross(here, 1)

    def _rti(self):
        """The restored I flag counts for the poll at RTI's end already."""
        self._read(self.pc)
        self._read(0x100 | self.sp)
        self.p = self._pull() & 0xEF | 0x20
        low = self._pull()
        here = self.pc
        self.pc = low | self._pull() << 8
        self._cross(here, 2)

    def _jmp_indirect(self):
        """The pointer's high byte comes from the same page (NMOS)."""
        at = self._fetch_word()
        low = self._read(at)
        self.pc = low | self._read(at & 0xFF00 | (at + 1) & 0xFF) << 8
        self._cross(at, at & 0xFF00 != 0x300)

    def _stack(self, op):
        self._read(self.pc)
        if op == OP_PHA:
            self._push(self.a)
        elif op == OP_PHP:
            self._push(self.p | FLAG_1 | FLAG_B)
        else:
            self._read(0x100 | self.sp)
            if op == OP_PLA:
                self.a = self._pull()
                self._nz(self.a)
            else:  # PLP
                self._set_status(self._pull())

    # --- operations -------------------------------------------------------

    def _nz(self, value):
        self.p = self.p & 0x7D | value & 0x80 | (value == 0) << 1

    def _nzc(self, value, carry):
        self.p = self.p & 0x7C | value & 0x80 | (value == 0) << 1 | carry

    def _compare(self, register, value):
        self._nzc((register - value) & 0xFF, register >= value)

    def _bit(self, value):
        self.p = self.p & 0x3D | value & 0xC0 | (self.a & value == 0) << 1

    def _adc(self, value):
        if self.p & FLAG_D:
            self._adc_decimal(value)
            return
        total = self.a + value + (self.p & FLAG_C)
        overflow = (self.a ^ total) & (value ^ total) & 0x80
        self.a = total & 0xFF
        self.p = self.p & 0xBF | overflow >> 1
        self._nzc(self.a, total >> 8)

    def _adc_decimal(self, value):
        """NMOS: Z from the binary sum, N and V before the high digit's fix."""
        a = self.a
        carry = self.p & FLAG_C
        low = (a & 0x0F) + (value & 0x0F) + carry
        if low > 9:
            low = ((low + 6) & 0x0F) + 0x10
        total = (a & 0xF0) + (value & 0xF0) + low
        zero = (a + value + carry) & 0xFF == 0
        overflow = (a ^ total) & (value ^ total) & 0x80
        self.p = self.p & 0x3C | total & 0x80 | overflow >> 1 | zero << 1
        if total >= 0xA0:
            total += 0x60
        self.p |= total > 0xFF
        self.a = total & 0xFF

    def _sbc(self, value):
        """NMOS: decimal mode changes the result only, not the flags."""
        a = self.a
        decimal = self.p & FLAG_D
        borrow = 1 - (self.p & FLAG_C)
        self.p &= ~FLAG_D & 0xFF
        self._adc(value ^ 0xFF)
        if decimal == 0:
            return
        self.p |= FLAG_D
        low = (a & 0x0F) - (value & 0x0F) - borrow
        if low < 0:
            low = ((low - 6) & 0x0F) - 0x10
        total = (a & 0xF0) - (value & 0xF0) + low
        if total < 0:
            total -= 0x60
        self.a = total & 0xFF

    def _implied(self, op):
        """Register instructions, after their dummy read."""
        if op == OP_NOP:
            return
        if op == OP_INX:
            self.x = (self.x + 1) & 0xFF
            self._nz(self.x)
        elif op == OP_DEX:
            self.x = (self.x - 1) & 0xFF
            self._nz(self.x)
        elif op == OP_INY:
            self.y = (self.y + 1) & 0xFF
            self._nz(self.y)
        elif op == OP_DEY:
            self.y = (self.y - 1) & 0xFF
            self._nz(self.y)
        elif op == OP_CLC:
            self.p &= ~FLAG_C & 0xFF
        elif op == OP_SEC:
            self.p |= FLAG_C
        elif op == OP_TAX:
            self.x = self.a
            self._nz(self.x)
        elif op == OP_TAY:
            self.y = self.a
            self._nz(self.y)
        elif op == OP_TXA:
            self.a = self.x
            self._nz(self.a)
        elif op == OP_TYA:
            self.a = self.y
            self._nz(self.a)
        elif op in OPS_SHIFT_A:
            self.a = self._altered(op >> 5, self.a)
        elif op == OP_TSX:
            self.x = self.sp
            self._nz(self.x)
        elif op == OP_TXS:
            self.sp = self.x
        elif op == OP_CLD:
            self.p &= ~FLAG_D & 0xFF
        elif op == OP_SED:
            self.p |= FLAG_D
        elif op == OP_CLV:
            self.p &= ~FLAG_V & 0xFF

    def _altered(self, row, value):
        """``value`` after ASL, ROL, LSR, ROR, DEC or INC (row = op >> 5)."""
        if row == ROW_ASL:
            result = value << 1 & 0xFF
            self._nzc(result, value >> 7)
        elif row == ROW_ROL:
            result = (value << 1 | self.p & FLAG_C) & 0xFF
            self._nzc(result, value >> 7)
        elif row == ROW_LSR:
            result = value >> 1
            self._nzc(result, value & 1)
        elif row == ROW_ROR:
            result = value >> 1 | (self.p & FLAG_C) << 7
            self._nzc(result, value & 1)
        elif row == ROW_DEC:
            result = (value - 1) & 0xFF
            self._nz(result)
        else:  # INC
            result = (value + 1) & 0xFF
            self._nz(result)
        return result

    def _modify(self, op):
        """Read-modify-write: the old value is written back first.

        The undocumented column (bit 0) sends the result through the ALU too:
        SLO = ASL + ORA, RLA = ROL + AND, SRE = LSR + EOR, RRA = ROR + ADC,
        DCP = DEC + CMP, ISC = INC + SBC.
        """
        row = op >> 5
        address = self._address(op)
        value = self._read(address)
        self._write(address, value)
        value = self._altered(row, value)
        if op & 1:
            self._combine(row, value)
        self._write(address, value)

    def _combine(self, row, value):
        if row == 3:
            self._adc(value)
        elif row == 6:
            self._compare(self.a, value)
        elif row == 7:
            self._sbc(value)
        else:
            if row == 0:
                self.a |= value
            elif row == 1:
                self.a &= value
            else:
                self.a ^= value
            self._nz(self.a)

    # --- undocumented opcodes ----------------------------------------------

    def _undocumented(self, op):
        if op in OPS_LAX:
            self.a = self.x = self._load(op)
            self._nz(self.a)
        elif op in OPS_SAX:
            self._write(self._address(op), self.a & self.x)
        elif op in OPS_SHA:
            self._store_high(op, self.a & self.x)
        elif op == OP_SHX:
            self._store_high(op, self.x)
        elif op == OP_SHY:
            self._store_high(op, self.y)
        elif op == OP_SHS:
            self.sp = self.a & self.x
            self._store_high(op, self.sp)
        elif op in OPS_NOP:
            self._load(op)
        elif op in OPS_JAM:
            self._read(self.pc)
            self.pc = (self.pc - 1) & 0xFFFF
            self.jammed = 1
        elif op == OP_LAS:
            self.a = self.x = self.sp = self._load(op) & self.sp
            self._nz(self.a)
        else:
            self._undocumented_immediate(op)

    def _undocumented_immediate(self, op):
        self.bus.stalled = 0
        value = self._fetch()
        if op in OPS_ANC:
            self.a &= value
            self._nzc(self.a, self.a >> 7)
        elif op == OP_ALR:
            self.a = self._altered(ROW_LSR, self.a & value)
        elif op == OP_ARR:
            self._arr(self.a & value)
        elif op == OP_ANE:
            constant = 0xEE if self.bus.stalled else self.ane_constant
            self.a = (self.a | constant) & self.x & value
            self._nz(self.a)
        elif op == OP_LXA:
            self.a = self.x = (self.a | 0xEE) & value
            self._nz(self.a)
        else:  # SBX ($CB)
            masked = self.a & self.x
            self.x = (masked - value) & 0xFF
            self._nzc(self.x, masked >= value)

    def _arr(self, value):
        """ROR of A AND operand; C and V come from the adder behind it."""
        result = value >> 1 | (self.p & FLAG_C) << 7
        decimal = self.p & FLAG_D
        self._nzc(result, result >> 6 & 1)
        if decimal == 0:
            self.p = self.p & 0xBF | (result ^ result << 1) & 0x40
            self.a = result
            return
        self.p = self.p & 0xBE | (value ^ result) & 0x40
        if (value & 0x0F) + (value & 0x01) > 0x05:
            result = result & 0xF0 | (result + 6) & 0x0F
        if (value & 0xF0) + (value & 0x10) > 0x50:
            result = (result + 0x60) & 0xFF
            self.p |= FLAG_C
        self.a = result

    def _store_high(self, op, value):
        """SHA, SHX, SHY, SHS: store ``value`` AND high byte + 1.

        Across a page that result is the address's high byte too.  The AND drops out
        of the stored value, not of the address, if RDY made the cycle before the
        write wait.
        """
        index = self.x if op == 0x9C else self.y
        base = self._pointer(self._fetch()) if op == 0x93 else self._fetch_word()
        low = (base & 0xFF) + index
        self.bus.stalled = 0
        self._read(base & 0xFF00 | low & 0xFF)
        high = base >> 8
        masked = value & (high + 1)
        if self.bus.stalled == 0:
            value = masked
        if low > 0xFF:
            high = masked
        self._write(high << 8 | low & 0xFF, value)
