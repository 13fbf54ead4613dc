"""EN25QH128A and its smaller sisters: 2 to 16 MiB of flash behind four wires, as a GMOD3 has it.

CS# (low: selected), CLK, DI and DO; with CS# low each rise of CLK takes a bit of DI, each fall puts
the next one on DO.  Bytes come the highest bit first, a command first of all:

    03 address              READ: bytes, on and on          0B address, one byte    the same
    05                      RDSR: 1 busy, 2 may write       9F                      RDID: 3 bytes
    06                      WREN: the next may write        04                      WRDI
    02 address, data        PP: program; bits can only become 0; the address wraps in its 256 bytes
    20, D8 address          SE, BE: erase the 4, the 64 KiB around it
    C7, 60                  CE: erase the chip

The last four need WREN and begin when CS# rises after a whole byte; while they last only RDSR is
listened to.

Source: Eon, "EN25F16" and "EN25Q128" data sheets, whose commands and typical times (0.8 ms, 50 ms,
200 ms, 45 s) these are; Individual Computers' wiki, "GMod3", names the chip.

Not emulated: protection of blocks, WRSR, dual and quad modes, deep power-down, OTP and SFDP.
"""

from c64.base.component import Field, create_fields, reset_fields

SPI_PAGE = 256
SPI_SIZES = tuple(m << 20 for m in (2, 4, 8, 16))  # bytes
# Cycles of about a microsecond.
SPI_PROGRAM, SPI_ERASE_SECTOR, SPI_ERASE_BLOCK, SPI_ERASE_CHIP = 800, 50_000, 200_000, 45_000_000


class SpiFlash:
    """One chip; ``data`` is bytes (a size of SPI_SIZES), ``changed`` 1 after it was written to.

    Times are the machine's cycles, passed as ``now``.
    """

    derived = (
        # of the size
        "field_list", "size",
    )  # fmt: skip

    def __init__(self, data):
        self.field_list = (
            Field("select"),  # 1: CS# is low
            Field("clock"),
            Field("bits"),  # that came in since it was selected
            Field("shift"),
            Field("command"),
            Field("address"),
            Field("byte"),  # that goes out
            Field("output"),
            Field("enabled"),
            Field("until"),  # when the work is done
            Field("page", b"\xff" * SPI_PAGE),
            Field("changed", keep=True),
            Field("data", bytes(len(data)), keep=True),
        )
        self.size = len(data)
        create_fields(self)
        self.data = bytearray(data)

    @property
    def fields(self):
        """The state; a property because the sizes differ."""
        return self.field_list

    def reset(self):
        """As after power-on."""
        reset_fields(self)

    def wires(self, select, clock, data, now):
        """Set CS# (1: low), CLK and DI in cycle ``now``."""
        if select != self.select:
            self.select = select
            if select:
                self.bits = self.command = self.output = 0
            else:
                self.execute(now)
        if select and clock != self.clock:
            if clock:
                self.take(data, now)
            else:
                self.give(now)
        self.clock = clock

    def take(self, bit, now):
        """CLK rises."""
        self.shift = (self.shift << 1 | bit) & 0xFFFFFF
        self.bits += 1
        if self.bits & 7:
            return
        if self.bits == 8:
            self.command = self.shift & 0xFF
            if now < self.until and self.command != 0x05:
                self.command = 0
            for at in range(256):
                self.page[at] = 0xFF
        elif self.bits == 32:
            self.address = self.shift & (self.size - 1)
        elif self.command == 0x02 and self.bits > 32:
            self.page[(self.address + (self.bits >> 3) - 5) & 0xFF] = self.shift & 0xFF

    def give(self, now):
        """CLK falls: the next bit of what the command answers."""
        first = 8
        if self.command == 0x03:
            first = 32
        elif self.command == 0x0B:
            first = 40
        elif self.command != 0x05 and self.command != 0x9F:
            return
        number = self.bits - first
        if number < 0:
            return
        if number & 7 == 0:
            self.byte = self.answer(number >> 3, now)
        self.output = self.byte >> (7 - (number & 7)) & 1

    def answer(self, number, now):
        """Return the byte ``number`` (0..) of the answer."""
        if self.command == 0x05:
            return (1 if now < self.until else 0) | self.enabled << 1
        if self.command == 0x9F:
            return self.identity(number % 3)
        return self.data[(self.address + number) & (self.size - 1)]

    def identity(self, number):
        """Return a byte of RDID: Eon, the family, the logarithm of the size."""
        if number < 2:
            return 0x70 if number else 0x1C
        exponent = 0
        while 1 << exponent < self.size:
            exponent += 1
        return exponent

    def execute(self, now):
        """CS# rises: do what was asked for."""
        if self.bits == 0 or self.bits & 7:
            return
        if self.command == 0x06:
            self.enabled = 1
        elif self.command == 0x04:
            self.enabled = 0
        elif self.enabled and self.command == 0x02 and self.bits >= 40:
            self.program()
            self.work(now + 800)  # SPI_PROGRAM
        elif self.enabled and self.command == 0x20 and self.bits == 32:
            self.erase(self.address & ~0xFFF, 0x1000)
            self.work(now + 50_000)  # SPI_ERASE_SECTOR
        elif self.enabled and self.command == 0xD8 and self.bits == 32:
            self.erase(self.address & ~0xFFFF, 0x10000)
            self.work(now + 200_000)  # SPI_ERASE_BLOCK
        elif self.enabled and (self.command == 0xC7 or self.command == 0x60) and self.bits == 8:
            self.erase(0, self.size)
            self.work(now + 45_000_000)  # SPI_ERASE_CHIP

    def work(self, until):
        """Be busy until then; WREN is needed again."""
        self.until = until
        self.enabled = 0
        self.changed = 1

    def program(self):
        """Program the page."""
        first = self.address & ~0xFF
        for at in range(256):
            self.data[first + at] &= self.page[at]

    def erase(self, first, count):
        """Set bytes to $FF."""
        for at in range(first, first + count):
            self.data[at] = 0xFF
