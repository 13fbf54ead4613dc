"""SID envelope generators: attack, decay, sustain, release.

A 15-bit rate counter runs from 0 to the period of the current rate; on a match
it restarts and steps an exponential divider, which steps the 8-bit envelope
counter.  The chip's rate counter is a shift register compared for *equality*
with a pattern: change to a rate whose pattern lies behind, and it runs through
all 32767 states first (the "ADSR delay bug").  The state number of the shift
register serves as the count here.

A write to the gate takes effect through a pipeline of a few cycles, in which
the rates of the neighbouring phases show through; a step of the envelope
counter travels through one of its own.  At zero the counter stops, and only
attack starts it again.

Sources: rate patterns by Kevin Horton (die reading); exponential periods,
sustain compare and the pipelines by Dag Lem, Leandro Nini and the VICE team
(transistor-level simulation and sampling of ENV3), as told in libresidfp.

Which chip, and how sure: 6581 and 8580 have the same envelope generator (die photographs, Dag
Lem); ENV3 of both was sampled, and VICE's SID/envelope and resid-test programs agree.

Not emulated: nothing known; the reset of the exponential divider in attack
happens one cycle early (without visible effect).
"""

from c64.base.fields import Field
from c64.sid.decimators import SID_NEVER, SID_ROOM
from c64.sid.tables import dac_table
from c64.sid.voice_batches import SidRuns
from c64.sid.wave import sid_ints

SID_ATTACK, SID_DECAY, SID_RELEASE = range(3)

# Last count of the rate counter before it restarts, per rate 0..15.
SID_RATES = sid_ints(
    8, 31, 62, 94, 148, 219, 266, 312, 391, 976, 1953, 3125, 3906, 11719, 19531, 31250
)
SID_RATE_STATES = 32767  # length of the shift register's sequence

# Envelope counter value -> new period of the exponential divider (0: as it is).
_SID_EXPONENTIAL = {0xFF: 1, 0x5D: 2, 0x36: 4, 0x1A: 8, 0x0E: 16, 0x06: 30, 0x00: 1}
_SID_DIVIDER = sid_ints(*(_SID_EXPONENTIAL.get(count, 0) for count in range(256)))


