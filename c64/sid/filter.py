"""SID filter, mixer, volume, and the C64's audio output stage.

Works at an eighth of the system clock (about 123 kHz), on the samples of
decimators.py: block by block

* each voice: waveform level less its zero, times envelope, plus its DC
* the filter: summer, two integrators and resonance feedback, as amplifiers and transistors with
  curves of their own.  The capacitors move once in two blocks, or in each, by the
  trapezoidal rule made linear, which no signal makes swing
* mode switches and voice-3 switch; the mixer; the volume as it was in the block
* the C64's output stage: low-pass 16 kHz, high-pass 1.6 Hz, and a soft limit that music does not
  reach
* a windowed-sinc polyphase filter makes 44.1 or 48 kHz of it (pass band to
  20 kHz, what would fold into it more than 70 dB down), which also levels the
  droop of the decimators.

All signals are integers in fixed point, so that a run is equal to the bit
compiled and uncompiled, and a snapshot is exact.

Sources: see filter_tables.py; output stage: C64 schematic 250469.

Which chip, and how sure: filters of 6581s differ by an octave in cutoff from chip to chip.  The
usual one here is the one libresidfp takes for typical; a ``CutoffCurve`` makes others of it.
8580s differ little.
"""

import array
import math

from c64.base.fields import Field
from c64.base.lazy_numpy import np
from c64.sid.decimators import SID_ROOM
from c64.sid.envelope import SidEnvelope
from c64.sid.filter_tables import (
    FILTER_SHARE,
    VOICE_LIFT,
    VOICE_REST,
    VOICE_SPAN,
    VOLT,
    cutoff_table,
    digiboost_pull,
    filter_tables,
)
from c64.sid.tables import resampler_taps, wave_levels
from c64.sid.wave import sid_ints, sid_longs

_SID_TAPS = 144  # of the resampling filter, at 123 kHz, at most: of 44.1 kHz
_SID_FEWER = 80  # of 48 kHz, which has more room above 20 kHz
_SID_PHASES = 512  # rows of it, a 512th of a block apart
_SID_SAMPLES = 16384  # capacity of the sample queue

# The tables' fixed point: a row of 1536 entries, 512 units (of 2**-16 V) apart
_SID_ROW = 1536
_SID_CHANNELS = 12 * 16 + 1  # 0 V to 12 V, 1/16 V apart
_SID_OVER = 21 << 15  # 10.5 V: no amplifier's output is that far below Vddt
_SID_TEN = 10 << 16
_SID_CHARGES = 20 * 128  # entries of a row by a capacitor's voltage, -10 V to 10 V
_SID_WHOLE = 1 << 28
_SID_INPUT = 8 << 16  # 8 V: no voice is that high
_SID_STILL = 1 << 11  # a capacitor that moves less in a block, with nothing to hear, rests

# Where the output begins to be limited, and how much is left: whatever is in the history, the sum
# over a row of taps stays below 2**31 (tests/c64/sid/test_tables.py).
_SID_KNEE, _SID_SOFT = 22000, 6000
# Output samples a volt; chosen so that both are equally loud.
_SID_SCALE = {"6581": 9771, "8580": 21533}


