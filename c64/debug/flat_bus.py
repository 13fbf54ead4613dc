"""A bus with nothing but 64 KiB of RAM: the CPU alone, for tests and measurements.

It can keep a log of every access, hold the interrupt lines at given cycles and
make reads wait as RDY does, so that each rule of the CPU can be shown without
the rest of the machine.

Not emulated: ROM, I/O, anything that answers an address but RAM.
"""

import array

from c64.base.bus import Bus
from c64.cpu.cpu import CPU

FLAT_LOG_SIZE = 4096
FLAT_EVENTS = 65536
FLAT_ALWAYS = 0x7FFFFFFFFFFFFFFF


class FlatBus(Bus):
    """RAM, a cycle counter and a CPU.

    ram      uint8[65536]
    cycle    cycles since construction
    logging  1: keep each access in ``log``
    log      int[4096 * 3]: address, value, 1 for a write; ``log_count`` accesses
    irq nmi  levels of the lines (1 = asserted), sampled at every cycle's end
    events   uint8[65536]: what holds at cycle n: bit 0 IRQ, bit 1 NMI, bit 2 RDY low;
             used while ``scripted`` is 1
    steps deepest   instructions, and most bytes of stack used, of the last ``run_to``
    probe    c64.debug.probe.Probe that ``run_to`` tells of instructions, or None
    only_counts  1: the probe is told no more than ``Probe.count_step`` takes, which is faster
    """

    def __init__(self):
        self.stalled = self.quick = self.end_due = self.mode16 = 0
        self.ram = bytearray(65536)
        self.space = self.ram
        self.reads = self.writes = array.array("i", bytes(4 * 16))  # all is plain memory
        self.watched = bytearray(256)
        self.log = array.array("i", bytes(4 * 3 * FLAT_LOG_SIZE))
        self.events = bytearray(FLAT_EVENTS)
        self.logging = self.log_count = self.scripted = 0
        self.cycle = self.irq = self.nmi = 0
        self.probe = None
        self.steps = self.deepest = self.only_counts = 0
        self.cpu = CPU(self)

    def read(self, addr):
        """Spend one cycle, and those RDY is low before it, reading ``addr``."""
        self.stalled = 0
        while self.scripted and self.events[self.cycle & 0xFFFF] & 4:
            self.stalled += 1
            self.end_cycle()
        value = self.ram[addr]
        if self.logging:
            self.note(addr, value, 0)
        self.end_cycle()
        return value

    def write(self, addr, value):
        """Spend one cycle writing ``value`` to ``addr``."""
        self.ram[addr] = value
        if self.logging:
            self.note(addr, value, 1)
        self.end_cycle()

    def access_read(self, addr):
        """Read ``addr`` without spending a cycle."""
        return self.ram[addr]

    def access_write(self, addr, value):
        """Write to ``addr`` without spending a cycle."""
        self.ram[addr] = value

    def peek(self, addr):
        """Read ``addr`` without side effects."""
        return self.ram[addr]

    def poke(self, addr, value):
        """Put a byte into RAM."""
        self.ram[addr] = value

    def idle(self, cycles):
        """Let ``cycles`` cycles pass without an access."""
        while cycles > 0:
            self.end_cycle()
            cycles -= 1

    def open_cycle(self, wait):
        """Begin a cycle (there is nothing to wait for)."""

    def close_cycle(self):
        """End the cycle."""
        self.end_cycle()

    def note(self, addr, value, is_write):
        """Add an access to the log, as long as there is room."""
        if self.log_count < FLAT_LOG_SIZE:
            at = self.log_count * 3
            self.log[at] = addr
            self.log[at + 1] = value
            self.log[at + 2] = is_write
            self.log_count += 1

    def end_cycle(self):
        if self.scripted:
            event = self.events[self.cycle & 0xFFFF]
            self.irq = event & 1
            self.nmi = event >> 1 & 1
        self.cpu.sample(self.irq, self.nmi)
        self.cycle += 1

    def run(self, cycles):
        """Run whole instructions for at least ``cycles`` cycles."""
        end = self.cycle + cycles
        while self.cycle < end:
            self.cpu.step()

    def run_to_loop(self, limit):
        """Run until an instruction jumps to itself; returns its address, or -1 at ``limit``."""
        stopped = -1
        while self.cycle < limit and stopped < 0:
            at = self.cpu.pc
            self.cpu.step()
            if self.cpu.pc == at:
                stopped = at
        return stopped

    def note_step(self):
        """Tell the probe that an instruction begins; the CPU's registers go along."""
        cpu = self.cpu
        word = cpu.p
        word = (word << 8) | cpu.sp
        word = (word << 8) | cpu.y
        word = (word << 8) | cpu.x
        word = (word << 8) | cpu.a
        word = (word << 16) | cpu.pc
        self.probe.note_step(word, self.cycle, 0)

    def plan_quick(self):
        """Let the CPU do accesses itself, if nothing can happen beside them until ``run_to`` ends.

        The lines are high and were so when the CPU sampled them; nobody wants to know of accesses.
        """
        cpu = self.cpu
        busy = self.logging | self.scripted | self.irq | self.nmi
        busy |= cpu.irq_line | cpu.nmi_line | cpu.nmi_latch | cpu.int_now | cpu.int_prev
        if busy == 0:
            self.space = self.ram
            self.quick = FLAT_ALWAYS

    def run_to(self, target, limit):
        """Run until the program counter is ``target``; sets ``steps`` and ``deepest``.

        limit    cycle at which to give up
        returns  1 there, 2 when the CPU has jammed, 0 at ``limit``
        """
        cpu = self.cpu
        noting = self.probe is not None
        if noting:
            self.probe.counted = -1
        base = cpu.sp
        reason = steps = deepest = 0
        self.plan_quick()
        while self.cycle < limit and reason == 0:
            if cpu.pc == target:
                reason = 1
            elif cpu.jammed:
                reason = 2
            else:
                if noting and self.only_counts:
                    self.probe.count_step(cpu.pc, 0)
                elif noting:
                    self.note_step()
                cpu.step()
                steps += 1
                depth = (base - cpu.sp) & 0xFF
                if depth > deepest and depth < 0xC0:
                    deepest = depth
        self.quick = 0
        if noting and not self.only_counts:
            self.probe.finish_step(self.cycle, 0)
        self.steps = steps
        self.deepest = deepest
        return reason

    def call(self, target, back, limit):
        """Call the routine at ``target`` with the registers as they are; see ``run_to``.

        back  where its RTS goes, one after what is pushed for it; nothing need be there
        """
        cpu = self.cpu
        self.ram[0x100 | cpu.sp] = (back - 1) >> 8 & 0xFF
        self.ram[0x100 | ((cpu.sp - 1) & 0xFF)] = (back - 1) & 0xFF
        cpu.sp = (cpu.sp - 2) & 0xFF
        cpu.pc = target
        return self.run_to(back, self.cycle + limit)

    def accesses(self):
        """Return the log as a list of (address, value, is_write)."""
        items = list(self.log[: self.log_count * 3])
        return list(zip(items[0::3], items[1::3], items[2::3], strict=True))
