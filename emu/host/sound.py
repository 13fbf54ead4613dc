"""Sound out through pygame's mixer: one chunk, a frame's sound, plays; one waits in its queue.

What comes early waits here until there is room.  Before the first chunk, and after the sound has
run dry, comes a chunk of silence: the lead that lets a frame come late without a gap.
"""

from collections import deque

import numpy as np
import pygame

SOUND_RATE = 48000
SOUND_BUFFER = 512
WAIT_AT_MOST = 4  # chunks; what is older is dropped


class SoundQueue:
    """Chunks on their way to a channel.

    channel  pygame.mixer.Channel, or what has its methods
    """

    def __init__(self, channel):
        self._channel = channel
        self._waiting = deque()

    def waiting(self):
        """Return how many chunks are to come after the one that plays."""
        return len(self._waiting) + (self._channel.get_queue() is not None)

    def dry(self):
        """Return whether nothing plays and nothing waits."""
        return not self._waiting and not self._channel.get_busy()

    def push(self, chunk):
        """Add a chunk."""
        self._waiting.append(chunk)
        if len(self._waiting) > WAIT_AT_MOST:
            self._waiting.popleft()
        self.feed()

    def feed(self):
        """Give the channel what it has room for; returns True if something is left."""
        while self._waiting and self._channel.get_queue() is None:
            chunk = self._waiting.popleft()
            if self._channel.get_busy():
                self._channel.queue(chunk)
            else:
                self._channel.play(chunk)
        return bool(self._waiting)


class SoundOut:
    """A mono stream of int16 chunks.

    ``ok`` is False where the host has no sound device; ``push`` then drops what it gets.
    ``ran_dry`` counts how often sound came too late, the first chunk included.
    """

    def __init__(self, enabled=True):
        self.ok = False
        self.volume = 1.0
        self.ran_dry = 0
        self._stereo = False
        if enabled:
            self._open()

    def _open(self):
        try:
            pygame.mixer.init(SOUND_RATE, -16, 1, SOUND_BUFFER, allowedchanges=0)
        except pygame.error:
            return
        self._stereo = pygame.mixer.get_init()[2] == 2
        self._queue = SoundQueue(pygame.mixer.Channel(0))
        self.ok = True

    def waiting(self):
        """Return how many chunks are to come after the one that plays."""
        return self._queue.waiting() if self.ok else 0

    def feed(self):
        """Give the device what it has room for; returns True if something is left."""
        return self.ok and self._queue.feed()

    def push(self, samples):
        """Play int16[n] after what was pushed before."""
        if not self.ok or not len(samples):
            return
        if self._queue.dry():
            self.ran_dry += 1
            self._queue.push(self._chunk(np.zeros_like(samples)))
        self._queue.push(self._chunk(samples))

    def _chunk(self, samples):
        data = np.column_stack((samples, samples)) if self._stereo else samples
        sound = pygame.mixer.Sound(buffer=np.ascontiguousarray(data))
        sound.set_volume(self.volume)
        return sound

    def close(self):
        """Give the device back."""
        if self.ok:
            pygame.mixer.quit()
            self.ok = False
