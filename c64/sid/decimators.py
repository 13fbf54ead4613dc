"""SID decimators: the level of each voice, summed up for the mixer.

Sound leaves a voice through a third-order CIC decimator by eight: three integrators, to which
the level on the D/A converter is added each cycle, and three combs, which make one sample of
them at the end of a block of eight cycles.  All are 32 bits wide.  See filter.py for what becomes
of the samples.

* ``sum_one`` is one cycle of it
* ``sum_level`` is many cycles of one level, most of them in closed form: pulse, noise between
  two shifts, an output that nobody drives
* ``sum_shape`` is a stretch in which only the accumulator moves: a pulse is split into its high
  and its low parts, triangle and sawtooth are looked up cycle by cycle

Within a block the integrators are kept in full and cut to 32 bits at its end only, so that the
state is the same however time is cut into calls.

Not emulated: nothing that a listener could hear; the chip has no decimator.
"""

from c64.base.fields import Field
from c64.sid.tables import sound_table, wave_tables
from c64.sid.wave import SidWave, sid_ints, sid_longs

SID_ROOM = 256  # blocks of eight cycles that one run may complete
SID_WORD = 0xFFFFFFFF  # the decimators' registers are 32 bits wide
SID_SUM = 0x1FFFFFF  # and what comes out of them 25: 512 times a level
SID_NEVER = 1 << 30  # a cycle or block that does not come


