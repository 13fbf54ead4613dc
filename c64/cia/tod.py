"""Time of day clock of the CIA: tenths, seconds, minutes, hours, and the alarm.

The clock counts periods of the power line, made here from the machine's cycles
(``clock_hz`` / ``line_hz``, spread so that every second has the exact number of both).
A counter of six states divides them: it is a 3 bit ring (000 001 011 111 110 100) that
matches its fifth state for 50 Hz and its sixth for 60 Hz, and is held at the first while
the clock is stopped.  A wrong CRA bit 7 therefore gives a clock that is 5/6 or 6/5 fast.

Registers are BCD as the digits' counters hold them: 4 bits for a unit, 3 for tens of
seconds and minutes, 1 for tens of hours; nothing checks what is written, and a digit
past 9 counts on to 15.  The clock stops when the hours are written and starts when the
tenths are; reading the hours holds all four until the tenths are read.  Writing hour 12
flips AM/PM (in the time, not in the alarm).

Which chip, and how sure: no program shows a difference between 6526 and 8521.  The ring counter
is a model that explains CIA/tod/hzsync0 to 5, which were measured by VICE's authors.

Not emulated: jitter and phase of a real power line.

Source: 6526 data sheet; the measured programs CIA/tod of the VICE collection.
"""

from c64.base.fields import Field, create_fields

#: bits that exist in tenths, seconds, minutes, hours
CIA_TOD_BITS = bytes((0x0F, 0x7F, 0x7F, 0x9F))


def cia_bcd_next(value, limit_high):
    """Return (value + 1 as two BCD counters, carry out); tens wrap at ``limit_high``."""
    low = (value + 1) & 0x0F
    high = (value >> 4) & 7
    if low != 10:
        return (high << 4) | low, False
    high = (high + 1) & 7
    if high != limit_high:
        return high << 4, False
    return 0, True


def cia_hour_next(value):
    """Return the hour after ``value`` (bit 7 PM, bit 4 tens, bits 0-3 units)."""
    low, high, pm = value & 0x0F, (value >> 4) & 1, value & 0x80
    if (high == 1 and low == 2) or (high == 0 and low == 9):
        return pm | ((high ^ 1) << 4) | high
    low = (low + 1) & 0x0F
    if high == 1 and low == 2:
        pm ^= 0x80
    return pm | (high << 4) | low


class CiaTod:
    """Time of day of one CIA.

    clock_hz  phi2 cycles a second     line_hz  periods of the power line a second
    time      bytes: tenths, seconds, minutes, hours, as the registers hold them
    alarm     same shape               held     same shape: what a read sees while ``hold``
    left      cycles to the next period of the power line
    rest      remainder of the division clock_hz / line_hz, 0..line_hz-1
    ring      state of the divider by 5 or 6, 0..5
    """

    fields = (
        Field("clock_hz", 985248, keep=True),  # phi2 cycles a second
        Field("line_hz", 50, keep=True),  # periods of the power line a second, on the TOD pin
        Field("time", bytes((0, 0, 0, 1))),  # BCD: tenths, seconds, minutes, hours
        Field("alarm", bytes(4)),  # the same shape: an interrupt when the time comes to it
        Field("held", bytes((0, 0, 0, 1))),  # the same shape: what reads see while hold
        Field("hold"),  # 1: from a read of the hours to one of the tenths
        Field("stopped", 1),  # 1: the hours were written; runs again with the tenths
        Field("ring"),  # divider of the power line by 5 or 6, 0..5
        Field("left", 19704),  # cycles to the next period of the power line
        Field("rest"),  # remainder of clock_hz / line_hz, so that periods do not drift
    )

    def __init__(self):
        create_fields(self)

    def set_line(self, clock_hz, line_hz):
        """Say how many cycles and periods of the power line make a second."""
        self.clock_hz = clock_hz
        self.line_hz = line_hz
        self.left = clock_hz // line_hz
        self.rest = 0

    def period(self, fifty):
        """One period of the power line is over; ``fifty`` is CRA bit 7.

        returns  bool: the time changed and now equals the alarm
        """
        self.left = self.clock_hz // self.line_hz
        self.rest += self.clock_hz % self.line_hz
        if self.rest >= self.line_hz:
            self.rest -= self.line_hz
            self.left += 1
        if self.stopped:
            return False
        if self.ring != (4 if fifty else 5):
            self.ring = self.ring + 1 if self.ring < 5 else 0
            return False
        self.ring = 0
        self.count()
        return self.matches()

    def count(self):
        """Advance the time by a tenth of a second."""
        time = self.time
        time[0] = (time[0] + 1) & 0x0F
        if time[0] != 10:
            return
        time[0] = 0
        time[1], carry = cia_bcd_next(time[1], 6)
        if not carry:
            return
        time[2], carry = cia_bcd_next(time[2], 6)
        if carry:
            time[3] = cia_hour_next(time[3])

    def matches(self):
        """True while time and alarm are equal."""
        return bytes(self.time) == bytes(self.alarm)

    def read(self, index):
        """Read register 8 + ``index``; hours hold the reading, tenths let it go."""
        if not self.hold:
            self.held[:] = self.time
        if index == 0:
            self.hold = 0
        elif index == 3:
            self.hold = 1
        return self.held[index]

    def peek(self, index):
        """Return what ``read`` would, without holding or letting go."""
        return self.held[index] if self.hold else self.time[index]

    def write(self, index, value, to_alarm):
        """Write register 8 + ``index`` of the time or (``to_alarm``) the alarm.

        returns  bool: the write changed something and time and alarm are now equal
        """
        value &= CIA_TOD_BITS[index]
        if to_alarm:
            changed = self.alarm[index] != value
            self.alarm[index] = value
            return changed and self.matches()
        if index == 3:
            self.stopped = 1
            if value & 0x1F == 0x12:
                value ^= 0x80
        elif index == 0 and self.stopped:
            self.stopped = 0
            self.ring = 0
        changed = self.time[index] != value
        self.time[index] = value
        return changed and self.matches()
