"""Draw our filters beside libresidfp's: ``python -m tests.bench.sid_pictures [FOLDER]``.

Writes sid-filters.png and sid-spectrograms.png, which docs/measured/sid.md shows.  A filter's
response is the spectrum of soft noise through it, divided by that of the same noise past it; its
cutoff is where the band pass at full resonance peaks.  ``--tunes A.sid B.sid`` writes
sid-tunes.png instead: spectrograms of what a machine of ours lets both chips play.
"""

import argparse
import io
import itertools
import sys
from pathlib import Path

import numpy as np
from PIL import Image

import c64
from c64.bus.models import SID_FILTERS
from c64.debug.probe import PROBE_LOG_WRITE, Probe
from c64.sid.filter_tables import CutoffCurve
from c64.sid.sid import SID
from c64.sid.tables import dac_table
from tests.bench.sid_sounds import CUTOFF_HIGH, CUTOFF_LOW, FILTER, MODES, PAL, VOLUME, voice

RATE, FRAME, LEAD, SIZE = 44100, 19656, 20000, 2048
SOFT, LOUD = 0x10, 0x60  # sustain levels: one that no amplifier bends, one above all rounding
# Lowest cutoff in Hz, and by how many steps of $D415/$D416 a chip is lighter than the formula's.
PUBLISHED = {"R2": (180, -945), "R3": (240, 275), "R4AR": (300, -550)}
TUNE = 500  # frames of a tune
TOP = 14000  # Hz; noise of a SID has a hole at 15 to 16 kHz
CUTOFFS = (*range(0, 2048, 128), 2047)
SHOWN = {"6581": (512, 768, 1000, 1300, 1700), "8580": (64, 256, 640, 1200, 2000)}


def published(name, cutoff):
    """Return the cutoff in Hz measured on a chip, as Dag Lem's formula has it (reDIP-SID)."""
    lowest, lighter = PUBLISHED[name]
    step = dac_table(11, "6581")[cutoff] * 2047
    return lowest + 12000 * (1 + np.tanh((step - 1024 + lighter) / 350))


def ours(model, curve=None):
    """Return (write, clock) of a chip of ours; ``clock`` returns the samples of some cycles."""
    sid = SID(model, PAL, RATE, curve or CutoffCurve())

    def clock(cycles):
        sid.clock(cycles)
        return sid.take_samples()

    return sid.write, clock


def theirs(model):
    """Return (write, clock) of libresidfp's chip."""
    import pyresidfp._pyresidfp as residfp

    kind = residfp.ChipModel.MOS6581 if model == "6581" else residfp.ChipModel.MOS8580
    sid = residfp.SID(kind, residfp.SamplingMethod.RESAMPLE, float(PAL), float(RATE))
    return sid.write, lambda cycles: np.array(sid.clock(cycles), dtype=np.int16)


