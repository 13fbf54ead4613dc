"""CIA 6526 and 8521: ports, two timers, time of day, serial register, interrupts.

The chip is its units (``timer``, ``tod``, ``sdr``, ``icr``) and the
order in which they act.  A register access of cycle C meets the timers and flags as
``clock`` of cycle C-1 left them; ``clock`` of cycle C comes after the access, and then
the CPU samples ``irq``.

A chip that only counts sleeps: ``step`` works out for how many cycles nothing else can
happen, ``clock`` counts them down, and whatever looks at the chip makes up for them
first.  ``lazy = 0`` steps every cycle instead, with the same results.

Not emulated: the PC output; timers counting the CNT that the chip's own serial register
drives; port pins fighting against each other (low wins).

Source: 6526 data sheet; Wolfgang Lorenz, "A Software Model of the CIA6526"; the measured
programs of the VICE collection.
"""

from c64.base.fields import Field, create_fields, reset_fields
from c64.cia.icr import CIA_IR_TOD, CiaIcr
from c64.cia.sdr import CiaSdr
from c64.cia.timer import CiaTimer
from c64.cia.tod import CiaTod

CIA_MODELS = ("6526", "8521")

CIA_PRA, CIA_PRB, CIA_DDRA, CIA_DDRB = 0, 1, 2, 3
CIA_TALO, CIA_TAHI, CIA_TBLO, CIA_TBHI = 4, 5, 6, 7
CIA_TOD10, CIA_TODSEC, CIA_TODMIN, CIA_TODHR = 8, 9, 10, 11
CIA_SDR, CIA_ICR, CIA_CRA, CIA_CRB = 12, 13, 14, 15


