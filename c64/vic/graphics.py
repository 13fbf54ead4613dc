"""Drawing of a VIC-II: graphics sequencer, border, colours; eight pixels a cycle.

The clock writes one word per cycle into ``log`` (what the sequencer would have latched), and
the picture is drawn from it later: before a register that shows is written, before a
collision register is read, once a line, and at the end of the frame.  ``draw_run`` draws
cycles in which nothing changes and no sprite shows: eight pixels are one 64-bit word made from
tables.  ``draw_sprite_run`` draws several cycles with sprites over that, one sprite after
another.  Where something changes, ``draw_single`` takes the cycle and chooses: ``draw_cells``,
for sprites over eight pixels, or, in the cycles after a change and during a sprite's accesses,
``draw_pixels``, in which the sequencers run pixel by pixel.  All
give the same picture and the same collisions (collisions.py): tests/c64/vic/test_drawing.py
holds the ways against each other.

Source: Bauer, VIC-II article, 3.7.3, 3.9; see pixels.py.
"""

import array

from c64.vic.collisions import VicCollisions
from c64.vic.cycles import (
    VIC_COLUMNS,
    VIC_DRAW_DISPLAY,
    VIC_DRAW_EVENTS,
    VIC_DRAW_INNER,
    VIC_DRAW_OUTER,
    VIC_DRAW_X,
    VIC_LEFT_40,
)
from c64.vic.fetch import VIC_CELL_COLOR, VIC_CELL_MATRIX
from c64.vic.pixels import (
    VIC_LIGHT_GREY,
    VIC_LOG_BORDER,
    VIC_LOG_GRAPHICS,
    VIC_LOG_MATRIX_HIGH,
    VIC_LOG_MATRIX_TOP,
    VIC_LOG_MULTI,
    VIC_LOG_WRAP,
    VIC_MODE_BITMAP,
    VIC_MODE_BMM,
    VIC_MODE_ECM_TEXT,
    VIC_MODE_MULTI_BITMAP,
    VIC_MODE_MULTI_TEXT,
    VIC_MODE_TEXT,
    VicPixelRenderer,
)
from c64.vic.registers import (
    VIC_BACKGROUND,
    VIC_BACKGROUND1,
    VIC_BACKGROUND2,
    VIC_BORDER,
    VIC_CONTROL2,
    VIC_CSEL,
    VIC_SPRITE_COL,
    VIC_SPRITE_MC0,
    VIC_SPRITE_MC1,
    VIC_XSCROLL,
)
from c64.vic.sprites import VicSprites

# Masks of eight pixels; constants in the code of this size would become Python objects.
VIC_WORD = (1 << 64) - 1
VIC_LAST_PIXEL = 0xFF << 56
VIC_FIRST_PIXELS = (1 << 56) - 1
VIC_FIRST_PIXEL = 0xFF
VIC_LATER_PIXELS = VIC_WORD ^ VIC_FIRST_PIXEL


def vic_expand_table():
    """Return 256 words: byte i (pixel i from the left) is $FF where bit 7-i is set."""
    return array.array(
        "Q",
        [sum(0xFF << 8 * i for i in range(8) if bits & 0x80 >> i) for bits in range(256)],
    )


def vic_fill_table():
    """Return 16 words of eight pixels of one colour."""
    return array.array("Q", [colour * 0x0101010101010101 for colour in range(16)])


