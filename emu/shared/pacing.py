"""When the next frame is due: by the host's clock, which the sound card corrects.

A frame is due a period after the one before it.  How much sound waits tells how the sound card's
clock runs against the host's: the period is made longer or shorter by a fraction that nobody sees,
so that sound neither runs dry nor piles up, and its samples stay as the SID made them.  (To show a
frame whenever the card asks for sound is simpler, but it asks when it has played a buffer: every
10.7 or 21.3 ms, never every 20.)
"""

import time
from collections.abc import Callable
from typing import Protocol

LATE_AT_MOST = 0.04  # seconds that are made up, what sound waits for; more is forgotten
TRIM = 0.6  # share of a period for each second of sound too much or too little
TRIM_AT_MOST = 0.006
LOOK_AT_SOUND = 0.004  # seconds between looks whether the sound card takes what waits


class _Sound(Protocol):
    """What a Pacer asks of emu.host.sound.output.SoundOut."""

    def restart(self) -> None: ...
    def off(self) -> float: ...
    def feed(self) -> bool: ...


class _Display(Protocol):
    """What a Pacer asks of emu.host.timing.display_lock.DisplayLock."""

    def next_due(self, due: float, /) -> float: ...
    def shown(self, due: float, at: float | None, /) -> None: ...


class Pacer:
    """Paces frames at ``frame_hz``, or with a display.

    sound  emu.host.sound.output.SoundOut or None
    clock  function giving seconds (for tests)

    display    emu.host.timing.display_lock.DisplayLock that says when frames are due, or None;
               only at the machine's own speed
    speed      share of the machine's own speed: 0.5 makes each period twice as long
    due        when the frame that ``wait`` returned for was due
    late       by how many seconds that was missed
    forgotten  seconds that were not made up
    """

    def __init__(
        self,
        frame_hz: float,
        sound: _Sound | None = None,
        clock: Callable[[], float] = time.perf_counter,
        sleep: Callable[[float], object] = time.sleep,
    ) -> None:
        self.period = 1.0 / frame_hz
        self.speed = 1.0
        self.forgotten = self.late = 0.0
        self.display: _Display | None = None
        self._sound = sound
        self._clock = clock
        self._sleep = sleep
        self.restart()

    def restart(self) -> None:
        """Start again after a pause or warp."""
        self.due = self._clock()
        if self._sound is not None:
            self._sound.restart()

    def wait(self) -> None:
        """Return when the next frame is due."""
        display = self._followed()
        if display is None:
            self.due += self.period / self.speed * (1.0 + self._trim())
        else:
            self.due = display.next_due(self.due)
        self.late = late = max(0.0, self._clock() - self.due)
        if late > LATE_AT_MOST:
            self.forgotten += late
            self.due += late
        self._sleep_until_due()

    def shown(self, at: float | None) -> None:
        """Learn when the display let go of the frame that was due last; None: not shown."""
        display = self._followed()
        if display is not None:
            display.shown(self.due, at)

    def _followed(self) -> _Display | None:
        """Return who says when frames are due, if it is not the clock."""
        return self.display if self.speed == 1.0 else None

    def spare(self, share: float) -> bool:
        """True while less than a share of the period has gone since the frame was due."""
        return self._clock() - self.due < share * self.period

    def _trim(self) -> float:
        """Return the share by which the period is longer, for the sound card's clock."""
        trim = -TRIM * self._sound.off() if self._sound is not None else 0.0
        return max(-TRIM_AT_MOST, min(TRIM_AT_MOST, trim))

    def _sleep_until_due(self) -> None:
        sound = self._sound
        while (left := self.due - self._clock()) > 0.0:
            if sound is not None and sound.feed():
                left = min(left, LOOK_AT_SOUND)
            self._sleep(left)
