"""The status line at the foot of the window: drives, tape, joystick port, speed."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from emu.host.actions import Action, on_off
from emu.host.feature import Feature

if TYPE_CHECKING:
    from c64.api_views import DriveSlot
    from emu.host.feature import AppProtocol
    from emu.host.types import Samples

Part = tuple[str, tuple[int, int, int]]  # a few letters and their colour
PLAIN, FAINT = (230, 230, 210), (130, 130, 150)
LAMP_ON, LAMP_OFF, LAMP_FAILED = (110, 230, 90), (70, 70, 90), (255, 80, 70)
EVERY = 5  # frames between two looks: nobody reads faster, and each change draws the window
SPEED_EVERY = 1.0  # seconds
TAPE_SIGNS = {"play": ">", "record": "o", "rewind": "<<", "forward": ">>", "stop": ""}


class StatusLine(Feature):
    """Makes the line while it is wanted."""

    def __init__(self, app: AppProtocol) -> None:
        super().__init__(app)
        self._line: tuple[Part, ...] = ()
        self._left = 0
        self._speed = ""
        self._began, self._frames = time.perf_counter(), 0

    def actions(self) -> Sequence[Action]:
        """Return the Action that shows and hides it."""
        return (
            Action(
                "status-line", "status line", self._swap, group="picture",
                state=lambda: on_off(self.app.settings.status_line),
            ),
        )  # fmt: skip

    def _swap(self) -> None:
        settings = self.app.settings
        settings.status_line = not settings.status_line

    def status(self) -> Sequence[Part]:
        """Return the parts of the line, () for none."""
        if not self.app.settings.status_line:
            return ()
        self._left -= 1
        if self._left < 0:
            self._left, self._line = EVERY, self._parts()
        return self._line

    def after_frame(self, samples: Samples) -> None:
        """Count frames for the speed."""
        self._frames += 1
        gone = time.perf_counter() - self._began
        if gone >= SPEED_EVERY:
            share = self._frames / gone / self.app.machine.model.frame_hz
            self._speed = f"{100 * share:.0f} %"
            self._began, self._frames = time.perf_counter(), 0

    def _parts(self) -> tuple[Part, ...]:
        machine = self.app.machine
        parts = [part for number in (8, 9) for part in drive_parts(machine.drives[number])]
        deck = machine.tape
        if deck.cassette is not None:
            sign = TAPE_SIGNS.get(deck.key, "")
            parts.append((f"tape {deck.counter:03}{sign}", PLAIN if deck.moving else FAINT))
        parts.append((f"port {self.app.settings.joy_port}", FAINT))
        speed = "paused" if self.app.paused else self._speed
        return (*parts, (speed, FAINT)) if speed else tuple(parts)


def drive_parts(slot: DriveSlot) -> list[Part]:
    """Return the parts about a drive, [] if there is none: number, lamp, track, error."""
    if slot.kind is None:
        return []
    lamp = LAMP_FAILED if slot.error else LAMP_ON if slot.led else LAMP_OFF
    parts = [(f"{slot.number}", PLAIN if slot.motor else FAINT), ("•", lamp)]
    if slot.track is not None:
        parts.append((f"{slot.track:04.1f}", PLAIN if slot.motor else FAINT))
    if slot.error:
        parts.append((f"error {slot.error}", LAMP_FAILED))
    return parts
