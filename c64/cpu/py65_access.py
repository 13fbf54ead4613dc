"""What stands between py65's MPU and a board, compiled because it runs all the time.

Not emulated: nothing of its own; see c64/cpu/engine_py65.py.
"""


class Py65Access:
    """The board's address space as py65's memory (side effects, no time), and the registers.

    bus   c64.base.bus.Bus
    cpu   c64.cpu.cpu.CPU, which keeps the registers between instructions
    kind  of the last access of an instruction: bit 0 waits for BA, bit 1 writes twice
    last  value read last
    """

    def __init__(self, bus, cpu):
        self.bus = bus
        self.cpu = cpu
        self.kind = 1
        self.last = 0

    def __getitem__(self, addr):
        return self.fetch(addr)

    def __setitem__(self, addr, value):
        self.store(addr, value)

    def fetch(self, addr):
        """Read; py65 passes $10000 for the byte after $FFFF."""
        self.last = self.bus.access_read(addr & 0xFFFF)
        return self.last

    def store(self, addr, value):
        """Write; py65 may pass more than eight bits."""
        if self.kind & 2:
            self.bus.access_write(addr & 0xFFFF, self.last)
        self.bus.access_write(addr & 0xFFFF, value & 0xFF)

    def fetch_opcode(self):
        """Spend the first cycle of an instruction reading its opcode."""
        self.bus.open_cycle(1)
        opcode = self.bus.access_read(self.cpu.pc)
        self.bus.close_cycle()
        return opcode

    def open_last(self, before, kind):
        """Let ``before`` cycles pass and begin the one in which py65 works."""
        if before > 0:
            self.bus.idle(before)
        self.kind = kind
        self.bus.open_cycle(kind & 1)

    def close_last(self, extra):
        """End that cycle, and let ``extra`` ones pass."""
        self.bus.close_cycle()
        if extra > 0:
            self.bus.idle(extra)

    def lend(self, mpu):
        """Give py65's MPU the registers; it keeps B and the unused bit of p at 1."""
        cpu = self.cpu
        mpu.pc = cpu.pc
        mpu.a = cpu.a
        mpu.x = cpu.x
        mpu.y = cpu.y
        mpu.sp = cpu.sp
        mpu.p = cpu.p | 0x30

    def take_back(self, mpu):
        """Take the registers back from py65's MPU."""
        cpu = self.cpu
        cpu.pc = mpu.pc
        cpu.a = mpu.a
        cpu.x = mpu.x
        cpu.y = mpu.y
        cpu.sp = mpu.sp
        self.set_status(mpu.p)

    def cross(self, here, returns):
        """Tell the bus of a way to pc that began at ``here``; as ``Bus.note_crossing``."""
        self.cpu._cross(here, returns)

    def note_interrupted(self):
        """Tell the bus of an interrupt at pc."""
        self.bus.note_interrupted(self.cpu.pc)

    def set_status(self, value):
        self.cpu.p = value & 0xEF | 0x20