class SidSums(SidWave):
    """The decimators of one SID, on top of its oscillators."""

    fields = (
        *SidWave.fields,
        Field("silent", sid_ints(0, 0, 0)),  # 1: the envelope rests at zero: no sum needed
        Field("cic", sid_longs(3 * 6)),  # per voice: integrators 1-3, combs 1-3
        Field("phase", 0),  # cycles into the current block, 0..7
    )
    derived = (
        # of the model: tables
        "level", "sound", "pyramid",
        # of the run of cycles that is going on
        "sum_out", "sum_at", "sum_phase", "quiet_from",
    )  # fmt: skip

    def __init__(self, model):
        super().__init__(model)
        self.level = wave_tables(model)[2]
        self.sound = sound_table(model)
        self.sum_out = sid_ints(*([0] * (3 * SID_ROOM)))
        self.sum_at = sid_ints(0, 0, 0)  # number of the block in this run
        self.sum_phase = sid_ints(0, 0, 0)  # cycles into it
        # number of the block from whose end on the envelope rests at zero
        self.quiet_from = sid_ints(SID_NEVER, SID_NEVER, SID_NEVER)
        self.pyramid = sid_ints(*(n * (n + 1) * (n + 2) // 6 for n in range(9)))

    # -- within a block ----------------------------------------------------

    def sum_one(self, v, level):
        """Integrate one cycle of a level."""
        if self.silent[v]:
            return
        at = v * 6
        one = self.cic[at] + level
        two = self.cic[at + 1] + one
        self.cic[at] = one
        self.cic[at + 1] = two
        self.cic[at + 2] += two
        self.sum_phase[v] += 1
        if self.sum_phase[v] == 8:
            self.sum_block(v)

    def sum_part(self, v, level, span):
        """Integrate ``span`` cycles of one level that belong to one block."""
        at = v * 6
        one = self.cic[at]
        two = self.cic[at + 1]
        ramp = span * (span + 1) >> 1
        self.cic[at] = one + level * span
        self.cic[at + 1] = two + one * span + level * ramp
        self.cic[at + 2] += two * span + one * ramp + level * self.pyramid[span]
        self.sum_phase[v] += span
        if self.sum_phase[v] == 8:
            self.sum_block(v)

    def shape_part(self, v, acc, span):
        """Integrate ``span`` cycles of a table that belong to one block; see sum_table."""
        at = v * 6
        freq = self.freq[v]
        base = (self.control[v] >> 4) * 4096
        one = self.cic[at]
        two = self.cic[at + 1]
        three = self.cic[at + 2]
        for _ in range(span):
            acc = (acc + freq) & 0xFFFFFF
            one += self.sound[base + (acc >> 12)]
            two += one
            three += two
        self.cic[at] = one
        self.cic[at + 1] = two
        self.cic[at + 2] = three
        self.sum_phase[v] += span
        if self.sum_phase[v] == 8:
            self.sum_block(v)

    def sum_block(self, v):
        """A block of eight cycles is complete: combs, one sample out."""
        at = v * 6
        block = self.sum_at[v]
        three = self.cic[at + 2] & SID_WORD
        first = (three - self.cic[at + 3]) & SID_WORD
        second = (first - self.cic[at + 4]) & SID_WORD
        self.sum_out[v * SID_ROOM + block] = (second - self.cic[at + 5]) & SID_SUM
        self.cic[at] &= SID_WORD
        self.cic[at + 1] &= SID_WORD
        self.cic[at + 2] = three
        self.cic[at + 3] = three
        self.cic[at + 4] = first
        self.cic[at + 5] = second
        self.sum_phase[v] = 0
        self.sum_at[v] = block + 1
        if block >= self.quiet_from[v]:
            self.hush(v)

    def hush(self, v):
        """The voice fell silent at the end of a block: forget its sums."""
        for i in range(v * 6, v * 6 + 6):
            self.cic[i] = 0
        self.silent[v] = 1

    # -- many blocks -------------------------------------------------------

    def sum_level(self, v, level, span):
        """Integrate ``span`` cycles of one level."""
        if self.silent[v]:
            return
        phase = self.sum_phase[v]
        if phase + span < 8:
            if span > 0:
                self.sum_part(v, level, span)
            return
        if phase != 0:
            self.sum_part(v, level, 8 - phase)
            span -= 8 - phase
            if self.silent[v]:
                return
        blocks = min(span >> 3, self.blocks_left(v))
        if blocks > 0:
            self.level_blocks(v, level, blocks)
        if blocks < span >> 3:
            self.hush(v)
        elif span & 7:
            self.sum_part(v, level, span & 7)

    def sum_shape(self, v, span, flip):
        """Integrate ``span`` cycles of a waveform that only the accumulator moves.

        flip  what ring modulation does to the top of the accumulator
        """
        control = self.control[v]
        freq = self.freq[v]
        acc = self.acc[v]
        pw = self.pw[v] << 12 if control & 0x40 else 0
        while span > 0 and not self.silent[v]:
            high = acc >= pw
            step = span
            if freq != 0 and pw != 0:
                # as long as the pulse keeps its level
                step = ((0x1000000 if high else pw) - acc + freq - 1) // freq
                step = min(step, span)
            if not high:
                self.sum_level(v, self.level[0], step)
            elif control & 0x30:
                self.sum_table(v, acc ^ flip, step)
            else:
                self.sum_level(v, self.level[0xFFF], step)
            acc = (acc + freq * step) & 0xFFFFFF
            span -= step

    def sum_table(self, v, acc, span):
        """Integrate ``span`` cycles of a table, looked up by an accumulator.

        acc  accumulator as it is before the first of them
        """
        phase = self.sum_phase[v]
        if phase + span < 8:
            self.shape_part(v, acc, span)
            return
        freq = self.freq[v]
        if phase != 0:
            self.shape_part(v, acc, 8 - phase)
            acc = (acc + freq * (8 - phase)) & 0xFFFFFF
            span -= 8 - phase
            if self.silent[v]:
                return
        blocks = min(span >> 3, self.blocks_left(v))
        if blocks > 0:
            self.shape_blocks(v, acc, blocks)
            acc = (acc + freq * 8 * blocks) & 0xFFFFFF
        if blocks < span >> 3:
            self.hush(v)
        elif span & 7:
            self.shape_part(v, acc, span & 7)

    def blocks_left(self, v):
        """Return how many blocks the voice has to sum until it falls silent."""
        return max(self.quiet_from[v] - self.sum_at[v], 0)

    def shape_blocks(self, v, acc, blocks):
        """Integrate whole blocks of a table, from the beginning of a block on; see sum_table."""
        at = v * 6
        to = v * SID_ROOM + self.sum_at[v]
        word = SID_WORD
        top = acc << 8  # the carry out of bit 23 is lost where integers have 32 bits
        step = self.freq[v] << 8
        base = (self.control[v] >> 4) * 4096
        one = self.cic[at]
        two = self.cic[at + 1]
        three = self.cic[at + 2]
        first = self.cic[at + 4]
        second = self.cic[at + 5]
        for block in range(to, to + blocks):
            before = three
            for _ in range(8):
                top += step
                one += self.sound[base + (top >> 20 & 0xFFF)]
                two += one
                three += two
            one &= word
            two &= word
            three &= word
            fall = three - before
            bend = fall - first
            self.sum_out[block] = (bend - second) & SID_SUM
            first = fall
            second = bend
        self.keep_sums(v, one, two, three, first, second)
        self.sum_at[v] += blocks

    def level_blocks(self, v, level, blocks):
        """Integrate whole blocks of one level, from the beginning of a block on.

        When the combs have seen nothing but the level for three blocks, one sample is as the
        other, and what is left are sums of sums: after n steps w has become w*n, w*n(n+1)/2,
        w*n(n+1)(n+2)/6.
        """
        slow = blocks if blocks <= 8 else 3
        at = v * 6
        to = v * SID_ROOM + self.sum_at[v]
        word = SID_WORD
        one = self.cic[at]
        two = self.cic[at + 1]
        three = self.cic[at + 2]
        first = self.cic[at + 4]
        second = self.cic[at + 5]
        for block in range(to, to + slow):
            before = three
            three = (three + 8 * two + 36 * one + 120 * level) & word
            two = (two + 8 * one + 36 * level) & word
            one = (one + 8 * level) & word
            fall = three - before
            bend = fall - first
            self.sum_out[block] = (bend - second) & SID_SUM
            first = fall
            second = bend
        left = blocks - slow
        if left > 0:
            out = level << 9
            for block in range(to + slow, to + blocks):
                self.sum_out[block] = out
            cycles = left * 8
            ramp = left * (left + 1) // 2
            pyramid = left * (left + 1) * (left + 2) // 6
            two += cycles * one + cycles * (cycles + 1) // 2 * level
            one += cycles * level
            three += left * first + ramp * second + pyramid * out
            first += left * second + ramp * out
            second += left * out
        self.keep_sums(v, one, two, three, first, second)
        self.sum_at[v] += blocks

    def keep_sums(self, v, one, two, three, first, second):
        """Put the sums of a voice back at the end of a block."""
        at = v * 6
        self.cic[at] = one & SID_WORD
        self.cic[at + 1] = two & SID_WORD
        self.cic[at + 2] = three & SID_WORD
        self.cic[at + 3] = three & SID_WORD
        self.cic[at + 4] = first & SID_WORD
        self.cic[at + 5] = second & SID_WORD
