"""The board's sockets: which chip sits where, what the CPU sees of it, and who watches.

What happens in a cycle, and in which order, is in board.py, which goes on from here by clock.py
and wires.py.
"""

import array

from c64.base.bus import Bus
from c64.base.fields import Field, create_fields
from c64.bus.more_sids import MoreSids
from c64.bus.pla import (
    PLA_BASIC,
    PLA_CHARGEN,
    PLA_IO,
    PLA_KERNAL,
    PLA_MODES,
    PLA_PORT,
    PLA_RAM,
    PLA_VECTORS,
    watched_tables,
)
from c64.bus.sid_places import sid_map

# Where the ROMs are in ``space``, behind the RAM.
BOARD_BASIC, BOARD_KERNAL, BOARD_CHARGEN = 0x10000, 0x12000, 0x14000
BOARD_JSR = 0x20  # opcode
# What to add to an address of the CPU for its index in ``space``.
BOARD_PLAIN = {
    PLA_RAM: 0,
    PLA_PORT: 0,  # but for $0000 and $0001
    PLA_BASIC: BOARD_BASIC - 0xA000,
    PLA_KERNAL: BOARD_KERNAL - 0xE000,
    PLA_CHARGEN: BOARD_CHARGEN - 0xD000,
}


def plain_accesses(regions):
    """Return int[len(regions)]: for each region code what ``Bus.reads`` has, -1: not plain."""
    return array.array("i", [BOARD_PLAIN.get(region, -1) for region in regions])


