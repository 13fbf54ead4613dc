"""Sound out through pygame's mixer, and the clock that comes with it.

One chunk plays, one waits in the channel's queue: a new frame is due whenever the waiting
place is free.  So the sound card's clock sets the pace, without drift and without gaps.
"""

import numpy as np
import pygame

SOUND_RATE = 48000
SOUND_BUFFER = 512
PREFILL_CHUNKS = 2


class SoundOut:
    """A mono stream of int16 chunks.

    ``ok`` is False where the host has no sound device; ``push`` then drops what it gets.
    """

    def __init__(self, enabled=True):
        self.ok = False
        self.volume = 1.0
        self._stereo = False
        if enabled:
            self._open()

    def _open(self):
        try:
            pygame.mixer.init(SOUND_RATE, -16, 1, SOUND_BUFFER, allowedchanges=0)
        except pygame.error:
            return
        self._stereo = pygame.mixer.get_init()[2] == 2
        self._channel = pygame.mixer.Channel(0)
        self.ok = True

    def hungry(self):
        """True when a chunk is needed now."""
        return self._channel.get_queue() is None

    def push(self, samples):
        """Queue int16[n]."""
        if not self.ok or not len(samples):
            return
        data = np.column_stack((samples, samples)) if self._stereo else samples
        sound = pygame.mixer.Sound(buffer=np.ascontiguousarray(data))
        sound.set_volume(self.volume)
        if self._channel.get_busy():
            self._channel.queue(sound)
        else:
            self._channel.play(sound)

    def silence(self):
        """Stop what plays, for warp and pause."""
        if self.ok:
            self._channel.stop()

    def close(self):
        """Give the device back."""
        if self.ok:
            pygame.mixer.quit()
            self.ok = False