class VicRenderer(VicPixelRenderer):
    """The graphics sequencer and the picture."""

    fields = VicPixelRenderer.fields
    derived = (
        # tables
        "expand", "fill", "lowest",
        # the picture, eight pixels at a time
        "size", "frame64",
        # of eight pixels in hand: which of them show a sprite
        "sprites_shown",
    )  # fmt: skip

    def __init__(self, model="6569"):
        super().__init__(model)
        self.size = self.lines * self.cycles  # cycles in a frame
        self.sprites_shown = 0
        self.frame64 = memoryview(self.frame).cast("Q")  # the same, eight pixels at a time
        self.expand = vic_expand_table()
        self.fill = vic_fill_table()
        self.lowest = bytearray((n & -n).bit_length() - 1 if n else 0 for n in range(256))

    # -- eight pixels at a time ----------------------------------------------------------

    def blend(self, mask, back, fore):
        """Return eight pixels out of two words: of ``fore`` where ``mask`` has them."""
        return back ^ (mask & (back ^ fore))

    def two_colors(self, bits, back, fore):
        return self.blend(self.expand[bits], self.fill[back], self.fill[fore])

    def four_colors(self, bits, c0, c1, c2, c3):
        low = self.expand[(bits & 0x55) * 3]
        high = self.expand[((bits >> 1) & 0x55) * 3]
        back = self.blend(low, self.fill[c0], self.fill[c1])
        fore = self.blend(low, self.fill[c2], self.fill[c3])
        return self.blend(high, back, fore)

    def cell(self, entry):
        """Return the eight pixels of one cell as a word; the left pixel is the low byte."""
        bits = entry & 0xFF
        color = (entry >> VIC_CELL_COLOR) & 15
        mode = self.mode_ecm_bmm | self.mode_mcm
        if mode == VIC_MODE_TEXT:
            return self.two_colors(bits, self.colors[VIC_BACKGROUND], color)
        if mode == VIC_MODE_MULTI_TEXT:
            if color & 8:
                return self.four_colors(
                    bits,
                    self.colors[VIC_BACKGROUND],
                    self.colors[VIC_BACKGROUND1],
                    self.colors[VIC_BACKGROUND2],
                    color & 7,
                )
            return self.two_colors(bits, self.colors[VIC_BACKGROUND], color)
        if mode == VIC_MODE_BITMAP:
            return self.two_colors(
                bits, (entry >> VIC_CELL_MATRIX) & 15, (entry >> VIC_LOG_MATRIX_HIGH) & 15
            )
        if mode == VIC_MODE_MULTI_BITMAP:
            return self.four_colors(
                bits,
                self.colors[VIC_BACKGROUND],
                (entry >> VIC_LOG_MATRIX_HIGH) & 15,
                (entry >> VIC_CELL_MATRIX) & 15,
                color,
            )
        if mode == VIC_MODE_ECM_TEXT:
            back = VIC_BACKGROUND + ((entry >> VIC_LOG_MATRIX_TOP) & 3)
            return self.two_colors(bits, self.colors[back], color)
        return 0

    def draw_word(self, n):
        """Return the eight pixels of the graphics in cycle ``n``, XSCROLL applied."""
        word = self.cell(self.log[(n - 2) & VIC_LOG_WRAP])
        if self.xscroll:
            before = self.cell(self.log[(n - 3) & VIC_LOG_WRAP])
            shift = self.xscroll * 8
            word = ((word << shift) | (before >> (64 - shift))) & VIC_WORD
        return word

    def cell_front(self, entry):
        """Return which pixels of a cell are foreground; bit 7 is the left one."""
        bits = entry & 0xFF
        if self.mode_mcm and (self.mode_ecm_bmm & VIC_MODE_BMM or entry & VIC_LOG_MULTI):
            bits &= 0xAA
            return bits | (bits >> 1)
        return bits

    def front_bits(self, n):
        """Return which pixels of cycle ``n`` are foreground, XSCROLL applied."""
        front = self.cell_front(self.log[(n - 2) & VIC_LOG_WRAP])
        if self.xscroll:
            before = self.cell_front(self.log[(n - 3) & VIC_LOG_WRAP])
            front = ((front >> self.xscroll) | (before << (8 - self.xscroll))) & 0xFF
        return front

    def with_border(self, word, border, entry):
        """Cover the word where the border shows; the flip-flop counts from pixel 8 or 7."""
        before = self.border_on
        self.border_on = 1 if entry & VIC_LOG_BORDER else 0
        if self.regs[VIC_CONTROL2] & VIC_CSEL:
            return border if before else word
        if before:
            word = (word & VIC_LAST_PIXEL) | (border & VIC_FIRST_PIXELS)
        if self.border_on:
            word = (word & VIC_FIRST_PIXELS) | (border & VIC_LAST_PIXEL)
        return word

    def sprites_over(self, word, front, starting):
        """Put the sprites of an is_uniform cycle over eight pixels of graphics.

        word      eight pixels of graphics
        front     which of them are foreground, bit 7 is the left one
        starting  mask of sprites whose X coordinate lies in this cycle
        returns   the eight pixels; collisions are noted
        """
        self.sprites_shown = 0
        VicCollisions.clear_cells(self, 1)
        left = self.seq_active | starting
        while left:
            i = self.lowest[left]
            bit = 1 << i
            left ^= bit
            planes = self.sprite_byte(i, bit, starting & bit)
            low = planes >> 8
            mask = (planes | low) & 0xFF
            if mask:
                shown = mask & ~VicCollisions.collide_cell(self, i, bit, 0, mask, front)
                if self.seq_priority & bit:
                    shown &= ~front
                self.sprites_shown |= shown
                if low:
                    word = self.recolour(word, shown & low & ~planes, VIC_SPRITE_MC0)
                    word = self.recolour(word, shown & low & planes, VIC_SPRITE_MC1)
                    shown &= ~low
                word = self.recolour(word, shown, VIC_SPRITE_COL + i)
        return word

    def recolour(self, word, pixels, register):
        """Return the eight pixels of ``word``, some of them (a bit each) in a register's colour."""
        return self.blend(self.expand[pixels], word, self.fill[self.colors[register]])

    # -- catching up -----------------------------------------------------------------------

    def draw_run(self):
        """Draw cycles eight pixels at a time, up to the first that needs single pixels.

        returns  1 if there is such a cycle, 0 if the picture is up to date
        """
        while self.drawn != self.now:
            n = (self.drawn + 1) & VIC_LOG_WRAP
            cycle = 1 if self.draw_cycle == self.cycles else self.draw_cycle + 1
            bits = self.draw_table[cycle]
            if self.wants_single(n, bits):
                return 1
            self.stale = 1
            if self.border_on and self.log[n] & VIC_LOG_BORDER:
                self.draw_border_run()
            elif (
                cycle >= VIC_DRAW_INNER
                and cycle < VIC_DRAW_OUTER
                and not (self.border_on or self.log[n] & VIC_LOG_BORDER)
            ):
                self.draw_inner_run(self.inner_cycles())
            else:
                self.draw_one(n, bits)
        return 0

    def wants_single(self, n, bits):
        """Return whether in the drawn cycle ``n`` a sprite may begin, or XSCROLL changes.

        bits  VIC_DRAW_ bits of the cycle
        """
        return (
            self.seq_display & self.seq_starts[bits & VIC_DRAW_X]
            or (bits & VIC_DRAW_DISPLAY and self.sprite_display)
            or (self.log[n] & VIC_LOG_GRAPHICS and self.scrolls())
        )

    def scrolls(self):
        """Return whether XSCROLL was changed and no cell has come since that takes it over."""
        return self.xscroll != self.regs[VIC_CONTROL2] & VIC_XSCROLL

    def draw_one(self, n, bits):
        """Draw the cycle ``n``, which comes next, in which nothing changes.

        bits  VIC_DRAW_ bits of the cycle
        """
        if bits & VIC_DRAW_EVENTS:
            self.sprite_events(bits)
        word = self.draw_word(n)
        if self.log[n] & VIC_LOG_BORDER or self.border_on:
            word = self.with_border(word, self.fill[self.colors[VIC_BORDER]], self.log[n])
        self.frame64[self.out] = word
        self.advance_drawn(1)

    def advance_drawn(self, count):
        """Count ``count`` drawn cycles, which end with the last of a line at the latest."""
        self.drawn = (self.drawn + count) & VIC_LOG_WRAP
        self.draw_cycle = (1 if self.draw_cycle == self.cycles else self.draw_cycle + 1) + count - 1
        self.out += count
        if self.out == self.size:
            self.out = 0

    def draws_plainly(self):
        """Return whether the picture is up to date, and a line can follow as it begins.

        It begins with the border, and no sprite, change of mode or colour is on its way.
        """
        return not (
            self.settle
            | self.seq_active
            | self.seq_held
            | self.seq_display
            | self.sprite_display
            | (self.border_on ^ 1)
            or self.color_reg >= 0
            or self.scrolls()
            or self.drawn != self.now
            or self.draw_cycle != 1
        )

    def draw_plain_line(self, direct):
        """Draw all of a line but its first cycle: border, graphics or border, border.

        direct  1: the graphics are there already, if they are not hidden
        """
        border = self.fill[self.colors[VIC_BORDER]]
        inner = not self.log[(self.drawn + VIC_LEFT_40) & VIC_LOG_WRAP] & VIC_LOG_BORDER
        self.stale = 1
        self.fill_border(VIC_LEFT_40 - 1, border)
        if inner:
            out = self.out
            if direct:
                self.advance_drawn(VIC_COLUMNS)
            else:
                self.draw_inner_run(VIC_COLUMNS)
            if not self.regs[VIC_CONTROL2] & VIC_CSEL:
                self.frame64[out] = (self.frame64[out] & VIC_LAST_PIXEL) | (
                    border & VIC_FIRST_PIXELS
                )
                out += VIC_COLUMNS - 1
                self.frame64[out] = border
                self.frame64[out - 1] = (self.frame64[out - 1] & VIC_FIRST_PIXELS) | (
                    border & VIC_LAST_PIXEL
                )
        else:
            self.fill_border(VIC_COLUMNS, border)
        self.fill_border(self.cycles - 1 - self.draw_cycle, border)
        self.frame64[self.out] = border
        self.advance_drawn(1)
        for i in range(8):
            if i != self.sprite_cut:
                self.seq_shift[i] = self.sprite_data[i]
        if self.sprite_cut >= 0:
            self.seq_held = 1 << self.sprite_cut

    def fill_border(self, count, border):
        """Draw ``count`` cycles of border, all in one row of the picture."""
        out = self.out
        for i in range(count):
            self.frame64[out + i] = border
        self.advance_drawn(count)

    def draw_border_run(self):
        """Draw the cycles to come of this line that the border covers: there is at least one.

        The border changes in few cycles (``same_border``), and so does what is drawn.
        """
        left = (self.now - self.drawn) & VIC_LOG_WRAP
        cycle = 0 if self.draw_cycle == self.cycles else self.draw_cycle
        border = self.fill[self.colors[VIC_BORDER]]
        alone = self.seq_display | self.sprite_display or self.scrolls()  # look at each cycle
        while left > 0 and cycle < self.cycles:
            if not self.log[(self.drawn + 1) & VIC_LOG_WRAP] & VIC_LOG_BORDER:
                break
            count = same = min(left, self.same_border[cycle + 1] - cycle)
            if alone:
                count = self.is_uniform(cycle, count)
                if count == 0:
                    break
            if cycle + 1 < VIC_DRAW_INNER or cycle + count >= VIC_DRAW_OUTER:
                self.pass_sprites(cycle + 1, cycle + count)
            self.fill_border(count, border)
            if count < same:
                break
            left -= count
            cycle += count

    def is_uniform(self, cycle, count):
        """Return how many of the ``count`` cycles after ``cycle`` come before one for itself."""
        for i in range(count):
            if self.wants_single(
                (self.drawn + 1 + i) & VIC_LOG_WRAP, self.draw_table[cycle + 1 + i]
            ):
                return i
        return count

    def pass_sprites(self, first, last):
        """Pass over the cycles ``first`` to ``last`` of a line, in which no sprite shows."""
        for cycle in range(first, last + 1):
            if self.draw_table[cycle] & VIC_DRAW_EVENTS:
                VicSprites.sprite_events(self, self.draw_table[cycle])

    def inner_cycles(self):
        """Return how many cycles to come show nothing but graphics, all alike; at least one."""
        cycle = self.draw_cycle
        left = min((self.now - self.drawn) & VIC_LOG_WRAP, VIC_DRAW_OUTER - 1 - cycle)
        count = 0
        while count < left:
            if self.log[(self.drawn + 1 + count) & VIC_LOG_WRAP] & VIC_LOG_BORDER:
                break
            count = min(left, self.same_border[cycle + 1 + count] - cycle)
        if self.seq_display or self.scrolls():
            return max(1, self.is_uniform(cycle, count))
        return count

    def draw_inner_run(self, count):
        """Draw ``count`` cycles of graphics, away from the border, without events."""
        self.draw_graphics(count)
        self.advance_drawn(count)

    def draw_graphics(self, count):
        """Put the graphics of the ``count`` cycles to come into the picture."""
        n = (self.drawn - 1) & VIC_LOG_WRAP
        out = self.out
        shift = self.xscroll * 8
        before = 0
        mode = self.mode_ecm_bmm | self.mode_mcm
        back = self.fill[self.colors[VIC_BACKGROUND]]
        if shift:
            before = self.cell(self.log[(n - 1) & VIC_LOG_WRAP])
        for _ in range(count):
            last = self.log[n]
            if mode == VIC_MODE_TEXT:
                word = self.blend(
                    self.expand[last & 0xFF], back, self.fill[(last >> VIC_CELL_COLOR) & 15]
                )
            elif mode == VIC_MODE_BITMAP:
                word = self.blend(
                    self.expand[last & 0xFF],
                    self.fill[(last >> VIC_CELL_MATRIX) & 15],
                    self.fill[(last >> VIC_LOG_MATRIX_HIGH) & 15],
                )
            else:
                word = self.cell(last)
            if shift:
                rest = before >> (64 - shift)
                before = word
                word = ((word << shift) & VIC_WORD) | rest
            self.frame64[out] = word
            n = (n + 1) & VIC_LOG_WRAP
            out += 1

    def draw_single(self, n, bits):
        """Draw cycle ``n``, in which sprites may show or registers change.

        bits  VIC_DRAW_ bits of the cycle
        """
        had_sprites = self.collided_sprites
        had_data = self.collided_data
        starting = self.seq_display & self.seq_starts[bits & VIC_DRAW_X]
        if (
            self.settle
            or (self.color_reg >= VIC_SPRITE_MC0 and self.seq_active | starting)
            or bits & VIC_DRAW_EVENTS
            or self.seq_held
            or self.seq_active & starting
            or (self.log[n] & VIC_LOG_GRAPHICS and self.scrolls())
        ):
            self.draw_pixels(n, bits)
        elif self.color_reg >= 0:
            self.draw_recolored(n, starting)
        else:
            self.draw_cells(n, starting)
        if VicCollisions.finish_collisions(self, had_sprites, had_data):
            self.settle |= 1

    def draw_sprite_run(self):
        """Draw cycles with sprites over the graphics, up to one in which anything else happens.

        The graphics come first, then one sprite after another, then the border over both.
        Returns how many cycles it were.
        """
        cycle = self.draw_cycle + 1
        if (
            self.settle | self.seq_held | self.collisions_read
            or self.color_reg >= 0
            or cycle < VIC_DRAW_INNER
            or cycle >= VIC_DRAW_OUTER
            or self.scrolls()
        ):
            return 0
        count = min((self.now - self.drawn) & VIC_LOG_WRAP, VIC_DRAW_OUTER - cycle)
        count = VicSprites.sprite_cycles(self, cycle, count)
        if count < 2:
            return 0
        had_sprites = self.collided_sprites
        had_data = self.collided_data
        self.stale = 1
        self.draw_graphics(count)
        VicCollisions.clear_cells(self, count)
        for i in range(8):
            bit = 1 << i
            if self.seq_active & bit:
                self.draw_sprite(i, bit, 0, count)
            elif self.seq_display & bit:
                at = self.cell_of_x[self.seq_x[i] >> 3] - cycle
                if at >= 0 and at < count:
                    VicSprites.begin_sprite(self, bit)
                    self.draw_sprite(i, bit, 8 * at + (self.seq_x[i] & 7), count)
        if had_sprites == 0 or had_data == 0:
            VicCollisions.finish_collisions(self, had_sprites, had_data)
        self.cover_cells(cycle, count)
        self.advance_drawn(count)
        return count

    def draw_sprite(self, i, bit, start, count):
        """Put the pixels of an active sprite over the next ``count`` cycles of graphics.

        start  its first pixel from here on; 0 where it goes on
        """
        at = start >> 3
        first = start & 7
        if not VicSprites.spread_row(self, i, bit):
            while at < count and self.seq_active & bit:
                planes = VicSprites.sprite_byte(self, i, bit, first)
                first = 0
                if planes:
                    self.cover_cell(i, bit, at, planes & 0xFF, planes >> 8, planes >> 8)
                at += 1
            return
        high = self.row_high >> first
        low = self.row_low >> first
        multi = self.row_low != 0
        mask = last = stop = 0
        while high | low and at < count:
            mask = (high | low) >> 56
            self.cover_cell(i, bit, at, high >> 56, low >> 56, multi)
            if mask:
                last = mask
                stop = at
            high = high << 8 & VIC_WORD
            low = low << 8 & VIC_WORD
            at += 1
        # two after its last pixel
        gone_on = high | low or (last and 8 * stop + 9 - self.lowest[last] >= 8 * count)
        VicSprites.leave_row(self, i, bit, 8 * count - start if gone_on else 0)

    def cover_cell(self, i, bit, at, high, low, multi):
        """Put eight pixels of a sprite into the picture; sprites come in their order.

        Nothing is asked that one cell after another answers differently.

        at         how many cycles after the one drawn last, and one
        high, low  the bits of its pixels; bit 7 is the left one
        multi      not 0: any of the low bits may be set
        """
        front = self.front_bits((self.drawn + 1 + at) & VIC_LOG_WRAP)
        shown = high | low
        shown &= ~VicCollisions.collide_cell(self, i, bit, at, shown, front)
        if self.seq_priority & bit:
            shown &= ~front
        word = self.frame64[self.out + at]
        if multi:
            word = self.recolour(word, shown & low & ~high, VIC_SPRITE_MC0)
            word = self.recolour(word, shown & low & high, VIC_SPRITE_MC1)
            shown &= ~low
        self.frame64[self.out + at] = self.recolour(word, shown, VIC_SPRITE_COL + i)

    def cover_cells(self, cycle, count):
        """Cover the next ``count`` cycles where the border shows; the first is ``cycle``."""
        at = 0
        while at < count:
            entry = self.log[(self.drawn + 1 + at) & VIC_LOG_WRAP]
            if self.border_on or entry & VIC_LOG_BORDER:
                border = self.fill[self.colors[VIC_BORDER]]
                self.frame64[self.out + at] = self.with_border(
                    self.frame64[self.out + at], border, entry
                )
                at += 1
            else:
                at = self.same_border[cycle + at] + 1 - cycle

    def draw_recolored(self, n, starting):
        """Draw cycle ``n`` after the one in which a colour register was written.

        The new colour counts from pixel 1 (NMOS) or, with its grey dot, from pixel 0.

        starting  mask of sprites whose X coordinate lies in this cycle; where any show, the
                  register is none of their colours
        """
        self.stale = 1
        first = self.border_mask(n) & VIC_FIRST_PIXEL
        self.colors[self.color_reg] = self.color_value
        if not self.latency:
            first = self.border_mask(n) & VIC_FIRST_PIXEL
            self.colors[self.color_reg] ^= 1  # does it make a difference to the pixel?
            if first != self.border_mask(n) & VIC_FIRST_PIXEL:
                first = VIC_LIGHT_GREY
            self.colors[self.color_reg] = self.color_value
        self.color_reg = -1
        word = self.draw_word(n)
        if self.seq_active | starting:
            word = self.sprites_over(word, self.front_bits(n), starting)
            if self.sprites_shown & 0x80 and not self.border_on:
                first = word & VIC_FIRST_PIXEL
        if self.border_on or self.log[n] & VIC_LOG_BORDER:
            word = self.with_border(word, self.fill[self.colors[VIC_BORDER]], self.log[n])
        self.frame64[self.out] = first | (word & VIC_LATER_PIXELS)

    def border_mask(self, n):
        """Return the eight pixels of cycle ``n`` without sprites, border included."""
        before = self.border_on
        if before or self.log[n] & VIC_LOG_BORDER:
            word = self.with_border(
                self.draw_word(n), self.fill[self.colors[VIC_BORDER]], self.log[n]
            )
            self.border_on = before
            return word
        return self.draw_word(n)

    def draw_cells(self, n, starting):
        """Draw cycle ``n`` eight pixels at a time, sprites included.

        starting  mask of sprites whose X coordinate lies in this cycle
        """
        self.stale = 1
        word = self.sprites_over(self.draw_word(n), self.front_bits(n), starting)
        if self.border_on or self.log[n] & VIC_LOG_BORDER:
            if self.border_on and self.log[n] & VIC_LOG_BORDER:
                word = self.fill[self.colors[VIC_BORDER]]
            else:
                word = self.with_border(word, self.fill[self.colors[VIC_BORDER]], self.log[n])
        self.frame64[self.out] = word

    def draw(self):
        """Bring the picture up to date with the clock."""
        while self.drawn != self.now:
            if not (self.settle or self.seq_active or self.color_reg >= 0) and not self.draw_run():
                break
            if self.draw_sprite_run():
                continue
            self.drawn = (self.drawn + 1) & VIC_LOG_WRAP
            self.draw_cycle = 1 if self.draw_cycle == self.cycles else self.draw_cycle + 1
            self.draw_single(self.drawn, self.draw_table[self.draw_cycle])
            self.out += 1
            if self.out == self.size:
                self.out = 0
