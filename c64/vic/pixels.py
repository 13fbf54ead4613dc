"""Drawing of a VIC-II pixel by pixel: the sequencers' state, and what a cycle does to it.

Data fetched in cycle n are shifted out from pixel XSCROLL of cycle n + 2 on, and leave the
chip eight pixels later.  Changes within a cycle, by pixel: on the NMOS chips MCM at 4, ECM and
BMM at 4 if they rise and 6 if they fall; on the 8565 MCM at 4, ECM and BMM at 0 of the next
cycle.  On the 8565 a bit that falls lingers: in its first pixel the colour is still that of the
mode with the bit, unless the mode without it gives black; a falling MCM lingers in background
pixels (00 and 01) only.  Colour registers change at pixel 1 of the next cycle (NMOS) or at its
pixel 0, where the 8565 shows light grey for one pixel.

How sure: the NMOS chips' pixels are those of many measurements (Daniel Kahlin's and others',
VICE's tests) without a contradiction.  The 8565's lingering is read off the four references of
the collection that have such changes, which were taken from several machines.  ECM and BMM:
eight changes in videomode2, -v and -x keep the old colour or stay black, those of
vicii_reg_timing, where $D021 is black, turn black at once.  MCM: one pixel each in -v and -x
keeps the old colour, videomode2 and vicii_reg_timing turn black at once, and foreground pixels
of the latter are new at once.  The rule contradicts none of these, and no circuit is known that
explains it: the collection's notes say that single pixels differ between chips and with their
temperature.  Other emulators differ, too: VICE's source (up to 2020 seen) changes ECM and BMM at
pixel 0 without exception, Hoxs64 lets both fall one pixel late without exception, and Badline,
which follows later references of the same tests (December 2025, one C64C), has MCM on time and
ECM and BMM at pixel 0 unless they leave an invalid mode.

Source: Bauer, VIC-II article, 3.7.3, 3.9; pixel positions: VICE 3 (x64sc), measured by
Daniel Kahlin with the split-tests.
"""

import array

from c64.base.fields import Field
from c64.vic.fetch import VIC_CELL_COLOR, VIC_CELL_MATRIX
from c64.vic.raster import VicRaster
from c64.vic.registers import (
    VIC_BACKGROUND,
    VIC_BACKGROUND1,
    VIC_BACKGROUND2,
    VIC_BMM,
    VIC_BORDER,
    VIC_CONTROL1,
    VIC_CONTROL2,
    VIC_CSEL,
    VIC_ECM,
    VIC_MCM,
    VIC_XSCROLL,
)

# The word of the log.
# Bits 0-7 are the graphics, then comes the cell: VIC_CELL_.
VIC_LOG_MATRIX_HIGH = 12  # shift: its high nibble
VIC_LOG_MATRIX_TOP = 14  # shift: its bits 7-6, with ECM the number of the background
VIC_LOG_MULTI = 0x80000  # bit 3 of the colour: multicolour, in text mode
VIC_LOG_MAIN_BORDER = 24  # shift: the main border flip-flop
VIC_LOG_BORDER = 1 << VIC_LOG_MAIN_BORDER
VIC_LOG_GRAPHICS = 0x2000000  # inside the display columns: a new cell, XSCROLL counts
VIC_LOG_SIZE = 128
VIC_LOG_WRAP = VIC_LOG_SIZE - 1

# The mode of a cell: its bits, ECM and BMM where $D011 shifted by VIC_MODE_SHIFT has them.
VIC_MODE_SHIFT = 2
VIC_MODE_ECM = VIC_ECM >> VIC_MODE_SHIFT
VIC_MODE_BMM = VIC_BMM >> VIC_MODE_SHIFT
VIC_MODE_MCM = VIC_MCM >> VIC_MODE_SHIFT
VIC_MODE_TEXT = 0
VIC_MODE_MULTI_TEXT = VIC_MODE_MCM
VIC_MODE_BITMAP = VIC_MODE_BMM
VIC_MODE_MULTI_BITMAP = VIC_MODE_BMM | VIC_MODE_MCM
VIC_MODE_ECM_TEXT = VIC_MODE_ECM  # with other bits besides: invalid, black

# Symbols: what a pixel shows, which is a colour 0..15, a colour register (VIC_BORDER and up), or
VIC_SHOWS_BLACK = 0x10
VIC_SHOWS_LOW = 0x11  # the low nibble of the matrix
VIC_SHOWS_HIGH = 0x12  # its high nibble
VIC_SHOWS_COLOR = 0x13
VIC_SHOWS_COLOR3 = 0x14  # bits 0-2 of the colour
VIC_SHOWS_ECM = 0x15  # the background whose number is in bits 7-6 of the matrix
VIC_SYMBOLS = 64

VIC_LIGHT_GREY = 15


