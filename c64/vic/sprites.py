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
        Field("s_display"),
        Field("s_flop", 0xFF),
        Field("s_mcbase", bytes(8)),
        Field("s_x", array.array("i", [0] * 8)),
        Field("coll_sprite"),
        Field("coll_gfx"),
        Field("coll_clear"),  # read in this cycle: bit 0 $D01E, bit 1 $D01F
        Field("coll_tail"),  # the same, read in the cycle before
        Field("d_pending"),
        Field("d_active"),
        Field("d_halt"),
        Field("d_priority"),
        Field("d_multi"),
        Field("d_expx"),
        Field("d_expx_flop"),
        Field("d_multi_flop"),
        Field("d_x", array.array("i", [0] * 8)),
        Field("d_shift", array.array("i", [0] * 8)),
        Field("d_pixel", bytes(8)),
        Field("d_block", b"\xff" + bytes(63)),  # per 8 pixels: sprites that start there
    )
    derived = (
        # of the eight pixels that are being drawn
        "symbols", "front", "d_mask",
    )  # fmt: skip

    def __init__(self, model="6569"):
        super().__init__(model)
        self.symbols = bytearray(8)
        self.front = bytearray(8)
        self.d_mask = bytearray(8)

    # -- DMA ---------------------------------------------------------------------------

    def update_mcbase(self):
        """Cycle 16: MCBASE follows MC where the flip-flop is set; 63 bytes end the DMA."""
        if self.s_dma == 0:
            return
        for i in range(8):
            if self.s_flop & (1 << i):
                self.s_mcbase[i] = self.s_mc[i]
                if self.s_mcbase[i] == 63:
                    self.s_dma &= ~(1 << i)

    def check_dma(self):
        """Two cycles near the end of a line: the Y comparison starts the DMA."""
        if self.regs[0x15] == 0:
            return
        for i in range(8):
            bit = 1 << i
            if (
                self.regs[0x15] & bit
                and self.regs[2 * i + 1] == (self.raster_line & 0xFF)
                and not self.s_dma & bit
            ):
                self.s_dma |= bit
                self.s_mcbase[i] = 0
                self.s_flop |= bit

    def check_expansion(self):
        """The flip-flop of a Y-expanded sprite toggles: every row is read twice."""
        self.s_flop ^= self.s_dma & self.regs[0x17]

    def check_display(self):
        """Cycle 58: MC starts from MCBASE; display goes on with Y, off with the DMA."""
        self.s_display &= self.s_dma
        if self.s_dma == 0:
            return
        for i in range(8):
            self.s_mc[i] = self.s_mcbase[i]
            if self.s_dma & self.regs[0x15] & (1 << i) and self.regs[2 * i + 1] == (
                self.raster_line & 0xFF
            ):
                self.s_display |= 1 << i

    def write_expansion(self, value, crunch):
        """Write $D017; in cycle 15 (``crunch``) clearing a bit mixes MC and MCBASE."""
        cleared = ~value & 0xFF
        if crunch:
            for i in range(8):
                if cleared & self.regs[0x17] & (1 << i):
                    mc = self.s_mc[i]
                    base = self.s_mcbase[i]
                    self.s_mc[i] = (0x2A & base & mc) | (0x15 & (base | mc))
        self.s_flop |= cleared
        self.regs[0x17] = value

    # -- sequencers --------------------------------------------------------------------

    def move_sprites(self):
        """Take over X coordinates that were written in the cycle before."""
        for i in range(8):
            if self.d_x[i] != self.s_x[i]:
                self.d_block[self.d_x[i] >> 3] &= ~(1 << i) & 0xFF
                self.d_x[i] = self.s_x[i]
                self.d_block[self.d_x[i] >> 3] |= 1 << i

    def sprite_events(self, bits):
        """Pass over a cycle in which no sprite shows.

        bits  VIC_DRAW_ bits of the cycle
        """
        number = bits >> 12  # VIC_DRAW_SPRITE_SHIFT
        if bits & 0x40:  # VIC_DRAW_PTR
            self.d_halt |= 1 << number
        if bits & 0x80:  # VIC_DRAW_DMA
            self.d_shift[number] = self.s_data[number]
            self.d_halt &= ~(1 << number)
        if bits & 0x100:  # VIC_DRAW_DISP
            self.d_pending = self.s_display

    def start_sprites(self, x, candidates):
        """Start the sprites whose X coordinate is ``x``."""
        ready = candidates & self.d_pending & ~self.d_active & ~self.d_halt
        i = 0
        while ready:
            if ready & 1 and self.d_x[i] == x:
                self.d_expx_flop |= 1 << i
                self.d_multi_flop |= 1 << i
                self.d_active |= 1 << i
            ready >>= 1
            i += 1

    def change_multicolor(self):
        """Take over $D01C; a changed bit disturbs the pairing of pixels."""
        toggled = self.regs[0x1C] ^ self.d_multi
        if self.latency:
            self.d_multi_flop &= ~toggled
        else:
            self.d_multi_flop ^= toggled & ~self.d_expx_flop
        self.d_multi = self.regs[0x1C]

    def shift_sprite(self, i, bit):
        """Advance the sequencer of sprite ``i`` (mask ``bit``) by one pixel."""
        if self.d_expx_flop & bit:
            if self.d_multi & bit:
                if self.d_multi_flop & bit:
                    self.d_pixel[i] = (self.d_shift[i] >> 22) & 3
                self.d_multi_flop ^= bit
            else:
                self.d_pixel[i] = (self.d_shift[i] >> 22) & 2
            self.d_shift[i] = (self.d_shift[i] << 1) & 0xFFFFFF
        if self.d_expx & bit:
            self.d_expx_flop ^= bit
        else:
            self.d_expx_flop |= bit

    def sprite_byte(self, i, bit, starting):
        """Advance sprite ``i`` (mask ``bit``) by a cycle without changes.

        starting  not 0: its X coordinate lies in this cycle
        returns   high bits of the eight pixels, and low bits << 8; bit 7 is the left pixel
        """
        first = 0
        if starting:
            first = self.d_x[i] & 7
            self.d_expx_flop |= bit
            self.d_multi_flop |= bit
            self.d_active |= bit
        high = 0
        low = 0
        mark = 0x80 >> first
        while mark:
            if not (self.d_shift[i] or self.d_pixel[i]):
                self.d_active &= ~bit
                break
            self.shift_sprite(i, bit)
            if self.d_pixel[i] & 2:
                high |= mark
            if self.d_pixel[i] & 1:
                low |= mark
            mark >>= 1
        return high | (low << 8)

    def collide(self, i, mask):
        """Note which sprites before ``i`` have a pixel where ``mask`` has one."""
        for other in range(i):
            if self.d_mask[other] & mask:
                self.coll_sprite |= (1 << i) | (1 << other)

    def clear_collisions(self, which):
        """Forget what has collided; which: bit 0 sprites, bit 1 sprites and graphics."""
        if which & 1:
            self.coll_sprite = 0
        if which & 2:
            self.coll_gfx = 0

    def mix_sprites(self, pixel):
        """Advance all active sprites by one pixel, find collisions, pick the colour."""
        shown = 0
        top = 0
        i = 0
        left = self.d_active
        while left:
            if left & 1:
                bit = 1 << i
                if self.d_shift[i] or self.d_pixel[i]:
                    if not self.d_halt & bit:
                        self.shift_sprite(i, bit)
                    if self.d_pixel[i]:
                        if shown == 0:
                            top = i
                        shown |= bit
                else:
                    self.d_active &= ~bit
            left >>= 1
            i += 1
        if shown:
            if not (self.front[pixel] and self.d_priority & (1 << top)):
                if self.d_pixel[top] == 2:
                    self.symbols[pixel] = 0x27 + top
                else:
                    self.symbols[pixel] = 0x25 if self.d_pixel[top] == 1 else 0x26
            if self.front[pixel]:
                self.coll_gfx |= shown
            if shown & (shown - 1):
                self.coll_sprite |= shown

    def draw_sprites(self, bits):
        """Draw all sprites over the eight pixels in ``symbols``.

        bits  VIC_DRAW_ bits of the cycle
        """
        x = (bits & 63) << 3
        candidates = self.d_block[bits & 63]
        number = 1 << (bits >> 12)  # VIC_DRAW_SPRITE_SHIFT
        for pixel in range(8):
            if pixel == 2 and bits & 0x80:  # VIC_DRAW_DMA
                self.d_active &= ~number
            elif pixel == 3 and bits & 0x40:  # VIC_DRAW_PTR
                self.d_halt |= number
            elif pixel == 4:
                if self.coll_tail:
                    self.clear_collisions(self.coll_tail)
                    self.coll_tail = 0
                if bits & 0x100:  # VIC_DRAW_DISP
                    self.d_pending = self.s_display
                if bits & 0x80:  # VIC_DRAW_DMA
                    self.d_shift[bits >> 12] = self.s_data[bits >> 12]
            elif pixel == 6:
                if not self.latency:
                    self.change_multicolor()
                self.d_priority = self.regs[0x1B]
                self.d_expx = self.regs[0x1D]
            elif pixel == 7:
                if self.latency:
                    self.change_multicolor()
                if bits & 0x80:  # VIC_DRAW_DMA
                    self.d_halt &= ~number
            if candidates & self.d_pending:
                self.start_sprites(x + pixel, candidates)
            if self.d_active:
                self.mix_sprites(pixel)
