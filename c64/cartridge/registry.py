"""From a .crt to the cartridge that it describes, and back to a file."""

import zlib
from dataclasses import replace

from c64.cartridge.chips import TYPE_NAMES, rom_chips
from c64.cartridge.easyflash import CART_EASYFLASH, EasyFlash
from c64.cartridge.freezer import (
    CART_ACTION_REPLAY,
    CART_NORDIC_POWER,
    CART_NORDIC_REPLAY,
    CART_RETRO_REPLAY,
    CART_SUPER_SNAPSHOT,
    FreezerCartridge,
)
from c64.cartridge.gmod2 import CART_GMOD2, Gmod2
from c64.cartridge.gmod3 import CART_GMOD3, Gmod3
from c64.cartridge.memory.eeprom import EEPROM_SIZE
from c64.cartridge.pagefox import CART_PAGEFOX, Pagefox
from c64.cartridge.rom import RomCartridge
from c64.cartridge.special import (
    CART_EPYX,
    CART_EXOS,
    CART_KINGSOFT,
    CART_STARDOS,
    CART_ZAXXON,
    EpyxFastLoad,
    KernalCartridge,
    Kingsoft,
    Zaxxon,
)
from c64.cartridge.wiring import CART_COMAL, CART_OCEAN, CART_RGCD, WIRINGS
from disk.crt import CRT_EEPROM, Crt, CrtChip, write_crt
from disk.errors import MediaDamaged, MediaUnknown
from disk.image_file import write_atomically

# hardware type of the .crt, + 256 for a revision that differs -> (name, most banks); those of
# c64.cartridge.wiring beside them
CARTRIDGE_TYPES = {
    CART_EPYX: ("Epyx FastLoad", 1),
    CART_ZAXXON: ("Zaxxon", 2),
    CART_STARDOS: ("StarDOS", 1),
    CART_EASYFLASH: ("EasyFlash", 64),
    CART_EXOS: ("EXOS", 1),
    CART_PAGEFOX: ("Pagefox", 4),
    CART_KINGSOFT: ("Kingsoft", 2),
    CART_GMOD2: ("GMOD2", 64),
    CART_GMOD3: ("GMOD3", 2048),
}
FREEZER_TYPES = {
    CART_ACTION_REPLAY: ("Action Replay", 4),
    CART_NORDIC_POWER: ("Nordic Power", 4),
    CART_SUPER_SNAPSHOT: ("Super Snapshot 5", 8),
    CART_RETRO_REPLAY: ("Retro Replay", 8),
    CART_NORDIC_REPLAY: ("Nordic Replay", 8),
}
_REVISED = (CART_COMAL, CART_RETRO_REPLAY, CART_RGCD)


def cartridge_from_crt(crt):
    """Return the Cartridge a disk.crt.Crt describes.

    Raises MediaUnknown for hardware that is not emulated, MediaDamaged for banks that the
    hardware does not have.
    """
    hardware = crt.hardware + 256 * (crt.hardware in _REVISED and crt.revision > 0)
    name, most = _known_type(crt, hardware)
    crt = replace(crt, chips=rom_chips(crt))
    banks = _bank_count(crt, name, most)
    if hardware in WIRINGS:
        banks = max(banks, WIRINGS[hardware].least)
    roml, romh = bytearray(b"\xff" * (banks * 8192)), bytearray(b"\xff" * (banks * 8192))
    for chip in crt.chips:
        if chip.kind == CRT_EEPROM and hardware != CART_GMOD2:
            raise MediaDamaged(f"{crt.where}: has an EEPROM; a cartridge of type {name} has none")
        _place(crt, chip, roml, romh)
    identity = f"{name} {len(roml) + len(romh)} bytes, CRC {zlib.crc32(roml + romh):08X}"
    if hardware in WIRINGS:
        return _rom_cartridge(crt, WIRINGS[hardware], roml, romh, identity)
    if hardware in FREEZER_TYPES:
        high = romh if hardware == CART_SUPER_SNAPSHOT else roml
        return FreezerCartridge(hardware, roml, high, identity)
    if hardware == CART_GMOD2:
        return Gmod2(roml, _eeprom(crt), identity)
    if hardware in (CART_EXOS, CART_STARDOS):
        return KernalCartridge(roml, romh, identity, int(hardware == CART_STARDOS))
    return _MAKERS[hardware](roml, romh, identity)


