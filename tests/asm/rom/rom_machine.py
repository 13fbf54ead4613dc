"""A small machine to call ROM routines in: py65's CPU, 64 KB, the ROMs, a few registers.

It stands in for the exact machine where a test wants to look at one routine alone: calls
return by themselves, RAM is a bytearray, a key is down when it stands in ``keys``.  Only
what the ROMs touch is there: the keyboard matrix, the timers of CIA 1, the raster
position, the lines of the serial bus.
"""

from pathlib import Path

from py65.devices.mpu6502 import MPU

from c64.iec import SerialBus

ROMS = Path(__file__).resolve().parents[3] / "c64" / "roms"
STOP_ADDRESS = 0x02C0  # unused by the system: calls return to here


def rom(name):
    """One of the built ROMs; fails with what to do if it is not there."""
    path = ROMS / name
    assert path.exists(), f"{path} is missing: run tools/build.py roms"
    return path.read_bytes()


class RomMachine:
    """A 6502 with RAM, KERNAL and BASIC.

    ram     bytearray[65536]
    keys    set of (column, row): keys that are down
    lines   raster lines of a frame: 312 (PAL) or 263 (NTSC)
    bus     c64.iec.SerialBus: attach devices to it
    """

    def __init__(self, lines=312):
        self.ram = bytearray(65536)
        self.io = bytearray(4096)
        self.kernal = rom("kernal.bin")
        self.basic = rom("basic.bin")
        self.keys = set()
        self.lines = lines
        self.icr_mask = 0
        self.timer_running = False
        self.next_tick = 0
        self.latched = 0
        self.timer_b_ends = 0
        self.bus = SerialBus()
        self.cpu = MPU(memory=self)

    def __len__(self):
        return 65536

    def __getitem__(self, addr):
        if isinstance(addr, slice):
            return [self[a] for a in range(*addr.indices(65536))]
        if addr >= 0xE000:
            return self.kernal[addr - 0xE000]
        if 0xA000 <= addr < 0xC000:
            return self.basic[addr - 0xA000]
        if 0xD000 <= addr < 0xE000:
            return self.read_io(addr)
        return self.ram[addr]

    def __setitem__(self, addr, value):
        if 0xD000 <= addr < 0xE000:
            self.write_io(addr, value)
        else:
            self.ram[addr] = value

    def read_io(self, addr):
        """Read a register."""
        line = self.cpu.processorCycles // 63 % self.lines
        if addr == 0xD011:
            return self.io[0x11] & 0x7F | (line >> 1 & 0x80)
        if addr == 0xD012:
            return line & 0xFF
        if addr == 0xDC01:
            value = 0xFF
            for column, row in self.keys:
                if not self.io[0xC00] >> column & 1:
                    value &= ~(1 << row)
            return value
        if addr == 0xDC0D:
            value, self.latched = self.latched, 0
            return value
        if addr == 0xDC0F:
            return self.cpu.processorCycles < self.timer_b_ends
        if addr == 0xDD00:
            self.run_bus()
            lines = (not self.bus.clk_low) << 6 | (not self.bus.data_low) << 7
            return self.io[0xD00] & 0x3F | lines
        if addr == 0xDD0D:
            return 0
        return self.io[addr - 0xD000]

    def write_io(self, addr, value):
        """Write a register."""
        if addr == 0xDC0D:
            if value & 0x80:
                self.icr_mask |= value & 0x1F
            else:
                self.icr_mask &= ~value
        if addr == 0xDC0E:
            self.timer_running = bool(value & 1)
            self.next_tick = self.cpu.processorCycles + self.period()
        if addr == 0xDC0F and value & 1:
            period = self.io[0xC06] + 256 * self.io[0xC07]
            self.timer_b_ends = self.cpu.processorCycles + period
        if addr == 0xDD00:
            self.run_bus()
            pulled = [value >> bit & 1 for bit in (3, 4, 5)]
            self.bus.set_computer(*pulled, self.cpu.processorCycles)
        self.io[addr - 0xD000] = value

    def run_bus(self):
        """Bring the devices on the serial bus up to now."""
        now = self.cpu.processorCycles
        while self.bus.wakeup <= now:
            self.bus.run(self.bus.wakeup)

    def period(self):
        """Cycles between two interrupts of timer A."""
        return self.io[0xC04] + 256 * self.io[0xC05] + 1

    def step(self):
        """Run one instruction, with the timer's interrupt when it is due."""
        cpu = self.cpu
        if self.timer_running and cpu.processorCycles >= self.next_tick:
            self.next_tick += self.period()
            self.latched = 0x81
        if self.latched and self.icr_mask & 1 and not cpu.p & cpu.INTERRUPT:
            cpu.irq()
        cpu.step()

    def run_to(self, addr, limit=3_000_000):
        """Run until the program counter is ``addr``; fails after ``limit`` cycles."""
        end = self.cpu.processorCycles + limit
        while self.cpu.pc != addr:
            self.step()
            assert self.cpu.processorCycles < end, f"stuck at ${self.cpu.pc:04X}"

    def run(self, cycles):
        """Run for a number of cycles."""
        end = self.cpu.processorCycles + cycles
        while self.cpu.processorCycles < end:
            self.step()

    def boot(self, until=0xE5CD):
        """Start as after RESET and run until the input loop."""
        self.cpu.pc = self.kernal[0x1FFC] + 256 * self.kernal[0x1FFD]
        self.cpu.p = 0x34
        self.run_to(until)
        return self

    def call(self, addr, a=0, x=0, y=0, c=None, limit=1_000_000):
        """Call a routine; returns the CPU, whose a, x, y, p are the results."""
        cpu = self.cpu
        cpu.a, cpu.x, cpu.y = a, x, y
        if c is not None:
            cpu.p = cpu.p & ~1 | c
        cpu.stPushWord(STOP_ADDRESS - 1)
        cpu.pc = addr
        self.run_to(STOP_ADDRESS, limit)
        return cpu

    @property
    def carry(self):
        """The carry flag."""
        return self.cpu.p & 1

    @property
    def zero(self):
        """The zero flag."""
        return bool(self.cpu.p & 2)

    def word(self, addr):
        """Two bytes, low first."""
        return self.ram[addr] + 256 * self.ram[addr + 1]

    def screen(self, page=4):
        """The screen as 25 strings: letters, digits, signs; others as '~'."""
        cells = self.ram[page * 256 : page * 256 + 1000]
        text = "".join(screen_char(c) for c in cells)
        return [text[row * 40 : row * 40 + 40] for row in range(25)]

    def print(self, text):
        """Print PETSCII (str or bytes) by CHROUT."""
        for code in text.encode("latin-1") if isinstance(text, str) else text:
            self.call(0xFFD2, a=code)

    def put(self, addr, data):
        """Store bytes, str as ASCII."""
        data = data.encode("ascii") if isinstance(data, str) else bytes(data)
        self.ram[addr : addr + len(data)] = data

    def name(self, text, number=2, device=8, secondary=0):
        """SETNAM and SETLFS; the text goes to $0340."""
        self.put(0x0340, text)
        self.call(0xFFBD, a=len(text), x=0x40, y=0x03)
        self.call(0xFFBA, a=number, x=device, y=secondary)

    def tap(self, *keys, jiffies=2):
        """Hold keys, given as (column, row), for a few jiffies, then let go."""
        self.keys = set(keys)
        self.run(jiffies * 16422)
        self.keys = set()
        self.run(jiffies * 16422)


def screen_char(code):
    """One character for a screen code (reversed like not reversed)."""
    code &= 0x7F
    if code < 0x20:
        return chr(code + 0x40)
    return chr(code) if code < 0x40 else "~"
