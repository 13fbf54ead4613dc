"""A level meter for developers: peak and RMS of what is played, and the envelope of each voice.

Decibels are those of full scale, 0 dB for a sample of 32767.  They are of the machine's sound,
before volume and mute and without the sounds of drives.  A voice's bar is its envelope counter,
0 to 255, while it has a waveform: what its ADSR makes of it, before filter and master volume.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from emu.host.feature import AppProtocol
from emu.host.picture.foot_lines import FAINT, PLAIN, FootLines
from emu.host.picture.overlay import NEW_LINE

if TYPE_CHECKING:
    from c64.api_views import SidView
    from emu.host.picture.overlay import Part
    from emu.host.types import Samples

FULL = 32767
FRAMES = 15  # that peak and RMS are of: 0.3 s, as long as a VU meter takes to get there
SILENT = -60.0  # dB: the left end of a bar
BARS, VOICE_BARS = 8, 4  # letters of a full bar
LOUD, TOO_LOUD = -12.0, -3.0  # dB from which it is yellow, and red
NAMES = {0: (), 1: ("out",), 2: ("left", "right")}  # of so many channels
ALONE = (("middle",), ("left", "right"))  # sides of SIDs of which each has a channel of its own
GREEN, YELLOW, RED = (110, 230, 90), (255, 214, 90), (255, 80, 70)


def decibels(level: float) -> float:
    """Return dB of full scale of a level of 0 to 32767, not below SILENT."""
    return max(SILENT, 20 * math.log10(level / FULL)) if level > 0 else SILENT


class Level:
    """Peak and RMS of one channel's last FRAMES frames."""

    def __init__(self) -> None:
        self._frames: deque[tuple[float, float, int]] = deque(maxlen=FRAMES)

    def take(self, samples: Samples) -> None:
        """Add the int16[n] of a frame."""
        if len(samples):
            data = samples.astype(np.float64)
            self._frames.append((float(np.abs(data).max()), float((data * data).sum()), len(data)))

    @property
    def peak(self) -> float:
        """The largest sample, in dB."""
        return decibels(max((peak for peak, _, _ in self._frames), default=0.0))

    @property
    def rms(self) -> float:
        """The root of the mean square, in dB."""
        count = sum(count for _, _, count in self._frames)
        power = sum(power for _, power, _ in self._frames) / max(1, count)
        return decibels(math.sqrt(power))


class LevelMeter(FootLines):
    """Shows the levels below the picture while it is wanted."""

    NAME = "level-meter"
    TITLE = "level meter"
    GROUP = "sound"

    def __init__(self, app: AppProtocol) -> None:
        super().__init__(app)
        self._levels: list[Level] = []

    def _swap(self) -> None:
        super()._swap()
        self._levels = []

    def after_frame(self, samples: Samples) -> None:
        """Take the levels of a frame's sound."""
        if not self.wanted:
            return
        channels = samples.T if samples.ndim > 1 else [samples]
        if len(channels) != len(self._levels):
            self._levels = [Level() for _ in channels]
        for level, channel in zip(self._levels, channels, strict=True):
            level.take(channel)

    def _parts(self) -> Sequence[Part]:
        """Return a line for each SID; where a side has several, for each side and each two SIDs."""
        sids, names = self.app.machine.sids, NAMES[len(self._levels)]
        levels = [*map(level_parts, names, self._levels)]
        voices = [voice_parts(sid) for sid in sids]
        if tuple(sid.side for sid in sids) in ALONE:
            lines = [[*level, *bars] for level, bars in zip(levels, voices, strict=False)]
        else:
            named = [[(f"S{n}", FAINT), *bars] for n, bars in enumerate(voices, 1)]
            pairs = (named[n : n + 2] for n in range(0, len(named), 2))
            lines = levels + [[part for bars in pair for part in bars] for pair in pairs]
        return [part for line in lines for part in (NEW_LINE, *line)]


def level_parts(name: str, level: Level) -> list[Part]:
    """Return name, bar of the peak, and RMS and peak in dB."""
    peak, rms = level.peak, level.rms
    colour = RED if peak >= TOO_LOUD else YELLOW if peak >= LOUD else GREEN
    return [
        (name, FAINT),
        (_bar(1 - peak / SILENT, BARS), colour),
        (f"{rms:.0f}/{peak:.0f}dB", PLAIN),
    ]


def voice_parts(sid: SidView) -> list[Part]:
    """Return number and bar of each voice."""
    found: list[Part] = []
    for number, level in enumerate(sid.envelopes, 1):
        found += [(str(number), FAINT), (_bar(level / 255, VOICE_BARS), GREEN)]
    return found


def _bar(share: float, letters: int) -> str:
    """Return so many letters for 0.0 to 1.0."""
    return ("|" * math.ceil(share * letters)).ljust(letters)
