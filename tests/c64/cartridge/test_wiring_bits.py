"""The registers of ROM cartridges bit by bit: every value, and every address where that counts.

Source: VICE's manual, "The CRT cartridge image format".  test_wiring.py shows what a program sees
of a few values; here each bit of a register has a word:

    0 to 7  a bit of the number of the bank        -  not connected
    E  EXROM, e the same inverted                  G  GAME
    O  both lines                                  H  1: the register does not answer any more
    N  1: NMI high, 0: low
"""

import pytest

from c64.cartridge.registry import cartridge_from_crt
from c64.cartridge.wiring import (
    CART_ACTION_REPLAY_3,
    CART_ACTION_REPLAY_4,
    CART_BLACKBOX_8,
    CART_COMAL,
    CART_DELA_EP7X8,
    CART_DELA_EP64,
    CART_DELA_EP256,
    CART_DINAMIC,
    CART_EASYCALC,
    CART_FC3,
    CART_FUN_PLAY,
    CART_GS,
    CART_MAGIC_DESK,
    CART_MAGIC_DESK_16,
    CART_OCEAN,
    CART_PROPHET64,
    CART_REX_EP256,
    CART_RGCD,
    CART_SILVERROCK,
    CART_SUPER_GAMES,
)
from disk.crt import Crt, CrtChip

DE, DF = 0x000, 0x100  # as the board has them: 0..$1FF

# type: (banks, where it is written, EXROM and GAME that nothing moves, bits from 7 to 0)
VALUES = {
    CART_FC3: (4, DF + 0xFF, "00", "H N G E - - 1 0"),
    CART_OCEAN: (64, DE, "01", "- - 5 4 3 2 1 0"),
    CART_SUPER_GAMES: (4, DF, "00", "- - - - H O 1 0"),
    CART_MAGIC_DESK: (128, DE, "01", "E 6 5 4 3 2 1 0"),
    CART_COMAL: (8, DE, "00", "- O - - - 2 1 0"),
    CART_ACTION_REPLAY_4: (4, DE, "01", "- - - 1 e H G 0"),
    CART_ACTION_REPLAY_3: (2, DE, "01", "- - - - e H - 0"),
    CART_PROPHET64: (32, DF, "01", "- - E 4 3 2 1 0"),
    CART_SILVERROCK: (16, DE, "01", "0 3 2 1 - - - -"),
    CART_MAGIC_DESK_16: (128, DE, "00", "O 6 5 4 3 2 1 0"),
}
# The same of the address that is written; Dinamic: read.
ADDRESSES = {
    CART_GS: (64, DE, "01", "- - 5 4 3 2 1 0"),
    CART_DINAMIC: (16, DE, "01", "- - - - 3 2 1 0"),
    CART_EASYCALC: (2, DE, "00", "- - - - - - - 0"),
    CART_BLACKBOX_8: (4, DF, "00", "- - - - 1 0 G E"),
}
BOTH = {CART_FC3, CART_SUPER_GAMES, CART_COMAL, CART_MAGIC_DESK_16, CART_BLACKBOX_8, CART_EASYCALC}


def made(hardware, banks):
    """A cartridge whose banks hold their number."""
    windows = (0x8000, 0xA000) if hardware in BOTH else (0x8000,)
    chips = [CrtChip(0, n, at, bytes([n]) * 8192) for n in range(banks) for at in windows]
    return cartridge_from_crt(Crt("x.crt", hardware, 0, 1, "", tuple(chips)))


def expected(words, lines, value):
    """What is to be seen of a value: (bank, EXROM, GAME, hidden, NMI)."""
    exrom, game = map(int, lines)
    bank = hidden = nmi = 0
    for word, number in zip(words.split(), range(7, -1, -1), strict=True):
        bit = value >> number & 1
        if word.isdigit():
            bank |= bit << int(word)
        exrom = {"E": bit, "e": 1 - bit, "O": bit}.get(word, exrom)
        game = {"G": bit, "O": bit}.get(word, game)
        hidden = bit if word == "H" else hidden
        nmi = 1 - bit if word == "N" else nmi
    return bank, exrom, game, hidden, nmi


def seen(cart):
    """The same of a cartridge."""
    bank = cart.read_roml(0x123) if cart.hardware != CART_EASYCALC else cart.read_romh(0x123)
    return bank, cart.exrom, cart.game, cart.hidden, cart.nmi


class Told:
    """A cartridge and its type, which it does not say itself."""

    def __init__(self, hardware, banks):
        self.cart, self.hardware = made(hardware, banks), hardware

    def __getattr__(self, name):
        return getattr(self.cart, name)


@pytest.mark.parametrize("hardware", VALUES)
def test_every_value_does_what_its_bits_say(hardware):
    banks, at, lines, words = VALUES[hardware]
    cart = Told(hardware, banks)
    for value in range(256):
        cart.reset()
        cart.write_io(at, value)
        assert seen(cart) == expected(words, lines, value), hex(value)


