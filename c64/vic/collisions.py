"""Collisions of a VIC-II: $D01E, $D01F, their clearing and their interrupts.

A sprite collides with another where both have a pixel, and with the graphics where it has one
over a foreground pixel; priority and border do not matter.  The first collision since the
register was last read raises the interrupt.

This is the only place that notes or clears one.  Both ways of drawing (graphics.py) come here:
pixel by pixel with ``collide_pixel``, eight pixels at a time with ``collide_cell`` for each
sprite, and both end with ``finish_collisions``.  Collisions are found when a cycle is
drawn: whoever looks at them has the picture brought up to date first, and as long as they may
interrupt every cycle is drawn at once (``VicRenderer.eager``).

A read clears twelve pixels more than it has seen: ``collisions_read`` makes the cycle that is
drawn next forget its collisions at its end, then ``collisions_tail`` those of the first four
pixels of the one after it.

Source: Bauer, VIC-II article, 3.8.2, 3.12; the twelve pixels: VICE's test program
VICII/spritevssprite.
"""

import array

from c64.base.fields import Field
from c64.vic.border import VicBorder
from c64.vic.cycles import VIC_DRAW_INNER, VIC_DRAW_OUTER
from c64.vic.registers import VIC_HIT_SPRITES, VIC_IRQ_DATA, VIC_IRQ_SPRITES

# Bits of ``collisions_read`` and ``collisions_tail``: which register was read.
VIC_READ_SPRITES = 1
VIC_READ_DATA = 2

VIC_CELLS_MOST = VIC_DRAW_OUTER - VIC_DRAW_INNER  # cycles that are drawn at once


class VicCollisions(VicBorder):
    """What has collided, and which of it is to be forgotten."""

    fields = VicBorder.fields

    # They come in the middle of VicSprites.fields, where snapshots have them.
    collision_fields = (
        Field("collided_sprites"),  # $D01E: bit n: sprite n has collided with another
        Field("collided_data"),  # $D01F: bit n: sprite n has collided with the foreground
        Field("collisions_read"),  # VIC_READ_ bits: forget at the end of the next cycle
        Field("collisions_tail"),  # VIC_READ_ bits: forget at pixel 4 of the next cycle
    )

    derived = ("cells_covered", "cell_masks")  # of the pixels that are being drawn

    def __init__(self, model="6569"):
        super().__init__(model)
        # Of the cycles drawn at once: pixels that sprites cover (bit 7 is the left one), in bits
        # 8-15 which sprites these are; and the pixels of each of them.
        self.cells_covered = array.array("i", [0] * VIC_CELLS_MOST)
        self.cell_masks = array.array("i", [0] * 8 * VIC_CELLS_MOST)

    def collide_pixel(self, shown, front):
        """Note the collisions in one pixel.

        shown  mask of the sprites that have a pixel there, not 0
        front  not 0: it is a foreground pixel
        """
        if front:
            self.collided_data |= shown
        if shown & (shown - 1):
            self.collided_sprites |= shown

    def clear_cells(self, count):
        """Begin with ``count`` cycles that are drawn at once: no sprite is in them yet."""
        for at in range(count):
            self.cells_covered[at] = 0

    def collide_cell(self, i, bit, at, mask, front):
        """Note the collisions of sprite ``i`` in eight pixels; sprites come in their order.

        at       number of the cycle
        mask     pixels of the sprite, bit 7 is the left one; so are
        front    the foreground pixels
        returns  the pixels of the sprites before ``i``
        """
        covered = self.cells_covered[at]
        # Asked first is what stays so from cell to cell.
        if not self.collided_data & bit and mask & front:
            self.collided_data |= bit
        if (covered >> 8 | bit) & ~self.collided_sprites and mask & covered:
            for other in range(i):
                if covered >> 8 >> other & 1 and self.cell_masks[8 * at + other] & mask:
                    self.collided_sprites |= bit | (1 << other)
        self.cell_masks[8 * at + i] = mask
        self.cells_covered[at] = covered | mask | bit << 8
        return covered & 0xFF

    def read_collisions(self, reg):
        """Note a read of $D01E or $D01F (``reg``), which clears it; its interrupt stays."""
        if reg == VIC_HIT_SPRITES:
            self.collisions_read = VIC_READ_SPRITES
        else:
            self.collisions_read = VIC_READ_DATA

    def clear_collisions(self, which):
        """Forget what has collided; which: VIC_READ_ bits."""
        if which & VIC_READ_SPRITES:
            self.collided_sprites = 0
        if which & VIC_READ_DATA:
            self.collided_data = 0

    def clear_tail(self):
        """Pixel 4: forget what has collided since the start of the cycle after a read."""
        if self.collisions_tail:
            self.clear_collisions(self.collisions_tail)
            self.collisions_tail = 0

    def finish_collisions(self, had_sprites, had_data):
        """End a drawn cycle: clear what was read in it; the first collision interrupts.

        had_sprites, had_data  collided_sprites and collided_data before the cycle was drawn
        returns                1: the next cycle must be drawn pixel by pixel, for its tail
        """
        tail = 0
        if self.collisions_read:
            self.clear_collisions(self.collisions_read)
            self.collisions_tail = self.collisions_read
            self.collisions_read = 0
            tail = 1
        if not had_sprites and self.collided_sprites:
            self.irq_status |= VIC_IRQ_SPRITES
            self.update_irq()
        if not had_data and self.collided_data:
            self.irq_status |= VIC_IRQ_DATA
            self.update_irq()
        return tail
