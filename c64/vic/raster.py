"""Raster unit of a VIC-II: line counter, raster interrupt, bad lines, VC and RC, light pen.

Comparisons are made when one of their operands may have changed: at the start of a line and
in the cycle after a write to $D011 or $D012 (``touched``).

How sure: the raster comparison, bad lines, VC and RC are alike on all chips and measured by
many.  The light pen's coordinates are those of VICE's lp-trigger pictures of a 6569 and an 8565;
of the 6567 only the coordinate of a pen held low is from a measurement, the rest by analogy.
That a 6567 R56A interrupts for a held pen only is VICE's (x64sc), from the like 6569 R1.

Source: Bauer, VIC-II article, 3.5, 3.7.2, 3.12; the order of the events within a cycle
follows VICE 3 (x64sc).
"""

from c64.base.fields import Field
from c64.vic.core import VIC_TOUCHED_LIGHTPEN
from c64.vic.cycles import (
    VIC_CHECK_DISPLAY,
    VIC_CHECK_DMA,
    VIC_CHECK_EXPANSION,
    VIC_FIRST_DMA_LINE,
    VIC_LAST_DMA_LINE,
    VIC_SPRITE_EVENTS,
    VIC_UPDATE_MCBASE,
    VIC_UPDATE_RC,
    VIC_UPDATE_VC,
)
from c64.vic.registers import (
    VIC_CONTROL1,
    VIC_DEN,
    VIC_IRQ_LIGHTPEN,
    VIC_IRQ_RASTER,
    VIC_RASTER,
    VIC_RST8,
    VIC_YSCROLL,
)
from c64.vic.sprites import VicSprites


class VicRaster(VicSprites):
    """Counters and conditions that change in the second half of a cycle."""

    fields = (
        *VicSprites.fields,
        Field("last_line"),  # 1 in cycle 1 of line 0, which still counts as the last line
        Field("raster_matched"),  # 1: line and compare register were equal
        Field("allow_bad_lines"),  # 1: DEN was set in line $30, and line $F7 is not over
        Field("bad_line"),  # 1: the bad line condition holds
        Field("idle"),  # 1: idle state, 0: display state
        Field("vcbase"),  # VCBASE: VC at the start of the text line, 10 bits
        Field("ba_low"),  # 1: BA is low, the CPU's reads wait
        Field("lp_level", 1, keep=True),  # input of the light pen; it falls at the beam
        Field("lp_done"),  # 1: latched once in this frame
        Field("lpx"),  # $D013: X coordinate / 2
        Field("lpy"),  # $D014: line, bits 0-7
    )

    def start_line(self):
        """Cycle 1: the line counter advances, except from the last line (cycle 2 does)."""
        if self.raster_line == VIC_FIRST_DMA_LINE and self.regs[VIC_CONTROL1] & VIC_DEN:
            self.allow_bad_lines = 1
        if self.raster_line == VIC_LAST_DMA_LINE:
            self.allow_bad_lines = 0
        self.bad_line = 0
        if self.raster_line == self.lines - 1:
            self.last_line = 1
        else:
            self.raster_line += 1

    def start_frame(self):
        """Cycle 2 of the first line: counters and the light pen start anew."""
        self.last_line = 0
        self.raster_line = 0
        self.refresh = 0xFF
        self.allow_bad_lines = 0
        self.vcbase = 0
        self.vc = 0
        self.lp_done = 0
        if self.lp_level == 0:
            self.trigger_lightpen(1, -1)

    def trigger_lightpen(self, held, x):
        """Latch the position of the light pen, once a frame.

        held    1: the line is low at the start of the frame; X is then a fixed value
        x       what $D013 latches, -1: the X of this cycle
        source  VICE 3 (lp-trigger tests); in the last line only its first cycle triggers
        """
        if self.lp_done:
            return
        self.lp_done = 1
        if self.raster_line == self.lines - 1 and self.cycle_in_line > 1:
            return
        if held:
            self.lpx = self.lightpen_hold
        else:
            self.lpx = self.lightpen_x(self.cycle_in_line) if x < 0 else x
        self.lpy = self.raster_line & 0xFF
        if held or not self.lightpen_late:
            self.irq_status |= VIC_IRQ_LIGHTPEN
            self.update_irq()

    def lightpen_x(self, cycle):
        """Return what $D013 latches at the beginning of a cycle."""
        return (self.x_table[cycle] >> 1) + (2 if self.latency else 1)

    def compare_raster(self):
        """Raise the raster interrupt when line and compare register begin to be equal."""
        if self.raster_line == (
            self.regs[VIC_RASTER] | ((self.regs[VIC_CONTROL1] & VIC_RST8) << 1)
        ):
            if not self.raster_matched:
                self.raster_matched = 1
                self.irq_status |= VIC_IRQ_RASTER
                self.update_irq()
        else:
            self.raster_matched = 0

    def check_bad_line(self):
        """Find the bad line condition; it ends the idle state at once."""
        if self.raster_line == VIC_FIRST_DMA_LINE and self.regs[VIC_CONTROL1] & VIC_DEN:
            self.allow_bad_lines = 1
        if self.allow_bad_lines:
            if (self.raster_line & 7) == (self.regs[VIC_CONTROL1] & VIC_YSCROLL):
                self.bad_line = 1
                self.idle = 0
            else:
                self.bad_line = 0

    def update_rc(self):
        """Cycle 58: next row of the text line, or the idle state after the eighth."""
        if self.rc == 7:
            self.idle = 1
            self.vcbase = self.vc
        if not self.idle or self.bad_line:
            self.rc = (self.rc + 1) & 7
            self.idle = 0

    def events(self, flags):
        """Do what the second half of this cycle brings besides memory accesses.

        flags  VIC_ bits of the cycle
        order  after the phi1 access and the horizontal border, before BA and c-access
        """
        compare = self.touched or self.cycle_in_line <= 2
        if self.cycle_in_line == 1:
            self.start_line()
        elif self.last_line:
            self.start_frame()
        if compare:
            self.compare_raster()
            self.check_vertical()
        if flags & VIC_SPRITE_EVENTS:
            if flags & VIC_UPDATE_MCBASE:
                self.update_mcbase()
            if flags & VIC_CHECK_DMA:
                self.check_dma()
            if flags & VIC_CHECK_EXPANSION:
                self.check_expansion()
            if flags & VIC_CHECK_DISPLAY:
                self.check_display()
        if compare:
            self.check_bad_line()
        if flags & VIC_UPDATE_VC:
            self.vc = self.vcbase
            self.vmli = 0
            if self.bad_line:
                self.rc = 0
        if flags & VIC_UPDATE_RC:
            self.update_rc()
        if self.touched:
            if self.touched & VIC_TOUCHED_LIGHTPEN:
                self.trigger_lightpen(0, -1)
            self.touched = 0
            self.control1_before = self.regs[VIC_CONTROL1]
