"""What the registry knows of a type of cartridge: a row, which stands in the file of its class.

Compiled modules hold such rows, too, so this one imports none of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from disk.crt import Crt, CrtChip

if TYPE_CHECKING:
    from c64.cartridge.port import Cartridge

# Kinds of chips, as in disk.crt.CrtChip.
CRT_ROM, CRT_RAM, CRT_FLASH = 0, 1, 2

CRT_REVISED = 256  # + the number of a hardware type: its revisions from 1 on, where those differ


@dataclass(frozen=True)
class CrtRom:
    """What a .crt holds, by the windows it shows in.

    crt         disk.crt.Crt, its chips by the banks and addresses where they show
    roml, romh  as many banks of 8 KiB each (a power of two), $FF where nothing is
    identity    for messages and snapshots: the type's name, size and checksum
    """

    crt: Crt
    roml: bytearray
    romh: bytearray
    identity: str


class CartridgeType(NamedTuple):
    """A hardware type of the .crt format.

    number     as in the file, or + CRT_REVISED
    name       for messages and snapshots
    banks      how many of 8 KiB a file may have
    cartridge  the class, which derives from Cartridge; None: not emulated
    make       function of a CrtRom to the cartridge; None: cartridge(roml, romh, identity)
    cut        function of a CrtChip to the chips that it is where it shows, for files that number
               or cut them by a rule of their own; None: they lie as their packets say
    least      banks that there are at least, whatever the file has
    eeprom     True: a file may have one
    """

    number: int
    name: str
    banks: int = 0
    cartridge: type[Any] | None = None
    make: Callable[[CrtRom], Cartridge] | None = None
    cut: Callable[[CrtChip], Iterable[CrtChip]] | None = None
    least: int = 1
    eeprom: bool = False

    @property
    def saves(self) -> bool:
        """True if it has flash or an EEPROM, which programs change."""
        return self.cartridge is not None and self.cartridge.crt_header is not None

    def made_of(self, rom: CrtRom) -> Cartridge:
        """Return the cartridge with what a file holds; only of a type that is emulated."""
        if self.make is not None:
            return self.make(rom)
        assert self.cartridge is not None
        return self.cartridge(rom.roml, rom.romh, rom.identity)

    def showing(self, chips: Iterable[CrtChip]) -> tuple[CrtChip, ...]:
        """Return the chips of a file by the banks and addresses where they show."""
        if self.cut is None:
            return tuple(chips)
        return tuple(part for chip in chips for part in self.cut(chip))
