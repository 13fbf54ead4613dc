"""The board's clock: how far each chip is, and how those that lag behind are brought up to date.

In which order the chips come in a cycle is stated in board.py.  That is the order in which things
happen; when the work is done is another matter.  The SID raises no interrupt, so it catches up
with ``cycle`` before each access to it and at the end of a run.  VIC and CIAs say for how many
cycles to come nobody could notice anything of them (``uneventful_cycles``), and in a run may lag
behind for so long (``lazy``): ``vic_due`` and ``end_due`` are the cycles in which they must be
up to date, and whatever looks at them before has them catch up first.  What the VIC reads in that
time is safe from the CPU: a write to a page that it may read (``watched``) waits for it.  Between
runs everything is up to date, and with a probe or py65 as CPU it is in every cycle, with the same
results (``tests/c64/bus/test_lazy.py``).
"""

from c64.bus.sockets import BoardSockets


class BoardClock(BoardSockets):
    """What moves the chips and the drives on by a cycle, or by those that they have put off."""

    def plan_quick(self):
        """Let the CPU do plain accesses itself until VIC, CIAs or drive are due."""
        self.quick = min(self.vic_due, self.end_due - 1)

    def clock_vic(self):
        """Do the VIC's part of the cycle, and what it has put off of those before."""
        behind = self.cycle - self.vic_cycle
        if self.lazy and behind > 0:
            self.vic.catch_up(behind)
        self.vic.clock()
        self.vic_cycle = self.cycle + 1
        self.look_at_irq()
        if self.lazy:
            self.vic_due = self.vic_cycle + self.vic.uneventful_cycles()
            self.plan_quick()

    def look_at_irq(self):
        """Have the interrupt lines sampled at the end of the cycle, if the VIC moves its own."""
        if self.vic.irq != self.vic_irq:
            self.end_due = self.quick = 0

    def bring_vic(self):
        """Have the VIC up to date in this cycle, for an access to it."""
        if self.lazy and self.vic_cycle <= self.cycle:
            self.vic.catch_up(self.cycle + 1 - self.vic_cycle)
            self.vic_cycle = self.cycle + 1

    def sync_vic(self):
        """Have the VIC up to date in this cycle, for a change of its inputs.

        What comes of that is looked at in the next cycle.
        """
        self.bring_vic()
        self.vic_due = self.end_due = self.quick = 0

    def sync_cias(self, cycle):
        """Have the CIAs as they are when ``cycle`` begins."""
        if self.lazy and self.cia_cycle < cycle:
            self.cia1.run(cycle - self.cia_cycle)
            self.cia2.run(cycle - self.cia_cycle)
            self.cia_cycle = cycle

    def open_cias(self):
        """Have the CIAs up to date for an access of this cycle, whose effect its end looks at."""
        self.sync_cias(self.cycle)
        self.end_due = self.quick = 0

    def end_cycle(self):
        """Finish the cycle: the CIAs, the interrupt lines, the counter, the drive."""
        if self.cycle + 1 >= self.end_due:
            self.end_events()
        else:
            self.cpu.sample_again()
            self.cycle += 1

    def end_events(self):
        """Finish a cycle in which CIAs, interrupt lines or drive may change."""
        if self.lazy:
            self.sync_cias(self.cycle + 1)
        else:
            self.cia1.clock()
            self.cia2.clock()
        self.vic_irq = self.vic.irq | self.vic_held
        self.vic_held = 0
        self.cpu.sample(
            self.vic_irq | self.cia1.irq | self.cart.irq,
            self.cia2.irq | self.keyboard.restore | self.cart.nmi,
        )
        self.cycle += 1
        if self.cycle >= self.iec.wakeup:
            self.iec.run(self.cycle)
            if self.iec.held:
                self.iec.held = 0
                self.stop |= 2
        if self.cycle >= self.tape.due:
            self.run_tape()
        if self.lazy:
            if self.cpu.int_prev != self.cpu.int_now or self.vic_irq != self.vic.irq:
                self.end_due = self.cycle + 1  # the CPU has to sample once more
                self.quick = 0
            else:
                quiet = min(self.cia1.uneventful_cycles(), self.cia2.uneventful_cycles())
                self.end_due = min(self.cycle + 1 + quiet, self.iec.wakeup, self.tape.due)
                self.plan_quick()

    def run_tape(self):
        """Let the datasette go on; a falling edge on its read wire is FLAG of CIA 1."""
        if self.tape.run(self.cycle):
            self.cia1.flag(0)
            self.cia1.flag(1)
        self.look_at_tape()

    def look_at_tape(self):
        """Take over whether a key of the datasette is down, and what it has to do next."""
        self.port.sense = 1 if self.tape.mode == 0 else 0
        self.end_due = self.quick = 0

    def begin_lag(self):
        """Let VIC and CIAs lag behind from now on, unless somebody looks at every cycle."""
        self.vic_cycle = self.cia_cycle = self.cycle
        self.vic_due = self.end_due = self.quick = 0
        self.update_watched()
        self.lazy = self.may_lag and self.engine is None and not self.probing

    def end_lag(self):
        """Have everything up to date; from now on anybody may look and change."""
        if self.lazy:
            if self.vic_cycle < self.cycle:
                self.vic.catch_up(self.cycle - self.vic_cycle)
            self.sync_cias(self.cycle)
        self.lazy = 0
        self.vic_due = self.end_due = self.quick = 0

    def update_watched(self):
        """Mark the pages that the VIC may read in cycles it has put off."""
        self.vic.mark_pages(self.watched)

    def run_sid(self):
        """Let the SIDs catch up with the machine's cycle."""
        if self.sid_cycle != self.cycle:
            self.sid.clock(self.cycle - self.sid_cycle)
            if self.more_sids is not None:
                self.more_sids.clock(self.cycle - self.sid_cycle)
            self.sid_cycle = self.cycle
