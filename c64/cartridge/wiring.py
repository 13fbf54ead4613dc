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

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from c64.cartridge.crt_type import CRT_REVISED, CartridgeType, CrtRom
from c64.cartridge.port import CART_BANK
from c64.cartridge.rom import (
    BY_ADDRESS,
    BY_NOTHING,
    BY_VALUE,
    EFFECT_BANK,
    EFFECT_EXROM,
    EFFECT_FREE_NMI,
    EFFECT_GAME,
    EFFECT_HIDE,
    EFFECT_LINES,
    EFFECT_PULL_NMI,
    PAGE_DE,
    PAGE_DF,
    PAGES,
    PAGES_END,
    RomCartridge,
)
from disk.crt import CrtChip

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
CART_GREY_COMAL = CART_COMAL + CRT_REVISED
CART_HUCKY = CART_RGCD + CRT_REVISED

_EPROM_32K = 4 * CART_BANK
OCEAN_LARGEST = 64 * CART_BANK


def lines(exrom: int, game: int) -> int:
    """Return the effect that sets the two lines."""
    return EFFECT_LINES | EFFECT_EXROM * exrom | EFFECT_GAME * game


def bank(number: int) -> int:
    """Return the effect that shows a bank in both windows."""
    return EFFECT_BANK | number


ON_8K, ON_16K, ULTIMAX, OFF = lines(0, 1), lines(0, 0), lines(1, 0), lines(1, 1)


def always(effect: int) -> Rule:
    """Return the rule of an access whose address and value do not matter."""
    return BY_ADDRESS, lambda _: effect


Rule = tuple[int, Callable[[int], int]]


class Wiring(NamedTuple):
    """What a type of cartridge does.

    start          (EXROM, GAME) after a reset; None: as the file says
    de_read ...    the rule of an access to that page: (BY_..., function of a number to an effect)
    pages          what of the ROM shows in I/O
    freeze         the effect of the freeze button; 0: it has none
    first          the bank after a reset
    vic_sees       as in c64.cartridge.port
    """

    start: tuple[int, int] | None
    de_read: Rule | None = None
    df_read: Rule | None = None
    de_write: Rule | None = None
    df_write: Rule | None = None
    pages: int = 0
    freeze: int = 0
    first: int = 0
    vic_sees: int = 1

    def tables(self) -> tuple[array[int], array[int]]:
        """Return (selectors, effects): of $DE00 and $DF00 read, then written, 256 effects each."""
        selectors, effects = array("i"), array("i")
        for rule in (self.de_read, self.df_read, self.de_write, self.df_write):
            by, effect = rule or (BY_NOTHING, lambda _: 0)
            selectors.append(by)
            effects.extend(effect(number) for number in range(256))
        return selectors, effects


def _simons(on: int) -> Rule:
    return always(ON_16K if on else ON_8K)


def _fun_play(value: int) -> int:
    """xx210xx3 bank; with 0 in the other four on, with $86 off."""
    switch = {0x00: ON_8K, 0x86: OFF}.get(value & 0xC6, 0)
    return bank(_fun_play_bank(value)) | switch


def _fun_play_bank(value: int) -> int:
    """Return the bank in bits xx210xx3; the files number theirs so, too."""
    return value >> 3 & 7 | (value & 1) << 3


def _final_3(value: int) -> int:
    """7 hide the register, 6 NMI high, 5 GAME, 4 EXROM, 0-1 bank."""
    free = EFFECT_FREE_NMI if value & 0x40 else EFFECT_PULL_NMI
    hide = EFFECT_HIDE if value & 0x80 else 0
    return bank(value & 3) | lines(value >> 4 & 1, value >> 5 & 1) | free | hide


def _super_games(value: int) -> int:
    """3 hide the register, 2 off, 0-1 bank."""
    off = value >> 2 & 1
    return bank(value & 3) | lines(off, off) | (EFFECT_HIDE if value & 8 else 0)


def _rgcd(value: int) -> int:
    """3 off until a reset, 0-2 bank."""
    return bank(value & 7) | (OFF | EFFECT_HIDE if value & 8 else ON_8K)


