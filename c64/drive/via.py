"""The 6522 VIA: two ports, two timers, a shift register and four control lines.

``read`` and ``write`` are the CPU's access in a cycle, ``clock`` is that cycle's end: what it
changes is seen by the next cycle's access, and so by its sample of ``irq``.  A board need not
end every cycle when it is over: ``uneventful_cycles`` says for how many nothing happens but
counting, and ``run`` ends as many in one step; ``shows`` and ``keeps`` say which accesses may come
meanwhile.

Timer 1 written with N reads N in the next cycle, then N-1 ... 1, 0, $FFFF, N: a period of
N + 2 cycles, in one-shot mode as well (the data sheet has it count on; measured chips reload).
The flag is there in the cycle that shows $FFFF.  Timer 2 counts on from $FFFF; only while the
shift register runs by it is its low byte loaded from the latch after $FF, and the high byte
counts these underflows.  A shift follows one cycle after such a load.

With latching on (ACR bits 0 and 1) an input register follows its pins while the flag of CA1
or CB1 is clear and stands still while it is set.

Sources: Rockwell R6522 and MOS 6522 data sheets; the comments on measured chips in VICE's
viacore.c (reload of timer 1 in one-shot mode, flag of timer 1 cleared by its latch, timer 2 by
the byte, delays of the shift register); VICE's drive/viavarious programs.

Not emulated: CB1's own flag when the shift register drives CB1; outputs that are overloaded.
"""

from c64.base.fields import Field, create_fields, reset_fields

# Registers: 0 ORB, 1 ORA, 2 DDRB, 3 DDRA, 4 T1C-L, 5 T1C-H, 6 T1L-L, 7 T1L-H, 8 T2C-L,
# 9 T2C-H, 10 SR, 11 ACR, 12 PCR, 13 IFR, 14 IER, 15 ORA without handshake.
# Bits of IFR and IER: $01 CA2, $02 CA1, $04 SR, $08 CB2, $10 CB1, $20 timer 2, $40 timer 1.
VIA_ORB, VIA_ORA, VIA_DDRB, VIA_DDRA = 0, 1, 2, 3
VIA_T1CL, VIA_T1CH, VIA_T1LL, VIA_T1LH = 4, 5, 6, 7
VIA_T2CL, VIA_T2CH, VIA_SR, VIA_ACR = 8, 9, 10, 11
VIA_PCR, VIA_IFR, VIA_IER, VIA_ORA2 = 12, 13, 14, 15  # ORA2: port A without handshake

VIA_FINISHED = 16  # half bits of a byte: the shift register rests
VIA_NEVER = 1 << 30  # cycles


