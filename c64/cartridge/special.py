"""Cartridges that are more than ROM banks and a register.

Epyx FastLoad: a capacitor.  A read of the ROM or of $DE00-$DEFF discharges it; 512 cycles after
the last of them it is charged, and EXROM goes high.  $DF00: the last page of the ROM.

Zaxxon, Super Zaxxon: 4 KiB at $8000, seen again at $9000; a read of $8000-$8FFF brings the first of
two banks to $A000, one of $9000-$9FFF the second.

Kingsoft (Business Basic): 16K mode after a reset and a read of $DE00-$DEFF.  After a write there it
is Ultimax mode for accesses to $8000-$BFFF and $E000-$FFFF, where a third EPROM is, and no
cartridge for all others.

EXOS: a KERNAL, which a clip inside the C64 puts in the place of the one there, where HIRAM is high.

StarDOS: the same, and 8 KiB at $8000 by a flip-flop that a capacitor drives: each access to
$DE00-$DEFF charges it a bit, each to $DF00-$DFFF discharges it.  Its own code reads 256 times.

Source: VICE's manual, "The CRT cartridge image format", and comments in VICE's src/c64/cart/
(epyxfastload.c, kingsoft.c, stardos.c).

Taken from VICE, where they are the author's choice: StarDOS's voltages and that they change by 1/64
of 5 V; that its ROM at $8000 follows EXROM.  Not known: what a reset does to them; they stay.
"""

from dataclasses import replace

from c64.base.fields import Field, create_fields, reset_fields
from c64.cartridge.crt_type import CartridgeType
from c64.cartridge.port import (
    CART_BANK,
    CART_C64_RAM,
    CART_IO2,
    CART_KERNAL,
    CART_OPEN_BUS,
    CART_ROMH,
    CART_ULTIMAX_ROMS,
    Cartridge,
)

CART_EPYX = 10
CART_ZAXXON = 18
CART_STARDOS = 31
CART_EXOS = 44
CART_KINGSOFT = 54

EPYX_CHARGED = 512  # cycles
LAST_PAGE = CART_BANK - 256  # of a bank
ZAXXON_SECOND = 0x1000  # in ROML: the reads that choose the second bank

# StarDOS's capacitor, in microvolts.
STARDOS_STEP = 78_125  # an access
STARDOS_FULL = 5_000_000
STARDOS_IDLE = 2_000_000  # what it rests at
STARDOS_RISE = 2  # a cycle, up to there
STARDOS_OFF, STARDOS_ON = 1_400_000, 2_700_000


class EpyxFastLoad(Cartridge):
    """An Epyx FastLoad; ``roml`` is 8192 bytes."""

    fields = (
        Field("exrom"),  # pulled at all times: read_roml knows whether it would be
        Field("game", 1),  # always high
        Field("until"),  # cycle at which the capacitor is charged and hides the ROM
    )
    derived = (
        # of the file
        "roml",
    )  # fmt: skip

    def __init__(self, roml, romh, name="Epyx FastLoad"):
        super().__init__()
        create_fields(self)
        self.roml = bytearray(roml)
        self.identity = name
        self.reset()

    def reset(self):
        """The capacitor is discharged."""
        reset_fields(self)
        self.until = self.now + EPYX_CHARGED

    def read_roml(self, addr):
        # EXROM is seen by nothing but this access, so that nobody has to look at the clock for it.
        if self.now >= self.until:
            return CART_C64_RAM
        if not self.quiet:
            self.until = self.now + EPYX_CHARGED
        return self.roml[addr]

    def read_io(self, addr):
        if addr < CART_IO2:
            self.until = self.now + EPYX_CHARGED
        return self.peek_io(addr)

    def peek_io(self, addr):
        return self.roml[LAST_PAGE | addr & 0xFF] if addr >= CART_IO2 else CART_OPEN_BUS


class Zaxxon(Cartridge):
    """A Zaxxon; ``roml`` and ``romh`` are two banks of 8192 bytes each."""

    fields = (
        Field("exrom"),  # always low, as game: 16K mode
        Field("game"),  # always low
        Field("romh_base"),  # first byte of ROMH's bank, by the last address read in ROML
    )
    derived = (
        # of the file
        "roml",
    )  # fmt: skip

    def __init__(self, roml, romh, name="Zaxxon"):
        super().__init__()
        create_fields(self)
        self.roml = bytearray(roml)
        self.romh = bytearray(romh).ljust(2 * CART_BANK, b"\xff")
        self.identity = name

    def reset(self):
        """The first bank."""
        reset_fields(self)

    def read_roml(self, addr):
        if not self.quiet:
            self.romh_base = CART_BANK if addr & ZAXXON_SECOND else 0
        return self.roml[addr]

    def read_romh(self, addr):
        return self.romh[self.romh_base | addr]


