"""How even the window's frames would be on displays: ``python -m tests.bench.displays MINUTES``.

The real window at its own pace, as in ``tests.bench.pacing``, whose options these are.  A virtual
screen is never scanned out, so the times at which frames are shown are laid over the refreshes of
displays: a frame is seen from the next refresh on, until the refresh that has a later one.  Tearing
is not in these figures: without a compositor a display shows parts of two frames when one of them
is shown while it scans, with one it does not.
"""

import math
import statistics
import sys
from itertools import pairwise

from tests.bench.pacing import load_average, measure_as_asked

RATES = (50, 60, 100, 120, 144)  # Hz of a display
PHASES = 16  # so many moments of the first refresh: nobody knows it
NEAR = 0.02  # of a refresh: a display whose rate is a multiple of the machine's, but for this


def seen(shown, hz, phase=0.0):
    """Return {refresh: number of the frame that it shows first}, in order.

    shown  seconds at which frames are shown, in order
    hz     refreshes of the display per second;  phase  of the first, in refreshes, 0 to 1
    """
    return {math.ceil(moment * hz - phase): number for number, moment in enumerate(shown)}


def usual(refreshes):
    """Return for how many refreshes a display holds frames that come so many of them apart."""
    whole = round(refreshes)
    if whole and abs(refreshes - whole) < NEAR:
        return {whole}
    return {math.floor(refreshes), math.ceil(refreshes)}


def on_display(shown, hz, period):
    """Return {name: figure} of frames shown at these times, the mean over all phases.

    never_seen_percent  frames that another one has replaced before a refresh
    held_percent        {refreshes: of the frames that are seen}
    uneven_percent      frames that are held for other than the usual numbers of refreshes
    judder_ms           root of the mean square of how far the step from a frame to the next is
                        from what lies between the two in the machine, whose frames are a period
                        apart
    """
    unseen, held, off = 0, [], []
    for step in range(PHASES):
        found = list(seen(shown, hz, step / PHASES).items())
        unseen += len(shown) - len(found)
        for (before, earlier), (after, later) in pairwise(found):
            held.append(after - before)
            off.append((after - before) / hz - (later - earlier) * period)
    ideal = usual(period * hz)
    return {
        "never_seen_percent": 100 * unseen / (PHASES * len(shown)),
        "held_percent": {n: 100 * held.count(n) / len(held) for n in sorted(set(held))},
        "uneven_percent": 100 * sum(count not in ideal for count in held) / len(held),
        "judder_ms": 1000 * math.sqrt(statistics.fmean(by * by for by in off)),
    }


def main(argv=None):
    """Measure and print; returns 0."""
    noted = measure_as_asked(argv, "tests.bench.displays", __doc__)
    period, frames = noted.app.pacer.period, len(noted.shown)
    print(f"{frames} frames, {1 / period:.3f} per second, {noted.pictures} of them drawn")
    ideal = [number * period for number in range(frames)]
    for hz in RATES:
        for name, shown in (("as shown", noted.shown), ("ideal", ideal)):
            rows = on_display(shown, hz, period)
            held = ", ".join(f"{n}: {share:.2f} %" for n, share in rows["held_percent"].items())
            print(
                f"{hz:3} Hz, {name:8}  judder {rows['judder_ms']:5.2f} ms  never seen"
                f" {rows['never_seen_percent']:5.2f} %  uneven {rows['uneven_percent']:5.2f} %"
                f"  held {held}"
            )
    load_average()
    return 0


if __name__ == "__main__":
    sys.exit(main())
