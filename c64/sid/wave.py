"""SID oscillators: accumulators, noise registers and waveform selectors.

Three voices side by side; every state attribute is an array of three.  Voice
``v`` is synchronised and ring-modulated by voice ``v - 1`` (0 by 2).

An oscillator is a 24-bit accumulator to which the frequency is added each
phi2 cycle.  From its top twelve bits come triangle, sawtooth and pulse; the
noise comes from a 23-bit shift register clocked by accumulator bit 19.

``osc_clock`` and ``osc_output`` do one cycle of one voice, with everything in it; voice_batches.py
does many cycles in which little of that changes.

Sources: OSC3 behaviour, shift-register phases, test-bit and floating-DAC times
as found by Dag Lem (reSID), Leandro Nini (libresidfp) and the VICE team by
sampling chips; times that leak with temperature are their typical values.

Which chip, and how sure: the 6581 and the 8580 that VICE's programs were sampled on (their
revisions are not recorded).  Waveforms and phases rest on several chips and on die photographs.
What the noise register keeps when noise is combined with other waveforms is known from the
``wb_testsuite`` programs only: the rules here pass the 67 of them at hand, on both models, but
are inferred from them and not from the circuit.

Not emulated: chip-to-chip spread and temperature of the leak times; the pull
of output lines on accumulator bits other than the top one (6581).
"""

import array

from c64.base.fields import Field, create_fields
from c64.sid.tables import wave_tables

# Cycles until a floating D/A input starts to lose bits, and between losses.
_SID_FLOAT_HOLD = {"6581": 54000, "8580": 800000}
_SID_FLOAT_FADE = {"6581": 1400, "8580": 50000}
# The same for the noise register while the test bit holds it.
_SID_NOISE_HOLD = {"6581": 50000, "8580": 986000}
_SID_NOISE_FADE = {"6581": 15000, "8580": 314300}

_SID_POWER_ON_ACC = 0x555555  # even bits of the accumulators are high at power-on
_SID_RESET_NOISE = 0x3FFFFF  # all ones, clocked once as reset is released

# Register bits that do not drive an output line.
SID_NOISE_KEEP = 0x7FFFFF & ~(
    1 << 2 | 1 << 4 | 1 << 8 | 1 << 11 | 1 << 13 | 1 << 17 | 1 << 20 | 1 << 22
)


def sid_ints(*values):
    return array.array("i", values)


def sid_longs(count):
    return array.array("q", [0] * count)