_MAKERS = {
    CART_EASYFLASH: EasyFlash,
    CART_EPYX: EpyxFastLoad,
    CART_GMOD3: Gmod3,
    CART_KINGSOFT: Kingsoft,
    CART_PAGEFOX: Pagefox,
    CART_ZAXXON: Zaxxon,
}


def _rom_cartridge(crt, wiring, roml, romh, identity):
    """Return the RomCartridge of a type."""
    start = wiring.start or (crt.exrom, crt.game)
    if crt.hardware == CART_OCEAN:
        # Both windows show the same chips; a 512 KiB one has the lower window only.
        for at in range(0, len(roml), 8192):
            bank = roml if roml[at : at + 8192].count(0xFF) < 8192 else romh
            roml[at : at + 8192] = romh[at : at + 8192] = bank[at : at + 8192]
        start = (0, 1) if len(roml) == 64 * 8192 else start
    elif wiring.rom == "same":
        romh = roml
    elif wiring.rom == "first":
        roml = roml[:8192] * (len(roml) // 8192)
    return RomCartridge(wiring, roml, romh, *start, identity)


def _known_type(crt, hardware):
    """Return (name, most banks) of the hardware type."""
    rows = CARTRIDGE_TYPES | FREEZER_TYPES
    rows |= {number: (row.name, row.banks) for number, row in WIRINGS.items()}
    if hardware not in rows or crt.hardware > 255:
        known = ", ".join(str(number) for number in sorted({number & 255 for number in rows}))
        raise MediaUnknown(
            f"{crt.where}: hardware type {crt.hardware}{_named(crt.hardware)} is not emulated; "
            f"these are: {known}"
        )
    return rows[hardware]


def _named(hardware):
    """Return " (name)" of a hardware type, if it has one."""
    return f" ({TYPE_NAMES[hardware]})" if hardware in TYPE_NAMES else ""


def _bank_count(crt, name, most):
    """Return the number of banks, a power of two."""
    last = max(chip.bank for chip in crt.chips)
    if last >= most:
        raise MediaDamaged(
            f"{crt.where}: bank {last}; a cartridge of type {name} has at most {most}"
        )
    return 1 << last.bit_length()


def _place(crt, chip, roml, romh):
    """Copy a chip to where it shows; a small one shows repeatedly."""
    data = chip.data
    if chip.kind in (1, CRT_EEPROM):
        return
    fits = {0x8000: 16384, 0xA000: 8192, 0xE000: 8192, 0xF000: 4096}
    if chip.address not in fits or len(data) not in (2048, 4096, 8192, 16384):
        raise MediaDamaged(
            f"{crt.where}: {len(data)} bytes at ${chip.address:04X}; a ROM has 2, 4, 8 or 16 KiB "
            "at $8000, $A000, $E000 or $F000"
        )
    if len(data) > fits[chip.address]:
        raise MediaDamaged(
            f"{crt.where}: {len(data)} bytes at ${chip.address:04X}; {fits[chip.address]} fit there"
        )
    at = chip.bank * 8192
    if len(data) < 8192:
        data = data * (8192 // len(data))
    if chip.address == 0x8000:
        roml[at : at + 8192] = data[:8192]
        if len(data) == 16384:
            romh[at : at + 8192] = data[8192:]
    else:
        romh[at : at + 8192] = data


def _eeprom(crt):
    """Return what the EEPROM of a cartridge holds; empty if the file does not say."""
    data = b"".join(chip.data for chip in crt.chips if chip.kind == CRT_EEPROM)
    if len(data) not in (0, EEPROM_SIZE):
        raise MediaDamaged(
            f"{crt.where}: an EEPROM of {len(data)} bytes; that of a GMOD2 has {EEPROM_SIZE}"
        )
    return data


def cartridge_changed(cart):
    """Return True if a program has written to the flash or the EEPROM of the cartridge."""
    return getattr(getattr(cart, "inner", cart), "changed", False)


def save_cartridge(cart, path):
    """Write what an EasyFlash or a GMOD (also one behind a REU) holds to the file ``path``, a .crt.

    Raises ValueError for any other cartridge: nothing in it can have changed.
    """
    flash = getattr(cart, "inner", cart)
    if not hasattr(flash, "chips"):
        raise ValueError(
            f"{flash.identity} has no flash memory; only an EasyFlash, GMOD2 or GMOD3 can be saved"
        )
    hardware, exrom, game, title = flash.crt
    chips = tuple(CrtChip(*chip) for chip in flash.chips())
    write_atomically(path, write_crt(Crt(str(path), hardware, exrom, game, title, chips)))
    flash.saved()
