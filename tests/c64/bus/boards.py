"""Boards whose CPU stands still, with known bytes in RAM, ROMs and expansion port."""

import random

from c64.bus.machine import build_board
from c64.bus.models import choose_model
from c64.cartridge.port import CART_OPEN_BUS, Cartridge
from c64.roms import RomSet

ROMS = random.Random(64)
BASIC, KERNAL, CHARGEN = ROMS.randbytes(8192), ROMS.randbytes(8192), ROMS.randbytes(4096)


class KnownCartridge(Cartridge):
    """Says what it is asked for: windows of known bytes, and a list of all accesses.

    io     what a read of $DE00-$DFFF gives
    pulls  (GAME, EXROM) from the next access to $DE00-$DFFF on, None: as they are
    keeps  1: writes below ROM do not reach the RAM
    """

    def __init__(self):
        super().__init__()
        self.seen = []
        self.io = CART_OPEN_BUS
        self.pulls = None
        self.keeps = 0

    def reset(self):
        pass

    def read_roml(self, addr):
        return roml(addr)

    def read_romh(self, addr):
        return romh(addr)

    def write_roml(self, addr, value):
        self.seen.append(("roml", addr, value, self.now))

    def write_romh(self, addr, value):
        self.seen.append(("romh", addr, value, self.now))

    def write_shadow(self, addr, value):
        self.seen.append(("below", addr, value, self.now))
        return self.keeps

    def read_io(self, addr):
        self.seen.append(("read", addr, self.bus, self.now))
        self.pull()
        return self.io

    def peek_io(self, addr):
        return self.io

    def write_io(self, addr, value):
        self.seen.append(("write", addr, value, self.now))
        self.pull()

    def pull(self):
        if self.pulls is not None:
            self.game, self.exrom = self.pulls


def roml(addr):
    """The byte of KnownCartridge at ``addr`` (0..$1FFF) of ROML."""
    return (addr ^ addr >> 8 ^ 0x35) & 0xFF


def romh(addr):
    """The byte of KnownCartridge at ``addr`` (0..$1FFF) of ROMH."""
    return (addr ^ addr >> 8 ^ 0xC9) & 0xFF


def known_board(cart=None, model="c64", **options):
    """Return a board; its RAM holds the low byte of the address with bit 7 turned round."""
    roms = RomSet(kernal=KERNAL, basic=BASIC, chargen=CHARGEN, own=True)
    chosen = choose_model(model) if isinstance(model, str) else model
    board = build_board(chosen, roms, sample_rate=0, cart=cart, **options)
    board.ram[:] = bytes(at ^ 0x80 for at in range(256)) * 256
    board.poke(0, 0x2F)
    board.poke(1, 0x37)
    return board
