"""The player that is put beside a SID tune: its 6502 code, its place, its picture.

The code is asm/sidplay/player.s, assembled; tests/asm/sidplay assembles it again and compares.
It is moved to whole pages that the tune leaves free, and so is the screen.
"""

import struct
import textwrap
import unicodedata
from collections.abc import Callable
from typing import NamedTuple

from disk.errors import MediaUnknown
from disk.sid import SidTune

CODE = bytes.fromhex("""
    4c71100000000000003737000000000000000016030000ffff00000001020408102040807ffdfbf7efdfa202
    a9309d1910ca10faac0710c8a202fe1910bd1910c93ad008a9309d1910ca10ee88d0e9ad1210f01ca200bd19
    10c930d008a9209d1910e8d0f1a202bd19109dffffca10f76078d8ad11108d6b10ad12108d6c10a2008e15d0
    a90f9d00d89d00d99d00da9d00dbe8d0f178a2ff9aa9378501203511202a10ae0710e0209002a21f8a2907a8
    8a4a4a4aaabd0d10391c108d1610ad0610f005a97f8d0ddcad09108501ae1510f00158ad0710a200a0002032
    11ad0610f03378ad0a1009018501209511ad1610d00cad19d02901f0ea8d19d0d007ad0ddc2901f0dead0a10
    850120121178d84ce3106c051058a014a200cad0fd88d0faa501aa2903f0ef8a2904f0ea2095114c16116c03
    10208aff2084ffa218a9008d1ad09d00d4ca10fa8d20d08d21d08e19d0a90f8d18d4ad0ddcad0dddad0b108d
    04dcad0c108d05dca9118d0edca9f88d12d0ad00dd29fc0d14108d00ddad13108d18d0a9c88d16d0a21bad12
    10d002a20b8e11d060a205bd24108d00dcad01dc4a90092904f00aca10ed300a8a0aaa10058a0a0901aaa97f
    8d00dcec17108e1710d03bec1810f0368e18108a3030e00af011e00bf01bec0810f002b0218e07104c9510ae
    0710ec0810d002a2ffe84cdd11ae0710d004ae0810e8ca4cdd1160
""")
CODE_AT = 0x1000  # where it was linked for
# Offsets of the high bytes of addresses in it.
HIGH_BYTES = (
    2, 48, 54, 60, 63, 72, 81, 88, 97, 105, 117, 120, 123, 126, 159, 162, 165, 183,
    186, 189, 192, 202, 207, 213, 220, 223, 229, 236, 239, 263, 268, 273, 276, 302, 305, 308,
    350, 356, 377, 383, 396, 409, 445, 448, 453, 458, 472, 479, 482, 485, 488, 496, 499, 504,
    509,
)  # fmt: skip
# init, play, song, last song, port for init, port for play, timer, speed, where the number of
# the song goes, VIC memory, VIC bank, whether init runs with interrupts.
PARAMETERS = struct.Struct("<HHBBBBHIHBBB")
PARAMETERS_AT = 3
SONG_AT = PARAMETERS_AT + 4  # from the entry on: the song that plays, from 0

