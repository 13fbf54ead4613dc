"""Interrupt control of the CIA: flags, mask, and the delays between them.

The state that a register access of cycle C meets is the one ``step`` made at the end
of cycle C-1.  From there, in both models::

    event -> flag visible -> bit 7 and the interrupt line

New model (8521): flag, bit 7 and the line (sampled by the CPU in the same cycle) come
together, one cycle later if the register was read the cycle before.  A read clears the
flags two cycles later; an event on the way survives.

Old model (6526): bit 7 and the line come one cycle after the flag.  A read clears the
flags at once and bit 7 two cycles later, and a timer B underflow in the cycle after a
read loses its flag (but not its interrupt): the "timer B bug".

Which chip, and how sure: "6526" is the NMOS chip with the timer B bug and the late interrupt,
"8521" the HMOS chip, like which VICE's authors take the 6526A to be.  Lorenz' measurements and
VICE's programs, made on other machines, agree; where a 6526's stamp matters (serial register)
see sdr.py.

Not emulated: the marginal timing by which some of the chips of either kind differ.

Source: Wolfgang Lorenz, "A Software Model of the CIA6526"; the measured programs of
the VICE collection (CIA/irqdelay, CIA/dd0dtest, CIA/CIA-AcountsB, interrupts/).
"""

from c64.base.fields import Field, create_fields

CIA_IR_TIMER_A = 0x01
CIA_IR_TIMER_B = 0x02
CIA_IR_TOD = 0x04
CIA_IR_SERIAL = 0x08
CIA_IR_FLAG = 0x10
CIA_IR_SOURCES = 0x1F
CIA_IR_ACTIVE = 0x80

# Pipeline; each bit moves to the next name when a cycle ends.  READ0..READ2 are the
# cycles since a read, SET0 -> SET1 and BIT0 -> BIT1 lead to the line and to bit 7.
CIA_IP_READ0 = 0x01
CIA_IP_READ1 = 0x02
CIA_IP_READ2 = 0x04
CIA_IP_SET0 = 0x10
CIA_IP_SET1 = 0x20
CIA_IP_BIT0 = 0x100
CIA_IP_BIT1 = 0x200
CIA_IP_MOVED = 0x226  # READ1, READ2, SET1, BIT1: where a bit may have moved


class CiaIcr:
    """Interrupt flags and mask of one CIA.

    old      1: 6526, 0: 8521
    flags    ICR as read (bits 0-4, 7)
    mask     interrupts enabled, bits 0-4
    line     level (1 = asserted) that the CPU samples in the coming cycle
    pipe     CIA_IP_* bits
    new      events that have not been held against the mask yet
    ack      flags that a read is about to clear (8521)
    hidden   1: the timer B flag was lost to a read (6526)
    """

    fields = (
        Field("old", 0, keep=True),  # 1: 6526, 0: 8521
        Field("flags"),  # ICR as read: sources in bits 0-4, bit 7 interrupt
        Field("mask"),  # sources that may interrupt, bits 0-4
        Field("line"),  # 1: asserted, as the CPU samples it in the coming cycle
        Field("pipe"),  # CIA_IP_ bits: what a cycle or two will bring
        Field("new"),  # events of this cycle, not held against the mask yet
        Field("ack"),  # 8521: flags that a read clears two cycles later
        Field("hidden"),  # 6526: 1: the read lost timer B's flag, not its interrupt
    )

    def __init__(self, old=0):
        create_fields(self)
        self.old = old

    def event(self, bits):
        """Set flags (CIA_IR_* bits); ``step`` of this cycle raises the interrupt."""
        self.flags |= bits
        self.new |= bits
        self.ack &= ~bits

    def timer_b(self):
        """Timer B's event, with the old model's race against a read."""
        self.event(CIA_IR_TIMER_B)
        self.hidden = self.old & self.pipe  # CIA_IP_READ0 is bit 0: it was read just now

    def late_event(self, bits):
        """Set flags after this cycle's register access, interrupt as if before it.

        The serial register and the time of day count in the other half of the cycle.
        """
        self.event(bits)
        if self.pipe & CIA_IP_READ0:  # the read of this very cycle came first
            return
        self.new &= ~bits
        if not self.mask & bits:
            return
        if self.old or self.pipe & CIA_IP_READ1:
            self.pipe |= CIA_IP_SET1 | CIA_IP_BIT1
        else:
            self.flags |= CIA_IR_ACTIVE
            self.line = 1

    def step(self):
        """Advance by one cycle, after the timers' events of the cycle."""
        pipe = self.pipe
        if pipe & CIA_IP_READ1:  # two cycles after a read
            self.flags &= ~(CIA_IR_ACTIVE if self.old else self.ack)
            self.ack = 0
        if self.new & self.mask:
            if self.old or pipe & CIA_IP_READ0:
                pipe |= CIA_IP_SET0 | CIA_IP_BIT0
            else:
                pipe |= CIA_IP_SET1 | CIA_IP_BIT1
        if pipe & CIA_IP_BIT1:
            self.flags |= CIA_IR_ACTIVE
        if pipe & CIA_IP_SET1:
            self.line = 1
        self.new = 0
        self.pipe = (pipe << 1) & CIA_IP_MOVED

    def is_idle(self):
        """1 when no interrupt, acknowledgement or event is under way."""
        return not (self.pipe | self.new | self.ack)

    def read(self):
        """Read ICR: returns the flags, releases the line, begins the acknowledgement."""
        if self.hidden:
            self.hidden = 0
            self.flags &= ~CIA_IR_TIMER_B
        if self.old:
            value = self.flags
            self.flags &= CIA_IR_ACTIVE
            self.new = 0
            self.pipe &= ~CIA_IP_SET1
        else:
            if self.pipe & CIA_IP_SET1 and self.flags & CIA_IR_SOURCES:
                self.flags |= CIA_IR_ACTIVE
            value = self.flags
            if value:
                self.ack |= value | CIA_IR_ACTIVE
            self.pipe &= ~(CIA_IP_SET1 | CIA_IP_BIT1)
        self.pipe |= CIA_IP_READ0
        self.line = 0
        return value & 0x9F

    def write(self, value):
        """Write the mask: bit 7 set or clear the mask bits that are 1 in ``value``."""
        if value & 0x80:
            self.mask |= value & CIA_IR_SOURCES
        else:
            self.mask &= ~value & CIA_IR_SOURCES
        if self.flags & self.mask & CIA_IR_SOURCES:
            if not self.line:
                if self.old:
                    self.pipe |= CIA_IP_SET0 | CIA_IP_BIT0
                elif not self.pipe & CIA_IP_READ1:
                    self.pipe |= CIA_IP_SET1 | CIA_IP_BIT1
        elif self.old and self.pipe & CIA_IP_READ2:
            self.pipe &= ~(CIA_IP_SET1 | CIA_IP_BIT1)
