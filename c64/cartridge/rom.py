"""Cartridges that are ROM banks and a register: what most games and many tools came on.

What an access to $DE00-$DFFF selects on each of them is a row of c64/cartridge/wiring.py.

Not emulated: switching noise.
"""

from c64.base.component import Field, create_fields, reset_fields
from c64.cartridge.port import Cartridge


class RomCartridge(Cartridge):
    """ROM in banks of 8 KiB.

    wiring       a c64.cartridge.wiring.Wiring
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
    derived = (
        # of the file and the type's wiring
        "roml", "selectors", "effects", "pages", "frozen", "first_bank", "last_bank",
        "first_exrom", "first_game",
    )  # fmt: skip

    def __init__(self, wiring, roml, romh, exrom, game, name="cartridge"):
        super().__init__()
        create_fields(self)
        self.selectors, self.effects = wiring.tables()
        self.pages = wiring.pages
        self.frozen = wiring.freeze
        self.first_bank = wiring.first
        self.vic_sees = wiring.vic_sees
        self.roml = bytearray(roml)
        self.romh = bytearray(romh)
        self.last_bank = len(roml) // 8192 - 1
        self.first_exrom = exrom
        self.first_game = game
        self.identity = name
        self.reset()

    def reset(self):
        """The first bank, the lines as the type or the header of the image has them."""
        reset_fields(self)
        self.exrom = self.first_exrom
        self.game = self.first_game
        self.select(self.first_bank)

    def select(self, bank):
        """Show ``bank`` in both windows."""
        self.roml_base = self.romh_base = (bank & self.last_bank) * 8192

    def press_freeze(self):
        if self.frozen == 0:
            return 0
        self.nmi = 1
        return 1

    def enter_freeze(self):
        self.hidden = 0
        self.do(self.frozen)

    def read_roml(self, addr):
        return self.roml[self.roml_base + addr]

    def read_romh(self, addr):
        return self.romh[self.romh_base + addr]

    def read_io(self, addr):
        self.access(addr >> 8, addr & 0xFF, self.bus)
        return self.peek_io(addr)

    def peek_io(self, addr):
        if self.pages >> (addr >> 8) & 1 and not (self.hidden and self.pages & 4):  # PAGES_END
            return self.roml[self.roml_base + 0x1E00 + addr]
        return -1

    def write_io(self, addr, value):
        self.access(2 + (addr >> 8), addr & 0xFF, value)

    def access(self, kind, addr, value):
        """Do what an access means: 0, 1 a read of $DE00, $DF00 + ``addr``; 2, 3 a write."""
        selector = self.selectors[kind]
        if self.hidden:
            return
        if selector == 256:  # BY_ADDRESS
            self.do(self.effects[kind << 8 | addr])
        elif selector == 257 or selector == addr:  # BY_VALUE
            self.do(self.effects[kind << 8 | value])

    def do(self, effect):
        """Do what an effect says."""
        if effect & 0x100:  # EFFECT_BANK
            self.select(effect & 0xFF)
        if effect & 0x800:  # EFFECT_LINES
            self.exrom = effect >> 9 & 1
            self.game = effect >> 10 & 1
        if effect & 0x6000:  # EFFECT_PULL_NMI, EFFECT_FREE_NMI
            self.nmi = effect >> 13 & 1
        if effect & 0x1000:  # EFFECT_HIDE
            self.hidden = 1
