"""How far our SIDs are from libresidfp's: ``python -m tests.bench.sid_sounds [--every N]``.

Test sounds of our own, half a second each: every waveform and combination unfiltered, and all
without noise beside another through each filter mode at 16 cutoffs and 3 resonances; ring, sync,
the test bit, a fast ADSR and $D418 digis.  Besides, three pieces of four seconds for three SIDs
(sid_tunes.py), which a machine with SIDs at $D400, $D420 and $D440 plays; each of its SIDs is held
against libresidfp's.  Both chips get the same writes in the same cycles.  The distance is that of
40 bands from 60 Hz to 14 kHz every 20 ms: the mean difference in dB after one common level for the
chip, over what lies within 45 dB of the loudest.

What is below 30 Hz is taken off both before: libresidfp's output has a high pass of 1.2 Hz, as it
cuts a coefficient to an integer, ours has the circuit's 1.6 Hz, and the slow return of a step of DC
would be compared in all bands where a sound falls silent.

The last lines name the median and the worst sound of each kind.
"""

import argparse
import statistics
import sys

import numpy as np

from c64.sid.sid import SID
from tests.bench.sid_tunes import FRAME, FRAMES, PIECES, played_by_machine

PAL, RATE = 985248, 44100
# What libresidfp gives when asked for RATE: each of its two resamplers cuts its ratio to 1/1024.
# In 20 s that is 4 ms, which a comparison would take for wrong sound.
TRUE_RATE = 44109
LENGTH = PAL // 2
LEAD = PAL // 4  # cycles before the first write
SOME = 20000  # cycles at once: neither chip keeps more samples than that
HOP, SIZE, BANDS, HEARD = 882, 2048, 40, 45.0
VOLUME, FILTER, CUTOFF_LOW, CUTOFF_HIGH = 0x18, 0x17, 0x15, 0x16
LOWEST = 30.0  # Hz
COMBINED = range(0x10, 0x90, 0x10)  # control registers; more of them have noise and fall silent
MODES = {"low": 0x10, "band": 0x20, "high": 0x40, "notch": 0x50, "all": 0x70}


def voice(number, control, freq=0x1D00, width=0x800, sustain=0xF0, attack=0x00):
    """Return the writes [(register, value)] that start a voice, 1 to 3."""
    at = 7 * (number - 1)
    values = (freq & 0xFF, freq >> 8, width & 0xFF, width >> 8, 0, attack, sustain, control)
    registers = (0, 1, 2, 3, 4, 5, 6, 4)
    return [(at + register, value) for register, value in zip(registers, values, strict=True)]


def plain(control, **options):
    """Return [(cycle, register, value)] of one voice unfiltered."""
    return [(0, *write) for write in [*voice(1, control, **options), (VOLUME, 0x0F)]]


def filtered(control, cutoff, resonance, mode):
    """Return the writes of one voice through the filter."""
    through = [(CUTOFF_LOW, cutoff & 7), (CUTOFF_HIGH, cutoff >> 3), (FILTER, resonance << 4 | 1)]
    through.append((VOLUME, MODES[mode] | 0x0F))
    return [(0, *write) for write in [*voice(1, control), *through]]


