"""A 1541's board: its 6502 at 1 MHz, 2 KiB of RAM, two VIAs, 16 KiB of ROM, wired.

Order of events in a cycle, stated only here: what the serial lines do in it; the CPU's access;
the CPU samples the interrupt pins; both VIAs end the cycle; the head lives through it, and its
BYTE READY goes to CA1 of VIA 2 and to the CPU's SO pin; V is set at the end of the first cycle
that lasts 10 periods of 16 MHz longer.

    A15 A12-A10   what answers
     0   0 0 x    RAM, its 2 KiB also at $2000, $4000, $6000
     0   1 1 0    VIA 1: serial bus, device number
     0   1 1 1    VIA 2: motor, stepper, head
     0   others   nothing: the byte that was last on the bus
     1            ROM, its 16 KiB at $C000 and at $8000

That is the order in which things happen; when the work is done is another matter.  In a run
(``run_to``) VIAs and head lag behind as long as nobody could notice: ``due`` is the first cycle
in which something besides the CPU's access may happen.  An access to a VIA has them catch up
before, unless it is one that changes nothing (``VIA.shows``, ``VIA.keeps``).  And while the CPU
does nothing but go round in a loop (c64/drive/idle_loops.py), as the DOS does when it has
nothing to do, all rounds that fit before ``due`` pass in one step.  Between runs everything is up
to date, and all is as without either (``may_lag``, ``may_skip``, tests/c64/drive/test_lag.py).

The serial lines come and go with the drive's cycle in which they change, because the computer
and the drive run one after the other (see c64/drive/drive1541.py).

Source: 1541 service manual (schematic of the long board).

Not emulated: the capacitors of the reset circuit; RAM expansions and parallel cables.
"""

import array

from c64.base.bus import Bus
from c64.base.fields import Field, create_fields, reset_fields
from c64.cpu.cpu import CPU
from c64.cpu.opcodes import OPCODES
from c64.drive.head import DriveHead
from c64.drive.idle_loops import IdleLoop
from c64.drive.via import VIA

DRIVEBUS_NEVER = 1 << 62
DRIVEBUS_SO = 10  # periods of 16 MHz before a cycle's end by which SO must have fallen (VICE)
DRIVEBUS_LONG = 64  # cycles of a run in which it is worth while to look for loops
DRIVEBUS_SOONEST = 4  # cycles from an instruction's beginning until it can have changed the bus
DRIVEBUS_POSTS = 16  # changes of the lines that may wait for the drive
# What the sensor behind the write-protect notch sees when disks are changed, in cycles: the
# old disk on its way out, nothing, the new disk on its way in.
DRIVEBUS_OUT, DRIVEBUS_EMPTY, DRIVEBUS_IN = 200000, 400000, 600000