class CIA:
    """One CIA.

    model     "6526" (interrupt a cycle later, timer B bug) or "8521" (also 6526A)
    irq       1 = the interrupt line is asserted (low on the chip), as the CPU samples it:
              a read of ICR releases it in the cycle after (interrupts/cia-int of VICE)
    pa_in, pb_in   what the outside pulls, 1 = released; the board sets them before
              a port is read
    lazy      0: step every cycle (for comparison), 1: sleep where possible
    """

    fields = (
        Field("pra"),  # port A's output register, as written
        Field("prb"),  # port B's output register, as written
        Field("ddra"),  # 1: the pin of port A is an output
        Field("ddrb"),  # 1: the pin of port B is an output
        Field("cra"),  # control register A as written; its start bit is the timer's
        Field("crb"),  # control register B as written; its start bit is the timer's
        Field("irq"),  # 1: the line is asserted, as the CPU samples it in the coming cycle
        Field("ended"),  # 1: a read of ICR has released the line; the CPU still samples it once
        Field("pa_in", 0xFF, keep=True),  # levels the outside puts on port A; 1 = released
        Field("pb_in", 0xFF, keep=True),  # levels the outside puts on port B; 1 = released
        Field("flag_in", 1, keep=True),  # level of FLAG; its falling edge sets an interrupt flag
        Field("idle"),  # cycles still to sleep: counted down instead of stepped
        Field("slept"),  # cycles the sleep was begun with; the difference is caught up
    )
    derived = (
        # 0 steps every cycle, with the same results
        "lazy",
    )  # fmt: skip
    parts = ("ta", "tb", "icr", "tod", "sdr")

    def __init__(self, model="6526"):
        if model not in CIA_MODELS:
            raise ValueError(
                f"CIA model {model!r} does not exist; choose from {', '.join(CIA_MODELS)}"
            )
        create_fields(self)
        self.lazy = 1
        self.ta = CiaTimer()
        self.tb = CiaTimer()
        self.tod = CiaTod()
        old = 1 if model == "6526" else 0
        self.sdr = CiaSdr(old)
        self.icr = CiaIcr(old)

    def reset(self):
        """RES is low: everything but the inputs and the clock rates takes its reset value."""
        reset_fields(self)

    def set_line(self, clock_hz, line_hz):
        """Set the machine's cycles a second and the frequency of its power line in Hz."""
        self.wake()
        self.tod.set_line(clock_hz, line_hz)

    @property
    def clock_hz(self):
        """Cycles a second of the machine, from which the power line is counted."""
        return self.tod.clock_hz

    @clock_hz.setter
    def clock_hz(self, value):
        self.set_line(value, self.tod.line_hz)

    @property
    def tod_hz(self):
        """Frequency of the power line at the TOD pin, Hz."""
        return self.tod.line_hz

    @tod_hz.setter
    def tod_hz(self, value):
        self.set_line(self.tod.clock_hz, value)

    # -- the clock -------------------------------------------------------------------

    def clock(self):
        """Advance by one phi2 cycle, after the CPU's access of the cycle."""
        if self.idle > 0:
            self.idle -= 1
        else:
            self.step()

    def run(self, cycles):
        """Advance by ``cycles`` phi2 cycles in which nobody accesses the chip."""
        while cycles > self.idle:
            cycles -= self.idle + 1
            self.idle = 0
            self.step()
        self.idle -= cycles

    def uneventful_cycles(self):
        """Return for how many cycles to come nothing happens that anybody could notice."""
        return self.idle

    def step(self):
        """Advance all units by one cycle, then sleep if there is nothing to do.

        The serial register and the time of day finish the cycle of the access; the
        timers and the interrupt logic make the state that the next access meets.
        """
        if self.slept:
            self.catch_up()
        if not self.sdr.is_idle() and self.sdr.step():
            self.icr.late_event(0x08)
        self.tod.left -= 1
        if self.tod.left <= 0 and self.tod.period(self.cra & 0x80):
            self.icr.late_event(0x04)
        self.irq = self.icr.line | self.ended
        self.ended = 0
        underflow = self.ta.step()
        if self.tb.step():
            self.icr.timer_b()
        if underflow:
            self.timer_a_out()
        self.icr.step()
        if self.lazy:
            self.sleep()

    def timer_a_out(self):
        """Timer A ran out: its interrupt, the serial clock, timer B if it counts A."""
        self.icr.event(0x01)
        self.sdr.underflow()
        if (self.crb & 0x40) and (not self.crb & 0x20 or self.cnt_pin()):
            self.tb.pulse()

    def sleep(self):
        """Leave out the cycles in which the timers do nothing but count."""
        if self.irq != self.icr.line or not self.icr.is_idle() or not self.sdr.is_idle():
            return
        n = self.ta.uneventful_cycles()
        if n < 2:
            return
        n = min(n, self.tb.uneventful_cycles(), self.tod.left - 1)
        if n >= 2:
            self.idle = n
            self.slept = n

    def catch_up(self):
        """Count the cycles slept so far into timers and time of day."""
        n = self.slept - self.idle
        if n:
            self.ta.skip(n)
            self.tb.skip(n)
            self.tod.left -= n
            self.slept = self.idle

    def wake(self):
        """Catch up and step the coming cycle: something may happen."""
        self.catch_up()
        self.idle = 0
        self.slept = 0

    # -- pins ------------------------------------------------------------------------

    def pa_pins(self):
        """Return what port A drives (input bits and released outputs are 1)."""
        return (self.pra | ~self.ddra) & 0xFF

    def pb_pins(self):
        """Return what port B drives, the timers' outputs on PB6 and PB7 included."""
        return self.with_timers((self.prb | ~self.ddrb) & 0xFF)

    def pb_high(self):
        """Return the bits of port B that are outputs and drive a 1."""
        return self.with_timers(self.prb & self.ddrb)

    def with_timers(self, value):
        """Put the timers' outputs into a port B value, where CRA/CRB ask for them."""
        if self.cra & 0x02:
            value &= ~0x40
            if self.ta.toggle if self.cra & 0x04 else self.ta.pipe & 0x800:
                value |= 0x40
        if self.crb & 0x02:
            value &= ~0x80
            if self.tb.toggle if self.crb & 0x04 else self.tb.pipe & 0x800:
                value |= 0x80
        return value

    def cnt_pin(self):
        """Return the level on CNT: driven in output mode, else what comes in."""
        return self.sdr.cnt_out if self.sdr.output else self.sdr.cnt_in

    def flag(self, level):
        """Set the level on FLAG; its falling edge is an interrupt event."""
        if self.flag_in and not level:
            self.wake()
            self.icr.late_event(0x10)
        self.flag_in = level

    def cnt(self, level):
        """Set the level on CNT; rising edges clock timers and serial input."""
        if level == self.sdr.cnt_in:
            return
        self.wake()
        if self.sdr.set_cnt(level):
            self.icr.late_event(0x08)
        if level and not self.sdr.output:
            if self.cra & 0x20:
                self.ta.pulse()
            if self.crb & 0x60 == 0x20:
                self.tb.pulse()

    def sp(self, level):
        """Set the level on SP."""
        self.sdr.sp_in = level

    @property
    def sp_out(self):
        """Level driven on SP in output mode."""
        return self.sdr.sp_out

    @property
    def cnt_out(self):
        """Level driven on CNT in output mode."""
        return self.sdr.cnt_out

    # -- registers -------------------------------------------------------------------

    def read(self, reg):
        """Read register ``reg`` (0..15) as the CPU does; returns 0..255."""
        if reg == CIA_ICR:
            self.wake()
            self.ended = self.icr.line
            return self.icr.read()
        if reg >= CIA_TOD10 and reg < CIA_SDR:
            return self.tod.read(reg - CIA_TOD10)
        return self.peek(reg)

    def peek(self, reg):
        """Return what ``read`` would, without its side effects."""
        if reg == CIA_PRA:
            return self.pa_pins() & self.pa_in
        if reg == CIA_PRB:
            return self.with_timers((self.prb | ~self.ddrb) & self.pb_in & 0xFF)
        if reg == CIA_DDRA:
            return self.ddra
        if reg == CIA_DDRB:
            return self.ddrb
        if reg < CIA_TOD10:
            return self.peek_timer(reg)
        if reg < CIA_SDR:
            return self.tod.peek(reg - CIA_TOD10)
        if reg == CIA_SDR:
            return self.sdr.data
        if reg == CIA_ICR:
            return self.icr.flags & 0x9F
        if reg == CIA_CRA:
            return (self.cra & 0xEE) | (self.ta.pipe & 0x01)
        return (self.crb & 0xEE) | (self.tb.pipe & 0x01)

    def peek_timer(self, reg):
        """Return byte ``reg`` (4..7) of the counters."""
        self.catch_up()
        counter = self.ta.counter if reg < CIA_TBLO else self.tb.counter
        return (counter >> 8) & 0xFF if reg & 1 else counter & 0xFF

    def write(self, reg, value):
        """Write ``value`` (0..255) to register ``reg`` (0..15)."""
        if reg == CIA_PRA:
            self.pra = value
        elif reg == CIA_PRB:
            self.prb = value
        elif reg == CIA_DDRA:
            self.ddra = value
        elif reg == CIA_DDRB:
            self.ddrb = value
        else:
            self.wake()
            self.write_unit(reg, value)

    def write_unit(self, reg, value):
        """Write to one of the units behind registers 4..15."""
        if reg == CIA_TALO:
            self.ta.write_low(value)
        elif reg == CIA_TAHI:
            self.ta.write_high(value)
        elif reg == CIA_TBLO:
            self.tb.write_low(value)
        elif reg == CIA_TBHI:
            self.tb.write_high(value)
        elif reg < CIA_SDR:
            if self.tod.write(reg - CIA_TOD10, value, self.crb & 0x80):
                self.icr.late_event(CIA_IR_TOD)
        elif reg == CIA_SDR:
            self.sdr.write(value)
        elif reg == CIA_ICR:
            self.icr.write(value)
        elif reg == CIA_CRA:
            self.sdr.set_direction((value >> 6) & 1)
            self.ta.write_control(
                value & 0x01, 0 if value & 0x20 else 1, value & 0x08, value & 0x10
            )
            self.cra = value
        else:
            self.tb.write_control(
                value & 0x01, 0 if value & 0x60 else 1, value & 0x08, value & 0x10
            )
            self.crb = value
