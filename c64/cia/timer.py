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

from c64.base.component import Field, create_fields

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
        Field("counter", 0xFFFF),
        Field("latch", 0xFFFF),
        Field("pipe", CIA_T_PHI2),
        Field("toggle", 0),
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
        if (t & 0x010) and counter:  # COUNT3
            counter -= 1
        # START, PHI2 and ONESHOT stay; COUNT2, FORCE, LOAD1, ONESHOT and SHOT0 move on
        n = (t & 0x103) | ((t << 1) & 0x6D0)
        if t & 0x001:
            if t & 0x002:
                n |= 0x008
            if t & 0x004:
                n |= 0x010
        underflow = 0
        if counter == 0 and (n & 0x010):
            underflow = 1
            n |= 0x880  # OUT, LOAD
            self.toggle ^= 1
            if n & 0x600:  # SHOT0 or SHOT: stop
                n &= ~0x009
        if n & 0x080:
            counter = self.latch
            n &= ~0x010
        self.counter = counter
        self.pipe = n
        return underflow

    def quiet(self):
        """Number of coming steps that do nothing but count (or nothing at all)."""
        t = self.pipe
        stable = 0x600 if t & 0x100 else 0
        if (t & 0x003) == 0x003:
            if (t & 0xEFC) != (stable | 0x018):
                return 0
            return self.counter - 1 if self.counter > 1 else 0
        if (t & 0xEFC) != stable:
            return 0
        return CIA_FOREVER

    def skip(self, n):
        """Make up for ``n`` steps left out, at most ``quiet()`` of them."""
        if self.pipe & 0x010:
            self.counter = (self.counter - n) & 0xFFFF

    def pulse(self):
        """Count one pulse of the other timer or of CNT; a stopped timer misses it."""
        if self.pipe & 0x001:
            self.pipe |= 0x004

    def write_control(self, start, phi2, oneshot, force):
        """Take the control register's bits (each 0/1) into the pipeline."""
        if start and not self.pipe & 0x001:
            self.toggle = 1
        self.pipe = (
            (self.pipe & ~0x123)
            | (0x001 if start else 0)
            | (0x002 if phi2 else 0)
            | (0x020 if force else 0)
            | (0x100 if oneshot else 0)
        )

    def write_low(self, value):
        """Write the latch's low byte; a load under way takes it at once."""
        self.latch = (self.latch & 0xFF00) | (value & 0xFF)
        if self.pipe & 0x080:
            self.counter = (self.counter & 0xFF00) | (value & 0xFF)

    def write_high(self, value):
        """Write the latch's high byte; a stopped timer is loaded by it."""
        self.latch = (self.latch & 0x00FF) | ((value & 0xFF) << 8)
        if (self.pipe & 0x080) or not self.pipe & 0x001:
            self.counter = self.latch
