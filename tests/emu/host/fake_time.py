"""A clock that moves only when somebody sleeps, and sound cards that run by it."""

BUFFER = 512 / 48000  # seconds that a sound card takes at once


class FakeTime:
    """Seconds, from 0."""

    def __init__(self):
        self.now = 0.0

    def clock(self):
        return self.now

    def sleep(self, seconds):
        self.now += seconds


class FakeDevice:
    """A device with a queue, as ``emu.host.sound.sdl_audio.SdlQueue`` is one.

    speed  of the card's clock, 1 is the host's
    dead   True: it takes nothing

    gaps   how often it found less than it wanted after it had begun
    """

    rate = 48000
    buffer = BUFFER

    def __init__(self, time, speed=1.0, dead=False):
        self._time, self._speed, self._dead = time, speed, dead
        self._samples, self._taken, self._since = 0, 0, 0.0
        self.pushed = []
        self.gaps = 0

    def _run(self):
        buffers = int((self._time.now - self._since) * self._speed / BUFFER)
        for _ in range(0 if self._dead else buffers - self._taken):
            self.gaps += bool(self.pushed) and self._samples < 512
            self._samples = max(0, self._samples - 512)
        self._taken = buffers

    def faster(self, speed):
        """Play at another speed from now on."""
        self._run()
        self._since, self._taken, self._speed = self._time.now, 0, speed

    def ahead(self):
        self._run()
        return self._samples / self.rate

    def push(self, samples):
        self._run()
        self.pushed.append(samples)
        self._samples += len(samples)

    def feed(self):
        return False

    def close(self):
        self.closed = True


class FakeChannel:
    """What Mixer needs of a pygame.mixer.Channel; a chunk is a list of samples.

    dead   True: it takes a chunk and its follower, and nothing more
    """

    def __init__(self, time, dead=False):
        self._time, self._dead = time, dead
        self._playing = self._queued = None
        self._taken = 0  # buffers
        self.played = []

    def _run(self):
        buffers = int(self._time.now / BUFFER)
        for _ in range(0 if self._dead else buffers - self._taken):
            self._mix(512)
        self._taken = buffers

    def _mix(self, samples):
        while self._playing is not None and samples > 0:
            took = min(samples, self._playing)
            samples -= took
            self._playing -= took
            if self._playing == 0:
                self._playing, self._queued = self._queued, None

    def play(self, chunk):
        self._run()
        self.played.append(chunk)
        self._playing = len(chunk)

    def queue(self, chunk):
        self._run()
        assert self._queued is None, "a chunk was thrown away"
        self.played.append(chunk)
        self._queued = len(chunk)

    def get_busy(self):
        self._run()
        return self._playing is not None

    def get_queue(self):
        self._run()
        return self._queued