_PAGES = -(-len(CODE) // 256)
_COLUMNS, _ROWS = 40, 25
_SCREEN_PAGES = 4
_LETTERS = 6  # of VIC_MEMORY: the characters with small letters, at $1800 of the bank
_BANKS = {0x0000: 3, 0x8000: 1}  # where the VIC sees them, and bits of CIA 2's port A
_TIMERS = {False: 0x4025, True: 0x4295}  # cycles of 1/60 s of PAL, of NTSC and PAL-N
_ALL_ROMS, _NO_BASIC, _NO_ROMS, _RAM = 0x37, 0x36, 0x35, 0x34
_SONG_ROW, _LEFT = 12, 4  # row of the song's number, first column of all texts
_DIGITS = 3
_MARK = "#" * _DIGITS  # where the number goes in the text of its row
_FIRST_SID = 0xD400


class Placed(NamedTuple):
    """What to put into memory to hear a tune: pairs (address, bytes), and where to begin."""

    segments: list[tuple[int, bytes]]
    entry: int


def place_player(tune: SidTune, fast: bool, say: Callable[[str], str] = str) -> Placed:
    """Return a tune with the player beside it.

    fast   True: for a clock of 1.02 MHz, as NTSC and PAL-N have, not of 0.985
    say    a function: the text of the picture in the user's language

    Raises MediaUnknown if there is no room for the player.
    """
    used = set(range(tune.start >> 8, (tune.end - 1 >> 8) + 1))
    usable = {page for page in (*range(0x04, 0xA0), *range(0xC0, 0xD0)) if page not in used}
    if tune.pages is None:
        screen = _find_screen(used)
        page = _find_pages(usable - _pages_of(screen), tune)
    else:
        page = _find_pages(usable & set(tune.pages), tune)
        taken = set(range(page, page + _PAGES))
        own = set(tune.pages) - taken
        # Without room of its own the screen is where it always is, if that is not loaded over.
        screen = _find_screen(used | set(range(0x100)) - own) or _find_screen(
            used | set(range(0x08, 0x100)) | taken
        )
    segments = [(tune.start, tune.data), (page << 8, _code(tune, fast, page, screen, say))]
    if screen is not None:
        segments.append((screen, picture(tune, say)))
    return Placed(segments, page << 8)


def _find_pages(pages: set[int], tune: SidTune) -> int:
    """Return the highest page with enough free ones from it on; MediaUnknown if there is none."""
    for page in sorted(pages, reverse=True):
        if pages.issuperset(range(page, page + _PAGES)):
            return page
    raise MediaUnknown(
        f"{tune.name}: leaves too little memory: the player needs {_PAGES} free pages in a row"
    )


def _find_screen(used: set[int]) -> int | None:
    """Return the first place of a screen where the VIC sees it, and its characters too."""
    for bank in _BANKS:
        for base in range(bank, bank + 0x4000, 0x400):
            beside = not 0x1000 <= base - bank < 0x2000  # there it sees characters
            if base >= 0x400 and beside and not _pages_of(base) & used:
                return base
    return None


def _pages_of(screen: int | None) -> set[int]:
    return set() if screen is None else set(range(screen >> 8, (screen >> 8) + _SCREEN_PAGES))


def _code(
    tune: SidTune, fast: bool, page: int, screen: int | None, say: Callable[[str], str]
) -> bytes:
    """Return the player's bytes for its page, with its parameters."""
    code = bytearray(CODE)
    for at in HIGH_BYTES:
        code[at] = (code[at] + page - (CODE_AT >> 8)) & 0xFF
    number, memory, bank = 0, 0x16, 3
    if screen is not None:
        column = _LEFT + max(0, _song_text(tune, say).find(_MARK))
        number = screen + _SONG_ROW * _COLUMNS + column
        memory = (screen & 0x3FFF) >> 10 << 4 | _LETTERS
        bank = _BANKS[screen & 0xC000]
    PARAMETERS.pack_into(
        code,
        PARAMETERS_AT,
        tune.init,
        tune.play,
        tune.first,
        tune.songs - 1,
        _ALL_ROMS if tune.real else _port_for(tune.init),
        _port_for(tune.play),
        _TIMERS[fast],
        tune.speed,
        number,
        memory,
        bank,
        tune.real,
    )
    return bytes(code)


def _port_for(address: int) -> int:
    """Return the banks in which a routine at an address can be called."""
    if address < 0xA000:
        return _ALL_ROMS
    if address < 0xD000:
        return _NO_BASIC
    return _RAM if address < 0xE000 else _NO_ROMS


# -- the picture ---------------------------------------------------------------------------


def picture(tune: SidTune, say: Callable[[str], str] = str) -> bytes:
    """Return the 1,000 screen codes of the picture, without the song's number.

    say  a function: the text in the user's language, that is to have no letters but A to Z
    """
    facts = [tune.clock or "PAL/NTSC", tune.model or "6581/8580", _speed(tune, say)]
    rows = {
        2: say("GO 64 plays"),
        5: tune.title or say("(no title)"),
        7: tune.author,
        9: tune.released,
        _SONG_ROW: _song_text(tune, say).replace(_MARK, " " * _DIGITS),
        **dict(enumerate(textwrap.wrap(", ".join(facts), _COLUMNS - _LEFT), 14)),
        16: _chips(tune, say) if tune.chips > 1 else "",
        21: say("+ -      next, previous song") if tune.songs > 1 else "",
        22: say("1 to 0   songs 1 to 10") if tune.songs > 1 else "",
    }
    codes = bytearray(b" " * (_COLUMNS * _ROWS))
    for row, text in rows.items():
        line = screen_codes(text)[: _COLUMNS - _LEFT]
        at = row * _COLUMNS + _LEFT
        codes[at : at + len(line)] = line
    return bytes(codes)


def _speed(tune: SidTune, say: Callable[[str], str]) -> str:
    """Return what calls the tune."""
    if not tune.play:
        return say("own interrupts")
    return say("60 Hz timer") if tune.speed >> min(tune.first, 31) & 1 else say("every frame")


def _song_text(tune: SidTune, say: Callable[[str], str]) -> str:
    """Return which song plays, with a mark of three letters for its number."""
    return say(f"Song {_MARK} of {tune.songs}")


def _chips(tune: SidTune, say: Callable[[str], str]) -> str:
    """Return how many SIDs a tune is for, and where those are that can be heard."""
    places = " ".join(f"${at:04X}" for at in (_FIRST_SID, *(at for at, _ in tune.more_sids)))
    return say(f"For {tune.chips} SIDs: {places}")


def screen_codes(text: str) -> bytes:
    """Return a text in screen codes of the characters with small letters; accents are dropped."""
    return bytes(_screen_code(char) for char in unicodedata.normalize("NFKD", text)
                 if not unicodedata.combining(char))  # fmt: skip


def _screen_code(char: str) -> int:
    if "a" <= char <= "z":
        return ord(char) - 0x60
    if "A" <= char <= "Z" or " " <= char <= "?":
        return ord(char)
    return {"@": 0x00, "[": 0x1B, "]": 0x1D, "\u00a3": 0x1C, "_": 0x64}.get(char, 0x3F)
