"""EasyFlash: 1 MiB of flash in two chips, which programs write to, and 256 bytes of RAM.

$DE00: bank of 16 KiB (0-63).  $DE02: 7 LED, 2 GAME by bit 0 (else by the jumper, which is on
"boot" and pulls it), 1 EXROM low, 0 GAME low.  $DF00-$DFFF: RAM.  The register does not look at
address bits 2-7.  Writes reach the chips in Ultimax mode only, where ROML is the one at $8000
and ROMH the one at $E000.

A file's EAPI, the driver in it, is made one for these chips: c64/cartridge/eapi.py.

What was written is part of a snapshot and is saved to a .crt with ``save_cartridge``.

Source: Thomas Giesel, "EasyFlash Programmer's Guide"; VICE, easyflash.c, for the RAM, which is not
0 after power-on (its bug 469); the chips: c64/cartridge/memory/flash.py.

Not emulated: the LED, the jumper in its other place.
"""

from c64.base.fields import Field, create_fields, reset_fields
from c64.cartridge.crt_type import CRT_FLASH, CartridgeType
from c64.cartridge.eapi import with_driver
from c64.cartridge.memory.flash import FLASH_SIZE, FLASH_WINDOW, Flash040
from c64.cartridge.port import (
    CART_BANK,
    CART_IO2,
    CART_OPEN_BUS,
    CART_ROMH,
    CART_ROML,
    Cartridge,
)

CART_EASYFLASH = 32

EASYFLASH_BANKS = 64
EASYFLASH_CONTROL = 2  # the address bit that tells $DE02 from $DE00
# Bits of $DE02.
EASYFLASH_GAME, EASYFLASH_EXROM, EASYFLASH_BY_BIT_0 = 1, 2, 4


class EasyFlash(Cartridge):
    """An EasyFlash; ``roml`` and ``romh`` are at most 64 banks of 8192 bytes each."""

    parts = ("low", "high")
    crt_header = (CART_EASYFLASH, 1, 0, "EASYFLASH")
    fields = (
        Field("exrom"),  # level of the line: inverted bit 1 of $DE02
        Field("game"),  # level of the line: inverted bit 0 of $DE02, or pulled by the jumper
        Field("bank"),  # first byte of the selected bank in both chips: $DE00
        Field("ram", b"\xff" * 256, keep=True),  # $DF00-$DFFF; a reset leaves it
    )

    def __init__(self, roml, romh, name="EasyFlash"):
        super().__init__()
        self.low = Flash040(bytes(roml).ljust(FLASH_SIZE, b"\xff"))
        self.high = Flash040(bytes(romh).ljust(FLASH_SIZE, b"\xff"))
        create_fields(self)
        self.romh = self.high.data
        self.identity = name
        self.reset()

    @property
    def changed(self):
        """True when a program has written to the flash since the cartridge was made or saved."""
        return bool(self.low.changed | self.high.changed)

    def chips(self):
        """Return [(kind, bank, address, 8192 bytes)] of what is not empty, for a .crt."""
        self.low.finish(self.now + FLASH_WINDOW)
        self.high.finish(self.now + FLASH_WINDOW)
        empty = b"\xff" * CART_BANK
        found = []
        for bank in range(EASYFLASH_BANKS):
            for chip, address in ((self.low, CART_ROML), (self.high, CART_ROMH)):
                data = bytes(chip.data[bank * CART_BANK : (bank + 1) * CART_BANK])
                if data != empty or (bank == 0 and address == CART_ROML):
                    found.append((CRT_FLASH, bank, address, data))
        return found

    def saved(self):
        """What has changed is in a file now."""
        self.low.changed = self.high.changed = 0

    def reset(self):
        """Bank 0, Ultimax mode; the chips read."""
        reset_fields(self)
        self.exrom = 1
        self.romh_base = 0

    def take_lines(self):
        self.romh_base = self.bank

    def read_roml(self, addr):
        if self.quiet:
            return self.low.peek(self.bank | addr)
        return self.low.read(self.bank | addr, self.now)

    def read_romh(self, addr):
        if self.quiet:
            return self.high.peek(self.bank | addr)
        return self.high.read(self.bank | addr, self.now)

    def write_roml(self, addr, value):
        self.low.write(self.bank | addr, value, self.now)

    def write_romh(self, addr, value):
        self.high.write(self.bank | addr, value, self.now)

    def read_io(self, addr):
        return self.peek_io(addr)

    def peek_io(self, addr):
        return self.ram[addr & 0xFF] if addr >= CART_IO2 else CART_OPEN_BUS

    def write_io(self, addr, value):
        if addr >= CART_IO2:
            self.ram[addr & 0xFF] = value
        elif addr & EASYFLASH_CONTROL:
            self.exrom = 0 if value & EASYFLASH_EXROM else 1
            # Else GAME follows the jumper, which pulls it.
            self.game = 1 if value & EASYFLASH_BY_BIT_0 and not value & EASYFLASH_GAME else 0
        else:
            self.bank = self.romh_base = (value & (EASYFLASH_BANKS - 1)) * CART_BANK


def _easyflash(rom):
    return EasyFlash(rom.roml, with_driver(rom.romh), rom.identity)


EASYFLASH_TYPES = (
    CartridgeType(CART_EASYFLASH, "EasyFlash", EASYFLASH_BANKS, EasyFlash, _easyflash),
)
