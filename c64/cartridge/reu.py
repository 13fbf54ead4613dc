"""REU: the RAM expansion units 1700 (128 KiB), 1764 (256), 1750 (512), and larger ones.

The REC chip at $DF00-$DF1F (mirrored in the whole page) copies between the C64's memory and
its own by DMA: the CPU waits, one byte takes a cycle (swap: two), and BA of the VIC stops a
transfer.  A transfer begins with the first read of the CPU after the write to $DF01 or, with
bit 4 clear, to $FF00; so a read-modify-write at $FF00 still writes twice.

    $00 status   7 IRQ, 6 end of block, 5 verify error (all cleared by reading), 4 256K chips
    $01 command  7 execute, 5 autoload, 4 no $FF00 trigger, 0-1 to REU, from REU, swap, verify
    $02/3 C64 address, $04/5/6 REU address, $07/8 length (0 = 65536)
    $09 IRQ mask 7 all, 6 end of block, 5 verify   $0A 7 C64, 6 REU address fixed

What a transfer leaves behind: the length reads 1 after a complete one.  Writing one half of a
register pair takes the other half from what was last written, not from where the transfer
stopped; the bank is on its own, neither takes part in the other's writes.

The transfer by the cycle (n is the first cycle of BA low):

- It begins in the cycle after the write that starts it.  The CPU is off the bus from there
  on, halted by its next read: the second write of INC $FF00 goes nowhere, while the first byte
  moves already.
- A read of the C64 (to REU, verify) waits while BA is low.
- A write (from REU) is still made in n, unless it is the last one; later ones wait.  One that
  would be the very first in n is made, but not counted, and made again when BA is high.
- A swap reads and writes in turns.  The turn goes on while BA is low; a write waits, a read in
  n is made and, as the lines are still the REC's, once more in n+2.  If the last byte is read
  in n it is written in n+1.  So a byte that was read before n is, BA being low for an odd number
  of cycles, read again afterwards.
- Where sprite 0's DMA begins BA falls within the cycle: writes, and reads that are not a
  swap's, do not see it in n.
- A comparison is known one cycle later, when the next byte has been read: a difference before
  the last byte costs a cycle, and if the byte behind it is the last one and equal, "end of block"
  is set, too.
- A read of I/O in a cycle of BA low sees the RAM below on boards with the 8565; the 6569's read
  the register.

How sure: all of it is what VICE's test programs in REU/ want, whose pictures and tables were
taken from hardware; the first five rules were worked out by their readme, by VICE 3.9's reu.c, by
David Horrocks' Hoxs64 and the Badline emulator (doc/pinned-behaviour.md) independently.  The
last one by two boards (a C64C and a breadbin) only.  The pictures of swaps (c3 and d3 of
REU/reutiming2) are no measurements: its readme calls them unverified, and x64sc, which fails all
tables of swaps in lines with sprites, draws such pictures otherwise (6,000 to 10,000 pixels with an
8565, a few hundred with a 6569).

Units above 512 KiB are modelled as modified 1750s: the REC counts 19 bits, the upper bits of
the bank are a latch beside it that cannot be read (1750XL).

Source of the registers: Wolfgang Moser, "Technical Reference Documentation Commodore RAM
Expansion Unit Controller 8726R1" (2008).

Not emulated: reads of the REC's registers by its own DMA.
"""

from c64.base.fields import Field, create_fields, reset_fields
from c64.cartridge.port import CART_DMA_ARMED, CART_DMA_WANTED, CART_IO2, Cartridge

REU_SIZES = (128, 256, 512, 1024, 2048, 4096, 8192, 16384)  # KiB

# Registers from $DF00 on, mirrored every 32 bytes.
REU_STATUS, REU_COMMAND, REU_C64_LOW, REU_C64_HIGH = 0, 1, 2, 3
REU_LOW, REU_HIGH, REU_BANK, REU_LENGTH_LOW, REU_LENGTH_HIGH = 4, 5, 6, 7, 8
REU_MASK, REU_CONTROL, REU_REGISTERS = 9, 10, 32
# Status; the interrupt mask has the first three, too.
REU_IRQ, REU_END, REU_FAULT, REU_CHIPS_256K = 0x80, 0x40, 0x20, 0x10
# Command, and its two bits of what to do.
REU_EXECUTE, REU_AUTOLOAD, REU_AT_ONCE, REU_KIND = 0x80, 0x20, 0x10, 0x03
REU_TO, REU_FROM, REU_SWAP, REU_VERIFY = 0, 1, 2, 3
# Control: which addresses are fixed.
REU_FIX_C64, REU_FIX_REU = 0x80, 0x40
# What is not there reads as 1: of the mask, of the control register, of the bank.
REU_MASK_UNUSED, REU_CONTROL_UNUSED, REU_BANK_UNUSED = 0x1F, 0x3F, 0xF8
REU_BANKS = 0x70000  # the bits of the bank that the REC counts
REU_COUNTED = 0x7FFFF  # ... and all bits of the address that it does
REU_WRAP_128K = 0x20000  # where those of a 1700 end

