"""A VIC that puts off the cycles in which nobody could notice anything, and then does many at once.

tests/c64/bus/test_lazy.py says the same of whole machines.  Here the chip is alone, and its borders
open: a second chip is clocked and drawn in every cycle.
"""

import random

import pytest

import c64
from c64.base.fields import dump_fields
from tests.c64.vic.bench import ALL, Bench
from tests.volume import seldom

pytestmark = pytest.mark.skipif(
    c64.compiled(), reason="what the board calls can be called uncompiled only"
)
SEEDS = [0, *(seldom(n) for n in range(1, 8))]
WRITES = 200
GAPS = (0, 0, 1, 1, 2, 5)  # whole lines between writes
CONTROL1, CONTROL2, MEMORY, SPRITES_ON = 0x11, 0x16, 0x18, 0x15
RIGHT_BORDER = (54, 59)  # cycles of a line, between which a write opens the border at the side
ROWS = (0x1B, 0x13, 0x3B, 0x33, 0x5B, 0x0B, 0x9B)


def write(rng, sprites):
    """Return (register, value) of a write."""
    kind = rng.randrange(10)
    if kind < 4:
        return CONTROL2, rng.choice((0x00, 0x00, 0x08, 0x08, 0x10, 0x18, rng.randrange(32)))
    if kind < 6:
        return CONTROL1, rng.choice((*ROWS, rng.randrange(128)))
    if kind < 8:
        return 0x20 + rng.randrange(15), rng.randrange(16)
    if kind == 8 or not sprites:
        return rng.choice((MEMORY, 0x12, 0x19)), rng.randrange(256)
    reg = rng.choice((SPRITES_ON, 0x17, 0x1D, 0x1B, 0x01, 0x0B, 0x10, 0x00, 0x0C))
    return reg, rng.randrange(256)


def gap_to(rng, vic):
    """Return the number of cycles until the next write, which often is where borders open."""
    cycle = rng.randint(*RIGHT_BORDER) if rng.random() < 0.6 else rng.randrange(1, vic.cycles + 1)
    return (cycle - vic.cycle_in_line) % vic.cycles + rng.choice(GAPS) * vic.cycles


def advance(vic, cycles):
    """Advance by up to ``cycles`` cycles, as the board does; returns by how many."""
    rest = min(cycles, vic.cycles - vic.cycle_in_line)
    if vic.ba_low and vic.may_stall() and rest > 1:
        return vic.stall(rest)
    if quiet := vic.uneventful_cycles():
        vic.catch_up(min(quiet, cycles))
        return min(quiet, cycles)
    vic.clock()
    return 1


@pytest.mark.parametrize("model", ALL)
@pytest.mark.parametrize("seed", SEEDS)
def test_many_cycles_at_once_are_as_those_one_by_one(model, seed):
    rng = random.Random(f"{model} {seed}")
    benches = [Bench(model) for _ in range(2)]
    memory, colors = rng.randbytes(65536), bytes(rng.randrange(16) for _ in range(1024))
    first = rng.randrange(0, 260)
    places = {reg: rng.randrange(256) for reg in range(16)}
    for bench in benches:
        bench.ram[:], bench.color_ram[:] = memory, colors
        bench.set(places)
        bench.to(first, 1)
    exact, lagging = (bench.vic for bench in benches)
    at_once = 0
    for _ in range(WRITES):
        gap = gap_to(rng, lagging)
        while gap:
            before, quiet = (exact.irq, exact.frame_count), lagging.uneventful_cycles()
            done = advance(lagging, gap)
            for _ in range(done):
                exact.clock()
                exact.sync()
                if quiet:
                    assert ((exact.irq, exact.frame_count), exact.ba_low) == (before, 0)
            gap -= done
            at_once += done > 1
        reg, value = write(rng, seed % 2)
        exact.write(reg, value)
        lagging.write(reg, value)
        lagging.sync()
        exact.sync()
        found, told = dump_fields(lagging), dump_fields(exact)
        differ = [name for name in told if found[name] != told[name]]
        assert not differ, f"line {exact.raster_line}, cycle {exact.cycle_in_line}: {differ}"
    assert bytes(lagging.frame) == bytes(exact.frame)
    assert at_once > WRITES
