"""Sprites of a VIC-II: DMA counters, and the eight pixel sequencers.

The DMA side (``check_dma`` ... ``check_display``) runs with the clock; the sequencers run
when the picture is drawn, with the values of the cycle they belong to.

In one drawn cycle, by pixel: 2 the sprite whose third byte was just read stops; 3 the
sprite whose pointer was just read is held; 4 new data and display bits; 6 priority, X
expansion (and multicolour on the 8565); 7 multicolour on the NMOS chips, hold ends.

Source: Bauer, VIC-II article, 3.8; pixel positions and the effect of changes on the fly:
VICE 3 (spritesplit, spritescan, spritecrunch tests).
"""

import array

from c64.base.component import Field
from c64.vic.border import VicBorder


class VicSprites(VicBorder):
    """MC, MCBASE and expansion flip-flops; shift registers, collisions."""

    fields = (
        *VicBorder.fields,
        Field("sprite_display"),
        Field("sprite_y_flop", 0xFF),
        Field("sprite_mcbase", bytes(8)),
        Field("sprite_x", array.array("i", [0] * 8)),
        Field("collided_sprites"),
        Field("collided_data"),
        Field("collisions_read"),  # read in this cycle: bit 0 $D01E, bit 1 $D01F
        Field("collisions_tail"),  # the same, read in the cycle before
        Field("seq_display"),
        Field("seq_active"),
        Field("seq_held"),
        Field("seq_priority"),
        Field("seq_multicolor"),
        Field("seq_expand_x"),
        Field("seq_x_flop"),
        Field("seq_multi_flop"),
        Field("seq_x", array.array("i", [0] * 8)),
        Field("seq_shift", array.array("i", [0] * 8)),
        Field("seq_pixel", bytes(8)),
        Field("seq_starts", b"\xff" + bytes(63)),  # per 8 pixels: sprites that start there
    )

    def __init__(self, model="6569"):
        super().__init__(model)
        self.symbols = bytearray(8)
        self.front = bytearray(8)
        self.seq_mask = bytearray(8)

    # -- DMA ---------------------------------------------------------------------------

    def update_mcbase(self):
        """Cycle 16: MCBASE follows MC where the flip-flop is set; 63 bytes end the DMA."""
        if self.sprite_dma == 0:
            return
        for i in range(8):
            if self.sprite_y_flop & (1 << i):
                self.sprite_mcbase[i] = self.sprite_mc[i]
                if self.sprite_mcbase[i] == 63:
                    self.sprite_dma &= ~(1 << i)

    def check_dma(self):
        """Two cycles near the end of a line: the Y comparison starts the DMA."""
        if self.regs[0x15] == 0:
            return
        for i in range(8):
            bit = 1 << i
            if (
                self.regs[0x15] & bit
                and self.regs[2 * i + 1] == (self.raster_line & 0xFF)
                and not self.sprite_dma & bit
            ):
                self.sprite_dma |= bit
                self.sprite_mcbase[i] = 0
                self.sprite_y_flop |= bit

    def check_expansion(self):
        """The flip-flop of a Y-expanded sprite toggles: every row is read twice."""
        self.sprite_y_flop ^= self.sprite_dma & self.regs[0x17]

    def check_display(self):
        """Cycle 58: MC starts from MCBASE; display goes on with Y, off with the DMA."""
        self.sprite_display &= self.sprite_dma
        if self.sprite_dma == 0:
            return
        for i in range(8):
            self.sprite_mc[i] = self.sprite_mcbase[i]
            if self.sprite_dma & self.regs[0x15] & (1 << i) and self.regs[2 * i + 1] == (
                self.raster_line & 0xFF
            ):
                self.sprite_display |= 1 << i

    def write_expansion(self, value, crunch):
        """Write $D017; in cycle 15 (``crunch``) clearing a bit mixes MC and MCBASE."""
        cleared = ~value & 0xFF
        if crunch:
            for i in range(8):
                if cleared & self.regs[0x17] & (1 << i):
                    mc = self.sprite_mc[i]
                    base = self.sprite_mcbase[i]
                    self.sprite_mc[i] = (0x2A & base & mc) | (0x15 & (base | mc))
        self.sprite_y_flop |= cleared
        self.regs[0x17] = value

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
        number = bits >> 12  # VIC_DRAW_SPRITE_SHIFT
        if bits & 0x40:  # VIC_DRAW_P_ACCESS
            self.seq_held |= 1 << number
        if bits & 0x80:  # VIC_DRAW_S_ACCESS
            self.seq_shift[number] = self.sprite_data[number]
            self.seq_held &= ~(1 << number)
        if bits & 0x100:  # VIC_DRAW_DISPLAY
            self.seq_display = self.sprite_display

    def start_sprites(self, x, candidates):
        """Start the sprites whose X coordinate is ``x``."""
        ready = candidates & self.seq_display & ~self.seq_active & ~self.seq_held
        i = 0
        while ready:
            if ready & 1 and self.seq_x[i] == x:
                self.seq_x_flop |= 1 << i
                self.seq_multi_flop |= 1 << i
                self.seq_active |= 1 << i
            ready >>= 1
            i += 1

    def change_multicolor(self):
        """Take over $D01C; a changed bit disturbs the pairing of pixels."""
        toggled = self.regs[0x1C] ^ self.seq_multicolor
        if self.latency:
            self.seq_multi_flop &= ~toggled
        else:
            self.seq_multi_flop ^= toggled & ~self.seq_x_flop
        self.seq_multicolor = self.regs[0x1C]

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
            self.seq_x_flop |= bit
            self.seq_multi_flop |= bit
            self.seq_active |= bit
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

    def collide(self, i, mask):
        """Note which sprites before ``i`` have a pixel where ``mask`` has one."""
        for other in range(i):
            if self.seq_mask[other] & mask:
                self.collided_sprites |= (1 << i) | (1 << other)

    def clear_collisions(self, which):
        """Forget what has collided; which: bit 0 sprites, bit 1 sprites and graphics."""
        if which & 1:
            self.collided_sprites = 0
        if which & 2:
            self.collided_data = 0

    def mix_sprites(self, pixel):
        """Advance all active sprites by one pixel, find collisions, pick the colour."""
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
                    self.symbols[pixel] = 0x27 + top
                else:
                    self.symbols[pixel] = 0x25 if self.seq_pixel[top] == 1 else 0x26
            if self.front[pixel]:
                self.collided_data |= shown
            if shown & (shown - 1):
                self.collided_sprites |= shown

    def draw_sprites(self, bits):
        """Draw all sprites over the eight pixels in ``symbols``.

        bits  VIC_DRAW_ bits of the cycle
        """
        x = (bits & 63) << 3
        candidates = self.seq_starts[bits & 63]
        number = 1 << (bits >> 12)  # VIC_DRAW_SPRITE_SHIFT
        for pixel in range(8):
            if pixel == 2 and bits & 0x80:  # VIC_DRAW_S_ACCESS
                self.seq_active &= ~number
            elif pixel == 3 and bits & 0x40:  # VIC_DRAW_P_ACCESS
                self.seq_held |= number
            elif pixel == 4:
                if self.collisions_tail:
                    self.clear_collisions(self.collisions_tail)
                    self.collisions_tail = 0
                if bits & 0x100:  # VIC_DRAW_DISPLAY
                    self.seq_display = self.sprite_display
                if bits & 0x80:  # VIC_DRAW_S_ACCESS
                    self.seq_shift[bits >> 12] = self.sprite_data[bits >> 12]
            elif pixel == 6:
                if not self.latency:
                    self.change_multicolor()
                self.seq_priority = self.regs[0x1B]
                self.seq_expand_x = self.regs[0x1D]
            elif pixel == 7:
                if self.latency:
                    self.change_multicolor()
                if bits & 0x80:  # VIC_DRAW_S_ACCESS
                    self.seq_held &= ~number
            if candidates & self.seq_display:
                self.start_sprites(x + pixel, candidates)
            if self.seq_active:
                self.mix_sprites(pixel)
