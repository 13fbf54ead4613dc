"""A VIC alone on a bench: memory, a way to reach a beam position, and pictures as rows."""

from c64.vic.vic import VIC

PAL = ("6569", "8565")
ALL = ("6569", "8565", "6567", "6567R56A", "6572")
WINDOW = 144  # column of the frame where the 320 pixels of the window begin (XSCROLL 0)


class Bench:
    """One VIC with its own RAM, screen at $0400, characters in RAM at $2000."""

    def __init__(self, model="6569"):
        self.vic = VIC(model)
        self.ram = bytearray(65536)
        self.vic.ram = self.vic.cpu_low = self.vic.cpu_high = self.ram
        self.vic.color_ram = self.color_ram = bytearray(1024)
        self.vic.chargen = self.chargen = bytearray(4096)
        self.set({0x11: 0x1B, 0x16: 0x08, 0x18: 0x18, 0x20: 14, 0x21: 6})

    def set(self, registers):
        """Write registers, one a cycle."""
        for reg, value in registers.items():
            self.vic.clock()
            self.vic.write(reg, value)

    def to(self, line, cycle):
        """Run until ``clock()`` has done ``cycle`` of ``line``, at least one cycle."""
        vic = self.vic
        for _ in range(2 * vic.cycles * vic.lines):
            vic.clock()
            if vic.cycle_in_line == cycle and vic.raster_line == line:
                return self
        raise AssertionError(f"line {line}, cycle {cycle} never came")

    def at(self, line, cycle, reg, value):
        """Write a register in the given cycle."""
        self.to(line, cycle)
        self.vic.write(reg, value)
        return self

    def frames(self, count=1):
        """Run until the VIC has counted ``count`` frames."""
        target = self.vic.frame_count + count
        while self.vic.frame_count != target:
            self.vic.clock()
        return self

    def row(self, line):
        """The 8 * cycles pixels of a raster line."""
        self.vic.sync()
        width = self.vic.cycles * 8
        return list(bytes(self.vic.frame[line * width : (line + 1) * width]))

    def window(self, line, first=0, count=320):
        """``count`` pixels of a line from pixel ``first`` of the display window."""
        return self.row(line)[WINDOW + first : WINDOW + first + count]

    def ba(self, line):
        """The cycles (from 1) of the line in which BA is low, from cycle 3 on and then 1, 2."""
        self.to(line, 2)
        low = []
        for _ in range(self.vic.cycles):
            self.vic.clock()
            if self.vic.ba_low:
                low.append(self.vic.cycle_in_line)
        return low

    def stolen(self):
        """Number of cycles with BA low in one whole frame."""
        count = 0
        for _ in range(self.vic.cycles * self.vic.lines):
            self.vic.clock()
            count += self.vic.ba_low
        return count

    def sprite(self, number, x, y, *, color=1, pointer=0xC0, data=b"\xff" * 63):
        """Set up one sprite (without switching it on)."""
        self.ram[0x7F8 + number] = pointer
        self.ram[pointer * 64 : pointer * 64 + len(data)] = data
        high = self.vic.peek(0x10) & ~(1 << number) | (x >> 8) << number
        self.set({2 * number: x & 0xFF, 2 * number + 1: y, 0x10: high, 0x27 + number: color})
        return self
