"""The whole machine, for tests that call one ROM routine at a time (emu.kit).

A routine is called with registers and returns by itself; RAM is at hand; a key is down
when it stands in ``keys``.  Without a call the machine runs as always.
"""

from pathlib import Path

from c64.input.keyboard import KEY_MATRIX

DEBUG_FILE = Path(__file__).parents[3] / "build" / "rom" / "rom.dbg"
INPUT_LOOP = 0xE5CD
JIFFY = 16422  # cycles between two interrupts, PAL
RAM_REGIONS = ((0x0000, 0xA000), (0xC000, 0xD000))


class RomMachine:
    """A C64 with its own ROMs, no drive attached.

    kit     emu.kit.machine.Kit
    ram     bytearray[65536]
    keys    set of (column, row): assign to press
    bus     c64.drive.iec.SerialBus: attach devices to it
    cpu     c64.cpu.cpu.CPU: a, x, y, p, sp, pc
    result  emu.kit.machine.Result of the last call
    """

    def __init__(self, kit):
        self.kit, self.c64, self.board = kit, kit.machine, kit.board
        self.cpu, self.ram = self.board.cpu, self.board.ram
        self.bus = self.board.iec
        self.bus.detach(8)
        self._keys = set()
        self.result = None

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
        return self.kit.memory.word(addr)

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
        self.c64.run_cycles(cycles)

    def run_to(self, addr, limit=3_000_000):
        """Run until the program counter is ``addr``; fails after ``limit`` cycles."""
        self.kit.run_until(addr, limit=limit)

    def boot(self, until=INPUT_LOOP):
        """Run from power-on to the input loop."""
        self.run_to(until)
        return self

    def begin(self, addr):
        """Let the CPU go on at ``addr``, with interrupts allowed."""
        self.cpu.pc = addr
        self.cpu.p &= ~4

    def call(self, addr, *, a=0, x=0, y=0, c=None, limit=1_000_000):
        """Call a routine, with interrupts if they are allowed; returns the Result.

        c  carry; None: as it was left
        """
        if c is not None:
            self.kit.carry = c
        live = not self.kit.flags.i
        self.result = self.kit.call(addr, a=a, x=x, y=y, carry=self.kit.carry,
                                    interrupts=live, limit=limit)  # fmt: skip
        self.kit.flags = self.result.flags
        return self.result

    def interrupts_off(self):
        """No more interrupts of the timer: routines run only when called."""
        self.poke(0xDC0D, 0x7F)
        self.cpu.p |= 4

    @property
    def carry(self):
        """The carry flag."""
        return self.kit.flags & 1

    @property
    def zero(self):
        """The zero flag."""
        return self.kit.flags.z

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


def screen_char(code):
    """One character for a screen code (reversed like not reversed)."""
    code &= 0x7F
    if code < 0x20:
        return chr(code + 0x40)
    return chr(code) if code < 0x40 else "~"
