"""Freezer cartridges: a button stops whatever runs, and a menu comes up from ROM.

Action Replay 4 to 6; Atomic Power and Nordic Power; Retro Replay and Nordic Replay; Super
Snapshot 5.  (The Final Cartridge III has its button in c64/cartridge/rom.py.)

The button pulls NMI.  The cartridge goes into Ultimax mode before the vector is read, which
so comes from its ROM; writing the release bit of the register lets NMI go.

Action Replay, $DE00: 6 release, 5 RAM, 3-4 bank, 2 off until reset or freeze, 1 EXROM high,
0 GAME low.  The register does not look at R/W: a read writes to it what is on the bus.  $DF00:
the last page of RAM or of the bank.  With 5 set, RAM is in the place of ROML, too, and writes
there reach it and the C64's RAM, also where 0 and 1 say that nothing shows.  There ($22) a read
of ROML finds the RAM of both on the bus: every bit that is 1 in one of them is 1.

Atomic and Nordic Power: the same, but $22 (with any bank) puts RAM at $A000-$BFFF, where
writes reach it alone, beside ROM at $8000; other values with 0, 1 and 5 like that ($62) show
nothing at $8000, but take writes.

From here on the VIC's accesses in phi1 never see Ultimax mode, but those in phi2 do (matrix,
sprite data), as GAME and EXROM follow phi2; only a freeze holds them for both.

Retro Replay: bank bit 2 is bit 7, 64 KiB of ROM, 32 of RAM; $DE01: 6 I/O at $DE00 (for a REU),
2 no freezing, 1 RAM banks in I/O, of which the first write counts until a reset, and the bank.
Nordic Replay: the same with Nordic Power's $22, and RAM that can be written in 8K mode, in
which the Retro Replay's cannot.

Super Snapshot 5, $DE00-$DEFF: 5, 4, 2 bank, 3 ROM and register off, 1 RAM off and EXROM low,
0 GAME high and release.

Source: VICE 3.9, comments in src/c64/cart/ (actionreplay.c, atomicpower.c, retroreplay.c,
supersnapshot.c), measured with the programs of C64/carts/aracidtest and nordicpower, which pass.
What each value of $DE00 shows and takes, by each value of the 6510's port: x64sc 3.7.1, value by
value.

Not emulated: jumpers and flash of the Retro Replay, its clock port; RAM at $A000 while a Nordic
Replay is frozen; 32 KiB in a Super Snapshot.
"""

from c64.base.fields import Field, create_fields, reset_fields
from c64.cartridge.crt_type import CRT_REVISED, CartridgeType
from c64.cartridge.port import (
    CART_BANK,
    CART_IO2,
    CART_OPEN_BUS,
    CART_ROMH,
    CART_SHADOWED,
    CART_WITH_RAM,
    Cartridge,
)

CART_ACTION_REPLAY = 1
CART_NORDIC_POWER = 9
CART_SUPER_SNAPSHOT = 20
CART_RETRO_REPLAY = 36
CART_NORDIC_REPLAY = CART_RETRO_REPLAY + CRT_REVISED

# Bits 0 and 1 of the registers: GAME low, EXROM high.
FREEZER_8K, FREEZER_16K, FREEZER_OFF, FREEZER_ULTIMAX = 0, 1, 2, 3

# $DE00 of Action Replay and what followed it.
REPLAY_MODE, REPLAY_HIDE, REPLAY_RAM, REPLAY_RELEASE = 0x03, 0x04, 0x20, 0x40
REPLAY_RAM_HIGH = 0x22  # the value that Nordic Power takes for RAM at $A000, whatever the bank
NORDIC_DECODES, NORDIC_REPLAY_DECODES = 0xE7, 0x67  # the bits that count for that
# $DE01 of the Retro Replay.
EXTENDED_BANKED, EXTENDED_NO_FREEZE, EXTENDED_IO1 = 0x02, 0x04, 0x40
# $DE00 of the Super Snapshot.
SNAPSHOT_RELEASE, SNAPSHOT_EXROM, SNAPSHOT_HIDE = 0x01, 0x02, 0x08

FREEZER_RAM_BANKS = 4
FREEZER_PAGES = CART_BANK - 2 * 256  # what shows in I/O, in a bank


