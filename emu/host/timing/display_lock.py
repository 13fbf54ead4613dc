"""Follow the refreshes of a display, as far as the moments when it has taken a picture show them.

If the window waits for the display, showing a picture returns just after a refresh.  Nothing else
tells a program when refreshes happen: SDL gives a rate in whole Hz, and none for a virtual screen.
So we measure the rate.  To find out whether the display waits at all, we change our own pace: real
refreshes do not follow it.  If a frame of the machine then takes one, two ... refreshes, within
LOCK_WITHIN, frames are made at the display's pace, each about half a refresh before it is shown.
Half is enough for the frame's work, and the user's input until then is still in it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

LOCK_WITHIN = 0.007  # share by which the machine may run slower or faster than its own pace
NEAR_NOMINAL = 0.5  # Hz: SDL gives whole ones
MOST_REFRESHES = 4  # for a frame
LEARN_FRAMES = 60  # at each pace of learning
# Shares by which learning is faster than the machine: faster than any display to which it can be
# locked, so that each picture has to wait, however many pictures the system can queue.
PACES = (0.009, 0.015)
FOLLOWS = 0.5  # share of their difference from which the refreshes follow our own pace
FILL = 3  # frames that are shown twice when learning begins, to fill that queue
ALLOWED_NOISE = 0.15  # of a refresh, root mean square: with more there is no clock
LEAD = 0.5  # of a refresh: time from when a frame is due until it is seen
PULL, PULL_PERIOD = 0.05, 0.0005  # shares of a frame's error that correct phase and period
STEP_AT_MOST = 0.01  # of a frame: largest change of the phase at once
PERIOD_WITHIN = 0.002  # share by which the period may differ from the measured one
LOOK_AT, LOST_AT = 150, 0.3  # frames; mean error in refreshes at which the display is lost

LEARNING, LOCKED, REFUSED = "learning", "locked", "refused"
REFUSAL_NO_WAIT, REFUSAL_UNEVEN, REFUSAL_LOST = "does not wait", "uneven", "lost"


def refreshes(times: Sequence[float], guess: float) -> tuple[float, float]:
    """Return (seconds between refreshes, root mean square error of the times).

    times  seconds, each just after a refresh, in order;  guess  of the result
    """
    moments = np.asarray(times)
    steps = np.diff(moments)
    period = guess
    for _ in range(4):
        counts = np.maximum(1, np.rint(steps / period))
        near = np.abs(steps / period - counts) < 0.4
        if not near.any():  # they follow no such pace: return their mean
            mean = float(steps.mean())
            return mean, mean
        period = float(steps[near].sum() / counts[near].sum())
    number = np.concatenate(([0.0], np.cumsum(np.maximum(0, np.rint(steps / period)))))
    kept = np.ones(len(moments), dtype=bool)
    slope = period
    off = np.zeros(len(moments))
    for _ in range(3):  # outliers do not count: the program was woken late
        slope, first = np.polyfit(number[kept], moments[kept], 1)
        off = moments - first - slope * number
        spread = float(np.median(np.abs(off[kept]))) * 3 + 1e-6
        kept = np.abs(off) <= spread
    return float(slope), float(np.sqrt(np.mean(off[kept] ** 2)))


def refreshes_of_frame(frame_hz: float, nominal: float) -> int:
    """Return how many refreshes a frame takes on a display of a rate, 0 if no whole number does.

    nominal  Hz from SDL, rounded; 0: unknown, and one refresh is assumed to be possible
    """
    if not nominal:
        return 1
    count = round(nominal / frame_hz)
    allowed = LOCK_WITHIN * nominal + NEAR_NOMINAL
    fits = 0 < count <= MOST_REFRESHES and abs(nominal - count * frame_hz) <= allowed
    return count if fits else 0


class DisplayLock:
    """Finds out a display's pace, and says when frames are due at it.

    frame_hz  the machine's own pace;  nominal  the display's Hz from SDL, 0 if unknown

    state     LEARNING, LOCKED or REFUSED;  why  of REFUSED, in words
    hz        the measured rate, 0.0 before
    count     refreshes that a frame takes
    """

    def __init__(self, frame_hz: float, nominal: float = 0.0) -> None:
        self.frame_hz, self.nominal = frame_hz, nominal
        self.count = max(1, refreshes_of_frame(frame_hz, nominal))
        self.begin()

    def begin(self) -> None:
        """Start learning again, as after a pause."""
        self.state, self.why, self.hz = LEARNING, "", 0.0
        self._period = 1.0 / self.frame_hz
        self._times: list[list[float]] = [[]]
        self._measured = self._off = self._missed = 0.0
        self._seen = 0
        self._offs: list[float] = []

    @property
    def period(self) -> float:
        """Seconds of a frame now."""
        if self.state == LEARNING:
            return self._period * (1.0 - PACES[len(self._times) - 1])
        return self._period

    @property
    def shows(self) -> int:
        """How often to show the next frame; each time waits for the display."""
        filling = self.state == LEARNING and len(self._times) == 1 and len(self._times[0]) < FILL
        return self.count + filling

    @property
    def share(self) -> float:
        """The share by which frames are longer than the machine's own, while LOCKED; else 0."""
        return self._measured * self.frame_hz - 1.0 if self.state == LOCKED else 0.0

    def next_due(self, due: float) -> float:
        """Return when the next frame is due after one that was due at ``due``."""
        step, most = self._missed, STEP_AT_MOST * self._period
        step += max(-most, min(most, PULL * self._off))
        self._missed = self._off = 0.0
        return due + self.period + step

    def shown(self, due: float, at: float | None) -> None:
        """Learn when the display had taken the frame that was due at ``due``; None: not shown."""
        if at is None or self.state == REFUSED:
            return
        if self.state == LEARNING:
            self._learn(at)
        else:
            self._follow(at - due)

    def _learn(self, at: float) -> None:
        times = self._times[-1]
        times.append(at)
        if len(times) < LEARN_FRAMES:
            return
        if len(self._times) < len(PACES):
            self._times.append([])
            return
        self._judge()

    def _judge(self) -> None:
        """Lock to the rate measured at both paces, or say why not."""
        frame = 1.0 / self.frame_hz
        guess = 1.0 / self.nominal if self.nominal else frame
        (first, noise), (second, more_noise) = (refreshes(t[FILL:], guess) for t in self._times)
        seconds = (first + second) / 2
        if (first - second) / seconds > FOLLOWS * (PACES[1] - PACES[0]):
            self._refuse(REFUSAL_NO_WAIT)
        elif max(noise, more_noise) > ALLOWED_NOISE * seconds:
            self._refuse(REFUSAL_UNEVEN)
        else:
            self.hz = 1.0 / seconds
            self.count = max(1, round(frame / seconds))
            share = self.count * seconds / frame - 1.0
            if self.count > MOST_REFRESHES or abs(share) > LOCK_WITHIN:
                self._refuse(f"{self.hz:.2f} Hz")
            else:
                self.state = LOCKED
                self._period = self._measured = self.count * seconds

    def _refuse(self, why: str) -> None:
        self.state, self.why, self.count = REFUSED, why, 1
        self._period = 1.0 / self.frame_hz

    def _follow(self, taken: float) -> None:
        """Correct phase and period by the time from when a frame was due until it was taken."""
        refresh = self._measured / self.count
        off = taken - (self.count - 1 + LEAD) * refresh
        # A frame that has missed refreshes makes the next ones due later by as many.
        self._missed = max(0, round(off / refresh)) * refresh
        off -= self._missed
        self._off = off
        within = PERIOD_WITHIN * self._measured
        period = self._period + PULL_PERIOD * max(-1.0, min(1.0, off / refresh)) * refresh
        self._period = max(self._measured - within, min(self._measured + within, period))
        self._offs.append(off / refresh)
        if len(self._offs) == LOOK_AT:
            self._seen += 1
            mean = sum(self._offs) / LOOK_AT
            self._offs = []
            if self._seen > 1 and abs(mean) > LOST_AT:
                self._refuse(REFUSAL_LOST)
