"""Cartridges of RAM: Double Quick Brown Box, ISEPIC, RamCart.

Double Quick Brown Box (Brown Boxes, 1987), 16 KiB.  $DE00-$DEFF, write only, 0 after a reset:

    7 off   4 writes reach the RAM   2 the upper half at $A000-$BFFF, too (GAME)

It is an 8K or 16K cartridge.  On a write the PLA selects no cartridge, so the box looks at the
address alone: writes to $8000-$BFFF reach it and the C64's RAM, whatever $01 maps there.

    sure       the register (VICE's dqbb.c, MAME's dqbb.cpp, c64-dqbb-emd)
    not sure   writes to what is not seen reach the RAM in MAME, not in VICE; here they do

ISEPIC (1985), 2 KiB, of which a page of 256 bytes is seen at $DF00-$DFFF.  Any access to
$DE00-$DEFF selects the page, address bit 0 being bit 2 of its number, 1 bit 1, 2 bit 0.  A switch
takes all of it away.  Moving it towards the computer pulls NMI for a moment, and from then on bytes
$FA and $FB of the page are the NMI vector: gates compare the address with $FFFA and $FFFB and pull
GAME.

    sure       page, window, switch (VICE's isepic.c, c64-isepic-emd)
    not sure   the vector, which VirtualC64's author took from pictures of the board (VICE shows the
               page elsewhere, too, and doubts it); that it takes a move of the switch, as in VICE
               (owners can switch on with nothing in the RAM yet: VICE's bug 507), and that a reset
               ends it; that a reset selects page 0

RamCart (Poland, 1993), 64 or 128 KiB, of which a page is seen at $DF00-$DFFF: its number is in
$DE00, the bank of 64 KiB in bit 0 of $DE01, which a RamCart of 64 KiB does not have.  Both can be
read; $DE02-$DEFF are mirrors.  A switch makes the RAM read-only; with 128 KiB, and bit 7 of $DE01
being 0 as after a reset, the page is then at $8000-$80FF, too, for a CBM80 of one's own.

    sure       registers and window (VICE's ramcart.c; M. Witkowiak's RamCart page)
    not sure   that a RamCart of 64 KiB never shows at $8000, and that $8100-$9FFF stay the
               C64's RAM (both as in VICE)

What the RAM of all three holds after power-on is 0 here.

Not emulated: batteries and files for what the RAM holds; Brown Boxes of other sizes, their switch
for the C128.
"""

from c64.base.fields import Field, create_fields, reset_fields
from c64.cartridge.port import (
    CART_BANK,
    CART_C64_RAM,
    CART_IO2,
    CART_OPEN_BUS,
    CART_SHADOWED,
    Cartridge,
)

RAMCART_SIZES = (64, 128)  # KiB
RAMCART_PAGE = 256  # bytes that show
# Bits of $DE01.
RAMCART_BANK, RAMCART_HIDE = 0x01, 0x80
RAMCART_USED = RAMCART_BANK | RAMCART_HIDE  # what is on the bus shows in the others

# Bits of the Double Quick Brown Box's register.
DQBB_16K, DQBB_WRITABLE, DQBB_OFF = 0x04, 0x10, 0x80
DQBB_SIZE = 2 * CART_BANK

ISEPIC_SIZE = 2048
# The NMI vector's two bytes, in the address space and in ROMH.
NMI_VECTOR, NMI_VECTOR_ROMH = 0xFFFA, 0x1FFA


class DoubleQuickBrownBox(Cartridge):
    """A Double Quick Brown Box of 16 KiB, its switch set to the C64."""

    identity = "Double Quick Brown Box"
    fields = (
        Field("exrom"),  # level of the line: 1 is off
        Field("game", 1),  # level of the line: 0 is 16K mode
        Field("shadow"),  # CART_SHADOWED while the RAM takes writes; 0: read-only
        Field("ram", bytes(DQBB_SIZE), keep=True),  # 16 KiB; a reset leaves it
    )

    def __init__(self):
        super().__init__()
        create_fields(self)

    def reset(self):
        """8K mode, read-only; the RAM stays."""
        reset_fields(self)

    def read_roml(self, addr):
        return self.ram[addr]

    def read_romh(self, addr):
        return self.ram[CART_BANK | addr]

    def write_shadow(self, addr, value):
        self.ram[addr & (DQBB_SIZE - 1)] = value
        return 0

    def write_io(self, addr, value):
        if addr < CART_IO2:
            self.exrom = self.game = 1
            self.shadow = 0
            if not value & DQBB_OFF:
                self.exrom = 0
                self.game = 0 if value & DQBB_16K else 1
                self.shadow = CART_SHADOWED if value & DQBB_WRITABLE else 0


