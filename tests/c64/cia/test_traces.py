"""What a CIA does in random programs stays what it was when VICE's programs were passed.

Other tests here say what a thing is and why.  This one holds all the rest: traces.json has sums of
all reads and lines, of a build that passed the 104 CIA programs of VICE's collection (``python -m
tests.c64.cia.test_traces`` writes it anew; run ``make conformance AREA=cia`` before that).
"""

import random
from pathlib import Path

import pytest

from c64.cia.cia import CIA
from tests.c64 import traces
from tests.c64.cia.helpers import CRA, CRB, ICR, SDR, TAH, TAL, TBH, TBL
from tests.c64.cia.test_sleep import apply, random_script
from tests.volume import seldom

SUMS = Path(__file__).with_name("traces.json")
SEEDS, CYCLES, PIECES = 8, 12000, 6
# Timers that run out all the time, and what is done meanwhile: the serial register, interrupts.
SHORT = {
    "serial": ((CRA, (0x41, 0x41, 0x51, 0x01, 0x11, 0x40, 0)), (SDR, range(256)), (TAL, range(4))),
    "masks": (
        (ICR, (0x81, 0x01, 0x82, 0x02, 0x88, 0x08, 0x9F, 0x1F)),
        (CRA, (0x01, 0x11, 0x09, 0x19, 0x41, 0x21, 0x29, 0x20)),
        (CRB, (0x01, 0x11, 0x41, 0x51, 0x61, 0x71, 0x49, 0x21, 0x09)),
        (TAL, range(1, 7)),
        (TBL, range(1, 5)),
    ),
}


def short_script(kind, seed, cycles):
    """Yield (action, register, value) for each cycle; accesses come in bursts."""
    rng = random.Random(f"{kind} {seed}")
    yield from (("write", reg, 0) for reg in (TAH, TBH))
    gap = 0
    for _ in range(cycles - 2):
        if gap:
            gap -= 1
            yield "", 0, 0
            continue
        gap = rng.choice((0, 0, 1, 2, 3, 5, 8, 20, 40))
        reg, values = rng.choice(SHORT[kind])
        does = rng.random()
        if does < 0.5:
            yield "write", reg, rng.choice(values)
        elif does < 0.8:
            yield "read", rng.choice((ICR, ICR, SDR, TAL, TBL)), 0
        else:
            yield rng.choice(("cnt", "sp", "cnt", "flag")), 0, rng.randrange(2)


def script(kind, seed):
    """The script of a name."""
    return random_script(seed, CYCLES) if kind == "any" else short_script(kind, seed, CYCLES)


def sums(model, kind, seed):
    """Return the sums of what is seen of a CIA."""
    cia = CIA(model)
    cia.lazy = 0
    cia.set_line(300, 50)
    seen = []
    for step in script(kind, seed):
        seen.append((apply(cia, *step), cia.irq, cia.pb_pins(), cia.sdr.cnt_out, cia.sdr.sp_out))
        cia.clock()
    return traces.told(seen, PIECES)


def rows():
    """Return {name: sums} of all scripts."""
    return {
        f"{model} {kind} {seed}": sums(model, kind, seed)
        for model in ("6526", "8521")
        for kind in ("any", *SHORT)
        for seed in range(SEEDS)
    }


@pytest.mark.parametrize("seeds", [range(3), seldom(range(3, SEEDS))])
@pytest.mark.parametrize("kind", ["any", *SHORT])
@pytest.mark.parametrize("model", ["6526", "8521"])
def test_reads_and_lines_of_random_programs_are_what_they_were(model, kind, seeds):
    known = traces.known(SUMS)
    for seed in seeds:
        assert sums(model, kind, seed) == known[f"{model} {kind} {seed}"]


if __name__ == "__main__":
    traces.write(SUMS, rows())