# The symbol of a pixel, by mode | pixel; a pixel is 0..3, its bit 1 means foreground.
VIC_PIXEL_SOURCE = (
    # text, multicolour text
    *(VIC_BACKGROUND, VIC_BACKGROUND, VIC_SHOWS_COLOR, VIC_SHOWS_COLOR),
    *(VIC_BACKGROUND, VIC_BACKGROUND1, VIC_BACKGROUND2, VIC_SHOWS_COLOR3),
    # bitmap, multicolour bitmap
    *(VIC_SHOWS_LOW, VIC_SHOWS_LOW, VIC_SHOWS_HIGH, VIC_SHOWS_HIGH),
    *(VIC_BACKGROUND, VIC_SHOWS_HIGH, VIC_SHOWS_LOW, VIC_SHOWS_COLOR),
    # ECM text, and the three invalid modes
    *(VIC_SHOWS_ECM, VIC_SHOWS_ECM, VIC_SHOWS_COLOR, VIC_SHOWS_COLOR),
    *(VIC_SHOWS_BLACK,) * 12,
)


class VicPixelRenderer(VicRaster):
    """The graphics sequencer, the border and the colours, a pixel at a time."""

    fields = (
        *VicRaster.fields,
        # The clock's side: what the sequencers will need, a word per cycle.
        Field("log", array.array("i", [0] * VIC_LOG_SIZE)),  # VIC_LOG_ words, a ring
        Field("now"),  # index in log: the cycle that the clock is in
        Field("drawn"),  # index in log: the last cycle that is drawn
        Field("draw_cycle", 6),  # 1..cycles: the same as a cycle in the line
        Field("eager"),  # not 0: a collision may interrupt, draw in every cycle
        Field("latch_vmli"),  # index into the matrix, of what the sequencer latches; 6 bits
        Field("cell_latch"),  # matrix and colour it latched last, as in the log
        # The drawing's side: where the sequencers stand after the cycle drawn last.
        Field("out", 7),  # index of the next eight pixels in the picture, 0..size - 1
        Field("settle", 2),  # 0..3: cycles to be drawn pixel by pixel
        Field("stale"),  # 1: gfx_... must be derived from the log before the next pixel
        Field("xscroll"),  # XSCROLL as the sequencer has it, 0..7
        Field("mode_ecm_bmm"),  # VIC_MODE_ECM and VIC_MODE_BMM, as they are now
        Field("mode_next"),  # what mode_ecm_bmm becomes at the latest, one cycle later
        Field("mode_mcm"),  # VIC_MODE_MCM, as it chooses colours
        Field("mode_mcm_late"),  # the same as it pairs bits, from pixel 7 on
        Field("gfx_shift"),  # graphics shift register, 8 bits
        Field("gfx_multi_flop"),  # 1: take the next two bits
        Field("gfx_pixel"),  # what is shown, 0..3
        Field("gfx_matrix"),  # the cell's byte of the video matrix
        Field("gfx_color"),  # the cell's colour, 4 bits
        Field("border_on"),  # 1: the main flip-flop was set in the cycle before
        Field("color_reg", -1),  # colour register written in the last cycle, or -1
        Field("color_value"),  # and what it becomes, 4 bits
        Field("colors", bytes(range(16)) + bytes(VIC_SYMBOLS - 16)),  # colour of a symbol
    )
    derived = ("source", "frame")  # a table; the picture, which nothing in the machine reads

    def __init__(self, model="6569"):
        super().__init__(model)
        self.frame = bytearray(self.lines * self.cycles * 8)
        self.source = bytearray(VIC_PIXEL_SOURCE)

    def derive_sequencer(self, n):
        """Set the pixel sequencer to where it stands before the drawn cycle ``n``."""
        entry = self.log[(n - 3) & VIC_LOG_WRAP]
        bits = entry & 0xFF
        self.gfx_matrix = (entry >> VIC_CELL_MATRIX) & 0xFF
        self.gfx_color = (entry >> VIC_CELL_COLOR) & 15
        self.gfx_shift = (bits << (8 - self.xscroll)) & 0xFF
        self.gfx_multi_flop = (self.xscroll & 1) ^ 1
        last = 7 - self.xscroll
        fore = self.mode_ecm_bmm & VIC_MODE_BMM or self.gfx_color & 8
        if self.mode_mcm and fore:
            self.gfx_pixel = (bits >> (6 - (last & 6))) & 3
        elif bits & (0x80 >> last):
            self.gfx_pixel = 2 if fore else 3
        else:
            self.gfx_pixel = 0
        self.stale = 0

    def graphics_symbol(self, mode):
        """Return what the pixel in ``gfx_pixel`` shows: a colour, or a colour register.

        mode  VIC_MODE_ bits
        """
        symbol = self.source[mode | self.gfx_pixel]
        if symbol == VIC_SHOWS_COLOR:
            return self.gfx_color
        if symbol == VIC_SHOWS_LOW:
            return self.gfx_matrix & 15
        if symbol == VIC_SHOWS_HIGH:
            return self.gfx_matrix >> 4
        if symbol == VIC_SHOWS_COLOR3:
            return self.gfx_color & 7
        if symbol == VIC_SHOWS_ECM:
            return VIC_BACKGROUND + (self.gfx_matrix >> 6)
        if symbol == VIC_SHOWS_BLACK:
            return 0
        return symbol

    def graphics_pixel(self, pixel):
        """Shift one pixel out of the graphics sequencer into ``symbols`` and ``front``."""
        fore = self.mode_ecm_bmm & VIC_MODE_BMM or self.gfx_color & 8
        if self.mode_mcm_late and fore:
            if self.gfx_multi_flop:
                self.gfx_pixel = self.gfx_shift >> 6
        elif self.gfx_shift & 0x80:
            self.gfx_pixel = 2 if fore and not self.mode_mcm_late else 3
        else:
            self.gfx_pixel = 0
        self.gfx_shift = (self.gfx_shift << 1) & 0xFF
        self.gfx_multi_flop ^= 1
        self.symbols[pixel] = self.graphics_symbol(self.mode_ecm_bmm | self.mode_mcm)
        self.front[pixel] = self.gfx_pixel & 2

    def hold_mode(self, pixel, fell):
        """8565: the pixel in which mode bits fall, see above.

        fell  the bits, as in ``graphics_symbol``; MCM never together with the others
        """
        mode = self.mode_ecm_bmm | self.mode_mcm
        symbol = self.graphics_symbol(mode & ~fell)
        value = self.color_value if symbol == self.color_reg else self.colors[symbol]
        if value == 0:
            self.symbols[pixel] = symbol
        elif fell != VIC_MODE_MCM or self.gfx_pixel < 2:
            self.symbols[pixel] = self.graphics_symbol(mode | fell)

    def graphics_pixels(self, n):
        """Shift out the eight pixels of cycle ``n``; modes change at their pixels."""
        latched = self.log[(n - 2) & VIC_LOG_WRAP]
        mode = (self.regs[VIC_CONTROL1] & (VIC_ECM | VIC_BMM)) >> VIC_MODE_SHIFT
        for pixel in range(8):
            fell = 0
            if pixel == 0:
                self.mode_ecm_bmm |= self.mode_next
                fell = self.mode_ecm_bmm ^ self.mode_next
            elif pixel == 1:
                self.mode_ecm_bmm &= self.mode_next
            elif pixel == 4:
                multi = (self.regs[VIC_CONTROL2] & VIC_MCM) >> VIC_MODE_SHIFT
                if self.latency:
                    self.mode_ecm_bmm |= mode
                else:
                    fell = self.mode_mcm & ~multi
                self.mode_mcm = multi
            elif pixel == 6 and self.latency:
                self.mode_ecm_bmm &= mode
            elif pixel == 7:
                if self.mode_mcm and not self.mode_mcm_late:
                    self.gfx_multi_flop = 0
                self.mode_mcm_late = self.mode_mcm
            if pixel == self.xscroll:
                self.gfx_shift = latched & 0xFF
                self.gfx_matrix = (latched >> VIC_CELL_MATRIX) & 0xFF
                self.gfx_color = (latched >> VIC_CELL_COLOR) & 15
                self.gfx_multi_flop = 1
            self.graphics_pixel(pixel)
            if fell:
                self.hold_mode(pixel, fell)
        self.mode_next = mode
        if self.log[n] & VIC_LOG_GRAPHICS and self.xscroll != (
            self.regs[VIC_CONTROL2] & VIC_XSCROLL
        ):
            self.xscroll = self.regs[VIC_CONTROL2] & VIC_XSCROLL
            self.settle |= 1

    def border_pixels(self, n):
        """Cover ``symbols`` with the border where it shows."""
        main = (self.log[n] >> VIC_LOG_MAIN_BORDER) & 1
        last = 8 if self.regs[VIC_CONTROL2] & VIC_CSEL or main == self.border_on else 7
        if self.border_on:
            for pixel in range(last):
                self.symbols[pixel] = VIC_BORDER
        if main and last == 7:
            self.symbols[7] = VIC_BORDER
        self.border_on = main

    def resolve_colors(self):
        """Turn ``symbols`` into eight colours of the picture.

        A colour register written in the cycle before counts from pixel 1 (NMOS); on the
        8565 from pixel 0, which shows light grey if it has that register's colour.
        """
        first = self.colors[self.symbols[0]]
        if self.color_reg >= 0:
            self.colors[self.color_reg] = self.color_value
            if not self.latency:
                first = self.colors[self.symbols[0]]
                if self.symbols[0] == self.color_reg:
                    first = VIC_LIGHT_GREY
            self.color_reg = -1
        at = self.out * 8
        self.frame[at] = first
        for pixel in range(1, 8):
            self.frame[at + pixel] = self.colors[self.symbols[pixel]]

    def draw_pixels(self, n, bits):
        """Draw cycle ``n`` pixel by pixel.

        bits  VIC_DRAW_ bits of the cycle
        """
        if self.stale:
            self.derive_sequencer(n)
        if self.settle:
            self.settle -= 1
        self.graphics_pixels(n)
        self.draw_sprites(bits)
        self.move_sprites()
        self.border_pixels(n)
        self.resolve_colors()
