"""The sound device: chosen by name, in the menu or by an option, and replaced when it is gone."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from emu.host.actions import Action
from emu.host.feature import Feature

if TYPE_CHECKING:
    from emu.host.feature import AppProtocol

USUAL = "the system's"
LOOK_EVERY = 25  # frames between two looks whether it is still there
NAMES_HOLD = 2.0  # seconds until the host is asked again which devices it has


class SoundDevice(Feature):
    """Brings the choice, and goes on with the system's device when the chosen one is gone."""

    def __init__(self, app: AppProtocol) -> None:
        super().__init__(app)
        self._names: tuple[str, ...] = ()
        self._asked = float("-inf")
        self._frames = 0

    def actions(self) -> Sequence[Action]:
        """Return the Action that chooses it."""
        return (
            Action(
                "sound-device", "sound device", self._next, group="sound",
                state=lambda: self.app.sound.device_name or USUAL,
                choices=self._words, choose=self._choose,
                enabled=lambda: self.app.sound.ok,
            ),
        )  # fmt: skip

    def _words(self) -> tuple[str, ...]:
        """Return what there is to choose from; the one that plays is always among it."""
        if time.monotonic() - self._asked > NAMES_HOLD:
            self._asked = time.monotonic()
            self._names = self.app.sound.device_names() if self.app.sound.ok else ()
        now = self.app.sound.device_name
        return tuple(dict.fromkeys((USUAL, *self._names, *([now] if now else []))))

    def _next(self) -> None:
        words = self._words()
        now = words.index(self.app.sound.device_name or USUAL)
        self._choose(words[(now + 1) % len(words)])

    def _choose(self, word: str) -> None:
        name = "" if word == USUAL else word
        problem = self.app.sound.choose(name)
        self.app.settings.sound_device = self.app.sound.device_name
        self.app.pacer.restart()  # to open a device takes time: that is no stall
        self.app.overlay.say(problem or f"sound device: {word}")

    def ready(self) -> None:
        """Say so if the one of the settings or the command line is not there."""
        if self.app.sound.problem:
            self.app.tell(self.app.sound.problem)

    def before_frame(self) -> None:
        """Go on with the system's device when the one that plays is gone."""
        self._frames += 1
        if self._frames < LOOK_EVERY:
            return
        self._frames = 0
        sound = self.app.sound
        if not sound.gone():
            return
        name = sound.device_name or USUAL
        sound.choose("")
        self.app.pacer.restart()
        self._asked = float("-inf")
        end = "the system's is used" if sound.ok else "there is no other"
        self.app.tell(f"sound device '{name}' is gone; {end}")
