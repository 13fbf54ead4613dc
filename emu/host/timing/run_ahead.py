"""Run-ahead: show the picture that the machine will have a few frames later if nothing changes.

Most programs read the joystick in one frame and show what follows in the next, or the one after
it.  With run-ahead of as many frames a key is in the picture at once: after each frame the state
is kept, the machine runs on with the current inputs and without sound, its picture is shown, and
it goes back.  Sound, recordings, disks and tapes are not affected.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from emu.host.actions import Action
from emu.host.feature import Feature

if TYPE_CHECKING:
    from emu.host.feature import AppProtocol
    from emu.host.types import Picture, Samples

MOST = 3  # frames
WORDS = ("off", "1 frame", "2 frames", "3 frames")
TOO_MUCH = 0.8  # of a frame's time, which the frame itself must share
LOOKED_AT = 50  # frames whose cost is averaged


class RunAhead(Feature):
    """Makes the picture to show.

    cost  seconds that a shown frame took on top of the machine's own, the mean of the last ones
    """

    def __init__(self, app: AppProtocol) -> None:
        super().__init__(app)
        self.cost = 0.0
        self._made: tuple[object, Picture] | None = None
        self._spent, self._count = 0.0, 0

    def actions(self) -> Sequence[Action]:
        """Return the Action that chooses how many frames."""
        return (
            Action(
                "run-ahead", "run-ahead",
                lambda: self._put(WORDS[(self.app.settings.run_ahead + 1) % len(WORDS)]),
                group="time",
                state=lambda: WORDS[self.app.settings.run_ahead],
                choices=lambda: WORDS, choose=self._put,
                enabled=lambda: self.app.debugger is not None,
            ),
        )  # fmt: skip

    def _put(self, word: str) -> None:
        self.app.settings.run_ahead = WORDS.index(word)
        self.restarted()
        self.app.overlay.say(f"run-ahead: {word}")

    def restarted(self) -> None:
        """Drop the picture, which is of another machine."""
        self._made, self._spent, self._count = None, 0.0, 0

    def _possible(self) -> bool:
        """Tell whether it can run ahead: no debugger may see the machine run twice."""
        app = self.app
        if app.debugger is None or app.remote is not None or app.debugger.listed():
            return False
        return not (app.warp or app.loading() or app.machine.jammed)

    def picture(self) -> Picture | None:
        """Return the picture some frames ahead; while the machine is paused it stays the same."""
        frames = self.app.settings.run_ahead
        if not frames or not self._possible():
            self._made = None
            return None
        window = self.app.window
        key = (self.app.machine.cycle, frames, window.borders, window.geometry)
        if self._made is None or self._made[0] != key:
            self._made = key, self._ahead(frames)
        return self._made[1]

    def _ahead(self, frames: int) -> Picture:
        """Return the picture after so many frames; the machine stays unchanged."""
        app, began = self.app, time.perf_counter()
        assert app.debugger is not None  # _possible has seen to that
        with app.debugger.history.aside() as run_frame:
            for _ in range(frames):
                if not run_frame():
                    break
            picture = app.window.cut(app.machine.screen).copy()
            app.machine.audio()
        self._look(time.perf_counter() - began)
        return picture

    def _look(self, seconds: float) -> None:
        """Note the cost; if it is too high, stop running ahead for now."""
        self._spent, self._count = self._spent + seconds, self._count + 1
        if self._count < LOOKED_AT:
            return
        self.cost = self._spent / self._count
        self._spent, self._count = 0.0, 0
        app = self.app
        if self.cost > TOO_MUCH / app.machine.model.frame_hz:
            app.settings.override(run_ahead=app.settings.run_ahead - 1)
            word = WORDS[app.settings.run_ahead]
            app.overlay.say(f"run-ahead: {word}; more takes {1000 * self.cost:.0f} ms here")

    def after_frame(self, samples: Samples) -> None:
        """Drop the picture: after this frame there is another one ahead."""
        self._made = None
