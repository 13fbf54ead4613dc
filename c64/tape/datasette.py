"""The datasette (1530): a tape of pulses, the keys, the motor, and four wires of the computer.

The computer switches the motor (P5 of the processor port, 0: on), senses whether a key is down
(P4, 0: one is), writes by P3, and hears each falling edge of the read wire as FLAG of CIA 1.  A
tape is what lies between these edges: pulses of so many cycles each (see disk/tap.py).

While nothing moves nothing is to be done.  ``due`` is the cycle in which the deck wants to run: the
end of the pulse that passes the head, the moment at which the motor stands still, or the next
step of winding.

The motor runs on for 32,000 cycles when it is switched off, as in VICE (MOTOR_DELAY), which says
that some tapes need it.  What a user does with the deck is c64/tape/deck.py.

Not emulated: azimuth and noise, the time the motor takes to come to speed.
"""

import array

from c64.base.fields import Field, create_fields
from c64.tape.reel import wound

TAPE_STOP = 0
TAPE_PLAY = 1
TAPE_RECORD = 2
TAPE_REWIND = 3
TAPE_FORWARD = 4
TAPE_NEVER = 1 << 62
TAPE_MOTOR_RUNS_ON = 32_000  # cycles
TAPE_WIND_STEP = 20_000  # cycles
TAPE_MOTOR_OFF = 0x20  # of the processor port
TAPE_WRITE = 0x08
TAPE_LONGEST = 32  # bits of its cycles: 72 minutes, more than the side of a C120
TAPE_PULSE = (1 << 31) - 1  # cycles of a pulse at most: 36 minutes in which nothing was written
TAPE_AT_FIRST = 4096  # pulses that a recording has room for, before it grows


