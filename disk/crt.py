"""CRT: the ROMs of a cartridge in one file.

Source: Per Hakan Sundell, "CCS64 cartridge image format", with the hardware types that
VICE's manual ("The CRT cartridge image format") adds.

A file is a header of at least 64 bytes ("C64 CARTRIDGE   ", its length, version, hardware
type, the levels of EXROM and GAME, a name), then packets "CHIP" of 16 bytes and data.
All numbers are big endian.  Many files in the wild give 32 ($20) as length of the header;
it is 64 then, too.
"""

import struct
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Literal

from disk.errors import MediaDamaged, warn_media
from disk.format import Format
from disk.image_file import check_size

CRT_MAGIC = b"C64 CARTRIDGE   "
CRT_LARGEST = 17 * 1024 * 1024  # a GMOD3 of 16 MiB, with the heads of its packets
_HEADER = struct.Struct(">16sIHHBBB5x32s")
_HEADER_SIZE = 64
_CHIP = struct.Struct(">4sIHHHH")
_ROM, _RAM, _FLASH, CRT_EEPROM = range(4)


@dataclass(frozen=True)
class CrtChip:
    """One ROM of a cartridge.

    kind     0 ROM, 1 RAM (no data), 2 flash, 3 EEPROM
    bank     0..
    address  where it shows: $8000, $A000, $E000 or $F000
    data     bytes
    """

    kind: int
    bank: int
    address: int
    data: bytes


@dataclass(frozen=True)
class Crt:
    """A cartridge as its file describes it.

    where        the file, for messages
    hardware     number of the hardware type, 0 = no bank switching
    exrom, game  level of the line after a reset, 1 = high
    title        name, as in the file
    chips        tuple of CrtChip, at least one
    revision     of the hardware type, 0 in most files
    """

    where: str
    hardware: int
    exrom: int
    game: int
    title: str
    chips: tuple[CrtChip, ...]
    revision: int = 0
    kind: ClassVar[Literal["cartridge"]] = "cartridge"

    @property
    def name(self) -> str:
        """Where it came from, for messages."""
        return self.where


def parse_crt(content: bytes, where: str) -> Crt:
    """Return the Crt in ``content`` (bytes); MediaDamaged says what is wrong and where."""
    if not content.startswith(CRT_MAGIC):
        raise MediaDamaged(f"{where}: does not begin with 'C64 CARTRIDGE', as a .crt does")
    check_size(content, CRT_LARGEST, where, "a .crt")
    if len(content) < _HEADER_SIZE:
        raise MediaDamaged(
            f"{where}: truncated: {len(content)} bytes; the header of a .crt has {_HEADER_SIZE}"
        )
    _, length, _, hardware, exrom, game, revision, title = _HEADER.unpack_from(content)
    at = max(length, _HEADER_SIZE)
    if at > len(content):
        raise MediaDamaged(
            f"{where}: its header claims {length} bytes, the file has {len(content)}; 64 is usual"
        )
    if exrom > 1 or game > 1:
        raise MediaDamaged(f"{where}: EXROM is {exrom}, GAME is {game}; each must be 0 or 1")
    chips: list[CrtChip] = []
    # A few bytes too many behind the last packet are no packet, and harm nobody.
    while len(content) - at >= _CHIP.size or (at < len(content) and not chips):
        try:
            chip, at = _chip(content, at, where)
        except MediaDamaged as error:  # padding, or a file that was cut
            if not chips:
                raise
            warn_media(f"{error}; the {len(chips)} CHIP packets before it are used")
            break
        chips.append(chip)
    if not chips:
        raise MediaDamaged(f"{where}: no CHIP packet after the header; at least one is needed")
    text = title.split(b"\0")[0].decode("ascii", "replace")
    return Crt(where, hardware, exrom, game, text, tuple(chips), revision)


def write_crt(crt: Crt) -> bytes:
    """Return the bytes of a .crt with the chips of a Crt; ``parse_crt`` reads it again."""
    image = _HEADER.pack(
        CRT_MAGIC, _HEADER_SIZE, 0x0100, crt.hardware, crt.exrom, crt.game, crt.revision,
        crt.title.encode("ascii", "replace")[:32],
    )  # fmt: skip
    for chip in crt.chips:
        size = len(chip.data)
        head = _CHIP.pack(b"CHIP", _CHIP.size + size, chip.kind, chip.bank, chip.address, size)
        image += head + chip.data
    return image


def _chip(content: bytes, at: int, where: str) -> tuple[CrtChip, int]:
    """Return (chip, position of the next packet)."""
    if len(content) - at < _CHIP.size:
        raise MediaDamaged(
            f"{where}: truncated: {len(content) - at} bytes at byte {at}; "
            f"a CHIP packet has {_CHIP.size} and its data"
        )
    magic, length, kind, bank, address, size = _CHIP.unpack_from(content, at)
    if magic != b"CHIP":
        raise MediaDamaged(f"{where}: no 'CHIP' at byte {at}, where the next packet must begin")
    stored = 0 if kind == _RAM else size
    if kind > CRT_EEPROM:
        raise MediaDamaged(f"{where}: CHIP at byte {at}: type {kind}; there are 0 to 3")
    if length < _CHIP.size + stored:
        raise MediaDamaged(
            f"{where}: CHIP at byte {at}: its length {length} is less than 16 plus {size} of data"
        )
    if at + _CHIP.size + stored > len(content):
        raise MediaDamaged(
            f"{where}: truncated: CHIP at byte {at} needs {size} bytes of data, "
            f"{len(content) - at - _CHIP.size} are left"
        )
    if kind in (_ROM, _FLASH) and length >= _CHIP.size + 2 * size > _CHIP.size:
        warn_media(
            f"{where}: CHIP at byte {at}: its length {length} names {length - _CHIP.size} bytes, "
            f"its size {size}; these are used"
        )
    end = at + _CHIP.size + stored
    data = content[at + _CHIP.size : end]
    return CrtChip(kind, bank, address, data), _next(content, at + length, end)


def _next(content: bytes, by_length: int, by_size: int) -> int:
    """Return where the next packet begins: where the length says, if one is there, or the end.

    Else it begins behind the data, if one does there: 1541 Ultimates save such lengths.
    """
    if by_length != len(content) and content[by_length : by_length + 4] != b"CHIP":
        if content[by_size : by_size + 4] == b"CHIP":
            return by_size
    return min(by_length, len(content))


def _read(content: bytes, where: str, _: Path | None, name: Path) -> Crt:
    return parse_crt(content, where)


FORMATS = (
    Format(
        (".crt",), "cartridge", "a cartridge", "at power-on", _read, (CRT_MAGIC,),
        most=CRT_LARGEST, write=write_crt, rank=1,
    ),
)  # fmt: skip
