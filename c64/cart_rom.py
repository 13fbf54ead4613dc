"""Cartridges that are ROM banks and a register: what most games came on.

Generic 8K, 16K and Ultimax; Ocean; Magic Desk; C64 Game System; Dinamic; Simons' BASIC;
Super Games; RGCD; Final Cartridge III.  Each is a rule for what an access to $DE00-$DFFF selects.

Source: VICE's manual, "The CRT cartridge image format".

Not emulated: switching noise.
"""

from c64.cartridge import Cartridge
from c64.component import Field, create_fields, reset_fields

CART_PLAIN = 0
CART_FC3 = 3
CART_SIMONS = 4
CART_OCEAN = 5
CART_SUPER_GAMES = 8
CART_GS = 15
CART_DINAMIC = 17
CART_MAGIC_DESK = 19
CART_RGCD = 57


class RomCartridge(Cartridge):
    """ROM in banks of 8 KiB.

    scheme       one of the CART_ numbers, which are those of the .crt format
    roml, romh   bytes, as many banks of 8192 each (a power of two)
    exrom, game  the lines after a reset
    name         for messages
    """

    fields = (
        Field("exrom"),
        Field("game"),
        Field("nmi"),
        Field("roml_base"),
        Field("romh_base"),
        Field("hidden"),
    )

    def __init__(self, scheme, roml, romh, exrom, game, name="cartridge"):
        super().__init__()
        create_fields(self)
        self.scheme = scheme
        self.roml = bytearray(roml)
        self.romh = bytearray(romh)
        self.last_bank = len(roml) // 8192 - 1
        self.first_exrom = exrom
        self.first_game = game
        self.identity = name
        self.vic_sees = int(scheme != CART_FC3)  # whose lines follow phi2
        self.reset()

    def reset(self):
        """Bank 0, the lines as the header of the image gives them."""
        reset_fields(self)
        self.exrom = self.first_exrom
        self.game = self.first_game

    def select(self, bank):
        """Show ``bank`` in both windows."""
        self.roml_base = self.romh_base = (bank & self.last_bank) * 8192

    def press_freeze(self):
        if self.scheme != CART_FC3:
            return 0
        self.nmi = 1
        return 1

    def enter_freeze(self):
        """Ultimax mode; the bank stays (VICE, final3.c)."""
        self.hidden = self.game = 0
        self.exrom = 1

    def read_roml(self, addr):
        return self.roml[self.roml_base + addr]

    def read_romh(self, addr):
        return self.romh[self.romh_base + addr]

    def read_io(self, addr):
        if self.scheme == 4:  # CART_SIMONS: reading $DE00 takes ROMH away
            if addr < 0x100:
                self.game = 1
        elif self.scheme == 17:  # CART_DINAMIC: reading $DE00 + n selects bank n
            if addr < 0x100:
                self.select(addr)
        elif self.scheme == 15:  # CART_GS: reading selects bank 0
            if addr < 0x100:
                self.select(0)
        return self.peek_io(addr)

    def peek_io(self, addr):
        if self.scheme == 3:  # CART_FC3: the last two pages of the bank
            return self.roml[self.roml_base + 0x1E00 + addr]
        return -1

    def write_io(self, addr, value):
        if addr >= 0x100:
            if self.scheme == 3 and addr == 0x1FF and self.hidden == 0:
                self.write_final(value)
            elif self.scheme == 8 and self.hidden == 0:
                self.select(value & 3)
                self.exrom = self.game = value >> 2 & 1
                self.hidden = value >> 3 & 1
        elif self.scheme == 5:
            self.select(value & 0x3F)
        elif self.scheme == 19:
            self.select(value & 0x7F)
            self.exrom = value >> 7
        elif self.scheme == 15:
            self.select(addr & 0x3F)
        elif self.scheme == 4:
            self.game = 0
        elif self.scheme == 57 and self.hidden == 0:
            self.select(value & 7)
            self.exrom = self.hidden = value >> 3 & 1

    def write_final(self, value):
        """$DFFF of the Final Cartridge III: 7 hide, 6 NMI, 5 GAME, 4 EXROM, 0-1 bank."""
        self.hidden = value >> 7
        self.nmi = (value >> 6 & 1) ^ 1
        self.game = value >> 5 & 1
        self.exrom = value >> 4 & 1
        self.select(value & 3)
