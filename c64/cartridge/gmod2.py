"""GMOD2: 512 KiB of flash, which programs can write to, and an EEPROM for what a game keeps.

$DE00-$DEFF: 7 and 6 set: the flash can be written to; 6 EXROM high and the EEPROM selected;
0-5 bank of 8 KiB, 5 the EEPROM's clock and 4 its data, too.  Reading gives the EEPROM's answer in
bit 7 as long as it gives one; nobody drives the rest.

While the flash can be written to GAME is low in writes to $8000-$FFFF only, so that reads see the
machine's own memory; writes to $E000-$FFFF reach the flash, and none does the C64's RAM.

What was written to flash and EEPROM is part of a snapshot and is saved to a .crt with
``save_cartridge``.

Source: Individual Computers' wiki, "GMod2"; VICE's manual, "The CRT cartridge image format";
the chips: c64/cartridge/memory/flash.py, c64/cartridge/memory/eeprom.py.

Taken to be so: 7 alone ("illegal" in the wiki) is as 0.  Not emulated: that a reset leaves flash
and EEPROM in the middle of what they do, of which only switching off rids them.
"""

from c64.base.fields import Field, create_fields, reset_fields
from c64.cartridge.crt_type import CRT_FLASH, CartridgeType
from c64.cartridge.memory.eeprom import EEPROM_FLOATS, EEPROM_SIZE, Eeprom
from c64.cartridge.memory.flash import FLASH_SIZE, FLASH_WINDOW, Flash040
from c64.cartridge.port import (
    CART_BANK,
    CART_IO2,
    CART_OPEN_BUS,
    CART_ROML,
    CART_ULTIMAX_WRITES,
    Cartridge,
)
from disk.crt import CRT_EEPROM
from disk.errors import MediaDamaged

CART_GMOD2 = 60

GMOD2_BANKS = 64
# Bits of $DE00.
GMOD2_DATA, GMOD2_CLOCK, GMOD2_SELECT, GMOD2_WRITABLE = 0x10, 0x20, 0x40, 0xC0


class Gmod2(Cartridge):
    """A GMOD2.

    roml    bytes, at most 64 banks of 8192 each
    eeprom  bytes, what the EEPROM holds; empty: as it is delivered, all $FF
    """

    parts = ("flash", "eeprom")
    crt_header = (CART_GMOD2, 0, 1, "GMOD2")
    fields = (
        Field("exrom"),  # level of the line: bit 6 of the register, which selects the EEPROM, too
        Field("game", 1),  # always high
        Field("shadow"),  # CART_ULTIMAX_WRITES while bits 6 and 7 let writes reach the flash; or 0
        Field("bank"),  # first byte of the selected bank in the flash
    )

    def __init__(self, roml, eeprom=b"", name="GMOD2"):
        super().__init__()
        self.flash = Flash040(bytes(roml).ljust(FLASH_SIZE, b"\xff"))
        self.eeprom = Eeprom(eeprom)
        create_fields(self)
        self.identity = name
        self.reset()

    @property
    def changed(self):
        """True when a program has written since the cartridge was made or saved."""
        return bool(self.flash.changed | self.eeprom.changed)

    def chips(self):
        """Return [(kind, bank, address, bytes)] for a .crt: all banks, then the EEPROM.

        Loaders that know of no EEPROM read no further than to the last bank.
        """
        self.flash.finish(self.now + FLASH_WINDOW)
        data = bytes(self.flash.data)
        found = [
            (CRT_FLASH, bank, CART_ROML, data[bank * CART_BANK : (bank + 1) * CART_BANK])
            for bank in range(GMOD2_BANKS)
        ]
        return [*found, (CRT_EEPROM, 0, 0, bytes(self.eeprom.data[:EEPROM_SIZE]))]

    def saved(self):
        """What has changed is in a file now."""
        self.flash.changed = self.eeprom.changed = 0

    def reset(self):
        """Bank 0 in 8K mode; the chips as after power-on."""
        reset_fields(self)

    def read_roml(self, addr):
        if self.quiet:
            return self.flash.peek(self.bank | addr)
        return self.flash.read(self.bank | addr, self.now)

    def write_romh(self, addr, value):
        self.flash.write(self.bank | addr, value, self.now)

    def read_io(self, addr):
        return self.peek_io(addr)

    def peek_io(self, addr):
        if addr >= CART_IO2 or self.eeprom.read(self.now) == EEPROM_FLOATS:
            return CART_OPEN_BUS
        return self.eeprom.read(self.now) << 7 | self.bus & 0x7F

    def write_io(self, addr, value):
        if addr >= CART_IO2:
            return
        self.bank = (value & (GMOD2_BANKS - 1)) * CART_BANK
        self.exrom = 1 if value & GMOD2_SELECT else 0
        self.shadow = CART_ULTIMAX_WRITES if value & GMOD2_WRITABLE == GMOD2_WRITABLE else 0
        self.eeprom.wires(
            self.exrom, 1 if value & GMOD2_CLOCK else 0, 1 if value & GMOD2_DATA else 0, self.now
        )


def _gmod2(rom):
    """Return the GMOD2 of a file, whose EEPROM is empty if the file does not say."""
    eeprom = b"".join(chip.data for chip in rom.crt.chips if chip.kind == CRT_EEPROM)
    if len(eeprom) not in (0, EEPROM_SIZE):
        raise MediaDamaged(
            f"{rom.crt.where}: its EEPROM has {len(eeprom)} bytes; "
            f"that of a GMOD2 has {EEPROM_SIZE}"
        )
    return Gmod2(rom.roml, eeprom, rom.identity)


GMOD2_TYPES = (CartridgeType(CART_GMOD2, "GMOD2", GMOD2_BANKS, Gmod2, make=_gmod2, eeprom=True),)
