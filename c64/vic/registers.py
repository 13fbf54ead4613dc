"""The registers of a VIC-II by number (add $D000) and their bits.

The names are those of asm/inc/vic.inc, bits and fields those of Bauer's article, 3.2.
"""

VIC_SPRITE_X = 0x00  # + 2 * sprite; bits 0-7
VIC_SPRITE_Y = 0x01  # + 2 * sprite
VIC_SPRITE_MSBX = 0x10  # bit n: bit 8 of the X coordinate of sprite n
VIC_CONTROL1 = 0x11
VIC_RASTER = 0x12  # read: the line, bits 0-7; written: the line that interrupts
VIC_LIGHTPEN_X = 0x13  # X coordinate / 2
VIC_LIGHTPEN_Y = 0x14
VIC_SPRITE_ON = 0x15
VIC_CONTROL2 = 0x16
VIC_SPRITE_EXPY = 0x17
VIC_MEMORY = 0x18
VIC_IRQ_FLAGS = 0x19
VIC_IRQ_MASK = 0x1A
VIC_SPRITE_PRIO = 0x1B
VIC_SPRITE_MCM = 0x1C
VIC_SPRITE_EXPX = 0x1D
VIC_HIT_SPRITES = 0x1E
VIC_HIT_DATA = 0x1F
VIC_BORDER = 0x20
VIC_BACKGROUND = 0x21  # + 0..3
VIC_BACKGROUND1 = 0x22
VIC_BACKGROUND2 = 0x23
VIC_SPRITE_MC0 = 0x25
VIC_SPRITE_MC1 = 0x26
VIC_SPRITE_COL = 0x27  # + sprite
VIC_NO_REGISTER = 0x2F  # .. $3F: nothing is there

# VIC_CONTROL1
VIC_RST8 = 0x80  # bit 8 of the line, or of the line that interrupts
VIC_ECM = 0x40
VIC_BMM = 0x20
VIC_DEN = 0x10
VIC_RSEL = 0x08
VIC_YSCROLL = 0x07

# VIC_CONTROL2
VIC_MCM = 0x10
VIC_CSEL = 0x08
VIC_XSCROLL = 0x07

# VIC_MEMORY
VIC_VM = 0xF0  # bits 13-10 of the video matrix
VIC_CB = 0x0E  # bits 13-11 of the characters
VIC_CB13 = 0x08  # bit 13 of the bitmap

# VIC_IRQ_FLAGS; all but the last are in VIC_IRQ_MASK, too
VIC_IRQ_RASTER = 0x01
VIC_IRQ_DATA = 0x02  # a sprite and the foreground have collided
VIC_IRQ_SPRITES = 0x04  # sprites have collided
VIC_IRQ_LIGHTPEN = 0x08
VIC_IRQ_SOURCES = 0x0F
VIC_IRQ_PENDING = 0x80  # the IRQ line is low
VIC_IRQ_UNUSED = 0x70  # read as 1
