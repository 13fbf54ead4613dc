"""Light pens and light guns, in control port 1: the only one whose fire line is the VIC's LP.

When the beam passes where it looks, the sensor pulls LP low, and the VIC latches the position in
$D013 and $D014 and may interrupt, once in a frame (c64/vic/raster.py).  Sensors are slow and
look through a lens; what a kind latches beside the place is in its row.

Not emulated: how bright the picture is there; the sensor's own pulse on the fire line, some
microseconds long, for a program that reads $DC01.

How sure: lines, button and displacement of each kind are VICE 3's (x64sc), which matched the
displacements to the software that was sold with them.  Its comment has the button of the Magnum
and the second of the Inkwell on POTX, its code, and this one, on POTY.

Source: VICE, src/joyport/lightpen.c (pin tables); Bauer, VIC-II article, 3.11.
"""

from c64.base.fields import Field, create_fields

PEN_POT = 0x20  # the button joins POTY to +5 V
#: kind -> (line of the first button, of the second, pixels right, lines down that it latches more)
LIGHT_PENS = {
    "pen, up": (0x01, 0, 0, 0),  # Atari CX75 and others: the button on the line up
    "pen, left": (0x04, 0, 0, 0),
    "Datel pen": (0x04, 0, 20, -5),
    "Inkwell pen": (0x04, PEN_POT, 20, 0),
    "Magnum gun": (PEN_POT, 0, 30, -10),  # Magnum Light Phaser, Cheetah Defender
    "Stack gun": (0x04, 0, 20, 0),  # Stack Light Rifle
}
PEN_BUTTONS = ("left", "right")
PEN_SIDE, PEN_LINES = 511, 511  # the largest coordinates


class LightPen:
    """One pen or gun of LIGHT_PENS, or none.

    kind  place in LIGHT_PENS counted from 1; 0: none
    x, y  what it sees: X as sprites have it and raster line; -1: no light
    """

    fields = (
        Field("kind", keep=True),  # place in LIGHT_PENS, from 1; 0: none is plugged in
        Field("x", -1, keep=True),  # X where it looks, as sprites have it, 0 to 511; -1: no light
        Field("y", -1, keep=True),  # raster line, 0 to 511; -1: no light
        Field("low", keep=True),  # lines that held buttons pull low, bits 0 to 3; PEN_POT: POTY
    )

    def __init__(self):
        create_fields(self)

    def plug(self, kind=None):
        """Plug a kind of LIGHT_PENS into control port 1, None takes it out; ValueError else."""
        if kind is not None and kind not in LIGHT_PENS:
            raise ValueError(f"light pen: {kind!r} is not one of {'; '.join(LIGHT_PENS)}")
        self.kind = 0 if kind is None else 1 + list(LIGHT_PENS).index(kind)
        self.low = 0
        self.lift()

    def point(self, x, y):
        """Look at ``x``, as sprites have it (24 is the left edge of 40 columns), and line ``y``.

        ValueError for what is outside of 0 to 511.
        """
        if not (0 <= x <= PEN_SIDE and 0 <= y <= PEN_LINES):
            raise ValueError(f"light pen: {x}, {y} is not within 0 to {PEN_SIDE}")
        self.x, self.y = x, y

    def lift(self):
        """See no light: it is held away from the screen."""
        self.x = self.y = -1

    def press(self, name="left"):
        """Press the first button ("left") or the second ("right"); ValueError for others."""
        self.low |= self._line(name)

    def release(self, name="left"):
        """Release the button "left" or "right"; ValueError for others."""
        self.low &= ~self._line(name)

    def _line(self, name):
        if name not in PEN_BUTTONS:
            raise ValueError(f"light pen: no button is called {name!r}")
        if not self.kind:
            return 0
        return list(LIGHT_PENS.values())[self.kind - 1][PEN_BUTTONS.index(name)]

    def aim(self):
        """Return (x, y) of the beam when the sensor answers; y is -1 if it sees no light."""
        if not self.kind or self.x < 0:
            return 0, -1
        right, down = list(LIGHT_PENS.values())[self.kind - 1][2:]
        return self.x + right, max(self.y + down, -1)

    def lines(self):
        """Return the five lines, 1 = high."""
        return 0x1F & ~self.low

    def pot_y(self):
        """Return what POTY measures."""
        return 0 if self.low & PEN_POT else 255
