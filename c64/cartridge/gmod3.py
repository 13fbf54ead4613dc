"""GMOD3: 2 to 16 MiB of serial flash, shown in banks of 8 KiB at $8000.

    $DE00-$DE07  the bank: bits 0-7 by the value, 8-10 by the address; reading gives bits 0-7
    $DE08        writing: 7 bit banging, 6 EXROM high, 5 vectors; reading, to $DE0F: bank bits 8-10

With bit 7 set $DE00-$DE07 are the wires of the flash instead: 6 CS#, 5 clock, 4 data; reading gives
its answer in bit 7.  With bit 5 set and EXROM low reads at $FFF8-$FFFF see $0008 (NMI), $800C
(reset) and $000C (IRQ), whatever lies there.

What was written to the flash is part of a snapshot and is saved to a .crt with ``save_cartridge``.

Source: Individual Computers' wiki, "GMod3"; VICE's manual, "The CRT cartridge image format", and
comments in its gmod3.c; the chip: c64/cartridge/memory/spi_flash.py.

Taken to be so: the ROM at $8000 shows while the wires are used, too; bits 0-6 read 0 then.  Not
emulated: the factory option to begin with vectors; a reset in the middle of what the flash does.
"""

from c64.base.fields import Field, create_fields, reset_fields
from c64.cartridge.crt_type import CRT_FLASH, CartridgeType
from c64.cartridge.memory.spi_flash import SPI_SIZES, SpiFlash
from c64.cartridge.port import (
    CART_BANK,
    CART_IO2,
    CART_OPEN_BUS,
    CART_ROML,
    CART_VECTORS,
    Cartridge,
)

CART_GMOD3 = 62

GMOD3_BANKS = 2048
GMOD3_CONTROL = 8  # $DE08; below it, and in reading up to $DE0F, the bank
GMOD3_LAST = 15
# Bits of $DE08.
GMOD3_VECTORS_ON, GMOD3_EXROM, GMOD3_WIRED = 0x20, 0x40, 0x80
# The flash's wires in $DE00.
GMOD3_DATA, GMOD3_CLOCK, GMOD3_DESELECT = 0x10, 0x20, 0x40
GMOD3_VECTORS_AT = 0x1FF8  # in ROMH
GMOD3_VECTORS = bytes.fromhex("080008000c800c00")


class Gmod3(Cartridge):
    """A GMOD3; ``roml`` are its banks of 8192 bytes each, at most 2048."""

    parts = ("flash",)
    crt_header = (CART_GMOD3, 0, 1, "GMOD3")
    fields = (
        Field("exrom"),  # level of the line: 1 hides the ROM
        Field("game", 1),  # always high
        Field("shadow"),  # CART_VECTORS while it shows vectors of its own at $FFF8-$FFFF; or 0
        Field("bank"),  # number of the selected bank: data byte, and address as upper bits
        Field("wired"),  # 1: writes drive the flash's three wires, not the bank
    )
    derived = (
        # made of the vectors it is to show
        "vector",
    )  # fmt: skip

    def __init__(self, roml, romh, name="GMOD3"):
        super().__init__()
        size = next(size for size in SPI_SIZES if size >= len(roml))
        self.flash = SpiFlash(bytes(roml).ljust(size, b"\xff"))
        self.vector = bytearray(GMOD3_VECTORS)
        create_fields(self)
        self.identity = name
        self.reset()

    @property
    def changed(self):
        """True when a program has written to the flash since the cartridge was made or saved."""
        return bool(self.flash.changed)

    def chips(self):
        """Return [(kind, bank, address, 8192 bytes)] of all banks, for a .crt."""
        data = bytes(self.flash.data)
        return [
            (CRT_FLASH, at // CART_BANK, CART_ROML, data[at : at + CART_BANK])
            for at in range(0, len(data), CART_BANK)
        ]

    def saved(self):
        """What has changed is in a file now."""
        self.flash.changed = 0

    def reset(self):
        """Bank 0 in 8K mode; the flash as after power-on."""
        reset_fields(self)

    def read_roml(self, addr):
        return self.flash.data[(self.bank * CART_BANK | addr) & (self.flash.size - 1)]

    def read_romh(self, addr):
        return self.vector[addr & 7] if addr >= GMOD3_VECTORS_AT else CART_OPEN_BUS

    def read_io(self, addr):
        return self.peek_io(addr)

    def peek_io(self, addr):
        if self.wired and addr < CART_IO2:
            return self.flash.output << 7 if self.flash.select else CART_OPEN_BUS
        if addr < GMOD3_CONTROL:
            return self.bank & 0xFF
        return self.bank >> 8 if addr <= GMOD3_LAST else CART_OPEN_BUS

    def write_io(self, addr, value):
        if addr == GMOD3_CONTROL:
            self.wired = 1 if value & GMOD3_WIRED else 0
            self.exrom = 1 if value & GMOD3_EXROM else 0
            self.shadow = 0
            if self.exrom == 0 and value & GMOD3_VECTORS_ON:
                self.shadow = CART_VECTORS
        elif addr < GMOD3_CONTROL and self.wired:
            self.flash.wires(
                0 if value & GMOD3_DESELECT else 1,
                1 if value & GMOD3_CLOCK else 0,
                1 if value & GMOD3_DATA else 0,
                self.now,
            )
        elif addr < GMOD3_CONTROL:
            self.bank = addr << 8 | value


GMOD3_TYPES = (CartridgeType(CART_GMOD3, "GMOD3", GMOD3_BANKS, Gmod3),)
