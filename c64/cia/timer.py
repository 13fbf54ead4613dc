"""One 16 bit interval timer of the CIA 6526 (timer A or timer B).

The timer is a pipeline of named bits.  A control bit written in cycle C moves
on by one stage a cycle, so that the counter starts two cycles after START,
and is loaded two cycles after FORCE::

    START & PHI2 -> COUNT2 -> COUNT3 -> the counter goes down by one
    START & STEP ------------> COUNT3
    FORCE -> LOAD1 -> LOAD: counter = latch, this cycle's count is lost
    ONESHOT -> SHOT0 -> SHOT: an underflow clears START and COUNT2

An underflow is "the counter is 0 and COUNT3 is set"; it loads the counter in
the same cycle, so a timer that counts phi2 never shows the value 0 (one that
counts pulses does, until the next pulse).

Which chip, and how sure: both kinds count alike; that a reload or a flag comes a cycle apart
is the matter of icr.py.  Lorenz measured it on 6526s, VICE's programs on both.

Not emulated: analogue effects of overclocked or marginal chips.

Source: Wolfgang Lorenz, "A Software Model of the CIA6526"; where his model and
the measured test programs of the VICE collection (CIA/, general/Lorenz-2.15)
differ, the measurement wins.
"""

from c64.base.fields import Field, create_fields

# Control bits as written (KEEP); the others live for the cycles they need.
CIA_T_START = 0x001
CIA_T_PHI2 = 0x002
CIA_T_STEP = 0x004
CIA_T_COUNT2 = 0x008
CIA_T_COUNT3 = 0x010
CIA_T_FORCE = 0x020
CIA_T_LOAD1 = 0x040
CIA_T_LOAD = 0x080
CIA_T_ONESHOT = 0x100
CIA_T_SHOT0 = 0x200
CIA_T_SHOT = 0x400
CIA_T_OUT = 0x800
CIA_T_STAYS = CIA_T_START | CIA_T_PHI2 | CIA_T_ONESHOT
CIA_T_MOVED = 0x6D0  # where COUNT2, FORCE, LOAD1, ONESHOT and SHOT0 move on to
CIA_T_WRITTEN = CIA_T_STAYS | CIA_T_FORCE  # by the control register
CIA_T_RUNS = CIA_T_START | CIA_T_PHI2
CIA_T_TURNS = 0xEFC  # all that a timer left alone does not keep for ever

#: "nothing happens by itself": more cycles than any caller asks for
CIA_FOREVER = 1 << 30


class CiaTimer:
    """Timer A or B: counter, latch and pipeline.

    counter  16 bit, as the CPU reads it
    latch    16 bit reload value
    pipe     pipeline, CIA_T_* bits
    toggle   0/1: the flip-flop behind PB6/PB7 in toggle mode
    """

    fields = (
        Field("counter", 0xFFFF),  # 16 bits, as the CPU reads them
        Field("latch", 0xFFFF),  # 16 bits, taken at an underflow and by force load
        Field("pipe", CIA_T_PHI2),  # CIA_T_ bits: control bits, and what the next cycles bring
        Field("toggle", 0),  # the flip-flop behind PB6 or PB7, turned by each underflow
    )

    def __init__(self):
        create_fields(self)

    def step(self):
        """Advance by one phi2 cycle.

        returns  int: 1 in the underflow cycle, else 0
        changes  counter, pipe, toggle
        order    after the register access of the cycle
        """
        t = self.pipe
        counter = self.counter
        if (t & CIA_T_COUNT3) and counter:
            counter -= 1
        # START, PHI2 and ONESHOT stay; COUNT2, FORCE, LOAD1, ONESHOT and SHOT0 move on
        n = (t & CIA_T_STAYS) | ((t << 1) & CIA_T_MOVED)
        if t & CIA_T_START:
            if t & CIA_T_PHI2:
                n |= CIA_T_COUNT2
            if t & CIA_T_STEP:
                n |= CIA_T_COUNT3
        underflow = 0
        if counter == 0 and (n & CIA_T_COUNT3):
            underflow = 1
            n |= CIA_T_OUT | CIA_T_LOAD
            self.toggle ^= 1
            if n & (CIA_T_SHOT0 | CIA_T_SHOT):  # stop
                n &= ~(CIA_T_START | CIA_T_COUNT2)
        if n & CIA_T_LOAD:
            counter = self.latch
            n &= ~CIA_T_COUNT3
        self.counter = counter
        self.pipe = n
        return underflow

    def uneventful_cycles(self):
        """Number of coming steps that do nothing but count (or nothing at all)."""
        t = self.pipe
        stable = CIA_T_SHOT0 | CIA_T_SHOT if t & CIA_T_ONESHOT else 0
        if (t & CIA_T_RUNS) == CIA_T_RUNS:
            if (t & CIA_T_TURNS) != (stable | CIA_T_COUNT2 | CIA_T_COUNT3):
                return 0
            return self.counter - 1 if self.counter > 1 else 0
        if (t & CIA_T_TURNS) != stable:
            return 0
        return CIA_FOREVER

    def skip(self, n):
        """Make up for ``n`` steps left out, at most ``uneventful_cycles()`` of them."""
        if self.pipe & CIA_T_COUNT3:
            self.counter = (self.counter - n) & 0xFFFF

    def pulse(self):
        """Count one pulse of the other timer or of CNT; a stopped timer misses it."""
        if self.pipe & CIA_T_START:
            self.pipe |= CIA_T_STEP

    def write_control(self, start, phi2, oneshot, force):
        """Take the control register's bits (each 0/1) into the pipeline."""
        if start and not self.pipe & CIA_T_START:
            self.toggle = 1
        self.pipe = (
            (self.pipe & ~CIA_T_WRITTEN)
            | (CIA_T_START if start else 0)
            | (CIA_T_PHI2 if phi2 else 0)
            | (CIA_T_FORCE if force else 0)
            | (CIA_T_ONESHOT if oneshot else 0)
        )

    def write_low(self, value):
        """Write the latch's low byte; a load under way takes it at once."""
        self.latch = (self.latch & 0xFF00) | (value & 0xFF)
        if self.pipe & CIA_T_LOAD:
            self.counter = (self.counter & 0xFF00) | (value & 0xFF)

    def write_high(self, value):
        """Write the latch's high byte; a stopped timer is loaded by it."""
        self.latch = (self.latch & 0x00FF) | ((value & 0xFF) << 8)
        if (self.pipe & CIA_T_LOAD) or not self.pipe & CIA_T_START:
            self.counter = self.latch