class Isepic(Cartridge):
    """An ISEPIC; the freeze button is its switch: it moves it to the other side.

    switch  1 = towards the computer, as it begins
    """

    identity = "ISEPIC"
    fields = (
        Field("switch", 1, keep=True),  # 1: towards the computer
        Field("armed"),  # 1: the NMI vector is the cartridge's, until a reset or the switch
        Field("nmi"),  # 1: pulled, from a move of the switch until the CPU serves it
        Field("page"),  # 0 to 7: what $DF00 shows, by address lines of an access to $DE00
        Field("ram", bytes(ISEPIC_SIZE), keep=True),  # 2 KiB; a reset leaves it
    )

    def __init__(self):
        super().__init__()
        self.vectors = 1
        create_fields(self)

    @property
    def unfrozen(self):
        """Why nothing froze, for the user."""
        return Cartridge.unfrozen if self.switch else "ISEPIC: switched off"

    def reset(self):
        """Page 0; the RAM and the switch stay."""
        reset_fields(self)

    def press_freeze(self):
        self.switch ^= 1
        self.nmi = self.armed = self.switch
        return self.switch

    def enter_freeze(self):
        self.nmi = 0

    def leave_freeze(self):
        self.nmi = 0

    def select(self, addr):
        """Select the page that an access to ``addr`` (0..$FF) of $DE00 stands for."""
        self.page = (addr >> 2 & 1) | (addr & 2) | (addr & 1) << 2

    def read_romh(self, addr):
        if self.armed == 0 or addr & ~1 != NMI_VECTOR_ROMH:
            return CART_OPEN_BUS
        return self.ram[self.page << 8 | addr & 0xFF]

    def write_shadow(self, addr, value):
        if self.armed == 0 or addr & ~1 != NMI_VECTOR:
            return 0
        self.ram[self.page << 8 | addr & 0xFF] = value
        return 1

    def read_io(self, addr):
        if self.switch and addr < CART_IO2:
            self.select(addr)
        return self.peek_io(addr)

    def peek_io(self, addr):
        if self.switch == 0 or addr < CART_IO2:
            return CART_OPEN_BUS
        return self.ram[self.page << 8 | addr & 0xFF]

    def write_io(self, addr, value):
        if self.switch == 0:
            return
        if addr < CART_IO2:
            self.select(addr)
        else:
            self.ram[self.page << 8 | addr & 0xFF] = value


class RamCart(Cartridge):
    """A RamCart of ``size_k`` KiB; raises ValueError for a size that does not exist.

    read_only  True: the switch protects what the RAM holds
    """

    derived = (
        # of the size
        "field_list", "large",
    )  # fmt: skip

    def __init__(self, size_k=128, read_only=False):
        if size_k not in RAMCART_SIZES:
            raise ValueError(f"a RamCart of {size_k} KiB does not exist; choose from 64, 128")
        super().__init__()
        self.large = int(size_k == 128)
        self.identity = f"RamCart {size_k} KiB"
        self.field_list = (
            Field("ram", bytes(size_k * 1024), keep=True),  # 64 or 128 KiB; a reset leaves it
            Field("read_only", int(read_only), keep=True),  # 1: the switch protects the RAM
            Field("page"),  # 256 bytes each, in its bank of 64 KiB: $DE00
            Field("control"),  # $DE01: bit 0 is the bank, bit 7 hides the page at $8000
        )
        create_fields(self)
        self.take_lines()

    @property
    def fields(self):
        """The state; a property because the size of the RAM differs."""
        return self.field_list

    def reset(self):
        """Page 0 of bank 0; the RAM and the switch stay."""
        reset_fields(self)
        self.take_lines()

    def take_lines(self):
        self.exrom = 0 if self.large and self.read_only and not self.control & RAMCART_HIDE else 1

    def place(self, addr):
        """Return where in the RAM byte ``addr`` (0..$FF) of the window is."""
        return (self.control & RAMCART_BANK) << 16 | self.page << 8 | addr & 0xFF

    def read_roml(self, addr):
        return self.ram[self.place(addr)] if addr < RAMCART_PAGE else CART_C64_RAM

    def read_io(self, addr):
        return self.peek_io(addr)

    def peek_io(self, addr):
        if addr >= CART_IO2:
            return self.ram[self.place(addr)]
        if addr & 1 == 0:
            return self.page
        return self.control | self.bus & ~RAMCART_USED if self.large else CART_OPEN_BUS

    def write_io(self, addr, value):
        if addr >= CART_IO2:
            if self.read_only == 0:
                self.ram[self.place(addr)] = value
        elif addr & 1 == 0:
            self.page = value
        elif self.large:
            self.control = value & RAMCART_USED
            self.take_lines()
