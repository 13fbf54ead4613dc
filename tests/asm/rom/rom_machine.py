"""The whole machine, for tests that call one ROM routine at a time.

A routine is called with registers and returns by itself; RAM is at hand; a key is down
when it stands in ``keys``.  Without a call the machine runs as always.
"""

import c64
from c64.keyboard import KEY_MATRIX

RETURN_ADDRESS = 0x02C0  # unused by the system: calls return to here
INPUT_LOOP = 0xE5CD
JIFFY = 16422  # cycles between two interrupts, PAL
RAM_REGIONS = ((0x0000, 0xA000), (0xC000, 0xD000))


class RomMachine:
    """A C64 with its own ROMs.

    ram     bytearray[65536]
    keys    set of (column, row): assign to press
    bus     c64.iec.SerialBus: attach devices to it
    cpu     c64.cpu.CPU: a, x, y, p, sp, pc
    """

    def __init__(self, model="c64", seed=64):
        self.c64 = c64.C64(model, sample_rate=0, seed=seed)
        self.board = self.c64.board
        self.cpu, self.ram = self.board.cpu, self.board.ram
        self.bus = self.board.iec
        self.bus.detach(8)
        self._keys = set()
        self.board.set_trap(RETURN_ADDRESS, _stop)

    def __getitem__(self, addr):
        return self.c64.memory[addr]

    def poke(self, addr, *values):
        """Write registers or memory as the CPU would."""
        for offset, value in enumerate(values):
            self.board.poke(addr + offset, value)

    def put(self, addr, data):
        """Store bytes, str as ASCII, in RAM."""
        data = data.encode("ascii") if isinstance(data, str) else bytes(data)
        self.ram[addr : addr + len(data)] = data

    def word(self, addr):
        """Two bytes, low first."""
        return self[addr] + 256 * self[addr + 1]

    @property
    def colours(self):
        """Colour RAM: 1000 values 0-15."""
        return bytes(self.board.color_ram[:1000])

    @property
    def keys(self):
        """Keys that are down, as (column, row)."""
        return self._keys

    @keys.setter
    def keys(self, keys):
        for column, row in self._keys - set(keys):
            self.board.keyboard.release(KEY_MATRIX[column][row])
        for column, row in set(keys) - self._keys:
            self.board.keyboard.press(KEY_MATRIX[column][row])
        self._keys = set(keys)

    # -- running -----------------------------------------------------------------------

    def run(self, cycles):
        """Run for a number of cycles."""
        self.board.run_until(self.board.cycle + cycles)

    def run_to(self, addr, limit=3_000_000):
        """Run until the program counter is ``addr``; fails after ``limit`` cycles."""
        self.board.set_trap(addr, _stop)
        self.board.stop = 0
        self.board.run_until(self.board.cycle + limit)
        if addr != RETURN_ADDRESS:
            self.board.set_trap(addr, None)
        assert self.board.stop, f"not at ${addr:04X} but ${self.cpu.pc:04X} after {limit} cycles"
        self.board.stop = 0

    def boot(self, until=INPUT_LOOP):
        """Run from power-on to the input loop."""
        self.run_to(until)
        return self

    def begin(self, addr):
        """Let the CPU go on at ``addr``, with interrupts allowed."""
        self.cpu.pc = addr
        self.cpu.p &= ~4

    def call(self, addr, *, a=0, x=0, y=0, c=None, limit=1_000_000):
        """Call a routine; returns the CPU, whose a, x, y, p are the results."""
        cpu = self.cpu
        cpu.a, cpu.x, cpu.y = a, x, y
        if c is not None:
            cpu.p = cpu.p & ~1 | c
        for byte in divmod(RETURN_ADDRESS - 1, 256):
            self.ram[0x100 + cpu.sp] = byte
            cpu.sp = cpu.sp - 1 & 0xFF
        cpu.pc = addr
        self.run_to(RETURN_ADDRESS, limit)
        return cpu

    def interrupts_off(self):
        """No more interrupts of the timer: routines run only when called."""
        self.poke(0xDC0D, 0x7F)
        self.cpu.p |= 4

    @property
    def carry(self):
        """The carry flag."""
        return self.cpu.p & 1

    @property
    def zero(self):
        """The zero flag."""
        return bool(self.cpu.p & 2)

    # -- what people see and do --------------------------------------------------------

    def screen(self, page=4):
        """The screen as 25 strings: letters, digits, signs; others as '~'."""
        text = "".join(screen_char(c) for c in self.ram[page * 256 : page * 256 + 1000])
        return [text[row * 40 : row * 40 + 40] for row in range(25)]

    def print(self, text):
        """Print PETSCII (str or bytes) by CHROUT."""
        for code in text.encode("latin-1") if isinstance(text, str) else text:
            self.call(0xFFD2, a=code)

    def name(self, text, number=2, device=8, secondary=0):
        """SETNAM and SETLFS; the text goes to $0340."""
        self.put(0x0340, text)
        self.call(0xFFBD, a=len(text), x=0x40, y=0x03)
        self.call(0xFFBA, a=number, x=device, y=secondary)

    def tap(self, *keys, jiffies=2):
        """Hold keys for a few jiffies, then let go."""
        self.keys = set(keys)
        self.run(jiffies * JIFFY)
        self.keys = set()
        self.run(jiffies * JIFFY)


def _stop(board):
    board.stop = 1
    return True


def screen_char(code):
    """One character for a screen code (reversed like not reversed)."""
    code &= 0x7F
    if code < 0x20:
        return chr(code + 0x40)
    return chr(code) if code < 0x40 else "~"
