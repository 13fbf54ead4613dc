"""Waiting for the display, and following its refresh where the machine's frames go with it.

Without either, a display with 50 frames per second loses one frame of a PAL machine every eight
seconds, and without a compositor two pictures may be seen at once.  Following needs a display whose
refresh, or a half, third or quarter of it, is within 0.7 % of the machine's own pace: the machine
then runs so much slower or faster, and its sound is stretched by as much.  ``display_lock`` finds
out what the display does; this module controls the window and shows the user the result.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from emu.host.actions import Action, next_of
from emu.host.feature import Feature
from emu.host.picture.geometry import VSYNCS
from emu.host.timing.display_lock import (
    LEARNING,
    LOCKED,
    REFUSAL_LOST,
    REFUSAL_UNEVEN,
    REFUSED,
    DisplayLock,
    refreshes_of_frame,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from emu.host.feature import AppProtocol

REFUSAL_SDL = "cannot be waited for"
DEAR = 0.003  # seconds of processor time for a picture: then no graphics card does it
AGAIN, TRIALS = 1500, 3  # frames from one trial to the next after a busy moment, and how many


def waits_wanted(choice: str, frame_hz: float, nominal: float) -> bool:
    """Return whether pictures are to wait for a display of so many Hz; 0: nobody knows."""
    fits = nominal > 0 and refreshes_of_frame(frame_hz, nominal) > 0
    return choice == "on" or (choice == "auto" and fits)


class Vsync(Feature):
    """Lets the window wait for the display, and frames follow it.

    lock  the DisplayLock, None while nothing is tried
    """

    def __init__(self, app: AppProtocol) -> None:
        super().__init__(app)
        self.lock: DisplayLock | None = None
        self._wanted = False  # that the window waits
        self._state = self._why = ""
        self._trials = self._frames = 0
        self._shown, self._cost = 0, 0.0
        self._nominal = 0  # Hz from SDL

    def actions(self) -> Sequence[Action]:
        """Return the Actions about the display."""
        settings = self.app.settings
        return (
            Action(
                "vsync", "vsync", lambda: self._put(next_of(VSYNCS, settings.vsync)),
                group="time", state=lambda: settings.vsync,
                choices=lambda: VSYNCS, choose=self._put,
            ),
            Action(
                "display", "display", lambda: None, group="time",
                state=self._display_word, enabled=lambda: False,
            ),
        )  # fmt: skip

    def _display_word(self) -> str:
        """Return what is known of the display."""
        lock = self.lock
        if lock is None:
            return self._why or "unknown"
        return f"{lock.hz:.2f} Hz, followed" if lock.state == LOCKED else "is measured"

    def _put(self, word: str) -> None:
        self.app.settings.vsync = word
        self.app.overlay.say(f"vsync: {word}")
        self._trials = 0
        self._begin()
        self.app.pacer.restart()  # another window may have been opened: that is no stall

    def ready(self) -> None:
        """Begin as the settings say."""
        self._begin()

    def handle(self, event: pygame.event.Event) -> bool:
        """Start again on another display, or when the window was opened again."""
        if event.type == pygame.WINDOWDISPLAYCHANGED:
            if pygame.display.get_current_refresh_rate() != self._nominal:
                self._trials = 0
                self._begin()
            elif self.lock is not None:
                self.lock.begin()
                self._state = LEARNING
        return False

    def _begin(self) -> None:
        """Start to measure the display, if the settings want that."""
        app = self.app
        hz, choice = app.machine.model.frame_hz, app.settings.vsync
        self._nominal = nominal = pygame.display.get_current_refresh_rate()
        self._end(f"{nominal:.0f} Hz" if nominal else "")
        if not waits_wanted(choice, hz, nominal):
            app.window.wait_no_more()
            return
        if not app.window.wait_for_display(True):
            self._refused(REFUSAL_SDL)
            return
        self._wanted = True
        self.lock = app.pacer.display = DisplayLock(hz, nominal)
        self._state = LEARNING
        self._shown, self._cost = 0, app.window.flip_cost

    def _end(self, why: str) -> None:
        """Go on by the clock."""
        self.lock = self.app.pacer.display = self.app.sound.follow = None
        self._wanted, self._state, self._why = False, "", why
        self._look(paced=False)

    def instead_of_frame(self) -> bool:
        """Show the picture only once, as there is no new frame."""
        if self.app.paused:
            self._look(paced=False)
        return False

    def before_frame(self) -> None:
        """Adjust window and sound to the display's pace."""
        paced = self.app.paced() and self.app.pacer.speed == 1.0
        self._look(paced)
        lock = self.lock
        if lock is not None and paced:
            self._shown += 1
            if lock.state != self._state:
                self._state = lock.state
                self._judged(lock)
        elif self._frames and paced:
            self._frames -= 1
            if not self._frames:
                self._begin()

    def _look(self, paced: bool) -> None:
        """Let pictures wait for the display while frames come at the machine's pace."""
        window, lock = self.app.window, self.lock
        if window.waits != (self._wanted and paced):
            window.wait_for_display(self._wanted and paced)
        follows = lock is not None and paced
        window.every_frame = follows
        window.flips = lock.shows if lock is not None and follows else 1
        self.app.sound.follow = lock.share if lock is not None and follows else None

    def _judged(self, lock: DisplayLock) -> None:
        """Follow the display if it is known now, or go on by the clock if it was lost."""
        app = self.app
        cost = (app.window.flip_cost - self._cost) / max(1, self._shown)
        if lock.state == LOCKED and app.settings.vsync == "auto" and cost > DEAR:
            why = f"no graphics card: {1000 * cost:.0f} ms"
            self._refused(why)
        elif lock.state == LOCKED:
            app.overlay.say(f"display: {lock.hz:.2f} Hz, followed")
        elif lock.state == REFUSED:
            self._refused(lock.why)

    def _refused(self, why: str) -> None:
        """Go on by the clock; wait for the display only if the user wants that and it can."""
        app = self.app
        lock, waits = self.lock, app.window.waits
        self._end(why)
        if app.settings.vsync == "on":
            app.overlay.say(f"display: {why}")
            hz = app.machine.model.frame_hz
            self._wanted = waits and lock is not None and max(lock.hz, lock.nominal) > hz
        if not self._wanted:
            app.window.wait_no_more()
        if why in (REFUSAL_UNEVEN, REFUSAL_LOST) and self._trials < TRIALS:
            self._trials, self._frames = self._trials + 1, AGAIN

    def close(self) -> None:
        """Another window may follow in this process."""
        self.app.pacer.display = None
