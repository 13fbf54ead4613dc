"""REU: the RAM expansion units 1700 (128 KiB), 1764 (256), 1750 (512), and larger ones.

The REC chip at $DF00-$DF1F (mirrored in the whole page) copies between the C64's memory and
its own by DMA: the CPU waits, one byte takes a cycle (swap: two), and BA of the VIC stops a
transfer.  A transfer begins with the first read of the CPU after the write to $DF01 or, with
bit 4 clear, to $FF00; so a read-modify-write at $FF00 still writes twice.

    $00 status   7 IRQ, 6 end of block, 5 verify error (all cleared by reading), 4 256K chips
    $01 command  7 execute, 5 autoload, 4 no $FF00 trigger, 0-1 to REU, from REU, swap, verify
    $02/3 C64 address, $04/5/6 REU address, $07/8 length (0 = 65536)
    $09 IRQ mask 7 all, 6 end of block, 5 verify   $0A 7 C64, 6 REU address fixed

What a transfer leaves behind: the length reads 1 after a complete one.  A failing comparison
costs one cycle more unless it was the last byte's; if the last but one failed and the last is
equal, "end of block" is set, too.  Writing one half of a register pair takes the other half
from what was last written, not from where the transfer stopped.

A write to the C64 goes on in the first cycle of BA low, and waits in those that follow; a
transfer that ends in such a wait takes one cycle more.

Units above 512 KiB are modelled as modified 1750s: the REC counts 19 bits, the upper bits of
the bank are a latch beside it that cannot be read (1750XL).

Source: Wolfgang Moser, "Technical Reference Documentation Commodore RAM Expansion Unit
Controller 8726R1" (2008); behaviour of the bus and of comparisons as VICE 3 (x64sc, reu.c)
has it from measurements.

Not emulated: reads of the REC's registers by its own DMA.
"""

from c64.cartridge import Cartridge
from c64.component import Field, create_fields, reset_fields

REU_SIZES = (128, 256, 512, 1024, 2048, 4096, 8192, 16384)  # KiB


