"""GeoRAM and BBG: RAM behind a window of 256 bytes at $DE00.

$DFFE and $DFFF (and every even and odd address from $DF80 on) hold the page of the window, 0-63,
and the block of 16 KiB.  Both can only be written; what lies past the RAM comes round again.

Source: Berkeley Softworks, geoRAM; VICE's manual and georam.c, whose GEO-RAM test programs pass.

Not emulated: the battery of the BBG.
"""

from c64.base.fields import Field, create_fields, reset_fields
from c64.cartridge.port import CART_IO2, CART_OPEN_BUS, Cartridge

GEORAM_SIZES = (64, 128, 256, 512, 1024, 2048, 4096)  # KiB
GEORAM_REGISTERS = 0x180  # $DF80 and on: even addresses the page, odd ones the block
GEORAM_PAGES = 64  # of 256 bytes, in a block


class GeoRam(Cartridge):
    """A GeoRAM of ``size_k`` KiB; raises ValueError for a size that does not exist."""

    derived = (
        # of the size
        "field_list", "mask",
    )  # fmt: skip

    def __init__(self, size_k=512):
        if size_k not in GEORAM_SIZES:
            known = ", ".join(str(s) for s in GEORAM_SIZES)
            raise ValueError(f"a GeoRAM of {size_k} KiB does not exist; choose from {known}")
        super().__init__()
        self.identity = f"GeoRAM {size_k} KiB"
        self.field_list = (
            Field("ram", bytes(size_k * 1024), keep=True),  # a reset leaves it
            Field("page"),  # 0 to 63: 256 bytes of the block at $DE00; written to $DFFE
            Field("block"),  # 16 KiB each; written to $DFFF
        )
        self.mask = size_k * 1024 - 1
        create_fields(self)

    @property
    def fields(self):
        """The state; a property because the size of the RAM differs."""
        return self.field_list

    def reset(self):
        """Page 0 of block 0; the RAM stays."""
        reset_fields(self)

    def place(self, addr):
        """Return where in the RAM ``addr`` (0..255) of the window is."""
        return ((self.block * GEORAM_PAGES + self.page) << 8 | addr) & self.mask

    def read_io(self, addr):
        return self.peek_io(addr)

    def peek_io(self, addr):
        return self.ram[self.place(addr)] if addr < CART_IO2 else CART_OPEN_BUS

    def write_io(self, addr, value):
        if addr < CART_IO2:
            self.ram[self.place(addr)] = value
        elif addr >= GEORAM_REGISTERS:
            if addr & 1:
                self.block = value
            else:
                self.page = value & (GEORAM_PAGES - 1)
