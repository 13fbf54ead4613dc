"""What the looks cost: ``python -m tests.bench.looks [--scale N] [--fullscreen]``.

Milliseconds of this process's CPU time and of the clock for a picture shown at 50 a second, median
of 100: one in which every row changed, and one in which eight rows did (a line of text).
"""

import argparse
import os
import statistics
import sys
import time

import numpy as np

from c64.config import PALETTES
from emu.host.picture.geometry import Look
from emu.host.picture.window import Window

PICTURES = 100
SIZE = (384, 272)
LOOKS = {
    "integer": Look(),
    "integer, delay line": Look(delay_line=True),
    "integer, delay line, blur": Look(delay_line=True, blur=True),
    "aspect": Look(scaling="aspect"),
    "fit": Look(scaling="fit"),
    "scanlines": Look(look="scanlines"),
    "scanlines, aspect, delay line": Look(look="scanlines", scaling="aspect", delay_line=True),
    "crt, flat": Look(look="crt", curve=False, glow=False),
    "crt": Look(look="crt", scaling="aspect", delay_line=True),
}


def pictures():
    """Return two pictures with no row in common, of areas and of small print as a game has."""
    random = np.random.default_rng(64)
    areas = np.kron(random.integers(0, 16, (17, 24)), np.ones((16, 16))).astype(np.uint8)
    areas[40:240] ^= random.integers(0, 2, (200, 384)).astype(np.uint8)
    return areas, areas ^ 3


def measure(look, scale, fullscreen, changing):
    """Return (CPU ms, clock ms) of showing a picture of which so many rows changed."""
    window = Window("looks", SIZE, PALETTES["pepto"], scale, fullscreen, look)
    one, other = pictures()
    part = one.copy()
    part[100 : 100 + changing] = other[100 : 100 + changing]
    if changing >= SIZE[1]:
        part = other
    cpu, clock = [], []
    for i in range(PICTURES):
        begin = time.process_time(), time.perf_counter()
        window.show((one, part)[i % 2])
        cpu.append(1000 * (time.process_time() - begin[0]))
        clock.append(1000 * (time.perf_counter() - begin[1]))
        time.sleep(max(0.0, 0.02 - (time.perf_counter() - begin[1])))
    return statistics.median(cpu[1:]), statistics.median(clock[1:])


def main(argv=None):
    """Measure and print; returns 0."""
    parser = argparse.ArgumentParser(prog="tests.bench.looks", description=__doc__)
    parser.add_argument("--scale", type=int, default=3)
    parser.add_argument("--fullscreen", action="store_true")
    parser.add_argument("only", nargs="*", help="names of looks")
    args = parser.parse_args(argv)
    print(f"{'':32}{'every row: CPU':>16}{'clock':>8}{'8 rows: CPU':>14}{'clock':>8}")
    for name, look in LOOKS.items():
        if not args.only or name in args.only:
            figures = [measure(look, args.scale, args.fullscreen, rows) for rows in (272, 8)]
            (a, b), (c, d) = figures
            print(f"{name:32}{a:16.2f}{b:8.2f}{c:14.2f}{d:8.2f}")
    if hasattr(os, "getloadavg"):
        print("load_average:", *(f"{load:.1f}" for load in os.getloadavg()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
