"""The two border flip-flops of a VIC-II.

The main flip-flop covers the picture with the border colour; the vertical one keeps the main
one from being reset and blanks the graphics.  Lines 51/251 (RSEL=1) or 55/247 and the
cycles of X 24/344 (CSEL=1) or 31/335 are only compared, never latched: a program that is at
the other value at that moment opens the border.

Source: Bauer, VIC-II article, 3.9; that the vertical flip-flop is set only at the start of a
line or at the left comparison: VICE 3 (dentest, border tests).
"""

from c64.base.fields import Field
from c64.vic.cycles import (
    VIC_BOTTOM_24,
    VIC_BOTTOM_25,
    VIC_LEFT_38,
    VIC_LEFT_40,
    VIC_RIGHT_38,
    VIC_RIGHT_40,
    VIC_TOP_24,
    VIC_TOP_25,
)
from c64.vic.fetch import VicFetch
from c64.vic.registers import VIC_CONTROL1, VIC_CONTROL2, VIC_CSEL, VIC_DEN, VIC_RSEL


class VicBorder(VicFetch):
    """Comparisons and flip-flops; the drawing of the border is in graphics.py."""

    fields = (
        *VicFetch.fields,
        Field("main_border", 1),  # main flip-flop; 1: border colour
        Field("vborder", 1),  # vertical flip-flop; 1: main cannot be reset, no graphics
        Field("vborder_next", 1),  # what vborder becomes at the next left edge or line
    )

    def check_bottom(self):
        """Compare the line with the bottom of the display window."""
        if self.raster_line == (
            VIC_BOTTOM_25 if self.regs[VIC_CONTROL1] & VIC_RSEL else VIC_BOTTOM_24
        ):
            self.vborder_next = 1

    def check_vertical(self):
        """Compare the line with top and bottom of the display window."""
        top = VIC_TOP_25 if self.regs[VIC_CONTROL1] & VIC_RSEL else VIC_TOP_24
        if self.raster_line == top and self.regs[VIC_CONTROL1] & VIC_DEN:
            self.vborder = 0
            self.vborder_next = 0
        self.check_bottom()
        if self.cycle_in_line == 1:
            self.vborder = self.vborder_next

    def check_horizontal(self):
        """Compare X: left edge in cycles 17 (CSEL=1) and 18, right in 57 (CSEL=1) and 56."""
        wide = self.regs[VIC_CONTROL2] & VIC_CSEL
        if self.cycle_in_line == (VIC_LEFT_40 if wide else VIC_LEFT_38):
            self.check_bottom()
            self.vborder = self.vborder_next
            if self.vborder == 0:
                self.main_border = 0
        elif self.cycle_in_line == (VIC_RIGHT_40 if wide else VIC_RIGHT_38):
            self.main_border = 1
