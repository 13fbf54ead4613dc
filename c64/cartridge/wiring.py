"""What an access to $DE00-$DFFF does on each cartridge that is ROM banks and a register.

One row a type, by its number in the .crt format; c64/cartridge/rom.py obeys them.

Source of every row: VICE's manual, "The CRT cartridge image format", which has the registers bit
by bit; of what it leaves open the comments in VICE's src/c64/cart/.  Where both do:

    Fun Play             what VICE found by the two ROMs that are known, which run with it; other
                         values than those of the table and $86 leave EXROM as it is
    Dela EP7x8           with no or several low bits among others the value is not listened to
    Dela EP256           bit 3 is not looked at (VICE); the base EPROM comes back by a reset
    Comal-80             bit 2 selects the socket that is empty on most: $FF there
    Action Replay 3, 4   NMI is a pulse, so that nothing has to release it; after a freeze bank 0
    Silverrock 128       the first revision of the board, as dumps are made for it
"""

from array import array
from typing import NamedTuple

CART_PLAIN = 0
CART_FC3 = 3
CART_SIMONS = 4
CART_OCEAN = 5
CART_FUN_PLAY = 7
CART_SUPER_GAMES = 8
CART_WESTERMANN = 11
CART_REX_UTILITY = 12
CART_FC1 = 13
CART_GS = 15
CART_WARP_SPEED = 16
CART_DINAMIC = 17
CART_MAGIC_DESK = 19
CART_COMAL = 21
CART_STRUCTURED_BASIC = 22
CART_ROSS = 23
CART_DELA_EP64 = 24
CART_DELA_EP7X8 = 25
CART_DELA_EP256 = 26
CART_REX_EP256 = 27
CART_MIKRO_ASSEMBLER = 28
CART_ACTION_REPLAY_4 = 30
CART_ACTION_REPLAY_3 = 35
CART_PROPHET64 = 43
CART_MACH5 = 51
CART_DIASHOW_MAKER = 52
CART_SILVERROCK = 55
CART_RGCD = 57
CART_EASYCALC = 59
CART_ZIPP_CODE = 63
CART_BLACKBOX_8 = 64
CART_BLACKBOX_3 = 65
CART_BLACKBOX_4 = 66
CART_TURTLE_GRAPHICS = 76
CART_BMP_DATA_TURBO = 83
CART_MAGIC_DESK_16 = 85
CART_GREY_COMAL = CART_COMAL + 256  # revision 1 of the same hardware type
CART_HUCKY = CART_RGCD + 256

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


def lines(exrom, game):
    """Return the effect that sets the two lines."""
    return EFFECT_LINES | EFFECT_EXROM * exrom | EFFECT_GAME * game


def bank(number):
    """Return the effect that shows a bank in both windows."""
    return EFFECT_BANK | number


ON_8K, ON_16K, ULTIMAX, OFF = lines(0, 1), lines(0, 0), lines(1, 0), lines(1, 1)


def always(effect):
    """Return the rule of an access whose address and value do not matter."""
    return BY_ADDRESS, lambda _: effect


class Wiring(NamedTuple):
    """A type of cartridge.

    name           for messages
    banks          how many there are at most; the least power of two that the file has, or
    least          at least so many, $FF where nothing is
    start          (EXROM, GAME) after a reset; None: as the file says
    de_read ...    the rule of an access to that page: (BY_..., function of a number to an effect)
    pages          what of the ROM shows in I/O
    freeze         the effect of the freeze button; 0: it has none
    first          the bank after a reset
    vic_sees       as in c64.cartridge.port
    rom            "": both windows as the file says; "same": $A000 or $E000 shows what $8000 does;
                   "first": $8000 shows the same in all banks
    """

    name: str
    banks: int
    start: tuple | None
    de_read: tuple | None = None
    df_read: tuple | None = None
    de_write: tuple | None = None
    df_write: tuple | None = None
    pages: int = 0
    freeze: int = 0
    first: int = 0
    vic_sees: int = 1
    rom: str = ""
    least: int = 1

    def tables(self):
        """Return (selectors, effects): of $DE00 and $DF00 read, then written, 256 effects each."""
        selectors, effects = array("i"), array("i")
        for rule in (self.de_read, self.df_read, self.de_write, self.df_write):
            by, effect = rule or (BY_NOTHING, lambda _: 0)
            selectors.append(by)
            effects.extend(effect(number) for number in range(256))
        return selectors, effects


def _simons(on):
    return always(ON_16K if on else ON_8K)


def _fun_play(value):
    switch = {0x00: ON_8K, 0x86: OFF}.get(value & 0xC6, 0)
    return fun_play_bank(value) | switch