class BoardSockets(Bus):
    """Chips, memory map, inputs; traps and probe.

    model  c64.bus.models.Model
    chips  object with the attributes cpu port vic cia1 cia2 sids keyboard iec cart,
           controls expansion tape (see c64/bus/machine.py, which makes them)
    roms   object with bytes kernal (8192), basic (8192), chargen (4096), and ``dos()``, which
           returns the 16,384 bytes of a 1541's ROM

    ram    uint8[65536], the RAM on the board
    ram_low, ram_high  uint8[65536], the banks in which the CPU finds $0000-$0FFF and $1000-$FFFF:
           ``ram``, unless a RAM expansion (c64/bus/ram_expansion.py) puts another one there
    sids       tuple of all SIDs, ``sid``, the first, among them;  more_sids  the others, or None
    sid_map    uint8[128], which of them answers: see c64.bus.sid_places
    stray_flags  uint8[65536], bits: 0 ROMs have no entry here, 1 a program has entered them so,
           2 an interrupt has come here
    stray  the first such address since the last reset, -1: none
    vic_blocks  pages of $D0-$D3 whose accesses are the VIC's without further question: 4, or 0
    """

    fields = (
        Field("ram", bytes(65536), keep=True),  # the RAM on the board; a reset leaves it
        Field("color_ram", bytes(1024), keep=True),  # 4 bits each; the upper ones are 0
        Field("debugcart", keep=True),  # 1: a write to $D7FF ends the run
        Field("debug_value"),  # the byte that was written there
        Field("stop"),  # 1: it was written; the run ends with the instruction
        Field("iec_pins", -1),  # bits 3-5 of CIA 2's port A as the serial bus has them; -1: not yet
        Field("cycle", keep=True),  # cycles since power-on: the machine's clock
        Field("stolen", keep=True),  # those in which the CPU stood still, for the VIC or a DMA
        Field("sid_cycle", keep=True),  # cycle up to which the SID has been brought
    )
    derived = (
        # who sits where, what was soldered in
        "model", "roms", "cpu", "port", "vic", "cia1", "cia2", "sid", "sids", "more_sids",
        "sid_map", "keyboard", "iec", "cart",
        "controls", "expansion", "tape", "deck", "kernal", "basic", "chargen",
        # by rewire(): from the state of the port, the cartridge and the RAM expansion
        "ram_low", "ram_high", "vic_blocks", "read_map", "write_map",
        "plain_reads", "plain_writes", "no_plain",
        # of a run: whether VIC and CIAs lag, how far they are, when they must be up to date
        "may_lag", "lazy", "vic_cycle", "vic_due", "vic_irq", "cia_cycle",
        # of the cycle that is going on: an access has released the VIC's IRQ
        "vic_held",
        # the host's: engine, traps, probe and strays are no part of the machine
        "engine", "traps", "traps_on", "probe", "probing", "stray_flags", "stray",
    )  # fmt: skip

    def __init__(self, model, roms):
        create_fields(self)
        self.model = model
        self.roms = roms
        self.engine = self.deck = None
        self.traps = {}
        self.trap_flags = bytearray(65536)
        self.traps_on = 0  # bit 0: there are traps; bit 1: the probe is told of instructions;
        # bit 2: a jam ends no run; bit 3: the probe counts instructions and does no more
        self.probe = None
        self.probing = 0
        self.stray_flags = bytearray(65536)
        self.stray = -1
        self.mode16 = 31 * 16
        self.stalled = self.quick = 0
        self.may_lag = 1
        self.lazy = self.vic_irq = self.vic_held = 0
        self.vic_cycle = self.vic_due = self.cia_cycle = self.end_due = 0
        self.space = bytearray(65536) + roms.basic + roms.kernal + roms.chargen
        memory = memoryview(self.space)
        self.ram = memory[:BOARD_BASIC]
        self.basic = memory[BOARD_BASIC:BOARD_KERNAL]
        self.kernal = memory[BOARD_KERNAL:BOARD_CHARGEN]
        self.chargen = memory[BOARD_CHARGEN:]
        self.watched = bytearray(256)
        self.read_map, self.write_map = watched_tables()

    def plug(self, chips):
        """Put the chips into their sockets (once, at construction)."""
        self.cpu = chips.cpu
        self.port = chips.port
        self.vic = chips.vic
        self.cia1 = chips.cia1
        self.cia2 = chips.cia2
        self.sids = chips.sids
        self.sid = chips.sids[0]
        self.more_sids = MoreSids(chips.sids[1:]) if len(chips.sids) > 1 else None
        self.sid_map = sid_map(self.model.sids)
        self.keyboard = chips.keyboard
        self.iec = chips.iec
        self.cart = chips.cart
        self.controls = chips.controls
        self.expansion = chips.expansion
        self.tape = chips.tape
        self.vic_blocks = 4 if self.expansion.vic_end == 0x400 else 0
        if self.cart.vectors:
            for page in range(15, 512, 16):
                self.read_map[page] = self.write_map[page] = PLA_VECTORS
        self.plain_reads = plain_accesses(self.read_map)
        self.plain_writes = plain_accesses(self.write_map)
        self.no_plain = array.array("i", [-1] * len(self.read_map))
        self.select_ram()
        self.vic.color_ram = self.color_ram
        self.vic.chargen = self.chargen

    # -- memory ----------------------------------------------------------------------

    def bank(self, number):
        """Return the writable bytes (65536) of a bank of RAM; 0 is the board's own."""
        return self.ram if number == 0 else self.expansion.bank(number)

    def plain_mode(self):
        """Return 16 times the mode without what a transfer of the cartridge watches."""
        return (self.lines() + PLA_MODES * self.cart.shadow) * 16

    def lines(self):
        """Return the PLA's mode, 0..31: see c64.bus.pla."""
        return (self.port.lines & 7) | (self.cart.game << 3) | (self.cart.exrom << 4)

    def reads_io(self, addr):
        """Return whether a read of ``addr`` selects I/O."""
        return self.read_map[self.mode16 + (addr >> 12)] == PLA_IO

    # -- traps and probe ---------------------------------------------------------------

    def set_trap(self, pc, function):
        """Call ``function(board) -> bool`` when an instruction is about to start at ``pc``.

        True means the trap did the work and moved the program counter; None as function
        takes the trap away.  A trap never changes memory to be noticed.  An interrupt that is
        taken at ``pc`` comes first: the trap springs once, when the handler has returned.
        """
        if function is None:
            self.traps.pop(pc, None)
        else:
            self.traps[pc] = function
        self.trap_flags[pc] = function is not None
        self.traps_on = (self.traps_on & ~1) | (len(self.traps) > 0)

    def attach_probe(self, probe, accesses=True, steps=True, counts=False):
        """Let ``probe`` (c64.debug.probe.Probe) note what happens; None takes it away.

        accesses, steps  whether it is told of every access, of every instruction
        counts           without ``steps``: it counts instructions for coverage, at little cost
        """
        self.probe = probe
        self.probing = probe is not None and accesses
        self.traps_on &= ~10
        if probe is not None and (steps or counts):
            self.traps_on |= 2 if steps else 8

    def note_crossing(self, here, there, returns):
        """Note a way from RAM into a ROM that leads to no entry; see ``Bus``.

        RTS may lead behind a JSR of the ROM itself, RTI to where an interrupt has come.
        """
        flags = self.stray_flags[there]
        if not flags & 1 or (returns == 2 and flags & 4):
            return
        if not self.is_rom(there) or self.is_rom(here) or self.is_copy(here):
            return
        rom = self.basic if there < 0xC000 else self.kernal
        if returns == 1 and rom[(there - 3) & 0x1FFF] == BOARD_JSR:
            return
        self.stray_flags[there] = 2  # once is enough
        if self.stray < 0:
            self.stray = there

    def note_interrupted(self, there):
        """Note an address that RTI may come back to; see ``Bus``."""
        self.stray_flags[there] |= 4

    def note_pushed(self):
        """Do so for all that may be one on the stack, after a state was loaded."""
        for at in range(0x100, 0x1FF):
            word = self.ram_low[at] | self.ram_low[at + 1] << 8
            self.stray_flags[word] |= 4

    def is_rom(self, addr):
        """Return whether the CPU reads KERNAL or BASIC at ``addr``."""
        region = self.read_map[self.mode16 + (addr >> 12)]
        return region == PLA_BASIC or region == PLA_KERNAL

    def is_copy(self, addr):
        """Return whether the RAM at ``addr`` holds what the ROM there does: a copy calls alike."""
        if addr & 0xA000 != 0xA000:
            return 0
        rom = self.basic if addr < 0xC000 else self.kernal
        at = addr & 0x1FFF
        return self.ram_high[addr] == rom[at] and self.ram_high[addr - 1] == rom[(at - 1) & 0x1FFF]

    def sees_kernal(self):
        """Return True if the CPU reads the KERNAL at $E000-$FFFF."""
        return self.read_map[self.mode16 + 15] == PLA_KERNAL

    def note_access(self, addr, value, write):
        """Tell the self.probe of an access of the CPU, and what the interrupt lines were."""
        if self.probe.keep_interrupts:
            self.probe.note_lines(self.cpu.int_now & 1 | self.cpu.nmi_line << 1, self.cycle - 1)
        io = self.write_map[self.mode16 + (addr >> 12)] == PLA_IO
        self.probe.note_access(addr, value, write, io, self.cycle)

    def note_wait(self, addr):
        """Tell the self.probe of a cycle in which the CPU waits.

        The first three of them the VIC leaves to the CPU, which repeats its read.
        """
        if self.probe.keep_interrupts:
            self.probe.note_lines(self.cpu.int_now & 1 | self.cpu.nmi_line << 1, self.cycle - 1)
        if self.vic.ba_count:
            self.probe.note_access(addr, 0, 4, 0, self.cycle)
        else:
            addr = self.vic.fetched
            value = self.vic.fetch(addr)
            self.probe.note_access(addr | self.vic.bank, value, 2, 0, self.cycle)

    def note_step(self, attends):
        """Tell the probe that an instruction or, ``attends``, an interrupt sequence begins."""
        word = self.cpu.p
        word = (word << 8) | self.cpu.sp
        word = (word << 8) | self.cpu.y
        word = (word << 8) | self.cpu.x
        word = (word << 8) | self.cpu.a
        word = (word << 16) | self.cpu.pc
        word |= attends << 56
        if attends:
            if self.probe.keep_interrupts and not self.cpu.reset_pending | self.cpu.jammed:
                lines = self.cpu.int_now & 1 | self.cpu.nmi_line << 1
                self.probe.note_lines(lines, self.cycle - 1)
                self.probe.note_interrupt(self.cpu.int_prev & 2, self.cycle, self.cpu.pc)
        self.probe.note_step(word, self.cycle, self.stolen)