class SidWave:
    """The oscillators of one SID."""

    fields = (
        Field("acc", sid_ints(_SID_POWER_ON_ACC, _SID_POWER_ON_ACC, _SID_POWER_ON_ACC), keep=True),
        Field("freq", sid_ints(0, 0, 0)),
        Field("pw", sid_ints(0, 0, 0)),
        Field("control", sid_ints(0, 0, 0)),
        Field("noise", sid_ints(_SID_RESET_NOISE, _SID_RESET_NOISE, _SID_RESET_NOISE)),
        Field("noise_latch", sid_ints(_SID_RESET_NOISE, _SID_RESET_NOISE, _SID_RESET_NOISE)),
        Field("noise_pipe", sid_ints(0, 0, 0)),  # 2: bit 19 rose, 1: shift phase 1
        Field("noise_test", sid_ints(1, 1, 1)),  # test (or reset) seen by the feedback
        Field("noise_driven", sid_ints(0, 0, 0)),  # test began with lines driving it
        Field("noise_fade", sid_ints(0, 0, 0)),  # cycles until the held register leaks
        Field("noise_out", sid_ints(0xFE0, 0xFE0, 0xFE0)),
        Field("pulse", sid_ints(0xFFF, 0xFFF, 0xFFF)),  # comparator, one cycle old
        Field("wave", sid_ints(0, 0, 0)),  # 12 bits on the D/A converter
        Field("osc", sid_ints(0, 0, 0)),  # 12 bits as OSC3 shows them
        Field("tri_saw", sid_ints(0x555, 0x555, 0x555)),  # 8580: half a cycle late
        Field("float_fade", sid_ints(0, 0, 0)),
    )
    derived = (
        # of the model: constants and tables
        "is6581", "float_hold_time", "float_fade_time", "noise_hold_time", "noise_fade_time",
        "selector", "pulldown",
        # of the cycle that is going on
        "rising",
    )  # fmt: skip

    def __init__(self, model):
        create_fields(self)
        self.is6581 = model == "6581"
        self.float_hold_time = _SID_FLOAT_HOLD[model]
        self.float_fade_time = _SID_FLOAT_FADE[model]
        self.noise_hold_time = _SID_NOISE_HOLD[model]
        self.noise_fade_time = _SID_NOISE_FADE[model]
        self.selector, self.pulldown, _ = wave_tables(model)
        self.rising = sid_ints(0, 0, 0)

    # -- registers ---------------------------------------------------------

    def write_control(self, v, value):
        """Set the control register of voice ``v``; the gate is the envelope's."""
        before = self.control[v]
        self.control[v] = value
        waveform = value >> 4
        if waveform != before >> 4:
            self.noise_driven[v] = 0
            if waveform == 0:
                self.float_fade[v] = self.float_hold_time
        if value & 0x08 and not before & 0x08:
            self.acc[v] = 0
            self.noise_pipe[v] = 0
            self.noise_latch[v] = self.noise[v]
            self.noise_fade[v] = self.noise_hold_time
            self.noise_driven[v] = 1 if waveform > 8 else 0
        elif before & 0x08 and not value & 0x08:
            self.shift_noise(v, self.driven_lines(v, before >> 4, waveform))

    # -- noise -------------------------------------------------------------

    def shift_noise(self, v, lines):
        """Phase 2 of a shift: the latched bits move on by one.

        lines  12 output lines that drive the register meanwhile, or -1: none do
        """
        latch = self.noise_latch[v]
        if lines >= 0:
            latch = (self.noise[v] & SID_NOISE_KEEP) | sid_to_register(lines)
        feedback = ((latch & 1) | self.noise_test[v]) ^ (latch >> 5 & 1)
        self.noise[v] = (latch >> 1) | (feedback << 22)
        self.noise_latch[v] = self.noise[v]
        self.noise_out[v] = sid_from_register(self.noise[v])

    def clocked_lines(self, v):
        """Return the output lines that drive a shift clocked by bit 19, or -1."""
        waveform = self.control[v] >> 4
        if waveform <= 8 or (waveform == 12 and not self.is6581):
            return -1
        return self.wave[v]

    def driven_lines(self, v, before, after):
        """Return the output lines that drive the shift at the end of the test bit, or -1.

        before, after  waveform nibble up to now and from now on

        6581: what counts is selected before *and* after.  Noise alone drives
        nothing.  With pulse beside it the lines that another waveform held
        low rise again, all but the lowest three.  This one rule explains
        every 6581 case of VICE's ``wb_testsuite``, sampled on a chip.
        8580: the lines as they were before, if anything but noise is selected
        then and now; but noise+pulse keeps the register except in the changes
        to 9, 14 and 15, as sampled.
        """
        if self.is6581:
            common = before & after
            if common <= 8:
                return -1
            if common == 12:
                return self.wave[v] | 0xF80
            return self.wave[v]
        if before <= 8 or after <= 8:
            return -1
        if before == 12:
            return 0xFC0 if after == 9 or after >= 14 else -1
        return -1 if after == 12 else self.wave[v]

    # -- one cycle ---------------------------------------------------------

    def osc_clock(self, v):
        """First half of a cycle: accumulator and noise register."""
        self.rising[v] = 0
        if self.control[v] & 0x08:
            if self.noise_fade[v] != 0:
                self.noise_fade[v] -= 1
                if self.noise_fade[v] == 0:
                    self.leak_noise(v)
            self.noise_test[v] = 1
            self.pulse[v] = 0xFFF
            return
        old = self.acc[v]
        new = (old + self.freq[v]) & 0xFFFFFF
        self.acc[v] = new
        rose = new & ~old
        if rose & 0x800000:
            self.rising[v] = 1
        if rose & 0x080000:
            self.noise_pipe[v] = 2
        elif self.noise_pipe[v] == 2:
            self.noise_pipe[v] = 1
            self.noise_test[v] = 0
            self.noise_latch[v] = self.noise[v]
        elif self.noise_pipe[v] == 1:
            self.noise_pipe[v] = 0
            self.shift_noise(v, self.clocked_lines(v))

    def leak_noise(self, v):
        """The held register drifts to ones, a bit after the other."""
        register = self.noise[v]
        register |= (register >> 1) | 0x400000
        if register != 0x7FFFFF:
            self.noise_fade[v] = self.noise_fade_time
        self.noise[v] = register
        self.noise_latch[v] = register
        self.noise_out[v] = sid_from_register(register)

    def osc_output(self, v, modulator):
        """Second half of a cycle: waveform selector and what it does to the rest.

        modulator  accumulator of the voice that ring-modulates this one
        """
        control = self.control[v]
        waveform = control >> 4
        if waveform == 0:
            if self.float_fade[v] != 0:
                self.float_fade[v] -= 1
                if self.float_fade[v] == 0:
                    self.wave[v] &= self.wave[v] >> 1
                    self.osc[v] = self.wave[v]
                    if self.wave[v] != 0:
                        self.float_fade[v] = self.float_fade_time
        else:
            top = self.acc[v]
            if control & 0x24 == 0x04:
                top ^= ~modulator & 0x800000
            lines = self.selector[(waveform & 3) * 4096 + (top >> 12)]
            mask = 0xFFF
            if waveform & 4:
                mask = self.pulse[v]
            if waveform & 8:
                mask &= self.noise_out[v]
            out = self.pulldown[waveform * 4096 + (lines & mask)]
            self.wave[v] = out
            self.osc[v] = out
            if self.is6581:
                if waveform & 2 and not out & 0x800:
                    self.rising[v] = 0
                    self.acc[v] &= 0x7FFFFF
            elif waveform & 3:
                self.osc[v] = self.pulldown[waveform * 4096 + (self.tri_saw[v] & mask)]
                self.tri_saw[v] = lines
            if waveform > 8:
                self.pull_noise(v, out)
        self.pulse[v] = 0xFFF if self.acc[v] >> 12 >= self.pw[v] else 0

    def pull_noise(self, v, out):
        """The output lines of a combined waveform act back on the noise register.

        Noise with pulse alone: the four grounded lines pull down what is read of
        the register, though not its bits (6581), or the two bits next to them
        (8580); inferred from VICE's ``wb_testsuite`` and ``wf12nsr``.
        """
        pulse_only = self.control[v] >> 4 == 12
        if pulse_only and not self.is6581:
            if self.noise_pipe[v] != 1 and not self.control[v] & 0x08:
                self.noise[v] &= SID_NOISE_KEEP | sid_to_register(0xFC0)
                self.noise_out[v] = sid_from_register(self.noise[v])
        elif self.noise_pipe[v] != 1 and not self.control[v] & 0x08:
            if not pulse_only:
                self.noise[v] &= SID_NOISE_KEEP | sid_to_register(out)
            self.noise_out[v] &= out
        else:
            self.noise_out[v] = out
            if self.noise_driven[v]:
                self.noise_latch[v] = (self.noise[v] & SID_NOISE_KEEP) | sid_to_register(out)

    # For modules compiled apart, which cannot import a C function.

    def from_register(self, register):
        return sid_from_register(register)

    def to_register(self, out):
        return sid_to_register(out)


def sid_from_register(register):
    """Return the 12-bit noise output of a shift register (low four bits are 0)."""
    return (
        (register & 0x000004) << 9
        | (register & 0x000010) << 6
        | (register & 0x000100) << 1
        | (register & 0x000800) >> 3
        | (register & 0x002000) >> 6
        | (register & 0x020000) >> 11
        | (register & 0x100000) >> 15
        | (register & 0x400000) >> 18
    )


def sid_to_register(out):
    """Return the register bits that a 12-bit output drives."""
    return (
        (out & 0x800) >> 9
        | (out & 0x400) >> 6
        | (out & 0x200) >> 1
        | (out & 0x100) << 3
        | (out & 0x080) << 6
        | (out & 0x040) << 11
        | (out & 0x020) << 15
        | (out & 0x010) << 18
    )
