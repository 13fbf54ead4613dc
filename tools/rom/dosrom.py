"""The checksum of the 1541's ROM, which the drive tests when it is switched on."""

from collections.abc import Iterable
from pathlib import Path

ROM_BASE = 0xC000
ROM_SIZE = 0x4000
CHECK_LABEL = "rom_check"


def rom_sum(rom: Iterable[int]) -> int:
    """Return the 8-bit sum of the bytes with the carry added in again, as the drive counts it."""
    total = sum(rom)
    while total > 0xFF:
        total = (total & 0xFF) + (total >> 8)
    return total


def seal_rom(image: Path, labels: Path) -> bytes:
    """Return the ROM's bytes with ``rom_check`` set so that ``rom_sum`` is $FF.

    image   Path of the 16 KB that ld65 wrote, first byte at $C000
    labels  Path of ld65's -Ln output
    errors  ValueError: wrong size, no such label, label outside of the ROM
    """
    rom = bytearray(image.read_bytes())
    if len(rom) != ROM_SIZE:
        raise ValueError(
            f"{image}: {len(rom)} bytes, a 1541's ROM has {ROM_SIZE}: see asm/dos/dos.cfg"
        )
    place = _label(labels) - ROM_BASE
    if not 0 <= place < ROM_SIZE:
        raise ValueError(f"{labels}: {CHECK_LABEL} must lie in $C000-$FFFF")
    rom[place] = 0
    rom[place] = 0xFF - rom_sum(rom)
    return bytes(rom)


def _label(labels: Path) -> int:
    for line in labels.read_text().splitlines():
        _, address, name = line.split()[:3]
        if name == f".{CHECK_LABEL}":
            return int(address, 16)
    raise ValueError(
        f"{labels}: no label {CHECK_LABEL}; the ROM's self-test needs it (asm/dos/reset.s)"
    )
