"""What tools/quality/mutate.py takes on its command line; nothing here needs pytest."""

import argparse
import math

ABOUT = "Measure how many small changes of the code the tests notice."


def options() -> argparse.ArgumentParser:
    """Return the parser of mutate's command line."""
    parser = argparse.ArgumentParser(prog="mutate", description=ABOUT)
    parser.add_argument(
        "area",
        help="play, variants, brain, ui, pages, video, sys, music, c64/cia, disk, emu/web ...",
    )
    parser.add_argument("--count", type=int, default=40, help="changes (40)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--module", help="one module of the area, such as build; for Python also a,b,c"
    )
    parser.add_argument("--line", type=int, help="one line of the module")
    parser.add_argument(
        "--near", action="store_true", help="quicker: not all tests of the part, where few are left"
    )
    parser.add_argument("--edges", action="store_true", help="Python: numbers, bounds, statements")
    parser.add_argument(
        "--seconds", type=float, default=math.inf, help="Python: longest time of tests per change"
    )
    parser.add_argument(
        "--aim", type=int, help="percent that must be caught (rules 98, chips 95, else 90)"
    )
    return parser
