"""Sprites of a VIC-II: switching their DMA, and the eight sprite data sequencers.

Two sides, told apart by their names:

    sprite_...  the DMA side: MC, MCBASE, DMA and display bits, Y expansion.  It runs with the
                clock (``check_dma`` ... ``check_display``; the accesses are in fetch.py).
    seq_...     the sequencers: shift registers, X comparison, X expansion, multicolour.  They
                run when the picture is drawn, some cycles later, with the values of the cycle
                they belong to.

``sprite_data``, ``sprite_display`` and ``sprite_x`` are what the one hands to the other.

In one drawn cycle, by pixel: 2 the sprite whose third byte was just read stops; 3 the
sprite whose pointer was just read is held; 4 new data and display bits; 6 priority, X
expansion (and multicolour on the 8565); 7 multicolour on the NMOS chips, hold ends.

Source: Bauer, VIC-II article, 3.8; pixel positions and the effect of changes on the fly:
VICE 3 (spritesplit, spritescan, spritecrunch tests).
"""

import array

from c64.base.fields import Field
from c64.vic.collisions import VicCollisions
from c64.vic.cycles import (
    VIC_DRAW_DISPLAY,
    VIC_DRAW_P_ACCESS,
    VIC_DRAW_S_ACCESS,
    VIC_DRAW_SPRITE_SHIFT,
    VIC_DRAW_X,
)
from c64.vic.registers import (
    VIC_SPRITE_COL,
    VIC_SPRITE_EXPX,
    VIC_SPRITE_EXPY,
    VIC_SPRITE_MC0,
    VIC_SPRITE_MC1,
    VIC_SPRITE_MCM,
    VIC_SPRITE_ON,
    VIC_SPRITE_PRIO,
    VIC_SPRITE_Y,
)

VIC_SPRITE_BITS = 0xFFFFFF  # of a row
VIC_SPRITE_BYTES = 63  # MCBASE after the last line of a sprite


def sprite_double(bits):
    """Return the 16 bits that have each of eight bits twice."""
    return sum(3 << 2 * i for i in range(8) if bits >> i & 1)