def fun_play_bank(value):
    """Return the effect of bits xx210xx3; the files number their banks so, too."""
    return bank(value >> 3 & 7 | (value & 1) << 3)


def _final_3(value):
    free = EFFECT_FREE_NMI if value & 0x40 else EFFECT_PULL_NMI
    hide = EFFECT_HIDE if value & 0x80 else 0
    return bank(value & 3) | lines(value >> 4 & 1, value >> 5 & 1) | free | hide


def _super_games(value):
    off = value >> 2 & 1
    return bank(value & 3) | lines(off, off) | (EFFECT_HIDE if value & 8 else 0)


def _rgcd(value):
    return bank(value & 7) | (OFF | EFFECT_HIDE if value & 8 else ON_8K)


def _structured(addr):
    return (bank(0) | ON_8K, bank(0) | ON_8K, bank(1) | ON_8K, OFF)[addr & 3]


def _ep64(value):
    number = (value & 3) << 2 | value >> 4 & 3
    return bank(number - 3 if 4 <= number <= 11 else 0) | lines(value >> 7, 1)


def _ep7x8(value):
    low = [number for number in range(8) if not value >> number & 1]
    if not low:
        return OFF
    return bank(low[0]) | ON_8K if len(low) == 1 else 0


def _ep256(value):
    return bank((~value >> 4 & 3) * 8 + (value & 7) + 1) | lines(value >> 7, 1)


def _comal(value):
    return bank(value & 7) | (OFF if value & 0x40 else ON_16K)


def _grey_comal(value):
    return bank(value & 3) | lines(value >> 5 & 1, value >> 6 & 1)


def _replay_3(value):
    return bank(value & 1) | lines(value >> 3 & 1 ^ 1, 1) | (EFFECT_HIDE if value & 4 else 0)


def _replay_4(value):
    hide = EFFECT_HIDE if value & 4 else 0
    number = value & 1 | value >> 3 & 2
    return bank(number) | lines(value >> 3 & 1 ^ 1, value >> 1 & 1) | hide


_TURN_OFF, _TURN_8K, _TURN_16K = always(OFF), always(ON_8K), always(ON_16K)
_REX = BY_ADDRESS, lambda addr: ON_8K if addr >= 0xC0 else OFF
_REX_EP256 = BY_ADDRESS, lambda addr: {0xC0: OFF, 0xE0: ON_8K}.get(addr, 0)
_STRUCTURED = BY_ADDRESS, _structured
_TURTLE = always(bank(1))

