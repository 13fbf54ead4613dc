"""EAPI: the driver by which programs write to an EasyFlash, at 00:1:1800 of a file.

That is bank 0 of the high chip, from $1800 on: "eapi", a name of 16 bytes, and 748 bytes of code
for the chips of one board.  A file may have the driver of another board, or nothing behind the
name: whoever puts it on a cartridge puts the driver for that cartridge's chips there.  So do we,
with our own for the Am29F040 (asm/eapi/), unless the name says that the file's is for that chip.

Source: Thomas Giesel, "EasyFlash Programmer's Guide", and EasyProg, which does so when it flashes
(flash.c, "eapi" at $1800); VICE, easyflash.c, does it when it attaches a file.
"""

from pathlib import Path

from disk.errors import MediaUnknown

EAPI_PLACE, EAPI_SIZE, EAPI_HEAD = 0x1800, 0x300, 20
EAPI_MARK = b"eapi"
EAPI_CHIP = b"29F040"  # in the names of drivers for this chip
EAPI_OWN = Path(__file__).parents[1] / "roms" / "eapi.bin"


def own_driver() -> bytes:
    """Return GO 64's driver, 768 bytes; raises MediaUnknown where it has not been built."""
    try:
        return EAPI_OWN.read_bytes()
    except FileNotFoundError:
        raise MediaUnknown(
            "EasyFlash's driver is not built: run 'make build' (tools/build.py roms)"
        ) from None


def with_driver(romh: bytes | bytearray) -> bytes | bytearray:
    """Return the high chip's bytes with a driver for it, if they have a place for one."""
    head = bytes(romh[EAPI_PLACE : EAPI_PLACE + EAPI_HEAD])
    letters = bytes(byte & 0x7F for byte in head)  # the name is PETSCII
    if not head.startswith(EAPI_MARK) or EAPI_CHIP in letters:
        return romh
    return romh[:EAPI_PLACE] + own_driver() + romh[EAPI_PLACE + EAPI_SIZE :]
