"""SID filter, mixer, volume, and the C64's audio output stage.

Works at an eighth of the system clock (about 123 kHz), on the samples of the
decimators of wave.py: block by block

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

from c64.base.component import Field
from c64.sid.envelope import SidEnvelope
from c64.sid.tables import cutoff_hz, damping, resampler_taps
from c64.sid.wave import sid_longs

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
        """Filter, mix and resample ``blocks`` complete blocks of eight cycles."""
        gain = self.cutoff_gain[self.cutoff]
        damp = self.damping[self.routing >> 4]
        open_loop = _SID_ONE + ((gain * (gain + damp)) >> 28)
        a1 = (_SID_ONE << 28) // open_loop
        a2 = (gain * a1) >> 28
        a3 = (gain * a2) >> 28
        routing = self.routing
        mode = self.mode_volume
        band = self.filter_band
        low = self.filter_low
        for block in range(blocks):
            volume = (self.volume_sum + (mode & 15) * (8 - self.volume_from)) * 32
            self.volume_sum = 0
            self.volume_from = 0
            direct = self.mixer_dc
            routed = 0
            for v in range(3):
                level = (self.sum_out[v * self.room + block] - self.voice_zero) >> 5
                level = ((level * self.env_out[v * self.room + block]) >> 16) + self.voice_dc
                if routing >> v & 1:
                    routed += level
                elif v != 2 or not mode & 0x80:
                    direct += level
            entry = (routed << 8) - low
            band_now = (a1 * band + a2 * entry) >> 28
            low_now = low + ((a2 * band + a3 * entry) >> 28)
            band = 2 * band_now - band
            low = 2 * low_now - low
            mixed = direct
            if mode & 0x70:
                filtered = 0
                if mode & 0x10:
                    filtered += low_now * self.low_share
                if mode & 0x20:
                    filtered += band_now * self.low_share
                if mode & 0x40:
                    high = (routed << 8) - ((damp * band_now) >> 28) - low_now
                    filtered += high * self.high_share
                mixed -= filtered >> 16
            self.output_block((mixed * volume) >> 4)
        self.filter_band = band
        self.filter_low = low

    def output_block(self, level):
        """Pass one mixed level (24 bits) through the output stage and resample it."""
        self.output_low += ((level - self.output_low) * self.low_gain) >> 28
        rise = (self.output_low << 16) - self.output_high
        self.output_high += (rise * (self.high_gain >> 8)) >> 20
        out = (self.output_low - (self.output_high >> 16)) >> 14
        if out > 32767:
            out = 32767
        elif out < -32768:
            out = -32768
        at = self.history_at
        self.history[at] = out
        self.history[at + _SID_TAPS] = out
        at += 1
        if at == _SID_TAPS:
            at = 0
        self.history_at = at
        self.sample_clock += self.sample_rate * 8
        if self.sample_clock >= self.clock_hz:
            self.sample_clock -= self.clock_hz
            self.make_sample(at)

    def make_sample(self, at):
        """Interpolate one output sample; ``at`` is the oldest history entry."""
        # share of a block by which the sample lies before the newest entry
        place = self.sample_clock * (_SID_PHASES << 12) // (self.sample_rate * 8)
        row = (place >> 12) * _SID_TAPS
        share = place & 0xFFF
        early = 0
        late = 0
        history = self.history
        taps = self.taps
        for i in range(_SID_TAPS):
            early += history[at + i] * taps[row + i]
        row += _SID_TAPS
        for i in range(_SID_TAPS):
            late += history[at + i] * taps[row + i]
        out = early + (((late - early) * share) >> 12)
        out = (out + 16384) >> 15
        if out > 32767:
            out = 32767
        elif out < -32768:
            out = -32768
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
