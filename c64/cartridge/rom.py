"""Cartridges that are ROM banks and a register: what most games and many tools came on.

What an access to $DE00-$DFFF selects on each of them is a row of c64/cartridge/wiring.py.

Not emulated: switching noise.
"""

from c64.base.fields import Field, create_fields, reset_fields
from c64.cartridge.port import CART_BANK, CART_IO2, CART_OPEN_BUS, Cartridge

# An effect is a number: the bank in bits 0-7, if EFFECT_BANK is set, and so on.
EFFECT_BANK = 0x100
EFFECT_EXROM = 0x200  # the levels, if EFFECT_LINES is set
EFFECT_GAME = 0x400
EFFECT_LINES = 0x800
EFFECT_HIDE = 0x1000  # the register does not answer until a reset or a freeze
EFFECT_PULL_NMI = 0x2000
EFFECT_FREE_NMI = 0x4000

# Which effect it is: that of the address (0..$FF), of the value (of a read, what is on the bus), or
# of the value at one address, whose number it is then.
BY_NOTHING, BY_ADDRESS, BY_VALUE = -1, 256, 257

# What there is in I/O: bit 0 $DE00, bit 1 $DF00, the last two pages of the bank at $8000; bit 2:
# only as long as the register answers.
PAGE_DE, PAGE_DF, PAGES, PAGES_END = 1, 2, 3, 4
PAGES_AT = CART_BANK - 2 * 256  # where they are in the bank

# The kinds of accesses; + 1 in $DF00.
ACCESS_READ, ACCESS_WRITE = 0, 2


class RomCartridge(Cartridge):
    """ROM in banks of 8 KiB.

    wiring       a c64.cartridge.wiring.Wiring
    roml, romh   bytes, as many banks of 8192 each (a power of two)
    exrom, game  the lines after a reset
    name         for messages
    """

    fields = (
        Field("exrom"),  # level of the line; its reset value is the file's
        Field("game"),  # level of the line; its reset value is the file's
        Field("nmi"),  # 1: pulled, from the freeze button to the register's release
        Field("roml_base"),  # first byte of the bank that ROML shows
        Field("romh_base"),  # first byte of the bank that ROMH shows
        Field("hidden"),  # 1: the register has switched itself off, until a reset or freeze
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
        self.last_bank = len(roml) // CART_BANK - 1
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
        self.roml_base = self.romh_base = (bank & self.last_bank) * CART_BANK

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
        self.access(ACCESS_READ + (addr >> 8), addr & 0xFF, self.bus)
        return self.peek_io(addr)

    def peek_io(self, addr):
        if self.hidden and self.pages & PAGES_END:
            return CART_OPEN_BUS
        if self.pages & (PAGE_DF if addr >= CART_IO2 else PAGE_DE):
            return self.roml[self.roml_base + PAGES_AT + addr]
        return CART_OPEN_BUS

    def write_io(self, addr, value):
        self.access(ACCESS_WRITE + (addr >> 8), addr & 0xFF, value)

    def access(self, kind, addr, value):
        """Do what an access to $DE00 + ``addr`` means, or to $DF00 + ``addr`` with ``kind`` + 1."""
        selector = self.selectors[kind]
        if self.hidden:
            return
        if selector == BY_ADDRESS:
            self.do(self.effects[kind << 8 | addr])
        elif selector in (BY_VALUE, addr):
            self.do(self.effects[kind << 8 | value])

    def do(self, effect):
        """Do what an effect says."""
        if effect & EFFECT_BANK:
            self.select(effect & 0xFF)
        if effect & EFFECT_LINES:
            self.exrom = 1 if effect & EFFECT_EXROM else 0
            self.game = 1 if effect & EFFECT_GAME else 0
        if effect & (EFFECT_PULL_NMI | EFFECT_FREE_NMI):
            self.nmi = 1 if effect & EFFECT_PULL_NMI else 0
        if effect & EFFECT_HIDE:
            self.hidden = 1
