"""Mice that speak over the five joystick lines of a control port: NEOS, Amiga and Atari ST.

NEOS: the program makes the fire line an output and moves it; each edge brings the next four bits
to the lines up, down, left, right (bits 0 to 3).  Strobe low: X bits 4-7; high: X bits 0-3; low:
Y bits 4-7; high: Y bits 0-3.  X and Y are what it was moved since the reading before, signed
8 bit, positive to the left and away from the user.  The falling edge that begins a reading takes
the movement over.  If the strobe stands still for 0.2 ms, the mouse is back at X bits 4-7, with
what it was moved until then.  The left button is on the strobe's own line: while it is held there
are no edges.  The right button is on POTX: 0, pressed 255.

Amiga and Atari ST: two pairs of lines in quadrature, one step a count, no faster than one in 512
cycles.  Right and down are the directions in which the first line of a pair leads.

    Amiga     bit 0 V, 1 H, 2 VQ, 3 HQ; H leads HQ, V leads VQ
    Atari ST  bit 0 XB, 1 XA, 2 YA, 3 YB; XA leads XB, YB leads YA

Their left button is the fire line.  The right one joins pin 9 to ground, which has no resistor to
+5 V: POTX is 255 with it and without it, and a C64 cannot see it.

A mouse remembers at most 127 counts in each direction that no program has yet read.

Not emulated: the joystick mode of the NEOS; wheels.

How sure: the sequence, the signs, the time-out and POTX are those of VICE 3 (x64sc).  That a held
left button stops the strobe follows from the wiring.  The speed limit of 512 cycles is chosen: a
program that polls twice a millisecond misses no count.

Source: VICE, src/joyport/mouse_neos.c and mouse_quadrature.c (pin tables); the mouse of the MSX
speaks the same protocol (MSX Technical Data Book, mouse).
"""

from c64.base.fields import Field, create_fields

LINE_NONE, LINE_NEOS, LINE_AMIGA, LINE_ST = 0, 1, 2, 3
#: kind of a mouse -> number
LINE_MICE = {"NEOS": LINE_NEOS, "Amiga": LINE_AMIGA, "Atari ST": LINE_ST}
LINE_BUTTONS = ("left", "right")
LINE_FIRE = 0x10
LINE_MOST = 127  # counts that a mouse remembers
LINE_PACE = 512  # cycles between two counts
NEOS_TIMEOUT = 196  # cycles, 0.2 ms
NEOS_X_HIGH, NEOS_X_LOW, NEOS_Y_HIGH, NEOS_Y_LOW = 0, 1, 2, 3


