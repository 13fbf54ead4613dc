"""How time passes in the window: single frames, slow motion, twice the speed, warp with sound.

The App itself does pause and warp.  Slow motion plays the sound slower and lower, as a tape would;
at twice the speed it is higher.  Warp makes far more sound than can be played, so the sound of one
frame is played whenever the sound card has room.
"""

import numpy as np
import numpy.typing as npt

from emu.host.actions import Action, on_off
from emu.host.feature import AppProtocol, Feature
from emu.host.types import Samples

SPEEDS = (25, 50, 100, 200)  # per cent; above them comes warp, which has no limit

NO_LIMIT = "no limit"


class SpeedSound:
    """Stretches the sound of frames to the time for which they are shown.

    At more than the normal speed, the sound of several frames makes one chunk: a chunk shorter than
    the sound card's buffer would leave a gap.
    """

    def __init__(self) -> None:
        self._held: list[Samples] = []

    def take(self, samples: Samples, speed: float) -> Samples:
        """Return what to play at ``speed`` (1.0: unchanged), int16; empty: it waits for more."""
        if speed == 1.0:
            self._held = []
            return samples
        if speed < 1.0:
            count = round(len(samples) / speed)
            at, there = np.arange(count) * speed, np.arange(len(samples))
            slowed: npt.NDArray[np.float64]
            if samples.ndim > 1:
                slowed = np.column_stack([np.interp(at, there, channel) for channel in samples.T])
            else:
                slowed = np.interp(at, there, samples)
            return slowed.astype(np.int16)
        self._held.append(samples)
        if len(self._held) < speed:
            return samples[:0]
        joined, step = np.concatenate(self._held), round(speed)
        self._held = []
        groups = joined[: len(joined) // step * step].reshape(-1, step, *samples.shape[1:])
        mean: npt.NDArray[np.float64] = groups.mean(axis=1)
        return mean.astype(np.int16)


class Timeline(Feature):
    """Single frames, speeds and the sound at them.

    percent  how fast the machine runs without warp, one of SPEEDS
    """

    def __init__(self, app: AppProtocol) -> None:
        super().__init__(app)
        self.percent = 100
        self._one = False
        self._sound = SpeedSound()

    def actions(self) -> tuple[Action, ...]:
        """Return the Actions about time."""
        return (
            Action("frame", "pause, one frame on", self.frame, "RIGHT", group="time"),
            Action(
                "speed",
                "speed",
                self._next_speed,
                group="time",
                state=self.speed_text,
                choices=lambda: (*(f"{percent} %" for percent in SPEEDS), NO_LIMIT),
                choose=self._choose_speed,
            ),
            Action("faster", "faster", self.faster, "UP", group="time"),
            Action("slower", "slower", self.slower, "DOWN", group="time"),
            Action(
                "warp-sound",
                "sound at warp",
                self.swap_warp_sound,
                "x",
                group="time",
                state=lambda: on_off(self.app.settings.warp_sound),
            ),
        )

    def speed_text(self) -> str:
        """Return how fast the machine runs, in a word."""
        return NO_LIMIT if self.app.warp else f"{self.percent} %"

    def _choose_speed(self, word: str) -> None:
        self.app.warp = word == NO_LIMIT
        if not self.app.warp:
            self._set(int(word.split(maxsplit=1)[0]))
        self._say()

    def _next_speed(self) -> None:
        if self.app.warp:
            self._choose_speed(f"{SPEEDS[0]} %")
        else:
            self.faster()

    def frame(self) -> None:
        """Pause; if it is paused, run one frame and pause again."""
        self._one = self.app.paused
        self.app.paused = not self.app.paused

    def faster(self) -> None:
        """Go to the next speed; after the last comes warp."""
        if not self.app.warp and self.percent == SPEEDS[-1]:
            self.app.warp = True
        elif not self.app.warp:
            self._set(SPEEDS[SPEEDS.index(self.percent) + 1])
        self._say()

    def slower(self) -> None:
        """Go to the previous speed; below warp comes the one that was set before warp."""
        if self.app.warp:
            self.app.warp = False
        else:
            self._set(SPEEDS[max(SPEEDS.index(self.percent) - 1, 0)])
        self._say()

    def _set(self, percent: int) -> None:
        self.percent = percent
        self.app.pacer.speed = percent / 100
        self.app.pacer.restart()

    def _say(self) -> None:
        self.app.overlay.say(f"speed {self.speed_text()}")

    def swap_warp_sound(self) -> None:
        """Switch the sound during warp on or off."""
        settings = self.app.settings
        settings.warp_sound = not settings.warp_sound
        self.app.overlay.say(f"sound at warp {on_off(settings.warp_sound)}")

    def after_frame(self, samples: Samples) -> None:
        """Stop after a single frame; during warp play sound as far as there is room."""
        app = self.app
        if self._one:
            self._one = False
            app.paused = True
        audible = app.warp and app.settings.warp_sound and not app.muted and not app.loading()
        if audible and app.sound.wants():
            app.sound.push(samples)

    def sound(self, samples: Samples) -> Samples:
        """Return the sound, stretched to the time for which the frame is shown."""
        return self._sound.take(samples, self.app.pacer.speed)

    def title(self) -> str:
        """Return the speed if it is not the normal one."""
        return "" if self.percent == 100 or self.app.warp else f"{self.percent} %"