def spectrum(chip, writes, frames):
    """Return the power of what a chip plays, float64[SIZE // 2 + 1]."""
    write, clock = chip
    for register, value in writes:
        write(register, value)
    clock(LEAD)
    samples = np.concatenate([clock(FRAME) for _ in range(frames)]).astype(float)
    starts = range(0, len(samples) - SIZE, SIZE // 2)
    window = np.hanning(SIZE)
    return sum(np.abs(np.fft.rfft(samples[at : at + SIZE] * window)) ** 2 for at in starts)


def response(make, cutoff, resonance, mode, frames=25, sustain=SOFT):
    """Return (Hz, gain in dB) of a filter; ``make`` returns a new chip, as ``ours`` does."""
    noise = voice(1, 0x81, freq=0xFFFF, sustain=sustain)
    through = [(CUTOFF_LOW, cutoff & 7), (CUTOFF_HIGH, cutoff >> 3), (FILTER, resonance << 4 | 1)]
    filtered = spectrum(make(), [*noise, *through, (VOLUME, MODES[mode] | 15)], frames)
    plain = spectrum(make(), [*noise, (VOLUME, 15)], frames)
    keep = slice(3, SIZE * 20000 // RATE)
    return np.fft.rfftfreq(SIZE, 1 / RATE)[keep], 10 * np.log10(filtered[keep] / plain[keep])


def cutoff_hertz(make, cutoff, frames=25):
    """Return the frequency in Hz, up to 18 kHz, at which a filter's band pass peaks."""
    hertz, gain = response(make, cutoff, 15, "band", frames)
    grid = np.geomspace(130, 18000, 200)
    power = np.interp(np.log(grid), np.log(hertz), 10 ** (gain / 10))
    return grid[np.argmax(np.convolve(power, np.hanning(13), "same"))]


def chips(model):
    """Return {name: (function that makes a chip, matplotlib's style)} of a model."""
    return {
        f"GO 64's {model}": (lambda: ours(model), {"color": "C0"}),
        "libresidfp": (lambda: theirs(model), {"color": "black", "linestyle": "--"}),
    }


def draw_filters(path):
    """Draw cutoffs by register, and low passes at some of them."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(10, 9), layout="constrained")
    axes = figure.subplots(2, 2)
    for column, model in enumerate(SHOWN):
        above, below = axes[0][column], axes[1][column]
        for name, (make, style) in chips(model).items():
            above.semilogy(CUTOFFS, [cutoff_hertz(make, c) for c in CUTOFFS], label=name, **style)
            for cutoff in SHOWN[model]:
                hertz, gain = response(make, cutoff, 8, "low", sustain=LOUD)
                below.semilogx(*_smooth(hertz, gain), **style)
        if model == "6581":
            _named(above)
        above.set(title=f"{model}: cutoff", xlabel=r"\$D415/\$D416", ylabel="Hz")
        above.set_ylim(100, 20000)
        above.legend(fontsize=8)
        numbers = ", ".join(map(str, SHOWN[model]))
        below.set(title=f"low pass, resonance 8, at {numbers}", xlabel="Hz", ylabel="dB")
        below.set(xlim=(100, TOP), ylim=(-50, 15))
        for axis in (above, below):
            axis.grid(alpha=0.3)
    _save(figure, path, 64)


def _save(figure, path, colours):
    """Write a figure as a PNG of few colours, which is small."""
    whole = io.BytesIO()
    figure.savefig(whole, dpi=80)
    Image.open(whole).convert("RGB").quantize(colours).save(path, optimize=True)


def _named(axis):
    """Draw the named chips, and what was measured on them as dots."""
    for number, name in enumerate(PUBLISHED, start=1):
        made = [cutoff_hertz(lambda n=name: ours("6581", SID_FILTERS[n]), c) for c in CUTOFFS]
        axis.semilogy(CUTOFFS, made, color=f"C{number}", label=name)
        measured = [published(name, c) for c in CUTOFFS]
        axis.semilogy(CUTOFFS, measured, ".", color=f"C{number}", label=f"{name}, measured")


def _smooth(hertz, gain):
    """Return the same at 100 frequencies an equal interval apart."""
    grid = np.geomspace(100, TOP, 100)
    edges = np.searchsorted(hertz, np.geomspace(100, TOP, 101))
    mean = [gain[a : max(b, a + 1)].mean() for a, b in itertools.pairwise(edges)]
    return grid, np.array(mean)


def sweep():
    """Return [(frame, register, value)]: a chord through a low pass that opens and closes."""
    notes = [w for n, freq in ((1, 0x0800), (2, 0x0A15), (3, 0x0BFC)) for w in voice(n, 0x21, freq)]
    writes = [(0, *write) for write in [*notes, (FILTER, 0xF7), (VOLUME, 0x1F)]]
    return writes + [(f, CUTOFF_HIGH, int(127 - 127 * np.cos(f * np.pi / 75))) for f in range(150)]


def drums():
    """Return the writes of drums of noise and pulse, a bell by ring modulation, and a bass."""
    writes = [(0, VOLUME, 0x1F), (0, FILTER, 0xA2), (0, CUTOFF_HIGH, 0x30)]
    for beat in range(12):
        at = beat * 12
        wave, freq = ((0x41, 0x1400), (0x81, 0x2800))[beat % 2]
        hit = voice(1, wave, freq, sustain=0x00, attack=0x08)
        bass = voice(2, 0x41, (0x0300, 0x0300, 0x0390, 0x0400)[beat % 4], 0x300, 0xA8)
        bell = voice(3, 0x15, 0x1D00 + 0x300 * (beat % 5), 0x800, 0x09, 0x0A)
        writes += [(at, *write) for write in [*hit, *bass, *bell]]
        writes += [(at + frame, 1, 0x14 >> frame // 2) for frame in range(1, 7) if not beat % 2]
        writes += [(at + 9, register, 0x40) for register in (4, 11)] + [(at + 9, 18, 0x14)]
    return sorted(writes, key=lambda write: write[0])


def by_cycles(writes):
    """Return (frame, register, value) as (cycle, register, value)."""
    return [(frame * FRAME, register, value) for frame, register, value in writes]


def tune(path, frames):
    """Return the writes [(cycle, register, value)] of a .sid file, from its first one on."""
    machine = c64.C64(sample_rate=0)
    machine.autostart(str(path))
    probe = Probe()
    memoryview(probe.flags)[0xD400:0xD420] = bytes([PROBE_LOG_WRITE]) * 0x20
    machine.board.attach_probe(probe, accesses=True)
    machine.tick(frames + 100)  # it is loaded first
    parts = [np.frombuffer(chunk, dtype=np.int64) for chunk in probe.chunks]
    words = np.concatenate([*parts, np.asarray(probe.access)[: probe.access_count * 2]])
    cycles, accesses = words.reshape(-1, 2).T
    return list(zip(cycles - cycles[0], accesses & 31, accesses >> 16 & 255, strict=True))


def samples(chip, writes, frames):
    """Return what a chip plays for (cycle, register, value), float64[n] for n / RATE seconds."""
    write, clock = chip
    parts, now = [], 0
    for cycle, register, value in [*writes, (frames * FRAME, VOLUME, 0)]:
        while now < min(cycle, frames * FRAME):
            step = min(int(cycle) - now, FRAME)
            parts.append(clock(step))
            now += step
        write(int(register), int(value))
    return np.concatenate(parts).astype(float)


def draw_spectrograms(path, sounds, frames=150):
    """Draw what both 6581s play; ``sounds`` is {name: [(cycle, register, value)]}."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(10, 5), layout="constrained")
    axes = figure.subplots(2, 2, sharex=True, sharey=True)
    for row, (what, writes) in enumerate(sounds.items()):
        for column, (name, (make, _)) in enumerate(chips("6581").items()):
            axis = axes[row][column]
            played = samples(make(), writes, frames)
            axis.specgram(played, NFFT=1024, Fs=RATE, noverlap=640, vmin=-30, vmax=45, cmap="magma")
            axis.set(title=f"{what}: {name}", ylim=(0, 12000))
    figure.supxlabel("seconds")
    figure.supylabel("Hz")
    _save(figure, path, 24)


def main(argv=None):
    """Write the pictures; returns 0."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path, default=Path("docs/pictures"))
    parser.add_argument("--tunes", nargs=2, type=Path, metavar="FILE", help="two .sid files")
    args = parser.parse_args(argv)
    if args.tunes:
        named = {path.stem.replace("_", " "): tune(path, TUNE) for path in args.tunes}
        draw_spectrograms(args.folder / "sid-tunes.png", named, TUNE)
        return 0
    draw_filters(args.folder / "sid-filters.png")
    own = {"sweep": by_cycles(sweep()), "drums": by_cycles(drums())}
    draw_spectrograms(args.folder / "sid-spectrograms.png", own)
    return 0


if __name__ == "__main__":
    sys.exit(main())