class LineMouse:
    """One mouse of LINE_MICE, or none.

    kind  number of the kind, 0: none
    port  control port it is plugged into: 1, 2, or 0 for none
    """

    fields = (
        Field("kind", keep=True),  # LINE_NEOS, LINE_AMIGA, LINE_ST; LINE_NONE
        Field("port", keep=True),  # control port it is plugged into, 1 or 2; 0: none
        Field("left", keep=True),  # 1: the left button is held
        Field("right", keep=True),  # 1: the right button is held
        Field("x", keep=True),  # counts to the right that no program has read, signed
        Field("y", keep=True),  # the same downwards
        Field("begin", keep=True),  # 1: it was at rest; its first count waits for the next run
        Field("since", keep=True),  # cycle of the last count, or of the strobe's last edge
        Field("step", 3, keep=True),  # NEOS: which of the four parts is on the lines
        Field("strobe", 1, keep=True),  # NEOS: level of the fire line
        Field("out_x", keep=True),  # NEOS: movement that is sent, 8 bits; others: phase 0 to 3
        Field("out_y", keep=True),  # the same of Y
    )

    def __init__(self):
        create_fields(self)

    def plug(self, kind, port=1):
        """Plug a mouse of a kind ("NEOS", "Amiga", "Atari ST") into control port 1 or 2.

        Port 0 takes it out.  ValueError for other kinds and ports.
        """
        if kind not in LINE_MICE:
            raise ValueError(f"mouse: {kind!r} is not one of {', '.join(LINE_MICE)}")
        if port not in (0, 1, 2):
            raise ValueError(f"mouse: there is no control port {port}, only 1 and 2")
        for field in self.fields:
            setattr(self, field.name, field.reset)
        if port:
            self.kind, self.port = LINE_MICE[kind], port

    def move(self, dx, dy):
        """Move by ``dx`` counts right and ``dy`` counts down, as screens count."""
        if not (self.x or self.y):
            self.begin = 1
        self.x = min(max(self.x + dx, -LINE_MOST), LINE_MOST)
        self.y = min(max(self.y + dy, -LINE_MOST), LINE_MOST)

    def press(self, name):
        """Press button "left" or "right"; ValueError for others."""
        self._set(name, 1)

    def release(self, name):
        """Release button "left" or "right"; ValueError for others."""
        self._set(name, 0)

    def _set(self, name, down):
        if name not in LINE_BUTTONS:
            raise ValueError(f"mouse: no button is called {name!r}")
        setattr(self, name, down)

    # -- what the board does --------------------------------------------------------------

    def start_counting(self, now):
        """A run begins in cycle ``now``: a mouse that was at rest moves from now on."""
        if self.begin:
            self.begin = 0
            if self.kind != LINE_NEOS:
                self.since = now

    def lines(self):
        """Return the five lines, 1 = high."""
        if self.kind == LINE_NEOS:
            bits = self.neos_bits()
        else:
            bits = self.quadrature_bits()
        return bits if self.left else bits | LINE_FIRE

    def neos_bits(self):
        """Return the part of a NEOS's movement that is on lines 0 to 3."""
        value = self.out_x if self.step < NEOS_Y_HIGH else self.out_y
        return value & 15 if self.step & 1 else value >> 4

    def quadrature_bits(self):
        """Return lines 0 to 3 for the phases."""
        x1 = ((self.out_x + 1) >> 1) & 1
        x2 = self.out_x >> 1
        y1 = ((self.out_y + 1) >> 1) & 1
        y2 = self.out_y >> 1
        if self.kind == LINE_AMIGA:
            return y1 | (x1 << 1) | (y2 << 2) | (x2 << 3)
        return x2 | (x1 << 1) | (y2 << 2) | (y1 << 3)

    def run(self, now):
        """Bring the lines up to cycle ``now``, in which a program reads them."""
        if self.kind == LINE_NEOS:
            if self.step != NEOS_X_HIGH and now > self.since + NEOS_TIMEOUT:
                self.take_movement()
        elif self.x or self.y:
            while (self.x or self.y) and now >= self.since + LINE_PACE:
                self.since += LINE_PACE
                self.count()

    def count(self):
        """Move both phases one count on towards where the mouse is."""
        if self.x > 0:
            self.x -= 1
            self.out_x = (self.out_x + 1) & 3
        elif self.x < 0:
            self.x += 1
            self.out_x = (self.out_x - 1) & 3
        if self.y > 0:
            self.y -= 1
            self.out_y = (self.out_y + 1) & 3
        elif self.y < 0:
            self.y += 1
            self.out_y = (self.out_y - 1) & 3

    def take_movement(self):
        """Begin a reading of a NEOS: what it was moved is what it sends."""
        self.step = NEOS_X_HIGH
        self.out_x = -self.x & 0xFF
        self.out_y = -self.y & 0xFF
        self.x = self.y = 0

    def set_strobe(self, level, now):
        """Set the level that the fire line has in cycle ``now``; an edge is the next part."""
        if level == self.strobe:
            return
        if self.kind == LINE_NEOS and self.step != NEOS_X_HIGH and now > self.since + NEOS_TIMEOUT:
            self.take_movement()
        self.strobe = level
        self.since = now
        if level != (self.step & 1):  # from a part with an even number by a rise
            if self.step == NEOS_Y_LOW:
                self.take_movement()
            else:
                self.step += 1

    def pot_x(self):
        """Return what POTX measures: the right button of a NEOS."""
        return 0 if self.kind == LINE_NEOS and not self.right else 255
