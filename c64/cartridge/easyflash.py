"""EasyFlash: 1 MiB of flash in two chips, which programs write to, and 256 bytes of RAM.

$DE00: bank of 16 KiB (0-63).  $DE02: 7 LED, 2 GAME by bit 0 (else by the jumper, which is on
"boot" and pulls it), 1 EXROM low, 0 GAME low.  $DF00-$DFFF: RAM.  The register does not look at
address bits 2-7.  Writes reach the chips in Ultimax mode only, where ROML is the one at $8000
and ROMH the one at $E000.

What was written is part of a snapshot and is saved to a .crt with ``save_cartridge``.

Source: Thomas Giesel, "EasyFlash Programmer's Guide"; the chips: c64/cartridge/memory/flash.py.

Not emulated: the LED, the jumper in its other place.
"""

from c64.base.component import Field, create_fields, reset_fields
from c64.cartridge.memory.flash import FLASH_SIZE, FLASH_WINDOW, Flash040
from c64.cartridge.port import Cartridge

CART_EASYFLASH = 32


class EasyFlash(Cartridge):
    """An EasyFlash; ``roml`` and ``romh`` are at most 64 banks of 8192 bytes each."""

    parts = ("low", "high")
    crt = (CART_EASYFLASH, 1, 0, "EASYFLASH")
    fields = (
        Field("exrom"),
        Field("game"),
        Field("bank"),
        Field("ram", bytes(256), keep=True),
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
        empty = b"\xff" * 8192
        found = []
        for bank in range(64):
            for chip, address in ((self.low, 0x8000), (self.high, 0xA000)):
                data = bytes(chip.data[bank * 8192 : bank * 8192 + 8192])
                if data != empty or (bank == 0 and address == 0x8000):
                    found.append((2, bank, address, data))
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
        return self.ram[addr & 0xFF] if addr >= 0x100 else -1

    def write_io(self, addr, value):
        if addr >= 0x100:
            self.ram[addr & 0xFF] = value
        elif addr & 2:
            self.exrom = (value >> 1 & 1) ^ 1
            # Without bit 2 GAME follows the jumper.
            self.game = (value & 1) ^ 1 if value & 4 else 0
        else:
            self.bank = self.romh_base = (value & 0x3F) << 13
