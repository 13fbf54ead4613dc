"""A clock that moves only when somebody sleeps, and a sound card that runs by it."""

BUFFER = 512 / 48000  # seconds that a sound card takes at once


class FakeTime:
    """Seconds, from 0."""

    def __init__(self):
        self.now = 0.0

    def clock(self):
        return self.now

    def sleep(self, seconds):
        self.now += seconds


class FakeChannel:
    """What SoundQueue needs of a pygame.mixer.Channel; a chunk is its length in seconds.

    speed  of the card's clock, 1 is the host's
    dead   True: it takes a chunk and its follower, and nothing more
    """

    def __init__(self, time, speed=1.0, dead=False):
        self._time, self._speed, self._dead = time, speed, dead
        self._playing = self._queued = None
        self._taken = 0  # buffers
        self.played = []

    def _run(self):
        buffers = int(self._time.now * self._speed / BUFFER)
        for _ in range(0 if self._dead else buffers - self._taken):
            self._mix(BUFFER)
        self._taken = buffers

    def _mix(self, seconds):
        while self._playing is not None and seconds > 0:
            took = min(seconds, self._playing)
            seconds -= took
            self._playing -= took
            if self._playing < 1e-9:
                self._playing, self._queued = self._queued, None

    def play(self, chunk):
        self._run()
        self.played.append(chunk)
        self._playing = chunk

    def queue(self, chunk):
        self._run()
        assert self._queued is None, "a chunk was thrown away"
        self.played.append(chunk)
        self._queued = chunk

    def get_busy(self):
        self._run()
        return self._playing is not None

    def get_queue(self):
        self._run()
        return self._queued
