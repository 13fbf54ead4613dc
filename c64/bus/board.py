"""The board: which chip sits where, and the order of events within a cycle.

One cycle of phi2, for every access of the CPU, and stated only here:

1. phi1  ``vic.clock()``: fetches, sequencer, eight pixels, BA.
2. phi2  the CPU's access.  While BA is low a read waits (the cycle passes without it);
         a write never waits: the VIC gives three cycles' notice, and the 6510 writes at
         most three times in a row.
3.       ``cia1.clock()``, ``cia2.clock()``.
4.       IRQ (VIC, CIA 1, cartridge) and NMI (CIA 2, RESTORE, cartridge) are sampled into
         the CPU, the cycle counter advances, devices on the serial bus that asked to be
         woken run.  The VIC takes a write at the end of phi2: an IRQ line that an access
         releases is still sampled as low in its cycle (``vic_held``).

When the work is done is another matter (clock.py).

Not emulated: the read of a stalled cycle appears on the bus only once, when BA is high
again; interrupts and DMA with py65 as CPU are exact to the instruction only.
"""

from c64.base.bus import released
from c64.base.faults import Watch
from c64.bus.pla import (
    PLA_ARMED_MODES,
    PLA_BASIC,
    PLA_CHARGEN,
    PLA_DMA_MODE,
    PLA_IO,
    PLA_KERNAL,
    PLA_PORT,
    PLA_RAM,
    PLA_ROMH,
    PLA_ROML,
    PLA_SHADOWED,
    PLA_VECTORS,
    PLA_WATCHED,
)
from c64.bus.wires import BoardWires
from c64.cartridge.port import (
    CART_C64_RAM,
    CART_DMA_ARMED,
    CART_DMA_NONE,
    CART_DMA_WANTED,
    CART_WITH_RAM,
)

BOARD_LIMIT = 0  # the cycle limit was reached
BOARD_STOPPED = 1  # somebody set ``stop`` (debug cartridge, a trap)
BOARD_JAMMED = 2  # the CPU met a JAM opcode
BOARD_FRAME = 3  # a frame ended


