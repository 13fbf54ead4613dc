"""SID oscillators: accumulators, noise registers and waveform selectors.

Three voices side by side; every state attribute is an array of three.  Voice
``v`` is synchronised and ring-modulated by voice ``v - 1`` (0 by 2).

An oscillator is a 24-bit accumulator to which the frequency is added each
phi2 cycle.  From its top twelve bits come triangle, sawtooth and pulse; the
noise comes from a 23-bit shift register clocked by accumulator bit 19.

* ``osc_clock`` and ``osc_output`` are one cycle of one voice, with everything
  in it; ``voices_tick`` is one cycle of all three, synchronisation included.
* ``voices_run`` advances many cycles: voices meet only in cycles in which the
  top bit of a synchronising or modulating voice changes; in between, each runs
  by itself.
* ``osc_run`` advances one voice: a tick, then a stretch in which only
  accumulator and shift register move (in closed form, or summing the sound),
  then a tick, so that all derived state is as if ticked throughout.

Sound leaves through a third-order CIC decimator by eight (three integrators a
cycle, three combs a block); see filter.py for what becomes of it.

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

from c64.base.component import Field, create_fields
from c64.sid.tables import sound_table, wave_tables

# Cycles until a floating D/A input starts to lose bits, and between losses.
_SID_FLOAT_HOLD = {"6581": 54000, "8580": 800000}
_SID_FLOAT_FADE = {"6581": 1400, "8580": 50000}
# The same for the noise register while the test bit holds it.
_SID_NOISE_HOLD = {"6581": 50000, "8580": 986000}
_SID_NOISE_FADE = {"6581": 15000, "8580": 314300}

_SID_POWER_ON_ACC = 0x555555  # even bits of the accumulators are high at power-on
_SID_RESET_NOISE = 0x3FFFFF  # all ones, clocked once as reset is released


SID_WORD = 0xFFFFFFFF  # the decimators' registers are 32 bits wide
SID_NEVER = 1 << 30  # a cycle or block that does not come
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
        Field("silent", sid_ints(0, 0, 0)),  # envelope rests at zero: no sum needed
        Field("cic", sid_longs(3 * 6)),  # per voice: integrators 1-3, combs 1-3
        Field("phase", 0),  # cycles into the current block, 0..7
    )
    derived = (
        # of the model: constants and tables
        "is6581", "float_hold_time", "float_fade_time", "noise_hold_time", "noise_fade_time",
        "selector", "pulldown", "level", "sound", "pyramid",
        # of the run of cycles that is going on
        "room", "sum_out", "sum_at", "sum_phase", "quiet_from", "rising",
    )  # fmt: skip

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
        self.sum_at = sid_ints(0, 0, 0)  # number of the block in this run
        self.sum_phase = sid_ints(0, 0, 0)  # cycles into it
        # number of the block from whose end on the envelope rests at zero
        self.quiet_from = sid_ints(SID_NEVER, SID_NEVER, SID_NEVER)
        self.pyramid = sid_ints(*(n * (n + 1) * (n + 2) // 6 for n in range(9)))
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

    def feeds_back(self, v):
        """Return whether the output lines of voice ``v`` act back on its registers."""
        waveform = self.control[v] >> 4
        if waveform > 8:
            return 1
        return 1 if self.is6581 and waveform & 2 and waveform != 2 else 0

    def leads(self, v):
        """Return whether the next voice is synchronised or ring-modulated by ``v``."""
        control = self.control[v + 1 if v < 2 else 0]
        return 1 if control & 0x02 or control & 0x34 == 0x14 else 0

    def toggle_in(self, v):
        """Return the number of the cycle, from 1, in which the top bit of ``v`` changes."""
        freq = self.freq[v]
        if freq == 0 or self.control[v] & 0x08:
            return SID_NEVER
        return (0x800000 - (self.acc[v] & 0x7FFFFF) + freq - 1) // freq

    def next_meeting(self):
        """Return the number of the next cycle, from 1, in which voices meet.

        Between such cycles each voice can run by itself: a source of
        synchronisation or ring modulation counts only by changes of its top
        bit, which can be foretold unless its output acts back on it.
        """
        meeting = SID_NEVER
        for v in range(3):
            if self.leads(v):
                if self.feeds_back(v):
                    return 1
                meeting = min(meeting, self.toggle_in(v))
        return meeting

    def voices_run(self, cycles, audible):
        """Advance all voices by ``cycles`` cycles.

        audible  sum their output into ``sum_out``, from block 0 on
        """
        for v in range(3):
            self.sum_phase[v] = self.phase
            self.sum_at[v] = 0
        left = cycles
        while left > 0:
            span = self.next_meeting() - 1
            span = min(span, left)
            if span > 0:
                self.osc_run(0, span, audible)
                self.osc_run(1, span, audible)
                self.osc_run(2, span, audible)
                left -= span
            if left > 0:
                self.voices_tick()
                left -= 1
                if audible:
                    self.sum_constant(0, 1)
                    self.sum_constant(1, 1)
                    self.sum_constant(2, 1)

    def osc_run(self, v, cycles, audible):
        """Advance one voice by ``cycles`` >= 1 cycles in which it meets no other."""
        left = cycles
        bound = self.feeds_back(v)
        modulator = self.acc[v - 1 if v > 0 else 2]
        while left > 0:
            span = left - 1
            if bound or span < 2 or left == cycles or self.noise_pipe[v] != 0:
                self.osc_clock(v)
                self.osc_output(v, modulator)
                if audible:
                    self.sum_constant(v, 1)
                left -= 1
            else:
                self.osc_bulk(v, span, modulator, audible)
                left -= span

    def osc_bulk(self, v, span, modulator, audible):
        """Advance by ``span`` cycles in which no register and no pipeline stirs.

        ``pulse``, ``tri_saw`` and the shift pipeline are brought up to date;
        ``wave`` and ``osc`` are left to the tick that follows.
        """
        control = self.control[v]
        waveform = control >> 4
        if control & 0x08:
            if audible:
                self.sum_constant(v, span)
            self.hold_run(v, span)
            return
        flip = 0
        if control & 0x24 == 0x04:
            flip = ~modulator & 0x800000
        if waveform == 0:
            self.float_run(v, span, audible)
        elif audible and waveform != 8:
            self.sum_table(v, span, flip)
        if audible and waveform == 8:
            self.noise_run(v, span)
        else:
            self.acc_run(v, span)
        top = self.acc[v] >> 12
        self.pulse[v] = 0xFFF if top >= self.pw[v] else 0
        if waveform & 3 and not self.is6581:
            self.tri_saw[v] = self.selector[(waveform & 3) * 4096 + (top ^ flip >> 12)]

    def hold_run(self, v, span):
        """The test bit holds accumulator and register, which leaks."""
        self.noise_test[v] = 1
        while span > 0:
            step = span
            if self.noise_fade[v] != 0:
                step = min(step, self.noise_fade[v])
                self.noise_fade[v] -= step
                if self.noise_fade[v] == 0:
                    self.leak_noise(v)
            span -= step

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

    def float_run(self, v, span, audible):
        """A D/A input that nobody drives keeps its level, then loses bits."""
        while span > 0:
            step = span
            fade = self.float_fade[v]
            if fade != 0 and step >= fade:
                # the level fades in the last cycle of the step
                step = fade
                if audible:
                    self.sum_constant(v, step - 1)
                self.wave[v] &= self.wave[v] >> 1
                self.osc[v] = self.wave[v]
                self.float_fade[v] = self.float_fade_time if self.wave[v] != 0 else 0
                if audible:
                    self.sum_constant(v, 1)
            else:
                if fade != 0:
                    self.float_fade[v] -= step
                if audible:
                    self.sum_constant(v, step)
            span -= step

    # -- sound -------------------------------------------------------------

    def sum_constant(self, v, span):
        """Integrate ``span`` cycles of the present level."""
        if self.silent[v]:
            return
        level = self.level[self.wave[v]]
        cic = self.cic
        at = v * 6
        phase = self.sum_phase[v]
        while span > 0:
            step = min(span, 8 - phase)
            one = cic[at]
            two = cic[at + 1]
            ramp = step * (step + 1) >> 1
            cic[at] = one + level * step
            cic[at + 1] = two + one * step + level * ramp
            cic[at + 2] += two * step + one * ramp + level * self.pyramid[step]
            span -= step
            phase += step
            if phase == 8:
                phase = 0
                self.sum_block(v)
                if self.silent[v]:
                    break
        self.sum_phase[v] = phase

    def sum_table(self, v, span, flip):
        """Integrate ``span`` cycles of a waveform that only the accumulator moves."""
        if self.silent[v]:
            return
        acc = self.acc[v]
        freq = self.freq[v]
        base = (self.control[v] >> 4) * 4096
        pw = self.pw[v] << 12 if self.control[v] & 0x40 else 0
        sound = self.sound
        cic = self.cic
        at = v * 6
        phase = self.sum_phase[v]
        while span > 0:
            step = min(span, 8 - phase)
            one = cic[at]
            two = cic[at + 1]
            three = cic[at + 2]
            for _ in range(step):
                high = acc >= pw
                acc = (acc + freq) & 0xFFFFFF
                if high:
                    one += sound[base + ((acc ^ flip) >> 12)]
                two += one
                three += two
            cic[at] = one
            cic[at + 1] = two
            cic[at + 2] = three
            span -= step
            phase += step
            if phase == 8:
                phase = 0
                self.sum_block(v)
                if self.silent[v]:
                    break
        self.sum_phase[v] = phase

    def noise_run(self, v, span):
        """Integrate noise: level by level, from shift to shift."""
        freq = self.freq[v]
        left = span
        while left > 0:
            step = left
            if self.noise_pipe[v] != 0:
                step = 1
                self.osc_clock(v)
            else:
                if freq != 0:
                    # up to and with the cycle in which bit 19 rises
                    until = 0x100000 - ((self.acc[v] + 0x80000) & 0xFFFFF)
                    step = min(step, (until + freq - 1) // freq)
                self.acc_run(v, step)
            self.wave[v] = self.noise_out[v]
            self.sum_constant(v, step)
            left -= step

    def sum_block(self, v):
        """A block of eight cycles is complete: combs, one sample out."""
        cic = self.cic
        at = v * 6
        block = self.sum_at[v]
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
        self.sum_at[v] = block + 1
        if block >= self.quiet_from[v]:
            self.hush(v)

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
