"""SID, MOS 6581 and 8580: registers, bus, paddles, and the run of time.

Built in layers, one file each: wave (oscillators), sums (their sound), runs (many cycles of both),
envelope, filter (mixer, output) and this one, which adds the 32 registers.  Every layer adds its
state to ``fields``; the whole chip is the class ``SID``.

The board advances the chip in batches: up to the present cycle before every
access, and at the end of a frame.  However a span is divided into batches, the
state and the samples after it are the same.  While all three envelopes rest at zero, nothing is
summed, and once the output has come to rest as well, counters are all that moves.

Registers $00-$18 can only be written: a read shows what was last on the chip's
bus, which fades.  $19 POTX, $1A POTY, $1B OSC3, $1C ENV3 can be read.

Sources: fade times of the bus: VICE, testprogs SID/bitfade (single chips; temperature alone
changes them by half, so they are typical values).

Not emulated: the single bits of the bus fading one by one; what stands in the
lists of the layers.
"""

from c64.base.fields import Field, reset_fields
from c64.sid.decimators import SID_ROOM
from c64.sid.filter import SidFilter
from c64.sid.filter_tables import CutoffCurve

_SID_BUS_HOLD = {"6581": 0x1D00, "8580": 0xA2000}
_SID_USUAL = CutoffCurve()
_SID_CHUNK = (SID_ROOM - 1) * 8  # cycles in one go: they end at most as many blocks


class SID(SidFilter):
    """The sound chip.

    model        "6581" or "8580"
    clock_hz     phi2 cycles a second
    sample_rate  44100 or 48000 Hz; 0: no sound is made, all else is the same
    curve        c64.sid.filter_tables.CutoffCurve of a 6581
    digiboost    True: an 8580's EXT IN has a resistor to ground; a 6581 needs none, and has none
    """

    fields = (
        *SidFilter.fields,
        Field("bus", 0),  # the last byte on its data lines, which write-only registers read as
        Field("bus_hold", 0),  # cycles until that is gone; a read of such a register halves it
        Field("pot_x", 0xFF, keep=True),  # input, set by the board
        Field("pot_y", 0xFF, keep=True),  # input, set by the board
        Field("pot_x_shown", 0xFF),  # as POTX reads: taken from the input every 512 cycles
        Field("pot_y_shown", 0xFF),  # as POTY reads
        Field("pot_phase", 0),  # cycles into the measurement, 0 to 511
    )
    derived = (
        # of the model
        "model", "bus_hold_time",
    )  # fmt: skip

    def __init__(
        self, model="6581", clock_hz=985248, sample_rate=48000, curve=_SID_USUAL, digiboost=False
    ):
        if model not in _SID_BUS_HOLD:
            raise ValueError(f"SID model {model!r}: use '6581' or '8580'")
        super().__init__(model, clock_hz, sample_rate, curve, digiboost)
        self.model = model
        self.bus_hold_time = _SID_BUS_HOLD[model]

    def reset(self):
        """RES: registers cleared; accumulators and envelope counters keep their count."""
        reset_fields(self)

    # -- bus ---------------------------------------------------------------

    def peek(self, reg):
        """Return what a read of ``reg`` & 31 would show, without side effects."""
        reg &= 31
        if reg == 0x19:
            return self.pot_x_shown
        if reg == 0x1A:
            return self.pot_y_shown
        if reg == 0x1B:
            return self.osc[2] >> 4
        if reg == 0x1C:
            return self.env_shown[2]
        return self.bus

    def read(self, reg):
        """Return register ``reg`` & 31 as the CPU reads it."""
        value = self.peek(reg)
        reg &= 31
        if 0x19 <= reg <= 0x1C:
            self.bus = value
            self.bus_hold = self.bus_hold_time
        else:
            self.bus_hold >>= 1  # reading drains the bus
            if self.bus_hold == 0:
                self.bus = 0
        return value

    def write(self, reg, value):
        """Write ``value`` (0..255) to register ``reg`` & 31."""
        reg &= 31
        self.bus = value
        self.bus_hold = self.bus_hold_time
        if reg < 21:
            self.write_voice(reg // 7, reg % 7, value)
        elif reg == 0x15:
            self.cutoff = (self.cutoff & 0x7F8) | (value & 7)
        elif reg == 0x16:
            self.cutoff = (self.cutoff & 7) | (value << 3)
        elif reg == 0x17:
            self.routing = value
        elif reg == 0x18:
            self.write_volume(value)

    def write_voice(self, v, reg, value):
        """Write register ``reg`` (0..6) of voice ``v``."""
        if reg == 0:
            self.freq[v] = (self.freq[v] & 0xFF00) | value
        elif reg == 1:
            self.freq[v] = (self.freq[v] & 0xFF) | (value << 8)
        elif reg == 2:
            self.pw[v] = (self.pw[v] & 0xF00) | value
        elif reg == 3:
            self.pw[v] = (self.pw[v] & 0xFF) | ((value & 15) << 8)
        elif reg == 4:
            self.write_control(v, value)
            self.write_gate(v, value & 1)
        elif reg == 5:
            self.write_attack_decay(v, value)
        else:
            self.write_sustain_release(v, value)

    # -- time --------------------------------------------------------------

    def clock(self, cycles):
        """Advance by ``cycles`` phi2 cycles; samples come due on the way."""
        if cycles <= 0:
            return
        if self.bus_hold != 0:
            self.bus_hold -= cycles
            if self.bus_hold <= 0:
                self.bus_hold = 0
                self.bus = 0
        self.clock_pots(cycles)
        if self.sample_rate == 0:
            self.run_unheard(cycles)
        elif self.silent[0] and self.silent[1] and self.silent[2]:
            self.heard[0] = self.heard[1] = self.heard[2] = 0
            self.run_unheard(cycles)
            phase = self.phase + cycles
            self.phase = phase & 7
            self.rest_blocks(phase >> 3)
        else:
            while cycles > 0:
                span = min(cycles, _SID_CHUNK)
                self.run_heard(span)
                cycles -= span

    def run_unheard(self, cycles):
        """Advance voices of which no sound is made."""
        self.voices_run(cycles, 0)
        self.env_run(0, cycles)
        self.env_run(1, cycles)
        self.env_run(2, cycles)

    def run_heard(self, cycles):
        """Advance voices and sound by ``cycles`` cycles, a run's at most."""
        for v in range(3):
            self.heard[v] = not self.silent[v]
            if self.heard[v]:
                self.env_blocks(v, cycles)
            else:
                self.env_run(v, cycles)
        self.voices_run(cycles, 1)
        phase = self.phase + cycles
        self.phase = phase & 7
        if phase >= 8:
            self.mix_blocks(phase >> 3)

    def clock_pots(self, cycles):
        """The paddle counters latch every 512 cycles."""
        phase = self.pot_phase + cycles
        if phase >= 512:
            self.pot_x_shown = self.pot_x
            self.pot_y_shown = self.pot_y
        self.pot_phase = phase & 511