class FreezerCartridge(Cartridge):
    """A freezer.

    scheme      one of the CART_ numbers above
    roml, romh  bytes, the banks of 8192 each
    name        for messages
    """

    fields = (
        Field("exrom"),  # level of the line, by mode
        Field("game"),  # level of the line, by mode
        Field("nmi"),  # 1: pulled, from the freeze button to the program's release
        Field("shadow"),  # CART_SHADOWED while writes below the ROM reach the RAM; or 0
        Field("vic_sees"),  # 1: Ultimax mode holds for the VIC, too
        Field("bank"),  # bank of ROM and RAM, by the register
        Field("active"),  # 1: the register answers; 0: hidden until a reset or freeze
        Field("frozen"),  # 1: a Replay from a freeze until the release bit is written
        Field("mode"),  # the memory map the register chose, a FREEZER_ constant
        Field("ram_on"),  # 1: RAM in the place of ROML
        Field("ram_high"),  # 1: RAM at $A000
        Field("extended"),  # $DE01 of the Retro Replay
        Field("written"),  # 1: $DE01 was written: but for the bank it is fixed until a reset
        Field("ram", bytes(FREEZER_RAM_BANKS * CART_BANK), keep=True),  # 32 KiB; a reset leaves it
    )
    derived = (
        # of the file and the type
        "rom", "last_bank", "scheme", "is_replay", "writes_through", "is_nordic",
    )  # fmt: skip

    def __init__(self, scheme, roml, romh, name="cartridge"):
        super().__init__()
        create_fields(self)
        self.scheme = scheme
        self.rom = bytearray(roml)
        self.romh = bytearray(romh)
        self.last_bank = len(roml) // CART_BANK - 1
        self.identity = name
        self.is_replay = int(scheme in (CART_RETRO_REPLAY, CART_NORDIC_REPLAY))
        self.writes_through = int(
            scheme in (CART_ACTION_REPLAY, CART_NORDIC_POWER, CART_NORDIC_REPLAY)
        )
        self.is_nordic = int(scheme in (CART_NORDIC_POWER, CART_NORDIC_REPLAY))
        self.reset()

    def reset(self):
        """8K mode and bank 0; a Super Snapshot is in Ultimax mode with its RAM in."""
        reset_fields(self)
        self.active = 1
        self.vic_sees = int(self.scheme in (CART_ACTION_REPLAY, CART_SUPER_SNAPSHOT))
        self.choose(FREEZER_8K)
        if self.scheme == CART_SUPER_SNAPSHOT:
            self.write_snapshot(0)

    def choose(self, mode):
        """Set the lines, and all that follows from them and the register."""
        self.mode = mode
        self.exrom = mode >> 1
        self.game = (mode & 1) ^ 1
        self.romh_base = (self.bank & self.last_bank) * CART_BANK
        self.shadow = CART_SHADOWED if self.is_nordic and self.ram_high else 0
        if self.writes_through and self.ram_on and mode != FREEZER_ULTIMAX:
            self.shadow = CART_SHADOWED
        if self.scheme == CART_ACTION_REPLAY and self.ram_on and mode == FREEZER_OFF:
            self.exrom = 0  # $22: see read_roml

    # -- the button ------------------------------------------------------------------

    def press_freeze(self):
        if self.extended & EXTENDED_NO_FREEZE:
            return 0
        self.nmi = 1
        return 1

    def enter_freeze(self):
        self.active = 1
        self.bank = self.ram_high = 0
        self.ram_on = 1 - self.is_replay
        self.frozen = self.is_replay
        self.choose(FREEZER_ULTIMAX)
        self.vic_sees = 1

    # -- the windows -----------------------------------------------------------------

    def ram_at(self, addr, banked):
        """Return the place in the RAM of ``addr`` (0..$1FFF); banked: in the chosen bank."""
        addr &= CART_BANK - 1
        return (self.bank & (FREEZER_RAM_BANKS - 1)) * CART_BANK | addr if banked else addr

    def rom_at(self, addr):
        return self.rom[(self.bank & self.last_bank) * CART_BANK + addr]

    def read_roml(self, addr):
        if self.frozen:
            return CART_OPEN_BUS
        if self.ram_on:
            mixed = CART_WITH_RAM if self.mode == FREEZER_OFF else 0
            return self.ram[self.ram_at(addr, self.is_replay)] | mixed
        if self.scheme == CART_SUPER_SNAPSHOT and not self.active:
            return CART_OPEN_BUS
        if self.is_replay and self.mode == FREEZER_16K and not self.ram_high:
            return CART_OPEN_BUS
        return self.rom_at(addr)

    def write_roml(self, addr, value):
        if self.ram_on:
            self.ram[self.ram_at(addr, self.is_replay)] = value

    def read_romh(self, addr):
        if self.ram_high and self.is_nordic:
            return self.ram[self.ram_at(addr, self.extended & EXTENDED_BANKED)]
        if self.is_replay and self.ram_on and not self.extended & EXTENDED_BANKED:
            return self.romh[
                (self.bank & self.last_bank & ~(FREEZER_RAM_BANKS - 1)) * CART_BANK + addr
            ]
        return self.romh[(self.bank & self.last_bank) * CART_BANK + addr]

    def write_shadow(self, addr, value):
        if addr < CART_ROMH:
            if self.ram_on:
                self.write_roml(addr & (CART_BANK - 1), value)
            return 0
        if not self.ram_high:
            return 0
        self.ram[self.ram_at(addr, self.extended & EXTENDED_BANKED)] = value
        return 1

    # -- registers and pages -----------------------------------------------------------

    def read_io(self, addr):
        if self.scheme in (CART_ACTION_REPLAY, CART_NORDIC_POWER):
            if addr < CART_IO2 and self.active:
                self.write_io(addr, self.bus)
                return CART_OPEN_BUS
        return self.peek_io(addr)

    def peek_io(self, addr):
        if not self.active:
            return CART_OPEN_BUS
        if self.scheme == CART_SUPER_SNAPSHOT:
            return self.rom_at(FREEZER_PAGES + addr) if addr < CART_IO2 else CART_OPEN_BUS
        if self.is_replay and addr < 2:
            return self.replay_status()
        return self.read_page(addr)

    def replay_status(self):
        bank = self.bank
        return (bank & 3) << 3 | (bank & 4) << 5 | self.extended & (EXTENDED_IO1 | EXTENDED_BANKED)

    def in_page(self, addr):
        """Return 1 where RAM or ROM shows in I/O ($000-$1FF)."""
        if not self.is_replay:
            return addr >= CART_IO2
        if self.frozen:
            return 0
        return addr < CART_IO2 if self.extended & EXTENDED_IO1 else addr >= CART_IO2

    def read_page(self, addr):
        """Return what is in I/O at ``addr``: the same page of RAM or of the bank."""
        if not self.in_page(addr):
            return CART_OPEN_BUS
        if self.ram_on or self.ram_high:
            return self.ram[self.ram_at(FREEZER_PAGES + addr, self.extended & EXTENDED_BANKED)]
        if self.is_replay and self.mode in (FREEZER_16K, FREEZER_ULTIMAX):
            return CART_OPEN_BUS
        return self.rom_at(FREEZER_PAGES + addr)

    def write_io(self, addr, value):
        if not self.active:
            return
        if self.scheme == CART_SUPER_SNAPSHOT:
            if addr < CART_IO2:
                self.write_snapshot(value)
        elif self.is_replay and addr == 1:
            self.write_extended(value)
        elif addr < CART_IO2 and (addr == 0 or not self.is_replay):
            self.write_replay(value)
        elif self.in_page(addr) and (self.ram_on or (self.ram_high and self.is_nordic)):
            self.ram[self.ram_at(FREEZER_PAGES + addr, self.extended & EXTENDED_BANKED)] = value

    def write_replay(self, value):
        """$DE00 of Action Replay and what followed it."""
        self.bank = value >> 3 & 3
        mode = value & REPLAY_MODE
        self.ram_on = self.ram_high = 0
        # Nordic Power's $22, of which Atomic Power decodes bit 7 as well.
        special = (
            value & (NORDIC_REPLAY_DECODES if self.is_replay else NORDIC_DECODES) == REPLAY_RAM_HIGH
            and self.scheme != CART_ACTION_REPLAY
        )
        if self.is_replay:
            self.bank |= value >> 5 & 4
        if special and self.is_nordic:
            mode = FREEZER_16K
            self.ram_high = 1
        else:
            if value & REPLAY_RELEASE:
                self.frozen = self.nmi = 0
            self.ram_on = 1 if value & REPLAY_RAM else 0
            # The Retro Replay half takes $22: RAM shows in I/O and nothing at $A000.
            self.ram_high = special
        if self.frozen:
            mode = FREEZER_ULTIMAX
        self.active = 0 if value & REPLAY_HIDE else 1
        self.vic_sees = self.scheme == CART_ACTION_REPLAY
        self.choose(mode)

    def write_extended(self, value):
        """$DE01 of the Retro Replay."""
        if not self.written:
            self.extended = value & (EXTENDED_IO1 | EXTENDED_NO_FREEZE | EXTENDED_BANKED)
            self.written = 1
        self.bank = value >> 3 & 3 | value >> 5 & 4
        self.choose(self.mode)

    def write_snapshot(self, value):
        """$DE00 of the Super Snapshot."""
        self.bank = value >> 2 & 1 | value >> 3 & 2 | value >> 3 & 4
        self.ram_on = 0 if value & SNAPSHOT_EXROM else 1
        self.active = 0 if value & SNAPSHOT_HIDE else 1
        if value & SNAPSHOT_RELEASE:
            self.nmi = 0
        # Both are the other way round than in the mode.
        self.choose(value & (SNAPSHOT_RELEASE | SNAPSHOT_EXROM) ^ FREEZER_ULTIMAX)


def _freezer(scheme):
    """Return what makes a freezer whose ROM shows in both windows."""
    return lambda rom: FreezerCartridge(scheme, rom.roml, rom.roml, rom.identity)


def _super_snapshot(rom):
    return FreezerCartridge(CART_SUPER_SNAPSHOT, rom.roml, rom.romh, rom.identity)


FREEZER_TYPES = (
    CartridgeType(
        CART_ACTION_REPLAY, "Action Replay", 4, FreezerCartridge, _freezer(CART_ACTION_REPLAY)
    ),
    CartridgeType(
        CART_NORDIC_POWER, "Nordic Power", 4, FreezerCartridge, _freezer(CART_NORDIC_POWER)
    ),
    CartridgeType(CART_SUPER_SNAPSHOT, "Super Snapshot 5", 8, FreezerCartridge, _super_snapshot),
    CartridgeType(
        CART_RETRO_REPLAY, "Retro Replay", 8, FreezerCartridge, _freezer(CART_RETRO_REPLAY)
    ),
    CartridgeType(
        CART_NORDIC_REPLAY, "Nordic Replay", 8, FreezerCartridge, _freezer(CART_NORDIC_REPLAY)
    ),
)
