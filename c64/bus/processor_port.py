"""The 6510's I/O port at $00 (direction) and $01 (data).

P0 LORAM, P1 HIRAM, P2 CHAREN, P3 cassette write, P4 cassette sense, P5 cassette motor;
P6 and P7 have no pin.  An input pin reads

- P0-P2, P4: 1, pulled up by resistors (P4: 0 while a cassette key is down);
- P3: what was last driven; nothing but its own capacity holds it, and it is taken to hold
  for good, as in VICE;
- P5: 0, pulled down by the motor's transistor;
- P6, P7: what was last driven, if that was 1 until the charge has leaked away, then 0.

A reset clears both registers; after power-on $01 reads $17, and 0 once all pins are outputs
(VICE's CPU/cpuport/initvalue.crt).

The leak depends on the chip and its temperature: about 350 ms are reported for the 6510
and 1500 ms for the 8500 (VICE's c64.h and its CPU/cpuport programs); Lorenz' CPUPORT
wants 6 ms or more.  Here it is a constant, so that runs repeat: the machine takes the 6510's
350,000 cycles on every model.  Not sure to better than a factor of two: single chips, warm and
cold, were measured by VICE's authors and by Lorenz.

Not emulated: variation of the leak; the leak of P3; a datasette.
"""

from c64.base.fields import Field, create_fields, reset_fields

PORT_FALL_OFF_6510 = 350_000  # cycles
PORT_FALL_OFF_8500 = 1_500_000


class CpuPort:
    """Direction and data registers, the pins behind them.

    ddr, data  the registers; a 1 in ``ddr`` makes the pin an output
    driven     level each pin was last driven to by the CPU
    lines      P0-P2 as the PLA sees them: LORAM 1, HIRAM 2, CHAREN 4
    sense      level of P4's wire: 1 = no cassette key down
    leaks6/7   cycle at which a 1 left on P6/P7 has become a 0
    fall_off   cycles that takes
    """

    fields = (
        Field("ddr"),  # $00: 1 makes the pin an output
        Field("data"),  # $01, as written
        Field("driven"),  # level each pin was last driven to; inputs keep it for a while
        Field("lines", 7),  # P0-P2 as the PLA sees them: LORAM 1, HIRAM 2, CHAREN 4
        Field("sense", 1, keep=True),  # P4: 1: no key of the datasette is down
        Field("leaks6"),  # cycle at which a 1 left on P6 has become a 0
        Field("leaks7"),  # the same of P7
        Field("fall_off", PORT_FALL_OFF_6510, keep=True),  # cycles such a pin keeps its charge
    )

    def __init__(self, fall_off=PORT_FALL_OFF_6510):
        create_fields(self)
        self.fall_off = fall_off

    def reset(self):
        """All pins are inputs again; the wires keep what is outside."""
        reset_fields(self)

    def read(self, addr, cycle):
        """Read $00 or $01 (``addr`` 0 or 1) in the machine's cycle ``cycle``."""
        if addr == 0:
            return self.ddr
        floating = self.driven & 0x08 | 0x07 | self.sense << 4
        if self.driven & 0x40 and cycle <= self.leaks6:
            floating |= 0x40
        if self.driven & 0x80 and cycle <= self.leaks7:
            floating |= 0x80
        return self.data & self.ddr | floating & ~self.ddr

    def peek(self, addr, cycle):
        """Read without side effects; the port has none."""
        return self.read(addr, cycle)

    def write(self, addr, value, cycle):
        """Write $00 or $01 in the machine's cycle ``cycle``; ``lines`` follows."""
        if addr == 0:
            # The charge left on a pin that stops being driven begins to leak.
            released = self.ddr & ~value
            if released & 0x40:
                self.leaks6 = cycle + self.fall_off
            if released & 0x80:
                self.leaks7 = cycle + self.fall_off
            self.ddr = value
        else:
            self.data = value
        self.driven = self.driven & ~self.ddr | self.data & self.ddr
        self.lines = (self.data | ~self.ddr) & 7