class SidFilter(SidEnvelope):
    """Filter, mixer and output of one SID, on top of its voices."""

    fields = (
        *SidEnvelope.fields,
        Field("cutoff", 0),  # registers $15 and $16, 11 bits
        Field("routing", 0),  # register $17: voices routed in bits 0-3, resonance above
        Field("mode_volume", 0),  # register $18: volume in bits 0-3, modes above, voice 3 off
        Field("volume_sum", 0),  # volume times cycles, in this block, up to volume_from
        Field("volume_from", 0),  # cycle of the block up to which volume_sum counts
        Field("filter_band", 0),  # band pass's capacitor, 2**-26 V, at the end of the last block
        Field("filter_low", 0),  # low pass's capacitor, the same
        Field("filter_earlier", 0),  # sum of what was routed in the step's blocks so far, 2**-16 V
        Field("filter_wait", 0),  # how many these are; the number of inputs << 2
        Field("output_low", 0),  # output stage's low pass, of the last block
        Field("output_high", 0),  # output stage's high pass: the DC it takes off, << 16
        # history: the last 144 blocks, twice, so that no window wraps
        Field("history", array.array("h", [0] * (2 * _SID_TAPS))),
        Field("history_at", 0),  # where the next block goes, 0 to 143
        Field("sample_clock", 0),  # counts 8 * sample_rate a block; a sample is due at clock_hz
    )
    derived = (
        # of the model and the sample rate
        "clock_hz", "sample_rate", "ext_in", "voice_zero", "voice_rest", "voice_span",
        "filter_share", "filter_low_end", "filter_middle", "volume_zero", "output_scale",
        "sample_share", "cutoff_table", "top", "gate_top", "narrow", "charge_limit",
        "shares", "root", "current", "reverse", "resonance", "summer", "mixer", "volume",
        "low_gain", "high_gain", "tap_count", "taps",
        # the sound made so far, which nothing in the machine reads, and who listens to what
        "muted",
        "samples", "sample_first", "sample_count",
        # of the run of cycles that is going on
        "heard", "mixed", "routed", "channels", "tuned",
    )  # fmt: skip

    def __init__(self, model, clock_hz, sample_rate, curve, digiboost):
        super().__init__(model)
        self.clock_hz = clock_hz
        self.sample_rate = sample_rate
        # rows of taps by what sample_clock counts, << 30
        self.sample_share = (_SID_PHASES << 30) // max(sample_rate * 8, 1)
        # a level of 1.0 <-> 1 << 20
        zero = wave_levels(model)[0x7FF] - VOICE_LIFT[model] / VOICE_SPAN[model]
        self.voice_zero = round(zero * 65535 * 512)
        self.voice_rest = round(VOICE_REST[model] * VOLT)
        self.voice_span = round(VOICE_SPAN[model] * VOLT)
        boosted = digiboost and model == "8580"
        self.ext_in = round((VOICE_REST[model] - boosted * digiboost_pull()) * VOLT)
        self.output_scale = _SID_SCALE[model]
        tables = filter_tables(model)
        self.filter_share = round(FILTER_SHARE[model] * 4096)
        self.filter_low_end = round(tables.low * VOLT)
        self.filter_middle = round((tables.high - tables.low) / 2 * VOLT)
        # for a step of one block, then for one of two
        single, double = (cutoff_table(model, curve, blocks) for blocks in (1, 2))
        self.cutoff_table = sid_ints(*single, *double)
        self.shares = sid_ints(*(65536 // max(n, 1) for n in range(8)))
        self.top = tables.top_units
        self.gate_top = tables.gate_units
        self.narrow = round(tables.narrow * curve.narrow)
        self.charge_limit = tables.charge_limit
        self.root = tables.root
        self.current = tables.current
        self.reverse = tables.reverse
        self.resonance = tables.resonance
        self.summer = tables.summer
        self.mixer = tables.mixer
        self.volume = tables.volume
        self.volume_zero = int(tables.volume[0])
        rate = clock_hz / 8.0
        self.low_gain = round((1 << 28) * (1.0 - math.exp(-2.0 * math.pi * 15915.0 / rate)))
        self.high_gain = round((1 << 28) * (1.0 - math.exp(-2.0 * math.pi * 1.6 / rate))) >> 8
        self.tap_count = _SID_FEWER if sample_rate >= 48000 else _SID_TAPS
        self.taps = resampler_taps(sample_rate, rate, self.tap_count, _SID_PHASES)
        self.samples = array.array("h", [0] * _SID_SAMPLES)
        self.sample_first = 0
        self.sample_count = 0
        self.channels = sid_ints(*[0] * _SID_CHANNELS)
        self.tuned = -1
        self.muted = 0  # a bit for each voice that its listener does not want: no part of a state
        self.heard = sid_ints(0, 0, 0)  # voices that did not rest when the run began
        self.mixed = sid_longs(SID_ROOM)  # block by block: voices beside the filter, then all
        self.routed = sid_longs(SID_ROOM)  # voices into the filter

    def take_samples(self):
        """Return the samples made since the last call, oldest first.

        returns  int16[n], mono, at ``sample_rate``; the oldest are lost if
                 more than 16384 were left here
        """
        return np.frombuffer(self.take_sample_bytes(), dtype=np.int16)

    def take_sample_bytes(self):
        """Return what ``take_samples`` does as a bytearray, two bytes a sample, for the web."""
        ring = memoryview(self.samples)
        end = self.sample_first + self.sample_count
        out = bytearray(ring[self.sample_first : min(end, _SID_SAMPLES)])
        out += bytearray(ring[: max(end - _SID_SAMPLES, 0)])
        self.sample_first = 0
        self.sample_count = 0
        return out

    def write_volume(self, value):
        """Set register $18; the share of the old volume in this block is kept."""
        self.volume_sum += (self.mode_volume & 15) * (self.phase - self.volume_from)
        self.volume_from = self.phase
        self.mode_volume = value

    def mix_blocks(self, blocks):
        """Filter, mix and resample ``blocks`` complete blocks of eight cycles, a run's at most."""
        rest = self.voice_rest
        inputs = 0  # of the filter; EXT IN is the fourth
        beside = 0  # of the mixer
        routed = 0
        mixed = 0
        for v in range(4):
            level = rest if v < 3 else self.ext_in
            if self.routing >> v & 1:
                inputs += 1
                routed += level
            elif v != 2 or not self.mode_volume & 0x80:
                beside += 1
                mixed += level
        for block in range(blocks):
            self.mixed[block] = mixed
            self.routed[block] = routed
        still = self.mix_voices(blocks)
        modes = self.mode_volume
        modes = (modes >> 4 & 1) + (modes >> 5 & 1) + (modes >> 6 & 1)
        self.filter_blocks(blocks, inputs, modes, still)
        self.output_blocks(blocks, beside + modes)

    def mix_voices(self, blocks):
        """Add the voices that are heard, each to what the filter gets or to what passes it by.

        returns  1: what the filter gets is constant
        """
        zero = self.voice_zero
        span = self.voice_span
        still = 1
        for v in range(3):
            if not self.heard[v] or self.muted >> v & 1:
                continue
            at = v * SID_ROOM
            if self.routing >> v & 1:
                still = 0
                for block in range(blocks):
                    level = (self.sum_out[at + block] - zero) >> 5
                    self.routed[block] += ((level * self.env_out[at + block] >> 16) * span) >> 20
            elif v != 2 or not self.mode_volume & 0x80:
                for block in range(blocks):
                    level = (self.sum_out[at + block] - zero) >> 5
                    self.mixed[block] += ((level * self.env_out[at + block] >> 16) * span) >> 20
        return still

    def tune_6581(self, tune):
        """Make ``channels`` for an entry of ``cutoff_table``."""
        gate = self.cutoff_table[tune]
        gate = gate * gate
        for at in range(_SID_CHANNELS):
            over = min(self.top - (at << 12), _SID_OVER)
            place = (gate + over * over) >> 19
            entry = place >> 9
            low = self.root[entry]
            root = low + ((self.root[entry + 1] - low) * (place & 511) >> 9)
            self.channels[at] = self.gate_top - root
        self.tuned = tune

    def filter_blocks(self, blocks, inputs, modes, still):
        """Pass what is routed through the filter, to what passes it by.

        Both capacitors move by the trapezoidal rule, made linear.  A step is two blocks, with the
        mean of what is routed in them; but one where a high pass is heard, which would hold high
        tones for too long.

        inputs  how many are routed
        modes   how many are switched on
        still   1: what is routed is constant
        """
        is6581 = self.is6581
        every = 0 if self.mode_volume & 0x40 else 1
        tune = every * 2048 + self.cutoff
        if self.tuned != tune and is6581:
            self.tune_6581(tune)
        top = self.top
        narrow = self.narrow
        width = self.cutoff_table[tune]
        share = self.shares[inputs + 2]
        sums = inputs * _SID_ROW
        feeds = (self.routing >> 4) * _SID_CHARGES
        low_share = self.filter_share if self.mode_volume & 0x10 else 0
        band_share = self.filter_share if self.mode_volume & 0x20 else 0
        high_share = self.filter_share if self.mode_volume & 0x40 else 0
        offset = (modes * self.filter_low_end + self.filter_middle) * (4096 - self.filter_share)
        limit = self.charge_limit
        band_charge = max(-limit, min(self.filter_band, limit))
        low_charge = max(-limit, min(self.filter_low, limit))
        wait = self.filter_wait & 3
        if self.filter_wait >> 2 != inputs:
            wait = 0  # the sum is of others
        earlier = max(0, min(self.filter_earlier, wait * inputs * _SID_INPUT))
        first = self.history_at
        settled = 0
        fresh = 1
        block = 0
        while block < blocks:
            if fresh:
                fresh = 0
                place = (band_charge >> 10) + _SID_TEN
                at = place >> 9
                band_in = self.reverse[at]
                band_turn = self.reverse[at + 1] - band_in
                band_in += band_turn * (place & 511) >> 9
                feed = self.resonance[feeds + at]
                pull = self.resonance[feeds + at + 1] - feed
                feed += pull * (place & 511) >> 9
                band_turn = 512 - band_turn
                band = band_in - (band_charge >> 10)
                place = (low_charge >> 10) + _SID_TEN
                at = place >> 9
                low_in = self.reverse[at]
                low_turn = self.reverse[at + 1] - low_in
                low_in += low_turn * (place & 511) >> 9
                low_turn = 512 - low_turn
                low = low_in - (low_charge >> 10)
                feed += low
                out = low * low_share + band * band_share + offset
            if first + block & every != every:
                earlier += self.routed[block]
                wait += 1
                self.mixed[block] += out >> 12
                block += 1
                if block == blocks:
                    break
            if settled:
                wait = 0
            else:
                routed = self.routed[block]
                wait += 1
                earlier += routed
                steady = earlier == routed * wait
                routed = earlier * self.shares[wait] >> 16
                cycles = 8 * wait
                wait = 0
                mean = (feed + routed) * share >> 16
                at = sums + (mean >> 9)
                high = self.summer[at]
                fall = self.summer[at + 1] - high
                high += fall * (mean & 511) >> 9
                over = top - high
                under = top - band_in
                low_over = top - band
                low_under = top - low_in
                if is6581:
                    # no amplifier reaches Vddt
                    at = high >> 12
                    channel = self.channels[at]
                    bend = self.channels[at + 1] - channel
                    channel += bend * (high & 4095) >> 12
                    place = max(channel - band_in, 0)
                    at = place >> 9
                    flow = self.current[at]
                    steep = self.current[at + 1] - flow
                    flow += steep * (place & 511) >> 9
                    place = max(channel - high, 0)
                    at = place >> 9
                    back = self.current[at]
                    rise = self.current[at + 1] - back
                    flow -= back + (rise * (place & 511) >> 9)
                    flow += (under * under - over * over) * narrow >> 30
                    rise += ((steep - rise) * bend >> 12) + (over * narrow >> 20)
                    at = band >> 12
                    channel = self.channels[at]
                    bend = self.channels[at + 1] - channel
                    channel += bend * (band & 4095) >> 12
                    place = max(channel - low_in, 0)
                    at = place >> 9
                    low_flow = self.current[at]
                    steep = self.current[at + 1] - low_flow
                    low_flow += steep * (place & 511) >> 9
                    place = max(channel - band, 0)
                    at = place >> 9
                    back = self.current[at]
                    low_rise = self.current[at + 1] - back
                    low_flow -= back + (low_rise * (place & 511) >> 9)
                    low_flow += (low_under * low_under - low_over * low_over) * narrow >> 30
                    low_rise += ((steep - low_rise) * bend >> 12) + (low_over * narrow >> 20)
                else:
                    # transistors are off where that is above what their gates allow
                    over = max(over, 0)
                    under = max(under, 0)
                    low_over = max(low_over, 0)
                    low_under = max(low_under, 0)
                    flow = (under * under - over * over >> 6) * width >> 30
                    rise = over * width >> 26
                    low_flow = (low_under * low_under - low_over * low_over >> 6) * width >> 30
                    low_rise = low_over * width >> 26
                low_flow *= cycles
                low_rise *= cycles
                push = -rise * (fall * cycles * share) >> 16
                more = flow * cycles + ((push >> 12) * (low_turn * low_flow >> 14) >> 12)
                inner = pull + ((band_turn * low_turn >> 9) * low_rise >> 20)
                divider = min(4096 + (push * inner >> 26), 1 << 28)
                band_move = more * (_SID_WHOLE // divider) >> 16
                low_move = low_flow - ((low_rise * band_turn >> 9) * band_move >> 20)
                if high_share:
                    # what each is in the middle of the step
                    more_low = -low_turn * low_move >> 20
                    more_band = -band_turn * band_move >> 20
                    high += fall * ((more_low + (pull * band_move >> 20)) * share >> 16) >> 9
                    out = low * low_share + band * band_share + offset
                    out += more_low * low_share + more_band * band_share + high * high_share
                if steady and abs(band_move) < _SID_STILL and abs(low_move) < _SID_STILL:
                    # nothing new comes and next to nothing moves
                    settled = still and cycles > 8 * every
                else:
                    band_charge = max(-limit, min(band_charge + band_move, limit))
                    low_charge = max(-limit, min(low_charge + low_move, limit))
                    fresh = 1
            earlier = 0
            self.mixed[block] += out >> 12
            block += 1
        self.filter_band = band_charge
        self.filter_low = low_charge
        self.filter_earlier = earlier
        self.filter_wait = inputs << 2 | wait

    def output_blocks(self, blocks, inputs):
        """Pass what is mixed through mixer, volume and output stage, and resample it.

        inputs  of the mixer
        """
        # Who did not listen has counted on: no block has more than its eight cycles of volume 15.
        volume = self.volume_sum + (self.mode_volume & 15) * (8 - self.volume_from)
        volume = max(0, min(volume, 15 * 8))
        self.volume_sum = 0
        self.volume_from = 0
        steady = (self.mode_volume & 15) * 8
        row = inputs * _SID_ROW
        share = self.shares[inputs]
        zero = self.volume_zero
        scale = self.output_scale
        low = self.output_low
        high = self.output_high
        low_gain = self.low_gain
        high_gain = self.high_gain
        at = self.history_at
        clock = self.sample_clock
        clock_hz = self.clock_hz
        rate = self.sample_rate * 8
        before = level = 0
        fresh = 1
        for block in range(blocks):
            mean = self.mixed[block] * share >> 16
            if fresh or mean != before:
                fresh = 0
                before = mean
                mean = max(mean, 0)
                entry = row + (mean >> 9)
                mixed = self.mixer[entry]
                mixed += (self.mixer[entry + 1] - mixed) * (mean & 511) >> 9
                entry = (volume >> 3) * _SID_ROW + (mixed >> 9)
                level = self.volume[entry]
                level += (self.volume[entry + 1] - level) * (mixed & 511) >> 9
                if volume & 7:
                    # an eighth of the block and more had another volume
                    entry += _SID_ROW
                    louder = self.volume[entry]
                    louder += (self.volume[entry + 1] - louder) * (mixed & 511) >> 9
                    level += (louder - level) * (volume & 7) >> 3
                level = (level - zero) * scale >> 2
                if volume != steady:
                    volume = steady
                    fresh = 1
            low += ((level - low) * low_gain) >> 28
            high += (((low << 16) - high) * high_gain) >> 20
            out = (low - (high >> 16)) >> 14
            if out > _SID_KNEE:
                over = out - _SID_KNEE
                out = _SID_KNEE + _SID_SOFT * over // (over + _SID_SOFT)
            elif out < -_SID_KNEE:
                over = -_SID_KNEE - out
                out = -_SID_KNEE - _SID_SOFT * over // (over + _SID_SOFT)
            self.history[at] = out
            self.history[at + _SID_TAPS] = out
            at += 1
            if at == _SID_TAPS:
                at = 0
            clock += rate
            if clock >= clock_hz:
                clock -= clock_hz
                self.make_sample(at, clock)
        self.output_low = low
        self.output_high = high
        self.history_at = at
        self.sample_clock = clock

    def make_sample(self, at, clock):
        """Make one output sample.

        at     the oldest history entry
        clock  ``sample_clock`` as of now
        """
        # by how many rows the sample lies before the newest entry
        row = clock * self.sample_share + 0x20000000 >> 30
        out = 16384
        # apart, as a number of taps that the compiler knows takes half the time
        if self.tap_count == _SID_TAPS:
            row *= _SID_TAPS
            for i in range(_SID_TAPS):
                out += self.history[at + i] * self.taps[row + i]
        else:
            row *= _SID_FEWER
            at += _SID_TAPS - _SID_FEWER
            for i in range(_SID_FEWER):
                out += self.history[at + i] * self.taps[row + i]
        out >>= 15
        if out > 32767:
            out = 32767
        elif out < -32768:
            out = -32768
        self.put_sample(out)

    def put_sample(self, out):
        """Add a sample to the queue; a full one loses its oldest."""
        to = self.sample_first + self.sample_count
        if to >= _SID_SAMPLES:
            to -= _SID_SAMPLES
        self.samples[to] = out
        if self.sample_count < _SID_SAMPLES:
            self.sample_count += 1
        else:
            self.sample_first += 1
            if self.sample_first == _SID_SAMPLES:
                self.sample_first = 0

    # -- silence -----------------------------------------------------------

    def rest_blocks(self, blocks):
        """Mix any number of blocks in which all voices rest."""
        while blocks > 0:
            even = self.volume_sum == 0 and self.volume_from == 0
            band = self.filter_band
            low = self.filter_low
            earlier = self.filter_earlier
            output_low = self.output_low
            output_high = self.output_high
            part = min(blocks, 4)  # the filter moves in every second
            self.mix_blocks(part)
            blocks -= part
            if (
                even
                and part == 4
                and self.output_high == output_high
                and self.output_low == output_low
                and self.filter_earlier == earlier
                and self.filter_low == low
                and self.filter_band == band
                and self.history_is_zero()
            ):
                # the same goes in and nothing moved: nothing will
                self.skip_blocks(blocks & -4)
                blocks &= 3
            part = min(blocks, SID_ROOM)
            if part > 0:
                self.mix_blocks(part)
            blocks -= part

    def history_is_zero(self):
        """Return whether the resampler hears nothing."""
        seen = 0
        for i in range(2 * _SID_TAPS):
            seen |= self.history[i]
        return seen == 0

    def skip_blocks(self, blocks):
        """Let blocks pass in which nothing moves and nothing is heard."""
        self.history_at = (self.history_at + blocks) % _SID_TAPS
        for _ in range(blocks):
            self.sample_clock += self.sample_rate * 8
            if self.sample_clock >= self.clock_hz:
                self.sample_clock -= self.clock_hz
                self.put_sample(0)
