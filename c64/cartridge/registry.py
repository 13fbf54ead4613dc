"""From a .crt to the cartridge that it describes, and back to a file."""

from __future__ import annotations

import zlib
from dataclasses import replace
from pathlib import Path

from c64.cartridge.crt_type import CRT_RAM, CRT_REVISED, CartridgeType, CrtRom
from c64.cartridge.easyflash import EASYFLASH_TYPES
from c64.cartridge.freezer import FREEZER_TYPES
from c64.cartridge.gmod2 import GMOD2_TYPES
from c64.cartridge.gmod3 import GMOD3_TYPES
from c64.cartridge.not_emulated import NOT_EMULATED
from c64.cartridge.pagefox import PAGEFOX_TYPES
from c64.cartridge.port import CART_BANK, CART_ROMH, CART_ROMH_ULTIMAX, CART_ROML, Cartridge
from c64.cartridge.special import SPECIAL_TYPES
from c64.cartridge.wiring import WIRED_TYPES
from disk.crt import CRT_EEPROM, Crt, CrtChip, write_crt
from disk.errors import MediaDamaged, MediaUnknown
from disk.image_file import write_atomically

# Every type the .crt format has a number for, by the files that tell of them.
CARTRIDGE_TYPES = (
    *WIRED_TYPES,
    *FREEZER_TYPES,
    *SPECIAL_TYPES,
    *EASYFLASH_TYPES,
    *GMOD2_TYPES,
    *GMOD3_TYPES,
    *PAGEFOX_TYPES,
    *NOT_EMULATED,
)
TYPES_BY_NUMBER = {row.number: row for row in CARTRIDGE_TYPES}


def cartridge_from_crt(crt: Crt) -> Cartridge:
    """Return the Cartridge a disk.crt.Crt describes.

    Raises MediaUnknown for hardware that is not emulated, MediaDamaged for banks that the
    hardware does not have.
    """
    row = _row_of(crt)
    return row.made_of(_rom_of(replace(crt, chips=row.showing(crt.chips)), row))


def _row_of(crt: Crt) -> CartridgeType:
    """Return the row of the hardware type; MediaUnknown says which there are."""
    revised = TYPES_BY_NUMBER.get(crt.hardware + CRT_REVISED) if crt.revision > 0 else None
    row = revised or TYPES_BY_NUMBER.get(crt.hardware)
    if row is not None and row.cartridge is not None and crt.hardware < CRT_REVISED:
        return row
    known = ", ".join(str(number) for number in emulated_numbers())
    named = f" ({row.name})" if row is not None and crt.hardware < CRT_REVISED else ""
    raise MediaUnknown(
        f"{crt.where}: hardware type {crt.hardware}{named} is not emulated; types that are: {known}"
    )


def emulated_numbers() -> list[int]:
    """Return the numbers of the .crt format that are emulated, in their order."""
    rows = TYPES_BY_NUMBER.values()
    return sorted({row.number % CRT_REVISED for row in rows if row.cartridge is not None})


def _rom_of(crt: Crt, row: CartridgeType) -> CrtRom:
    """Return what the chips hold, each in its window."""
    banks = max(_bank_count(crt, row), row.least)
    roml, romh = bytearray(b"\xff" * (banks * CART_BANK)), bytearray(b"\xff" * (banks * CART_BANK))
    for chip in crt.chips:
        if chip.kind == CRT_EEPROM and not row.eeprom:
            raise MediaDamaged(
                f"{crt.where}: has an EEPROM; a cartridge of type {row.name} has none"
            )
        _place(crt, chip, roml, romh)
    size, checksum = len(roml) + len(romh), zlib.crc32(roml + romh)
    return CrtRom(crt, roml, romh, f"{row.name} {size} bytes, CRC {checksum:08X}")


def _bank_count(crt: Crt, row: CartridgeType) -> int:
    """Return the number of banks, a power of two."""
    last = max(chip.bank for chip in crt.chips)
    if last >= row.banks:
        raise MediaDamaged(
            f"{crt.where}: has a bank {last}; banks of type {row.name} end at {row.banks - 1}"
        )
    return 1 << last.bit_length()


# What fits in at an address.
_ROM_FITS = {
    CART_ROML: 2 * CART_BANK,  # and ROMH behind it
    CART_ROMH: CART_BANK,
    CART_ROMH_ULTIMAX: CART_BANK,
    0xF000: CART_BANK // 2,
}


def _place(crt: Crt, chip: CrtChip, roml: bytearray, romh: bytearray) -> None:
    """Copy a chip to where it shows; a small one shows repeatedly."""
    data = chip.data
    if chip.kind in (CRT_RAM, CRT_EEPROM):
        return
    if chip.address not in _ROM_FITS or len(data) not in (2048, 4096, 8192, 16384):
        raise MediaDamaged(
            f"{crt.where}: {len(data)} bytes at ${chip.address:04X}; a ROM must have 2, 4, 8 "
            "or 16 KiB and be at $8000, $A000, $E000 or $F000"
        )
    fits = _ROM_FITS[chip.address]
    if len(data) > fits:
        raise MediaDamaged(
            f"{crt.where}: {len(data)} bytes at ${chip.address:04X}; at most {fits} fit there"
        )
    at = chip.bank * CART_BANK
    if len(data) < CART_BANK:
        data = data * (CART_BANK // len(data))
    window = roml if chip.address == CART_ROML else romh
    window[at : at + CART_BANK] = data[:CART_BANK]
    if len(data) > CART_BANK:
        romh[at : at + CART_BANK] = data[CART_BANK:]


def cartridge_changed(cart: Cartridge) -> bool:
    """Return True if a program has written to the flash or the EEPROM of the cartridge."""
    return cart.behind().changed


def save_cartridge(cart: Cartridge, path: str | Path) -> None:
    """Write what an EasyFlash or a GMOD (also one behind a REU) holds to the file ``path``, a .crt.

    Raises ValueError for any other cartridge: nothing in it can have changed.
    """
    cart = cart.behind()
    if cart.crt_header is None:
        *names, last = (row.name for row in TYPES_BY_NUMBER.values() if row.saves)
        raise ValueError(
            f"{cart.identity} has no flash memory; "
            f"only an {', '.join(names)} or {last} can be saved"
        )
    hardware, exrom, game, title = cart.crt_header
    chips = tuple(CrtChip(*chip) for chip in cart.chips())
    write_atomically(path, write_crt(Crt(str(path), hardware, exrom, game, title, chips)))
    cart.saved()
