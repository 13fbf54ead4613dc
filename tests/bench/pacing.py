"""How even the window's frames come: ``python -m tests.bench.pacing MINUTES [go64's options]``.

The real window, with sound, at 100 %.  SDL's own variables choose the devices; without
SDL_AUDIODRIVER the sound goes to a device that plays nothing.  A frame is late if it is shown more
than half a frame after it was due; those that a stall swallowed count as late, too.  Pictures are
those that were drawn: one that is as the one before is not.
"""

import argparse
import os
import statistics
import sys
import tempfile
import time
from itertools import pairwise

from emu.host.settings import Settings, save_settings

HALF = 0.5


class Noted:
    """An App's frames: when they were due and when they were shown, in seconds.

    begin  when the first of them was due
    """

    def __init__(self, app, seconds):
        self.app, self.seconds = app, seconds
        self.due, self.woken, self.shown, self.latency = [], [], [], []
        self.begin = None
        self.dry_in_time, self._dry = 0, 0
        self.pictures = 0
        self._flip, app.pygame.display.flip = app.pygame.display.flip, self._flipped
        self._run_frame = app._run_frame
        app._run_frame = self._noting

    def _flipped(self):
        self.pictures += 1
        self._flip()

    def _noting(self):
        self.woken.append(time.perf_counter())
        self._run_frame()
        now, pacer, sound = time.perf_counter(), self.app.pacer, self.app.sound
        if self.begin is None:
            self.begin, self._cpu = pacer.due, time.process_time()
            pacer.forgotten, sound.ran_dry, sound.dropped = 0.0, 0, 0
            self.pictures = 0
        if sound.ran_dry != self._dry:
            self.dry_in_time += now - pacer.due < pacer.period / 2 and pacer.late == 0.0
            self._dry = sound.ran_dry
        self.due.append(pacer.due)
        self.shown.append(now)
        self.latency.append(sound.latency())
        if now - self.begin >= self.seconds:
            self.app.quit = True
            self.cpu = time.process_time() - self._cpu

    def rows(self):
        """Return {name: figure}."""
        return lateness(self.due, self.shown, self.app.pacer) | {
            "median_woken_late_ms": 1000 * median_late(self.due, self.woken),
            "frames_woken_late": sum(
                b - a > HALF * self.app.pacer.period
                for a, b in zip(self.due, self.woken, strict=True)
            ),
            "cpu_ms_per_frame": 1000 * self.cpu / (len(self.due) - 1),
            "look": f"{self.app.window.look.look} by {self.app.window.drawn_by}",
            "pictures_per_second": self.pictures / (self.shown[-1] - self.shown[0]),
            "sound_ran_dry": self.app.sound.ran_dry,
            "sound_ran_dry_of_frames_in_time": self.dry_in_time,
            "sound_dropped": self.app.sound.dropped,
            "sound_latency_median_ms": 1000 * statistics.median(self.latency),
            "sound_latency_most_ms": 1000 * max(self.latency),
        }


def median_late(due, done):
    """Return the median of the seconds from when something was due."""
    return statistics.median(b - a for a, b in zip(due, done, strict=True))


def lateness(due, shown, pacer):
    """Return {name: figure} of frames that were due and shown at these times, in seconds."""
    late = [b - a for a, b in zip(due, shown, strict=True)]
    swallowed = round(pacer.forgotten / pacer.period)
    count = sum(by > HALF * pacer.period for by in late) + swallowed
    steps = [b - a for a, b in pairwise(shown)]
    return {
        "frames": len(late),
        "frames_late": count,
        "frames_late_percent": 100 * count / (len(late) + swallowed),
        "frames_swallowed": swallowed,
        "worst_ms": 1000 * max(late),
        "mean_late_ms": 1000 * statistics.fmean(late),
        "median_late_ms": 1000 * median_late(due, shown),
        "mean_jitter_ms": 1000 * statistics.fmean(abs(step - pacer.period) for step in steps),
        "frames_per_second": len(steps) / (shown[-1] - shown[0]),
    }


def measure(seconds, options):
    """Run ``go64`` with these options for some seconds at its own pace; returns what was Noted.

    It neither reads nor writes the user's settings and saved games.
    """
    from emu.cli import parse_arguments
    from emu.host.app import App

    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    with tempfile.TemporaryDirectory() as home:
        os.environ.update(dict.fromkeys(("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"), home))
        save_settings(Settings(help_seen=True))  # it lies over the picture at the first start
        app = App(parse_arguments(options))
        noted = Noted(app, seconds)
        app.run()
    return noted


def load_average():
    """Print the computer's load, where it tells."""
    if hasattr(os, "getloadavg"):
        print("load_average:", *(f"{load:.1f}" for load in os.getloadavg()))


def measure_as_asked(argv, prog, about):
    """Measure for the minutes and with the window's options of a command line: see ``measure``."""
    parser = argparse.ArgumentParser(prog=prog, description=about)
    parser.add_argument("minutes", type=float, help="how long")
    args, options = parser.parse_known_args(argv)
    if args.minutes <= 0:
        parser.error(f"minutes: {args.minutes:g} is not greater than zero")
    return measure(60 * args.minutes, options)


def main(argv=None):
    """Measure and print; returns 0."""
    for name, value in measure_as_asked(argv, "tests.bench.pacing", __doc__).rows().items():
        print(f"{name}: {value:.3f}" if isinstance(value, float) else f"{name}: {value}")
    load_average()
    return 0


if __name__ == "__main__":
    sys.exit(main())
