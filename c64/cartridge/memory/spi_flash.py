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

from c64.base.fields import Field, create_fields, reset_fields

SPI_PAGE = 256
SPI_SIZES = tuple(m << 20 for m in (2, 4, 8, 16))  # bytes
SPI_SECTOR, SPI_BLOCK = 0x1000, 0x10000  # bytes
# Commands, and how many bits they have, address and the one byte behind it included.
SPI_PP, SPI_READ, SPI_WRDI, SPI_RDSR, SPI_WREN, SPI_FAST_READ = 0x02, 0x03, 0x04, 0x05, 0x06, 0x0B
SPI_SE, SPI_BE, SPI_CE, SPI_CE_TOO, SPI_RDID = 0x20, 0xD8, 0xC7, 0x60, 0x9F
SPI_BITS, SPI_BITS_ADDRESS, SPI_BITS_DUMMY = 8, 32, 40
# What RDSR and RDID answer.
SPI_BUSY, SPI_MAY_WRITE = 0x01, 0x02
SPI_MAKER, SPI_FAMILY = 0x1C, 0x70
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
            Field("clock"),  # level of CLK: rising takes a bit, falling gives one
            Field("bits"),  # that came in since it was selected
            Field("shift"),  # the last 24 of them, newest in bit 0
            Field("command"),  # the first byte; 0: none, or refused while busy
            Field("address"),  # 24 bits behind it, cut to the size
            Field("byte"),  # the byte that goes out, taken anew every eight bits
            Field("output"),  # level of DO
            Field("enabled"),  # 1: WREN came; each write or erasure ends it
            Field("until"),  # cycle at which the work is done
            Field("page", b"\xff" * SPI_PAGE),  # bytes to program, collected until CS# rises
            Field("changed", keep=True),  # 1: written to since it was made or saved
            Field("data", bytes(len(data)), keep=True),  # all of it
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
        if self.bits == SPI_BITS:
            self.command = self.shift & 0xFF
            if now < self.until and self.command != SPI_RDSR:
                self.command = 0
            for at in range(SPI_PAGE):
                self.page[at] = 0xFF
        elif self.bits == SPI_BITS_ADDRESS:
            self.address = self.shift & (self.size - 1)
        elif self.command == SPI_PP and self.bits > SPI_BITS_ADDRESS:
            at = self.address + (self.bits - SPI_BITS_ADDRESS >> 3) - 1
            self.page[at & (SPI_PAGE - 1)] = self.shift & 0xFF

    def give(self, now):
        """CLK falls: the next bit of what the command answers."""
        first = SPI_BITS
        if self.command == SPI_READ:
            first = SPI_BITS_ADDRESS
        elif self.command == SPI_FAST_READ:
            first = SPI_BITS_DUMMY
        elif self.command not in (SPI_RDSR, SPI_RDID):
            return
        number = self.bits - first
        if number < 0:
            return
        if number & 7 == 0:
            self.byte = self.answer(number >> 3, now)
        self.output = self.byte >> (7 - (number & 7)) & 1

    def answer(self, number, now):
        """Return the byte ``number`` (0..) of the answer."""
        if self.command == SPI_RDSR:
            busy = SPI_BUSY if now < self.until else 0
            return busy | (SPI_MAY_WRITE if self.enabled else 0)
        if self.command == SPI_RDID:
            return self.identity(number % 3)
        return self.data[(self.address + number) & (self.size - 1)]

    def identity(self, number):
        """Return a byte of RDID: Eon, the family, the logarithm of the size."""
        if number < 2:
            return SPI_FAMILY if number else SPI_MAKER
        exponent = 0
        while 1 << exponent < self.size:
            exponent += 1
        return exponent

    def execute(self, now):
        """CS# rises: do what was asked for."""
        if self.bits == 0 or self.bits & 7:
            return
        if self.command == SPI_WREN:
            self.enabled = 1
        elif self.command == SPI_WRDI:
            self.enabled = 0
        elif not self.enabled:
            return
        elif self.command == SPI_PP and self.bits > SPI_BITS_ADDRESS:
            self.program()
            self.work(now + SPI_PROGRAM)
        elif self.command == SPI_SE and self.bits == SPI_BITS_ADDRESS:
            self.erase(self.address & ~(SPI_SECTOR - 1), SPI_SECTOR)
            self.work(now + SPI_ERASE_SECTOR)
        elif self.command == SPI_BE and self.bits == SPI_BITS_ADDRESS:
            self.erase(self.address & ~(SPI_BLOCK - 1), SPI_BLOCK)
            self.work(now + SPI_ERASE_BLOCK)
        elif self.command in (SPI_CE, SPI_CE_TOO) and self.bits == SPI_BITS:
            self.erase(0, self.size)
            self.work(now + SPI_ERASE_CHIP)

    def work(self, until):
        """Be busy until then; WREN is needed again."""
        self.until = until
        self.enabled = 0
        self.changed = 1

    def program(self):
        """Program the page."""
        first = self.address & ~(SPI_PAGE - 1)
        for at in range(SPI_PAGE):
            self.data[first + at] &= self.page[at]

    def erase(self, first, count):
        """Set bytes to $FF."""
        for at in range(first, first + count):
            self.data[at] = 0xFF
