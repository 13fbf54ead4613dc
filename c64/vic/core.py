"""The chain of the VIC-II's units, and its first link: what all units share.

The chip is one class, written as a chain of units, a file each:

    VicCore        core.py        registers, position in the frame, memory inputs, IRQ line
    VicFetch       fetch.py       addresses and memory accesses, sprite DMA counters
    VicBorder      border.py      the two border flip-flops
    VicCollisions  collisions.py  $D01E and $D01F
    VicSprites     sprites.py     sprite DMA on and off; the sprite data sequencers
    VicRaster      raster.py      line counter, raster compare, bad lines, VC/RC, light pen
    VicPixelRenderer      pixels.py      graphics data sequencer, border, colours, pixel by pixel
    VicRenderer         graphics.py    the picture: eight pixels at a time, and which way when
    VIC            vic.py         the clock and the registers, as the board sees them

Why a chain and not parts, as the CIA has: the units of a CIA talk to each other through a few
lines, those of a VIC share nearly everything.  Of the 650 places in these files that read or
write state, two in five mean the state of another unit (in ``VIC.clock`` all of them), and the
hottest run a million times a second, some eight times that.  A chain is one C struct: all
state is one load away.  Parts would put a pointer before each of those places, and load it
again after every store to an array of bytes, which in C may have changed it.

The rules: a unit states its fields in its own file, and uses its own and those of the units
above it in this list, never of one below; what it has to say to one below it returns.  Outside
the chip nobody writes state except the inputs that ``VicCore`` names; board, monitor and
tests may read all of it.

Calls: Cython calls an inherited method by way of the method table, even a final one, where the
C compiler cannot inline it.  What runs every cycle or pixel names the unit instead:
``VicFetch.fetch(self, addr)``.
"""

from c64.base.fields import Field, create_fields
from c64.vic.cycles import (
    VIC_MODELS,
    VIC_S_ACCESS,
    VIC_SPRITE_SHIFT,
    vic_border_table,
    vic_cell_table,
    vic_cycle_table,
    vic_draw_table,
    vic_side_table,
    vic_sprite_ba_table,
    vic_sprite_split,
    vic_x_table,
)
from c64.vic.registers import VIC_IRQ_MASK, VIC_IRQ_PENDING, VIC_IRQ_SOURCES

# Bits of ``touched``: what the second half of the next cycle has to look at.
VIC_TOUCHED_CONTROL = 1  # $D011 or $D012 was written
VIC_TOUCHED_LIGHTPEN = 2  # the light pen's input has fallen


class VicCore:
    """What all units share.

    model  one of VIC_MODELS

    The board sets ``ram`` (uint8[65536]), ``cpu_low`` and ``cpu_high`` (the same for the CPU's
    $0000-$0FFF and $1000-$FFFF, which may be of another bank), ``chargen`` (uint8[4096]),
    ``color_ram`` (uint8[1024], low nibbles), ``bank`` (0, $4000, $8000, $C000), ``bus_addr``
    (what the CPU puts on the address bus in this cycle) and, with an Ultimax cartridge,
    ``ultimax`` and ``cart_rom_hi`` (uint8[n * 8192], the bank at ``cart_base``).
    """

    fields = (
        Field("regs", bytes(64)),  # as written, $D000 on; colours have 4 bits; 47-63 unused
        Field("cycle_in_line", 6),  # 1..cycles
        Field("raster_line"),  # 0..lines - 1
        Field("frame_count", keep=True),  # visible pictures since power-on
        Field("irq"),  # 1: the chip pulls the IRQ line
        Field("irq_status"),  # $D019: VIC_IRQ_ bits
        Field("touched"),  # VIC_TOUCHED_ bits
        Field("bank"),  # 0, $4000, $8000, $C000: what CIA 2 puts on VA14 and VA15
        Field("ultimax"),  # 1: an Ultimax cartridge shows in phi1
        Field("ultimax2"),  # the same in phi2
    )
    derived = (
        # of the model: constants and tables
        "model", "cycles", "lines", "latency", "lightpen_hold", "lightpen_late",
        "late_idle", "frame_end",
        "sprite_first", "sprite_early", "sprite_kept", "sprite_ends", "sprite_cut",
        "table", "draw_table", "sprite_ba", "x_table", "same_border", "cell_of_x",
        "side_run",
        # wiring, which the board sets
        "ram", "cpu_low", "cpu_high", "chargen", "color_ram", "cart_rom_hi", "cart_base",
        # inputs and outputs of the cycle that is going on
        "bus_addr", "fetched",
        # of the light pen, which the board aims when a run begins
        "pen_line", "pen_cycle", "pen_x",
    )  # fmt: skip

    def __init__(self, model="6569"):
        if model not in VIC_MODELS:
            names = ", ".join(VIC_MODELS)
            raise ValueError(f"unknown VIC model {model!r}: must be one of {names}")
        self.model = VIC_MODELS[model]
        create_fields(self)
        self.cycles = self.model.cycles
        self.lines = self.model.lines
        self.latency = int(self.model.latency)
        self.lightpen_hold = self.model.lightpen_hold
        self.lightpen_late = int(self.model.lightpen_late)
        self.pen_line, self.pen_cycle, self.pen_x = -1, 1, 0
        self.late_idle = self.model.late_idle
        self.sprite_first = self.model.first_sprite - 3  # BA falls for sprite 0
        self.sprite_early, self.sprite_ends, self.sprite_kept = vic_sprite_split(self.model)
        past = self.model.first_line + self.model.height
        self.frame_end = past - self.lines if past > self.lines else 0
        self.table = vic_cycle_table(self.model)
        self.draw_table = vic_draw_table(self.model)
        # The sprite whose s-access is in the last cycle of a line, which is drawn in the next.
        self.sprite_cut = (
            self.table[self.cycles] >> VIC_SPRITE_SHIFT & 7
            if self.table[self.cycles] & VIC_S_ACCESS
            else -1
        )
        self.sprite_ba = vic_sprite_ba_table(self.model)
        self.x_table = vic_x_table(self.model)
        self.side_run = vic_side_table(self.table)
        self.same_border = vic_border_table(self.model)
        self.cell_of_x = vic_cell_table(self.model)
        self.ram = self.cpu_low = self.cpu_high = bytearray(65536)
        self.chargen = bytearray(4096)
        self.color_ram = bytearray(1024)
        self.cart_rom_hi = bytearray(8192)
        self.cart_base = 0  # first byte of its bank
        self.bus_addr = 0
        self.fetched = 0

    def update_irq(self):
        """Derive the IRQ line and bit 7 of $D019 from latch and mask."""
        if self.irq_status & self.regs[VIC_IRQ_MASK] & VIC_IRQ_SOURCES:
            self.irq_status |= VIC_IRQ_PENDING
            self.irq = 1
        else:
            self.irq_status &= ~VIC_IRQ_PENDING & 0xFF
            self.irq = 0