def _structured(addr: int) -> int:
    """Address bits 0-1: bank 0, bank 0, bank 1, off."""
    return (bank(0) | ON_8K, bank(0) | ON_8K, bank(1) | ON_8K, OFF)[addr & 3]


def _ep64(value: int) -> int:
    """7 EXROM; 1, 0, 5, 4 number of the bank, of which 4 to 11 are there; else the menu."""
    number = (value & 3) << 2 | value >> 4 & 3
    return bank(number - 3 if 4 <= number <= 11 else 0) | lines(value >> 7, 1)


def _ep7x8(value: int) -> int:
    """The bit that is low is the bank; none: off."""
    low = [number for number in range(8) if not value >> number & 1]
    if not low:
        return OFF
    return bank(low[0]) | ON_8K if len(low) == 1 else 0


def _ep256(value: int) -> int:
    """7 EXROM; 5 and 4, inverted, and 0-2 bank behind the first."""
    return bank((~value >> 4 & 3) * 8 + (value & 7) + 1) | lines(value >> 7, 1)


def _comal(value: int) -> int:
    """6 off, 0-2 bank."""
    return bank(value & 7) | (OFF if value & 0x40 else ON_16K)


def _grey_comal(value: int) -> int:
    """6 GAME, 5 EXROM, 0-1 bank."""
    return bank(value & 3) | lines(value >> 5 & 1, value >> 6 & 1)


def _replay_3(value: int) -> int:
    """3 EXROM low, 2 hide the register, 0 bank."""
    return bank(value & 1) | lines(value >> 3 & 1 ^ 1, 1) | (EFFECT_HIDE if value & 4 else 0)


def _replay_4(value: int) -> int:
    """4 and 0 bank, 3 EXROM low, 2 hide the register, 1 GAME."""
    hide = EFFECT_HIDE if value & 4 else 0
    number = value & 1 | value >> 3 & 2
    return bank(number) | lines(value >> 3 & 1 ^ 1, value >> 1 & 1) | hide


def _ep64_cut(chip: CrtChip) -> list[CrtChip]:
    """Two EPROMs of 32 KiB, or eight of 8, behind the one with the menu."""
    if chip.bank == 0 or len(chip.data) != _EPROM_32K:
        return [chip]
    return _pieces(chip)


def _rex_ep256_cut(chip: CrtChip) -> list[CrtChip]:
    """Eight sockets for EPROMs of 8, 16 or 32 KiB, of which the smaller are seen repeatedly."""
    return [chip] if chip.bank == 0 else _pieces(chip)


