"""Recognises a program that goes round and round, so that its rounds need not be run one by one.

The CPU has come back when everything that decides what it does next is as it was: its registers,
what it has sampled of the interrupt pins, the byte left on the bus, and RAM.  If nothing but the
CPU did anything meanwhile, and all it read was RAM, ROM and registers that show the same each time
(the board says so by ``changed``), then the next round is like the last one, cycle for cycle, and
so is every other until something happens.  What happens next, the board knows.

RAM may change within a round if it is back at its end: the old value of each byte that changes is
noted.  So a loop that counts in the zero page, or that pushes and pulls, is recognised, too.

Not emulated: nothing, this is no hardware.  Loops of more instructions than ``LOOP_STEPS`` or
with more changes than ``LOOP_NOTES`` are run in full.
"""

import array

LOOP_STEPS = 256  # steps after which another place is tried
LOOP_NOTES = 64  # changes of RAM in a round


class IdleLoop:
    """Where a CPU was at ``cycle``, and what has changed since.

    pc       the place at which ``is_back`` is worth a question
    changed  1: something happened that is not in ``notes``
    patience  steps until another place is to be tried
    skipped  cycles of rounds that were not run, in all
    """

    def __init__(self):
        self.pc = self.a = self.x = self.y = self.sp = self.p = self.value = 0
        self.int_now = self.int_prev = self.jammed = 0
        self.changed = 1
        self.count = self.patience = 0
        self.cycle = self.skipped = 0
        self.notes = array.array("i", [0] * LOOP_NOTES)

    def mark(self, cpu, cycle, value):
        """Remember where the CPU is; ``value`` is the byte left on the bus."""
        self.pc = cpu.pc
        self.a = cpu.a
        self.x = cpu.x
        self.y = cpu.y
        self.sp = cpu.sp
        self.p = cpu.p
        self.int_now = cpu.int_now
        self.int_prev = cpu.int_prev
        self.jammed = cpu.jammed
        self.value = value
        self.cycle = cycle
        self.changed = self.count = 0
        self.patience = LOOP_STEPS

    def skip(self, cycle, room):
        """Return the cycle after all rounds that fit into ``room`` cycles; the CPU is back."""
        if room > 0:
            length = cycle - self.cycle
            room -= room % length
            self.skipped += room
            cycle += room
        self.cycle = cycle
        self.count = 0
        return cycle

    def note(self, addr, value):
        """The byte of RAM at ``addr`` is going to change; it was ``value``."""
        if self.count < LOOP_NOTES:
            self.notes[self.count] = addr << 8 | value
            self.count += 1
        else:
            self.changed = 1

    def is_back(self, cpu, cycle, value, ram):
        """Return 1 if the CPU, at ``pc``, has come back; if it cannot say, it marks this cycle."""
        if not self.changed:
            if cpu.a != self.a or cpu.x != self.x or cpu.y != self.y or cpu.sp != self.sp:
                return 0
            if cpu.p != self.p or cpu.pc != self.pc or not self.ram_is_back(ram):
                return 0
            # Else it came another way, out of an interrupt perhaps: the next round will tell.
            if value == self.value and cpu.jammed == self.jammed:
                if cpu.int_now == self.int_now and cpu.int_prev == self.int_prev:
                    return 1
        self.mark(cpu, cycle, value)
        return 0

    def ram_is_back(self, ram):
        """Return 1 if every byte that was noted is as it was at first."""
        for at in range(self.count):
            note = self.notes[at]
            if ram[note >> 8] != note & 0xFF and not self.noted_before(at):
                return 0
        return 1

    def noted_before(self, at):
        """Return 1 if an earlier note is of the same byte as note ``at``."""
        addr = self.notes[at] >> 8
        for before in range(at):
            if self.notes[before] >> 8 == addr:
                return 1
        return 0
