"""The chips of a .crt where they do not lie as their packets say: files of some types number or
cut them by their own rules.  And the names of types that are not emulated.

Source: VICE's manual, "The CRT cartridge image format"; for Kingsoft, Dela and Rex EPROM sizes also
what its src/c64/cart/ accepts.
"""

from dataclasses import replace

from c64.cartridge.special import CART_KINGSOFT
from c64.cartridge.wiring import CART_DELA_EP64, CART_FUN_PLAY, CART_REX_EP256, fun_play_bank

TYPE_NAMES = {
    2: "KCS Power Cartridge",
    6: "Expert Cartridge",
    14: "Magic Formel",
    29: "Final Cartridge Plus",
    33: "EasyFlash Xbank",
    34: "Capture",
    37: "MMC64",
    38: "MMC Replay",
    39: "IDE64",
    40: "Super Snapshot 4",
    41: "IEEE-488",
    42: "Game Killer",
    45: "Freeze Frame",
    46: "Freeze Machine",
    47: "Snapshot64",
    48: "Super Explode V5.0",
    49: "Magic Voice",
    50: "Action Replay 2",
    56: "Formel 64",
    58: "RR-Net MK3",
    61: "MAX Basic",
    67: "REX RAM-Floppy",
    68: "BIS-Plus",
    69: "SD-BOX",
    70: "MultiMAX",
    71: "Blackbox V9",
    72: "Lt. Kernal Host Adaptor",
    73: "RAMLink",
    74: "H.E.R.O.",
    75: "IEEE Flash! 64",
    77: "Freeze Frame MK2",
    78: "Partner 64",
    79: "Hyper-BASIC",
    80: "Universal Cartridge 1",
    81: "Universal Cartridge 1.5",
    82: "Universal Cartridge 2",
    84: "Profi-DOS",
    86: "Megabyter",
}


def rom_chips(crt):
    """Return the chips of a disk.crt.Crt, by the banks and addresses where they show."""
    cut = _RULES.get(crt.hardware)
    return crt.chips if cut is None else tuple(part for chip in crt.chips for part in cut(chip))


def _fun_play(chip):
    """The packets have the value of the register in the place of the bank."""
    return [replace(chip, bank=fun_play_bank(chip.bank) & 15)]


def _kingsoft(chip):
    """The EPROMs are those at $8000, $A000 and $E000."""
    return [chip if chip.bank == 0 else replace(chip, bank=chip.bank - 1, address=0xA000)]


def _ep64(chip):
    """Two EPROMs of 32 KiB, or eight of 8, behind the one with the menu."""
    if chip.bank == 0 or len(chip.data) != 0x8000:
        return [chip]
    return _pieces(chip)


def _rex_ep256(chip):
    """Eight sockets for EPROMs of 8, 16 or 32 KiB, of which the smaller are seen repeatedly."""
    return [chip] if chip.bank == 0 else _pieces(chip)


def _pieces(chip):
    """Return the four banks that an EPROM fills."""
    data = chip.data * (0x8000 // max(len(chip.data), 1))
    if len(data) != 0x8000:  # no size an EPROM has, which is said where it is placed
        return [chip]
    first = chip.bank * 4 - 3
    return [replace(chip, bank=first + n, data=data[n * 8192 :][:8192]) for n in range(4)]


_RULES = {
    CART_FUN_PLAY: _fun_play,
    CART_DELA_EP64: _ep64,
    CART_REX_EP256: _rex_ep256,
    CART_KINGSOFT: _kingsoft,
}
