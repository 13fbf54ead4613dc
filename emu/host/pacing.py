"""When the next frame is due: by the sound queue, else by the host's clock."""

import time

LATE_AT_MOST = 0.1  # seconds behind the clock that are made up; more is forgotten
SOUND_STALLED = 0.5  # seconds without demand from the sound device until the clock takes over


class Pacer:
    """Paces frames at ``frame_hz``.

    sound  emu.host.sound.SoundOut or None
    clock  function giving seconds (for tests)
    """

    def __init__(self, frame_hz, sound=None, clock=time.perf_counter, sleep=time.sleep):
        self.period = 1.0 / frame_hz
        self._sound = sound
        self._clock = clock
        self._sleep = sleep
        self.restart()

    def restart(self):
        """Begin anew, after a pause or warp."""
        self._due = self._clock()
        self._fed = self._due

    def wait(self):
        """Return when the next frame is due."""
        if self._sound is not None and self._sound.ok:
            self._wait_for_sound()
        else:
            self._wait_for_clock()

    def _wait_for_sound(self):
        while not self._sound.hungry():
            if self._clock() - self._fed > SOUND_STALLED:
                # The device takes nothing (unplugged, suspended): go on by the clock.
                self._wait_for_clock()
                return
            self._sleep(0.001)
        self._fed = self._due = self._clock()

    def _wait_for_clock(self):
        now = self._clock()
        self._due += self.period
        if now - self._due > LATE_AT_MOST:
            self._due = now
        while now < self._due:
            self._sleep(min(self._due - now, 0.002))
            now = self._clock()
