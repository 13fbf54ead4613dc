"""What the SID tests share: a chip, its voice 3, and a spectrum."""

import numpy as np

from c64.sid.sid import SID

PAL = 985248
TRIANGLE, SAW, PULSE, NOISE = 0x10, 0x20, 0x40, 0x80
GATE, SYNC, RING, TEST = 1, 2, 4, 8


def chip(model="6581", *writes, sample_rate=0):
    """Return a SID with ``(register, value)`` pairs written."""
    sid = SID(model, PAL, sample_rate)
    for reg, value in writes:
        sid.write(reg, value)
    return sid


def voice(number, *, freq=0, pw=0, control=0, ad=0, sr=0):
    """Return the writes that set voice 1, 2 or 3, control register last."""
    base = (number - 1) * 7
    values = (freq & 255, freq >> 8, pw & 255, pw >> 8, ad, sr)
    regs = (0, 1, 2, 3, 5, 6)
    writes = [(base + reg, value) for reg, value in zip(regs, values, strict=True)]
    return [*writes, (base + 4, control)]


def stream(sid, reg, count, step=1):
    """Return ``count`` readings of a register, ``step`` cycles apart."""
    out = []
    for _ in range(count):
        sid.clock(step)
        out.append(sid.read(reg))
    return out


def sound(sid, cycles, batch=19656):
    """Return the samples of ``cycles`` cycles as float64."""
    parts = []
    while cycles > 0:
        sid.clock(min(batch, cycles))
        cycles -= batch
        parts.append(sid.take_samples())
    return np.concatenate(parts).astype(float)


def decibels(samples):
    """Return (frequencies / (sample rate), amplitude in dB of 1) by a windowed FFT."""
    window = np.blackman(len(samples))
    amplitude = np.abs(np.fft.rfft((samples - samples.mean()) * window)) * 2 / window.sum()
    share = np.arange(len(amplitude)) / len(samples)
    return share, 20 * np.log10(amplitude + 1e-9)


def line(samples, hertz, rate):
    """Return the level in dB of the spectral line at exactly ``hertz``."""
    window = np.blackman(len(samples))
    turn = np.exp(-2j * np.pi * hertz / rate * np.arange(len(samples)))
    amplitude = abs(((samples - samples.mean()) * window * turn).sum()) * 2 / window.sum()
    return 20 * np.log10(amplitude + 1e-9)
