"""SID filter, mixer, volume, and the C64's audio output stage.

Works at an eighth of the system clock (about 123 kHz), on the samples of
decimators.py: block by block

* each voice: waveform level less its zero, times envelope, plus its DC
* two-integrator-loop filter (trapezoidal integration) for the routed voices
* mode switches and voice-3 switch, times the volume as it was in the block
* the C64's output stage: low-pass 16 kHz, high-pass 1.6 Hz
* a windowed-sinc polyphase filter makes 44.1 or 48 kHz of it (pass band to
  20 kHz, what would fold into it more than 70 dB down), which also levels the
  droop of the decimators.

All signals are integers in fixed point, so that a run is equal to the bit
compiled and uncompiled, and a snapshot is exact.

Sources: voice zero and DC levels: Dag Lem, reSID; cutoff, resonance and gains
fitted to libresidfp (see tables.py); output stage: C64 schematic 250469.

Which chip, and how sure: filters of 6581s differ by an octave in cutoff from chip to chip.  The
curve here is fitted to the one libresidfp takes for typical; it is a choice, not a measurement of
one machine.  The 8580's is linear, and chips differ little.

Not emulated: distortion in the 6581's filter, leakage between the voices, the
EXT IN pin.
"""

import array
import math

import numpy as np

from c64.base.fields import Field
from c64.sid.decimators import SID_ROOM
from c64.sid.envelope import SidEnvelope
from c64.sid.tables import cutoff_hz, damping, resampler_taps
from c64.sid.wave import sid_ints, sid_longs

_SID_ONE = 1 << 28  # fixed-point one of the filter's coefficients
_SID_TAPS = 144  # of the resampling filter, at 123 kHz
_SID_PHASES = 64  # rows of it, a 64th of a block apart
_SID_SAMPLES = 16384  # capacity of the sample queue