def digis():
    """Return the writes of a sine by the volume, 8 kHz, with a voice at rest."""
    step = PAL // 8000
    sine = (7.5 + 7 * np.sin(np.arange(LENGTH // step) * 2 * np.pi * 440 / 8000)).astype(int)
    writes = [(0, *write) for write in voice(3, 0x49)]
    return writes + [(at * step, VOLUME, int(value)) for at, value in enumerate(sine)]


def gates():
    """Return the writes of notes of 40 ms, each with another envelope."""
    writes = [(0, VOLUME, 0x0F)]
    for note in range(12):
        at = note * PAL // 25
        rates = voice(1, 0x21, attack=note << 4 | 15 - note, sustain=0x83)
        writes += [(at, *write) for write in rates] + [(at + PAL // 50, 4, 0x20)]
    return writes


def sounds():
    """Return {kind: {name: writes}}."""
    waves = {
        f"${wave:02X}": plain(wave | 1) for wave in range(0x10, 0x100, 0x10) if wave & 0xF0 != 0x80
    }
    waves |= {
        f"${wave:02X}, pulse 180": plain(wave | 1, width=0x180) for wave in COMBINED if wave & 0x40
    }
    waves |= {f"pulse {width:03X}": plain(0x41, width=width) for width in (0x010, 0x400, 0xF00)}
    waves["noise"] = plain(0x81)
    filters = {
        f"${wave:02X}, {mode}, resonance {resonance}, cutoff {cutoff}": filtered(
            wave | 1, cutoff, resonance, mode
        )
        for wave in COMBINED
        for mode in MODES
        for resonance in (0, 8, 15)
        for cutoff in range(64, 2048, 128)
    }
    leader = [(0, *write) for write in voice(3, 0x10, freq=0x0B00)]
    others = {
        "ring": [*leader, *plain(0x15)],
        "sync": [*leader, *plain(0x23)],
        "test bit": [*plain(0x21), (PAL // 8, 4, 0x29), (PAL // 6, 4, 0x21)],
        "fast ADSR": gates(),
        "digis": digis(),
    }
    return {"waveforms": waves, "filters": filters, "others": others}


def played(clock, write, writes, length=LENGTH):
    """Return the samples of a chip in ``length`` cycles: ``clock`` gives those of so many."""
    parts, now = [], -LEAD
    for cycle, register, value in [*sorted(writes, key=lambda w: w[0]), (length, 0, 0)]:
        while now < cycle:
            step = min(cycle - now, SOME)
            parts.append(clock(step))
            now += step
        if cycle < length:
            write(register, value)
    return begun(np.concatenate(parts).astype(float))


def begun(samples):
    """Return what is audible of samples, of the time before the first write but a little."""
    return audible(samples[LEAD * RATE // PAL - SIZE :])


def audible(samples):
    """Return samples without what is below LOWEST, where nobody hears: a high pass in two steps."""
    samples = samples - samples[0]  # they begin in the middle of a slow return
    length = 2 * len(samples)  # as much silence after them, so that the end does not meet the start
    hertz = np.fft.rfftfreq(length, 1 / RATE)
    share = hertz / (hertz - 1j * LOWEST)
    return np.fft.irfft(np.fft.rfft(samples, length) * share * share, length)[: len(samples)]


def ours(model, writes):
    """Return our chip's samples."""
    sid = SID(model, PAL, TRUE_RATE)

    def clock(cycles):
        sid.clock(cycles)
        return sid.take_samples()

    return played(clock, sid.write, writes)


def theirs(model, writes, length=LENGTH):
    """Return libresidfp's samples."""
    import pyresidfp._pyresidfp as residfp

    kind = residfp.ChipModel.MOS6581 if model == "6581" else residfp.ChipModel.MOS8580
    sid = residfp.SID(kind, residfp.SamplingMethod.RESAMPLE, float(PAL), float(RATE))
    return played(
        lambda cycles: np.array(sid.clock(cycles), dtype=np.int16), sid.write, writes, length
    )


def tunes(model, level, every=1):
    """Return {SID of a piece: distance} of the pieces for three SIDs."""
    found = {}
    for name, piece in PIECES.items():
        samples, writes = played_by_machine(piece, model, TRUE_RATE, LEAD)
        for number, (one, of_one) in enumerate(zip(samples, writes, strict=True), 1):
            other = theirs(model, of_one, FRAMES * FRAME)
            found[f"{name}, SID {number}"] = distance(begun(one), other, level)
    return dict(list(found.items())[::every])


def bands(samples):
    """Return the energy in dB: float[pieces, BANDS]."""
    window, rate = np.hanning(SIZE), np.fft.rfftfreq(SIZE, 1 / RATE)
    edges = np.searchsorted(rate, np.geomspace(60, 14000, BANDS + 1))
    starts = range(0, len(samples) - SIZE, HOP)
    power = np.array([np.abs(np.fft.rfft(samples[at : at + SIZE] * window)) ** 2 for at in starts])
    sums = np.add.reduceat(power[:, : edges[-1]], edges[:-1], axis=1)
    return 10 * np.log10(sums + 1e-3)


def distance(one, other, level):
    """Return the mean difference in dB of what is heard, ``level`` dB being common to all."""
    length = min(len(one), len(other))
    a, b = bands(one[:length]), bands(other[:length]) + level
    top = np.maximum(a, b)
    return float(np.abs(a - b)[top > top.max() - HEARD].mean())


def main(argv=None):
    """Print the distances of both chips; returns 0."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--every", type=int, default=1, help="take only each N-th sound of a kind")
    args = parser.parse_args(argv)
    for model in ("6581", "8580"):
        reference = plain(0x21)
        level = float(np.median(bands(ours(model, reference)) - bands(theirs(model, reference))))
        print(f"{model}: {level:+.1f} dB louder than libresidfp")
        for kind, found in sounds().items():
            rows = {
                name: distance(ours(model, writes), theirs(model, writes), level)
                for name, writes in list(found.items())[:: args.every]
            }
            tell(kind, rows)
        tell("three-SID tunes", tunes(model, level, args.every))
    return 0


def tell(kind, rows):
    """Print the median and the worst of {name: distance}."""
    worst = max(rows, key=lambda name: rows[name])
    middle = statistics.median(rows.values())
    print(
        f"  {kind}: {len(rows)} sounds, median {middle:.2f} dB, "
        f"worst {rows[worst]:.2f} dB ({worst})"
    )


if __name__ == "__main__":
    sys.exit(main())
