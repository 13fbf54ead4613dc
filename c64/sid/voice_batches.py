"""SID voices over many cycles.

* ``voices_tick`` is one cycle of all three, synchronisation included
* ``voices_run`` advances many cycles: voices meet only in cycles in which the top bit of a
  synchronising or modulating voice changes; in between, each runs by itself
* ``osc_run`` advances one voice: a tick, then a stretch in which only accumulator and shift
  register move (in closed form, or summing the sound), then a tick, so that all derived state is
  as if ticked throughout

Not emulated: see wave.py.
"""

from c64.sid.decimators import SID_NEVER, SidSums
from c64.sid.wave import SID_NOISE_KEEP, sid_ints


class SidRuns(SidSums):
    """The voices of one SID, run by run, on top of their oscillators and decimators."""

    derived = (
        # of the run of cycles that is going on
        "tied",
    )  # fmt: skip

    def __init__(self, model):
        super().__init__(model)
        self.tied = sid_ints(0, 0, 0)  # to another voice, by synchronisation or ring modulation

    # -- voices that meet --------------------------------------------------

    def follows(self, v):
        """Return whether ``v`` is synchronised or ring-modulated by the voice before it."""
        control = self.control[v]
        return 1 if control & 0x02 or control & 0x34 == 0x14 else 0

    def bends(self, v):
        """Return whether the output lines of ``v`` pull on its accumulator (6581)."""
        waveform = self.control[v] >> 4
        return 1 if self.is6581 and waveform & 2 and waveform != 2 else 0

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
            leader = v - 1 if v > 0 else 2
            if self.follows(v) and not self.bends(leader):
                meeting = min(meeting, self.toggle_in(leader))
        return meeting

    def bent_leader(self):
        """Return the voice whose top bit others follow and nobody can foretell.

        returns  -1: there is none; 3: more than one
        """
        found = -1
        for v in range(3):
            leader = v - 1 if v > 0 else 2
            if self.follows(v) and self.bends(leader):
                found = leader if found < 0 else 3
        return found

    def voices_run(self, cycles, audible):
        """Advance all voices by ``cycles`` cycles.

        audible  sum their output into ``sum_out``, from block 0 on
        """
        for v in range(3):
            self.sum_phase[v] = self.phase
            self.sum_at[v] = 0
            self.tied[v] = self.follows(v) or self.follows(v + 1 if v < 2 else 0)
            if not self.tied[v]:
                self.osc_run(v, cycles, audible)
        if self.tied[0] or self.tied[1]:
            self.tied_run(cycles, audible)

    def tied_run(self, cycles, audible):
        """Advance the voices that are tied to others: apart, together, apart and so on."""
        bent = self.bent_leader()
        while cycles > 0:
            span = min(self.next_meeting() - 1, cycles)
            if bent == 3:
                span = 0
            elif bent >= 0:
                # runs ahead and tells the others when to meet
                span = self.lead_run(bent, span, audible)
            if span > 0:
                for v in range(3):
                    if self.tied[v] and v != bent:
                        self.osc_run(v, span, audible)
                cycles -= span
            if cycles > 0:
                self.tied_tick(audible)
                cycles -= 1

    def lead_run(self, v, cycles, audible):
        """Advance a voice up to a change of its top bit, or what may be one.

        returns  cycles that passed, at most ``cycles``
        """
        modulator = self.acc[v - 1 if v > 0 else 2]
        done = 0
        while done < cycles:
            step = self.pulled_run(v, cycles - done, modulator, audible, 1)
            if step == 0:
                if (self.acc[v] | self.acc[v] + self.freq[v]) & 0x800000:
                    break
                self.osc_tick(v, modulator, audible)
                step = 1
            done += step
        return done

    def tied_tick(self, audible):
        """Advance the voices that are tied to others by one cycle, synchronisation included."""
        for v in range(3):
            if self.tied[v]:
                self.osc_clock(v)
            else:
                self.rising[v] = 0
        for v in range(3):
            if self.tied[v]:
                self.osc_output(v, self.acc[v - 1 if v > 0 else 2])
        # A source that is itself synchronised in the very cycle its top bit
        # rises does not synchronise the next voice (seen on OSC3 by Dag Lem).
        sync0 = self.control[0] & 2
        sync1 = self.control[1] & 2
        sync2 = self.control[2] & 2
        if self.rising[0] and sync1 and not (sync0 and self.rising[2]):
            self.acc[1] = 0
        if self.rising[1] and sync2 and not (sync1 and self.rising[0]):
            self.acc[2] = 0
        if self.rising[2] and sync0 and not (sync2 and self.rising[1]):
            self.acc[0] = 0
        if audible:
            for v in range(3):
                if self.tied[v]:
                    self.sum_one(v, self.level[self.wave[v]])

    # -- one voice ---------------------------------------------------------

    def osc_tick(self, v, modulator, audible):
        """Advance one voice by one cycle."""
        self.osc_clock(v)
        self.osc_output(v, modulator)
        if audible:
            self.sum_one(v, self.level[self.wave[v]])

    def osc_run(self, v, cycles, audible):
        """Advance one voice by ``cycles`` >= 1 cycles in which it meets no other."""
        left = cycles
        bound = self.control[v] >> 4 > 8 or self.bends(v)
        modulator = self.acc[v - 1 if v > 0 else 2]
        while left > 0:
            span = left - 1
            if bound:
                span = self.pulled_run(v, left, modulator, audible, 0)
            elif span < 2 or left == cycles or self.noise_pipe[v] != 0:
                span = 0
            else:
                self.osc_bulk(v, span, modulator, audible)
            if span == 0:
                self.osc_tick(v, modulator, audible)
                span = 1
            left -= span

    def pulled_run(self, v, cycles, modulator, audible, leading):
        """Advance a voice whose output lines act back on it, while its register does not shift.

        leading  stop before a cycle in which the top bit of the accumulator changes
        returns  cycles that passed; 0: the next one needs osc_clock and osc_output
        """
        control = self.control[v]
        if control & 0x08 or self.noise_pipe[v] != 0:
            return 0
        waveform = control >> 4
        freq = self.freq[v]
        acc = self.acc[v]
        if freq != 0:
            # up to the cycle before bit 19 rises
            rise = (0x100000 - ((acc + 0x80000) & 0xFFFFF) + freq - 1) // freq
            cycles = min(cycles, rise - 1)
        flip = ~modulator & 0x800000 if control & 0x24 == 0x04 else 0
        select = (waveform & 3) * 4096
        fight = waveform * 4096
        bends = self.bends(v)
        pw = self.pw[v]
        noise = self.noise_out[v] if waveform & 8 else 0xFFF
        # what a cycle leaves of the noise, see pull_noise: this much, or the output and more
        drawn = waveform == 12 and not self.is6581
        rest = self.from_register(self.noise[v]) & 0xFC0
        spared = 0 if waveform > 8 else 0xFFF
        pulse = self.pulse[v] if waveform & 4 else 0xFFF
        tri_saw = self.tri_saw[v]
        late = mask = wave = 0
        heard = audible and not self.silent[v]
        pulled = 0xFFF
        done = 0
        while done < cycles:
            clocked = (acc + freq) & 0xFFFFFF
            lines = self.selector[select + ((clocked ^ flip) >> 12)]
            out = self.pulldown[fight + (lines & noise & pulse)]
            new = clocked
            if bends and not out & 0x800:
                new = clocked & 0x7FFFFF
            if leading and ((acc ^ clocked) | (clocked ^ new)) & 0x800000:
                break
            acc = new
            wave = out
            mask = noise & pulse
            late = tri_saw
            tri_saw = lines
            pulled &= out
            noise = rest if drawn else noise & (out | spared)
            if waveform & 4:
                pulse = 0xFFF if acc >> 12 >= pw else 0
            if heard:
                self.sum_one(v, self.level[out])
            done += 1
        if done > 0:
            self.acc[v] = acc
            self.pulse[v] = 0xFFF if acc >> 12 >= pw else 0
            self.wave[v] = wave
            self.osc[v] = wave
            if waveform & 3 and not self.is6581:
                self.osc[v] = self.pulldown[fight + (late & mask)]
                self.tri_saw[v] = tri_saw
            if waveform > 8:
                self.noise_out[v] = noise
                if drawn:
                    pulled = 0xFC0
                if drawn or waveform != 12:
                    self.noise[v] &= SID_NOISE_KEEP | self.to_register(pulled)
        return done

    def osc_bulk(self, v, span, modulator, audible):
        """Advance by ``span`` cycles in which no register and no pipeline stirs.

        ``pulse``, ``tri_saw`` and the shift pipeline are brought up to date;
        ``wave`` and ``osc`` are left to the tick that follows.
        """
        control = self.control[v]
        waveform = control >> 4
        heard = audible and not self.silent[v]
        if waveform == 0:
            self.float_run(v, span, heard)
        if control & 0x08:
            self.hold_run(v, span, heard and waveform != 0)
            return
        flip = 0
        if control & 0x24 == 0x04:
            flip = ~modulator & 0x800000
        if heard and waveform == 8:
            self.noise_run(v, span)
        else:
            if heard and waveform != 0:
                self.sum_shape(v, span, flip)
            self.acc_run(v, span)
        top = self.acc[v] >> 12
        self.pulse[v] = 0xFFF if top >= self.pw[v] else 0
        if waveform & 3 and not self.is6581:
            self.tri_saw[v] = self.selector[(waveform & 3) * 4096 + (top ^ flip >> 12)]

    def hold_run(self, v, span, heard):
        """The test bit holds accumulator and register, which leaks."""
        self.noise_test[v] = 1
        while span > 0:
            step = span
            fade = self.noise_fade[v]
            if fade != 0 and step >= fade:
                # a bit leaks in the last cycle of the step
                step = fade
                if heard:
                    self.sum_level(v, self.level[self.wave[v]], step - 1)
                self.noise_fade[v] = 0
                self.leak_noise(v)
                if self.control[v] >> 4 == 8:
                    self.wave[v] = self.noise_out[v]
                if heard:
                    self.sum_one(v, self.level[self.wave[v]])
            else:
                if fade != 0:
                    self.noise_fade[v] -= step
                if heard:
                    self.sum_level(v, self.level[self.wave[v]], step)
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
            self.noise_out[v] = self.from_register(register)
        if last > late:
            self.noise_pipe[v] = 2
        elif late > done:
            self.noise_pipe[v] = 1
            self.noise_test[v] = 0
            self.noise_latch[v] = self.noise[v]

    def float_run(self, v, span, heard):
        """A D/A input that nobody drives keeps its level, then loses bits."""
        while span > 0:
            step = span
            fade = self.float_fade[v]
            if fade != 0 and step >= fade:
                # the level fades in the last cycle of the step
                step = fade
                if heard:
                    self.sum_level(v, self.level[self.wave[v]], step - 1)
                self.wave[v] &= self.wave[v] >> 1
                self.osc[v] = self.wave[v]
                self.float_fade[v] = self.float_fade_time if self.wave[v] != 0 else 0
                if heard:
                    self.sum_one(v, self.level[self.wave[v]])
            else:
                if fade != 0:
                    self.float_fade[v] -= step
                if heard:
                    self.sum_level(v, self.level[self.wave[v]], step)
            span -= step

    def noise_run(self, v, span):
        """Advance and integrate noise: level by level, from shift to shift."""
        freq = self.freq[v]
        level = self.level[self.noise_out[v]]
        owed = 0  # cycles of the level that are not summed yet
        while span > 0:
            if self.noise_pipe[v] != 0:
                step = 1
                self.osc_clock(v)
            else:
                # up to and with the cycle of the next shift, two after bit 19 rose
                step = span
                if freq != 0:
                    until = 0x100000 - ((self.acc[v] + 0x80000) & 0xFFFFF)
                    step = min(step, (until + freq - 1) // freq + 2)
                self.acc_run(v, step)
            span -= step
            now = self.level[self.noise_out[v]]
            if now != level:
                # the register shifts at the end of a step
                self.sum_level(v, level, owed + step - 1)
                level = now
                owed = 1
            else:
                owed += step
        self.sum_level(v, level, owed)
        self.wave[v] = self.noise_out[v]
