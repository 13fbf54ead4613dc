"""The PLA: which chip answers at which address, for all 32 modes.

Source: the equations of the 82S100 in Thomas Giesel, "The C64 PLA Dissected" (2012),
and the table of the Commodore 64 Programmer's Reference Guide, ch. 5.

A mode is a number of five input lines, each 1 when the line is high:
LORAM + 2*HIRAM + 4*CHAREN + 8*GAME + 16*EXROM.  31 is the machine without a cartridge
after reset.

Not emulated: the glitches of the real chip while its inputs change.
"""

from functools import cache

PLA_RAM = 0
PLA_PORT = 1  # page 0 of the map: RAM, except $00 and $01
PLA_IO = 2
PLA_BASIC = 3
PLA_KERNAL = 4
PLA_CHARGEN = 5
PLA_ROML = 6
PLA_ROMH = 7
PLA_OPEN = 8
PLA_WATCHED = 9  # the board does more than an access here: DMA, see watched_tables
PLA_SHADOWED = 10  # a write below a cartridge's ROM, of which the cartridge is told
PLA_VECTORS = 11  # $F000-$FFFF with a cartridge that may answer for the vectors

# Numbers of modes beside those of the five lines: see watched_tables.
PLA_ARMED_MODES = 32  # added while a write to $FF00 starts a transfer
PLA_DMA_MODE = 64  # a transfer waits or goes on
PLA_MODES = 65  # of each map of a cartridge

PLA_NAMES = ("ram", "ram", "io", "basic", "kernal", "chargen", "roml", "romh", "open")


def pla_region(mode, page, write):
    """Return the region code of 4 KiB page ``page`` (0..15) in ``mode`` (0..31).

    write  True: where a write goes.  RAM lies below every ROM; only in Ultimax mode do
           writes miss the RAM above $0FFF.
    """
    loram, hiram, charen = mode & 1, mode >> 1 & 1, mode >> 2 & 1
    game, exrom = mode >> 3 & 1, mode >> 4 & 1
    if page == 0:
        return PLA_PORT
    if not game and exrom:
        return _ultimax_region(page)
    if page == 0xD:
        # With a 16K cartridge LORAM alone does not bring the character ROM.
        if charen and (loram or hiram):
            return PLA_IO
        if not write and not charen and (hiram or (loram and game)):
            return PLA_CHARGEN
        return PLA_RAM
    if write:
        return PLA_RAM
    if page in (8, 9) and loram and hiram and not exrom:
        return PLA_ROML
    if page in (0xA, 0xB):
        if hiram and not game and not exrom:
            return PLA_ROMH
        if loram and hiram and game:
            return PLA_BASIC
    if page in (0xE, 0xF) and hiram:
        return PLA_KERNAL
    return PLA_RAM


def _ultimax_region(page):
    if page in (8, 9):
        return PLA_ROML
    if page == 0xD:
        return PLA_IO
    if page in (0xE, 0xF):
        return PLA_ROMH
    return PLA_OPEN


def watched_tables():
    """Return (read map, write map) of 65 modes for each map of a cartridge: what the board uses.

    0-31    as the PLA has them
    32-63   the same while a write to $FF00 starts a transfer: page 15 is watched
    64      a transfer waits or goes on: everything is watched
    65-128  as 0-63, for a cartridge that takes part in writes at $8000-$BFFF (CART_SHADOWED)
    130-193 as 0-63, for one that pulls GAME in writes at $8000-$FFFF (CART_ULTIMAX_WRITES)
    195-258 as 0-63, for one whose ROMH takes the place of the KERNAL (CART_KERNAL)
    260-323 as 0-63, for one in Ultimax mode at $8000-$BFFF and $E000-$FFFF (CART_ULTIMAX_ROMS)
    325-388 as 0-63, for one that answers at $FFF8-$FFFF (CART_VECTORS)
    """
    return tuple(bytearray(table) for table in _watched_tables())


@cache
def _watched_tables():
    read, write = pla_table(write=False), pla_table(write=True)
    kernal = read.replace(bytes([PLA_KERNAL]), bytes([PLA_ROMH]))
    vectors = bytearray(read)
    vectors[15::16] = bytes([PLA_VECTORS] * 32)
    roms = (8, 9, 0xA, 0xB, 0xE, 0xF)
    reads, writes = bytearray(), bytearray()
    for loads, stores in (
        (read, write),
        (read, _shadowed(write)),
        (read, _as_ultimax(write, range(8, 16))),
        (kernal, write),
        (_as_ultimax(read, roms), _as_ultimax(write, roms)),
        (vectors, write),
    ):
        armed = bytearray(stores)
        armed[15::16] = bytes([PLA_WATCHED] * 32)
        wanted = bytearray([PLA_WATCHED] * 16)
        reads += loads + loads + wanted
        writes += stores + armed + wanted
    return reads, writes


def _shadowed(table):
    """Return the table with what a cartridge is told of at $8000-$BFFF."""
    told = range(8, 12)
    return bytearray(
        PLA_SHADOWED if at & 15 in told and region == PLA_RAM else region
        for at, region in enumerate(table)
    )


def _as_ultimax(table, pages):
    """Return the table with these pages as they are in Ultimax mode."""
    return bytearray(
        _ultimax_region(at & 15) if at & 15 in pages else region for at, region in enumerate(table)
    )


def pla_table(write):
    """Return 512 bytes: region of page p in mode m at ``m * 16 + p``."""
    return bytearray(pla_region(m, p, write) for m in range(32) for p in range(16))
