"""The two border flip-flops of a VIC-II.

The main flip-flop covers the picture with the border colour; the vertical one keeps the main
one from being reset and blanks the graphics.  Lines 51/251 (RSEL=1) or 55/247 and the
cycles of X 24/344 (CSEL=1) or 31/335 are only compared, never latched: a program that is at
the other value at that moment opens the border.

Source: Bauer, VIC-II article, 3.9; that the vertical flip-flop is set only at the start of a
line or at the left comparison: VICE 3 (dentest, border tests).
"""

from c64.base.component import Field
from c64.vic.fetch import VicFetch


class VicBorder(VicFetch):
    """Comparisons and flip-flops; the drawing of the border is in graphics.py."""

    fields = (
        *VicFetch.fields,
        Field("main_border", 1),
        Field("vborder", 1),
        Field("vborder_next", 1),
    )

    def check_bottom(self):
        """Compare the line with the bottom of the display window."""
        if self.raster_line == (0xFB if self.regs[0x11] & 8 else 0xF7):
            self.vborder_next = 1

    def check_vertical(self):
        """Compare the line with top and bottom of the display window."""
        top = 0x33 if self.regs[0x11] & 8 else 0x37
        if self.raster_line == top and self.regs[0x11] & 0x10:
            self.vborder = 0
            self.vborder_next = 0
        self.check_bottom()
        if self.cycle_in_line == 1:
            self.vborder = self.vborder_next

    def check_horizontal(self):
        """Compare X: left edge in cycles 17 (CSEL=1) and 18, right in 57 (CSEL=1) and 56."""
        wide = self.regs[0x16] & 8
        if self.cycle_in_line == (17 if wide else 18):
            self.check_bottom()
            self.vborder = self.vborder_next
            if self.vborder == 0:
                self.main_border = 0
        elif self.cycle_in_line == (57 if wide else 56):
            self.main_border = 1
