"""Joysticks and paddles: switches on five lines of a control port, and two resistors.

Lines, active low: bit 0 up, 1 down, 2 left, 3 right, 4 fire.  A pair of paddles has its
buttons on left (X) and right (Y) and two potentiometers on POTX and POTY.

Not emulated: a stick that cannot be pushed up and down at once (both lines go low).

Source: C64 Programmer's Reference Guide, control ports.
"""

from c64.base.fields import Field, create_fields

JOYSTICK_LINES = {"up": 0x01, "down": 0x02, "left": 0x04, "right": 0x08, "fire": 0x10}
PADDLE_BUTTONS = {"x": 0x04, "y": 0x08}
POT_OPEN = 255  # nothing plugged in: the capacitor never charges


class Joystick:
    """One joystick; ``bits`` are its five lines, 1 = released."""

    fields = (
        Field("bits", 0x1F, keep=True),  # lines, active low: up, down, left, right, fire from bit 0
    )

    def __init__(self):
        create_fields(self)

    def press(self, *names):
        """Close the switches named ("up down left right fire"); ValueError for others."""
        for name in names:
            self.bits &= ~self._line(name) & 0x1F

    def release(self, *names):
        """Open the switches named, all without a name; ValueError for unknown ones."""
        for name in names or JOYSTICK_LINES:
            self.bits |= self._line(name)

    def pressed(self, name):
        """True while the switch is closed."""
        return not self.bits & self._line(name)

    def _line(self, name):
        try:
            return JOYSTICK_LINES[name]
        except KeyError:
            raise ValueError(f"joystick: no switch is called {name!r}") from None


class Paddles:
    """A pair of paddles: positions ``x`` and ``y`` (0..255), buttons on ``bits``."""

    fields = (
        Field("bits", 0x1F, keep=True),  # lines, active low: button X is bit 2, button Y bit 3
        Field("x", POT_OPEN, keep=True),  # 0 to 255: what POTX measures; turned by the user
        Field("y", POT_OPEN, keep=True),  # the same of POTY
    )

    def __init__(self):
        create_fields(self)

    def turn(self, x=None, y=None):
        """Turn to positions 0..255 (clipped); None leaves a paddle where it is."""
        if x is not None:
            self.x = min(max(x, 0), 255)
        if y is not None:
            self.y = min(max(y, 0), 255)

    def press(self, name):
        """Press the button of paddle "x" or "y"; ValueError for others."""
        self.bits &= ~self._line(name) & 0x1F

    def release(self, name):
        """Release the button of paddle "x" or "y"; ValueError for others."""
        self.bits |= self._line(name)

    def _line(self, name):
        try:
            return PADDLE_BUTTONS[name]
        except KeyError:
            raise ValueError(f"paddles: no button is called {name!r}") from None
