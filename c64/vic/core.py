"""Registers, position in the frame, memory inputs and interrupt line of a VIC-II.

The chip is one class, written as a chain of units, each with its own state:
``VicCore`` (here), ``VicFetch``, ``VicBorder``, ``VicSprites``, ``VicRaster``, ``VicGfx``,
and at the end ``c64.vic.vic.VIC``, which the board uses.
"""

from c64.base.component import Field, create_fields
from c64.vic.cycles import (
    VIC_MODELS,
    vic_cycle_table,
    vic_draw_table,
    vic_sprite_ba_table,
    vic_x_table,
)


class VicCore:
    """What all units share.

    model  "6569", "8565" or "6567"

    The board sets ``ram`` (uint8[65536]), ``cpu_low`` and ``cpu_high`` (the same for the CPU's
    $0000-$0FFF and $1000-$FFFF, which may be of another bank), ``chargen`` (uint8[4096]),
    ``color_ram`` (uint8[1024], low nibbles), ``bank`` (0, $4000, $8000, $C000), ``bus_addr``
    (what the CPU puts on the address bus in this cycle) and, with an Ultimax cartridge,
    ``ultimax`` and ``cart_rom_hi`` (uint8[n * 8192], the bank at ``cart_base``).
    """

    fields = (
        Field("regs", bytes(64)),
        Field("cycle_in_line", 6),
        Field("raster_line"),
        Field("frame_count", keep=True),
        Field("irq"),
        Field("irq_status"),
        Field("touched"),  # bit 0: $D011/$D012 written in the cycle before; bit 1: light pen
        Field("bank"),
        Field("ultimax"),
        Field("ultimax2"),  # the same in phi2
    )
    derived = (
        # of the model: constants and tables
        "model", "cycles", "lines", "latency", "lightpen_hold", "late_idle", "frame_end",
        "table", "draw_table", "sprite_ba", "x_table",
        # wiring, which the board sets
        "ram", "cpu_low", "cpu_high", "chargen", "color_ram", "cart_rom_hi", "cart_base",
        # inputs and outputs of the cycle that is going on
        "bus_addr", "fetched",
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
        self.late_idle = self.model.late_idle
        past = self.model.first_line + self.model.height
        self.frame_end = past - self.lines if past > self.lines else 0
        self.table = vic_cycle_table(self.model)
        self.draw_table = vic_draw_table(self.model)
        self.sprite_ba = vic_sprite_ba_table(self.model)
        self.x_table = vic_x_table(self.model)
        self.ram = self.cpu_low = self.cpu_high = bytearray(65536)
        self.chargen = bytearray(4096)
        self.color_ram = bytearray(1024)
        self.cart_rom_hi = bytearray(8192)
        self.cart_base = 0  # first byte of its bank
        self.bus_addr = 0
        self.fetched = 0

    def update_irq(self):
        """Derive the IRQ line and bit 7 of $D019 from latch and mask."""
        if self.irq_status & self.regs[0x1A] & 0x0F:
            self.irq_status |= 0x80
            self.irq = 1
        else:
            self.irq_status &= 0x7F
            self.irq = 0