class DriveBus(Bus):
    """The board.

    rom      16,384 bytes
    number   8 to 11: how the jumpers are set
    cycle    cycles since power-on
    atn clk data   1: the line is low, the drive's own pull left out
    port     what the drive does to the bus: bit 0 pulls DATA, bit 1 pulls CLK, bit 2 ATNA
    protected  1: the disk's notch is covered
    may_lag, may_skip  0: every cycle is run when it comes, every round of a loop is run

    For a debugger; in between the bus is served as ever (``run_watched``):
    watching  1: stop the CPU before an instruction at an address that ``stops`` has a 1 for
    held      1: it has stopped, and goes on if the computer needs to know; 2: it does not
    leaving   1: run the instruction at the program counter without stopping
    held_at   where it stopped;  passed  1: it had to go on from there
    """

    fields = (
        Field("ram", bytes(2048), keep=True),  # 2 KB at $0000, mirrored; a reset leaves it
        Field("value", keep=True),  # the data bus's last byte, which addresses without a chip read
        Field("cycle", keep=True),  # cycles since power-on, 1 MHz
        Field("atn"),  # 1: ATN is low
        Field("clk"),  # 1: CLK is low, the drive's own pull left out
        Field("data"),  # 1: DATA is low, the drive's own pull left out
        Field("port"),  # bit 0 pulls DATA, bit 1 pulls CLK, bit 2 ATNA
        Field("port_before"),  # what port was until the cycle port_at
        Field("port_at"),  # cycle from which the bus sees port
        Field("post_at", array.array("q", bytes(8 * DRIVEBUS_POSTS))),  # when the lines change
        Field("post_lines", bytes(DRIVEBUS_POSTS)),  # those lines: bit 0 ATN, 1 CLK, 2 DATA; 1 low
        Field("posts"),  # how many of them wait
        Field("overflow_at", DRIVEBUS_NEVER),  # cycle at which a whole byte sets V by the SO pin
        Field("next_post", DRIVEBUS_NEVER),  # cycle of the first change that waits
        Field("changed_at", -DRIVEBUS_NEVER, keep=True),  # cycle of the last change of disks
        Field("was_in", keep=True),  # 1: there was a disk before it
        Field("is_in", keep=True),  # 1: a disk is in
        Field("protected", keep=True),  # 1: its notch is covered
    )
    derived = (
        # ROM, jumpers, table
        "rom", "number", "lengths",
        # of a run: what lags, how far it is, when it must be up to date; a loop's last round
        "may_lag", "may_skip", "lazy", "via_cycle", "via_due", "due", "idle_loop",
        # a debugger's
        "watching", "stops", "held", "held_at", "leaving", "passed",
    )  # fmt: skip
    parts = ("cpu", "via1", "via2", "head")

    def __init__(self, rom, number=8):
        create_fields(self)
        self.stalled = self.quick = self.end_due = 0
        self.may_lag = self.may_skip = 1
        self.lazy = 0
        self.watching = self.held = self.held_at = self.leaving = self.passed = 0
        self.stops = bytearray(1)
        self.via_cycle = self.via_due = self.due = 0
        self.idle_loop = IdleLoop()
        self.rom = bytearray(rom)
        self.lengths = bytearray(o.cycles for o in OPCODES)
        self.number = number
        self.cpu = CPU(self)
        self.via1 = VIA()
        self.via2 = VIA()
        self.head = DriveHead()
        self.reset()

    def reset(self):
        """Pull the reset line; RAM, disk and head stay as they are."""
        self.head.set_writing(0, self.cycle * 16)
        self.head.set_motor(0, self.cycle * 16)
        reset_fields(self)
        self.via1.ca1 = 0
        self.update_outputs()
        self.update_disk_inputs()
        self.update_mechanics()
        self.cpu.reset()

    # -- the clock -----------------------------------------------------------------------

    def read(self, addr):
        """Spend one cycle reading ``addr``."""
        if self.cycle >= self.due and self.cycle >= self.next_post:
            self.take_post()
        value = self.fetch(addr)
        self.end_cycle()
        return value

    def write(self, addr, value):
        """Spend one cycle writing ``value`` to ``addr``."""
        if self.cycle >= self.due and self.cycle >= self.next_post:
            self.take_post()
        self.store(addr, value)
        self.end_cycle()

    def idle(self, cycles):
        """Let cycles pass without an access of the CPU."""
        while cycles > 0:
            if self.cycle >= self.next_post:
                self.take_post()
            self.end_cycle()
            cycles -= 1

    def end_cycle(self):
        """Finish the cycle; before ``due`` there is nothing to it."""
        if self.cycle < self.due:
            self.cpu.sample_again()
            self.cycle += 1
        else:
            self.end_events()

    def end_events(self):
        """Finish a cycle in which something may happen."""
        self.idle_loop.changed = 1
        if self.cycle < self.via_due:
            self.cpu.sample_again()
            self.cycle += 1
        else:
            self.end_vias()
        if self.cycle * 16 >= self.head.next:
            self.turn()
        if self.cycle >= self.overflow_at:
            self.overflow_at = DRIVEBUS_NEVER
            self.cpu.p |= 0x40
        if self.lazy:
            self.plan()

    def end_vias(self):
        """Finish a cycle in which something may happen to the VIAs, or has."""
        self.sync_vias()
        self.cpu.sample(self.via1.irq | self.via2.irq, 0)
        self.via1.clock()
        self.via2.clock()
        self.cycle += 1
        self.via_cycle = self.cycle
        if self.lazy:
            self.plan_vias()

    # -- what lags -----------------------------------------------------------------------

    def plan_vias(self):
        """Set ``via_due``; the VIAs are up to date."""
        self.via_due = self.cycle + min(
            self.via1.uneventful_cycles(), self.via2.uneventful_cycles()
        )

    def plan(self):
        """Set ``due``; the head is up to date, and ``via_due`` is right."""
        if (self.via1.irq | self.via2.irq) != self.cpu.irq_line:
            self.due = self.via_due = 0
            return
        due = min(self.via_due, self.next_post)
        due = min(due, self.overflow_at - 1)
        if self.head.motor and self.via2.ca2_out:
            due = min(due, (self.head.ready_from() + 15 >> 4) - 1)
        self.due = due

    def begin_lag(self):
        """Let VIAs and head lag behind from now on."""
        self.lazy = self.may_lag
        self.via_cycle = self.cycle
        if self.lazy:
            self.plan_vias()
            self.plan()

    def end_lag(self):
        """Have everything up to date; from now on anybody may look and change."""
        self.sync_vias()
        self.bring_head()
        self.lazy = 0
        self.due = self.via_due = 0

    def sync_vias(self):
        """Have the VIAs as they are when the cycle begins."""
        if self.lazy and self.via_cycle < self.cycle:
            self.via1.run(self.cycle - self.via_cycle)
            self.via2.run(self.cycle - self.via_cycle)
            self.via_cycle = self.cycle

    def open_vias(self):
        """Have the VIAs up to date for an access of this cycle, whose effect its end looks at."""
        self.sync_vias()
        self.due = self.via_due = 0

    def bring_head(self):
        """Have the head as it is when the cycle begins; BYTE READY is not due."""
        if self.lazy and self.cycle * 16 >= self.head.next:
            self.turn()

    def turn(self):
        """Let the disk turn up to now; BYTE READY passes while CA2 of VIA 2 lets it."""
        self.head.run(self.cycle * 16)
        if self.head.ready:
            self.head.ready = 0
            if self.via2.ca2_out:
                self.via2.pa_in = self.head.shifter & 0xFF
                self.via2.set_ca1(0)
                self.via2.set_ca1(1)
                self.overflow_at = (self.head.ready_at + DRIVEBUS_SO + 15) >> 4

    # -- addresses -----------------------------------------------------------------------

    def access_read(self, addr):
        """Return the byte at ``addr`` with all side effects, without spending a cycle."""
        return self.fetch(addr)

    def access_write(self, addr, value):
        """Write ``value`` to ``addr`` with all side effects, without spending a cycle."""
        self.store(addr, value)

    def fetch(self, addr):
        """Do what a read cycle does at ``addr``."""
        if addr & 0x8000:
            self.value = self.rom[addr & 0x3FFF]
        elif addr & 0x1800 == 0:
            self.value = self.ram[addr & 0x7FF]
        elif addr & 0x1C00 == 0x1800:
            self.update_serial_inputs()
            if not self.via1.shows(addr & 15):
                self.open_vias()
            self.value = self.via1.read(addr & 15)
        elif addr & 0x1C00 == 0x1C00:
            self.update_disk_inputs()
            if not self.via2.shows(addr & 15):
                self.open_vias()
            self.value = self.via2.read(addr & 15)
        return self.value

    def store(self, addr, value):
        """Do what a write cycle does at ``addr``."""
        self.value = value
        if addr & 0x8000:
            return
        if addr & 0x1800 == 0:
            before = self.ram[addr & 0x7FF]
            if before != value:
                self.idle_loop.note(addr & 0x7FF, before)
                self.ram[addr & 0x7FF] = value
        elif addr & 0x1C00 == 0x1800:
            if not self.via1.keeps(addr & 15, value):
                self.open_vias()
            self.via1.write(addr & 15, value)
            self.update_outputs()
        elif addr & 0x1C00 == 0x1C00:
            self.update_disk_inputs()
            if not self.via2.keeps(addr & 15, value):
                self.open_vias()
            self.via2.write(addr & 15, value)
            self.update_mechanics()

    def peek(self, addr):
        """Return what the CPU would read at ``addr``, without side effects."""
        if addr & 0x8000:
            return self.rom[addr & 0x3FFF]
        if addr & 0x1800 == 0:
            return self.ram[addr & 0x7FF]
        if addr & 0x1C00 == 0x1800:
            self.update_serial_inputs()
            return self.via1.peek(addr & 15)
        if addr & 0x1C00 == 0x1C00:
            self.update_disk_inputs()
            return self.via2.peek(addr & 15)
        return self.value

    # -- serial bus ----------------------------------------------------------------------

    def update_serial_inputs(self):
        """Put lines and jumpers on port B of VIA 1; a low line reads 1."""
        pull = self.port & 1 | (self.atn ^ self.port >> 2 & 1)
        self.via1.pb_in = (
            0x1A
            | (self.data | pull)
            | (self.clk | self.port >> 1 & 1) << 2
            | (self.number - 8) << 5
            | self.atn << 7
        )

    def update_outputs(self):
        """Take PB1 (DATA), PB3 (CLK) and PB4 (ATN acknowledge) to the bus.

        ``port_before`` is what they were until cycle ``port_at``.
        """
        pins = self.via1.orb | ~self.via1.ddrb & 0xFF
        port = pins >> 1 & 1 | pins >> 2 & 2 | pins >> 2 & 4
        if port != self.port:
            self.port_before = self.port
            self.port_at = self.cycle + 1
            self.port = port

    def port_as_of(self, cycles):
        """Return ``port`` as it is when so many cycles of the drive are over."""
        return self.port if self.port_at <= cycles else self.port_before

    def post(self, lines, cycle):
        """Let the lines be so from the drive's cycle ``cycle`` on.

        lines  bit 0 ATN, bit 1 CLK, bit 2 DATA: 1 low, the drive's own pull left out
        """
        if self.posts == DRIVEBUS_POSTS:
            self.take_post()
        self.post_at[self.posts] = cycle
        self.post_lines[self.posts] = lines
        self.posts += 1
        self.next_post = self.post_at[0]

    def take_post(self):
        """Apply the changes of the lines that have come about."""
        self.via_due = 0  # it may be an interrupt
        taken = 0
        while taken < self.posts and (taken == 0 or self.post_at[taken] <= self.cycle):
            lines = self.post_lines[taken]
            self.atn = lines & 1
            self.clk = lines >> 1 & 1
            self.data = lines >> 2 & 1
            self.via1.set_ca1(self.atn)
            taken += 1
        self.posts -= taken
        for at in range(self.posts):
            self.post_at[at] = self.post_at[at + taken]
            self.post_lines[at] = self.post_lines[at + taken]
        self.next_post = self.post_at[0] if self.posts else DRIVEBUS_NEVER

    # -- disk ----------------------------------------------------------------------------

    def insert(self, surface, protected):
        """Put in a disk, or take it out (None); the notch's sensor sees it go and come."""
        self.was_in = self.is_in
        self.is_in = surface is not None
        self.protected = protected
        self.changed_at = self.cycle if self.cycle else -DRIVEBUS_NEVER
        self.head.insert(surface, self.cycle * 16)

    def sees_light(self):
        """Return what the sensor of the notch sees: 1 light (no disk, or one to write to)."""
        since = self.cycle - self.changed_at
        if self.was_in and since < DRIVEBUS_OUT:
            return 0
        if since < DRIVEBUS_EMPTY:
            return 1
        if self.is_in and since < DRIVEBUS_IN:
            return 0
        return 1 if not self.is_in else 1 - self.protected

    def update_disk_inputs(self):
        """Put what the head reads, SYNC and the notch on the ports of VIA 2."""
        if self.head.motor or self.cycle - self.changed_at < DRIVEBUS_IN:
            self.bring_head()
            self.idle_loop.changed = 1  # what is there may be another thing the next time
        self.via2.pa_in = self.head.shifter & 0xFF
        self.via2.pb_in = 0x6F | self.sees_light() << 4 | (0 if self.head.in_sync() else 0x80)

    def update_mechanics(self):
        """Take VIA 2's outputs to stepper, motor, density and self.head."""
        now = self.cycle * 16
        pins = self.via2.pb_pins()
        self.head.data_out = self.via2.pa_pins()
        if (pins & 3) != self.head.phase:
            self.head.set_phase(pins & 3, now)
        if (pins >> 2 & 1) != self.head.motor:
            self.head.set_motor(pins >> 2 & 1, now)
        self.head.set_density(pins >> 5 & 3, now)
        self.head.set_writing(1 - self.via2.cb2_out, now)

    def led(self):
        """Return 1 while the drive's lamp is on."""
        return self.via2.pb_pins() >> 3 & 1

    # -- what the next instruction touches ------------------------------------------------

    def needed(self):
        """Return how many cycles must be over before the CPU's next step may be run.

        A step that keeps away from VIA 1 must fit as a whole; one that touches it may run when
        the cycle of its first access there has come.
        """
        if self.cpu.int_prev | self.cpu.reset_pending | self.cpu.jammed:
            if self.cpu.jammed:
                return 1
            if self.cpu.reset_pending or self.cpu.int_prev & 6 or not self.cpu.p & 4:
                return 7
        pc = self.cpu.pc
        if self.is_via1(pc) or self.is_via1(pc + 1) or self.is_via1(pc + 2):
            return 1
        op = self.spypeek(pc)
        low = self.spypeek(pc + 1)
        length = self.lengths[op]
        column = op & 0x1F
        if column == 0x10:
            return length + self.branch_extra(op, pc + 2, low)
        if column >= 0x0C and column <= 0x0F and op != 0x4C and op != 0x6C:
            return 4 if self.is_via1(low | self.spypeek(pc + 2) << 8) else length
        if column == 0x19 or column >= 0x1B:
            by_x = (column >= 0x1E and op & 0xC0 != 0x80) or column == 0x1C or column == 0x1D
            index = self.cpu.x if by_x else self.cpu.y
            return self.needed_indexed(low | self.spypeek(pc + 2) << 8, index, 4, length)
        if column == 0x11 or column == 0x13:
            at = self.spypeek(low) | self.spypeek((low + 1) & 0xFF) << 8
            return self.needed_indexed(at, self.cpu.y, 5, length)
        if column == 0x01 or column == 0x03:
            low = (low + self.cpu.x) & 0xFF
            at = self.spypeek(low) | self.spypeek((low + 1) & 0xFF) << 8
            return 6 if self.is_via1(at) else length
        return length

    def branch_extra(self, op, here, offset):
        """Return the cycles that a branch takes beyond two."""
        p = self.cpu.p
        flag = op >> 6
        state = p >> 7 if flag == 0 else p >> 6 if flag == 1 else p if flag == 2 else p >> 1
        if (state ^ op >> 5) & 1:
            return 0
        there = here + (offset ^ 0x80) - 0x80
        return 2 if (here ^ there) & 0xFF00 else 1

    def needed_indexed(self, base, index, dummy, length):
        """As ``needed``, for an access at base + index whose dummy read is in cycle ``dummy``.

        length  cycles of the instruction; one more if it reads across a page
        """
        address = (base + index) & 0xFFFF
        if self.is_via1(base & 0xFF00 | address & 0xFF):
            return dummy
        if self.is_via1(address):
            return dummy + 1
        return length + 1 if length == dummy and (base ^ address) & 0xFF00 else length

    def is_via1(self, addr):
        return addr & 0x9C00 == 0x1800

    def spypeek(self, addr):
        """Return a byte of RAM or ROM, without side effects; elsewhere 0."""
        if addr & 0x8000:
            return self.rom[addr & 0x3FFF]
        return self.ram[addr & 0x7FF] if addr & 0x1800 == 0 else 0

    # -- running -------------------------------------------------------------------------

    def run_to(self, due):
        """Run the CPU as far as it can go while ``due`` cycles are over."""
        if self.watching:
            self.run_watched(due)
            return
        if self.cycle >= due:
            return
        self.begin_lag()
        if self.lazy and self.may_skip and self.cycle + DRIVEBUS_LONG < due:
            self.run_rounds(due - 8)
        while self.cycle + 8 <= due:
            self.cpu.step()
        while self.cycle + self.needed() <= due:
            self.cpu.step()
        self.end_lag()

    def watch(self, stops):
        """Stop the CPU before instructions at these addresses.

        stops  65,536 bytes, 1 at each of them; None: nowhere any more
        """
        self.watching = stops is not None
        self.held = self.leaving = self.passed = 0
        if stops is not None:
            self.stops = stops

    def begins(self):
        """Return 1 if the CPU's next step is the instruction at the program counter."""
        if self.cpu.jammed or self.cpu.reset_pending or self.cpu.int_prev & 6:
            return 0
        return 0 if self.cpu.int_prev and not self.cpu.p & 4 else 1

    def run_watched(self, due):
        """As ``run_to``, but stop before an instruction that is watched for (``held``)."""
        if self.held:
            return
        self.begin_lag()
        while not self.held:
            if self.stops[self.cpu.pc] and not self.leaving and self.begins():
                self.held, self.held_at = 1, self.cpu.pc
            elif self.cycle + self.needed() <= due:
                self.cpu.step()
                self.leaving = 0
            else:
                break
        self.end_lag()

    def go_on(self, due):
        """Go on from where the CPU has stopped, as the computer looks at the lines.

        It is in the middle of an instruction.  What the drive does next to the lines cannot be
        seen for some cycles, and until then it need not go on.
        """
        if self.cycle + DRIVEBUS_SOONEST <= due:
            self.begin_lag()
            while self.cycle + self.needed() <= due:
                self.cpu.step()
                self.passed = 1
            self.end_lag()

    def run_rounds(self, last):
        """Run the CPU until ``cycle`` > ``last``; of a loop, as many rounds at a time as fit."""
        self.idle_loop.mark(self.cpu, self.cycle, self.value)
        while self.cycle <= last:
            self.cpu.step()
            if self.cpu.pc == self.idle_loop.pc:
                if self.idle_loop.is_back(self.cpu, self.cycle, self.value, self.ram):
                    # All that begin by ``last`` and end before ``due``.
                    self.cycle = self.idle_loop.skip(self.cycle, min(self.due, last) - self.cycle)
            else:
                self.idle_loop.patience -= 1
                if self.idle_loop.patience == 0:
                    self.idle_loop.mark(self.cpu, self.cycle, self.value)