class REU(Cartridge):
    """A REU of ``size_k`` KiB; another cartridge may be behind it (``inner``).

    Raises ValueError for a size that does not exist.
    """

    parts = ("inner",)

    def __init__(self, size_k=512, inner=None):
        if size_k not in REU_SIZES:
            known = ", ".join(str(s) for s in REU_SIZES)
            raise ValueError(f"a REU of {size_k} KiB does not exist; there are {known}")
        super().__init__()
        self.inner = Cartridge() if inner is None else inner
        size = size_k * 1024
        self.identity = f"REU {size_k} KiB" + (f" and {self.inner.identity}" if inner else "")
        self.field_list = (
            Field("ram", _power_on(size), keep=True),
            Field("status"),
            Field("command", 0x10),
            Field("c64_addr"),
            Field("reu_addr"),
            Field("bank_latch"),
            Field("length", 0xFFFF),
            Field("c64_start"),
            Field("reu_start"),
            Field("length_start", 0xFFFF),
            Field("int_mask", 0x1F),
            Field("control", 0x3F),
            Field("latch", 0xFF, keep=True),  # what the REU's data lines last held
            Field("active"),
            Field("dma"),
            Field("irq"),
        )
        self.size = size
        self.chips256 = 0x10 if size_k > 128 else 0
        self.wrap = 0x20000 if size_k == 128 else 0x80000
        self.space = max(size, self.wrap)
        self.big = 1 if size_k > 512 else 0
        create_fields(self)
        self.take_lines()

    @property
    def fields(self):
        """The state; a property because the size of the RAM differs."""
        return self.field_list

    def reset(self):
        """Registers as after power-on; the RAM stays."""
        self.inner.reset()
        reset_fields(self)
        self.take_lines()

    def take_lines(self):
        """Pass on what the cartridge behind this one does to the port's lines."""
        self.exrom = self.inner.exrom
        self.game = self.inner.game
        self.nmi = self.inner.nmi
        self.irq = self.inner.irq | self.status >> 7
        self.romh = self.inner.romh
        self.romh_base = self.inner.romh_base

    # -- what the cartridge behind answers -------------------------------------------

    def read_roml(self, addr):
        return self.inner.read_roml(addr)

    def read_romh(self, addr):
        return self.inner.read_romh(addr)

    def write_roml(self, addr, value):
        self.inner.write_roml(addr, value)

    def write_romh(self, addr, value):
        self.inner.write_romh(addr, value)

    # -- registers -------------------------------------------------------------------

    def read_io(self, addr):
        value = self.inner.read_io(addr)
        self.take_lines()
        if addr < 0x100 or self.active:
            return value
        addr &= 0x1F
        value = self.register(addr)
        if addr == 0:
            self.status = 0
            self.take_lines()
        return value

    def peek_io(self, addr):
        if addr < 0x100 or self.active:
            return self.inner.peek_io(addr)
        return self.register(addr & 0x1F)

    def register(self, reg):
        """Return what register ``reg`` (0..31) reads as, without side effects."""
        if reg == 0:
            return self.status | self.chips256
        if reg == 1:
            return self.command
        if reg == 2:
            return self.c64_addr & 0xFF
        if reg == 3:
            return self.c64_addr >> 8
        if reg == 4:
            return self.reu_addr & 0xFF
        if reg == 5:
            return (self.reu_addr >> 8) & 0xFF
        if reg == 6:
            return (self.reu_addr >> 16) & 7 | 0xF8
        if reg == 7:
            return self.length & 0xFF
        if reg == 8:
            return self.length >> 8
        if reg == 9:
            return self.int_mask
        if reg == 10:
            return self.control
        return 0xFF

    def write_io(self, addr, value):
        self.inner.write_io(addr, value)
        self.take_lines()
        if addr < 0x100 or self.active:
            return
        reg = addr & 0x1F
        if reg == 1:
            self.command = value
            if value & 0x80:
                self.dma = 2 if value & 0x10 else 1  # CART_DMA_WANTED, CART_DMA_ARMED
        elif reg == 2:
            self.c64_addr = self.c64_start = self.c64_start & 0xFF00 | value
        elif reg == 3:
            self.c64_addr = self.c64_start = self.c64_start & 0xFF | value << 8
        elif reg == 4:
            self.reu_addr = self.reu_start = self.reu_start & 0x7FF00 | value
        elif reg == 5:
            self.reu_addr = self.reu_start = self.reu_start & 0x700FF | value << 8
        elif reg == 6:
            self.reu_addr = self.reu_start = self.reu_start & 0xFFFF | (value & 7) << 16
            self.bank_latch = (value & 0xF8) << 16 if self.big else 0
        elif reg == 7:
            self.length = self.length_start = self.length_start & 0xFF00 | value
        elif reg == 8:
            self.length = self.length_start = self.length_start & 0xFF | value << 8
        elif reg == 9:
            self.int_mask = value | 0x1F
            self.update_irq()
        elif reg == 10:
            self.control = value | 0x3F

    def update_irq(self):
        """Raise the IRQ when it is allowed and its cause is there."""
        if self.int_mask & 0x80 and self.int_mask & self.status & 0x60:
            self.status |= 0x80
        self.take_lines()

    # -- the transfer ----------------------------------------------------------------

    def load(self):
        """Return the REU's byte; where there is no chip, what was last on the lines."""
        at = (self.bank_latch | self.reu_addr) & (self.space - 1)
        if at < self.size:
            self.latch = self.ram[at]
        return self.latch

    def store(self, value):
        """Put a byte into the REU's RAM, if there is a chip."""
        at = (self.bank_latch | self.reu_addr) & (self.space - 1)
        if at < self.size:
            self.ram[at] = value

    def advance(self):
        """Count both addresses on, as far as they are not fixed."""
        if self.control & 0x80 == 0:
            self.c64_addr = (self.c64_addr + 1) & 0xFFFF
        if self.control & 0x40 == 0:
            self.reu_addr += 1
            if self.reu_addr == self.wrap:
                self.reu_addr = 0
            self.reu_addr &= 0x7FFFF

    def transfer(self, bus):
        """Do what the command register says; see the base class for the cycles."""
        self.dma = 0
        self.active = 1
        kind = self.command & 3
        left = self.length or 0x10000
        if kind == 0:
            self.to_reu(bus, left)
        elif kind == 3:
            self.verify(bus, left)
        else:
            self.from_reu(bus, left, kind == 2)
        if self.command & 0x20:
            self.c64_addr = self.c64_start
            self.reu_addr = self.reu_start
            self.length = self.length_start
        self.active = 0
        self.command = self.command & 0x7F | 0x10
        self.update_irq()

    def to_reu(self, bus, left):
        value = 0
        while left:
            value = bus.dma_read(self.c64_addr)
            bus.dma_next(1)
            self.store(value)
            self.advance()
            left -= 1
        self.latch = value
        self.length = 1
        self.status |= 0x40

    def from_reu(self, bus, left, swap):
        """Copy to the C64; with ``swap`` its bytes go the other way."""
        waiting = 0  # cycles of BA low since the last write
        stopped = 0
        value = 0
        while left:
            value = self.load()
            if swap:
                other = bus.dma_read(self.c64_addr)
                bus.dma_next(1)
                self.store(other)
            bus.dma_write(self.c64_addr, value)
            waiting = waiting + 1 if bus.dma_next(0) else 0
            stopped = waiting > 1
            if stopped:
                bus.dma_wait()
                waiting = 0
            self.advance()
            left -= 1
        if stopped:
            bus.dma_next(1)
        if not swap:
            self.load()  # the next byte is fetched already
        self.length = 1
        self.status |= 0x40

    def verify(self, bus, left):
        while left:
            mine = self.load()
            theirs = bus.dma_read(self.c64_addr)
            bus.dma_next(1)
            self.advance()
            left -= 1
            if mine != theirs:
                self.status |= 0x20
                if left:
                    bus.dma_next(1)
                if left == 1 and self.load() == bus.dma_read(self.c64_addr):
                    self.status |= 0x40
                break
        if left == 0:
            self.status |= 0x40
            left = 1
        self.length = left


def _power_on(size):
    """Return what the RAM of a 1764 was seen to hold: $FF and $00 in turn (VICE, reu.c)."""
    return bytes((0xFF, 0xFF, 0x00, 0x00)) * (size // 4)
