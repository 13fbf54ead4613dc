"""Pagefox: 64 KiB of ROM and 32 KiB of RAM in windows of 16 KiB at $8000-$BFFF.

$DE80-$DEFF, write only: 4 off, 2-3 the lower, the upper 32 KiB of ROM, RAM, nothing; 1 which half.
While RAM is chosen, off or not, writes to $8000-$BFFF reach it as well as the C64's, whatever
$01 maps there.

Source: VICE 3.9, comments in src/c64/cart/pagefox.c; its test program C64/carts/pagefox passes.

Not emulated: nothing that is known.
"""

from c64.base.fields import Field, create_fields, reset_fields
from c64.cartridge.crt_type import CartridgeType
from c64.cartridge.port import CART_BANK, CART_IO2, CART_OPEN_BUS, CART_SHADOWED, Cartridge

CART_PAGEFOX = 53

PAGEFOX_REGISTER = 0x80  # the first address of $DE80-$DEFF
PAGEFOX_OFF = 0x10
# What bits 2-3 of the register choose; below the first of these: a half of the ROM.
PAGEFOX_RAM, PAGEFOX_NOTHING = 2, 3
PAGEFOX_WINDOW = 2 * CART_BANK


class Pagefox(Cartridge):
    """A Pagefox; ``roml`` and ``romh`` are four banks of 8192 bytes each."""

    fields = (
        Field("exrom"),  # level of the line, as game: 1 is off
        Field("game"),  # level of the line
        Field("shadow"),  # CART_SHADOWED while the RAM is chosen, so that writes reach it
        Field("bank"),  # 0 or 1: which 16 KiB of what chip selects
        Field("chip"),  # 0, 1: half of the ROM; PAGEFOX_RAM or PAGEFOX_NOTHING
        Field("ram", bytes(2 * PAGEFOX_WINDOW), keep=True),  # 32 KiB; a reset leaves it
    )
    derived = (
        # of the file
        "roml",
    )  # fmt: skip

    def __init__(self, roml, romh, name="Pagefox"):
        super().__init__()
        create_fields(self)
        self.roml = bytearray(roml).ljust(4 * CART_BANK, b"\xff")
        self.romh = bytearray(romh).ljust(4 * CART_BANK, b"\xff")
        self.identity = name

    def reset(self):
        """The first bank of the lower ROM in 16K mode; the RAM stays."""
        reset_fields(self)

    def read_roml(self, addr):
        if self.chip < PAGEFOX_RAM:
            return self.roml[(self.chip << 1 | self.bank) * CART_BANK | addr]
        return self.read_ram(addr)

    def read_romh(self, addr):
        if self.chip < PAGEFOX_RAM:
            return self.romh[(self.chip << 1 | self.bank) * CART_BANK | addr]
        return self.read_ram(CART_BANK | addr)

    def read_ram(self, addr):
        """Return the byte of the RAM at ``addr`` (0..$3FFF) of the window, if it is chosen."""
        if self.chip == PAGEFOX_NOTHING:
            return CART_OPEN_BUS
        return self.ram[self.bank * PAGEFOX_WINDOW | addr]

    def write_shadow(self, addr, value):
        self.ram[self.bank * PAGEFOX_WINDOW | addr & (PAGEFOX_WINDOW - 1)] = value
        return 0

    def write_io(self, addr, value):
        if PAGEFOX_REGISTER <= addr < CART_IO2:
            self.bank = value >> 1 & 1
            self.chip = value >> 2 & 3
            self.exrom = self.game = 1 if value & PAGEFOX_OFF else 0
            self.shadow = CART_SHADOWED if self.chip == PAGEFOX_RAM else 0


PAGEFOX_TYPES = (CartridgeType(CART_PAGEFOX, "Pagefox", 4, Pagefox),)