# What BA says in ``low``: for how many cycles it has been low, and whether it fell within this one.
BA_CYCLES, BA_LATE = 7, 8


class REU(Cartridge):
    """A REU of ``size_k`` KiB; another cartridge may be behind it (``inner``).

    contents  bytes that its RAM begins with, instead of what is there after power-on

    Raises ValueError for a size that does not exist.
    """

    parts = ("inner",)

    derived = (
        # of the size
        "field_list", "size", "chips256", "wrap", "space", "big",
    )  # fmt: skip

    def __init__(self, size_k=512, inner=None, contents=b""):
        if size_k not in REU_SIZES:
            known = ", ".join(str(s) for s in REU_SIZES)
            raise ValueError(f"a REU of {size_k} KiB does not exist; choose from {known}")
        super().__init__()
        self.inner = Cartridge() if inner is None else inner
        size = size_k * 1024
        self.identity = f"REU {size_k} KiB" + (f" and {self.inner.identity}" if inner else "")
        self.field_list = (
            # ram: a reset leaves it
            Field("ram", bytes(contents) + _power_on(size)[len(contents) :], keep=True),
            Field("status"),  # bits 7-5: interrupt, end of block, fault; a read clears them
            Field("command", REU_AT_ONCE),  # $DF01; the transfer's end clears execute
            Field("c64_addr"),  # next address in the C64, 16 bits
            Field("reu_addr"),  # next address in the REU, the 19 bits that the REC counts
            Field("bank_latch"),  # bits of the address above those, of a REU beyond 512 KiB
            Field("length", 0xFFFF),  # bytes to do, 16 bits; 0: 65,536; a transfer's end sets it
            Field("c64_start"),  # as written: autoload brings it back
            Field("reu_start"),  # as written: autoload brings it back
            Field("length_start", 0xFFFF),  # as written: autoload brings it back
            Field("int_mask", REU_MASK_UNUSED),  # $DF09: bits 7-5; the unused ones are 1
            Field("control", REU_CONTROL_UNUSED),  # $DF0A: bits 7-6 fix addresses; the others are 1
            Field("latch", 0xFF, keep=True),  # what the REU's data lines last held
            Field("active"),  # 1: a transfer has begun; no register answers
            Field("left"),  # bytes to do
            Field("turn"),  # of a swap: 0 reads, 1 writes
            Field("started"),  # 1: a swap has read its first byte
            Field("running"),  # 1: the last cycle moved a byte
            Field("held"),  # 1: a swap's read goes on while BA is low
            Field("fault"),  # 1: a difference was found, 2: the byte behind it was read
            Field("lows"),  # cycles of BA low that a write has seen
            Field("mine"),  # of a swap: the byte read from the REU
            Field("theirs"),  # of a swap: the byte read from the C64
            Field("dma"),  # CART_DMA_ constant: armed until $FF00 is written, or wanted
            Field("irq"),  # 1: pulled, by status or the cartridge behind
        )
        self.size = size
        self.chips256 = REU_CHIPS_256K if size_k > 128 else 0
        self.wrap = REU_WRAP_128K if size_k == 128 else REU_COUNTED + 1
        self.space = max(size, self.wrap)
        self.big = 1 if size_k > 512 else 0
        create_fields(self)
        self.inner.reset()
        self.take_lines()

    @property
    def fields(self):
        """The state; a property because the size of the RAM differs."""
        return self.field_list

    def behind(self):
        return self.inner.behind()

    def reset(self):
        """Registers as after power-on; the RAM stays."""
        reset_fields(self)  # and of what is behind, as it is a part
        self.tell_inner()
        self.inner.reset()
        self.take_lines()

    def take_lines(self):
        """Pass on what the cartridge behind this one does to the port's lines."""
        self.exrom = self.inner.exrom
        self.game = self.inner.game
        self.nmi = self.inner.nmi
        self.irq = self.inner.irq | (1 if self.status & REU_IRQ else 0)
        self.shadow = self.inner.shadow
        self.vic_sees = self.inner.vic_sees
        self.romh = self.inner.romh
        self.romh_base = self.inner.romh_base

    # -- what the cartridge behind answers -------------------------------------------

    def tell_inner(self):
        """Pass on what the board sets before an access."""
        self.inner.now = self.now
        self.inner.bus = self.bus
        self.inner.quiet = self.quiet

    def read_roml(self, addr):
        self.tell_inner()
        return self.inner.read_roml(addr)

    def read_romh(self, addr):
        self.tell_inner()
        return self.inner.read_romh(addr)

    def write_roml(self, addr, value):
        self.tell_inner()
        self.inner.write_roml(addr, value)

    def write_romh(self, addr, value):
        self.tell_inner()
        self.inner.write_romh(addr, value)

    def write_shadow(self, addr, value):
        self.tell_inner()
        return self.inner.write_shadow(addr, value)

    def press_freeze(self):
        pressed = self.inner.press_freeze()
        self.take_lines()
        return pressed

    def enter_freeze(self):
        self.inner.enter_freeze()
        self.take_lines()

    def leave_freeze(self):
        self.inner.leave_freeze()
        self.take_lines()

    # -- registers -------------------------------------------------------------------

    def read_io(self, addr):
        self.tell_inner()
        value = self.inner.read_io(addr)
        self.take_lines()
        if addr < CART_IO2 or self.active:
            return value
        addr &= REU_REGISTERS - 1
        value = self.register(addr)
        if addr == REU_STATUS:
            self.status = 0
            self.take_lines()
        return value

    def peek_io(self, addr):
        if addr < CART_IO2 or self.active:
            return self.inner.peek_io(addr)
        return self.register(addr & (REU_REGISTERS - 1))

    def register(self, reg):
        """Return what register ``reg`` (0..31) reads as, without side effects."""
        if reg == REU_STATUS:
            return self.status | self.chips256
        if reg == REU_COMMAND:
            return self.command
        if reg == REU_C64_LOW:
            return self.c64_addr & 0xFF
        if reg == REU_C64_HIGH:
            return self.c64_addr >> 8
        if reg == REU_LOW:
            return self.reu_addr & 0xFF
        if reg == REU_HIGH:
            return (self.reu_addr >> 8) & 0xFF
        if reg == REU_BANK:
            return (self.reu_addr & REU_BANKS) >> 16 | REU_BANK_UNUSED
        if reg == REU_LENGTH_LOW:
            return self.length & 0xFF
        if reg == REU_LENGTH_HIGH:
            return self.length >> 8
        if reg == REU_MASK:
            return self.int_mask
        if reg == REU_CONTROL:
            return self.control
        return 0xFF

    def write_io(self, addr, value):
        self.tell_inner()
        self.inner.write_io(addr, value)
        self.take_lines()
        if addr < CART_IO2 or self.active:
            return
        reg = addr & (REU_REGISTERS - 1)
        if reg == REU_COMMAND:
            self.command = value
            if value & REU_EXECUTE:
                self.dma = CART_DMA_WANTED if value & REU_AT_ONCE else CART_DMA_ARMED
        elif reg == REU_C64_LOW:
            self.c64_addr = self.c64_start = self.c64_start & 0xFF00 | value
        elif reg == REU_C64_HIGH:
            self.c64_addr = self.c64_start = self.c64_start & 0xFF | value << 8
        elif reg == REU_LOW:
            self.set_reu(self.reu_start & 0xFF00 | value)
        elif reg == REU_HIGH:
            self.set_reu(self.reu_start & 0xFF | value << 8)
        elif reg == REU_BANK:
            self.reu_addr = self.reu_addr & 0xFFFF | value << 16 & REU_BANKS
            self.reu_start = self.reu_start & 0xFFFF | value << 16 & REU_BANKS
            self.bank_latch = (value & REU_BANK_UNUSED) << 16 if self.big else 0
        elif reg == REU_LENGTH_LOW:
            self.length = self.length_start = self.length_start & 0xFF00 | value
        elif reg == REU_LENGTH_HIGH:
            self.length = self.length_start = self.length_start & 0xFF | value << 8
        elif reg == REU_MASK:
            self.int_mask = value | REU_MASK_UNUSED
            self.update_irq()
        elif reg == REU_CONTROL:
            self.control = value | REU_CONTROL_UNUSED

    def set_reu(self, value):
        """Set the lower 16 bits of the REU's address; the bank stays where it has got to."""
        self.reu_addr = self.reu_addr & REU_BANKS | value
        self.reu_start = self.reu_start & REU_BANKS | value

    def update_irq(self):
        """Raise the IRQ when it is allowed and its cause is there."""
        if self.int_mask & REU_IRQ and self.int_mask & self.status & (REU_END | REU_FAULT):
            self.status |= REU_IRQ
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
        """A byte is done: count both addresses on, as far as they are not fixed."""
        self.left -= 1
        if self.control & REU_FIX_C64 == 0:
            self.c64_addr = (self.c64_addr + 1) & 0xFFFF
        if self.control & REU_FIX_REU == 0:
            self.reu_addr += 1
            if self.reu_addr == self.wrap:
                self.reu_addr = 0
            self.reu_addr &= REU_COUNTED

    def dma_cycle(self, bus, low):
        return self.next_cycle(bus, low)

    def next_cycle(self, bus, low):
        """Do one cycle of the transfer; returns 0 when there is nothing left to do."""
        first = self.active == 0
        if first:
            self.active = 1
            self.left = self.length or 0x10000
            self.turn = self.started = self.running = self.held = self.fault = self.lows = 0
        if self.left == 0 or self.fault == 2:
            self.finish()
            return 0
        kind = self.command & REU_KIND
        if kind == REU_TO:
            self.to_reu(bus, low)
        elif kind == REU_FROM:
            self.from_reu(bus, low, first)
        elif kind == REU_SWAP:
            self.swap(bus, low)
        else:
            self.verify(bus, low)
        return 1

    def finish(self):
        """Let the CPU go on: status, registers, interrupt."""
        kind = self.command & REU_KIND
        if self.left == 0:
            self.status |= REU_END
        if kind == REU_FROM:
            self.load()  # the next byte is fetched already
        self.length = self.left or 1
        if self.command & REU_AUTOLOAD:
            self.c64_addr = self.c64_start
            self.reu_addr = self.reu_start
            self.length = self.length_start
        self.active = 0
        self.command = self.command & ~REU_EXECUTE | REU_AT_ONCE
        self.update_irq()

    def to_reu(self, bus, low):
        if low == 0 or low & BA_LATE:
            self.latch = bus.dma_read(self.c64_addr, low)
            self.store(self.latch)
            self.advance()

    def from_reu(self, bus, low, first):
        if low == 0 or low & BA_LATE:
            self.lows = 0
        else:
            self.lows += 1
        if self.lows == 0 or (self.lows == 1 and self.running and self.left > 1):
            bus.dma_write(self.c64_addr, self.load())
            self.advance()
            self.running = 1
        else:
            if first and low == 1:
                bus.dma_write(self.c64_addr, self.load())
            self.running = 0

    def swap(self, bus, low):
        if self.turn == 0:
            if low == 0 or (low & BA_CYCLES == 1 and self.running) or (low == 3 and self.held):
                self.mine = self.load()
                self.theirs = bus.dma_read(self.c64_addr, low)
                self.held = low & 1 and self.left > 1
                self.started = 1
                self.running = low == 0 or (low & BA_CYCLES == 1 and self.left == 1)
            else:
                self.running = 0
        elif low == 0 or low & BA_LATE or (self.running and self.left == 1 and low == 2):
            bus.dma_write(self.c64_addr, self.mine)
            self.store(self.theirs)
            self.advance()
            self.running = 1
        else:
            self.running = 0
        self.turn ^= self.started

    def verify(self, bus, low):
        if low and not low & BA_LATE:
            return
        equal = self.load() == bus.dma_read(self.c64_addr, low)
        if self.fault:
            self.fault = 2
            if equal and self.left == 1:
                self.status |= REU_END
            return
        self.advance()
        if not equal:
            self.status |= REU_FAULT
            self.fault = 1 if self.left else 0


def _power_on(size):
    """Return what the DRAM of a 1764 has been found to hold after power-on.

    Bytes $FF 00 00 FF, inverted in every other page, in every other of six blocks of a 64 KiB
    bank, and in every other 128 KiB (VICE, reu.c, "observed by x1541"; REU/floatingbus wants it).
    """
    page = bytes((0xFF, 0x00, 0x00, 0xFF)) * 64
    inverted = bytes(255 - value for value in page)
    plain, other = page + inverted, inverted + page
    pairs_of_pages = (21, 21, 22, 22, 21, 21)
    bank = b"".join((other if n & 1 else plain) * pairs for n, pairs in enumerate(pairs_of_pages))
    banks = bank * 2 + bytes(255 - value for value in bank) * 2
    return (banks * (size // 0x40000 or 1))[:size]