class SidEnvelope(SidRuns):
    """The envelope generators of one SID, on top of its voices."""

    fields = (
        *SidRuns.fields,
        Field("env", sid_ints(0xAA, 0xAA, 0xAA), keep=True),  # 8 bits; odd bits at power-on
        Field("env_shown", sid_ints(0, 0, 0)),  # as ENV3 shows it: one cycle old
        # env_state: SID_ATTACK, SID_DECAY or SID_RELEASE, as the counter goes now
        Field("env_state", sid_ints(SID_RELEASE, SID_RELEASE, SID_RELEASE)),
        Field("env_next", sid_ints(SID_RELEASE, SID_RELEASE, SID_RELEASE)),  # the one on its way
        Field("env_enabled", sid_ints(1, 1, 1)),  # 0: holds at zero
        Field("gate", sid_ints(0, 0, 0)),  # bit 0 of the control register
        Field("attack_decay", sid_ints(0, 0, 0)),  # register 5, as written
        Field("sustain_release", sid_ints(0, 0, 0)),  # register 6, as written
        Field("rate_count", sid_ints(0, 0, 0)),  # 0 to 32766, up every cycle
        Field("rate_match", sid_ints(1, 1, 1)),  # 1: it was at rate_end; begins anew
        Field("rate_end", sid_ints(8, 8, 8)),  # its last count, by state and rate
        Field("divider", sid_ints(0, 0, 0)),  # matches since it last restarted
        Field("divider_period", sid_ints(1, 1, 1)),  # how many make a step, by level
        Field("divider_next", sid_ints(0, 0, 0)),  # period from the next cycle on; 0: as it is
        Field("state_pipe", sid_ints(0, 0, 0)),  # cycles until env_next counts; 0: it does
        Field("step_pipe", sid_ints(0, 0, 0)),  # cycles until the envelope steps; 0: none due
        Field("divider_pipe", sid_ints(0, 0, 0)),  # cycles until the divider restarts; 0: none due
    )
    derived = (
        # tables; env_out is of the run that is going on
        "rates", "divider_at", "env_level", "env_out",
    )  # fmt: skip

    def __init__(self, model):
        super().__init__(model)
        self.rates = SID_RATES
        self.divider_at = _SID_DIVIDER
        self.env_level = sid_ints(*(round(65535 * v) for v in dac_table(8, model)))
        self.env_level[0] = 0  # what leaks through a resting envelope, -43 dB, is not summed up
        self.env_out = sid_ints(*([0] * (3 * SID_ROOM)))

    # -- registers ---------------------------------------------------------

    def write_gate(self, v, gate):
        """Open (1) or close (0) the gate of voice ``v``."""
        if gate == self.gate[v]:
            return
        self.gate[v] = gate
        if gate:
            self.env_next[v] = SID_ATTACK
            self.state_pipe[v] = 2
            if self.rate_match[v] or self.divider_pipe[v] == 2:
                quick = self.divider_period[v] == 1 or self.divider_pipe[v] == 2
                self.step_pipe[v] = 2 if quick else 4
            elif self.divider_pipe[v] == 1:
                self.state_pipe[v] = 3
            self.silent[v] = 0
        else:
            self.env_next[v] = SID_RELEASE
            self.state_pipe[v] = 3 if self.step_pipe[v] > 0 else 2

    def write_attack_decay(self, v, value):
        """Set attack (high nibble) and decay rate of voice ``v``."""
        self.attack_decay[v] = value
        if self.env_state[v] == SID_ATTACK:
            self.rate_end[v] = self.rates[value >> 4]
        elif self.env_state[v] == SID_DECAY:
            self.rate_end[v] = self.rates[value & 15]

    def write_sustain_release(self, v, value):
        """Set sustain level (high nibble) and release rate of voice ``v``."""
        self.sustain_release[v] = value
        if self.env_state[v] == SID_RELEASE:
            self.rate_end[v] = self.rates[value & 15]

    # -- one cycle ---------------------------------------------------------

    def env_tick(self, v):
        """Advance the envelope of voice ``v`` by one cycle."""
        self.env_shown[v] = self.env[v]
        if self.divider_next[v] != 0:
            self.divider_period[v] = self.divider_next[v]
            self.divider_next[v] = 0
        if self.state_pipe[v] != 0:
            self.change_state(v)
        if self.step_pipe[v] == 1:
            self.step_pipe[v] = 0
            if self.env_enabled[v]:
                self.step_envelope(v)
        else:
            if self.step_pipe[v] != 0:
                self.step_pipe[v] -= 1
            if self.divider_pipe[v] == 1:
                self.divider_pipe[v] = 0
                self.divider[v] = 0
                sustain = (self.sustain_release[v] >> 4) * 0x11
                state = self.env_state[v]
                if state == SID_RELEASE or (state == SID_DECAY and self.env[v] != sustain):
                    self.step_pipe[v] = 1
            else:
                if self.divider_pipe[v] != 0:
                    self.divider_pipe[v] -= 1
                if self.rate_match[v]:
                    self.rate_count[v] = 0
                    self.rate_match[v] = 0
                    self.step_divider(v)
        if self.rate_count[v] != self.rate_end[v]:
            count = self.rate_count[v] + 1
            self.rate_count[v] = 0 if count == SID_RATE_STATES else count
        else:
            self.rate_match[v] = 1

    def step_divider(self, v):
        """The rate counter matched: attack steps at once, the others divide."""
        if self.env_state[v] == SID_ATTACK:
            self.divider[v] = 0
            self.step_pipe[v] = 2
        elif self.env_enabled[v]:
            self.divider[v] += 1
            if self.divider[v] == self.divider_period[v]:
                self.divider_pipe[v] = 1 if self.divider_period[v] == 1 else 2

    def step_envelope(self, v):
        """Count the envelope up or down by one."""
        if self.env_state[v] == SID_ATTACK:
            self.env[v] = (self.env[v] + 1) & 0xFF
            if self.env[v] == 0xFF:
                self.env_next[v] = SID_DECAY
                self.state_pipe[v] = 3
        else:
            self.env[v] = (self.env[v] - 1) & 0xFF
            if self.env[v] == 0:
                self.env_enabled[v] = 0
        self.divider_next[v] = self.divider_at[self.env[v]]

    def change_state(self, v):
        """Move the state pipeline on by one cycle."""
        self.state_pipe[v] -= 1
        left = self.state_pipe[v]
        wanted = self.env_next[v]
        if wanted == SID_ATTACK:
            if left == 1:
                # for one cycle the decay rate shows through
                self.rate_end[v] = self.rates[self.attack_decay[v] & 15]
            elif left == 0:
                self.env_state[v] = SID_ATTACK
                self.rate_end[v] = self.rates[self.attack_decay[v] >> 4]
                self.env_enabled[v] = 1
        elif wanted == SID_DECAY:
            if left == 0:
                self.env_state[v] = SID_DECAY
                self.rate_end[v] = self.rates[self.attack_decay[v] & 15]
        elif (self.env_state[v] == SID_ATTACK and left == 0) or (
            self.env_state[v] == SID_DECAY and left == 1
        ):
            self.env_state[v] = SID_RELEASE
            self.rate_end[v] = self.rates[self.sustain_release[v] & 15]

    # -- many cycles -------------------------------------------------------

    def env_busy(self, v):
        """Return nonzero while a pipeline of voice ``v`` is on the move."""
        return self.divider_next[v] | self.state_pipe[v] | self.step_pipe[v] | self.divider_pipe[v]

    def env_still(self, v):
        """Return 1 while the envelope cannot step: held at zero, or at sustain level."""
        if self.env_busy(v):
            return 0
        if self.env_enabled[v] == 0:
            return 1 if self.env_state[v] != SID_ATTACK else 0
        if self.env_state[v] != SID_DECAY:
            return 0
        return 1 if self.env[v] == (self.sustain_release[v] >> 4) * 0x11 else 0

    def env_blocks(self, v, cycles):
        """Run an envelope, noting its level at the end of each block of eight cycles."""
        to = v * SID_ROOM
        end = 8 - self.phase  # cycle at whose end the block is complete
        done = 0
        level = self.env_level[self.env[v]]
        self.quiet_from[v] = SID_NEVER
        while done < cycles:
            before = self.env[v]
            if self.quiet_from[v] == SID_NEVER:
                self.note_quiet(v, done)
            done += self.env_step(v, cycles - done)
            if self.env[v] != before:
                while end < done:
                    self.env_out[to] = level
                    to += 1
                    end += 8
                level = self.env_level[self.env[v]]
        if self.quiet_from[v] == SID_NEVER:
            self.note_quiet(v, done)
        while end <= cycles:
            self.env_out[to] = level
            to += 1
            end += 8

    def note_quiet(self, v, done):
        """Note the block from whose end on the envelope rests at zero, if it does now.

        done  cycles of the run that are over
        """
        if self.env_enabled[v] == 0 and self.env_still(v):
            self.quiet_from[v] = max((done + self.phase - 1) >> 3, 0)

    def env_run(self, v, cycles):
        """Advance the envelope of voice ``v`` by ``cycles`` cycles."""
        while cycles > 0:
            cycles -= self.env_step(v, cycles)

    def env_step(self, v, cycles):
        """Advance the envelope up to what stirs it next, by ``cycles`` >= 1 cycles at most.

        returns  cycles it took; the level changes in the last of them, if at all
        """
        if self.env_busy(v):
            self.env_tick(v)
            return 1
        if self.env_enabled[v] == 0 and self.env_state[v] != SID_ATTACK:
            self.env_shown[v] = self.env[v]
            self.rate_run(v, cycles)
            return cycles
        span = 0
        if self.rate_match[v]:
            if cycles > self.rate_end[v]:
                span = self.idle_rounds(v, cycles)
            if span == 0:
                self.env_tick(v)
                span = 1
            return span
        self.env_shown[v] = self.env[v]
        span = self.rate_end[v] - self.rate_count[v]
        if span < 0:
            span += SID_RATE_STATES
        if span < cycles:
            self.rate_count[v] = self.rate_end[v]
            self.rate_match[v] = 1
            return span + 1
        count = self.rate_count[v] + cycles
        self.rate_count[v] = count - SID_RATE_STATES if count >= SID_RATE_STATES else count
        return cycles

    def idle_rounds(self, v, cycles):
        """The rate counter matched: skip its rounds in which only the divider counts, if any.

        returns  cycles that were skipped, up to the next match
        """
        if self.env_state[v] == SID_ATTACK:
            return 0
        period = self.divider_period[v]
        rounds = cycles // (self.rate_end[v] + 1)
        if self.divider[v] == 0 and rounds >= period and self.env_still(v):
            # at the sustain level whole rounds of the divider come to nothing
            rounds -= rounds % period
        else:
            rounds = min(rounds, period - 1 - self.divider[v])
            if rounds <= 0:
                return 0
            self.divider[v] += rounds
        self.rate_count[v] = self.rate_end[v]
        self.env_shown[v] = self.env[v]
        return rounds * (self.rate_end[v] + 1)

    def rate_run(self, v, cycles):
        """Advance the rate counter alone by ``cycles`` >= 1 cycles (closed form)."""
        end = self.rate_end[v]
        count = self.rate_count[v]
        if self.rate_match[v]:
            count = 0
        self.rate_match[v] = 0
        until = end - count
        if until < 0:
            until += SID_RATE_STATES
        if cycles <= until:
            count += cycles
            if count >= SID_RATE_STATES:
                count -= SID_RATE_STATES
        else:
            count = (cycles - until - 1) % (end + 1)
            if count == 0:
                count = end
                self.rate_match[v] = 1
        self.rate_count[v] = count
