"""A display that is scanned out by a clock that moves only when somebody waits."""

import math
import random


class Display:
    """A display whose driver holds some pictures before one has to wait.

    hz      refreshes per second
    room    pictures that wait for a refresh before the next one is held up; 0: it never is
    noise   seconds by which a program is woken late, the standard deviation
    """

    def __init__(self, time, hz, room=1, noise=0.0003, seed=1):
        self.period, self.room = 1.0 / hz, room
        self._time, self._noise, self._random = time, noise, random.Random(seed)
        self._first = self._random.random() * self.period
        self._waiting = []
        self.stands = False

    def next_after(self, moment):
        """Return the number of the first refresh after a moment."""
        return math.floor((moment - self._first) / self.period + 1e-9) + 1

    def flip(self):
        """Show a picture; returns the number of the refresh from which on it is seen."""
        now = self._time.now
        self._waiting = [number for number in self._waiting if self._at(number) > now]
        number = self.next_after(now)
        if not self.room or self.stands:
            self._time.now += 0.0002
            return number
        number = max([number, *(other + 1 for other in self._waiting)])
        self._waiting.append(number)
        if len(self._waiting) >= self.room:
            held_until = self._at(self._waiting[-self.room])
            woken = max(now, held_until) + abs(self._random.gauss(0, self._noise))
            self._time.now = woken
        return number

    def _at(self, number):
        return self._first + number * self.period
