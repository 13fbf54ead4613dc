"""Pagefox: 64 KiB of ROM and 32 KiB of RAM in windows of 16 KiB at $8000-$BFFF.

$DE80-$DEFF, write only: 4 off, 2-3 the lower, the upper 32 KiB of ROM, RAM, nothing; 1 which half.
While RAM is chosen, off or not, writes to $8000-$BFFF reach it as well as the C64's, whatever
$01 maps there.

Source: VICE 3.9, comments in src/c64/cart/pagefox.c; its test program C64/carts/pagefox passes.

Not emulated: nothing that is known.
"""

from c64.base.component import Field, create_fields, reset_fields
from c64.cartridge.port import Cartridge

CART_PAGEFOX = 53


class Pagefox(Cartridge):
    """A Pagefox; ``roml`` and ``romh`` are four banks of 8192 bytes each."""

    fields = (
        Field("exrom"),
        Field("game"),
        Field("shadow"),
        Field("bank"),
        Field("chip"),
        Field("ram", bytes(32768), keep=True),
    )
    derived = (
        # of the file
        "roml",
    )  # fmt: skip

    def __init__(self, roml, romh, name="Pagefox"):
        super().__init__()
        create_fields(self)
        self.roml = bytearray(roml).ljust(32768, b"\xff")
        self.romh = bytearray(romh).ljust(32768, b"\xff")
        self.identity = name

    def reset(self):
        """The first bank of the lower ROM in 16K mode; the RAM stays."""
        reset_fields(self)

    def read_roml(self, addr):
        if self.chip < 2:
            return self.roml[((self.chip << 1) | self.bank) << 13 | addr]
        return self.ram[self.bank << 14 | addr] if self.chip == 2 else -1

    def read_romh(self, addr):
        if self.chip < 2:
            return self.romh[((self.chip << 1) | self.bank) << 13 | addr]
        return self.ram[self.bank << 14 | 0x2000 | addr] if self.chip == 2 else -1

    def write_shadow(self, addr, value):
        self.ram[self.bank << 14 | addr & 0x3FFF] = value
        return 0

    def write_io(self, addr, value):
        if 0x80 <= addr < 0x100:
            self.bank = value >> 1 & 1
            self.chip = value >> 2 & 3
            self.exrom = self.game = value >> 4 & 1
            self.shadow = self.chip == 2
