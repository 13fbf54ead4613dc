"""How tape goes round a reel: for winding, and for the counter.

Tape of 12.7 um passes the head at 4.76 cm/s and goes round a hub of 10.7 mm; wound, the reel turns
4.5 times a second; the counter turns 0.525 times as often as the reel.  Source: VICE, datasette.h.
"""

from math import pi, sqrt

CLOCK = 985_248  # cycles a second that lengths of tape are reckoned with, on every model
SPEED, THICKNESS, HUB = 4.76e-2, 1.27e-5, 1.07e-2  # m/s, m, m
WINDING, COUNTER_GEAR = 4.5, 0.525  # turns a second; turns of the counter for one of the reel


def reel_turns(cycles):
    """Return how often the reel has turned when so many cycles of tape are on it."""
    length = SPEED * cycles / CLOCK
    return (sqrt(length * THICKNESS / pi + HUB**2) - HUB) / THICKNESS


def tape_on_reel(turns):
    """Return the cycles of tape on the reel when it has turned so often."""
    length = ((HUB + turns * THICKNESS) ** 2 - HUB**2) * pi / THICKNESS
    return round(length / SPEED * CLOCK)


def wound(passed, cycles):
    """Return the cycles of tape behind the head after winding for ``cycles``, back if negative."""
    return tape_on_reel(max(0.0, reel_turns(passed) + WINDING * cycles / CLOCK))


def counter(passed, zero):
    """Return what the counter shows, 0 to 999, when it was set to 0 at ``zero``."""
    return int((reel_turns(passed) - reel_turns(zero)) * COUNTER_GEAR) % 1000
