"""What may be plugged in beside joysticks, paddles and the 1351, and is most often not.

Its state is apart from that of the control ports: snapshots and recordings have it only while
something is plugged in (c64/snapshot.py, emu/replay/fingerprint.py).  What was saved without it is
read as a machine that has none of it.
"""

from c64.input.joystick import Joystick
from c64.input.light_pen import LightPen
from c64.input.line_mouse import LineMouse
from c64.input.player_adapter import PlayerAdapter


class InputDevices:
    """A mouse over the joystick lines, a light pen, and the adapter with joysticks 3 and 4."""

    fields = ()
    parts = ("line_mouse", "light_pen", "adapter", "stick3", "stick4")

    def __init__(self):
        self.line_mouse = LineMouse()
        self.light_pen = LightPen()
        self.stick3 = Joystick()
        self.stick4 = Joystick()
        self.adapter = PlayerAdapter(self.stick3, self.stick4)

    def plugged(self):
        """Return whether any of them is plugged in."""
        return bool(self.line_mouse.port or self.light_pen.kind or self.adapter.kind)

    def unplug(self):
        """Take all of them out, whatever was held."""
        for name in self.parts:
            unit = getattr(self, name)
            for field in unit.fields:
                setattr(unit, field.name, field.reset)