# Waveform level that is "no signal", DC a voice adds at full scale of 4095*255,
# DC of the mixer; in units of one waveform step times one envelope step.
_SID_LEVELS = {
    "6581": (0x380, 0x800 * 0xFF, -(0xFFF * 0xFF) // 18),
    "8580": (0x800, 0, -(0xFFF * 0xFF) * 26 // 100),
}
# Gain of the filter against the direct path, in 1/256: low and band pass, high pass.
_SID_GAINS = {"6581": (168, 125), "8580": (256, 256)}


class SidFilter(SidEnvelope):
    """Filter, mixer and output of one SID, on top of its voices."""

    fields = (
        *SidEnvelope.fields,
        Field("cutoff", 0),
        Field("routing", 0),  # register $17
        Field("mode_volume", 0),  # register $18
        Field("volume_sum", 0),  # volume times cycles, in this block, so far
        Field("volume_from", 0),  # ... up to this cycle of the block
        Field("filter_band", 0),
        Field("filter_low", 0),
        Field("output_low", 0),
        Field("output_high", 0),
        Field("history", array.array("h", [0] * (2 * _SID_TAPS))),
        Field("history_at", 0),
        Field("sample_clock", 0),
    )
    derived = (
        # of the model and the sample rate
        "clock_hz", "sample_rate", "voice_zero", "voice_dc", "mixer_dc", "low_share",
        "high_share", "cutoff_gain", "damping", "low_gain", "high_gain", "taps",
        # the sound made so far, which nothing in the machine reads
        "samples", "sample_first", "sample_count",
        # of the run of cycles that is going on
        "heard", "mixed", "routed",
    )  # fmt: skip

    def __init__(self, model, clock_hz, sample_rate):
        super().__init__(model)
        self.clock_hz = clock_hz
        self.sample_rate = sample_rate
        zero, voice_dc, mixer_dc = _SID_LEVELS[model]
        # 4095 * 255 <-> 1 << 20
        self.voice_zero = zero * 65535 * 512 // 4095
        self.voice_dc = (voice_dc << 20) // (4095 * 255)
        self.mixer_dc = (mixer_dc << 20) // (4095 * 255)
        self.low_share, self.high_share = _SID_GAINS[model]
        rate = clock_hz / 8.0
        self.cutoff_gain = sid_longs(2048)
        for fc, hertz in enumerate(cutoff_hz(model)):
            self.cutoff_gain[fc] = round(_SID_ONE * math.tan(math.pi * hertz / rate))
        self.damping = sid_longs(16)
        for resonance in range(16):
            self.damping[resonance] = round(_SID_ONE * damping(model, resonance))
        self.low_gain = round(_SID_ONE * (1.0 - math.exp(-2.0 * math.pi * 15915.0 / rate)))
        self.high_gain = round(_SID_ONE * (1.0 - math.exp(-2.0 * math.pi * 1.6 / rate)))
        self.taps = resampler_taps(sample_rate, rate, _SID_TAPS, _SID_PHASES)
        self.samples = array.array("h", [0] * _SID_SAMPLES)
        self.sample_first = 0
        self.sample_count = 0
        self.heard = sid_ints(0, 0, 0)  # voices that did not rest when the run began
        self.mixed = sid_longs(SID_ROOM)  # block by block: voices beside the filter, then all
        self.routed = sid_longs(SID_ROOM)  # voices into the filter

    def take_samples(self):
        """Return the samples made since the last call, oldest first.

        returns  int16[n], mono, at ``sample_rate``; the oldest are lost if
                 more than 16384 were left here
        """
        order = (int(self.sample_first) + np.arange(self.sample_count)) % _SID_SAMPLES
        out = np.asarray(self.samples)[order]
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
        direct = self.mixer_dc
        routed = 0
        for v in range(3):
            if self.routing >> v & 1:
                routed += self.voice_dc
            elif v != 2 or not self.mode_volume & 0x80:
                direct += self.voice_dc
        for block in range(blocks):
            self.mixed[block] = direct
        if self.routing & 7 or self.filter_band != 0 or self.filter_low != 0:
            for block in range(blocks):
                self.routed[block] = routed
            self.mix_voices(blocks)
            self.filter_blocks(blocks)
        else:
            self.mix_voices(blocks)
        self.output_blocks(blocks)

    def mix_voices(self, blocks):
        """Add the voices that are heard, each to what the filter gets or to what passes it by."""
        zero = self.voice_zero
        for v in range(3):
            if not self.heard[v]:
                continue
            at = v * SID_ROOM
            if self.routing >> v & 1:
                for block in range(blocks):
                    level = (self.sum_out[at + block] - zero) >> 5
                    self.routed[block] += (level * self.env_out[at + block]) >> 16
            elif v != 2 or not self.mode_volume & 0x80:
                for block in range(blocks):
                    level = (self.sum_out[at + block] - zero) >> 5
                    self.mixed[block] += (level * self.env_out[at + block]) >> 16

    def filter_blocks(self, blocks):
        """Pass what is routed through the filter; the modes selected go to the mixer."""
        gain = self.cutoff_gain[self.cutoff]
        damp = self.damping[self.routing >> 4]
        one = _SID_ONE
        open_loop = one + ((gain * (gain + damp)) >> 28)
        a1 = (one << 28) // open_loop
        a2 = (gain * a1) >> 28
        a3 = (gain * a2) >> 28
        mode = self.mode_volume
        low_share = self.low_share if mode & 0x10 else 0
        band_share = self.low_share if mode & 0x20 else 0
        high_share = self.high_share if mode & 0x40 else 0
        band = self.filter_band
        low = self.filter_low
        for block in range(blocks):
            routed = self.routed[block] << 8
            entry = routed - low
            band_now = (a1 * band + a2 * entry) >> 28
            low_now = low + ((a2 * band + a3 * entry) >> 28)
            band = 2 * band_now - band
            low = 2 * low_now - low
            high = routed - ((damp * band_now) >> 28) - low_now
            filtered = low_now * low_share + band_now * band_share + high * high_share
            self.mixed[block] -= filtered >> 16
        self.filter_band = band
        self.filter_low = low

    def output_blocks(self, blocks):
        """Pass the mixed levels (24 bits) through volume and output stage, and resample them."""
        # Who did not listen has counted on: no block has more than its eight cycles of volume 15.
        volume = (self.volume_sum + (self.mode_volume & 15) * (8 - self.volume_from)) * 32
        volume = max(0, min(volume, 15 * 8 * 32))
        steady = (self.mode_volume & 15) * 256
        self.volume_sum = 0
        self.volume_from = 0
        low = self.output_low
        high = self.output_high
        low_gain = self.low_gain
        high_gain = self.high_gain >> 8
        at = self.history_at
        clock = self.sample_clock
        for block in range(blocks):
            level = (self.mixed[block] * volume) >> 4
            volume = steady
            low += ((level - low) * low_gain) >> 28
            high += (((low << 16) - high) * high_gain) >> 20
            out = (low - (high >> 16)) >> 14
            if out > 32767:
                out = 32767
            elif out < -32768:
                out = -32768
            self.history[at] = out
            self.history[at + _SID_TAPS] = out
            at += 1
            if at == _SID_TAPS:
                at = 0
            clock += self.sample_rate * 8
            if clock >= self.clock_hz:
                clock -= self.clock_hz
                self.make_sample(at, clock)
        self.output_low = low
        self.output_high = high
        self.history_at = at
        self.sample_clock = clock

    def make_sample(self, at, clock):
        """Interpolate one output sample.

        at     the oldest history entry
        clock  ``sample_clock`` as of now
        """
        # share of a block by which the sample lies before the newest entry
        place = clock * (_SID_PHASES << 12) // (self.sample_rate * 8)
        row = (place >> 12) * _SID_TAPS
        share = place & 0xFFF
        early = 0
        late = 0
        for i in range(_SID_TAPS):
            early += self.history[at + i] * self.taps[row + i]
            late += self.history[at + i] * self.taps[row + _SID_TAPS + i]
        out = early + (((late - early) * share) >> 12)
        out = (out + 16384) >> 15
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
            output_low = self.output_low
            output_high = self.output_high
            self.mix_blocks(1)
            blocks -= 1
            if (
                even
                and self.output_high == output_high
                and self.output_low == output_low
                and self.filter_low == low
                and self.filter_band == band
                and self.history_is_zero()
            ):
                # the same goes in and nothing moved: nothing will
                self.skip_blocks(blocks)
                return
            part = min(blocks, SID_ROOM)
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
