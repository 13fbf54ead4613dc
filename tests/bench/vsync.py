"""How even frames are that follow a display: ``python -m tests.bench.vsync MINUTES HZ [options]``.

The real window at its own pace, as in ``tests.bench.pacing``, whose options these are.  No display
can be had here that waits for its refresh, so showing a picture waits for that of a made-up one, by
the computer's clock.  ``--vsync off`` shows what the same display shows of a window that does not
follow it.
"""

import argparse
import math
import os
import statistics
import sys
import time
from collections import Counter
from itertools import pairwise

import pygame

from emu.host.picture import window
from emu.host.timing.vsync import Vsync
from emu.shared.pacing import Pacer
from tests.bench.pacing import load_average, measure

shown = Pacer.shown
SETTLES = 600  # frames: the display is measured, and followed, in less


class RealTimeDisplay:
    """A display of ``hz`` refreshes per second; showing a picture waits for one if it is told to.

    frames  the number of the refresh from which on each frame is seen, None of one that was not
            shown, as it was like the one before
    """

    def __init__(self, hz):
        self.hz, self.waits, self.frames = hz, False, []
        self._last, self._of_frame = 0, None
        self._begin = time.perf_counter()

    def wait_for_display(self, on):
        """Do what emu.host.picture.sdl.wait_for_display does."""
        self.waits = on
        return True

    def flip(self):
        """Show a picture."""
        number = math.floor((time.perf_counter() - self._begin) * self.hz) + 1
        if self.waits:
            number = max(number, self._last + 1)
        self._last = number
        self._of_frame = number if self._of_frame is None else self._of_frame
        left = number / self.hz - (time.perf_counter() - self._begin)
        if self.waits and left > 0:
            time.sleep(left)

    def end_frame(self, pacer, at):
        """Do what emu.shared.pacing.Pacer.shown does."""
        self.frames.append(self._of_frame)
        self._of_frame = None
        shown(pacer, at)


def figures(frames, hz, period):
    """Return {name: figure} of frames that are seen from these refreshes on: see bench.displays."""
    last = {number: at for at, number in enumerate(frames) if number is not None}
    steps = [
        (after - before, later - earlier)
        for (before, earlier), (after, later) in pairwise(sorted(last.items()))
    ]
    off = [refreshes / hz - count * period for refreshes, count in steps]
    held = Counter(refreshes for refreshes, _ in steps)
    return {
        "judder_ms": 1000 * math.sqrt(statistics.fmean(by * by for by in off)),
        "never_seen_percent": 100 * (1 - len(last) / sum(number is not None for number in frames)),
        "held_percent": {count: 100 * held[count] / len(steps) for count in sorted(held)},
    }


def main(argv=None):
    """Measure and print; returns 0."""
    parser = argparse.ArgumentParser(prog="tests.bench.vsync", description=__doc__)
    parser.add_argument("minutes", type=float, help="how long")
    parser.add_argument("hz", type=float, help="refreshes of the display per second")
    args, options = parser.parse_known_args(argv)
    display = RealTimeDisplay(args.hz)
    os.environ[window.ACCELERATION] = "1"
    window.wait_for_display = display.wait_for_display
    pygame.display.flip = display.flip

    def end_frame(pacer, at):
        display.end_frame(pacer, at)

    Pacer.shown = end_frame
    pygame.display.get_current_refresh_rate = lambda: round(args.hz)
    noted = measure(60 * args.minutes, options)
    app = noted.app
    lock = app.feature(Vsync).lock
    period = app.pacer.period if lock is None else lock.period
    frames = display.frames[SETTLES:]
    followed = "not followed" if lock is None else f"{lock.state}, {lock.hz:.3f} Hz"
    print(f"{args.hz:g} Hz: {followed}; {len(frames)} frames")
    for name, value in figures(frames, args.hz, period).items():
        print(f"{name}: {value:.3f}" if isinstance(value, float) else f"{name}: {value}")
    rows = noted.rows()
    for name in ("sound_ran_dry", "sound_dropped", "sound_latency_median_ms", "cpu_ms_per_frame"):
        print(f"{name}: {rows[name]:.2f}")
    print(f"sound_left_out_s: {app.sound.left_out:.3f}")
    load_average()
    return 0


if __name__ == "__main__":
    sys.exit(main())
