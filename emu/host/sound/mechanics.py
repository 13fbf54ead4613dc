"""The noises of a drive and a datasette, made from formulas: no recording of a real one is in them.

A motor is a loop of one second, five turns of a disk: noise shaped in the frequency domain, so
that its end meets its beginning, and a few partials of whole hertz.  A knock is a sum of damped
sines with a burst of noise, as metal that is struck.  All generators of noise have fixed seeds.

Source for the speeds: 1541 service manual (300 turns a minute).  The partials and their decay are
chosen by ear.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from emu.host.types import Samples

Wave = npt.NDArray[np.float32]  # about -1 to 1

TURNS = 5  # of a disk in a second
# Names of knocks: of two windings of the stepper, each of which sounds a little different, ...
STEPS, BUMP, RELAY, KEY = ("step0", "step1"), "bump", "relay", "key"
# Knocks: (hertz, milliseconds until it is 1/e, loudness) of each partial; that of the noise; gain.
Partials = tuple[tuple[float, float, float], ...]
KNOCKS: dict[str, tuple[Partials, float, float]] = {
    "step0": (((310, 7, 1.0), (870, 5, 0.8), (1730, 3, 0.6), (3100, 1.5, 0.4)), 0.5, 0.10),
    "step1": (((290, 7, 1.0), (930, 5, 0.7), (1610, 3, 0.6), (3400, 1.5, 0.4)), 0.5, 0.09),
    "bump": (((95, 28, 1.0), (210, 17, 0.9), (520, 9, 0.7), (1400, 4, 0.4)), 0.6, 0.30),
    "relay": (((1150, 4, 0.7), (2600, 2, 0.8), (4200, 1.2, 0.5)), 0.4, 0.08),
    "key": (((130, 20, 1.0), (440, 10, 0.8), (1250, 5, 0.5), (2900, 2, 0.4)), 0.5, 0.20),
}
KNOCK_SECONDS = 0.12
# Motors: lowest and highest hertz of the noise, its loudness; (hertz, loudness) of the partials;
# how much louder once a turn; gain; seconds to start and to stop.
Tones = tuple[tuple[int, float], ...]
MOTORS: dict[str, tuple[tuple[int, int], float, Tones, float, float, tuple[float, float]]] = {
    "disk": ((150, 3500), 1.0, ((75, 0.5), (150, 0.35), (225, 0.15)), 0.35, 0.020, (0.25, 0.5)),
    "tape": ((300, 5000), 0.8, ((45, 0.6), (180, 0.3), (360, 0.15)), 0.10, 0.012, (0.12, 0.2)),
    "wind": ((400, 6000), 1.0, ((110, 0.6), (330, 0.4), (660, 0.3)), 0.20, 0.022, (0.30, 0.3)),
}


@cache
def knock(name: str, rate: int) -> Wave:
    """Return float32[n] of a knock of KNOCKS."""
    partials, noise, gain = KNOCKS[name]
    time = np.arange(round(KNOCK_SECONDS * rate)) / rate
    made = sum(
        loud * np.sin(2 * np.pi * hertz * time) * np.exp(-time * 1000 / decay)
        for hertz, decay, loud in partials
    )
    seed = np.random.default_rng(sorted(KNOCKS).index(name))
    made += noise * seed.standard_normal(len(time)) * np.exp(-time / 0.002)
    fade = np.minimum(1.0, (KNOCK_SECONDS - time) / 0.02)  # it ends in silence
    return (gain * fade * made).astype(np.float32)


@cache
def motor(name: str, rate: int) -> Wave:
    """Return float32[rate] of a motor of MOTORS, a second whose end meets its beginning."""
    (low, high), loud, tones, once, gain, _ = MOTORS[name]
    hertz = np.fft.rfftfreq(rate, 1 / rate)
    shape = np.where((hertz >= low) & (hertz <= high), 1 / np.sqrt(np.maximum(hertz, 1)), 0)
    seed = np.random.default_rng(len(KNOCKS) + sorted(MOTORS).index(name))
    noise = np.fft.irfft(np.fft.rfft(seed.standard_normal(rate)) * shape, rate)
    time = np.arange(rate) / rate
    made = loud * noise / np.std(noise)
    made *= 1 + once * np.sin(2 * np.pi * TURNS * time)
    for pitch, strength in tones:
        made += strength * np.sin(2 * np.pi * pitch * time)
    wave: Wave = (gain * made).astype(np.float32)
    return wave


def sides(place: float) -> Wave:
    """Return float32[2], how loud left and right are, equal in power, for -1.0 left to 1.0."""
    angle = (place + 1) * np.pi / 4
    return np.array([np.cos(angle), np.sin(angle)], dtype=np.float32)


class Motor:
    """A motor that starts and stops.

    name  of MOTORS;  rate  Hz
    """

    def __init__(self, name: str, rate: int) -> None:
        self._name, self._rate = name, rate
        self._at, self._gain = 0, 0.0

    def silent(self, on: bool) -> bool:
        """Tell whether it makes no sound while it is on or off."""
        return not on and self._gain == 0.0

    def make(self, count: int, on: bool) -> Wave:
        """Return float32[count], the next samples while it is on or off."""
        start, stop = MOTORS[self._name][5]
        step = 1 / (start * self._rate) if on else -1 / (stop * self._rate)
        gains = np.clip(self._gain + step * np.arange(1, count + 1), 0.0, 1.0)
        loop = motor(self._name, self._rate)
        made: Wave = loop[(self._at + np.arange(count)) % len(loop)] * gains.astype(np.float32)
        self._at = (self._at + count) % len(loop)
        self._gain = float(gains[-1]) if count else self._gain
        return made


class Knocks:
    """Knocks on their way: each may go on in the chunks that follow.

    rate  Hz
    """

    MOST = 64  # at once: nobody hears more apart

    def __init__(self, rate: int) -> None:
        self._rate = rate
        self._waiting: list[tuple[Wave, int, Wave]] = []  # what, where it begins, both sides

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def add(self, name: str, at: int, place: float, loud: float = 1.0) -> None:
        """Let a knock of KNOCKS begin at a sample of the next chunk, -1.0 left to 1.0 right."""
        if len(self._waiting) < self.MOST:
            self._waiting.append((knock(name, self._rate), at, loud * sides(place)))

    def mix(self, into: Wave) -> None:
        """Add to float32[n, 2] what is heard in so many samples."""
        count, left = len(into), []
        for wave, at, both in self._waiting:
            first, begin = max(0, at), max(0, -at)
            part = wave[begin : begin + max(0, count - first)]
            into[first : first + len(part)] += part[:, None] * both
            if at + len(wave) > count:
                left.append((wave, at - count, both))
        self._waiting = left


def mixed(samples: Samples, noises: Wave, percent: int) -> Samples:
    """Return int16[n, 2] of int16[n] or int16[n, 2] with float32[n, 2] of noises over it."""
    both = samples if samples.ndim > 1 else samples[:, None]
    made = both + noises * np.float32(32767 * percent / 100)
    return np.clip(np.rint(made), -32768, 32767).astype(np.int16)


def spread_motor(motors: Sequence[tuple[Motor, bool, float]], count: int) -> Wave:
    """Return float32[count, 2] of (Motor, on, place) together."""
    made: Wave = np.zeros((count, 2), dtype=np.float32)
    for one, on, place in motors:
        if not one.silent(on):
            made += one.make(count, on)[:, None] * sides(place)
    return made