@pytest.mark.parametrize("hardware", ADDRESSES)
def test_every_address_does_what_its_bits_say(hardware):
    banks, first, lines, words = ADDRESSES[hardware]
    cart = Told(hardware, banks)
    for addr in range(256):
        cart.reset()
        if hardware == CART_DINAMIC:
            cart.read_io(first + addr)
        else:
            cart.write_io(first + addr, 0xFF)
        assert seen(cart) == expected(words, lines, addr), hex(addr)


@pytest.mark.parametrize("hardware", VALUES)
def test_a_hidden_register_answers_no_more_until_a_reset(hardware):
    banks, at, lines, words = VALUES[hardware]
    if "H" not in words:
        return
    cart = Told(hardware, banks)
    hide = 1 << 7 - words.split().index("H")
    cart.write_io(at, hide)
    cart.write_io(at, 0xFF & ~hide)
    assert seen(cart) == expected(words, lines, hide)
    cart.reset()
    cart.write_io(at, 0xFF & ~hide)
    assert seen(cart) == expected(words, lines, 0xFF & ~hide)


def test_every_value_of_dela_ep64():
    """7 EXROM; bits 1, 0, 5, 4 are a number, of which 4 to 11 are the banks 1 to 8."""
    cart = Told(CART_DELA_EP64, 9)
    for value in range(256):
        cart.reset()
        cart.write_io(DE, value)
        number = [0, 1, 2, 3][value & 3] * 4 + (value >> 5 & 1) * 2 + (value >> 4 & 1)
        bank = number - 3 if number in range(4, 12) else 0
        assert seen(cart) == (bank, int(value >= 0x80), 1, 0, 0), hex(value)


def test_every_value_of_dela_ep7x8():
    """The one bit that is low is the bank; none: off; several: nothing happens."""
    cart = Told(CART_DELA_EP7X8, 8)
    for value in range(256):
        cart.reset()
        cart.write_io(DE, 0xFB)
        cart.write_io(DE, value)
        low = f"{value:08b}"[::-1]
        bank = low.index("0") if low.count("0") == 1 else 2
        off = value == 0xFF
        assert seen(cart) == (bank, int(off), 1, 0, 0), hex(value)


def test_every_value_of_dela_ep256():
    """7 EXROM; 5 and 4, inverted, choose 8 of the 32 banks, 2 to 0 one of them; 0 is the base."""
    cart = Told(CART_DELA_EP256, 33)
    for value in range(256):
        cart.reset()
        assert cart.read_roml(0) == 0
        cart.write_io(DE, value)
        eight = {0x30: 0, 0x20: 1, 0x10: 2, 0x00: 3}[value & 0x30]
        assert seen(cart) == (1 + 8 * eight + (value & 7), value >> 7, 1, 0, 0), hex(value)


def test_every_value_of_rex_ep256_at_its_one_address():
    """2 to 0 the socket, 5 and 4 the 8 KiB in it; 0 is the base."""
    sockets = [CrtChip(0, 0, 0x8000, bytes(8192))]
    for socket in range(8):
        data = b"".join(bytes([1 + 4 * socket + part]) * 8192 for part in range(4))
        sockets.append(CrtChip(0, 1 + socket, 0x8000, data))
    cart = cartridge_from_crt(Crt("x.crt", CART_REX_EP256, 0, 1, "", tuple(sockets)))
    for value in range(256):
        cart.reset()
        for addr in (DF + 0x9F, DF + 0xA1, DE + 0xA0):
            cart.write_io(addr, value)
        assert cart.read_roml(0x1FFF) == 0
        cart.write_io(DF + 0xA0, value)
        assert cart.read_roml(0x1FFF) == 1 + 4 * (value & 7) + (value >> 4 & 3), hex(value)


def test_every_value_of_fun_play():
    """Bits 5 to 3 and 0 the bank; of the others all low is on, $86 off, anything else neither."""
    chips = [CrtChip(0, n >> 3 | (n & 7) << 3, 0x8000, bytes([n]) * 8192) for n in range(16)]
    cart = cartridge_from_crt(Crt("x.crt", CART_FUN_PLAY, 0, 1, "", tuple(chips)))
    for before in (0x00, 0x86):
        for value in range(256):
            cart.write_io(DE, before)
            cart.write_io(DE, value)
            off = {0x00: 0, 0x86: 1}.get(value & 0xC6, int(before == 0x86))
            bank = (value >> 3 & 7) + 8 * (value & 1)
            assert (cart.read_roml(7), cart.exrom, cart.game) == (bank, off, 1), hex(value)


def test_every_value_of_rgcd():
    """3 off until a reset, 2 to 0 the bank."""
    cart = Told(CART_RGCD, 8)
    for value in range(256):
        cart.reset()
        cart.write_io(DE, value)
        off = value >> 3 & 1
        assert seen(cart) == (value & 7, off, 1, off, 0), hex(value)