class VicSprites(VicCollisions):
    """DMA, display and expansion flip-flops; the sequencers' shift registers."""

    # In a mask bit n is that of sprite n.
    fields = (
        *VicCollisions.fields,
        Field("sprite_display"),  # mask: display is on
        Field("sprite_y_flop", 0xFF),  # mask: Y expansion flip-flop; 0: repeat the row
        Field("sprite_mcbase", bytes(8)),  # MCBASE: first byte of the row, 0..63
        Field("sprite_x", array.array("i", [0] * 8)),  # X coordinates as written, 9 bits
        *VicCollisions.collision_fields,
        Field("seq_display"),  # mask: sprite_display as the sequencer has it
        Field("seq_active"),  # mask: X has come, pixels are shifted out
        Field("seq_held"),  # mask: held during the accesses of the sprite
        Field("seq_priority"),  # mask: behind the foreground ($D01B)
        Field("seq_multicolor"),  # mask: two bits a pixel ($D01C)
        Field("seq_expand_x"),  # mask: pixels are twice as wide ($D01D)
        Field("seq_x_flop"),  # mask: X expansion flip-flop; 1: shift in this pixel
        Field("seq_multi_flop"),  # mask: multicolour flip-flop; 1: take the next two bits
        Field("seq_x", array.array("i", [0] * 8)),  # X coordinates it compares with, 9 bits
        Field("seq_shift", array.array("i", [0] * 8)),  # shift registers, 24 bits
        Field("seq_pixel", bytes(8)),  # what is shown: 0 nothing, 1 MC0, 2 own colour, 3 MC1
        Field("seq_starts", b"\xff" + bytes(63)),  # per 8 X coordinates: mask by seq_x
    )
    derived = (
        # tables
        "doubled",
        # of the pixels that are being drawn
        "symbols", "front", "row_high", "row_low",
    )  # fmt: skip

    def __init__(self, model="6569"):
        super().__init__(model)
        self.symbols = bytearray(8)  # of the eight pixels in hand: see VicRenderer.graphics_symbol
        self.front = bytearray(8)  # not 0: a foreground pixel
        self.row_high = self.row_low = 0  # of a sprite's row: see spread_row
        self.doubled = array.array("i", [sprite_double(bits) for bits in range(256)])

    # -- DMA ---------------------------------------------------------------------------

    def update_mcbase(self):
        """Cycle 16: MCBASE follows MC where the flip-flop is set; 63 bytes end the DMA."""
        if self.sprite_dma == 0:
            return
        for i in range(8):
            if self.sprite_y_flop & (1 << i):
                self.sprite_mcbase[i] = self.sprite_mc[i]
                if self.sprite_mcbase[i] == VIC_SPRITE_BYTES:
                    self.sprite_dma &= ~(1 << i)

    def check_dma(self):
        """Two cycles near the end of a line: the Y comparison starts the DMA."""
        if self.regs[VIC_SPRITE_ON] == 0:
            return
        for i in range(8):
            bit = 1 << i
            if (
                self.regs[VIC_SPRITE_ON] & bit
                and self.regs[VIC_SPRITE_Y + 2 * i] == (self.raster_line & 0xFF)
                and not self.sprite_dma & bit
            ):
                self.sprite_dma |= bit
                self.sprite_mcbase[i] = 0
                self.sprite_y_flop |= bit

    def sprite_starts(self):
        """Return whether a sprite's DMA begins in this line, if no register is written."""
        if self.regs[VIC_SPRITE_ON]:
            for i in range(8):
                if self.regs[VIC_SPRITE_ON] >> i & 1 and self.regs[VIC_SPRITE_Y + 2 * i] == (
                    self.raster_line & 0xFF
                ):
                    return 1
        return 0

    def check_expansion(self):
        """The flip-flop of a Y-expanded sprite toggles: every row is read twice."""
        self.sprite_y_flop ^= self.sprite_dma & self.regs[VIC_SPRITE_EXPY]

    def check_display(self):
        """Cycle 58 or 59: MC starts from MCBASE; display goes on with Y, off with the DMA."""
        self.sprite_display &= self.sprite_dma
        if self.sprite_dma == 0:
            return
        for i in range(8):
            self.sprite_mc[i] = self.sprite_mcbase[i]
            if self.sprite_dma & self.regs[VIC_SPRITE_ON] & (1 << i) and self.regs[
                VIC_SPRITE_Y + 2 * i
            ] == (self.raster_line & 0xFF):
                self.sprite_display |= 1 << i

    def write_expansion(self, value, crunch):
        """Write $D017; in cycle 15 (``crunch``) a flip-flop that a 0 sets mixes MC and MCBASE."""
        cleared = ~value & 0xFF
        if crunch:
            for i in range(8):
                if cleared & ~self.sprite_y_flop & (1 << i):
                    mc = self.sprite_mc[i]
                    base = self.sprite_mcbase[i]
                    self.sprite_mc[i] = (0x2A & base & mc) | (0x15 & (base | mc))
        self.sprite_y_flop |= cleared
        self.regs[VIC_SPRITE_EXPY] = value

    # -- sequencers --------------------------------------------------------------------

    def move_sprites(self):
        """Take over X coordinates that were written in the cycle before."""
        for i in range(8):
            if self.seq_x[i] != self.sprite_x[i]:
                self.seq_starts[self.seq_x[i] >> 3] &= ~(1 << i) & 0xFF
                self.seq_x[i] = self.sprite_x[i]
                self.seq_starts[self.seq_x[i] >> 3] |= 1 << i

    def sprite_events(self, bits):
        """Pass over a cycle in which no sprite shows.

        bits  VIC_DRAW_ bits of the cycle
        """
        number = bits >> VIC_DRAW_SPRITE_SHIFT
        if bits & VIC_DRAW_P_ACCESS:
            self.seq_held |= 1 << number
        if bits & VIC_DRAW_S_ACCESS:
            self.seq_shift[number] = self.sprite_data[number]
            self.seq_held &= ~(1 << number)
        if bits & VIC_DRAW_DISPLAY:
            self.seq_display = self.sprite_display

    def start_sprites(self, x, candidates):
        """Start the sprites whose X coordinate is ``x``."""
        ready = candidates & self.seq_display & ~self.seq_active & ~self.seq_held
        i = 0
        while ready:
            if ready & 1 and self.seq_x[i] == x:
                self.begin_sprite(1 << i)
            ready >>= 1
            i += 1

    def change_multicolor(self):
        """Take over $D01C; a changed bit disturbs the pairing of pixels."""
        toggled = self.regs[VIC_SPRITE_MCM] ^ self.seq_multicolor
        if self.latency:
            self.seq_multi_flop &= ~toggled
        else:
            self.seq_multi_flop ^= toggled & ~self.seq_x_flop
        self.seq_multicolor = self.regs[VIC_SPRITE_MCM]

    def shift_sprite(self, i, bit):
        """Advance the sequencer of sprite ``i`` (mask ``bit``) by one pixel."""
        if self.seq_x_flop & bit:
            if self.seq_multicolor & bit:
                if self.seq_multi_flop & bit:
                    self.seq_pixel[i] = (self.seq_shift[i] >> 22) & 3
                self.seq_multi_flop ^= bit
            else:
                self.seq_pixel[i] = (self.seq_shift[i] >> 22) & 2
            self.seq_shift[i] = (self.seq_shift[i] << 1) & 0xFFFFFF
        if self.seq_expand_x & bit:
            self.seq_x_flop ^= bit
        else:
            self.seq_x_flop |= bit

    def sprite_byte(self, i, bit, starting):
        """Advance sprite ``i`` (mask ``bit``) by a cycle without changes.

        starting  not 0: its X coordinate lies in this cycle
        returns   high bits of the eight pixels, and low bits << 8; bit 7 is the left pixel
        """
        first = 0
        if starting:
            first = self.seq_x[i] & 7
            self.begin_sprite(bit)
        if not (self.seq_shift[i] or self.seq_pixel[i]):
            self.seq_active &= ~bit
            return 0
        if not self.seq_expand_x & bit:
            if not self.seq_multicolor & bit:
                if self.seq_x_flop & bit:
                    return self.shift8_hires(i, bit, first)
            elif self.seq_x_flop & bit:
                if self.seq_multi_flop & bit:
                    return self.shift8_multi(i, bit, first)
                if not self.drains(i, 8):
                    return self.shift8_multi_rest(i)
        elif not self.seq_multicolor & bit:
            if self.seq_x_flop & bit:
                return self.shift8_hires_x2(i, bit, first)
            return self.shift8_hires_x2_rest(i, bit)
        elif not (starting or self.drains(i, 4)):
            return self.shift8_multi_x2(i, bit)
        return self.shift8(i, bit, first)

    def begin_sprite(self, bit):
        """Start a sprite, whose X coordinate has come, at the first pixel of its row."""
        self.seq_x_flop |= bit
        self.seq_multi_flop |= bit
        self.seq_active |= bit

    def shift8(self, i, bit, first):
        """Do what ``sprite_byte`` does from pixel ``first`` on, one after another.

        A sequencer with nothing left, in its register and on the screen, stops.  The functions
        below, for those kinds of sprites that most are, do the same at once: they stop after
        ``n`` pixels if the register has run empty long enough before.
        """
        high = 0
        low = 0
        mark = 0x80 >> first
        while mark:
            if not (self.seq_shift[i] or self.seq_pixel[i]):
                self.seq_active &= ~bit
                break
            self.shift_sprite(i, bit)
            if self.seq_pixel[i] & 2:
                high |= mark
            if self.seq_pixel[i] & 1:
                low |= mark
            mark >>= 1
        return high | (low << 8)

    def drains(self, i, shifts):
        """Return whether the register of sprite ``i`` is empty after so many shifts, 0 or more."""
        return shifts >= 0 and self.seq_shift[i] << shifts & VIC_SPRITE_BITS == 0

    def shift8_hires(self, i, bit, first):
        """Advance a sprite that is neither wide nor multicolour; see ``shift8``."""
        high = self.seq_shift[i] >> (16 + first)
        if self.drains(i, 6 - first):
            self.seq_active &= ~bit
        self.seq_shift[i] = self.seq_shift[i] << (8 - first) & VIC_SPRITE_BITS
        self.seq_pixel[i] = (high & 1) << 1
        return high

    def shift8_multi(self, i, bit, first):
        """Advance a multicolour sprite that is at the first of two pixels; see ``shift8``."""
        pairs = self.seq_shift[i] >> 16
        high = (pairs & 0xAA) | (pairs & 0xAA) >> 1
        low = (pairs & 0x55) | (pairs & 0x55) << 1
        self.seq_pixel[i] = pairs >> (first & 6) & 3
        if self.drains(i, 6 - first - (first & 1)):
            self.seq_active &= ~bit
            self.seq_multi_flop &= ~bit
            self.seq_pixel[i] = 0
        elif first & 1:
            self.seq_multi_flop ^= bit
        self.seq_shift[i] = self.seq_shift[i] << (8 - first) & VIC_SPRITE_BITS
        return high >> first | (low >> first) << 8

    def shift8_multi_rest(self, i):
        """Advance a multicolour sprite that is at the second of two pixels; see ``shift8``.

        Its register does not run empty.
        """
        before = self.seq_pixel[i]
        pairs = self.seq_shift[i] >> 15 & 0xFF
        high = ((pairs & 0xAA) | (pairs & 0xAA) >> 1) >> 1 | (before & 2) << 6
        low = ((pairs & 0x55) | (pairs & 0x55) << 1) >> 1 | (before & 1) << 7
        self.seq_pixel[i] = pairs & 3
        self.seq_shift[i] = self.seq_shift[i] << 8 & VIC_SPRITE_BITS
        return high | low << 8

    def shift8_multi_x2(self, i, bit):
        """Advance a wide multicolour sprite, at any of its four pixels; see ``shift8``.

        Its register does not run empty.  Of the pixels shown now there are ``left`` to come,
        then four of the next two bits and what is left of those after them.
        """
        if self.seq_x_flop & bit:
            left = 0 if self.seq_multi_flop & bit else 2
        else:
            left = 1 if self.seq_multi_flop & bit else 3
        pairs = self.seq_shift[i] >> (19 if left > 1 else 20) & 15
        before = self.seq_pixel[i]
        ones = 0xFF >> left  # the pixels of both pairs
        twos = 0x0F >> left  # of the second
        high = (0xFF ^ ones) * (before >> 1)
        high |= (ones ^ twos) * (pairs >> 3) | twos * (pairs >> 1 & 1)
        low = (0xFF ^ ones) * (before & 1)
        low |= (ones ^ twos) * (pairs >> 2 & 1) | twos * (pairs & 1)
        self.seq_pixel[i] = pairs & 3
        self.seq_shift[i] = self.seq_shift[i] << 4 & VIC_SPRITE_BITS
        return high | low << 8

    def shift8_hires_x2(self, i, bit, first):
        """Advance a wide sprite that is at the first of two pixels; see ``shift8``."""
        high = self.seq_shift[i] >> 20
        shifts = (9 - first) >> 1
        self.seq_pixel[i] = self.seq_shift[i] >> (23 - shifts) & 2
        if self.drains(i, (6 - first) >> 1):
            self.seq_active &= ~bit
            self.seq_x_flop &= ~bit
        elif first & 1:
            self.seq_x_flop ^= bit
        self.seq_shift[i] = self.seq_shift[i] << shifts & VIC_SPRITE_BITS
        return self.double_bits(high) >> first

    def shift8_hires_x2_rest(self, i, bit):
        """Advance a wide sprite that is at the second of two pixels; see ``shift8``."""
        high = self.double_bits(self.seq_shift[i] >> 20) >> 1 | (self.seq_pixel[i] & 2) << 6
        low = (self.seq_pixel[i] & 1) << 7  # of a sprite that was multicolour until now
        if self.drains(i, 2):
            self.seq_active &= ~bit
        self.seq_pixel[i] = self.seq_shift[i] >> 19 & 2
        self.seq_shift[i] = self.seq_shift[i] << 4 & VIC_SPRITE_BITS
        return high | low << 8

    def double_bits(self, bits):
        """Return four bits with each doubled."""
        bits = (bits | bits << 2) & 0x33
        bits = (bits | bits << 1) & 0x55
        return bits | bits << 1

    def sprite_cycles(self, cycle, count):
        """Return how many of ``count`` cycles come before X starts a sprite that is active.

        cycle  the first of them, an inner one
        """
        for i in range(8):
            if self.seq_active & self.seq_display & (1 << i):
                at = self.cell_of_x[self.seq_x[i] >> 3] - cycle
                if at >= 0 and at < count:
                    count = at
        return count

    def spread_row(self, i, bit):
        """Set ``row_high`` and ``row_low`` to all pixels that sprite ``i`` has left.

        They are words of 64 pixels: the high and the low bits of pixels, the first one in
        bit 63.  Returns 0 if it has none, or is not at the first of the pixels of a bit or pair.
        """
        row = self.seq_shift[i]
        multi = self.seq_multicolor & bit
        if row == 0 or not self.seq_x_flop & bit or (multi and not self.seq_multi_flop & bit):
            return 0
        self.row_low = 0
        if multi:
            self.row_low = self.spread(row & 0x555555 | (row & 0x555555) << 1, bit)
            row = row & 0xAAAAAA | (row & 0xAAAAAA) >> 1
        self.row_high = self.spread(row, bit)
        return 1

    def spread(self, bits, bit):
        """Return 24 bits at the top of a word, each of them twice in a wide sprite."""
        word = bits
        if not self.seq_expand_x & bit:
            return word << 40
        word = self.doubled[bits >> 16]
        word = word << 16 | self.doubled[bits >> 8 & 0xFF]
        return (word << 16 | self.doubled[bits & 0xFF]) << 16

    def leave_row(self, i, bit, pixels):
        """Leave sprite ``i``, whose row was spread, as it is after ``pixels``; 0: it has stopped.

        See ``shift8``: it stops two pixels after the last that shows, which is the second
        of the next bit's or pair's, unless there is only one.
        """
        wide = self.seq_expand_x & bit
        multi = self.seq_multicolor & bit
        row = self.seq_shift[i]
        if pixels == 0:
            self.seq_active &= ~bit
            self.seq_x_flop &= ~wide
            self.seq_multi_flop &= ~multi
            self.seq_shift[i] = self.seq_pixel[i] = 0
            return
        shifts = (pixels + 1) >> 1 if wide else pixels
        row <<= 40
        if pixels & 1:
            self.seq_x_flop &= ~wide
        if multi:
            self.seq_pixel[i] = row >> (62 - ((shifts - 1) & ~1)) & 3
            if shifts & 1:
                self.seq_multi_flop &= ~bit
        else:
            self.seq_pixel[i] = (row >> (64 - shifts) & 1) << 1
        self.seq_shift[i] = (row << shifts) >> 40 & VIC_SPRITE_BITS

    def mix_sprites(self, pixel):
        """Advance all active sprites by one pixel, note collisions, pick the colour."""
        shown = 0
        top = 0
        i = 0
        left = self.seq_active
        while left:
            if left & 1:
                bit = 1 << i
                if self.seq_shift[i] or self.seq_pixel[i]:
                    if not self.seq_held & bit:
                        self.shift_sprite(i, bit)
                    if self.seq_pixel[i]:
                        if shown == 0:
                            top = i
                        shown |= bit
                else:
                    self.seq_active &= ~bit
            left >>= 1
            i += 1
        if shown:
            if not (self.front[pixel] and self.seq_priority & (1 << top)):
                if self.seq_pixel[top] == 2:
                    self.symbols[pixel] = VIC_SPRITE_COL + top
                else:
                    self.symbols[pixel] = (
                        VIC_SPRITE_MC0 if self.seq_pixel[top] == 1 else VIC_SPRITE_MC1
                    )
            VicCollisions.collide_pixel(self, shown, self.front[pixel])

    def draw_sprites(self, bits):
        """Draw all sprites over the eight pixels in ``symbols``.

        bits  VIC_DRAW_ bits of the cycle
        """
        x = (bits & VIC_DRAW_X) << 3
        candidates = self.seq_starts[bits & VIC_DRAW_X]
        sprite = bits >> VIC_DRAW_SPRITE_SHIFT
        bit = 1 << sprite
        for pixel in range(8):
            if pixel == 2 and bits & VIC_DRAW_S_ACCESS:
                self.seq_active &= ~bit
            elif pixel == 3 and bits & VIC_DRAW_P_ACCESS:
                self.seq_held |= bit
            elif pixel == 4:
                VicCollisions.clear_tail(self)
                if bits & VIC_DRAW_DISPLAY:
                    self.seq_display = self.sprite_display
                if bits & VIC_DRAW_S_ACCESS:
                    self.seq_shift[sprite] = self.sprite_data[sprite]
            elif pixel == 6:
                if not self.latency:
                    self.change_multicolor()
                self.seq_priority = self.regs[VIC_SPRITE_PRIO]
                self.seq_expand_x = self.regs[VIC_SPRITE_EXPX]
            elif pixel == 7:
                if self.latency:
                    self.change_multicolor()
                if bits & VIC_DRAW_S_ACCESS:
                    self.seq_held &= ~bit
            if candidates & self.seq_display:
                self.start_sprites(x + pixel, candidates)
            if self.seq_active:
                self.mix_sprites(pixel)