# fmt: off
WIRINGS = {
    CART_PLAIN: Wiring("plain ROM", 1, None),
    CART_FC3: Wiring(
        "Final Cartridge III", 4, (0, 0), df_write=(0xFF, _final_3), pages=PAGES,
        freeze=ULTIMAX, vic_sees=0,
    ),
    CART_SIMONS: Wiring("Simons' BASIC", 1, (0, 1), _simons(0), de_write=_simons(1)),
    CART_OCEAN: Wiring("Ocean", 64, (0, 0), de_write=(BY_VALUE, lambda v: bank(v & 0x3F))),
    CART_FUN_PLAY: Wiring("Fun Play", 16, (0, 1), de_write=(BY_VALUE, _fun_play)),
    CART_SUPER_GAMES: Wiring("Super Games", 4, (0, 0), df_write=(BY_VALUE, _super_games)),
    CART_WESTERMANN: Wiring("Westermann Learning", 1, (0, 0), df_read=_TURN_OFF),
    CART_REX_UTILITY: Wiring("Rex Utility", 1, (0, 1), df_read=_REX),
    CART_FC1: Wiring(
        "Final Cartridge I", 1, (0, 0), _TURN_OFF, _TURN_16K, _TURN_OFF, _TURN_16K, pages=PAGES,
    ),
    CART_GS: Wiring(
        "C64 Game System", 64, (0, 1), always(bank(0)),
        de_write=(BY_ADDRESS, lambda addr: bank(addr & 0x3F)),
    ),
    CART_WARP_SPEED: Wiring(
        "Warp Speed", 1, (0, 0), de_write=_TURN_16K, df_write=_TURN_OFF, pages=PAGES,
    ),
    CART_DINAMIC: Wiring("Dinamic", 16, (0, 1), (BY_ADDRESS, lambda addr: bank(addr & 15))),
    CART_MAGIC_DESK: Wiring(
        "Magic Desk", 128, (0, 1),
        de_write=(BY_VALUE, lambda v: bank(v & 0x7F) | lines(v >> 7, 1)),
    ),
    CART_COMAL: Wiring("Comal-80", 8, (0, 0), de_write=(BY_VALUE, _comal), least=8),
    CART_GREY_COMAL: Wiring("Comal-80 (grey)", 4, (0, 0), de_write=(BY_VALUE, _grey_comal)),
    CART_STRUCTURED_BASIC: Wiring(
        "Structured BASIC", 2, (0, 1), _STRUCTURED, de_write=_STRUCTURED,
    ),
    CART_ROSS: Wiring("Ross", 2, (0, 0), always(bank(1)), _TURN_OFF),
    CART_DELA_EP64: Wiring(
        "Dela EP64", 9, (0, 1), (BY_VALUE, _ep64), de_write=(BY_VALUE, _ep64),
        least=16,
    ),
    CART_DELA_EP7X8: Wiring("Dela EP7x8", 8, (0, 1), de_write=(BY_VALUE, _ep7x8), least=8),
    CART_DELA_EP256: Wiring("Dela EP256", 33, (0, 1), de_write=(BY_VALUE, _ep256), least=64),
    CART_REX_EP256: Wiring(
        "Rex EP256", 33, (0, 1), df_read=_REX_EP256, least=64,
        df_write=(0xA0, lambda v: bank(1 + (v & 7) * 4 + (v >> 4 & 3))),
    ),
    CART_MIKRO_ASSEMBLER: Wiring("Mikro Assembler", 1, (0, 1), pages=PAGES),
    CART_ACTION_REPLAY_4: Wiring(
        "Action Replay 4", 4, (0, 1), de_write=(BY_VALUE, _replay_4), pages=PAGE_DF | PAGES_END,
        freeze=ULTIMAX | bank(0) | EFFECT_FREE_NMI, first=1, rom="same",
    ),
    CART_ACTION_REPLAY_3: Wiring(
        "Action Replay 3", 2, (0, 1), de_write=(BY_VALUE, _replay_3), pages=PAGE_DF | PAGES_END,
        freeze=ULTIMAX | bank(0) | EFFECT_FREE_NMI, first=1, rom="same",
    ),
    CART_PROPHET64: Wiring(
        "Prophet64", 32, (0, 1),
        df_write=(BY_VALUE, lambda v: bank(v & 0x1F) | lines(v >> 5 & 1, 1)),
    ),
    CART_MACH5: Wiring("MACH 5", 1, (0, 1), de_write=_TURN_8K, df_write=_TURN_OFF, pages=PAGES),
    CART_DIASHOW_MAKER: Wiring(
        "Diashow-Maker", 1, (0, 1), _TURN_OFF, de_write=_TURN_OFF, freeze=ON_8K | EFFECT_FREE_NMI,
    ),
    CART_SILVERROCK: Wiring(
        "Silverrock 128", 16, (0, 1),
        de_write=(BY_VALUE, lambda v: bank(v >> 3 & 0xE | v >> 7)),
    ),
    CART_RGCD: Wiring("RGCD", 8, (0, 1), de_write=(BY_VALUE, _rgcd)),
    CART_HUCKY: Wiring("Hucky", 8, (0, 1), de_write=(BY_VALUE, lambda v: _rgcd(v ^ 7)), first=7),
    CART_EASYCALC: Wiring(
        "EasyCalc", 2, (0, 0), de_write=(BY_ADDRESS, lambda addr: bank(addr & 1)), rom="first",
    ),
    CART_ZIPP_CODE: Wiring("ZIPP-CODE 48", 1, (0, 1), _TURN_8K, _TURN_OFF, pages=PAGE_DE),
    CART_BLACKBOX_8: Wiring(
        "Blackbox V8", 4, (0, 0),
        df_write=(BY_ADDRESS, lambda addr: bank(addr >> 2 & 3) | lines(addr & 1, addr >> 1 & 1)),
    ),
    CART_BLACKBOX_3: Wiring("Blackbox V3", 1, (0, 1), de_write=_TURN_OFF, df_write=_TURN_8K),
    CART_BLACKBOX_4: Wiring("Blackbox V4", 1, (0, 0), _TURN_16K, _TURN_OFF),
    CART_TURTLE_GRAPHICS: Wiring("Turtle Graphics II", 2, (0, 1), _TURTLE, de_write=_TURTLE),
    CART_BMP_DATA_TURBO: Wiring(
        "BMP Data Turbo 2000", 1, (0, 0), de_write=_TURN_16K, df_write=_TURN_OFF,
    ),
    CART_MAGIC_DESK_16: Wiring(
        "Magic Desk 16", 128, (0, 0),
        de_write=(BY_VALUE, lambda v: bank(v & 0x7F) | lines(v >> 7, v >> 7)),
    ),
}
# fmt: on
