"""Drawing of a VIC-II: graphics sequencer, border, colours; eight pixels a cycle.

The clock writes one word per cycle into ``log`` (what the sequencer would have latched), and
the picture is drawn from it later: before a register that shows is written, before a
collision register is read, once a line, and at the end of the frame.  As long as no register
changes, eight pixels are one 64-bit word made from tables; in the cycles after a change, and
where sprites show, the sequencer runs pixel by pixel.  Both ways give the same picture.

Word of the log: bits 0-7 graphics, 8-15 matrix, 16-19 colour, 24 main border flip-flop,
25 inside the display columns.

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

from c64.base.component import Field
from c64.vic.raster import VicRaster

# Masks of eight pixels; constants in the code of this size would become Python objects.
VIC_WORD = (1 << 64) - 1
VIC_LAST_PIXEL = 0xFF << 56
VIC_FIRST_PIXELS = (1 << 56) - 1

# What a pixel 0..3 shows, by mode: ECM * 16 + BMM * 8 + MCM * 4 + pixel.  $2x colour register,
# $10 black, $11 matrix low, $12 matrix high, $13 colour, $14 colour bits 0-2, $15 $D021 + n.
VIC_PIXEL_SOURCE = (
    *(0x21, 0x21, 0x13, 0x13, 0x21, 0x22, 0x23, 0x14),
    *(0x11, 0x11, 0x12, 0x12, 0x21, 0x12, 0x11, 0x13),
    *(0x15, 0x15, 0x13, 0x13, 0x10, 0x10, 0x10, 0x10),
    *(0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10),
)


def vic_expand_table():
    """Return 256 words: byte i (pixel i from the left) is $FF where bit 7-i is set."""
    return array.array(
        "Q",
        [sum(0xFF << 8 * i for i in range(8) if bits & 0x80 >> i) for bits in range(256)],
    )


def vic_fill_table():
    """Return 16 words of eight pixels of one colour."""
    return array.array("Q", [colour * 0x0101010101010101 for colour in range(16)])


class VicGfx(VicRaster):
    """The graphics sequencer and the picture."""

    fields = (
        *VicRaster.fields,
        Field("log", array.array("i", [0] * 128)),
        Field("now"),
        Field("drawn"),
        Field("draw_cycle", 6),
        Field("eager"),  # a collision may interrupt: draw in every cycle
        Field("latch_vmli"),  # index into the matrix, of what the sequencer latches
        Field("cell_latch"),  # matrix and colour it latched last, as in the log
        Field("out", 7),  # index of the next eight pixels in the picture
        Field("settle", 2),  # cycles to be drawn pixel by pixel
        Field("stale"),  # the pixel sequencer's registers must be derived from the log
        Field("xscroll"),
        Field("mode_ecm_bmm"),  # ECM, BMM as bits 4, 3
        Field("mode_next"),  # what mode_ecm_bmm becomes at the latest, one cycle later
        Field("mode_mcm"),  # MCM as bit 2
        Field("mode_mcm_late"),
        Field("gfx_shift"),
        Field("gfx_multi_flop"),
        Field("gfx_pixel"),
        Field("gfx_matrix"),
        Field("gfx_color"),
        Field("border_on"),
        Field("color_reg", -1),
        Field("color_value"),
        Field("colors", bytes(range(16)) + bytes(48)),
    )

    def __init__(self, model="6569"):
        super().__init__(model)
        self.size = self.lines * self.cycles
        self.frame = bytearray(self.size * 8)
        self.frame64 = memoryview(self.frame).cast("Q")
        self.expand = vic_expand_table()
        self.fill = vic_fill_table()
        self.source = bytearray(VIC_PIXEL_SOURCE)

    # -- eight pixels at a time ----------------------------------------------------------

    def two_colors(self, bits, back, fore):
        return self.fill[back] ^ (self.expand[bits] & (self.fill[back] ^ self.fill[fore]))

    def four_colors(self, bits, c0, c1, c2, c3):
        low = self.expand[(bits & 0x55) * 3]
        high = self.expand[((bits >> 1) & 0x55) * 3]
        back = self.fill[c0] ^ (low & (self.fill[c0] ^ self.fill[c1]))
        fore = self.fill[c2] ^ (low & (self.fill[c2] ^ self.fill[c3]))
        return back ^ (high & (back ^ fore))

    def cell(self, entry):
        """Return the eight pixels of one cell as a word; the left pixel is the low byte."""
        bits = entry & 0xFF
        color = (entry >> 16) & 15
        mode = self.mode_ecm_bmm | self.mode_mcm
        if mode == 0:
            return self.two_colors(bits, self.colors[0x21], color)
        if mode == 4:
            if color & 8:
                return self.four_colors(
                    bits, self.colors[0x21], self.colors[0x22], self.colors[0x23], color & 7
                )
            return self.two_colors(bits, self.colors[0x21], color)
        if mode == 8:
            return self.two_colors(bits, (entry >> 8) & 15, (entry >> 12) & 15)
        if mode == 12:
            return self.four_colors(
                bits, self.colors[0x21], (entry >> 12) & 15, (entry >> 8) & 15, color
            )
        if mode == 16:
            return self.two_colors(bits, self.colors[0x21 + ((entry >> 14) & 3)], color)
        return 0

    def draw_word(self, n):
        """Return the eight pixels of the graphics in cycle ``n``, XSCROLL applied."""
        word = self.cell(self.log[(n - 2) & 127])
        if self.xscroll:
            before = self.cell(self.log[(n - 3) & 127])
            shift = self.xscroll * 8
            word = ((word << shift) | (before >> (64 - shift))) & VIC_WORD
        return word

    def cell_front(self, entry):
        """Return which pixels of a cell are foreground; bit 7 is the left one."""
        bits = entry & 0xFF
        if self.mode_mcm and (self.mode_ecm_bmm & 8 or entry & 0x80000):
            bits &= 0xAA
            return bits | (bits >> 1)
        return bits

    def front_bits(self, n):
        """Return which pixels of cycle ``n`` are foreground, XSCROLL applied."""
        front = self.cell_front(self.log[(n - 2) & 127])
        if self.xscroll:
            before = self.cell_front(self.log[(n - 3) & 127])
            front = ((front >> self.xscroll) | (before << (8 - self.xscroll))) & 0xFF
        return front

    def with_border(self, word, border, entry):
        """Cover the word where the border shows; the flip-flop counts from pixel 8 or 7."""
        before = self.border_on
        self.border_on = 1 if entry & 0x1000000 else 0
        if self.regs[0x16] & 8:
            return border if before else word
        if before:
            word = (word & VIC_LAST_PIXEL) | (border & VIC_FIRST_PIXELS)
        if self.border_on:
            word = (word & VIC_FIRST_PIXELS) | (border & VIC_LAST_PIXEL)
        return word

    def sprites_over(self, word, front, starting):
        """Put the sprites of an undisturbed cycle over eight pixels of graphics.

        word      eight pixels of graphics
        front     which of them are foreground, bit 7 is the left one
        starting  mask of sprites whose X coordinate lies in this cycle
        returns   the eight pixels; collisions are noted
        """
        covered = 0
        i = 0
        left = self.seq_active | starting
        while left:
            self.seq_mask[i] = 0
            if left & 1:
                bit = 1 << i
                planes = self.sprite_byte(i, bit, starting & bit)
                high = planes & 0xFF
                low = planes >> 8
                mask = high | low
                self.seq_mask[i] = mask
                if mask & front:
                    self.collided_data |= bit
                if mask & covered:
                    self.collide(i, mask)
                shown = mask & ~covered
                if self.seq_priority & bit:
                    shown &= ~front
                covered |= mask
                if shown:
                    color = self.fill[self.colors[0x27 + i]]
                    if low:
                        word ^= self.expand[shown & low & ~high] & (
                            word ^ self.fill[self.colors[0x25]]
                        )
                        word ^= self.expand[shown & low & high] & (
                            word ^ self.fill[self.colors[0x26]]
                        )
                        shown &= ~low
                    word ^= self.expand[shown] & (word ^ color)
            left >>= 1
            i += 1
        return word

    # -- pixel by pixel ------------------------------------------------------------------

    def derive_sequencer(self, n):
        """Set the pixel sequencer to where it stands before the drawn cycle ``n``."""
        entry = self.log[(n - 3) & 127]
        bits = entry & 0xFF
        self.gfx_matrix = (entry >> 8) & 0xFF
        self.gfx_color = (entry >> 16) & 15
        self.gfx_shift = (bits << (8 - self.xscroll)) & 0xFF
        self.gfx_multi_flop = (self.xscroll & 1) ^ 1
        last = 7 - self.xscroll
        fore = self.mode_ecm_bmm & 8 or self.gfx_color & 8
        if self.mode_mcm and fore:
            self.gfx_pixel = (bits >> (6 - (last & 6))) & 3
        elif bits & (0x80 >> last):
            self.gfx_pixel = 2 if fore else 3
        else:
            self.gfx_pixel = 0
        self.stale = 0

    def graphics_symbol(self, mode):
        """Return what the pixel in ``gfx_pixel`` shows: a colour, or $20 + a colour register.

        mode  ECM * 16 + BMM * 8 + MCM * 4
        """
        symbol = self.source[mode | self.gfx_pixel]
        if symbol == 0x13:
            return self.gfx_color
        if symbol == 0x11:
            return self.gfx_matrix & 15
        if symbol == 0x12:
            return self.gfx_matrix >> 4
        if symbol == 0x14:
            return self.gfx_color & 7
        if symbol == 0x15:
            return 0x21 + (self.gfx_matrix >> 6)
        if symbol == 0x10:
            return 0
        return symbol

    def graphics_pixel(self, pixel):
        """Shift one pixel out of the graphics sequencer into ``symbols`` and ``front``."""
        fore = self.mode_ecm_bmm & 8 or self.gfx_color & 8
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

    def linger(self, pixel, fell):
        """8565: the pixel in which mode bits fall, see above.

        fell  the bits, as in ``graphics_symbol``; MCM never together with the others
        """
        mode = self.mode_ecm_bmm | self.mode_mcm
        symbol = self.graphics_symbol(mode & ~fell)
        value = self.color_value if symbol == self.color_reg else self.colors[symbol]
        if value == 0:
            self.symbols[pixel] = symbol
        elif fell != 4 or self.gfx_pixel < 2:
            self.symbols[pixel] = self.graphics_symbol(mode | fell)

    def graphics_pixels(self, n):
        """Shift out the eight pixels of cycle ``n``; modes change at their pixels."""
        latched = self.log[(n - 2) & 127]
        mode = (self.regs[0x11] & 0x60) >> 2
        for pixel in range(8):
            fell = 0
            if pixel == 0:
                self.mode_ecm_bmm |= self.mode_next
                fell = self.mode_ecm_bmm ^ self.mode_next
            elif pixel == 1:
                self.mode_ecm_bmm &= self.mode_next
            elif pixel == 4:
                multi = (self.regs[0x16] & 0x10) >> 2
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
                self.gfx_matrix = (latched >> 8) & 0xFF
                self.gfx_color = (latched >> 16) & 15
                self.gfx_multi_flop = 1
            self.graphics_pixel(pixel)
            if fell:
                self.linger(pixel, fell)
        self.mode_next = mode
        if self.log[n] & 0x2000000 and self.xscroll != (self.regs[0x16] & 7):
            self.xscroll = self.regs[0x16] & 7
            self.settle |= 1

    def border_pixels(self, n):
        """Cover ``symbols`` with the border where it shows."""
        main = (self.log[n] >> 24) & 1
        last = 8 if self.regs[0x16] & 8 or main == self.border_on else 7
        if self.border_on:
            for pixel in range(last):
                self.symbols[pixel] = 0x20
        if main and last == 7:
            self.symbols[7] = 0x20
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
                    first = 15
            self.color_reg = -1
        at = self.out * 8
        self.frame[at] = first
        for pixel in range(1, 8):
            self.frame[at + pixel] = self.colors[self.symbols[pixel]]

    def count_collisions(self, had_sprite, had_gfx):
        """Clear what was read in the cycle before; the first collision interrupts."""
        if self.collisions_read:
            self.clear_collisions(self.collisions_read)
            self.collisions_tail = self.collisions_read
            self.collisions_read = 0
            self.settle |= 1
        if not had_sprite and self.collided_sprites:
            self.irq_status |= 4
            self.update_irq()
        if not had_gfx and self.collided_data:
            self.irq_status |= 2
            self.update_irq()

    def draw_pixels(self, n, bits):
        """Draw cycle ``n`` pixel by pixel.

        bits  VIC_DRAW_ bits of the cycle
        """
        had_sprite = self.collided_sprites
        had_gfx = self.collided_data
        if self.stale:
            self.derive_sequencer(n)
        if self.settle:
            self.settle -= 1
        self.graphics_pixels(n)
        self.draw_sprites(bits)
        self.move_sprites()
        self.border_pixels(n)
        self.resolve_colors()
        self.count_collisions(had_sprite, had_gfx)

    # -- catching up -----------------------------------------------------------------------

    def draw_run(self):
        """Draw cycles eight pixels at a time, up to the first that needs single pixels.

        returns  1 if there is such a cycle, 0 if the picture is up to date
        """
        n = self.drawn
        cycle = self.draw_cycle
        out = self.out
        scroll = self.regs[0x16] & 7
        shift = self.xscroll * 8
        known = 0  # before is the cell of the cycle before
        before = 0
        text = self.mode_ecm_bmm == 0 and self.mode_mcm == 0
        border = self.fill[self.colors[0x20]]
        back = self.fill[self.colors[0x21]]
        single = 0
        while n != self.now:
            n = (n + 1) & 127
            cycle = 1 if cycle == self.cycles else cycle + 1
            bits = self.draw_table[cycle]
            entry = self.log[n]
            if (
                self.seq_display & self.seq_starts[bits & 63]
                or (bits & 0x100 and self.sprite_display)  # VIC_DRAW_DISPLAY
                or (entry & 0x2000000 and self.xscroll != scroll)
            ):
                single = 1
                break
            self.stale = 1
            if bits & 0x1C0:  # VIC_DRAW_EVENTS
                self.sprite_events(bits)
            if entry & 0x1000000 and self.border_on:
                word = border
                known = 0
            else:
                last = self.log[(n - 2) & 127]
                if text:
                    word = back ^ (self.expand[last & 0xFF] & (back ^ self.fill[(last >> 16) & 15]))
                else:
                    word = self.cell(last)
                if shift:
                    if not known:
                        before = self.cell(self.log[(n - 3) & 127])
                    rest = before >> (64 - shift)
                    before = word
                    known = 1
                    word = ((word << shift) & VIC_WORD) | rest
                if entry & 0x1000000 or self.border_on:
                    word = self.with_border(word, border, entry)
            self.frame64[out] = word
            self.drawn = n
            self.draw_cycle = cycle
            out += 1
            if out == self.size:
                out = 0
        self.out = out
        return single

    def draw_single(self, n, bits):
        """Draw cycle ``n``, in which sprites may show or registers change.

        bits  VIC_DRAW_ bits of the cycle
        """
        starting = self.seq_display & self.seq_starts[bits & 63]
        if (
            self.settle
            or self.color_reg >= 0
            or bits & 0x1C0  # VIC_DRAW_EVENTS
            or self.seq_held
            or self.seq_active & starting
            or (self.log[n] & 0x2000000 and self.xscroll != (self.regs[0x16] & 7))
        ):
            self.draw_pixels(n, bits)
            return
        self.stale = 1
        had_sprite = self.collided_sprites
        had_gfx = self.collided_data
        word = self.sprites_over(self.draw_word(n), self.front_bits(n), starting)
        if self.border_on or self.log[n] & 0x1000000:
            if self.border_on and self.log[n] & 0x1000000:
                word = self.fill[self.colors[0x20]]
            else:
                word = self.with_border(word, self.fill[self.colors[0x20]], self.log[n])
        self.frame64[self.out] = word
        self.count_collisions(had_sprite, had_gfx)

    def draw(self):
        """Bring the picture up to date with the clock."""
        while self.drawn != self.now:
            if not (self.settle or self.seq_active or self.color_reg >= 0) and not self.draw_run():
                break
            self.drawn = (self.drawn + 1) & 127
            self.draw_cycle = 1 if self.draw_cycle == self.cycles else self.draw_cycle + 1
            self.draw_single(self.drawn, self.draw_table[self.draw_cycle])
            self.out += 1
            if self.out == self.size:
                self.out = 0
