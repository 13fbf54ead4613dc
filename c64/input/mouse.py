"""The Commodore 1351 mouse in proportional mode.

The mouse keeps two counters of 6 bits and times the SID's measurement so that POTX and
POTY show them in bits 1-6: 64 + 2 * (position mod 64).  A program looks often enough to
tell the direction.  X grows to the right, Y away from the user.  The left button is the
fire line, the right button the up line.

Not emulated: joystick mode (right button held at power-on); the noise in bit 0.

Source: Commodore 1351 Mouse User's Manual.
"""

from c64.base.fields import Field, create_fields

MOUSE_BUTTONS = {"left": 0x10, "right": 0x01}


class Mouse1351:
    """A 1351; ``bits`` are the five lines of the port, 1 = released.

    port  control port it is plugged into: 1, 2, or 0 for none
    x, y  position counters, 0..63
    """

    fields = (
        Field("bits", 0x1F, keep=True),  # lines, active low: left button bit 4, right button bit 0
        Field("port", keep=True),  # control port it is plugged into, 1 or 2; 0: none
        Field("x", keep=True),  # position counter, 6 bits: grows to the right
        Field("y", keep=True),  # position counter, 6 bits: grows away from the user
    )

    def __init__(self):
        create_fields(self)

    def plug(self, port=1):
        """Plug into control port 1 (also True) or 2, or out (0, False); ValueError else."""
        if port not in (0, 1, 2):
            raise ValueError(f"mouse: there is no control port {port}, only 1 and 2")
        self.port = int(port)

    def move(self, dx, dy):
        """Move by ``dx`` counts right and ``dy`` counts down, as screens count."""
        self.x = (self.x + dx) & 63
        self.y = (self.y - dy) & 63

    def press(self, name):
        """Press button "left" or "right"; ValueError for others."""
        self.bits &= ~self._line(name) & 0x1F

    def release(self, name):
        """Release button "left" or "right"; ValueError for others."""
        self.bits |= self._line(name)

    def pot_x(self):
        """Return what POTX measures, 64..190."""
        return 64 + 2 * self.x

    def pot_y(self):
        """Return what POTY measures, 64..190."""
        return 64 + 2 * self.y

    def _line(self, name):
        try:
            return MOUSE_BUTTONS[name]
        except KeyError:
            raise ValueError(f"mouse: no button is called {name!r}") from None
