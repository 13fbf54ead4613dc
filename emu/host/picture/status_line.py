"""The status line at the foot of the window: drives, tape, joystick port, speed."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from emu.host.picture.foot_lines import FAINT, PLAIN, FootLines

if TYPE_CHECKING:
    from c64.api_views import DriveSlot
    from emu.host.feature import AppProtocol
    from emu.host.picture.overlay import Part
    from emu.host.types import Samples

LAMP_ON, LAMP_OFF, LAMP_FAILED = (110, 230, 90), (70, 70, 90), (255, 80, 70)
SPEED_EVERY = 1.0  # seconds
HELD_FOR = 0.5  # seconds without a frame: it was held, and measuring the speed starts again
TAPE_SIGNS = {"play": ">", "record": "o", "rewind": "<<", "forward": ">>", "stop": ""}


class StatusLine(FootLines):
    """Makes the line while it is wanted."""

    NAME = "status-line"
    TITLE = "status line"
    GROUP = "picture"

    def __init__(self, app: AppProtocol) -> None:
        super().__init__(app)
        self._speed = ""
        self._began, self._frames = time.perf_counter(), 0
        self._last = self._began

    def after_frame(self, samples: Samples) -> None:
        """Count frames for the speed."""
        now = time.perf_counter()
        if now - self._last >= HELD_FOR:
            self._began, self._frames = now, -1
        self._last = now
        self._frames += 1
        gone = now - self._began
        if gone >= SPEED_EVERY:
            share = self._frames / gone / self.app.machine.model.frame_hz
            self._speed = f"{100 * share:.0f} %"
            self._began, self._frames = now, 0

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
