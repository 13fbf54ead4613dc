"""Serial data register of the CIA: eight bits out at half timer A's rate, or in by CNT.

Output.  Every underflow of timer A turns CNT round, one and a half cycles later; eight
falling and rising edges send a byte, most significant bit first, each bit put on SP when
CNT falls.  ``half_bits`` counts the edges still to come: 16 for a fresh byte, and 17
when the next byte follows at once.  A byte waits in the data register (``waiting``)
while another is on its way.  The interrupt comes two cycles after the last falling edge.

A second turn of CNT is not accepted while the first is on its way, so at most every
other cycle turns it.

Switching between output and input in mid byte makes interrupts of its own; when, depends
on the state of CNT in the last cycles (``turn_events``).

Input.  CNT's falling edge begins a byte, SP is taken at each rising edge, the eighth
rising edge moves the byte into the data register and sets the interrupt flag.

The two models differ in one cycle of that: the 6526 (measured on one stamped 4485) takes
CNT for low as soon as it falls, the 8521 a cycle later.

Which chip, and how sure: VICE's programs come in three kinds, for any chip, for the 8521 and
for 6526s stamped 4485 (week 44 of 1985), because 6526s of other weeks give other numbers.  The
6526 here is the 4485; that is one chip, measured by VICE's authors.

Not emulated: the pin's own delay against phi2; 6526s of other weeks.

Source: the measured programs CIA/shiftregister of the VICE collection (which carry their
own models of the flag, ``generic`` and ``4485``), and what VICE's authors derived from
them; 6526 data sheet.
"""

from c64.base.fields import Field, create_fields


class CiaSdr:
    """Serial register of one CIA.

    old        1: 6526, 0: 8521
    data       the register as the CPU reads and writes it
    shifter    9 bits or more: bit 8 is the bit on SP
    half_bits  edges of CNT still to come, 0 = idle
    waiting    1: ``data`` follows when the shifter is through
    output     1: CRA's SPMODE is output
    load       pipeline: a write on its way to the shifter (bits 0-1)
    turn       pipeline: CNT will turn (bits 0-3, newest is bit 0)
    refused    pipeline: a turn that came too soon (same shape)
    flag       pipeline: the interrupt on its way (bits 0-2)
    history    CNT's level in the last cycles (bits 0-3, newest is bit 0)
    finish     1: a byte was cut short; the interrupt comes with the next output
    cnt_out, sp_out   levels driven while in output mode
    cnt_in, sp_in     levels seen from outside
    """

    fields = (
        Field("old", keep=True),  # 1: 6526, 0: 8521
        Field("data"),  # the register as the CPU reads and writes it
        Field("shifter"),  # the byte on its way; bit 8 is the bit on SP
        Field("half_bits"),  # edges of CNT still to come; 0: idle
        Field("waiting"),  # 1: data follows when the shifter is through
        Field("output"),  # 1: CRA's SPMODE is output
        Field("load"),  # pipeline: a write on its way to the shifter, bits 0-1
        Field("turn"),  # pipeline: CNT will turn, bits 0-3, newest is bit 0
        Field("refused"),  # pipeline: a turn that came too soon, as turn
        Field("flag"),  # pipeline: the interrupt on its way, bits 0-2
        Field("history", 0x0F),  # CNT in the last four cycles, newest is bit 0
        Field("finish"),  # 1: a byte was cut short; the interrupt comes with the next output
        Field("cnt_out", 1),  # level driven on CNT in output mode
        Field("sp_out", 1),  # level driven on SP in output mode
        Field("cnt_in", 1, keep=True),  # level of CNT from outside
        Field("sp_in", 1, keep=True),  # level of SP from outside, taken as CNT rises
    )

    def __init__(self, old=0):
        create_fields(self)
        self.old = old

    def is_idle(self):
        """1 while nothing is on its way, so that ``step`` would change nothing."""
        if self.load | self.turn | self.refused | self.flag:
            return 0
        return self.history == (0x0F if self.cnt_out else 0)

    def underflow(self):
        """Timer A ran out: send CNT on its way, unless one is still going."""
        if self.output and (self.half_bits or self.waiting):
            if (self.turn | self.refused) & 0x04:
                self.refused |= 0x02
            else:
                self.turn |= 0x02

    def step(self):
        """Advance by one cycle; returns 1 when the interrupt flag is to be set.

        order  after the register access of the cycle
        """
        flag = self.flag
        if self.load & 0x08:
            self.load_shifter()
        if self.turn & 0x04 and self.turn_cnt():
            flag |= 0x02
        self.load = (self.load << 1) & 0x0C
        self.turn = (self.turn << 1) & 0x0E
        self.refused = (self.refused << 1) & 0x0E
        self.flag = (flag << 1) & 0x0E
        self.history = ((self.history << 1) | self.cnt_out) & 0x0F
        return (flag >> 3) & 1

    def load_shifter(self):
        """A written byte has arrived: begin, append, or let it wait."""
        if self.half_bits == 0:
            self.half_bits = 16
            self.shifter = self.data << 1
        elif self.half_bits == 1:
            self.half_bits = 17
            self.shifter |= self.data
        else:
            self.waiting = 1

    def turn_cnt(self):
        """Turn CNT; returns 1 when this was the falling edge of a byte's last bit."""
        if self.half_bits:
            self.half_bits -= 1
        if not self.half_bits & 1:
            self.shifter = (self.shifter << 1) & 0xFFFF
            self.cnt_out = 1
            return 0
        self.sp_out = (self.shifter >> 8) & 1
        self.cnt_out = 0
        if self.half_bits != 1:
            return 0
        if self.waiting:
            self.shifter |= self.data
            self.waiting = 0
            self.half_bits = 17
        return 1

    def write(self, value):
        """Write the data register; in output mode the byte sets off for the shifter."""
        self.data = value & 0xFF
        if self.output:
            self.load |= 0x04

    def set_direction(self, output):
        """SPMODE was written; a change cuts short what is going on."""
        if output == self.output:
            return
        self.turn_events(output)
        self.output = output
        self.half_bits = 0
        self.waiting = 0
        self.turn = 0
        self.refused = 0
        self.cnt_out = 1

    def turn_events(self, output):
        """Interrupts that a change of direction in mid byte sets off."""
        bits = self.half_bits
        if 1 < bits < 15 or (bits == 15 and not self.history & 0x04):
            self.flag |= 0x02
        if not output:
            self.finish = 0
            recent = 0x07 if self.old else 0x06
            if (self.history & recent) != recent or (bits != 2 and (self.turn & 0x07) == 0x04):
                self.finish = 1
            return
        if self.finish:
            self.flag |= 0x02
            self.finish = 0

    def set_cnt(self, level):
        """CNT's level from outside; returns 1 when the eighth bit of a byte came in."""
        if level == self.cnt_in:
            return 0
        self.cnt_in = level
        if self.output:
            return 0
        if not level:
            self.half_bits = self.half_bits - 1 if self.half_bits else 15
            return 0
        self.shifter = ((self.shifter << 1) | self.sp_in) & 0xFFFF
        if self.half_bits == 0:
            return 0  # a rising edge without a falling one begins nothing
        self.half_bits -= 1
        if self.half_bits:
            return 0
        self.data = self.shifter & 0xFF
        return 1