class Datasette:
    """One deck; ``cassette`` is the disk.tap.Cassette in it, or None.

    mode       which key is down, a TAPE_ constant
    motor      1 while the tape moves, if a key is down as well
    wire       level of the write wire
    at         the pulse that comes next
    passed     cycles of tape that are behind the head, up to the pulse's beginning
    left       cycles until the pulse ends, while the tape stands still
    pulse_at   the cycle in which it ends, while it moves;  stop_at  the motor;  wind_at  winding
    written_at the last rising edge on the write wire while recording, or the recording's begin
    kept       the first pulse that is being recorded over;  recorded  how many there are instead
    zero       counter's reset, in cycles of tape
    loaded     1 with a cassette in it: only then the board need tell it anything
    pulses     int32[count]: cycles of each pulse;  fresh  int32[n]: those of a recording
    """

    fields = (
        Field("mode"),  # the key that is down: a TAPE_ constant; TAPE_STOP at an end of the tape
        Field("motor"),  # 1: the motor turns, up to 32,000 cycles longer than P5 wants
        Field("wire"),  # level of the write wire, P3 of the processor port
        Field("at"),  # number of the pulse that comes next, or is under the head
        Field("kept"),  # first pulse that the present recording lies over
        Field("recorded"),  # pulses of the present recording so far
        Field("pulse_at", TAPE_NEVER),  # cycle in which the pulse under the head ends
        Field("stop_at", TAPE_NEVER),  # cycle in which the motor stops: P5 switched it off
        Field("wind_at", TAPE_NEVER),  # cycle of the next step of winding
        Field("left"),  # cycles to the pulse's end, or of one begun, while the tape stands
        Field("passed"),  # cycles of tape behind the head, up to the last whole pulse
        Field("written_at"),  # cycle in which the pulse that is being recorded began
        Field("zero"),  # what passed was when the counter's button was pressed
    )
    derived = (
        # schedule(): the earliest of pulse_at, stop_at and wind_at
        "due",
        # take(): of the cassette, which saves itself; fresh has room for so many pulses
        "pulses", "fresh", "count", "room", "loaded", "cassette",
    )  # fmt: skip

    def __init__(self):
        create_fields(self)
        self.due = TAPE_NEVER
        self.take(None, array.array("i"))

    def take(self, cassette, pulses, fresh=()):
        """Have a cassette with these pulses, and those of a recording that goes on, or None."""
        self.cassette = cassette
        self.loaded = cassette is not None
        self.count = len(pulses)
        self.pulses = pulses if self.count else array.array("i", [0])
        self.fresh = array.array("i", fresh or [0])
        self.room = len(self.fresh)

    # -- the machine's side ---------------------------------------------------------------

    def run(self, cycle):
        """Do what is due by ``cycle``; returns 1 if an edge came on the read wire."""
        edge = 0
        while self.due <= cycle:
            if self.stop_at <= self.due:
                self.stop_moving(self.due)
            elif self.wind_at <= self.due:
                self.wind()
            else:
                edge |= self.pulse()
            self.schedule()
        return edge

    def port_changed(self, driven, cycle):
        """Take the levels on the processor port's pins, with bits TAPE_MOTOR_OFF and TAPE_WRITE."""
        motor = 0 if driven & TAPE_MOTOR_OFF else 1
        wire = 1 if driven & TAPE_WRITE else 0
        if wire and not self.wire and self.mode == TAPE_RECORD and self.motor:
            self.record_pulse(cycle)
        self.wire = wire
        if motor and not self.motor:
            self.start_moving(cycle)
        elif motor:
            self.stop_at = TAPE_NEVER
        elif self.motor and self.stop_at > cycle + TAPE_MOTOR_RUNS_ON:
            self.stop_at = cycle + TAPE_MOTOR_RUNS_ON
        self.schedule()

    def start_moving(self, cycle):
        """The motor turns; with a key down the tape moves from ``cycle`` on."""
        self.motor = 1
        self.stop_at = TAPE_NEVER
        if self.mode == TAPE_PLAY and self.at < self.count:
            self.pulse_at = cycle + self.left
        elif self.mode == TAPE_RECORD:
            self.written_at = cycle - self.left
        elif self.mode >= TAPE_REWIND:
            self.wind_at = cycle + TAPE_WIND_STEP

    def stop_moving(self, cycle):
        """The tape stands still in ``cycle``."""
        if self.mode == TAPE_RECORD and self.motor:
            self.left = cycle - self.written_at
        elif self.mode == TAPE_PLAY and self.motor:
            self.left = self.pulse_at - cycle
        self.motor = 0
        self.pulse_at = TAPE_NEVER
        self.stop_at = TAPE_NEVER
        self.wind_at = TAPE_NEVER

    def schedule(self):
        """Find out what is due next."""
        self.due = min(self.pulse_at, self.stop_at, self.wind_at)

    def pulse(self):
        """A pulse has passed the head; at the tape's end the key comes up.  Returns 1."""
        self.passed += self.pulses[self.at]
        self.at += 1
        if self.at < self.count:
            self.pulse_at += self.pulses[self.at]
        else:
            self.left = 0
            self.pulse_at = TAPE_NEVER
            self.mode = TAPE_STOP
        return 1

    def record_pulse(self, cycle):
        """A rising edge on the write wire ends a pulse, if any tape has passed."""
        if cycle == self.written_at:  # the key went down in this cycle
            return
        if self.recorded >= self.room:
            self.grow()
        if self.passed >> TAPE_LONGEST:
            self.mode = TAPE_STOP
            return
        length = min(cycle - self.written_at, TAPE_PULSE)
        self.fresh[self.recorded] = length
        self.recorded += 1
        self.passed += length
        self.written_at = cycle

    def grow(self):
        """Make room for more recorded pulses."""
        before = memoryview(self.fresh)
        self.room = max(TAPE_AT_FIRST, 2 * self.room)
        self.fresh = array.array("i", [0] * self.room)
        memoryview(self.fresh)[: len(before)] = before

    def wind(self):
        """Move the tape on by a step of winding; at an end the key comes up."""
        forward = self.mode == TAPE_FORWARD
        to = wound(self.passed, TAPE_WIND_STEP if forward else -TAPE_WIND_STEP)
        self.wind_at += TAPE_WIND_STEP
        while forward and self.at < self.count and self.passed < to:
            self.passed += self.pulses[self.at]
            self.at += 1
        while not forward and self.at and self.passed > to:
            self.at -= 1
            self.passed -= self.pulses[self.at]
        self.left = self.pulses[self.at] if self.at < self.count else 0
        if self.at == (self.count if forward else 0):
            self.mode = TAPE_STOP
            self.wind_at = TAPE_NEVER