class Board(BoardWires):
    """All chips of one machine, wired; what it is made of is said in sockets.py."""

    # -- the clock -------------------------------------------------------------------

    def read(self, addr):
        """Spend one cycle, or as many as BA is low and one, reading ``addr``."""
        self.stalled = 0
        if self.cycle >= self.vic_due:
            self.vic.bus_addr = addr
            self.clock_vic()
            if self.vic.ba_low:
                self.wait(addr)
        value = self.fetch(addr)
        if self.probing:
            self.note_access(addr, value, 0)
        self.end_cycle()
        return value

    def write(self, addr, value):
        """Spend one cycle writing ``value`` to ``addr``."""
        if self.cycle >= self.vic_due:
            self.clock_vic()
        self.store(addr, value)
        if self.probing:
            self.note_access(addr, value, 1)
        self.end_cycle()

    def wait(self, addr):
        """Let the cycles pass in which BA is low and a read of ``addr`` waits."""
        while self.vic.ba_low:
            if self.lazy and self.vic.may_stall():
                self.wait_quickly()
            if not self.vic.ba_low:
                break
            self.stalled += 1
            if self.probing:
                self.note_wait(addr)
            if self.mode16 == PLA_DMA_MODE * 16:
                self.dma_in_wait()
            self.end_cycle()
            self.clock_vic()
        self.stolen += self.stalled

    def wait_quickly(self):
        """Let cycles pass in which BA is low, as long as no other chip has anything to do."""
        cycles = min(self.end_due - 1 - self.cycle, self.vic.cycles - self.vic.cycle_in_line)
        if cycles < 2 or self.mode16 == PLA_DMA_MODE * 16:
            return
        cycles = self.vic.stall(cycles)
        self.stalled += cycles
        self.cycle += cycles
        self.vic_cycle = self.cycle + 1
        self.cpu.sample_again()
        if cycles > 1:
            self.cpu.sample_again()
        if not self.vic.ba_low:
            self.vic_due = self.vic_cycle + self.vic.uneventful_cycles()
            self.plan_quick()

    def begin_run(self):
        """Take over what was moved or pressed since the machine last ran."""
        self.join_inputs()
        self.begin_lag()

    def end_run(self):
        """Have all chips as they are in this cycle."""
        self.end_lag()
        self.run_sid()

    def idle(self, cycles):
        """Let time pass until the CPU could have made ``cycles`` accesses, without any.

        Cycles in which BA is low do not count: a CPU that reads would wait in them.
        """
        while cycles > 0:
            self.clock_vic()
            if self.vic.ba_low:
                self.stolen += 1
            else:
                cycles -= 1
            self.end_cycle()

    def open_cycle(self, wait):
        """Begin a cycle whose accesses come by ``access_read`` and ``access_write``.

        wait  1: one in which BA is high, as a read has it
        """
        self.clock_vic()
        while wait and self.vic.ba_low:
            self.stolen += 1
            self.end_cycle()
            self.clock_vic()

    def close_cycle(self):
        """End the cycle that ``open_cycle`` began."""
        self.end_cycle()

    # -- addresses -------------------------------------------------------------------

    def access_read(self, addr):
        """Return the byte at ``addr`` with all side effects, without spending a cycle."""
        return self.fetch(addr)

    def access_write(self, addr, value):
        """Write ``value`` to ``addr`` with all side effects, without spending a cycle."""
        self.store(addr, value)

    def fetch(self, addr):
        """Do what a read cycle does at ``addr``: the byte of the chip that answers."""
        region = self.read_map[self.mode16 + (addr >> 12)]
        if region == PLA_RAM:
            return self.ram_high[addr]
        if region == PLA_PORT:
            if addr < 2:
                return self.port.read(addr, self.cycle)
            return self.ram_low[addr]
        if region == PLA_IO:
            return self.io_read(addr)
        if region == PLA_BASIC:
            return self.basic[addr & 0x1FFF]
        if region == PLA_KERNAL:
            return self.kernal[addr & 0x1FFF]
        if region == PLA_CHARGEN:
            return self.chargen[addr & 0x0FFF]
        if region == PLA_ROML or region == PLA_ROMH:
            return self.cart_read(region, addr & 0x1FFF)
        if region == PLA_WATCHED:
            self.give_bus()
            return self.fetch(addr)
        if region == PLA_VECTORS:
            return self.fetch_top(addr)
        self.bring_vic()
        return self.vic.phi1_data

    def store(self, addr, value):
        """Do what a write cycle does at ``addr``."""
        if self.watched[addr >> 8] and self.vic.may_read(addr):
            self.bring_vic()
        region = self.write_map[self.mode16 + (addr >> 12)]
        if region == PLA_RAM:
            self.ram_high[addr] = value
        elif region == PLA_PORT:
            if addr < 2:
                # The VIC drives the bus in the other half of the cycle: what lands in
                # the RAM below the port is the byte it fetched.
                self.bring_vic()
                self.ram_low[addr] = self.vic.phi1_data
                driven = self.port.driven
                self.port.write(addr, value, self.cycle)
                self.update_mode()
                if self.tape.loaded and driven != self.port.driven:
                    self.tape.port_changed(self.port.driven, self.cycle)
                    self.look_at_tape()
            else:
                self.ram_low[addr] = value
        elif region == PLA_IO:
            self.io_write(addr, value)
        elif region == PLA_ROML:
            self.cart.now = self.cycle
            self.cart.write_roml(addr & 0x1FFF, value)
        elif region == PLA_ROMH:
            self.cart.now = self.cycle
            self.cart.write_romh(addr & 0x1FFF, value)
        elif region == PLA_WATCHED:
            self.store_watched(addr, value)
        elif region >= PLA_SHADOWED:  # or PLA_VECTORS
            if not self.cart.write_shadow(addr, value):
                self.ram_high[addr] = value

    def cart_read(self, region, addr):
        """Return what a cartridge's ROM has at ``addr`` (0..$1FFF)."""
        self.cart.now = self.cycle
        value = self.cart.read_roml(addr) if region == PLA_ROML else self.cart.read_romh(addr)
        if value == CART_C64_RAM:
            return self.ram_high[0x8000 | addr]
        if value < 0:
            self.bring_vic()
            return self.vic.phi1_data
        if value >= CART_WITH_RAM:
            return (value | self.ram_high[0x8000 | addr]) & 0xFF
        return value

    def fetch_top(self, addr):
        """Do a read at $F000-$FFFF, where the cartridge may answer for the vectors."""
        value = self.cart.read_romh(addr & 0x1FFF) if addr >= 0xFFF8 else -1
        if value >= 0:
            return value
        return self.kernal[addr & 0x1FFF] if self.port.lines & 2 else self.ram_high[addr]

    def store_watched(self, addr, value):
        """Do a write while a transfer of the cartridge is armed, wanted or going on."""
        self.sync_vic()
        if self.cart.dma == CART_DMA_WANTED:  # the CPU's write reaches nothing
            self.dma_in_wait()
            return
        self.mode16 = self.plain_mode()
        self.store(addr, value)
        if addr == 0xFF00 and self.cart.dma == CART_DMA_ARMED:
            self.cart.dma = CART_DMA_WANTED
        self.update_mode()

    # -- DMA ---------------------------------------------------------------------------

    def give_bus(self):
        """Let the cartridge be master of the bus; the cycle of the CPU's read has begun."""
        self.sync_vic()
        self.cart.dma = CART_DMA_NONE
        self.mode16 = self.plain_mode()
        low = 0
        while self.cart.dma_cycle(self, low):
            low = self.dma_next()
            if low:
                self.stolen += 1
        while self.vic.ba_low:
            self.stolen += 1
            self.end_cycle()
            self.clock_vic()
        self.update_mode()

    def dma_in_wait(self):
        """Give the cartridge the cycle that has begun, in which the CPU does not read."""
        self.cart.dma = CART_DMA_NONE
        self.mode16 = self.plain_mode()
        if self.cart.dma_cycle(self, 4 - self.vic.ba_count):
            self.cart.dma = CART_DMA_WANTED
        self.update_mode()

    def dma_read(self, addr, low):
        """Return the byte at ``addr`` as a DMA reads it: the CPU's port is RAM.

        While BA is low the PLA of boards with the 8565 does not select I/O for a read.
        """
        if addr < 2 or (low and not self.vic.latency and self.reads_io(addr)):
            return self.peek_ram(addr)
        return self.fetch(addr)

    def dma_write(self, addr, value):
        """Write as a DMA does: the CPU's port is RAM."""
        if addr < 2:
            self.ram_low[addr] = value
        else:
            self.store(addr, value)

    def dma_next(self):
        """End the cycle and begin the next; see the base class."""
        return self.next_cycle()

    def next_cycle(self):
        before = self.vic.sprite_dma
        self.end_cycle()
        self.clock_vic()
        if not self.vic.ba_low:
            return 0
        low = 4 - self.vic.ba_count
        if low == 1 and self.vic.sprite_dma & ~before & 1:
            return 9
        return low

    def io_read(self, addr):
        """Return the byte of the I/O area $D000-$DFFF at ``addr``."""
        block = (addr >> 8) & 15
        if 4 <= block < 8:
            return self.sid_read(addr)
        if block == 12:
            return self.cia1_read(addr & 15)
        if block == 13:
            return self.cia2_read(addr & 15)
        if block < self.vic_blocks:
            return self.vic_read(addr & 63)
        self.bring_vic()
        if block < 4:
            return self.expanded_read(addr & 0x3FF)
        if block < 12:
            return self.color_ram[addr & 0x3FF] | (self.vic.phi1_data & 0xF0)
        if self.sid_map[(addr >> 5) & 127]:
            return self.sid_read(addr)
        self.cart.now = self.cycle
        self.cart.bus = self.vic.phi1_data
        value = self.cart.read_io(addr & 0x1FF)
        self.update_mode()
        return self.vic.phi1_data if value < 0 else value

    def io_write(self, addr, value):
        """Write to the I/O area $D000-$DFFF."""
        block = (addr >> 8) & 15
        if block < self.vic_blocks:
            self.vic_write(addr & 63, value)
        elif block < 8:
            if block < 4:
                self.expanded_write(addr & 0x3FF, value)
                return
            self.sid_write(addr, value)
            if addr == 0xD7FF and self.debugcart:
                self.debug_value = value
                self.stop = 1
                self.quick = 0
        elif block < 12:
            self.color_ram[addr & 0x3FF] = value & 15
        elif block == 12:
            self.cia1_write(addr & 15, value)
        elif block == 13:
            self.cia2_write(addr & 15, value)
        elif self.sid_map[(addr >> 5) & 127]:
            self.sid_write(addr, value)
        else:
            self.sync_vic()
            self.cart.now = self.cycle
            self.cart.write_io(addr & 0x1FF, value)
            self.update_mode()

    def sid_read(self, addr):
        """Return the byte that a SID has at ``addr``: $D400-$D7FF, or where another one is."""
        self.run_sid()
        number = self.sid_map[(addr >> 5) & 127]
        if number:
            return self.more_sids.read(number, addr & 31)
        return self.sid.read(addr & 31)

    def sid_peek(self, addr):
        """Return what ``sid_read`` would, without side effects."""
        self.run_sid()
        number = self.sid_map[(addr >> 5) & 127]
        if number:
            return self.more_sids.peek(number, addr & 31)
        return self.sid.peek(addr & 31)

    def sid_write(self, addr, value):
        """Write to the SID at ``addr``."""
        self.run_sid()
        number = self.sid_map[(addr >> 5) & 127]
        if number:
            self.more_sids.write(number, addr & 31, value)
        else:
            self.sid.write(addr & 31, value)

    def vic_write(self, reg, value):
        """Write to register ``reg`` (0..63) of the VIC."""
        self.bring_vic()
        if self.vic.voids_forecast(reg):
            self.vic_due = self.quick = 0
        moves = self.vic.moves_bank(reg, value)
        irq = self.vic.irq
        self.vic.write(reg, value)
        if moves:
            self.update_watched()
        self.vic_held = irq & ~self.vic.irq
        self.look_at_irq()

    def vic_read(self, reg):
        """Read register ``reg`` (0..63) of the VIC."""
        self.bring_vic()
        irq = self.vic.irq
        value = self.vic.read(reg)
        self.vic_held = irq & ~self.vic.irq
        self.look_at_irq()
        return value

    def expanded_read(self, addr):
        """Return the byte at $D000 + ``addr`` (0..$3FF) with a RAM expansion's register there."""
        if addr < self.expansion.vic_end:
            return self.vic_read(addr & 63)
        return 0xFF if addr < self.expansion.register_end else self.vic.phi1_data

    def expanded_write(self, addr, value):
        """Write to $D000 + ``addr`` (0..$3FF) with a RAM expansion's register there."""
        if addr < self.expansion.vic_end:
            self.vic_write(addr & 63, value)
        elif addr < self.expansion.register_end:
            self.sync_vic()
            self.expansion.write(value)
            self.select_ram()

    def select_ram(self):
        """Put the banks that the RAM expansion selects before the CPU and the VIC."""
        self.ram_low = self.vic.cpu_low = self.bank(self.expansion.low)
        self.ram_high = self.vic.cpu_high = self.bank(self.expansion.high)
        self.vic.ram = self.bank(self.expansion.video)
        plain = self.expansion.low == 0 and self.expansion.high == 0
        self.reads = self.plain_reads if plain else self.no_plain
        self.writes = self.plain_writes if plain else self.no_plain

    def peek_ram(self, addr):
        """Return the byte of RAM that the CPU has at ``addr``, below ROM and I/O, too."""
        return self.ram_low[addr] if addr < 0x1000 else self.ram_high[addr]

    def poke_ram(self, addr, value):
        """Put a byte into the RAM that the CPU has at ``addr``, below ROM and I/O, too."""
        if addr < 0x1000:
            self.ram_low[addr] = value
        else:
            self.ram_high[addr] = value

    def rewire(self):
        """Derive what follows from the state of the chips, after that was loaded."""
        self.select_ram()
        self.cart.take_lines()
        self.update_mode()
        self.note_pushed()

    def update_mode(self):
        """Derive the PLA's mode from the CPU port and the expansion port."""
        if self.cart.dma == CART_DMA_WANTED:
            self.mode16 = PLA_DMA_MODE * 16
        else:
            self.mode16 = self.plain_mode() + PLA_ARMED_MODES * 16 * self.cart.dma
        self.end_due = self.quick = 0
        self.vic.ultimax2 = self.cart.exrom & ~self.cart.game
        self.vic.ultimax = self.vic.ultimax2 & self.cart.vic_sees
        if self.vic.ultimax2:
            self.vic.cart_rom_hi = self.cart.romh
            self.vic.cart_base = self.cart.romh_base

    def peek(self, addr):
        """Return what the CPU would read at ``addr``, without side effects."""
        self.mode16 = self.plain_mode()
        self.cart.quiet = 1
        region = self.read_map[self.mode16 + (addr >> 12)]
        if region == 2:
            value = self.peek_io(addr)
        elif region == 1 and addr < 2:
            value = self.port.peek(addr, self.cycle)
        else:
            value = self.fetch(addr)
        self.cart.quiet = 0
        self.update_mode()
        return value

    def peek_io(self, addr):
        """Return what the CPU would read in the I/O area, without side effects."""
        block = (addr >> 8) & 15
        if block < 4:
            if (addr & 0x3FF) < self.expansion.vic_end:
                return self.vic.peek(addr & 63)
            return self.expanded_read(addr & 0x3FF)
        if block < 8:
            return self.sid_peek(addr)
        if block < 12:
            return self.color_ram[addr & 0x3FF] | (self.vic.phi1_data & 0xF0)
        if block == 12:
            self.update_cia1_inputs()
            return self.cia1.peek(addr & 15)
        if block == 13:
            self.update_cia2_inputs()
            self.update_user_port()
            return self.cia2.peek(addr & 15)
        if self.sid_map[(addr >> 5) & 127]:
            return self.sid_peek(addr)
        self.cart.now = self.cycle
        self.cart.bus = self.vic.phi1_data
        value = self.cart.peek_io(addr & 0x1FF)
        return self.vic.phi1_data if value < 0 else value

    def poke(self, addr, value):
        """Put a byte where a CPU's write would put it (RAM below ROMs, I/O registers)."""
        if self.cart.dma == CART_DMA_WANTED:  # a CPU's write would reach nothing
            self.mode16 = self.plain_mode()
        self.store(addr, value & 0xFF)
        self.vic_held = 0  # of a cycle that is no cycle
        self.update_mode()

    def settle(self):
        """Bring up to date what is done late (sound, picture, inputs of the ports).

        What is late changes nothing the machine does, but it would make two equal
        machines look different.
        """
        self.run_sid()
        self.vic.sync()
        self.update_cia1_inputs()
        self.update_cia2_inputs()
        self.update_user_port()

    def freeze(self):
        """Press the freeze button of the cartridge; returns True if it took over.

        The CPU finishes its instruction; when it is about to serve the NMI, the cartridge
        changes the memory map, so that the vector is read from its ROM.  A program that holds
        NMI low already cannot be frozen, as with the real thing.
        """
        if not self.cart.press_freeze():
            return False
        for _ in range(4):
            self.step_once()
            if self.cpu.int_prev & 2:
                self.cart.enter_freeze()
                self.update_mode()
                return True
        self.cart.leave_freeze()
        return False

    # -- what Python outside asks for, by names of its own ---------------------------------

    def sync_sid(self):
        """Let the SIDs catch up with the machine's cycle."""
        self.run_sid()

    def update_tape(self):
        """Take over what somebody has done at the datasette."""
        self.look_at_tape()

    def update_inputs(self):
        """Take over what was moved or pressed since the machine last ran."""
        self.join_inputs()

    def update_cia2_outputs(self):
        """Let what CIA 2 drives have its effect, after its state was loaded."""
        self.join_cia2_outputs()

    # -- running ---------------------------------------------------------------------

    def attends(self):
        """Return 1 if the CPU's next step is not an instruction: reset, interrupt or jammed."""
        if self.cpu.reset_pending | self.cpu.jammed or self.cpu.int_prev & 6:
            return 1
        return self.cpu.int_prev & 1 and not self.cpu.p & 0x04

    def spring_trap(self):
        """Run the trap at the program counter; returns True when it took over."""
        function = self.traps.get(self.cpu.pc)
        if function is None:
            return False
        lagged = self.lazy
        self.end_lag()
        took_over = function(self)
        if lagged:
            self.begin_lag()
        return took_over

    def before_step(self):
        """Spring the trap at the program counter, tell the probe; True: a trap took over."""
        if self.trap_flags[self.cpu.pc] and not self.attends():
            if self.traps_on & 2:
                self.probe.finish_step(self.cycle, self.stolen)
            if self.spring_trap():
                return True
        if self.traps_on & 2:
            self.note_step(self.attends())
        elif self.traps_on & 8:
            self.probe.count_step(self.cpu.pc, self.attends())
        return False

    def step_once(self):
        """Run one instruction (or trap); returns 0, or why the machine cannot go on."""
        if self.traps_on & 11 and self.before_step():
            return BOARD_STOPPED if self.stop else 0
        if self.engine is not None:
            self.step_engine()
        else:
            self.cpu.step()
        if self.stop:
            return BOARD_STOPPED
        return BOARD_JAMMED if self.cpu.jammed and not self.traps_on & 4 else 0

    def run_counted(self, limit):
        """Run as ``CPU.run_quickly``, while the probe counts each instruction."""
        quick = self.quick
        end = min(quick, limit)
        while (
            self.cycle < end
            and self.quick == quick
            and not (self.cpu.jammed | self.trap_flags[self.cpu.pc])
        ):
            self.probe.count_step(self.cpu.pc, self.attends())
            self.cpu.step()

    def step_engine(self):
        """Have the engine, which is Python, run one instruction."""
        self.engine.step()
        return 0

    def run_until(self, limit):
        """Run whole instructions until ``cycle`` >= ``limit``; returns a BOARD_ reason."""
        return self.run(limit, 0)

    def run_frame(self, limit):
        """Run until the VIC has finished a frame, or ``cycle`` >= ``limit``.

        Returns BOARD_FRAME when the frame ended, else the reason as ``run_until``.
        """
        return self.run(limit, 1)

    def run_jammed(self, limit):
        """Run to the end of a frame, or to ``limit``, while the CPU does nothing but read $FFFF."""
        engine, self.engine = self.engine, None  # py65's has nothing to do
        self.traps_on |= 4
        try:
            self.run_frame(limit)
        finally:
            self.traps_on &= ~4
            self.engine = engine

    def run(self, limit, whole):
        """Run until ``cycle`` >= ``limit``, with ``whole`` to the end of a frame at the latest.

        Other threads run meanwhile, unless py65 is the CPU: that needs Python all the time.
        Raises MachineFault for what a chip cannot raise (c64.base.faults).
        """
        watch = Watch(self)
        try:
            if self.engine is not None:
                reason = self.run_cycles(limit, whole)
            else:
                with released():
                    reason = self.run_cycles(limit, whole)
        finally:
            watch.end()
        return reason

    def run_cycles(self, limit, whole):
        frame = self.vic.frame_count if whole else -1
        reason = 0
        self.begin_run()
        while self.cycle < limit and reason == 0:
            before = self.cycle
            if before < self.quick and not self.traps_on & 2:
                if self.traps_on & 8:
                    self.run_counted(limit)
                else:
                    self.cpu.run_quickly(limit)
                if self.stop:
                    reason = BOARD_STOPPED
                elif self.cpu.jammed and not self.traps_on & 4:
                    reason = BOARD_JAMMED
            if self.cycle == before:
                reason = self.step_once()
            if whole and self.vic.frame_count != frame:
                reason = BOARD_FRAME
        self.end_run()
        return reason