def _pieces(chip: CrtChip) -> list[CrtChip]:
    """Return the four banks that an EPROM fills."""
    data = chip.data * (_EPROM_32K // max(len(chip.data), 1))
    if len(data) != _EPROM_32K:  # no size an EPROM has, which is said where it is placed
        return [chip]
    first = chip.bank * 4 - 3
    pieces = [data[at : at + CART_BANK] for at in range(0, _EPROM_32K, CART_BANK)]
    return [replace(chip, bank=first + n, data=piece) for n, piece in enumerate(pieces)]


def _fun_play_cut(chip: CrtChip) -> list[CrtChip]:
    """The packets have the value of the register in the place of the bank."""
    return [replace(chip, bank=_fun_play_bank(chip.bank))]


def _make(wiring: Wiring, rom: CrtRom) -> RomCartridge:
    """Both windows as the file has them."""
    exrom, game = wiring.start or (rom.crt.exrom, rom.crt.game)
    return RomCartridge(wiring, rom.roml, rom.romh, exrom, game, rom.identity)


def _make_same(wiring: Wiring, rom: CrtRom) -> RomCartridge:
    """$A000 or $E000 shows what $8000 does."""
    return _make(wiring, replace(rom, romh=rom.roml))


def _make_first(wiring: Wiring, rom: CrtRom) -> RomCartridge:
    """$8000 shows the first bank in all of them."""
    banks = len(rom.roml) // CART_BANK
    return _make(wiring, replace(rom, roml=rom.roml[:CART_BANK] * banks))


def _make_ocean(wiring: Wiring, rom: CrtRom) -> RomCartridge:
    """Both windows show the same chips; a 512 KiB one has the lower window only."""
    roml = bytearray()
    for at in range(0, len(rom.roml), CART_BANK):
        bank = rom.roml[at : at + CART_BANK]
        roml += bank if bank.count(0xFF) < CART_BANK else rom.romh[at : at + CART_BANK]
    if len(roml) == OCEAN_LARGEST:
        wiring = wiring._replace(start=(0, 1))
    return _make_same(wiring, replace(rom, roml=roml))


def _wired(
    number: int,
    name: str,
    banks: int,
    start: tuple[int, int] | None,
    *rules: Any,
    make: Callable[[Wiring, CrtRom], RomCartridge] = _make,
    cut: Callable[[CrtChip], list[CrtChip]] | None = None,
    least: int = 1,
    **more: Any,
) -> CartridgeType:
    """Return the row of a type: what CartridgeType has of it, and what Wiring."""
    wired = partial(make, Wiring(start, *rules, **more))
    return CartridgeType(number, name, banks, RomCartridge, wired, cut, least)


_TURN_OFF, _TURN_8K, _TURN_16K = always(OFF), always(ON_8K), always(ON_16K)
_REX = BY_ADDRESS, lambda addr: ON_8K if addr >= 0xC0 else OFF
_REX_EP256 = BY_ADDRESS, lambda addr: {0xC0: OFF, 0xE0: ON_8K}.get(addr, 0)
_STRUCTURED = BY_ADDRESS, _structured
_TURTLE = always(bank(1))

# fmt: off
WIRED_TYPES = (
    _wired(CART_PLAIN, "plain ROM", 1, None),
    _wired(
        CART_FC3, "Final Cartridge III", 4, (0, 0), df_write=(0xFF, _final_3), pages=PAGES,
        freeze=ULTIMAX, vic_sees=0,
    ),
    _wired(CART_SIMONS, "Simons' BASIC", 1, (0, 1), _simons(0), de_write=_simons(1)),
    _wired(
        CART_OCEAN, "Ocean", 64, (0, 0),
        de_write=(BY_VALUE, lambda v: bank(v & 0x3F)), make=_make_ocean,
    ),
    _wired(
        CART_FUN_PLAY, "Fun Play", 16, (0, 1),
        de_write=(BY_VALUE, _fun_play), cut=_fun_play_cut,
    ),
    _wired(CART_SUPER_GAMES, "Super Games", 4, (0, 0), df_write=(BY_VALUE, _super_games)),
    _wired(CART_WESTERMANN, "Westermann Learning", 1, (0, 0), df_read=_TURN_OFF),
    _wired(CART_REX_UTILITY, "Rex Utility", 1, (0, 1), df_read=_REX),
    _wired(
        CART_FC1, "Final Cartridge I", 1, (0, 0),
        _TURN_OFF, _TURN_16K, _TURN_OFF, _TURN_16K, pages=PAGES,
    ),
    _wired(
        CART_GS, "C64 Game System", 64, (0, 1), always(bank(0)),
        de_write=(BY_ADDRESS, lambda addr: bank(addr & 0x3F)),
    ),
    _wired(
        CART_WARP_SPEED, "Warp Speed", 1, (0, 0),
        de_write=_TURN_16K, df_write=_TURN_OFF, pages=PAGES,
    ),
    _wired(CART_DINAMIC, "Dinamic", 16, (0, 1), (BY_ADDRESS, lambda addr: bank(addr & 15))),
    _wired(
        CART_MAGIC_DESK, "Magic Desk", 128, (0, 1),
        de_write=(BY_VALUE, lambda v: bank(v & 0x7F) | lines(v >> 7, 1)),
    ),
    _wired(CART_COMAL, "Comal-80", 8, (0, 0), de_write=(BY_VALUE, _comal), least=8),
    _wired(CART_GREY_COMAL, "Comal-80 (grey)", 4, (0, 0), de_write=(BY_VALUE, _grey_comal)),
    _wired(
        CART_STRUCTURED_BASIC, "Structured BASIC", 2, (0, 1), _STRUCTURED, de_write=_STRUCTURED,
    ),
    _wired(CART_ROSS, "Ross", 2, (0, 0), always(bank(1)), _TURN_OFF),
    _wired(
        CART_DELA_EP64, "Dela EP64", 9, (0, 1), (BY_VALUE, _ep64), de_write=(BY_VALUE, _ep64),
        cut=_ep64_cut, least=16,
    ),
    _wired(CART_DELA_EP7X8, "Dela EP7x8", 8, (0, 1), de_write=(BY_VALUE, _ep7x8), least=8),
    _wired(CART_DELA_EP256, "Dela EP256", 33, (0, 1), de_write=(BY_VALUE, _ep256), least=64),
    _wired(
        CART_REX_EP256, "Rex EP256", 33, (0, 1), df_read=_REX_EP256, cut=_rex_ep256_cut, least=64,
        df_write=(0xA0, lambda v: bank(1 + (v & 7) * 4 + (v >> 4 & 3))),
    ),
    _wired(CART_MIKRO_ASSEMBLER, "Mikro Assembler", 1, (0, 1), pages=PAGES),
    _wired(
        CART_ACTION_REPLAY_4, "Action Replay 4", 4, (0, 1),
        de_write=(BY_VALUE, _replay_4), pages=PAGE_DF | PAGES_END,
        freeze=ULTIMAX | bank(0) | EFFECT_FREE_NMI, first=1, make=_make_same,
    ),
    _wired(
        CART_ACTION_REPLAY_3, "Action Replay 3", 2, (0, 1),
        de_write=(BY_VALUE, _replay_3), pages=PAGE_DF | PAGES_END,
        freeze=ULTIMAX | bank(0) | EFFECT_FREE_NMI, first=1, make=_make_same,
    ),
    _wired(
        CART_PROPHET64, "Prophet64", 32, (0, 1),
        df_write=(BY_VALUE, lambda v: bank(v & 0x1F) | lines(v >> 5 & 1, 1)),
    ),
    _wired(CART_MACH5, "MACH 5", 1, (0, 1), de_write=_TURN_8K, df_write=_TURN_OFF, pages=PAGES),
    _wired(
        CART_DIASHOW_MAKER, "Diashow-Maker", 1, (0, 1),
        _TURN_OFF, de_write=_TURN_OFF, freeze=ON_8K | EFFECT_FREE_NMI,
    ),
    _wired(
        CART_SILVERROCK, "Silverrock 128", 16, (0, 1),
        de_write=(BY_VALUE, lambda v: bank(v >> 3 & 0xE | v >> 7)),
    ),
    _wired(CART_RGCD, "RGCD", 8, (0, 1), de_write=(BY_VALUE, _rgcd)),
    _wired(CART_HUCKY, "Hucky", 8, (0, 1), de_write=(BY_VALUE, lambda v: _rgcd(v ^ 7)), first=7),
    _wired(
        CART_EASYCALC, "EasyCalc", 2, (0, 0),
        de_write=(BY_ADDRESS, lambda addr: bank(addr & 1)), make=_make_first,
    ),
    _wired(CART_ZIPP_CODE, "ZIPP-CODE 48", 1, (0, 1), _TURN_8K, _TURN_OFF, pages=PAGE_DE),
    _wired(
        CART_BLACKBOX_8, "Blackbox V8", 4, (0, 0),
        df_write=(BY_ADDRESS, lambda addr: bank(addr >> 2 & 3) | lines(addr & 1, addr >> 1 & 1)),
    ),
    _wired(CART_BLACKBOX_3, "Blackbox V3", 1, (0, 1), de_write=_TURN_OFF, df_write=_TURN_8K),
    _wired(CART_BLACKBOX_4, "Blackbox V4", 1, (0, 0), _TURN_16K, _TURN_OFF),
    _wired(CART_TURTLE_GRAPHICS, "Turtle Graphics II", 2, (0, 1), _TURTLE, de_write=_TURTLE),
    _wired(
        CART_BMP_DATA_TURBO, "BMP Data Turbo 2000", 1, (0, 0),
        de_write=_TURN_16K, df_write=_TURN_OFF,
    ),
    _wired(
        CART_MAGIC_DESK_16, "Magic Desk 16", 128, (0, 0),
        de_write=(BY_VALUE, lambda v: bank(v & 0x7F) | lines(v >> 7, v >> 7)),
    ),
)
# fmt: on