class VIA:
    """A 6522.

    pa_in, pb_in     levels that the outside puts on the pins of the ports, 1 where nothing
                     does; the board keeps them up to date
    ca2_out cb2_out  levels of these pins as outputs; 1 as inputs
    irq              1: the pin is low
    """

    fields = (
        Field("ora"),  # port A's output register
        Field("orb"),  # port B's output register
        Field("ddra"),  # 1: the pin of port A is an output
        Field("ddrb"),  # 1: the pin of port B is an output
        Field("pa_in", 0xFF, keep=True),  # levels the outside puts on port A
        Field("pb_in", 0xFF, keep=True),  # levels the outside puts on port B
        Field("pa_latch", 0xFF, keep=True),  # its pins at CA1's edge, read while latching holds
        Field("pb_latch", 0xFF, keep=True),  # the same by CB1
        Field("t1", 0xFFFF, keep=True),  # timer 1, 16 bits, one less a cycle
        Field("t1_latch", 0xFFFF, keep=True),  # 16 bits, taken after an underflow
        Field("t1_fresh"),  # 1: written in this cycle, does not count in it
        Field("t1_reload"),  # 1: shows $FFFF now; the next cycle takes the latch
        Field("t1_armed"),  # 1: the next underflow sets the flag
        Field("t1_pb7", 0x80),  # what timer 1 puts on PB7: $80 or 0
        Field("t2_low", 0xFF, keep=True),  # low byte of timer 2
        Field("t2_high", 0xFF, keep=True),  # high byte of timer 2
        Field("t2_latch", 0xFF, keep=True),  # low byte only: timer 2 has no latch for the high one
        Field("t2_fresh"),  # 1: written in this cycle, does not count in it
        Field("t2_under"),  # 1: its low byte was $FF: the shift register's clock
        Field("t2_armed"),  # 1: the next underflow sets the flag
        Field("t2_pulses"),  # ACR bit 5 of the cycle before: PB6 counts, not phi2
        Field("pb6", 1),  # its level, whose falling edges timer 2 may count
        Field("sr", keep=True),  # the shift register
        Field("sr_state", VIA_FINISHED),  # half bits of the byte done; VIA_FINISHED: at rest
        Field("sr_wait"),  # cycles until shifting by phi2 begins
        Field("sr_due"),  # 1: a shift by timer 2 comes with the next cycle
        Field("acr"),  # auxiliary control: modes of timers, shift register, latching
        Field("pcr"),  # peripheral control: modes of CA1, CA2, CB1, CB2
        Field("ifr"),  # interrupt flags, bits 0-6
        Field("ier"),  # interrupts enabled, bits 0-6
        Field("irq"),  # 1: the pin is low
        Field("ca1", 1, keep=True),  # level of CA1
        Field("ca2", 1, keep=True),  # level of CA2 from outside
        Field("cb1", 1, keep=True),  # level of CB1 from outside
        Field("cb2", 1, keep=True),  # level of CB2 from outside
        Field("ca2_out", 1),  # level CA2 drives as an output; 1 as an input
        Field("cb1_out", 1),  # level CB1 drives while the shift register clocks; else 1
        Field("cb2_out", 1),  # level CB2 drives as an output; 1 as an input
        Field("pulse"),  # cycles left of a pulse: CA2 in bits 0-1, CB2 in bits 2-3
    )

    def __init__(self):
        create_fields(self)

    def reset(self):
        """Pull the reset pin: all registers but the timers' and the shift register are 0."""
        reset_fields(self)

    # -- time --------------------------------------------------------------------------

    def clock(self):
        """End a cycle: timers, shift register, the end of a pulse on CA2 or CB2."""
        if self.t1_fresh:
            self.t1_fresh = 0
        elif self.t1_reload:
            self.t1_reload = 0
            self.t1 = self.t1_latch
        elif self.t1:
            self.t1 -= 1
        else:
            self.t1 = 0xFFFF
            self.t1_reload = 1
            self.time_out()
        if self.sr_due:
            self.sr_due = 0
            self.shift()
        if self.t2_pulses:
            self.count_pulses()
        elif self.t2_fresh:
            self.t2_fresh = 0
        elif self.t2_under:
            self.t2_under = 0
            if self.acr & 0x0C == 0x04 or self.acr & 0x1C == 0x10:
                self.t2_low = self.t2_latch
                self.sr_due = 1
            else:
                self.t2_low = 0xFE
        elif self.t2_low:
            self.t2_low -= 1
        else:
            self.underflow()
        self.t2_pulses = self.acr & 0x20
        if self.acr & 0x0C == 0x08:
            if self.sr_wait:
                self.sr_wait -= 1
            else:
                self.shift()
        if self.pulse:
            self.end_pulse()

    def uneventful_cycles(self):
        """Return how many cycles may end from now on with nothing but timers counting."""
        if self.pulse | self.sr_due | self.t2_pulses or self.acr & 0x2C or self.acr & 0x1C == 0x10:
            return 0
        cycles = VIA_NEVER
        if self.t1_armed:
            cycles = self.t1 + self.t1_fresh
            if self.t1_reload:
                cycles = self.t1_latch + 1
        if self.t2_armed:
            cycles = min(cycles, (self.t2_high << 8 | self.t2_low) + self.t2_fresh)
        return cycles

    def run(self, cycles):
        """End so many cycles, at most ``uneventful_cycles()``, in one step."""
        if cycles <= 0:
            return
        left = cycles
        if self.t1_fresh:
            self.t1_fresh = 0
            left -= 1
        elif self.t1_reload:
            self.t1_reload = 0
            self.t1 = self.t1_latch
            left -= 1
        if left <= self.t1:
            self.t1 -= left
        else:
            left = (left - self.t1 - 1) % (self.t1_latch + 2)
            self.t1_reload = left == 0
            self.t1 = self.t1_latch + 1 - left if left else 0xFFFF
        left = cycles - self.t2_fresh
        self.t2_fresh = 0
        if left:
            count = ((self.t2_high << 8 | self.t2_low) - left) & 0xFFFF
            self.t2_high = count >> 8
            self.t2_low = count & 0xFF
            self.t2_under = self.t2_low == 0xFF

    def time_out(self):
        """Timer 1 has counted down: set its flag, in one-shot mode once for each write."""
        if self.t1_armed:
            self.t1_armed = self.acr & 0x40
            self.t1_pb7 ^= 0x80
            self.ifr |= 0x40
            self.update_irq()

    def underflow(self):
        """Timer 2's low byte goes from 0 to $FF and takes one from the high byte."""
        self.t2_low = 0xFF
        self.t2_under = 1
        self.t2_high = (self.t2_high - 1) & 0xFF
        if self.t2_high == 0xFF and self.t2_armed:
            self.t2_armed = 0
            self.ifr |= 0x20
            self.update_irq()

    def count_pulses(self):
        """Timer 2 counts the falling edges of PB6."""
        self.t2_fresh = 0
        level = (self.pb_pins() >> 6) & 1
        if self.pb6 and not level:
            if self.t2_low:
                self.t2_low -= 1
            else:
                self.underflow()
                self.t2_under = 0
        self.pb6 = level

    def shift(self):
        """Do half a bit: even halves lower CB1 and put a bit out, odd ones take a bit in."""
        if self.sr_state >= 16:
            return
        out = self.acr & 0x10
        self.cb1_out = self.sr_state & 1
        if self.sr_state & 1:
            if not out:
                self.sr = (self.sr << 1 | self.cb2) & 0xFF
        elif out:
            self.cb2_out = self.sr >> 7
            self.sr = (self.sr << 1 | self.cb2_out) & 0xFF
        self.sr_state += 1
        if self.sr_state == 16:
            if self.acr & 0x1C == 0x10:
                self.sr_state = 0
            else:
                self.ifr |= 0x04
                self.update_irq()

    def end_pulse(self):
        """Count down to the end of a pulse: bits 0-1 for CA2, bits 2-3 for CB2."""
        if self.pulse & 3:
            self.pulse -= 1
            if not self.pulse & 3:
                self.ca2_out = 1
        if self.pulse & 12:
            self.pulse -= 4
            if not self.pulse & 12:
                self.cb2_out = 1

    def update_irq(self):
        """Derive the interrupt pin from flags and mask."""
        self.irq = (self.ifr & self.ier & 0x7F) != 0

    # -- pins --------------------------------------------------------------------------

    def pa_pins(self):
        """Return the levels of port A's pins."""
        return self.ora & self.ddra | self.pa_in & ~self.ddra & 0xFF

    def pb_pins(self):
        """Return the levels of port B's pins."""
        pins = self.orb & self.ddrb | self.pb_in & ~self.ddrb & 0xFF
        if self.acr & 0x80:
            pins = pins & 0x7F | self.t1_pb7
        return pins

    def set_ca1(self, level):
        """Put a level on CA1; the edge that PCR bit 0 chooses sets the flag."""
        if level == self.ca1:
            return
        self.ca1 = level
        if level == self.pcr & 1:
            if not self.ifr & 0x02:
                self.pa_latch = self.pa_pins()
            self.ifr |= 0x02
            if self.pcr & 0x0E == 0x08:
                self.ca2_out = 1
            self.update_irq()

    def set_ca2(self, level):
        """Put a level on CA2 as an input."""
        if level == self.ca2:
            return
        self.ca2 = level
        if not self.pcr & 0x08 and level == self.pcr >> 2 & 1:
            self.ifr |= 0x01
            self.update_irq()

    def set_cb1(self, level):
        """Put a level on CB1: its flag, and the clock of the shift register in modes 3 and 7."""
        if level == self.cb1:
            return
        self.cb1 = level
        if level == self.pcr >> 4 & 1:
            if not self.ifr & 0x10:
                self.pb_latch = self.pb_pins()
            self.ifr |= 0x10
            if self.pcr & 0xE0 == 0x80:
                self.cb2_out = 1
            self.update_irq()
        if self.acr & 0x0C == 0x0C:
            # An edge that is not the one waited for finds the byte's halves in step again.
            if self.sr_state < 16 and self.sr_state & 1 == level:
                self.shift()

    def set_cb2(self, level):
        """Put a level on CB2 as an input."""
        if level == self.cb2:
            return
        self.cb2 = level
        if not self.pcr & 0x80 and level == self.pcr >> 6 & 1:
            self.ifr |= 0x08
            self.update_irq()

    # -- registers ---------------------------------------------------------------------

    def read(self, reg):
        """Read a register (0..15) with its side effects."""
        value = self.peek(reg)
        if reg == VIA_ORB:
            self.clear_flags(0x10 if self.pcr & 0xA0 == 0x20 else 0x18)
        elif reg == VIA_ORA:
            self.clear_flags(0x02 if self.pcr & 0x0A == 0x02 else 0x03)
            self.handshake_a()
        elif reg == VIA_T1CL:
            self.clear_flags(0x40)
        elif reg == VIA_T2CL:
            self.clear_flags(0x20)
        elif reg == VIA_SR:
            self.touch_sr()
        return value

    def peek(self, reg):
        """Return what a read of the register would give, without its side effects."""
        if reg == VIA_ORB:
            return self.port_b()
        if reg == VIA_ORA or reg == VIA_ORA2:
            if self.acr & 1 and self.ifr & 0x02:
                return self.pa_latch
            return self.pa_pins()
        if reg == VIA_DDRB:
            return self.ddrb
        if reg == VIA_DDRA:
            return self.ddra
        if reg == VIA_T1CL:
            return self.t1 & 0xFF
        if reg == VIA_T1CH:
            return self.t1 >> 8
        if reg == VIA_T1LL:
            return self.t1_latch & 0xFF
        if reg == VIA_T1LH:
            return self.t1_latch >> 8
        if reg == VIA_T2CL:
            return self.t2_low
        if reg == VIA_T2CH:
            return self.t2_high
        if reg == VIA_SR:
            return self.sr
        if reg == VIA_ACR:
            return self.acr
        if reg == VIA_PCR:
            return self.pcr
        if reg == VIA_IFR:
            return self.ifr | (0x80 if self.irq else 0)
        return self.ier | 0x80

    def shows(self, reg):
        """Return whether reading a register changes nothing, and gives the same while it is quiet.

        What the pins of the ports do is the board's affair.
        """
        if reg == VIA_ORB:
            return self.ifr & 0x18 == 0
        if reg == VIA_ORA or reg == VIA_T1CL or reg == VIA_T1CH:
            return 0
        return reg < VIA_T2CL or reg > VIA_SR

    def keeps(self, reg, value):
        """Return whether writing to a register changes nothing."""
        if reg == VIA_ORB:
            return value == self.orb and self.ifr & 0x18 == 0 and self.pcr & 0xC0 != 0x80
        if reg == VIA_DDRB:
            return value == self.ddrb
        if reg == VIA_DDRA:
            return value == self.ddra
        return reg == VIA_ORA2 and value == self.ora

    def port_b(self):
        """Return port B as read: outputs show their register, inputs their pins or latch."""
        pins = self.pb_in
        if self.acr & 2 and self.ifr & 0x10:
            pins = self.pb_latch
        value = self.orb & self.ddrb | pins & ~self.ddrb & 0xFF
        if self.acr & 0x80:
            value = value & 0x7F | self.t1_pb7
        return value

    def write(self, reg, value):
        """Write a register (0..15)."""
        if reg == VIA_ORB:
            self.orb = value
            self.clear_flags(0x10 if self.pcr & 0xA0 == 0x20 else 0x18)
            if self.pcr & 0xC0 == 0x80 and not self.acr & 0x1C:
                self.cb2_out = 0
                if self.pcr & 0x20:
                    self.pulse = self.pulse & 3 | 8
        elif reg == VIA_ORA:
            self.ora = value
            self.clear_flags(0x02 if self.pcr & 0x0A == 0x02 else 0x03)
            self.handshake_a()
        elif reg == VIA_DDRB:
            self.ddrb = value
        elif reg == VIA_DDRA:
            self.ddra = value
        elif reg == VIA_SR:
            self.sr = value
            self.touch_sr()
        elif reg == VIA_ACR:
            self.write_acr(value)
        elif reg == VIA_PCR:
            self.write_pcr(value)
        elif reg == VIA_IFR:
            self.clear_flags(value & 0x7F)
        elif reg == VIA_IER:
            if value & 0x80:
                self.ier |= value & 0x7F
            else:
                self.ier &= ~value & 0x7F
            self.update_irq()
        elif reg == VIA_ORA2:
            self.ora = value
        else:
            self.write_timer(reg, value)

    def write_timer(self, reg, value):
        """Write one of the registers 4..9."""
        if reg == VIA_T1CL or reg == VIA_T1LL:
            self.t1_latch = self.t1_latch & 0xFF00 | value
        elif reg == VIA_T2CL:
            self.t2_latch = value
        elif reg == VIA_T2CH:
            self.t2_low = self.t2_latch
            self.t2_high = value
            self.t2_fresh = 1
            self.t2_under = 0
            self.t2_armed = 1
            self.clear_flags(0x20)
        else:
            self.t1_latch = self.t1_latch & 0xFF | value << 8
            self.clear_flags(0x40)
            if reg == VIA_T1CH:
                self.t1 = self.t1_latch
                self.t1_fresh = 1
                self.t1_reload = 0
                self.t1_armed = 1
                self.t1_pb7 = 0

    def write_acr(self, value):
        """Choose latches, shift register and timer modes."""
        if value & 0x80 and not self.acr & 0x80:
            self.t1_pb7 = 0x80
        if value & 0x0C == 0x08 and self.acr & 0x0C != 0x08:
            self.sr_wait = 3
        if not self.t2_pulses and value & 0x20:
            self.pb6 = self.pb_pins() >> 6 & 1
        self.acr = value
        if not value & 0x1C:
            self.clear_flags(0x04)
            self.rest_cb2()
        if self.sr_state == 16:
            self.cb1_out = 1

    def write_pcr(self, value):
        """Choose edges and outputs of the control lines."""
        self.pcr = value
        self.ca2_out = value & 0x0E != 0x0C
        self.pulse &= 12
        if not self.acr & 0x1C:
            self.rest_cb2()

    def rest_cb2(self):
        """Put CB2 to the level that PCR gives it when nothing is going on."""
        self.cb2_out = self.pcr & 0xE0 != 0xC0
        self.pulse &= 3

    def handshake_a(self):
        """Lower CA2 for a handshake or a pulse after an access of port A."""
        if self.pcr & 0x0C == 0x08:
            self.ca2_out = 0
            if self.pcr & 0x02:
                self.pulse = self.pulse & 12 | 2

    def touch_sr(self):
        """An access of the shift register starts it, unless it is at work."""
        mode = self.acr & 0x1C
        if mode == 0x10:
            self.sr_state &= 15
        elif mode and self.sr_state == 16:
            self.sr_state = 0
            self.sr_wait = 1
        self.clear_flags(0x04)

    def clear_flags(self, flags):
        """Clear bits of IFR."""
        self.ifr &= ~flags & 0x7F
        self.update_irq()
