"""SID oscillators: accumulators, noise registers and waveform selectors.

Three voices side by side; every state attribute is an array of three.  Voice
``v`` is synchronised and ring-modulated by voice ``v - 1`` (0 by 2).

An oscillator is a 24-bit accumulator to which the frequency is added each
phi2 cycle.  From its top twelve bits come triangle, sawtooth and pulse; the
noise comes from a 23-bit shift register clocked by accumulator bit 19.

* ``osc_tick`` advances one voice by one cycle, with everything in it.
* ``voices_tick`` advances all three in lockstep: needed while one of them is
  synchronised, ring-modulated, or has output lines that act back on it.
* ``osc_run`` advances one independent voice by many cycles: a tick, then a
  stretch in which only accumulator and shift register move (in closed form,
  or summing the sound), then a tick, so that all derived state is as if
  ticked throughout.

Sound leaves through a third-order CIC decimator by eight (three integrators a
cycle, three combs a block); see sid_filter for what becomes of it.

Sources: OSC3 behaviour, shift-register phases, test-bit and floating-DAC times
as found by Dag Lem (reSID), Leandro Nini (libresidfp) and the VICE team by
sampling chips; times that leak with temperature are their typical values.

Not emulated: chip-to-chip spread and temperature of the leak times; the pull
of output lines on accumulator bits other than the top one (6581).
"""

import array

from c64.component import Field, create_fields
from c64.sid_tables import sound_table, wave_tables

# Cycles until a floating D/A input starts to lose bits, and between losses.
_SID_FLOAT_HOLD = {"6581": 54000, "8580": 800000}
_SID_FLOAT_FADE = {"6581": 1400, "8580": 50000}
# The same for the noise register while the test bit holds it.
_SID_NOISE_HOLD = {"6581": 50000, "8580": 986000}
_SID_NOISE_FADE = {"6581": 15000, "8580": 314300}

_SID_POWER_ON_ACC = 0x555555  # even bits of the accumulators are high at power-on
_SID_RESET_NOISE = 0x3FFFFF  # all ones, clocked once as reset is released


