"""What stands between py65's MPU and a board, compiled because it runs all the time.

Not emulated: nothing of its own; see c64/engine_py65.py.
"""


class Py65Access:
    """The board's address space as py65's memory (side effects, no time), and the registers.

    bus  c64.component.Bus
    cpu  c64.cpu.CPU, which keeps the registers between instructions
    """

    def __init__(self, bus, cpu):
        self.bus = bus
        self.cpu = cpu

    def __getitem__(self, addr):
        return self.fetch(addr)

    def __setitem__(self, addr, value):
        self.store(addr, value)

    def fetch(self, addr):
        """Read; py65 passes $10000 for the byte after $FFFF."""
        return self.bus.access_read(addr & 0xFFFF)

    def store(self, addr, value):
        """Write; py65 may pass more than eight bits."""
        self.bus.access_write(addr & 0xFFFF, value & 0xFF)

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

    def set_status(self, value):
        self.cpu.p = value & 0xEF | 0x20