class Kingsoft(Cartridge):
    """A Kingsoft; ``roml`` is 8192 bytes, ``romh`` what shows at $A000 and what at $E000."""

    fields = (
        Field("exrom"),  # level of the line: a read of $DE00 pulls both, a write releases them
        Field("game"),  # level of the line
        Field("shadow"),  # CART_ULTIMAX_ROMS after the write; 0 after the read
        Field("romh_base"),  # first byte of what ROMH shows, by the same
    )
    derived = (
        # of the file
        "roml",
    )  # fmt: skip

    def __init__(self, roml, romh, name="Kingsoft"):
        super().__init__()
        create_fields(self)
        self.roml = bytearray(roml)
        self.romh = bytearray(romh).ljust(2 * CART_BANK, b"\xff")
        self.identity = name

    def reset(self):
        """16K mode."""
        reset_fields(self)

    def read_roml(self, addr):
        return self.roml[addr]

    def read_romh(self, addr):
        return self.romh[self.romh_base | addr]

    def read_io(self, addr):
        if addr < CART_IO2:
            self.exrom = self.game = self.shadow = self.romh_base = 0
        return CART_OPEN_BUS

    def write_io(self, addr, value):
        if addr < CART_IO2:
            self.exrom = self.game = 1
            self.shadow = CART_ULTIMAX_ROMS
            self.romh_base = CART_BANK


class KernalCartridge(Cartridge):
    """An EXOS or a StarDOS; ``romh`` is the KERNAL, ``roml`` what StarDOS has at $8000."""

    fields = (
        Field("exrom", 1, keep=True),  # level of the line: StarDOS's flip-flop
        Field("voltage", keep=True),  # of its capacitor, microvolts; accesses to I/O move it
        Field("since", keep=True),  # cycle at which it was so
    )
    derived = (
        # of the file and the type
        "roml", "capacitor",
    )  # fmt: skip

    def __init__(self, roml, romh, name="EXOS", capacitor=0):
        super().__init__()
        create_fields(self)
        self.roml = bytearray(roml)
        self.romh = bytearray(romh)
        self.identity = name
        self.capacitor = capacitor
        self.shadow = CART_KERNAL

    def read_roml(self, addr):
        return self.roml[addr]

    def read_romh(self, addr):
        return self.romh[addr]

    def read_io(self, addr):
        self.access(addr)
        return CART_OPEN_BUS

    def write_io(self, addr, value):
        self.access(addr)

    def access(self, addr):
        """Charge or discharge the capacitor, which moves the flip-flop or does not."""
        if not self.capacitor:
            return
        if self.voltage < STARDOS_IDLE:
            self.voltage += min(STARDOS_RISE * (self.now - self.since), STARDOS_IDLE - self.voltage)
        self.since = self.now
        if addr < CART_IO2:
            self.voltage = min(self.voltage + STARDOS_STEP, STARDOS_FULL)
        else:
            self.voltage = max(self.voltage - STARDOS_STEP, 0)
        if self.voltage < STARDOS_OFF:
            self.exrom = 1
        elif self.voltage > STARDOS_ON:
            self.exrom = 0


def _kingsoft_cut(chip):
    """The EPROMs are those at $8000, $A000 and $E000."""
    return [chip if chip.bank == 0 else replace(chip, bank=chip.bank - 1, address=CART_ROMH)]


SPECIAL_TYPES = (
    CartridgeType(CART_EPYX, "Epyx FastLoad", 1, EpyxFastLoad),
    CartridgeType(CART_ZAXXON, "Zaxxon", 2, Zaxxon),
    CartridgeType(
        CART_STARDOS,
        "StarDOS",
        1,
        KernalCartridge,
        make=lambda rom: KernalCartridge(rom.roml, rom.romh, rom.identity, capacitor=1),
    ),
    CartridgeType(CART_EXOS, "EXOS", 1, KernalCartridge),
    CartridgeType(CART_KINGSOFT, "Kingsoft", 2, Kingsoft, cut=_kingsoft_cut),
)