SID_WORD = 0xFFFFFFFF  # the decimators' registers are 32 bits wide
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
        Field("noise_fade", sid_ints(0, 0, 0)),  # cycles until the held register leaks
        Field("noise_out", sid_ints(0xFE0, 0xFE0, 0xFE0)),
        Field("pulse", sid_ints(0xFFF, 0xFFF, 0xFFF)),  # comparator, one cycle old
        Field("wave", sid_ints(0, 0, 0)),  # 12 bits on the D/A converter
        Field("osc", sid_ints(0, 0, 0)),  # 12 bits as OSC3 shows them
        Field("tri_saw", sid_ints(0x555, 0x555, 0x555)),  # 8580: half a cycle late
        Field("float_fade", sid_ints(0, 0, 0)),
        Field("silent", sid_ints(0, 0, 0)),  # envelope rests at zero: no sum needed
        Field("cic", sid_longs(3 * 6)),  # per voice: integrators 1-3, combs 1-3
        Field("phase", 0),  # cycles into the current block, 0..7
    )

    def __init__(self, model):
        create_fields(self)
        self.is6581 = model == "6581"
        self.float_hold_time = _SID_FLOAT_HOLD[model]
        self.float_fade_time = _SID_FLOAT_FADE[model]
        self.noise_hold_time = _SID_NOISE_HOLD[model]
        self.noise_fade_time = _SID_NOISE_FADE[model]
        self.selector, self.pulldown, self.level = wave_tables(model)
        self.sound = sound_table(model)
        self.room = 64  # blocks of eight cycles that one chunk may complete
        self.sum_out = sid_ints(*([0] * (3 * self.room)))
        self.rising = sid_ints(0, 0, 0)

    # -- registers ---------------------------------------------------------

    def write_control(self, v, value):
        """Set the control register of voice ``v``; the gate is the envelope's."""
        before = self.control[v]
        self.control[v] = value
        waveform = value >> 4
        if waveform == 0 and before >> 4 != 0:
            self.float_fade[v] = self.float_hold_time
        if value & 0x08 and not before & 0x08:
            self.acc[v] = 0
            self.noise_pipe[v] = 0
            self.noise_latch[v] = self.noise[v]
            self.noise_fade[v] = self.noise_hold_time
        elif before & 0x08 and not value & 0x08:
            self.shift_noise(v, before >> 4, waveform)

    # -- noise -------------------------------------------------------------

    def shift_noise(self, v, waveform_before, waveform):
        """Phase 2 of a shift: the latched bits move on by one."""
        latch = self.noise_latch[v]
        if self.writes_back(waveform_before, waveform):
            latch = (self.noise[v] & SID_NOISE_KEEP) | sid_to_register(self.wave[v])
        feedback = ((latch & 1) | self.noise_test[v]) ^ (latch >> 5 & 1)
        self.noise[v] = (latch >> 1) | (feedback << 22)
        self.noise_latch[v] = self.noise[v]
        self.noise_out[v] = sid_from_register(self.noise[v])

    def writes_back(self, before, after):
        """Return whether the output lines drive the register during a shift.

        before, after  waveform nibble when the shift began and now
        source         Leandro Nini's analysis of VICE's ``wb_testsuite``; the
                       exceptions are observations, not understood mechanisms
        """
        if before <= 8 or after < 8:
            return 0
        if after == 8 and before != 15:
            return 0
        if before == 12 or after == 12:
            return 0
        if self.is6581:
            crossed = (before ^ after) & 3 == 3 and before & 3 != 0 and after & 3 != 0
            if crossed:
                return 0
        return 1

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
            self.shift_noise(v, self.control[v] >> 4, self.control[v] >> 4)

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
        """The output lines of a combined waveform act back on the noise register."""
        if self.noise_pipe[v] != 1 and not self.control[v] & 0x08:
            self.noise[v] &= SID_NOISE_KEEP | sid_to_register(out)
            self.noise_out[v] &= out
        else:
            self.noise_out[v] = out

    def osc_tick(self, v):
        """Advance one independent voice by one cycle."""
        self.osc_clock(v)
        self.osc_output(v, 0)

    def voices_tick(self):
        """Advance all three voices by one cycle, synchronisation included."""
        acc = self.acc
        rising = self.rising
        self.osc_clock(0)
        self.osc_clock(1)
        self.osc_clock(2)
        self.osc_output(0, acc[2])
        self.osc_output(1, acc[0])
        self.osc_output(2, acc[1])
        # A source that is itself synchronised in the very cycle its top bit
        # rises does not synchronise the next voice (seen on OSC3 by Dag Lem).
        sync0 = self.control[0] & 2
        sync1 = self.control[1] & 2
        sync2 = self.control[2] & 2
        if rising[0] and sync1 and not (sync0 and rising[2]):
            acc[1] = 0
        if rising[1] and sync2 and not (sync1 and rising[0]):
            acc[2] = 0
        if rising[2] and sync0 and not (sync2 and rising[1]):
            acc[0] = 0

    # -- many cycles -------------------------------------------------------

    def needs_lockstep(self):
        """Return 1 while some voice depends on another or on its own output."""
        for v in range(3):
            control = self.control[v]
            waveform = control >> 4
            if control & 0x02 or waveform > 8:
                return 1
            if control & 0x34 == 0x14:  # ring-modulated triangle
                return 1
            if self.is6581 and waveform & 2 and waveform != 2:
                return 1
        return 0

    def osc_run(self, v, cycles, audible, silent_from):
        """Advance one independent voice by ``cycles`` >= 1 cycles.

        audible      sum the output into ``sum_out`` (blocks end as ``phase`` says)
        silent_from  number of the block in this run from whose end on the
                     voice needs no sum
        """
        block = 0
        phase = self.phase
        left = cycles
        listening = audible and not self.silent[v]
        while left > 0:
            span = 1
            ticked = 1
            if left > 2 and left < cycles and self.noise_pipe[v] == 0:
                span = left - 1
                ticked = 0
            if listening and span > 8 - phase:
                span = 8 - phase
            if ticked:
                self.osc_tick(v)
                if listening:
                    self.sum_constant(v, 1)
            else:
                self.osc_bulk(v, span, listening)
            left -= span
            if listening:
                phase += span
                if phase == 8:
                    phase = 0
                    self.sum_block(v, block)
                    if block >= silent_from:
                        self.hush(v)
                        listening = 0
                    block += 1
        if audible and not listening:
            total = (self.phase + cycles) >> 3
            while block < total:
                self.sum_out[v * self.room + block] = 0
                block += 1

    def osc_bulk(self, v, span, listening):
        """Advance by ``span`` cycles in which no register and no pipeline stirs.

        ``pulse``, ``tri_saw`` and the shift pipeline are brought up to date;
        ``wave`` and ``osc`` are left to the tick that follows.
        """
        control = self.control[v]
        waveform = control >> 4
        if control & 0x08:
            if listening:
                self.sum_constant(v, span)
            while span > 0:
                self.noise_test[v] = 1
                step = span
                if self.noise_fade[v] != 0:
                    step = min(step, self.noise_fade[v])
                    self.noise_fade[v] -= step
                    if self.noise_fade[v] == 0:
                        self.leak_noise(v)
                span -= step
            return
        if waveform == 0:
            self.float_run(v, span, listening)
            self.acc_run(v, span)
        elif not listening:
            self.acc_run(v, span)
        elif waveform == 8:
            self.noise_run(v, span)
        else:
            self.sum_table(v, span)
            self.acc_run(v, span)
        top = self.acc[v] >> 12
        self.pulse[v] = 0xFFF if top >= self.pw[v] else 0
        if waveform & 3 and not self.is6581:
            self.tri_saw[v] = self.selector[(waveform & 3) * 4096 + top]

    def acc_run(self, v, span):
        """Move accumulator and shift register on by ``span`` cycles (closed form)."""
        freq = self.freq[v]
        start = (self.acc[v] + 0x80000) & 0xFFFFF
        self.acc[v] = (self.acc[v] + freq * span) & 0xFFFFFF
        done = 0
        if span > 2:
            done = (start + freq * (span - 2)) >> 20
        late = (start + freq * (span - 1)) >> 20
        last = (start + freq * span) >> 20
        if done > 0:
            self.noise_test[v] = 0
            register = self.noise[v]
            shifts = done
            while shifts > 0:
                bits = shifts if shifts < 16 else 16
                fed = (register ^ (register >> 5)) & ((1 << bits) - 1)
                register = (register >> bits) | (fed << (23 - bits))
                shifts -= bits
            self.noise[v] = register
            self.noise_latch[v] = register
            self.noise_out[v] = sid_from_register(register)
        if last > late:
            self.noise_pipe[v] = 2
        elif late > done:
            self.noise_pipe[v] = 1
            self.noise_test[v] = 0
            self.noise_latch[v] = self.noise[v]

    def float_run(self, v, span, listening):
        """A D/A input that nobody drives keeps its level, then loses bits."""
        while span > 0:
            step = span
            fade = self.float_fade[v]
            if fade != 0 and step >= fade:
                step = fade
            # the level fades in the last cycle of the step
            if fade != 0:
                if listening and step > 1:
                    self.sum_constant(v, step - 1)
                self.float_fade[v] -= step
                if self.float_fade[v] == 0:
                    self.wave[v] &= self.wave[v] >> 1
                    self.osc[v] = self.wave[v]
                    if self.wave[v] != 0:
                        self.float_fade[v] = self.float_fade_time
                if listening:
                    self.sum_constant(v, 1)
            elif listening:
                self.sum_constant(v, step)
            span -= step

    # -- sound -------------------------------------------------------------

    def sum_constant(self, v, span):
        """Integrate ``span`` cycles of the present level."""
        level = self.level[self.wave[v]]
        at = v * 6
        one = self.cic[at]
        two = self.cic[at + 1]
        ramp = span * (span + 1) // 2
        self.cic[at] = one + level * span
        self.cic[at + 1] = two + one * span + level * ramp
        self.cic[at + 2] += two * span + one * ramp + level * (ramp * (span + 2) // 3)

    def sum_table(self, v, span):
        """Integrate ``span`` cycles of a waveform that only the accumulator moves."""
        acc = self.acc[v]
        freq = self.freq[v]
        base = (self.control[v] >> 4) * 4096
        pw = self.pw[v] if self.control[v] & 0x40 else 0
        sound = self.sound
        at = v * 6
        one = self.cic[at]
        two = self.cic[at + 1]
        three = self.cic[at + 2]
        for _ in range(span):
            high = acc >> 12 >= pw
            acc = (acc + freq) & 0xFFFFFF
            if high:
                one += sound[base + (acc >> 12)]
            two += one
            three += two
        self.cic[at] = one
        self.cic[at + 1] = two
        self.cic[at + 2] = three

    def noise_run(self, v, span):
        """Integrate noise: level by level, from shift to shift."""
        left = span
        while left > 0:
            freq = self.freq[v]
            step = left
            start = (self.acc[v] + 0x80000) & 0xFFFFF
            if self.noise_pipe[v] == 0 and freq != 0:
                # cycles up to and with the one in which bit 19 rises
                until = (0x100000 - start + freq - 1) // freq
                step = min(step, until)
            elif freq != 0:
                step = 1
            if self.noise_pipe[v] != 0:
                self.osc_clock(v)
            else:
                self.acc_run(v, step)
            self.wave[v] = self.noise_out[v]
            self.sum_constant(v, step)
            left -= step

    def sum_block(self, v, block):
        """A block of eight cycles is complete: combs, one sample out."""
        cic = self.cic
        at = v * 6
        cic[at] &= SID_WORD
        cic[at + 1] &= SID_WORD
        three = cic[at + 2] & SID_WORD
        cic[at + 2] = three
        first = (three - cic[at + 3]) & SID_WORD
        second = (first - cic[at + 4]) & SID_WORD
        third = (second - cic[at + 5]) & SID_WORD
        cic[at + 3] = three
        cic[at + 4] = first
        cic[at + 5] = second
        self.sum_out[v * self.room + block] = third

    def hush(self, v):
        """The voice fell silent at the end of a block: forget its sums."""
        for i in range(v * 6, v * 6 + 6):
            self.cic[i] = 0
        self.silent[v] = 1


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
