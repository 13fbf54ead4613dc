"""The control ports: what is plugged in, its lines, and the way of POTX and POTY.

A port has a joystick at all times (it does nothing until it is moved) and, on the same
lines, a pair of paddles; the 1351 is in one port or in none.  CIA 1's PA6 and PA7 switch
port 1's and port 2's potentiometers to the SID (``pot_x`` and ``pot_y`` there, which it
measures for 512 cycles); with both on they are in parallel, with neither the inputs are
open.

Other mice, light pens and joysticks 3 and 4 are apart from these (devices.py).

Not emulated: a switch turned in the middle of a measurement (the SID sees what is
connected at its end).

Source: C64 schematics (4066 switch); SID 6581 data sheet.
"""

from c64.base.fields import Field, create_fields
from c64.input.devices import InputDevices
from c64.input.joystick import Joystick, Paddles
from c64.input.mouse import Mouse1351


def control_parallel(a, b):
    """Return what two potentiometers in parallel measure (values 0..255)."""
    if a == 255:
        return b
    if b == 255:
        return a
    return a * b // (a + b) if a + b else 0


class Controls:
    """Both control ports, and the joysticks of the user port.

    pot_x, pot_y   what is connected to the SID's inputs, 0..255
    switch         PA7, PA6 as bits 1, 0: port 2's, port 1's pots are connected
    devices        InputDevices: what is most often not there
    """

    fields = (
        Field("pot_x", 255, keep=True),  # what POTX measures, by the switch and what is moved
        Field("pot_y", 255, keep=True),  # the same of POTY
        Field("switch", 3, keep=True),  # PA6, PA7: bit 0 connects port 1's pots, bit 1 port 2's
    )
    parts = ("stick1", "stick2", "paddles1", "paddles2", "mouse")
    # whose state is saved apart (c64/snapshot.py)
    derived = ("devices", "line_mouse", "light_pen", "adapter", "stick3", "stick4")

    def __init__(self):
        create_fields(self)
        self.stick1 = Joystick()
        self.stick2 = Joystick()
        self.paddles1 = Paddles()
        self.paddles2 = Paddles()
        self.mouse = Mouse1351()
        self.devices = InputDevices()
        self.line_mouse = self.devices.line_mouse
        self.light_pen = self.devices.light_pen
        self.adapter = self.devices.adapter
        self.stick3 = self.devices.stick3
        self.stick4 = self.devices.stick4

    def joystick(self, port):
        """Return joystick 1 to 4: of a control port, or of the adapter; ValueError for others."""
        if port in (3, 4):
            return self.stick3 if port == 3 else self.stick4
        return self._of_port(port, self.stick1, self.stick2)

    def paddles(self, port):
        """Return the pair of paddles of control port 1 or 2; ValueError for others."""
        return self._of_port(port, self.paddles1, self.paddles2)

    def _of_port(self, port, first, second):
        if port not in (1, 2):
            raise ValueError(f"controls: there is no control port {port}, only 1 and 2")
        return first if port == 1 else second

    def lines1(self):
        """Return port 1's lines for CIA 1's port B: uint8, bits 5-7 are 1."""
        bits = self.stick1.bits & self.paddles1.bits
        if self.mouse.port == 1:
            bits &= self.mouse.bits
        if self.line_mouse.port == 1:
            bits &= self.line_mouse.lines()
        return (bits & self.light_pen.lines()) | 0xE0

    def lines2(self):
        """Return port 2's lines for CIA 1's port A: uint8, bits 5-7 are 1."""
        bits = self.stick2.bits & self.paddles2.bits
        if self.mouse.port == 2:
            bits &= self.mouse.bits
        if self.line_mouse.port == 2:
            bits &= self.line_mouse.lines()
        return bits | 0xE0

    def pots(self, switch):
        """Return (POTX, POTY) as a measurement with this switch setting finds them."""
        return self.pot(switch, 0), self.pot(switch, 1)

    def pot(self, switch, is_y):
        """Return POTX, or POTY, as a measurement with this switch setting finds it."""
        first = self.port_pot(1, is_y) if switch & 1 else 255
        if switch & 2:
            return control_parallel(first, self.port_pot(2, is_y))
        return first

    def port_pot(self, port, is_y):
        if self.mouse.port == port:
            return self.mouse.pot_y() if is_y else self.mouse.pot_x()
        if self.line_mouse.port == port:
            return 255 if is_y else self.line_mouse.pot_x()
        if port == 1 and is_y and self.light_pen.low:
            return self.light_pen.pot_y()
        if port == 1:
            return self.paddles1.y if is_y else self.paddles1.x
        return self.paddles2.y if is_y else self.paddles2.x

    def select(self, pa):
        """Set the switch to port A's pins ``pa``, and POTX and POTY to what it connects.

        Called when PA6 or PA7 changes, and when something in a port has been moved.
        """
        self.switch = (pa >> 6) & 3
        self.pot_x = self.pot(self.switch, 0)
        self.pot_y = self.pot(self.switch, 1)
